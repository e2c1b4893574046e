"""Bound the profiles of fixed batches with normal noise by finitely many boxes of triples; see `fixed_batches`.

World: enclosure. A box is a set of acute and right triples (u, w), u <= w, with u and w in two spans, angles in units
of a right one. Seen from the other side (k <= 1) it is the box of (1 - w, 1 - u), so k >= 1 is enough: there the
profile is at most that of the right triple of the least u, and, as it falls as w grows, that of (u, w) for the least
w. Of all u of the span the Gram matrix of the latter is at most that of |a| = mu cos(least u), |b| = mu sin(least w),
a.b = mu^2 cos(largest u) sin(least w) sin(least w - largest u), in the order of the claim. The smaller of both is the
bound.

**A right triple** is a product: removal at mu cos u, addition at mu sin u. Both are rounded up to points between the
points, their products are computed in floats >= 0 and spread to the points next to them with the mean of 1/R kept,
which is a chord again; `_MORE` is more than the rounding of all that.

**An acute one** is a sum over a grid in the plane. For 0 < v < 1 normal noise of variance v about the points j h with
the masses h phi_(1-v)(j h - x) has the density of N(x, 1), times 1 + 2 sum over k >= 1 of e^(-2 pi^2 k^2 v (1-v)/h^2)
cos(2 pi k m/h), m the mean of the point given the output (claim `a-normal-law-is-nearly-a-random-rounding-of-a-grid`).
So a normal law is, but for a factor of `_MORE`, post-processed from these masses, which are those of a unit normal law
at the distance x/sqrt(1 - v) on multiples of h/sqrt(1 - v); and the profile is at most the sum over the grid. Masses
outside a rectangle count as infinite losses. The ratios at the points are products of tables from balls.
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
    a_normal_law_is_nearly_a_random_rounding_of_a_grid,
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
_MOST_TERMS = 2**22
"""Products of two masses: more would have a rounding that `_MORE` does not cover."""
_PARTS, _MOST_FACTORS = 2, 2048
_ROUNDED = 1.5
"""The variance of the rounding, over the square of the spacing: masses are within e^-29 of their parts."""
_LEAST_ROUNDED, _MOST_ROUNDED, _SHARE_ROUNDED = 3e-4, 1e-2, 0.05
_WIDE_ROUNDED, _MOST_FLAT = 0.2, 4.0


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

    def split(self, parts: int) -> Points:
        """The points of which so many equal steps lead from one to the next."""
        places, mirrored = (
            (*(parts * low + k * (high - low) for low, high in pairwise(ends) for k in range(parts)), parts * ends[-1])
            for ends in (self.places, self.mirrored)
        )
        return Points(self.unit / parts, places, mirrored)

    @cached_property
    def ratios(self) -> list[arb]:
        """The odds at all places."""
        with ctx.workprec(BITS):
            return [(self.unit * place).exp() for place in self.places]

    @cached_property
    def odds(self) -> Values:
        """The odds at all nodes, to the nearest float."""
        import numpy as np

        with ctx.workprec(BITS):
            return np.array([float((self.unit * node).exp()) for node in self.nodes])


@dataclass(frozen=True)
class Masses:
    """Masses at all nodes, and at infinity, rounded to one side."""

    at: Values
    infinite: float


Span = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Box:
    """A set of triples: u in the first span and w in the second, u <= w."""

    first: Span
    second: Span

    @classmethod
    def right(cls, angle: Fraction) -> Box:
        """One right triple."""
        return cls((angle, angle), (angle, angle))

    def parts(self) -> Iterator[Box]:
        """The quarters of the square of u and w; three of one on the diagonal, as u <= w."""
        for one in _halves(self.first):
            for other in _halves(self.second):
                if one[0] < other[1]:
                    yield Box(one, other)


def _halves(span: Span) -> tuple[Span, Span]:
    middle = (span[0] + span[1]) / 2
    return (span[0], middle), (middle, span[1])


class Profiles:
    """Bounds of boxes, each part computed once.

    Args:
        distance: precision -> mu.
        rate: the part of the records in a batch.
        points: what is rounded to.
    """

    def __init__(self, distance: Ball, rate: Fraction, points: Points) -> None:
        self.distance, self.rate, self.points = distance, rate, points
        self._right: dict[Fraction, list[arb]] = {}
        self._acute: dict[tuple[Fraction, Fraction, Fraction], list[arb]] = {}

    def masses(self, box: Box) -> Masses:
        """The masses of a pair whose profile is at least those of all triples of a box, rounded up."""
        (least, most), (low, high) = box.first, box.second
        if not 0 <= least <= most <= 1 or not 0 <= low <= high <= 1 or least > high:
            raise ValueError("the angles of a box must be between zero and a right one, in order")
        right_triples_bound_acute_ones(least, high)
        with ctx.workprec(BITS):
            above, below = self._bounds(least, most, low), self._bounds(1 - high, 1 - low, 1 - most)
            # A depth at the odds 1/k is the height of the other side at k, over k.
            places, ratios = self.points.places, self.points.ratios
            depths = {place: value / ratio for place, value, ratio in zip(places, below, ratios, strict=True)}
            left = [depths[place] for place in self.points.mirrored[:0:-1]]
            values = [*left, above[0].min(below[0]), *above[1:]]
            return _up(dominating_values(self.points.nodes, self.points.unit, values), self.points.nodes)

    def _bounds(self, least: Fraction, most: Fraction, low: Fraction) -> list[arb]:
        """Bounds of the profiles at the odds of all places, of u from the least to the most and w from a lowest on."""
        if least not in self._right:
            self._right[least] = self._right_triple(least)
        if low <= most:
            return self._right[least]
        if (least, most, low) not in self._acute:
            both = zip(self._right[least], self._heights(self._planar(least, most, low)), strict=True)
            self._acute[least, most, low] = [one.min(other) for one, other in both]
        return self._acute[least, most, low]

    def _planar(self, least: Fraction, most: Fraction, low: Fraction) -> Masses:
        return self._spread(*self.planar(least, most, low))

    def planar(
        self, least: Fraction, most: Fraction, low: Fraction, coarse: float = 1.0
    ) -> tuple[Values, Values, float]:
        """The triple with the largest lengths and the least product: masses, ratios, and the mass at infinity.

        Args:
            least: of all u.
            most: of all u, below all w.
            low: the least of all w.
            coarse: how many times as large the least rounding is made.
        """
        mu = self.distance(BITS)
        own, other = mu * _cosine(least), mu * _cosine(1 - low)
        swapped = bool(other > own)
        longer, shorter = (other, own) if swapped else (own, other)
        along = mu * _cosine(most) * mu * _cosine(1 - low) * _cosine(1 - low + most) / longer
        across = (shorter * shorter - along * along).max(arb(0)).sqrt()
        # Less than what the gap takes off; more of it across, where that is a small part of the lengths.
        flat = float(longer) / max(float(across), 1e-9)
        rounded = _SHARE_ROUNDED * float(low - most) * float(min(low, 1 - most))
        least_rounded = coarse * max(_LEAST_ROUNDED / flat, _LEAST_ROUNDED / _MOST_FLAT)
        rounded = min(_MOST_ROUNDED, max(least_rounded, rounded))
        wide = min(_WIDE_ROUNDED, rounded * flat * flat)
        first, second = self._grid(rounded, longer, along), self._grid(max(rounded, wide), arb(0), across)
        rate, rest = float(self.rate), float(1 - self.rate)
        long = rest + rate * first.longer[:, None]
        short = rest + rate * (first.shorter[:, None] * second.shorter[None, :])
        weights = first.weights[:, None] * second.weights[None, :]
        masses, ratios = (weights * short, short / long) if swapped else (weights * long, long / short)
        return masses.ravel(), ratios.ravel(), first.beyond + second.beyond

    def _grid(self, rounded: float, longer: arb, shorter: arb) -> _Grid:
        """A grid on one axis for two shifts >= 0, which are stretched by the rounding."""
        import numpy as np

        variance, spacing = Fraction(rounded), arb(math.sqrt(rounded / _ROUNDED))
        a_normal_law_is_nearly_a_random_rounding_of_a_grid(variance, spacing)
        shifts = [shift / (1 - fraction_ball(variance)).sqrt() for shift in (longer, shorter)]
        start = math.ceil(self._reach / float(spacing))
        last = math.ceil((self._reach + float(max(shifts, key=float))) / float(spacing))
        places = [spacing * j for j in range(-start, last + 1)]
        weight = spacing / (2 * arb.pi()).sqrt()
        weights = np.array([float((-place * place / 2).exp() * weight) for place in places])
        tables = [np.array([float(((place - shift / 2) * shift).exp()) for place in places]) for shift in shifts]
        # Each of the laws has no more beyond the ends than a normal law has there.
        beyond = [place.erfc() / 2 for place in (spacing * start / arb(2).sqrt(),) * 3]
        beyond += [((places[-1] - shift) / arb(2).sqrt()).erfc() / 2 for shift in (arb(0), *shifts)]
        return _Grid(weights, tables[0], tables[1], _float_up(sum(beyond, arb(0))))

    @cached_property
    def _reach(self) -> float:
        """Deviations of the noise beyond which masses are small beside the bound at the last point (estimate)."""
        last = float(self._right_triple(Fraction(0))[-1].upper())
        return math.sqrt(2 * max(32.0, 6 - math.log(max(last, 1e-300))))

    def _right_triple(self, angle: Fraction) -> list[arb]:
        """The profile of the right triple, at all places, from above."""
        if angle == 0:
            return [height(self._removal(angle), ratio) for ratio in self.points.ratios]
        if angle == 1:
            return [height(Mirrored(self._removal(Fraction(0))), ratio) for ratio in self.points.ratios]
        return self._heights(self._product(angle))

    def _removal(self, angle: Fraction) -> Pair:
        distance = arb((self.distance(BITS) * _cosine(angle)).upper()).max(arb(0))
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

        finer = self.points.split(max(1, min(_PARTS, _MOST_FACTORS // len(self.points.nodes))))
        first, second = self.factors(angle, finer)
        odds = finer.odds
        masses, ratios = np.outer(first.at, second.at).ravel(), np.outer(odds, odds).ravel()
        return self._spread(masses[masses > 0], ratios[masses > 0], first.infinite + second.infinite)

    def factors(self, angle: Fraction, points: Points) -> tuple[Masses, Masses]:
        """Removal in one coordinate and addition in the other, each rounded up to some points."""
        removal, addition = self._removal(angle), Mirrored(self._removal(1 - angle))
        nodes, unit = points.nodes, points.unit
        return (
            _nothing(nodes) if angle == 1 else _up(rounded_above(removal, nodes, unit), nodes),
            _nothing(nodes) if angle == 0 else _up(rounded_above(addition, nodes, unit), nodes),
        )

    def _spread(self, masses: Values, ratios: Values, infinite: float) -> Masses:
        """Move masses at some ratios to the nodes next to them, or beyond the last one to infinity; rounded up."""
        import numpy as np

        if masses.size > _MOST_TERMS:
            raise ValueError("the points of a product must be fewer")
        odds, ratios = self.points.odds, ratios * _MORE
        upper = np.searchsorted(odds, ratios)
        inside, beyond = (upper > 0) & (upper < odds.size), upper == odds.size
        found = np.zeros(odds.size)
        found[0] = masses[upper == 0].sum()
        kept = masses[beyond] * (odds[-1] / ratios[beyond])
        found[-1], infinite = kept.sum(), (infinite + float((masses[beyond] - kept).sum())) * _MORE
        upper, ratios, masses = upper[inside], ratios[inside], masses[inside]
        low, high = odds[upper - 1], odds[upper]
        # With 1/R linear between the nodes, which keeps the mean of 1/R, as it is kept beyond the last one.
        share = np.minimum((ratios - low) * high / (ratios * (high - low)), 1.0)
        found += np.bincount(upper, masses * share, found.size)
        found += np.bincount(upper - 1, masses * (1 - share), found.size)
        return Masses(found * _MORE, infinite)


@dataclass(frozen=True)
class _Grid:
    """Masses of a normal law at the points of an axis, ratios of two shifted ones to it, and all their masses beyond.

    The table of the longer shift and that of the shorter one are to the nearest float, as the masses are.
    """

    weights: Values
    longer: Values
    shorter: Values
    beyond: float


def _cosine(angle: Fraction) -> arb:
    """The cosine of an angle in units of a right one."""
    return (arb.pi() * fraction_ball(angle) / 2).cos()


def ends_below(distance: Ball, rate: Fraction, points: Points) -> list[Masses]:
    """The masses of the pairs of three databases, rounded down: both ends, and others at zero."""
    removal = Sampled(GaussianPair(distance), rate)
    zero = NullBatchPair(lambda bits: 2 / distance(bits), rate)
    with ctx.workprec(2 * BITS):
        pairs: tuple[Pair, ...] = (removal, Mirrored(removal), zero)
        return [_down(rounded_below(pair, points.nodes, points.unit, moved=True), points.nodes) for pair in pairs]


def factors_below(distance: Ball, rate: Fraction, points: Points, angle: Fraction) -> tuple[Masses, Masses]:
    """Removal in one coordinate and addition in the other, each rounded down to some points."""
    nodes, unit = points.nodes, points.unit

    def removal(part: Fraction) -> Pair:
        return Sampled(GaussianPair(lambda bits: distance(bits) * _cosine(part)), rate)

    with ctx.workprec(2 * BITS):
        removed, added = removal(angle), Mirrored(removal(1 - angle))
        return (
            _nothing(nodes) if angle == 1 else _down(rounded_below(removed, nodes, unit, moved=True), nodes),
            _nothing(nodes) if angle == 0 else _down(rounded_below(added, nodes, unit, moved=True), nodes),
        )


def _nothing(nodes: Sequence[int]) -> Masses:
    """The pair of two equal laws."""
    import numpy as np

    return Masses(np.array([float(node == 0) for node in nodes]), 0.0)


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
