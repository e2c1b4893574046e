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
the value like 1/cells^2. In floats, every operation is followed by a step down or up that is no less than its
rounding (`_down`, `_up`). With o and u the values after the lower and the upper loss, e is o (1 - q) + u q, and the
parabola is that of the chords of o, u and q: it grows with all three, as u >= o, so bounds of them on one side give
one of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

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
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, Readable, exponential, fraction_ball, multiply, rational

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


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
            raise DomainError(f"e^(epsilon/2) must be rational for an exact law, got epsilon = {self.epsilon}")
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


_MOST_POINTS = 8000
"""Choices times cells: the time grows with its square."""
_MOST_CHOICES = 1000
_POINTS = (1000, 3000, 6000)
_MOST_CELLS = 4096
_BITS = 96
_LARGEST = 600
"""Largest epsilon of one budget: a ratio up to e to its power is multiplied by what is at most about one, in floats."""
_LEAST, _SMALL = 2.0**-1074, 2.0**-900
_MORE, _LESS = 1 + 2.0**-52, 1 - 2.0**-52


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
        return _between(*self._ends(epsilon, _MOST_POINTS))

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """The least epsilon, from bounds at all points of one lattice: delta is convex in the odds.

        Above, delta is at most its chord in the cell where that meets the target. Below, it is no less than the chord
        of the cell before, continued.
        """
        for points in _POINTS:
            found = self._crossing(target, points)
            if found.ball.rel_accuracy_bits() >= bits_for(digits):
                break
        return found

    def _crossing(self, target: Fraction, points: int) -> Enclosure:
        cells = min(_MOST_CELLS, points // self.count)
        below, above = self._profile(rational(0), self.count * cells, points)
        with ctx.workprec(_BITS):
            unit, goal = self.budget.ball(_BITS + 16) / cells, fraction_ball(target)
            high = next((place for place, value in enumerate(above) if float(value) <= target), None)
            low = next(place for place, value in enumerate(below) if float(value) <= target) - 1
            top = bottom = arb(0)
            if high is None:
                top = unit * (self.count * cells)  # no loss is larger
            elif high > 0:
                share = (arb(above[high - 1]) - goal) / (arb(above[high - 1]) - arb(above[high]))
                top = unit * (high - 1) + (share.min(arb(1)) * unit.expm1()).log1p()
            if low >= 0:
                bottom = unit * low
                fall = (arb(above[low - 1]) - arb(below[low])) / (1 - (-unit).exp()) if low else arb(1)
                if fall > 0:  # in units of the odds here; at the first place the slope is at least -1
                    bottom += ((arb(below[low]) - goal) / fall).max(arb(0)).log1p().min(unit)
            return Enclosure(arb(bottom.lower()).max(arb(0)).union(arb(top.upper())))

    def _ends(self, epsilon: ExactReal, points: int) -> tuple[Fraction, Fraction]:
        """Delta between two fractions."""
        (below,), (above,) = self._profile(epsilon, 0, points)
        return Fraction(float(below)), min(Fraction(1), Fraction(float(above)))

    def _profile(self, epsilon: ExactReal, last: int, points: int) -> tuple[Values, Values]:
        """Delta of all choices at an epsilon and so many points of the lattice right of it, from both sides.

        Of j choices it is 1 - a up to -j eps, and zero from j eps on.
        """
        import numpy as np

        count, cells = self.count, min(_MOST_CELLS, points // self.count)
        if not self.budget.ball(_BITS) < _LARGEST:
            raise SizeError(f"the budget of each of several choices must be at most {_LARGEST}, got {self.budget}")
        lattice, first = _Choices.of(self.budget, cells), -count * cells
        start = _start(epsilon, self.budget, cells, first, last + count * cells)
        below, above = start
        for done in range(1, count + 1):
            low, high = first + done * cells, last + (count - done) * cells
            left, right = self._limits(epsilon, done, cells)
            left, right = min(max(left + 1, low), high + 1), max(min(right, high + 1), low)
            right = max(left, right)
            inside = slice(left - low, right - low + 2 * cells)
            parts = []
            for side, chosen, known in zip(
                (below, above), (lattice.chosen_below, lattice.chosen_above), start, strict=True
            ):
                found = chosen(side[inside]) if right > left else np.zeros(0)
                parts.append(np.concatenate([known[low - first : left - first], found, np.zeros(high + 1 - right)]))
            below, above = parts
        return below, above

    def _limits(self, epsilon: ExactReal, done: int, cells: int) -> tuple[int, int]:
        """The last point where delta of so many choices is 1 - a for certain, and the first where it is zero."""
        with ctx.workprec(_BITS):
            centre, whole = epsilon.ball(_BITS + 16), self.budget.ball(_BITS + 16)
            left, right = ((sign * done * whole - centre) * cells / whole for sign in (-1, 1))
            return math.floor(float(left.lower().floor())), math.ceil(float(right.upper().ceil()))


@dataclass(frozen=True)
class _Choices:
    """The mass of the upper loss at every t on the lattice, under both laws, rounded down or up.

    Attributes:
        cells: per epsilon.
        under_p: mass of the upper loss under P, a lower bound; and that of the other one.
        under_q: mass of the upper loss under Q, an upper bound; it falls.
        ratios: e^t and e^(t - eps), upper bounds.
    """

    cells: int
    under_p: tuple[Values, Values]
    under_q: Values
    ratios: tuple[Values, Values]

    @classmethod
    def of(cls, epsilon: ExactReal, cells: int) -> _Choices:
        """Tabulate one budget."""
        import numpy as np

        with ctx.workprec(_BITS):
            whole = epsilon.ball(_BITS + 16)
            losses = [whole * place / cells for place in range(cells + 1)]
            least = (-whole).exp()
            upper = [((-loss).exp() - least) / (1 - least) for loss in losses]
            own = [loss.exp() * mass for loss, mass in zip(losses, upper, strict=True)]
            falling = np.maximum.accumulate(_floats(upper, up=True)[::-1])[::-1]
            return cls(
                cells, (_floats(own, up=False), _floats([1 - mass for mass in own], up=False)), falling,
                (_floats([loss.exp() for loss in losses], up=True),
                 _floats([(loss - whole).exp() for loss in losses], up=True)),
            )  # fmt: skip

    def chosen_below(self, after: Values) -> Values:
        """The best t on the lattice, at every odds from which all of it is in reach."""
        import numpy as np

        best = np.zeros(after.size - 2 * self.cells)
        for place in range(self.cells + 1):
            high, low = self._reached(after, place)
            best = np.maximum(best, _down(_down(self.under_p[0][place] * high) + _down(self.under_p[1][place] * low)))
        return best

    def chosen_above(self, after: Values) -> Values:
        """Bound every t from above."""
        import numpy as np

        best, last = np.zeros(after.size - 2 * self.cells), None
        for place in range(self.cells + 1):
            high, low = self._reached(after, place)
            other = _up(self.ratios[1][place] * low)
            upper = np.maximum(_up(self.ratios[0][place] * high), other)  # it is no less; rounding may say so
            gain = upper - other
            value = _up(other + _up(self.under_q[place] * _up(gain)))
            best = np.maximum(best, value)
            if last is not None:
                value_before, gain_before = last
                fall = _up(self.under_q[place - 1] - self.under_q[place])
                bulge = _up(fall * np.maximum(_up(_up(gain) - _down(gain_before)), 0))
                best = np.maximum(best, _summit(value_before, value, bulge))
            last = value, gain
        return best

    def _reached(self, after: Values, place: int) -> tuple[Values, Values]:
        """The values after the upper and the lower loss: the upper one lowers the odds that are left."""
        size = after.size - 2 * self.cells
        start = self.cells - place
        return after[start : start + size], after[start + self.cells : start + self.cells + size]


def _summit(first: Values, last: Values, bulge: Values) -> Values:
    """No less than first (1 - x) + last x + bulge x (1 - x) where it is largest inside, else 0."""
    import numpy as np

    slope = np.abs(last - first)
    inside = (_down(slope) < bulge) & (bulge > _SMALL)
    safe, square = np.where(inside, bulge, 1), _up(_up(slope) ** 2)
    high = _up(_up(_up(first + last) / 2 + _up(bulge / 4)) + _up(square / (4 * safe)))
    # A bulge too small to divide by adds less than itself to the larger end.
    flat = np.where(bulge > _SMALL, 0, _up(np.maximum(first, last) + bulge))
    return np.asarray(np.where(inside, high, flat))


def _up(values: Any) -> Any:
    """No less than the exact result of the operation that gave these floats >= 0, by rounding to the nearest.

    The product is at least one unit in the last place larger, and for subnormal ones the sum is.
    """
    return values * _MORE + _LEAST


def _down(values: Any) -> Any:
    """No more than the exact result of the operation that gave these floats >= 0."""
    import numpy as np

    return np.maximum(values * _LESS - _LEAST, 0)


def _start(place: ExactReal, epsilon: ExactReal, cells: int, first: int, last: int) -> tuple[Values, Values]:
    """(1 - a)_+ at the points from first to last of the lattice through a place, rounded down and up."""
    with ctx.workprec(_BITS):
        centre, unit = place.ball(_BITS + 16), epsilon.ball(_BITS + 16) / cells
        values = [(-(centre + unit * step).expm1()).max(arb(0)) for step in range(first, last + 1)]
    return _floats(values, up=False), _floats(values, up=True)


def _between(low: Fraction, high: Fraction) -> Enclosure:
    with ctx.workprec(_BITS):
        return Enclosure(fraction_ball(low).union(fraction_ball(high)))


def _floats(balls: list[arb], *, up: bool) -> Values:
    """Floats on one side of nonnegative balls."""
    import numpy as np

    ends: Values = np.array([float(ball.upper() if up else ball.lower()) for ball in balls])
    moved: Values = np.nextafter(ends, np.inf) if up else np.maximum(np.nextafter(ends, -np.inf), 0.0)
    return moved
