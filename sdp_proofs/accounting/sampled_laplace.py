"""The privacy loss of the Poisson-subsampled Laplace mechanism, add/remove adjacency.

World: enclosure. With a the distance of the means over the scale, q the rate and l the loss of the mechanism itself,
the loss is v(l) = ln R(l), R(l) = 1 - q + q e^l. Under the law without the record l is a with probability e^(-a)/2, -a
with probability 1/2, and between them it has the density e^(-(l + a)/2)/4 (see `simple_losses`). So with

    F(w) = e^(-a) R(a)^w/2 + R(-a)^w/2 + (e^(-a/2)/4) int over (-a, a) of e^(-l/2) R(l)^w dl

the moment generating functions are F(1 + z) ("remove") and F(-z) ("add"), as in `sampled_gaussian`. The integrand is
analytic around the path, and Arb integrates it with a proven error.

**Far frequencies.** At w = p + it the first two terms are at most what they are at p. As an integral over v the third
is one of f(v) e^(itv) with f = e^(-3l/2) R^(p + 1)/q. The slope of ln f in l is -3/2 + (p + 1) q e^l/R, which is
negative where p + 1 <= 0 and rises otherwise: f has no maximum inside, so its variation is at most f(-a) + f(a), and by
parts the integral is at most twice that over t (claims `sampled-laplace-density-falls-and-then-rises` and
`oscillating-sums-are-below-the-ends-and-the-variation`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sdp_proofs.accounting.lemmas import oscillating_sums_are_below_the_ends_and_the_variation
from sdp_proofs.accounting.loss import Slope
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

_SHORT_BITS = 96
_MOST_INTEGRALS = 2000


@dataclass(frozen=True)
class SampledLaplace:
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

    @property
    def infinite(self) -> arb:
        """Zero: all losses are finite."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`, by second differences in balls."""
        with ctx.workprec(256):
            gap = arb(2) ** -60
            low, middle, high = (self._at(acb(arb(contour) + gap * k), 65).real.log() for k in (-1, 0, 1))
            return Slope(float(middle), float((high - low) / (2 * gap)), float((high - 2 * middle + low) / (gap * gap)))

    def moment(self, contour: float) -> arb:
        """See `Loss`."""
        known = self._moments
        if contour not in known:
            with ctx.workprec(_SHORT_BITS):
                known[contour] = self._at(acb(contour), 15).real
        return known[contour]

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`.

        Raises:
            SizeError: too many integrals.
        """
        if count > _MOST_INTEGRALS:
            raise SizeError(f"sampled Laplace noise must be inverted at most {_MOST_INTEGRALS} times, got {count}")
        with ctx.workprec(int(digits * 3.33) + 64):
            return [self._at(acb(arb(contour), arb(step) * k), digits + 2) for k in range(count)]

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(_SHORT_BITS):
            oscillating_sums_are_below_the_ends_and_the_variation(start)
            power, moment = self._power(acb(contour)).real, self.moment(contour)
            atoms = sum((mass * ratio**power for mass, ratio in self._atoms()), arb(0))
            rest = self._variation(power) / arb(start)
            bound = (atoms + rest.min(arb((moment - atoms).upper()))) / moment
            return arb(bound.upper()).min(arb(1))

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        return float(self.beyond(contour, frequency))

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
        """What bounds t times the third term."""
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
