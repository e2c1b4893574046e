"""Several exponential mechanisms, chosen one after the other in the light of all answers so far: the exact worst case.

World: enclosure. Let d_k(a) be the largest delta of k choices at odds a, each with the budget eps. Whoever asks first
picks an interval [t - eps, t] of losses (see `exponential_mechanism`), and goes on at the odds a/R, R the ratio of what
was answered. As R d(a/R) is convex in R, the ends of the interval are worst, and

    d_k(a) = max over t of  q_t e^t d_{k-1}(a e^-t) + (1 - q_t e^t) d_{k-1}(a e^(eps-t)),   d_0(a) = (1 - a)_+ .

The product of dominating pairs is larger than this, one t for all choices gives less [Dong, Durfee, Rogers 2020, "the
cost of adaptivity"]. Here ln a and t run through a lattice of eps/cells. *Below*, t is one of its points. *Above*, a t
between two of them has at most the parabola

    e_0 (1 - x) + e_1 x + (q_0 - q_1)(g_1 - g_0) x (1 - x),     0 <= x <= 1,

with e the values at both ends and g what the upper loss has beyond the lower one there (claims
`ratios-between-two-losses-are-below-their-chord` and `a-choice-between-two-losses-is-below-a-parabola`). Both tend to
the value like 1/cells^2. In floats, every operation is followed by a step down or up that is no less than its rounding
(`_down`, `_up`). With o and u the values after the lower and the upper loss, e is o (1 - q) + u q, and the parabola is
that of the chords of o, u and q: it grows with all three, as u >= o, so bounds of them on one side give one of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.exponential_mechanism import ExponentialPair
from sdp_proofs.accounting.lemmas import the_next_choice_may_depend_on_all_answers
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball, rational

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

_MOST_POINTS = 8000
"""Choices times cells: the time grows with its square."""
_MOST_CHOICES = 1000
_MOST_CELLS = 1024
_BITS = 96
_TINY = Fraction(1, 10**290)
"""No epsilon is searched below it."""
_LARGEST = 600
"""Of one budget: a ratio up to e to its power is multiplied by what is at most about one, in floats."""
_LEAST, _SMALL = 2.0**-1074, 2.0**-900
_MORE, _LESS = 1 + 2.0**-52, 1 - 2.0**-52
_NARROW = 2**16
"""The bracket of an epsilon is narrowed to this share of it, at each end."""


@dataclass(frozen=True)
class AdaptiveChoices:
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
    method: str = "choices"

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
        """The least epsilon, between one whose delta is above the target and one whose delta is not."""
        known: dict[Fraction, tuple[Fraction, Fraction]] = {}

        def exceeds(place: Fraction, end: int) -> bool:
            if place not in known:
                known[place] = self._ends(rational(place), _MOST_POINTS // 2)
            return known[place][end] > target

        below = self._crossing(lambda place: exceeds(place, 0))
        above = self._crossing(lambda place: exceeds(place, 1))
        return _between(below[0], above[1])

    def _crossing(self, exceeds: Callable[[Fraction], bool]) -> tuple[Fraction, Fraction]:
        """Two epsilons close to each other: 0 or one where delta exceeds, and one where it does not."""
        low, high = Fraction(0), _fraction(self.budget.ball(_BITS)) * self.count  # no loss is larger
        while high > _TINY and (high - low) * _NARROW > high:
            middle = (low + high) / 2
            low, high = (middle, high) if exceeds(middle) else (low, middle)
        return low, high

    def _ends(self, epsilon: ExactReal, points: int) -> tuple[Fraction, Fraction]:
        """Delta between two fractions."""
        cells = min(_MOST_CELLS, points // self.count)
        if not self.budget.ball(_BITS) < _LARGEST:
            raise SizeError(f"the budget of each of several choices must be at most {_LARGEST}, got {self.budget}")
        lattice = _Lattice.of(self.budget, cells)
        below, above = _start(epsilon, self.budget, cells, self.count * cells)
        for _ in range(self.count):
            below, above = lattice.chosen_below(below), lattice.chosen_above(above)
        return Fraction(float(below[0])), min(Fraction(1), Fraction(float(above[0])))


@dataclass(frozen=True)
class _Lattice:
    """Of every t on the lattice: the mass of the upper loss under both laws, rounded down or up.

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
    def of(cls, epsilon: ExactReal, cells: int) -> _Lattice:
        """Of one budget."""
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
            best = np.maximum(
                best, _down(_down(self.under_p[0][place] * high) + _down(self.under_p[1][place] * low))
            )
        return best

    def chosen_above(self, after: Values) -> Values:
        """What no t exceeds."""
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
        """What follows the upper and the lower loss: the upper one lowers the odds that are left."""
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


def _start(place: ExactReal, epsilon: ExactReal, cells: int, reach: int) -> tuple[Values, Values]:
    """(1 - a)_+ on the lattice through a place, as far as all choices reach, rounded down and up."""
    with ctx.workprec(_BITS):
        centre, unit = place.ball(_BITS + 16), epsilon.ball(_BITS + 16) / cells
        values = [(-(centre + unit * step).expm1()).max(arb(0)) for step in range(-reach, reach + 1)]
    return _floats(values, up=False), _floats(values, up=True)


def _between(low: Fraction, high: Fraction) -> Enclosure:
    with ctx.workprec(_BITS):
        return Enclosure(fraction_ball(low).union(fraction_ball(high)))


def _fraction(ball: arb) -> Fraction:
    """A number that is not below a ball."""
    mantissa, exponent = ball.upper().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _floats(balls: list[arb], *, up: bool) -> Values:
    """Floats on one side of nonnegative balls."""
    import numpy as np

    ends: Values = np.array([float(ball.upper() if up else ball.lower()) for ball in balls])
    moved: Values = np.nextafter(ends, np.inf) if up else np.maximum(np.nextafter(ends, -np.inf), 0.0)
    return moved
