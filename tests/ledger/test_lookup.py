from __future__ import annotations

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import results
from sdp_proofs.ledger.catalogue import Place, found, short
from sdp_proofs.ledger.digests import SHIPPED

PLACES = [Place("sums-are-even", "toy", "Theorem 1 (i)"), Place("sums-are-odd", "toy", "Lemma 2")]


def test_a_claim_is_found_by_its_short_name() -> None:
    assert found(PLACES, short("sums-are-odd").upper()) == ("sums-are-odd",)


def test_no_two_claims_share_a_short_name() -> None:
    shipped = results.read(SHIPPED)
    assert shipped is not None
    identifiers = list(shipped.catalogue.claims)
    assert len({short(identifier) for identifier in identifiers}) == len(identifiers) > 500


def test_only_what_is_really_near_is_suggested() -> None:
    """Numbers are not misspelt for one another, and every suggestion is in quotation marks, as some have commas."""
    places = [*PLACES, Place("noise-helps", "toy", "Remark 6, MNIST"), Place("all-is-well", "toy", "Remark 8")]
    for query in ("Remark 9", "Remark 66", "MNIST 3", "tree"):
        with pytest.raises(DomainError) as refused:
            found(places, query)
        assert "MNIST?" not in str(refused.value) and "Remark 8" not in str(refused.value)
    for query, meant in (("Remrak 8", "'Remark 8'"), ("Lema 2", "'Lemma 2'"), ("sums-are-evn", "'sums-are-even'")):
        with pytest.raises(DomainError, match=f"did you mean {meant}"):
            found(places, query)


def test_an_unknown_short_name_is_refused() -> None:
    with pytest.raises(DomainError, match="'000000'"):
        found(PLACES, "000000")
