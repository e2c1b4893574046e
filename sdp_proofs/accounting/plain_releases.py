"""Describe mechanisms by their outputs: randomised response, finite laws, sampled histograms, pure privacy.

World: exact descriptions; see `release`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from sdp_proofs.accounting import dominating_pairs
from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    of_atoms,
)
from sdp_proofs.accounting.pairs import ANY, MOST_ROWS, REPLACE_ONE
from sdp_proofs.accounting.release import CHANCES, Mechanism
from sdp_proofs.accounting.release_fields import positive_integer, read_epsilon_of, set_fields, text
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    read_integer,
    read_rational,
    shown,
)

if TYPE_CHECKING:
    from sdp_proofs.distributions.finite import Counts, FiniteLaw


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
    less_is_safer: ClassVar[tuple[str, ...]] = ("truth", "types")
    at_most_one: ClassVar[tuple[str, ...]] = ("truth",)
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

    @classmethod
    def counted(cls, parameter: str, given: Mapping[str, Readable]) -> tuple[Fraction, int]:
        """Nothing is told where the truth is as likely as each other type."""
        return 1 / read_rational(given.get("types", 2), "types") if parameter == "truth" else Fraction(0), 1

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
    """A mechanism with finitely many outputs, by its distributions on the worst pair of databases.

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
    no_order: ClassVar[Mapping[str, str]] = {"first": CHANCES, "second": CHANCES}
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
    more_is_safer: ClassVar[tuple[str, ...]] = ("records", "counts")
    less_is_safer: ClassVar[tuple[str, ...]] = ("draws",)
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
        return of_atoms(dominating_pairs.of_laws(self.law(self.counts), self.law(view.neighbour)))

    def law(self, counts: Counts) -> FiniteLaw[Counts]:
        """The exact law of the histogram at a database: that of the mechanism of which the ledger's claims speak.

        Raises:
            DomainError: fewer records than draws.
            SizeError: too many outcomes.

        Example:
            >>> SamplingHistogram(draws=2, records=3).law((1, 2))
            FiniteLaw({(0, 2): 1/3, (1, 1): 2/3})
        """
        from sdp_proofs.mechanisms.sampling import SamplingHistogram as AtAnyDatabase

        return AtAnyDatabase(self.draws).law(counts)

    @property
    def database(self) -> Counts | None:
        """See `Mechanism`."""
        return self.counts

    def __str__(self) -> str:
        where = f"records={self.records}" if self.counts is None else f"counts={text(self.counts)}"
        return f"{self.name}(draws={self.draws}, {where})"
