"""Undecided claims are not called a disagreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sdp_proofs.ledger import Claim, Outcome, Registry, TrustLedger, run_registry, snapshot
from sdp_proofs.render.ledger import print_claims, print_ledger
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import check, claim


def leave(_: Claim) -> Outcome:
    raise SystemExit(0)


def fail(_: Claim) -> Outcome:
    return Outcome(Verdict.FAILS, "all", witness="n = 0")


@pytest.mark.parametrize("show", [print_ledger, print_claims])
@pytest.mark.parametrize(
    ("run", "said", "unsaid"), [(leave, "s undecided", "isagrees"), (fail, "isagrees with the record", "ndecided")]
)
def test_undecided_and_disagreeing_are_told_apart(
    capsys: pytest.CaptureFixture[str],
    show: Callable[[Mapping[str, Any]], None],
    run: Callable[[Claim], Outcome],
    said: str,
    unsaid: str,
) -> None:
    ledger = Registry([claim(checks=(check(run),))], TrustLedger())
    show(snapshot(ledger, run_registry(ledger)))
    text = capsys.readouterr().out
    assert said in text
    assert unsaid not in text
