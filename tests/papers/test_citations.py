"""What a claim depends on is a premise of one of its proofs, or a proved lifting step that it names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Coverage
from sdp_proofs.ledger.examination import examine
from sdp_proofs.papers import registry
from sdp_proofs.verdict import Verdict

TOLD_IN_WORDS = json.loads((Path(__file__).parent / "told_in_words.json").read_text(encoding="utf-8"))
"""What is used, but not as a formula, and why: by claim, by what it depends on. The words of the claim say it."""
REASONS = {
    "symbol": "it says what a symbol or a term of the formula stands for, or gives the number that is put in its place",
    "cases": "it says that the cases of which the formula speaks are enough",
    "part": "it proves another part of what the words say, beside the formula",
    "next": "the formula is one link, and it is the one that comes before or after it",
    "exists": "it says that there is what the formula speaks of",
}
"""Why a dependency need not be a premise of the formula that it belongs to."""


def test_every_dependency_is_a_citation_that_a_proof_uses() -> None:
    claims, found = registry(), {}
    for claim in claims.values():
        used = {name for check in claim.checks for name in check.cites}
        used |= {name for entry in claim.trust for name in claims.trust[entry].proved_by}
        rest = sorted(set(claim.depends_on) - used)
        if rest:
            found[claim.id] = rest
    assert found == {name: sorted(reasons) for name, reasons in TOLD_IN_WORDS.items()}


def test_what_is_told_in_words_has_a_reason() -> None:
    given = [reason for reasons in TOLD_IN_WORDS.values() for reason in reasons.values()]
    assert set(given) == REASONS.keys()


def test_what_a_proof_cites_is_depended_on() -> None:
    for claim in registry().values():
        assert {name for check in claim.checks for name in check.cites} <= set(claim.depends_on)


def test_what_programs_rest_on_is_a_premise_of_what_they_decide() -> None:
    claim = registry()["elections-more-private-than-worst-case"]
    needed = {"lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"}
    assert needed <= {name for check in claim.checks for name in check.cites}
    assert needed <= claim.citable.keys()


def test_what_is_told_in_words_is_no_more_than_it_was() -> None:
    assert sum(map(len, TOLD_IN_WORDS.values())) <= 24


KEPT = {
    ("independent-releases-add-their-losses", "largest-average-of-a-sum-below-the-sum-of-the-largest"),
    ("the-best-delta-of-a-group", "that-algorithm-is-private"),
    ("the-next-choice-may-depend-on-all-answers", "one-release-at-a-time-may-be-replaced"),
    ("truncation-to-a-range-of-the-answers-loses-nothing", "outputs-of-one-ratio-may-be-joined"),
}
"""Citations that the solver does not need, and the reader does: the words of the claim conclude from them."""


def idle(claim: Claim) -> set[tuple[str, str]]:
    """What the proofs of a claim cite and hold without: with a tautology in the place of its formula."""
    found = set()
    for check in claim.checks:
        names = {one.source for one in check.citations if not one.of_step} & claim.citable.keys()
        for name in names if check.coverage is Coverage.ALL and not check.deep else ():
            cited = claim.citable[name]
            weak = replace(cited, formula=Formula(f"Or(0 < 1, {cited.formula})", cited.formula.symbols))
            subject = replace(claim.unrecorded(), citable={**claim.citable, name: weak})
            if examine(check, subject)[0].verdict is Verdict.HOLDS:
                found.add((claim.id, name))
    return found


def test_citations_that_no_proof_needs_are_known() -> None:
    claims = registry()
    assert {pair for name, _ in KEPT for pair in idle(claims[name])} == KEPT
    for name in ("theorem-two", "omega-below-one", "equal-closed-hulls-have-the-same-supremum"):
        assert not idle(claims[name])


@pytest.mark.slow
def test_no_other_citation_is_idle() -> None:
    assert {pair for claim in registry().values() for pair in idle(claim)} == KEPT
