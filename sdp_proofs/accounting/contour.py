"""Where to integrate: the saddle point of the integrand, from estimates of ln M and two derivatives.

World: estimate. Nothing proven depends on what is found here; a poor contour only costs digits.

The integrand on the real axis is e^(f(c)), f(c) = K(c) - c eps - ln c - ln(1 + c), K = ln M. Its minimum has
eps = K'(c) - 1/c - 1/(1+c), which grows with c from minus infinity; Laplace's method gives
delta(eps) = about e^(f(c))/sqrt(2 pi f''(c)).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sdp_proofs.accounting.loss import Slope
from sdp_proofs.errors import PrecisionError

Slopes = Callable[[float], Slope]
_LEAST, _MOST = 1e-9, 1e15
_NUDGES = (1.0, 1 - 1e-6, 1 + 1e-5, 0.9997)


@dataclass(frozen=True, slots=True)
class Contour:
    """A vertical line Re z = `real`, and what is expected there.

    Args:
        real: c > 0.
        epsilon: the epsilon whose saddle point it is.
        log_delta: ln of the expected delta.
        deviation: the width of the integrand in epsilon: the root of f''.

    Raises:
        PrecisionError: an estimate is no finite number, or a width not positive.

    Example:
        >>> Contour(1.0, 0.5, -3.0, math.nan)
        Traceback (most recent call last):
        sdp_proofs.errors.PrecisionError: no contour of the inversion was found for this question
    """

    real: float
    epsilon: float
    log_delta: float
    deviation: float

    def __post_init__(self) -> None:
        known = (self.real, self.epsilon, self.log_delta, self.deviation)
        if not all(map(math.isfinite, known)) or not min(self.real, self.deviation) > 0:
            raise PrecisionError("no contour of the inversion was found for this question")


def at(slopes: Slopes, real: float) -> Contour:
    """What belongs to one contour, or to the next to it whose estimates are numbers.

    Raises:
        PrecisionError: none of a few has them.
    """
    for nudge in _NUDGES:
        with suppress(ArithmeticError):  # `PrecisionError` is one
            return _at(slopes, real * nudge)
    raise PrecisionError("no contour of the inversion was found for this question")


def _at(slopes: Slopes, real: float) -> Contour:
    slope = slopes(real)
    epsilon = slope.first - 1 / real - 1 / (1 + real)
    second = max(slope.second, 0.0) + 1 / real**2 + 1 / (1 + real) ** 2
    value = slope.value - real * epsilon - math.log(real) - math.log1p(real)
    return Contour(real, epsilon, value - 0.5 * math.log(2 * math.pi * second), math.sqrt(second))


def for_epsilon(slopes: Slopes, epsilon: float) -> Contour:
    """The saddle point of one epsilon.

    Raises:
        PrecisionError: there is none within reach.

    Example:
        >>> found = for_epsilon(lambda c: Slope(c * (c + 1) / 2, c + 0.5, 1.0), 4.0)
        >>> 3.5 < found.real < 4.5
        True
    """
    return _root(slopes, lambda contour: contour.epsilon - epsilon)


def for_delta(slopes: Slopes, log_delta: float) -> Contour:
    """The contour whose expected delta is the one given, as its logarithm.

    Raises:
        PrecisionError: there is none within reach.

    Example:
        >>> found = for_delta(lambda c: Slope(c * (c + 1) / 2, c + 0.5, 1.0), math.log(1e-5))
        >>> 4.2 < found.epsilon < 4.6  # the truth is 4.377
        True
    """
    return _root(slopes, lambda contour: log_delta - contour.log_delta)


def moved(slopes: Slopes, contour: Contour, factor: float, *, keep_delta: bool) -> Contour:
    """The same question on another line, at a multiple of the real part.

    Near the point where a second, far bump of the tilted law takes over, the second derivative at the saddle says
    nothing about the first bump; a line somewhat to the left is as good for the answer and sees the first bump alone.
    """
    real = contour.real * factor
    slope = slopes(real)
    second = max(slope.second, 0.0) + 1 / real**2 + 1 / (1 + real) ** 2
    value = slope.value - math.log(real) - math.log1p(real) - 0.5 * math.log(2 * math.pi * second)
    if keep_delta:
        return Contour(real, (value - contour.log_delta) / real, contour.log_delta, math.sqrt(second))
    return Contour(real, contour.epsilon, value - real * contour.epsilon, math.sqrt(second))


def _root(slopes: Slopes, excess: Callable[[Contour], float]) -> Contour:
    """The contour where an increasing function of its real part is zero, to a few digits of ln c."""
    low = high = at(slopes, 1.0)
    step = 1.0
    if excess(low) > 0:
        while excess(low) > 0:
            high, low = low, _checked(slopes, low.real * math.exp(-step))
            step *= 1.6
    else:
        while excess(high) <= 0:
            low, high = high, _checked(slopes, high.real * math.exp(step))
            step *= 1.6
    below, above = excess(low), excess(high)
    middle = low
    for turn in range(60):
        span = math.log(high.real / low.real)
        if span < 1e-4:
            break
        share = 0.5 if turn % 3 == 2 else min(0.95, max(0.05, -below / (above - below)))
        middle = at(slopes, low.real * math.exp(span * share))
        value = excess(middle)
        if abs(value) < 1e-3 * min(1.0, middle.deviation):
            break
        if value > 0:
            high, above = middle, value
        else:
            low, below = middle, value
    return middle


def _checked(slopes: Slopes, real: float) -> Contour:
    if not _LEAST < real < _MOST:
        raise PrecisionError("the saddle point of this question is beyond reach of the inversion")
    return at(slopes, real)
