"""Enclose delta of two steps of sampled or mixed normal noise as one integral.

World: enclosure. Let r_1 and r_2 be the ratios of the two steps (see `mixtures`), which rise from p_1 and p_2, the
probabilities of the shift 0, to infinity. The best event of both steps together is {r_1(x) r_2(y) > a}, and its edge is
a falling curve y = g(x), r_2(g(x)) = a/r_1(x). With any point (x_0, y_0) of it the event is the union of three disjoint
parts, of which two are half-lines of y, or of x, at each place of the other:

    {x <= x_0, y > g(x)},    {y <= y_0, r_1(x) > a/r_2(y)},    {x > x_0, y > y_0}.

    H_a(P||Q) = int_(x <= x_0) phi_1(x) (r_1(x) P_2[y > g(x)] - a Q_2[y > g(x)]) dx + the same with the steps exchanged
                + P_1[x > x_0] P_2[y > y_0] - a Q_1[x > x_0] Q_2[y > y_0].

For the other direction the event is {r_1(x) r_2(y) < 1/a}. There the half-lines to the left overlap in the rectangle
{x <= x_0, y <= y_0}, which is taken off:

    H_a(Q||P) = int_(x <= x_0) phi_1(x) (Q_2[y < g(x)] - a r_1(x) P_2[y < g(x)]) dx + the same with the steps exchanged
                - Q_1[x <= x_0] Q_2[y <= y_0] + a P_1[x <= x_0] P_2[y <= y_0],    r_2(g(x)) = 1/(a r_1(x)).

For a <= p_1 p_2 the first is 1 - a, and for a >= 1/(p_1 p_2) the second is zero. Both integrands are >= 0, as each is
the profile of one step at some odds. Left of some x the first integral is at most P_1[x' < x] P_2[y > g(x)], as g
falls, and the second at most Q_1[x' < x].

**Pieces.** On [m - h, m + h] the integrand is its Taylor polynomial at m of degree n - 1 and a rest of at most c
|x - m|^n, where c bounds the coefficient of order n on the whole piece: the same series with the ball [m - h, m + h] in
place of m. The series of g is integrated from g' = -(r_1'/r_1)(x) (r_2/r_2')(g), one term at a time. A piece whose rest
is not small is halved. Floats choose the pieces and x_0; any choice is sound.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from sdp_proofs.accounting.analysis import Direction, Engine
from sdp_proofs.accounting.dominating_pairs import ball_of
from sdp_proofs.accounting.mixtures import MixtureLoss, MixturePair
from sdp_proofs.accounting.pairs import Ball
from sdp_proofs.accounting.sampled_gaussian import SampledGaussian
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, arb_series, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, exponential, fraction_ball, rational
from sdp_proofs.verdict import Verdict

_MOST_PIECES = 4000
_SPARE = 96
_FIRST_WIDTH = 0.5
_TRIES = 4
_GROWTH = 1.4
_ROUGH_NODES = 60
_LOST = 64.0
_BINARY = 200
_ROUGHLY = 4
_SECANTS = 30
_SHARE = 0.02
_LOG2 = math.log(2)
_NARROWEST, _WIDEST = 0.15, 4.0
"""Deviations, relative to the largest shift, at which the integrals take less time than other engines."""

Place = TypeVar("Place", arb, arb_series)


@dataclass(frozen=True)
class Ratios:
    """One step: p_j, c_j and the deviation s of its noise, the largest c_j one.

    Args:
        shifts: (p_j, c_j).
        sigma: precision -> s.
    """

    shifts: tuple[tuple[Fraction, Fraction], ...]
    sigma: Ball

    @property
    def least(self) -> Fraction:
        """The probability of the shift 0."""
        return sum((p for p, c in self.shifts if c == 0), Fraction(0))

    @property
    def deviation(self) -> arb:
        """The deviation s at the working precision."""
        return self.sigma(ctx.prec)

    def value(self, x: Place) -> Place:
        """The ratio r at a point, or its series."""
        inverse = 1 / self.deviation**2
        total: Any = arb(0)
        for p, c in self.shifts:
            total = ((x * fraction_ball(c) - fraction_ball(c * c / 2)) * inverse).exp() * fraction_ball(p) + total
        found: Place = total
        return found

    def slope(self, x: arb_series) -> arb_series:
        """The slope of r."""
        inverse = 1 / self.deviation**2
        total = arb_series([0])
        for p, c in self.shifts:
            if c:
                grown = ((x * fraction_ball(c) - fraction_ball(c * c / 2)) * inverse).exp()
                total = grown * (fraction_ball(p * c) * inverse) + total
        return total

    def place(self, ratio: arb) -> arb:
        """A ball that holds all x with r(x) in a ball above the least ratio."""
        if not ratio > fraction_ball(self.least):
            raise PrecisionError("a place of two mixtures could not be found")
        pair = MixturePair(self.shifts, self.sigma)
        low, high = pair.places(arb(ratio.lower()))[0], pair.places(arb(ratio.upper()))[1]
        return low.union(high)

    def tail(self, x: Place, shift: Fraction, *, left: bool) -> Place:
        """The mass of N(c, s^2) on one side of a place."""
        away = (x - fraction_ball(shift)) * (1 / (self.deviation * arb(2).sqrt()))
        return (-away if left else away).erfc() * arb(0.5)

    def mixed(self, x: Place, *, left: bool) -> Place:
        """The mass of P on one side of a place."""
        total: Any = arb(0)
        for p, c in self.shifts:
            total = self.tail(x, c, left=left) * fraction_ball(p) + total
        found: Place = total
        return found


@dataclass(frozen=True)
class Part:
    """One of the two integrals, at some odds.

    Args:
        outer: the step that is integrated over.
        inner: the other.
        remove: whether P comes first.
        odds: precision -> a.
    """

    outer: Ratios
    inner: Ratios
    remove: bool
    odds: Ball

    def value(self, end: arb, bits: int, goal: arb) -> arb:
        """The integral up to a place, but for about 2^-bits; each piece errs by less than a goal.

        Raises:
            PrecisionError: it took too many pieces.
        """
        deviation = self.outer.deviation
        start = (-deviation * math.sqrt(2 * bits * _LOG2)).min(end - deviation).mid()
        total, width, order = self._beyond(start), deviation * _FIRST_WIDTH, 14 + bits // 12
        for _ in range(_MOST_PIECES):
            if not start < end:
                return total
            following = (start + width).min(end).mid()
            found = self._piece(start, following, order, goal)
            if found is None:
                width /= 2
                continue
            total, start, width = total + found, following, width * _GROWTH
        raise PrecisionError("the integral over two steps took too many pieces")

    def rough(self, end: arb) -> arb:
        """The integral up to a place (estimate), by the trapezoid rule."""
        step, total = self.outer.deviation / 4, arb(0)
        for k in range(_ROUGH_NODES):
            with suppress(PrecisionError):
                total += self._series((end - step * k).mid(), 1)[0].mid() / (1 if k else 2)
        return abs(total * step).mid()

    def edge(self, x: arb) -> arb:
        """The edge g(x)."""
        ratio = self.outer.value(x)
        return self.inner.place((self._a if self.remove else 1 / self._a) / ratio)

    @property
    def _a(self) -> arb:
        return self.odds(ctx.prec)

    def _beyond(self, start: arb) -> arb:
        """A ball from zero that holds the part left of a place."""
        if self.remove:
            bound = self.outer.mixed(start, left=True) * self.inner.mixed(self.edge(start), left=False)
        else:
            bound = self.outer.tail(start, Fraction(0), left=True)
        return arb(0).union(arb(bound.upper()))

    def _piece(self, start: arb, end: arb, order: int, goal: arb) -> arb | None:
        """The integral over one piece; None where its rest is not below a goal."""
        middle, half = (start + end) / 2, (end - start) / 2
        try:
            rest = self._series(middle.union(start).union(end), order + 1)[order]
        except PrecisionError:
            return None
        bound = 2 * abs(rest) * half ** (order + 1) / (order + 1)
        if not bound < goal:
            return None
        series, total = self._series(middle, order), arb(0)
        for k in range(0, order, 2):
            total += 2 * series[k] * half ** (k + 1) / (k + 1)
        return total + arb(0, bound.upper())

    def _series(self, place: arb, order: int) -> arb_series:
        """The Taylor series of the integrand at a place, or at all places of a ball."""
        before = ctx.cap
        ctx.cap = order
        try:
            x = arb_series([place, arb(1)][:order], prec=order)
            edge, a, deviation = self._edges(x, place, order), self._a, self.outer.deviation
            density = (-x * x * (1 / (2 * deviation**2))).exp() * (1 / (deviation * (2 * arb.pi()).sqrt()))
            ratio, left = self.outer.value(x), not self.remove
            plain, mixed = self.inner.tail(edge, Fraction(0), left=left), self.inner.mixed(edge, left=left)
            return density * (ratio * mixed - plain * a if self.remove else plain - ratio * mixed * a)
        finally:
            ctx.cap = before

    def _edges(self, x: arb_series, place: arb, order: int) -> arb_series:
        """The series of the edge g."""
        start = self.edge(place)
        fall = -self.outer.slope(x) * self.outer.value(x).inv()
        edge = arb_series([start], prec=order)
        for known in range(1, order):
            ctx.cap = known
            rise = fall * self.inner.value(edge) * self.inner.slope(edge).inv()
            edge = arb_series([start, *(rise[k] / (k + 1) for k in range(known))], prec=known + 1)
        ctx.cap = order
        return edge


@dataclass(frozen=True)
class TwoSteps(Engine):
    """The engine of two steps of sampled or mixed normal noise.

    Args:
        first: one step.
        second: the other.
        remove: whether P comes first.
        direction: the same, to be asked for a rough epsilon; None where there is none.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> asked = Question.of(read_release("poisson(rate=1/10, gaussian(sigma=1)) * 2"), "add-remove")
        >>> TwoSteps.of(asked.directions[0]).delta(read_real(1), 12).rounded(12)
        '0.000514160429397'
    """

    first: Ratios
    second: Ratios
    remove: bool
    direction: Direction | None = field(default=None, compare=False)

    @classmethod
    def of(cls, direction: Direction) -> TwoSteps | None:
        """The engine of a direction, or None where there are not two steps, or other ones."""
        losses = direction.losses
        if losses is None or sum(count for _, count in losses) != 2:
            return None
        steps = [loss for loss, count in losses for _ in range(count)]
        if not all(type(loss) in (SampledGaussian, MixtureLoss) for loss in steps):
            return None
        one, two = (loss for loss in steps if isinstance(loss, SampledGaussian))
        found = cls(_ratios(one), _ratios(two), one.remove, direction) if one.remove == two.remove else None
        if found is None:
            return None
        deviations = (float(found.first.deviation), float(found.second.deviation))
        return found if min(deviations) >= _NARROWEST and max(deviations) <= _WIDEST else None

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """See `Engine`: the secant method for the logarithm of delta from a rough bracket, and one that is decided.

        Raises:
            PrecisionError: these steps do not find it; another engine takes less time than a bisection here.
        """
        place = self._near(target, digits)
        if place is None:
            raise PrecisionError(f"{digits} digits of epsilon could not be found by the secant method")
        width = place / 10 ** (digits + 1)
        low, high = (Fraction(round((place + side * width) * (1 << _BINARY)), 1 << _BINARY) for side in (-1, 1))
        above, below = (self.delta(rational(end), digits + 4) for end in (low, high))
        found = (decide_less_equal(above, target), decide_less_equal(below, target))
        if found != (Verdict.FAILS, Verdict.HOLDS):
            raise PrecisionError(f"{digits} digits of epsilon could not be decided beside that of the secant method")
        with ctx.workprec(bits_for(digits) + 64):
            return Enclosure(fraction_ball(low).union(fraction_ball(high)))

    def _near(self, target: Fraction, digits: int) -> Fraction | None:
        """About the least epsilon; None where the secant method does not find one (estimate)."""

        def off(place: Fraction, wanted: int) -> float:
            with ctx.workprec(bits_for(wanted) + 32):
                found = self.delta(rational(place), wanted).ball.mid()
                return float((found / fraction_ball(target)).log()) if found > 0 else -math.inf

        (first, second), wanted = self._start(target)
        before, now, moved = off(first, wanted), off(second, wanted), 1.0
        for _ in range(_SECANTS):
            if not math.isfinite(now):  # beyond the largest loss
                second = (first + second) / 2
                now = off(second, wanted)
                continue
            if now == before:
                return None
            step = (second - first) * Fraction(now) / Fraction(before - now)
            step = min(max(step, -second * 3 / 4), 3 * second)  # stays positive
            first, before = second, now
            second = Fraction(round((second + step) * (1 << _BINARY)), 1 << _BINARY)
            last, moved = moved, float(abs(step) / second)
            # The rest after a step is about the product of the last two.
            if moved < 0.1 ** (digits + 2) or moved * last < _SHARE * 0.1 ** (digits + 2):
                return second
            # A step is right to about twice the digits that the last one moved by.
            wanted = max(wanted, min(digits + 4, 3 + math.ceil(-2 * math.log10(abs(step) / second))))
            now = off(second, wanted)
        return None

    def _start(self, target: Fraction) -> tuple[tuple[Fraction, Fraction], int]:
        """Two places to start from, and digits of delta there: the ends of a bracket by a lattice, or simple ones."""
        from sdp_proofs.accounting.lattice import Lattice

        if self.direction is not None:
            with suppress(PrecisionError, SizeError):
                rough = Lattice.of(self.direction).epsilon(target, _ROUGHLY)
                if rough is not None and rough.ball > 0:
                    low, high = (Fraction(float(end)) for end in (rough.ball.lower(), rough.ball.upper()))
                    if low < high:
                        return (low, high), _ROUGHLY + 3
        least = self.first.least * self.second.least
        scale = 1.0 if self.remove or not least else min(1.0, -math.log(least))  # the largest loss
        return (Fraction(scale) / 64, Fraction(scale) / 2), _ROUGHLY

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`.

        Raises:
            PrecisionError: the digits could not be proven.
        """
        odds, target = ball_of(exponential(epsilon)), bits_for(digits)
        for turn in range(_TRIES):
            bits = target + 16 * turn
            with ctx.workprec(bits + _SPARE):
                ball = self._value(odds, bits).max(arb(0))
            if ball.is_zero() or ball.rel_accuracy_bits() >= target:
                return Enclosure(ball)
        raise PrecisionError(f"{digits} digits of delta could not be proven by an integral over two steps")

    def _value(self, odds: Ball, bits: int) -> arb:
        """Delta, about so many bits of it."""
        first, second, a = self.first, self.second, odds(ctx.prec)
        edge, least = a if self.remove else 1 / a, fraction_ball(first.least * second.least)
        if edge <= least:
            return 1 - a if self.remove else arb(0)
        share = fraction_ball(first.least / second.least).sqrt() if first.least and second.least else arb(1)
        one, two = Part(first, second, self.remove, odds), Part(second, first, self.remove, odds)
        place = first.place((edge.sqrt() * share).mid()).mid()
        other = one.edge(place)
        same = first == second and bool(other.contains(place))
        corner = self._corner(place, place if same else other.mid(), other, a)
        rough = one.rough(place) * (2 if same else 1) + (0 if same else two.rough(other.mid())) + abs(corner.mid())
        lost = max(0.0, -float(rough.log()) / _LOG2) if rough > 0 else _LOST
        beyond, goal = math.ceil(bits + lost + 16), rough * arb(2) ** -(bits + 14)
        whole = one.value(place, beyond, goal)
        return whole + (whole if same else two.value(other.mid(), beyond, goal)) + corner

    def _corner(self, place: arb, beside: arb, edge: arb, a: arb) -> arb:
        """The rectangle, added or taken off.

        Its corner is next to the edge: what that counts twice or not at all has its second place between both.
        """
        first, second, left, none = self.first, self.second, not self.remove, Fraction(0)
        mixed = first.mixed(place, left=left) * second.mixed(beside, left=left)
        plain = first.tail(place, none, left=left) * second.tail(beside, none, left=left)
        low, high = arb(edge.union(beside).lower()), arb(edge.union(beside).upper())
        sliver = second.mixed(low, left=False) - second.mixed(high, left=False)
        other = second.tail(low, none, left=False) - second.tail(high, none, left=False)
        size = sliver + a * other if self.remove else other + a * sliver
        return (mixed - a * plain if self.remove else a * mixed - plain) + arb(0, abs(size).upper())


@lru_cache(maxsize=16)
def _ratios(loss: SampledGaussian) -> Ratios:
    shifts = loss.shifts if isinstance(loss, MixtureLoss) else ((1 - loss.rate, Fraction(0)), (loss.rate, Fraction(1)))
    return Ratios(shifts, ball_of(loss.sigma))
