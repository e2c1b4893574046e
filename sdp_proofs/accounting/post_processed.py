"""Noise on a count, rounded or truncated: post-processing that does not depend on the data.

World: exact descriptions; the pair in balls. No post-processing raises delta. How much these two lower it:

* *Truncated* to a range that all answers lie in, Laplace and geometric noise keep their profile, also composed: the
  outputs beyond both answers have one likelihood ratio, and joining these loses nothing (claims
  `truncation-to-a-range-of-the-answers-loses-nothing`, `outputs-of-one-ratio-may-be-joined`). But neighbouring answers
  are no further apart than the ends of the range.
* *Rounded*, for integer answers. Laplace noise Y of scale b is 0 with probability 1 - u and k with (1 - u^2) u^(2|k|-1)
  / 2, u = e^(-1/(2b)) (claim `rounded-laplace-noise`). This law is log-concave, so the best events are half-lines
  and the largest distance d is the worst; the outputs below and above both answers are joined, and d + 3 remain.
* Normal, discrete Gaussian and binomial noise lose by both: see `cut_noise`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sdp_proofs.accounting.binomial_noise import Binomial
from sdp_proofs.accounting.pairs import AtomPair, Masses
from sdp_proofs.accounting.plain_releases import MOST_ROWS, DiscreteGaussian, Gaussian, Geometric, Laplace
from sdp_proofs.accounting.release import Release, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import ctx
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
    def keeps(self) -> bool:
        """Whether joining the outputs beyond an end loses nothing: they have one ratio."""
        inner = self.mechanism.mechanism if isinstance(self.mechanism, Rounded) else self.mechanism
        return isinstance(inner, Laplace | Geometric)

    @property
    def length(self) -> Fraction:
        """That of the range."""
        return self.high - self.low

    def reach(self, distance: ExactReal) -> ExactReal:
        """The distance of neighbouring answers, which the range limits."""
        length = rational(self.length)
        return length if sign(add(distance, multiply(rational(-1), length))) == 1 else distance

    def at(self, distance: ExactReal) -> Laplace | Geometric | Rounded:
        """Of noise that loses nothing: the mechanism at the distance of neighbouring answers."""
        assert self.keeps
        reach = self.reach(distance)
        match self.mechanism:
            case Laplace():
                return Laplace(self.mechanism.scale, reach)
            case Geometric():
                return Geometric(self.mechanism.scale, reach)
            case Rounded(Laplace() as inner):
                return Rounded(Laplace(inner.scale, reach))
        raise AssertionError(f"noise whose ratio is constant beyond the answers, got {self.mechanism}")

    def __str__(self) -> str:
        return f"{self.name}(low={self.low}, high={self.high}, {self.mechanism})"


def rounded_laplace(scale: ExactReal, distance: int) -> AtomPair:
    """Rounded Laplace noise about 0 and about an integer distance.

    Example:
        >>> pair = rounded_laplace(rational(1), 1)
        >>> [(p.str(3, radius=False), q.str(3, radius=False)) for p, q in pair.masses(64)]
        [('0.303', '0.112'), ('0.393', '0.192'), ('0.192', '0.393'), ('0.112', '0.303')]
    """
    if distance > MOST_ROWS:
        raise SizeError(f"the distance of rounded noise must be at most {MOST_ROWS}, got {distance}")

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            u = (-1 / (2 * scale.ball(bits + 16))).exp()
            inner = [1 - u, *((1 - u * u) * u ** (2 * k - 1) / 2 for k in range(1, distance + 1))]
            own = [u / 2, *inner, u ** (2 * distance + 1) / 2]
            return list(zip(own, own[::-1], strict=True))

    return AtomPair(masses)
