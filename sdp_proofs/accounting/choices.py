"""Enclose the worst case of exponential mechanisms that are chosen in the light of all answers so far.

World: enclosure. Let d_k(a) be the largest delta of k choices at odds a, each with the budget eps. Whoever asks first
picks an interval [t - eps, t] of losses (see `exponential`), and goes on at the odds a/R, R the ratio of what was
answered. As R d(a/R) is convex in R, the ends of the interval are worst, and

    d_k(a) = max over t of  q_t e^t d_{k-1}(a e^-t) + (1 - q_t e^t) d_{k-1}(a e^(eps-t)),   d_0(a) = (1 - a)_+ .

With several budgets, of which so many choices each are to come, in any order, d(a) is the largest of these over the
budgets that may be next, d after it that of what is left: the order, too, may be chosen in the light of the answers.
The product of dominating pairs is larger than this, one t for all choices gives less [Dong, Durfee, Rogers 2020, "the
cost of adaptivity"]. Here ln a and t run through a lattice of eps/cells. *Below*, t is one of its points. *Above*, a
t between two of them has at most the parabola

    e_0 (1 - x) + e_1 x + (q_0 - q_1)(g_1 - g_0) x (1 - x),     0 <= x <= 1,

with e the values at both ends and g what the upper loss has beyond the lower one there (claims
`ratios-between-two-losses-are-below-their-chord` and `a-choice-between-two-losses-is-below-a-parabola`). Both tend to
the value like 1/cells^2. Some points are enough: below, those next to the best one; above, all next to it and ever
fewer away from it, up to both ends of the interval, as the parabola holds between any two. The best point is looked
for near that of one choice fewer, and again where it was found elsewhere.

In floats: with r the ratio e^t, o and u what the lower and the upper loss leave under Q (r d_{k-1}(a/r) of each), e is
o (1 - q) + u q, and the parabola is that of the chords of o, u and q. Values e are sums of products of numbers >= 0, a
few roundings each; the differences in the parabola are off by a few parts of 2^-52 of what is subtracted, which is
added to them. So the largest value of a choice is multiplied by 1 - 2^-48 or 1 + 2^-48, which is more than all of the
other roundings, and `TINY` is more than what is lost where floats are subnormal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sdp_proofs.accounting.analysis import Direction, Engine
from sdp_proofs.accounting.dominating_pairs import quotient
from sdp_proofs.accounting.exponential import ExponentialPair
from sdp_proofs.accounting.lemmas import the_next_choice_may_depend_on_all_answers
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball, multiply, rational

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Places = NDArray[np.int64]


_MOST_CHOICES = 1000
_MOST_LEFT, _WIDEST_BUDGET = 2000, 64
"""Sets of choices that may be left, if there are several budgets, at most; measures of one of these, at most."""
_WORK, _MOST_POINTS = 2_000_000, 60_000
"""Cells times the square of the choices, and times the choices: about a second."""
_FEWEST_CELLS, _MOST_CELLS = 8, 16_384
_FIRST, _FINER = 20_000, 1.3
"""The work of a first lattice, and by how much a second one is finer than the first one's width asks for."""
_OFFSETS = (0, 1, 2, 3, 4, 6)
"""The points that are tried, from the best one known; after the last each is half as far again as the one before."""
_WIDEST, _MOST_TRIED = 0.04, 256
"""The most between points, as a loss; and about how many points, which comes first."""
_NEAR, _TURNS, _FEW_CELLS = 1, 3, 16
_BITS, _MANY_BITS = 96, 2048
_LARGEST = 600
"""Largest epsilon of one budget: a ratio up to e to its power is multiplied by what is at most about one, in floats."""
MORE, LESS = 1 + 2.0**-48, 1 - 2.0**-48
ROUNDING, TINY = 2.0**-49, 2.0**-900
_BETTER = 1 + 1e-11
"""By how much another point must be better: where all are as good, the one from before is kept."""


