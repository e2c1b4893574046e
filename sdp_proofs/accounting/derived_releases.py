"""Describe releases made of releases: batches of fixed size, post-processed and parallel ones.

**Batches.** World: exact descriptions; see `release`, where Poisson samples are. Only what a mechanism declares is
asked: its pair, the best form of that under sampling, whether it equals its mirror. No mechanism is known here by its
class.

**Post-processed: noise on a count, rounded or truncated.** World: exact descriptions; the pair in balls. No
post-processing raises delta. How much these two lower it:

* *Truncated* to a range that all answers lie in, Laplace and geometric noise keep their profile, also composed: the
  outputs beyond both answers have one likelihood ratio, and joining these loses nothing (claims
  `truncation-to-a-range-of-the-answers-loses-nothing`, `outputs-of-one-ratio-may-be-joined`). But neighbouring
  answers are no further apart than the ends of the range.
* *Rounded*, for integer answers. Laplace noise Y of scale b is 0 with probability 1 - u and k with (1 - u^2)
  u^(2|k|-1) / 2, u = e^(-1/(2b)) (claim `rounded-laplace-noise`). This law is log-concave, so the best events are
  half-lines and the largest distance d is the worst; the outputs below and above both answers are joined, and d + 3
  remain.
* *Rounded and truncated.* The output that is the smaller answer itself has the ratio u^(2d - 1) (1 + u)/2, all below it
  have u^(2d). So rounded Laplace noise keeps its profile where the range has room for one more output at either end
  (claim `room-for-one-output-keeps-the-loss-of-rounded-laplace-noise`). Where it has none it loses, as normal, discrete
  Gaussian and binomial noise always do: see `noise_pairs`. With room for one output no position of the answers in the
  range has the pair that dominates, which one step attains.

**Parallel: the records are split into parts by what they are, and each part has a release of its own.** Which pair of
parts a change touches depends on what neighbours are:

* *add-remove*: one part has a record more or less, the others are as they were. The cost is that of the worst part.
* *replace-one*: the two records may lie in one part, where the distance is twice the sensitivity, or in two: then one
  part loses a record and another gains one, and the two releases compose. Taking the worst part alone, as for
  add-remove, is wrong there. A statement that is itself about replaced records, such as pure(epsilon=..), says
  nothing about a part that loses one, and is refused.

The split is the same in all repetitions of one parallel release.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import Any, ClassVar

from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    at_least_zero,
    mirrored,
    sampled_loss,
)
from sdp_proofs.accounting.lemmas import parallel_composition, the_glued_profile_is_convex
from sdp_proofs.accounting.noise import Noise, can_be
from sdp_proofs.accounting.pairs import ADD_REMOVE, ANY, REPLACE_ONE, Replaced
from sdp_proofs.accounting.release import (
    MECHANISMS,
    MOST_TERMS,
    SENSITIVITY,
    Mechanism,
    Release,
    Run,
    Sampled,
    only_one,
)
from sdp_proofs.accounting.release_fields import positive_integer, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    multiply,
    rational,
    read_integer,
    read_rational,
    shown,
    sign,
)


@dataclass(frozen=True)
class WithoutReplacement(Sampled):
    """A mechanism run on a batch of fixed size, drawn afresh without replacement.

    Args:
        batch: its size, between 0 and the number of records; in an empty one nothing is seen.
        records: the number of records.
        mechanism: what is run.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "without-replacement"
    relative_to: ClassVar[str] = REPLACE_ONE
    symmetric: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("fixed-batch",)
    more_is_safer: ClassVar[tuple[str, ...]] = ("records",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("batch",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"batch": (1, 2), "records": (2, 10)}
    batch: int
    records: int
    mechanism: Mechanism

    def __init__(self, batch: Readable, records: Readable, mechanism: Release) -> None:
        size, population = read_integer(batch, "batch"), positive_integer(records, "records")
        if not 0 <= size <= population:
            raise DomainError(f"batch must be between 0 and the {population} records, got {size}")
        set_fields(self, batch=size, records=population, mechanism=only_one(mechanism, self.name))

    @property
    def rate(self) -> Fraction:
        """The part of the records in a batch."""
        return Fraction(self.batch, self.records)

    @property
    def is_batch(self) -> bool:
        """True where some records are left out, and not all."""
        return 0 < self.rate < 1

    def sampled_null_batch(self) -> DominatingPair | None:
        """Ask the mechanism."""
        return self.mechanism.null_batch(self.rate)

    def attained(self, adjacency: str) -> bool:
        """No two databases are known to have the pair that dominates, unless nothing is seen."""
        return self.rate == 0

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Ask the mechanism; else the one pair of databases whose other records are at the edge."""
        return () if self.rate == 0 else self.mechanism.alternatives(adjacency) or (Fraction(0),)

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The glued pair; or, of two databases, that of the edge: a batch without the record looks like the other one.

        Raises:
            DomainError: the mechanism does not say that it equals its mirror.
        """
        if view.one_pair is not None:
            known = self.mechanism.alternatives(view.adjacency)
            return self._mixed(view if known else replace(view, one_pair=None))
        return self.step(view)

    def step(self, view: Neighbouring) -> DominatingPair:
        """See `pairs`: (P, Q) of a mechanism that equals its mirror, glued at one."""
        if not self.mechanism.symmetric:
            raise DomainError(
                f"without-replacement must be given a mechanism that equals its mirror, got {self.mechanism.name}"
            )
        if self.rate == 0:
            return self._mixed(view)
        plain = self.mechanism.step(view)
        the_glued_profile_is_convex(plain.pair)
        if self.rate == 1 or plain.bound == rational(0):
            return plain
        # A mechanism that tells all has no finite loss, and a batch of it one of zero: the record is not in it.
        return DominatingPair(
            Replaced(plain.pair, self.rate), largest=at_least_zero(sampled_loss(plain.largest, self.rate))
        )

    def __str__(self) -> str:
        return f"{self.name}(batch={self.batch}, records={self.records}, {self.mechanism})"


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
        >>> from sdp_proofs.accounting.continuous_noise import Laplace
        >>> print(Rounded(Laplace(2)))
        rounded(laplace(scale=2, sensitivity=1))
    """

    name: ClassVar[str] = "rounded"
    inner: ClassVar[str] = "mechanism"
    less_is_safer: ClassVar[tuple[str, ...]] = ()
    exceptions_inside: ClassVar[Mapping[str, str]] = {
        "scale": "rounded, at epsilon = log(14) delta is 0.0503 at scale = 1/4 and 0.0514 at 0.27",
        "sigma": "rounded, at epsilon = 5 delta is 0.0228 at sigma = 1/4 and 0.0663 at 1/3",
    }
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
        """Ask the mechanism."""
        return self.mechanism.largest_change

    @property
    def stationary(self) -> bool:  # type: ignore[override]
        """Ask the mechanism."""
        return self.mechanism.stationary

    @property
    def tight(self) -> bool:  # type: ignore[override]
        """Ask the rounded noise."""
        return self._form.tight

    @property
    def _form(self) -> Noise:
        found = self.mechanism.rounded_form()
        assert found is not None, "it was asked when this was made"
        return found

    def at(self, distance: Readable) -> Rounded:
        """See `Release`."""
        return Rounded(self.mechanism.at(distance))

    def step(self, view: Neighbouring) -> DominatingPair:
        """See `Mechanism`."""
        return self._form.step(view)

    def truncation_loses_nothing(self, low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
        """See `Noise`.

        Example:
            >>> from sdp_proofs.accounting.continuous_noise import Laplace
            >>> ends = lambda low, high: (rational(low), rational(high), rational(1))
            >>> rounded = Rounded(Laplace(1))
            >>> [rounded.truncation_loses_nothing(*ends(low, 2)) for low in (0, -1)]
            [False, True]
        """
        return self._form.truncation_loses_nothing(low, high, distance)

    def truncated_pair(self, distance: ExactReal, low: ExactReal, high: ExactReal) -> DominatingPair:
        """See `Noise`."""
        return self._form.truncated(distance, low, high)

    def noise(self) -> Noise:
        """See `Noise`."""
        return self._form.noise()

    def __str__(self) -> str:
        return f"{self.name}({self.mechanism})"


@dataclass(frozen=True)
class Truncated(Noise):
    """An answer between two numbers, with noise: outputs beyond them become the nearer.

    Args:
        low: no answer is below it; an integer for noise on integers.
        high: no answer is above it.
        mechanism: the noise; any that says how it is `truncated_pair`.

    Raises:
        DomainError: low >= high, no noise, or an end that is no output.

    Example:
        >>> from sdp_proofs.accounting.integer_noise import Geometric
        >>> print(Truncated(0, 10, Geometric(2)))
        truncated(low=0, high=10, geometric(scale=2, sensitivity=1))
    """

    name: ClassVar[str] = "truncated"
    inner: ClassVar[str] = "mechanism"
    stationary: ClassVar[bool] = False
    more_is_safer: ClassVar[tuple[str, ...]] = ("low",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("high",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"low": (0, -1, -2), "high": (1, 2, 3, 4)}
    low: Fraction
    high: Fraction
    mechanism: Noise

    def __init__(self, low: Readable, high: Readable, mechanism: Release) -> None:
        if not isinstance(mechanism, Noise) or not can_be(type(mechanism), "truncated_pair"):
            raise DomainError(f"truncated must be given noise, such as gaussian(sigma=1), got {shown(str(mechanism))}")
        ends = read_rational(low, "low"), read_rational(high, "high")
        if ends[0] >= ends[1]:
            raise DomainError(f"low must be less than high, got {shown(low)} and {shown(high)}")
        if mechanism.whole and any(end.denominator != 1 for end in ends):
            raise DomainError(f"low and high must be integers, as the outputs are, got {shown(low)} and {shown(high)}")
        set_fields(self, low=ends[0], high=ends[1], mechanism=mechanism)

    @classmethod
    def counted(cls, parameter: str, given: Mapping[str, Readable]) -> tuple[Fraction, int]:
        """One end is counted from the other, as the length of the range."""
        other = read_rational(given.get("high" if parameter == "low" else "low", 0), "the other end")
        return other, -1 if parameter == "low" else 1

    @property
    def sensitivity(self) -> ExactReal:
        """Ask the mechanism."""
        return self.mechanism.largest_change

    @property
    def length(self) -> Fraction:
        """The length of the range."""
        return self.high - self.low

    def at(self, distance: Readable) -> Truncated:
        """See `Release`."""
        return Truncated(self.low, self.high, self.mechanism.at(distance))

    def reach(self, adjacency: str) -> ExactReal:
        """The distance of neighbouring answers, which the range limits."""
        distance, length = self.apart(adjacency), rational(self.length)
        return length if sign(add(distance, multiply(rational(-1), length))) == 1 else distance

    def step(self, view: Neighbouring) -> DominatingPair:
        """The noise's own pair where nothing is lost; else that of both ends, or of the answers asked for."""
        reach = self.reach(view.adjacency)
        if self._keeps(reach):
            return self.mechanism.at(reach).step(Neighbouring(ANY, mirrored=False))
        if view.one_pair is not None:
            return self.mechanism.truncated(reach, *self._ends(reach, view.one_pair))
        return self.mechanism.truncated(reach, add(reach, rational(-self.length)), rational(self.length))

    def attained(self, adjacency: str) -> bool:
        """True where some answers in the range lose nothing, or there is one place for them."""
        reach = self.reach(adjacency)
        one_place = self._keeps(reach) or reach == rational(self.length)
        return one_place and self.mechanism.attained(adjacency)

    def attained_once(self, adjacency: str) -> bool:
        """At all odds some answers have the delta of the pair of both ends: see `noise_pairs`."""
        return self.mechanism.attained_once(adjacency)

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Answers at the lower end, and in the middle."""
        return () if self.attained(adjacency) else _ROOMS

    def between(self, own: int, other: int) -> DominatingPair:
        """See `Noise`: the place of the answers in the range matters."""
        if not self.mechanism.tight:
            raise DomainError(f"noise on two given answers must have a tight pair, got {self.mechanism.name}")
        smaller, distance = min(own, other), rational(abs(own - other))
        if not (self.low <= smaller and max(own, other) <= self.high):
            raise DomainError(f"every count must be between the ends {self.low} and {self.high}, got one beyond")
        step = self.mechanism.truncated(distance, rational(self.low - smaller), rational(self.high - smaller))
        return step if own > other else mirrored(step)

    def noise(self) -> Noise:
        """Refuse: see `Noise`."""
        raise DomainError(
            "the error of truncated noise must be that of a given answer, on which it depends; "
            f"{self.mechanism} has no smaller one"
        )

    def _keeps(self, distance: ExactReal) -> bool:
        """True where answers so far apart, in the middle of the range, lose nothing."""
        low, high = self._ends(distance, Fraction(1, 2))
        return self.mechanism.truncation_loses_nothing(low, high, distance)

    def _ends(self, distance: ExactReal, share: Fraction) -> tuple[ExactReal, ExactReal]:
        """The ends of the range, seen from the smaller of two answers with a share of the room below them.

        Whole numbers, but for the distance of noise that is not whole: then the answers are at the lower end.
        """
        known = distance.as_fraction()
        below = 0 if known is None else math.floor((self.length - known) * share)
        return rational(-below), rational(self.length - below)

    def __str__(self) -> str:
        return f"{self.name}(low={self.low}, high={self.high}, {self.mechanism})"


@dataclass(frozen=True)
class Parallel(Mechanism):
    """Releases of disjoint parts of the records.

    Args:
        parts: one release each, at least one.

    Raises:
        DomainError: none, or something else than releases.

    Example:
        >>> from sdp_proofs.accounting.continuous_noise import Laplace
        >>> print(Parallel([Laplace(2), Laplace(3)]) * 4)
        parallel(laplace(scale=2, sensitivity=1), laplace(scale=3, sensitivity=1)) * 4
    """

    name: ClassVar[str] = "parallel"
    relative_to: ClassVar[str] = SENSITIVITY
    inner: ClassVar[str] = "parts"
    splits: ClassVar[bool] = True
    parts: tuple[Release, ...]

    def __init__(self, parts: Iterable[Any]) -> None:
        listed = tuple(parts)
        if not listed:
            raise DomainError("parallel must be given a release for each part, got none")
        if len(listed) > MOST_TERMS:
            raise SizeError(f"parallel must have at most {MOST_TERMS} parts, got {len(listed)}")
        for part in listed:
            if not isinstance(part, Release):
                raise DomainError(f"parallel must be given releases, got {shown(part)}")
            if any(term.splits for term, _ in part.terms()):
                raise DomainError("the parts of parallel must not be parallel themselves; name all parts in one")
        set_fields(self, parts=listed)

    def inside(self) -> Iterator[Mechanism]:
        """Yield those of all parts."""
        for part in self.parts:
            yield from (term for term, _ in part.terms())

    def touched(self, count: int, adjacency: str) -> list[tuple[Run, ...]]:
        """One part, or two of which one gains the record that the other loses; parts that are alike count once."""
        within = [_runs(part, count, adjacency) for part in dict.fromkeys(self.parts)]
        if adjacency != REPLACE_ONE:
            parallel_composition(adjacency)
            return within
        pairs = dict.fromkeys(permutations(self.parts, 2))
        return within + [
            _runs(left, count, ADD_REMOVE) + _runs(right, count, ADD_REMOVE, gains=True) for left, right in pairs
        ]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parts))})"


def _runs(part: Release, count: int, adjacency: str, *, gains: bool = False) -> tuple[Run, ...]:
    return tuple(Run(term, own * count, adjacency, gains) for term, own in part.terms())
