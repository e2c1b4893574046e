"""What a line of a derivation asserts, as one statement: the checks of claims are asked about it as about a claim."""

from __future__ import annotations

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Relation, Step

_SIGNS = {relation: relation.value for relation in Relation} | {Relation.EQUAL: "=="}


def assertion(step: Step) -> Formula:
    """What a step asserts, as one statement.

    Raises:
        DomainError: the two sides do not write their common symbols alike.
    """
    before, after = step.before, step.after
    symbols = {**before.symbols, **after.symbols}
    for side in (before, after):
        clash = [name for name in side.free if side.symbols[name] != symbols[name]]
        if clash:
            raise DomainError(f"both sides of a step must write {clash[0]} alike; got {before} and {after}")
    if step.relation is Relation.IMPLIES:
        return Formula(f"Implies({before}, {after})", symbols)
    return Formula(f"({before}) {_SIGNS[step.relation]} ({after})", symbols)
