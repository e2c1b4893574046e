"""The least epsilon that meets a target, for engines that answer delta at epsilon.

World: enclosure. delta falls in epsilon. The search moves by estimates; at the end delta(low) > target >=
delta(high) is decided by enclosures, and where it is not the bracket is widened.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.accounting.engines import Engine
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball, rational
from sdp_proofs.verdict import Verdict

LARGEST = Fraction(10**18)
_MOST_STEPS = 400


class _Target:
    """Decided comparisons of delta with a target, remembered."""

    def __init__(self, engine: Engine, target: Fraction, digits: int) -> None:
        self.engine, self.target, self.digits = engine, target, digits

    def meets(self, epsilon: Fraction) -> bool:
        """Whether delta(epsilon) <= target, decided.

        Raises:
            PrecisionError: it could not be decided.
        """
        for digits in (6, 15, self.digits + 5, 3 * self.digits + 20):
            verdict = decide_less_equal(self.engine.delta(rational(epsilon), digits), self.target)
            if verdict is not Verdict.UNKNOWN:
                return verdict is Verdict.HOLDS
        raise PrecisionError("delta could not be told from the target")


def least_epsilon(engine: Engine, target: Fraction, digits: int) -> Enclosure:
    """The least epsilon >= 0 with delta(epsilon) <= target.

    Raises:
        PrecisionError: the digits could not be proven.
        SizeError: none up to `LARGEST` is enough; whether a larger one is, is not known here.

    Example:
        >>> from sdp_proofs.accounting.engines import ClosedGaussian
        >>> least_epsilon(ClosedGaussian(rational(1)), Fraction(1, 10**5), 10).rounded(10)
        '4.377178096'
    """
    goal = _Target(engine, target, digits)
    if goal.meets(Fraction(0)):
        return Enclosure.of(0)
    high = Fraction(1)
    while not goal.meets(high):
        high *= 4
        if high > LARGEST:
            raise SizeError(f"the least epsilon must be at most {LARGEST}, got more")
    low = Fraction(0)
    while low == 0:
        middle = high / 16
        if goal.meets(middle):
            high = middle
            if high < Fraction(1, 10**60):
                raise PrecisionError("epsilon is below 1e-60 and could not be told from zero")
        else:
            low = middle
    low, high = _narrowed(goal, low, high, digits)
    with ctx.workprec(bits_for(digits) + 64):
        return Enclosure(fraction_ball(low).union(fraction_ball(high)))


def _narrowed(goal: _Target, low: Fraction, high: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """The bracket, narrowed by the logarithm of delta: it is nearly straight."""
    width = Fraction(1, 10 ** (digits + 1))
    values = {end: _log_excess(goal, end) for end in (low, high)}
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
        values[middle] = _log_excess(goal, middle)
        low, high = (low, middle) if met else (middle, high)
    raise PrecisionError(f"{digits} digits of epsilon could not be proven")


def _short(value: Fraction, digits: int) -> Fraction:
    """A dyadic number near it."""
    bits = bits_for(digits) + 16 + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    return Fraction(round(value * (1 << bits)), 1 << bits)


def _log_excess(goal: _Target, epsilon: Fraction) -> Fraction | None:
    """ln(delta(epsilon)/target) to the digits asked for (estimate); None where it is not finite."""
    with ctx.workprec(bits_for(goal.digits) + 64):
        ball = (goal.engine.delta(rational(epsilon), goal.digits + 4).ball / fraction_ball(goal.target)).log().mid()
        if not ball.is_finite():
            return None
        mantissa, exponent = ball.man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
