"""Ask queries of records and compute their exact sensitivities.

Counting queries say how many records are of certain types, histograms how many are of each type, margins are those of a
contingency table of several attributes, and totals are the sum of a number per record, or its mean. Records are types
0, 1, ...; neighbours are as in `accounting.analysis`: a record more or less, or another one in its place. Sensitivities
of the l2 norm are given as squares, which are rational. Each query has its own formula, and the definition is evaluated
by enumeration.

World: exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any, Protocol

from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.distributions.finite import Records, record_lists, replace_record
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_integer, read_rational, shown


class Query(Protocol):
    """A function from records to rational vectors, with its sensitivities in closed form."""

    @property
    def types(self) -> int:
        """The number of values that a record can have."""

    @property
    def answers(self) -> int:
        """K, the length of the answer."""

    def value(self, records: Records) -> tuple[Fraction, ...]:
        """The answer without noise."""

    def moves(self, adjacency: str) -> Sequence[tuple[Fraction, ...]]:
        """Differences of neighbouring answers, up to sign, the largest of every norm among them."""


def read_adjacency(adjacency: str) -> str:
    """One of the two.

    Raises:
        DomainError: neither.
    """
    if adjacency not in (ADD_REMOVE, REPLACE_ONE):
        raise DomainError(f"adjacency must be {ADD_REMOVE} or {REPLACE_ONE}, got {shown(adjacency)}")
    return adjacency


def l1_sensitivity(query: Query, adjacency: str) -> Fraction:
    """The largest l1 distance of neighbouring answers.

    Example:
        >>> from sdp_proofs.answering.queries import Histogram
        >>> l1_sensitivity(Histogram(3), "add-remove"), l1_sensitivity(Histogram(3), "replace-one")
        (Fraction(1, 1), Fraction(2, 1))
    """
    moves = query.moves(read_adjacency(adjacency))
    return max((sum(map(abs, move), Fraction(0)) for move in moves), default=Fraction(0))


def squared_l2_sensitivity(query: Query, adjacency: str) -> Fraction:
    """The square of the largest l2 distance of neighbouring answers."""
    moves = query.moves(read_adjacency(adjacency))
    return max((sum((entry**2 for entry in move), Fraction(0)) for move in moves), default=Fraction(0))


def largest_sensitivity(query: Query, adjacency: str) -> Fraction:
    """The largest change of one entry of the answer."""
    moves = query.moves(read_adjacency(adjacency))
    return max((max(map(abs, move), default=Fraction(0)) for move in moves), default=Fraction(0))


def neighbours(records: Records, types: int, adjacency: str) -> Iterator[Records]:
    """All neighbouring lists of records.

    Example:
        >>> sorted(neighbours((0,), 2, "add-remove"))
        [(), (0, 0), (0, 1)]
    """
    if read_adjacency(adjacency) == REPLACE_ONE:
        yield from replace_record(records, types)
        return
    yield from (records[:place] + records[place + 1 :] for place in range(len(records)))
    yield from ((*records, added) for added in range(types))


def enumerated_moves(query: Query, adjacency: str, most_records: int) -> Iterator[tuple[Fraction, ...]]:
    """Differences of the answers of all neighbouring lists of at most so many records: the definition itself.

    Example:
        >>> from sdp_proofs.answering.queries import Counting
        >>> {abs(move[0]) for move in enumerated_moves(Counting(2, (1,)), "replace-one", 2)}
        {Fraction(1, 1)}
    """
    for size in range(most_records + 1):
        for records in record_lists(size, query.types) if size else [()]:
            before = query.value(records)
            for other in neighbours(records, query.types, adjacency):
                yield tuple(a - b for a, b in zip(query.value(other), before, strict=True))


@dataclass(frozen=True)
class Counting:
    """A counting query: a record moves it by at most one, replaced or not.

    Args:
        types: the number of values that a record can have, >= 1.
        matching: the types that count.

    Raises:
        DomainError: a type that there is not.

    Example:
        >>> Counting(3, (0, 2)).value((0, 1, 2, 2))
        (Fraction(3, 1),)
    """

    types: int
    matching: tuple[int, ...]
    answers: int = 1

    def __post_init__(self) -> None:
        if self.types < 1 or not all(0 <= kind < self.types for kind in self.matching):
            raise DomainError(f"the types that count must be among the {self.types}, got {self.matching}")

    def value(self, records: Records) -> tuple[Fraction, ...]:
        """See `Query`."""
        return (Fraction(sum(record in self.matching for record in records)),)

    def moves(self, adjacency: str) -> Sequence[tuple[Fraction, ...]]:
        """See `Query`: one, unless no record counts, or all do and one is replaced."""
        counted = len(set(self.matching))
        still = counted == 0 or (adjacency == REPLACE_ONE and counted == self.types)
        return [(Fraction(0 if still else 1),)]


@dataclass(frozen=True)
class Histogram:
    """One count per type: l1 and squared l2 sensitivity are 1 for a record more or less, 2 for a record replaced.

    Args:
        types: the number of values that a record can have, >= 1.

    Raises:
        DomainError: none.

    Example:
        >>> Histogram(3).value((0, 2, 2))
        (Fraction(1, 1), Fraction(0, 1), Fraction(2, 1))
    """

    types: int

    def __post_init__(self) -> None:
        if self.types < 1:
            raise DomainError(f"types must be >= 1, got {self.types}")

    @property
    def answers(self) -> int:
        """See `Query`."""
        return self.types

    def value(self, records: Records) -> tuple[Fraction, ...]:
        """See `Query`."""
        return tuple(Fraction(records.count(kind)) for kind in range(self.types))

    def moves(self, adjacency: str) -> Sequence[tuple[Fraction, ...]]:
        """See `Query`: one entry by one, or one by one and another by minus one."""
        rest = [Fraction(0)] * self.types
        if adjacency != REPLACE_ONE:
            return [(Fraction(1), *rest[1:])]
        return [(Fraction(1), Fraction(-1), *rest[2:])] if self.types > 1 else []


@dataclass(frozen=True)
class Margins:
    """All tables of `order` attributes at a time; with all attributes it is the contingency table itself.

    A record counts in one cell of each of the C(d, order) tables: that is the l1 and the squared l2 sensitivity for a
    record more or less. One that is replaced by a record with other values of all attributes moves two cells of each
    table.

    Args:
        sizes: how many values each attribute has, each >= 2; a type is a combination, the last attribute innermost.
        order: attributes per table, between 1 and their number.

    Raises:
        DomainError: not as described.

    Example:
        >>> table = Margins((2, 4), 1)  # gender by colour: two margins
        >>> table.answers, table.value((0, 5))
        (6, (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(0, 1), Fraction(0, 1)))
    """

    sizes: tuple[int, ...]
    order: int

    def __post_init__(self) -> None:
        if not self.sizes or min(self.sizes) < 2:
            raise DomainError(f"every attribute must have two values at least, got {self.sizes}")
        if not 1 <= self.order <= len(self.sizes):
            raise DomainError(f"order must be between 1 and the {len(self.sizes)} attributes, got {self.order}")

    @property
    def types(self) -> int:
        """See `Query`."""
        return prod(self.sizes)

    @property
    def answers(self) -> int:
        """See `Query`."""
        return sum(prod(self.sizes[place] for place in kept) for kept in self._tables)

    def value(self, records: Records) -> tuple[Fraction, ...]:
        """See `Query`: table after table."""
        total = [Fraction(0)] * self.answers
        for record in records:
            for cell in self._cells(record):
                total[cell] += 1
        return tuple(total)

    def moves(self, adjacency: str) -> Sequence[tuple[Fraction, ...]]:
        """See `Query`: the first type, and the last one instead of it, which differs in all attributes."""
        move = list(self.value((0,)))
        if adjacency == REPLACE_ONE:
            move = [a - b for a, b in zip(move, self.value((self.types - 1,)), strict=True)]
        return [tuple(move)]

    @property
    def _tables(self) -> list[tuple[int, ...]]:
        return list(combinations(range(len(self.sizes)), self.order))

    def _cells(self, record: int) -> Iterator[int]:
        """The place of a record in every table."""
        values = []
        for size in reversed(self.sizes):
            record, value = divmod(record, size)
            values.append(value)
        values.reverse()
        start = 0
        for kept in self._tables:
            place = 0
            for attribute in kept:
                place = place * self.sizes[attribute] + values[attribute]
            yield start + place
            start += prod(self.sizes[attribute] for attribute in kept)


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
