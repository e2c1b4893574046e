"""A long sum of nonnegative terms of which few matter, enclosed without knowing beforehand which.

The range of summation is cut into blocks, each with a proven upper bound of its sum. The block with the
largest bound comes first: if it is long it is halved and its halves are bounded anew, if it is short its
terms are summed. This goes on until the bounds of all blocks that are left add up to less than the accuracy
asked for. Nothing is assumed about the terms, there may be several peaks, and how good the bounds are only
decides how long it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise

from flint import arb, ctx

from sdp_proofs.errors import DomainError, SizeError

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
        """Whether halving a block would make its bound, `size`, less than a quarter."""
        middle = (first + last) // 2
        return bool((self.bound(first, middle) + self.bound(middle + 1, last)) * 4 < size)

    def pop(self) -> tuple[int, int, arb]:
        _, first, last, size = heappop(self.heap)
        return first, last, size

    def are_below(self, limit: arb) -> bool:
        """Whether the bounds add up to at most `limit`, as the first one tells: none exceeds its twofold."""
        return not self.heap or bool(self.heap[0][3] * len(self.heap) * 2 <= limit)

    def total(self) -> arb:
        return sum((block[3] for block in self.heap), arb(0))
