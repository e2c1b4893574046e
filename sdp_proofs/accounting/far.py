"""A bound of a characteristic function far from zero, from a mesh of values, a Lipschitz constant and a decay V/t.

World: directed bound. On an interval of length d around a mesh point t_k a function with Lipschitz constant s is at
most |phi(t_k)| + s d/2; beyond t_1 it is at most V/t_1, and for any part of the law with mass m and a density of total
variation V_m (its jumps included) at most 1 - m + V_m/t. The mesh only has to be fine where |phi| is close to one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb

MOST_POINTS = 6000
_PROBES = 9

Values = Callable[[float, float, int], list[arb]]
"""first, step, count -> balls of |phi(first + k step)|."""


class Decay(NamedTuple):
    """|phi(t)| <= outside + variation/t for all t > 0."""

    outside: arb
    variation: arb


def mesh_bound(values: Values, spread: arb, decays: Sequence[Decay], start: float) -> arb:
    """An upper bound of sup |phi(t)| over t >= start; one where none is found with `MOST_POINTS` values.

    Args:
        values: |phi| at equidistant points.
        spread: a Lipschitz constant of phi.
        decays: at least one.
        start: > 0.

    Example:
        >>> def normal(first: float, step: float, count: int) -> list[arb]:
        ...     return [(-arb(first + k * step) ** 2 / 2).exp() for k in range(count)]
        >>> 0.135 < float(mesh_bound(normal, arb(1), [Decay(arb(0), arb(1))], 2.0)) < 0.4
        True
    """
    near = float(values(start, 1.0, 1)[0].upper())
    if not near < 1:
        return arb(1)
    goal = near**0.7
    bound, here, points = arb(0), start, 0
    while True:
        last = min(_reach(decay, goal) for decay in decays)
        if here >= last:
            rest = min((decay.outside + decay.variation / arb(here) for decay in decays), key=float)
            return arb(bound.max(rest).upper()).min(arb(1))
        end = min(2 * here, last)
        try:
            section, used = _section(values, spread, here, end, goal)
        except SizeError:
            return arb(1)
        points += used
        if points > MOST_POINTS or not section < 1:
            return arb(1)
        bound = bound.max(section)
        goal = max(goal, float(section.upper()))
        here = end


def _reach(decay: Decay, goal: float) -> float:
    """From where on the decay alone is below the goal."""
    room = goal - float(decay.outside.upper())
    return float(decay.variation.upper()) / room * (1 + 1e-9) if room > 0 else math.inf


def _section(values: Values, spread: arb, start: float, end: float, goal: float) -> tuple[arb, int]:
    """An upper bound on [start, end], and how many values it took."""
    width = end - start
    peak = max(float(value.upper()) for value in values(start, width / (_PROBES - 1), _PROBES))
    least = 0.3 * min(goal, 1 - goal)
    room = goal - peak if goal - peak > least else 0.3 * min(peak, 1 - peak)
    if not room > 0 or math.isnan(room):
        return arb(1), _PROBES
    count = int(width * float(spread.upper()) / (1.6 * room)) + 1
    if count > MOST_POINTS:
        return arb(1), _PROBES
    step = width / count
    sampled = values(start + step / 2, step, count)
    bound = sampled[0]
    for value in sampled[1:]:
        bound = bound.max(value)
    # A trifle more than half a step: its ends are floats.
    return arb((bound + spread * arb(step) * arb(0.500001)).upper()), count + _PROBES
