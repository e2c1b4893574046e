"""Estimate means with intervals, draw rare databases, and test trends.

*The mean of independent values in [0, b]*, with two confidence intervals that mean different things. The normal
interval is mean +- z standard errors. It is right in the limit of many values, and too narrow while the rare large
ones have not been met yet.

The guaranteed interval holds for every law on [0, b] and every number of values. A gambler who stakes the share f of
the fortune on every value turns 1 into the product of 1 - f + f y/m, whose expectation is 1 if the mean is m. So
the average of such fortunes over several f exceeds 2/a with probability a/2 at most [Markov], and all m at which it
does are excluded; the largest excluded one is found by bisection, since every fortune falls as m grows. The upper end
is the lower one of b - y. It cannot be below about b ln(2/a)/N, however small the N values are: nothing else is known
about the values that have not been met.

*Paired runs*: intervals that say what they assume, for all comparisons at once. Runs with one seed share their
records, batches and noise, so what is compared is the difference within a seed. With m comparisons in a table each
interval has level 1 - alpha/m: all of them hold together with probability at least 1 - alpha, however they depend on
each other (Bonferroni). What is drawn at random is the seed: an interval speaks of the method on this data set, with
its division, batches and noise drawn afresh, not of other data sets.

* `mean_interval`: for the mean difference, by Student's t. An approximation unless differences are normal (estimate).
* `median_interval`: for a median of the differences, between two order statistics. For n independent differences of one
  law, whatever it is, an order statistic D(k) exceeds a median with probability at most P(Bin(n, 1/2) <= k - 1): the
  level is guaranteed, in integers [David and Nagaraja 2003, Section 7.1]; ties only help.

World: estimate; the level of the second is a proven bound.

*Importance sampling.* Databases that matter for the mean of delta(x) are drawn often, each with its weight. delta(x)
varies by powers of ten when it is small, and its mean is made by databases that are rare. For a sampled mean they are
those with a small variance and with a mean far from the level that a new record is put to: near the middle of the
normal range ln delta is about -(s/d)^2/2 times something that does not depend on x, s the standard deviation and d the
distance from the mean to that level. So if the records are drawn from their law times exp(a), with

    a(v) = (L/n) (1 - ((v - mean)/s)^2 -+ 2 (v - mean)/d),    L = -ln delta(typical database),

delta times the weight is nearly constant. Half of the databases are not tilted, which bounds all weights by 2; the
other half is shared by tilts for every epsilon and for the two ends of the grid. Whatever the tilts are, the mean of
weight times delta is the mean of delta.

*A trend*: the exact Mann-Kendall test, on numbers known as enclosures. A pair of positions is a fall if the later
value is smaller. If all orders of n different values were equally likely, the number of falls would have the law of
the number of inversions of a random permutation, whose counts (the Mahonian numbers) are the coefficients of
(1)(1+x)(1+x+x^2)...(1+...+x^(n-1)).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from math import factorial
from statistics import NormalDist
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats = NDArray[float64]

CONFIDENCE = Fraction(99, 100)
STAKES = (*(2.0**-k for k in range(1, 16)), *(1 - 2.0**-k for k in range(2, 16)))
_BISECTIONS = 100


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean that was estimated from values in [0, bound].

    World: estimate.

    Args:
        mean_estimate: the mean of the values.
        normal_low: lower end of the normal interval, 0 if it would be negative.
        normal_high: its upper end.
        low: lower end of the guaranteed interval.
        high: its upper end.
        values: how many values.
    """

    mean_estimate: float
    normal_low: float
    normal_high: float
    low: float
    high: float
    values: int


def mean_estimate(values: Sequence[float], bound: float, *, confidence: Fraction = CONFIDENCE) -> MeanEstimate:
    """The mean of the law of independent values in [0, bound], each interval at the confidence.

    World: estimate. The guaranteed interval contains the mean with at least that probability (up to the rounding of
    float64 in its computation), in whatever order the values come.

    Raises:
        DomainError: fewer than two values, or a value outside [0, bound].

    Example:
        >>> found = mean_estimate([0.1, 0.2] * 200, 1.0)
        >>> [round(end, 3) for end in (found.low, found.normal_low, found.normal_high, found.high)]
        [0.14, 0.144, 0.156, 0.164]
    """
    import numpy as np

    held = np.array(values, dtype=np.float64)
    if len(held) < 2:
        raise DomainError(f"a mean must be estimated from two values or more, got {len(held)}")
    if not (held.min() >= 0 and held.max() <= bound):
        raise DomainError(f"values must be in [0, {bound}], got {held.min()} to {held.max()}")
    risk = float(1 - confidence) / 2
    mean = float(held.mean())
    spread = NormalDist().inv_cdf(1 - risk) * float(held.std(ddof=1)) / math.sqrt(len(held))
    scaled = held / bound
    return MeanEstimate(
        mean,
        max(0.0, mean - spread),
        mean + spread,
        bound * _lower_end(scaled, risk),
        bound * (1 - _lower_end(1 - scaled, risk)),
        len(held),
    )


def _lower_end(values: NDArray[float64], risk: float) -> float:
    """The largest mean of nonnegative values that the fortunes exclude."""
    low, high = 0.0, float(values.mean())
    if not _excluded(values, high * 2.0**-60, risk):
        return 0.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if _excluded(values, middle, risk) else (low, middle)
    return low


