"""Noise on a count, rounded or truncated: post-processing that does not depend on the data.

World: exact descriptions; the pair in balls. No post-processing raises delta. How much these two lower it:

* *Truncated* to a range that all answers lie in, Laplace and geometric noise keep their profile, also composed: the
  outputs beyond both answers have one likelihood ratio, and joining these loses nothing (claims
  `truncation-to-a-range-of-the-answers-loses-nothing`, `outputs-of-one-ratio-may-be-joined`). But neighbouring answers
  are no further apart than the ends of the range.
* *Rounded*, for integer answers. Laplace noise Y of scale b is 0 with probability 1 - u and k with (1 - u^2) u^(2|k|-1)
  / 2, u = e^(-1/(2b)) (claim `rounded-laplace-noise`). This law is log-concave, so the best events are half-lines
  and the largest distance d is the worst; the outputs below and above both answers are joined, and d + 3 remain.
* *Rounded and truncated.* The output that is the smaller answer itself has the ratio u^(2d - 1) (1 + u)/2, all below it
  have u^(2d). So rounded Laplace noise keeps its profile only where the range has room for one more output at either
  end. Where it has none it loses, as normal, discrete Gaussian and binomial noise always do: see `cut_noise`. With room
  for one output no position of the answers in the range has the pair that dominates, which one step attains.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from sdp_proofs.accounting.binomial_noise import Binomial
from sdp_proofs.accounting.lemmas import (
    outputs_of_one_ratio_may_be_joined,
    rounded_laplace_noise,
    truncation_to_a_range_of_the_answers_loses_nothing,
)
from sdp_proofs.accounting.pairs import AtomPair, Masses
from sdp_proofs.accounting.plain_releases import MOST_ROWS, DiscreteGaussian, Gaussian, Geometric, Laplace
from sdp_proofs.accounting.release import Release, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import ctx, fmpq_poly
from sdp_proofs.numbers.reals import ExactReal, Readable, add, multiply, rational, read_rational, shown, sign


@dataclass(frozen=True)
class Rounded(Release):
    """An integer with Laplace or normal noise, rounded to the nearest integer.

    Args:
        mechanism: the noise, for a sensitivity that is an integer.

    Raises:
        DomainError: other noise.

    Example:
        >>> print(Rounded(Laplace(2)))
        rounded(laplace(scale=2, sensitivity=1))
    """

    name: ClassVar[str] = "rounded"
    mechanism: Laplace | Gaussian

    def __init__(self, mechanism: Release) -> None:
        if not isinstance(mechanism, Laplace | Gaussian):
            raise DomainError(f"rounded must be given laplace or gaussian noise, got {shown(str(mechanism))}")
        known = mechanism.sensitivity.as_fraction()
        if known is None or known.denominator != 1:
            raise DomainError(f"rounded must be given an integer sensitivity, got {mechanism.sensitivity}")
        set_fields(self, mechanism=mechanism)

    @property
    def sensitivity(self) -> ExactReal:
        """That of the mechanism."""
        return self.mechanism.sensitivity

    def __str__(self) -> str:
        return f"{self.name}({self.mechanism})"


Power = Any
"""A ball, a fraction, or the polynomial u itself: a law that is a polynomial in u is evaluated with any of them."""
Noise = Laplace | Geometric | Gaussian | DiscreteGaussian | Binomial | Rounded
"""What can be truncated."""


@dataclass(frozen=True)
class Truncated(Release):
    """An answer between two numbers, with noise: outputs beyond them become the nearer.

    Args:
        low: no answer is below it; an integer for noise on integers.
        high: no answer is above it.
        mechanism: the noise.

    Raises:
        DomainError: low >= high, no noise, or an end that is no output.

    Example:
        >>> print(Truncated(0, 10, Geometric(2)))
        truncated(low=0, high=10, geometric(scale=2, sensitivity=1))
    """

    name: ClassVar[str] = "truncated"
    low: Fraction
    high: Fraction
    mechanism: Noise

    def __init__(self, low: Readable, high: Readable, mechanism: Release) -> None:
        if not isinstance(mechanism, Noise):
            raise DomainError(f"truncated must be given noise, such as gaussian(sigma=1), got {shown(str(mechanism))}")
        ends = read_rational(low, "low"), read_rational(high, "high")
        if ends[0] >= ends[1]:
            raise DomainError(f"low must be less than high, got {shown(low)} and {shown(high)}")
        if not isinstance(mechanism, Laplace | Gaussian) and any(end.denominator != 1 for end in ends):
            raise DomainError(f"low and high must be integers, as the outputs are, got {shown(low)} and {shown(high)}")
        set_fields(self, low=ends[0], high=ends[1], mechanism=mechanism)

    @property
    def sensitivity(self) -> ExactReal | int:
        """That of the mechanism."""
        return self.mechanism.sensitivity

    @property
    def length(self) -> Fraction:
        """That of the range."""
        return self.high - self.low

    def reach(self, distance: ExactReal) -> ExactReal:
        """The distance of neighbouring answers, which the range limits."""
        length = rational(self.length)
        return length if sign(add(distance, multiply(rational(-1), length))) == 1 else distance

    def keeps(self, distance: ExactReal) -> bool:
        """Whether answers so far apart, in the middle of the range, lose nothing."""
        low, high = self.ends(distance, Fraction(1, 2))
        return joins_one_ratio(self.mechanism, low, high, distance)

    def attained(self, distance: ExactReal) -> bool:
        """Whether answers in the range have the pair that dominates: none is lost, or there is one place for them."""
        return self.keeps(distance) or distance == rational(self.length)

    def ends(self, distance: ExactReal, share: Fraction) -> tuple[ExactReal, ExactReal]:
        """Those of the range, seen from the smaller of two answers with a share of the room below them.

        Whole numbers, but for the distance of noise that is not whole: then the answers are at the lower end.
        """
        known = distance.as_fraction()
        below = 0 if known is None else math.floor((self.length - known) * share)
        return rational(-below), rational(self.length - below)

    def __str__(self) -> str:
        return f"{self.name}(low={self.low}, high={self.high}, {self.mechanism})"


def at_sensitivity(noise: Noise, distance: ExactReal) -> Noise:
    """The same noise, for answers so far apart.

    Example:
        >>> print(at_sensitivity(Rounded(Laplace(2)), rational(3)))
        rounded(laplace(scale=2, sensitivity=3))
    """
    if isinstance(noise, Rounded):
        return Rounded(at_sensitivity(noise.mechanism, distance))
    return replace(noise, sensitivity=distance)


def joins_one_ratio(noise: Noise, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
    """Whether the outputs that become an end of a range have one ratio, for answers 0 and a distance within it.

    Example:
        >>> noise, whole = Rounded(Laplace(1)), lambda low, high: (rational(low), rational(high), rational(1))
        >>> joins_one_ratio(noise, *whole(0, 2)), joins_one_ratio(noise, *whole(-1, 2))
        (False, True)
    """
    match noise:
        case Laplace() | Geometric():
            return truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)
        case Rounded(Laplace()):
            known = [value.as_fraction() for value in (low, high, distance)]
            bottom, top, apart = (value.numerator for value in known if value is not None)
            return all(
                outputs_of_one_ratio_may_be_joined.holds(_joined_rounded_laplace(room, apart))
                for room in (-bottom, top - apart)
            )
    return False


def _joined_rounded_laplace(room: int, distance: int) -> list[tuple[fmpq_poly, fmpq_poly]]:
    """An output so far below the smaller answer, and all below it: masses about the distance and about 0, in u.

    Beyond the first output below both answers the law is geometric, so more room than one changes nothing.
    """
    check_distance(distance)
    u, first = fmpq_poly([0, 1]), min(room, 1)
    return [
        (rounded_laplace_mass(first + distance, u), rounded_laplace_mass(first, u)),
        (rounded_laplace_tail(first + distance + 1, u), rounded_laplace_tail(first + 1, u)),
    ]


def check_distance(distance: int) -> None:
    """Refuse answers too far apart.

    Raises:
        SizeError: they are.
    """
    if distance > MOST_ROWS:
        raise SizeError(f"the distance of rounded noise must be at most {MOST_ROWS}, got {distance}")


def rounded_laplace_mass(place: int, u: Power) -> Power:
    """The probability that rounded Laplace noise is an integer: claim `rounded-laplace-noise`."""
    return 1 - u if place == 0 else (1 - u * u) * u ** (2 * abs(place) - 1) / 2


def rounded_laplace_tail(place: int, u: Power) -> Power:
    """The probability that it is at least an integer.

    Example:
        >>> u = Fraction(1, 2)
        >>> [rounded_laplace_tail(k, u) - rounded_laplace_tail(k + 1, u) == rounded_laplace_mass(k, u) for k in (-1, 0)]
        [True, True]
    """
    return u ** (2 * place - 1) / 2 if place > 0 else 1 - u ** (1 - 2 * place) / 2


def rounded_laplace(scale: ExactReal, distance: ExactReal) -> AtomPair:
    """Rounded Laplace noise about 0 and about an integer distance.

    Example:
        >>> pair = rounded_laplace(rational(1), rational(1))
        >>> [(p.str(3, radius=False), q.str(3, radius=False)) for p, q in pair.masses(64)]
        [('0.303', '0.112'), ('0.393', '0.192'), ('0.192', '0.393'), ('0.112', '0.303')]
    """
    rounded_laplace_noise(distance)
    apart = whole_number(distance)
    outputs_of_one_ratio_may_be_joined(_joined_rounded_laplace(1, apart))

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            u = (-1 / (2 * scale.ball(bits + 16))).exp()
            inner = [rounded_laplace_mass(k, u) for k in range(apart + 1)]
            own = [rounded_laplace_tail(1, u), *inner, rounded_laplace_tail(apart + 1, u)]
            return list(zip(own, own[::-1], strict=True))

    return AtomPair(masses)


def whole_number(value: ExactReal) -> int:
    """The integer that a number is.

    Raises:
        DomainError: it is none.
    """
    known = value.as_fraction()
    if known is None or known.denominator != 1:
        raise DomainError(f"a distance of integers must be an integer, got {value}")
    return known.numerator
