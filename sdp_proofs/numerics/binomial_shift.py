"""Binomial averages of a whole table at once: g_j = E v(Bin(j, s)) for every j, in quasi-linear time.

With v_h >= 0 the table is one convolution of positive numbers,

    g_j = j! * sum over h of (v_h s^h / h!) * ((1-s)^(j-h) / (j-h)!),

whose entries span thousands of orders of magnitude, so that a block product of balls, which is accurate
relative to its largest coefficient, either loses the small ones or pays for the whole range in bits.

`positive_convolution` keeps every entry. The (i, k) plane of terms left_i right_{k-i} is cut into cells. In a cell
the factors are multiplied by 2^(-L i) and 2^(-L j), with a slope L chosen for the cell, which changes a term of
entry k by 2^(-L k) only; then they are rounded down to integers of w bits and multiplied as integer polynomials.
If tilted factors are below 2^A and 2^B, a cell of c columns loses at most c 2^(A+B+1-w) of a tilted entry, so

    w = A + B - min over k of (g_k - L k) + Q + const,    g_k <= log2 of entry k,

proves a loss of at most c 2^-Q of *each* entry, before anything is multiplied. Where w <= 0 the cell is left out:
its whole contribution is that small. As the factors fall off like Gaussians around the largest term of an
entry, only cells along a ridge remain, of about sqrt(n) columns each, and w hardly grows with n. A cell that asks
for many bits is cut further, so irregular factors cost time and never digits.

World: enclosure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpz, fmpz_poly

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numerics.reals import fraction_ball

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

LARGEST_EXPONENT = 1 << 40
"""Binary exponents beyond this are refused: float64 then no longer carries them with a fractional bit."""
_STEPS = 64
"""Slopes are multiples of 1/64 bit per index."""
_CELL_BITS = 700
"""A cell that asks for more bits is cut in four."""
_MOST_BITS = 1 << 24
"""A single term that asks for more (its entry's lower bound is far too low) is refused."""
_SLACK = 6
"""Bits that cover what float64 rounds in an exponent (far below one) and the whole bits of both factors' tops."""


@dataclass(frozen=True, slots=True)
class _Vector:
    """Nonnegative numbers mantissa * 2^exponent, each below 2^top and at least 2^(top-1); zeros have top -inf."""

    mantissas: list[fmpz]
    exponents: NDArray[int64]
    tops: NDArray[float64]


def binomial_averages(values: Sequence[arb], success: Fraction, bits: int) -> list[arb]:
    """Balls around E values[Bin(j, success)] for j = 0, ..., len(values) - 1.

    Args:
        values: nonnegative balls, known to at least 8 relative bits each (exact zeros are welcome).
        success: the probability, 0 <= success <= 1.
        bits: relative accuracy of the balls where the values are exact; where the least accurate one is known to
            b bits, about min(bits, b - 3).

    Raises:
        DomainError: a value that is negative, not finite or not known to 8 bits, or no probability.
        PrecisionError: a binary exponent beyond `LARGEST_EXPONENT`, or entries that differ so wildly that a
            term would need more than 2^24 bits.

    Example:
        >>> [float(average) for average in binomial_averages([arb(0), arb(0), arb(1)], Fraction(1, 2), bits=60)]
        [0.0, 0.0, 0.25]
    """
    if not 0 <= success <= 1:
        raise DomainError(f"success must be a probability, got {success}")
    values = list(values)
    if not values or success in (0, 1):
        return values if success else values[:1] * len(values)
    # The recurrences make three roundings a step, so their balls are 2^-(bits + 8) wide at the end.
    with ctx.workprec(bits + 12 + 2 * len(values).bit_length()):
        hits, misses = fraction_ball(success), fraction_ball(1 - success)
        hit, miss, factorial = arb(1), arb(1), arb(1)
        left, right, factorials = [], [], []
        for index, value in enumerate(values):
            if index:
                hit, miss, factorial = hit * hits / index, miss * misses / index, factorial * index
            left.append(value * hit)
            right.append(miss)
            factorials.append(factorial)
        entries = positive_convolution(left, right, bits + 4)
        return [entry * factorial for entry, factorial in zip(entries, factorials, strict=True)]


def positive_convolution(left: Sequence[arb], right: Sequence[arb], bits: int) -> list[arb]:
    """Balls around sum over i of left[i] right[k-i] for 0 <= k < len(left), each with a proven relative error.

    Fast when the logarithms of `right` are concave and those of `left` piecewise so; correct in any case.

    Args:
        left: nonnegative balls known to at least 8 relative bits, or exact zeros.
        right: as many of the same kind.
        bits: (1 + relative error of left) (1 + that of right) (1 + 2^-bits) bounds each entry's error.

    Raises:
        DomainError: other signs, balls that are too wide or not finite, or different lengths.
        PrecisionError: a binary exponent beyond `LARGEST_EXPONENT`, or entries that differ so wildly that a
            term would need more than 2^24 bits.

    Example:
        >>> ones = [arb(1)] * 4
        >>> [entry.unique_fmpz() for entry in positive_convolution(ones, ones, 30)]
        [1, 2, 3, 4]
    """
    if len(left) != len(right):
        raise DomainError(f"both factors must have the same length, got {len(left)} and {len(right)}")
    if not left:
        return []
    first, left_bits = _read(left)
    second, right_bits = _read(right)
    sums = _Convolution(first, second, bits).entries()
    with ctx.workprec(bits + 32):
        one, unit = arb(1), arb(2)
        # What was rounded was rounded down, by at most 2^-(bits+1) of the entry.
        factor = one.union(one + unit**-bits)
        for accuracy in (left_bits, right_bits):
            if accuracy is not None:
                factor *= arb(1, unit**-accuracy)
        return [arb((mantissa, exponent)) * factor if mantissa != 0 else arb(0) for mantissa, exponent in sums]


def _read(balls: Sequence[arb]) -> tuple[_Vector, int | None]:
    """Mantissas and exponents of the midpoints, and the fewest relative bits of a ball (None: all are exact)."""
    import numpy as np

    mantissas, exponents, tops = [], [], []
    accuracy: int | None = None
    for ball in balls:
        if not ball.is_exact():
            known = int(ball.rel_accuracy_bits()) if ball.is_finite() else 0
            if known < 8:
                raise DomainError(f"entries must be known to at least 8 bits, got {ball}")
            accuracy = known if accuracy is None else min(accuracy, known)
        elif not ball.is_finite():
            raise DomainError(f"entries must be finite, got {ball}")
        mantissa, exponent = ball.mid().man_exp()
        if mantissa < 0:
            raise DomainError(f"entries must be nonnegative, got {ball}")
        top = int(exponent) + mantissa.bit_length()
        if mantissa != 0 and abs(top) > LARGEST_EXPONENT:
            raise PrecisionError(f"binary exponents must be at most {LARGEST_EXPONENT}, got {top}")
        mantissas.append(mantissa)
        exponents.append(int(exponent))
        tops.append(float(top) if mantissa != 0 else -math.inf)
    return _Vector(mantissas, np.array(exponents, dtype=np.int64), np.array(tops)), accuracy


class _Convolution:
    """One product, cut into cells; see the module's docstring for the error bound."""

    def __init__(self, left: _Vector, right: _Vector, bits: int) -> None:
        import numpy as np

        self.np = np
        self.left, self.right = left, right
        self.length = len(left.mantissas)
        # At most n 2^-guard is lost in the cells, n 2^-guard in as many units of an entry, and 3 * 2^-table by
        # the rounded powers of two: together below 2^-(bits+1).
        self.guard = bits + 4 + self.length.bit_length()
        self.table = bits + 4
        one = fmpz(1)
        self.powers = [(one << (_STEPS * self.table + step)).root(_STEPS) for step in range(_STEPS)]
        self.steepest = float((1 << 44) // self.length)
        self.floors = self._lower_bounds()
        self.occupied = np.isfinite(self.floors)
        self.units = np.where(self.occupied, np.floor(self.floors), 0).astype(np.int64) - self.guard
        self.sums = [fmpz(0)] * self.length

    def entries(self) -> list[tuple[fmpz, int]]:
        """(mantissa, exponent) of each entry, below it by at most the proven loss."""
        for cell in self._cells():
            self._add(cell)
        return list(zip(self.sums, self.units.tolist(), strict=True))

    def _lower_bounds(self) -> NDArray[float64]:
        """g_k: below the logarithm of entry k, and not far below where the factors are regular.

        One term of a sum is a lower bound. The largest terms are looked up for some k; between two of them
        the same i, the same j, and the first i that counts are tried.
        """
        np = self.np
        left, right, length = self.left.tops, self.right.tops, self.length
        stride = max(1, math.isqrt(length) // 4)
        best: NDArray[float64] = np.full(length, -np.inf)
        nonzero = np.flatnonzero(np.isfinite(left))
        if not len(nonzero):
            return best
        for k in [*range(0, length, stride), length - 1]:
            column = int(np.argmax(left[: k + 1] + right[k::-1]))
            start, stop = max(0, k - stride), min(length, k + stride + 1)
            near = np.arange(start, stop)
            for columns in (np.full(stop - start, column), near - (k - column)):
                inside = (columns >= 0) & (columns <= near)
                rows, chosen = near[inside], columns[inside]
                best[rows] = np.maximum(best[rows], left[chosen] + right[rows - chosen])
        column = int(nonzero[0])
        best[column:] = np.maximum(best[column:], left[column] + right[: length - column])
        for k in column + np.flatnonzero(np.isneginf(best[column:])):
            # Either the entry is zero, or the right factor has zeros and no neighbour's term would do.
            best[k] = np.max(left[: k + 1] + right[k::-1])
        # Both tops exceed the logarithms by at most one; one more for rounding.
        best -= 3.0
        return best

    def _cells(self) -> list[tuple[int, int, int, int]]:
        """Cells (first i, last i + 1, first k, last k + 1) that a common slope does not rule out."""
        np = self.np
        length = self.length
        size = 1 << max(4, round(math.log2(2 * math.sqrt(length))))
        count = -(-length // size)
        cells = []
        for block in range(count):
            start, stop = block * size, min(length, (block + 1) * size)
            slope = self._slope(self.floors, start, stop)
            lefts, rights = (self._block_tops(vector.tops, slope, size, count) for vector in (self.left, self.right))
            floor = self._lowest(start, stop, slope)
            if floor is None:
                continue
            # The other index of a cell runs over two blocks.
            rights = np.maximum(rights, np.concatenate(([-np.inf], rights[:-1])))
            excess = lefts[: block + 1] + rights[block::-1] - floor + self.guard + _SLACK
            cells += [
                (int(i) * size, min(length, (int(i) + 1) * size), start, stop) for i in np.flatnonzero(excess > 0)
            ]
        return cells

    def _block_tops(self, tops: NDArray[float64], slope: float, size: int, count: int) -> NDArray[float64]:
        np = self.np
        padded: NDArray[float64] = np.full(size * count, -np.inf)
        padded[: self.length] = tops - slope * np.arange(self.length)
        highest: NDArray[float64] = padded.reshape(count, size).max(axis=1)
        return highest

    def _slope(self, tops: NDArray[float64], start: int, stop: int) -> float:
        """A multiple of 1/64 near the slope of the finite values between start and stop."""
        np = self.np
        finite = np.flatnonzero(np.isfinite(tops[start:stop]))
        if len(finite) < 2:
            return 0.0
        first, last = start + int(finite[0]), start + int(finite[-1])
        slope = float(tops[last] - tops[first]) / (last - first)
        return round(min(self.steepest, max(-self.steepest, slope)) * _STEPS) / _STEPS

    def _lowest(self, start: int, stop: int, slope: float) -> float | None:
        """The minimum of g_k - slope k over the entries that are not zero, or None where all are."""
        np = self.np
        tilted = self.floors[start:stop] - slope * np.arange(start, stop)
        finite = tilted[self.occupied[start:stop]]
        return float(finite.min()) if len(finite) else None

    def _add(self, whole: tuple[int, int, int, int]) -> None:
        """Add the terms of a cell, cutting it as long as that saves bits."""
        cells = [whole]
        while cells:
            i0, i1, k0, k1 = cells.pop()
            j0, j1 = max(0, k0 - i1 + 1), k1 - i0
            if j1 <= 0:
                continue
            plans = []
            for tops, start, stop in (
                (self.floors, k0, k1),
                (self.right.tops, j0, j1),
                (self.left.tops, i0, i1),
            ):
                slope = self._slope(tops, start, stop)
                plans.append(self._plan(slope, (i0, i1), (j0, j1), (k0, k1)))
            width, slope, left_top, right_top = min(plans)
            if width <= 0:
                continue
            if width > _CELL_BITS and max(i1 - i0, k1 - k0) > 1:
                middle_i, middle_k = (i0 + i1 + 1) // 2, (k0 + k1 + 1) // 2
                cells += [
                    (first, last, low, high)
                    for first, last in ((i0, middle_i), (middle_i, i1))
                    for low, high in ((k0, middle_k), (middle_k, k1))
                    if first < last and low < high
                ]
                continue
            if width > _MOST_BITS:
                raise PrecisionError(f"a term needs {width} bits, more than {_MOST_BITS}")
            self._multiply(slope, (left_top - width, right_top - width), (i0, i1), (j0, j1), (k0, k1))

    def _plan(
        self, slope: float, i: tuple[int, int], j: tuple[int, int], k: tuple[int, int]
    ) -> tuple[int, float, int, int]:
        """Bits the cell needs with this slope, the slope, and the tops of the tilted factors."""
        np = self.np
        left = float((self.left.tops[i[0] : i[1]] - slope * np.arange(*i)).max())
        right = float((self.right.tops[j[0] : j[1]] - slope * np.arange(*j)).max())
        floor = self._lowest(*k, slope)
        if floor is None or -math.inf in (left, right):
            return 0, slope, 0, 0
        tops = math.ceil(left), math.ceil(right)
        return math.ceil(left + right - floor + self.guard + _SLACK), slope, *tops

    def _multiply(
        self, slope: float, scales: tuple[int, int], i: tuple[int, int], j: tuple[int, int], k: tuple[int, int]
    ) -> None:
        """Add the products of the tilted factors, in units of 2^scales."""
        np = self.np
        steps = round(slope * _STEPS)
        left = self._tilted(self.left, scales[0], steps, i)
        right = self._tilted(self.right, scales[1], steps, j)
        products = fmpz_poly(left) * fmpz_poly(right)
        offset = i[0] + j[0]
        start, stop = max(k[0], offset), min(k[1], offset + products.length())
        if start >= stop:
            return
        whole, part = np.divmod(steps * np.arange(start, stop), _STEPS)
        shifts = self.units[start:stop] + (self.table - scales[0] - scales[1]) - whole
        sums, powers, occupied = self.sums, self.powers, self.occupied
        for row, power, shift in zip(range(start, stop), part.tolist(), shifts.tolist(), strict=True):
            if occupied[row]:
                sums[row] += _shifted(products[row - offset] * powers[power], shift)

    def _tilted(self, vector: _Vector, scale: int, steps: int, span: tuple[int, int]) -> list[fmpz]:
        """floor(value * 2^(-slope index - scale)), with the power of two rounded down."""
        np = self.np
        whole, part = np.divmod(-steps * np.arange(*span), _STEPS)
        shifts = (self.table + scale) - vector.exponents[span[0] : span[1]] - whole
        powers = self.powers
        mantissas = vector.mantissas[span[0] : span[1]]
        return [
            _shifted(mantissa * powers[power], shift) if mantissa != 0 else mantissa
            for mantissa, power, shift in zip(mantissas, part.tolist(), shifts.tolist(), strict=True)
        ]


def _shifted(number: fmpz, shift: int) -> fmpz:
    """floor(number / 2^shift)."""
    return number >> shift if shift >= 0 else number << -shift
