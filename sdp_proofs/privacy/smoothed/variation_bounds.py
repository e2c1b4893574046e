"""Two types, budgets next to nothing: losses over whole blocks by total variation, far sharper than by coupling.

Sampling without replacement, T of n records, N = n - T. As in `sampled_pair`, D(a) is the largest of all
P_a(S) - E P_{a-1}(S). Mark one record more: the count grows exactly when that record is sampled. Hence, with m = a - 1
and q_m(u) the chance that u of m marked ones are among N of n - 1 records,

    P_a(>= a-u) - P_{a-1}(>= a-u) = (T/n) q_m(u).

For E = 1 upper sets are the best events, and D falls in E, so with the event a - u for any u

    (T/n) q_m(u) - (E-1) <= D(a) <= (T/n) max over u of q_m(u).

Both sides meet as E goes to 1. In m, q_m(u) is log-concave, as

    q_{m+1}(u)/q_m(u) = (1 + u/(m+1-u)) (1 - (N-u)/(n-1-m))

falls, and largest at floor(u n/N). In u it is largest at floor((m+1)(N+1)/(n+1)), which does not fall in m. So over a
block of m the smallest q_m(u) of one u is at an end, and the largest of all are at the few u that are modes of some m.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

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
        middle = records // 2 + 1  # where losses are smallest, up to the sawtooth
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
