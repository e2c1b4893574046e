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
from sdp_proofs.kernel.theorem import Theorem
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
    path = FOLDER / f"{file_of(claim.id)}.v"
    if not path.is_file():
        return None
    found = _FILE.fullmatch(path.read_text(encoding="utf-8").rstrip())
    name = next((form for form in FORMS if found is not None and f"Theorem {form}" in found["statement"]), None)
    if found is None or name is None:
        raise DomainError(f"{path.name} must require a file of the library and prove {' or '.join(FORMS)} at its end")
    formula, says = FORMS[name]
    statement = f"{_definition(claim, formula)}\n{found['statement']}"
    return Theorem(claim.id, says, name, statement, found["proof"].lstrip(), found["requires"])


def _definition(claim: Claim, name: str) -> str:
    """The claim's formula under a name."""
    symbols = " ".join(map(named, claim.formula.free))
    proposition = Writer(real=True, counts=True).proposition(claim.formula.tree)
    said = f"Definition {name} ({symbols} : R) : Prop := {proposition}."
    return f"(* {claim.paper}, {claim.locator}: {claim.id} *)\n{said}"
