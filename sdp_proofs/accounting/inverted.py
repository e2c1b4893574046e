"""The inversion as an engine: contours are chosen, digits raised, and epsilon found on one line.

World: enclosure. delta falls in epsilon, so delta(low) > target and delta(high) <= target, both proven, enclose the
least
epsilon that meets the target. The values of the moment generating function on a line do not depend on epsilon: the
search is free.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from sdp_proofs.accounting import contour
from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.inversion import Inversion, revealed, slopes
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.accounting.periodic import line_of
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

_ROUNDS = 5
_NEWTON = 60
_FEW = 5
_CHEAP = 400.0
Found = TypeVar("Found")
_FACTORS = (0.97, 0.93, 0.88, 0.8, 0.7, 0.55, 0.4)


@dataclass(frozen=True)
class Inverted:
    """The engine of one direction.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("poisson(rate=0.01, gaussian(sigma=1)) * 1000"))
        >>> Inverted.of(question.directions[1]).epsilon(Fraction(1, 10**5), 10).rounded(10)
        '1.416661948'
    """

    steps: tuple[tuple[Loss, int], ...]
    method: str = "inversion"

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
        return _or_fewer(digits, lambda wanted, again: self._delta(epsilon, wanted, again))

    def _delta(self, epsilon: ExactReal, digits: int, again: bool) -> Enclosure:
        place = contour.for_epsilon(lambda real: slopes(self.steps, real), float(epsilon.ball(64)))
        wanted = digits + 2
        place = place if again else self._cheapest(place, wanted, keep_delta=False)
        for turn in range(_ROUNDS):
            line = line_of(self.steps, place, wanted)
            with ctx.workprec(line.bits):
                ball = line.delta(epsilon.ball(line.bits))
            if ball.rel_accuracy_bits() >= bits_for(digits):
                return Enclosure(ball)
            if turn and ball.rel_accuracy_bits() <= 0:
                break  # a poor line: more digits do not tell the answer from zero, and take more and more memory
            wanted += 3 + digits // 4
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
        place = contour.for_delta(lambda real: slopes(self.steps, real), float(rest.log()))
        if place.epsilon < 0.2 * place.deviation and self._nothing_needed(target):
            return Enclosure.of(0)
        place = place if again else self._cheapest(place, wanted, keep_delta=True)
        for _ in range(_ROUNDS):
            line = line_of(self.steps, place, wanted)
            crossing = _crossing(line, target)
            found = None if crossing is None else _proven(line, crossing, target)
            if found is not None and found.ball.rel_accuracy_bits() >= bits_for(digits):
                return found
            if crossing is not None:
                place = contour.Contour(place.real, float(crossing), place.log_delta, place.deviation)
            wanted += 4
        raise PrecisionError(f"{digits} digits of epsilon could not be proven by inversion")

    def _cheapest(self, place: contour.Contour, digits: int, *, keep_delta: bool) -> contour.Contour:
        """The line itself, or one left of it where that is expected to be much cheaper."""
        best, cost = place, line_of(self.steps, place, digits).expected_cost()
        if cost < _CHEAP:
            return best
        for factor in _FACTORS:
            with suppress(PrecisionError):
                other = contour.moved(lambda real: slopes(self.steps, real), place, factor, keep_delta=keep_delta)
                found = line_of(self.steps, other, digits).expected_cost()
                if found < 0.8 * cost:
                    best, cost = other, found
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
        raise PrecisionError("the target could not be told from the probability of an infinite loss")

    def _nothing_needed(self, target: Fraction) -> bool:
        """Whether delta(0) <= target, proven; False also where it is not decided."""
        try:
            place = contour.for_epsilon(lambda real: slopes(self.steps, real), 0.0)
            with ctx.workprec(256):
                return bool(line_of(self.steps, place, 8).delta(arb(0)) <= fraction_ball(target))
        except (PrecisionError, SizeError):
            return False


def _or_fewer(digits: int, answer: Callable[[int, bool], Found]) -> Found:
    """The answer to the digits asked for, or else to a few, which slow decay may allow; other lines are sought once."""
    try:
        return answer(digits, False)
    except (PrecisionError, SizeError):
        if digits <= _FEW:
            raise
        return answer(_FEW, True)


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
    """Where the computed sum is the target: Newton's method for its logarithm, kept in a bracket (estimate)."""
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
