"""The ledger is total: nothing that the paper numbers is left out."""

from __future__ import annotations

import pytest

from sdp_proofs.claims import registry
from sdp_proofs.claims.contents import ELSEWHERE, MISPRINTS, ORDERS, RESTS, SMOOTHED_DP, UNCHECKABLE, missing, uses
from sdp_proofs.ledger import Registry


def test_no_item_is_missing() -> None:
    assert missing(registry()) == ()


def test_what_is_said_of_items_refers_to_items_and_claims() -> None:
    assert {*UNCHECKABLE, *ELSEWHERE} <= set(SMOOTHED_DP)
    assert set(ELSEWHERE.values()) <= set(registry())
    assert len(set(SMOOTHED_DP)) == len(SMOOTHED_DP)


def test_uses_and_misprints_speak_of_places_of_the_paper() -> None:
    full = registry()
    assert uses(full)["losses-of-two-events-below-that-of-their-product"] == ("the printed proof of Proposition 5",)
    assert not any(full[identifier].paper == "project" for identifier in uses(full))
    locators = [claim.locator for claim in full.values() if claim.counterexample is not None]
    assert all(any(locator.startswith(start) for locator in locators) for start in RESTS)
    for paper, slips in MISPRINTS.items():
        assert ORDERS[paper]
        assert all(where and printed != meant for where, printed, meant in slips)
        assert len({(where, printed) for where, printed, _ in slips}) == len(slips)


@pytest.mark.parametrize(("locator", "item"), [("Remark 8", "Remark 8"), ("App. G.2", "App. G.2")])
def test_a_claim_taken_away_is_missed(locator: str, item: str) -> None:
    full = registry()
    gone = {claim.id for claim in full.values() if claim.locator == locator}
    kept = [claim for claim in full.values() if not _rests_on(claim.id, gone, full)]
    assert item in missing(Registry(kept, full.trust))


def _rests_on(identifier: str, gone: set[str], full: Registry) -> bool:
    claim = full[identifier]
    near = (*claim.depends_on, *((claim.repaired_by,) if claim.repaired_by else ()))
    return identifier in gone or any(_rests_on(other, gone, full) for other in near)
