"""Invocations of all commands, half of them hostile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tests.cli.fuzz.of_claims import OfClaims
from tests.cli.fuzz.of_numbers import OfNumbers
from tests.cli.fuzz.of_training import OfTraining
from tests.cli.fuzz.words import CODES, JUNK, Case


class Generator(OfNumbers, OfTraining, OfClaims):
    """Draws invocations; `hostile` is the chance that one word of an invocation is a bad one."""

    def case(self) -> Case:
        """One invocation."""
        self.codes = (0,)
        # One word in an invocation is bad, so that the word decides and not the first error of many.
        self.wrong = self.draw.randrange(4) if self.draw.random() < self.hostile else -1
        self.place = 0
        commands: list[tuple[int, Callable[[], list[str]]]] = [
            (5, self.delta),
            (3, self.average),
            (2, self.releases),
            (5, self.utility),
            (4, self.smoothed),
            (3, self.table),
            (2, self.compare),
            (3, self.audit),
            (2, self.figure),
            (1, self.hunt),
            (2, self.listed),
            (1, self.verify),
            (1, self.show),
            (1, self.trust),
            (2, self.certificate),
            (1, self.errata),
            (3, self.train),
            (2, self.junk),
        ]
        weights, makers = zip(*commands, strict=True)
        arguments = self.draw.choices(makers, weights)[0]()
        if self.draw.random() < 0.05:
            arguments.insert(self.draw.randint(0, len(arguments)), self.draw.choice(JUNK))
            self.codes = CODES
        return Case(tuple(word.replace("\0", "") for word in arguments), self.codes)

    def junk(self) -> list[str]:
        self._may(CODES)
        names = (
            "delta",
            "utility",
            "audit",
            "list",
            "smoothed",
            "table",
            "figure",
            "nothing",
            "--help",
            "--version",
            "certificate",
            "train",
            "",
        )
        return [self.draw.choice(names), *(self.draw.choice(JUNK) for _ in range(self.draw.randint(0, 4)))]


def cases(count: int, seed: int, folder: Path) -> Iterator[Case]:
    """Half of them hostile, half biased to good words."""
    for index in range(count):
        yield Generator(seed * 1_000_003 + index, folder, hostile=0.8 if index % 2 else 0.1).case()
