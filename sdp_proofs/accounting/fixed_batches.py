"""Play the game of fixed batches: records of other people that react to what was seen, one record replaced.

World: enclosure. A batch of fixed size, drawn without replacement, with normal noise; g is the part of the records in
it. The other records of a database may depend on all earlier answers, so the delta of T batches is the value of a game
[the one-step pairs are those of Zhu, Dong, Wang 2022]: at odds e^l, with V_0(l) = (1 - e^l)_+,

    V_t(l) = largest E_P V_(t-1)(l - L) over z, x, x' in the ball,    L = ln dP/dQ,
    P = (1-g) N(z) + g N(x),    Q = (1-g) N(z) + g N(x').

z is what a batch without the record holds in its place (claim `a-batch-without-the-record-holds-another-one`). A
static choice is a lower bound, and the product of the glued pairs (see `pairs`) an upper one; both are off by several
per cent.

**Which triples are worst.** With a = x - z and b = x' - z in deviations, A = e^(a.u - |a|^2/2), B likewise and u a
standard normal vector, H_k(P||Q) = E ((1-g)(1-k) + gA - kgB)_+. It grows with the Gram matrix of a and b and falls in
a.b at given lengths, for all k > 0. Let mu be the largest distance |x - x'|. So only these triples matter (claim
`the-worst-triples-of-a-fixed-batch`):

* *right*: a orthogonal to b, |a| = mu cos u, |b| = mu sin u: a record is removed in one coordinate, another one added
  in the other. The ends are z = x' and z = x.
* *acute*: |a| = mu cos u, |b| = mu sin w, |a - b| = mu cos(w - u), 0 <= u < w <= pi/2.

For k >= 1 the profile of the acute triple (u, w) falls as w grows, so it is at most that of the right one u, which
falls as u grows; for k <= 1 it grows with u, up to that of the right one w, which grows with w (claim
`right-triples-bound-acute-ones`). So the triangle of all (u, w) is covered by finitely many boxes, each of which has
one bound of its profiles (see `batch_profiles`). In some steps and at some odds fewer boxes are as good; they cover the
triangle, too.

**Numbers.** V is enclosed on the multiples of a spacing s, from above by profiles rounded up (chords, and the hull of
bounds), from below by those of both ends and of others at zero, rounded down (tangents). V(-l) = 1 - e^-l + e^-l V(l)
by changing sides, so l >= 0 is enough. Masses and tables are rounded towards the safe side by balls; each step then is
sums of products of floats >= 0, of n factors in all, which are within (1 +- 2^-53)^n of the exact ones in whatever
order they are added: that is allowed for once, at the end. Which boxes, spacing and points are taken is chosen by
floats; any choice is sound. Delta of two batches is bounded without multiples, too (see
`two_batches`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from sdp_proofs.accounting.analysis import Direction, Engine, spanned
from sdp_proofs.accounting.batch_plans import LEAST, MOST_STEPS, Estimates, Plan
from sdp_proofs.accounting.batch_profiles import BITS, Box, Masses, Points, Profiles, Span, ends_below
from sdp_proofs.accounting.lemmas import the_worst_triples_of_a_fixed_batch
from sdp_proofs.accounting.pairs import Ball, GaussianPair, Replaced
from sdp_proofs.accounting.two_batches import LEAST_ALONE, TwoBatches
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

_EXCESS = 1e-3
"""The part of delta that the bounds of boxes may cost (estimate)."""
_HASTE, _FEW_DIGITS = 4.0, 3
_BOXES_OF_TWO = 100
_NEARER = 1e-6
_FINEST = Fraction(1, 1024)
_STEPS_OF_SAMPLES = (0.0, 0.002, 0.006, 0.015, 0.03, 0.06, 0.1, 0.15, *(k / 16 for k in range(3, 17)))
_ROWS = 60
_TINY = 1e-300
_COLUMNS, _ROWS_OF_A_CELL, _SAMPLES_OF_A_CELL = 1024, 12, 3
_ONE_THREAD = 2**18
"""Products of floats that BLAS does not share out: threads of small products wait more than they work."""
_ARCS = tuple(Fraction(k, 32) for k in (0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 26, 28, 30, 31, 32))


@dataclass(frozen=True)
class FixedBatches(Engine):
    """The game of some batches of one size with one noise.

    Args:
        distance: precision -> mu, the distance of two records in deviations of the noise.
        rate: the part of the records in a batch.
        count: how many batches, at least two.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> game = FixedBatches(lambda bits: arb(1), Fraction(1, 10), 2)
        >>> game.delta(rational(1), 2).rounded(1)
        '0.0005'
    """

    distance: Ball
    rate: Fraction
    count: int

    @classmethod
    def of(cls, direction: Direction) -> FixedBatches | None:
        """The engine of a direction, or None where it is not several batches of normal noise of one kind."""
        if len(direction.steps) != 1:
            return None
        ((step, count),) = direction.steps
        pair = step.pair
        if not isinstance(pair, Replaced) or not isinstance(pair.pair, GaussianPair) or not 2 <= count <= MOST_STEPS:
            return None
        return cls(pair.pair.distance, pair.rate, count)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`: as many digits as the points give."""
        with ctx.workprec(BITS):
            ends = (self.end(epsilon, digits, upper=upper) for upper in (False, True))
            return Enclosure(spanned(*(arb(end) for end in ends)))

    def end(self, epsilon: ExactReal, digits: int, *, upper: bool) -> float:
        """One end of the bracket of delta: a number that is no more, or no less."""
        the_worst_triples_of_a_fixed_batch(self.rate)
        with ctx.workprec(BITS):
            place, estimates = epsilon.ball(BITS), self._estimates(digits)
            plan = estimates.plan(estimates.of_epsilon(float(place)), lower=not upper)
            # A spacing of which epsilon is a multiple.
            index = max(1, math.ceil(float(place) / plan.unit)) if place > 0 else 0
            unit = place / index if index else arb(plan.unit)
            found = min(1.0, _above(self, plan, unit).high(index)) if upper else _below(self, plan, unit).low(index)
            two = TwoBatches(self.distance, self.rate, epsilon.ball(2 * BITS)) if self.count == 2 else None
            if two is None or not two.alone > LEAST_ALONE:
                return found
            # Sharper but for very small losses and deltas.
            boxes = round(_BOXES_OF_TWO / math.sqrt(estimates.haste))
            return min(found, two.above(boxes)) if upper else max(found, two.below())

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """The least epsilon, between one whose delta is above the target and one whose delta is not."""
        if not float(target) > LEAST:
            raise PrecisionError("so small a delta cannot be distinguished from zero in floats")
        the_worst_triples_of_a_fixed_batch(self.rate)
        with ctx.workprec(BITS):
            goal, estimates = fraction_ball(target), self._estimates(digits)
            aim = estimates.of_delta(math.log(target))
            low, high = estimates.plan(aim, lower=True), estimates.plan(aim, lower=False)
            least, most = _below(self, low, arb(low.unit)), _above(self, high, arb(high.unit)).crossing(goal)
            known, near = least.last_beyond(goal), least.estimate(target)
            if near > 1:
                # Once more on a spacing a trifle smaller or larger, so that a point is just below the crossing.
                moved = _below(self, low, low.unit * arb(near * (1 - _NEARER) / round(near)))
                known = known.max(moved.last_beyond(goal))
            return Enclosure(spanned(arb(known.lower()), arb(most.upper())))

    def _estimates(self, digits: int) -> Estimates:
        return Estimates(self.distance, self.rate, self.count, _HASTE if digits <= _FEW_DIGITS else 1.0)


