"""Bound how far off noisy answers are: means, tails and quantiles.

*Sums of K sizes or squares of noise*, rounded to a lattice from both sides: directed bounds, joined to enclosures,
exact up to 2^-60 for sizes of integers. Let Z = |Y| or Y^2 and J = the integer part of Z/s. Then s sum J <= sum Z < s
(sum J + K), so that

    P(sum J <= x/s - K) <= P(sum Z <= x) <= P(sum J <= x/s),

and the law of sum J up to a point depends on the masses of J up to that point only. Masses are rounded down to
multiples of 2^-60 for lower bounds of these probabilities, and up for upper bounds.

*Norms of the error of K answers.* With Y_1, ..., Y_K independent and symmetric, t(x) = P(|Y| >
x):

* *l-infinity*: P(error > x) = 1 - (1 - t(x))^K. The mean is the integral of that over x >= 0: b (1 + 1/2 + ... + 1/K)
  for Laplace noise, as the i-th gap between ordered exponentials has mean b/i; a sum for integers, where t falls at
  least geometrically (log-concavity); a certified integral for normal noise.
* *l1*: the mean is K E|Y|. For Laplace noise the error is a sum of exponentials: P(error > x) = Gamma(K, x/b)/Gamma(K).
* *l2*: the mean square is K E Y^2, of whatever law. For normal noise P(error > x) = Gamma(K/2, x^2/(2
  sigma^2))/Gamma(K/2) and the mean is sigma sqrt(2) Gamma((K+1)/2)/Gamma(K/2).
* other laws of l1 and l2 are sums of K sizes or squares, rounded to a lattice as above. Of more than some thousand
  answers mean and variance give a bracket.

World: enclosures; quantiles of integer noise are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import floor, isqrt

from sdp_proofs.accounting.noise import Noise
from sdp_proofs.accounting.release import Release
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, read_rational, shown
from sdp_proofs.sums.integer_vectors import UNIT_BITS, Masses
from sdp_proofs.verdict import Verdict


def noise_of(release: Release) -> Noise:
    """The noise of one release of one mechanism, which says it itself.

    Raises:
        DomainError: the release is composed, sampled, or adds no noise.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> noise_of(read_release("laplace(scale=2)")).mean_size().str(3, radius=False)
        '2.00'
    """
    if not isinstance(release, Noise):
        raise DomainError(f"utility must be that of one mechanism that adds noise, got {shown(str(release))}")
    return release.noise()


_BITS = 128
_CELLS = 20_000
_MOST_CELLS = 400_000
MOST_LATTICE_TERMS = 4096


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
    def of(cls, noise: Noise, answers: int, *, squared: bool) -> ManySums:
        """The sums of so many independent sizes, or squares.

        Example:
            >>> from sdp_proofs.accounting.continuous_noise import Laplace
            >>> found = ManySums.of(Laplace(1), 10**6, squared=True).quantile(Fraction(1, 20))
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
    def of(cls, noise: Noise, answers: int, *, squared: bool) -> RoundedSums:
        """The sums of so many independent sizes, or squares.

        Raises:
            SizeError: more than a few thousand answers, or integer noise of a very large scale.

        Example:
            >>> from sdp_proofs.accounting.integer_noise import Geometric
            >>> from sdp_proofs.numbers.reals import read_real
            >>> halves = Geometric("1/log(2)")
            >>> RoundedSums.of(halves, 2, squared=False).quantile(Fraction(1, 20)).exact
            Fraction(7, 1)
        """
        if answers > MOST_LATTICE_TERMS:
            raise SizeError(f"sums on a lattice must have at most {MOST_LATTICE_TERMS} terms, got {answers}")
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
            PrecisionError: beta is too small to be distinguished from zero.
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


def _reach(noise: Noise, answers: int) -> Fraction:
    """A place that the largest of all exceeds with probability less than 2^-40, about."""
    place = 1
    while not answers * noise.beyond(arb(place)) < arb(2) ** -40:
        place *= 2
    return Fraction(place)


