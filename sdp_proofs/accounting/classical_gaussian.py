"""The classical formula for Gaussian noise: where in (epsilon, delta) it gives enough, exactly.

World: enclosures and verdicts. sigma = sqrt(2 ln(1.25/delta))/epsilon, at sensitivity 1, is proved enough for
epsilon < 1 [Dwork, Roth 2014, Thm. A.1]. Let s = sqrt(2 ln(1.25/delta)), so 1/sigma = mu = eps/s and
delta = 1.25 e^(-s^2/2), and let F be the profile of `gaussian_sigma` at this sigma. As e^eps phi(s + mu/2) =
phi(s - mu/2),

    dF/deps = phi(s - mu/2) (1/s - m(s + mu/2)),      m(x) = Phi(-x)/phi(x) < 1/x:

F rises with eps at every delta. So there is one largest epsilon for each delta, below which the formula is enough
and above which it is not. Dropping m, and with phi(s - mu/2) <= phi(s) e^(eps/2), F <= eps e^(eps/2) phi(s)/s: the
formula is enough wherever

    eps e^(eps/2) <= 1.25 sqrt(2 pi) s,

which leaves a bounded range of s to be searched. There the same identity, with m falling, gives

    F/delta = e^(eps/2 - mu^2/8) (m(s - mu/2) - m(s + mu/2)) / (1.25 sqrt(2 pi)),

whose factors are monotone in s, so that the ends of an interval bound it (the least s + eps/(2s) is sqrt(2 eps)); near
s = 1, where m is steep, the ends bound F and delta themselves, which both fall, more sharply.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.accounting.engines import ClosedGaussian
from sdp_proofs.accounting.gaussian_sigma import read_open_delta
from sdp_proofs.accounting.release import positive
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    fraction_ball,
    logarithm,
    multiply,
    power,
    rational,
    read_real,
)
from sdp_proofs.verdict import Verdict

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
    """What delta the classical sigma has in truth.

    Example:
        >>> classical_profile(1, "1e-5", digits=4).rounded(4), classical_profile(10, "1e-5", digits=4).rounded(4)
        ('4.114e-8', '2.265e-5')
    """
    sigma = classical_sigma(epsilon, delta)
    return ClosedGaussian(power(sigma, rational(-2))).delta(read_real(epsilon, "epsilon"), digits)


def decide_classical(epsilon: Readable, delta: Readable) -> Verdict:
    """Whether the classical sigma is enough.

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
    """Whether the classical sigma is enough at this epsilon, hence below it, at every delta in (0, 1).

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
    """Whether the classical sigma is enough on a whole box: HOLDS everywhere in it, FAILS everywhere, else UNKNOWN.

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
