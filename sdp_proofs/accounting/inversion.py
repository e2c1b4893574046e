"""Invert the moment generating function of a composition, with an error that is known.

World: enclosure. Let S = L_1 + ... + L_T be the loss of all steps, independent under P, M(z) the product of their
moment generating functions over finite losses, and

    delta_fin(x) = E[(1 - e^(x - S))_+; S < infinity],    delta(x) = delta_fin(x) + P(S = infinity).

**Transform.** int (1 - e^(x-s))_+ e^(zx) dx = e^(zs)/(z(z+1)) for Re z > 0, hence (Tonelli) the integral of
delta_fin(x) e^(zx) is M(z)/(z(z+1)). On Re z = c > 0 the function delta_fin(x) e^(cx) is continuous, integrable and
of bounded variation.

**Sum.** With step h and Lam = 2 pi/h Poisson's summation formula is an identity:

    (h/2 pi) sum over all k of e^(-z_k eps) M(z_k)/(z_k (z_k + 1)) = sum over all m of delta_fin(eps + m Lam) e^(c m
    Lam),   z_k = c + ikh.

The term m = 0 is the answer and all others are >= 0.

**Chernoff.** (1-y)_+ <= k(c) y^(-c) for y > 0, k(c) = c^c/(1+c)^(1+c), k(0) = 1 (the maximum of (1-y) y^c is at y =
c/(1+c)), so delta_fin(x) <= k(c) M(c) e^(-cx). With some c' > c for m > 0 and some 0 <= c'' < c for m < 0 both rests
are geometric series: the sum exceeds the answer by at most  B(c') + B(c''),  B(b) = k(b) M(b) e^(-b eps) r/(1-r),
r = e^(-|b - c| Lam).

**Truncation.** If |M_i(c+it)| <= rho_i M_i(c) for all t >= t_K = Kh then the terms |k| > K are together at most e^(-c
eps) M(c) prod rho_i^(T_i) / (pi t_K), because |z(z+1)| >= t^2 and (h/pi) sum over k > K of 1/(kh)^2 <= 1/(pi t_K).

Only c, h and K are chosen by floats, and any choice is sound: a poor one makes the enclosure wide.

**The saddle point of the integrand, from estimates of ln M and two derivatives.** World: estimate. Nothing proven
depends on what is found here; a poor contour only costs digits.

The integrand on the real axis is e^(f(c)), f(c) = K(c) - c eps - ln c - ln(1 + c), K = ln M. Its minimum has eps =
K'(c) - 1/c - 1/(1+c), which grows with c from minus infinity; Laplace's method gives delta(eps) = about
e^(f(c))/sqrt(2 pi f''(c)).

**Losses on a lattice: the inversion over one period, with nothing to cut off.** World: enclosure. Let all losses of
one step be l_j = l_0 + j u for integers j, so those of T steps s_n = T l_0 + n u. With N frequencies h = 2 pi/(N u)
apart, w_j = p_j e^(c l_j) and zeta = e^(2 pi i/N) the moment generating function on the line is

    M(c + ikh) = (turn of T l_0) W(k)^T,    W(k) = sum over j of w_j zeta^(jk),

and W has the period N. The finite part of delta is a sum over the lattice points from the first one beyond epsilon,
n_0: sum of P(n) (1 - e^(eps - s_n)). Two geometric series and the orthogonality of the powers of zeta give, exactly,

    (1/N) sum over 0 <= k < N of W(k)^T zeta^(-k n_0) e^(-c s) (1/(1 - a zeta^(-k)) - e^(eps - s)/(1 - b zeta^(-k)))
        = sum over all integers m of delta_fin(eps + m Lam) e^(c m Lam),    Lam = N u,

where s = s_(n_0), a = e^(-cu), b = e^(-(c+1)u): the same aliases >= 0 as those of `inversion`, bounded in the same
way. Terms k and N - k are conjugate. Where a ball does not decide n_0 the smaller number is taken; a point within the
ball of epsilon then adds at most e^(2 rad) - 1 times its tilted mass, which is at most M(c) e^(-cs).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from sdp_proofs.accounting.lemmas import (
    aliases_are_below_a_geometric_series,
    delta_is_below_its_chernoff_bound,
    lattice_points_beyond_epsilon_are_geometric_series,
    reciprocal_squares_beyond_a_frequency,
    transform_of_the_shortfall,
)
from sdp_proofs.accounting.losses import Cells, LatticeLoss, Loss, Slope
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.sums.exponential_sums import FrequencySum

Slopes = Callable[[float], Slope]
_LEAST, _MOST = 1e-9, 1e15
_GAP, _SMALL = 0.02, 0.1
_NEWTON, _CLOSE_TO_SADDLE = 8, 1e-3
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


def contour_at(slopes: Slopes, real: float) -> Contour:
    """Estimate what belongs to one contour, or to the next to it whose estimates are numbers.

    Raises:
        PrecisionError: none of a few has them.
    """
    for nudge in _NUDGES:
        with suppress(ArithmeticError):  # `PrecisionError` is one
            return _contour_at(slopes, real * nudge)
    raise PrecisionError("no contour of the inversion was found for this question")


def _contour_at(slopes: Slopes, real: float) -> Contour:
    slope = slopes(real)
    epsilon = slope.first - 1 / real - 1 / (1 + real)
    second = max(slope.second, 0.0) + 1 / real**2 + 1 / (1 + real) ** 2
    value = slope.value - real * epsilon - math.log(real) - math.log1p(real)
    return Contour(real, epsilon, value - 0.5 * math.log(2 * math.pi * second), math.sqrt(second))


def next_order(slopes: Slopes, real: float) -> float:
    """The logarithm of the next factor of Laplace's method at a saddle point (estimate); 0 where it is not small.

    The integral of e^(f(c + it)) is e^(f(c)) sqrt(2 pi/f2) (1 + f4/(8 f2^2) - 5 f3^2/(24 f2^3) + ...), with the
    derivatives f2, f3, f4 of f.

    Example:
        >>> slopes = lambda c: Slope(0.0, 0.0, 100 / c**2 - 1 / c**2 - 1 / (1 + c) ** 2)  # f = -100 ln c
        >>> round(next_order(slopes, 1.0), 4)  # -1/1200, as in Stirling's formula
        -0.0008
    """
    gap = _GAP * real

    def second(place: float) -> float:
        return slopes(place).second + 1 / place**2 + 1 / (1 + place) ** 2

    left, middle, right = (second(real + k * gap) for k in (-1, 0, 1))
    third, fourth = (right - left) / (2 * gap), (right - 2 * middle + left) / gap**2
    term = fourth / (8 * middle**2) - 5 * third**2 / (24 * middle**3)
    return math.log1p(term) if abs(term) < _SMALL else 0.0


def saddle_point(slopes: Slopes, epsilon: float, near: float | None = None) -> Contour:
    """The saddle point of one epsilon, sooner found where about its real part is known.

    Raises:
        PrecisionError: there is none within reach.

    Example:
        >>> found = saddle_point(lambda c: Slope(c * (c + 1) / 2, c + 0.5, 1.0), 4.0)
        >>> 3.5 < found.real < 4.5
        True
    """
    if near is not None:
        line = contour_at(slopes, near)
        for _ in range(_NEWTON):  # d epsilon/d c = f''
            missing = epsilon - line.epsilon
            if abs(missing) < _CLOSE_TO_SADDLE * min(1.0, line.deviation):
                return line
            move = missing / (line.real * line.deviation**2)
            if not abs(move) < 1:
                break
            line = contour_at(slopes, line.real * math.exp(move))
    return _saddle_point(slopes, lambda contour: contour.epsilon - epsilon)


def saddle_point_of_delta(slopes: Slopes, log_delta: float) -> Contour:
    """The contour whose expected delta is the one given, as its logarithm.

    Raises:
        PrecisionError: there is none within reach.

    Example:
        >>> found = saddle_point_of_delta(lambda c: Slope(c * (c + 1) / 2, c + 0.5, 1.0), math.log(1e-5))
        >>> 4.2 < found.epsilon < 4.6  # the truth is 4.377
        True
    """
    return _saddle_point(slopes, lambda contour: log_delta - contour.log_delta)


def moved_contour(slopes: Slopes, contour: Contour, factor: float, *, keep_delta: bool) -> Contour:
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


def limited_contour(slopes: Slopes, contour: Contour, rightmost: float) -> tuple[Contour, int]:
    """The same question on a line no further right than one, and the digits that this costs (estimate)."""
    if contour.real <= rightmost:
        return contour, 0
    slope = slopes(rightmost)
    second = max(slope.second, 0.0) + 1 / rightmost**2 + 1 / (1 + rightmost) ** 2
    value = slope.value - rightmost * contour.epsilon - math.log(rightmost) - math.log1p(rightmost)
    lost = (value - 0.5 * math.log(2 * math.pi * second) - contour.log_delta) / _LOG10
    place = Contour(rightmost, contour.epsilon, contour.log_delta, math.sqrt(second))
    return place, max(0, math.ceil(lost))


def _saddle_point(slopes: Slopes, excess: Callable[[Contour], float]) -> Contour:
    """The contour where an increasing function of its real part is zero, to a few digits of ln c."""
    low = high = contour_at(slopes, 1.0)
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
        middle = contour_at(slopes, low.real * math.exp(span * share))
        value = excess(middle)
        if abs(value) < _CLOSE_TO_SADDLE * min(1.0, middle.deviation):
            break
        if value > 0:
            high, above = middle, value
        else:
            low, below = middle, value
    return middle


def _checked(slopes: Slopes, real: float) -> Contour:
    if not _LEAST < real < _MOST:
        raise PrecisionError("the saddle point of this question is beyond reach of the inversion")
    return contour_at(slopes, real)


MOST_FREQUENCIES = 40_000
_LOG10 = math.log(10)
_TURNS = (0.04, 0.12, 0.3, 0.6, 1.2, 2.4, 5.0, 11.0)
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
        >>> from sdp_proofs.accounting.losses import GaussianLoss
        >>> steps = [(GaussianLoss(lambda bits: arb(1)), 1)]
        >>> line = saddle_point(lambda real: slopes(steps, real), 7.0)
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
            # Aliases are >= 0: the sum exceeds the answer by at most `above`, so that half of it moves the centre. It
            # differs from the computed one by at most `around`.
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
        # Poisson's formula: (h/2 pi) sum of e^(-z_k eps) M(z_k)/(z_k (z_k + 1)), cut off beyond |k| = K.
        value = self._sum.at(-step * epsilon).real * scale * step / (2 * arb.pi())
        reciprocal_squares_beyond_a_frequency(self._count)
        # The rest has any phase: at most e^(-c eps) M(c) rho/(pi K h) to both sides. Errors are rounded up.
        around = scale * self._moment(self.contour.real) * self._decay / (arb.pi() * step * self._count)
        above = self._alias(epsilon, upwards=True) + self._alias(epsilon, upwards=False)
        return value, arb(above.upper()), arb(around.upper())

    @cached_property
    def _sum(self) -> FrequencySum:
        """Sum M(z_k)/(z_k (z_k + 1)) over k >= 0, those for k > 0 twice: they are conjugate to those for -k."""
        return FrequencySum([value * (2 if k else 1) for k, value in enumerate(self._coefficients)])

    @cached_property
    def _slopes(self) -> FrequencySum:
        """The same, each times z_k."""
        return FrequencySum(
            [
                value * (2 if k else 1) * acb(self.contour.real, self._step * k)
                for k, value in enumerate(self._coefficients)
            ]
        )

    @cached_property
    def _coefficients(self) -> list[acb]:
        with ctx.workprec(self.bits):
            points = [acb(arb(self.contour.real), arb(self._step) * k) for k in range(self._count + 1)]
            values = [1 / (z * (z + 1)) for z in points]
            for loss, count in self.steps:
                digits = self.digits + len(str(count)) + 3  # a T-th power multiplies a relative error by T
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
                # B(b) = k(b) M(b) e^(-b eps) r/(1 - r): each is a bound, so the least is one.
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
        step = 2 * math.pi / max(periods)  # h = 2 pi/Lam
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
            exponent = self._exponent(count * self._step)  # holds for all later t, as `beyond` does
            if float(exponent) >= self._needed(start):
                return count, (-exponent).exp()
            start, growth = start * growth, growth * growth
        raise PrecisionError("the moment generating function does not decay fast enough for the inversion")

    def expected_cost(self, most: float = MOST_FREQUENCIES) -> float:
        """About how many frequencies it will take (estimate); infinite where more than `most`."""
        try:
            return self._probed(most) / self._step
        except (ArithmeticError, ValueError):
            return math.inf

    def _needed(self, start: float) -> float:
        """The -ln of |M|/M(c) beyond a frequency that makes the cut about 10^-digits of delta (estimate)."""
        place = self.contour
        excess = place.real * (1 + place.real) * place.deviation / (math.sqrt(math.pi / 2) * start)
        return max(1.0, (self.digits + 1) * _LOG10 + math.log(excess))

    def _probed(self, most: float = MOST_FREQUENCIES) -> float:
        """The frequency at which the decay should be enough; infinite where it is beyond the first `most`."""

        def excess(frequency: float) -> float:
            """The part of -ln |M|/M(c) expected there that is more than needed."""
            found = 0.0
            for loss, count in self.steps:
                value = loss.near(self.contour.real, frequency)
                found -= count * math.log(value) if 0 < value < 1 else 0.0 if value else -math.inf
            return 0.99 * found - self._needed(frequency)

        low = math.sqrt(2 * self.digits) / self.contour.deviation
        high = most * self._step
        if not low < high:
            return math.inf
        above = excess(high)
        if above < 0:
            return math.inf
        below = -self._needed(low)  # if nothing decays up to there
        while high > _CLOSE * low:
            # In the logarithm of the frequency it is nearly straight; a trifle beyond, to close from both sides.
            share = min(0.9, max(0.1, -below / (above - below) + 0.03)) if math.isfinite(above) else 0.5
            middle = low * (high / low) ** share
            found = excess(middle)
            low, below, high, above = (middle, found, high, above) if found < 0 else (low, below, middle, found)
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


def line_of(steps: Steps, contour: Contour, digits: int) -> Inversion:
    """The inversion over one period where that is possible, else the one along the whole line."""
    if len(steps) == 1:
        loss = steps[0][0]
        with ctx.workprec(64):
            if isinstance(loss, LatticeLoss) and loss.cells(contour.real) is not None:
                return Periodic(tuple(steps), contour, digits)
    return Inversion(tuple(steps), contour, digits)


@dataclass(frozen=True)
class Periodic(Inversion):
    """The sum over one period; one kind of step.

    Example:
        >>> from sdp_proofs.accounting.losses import FiniteLoss
        >>> two = FiniteLoss(lambda bits: [(-arb(2).log(), arb(1) / 3), (arb(2).log(), arb(2) / 3)], indices=(0, 1))
        >>> steps = [(two, 3)]
        >>> line = Periodic(tuple(steps), saddle_point(lambda real: slopes(steps, real), 0.7), 15)
        >>> line.delta(arb(2).log()).str(12, radius=False)  # 2/9
        '0.222222222222'
    """

    def expected_cost(self, most: float = MOST_FREQUENCIES) -> float:
        """The number of frequencies (estimate); infinite where more than `most`."""
        try:
            return math.inf if self._points > 2 * most else self._points / 2
        except (ArithmeticError, ValueError):
            return math.inf

    def middle(self, epsilon: arb) -> tuple[arb, arb]:
        """See `Inversion`."""
        with ctx.workprec(self.bits):
            value, slope, _ = self._sums(epsilon)
            return value, slope

    def _parts(self, epsilon: arb) -> tuple[arb, arb, arb]:
        value, _, around = self._sums(epsilon)
        above = self._alias(epsilon, upwards=True) + self._alias(epsilon, upwards=False)
        return value, arb(above.upper()), around

    def _sums(self, epsilon: arb) -> tuple[arb, arb, arb]:
        """The sum, its derivative in epsilon, and what points within the ball of epsilon may add."""
        count, real, points = self.steps[0][1], arb(self.contour.real), self._points
        cells = self._cells
        lattice_points_beyond_epsilon_are_geometric_series(cells.unit, self.contour.real)
        start = cells.first * count
        place = (epsilon - start) / cells.unit
        lower = place.lower().floor().unique_fmpz()
        # n_0 is the first lattice point beyond epsilon. At most one may lie within the ball of epsilon: that one.
        if lower is None or not place.rad() < 0.25:
            raise PrecisionError("the first lattice point beyond epsilon could not be determined")
        index = int(lower) + 1
        near = start + cells.unit * index
        falls, rises = (-real * cells.unit).exp(), (-(real + 1) * cells.unit).exp()
        first = second = arb(0)
        for k, coefficient in enumerate(self._coefficients):
            turned = coefficient * _root_of_unity(-k * index, points)
            back = _root_of_unity(-k, points)
            weight = 1 if 2 * k in (0, points) else 2
            first += weight * (turned / (1 - back * falls)).real
            second += weight * (turned / (1 - back * rises)).real
        scale = (-real * near).exp() / points
        second *= (epsilon - near).exp()
        # A point within the ball of epsilon has 1 - e^(eps - s) <= e^(2 rad) - 1, here with a factor 2 to spare.
        slack = self._moment(self.contour.real) * (-real * near).exp() * (4 * arb((epsilon - near).rad())).expm1()
        return (first - second) * scale, -second * scale, arb(slack.upper())

    @cached_property
    def _cells(self) -> Cells:
        loss = self.steps[0][0]
        assert isinstance(loss, LatticeLoss)
        with ctx.workprec(self.bits):
            cells = loss.cells(self.contour.real)
        assert cells is not None
        return cells

    @cached_property
    def _points(self) -> int:
        """N: the least number of frequencies whose period is as long as that of the step along the whole line."""
        return max(2, math.ceil(2 * math.pi / (self._step * float(self._cells.unit))))

    @property
    def _period(self) -> arb:
        """Lam."""
        return self._cells.unit * self._points

    @cached_property
    def _coefficients(self) -> list[acb]:
        """W(k)^T for 0 <= k <= N/2."""
        points, count = self._points, self.steps[0][1]
        if points > 2 * MOST_FREQUENCIES:
            raise PrecisionError("the inversion over one period would take too many frequencies")
        with ctx.workprec(self.bits):
            cells = self._cells
            slack = acb(arb(0, cells.rest), arb(0, cells.rest))
            row = [acb(0)] * points  # zeta^N = 1: weights whose indices differ by N add up before the transform
            for index, weight in cells.weights:
                row[index % points] += weight
            sums = acb.dft(row)[: points // 2 + 1]  # sums of conjugate powers, so conjugate as the weights are real
            return [(value.conjugate() + slack) ** count for value in sums]


def _root_of_unity(power: int, points: int) -> acb:
    """e^(2 pi i power/points)."""
    angle = 2 * arb.pi() * (power % points) / points
    sine, cosine = angle.sin_cos()
    return acb(cosine, sine)