def _excluded(values: NDArray[float64], mean: float, risk: float) -> bool:
    import numpy as np

    if mean <= 0:
        return bool(values.any())
    stakes = np.array(STAKES)[:, None]
    logarithms = np.log1p(stakes * (values / mean - 1)).sum(axis=1)
    top = float(logarithms.max())
    fortune = top + math.log(float(np.exp(logarithms - top).mean()))
    return fortune > -math.log(risk)


LEVEL = Fraction(95, 100)


@dataclass(frozen=True, slots=True)
class Interval:
    """A middle value and the ends; without ends that are finite where there are too few runs for the level."""

    middle: float
    low: float
    high: float

    @property
    def decided(self) -> str:
        """Tell whether the interval is above zero ("better"), below ("worse"), or neither ("open")."""
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
        raise DomainError(f"there must be at least two pairs, got {len(first)} and {len(second)} runs")
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


UNTILTED = 0.5
"""The share of databases that are drawn from their own law."""
MOST_WEIGHT = 1 / UNTILTED


@dataclass(frozen=True, slots=True)
class Tilt:
    """Purpose of a tilt.

    Args:
        steepness: L > 0.
        end: the level at whose distance from the mean delta falls, the lowest or the highest.
    """

    steepness: float
    end: int


class TiltedSampling:
    """A way to draw databases of records of which `following[j]` follow law j.

    World: estimate; laws are in float64.

    Args:
        low: the lowest level.
        laws: for each source the probabilities of the levels low, low + 1, ....
        following: how many records follow each source.
        tilts: any number.

    Raises:
        DomainError: not one number of records per law.

    Example:
        >>> import numpy as np
        >>> sampling = TiltedSampling(0, [np.array([0.25, 0.5, 0.25])], [4], [Tilt(1.0, end=2)])
        >>> values, weight = sampling.draw(seed=1, name="example", index=0)
        >>> values, round(weight, 6)
        ((1, 0, 1, 1), 0.668937)
    """

    def __init__(self, low: int, laws: Sequence[Floats], following: Sequence[int], tilts: Sequence[Tilt]) -> None:
        import numpy as np

        if len(laws) != len(following):
            raise DomainError(f"there must be one number of records per law, {len(laws)}, got {len(following)}")
        self._low, self._following = low, tuple(following)
        records = sum(following)
        levels = low + np.arange(len(laws[0]))
        pooled = sum(count * law for count, law in zip(following, laws, strict=True)) / records
        mean = float((pooled * levels).sum())
        variance = float((pooled * (levels - mean) ** 2).sum())
        self._cumulative = [[np.cumsum(law) for law in laws]]
        self._logarithms: list[list[Floats]] = []
        for tilt in tilts:
            far = (levels - mean) / (tilt.end - mean)
            exponents = tilt.steepness / records * (1 - (levels - mean) ** 2 / variance - 2 * far)
            tilted = [law * np.exp(exponents) for law in laws]
            self._cumulative.append([np.cumsum(law / law.sum()) for law in tilted])
            self._logarithms.append([exponents - np.log(law.sum()) for law in tilted])

    def draw(self, *, seed: int, name: str, index: int) -> tuple[tuple[int, ...], float]:
        """Draw number `index`: the values, and the weight that makes up for the tilts.

        It depends on the three arguments alone, not on what else was drawn.
        """
        import numpy as np

        words = np.frombuffer(hashlib.sha256(name.encode()).digest()[:16], dtype="<u4")
        source = np.random.SeedSequence(seed, spawn_key=(*(int(word) for word in words), index))
        generator = np.random.Generator(np.random.PCG64(source))
        tilts = len(self._logarithms)
        uniform = generator.random()
        chosen = 0
        if tilts and uniform >= UNTILTED:
            chosen = 1 + min(tilts - 1, int((uniform - UNTILTED) / (1 - UNTILTED) * tilts))
        places = [
            np.minimum(np.searchsorted(cumulative, generator.random(count), side="right"), len(cumulative) - 1)
            for cumulative, count in zip(self._cumulative[chosen], self._following, strict=True)
        ]
        density = UNTILTED if tilts else 1.0
        for logarithms in self._logarithms:
            ratio = sum(float(law[at].sum()) for law, at in zip(logarithms, places, strict=True))
            density += (1 - UNTILTED) / tilts * float(np.exp(min(ratio, 700.0)))
        values = tuple(self._low + int(place) for part in places for place in part)
        return values, 1 / density


def falls(series: Sequence[Enclosure]) -> int:
    """The number of pairs whose later value is smaller, certified pair by pair.

    Raises:
        PrecisionError: two enclosures overlap, so that their order is not known.

    Example:
        >>> falls([Enclosure.of(value) for value in (3, 1, 2)])
        2
    """
    total = 0
    for earlier, later in combinations(series, 2):
        verdict = decide_less(later, earlier)
        if verdict is Verdict.UNKNOWN:
            raise PrecisionError("two values of the series overlap; more digits are needed")
        total += verdict is Verdict.HOLDS
    return total


def chance_of_falls(length: int, at_least: int) -> Fraction:
    """The probability that a random order of `length` values has at least so many falls (one-sided p-value, exact).

    Example:
        >>> chance_of_falls(3, 3)
        Fraction(1, 6)
    """
    counts = [1]
    for size in range(2, length + 1):
        sums = [0, *accumulate([*counts, *([0] * (size - 1))])]
        counts = [sums[k + 1] - sums[max(0, k + 1 - size)] for k in range(len(counts) + size - 1)]
    return Fraction(sum(counts[at_least:]), factorial(length))
