"""Two types without replacement: the loss when one record leaves a type.

P is the law of the count h of a type held by `count` = a of n records, P' the law when it is held by a - 1. The
likelihood ratio r(h) = P'(h)/P(h) = (a-h)(b+1)/(a(b+1-T+h)), b = n - a, strictly falls in h, so the best
event is h >= h0 with h0 the first integer above h* = a - c, c = a(n+1-T)/(a + E(b+1)), and with
R = P(>= h0)/P(h0)

    d(P, P') = P(h0) (E h0/a - (E-1) R),    because P(>= h0) - P'(>= h0) = P(h0) h0/a,
             = P(h0) (a + E(b+1))/a * sum over h >= h0 of P(h)/P(h0) (h - h*)/(b-T+h+1), where nothing cancels.

[Liu, Wang, Xia 2023, Def. 2 for Algorithm 2].
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, fmpz, whole
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.side import MAX_POSTERIOR_TERMS, Side
from sdp_proofs.sums.direct import Weight, direct_sums
from sdp_proofs.sums.quadrature import quadrature_sums
from sdp_proofs.sums.tails import DIRECT_TERMS, estimated_terms, smooth_scale, tail_ratio

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
        """Whether P(k) = E P'(k), for rational odds."""
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
