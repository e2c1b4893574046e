"""Privacy losses whose moment generating function is a closed form: Gaussian, Laplace, finitely many values.

World: enclosure. With P first and L = ln(dP/dQ) under P:

* *Gaussian*, means at distance mu standard deviations: L is normal with mean mu^2/2 and variance mu^2, so
  M(z) = e^(z(z+1) mu^2/2) and |M(c+it)|/M(c) = e^(-mu^2 t^2/2), which falls in t. T steps are one with T mu^2.
* *Laplace* of scale b, means at distance 1, a = 1/b: under P the loss is a with probability 1/2 (left of both
  means), -a with probability e^(-a)/2 (right of both), and between them its density is e^((l-a)/2)/4 on (-a, a). So
  M(z) = e^(az)/2 + e^(-a(1+z))/2 + (e^(az) - e^(-a(1+z)))/(2(1+2z)).
  Let E1 = e^(ac), E2 = e^(-a(1+c)), so M(c) = (E1 + E2)/2 + (E1 - E2)/(2(1+2c)). Of the four terms at c + it the
  first two are at most E1/2 and E2/2, the last two together at most (E1 + E2)/(2|1+2z|), and |1+2z| grows with t: a
  bound for all later t (claim `laplace-and-normal-moments-fall-with-the-frequency`).
* *Finitely many values*: a sum of exponentials, no bound of the far part but one.

Both continuous pairs are symmetric: the mirrored pair (Q, P) has the same loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sdp_proofs.accounting.loss import Cells, Slope
from sdp_proofs.numbers.balls import acb, arb, ctx, square
from sdp_proofs.sums.exponential_sums import exponential_sums

_SHORT_BITS = 96


@dataclass(frozen=True)
class GaussianLoss:
    """The loss of Gaussian noise; several steps are one.

    Args:
        squared: precision -> mu^2, (distance of the means / standard deviation)^2.

    Example:
        >>> round(float(GaussianLoss(lambda bits: arb(1)).moment(1.0).log()), 12)
        1.0
    """

    squared: Callable[[int], arb]

    @property
    def infinite(self) -> arb:
        """Zero."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`."""
        square = float(self.squared(64))
        return Slope(square * contour * (contour + 1) / 2, square * (contour + 0.5), square)

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            point = arb(contour)
            return (self.squared(_SHORT_BITS) * point * (point + 1) / 2).exp()

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(_bits(digits)):
            half = self.squared(ctx.prec) / 2
            points = (acb(arb(contour), arb(step) * k) for k in range(count))
            return [(half * z * (z + 1)).exp() for z in points]

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            return (-self.squared(_SHORT_BITS) * arb(start) ** 2 / 2).exp()

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        return float(self.beyond(contour, frequency))


@dataclass(frozen=True)
class LaplaceLoss:
    """The loss of Laplace noise.

    Args:
        ratio: precision -> a, distance of the means over the scale.

    Example:
        >>> float(LaplaceLoss(lambda bits: arb(1)).moment(0.0))  # a law
        1.0
    """

    ratio: Callable[[int], arb]

    @property
    def infinite(self) -> arb:
        """Zero."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`, by second differences in balls."""
        with ctx.workprec(256):
            gap = arb(2) ** -60
            low, middle, high = (self._at(acb(arb(contour) + gap * k)).real.log() for k in (-1, 0, 1))
            return Slope(float(middle), float((high - low) / (2 * gap)), float((high - 2 * middle + low) / (gap * gap)))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            return self._at(acb(contour)).real

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(_bits(digits)):
            return [self._at(acb(arb(contour), arb(step) * k)) for k in range(count)]

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            a, point = self.ratio(_SHORT_BITS), acb(arb(contour), arb(start))
            both = (a * contour).exp() + (-a * (1 + arb(contour))).exp()
            bound = both / 2 * (1 + 1 / abs(1 + 2 * point)) / self.moment(contour)
            return arb(bound.upper()).min(arb(1))

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        return float(self.beyond(contour, frequency))

    def _at(self, z: acb) -> acb:
        a = self.ratio(ctx.prec)
        left, right = (a * z).exp(), (-a * (1 + z)).exp()
        return (left + right) / 2 + (left - right) / (2 * (1 + 2 * z))


@dataclass(frozen=True)
class FiniteLoss:
    """A loss with finitely many values.

    Args:
        values: precision -> the finite values of the loss, with their probabilities under P.
        revealed: precision -> P(L = infinity).
        indices: where the values lie on a lattice, their places on it, rising or falling with the loss; else None.

    Example:
        >>> fair = FiniteLoss(lambda bits: [(arb(2).log(), arb(2) / 3), (-arb(2).log(), arb(1) / 3)])
        >>> float(fair.moment(1.0))
        1.5
    """

    values: Callable[[int], list[tuple[arb, arb]]]
    revealed: Callable[[int], arb] = lambda bits: arb(0)
    indices: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", lru_cache(maxsize=8)(self.values))

    @property
    def infinite(self) -> arb:
        """P(L = infinity)."""
        return self.revealed(ctx.prec)

    def slope(self, contour: float) -> Slope:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            weighted = [(loss, mass * (loss * contour).exp()) for loss, mass in self.values(_SHORT_BITS)]
            total = sum((mass for _, mass in weighted), arb(0))
            first = sum((loss * mass for loss, mass in weighted), arb(0)) / total
            second = sum((square(loss - first) * mass for loss, mass in weighted), arb(0)) / total
            return Slope(float(total.log()), float(first), float(second))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            return sum((mass * (loss * contour).exp() for loss, mass in self.values(_SHORT_BITS)), arb(0))

    def cells(self, contour: float) -> Cells | None:
        """See `periodic`."""
        if self.indices is None or len(set(self.indices)) < 2:
            return None
        known = self.values(ctx.prec)
        low, high = self.indices.index(min(self.indices)), self.indices.index(max(self.indices))
        unit = (known[high][0] - known[low][0]) / (self.indices[high] - self.indices[low])
        places = self.indices
        if unit < 0:
            unit, places = -unit, tuple(-place for place in places)
        if not unit > 0:
            return None
        weights = [mass * (loss * contour).exp() for loss, mass in known]
        first = known[low][0] - unit * places[low]
        return Cells(first, unit, list(zip(places, weights, strict=True)), arb(0))

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(_bits(digits)):
            known = self.values(ctx.prec)
            weights = [mass * (loss * contour).exp() for loss, mass in known]
            return exponential_sums(weights, [loss for loss, _ in known], arb(step), count)

    def beyond(self, contour: float, start: float) -> arb:
        """One: a sum of exponentials may come back."""
        return arb(1)

    def near(self, contour: float, frequency: float) -> float:
        """One, as `beyond`."""
        return 1.0


def _bits(digits: int) -> int:
    return int(digits * 3.33) + 64
