"""The questions of the page in node: WebAssembly answers with the digits of the native package."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from docs.browser.build import FOLDER, HERE
from docs.browser.ledger import AGREEMENT, run, sentence, summary
from docs.browser.vendored import VendoringError
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


def test_the_page_counts_the_claims_that_agree() -> None:
    kept = json.loads(AGREEMENT.read_text(encoding="utf-8"))
    others = sum(map(len, kept["others"].values()))
    assert kept["claims"] == kept["agree"] + others <= kept["ledger"]
    assert sentence(kept).startswith(f"{kept['agree']} of {kept['claims']} claims of the ledger")
    rows = [{"id": "a", "agreement": "HOLDS", "problems": []}]
    rows.append({"id": "b", "agreement": "UNKNOWN", "problems": ["crashed: No module named 'numpy'"]})
    said = "1 of 2 claims of the ledger agree with the record when they are run in WebAssembly; 1 needs numpy."
    assert sentence(summary(rows)) == said


@pytest.mark.slow
def test_claims_agree_with_the_record_in_webassembly() -> None:
    """A sample of the ledger agrees with the line of the page on the whole."""
    if shutil.which("node") is None:
        pytest.skip("no node is on the PATH")
    kept = json.loads(AGREEMENT.read_text(encoding="utf-8"))
    try:
        found = summary(run(SAMPLE))
    except VendoringError as error:
        pytest.skip(f"neither in the cache nor to be fetched: {error}")
    lacking = {reason: sorted(set(ids) & set(SAMPLE)) for reason, ids in kept["others"].items()}
    assert found["others"] == {reason: ids for reason, ids in lacking.items() if ids}
    assert found["others"].keys() == {"numpy"}
