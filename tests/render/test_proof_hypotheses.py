"""Hypotheses and letters that stand in a proof alone are printed with the claim, in every report."""

from __future__ import annotations

import pytest

from sdp_proofs.ledger import run_registry
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.ledger.snapshot import letters, snapshot, supposed
from sdp_proofs.papers import registry
from sdp_proofs.render.claims import Pages
from sdp_proofs.render.ledger import ledger_latex
from sdp_proofs.render.page import ledger_html
from sdp_proofs.render.terminal import lines

GAPS, SUMMED = "weighted-sum-of-the-gaps", "the-mirrored-profile"


@pytest.fixture(scope="module")
def document():
    ledger = registry()
    return snapshot(ledger, list(run_registry(ledger, [GAPS, SUMMED], believing=True)), complete=False)


def shown(document, claim):
    sections = Pages(document, []).sections(claim)
    return {section.title: [str(line) for block in section.blocks for _, line in lines(block)] for section in sections}


def test_every_hypothesis_of_a_proof_is_told_with_the_claim(document):
    [claim] = [one for one in document["claims"] if one["id"] == GAPS]
    premises = [one for entry in claim["evidence"] for one in entry["premises"] if one["origin"] == "hypothesis"]
    assert [one["text"] for one in claim["supposed"]] == [one["text"] for one in premises]
    assert "f - fs <= p" in [one["text"] for one in claim["supposed"]]
    assert {one["name"] for one in claim["letters"]} >= {"f", "fs", "fn", "p", "r", "g2"}
    own = set(registry()[GAPS].formula.free)
    assert not own & {one["name"] for one in claim["letters"]}


def test_pages_and_papers_print_them(document):
    [claim] = [one for one in document["claims"] if one["id"] == GAPS]
    page = shown(document, claim)
    told = page["Hypotheses"]
    assert len([line for line in told if line.endswith("(from the proof)")]) == len(claim["supposed"])
    assert any("is convex and" in line for line in told)
    assert "fn: F₊" in page["Letters of the proof"]
    assert "from the proof" in ledger_html(document) and "Letters of the proof" in ledger_html(document)
    whole = sum(len(one["supposed"]) for one in document["claims"])
    assert ledger_latex(document).count("(from the proof)") == ledger_html(document).count("from the proof") == whole


def test_the_ledger_as_it_is_run_leaves_no_hypothesis_of_a_proof_unsaid():
    from sdp_proofs.ledger.examination import examine

    for name in ("no-constants-serve-theorem-four", "the-mirrored-profile", "tails-of-neighbours-differ-by-one-term"):
        claim = registry()[name]
        evidence = [examine(check, claim.unrecorded())[0] for check in claim.checks if not check.deep]
        told = {one["text"] for one in supposed(claim, evidence)}
        premises = [one for entry in evidence for one in entry.premises]
        assert told == {one.text for one in premises if one.origin is Origin.HYPOTHESIS} != set()
        assert all(one["name"].isidentifier() for one in letters(claim, evidence))


def test_a_proved_rule_is_not_among_what_is_believed(document):
    [claim] = [one for one in document["claims"] if one["id"] == SUMMED]
    believed = shown(document, claim)["Believed, not checked"]
    assert "linear-sums" in claim["trust"]
    rules = {name for name, entry in document["trust"].items() if entry["kind"] == "rule"}
    lemmas = {name for name, entry in document["trust"].items() if entry["kind"] == "lemma"}
    assert believed
    for line in believed:
        assert not any(line.startswith(name) for name in rules)
        assert any(f"named: {name} " in line for name in lemmas) == line.startswith("that this applies")
