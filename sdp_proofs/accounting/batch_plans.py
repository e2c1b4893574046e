"""Choose the points on which a game of fixed batches is played, from the surveys of one step; see `fixed_batches`.

World: estimate. Whatever is chosen here is sound; it decides how sharp the ends are and how long they take.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from sdp_proofs.accounting.inversion import Contour, saddle_point, saddle_point_of_delta
from sdp_proofs.accounting.lattice import Survey
from sdp_proofs.accounting.losses import Slope
from sdp_proofs.accounting.pairs import Ball, GaussianPair, Mirrored, Pair, Replaced, Sampled, height
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx

LEAST = 1e-280
"""No smaller delta is distinguished from zero in floats."""
MOST_STEPS = 5000
_BELOW, _ABOVE = 1.5e-3, 3e-3
"""The parts of delta that rounding losses to points may cost on each side (estimates): more above, as boxes cost."""
_BOXES = ((10, 160), (50, 200), (1500, 200), (MOST_STEPS, 100))
"""The most boxes, by the steps."""
_MOVES_BELOW, _BOXES_ABOVE = 12, 60
_WORK, _WORK_BELOW = 8e10, 6e10
"""Most products of floats, above and below: about a quarter of a minute each."""
_BEYOND = 10.0
"""Losses followed beyond epsilon, times 1 + tilt: about e^-10 of delta is left out."""
_LEFT_OUT = 16
_FEWEST, _MOST_POINTS, _MOST_NODES = 400, 40_000, 1000
_FARTHEST, _CURVE = 600.0, 200
_PER_OCTAVE, _OCTAVES = 4, 30
_WIDEST = 0.5


@dataclass(frozen=True)
class Aim:
    """The place of the answer (estimate), and how delta falls there: like e^(-tilt epsilon)."""

    epsilon: float
    tilt: float
    log_delta: float


@dataclass(frozen=True)
class Plan:
    """The points of the game (estimates).

    Args:
        unit: the spacing.
        places: the indices of the losses that profiles are rounded to, zero and beyond.
        mirrored: of those, whose negatives are such indices, too.
        last: the last index of odds that are followed.
        aim: the index of the odds that are asked about.
        boxes: the most boxes.
        work: the most products of floats.
    """

    unit: float
    places: tuple[int, ...]
    mirrored: tuple[int, ...]
    last: int
    aim: int
    boxes: int
    work: float


class Estimates:
    """Plans from the surveys of the glued pair and of both ends."""

    def __init__(self, distance: Ball, rate: Fraction, count: int, haste: float = 1.0) -> None:
        removal = Sampled(GaussianPair(distance), rate)
        self.ends: tuple[Pair, ...] = (removal, Mirrored(removal))
        self.glued = Replaced(GaussianPair(distance), rate)
        self.count, self.haste = count, haste
        self.largest = -math.log1p(-float(rate))

    def of_epsilon(self, epsilon: float) -> Aim:
        """The aim where epsilon is given."""
        try:
            first = self._contour(lambda slope: saddle_point(slope, epsilon), -40.0)
            least = min(-40.0, first.log_delta - _LEFT_OUT)
            found = self._contour(lambda slope: saddle_point(slope, epsilon), least)
        except PrecisionError:
            return Aim(epsilon, *self._one_loss(epsilon))
        return Aim(epsilon, found.real, found.log_delta)

    def of_delta(self, log_delta: float) -> Aim:
        """The aim where delta is given."""
        try:
            found = self._contour(lambda slope: saddle_point_of_delta(slope, log_delta), log_delta - _LEFT_OUT)
        except PrecisionError:
            low, high = 0.0, _FARTHEST
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if self._one_loss(middle)[1] > log_delta else (low, middle)
            return Aim(low, *self._one_loss(low))
        return Aim(max(found.epsilon, 0.0), found.real, log_delta)

    def _one_loss(self, epsilon: float) -> tuple[float, float]:
        """The fall of delta, and its logarithm, where one step makes it."""
        with ctx.workprec(96):
            near, far = (height(self.glued, arb(place).exp()) for place in (epsilon, epsilon + 1e-3))
            if not (near > 0 and far > 0):
                raise PrecisionError("so small a delta cannot be distinguished from zero in floats")
            return max(0.1, float((near / far).log()) / 1e-3), float(near.log()) + math.log(self.count)

    def _contour(self, solve: Callable[[Callable[[float], Slope]], Contour], least: float) -> Contour:
        survey = Survey.of(self.glued, least - math.log(self.count))
        return solve(lambda real: survey.slope(real).times(self.count))

    def plan(self, aim: Aim, *, lower: bool) -> Plan:
        """The finest points that can be afforded, up to the tolerance.

        Raises:
            PrecisionError: so small a delta cannot be distinguished from zero.
        """
        if aim.log_delta < math.log(LEAST):
            raise PrecisionError("so small a delta cannot be distinguished from zero in floats")
        edges, above, below = self._weights(aim.epsilon, aim.tilt, aim.log_delta)
        total, end = max(sum(above), sum(below)), aim.epsilon + _BEYOND / (1 + aim.tilt)
        boxes = int(next(most for steps, most in _BOXES if self.count <= steps) / math.sqrt(self.haste))
        # On coarser points the largest loss of an addition, -ln(1 - g), is not seen from below.
        tolerance, least = (_BELOW, self.largest / 3) if lower else (_ABOVE, math.inf)
        tolerance, limit = tolerance * self.haste, (_WORK_BELOW if lower else _WORK) / self.haste
        while True:
            unit = min(math.sqrt(6 * tolerance / (self.count * total)), end / _FEWEST, least)
            unit = max(unit, end / _MOST_POINTS)
            places, last = self._places(edges, above, unit, tolerance), math.ceil(end / unit)
            wanted = self._places(edges, below, unit, tolerance)
            near = (places[min(bisect_left(places, place), len(places) - 1)] for place in wanted)
            mirrored = sorted({0, places[-1], *near})
            nodes = len(places) + len(mirrored)
            work = self.count * last * nodes * (_MOVES_BELOW if lower else _BOXES_ABOVE)
            if (work <= limit or last <= _FEWEST) and nodes <= _MOST_NODES:
                return Plan(unit, places, tuple(mirrored), last, math.ceil(aim.epsilon / unit), boxes, limit)
            tolerance, least = 1.3 * tolerance, 1.3 * least

    def _weights(self, epsilon: float, tilt: float, log_delta: float) -> tuple[list[float], list[float], list[float]]:
        """Losses, and between them: how much the square of a spacing there, and at minus these, costs, over delta."""
        with ctx.workprec(96):
            reach = epsilon + _BEYOND
            shorter = 2 ** (-1 / _PER_OCTAVE)
            while reach > 1e-6 and self._ends_at(reach * shorter) * self.count < 1e-4 * math.exp(log_delta):
                reach *= shorter
            edges = [0.0, *(reach * 2 ** (-k / _PER_OCTAVE) for k in range(_PER_OCTAVE * _OCTAVES, -1, -1))]
            curve = self._curve(epsilon, tilt, log_delta, reach)
            gains = [curve(epsilon - high) for high in edges[1:]]
            losses = [curve(epsilon + low) for low in edges[:-1]]
            above, below = [0.0] * len(gains), [0.0] * len(gains)
            for pair in self.ends:
                right = _between([pair.upper(arb(edge).exp())[0] for edge in edges])
                left = _between([pair.lower(arb(-edge).exp())[0] for edge in edges])
                above = [max(old, own * gain) for old, own, gain in zip(above, right, gains, strict=True)]
                below = [max(old, own * loss) for old, own, loss in zip(below, left, losses, strict=True)]
            return edges, above, below

    def _curve(self, epsilon: float, tilt: float, log_delta: float, reach: float) -> Callable[[float], float]:
        """The bend of delta at odds, over delta where it is asked about: as of one loss or of many.

        Below odds of one delta is about one, and bends like the odds.
        """
        places = [(epsilon + reach) * k / _CURVE for k in range(_CURVE + 1)]
        logs = []
        for place in places:
            one = float(height(self.glued, arb(place).exp()).upper()) * self.count
            many = log_delta - tilt * (place - epsilon)
            logs.append(min(0.0, max(math.log(one) if one > 0 else -math.inf, many)))
        slopes = [max(1e-3, (near - far) / (places[1] - places[0])) for near, far in pairwise(logs)]

        def bend(place: float) -> float:
            if place <= 0:
                return math.exp(place - log_delta)
            index = min(len(slopes) - 1, int(place / (places[1] - places[0])))
            return math.exp(logs[index] - log_delta) * slopes[index] * (1 + slopes[index])

        return bend

    def _ends_at(self, loss: float) -> float:
        return max(float(height(pair, arb(loss).exp()).upper()) for pair in self.ends)

    def _places(self, edges: list[float], weights: list[float], unit: float, tolerance: float) -> tuple[int, ...]:
        """Points that cost about as much as the spacing itself, dense where their cost is large."""
        cells = list(zip(edges, edges[1:], weights, strict=False))
        densities = [(weight / (high - low)) ** (1 / 3) for low, high, weight in cells]
        # With spacings proportional to 1/density the cost is the same multiple of the density everywhere.
        whole = sum(density * (high - low) for (low, high, _), density in zip(cells, densities, strict=True))
        scale = math.sqrt(6 * tolerance / (self.count * whole))
        places, place = [0], 0
        for (_, high, _), density in zip(cells, densities, strict=True):
            wide = min(_WIDEST, scale / density if density else _WIDEST)
            step = max(1, int(wide / unit))
            while place * unit < high:
                place = min(place + step, max(place + 1, math.ceil(high / unit)))
                places.append(place)
        return (*places, place + 1)


def _between(beyond: list[arb]) -> list[float]:
    """The masses between places, from those beyond each."""
    return [max(0.0, float(near) - float(far)) for near, far in pairwise(beyond)]
