"""The stage of a hunt that moves laws and fractions by linear programming.

The distance from failing is approximated from above by its tangents at the places visited so far (Kelley's cutting
planes); a linear programme in floats finds where the approximation is largest, over the simplices of the laws and the
intervals of the fractions, within a region of trust; the optimum is turned into simple fractions, and the distance is
looked at there. For laws and losses, which are piecewise linear, a few programmes reach a local optimum. Integers and
choices stay as they were drawn. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from random import Random
from typing import TYPE_CHECKING, Any

from sdp_proofs.hunting.spaces import Domain, Instance, Laws, Rationals, Reals, Space, adjusted, at

if TYPE_CHECKING:
    from numpy.typing import NDArray

Height = Callable[[Instance], float]
_PROGRAMMES = 60  # steps of one ascent
_PATIENCE = 6  # programmes that gain nothing, but a tangent, before less is trusted
_GAIN = 1e-9  # gain that a programme must promise
_ASIDE = Fraction(1, 2**10)  # share of the way to a place inside
_STEP = Fraction(1, 2**20)  # size of the differences that stand for a tangent
_TRUST = 1.0
_SMALLEST_TRUST = 0.02
_NEAR = 1e-7  # a fraction as simple as this allows takes the place of a float
_DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 1000, 10**6)
_FAR = 100.0  # an interval without an end
_LEAST = 1e-6  # share of a law that must be positive


@dataclass(frozen=True, slots=True)
class _Block:
    """The places of one coordinate in the vector of all variables: a law, or a single fraction between two ends."""

    name: str
    places: range
    low: float
    high: float
    law: bool


def has_programmes(space: Space) -> bool:
    """Tell whether the space has laws or fractions to move."""
    return any(isinstance(domain, Laws | Rationals | Reals) for domain in space.values())


def ascent(space: Space, start: Instance, height: Height) -> Iterator[Instance]:
    """Ever higher instances, each found by linear programmes from those before; none if the start has no height."""
    blocks = _blocks(space, start)
    best, reached = start, height(start)
    if not blocks or not isfinite(reached):
        return
    random = Random(0)
    cuts = [_tangent(space, blocks, _aside(blocks, best, random), height)]
    trust, idle = _TRUST, 0
    for _ in range(_PROGRAMMES):
        if trust < _SMALLEST_TRUST:
            return
        optimum = _optimum(blocks, cuts, _vector(blocks, best), reached, trust)
        place = None if optimum is None else _rational(space, blocks, best, optimum)
        value = -inf if place is None or place == best else height(place)
        if place is None or not isfinite(value):
            trust /= 4
            continue
        cuts.append(_tangent(space, blocks, _aside(blocks, place, random), height))
        if value > reached:
            best, reached, idle = place, value, 0
            yield best
        else:
            idle += 1
            if idle % _PATIENCE == 0:
                trust /= 2


def _blocks(space: Space, place: Instance) -> list[_Block]:
    blocks, first = [], 0
    for name, domain in space.items():
        if isinstance(domain, Laws):
            size, (low, high) = len(place[name]), (_LEAST if domain.positive else 0.0, 1.0)
        elif isinstance(domain, Rationals | Reals):
            size, (low, high) = 1, _ends(domain, place)
        else:
            continue
        blocks.append(_Block(name, range(first, first + size), low, high, isinstance(domain, Laws)))
        first += size
    return blocks


def _ends(domain: Domain, place: Instance) -> tuple[float, float]:
    if isinstance(domain, Rationals):
        return float(at(domain.low, place)), float(at(domain.high, place))
    assert isinstance(domain, Reals)
    return (
        -_FAR if domain.low is None else float(domain.low),
        _FAR if domain.high is None else float(domain.high),
    )


def _vector(blocks: list[_Block], place: Instance) -> list[float]:
    return [float(part) for block in blocks for part in (place[block.name] if block.law else (place[block.name],))]


@dataclass(frozen=True, slots=True)
class _Tangent:
    """height(x) is about value + slope . (x - place)."""

    place: list[float]
    value: float
    slope: list[float]


def _aside(blocks: list[_Block], place: Instance, random: Random) -> Instance:
    """A place close by and off the edges, where the height is likely to have a tangent."""
    moved = dict(place)
    for block in blocks:
        if block.law:
            law = place[block.name]
            weights = [random.randint(1, 9) for _ in law]
            moved[block.name] = tuple(
                share + _ASIDE * (Fraction(weight, sum(weights)) - share)
                for share, weight in zip(law, weights, strict=True)
            )
        else:
            inside = Fraction(block.low) + Fraction(random.randint(1, 9), 10) * Fraction(block.high - block.low)
            moved[block.name] = place[block.name] + _ASIDE * (inside - place[block.name])
    return moved


def _tangent(space: Space, blocks: list[_Block], place: Instance, height: Height) -> _Tangent:
    slope, value = list[float](), height(place)
    if not isfinite(value):
        return _Tangent(_vector(blocks, place), inf, [0.0] * sum(len(block.places) for block in blocks))
    for block in blocks:
        slope += _law_slopes(block, place, value, height) if block.law else [_slope(space, block, place, value, height)]
    return _Tangent(_vector(blocks, place), value, slope)


def _law_slopes(block: _Block, place: Instance, value: float, height: Height) -> list[float]:
    """Gain in the objective from mass that comes from the likeliest value."""
    law = place[block.name]
    giver = max(range(len(law)), key=law.__getitem__)
    slopes = []
    for taker in range(len(law)):
        moved = list(law)
        moved[taker] += _STEP
        moved[giver] -= _STEP
        slopes.append(0.0 if taker == giver else _quotient(height, {**place, block.name: tuple(moved)}, value, _STEP))
    return slopes


def _slope(space: Space, block: _Block, place: Instance, value: float, height: Height) -> float:
    domain: Any = space[block.name]
    for step in (_STEP, -_STEP):
        moved = place[block.name] + step
        if domain.has(moved, place) if isinstance(domain, Rationals) else domain.has(moved):
            return _quotient(height, {**place, block.name: moved}, value, step)
    return 0.0


def _quotient(height: Height, moved: Instance, value: float, step: Fraction) -> float:
    difference = height(moved) - value
    return difference / float(step) if isfinite(difference) else 0.0


def _optimum(
    blocks: list[_Block], cuts: list[_Tangent], centre: list[float], reached: float, trust: float
) -> NDArray[Any] | None:
    """Maximise the lowest of the tangents, not far from the centre."""
    import numpy as np
    from scipy.optimize import linprog

    size = len(centre)
    rows, limits = [], []
    for cut in (cut for cut in cuts if isfinite(cut.value)):
        slope, base = np.array(cut.slope), np.array(cut.place)
        # The height need not be concave: a tangent that excludes the best place known is raised to it.
        above = max(0.0, reached - (cut.value + float(slope @ (np.array(centre) - base))))
        rows.append([*(-slope), 1.0])
        limits.append(cut.value + above - float(slope @ base))
    totals = [[float(place in block.places) for place in range(size)] + [0.0] for block in blocks if block.law]
    bounds: list[tuple[float | None, float | None]] = []
    for block in blocks:
        reach = trust * min(block.high - block.low, _FAR)
        bounds += [(max(block.low, centre[i] - reach), min(block.high, centre[i] + reach)) for i in block.places]
    result = linprog(
        [0.0] * size + [-1.0], A_ub=rows, b_ub=limits, A_eq=totals or None, b_eq=[1.0] * len(totals) or None,
        bounds=[*bounds, (None, reached + 1e6)], method="highs",
    )  # fmt: skip
    return result.x[:size] if result.success and result.x[size] > reached + _GAIN else None


def _rational(space: Space, blocks: list[_Block], centre: Instance, point: NDArray[Any]) -> Instance | None:
    place = dict(centre)
    for block in blocks:
        parts = [_simple(float(point[i])) for i in block.places]
        if block.law:
            likeliest = max(range(len(parts)), key=parts.__getitem__)
            parts = [max(part, Fraction(0)) for part in parts]
            parts[likeliest] += 1 - sum(parts)
        place[block.name] = tuple(parts) if block.law else parts[0]
    return adjusted(space, place)


def _simple(number: float) -> Fraction:
    exact = Fraction(number)
    return next(
        (near for bound in _DENOMINATORS if abs((near := exact.limit_denominator(bound)) - exact) <= _NEAR),
        exact.limit_denominator(_DENOMINATORS[-1]),
    )
