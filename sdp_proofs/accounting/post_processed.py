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
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from sdp_proofs.accounting.plain_releases import Noise, can_be
from sdp_proofs.accounting.release import ANY, MECHANISMS, Release, set_fields
from sdp_proofs.accounting.steps import Step, View, mirrored
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import ExactReal, Readable, add, multiply, rational, read_rational, shown, sign

if TYPE_CHECKING:
    from sdp_proofs.distributions.noise.law import NoiseLaw

_ROOMS = (Fraction(0), Fraction(1, 2))
"""The shares of the room in a range that are below both answers of the pairs that two databases have."""


@dataclass(frozen=True)
class Rounded(Noise):
    """An integer with Laplace or normal noise, rounded to the nearest integer.

    Args:
        mechanism: the noise, for a sensitivity that is an integer; any that has a `rounded_form`.

    Raises:
        DomainError: other noise.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Laplace
        >>> print(Rounded(Laplace(2)))
        rounded(laplace(scale=2, sensitivity=1))
    """

    name: ClassVar[str] = "rounded"
    inner: ClassVar[str] = "mechanism"
    less_is_safer: ClassVar[tuple[str, ...]] = ()
    mechanism: Noise

    def __init__(self, mechanism: Release) -> None:
        if not isinstance(mechanism, Noise) or not can_be(type(mechanism), "rounded_form"):
            noises = [kind for kind in MECHANISMS.values() if issubclass(kind, Noise)]
            known = sorted((kind.name for kind in noises if can_be(kind, "rounded_form")), reverse=True)
            raise DomainError(f"rounded must be given {' or '.join(known)} noise, got {shown(str(mechanism))}")
        whole = mechanism.largest_change.as_fraction()
        if whole is None or whole.denominator != 1:
            raise DomainError(f"rounded must be given an integer sensitivity, got {mechanism.largest_change}")
        set_fields(self, mechanism=mechanism)

    @property
    def sensitivity(self) -> ExactReal:
        """That of the mechanism."""
        return self.mechanism.largest_change

    @property
    def stationary(self) -> bool:  # type: ignore[override]
        """That of the mechanism."""
        return self.mechanism.stationary

    @property
    def tight(self) -> bool:  # type: ignore[override]
        """That of the rounded noise."""
        return self._form.tight

    @property
    def _form(self) -> Noise:
        found = self.mechanism.rounded_form()
        assert found is not None, "it was asked when this was made"
        return found

    def at(self, distance: Readable) -> Rounded:
        """See `Release`."""
        return Rounded(self.mechanism.at(distance))

    def step(self, view: View) -> Step:
        """See `Mechanism`."""
        return self._form.step(view)

    def joins_one_ratio(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """See `Noise`.

        Example:
            >>> from sdp_proofs.accounting.plain_releases import Laplace
            >>> ends = lambda low, high: (rational(low), rational(high), rational(1))
            >>> Rounded(Laplace(1)).joins_one_ratio(*ends(0, 2)), Rounded(Laplace(1)).joins_one_ratio(*ends(-1, 2))
            (False, True)
        """
        return self._form.joins_one_ratio(low, high, distance)

    def cut(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> Step:
        """See `Noise`."""
        return self._form.cut(distance, low, high)

    def law(self) -> NoiseLaw:
        """See `Release`."""
        return self._form.law()

    def __str__(self) -> str:
        return f"{self.name}({self.mechanism})"


@dataclass(frozen=True)
class Truncated(Noise):
    """An answer between two numbers, with noise: outputs beyond them become the nearer.

    Args:
        low: no answer is below it; an integer for noise on integers.
        high: no answer is above it.
        mechanism: the noise; any that says how it is `cut`.

    Raises:
        DomainError: low >= high, no noise, or an end that is no output.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Geometric
        >>> print(Truncated(0, 10, Geometric(2)))
        truncated(low=0, high=10, geometric(scale=2, sensitivity=1))
    """

    name: ClassVar[str] = "truncated"
    inner: ClassVar[str] = "mechanism"
    stationary: ClassVar[bool] = False
    less_is_safer: ClassVar[tuple[str, ...]] = ()
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"low": (0, -1, -2), "high": (1, 2, 3, 4)}
    low: Fraction
    high: Fraction
    mechanism: Noise

    def __init__(self, low: Readable, high: Readable, mechanism: Release) -> None:
        if not isinstance(mechanism, Noise) or not can_be(type(mechanism), "cut"):
            raise DomainError(f"truncated must be given noise, such as gaussian(sigma=1), got {shown(str(mechanism))}")
        ends = read_rational(low, "low"), read_rational(high, "high")
        if ends[0] >= ends[1]:
            raise DomainError(f"low must be less than high, got {shown(low)} and {shown(high)}")
        if mechanism.whole and any(end.denominator != 1 for end in ends):
            raise DomainError(f"low and high must be integers, as the outputs are, got {shown(low)} and {shown(high)}")
        set_fields(self, low=ends[0], high=ends[1], mechanism=mechanism)

    @property
    def sensitivity(self) -> ExactReal:
        """That of the mechanism."""
        return self.mechanism.largest_change

    @property
    def length(self) -> Fraction:
        """That of the range."""
        return self.high - self.low

    def at(self, distance: Readable) -> Truncated:
        """See `Release`."""
        return Truncated(self.low, self.high, self.mechanism.at(distance))

    def reach(self, adjacency: str) -> ExactReal:
        """The distance of neighbouring answers, which the range limits."""
        distance, length = self.apart(adjacency), rational(self.length)
        return length if sign(add(distance, multiply(rational(-1), length))) == 1 else distance

    def step(self, view: View) -> Step:
        """That of the noise where nothing is lost; else the pair of both ends, or the answers that are asked for."""
        reach = self.reach(view.adjacency)
        if self._keeps(reach):
            return self.mechanism.at(reach).step(View(ANY, mirrored=False))
        if view.one_pair is not None:
            return self.mechanism.cut(reach, *self._ends(reach, view.one_pair))
        return self.mechanism.cut(reach, add(reach, rational(-self.length)), rational(self.length))

    def attained(self, adjacency: str) -> bool:
        """Whether some answers in the range lose nothing, or there is one place for them."""
        reach = self.reach(adjacency)
        one_place = self._keeps(reach) or reach == rational(self.length)
        return one_place and self.mechanism.attained(adjacency)

    def attained_once(self, adjacency: str) -> bool:
        """At all odds some answers have the delta of the pair of both ends: see `cut_noise`."""
        return self.mechanism.attained_once(adjacency)

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Answers at the lower end, and in the middle."""
        return () if self.attained(adjacency) else _ROOMS

    def between(self, own: int, other: int) -> Step:
        """See `Noise`: the place of the answers in the range matters."""
        if not self.mechanism.tight:
            raise DomainError(f"noise on two given answers must have a tight pair, got {self.mechanism.name}")
        smaller, distance = min(own, other), rational(abs(own - other))
        if not (self.low <= smaller and max(own, other) <= self.high):
            raise DomainError(f"every count must be between the ends {self.low} and {self.high}, got one beyond")
        step = self.mechanism.cut(distance, rational(self.low - smaller), rational(self.high - smaller))
        return step if own > other else mirrored(step)

    def law(self) -> NoiseLaw:
        """None: see `Release`."""
        raise DomainError(
            "the error of truncated noise must be asked of one answer, as it depends on that; "
            f"{self.mechanism} has no smaller one"
        )

    def _keeps(self, distance: ExactReal) -> bool:
        """Whether answers so far apart, in the middle of the range, lose nothing."""
        low, high = self._ends(distance, Fraction(1, 2))
        return self.mechanism.joins_one_ratio(low, high, distance)

    def _ends(self, distance: ExactReal, share: Fraction) -> tuple[ExactReal, ExactReal]:
        """Those of the range, seen from the smaller of two answers with a share of the room below them.

        Whole numbers, but for the distance of noise that is not whole: then the answers are at the lower end.
        """
        known = distance.as_fraction()
        below = 0 if known is None else math.floor((self.length - known) * share)
        return rational(-below), rational(self.length - below)

    def __str__(self) -> str:
        return f"{self.name}(low={self.low}, high={self.high}, {self.mechanism})"
