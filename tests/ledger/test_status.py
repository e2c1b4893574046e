from __future__ import annotations

import pytest

from sdp_proofs.ledger import ContradictionError, Coverage, Evidence, Method, Status
from sdp_proofs.ledger.evidence import capped_by_premises, resting_on, status_of, with_repair
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import claim, registry

HOLDS, FAILS, UNKNOWN = Verdict.HOLDS, Verdict.FAILS, Verdict.UNKNOWN
ALL, BOX, GRID, SAMPLE = Coverage.ALL, Coverage.BOX, Coverage.GRID, Coverage.SAMPLE


def evidence(
    verdict: Verdict, coverage: Coverage, method: Method = Method.EXACT, instances: int | None = None
) -> Evidence:
    witness = "here" if verdict is FAILS else None
    return Evidence(method, coverage, "check", "scope", verdict, 0.0, instances, witness)


@pytest.mark.parametrize(
    ("entries", "status"),
    [
        ([], Status.OPEN),
        ([evidence(UNKNOWN, ALL)], Status.OPEN),
        ([evidence(HOLDS, ALL, Method.SYMBOLIC)], Status.ESTABLISHED),
        ([evidence(HOLDS, ALL, Method.SMT), evidence(UNKNOWN, GRID)], Status.ESTABLISHED),
        ([evidence(HOLDS, BOX)], Status.SUPPORTED),
        ([evidence(HOLDS, GRID)], Status.SUPPORTED),
        ([evidence(HOLDS, SAMPLE), evidence(UNKNOWN, ALL)], Status.SUPPORTED),
        ([evidence(FAILS, GRID)], Status.REFUTED),
        ([evidence(FAILS, SAMPLE), evidence(HOLDS, BOX)], Status.REFUTED),
        ([evidence(HOLDS, SAMPLE, Method.SEARCHED)], Status.OPEN),
        ([evidence(FAILS, SAMPLE, Method.SEARCHED)], Status.OPEN),
        ([evidence(FAILS, SAMPLE, Method.SEARCHED), evidence(HOLDS, GRID)], Status.OPEN),
        ([evidence(FAILS, SAMPLE, Method.SEARCHED), evidence(FAILS, GRID)], Status.REFUTED),
        ([evidence(HOLDS, ALL, instances=0)], Status.VACUOUS),
        ([evidence(HOLDS, ALL, instances=0), evidence(HOLDS, GRID)], Status.SUPPORTED),
        ([evidence(HOLDS, ALL, instances=0), evidence(UNKNOWN, GRID)], Status.OPEN),
    ],
)
def test_status_follows_from_evidence(entries: list[Evidence], status: Status) -> None:
    assert status_of(entries) is status
    assert status_of(entries[::-1]) is status


@pytest.mark.parametrize("finder", list(Method))
def test_a_proof_and_a_counterexample_contradict_each_other(finder: Method) -> None:
    with pytest.raises(ContradictionError, match="fails at here"):
        status_of([evidence(HOLDS, ALL), evidence(FAILS, SAMPLE, finder)])


@pytest.mark.parametrize("repair", [None, *Status])
def test_only_an_established_repair_of_a_refuted_claim_repairs(repair: Status | None) -> None:
    expected = Status.REPAIRED if repair is Status.ESTABLISHED else Status.REFUTED
    assert with_repair(Status.REFUTED, repair) is expected
    assert with_repair(Status.SUPPORTED, repair) is Status.SUPPORTED


def test_a_claim_rests_on_every_ancestor_that_is_not_established() -> None:
    ledger = registry()
    repaired = ledger["squares-are-positive"]
    statuses = {identifier: entry.recorded for identifier, entry in ledger.items()}
    ancestors = ("square-of-an-integer", "squares-are-undecided", "squares-grow-slowly")
    assert resting_on(repaired, ledger, statuses) == ancestors
    assert resting_on(repaired, ledger, statuses | dict.fromkeys(ancestors, Status.ESTABLISHED)) == ()


@pytest.mark.parametrize("status", Status)
def test_nothing_is_established_that_rests_on_something_else(status: Status) -> None:
    assert capped_by_premises(status, ()) is status
    weaker = Status.SUPPORTED if status is Status.ESTABLISHED else status
    assert capped_by_premises(status, ("a-definition-that-asserts",)) is weaker


def test_a_claim_rests_on_an_ancestor_that_was_not_run() -> None:
    dependent = claim(id="dependent", depends_on=("squares-are-nonnegative",))
    claims = {entry.id: entry for entry in (claim(), dependent)}
    assert resting_on(dependent, claims, {}) == ("squares-are-nonnegative",)
