"""Claims whose proof is written by hand: the claim's formula about what its symbols stand for.

A file of `theorems` says which mathematical object each symbol of a claim is and proves `said`, the claim's own
formula, of these; or that `published`, that of a refuted claim, fails. The definition of `said` is not in the file: it
is generated from the ledger, so that a proof is one of exactly what the ledger says, and the false neighbours of a
claim have the same proof, which the kernel must refuse.
"""

from __future__ import annotations

import re
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.formulas import Writer
from sdp_proofs.kernel.names import file_of, named
from sdp_proofs.kernel.theorem import Theorem, objects
from sdp_proofs.ledger import Claim

FOLDER = Path(__file__).parent / "theorems"
FORMS = {"claim_holds": ("said", "holds"), "published_is_false": ("published", "is refuted")}
"""The theorems that a file may end with: how they call the formula, and what they show of the claim."""
_FILE = re.compile(
    r"From SdpProofs Require Import (?P<requires>\w+)\.\n(?P<statement>.*)(?P<proof>\nProof\..*)", re.DOTALL
)


def by_hand(claim: Claim) -> Theorem | None:
    """The theorem on a claim that is proved by hand; None if it is not.

    Raises:
        DomainError: the file is no theorem, or the formula has no translation.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> print(by_hand(registry()["post-processing-merges-positive-parts"]).statement.splitlines()[1])
        Definition said (after before : R) : Prop := (after <= before)%R.
    """
    found = _written(claim.id)
    if found is None:
        return None
    name = next(form for form in FORMS if f"Theorem {form}" in found["statement"])
    formula, says = FORMS[name]
    statement = f"{_definition(claim, formula)}\n{found['statement']}"
    proof = found["proof"].lstrip()
    return Theorem(claim.id, says, name, statement, proof, found["requires"], by_hand=found["statement"])


def objects_of(claim: str) -> tuple[str, ...]:
    """The objects that a proof by hand puts in the place of a claim's symbols; none, if its theorem is of numbers.

    Args:
        claim: its id.

    Example:
        >>> objects_of("sums-are-linear"), objects_of("lone-record-is-seen-when-sampled")
        (('sum',), ())
    """
    found = _written(claim)
    return () if found is None else objects(found["statement"], found["requires"])


def _written(claim: str) -> re.Match[str] | None:
    """The parts of the file on a claim, if there is one.

    Raises:
        DomainError: it is no theorem.
    """
    path = FOLDER / f"{file_of(claim)}.v"
    if not path.is_file():
        return None
    found = _FILE.fullmatch(path.read_text(encoding="utf-8").rstrip())
    if found is None or not any(f"Theorem {form}" in found["statement"] for form in FORMS):
        raise DomainError(f"{path.name} must require a file of the library and prove {' or '.join(FORMS)} at its end")
    return found


def _definition(claim: Claim, name: str) -> str:
    """The claim's formula under a name."""
    symbols = " ".join(map(named, claim.formula.free))
    proposition = Writer(real=True, counts=True).proposition(claim.formula.tree)
    said = f"Definition {name} ({symbols} : R) : Prop := {proposition}."
    return f"(* {claim.paper}, {claim.locator}: {claim.id} *)\n{said}"
