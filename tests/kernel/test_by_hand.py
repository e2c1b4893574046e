"""Theorems that are proved by hand: what they speak of is generated, and they believe nothing on their own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.kernel import theorem as module
from sdp_proofs.kernel.attempts import near_misses
from sdp_proofs.kernel.theorem import BY_HAND, FORMS, by_hand, library, library_text
from sdp_proofs.ledger import Status
from sdp_proofs.papers import registry

FILES = sorted(BY_HAND.glob("*.v"))
BELIEVED = re.compile(r"\b(Axiom|Axioms|Parameter|Parameters|Conjecture|Admitted|admit|Abort|Unset|bypass_check)\b")


def claims():
    stems = {file.stem for file in FILES}
    named = {claim.id.replace("-", "_"): claim for claim in registry().values()}
    return {stem: named[stem] for stem in stems & named.keys()}


def test_every_file_is_on_a_claim_and_shows_what_the_ledger_says_of_it():
    assert len(FILES) >= 30
    found = claims()
    assert {file.stem for file in FILES} == set(found)
    for claim in found.values():
        expected = "holds" if claim.recorded is Status.ESTABLISHED else "is refuted"
        assert (by_hand(claim).says, claim.recorded is not Status.OPEN) == (expected, True)


def test_what_is_said_comes_from_the_ledger_and_is_proved_of_all_its_symbols():
    for claim in claims().values():
        theorem = by_hand(claim)
        assert theorem.requires in library()
        formula = FORMS[theorem.name][0]
        head, *body = theorem.statement.split(f"\nTheorem {theorem.name}")
        assert len(body) == 1
        assert f": {claim.id} *)\nDefinition {formula} (" in head
        assert f"Definition {formula}" not in (BY_HAND / f"{theorem.module}.v").read_text()
        assert re.search(rf"\b{formula}\b", body[0]), claim.id


def test_nothing_is_believed():
    texts = [file.read_text() for file in FILES] + [library_text(name) for name in library()]
    for text in texts:
        assert not BELIEVED.search(text), text[:200]


def test_every_near_miss_of_the_formula_has_another_statement_and_the_same_proof():
    with_misses = 0
    for claim in claims().values():
        theorem = by_hand(claim)
        for name, false in near_misses(claim, theorem):
            assert false.statement != theorem.statement
            assert (false.proof, false.requires) == (theorem.proof, theorem.requires)
            with_misses += name != "the opposite"
    assert with_misses >= 25


def test_a_changed_formula_changes_the_statement():
    claim = registry()["post-processing-merges-positive-parts"]
    changed = replace(claim, formula=Formula("before <= after", ("after", "before")))
    assert "(before <= after)%R" in by_hand(changed).statement
    assert by_hand(changed).digest != by_hand(claim).digest


@pytest.mark.parametrize(
    "text",
    [
        "Theorem claim_holds : True.\nProof. exact I. Qed.",
        "From SdpProofs Require Import Privacy.\nLemma other : True.\nProof. exact I. Qed.",
        "From SdpProofs Require Import Privacy.\nTheorem claim_holds : True.",
    ],
)
def test_a_file_that_is_no_theorem_is_refused(tmp_path, monkeypatch, text):
    monkeypatch.setattr(module, "BY_HAND", tmp_path)
    claim = registry()["post-processing-merges-positive-parts"]
    (tmp_path / "post_processing_merges_positive_parts.v").write_text(text)
    with pytest.raises(DomainError, match="must require a file"):
        by_hand(claim)
