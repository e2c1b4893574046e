"""A bound of one loss by one count, for any number of types, and its averages: sharper than one exponential.

With theta = 1 - exp(-epsilon) and h the number of sampled records among a of one type, let

    L(a) = E max(0, h - theta a) / (a (1 - theta)),    h hypergeometric: T draws, a of n records marked.

If a record of a type with a records is replaced, the loss at one output is at most P max(0, 1 - (1 - h/a)/(1 - theta)),
so in all at most L(a); in the other direction the type that gains a record has one more. L falls in a, so that

    delta(H) <= L(max(1, min H)),    for any number of types and every epsilon.

L falls in theta and n and grows with T (claims at "Mean excess"). For T = 1 and two types it is the loss itself.

Averages over databases in which every record is of each type with probability f or more: for two types those of
L(max(1, min(H, n - H))) are largest if all records follow the law (f, 1 - f), as this falls and then rises in H; for m
types the maximum over the types is at most their sum, and each summand falls in its count.

World: directed bound; the table is exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

_BITS = 96
_TABLES = 4096


def mean_excesses(records: int, draws: int, theta: Fraction) -> tuple[Fraction, ...]:
    """L(max(1, a)) for a = 0, ..., floor(n/2).

    Args:
        records: n.
        draws: T, from 1 to n.
        theta: 1 - exp(-epsilon), from 0 on and below 1.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> [str(value) for value in mean_excesses(4, 1, Fraction(1, 3))]
        ['1/4', '1/4', '1/8']
    """
    if not (1 <= draws <= records and records >= 2 and 0 <= theta < 1):
        raise DomainError(f"need 1 <= T <= n, n >= 2 and 0 <= theta < 1, got {draws}, {records} and {theta}")
    values = [_mean_excess(records, draws, theta, count) for count in range(1, records // 2 + 1)]
    return (values[0], *values)


def mean_excess_average_upper(records: int, draws: int, theta: Fraction, floor: Fraction, types: int) -> arb:
    """A bound of delta_SDP for all sources over m types with shares of at least f.

    Args:
        records: n.
        draws: T.
        theta: 1 - exp(-epsilon).
        floor: f.
        types: m.

    Raises:
        DomainError: outside the ranges, or m f > 1.

    Example:
        >>> float(mean_excess_average_upper(4, 1, Fraction(1, 3), Fraction(1, 2), 2).mid())
        0.203125
    """
    if types < 2 or not 0 <= floor * types <= 1:
        raise DomainError(f"need two types and 0 <= f <= 1/m, got {types} types and f = {floor}")
    table, weights, half = _balls(records, draws, theta), _binomial(records, floor), records // 2
    with ctx.workprec(_BITS):
        if types == 2:
            return sum((weight * table[min(k, records - k)] for k, weight in enumerate(weights)), arb(0))
        return types * sum((weight * table[min(k, half)] for k, weight in enumerate(weights)), arb(0))


@lru_cache(_TABLES)
def _balls(records: int, draws: int, theta: Fraction) -> tuple[arb, ...]:
    with ctx.workprec(_BITS):
        return tuple(map(fraction_ball, mean_excesses(records, draws, theta)))


def _mean_excess(records: int, draws: int, theta: Fraction, count: int) -> Fraction:
    ways, sampled = _tails(records, draws, count)
    first = int(theta * count) + 1 - max(0, draws - (records - count))
    if first >= len(ways):
        return Fraction(0)
    first = max(0, first)
    total = Fraction(sampled[first]) - theta * count * ways[first]
    return total / (count * (1 - theta) * comb(records, draws))


@lru_cache(1 << 16)
def _tails(records: int, draws: int, count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers of samples with at least so many of the type, and their sums of these numbers, from the least on."""
    span = range(max(0, draws - (records - count)), min(count, draws) + 1)
    ways = [comb(count, h) * comb(records - count, draws - h) for h in span]
    sampled = [h * way for h, way in zip(span, ways, strict=True)]
    return tuple(accumulate(ways[::-1]))[::-1], tuple(accumulate(sampled[::-1]))[::-1]


@lru_cache(_TABLES)
def _binomial(records: int, share: Fraction) -> tuple[arb, ...]:
    with ctx.workprec(_BITS):
        one, other = fraction_ball(share), fraction_ball(1 - share)
        return tuple(comb(records, k) * one**k * other ** (records - k) for k in range(records + 1))