def _masses(noise: Noise, unit: Fraction, cells: int, squared: bool) -> dict[int, arb]:
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


L1, L2, MAXIMUM = "l1", "l2", "l-infinity"
NORMS = (L1, L2, MAXIMUM)
MOST_ANSWERS = 10**9
_LONGEST_SUM = 1_000_000
_GUARD = 2


def read_answers(count: Readable) -> int:
    """A number of answers.

    Raises:
        DomainError: not an integer from 1 to `MOST_ANSWERS`.
    """
    number = read_integer(count, "answers")
    if not 1 <= number <= MOST_ANSWERS:
        raise DomainError(f"answers must be an integer between 1 and {MOST_ANSWERS}, got {shown(count)}")
    return number


def read_beta(beta: Readable) -> Fraction:
    """A probability of a larger error, strictly between 0 and 1.

    Raises:
        DomainError: it is not.
    """
    chance = read_rational(beta, "beta")
    if not 0 < chance < 1:
        raise DomainError(f"beta must be between 0 and 1, both excluded, got {shown(beta)}")
    return chance


@dataclass(frozen=True)
class Errors:
    """The errors of K answers with independent noise of one law.

    Args:
        noise: the law.
        answers: K >= 1.

    Raises:
        DomainError: K is not a positive integer.

    Example:
        >>> from sdp_proofs.accounting.continuous_noise import Laplace
        >>> names = Errors(Laplace(1), 10_000)
        >>> names.mean(MAXIMUM, digits=6).rounded(6), names.quantile(MAXIMUM, "0.05", digits=6).rounded(6)
        ('9.78761', '12.1805')
    """

    noise: Noise
    answers: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", read_answers(self.answers))

    def mean(self, norm: str, *, digits: int = 10) -> Enclosure:
        """The expected error.

        Raises:
            DomainError: an unknown norm.
            PrecisionError: no route for the l2 norm of this law; its root mean square is always known.
        """
        check_digits(digits)
        if norm == L1:
            return refine(_at(lambda: self.answers * self.noise.mean_size()), digits)
        if norm == L2:
            return refine(_at(self._mean_length), digits)
        _check_norm(norm)
        return refine(_at(self._mean_largest), digits)

    def root_mean_square(self, *, digits: int = 10) -> Enclosure:
        """The square root of the expected squared l2 error.

        Example:
            >>> from sdp_proofs.accounting.continuous_noise import Laplace
            >>> Errors(Laplace(3), 2).root_mean_square(digits=4).rounded(4)
            '6'
        """
        return refine(_at(self._root_mean_square), digits)

    def exceeds(self, norm: str, place: Readable, *, digits: int = 10) -> Enclosure:
        """P(error > place).

        Raises:
            DomainError: an unknown norm, or a negative place.

        Example:
            >>> from sdp_proofs.accounting.continuous_noise import Laplace
            >>> Errors(Laplace(1), 1).exceeds(L1, 3, digits=5).rounded(5)
            '0.049787'
        """
        point = read_rational(place, "an error")
        if point < 0:
            raise DomainError(f"an error must be >= 0, got {shown(place)}")
        tail = self._tail(norm)
        return refine(_at(lambda: tail(point)), digits) if tail is not None else self._sums(norm).exceeds(point)

    def quantile(self, norm: str, beta: Readable, *, digits: int = 10) -> Enclosure:
        """The least error that is exceeded with probability at most beta.

        World: an enclosure; exact where it is an integer.

        Raises:
            DomainError: an unknown norm, or beta not in (0, 1).
            PrecisionError: a comparison could not be decided.
            SizeError: integer noise of a very large scale, for a sum on a lattice.
        """
        chance, tail = read_beta(beta), self._tail(norm)
        check_digits(digits)
        if tail is None:
            return self._sums(norm).quantile(chance)

        def meets(place: Fraction) -> bool:
            for wanted in (digits + _GUARD, 2 * digits + 20, 4 * digits + 80):
                verdict = decide_less_equal(refine(_at(lambda: tail(place)), wanted), chance)
                if verdict is not Verdict.UNKNOWN:
                    return verdict is Verdict.HOLDS
            raise PrecisionError("a tail could not be distinguished from beta")

        if self.noise.whole:
            return Enclosure.of(_least_integer(meets))
        low, high = _least_real(meets, digits)
        with ctx.workprec(bits_for(digits) + 64):
            return Enclosure(fraction_ball(low).union(fraction_ball(high)))

    def _tail(self, norm: str) -> Callable[[Fraction], arb] | None:
        """P(error > x) as a function of x, at the working precision; None where only a lattice knows."""
        _check_norm(norm)
        noise, count = self.noise, self.answers
        if norm == MAXIMUM or count == 1:
            return lambda place: self._largest_beyond(fraction_ball(Fraction(floor(place)) if noise.whole else place))
        closed = noise.norm_beyond(norm, count)
        return None if closed is None else lambda place: closed(fraction_ball(place))

    def _sums(self, norm: str) -> RoundedSums | ManySums:
        kind = RoundedSums if self.answers <= MOST_LATTICE_TERMS else ManySums
        return kind.of(self.noise, self.answers, squared=norm == L2)

    def _largest_beyond(self, place: arb) -> arb:
        """1 - (1 - t)^K."""
        beyond = self.noise.beyond(place)
        if not beyond < 1:
            return arb(1)
        return -(self.answers * (-beyond).log1p()).expm1()

    def _root_mean_square(self) -> arb:
        return (self.answers * self.noise.mean_square()).sqrt()

    def _mean_length(self) -> arb:
        found = self.noise.mean_length(self.answers)
        if found is None:
            raise PrecisionError("the mean l2 error must be that of normal noise; other noise has a root mean square")
        return found

    def _mean_largest(self) -> arb:
        """A closed form, or the sum of P(largest > x) <= K t(x) over integers x >= 0; t is log-concave."""
        found = self.noise.mean_largest(self.answers)
        if found is not None:
            return found
        if not self.noise.whole:
            raise PrecisionError("the mean of the largest error must be that of noise which has it in closed form")
        small, total, before = arb(2) ** -(ctx.prec + 8), arb(0), arb(1)
        for place in range(_LONGEST_SUM):
            beyond = self.noise.beyond(arb(place))
            rest = arb(0)
            if not beyond.is_zero():
                ratio = beyond / before
                rest = self.answers * beyond / (1 - ratio) if ratio < 1 else arb("inf")
            if rest <= small * total:
                return total + arb(0, rest.upper())
            total += self._largest_beyond(arb(place))
            before = beyond
        raise PrecisionError("the mean of the largest error must have fewer terms")


def _check_norm(norm: str) -> None:
    if norm not in NORMS:
        raise DomainError(f"norm must be one of {', '.join(NORMS)}, got {shown(norm)}")


def _at(value: Callable[[], arb]) -> Callable[[int], arb]:
    """A value at the working precision, as a function of the bits."""

    def ball(bits: int) -> arb:
        with ctx.workprec(bits):
            return value()

    return ball


def _least_integer(meets: Callable[[Fraction], bool]) -> int:
    low, high = -1, 1
    while not meets(Fraction(high)):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if meets(Fraction(middle)) else (middle, high)
    return high


def _least_real(meets: Callable[[Fraction], bool], digits: int) -> tuple[Fraction, Fraction]:
    """A bracket of the least place that meets, of a relative width that proves the digits."""
    low = high = Fraction(1)
    while not meets(high):
        low, high = high, 2 * high
    while meets(low):
        low, high = low / 2, low
    while (high - low) * 10 ** (digits + 1) > low:
        middle = (low + high) / 2
        low, high = (low, middle) if meets(middle) else (middle, high)
    return low, high
