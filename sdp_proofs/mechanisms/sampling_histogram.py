"""The sampling-histogram mechanism: draw records at random and publish the histogram of the draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import Counts, replace_one, resampled_law, sampled_law
from sdp_proofs.errors import DomainError


@dataclass(frozen=True, slots=True)
class SamplingHistogram:
    """`draws` records drawn uniformly, without or with replacement; the output is their histogram.

    World: exact. The mechanism is anonymous, so a database is its histogram; two databases are adjacent when
    one record has changed its type [Liu, Wang, Xia 2023, Algorithm 2, App. F].

    Args:
        draws: sample size T >= 0; at most the number of records without replacement.
        replacement: whether a record can be drawn again.

    Raises:
        DomainError: draws is negative.

    Example:
        >>> mechanism = SamplingHistogram(draws=2)
        >>> mechanism.law((1, 2))
        FiniteLaw({(0, 2): 1/3, (1, 1): 2/3})
        >>> list(mechanism.neighbours((1, 2)))
        [(0, 3), (2, 1)]
    """

    draws: int
    replacement: bool = False

    def __post_init__(self) -> None:
        if self.draws < 0:
            raise DomainError(f"draws must be >= 0, got {self.draws}")

    def law(self, counts: Sequence[int]) -> FiniteLaw[Counts]:
        """The law of the published histogram, by enumeration of all outcomes.

        Raises:
            DomainError: not a histogram with enough records.
            SizeError: too many outcomes.
        """
        return (resampled_law if self.replacement else sampled_law)(counts, self.draws)

    def neighbours(self, counts: Sequence[int]) -> Iterator[Counts]:
        """The adjacent histograms."""
        return replace_one(counts)
