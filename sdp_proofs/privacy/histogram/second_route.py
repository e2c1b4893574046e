"""delta(x) a second time, by another formula and another library: `sums.second_opinion`."""

from __future__ import annotations

from typing import Any

from sdp_proofs.numbers.enclosure import check_digits
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD, Database, all_changes
from sdp_proofs.sums.second_opinion import pooled_divergence_estimate


def delta_estimate(database: Database, budget: Budget, digits: int = 30) -> Any:
    """delta(x) by mpmath over every neighbour and direction, to compare `database.delta` with.

    World: estimate. Up to `digits` digits agree with the truth as a rule; nothing proves it.

    Raises:
        SizeError: too large for plain summation.

    Example:
        >>> x = Database.read(counts="30000,40000", rate="0.9")
        >>> print(delta_estimate(x, Budget.read(epsilon="1/50"), digits=12))
        0.0024483178202
    """
    check_digits(digits)
    held = database.counts
    pairs = {
        (held[change.removed], held[change.added])
        if change.direction != BACKWARD
        else (held[change.added] + 1, held[change.removed] - 1)
        for change in all_changes(database)
    }
    return max(
        pooled_divergence_estimate(
            database.records,
            losing,
            gaining,
            database.draws,
            budget.odds,
            replacement=database.replacement,
            digits=digits,
        )
        for losing, gaining in pairs
    )
