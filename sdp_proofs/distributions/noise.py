"""Describe the noise that mechanisms add: tails and moments of its absolute value.

All noises are symmetric and log-concave:

* *Laplace*: density e^(-|y|/b)/(2b). *Gaussian*: normal of deviation sigma.
* *Geometric*, two-sided, also called discrete Laplace: probabilities (1-w)/(1+w) w^|k|, w = e^(-1/scale).
* *Discrete Gaussian*: probabilities proportional to e^(-k^2/(2v)) on the integers, v = sigma^2. Beyond K terms fall at
  least by e^(-K/v) a step, as (k+1)^2 - k^2 >= 2k, which bounds what is left out.
* *Binomial*, centred: the number of heads of 2m fair coins, less m.
* *Rounded Laplace* and *rounded Gaussian*: the nearest integer. The first is 0 with probability 1 - u, u = e^(-1/(2b)).

World: enclosure.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Protocol

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, square, whole
from sdp_proofs.numbers.reals import ExactReal, fraction_ball


class NoiseLaw(Protocol):
    """A symmetric law of one noise variable Y; balls at the working precision.

    `whole` says whether Y is an integer; then `beyond` is asked at integers only.
    """

    @property
    def whole(self) -> bool:
        """Tell whether all values are integers."""

    def beyond(self, place: arb) -> arb:
        """P(|Y| > place), place >= 0."""

    def mean_size(self) -> arb:
        """E|Y|."""

    def mean_square(self) -> arb:
        """E Y^2."""

    def mean_fourth(self) -> arb:
        """E Y^4."""


@dataclass(frozen=True, slots=True)
class LaplaceNoise:
    """|Y| is exponential of mean b.

    Args:
        scale: b > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> LaplaceNoise(rational(2)).mean_square().str(5, radius=False)
        '8.0000'
    """

    scale: ExactReal
    whole: bool = False

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: e^(-place/b)."""
        return (-place / self._ball()).exp()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: b."""
        return self._ball()

    def mean_square(self) -> arb:
        """See `NoiseLaw`: 2 b^2."""
        return 2 * self._ball() ** 2

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: 24 b^4."""
        return 24 * self._ball() ** 4

    def _ball(self) -> arb:
        return self.scale.ball(ctx.prec)


