"""The published algorithm for two types and two sources in double precision, as one would write it with numpy.

Estimates: nothing here has an error bound, and probabilities below 1e-308 are zero.
"""

from __future__ import annotations

from typing import Any

import numpy
from scipy.stats import binom, hypergeom


def published_losses_estimate(records: int, draws: int, odds: float) -> Any:
    """delta of every histogram H = 0, ..., n of the first type, every neighbour and both directions."""
    outcomes = numpy.arange(draws + 1)
    laws = [hypergeom.pmf(outcomes, records, count, draws) for count in range(records + 1)]
    losses = numpy.zeros(records + 1)
    for count in range(records):
        low, high = laws[count], laws[count + 1]
        worst = max(numpy.maximum(low - odds * high, 0).sum(), numpy.maximum(high - odds * low, 0).sum())
        losses[count : count + 2] = numpy.maximum(losses[count : count + 2], worst)
    return losses


def published_numpy(losses: Any, low: float, high: float) -> Any:
    """F(k) for k = 0, ..., n records of share `high`, the others of share `low`: one convolution per mixture.

    Args:
        losses: the loss of every histogram, n + 1 numbers.
        low: share of the first type under the first source.
        high: the same under the second source.
    """
    losses = numpy.asarray(losses, dtype=float)
    records = len(losses) - 1
    table = numpy.empty(records + 1)
    for count in range(records + 1):
        followers = binom.pmf(numpy.arange(count + 1), count, high)
        others = binom.pmf(numpy.arange(records - count + 1), records - count, low)
        table[count] = numpy.convolve(followers, others) @ losses
    return table
