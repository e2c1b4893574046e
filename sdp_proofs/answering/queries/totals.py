"""The sum of a number per record, and its mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.distributions.finite import Records
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_integer, read_rational


def _read(values: Any) -> tuple[Fraction, ...]:
    numbers = tuple(read_rational(value, "a value") for value in values)
    if not numbers:
        raise DomainError("there must be a value for every type, got none")
    return numbers


@dataclass(frozen=True)
class Total:
    """The sum of bounded values: sensitivity max |v| for a record more or less, max v - min v for one replaced.

    Args:
        values: the number that a record of each type counts.

    Raises:
        DomainError: no values.

    Example:
        >>> Total((0, "1/2", 3)).value((1, 1, 2))
        (Fraction(4, 1),)
    """

    values: tuple[Fraction, ...]
    answers: int = 1

    def __init__(self, values: Any) -> None:
        object.__setattr__(self, "values", _read(values))

    @property
    def types(self) -> int:
        """See `Query`."""
        return len(self.values)

    def value(self, records: Records) -> tuple[Fraction, ...]:
        """See `Query`."""
        return (sum((self.values[record] for record in records), Fraction(0)),)

    def moves(self, adjacency: str) -> Sequence[tuple[Fraction, ...]]:
        """See `Query`."""
        if adjacency == REPLACE_ONE:
            return [(max(self.values) - min(self.values),)]
        return [(max(self.values, key=abs),)]


@dataclass(frozen=True)
class Mean:
    """The mean of exactly n records, one of which may be replaced: sensitivity (max v - min v)/n.

    The mean of a number of records that is not known has no useful sensitivity: of two records one may be removed.

    Args:
        values: the number that a record of each type counts.
        records: n >= 1.

    Raises:
        DomainError: no values, or n < 1.

    Example:
        >>> Mean((0, 1), 4).value((1, 1, 0, 0))
        (Fraction(1, 2),)
    """

    values: tuple[Fraction, ...]
    records: int
    answers: int = 1

    def __init__(self, values: Any, records: Readable) -> None:
        number = read_integer(records, "records")
        if number < 1:
            raise DomainError(f"records must be >= 1, got {number}")
        object.__setattr__(self, "values", _read(values))
        object.__setattr__(self, "records", number)

    @property
    def types(self) -> int:
        """See `Query`."""
        return len(self.values)

    def value(self, records: Records) -> tuple[Fraction, ...]:
        """See `Query`.

        Raises:
            DomainError: another number of records.
        """
        if len(records) != self.records:
            raise DomainError(f"there must be {self.records} records, got {len(records)}")
        return (sum((self.values[record] for record in records), Fraction(0)) / self.records,)

    def moves(self, adjacency: str) -> Sequence[tuple[Fraction, ...]]:
        """See `Query`.

        Raises:
            DomainError: a record more or less is another number of records.
        """
        if adjacency != REPLACE_ONE:
            raise DomainError(f"a mean of so many records must go with adjacency {REPLACE_ONE}, got {adjacency}")
        return [((max(self.values) - min(self.values)) / self.records,)]