@dataclass(frozen=True)
class AdaptiveChoices(Engine):
    """Choices whose budgets have a common measure.

    Args:
        budget: the measure, eps; the budget itself where all have one.
        count: how many measures all budgets together have, at least two.
        kinds: (measures of a budget, how many choices have it); `count` choices of one measure each where not given.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> AdaptiveChoices(read_real(1), 2).delta(read_real(1), 4).rounded(4)
        '0.05701'
        >>> AdaptiveChoices(read_real("1/2"), 4, ((1, 2), (2, 1))).delta(read_real(1), 3).rounded(3)
        '0.0257'
    """

    budget: ExactReal
    count: int
    kinds: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, direction: Direction) -> AdaptiveChoices | None:
        """The engine of a direction, or None where it is not some exponential mechanisms of commensurable budgets."""
        budgets: list[tuple[ExactReal, int]] = []
        for step, count in direction.steps:
            if not isinstance(step.pair, ExponentialPair) or step.bound is None:
                return None
            budgets.append((step.bound, count))
        if not the_next_choice_may_depend_on_all_answers.holds([budget for budget, _ in budgets]):
            return None
        found = _measured(budgets)
        if found is None:
            return None
        measure, kinds = found
        total = sum(width * count for width, count in kinds)
        few = prod(count + 1 for _, count in kinds) <= _MOST_LEFT or len(kinds) == 1
        many = sum(count for _, count in kinds) > 1
        return cls(measure, total, kinds) if few and many and total <= _MOST_CHOICES else None

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`: as many digits as the lattice gives."""
        cells = self._cells(_FIRST)
        while True:
            found = self._at(epsilon, cells)
            finer = self._finer(cells, found, digits)
            if finer is None:
                return found
            cells = finer

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """The least epsilon; a second lattice needs only the points between the ends of the first one."""
        cells = self._cells(_FIRST)
        first, last = 0, self.count * cells
        while True:
            found = self._crossing(target, cells, first, last)
            finer = self._finer(cells, found, digits)
            if finer is None:
                return found
            cells = finer
            with ctx.workprec(_BITS):
                ends = found.ball * cells / self.budget.ball(_BITS)
                first = max(0, math.floor(float(ends.lower())) - 2)
                last = max(first, min(self.count * cells, math.ceil(float(ends.upper())) + 2))

    def _cells(self, work: int) -> int:
        """As fine a lattice as some work allows: all that may be left, at all points, once for each budget."""
        kinds, least = self._kinds, min(width for width, _ in self._kinds)
        visits = self.count if len(kinds) == 1 else len(kinds) * prod(count + 1 for _, count in kinds)
        most = min(_MOST_CELLS, _MOST_POINTS // self.count, work // (self.count * visits))
        return max(1, -(-_FEWEST_CELLS // least), most)

    @property
    def _kinds(self) -> tuple[tuple[int, int], ...]:
        return self.kinds or ((1, self.count),)

    def _finer(self, cells: int, found: Enclosure, digits: int) -> int | None:
        """The cells that the digits need; None where these are there, or no finer lattice can be afforded.

        The width falls like 1/cells^2.
        """
        missing = math.log2(10) * digits + 1 - found.ball.rel_accuracy_bits()
        most = self._cells(_WORK)
        if missing <= 0 or 2 * cells > most or not found.ball.upper() > 0:
            return None
        return max(2 * cells, min(most, math.ceil(cells * _FINER * 2 ** (min(missing, 64) / 2))))

    def _at(self, epsilon: ExactReal, cells: int) -> Enclosure:
        """Delta: at most its chord in the odds between two points, and no less than the chords beside, continued."""
        with ctx.workprec(_BITS):
            unit, place = self.budget.ball(_BITS + 16) / cells, epsilon.ball(_BITS + 16)
            index = self._index(epsilon, cells)
            first = max(0, index - 1)
            below, above = self._profile(first, index + 2, cells)
            low = {first + k: arb(float(value)) for k, value in enumerate(below)}
            high = {first + k: arb(float(value)) for k, value in enumerate(above)}
            # In units of the odds at the point before.
            whole, past = unit.expm1(), (place - unit * index).expm1()
            if past.contains(0):
                with ctx.workprec(_MANY_BITS):
                    past = (epsilon.ball(_MANY_BITS) - self.budget.ball(_MANY_BITS) * index / cells).expm1()
            if past.contains(0):  # as good as a point; delta falls by no more than the odds grow
                blur = abs(past) * (unit * index).exp()
                return _between((low[index] - blur).max(arb(0)), (high[index] + blur).min(arb(1)))
            top = high[index] + (high[index + 1] - high[index]) * past / whole
            fall = ((low[index + 1] - high[index + 2]) / unit.exp()).max(arb(0))
            bottom = low[index + 1] + fall * (whole - past) / whole
            if index > 0:
                bottom = bottom.max(low[index] - (high[index - 1] - low[index]) * past / -(-unit).expm1())
            return _between(bottom.max(arb(0)), top.min(arb(1)))

    def _index(self, epsilon: ExactReal, cells: int) -> int:
        """The last point that is not beyond epsilon; one that is within the radius of the balls, if there is."""
        place, whole = epsilon.as_fraction(), self.budget.as_fraction()
        if place is not None and whole is not None:
            return math.floor(place * cells / whole)
        index = epsilon.ball(_BITS + 16) * cells / self.budget.ball(_BITS + 16)
        near = round(float(index))
        return near if index.contains(near) or index > near else near - 1

    def _crossing(self, target: Fraction, cells: int, first: int, last: int) -> Enclosure:
        """The least epsilon, known to be between two points of the lattice.

        Above, delta is at most its chord in the odds in the cell where that meets the target. Below, it is no less than
        the chord of the cell before, continued.
        """
        below, above = self._profile(first, last, cells)
        with ctx.workprec(_BITS):
            unit, goal = self.budget.ball(_BITS + 16) / cells, fraction_ball(target)
            high = next((place for place, value in enumerate(above) if float(value) <= target), None)
            low = next((place for place, value in enumerate(below) if float(value) <= target), len(below)) - 1
            top = bottom = unit * first
            if high is None:
                top = self.budget.ball(_BITS + 16) * self.count  # no loss is larger
            elif high > 0:
                share = (arb(above[high - 1]) - goal) / (arb(above[high - 1]) - arb(above[high]))
                top += unit * (high - 1) + (share.min(arb(1)) * unit.expm1()).log1p()
            if low >= 0:
                bottom += unit * low
                # In units of the odds here; at the first point the slope is at least -1.
                fall = (arb(above[low - 1]) - arb(below[low])) / (1 - (-unit).exp()) if low else bottom.exp()
                if fall > 0:
                    bottom += ((arb(below[low]) - goal) / fall).max(arb(0)).log1p().min(unit)
            return _between(bottom.max(arb(0)), top)

    def _profile(self, first: int, last: int, cells: int) -> tuple[Values, Values]:
        """Delta of all choices at some points of the lattice, from both sides; 0 <= first <= last.

        Of j choices it is zero from j eps on. Points left of zero are seen from the other side.
        """
        import numpy as np

        if not self.budget.ball(_BITS) < _LARGEST:
            raise SizeError(f"the budget of each of several choices must be at most {_LARGEST}, got {self.budget}")
        kinds, whole = self._kinds, self.count * cells
        lattices = [_Choices.of(multiply(rational(width), self.budget), width * cells) for width, _ in kinds]
        none = tuple(0 for _ in kinds)
        known = {none: _Known(0, 0, np.zeros(0), np.zeros(0), {})}
        for done in sorted(product(*(range(count + 1) for _, count in kinds)), key=sum)[1:]:
            reach = cells * sum(width * count for (width, _), count in zip(kinds, done, strict=True))
            left, right = max(0, first - whole + reach), min(last + whole - reach + 1, reach)
            if right <= left:
                known[done] = _Known(left, left, np.zeros(0), np.zeros(0), {})
                continue
            found = _Known(left, right, np.zeros(right - left), np.zeros(right - left), {})
            for kind, lattice in enumerate(lattices):
                if done[kind]:
                    found.chosen(kind, lattice, known, done)
            known[done] = found
            known = {other: value for other, value in known.items() if sum(other) >= sum(done) - 1}
        below, above, stop = found.below, found.above, found.stop
        if right <= left:
            return np.zeros(last + 1 - first), np.zeros(last + 1 - first)
        missing = np.zeros(last + 1 - stop)
        return np.concatenate([below, missing]), np.concatenate([above, missing])


def _measured(budgets: list[tuple[ExactReal, int]]) -> tuple[ExactReal, tuple[tuple[int, int], ...]] | None:
    """The largest common measure of some budgets, and how often each has it; None where there is none, or a tiny one.

    Example:
        >>> measure, kinds = _measured([(rational(Fraction(1, 10)), 20), (rational(Fraction(1, 4)), 3)])
        >>> str(measure), kinds
        ('1/20', ((2, 20), (5, 3)))
    """
    first = budgets[0][0]
    if len(budgets) == 1:
        return first, ((1, budgets[0][1]),)
    parts = [quotient(budget, first).as_fraction() for budget, _ in budgets]
    if any(part is None for part in parts):
        return None
    known = [part for part in parts if part is not None]
    scale = math.lcm(*(part.denominator for part in known))
    shared = math.gcd(*(int(part * scale) for part in known))
    widths = [int(part * scale) // shared for part in known]
    if max(widths) > _WIDEST_BUDGET:
        return None
    counts = [count for _, count in budgets]
    return multiply(rational(Fraction(shared, scale)), first), tuple(zip(widths, counts, strict=True))


@dataclass
class _Known:
    """Delta of some choices at the points from a first to a last one, from both sides; it is zero beyond.

    Attributes:
        start: the first point.
        stop: one more than the last.
        below: from below.
        above: from above.
        best: by the kind of what comes first, the best place of its t at each point.
    """

    start: int
    stop: int
    below: Values
    above: Values
    best: dict[int, Places]

    def chosen(self, kind: int, lattice: _Choices, known: dict[tuple[int, ...], _Known], done: tuple[int, ...]) -> None:
        """Let a choice of one kind come first, if that gives more."""
        import numpy as np

        before = {
            other: tuple(count - (place == other) for place, count in enumerate(done))
            for other, count in enumerate(done)
            if count
        }
        after, places = known[before[kind]], np.arange(self.start, self.stop)
        sides = [lattice.extended(side, after.start, self.start, self.stop) for side in (after.below, after.above)]
        # The best t of one choice is (eps + ln a)/2; that of more is looked for where it was.
        near = (lattice.cells + places) // 2
        for other in (kind, *before):
            found = known[before[other]]
            if kind in found.best:
                near = found.best[kind][np.clip(places - found.start, 0, found.stop - found.start - 1)]
                break
        low, high, best = lattice.chosen(sides[0], sides[1], np.clip(near, 0, lattice.cells))
        self.below, self.above = np.maximum(self.below, low), np.maximum(self.above, high)
        self.best[kind] = best


@dataclass(frozen=True)
class _Choices:
    """The law of one choice at every t on the lattice, to the nearest floats.

    Attributes:
        cells: per epsilon.
        least: e^-eps.
        masses: of the upper loss under Q; they fall.
        ratios: e^t.
        own: masses of the upper loss under P.
        rest: masses of the lower loss under P.
        gaps: 1 - e^-t.
    """

    cells: int
    least: float
    masses: Values
    ratios: Values
    own: Values
    rest: Values
    gaps: Values

    @classmethod
    def of(cls, epsilon: ExactReal, cells: int) -> _Choices:
        """Tabulate one budget."""
        import numpy as np

        with ctx.workprec(_BITS):
            whole = epsilon.ball(_BITS + 16)
            losses = [whole * place / cells for place in range(cells + 1)]
            least = (-whole).exp()
            upper = [((-loss).exp() - least) / (1 - least) for loss in losses[:-1]] + [arb(0)]
            ratios = [loss.exp() for loss in losses]
            own = [ratio * mass for ratio, mass in zip(ratios, upper, strict=True)]
            rest = [arb(0), *(1 - mass for mass in own[1:])]
            gaps = [-(-loss).expm1() for loss in losses]
            tables = [np.array([float(entry) for entry in table]) for table in (upper, ratios, own, rest, gaps)]
            return cls(cells, float(least), *tables)

    def extended(self, known: Values, begin: int, left: int, right: int) -> Values:
        """Delta at all points one choice away from some, where it is known from one point on up to zero.

        By changing sides, delta at -l is 1 - e^-l + e^-l times that at l, as with every pair its mirror can be chosen.
        """
        import numpy as np

        end = right + self.cells
        known = np.concatenate([known, np.zeros(max(0, end - begin - known.size))])
        if left >= self.cells:
            return np.asarray(known[left - self.cells - begin : end - begin])
        reach = self.cells - left
        mirrored = self.gaps[1 : reach + 1] + known[1 : reach + 1] / self.ratios[1 : reach + 1]
        return np.concatenate([mirrored[::-1], known[:end]])

    def chosen(self, below: Values, above: Values, near: Places) -> tuple[Values, Values, Places]:
        """Delta of one choice more at every odds from which all of the lattice is in reach, from both sides.

        Args:
            below: delta after it, from below.
            above: the same from above.
            near: a place of t for each of the odds, about the best one.

        Returns:
            Both sides, and the best places that were found.
        """
        import numpy as np

        odds, known = np.arange(self.cells, below.size - self.cells), near
        high, best = self._all_at_most(above, odds, near)
        (low, best), moved = self._at_least(below, odds, best), np.arange(best.size)
        for _ in range(_TURNS):
            moved = moved[np.abs(best - near)[moved] > _NEAR]
            if not moved.size or self._few:
                break
            near = best.copy()
            bound, found = self._all_at_most(above, odds[moved], near[moved])
            value, found = self._at_least(below, odds[moved], found)
            best[moved] = np.where(value >= low[moved], found, best[moved])
            high[moved], low[moved] = np.minimum(high[moved], bound), np.maximum(low[moved], value)
        return low, high, np.where(low > 0, best, known)

    @property
    def _few(self) -> bool:
        """True where all points of the lattice are tried."""
        return self.cells < _FEW_CELLS

    @property
    def _widest(self) -> int:
        """The most cells between points that are tried."""
        return max(1, self.cells // _MOST_TRIED, int(_WIDEST / max(1e-9, math.log(self.ratios[1]))))

    def _at_least(self, after: Values, odds: Places, best: Places) -> tuple[Values, Places]:
        """Delta of the best choice next to given places, from below, and its place."""
        import numpy as np

        largest, found = np.zeros(best.size), best
        for move in (0, -1, 1):
            place = np.clip(best + move, 0, self.cells)
            at = odds - place
            value = self.own[place] * after[at] + self.rest[place] * after[at + self.cells]
            found, largest = np.where(value > largest, place, found), np.maximum(largest, value)
        return largest * LESS, found

    def _all_at_most(self, after: Values, odds: Places, near: Places) -> tuple[Values, Places]:
        """A bound of all choices from above, and the place of the best one that was tried."""
        import numpy as np

        first = odds - near
        largest = self.own[near] * after[first] + self.rest[near] * after[first + self.cells]
        most, value, best = np.zeros(near.size), np.zeros(near.size), near
        last: tuple[Values, Values, Values] | None = None
        for place in self._places(near):
            at = odds - place
            upper, lower, mass = after[at], after[at + self.cells], self.masses[place]
            before, value = value, self.own[place] * upper + self.rest[place] * lower
            upper = upper * self.ratios[place]
            gain = upper - self.ratios[place] * (self.least * lower)
            better = value > largest * _BETTER
            best, largest = np.where(better, place, best), np.where(better, value, largest)
            most = np.maximum(most, value)
            if last is not None:
                old_mass, old_upper, old_gain = last
                bulge = (old_mass - mass) * np.maximum(gain - old_gain, 0) + ROUNDING * old_mass * (old_upper + upper)
                most = np.maximum(most, summit(before, value, bulge))
            last = mass, upper, gain
        return most * MORE + TINY, best

    def _places(self, near: Places) -> Iterator[Places]:
        """Places from the first to the last one, in order, dense next to those given."""
        import numpy as np

        if self._few:
            yield from (np.full(near.size, place) for place in range(self.cells + 1))
            return
        steps, widest = list(_OFFSETS), self._widest
        while steps[-1] < self.cells:
            steps.append(steps[-1] + min(steps[-1] // 2, widest))
        for offset in (*(-step for step in steps[:0:-1]), *steps):
            yield np.clip(near + offset, 0, self.cells)


def summit(first: Values, last: Values, bulge: Values) -> Values:
    """The largest value of first (1 - x) + last x + bulge x (1 - x), up to parts of 2^-50 and `TINY`.

    That is the larger end, and (bulge - |last - first|)^2/(4 bulge) more where the bulge is larger than the difference.
    """
    import numpy as np

    more = np.maximum(bulge * (1 + ROUNDING) - np.abs(last - first), 0)
    return np.asarray(np.maximum(first, last) + more * (more / (4 * bulge + TINY)))


def _between(low: arb, high: arb) -> Enclosure:
    return Enclosure(arb(low.lower()).union(arb(high.upper())))
