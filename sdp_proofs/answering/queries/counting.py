"""How many records are of certain types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.distributions.finite import Records
from sdp_proofs.errors import DomainError


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
