"""Two types, millions of records: the expected loss when all records follow the same source.

For n records with share p of the first type, F = E delta(H), H ~ Binomial(n, p), is the smoothed value at
an end of the hull of the sources. delta(H) = max(D(H), D(H+1), D(n-H), D(n-H+1)) with
D(a) = d(P_a, P_{a-1}) as in `sampled_pair` and `loss_table`. Only a window of H matters, or two;
`block_sum` finds it, given a proven bound of the contribution of any block of H. That bound is the product
of two.

**Mass.** The binomial pmf has its maximum at floor((n+1)p) and is log-concave. In a block of L indices on
one side of the maximum its ratio, away from the nearer edge e, is at most that at the edge, x < 1. So the
block's mass is at most pmf(e) min(L, 1/(1-x)), and that of a block around the maximum at most
L pmf(maximum).

**Loss without replacement.** Let U_a, hypergeometric, count those of the a records of the type that are not
among the T sampled ones, and N = n - T. Then with u = a - h in the likelihood ratio of `sampled_pair`

    D(a) = E f_a(U_a),    f_a(u) = max(0, 1 - E r_a(u)),    r_a(u) = (u/(N+1-u)) ((n-a+1)/a).

On 0 <= u <= N the ratio r_a(u) does not grow in a and grows in u: f_a(u) does not fall in a and does not
grow in u. U_a grows stochastically with a: one record more of the type cannot lower the count. Hence, for
every a in [a1, a2], going first from f_a to f_{a2}, then from U_a to U_{a1},

    D(a) <= E f_{a2}(U_a) <= E f_{a2}(U_{a1}) = sum over u <= u0 of t(u) f_{a2}(u),

where t is the pmf of U_{a1} and u0 the largest point of its support with E r_{a2}(u) < 1, which means
u < a2 (N+1)/(a2 + E(n-a2+1)).

**Loss with replacement.** With K_a ~ Binomial(T, a/n) and the ratio of `resampled_pair`, D(a) = E f_a(K_a)
for f_a(h) = max(0, 1 - E r_a(h)), r_a(h) = ((a-1)/a)^h ((n-a+1)/(n-a))^(T-h). Both factors grow with a, r_a
falls in h, and K_a grows stochastically with a. So D(a) <= E f_{a1}(K_{a2}), a sum over h from some h0 on,
where 1 < a1 and a2 < n.

**Summation.** Either sum starts at a point s and goes away from it, downwards from u0 or upwards from h0,
over a log-concave pmf t whose first ratio is x = t(s')/t(s), s' the next point. On the way r falls and is
convex, as u/(N+1-u) and exponentials are, so after j steps f is at most f(s) + j g with
g = E (r(s) - r(s')). If x < 1,

    sum <= t(s) sum over j >= 0 of x^j (f(s) + j g) = t(s) (f(s)/(1-x) + g x/(1-x)^2).

In any case D <= min(1, T/n): the laws of the two samples, drawn at the same positions, differ at most by
the probability that the changed record is sampled. And f does not grow with the odds, so rational odds
below E serve. [Liu, Wang, Xia 2023, Def. 3, Algorithm 1].
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import accumulate, pairwise
from math import isqrt
from typing import Protocol

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numerics.balls import arb, ctx, fmpz, whole
from sdp_proofs.numerics.block_sum import block_sum
from sdp_proofs.numerics.decimals import bits_for
from sdp_proofs.numerics.direct import direct_sums
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.precision import check_digits
from sdp_proofs.numerics.terms import RatioTerm
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.loss_table import loss_table
from sdp_proofs.privacy.resampled_pair import ResampledPair

BOUND_BITS = 32
"""Working accuracy of bounds."""
BLOCKS_PER_DEVIATION = 16
LARGEST_DEVIATION = 10**6
SHORTEST_BLOCK = 32
GUARD_BITS = 48
SHARP_BITS = 40
SHARP_BLOCKS = 4
SLACK = 256
"""How far above the bound of a negligible block a bound of the losses behind it may lie."""
ODDS_BITS = 96
"""Of shorter blocks the bound costs as much as the terms."""


def end_average(
    records: int,
    draws: int,
    share: Fraction,
    budget: Budget,
    *,
    digits: int = 6,
    replacement: bool = False,
    window: tuple[int, int] | None = None,
) -> Enclosure:
    """E delta(H) for H ~ Binomial(records, share): all records follow one source of two types.

    World: enclosure; exact where the loss is certain (share 0 or 1, nothing or everything sampled).
    The time grows with the square root of the number of records.

    Args:
        records: number of records n >= 1.
        draws: sample size T; at most n without replacement.
        share: probability of the first type, 0 <= share <= 1.
        budget: epsilon.
        digits: significant digits to prove.
        replacement: whether sampling is with replacement, far slower: each loss is computed alone.
        window: sum only these H, both ends included, and bound the others: the enclosure then
            holds, but may be wide.

    Raises:
        DomainError: outside these ranges.
        SizeError: too many H matter: the standard deviation of H is beyond `LARGEST_DEVIATION`.
        PrecisionError: the digits could not be proven.

    Example:
        >>> end_average(10**6, 998_000, Fraction(1, 3), Budget.read(epsilon="1/2")).rounded(6)
        '2.05474e-25'
    """
    return _average(records, draws, share, budget, digits, replacement, window)[0]


def end_bounds(
    records: int, draws: int, share: Fraction, budget: Budget, *, digits: int = 6, replacement: bool = False
) -> tuple[Enclosure, Enclosure]:
    """E delta(H) and E dt(H), dt the smallest sequence above delta that falls up to n/2 and rises from there.

    By total positivity (see `endpoint`) the averages of dt over all mixtures of two sources are largest at a pure
    one. So the larger of the two second values bounds delta_SDP from above, and the larger of the first ones from
    below. Of the second enclosure only the upper end is a bound.

    Args, raises: as `end_average`.

    Example:
        >>> average, majorant = end_bounds(1000, 998, Fraction(1, 3), Budget.read(epsilon="1/2"))
        >>> average.rounded(6), majorant.rounded(6)
        ('0.0000114035', '0.0000114035')
    """
    average, partition = _average(records, draws, share, budget, digits, replacement, None)
    return average, average if partition is None else Enclosure(partition.majorant())


def _average(
    records: int,
    draws: int,
    share: Fraction,
    budget: Budget,
    digits: int,
    replacement: bool,
    window: tuple[int, int] | None,
) -> tuple[Enclosure, _Partition | None]:
    """The average, and the partition behind it where the losses are not all alike."""
    if records < 1:
        raise DomainError(f"records must be >= 1, got {records}")
    if draws < 0 or (draws > records and not replacement):
        limit = f"at most records = {records} without replacement"
        raise DomainError(f"draws must be >= 0, and {limit}, got {draws}")
    if not 0 <= share <= 1:
        raise DomainError(f"share must be a probability, got {share}")
    bits = bits_for(check_digits(digits))
    if draws == 0 or (not replacement and (draws == records or share in (0, 1))):
        return Enclosure.of(Fraction(draws, records), precision=64 + 4 * digits), None
    if share in (0, 1):
        database = Database((0, records), draws, replacement)
        return delta(database, budget, digits=digits).value, None
    losses = _Losses(records, draws, budget, digits + 3, replacement)
    deviation = isqrt(int(records * share * (1 - share)))
    if deviation > LARGEST_DEVIATION:
        raise SizeError(f"sqrt(n p (1-p)) must be at most {LARGEST_DEVIATION}, got {deviation}")
    lengths = SHORTEST_BLOCK, max(SHORTEST_BLOCK, deviation // BLOCKS_PER_DEVIATION)
    partition = _Partition(Binomial(records, share), losses, bits, lengths[1])
    total = block_sum(
        0,
        records,
        bound=partition.bound,
        summed=partition.summed,
        lengths=lengths,
        bits=bits,
        window=window,
        trace=partition.left_out,
    )
    if window is None and total.rel_accuracy_bits() < bits - 4:
        raise PrecisionError(f"{digits} digits of the average could not be proven")
    return Enclosure(total), partition


class _Partition:
    """The blocks of one average: those that were summed, with their losses, and those that were bounded."""

    def __init__(self, law: Binomial, losses: _Losses, bits: int, length: int) -> None:
        self.law, self.losses, self.bits, self.length = law, losses, bits, length
        self.values: dict[tuple[int, int], list[arb]] = {}
        self.left_out: list[tuple[int, int]] = []

    def bound(self, first: int, last: int) -> arb:
        """At least the sum over a block."""
        with ctx.workprec(BOUND_BITS + 2 * self.law.draws.bit_length()):
            return _mass_bound(self.law, first, last) * self.losses.bound(first, last)

    def summed(self, first: int, last: int) -> arb:
        """The sum over a block."""
        with ctx.workprec(self.bits + GUARD_BITS):
            values = self.losses.deltas(first, last)
            self.values[first, last] = values
            return _weighted(self.law, first, values)

    def majorant(self) -> arb:
        """A ball whose upper end is at least E dt(H): block by block from the middle outwards, both ways."""
        middle, blocks = self.law.draws // 2, self._all_blocks()
        with ctx.workprec(self.bits + GUARD_BITS):
            left = self._outwards([block for block in blocks if block[0] <= middle][::-1], -1)
            return left + self._outwards([block for block in blocks if block[1] > middle], 1)

    def _all_blocks(self) -> list[tuple[int, int]]:
        """The partition in order; where neither sum nor bound was kept, the bound was zero."""
        blocks, expected = [], 0
        for first, last in sorted([*self.values, *self.left_out]):
            if first > expected:
                blocks.append((expected, first - 1))
            blocks.append((first, last))
            expected = last + 1
        if expected <= self.law.draws:
            blocks.append((expected, self.law.draws))
        return blocks

    def _outwards(self, blocks: list[tuple[int, int]], step: int) -> arb:
        """The sum of P(H) dt(H) over blocks that lead away from the middle, step by step downwards or upwards."""
        total, highest = arb(0), arb(0)
        edge = self.law.draws // 2 if step < 0 else self.law.draws // 2 + 1
        for first, last in blocks:
            values = self.values.get((first, last))
            inner = (last + 1, edge) if step < 0 else (edge, first - 1)
            if values is None:
                bound = self.losses.bound(first, last)
                above = highest.max(bound).max(self._highest(*inner, bound * SLACK))
                total += _mass_bound(self.law, first, last) * above
                continue
            values = values[::step]
            highest = highest.max(self._highest(*inner, values[0].lower()))
            raised = list(accumulate(values, arb.max, initial=highest))[1:]
            total += _weighted(self.law, first, raised[::step])
            highest, edge = raised[-1], (first - 1 if step < 0 else last + 1)
        return total

    def _highest(self, first: int, last: int, enough: arb) -> arb:
        """At least delta(H) for every H in a range; a bound above `enough` is refined, in the end to the losses."""
        if first > last:
            return arb(0)
        highest = self.losses.bound(first, last)
        if highest > enough and last - first < SHARP_BLOCKS * self.length:
            highest = self.losses.sharp_bound(first, last)
        if highest <= enough:
            return highest
        if last - first < SHORTEST_BLOCK:
            return reduce(arb.max, self.losses.deltas(first, last)).upper()
        middle = (first + last) // 2
        return self._highest(first, middle, enough).max(self._highest(middle + 1, last, enough))


def _mass_bound(law: Binomial, first: int, last: int) -> arb:
    """At least P(first <= H <= last), see the module's docstring."""
    n, hit, miss = law.draws, law.success.numerator, law.success.denominator - law.success.numerator
    mode = (n + 1) * hit // (hit + miss)
    if first <= mode <= last:
        edge, top, bottom = mode, 1, 1
    elif last < mode:
        edge, top, bottom = last, last * miss, (n - last + 1) * hit
    else:
        edge, top, bottom = first, (n - first) * hit, (first + 1) * miss
    terms = arb(last - first + 1)
    if top < bottom:
        terms = _least(terms, arb(fmpz(bottom)) / arb(fmpz(bottom - top)))
    return _least(arb(1), terms * law.term.ball(edge, BOUND_BITS))


