"""Describe noise on an integer: discrete Gaussian, two-sided geometric, binomial, each with its pair.

* *Geometric*, two-sided, also called discrete Laplace: probabilities (1-w)/(1+w) w^|k|, w = e^(-1/scale).
* *Discrete Gaussian*: probabilities proportional to e^(-k^2/(2v)) on the integers, v = sigma^2.
* *Binomial*, centred: the number of heads of 2m fair coins, less m.

Binomial noise [Dwork, Kenthapadi, McSherry, Mironov, Naor 2006] has a log-concave law, so the ratio of two shifted laws
is monotone (claim `the-ratio-of-shifted-binomial-laws-falls`), the best events are tails
(`half-lines-gain-up-to-the-odds`), and the largest shift dominates (`half-lines-gain-more-at-larger-distances`). An
answer outside the range of the other database's noise tells which database it was: delta is never zero.

World: exact descriptions, and enclosures; see `noise`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, ClassVar

from sdp_proofs.accounting import dominating_pairs
from sdp_proofs.accounting.dominating_pairs import DominatingPair, ball_of, of_atoms, quotient, unbounded, whole_number
from sdp_proofs.accounting.lemmas import (
    the_discrete_gaussian_loss_is_that_of_the_gaussian,
    truncation_to_a_range_of_the_answers_loses_nothing,
)
from sdp_proofs.accounting.noise import SIZES, WHOLE_SIZES, Noise, far_apart, whole_places
from sdp_proofs.accounting.noise_pairs import (
    DiscreteGaussianLoss,
    DiscreteGaussianPair,
    far_geometric_tail,
    truncated_binomial,
    truncated_discrete_gaussian,
)
from sdp_proofs.accounting.pairs import MOST_ROWS, Ball
from sdp_proofs.accounting.release_fields import not_negative_integer, positive_integer, set_fields, size_of_noise
from sdp_proofs.distributions.discrete_gaussian import lower_tail, row, total
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, whole
from sdp_proofs.numbers.reals import ExactReal, Readable, fraction_ball, multiply


@dataclass(frozen=True)
class DiscreteGaussian(Noise):
    """An integer plus noise with probabilities proportional to e^(-k^2/(2 sigma^2)), k an integer.

    Args:
        sigma: the parameter of the noise, >= 0.
        sensitivity: largest contribution of one record, an integer >= 0.

    Raises:
        DomainError: not as described.

    Example:
        >>> DiscreteGaussian(1).beyond(arb(0)).str(6, radius=False)
        '0.601058'
    """

    name: ClassVar[str] = "discrete-gaussian"
    tight: ClassVar[bool] = True
    amount: ClassVar[str] = "sigma"
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    exceptions: ClassVar[Mapping[str, str]] = {
        "sigma": "on integers, at epsilon = 5 delta is 0.0109 at sigma = 1/3 and 0.0676 at 1/2"
    }
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"sigma": SIZES, "sensitivity": WHOLE_SIZES}
    sigma: ExactReal
    sensitivity: int = 1

    def __init__(self, sigma: Readable | float, sensitivity: Readable = 1) -> None:
        set_fields(
            self, sigma=size_of_noise(sigma, "sigma"), sensitivity=not_negative_integer(sensitivity, "sensitivity")
        )

    def pair(self, distance: ExactReal) -> DominatingPair:
        """All integers."""
        the_discrete_gaussian_loss_is_that_of_the_gaussian(distance)
        whole, variance = whole_number(distance), ball_of(multiply(self.sigma, self.sigma))
        pair, loss = DiscreteGaussianPair(variance, whole), DiscreteGaussianLoss(variance, whole)
        return DominatingPair(pair, loss, largest=unbounded)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = whole_places(distance, low, high)
        return of_atoms(truncated_discrete_gaussian(ball_of(multiply(self.sigma, self.sigma)), *places))

    def beyond(self, place: arb) -> arb:
        """See `Noise`."""
        return 2 * lower_tail(self._variance(ctx.prec), -whole(place) - 1)

    def mean_size(self) -> arb:
        """See `Noise`."""
        return self._mean(abs)

    def mean_square(self) -> arb:
        """See `Noise`."""
        return self._mean(lambda value: value * value)

    def mean_fourth(self) -> arb:
        """See `Noise`."""
        return self._mean(lambda value: value**4)

    def _mean(self, weigh: Callable[[int], int]) -> arb:
        """A mean of a power of |k|: beyond K its terms fall at least by the next quotient of it and e^(-K/v)."""
        v = self._variance(ctx.prec)
        terms, _ = row(v, arb(0))
        inside = sum((weigh(k) * weight for k, weight in terms), arb(0))
        last, weight = terms[-1]
        factor = arb(weigh(last + 1)) / weigh(last) * (-arb(last) / v).exp()
        outside = 2 * weigh(last) * weight * factor / (1 - factor)
        return (inside + arb(0, outside.upper())) / total(v)

    @property
    def _variance(self) -> Ball:
        """The parameter v; the variance itself is a little less."""
        return multiply(self.sigma, self.sigma).ball


@dataclass(frozen=True)
class Geometric(Noise):
    """An integer plus two-sided geometric noise, with probabilities proportional to e^(-|k|/scale).

    Args:
        scale: >= 0.
        sensitivity: largest contribution of one record, an integer >= 0.

    Raises:
        DomainError: not as described.

    Example:
        >>> Geometric("1/log(2)").beyond(arb(0)).str(5, radius=False)
        '0.66667'
    """

    name: ClassVar[str] = "geometric"
    tight: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("discrete-laplace", "two-sided-geometric")
    several_answers: ClassVar[bool] = True
    amount: ClassVar[str] = "scale"
    more_is_safer: ClassVar[tuple[str, ...]] = ("scale",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"scale": SIZES, "sensitivity": WHOLE_SIZES}
    scale: ExactReal
    sensitivity: int = 1

    def __init__(self, scale: Readable | float, sensitivity: Readable = 1) -> None:
        set_fields(
            self, scale=size_of_noise(scale, "scale"), sensitivity=not_negative_integer(sensitivity, "sensitivity")
        )

    def pair(self, distance: ExactReal) -> DominatingPair:
        """The integers between the answers, and what is beyond them joined."""
        if whole_number(distance) > MOST_ROWS:
            return far_apart(distance, self.scale, far_geometric_tail)
        pair = dominating_pairs.geometric(self.scale, whole_number(distance))
        return replace(of_atoms(pair), bound=quotient(distance, self.scale))

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """Beyond both answers, these included, the probabilities have one ratio."""
        return truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The pair of the noise itself."""
        truncation_to_a_range_of_the_answers_loses_nothing(low, high, distance)
        return self.pair(distance)

    def beyond(self, place: arb) -> arb:
        """See `Noise`: 2 w^(place + 1)/(1 + w)."""
        step = self._step()
        return 2 * (-step * (place + 1)).exp() / (1 + (-step).exp())

    def mean_size(self) -> arb:
        """See `Noise`: 2w/(1 - w^2) = 1/sinh(1/scale)."""
        return 1 / self._step().sinh()

    def mean_square(self) -> arb:
        """See `Noise`: 2w/(1-w)^2 = 1/(2 sinh(1/(2 scale))^2)."""
        return 1 / (2 * (self._step() / 2).sinh() ** 2)

    def mean_fourth(self) -> arb:
        """See `Noise`: m (1 + 6m), m the mean square."""
        square = self.mean_square()
        return square * (1 + 6 * square)

    def _step(self) -> arb:
        return 1 / self.scale.ball(ctx.prec)


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
        >>> Binomial(2).beyond(arb(0)).str(5, radius=False), Binomial(2).probability(1)
        ('0.50000', Fraction(1, 4))
    """

    name: ClassVar[str] = "binomial"
    tight: ClassVar[bool] = True
    more_is_safer: ClassVar[tuple[str, ...]] = ("coins",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"coins": (2, 4, 8, 14, 20), "sensitivity": WHOLE_SIZES}
    coins: int
    sensitivity: int = 1

    def __init__(self, coins: Readable, sensitivity: Readable = 1) -> None:
        number = positive_integer(coins, "coins")
        if number % 2:
            raise DomainError(f"coins must be even, so that the noise has mean zero at an integer, got {number}")
        if number > MOST_ROWS:
            raise SizeError(f"coins must be at most {MOST_ROWS}, got {number}")
        set_fields(self, coins=number, sensitivity=not_negative_integer(sensitivity, "sensitivity"))

    @classmethod
    def counted(cls, parameter: str, given: Mapping[str, Readable]) -> tuple[Fraction, int]:
        """Coins are even."""
        return Fraction(0), 2 if parameter == "coins" else 1

    def pair(self, distance: ExactReal) -> DominatingPair:
        """Heads, and heads shifted by the distance."""
        return of_atoms(dominating_pairs.binomial(self.coins, whole_number(distance)))

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """The integers of the range."""
        places = whole_places(distance, low, high)
        return of_atoms(truncated_binomial(self.coins, *places))

    def probability(self, value: int) -> Fraction:
        """P(Y = value), exactly."""
        half = self.coins // 2
        return Fraction(comb(self.coins, half + value), 2**self.coins) if abs(value) <= half else Fraction(0)

    def beyond(self, place: arb) -> arb:
        """See `Noise`."""
        start = whole(place) + 1
        return fraction_ball(self._tails[start]) if start < len(self._tails) else arb(0)

    def mean_size(self) -> arb:
        """See `Noise`: m C(2m, m)/4^m."""
        return fraction_ball(self.coins // 2 * self.probability(0))

    def mean_square(self) -> arb:
        """See `Noise`: m/2."""
        return arb(self.coins) / 4

    def mean_fourth(self) -> arb:
        """See `Noise`: 2m (6m - 2)/16."""
        return arb(self.coins * (3 * self.coins - 2)) / 16

    @cached_property
    def _tails(self) -> list[Fraction]:
        """P(|Y| >= k) for every k up to m."""
        half, total, found = self.coins // 2, 0, []
        for value in range(half, 0, -1):
            total += 2 * comb(self.coins, half + value)
            found.append(Fraction(total, 2**self.coins))
        return [Fraction(1), *found[::-1]]
