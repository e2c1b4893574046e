"""Analyse one exponential mechanism, and several chosen in the light of all answers.

**One choice.** World: exact descriptions; the pair in balls. A record moves every score by at most 1, so it
multiplies the weights by factors between e^(-eps/2) and e^(eps/2), and after normalising every loss lies in one
interval of length eps, [t - eps, t] for some t between 0 and eps. Among laws with losses in that interval the profile
is largest where only the ends occur:

    q_t = Q(loss = t) = (e^-t - e^-eps)/(1 - e^-eps),        P(loss = t) = e^t q_t,

since (R - a)_+ is convex in the ratio R and the chord has the same mean, 1. Scores are real, so every t is attained,
by two candidates. At odds a between e^-eps and e^eps the worst is t = (eps + ln a)/2, and the largest profile is

    h(a) = (1 - sqrt(a e^-eps))^2 / (1 - e^-eps).

It is convex, with slope -1 at the left and 0 at the right end, so it is the profile of a pair, whose loss l has under
P the density e^((l-eps)/2)/(2 (1 - e^-eps)) on [-eps, eps] and

    M(z) = sinh((z + 1/2) eps) / ((2z + 1) sinh(eps/2)).

The pair equals its mirror. It is attained by one choice. Of several choices with one budget the worst case is that of
a game, see below; together with other mechanisms the pair is an upper bound, and the pairs of one t are lower bounds.
Claims: `the-worst-interval-of-losses` and those before it. That the losses lie in one interval is why choosing costs
less than pure privacy [Durfee, Rogers 2019].

**Several choices, one after the other in the light of all answers so far: the exact worst case.** World: enclosure.
Let d_k(a) be the largest delta of k choices at odds a, each with the budget eps. Whoever asks first picks an interval
[t - eps, t] of losses (see above), and goes on at the odds a/R, R the ratio of what was answered. As R d(a/R) is
convex in R, the ends of the interval are worst, and

    d_k(a) = max over t of  q_t e^t d_{k-1}(a e^-t) + (1 - q_t e^t) d_{k-1}(a e^(eps-t)),   d_0(a) = (1 - a)_+ .

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
other roundings, and `_TINY` is more than what is lost where floats are subnormal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from sdp_proofs.accounting.analysis import Direction, Engine
from sdp_proofs.accounting.dominating_pairs import DominatingPair, Neighbouring, ball_of, nothing, of_atoms
from sdp_proofs.accounting.lemmas import the_next_choice_may_depend_on_all_answers, the_worst_interval_of_losses
from sdp_proofs.accounting.losses import ContinuousLoss, Slope
from sdp_proofs.accounting.pairs import ANY, AtomPair, Masses, SymmetricPairWithHeights
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.accounting.release_fields import not_negative, set_fields
from sdp_proofs.distributions.finite import Counts, FiniteLaw, replace_one
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, Readable, exponential, fraction_ball, multiply, rational

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Places = NDArray[np.int64]


_SHORT_BITS = 96
SHARES = (Fraction(1, 2), Fraction(5, 8), Fraction(3, 4), Fraction(7, 8))
"""The t, over eps, of the pairs that bound several choices from below."""


@dataclass(frozen=True)
class Exponential(Mechanism):
    """One candidate of a finite set, chosen by its score; the answer is the worst of all real scores.

    Args:
        epsilon: twice the factor of the score in the exponent, for scores that one record moves by at most 1.

    Raises:
        DomainError: epsilon is not positive.

    Example:
        >>> print(Exponential("1/2") * 3)
        exponential(epsilon=1/2) * 3
    """

    name: ClassVar[str] = "exponential"
    relative_to: ClassVar[str] = ANY
    symmetric: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("gumbel-max",)  # the largest of scores with Gumbel noise has the same law
    less_is_safer: ClassVar[tuple[str, ...]] = ("epsilon",)
    small: ClassVar[Mapping[str, tuple[str, ...]]] = {"epsilon": ("1/10", "1/2", "1", "2")}
    epsilon: ExactReal

    def __init__(self, epsilon: Readable) -> None:
        set_fields(self, epsilon=not_negative(epsilon, "epsilon"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """The worst interval of losses, or the ends of one interval."""
        if self.epsilon == rational(0):
            return of_atoms(nothing())
        the_worst_interval_of_losses(self.epsilon)
        if view.one_pair is not None:
            return of_atoms(two_candidates(self.epsilon, view.one_pair))
        ball = ball_of(self.epsilon)
        return DominatingPair(ExponentialPair(ball), ExponentialLoss(ball), largest=ball, bound=self.epsilon)

    def law(self, counts: Counts) -> FiniteLaw[int]:
        """The law of the chosen type of record, its count the score; epsilon must be twice a logarithm of a fraction.

        Raises:
            DomainError: the law is irrational.

        Example:
            >>> Exponential("2*log(2)").law((0, 1))
            FiniteLaw({0: 1/3, 1: 2/3})
        """
        base = exponential(multiply(rational(Fraction(1, 2)), self.epsilon)).as_fraction()
        if base is None:
            raise DomainError(f"e^(epsilon/2) must be rational for an exact distribution, got epsilon = {self.epsilon}")
        weights = [base**count for count in counts]
        total = sum(weights, Fraction(0))
        return FiniteLaw({kind: weight / total for kind, weight in enumerate(weights)})

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The histograms with one record replaced: each count moves by at most 1."""
        return replace_one(counts)

    def attained_once(self, adjacency: str) -> bool:
        """Some scores have the delta of one choice; no two databases have the pair of all intervals."""
        return True

    def attained(self, adjacency: str) -> bool:
        """No two databases have the pair of all intervals, if there is more than one."""
        return self.epsilon == rational(0)

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """The upper ends of some intervals, over epsilon."""
        return () if self.attained(adjacency) else SHARES


