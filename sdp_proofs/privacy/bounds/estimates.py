"""Doubles that choose the free parameters of bounds; what is chosen is then certified elsewhere.

World: estimate. A bad choice costs sharpness and never correctness.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.privacy.budget import Budget

_GOLDEN = (math.sqrt(5) - 1) / 2
_SERIES = 1e-3


def epsilon_estimate(budget: Budget) -> float:
    """Epsilon as a double."""
    return float(budget.epsilon.ball(64).mid())


def log2_estimate(budget: Budget) -> float:
    """log2 of epsilon > 0 as a double, also where epsilon is none."""
    bits = 64
    while not (ball := budget.epsilon.ball(bits)) > 0:
        bits *= 2
    with ctx.workprec(64):
        return float((ball.log() / arb.const_log2()).mid())


def entropy_estimate(log_ratio: float, share: Fraction) -> float:
    """KL(q exp(t) || q), without cancellation near t = 0."""
    return entropy_of_doubles(log_ratio, float(share), float(1 - share))


def entropy_of_doubles(log_ratio: float, q: float, rho: float) -> float:
    """The same for q and rho = 1 - q, where many are asked for."""
    change = math.expm1(min(log_ratio, 700.0))
    return q * _excess(change) + rho * _excess(max(-1.0, -change * q / rho))


def _excess(change: float) -> float:
    """(1 + x) ln(1 + x) - x."""
    if change <= -1:
        return 1.0
    if abs(change) < _SERIES:
        return change * change * (0.5 - change / 6 + change * change / 12)
    return (1 + change) * math.log1p(change) - change


def shrinking_estimate(floor: Fraction | float, entropy: float) -> float:
    """ln(1 - f (1 - exp(-K)))."""
    part = min(1.0, float(floor) * -math.expm1(-entropy))
    return math.log1p(-part) if part < 1 else -math.inf


def lowest(value: Callable[[float], float], low: float, high: float, steps: int = 60) -> float:
    """Where a function with one valley is nearly least: golden section after a coarse look."""
    grid = [low + (high - low) * k / 16 for k in range(17)]
    best = min(range(17), key=lambda k: value(grid[k]))
    low, high = grid[max(0, best - 1)], grid[min(16, best + 1)]
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = value(left), value(right)
    for _ in range(steps):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = value(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = value(right)
    return left if at_left <= at_right else right


def highest(value: Callable[[float], float], low: float, high: float, steps: int = 60) -> float:
    """Where a function with one hill is nearly largest."""
    return lowest(lambda at: -value(at), low, high, steps)


def above(share: Fraction, log_ratio: float) -> Fraction:
    """A rational with a short numerator near q exp(t), and above q for t > 0."""
    return share * (1 + short(math.expm1(log_ratio)))


def short(value: float, bits: int = 24) -> Fraction:
    """The double rounded to a few bits."""
    if value == 0 or not math.isfinite(value):
        return Fraction(0)
    mantissa, exponent = math.frexp(value)
    return Fraction(round(math.ldexp(mantissa, bits))) * Fraction(2) ** (exponent - bits)