@dataclass(frozen=True)
class _Values:
    """Delta at the odds e^(unit i), i >= 0: floats, and how far they may be from the exact values.

    Args:
        unit: the spacing.
        at: the floats.
        share: the part of each by which it may be off.
    """

    unit: arb
    at: Values
    share: float

    def high(self, index: int) -> float:
        """No less than the exact value."""
        return math.nextafter(float(self.at[index]) * (1 + 2 * self.share), math.inf) + _TINY

    def low(self, index: int) -> float:
        """No more than the exact value, nor below zero."""
        return max(0.0, math.nextafter(float(self.at[index]) * (1 - 2 * self.share), 0.0) - _TINY)

    def crossing(self, target: arb) -> arb:
        """An epsilon whose delta is at most the target: on the chord between two points."""
        found = next((k for k in range(len(self.at)) if target >= self.high(k)), None)
        if found is None:
            raise PrecisionError("no epsilon within reach meets the target")
        if found == 0:
            return arb(0)
        high, low = arb(self.high(found - 1)), arb(self.high(found))
        first, last = (self.unit * (found - 1)).exp(), (self.unit * found).exp()
        return (first + (last - first) * ((high - target) / (high - low)).min(arb(1))).log()

    def estimate(self, target: Fraction) -> float:
        """The place where delta is about the target, in units; 0 where it is before the second point."""
        found = next((k for k in range(len(self.at)) if self.at[k] <= target), 0)
        if found < 2 or not self.at[found] > 0:
            return 0.0
        before, after = math.log(self.at[found - 1]), math.log(self.at[found])
        return found - 1 + (before - math.log(target)) / (before - after)

    def last_beyond(self, target: arb) -> arb:
        """The last point whose delta is above the target; zero without one."""
        found = [k for k in range(len(self.at)) if target < self.low(k)]
        return self.unit * found[-1] if found else arb(0)


