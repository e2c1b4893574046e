from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from typing import Any

import pytest

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.ledger import (
    Claim,
    ClaimResult,
    Coverage,
    Method,
    NearMiss,
    Outcome,
    Registry,
    Status,
    TrustLedger,
    run,
    run_claim,
    run_registry,
)
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import (
    ZERO,
    Sentence,
    check,
    claim,
    disagreeing_registry,
    gives_up,
    refuted_claim,
    registry,
)

TOY = "tests.ledger.toy_ledger:registry"


def test_an_established_claim_agrees_with_its_record() -> None:
    result = run_claim(claim())
    assert (result.status, result.agrees, result.undecided) == (Status.ESTABLISHED, True, False)
    assert result.near_misses[0].refuted_by == "enumeration"
    assert result.near_misses[0].detail == "n = 0"


def test_a_run_that_says_less_than_the_record_disagrees() -> None:
    assert not run_claim(claim(recorded=Status.SUPPORTED)).agrees
    [result] = run_registry(disagreeing_registry())
    assert (result.status, result.agrees) == (Status.REFUTED, False)


def test_a_check_without_instances_is_no_success() -> None:
    def nothing(_: Claim) -> Outcome:
        return Outcome(Verdict.HOLDS, "an empty set", instances=0)

    result = run_claim(claim(checks=(check(nothing),)))
    assert result.evidence[0].verdict is Verdict.UNKNOWN
    assert result.status is Status.VACUOUS
    assert not result.agrees
    assert "'enumeration' met no instance" in result.problems
    beside_a_proof = run_claim(claim(checks=(check(nothing, title="empty"), check())))
    assert beside_a_proof.status is Status.ESTABLISHED
    assert not beside_a_proof.agrees


def test_a_claim_recorded_vacuous_agrees_when_no_instance_is_met() -> None:
    def instances(entry: Claim) -> Outcome:
        if entry.parameters["shift"]:
            return Outcome(Verdict.FAILS, "all", instances=1, witness="n = 0")
        return Outcome(Verdict.HOLDS, "all", instances=0)

    assert run_claim(claim(checks=(check(instances),), recorded=Status.VACUOUS)).agrees


def test_a_crash_is_visible_and_no_success() -> None:
    def crash(_: Claim) -> Outcome:
        raise KeyError("typo")

    result = run_claim(claim(checks=(check(crash, title="crashing"), check())))
    assert result.evidence[0].verdict is Verdict.UNKNOWN
    assert result.evidence[0].detail == "KeyError: 'typo'"
    assert result.status is Status.ESTABLISHED
    assert not result.agrees
    [problem] = result.problems
    line = crash.__code__.co_firstlineno + 1
    assert problem == f"'crashing' crashed: KeyError: 'typo' (test_run.py, line {line})"


def test_a_crash_refutes_no_near_miss() -> None:
    def crash_on_near_miss(entry: Claim) -> Outcome:
        if entry.parameters["shift"]:
            raise ZeroDivisionError("division by zero")
        return Outcome(Verdict.HOLDS, "all")

    result = run_claim(claim(checks=(check(crash_on_near_miss),)))
    assert result.status is Status.ESTABLISHED
    assert not result.agrees
    assert "ZeroDivisionError" in result.problems[0]


@pytest.mark.parametrize("error", [SizeError("too large"), TimeoutError("60 s")])
def test_giving_up_is_undecided_but_no_defect(error: Exception) -> None:
    def give_up(entry: Claim) -> Outcome:
        if entry.parameters["shift"]:
            return Outcome(Verdict.FAILS, "n = 0", witness="n = 0")
        raise error

    result = run_claim(claim(checks=(check(give_up),), recorded=Status.OPEN))
    assert (result.status, result.agrees, result.undecided) == (Status.OPEN, True, True)


