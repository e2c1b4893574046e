"""delta of a composition by inversion of the moment generating function, with an error that is known.

World: enclosure. Let S = L_1 + ... + L_T be the loss of all steps, independent under P, M(z) the product of their
moment generating functions over finite losses, and

    delta_fin(x) = E[(1 - e^(x - S))_+; S < infinity],    delta(x) = delta_fin(x) + P(S = infinity).

**Transform.** int (1 - e^(x-s))_+ e^(zx) dx = e^(zs)/(z(z+1)) for Re z > 0, hence (Tonelli) the integral of
delta_fin(x) e^(zx) is
M(z)/(z(z+1)). On Re z = c > 0 the function delta_fin(x) e^(cx) is continuous, integrable and of bounded variation.

**Sum.** With step h and Lam = 2 pi/h Poisson's summation formula is an identity:

    (h/2 pi) sum over all k of e^(-z_k eps) M(z_k)/(z_k (z_k + 1)) = sum over all m of delta_fin(eps + m Lam) e^(c m
    Lam),   z_k = c + ikh.

The term m = 0 is the answer and all others are >= 0.

**Chernoff.** (1-y)_+ <= k(c) y^(-c) for y > 0, k(c) = c^c/(1+c)^(1+c), k(0) = 1 (the maximum of (1-y) y^c is at y =
c/(1+c)), so
delta_fin(x) <= k(c) M(c) e^(-cx). With some c' > c for m > 0 and some 0 <= c'' < c for m < 0 both rests are
geometric series:
the sum exceeds the answer by at most  B(c') + B(c''),  B(b) = k(b) M(b) e^(-b eps) r/(1-r),  r = e^(-|b - c| Lam).

**Truncation.** If |M_i(c+it)| <= rho_i M_i(c) for all t >= t_K = Kh then the terms |k| > K are together at most
e^(-c eps) M(c) prod rho_i^(T_i) / (pi t_K), because |z(z+1)| >= t^2 and (h/pi) sum over k > K of 1/(kh)^2 <= 1/(pi
t_K).

Only c, h and K are chosen by floats, and any choice is sound: a poor one makes the enclosure wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sdp_proofs.accounting.contour import Contour
from sdp_proofs.accounting.lemmas import (
    aliases_are_below_a_geometric_series,
    delta_is_below_its_chernoff_bound,
    reciprocal_squares_beyond_a_frequency,
    transform_of_the_shortfall,
)
from sdp_proofs.accounting.loss import Loss, Slope
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.sums.exponential_sums import FrequencySum

MOST_FREQUENCIES = 40_000
_LOG10 = math.log(10)
_TURNS = (0.03, 0.08, 0.15, 0.3, 0.6, 1.0, 1.6, 2.5, 4.0, 7.0, 14.0)
_TRIES = 4
_CLOSE = 1.08

Steps = Sequence[tuple[Loss, int]]


def slopes(steps: Steps, real: float) -> Slope:
    """Ln M of the composition and its derivatives (estimate)."""
    total = Slope(0.0, 0.0, 0.0)
    for loss, count in steps:
        total += loss.slope(real).times(count)
    return total


def revealed(steps: Steps) -> arb:
    """The probability that some loss is infinite, 1 - prod (1 - p_i)^(T_i)."""
    hidden = arb(0)
    for loss, count in steps:
        if not loss.infinite.is_zero():
            hidden += (-loss.infinite).log1p() * count
    return -hidden.expm1()


@dataclass(frozen=True)
class Inversion:
    """The sum on one line, for any epsilon near the one the line was chosen for.

    Args:
        steps: losses and how often each is repeated.
        contour: the line.
        digits: about so many digits of delta are proven near the contour's epsilon.

    Example:
        >>> from sdp_proofs.accounting.contour import for_epsilon
        >>> from sdp_proofs.accounting.simple_losses import GaussianLoss
        >>> steps = [(GaussianLoss(lambda bits: arb(1)), 1)]
        >>> line = for_epsilon(lambda real: slopes(steps, real), 7.0)
        >>> Inversion(tuple(steps), line, 12).delta(arb(7)).str(10, radius=False)  # the closed form
        '5.167629704e-12'
    """

    steps: tuple[tuple[Loss, int], ...]
    contour: Contour
    digits: int

    @property
    def bits(self) -> int:
        """The working precision."""
        return int(self.digits * 3.33) + 96 + 2 * sum(count for _, count in self.steps).bit_length()

    def delta(self, epsilon: arb) -> arb:
        """A ball that contains delta at one epsilon."""
        transform_of_the_shortfall(self.contour.real)
        with ctx.workprec(self.bits):
            value, above, around = self._parts(epsilon)
            # The sum exceeds the answer by at most `above`, and differs from the computed one by at most `around`.
            ball = (value - above / 2) + arb(0, (above / 2 + around).upper())
            return ball + revealed(self.steps)

    def middle(self, epsilon: arb) -> tuple[arb, arb]:
        """The computed sum without its error, and its derivative in epsilon (estimates)."""
        with ctx.workprec(self.bits):
            place = -arb(self._step) * epsilon
            scale = (-arb(self.contour.real) * epsilon).exp() * self._step / (2 * arb.pi())
            return self._sum.at(place).real * scale, -self._slopes.at(place).real * scale

    def _parts(self, epsilon: arb) -> tuple[arb, arb, arb]:
        step, real = arb(self._step), arb(self.contour.real)
        scale = (-real * epsilon).exp()
        value = self._sum.at(-step * epsilon).real * scale * step / (2 * arb.pi())
        reciprocal_squares_beyond_a_frequency(self._count)
        around = scale * self._moment(self.contour.real) * self._decay / (arb.pi() * step * self._count)
        above = self._alias(epsilon, upwards=True) + self._alias(epsilon, upwards=False)
        return value, arb(above.upper()), arb(around.upper())

    @cached_property
    def _sum(self) -> FrequencySum:
        """Of M(z_k)/(z_k (z_k + 1)) over k >= 0, those for k > 0 twice: they are conjugate to those for -k."""
        return FrequencySum([value * (2 if k else 1) for k, value in enumerate(self._coefficients)])

    @cached_property
    def _slopes(self) -> FrequencySum:
        """The same, each times z_k."""
        return FrequencySum([
            value * (2 if k else 1) * acb(self.contour.real, self._step * k)
            for k, value in enumerate(self._coefficients)
        ])

    @cached_property
    def _coefficients(self) -> list[acb]:
        with ctx.workprec(self.bits):
            points = [acb(arb(self.contour.real), arb(self._step) * k) for k in range(self._count + 1)]
            values = [1 / (z * (z + 1)) for z in points]
            for loss, count in self.steps:
                digits = self.digits + len(str(count)) + 3
                line = loss.line(self.contour.real, self._step, self._count + 1, digits)
                values = [value * factor**count for value, factor in zip(values, line, strict=True)]
            return values

    def _moment(self, real: float) -> arb:
        """M of the composition at a real point."""
        total = arb(1)
        for loss, count in self.steps:
            total *= loss.moment(real) ** count
        return total

    def _alias(self, epsilon: arb, *, upwards: bool) -> arb:
        """The least of the bounds B(b), for m > 0 or for m < 0."""
        period, best = self._period, None
        for real, bound in self._chernoff[upwards]:
            ratio = (-abs(arb(real) - arb(self.contour.real)) * period).exp()
            if aliases_are_below_a_geometric_series.holds(ratio):
                rest = bound * (-arb(real) * epsilon).exp() * ratio / (1 - ratio)
                best = rest if best is None or rest < best else best
        if best is None:
            raise PrecisionError("the discretisation error could not be bounded")
        return best

    @property
    def _period(self) -> arb:
        """Lam."""
        return 2 * arb.pi() / arb(self._step)

    @cached_property
    def _chernoff(self) -> dict[bool, list[tuple[float, arb]]]:
        """For some real points above and below the contour: k(b) M(b)."""
        real, unit = self.contour.real, 1 / self.contour.deviation
        with ctx.workprec(self.bits):
            above = [real + turn * unit * math.sqrt(self.digits + 2) for turn in _TURNS]
            below = {max(0.0, real - turn * unit * math.sqrt(self.digits + 2)) for turn in _TURNS} - {real}
            return {
                True: [(point, _factor(point) * self._moment(point)) for point in above],
                False: [(point, _factor(point) * self._moment(point)) for point in sorted(below)],
            }

    @cached_property
    def _step(self) -> float:
        """h: the largest step whose aliases are expected below 10^-digits of delta."""
        goal = self.contour.log_delta - (self.digits + 1) * _LOG10
        real, epsilon = self.contour.real, self.contour.epsilon
        periods = []
        for bounds in self._chernoff.values():
            needed = [
                (float(bound.log()) - point * epsilon - goal) / abs(point - real)
                for point, bound in bounds
                if bound.is_finite()
            ]
            periods.append(max(1e-300, min(needed, default=math.inf)))
        step = 2 * math.pi / max(periods)
        if not step > 0:
            raise PrecisionError("no step of the inversion was found for this question")
        return step

    @cached_property
    def _far(self) -> tuple[int, arb]:
        """K, and a bound of |M|/M(c) beyond it."""
        start, growth = self._probed(), 1.05
        for _ in range(_TRIES):
            if not start <= MOST_FREQUENCIES * self._step:
                break
            count = max(1, math.ceil(start / self._step))
            exponent = self._exponent(count * self._step)
            if float(exponent) >= self._needed(start):
                return count, (-exponent).exp()
            start, growth = start * growth, growth * growth
        raise PrecisionError("the moment generating function does not decay fast enough for the inversion")

    def expected_cost(self) -> float:
        """About how many frequencies it will take (estimate); infinite where it cannot be done."""
        try:
            return self._probed() / self._step
        except (ArithmeticError, ValueError):
            return math.inf

    def _needed(self, start: float) -> float:
        """Which -ln of |M|/M(c) beyond a frequency makes what is cut off there about 10^-digits of delta (estimate)."""
        place = self.contour
        excess = place.real * (1 + place.real) * place.deviation / (math.sqrt(math.pi / 2) * start)
        return max(1.0, (self.digits + 1) * _LOG10 + math.log(excess))

    def _probed(self) -> float:
        """Where the decay may be expected to be enough; infinite where it comes too late."""

        def enough(frequency: float) -> bool:
            found = 0.0
            for loss, count in self.steps:
                value = loss.near(self.contour.real, frequency)
                found -= count * math.log(value) if 0 < value < 1 else 0.0 if value else -math.inf
            return 0.99 * found >= self._needed(frequency)

        low = math.sqrt(2 * self.digits) / self.contour.deviation
        high = MOST_FREQUENCIES * self._step
        if not low < high or not enough(high):
            return math.inf
        if enough(low):
            return low
        while high > _CLOSE * low:
            middle = math.sqrt(low * high)
            low, high = (low, middle) if enough(middle) else (middle, high)
        return high

    def _exponent(self, start: float) -> arb:
        """A lower bound of -ln of |M|/M(c) beyond t = start."""
        total = arb(0)
        for loss, count in self.steps:
            bound = loss.beyond(self.contour.real, start)
            if bound < 1:
                total -= bound.log() * count
        return arb(total.lower())

    @property
    def _count(self) -> int:
        return self._far[0]

    @property
    def _decay(self) -> arb:
        return self._far[1]


def _factor(real: float) -> arb:
    """k(c) = c^c/(1+c)^(1+c)."""
    delta_is_below_its_chernoff_bound(real)
    if real == 0:
        return arb(1)
    point = arb(real)
    return (point * point.log() - (1 + point) * point.log1p()).exp()
