"""Questions about programs: what is asked, and the numbers in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import Readable, read_rational
from sdp_proofs.programs.alignment import NEIGHBOURS, differences
from sdp_proofs.programs.language import Function, Source
from sdp_proofs.programs.laws import Unit
from sdp_proofs.programs.machine import evaluated
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.reading import read_file, read_function, read_neighbours

MOST_BUDGET = 1000
MOST_MOVES = 5000
WORDS = (*NEIGHBOURS, "record", "any")
"""Relations of two inputs, each in a word."""
_GRID = 4
"""Steps of one in which Laplace noise is cut."""


@dataclass(frozen=True)
class Question:
    """One question about a program.

    Attributes:
        source: the program as it was read.
        size: how many numbers its input has.
        budget: units that it may cost, or None.
        neighbours: how two inputs may differ: one, all, up, record, any, or the name of a function.
        differ: that function of the small language, which lists the differences at a size.
        values: the least and the largest number of an input that is listed; None leaves them open.
        ratio: r = e^(-unit) at which violations are looked for, or None.
        odds: e^epsilon of a program that only throws coins, in place of a budget.
        delta: what may be missing.
    """

    source: Source
    size: int
    budget: Fraction | None = None
    neighbours: str = "all"
    values: tuple[int, int] | None = None
    ratio: Fraction | None = None
    odds: Fraction | None = None
    delta: Fraction = Fraction(0)
    differ: Function | None = None

    @property
    def box(self) -> tuple[int, int]:
        """The least and the largest number of an input that is listed."""
        return self.values or (0, 2)

    @property
    def shifted(self) -> bool:
        """Decide that neighbours have one size, and differ by what can be listed."""
        return self.differ is not None or self.neighbours in NEIGHBOURS

    def differences(self, size: int) -> list[tuple[int, ...]]:
        """List how two neighbours of a size may differ; with each difference comes its opposite.

        Raises:
            DomainError: the function of the question does not list differences of that size.
        """
        if self.differ is None:
            return differences(size, self.neighbours)
        listed = evaluated(self.differ, size)
        parts: list[Any] = list(listed) if isinstance(listed, (list, tuple)) else [listed]
        moves = [tuple(d) if isinstance(d, list) else d for d in parts]
        for d in moves:
            if not isinstance(d, tuple) or len(d) != size or not all(type(x) is int for x in d) or not any(d):
                raise DomainError(f"{self.neighbours}({size}) must list differences of {size} integers, got {d!r}")
        every: set[tuple[int, ...]] = {*moves, *(tuple(-x for x in d) for d in moves)}
        if len(every) > MOST_MOVES:
            raise SizeError(f"at most {MOST_MOVES} differences can be listed, got {len(every)} from {self.neighbours}")
        return sorted(every)

    def pairs(self, inputs: list[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """List the neighbours among some inputs."""
        listed = set(inputs)
        for q in inputs:
            if self.neighbours == "any":
                yield from ((q, x) for x in inputs if q != x)
            elif self.neighbours == "record":
                shorter = {(*q[:i], *q[i + 1 :]) for i in range(len(q))} & listed
                yield from (pair for x in sorted(shorter) for pair in ((q, x), (x, q)))
            else:
                moved = (tuple(a + b for a, b in zip(q, d, strict=True)) for d in self.differences(len(q)))
                yield from ((q, x) for x in moved if x in listed)

    def allowed(self, unit: Unit) -> Fraction | None:
        """The number that no ratio of probabilities may exceed, or one just above it."""
        if self.odds is not None:
            return self.odds
        return None if self.budget is None else power(unit.ratio, self.budget)

    def unit_of(self, ways: list[Path]) -> Unit:
        """Choose the noise level at which probabilities are computed."""
        real = any(noise.kind == "laplace" for path in ways for noise in path.noises)
        if self.ratio is not None:
            return Unit(self.ratio, 1)
        return Unit(Fraction(3, 4), _GRID) if real else Unit()


def source_of(mechanism: Callable[..., Any] | Source | str) -> Source:
    """Read a program that is given as a function, or as FILE:NAME."""
    if isinstance(mechanism, Source):
        return mechanism
    if isinstance(mechanism, str):
        path, colon, name = mechanism.rpartition(":")
        if not colon or not path or not name:
            raise DomainError(f"a program must be given as FILE:NAME, got {mechanism}")
        return read_file(path, name)
    return read_function(mechanism)


def differ_of(neighbours: str | Callable[[int], Any], mechanism: object) -> tuple[str, Function | None]:
    """Read how two inputs may differ: a word, or a function of the size that lists the differences.

    Raises:
        DomainError: it is neither.
    """
    if isinstance(neighbours, str) and neighbours in WORDS:
        return neighbours, None
    file = mechanism.rpartition(":")[0] if isinstance(mechanism, str) else None
    name = neighbours if isinstance(neighbours, str) else getattr(neighbours, "__name__", str(neighbours))
    return name, read_neighbours(neighbours, file)


def within(value: Readable, name: str, least: int, most: int | None, ends: bool = True) -> Fraction:
    """Read a number of a question.

    Raises:
        DomainError: it is outside the range.
    """
    found = read_rational(value, name)
    above = found > least or (ends and found == least)
    below = most is None or found < most or (ends and found == most)
    if not (above and below):
        said = (
            f"at least {least}" if most is None else f"in {'[' if ends else '('}{least}, {most}{']' if ends else ')'}"
        )
        raise DomainError(f"the {name} must be {said}, got {value}")
    return found


def power(ratio: Fraction, budget: Fraction) -> Fraction:
    """Give r^(-budget), or a fraction just above it where it is not rational: what exceeds that exceeds the power."""
    power = ratio**-budget.numerator
    if budget.denominator == 1:
        return power
    degree, scale = budget.denominator, 10**30
    low, high = 0, (int(power) + 1) * scale
    while low < high:
        middle = (low + high) // 2
        if Fraction(middle, scale) ** degree >= power:
            high = middle
        else:
            low = middle + 1
    return Fraction(low, scale)
