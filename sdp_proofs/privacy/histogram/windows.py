"""Sum the divergences of two-type pairs over a window of sample sizes, each from the one before.

World: balls. Of a pool of n records, a of the type that loses one, s are drawn; p_s(h) is the law of the count of that
type, F_s(h) = p_s(>= h). One more draw, and a later start of the event, cost a few products each:

    F_{s+1}(h) = F_s(h) + t h,   p_{s+1}(h) = t (s+1),   t = p_s(h) (b-s+h) / ((s+1-h) (n-s)),   b = n - a,
    F_s(h+1) = F_s(h) - p_s(h),  p_s(h+1) = p_s(h) (a-h) (s-h) / ((h+1) (b-s+h+1)),

the first because the draw s + 1 is of the type with chance (a-h+1)/(n-s) where h - 1 of it were drawn, and
p_s(h-1) (a-h+1) = p_s(h) h (b-s+h)/(s-h+1). With them d(s) = p_s(h0) E h0/a - (E-1) F_s(h0), as in `pairs`.

F_s(h0(s)) grows with s, so rounding at the start of the window does not grow relative to what is summed; the balls
hold whatever it does. Where the start h0 is undecided, or at an end of the law, the term is taken from `pairs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.numbers.balls import arb, ctx, whole
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.sums.tails import tail_ratio

Direct = Callable[[int], arb]
"""The divergence at s draws in the pool, by itself."""


class Consecutive:
    """Divergences of pairs without replacement for s = first, first + 1, ...

    Args:
        pool: records of the two types.
        count: records of the type that loses one, 2 <= count <= pool.
        budget: epsilon.
        bits: about how many bits are to be correct.
        direct: the divergence at s, by itself.
    """

    def __init__(self, pool: int, count: int, budget: Budget, bits: int, direct: Direct) -> None:
        self.pool, self.count, self.budget, self.bits, self.direct = pool, count, budget, bits, direct
        self.rest = pool - count
        self.scale = 2 * pool.bit_length() + 64
        precision = self.scale + pool.bit_length() + budget.size_bits + 32
        with ctx.workprec(precision):
            share = count / (count + budget.odds.ball(precision) * (self.rest + 1)) * arb(2) ** self.scale
            self.share = whole(share.lower().floor()), whole(share.upper().ceil())

    def start(self, draws: int) -> int | None:
        """The first count of the best event; None where it is undecided, or at an end of the law."""
        (least, most), left = self.share, self.pool + 1 - draws
        low = -(-least * left >> self.scale)
        if low != -(-most * left >> self.scale):
            return None
        start = self.count + 1 - low
        return start if 0 < start < self.count and draws - self.rest < start < draws else None

    def weighted(self, weight: arb, ratios: Iterable[tuple[int, int]], first: int, last: int) -> arb:
        """The sum of weight(s) d(s) for first <= s <= last, where weight(s + 1)/weight(s) is p/q of `ratios`."""
        pool, count, rest = self.pool, self.count, self.rest
        total, mass, tail, reached = arb(0), arb(0), arb(0), -1
        precision = self._precision(first)
        with ctx.workprec(precision):
            odds = self.budget.odds.ball(precision)
            slope, excess = odds / count, odds - 1
            for s, (p, q) in zip(range(first, last + 1), ratios, strict=False):
                start = self.start(s)
                if start is None:
                    total += weight * self.direct(s)
                else:
                    if reached < 0:
                        mass, tail, reached = self._fresh(s, start, precision)
                    while reached < start:
                        tail -= mass
                        mass = mass * ((count - reached) * (s - reached)) / ((reached + 1) * (rest - s + reached + 1))
                        reached += 1
                    total += weight * (mass * start * slope - excess * tail)
                if reached >= 0 and s < last:
                    moved = mass * (rest - s + reached) / ((s + 1 - reached) * (pool - s))
                    tail += moved * reached
                    mass = moved * (s + 1)
                weight = weight * p / q
        return total

    def _fresh(self, draws: int, start: int, precision: int) -> tuple[arb, arb, int]:
        law = Hypergeometric(population=self.pool, marked=self.count, draws=draws)
        mass = law.term.ball(start, precision)
        return mass, mass * tail_ratio(law, start, precision), start

    def _precision(self, first: int) -> int:
        """Bits at which d keeps `bits` of them at the first draw, where most cancels."""
        law = Hypergeometric(population=self.pool, marked=self.count, draws=first)
        start = self.start(first)
        away = 0.0 if start is None else float(start - law.mean) / max(law.deviation_estimate, 0.5)
        return self.bits + 2 * int(2 * max(1.0, abs(away))).bit_length() + self.budget.size_bits + 72


REACH = 8
"""Deviations on either side of the mean that a rough sum covers in blocks."""


MOST_BLOCKS = 400


def block_bounds(law: Hypergeometric, loss: Direct, blocks: int, peak: int | None = None) -> arb:
    """A ball around the sum of P(s) d(s) for a d <= 1 that grows with s; with 32 blocks often a few per cent wide.

    A block weighs its probability times something between d at its first s and d at the first s of the next.

    Args:
        law: of s.
        loss: d.
        blocks: how many, over `REACH` deviations on either side of the mean.
        peak: about where P(s) d(s) is largest, if ever longer blocks are to reach beyond it; any s gives a true ball.
    """
    low, high, mean = law.term.low, law.term.high, float(law.mean)
    reach = REACH * max(1.0, law.deviation_estimate)
    first, last = min(mean, mean if peak is None else peak) - reach, max(mean, mean if peak is None else peak) + reach
    number = min(MOST_BLOCKS, max(blocks, round(blocks * (last - first) / (2 * reach))))
    places = [first + (last - first) * k / number for k in range(number + 1)]
    width = (last - first) / number
    while peak is not None and places[-1] < high:
        width *= 1.25
        places.append(places[-1] + width)
    cuts = sorted({min(high, max(low, round(place))) for place in places})
    with ctx.workprec(96):
        tails = [law.term.ball(s, 64) * tail_ratio(law, s, 64) if s > low else arb(1) for s in cuts]
        losses = [loss(s) for s in cuts]
        least, most = arb(0), losses[0] * (1 - tails[0]) + tails[-1]
        for place, mass in enumerate(tails[:-1]):
            share = mass - tails[place + 1]
            least += share * losses[place]
            most += share * losses[place + 1]
        return (least + tails[-1] * losses[-1]).union(most)
