"""The coin-flipping mechanism: one binary record is released as it is or flipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.records import Records, replace_record
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.finite import OneRecord
from sdp_proofs.numbers.reals import Readable, read_rational


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
