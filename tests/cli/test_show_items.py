"""`show` takes an item of a paper that has no claims of its own, also before the ledger has run."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdp_proofs.cli import main


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDP_PROOFS_CACHE", str(tmp_path))


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("item", "first"),
    [
        ("Sec. 2, Justification 2", "Sec. 2, Justification 2  FALSE as printed"),
        ("Eq. (6)", "Eq. (6)  STANDS"),
    ],
)
def test_an_item_without_claims_of_its_own_is_shown_before_any_run(
    item: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", item, "--paper", "smoothed-dp", "--fresh"]) == 0
    assert capsys.readouterr().out.startswith(first)


@pytest.mark.slow
def test_an_item_that_nothing_is_said_of_is_shown_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "Sec. 1.2", "--fresh"]) == 0
    assert "What others did" in capsys.readouterr().out
