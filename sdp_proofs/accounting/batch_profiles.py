"""Bound the profiles of fixed batches with normal noise by finitely many boxes of triples; see `fixed_batches`.

World: enclosure. A box is a set of acute and right triples (u, w): u >= `first`, w <= `last`, w - u >= `gap`, angles in
units of a right one. Its bound at odds k >= 1 is the smaller of the profile of the right triple `first` and, where the
gap is positive, the sum of two normal profiles at the distances mu cos(first) and mu cos(gap); at k <= 1, seen from the
other side, that of 1 - `last`. Both bounds fall as `first` and the gap grow, as normal profiles grow with the distance.

The right triple u is a product: removal at mu cos u, addition at mu sin u. Both are rounded up to the points, their
products are computed in floats >= 0 and spread to the points next to them with the mean of 1/R kept, which is a chord
again; `_MORE` is more than the rounding of all that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from sdp_proofs.accounting.lattice import RoundedPair, dominating_values, rounded_above, rounded_below
from sdp_proofs.accounting.lemmas import (
    a_sum_of_two_profiles_bounds_that_of_a_mixture,
    right_triples_bound_acute_ones,
)
from sdp_proofs.accounting.pairs import Ball, GaussianPair, Mirrored, Pair, Sampled, height
from sdp_proofs.accounting.replaced_gaussian import NullBatchPair
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

BITS = 128
_MORE = 1 + 2.0**-30
_FAR, _HALVINGS = 30.0, 30
_FEWEST_TERMS = 2**22
"""Products of two masses: more would have a rounding that `_MORE` does not cover."""


@dataclass(frozen=True)
class Points:
    """The losses that profiles are rounded to.

    Args:
        unit: the spacing of the lattice.
        places: zero and indices > 0, increasing.
        mirrored: some of them, zero and the last among them, whose negatives are indices, too.
    """

    unit: arb
    places: tuple[int, ...]
    mirrored: tuple[int, ...]

    @cached_property
    def nodes(self) -> list[int]:
        """All indices."""
        return [*(-place for place in self.mirrored[:0:-1]), *self.places]

    @cached_property
    def ratios(self) -> list[arb]:
        """The odds at all places."""
        with ctx.workprec(BITS):
            return [(self.unit * place).exp() for place in self.places]


@dataclass(frozen=True)
class Masses:
    """Masses at all nodes, and at infinity, rounded to one side."""

    at: Values
    infinite: float


@dataclass(frozen=True)
class Box:
    """A set of triples: see above."""

    first: Fraction
    last: Fraction
    gap: Fraction = Fraction(0)


class Profiles:
    """Bounds of boxes, each part computed once.

    Args:
        distance: precision -> mu.
        rate: the part of the records in a batch.
        points: what is rounded to.
    """

    def __init__(self, distance: Ball, rate: Fraction, points: Points) -> None:
        self.distance, self.rate, self.points = distance, rate, points
        self._sums: dict[tuple[Fraction, Fraction], list[arb]] = {}
        self._right: dict[Fraction, list[arb]] = {}

    def masses(self, box: Box) -> Masses:
        """The masses of a pair whose profile is at least those of all triples of a box, rounded up."""
        if not 0 <= box.first <= box.last <= 1 or not 0 <= box.gap <= 1:
            raise ValueError("the angles of a box must be between zero and a right one, in order")
        right_triples_bound_acute_ones(box.first, box.last)
        with ctx.workprec(BITS):
            above, below = self._bounds(box.first, box.gap), self._bounds(1 - box.last, box.gap)
            # A depth at the odds 1/k is the height of the other side at k, over k.
            places, ratios = self.points.places, self.points.ratios
            depths = {place: value / ratio for place, value, ratio in zip(places, below, ratios, strict=True)}
            left = [depths[place] for place in self.points.mirrored[:0:-1]]
            values = [*left, above[0].min(below[0]), *above[1:]]
            return _up(dominating_values(self.points.nodes, self.points.unit, values), self.points.nodes)

    def _bounds(self, first: Fraction, gap: Fraction) -> list[arb]:
        """Bounds of the profiles at the odds of all places."""
        if first not in self._right:
            self._right[first] = self._right_triple(first)
        if not gap:
            return self._right[first]
        if (first, gap) not in self._sums:
            own, apart = self._cosine(first), self._cosine(gap)
            sums = self._sums_of_two(own, apart)
            self._sums[first, gap] = [value.min(other) for value, other in zip(self._right[first], sums, strict=True)]
        return self._sums[first, gap]

    def _cosine(self, angle: Fraction) -> arb:
        """The distance mu times a cosine, an upper bound."""
        turned = (arb.pi() * fraction_ball(angle) / 2).cos()
        return arb((self.distance(BITS) * turned).upper()).max(arb(0))

    def _sums_of_two(self, own: arb, apart: arb) -> Iterator[arb]:
        """Sums of two profiles with a good share at each place: each is a bound."""
        rate, ratios = fraction_ball(self.rate), self.points.ratios
        rests = [(ratio - 1).max(arb(0)) * fraction_ball(1 / self.rate - 1) for ratio in ratios]
        shares = _good_shares([float(ratio) for ratio in ratios], [float(rest) for rest in rests], own, apart)
        for ratio, rest, share in zip(ratios, rests, shares, strict=True):
            a_sum_of_two_profiles_bounds_that_of_a_mixture(self.rate, share)
            found = share * _normal(rest / share, own) if share > 0 else arb(0)
            yield rate * (found + (1 - arb(share)) * _normal(ratio / (1 - arb(share)), apart))

    def _right_triple(self, angle: Fraction) -> list[arb]:
        """The profile of the right triple, at all places, from above."""
        if angle == 0:
            return [height(self._removal(angle), ratio) for ratio in self.points.ratios]
        if angle == 1:
            return [height(Mirrored(self._removal(Fraction(0))), ratio) for ratio in self.points.ratios]
        return self._heights(self._product(angle))

    def _removal(self, angle: Fraction) -> Pair:
        distance = self._cosine(angle)
        return Sampled(GaussianPair(lambda _: distance), self.rate)

    def _heights(self, masses: Masses) -> list[arb]:
        """The heights at all places of a pair on the nodes: infinite + sum over l > e of m (1 - e^(e - l))."""
        unit, count = self.points.unit, len(self.points.places)
        own, other, found = arb(0), arb(0), []
        for place, ratio, mass in zip(
            self.points.places[::-1], self.points.ratios[::-1], masses.at[::-1][:count], strict=True
        ):
            found.append(arb(masses.infinite) + own - ratio * other)
            own, other = own + float(mass), other + float(mass) * (-unit * place).exp()
        return [value.max(arb(0)) for value in found[::-1]]

    def _product(self, angle: Fraction) -> Masses:
        """Removal in one coordinate and addition in the other, spread to the nodes."""
        import numpy as np

        nodes = self.points.nodes
        unit = self.points.unit
        parts = [
            _up(rounded_above(pair, nodes, unit), nodes)
            for pair in (self._removal(angle), Mirrored(self._removal(1 - angle)))
        ]
        tables = [(np.array(nodes)[part.at > 0], part.at[part.at > 0]) for part in parts]
        (first, own), (second, other) = tables
        if own.size * other.size > _FEWEST_TERMS:
            raise ValueError("the points of a product must be fewer")
        places = (first[:, None] + second[None, :]).ravel()
        start = int(places.min())
        sums: Values = np.bincount(places - start, (own[:, None] * other[None, :]).ravel()).astype(np.float64)
        infinite = (parts[0].infinite + parts[1].infinite) * _MORE
        return self._spread(start, sums, infinite)

    def _spread(self, start: int, sums: Values, infinite: float) -> Masses:
        """Move masses from `start` on to the nodes next to them, or beyond the last one to infinity; rounded up."""
        import numpy as np

        places = np.arange(start, start + sums.size)
        nodes, found = np.array(self.points.nodes), np.zeros(len(self.points.nodes))
        infinite = (infinite + float(sums[places > nodes[-1]].sum())) * _MORE
        found[0] += sums[places <= nodes[0]].sum()
        inside = (places > nodes[0]) & (places <= nodes[-1])
        places, sums = places[inside], sums[inside]
        upper = np.searchsorted(nodes, places)
        low, high = places - nodes[upper - 1], nodes[upper] - places
        shares = self._shares
        whole = shares[low + high]
        # With 1/R linear between the nodes: (1 - e^-low)/(1 - e^-(low + high)) goes up, e^-low (1 - e^-high)/.. down.
        found += np.bincount(upper, sums * (shares[low] / whole), found.size)
        found += np.bincount(upper - 1, sums * ((1 - shares[low]) * shares[high] / whole), found.size)
        return Masses(found * _MORE, infinite)

    @cached_property
    def _shares(self) -> Values:
        """1 - e^-(unit i), to the nearest float, up to the widest gap between nodes."""
        import numpy as np

        nodes = self.points.nodes
        widest = max(after - before for before, after in pairwise(nodes))
        unit = self.points.unit
        return np.array([float(-(-unit * index).expm1()) for index in range(widest + 1)])


def ends_below(distance: Ball, rate: Fraction, points: Points) -> list[Masses]:
    """The masses of the pairs of three databases, rounded down: both ends, and others at zero."""
    removal = Sampled(GaussianPair(distance), rate)
    zero = NullBatchPair(lambda bits: 2 / distance(bits), rate)
    with ctx.workprec(2 * BITS):
        pairs: tuple[Pair, ...] = (removal, Mirrored(removal), zero)
        return [_down(rounded_below(pair, points.nodes, points.unit, moved=True), points.nodes) for pair in pairs]


def _good_shares(ratios: list[float], rests: list[float], own: arb, apart: arb) -> list[float]:
    """The shares s with the least sums s G(c/s, own) + (1-s) G(k/(1-s), apart), about.

    Their derivative in s is the chance that one ratio exceeds c/s less the chance that the other exceeds k/(1-s): with
    f(s) = own/2 - ln(c/s)/own - apart/2 + ln(k/(1-s))/apart, which rises, the least sum is where f = 0.
    """
    import numpy as np

    first, second = max(float(own), 1e-6), max(float(apart), 1e-6)
    with np.errstate(divide="ignore"):
        odds, others = np.log(np.array(ratios)), np.log(np.array(rests))
    fixed = first / 2 - others / first - second / 2 + odds / second
    low, high = np.full(len(ratios), -_FAR), np.full(len(ratios), _FAR)
    for _ in range(_HALVINGS):  # the logarithm of the share over the rest
        middle = (low + high) / 2
        rises = fixed - np.logaddexp(0, -middle) / first + np.logaddexp(0, middle) / second > 0
        low, high = np.where(rises, low, middle), np.where(rises, middle, high)
    shares: list[float] = np.where(low > -_FAR, 1 / (1 + np.exp(-low)), 0.0).tolist()
    return shares


def _normal(odds: arb, distance: arb) -> arb:
    """The profile of normal laws; of equal ones at odds >= 1, which alone are asked about, zero."""
    if not distance > 0:
        return (1 - odds).max(arb(0))
    if not odds > 0:
        return arb(1)
    return height(GaussianPair(lambda _: distance), odds)


def _up(rounded: RoundedPair, nodes: Sequence[int]) -> Masses:
    import numpy as np

    values = [_float_up(rounded.points[node]) if node in rounded.points else 0.0 for node in nodes]
    return Masses(np.array(values), _float_up(rounded.infinite))


def _down(rounded: RoundedPair, nodes: Sequence[int]) -> Masses:
    import numpy as np

    values = [_float_down(rounded.points[node]) if node in rounded.points else 0.0 for node in nodes]
    return Masses(np.array(values), 0.0)


def _float_up(value: arb) -> float:
    """A float >= 0 that is no smaller."""
    return math.nextafter(max(0.0, float(value.upper())), math.inf) if not value <= 0 else 0.0


def _float_down(value: arb) -> float:
    """A float >= 0 that is no larger than a number >= 0."""
    return max(0.0, math.nextafter(float(value.lower()), -math.inf))
