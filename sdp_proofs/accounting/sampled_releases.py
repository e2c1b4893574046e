"""Sampled mechanisms, and the names of all mechanisms of the language.

World: exact; see `release`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sdp_proofs.accounting.binomial_noise import Binomial
from sdp_proofs.accounting.exponential_mechanism import Exponential
from sdp_proofs.accounting.parallel import Parallel
from sdp_proofs.accounting.plain_releases import (
    Approximate,
    DiscreteGaussian,
    Finite,
    Gaussian,
    Geometric,
    Laplace,
    Pure,
    RandomisedResponse,
    SamplingHistogram,
)
from sdp_proofs.accounting.post_processed import Rounded, Truncated
from sdp_proofs.accounting.release import Release, Repeated, Together, positive_integer, set_fields
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational, shown


@dataclass(frozen=True)
class Poisson(Release):
    """A mechanism run on a random part of the records: each is in it independently with the same probability.

    Args:
        rate: that probability, in (0, 1].
        mechanism: what is run.

    Raises:
        DomainError: not as described.

    Example:
        >>> print(Poisson("256/60000", Gaussian("1.1")) * 14063)
        poisson(rate=8/1875, gaussian(sigma=11/10, sensitivity=1)) * 14063
    """

    name: ClassVar[str] = "poisson"
    rate: Fraction
    mechanism: Release

    def __init__(self, rate: Readable, mechanism: Release) -> None:
        part = read_rational(rate, "rate")
        if not 0 < part <= 1:
            raise DomainError(f"rate must be in (0, 1], got {shown(rate)}")
        set_fields(self, rate=part, mechanism=_only_one(mechanism, self.name))

    def __str__(self) -> str:
        return f"{self.name}(rate={self.rate}, {self.mechanism})"


@dataclass(frozen=True)
class WithoutReplacement(Release):
    """A mechanism run on a batch of fixed size, drawn afresh without replacement.

    Args:
        batch: its size, between 1 and the number of records.
        records: the number of records.
        mechanism: what is run.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "without-replacement"
    batch: int
    records: int
    mechanism: Release

    def __init__(self, batch: Readable, records: Readable, mechanism: Release) -> None:
        size, population = positive_integer(batch, "batch"), positive_integer(records, "records")
        if size > population:
            raise DomainError(f"batch must be at most the {population} records, got {size}")
        set_fields(self, batch=size, records=population, mechanism=_only_one(mechanism, self.name))

    @property
    def rate(self) -> Fraction:
        """The part of the records in a batch."""
        return Fraction(self.batch, self.records)

    def __str__(self) -> str:
        return f"{self.name}(batch={self.batch}, records={self.records}, {self.mechanism})"


SAMPLED = (Poisson, WithoutReplacement)
MECHANISMS: dict[str, type[Release]] = {
    kind.name: kind
    for kind in (
        Gaussian,
        Laplace,
        DiscreteGaussian,
        Geometric,
        Binomial,
        Rounded,
        Truncated,
        RandomisedResponse,
        Exponential,
        Pure,
        Approximate,
        Finite,
        SamplingHistogram,
        Poisson,
        WithoutReplacement,
        Parallel,
    )
}


def _only_one(mechanism: Release, name: str) -> Release:
    if isinstance(mechanism, (Repeated, Together, Parallel, *SAMPLED)):
        raise DomainError(f"{name} must be given one mechanism, neither sampled nor composed, got {shown(mechanism)}")
    return mechanism
