"""Generated near misses in a run, on file, in a snapshot and in the reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.ledger import Claim, FamilyResult, NearMissResult, Registry, TrustLedger, run_claim, snapshot
from sdp_proofs.ledger.cache import Store
from sdp_proofs.ledger.snapshot import dumps, loads
from sdp_proofs.render.ledger import print_claims
from sdp_proofs.render.page import ledger_html
from sdp_proofs.render.phrases import generated_lines, near_miss_count, near_misses_counted
from sdp_proofs.render.terminal import stdout_console
from tests.ledger.toy_ledger import claim

GOOD = FamilyResult((("constant", 30), ("sign", 9)), weaker=4, listed=(("< for <=", "true: equality does not occur"),))
BAD = replace(GOOD, survivors=(NearMissResult("3 for 2", None, "'enumeration' answers HOLDS"),), stale=("4 for 2",))


@dataclass(frozen=True)
class Ready:
    """A family whose result is known beforehand."""

    result: FamilyResult
    deep: bool = False

    def provoke(self, _: Claim) -> FamilyResult:
        return self.result


def document(family: FamilyResult) -> dict[str, Any]:
    entry = claim(family=Ready(family))
    return snapshot(Registry([entry], TrustLedger()), [run_claim(entry)])


def test_a_family_that_is_refuted_agrees() -> None:
    result = run_claim(claim(family=Ready(GOOD)))
    assert result.agrees
    assert result.family is not None
    assert (result.family.killed, result.family.weaker) == (39, 4)


def test_survivors_and_stale_entries_disagree() -> None:
    assert run_claim(claim(family=Ready(BAD))).problems == (
        "generated near miss '3 for 2' survives: 'enumeration' answers HOLDS",
        "'4 for 2' is listed as true, but not generated",
    )


def test_deep_families_are_examined_on_demand() -> None:
    entry = claim(family=Ready(BAD, deep=True))
    assert run_claim(entry).family is None
    assert run_claim(entry).agrees
    assert not run_claim(entry, deep=True).agrees


def test_results_are_kept(tmp_path: Path) -> None:
    entry = claim(family=Ready(GOOD))
    result = run_claim(entry)
    store = Store(tmp_path, {result.id: "f"})
    store.keep(entry, result)
    found = store.find(entry)
    assert found is not None
    assert found.family == GOOD


def test_a_snapshot_has_them_and_reads_back() -> None:
    found = document(BAD)
    assert loads(dumps(found)) == found
    assert "generated" not in snapshot(Registry([claim()], TrustLedger()), [run_claim(claim())])["claims"][0]


@pytest.mark.parametrize(
    ("family", "counts", "line"),
    [
        (GOOD, " + 39/39", "and 39 of 39 generated ones (kill rate 100 %)"),
        (BAD, " + 39/40", "and 39 of 40 generated ones (kill rate 97.5 %)"),
        (replace(BAD, refuted=(("sign", 99_999),)), " + 99999/100000", "(kill rate 99.9 %)"),
    ],
)
def test_counts_are_shown_apart_and_rates_never_rounded_up(family: FamilyResult, counts: str, line: str) -> None:
    found = document(family)
    assert near_miss_count(found["claims"][0]).endswith(counts)
    assert near_misses_counted(found).endswith(line)


def test_everything_is_said_about_a_claim(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(BAD)
    lines = list(generated_lines(found["claims"][0]))
    assert lines == [
        "generated: 39 of 40 refuted (30 constant, 9 sign)",
        "NOT refuted: 3 for 2; 'enumeration' answers HOLDS",
        "left out, since they ask for no more than the claim: 4",
        "< for <=: true: equality does not occur",
    ]
    print_claims(found, stdout_console())
    assert "NOT refuted: 3 for 2" in capsys.readouterr().out
    assert "Generated near misses <small>39 of 40 refuted</small>" in ledger_html(found)
