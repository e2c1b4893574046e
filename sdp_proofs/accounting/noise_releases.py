"""Describe noise on an answer: normal, Laplace, discrete Gaussian, geometric, binomial, each with its pair.

World: exact descriptions; see `release`. Binomial noise [Dwork, Kenthapadi, McSherry, Mironov, Naor 2006] has a
log-concave law, so the ratio of two shifted laws is monotone (claim `the-ratio-of-shifted-binomial-laws-falls`), the
best events are tails (`half-lines-gain-up-to-the-odds`), and the largest shift dominates
(`half-lines-gain-more-at-larger-distances`). An answer outside the range of the other database's noise tells which
database it was: delta is never zero. The pairs of all symmetric noise equal their mirrors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from sdp_proofs.accounting import dominating_pairs
from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    ball_of,
    minus,
    of_atoms,
    quotient,
    sampled_loss,
    unbounded,
    whole_number,
)
from sdp_proofs.accounting.lemmas import (
    a_range_limits_half_lines_most_from_its_ends,
    a_range_limits_symmetric_noise_most_from_its_ends,
    ratio_of_batches_with_others_at_zero,
    room_for_one_output_keeps_the_loss_of_rounded_laplace_noise,
    the_discrete_gaussian_loss_is_that_of_the_gaussian,
    truncation_to_a_range_of_the_answers_loses_nothing,
)
from sdp_proofs.accounting.losses import GaussianLoss, LaplaceLoss, SampledLaplace
from sdp_proofs.accounting.noise_pairs import (
    FarAnswers,
    HalfLines,
    between,
    far_geometric_tail,
    far_rounded_laplace_tail,
    largest_loss,
    odd_halves,
    rounded_laplace,
    truncated_binomial,
    truncated_discrete_gaussian,
    truncated_rounded,
    truncated_rounded_laplace,
)
from sdp_proofs.accounting.pairs import ANY, MOST_ROWS, REPLACE_ONE, Ball, GaussianPair, LaplacePair
from sdp_proofs.accounting.release import (
    SENSITIVITY,
    Mechanism,
    not_negative,
    not_negative_integer,
    positive_integer,
    set_fields,
)
from sdp_proofs.accounting.sampled_gaussian import NullBatchPair, SampledGaussian
from sdp_proofs.distributions.noise import (
    BinomialNoise,
    DiscreteGaussianNoise,
    GaussianNoise,
    GeometricNoise,
    LaplaceNoise,
    NoiseLaw,
    RoundedGaussianNoise,
    RoundedLaplaceNoise,
)
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    multiply,
    rational,
    sign,
)

_SIZES = ("1", "2", "1/2", "3/2", "5")
_WHOLE_SIZES = (1, 2, 3)


@dataclass(frozen=True)
class Noise(Mechanism):
    """Noise on an answer: neighbouring answers are one sensitivity apart, or two where a record is replaced.

    A subclass has a field `sensitivity`. Noise that can be rounded or truncated says how.

    Attributes:
        whole: whether the outputs are integers.
        norm: in which several answers are as far apart as the sensitivity: "l1" or "l2".
        stationary: whether the noise is the same wherever the answer is.
    """

    relative_to: ClassVar[str] = SENSITIVITY
    symmetric: ClassVar[bool] = True
    inner: ClassVar[str] = ""
    less_is_safer: ClassVar[tuple[str, ...]] = ("sensitivity",)
    whole: ClassVar[bool] = True
    norm: ClassVar[str] = "l1"
    stationary: ClassVar[bool] = True

    def __init_subclass__(cls, **given: Any) -> None:
        if "name" in vars(cls) and cls.step is Noise.step and cls.pair is Noise.pair:
            raise TypeError(f"noise {cls.name!r} must have a pair: that of two answers at a distance")
        super().__init_subclass__(**given)

    @property
    def noiseless(self) -> bool:
        """True where nothing is added to the answer, as what says how much is zero."""
        return any(getattr(self, name) == rational(0) for name in self.more_is_safer)

    @property
    def largest_change(self) -> ExactReal:
        """The sensitivity as a real number."""
        distance: ExactReal | int = self.sensitivity  # type: ignore[attr-defined]
        return distance if isinstance(distance, ExactReal) else rational(distance)

    def apart(self, adjacency: str) -> ExactReal:
        """The distance of neighbouring answers."""
        return multiply(rational(2), self.largest_change) if adjacency == REPLACE_ONE else self.largest_change

    def at(self, distance: Readable) -> Self:
        """See `Release`."""
        return replace(self, sensitivity=distance)  # type: ignore[call-arg]

    def pair(self, distance: ExactReal) -> DominatingPair:
        """The pair of noise on two answers so far apart, a distance > 0; a subclass says this or `step`."""
        raise NotImplementedError

    def step(self, view: Neighbouring) -> DominatingPair:
        """See `Mechanism`."""
        distance = self.apart(view.adjacency)
        return self.degenerate(distance) or self.pair(distance)

    def degenerate(self, distance: ExactReal) -> DominatingPair | None:
        """The pair of equal answers, which shows nothing, or of answers without noise, which tells; else None."""
        if sign(distance) == 0:
            return of_atoms(dominating_pairs.nothing())
        return of_atoms(dominating_pairs.told()) if self.noiseless else None

    def between(self, own: int, other: int) -> DominatingPair:
        """Noise on two given answers, as far apart as the sensitivity, P that on the first.

        Raises:
            DomainError: answers that this noise cannot have.
        """
        if not (self.symmetric and self.tight):
            raise DomainError(f"noise on two given answers must be symmetric, and its pair tight, got {self.name}")
        return self.step(Neighbouring(ANY, mirrored=False))

    def rounded_form(self) -> Noise | None:
        """The noise rounded to integers; None where that is not known."""
        return None

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Decide that the outputs that become an end of a range have one ratio, for answers 0 and a distance within it.

        Only if that is decided: a lemma says what follows.
        """
        return False

    def truncated(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """Noise on two answers, P that on the larger and Q that on the smaller one, truncated to a range.

        Args:
            distance: of the answers, >= 0.
            low: the lower end of the range less the smaller answer, at most 0.
            high: the upper end less the smaller answer, at least the distance.
        """
        return self.degenerate(distance) or self.truncated_pair(distance, low, high)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """See `truncated`, at a distance > 0.

        Raises:
            DomainError: it is not known how this noise is truncated.
        """
        raise DomainError(f"what is truncated must be noise of which that is known, got {self.name}")


def _whole_places(distance: ExactReal, low: ExactReal, high: ExactReal) -> tuple[int, int, int]:
    """A distance of integers, and the ends of a range of integers that holds both answers."""
    a_range_limits_symmetric_noise_most_from_its_ends(low, high, distance)
    return whole_number(distance), whole_number(low), whole_number(high)


def _far(distance: ExactReal, scale: ExactReal, tail: Callable[[Ball], Callable[[int], arb]]) -> DominatingPair:
    """Noise on answers with too many outputs between them, whose losses are at most distance/scale."""
    bound, width = quotient(distance, scale), ball_of(scale)
    pair = FarAnswers(whole_number(distance), width, tail(width))
    return DominatingPair(pair, largest=ball_of(bound), bound=bound)


def can_be(kind: type[Noise], how: str) -> bool:
    """True where a class of noise says how it is rounded (`rounded_form`) or truncated (`truncated_pair`)."""
    return getattr(kind, how) is not getattr(Noise, how)


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
    """

    name: ClassVar[str] = "gaussian"
    tight: ClassVar[bool] = True
    whole: ClassVar[bool] = False
    norm: ClassVar[str] = "l2"
    several_answers: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    also_called: ClassVar[Mapping[str, str]] = {"noise_multiplier": "sigma"}
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"sigma": _SIZES, "sensitivity": _SIZES}
    sigma: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, sigma: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, sigma=not_negative(sigma, "sigma"), sensitivity=not_negative(sensitivity, "sensitivity"))

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
        ratio_of_batches_with_others_at_zero(rate)
        return DominatingPair(NullBatchPair(ball_of(quotient(self.sigma, self.sensitivity)), rate), largest=unbounded)

    def rounded_form(self) -> RoundedGaussian:
        """Rounded normal noise."""
        return RoundedGaussian(self.sigma, whole_number(self.sensitivity))

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """Half-lines from places within the range."""
        a_range_limits_half_lines_most_from_its_ends(low, high, distance)
        far, sigma, ends = ball_of(distance), ball_of(self.sigma), (ball_of(low), ball_of(high))
        mirrored = low == add(distance, multiply(rational(-1), high))  # the same term, also of irrational numbers
        lines = HalfLines(far, sigma, between(*ends), equals_mirror=mirrored)
        # Seen from the other side the ends are the distance less the high and less the low one.
        other = largest_loss(far, sigma, ball_of(add(distance, multiply(rational(-1), low))))
        return DominatingPair(lines, largest=largest_loss(far, sigma, ends[1]), least=minus(other))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return GaussianNoise(self.sigma)


@dataclass(frozen=True)
class Laplace(Noise):
    """A value of bounded contributions plus Laplace noise with density e^(-|x|/scale)/(2 scale).

    Raises:
        DomainError: not positive.

    Example:
        >>> print(Laplace(scale=10))
        laplace(scale=10, sensitivity=1)
    """

    name: ClassVar[str] = "laplace"
    tight: ClassVar[bool] = True
    whole: ClassVar[bool] = False
    several_answers: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"scale": _SIZES, "sensitivity": _SIZES}
    scale: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, scale: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, scale=not_negative(scale, "scale"), sensitivity=not_negative(sensitivity, "sensitivity"))

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Laplace laws at a distance in scales, the largest loss."""
        ratio = quotient(distance, self.scale)
        return DominatingPair(
            LaplacePair(ball_of(ratio)), LaplaceLoss(ball_of(ratio)), largest=ball_of(ratio), bound=ratio
        )

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

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return LaplaceNoise(self.scale)


@dataclass(frozen=True)
class RoundedGaussian(Noise):
    """Normal noise on an integer, rounded to the nearest integer; `rounded(gaussian(..))` in the language."""

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    sigma: ExactReal
    sensitivity: int

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Half-lines from half odd numbers on."""
        lines = HalfLines(ball_of(distance), ball_of(self.sigma), odd_halves)
        return DominatingPair(lines, largest=unbounded)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_rounded(ball_of(self.sigma), *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return RoundedGaussianNoise(self.sigma)


@dataclass(frozen=True)
class RoundedLaplace(Noise):
    """Laplace noise on an integer, rounded to the nearest integer; `rounded(laplace(..))` in the language."""

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    scale: ExactReal
    sensitivity: int

    def pair(self, distance: ExactReal) -> DominatingPair:
        """The integers between the answers, and what is beyond them joined."""
        if whole_number(distance) > MOST_ROWS:
            return _far(distance, self.scale, far_rounded_laplace_tail)
        return replace(of_atoms(rounded_laplace(self.scale, distance)), bound=quotient(distance, self.scale))

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """True where there is room for an output beyond both answers, which has the ratio of all further ones."""
        return room_for_one_output_keeps_the_loss_of_rounded_laplace_noise.holds(low, high, distance)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_rounded_laplace(self.scale, *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return RoundedLaplaceNoise(self.scale)


@dataclass(frozen=True)
class DiscreteGaussian(Noise):
    """An integer plus noise with probabilities proportional to e^(-k^2/(2 sigma^2)), k an integer.

    Args:
        sigma: the parameter of the noise, >= 0.
        sensitivity: largest contribution of one record, an integer >= 0.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "discrete-gaussian"
    tight: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"sigma": _SIZES, "sensitivity": _WHOLE_SIZES}
    sigma: ExactReal
    sensitivity: int = 1

    def __init__(self, sigma: Readable, sensitivity: Readable = 1) -> None:
        set_fields(
            self, sigma=not_negative(sigma, "sigma"), sensitivity=not_negative_integer(sensitivity, "sensitivity")
        )

    def pair(self, distance: ExactReal) -> DominatingPair:
        """All integers."""
        from sdp_proofs.accounting.noise_pairs import DiscreteGaussianLoss, DiscreteGaussianPair

        the_discrete_gaussian_loss_is_that_of_the_gaussian(distance)
        whole, variance = whole_number(distance), ball_of(multiply(self.sigma, self.sigma))
        pair, loss = DiscreteGaussianPair(variance, whole), DiscreteGaussianLoss(variance, whole)
        return DominatingPair(pair, loss, largest=unbounded)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_discrete_gaussian(ball_of(multiply(self.sigma, self.sigma)), *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return DiscreteGaussianNoise(multiply(self.sigma, self.sigma).ball)


@dataclass(frozen=True)
class Geometric(Noise):
    """An integer plus two-sided geometric noise, with probabilities proportional to e^(-|k|/scale).

    Args:
        scale: >= 0.
        sensitivity: largest contribution of one record, an integer >= 0.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "geometric"
    tight: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("discrete-laplace", "two-sided-geometric")
    several_answers: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"scale": _SIZES, "sensitivity": _WHOLE_SIZES}
    scale: ExactReal
    sensitivity: int = 1

    def __init__(self, scale: Readable, sensitivity: Readable = 1) -> None:
        set_fields(
            self, scale=not_negative(scale, "scale"), sensitivity=not_negative_integer(sensitivity, "sensitivity")
        )

    def pair(self, distance: ExactReal) -> DominatingPair:
        """The integers between the answers, and what is beyond them joined."""
        if whole_number(distance) > MOST_ROWS:
            return _far(distance, self.scale, far_geometric_tail)
        pair = dominating_pairs.geometric(self.scale, whole_number(distance))
        return replace(of_atoms(pair), bound=quotient(distance, self.scale))

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Beyond both answers, these included, the probabilities have one ratio."""
        return truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The pair of the noise itself."""
        truncation_to_a_range_of_the_answers_loses_nothing(low, high, distance)
        return self.pair(distance)

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return GeometricNoise(self.scale)


@dataclass(frozen=True)
class Binomial(Noise):
    """An integer plus the number of heads of `coins` fair coins, less half of them.

    Args:
        coins: an even positive integer.
        sensitivity: largest contribution of one record, an integer >= 0.

    Raises:
        DomainError: not as described.
        SizeError: more coins than can be listed.

    Example:
        >>> print(Binomial(coins=100))
        binomial(coins=100, sensitivity=1)
    """

    name: ClassVar[str] = "binomial"
    tight: ClassVar[bool] = True
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"coins": (2, 4, 8, 14, 20), "sensitivity": _WHOLE_SIZES}
    coins: int
    sensitivity: int = 1

    def __init__(self, coins: Readable, sensitivity: Readable = 1) -> None:
        number = positive_integer(coins, "coins")
        if number % 2:
            raise DomainError(f"coins must be even, so that the noise has mean zero at an integer, got {number}")
        if number > MOST_ROWS:
            raise SizeError(f"coins must be at most {MOST_ROWS}, got {number}")
        set_fields(self, coins=number, sensitivity=not_negative_integer(sensitivity, "sensitivity"))

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Heads, and heads shifted by the distance."""
        return of_atoms(dominating_pairs.binomial(self.coins, whole_number(distance)))

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_binomial(self.coins, *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return BinomialNoise(self.coins)
