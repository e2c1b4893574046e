"""Claims, derivations and results in a notebook."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from sdp_proofs.ledger import run_claim
from sdp_proofs.ledger.claim import Claim
from sdp_proofs.notation import typeset
from sdp_proofs.papers import registry
from tests.ledger.toy_ledger import claim

VOID = {"br"}


class Balanced(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.words.append(data)


def text(html: str) -> str:
    page = Balanced()
    page.feed(html)
    page.close()
    assert page.open == []
    return " ".join(page.words)


@pytest.fixture(scope="module")
def remark() -> Claim:
    return registry()["remark-eight"]


def test_a_claim_shows_its_statement_its_formula_and_why_it_fails(remark):
    shown = text(remark._repr_html_())
    for part in (typeset(remark.title), typeset(remark.statement), remark.formula.latex(), "recorded as repaired"):
        assert part in shown
    assert r"$\delta_{\mathrm{SDP}} \le \exp(-g f n/6) + m \exp(-f n/8)$ for" in shown
    assert typeset(remark.counterexample.says) in shown
    assert "assumed, not stated" in shown


def test_a_derivation_shows_every_step_with_its_verdict(remark):
    derivation = remark.derivation
    shown = text(derivation._repr_html_())
    for number, step in enumerate(derivation.steps, 1):
        assert f" {number} " in f" {shown} "
        assert step.after.latex() in shown
    assert shown.count("FAILS") == sum(step.recorded.value == "FAILS" for step in derivation.steps) > 0
    rows = derivation._repr_html_().split("<tr>")[1:]
    assert {row.count("<td") for row in rows} == {2}  # a verdict in a column of its own is off a phone's page


def test_a_result_shows_verdicts_witnesses_and_near_misses():
    toy = claim()
    result = run_claim(toy)
    shown = text(result._repr_html_())
    assert result.status.value in shown
    assert all(entry.title in shown and entry.verdict.value in shown for entry in result.evidence)
    assert all(miss.name in shown for miss in result.near_misses)


def test_in_plain_text_claims_and_derivations_are_short(remark):
    assert repr(remark) == "Claim('remark-eight', recorded as repaired)"
    assert repr(remark.derivation) == f"Derivation({remark.derivation.id!r}, {len(remark.derivation.steps)} steps)"


def test_words_are_escaped():
    shown = claim(title="a < b & <script>")._repr_html_()
    assert "<script>" not in shown
    assert "$a < b$ & <script>" in text(shown)


def test_every_claim_and_derivation_of_the_ledger_is_well_formed():
    entries = list(registry().values())
    for entry in entries:
        assert typeset(entry.title) in text(entry._repr_html_())
        if entry.derivation is not None:
            shown = text(entry.derivation._repr_html_())
            words = [entry.derivation.title, *(step.part for step in entry.derivation.steps)]
            assert all(typeset(each) in shown for each in words)
    assert len(entries) > 50