@dataclass(frozen=True, slots=True)
class GaussianNoise:
    """Mean zero.

    Args:
        sigma: standard deviation > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> GaussianNoise(rational(1)).beyond(arb(2)).str(5, radius=False)
        '0.045500'
    """

    sigma: ExactReal
    whole: bool = False

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: erfc(place/(sigma sqrt(2)))."""
        return (place / (self._ball() * arb(2).sqrt())).erfc()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: sigma sqrt(2/pi)."""
        return self._ball() * (2 / arb.pi()).sqrt()

    def mean_square(self) -> arb:
        """See `NoiseLaw`: sigma^2."""
        return self._ball() ** 2

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: 3 sigma^4."""
        return 3 * self._ball() ** 4

    def _ball(self) -> arb:
        return self.sigma.ball(ctx.prec)


@dataclass(frozen=True, slots=True)
class GeometricNoise:
    """The difference of two geometric variables.

    Args:
        scale: > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> GeometricNoise(read_real("1/log(2)")).beyond(arb(0)).str(5, radius=False)
        '0.66667'
    """

    scale: ExactReal
    whole: bool = True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: 2 w^(place + 1)/(1 + w)."""
        step = self._step()
        return 2 * (-step * (place + 1)).exp() / (1 + (-step).exp())

    def mean_size(self) -> arb:
        """See `NoiseLaw`: 2w/(1 - w^2) = 1/sinh(1/scale)."""
        return 1 / self._step().sinh()

    def mean_square(self) -> arb:
        """See `NoiseLaw`: 2w/(1-w)^2 = 1/(2 sinh(1/(2 scale))^2)."""
        return 1 / (2 * (self._step() / 2).sinh() ** 2)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: m (1 + 6m), m the mean square."""
        square = self.mean_square()
        return square * (1 + 6 * square)

    def _step(self) -> arb:
        return 1 / self.scale.ball(ctx.prec)


MOST_TERMS = 200_000


@dataclass(frozen=True, slots=True)
class DiscreteGaussianNoise:
    """Symmetric around zero.

    Args:
        variance: precision -> v, the parameter (the variance itself is a little less).

    Example:
        >>> DiscreteGaussianNoise(lambda bits: arb(1)).beyond(arb(0)).str(6, radius=False)
        '0.601058'
    """

    variance: Callable[[int], arb]

    @property
    def whole(self) -> bool:
        """See `NoiseLaw`."""
        return True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`."""
        return 2 * lower_tail(self.variance(ctx.prec), -whole(place) - 1)

    def mean_size(self) -> arb:
        """See `NoiseLaw`."""
        return self._mean(abs)

    def mean_square(self) -> arb:
        """See `NoiseLaw`."""
        return self._mean(lambda value: value * value)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`."""
        return self._mean(lambda value: value**4)

    def _mean(self, weigh: Callable[[int], int]) -> arb:
        """A mean of a power of |k|: beyond K its terms fall at least by the next quotient of it and e^(-K/v)."""
        v = self.variance(ctx.prec)
        terms, _ = row(v, arb(0))
        inside = sum((weigh(k) * weight for k, weight in terms), arb(0))
        last, weight = terms[-1]
        factor = arb(weigh(last + 1)) / weigh(last) * (-arb(last) / v).exp()
        outside = 2 * weigh(last) * weight * factor / (1 - factor)
        return (inside + arb(0, outside.upper())) / total(v)


def lower_tail(v: arb, last: int, whole: arb | None = None) -> arb:
    """P(Y <= last).

    Args:
        v: the parameter.
        last: an integer.
        whole: `total(v)`, where it is known.

    Raises:
        SizeError: too many terms.
    """
    if last >= 0:
        return 1 - lower_tail(v, -last - 1, whole)
    found, k, small = arb(0), last, arb(2) ** -(ctx.prec + 8)
    while last - k <= MOST_TERMS:
        term = (-(arb(k) ** 2) / (2 * v)).exp()
        found += term
        # From k on downwards terms fall at least by this factor a step.
        factor = (arb(k) / v).exp()
        rest = term * factor / (1 - factor)
        if rest < found * small:
            return (found + arb(0, rest.upper())) / (total(v) if whole is None else whole)
        k -= 1
    raise SizeError("a tail of the discrete Gaussian must have fewer terms")


def lower_tails(v: arb, whole: arb) -> list[arb]:
    """P(Y <= k) for k = -1, -2, ... as far as a tail is not negligible beside one, by one sum from the far end.

    Example:
        >>> [tail.str(6, radius=False) for tail in lower_tails(arb(1), total(arb(1)))[:3]]
        ['0.300529', '0.0585581', '0.00456717']
    """
    terms, _ = row(v, arb(0))
    first = terms[0][0]
    found = [lower_tail(v, first - 1, whole)]
    for _, weight in terms[:-first]:
        found.append(found[-1] + weight / whole)
    return found[:0:-1]


def total(v: arb, centre: arb | None = None) -> arb:
    """The sum of e^(-(k - centre)^2/(2v)) over all integers, a theta function, periodic in the centre.

    Example:
        >>> total(arb(1)).str(12, radius=False)
        '2.50662828804'
        >>> total(arb(100), arb("2.75")).overlaps(total(arb(100), arb("0.25")))
        True
    """
    shift = arb(0) if centre is None else centre - math.floor(float(centre) + 0.5)
    turn = 2 * arb.pi() * v
    theta: arb = acb.modular_theta(acb(0, shift / turn), acb(0, 1 / turn))[2].real
    return theta * (-square(shift) / (2 * v)).exp()


def row(v: arb, centre: arb) -> tuple[list[tuple[int, arb]], arb]:
    """e^(-(k - centre)^2/(2v)) for the integers k that matter, and a bound of the sum of all others.

    Raises:
        SizeError: too many of them.
    """
    reach = math.sqrt(2 * float(v) * (ctx.prec + 20) * math.log(2)) + 2
    middle = float(centre.mid())
    if not reach < MOST_TERMS or not abs(middle) < 1e15:
        raise SizeError("a discrete Gaussian must have a smaller sigma")
    low, high = math.floor(middle - reach), math.ceil(middle + reach)
    terms = [(k, (-square(arb(k) - centre) / (2 * v)).exp()) for k in range(low, high + 1)]
    rest = arb(0)
    for end, weight in (terms[0], terms[-1]):
        factor = (-abs(arb(end) - centre) / v).exp()
        rest += weight * factor / (1 - factor)
    return terms, arb(rest.upper())


@dataclass(frozen=True)
class BinomialNoise:
    """Bin(2m, 1/2) - m.

    Args:
        coins: 2m, even.

    Example:
        >>> BinomialNoise(2).beyond(arb(0)).str(5, radius=False), BinomialNoise(2).probability(1)
        ('0.50000', Fraction(1, 4))
    """

    coins: int
    whole: bool = True

    def probability(self, value: int) -> Fraction:
        """P(Y = value), exactly."""
        half = self.coins // 2
        return Fraction(comb(self.coins, half + value), 2**self.coins) if abs(value) <= half else Fraction(0)

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`."""
        start = whole(place) + 1
        return fraction_ball(self._tails[start]) if start < len(self._tails) else arb(0)

    def mean_size(self) -> arb:
        """See `NoiseLaw`: m C(2m, m)/4^m."""
        return fraction_ball(self.coins // 2 * self.probability(0))

    def mean_square(self) -> arb:
        """See `NoiseLaw`: m/2."""
        return arb(self.coins) / 4

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: 2m (6m - 2)/16."""
        return arb(self.coins * (3 * self.coins - 2)) / 16

    @cached_property
    def _tails(self) -> list[Fraction]:
        """P(|Y| >= k) for every k up to m."""
        half, total, found = self.coins // 2, 0, []
        for value in range(half, 0, -1):
            total += 2 * comb(self.coins, half + value)
            found.append(Fraction(total, 2**self.coins))
        return [Fraction(1), *found[::-1]]