def _below(asked: FixedBatches, plan: Plan, unit: arb) -> _Values:
    """The lower side on multiples of a unit."""
    points = Points(unit, plan.places, plan.mirrored)
    moves = ends_below(asked.distance, asked.rate, points)
    return _played(moves, points, plan.last, asked.count, upward=False)[0]


def _above(asked: FixedBatches, plan: Plan, unit: arb) -> _Values:
    """The upper side on multiples of a unit."""
    profiles = Profiles(asked.distance, asked.rate, Points(unit, plan.places, plan.mirrored))
    ends = [profiles.masses(Box.right(end)) for end in (Fraction(0), Fraction(1))]
    rough, samples = _played(ends, profiles.points, plan.last, asked.count, upward=True)
    judge = _Judge(profiles, samples, plan.aim, asked.count, float(rough.at[plan.aim]))
    boxes, covers = _cover(profiles, judge, plan)
    return _played(boxes, profiles.points, plan.last, asked.count, upward=True, covers=covers)[0]


@dataclass(frozen=True)
class _Sample:
    """Delta after some steps on all multiples from `-reach` to `last + reach`."""

    step: int
    values: Values
    reach: int
    last: int


@dataclass(frozen=True)
class _Cover:
    """The moves that are considered in some steps at some odds.

    Args:
        steps: the first step, and the one after the last.
        odds: the first index, and the one after the last.
        moves: their places in the list of all.
    """

    steps: tuple[int, int]
    odds: tuple[int, int]
    moves: tuple[int, ...]


