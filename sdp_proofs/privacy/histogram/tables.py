"""Tabulate deltas of all histograms of two types, and bound them in blocks.

*The table* of all databases with n records, or of a window of them. Write P_a for the law of the count of a type held
by a of n records, D(a) = d(P_a, P_{a-1}) for the loss when one of them leaves, as in `SampledPair`. With the first
count h0 of the best event

    D(a) = P_a(h0) E h0/a - (E - 1) P_a(>= h0),

and both probabilities follow from those of a - 1 by a few products (`TailRecurrence`), all in ball arithmetic. Every
entry's ball is looked at: where it is too wide (the losses have fallen by more than the spare bits since the walk
began, or the difference cancels) the walk begins anew at that entry, and where even that is not
enough the entry is computed on its own. So the route may cost time but never a digit.

The loss of the database with H records of the one type and n - H of the other is the largest of its four
changes, delta(H) = max(D(H), D(H+1), D(n-H), D(n-H+1)), where D(0) and D(n+1) do not exist.
[Liu, Wang, Xia 2023, Def. 2 for Algorithm 2, App. F].

*Blocks at small budgets*, by total variation, far sharper than by coupling. Sampling without replacement, T of n
records, N = n - T. As in `SampledPair`, D(a) is the largest of all P_a(S) - E P_{a-1}(S). Mark one record more: the
count grows exactly when that record is sampled. Hence, with m = a - 1 and q_m(u) the chance that u of m marked ones
are among N of n - 1 records,

    P_a(>= a-u) - P_{a-1}(>= a-u) = (T/n) q_m(u).

For E = 1 upper sets are the best events, and D falls in E, so with the event a - u for any u

    (T/n) q_m(u) - (E-1) <= D(a) <= (T/n) max over u of q_m(u).

Both sides meet as E goes to 1. In m, q_m(u) is log-concave, as

    q_{m+1}(u)/q_m(u) = (1 + u/(m+1-u)) (1 - (N-u)/(n-1-m))

falls, and largest at floor(u n/N). In u it is largest at floor((m+1)(N+1)/(n+1)), which does not fall in m. So over a
block of m the smallest q_m(u) of one u is at an end, and the largest of all are at the few u that are modes of some m.

*Blocks at any budget*, for sums that cannot visit every H. **Loss without replacement.** Let U_a, hypergeometric,
count those of the a records of the type that are not among the T sampled ones, and N = n - T. Then with u = a - h in
the likelihood ratio of `SampledPair`

    D(a) = E f_a(U_a),    f_a(u) = max(0, 1 - E r_a(u)),    r_a(u) = (u/(N+1-u)) ((n-a+1)/a).

On 0 <= u <= N the ratio r_a(u) does not grow in a and grows in u: f_a(u) does not fall in a and does not
grow in u. U_a grows stochastically with a: one record more of the type cannot lower the count. Hence, for
every a in [a1, a2], going first from f_a to f_{a2}, then from U_a to U_{a1},

    D(a) <= E f_{a2}(U_a) <= E f_{a2}(U_{a1}) = sum over u <= u0 of t(u) f_{a2}(u),

where t is the pmf of U_{a1} and u0 the largest point of its support with E r_{a2}(u) < 1, which means
u < a2 (N+1)/(a2 + E(n-a2+1)).

**Loss with replacement.** With K_a ~ Binomial(T, a/n) and the ratio of `ResampledPair`, D(a) = E f_a(K_a)
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
nothing the bound by total variation loses far less, so that blocks may be far longer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Protocol

from sdp_proofs.distributions.counts import Binomial, Hypergeometric, TailRecurrence
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx, fmpz, whole
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import check_digits, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.pairs import ResampledPair, SampledPair
from sdp_proofs.sums.terms import RatioTerm, Weight, direct_sums

SPARE_BITS = 64
"""Bits that the losses may fall before the walk begins anew."""


def profile_table(
    records: int,
    draws: int,
    budget: Budget,
    *,
    first: int = 1,
    last: int | None = None,
    digits: int = 15,
    replacement: bool = False,
) -> list[arb]:
    """D(first), ..., D(last): the loss when one of a records of a type turns into the other type.

    World: an enclosure per entry with `digits` proven significant digits; exactly zero where the loss is zero.

    Args:
        records: number of records n >= 1.
        draws: sample size T; at most n without replacement.
        budget: epsilon.
        first: smallest a, at least 1.
        last: largest a, at most n; n if not given. A window with last < first is empty.
        digits: significant digits to prove.
        replacement: whether sampling is with replacement; every entry is then computed on its own.

    Raises:
        DomainError: outside these ranges.
        PrecisionError: the digits could not be proven.

    Example:
        >>> [value.str(9, radius=False) for value in profile_table(4, 2, Budget.read(odds="3/2"))]
        ['0.500000000', '0.166666667', '0.250000000', '0.250000000']
    """
    last = records if last is None else last
    _check(records, draws, replacement)
    check_digits(digits)
    if not (first >= 1 and last <= records):
        raise DomainError(f"the window must lie between 1 and records = {records}, got {first} to {last}")
    counts = range(first, last + 1)
    if replacement:
        return [_alone(ResampledPair(records, count, draws), budget, digits) for count in counts]
    if draws in (0, records):
        return [arb(draws // records)] * len(counts)
    return _SampledDeltas(records, draws, budget, digits).table(counts)


def delta_table(
    records: int,
    draws: int,
    budget: Budget,
    *,
    first: int = 0,
    last: int | None = None,
    digits: int = 15,
    replacement: bool = False,
) -> list[arb]:
    """delta(first), ..., delta(last): the loss of the database with H records of one type, n - H of the other.

    As `profile_table`, but H runs from 0 to n where no window is given.

    Example:
        >>> [value.str(3, radius=False) for value in delta_table(4, 2, Budget.read(odds="3/2"))]
        ['0.500', '0.500', '0.250', '0.500', '0.500']
    """
    last = records if last is None else last
    _check(records, draws, replacement)
    check_digits(digits)
    if not (first >= 0 and last <= records):
        raise DomainError(f"the window must lie between 0 and records = {records}, got {first} to {last}")
    own, mirrored = (first, last + 1), (records - last, records - first + 1)
    if own[0] <= mirrored[1] and mirrored[0] <= own[1]:
        own = mirrored = min(own[0], mirrored[0]), max(own[1], mirrored[1])
    worst: dict[int, arb] = {}
    with ctx.workprec(bits_for(digits) + 64):
        for low, high in {own, mirrored}:
            start, stop = max(low, 1), min(high, records)
            line = profile_table(records, draws, budget, first=start, last=stop, digits=digits, replacement=replacement)
            # D(0) and D(n+1) do not exist; their neighbours stand in for them.
            line = line[: start - low] + line + line[len(line) - (high - stop) :]
            worst.update(enumerate(map(arb.max, line, line[1:]), low))
        return [worst[count].max(worst[records - count]) for count in range(first, last + 1)]


def _check(records: int, draws: int, replacement: bool) -> None:
    if records < 1:
        raise DomainError(f"records must be >= 1, got {records}")
    if draws < 0 or (draws > records and not replacement):
        raise DomainError(f"draws must be >= 0, and at most records = {records} without replacement, got {draws}")


def _alone(pair: SampledPair | ResampledPair, budget: Budget, digits: int) -> arb:
    return refine(lambda bits: pair.divergence_ball(budget, bits), digits).ball


@dataclass(frozen=True, slots=True)
class _Crossing:
    """Place where the best event starts, for odds between low/unit and high/unit, in integers."""

    records: int
    draws: int
    low: int
    high: int
    unit: int

    @classmethod
    def of(cls, records: int, draws: int, budget: Budget, bits: int) -> _Crossing:
        odds = budget.rational_odds
        if odds is not None:
            return cls(records, draws, odds.numerator, odds.numerator, odds.denominator)
        with ctx.workprec(bits + budget.size_bits + 64):
            scaled = budget.odds.ball(bits) * arb(2) ** bits
            return cls(records, draws, whole(scaled.lower().floor()), whole(scaled.upper().ceil()), 1 << bits)

    def start(self, count: int) -> int | None:
        """The first count h0 of the best event, which may lie above the support; None if undecided.

        h0 is the first integer above a - c with c = a(n+1-T)/(a + E(b+1)), which falls as E grows. It is never
        below the support: E >= 1 makes c at most a(n+1-T)/(n+1) and at most n+1-T.
        """
        own, other = count * self.unit, self.records + 1 - count
        top = own * (self.records + 1 - self.draws)
        step = -(-top // (own + other * self.low))
        if self.high != self.low and step != -(-top // (own + other * self.high)):
            return None
        return count + 1 - step


class _SampledDeltas:
    """D(a) for growing a, without replacement."""

    def __init__(self, records: int, draws: int, budget: Budget, digits: int) -> None:
        self.records, self.draws, self.budget, self.digits = records, draws, budget, digits
        self.target = bits_for(digits)
        self.bits = self.target + 2 * records.bit_length() + budget.size_bits + SPARE_BITS
        self.crossing = _Crossing.of(records, draws, budget, self.bits)
        self.odds = budget.odds.ball(self.bits)
        with ctx.workprec(self.bits):
            self.excess = self.odds - 1
        self.walk: TailRecurrence | None = None

    def table(self, counts: range) -> list[arb]:
        """The losses of consecutive counts."""
        with ctx.workprec(self.bits):
            return [self._loss(count) for count in counts]

    def _loss(self, count: int) -> arb:
        start = self.crossing.start(count)
        walk, self.walk = self.walk, None
        if start is None:
            return _alone(SampledPair(self.records, count, self.draws), self.budget, self.digits)
        if start > min(count, self.draws):
            return arb(0)
        if walk is None or not walk.step(start) or not self._is_sharp(loss := self._read(walk)):
            walk = TailRecurrence(self.records, self.draws, count, start, self.bits)
            if not self._is_sharp(loss := self._read(walk)):
                return _alone(SampledPair(self.records, count, self.draws), self.budget, self.digits)
        self.walk = walk
        return loss

    def _read(self, walk: TailRecurrence) -> arb:
        return walk.mass * (self.odds * walk.start / walk.marked) - self.excess * walk.tail

    def _is_sharp(self, loss: arb) -> bool:
        return bool(loss.rel_accuracy_bits() >= self.target)


SMALLEST_SHARE = 64
"""E - 1 must be so many times smaller than the losses; else bounds by coupling are as sharp."""
MOST_MODES = 256
"""Blocks with more modes are left to other bounds."""
BITS = 48


class VariationBounds:
    """Bounds of D(a) over blocks of a.

    Args:
        records: n.
        draws: T, from 1 to n - 1.
        excess: at least E - 1.

    Example:
        >>> bounds = VariationBounds(1000, 900, Fraction(1, 10**12))
        >>> bounds.lower(400, 402).str(5, radius=False), bounds.upper(400, 402).str(5, radius=False)
        ('0.077013', '0.077049')
    """

    def __init__(self, records: int, draws: int, excess: Fraction) -> None:
        self.records, self.draws, self.excess = records, draws, excess
        self.unsampled = records - draws

    @classmethod
    def if_sharp(cls, records: int, draws: int, excess: Fraction) -> VariationBounds | None:
        """The bounds, or None where the two sides are far from each other, or nothing is random."""
        if not 0 < draws < records:
            return None
        bounds = cls(records, draws, excess * SMALLEST_SHARE)
        middle = records // 2 + 1  # losses are smallest there, up to the sawtooth
        return cls(records, draws, excess) if bounds.lower(middle, middle) > 0 else None

    def upper(self, first: int, last: int) -> arb | None:
        """An exact number that is at least D(a) for every first <= a <= last; None where that would take long."""
        low, high = self._mode(first - 1), self._mode(last - 1)
        if high - low >= MOST_MODES:
            return None
        tops = (min(max(u * self.records // self.unsampled, first - 1), last - 1) for u in range(low, high + 1))
        chances = [self._chance(m, u) for u, m in enumerate(tops, low)]
        with ctx.workprec(BITS):
            return (reduce(arb.max, chances) * self.draws / self.records).upper()

    def lower(self, first: int, last: int) -> arb:
        """An exact number that is at most D(a) for every first <= a <= last."""
        # In the middle, where the chances at both ends are about the same.
        u = self._mode((first + last) // 2 - 1)
        least = self._chance(first - 1, u).min(self._chance(last - 1, u))
        with ctx.workprec(BITS):
            return (least * self.draws / self.records - fraction_ball(self.excess)).lower().max(arb(0))

    def _mode(self, marked: int) -> int:
        return (marked + 1) * (self.unsampled + 1) // (self.records + 1)

    def _chance(self, marked: int, unsampled: int) -> arb:
        """q_m(u)."""
        term = Hypergeometric(self.records - 1, marked, self.unsampled).term
        return term.ball(unsampled, BITS) if term.low <= unsampled <= term.high else arb(0)


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