@pytest.mark.parametrize("answer", [True, None, Verdict.HOLDS])
def test_a_check_must_return_an_outcome(answer: Any) -> None:
    result = run_claim(claim(checks=(check(lambda _: answer),)))
    assert result.status is Status.OPEN
    assert "must return an Outcome" in result.problems[0]


@pytest.mark.parametrize("verdict", [Verdict.HOLDS, Verdict.UNKNOWN])
def test_a_near_miss_that_survives_disagrees(verdict: Verdict) -> None:
    def lenient(entry: Claim) -> Outcome:
        return Outcome(verdict if entry.parameters["shift"] else Verdict.HOLDS, "all")

    result = run_claim(claim(checks=(check(lenient),)))
    assert result.status is Status.ESTABLISHED
    assert not result.agrees
    assert not result.near_misses[0].refuted
    assert f"answers {verdict.value}" in result.problems[0]


def test_one_failing_check_refutes_a_near_miss() -> None:
    result = run_claim(claim(checks=(check(lambda _: Outcome(Verdict.HOLDS, "all"), title="blind"), check())))
    assert result.agrees
    assert result.near_misses[0].refuted_by == "enumeration"


def test_near_misses_replace_formula_parameters_or_anything() -> None:
    original = refuted_claim()
    formula = Sentence("n^2 > 0")
    assert NearMiss("formula", formula=formula).of(original).formula is formula
    merged = NearMiss("parameters", parameters={"shift": 3}).of(original)
    assert dict(merged.parameters) == {"factor": 0, "shift": 3}
    assert merged.formula is original.formula
    scaled = NearMiss("variant", variant=lambda entry: dataclasses.replace(entry, parameters={"shift": 9})).of(original)
    assert dict(scaled.parameters) == {"shift": 9}


def test_a_check_cannot_tell_a_claim_from_its_near_misses() -> None:
    seen = []

    def looks(subject: Claim) -> Outcome:
        seen.append(subject)
        return Outcome(Verdict.HOLDS if subject.parameters["shift"] == 0 else Verdict.FAILS, "all", witness="n = 0")

    run_claim(claim(checks=(check(looks),), note="told", derivation=None))
    own, other = (dataclasses.replace(subject, parameters={}) for subject in seen)
    assert [getattr(own, field.name) for field in dataclasses.fields(own)] == [
        getattr(other, field.name) for field in dataclasses.fields(other)
    ]
    assert (own.recorded, own.note, own.near_misses, own.statement) == (Status.OPEN, "", (), "")


def test_a_near_miss_that_cannot_be_built_survives() -> None:
    def broken(_: Claim) -> Claim:
        raise ValueError("no such variant")

    result = run_claim(claim(near_misses=(NearMiss("broken", variant=broken),)))
    assert result.problems == ("near miss 'broken' survives: ValueError: no such variant",)


def test_a_recorded_counterexample_must_fail_again() -> None:
    assert run_claim(refuted_claim()).agrees
    stale = run_claim(refuted_claim(counterexample=dataclasses.replace(ZERO, let={"n": "1", "square": "n**2"})))
    assert stale.status is Status.REFUTED
    assert not stale.agrees
    assert "must fail again" in stale.problems[0]
    unmet = dataclasses.replace(ZERO, given=("n > 0",))
    assert "must fail again" in run_claim(refuted_claim(counterexample=unmet)).problems[0]
    other = refuted_claim(formula=Sentence("cube >= 1"))
    assert "CertificateError: 'at' must say" in run_claim(other).problems[0]


def test_a_contradiction_is_a_problem_and_leaves_the_claim_open() -> None:
    proof = check(lambda _: Outcome(Verdict.HOLDS, "all"), Method.SMT, title="proof")
    result = run_claim(refuted_claim(checks=(proof, check(coverage=Coverage.GRID))))
    assert result.status is Status.OPEN
    assert result.problems[0].startswith("contradiction: 'proof' holds")


