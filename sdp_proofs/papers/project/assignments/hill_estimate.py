"""How far mixed assignments are from beating homogeneous ones, in floats: steers a search and decides nothing."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import Any


def hill_estimate(records: int, draws: int, odds: float, low: float, high: float) -> float:
    """By how much the best mixed assignment exceeds the better homogeneous one, as a share of it and of 4 k (n-k)/n^2.

    Near a homogeneous assignment every mixture has nearly its average. Without the division the largest difference
    would     always be just below zero, one record away from an end, and would say nothing about the way to go.

    Example:
        >>> hill_estimate(30, 28, 1.001, 7 / 15, 8 / 15) > 0 > hill_estimate(12, 6, 2.0, 0.2, 0.7)
        True
    """
    import numpy as np

    losses = _losses(records, draws, odds)
    lower, higher = (_binomial_laws(records, share) for share in (low, high))
    averages = [np.convolve(higher[k, : k + 1], lower[records - k, : records - k + 1]) @ losses
                for k in range(records + 1)]  # fmt: skip
    ends = max(averages[0], averages[-1])
    if records < 2 or ends >= (1 - 1e-9) * max(losses):  # no average exceeds the largest loss: a flat place
        return -float("inf")
    gaps = [(averages[k] - ends) / (4 * k * (records - k) / records**2) for k in range(1, records)]
    return float(max(gaps) / ends)


@lru_cache(maxsize=4096)
def _losses(records: int, draws: int, odds: float) -> Any:
    """delta(H) for H = 0, ..., n."""
    import numpy as np

    chosen = _chosen(records)
    own, seen = np.indices((records + 1, draws + 1))
    laws = chosen[own, seen] * chosen[records - own, draws - seen] / comb(records, draws)
    up = np.maximum(laws[1:] - odds * laws[:-1], 0).sum(axis=1)
    down = np.maximum(laws[:-1] - odds * laws[1:], 0).sum(axis=1)
    change = np.maximum(up, down)
    return np.maximum(np.append(change, 0), np.append(0, change))


@lru_cache(maxsize=4096)
def _binomial_laws(records: int, share: float) -> Any:
    """Row k: the law of the number of successes among k."""
    import numpy as np

    trials, hits = np.indices((records + 1, records + 1))
    return _chosen(records) * share**hits * (1 - share) ** np.maximum(trials - hits, 0)


@cache
def _chosen(records: int) -> Any:
    """Binomial coefficients C(n, k), zero for k > n."""
    import numpy as np

    return np.array([[float(comb(n, k)) for k in range(records + 1)] for n in range(records + 1)])
