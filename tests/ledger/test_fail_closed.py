"""An exception in any part of a ledger gives its claim a result, and the result is no agreement."""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sdp_proofs.ledger import (
    Check,
    Claim,
    ClaimResult,
    Coverage,
    Derivation,
    FamilyResult,
    Method,
    NearMiss,
    NearMissResult,
    Outcome,
    Registry,
    Relation,
    Rule,
    Status,
    Step,
    StepMiss,
    TrustLedger,
    run,
    run_claim,
    run_derivation,
    run_registry,
)
from sdp_proofs.ledger.examination import not_run
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import Sentence, check, claim, gives_up, refuted_claim, registry, squares_exceed


class Leaves(BaseException):
    """Neither an Exception nor one that anybody knows."""


class Speechless(Exception):
    def __str__(self) -> str:
        raise SystemExit(0)


RAISED = [
    SystemExit(0),
    SystemExit(),
    GeneratorExit(),
    RecursionError("too deep"),
    MemoryError(),
    StopIteration(),
    asyncio.CancelledError(),
    Leaves("quietly"),
    Speechless(),
]
each_error = pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)


def raising(error: BaseException) -> Callable[..., Any]:
    def leave(*_: object, **__: object) -> Any:
        raise error

    return leave


@dataclass(frozen=True)
class Family:
    provoke: Callable[[Claim], Any]
    deep: bool = False


class Unmakeable(StepMiss):
    def __init__(self, name: str, error: BaseException) -> None:
        super().__init__(name, after=Sentence("1"))
        object.__setattr__(self, "error", error)

    def of(self, _: Step) -> Step:
        raise self.error  # type: ignore[attr-defined]


def chain(run_step: Callable[[Step], Outcome], *misses: StepMiss) -> Derivation:
    one = Step(
        before=Sentence("n^2"),
        relation=Relation.AT_LEAST,
        after=Sentence("0"),
        rule=Rule.ALGEBRA,
        check=Check(Method.EXACT, Coverage.ALL, run_step, "by hand"),
        near_misses=misses,
    )
    return Derivation(id="squares", title="Squares", source="", steps=(one,))


def holds(_: object) -> Outcome:
    return Outcome(Verdict.HOLDS, "all")


def only_on_near_misses(error: BaseException) -> Callable[[Claim], Outcome]:
    def run_check(entry: Claim) -> Outcome:
        if entry.parameters["shift"]:
            raise error
        return Outcome(Verdict.HOLDS, "all")

    return run_check


def only_on_step_misses(error: BaseException) -> Callable[[Step], Outcome]:
    def run_step(entry: Step) -> Outcome:
        if str(entry.after) != "0":
            raise error
        return Outcome(Verdict.HOLDS, "all")

    return run_step


def crashing_claims(error: BaseException) -> Iterator[tuple[str, Claim]]:
    yield "the only check", claim(checks=(check(raising(error)),))
    yield "one of two checks", claim(checks=(check(raising(error), title="crashing"), check()))
    yield "a check on the near miss", claim(checks=(check(only_on_near_misses(error)),))
    yield "a near miss", claim(near_misses=(NearMiss("broken", variant=raising(error)),))
    yield "a family", claim(family=Family(raising(error)))
    yield "a derivation", claim(derivation=chain(raising(error)))
    yield "a near miss of a derivation that cannot be made", claim(derivation=chain(holds, Unmakeable("odd", error)))
    yield "a near miss of a derivation", claim(
        derivation=chain(only_on_step_misses(error), StepMiss("one", after=Sentence("1")))
    )


@each_error
def test_whatever_is_raised_leaves_its_claim_undecided(error: BaseException) -> None:
    for place, entry in crashing_claims(error):
        result = run_claim(entry)
        assert (result.id, result.agrees, result.agreement) == (entry.id, False, Verdict.UNKNOWN), place
        assert any(type(error).__name__ in problem for problem in result.problems), place


@each_error
def test_a_replay_that_raises_leaves_its_claim_undecided(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "confirm", raising(error))
    result = run_claim(refuted_claim())
    assert (result.status, result.agreement) == (Status.REFUTED, Verdict.UNKNOWN)
    assert type(error).__name__ in result.problems[0]