def test_derived_statuses_are_filled_in() -> None:
    results = {result.id: result for result in run_registry(registry())}
    assert all(result.agrees for result in results.values())
    assert results["squares-are-positive"].status is Status.REPAIRED
    ancestors = ("square-of-an-integer", "squares-are-undecided", "squares-grow-slowly")
    assert results["squares-are-positive"].resting_on == ancestors
    assert results["squares-grow-slowly"].resting_on == ("square-of-an-integer", "squares-are-undecided")
    assert results["squares-are-undecided"].undecided


def test_a_repair_that_is_not_established_does_not_repair() -> None:
    weak = claim(checks=(check(gives_up),), repairs=("squares-are-positive",))
    ledger = Registry([refuted_claim(recorded=Status.REPAIRED), weak], TrustLedger())
    results = {result.id: result for result in run_registry(ledger)}
    assert results["squares-are-positive"].status is Status.REFUTED
    assert not results["squares-are-positive"].agrees


def test_chosen_claims_run_with_what_they_rest_on() -> None:
    ids = [result.id for result in run_registry(registry(), ["squares-grow-slowly"])]
    assert ids[-1] == "squares-grow-slowly"
    assert set(ids) == {"squares-grow-slowly", "squares-are-undecided", "square-of-an-integer"}


def test_results_are_available_as_soon_as_they_are_final() -> None:
    run = run_registry(registry())
    first = next(run)
    assert first.id in registry()


def test_an_interrupted_run_leaves_what_was_finished() -> None:
    def interrupt(_: Claim) -> Outcome:
        raise KeyboardInterrupt

    interrupted = claim(id="interrupted", checks=(check(interrupt),), depends_on=(claim().id,))
    run = run_registry(Registry([claim(), interrupted], TrustLedger()))
    assert next(run).id == "squares-are-nonnegative"
    with pytest.raises(KeyboardInterrupt):
        next(run)


def _timeless(results: Iterator[ClaimResult]) -> dict[str, ClaimResult]:
    return {
        result.id: dataclasses.replace(
            result, evidence=tuple(dataclasses.replace(entry, seconds=0.0) for entry in result.evidence)
        )
        for result in results
    }


def test_a_parallel_run_equals_a_serial_run() -> None:
    assert _timeless(run_registry(registry(), jobs=2, loader=TOY)) == _timeless(run_registry(registry()))


def test_a_result_waits_for_those_it_refers_to(monkeypatch: pytest.MonkeyPatch) -> None:
    repair = claim(repairs=("squares-are-positive",))
    ledger = Registry([repair, refuted_claim(recorded=Status.REPAIRED)], TrustLedger())
    first_the_repaired_one = [run_claim(entry) for entry in reversed(list(ledger.values()))]
    monkeypatch.setattr(run, "_in_processes", lambda *_: iter(first_the_repaired_one))
    results = list(run_registry(ledger, jobs=2, loader="unused"))
    assert [result.status for result in results] == [Status.ESTABLISHED, Status.REPAIRED]
    assert all(result.agrees for result in results)


def dying_registry() -> Registry:
    """Ledger whose check ends the process it runs in, as a fault in an engine would."""

    def die(_: Claim) -> Outcome:
        os._exit(3)

    return Registry([claim(checks=(check(die),))], TrustLedger())


def test_a_worker_that_dies_is_a_problem_of_its_claim() -> None:
    [result] = run_registry(dying_registry(), jobs=2, loader=f"{__name__}:dying_registry")
    assert (result.status, result.agreement) == (Status.OPEN, Verdict.UNKNOWN)
    assert "BrokenProcessPool" in result.problems[0]


@pytest.mark.parametrize("jobs", [0, -1])
def test_there_is_at_least_one_job(jobs: int) -> None:
    with pytest.raises(DomainError, match=f"at least 1; got {jobs}"):
        run_registry(registry(), jobs=jobs, loader=TOY)


def test_several_jobs_need_a_loader() -> None:
    with pytest.raises(DomainError, match="needs a loader"):
        run_registry(registry(), jobs=2)
