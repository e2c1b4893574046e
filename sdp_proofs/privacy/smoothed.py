"""The smoothed privacy loss: the worst assignment of sources to records, on average over databases.

delta_SDP = max over k of F(k), F(k) = E delta(H) when k_j records follow the j-th vertex of the sources' hull
[Liu, Wang, Xia 2023, Def. 3, Algorithm 1, Prop. 7]. One interface, four routes:

- `algorithm-1`: Algorithm 1 itself, exact where the odds are rational; small instances of any kind;
- `table`: two types, all n + 1 mixtures by two binomial shifts;
- `window`: two types at any size, the pure mixtures by windowed sums, all others bounded by a majorant;
- `shears`: three types, all mixtures in doubles with a proven error.

If the sources are open the maximum is a supremum, which no mixture of the set need attain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numerics.decide import position_of_largest
from sdp_proofs.numerics.decimals import bits_for
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.precision import check_digits
from sdp_proofs.privacy.algorithm_one import algorithm_one
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import MOST_RECORDS, Database, delta
from sdp_proofs.privacy.electorate import end_bounds
from sdp_proofs.privacy.loss_table import delta_table
from sdp_proofs.privacy.two_source_table import largest_entry, smoothed_table

ENUMERATED_RECORDS = 12
"""Up to this many records `auto` takes Algorithm 1 itself, if the instance is cheap enough."""
ENUMERATION_WORK = 300_000
TABLE_RECORDS = 20_000
"""Up to this many records of two types `auto` computes all mixtures."""
SHEARED_RECORDS = 500
WINDOW_DIGITS = 12
"""The most digits that a windowed sum is asked for."""


class Route(StrEnum):
    """How a smoothed loss is computed."""

    AUTO = "auto"
    ALGORITHM_ONE = "algorithm-1"
    TABLE = "table"
    WINDOW = "window"
    SHEARS = "shears"


@dataclass(frozen=True, slots=True)
class Smoothing:
    """A smoothed instance: sources, number of records and how they are sampled.

    Args:
        sources: the laws that records can follow.
        records: number of records n >= 1.
        draws: sample size T.
        replacement: whether sampling is with replacement.

    Raises:
        DomainError: outside these ranges.
        SizeError: more than 10^30 records.
    """

    sources: SourceSet
    records: int
    draws: int
    replacement: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.records <= MOST_RECORDS:
            raise DomainError("records must be between 1 and 10^30, got " + ("fewer" if self.records < 1 else "more"))
        Database((self.records, 0), self.draws, self.replacement)

    def database(self, counts: tuple[int, ...]) -> Database:
        """One database of the instance."""
        return Database(counts, self.draws, self.replacement)


@dataclass(frozen=True, slots=True)
class SmoothedLoss:
    """delta_SDP of one instance.

    Args:
        value: the maximum over all assignments of sources.
        mixture: how many records follow each vertex in a worst case; where `value` is wide, in the best one found.
        vertices: positions of the hull's vertices in the set of sources.
        route: how it was computed.
        attained: whether the maximum is attained in the set, or is a supremum over an open one.
        table: F(k) for every mixture k, where the route computes them all.
    """

    value: Enclosure
    mixture: tuple[int, ...]
    vertices: tuple[int, ...]
    route: Route
    attained: bool
    table: Mapping[tuple[int, ...], Enclosure] | None = None
