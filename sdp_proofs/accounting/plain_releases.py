"""The mechanisms that can be released, without sampling.

World: exact; see `release`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from sdp_proofs.accounting.release import (
    Release,
    positive,
    positive_integer,
    read_epsilon_of,
    set_fields,
    text,
)
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import ExactReal, Readable, rational, read_integer, read_rational, shown

MOST_ROWS = 4000


@dataclass(frozen=True)
class Gaussian(Release):
    """A value of bounded contributions plus normal noise.

    Args:
        sigma: standard deviation of the noise, > 0.
        sensitivity: largest contribution of one record, > 0.

    Raises:
        DomainError: not positive.

    Example:
        >>> print(Gaussian("1.1") * 3 + Gaussian(2, sensitivity="1/2"))
        gaussian(sigma=11/10, sensitivity=1) * 3 + gaussian(sigma=2, sensitivity=1/2)
    """

    name: ClassVar[str] = "gaussian"
    sigma: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, sigma: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, sigma=positive(sigma, "sigma"), sensitivity=positive(sensitivity, "sensitivity"))


@dataclass(frozen=True)
class Laplace(Release):
    """A value of bounded contributions plus Laplace noise with density e^(-|x|/scale)/(2 scale).

    Raises:
        DomainError: not positive.

    Example:
        >>> print(Laplace(scale=10))
        laplace(scale=10, sensitivity=1)
    """

    name: ClassVar[str] = "laplace"
    scale: ExactReal
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(self, scale: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, scale=positive(scale, "scale"), sensitivity=positive(sensitivity, "sensitivity"))


@dataclass(frozen=True)
class DiscreteGaussian(Release):
    """An integer plus noise with probabilities proportional to e^(-k^2/(2 sigma^2)), k an integer.

    Args:
        sigma: the parameter of the noise, > 0.
        sensitivity: largest contribution of one record, a positive integer.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "discrete-gaussian"
    sigma: ExactReal
    sensitivity: int = 1

    def __init__(self, sigma: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, sigma=positive(sigma, "sigma"), sensitivity=positive_integer(sensitivity, "sensitivity"))


@dataclass(frozen=True)
class Geometric(Release):
    """An integer plus two-sided geometric noise, with probabilities proportional to e^(-|k|/scale).

    Args:
        scale: > 0.
        sensitivity: largest contribution of one record, a positive integer.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "geometric"
    scale: ExactReal
    sensitivity: int = 1

    def __init__(self, scale: Readable, sensitivity: Readable = 1) -> None:
        set_fields(self, scale=positive(scale, "scale"), sensitivity=positive_integer(sensitivity, "sensitivity"))


@dataclass(frozen=True)
class RandomisedResponse(Release):
    """One record's type, told truthfully with probability `truth`, else one of the others at random.

    Args:
        truth: in (1/types, 1).
        types: at least two.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "randomised-response"
    truth: Fraction
    types: int = 2

    def __init__(self, truth: Readable, types: Readable = 2) -> None:
        chance, number = read_rational(truth, "truth"), read_integer(types, "types")
        if number < 2:
            raise DomainError(f"types must be >= 2, got {number}")
        if not Fraction(1, number) < chance < 1:
            raise DomainError(f"truth must be between 1/types = 1/{number} and 1, got {shown(truth)}")
        set_fields(self, truth=chance, types=number)


@dataclass(frozen=True)
class Pure(Release):
    """Any mechanism with pure epsilon-differential privacy; the answer is the worst of all of them.

    Raises:
        DomainError: epsilon is negative.
    """

    name: ClassVar[str] = "pure"
    epsilon: ExactReal

    def __init__(self, epsilon: Readable) -> None:
        set_fields(self, epsilon=read_epsilon_of(epsilon))


@dataclass(frozen=True)
class Approximate(Release):
    """Any mechanism with (epsilon, delta)-differential privacy; the answer is the worst of all of them.

    Raises:
        DomainError: epsilon is negative or delta not between 0 and 1.
    """

    name: ClassVar[str] = "approximate"
    epsilon: ExactReal
    delta: Fraction

    def __init__(self, epsilon: Readable, delta: Readable) -> None:
        chance = read_rational(delta, "delta")
        if not 0 <= chance <= 1:
            raise DomainError(f"delta must be between 0 and 1, got {shown(delta)}")
        set_fields(self, epsilon=read_epsilon_of(epsilon), delta=chance)


@dataclass(frozen=True)
class Finite(Release):
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


@dataclass(frozen=True)
class SamplingHistogram(Release):
    """The histogram of a random sample without replacement: at the database of `counts`, or at the worst of its size.

    Args:
        draws: sample size.
        counts: records of each type; None for the worst database of `records` records.
        records: the number of records, given instead of the counts.

    Raises:
        DomainError: not exactly one of counts and records, or more draws than records.
    """

    name: ClassVar[str] = "sampling-histogram"
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

    def __str__(self) -> str:
        where = f"records={self.records}" if self.counts is None else f"counts={text(self.counts)}"
        return f"{self.name}(draws={self.draws}, {where})"
