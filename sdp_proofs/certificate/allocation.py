"""Masses of the loss of random allocation, from the number of steps and the noise alone, on a lattice, rounded up.

A record is in one of t steps of normal noise, whose laws with and without it are a distance mu apart. Without the
record the ratio of the two laws of all steps is R = S/t, with S the sum of t independent Y = e^(mu x - mu^2/2), x
standard normal; with it, values r of R have r times those probabilities. Nothing is done but to spread outputs.

*Y to some places.* The mass of a cell goes to its two ends such that its mean stays. The law whose prices E (Y - k)_+
are the chords of those of Y is that. A spread of one term is a spread of the sum, and of R.

*S to every other place*, where there are many: the mass at an odd place goes to its neighbours in halves.

*Masses that are left out.* All are rounded down, and small ones at the ends dropped. What is missing of either law is
an output of that law alone. For losses without the record, large values of Y and S go to the last place that is kept
instead: less of the law with the record is there.

*The loss to the lattice.* The masses of both laws between two of its points go to these such that each sum stays.
Losses below the first point are raised to it, those beyond the last are left out.

The outputs before are a random function of those after, which knows nothing of the record. So the pair after dominates
the one before, and the products of it do. Prices of Y are differences of tails of the standard normal law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt

from sdp_proofs.certificate.convolution import convolved
from sdp_proofs.certificate.document import integer, number, plain
from sdp_proofs.certificate.intervals import Number, Reals, ends_of
from sdp_proofs.certificate.limits import Budget, CertificateError, LimitError

KEYS = ("steps", "squared_distance", "losses", "grid", "growth", "end", "cut", "points", "first", "last")
WITH, WITHOUT = "with the record", "without the record"
MOST_STEPS, MOST_CELLS, MOST_PLACES, FARTHEST = 10**6, 4000, 2**18, 100_000
_EXTRA = 64
_SLACK = 6

Law = tuple[int, list[int]]
Ends = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Allocation:
    """One epoch of random allocation, and how its loss is rounded up.

    Attributes:
        steps: t.
        squared: mu^2 > 0.
        recorded: whether losses are those of the law with the record, else those of the law without it.
        grid: the distance of places of Y.
        growth: a cell of Y is this part of its place long, and one place at least.
        end: the place where the last cell begins, or before it.
        cut: smaller masses are dropped at the ends, or moved to the last place that is kept.
        points: a law with masses at more places than these is spread to every other one.
        first: the index of the least loss on the lattice.
        last: the index of the largest.
    """

    steps: int
    squared: Fraction
    recorded: bool
    grid: Fraction
    growth: Fraction
    end: int
    cut: int
    points: int
    first: int
    last: int

    @classmethod
    def read(cls, part: Mapping[str, object], bits: int) -> Allocation:
        """The allocation in a part whose keys are known.

        Raises:
            CertificateError: it is not as described.
        """
        losses = plain(part["losses"], "'losses'")
        if losses not in (WITH, WITHOUT):
            raise CertificateError(f"'losses' must be those {WITH!r} or {WITHOUT!r}, got {losses[:60]}")
        squared, grid, growth = (number(part[key], f"'{key}'") for key in ("squared_distance", "grid", "growth"))
        if not (0 < squared <= 100 and 0 < grid <= 2**40 and growth <= 1):
            raise CertificateError("'squared_distance' must be in (0, 100], 'grid' in (0, 2^40] and 'growth' at most 1")
        return cls(
            integer(part["steps"], "'steps'", 1, MOST_STEPS), squared, losses == WITH, grid, growth,
            integer(part["end"], "'end'", 1, MOST_PLACES), integer(part["cut"], "'cut'", 1, 1 << bits),
            integer(part["points"], "'points'", 8, MOST_PLACES),
            integer(part["first"], "'first'", -FARTHEST, -1), integer(part["last"], "'last'", 1, FARTHEST),
        )  # fmt: skip

    def masses(self, unit: Fraction, bits: int, budget: Budget) -> list[int]:
        """The masses of the loss at the points of the lattice, in units of 2^-bits, rounded down.

        Args:
            unit: the distance of the points.
            bits: of the masses.
            budget: what pays for it.

        Raises:
            LimitError: it takes more than is granted.
        """
        grid, law = self._sum(bits, budget)
        ends = (self.first, self.last) if self.recorded else (-self.last, -self.first)
        found = _Cells(unit, ends, bits + _EXTRA, budget).spread(law, grid / self.steps, recorded=self.recorded)
        return found if self.recorded else found[::-1]

    def _sum(self, bits: int, budget: Budget) -> tuple[Fraction, Law]:
        """The distance of places of S, and its masses from one place on, by squares and products."""
        term = self._term(bits, budget)
        grid, whole, one = self._fewer(self.grid, term, term, budget)
        for digit in bin(self.steps)[3:]:
            for square in (True, False)[: 1 + int(digit)]:
                first, masses = whole if square else one
                product = first + whole[0], convolved(whole[1], masses, bits, budget, up=False)
                grid, whole, one = self._fewer(grid, product, one, budget)
        return grid, whole

    def _fewer(self, grid: Fraction, whole: Law, one: Law, budget: Budget) -> tuple[Fraction, Law, Law]:
        """Both laws on a grid on which the first has few places."""
        whole = self._cut(whole)
        while len(whole[1]) > self.points:
            budget.charge(len(whole[1]) + len(one[1]))
            grid, whole, one = 2 * grid, self._cut(_halved(whole)), self._cut(_halved(one))
        return grid, whole, one

    def _cut(self, law: Law) -> Law:
        """A law without its smallest masses on either side."""
        first, masses = law
        start, end = 0, len(masses)
        while start < end and masses[start] < self.cut:
            start += 1
        while start < end and masses[end - 1] < self.cut:
            end -= 1
        if start == end:
            raise CertificateError("'cut' must leave some of the masses, got too large a number")
        beyond = 0 if self.recorded else sum(masses[end:])
        return first + start, [*masses[start : end - 1], masses[end - 1] + beyond]

    def _term(self, bits: int, budget: Budget) -> Law:
        """The masses of Y spread to the places."""
        places = [0]
        while places[-1] < self.end:
            places.append(places[-1] + max(1, floor(places[-1] * self.growth)))
            if len(places) > MOST_CELLS:
                raise LimitError(f"a term must be spread to at most {MOST_CELLS} places, got more")
        prices = _Prices(self.squared, bits + _EXTRA, budget)
        ends = [prices.at(place * self.grid) for place in places]
        masses, before = [0] * (places[-1] + 1), -(1 << bits + _EXTRA)
        for index, place in enumerate(places[:-1]):
            (low, high), (lower, upper) = ends[index : index + 2]
            width = (places[index + 1] - place) * self.grid
            masses[place] = max(0, floor((lower - high) / width) - before) >> _EXTRA
            before = ceil((upper - low) / width)
        if not self.recorded:
            masses[places[-1]] = max(0, -before) >> _EXTRA
        return 0, masses


def _halved(law: Law) -> Law:
    """A law on every other place: of a mass in between one half goes to either side."""
    first, masses = law
    row = [0] * (first % 2) + masses
    row += [0] * (1 - len(row) % 2)
    halves = [0, *(mass >> 1 for mass in row[1::2]), 0]
    return first // 2, [own + left + right for own, left, right in zip(row[::2], halves[:-1], halves[1:], strict=True)]


class _Prices:
    """Prices E (Y - k)_+ = T(d - mu/2) - k T(d + mu/2), d = ln(k)/mu, T the tail of the standard normal law.

    Args:
        squared: mu^2.
        scale: prices are in units of 2^-scale, between two integers.
        budget: what pays.
    """

    def __init__(self, squared: Fraction, scale: int, budget: Budget) -> None:
        self.scale, self.reals = scale, Reals(scale, budget)
        self.distance = self.reals.sqrt(squared)
        self.density = _density(scale)

    def at(self, place: Fraction) -> Ends:
        """The price at one place."""
        if not place:
            return 1 << self.scale, 1 << self.scale
        apply = self.reals.apply
        middle, half = apply("/", self.reals.log(place), self.distance), apply("/", self.distance, Fraction(2))
        near, far = self._tail(apply("-", middle, half)), self._tail(apply("+", middle, half))
        return near[0] - ceil(place * far[1]), near[1] - floor(place * far[0])

    def _tail(self, place: Number) -> Ends:
        """T, which falls by less than its argument rises."""
        low, high = (end * (1 << self.scale) for end in ends_of(place))
        first, width = floor(low), ceil(high) - floor(low)
        self.reals.budget.charge(2 * self.scale)
        least, most = _upper_tail(abs(first), self.scale, self.density)
        if first < 0:
            least, most = (1 << self.scale) - most, (1 << self.scale) - least
        return least - width, most


def _upper_tail(place: int, scale: int, density: int) -> Ends:
    """T(x) at x >= 0, in units of 2^-scale: 1/2 less the alternating series of its density, term by term.

    With h = x^2/2, terms x h^n/(n! (2n + 1)) and their errors are at most e^h units, for which there are 3h/2 bits
    more. Where T(x) <= e^(-h)/2 is below a unit no series is needed.
    """
    whole = place * place >> 2 * scale + 1
    if 10 * whole > 7 * scale:
        return 0, 1
    guard = 3 * whole // 2 + 24
    width = scale + guard
    power = total = place << guard
    square, index = power * power >> width + 1, 0
    while power:
        index += 1
        power = (power * square >> width) // index
        total += (-1) ** index * (power // (2 * index + 1))
    found = (1 << scale - 1) - (density * (total >> guard) >> scale)
    return max(0, found - _SLACK), found + _SLACK


def _density(scale: int) -> int:
    """1/sqrt(2 pi) in units of 2^-scale, by Machin's formula for pi; off by two units at most."""
    longer = 2 * scale + 32
    pi = 16 * _arctangent(5, longer) - 4 * _arctangent(239, longer)
    return isqrt((1 << 2 * scale + longer) // (2 * pi))


def _arctangent(inverse: int, scale: int) -> int:
    power = total = (1 << scale) // inverse
    index = 1
    while power:
        power //= -(inverse**2)
        index += 2
        total += power // index
    return total


class _Cells:
    """The cells between points of a lattice of ln(R), from one index to another.

    Args:
        unit: the distance of points.
        ends: the first and the last index.
        scale: e^(ju) is between two integers in units of 2^-scale.
        budget: what pays.
    """

    def __init__(self, unit: Fraction, ends: Ends, scale: int, budget: Budget) -> None:
        self.first, self.last = ends
        self.scale, self.budget = scale, budget
        budget.charge_product(scale, scale, 2 * (self.last - self.first))
        reals = Reals(scale, budget)
        self.rise = _integers(reals.exp(unit), scale)
        fall = _integers(reals.exp(-unit), scale)
        above, below = self._powers(self.rise, self.last), self._powers(fall, -self.first)
        self.odds = [*below[:0:-1], *above]
        self.fall = fall

    def _powers(self, factor: Ends, count: int) -> list[Ends]:
        found = [(1 << self.scale, 1 << self.scale)]
        for _ in range(count):
            low, high = found[-1]
            found.append((low * factor[0] >> self.scale, (high * factor[1] >> self.scale) + 1))
        return found

    def spread(self, law: Law, ratio: Fraction, *, recorded: bool) -> list[int]:
        """The masses at all points, with the record or without it, rounded down.

        Args:
            law: of R, without the record.
            ratio: the distance of its places.
            recorded: with the record.
        """
        first, masses = law
        one, last = 1 << self.scale, len(self.odds) - 1
        found, sums = [0] * (last + 1), [(0, 0)] * last
        self.budget.charge_product(2 * self.scale, 2 * self.scale, len(masses) + 4 * last)
        top, bottom = ratio.numerator << self.scale, ratio.denominator
        cell = -1
        for place, mass in enumerate(masses, first):
            low, high = place * top // bottom, -(-place * top // bottom)
            while cell < last and self.odds[cell + 1][1] <= low:
                cell += 1
            if cell == -1:
                # Losses with the record are raised to the first point; those without it are larger than all.
                if recorded and high <= self.odds[0][0]:
                    found[0] += mass * low >> self.scale
            elif cell == last:
                if not recorded:
                    found[last] += mass
            elif high <= self.odds[cell + 1][0]:  # else undecided: left out
                known = sums[cell]
                sums[cell] = known[0] + mass, known[1] + mass * place
        for cell, (without, weighted) in enumerate(sums):
            least, most = weighted * top // bottom, -(-weighted * top // bottom)  # with the record
            (low, high), (lower, upper) = self.odds[cell : cell + 2]
            right, left = least - without * high, without * lower - most
            if recorded:
                found[cell + 1] += max(0, right) // (one - self.fall[0])
                found[cell] += max(0, left) // (self.rise[1] - one)
            else:
                found[cell + 1] += max(0, right) // (upper - low)
                found[cell] += max(0, left) // (upper - low)
        return found


def _integers(value: Number, scale: int) -> Ends:
    """Both ends in units of 2^-scale, outward."""
    low, high = ends_of(value)
    return floor(low * (1 << scale)), ceil(high * (1 << scale))
