"""Enclose random allocation where a record is replaced: for one epoch, and the moments of its loss for many.

World: enclosure. One epoch of allocation to one of t steps of normal noise, neighbours that differ in the value of one
record, is dominated by the pair

    P = (1/t) sum over i of N(e_i, sigma^2),    Q = (1/t) sum over i of N(-e_i, sigma^2)

(claim `opposite-records-are-the-worst-in-an-allocation`). Under N(0, sigma^2) let Y_i be t lognormal variables of mean
one, mu = 1/sigma (see `lognormal_sums`), and Y'_i = e^(-mu^2)/Y_i. With S and S' their sums, P and Q have the densities
S/t and S'/t, and for a >= 1

    H_a(P||Q) = E X_+/t = (t (1 - a) + E|X|)/(2t),    X = S - aS' = sum of Z_i,    Z_i = Y_i - aY'_i.

The pair equals its mirror, so H_a = 1 - a + a H_(1/a) tells the rest.

**The wave.** Both tails of X are those of lognormal variables: no line off the real axis serves both. The distance of X
to the next multiple of Lam has the Fourier series

    T = Lam/4 - (2 Lam/pi^2) sum over odd k of Re phi(2 pi k/Lam)^t/k^2,    phi(tau) = E e^(i tau Z),

and |x| less that distance is between 0 and 2 (|x| - Lam/2)_+. As |X| <= max(S, aS'), T <= E|X| <= T + 2 E (S - Lam/2)_+
+ 2a E (S' - Lam/(2a))_+, and central moments of S bound these.

**phi itself** by the trapezoid rule on Im x = theta/mu, 0 < theta <= pi/2: there i tau Y turns by theta and -i tau Y'
by -theta, so between the lines 0 and 2 theta/mu no |e^(i tau Z)| is above one, and the error is that of
`lognormal_sums`. The same turn bounds far frequencies: for tau >= tau_0

    |phi(tau)| <= e^(theta^2/(2 mu^2)) E e^(-tau_0 sin(theta) (Y + aY')) = B,

and the odd k beyond K add at most B^t/(2K) to the sum of 1/k^2.

**Little noise.** Where that wave is too long, H_a is between those of a record that is added or removed, which is
replaced by one that contributes nothing, and that of the normal laws of one step at distance 2 mu, as the divergence is
jointly convex.

**Several epochs of little noise.** A table would take minutes: `costly`. As a convex profile is below its
chords, the finite pair of chords between a few odds dominates each epoch; far out it is that of the normal laws of one
step at distance 2 mu (claim `a-mixture-of-pairs-loses-no-more-than-the-worst`). Together they bound from above alone.

**Many epochs.** M(z) = E S^(1+z) S'^(-z)/t. The mean of the t normal variables is independent of their deviations from
it and leaves e^(mu x (1+2z)), so |M(c + i tau)| <= e^(-2 tau^2 mu^2/t) M(c) (claim
`moments-of-a-replaced-allocation-fall-four-times-as-fast`), and all of `allocation` holds with four times its decay.
The defect at -l is e^(-l) D(l). Right of the last node, for each part s(l) of the mean (claim
`an-excess-over-another-splits-at-any-level`),

    (S - aS')_+ <= (S - sat)_+ + a (st - S')_+,

where the first is that of an epoch of which a record is removed, at odds sa, and the second at most a k(q) s^(1+q)
E R^(-q). With s(l) = s_0 e^(-(l - l_0)/4) both fall geometrically along the nodes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from sdp_proofs.accounting.allocation import (
    AllocationLoss,
    AllocationPair,
    Table,
    central_moments,
    inverse_power,
    tail_from_moments,
)
from sdp_proofs.accounting.deadline import check_time
from sdp_proofs.accounting.lemmas import aliases_are_below_a_geometric_series
from sdp_proofs.accounting.lognormal_sums import LognormalSum, bounded_power, normal_tail, power_of
from sdp_proofs.accounting.pairs import Ball, GaussianPair, Masses, SymmetricPairWithHeights, height
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.sums.exponential_sums import exponential_sums

MOST_WAVES = 12_000
MOST_DIGITS = 14
_LOG2 = math.log(2)
_BITS = 128
_ANGLES = tuple(0.85**k for k in range(28))
_PER_UNIT = 6
_GROWTH = 1.12
_OCTAVES = 160
_PARTS = (0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01)
_FALL = 0.25
_POWERS = tuple(2.0**k for k in range(14))
_POWERS_OF_ONE = tuple(2.0 ** (k / 2) for k in range(-4, 13))
_SHARES = (0.15, 0.25, 0.4, 0.6)
_ENOUGH_BITS = 24
_COSTLY_BITS, _COSTLY_WAVES = 40, 600
_CHORD_BITS, _CHORD_STEP, _MOST_CHORDS = 30, 0.25, 400
_FEWEST_BITS = 4
_LAST_CHORD = Fraction(1, 10**9)


@dataclass(frozen=True)
class ReplacedAllocationPair(SymmetricPairWithHeights):
    """The pair of one epoch in which a record is replaced.

    Args:
        steps: t.
        distance: precision -> mu, the sensitivity over the deviation of the noise, > 0.

    Example:
        >>> pair = ReplacedAllocationPair(2, lambda bits: arb(1) / 2)
        >>> with ctx.workprec(80):
        ...     pair.height(arb(1).exp()).str(9, radius=False)
        '0.0396325930'
    """

    steps: int
    distance: Ball

    def decay(self, bits: int) -> arb:
        """V with |M(c + i tau)| <= e^(-v tau^2) M(c)."""
        with ctx.workprec(bits):
            return 2 * self.distance(bits) ** 2 / self.steps

    @cached_property
    def costly(self) -> bool:
        """Tell whether the wave is long already at odds of one, so that a table of an epoch would take minutes."""
        wave = _Wave.of(self, 1.0, _COSTLY_BITS)
        return wave.limited or wave.count > _COSTLY_WAVES

    def height(self, ratio: arb) -> arb:
        """H_a, its error about 2^-precision."""
        if not ratio >= 1:
            return (1 - ratio + ratio * self.height(1 / ratio)).max(arb(0))
        check_time()
        place = ratio.mid()
        known, found = self._limited.get(float(place)) or (place, None)
        if found is None:
            found, limited = self.excess(place, 8 * math.ceil(ctx.prec / 8))
            if limited and found.rel_accuracy_bits() < _ENOUGH_BITS:
                found = self._narrowed(place, found)
            if limited:
                self._limited[float(place)] = place, found
        # The slope is -Q(R > a), between 0 and -1/a.
        return (found + arb(0, (abs(ratio - known) / ratio).upper())).max(arb(0))

    @cached_property
    def _limited(self) -> dict[float, tuple[arb, arb]]:
        """Answers of the longest waves: more bits do not help there."""
        return {}

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`: H_a is convex and falls with the slope -Q(R > a), and P(R > a) = H_a + a Q(R > a).

        Raises:
            SizeError: the wave was too long at some odds, so that thousands of them would take minutes.
        """
        if self._limited or self.costly:
            raise SizeError("a lattice must be of profiles that are cheap at thousands of epsilons, got an allocation")
        gap = ratio.mid() * arb(2) ** -(ctx.prec // 3)
        left, own, right = (self.height(place) for place in (ratio - gap, ratio, ratio + gap))
        other = ((own - right) / gap).union((left - own) / gap).max(arb(0)).min(arb(1))
        return (own + ratio * other).min(arb(1)), other

    def excess(self, ratio: arb, bits: int) -> tuple[arb, bool]:
        """E (S - aS')_+/t for a >= 1, its error about 2^-bits, or true where the wave would be too long for that."""
        wave = _Wave.of(self, float(ratio.mid()), bits)
        t = self.steps
        with ctx.workprec(wave.bits):
            least = wave.mean_distance(ratio)
            missed = 2 * t * _missed(self, wave.half / t, ratio)
            return ((t * (1 - ratio) + least.union(least + missed)) / (2 * t)).max(arb(0)), wave.limited

    def _narrowed(self, ratio: arb, found: arb) -> arb:
        """The part of a ball that what is known otherwise leaves."""
        with ctx.workprec(64):
            plain = AllocationPair(self.steps, self.distance)
            above = height(GaussianPair(lambda bits: 2 * self.distance(bits)), ratio)
            below = plain.height(ratio).max(ratio * plain.depth(1 / ratio))
        low, high = arb(found.lower()), arb(found.upper())
        low = arb(below.lower()) if below.lower() > low else low
        high = arb(above.upper()) if above.upper() < high else high
        return low.union(high)


def chords(pair: ReplacedAllocationPair) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Two finite laws whose pair dominates: its profile is made of chords above that of one epoch.

    A convex profile is below its chords, so below the lower hull of bounds of it at some odds. A bend of the hull at a
    by q is an output of probabilities aq and q; what the hull ends at is one of an infinite loss.

    Example:
        >>> first, second = chords(ReplacedAllocationPair(3, lambda bits: arb(1) / 2))
        >>> sum(first), sum(second)
        (Fraction(1, 1), Fraction(1, 1))
    """
    above = GaussianPair(lambda bits: 2 * pair.distance(bits))
    points: list[tuple[Fraction, Fraction]] = []
    wide, one = False, Fraction(1)
    with ctx.workprec(_CHORD_BITS):
        while len(points) < _MOST_CHORDS:
            place = math.floor(math.exp(len(points) * _CHORD_STEP) * 1024) / 1024
            found = plain = height(above, arb(place))
            if not wide:
                own = pair.height(arb(place))
                wide = not (own.is_finite() and own.rel_accuracy_bits() >= _FEWEST_BITS)
                found = plain.min(own) if own.is_finite() else plain
            points.append((Fraction(place), min(Fraction(1), _exact(arb(found.upper())))))
            if points[-1][1] < _LAST_CHORD:
                break
    lower = [(1 / a, 1 - 1 / a + value / a) for a, value in points[:0:-1]]
    hull: list[tuple[Fraction, Fraction]] = []
    for point in [(Fraction(0), Fraction(1)), *lower, *points]:
        while len(hull) > 1 and _slope(hull[-2], hull[-1]) >= _slope(hull[-1], point):
            hull.pop()
        hull.append(point)
    slopes = [*(_slope(*ends) for ends in pairwise(hull)), Fraction(0)]
    bends = [(point[0], after - before) for point, (before, after) in zip(hull[1:], pairwise(slopes), strict=True)]
    first, second = [a * q for a, q in bends], [q for _, q in bends]
    return (Fraction(0), *first, sum(first, -one) * -1), (sum(second, -one) * -1, *second, Fraction(0))


def _slope(left: tuple[Fraction, Fraction], right: tuple[Fraction, Fraction]) -> Fraction:
    return (right[1] - left[1]) / (right[0] - left[0])


def _exact(number: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in number.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def _missed(pair: ReplacedAllocationPair, half: arb, ratio: arb) -> arb:
    """A bound of E (R - b)_+ + a E (R' - b/a)_+ at b > a."""
    if not half > ratio:
        raise PrecisionError("the wave of a replaced allocation must be longer than its mean")
    other = half / ratio
    return tail_from_moments(pair, half) * (half - 1) + ratio * tail_from_moments(pair, other) * (other - 1)


@dataclass(frozen=True)
class _Wave:
    """A wave for one ratio.

    Args:
        pair: of one epoch.
        ratio: about a.
        wanted: the bits that are wanted.
        length: Lam/2, a float.
        count: how many odd frequencies are summed.
        angle: theta, of the bound beyond these.
        limited: whether a longer one would be needed.
    """

    pair: ReplacedAllocationPair
    ratio: float
    wanted: int
    length: float
    count: int
    angle: float
    limited: bool

    @staticmethod
    def of(pair: ReplacedAllocationPair, ratio: float, wanted: int) -> _Wave:
        """The shortest wave that misses little, or the longest that is not too long."""
        t, near = pair.steps, arb(ratio)
        goal = arb(2) ** -(wanted + 2)

        def misses(step: int) -> bool:
            with ctx.workprec(64):
                half = arb(t * ratio * math.ldexp(1.0, 1 + step // 4) * 2 ** (step % 4 / 4))
                return not _missed(pair, half / t, near) < goal

        low, high = 0, 1
        while high < _OCTAVES and misses(high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if misses(middle) else (low, middle)
        far, least = _Far(pair, ratio), high
        size = math.log(t * ratio) + 2
        while True:
            half = t * ratio * 2.0 ** (1 + high / 4)
            count, angle = far.count(half, wanted * _LOG2 + size)
            if count <= MOST_WAVES or high <= 0:
                break
            high = max(0, high - max(1, math.floor(4 * math.log2(count / MOST_WAVES))))
        return _Wave(pair, ratio, wanted, half, min(count, MOST_WAVES), angle, high < least)

    @property
    def half(self) -> arb:
        """Lam/2."""
        return arb(self.length)

    @property
    def bits(self) -> int:
        """The working precision."""
        return self.wanted + math.ceil(math.log2(self.length)) + 16

    def mean_distance(self, ratio: arb) -> arb:
        """T."""
        pair, bits = self.pair, self.bits
        mu, t, period = pair.distance(bits), pair.steps, 2 * self.half
        first = 2 * arb.pi() / period
        rule = LognormalSum(t, pair.distance).rule(bits, math.pi / (2 * float(pair.distance(64))))
        a, d = arb(rule.height), arb(rule.step)
        if not (mu * a <= arb.pi() / 2 and a > 0):
            raise SizeError("the transform of a difference of lognormals could not be summed at these parameters")
        error = 2 * (2 * a * a).exp() / (2 * arb.pi() * a / d).expm1()
        error += 2 * (a * a / 2).exp() * normal_tail(d * rule.last)
        weights, points = [], []
        small, scale = arb(2) ** -(bits + 8), d / (2 * arb.pi()).sqrt()
        for j in range(-rule.last, rule.last + 1):
            x = acb(d * j, a)
            up = (mu * x - mu * mu / 2).exp()
            point = up - ratio * (-mu * mu).exp() / up
            weight = (-x * x / 2 + acb(0, 1) * point * first).exp() * scale
            size = abs(weight)
            if size < small:  # no |e^(i tau Z)| is above one on this line
                error += size
                continue
            weights.append(weight)
            points.append(point)
        slack = arb(0, error.upper())
        total = arb(0)
        for k, value in enumerate(exponential_sums(weights, points, 2 * first, self.count)):
            total += power_of(value + acb(slack, slack), t).real / (2 * k + 1) ** 2
        rest = self._bound(first * (2 * self.count + 1), ratio) / (2 * (2 * self.count - 1))
        return period / 4 - 2 * period / arb.pi() ** 2 * (total + arb(0, rest.upper()))

    def _bound(self, frequency: arb, ratio: arb) -> arb:
        """B^t, for all frequencies from this one on; |phi| is at most one."""
        with ctx.workprec(_BITS):
            mu, theta = self.pair.distance(_BITS), arb(self.angle)
            if not (theta > 0 and theta < arb.pi() / 2):
                raise SizeError("the decay of the transform of a difference of lognormals could not be bounded")
            falls = _both(self.pair, ratio, arb((frequency * theta.sin()).lower()))
            bound = (theta * theta / (2 * mu * mu)).exp() * falls
            return bounded_power(bound, self.pair.steps).min(arb(1))


def _both(pair: ReplacedAllocationPair, ratio: arb, real: arb) -> arb:
    """E e^(-s (Y + aY')) at a real point s >= 0."""
    mu, top = pair.distance(_BITS), float(pair.distance(64))
    rule = LognormalSum(pair.steps, pair.distance).rule(0.8 * _BITS, math.pi / (2 * top))
    a, d = arb(rule.height), arb(rule.step)
    if not mu * a <= arb.pi() / 2:
        raise SizeError("the transform of a difference of lognormals could not be summed at these parameters")
    total, weight = arb(0), ratio * (-mu * mu).exp()
    for k in range(-rule.last, rule.last + 1):
        x = d * k
        up = (mu * x - mu * mu / 2).exp()
        total += (-x * x / 2 - real * (up + weight / up)).exp()
    error = 2 * (2 * a * a).exp() / (2 * arb.pi() * a / d).expm1() + 2 * normal_tail(d * rule.last)
    return arb((total * d / (2 * arb.pi()).sqrt() + error).upper())


class _Far:
    """Estimates of how many frequencies matter, in floats."""

    def __init__(self, pair: ReplacedAllocationPair, ratio: float) -> None:
        self._mu, self._steps, self._ratio = float(pair.distance(64)), pair.steps, ratio
        self._known: dict[int, float] = {}

    def count(self, half: float, goal: float) -> tuple[int, float]:
        """The least number of odd frequencies beyond which e^-goal is left, and the angle of the bound."""
        first = math.pi / half
        low, high = 1, 2
        while self._best(first * (2 * high + 1))[0] > -goal and high < 2**40:
            low, high = high, 2 * high
        while high > low * _GROWTH + 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._best(first * (2 * middle + 1))[0] > -goal else (low, middle)
        return high, self._best(first * (2 * high + 1))[1]

    def _best(self, frequency: float) -> tuple[float, float]:
        """T ln B, and the angle where that is least."""
        angles = (0.999 * math.pi / 2 * share for share in _ANGLES)
        return min(
            (self._steps * (angle**2 / (2 * self._mu**2) + self._log(frequency * math.sin(angle))), angle)
            for angle in angles
        )

    def _log(self, real: float) -> float:
        """Ln E e^(-s(Y + aY')): between points of a grid ln(-ln) is nearly straight in ln s."""
        place = math.log(real) * _PER_UNIT
        low = math.floor(place)
        near, far = self._at(low), self._at(low + 1)
        return -math.exp(near + (far - near) * (place - low))

    def _at(self, index: int) -> float:
        if index not in self._known:
            mu, real, total, weight = self._mu, math.exp(min(600.0, index / _PER_UNIT)), 0.0, 0.0
            lost = 0.0
            for k in range(-40, 41):
                x = 0.2 * k
                mass = math.exp(-x * x / 2)
                up = math.exp(mu * x - mu * mu / 2)
                exponent = -min(700.0, real * (up + self._ratio * math.exp(-mu * mu) / up))
                lost += mass * math.expm1(exponent)
                total += mass * math.exp(exponent)
                weight += mass
            log = math.log1p(lost / weight) if lost > -weight / 2 else math.log(total / weight)
            self._known[index] = math.log(-log) if log < 0 else -700.0
        return self._known[index]


@dataclass(frozen=True)
class ReplacedAllocationLoss(AllocationLoss):
    """The loss of one epoch in which a record is replaced.

    Args:
        pair: that of the epoch.
        remove: always true, as the pair equals its mirror.
    """

    pair: ReplacedAllocationPair  # type: ignore[assignment]  # it has all that is asked of a pair
    remove: bool = True

    @cached_property
    def rightmost(self) -> float:
        """The largest real part of a line that is worth taking."""
        return max(0.5, 0.2 * math.log(self.pair.steps) / self._mu**2)

    def moment(self, contour: float) -> arb:
        """See `Loss`: between -1 and 0 by convexity, as M(-1 - c) = M(c)."""
        if -1 <= contour < 0:
            near = max(contour, -1 - contour)
            largest = self.moment(min(1.0, self.rightmost))
            with ctx.workprec(96):  # M(0) = 1 is at most M(c)^p M(b)^(1-p), p = b/(b - c)
                return arb(1).union((largest.log() * arb(near) / min(1.0, self.rightmost)).exp())
        return super().moment(contour)

    def likely_epsilon(self, log_delta: float) -> float | None:
        """None: waves of many bits cost more than a search with few."""

    def _table(self, contour: float, highest: float, digits: int) -> Table:
        if self.pair.costly:
            raise SizeError("moments of an allocation in which a record is replaced must be those of more noise")
        least, right, wanted, step = self._wanted(contour, highest, min(digits, MOST_DIGITS))
        step = 2.0 ** (math.floor(4 * math.log2(step)) / 4)  # a table serves lines of about this many frequencies
        step = math.ldexp(math.floor(math.ldexp(step, 20)), -20)
        return replaced_table_of(self.pair, step, (least, right), wanted)


@dataclass(frozen=True)
class ReplacedTable(Table):
    """D at the multiples of a step, for a record that is replaced."""

    pair: ReplacedAllocationPair  # type: ignore[assignment]  # it has all that is asked of a pair

    def _value(self, index: int) -> arb:
        """D, or the defect e^(-l) D(l) at -l; smaller far out, where it is multiplied by e^(cl)."""
        known, place = self._own, abs(index)
        if place not in known:
            check_time()
            grown = self.wanted + self.tilts[1] * self.step * place
            small = self._small(place, grown) if place * self.step > 1 else None
            with ctx.workprec(math.ceil(grown / _LOG2) + 6):
                known[place] = small or self.pair.height((arb(self.step) * place).exp())
        with ctx.workprec(self.bits):
            return known[place] * (arb(self.step) * index).exp() if index < 0 else known[place]

    def _small(self, place: int, grown: float) -> arb | None:
        """A ball from zero that holds D, where that is below what is wanted."""
        with ctx.workprec(64):
            ratio, best = (arb(self.step) * place).exp(), arb("inf")
            for part, below in self._depths:
                inner = part * ratio
                bound = tail_from_moments(self.pair, inner) * (inner - 1) + ratio * below if inner > 1 else best
                best = bound if bound < best else best
            return arb(0).union(best) if best < (-arb(grown)).exp() else None

    @cached_property
    def _depths(self) -> list[tuple[arb, arb]]:
        """Parts s of the mean with a bound of E (s - R')_+."""
        plain = AllocationPair(self.pair.steps, self.pair.distance)
        with ctx.workprec(64):
            return [(arb(part), plain.shortfall_from_transform(arb(part))) for part in _PARTS]

    @cached_property
    def _own(self) -> dict[int, arb]:
        return {}

    def _right(self, last: int, c: arb) -> arb:
        """The best of the bounds of the parts s_0."""
        d, t = arb(self.step), self.pair.steps
        place, mu = d * (last + 1), self.pair.distance(64)
        best = self._right_of_one_step(place, c, mu)
        shares = [arb(part) for part in _PARTS] + [(-place * share).exp() for share in _SHARES]
        for part in shares:
            inner = place.exp() * part - 1
            if not inner > 0:
                continue
            first = second = arb("inf")
            for n, moment in central_moments(self.pair):
                fall = ((c - (n - 1) * (1 - _FALL)) * d).exp()
                if not aliases_are_below_a_geometric_series.holds(fall):
                    continue
                kappa = (arb(n - 1).log() * (n - 1) - arb(n).log() * n).exp()
                bound = kappa * moment * (c * place - inner.log() * (n - 1)).exp() / (1 - fall)
                first = first.min(bound)
            for power in _POWERS:
                q = arb(power)
                fall = ((1 + c - _FALL * (1 + q)) * d).exp()
                if not aliases_are_below_a_geometric_series.holds(fall):
                    continue
                log = inverse_power(q, t, mu) + part.log() * (1 + q) + (1 + c) * place
                second = second.min(log.exp() / (1 - fall))
            if first.is_finite() and second.is_finite():
                best = best.min(first + second)
        return best

    def _right_of_one_step(self, place: arb, c: arb, mu: arb) -> arb:
        """By the normal laws of one step: D <= k(q) e^(-ql) E_P[e^(qL)] for every q > c."""
        best, d = arb("inf"), arb(self.step)
        for power in _POWERS_OF_ONE:
            q = c + power
            log = q * q.log() - (1 + q) * q.log1p() + 2 * mu * mu * q * (q + 1) - (q - c) * place
            bound = log.exp() / (1 - (-(q - c) * d).exp())
            best = bound if bound < best else best
        return best


@lru_cache(maxsize=16)
def replaced_table_of(
    pair: ReplacedAllocationPair, step: float, tilts: tuple[float, float], wanted: int
) -> ReplacedTable:
    """A table, made once."""
    return ReplacedTable(pair, True, step, tilts, wanted)
