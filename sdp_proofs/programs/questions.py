"""Questions about programs: what is asked, and the numbers in it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import FunctionType

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational
from sdp_proofs.programs.language import Source
from sdp_proofs.programs.laws import Unit
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.reading import read_file, read_function

MOST_BUDGET = 1000
_GRID = 4
"""Steps of one in which Laplace noise is cut."""


@dataclass(frozen=True)
class Question:
    """One question about a program.

    Attributes:
        source: the program as it was read.
        size: how many numbers its input has.
        budget: units that it may cost, or None.
        neighbours: how two inputs may differ: one, all, up, or any where inputs are listed.
        values: the least and the largest number of an input that is listed.
        ratio: r = e^(-unit) at which violations are looked for, or None.
        odds: e^epsilon of a program that only throws coins, in place of a budget.
        delta: what may be missing.
    """

    source: Source
    size: int
    budget: Fraction | None = None
    neighbours: str = "all"
    values: tuple[int, int] = (0, 2)
    ratio: Fraction | None = None
    odds: Fraction | None = None
    delta: Fraction = Fraction(0)

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


def source_of(mechanism: FunctionType | Source | str) -> Source:
    """Read a program that is given as a function, or as FILE:NAME."""
    if isinstance(mechanism, Source):
        return mechanism
    if isinstance(mechanism, str):
        path, colon, name = mechanism.rpartition(":")
        if not colon or not path or not name:
            raise DomainError(f"a program must be given as FILE:NAME, got {mechanism}")
        return read_file(path, name)
    return read_function(mechanism)


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
