"""What every query offers, and its sensitivity straight from the definition, by enumeration.

World: exact. Records are types 0, 1, ...; neighbours are as in `accounting.analysis`: a record more or less, or
another one in its place. Sensitivities of the l2 norm are given as squares, which are rational.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol

from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.distributions.finite import Records, record_lists, replace_record
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import shown


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
        >>> from sdp_proofs.answering.queries.histogram import Histogram
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
        >>> from sdp_proofs.answering.queries.counting import Counting
        >>> {abs(move[0]) for move in enumerated_moves(Counting(2, (1,)), "replace-one", 2)}
        {Fraction(1, 1)}
    """
    for size in range(most_records + 1):
        for records in record_lists(size, query.types) if size else [()]:
            before = query.value(records)
            for other in neighbours(records, query.types, adjacency):
                yield tuple(a - b for a, b in zip(query.value(other), before, strict=True))