@dataclass(frozen=True, slots=True)
class RoundedLaplaceNoise:
    """The noise exceeds an integer k in size where the Laplace variable exceeds k + 1/2.

    Args:
        scale: b > 0, of the Laplace variable.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> RoundedLaplaceNoise(rational(2)).beyond(arb(1)).str(5, radius=False)  # e^(-3/4)
        '0.47237'
    """

    scale: ExactReal
    whole: bool = True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: u^(2 place + 1)."""
        return (-self._half() * (2 * place + 1)).exp()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: the sum of u^(2k + 1), 1/(2 sinh(1/(2b)))."""
        return 1 / (2 * self._half().sinh())

    def mean_square(self) -> arb:
        """See `NoiseLaw`: the sum of (2k + 1) u^(2k + 1), cosh(1/(2b))/(2 sinh(1/(2b))^2)."""
        half = self._half()
        return half.cosh() / (2 * half.sinh() ** 2)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: the sum of ((k + 1)^4 - k^4) u^(2k + 1), by the sums of powers of k."""
        u = (-self._half()).exp()
        v = u * u
        cubes = v * (1 + 4 * v + v * v) / (1 - v) ** 4
        return u * (4 * cubes + 6 * v * (1 + v) / (1 - v) ** 3 + 4 * v / (1 - v) ** 2 + 1 / (1 - v))

    def _half(self) -> arb:
        return 1 / (2 * self.scale.ball(ctx.prec))


MOST_ROUNDED_TERMS = 100_000


@dataclass(frozen=True, slots=True)
class RoundedGaussianNoise:
    """The noise exceeds an integer k in size where the normal variable exceeds k + 1/2.

    Moments are sums over k >= 0 of such tails. From the place x on these fall at least by e^(-x/sigma^2) a step, as the
    density does: a bound of what is left out.

    Args:
        sigma: of the normal variable, > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> noise = RoundedGaussianNoise(rational(1))
        >>> noise.beyond(arb(0)).str(5, radius=False), noise.mean_square().str(5, radius=False)
        ('0.61708', '1.0833')
    """

    sigma: ExactReal
    whole: bool = True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`."""
        return ((place + arb(1) / 2) / (self.sigma.ball(ctx.prec) * arb(2).sqrt())).erfc()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: the sum of Pr[|Y| > k]."""
        return self._sum(lambda k: 1)

    def mean_square(self) -> arb:
        """See `NoiseLaw`: the sum of (2k + 1) Pr[|Y| > k]."""
        return self._sum(lambda k: 2 * k + 1)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: the sum of ((k + 1)^4 - k^4) Pr[|Y| > k]."""
        return self._sum(lambda k: (k + 1) ** 4 - k**4)

    def _sum(self, weigh: Callable[[int], int]) -> arb:
        """The quotients of successive weights fall."""
        found, small = arb(0), arb(2) ** -(ctx.prec + 8)
        sigma = self.sigma.ball(ctx.prec)
        for k in range(MOST_ROUNDED_TERMS):
            term = weigh(k) * self.beyond(arb(k))
            found += term
            factor = arb(weigh(k + 1)) / weigh(k) * (-(k + arb(1) / 2) / sigma**2).exp()
            if factor < 1:
                rest = term * factor / (1 - factor)
                if rest < found * small:
                    return found + arb(0, rest.upper())
        raise SizeError("a mean of rounded noise must have fewer terms, that is a smaller sigma")
