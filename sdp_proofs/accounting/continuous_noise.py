"""Describe Laplace and normal noise, plain and rounded to integers, each with its pair.

* *Laplace*: density e^(-|y|/b)/(2b). *Gaussian*: normal of deviation sigma.
* *Rounded Laplace* and *rounded Gaussian*: the nearest integer.

World: exact descriptions, and enclosures; see `noise`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    ball_of,
    drawn_record,
    minus,
    nothing,
    of_atoms,
    quotient,
    sampled_loss,
    unbounded,
    whole_number,
)
from sdp_proofs.accounting.lemmas import (
    a_range_limits_half_lines_most_from_its_ends,
    gaussian_releases_are_one_release,
    opposite_records_are_the_worst_in_a_poisson_batch,
    ratio_of_batches_with_others_at_zero,
    room_for_one_output_keeps_the_loss_of_rounded_laplace_noise,
    truncation_to_a_range_of_the_answers_loses_nothing,
)
from sdp_proofs.accounting.losses import GaussianLoss, LaplaceLoss, SampledLaplace
from sdp_proofs.accounting.noise import SIZES, Noise, far_apart, whole_places
from sdp_proofs.accounting.noise_pairs import (
    Between,
    HalfLines,
    far_rounded_laplace_tail,
    largest_loss,
    odd_halves,
    rounded_laplace,
    truncated_rounded,
    truncated_rounded_laplace,
)
from sdp_proofs.accounting.pairs import ANY, MOST_ROWS, GaussianPair, LaplacePair
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.accounting.release_fields import not_negative, set_fields, size_of_noise
from sdp_proofs.accounting.sampled_gaussian import SampledGaussian
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import ExactReal, Readable, add, multiply, power, rational, sign

MOST_ROUNDED_TERMS = 100_000


@dataclass(frozen=True)
class Gaussian(Noise):
    """A value of bounded contributions plus normal noise.

    Args:
        sigma: standard deviation of the noise, >= 0; without noise the output tells all.
        sensitivity: largest contribution of one record, >= 0.

    Raises:
        DomainError: not positive.

    Example:
        >>> print(Gaussian("1.1") * 3 + Gaussian(2, sensitivity="1/2"))
        gaussian(sigma=11/10, sensitivity=1) * 3 + gaussian(sigma=2, sensitivity=1/2)
        >>> Gaussian(1).beyond(arb(2)).str(5, radius=False)
        '0.045500'
    """

    name: ClassVar[str] = "gaussian"
    tight: ClassVar[bool] = True
    whole: ClassVar[bool] = False
    norm: ClassVar[str] = "l2"
    several_answers: ClassVar[bool] = True
    amount: ClassVar[str] = "sigma"
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    also_called: ClassVar[Mapping[str, str]] = {"noise_multiplier": "sigma"}
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"sigma": SIZES, "sensitivity": SIZES}
    sigma: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, sigma: Readable | float, sensitivity: Readable = 1) -> None:
        set_fields(self, sigma=size_of_noise(sigma, "sigma"), sensitivity=not_negative(sensitivity, "sensitivity"))

    @classmethod
    def merged(cls, terms: Sequence[tuple[Gaussian, int]]) -> Gaussian | None:
        """Normal noise at distances d_i in deviations together is one at sqrt(sum d_i^2).

        See the claim `gaussian-releases-are-one-release`.

        Example:
            >>> print(Gaussian.merged([(Gaussian(2), 2), (Gaussian(1), 1)]))
            gaussian(sigma=(3/2)**(-1/2), sensitivity=1)
        """
        total = rational(0)
        for noise, count in terms:
            if noise.noiseless or sign(noise.sensitivity) != 1:
                return None
            ratio = quotient(noise.sensitivity, noise.sigma)
            total = add(total, multiply(rational(count), multiply(ratio, ratio)))
        gaussian_releases_are_one_release([noise.pair(noise.sensitivity).pair for noise, _ in terms])
        return None if sign(total) != 1 else cls(power(total, rational(Fraction(-1, 2))))

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Normal laws at a distance in deviations."""
        mu = quotient(distance, self.sigma)
        square = multiply(mu, mu)
        return DominatingPair(GaussianPair(ball_of(mu)), GaussianLoss(ball_of(square)), square, largest=unbounded)

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """Add the moments, which are known."""
        if self.degenerate(self.apart(view.adjacency)):
            return super().sampled_step(rate, view)
        sigma = quotient(self.sigma, self.apart(view.adjacency))
        return replace(super().sampled_step(rate, view), loss=SampledGaussian(rate, sigma, remove=not view.mirrored))

    def null_batch(self, rate: Fraction) -> DominatingPair | None:
        """One pair for both sides."""
        if self.degenerate(self.sensitivity):
            return None
        from sdp_proofs.accounting.replaced_gaussian import NullBatchPair

        ratio_of_batches_with_others_at_zero(rate)
        return DominatingPair(NullBatchPair(ball_of(quotient(self.sigma, self.sensitivity)), rate), largest=unbounded)

    def sampled_and_replaced(self, rate: Fraction) -> DominatingPair | None:
        """The pair of the null batch, which dominates there, with its moments."""
        opposite_records_are_the_worst_in_a_poisson_batch(rate)
        plain = self.null_batch(rate)
        if plain is None:  # equal answers, or no noise: a record tells where it is drawn
            return of_atoms(drawn_record(rate) if sign(self.sensitivity) else nothing())
        from sdp_proofs.accounting.replaced_gaussian import ReplacedLoss

        return replace(plain, loss=ReplacedLoss(rate, quotient(self.sigma, self.sensitivity), True))

    def rounded_form(self) -> RoundedGaussian:
        """Rounded normal noise."""
        return RoundedGaussian(self.sigma, whole_number(self.sensitivity))

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """Half-lines from places within the range."""
        a_range_limits_half_lines_most_from_its_ends(low, high, distance)
        far, sigma, ends = ball_of(distance), ball_of(self.sigma), (ball_of(low), ball_of(high))
        mirrored = low == add(distance, multiply(rational(-1), high))  # the same term, also of irrational numbers
        lines = HalfLines(far, sigma, Between(*ends), equals_mirror=mirrored)
        # Seen from the other side the ends are the distance less the high and less the low one.
        other = largest_loss(far, sigma, ball_of(add(distance, multiply(rational(-1), low))))
        return DominatingPair(lines, largest=largest_loss(far, sigma, ends[1]), least=minus(other))

    def beyond(self, place: arb) -> arb:
        """See `Noise`: erfc(place/(sigma sqrt(2)))."""
        return (place / (self._ball() * arb(2).sqrt())).erfc()

    def mean_size(self) -> arb:
        """See `Noise`: sigma sqrt(2/pi)."""
        return self._ball() * (2 / arb.pi()).sqrt()

    def mean_square(self) -> arb:
        """See `Noise`: sigma^2."""
        return self._ball() ** 2

    def mean_fourth(self) -> arb:
        """See `Noise`: 3 sigma^4."""
        return 3 * self._ball() ** 4

    def mean_length(self, count: int) -> arb:
        """See `Noise`: sigma sqrt(2) Gamma((K + 1)/2)/Gamma(K/2)."""
        half = arb(count) / 2
        gammas = ((half + arb(1) / 2).lgamma() - half.lgamma()).exp()
        return (2 * self.mean_square()).sqrt() * gammas

    def mean_largest(self, count: int) -> arb:
        """See `Noise`: the integral of 1 - (1 - erfc x)^K, x in units of sigma sqrt(2).

        Beyond X it is at most K times the integral of erfc, e^(-X^2)/sqrt(pi) - X erfc(X).
        """
        scale, end = (2 * self.mean_square()).sqrt(), arb(1)
        small = arb(2) ** -(ctx.prec + 8)
        while not count * _erfc_integral(end) < small:
            end += 1
        value = acb.integral(lambda x, _: 1 - x.erf() ** count, acb(0), acb(end)).real
        return scale * (value + arb(0, (count * _erfc_integral(end)).upper()))

    def norm_beyond(self, norm: str, count: int) -> Callable[[arb], arb] | None:
        """See `Noise`: the square of the l2 norm over 2 sigma^2 is a gamma variable."""
        if norm != "l2":
            return None
        return lambda x: (x * x / (2 * self.mean_square())).gamma_upper(arb(count) / 2, regularized=1)

    def _ball(self) -> arb:
        return self.sigma.ball(ctx.prec)


