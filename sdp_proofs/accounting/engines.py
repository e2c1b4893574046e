"""Answer delta at epsilon by engines, and search the least epsilon.

**The least epsilon.** World: enclosure. delta falls in epsilon. The search moves by estimates; at the end
delta(low) > target >= delta(high) is decided by enclosures, and where it is not the bracket is widened.

**Direct answers.** World: enclosure, exact where everything is rational.

* *gaussian*: T steps with mu_i are one with mu^2 = sum mu_i^2, and delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 -
  eps/mu) [Balle, Wang 2018, Thm. 8]: L is normal with mean mu^2/2 and variance mu^2 under P, mean -mu^2/2 under Q.
* *single-step*: the profile of the pair itself.
* *exact*: finite pairs. The T-fold product of a pair with n outputs depends on how often each output occurs; each of
  the C(T+n-1, n-1) possibilities has multinomial probability under P and under Q, and delta is the sum of (p - e^eps
  q)_+. For pure and approximate privacy this is optimal composition [Kairouz, Oh, Viswanath 2015; Murtagh, Vadhan
  2016].

**The inversion.** World: enclosure. delta falls in epsilon, so delta(low) > target and delta(high) <= target, both
proven, enclose the least epsilon that meets the target. The values of the moment generating function on a line do not
depend on epsilon: the search is free.

**Chernoff's bound, the last resort, where no other engine answers.** World: directed bound, given as an enclosure
from zero. delta(eps) <= p + k(c) M(c) e^(-c eps) for every c > 0 (see `inversion`), p the probability of an infinite
loss. It is enough where another direction is worse: the answer is the larger one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, TypeVar

from sdp_proofs.accounting.analysis import BoundFromAbove, Direction, Engine
from sdp_proofs.accounting.inversion import (
    Contour,
    Inversion,
    limited_contour,
    line_of,
    moved_contour,
    revealed,
    saddle_point,
    saddle_point_of_delta,
    slopes,
)
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound, gaussian_releases_are_one_release
from sdp_proofs.accounting.losses import Loss
from sdp_proofs.accounting.pairs import AtomPair, height
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for, rounded_up
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import ExactReal, exponential, fraction_ball, multiply, rational
from sdp_proofs.numbers.reals import add as sum_of
from sdp_proofs.verdict import Verdict

MOST_LISTED = 60_000
_MOST_EXACT_BITS = 3_000_000
_LAST_BITS = 1024
_BITS_OF_WIDE, _PARTS_OF_WIDE, _FARTHEST_OF_WIDE = 40, 1000, 2**14
_CLOSE_OF_WIDE = Fraction(1, 2**20)
_ROUNDS = 5
_NEWTON = 60
_MOST_MORE = 40
_LOG10_OF_2 = math.log10(2)
_FEW = 5
_UNLIKELY = -150.0
_CHEAP, _DEAR = 400.0, 1500.0
Found = TypeVar("Found")
_FACTORS = (0.87, 0.7, 0.55, 0.4)
_BOUND_BITS = 128
_DIGITS = 8
_PLACES = tuple(0.1 * 1.7**k for k in range(32))
LARGEST = Fraction(10**18)
_MOST_STEPS = 400
_ESTIMATED = 6
_DECIDED = 6, 15
_PACES = tuple(1 + Fraction(4**k, 100) for k in range(5))
_SPARE_BITS = 32


class _Searched(Engine):
    """An engine that answers delta alone: the least epsilon is searched for."""

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """See `Engine`."""
        return least_epsilon(self, target, digits)


class _Target:
    """Decided comparisons of delta with a target, remembered."""

    def __init__(self, engine: Engine, target: Fraction, digits: int) -> None:
        self.engine, self.target, self.digits = engine, target, digits
        self._known: dict[Fraction, tuple[int, Enclosure]] = {}

    def delta(self, epsilon: Fraction, digits: int) -> Enclosure:
        """Delta to at least so many digits, each place asked once for them."""
        if epsilon not in self._known or self._known[epsilon][0] < digits:
            self._known[epsilon] = digits, self.engine.delta(rational(epsilon), digits)
        return self._known[epsilon][1]

    def meets(self, epsilon: Fraction) -> bool:
        """Decide delta(epsilon) <= target.

        Raises:
            PrecisionError: it could not be decided.
        """
        for digits in (*_DECIDED, self.digits + 5, 3 * self.digits + 20):
            verdict = decide_less_equal(self.delta(epsilon, digits), self.target)
            if verdict is not Verdict.UNKNOWN:
                return verdict is Verdict.HOLDS
        raise PrecisionError("delta could not be distinguished from the target")


def least_epsilon(engine: Engine, target: Fraction, digits: int, near: Fraction | None = None) -> Enclosure:
    """The least epsilon >= 0 with delta(epsilon) <= target.

    Args:
        engine: answers delta.
        target: of delta.
        digits: of epsilon.
        near: where it is expected, if that is known and it is above zero.

    Raises:
        PrecisionError: the digits could not be proven.
        SizeError: none up to `LARGEST` is enough; whether a larger one is, is not known here.

    Example:
        >>> least_epsilon(ClosedGaussian(rational(1)), Fraction(1, 10**5), 10).rounded(10)
        '4.377178096'
    """
    goal = _Target(engine, target, digits)
    if near is None and goal.meets(Fraction(0)):
        return Enclosure.of(0)
    low, high = Fraction(0), near or Fraction(1)
    paces = iter(_PACES if near else ())
    while not goal.meets(high):
        if high == LARGEST:
            raise SizeError(f"the least epsilon must be at most {LARGEST}, got more")
        low, high = high if near else low, min(next(paces, 4) * high, LARGEST)
    while low == 0:
        middle = high / next(paces, 16)
        if goal.meets(middle):
            high = middle
            if high < Fraction(1, 10**60):
                raise PrecisionError("epsilon is below 1e-60 and could not be distinguished from zero")
        else:
            low = middle
    low, high = _narrowed_bracket(goal, low, high, digits)
    with ctx.workprec(bits_for(digits) + 64):
        return Enclosure(fraction_ball(low).union(fraction_ball(high)))


def _narrowed_bracket(goal: _Target, low: Fraction, high: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """The bracket, narrowed by the logarithm of delta: it is nearly straight."""
    width = Fraction(1, 10 ** (digits + 1))
    values = {end: _log_excess(goal, end, _ESTIMATED) for end in (low, high)}
    for turn in range(_MOST_STEPS):
        if high - low <= width * low:
            return low, high
        left, right = values[low], values[high]
        share = Fraction(1, 2)
        if turn % 4 != 3 and left is not None and right is not None and left > right:
            share = Fraction(left / (left - right)).limit_denominator(10**40)
            # A trifle beyond the crossing, so that the bracket closes from both sides.
            nudge = width * low / (high - low) / 3
            share = min(1 - nudge, max(nudge, share + (nudge if turn % 2 else -nudge)))
        middle = _short(low + (high - low) * share, digits)
        if not low < middle < high:
            middle = (low + high) / 2
        try:
            met = goal.meets(middle)
        except PrecisionError:
            return low, high
        # The next step finds about twice the digits that are known now.
        known = -math.log10(min(1.0, float((high - low) / low)))
        values[middle] = _log_excess(goal, middle, _ESTIMATED + math.ceil(2 * known))
        low, high = (low, middle) if met else (middle, high)
    raise PrecisionError(f"{digits} digits of epsilon could not be proven")


def _short(value: Fraction, digits: int) -> Fraction:
    """A dyadic number near it."""
    bits = bits_for(digits) + 16 + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    return Fraction(round(value * (1 << bits)), 1 << bits)


def _log_excess(goal: _Target, epsilon: Fraction, digits: int) -> Fraction | None:
    """ln(delta(epsilon)/target) to some digits (estimate); None where it is not finite."""
    with ctx.workprec(bits_for(goal.digits) + 64):
        found = goal.delta(epsilon, min(digits, goal.digits + 4)).ball
        ball = (found / fraction_ball(goal.target)).log().mid()
        if not ball.is_finite():
            return None
        mantissa, exponent = ball.man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


@dataclass(frozen=True)
class ClosedGaussian(_Searched):
    """Plain Gaussian mechanisms.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> ClosedGaussian(rational(1)).delta(read_real(7), 15).rounded(15)
        '5.16762970391774e-12'
    """

    squared: ExactReal

    @classmethod
    def of(cls, direction: Direction) -> ClosedGaussian | None:
        """The engine of a direction, or None where some step is not a Gaussian mechanism."""
        total = rational(0)
        for step, count in direction.steps:
            if step.squared is None:
                return None
            total = sum_of(total, multiply(rational(count), step.squared))
        gaussian_releases_are_one_release([step.pair for step, _ in direction.steps])
        return cls(total)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""

        def value(bits: int) -> arb:
            with ctx.workprec(bits):
                mu, place = self.squared.ball(bits).sqrt(), epsilon.ball(bits)
                root = arb(2).sqrt()
                first = ((place / mu - mu / 2) / root).erfc()
                return (first - place.exp() * ((place / mu + mu / 2) / root).erfc()) / 2

        return refine(value, digits)


@dataclass(frozen=True)
class SingleStep(_Searched):
    """One step of one mechanism.

    Args:
        direction: with that step.
        first: bits to begin with.
    """

    direction: Direction
    first: int = 0

    @classmethod
    def of(cls, direction: Direction) -> SingleStep | None:
        """The engine of a direction, or None where there are several steps."""
        return cls(direction) if sum(count for _, count in direction.steps) == 1 else None

    @property
    def final(self) -> bool:
        """True where nothing else would say more in reasonable time: the pair is costly at each of its odds."""
        return getattr(self.direction.steps[0][0].loss, "rightmost", None) is not None

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""
        if self.direction.never_beyond(epsilon):  # at the largest loss itself no ball tells delta from zero
            return Enclosure.of(0)
        pair = self.direction.steps[0][0].pair

        def value(bits: int) -> arb:
            with ctx.workprec(bits):
                return height(pair, exponential(epsilon).ball(bits))

        if not self.final:
            return refine(value, digits, ceiling=16 * digits + 60_000)
        # Other engines need this very pair at many odds: what it says far out, a ball from zero, is the answer.
        try:
            return refine(value, digits, ceiling=16 * digits + 1000, first=self.first)
        except PrecisionError:
            return Enclosure(value(_LAST_BITS))

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """See `Engine`; of a pair that is wide at most odds the places where it is decided."""
        step = self.direction.steps[0][0]
        if step.coarser is None:
            return self._near_the_likely(target, digits) or super().epsilon(target, digits)

        def decided(place: Fraction, below: bool) -> bool:
            with ctx.workprec(_BITS_OF_WIDE):
                delta = height(step.pair, exponential(rational(place)).ball(_BITS_OF_WIDE))
                goal = fraction_ball(target)
                return bool(delta <= goal if below else delta > goal)

        high = Fraction(1)
        while not decided(high, True):
            high *= 2
            if high > _FARTHEST_OF_WIDE:
                raise SizeError("no epsilon was found that meets the target, as the bounds of delta are too wide there")
        low, high = _last(lambda place: not decided(place, True), Fraction(0), high)
        least, _ = _last(lambda place: decided(place, False), Fraction(0), low)
        return Enclosure(fraction_ball(least).union(fraction_ball(high)))

    def _near_the_likely(self, target: Fraction, digits: int) -> Enclosure | None:
        """Search where a loss expects epsilon; None where it expects none, or no epsilon > 0 is needed.

        All places are asked to the bits of the last ones: what a pair tabulates for them is made once.
        """
        likely = getattr(self.direction.steps[0][0].loss, "likely_epsilon", None)
        if likely is None or target == 0 or _Target(self, target, digits).meets(Fraction(0)):
            return None
        log = float(fraction_ball(target).log())
        near = likely(log)
        if near is None:
            return None
        bits = bits_for(max(digits + 5, _DECIDED[1])) + math.ceil(-log / math.log(2)) + 8
        bits = _SPARE_BITS * math.ceil(bits / _SPARE_BITS)
        return least_epsilon(replace(self, first=bits), target, digits, Fraction(near))


def _last(holds: Callable[[Fraction], bool], low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Two places near each other, by bisection: at all that were asked up to the first it holds, not at the second."""
    while high - low > max(high / _PARTS_OF_WIDE, _CLOSE_OF_WIDE):  # the first stays where it holds nowhere
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low, high


