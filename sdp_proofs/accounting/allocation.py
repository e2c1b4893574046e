"""Enclose the privacy of random allocation: each record is in one of t steps, for one epoch and for many.

World: enclosure. One epoch of allocation to one of t steps of normal noise, neighbours that differ by a record, is
dominated by the pair

    P = (1/t) sum over i of N(e_i, sigma^2),    Q = N(0, sigma^2)  (in t dimensions),

which two databases have: the record contributes 1 in its step and all others nothing. The ratio of P and Q under Q is
R = S/t with S the sum of t lognormal variables of mean one, mu = 1/sigma (see `lognormal_sums`), so

    H_a(P||Q) = E (S - ta)_+/t,    H_a(Q||P) = a E (t/a - S)_+/t.

**Many epochs**, each with a fresh step. D(l) is the delta of one epoch at epsilon = l, for all real l, and M(z) the
moment generating function of its loss: int D(l) e^(zl) dl = M(z)/(z(z+1)). With l_j = jd Poisson's formula is an
identity,

    d sum over j of D(l_j) e^(z l_j) = sum over all m of M(z_m)/(z_m (z_m + 1)),    z_m = z + 2 pi i m/d.

**Decay.** The mean x of the t normal variables, of variance 1/t, is independent of their deviations from it, and R is
e^(mu x) times a function of those. So |E R^(s + i tau)| <= e^(-tau^2 mu^2/(2t)) E R^s for all real s. With g = 2 pi/d -
tau the terms m > 0 and m < 0 have imaginary parts of at least |m| g, so all aliases together are at most M(c) (pi^2/3)
e^(-g^2 mu^2/(2t))/g^2.

**Ends.** Left of 0, D(l) = 1 - e^l + the defect; the first two terms sum to geometric series, and the defect rises
with l. Right of the last node:

* remove: D(l) <= kappa_n E (R - 1)^n/(e^l - 1)^(n-1) for even n, kappa_n = (n-1)^(n-1)/n^n, as (x - b)_+ <= kappa_n x^n
  b^(1-n); the central moments are those of a power of a power series.
* add: (K - S)_+ <= e^(w(K-S))/(ew), so D(l) <= e^l e^(wK) L(w)^t/(e w t) with K = t e^(-l); and far out, where the mean
  of the Y_i is above their geometric mean, D(l) <= k(q) e^(-ql) E R^(-q) with E R^(-q) <= e^(mu^2 q(q+t)/(2t)).

The terms of the first bound fall at least by e^(-(n-1-c)d) a node, those of the last by e^(-(q-c)d).

The tilt c stays left of where the single large term of S makes a second bump: a few more digits are cheaper than a
table that reaches it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from sdp_proofs.accounting.deadline import check_time
from sdp_proofs.accounting.lemmas import aliases_are_below_a_geometric_series
from sdp_proofs.accounting.lognormal_rays import MOST_NODES, Rays, rays_of
from sdp_proofs.accounting.lognormal_sums import MOST_FREQUENCIES, Line, LognormalSum
from sdp_proofs.accounting.losses import Slope
from sdp_proofs.accounting.pairs import NOWHERE, Ball, Masses
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import acb, arb, arb_series, ctx
from sdp_proofs.numbers.reals import ExactReal
from sdp_proofs.sums.exponential_sums import exponential_sums

MOST_POINTS = 20_000
_LOG10, _LOG2 = math.log(10), math.log(2)
_SHORT_DIGITS = 10
_MOST_ON_A_LINE = 2000
_MOST_OF_A_TABLE = 1000
_NODES_PER_FREQUENCY = 40
_MOST_OCTAVES = 12
_BLOCK = 32
_FEW_BITS = 128
_SMALLEST, _SMALL, _MANY = 320, 100, 100_000
_FIRST = 1.0
_TURNS = 40
_FARTHEST = 500
_ORDERS = tuple(range(2, 66, 2))
_POWERS = tuple(2.0**k for k in range(14))


class EpochPair(Hashable, Protocol):
    """One epoch: how many steps, and the distance of the normal laws of one."""

    @property
    def steps(self) -> int:
        """T."""

    @property
    def distance(self) -> Ball:
        """Precision -> mu."""


@dataclass(frozen=True)
class AllocationPair:
    """The pair of one epoch, P with the record.

    Args:
        steps: t.
        distance: precision -> mu, the sensitivity over the deviation of the noise, > 0.
        squared: mu^2, where it is known as a number.

    Example:
        >>> pair = AllocationPair(10, lambda bits: arb(1))
        >>> with ctx.workprec(100):
        ...     pair.height(arb(1).exp()).str(15, radius=False)
        '0.00278286899918157'
    """

    steps: int
    distance: Ball
    squared: ExactReal | None = None

    def decay(self, bits: int) -> arb:
        """V with |M(c + i tau)| <= e^(-v tau^2) M(c)."""
        with ctx.workprec(bits):
            return self.distance(bits) ** 2 / (2 * self.steps)

    def height(self, ratio: arb) -> arb:
        """H_a = E (S - ta)_+/t."""
        return self._gains(ratio)[0]

    def depth(self, ratio: arb) -> arb:
        """H_a - (1 - a) = E (ta - S)_+/t."""
        return self._gains(ratio)[1]

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`: Q(R > a) = Pr[S > ta], and P(R > a) = h + a Q(R > a)."""
        other = self._above(ratio)
        return (self.height(ratio) + ratio * other).min(arb(1)), other

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`: P(R < a) = a Q(R < a) less the depth."""
        other = 1 - self._above(ratio)
        return (ratio * other - self.depth(ratio)).max(arb(0)), other

    def alone(self) -> Masses:
        """Nowhere."""
        return NOWHERE

    @cached_property
    def sum(self) -> LognormalSum:
        """S."""
        return LognormalSum(self.steps, self.distance)

    def _on_line(self, place: arb) -> bool:
        count = self.sum.frequencies(self.sum.line(place))
        few = count <= _MOST_ON_A_LINE
        return few or (count <= MOST_FREQUENCIES and self._rays(place).best.size > MOST_NODES)

    def _gains(self, ratio: arb) -> tuple[arb, arb]:
        """The excess and the shortfall at ta, over t."""
        check_time()
        place, t = ratio * self.steps, self.steps
        if self._is_far(ratio):
            gain, loss, _ = self._far(ratio)
            return (gain, gain + ratio - 1) if ratio > 1 else (loss + 1 - ratio, loss)
        if self._on_line(place):
            gain, loss = self.sum.excess(place) / t, self.sum.shortfall(place) / t
            if ratio < 1 and ctx.prec > _FEW_BITS and not loss.rel_accuracy_bits() > ctx.prec // 2:
                # Far left it is small and takes about as many bits more.
                with ctx.workprec(ctx.prec + self.sum.bits_of_shortfall(float(place))):
                    loss = self.sum.shortfall(place) / t
            return gain.max(arb(0)), loss.max(arb(0))
        try:
            gain = self._rays(place).excess(place) / t
        except SizeError:  # bounds from moments hold everywhere
            gain, loss, _ = self._far(ratio)
            return (gain, gain + ratio - 1) if ratio > 1 else (loss + 1 - ratio, loss)
        return gain, (gain + ratio - 1).max(arb(0))

    def _is_far(self, ratio: arb) -> bool:
        """True where all is small beside the working precision, or no float reaches."""
        log, bits = float(ratio.log().mid()), min(4 * ctx.prec + 64, _SMALLEST if self.steps < _MANY else _SMALL)
        if abs(log) > _FARTHEST:
            return True
        if log < 0:
            return self.sum.bits_of_shortfall(self.steps * math.exp(log)) > bits
        return log > 0.1 and bool(self._far(ratio)[2] < arb(2) ** -bits)

    def _far(self, ratio: arb) -> tuple[arb, arb, arb]:
        """Balls from zero that hold the excess and the shortfall over t, and what of the mass under Q is beyond a."""
        if ratio > 1:
            best = tail_from_moments(self, ratio)
            return arb(0).union(best * (ratio - 1)), arb(0), best
        best = self.shortfall_from_transform(ratio) / ratio
        return arb(0), arb(0).union(best * ratio), best

    def shortfall_from_transform(self, ratio: arb) -> arb:
        """A bound of E (ta - S)_+/t, and of a Pr[S < ta]: a e^(wta) L(w)^t."""
        place = ratio * self.steps
        w = arb(self.sum.best_weight(max(1e-300, float(place))))
        best = ((w * place + self.sum.transform(w).log() * self.steps).exp()).upper()
        return arb((ratio * arb(best).min(arb(1))).upper())

    def _above(self, ratio: arb) -> arb:
        place = ratio * self.steps
        if self._is_far(ratio):
            mass = arb(0).union(self._far(ratio)[2])
            return mass if ratio > 1 else 1 - mass
        if self._on_line(place):
            return (1 - self.sum.below(place)).max(arb(0)).min(arb(1))
        try:
            return self._rays(place).above(place).min(arb(1))
        except SizeError:
            mass = arb(0).union(self._far(ratio)[2])
            return mass if ratio > 1 else 1 - mass

    def _rays(self, place: arb) -> Rays:
        """Rays for places from t times the next lower power of e^4 on."""
        least = self.steps * math.exp(4 * math.floor(math.log(float(place.lower()) / self.steps) / 4 - 1e-6))
        return rays_of(self.steps, self.distance, least, 32 * math.ceil((ctx.prec + 8) / 32))


@dataclass(frozen=True)
class AllocationLoss:
    """The loss of one epoch, in one direction.

    Args:
        pair: P with the record.
        remove: whether P comes first.

    Example:
        >>> loss = AllocationLoss(AllocationPair(100, lambda bits: arb(1)), remove=True)
        >>> abs(float(loss.moment(1.0)) - (1 + (math.e - 1) / 100)) < 1e-9  # E R^2
        True
    """

    pair: AllocationPair
    remove: bool

    @property
    def infinite(self) -> arb:
        """Zero: all losses are finite."""
        return arb(0)

    @cached_property
    def rightmost(self) -> float:
        """The largest real part of a line that is worth taking."""
        if not self.remove:  # there a tilt moves one epoch by three deviations
            return max(1.0, 3 * math.sqrt(self.pair.steps / math.expm1(min(self._mu**2, 700.0))))
        return max(0.5, 0.4 * math.log(self.pair.steps) / self._mu**2)

    def likely_epsilon(self, log_delta: float) -> float | None:
        """The epsilon of one epoch at a delta, from its logarithm (estimate); None where none is worth having."""
        low, high = 1e-6, 300.0
        for _ in range(_TURNS):
            middle = math.sqrt(low * high)
            low, high = (middle, high) if self._likely_log(middle) > log_delta else (low, middle)
        return high

    def _likely_log(self, epsilon: float) -> float:
        """Ln delta, from the transform, or from many steps that are normal and one that is large (estimate)."""
        t, mu = self.pair.steps, self._mu
        if not self.remove:
            return epsilon - _LOG2 * self.pair.sum.bits_of_shortfall(t * math.exp(-epsilon))
        width = math.sqrt(math.log1p(math.expm1(min(mu * mu, 300.0)) / t))
        single = math.log(t) + math.log(math.expm1(epsilon))
        return max(_log_price(epsilon / width - width / 2, width), _log_price(single / mu - mu / 2, mu))

    @cached_property
    def _mu(self) -> float:
        return float(self.pair.distance(64))

    @property
    def _rate(self) -> float:
        """V = mu^2/(2t): moments fall like e^(-v tau^2)."""
        return float(self.pair.decay(64))

    def slope(self, contour: float) -> Slope:
        """See `Loss`; beyond the rightmost line by a parabola."""
        place = min(contour, self.rightmost)
        if not self.remove and contour < _FIRST:
            place = _FIRST
        table = self._table(place, 0.0, _SHORT_DIGITS)
        with ctx.workprec(table.bits + 64):
            value, first, second = table.derivatives(place)
        gap = contour - place
        return Slope(value + first * gap + second * gap * gap / 2, first + second * gap, second)

    def moment(self, contour: float) -> arb:
        """See `Loss`; beyond the lines that are worth taking wide: from one, by convexity, to a simple bound."""
        if contour == 0:
            return arb(1)
        if contour < 0:  # an affinity E R^s, 0 < s < 1: at most 1, and 1 = E R <= (E R^s)^p (E R^2)^(1-p), p = 1/(2-s)
            if contour < -1:
                return arb("nan")
            with ctx.workprec(96):
                mu = self.pair.distance(96)
                power = arb(contour) if self.remove else -1 - arb(contour)  # s - 1
                return arb(1).union(((mu * mu).expm1() / self.pair.steps + 1) ** power)
        if not self.remove and contour < _FIRST:  # E R^(-c) rises in c from one
            with ctx.workprec(96):
                return arb(1).union(self.moment(_FIRST))
        if contour > self.rightmost + 1:
            if self.remove:
                return arb("inf")
            with ctx.workprec(96):  # the mean of the Y_i is above their geometric mean
                c, t, mu = arb(contour), self.pair.steps, self.pair.distance(96)
                return arb(1).union((mu * mu * c * (c + t) / (2 * t)).exp())
        table = self._table(contour, 0.0, _SHORT_DIGITS)
        with ctx.workprec(table.bits):
            return table.moments(contour, 1.0, 1)[0].real

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        table = self._table(contour, step * count, digits)
        with ctx.workprec(table.bits):
            return table.moments(contour, step, count)

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(96):
            return arb((-self.pair.decay(96) * arb(start) * arb(start)).exp().upper())

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        return math.exp(-self._rate * frequency * frequency)

    def _table(self, contour: float, highest: float, digits: int) -> Table:
        """A table for lines up to a power of two next to this one, and frequencies up to the highest."""
        least, right, wanted, step = self._wanted(contour, highest, digits)
        return table_of(self.pair, self.remove, step, (least, right), wanted)

    def _wanted(self, contour: float, highest: float, digits: int) -> tuple[float, float, int, float]:
        """The least and the largest tilt of a table, -ln of its error, and its step."""
        if highest:
            least, right = contour, contour
        elif self.remove:  # one table for all lines
            least, right = min(contour, 0.25), max(contour, self.rightmost + 1)
        else:
            right = _FIRST * 4.0 ** math.ceil(math.log(max(contour, _FIRST) / _FIRST) / math.log(4))
            least = max(_FIRST, right / 4)
        size = math.hypot(right + 1, highest) ** 2 / min(1.0, least)
        wanted = digits * _LOG10 + math.log(size) + 4
        step = 2 * math.pi / (highest + math.sqrt(wanted / self._rate))
        return least, right, math.ceil(wanted), _short(step)


@dataclass(frozen=True)
class Table:
    """D at the multiples of a step.

    Args:
        pair: of one epoch.
        remove: whether P comes first.
        step: d.
        tilts: the least and the largest that it is for.
        wanted: -ln of the error that is wanted.
    """

    pair: AllocationPair
    remove: bool
    step: float
    tilts: tuple[float, float]
    wanted: int

    @cached_property
    def bits(self) -> int:
        """The working precision: terms are as large as e^(c l) at the last node."""
        grown = self.wanted + self.tilts[1] * self.step * self._last
        return math.ceil(grown / _LOG2) + self.pair.steps.bit_length() + 20

    def moments(self, contour: float, step: float, count: int) -> list[acb]:
        """M(contour + ik step) for k < count, at the working precision."""
        check_time()
        c, d, decay = arb(contour), arb(self.step), self.pair.decay(max(64, ctx.prec))
        sums = exponential_sums(
            [value * (c * place).exp() for place, value in self._known], [place for place, _ in self._known],
            arb(step), count,
        )  # fmt: skip
        gap = 2 * arb.pi() / d - arb(step) * (count - 1)
        if not (contour > 0 and gap > 0):
            raise PrecisionError("the moments of an allocation could not be summed")
        share = arb.pi() ** 2 / 3 * (-gap * gap * decay).exp() / (gap * gap)
        ends = self._ends(c) * d
        slack = acb(arb(0, ends.upper()), arb(0, ends.upper()))
        found = []
        # M(c) (1 - share c (c+1)) <= c (c+1) times the sum.
        first = self._whole(acb(c), sums[0], d, slack).real
        own = share * c * (c + 1)
        if not aliases_are_below_a_geometric_series.holds(2 * own):
            raise PrecisionError("the moments of an allocation could not be summed")
        largest = arb((first / (1 - own)).upper())
        for k, value in enumerate(sums):
            z = acb(c, arb(step) * k)
            alias = arb((share * largest * abs(z * (z + 1))).upper())
            found.append(self._whole(z, value, d, slack) + acb(arb(0, alias), arb(0, alias if k else 0)))
        return found

    def _whole(self, z: acb, value: acb, d: arb, slack: acb) -> acb:
        """Z (z+1) times the sum with the geometric series of 1 - e^l left of zero."""
        fall, rest = (-z * d).exp(), (-(z + 1) * d).exp()
        return z * (z + 1) * (d * (value + fall / (1 - fall) - rest / (1 - rest)) + slack)

    def derivatives(self, contour: float) -> tuple[float, float, float]:
        """Ln M and two derivatives (estimate), by differences."""
        gap = contour * 2.0**-20
        logs = [self.estimate(contour + k * gap).log() for k in (-1, 0, 1)]
        first = (logs[2] - logs[0]) / (2 * gap)
        return float(logs[1]), float(first), float((logs[2] - 2 * logs[1] + logs[0]) / (arb(gap) * gap))

    def estimate(self, contour: float) -> arb:
        """M without its error."""
        c, d = arb(contour), arb(self.step)
        total = sum((value.mid() * (c * place).exp() for place, value in self._known), arb(0))
        return self._whole(acb(c), acb(total), d, acb(0)).real.mid()

    @cached_property
    def _known(self) -> list[tuple[arb, arb]]:
        """L_j, and D right of zero and at it, or the defect left of it."""
        return [*self._left[::-1], *((arb(self.step) * j, self._value(j)) for j in range(self._last + 1))]

    @cached_property
    def _left(self) -> list[tuple[arb, arb]]:
        """From -1 on to the left, until the defect is small."""
        found: list[tuple[arb, arb]] = []
        small = arb(2) ** -(self.wanted / _LOG2 + 8)
        while True:
            index = -len(found) - 1
            value = self._value(index)
            found.append((arb(self.step) * index, value))
            if value * (arb(self.tilts[0] * self.step) * index).exp() < small:
                return found
            if len(found) > MOST_POINTS:
                raise SizeError(f"an allocation must be tabulated at most {MOST_POINTS} times, got more")

    def _value(self, index: int) -> arb:
        """D, or the defect: from the excess at t e^(+-l), or from the shortfall."""
        check_time()
        with ctx.workprec(2 * self._bits_of_sums):  # a line multiplies the error of its place by up to half its bits
            turned, t = index if self.remove else -index, self.pair.steps
            ratio = (arb(self.step) * turned).exp()
            share = (1 if self.remove else 1 / ratio) / arb(t)
            gains = turned >= (0 if self.remove else 1)
            if turned <= self._reach:
                sums, place = self.pair.sum, ratio * t
                line = next((line for line in self._lines if place <= line.period / 2), self._lines[-1])
                return (share * (sums.excess if gains else sums.shortfall)(place, line)).max(arb(0))
            found = self._far(turned)
            return (share * (found if gains else found + ratio * t - t)).max(arb(0))

    def _far(self, turned: int) -> arb:
        """E (S - K)_+ beyond the line, in blocks."""
        known, start = self._blocks, self._reach + 1
        length = max(1, self._last - self._reach) if self.remove else _BLOCK
        block = (turned - start) // length
        if block not in known:
            first = (arb(self.step) * (start + block * length)).exp() * self.pair.steps
            known[block] = self._rays.excesses(first, length)
        return known[block][(turned - start) % length]

    @cached_property
    def _blocks(self) -> dict[int, list[arb]]:
        return {}

    @cached_property
    def _reach(self) -> int:
        """The last place, in steps of ln(K/t), that is taken from a line."""
        if not self._lines:
            return -self._last - 1
        return math.floor(math.log(self._lines[-1].length / 2 / self.pair.steps) / self.step - 1e-6)

    @cached_property
    def _lines(self) -> list[Line]:
        """Lines, each for twice as many places as the one before, that do not take too many frequencies."""
        found, place = [], arb(self.pair.steps)
        for octave in range(_MOST_OCTAVES):
            line = self.pair.sum.line(place * 2**octave, self._bits_of_sums)
            count, nodes = self.pair.sum.frequencies(line), self._nodes(octave)
            many = max(_MOST_OF_A_TABLE, nodes / _NODES_PER_FREQUENCY)
            if count > (MOST_FREQUENCIES if nodes > MOST_NODES else many):
                break
            found.append(line)
            if self.remove and line.length / 2 > self.pair.steps * math.exp(self.step * self._last):
                break
        return found

    @property
    def _bits_of_sums(self) -> int:
        return 16 * math.ceil(self.bits / 16)

    def _nodes(self, octave: int) -> int:
        """The nodes of rays for what is beyond the line before that of an octave."""
        least = self.pair.steps * 2.0 ** (octave - 1)
        return Rays(self.pair.steps, self.pair.distance, least, self._bits_of_sums, self.step).best.size

    @cached_property
    def _rays(self) -> Rays:
        """Rays for all places beyond the reach of the line."""
        least = 0.999 * self.pair.steps * math.exp(self.step * (self._reach + 1))
        return rays_of(self.pair.steps, self.pair.distance, least, self._bits_of_sums, self.step)

    def _ends(self, c: arb) -> arb:
        """A bound of what is left out on both sides, without the factor d."""
        place, value = self._left[-1]
        fall = (-c * arb(self.step)).exp()
        aliases_are_below_a_geometric_series(fall)
        left = arb(value.upper()) * (c * place).exp() * fall / (1 - fall)
        return arb((left + self._right(self._last, c)).upper())

    @cached_property
    def _last(self) -> int:
        """The last node: the right end is then small (estimates choose it)."""
        goal = -float(self.wanted) - 8
        low, high = 0, 1
        with ctx.workprec(64):
            while not self._log_right(high) < goal:
                low, high = high, 2 * high
                if high > MOST_POINTS:
                    raise SizeError(f"an allocation must be tabulated at most {MOST_POINTS} times, got more")
            while high - low > max(1, high // 32):
                middle = (low + high) // 2
                low, high = (low, middle) if self._log_right(middle) < goal else (middle, high)
        return high

    def _log_right(self, last: int) -> float:
        found = self._right(last, arb(self.tilts[1]))
        return float(found.log()) if found.is_finite() and found > 0 else math.inf

    def _right(self, last: int, c: arb) -> arb:
        """A bound of the sum of D(l_j) e^(c l_j) beyond a node."""
        return self._right_of_remove(last, c) if self.remove else self._right_of_add(last, c)

    def _right_of_remove(self, last: int, c: arb) -> arb:
        d = arb(self.step)
        place = d * (last + 1)
        best = arb("inf")
        for n, moment in self._central_moments:
            if not n - 1 > c:
                continue
            kappa = (arb(n - 1).log() * (n - 1) - arb(n).log() * n).exp()
            first = kappa * moment * (c * place - place.expm1().log() * (n - 1)).exp()
            fall = (-(n - 1 - c) * d).exp()
            if aliases_are_below_a_geometric_series.holds(fall):
                bound = first / (1 - fall)
                best = bound if not bound > best else best
        return best

    @cached_property
    def _central_moments(self) -> list[tuple[int, arb]]:
        """E (R - 1)^n for even n."""
        return central_moments(self.pair)

    def _right_of_add(self, last: int, c: arb) -> arb:
        d, (blocks, end) = arb(self.step), self._blocks_of_add(last)
        total = self._far_add(end, c, self.pair.distance(64))
        for start, stop, gain in blocks:
            # D falls, so that between two nodes it is at most what it is at the first of them.
            total += gain * (c * d * stop).exp() * (stop - start)
        return total

    def _blocks_of_add(self, last: int) -> tuple[list[tuple[int, int, arb]], int]:
        """Blocks of nodes beyond one, each with a bound of D on it, up to where the last bound is small."""
        known = self._known_blocks
        if last not in known:
            d, t, start = arb(self.step), self.pair.steps, last
            blocks, right, mu = [], arb(self.tilts[1]), self.pair.distance(64)
            while float(self._far_add(start, right, mu).log()) > -float(self.wanted) - 12:
                stop = start + max(4, start // 5)
                place = d * (start + 1)
                blocks.append((start, stop, arb((place.exp() * self._markov(t * (-place).exp()) / t).upper())))
                start = stop
                if start > 50 * MOST_POINTS:
                    raise SizeError("the far losses of an allocation could not be bounded")
            known[last] = blocks, start
        return known[last]

    @cached_property
    def _known_blocks(self) -> dict[int, tuple[list[tuple[int, int, arb]], int]]:
        return {}

    def _far_add(self, last: int, c: arb, mu: arb) -> arb:
        d, t = arb(self.step), self.pair.steps
        place, best = d * (last + 1), arb("inf")
        for power in _POWERS:
            q = arb(power)
            if not q > c:
                continue
            log = inverse_power(q, t, mu) - (q - c) * place
            bound = log.exp() / (1 - (-(q - c) * d).exp())
            best = bound if not bound > best else best
        return best

    def _markov(self, place: arb) -> arb:
        """A bound of E (K - S)_+."""
        total = self.pair.sum
        w = total.best_weight(float(place))
        transform = total.transform(arb(w))
        return (arb(w) * place + transform.log() * self.pair.steps - 1).exp() / w


@lru_cache(maxsize=16)
def table_of(pair: AllocationPair, remove: bool, step: float, tilts: tuple[float, float], wanted: int) -> Table:
    """A table, made once."""
    return Table(pair, remove, step, tilts, wanted)


def tail_from_moments(pair: EpochPair, ratio: arb) -> arb:
    """A bound of Pr[R > a] for a > 1, and of E (R - a)_+/(a - 1), by Markov's bound of a central moment.

    As kappa_n <= 1, (x - b)_+ <= kappa_n x^n b^(1-n) is at most b (x/b)^n.
    """
    best = arb(1)
    for n, moment in central_moments(pair):
        best = best.min(arb((moment / (ratio - 1) ** n).upper()))
    return best


def inverse_power(q: arb, steps: int, mu: arb) -> arb:
    """A bound of ln(k(q) E R^(-q)): the mean of the Y_i is above their geometric mean."""
    return q * q.log() - (1 + q) * q.log1p() + mu * mu * q * (q + steps) / (2 * steps)


@lru_cache(maxsize=16)
def central_moments(pair: EpochPair) -> list[tuple[int, arb]]:
    """E (R - 1)^n for even n, from the power series of E e^(u (Y - 1)) up to that order.

    Example:
        >>> found = dict(central_moments(AllocationPair(4, lambda bits: arb(1))))
        >>> abs(float(found[2]) - (math.e - 1) / 4) < 1e-12
        True
    """
    order = _ORDERS[-1]
    mu, t = pair.distance(512 + 2 * order * 16), pair.steps
    with ctx.workprec(512 + 2 * order * 16):
        raw = [(mu * mu * (k * (k - 1)) / 2).exp() for k in range(order + 1)]
        central, factorial = [], arb(1)
        for n in range(order + 1):
            factorial *= max(1, n)
            row = sum((raw[k] * (math.comb(n, k) * (-1) ** (n - k)) for k in range(n + 1)), arb(0))
            central.append(row / factorial)
        before = ctx.cap
        ctx.cap = order + 1
        try:
            whole = arb_series(central, prec=order + 1)
            power = (whole.log() * t).exp()
            found, factorial = [], arb(1)
            for n in range(1, order + 1):
                factorial *= n
                if n in _ORDERS:
                    found.append((n, arb((power[n] * factorial / arb(t) ** n).upper())))
            return found
        finally:
            ctx.cap = before


def _log_price(place: float, width: float) -> float:
    """Ln(T(x) - e^(xd + d^2/2) T(x + d)), T the tail of the standard normal law (estimate)."""
    return -place * place / 2 - 0.92 + math.log(max(1e-300, _mills(place) - _mills(place + width)))


def _mills(place: float) -> float:
    """T over the density (estimate)."""
    if place > 4:
        return 1 / (place + 1 / (place + 2 / (place + 3 / place)))
    return math.erfc(place / math.sqrt(2)) * math.exp(min(300.0, place * place / 2)) * 1.2533


def _short(number: float) -> float:
    """The largest number of 24 bits up to it: its multiples are floats without rounding."""
    mantissa, exponent = math.frexp(number)
    return math.ldexp(math.floor(mantissa * (1 << 24)), exponent - 24)