@each_error
def test_a_derivation_says_which_step_broke_off(error: BaseException) -> None:
    for one in (chain(raising(error)), chain(holds, Unmakeable("odd", error))):
        result = run_derivation(one)
        assert not result.agrees
        assert result.unsettled == result.problems
        assert result.problems[0].startswith("step 1: ")
        assert type(error).__name__ in result.problems[0]


@pytest.mark.parametrize("answer", [None, "true", 1, Verdict.HOLDS])
def test_only_the_word_true_confirms_a_counterexample(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "confirm", lambda _: answer)
    assert not run_claim(refuted_claim()).agrees


def test_an_interrupt_ends_the_run_wherever_it_comes_from() -> None:
    for place, entry in crashing_claims(KeyboardInterrupt()):
        with pytest.raises(KeyboardInterrupt):
            pytest.fail(f"{place}: {run_claim(entry).problems}")


def test_a_crash_beside_a_disagreement_is_a_disagreement() -> None:
    crash = check(raising(SystemExit(0)), title="crashing")
    refuting = {"factor": 1, "shift": 1}
    assert run_claim(claim(checks=(crash, check()), parameters=refuting)).agreement is Verdict.FAILS
    survivor = NearMiss("survives", parameters={"shift": -1})
    surviving = claim(near_misses=(survivor,), derivation=chain(raising(Leaves())))
    assert run_claim(surviving).agreement is Verdict.FAILS


def unknown(_: Claim) -> Outcome:
    return Outcome(Verdict.UNKNOWN, "all")


ALL, GRID = Coverage.ALL, Coverage.GRID


@pytest.mark.parametrize(
    ("recorded", "answers", "agreement"),
    [
        ("established", [(holds, ALL)], "HOLDS"),
        ("established", [(unknown, ALL)], "UNKNOWN"),
        ("established", [(unknown, ALL), (holds, GRID)], "UNKNOWN"),
        ("established", [(holds, ALL), (unknown, GRID)], "HOLDS"),
        ("established", [(unknown, ALL), (squares_exceed, GRID)], "FAILS"),
        ("supported", [(holds, GRID)], "HOLDS"),
        ("supported", [(unknown, GRID)], "UNKNOWN"),
        ("supported", [(holds, ALL)], "FAILS"),
        ("supported", [(holds, ALL), (unknown, GRID)], "FAILS"),
        ("open", [(unknown, ALL)], "HOLDS"),
        ("open", [(holds, GRID), (unknown, ALL)], "FAILS"),
        ("vacuous", [(unknown, ALL)], "UNKNOWN"),
        ("vacuous", [(holds, ALL)], "FAILS"),
    ],
)
def test_what_is_undecided_disagrees_with_nothing_that_it_could_still_confirm(
    recorded: str, answers: list[tuple[Any, Coverage]], agreement: str
) -> None:
    checks = [check(answer, coverage=coverage, title=str(place)) for place, (answer, coverage) in enumerate(answers)]
    entry = claim(
        checks=checks, recorded=Status(recorded), near_misses=(), parameters={"factor": 1, "shift": 1}
    )
    assert run_claim(entry).agreement.value == agreement


@pytest.mark.parametrize(("verdict", "agreement"), [(Verdict.HOLDS, Verdict.FAILS), (Verdict.UNKNOWN, Verdict.UNKNOWN)])
def test_a_near_miss_that_survives_is_a_finding_if_the_checks_answer(verdict: Verdict, agreement: Verdict) -> None:
    def lenient(entry: Claim) -> Outcome:
        return Outcome(verdict if entry.parameters["shift"] else Verdict.HOLDS, "all")

    assert run_claim(claim(checks=(check(lenient),))).agreement is agreement
    survivors = (NearMissResult("1 for 0", None, "no answer", verdict is Verdict.UNKNOWN),)
    family = Family(lambda _: FamilyResult((), survivors=survivors))
    assert run_claim(claim(family=family)).agreement is agreement


def test_a_family_returns_what_became_of_it() -> None:
    result = run_claim(claim(family=Family(lambda _: True)))
    assert "a family must return a FamilyResult; got bool" in result.problems[0]


