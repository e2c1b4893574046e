"""At any size: is the set of counts H with delta(H) above a level the complement of an interval?

If it is, for a level M at or above the values at both pure mixtures, no mixture of two sources exceeds M (see
`endpoint`). delta(H) = delta(n - H), so half of the counts are enough; where delta crosses the level is found
by bisection, and both sides of the crossing are proved block by block, down to the losses themselves where bounds
are too wide.
"""

from __future__ import annotations

from sdp_proofs.numerics.balls import arb, ctx
from sdp_proofs.privacy.loss_bounds import BlockLosses
from sdp_proofs.verdict import Verdict

SHORTEST_BLOCK = 32
MOST_BLOCKS = 4000
"""Blocks looked at, at most."""


def decide_valley(losses: BlockLosses, level: arb) -> Verdict:
    """HOLDS if delta > level holds exactly up to some count and, mirrored, from some count on; else UNKNOWN.

    Args:
        losses: delta over blocks.
        level: an exact number.
    """
    return _Search(losses, level).decide()


class _Search:
    def __init__(self, losses: BlockLosses, level: arb) -> None:
        self.losses, self.level, self.middle = losses, level, losses.records // 2
        self.blocks = 0

    def decide(self) -> Verdict:
        with ctx.workprec(64):
            low, high = 0, self.middle
            if not self.losses.deltas(high, high)[0] <= self.level:
                return Verdict.UNKNOWN
            while high - low > 1:
                count = (low + high) // 2
                if self.losses.deltas(count, count)[0] > self.level:
                    low = count
                else:
                    high = count
            above = low < 1 or self._above(1, low)
            return Verdict.HOLDS if above and self._below(high, self.middle) else Verdict.UNKNOWN

    def _above(self, first: int, last: int) -> bool:
        if self.losses.least_bound(first, last) > self.level:
            return True
        if last - first < SHORTEST_BLOCK:
            return all(value > self.level for value in self.losses.deltas(first, last))
        if self._exhausted():
            return False
        middle = (first + last) // 2
        return self._above(middle + 1, last) and self._above(first, middle)

    def _below(self, first: int, last: int) -> bool:
        if self.losses.bound(first, last) <= self.level or self.losses.sharp_bound(first, last) <= self.level:
            return True
        if last - first < SHORTEST_BLOCK:
            return all(value <= self.level for value in self.losses.deltas(first, last))
        if self._exhausted():
            return False
        middle = (first + last) // 2
        return self._below(first, middle) and self._below(middle + 1, last)

    def _exhausted(self) -> bool:
        self.blocks += 1
        return self.blocks > MOST_BLOCKS
