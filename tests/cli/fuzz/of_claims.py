"""Invocations of the commands on claims, all of them of the toy ledger."""

from __future__ import annotations

from tests.cli.fuzz.drawing import Drawing
from tests.cli.fuzz.words import CODES, Pool


class OfClaims(Drawing):
    """One method per command."""

    def claim(self) -> str:
        """A claim of the toy ledger."""
        good = ("squares-are-positive", "squares-are-nonnegative", "fig 1")
        return self.word(Pool(good, ("", "x", "Remark 8888", "\x1b[2J", "a\nb", "squares-are-postive")))

    def toy(self) -> list[str]:
        """The option that names the ledger."""
        bad = ("", "x", ":", "a:b", "os:getcwd", "sys:exit", "1:2", "tests.ledger.toy_ledger:nothing")
        return self.option("--ledger", Pool(("tests.ledger.toy_ledger:registry",), bad))

    def hunt(self) -> list[str]:
        seconds = Pool(("0.05", "1e-3"), ("x", "", "1s"), ("-1", "0", "nan"))
        self._may(CODES)
        return ["hunt", self.claim(), *self.option("--seconds", seconds), *self.toy(), *self.flags("--json")]

    def listed(self) -> list[str]:
        more = self.flags("--json") or self.flags("--graph")
        if self.draw.random() < 0.5:
            more += self.option("--status", Pool(("open", "refuted"), ("", "x", "OPEN")))
        if self.draw.random() < 0.3:
            return ["list", *more, *self.toy()]
        return ["list", *more, *self.option("--paper", Pool(("smoothed-dp", "project"), ("", "x")))]

    def verify(self) -> list[str]:
        form = self.draw.choice(["html", "markdown", "latex"])
        page = Pool((str(self.folder / "page"), "/dev/null"), (str(self.folder), "no/page"))
        jobs = self.option("--jobs", Pool(("1",), ("0", "-2", "x", "1.5")))
        more = [*self.option(f"--{form}", page), *self.flags("--json", "--strict", "--fresh")]
        self._may((0, 3) if "--strict" in more else (0,))
        return ["verify", self.claim(), *jobs, *more, *self.toy()]

    def show(self) -> list[str]:
        return ["show", self.claim(), *self.toy(), *self.flags("--json", "--fresh")]

    def trust(self) -> list[str]:
        return ["trust", *self.toy(), *self.flags("--json"), *self.option("--paper", Pool(("toy",), ("", "x")))]

    def certificate(self) -> list[str]:
        bad = (str(self.folder), "/dev/full", str(self.folder / "no" / "file"))
        where = self.option("--output", Pool((str(self.folder / "c.json"), "/dev/null"), bad))
        self._may((0, 2))  # one of the claims is not refuted
        return ["certificate", self.claim(), *self.toy(), *(where if self.draw.random() < 0.6 else [])]

    def errata(self) -> list[str]:
        form = Pool(("markdown", "latex", "html", "json"), ("", "x", "HTML"))
        return ["errata", *self.toy(), *self.option("--format", form), "--jobs=1"]
