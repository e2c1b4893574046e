"""Many types: the loss when one record changes from one type to another.

The likelihood ratio of the two histograms depends only on the counts of the two types involved. Let s be the number of
draws that fall in their pool. Given s, the two counts are those of a two-type instance on the pool, so

    d = sum over s of P(s) d_pool(s),

with P(s) hypergeometric or binomial. d_pool(s) grows with s (dropping a draw is post-processing) and never exceeds the
inclusion probability, which bounds what a window of s leaves out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx, fmpz
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.binomial_pair import ResampledPair
from sdp_proofs.privacy.histogram.hypergeometric_pair import SampledPair

MAX_WINDOW = 60_000
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
        with ctx.workprec(self.bits + 64):
            weight = self.term.ball(first, self.bits + 20)
            for s in range(first, last + 1):
                total += weight * self.pair.given(s).divergence_ball(self.budget, self.bits + 8)
                p, q = self.term.ratio(s)
                weight *= arb(fmpz(p)) / arb(fmpz(q))
            return total + self._remainder(first - 1, -1) + self._remainder(last + 1, 1)

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
        """Where P(s) d_pool(s) is largest, by golden section on a rough logarithm (only the remainders certify)."""
        return _argmax(self._sketch, low, high)

    def _sketch(self, s: int) -> float:
        if s not in self.sketches:
            with ctx.workprec(64):
                loss = self.pair.given(s).divergence_ball(self.budget, 40)
                value = self.term.ball(s, 40) * loss
                self.sketches[s] = float(value.mid().log()) if value.mid() > 0 else -1e300 + s
        return self.sketches[s]


def _reach(deviation: float, bits: int) -> int:
    """How far from its peak a sum of this deviation matters at `bits` bits."""
    return int(deviation * (1.39 * (bits + 12)) ** 0.5) + 8


def _argmax(value: Callable[[int], float], low: int, high: int) -> int:
    while high - low > 3:
        third = (high - low) // 3
        left, right = low + third, high - third
        low, high = (left, high) if value(left) < value(right) else (low, right)
    return max(range(low, high + 1), key=value)
