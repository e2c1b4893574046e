"""An anonymous mechanism seen as one on lists of records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import Counts
from sdp_proofs.distributions.mechanism import Mechanism, Outcome
from sdp_proofs.distributions.records import Records, histogram_of, replace_record


@dataclass(frozen=True, slots=True)
class OnRecords(Generic[Outcome]):
    """Counts the records and applies a mechanism on histograms.

    World: exact. Two databases are adjacent when one record has another type.

    Args:
        mechanism: a mechanism on histograms.
        types: the number of values that a record can have.

    Example:
        >>> from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
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
