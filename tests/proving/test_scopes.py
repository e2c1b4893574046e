"""A scope reads as a sentence in print, in a terminal and in JSON, whatever the symbols are called."""

from __future__ import annotations

import pytest

from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.snapshot import snapshot
from sdp_proofs.proving.checks import by_identity
from sdp_proofs.render.ledger import ledger_latex
from sdp_proofs.render.page import ledger_html
from tests.proving.test_premises import TRUST, Registry, results, run_registry, toy
from tests.render.page_tree import read

COUNTS = toy(
    "counts", "Eq(factorial(n)/factorial(n - 1)*a, n*a)", ["a", "n"],
    by_identity("counts", "natural a n", "And(n >= a, a >= 1)"),
)  # fmt: skip
POWERS = toy(
    "powers", "Eq(x**a/x*y**k, x**(a - 1)*y**k)", ["a", "x", "y", "k"],
    by_identity("powers", "natural a; integer k; positive x y", "a >= 1"),
)  # fmt: skip
SENTENCES = {
    "counts": "all natural numbers a, n with n >= a, a >= 1",
    "powers": "all natural numbers a, all integers k and all real x, y with x > 0, y > 0, a >= 1",
}


@pytest.mark.parametrize("claim", [COUNTS, POWERS], ids=lambda claim: claim.id)
def test_a_symbol_that_is_called_like_the_article_is_no_word(claim: Claim) -> None:
    [evidence] = results(claim)[claim.id].evidence
    assert evidence.scope == SENTENCES[claim.id]
    said = [premise.text for premise in evidence.premises]
    assert "a is a natural number" in said
    assert not any(text.startswith("And(") for text in said)


def test_a_scope_is_the_same_sentence_in_every_print() -> None:
    ledger = Registry([COUNTS, POWERS], TRUST)
    document = snapshot(ledger, run_registry(ledger))
    assert {claim["id"]: claim["evidence"][0]["scope"] for claim in document["claims"]} == SENTENCES
    page = read(ledger_html(document))
    text = " ".join(page.text.split())
    assert "all natural numbers a, n with" in text and "all integers k and all real x, y with" in text
    named = {code.text for code in page.all("code")}
    assert {"a", "n", "k", "x", "y"} <= named
    assert "all natural numbers a, n with n" in " ".join(ledger_latex(document).split())
