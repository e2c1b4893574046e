"""Evaluate the divergence of two sampled histograms that differ in one record.

*Two types without replacement*, when one record leaves a type. P is the law of the count h of a type held by `count` =
a of n records, P' the law when it is held by a - 1. The likelihood ratio r(h) = P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h)),
b = n - a, strictly falls in h, so the best event is h >= h0 with h0 the first integer above h* = a - c, c =
a(n+1-T)/(a + E(b+1)), and with R = P(>= h0)/P(h0)

    d(P, P') = P(h0) (E h0/a - (E-1) R),    because P(>= h0) - P'(>= h0) = P(h0) h0/a,
             = P(h0) (a + E(b+1))/a * sum over h >= h0 of P(h)/P(h0) (h - h*)/(b-T+h+1), where nothing cancels.

[Liu, Wang, Xia 2023, Def. 2 for Algorithm 2].

*Two types with replacement.* P is Binomial(T, a/n), P' is Binomial(T, (a-1)/n). The log likelihood ratio is linear in
the count h, ln r(h) = h ln((a-1)/a) + (T-h) ln((b+1)/b) with b = n - a, so the best event is h >= h0, the first
integer with E r(h) < 1, and with R, R' the tails of P, P' relative to their first term, d(P, P') = P(h0) (R - E r(h0)
R'). [Liu, Wang, Xia 2023, App. F].

*Many types*, when one record changes from one type to another. The likelihood ratio of the two histograms depends only
on the counts of the two types involved. Let s be the number of draws that fall in their pool. Given s, the two counts
are those of a two-type instance on the pool, so

    d = sum over s of P(s) d_pool(s),

with P(s) hypergeometric or binomial. d_pool(s) grows with s (dropping a draw is post-processing) and never exceeds the
inclusion probability, which bounds what a window of s leaves out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, fmpz, whole
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.windows import Consecutive, block_bounds
from sdp_proofs.sums.tails import DIRECT_TERMS, estimated_terms, quadrature_sums, smooth_scale, tail_ratio
from sdp_proofs.sums.terms import Weight, direct_sums

MAX_POSTERIOR_TERMS = 50_000
"""Beyond this many terms posterior sums go through quadrature."""


@dataclass(frozen=True, slots=True)
class Side:
    """Sums over the event P > E P' that the adversary's utility is made of, as balls.

    `own` = sum of P, `other` = sum of P', `posterior` = sum of P * P/(P + P'). Where balls cannot tell on which
    side of the event one output lies, it is counted in, and `slack` bounds its |P - E P'|.
    """

    own: arb
    other: arb
    posterior: arb
    slack: arb = field(default_factory=lambda: arb(0))


ABSOLUTE_GUARD = 40


@dataclass(frozen=True, slots=True)
class SampledPair:
    """P and P' when `draws` of `records` are sampled without replacement.

    Args:
        records: number of records n >= 1.
        count: records of the type that loses one, 1 <= count <= records.
        draws: sample size, 0 <= draws <= records.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> str(SampledPair(records=4, count=2, draws=2).exact_divergence(Fraction(3, 2)))
        '1/6'
    """

    records: int
    count: int
    draws: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= self.records:
            raise DomainError(f"count must be between 1 and records = {self.records}, got {self.count}")
        if not 0 <= self.draws <= self.records:
            raise DomainError(f"draws must be between 0 and records = {self.records}, got {self.draws}")

    @property
    def law(self) -> Hypergeometric:
        """P."""
        return Hypergeometric(population=self.records, marked=self.count, draws=self.draws)

    @property
    def forced_divergence(self) -> Fraction | None:
        """The loss where it does not depend on the budget: a unique record is seen exactly when it is sampled."""
        if self.draws in (0, self.records) or self.count == 1:
            return Fraction(self.draws, self.records)
        return None

    def crossing(self, budget: Budget, bits: int) -> tuple[int, arb]:
        """The start h0 of the best event and a ball around h0 - h*.

        Where irrational odds leave h* undecided next to an integer, h0 is that integer and the ball
        contains zero: the term at h0 then weighs next to nothing, whichever side it belongs to.
        """
        a, unsampled, other = self.count, self.records + 1 - self.draws, self.records - self.count + 1
        odds = budget.rational_odds
        with ctx.workprec(bits + 2 * self.records.bit_length() + 32):
            if odds is not None:
                top, bottom = a * unsampled * odds.denominator, a * odds.denominator + other * odds.numerator
                step = -(-top // bottom)
                c = arb(fmpz(top)) / arb(fmpz(bottom))
            else:
                step, c = self._irrational_step(budget, a * unsampled, other)
            start = max(a + 1 - step, 0, self.draws - other + 1)
            return start, (c + (start - a))

    def _irrational_step(self, budget: Budget, top: int, other: int) -> tuple[int, arb]:
        precision = ctx.prec
        for _ in range(6):
            with ctx.workprec(precision):
                c = arb(top) / (self.count + budget.odds.ball(precision) * other)
                if c < 1:
                    return 1, c
                ceiling = c.ceil().unique_fmpz()
            if ceiling is not None:
                return int(ceiling), c
            precision *= 2
        return whole(c.upper().ceil()), c

    def divergence_ball(self, budget: Budget, bits: int) -> arb:
        """A ball around d(P, P') of about `bits` correct bits."""
        if self.forced_divergence is not None:
            with ctx.workprec(bits + 32):
                return arb(self.draws) / arb(self.records)
        start, offset = self.crossing(budget, bits)
        if start > self.law.term.high:
            return arb(0)
        if budget.rational_odds == 1:
            with ctx.workprec(bits + 64):
                return self.law.term.ball(start, bits) * start / self.count
        if estimated_terms(self.law, start, bits) <= DIRECT_TERMS:
            return self._summed_loss(budget, start, offset, bits)
        return self._tail_loss(budget, start, offset, bits)

    def _summed_loss(self, budget: Budget, start: int, offset: arb, bits: int) -> arb:
        a, other = self.count, self.records - self.count + 1
        first = other - self.draws + start

        def scaled_step(k: int) -> tuple[int, int]:
            return (k - start) * first, (other - self.draws + k) << ABSOLUTE_GUARD

        def scaled(k: int) -> tuple[int, int]:
            return first, other - self.draws + k

        steps, ones = arb(0), arb(1)
        if start < self.law.term.high:
            _, steps, ones = direct_sums(self.law.term, start, bits + ABSOLUTE_GUARD, (scaled_step, scaled))
        with ctx.workprec(bits + 2 * self.records.bit_length() + 64):
            slope = (a + budget.odds.ball(ctx.prec) * other) / (arb(a) * first)
            return self.law.term.ball(start, bits) * slope * (steps * arb(2) ** ABSOLUTE_GUARD + offset * ones)

    def _tail_loss(self, budget: Budget, start: int, offset: arb, bits: int) -> arb:
        law, a = self.law, self.count
        x = float(start - law.mean) / max(law.deviation_estimate, 0.5)
        extra = int(2 * max(1.0, abs(x))).bit_length() * 2 + budget.size_bits + 8
        ratio = tail_ratio(law, start, bits + extra)
        with ctx.workprec(bits + extra + 64):
            odds = budget.odds.ball(ctx.prec)
            bracket = odds * start / a - (odds - 1) * ratio
            if not (offset > 0):
                other = self.records - a + 1
                slope = (a + odds * other) / (arb(a) * (other - self.draws + start))
                bracket += (slope * offset).abs_upper().union(arb(0))
            return law.term.ball(start, bits) * bracket

    def exact_divergence(self, odds: Fraction) -> Fraction:
        """d(P, P') as a fraction, summed from the definition of the two laws (meant for small sizes)."""
        if self.forced_divergence is not None:
            return self.forced_divergence
        a, b, draws = self.count, self.records - self.count, self.draws
        start, _ = self.crossing(Budget.read(odds=odds), 32)
        own = sum(comb(a, h) * comb(b, draws - h) for h in range(start, min(a, draws) + 1))
        other = sum(comb(a - 1, h) * comb(b + 1, draws - h) for h in range(start, min(a - 1, draws) + 1))
        return (own - odds * other) / comb(self.records, draws)

    def side(self, budget: Budget, bits: int, *, closed: bool = False) -> Side:
        """The sums over P > E P' (over P >= E P' if `closed`, which needs rational odds)."""
        law, a, other = self.law, self.count, self.records - self.count + 1
        start, offset = self.crossing(budget, bits)
        if closed and start > law.term.low and self._tied(start - 1, budget):
            start -= 1
        if start > law.term.high:
            return Side(arb(0), arb(0), arb(0))

        def posterior(k: int) -> tuple[int, int]:
            own = a * (other - self.draws + k)
            return own, own + (a - k) * other

        if estimated_terms(law, start, bits) <= MAX_POSTERIOR_TERMS:
            ratio, weighted = direct_sums(law.term, start, bits, (posterior,))
        else:
            ratio, weighted = self._smooth_side(start, bits, posterior)
        with ctx.workprec(bits + 64):
            mass = law.term.ball(start, bits)
            slope = (a + budget.odds.ball(bits) * other) / (arb(a) * (other - self.draws + start))
            slack = arb(0) if offset > 0 else mass * slope * offset.abs_upper()
            return Side(mass * ratio, mass * (ratio - arb(start) / a), mass * weighted, slack)

    def _tied(self, k: int, budget: Budget) -> bool:
        """Tell whether P(k) = E P'(k), for rational odds."""
        odds, other = budget.rational_odds, self.records - self.count + 1
        return odds is not None and self.count * (other - self.draws + k) == odds * (self.count - k) * other

    def _smooth_side(self, start: int, bits: int, posterior: Weight) -> tuple[arb, arb]:
        law, a, other = self.law, self.count, self.records - self.count + 1
        smallest = min(posterior(start - 1)[1], posterior(law.term.high)[1])

        def factor(z: acb) -> acb:
            k = z + start - acb(1) / 2
            own = (k + (other - self.draws)) * a
            return own / (own + (acb(a) - k) * other)

        bound = 1 + arb(a) / smallest
        sums = quadrature_sums(law.term, start, bits, smooth_scale(law, start, bits), ((factor, bound),))
        if sums is None:
            raise SizeError(f"the adversary's utility would need more than {MAX_POSTERIOR_TERMS} terms here")
        return sums[0], sums[1]


EXACT_POWER_BITS = 200_000


@dataclass(frozen=True, slots=True)
class ResampledPair:
    """P and P' when `draws` of `records` are sampled with replacement.

    Args:
        records: number of records n >= 1.
        count: records of the type that loses one, 1 <= count <= records.
        draws: sample size T >= 0, which may exceed `records`.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> str(ResampledPair(records=4, count=1, draws=2).exact_divergence(Fraction(3, 2)))
        '7/16'
    """

    records: int
    count: int
    draws: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= self.records:
            raise DomainError(f"count must be between 1 and records = {self.records}, got {self.count}")
        if self.draws < 0:
            raise DomainError(f"draws must be >= 0, got {self.draws}")

    @property
    def law(self) -> Binomial:
        """P, where it is not a point mass."""
        return Binomial(self.draws, Fraction(self.count, self.records))

    @property
    def _smaller(self) -> Binomial:
        return Binomial(self.draws, Fraction(self.count - 1, self.records))

    @property
    def forced_divergence(self) -> Fraction | None:
        """The loss where it does not depend on the budget and is short enough to write down."""
        if self.draws == 0:
            return Fraction(0)
        if self.records == 1:
            return Fraction(1)
        if self.count == 1 and self.draws * self.records.bit_length() <= EXACT_POWER_BITS:
            return 1 - Fraction(self.records - 1, self.records) ** self.draws
        return None

    def crossing(self, budget: Budget, bits: int) -> tuple[int, arb]:
        """The start h0 of the best event and a ball around E r(h0), which is at most 1 unless undecided."""
        precision = bits + 2 * self.records.bit_length() + self.draws.bit_length() + 32
        for _ in range(6):
            with ctx.workprec(precision):
                down, up = self._steps()
                epsilon = budget.epsilon.ball(precision)
                threshold = (epsilon + self.draws * up) / (up - down)
                floor = threshold.floor().unique_fmpz()
                start = self._undecided_start(threshold, budget) if floor is None else max(0, int(floor) + 1)
                scaled = (epsilon + start * down + (self.draws - start) * up).exp()
            if floor is not None or scaled < 1:
                break
            precision *= 2
        return start, scaled

    def _undecided_start(self, threshold: arb, budget: Budget) -> int:
        """The integer next to which h* lies, or the one after it if the two laws are known to tie there."""
        near = whole(threshold.upper().floor())
        return near + 1 if self._tied(near, budget) else near

    def _steps(self) -> tuple[arb, arb]:
        """ln((a-1)/a) and ln((b+1)/b)."""
        other = self.records - self.count
        return (-1 / arb(self.count)).log1p(), (1 / arb(other)).log1p()

    def divergence_ball(self, budget: Budget, bits: int) -> arb:
        """A ball around d(P, P') of about `bits` correct bits."""
        with ctx.workprec(bits + self.records.bit_length() + self.draws.bit_length() + 32):
            if self.draws == 0:
                return arb(0)
            if self.records == 1:
                return arb(1)
            if self.count == 1:
                return -((-1 / arb(self.records)).log1p() * self.draws).expm1()
            if self.count == self.records:
                if self._tied(self.draws, budget):
                    return arb(0)
                log_ratio = (-1 / arb(self.records)).log1p() * self.draws + budget.epsilon.ball(ctx.prec)
                return (-log_ratio.expm1()).max(arb(0))
        extra = 2 * self.records.bit_length() + 16
        start, scaled = self.crossing(budget, bits + extra)
        if start > self.draws:
            return arb(0)
        own = tail_ratio(self.law, start, bits + extra)
        other = tail_ratio(self._smaller, start, bits + extra)
        with ctx.workprec(bits + extra + 64):
            bracket = own - scaled * other
            if not (scaled <= 1):
                bracket += (scaled - 1).abs_upper().union(arb(0))
            return self.law.term.ball(start, bits) * bracket

    def exact_divergence(self, odds: Fraction) -> Fraction:
        """d(P, P') as a fraction, summed from the definition of the two laws (meant for small sizes)."""
        a, n, draws = self.count, self.records, self.draws
        own, rival = odds.denominator, odds.numerator
        gains = (
            comb(draws, h) * (own * a**h * (n - a) ** (draws - h) - rival * (a - 1) ** h * (n - a + 1) ** (draws - h))
            for h in range(draws + 1)
        )
        return Fraction(sum(gain for gain in gains if gain > 0), own * n**draws)

    def side(self, budget: Budget, bits: int, *, closed: bool = False) -> Side:
        """The sums over P > E P' (over P >= E P' if `closed`, which needs rational odds)."""
        if self.draws == 0 or self.count in (1, self.records):
            return self._degenerate_side(budget, bits, closed)
        extra = self.records.bit_length() + 16
        start, scaled = self.crossing(budget, bits + extra)
        if closed and start > 0 and self._tied(start - 1, budget):
            start -= 1
            scaled = arb(1)
        if start > self.draws:
            return Side(arb(0), arb(0), arb(0))
        own = tail_ratio(self.law, start, bits + extra)
        other = tail_ratio(self._smaller, start, bits + extra)
        with ctx.workprec(bits + extra + 64):
            ratio = scaled / budget.odds.ball(ctx.prec)
            down, up = self._steps()
            if estimated_terms(self.law, start, bits) <= MAX_POSTERIOR_TERMS:
                weighted = self._posterior_sum(start, ratio, (down - up).exp(), bits)
            else:
                weighted = self._smooth_posterior(start, ratio, down - up, bits)
            mass = self.law.term.ball(start, bits + extra)
            slack = arb(0) if scaled <= 1 else mass * (scaled - 1).abs_upper()
            return Side(mass * own, mass * ratio * other, mass * weighted, slack)

    def _posterior_sum(self, start: int, ratio: arb, factor: arb, bits: int) -> arb:
        """Sum over k >= start of P(k)/P(start) / (1 + r(k)), term by term."""
        total, mass = arb(0), arb(1)
        limit = arb(2) ** (-bits - 8)
        for p, q in self.law.term.ratios(start):
            total += mass / (1 + ratio)
            mass *= arb(fmpz(p)) / arb(fmpz(q))
            ratio *= factor
            if p < q and mass * p < limit * (q - p):
                return total + arb(0).union((mass * q / (q - p)).upper())
        return total

    def _smooth_posterior(self, start: int, ratio: arb, log_factor: arb, bits: int) -> arb:
        """The same by quadrature; the first term apart, so that r < 1 strictly on the whole strip."""
        law = self.law
        p, q = law.term.ratio(start)
        log_ratio = ratio.log() + log_factor / 2

        def factor(z: acb) -> acb:
            return 1 / (1 + (log_ratio + z * log_factor).exp())

        bound = 1 / (1 - log_ratio.exp())
        sums = quadrature_sums(law.term, start + 1, bits, smooth_scale(law, start, bits), ((factor, bound),))
        if sums is None or not bound > 0:
            raise SizeError(f"the adversary's utility would need more than {MAX_POSTERIOR_TERMS} terms here")
        return 1 / (1 + ratio) + arb(fmpz(p)) / arb(fmpz(q)) * sums[1]

    def _tied(self, k: int, budget: Budget) -> bool:
        """Tell whether P(k) = E P'(k), for rational odds; beyond `EXACT_POWER_BITS` no tie is looked for."""
        odds = budget.rational_odds
        if odds == 1 and self.count - 1 == self.records - self.count:
            return 2 * k == self.draws
        if odds is None or self.draws * self.records.bit_length() > EXACT_POWER_BITS:
            return False
        a, b, rest = self.count, self.records - self.count, self.draws - k
        return bool(a**k * b**rest == odds * (a - 1) ** k * (b + 1) ** rest)

    def _degenerate_side(self, budget: Budget, bits: int, closed: bool) -> Side:
        """A point mass on one side: P at a = n, P' at a = 1, both without draws."""
        with ctx.workprec(bits + self.records.bit_length() + self.draws.bit_length() + 32):
            odds = budget.odds.ball(ctx.prec)
            same = ((-1 / arb(self.records)).log1p() * self.draws).exp() if self.records > 1 else arb(0)
            if self.draws == 0:
                same = arb(1)
            if self.records == 1 and self.draws:
                return Side(arb(1), arb(0), arb(1))
            if self.count == self.records:
                # All mass of P at h = T, where P' has `same`.
                wins = odds * same < 1 or (closed and odds * same <= 1)
                return Side(arb(1), same, 1 / (1 + same)) if wins else Side(arb(0), arb(0), arb(0))
            # P' is all at h = 0, where P has `same` <= 1: P wins on h >= 1, and at a tie at 0.
            gained = 1 - same
            if closed and self.draws == 0 and odds == 1:
                return Side(arb(1), arb(1), arb(1) / 2)
            return Side(gained, arb(0), gained)


MAX_WINDOW = 60_000
LONG_WINDOW = 40
"""From this many numbers of draws on, each divergence is taken from the one before."""
ROUGH_BITS = 20
VERY_LONG_WINDOW = 10_000
TINY = -300
"""A power of ten below which a divergence of a very long sum may be bounded only."""
Pair = SampledPair | ResampledPair


def two_type_pair(records: int, count: int, draws: int, *, replacement: bool) -> Pair:
    """The two-type pair of the sampling scheme."""
    return (ResampledPair if replacement else SampledPair)(records, count, draws)


class PooledPair:
    """The pair of histograms when a record of a type with `count` records turns into one with `other` records.

    Args:
        records: number of records n.
        count: records of the type that loses one, at least 1.
        other: records of the type that gains one.
        draws: sample size.
        replacement: whether sampling is with replacement.

    Example:
        >>> str(PooledPair(records=6, count=2, other=2, draws=3, replacement=False).exact_divergence(Fraction(2)))
        '1/5'
    """

    def __init__(self, records: int, count: int, other: int, draws: int, *, replacement: bool) -> None:
        self.records, self.count, self.other, self.draws = records, count, other, draws
        self.replacement = replacement
        self.pool = count + other

    def given(self, pooled_draws: int) -> Pair:
        """The two-type pair when `pooled_draws` draws fall in the pool."""
        return two_type_pair(self.pool, self.count, pooled_draws, replacement=self.replacement)

    @property
    def law(self) -> Hypergeometric | Binomial:
        """The law of the number of draws that fall in the pool (there is a third type)."""
        if self.replacement:
            return Binomial(self.draws, Fraction(self.pool, self.records))
        return Hypergeometric(population=self.records, marked=self.pool, draws=self.draws)

    @property
    def forced_divergence(self) -> Fraction | None:
        """The loss where it does not depend on the budget: everything or nothing sampled, or a unique record."""
        return self._alone.forced_divergence

    @property
    def _alone(self) -> Pair:
        """The pair when all other types count as one; its law of the losing type's count is the true one."""
        return two_type_pair(self.records, self.count, self.draws, replacement=self.replacement)

    def exact_divergence(self, odds: Fraction) -> Fraction:
        """The divergence as a fraction (meant for small sizes)."""
        if self.pool == self.records:
            return self.given(self.draws).exact_divergence(odds)
        term = self.law.term
        total = Fraction(0)
        for s in range(term.low, term.high + 1):
            total += term.exact(s) * self.given(s).exact_divergence(odds)
        return total

    def check_size(self, digits: int) -> None:
        """Refuse what would not finish.

        Raises:
            SizeError: more than `MAX_WINDOW` numbers of draws in the pool would have to be summed.
        """
        width = 2 * _reach(max(1.0, self.law.deviation_estimate), bits_for(digits))
        if min(width, self.draws) > MAX_WINDOW and self.pool != self.records and self.count > 1:
            raise SizeError(
                f"the draws on the two rarest types must vary over at most {MAX_WINDOW} values, got {width}"
            )

    def divergence_ball(self, budget: Budget, bits: int) -> arb:
        """A ball around d of about `bits` correct bits.

        It sums as many terms as it takes; see `check_size`.
        """
        if self.pool == self.records or self.count == 1:
            return self._alone.divergence_ball(budget, bits)
        return _WindowedSum(self, budget, bits).ball()

    def rough_ball(self, budget: Budget, blocks: int) -> arb | None:
        """A ball around d that is quickly found, from so many blocks; None where the sum is short anyhow."""
        law = self.law
        if self.pool == self.records or self.count == 1 or not isinstance(law, Hypergeometric):
            return None
        if 2 * _reach(max(1.0, law.deviation_estimate), ROUGH_BITS) < LONG_WINDOW:
            return None
        return block_bounds(law, _WindowedSum(self, budget, ROUGH_BITS)._term, blocks)

    def tiny_ball(self, budget: Budget) -> arb | None:
        """A ball around d from blocks as far as its peak, where the sum is very long and d below `TINY`; else None."""
        law = self.law
        if self.pool == self.records or self.count == 1 or not isinstance(law, Hypergeometric):
            return None
        if 2 * _reach(max(1.0, law.deviation_estimate), ROUGH_BITS) < VERY_LONG_WINDOW:
            return None
        window = _WindowedSum(self, budget, ROUGH_BITS)
        ball = block_bounds(law, window._term, ROUGH_BITS, window._peak(law.term.low, law.term.high))
        return ball if ball < arb(10) ** TINY else None


class _WindowedSum:
    """sum over s of P(s) d_pool(s), from the peak outwards, with certified remainders."""

    def __init__(self, pair: PooledPair, budget: Budget, bits: int) -> None:
        self.pair, self.budget, self.bits = pair, budget, bits
        self.term = pair.law.term
        self.deviation = max(1.0, pair.law.deviation_estimate)
        self.sketches: dict[int, float] = {}

    def ball(self) -> arb:
        low, high = self.term.low, self.term.high
        peak = self._peak(low, high)
        reach = _reach(self.deviation, self.bits)
        first, last = max(low, peak - reach), min(high, peak + reach)
        total = arb(0)
        weight = self.term.ball(first, self.bits + 20)
        if last - first >= LONG_WINDOW and not self.pair.replacement:
            pair = self.pair
            terms = Consecutive(pair.pool, pair.count, self.budget, self.bits + 20, self._term)
            total = terms.weighted(weight, self.term.ratios(first), first, last)
        else:
            with ctx.workprec(self.bits + 64):
                for s in range(first, last + 1):
                    total += weight * self._term(s)
                    p, q = self.term.ratio(s)
                    weight *= arb(fmpz(p)) / arb(fmpz(q))
        with ctx.workprec(self.bits + 64):
            return total + self._remainder(first - 1, -1) + self._remainder(last + 1, 1)

    def _term(self, s: int) -> arb:
        return self.pair.given(s).divergence_ball(self.budget, self.bits + 8)

    def _remainder(self, edge: int, step: int) -> arb:
        """[0, bound] of the sum from `edge` on outwards (step = -1 down, +1 up), block by block.

        A block weighs at most d_pool at its upper end times its probability; what is left when the blocks stop
        weighs at most d_pool at its upper end (1 upwards) times a geometric bound of its probability.
        """
        bound, width = arb(0), max(1, int(self.deviation / 8))
        limit = self.term.low if step < 0 else self.term.high
        while (edge - limit) * step <= 0:
            far = edge + step * min(width, abs(limit - edge))
            top = max(edge, far)
            rest = self._outer_mass(edge, step) * (1 if step > 0 else self._loss(top))
            if bound > 0 and rest < bound * arb(2) ** -20:
                return arb(0).union((bound + rest).upper())
            bound += self._block_mass(min(edge, far), top) * self._loss(top)
            edge, width = far + step, width + width // 4 + 1
        return arb(0).union(bound.upper())

    def _loss(self, s: int) -> arb:
        return self.pair.given(s).divergence_ball(self.budget, 64)

    def _block_mass(self, low: int, high: int) -> arb:
        """An upper bound of P(low <= s <= high): unimodal, so the larger end bounds all unless the mode is inside."""
        p, q = self.term.ratio(low)
        r, t = self.term.ratio(high - 1) if high > low else (p, q)
        if p > q and r < t:
            return arb(1)
        edge = self.term.ball(high if p > q else low, 64)
        return (edge * (high - low + 1)).min(arb(1))

    def _outer_mass(self, edge: int, step: int) -> arb:
        """An upper bound of the probability from `edge` on outwards."""
        if edge in (self.term.low, self.term.high):
            return self.term.ball(edge, 64) if (edge == self.term.high) == (step > 0) else arb(1)
        p, q = self.term.ratio(edge) if step > 0 else self.term.ratio(edge - 1)[::-1]
        return self.term.ball(edge, 64) * q / (q - p) if p < q else arb(1)

    def _peak(self, low: int, high: int) -> int:
        """Find the peak of P(s) d_pool(s), by golden section on a rough logarithm (only the remainders certify)."""
        return _argmax(self._sketch, low, high)

    def _sketch(self, s: int) -> float:
        if s not in self.sketches:
            with ctx.workprec(64):
                loss = self.pair.given(s).divergence_ball(self.budget, 40)
                value = self.term.ball(s, 40) * loss
                self.sketches[s] = float(value.mid().log()) if value.mid() > 0 else -1e300 + s
        return self.sketches[s]


def _reach(deviation: float, bits: int) -> int:
    """Return how far from its peak a sum of this deviation matters at `bits` bits."""
    return int(deviation * (1.39 * (bits + 12)) ** 0.5) + 8


def _argmax(value: Callable[[int], float], low: int, high: int) -> int:
    while high - low > 3:
        third = (high - low) // 3
        left, right = low + third, high - third
        low, high = (left, high) if value(left) < value(right) else (low, right)
    return max(range(low, high + 1), key=value)
