"""Report noisy max: geometric noise is added to each count, and the type of the largest is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.errors import DomainError, SizeError

_MOST_TYPES = 12


@dataclass(frozen=True, slots=True)
class NoisyMax:
    """Noise N >= 0 with P(N >= k) = ratio^k, independent for each type; of equal sums the first type is told.

    World: exact. Type r is told at noise k where every other noise is at most k + c, c the difference of the counts,
    less 1 for an earlier type. With P(N <= t) = 1 - ratio^(t + 1) the product over the others is expanded, and each
    term is a geometric series in k.

    Args:
        ratio: strictly between 0 and 1.

    Raises:
        DomainError: it is not.

    Example:
        >>> NoisyMax(Fraction(1, 2)).law((0, 1))
        FiniteLaw({0: 1/3, 1: 2/3})
    """

    ratio: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.ratio < 1:
            raise DomainError(f"the ratio must be strictly between 0 and 1, got {self.ratio}")

    def law(self, counts: Counts) -> FiniteLaw[int]:
        """The law of the type that is told.

        Raises:
            SizeError: more types than can be expanded.
        """
        if len(counts) > _MOST_TYPES:
            raise SizeError(f"types must be at most {_MOST_TYPES}, got {len(counts)}")
        return FiniteLaw({kind: self._told(counts, kind) for kind in range(len(counts))})

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The histograms with one record replaced."""
        return replace_one(counts)

    def _told(self, counts: Counts, kind: int) -> Fraction:
        w = self.ratio
        slack = [counts[kind] - count + (other > kind) for other, count in enumerate(counts) if other != kind]
        first = max(0, *(1 - value for value in slack)) if slack else 0
        total = Fraction(0)
        for size in range(len(slack) + 1):
            series = (1 - w) * w ** (first * (1 + size)) / (1 - w ** (1 + size))
            for chosen in combinations(slack, size):
                total += (-1) ** size * w ** sum(chosen) * series
        return total
