"""A symbol that is typeset as an expression says what it is: a program that computes it, or any number of a kind."""

from __future__ import annotations

import importlib

import pytest

from sdp_proofs.ledger import Claim
from sdp_proofs.papers import registry
from sdp_proofs.proving.premises import is_quantity

CLAIMS = [claim for claim in registry().values() if claim.formula is not None]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_symbol_that_is_typeset_as_an_expression_says_what_it_is(claim: Claim) -> None:
    captions = {name: claim.formula.symbols[name] for name in claim.formula.free}
    missing = {name: caption for name, caption in captions.items() if is_quantity(caption) and name not in claim.means}
    assert not missing


def test_what_computes_a_symbol_exists() -> None:
    for meaning in sorted({meaning for claim in CLAIMS for meaning in claim.means.values()}):
        if not meaning.startswith("any "):
            module, _, name = meaning.rpartition(".")
            assert hasattr(importlib.import_module(f"sdp_proofs.{module}"), name), meaning
