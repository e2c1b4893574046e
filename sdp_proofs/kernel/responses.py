"""An accounting answer as a theorem: delta of many randomised responses together, from the definition.

The divergence is a sum over all lists of answers; `library/Responses.v` proves that it is one sum over their counts,
and the kernel computes that sum in integers.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.numbers import around, decimal
from sdp_proofs.kernel.theorem import Theorem

THEOREM = "delta_of_all_answers_is_between"
DIGITS = 15
OF_RESPONSES = "losses-of-responses-follow-pascals-rule"
"""The claim that the number belongs to."""


def whole(truth: int, lie: int, odds: Fraction, answers: int) -> int:
    """The divergence, times the denominators of the odds and of all answers' chances.

    Example:
        >>> whole(3, 1, Fraction(2), 1), whole(3, 1, Fraction(3), 1)
        (1, 0)
    """
    return sum(
        comb(answers, h)
        * max(
            0,
            odds.denominator * truth**h * lie ** (answers - h) - odds.numerator * lie**h * truth ** (answers - h),
        )
        for h in range(answers + 1)
    )


def responses_theorem(truth: int, lie: int, odds: Fraction, answers: int, name: str) -> Theorem:
    """The theorem on delta at a budget, after answers that are each true with a chance.

    Args:
        truth: parts of the chance that an answer is true.
        lie: parts of the chance that it is not.
        odds: exp(epsilon) for all of them together.
        answers: how many.
        name: of the theorem's subject, in words joined by hyphens.

    Raises:
        DomainError: nothing is lost, or a part is none.
    """
    if truth < 1 or lie < 1 or answers < 1:
        raise DomainError(f"parts and answers must be positive; got {truth}, {lie}, {answers}")
    value = whole(truth, lie, odds, answers)
    if not value:
        raise DomainError(f"a delta of zero has no digits; got odds {odds}")
    delta = Fraction(value, odds.denominator * (truth + lie) ** answers)
    low, high = map(decimal, around(delta, DIGITS))
    laws = f"(answers {answers} {truth} {lie}) (answers {answers} {lie} {truth})"
    term = f"hs (words [false; true] {answers}) (IZR {odds.numerator} / IZR {odds.denominator}) {laws}"
    statement = f"(* {name} *)\nTheorem {THEOREM} :\n  {low} < {term} < {high}."
    computed = f"whole {truth} {lie} {odds.numerator} {odds.denominator} {answers}"
    proof = f"""Proof.
  rewrite responses by lia. replace ({computed}) with ({value})%Z by (vm_compute; reflexivity).
  change ({truth} + {lie})%Z with {truth + lie}%Z. split; interval with (i_prec 100).
Qed."""
    return Theorem(name, "holds", THEOREM, statement, proof, "Responses")


def three_hundred_responses() -> dict[str, Theorem]:
    """Three hundred answers, each true with the chance 11/21, at epsilon = log 20.

    Example:
        >>> list(three_hundred_responses())
        ['three-hundred-randomised-responses']
    """
    name = "three-hundred-randomised-responses"
    return {name: responses_theorem(11, 10, Fraction(20), 300, name)}
