"""Is a short series falling? The exact Mann-Kendall test, on numbers known as enclosures.

A pair of positions is a fall if the later value is smaller. If all orders of n different values were equally
likely, the number of falls would have the law of the number of inversions of a random permutation, whose
counts (the Mahonian numbers) are the coefficients of (1)(1+x)(1+x+x^2)...(1+...+x^(n-1)).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from math import factorial

from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict


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
