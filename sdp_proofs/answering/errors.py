"""How far off K noisy answers are: means, tails and quantiles of the l1, l2 and l-infinity norm of the noise.

World: enclosures; quantiles of integer noise are exact. With Y_1, ..., Y_K independent and symmetric, t(x) = P(|Y| >
x):

* *l-infinity*: P(error > x) = 1 - (1 - t(x))^K. The mean is the integral of that over x >= 0: b (1 + 1/2 + ... + 1/K)
  for Laplace noise, as the i-th gap between ordered exponentials has mean b/i; a sum for integers, where t falls at
  least geometrically (log-concavity); a certified integral for normal noise.
* *l1*: the mean is K E|Y|. For Laplace noise the error is a sum of exponentials: P(error > x) = Gamma(K, x/b)/Gamma(K).
* *l2*: the mean square is K E Y^2, of whatever law. For normal noise P(error > x) = Gamma(K/2, x^2/(2
  sigma^2))/Gamma(K/2) and the mean is sigma sqrt(2) Gamma((K+1)/2)/Gamma(K/2).
* other laws of l1 and l2 are sums of K sizes or squares, rounded to a lattice from both sides: see `rounded_sums`.
  Of more than some thousand answers mean and variance give a bracket.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from sdp_proofs.answering.rounded_sums import MOST_ANSWERS as LATTICE_ANSWERS
from sdp_proofs.answering.rounded_sums import ManySums, RoundedSums
from sdp_proofs.distributions.noise import GaussianNoise, LaplaceNoise, NoiseLaw
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, read_rational, shown
from sdp_proofs.verdict import Verdict

L1, L2, MAXIMUM = "l1", "l2", "l-infinity"
NORMS = (L1, L2, MAXIMUM)
MOST_ANSWERS = 10**9
_LONGEST_SUM = 1_000_000
_GUARD = 2


def read_answers(count: Readable) -> int:
    """A number of answers.

    Raises:
        DomainError: not an integer from 1 to `MOST_ANSWERS`.
    """
    number = read_integer(count, "answers")
    if not 1 <= number <= MOST_ANSWERS:
        raise DomainError(f"answers must be an integer between 1 and {MOST_ANSWERS}, got {shown(count)}")
    return number


def read_beta(beta: Readable) -> Fraction:
    """A probability of a larger error, strictly between 0 and 1.

    Raises:
        DomainError: it is not.
    """
    chance = read_rational(beta, "beta")
    if not 0 < chance < 1:
        raise DomainError(f"beta must be between 0 and 1, both excluded, got {shown(beta)}")
    return chance


@dataclass(frozen=True)
class Errors:
    """The errors of K answers with independent noise of one law.

    Args:
        noise: the law.
        answers: K >= 1.

    Raises:
        DomainError: K is not a positive integer.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> names = Errors(LaplaceNoise(rational(1)), 10_000)
        >>> names.mean(MAXIMUM, digits=6).rounded(6), names.quantile(MAXIMUM, "0.05", digits=6).rounded(6)
        ('9.78761', '12.1805')
    """

    noise: NoiseLaw
    answers: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", read_answers(self.answers))

    def mean(self, norm: str, *, digits: int = 10) -> Enclosure:
        """The expected error.

        Raises:
            DomainError: an unknown norm.
            PrecisionError: no route for the l2 norm of this law; its root mean square is always known.
        """
        check_digits(digits)
        if norm == L1:
            return refine(_at(lambda: self.answers * self.noise.mean_size()), digits)
        if norm == L2 and isinstance(self.noise, GaussianNoise):
            return refine(_at(self._mean_chi), digits)
        if norm == L2:
            raise PrecisionError("the mean l2 error must be asked of normal noise; others have their root mean square")
        _check_norm(norm)
        if isinstance(self.noise, LaplaceNoise):
            return refine(_at(self._mean_largest_exponential), digits)
        return refine(_at(self._mean_largest_integer if self.noise.whole else self._mean_largest), digits)

    def root_mean_square(self, *, digits: int = 10) -> Enclosure:
        """The square root of the expected squared l2 error.

        Example:
            >>> from sdp_proofs.numbers.reals import rational
            >>> Errors(LaplaceNoise(rational(3)), 2).root_mean_square(digits=4).rounded(4)
            '6'
        """
        return refine(_at(self._root_mean_square), digits)

    def exceeds(self, norm: str, place: Readable, *, digits: int = 10) -> Enclosure:
        """P(error > place).

        Raises:
            DomainError: an unknown norm, or a negative place.

        Example:
            >>> from sdp_proofs.numbers.reals import rational
            >>> Errors(LaplaceNoise(rational(1)), 1).exceeds(L1, 3, digits=5).rounded(5)
            '0.049787'
        """
        point = read_rational(place, "an error")
        if point < 0:
            raise DomainError(f"an error must be >= 0, got {shown(place)}")
        tail = self._tail(norm)
        return refine(_at(lambda: tail(point)), digits) if tail is not None else self._sums(norm).exceeds(point)

    def quantile(self, norm: str, beta: Readable, *, digits: int = 10) -> Enclosure:
        """The least error that is exceeded with probability at most beta.

        World: an enclosure; exact where it is an integer.

        Raises:
            DomainError: an unknown norm, or beta not in (0, 1).
            PrecisionError: a comparison could not be decided.
            SizeError: integer noise of a very large scale, for a sum on a lattice.
        """
        chance, tail = read_beta(beta), self._tail(norm)
        check_digits(digits)
        if tail is None:
            return self._sums(norm).quantile(chance)

        def meets(place: Fraction) -> bool:
            for wanted in (digits + _GUARD, 2 * digits + 20, 4 * digits + 80):
                verdict = decide_less_equal(refine(_at(lambda: tail(place)), wanted), chance)
                if verdict is not Verdict.UNKNOWN:
                    return verdict is Verdict.HOLDS
            raise PrecisionError("a tail could not be told from beta")

        if self.noise.whole:
            return Enclosure.of(_least_integer(meets))
        low, high = _least_real(meets, digits)
        with ctx.workprec(bits_for(digits) + 64):
            return Enclosure(fraction_ball(low).union(fraction_ball(high)))

    def _tail(self, norm: str) -> Callable[[Fraction], arb] | None:
        """P(error > x) as a function of x, at the working precision; None where only a lattice knows."""
        _check_norm(norm)
        noise, count = self.noise, self.answers
        if norm == MAXIMUM or count == 1:
            return lambda place: self._largest_beyond(fraction_ball(Fraction(floor(place)) if noise.whole else place))
        if norm == L1 and isinstance(noise, LaplaceNoise):
            return lambda place: (fraction_ball(place) / noise.mean_size()).gamma_upper(arb(count), regularized=1)
        if norm == L2 and isinstance(noise, GaussianNoise):
            half = arb(count) / 2
            return lambda x: (fraction_ball(x * x) / (2 * noise.mean_square())).gamma_upper(half, regularized=1)
        return None

    def _sums(self, norm: str) -> RoundedSums | ManySums:
        kind = RoundedSums if self.answers <= LATTICE_ANSWERS else ManySums
        return kind.of(self.noise, self.answers, squared=norm == L2)

    def _largest_beyond(self, place: arb) -> arb:
        """1 - (1 - t)^K."""
        beyond = self.noise.beyond(place)
        if not beyond < 1:
            return arb(1)
        return -(self.answers * (-beyond).log1p()).expm1()

    def _root_mean_square(self) -> arb:
        return (self.answers * self.noise.mean_square()).sqrt()

    def _mean_chi(self) -> arb:
        half = arb(self.answers) / 2
        gammas = ((half + arb(1) / 2).lgamma() - half.lgamma()).exp()
        return (2 * self.noise.mean_square()).sqrt() * gammas

    def _mean_largest_exponential(self) -> arb:
        """B times the K-th harmonic number."""
        harmonic = arb(self.answers + 1).digamma() + arb.const_euler()
        return self.noise.mean_size() * harmonic

    def _mean_largest_integer(self) -> arb:
        """The sum of P(largest > x) over integers x >= 0; P(largest > x) <= K t(x), and t is log-concave."""
        small, total, before = arb(2) ** -(ctx.prec + 8), arb(0), arb(1)
        for place in range(_LONGEST_SUM):
            beyond = self.noise.beyond(arb(place))
            rest = arb(0)
            if not beyond.is_zero():
                ratio = beyond / before
                rest = self.answers * beyond / (1 - ratio) if ratio < 1 else arb("inf")
            if rest <= small * total:
                return total + arb(0, rest.upper())
            total += self._largest_beyond(arb(place))
            before = beyond
        raise PrecisionError("the mean of the largest error must have fewer terms")

    def _mean_largest(self) -> arb:
        """The integral of 1 - (1 - erfc x)^K, x in units of sigma sqrt(2).

        Beyond X it is at most K times the integral of erfc, e^(-X^2)/sqrt(pi) - X erfc(X).
        """
        scale, count, end = (2 * self.noise.mean_square()).sqrt(), self.answers, arb(1)
        small = arb(2) ** -(ctx.prec + 8)
        while not count * _erfc_integral(end) < small:
            end += 1
        value = acb.integral(lambda x, _: 1 - x.erf() ** count, acb(0), acb(end)).real
        return scale * (value + arb(0, (count * _erfc_integral(end)).upper()))


def _erfc_integral(start: arb) -> arb:
    return abs((-(start**2)).exp() / arb.pi().sqrt() - start * start.erfc())


def _check_norm(norm: str) -> None:
    if norm not in NORMS:
        raise DomainError(f"norm must be one of {', '.join(NORMS)}, got {shown(norm)}")


def _at(value: Callable[[], arb]) -> Callable[[int], arb]:
    """A value at the working precision, as a function of the bits."""

    def ball(bits: int) -> arb:
        with ctx.workprec(bits):
            return value()

    return ball


def _least_integer(meets: Callable[[Fraction], bool]) -> int:
    low, high = -1, 1
    while not meets(Fraction(high)):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if meets(Fraction(middle)) else (middle, high)
    return high


def _least_real(meets: Callable[[Fraction], bool], digits: int) -> tuple[Fraction, Fraction]:
    """A bracket of the least place that meets, of a relative width that proves the digits."""
    low = high = Fraction(1)
    while not meets(high):
        low, high = high, 2 * high
    while meets(low):
        low, high = low / 2, low
    while (high - low) * 10 ** (digits + 1) > low:
        middle = (low + high) / 2
        low, high = (low, middle) if meets(middle) else (middle, high)
    return low, high
