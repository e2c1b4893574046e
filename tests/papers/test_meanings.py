"""A symbol that is typeset as an expression says what it is: a program that computes it, or any number of a kind."""

from __future__ import annotations

from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.consistency import is_path, program
from sdp_proofs.notation import is_quantity
from sdp_proofs.papers import registry

CLAIMS = [claim for claim in registry().values() if claim.formula is not None]


def unexplained(claim: Claim) -> dict[str, str]:
    captions = {name: claim.formula.symbols[name] for name in claim.formula.free}
    return {name: caption for name, caption in captions.items() if is_quantity(caption) and name not in claim.means}


def test_a_symbol_that_is_typeset_as_an_expression_says_what_it_is() -> None:
    assert len(CLAIMS) > 700
    assert not {claim.id: missing for claim in CLAIMS if (missing := unexplained(claim))}


def test_what_computes_a_symbol_exists() -> None:
    meanings = sorted({meaning for claim in CLAIMS for meaning in claim.means.values()})
    paths = [meaning for meaning in meanings if is_path(meaning)]
    assert len(paths) > 100
    assert all(program(path) is not None for path in paths)
    assert all(meaning.startswith(("any ", "a printed ")) for meaning in meanings if meaning not in paths)
