"""The ledger is total: nothing that a paper numbers is left out."""

from __future__ import annotations

import pytest

from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.papers import papers, registry

every_paper = pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.key)


@every_paper
def test_no_item_is_missing(paper: Paper) -> None:
    assert paper.missing(registry().values()) == ()


@every_paper
def test_what_is_said_of_items_refers_to_items_and_claims(paper: Paper) -> None:
    assert {*paper.uncheckable, *paper.elsewhere} <= set(paper.items)
    assert set(paper.elsewhere.values()) <= set(registry())
    assert len(set(paper.items)) == len(paper.items)


@every_paper
def test_uses_and_misprints_speak_of_places_of_the_paper(paper: Paper) -> None:
    refuted = [claim for claim in registry().values() if claim.counterexample is not None and claim.paper == paper.key]
    assert all(any(claim.locator.startswith(start) for claim in refuted) for start in paper.uses)
    assert all(where and printed != meant for where, printed, meant in paper.misprints)
    assert len({(where, printed) for where, printed, _ in paper.misprints}) == len(paper.misprints)


def test_what_rests_on_a_step_of_a_proof() -> None:
    full = registry()
    paper = next(paper for paper in papers() if paper.key == "smoothed-dp")
    broken = full["losses-of-two-events-below-that-of-their-product"]
    assert paper.rests_on(broken.locator) == ("the printed proof of Proposition 5",)
    assert paper.rests_on("Figure 1") == ()


@pytest.mark.slow(every=3)
@every_paper
def test_a_claim_taken_away_is_missed(paper: Paper) -> None:
    claims = list(registry().values())
    for item in [item for item in paper.items if item not in {**paper.uncheckable, **paper.elsewhere}]:
        alone = [claim for claim in claims if not _speaks_of(claim, item)]
        assert item in paper.missing(alone)


def _speaks_of(claim: Claim, item: str) -> bool:
    return not Paper(key=claim.paper, items=(item,)).missing([claim])
