"""Play the game of two fixed batches, whose last step is known exactly; see `fixed_batches`.

World: enclosure. At the odds k the value of the last step is V(k), the profile of the glued pair. With q = dQ/dP of the
first step that of both is the largest E_P f(q), f(q) = V(e^epsilon q), over the triples of the first step. As f is
convex, with c = f'(1) (from the right)

    E_P f(q) = f(1) + E_P f_+(q) + E_Q f_-(1/q),

    f_+(q) = f(q) - f(1) - c (q - 1) for q < 1,    f_-(r) = r (f(1/r) - f(1) - c (1/r - 1)) for r < 1,

both zero elsewhere, convex and falling. So they are positive mixtures of (t - .)_+ for t <= 1, and E_P f_+ is one of
the profiles at odds of one and more, E_Q f_- one of those of the other side. What bounds all these profiles over a box
of triples bounds each of both (claim `right-triples-bound-acute-ones`): a right triple, or an acute one.

**Above.** The triangle of all triples is split where its bound is largest. Values of f_+ and f_- are on chords between
places where they are rounded up. This bound is off by a multiple of the width of a box. Where epsilon is not small the
best triple is an end, and few boxes are enough. Near epsilon = 0 all triples are nearly as good: the bound is one per
cent above what they give.

**Below.** The best of some right triples, with f on tangents. At epsilon = 0 acute ones are better by 0.1 per cent.

Which boxes, places and points are taken is chosen by floats; any choice is sound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from sdp_proofs.accounting.batch_profiles import BITS, Box, Masses, Points, Profiles, factors_below
from sdp_proofs.accounting.lemmas import right_triples_bound_acute_ones
from sdp_proofs.accounting.pairs import Ball, GaussianPair, Replaced, height
from sdp_proofs.numbers.balls import arb, ctx

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

LEAST_ALONE = 1e-100
"""The least delta of the last step alone: points for a smaller one reach too far."""
_MORE = 1 + 2.0**-29
"""More than the rounding of a sum, of a ratio, and of a value between two places."""
_MOST_TERMS = 2**22
_ENOUGH = 2e-4
"""The part of delta that the bounds of boxes may cost."""
_COARSE, _DROPPED = 4.0, 1e-6
_STEP, _WIDEST, _PARTS = 0.025, 0.05, 8
"""Spacings of the points: their part of a loss, the largest one, and units in the least one."""
_MOST_WIDE = 250
"""The most of the largest spacings."""
_LEFT_OUT = 12.0
_PLACES, _PLACES_NEAR, _FARTHEST = 1500, 600, 300.0
_FIRST, _TURNS = 8, 2


@dataclass(frozen=True)
class _Curve:
    """A convex falling function on [0, 1], zero beyond: floats that are no less at some places.

    Args:
        places: increasing floats, from 0 to 1.
        values: at these.
    """

    places: Values
    values: Values

    @classmethod
    def of(cls, places: Values, at_zero: arb, function: Callable[[arb], arb]) -> _Curve:
        """Tabulate a function at places between zero and one, which are exact."""
        import numpy as np

        inside = [_float_up(function(arb(float(place)))) for place in places]
        return cls(np.r_[0.0, places, 1.0], np.array([_float_up(at_zero), *inside, 0.0]))

    def mean(self, masses: Values, ratios: Values, infinite: float) -> float:
        """A bound of the mean at 1/R, of masses at ratios R."""
        import numpy as np

        if masses.size > _MOST_TERMS:
            raise ValueError("the points of a product must be fewer")
        places = np.minimum(1 / (ratios * _MORE), 1.0)
        upper = np.clip(np.searchsorted(self.places, places), 1, len(self.places) - 1)
        low, high = self.places[upper - 1], self.places[upper]
        share = np.clip((high - places) / (high - low), 0.0, 1.0)
        values = self.values[upper - 1] * share + self.values[upper] * (1 - share)
        return (float(masses @ values) + infinite * float(self.values[0])) * _MORE


class TwoBatches:
    """The game of two batches of one kind at one epsilon.

    Args:
        distance: precision -> mu, the distance of two records in deviations of the noise.
        rate: the part of the records in a batch.
        epsilon: a ball.

    Example:
        >>> game = TwoBatches(lambda bits: arb(2), Fraction(1, 10), arb(1))
        >>> 0.03936 < game.below() < game.above(30) < 0.03942
        True
    """

    def __init__(self, distance: Ball, rate: Fraction, epsilon: arb) -> None:
        self.distance, self.rate, self.epsilon = distance, rate, epsilon
        self.last = Replaced(GaussianPair(distance), rate)
        with ctx.workprec(2 * BITS):
            self.odds = epsilon.exp()
            self.alone, self.slope = self._value(arb(1)), self._slope(arb(1))
        self._rights: dict[tuple[int, Fraction], float] = {}

    def above(self, most: int) -> float:
        """No less than delta, by so many boxes at most."""
        order, least = count(), max(self._right(Fraction(k, _FIRST)) for k in range(_FIRST + 1))
        whole = Box((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
        boxes = [(-self._bound(whole), next(order), whole)]
        while len(boxes) < most and -boxes[0][0] > least * (1 + _ENOUGH):
            for part in heappop(boxes)[2].parts():
                heappush(boxes, (-self._bound(part), next(order), part))
        return min(1.0, -boxes[0][0])

    def below(self) -> float:
        """No more than delta: of the best right triple of some."""
        angles, width = [Fraction(k, _FIRST) for k in range(_FIRST + 1)], Fraction(1, _FIRST)
        found = {angle: self._right_below(angle) for angle in angles}
        for _ in range(_TURNS):
            best, width = max(found, key=found.__getitem__), width / 2
            near = {max(Fraction(0), best - width), min(Fraction(1), best + width)} - found.keys()
            found |= {angle: self._right_below(angle) for angle in near}
        return max(found.values())

    def _value(self, place: arb) -> arb:
        """The value f of the last step at a ratio q."""
        return height(self.last, self.odds * place)

    def _slope(self, place: arb) -> arb:
        """The slope of f at a ratio, from the right at one."""
        return -self.odds * self.last.upper(self.odds * place)[1]

    @cached_property
    def _points(self) -> Points:
        """Points dense near zero, up to a rare loss (estimate)."""
        mu, rate = float(self.distance(BITS)), float(self.rate)
        deviations = math.sqrt(2 * (_LEFT_OUT - math.log(max(LEAST_ALONE, float(self.alone)))))
        large = math.log(rate) + mu * mu / 2 + mu * deviations
        reach = large if large > 30 else math.log1p(math.exp(large))
        first, widest = rate * min(1.0, mu) / 2, max(_WIDEST, reach / _MOST_WIDE)
        unit, loss, places = first * _STEP / _PARTS, 0.0, [0]
        while loss < reach:
            loss += min(_STEP * math.hypot(first, loss), widest)
            places.append(max(places[-1] + 1, round(loss / unit)))
        return Points(arb(unit), tuple(places), tuple(places))

    @cached_property
    def _profiles(self) -> Profiles:
        return Profiles(self.distance, self.rate, self._points)

    def _places(self, *, beyond: bool) -> Values:
        """Ratios below one, or all: dense where the last step bends."""
        import numpy as np

        least, bend = float(self._points.unit), float(self.epsilon)
        far = min(2 * least * self._points.places[-1], _FARTHEST)
        near = np.geomspace(least, far, _PLACES_NEAR)
        losses = np.r_[np.geomspace(least, far, _PLACES), bend, bend + near, bend - near]
        losses = np.r_[losses, 0.0, -losses] if beyond else np.abs(losses)
        found = np.unique(np.exp(-losses))
        return found if beyond else found[found < 1]

    @cached_property
    def _curves(self) -> tuple[_Curve, _Curve]:
        """The two functions f_+ and f_-."""
        places = self._places(beyond=False)

        def first(place: arb) -> arb:
            return self._value(place) - self.alone - self.slope * (place - 1)

        def second(place: arb) -> arb:
            return place * (self._value(1 / place) - self.alone - self.slope * (1 / place - 1))

        with ctx.workprec(2 * BITS):
            return (
                _Curve.of(places, 1 - self.alone + self.slope, first),
                _Curve.of(places, -self.slope, second),
            )

    def _bound(self, box: Box) -> float:
        """No less than the delta of a first step whose triple is in a box."""
        (least, most), (low, high) = box.first, box.second
        right_triples_bound_acute_ones(least, high)
        sides = self._side(0, least, most, low), self._side(1, 1 - high, 1 - low, 1 - most)
        return _float_up(self.alone + arb(sides[0]) + arb(sides[1]))

    def _side(self, other: int, least: Fraction, most: Fraction, low: Fraction) -> float:
        """A bound of one of the two means; see `Profiles.planar`."""
        if (other, least) not in self._rights:
            with ctx.workprec(BITS):
                factors = self._profiles.factors(least, self._points)
            self._rights[other, least] = self._curves[other].mean(*self._product(*factors))
        right = self._rights[other, least]
        if low <= most:
            return right
        with ctx.workprec(BITS):
            masses, ratios, infinite = self._profiles.planar(least, most, low, _COARSE)
        kept = masses > _DROPPED * float(self.alone) / masses.size
        infinite = (infinite + float(masses[~kept].sum())) * _MORE
        return min(right, self._curves[other].mean(masses[kept], ratios[kept], infinite))

    def _right(self, angle: Fraction) -> float:
        return self._bound(Box.right(angle))

    def _product(self, first: Masses, second: Masses) -> tuple[Values, Values, float]:
        """Masses at products of ratios, and at infinity."""
        import numpy as np

        odds, one, other = self._points.odds, first.at > 0, second.at > 0
        masses, ratios = np.outer(first.at[one], second.at[other]), np.outer(odds[one], odds[other])
        return masses.ravel(), ratios.ravel(), (first.infinite + second.infinite) * _MORE

    @cached_property
    def _tangents(self) -> tuple[Values, Values, Values]:
        """Places, and there f and its fall, as floats that are no more."""
        import numpy as np

        places = self._places(beyond=True)
        with ctx.workprec(2 * BITS):
            balls = [arb(float(place)) for place in places]
            values = [_float_down(self._value(place)) for place in balls]
            falls = [_float_down(-self._slope(place)) for place in balls]
        # Beyond the last place nothing is known but f >= 0.
        return np.r_[places, math.inf], np.array([*values, 0.0]), np.array([*falls, 0.0])

    def _right_below(self, angle: Fraction) -> float:
        """No more than the delta of a first step with a right triple."""
        import numpy as np

        masses, ratios, _ = self._product(*factors_below(self.distance, self.rate, self._points, angle))
        (places, values, falls), ratios = self._tangents, _MORE / ratios
        upper = np.searchsorted(places, ratios)
        ahead = np.where(falls[upper] > 0, np.maximum(places[upper] - ratios, 0.0), 0.0)
        return max(0.0, float(masses @ (values[upper] + falls[upper] * ahead)) * (2 - _MORE))


def _float_up(value: arb) -> float:
    """A float >= 0 that is no smaller."""
    return math.nextafter(max(0.0, float(value.upper())), math.inf)


def _float_down(value: arb) -> float:
    """A float >= 0 that is no larger than a number >= 0."""
    return max(0.0, math.nextafter(float(value.lower()), -math.inf))