def _erfc_integral(start: arb) -> arb:
    return abs((-(start**2)).exp() / arb.pi().sqrt() - start * start.erfc())


@dataclass(frozen=True)
class GaussianPrivacy(Mechanism):
    """Any mechanism with mu-Gaussian differential privacy; the answer is the worst of all of them.

    That is normal noise on answers mu deviations apart, whose pair dominates all others [Dong, Roth, Su 2022].

    Args:
        mu: >= 0.

    Raises:
        DomainError: mu is negative.

    Example:
        >>> print(GaussianPrivacy("1/2") * 3)
        gdp(mu=1/2) * 3
    """

    name: ClassVar[str] = "gdp"
    relative_to: ClassVar[str] = ANY
    tight: ClassVar[bool] = True
    symmetric: ClassVar[bool] = True
    less_is_safer: ClassVar[tuple[str, ...]] = ("mu",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"mu": ("0", "1/10", "1/2", "1", "2")}
    mu: ExactReal

    def __init__(self, mu: Readable) -> None:
        set_fields(self, mu=not_negative(mu, "mu"))

    @classmethod
    def merged(cls, terms: Sequence[tuple[GaussianPrivacy, int]]) -> Mechanism | None:
        """Ask normal noise at the same distances."""
        return Gaussian.merged([(Gaussian(1, sensitivity=term.mu), count) for term, count in terms])

    def step(self, view: Neighbouring) -> DominatingPair:
        """Normal laws, the same for all neighbours that the statement is about."""
        return self._noise.step(Neighbouring(ANY, mirrored=False))

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """Ask normal noise."""
        return self._noise.sampled_step(rate, replace(view, adjacency=ANY))

    @property
    def _noise(self) -> Gaussian:
        return Gaussian(1, sensitivity=self.mu)


