"""Compute classical answers: the least sigma, the classical sigma, Rényi, zCDP, the central limit.

**The least sigma, certified on both sides, to any digits.** World: enclosure. With sensitivity 1 and mu = 1/sigma the
profile is F = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) [Balle, Wang 2018, Thm. 8], which rises with mu (claim
`nearer-normal-laws-are-post-processed`; dF/dmu is phi(eps/mu - mu/2)): a budget has one least sigma, Newton's steps
find it and two comparisons prove it. `calibration` does the same for any release, to fewer digits.

**The classical formula for Gaussian noise: where it gives enough.** World: enclosures and verdicts. sigma = sqrt(2
ln(1.25/delta))/epsilon, at sensitivity 1, is proved enough for epsilon < 1 [Dwork, Roth 2014, Thm. A.1]. Let s =
sqrt(2 ln(1.25/delta)), so 1/sigma = mu = eps/s and delta = 1.25 e^(-s^2/2), and let F be the profile of `least_sigma`
at this sigma. As e^eps phi(s + mu/2) = phi(s - mu/2),

    dF/deps = phi(s - mu/2) (1/s - m(s + mu/2)),      m(x) = Phi(-x)/phi(x) < 1/x:

F rises with eps at every delta. So there is one largest epsilon for each delta, below which the formula is enough and
above which it is not. Dropping m, and with phi(s - mu/2) <= phi(s) e^(eps/2), F <= eps e^(eps/2) phi(s)/s: the
formula is enough wherever

    eps e^(eps/2) <= 1.25 sqrt(2 pi) s,

which leaves a bounded range of s to be searched. There the same identity, with m falling, gives

    F/delta = e^(eps/2 - mu^2/8) (m(s - mu/2) - m(s + mu/2)) / (1.25 sqrt(2 pi)),

whose factors are monotone in s, so that the ends of an interval bound it (the least s + eps/(2s) is sqrt(2 eps));
near s = 1, where m is steep, the ends bound F and delta themselves, which both fall, more sharply.

**Other analyses.** *Rényi* (directed bound). The divergence of order a = 1 + c of the composition is ln M(c)/c for
every real c > 0, M the product of the moment generating functions: E_P[(dP/dQ)^c] = E_Q[(dP/dQ)^(1+c)]. The
conversion epsilon = rdp(a) + ln((a-1)/a) - (ln delta + ln a)/(a-1) [Canonne, Kamath, Steinke 2020, Prop. 12; Balle et
al. 2020] is the Chernoff bound delta <= k(c) M(c) e^(-c eps), k(c) = c^c/(1+c)^(1+c), of `inversion`, solved for
epsilon: ln k(c)/c = ln(c/(1+c)) - ln(1+c)/c. It holds for each order, so the least over any set of orders is an upper
bound. What it loses is the saddle point's square root: about ln(c s sqrt(2 pi))/c.

* *Zero-concentrated* (directed bound), plain Gaussian mechanisms: rho = mu^2/2, epsilon = rho + 2 sqrt(rho
  ln(1/delta)) [Bun, Steinke 2016, Prop. 3].
* *Central limit* (estimate): the Gaussian mechanism with mu^2 = sum T_i (M_i(1) - 1), the chi-square divergences; for
  the Poisson-subsampled Gaussian mu = q sqrt(T (e^(1/sigma^2) - 1)) [Bu, Dong, Long, Su 2020]. It ignores the third
  moment of the loss and is below the truth where that is positive.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.engines import ClosedGaussian, least_epsilon
from sdp_proofs.accounting.inversion import saddle_point_of_delta, slopes
from sdp_proofs.accounting.lemmas import renyi_conversion_is_chernoffs_bound
from sdp_proofs.accounting.losses import Loss
from sdp_proofs.accounting.release_fields import positive
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, square
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for, rounded_up
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    fraction_ball,
    logarithm,
    multiply,
    power,
    rational,
    read_rational,
    read_real,
    shown,
    sign,
)
from sdp_proofs.verdict import Verdict

_GUARD = 4
_SHORTEST, _LONGEST = Fraction(1, 2**400), Fraction(2**400)
_FIRST_DIGITS = 3


def read_open_delta(delta: Readable) -> Fraction:
    """A delta strictly between 0 and 1: at 0 no Gaussian noise is enough, at 1 any is.

    Raises:
        DomainError: outside.

    Example:
        >>> read_open_delta("1e-5")
        Fraction(1, 100000)
    """
    target = read_rational(delta, "delta")
    if not 0 < target < 1:
        raise DomainError(f"delta must be between 0 and 1, both excluded, got {shown(delta)}")
    return target


def least_sigma(epsilon: Readable, delta: Readable, *, digits: int = 10) -> Enclosure:
    """The least standard deviation of Gaussian noise that is (epsilon, delta)-private at sensitivity 1.

    Args:
        epsilon: >= 0.
        delta: in (0, 1).
        digits: significant digits to prove.

    World: an enclosure; at its upper end the budget is met and at its lower end it is not, both decided.

    Raises:
        DomainError: outside.

    Example:
        >>> least_sigma(1, "1e-5", digits=12).rounded(12)
        '3.73063163482'
        >>> least_sigma("1/2", "1e-1000", digits=6).rounded(6)
        '135.309'
    """
    place, target = read_real(epsilon, "epsilon"), read_open_delta(delta)
    if sign(place) not in (0, 1):
        raise DomainError(f"epsilon must be >= 0, got {shown(epsilon)}")
    check_digits(digits)

    def exceeds(mu: Fraction, wanted: int) -> Verdict:
        return decide_less_equal(_profile(place, mu, wanted), target).negated

    low, high = _bracket_of_mu(lambda mu: exceeds(mu, 6) is Verdict.HOLDS)
    mu, reached = (low + high) / 2, _FIRST_DIGITS
    while reached < digits + _GUARD:
        reached = min(2 * reached, digits + _GUARD)
        mu = _newton(place, target, mu, reached + _GUARD)
    for width in (digits + 2, digits + 1, digits):
        near = Fraction(1, 10**width)
        low, high = mu * (1 - near), mu * (1 + near)
        if exceeds(low, digits + 2 * _GUARD) is Verdict.FAILS and exceeds(high, digits + 2 * _GUARD) is Verdict.HOLDS:
            with ctx.workprec(bits_for(digits) + 64):
                return Enclosure(1 / fraction_ball(low).union(fraction_ball(high)))
    raise PrecisionError(f"{digits} digits of sigma could not be proven")


def _profile(epsilon: ExactReal, mu: Fraction, digits: int) -> Enclosure:
    return ClosedGaussian(rational(mu * mu)).delta(epsilon, digits)


def _bracket_of_mu(exceeds: Callable[[Fraction], bool]) -> tuple[Fraction, Fraction]:
    """A mu that meets the budget and a thousandth more, about, that does not."""
    low = high = Fraction(1)
    while exceeds(low):
        low /= 2
        if low < _SHORTEST:
            raise PrecisionError("sigma must be below 2^400, got a budget that needs more")
    while not exceeds(high):
        high *= 2
        if high > _LONGEST:
            raise PrecisionError("sigma must be above 2^-400, got a budget that needs less")
    while (high - low) * 10**_FIRST_DIGITS > low:
        middle = (low + high) / 2
        low, high = (low, middle) if exceeds(middle) else (middle, high)
    return low, high


def _newton(epsilon: ExactReal, target: Fraction, mu: Fraction, digits: int) -> Fraction:
    """One step for ln F = ln delta (estimate)."""
    value = _profile(epsilon, mu, digits + _GUARD).ball
    with ctx.workprec(bits_for(digits) + 64):
        ball = fraction_ball(mu)
        gap = (value / fraction_ball(target)).log()
        density = (-square(epsilon.ball(ctx.prec) / ball - ball / 2) / 2).exp() / (2 * arb.pi()).sqrt()
        better = (ball - gap * value / density).mid()
        mantissa, exponent = better.man_exp()
    moved = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return moved if mu / 2 < moved < 2 * mu else mu


_BITS = 128
_MOST_PIECES = 20_000


def classical_sigma(epsilon: Readable, delta: Readable) -> ExactReal:
    """sqrt(2 ln(1.25/delta))/epsilon, at sensitivity 1.

    Raises:
        DomainError: epsilon <= 0, or delta not in (0, 1).

    Example:
        >>> str(classical_sigma(2, "1e-5"))
        '((2*log(125000))**(1/2))*(1/2)'
    """
    place, target = positive(epsilon, "epsilon"), read_open_delta(delta)
    return multiply(_deviations(target), power(place, rational(-1)))


def classical_profile(epsilon: Readable, delta: Readable, *, digits: int = 10) -> Enclosure:
    """Enclose the true delta of the classical sigma.

    Example:
        >>> classical_profile(1, "1e-5", digits=4).rounded(4), classical_profile(10, "1e-5", digits=4).rounded(4)
        ('4.114e-8', '2.265e-5')
    """
    sigma = classical_sigma(epsilon, delta)
    return ClosedGaussian(power(sigma, rational(-2))).delta(read_real(epsilon, "epsilon"), digits)


def decide_classical(epsilon: Readable, delta: Readable) -> Verdict:
    """Decide whether the classical sigma is enough.

    Example:
        >>> decide_classical(8, "1e-5").value, decide_classical("8.5", "1e-5").value
        ('HOLDS', 'FAILS')
    """
    target = read_open_delta(delta)
    for digits in (6, 20, 60):
        verdict = decide_less_equal(classical_profile(epsilon, target, digits=digits), target)
        if verdict is not Verdict.UNKNOWN:
            return verdict
    return Verdict.UNKNOWN


def largest_classical_epsilon(delta: Readable, *, digits: int = 6) -> Enclosure:
    """The largest epsilon at which the classical sigma is enough at this delta.

    Example:
        >>> largest_classical_epsilon("1e-5").rounded(6)
        '8.41977'
    """
    target = read_open_delta(delta)
    low = high = Fraction(1)
    while decide_classical(high, target) is Verdict.HOLDS:
        low, high = high, 2 * high
    while (high - low) * 10 ** (digits + 1) > low:
        middle = (low + high) / 2
        verdict = decide_classical(middle, target)
        if verdict is Verdict.UNKNOWN:
            break
        low, high = (middle, high) if verdict is Verdict.HOLDS else (low, middle)
    with ctx.workprec(bits_for(digits) + 64):
        return Enclosure(fraction_ball(low).union(fraction_ball(high)))


def decide_classical_everywhere(epsilon: Readable) -> Verdict:
    """Decide whether the classical sigma is enough at this epsilon, hence below it, at every delta in (0, 1).

    Every interval of s is decided at its ends or divided; a failure is one point. Beyond the s where the bound of the
    module's text applies nothing is left to do.

    Example:
        >>> decide_classical_everywhere("3.786").value, decide_classical_everywhere("3.787").value
        ('HOLDS', 'FAILS')
    """
    place = positive(epsilon, "epsilon")
    with ctx.workprec(_BITS):
        ball = place.ball(_BITS)
        last = ball * (ball / 2).exp() / (arb(5) / 4 * (2 * arb.pi()).sqrt())
        first = (2 * (arb(5) / 4).log()).sqrt()
        open_pieces = [(first.lower(), last.max(first).upper())]
        for _ in range(_MOST_PIECES):
            if not open_pieces:
                return Verdict.HOLDS
            low, high = open_pieces.pop()
            if _most(ball, low, high) <= 1:
                continue
            middle = ((low + high) / 2).mid()
            if middle > first and _most(ball, middle, middle) > 1:
                return Verdict.FAILS
            open_pieces += [(low, middle), (middle, high)]
    return Verdict.UNKNOWN


def _most(epsilon: arb, low: arb, high: arb) -> arb:
    """A ball whose upper end bounds F/delta for s between two ends from above: the better of two bounds."""
    far = max(_far(epsilon, low), _far(epsilon, high), key=lambda place: place.mid())
    return _at_corners(epsilon, low, high).min(
        _factor(epsilon, high) * (_mills(low - epsilon / (2 * low)) - _mills(far))
    )


def _least(epsilon: arb, low: arb, high: arb) -> arb:
    """A ball whose lower end bounds F/delta for s between two ends from below."""
    near = (2 * epsilon).sqrt()  # the least s + eps/(2s), at s^2 = eps/2
    if not low**2 <= epsilon / 2 or not high**2 >= epsilon / 2:
        near = min(_far(epsilon, low), _far(epsilon, high), key=lambda place: place.mid())
    return _at_corners(epsilon, high, low).max(
        _factor(epsilon, low) * (_mills(high - epsilon / (2 * high)) - _mills(near))
    )


def _at_corners(epsilon: arb, place: arb, other: arb) -> arb:
    """F at one s over delta at another: both fall."""
    mu, root = epsilon / place, arb(2).sqrt()
    profile = ((place - mu / 2) / root).erfc() - epsilon.exp() * ((place + mu / 2) / root).erfc()
    return profile / 2 / (arb(5) / 4) * (other**2 / 2).exp()


def _factor(epsilon: arb, s: arb) -> arb:
    return (epsilon / 2 - (epsilon / s) ** 2 / 8).exp() / (arb(5) / 4 * (2 * arb.pi()).sqrt())


def _far(epsilon: arb, s: arb) -> arb:
    return s + epsilon / (2 * s)


def _mills(place: arb) -> arb:
    """Phi(-x)/phi(x), which falls."""
    return (place / arb(2).sqrt()).erfc() * (place**2 / 2).exp() * (arb.pi() / 2).sqrt()


def largest_epsilon_everywhere(*, digits: int = 3) -> Enclosure:
    """The largest epsilon at which the classical sigma is enough at every delta.

    Example:
        >>> largest_epsilon_everywhere().rounded(3)
        '3.79'
    """
    low, high = Fraction(1), Fraction(4)
    while (high - low) * 10 ** (digits + 1) > low:
        middle = (low + high) / 2
        verdict = decide_classical_everywhere(middle)
        if verdict is Verdict.UNKNOWN:
            raise PrecisionError(f"{digits} digits could not be proven")
        low, high = (middle, high) if verdict is Verdict.HOLDS else (low, middle)
    with ctx.workprec(bits_for(digits) + 64):
        return Enclosure(fraction_ball(low).union(fraction_ball(high)))


def _deviations(delta: Fraction) -> ExactReal:
    """S = sqrt(2 ln(1.25/delta))."""
    return power(multiply(rational(2), logarithm(rational(Fraction(5, 4) / delta))), rational(Fraction(1, 2)))


def decide_classical_box(epsilons: tuple[Fraction, Fraction], exponents: tuple[Fraction, Fraction]) -> Verdict:
    """Decide whether the classical sigma is enough on a box: HOLDS or FAILS everywhere in it, else UNKNOWN.

    Args:
        epsilons: the box's ends, 0 <= low < high.
        exponents: the decimal logarithms of delta at its ends, low < high <= 0.

    Example:
        >>> one = Fraction(1)
        >>> decide_classical_box((0 * one, one), (-2 * one, -one)).value
        'HOLDS'
        >>> decide_classical_box((12 * one, 13 * one), (-one * 5 / 4, -one)).value
        'FAILS'
    """
    with ctx.workprec(_BITS):
        # A large delta is a small s.
        right, left = ((2 * ((arb(5) / 4).log() - fraction_ball(end) * arb(10).log())).sqrt() for end in exponents)
        if _most(fraction_ball(epsilons[1]), left, right) <= 1:
            return Verdict.HOLDS
        if _least(fraction_ball(epsilons[0]), left, right) > 1:
            return Verdict.FAILS
    return Verdict.UNKNOWN


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
    best = saddle_point_of_delta(lambda real: slopes(losses, real), float(log_delta)).real
    with ctx.workprec(_BITS):
        best = _golden_section(lambda point: _converted(losses, point, log_delta), best)
        if integer_orders:
            nearest = {float(min(255, max(1, math.floor(best) + turn))) for turn in (-1, 0, 1, 2)}
            best = min(nearest, key=lambda point: float(_converted(losses, point, log_delta)))
        value = _converted(losses, best, log_delta)
        return RenyiBound(rounded_up(value.max(arb(0)), digits), 1 + best)


def _golden_section(value: Callable[[float], arb], start: float) -> float:
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
        raise DomainError("zero-concentrated bounds must be for plain Gaussian mechanisms")
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
        raise DomainError("Rényi bounds must be for mechanisms whose moment generating function is known")
    if any(not loss.infinite.is_zero() for loss, _ in losses):
        raise DomainError("Rényi bounds must be for mechanisms whose loss is never infinite")
    return losses


def _converted(losses: tuple[tuple[Loss, int], ...], point: float, log_delta: arb) -> arb:
    renyi_conversion_is_chernoffs_bound(point)
    total = arb(0)
    for loss, count in losses:
        total += loss.moment(point).log() * count
    c = arb(point)
    return (total + c * c.log() - (1 + c) * c.log1p() - log_delta) / c
