"""Long vectors of nonnegative integers: products as polynomials, rounding in one direction, cutting of ends.

World: directed bounds. A vector stands for masses on consecutive points in units of 2^-bits; `Masses` carries a
bound of the
mass that was cut off, so that what is there plus what was cut bounds the truth from above when everything was
rounded up.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from flint import arb, arb_poly, fmpz, fmpz_poly

UNIT_BITS = 60
_BLOCK = 512


@dataclass(frozen=True)
class Masses:
    """Masses on the points first, first + 1, ..., in units of 2^-60.

    Args:
        first: the first point.
        values: integers >= 0.
        cut: an upper bound of the mass elsewhere, in the same units.
        upward: whether roundings go up (then nothing is lost but what `cut` holds) or down (then what is cut is
        dropped).
    """

    first: int
    values: fmpz_poly
    cut: int
    upward: bool

    @classmethod
    def of(cls, points: dict[int, arb], *, upward: bool, cut: int = 0) -> Masses:
        """Round masses given as balls to integers, in one direction; a negative lower end counts as zero.

        Example:
            >>> Masses.of({0: arb("0.25"), 2: arb("0.75")}, upward=True).total >> 56
            16
        """
        first, last = min(points), max(points)
        row = [0] * (last - first + 1)
        unit = arb(2) ** UNIT_BITS
        for point, mass in points.items():
            scaled = mass * unit
            end = (scaled.upper().ceil() if upward else scaled.lower().floor()).unique_fmpz()
            if end is None:
                raise ValueError("a mass must be finite")
            row[point - first] = max(0, int(end))
        return cls(first, fmpz_poly(row), cut, upward)

    @property
    def total(self) -> int:
        """All that is there, without the cut."""
        return int(self.values(fmpz(1)))

    @property
    def length(self) -> int:
        """From the first point to the last."""
        return int(self.values.length())

    def times(self, other: Masses, keep: int) -> Masses:
        """The convolution; ends of mass at most `keep` are cut off on either side."""
        product = self.values * other.values
        cut = self.cut * other.total + self.total * other.cut + self.cut * other.cut
        cut = -(-cut >> UNIT_BITS) if cut else 0
        # Ends are cut before they are rounded, as most of a product is made of ends.
        start, lost = _end(product, keep << UNIT_BITS)
        end, lost_right = _end(product, keep << UNIT_BITS, right=True)
        kept = product.truncate(max(start, int(product.length()) - end)).right_shift(start)
        rounded = kept // (1 << UNIT_BITS)  # nonnegative, so rounded down
        if self.upward:
            rounded += fmpz_poly([1] * int(kept.length()))
        kept_cut = cut + ((lost + lost_right) >> UNIT_BITS) + 2 if self.upward else 0
        return Masses(self.first + other.first + start, rounded, kept_cut, self.upward)

    def trimmed(self, keep: int) -> Masses:
        """The same without its ends of mass at most `keep` on either side."""
        start, lost = _end(self.values, keep)
        end, lost_right = _end(self.values, keep, right=True)
        cut = self.cut + lost + lost_right if self.upward else 0
        kept = self.values.truncate(max(start, self.length - end)).right_shift(start)
        return Masses(self.first + start, kept, cut, self.upward)

    def power(self, exponent: int, keep: int) -> Masses:
        """The convolution with itself, `exponent` copies in all; the result misses about `keep` on either side."""
        base = self.trimmed(keep // exponent)
        result, copies = base, 1
        for bit in bin(exponent)[3:]:
            copies *= 2
            result = result.times(result, keep * copies // exponent)
            if bit == "1":
                copies += 1
                result = result.times(base, keep * copies // exponent)
        return result

    def power_below(self, exponent: int, limit: int) -> list[int]:
        """The convolution of `exponent` copies at the points 0 to limit - 1, which masses beyond them do not change.

        Example:
            >>> fair = Masses.of({0: arb("0.5"), 1: arb("0.5")}, upward=False)
            >>> [value >> 58 for value in fair.power_below(2, 2)]
            [1, 2]
        """
        half = (1 << UNIT_BITS) - 1 if self.upward else 0
        base = self.values.left_shift(self.first).truncate(limit)
        result = base
        for bit in bin(exponent)[3:]:
            for factor in (result, base) if bit == "1" else (result,):
                product = (result * factor).truncate(limit)
                result = fmpz_poly([(value + half) >> UNIT_BITS for value in product.coeffs()])
        row = [int(value) for value in result.coeffs()]
        return row + [0] * (limit - len(row))

    def suffixes(self, ratio: arb) -> Suffixes:
        """For each point k of the vector the sum of mass(l) ratio^(l - k) over l >= k, in units of one.

        Example:
            >>> fair = Masses.of({0: arb("0.5"), 1: arb("0.5")}, upward=False)
            >>> [float(fair.suffixes(arb("0.5")).at(k)) for k in (0, 1)]
            [0.75, 0.5]
        """
        return Suffixes(self.values, ratio)


class Suffixes:
    """Sums from any point of a vector on: those of blocks are kept, the rest of a block is added when asked for.

    Args:
        values: the vector, in units of 2^-60.
        ratio: what a term loses a point.
    """

    def __init__(self, values: fmpz_poly, ratio: arb) -> None:
        self._row, self._ratio = values.coeffs(), ratio
        turn, total = ratio**_BLOCK, arb(0)
        self._from = [total]
        for start in range((len(self._row) - 1) // _BLOCK * _BLOCK, -1, -_BLOCK):
            total = arb_poly(self._row[start : start + _BLOCK])(ratio) + turn * total
            self._from.append(total)
        self._from.reverse()

    def at(self, point: int) -> arb:
        """The sum from one point of the vector on."""
        block = point // _BLOCK
        end = (block + 1) * _BLOCK
        total = arb_poly(self._row[point:end])(self._ratio) + self._ratio ** (end - point) * self._from[block + 1]
        return total * arb(2) ** -UNIT_BITS


def _end(values: fmpz_poly, keep: int, *, right: bool = False) -> tuple[int, int]:
    """Return how many entries at one end have a sum of at most `keep`, and that sum."""
    count, total, length, width = 0, 0, int(values.length()), _BLOCK
    while count < length:  # block by block, because an end is found without looking at the rest
        width = min(2 * width, length - count)
        if right:
            block = values.right_shift(length - count - width).truncate(width)
        else:
            block = values.truncate(count + width).right_shift(count)
        following = total + int(block(fmpz(1)))
        if following > keep:
            row = block.coeffs()
            row += [fmpz(0)] * (width - len(row))
            sums = list(accumulate(row[::-1] if right else row, initial=fmpz(total)))
            more = bisect_right(sums, keep) - 1
            return count + more, int(sums[more])
        count, total = count + width, following
    return count, total
