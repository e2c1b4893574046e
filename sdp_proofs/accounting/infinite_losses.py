"""The probability of an infinite loss beside a target, and the largest finite loss, which answers where they are equal.

World: exact. delta(eps) is the probability of an infinite loss and what the finite ones add. A smaller target is met by
no epsilon. A target that is just this probability is met from the largest finite loss on, as below it some outcome of
finite loss adds to delta; no ball decides that two numbers are equal, so the probabilities are compared as fractions.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.pairs import alone_exactly
from sdp_proofs.accounting.steps import unbounded
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

_BITS = 256
_MOST_BITS = 2_000_000
"""Of the fractions that are compared."""


def compared(target: Fraction, direction: Direction) -> int | None:
    """The sign of a target less the probability of an infinite loss; None where it is not decided.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> release = read_release("approximate(epsilon=1, delta=0.1) + approximate(epsilon=2, delta=0.2)")
        >>> question = Question.of(release)
        >>> [compared(Fraction(percent, 100), question.directions[0]) for percent in (27, 28, 29)]
        [-1, 0, 1]
    """
    with ctx.workprec(_BITS):
        rest = fraction_ball(target) - direction.infinite()
        if not rest.contains(0):
            return 1 if rest > 0 else -1
    hidden = _hidden(direction)
    if hidden is None:
        return None
    return (hidden > 1 - target) - (hidden < 1 - target)


def largest_finite(direction: Direction, bits: int) -> arb | None:
    """The supremum of the finite losses of the composition, infinity where they have no bound; None: not known.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> question = Question.of(read_release("approximate(epsilon=1, delta=0.1) * 3"))
        >>> largest_finite(question.directions[0], 64).str(10, radius=False)
        '3.000000000'
    """
    with ctx.workprec(bits):
        total = arb(0)
        for step, count in direction.steps:
            if step.largest is None:
                return None
            total += step.largest(bits) * count
        without_end = any(step.largest is unbounded for step, _ in direction.steps)
        return unbounded(bits) if without_end else total if total.is_finite() else None


def _hidden(direction: Direction) -> Fraction | None:
    """The probability that all losses are finite; None where a step's is not known as a fraction, or it is too long."""
    hidden: list[tuple[Fraction, int]] = []
    for step, count in direction.steps:
        chance = alone_exactly(step.pair)[0]
        if chance is None:
            return None
        if chance == 1:
            return Fraction(0)
        if chance:
            hidden.append((1 - chance, count))
    if sum(count * part.denominator.bit_length() for part, count in hidden) > _MOST_BITS:
        return None
    return prod((part**count for part, count in hidden), start=Fraction(1))