@dataclass(frozen=True)
class Listed(_Searched):
    """Finite pairs, all outcomes listed.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> engine = Listed.of(Question.of(read_release("pure(epsilon=log(2)) * 3")).directions[0])
        >>> engine.delta(read_real("log(2)"), 10).exact
        Fraction(2, 9)
    """

    pairs: tuple[tuple[AtomPair, int], ...]

    @classmethod
    def of(cls, direction: Direction) -> Listed | None:
        """The engine of a direction, or None where a pair is not finite or there are too many outcomes."""
        pairs = [(step.pair, count) for step, count in direction.steps]
        listed = 1
        for pair, count in pairs:
            if not isinstance(pair, AtomPair):
                return None
            outputs = len(pair.masses(64))
            if outputs > 64 or count > MOST_LISTED:
                return None
            listed *= comb(count + outputs - 1, outputs - 1)
            if listed > MOST_LISTED:
                return None
        return cls(tuple((pair, count) for pair, count in pairs if isinstance(pair, AtomPair)))

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`."""
        odds = exponential(epsilon)
        known = odds.as_fraction()
        if known is not None and self._exact_outcomes is not None:
            total = sum((max(Fraction(0), p - known * q) for p, q in self._exact_outcomes), Fraction(0))
            return Enclosure.of(total, precision=64 + 4 * digits)

        def value(bits: int) -> arb:
            with ctx.workprec(bits):
                factor = odds.ball(bits)
                outcomes = self._outcomes([(pair.masses(bits), count) for pair, count in self.pairs], arb(1))
                return sum(((p - factor * q).max(arb(0)) for p, q in outcomes), arb(0))

        try:
            return refine(value, digits)
        except PrecisionError:
            # At the largest loss itself delta is zero, which no ball decides: the bracket that there is.
            return Enclosure(value(_LAST_BITS))

    @cached_property
    def _exact_outcomes(self) -> list[tuple[Fraction, Fraction]] | None:
        masses = []
        size = 0
        for pair, count in self.pairs:
            if pair.exact is None:
                return None
            size += count * max(entry.denominator.bit_length() for row in pair.exact for entry in row)
            masses.append((pair.exact, count))
        outcomes = 1
        for entries, count in masses:
            outcomes *= comb(count + len(entries) - 1, len(entries) - 1)
        if size * outcomes > _MOST_EXACT_BITS:
            return None
        return list(self._outcomes(masses, Fraction(1)))

    def _outcomes(self, masses: Sequence[tuple[Sequence[Any], int]], one: Any) -> Iterator[tuple[Any, Any]]:
        """The probabilities of all outcomes of the product under P and under Q."""
        found = [(one, one)]
        for entries, count in masses:
            own = list(_multinomial(entries, count, one))
            found = [(p * a, q * b) for p, q in found for a, b in own]
        yield from found


def _multinomial(entries: Sequence[Any], count: int, one: Any) -> Iterator[tuple[Any, Any]]:
    """The probabilities of how often each output occurs in `count` draws, under both laws."""
    (p, q), rest = entries[0], entries[1:]
    if not rest:
        yield p**count, q**count
        return
    powers: list[tuple[Any, Any]] = [(one, one)]
    for _ in range(count):
        powers.append((powers[-1][0] * p, powers[-1][1] * q))
    binomial = 1
    for times in range(count + 1):
        for a, b in _multinomial(rest, count - times, one):
            yield binomial * powers[times][0] * a, binomial * powers[times][1] * b
        binomial = binomial * (count - times) // (times + 1)


@dataclass(frozen=True)
class Inverted(Engine):
    """The engine of one direction.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("poisson(rate=0.01, gaussian(sigma=1)) * 1000"))
        >>> Inverted.of(question.directions[1]).epsilon(Fraction(1, 10**5), 10).rounded(10)
        '1.416661948'
    """

    steps: tuple[tuple[Loss, int], ...]

    @classmethod
    def of(cls, direction: Direction) -> Inverted | None:
        """The engine of a direction, or None where some moment generating function is not known."""
        losses = direction.losses
        return None if losses is None else cls(losses)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`; fewer digits where those asked for are out of reach.

        Raises:
            PrecisionError: not even a few digits could be proven.
        """
        return self._answer(epsilon, digits, None)

    def told(self, epsilon: ExactReal, digits: int, target: Fraction) -> Enclosure:
        """See `Engine`."""
        return self._answer(epsilon, digits, target)

    def _answer(self, epsilon: ExactReal, digits: int, target: Fraction | None) -> Enclosure:
        place = saddle_point(lambda real: slopes(self.steps, real), float(epsilon.ball(64)))
        likely = place.log_delta > _UNLIKELY
        return _or_fewer(
            digits, lambda wanted, again: self._delta(epsilon, place, wanted, target, again), likely=likely
        )

    def _delta(
        self, epsilon: ExactReal, place: Contour, digits: int, target: Fraction | None, again: bool
    ) -> Enclosure:  # fmt: skip
        place, lost = self._limited(place)
        wanted = digits + 2 + lost
        place = place if again or lost else self._cheapest(place, wanted, keep_delta=False)
        for turn in range(_ROUNDS):
            line = line_of(self.steps, place, wanted)
            with ctx.workprec(line.bits):
                ball = line.delta(epsilon.ball(line.bits))
                told = target is not None and not ball.overlaps(fraction_ball(target))
            if told or ball.rel_accuracy_bits() >= bits_for(digits):
                return Enclosure(ball)
            if turn and ball.rel_accuracy_bits() <= 0:
                break  # a poor line: more digits do not tell the answer from zero, and take more and more memory
            missing = bits_for(digits) - ball.rel_accuracy_bits()
            wanted += max(1, min(3 + digits // 4, math.ceil(missing * _LOG10_OF_2)))
        raise PrecisionError(f"{digits} digits of delta could not be proven by inversion")

    def epsilon(self, target: Fraction, digits: int) -> Enclosure | None:
        """The least epsilon >= 0 with delta(epsilon) <= target; None where no finite one is enough.

        Raises:
            PrecisionError: not even a few digits could be proven.
        """
        return _or_fewer(digits, lambda wanted, again: self._epsilon(target, wanted, again))

    def _epsilon(self, target: Fraction, digits: int, again: bool) -> Enclosure | None:
        rest = self._finite_target(target)
        if rest is None:
            return None
        wanted = digits + 3
        place = saddle_point_of_delta(lambda real: slopes(self.steps, real), float(rest.log()))
        if place.epsilon < 0.2 * place.deviation and self._nothing_needed(target):
            return Enclosure.of(0)
        place, lost = self._limited(place)
        wanted += lost
        place = place if again or lost else self._cheapest(place, wanted, keep_delta=True)
        for _ in range(_ROUNDS):
            line = line_of(self.steps, place, wanted)
            crossing = _crossing(line, target)
            found = None if crossing is None else _proven(line, crossing, target)
            if found is not None and found.ball.rel_accuracy_bits() >= bits_for(digits):
                return found
            wanted += 4
            if crossing is not None:
                with ctx.workprec(line.bits):
                    missing = bits_for(digits) - line.delta(crossing).rel_accuracy_bits()
                wanted += min(_MOST_MORE, max(0, math.ceil(missing * _LOG10_OF_2)))
                place = Contour(place.real, float(crossing), place.log_delta, place.deviation)
        raise PrecisionError(f"{digits} digits of epsilon could not be proven by inversion")

    def _limited(self, place: Contour) -> tuple[Contour, int]:
        """The line, no further right than one that all losses can have, and the digits that this costs."""
        rightmost = min(getattr(loss, "rightmost", math.inf) for loss, _ in self.steps)
        return limited_contour(lambda real: slopes(self.steps, real), place, rightmost)

    def _cheapest(self, place: Contour, digits: int, *, keep_delta: bool) -> Contour:
        """The line of a saddle point, or one left of it where that is expected to be much cheaper.

        Where neither the line itself nor the leftmost one comes to an end soon, those between them are not expected to.
        """

        def cost_of(factor: float, most: float) -> tuple[Contour, float]:
            """The line at a multiple of the real part, and its cost; infinite where that is more than `most`."""
            with suppress(PrecisionError):
                other = moved_contour(lambda real: slopes(self.steps, real), place, factor, keep_delta=keep_delta)
                return other, line_of(self.steps, other, digits).expected_cost(most)
            return place, math.inf

        best, cost = place, line_of(self.steps, place, digits).expected_cost()
        if cost < _CHEAP:
            return best
        for factor in _FACTORS if cost < _DEAR or cost_of(_FACTORS[-1], _DEAR)[1] < _DEAR else ():
            other, found = cost_of(factor, 0.8 * cost)
            if found < cost:
                best, cost = other, found
            elif best is not place:
                break
        if math.isinf(cost):
            raise PrecisionError("the moment generating function does not decay fast enough on any line")
        return best

    def _finite_target(self, target: Fraction) -> arb | None:
        """The target less the probability of an infinite loss; None where nothing is left."""
        for bits in (256, 1024, 8192):
            with ctx.workprec(bits):
                rest = fraction_ball(target) - revealed(self.steps)
                if rest > 0:
                    return rest
                if rest < 0 or target == 0:
                    return None
        raise PrecisionError("the target could not be distinguished from the probability of an infinite loss")

    def _nothing_needed(self, target: Fraction) -> bool:
        """Prove delta(0) <= target; False also where it is not decided."""
        try:
            place = saddle_point(lambda real: slopes(self.steps, real), 0.0)
            with ctx.workprec(256):
                return bool(line_of(self.steps, place, 8).delta(arb(0)) <= fraction_ball(target))
        except (PrecisionError, SizeError):
            return False


def _or_fewer(digits: int, answer: Callable[[int, bool], Found], *, likely: bool = True) -> Found:
    """The answer to the digits asked for, or to a few, which slow decay may allow, on other lines or on the same."""
    for wanted, again in ((digits, False), (_FEW, True)):
        if wanted <= digits:
            with suppress(PrecisionError, SizeError):
                return answer(wanted, again)
    if digits <= _FEW or not likely:
        raise PrecisionError("not even a few digits could be proven by inversion")
    return answer(_FEW, False)


def _proven(line: Inversion, place: arb, target: Fraction) -> Enclosure | None:
    """The bracket around a place that one line proves, or None."""
    with ctx.workprec(line.bits):
        goal = fraction_ball(target)
        ball = line.delta(place)
        _, slope = line.middle(place)
        radius = arb((2 * ball.rad() / abs(slope)).upper()) + abs(place) * arb(10) ** -(line.digits + 2)
        for _ in range(4):
            low, high = (place - radius).mid(), (place + radius).mid()
            if line.delta(low) > goal and line.delta(high) <= goal:
                return Enclosure(low.union(high))
            radius *= 8
    return None


def _crossing(line: Inversion, target: Fraction) -> arb | None:
    """Solve for the target by Newton's method for the logarithm of the computed sum, in a bracket (estimate)."""
    with ctx.workprec(line.bits):
        goal = (fraction_ball(target) - revealed(line.steps)).mid()
        place, low, high = arb(line.contour.epsilon), None, None
        limit = arb(2 * line.contour.deviation)
        for _ in range(_NEWTON):
            value, slope = (part.mid() for part in line.middle(place))
            # Far right of where the line was chosen for the sum is noise and may be negative: too far right.
            too_low = bool(value > goal)
            low, high = (place, high) if too_low else (low, place)
            move = (goal / value).log() * value / slope if value > 0 and slope < 0 else -limit
            if abs(move) > limit:
                move = limit if too_low else -limit
            following = (place + move).mid()
            if abs(following - place) < abs(following) * arb(10) ** -(line.digits + 2):
                return following
            if low is not None and high is not None and not low < following < high:
                following = ((low + high) / 2).mid()
            place = following
    return None


