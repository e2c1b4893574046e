"""Claims that were decided once in a session are not decided again, and nothing from outside of it is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdp_proofs.ledger import Claim, ClaimResult, run
from sdp_proofs.papers import registry
from tests.decided import DecidedLedger

CLAIM = "private-with-one-vote-in-ten-thousand-lost"


def test_a_claim_is_decided_once_for_all_processes_of_a_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    run_claim = run.run_claim

    def counted(claim: Claim, **options: bool) -> ClaimResult:
        asked.append(claim.id)
        return run_claim(claim, **options)

    monkeypatch.setattr(run, "run_claim", counted)
    first, second = DecidedLedger(tmp_path / "session"), DecidedLedger(tmp_path / "session")
    found = first[CLAIM]
    assert found.agrees and found.status is registry()[CLAIM].recorded
    once = list(asked)
    assert sorted(once) == sorted(registry().closure([CLAIM]))
    assert (second[CLAIM], first[CLAIM]) == (found, found)
    assert asked == once
    assert DecidedLedger(tmp_path / "another session")[CLAIM].status is found.status
    assert len(asked) == 2 * len(once)
