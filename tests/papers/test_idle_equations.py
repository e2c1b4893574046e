"""Equations that a claim assumes of a symbol are used: a proof that holds without may know of another symbol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sdp_proofs.formulas.mutations import MutationKind, mutations_of
from sdp_proofs.ledger import Claim, Coverage, Status
from sdp_proofs.ledger.examination import examine
from sdp_proofs.papers import registry

ASSUMING = [
    claim
    for claim in registry().values()
    if claim.recorded is Status.ESTABLISHED and "Implies(" in str(claim.formula) and "==" in str(claim.formula)
]


def idle(claim: Claim) -> Iterator[str]:
    """The equations among what a claim assumes that its proof by lifting steps does not need."""
    lifting = [check for check in claim.checks if check.coverage is Coverage.ALL and check.trusts and not check.deep]
    for slip in mutations_of(claim.formula) if lifting else ():
        if slip.kind is MutationKind.HYPOTHESIS and "==" in slip.name:
            changed = replace(claim.unrecorded(), formula=slip.formula)
            if any(examine(check, changed)[0].proves for check in lifting if check.instances is None):
                yield slip.name


@pytest.mark.parametrize("claim", ASSUMING, ids=lambda claim: claim.id)
def test_equations_that_are_assumed_are_needed(claim: Claim) -> None:
    """A lifting step on a chance must be stated where the claim puts it.

    The bounds of high probability said so of any error, and so passed with the error that the lecture prints.
    """
    assert list(idle(claim)) == []
