"""Bound the loss of one database by one count.

*Mean excess*: sharper than one exponential, for any number of types. With theta = 1 - exp(-epsilon) and h the number
of sampled records among a of one type, let

    L(a) = E max(0, h - theta a) / (a (1 - theta)),    h hypergeometric: T draws, a of n records marked.

If a record of a type with a records is replaced, the loss at one output is at most P max(0, 1 - (1 - h/a)/(1 - theta)),
so in all at most L(a); in the other direction the type that gains a record has one more. L falls in a, so that

    delta(H) <= L(max(1, min H)),    for any number of types and every epsilon.

L falls in theta and n and grows with T (claims at "Mean excess"). For T = 1 and two types it is the loss itself.

Averages over databases in which every record is of each type with probability f or more: for two types those of
L(max(1, min(H, n - H))) are largest if all records follow the law (f, 1 - f), as this falls and then rises in H; for m
types the maximum over the types is at most their sum, and each summand falls in its count.

World: directed bound; the table is exact.

*Two types*: between elementary functions, a few geometric sums. Notation of `SampledPair`: P counts a type with a of
n records in a sample of T, r is the likelihood ratio, h0 the start of the best event. Let t0 = P(h0), z =
P(h0+1)/P(h0), s = 1 - E r(h0), g = E (r(h0) - r(h0+1)). Let J >= 1 with P(h0+J) > 0, and y = P(h0+J)/P(h0+J-1), l = E
(r(h0) - r(h0+J))/J. Then

    t0 * sum over j <= J of y^j (s + j l) <= D(a) <= t0 (s/(1-z) + g z/(1-z)^2).

At J = 1 the lower end is the first two terms; J near 2/(1-z) loses the least.

*Proof.* D(a) is the sum over j >= 0 of P(h0+j) (1 - E r(h0+j)), all of whose terms are >= 0. r falls, and it is
convex, since r(h) = ((b+1)/a) ((n+1-T)/(b+1-T+h) - 1) with b = n - a. So the gains grow and are concave: the j-th
one is at most s + j g, and for j <= J at least s + j l, which is the chord. P is log-concave, so its ratios fall:
P(h0+j) is at most t0 z^j, and for j <= J at least t0 y^j. Finally z < 1: as E >= 1, r(h0) < 1, that is h0 > a
T/(n+1); and z < 1 means h0 + 1 > (a+1)(T+1)/(n+2), which follows because a T/(n+1) + 1 - (a+1)(T+1)/(n+2) =
((n+1-a)(n+1-T))/((n+1)(n+2)) > 0. Sum the two series. QED

Both ends have the size of one hypergeometric term: nine log-gamma functions at any n. delta(H) of a database with
two types is the maximum of D over a = H, H+1, n-H, n-H+1 that lie in 1..n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import largest
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.instance import Bound, Standing, Way
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.privacy.histogram.pairs import SampledPair

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


def geometric_pair_upper(pair: SampledPair, budget: Budget, *, digits: int = 15) -> Bound:
    """The upper end for one pair of neighbours.

    Example:
        >>> geometric_pair_upper(SampledPair(records=100, count=40, draws=50), Budget.read(odds=2)).decimal(4)
        '9.397e-5'
    """
    return _bound(_end(pair, budget, digits, _geometric), Way.UPPER, "geometric, one pair")


def geometric_pair_lower(pair: SampledPair, budget: Budget, *, digits: int = 15) -> Bound:
    """The lower end for one pair of neighbours."""
    return _bound(_end(pair, budget, digits, _chord), Way.LOWER, "geometric, one pair")


def geometric_upper(database: Database, budget: Budget, *, digits: int = 15) -> Bound:
    """At least delta(H), for two types without replacement.

    Raises:
        DomainError: other than two types, or sampling with replacement.

    Example:
        >>> x = Database.read(counts="81283501,74223975", rate="0.998")
        >>> budget = Budget.read(odds="51/49")
        >>> geometric_upper(x, budget).decimal(3), geometric_lower(x, budget).decimal(3)
        ('1.23e-32', '7.23e-33')
    """
    ends = [_end(pair, budget, digits, _geometric) for pair in _pairs(database)]
    return _bound(largest(ends), Way.UPPER, "geometric")


def geometric_lower(database: Database, budget: Budget, *, digits: int = 15) -> Bound:
    """At most delta(H), for two types without replacement.

    Raises:
        DomainError: other than two types, or sampling with replacement.
    """
    ends = [_end(pair, budget, digits, _chord) for pair in _pairs(database)]
    return _bound(largest(ends), Way.LOWER, "geometric")


def _pairs(database: Database) -> list[SampledPair]:
    if len(database.counts) != 2 or database.replacement:
        raise DomainError("the database must have two types and be sampled without replacement")
    n, own = database.records, database.counts[0]
    counts = {own, own + 1, n - own, n - own + 1}
    return [SampledPair(n, count, database.draws) for count in sorted(counts) if 1 <= count <= n]


Series = Callable[["_Start"], arb]


@dataclass(frozen=True, slots=True)
class _Start:
    """Description of what is known where the best event starts, at the current working precision."""

    pair: SampledPair
    position: int
    gain: arb
    weight: arb
    """E (b+1) (n+1-T)/a, so that E r falls from h to k by weight (1/(low+h) - 1/(low+k))."""
    low: int

    def ratio(self, k: int) -> arb:
        numerator, denominator = self.pair.law.term.ratio(k)
        return arb(numerator) / arb(denominator)

    def drop(self, steps: int) -> arb:
        """E (r(h0) - r(h0 + steps))."""
        return self.weight * steps / (arb(self.low) * (self.low + steps))


def _geometric(start: _Start) -> arb:
    z = start.ratio(start.position)
    return start.gain / (1 - z) + start.drop(1) * z / (1 - z) ** 2


def _chord(start: _Start) -> arb:
    z = start.ratio(start.position)
    room = start.pair.law.term.high - start.position
    if room == 0:
        return start.gain
    steps = max(1, min(room, int(2 / max(float((1 - z).mid()), 1e-30))))
    y = start.ratio(start.position + steps - 1)
    if not y < 1:
        return start.gain
    slope = start.drop(steps) / steps
    last = y**steps
    plain = (1 - last * y) / (1 - y)
    rising = y * (1 - (steps + 1) * last + steps * last * y) / (1 - y) ** 2
    return start.gain * plain + slope * rising


def _end(pair: SampledPair, budget: Budget, digits: int, series: Series) -> Enclosure:
    if pair.forced_divergence is not None:
        return Enclosure.of(pair.forced_divergence, 64 + 4 * digits)
    return refine(lambda bits: _summed(pair, budget, bits, series), digits)


def _summed(pair: SampledPair, budget: Budget, bits: int, series: Series) -> arb:
    position, offset = pair.crossing(budget, bits)
    if position > pair.law.term.high:
        return arb(0)
    a, other = pair.count, pair.records - pair.count + 1
    with ctx.workprec(bits + 4 * pair.records.bit_length() + 32):
        odds = budget.odds.ball(ctx.prec)
        low = other - pair.draws + position
        # The gain grows from 0 at the crossing, which lies `offset` below the start: nothing cancels.
        gain = (a + odds * other) * offset / (arb(a) * low)
        if not gain > 0:
            # An undecided crossing: the term at the start weighs nothing or next to nothing.
            gain = arb(0).union(gain.abs_upper())
        weight = odds * other * (pair.records + 1 - pair.draws) / a
        start = _Start(pair, position, gain, weight, low)
        return pair.law.term.ball(position, bits) * series(start)


def _bound(value: Enclosure, way: Way, name: str) -> Bound:
    return Bound(value, way, name, "bounds.geometric", Standing.PROVED)
