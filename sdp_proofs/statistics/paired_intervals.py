"""Is one method better than another? Intervals for paired runs that say what they assume, for all comparisons at once.

Runs with one seed share their records, batches and noise, so what is compared is the difference within a seed. With m
comparisons in a table each interval has level 1 - alpha/m: all of them hold together with probability at least
1 - alpha, however they depend on each other (Bonferroni). What is drawn at random is the seed: an interval speaks of
the method on this data set, with its division, batches and noise drawn afresh, not of other data sets.

* `mean_interval`: for the mean difference, by Student's t. An approximation unless differences are normal (estimate).
* `median_interval`: for a median of the differences, between two order statistics. For n independent differences of one
  law, whatever it is, an order statistic D(k) exceeds a median with probability at most P(Bin(n, 1/2) <= k - 1): the
  level is guaranteed, in integers [David and Nagaraja 2003, Section 7.1]; ties only help.

World: estimate; the level of the second is a proven bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError

LEVEL = Fraction(95, 100)


@dataclass(frozen=True, slots=True)
class Interval:
    """A middle value and the ends; without ends that are finite where there are too few runs for the level."""

    middle: float
    low: float
    high: float

    @property
    def decided(self) -> str:
        """Whether the interval is above zero ("better"), below ("worse"), or neither ("open")."""
        return "better" if self.low > 0 else "worse" if self.high < 0 else "open"


def differences(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """The differences first - second, seed by seed.

    Raises:
        DomainError: not equally many, or fewer than two.

    Example:
        >>> differences([0.5, 0.75], [0.25, 0.25])
        [0.25, 0.5]
    """
    if len(first) != len(second) or len(first) < 2:
        raise DomainError(f"pairs must be two at least, got {len(first)} and {len(second)} runs")
    return [a - b for a, b in zip(first, second, strict=True)]


def mean_interval(values: Sequence[float], *, comparisons: int, level: Fraction = LEVEL) -> Interval:
    """Student's interval for the mean, one of so many that shall hold together (estimate).

    Args:
        values: differences, two at least.
        comparisons: how many intervals are looked at together.
        level: of all together.

    Raises:
        DomainError: too few values or no comparison.

    Example:
        >>> found = mean_interval([1.0, 2.0, 3.0], comparisons=1)
        >>> round(found.low, 3), found.middle, round(found.high, 3)
        (-0.484, 2.0, 4.484)
    """
    from scipy.stats import t

    share = float(_share(values, comparisons, level))
    size = len(values)
    middle = math.fsum(values) / size
    deviation = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (size - 1))
    reach = float(t.isf(share / 2, size - 1)) * deviation / math.sqrt(size)
    return Interval(middle, middle - reach, middle + reach)


def median_interval(values: Sequence[float], *, comparisons: int, level: Fraction = LEVEL) -> Interval:
    """The shortest pair of opposite order statistics that holds a median at the level, without assumption on the law.

    Args:
        values: differences, two at least.
        comparisons: how many intervals are looked at together.
        level: of all together.

    Raises:
        DomainError: too few values or no comparison.

    Example:
        >>> median_interval([float(value) for value in range(1, 11)], comparisons=1)
        Interval(middle=5.5, low=2.0, high=9.0)
        >>> median_interval([1.0, 2.0], comparisons=1).high
        inf
    """
    share = _share(values, comparisons, level)
    ordered, size = sorted(values), len(values)
    middle = (ordered[(size - 1) // 2] + ordered[size // 2]) / 2
    below, place = 0, 0
    # Both tails together: 2 P(Bin(n, 1/2) <= place - 1) <= share.
    while place < size // 2 and 2 * (below + math.comb(size, place)) <= share * 2**size:
        below += math.comb(size, place)
        place += 1
    if place == 0:
        return Interval(middle, -math.inf, math.inf)
    return Interval(middle, ordered[place - 1], ordered[size - place])


def _share(values: Sequence[float], comparisons: int, level: Fraction) -> Fraction:
    if len(values) < 2 or comparisons < 1:
        raise DomainError(f"there must be two values and a comparison, got {len(values)} and {comparisons}")
    return (1 - level) / comparisons
