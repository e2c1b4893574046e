"""The theorems on counterexamples say what the counterexamples say: evaluated in Python by a reader of Coq's text."""

from __future__ import annotations

import pytest

from sdp_proofs.kernel.claims import PROOFS, refutation
from sdp_proofs.kernel.export import theorem_of
from sdp_proofs.kernel.instances import refutation_by_election
from sdp_proofs.papers import registry
from tests.kernel.gallina import evaluated

BY_ELECTIONS = {
    "losses-between-the-printed-powers-of-ten",
    "losses-fall-at-every-election",
    "private-with-one-vote-in-ten-thousand-lost",
}
"""Claims that a number refutes which is computed from its definition, not the recorded instance."""
LONG = {"exponentially-small-whatever-the-sources", "the-worst-assignment-is-pure"}
"""Claims that take seconds of Python's fractions; the kernel computes them, too."""


def theorems():
    for claim in registry().values():
        if claim.counterexample is not None and claim.id not in BY_ELECTIONS:
            yield refutation(claim)


def exact():
    return [one for one in theorems() if one.requires == "Exact" and one.claim not in LONG]


def test_every_counterexample_has_a_theorem():
    refuted = [claim for claim in registry().values() if claim.counterexample is not None]
    assert len(refuted) >= 145
    for claim in refuted:
        assert theorem_of(claim).says == "is refuted"
        assert (refutation_by_election(claim) is None) == (claim.id not in BY_ELECTIONS)


def test_a_proof_by_hand_is_of_the_statement_that_is_generated():
    files = sorted(PROOFS.glob("*.v"))
    assert len(files) >= 4
    named = {claim.id.replace("-", "_"): claim for claim in registry().values()}
    for file in files:
        theorem = refutation(named[file.stem])
        first, proof = file.read_text().rstrip().split("\n", 1)
        assert first == f"From SdpProofs Require Import {theorem.requires}."
        assert theorem.proof == proof
        assert "Theorem" not in proof and proof.startswith("Proof.") and proof.endswith("Qed.")
        assert "~ published" in theorem.statement


def test_every_theorem_on_fractions_is_true_and_its_opposite_false():
    checked = exact()
    assert len(checked) >= 75
    for theorem in checked:
        assert evaluated(theorem.statement), theorem.claim
        assert theorem.statement.count("(~ published") == 1
        opposite = theorem.statement.replace("(~ published", "(published")
        assert not evaluated(opposite), theorem.claim


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("utility-below-twice-delta", "Definition E : Q := 2.", "Definition E : Q := 1."),
        ("ratio-at-least-one-minus-a-share-in-every-case", "Definition k : Q := 0.", "Definition k : Q := 1."),
        ("gap-at-the-printed-rate-is-no-larger", "(1 / 4)", "(1 / 3)"),
        ("share-of-dc-as-printed", "9446", "9447"),
    ],
)
def test_a_changed_number_or_sign_is_noticed(claim, old, new):
    statement = refutation(registry()[claim]).statement
    assert old in statement
    assert evaluated(statement)
    assert not evaluated(statement.replace(old, new))


def test_the_published_relation_is_the_formula_of_the_claim_and_nothing_of_the_instance():
    theorem = refutation(registry()["remark-eight"])
    assert "Definition published (loss gap least records types : R) : Prop :=" in theorem.statement
    body = theorem.statement.split("Prop :=\n")[1].split("Theorem")[0]
    assert "66" not in body and "127" not in body
    assert theorem.says == "is refuted"


def test_a_bound_is_quantified_over():
    statement = refutation(registry()["a-million-trials-show-the-loss"]).statement
    assert "forall any_expected : R, ((Q2R expected%Q) <= any_expected)%R -> ~ published any_expected" in statement