def _weighted(law: Binomial, first: int, values: list[arb]) -> arb:
    """The sum of P(H = first + i) values[i]."""
    n, hit, miss = law.draws, law.success.numerator, law.success.denominator - law.success.numerator
    mass, total = law.term.ball(first, ctx.prec), arb(0)
    for count, value in enumerate(values, first):
        total += mass * value
        mass = mass * ((n - count) * hit) / ((count + 1) * miss)
    return total


class _Losses:
    """delta(H) over blocks of H: the values, and bounds of them."""

    def __init__(self, records: int, draws: int, budget: Budget, digits: int, replacement: bool) -> None:
        self.records, self.draws, self.budget, self.digits = records, draws, budget, digits
        self.replacement = replacement
        kind: type[_LossBounds] = _ResampledBounds if replacement else _SampledBounds
        self.bounds = kind(records, draws, budget)

    def bound(self, first: int, last: int) -> arb:
        """At least delta(H) for every H in the block."""
        n = self.records
        return self._half_bound(first, last).max(self._half_bound(n - last, n - first))

    def sharp_bound(self, first: int, last: int) -> arb:
        """The same, dearer and as sharp as the width of the block allows."""
        n = self.records
        low, high = self._counts(first, last), self._counts(n - last, n - first)
        return self.bounds.sharp(*low).max(self.bounds.sharp(*high))

    def deltas(self, first: int, last: int) -> list[arb]:
        """delta(H) for every H in the block; the half of the changes that cannot matter is left out."""
        blocks = [(first, last, 1), (self.records - last, self.records - first, -1)]
        bounded = [(self._half_bound(low, high), (low, high, step)) for low, high, step in blocks]
        if bounded[0][0] < bounded[1][0]:
            bounded.reverse()
        (_, (low, high, step)), (bound, (other_low, other_high, other_step)) = bounded
        values = self._half(low, high)[::step]
        if all(bound < value for value in values):
            return values
        others = self._half(other_low, other_high)[::other_step]
        return [value.max(other) for value, other in zip(values, others, strict=True)]

    def _half(self, first: int, last: int) -> list[arb]:
        """max(D(H), D(H+1)) for every H in the block."""
        low, high = self._counts(first, last)
        losses = loss_table(
            self.records,
            self.draws,
            self.budget,
            first=low,
            last=high,
            digits=self.digits,
            replacement=self.replacement,
        )
        # D(0) and D(n+1) do not exist; zeros in their place change no maximum.
        losses = [arb(0)] * (low - first) + losses + [arb(0)] * (last + 1 - high)
        return [loss.max(following) for loss, following in pairwise(losses)]

    def _half_bound(self, first: int, last: int) -> arb:
        return self.bounds.upper(*self._counts(first, last))

    def _counts(self, first: int, last: int) -> tuple[int, int]:
        return max(first, 1), min(last + 1, self.records)


