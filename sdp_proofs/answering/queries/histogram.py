"""How many records are of each type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.distributions.finite import Records
from sdp_proofs.errors import DomainError


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
