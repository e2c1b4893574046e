"""Numbers of subsets of a list of integers by size and sum, exactly.

The number of t-subsets with sum s is the coefficient of y^t z^s in prod_i (1 + y z^v_i). The product is built one
factor at a time: a new value v turns row t into p_t + z^v p_(t-1). A row is one long integer with a slot of fixed
width per sum, wide enough for every count, so multiplying by z^v is a shift of the integer. A factor is divided
out again, exactly, by q_t = p_t - z^v q_(t-1). Subsets of more than half of the records are counted by what they
leave out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import fmpz

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

MOST_BYTES_MOVED = 2 * 10**11
"""Most memory traffic that is accepted for the product: about half a minute."""
MOST_BYTES_HELD = 10**9
FLOAT_BITS = 900
"""Counts of more bits are scaled down to so many before they become floats."""


@dataclass(frozen=True, slots=True)
class SumCounts:
    """Record of how many subsets of one size have which sum, still packed: entries are read one by one.

    World: exact.

    Args:
        first: the smallest sum with a slot.
        length: the number of slots.
        width: bytes per slot.
        data: the slots, the least significant byte first.
        mirrored: whether the first slot belongs to the largest sum.

    Example:
        >>> counts = SubsetSums.of([0, 1, 1, 5], size=2).row(2)
        >>> counts.at(6), counts.at(7)
        (2, 0)
    """

    first: int
    length: int
    width: int
    data: bytes
    mirrored: bool

    def at(self, total: int) -> int:
        """The number of subsets with this sum."""
        slot = total - self.first
        if not 0 <= slot < self.length:
            return 0
        if self.mirrored:
            slot = self.length - 1 - slot
        return int.from_bytes(self.data[slot * self.width : (slot + 1) * self.width], "little")


@dataclass(frozen=True)
class SubsetSums:
    """The counts of the t-subsets of a list of integers by their sum, for t <= size and for t >= n - size.

    World: exact. Make one with `of`.

    Args:
        values: the integers, increasing.
        least: all values are at least this.
        spread: all values are at most least + spread.
        width: bytes per slot.
        rows: row t holds the counts for the sums t least, ..., t (least + spread).

    Example:
        >>> SubsetSums.of([0, 1, 1, 5], size=2).counts(2)
        (0, [0, 2, 1, 0, 0, 1, 2, 0, 0, 0, 0])
    """

    values: tuple[int, ...]
    least: int
    spread: int
    width: int
    rows: tuple[fmpz, ...]

    @classmethod
    def of(cls, values: list[int] | tuple[int, ...], size: int) -> SubsetSums:
        """Count the subsets of up to `size` of the values.

        Raises:
            DomainError: no values, or a size that is negative or larger than their number.
            SizeError: the counts would not fit into memory, or would take too long.
        """
        held, records = tuple(sorted(values)), len(values)
        if not held:
            raise DomainError("there must be at least one value, got none")
        if not 0 <= size <= records:
            raise DomainError(f"size must be between 0 and the number of values {records}, got {size}")
        least, spread = held[0], held[-1] - held[0]
        width = -(-comb(records, min(size, records // 2)).bit_length() // 8)
        stored = (size * spread + 1) * width * (size + 1) // 2
        if stored > MOST_BYTES_HELD or stored * records > MOST_BYTES_MOVED:
            raise SizeError(
                "the exact law of the sum must need at most "
                f"{MOST_BYTES_HELD:.0e} bytes, and move at most {MOST_BYTES_MOVED:.0e}; "
                f"got {stored:.0e} and {stored * records:.0e}"
            )
        rows = [fmpz(1)] + [fmpz(0)] * size
        for earlier, value in enumerate(held):
            shift = (value - least) * width * 8
            for chosen in range(min(size, earlier + 1), 0, -1):
                rows[chosen] = rows[chosen] + (rows[chosen - 1] << shift)
        return cls(held, least, spread, width, tuple(rows))

    def without(self, value: int) -> SubsetSums:
        """The counts when one record of this value is left out.

        Raises:
            DomainError: there is no such record.
        """
        if value not in self.values:
            raise DomainError(f"the record to leave out must be one of the values, got {value}")
        position = self.values.index(value)
        shift = (value - self.least) * self.width * 8
        rows: list[fmpz] = [self.rows[0]]
        for row in self.rows[1:]:
            rows.append(row - (rows[-1] << shift))
        kept = self.values[:position] + self.values[position + 1 :]
        return SubsetSums(kept, self.least, self.spread, self.width, tuple(rows))

    def row(self, chosen: int) -> SumCounts:
        """The counts of the subsets of `chosen` values.

        Raises:
            DomainError: subsets of this size were not counted.
        """
        records = len(self.values)
        if not 0 <= chosen <= records:
            return SumCounts(chosen * self.least, 1, self.width, bytes(self.width), mirrored=False)
        mirrored = chosen >= len(self.rows)
        stored = records - chosen if mirrored else chosen
        if stored >= len(self.rows):
            raise DomainError(f"subsets of {chosen} of {records} values were not counted")
        length = stored * self.spread + 1
        first = self._total - stored * (self.least + self.spread) if mirrored else chosen * self.least
        data = int(self.rows[stored]).to_bytes(length * self.width, "little")
        return SumCounts(first, length, self.width, data, mirrored)

    def counts(self, chosen: int) -> tuple[int, list[int]]:
        """The first sum, and for it and the following sums the number of subsets of `chosen` values that have it.

        Raises:
            DomainError: subsets of this size were not counted.
        """
        row = self.row(chosen)
        return row.first, [row.at(total) for total in range(row.first, row.first + row.length)]

    def floats(self, chosen: int) -> tuple[int, NDArray[float64]]:
        """The same in float64, divided by 2^`float_shift`.

        World: an estimate with a proven error: each entry is made by at most `float_roundings` roundings, apart from
        what 2^-1022 is too coarse for, which can happen only if `float_shift` is not zero.
        """
        import numpy as np

        row = self.row(chosen)
        padded = np.zeros((row.length, self._words * 8), dtype=np.uint8)
        padded[:, : self.width] = np.frombuffer(row.data, dtype=np.uint8).reshape(row.length, self.width)
        words = padded.view("<u8")
        total = np.zeros(row.length)
        for index in range(self._words):
            total += np.ldexp(words[:, index].astype(np.float64), 64 * index - self.float_shift)
        return row.first, total[::-1] if row.mirrored else total

    @property
    def float_shift(self) -> int:
        """The power of two by which `floats` divides."""
        return max(0, self.width * 8 - FLOAT_BITS)

    @property
    def float_roundings(self) -> int:
        """Return how many roundings make an entry of `floats`: one per word, and the additions."""
        return 2 * self._words

    @property
    def _words(self) -> int:
        return -(-self.width // 8)

    @cached_property
    def _total(self) -> int:
        return sum(self.values)


def sum_law(values: list[int] | tuple[int, ...], draws: int) -> FiniteLaw[int]:
    """The law of the sum of `draws` of the values, drawn without replacement.

    World: exact.

    Raises:
        DomainError: no values, or not 0 <= draws <= their number.
        SizeError: it would take too long.

    Example:
        >>> sum_law([0, 1, 1, 5], 2)
        FiniteLaw({1: 1/3, 2: 1/6, 5: 1/6, 6: 1/3})
    """
    records = len(values)
    if not 0 <= draws <= records:
        raise DomainError(f"draws must be between 0 and the number of values {records}, got {draws}")
    first, counts = SubsetSums.of(values, min(draws, records - draws)).counts(draws)
    subsets = comb(records, draws)
    return FiniteLaw({first + index: Fraction(count, subsets) for index, count in enumerate(counts) if count})


def nearest_level(total: int, draws: int) -> int:
    """The integer nearest to total/draws; a mean halfway between two goes to the one farther from zero.

    Example:
        >>> [nearest_level(total, 2) for total in (-3, -1, 0, 1, 3, 4)]
        [-2, -1, 0, 1, 2, 2]
    """
    size = (2 * abs(total) + draws) // (2 * draws)
    return size if total >= 0 else -size


def first_sum_of_level(level: int, draws: int) -> int:
    """The smallest sum of `draws` values whose mean `nearest_level` rounds to this level or a higher one.

    Example:
        >>> [first_sum_of_level(level, 2) for level in (-1, 0, 1, 2)]
        [-2, 0, 1, 3]
    """
    halves = (2 * level - 1) * draws
    return -(-halves // 2) if level > 0 else halves // 2 + 1
