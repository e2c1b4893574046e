"""Two types: bounds of delta(H) over whole blocks of H, for sums that cannot visit every H.

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
below E serve.

**Sharp bounds.** The sum over u can also be carried out; what is lost then is only the width of the block. The same
facts give a lower bound, D(a) >= E f_{a1}(U_{a2}), of which any part of the sum will do. Where epsilon is next to
nothing `variation_bounds` loses far less, so that blocks may be far longer.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.numbers.balls import arb, ctx, fmpz, whole
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.binomial_pair import ResampledPair
from sdp_proofs.privacy.histogram.profile_table import profile_table
from sdp_proofs.privacy.smoothed.variation_bounds import VariationBounds
from sdp_proofs.sums.direct import Weight, direct_sums
from sdp_proofs.sums.terms import RatioTerm

BOUND_BITS = 32
"""Working accuracy of bounds."""
SHARP_BITS = 40
ODDS_BITS = 96


class BlockDeltas:
    """delta(H) over blocks of H: the values, and bounds of them."""

    def __init__(self, records: int, draws: int, budget: Budget, digits: int, replacement: bool) -> None:
        self.records, self.draws, self.budget, self.digits = records, draws, budget, digits
        self.replacement = replacement
        kind: type[DeltaBounds] = ResampledBounds if replacement else SampledBounds
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

    def least_bound(self, first: int, last: int) -> arb:
        """At most delta(H) for every H in a block of H >= 1."""
        return self.bounds.lower(first, last)

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
        losses = profile_table(
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


class DeltaBounds(Protocol):
    """Bounds of D(a) over blocks of a."""

    def __init__(self, records: int, draws: int, budget: Budget) -> None: ...

    def upper(self, first: int, last: int) -> arb:
        """An exact number that is at least D(a) for every first <= a <= last."""

    def sharp(self, first: int, last: int) -> arb:
        """The same, as sharp as the width of the block allows."""

    def lower(self, first: int, last: int) -> arb:
        """An exact number that is at most D(a) for every first <= a <= last."""


class SampledBounds:
    """Bounds without replacement; see the module's docstring."""

    def __init__(self, records: int, draws: int, budget: Budget) -> None:
        self.records, self.unsampled = records, records - draws
        self.odds = _odds_below(budget, records * (self.unsampled + 1))
        self.odds_above = self.odds if budget.rational_odds is not None else self.odds + Fraction(2, 1 << ODDS_BITS)
        self.largest = arb(draws) / records
        self.variation = VariationBounds.if_sharp(records, draws, self.odds_above - 1)

    def upper(self, first: int, last: int) -> arb:
        """At least D(a), from the first term and its ratio."""
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
        """At least D(a): the sum E f_last(U_first) itself, or the total variation."""
        variation = None if self.variation is None else self.variation.upper(first, last)
        return self._coupled(first, last) if variation is None else variation

    def _coupled(self, first: int, last: int) -> arb:
        law, start, weight = self._sum(first, last, self.odds)
        if start > law.term.high:
            return arb(0)
        up, down = law.term.ratio(start)
        if up >= down:
            return self.largest.upper()
        with ctx.workprec(2 * SHARP_BITS):
            total = direct_sums(law.term, start, SHARP_BITS, (weight,))[1]
            return least(self.largest, law.term.ball(start, SHARP_BITS) * total)

    def lower(self, first: int, last: int) -> arb:
        """At most D(a): the part of the sum E f_first(U_last) from the mode on, or the total variation."""
        if self.variation is not None:
            return self.variation.lower(first, last)
        law, start, weight = self._sum(last, first, self.odds_above)
        mode = (law.marked + 1) * (law.draws + 1) // (law.population + 2)
        start = max(start, min(mode, law.term.high))
        if start > law.term.high:
            return arb(0)
        with ctx.workprec(2 * SHARP_BITS):
            total = direct_sums(law.term, start, SHARP_BITS, (weight,))[1]
            return (law.term.ball(start, SHARP_BITS) * total).lower().max(arb(0))

    def _sum(self, count: int, own: int, odds: Fraction) -> tuple[Hypergeometric, int, Weight]:
        """E f_own(U_count) as a sum over the unsampled records of the other types, on which it leads upwards."""
        free, others = self.unsampled + 1, (self.records - own + 1) * odds.numerator
        own = own * odds.denominator
        law = Hypergeometric(self.records, self.records - count, self.unsampled)
        start = max(self.unsampled - (own * free - 1) // (own + others), law.term.low)

        def weight(other: int) -> tuple[int, int]:
            u = self.unsampled - other
            return own * (free - u) - others * u, own * (free - u)

        return law, start, weight


class ResampledBounds:
    """Bounds with replacement; see the module's docstring."""

    def __init__(self, records: int, draws: int, budget: Budget) -> None:
        self.records, self.draws, self.budget = records, draws, budget
        self.largest = least(arb(1), arb(draws) / records)

    def upper(self, first: int, last: int) -> arb:
        """At least D(a), from the first term and its ratio."""
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

    def lower(self, first: int, last: int) -> arb:
        """Nothing is known but that losses are not negative."""
        return arb(0)


def _tail_bound(
    term: RatioTerm, start: int, ratio: tuple[int, int], value: arb, slope: arb, largest: arb
) -> arb:
    """The bound of the section on summation, or `largest` where that is smaller."""
    top, bottom = ratio
    if top >= bottom:
        return largest.upper()
    gap = arb(fmpz(bottom - top)) / arb(fmpz(bottom))
    weight = value / gap + slope * top / (bottom * gap * gap)
    return least(largest, weight * term.ball(start, BOUND_BITS)).upper()


def least(one: arb, other: arb) -> arb:
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
