"""Sums of K sizes or squares of noise, rounded to a lattice, from both sides.

World: directed bounds, joined to enclosures; exact up to 2^-60 for sizes of integers. Let Z = |Y| or Y^2 and J = the
integer part of Z/s. Then s sum J <= sum Z < s (sum J + K), so that

    P(sum J <= x/s - K) <= P(sum Z <= x) <= P(sum J <= x/s),

and the law of sum J up to a point depends on the masses of J up to that point only. Masses are rounded down to
multiples of 2^-60 for lower bounds of these probabilities, and up for upper bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from sdp_proofs.distributions.noise import NoiseLaw
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.sums.integer_vectors import UNIT_BITS, Masses

_BITS = 128
_CELLS = 20_000
_MOST_CELLS = 400_000
MOST_ANSWERS = 4096


@dataclass(frozen=True)
class ManySums:
    """Sums of any number of terms, by mean and variance alone: Cantelli's inequality, in both directions.

    World: directed bounds, joined to enclosures of one or two digits where there are thousands of terms.

    Args:
        mean: of the sum.
        variance: of the sum.
        squared: as in `RoundedSums`.
    """

    mean: arb
    variance: arb
    squared: bool

    @classmethod
    def of(cls, noise: NoiseLaw, answers: int, *, squared: bool) -> ManySums:
        """The sums of so many independent sizes, or squares.

        Example:
            >>> from sdp_proofs.distributions.noise import LaplaceNoise
            >>> from sdp_proofs.numbers.reals import rational
            >>> found = ManySums.of(LaplaceNoise(rational(1)), 10**6, squared=True).quantile(Fraction(1, 20))
            >>> found.rounded(2), found.contains(1416)
            ('1400', True)
        """
        with ctx.workprec(_BITS):
            size, square = noise.mean_size(), noise.mean_square()
            if squared:
                return cls(answers * square, answers * (noise.mean_fourth() - square**2), squared)
            return cls(answers * size, answers * (square - size**2), squared)

    def exceeds(self, place: Fraction) -> Enclosure:
        """P(sum > place), or P(root of the sum > place): it is at most V/(V + t^2) at t beyond the mean."""
        with ctx.workprec(_BITS):
            away = fraction_ball(place**2 if self.squared else place) - self.mean
            bound = self.variance / (self.variance + away**2)
            least, most = arb(0), arb(1)
            if not away <= 0:
                most = bound if away > 0 else arb(1)
            if away < 0:
                least = 1 - bound
            return Enclosure(least.union(most))

    def quantile(self, beta: Fraction) -> Enclosure:
        """The least place that is exceeded with probability at most beta."""
        with ctx.workprec(_BITS):
            chance = fraction_ball(beta)
            low = (self.mean - (self.variance * chance / (1 - chance)).sqrt()).max(arb(0))
            high = self.mean + (self.variance * (1 - chance) / chance).sqrt()
            return Enclosure(low.sqrt().union(high.sqrt()) if self.squared else low.union(high))


@dataclass(frozen=True)
class RoundedSums:
    """Bounds of the distribution function of a sum.

    Args:
        unit: the lattice's s.
        slack: how many cells a sum may be above its rounded one: K, or 0 where nothing was rounded.
        squared: whether places are errors whose squares are summed.
        below: lower bounds of P(sum J <= j), j = 0, 1, ..., in units of 2^-60.
        above: upper bounds.
    """

    unit: Fraction
    slack: int
    squared: bool
    below: list[int]
    above: list[int]

    @classmethod
    def of(cls, noise: NoiseLaw, answers: int, *, squared: bool) -> RoundedSums:
        """The sums of so many independent sizes, or squares.

        Raises:
            SizeError: more than a few thousand answers, or integer noise of a very large scale.

        Example:
            >>> from sdp_proofs.distributions.noise import GeometricNoise
            >>> from sdp_proofs.numbers.reals import read_real
            >>> halves = GeometricNoise(read_real("1/log(2)"))
            >>> RoundedSums.of(halves, 2, squared=False).quantile(Fraction(1, 20)).exact
            Fraction(7, 1)
        """
        if answers > MOST_ANSWERS:
            raise SizeError(f"sums on a lattice must have at most {MOST_ANSWERS} terms, got {answers}")
        with ctx.workprec(_BITS):
            reach = _reach(noise, answers)
            most = answers * (reach**2 if squared else reach)
            mean = float(answers * (noise.mean_square() if squared else noise.mean_size()))
            spread = min(float(most), 3 * mean + 2 * float(reach**2 if squared else reach))
            unit = Fraction(1) if noise.whole else Fraction(spread / _CELLS).limit_denominator(10**12)
            cells = int(spread / unit) + 2
            if cells > _MOST_CELLS or unit <= 0:
                raise SizeError("sums on a lattice must have fewer points")
            masses = _masses(noise, unit, cells, squared)
        exact = noise.whole
        rows = [_cumulated(masses, answers, cells, upward=upward) for upward in (False, True)]
        return cls(unit, 0 if exact else answers, squared, rows[0], rows[1])

    def exceeds(self, place: Fraction) -> Enclosure:
        """P(sum > place), or P(root of the sum > place) for squares."""
        index = int((place**2 if self.squared else place) / self.unit)
        least, most = self._distribution(index)
        with ctx.workprec(_BITS):
            unit = arb(2) ** -UNIT_BITS
            return Enclosure((1 - most * unit).max(arb(0)).union((1 - least * unit).max(arb(0))))

    def quantile(self, beta: Fraction) -> Enclosure:
        """The least place that is exceeded with probability at most beta; exact for sizes of integers.

        Raises:
            PrecisionError: beta is too small to be told from zero.
        """
        goal = (1 - beta) * 2**UNIT_BITS
        reached = next((j for j, value in enumerate(self.below) if value >= goal), None)
        possible = next((j for j, value in enumerate(self.above) if value >= goal), None)
        if reached is None or possible is None:
            raise PrecisionError("beta must be larger for a sum on a lattice")
        if self.slack == 0 and reached == possible:
            return Enclosure.of(reached) if not self.squared else _root(Fraction(reached), Fraction(reached))
        low, high = possible * self.unit, (reached + 1 + self.slack) * self.unit
        if self.squared:
            return _root(low, high)
        with ctx.workprec(_BITS):
            return Enclosure(fraction_ball(low).union(fraction_ball(high)))

    def _distribution(self, index: int) -> tuple[int, int]:
        """Bounds of P(sum Z <= x) for a place in this cell."""
        under = index - self.slack
        least = 0 if under < 0 else self.below[min(under, len(self.below) - 1)]
        most = self.above[index] if index < len(self.above) else 1 << UNIT_BITS
        return least, min(most, 1 << UNIT_BITS)


def _root(low: Fraction, high: Fraction) -> Enclosure:
    """Between two square roots; exact where they are one integer."""
    if low == high and low.denominator == 1 and isqrt(low.numerator) ** 2 == low:
        return Enclosure.of(isqrt(low.numerator))
    with ctx.workprec(_BITS):
        return Enclosure(fraction_ball(low).sqrt().union(fraction_ball(high).sqrt()))


def _reach(noise: NoiseLaw, answers: int) -> Fraction:
    """A place that the largest of all exceeds with probability less than 2^-40, about."""
    place = 1
    while not answers * noise.beyond(arb(place)) < arb(2) ** -40:
        place *= 2
    return Fraction(place)


def _masses(noise: NoiseLaw, unit: Fraction, cells: int, squared: bool) -> dict[int, arb]:
    """P(J = j): of cells with their left ends, so that P(Z < x) counts; for integers P(|Y| = k) at k or k^2."""
    if noise.whole:
        found, before, k = {}, arb(1), 0
        while (k * k if squared else k) < cells:
            beyond = noise.beyond(arb(k))
            found[k * k if squared else k] = before - beyond
            before, k = beyond, k + 1
        return found
    found, before = {}, arb(1)
    for j in range(cells):
        end = fraction_ball((j + 1) * unit)
        beyond = noise.beyond(end.sqrt() if squared else end)
        found[j] = before - beyond
        before = beyond
    return found


def _cumulated(masses: dict[int, arb], answers: int, cells: int, *, upward: bool) -> list[int]:
    """Bounds of P(sum J <= j) for j < cells."""
    with ctx.workprec(_BITS):
        vector = Masses.of(masses, upward=upward)
    return list(accumulate(vector.power_below(answers, cells)))
