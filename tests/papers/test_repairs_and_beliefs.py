"""Refuted claims whose repair speaks of something else, and proofs whose last belief is the claim: why, one by one.

Both are printed as what they are: such a claim is *refuted* and not *repaired*, and such a proof is *believed*. The
lists may only shrink: a claim that is mended must leave, a new one needs a reason.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.claim import Strength
from sdp_proofs.ledger.consistency import resembles
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.papers import registry

OF_SOMETHING_ELSE = {
    "losses-fall-at-every-election":
        "Neighbours in time do not fall, so nothing of that form is true; the sentence itself, a trend, is about all "
        "pairs of elections.",
    "the-maximum-over-sources-exists":
        "The repair is to write a supremum. That it is not attained in the example is a statement on the polynomial "
        "of its four shares.",
    "randomised-functions-have-preimages":
        "A randomised function has no preimage at all: the proof must go another way, as an average of functions that "
        "have one.",
    "best-events-are-products":
        "Products are not best, and that they are at most best is of no use to the proof. The proposition is proved "
        "output by output, without events.",
    "printed-bound-with-one-database-twice":
        "With the second database in its place the line says nothing but what M after f is; what it is for is the "
        "bound of the proposition.",
    "loss-after-features-below-the-loss-at-the-features":
        "For functions of single records the bound is proved together with that for randomised ones, on average over "
        "the features.",
    "sgd-loss-stays-below-the-line-of-the-figure":
        "No line bounds the loss at all sizes; the repair is the rate in the limit, two-sided.",
    "integrals-of-complex-functions-are-their-residues":
        "The residue theorem is not proved here; the repair is the case that Appendix B needs, in which the integral "
        "is a finite sum.",
    "clipping-makes-the-objective-lipschitz":
        "Clipping leaves the objective as it is. What it does bound is the sensitivity of the mean, which is all that "
        "Theorem 2 needs.",
    "any-batches-will-do":
        "The refuted formula is what fixed batches give away; the repair is Theorem 2 itself, with fresh uniform "
        "batches.",
    "theorems-four-and-seven-cover-the-steps-of-the-experiments":
        "Steps of 1/t are not constant, whatever is changed; the repair bounds runs that have such steps.",
    "gradients-at-the-two-points":
        "At the printed points there is no gradient; the repair moves them inside.",
    "walls-have-the-matrix-of-the-circle":
        "Walls give another matrix; the repair changes the boundary and says that smoothing is then a step of the "
        "heat equation.",
    "three-laws-have-nonnegative-triangular-factors":
        "Some triples of laws have no such factors in any order; the repair is the slower route for these, which "
        "agrees with Algorithm 1.",
}  # fmt: skip
"""Refuted claims whose repair does not resemble them, each with what stands in the way."""

LAST_BELIEF_IS_THE_CLAIM = {
    "expected-losses-one-record-at-a-time":
        "The two programs walk over all mixtures; that they are one recursion is said by induction, and compared "
        "value by value.",
    "fourier-coefficients-of-the-inverse-symbol":
        "That a series with these coefficients is the function, and that they are unique, is a theorem on Fourier "
        "series; the recursion between them is proved.",
    "normal-tails-are-above-a-part-of-the-density-over-x":
        "An integral of a derivative; the inequality between the integrands is proved.",
    "the-exact-delta-of-the-printed-noise-has-a-simple-bound":
        "An integral over a strip; the bound of its integrand is proved.",
    "loss-of-many-types-is-a-mixture-of-two-type-losses":
        "Outputs are sorted by the draws in the pool, a sum over sums of lengths that differ; one output is proved.",
    "a-pair-loses-no-more-with-more-records":
        "Recolouring goes record by record through histograms of other sizes; one output and one result are proved.",
    "k-releases-at-every-budget":
        "The induction runs over releases whose laws are products of earlier ones; its step is proved.",
    "revealing-randomised-responses-attain-the-bound":
        "The induction runs over releases whose laws are products of earlier ones; its step is proved.",
    "beta-in-closed-form":
        "That the mean of the squared eigenvalues is an entry of the squared inverse belongs to linear algebra; the "
        "entry is summed.",
}  # fmt: skip
"""Established claims with a premise of the trust ledger that is their formula, each with what is proved besides."""


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in json.loads(Path(SHIPPED).read_text(encoding="utf-8"))["claims"]}


def _tree(text: str) -> Any:
    return Formula(text, names_in(text)).tree


def says_the_claim(claim: Claim, entry: dict[str, Any]) -> bool:
    """Tell whether some proof of a claim believes just its formula."""
    return any(
        premise["origin"] == Origin.TRUST and _tree(premise["text"].partition(" [")[0]) == _tree(str(claim.formula))
        for one in entry["evidence"] for premise in one["premises"]
    )  # fmt: skip


def test_every_repair_resembles_what_it_repairs_but_those_with_a_reason() -> None:
    claims = registry()
    found = {one.id for one in claims.values() if one.repaired_by and not resembles(one, claims[one.repaired_by])}
    assert found == set(OF_SOMETHING_ELSE)
    assert {str(claims[name].recorded) for name in found} == {"refuted"}


def test_no_proof_believes_its_claim_but_those_with_a_reason() -> None:
    """A claim that is proved besides, by a closed sentence whose proof replays, needs no reason."""
    claims, shipped = registry(), _shipped()
    found = {
        name for name, entry in shipped.items()
        if name in claims and entry["status"] == "established" and entry["strength"] != Strength.PROVED
        and says_the_claim(claims[name], entry)
    }  # fmt: skip
    assert found == set(LAST_BELIEF_IS_THE_CLAIM)
    assert {shipped[name]["strength"] for name in found} == {"believed"}


@pytest.mark.parametrize("reasons", [OF_SOMETHING_ELSE, LAST_BELIEF_IS_THE_CLAIM])
def test_every_exception_has_a_reason_of_its_own(reasons: dict[str, str]) -> None:
    assert all(reason.endswith(".") and len(reason.split()) > 8 for reason in reasons.values())
