"""Describe the privacy loss of one step of a composition through its moments.

A *pair* (P, Q) of laws has the privacy loss L = ln(dP/dQ) under P; M(z) = E_P[e^(zL); L finite] is its moment
generating function. The engine needs M on the real axis, M at equidistant points of a vertical line, and a bound of
|M| on the far part of that line. Whatever supplies these three can be composed with everything else.

**Closed forms.** World: enclosure. With P first and L = ln(dP/dQ) under P:

* *Gaussian*, means at distance mu standard deviations: L is normal with mean mu^2/2 and variance mu^2, so M(z) =
  e^(z(z+1) mu^2/2) and |M(c+it)|/M(c) = e^(-mu^2 t^2/2), which falls in t. T steps are one with T mu^2.
* *Laplace* of scale b, means at distance 1, a = 1/b: under P the loss is a with probability 1/2 (left of both means),
  -a with probability e^(-a)/2 (right of both), and between them its density is e^((l-a)/2)/4 on (-a, a). So M(z) =
  e^(az)/2 + e^(-a(1+z))/2 + (e^(az) - e^(-a(1+z)))/(2(1+2z)). Let E1 = e^(ac), E2 = e^(-a(1+c)), so M(c) = (E1 +
  E2)/2 + (E1 - E2)/(2(1+2c)). Of the four terms at c + it the first two are at most E1/2 and E2/2, the last two
  together at most (E1 + E2)/(2|1+2z|), and |1+2z| grows with t: a bound for all later t (claim
  `laplace-and-normal-moments-fall-with-the-frequency`).
* *Finitely many values*: a sum of exponentials, no bound of the far part but one.

Both continuous pairs are symmetric: the mirrored pair (Q, P) has the same loss.

**The Poisson-subsampled Laplace mechanism,** World: enclosure. With a the distance of the means over the scale, q the
rate and l the loss of the mechanism itself, the loss is v(l) = ln R(l), R(l) = 1 - q + q e^l. Under the law without
the record l is a with probability e^(-a)/2, -a with probability 1/2, and between them it has the density e^(-(l +
a)/2)/4 (see closed forms). So with

    F(w) = e^(-a) R(a)^w/2 + R(-a)^w/2 + (e^(-a/2)/4) int over (-a, a) of e^(-l/2) R(l)^w dl

the moment generating functions are F(1 + z) ("remove") and F(-z) ("add"), as in `sampled_gaussian`. The integrand is
analytic around the path, and Arb integrates it with a proven error.

**Far frequencies.** At w = p + it the first two terms are at most what they are at p. As an integral over v the third
is one of f(v) e^(itv) with f = e^(-3l/2) R^(p + 1)/q. The slope of ln f in l is -3/2 + (p + 1) q e^l/R, which is
negative where p + 1 <= 0 and rises otherwise: f has no maximum inside, so its variation is at most f(-a) + f(a), and
by parts the integral is at most twice that over t (claims `sampled-laplace-density-falls-and-then-rises` and
`oscillating-sums-are-below-the-ends-and-the-variation`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

from sdp_proofs.accounting.lemmas import oscillating_sums_are_below_the_ends_and_the_variation
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, square
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.sums.exponential_sums import exponential_sums


@dataclass(frozen=True, slots=True)
class Slope:
    """ln M, its first and its second derivative at one real point, as floats (estimate: it only chooses contours)."""

    value: float
    first: float
    second: float

    def __add__(self, other: Slope) -> Slope:
        return Slope(self.value + other.value, self.first + other.first, self.second + other.second)

    def times(self, steps: int) -> Slope:
        """Scale to so many independent steps."""
        return Slope(steps * self.value, steps * self.first, steps * self.second)


class Loss(Protocol):
    """The privacy loss of one step, in one direction.

    `infinite` is the probability under P that the loss is infinite, as a ball.
    """

    @property
    def infinite(self) -> arb:
        """P(L = infinity)."""

    def slope(self, contour: float) -> Slope:
        """Ln M and its derivatives at a real point > 0 (estimate)."""

    def moment(self, contour: float) -> arb:
        """M at a real point >= 0, a ball of at least some 30 bits."""

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """M(contour + i k step) for k < count, balls of radius at most about 10^-digits M(contour)."""

    def beyond(self, contour: float, start: float) -> arb:
        """An upper bound of |M(contour + it)| / M(contour) over all t >= start, at most one."""

    def near(self, contour: float, frequency: float) -> float:
        """About what `beyond` will prove there (estimate), at most one."""


class Cells(NamedTuple):
    """The tilted law of one step: the loss at index 0, the spacing, (index, p e^(c l)), and what is left out."""

    first: arb
    unit: arb
    weights: Sequence[tuple[int, arb]]
    rest: arb


@runtime_checkable
class LatticeLoss(Protocol):
    """A loss that may lie on a lattice."""

    def cells(self, contour: float) -> Cells | None:
        """Tilted law at the working precision; None where there is no lattice."""


_SHORT_BITS = 96


class ContinuousLoss(ABC):
    """A finite loss whose moment generating function is evaluated at one complex point at a time."""

    @abstractmethod
    def _at(self, z: acb, digits: int) -> acb:
        """M(z) at the working precision, its error about 10^-digits of M at the real part."""

    @abstractmethod
    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""

    @property
    def infinite(self) -> arb:
        """Zero."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`, by second differences in balls."""
        with ctx.workprec(256):
            gap = arb(2) ** -60
            low, middle, high = (self._at(acb(arb(contour) + gap * k), 65).real.log() for k in (-1, 0, 1))
            return Slope(float(middle), float((high - low) / (2 * gap)), float((high - 2 * middle + low) / (gap * gap)))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            return self._at(acb(contour), 15).real

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(_line_bits(digits)):
            return [self._at(acb(arb(contour), arb(step) * k), digits + 2) for k in range(count)]

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        return float(self.beyond(contour, frequency))


