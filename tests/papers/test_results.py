"""The results that the package ships are those of its ledger; `make generate` renews them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.ledger.schema import validate
from sdp_proofs.ledger.snapshot import catalogue_of, trust_of
from sdp_proofs.papers import __main__ as papers_main
from sdp_proofs.papers import registry

RENEW = "run: make generate"


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


def test_the_ledger_is_consistent() -> None:
    assert registry().faults == {}
    assert registry().unused == ()


@pytest.mark.parametrize(("file", "code"), [("as it is", 0), ("older", 1), ("damaged", 1), ("gone", 1)])
def test_the_check_says_when_generating_was_forgotten(
    shipped: results.Results, file: str, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sources = {**results._sources(), **({"sdp_proofs.verdict": "0"} if file == "older" else {})}
    text = replace(shipped, sources=sources).text()
    place = tmp_path / "results.json"
    if file != "gone":
        place.write_text(text[:-9] if file == "damaged" else text, encoding="utf-8")
    for module in (results, papers_main):
        monkeypatch.setattr(module, "SHIPPED", place)
    monkeypatch.setenv("SDP_PROOFS_CACHE", str(tmp_path / "cache"))
    assert papers_main.check() == code
    told = capsys.readouterr().err
    assert (told == "") if code == 0 else (told.count("\n") == 1 and "run: make generate" in told)
    assert ("older than sdp_proofs.verdict" in told) is (file == "older")


def test_the_shipped_results_agree_with_the_record(shipped: results.Results) -> None:
    document = shipped.catalogue.excerpt(shipped.catalogue.claims)
    assert document["agrees"]
    assert all(row["status"] == row["recorded"] and not row["problems"] for row in document["claims"])
    validate(document)
