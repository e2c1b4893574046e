"""Strict readings of sentences that leave something open are counted apart from what is refuted, everywhere."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sdp_proofs.cli import ledger, main
from sdp_proofs.ledger import Defect, Erratum, Kind, Registry, Status, TrustLedger, run_registry, snapshot
from sdp_proofs.ledger.schema import validate
from sdp_proofs.ledger.snapshot import dumps, loads
from sdp_proofs.papers import registry as claims
from sdp_proofs.render.errata import errata_of, parts
from sdp_proofs.render.ledger import ledger_latex
from sdp_proofs.render.page import ledger_html
from tests.ledger.toy_ledger import claim, refuted_claim

NOT_SAID = {
    "losses-between-the-printed-powers-of-ten",
    "losses-fall-at-every-election",
    "private-with-one-vote-in-ten-thousand-lost",
    "delta-is-the-chance-of-exceeding-epsilon",
    "noisy-sample-has-eta-epsilon",
    "preprocessing-is-never-harmful",
    "smoothed-delta-is-below-one-over-n-in-the-figure",
    "a-million-trials-show-the-loss",
    "cost-is-of-degree-m-plus-l-minus-one",
    "order-of-the-loss-with-replacement-with-one-constant",
    "smoothed-half-as-the-proof-sets-epsilon",
}
"""Readings that the paper does not state as strictly as they are tested, or states otherwise nearby."""


def toy() -> Registry:
    """A refuted statement, a reading that fails, a reading that holds, a misprint, and items of appendices."""
    repaired: dict[str, Any] = {"recorded": Status.REPAIRED}
    return Registry(
        [
            claim(repairs=("refuted", "strictly-read", "misprint", "numbered", "step")),
            refuted_claim(id="refuted", locator="Remark 1", **repaired),
            refuted_claim(id="strictly-read", locator="Sec. 7", kind=Kind.READING, **repaired),
            claim(id="kindly-read", locator="Sec. 8", kind=Kind.READING),
            refuted_claim(
                id="misprint", locator="Sec. 9", erratum=Erratum("A slip.", "Nothing.", Defect.TYPO), **repaired
            ),
            refuted_claim(id="numbered", locator="App. F, Theorem 5", **repaired),
            refuted_claim(id="step", locator="App. F, proof of Theorem 6", kind=Kind.PROOF_STEP, **repaired),
        ],
        TrustLedger(),
    )


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return snapshot(toy(), run_registry(toy()))


def test_the_summary_counts_readings_apart(document: dict[str, Any]) -> None:
    validate(document)
    assert document["agrees"]
    counts = {status: count for status, count in document["summary"].items() if count}
    assert counts == {"established": 1, "repaired": 4, "readings": 2}
    assert sum(document["summary"].values()) == len(document["claims"])
    assert loads(dumps(document)) == document


def test_errata_have_a_section_of_readings(document: dict[str, Any]) -> None:
    entries = {entry["claim"]: entry for entry in errata_of(document)}
    assert {name: entry["section"] for name, entry in entries.items()} == {
        "refuted": "Statements",
        "numbered": "Statements",
        "step": "Steps of proofs",
        "strictly-read": "Readings",
        "misprint": "Misprints",
    }
    labels = [label for label, _ in parts(entries["strictly-read"])]
    assert labels[:2] == ["Read as", "Why it fails"] and not any(label.startswith("Wrong") for label in labels)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("status", "names"),
    [("reading", ["strictly-read", "kindly-read"]), ("repaired", ["refuted", "misprint", "numbered", "step"])],
)
def test_list_tells_readings_from_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: str, names: list[str]
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:toy")
    assert main(["list", "--status", status, "--json"]) == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)["claims"]] == names
    assert main(["list", "--status", status]) == 0
    assert ("reading (repaired)" in capsys.readouterr().out) is (status == "reading")


def test_the_readings_of_the_paper_say_how_it_is_read() -> None:
    readings = [claim for claim in claims().values() if claim.kind is Kind.READING]
    assert {claim.id for claim in readings} >= NOT_SAID
    assert len(readings) == 37
    for reading in readings:
        assert "Read here" in reading.statement or "Tested" in reading.statement, reading.id
        assert reading.repaired_by is not None, reading.id


def test_a_place_has_its_formulas_set_in_every_report() -> None:
    registry = Registry([claim(locator="GDP, epsilon")], TrustLedger())
    document = snapshot(registry, run_registry(registry))
    page = ledger_html(document)
    assert "<span>GDP, <math><mi>ϵ</mi></math></span>" in page and "<td>GDP, ε</td>" in page
    assert ledger_latex(document).count(r"GDP, $\epsilon$") == 2
