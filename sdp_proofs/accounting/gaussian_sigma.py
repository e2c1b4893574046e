"""How much Gaussian noise a budget needs: the least sigma, certified on both sides, to any digits.

World: enclosure. With sensitivity 1 and mu = 1/sigma the profile is F = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)
[Balle, Wang 2018, Thm. 8], which rises with mu (claim `nearer-normal-laws-are-post-processed`; dF/dmu is phi(eps/mu -
mu/2)): a budget has one least sigma, Newton's steps find it and two comparisons prove it. `calibration` does the same
for any release, to fewer digits.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sdp_proofs.accounting.engines import ClosedGaussian
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx, square
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.precision import check_digits
from sdp_proofs.numbers.reals import ExactReal, Readable, fraction_ball, rational, read_rational, read_real, shown, sign
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

    low, high = _bracket(lambda mu: exceeds(mu, 6) is Verdict.HOLDS)
    mu, reached = (low + high) / 2, _FIRST_DIGITS
    while reached < digits + _GUARD:
        reached = min(2 * reached, digits + _GUARD)
        mu = _newton(place, target, mu, reached + _GUARD)
    for width in (digits + 2, digits + 1, digits):
        near = Fraction(1, 10**width)
        low, high = mu * (1 - near), mu * (1 + near)
        if (
            exceeds(low, digits + 2 * _GUARD) is Verdict.FAILS
            and exceeds(high, digits + 2 * _GUARD) is Verdict.HOLDS
        ):
            with ctx.workprec(bits_for(digits) + 64):
                return Enclosure(1 / fraction_ball(low).union(fraction_ball(high)))
    raise PrecisionError(f"{digits} digits of sigma could not be proven")


def _profile(epsilon: ExactReal, mu: Fraction, digits: int) -> Enclosure:
    return ClosedGaussian(rational(mu * mu)).delta(epsilon, digits)


def _bracket(exceeds: Callable[[Fraction], bool]) -> tuple[Fraction, Fraction]:
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
