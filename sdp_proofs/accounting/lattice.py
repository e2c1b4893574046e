"""Compose privacy losses on a lattice from both sides, in integers.

World: directed bounds, joined to an enclosure. Every pair is replaced by two pairs on the lattice of spacing s, one
that dominates it and one that it dominates (`rounded_above`); compositions of them bound the composition from above
and from below, with errors of order T s^2.

**Tilt.** With lam > 0 and losses l of the step i under P let w_i(l) = p_i(l) e^(lam l)/W_i be the tilted masses, W_i
an upper bound of their sum. For the composition, W = prod W_i^(T_i),

    delta_fin(eps) = W sum over l > eps of w(l) e^(-lam l) (1 - e^(eps - l)),    w the convolution of all w_i.

Masses are rounded to multiples of 2^-60 upwards or downwards: the sum has only terms >= 0 and grows with each mass. A
part of tilted mass d that is cut off adds at most k(lam) W e^(-lam eps) d, because (1 - y)_+ y^lam <= k(lam) =
lam^lam/(1+lam)^(1+lam): an error relative to the answer, at any magnitude. Below, what is cut is dropped. Losses are
infinite with probability at most 1 - prod (1 - p_i)^(T_i), p_i those of the rounded pairs above.

The first use of integers instead of floats is that nothing has to be argued about rounding; the second that long
products are fast.

**One pair rounded to a lattice from both sides, by its convex profile.** World: directed bounds. On the points a_k =
e^(l_k), l_k multiples of s, with h the profile:

* *above*: h interpolated linearly between the a_k, constant beyond the last, straight from (0, 1) to the first. A
  convex function lies below its chords, so this is the profile of a pair that dominates; its mass at the loss l_k is
  a_k times the change of slope there, and h at the last point is its probability of an infinite loss [Doroshenko,
  Ghazi, Kamath, Kumar, Manurangsi 2022].
* *below*: take the tangent of h at the middle of every cell (at its outer end where that one is negative there and
  this one is sharp, so that an atom beyond a lattice point is hardly moved) and at every point the smaller value of
  the two neighbouring tangents. On a cell the chord of these values lies below the cell's tangent, hence below h.
  Before the first cell whose tangent is decided to be >= 0 (as a depth, h - (1-a)) at its left end the values are 1 -
  a, after the last one whose tangent is decided to be >= 0 at its right end they are 0: chords to those stay below h,
  too. The lower convex hull of all values lies below the chords. It is the profile of a pair that h dominates. Where
  h is a straight line the values are so, too, and no ball decides on which side of a chord they lie: so all values
  are lowered by a relative 2^-64, points that may lie on the hull are left out, and in the end the hull is decided to
  be below the values as they were.

Left of a = 1 everything is computed as a depth, which differs from h by a linear function: slopes change alike. All
changes of slope are balls; on the lower side they must be decided to be >= 0, or more bits are asked for.

**The survey: a rough law of the losses, to choose the tilt and the lattice (estimate).** The masses between losses on
a geometric grid, as logarithms, come from the upper and lower masses of a pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from sdp_proofs.accounting.analysis import Direction, Engine, spanned
from sdp_proofs.accounting.inversion import Contour, saddle_point, saddle_point_of_delta
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound
from sdp_proofs.accounting.losses import Slope
from sdp_proofs.accounting.pairs import Pair, depth, height, infinite_loss
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball
from sdp_proofs.sums.integer_vectors import UNIT_BITS, Masses, Suffixes

_MARGIN = arb(2) ** -64
_SHARP_BITS = 96
_HALVINGS = 12


@dataclass(frozen=True)
class RoundedPair:
    """Masses under P at lattice points.

    Args:
        points: index on the lattice -> mass, a ball that contains the exact mass of the rounded pair.
        infinite: the mass at infinity.
    """

    points: dict[int, arb]
    infinite: arb


def rounded_above(pair: Pair, indices: list[int], unit: arb) -> RoundedPair:
    """The rounded pair that dominates.

    Args:
        pair: what is rounded.
        indices: increasing, zero among them and neither the first nor the last; the points are index * unit.
        unit: the lattice's s.

    Example:
        >>> from sdp_proofs.accounting.pairs import GaussianPair
        >>> found = rounded_above(GaussianPair(lambda bits: arb(1)), list(range(-60, 61)), arb("0.1"))
        >>> total = sum(found.points.values(), found.infinite)
        >>> 0 <= float(1 - total) < 1e-6
        True
    """
    ratios = [(unit * index).exp() for index in indices]
    values = [
        depth(pair, ratio) if index < 0 else height(pair, ratio) for index, ratio in zip(indices, ratios, strict=True)
    ]
    return RoundedPair(_masses(indices, ratios, values, values[0] / ratios[0]), values[-1])


def dominating_values(indices: list[int], unit: arb, values: list[arb]) -> RoundedPair:
    """The rounded pair that dominates every pair whose profile at the points is at most some values.

    Args:
        indices: as for `rounded_above`.
        unit: the lattice's s.
        values: of a height from index zero on, of a depth before.

    A convex profile lies below the lower convex hull of any bounds of its values, whether these are convex or not.
    """
    ratios = [(unit * index).exp() for index in indices]
    kept = _hull(indices, ratios, values)
    odds, heights = [ratios[k] for k in kept], [values[k] for k in kept]
    return RoundedPair(_masses([indices[k] for k in kept], odds, heights, heights[0] / odds[0]), values[-1])


def rounded_below(pair: Pair, indices: list[int], unit: arb, *, moved: bool = False) -> RoundedPair:
    """The rounded pair that is dominated.

    Args:
        pair: what is rounded.
        indices: as for `rounded_above`.
        unit: the lattice's s.
        moved: whether, of a pair without atoms, a tangent that would be negative at the outer end of its cell is that
            at the place nearest to the middle where it is not.

    Raises:
        PrecisionError: a change of slope could not be distinguished from zero at the working precision.

    Example:
        >>> from sdp_proofs.accounting.pairs import GaussianPair
        >>> found = rounded_below(GaussianPair(lambda bits: arb(1)), list(range(-60, 61)), arb("0.1"))
        >>> 0.99 < float(sum(found.points.values(), arb(0))) <= 1
        True
    """
    ratios = [(unit * index).exp() for index in indices]
    tangents = []
    for (left, right), (a, b) in zip(pairwise(indices), pairwise(ratios), strict=True):
        low = right <= 0
        tangent = _tangent(pair, (unit * (left + right) / 2).exp(), a, b, low=low)
        outer = 0 if low else 1
        if not tangent[outer] >= 0 and moved:
            tangent = _moved_tangent(pair, unit, left, right)
        elif not tangent[outer] >= 0:  # beyond the last losses, or nearly
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


def _moved_tangent(pair: Pair, unit: arb, left: int, right: int) -> tuple[arb, arb]:
    """The tangent at the place nearest to the middle of a cell where it is not negative at the outer end."""
    low = right <= 0
    ends = (unit * left).exp(), (unit * right).exp()
    outer, inner = arb(left if low else right), (arb(left) + right) / 2
    found = _tangent(pair, ends[0] if low else ends[1], *ends, low=low)
    for _ in range(_HALVINGS):
        place = ((outer + inner) / 2).mid()
        tangent = _tangent(pair, (unit * place).exp(), *ends, low=low)
        if tangent[0 if low else 1] >= 0:
            outer, found = place, tangent
        else:
            inner = place
    return found


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
            raise PrecisionError("a change of slope could not be distinguished from zero")
        found[indices[k]] = ratios[k] * change
    return found


_PER_OCTAVE = 6
_OCTAVES = 40
_LARGEST = 4096.0


@dataclass(frozen=True)
class Survey:
    """Cells of losses and ln of their probabilities under P.

    Args:
        cells: (left end, right end, ln of the probability), from left to right.
    """

    cells: tuple[tuple[float, float, float], ...]

    @classmethod
    def of(cls, pair: Pair, least: float) -> Survey:
        """The survey of a pair; what is less likely than e^least is left out.

        Raises:
            PrecisionError: nothing is left.
        """
        with ctx.workprec(96):
            still = _log(1 - pair.upper(arb(1))[0] - pair.lower(arb(1))[0])
            middle = [(0.0, 0.0, still)] if still > max(least, -40.0) else []
            cells = (*_left(pair, least), *middle, *_right(pair, least))
            if not cells:
                raise PrecisionError(f"losses must be at most {_LARGEST:g} for a survey, got larger ones only")
            return cls(cells)

    def slope(self, real: float) -> Slope:
        """The logarithm of M and its derivatives."""
        tilted = self.tilted(real)
        total = sum(mass for _, mass in tilted[1])
        first = sum(place * mass for place, mass in tilted[1]) / total
        second = sum((place - first) ** 2 * mass for place, mass in tilted[1]) / total
        return Slope(tilted[0] + math.log(total), first, second)

    def tilted(self, real: float) -> tuple[float, list[tuple[float, float]]]:
        """A logarithm, and for each cell its middle and its tilted mass over the exponential of that."""
        places = [((low + high) / 2, mass) for low, high, mass in self.cells]
        top = max(mass + real * place for place, mass in places)
        return top, [(place, math.exp(mass + real * place - top)) for place, mass in places]


def _grid(end: float) -> list[float]:
    """0 and geometric places up to an end."""
    return [0.0, *(end * 2 ** (-k / _PER_OCTAVE) for k in range(_OCTAVES * _PER_OCTAVE, -1, -1))]


def _log(mass: arb) -> float:
    middle = mass.mid()
    return float(middle.log()) if middle > 0 else -math.inf


def _reach(masses: Sequence[float], places: Sequence[float], least: float) -> float:
    """The first place beyond which nothing is left."""
    for place, mass in zip(places, masses, strict=True):
        if not mass > least:
            return place
    return places[-1]


def _right(pair: Pair, least: float) -> list[tuple[float, float, float]]:
    places = [_LARGEST * 2 ** (-k / 4) for k in range(160, -1, -1)]
    end = _reach([_log(pair.upper(arb(place).exp())[0]) for place in places], places, least)
    grid = _grid(end)
    return _cells(grid, [pair.upper(arb(place).exp())[0] for place in grid], least)


def _left(pair: Pair, least: float) -> list[tuple[float, float, float]]:
    places = [_LARGEST * 2 ** (-k / 4) for k in range(160, -1, -1)]
    end = _reach([_log(pair.lower(arb(-place).exp())[0]) for place in places], places, least)
    grid = _grid(end)
    cells = _cells(grid, [pair.lower(arb(-place).exp())[0] for place in grid], least)
    return [(-high, -low, mass) for low, high, mass in cells[::-1]]


def _cells(grid: list[float], beyond: list[arb], least: float) -> list[tuple[float, float, float]]:
    found = []
    for index in range(len(grid) - 1):
        mass = _log(beyond[index] - beyond[index + 1])
        if mass > least:
            found.append((grid[index], grid[index + 1], mass))
    return found


_BITS = 192
_TOLERANCE = 8e-4
_MOST_POINTS = 540_000
_MANY_STEPS = 200_000
_LONGEST_STEP = 200_000
_MOST_NODES = 30_000
_CUT_BITS = 26
_SHORT_CUT_BITS = 40
_FEW_STEPS = 10_000
_STEPS_OF_SEARCH = 60
_LEAST_CELLS, _MOST_CHOICES = 300, 2000
_LEFT_OUT = 16
"""Losses that are less likely than e^-16 of delta are rounded to infinity: short lattices where sampling is rare."""


@dataclass(frozen=True)
class Lattice(Engine):
    """The engine of one direction.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("laplace(scale=4) * 20"), "add-remove")
        >>> from sdp_proofs.numbers.reals import read_real
        >>> Lattice.of(question.directions[0]).delta(read_real(2), 3).rounded(1)
        '0.03'
    """

    pairs: tuple[tuple[Pair, int], ...]
    tolerance: float = _TOLERANCE
    anchor: float = 0.0
    other: float = 0.0

    @classmethod
    def of(cls, direction: Direction) -> Lattice:
        """The engine of a direction; every pair has a profile."""
        pairs = tuple((step.pair, count) for step, count in direction.steps)
        ends = [
            (float(step.largest(64)), 0.0 if step.least is None else float(step.least(64)))
            for step, _ in direction.steps
            if step.largest is not None
        ]
        anchor, other = min((end for end in ends if 0 < end[0] < math.inf), default=(0.0, 0.0))
        return cls(pairs, anchor=anchor, other=other if -math.inf < other < 0 else 0.0)

    @property
    def steps(self) -> int:
        """The number of all steps."""
        return sum(count for _, count in self.pairs)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`; the best bracket there is, whatever the digits."""
        place = float(epsilon.ball(64))
        surveys = self._surveys(-40.0)
        found = saddle_point(lambda real: self._slopes(surveys, real), place)
        surveys = self._surveys(min(-40.0, found.log_delta - _LEFT_OUT))
        found = saddle_point(lambda real: self._slopes(surveys, real), place)
        sides = self.composed(surveys, found)
        with ctx.workprec(_BITS):
            ball = epsilon.ball(_BITS)
            return Enclosure(spanned(sides.lower(ball).lower(), sides.upper(ball).upper()))

    def epsilon(self, target: Fraction, digits: int) -> Enclosure | None:
        """The least epsilon >= 0 that meets the target, as a bracket; None where no finite one does.

        Raises:
            PrecisionError: the target could not be distinguished from the probability of an infinite loss.
        """
        if target == 0:
            raise PrecisionError("a target of zero cannot be met by a bracket")
        with ctx.workprec(128):
            goal = fraction_ball(target)
            if not infinite_loss(self.pairs) < goal:  # rounded upwards it is no less; a lattice down to it has no end
                raise PrecisionError("the target could not be distinguished from the probability of an infinite loss")
            log_target = float(goal.log())
        surveys = self._surveys(log_target - _LEFT_OUT)
        found = saddle_point_of_delta(lambda real: self._slopes(surveys, real), log_target)
        sides = self.composed(surveys, found)
        return sides.bracket(target, found)

    def composed(self, surveys: list[Survey], found: Contour) -> Sides:
        """Both compositions at the tilt of a contour."""
        tilt = found.real
        delta_is_below_its_chernoff_bound(tilt)
        unit = self._unit(surveys, found)
        with ctx.workprec(_BITS):
            spacing = arb(unit)
            both = []
            for upward in (True, False):
                total, weight, infinite = None, arb(1), arb(0)
                keep = 1 << (UNIT_BITS - (_SHORT_CUT_BITS if self.steps <= _FEW_STEPS else _CUT_BITS))
                for (pair, count), survey in zip(self.pairs, surveys, strict=True):
                    indices = self._indices(survey, tilt, unit)
                    rounded = (rounded_above if upward else rounded_below)(pair, indices, spacing)
                    # w = p e^(lam l)/W in units of 2^-60, rounded up for the upper side and down for the lower one:
                    # the sum in `delta` has only terms >= 0, so that it moves with every mass.
                    masses, scale = _tilted(rounded, tilt, spacing, upward)
                    _check_sharp(masses, count)
                    power = masses.power(count, keep)
                    total = power if total is None else total.times(power, keep)
                    weight *= scale**count
                    # ln of the probability that no loss is infinite, T ln(1 - p)
                    infinite += (-rounded.infinite).log1p() * count
                assert total is not None
                both.append(_Composed(total, weight, -infinite.expm1(), tilt, unit))
        return Sides(both[0], both[1])

    def _surveys(self, least: float) -> list[Survey]:
        return [Survey.of(pair, least - math.log(self.steps)) for pair, _ in self.pairs]

    def _slopes(self, surveys: list[Survey], real: float) -> Slope:
        total = Slope(0.0, 0.0, 0.0)
        for (_, count), survey in zip(self.pairs, surveys, strict=True):
            total += survey.slope(real).times(count)
        return total

    def _unit(self, surveys: list[Survey], found: Contour) -> float:
        """The spacing: small enough for the tolerance, but not for too long a vector.

        Where losses end there are often atoms. An atom between two lattice points costs an error of the order of the
        spacing from below, not of its square; so the largest loss is a lattice point, and the smallest one nearly is.
        """
        wanted = math.sqrt(8 * self.tolerance / self.steps) / (1 + found.real)
        shortest = 24 * found.deviation / (_MOST_POINTS if self.steps <= _MANY_STEPS else _MOST_POINTS // 5)
        reach = max(survey.cells[-1][1] - survey.cells[0][0] for survey in surveys)
        shortest = max(shortest, reach / _LONGEST_STEP)
        unit = max(min(wanted, found.deviation / 1500), shortest)
        if self.anchor > unit:
            cells, share = math.ceil(self.anchor / unit), -self.other / self.anchor
            inside = self.anchor * (1 - 2.0**-40)  # atoms a trifle beyond their lattice points
            if not share:
                return inside / cells
            cells = max(cells, min(_LEAST_CELLS, math.floor(self.anchor / shortest / 6)))
            choices = range(cells, cells + max(1, min(_MOST_CHOICES, cells // 3)))
            return inside / min(choices, key=lambda count: count * share % 1)
        mantissa, exponent = math.frexp(unit)
        return math.ldexp(math.floor(16 * mantissa) / 16, exponent)

    def _indices(self, survey: Survey, tilt: float, unit: float) -> list[int]:
        """Lattice points to round a pair to: fine where tilted mass is, coarse elsewhere."""
        _, cells = survey.tilted(tilt)
        total = sum(mass for _, mass in cells)
        chosen = {-1, 0, 1}
        for (low, high, _), (_, mass) in zip(survey.cells, cells, strict=True):
            share = max(1e-300, self.steps * mass / total)
            width = math.sqrt(8 * self.tolerance / (len(cells) * share)) / (1 + tilt)
            stride = 1 << max(0, math.floor(math.log2(min(max(width, unit), max(unit, high - low)) / unit)))
            first, last = math.floor(low / unit / stride), math.ceil(high / unit / stride)
            if last - first > _MOST_NODES:
                raise SizeError("a lattice for these losses would be too long")
            chosen.update(stride * k for k in range(first, last + 1))
        ends = min(chosen), max(chosen)
        if ends[1] - ends[0] > 6 * _MOST_POINTS:
            raise SizeError("a lattice for these losses would be too long")
        return sorted(chosen | {ends[0] - 1, ends[1] + 1})


@dataclass(frozen=True)
class _Composed:
    """One side: tilted masses of the composition, their weight, and what is infinite."""

    masses: Masses
    weight: arb
    infinite: arb
    tilt: float
    unit: float

    @cached_property
    def _sums(self) -> tuple[Suffixes, Suffixes]:
        """The tails of the tilted masses, weighted by e^(-tilt l) and by e^(-(tilt + 1) l), from each point on."""
        unit, tilt = arb(self.unit), arb(self.tilt)
        return self.masses.suffixes((-tilt * unit).exp()), self.masses.suffixes((-(tilt + 1) * unit).exp())

    def delta(self, epsilon: arb) -> arb:
        """The bound at one epsilon, a number, as a ball around it."""
        unit, tilt = arb(self.unit), arb(self.tilt)
        upward = self.masses.upward
        # The first point beyond epsilon. Where a ball does not decide, one point too many below adds a term <= 0, and
        # one too few above is made up for by what `_undecided` adds.
        start = int((epsilon / unit).upper().floor().unique_fmpz() or 0) + 1
        position = max(0, start - self.masses.first)
        near = unit * (self.masses.first + position)
        value = arb(0)
        if position < self.masses.length:
            plain, other = (sums.at(position) for sums in self._sums)
            # sum of w e^(-lam l) (1 - e^(eps - l)) over the points l from `near` on
            value = (plain - (epsilon - near).exp() * other) * (-tilt * near).exp()
        if upward:
            # (1 - y)_+ y^lam <= k(lam): cut mass d adds at most k(lam) d W e^(-lam eps).
            lost = arb(self.masses.cut) * arb(2) ** -UNIT_BITS * (tilt * tilt.log() - (1 + tilt) * tilt.log1p()).exp()
            value += (lost + self._undecided(epsilon)) * (-tilt * epsilon).exp()
        return value * self.weight + (self.infinite if upward else 0)

    def _undecided(self, epsilon: arb) -> arb:
        """Bound what points within the ball of epsilon add: 1 - e^(-2 rad) times their mass, times e^(tilt rad)."""
        return 4 * epsilon.rad() * (2 * arb(self.tilt) * epsilon.rad()).exp() * 4


@dataclass(frozen=True)
class Sides:
    """The composition from above and from below."""

    over: _Composed
    under: _Composed

    def upper(self, epsilon: arb) -> arb:
        """An upper bound of delta, as a ball."""
        return self.over.delta(epsilon)

    def lower(self, epsilon: arb) -> arb:
        """A lower bound of delta, as a ball; never below zero."""
        return self.under.delta(epsilon).max(arb(0))

    def bracket(self, target: Fraction, found: Contour) -> Enclosure | None:
        """Between an epsilon that the lower side does not meet and one that the upper side meets."""
        with ctx.workprec(_BITS):
            goal = fraction_ball(target)
            if not self.over.infinite < goal:
                raise PrecisionError("the target could not be distinguished from the probability of an infinite loss")
            high = self._search(lambda place: bool(self.upper(place) <= goal), found, upwards=True)
            low = self._search(lambda place: not self.lower(place) > goal, found, upwards=False)
            return Enclosure(low.union(high))

    def _search(self, meets: object, found: Contour, *, upwards: bool) -> arb:
        """The crossing of a predicate that is false before and true after: the true end, or the false one."""
        assert callable(meets)
        if meets(arb(0)):
            return arb(0)
        step = max(found.deviation / 16, self.over.unit)
        middle = max(found.epsilon, step)
        low, high = 0.0, middle
        while not meets(arb(high)):
            low, high = high, high + step
            step *= 2
            if step > 1e7:
                raise PrecisionError("no epsilon within reach meets the target")
        for _ in range(_STEPS_OF_SEARCH):
            if high - low <= 1e-7 * high:
                break
            middle = (low + high) / 2
            if meets(arb(middle)):
                high = middle
            else:
                low = middle
        return arb(high if upwards else low)


def _check_sharp(masses: Masses, count: int) -> None:
    """Refuse masses of balls so wide that their sum, which is one, would grow beyond e with so many steps."""
    if (masses.total - (1 << UNIT_BITS)) * count > 1 << UNIT_BITS:
        raise PrecisionError("the masses of a rounded pair could not be computed well enough for so many steps")


def _tilted(rounded: RoundedPair, tilt: float, spacing: arb, upward: bool) -> tuple[Masses, arb]:
    """Tilted masses over their sum, rounded, and the sum."""
    factor = arb(tilt) * spacing
    weighted = {index: mass * (factor * index).exp() for index, mass in rounded.points.items()}
    whole = sum(weighted.values(), arb(0))
    # A steep tilt makes balls of tiny masses huge: as integers of 2^-60 they would fill the memory.
    if not whole.rad() < whole.mid():
        raise PrecisionError("the masses of a rounded pair could not be computed well enough for so steep a tilt")
    total = arb(whole.mid())  # any W does: masses are divided by it, and the result is multiplied by it
    return Masses.of({index: mass / total for index, mass in weighted.items()}, upward=upward), total