def _played(
    moves: list[Masses],
    points: Points,
    last: int,
    count: int,
    *,
    upward: bool,
    covers: Sequence[_Cover] = (),
) -> tuple[_Values, list[_Sample]]:
    """Delta of the best moves after all steps, and after some; without covers, of all moves everywhere."""
    import numpy as np

    covers = covers or [_Cover((0, count), (0, last + 1), tuple(range(len(moves))))]
    nodes = np.array(points.nodes)
    used = np.flatnonzero(sum(move.at for move in moves))[::-1]
    nodes, masses = nodes[used], np.stack([move.at[used] for move in moves])
    infinite = np.array([[move.infinite] for move in moves])
    reach = int(np.abs(nodes).max())
    mirrored, runs = _Mirror.of(points.unit, reach), _runs((reach - nodes).tolist())
    value = np.zeros(last + 1)
    wanted = {round(share * (count - 1)) for share in _STEPS_OF_SAMPLES}
    samples: list[_Sample] = []
    width = min(_COLUMNS, last + 1)
    seen, ends = np.empty((len(nodes), width)), [*range(width, last + 1, width), last + 1]
    now: list[tuple[int, int, Values, Values]] = []
    for step in range(count):
        known = mirrored.extended(value, upward=upward)
        if step in wanted:
            samples.append(_Sample(step, known, reach, last))
        if any(step == cover.steps[0] for cover in covers):
            chosen = [cover for cover in covers if cover.steps[0] <= step < cover.steps[1]]
            now = [(*cover.odds, masses[list(cover.moves)], infinite[list(cover.moves)]) for cover in chosen]
        value = np.full(last + 1, -1.0)
        windows = np.lib.stride_tricks.sliding_window_view(known, width)
        for end in ends:
            start = end - width
            for (row, after), (shift, every) in runs:
                seen[row:after] = windows[start + shift : start + shift + every * (after - row) : every]
            for low, high, own, beyond in now:
                wide = max(1, _ONE_THREAD // own.size)
                for first in range(max(start, low), min(end, high), wide):
                    stop = min(end, high, first + wide)
                    value[first:stop] = (own @ seen[:, first - start : stop - start] + beyond).max(axis=0)
        if value.min() < 0:
            raise ValueError("the covers must hold all odds in every step")
    return _Values(points.unit, value, count * (len(nodes) + 16) * 2.0**-53), samples


def _runs(shifts: list[int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Increasing numbers as progressions: the places of each, its first number and its step."""
    found, row = [], 0
    while row < len(shifts):
        after = row + 1
        every = shifts[after] - shifts[row] if after < len(shifts) else 1
        while after < len(shifts) and shifts[after] - shifts[after - 1] == every:
            after += 1
        found.append(((row, after), (shifts[row], every)))
        row = after
    return found


@dataclass(frozen=True)
class _Mirror:
    """1 - e^-l and e^-l at the multiples l of the unit."""

    gaps: Values
    decays: Values

    @classmethod
    def of(cls, unit: arb, reach: int) -> _Mirror:
        """Tabulate as many multiples, to the nearest floats."""
        import numpy as np

        losses = [unit * index for index in range(1, reach + 1)]
        return cls(
            np.array([float(-(-loss).expm1()) for loss in losses]), np.array([float((-loss).exp()) for loss in losses])
        )

    def extended(self, value: Values, *, upward: bool) -> Values:
        """Add the odds below one, by changing sides, and those beyond the last: as the last, or zero."""
        import numpy as np

        reach = len(self.gaps)
        beyond = np.full(reach, value[-1] if upward else 0.0)
        known = np.concatenate([value, beyond])[1 : reach + 1]
        return np.concatenate([(self.gaps + self.decays * known)[::-1], value, beyond])


class _Judge:
    """Estimate what bounds of boxes that are above known triples cost.

    Args:
        profiles: whose boxes are judged.
        samples: delta after some steps.
        aim: the index of the odds that are asked about.
        count: all steps.
        delta: about the answer.
    """

    def __init__(self, profiles: Profiles, samples: list[_Sample], aim: int, count: int, delta: float) -> None:
        import numpy as np

        nodes, rows, costs = np.array(profiles.points.nodes), [], []
        removal = profiles.masses(Box.right(Fraction(0)))
        steps = [sample.step for sample in samples]
        edges = [0, *((after + before + 1) // 2 for before, after in pairwise(steps)), count]
        last = samples[0].last
        places = np.unique(np.r_[np.geomspace(1, last, _ROWS // 3), np.linspace(0, last, _ROWS)].astype(int))
        begins = np.r_[0, (places[1:] + places[:-1] + 1) // 2]
        for sample, span in zip(samples, pairwise(edges), strict=True):
            where = places[:, None] + sample.reach - nodes[None, :]
            rows.append(sample.values[np.clip(where, 0, sample.values.size - 1)])
            passed = _passed(removal, nodes, count - 1 - sample.step, aim, last)
            costs.append((span[1] - span[0]) * np.add.reduceat(passed, begins) / delta)
        self.seen = np.concatenate(rows)
        known = [profiles.masses(Box.right(angle)) for angle in _ARCS]
        self.best = np.max([self.seen @ masses.at + masses.infinite for masses in known], axis=0)
        self.costs = np.concatenate(costs)
        self.cells: list[tuple[tuple[int, int], tuple[int, int], NDArray[np.int64]]] = []
        """Steps, odds, and the rows that stand for them: those of the samples and odds inside, and of the next ones."""
        places_of_rows = np.arange(len(self.costs)).reshape(len(samples), len(places))
        for one in range(0, len(samples), _SAMPLES_OF_A_CELL):
            other = min(one + _SAMPLES_OF_A_CELL, len(samples))
            for first in range(0, len(places), _ROWS_OF_A_CELL):
                after = min(first + _ROWS_OF_A_CELL, len(places))
                odds = int(begins[first]), int(begins[after]) if after < len(places) else last + 1
                near = places_of_rows[max(0, one - 1) : other + 1, max(0, first - 1) : after + 1]
                self.cells.append(((edges[one], edges[other]), odds, near.ravel()))

    def excesses(self, masses: Masses) -> Values:
        """The cost of a bound beyond known triples, as parts of delta, at each of the odds asked about."""
        import numpy as np

        excess = (self.seen @ masses.at + masses.infinite - self.best) * self.costs
        return np.asarray(np.maximum(excess, 0.0))


def _passed(masses: Masses, nodes: Values, steps: int, aim: int, last: int) -> Values:
    """Chances that the odds 0 to `last` are left after some removals, of those asked about (estimates)."""
    import numpy as np

    size = 1 << (4 * (last + aim + int(np.abs(nodes).max()))).bit_length()
    law = np.zeros(size)
    law[nodes % size] = masses.at
    law = np.fft.irfft(np.fft.rfft(law) ** steps, size)
    return np.asarray(np.maximum(law[(aim - np.arange(last + 1)) % size], 0.0))


@dataclass(eq=False)
class _Square:
    """A box of the triangle of all (u, w), with its bound, the cost of that at each row of the judge, and its parts."""

    first: Span
    second: Span
    masses: Masses
    excess: Values
    parts: tuple[_Square, ...] = ()


def _grown(profiles: Profiles, judge: _Judge, most: int) -> tuple[_Square, Values]:
    """The triangle, whose costliest box is split until all cost little, or are many; and what is left at each row."""
    import numpy as np

    def square(first: Span, second: Span) -> _Square:
        own = profiles.masses(Box(first, second))
        return _Square(first, second, own, judge.excesses(own))

    whole = square((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
    leaves, count = [whole], 1
    while True:
        left = np.max([leaf.excess for leaf in leaves], axis=0)
        if count >= most or float(left.sum()) <= _EXCESS:
            return whole, left
        worst = _costliest(leaves, slice(None))
        if worst.first[1] - worst.first[0] <= _FINEST:
            return whole, left
        worst.parts = tuple(square(part.first, part.second) for part in Box(worst.first, worst.second).parts())
        leaves = [*(leaf for leaf in leaves if leaf is not worst), *worst.parts]
        count += len(worst.parts)


def _costliest(squares: list[_Square], rows: slice | NDArray[np.int64]) -> _Square:
    """The box that costs most, over those rows where no other costs more."""
    import numpy as np

    costs = np.stack([square.excess[rows] for square in squares])
    return squares[int(np.bincount(costs.argmax(axis=0), costs.max(axis=0), len(squares)).argmax())]


def _cover(profiles: Profiles, judge: _Judge, plan: Plan) -> tuple[list[Masses], list[_Cover]]:
    """Bounds of boxes, and for each cell of steps and odds some that cover all triples.

    The cell that gains the most by the work has the box split that costs most there, until all boxes together cost
    little more than all that were made would, or the work is too much.
    """
    import numpy as np

    whole, least = _grown(profiles, judge, plan.boxes)
    sizes = [(steps[1] - steps[0]) * (odds[1] - odds[0]) for steps, odds, _ in judge.cells]
    cells = [[whole] for _ in sizes]
    excesses = [float((whole.excess - least)[rows].sum()) for _, _, rows in judge.cells]
    heap = [(-excess / size, k) for k, (excess, size) in enumerate(zip(excesses, sizes, strict=True))]
    heapify(heap)
    total, work, nodes = sum(excesses), sum(sizes), len(profiles.points.nodes)
    enough = max(_EXCESS, float(least.sum())) / 8
    while heap and total > enough and work * nodes < plan.work:
        _, k = heappop(heap)
        rows = judge.cells[k][2]
        worst = _costliest(cells[k], rows)
        if not worst.parts:
            continue
        cells[k] = [*(square for square in cells[k] if square is not worst), *worst.parts]
        before = excesses[k]
        excesses[k] = float((np.max([square.excess[rows] for square in cells[k]], axis=0) - least[rows]).sum())
        total, work = total + excesses[k] - before, work + sizes[k] * (len(worst.parts) - 1)
        heappush(heap, (-excesses[k] / sizes[k], k))
    used = list(dict.fromkeys(square for cell in cells for square in cell))
    places = {square: k for k, square in enumerate(used)}
    covers = [
        _Cover(steps, odds, tuple(places[square] for square in cell))
        for (steps, odds, _), cell in zip(judge.cells, cells, strict=True)
    ]
    return [square.masses for square in used], covers