class _LossBounds(Protocol):
    def __init__(self, records: int, draws: int, budget: Budget) -> None: ...

    def upper(self, first: int, last: int) -> arb:
        """An exact number that is at least D(a) for every first <= a <= last."""

    def sharp(self, first: int, last: int) -> arb:
        """The same, as sharp as the width of the block allows."""


class _SampledBounds:
    def __init__(self, records: int, draws: int, budget: Budget) -> None:
        self.records, self.unsampled = records, records - draws
        self.odds = _odds_below(budget, records * (self.unsampled + 1))
        self.largest = arb(draws) / records

    def upper(self, first: int, last: int) -> arb:
        free, odds, others = self.unsampled + 1, self.odds.numerator, self.records - last + 1
        own = last * self.odds.denominator
        term = Hypergeometric(self.records, first, self.unsampled).term
        start = min((own * free - 1) // (own + odds * others), term.high)
        if start < term.low:
            return arb(0)
        value = arb(fmpz(own * (free - start) - odds * start * others)) / arb(fmpz(own * (free - start)))
        slope = arb(fmpz(odds * others * free)) / arb(fmpz(own * (free - start) * (free - start + 1)))
        # The pmf's ratio downwards.
        bottom, top = term.ratio(start - 1) if start > term.low else (1, 0)
        return _tail_bound(term, start, (top, bottom), value, slope, self.largest)


    def sharp(self, first: int, last: int) -> arb:
        """The sum E f(U) itself, term by term: f and the pmf in the count of the others, which leads upwards."""
        free, odds, others = self.unsampled + 1, self.odds.numerator, self.records - last + 1
        own = last * self.odds.denominator
        law = Hypergeometric(self.records, self.records - first, self.unsampled)
        start = max(self.unsampled - (own * free - 1) // (own + odds * others), law.term.low)
        if start > law.term.high:
            return arb(0)
        up, down = law.term.ratio(start)
        if up >= down:
            return self.largest.upper()

        def weight(count: int) -> tuple[int, int]:
            own_count = self.unsampled - count
            return own * (free - own_count) - odds * own_count * others, own * (free - own_count)

        with ctx.workprec(2 * SHARP_BITS):
            total = direct_sums(law.term, start, SHARP_BITS, (weight,))[1]
            return _least(self.largest, law.term.ball(start, SHARP_BITS) * total)


class _ResampledBounds:
    def __init__(self, records: int, draws: int, budget: Budget) -> None:
        self.records, self.draws, self.budget = records, draws, budget
        self.largest = _least(arb(1), arb(draws) / records)

    def upper(self, first: int, last: int) -> arb:
        if first == 1 or last == self.records:
            return self.largest
        start, scaled = ResampledPair(self.records, first, self.draws).crossing(self.budget, BOUND_BITS)
        if start > self.draws:
            return arb(0)
        term = Binomial(self.draws, Fraction(last, self.records)).term
        # 1 - r(h+1)/r(h), which does not depend on h.
        step = arb(self.records) / (first * (self.records - first + 1))
        value = 1 - scaled.lower()
        return _tail_bound(term, start, term.ratio(start), value, scaled * step, self.largest)

    sharp = upper


def _tail_bound(
    term: RatioTerm, start: int, ratio: tuple[int, int], value: arb, slope: arb, largest: arb
) -> arb:
    """The bound of the section on summation, or `largest` where that is smaller."""
    top, bottom = ratio
    if top >= bottom:
        return largest.upper()
    gap = arb(fmpz(bottom - top)) / arb(fmpz(bottom))
    weight = value / gap + slope * top / (bottom * gap * gap)
    return _least(largest, weight * term.ball(start, BOUND_BITS)).upper()


def _least(one: arb, other: arb) -> arb:
    """An exact number that is at least the smaller of the two."""
    return one.upper().min(other.upper())


def _odds_below(budget: Budget, most: int) -> Fraction:
    """Rational odds of at most exp(epsilon), and close to it; beyond n(N+1) larger odds change no bound."""
    odds = budget.rational_odds
    if odds is None:
        with ctx.workprec(2 * ODDS_BITS):
            scaled = budget.odds.ball(ctx.prec) * arb(2) ** ODDS_BITS
            odds = Fraction(whole(scaled.lower().floor()), 1 << ODDS_BITS)
    return min(odds, Fraction(most))
