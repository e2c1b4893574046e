"""The results that the package ships are those of its ledger; `make results` renews them."""

from __future__ import annotations

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.ledger.schema import validate
from sdp_proofs.ledger.snapshot import catalogue_of, trust_of
from sdp_proofs.papers import registry

RENEW = "run: make results"


@pytest.fixture(scope="module")
def shipped() -> results.Results:
    if not SHIPPED.exists():
        pytest.skip(f"no results are shipped yet; {RENEW}")
    found = results.read(SHIPPED)
    assert found is not None, RENEW
    return found


def test_the_shipped_results_are_of_this_ledger(shipped: results.Results) -> None:
    now = catalogue_of(registry()).claims
    assert list(shipped.catalogue.claims) == list(now), RENEW
    for name, row in shipped.catalogue.claims.items():
        for key, value in now[name].items():
            said = row[key] if key != "formula" or row[key] is None else {"text": row[key]["text"]}
            assert said == value, f"{key} of {name}; {RENEW}"
    assert dict(shipped.catalogue.trust) == trust_of(registry()), RENEW
    assert dict(shipped.homes) == registry().homes, RENEW


def test_the_shipped_results_agree_with_the_record(shipped: results.Results) -> None:
    document = shipped.catalogue.excerpt(shipped.catalogue.claims)
    assert document["agrees"]
    assert all(row["status"] == row["recorded"] and not row["problems"] for row in document["claims"])
    validate(document)
