"""What takes the place of a refuted claim must resemble it: a true statement about something else repairs nothing."""

from __future__ import annotations

from typing import Any

from sdp_proofs.ledger.claim import Claim
from sdp_proofs.ledger.programs import is_path
from sdp_proofs.notation import is_quantity, plain_caption


def resembles(refuted: Claim, repair: Claim) -> bool:
    """Whether the formula of a repair is a slip of the pen away, or speaks of the same.

    It speaks of the same if it has a quantity of the refuted formula, at least half of its symbols, typeset alike, or
    one side of a relation. Formulas that cannot be compared are taken to be alike.
    """
    one, other = refuted.formula, repair.formula
    if not all(callable(getattr(formula, "resembles", None)) for formula in (one, other)):
        return True
    if one.resembles(other) or other.resembles(one) or one.shares_a_side(other):
        return True
    spoken, there = _captions(one), _captions(other)
    return bool(_quantities(refuted) & there) or 2 * len(spoken & there) >= len(spoken)


def _captions(formula: Any) -> set[str]:
    return {plain_caption(formula.symbols[name]) for name in formula.free}


def _quantities(claim: Claim) -> set[str]:
    shown = claim.formula.symbols
    named = (name for name in claim.formula.free if is_quantity(shown[name]) or is_path(claim.means.get(name)))
    return {plain_caption(shown[name]) for name in named}
