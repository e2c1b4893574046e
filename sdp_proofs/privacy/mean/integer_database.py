"""A database of integers on a grid whose sampled mean is published, and its exact loss against one neighbour.

The neighbour replaces a record of value v by the level w. With q_t(s) the number of t-subsets of the other n - 1
records with sum s, the database that holds u in that place has C(n,T) P(s) = q_(T-1)(s - u) + q_T(s): the sample
contains the record in question, or it does not. Both laws share q, and q comes from the whole database by one exact
polynomial division.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from sdp_proofs.distributions.subset_sums import SubsetSums, first_sum_of_level, nearest_level
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import Readable, read_integer, shown
from sdp_proofs.privacy.budget import sampling_draws
from sdp_proofs.privacy.histogram.database import BACKWARD, FORWARD

MOST_LEVELS = 2**16
_PLAIN = re.compile(r"[-+]?[0-9]+")


@dataclass(frozen=True)
class GridDatabase:
    """The records and how their mean is sampled, as in `mechanisms.sampling_average`.

    Args:
        values: the records, integers between low and high, in units of the grid.
        low: the lowest level.
        high: the highest level, above the lowest.
        draws: sample size T, 1 <= T <= n, without replacement.
        rounded: whether the mean is rounded to the nearest level, ties away from zero.

    Raises:
        DomainError: outside these domains.
        SizeError: too many levels.

    Example:
        >>> GridDatabase.read(values="3,-5,7,0", levels="-8:7", draws=2).records
        4
    """

    values: tuple[int, ...]
    low: int
    high: int
    draws: int
    rounded: bool = False

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise DomainError(
                f"there must be at least two levels, LOW < HIGH, got {shown(self.low)} and {shown(self.high)}"
            )
        if self.high - self.low >= MOST_LEVELS:
            raise SizeError(f"there must be at most {MOST_LEVELS} levels, got {shown(self.high - self.low + 1)}")
        if not self.values:
            raise DomainError("there must be at least one value, got none")
        for value in self.values:
            if not self.low <= value <= self.high:
                raise DomainError(f"a value must be a level between {self.low} and {self.high}, got {shown(value)}")
        if not 1 <= self.draws <= self.records:
            raise DomainError(
                f"draws must be between 1 and the number of records {self.records}, got {shown(self.draws)}"
            )

    @classmethod
    def read(
        cls,
        *,
        values: str | Sequence[Readable],
        levels: str | tuple[Readable, Readable],
        rate: Readable | None = None,
        draws: Readable | None = None,
        rounded: bool = False,
    ) -> GridDatabase:
        """Read the values, the lowest and the highest level, and exactly one of rate and draws.

        Args:
            values: "3,-5,7", separated by commas, blanks or lines, or a sequence.
            levels: "-128:127", or a pair.
            rate: sampling rate in (0, 1]; draws are ceil(rate * records).
            draws: sample size, instead of the rate.
            rounded: whether the mean is rounded to the nearest level.

        Raises:
            DomainError: not integers, or outside the domains.
        """
        parts = values.replace(",", " ").split() if isinstance(values, str) else list(values)
        numbers = tuple(_read_value(part) for part in parts)
        ends = levels.split(":") if isinstance(levels, str) else list(levels)
        if len(ends) != 2:
            raise DomainError(f"levels must be LOW:HIGH, such as -128:127, got {shown(levels)}")
        low, high = (
            read_integer(end.strip() if isinstance(end, str) else end, f"the {name} level")
            for end, name in zip(ends, ("lowest", "highest"), strict=True)
        )
        return cls(numbers, low, high, sampling_draws(len(numbers), rate=rate, draws=draws), rounded)

    @property
    def records(self) -> int:
        """The number of records n."""
        return len(self.values)

    @property
    def samples(self) -> int:
        """The number of samples, C(n, T)."""
        return comb(self.records, self.draws)

    @cached_property
    def sums(self) -> SubsetSums:
        """The counts that everything is made of; computed once.

        Raises:
            SizeError: it would take too long.
        """
        return SubsetSums.of(self.values, min(self.draws, self.records - self.draws))

    def changed(self, removed: int, added: int) -> tuple[int, ...]:
        """The values after the first record of value `removed` became `added`.

        Raises:
            DomainError: no such record, or not another level.
        """
        if removed not in self.values:
            raise DomainError(f"the value to change must be one of the records, got {removed}")
        if added == removed or not self.low <= added <= self.high:
            raise DomainError(f"the new value must be another level between {self.low} and {self.high}, got {added}")
        position = self.values.index(removed)
        return (*self.values[:position], added, *self.values[position + 1 :])


def _read_value(value: Readable) -> int:
    """An integer; of text only a plain one, since among many values "3-5" is a comma forgotten, not -2."""
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        raise DomainError(f"a value must be an integer such as -5, got {shown(value)}")
    return read_integer(value, "a value")


class OneRecord:
    """The laws of the output when all records are known but one.

    World: exact. An output is a sum of draws, or a rounded mean.

    Args:
        database: x.
        removed: the value of the record that is singled out.

    Example:
        >>> record = OneRecord(GridDatabase((0, 0, 1), low=0, high=2, draws=2), removed=1)
        >>> [record.samples_to(output, level=2) for output in range(4)]
        [1, 0, 2, 0]
    """

    def __init__(self, database: GridDatabase, removed: int) -> None:
        self.database, self.removed = database, removed
        rest = database.sums.without(removed)
        self._drawn, self._left = rest.row(database.draws - 1), rest.row(database.draws)

    def samples_to(self, output: int, level: int) -> int:
        """How many samples lead to an output if the record has this level."""
        drawn, left = self._drawn, self._left
        return sum(left.at(total) + drawn.at(total - level) for total in self._sums_of(output))

    def loss(self, added: int, direction: str, odds: Fraction, outputs: Iterable[int] | None = None) -> Fraction:
        """d(x, x') or d(x', x), where the record becomes `added` in x'.

        Args:
            added: the new level.
            direction: `FORWARD` for d(x, x'), `BACKWARD` for d(x', x).
            odds: exp(epsilon) >= 1, rational.
            outputs: those to look at, all of them unless given; what others would add is left out.

        Raises:
            DomainError: no such neighbour or direction, or odds below one.
        """
        if direction not in (FORWARD, BACKWARD):
            raise DomainError(f"direction must be {FORWARD} or {BACKWARD}, got {direction}")
        if odds < 1:
            raise DomainError(f"odds must be >= 1 (odds = exp(epsilon)), got {odds}")
        self.database.changed(self.removed, added)
        one, other = (self.removed, added) if direction == FORWARD else (added, self.removed)
        up, down = odds.numerator, odds.denominator
        gain = 0
        for output in self._outputs(one) if outputs is None else outputs:
            excess = down * self.samples_to(output, one)
            if excess:
                gain += max(0, excess - up * self.samples_to(output, other))
        return Fraction(gain, down * self.database.samples)

    def _outputs(self, level: int) -> range:
        """All outputs that are possible with this level, and perhaps others between them."""
        rows = ((self._left.first, self._left), (self._drawn.first + level, self._drawn))
        first, last = min(start for start, _ in rows), max(start + row.length - 1 for start, row in rows)
        if not self.database.rounded:
            return range(first, last + 1)
        draws = self.database.draws
        return range(nearest_level(first, draws), nearest_level(last, draws) + 1)

    def _sums_of(self, output: int) -> Iterable[int]:
        if not self.database.rounded:
            return (output,)
        draws = self.database.draws
        return range(first_sum_of_level(output, draws), first_sum_of_level(output + 1, draws))
