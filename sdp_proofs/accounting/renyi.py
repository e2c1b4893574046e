"""What other analyses would answer: Rényi and zero-concentrated bounds, and the central limit.

* *Rényi* (directed bound). The divergence of order a = 1 + c of the composition is ln M(c)/c for every real c > 0, M
  the product of the moment generating functions: E_P[(dP/dQ)^c] = E_Q[(dP/dQ)^(1+c)]. The conversion
  epsilon = rdp(a) + ln((a-1)/a) - (ln delta + ln a)/(a-1)
  [Canonne, Kamath, Steinke 2020, Prop. 12; Balle et al. 2020] is the Chernoff bound delta <= k(c) M(c) e^(-c eps),
  k(c) = c^c/(1+c)^(1+c), of `inversion`, solved for epsilon: ln k(c)/c = ln(c/(1+c)) - ln(1+c)/c. It holds for each
  order, so the least over any set of orders is an upper bound. What it loses is the saddle point's square root: about
  ln(c s sqrt(2 pi))/c.
* *Zero-concentrated* (directed bound), plain Gaussian mechanisms: rho = mu^2/2, epsilon = rho + 2 sqrt(rho ln(1/delta))
  [Bun, Steinke 2016, Prop. 3].
* *Central limit* (estimate): the Gaussian mechanism with mu^2 = sum T_i (M_i(1) - 1), the chi-square divergences;
  for the Poisson-subsampled Gaussian mu = q sqrt(T (e^(1/sigma^2) - 1)) [Bu, Dong, Long, Su 2020]. It ignores the
  third moment of the loss and is below the truth where that is positive.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting import contour
from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.engines import ClosedGaussian
from sdp_proofs.accounting.inversion import slopes
from sdp_proofs.accounting.lemmas import renyi_conversion_is_chernoffs_bound
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.search import least_epsilon
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import rounded_up
from sdp_proofs.numbers.reals import ExactReal, add, fraction_ball, multiply, rational

INTEGER_ORDERS = tuple(range(2, 257))
_BITS = 128
_SECTIONS = 18


@dataclass(frozen=True)
class RenyiBound:
    """An upper bound of epsilon.

    Args:
        epsilon_upper: a decimal that is proven to be enough.
        order: the order it comes from.
    """

    epsilon_upper: str
    order: float


def renyi_bound(direction: Direction, delta: Fraction, *, integer_orders: bool = False, digits: int = 10) -> RenyiBound:
    """The Rényi bound at the best order, or at the best integer order up to 256.

    World: directed bound.

    Raises:
        DomainError: a moment generating function is not known, or a loss can be infinite.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("poisson(rate=0.01, gaussian(sigma=1)) * 1000"))
        >>> renyi_bound(question.directions[0], Fraction(1, 10**5), digits=4).epsilon_upper
        '2.102'
    """
    losses = _losses(direction)
    with ctx.workprec(_BITS):
        log_delta = fraction_ball(delta).log()
    best = contour.for_delta(lambda real: slopes(losses, real), float(log_delta)).real
    with ctx.workprec(_BITS):
        best = _least(lambda point: _converted(losses, point, log_delta), best)
        if integer_orders:
            nearest = {float(min(255, max(1, math.floor(best) + turn))) for turn in (-1, 0, 1, 2)}
            best = min(nearest, key=lambda point: float(_converted(losses, point, log_delta)))
        value = _converted(losses, best, log_delta)
        return RenyiBound(rounded_up(value.max(arb(0)), digits), 1 + best)


def _least(value: Callable[[float], arb], start: float) -> float:
    """About where a function is least near a place (estimate): golden sections of the logarithm."""
    low, high, ratio = math.log(start) - 0.6, math.log(start) + 0.6, (math.sqrt(5) - 1) / 2
    for _ in range(_SECTIONS):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if value(math.exp(left)) < value(math.exp(right)):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)


def zero_concentrated_upper(direction: Direction, delta: Fraction, *, digits: int = 10) -> str:
    """Rho + 2 sqrt(rho ln(1/delta)) of plain Gaussian mechanisms, rounded up.

    World: directed bound.

    Raises:
        DomainError: some step is not a plain Gaussian mechanism.
    """
    engine = ClosedGaussian.of(direction)
    if engine is None:
        raise DomainError("zero-concentrated bounds must be asked of plain Gaussian mechanisms")
    with ctx.workprec(_BITS):
        rho = engine.squared.ball(_BITS) / 2
        return rounded_up(rho + 2 * (-rho * fraction_ball(delta).log()).sqrt(), digits)


def central_limit_estimate(direction: Direction, delta: Fraction, *, digits: int = 10) -> float:
    """The epsilon of the Gaussian mechanism that the central limit suggests.

    World: estimate, too small as a rule.
    """
    square: ExactReal = rational(0)
    for loss, count in _losses(direction):
        with ctx.workprec(_BITS):
            excess = (loss.moment(1.0) - 1).mid()
            mantissa, exponent = excess.man_exp()
        square = add(
            square, multiply(rational(count), rational(Fraction(int(mantissa)) * Fraction(2) ** int(exponent)))
        )
    try:
        return float(least_epsilon(ClosedGaussian(square), delta, digits))
    except SizeError:
        return math.inf


def _losses(direction: Direction) -> tuple[tuple[Loss, int], ...]:
    losses = direction.losses
    if losses is None:
        raise DomainError("Rényi bounds must be asked of mechanisms whose moment generating function is known")
    if any(not loss.infinite.is_zero() for loss, _ in losses):
        raise DomainError("Rényi bounds must be asked of mechanisms whose loss is never infinite")
    return losses


def _converted(losses: tuple[tuple[Loss, int], ...], point: float, log_delta: arb) -> arb:
    renyi_conversion_is_chernoffs_bound(point)
    total = arb(0)
    for loss, count in losses:
        total += loss.moment(point).log() * count
    c = arb(point)
    return (total + c * c.log() - (1 + c) * c.log1p() - log_delta) / c
