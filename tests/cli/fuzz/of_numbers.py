"""Invocations of the commands that compute."""

from __future__ import annotations

from tests.cli.fuzz.drawing import Drawing
from tests.cli.fuzz.words import CODES, COUNTS, DIGITS, DRAWS, EPSILON, ODDS, RATE, RECORDS, SOURCE, Pool


class OfNumbers(Drawing):
    """One method per command, or per way to use one."""

    def delta(self) -> list[str]:
        return [
            "delta",
            *self.option("--counts", COUNTS),
            *self.sample(),
            *self.budget(threshold=True),
            *self.option("--digits", DIGITS),
            *self.flags("--json", "--replacement"),
        ]

    def releases(self) -> list[str]:
        times = Pool(("2", "3"), ("0", "-1", "x", "1001", "1.5"), ("50",))
        counts = Pool(("3,4", "1,1", "0,5", "2,1,2"), COUNTS.bad)
        return [
            "delta",
            *self.option("--counts", counts),
            *self.sample(),
            *self.budget(),
            *self.option("--releases", times),
        ]

    def average(self) -> list[str]:
        values = Pool(
            ("0,1,1,0", "3,1,2", str(self.files["integers"])),
            ("", "x", "1.5", "9", str(self.files["binary"]), "/nowhere", str(self.folder), "/dev/zero", "0"),
            ("1\n2",),
        )
        levels = Pool(("0:3", "-2:4"), ("", "x", "3:0", "1", "0:3:4", "a:b", "0:1e99"), ("0:100000",))
        return [
            "delta",
            "--mechanism",
            "sampling-average",
            *self.option("--values", values),
            *self.option("--levels", levels),
            *self.option("--draws", Pool(("1", "2"), DRAWS.bad)),
            *self.budget(),
            *self.flags("--json", "--rounded"),
        ]

    def utility(self) -> list[str]:
        return [
            "utility",
            *self.option("--counts", COUNTS),
            *self.sample(),
            *self.option(*self.draw.choice([("--odds", ODDS), ("--epsilon", EPSILON)])),
            *self.option("--digits", DIGITS),
            *self.flags("--json", "--replacement"),
        ]

    def smoothed(self) -> list[str]:
        if self.draw.random() < 0.2:
            return ["smoothed", "--source=1/3,2/3", "--records=9", *self.sample(), *self.budget()]
        self._may((0, 2))  # routes and types may not fit together
        route = Pool(("auto",), ("x", "", "Table"), ("table", "window", "factors", "algorithm-1"))
        sources = [*self.option("--source", SOURCE), *self.option("--source", Pool(("1/5,4/5",), SOURCE.bad))]
        question = [*self.option("--records", RECORDS), *self.sample(), *self.budget(), *self.option("--route", route)]
        digits = ["--digits=5"] if self.draw.random() < 0.7 else []
        return ["smoothed", *sources, *question, *digits, *self.flags("--json", "--replacement", "--open")]

    def table(self) -> list[str]:
        self._may((0, 2))
        name = Pool(("remark-8", "chernoff", "theorem-5", "table-1"), ("", "x", "Remark-8"), ("elections",))
        axes = [
            ("--records", RECORDS),
            ("--epsilon", EPSILON),
            ("--rate", RATE),
            ("--types", Pool(("2", "3"), ("1", "x", "-1"))),
        ]
        # The numbers of records of the tables themselves may take minutes at an epsilon that they do not have.
        chosen = [word for axis in [axes[0], self.draw.choice(axes[1:])] for word in self.option(*axis)]
        form = Pool(("csv", "markdown", "latex", "json"), ("x", "", "html"))
        return ["table", self.word(name), *chosen, *self.option("--format", form), *self.option("--digits", DIGITS)]

    def compare(self) -> list[str]:
        self._may(CODES)
        return [
            "table",
            self.word(Pool(("remark-8", "chernoff", "elections"))),
            "--compare",
            self.file(),
            *self.flags("--format=json"),
        ]

    def audit(self) -> list[str]:
        file = Pool((str(self.files["votes"]),), ("/nowhere", "/dev/zero", str(self.files["binary"]), str(self.folder)))
        column = Pool(("vote",), ("x", "", "id,vote"))
        delimiter = (
            [f"--delimiter={self.word(Pool((',',), ('', ';;', chr(10), chr(34), 'ab')))}"]
            if self.draw.random() < 0.3
            else []
        )
        more = self.option("--epsilon", EPSILON) + self.option(
            "--delta", Pool(("0.1", "1/3"), ("x", "-1", "2", "1/0"), ("0", "1"))
        )
        return [
            "audit",
            self.word(file),
            *self.option("--column", column),
            *self.sample(),
            *more,
            *delimiter,
            *self.flags("--json"),
        ]

    def figure(self) -> list[str]:
        self._may((0, 2))
        data = ["--data", self.file()] if self.draw.random() < 0.8 else []
        output = str(self.folder / self.draw.choice(["out.csv", "out.png", "out.x", "no/out.svg", ""]))
        where = self.draw.choice([["--json"], ["--output", output], ["--csv", output], [], ["--output", "/dev/full"]])
        number = (
            self.word(Pool(("1",), ("0", "x", "", "6"), ("3",)))
            if data
            else self.word(Pool(("7",), ("x", ""), ("", "2 ")))
        )
        extra = self.flags("--grid", "--rounded", "--mixtures=0", "--draws-per-point=-1", "--resume=/dev/zero")
        return ["figure", number, *data, *where, *extra]
