"""One pair rounded to a lattice of losses from both sides, by its convex profile.

World: directed bounds. On the points a_k = e^(l_k), l_k multiples of s, with h the profile:

* *above*: h interpolated linearly between the a_k, constant beyond the last, straight from (0, 1) to the first. A
  convex function lies below its chords, so this is the profile of a pair that dominates; its mass at the loss l_k is
  a_k times the change of slope there, and h at the last point is its probability of an infinite loss [Doroshenko,
  Ghazi, Kamath, Kumar, Manurangsi 2022].
* *below*: take the tangent of h at the middle of every cell (at its outer end where that one is negative there and this
  one is sharp, so that an atom beyond a lattice point is hardly moved) and at every point the smaller value of the two
  neighbouring tangents. On a cell the chord of these values lies below the cell's tangent, hence below h. Before the
  first cell whose tangent is decided to be >= 0 (as a depth, h - (1-a)) at its left end the values are 1 - a, after the
  last one whose tangent is decided to be >= 0 at its right end they are 0: chords to those stay below h, too. The lower
  convex hull of all values lies below the chords. It is the profile of a pair that h dominates. Where h is a straight
  line the values are so, too, and no ball decides on which side of a chord they lie: so all values are lowered by a
  relative 2^-64, points that may lie on the hull are left out, and in the end the hull is decided to be below the
  values as they were.

Left of a = 1 everything is computed as a depth, which differs from h by a linear function: slopes change alike. All
changes of slope are balls; on the lower side they must be decided to be >= 0, or more bits are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sdp_proofs.accounting.pairs import Pair, depth, height
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb

_MARGIN = arb(2) ** -64
_SHARP_BITS = 96


@dataclass(frozen=True)
class RoundedPair:
    """Masses under P at lattice points.

    Args:
        points: index on the lattice -> mass, a ball that contains the exact mass of the rounded pair.
        infinite: the mass at infinity.
    """

    points: dict[int, arb]
    infinite: arb


def above(pair: Pair, indices: list[int], unit: arb) -> RoundedPair:
    """The rounded pair that dominates.

    Args:
        pair: what is rounded.
        indices: increasing, zero among them and neither the first nor the last; the points are index * unit.
        unit: the lattice's s.

    Example:
        >>> from sdp_proofs.accounting.pairs import GaussianPair
        >>> found = above(GaussianPair(lambda bits: arb(1)), list(range(-60, 61)), arb("0.1"))
        >>> total = sum(found.points.values(), found.infinite)
        >>> 0 <= float(1 - total) < 1e-6
        True
    """
    ratios = [(unit * index).exp() for index in indices]
    values = [
        depth(pair, ratio) if index < 0 else height(pair, ratio) for index, ratio in zip(indices, ratios, strict=True)
    ]
    return RoundedPair(_masses(indices, ratios, values, values[0] / ratios[0]), values[-1])


def below(pair: Pair, indices: list[int], unit: arb) -> RoundedPair:
    """The rounded pair that is dominated.

    Raises:
        PrecisionError: a change of slope could not be told from zero at the working precision.

    Example:
        >>> from sdp_proofs.accounting.pairs import GaussianPair
        >>> found = below(GaussianPair(lambda bits: arb(1)), list(range(-60, 61)), arb("0.1"))
        >>> 0.99 < float(sum(found.points.values(), arb(0))) <= 1
        True
    """
    ratios = [(unit * index).exp() for index in indices]
    tangents = []
    for (left, right), (a, b) in zip(pairwise(indices), pairwise(ratios), strict=True):
        low = right <= 0
        tangent = _tangent(pair, (unit * (left + right) / 2).exp(), a, b, low=low)
        outer = 0 if low else 1
        if not tangent[outer] >= 0:  # beyond the last losses, or nearly
            other = _tangent(pair, a if low else b, a, b, low=low)
            tangent = other if other[outer].rel_accuracy_bits() > _SHARP_BITS else tangent
        tangents.append(tangent)
    values: list[arb] = [arb(0)]
    values += [tangents[k - 1][1].min(tangents[k][0]) for k in range(1, len(indices) - 1)]
    values.append(arb(0))
    start = end = indices.index(0)
    while start > 0 and tangents[start - 1][0] >= 0:
        start -= 1
    while end < len(tangents) and tangents[end][1] >= 0:
        end += 1
    values[: start + 1] = [arb(0)] * (start + 1)
    values[end:] = [arb(0)] * (len(values) - end)
    kept = _hull(indices, ratios, [value * (1 - _MARGIN) for value in values])
    _check_below(indices, ratios, values, kept)
    values = [value * (1 - _MARGIN) for value in values]
    return RoundedPair(
        _masses([indices[k] for k in kept], [ratios[k] for k in kept], [values[k] for k in kept], arb(0), decided=True),
        arb(0),
    )


def _tangent(pair: Pair, place: arb, left: arb, right: arb, *, low: bool) -> tuple[arb, arb]:
    """The tangent at a place of a cell, at both ends; as a depth left of one."""
    if low:
        first, second = pair.lower(place)
        return left * second - first, right * second - first
    first, second = pair.upper(place)
    return first - left * second, first - right * second


def _slope(indices: list[int], ratios: list[arb], values: list[arb], i: int, j: int) -> arb:
    """The slope of the chord, as that of a depth where both ends are left of one, of a height where both are right."""
    low, high = values[i], values[j]
    if indices[i] < 0 < indices[j]:
        low = low + 1 - ratios[i]
    return (high - low) / (ratios[j] - ratios[i])


def _change(indices: list[int], ratios: list[arb], values: list[arb], i: int, j: int, k: int) -> arb:
    """The change of slope at j between the chords to i and to k, as a height."""
    change = _slope(indices, ratios, values, j, k) - _slope(indices, ratios, values, i, j)
    return change + 1 if indices[j] <= 0 < indices[k] else change


def _hull(indices: list[int], ratios: list[arb], values: list[arb]) -> list[int]:
    """The positions on the lower convex hull, up to the margin: a point that may lie on a chord goes, too."""
    kept: list[int] = []
    for k in range(len(indices)):
        while len(kept) > 1:
            change = _change(indices, ratios, values, kept[-2], kept[-1], k)
            if change >= 0 and not (change.is_zero() and kept[-1] not in (0, len(indices) - 1)):
                break
            kept.pop()
        kept.append(k)
    return kept


def _check_below(indices: list[int], ratios: list[arb], values: list[arb], kept: list[int]) -> None:
    """Decide that the hull of the lowered values is below all values."""
    for i, j in pairwise(kept):
        if j == i + 1:
            continue
        lowered = [values[k] * (1 - _MARGIN) for k in (i, j)]
        heights = indices[i] < 0 < indices[j]
        start = lowered[0] + 1 - ratios[i] if heights else lowered[0]
        slope = (lowered[1] - start) / (ratios[j] - ratios[i])
        for k in range(i + 1, j):
            value = values[k] + 1 - ratios[k] if heights and indices[k] < 0 else values[k]
            if not start + slope * (ratios[k] - ratios[i]) <= value:
                raise PrecisionError("a convex hull could not be told from its points")


def _masses(
    indices: list[int], ratios: list[arb], values: list[arb], first_slope: arb, *, decided: bool = False
) -> dict[int, arb]:
    """a_k times the change of slope at every point."""
    found = {}
    last = len(indices) - 1
    for k in range(last + 1):
        if k == 0:
            change = _slope(indices, ratios, values, 0, 1) - first_slope
        elif k == last:
            change = -_slope(indices, ratios, values, last - 1, last)
        else:
            change = _change(indices, ratios, values, k - 1, k, k + 1)
        if decided and not change >= 0:
            raise PrecisionError("a change of slope could not be told from zero")
        found[indices[k]] = ratios[k] * change
    return found
