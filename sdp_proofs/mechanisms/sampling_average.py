"""The sampling-average mechanism on a grid: draw records without replacement and publish their mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.subset_sums import nearest_level, sum_law
from sdp_proofs.errors import DomainError


@dataclass(frozen=True, slots=True)
class SamplingAverage:
    """`draws` records drawn uniformly without replacement; the output is their mean, or the level nearest to it.

    World: exact. A record is one of the integers low, ..., high, the levels of a grid in units of its step. Two
    databases are adjacent when one record has another level. Rounding is to the nearest level, and a mean halfway
    between two levels goes to the one farther from zero. [Liu, Wang, Xia 2023, Algorithm 3 on a grid, Sec. 6, App. G]

    Args:
        low: the lowest level.
        high: the highest level, above the lowest.
        draws: sample size T >= 1; at most the number of records.
        rounded: whether the mean is rounded to a level.

    Raises:
        DomainError: no draw, or fewer than two levels.

    Example:
        >>> SamplingAverage(low=-2, high=1, draws=2).law((-2, 1, 1))
        FiniteLaw({Fraction(-1, 2): 2/3, Fraction(1, 1): 1/3})
        >>> mechanism = SamplingAverage(low=-2, high=1, draws=2, rounded=True)
        >>> mechanism.law((-2, 1, 1))
        FiniteLaw({Fraction(-1, 1): 2/3, Fraction(1, 1): 1/3})
        >>> list(mechanism.neighbours((0, 1)))[:4]
        [(-2, 1), (-1, 1), (1, 1), (0, -2)]
    """

    low: int
    high: int
    draws: int
    rounded: bool = False

    def __post_init__(self) -> None:
        if self.draws < 1:
            raise DomainError(f"draws must be >= 1, got {self.draws}")
        if self.low >= self.high:
            raise DomainError(f"there must be at least two levels, got {self.low} to {self.high}")

    def law(self, database: Sequence[int]) -> FiniteLaw[Fraction]:
        """The law of the published mean, in units of the grid.

        Raises:
            DomainError: a record that is not a level, or fewer records than draws.
            SizeError: it would take too long.
        """
        sums = sum_law(self._checked(database), self.draws)
        if self.rounded:
            return sums.image(lambda total: Fraction(nearest_level(total, self.draws)))
        return sums.image(lambda total: Fraction(total, self.draws))

    def neighbours(self, database: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The databases in which one record has another level.

        Raises:
            DomainError: a record that is not a level.
        """
        held = self._checked(database)
        for position, record in enumerate(held):
            for level in range(self.low, self.high + 1):
                if level != record:
                    yield (*held[:position], level, *held[position + 1 :])

    def _checked(self, database: Sequence[int]) -> tuple[int, ...]:
        for record in database:
            if not self.low <= record <= self.high:
                raise DomainError(f"a record must be one of the levels {self.low} to {self.high}, got {record}")
        return tuple(database)
