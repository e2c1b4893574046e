"""Describe noise on an answer: its pair at a distance, and the tail and moments of its size.

All noises are symmetric and log-concave, so the pair equals its mirror. The classes are in `continuous_noise` and
`integer_noise`.

World: exact descriptions, and enclosures of the tail and moments; see `release`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from sdp_proofs.accounting import dominating_pairs
from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    ball_of,
    of_atoms,
    quotient,
    whole_number,
)
from sdp_proofs.accounting.lemmas import a_range_limits_symmetric_noise_most_from_its_ends
from sdp_proofs.accounting.noise_pairs import FarAnswers
from sdp_proofs.accounting.pairs import ANY, REPLACE_ONE, Ball
from sdp_proofs.accounting.release import SENSITIVITY, Mechanism
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import ExactReal, Readable, multiply, rational, shown, sign

SIZES = ("1", "2", "1/2", "3/2", "5")
WHOLE_SIZES = (1, 2, 3)


@dataclass(frozen=True)
class Noise(Mechanism):
    """Noise on an answer: neighbouring answers are one sensitivity apart, or two where a record is replaced.

    A subclass has a field `sensitivity`. Noise that can be rounded or truncated says how, and noise of which the
    error is asked has the tail and three moments of the size |Y| of the noise variable Y, balls at the working
    precision.

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
        raise DomainError(f"truncated must be given noise whose truncation is known, got {self.name}")

    def noise(self) -> Noise:
        """Noise of which the tail and moments are known: itself, or what it is rounded to.

        Raises:
            DomainError: these are not known, or nothing is added.
        """
        if self.noiseless or type(self).beyond is Noise.beyond:
            raise DomainError(f"utility must be that of one mechanism that adds noise, got {shown(str(self))}")
        return self

    def beyond(self, place: arb) -> arb:
        """P(|Y| > place), place >= 0, an integer where Y is one."""
        raise NotImplementedError

    def mean_size(self) -> arb:
        """E|Y|."""
        raise NotImplementedError

    def mean_square(self) -> arb:
        """E Y^2."""
        raise NotImplementedError

    def mean_fourth(self) -> arb:
        """E Y^4."""
        raise NotImplementedError

    def mean_length(self, count: int) -> arb | None:
        """The expected l2 norm of several independent Y; None where there is no closed form."""
        return None

    def mean_largest(self, count: int) -> arb | None:
        """The expected largest |Y| of several; None where it is a sum over integers."""
        return None

    def norm_beyond(self, norm: str, count: int) -> Callable[[arb], arb] | None:
        """P(the l1 or l2 norm of several > x), as a function of x; None where there is no closed form."""
        return None


def whole_places(distance: ExactReal, low: ExactReal, high: ExactReal) -> tuple[int, int, int]:
    """A distance of integers, and the ends of a range of integers that holds both answers."""
    a_range_limits_symmetric_noise_most_from_its_ends(low, high, distance)
    return whole_number(distance), whole_number(low), whole_number(high)


def far_apart(distance: ExactReal, scale: ExactReal, tail: Callable[[Ball], Callable[[int], arb]]) -> DominatingPair:
    """Noise on answers with too many outputs between them, whose losses are at most distance/scale."""
    bound, width = quotient(distance, scale), ball_of(scale)
    pair = FarAnswers(whole_number(distance), width, tail(width))
    return DominatingPair(pair, largest=ball_of(bound), bound=bound)


def can_be(kind: type[Noise], how: str) -> bool:
    """True where a class of noise says how it is rounded (`rounded_form`) or truncated (`truncated_pair`)."""
    return getattr(kind, how) is not getattr(Noise, how)