@dataclass(frozen=True)
class Laplace(Noise):
    """A value of bounded contributions plus Laplace noise with density e^(-|x|/scale)/(2 scale).

    Raises:
        DomainError: not positive.

    Example:
        >>> print(Laplace(scale=10))
        laplace(scale=10, sensitivity=1)
        >>> Laplace(scale=2).mean_square().str(5, radius=False)
        '8.0000'
    """

    name: ClassVar[str] = "laplace"
    tight: ClassVar[bool] = True
    whole: ClassVar[bool] = False
    several_answers: ClassVar[bool] = True
    amount: ClassVar[str] = "scale"
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"scale": SIZES, "sensitivity": SIZES}
    scale: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, scale: Readable | float, sensitivity: Readable = 1) -> None:
        set_fields(self, scale=size_of_noise(scale, "scale"), sensitivity=not_negative(sensitivity, "sensitivity"))

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Laplace laws at a distance in scales, the largest loss."""
        ratio = quotient(distance, self.scale)
        ball = ball_of(ratio)
        return DominatingPair(LaplacePair(ball), LaplaceLoss(ball), largest=ball, bound=ratio, least=minus(ball))

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """Add the moments, which are known, and the losses from that of -l to that of l, the largest loss."""
        if self.degenerate(self.apart(view.adjacency)):
            return super().sampled_step(rate, view)
        plain = self.step(view)
        loss = SampledLaplace(rate, plain.pair.distance, remove=not view.mirrored)  # type: ignore[attr-defined]
        low, high = sampled_loss(minus(plain.largest), rate), sampled_loss(plain.largest, rate)
        ends = (minus(low), minus(high)) if view.mirrored else (high, low)
        return replace(super().sampled_step(rate, view), loss=loss, largest=ends[0], least=ends[1])

    def rounded_form(self) -> RoundedLaplace:
        """Rounded Laplace noise."""
        return RoundedLaplace(self.scale, whole_number(self.sensitivity))

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Beyond both answers the densities have one ratio."""
        return truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The pair of the noise itself."""
        truncation_to_a_range_of_the_answers_loses_nothing(low, high, distance)
        return self.pair(distance)

    def beyond(self, place: arb) -> arb:
        """See `Noise`: e^(-place/b)."""
        return (-place / self._ball()).exp()

    def mean_size(self) -> arb:
        """See `Noise`: b."""
        return self._ball()

    def mean_square(self) -> arb:
        """See `Noise`: 2 b^2."""
        return 2 * self._ball() ** 2

    def mean_fourth(self) -> arb:
        """See `Noise`: 24 b^4."""
        return 24 * self._ball() ** 4

    def mean_largest(self, count: int) -> arb:
        """See `Noise`: b times the K-th harmonic number."""
        harmonic = arb(count + 1).digamma() + arb.const_euler()
        return self.mean_size() * harmonic

    def norm_beyond(self, norm: str, count: int) -> Callable[[arb], arb] | None:
        """See `Noise`: the l1 norm over b is a gamma variable."""
        if norm != "l1":
            return None
        return lambda x: (x / self.mean_size()).gamma_upper(arb(count), regularized=1)

    def _ball(self) -> arb:
        return self.scale.ball(ctx.prec)


@dataclass(frozen=True)
class RoundedGaussian(Noise):
    """Normal noise on an integer, rounded to the nearest integer; `rounded(gaussian(..))` in the language.

    It exceeds an integer k in size where the normal variable exceeds k + 1/2. Moments are sums over k >= 0 of such
    tails. From the place x on these fall at least by e^(-x/sigma^2) a step, as the density does: a bound of what is
    left out.

    Example:
        >>> noise = RoundedGaussian(rational(1), 1)
        >>> noise.beyond(arb(0)).str(5, radius=False), noise.mean_square().str(5, radius=False)
        ('0.61708', '1.0833')
    """

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = True
    amount: ClassVar[str] = "sigma"
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    sigma: ExactReal
    sensitivity: int

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Half-lines from half odd numbers on."""
        lines = HalfLines(ball_of(distance), ball_of(self.sigma), odd_halves)
        return DominatingPair(lines, largest=unbounded)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = whole_places(distance, low, high)
        return of_atoms(truncated_rounded(ball_of(self.sigma), *places))

    def beyond(self, place: arb) -> arb:
        """See `Noise`."""
        return ((place + arb(1) / 2) / (self.sigma.ball(ctx.prec) * arb(2).sqrt())).erfc()

    def mean_size(self) -> arb:
        """See `Noise`: the sum of Pr[|Y| > k]."""
        return self._sum(lambda k: 1)

    def mean_square(self) -> arb:
        """See `Noise`: the sum of (2k + 1) Pr[|Y| > k]."""
        return self._sum(lambda k: 2 * k + 1)

    def mean_fourth(self) -> arb:
        """See `Noise`: the sum of ((k + 1)^4 - k^4) Pr[|Y| > k]."""
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


