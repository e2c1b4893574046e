"""Decide at any size whether homogeneous assignments of two sources are worst.

*Losses that cross a level once.* Is the set of counts H with delta(H) above a level the complement of an interval? If
it is, for a level M at or above the values at both homogeneous assignments, no mixture of two sources exceeds M (see
`two_sources`). delta(H) = delta(n - H), so half of the counts are enough; where delta crosses the level is found by
bisection, and both sides of the crossing are proved block by block, down to the losses themselves where bounds are too
wide. The count 0 needs no look: delta(0) >= D(1), the probability that a given record is sampled, and no loss is
larger than that.

Near a half and for small budgets the losses are a sawtooth on their way down and cross a level several times;
`decide_partly_averaged` then takes over.

*Losses that are a sawtooth around a level.* The losses delta(H) of large electorates fall towards a half as a
sawtooth, a tooth for each outcome that the best event loses, and may cross a level M several times. Averaged over a
tooth or two they cross it once.

**Partly averaged losses.** Let p be the larger share of the first type, 0 < p < 1. `two_sources` writes F as the image
of delta under n passes u_x <- (1-p) u_(x-1) + p u_x for x >= t (t = 1, ..., n), and then a stochastic, totally
positive matrix. Stop after m passes. With I ~ Binomial(m, 1-p) the vector is then

    G(x) = E delta(x - I) for x >= m,    G(x) = E delta(Binomial(x, p)) for x < m,

and F is the image of G under the passes that are left and that matrix: a product of stochastic, totally positive
matrices, hence one itself. The endpoint theorem's proof uses nothing else, so it holds with G in the place of delta:
if M >= F(0), F(n) and {x : G(x) > M} is the complement of an interval, no mixture exceeds M. As delta(H) = delta(n-H)
both types may be exchanged, and p be one minus the smaller share of the first type.

**Near the crossings.** Let h be a count at which delta crosses M, and write y = n - x for x on the far side. There

    G(x) = sum over i of P(I = i) delta(x - i),    G(n - y) = sum over i of P(I = i) delta(y + i),

two convolutions with one table of losses around h. What falls outside the table is bounded by mass times loss, block by
block; no loss towards n/2 exceeds all of the table, as is proved for (b) below. So G is compared with M at every x
from x0 to x1 and every y from y0 to y1.

**Before and behind.** m passes are the rows of a stochastic, totally positive matrix too. (a) Let l be a sequence
below delta that does not grow. Its image does not grow either, being at most as often above and below a
level as l is, in the same order. So if it exceeds M at x0, G > M on 0, ..., x0. The mirror image of l serves y0.
(b) Let v be a sequence above delta that falls up to n/2 and rises from there. Its image is above no level on the
inside of an interval at whose ends it is not. So if it is at most M at x1 and n - y1, then G <= M between
them. Both l and v are running extremes of the table, continued by one bound of all losses before it and
one of those behind it, which leave enough room to be proved block by block.

World: enclosure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import ceil, exp

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.privacy.histogram.tables import BlockDeltas
from sdp_proofs.privacy.smoothed.truncated_sum import mass_bound
from sdp_proofs.sums.binomial_shift import positive_convolution
from sdp_proofs.verdict import Verdict

MOST_BLOCKS = 6000
"""Blocks looked at, at most."""

_Test = Callable[[int, int], bool]
"""Tell whether something is proven for a block of counts."""


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
        """Tell whether delta > level is proven for every H from `first` >= 1 to `last`; it starts from the last."""
        with ctx.workprec(64):
            return self._proven(first, last, self._bounded_above, self._all_above, -1)

    def not_above(self, first: int, last: int) -> bool:
        """Tell whether delta <= level is proven for every H from `first` to `last`; it starts from the first."""
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


WIDTHS = (1, 2, 4)
"""Blurs that are tried, in units of the first guess."""
REACH = 16
"""Standard deviations of I to either side of the crossing at which G is computed."""
TAIL = 10
"""Standard deviations of I that the table covers beyond that, at least."""
GROWTH = 4
"""Outside the table blocks are a standard deviation long, or this fraction of their distance from it."""
MOST_COUNTS = 200_000
"""Longer tables of losses are not computed."""
BITS = 80


def decide_partly_averaged(losses: BlockDeltas, low: Fraction, high: Fraction, level: arb) -> Verdict:
    """HOLDS if no mixture of the two sources exceeds the level, proven by partly averaged losses; else UNKNOWN.

    Args:
        losses: delta over blocks.
        low: the smaller share of the first type.
        high: the larger share.
        level: an exact number that is at least the average loss of both homogeneous assignments.

    Example:
        >>> from sdp_proofs.privacy.budget import Budget
        >>> losses = BlockDeltas(3000, 2700, Budget.read(epsilon="1/10"), 15, False)
        >>> decide_partly_averaged(losses, Fraction(1, 3), Fraction(1, 2), arb("0.0158"))
        <Verdict.HOLDS: 'HOLDS'>
    """
    share = max(high, 1 - low, key=lambda p: p * (1 - p))
    if share in (0, 1):
        return Verdict.UNKNOWN
    middle = crossing(losses, level)
    if middle is None:
        return Verdict.UNKNOWN
    guess = _guess(losses, middle)
    for width in WIDTHS:
        part = _PartAverage.around(losses, share, middle, guess * width)
        if part is None:
            continue
        certificate = _Certificate(losses, part, level)
        if certificate.falls_once():
            # The rest concerns losses away from the level, which a wider average hardly changes.
            return Verdict.HOLDS if certificate.is_clear_elsewhere() else Verdict.UNKNOWN
    return Verdict.UNKNOWN


def _guess(losses: BlockDeltas, middle: int) -> float:
    """A standard deviation of I that levels the teeth and leaves the losses' fall: half a tooth, if not too long.

    The count that separates the outcomes of the best event moves by one over a tooth.
    """
    n, left = losses.records, losses.records - losses.draws
    if losses.replacement or not left:
        tooth = n / max(losses.draws, 1)
    else:
        odds = float(losses.budget.odds.ball(64).mid()) if losses.budget.size_bits < 500 else exp(300)
        tooth = (middle / n + odds * (1 - middle / n)) ** 2 * n / (left * odds)
    tooth = min(max(tooth, 1.0), n)
    step = max(1, min(int(tooth), middle, n // 2 - middle))
    with ctx.workprec(BITS):
        top, bottom = (losses.deltas(count, count)[0] for count in (max(0, middle - step), min(n // 2, middle + step)))
        fall = float((top / bottom).log().mid()) / (2 * step) if bottom > 0 else float("inf")
    return max(1.0, tooth / 2 if not fall > 0 else min(tooth / 2, 2 / fall))


@dataclass(frozen=True, slots=True)
class _PartAverage:
    """m passes, and the counts at which their image is computed.

    Args:
        law: the law of I.
        steps: the first and last value of I whose losses are in the table.
        near: the first and last x at which G(x) is computed.
        far: the first and last y at which G(n - y) is computed.
        middle: the crossing h.
        reach: how far the above lead away from the crossing, and from the crossing minus the mean of I.
    """

    law: Binomial
    steps: tuple[int, int]
    near: tuple[int, int]
    far: tuple[int, int]
    middle: int
    reach: int

    @classmethod
    def around(cls, losses: BlockDeltas, share: Fraction, middle: int, deviation: float) -> _PartAverage | None:
        """An average of this standard deviation, or the largest that so few records allow; None if there is none."""
        n = losses.records
        passes = min(ceil(deviation**2 / float(share * (1 - share))), n // 4)
        if passes < 1:
            return None
        law = Binomial(passes, 1 - share)
        mean, deviation = round(law.mean), law.deviation_estimate
        reach = ceil(REACH * deviation) + 2
        tail = ceil(TAIL * deviation) + reach // 4 + 2
        near = max(passes, middle + mean - reach), middle + mean + reach
        far = max(0, middle - mean - reach), middle - mean + reach
        excess = near[1] + far[1] - (n - 1)
        if excess >= 0:
            # Both ranges meet: cut where they do.
            near = near[0], near[1] - (excess + 1) // 2
            far = far[0], n - 1 - near[1]
        if near[0] > near[1] or far[0] > far[1] or 2 * (reach + tail) > MOST_COUNTS:
            return None
        return cls(law, (max(0, mean - tail), min(passes, mean + tail)), near, far, middle, reach)


class _Certificate:
    """The proof, for one of these averages."""

    def __init__(self, losses: BlockDeltas, part: _PartAverage, level: arb) -> None:
        self.losses, self.part, self.level = losses, part, level
        self.records, self.half = losses.records, losses.records // 2
        least, most = part.steps
        inner = max(part.near[1] - least, part.far[1] + most)
        self.first = min(part.near[0] - most, part.far[0] + least)
        self.last = min(self.half, inner)
        if inner > self.half:
            # Counts behind the middle are looked up in the mirror, which must not lead out of the table.
            self.first = min(self.first, self.records - inner)
        self.unit = max(1, part.reach // REACH)
        self.left_out = list(self._left_out())
        with ctx.workprec(BITS):
            self.table = losses.deltas(self.first, self.last)
            self.weights = self._weights()
            # Also where (b) continues the table: it does so by one of its losses.
            self.caps = [(self.first, reduce(arb.max, self.table).upper())]

    def falls_once(self) -> bool:
        """Tell whether G is above the level up to some point of either range, and not above it from there on.

        Provided that no loss between the table and its mirror image exceeds all of the table, which is proved as a part
        of `is_clear_elsewhere`.
        """
        with ctx.workprec(BITS):
            return self._falls_once(near=True) and self._falls_once(near=False)

    def is_clear_elsewhere(self) -> bool:
        """Tell whether G is above the level before both ranges, and not above it between them."""
        with ctx.workprec(BITS):
            return self._before() and self._behind()

    def _weights(self) -> list[arb]:
        """P(I = i) for the steps of the table."""
        least, most = self.part.steps
        m, odds = self.part.law.draws, self.part.law.success / (1 - self.part.law.success)
        mass = self.part.law.term.ball(least, BITS)
        weights = [mass]
        for i in range(least, most):
            mass = mass * ((m - i) * odds.numerator) / ((i + 1) * odds.denominator)
            weights.append(mass)
        return weights

    def _falls_once(self, near: bool) -> bool:
        """Tell whether G > level up to some point of one of the two ranges, and G <= level from there on."""
        first, last = self.part.near if near else self.part.far
        least, most = self.part.steps
        if near:
            counts, order = range(first - most, last - least + 1), 1
        else:
            counts, order = range(last + most, first + least - 1, -1), -1
        values = [self._value(count) for count in counts]
        weights = self.weights + [arb(0)] * (len(values) - len(self.weights))
        averages = positive_convolution(values, weights, BITS // 2 + 8)[most - least :][::order]
        above = [average > self.level for average in averages]
        fall = above.index(False) if False in above else len(above)
        below = first + fall
        rest = averages[fall:]
        if not rest:
            return True
        remainder = self._remainder(below, last, near)
        undecided = [x for x, average in enumerate(rest, below) if not average + remainder <= self.level]
        if undecided:
            # Close to the crossing a remainder of that part alone is smaller.
            remainder = self._remainder(undecided[0], undecided[-1], near)
            undecided = [x for x in undecided if not averages[x - first] + remainder <= self.level]
        return not undecided

    def _before(self) -> bool:
        """Tell whether G > level on 0, ..., x0 and on n - y0, ..., n; see (a) of the module's docstring."""
        starts = [self.part.near[0], self.part.far[0]]
        centres = [self._centre(start, near) for start, near in zip(starts, (True, False), strict=True)]
        floor = reduce(arb.min, (self._value(centre) for centre in centres)).lower()
        if self.first and not LevelSearch(self.losses, floor).above(1, self.first - 1):
            return False
        lowest = list(accumulate(self.table, arb.min, initial=floor if self.first else arb("inf")))[1:]

        def value(count: int) -> arb:
            return lowest[count - self.first] if count <= self.last else arb(0)

        # Behind y = 0 there is nothing.
        return self._average(value, starts[0], near=True) > self.level and (
            not starts[1] or self._average(value, starts[1], near=False) > self.level
        )

    def _behind(self) -> bool:
        """Tell whether G <= level between x1 and n - y1; see (b) of the module's docstring."""
        ends = [self.part.near[1], self.part.far[1]]
        if sum(ends) == self.records - 1:
            # The ranges meet, so the table reaches the middle.
            return True
        ceiling = arb(0)
        if self.last < self.half:
            centres = [self._centre(end, near) for end, near in zip(ends, (True, False), strict=True)]
            ceiling = reduce(arb.max, (self._value(centre) for centre in centres)).upper()
            if not LevelSearch(self.losses, ceiling).not_above(self.last + 1, self.half):
                return False
        highest = list(accumulate(self.table[::-1], arb.max, initial=ceiling))[:0:-1]

        def value(count: int) -> arb:
            return highest[min(count, self.records - count) - self.first]

        return all(
            self._average(value, end, near) + self._remainder(end, end, near) <= self.level
            for end, near in zip(ends, (True, False), strict=True)
        )

    def _value(self, count: int) -> arb:
        """The loss at a count that is in the table, or whose mirror image is."""
        return self.table[min(count, self.records - count) - self.first]

    def _centre(self, start: int, near: bool) -> int:
        """The count in the middle of what is averaged at one x, or y."""
        mean = sum(self.part.steps) // 2
        return start - mean if near else start + mean

    def _average(self, value: Callable[[int], arb], start: int, near: bool) -> arb:
        """The sum of P(I = i) value(x - i), or value(y + i), over the steps of the table."""
        total = arb(0)
        for i, weight in enumerate(self.weights, self.part.steps[0]):
            total += weight * value(start - i if near else start + i)
        return total

    def _remainder(self, first: int, last: int, near: bool) -> arb:
        """A ball from 0 to at least what the steps outside the table add to the image of delta, or of v, on a range."""
        total = arb(0)
        for low, high in self.left_out:
            counts = (first - high, last - low) if near else (first + low, last + high)
            total += mass_bound(self.part.law, low, high) * self._cap(max(counts[0], 0), min(counts[1], self.records))
        return arb(0).union(total.upper())

    def _cap(self, first: int, last: int) -> arb:
        """At least delta, and v, on a range of counts."""
        outermost = min(first, self.records - last)
        while self.caps[-1][0] > max(outermost, 0):
            start, cap = self.caps[-1]
            length = max(self.unit, (self.first - start) // GROWTH)
            following = max(0, start - length)
            self.caps.append((following, cap.max(self.losses.bound(following, start - 1))))
        return next(cap for start, cap in self.caps if start <= outermost)

    def _left_out(self) -> Iterator[tuple[int, int]]:
        """The steps outside the table in blocks, short ones next to it."""
        least, most = self.part.steps
        start = most + 1
        while start <= self.part.law.draws:
            end = min(self.part.law.draws, start + max(self.unit, (start - most) // GROWTH))
            yield start, end
            start = end + 1
        end = least - 1
        while end >= 0:
            start = max(0, end - max(self.unit, (least - end) // GROWTH))
            yield start, end
            end = start - 1
