"""Discrete Gaussian noise: probabilities proportional to e^(-k^2/(2v)) on the integers, v = sigma^2.

World: enclosure. Beyond K terms fall at least by e^(-K/v) a step, as (k+1)^2 - k^2 >= 2k: a bound of what is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx, whole

MOST_TERMS = 200_000


@dataclass(frozen=True, slots=True)
class DiscreteGaussianNoise:
    """Symmetric around zero.

    Args:
        variance: precision -> v, the parameter (the variance itself is a little less).

    Example:
        >>> DiscreteGaussianNoise(lambda bits: arb(1)).beyond(arb(0)).str(6, radius=False)
        '0.601058'
    """

    variance: Callable[[int], arb]

    @property
    def whole(self) -> bool:
        """See `NoiseLaw`."""
        return True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`."""
        return 2 * lower_tail(self.variance(ctx.prec), -whole(place) - 1)

    def mean_size(self) -> arb:
        """See `NoiseLaw`."""
        return self._mean(abs)

    def mean_square(self) -> arb:
        """See `NoiseLaw`."""
        return self._mean(lambda value: value * value)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`."""
        return self._mean(lambda value: value**4)

    def _mean(self, weigh: Callable[[int], int]) -> arb:
        """A mean of a power of |k|: beyond K its terms fall at least by the next quotient of it and e^(-K/v)."""
        v = self.variance(ctx.prec)
        terms, _ = row(v, arb(0))
        inside = sum((weigh(k) * weight for k, weight in terms), arb(0))
        last, weight = terms[-1]
        factor = arb(weigh(last + 1)) / weigh(last) * (-arb(last) / v).exp()
        outside = 2 * weigh(last) * weight * factor / (1 - factor)
        return (inside + arb(0, outside.upper())) / total(v)


def lower_tail(v: arb, last: int) -> arb:
    """P(Y <= last).

    Raises:
        SizeError: too many terms.
    """
    if last >= 0:
        return 1 - lower_tail(v, -last - 1)
    found, k, small = arb(0), last, arb(2) ** -(ctx.prec + 8)
    while last - k <= MOST_TERMS:
        term = (-(arb(k) ** 2) / (2 * v)).exp()
        found += term
        # From k on downwards terms fall at least by this factor a step.
        factor = (arb(k) / v).exp()
        rest = term * factor / (1 - factor)
        if rest < found * small:
            return (found + arb(0, rest.upper())) / total(v)
        k -= 1
    raise SizeError("a tail of the discrete Gaussian must have fewer terms")


def total(v: arb) -> arb:
    """The sum of e^(-k^2/(2v)) over all integers."""
    terms, rest = row(v, arb(0))
    return sum((weight for _, weight in terms), arb(0)) + arb(0, rest)


def row(v: arb, centre: arb) -> tuple[list[tuple[int, arb]], arb]:
    """e^(-(k - centre)^2/(2v)) for the integers k that matter, and a bound of the sum of all others.

    Raises:
        SizeError: too many of them.
    """
    reach = math.sqrt(2 * float(v) * (ctx.prec + 20) * math.log(2)) + 2
    middle = float(centre.mid())
    if not reach < MOST_TERMS or not abs(middle) < 1e15:
        raise SizeError("a discrete Gaussian must have a smaller sigma")
    low, high = math.floor(middle - reach), math.ceil(middle + reach)
    terms = [(k, (-((arb(k) - centre) ** 2) / (2 * v)).exp()) for k in range(low, high + 1)]
    rest = arb(0)
    for end, weight in (terms[0], terms[-1]):
        factor = (-abs(arb(end) - centre) / v).exp()
        rest += weight * factor / (1 - factor)
    return terms, arb(rest.upper())
