"""The questions of the page in node: WebAssembly answers with the digits of the native package."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.browser import ledger
from docs.browser.build import FOLDER, HERE
from docs.browser.vendored import VendoringError
from sdp_proofs.ledger.claim import Claim, Kind, NearMiss, Status
from tests.browser.test_answers import QUESTIONS, native


@pytest.mark.slow
def test_digits_are_those_of_the_package(built: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node is on the PATH")
    call = [node, str(Path(__file__).with_name("ask.mjs")), str(built / FOLDER), str(HERE / "questions.json")]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = [one["answer"] for one in json.loads(done.stdout.splitlines()[-1])["answers"]]
    for one, answer in zip(QUESTIONS, found, strict=True):
        assert answer == native(one, tmp_path), one


SAMPLE = (
    "remark-eight",
    "lone-record-is-seen-when-sampled",
    "no-loss-exceeds-the-sampling-rate",
    "losses-between-sharp-ends",
    "a-budget-of-concentrated-privacy-may-be-spent-adaptively",
    "an-extreme-draw-shows-a-record",
)
"""Claims of every kind: a proof that is replayed, solvers, boxes, series, a refuted one and its repair, and numpy."""


CLAIMS = {
    name: Claim(
        id=name, paper="smoothed-dp", locator="Remark", title=name, kind=Kind.REMARK, statement=f"{name} is said",
        recorded=Status.OPEN,
    )
    for name in ("first", "second", "third")
}  # fmt: skip


def ran(name: str, *problems: str) -> dict[str, Any]:
    agreement = "UNKNOWN" if problems else "HOLDS"
    return {"id": name, "status": "open", "agreement": agreement, "problems": problems, "seconds": 0.1}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of agreement that is not there yet, and a ledger of three claims."""
    place = tmp_path / "agreement.json"
    monkeypatch.setattr(ledger, "AGREEMENT", place)
    monkeypatch.setattr("sdp_proofs.papers.registry", lambda: CLAIMS)
    return place


def test_a_run_that_was_interrupted_is_taken_up_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def run(claims: list[str]) -> Iterator[dict[str, Any]]:
        asked.append(claims)
        for name in claims:
            if name == "third" and len(asked) == 1:
                raise RuntimeError("node ended")
            yield ran(name, *(["crashed: No module named 'numpy'"] if name == "second" else []))

    monkeypatch.setattr(ledger, "run", run)
    assert (ledger.main([]), asked.pop()) == (1, ["first", "second", "third"])
    said = "1 of 2 claims of the ledger (of 3, the others were not run there) agree with the record when they are run"
    assert ledger.current() == f"{said} in WebAssembly; 1 needs numpy."
    asked.append([])
    assert (ledger.main([]), asked.pop()) == (0, ["third"])
    said = "2 of 3 claims of the ledger agree with the record when they are run in WebAssembly; 1 needs numpy."
    assert ledger.current() == said
    assert ledger.main(["fourth"]) == 2
    assert (ledger.main([]), asked.pop()) == (0, [])


@pytest.mark.parametrize(
    "change",
    [{"statement": "something else is said"}, {"recorded": Status.SUPPORTED}, {"formula": "k <= 2"}],
    ids=lambda change: next(iter(change)),
)
def test_a_claim_that_asserts_something_else_is_run_again(
    file: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    monkeypatch.setattr(ledger, "run", lambda claims: map(ran, claims))
    assert ledger.main([]) == 0
    more = dataclasses.replace(CLAIMS["first"], near_misses=(NearMiss("another", parameters={"factor": 2}),))
    changed = {**CLAIMS, "first": more, "second": dataclasses.replace(CLAIMS["second"], **change)}
    monkeypatch.setattr("sdp_proofs.papers.registry", lambda: changed)
    assert ledger.current().startswith("2 of 2 claims of the ledger (of 3,")
    asked = list[str]()

    def run(claims: list[str]) -> Iterator[dict[str, Any]]:
        asked.extend(claims)
        return map(ran, claims)

    monkeypatch.setattr(ledger, "run", run)
    assert ledger.main([]) == 0
    assert asked == ["second"]


@pytest.mark.slow
def test_claims_agree_with_the_record_in_webassembly() -> None:
    """A sample of the ledger agrees with the line of the page on the whole."""
    if shutil.which("node") is None:
        pytest.skip("no node is on the PATH")
    try:
        found = {row["id"]: ledger.outcome(row) for row in ledger.run(SAMPLE)}
    except VendoringError as error:
        pytest.skip(f"neither in the cache nor to be fetched: {error}")
    assert found == {name: "numpy" if name == "an-extreme-draw-shows-a-record" else "" for name in SAMPLE}
    kept = ledger.kept()
    assert {name: kept[name]["lacks"] for name in SAMPLE} == found
