from __future__ import annotations

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import results
from sdp_proofs.ledger.lookup import Place, found, short
from sdp_proofs.ledger.sources import SHIPPED

PLACES = [Place("sums-are-even", "toy", "Theorem 1 (i)"), Place("sums-are-odd", "toy", "Lemma 2")]


def test_a_claim_is_found_by_its_short_name() -> None:
    assert found(PLACES, short("sums-are-odd").upper()) == ("sums-are-odd",)


def test_no_two_claims_share_a_short_name() -> None:
    shipped = results.read(SHIPPED)
    assert shipped is not None
    identifiers = list(shipped.catalogue.claims)
    assert len({short(identifier) for identifier in identifiers}) == len(identifiers) > 500


def test_an_unknown_short_name_is_refused() -> None:
    with pytest.raises(DomainError, match="'000000'"):
        found(PLACES, "000000")
