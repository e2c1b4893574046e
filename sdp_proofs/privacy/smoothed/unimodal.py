"""At any size: is the set of counts H with delta(H) above a level the complement of an interval?

If it is, for a level M at or above the values at both homogeneous assignments, no mixture of two sources exceeds M (see
`endpoint`). delta(H) = delta(n - H), so half of the counts are enough; where delta crosses the level is found
by bisection, and both sides of the crossing are proved block by block, down to the losses themselves where bounds
are too wide. The count 0 needs no look: delta(0) >= D(1), the probability that a given record is sampled, and no loss
is larger than that.

Near a half and for small budgets the losses are a sawtooth on their way down and cross a level several times;
`partly_averaged` then takes over.
"""

from __future__ import annotations

from collections.abc import Callable

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.privacy.histogram.block_bounds import BlockDeltas
from sdp_proofs.verdict import Verdict

MOST_BLOCKS = 6000
"""Blocks looked at, at most."""

_Test = Callable[[int, int], bool]
"""Whether something is proven for a block of counts."""


def decide_unimodal(losses: BlockDeltas, level: arb) -> Verdict:
    """HOLDS if delta > level holds exactly up to some count and, mirrored, from some count on; else UNKNOWN.

    Args:
        losses: delta over blocks.
        level: an exact number.
    """
    found = crossing(losses, level)
    if found is None:
        return Verdict.UNKNOWN
    search = LevelSearch(losses, level)
    proven = search.above(1, found) and search.not_above(found + 1, losses.records // 2)
    return Verdict.HOLDS if proven else Verdict.UNKNOWN


def crossing(losses: BlockDeltas, level: arb) -> int | None:
    """A count with delta > level, or 0, whose successor has not; None where delta(n//2) <= level is not certain.

    Where delta crosses the level several times it is one of the crossings.
    """
    low, high = 0, losses.records // 2
    with ctx.workprec(64):
        if not losses.deltas(high, high)[0] <= level:
            return None
        while high - low > 1:
            count = (low + high) // 2
            if losses.deltas(count, count)[0] > level:
                low = count
            else:
                high = count
    return low


class LevelSearch:
    """On which side of one level the losses of whole ranges of counts lie.

    Args:
        losses: delta over blocks.
        level: an exact number.
    """

    def __init__(self, losses: BlockDeltas, level: arb) -> None:
        self.losses, self.level = losses, level
        self.shortest = 32 if losses.replacement else 1024

    def above(self, first: int, last: int) -> bool:
        """Whether delta > level is proven for every H from `first` >= 1 to `last`; it starts from the last."""
        with ctx.workprec(64):
            return self._proven(first, last, self._bounded_above, self._all_above, -1)

    def not_above(self, first: int, last: int) -> bool:
        """Whether delta <= level is proven for every H from `first` to `last`; it starts from the first."""
        with ctx.workprec(64):
            return self._proven(first, last, self._bounded_not_above, self._all_not_above, 1)

    def _proven(self, first: int, last: int, bounded: _Test, computed: _Test, step: int) -> bool:
        """Block after block: longer ones as long as bounds suffice, shorter ones where they do not."""
        length = self.shortest
        for _ in range(MOST_BLOCKS):
            if first > last:
                return True
            length = min(length, last - first + 1)
            block = (first, first + length - 1) if step > 0 else (last - length + 1, last)
            if bounded(*block) or (length <= self.shortest and computed(*block)):
                first, last = (block[1] + 1, last) if step > 0 else (first, block[0] - 1)
                length = max(self.shortest, length) * 3 // 2
            elif length <= self.shortest:
                return False
            else:
                length = max(self.shortest, length // 2)
        return first > last

    def _bounded_above(self, first: int, last: int) -> bool:
        return bool(self.losses.least_bound(first, last) > self.level)

    def _all_above(self, first: int, last: int) -> bool:
        return all(value > self.level for value in self.losses.deltas(first, last))

    def _bounded_not_above(self, first: int, last: int) -> bool:
        return bool(self.losses.bound(first, last) <= self.level or self.losses.sharp_bound(first, last) <= self.level)

    def _all_not_above(self, first: int, last: int) -> bool:
        return all(value <= self.level for value in self.losses.deltas(first, last))
