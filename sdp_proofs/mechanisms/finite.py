"""Any finite mechanism, given by its rows: the law of the output per record, per histogram or per database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.distributions.mechanism import Outcome
from sdp_proofs.distributions.records import Records, checked, replace_record
from sdp_proofs.errors import DomainError


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