@dataclass(frozen=True)
class ExponentialPair(SymmetricPairWithHeights):
    """The pair of the largest profile: see `pairs.Pair`.

    Args:
        epsilon: precision -> eps.

    Example:
        >>> pair = ExponentialPair(lambda bits: arb(1))
        >>> pair.height(arb(1)).str(10, radius=False)  # tanh(1/4)
        '0.2449186624'
    """

    epsilon: Callable[[int], arb]

    def upper(self, ratio: arb) -> Masses:
        """P and Q where dP/dQ > ratio."""
        root, whole, place = self._root(ratio)
        return (1 - root) / whole, (root / place - self._least()) / whole

    def height(self, ratio: arb) -> arb:
        """H(a) as one square; 1 - a left of the interval."""
        root, whole, _ = self._root(ratio)
        return ((1 - root) ** 2 / whole).max(1 - ratio)

    def _least(self) -> arb:
        return (-self.epsilon(ctx.prec)).exp()

    def _root(self, ratio: arb) -> tuple[arb, arb, arb]:
        """Sqrt(a e^-eps), 1 - e^-eps, and a, which is clipped to the interval of ratios."""
        epsilon = self.epsilon(ctx.prec)
        clipped = ratio.max((-epsilon).exp()).min(epsilon.exp())
        return (clipped * (-epsilon).exp()).sqrt(), -(-epsilon).expm1(), clipped


@dataclass(frozen=True)
class ExponentialLoss(ContinuousLoss):
    """Loss of the exponential mechanism: see `loss.Loss`.

    Args:
        epsilon: precision -> eps.

    Example:
        >>> float(ExponentialLoss(lambda bits: arb(1)).moment(0.0))  # a law
        1.0
    """

    epsilon: Callable[[int], arb]

    def slope(self, contour: float) -> Slope:
        """See `Loss`: of ln sinh(w eps) - ln w, w = z + 1/2, with derivatives eps coth(w eps) - 1/w and its own."""
        with ctx.workprec(_SHORT_BITS):
            epsilon, place = self.epsilon(_SHORT_BITS), arb(contour) + arb(1) / 2
            first = epsilon * (place * epsilon).coth() - 1 / place
            second = 1 / place**2 - (epsilon / (place * epsilon).sinh()) ** 2
            return Slope(float(self.moment(contour).log()), float(first), float(second))

    def beyond(self, contour: float, start: float) -> arb:
        """|sinh(x + iy)| <= cosh x, and |2z + 1| grows with the imaginary part."""
        with ctx.workprec(_SHORT_BITS):
            epsilon, place = self.epsilon(_SHORT_BITS), arb(contour) + arb(1) / 2
            point = abs(2 * acb(arb(contour), arb(start)) + 1)
            bound = (place * epsilon).cosh() / (point * (epsilon / 2).sinh()) / self.moment(contour)
            return arb(bound.upper()).min(arb(1))

    def _at(self, z: acb, digits: int) -> acb:
        epsilon, half = self.epsilon(ctx.prec), arb(1) / 2
        return ((z + half) * epsilon).sinh() / ((2 * z + 1) * (epsilon / 2).sinh())


