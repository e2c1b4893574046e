"""Average tables over binomial distributions, and enclose long sums by blocks.

*Binomial averages of a whole table at once*, g_j = E v(Bin(j, s)) for every j, in quasi-linear time. With v_h >= 0 the
table is one convolution of positive numbers,

    g_j = j! * sum over h of (v_h s^h / h!) * ((1-s)^(j-h) / (j-h)!),

whose entries span thousands of orders of magnitude. Arb's product of polynomials keeps the digits of every coefficient,
but most terms of an entry are negligible beside its largest, and a long product computes them all.

`positive_convolution` therefore computes the entries in strips of consecutive k. A strip has a slope L and a floor f
with f + L k <= log2 of entry k wherever that was looked up. An index i is left out if the tilted terms
left_i right_j 2^(-L (i + j)) of the strip are all below 2^(f - Q), and so is such a j; one product of what remains
is the strip. Nothing is believed about f: what was left out of entry k is below n 2^(f + L k - Q), which is compared
with what the product gave, and where it might matter the strip is halved; a strip of one entry is summed plainly.
As the factors fall off like Gaussians around the largest term of an entry, only about sqrt(n) indices more
than a strip is long remain, and irregular factors cost time and never digits.

World: enclosure.

*A long sum of nonnegative terms of which few matter*, enclosed without knowing beforehand which. The range of
summation is cut into blocks, each with a proven upper bound of its sum. The block with the largest bound comes first:
if it is long it is halved and its halves are bounded anew, if it is short its terms are summed. This goes on until the
bounds of all blocks that are left add up to less than the accuracy asked for. Nothing is assumed about the terms,
there may be several peaks, and how good the bounds are only decides how long it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from operator import add, mul, truediv

from flint import arb, arb_poly, arb_series, ctx

from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.reals import fraction_ball

LARGEST_EXPONENT = 1 << 40
"""Binary exponents beyond this are refused: float64 then no longer carries them with a fractional bit."""
_FEWEST_BITS = 8
"""Factors must be known to so many relative bits."""
_WIDTH = 16
"""Strips have this many times sqrt(n) entries: wider ones ask for longer numbers, narrower ones overlap more."""
_LOOKED_UP = 9
"""In so many places of a strip the largest term is looked up."""
_SLACK = 3
"""Bits that cover what a top is too high, what float64 rounds in an exponent, and a rounded sum."""


@dataclass(frozen=True, slots=True)
class _Factor:
    """Nonnegative exact numbers, each below 2^top and at least 2^(top-1); zeros have top -inf.

    `accuracy` are the relative bits to which the least accurate one stands for the true factor; 2^63 if all are exact.
    """

    values: list[arb]
    tops: list[float]
    accuracy: int


def binomial_averages(values: Sequence[arb], success: Fraction, bits: int) -> list[arb]:
    """Balls around E values[Bin(j, success)] for j = 0, ..., len(values) - 1.

    Args:
        values: nonnegative balls, known to at least 8 relative bits each (exact zeros are welcome).
        success: the probability, 0 <= success <= 1.
        bits: relative accuracy of the balls where the values are exact; where the least accurate one is known to
            b bits, about min(bits, b - 3).

    Raises:
        DomainError: a value that is negative, not finite or not known to 8 bits, or no probability.
        PrecisionError: a binary exponent beyond `LARGEST_EXPONENT`.

    Example:
        >>> [float(average) for average in binomial_averages([arb(0), arb(0), arb(1)], Fraction(1, 2), bits=60)]
        [0.0, 0.0, 0.25]
    """
    if not 0 <= success <= 1:
        raise DomainError(f"success must be a probability, got {success}")
    values, length = list(values), len(values)
    if not values or success in (0, 1):
        return values if success else values[:1] * length
    # An exponential takes a few roundings a step, so its balls are 2^-(bits + 5) wide at the end.
    with ctx.workprec(bits + 8 + length.bit_length()):
        hits, misses, ones = (
            _exponential(fraction_ball(point), length) for point in (success, 1 - success, Fraction(1))
        )
        entries = positive_convolution(list(map(mul, values, hits)), misses, bits + 3)
        return list(map(truediv, entries, ones))


def positive_convolution(left: Sequence[arb], right: Sequence[arb], bits: int) -> list[arb]:
    """Balls around sum over i of left[i] right[k-i] for 0 <= k < len(left), each with a proven relative error.

    Fast when the logarithms of `right` are concave and those of `left` piecewise so; correct in any case.

    Args:
        left: nonnegative balls known to at least 8 relative bits, or exact zeros.
        right: as many of the same kind.
        bits: (1 + relative error of left) (1 + that of right) (1 + 2^-bits) bounds each entry's error.

    Raises:
        DomainError: other signs, balls that are too wide or not finite, or different lengths.
        PrecisionError: a binary exponent beyond `LARGEST_EXPONENT`.

    Example:
        >>> ones = [arb(1)] * 4
        >>> [entry.unique_fmpz() for entry in positive_convolution(ones, ones, 30)]
        [1, 2, 3, 4]
    """
    if len(left) != len(right):
        raise DomainError(f"both factors must have the same length, got {len(left)} and {len(right)}")
    if not left:
        return []
    first, second = _read(left), _read(right)
    # Sums of positive numbers: every addition is one rounding of the sum.
    with ctx.workprec(bits + 3 + len(left).bit_length()):
        sums = _Strips(first, second, bits + 1).entries()
        one, unit = arb(1), arb(2)
        factor = one.union(one + unit ** -(bits + 1))
        for accuracy in (first.accuracy, second.accuracy):
            factor *= arb(1, unit**-accuracy)
        return [entry * factor for entry in sums]


def _exponential(point: arb, length: int) -> list[arb]:
    """point^j / j! for 0 <= j < length."""
    with _cap(length):
        coefficients = list(arb_series([0, point], prec=length).exp())
    return coefficients + [arb(0)] * (length - len(coefficients))


@contextmanager
def _cap(length: int) -> Iterator[None]:
    """Power series have this many coefficients."""
    before = ctx.cap
    ctx.cap = length
    try:
        yield
    finally:
        ctx.cap = before


def _read(balls: Sequence[arb]) -> _Factor:
    accuracy = min(ball.rel_accuracy_bits() if ball.is_finite() else 0 for ball in balls)
    if accuracy < _FEWEST_BITS:
        raise DomainError(f"entries must be finite and known to at least {_FEWEST_BITS} bits, got {accuracy}")
    values = [ball.mid() for ball in balls]
    if min(values) < 0:
        raise DomainError(f"entries must be nonnegative, got {min(values)}")
    tops = _tops(values)
    largest = max(map(abs, filter(math.isfinite, tops)), default=0)
    if largest > LARGEST_EXPONENT:
        raise PrecisionError(f"binary exponents must be at most {LARGEST_EXPONENT}, got {largest:.0f}")
    return _Factor(values, tops, int(accuracy))


def _tops(values: Sequence[arb]) -> list[float]:
    """The binary exponents of exact numbers: 2^(top-1) <= |value| < 2^top."""
    parts = map(arb.man_exp, values)
    return [int(exponent) + mantissa.bit_length() if mantissa != 0 else -math.inf for mantissa, exponent in parts]


class _Strips:
    """One product in strips; see the module's docstring. At most 2^-bits of an entry is left out of it."""

    def __init__(self, left: _Factor, right: _Factor, bits: int) -> None:
        self.left, self.right, self.bits = left, right, bits
        self.length = len(left.values)
        self.guard = bits + self.length.bit_length() + 2 * _SLACK
        # With steeper slopes float64 would lose the fractional bits of slope times index.
        self.steepest = float((1 << 44) // self.length)

    def entries(self) -> list[arb]:
        """Every entry, less what is left out."""
        places = [
            [place for place, top in enumerate(factor.tops) if top > -math.inf] for factor in (self.left, self.right)
        ]
        if not all(places):
            return [arb(0)] * self.length
        # Below `first` and from `last` on every entry is zero.
        first = min(self.length, sum(each[0] for each in places))
        last = min(self.length, sum(each[-1] for each in places) + 1)
        width = math.ceil(_WIDTH * math.sqrt(self.length))
        waiting = [(start, min(last, start + width)) for start in range(first, last, width)][::-1]
        entries = [arb(0)] * first
        while waiting:
            start, stop = waiting.pop()
            strip = self._plain(start) if stop - start == 1 else self._product(start, stop)
            if strip is None:
                middle = (start + stop) // 2
                waiting += [(middle, stop), (start, middle)]
            else:
                entries += strip
        return entries + [arb(0)] * (self.length - last)

    def _plain(self, k: int) -> list[arb]:
        """One entry, from which nothing is left out."""
        return [sum(map(mul, self.left.values[: k + 1], self.right.values[k::-1]), arb(0))]

    def _product(self, start: int, stop: int) -> list[arb] | None:
        """The entries from start to before stop, or None where something that may matter was left out."""
        slope, floor = self._line(start, stop)
        if floor == -math.inf:
            return None
        tilts = [slope * place for place in range(stop)]
        lefts, rights = (
            [top - tilt for top, tilt in zip(factor.tops, tilts, strict=False)] for factor in (self.left, self.right)
        )
        columns, rows = (
            [
                place
                for place, (top, partner) in enumerate(zip(own, _highest_partners(other, stop - start), strict=True))
                if top + partner >= floor - self.guard
            ]
            for own, other in ((lefts, rights), (rights, lefts))
        )
        entries = [arb(0)] * (stop - start)
        # If the factors have several peaks, columns far apart may matter and nothing between them.
        cuts = [place for place, (this, after) in enumerate(pairwise(columns), 1) if after - this > stop - start]
        for begin, end in pairwise([0, *cuts, len(columns)]):
            i0, i1 = columns[begin], columns[end - 1] + 1
            partners = [row for row in rows if start - i1 < row < stop - i0]
            j0, j1 = partners[0], partners[-1] + 1
            product = arb_poly(self.left.values[i0:i1]) * arb_poly(self.right.values[j0:j1])
            first = max(start, i0 + j0)
            terms = product.coeffs()[first - i0 - j0 : stop - i0 - j0]
            for index, term in enumerate(terms, first - start):
                entries[index] += term
        left_out = floor - self.guard + math.log2(self.length) + self.bits + _SLACK
        known = _tops([entry.mid() for entry in entries])
        kept = all(left_out + slope * place <= top for place, top in enumerate(known, start))
        return entries if kept else None

    def _line(self, start: int, stop: int) -> tuple[float, float]:
        """A slope, and a floor such that floor + slope k <= log2 of entry k where the largest term is looked up.

        The floor is -inf where the logarithms sag too far below a line: a shorter strip then is cheaper.
        """
        left, right = self.left.tops, self.right.tops
        places = sorted({start + (stop - 1 - start) * step // (_LOOKED_UP - 1) for step in range(_LOOKED_UP)})
        highest = [max(map(add, left[: k + 1], right[k::-1])) for k in places]
        if min(highest) == -math.inf:
            return 0.0, -math.inf
        slope = (highest[-1] - highest[0]) / (stop - 1 - start)
        slope = min(self.steepest, max(-self.steepest, slope))
        above = [top - slope * place for top, place in zip(highest, places, strict=True)]
        floor = min(above)
        sags = min(above[0], above[-1]) - floor > self.guard
        return slope, -math.inf if sags else floor


def _highest_partners(tops: list[float], width: int) -> list[float]:
    """For every i the largest top of a j such that i + j is among the last `width` entries.

    Example:
        >>> _highest_partners([1.0, 3.0, 2.0], 2)
        [3.0, 3.0, 1.0]
    """
    # A window of `width` entries is the end of one block of as many and the beginning of the next.
    padded = [-math.inf] * (width - 1) + tops + [-math.inf] * (-(len(tops) - 1) % width)
    begun, ended = list[float](), list[float]()
    for start in range(0, len(padded), width):
        block = padded[start : start + width]
        begun += accumulate(block, max)
        ended += [*accumulate(block[::-1], max)][::-1]
    return [*map(max, ended, begun[width - 1 :])][len(tops) - 1 :: -1]


MOST_TERMS = 20_000_000
"""A sum that needs more terms is refused."""
_GUARD_BITS = 32
_POOR = 2**12
"""A bound is poor if it is so many times too large."""

BlockFunction = Callable[[int, int], arb]
"""(first, last) -> something about the terms first, ..., last."""


def block_sum(
    span: tuple[int, int],
    *,
    bound: BlockFunction,
    summed: BlockFunction,
    lengths: tuple[int, int],
    bits: int,
    window: tuple[int, int] | None = None,
    trace: list[tuple[int, int]] | None = None,
    enough: arb | None = None,
) -> arb:
    """A ball around the sum of t(first), ..., t(last), all of them >= 0.

    Args:
        span: the first and the last index, which is at least the first.
        bound: a ball whose upper end is at least the sum of a block's terms.
        summed: a ball around the sum of a block's terms.
        lengths: blocks of at most the second length are summed rather than halved; where a bound turns out to
            be poor and a shorter block's would be better, that length falls, but not below the first.
        bits: what is left out is at most 2^-bits of the sum.
        window: sum only terms with indices in this range, both ends included, however much is left out.
        trace: receives the first and last index of every block that was bounded and not summed.
        enough: stop, however inaccurate the sum is, where it is proven to be at most this exact number.

    Raises:
        DomainError: first > last, or no range of positive lengths.
        SizeError: more than `MOST_TERMS` terms would have to be summed.

    Example:
        >>> halves = lambda first, last: arb(2) ** (1 - first)
        >>> terms = lambda first, last: arb(2) ** (1 - first) - arb(2) ** (-last)
        >>> block_sum((0, 10**9), bound=halves, summed=terms, lengths=(4, 4), bits=20)
        [2.0000000 +/- 1.50e-8]
    """
    (first, last), (shortest, length) = span, lengths
    if first > last or not 1 <= shortest <= length:
        given = f"{first} to {last} and {shortest}, {length}"
        raise DomainError(f"there must be a range of indices and of positive lengths, got {given}")
    inside = (first, last) if window is None else (max(first, window[0]), min(last, window[1]))
    cuts = [first, last + 1] if inside[0] > inside[1] else [first, inside[0], inside[1] + 1, last + 1]
    with ctx.workprec(bits + _GUARD_BITS):
        blocks = _Blocks(bound)
        for start, stop in pairwise(cuts):
            blocks.add(start, stop - 1)
        total, unsummed, terms = arb(0), arb(0), 0
        while not blocks.are_below((total + unsummed).lower() * arb(2) ** -bits):
            if enough is not None and blocks.are_below((enough - total - unsummed).lower()):
                break
            start, end, size = blocks.pop()
            if end - start >= length:
                middle = (start + end) // 2
                blocks.add(start, middle)
                blocks.add(middle + 1, end)
            elif inside[0] <= start <= inside[1]:
                terms += end - start + 1
                if terms > MOST_TERMS:
                    raise SizeError(f"the sum must need at most {MOST_TERMS} terms, got more")
                value = summed(start, end)
                total += value
                if size > value.upper() * _POOR and length // 2 >= shortest and blocks.gain(start, end, size):
                    length //= 2
            else:
                unsummed += size
                if trace is not None:
                    trace.append((start, end))
        if trace is not None:
            trace.extend((start, end) for _, start, end, _ in blocks.heap)
        return total + arb(0).union((unsummed + blocks.total()).upper())


class _Blocks:
    """Blocks that are not summed yet, the one with the largest bound first."""

    def __init__(self, bound: BlockFunction) -> None:
        self.bound = bound
        self.heap: list[tuple[int, int, int, arb]] = []

    def add(self, first: int, last: int) -> None:
        if first > last:
            return
        size = self.bound(first, last).upper()
        if not size.is_zero():
            mantissa, exponent = size.man_exp()
            heappush(self.heap, (-int(exponent) - mantissa.bit_length(), first, last, size))

    def gain(self, first: int, last: int, size: arb) -> bool:
        """Tell whether halving a block would make its bound, `size`, less than a quarter."""
        middle = (first + last) // 2
        return bool((self.bound(first, middle) + self.bound(middle + 1, last)) * 4 < size)

    def pop(self) -> tuple[int, int, arb]:
        _, first, last, size = heappop(self.heap)
        return first, last, size

    def are_below(self, limit: arb) -> bool:
        """Tell whether the bounds add up to at most `limit`, as the first one tells: none exceeds its twofold."""
        return not self.heap or bool(self.heap[0][3] * len(self.heap) * 2 <= limit)

    def total(self) -> arb:
        return sum((block[3] for block in self.heap), arb(0))