@dataclass(frozen=True)
class Chernoff(BoundFromAbove):
    """The engine of one direction.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> asked = Question.of(read_release("gaussian(sigma=1)"), "add-remove")
        >>> found = Chernoff.of(asked.directions[0]).delta(read_real(4), 3)
        >>> float(found.lower), float(found.upper) < 1e-3
        (0.0, True)
    """

    steps: tuple[tuple[Loss, int], ...]

    @classmethod
    def of(cls, direction: Direction) -> Chernoff | None:
        """The engine of a direction, or None where some moment generating function is not known."""
        losses = direction.losses
        return None if losses is None else cls(losses)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`: from zero to the bound."""
        with ctx.workprec(_BOUND_BITS):
            place = epsilon.ball(_BOUND_BITS)
            bounds = [(weight - c * place).exp() for c, weight in self._weights()]
            best = min(bounds, key=lambda ball: float(ball.log())) if bounds else arb(1)
            return _up_to((best + revealed(self.steps)).min(arb(1)))

    def epsilon(self, target: Fraction, digits: int) -> Enclosure | None:
        """From zero to an epsilon that meets the target.

        Raises:
            PrecisionError: there is none.
        """
        with ctx.workprec(_BOUND_BITS):
            rest = fraction_ball(target) - revealed(self.steps)
            weights = self._weights()
            if not rest > 0 or not weights:
                raise PrecisionError("no epsilon could be proven to meet the target")
            places = [(weight - rest.log()) / c for c, weight in weights]
            best = min(places, key=float)
            return _up_to(best.max(arb(0)))

    def _weights(self) -> list[tuple[arb, arb]]:
        """Some c, and ln(k(c) M(c))."""
        found = []
        for place in _PLACES:
            c = arb(place)
            delta_is_below_its_chernoff_bound(c)
            try:
                total = sum((loss.moment(place).log() * count for loss, count in self.steps), arb(0))
            except SizeError:
                continue
            if total.is_finite():
                found.append((c, total + c * c.log() - (1 + c) * c.log1p()))
        return found


def _up_to(bound: arb) -> Enclosure:
    """Everything from zero to a bound."""
    return Enclosure.between("0", rounded_up(bound, _DIGITS))
