"""The mean of independent values in [0, b], with two confidence intervals that mean different things.

The normal interval is mean +- z standard errors. It is right in the limit of many values, and too narrow while the
rare large ones have not been met yet.

The guaranteed interval holds for every law on [0, b] and every number of values. A gambler who stakes the share f of
the fortune on every value turns 1 into the product of 1 - f + f y/m, whose expectation is 1 if the mean is m. So
the average of such fortunes over several f exceeds 2/a with probability a/2 at most [Markov], and all m at which it
does are excluded; the largest excluded one is found by bisection, since every fortune falls as m grows. The upper end
is the lower one of b - y. It cannot be below about b ln(2/a)/N, however small the N values are: nothing else is known
about the values that have not been met.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

CONFIDENCE = Fraction(99, 100)
STAKES = (*(2.0**-k for k in range(1, 16)), *(1 - 2.0**-k for k in range(2, 16)))
_BISECTIONS = 100


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean that was estimated from values in [0, bound].

    World: estimate.

    Args:
        mean_estimate: the mean of the values.
        normal_low: lower end of the normal interval, 0 if it would be negative.
        normal_high: its upper end.
        low: lower end of the guaranteed interval.
        high: its upper end.
        values: how many values.
    """

    mean_estimate: float
    normal_low: float
    normal_high: float
    low: float
    high: float
    values: int


def mean_estimate(values: Sequence[float], bound: float, *, confidence: Fraction = CONFIDENCE) -> MeanEstimate:
    """The mean of the law of independent values in [0, bound], each interval at the confidence.

    World: estimate. The guaranteed interval contains the mean with at least that probability (up to the rounding of
    float64 in its computation), in whatever order the values come.

    Raises:
        DomainError: fewer than two values, or a value outside [0, bound].

    Example:
        >>> found = mean_estimate([0.1, 0.2] * 200, 1.0)
        >>> [round(end, 3) for end in (found.low, found.normal_low, found.normal_high, found.high)]
        [0.14, 0.144, 0.156, 0.164]
    """
    import numpy as np

    held = np.array(values, dtype=np.float64)
    if len(held) < 2:
        raise DomainError(f"a mean must be estimated from two values or more, got {len(held)}")
    if not (held.min() >= 0 and held.max() <= bound):
        raise DomainError(f"values must be in [0, {bound}], got {held.min()} to {held.max()}")
    risk = float(1 - confidence) / 2
    mean = float(held.mean())
    spread = NormalDist().inv_cdf(1 - risk) * float(held.std(ddof=1)) / math.sqrt(len(held))
    scaled = held / bound
    return MeanEstimate(
        mean,
        max(0.0, mean - spread),
        mean + spread,
        bound * _lower_end(scaled, risk),
        bound * (1 - _lower_end(1 - scaled, risk)),
        len(held),
    )


def _lower_end(values: NDArray[float64], risk: float) -> float:
    """The largest mean of nonnegative values that the fortunes exclude."""
    low, high = 0.0, float(values.mean())
    if not _excluded(values, high * 2.0**-60, risk):
        return 0.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if _excluded(values, middle, risk) else (low, middle)
    return low


def _excluded(values: NDArray[float64], mean: float, risk: float) -> bool:
    import numpy as np

    if mean <= 0:
        return bool(values.any())
    stakes = np.array(STAKES)[:, None]
    logarithms = np.log1p(stakes * (values / mean - 1)).sum(axis=1)
    top = float(logarithms.max())
    fortune = top + math.log(float(np.exp(logarithms - top).mean()))
    return fortune > -math.log(risk)