@dataclass(frozen=True)
class GaussianLoss(ContinuousLoss):
    """The loss of Gaussian noise; several steps are one.

    Args:
        squared: precision -> mu^2, (distance of the means / standard deviation)^2.

    Example:
        >>> round(float(GaussianLoss(lambda bits: arb(1)).moment(1.0).log()), 12)
        1.0
    """

    squared: Callable[[int], arb]

    def slope(self, contour: float) -> Slope:
        """See `Loss`."""
        square = float(self.squared(64))
        return Slope(square * contour * (contour + 1) / 2, square * (contour + 0.5), square)

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            return (-self.squared(_SHORT_BITS) * arb(start) ** 2 / 2).exp()

    def _at(self, z: acb, digits: int) -> acb:
        return (self.squared(ctx.prec) / 2 * z * (z + 1)).exp()


@dataclass(frozen=True)
class LaplaceLoss(ContinuousLoss):
    """The loss of Laplace noise.

    Args:
        ratio: precision -> a, distance of the means over the scale.

    Example:
        >>> float(LaplaceLoss(lambda bits: arb(1)).moment(0.0))  # a law
        1.0
    """

    ratio: Callable[[int], arb]

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            a, point = self.ratio(_SHORT_BITS), acb(arb(contour), arb(start))
            both = (a * contour).exp() + (-a * (1 + arb(contour))).exp()
            bound = both / 2 * (1 + 1 / abs(1 + 2 * point)) / self.moment(contour)
            return arb(bound.upper()).min(arb(1))

    def _at(self, z: acb, digits: int) -> acb:
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
        """See `LatticeLoss`."""
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
        with ctx.workprec(_line_bits(digits)):
            known = self.values(ctx.prec)
            weights = [mass * (loss * contour).exp() for loss, mass in known]
            return exponential_sums(weights, [loss for loss, _ in known], arb(step), count)

    def beyond(self, contour: float, start: float) -> arb:
        """One: a sum of exponentials may come back."""
        return arb(1)

    def near(self, contour: float, frequency: float) -> float:
        """One, as `beyond`."""
        return 1.0


def _line_bits(digits: int) -> int:
    return int(digits * 3.33) + 64


_MOST_INTEGRALS = 2000


@dataclass(frozen=True)
class SampledLaplace(ContinuousLoss):
    """One step in one direction.

    Args:
        rate: q, in (0, 1).
        ratio: precision -> a, distance of the means over the scale.
        remove: whether P is the mixture; else it is the law without the record.

    Example:
        >>> step = SampledLaplace(Fraction(1, 4), lambda bits: arb(1), remove=True)
        >>> float(step.moment(0.0)), float(step.moment(-1.0))  # both are laws
        (1.0, 1.0)
    """

    rate: Fraction
    ratio: Callable[[int], arb]
    remove: bool

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        known = self._moments
        if contour not in known:
            known[contour] = super().moment(contour)
        return known[contour]

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`.

        Raises:
            SizeError: too many integrals.
        """
        if count > _MOST_INTEGRALS:
            raise SizeError(f"sampled Laplace noise must be inverted at most {_MOST_INTEGRALS} times, got {count}")
        return super().line(contour, step, count, digits)

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            oscillating_sums_are_below_the_ends_and_the_variation(start)
            power, moment = self._power(acb(contour)).real, self.moment(contour)
            atoms = sum((mass * ratio**power for mass, ratio in self._atoms()), arb(0))
            rest = self._variation(power) / arb(start)
            bound = (atoms + rest.min(arb((moment - atoms).upper()))) / moment
            return arb(bound.upper()).min(arb(1))

    @cached_property
    def _moments(self) -> dict[float, arb]:
        return {}

    def _power(self, z: acb) -> acb:
        return 1 + z if self.remove else -z

    def _atoms(self) -> list[tuple[arb, arb]]:
        """Probability under the law without the record, and R, of the two ends."""
        a, q = self.ratio(ctx.prec), fraction_ball(self.rate)
        return [((-a).exp() / 2, 1 + q * a.expm1()), (arb(1) / 2, 1 + q * (-a).expm1())]

    def _variation(self, power: arb) -> arb:
        """Bound t times the third term."""
        a, q = self.ratio(ctx.prec), fraction_ball(self.rate)
        (_, largest), (_, least) = self._atoms()
        ends = (-3 * a / 2).exp() * largest ** (power + 1) + (3 * a / 2).exp() * least ** (power + 1)
        return (-a / 2).exp() / 2 * ends / q

    def _at(self, z: acb, digits: int) -> acb:
        """M(z), its error about 10^-digits of M at the real part."""
        w, a, q = self._power(z), self.ratio(ctx.prec), fraction_ball(self.rate)
        ends = [mass * (w * ratio.log()).exp() for mass, ratio in self._atoms()]
        small = arb(10) ** -digits
        size = sum((abs(end) for end in ends), arb(0))

        def integrand(loss: acb, analytic: bool) -> acb:
            return (w * (1 + q * loss.expm1()).log(analytic=analytic) - loss / 2).exp()

        between = acb.integral(integrand, acb(-a), acb(a), rel_tol=small, abs_tol=small * size)
        return ends[0] + ends[1] + between * (-a / 2).exp() / 4
