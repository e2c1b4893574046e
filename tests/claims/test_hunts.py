"""Hunts know a claim and where to look, nothing else: they find what is false and nothing where a claim holds."""

from __future__ import annotations

import pytest

from sdp_proofs.claims import registry
from sdp_proofs.ledger import Claim, Status
from sdp_proofs.ledger.hunt import Stage, hunt, search_of
from sdp_proofs.verdict import Verdict

SEARCHABLE = [claim for claim in registry().values() if claim.search is not None]
REFUTED = [claim for claim in SEARCHABLE if claim.recorded in (Status.REFUTED, Status.REPAIRED)]
HUNTED = [claim for claim in SEARCHABLE if claim not in REFUTED]
OF_THEIR_CHECKS = [claim for claim in registry().values() if claim.search is None and claim.checks]
SECONDS_OF_THE_REST = 0.5


@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_a_refuted_claim_is_refuted_again(claim: Claim) -> None:
    found = hunt(claim, seconds=8)
    assert found.found is not None
    assert claim.search.decide(claim, found.found) is Verdict.FAILS


@pytest.mark.parametrize("claim", HUNTED, ids=lambda claim: claim.id)
def test_nothing_is_found_where_a_claim_holds(claim: Claim) -> None:
    found = hunt(claim, seconds=SECONDS_OF_THE_REST)
    assert found.found is None
    assert found.examined > 2
    assert found.undecided == 0


@pytest.mark.parametrize("claim", HUNTED, ids=lambda claim: claim.id)
def test_a_hunt_finds_what_is_wrong_with_a_near_miss(claim: Claim) -> None:
    """Else the space or the values would not be those of the claim."""
    misses = [miss.of(claim) for miss in claim.near_misses]
    assert any(hunt(miss, seconds=seconds).found is not None for seconds in (1, 8) for miss in misses)


@pytest.mark.parametrize("claim", OF_THEIR_CHECKS, ids=lambda claim: claim.id)
def test_claims_that_offer_no_search_are_hunted_over_what_their_checks_decide(claim: Claim) -> None:
    assert hunt(claim, seconds=0.1).found is None


def test_every_claim_with_a_check_can_be_hunted() -> None:
    assert [claim.id for claim in registry().values() if claim.checks and search_of(claim) is None] == []


@pytest.mark.parametrize(
    ("stage", "name"),
    [
        (Stage.EXAMPLES, "remark-eight"),
        (Stage.CLIMBING, "remark-eight"),
        (Stage.PROGRAMMES, "utility-at-most-twice-delta"),
        (Stage.PROGRAMMES, "loss-below-the-printed-exponential"),
    ],
)
def test_other_stages_find_what_is_wrong_on_their_own(stage: Stage, name: str) -> None:
    claim = registry()[name]
    found = hunt(claim, seconds=10, stages=[stage])
    assert found.stage is stage and found.found is not None
    assert claim.search.decide(claim, found.found) is Verdict.FAILS