def test_a_repair_that_is_undecided_leaves_what_it_repairs_undecided() -> None:
    def results(repair: Claim) -> dict[str, ClaimResult]:
        broken = refuted_claim(recorded=Status.REPAIRED)
        mended = replace(repair, repairs=(broken.id,))
        return {one.id: one for one in run_registry(Registry([broken, mended], TrustLedger()))}

    undecided = results(claim(checks=(check(gives_up),)))
    assert {one.agreement for one in undecided.values()} == {Verdict.UNKNOWN}
    wrong = results(claim(checks=(check(lambda _: Outcome(Verdict.FAILS, "all", witness="n = 1")),)))
    assert {one.agreement for one in wrong.values()} == {Verdict.FAILS}
    assert {one.agreement for one in results(claim()).values()} == {Verdict.HOLDS}


def leaving_registry() -> Registry:
    """One claim ends the program, the other is quite all right."""
    return Registry([claim(id="leaving", checks=(check(raising(SystemExit(0))),)), claim()], TrustLedger())


def loaded_once_registry() -> Registry:
    """Ledger that loads in the first process and ends every other one."""
    if multiprocessing.parent_process() is not None:
        sys.exit(0)
    return registry()


def test_what_ends_a_worker_is_a_problem_of_its_claim() -> None:
    results = {one.id: one for one in run_registry(leaving_registry(), jobs=2, loader=f"{__name__}:leaving_registry")}
    assert results["leaving"].agreement is Verdict.UNKNOWN
    assert "SystemExit: 0" in results["leaving"].problems[0]
    assert results["squares-are-nonnegative"].agrees
    wanted = loaded_once_registry()
    lost = list(run_registry(wanted, jobs=2, loader=f"{__name__}:loaded_once_registry"))
    assert sorted(one.id for one in lost) == sorted(wanted)
    assert all("SystemExit: 0" in one.problems[0] and one.agreement is not Verdict.HOLDS for one in lost)


def test_there_are_as_many_results_as_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = registry()
    real = {one.id: run_claim(wanted[one.id]) for one in wanted.values()}
    first = next(iter(wanted))
    foreign = replace(real[first], id="somebody-else")
    other_record = replace(real[first], recorded=Status.OPEN)
    rest = [real[identifier] for identifier in wanted if identifier != first]
    for answers, missing in (
        ([], set(wanted)),
        (rest, {first}),
        ([foreign, *rest], {first}),
        ([*rest, *rest], {first}),
        ([*rest, other_record], {first}),
        ([*real.values(), *real.values()], set()),
    ):
        monkeypatch.setattr(run, "_in_processes", lambda *_, found=answers: iter(found))
        results = list(run_registry(wanted, jobs=2, loader="unused"))
        assert sorted(one.id for one in results) == sorted(wanted)
        assert {one.id for one in results if one.problems} == missing


def test_a_claim_that_was_not_run_is_undecided() -> None:
    for entry in (claim(), refuted_claim(), claim(recorded=Status.VACUOUS)):
        assert not_run(entry, "the process died").agreement is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("wrong", "must"),
    [
        (lambda: Outcome("HOLDS", "all"), "verdict must be of the type Verdict; got 'HOLDS'"),  # type: ignore[arg-type]
        (lambda: Outcome(True, "all"), "verdict must"),  # type: ignore[arg-type]
        (lambda: Outcome(Verdict.HOLDS, 3), "scope must"),  # type: ignore[arg-type]
        (lambda: Outcome(Verdict.FAILS, "all", witness=0.5), "witness must"),  # type: ignore[arg-type]
        (lambda: Outcome(Verdict.HOLDS, "all", detail=["a"]), "detail must"),  # type: ignore[arg-type]
        (lambda: Outcome(Verdict.HOLDS, "all", instances=float("nan")), "instances must"),  # type: ignore[arg-type]
        (lambda: Outcome(Verdict.HOLDS, "all", instances=True), "instances must"),
        (lambda: Outcome(Verdict.HOLDS, "all", instances=2.0), "instances must"),  # type: ignore[arg-type]
        (lambda: check(method="SEARCHED", coverage=Coverage.ALL), "method of 'enumeration' must"),  # type: ignore[arg-type]
        (lambda: check(coverage="ALL"), "coverage of 'enumeration' must"),  # type: ignore[arg-type]
        (lambda: check(title=None), "title must"),  # type: ignore[arg-type]
        (lambda: check("squares"), "must run a function"),
        (lambda: replace(check(), deep="no"), "depth of 'enumeration' must"),
    ],
)
def test_a_word_in_place_of_a_value_is_refused_where_it_is_written(wrong: Callable[[], object], must: str) -> None:
    with pytest.raises(ValueError, match=must):
        wrong()
