"""An established claim as a theorem on all real numbers, from the hypotheses under which a check proves it.

Which tactic proves it is found once, by `kernel.search`, and kept in `tactics.json`; the kernel's work is then short.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.kernel.formulas import Writer, heads
from sdp_proofs.kernel.names import named
from sdp_proofs.kernel.quotients import clearings
from sdp_proofs.kernel.theorem import Theorem
from sdp_proofs.ledger import Check, Claim, Coverage
from sdp_proofs.proving.terms import definedness, formula_of

THEOREM = "claim_holds"
TACTICS = Path(__file__).parent / "tactics.json"
COUNTED = frozenset({"sum", "binomial", "factorial", "floor", "ceiling"})
"""What speaks of integers; such formulas are not about all real numbers."""


def proving_checks(claim: Claim) -> Iterator[Check]:
    """The checks that prove a claim for all instances from hypotheses and definitions alone.

    After them those that cite: a theorem may do without what is cited, but not without a hypothesis, and none of these
    may speak of what the claim does not.
    """
    found = [
        check for check in claim.checks
        if check.coverage is Coverage.ALL and check.proves is None and check.conditions is not None and not check.deep
    ]  # fmt: skip
    yield from (check for check in found if not check.cites and not check.trusts)
    for check in found:
        own = {*claim.speaks_of, *claim.formula.free, *(name for name, _ in check.definitions)}
        if (check.cites or check.trusts) and all(own.issuperset(one.free) for one in check.conditions or ()):
            yield check


def hypotheses(claim: Claim) -> list[Formula]:
    """What the theorem supposes: conditions, definitions, and that every term has a value.

    Raises:
        DomainError: no check proves the claim from hypotheses alone.
    """
    check = next(proving_checks(claim), None)
    if check is None or claim.formula is None:
        raise DomainError(f"a claim must be proved from its hypotheses alone; got {claim.id}")
    stated = [*(check.conditions or ()), *(formula for _, formula in check.definitions)]
    defined = [formula_of(text) for one in (*stated, claim.formula) for text in definedness(one)]
    return list(dict.fromkeys((*stated, *defined)))


def universal(claim: Claim, tactic: str) -> Theorem:
    """The theorem that the claim's formula holds wherever its hypotheses do.

    Args:
        claim: of the ledger, or a near miss.
        tactic: one of `TRIES`, or one of `HINTED` with its hints.

    Raises:
        DomainError: the claim has no such proof, or a formula no translation.
    """
    given = hypotheses(claim)
    trees: list[Node] = [one.tree for one in (*given, claim.formula)]
    if any(heads(tree) & COUNTED for tree in trees):
        raise DomainError("what speaks of integers has no theorem on all real numbers")
    writer = Writer(real=True)
    symbols = dict.fromkeys(name for tree in trees for name in sorted(tree.free_names()))
    names = " ".join(map(named, symbols))
    lines = [f"(* {claim.paper}, {claim.locator}: {claim.id} *)", f"Theorem {THEOREM} :"]
    lines.append(f"  forall {names} : R," if names else "")
    lines += [f"  {writer.proposition(tree)} ->" for tree in trees[:-1]]
    lines.append(f"  {writer.proposition(trees[-1])}.")
    introduced = f"intros {names}; " if names else ""
    clearing = "; ".join(
        f"try clear_atom {left} {right} {top} {bottom}" for left, right, top, bottom in clearings(trees, writer)
    )
    way, _, hints = tactic.partition(": ")
    script = (TRIES | HINTED)[way].replace("CLEARED", clearing or "idtac").replace("HINTS", hints or "idtac")
    statement = "\n".join(line for line in lines if line)
    proof = f"Proof. {introduced}{script}. Qed."
    return Theorem(claim.id, "holds", THEOREM, statement, proof, REQUIRES.get(way, "Algebra"))


TRIES = {
    "linear": "linear",
    "identity": "identity",
    "polynomial": "polynomial",
    "cleared": "no_maxima; apart; CLEARED; first [ lra | nra ]",
    "quotients": "no_maxima; apart; no_quotients; first [ lra | nra ]",
    "cleared after maxima": "no_maxima; apart; subst; CLEARED; no_quotients; first [ lra | nra ]",
    "functional": "functional_identity",
    "tangents": "no_maxima; apart; tangents; first [ lra | nra | no_quotients; nra ]",
}
"""Ways to prove, the cheapest first."""
HINTED = {
    "cases": "apart; cases; HINTS; settled",
    "merged": "apart; HINTS; merged",
    "boxes": "apart; interval with (HINTS, i_prec 60)",
}
"""Ways that take hints in the words of `library/Hints.v`, after a colon; `kernel.search` does not try them."""
REQUIRES = {"cases": "Hints", "merged": "Hints", "boxes": "Boxes"}
"""The file of the library that a way needs, if it is not `Algebra`."""


@cache
def tactics() -> dict[str, str]:
    """The way in which each claim is proved, by id; those that are not here are not the kernel's."""
    if not TACTICS.is_file():
        return {}
    found: dict[str, str] = json.loads(TACTICS.read_text(encoding="utf-8"))
    return found


def known(claim: Claim) -> Theorem | None:
    """The theorem on a claim of which the proof is known; None, too, if no check proves it any more."""
    tactic = tactics().get(claim.id)
    return None if tactic is None or next(proving_checks(claim), None) is None else universal(claim, tactic)
