"""Contingency tables: the margins of records that have several attributes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod

from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.distributions.finite import Records
from sdp_proofs.errors import DomainError


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