@dataclass(frozen=True)
class RoundedLaplace(Noise):
    """Laplace noise on an integer, rounded to the nearest integer; `rounded(laplace(..))` in the language.

    It exceeds an integer k in size where the Laplace variable exceeds k + 1/2, and is 0 with probability 1 - u,
    u = e^(-1/(2b)).

    Example:
        >>> RoundedLaplace(rational(2), 1).beyond(arb(1)).str(5, radius=False)  # e^(-3/4)
        '0.47237'
    """

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = True
    amount: ClassVar[str] = "scale"
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    scale: ExactReal
    sensitivity: int

    def pair(self, distance: ExactReal) -> DominatingPair:
        """The integers between the answers, and what is beyond them joined."""
        if whole_number(distance) > MOST_ROWS:
            return far_apart(distance, self.scale, far_rounded_laplace_tail)
        return replace(of_atoms(rounded_laplace(self.scale, distance)), bound=quotient(distance, self.scale))

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """True where there is room for an output beyond both answers, which has the ratio of all further ones."""
        return room_for_one_output_keeps_the_loss_of_rounded_laplace_noise.holds(low, high, distance)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = whole_places(distance, low, high)
        return of_atoms(truncated_rounded_laplace(self.scale, *places))

    def beyond(self, place: arb) -> arb:
        """See `Noise`: u^(2 place + 1)."""
        return (-self._half() * (2 * place + 1)).exp()

    def mean_size(self) -> arb:
        """See `Noise`: the sum of u^(2k + 1), 1/(2 sinh(1/(2b)))."""
        return 1 / (2 * self._half().sinh())

    def mean_square(self) -> arb:
        """See `Noise`: the sum of (2k + 1) u^(2k + 1), cosh(1/(2b))/(2 sinh(1/(2b))^2)."""
        half = self._half()
        return half.cosh() / (2 * half.sinh() ** 2)

    def mean_fourth(self) -> arb:
        """See `Noise`: the sum of ((k + 1)^4 - k^4) u^(2k + 1), by the sums of powers of k."""
        u = (-self._half()).exp()
        v = u * u
        cubes = v * (1 + 4 * v + v * v) / (1 - v) ** 4
        return u * (4 * cubes + 6 * v * (1 + v) / (1 - v) ** 3 + 4 * v / (1 - v) ** 2 + 1 / (1 - v))

    def _half(self) -> arb:
        return 1 / (2 * self.scale.ball(ctx.prec))
