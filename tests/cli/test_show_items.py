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


@pytest.mark.parametrize("item", ["Lemma 2", "Theorem 5", "Corollary 3"])
def test_a_run_shows_all_claims_of_an_item_also_those_at_longer_places(item: str) -> None:
    """Lemma 2 is read as printed and, at the place "Lemma 2, not strict", without its edge."""
    from sdp_proofs.cli.claims import _asked, _opened_at
    from sdp_proofs.ledger import results
    from sdp_proofs.ledger.digests import SHIPPED
    from sdp_proofs.ledger.snapshot import catalogue_of
    from sdp_proofs.papers import papers
    from sdp_proofs.render.result import items_named

    kept = results.readable(SHIPPED)
    assert kept is not None
    items = items_named(papers(), item, "smoothed-dp")
    registry, _ = _opened_at(None, item, "smoothed-dp")
    now = _asked(catalogue_of(registry), items, item, "smoothed-dp")
    assert now == _asked(kept.catalogue, items, item, "smoothed-dp")
