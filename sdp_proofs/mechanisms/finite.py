"""Describe finite mechanisms by the law of the output per record, histogram or database.

Special cases are the coin flip, which releases one binary record as it is or flipped, and randomized response, where
every record answers truthfully with some probability, else at random. `OnRecords` sees an anonymous mechanism as one on
lists of records.

World: exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic

from sdp_proofs.distributions.finite import (
    Counts,
    FiniteLaw,
    Mechanism,
    Outcome,
    Records,
    checked,
    histogram_of,
    replace_one,
    replace_record,
)
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational


@dataclass(frozen=True, slots=True)
class OneRecord(Generic[Outcome]):
    """Releases one record through a local randomiser and ignores all others.

    World: exact. With a single record this is any mechanism at all.

    Args:
        rows: the law of the output for each type of the record.
        position: which record is released.

    Example:
        >>> OneRecord((FiniteLaw({"no": 1}), FiniteLaw({"no": "1/2", "yes": "1/2"}))).law((1,))
        FiniteLaw({'no': 1/2, 'yes': 1/2})
    """

    rows: tuple[FiniteLaw[Outcome], ...]
    position: int = 0

    @property
    def types(self) -> int:
        """The number of values that a record can have."""
        return len(self.rows)

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The row of the released record.

        Raises:
            DomainError: no such record, or a record that is not one of the types.
        """
        records = checked(database, self.types)
        if not 0 <= self.position < len(records):
            raise DomainError(
                f"position must be one of the {len(records)} records, counted from 0, got {self.position}"
            )
        return self.rows[records[self.position]]

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)


@dataclass(frozen=True, slots=True)
class EachRecord(Generic[Outcome]):
    """Releases every record through a local randomiser, independently.

    World: exact. The output is the tuple of reports, in the order of the records.

    Args:
        rows: the law of a report for each type of the record.

    Example:
        >>> EachRecord((FiniteLaw({0: 1}), FiniteLaw({0: "1/2", 1: "1/2"}))).law((0, 1))
        FiniteLaw({(0, 0): 1/2, (0, 1): 1/2})
    """

    rows: tuple[FiniteLaw[Outcome], ...]

    @property
    def types(self) -> int:
        """The number of values that a record can have."""
        return len(self.rows)

    def law(self, database: Records) -> FiniteLaw[tuple[Outcome, ...]]:
        """The law of the tuple of reports.

        Raises:
            DomainError: a record that is not one of the types.
        """
        masses: dict[tuple[Outcome, ...], Fraction] = {(): Fraction(1)}
        for record in checked(database, self.types):
            masses = {
                (*before, report): mass * part
                for (before, mass), (report, part) in product(masses.items(), self.rows[record].items())
            }
        return FiniteLaw(masses)

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)


@dataclass(frozen=True, slots=True)
class HistogramTable(Generic[Outcome]):
    """An anonymous mechanism given by one row per histogram.

    World: exact.

    Args:
        rows: histogram -> law of the output.

    Example:
        >>> coin = FiniteLaw({0: "1/2", 1: "1/2"})
        >>> HistogramTable({(1, 0): coin, (0, 1): FiniteLaw({1: 1})}).law((0, 1))
        FiniteLaw({1: 1})
    """

    rows: Mapping[Counts, FiniteLaw[Outcome]]

    def law(self, counts: Counts) -> FiniteLaw[Outcome]:
        """The row of a histogram.

        Raises:
            DomainError: it has no row.
        """
        if counts not in self.rows:
            raise DomainError(f"a histogram must be one of the {len(self.rows)} with a row, got {counts}")
        return self.rows[counts]

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The adjacent histograms."""
        return replace_one(counts)


@dataclass(frozen=True, slots=True)
class DatabaseTable(Generic[Outcome]):
    """A mechanism given by one row per database: the most general one with finitely many outputs.

    World: exact.

    Args:
        types: the number of values that a record can have.
        rows: list of records -> law of the output.

    Example:
        >>> published = DatabaseTable(2, {(0,): FiniteLaw({"a": 1}), (1,): FiniteLaw({"b": 1})})
        >>> published.law((1,)), list(published.neighbours((1,)))
        (FiniteLaw({'b': 1}), [(0,)])
    """

    types: int
    rows: Mapping[Records, FiniteLaw[Outcome]]

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The row of a database.

        Raises:
            DomainError: it has no row.
        """
        if database not in self.rows:
            raise DomainError(f"a database must be one of the {len(self.rows)} with a row, got {database}")
        return self.rows[database]

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)


@dataclass(frozen=True, slots=True)
class OnRecords(Generic[Outcome]):
    """Counts the records and applies a mechanism on histograms.

    World: exact. Two databases are adjacent when one record has another type.

    Args:
        mechanism: a mechanism on histograms.
        types: the number of values that a record can have.

    Example:
        >>> from sdp_proofs.mechanisms.sampling import SamplingHistogram
        >>> OnRecords(SamplingHistogram(draws=2), types=2).law((1, 0, 1))
        FiniteLaw({(0, 2): 1/3, (1, 1): 2/3})
    """

    mechanism: Mechanism[Counts, Outcome]
    types: int

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The law of the output.

        Raises:
            DomainError: a record that is not one of the types.
        """
        return self.mechanism.law(histogram_of(database, self.types))

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)


@dataclass(frozen=True, slots=True)
class CoinFlip:
    """Outputs a binary record with probability `keep` and the other value otherwise.

    World: exact. [Liu, Wang, Xia 2023, Sec. 2, the example below Eq. (3)]

    Args:
        keep: the probability p that the record is released as it is.
        position: which record it is.

    Raises:
        DomainError: not a probability.

    Example:
        >>> CoinFlip.read(keep="3/4").law((1,))
        FiniteLaw({1: 3/4, 0: 1/4})
    """

    keep: Fraction
    position: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.keep <= 1:
            raise DomainError(f"keep must be between 0 and 1, got {self.keep}")

    @classmethod
    def read(cls, *, keep: Readable, position: int = 0) -> CoinFlip:
        """Read the probability exactly."""
        return cls(read_rational(keep, "keep"), position)

    @property
    def rows(self) -> tuple[FiniteLaw[int], FiniteLaw[int]]:
        """The law of the output for each value of the record."""
        keep = self.keep
        first, second = (FiniteLaw.gathered([(kind, keep), (1 - kind, 1 - keep)]) for kind in range(2))
        return first, second

    def law(self, database: Records) -> FiniteLaw[int]:
        """The law of the output.

        Raises:
            DomainError: no such record, or a record that is not 0 or 1.
        """
        return OneRecord(self.rows, self.position).law(database)

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, 2)


def truthful_rows(types: int, truth: Fraction) -> tuple[FiniteLaw[int], ...]:
    """Randomised response: the type with probability `truth`, else one of the others, all alike.

    World: exact. For `OneRecord` and `EachRecord`; the accountant's description is `accounting.plain_releases`.

    Args:
        types: the number of values m >= 2 of a record.
        truth: the probability of the true answer.

    Raises:
        DomainError: fewer than two types, or not a probability.

    Example:
        >>> truthful_rows(3, Fraction(1, 2))[2]
        FiniteLaw({0: 1/4, 1: 1/4, 2: 1/2})
    """
    if types < 2:
        raise DomainError(f"there must be at least two types, got {types}")
    if not 0 <= truth <= 1:
        raise DomainError(f"truth must be between 0 and 1, got {truth}")
    lie = (1 - truth) / (types - 1)
    return tuple(
        FiniteLaw.gathered((report, truth if report == kind else lie) for report in range(types))
        for kind in range(types)
    )
