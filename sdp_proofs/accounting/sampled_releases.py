"""Sampled mechanisms: whatever is run on a random part of the records says itself how that looks.

World: exact descriptions; see `release`. Only what a mechanism declares is asked: its pair, the best form of that under
sampling, whether it equals its mirror. No mechanism is known here by its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from sdp_proofs.accounting.finite_pairs import nothing
from sdp_proofs.accounting.lemmas import the_glued_profile_is_convex
from sdp_proofs.accounting.pairs import Replaced
from sdp_proofs.accounting.release import (
    ADD_REMOVE,
    REPLACE_ONE,
    Mechanism,
    Release,
    positive_integer,
    set_fields,
)
from sdp_proofs.accounting.steps import Step, View, at_least_zero, of_atoms, sampled_loss
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, rational, read_integer, read_rational, shown


@dataclass(frozen=True)
class Sampled(Mechanism):
    """A mechanism run on a random part of the records: what both kinds of sampling share.

    A subclass has a field or property `rate`, the part of the records, and `mechanism`, what is run.
    """

    inner: ClassVar[str] = "mechanism"
    sampling: ClassVar[bool] = True

    def attained(self, adjacency: str) -> bool:
        """Where the mechanism's own pair is."""
        return self.mechanism.attained(adjacency)

    def attained_once(self, adjacency: str) -> bool:
        """Where the mechanism's own delta is."""
        return self.mechanism.attained_once(adjacency)

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Those of the mechanism."""
        return self.mechanism.alternatives(adjacency)

    def step(self, view: View) -> Step:
        """The pair ((1-q)Q + qP, Q)."""
        return self._mixed(replace(view, mirrored=False))

    def seen(self, view: View) -> Step:
        """It, or its mirror, of which more is known than by turning a pair round."""
        return self._mixed(view)

    def _mixed(self, view: View) -> Step:
        if self.rate == 0:
            return replace(of_atoms(nothing()), bound=rational(0))
        return self.mechanism.seen(view) if self.rate == 1 else self.mechanism.sampled_step(self.rate, view)

    if TYPE_CHECKING:

        @property
        def rate(self) -> Fraction:
            """The part of the records."""

        @property
        def mechanism(self) -> Mechanism:
            """What is run."""


@dataclass(frozen=True)
class Poisson(Sampled):
    """A mechanism run on a random part of the records: each is in it independently with the same probability.

    Args:
        rate: that probability, in [0, 1]; with 0 nothing is seen.
        mechanism: what is run.

    Raises:
        DomainError: not as described.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Gaussian
        >>> print(Poisson("256/60000", Gaussian("1.1")) * 14063)
        poisson(rate=8/1875, gaussian(sigma=11/10, sensitivity=1)) * 14063
    """

    name: ClassVar[str] = "poisson"
    relative_to: ClassVar[str] = ADD_REMOVE
    less_is_safer: ClassVar[tuple[str, ...]] = ("rate",)
    at_most_one: ClassVar[tuple[str, ...]] = ("rate",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"rate": ("1/10", "1/2", "1")}
    rate: Fraction
    mechanism: Mechanism

    def __init__(self, rate: Readable, mechanism: Release) -> None:
        part = read_rational(rate, "rate")
        if not 0 <= part <= 1:
            raise DomainError(f"rate must be in [0, 1], got {shown(rate)}")
        set_fields(self, rate=part, mechanism=_only_one(mechanism, self.name))

    def __str__(self) -> str:
        return f"{self.name}(rate={self.rate}, {self.mechanism})"


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
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"batch": (1, 2), "records": (2, 10)}
    batch: int
    records: int
    mechanism: Mechanism

    def __init__(self, batch: Readable, records: Readable, mechanism: Release) -> None:
        size, population = read_integer(batch, "batch"), positive_integer(records, "records")
        if not 0 <= size <= population:
            raise DomainError(f"batch must be between 0 and the {population} records, got {size}")
        set_fields(self, batch=size, records=population, mechanism=_only_one(mechanism, self.name))

    @property
    def rate(self) -> Fraction:
        """The part of the records in a batch."""
        return Fraction(self.batch, self.records)

    @property
    def is_batch(self) -> bool:
        """Whether some records are left out, and not all."""
        return 0 < self.rate < 1

    def batch_at_zero(self) -> Step | None:
        """What the mechanism says of it."""
        return self.mechanism.others_at_zero(self.rate)

    def attained(self, adjacency: str) -> bool:
        """No two databases are known to have the pair that dominates, unless nothing is seen."""
        return self.rate == 0

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Those of the mechanism, or the one pair of databases whose other records are at the edge."""
        return () if self.rate == 0 else self.mechanism.alternatives(adjacency) or (Fraction(0),)

    def seen(self, view: View) -> Step:
        """The glued pair; or, of two databases, that of the edge: a batch without the record looks like the other one.

        Raises:
            DomainError: the mechanism does not say that it equals its mirror.
        """
        if view.one_pair is not None:
            known = self.mechanism.alternatives(view.adjacency)
            return self._mixed(view if known else replace(view, one_pair=None))
        return self.step(view)

    def step(self, view: View) -> Step:
        """See `pairs`: (P, Q) of a mechanism that equals its mirror, glued at one."""
        if not self.mechanism.symmetric:
            raise DomainError(
                f"without-replacement must be given a mechanism that equals its mirror, got {self.mechanism.name}"
            )
        if self.rate == 0:
            return self._mixed(view)
        plain = self.mechanism.step(view)
        the_glued_profile_is_convex(plain.pair)
        if self.rate == 1:
            return plain
        # A mechanism that tells all has no finite loss, and a batch of it one of zero: the record is not in it.
        return Step(Replaced(plain.pair, self.rate), largest=at_least_zero(sampled_loss(plain.largest, self.rate)))

    def __str__(self) -> str:
        return f"{self.name}(batch={self.batch}, records={self.records}, {self.mechanism})"


def _only_one(mechanism: Release, name: str) -> Mechanism:
    if not isinstance(mechanism, Mechanism) or mechanism.sampling or mechanism.splits:
        raise DomainError(f"{name} must be given one mechanism, neither sampled nor composed, got {shown(mechanism)}")
    return mechanism
