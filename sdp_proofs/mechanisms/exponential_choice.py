"""The exponential mechanism over types: a type is chosen with probability proportional to base^(its count)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.errors import DomainError


@dataclass(frozen=True, slots=True)
class ExponentialChoice:
    """Counts are the scores: one replaced record moves each by at most 1, so the choice is 2 ln(base)-private.

    World: exact. It is also report-noisy-max with Gumbel noise.

    Args:
        base: e^(eps/2) >= 1, rational.

    Raises:
        DomainError: the base is below one.

    Example:
        >>> ExponentialChoice(Fraction(2)).law((0, 1))
        FiniteLaw({0: 1/3, 1: 2/3})
    """

    base: Fraction

    def __post_init__(self) -> None:
        if self.base < 1:
            raise DomainError(f"the base must be >= 1, got {self.base}")

    def law(self, counts: Counts) -> FiniteLaw[int]:
        """The law of the chosen type."""
        weights = [self.base**count for count in counts]
        total = sum(weights, Fraction(0))
        return FiniteLaw({kind: weight / total for kind, weight in enumerate(weights)})

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The histograms with one record replaced."""
        return replace_one(counts)
