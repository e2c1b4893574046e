"""Dependencies of a claim: each is a premise of one of its proofs, or a proved lifting step that it names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Coverage, Method
from sdp_proofs.ledger.examination import examine
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.papers import registry
from sdp_proofs.verdict import Verdict


def test_every_dependency_is_a_citation_that_a_proof_uses() -> None:
    claims, told_in_words = registry(), {}
    for claim in claims.values():
        used = {name for check in claim.checks for name in check.cites}
        used |= {name for entry in claim.trust for name in claims.trust[entry].proved_by}
        if rest := sorted(set(claim.depends_on) - used):
            told_in_words[claim.id] = rest
    assert not told_in_words


def test_what_a_proof_cites_is_depended_on() -> None:
    for claim in registry().values():
        assert {name for check in claim.checks for name in check.cites} <= set(claim.depends_on)


def test_what_programs_rest_on_is_a_premise_of_what_they_decide() -> None:
    claim = registry()["elections-more-private-than-worst-case"]
    needed = {"lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"}
    assert needed <= {name for check in claim.checks for name in check.cites}
    assert needed <= claim.citable.keys()


KEPT = {
    ("the-best-delta-of-a-group", "that-algorithm-is-private"),
    ("the-next-choice-may-depend-on-all-answers", "one-release-at-a-time-may-be-replaced"),
    ("truncation-to-a-range-of-the-answers-loses-nothing", "outputs-of-one-ratio-may-be-joined"),
}
"""Citations that the solver does not need, and the reader does: the words of the claim conclude from them."""

SEEN_AT_ONCE = {
    ("delta-is-above-one-less-the-affinity", "what-a-loss-leaves-is-below-a-power"),
    ("equal-closed-hulls-have-the-same-supremum", "no-mixture-beats-its-parts"),
    ("inversion-encloses-delta", "the-kernel-falls-like-a-square"),
    ("loss-rises-where-a-count-crosses", "best-event-ends-next-to-a-crossing"),
    ("no-smaller-factor-serves-another-value", "rows-can-be-levelled-at-no-loss"),
    ("no-smaller-factor-serves-the-true-value", "rows-can-be-levelled-at-no-loss"),
    ("noisy-sample-has-eta-epsilon-for-small-epsilon", "sampling-amplifies-the-noise"),
    ("one-more-release-averages-two-budgets-at-each-output", "loss-curves-lie-below-their-chords"),
    ("one-more-release-averages-two-budgets-at-each-output", "one-release-at-a-time-may-be-replaced"),
    ("outputs-with-a-small-share-lose-nothing", "ratio-at-least-one-minus-a-share"),
    ("pairs-that-dominate-compose", "one-release-at-a-time-may-be-replaced"),
    ("random-visits-do-not-depend-on-the-order", "noise-keeps-anonymity"),
    ("ridge-brackets-one-loss", "gains-from-the-start-lie-between-two-lines"),
    ("sharp-weights-of-another-value", "worst-at-the-ends-of-the-others"),
    ("sharp-weights-of-the-true-value", "worst-at-the-ends-of-the-others"),
    ("smoothed-dp-bounds-both-errors", "errors-and-the-loss-of-the-pair"),
    ("squared-gradient-below-four-thirds-of-the-gap", "factor-four-thirds"),
    ("squared-gradient-below-four-thirds-of-the-gap", "gradient-below-the-gap"),
    ("twice-delta-bounds-the-utility-up-to-fourteen-types", "worst-at-the-ends-of-the-others"),
    ("utility-of-the-true-value", "worst-at-the-ends-of-the-others"),
    ("zero-concentrated-conversion", "moments-of-the-gaussian-loss"),
}
"""Citations of lemmas, and of what words say further, which the solver finds by itself: to the reader a reason."""


def idle(claim: Claim) -> set[tuple[str, str]]:
    """Citations without which the proofs of a claim hold: with a tautology in the place of its formula."""
    found = set()
    for check in claim.checks:
        if check.coverage is not Coverage.ALL or check.deep or check.method not in (Method.SMT, Method.SYMBOLIC):
            continue
        premises = examine(check, claim.unrecorded())[0].premises
        for name in {one.source for one in premises if one.origin is Origin.CLAIM} & claim.citable.keys():
            cited = claim.citable[name]
            weak = replace(cited, formula=Formula(f"Or(0 < 1, {cited.formula})", cited.formula.symbols))
            subject = replace(claim.unrecorded(), citable={**claim.citable, name: weak})
            if examine(check, subject)[0].verdict is Verdict.HOLDS:
                found.add((claim.id, name))
    return found


def test_citations_that_no_proof_needs_are_known() -> None:
    claims = registry()
    assert {pair for name, _ in KEPT for pair in idle(claims[name])} == KEPT
    for name in ("theorem-two", "omega-below-one", "at-large-odds-only-a-full-sample-counts"):
        assert not idle(claims[name])


@pytest.mark.slow
def test_no_other_citation_is_idle() -> None:
    assert {pair for claim in registry().values() for pair in idle(claim)} == KEPT | SEEN_AT_ONCE
