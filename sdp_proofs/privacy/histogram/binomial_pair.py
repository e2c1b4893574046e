"""Two types with replacement: the loss when one record leaves a type.

P is Binomial(T, a/n), P' is Binomial(T, (a-1)/n). The log likelihood ratio is linear in the count h,
ln r(h) = h ln((a-1)/a) + (T-h) ln((b+1)/b) with b = n - a, so the best event is h >= h0, the first integer
with E r(h) < 1, and with R, R' the tails of P, P' relative to their first term, d(P, P') = P(h0) (R - E r(h0)
R'). [Liu, Wang, Xia 2023, App. F].
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, fmpz, whole
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.side import MAX_POSTERIOR_TERMS, Side
from sdp_proofs.sums.quadrature import quadrature_sums
from sdp_proofs.sums.tails import estimated_terms, smooth_scale, tail_ratio

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
        """Whether P(k) = E P'(k), for rational odds; beyond `EXACT_POWER_BITS` no tie is looked for."""
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