def two_candidates(epsilon: ExactReal, share: Fraction) -> AtomPair:
    """The pair with the losses t and t - eps only, t = share eps.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> pair = two_candidates(read_real("log(4)"), Fraction(1, 2))
        >>> [(p.str(3, radius=False), q.str(3, radius=False)) for p, q in pair.masses(64)]
        [('0.667', '0.333'), ('0.333', '0.667')]
    """

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            whole = epsilon.ball(bits + 16)
            top = whole * fraction_ball(share)
            chance = ((-top).exp() - (-whole).exp()) / -(-whole).expm1()
            return [(chance * top.exp(), chance), (1 - chance * top.exp(), 1 - chance)]

    return AtomPair(masses)


_MOST_CHOICES = 1000
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
_MORE, _LESS = 1 + 2.0**-48, 1 - 2.0**-48
_ROUNDING, _TINY = 2.0**-49, 2.0**-900
_BETTER = 1 + 1e-11
"""By how much another point must be better: where all are as good, the one from before is kept."""


@dataclass(frozen=True)
class AdaptiveChoices(Engine):
    """Choices of one budget.

    Args:
        budget: eps, of each.
        count: how many, at least two.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> AdaptiveChoices(read_real(1), 2).delta(read_real(1), 4).rounded(4)
        '0.05701'
    """

    budget: ExactReal
    count: int

    @classmethod
    def of(cls, direction: Direction) -> AdaptiveChoices | None:
        """The engine of a direction, or None where it is not some exponential mechanisms of one budget."""
        if not the_next_choice_may_depend_on_all_answers.holds(direction.steps):
            return None
        ((step, count),) = direction.steps
        if not isinstance(step.pair, ExponentialPair) or step.bound is None or not 2 <= count <= _MOST_CHOICES:
            return None
        return cls(step.bound, count)

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
        return max(_FEWEST_CELLS, min(_MOST_CELLS, _MOST_POINTS // self.count, work // self.count**2))

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
        lattice = _Choices.of(self.budget, cells)
        start = stop = 0
        below, above, best = np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.int64)
        for done in range(1, self.count + 1):
            rest = (self.count - done) * cells
            left, right = max(0, first - rest), min(last + rest + 1, done * cells)
            if right <= left:
                return np.zeros(last + 1 - first), np.zeros(last + 1 - first)
            sides = [lattice.extended(side, start, left, right) for side in (below, above)]
            # The best t of one choice is (eps + ln a)/2; that of more is looked for where it was.
            near = (cells + np.arange(left, right)) // 2
            if done > 1:
                near = best[np.clip(np.arange(left, right) - start, 0, stop - start - 1)]
            below, above, best = lattice.chosen(sides[0], sides[1], near)
            start, stop = left, right
        missing = np.zeros(last + 1 - stop)
        return np.concatenate([below, missing]), np.concatenate([above, missing])


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
        return largest * _LESS, found

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
                bulge = (old_mass - mass) * np.maximum(gain - old_gain, 0) + _ROUNDING * old_mass * (old_upper + upper)
                most = np.maximum(most, _summit(before, value, bulge))
            last = mass, upper, gain
        return most * _MORE + _TINY, best

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


def _summit(first: Values, last: Values, bulge: Values) -> Values:
    """The largest value of first (1 - x) + last x + bulge x (1 - x), up to parts of 2^-50 and `_TINY`.

    That is the larger end, and (bulge - |last - first|)^2/(4 bulge) more where the bulge is larger than the difference.
    """
    import numpy as np

    more = np.maximum(bulge * (1 + _ROUNDING) - np.abs(last - first), 0)
    return np.asarray(np.maximum(first, last) + more * (more / (4 * bulge + _TINY)))


def _between(low: arb, high: arb) -> Enclosure:
    return Enclosure(arb(low.lower()).union(arb(high.upper())))
