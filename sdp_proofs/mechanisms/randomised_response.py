"""Randomised response: every record answers truthfully with some probability, else at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.records import Records, replace_record
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.finite import EachRecord
from sdp_proofs.numbers.reals import Readable, read_rational


@dataclass(frozen=True, slots=True)
class RandomisedResponse:
    """Each record is reported as it is with probability `truth`, else as one of the other types, all alike.

    World: exact. The output is the tuple of reports.

    Args:
        types: the number of values m >= 2 of a record.
        truth: the probability of the true answer.

    Raises:
        DomainError: fewer than two types, or not a probability.

    Example:
        >>> RandomisedResponse.read(types=3, truth="1/2").law((2,))
        FiniteLaw({(0,): 1/4, (1,): 1/4, (2,): 1/2})
    """

    types: int
    truth: Fraction

    def __post_init__(self) -> None:
        if self.types < 2:
            raise DomainError(f"there must be at least two types, got {self.types}")
        if not 0 <= self.truth <= 1:
            raise DomainError(f"truth must be between 0 and 1, got {self.truth}")

    @classmethod
    def read(cls, *, types: int, truth: Readable) -> RandomisedResponse:
        """Read the probability exactly."""
        return cls(types, read_rational(truth, "truth"))

    @property
    def rows(self) -> tuple[FiniteLaw[int], ...]:
        """The law of one report, for each type of the record."""
        lie = (1 - self.truth) / (self.types - 1)
        return tuple(
            FiniteLaw.gathered((report, self.truth if report == kind else lie) for report in range(self.types))
            for kind in range(self.types)
        )

    def law(self, database: Records) -> FiniteLaw[tuple[int, ...]]:
        """The law of the tuple of reports.

        Raises:
            DomainError: a record that is not one of the types.
        """
        return EachRecord(self.rows).law(database)

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)
