"""The mechanisms that can be released, without sampling, each with the pair that dominates it.

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
from typing import TYPE_CHECKING, Any, ClassVar, Self

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
    positive,
    positive_integer,
    read_epsilon_of,
    set_fields,
    text,
)
from sdp_proofs.accounting.sampled_gaussian import NullBatchPair, SampledGaussian
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import ExactReal, Readable, add, multiply, rational, read_integer, read_rational, shown

if TYPE_CHECKING:
    from sdp_proofs.distributions.finite import Counts
    from sdp_proofs.distributions.noise import NoiseLaw

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

    @property
    def silent(self) -> bool:
        """Whether nothing is added to the answer, as what says how much is zero."""
        return any(getattr(self, name) == rational(0) for name in self.more_is_safer)

    @property
    def largest_change(self) -> ExactReal:
        """The sensitivity as a real number."""
        distance: ExactReal | int = self.sensitivity  # type: ignore[attr-defined]
        return distance if isinstance(distance, ExactReal) else rational(distance)

    def apart(self, adjacency: str) -> ExactReal:
        """How far apart neighbouring answers are."""
        return multiply(rational(2), self.largest_change) if adjacency == REPLACE_ONE else self.largest_change

    def at(self, distance: Readable) -> Self:
        """See `Release`."""
        return replace(self, sensitivity=distance)  # type: ignore[call-arg]

    def between(self, own: int, other: int) -> DominatingPair:
        """Noise on two given answers, as far apart as the sensitivity, P that on the first.

        Raises:
            DomainError: answers that this noise cannot have.
        """
        if not (self.symmetric and self.tight):
            raise DomainError(f"noise on two given answers must be symmetric, and its pair tight, got {self.name}")
        return self.step(Neighbouring(ANY, mirrored=False))

    def rounded_form(self) -> Noise | None:
        """What it is when it is rounded to integers; None where that is not known."""
        return None

    def joins_one_ratio(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Whether the outputs that become an end of a range have one ratio, for answers 0 and a distance within it.

        Only if that is decided: a lemma says what follows.
        """
        return False

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """Noise on two answers, P that on the larger and Q that on the smaller one, cut to a range.

        Args:
            distance: of the answers.
            low: the lower end of the range less the smaller answer, at most 0.
            high: the upper end less the smaller answer, at least the distance.

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
    """Whether a class of noise says how it is rounded (`rounded_form`) or truncated (`cut`)."""
    return getattr(kind, how) is not getattr(Noise, how)


@dataclass(frozen=True)
class Gaussian(Noise):
    """A value of bounded contributions plus normal noise.

    Args:
        sigma: standard deviation of the noise, >= 0; without noise the output tells all.
        sensitivity: largest contribution of one record, > 0.

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
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"sigma": _SIZES, "sensitivity": _SIZES}
    sigma: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, sigma: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, sigma=not_negative(sigma, "sigma"), sensitivity=positive(sensitivity, "sensitivity"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """Normal laws at a distance in deviations."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        mu = quotient(self.apart(view.adjacency), self.sigma)
        square = multiply(mu, mu)
        return DominatingPair(GaussianPair(ball_of(mu)), GaussianLoss(ball_of(square)), square, largest=unbounded)

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """With moments that are known."""
        if self.silent:
            return super().sampled_step(rate, view)
        sigma = quotient(self.sigma, self.apart(view.adjacency))
        return replace(super().sampled_step(rate, view), loss=SampledGaussian(rate, sigma, remove=not view.mirrored))

    def others_at_zero(self, rate: Fraction) -> DominatingPair | None:
        """One pair for both sides."""
        if self.silent:
            return None
        ratio_of_batches_with_others_at_zero(rate)
        return DominatingPair(NullBatchPair(ball_of(quotient(self.sigma, self.sensitivity)), rate), largest=unbounded)

    def rounded_form(self) -> RoundedGaussian:
        """Rounded normal noise."""
        return RoundedGaussian(self.sigma, whole_number(self.sensitivity))

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """Half-lines from places within the range."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        a_range_limits_half_lines_most_from_its_ends(low, high, distance)
        far, sigma, ends = ball_of(distance), ball_of(self.sigma), (ball_of(low), ball_of(high))
        mirrored = low == add(distance, multiply(rational(-1), high))  # the same term, also of irrational numbers
        lines = HalfLines(far, sigma, between(*ends), equals_mirror=mirrored)
        # Seen from the other side the ends are the distance less the high and less the low one.
        other = largest_loss(far, sigma, ball_of(add(distance, multiply(rational(-1), low))))
        return DominatingPair(lines, largest=largest_loss(far, sigma, ends[1]), least=minus(other))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import GaussianNoise

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
        set_fields(self, scale=not_negative(scale, "scale"), sensitivity=positive(sensitivity, "sensitivity"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """Laplace laws at a distance in scales, the largest loss."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        ratio = quotient(self.apart(view.adjacency), self.scale)
        return DominatingPair(
            LaplacePair(ball_of(ratio)), LaplaceLoss(ball_of(ratio)), largest=ball_of(ratio), bound=ratio
        )

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """With moments that are known, and losses from that of -l to that of l, the largest loss."""
        if self.silent:
            return super().sampled_step(rate, view)
        plain = self.step(view)
        loss = SampledLaplace(rate, plain.pair.distance, remove=not view.mirrored)  # type: ignore[attr-defined]
        low, high = sampled_loss(minus(plain.largest), rate), sampled_loss(plain.largest, rate)
        ends = (minus(low), minus(high)) if view.mirrored else (high, low)
        return replace(super().sampled_step(rate, view), loss=loss, largest=ends[0], least=ends[1])

    def rounded_form(self) -> RoundedLaplace:
        """Rounded Laplace noise."""
        return RoundedLaplace(self.scale, whole_number(self.sensitivity))

    def joins_one_ratio(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Beyond both answers the densities have one ratio."""
        return truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """That of the noise itself."""
        truncation_to_a_range_of_the_answers_loses_nothing(low, high, distance)
        return self.at(distance).step(Neighbouring(ANY, mirrored=False))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import LaplaceNoise

        return LaplaceNoise(self.scale)


@dataclass(frozen=True)
class RoundedGaussian(Noise):
    """Normal noise on an integer, rounded to the nearest integer; `rounded(gaussian(..))` in the language."""

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    sigma: ExactReal
    sensitivity: int

    def step(self, view: Neighbouring) -> DominatingPair:
        """Half-lines from half odd numbers on."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        lines = HalfLines(ball_of(self.apart(view.adjacency)), ball_of(self.sigma), odd_halves)
        return DominatingPair(lines, largest=unbounded)

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_rounded(ball_of(self.sigma), *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import RoundedGaussianNoise

        return RoundedGaussianNoise(self.sigma)


@dataclass(frozen=True)
class RoundedLaplace(Noise):
    """Laplace noise on an integer, rounded to the nearest integer; `rounded(laplace(..))` in the language."""

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    scale: ExactReal
    sensitivity: int

    def step(self, view: Neighbouring) -> DominatingPair:
        """The integers between the answers, and what is beyond them joined."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        distance = self.apart(view.adjacency)
        if whole_number(distance) > MOST_ROWS:
            return _far(distance, self.scale, far_rounded_laplace_tail)
        return replace(of_atoms(rounded_laplace(self.scale, distance)), bound=quotient(distance, self.scale))

    def joins_one_ratio(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Where there is room for an output beyond both answers, which has the ratio of all further ones."""
        return room_for_one_output_keeps_the_loss_of_rounded_laplace_noise.holds(low, high, distance)

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_rounded_laplace(self.scale, *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import RoundedLaplaceNoise

        return RoundedLaplaceNoise(self.scale)


@dataclass(frozen=True)
class DiscreteGaussian(Noise):
    """An integer plus noise with probabilities proportional to e^(-k^2/(2 sigma^2)), k an integer.

    Args:
        sigma: the parameter of the noise, >= 0.
        sensitivity: largest contribution of one record, a positive integer.

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
        set_fields(self, sigma=not_negative(sigma, "sigma"), sensitivity=positive_integer(sensitivity, "sensitivity"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """All integers."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        from sdp_proofs.accounting.noise_pairs import DiscreteGaussianLoss, DiscreteGaussianPair

        distance = self.apart(view.adjacency)
        the_discrete_gaussian_loss_is_that_of_the_gaussian(distance)
        whole, variance = whole_number(distance), ball_of(multiply(self.sigma, self.sigma))
        pair, loss = DiscreteGaussianPair(variance, whole), DiscreteGaussianLoss(variance, whole)
        return DominatingPair(pair, loss, largest=unbounded)

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_discrete_gaussian(ball_of(multiply(self.sigma, self.sigma)), *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import DiscreteGaussianNoise

        return DiscreteGaussianNoise(multiply(self.sigma, self.sigma).ball)


@dataclass(frozen=True)
class Geometric(Noise):
    """An integer plus two-sided geometric noise, with probabilities proportional to e^(-|k|/scale).

    Args:
        scale: >= 0.
        sensitivity: largest contribution of one record, a positive integer.

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
        set_fields(self, scale=not_negative(scale, "scale"), sensitivity=positive_integer(sensitivity, "sensitivity"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """The integers between the answers, and what is beyond them joined."""
        if self.silent:
            return of_atoms(dominating_pairs.told())
        distance = self.apart(view.adjacency)
        if whole_number(distance) > MOST_ROWS:
            return _far(distance, self.scale, far_geometric_tail)
        pair = dominating_pairs.geometric(self.scale, whole_number(distance))
        return replace(of_atoms(pair), bound=quotient(distance, self.scale))

    def joins_one_ratio(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Beyond both answers, these included, the probabilities have one ratio."""
        return truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """That of the noise itself."""
        truncation_to_a_range_of_the_answers_loses_nothing(low, high, distance)
        return self.at(distance).step(Neighbouring(ANY, mirrored=False))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import GeometricNoise

        return GeometricNoise(self.scale)


@dataclass(frozen=True)
class Binomial(Noise):
    """An integer plus the number of heads of `coins` fair coins, less half of them.

    Args:
        coins: an even positive integer.
        sensitivity: largest contribution of one record, a positive integer.

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
        set_fields(self, coins=number, sensitivity=positive_integer(sensitivity, "sensitivity"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """Heads, and heads shifted by the distance."""
        return of_atoms(dominating_pairs.binomial(self.coins, whole_number(self.apart(view.adjacency))))

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = _whole_places(distance, low, high)
        return of_atoms(truncated_binomial(self.coins, *places))

    def law(self) -> NoiseLaw:
        """See `Release`."""
        from sdp_proofs.distributions.noise import BinomialNoise

        return BinomialNoise(self.coins)


@dataclass(frozen=True)
class RandomisedResponse(Mechanism):
    """One record's type, told truthfully with probability `truth`, else one of the others at random.

    Args:
        truth: in [1/types, 1].
        types: at least two.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "randomised-response"
    relative_to: ClassVar[str] = ANY
    tight: ClassVar[bool] = True
    symmetric: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("randomized-response",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"truth": ("3/4", "9/10"), "types": (2, 3, 4)}
    truth: Fraction
    types: int = 2

    def __init__(self, truth: Readable, types: Readable = 2) -> None:
        chance, number = read_rational(truth, "truth"), read_integer(types, "types")
        if number < 2:
            raise DomainError(f"types must be >= 2, got {number}")
        if not Fraction(1, number) <= chance <= 1:
            raise DomainError(f"truth must be between 1/types = 1/{number} and 1, got {shown(truth)}")
        set_fields(self, truth=chance, types=number)

    def step(self, view: Neighbouring) -> DominatingPair:
        """The rows of two types."""
        return of_atoms(dominating_pairs.randomised_response(self.truth, self.types))


@dataclass(frozen=True)
class Pure(Mechanism):
    """Any mechanism with pure epsilon-differential privacy; the answer is the worst of all of them.

    Raises:
        DomainError: epsilon is negative.
    """

    name: ClassVar[str] = "pure"
    relative_to: ClassVar[str] = ANY
    tight: ClassVar[bool] = True
    symmetric: ClassVar[bool] = True
    less_is_safer: ClassVar[tuple[str, ...]] = ("epsilon",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"epsilon": ("0", "1/10", "1/2", "1", "2")}
    epsilon: ExactReal

    def __init__(self, epsilon: Readable) -> None:
        set_fields(self, epsilon=read_epsilon_of(epsilon))

    def step(self, view: Neighbouring) -> DominatingPair:
        """Randomised response at the odds."""
        return replace(of_atoms(dominating_pairs.approximate(self.epsilon, Fraction(0))), bound=self.epsilon)


@dataclass(frozen=True)
class Approximate(Mechanism):
    """Any mechanism with (epsilon, delta)-differential privacy; the answer is the worst of all of them.

    Raises:
        DomainError: epsilon is negative or delta not between 0 and 1.
    """

    name: ClassVar[str] = "approximate"
    relative_to: ClassVar[str] = ANY
    tight: ClassVar[bool] = True
    symmetric: ClassVar[bool] = True
    less_is_safer: ClassVar[tuple[str, ...]] = ("epsilon", "delta")
    at_most_one: ClassVar[tuple[str, ...]] = ("delta",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "epsilon": ("0", "1/10", "1/2", "1", "2"),
        "delta": ("0", "1", "1/2", "1/3", "1/100", "1e-6", "0.999999"),
    }
    epsilon: ExactReal
    delta: Fraction

    def __init__(self, epsilon: Readable, delta: Readable) -> None:
        chance = read_rational(delta, "delta")
        if not 0 <= chance <= 1:
            raise DomainError(f"delta must be between 0 and 1, got {shown(delta)}")
        set_fields(self, epsilon=read_epsilon_of(epsilon), delta=chance)

    def step(self, view: Neighbouring) -> DominatingPair:
        """Randomised response at the odds, or an output that tells."""
        return of_atoms(dominating_pairs.approximate(self.epsilon, self.delta))


@dataclass(frozen=True)
class Finite(Mechanism):
    """A mechanism with finitely many outputs, by its laws on the two databases of the worst pair.

    Args:
        first: probabilities of the outputs on one database: the one with the record, where one is added or removed.
        second: on the other, in the same order. Both directions are asked; which database has the record matters where
            records are sampled, here or in what is composed with it.

    Raises:
        DomainError: not two laws of the same length.

    Example:
        >>> print(Finite(first=["1/2", "1/2"], second=["1/4", "3/4"]))
        finite(first=[1/2, 1/2], second=[1/4, 3/4])
    """

    name: ClassVar[str] = "finite"
    relative_to: ClassVar[str] = ANY
    tight: ClassVar[bool] = True
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "first": (("1/2", "1/2"), ("0", "1"), ("1", "0"), ("9/10", "1/10")),
        "second": (("1/4", "3/4"), ("1/2", "1/2"), ("1e-9", "0.999999999")),
    }
    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]

    def __init__(self, first: Any, second: Any) -> None:
        laws = []
        for label, law in (("first", first), ("second", second)):
            entries = tuple(read_rational(entry, f"a probability of {label}") for entry in law)
            if any(entry < 0 for entry in entries) or sum(entries) != 1:
                raise DomainError(f"{label} must be probabilities that sum to one, got {shown(sum(entries))} in all")
            laws.append(entries)
        if len(laws[0]) != len(laws[1]):
            raise DomainError(f"first and second must be of one length, got {len(laws[0])} and {len(laws[1])}")
        if len(laws[0]) > MOST_ROWS:
            raise SizeError(f"a finite mechanism must have at most {MOST_ROWS} outputs, got {len(laws[0])}")
        set_fields(self, first=laws[0], second=laws[1])

    def step(self, view: Neighbouring) -> DominatingPair:
        """The two laws."""
        return of_atoms(dominating_pairs.table(self.first, self.second))


@dataclass(frozen=True)
class SamplingHistogram(Mechanism):
    """The histogram of a random sample without replacement: at the database of `counts`, or at the worst of its size.

    Args:
        draws: sample size.
        counts: records of each type; None for the worst database of `records` records.
        records: the number of records, given instead of the counts.

    Raises:
        DomainError: not exactly one of counts and records, or more draws than records.
    """

    name: ClassVar[str] = "sampling-histogram"
    relative_to: ClassVar[str] = REPLACE_ONE
    tight: ClassVar[bool] = True
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"draws": (0, 1, 2, 3), "records": (3, 10)}
    draws: int
    counts: tuple[int, ...] | None = None
    records: int | None = None

    def __init__(self, draws: Readable, counts: Any = None, records: Readable | None = None) -> None:
        if (counts is None) == (records is None):
            raise DomainError("exactly one of counts and records must be given")
        known = None if counts is None else tuple(read_integer(entry, "a count") for entry in counts)
        if known is not None and (len(known) < 2 or min(known) < 0):
            raise DomainError(f"counts must be two or more integers >= 0, got {text(known)}")
        size = positive_integer(records, "records") if known is None else sum(known)
        number = read_integer(draws, "draws")
        if not 0 <= number <= size:
            raise DomainError(f"draws must be between 0 and the {size} records, got {number}")
        set_fields(self, draws=number, counts=known, records=None if known is not None else size)

    def step(self, view: Neighbouring) -> DominatingPair:
        """The laws at a database and its neighbour, or at the worst database."""
        if self.counts is None or view.neighbour is None:
            return of_atoms(dominating_pairs.drawn_record(Fraction(self.draws, self.records or 1)))
        return of_atoms(dominating_pairs.histogram(self.draws, self.counts, view.neighbour))

    @property
    def database(self) -> Counts | None:
        """See `Mechanism`."""
        return self.counts

    def __str__(self) -> str:
        where = f"records={self.records}" if self.counts is None else f"counts={text(self.counts)}"
        return f"{self.name}(draws={self.draws}, {where})"
