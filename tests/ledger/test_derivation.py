from __future__ import annotations

import copy
import dataclasses
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import (
    Check,
    Claim,
    Coverage,
    Derivation,
    Hypothesis,
    Method,
    NearMiss,
    Outcome,
    Registry,
    Relation,
    Rule,
    Status,
    Step,
    StepMiss,
    TrustLedger,
    run_claim,
    run_derivation,
    run_registry,
    snapshot,
)
from sdp_proofs.ledger.schema import ledger_schema, validate
from sdp_proofs.ledger.snapshot import dumps, loads
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import Sentence, claim

ORDER = {
    Relation.EQUAL: lambda a, b: a == b,
    Relation.AT_MOST: lambda a, b: a <= b,
    Relation.BELOW: lambda a, b: a < b,
    Relation.AT_LEAST: lambda a, b: a >= b,
    Relation.ABOVE: lambda a, b: a > b,
}


def compares_at_small_numbers(step: Step) -> Outcome:
    """The sides are Python terms in n, compared at n = 1, ..., 5."""
    for n in range(1, 6):
        left, right = (eval(str(side), {"n": n}) for side in (step.before, step.after))
        if not ORDER[step.relation](left, right):
            return Outcome(Verdict.FAILS, "n <= 5", 5, witness=f"n = {n}")
    return Outcome(Verdict.HOLDS, "n <= 5", 5)


def step(before: str, relation: Relation, after: str, **changes: Any) -> Step:
    fields: dict[str, Any] = {
        "rule": Rule.ALGEBRA,
        "check": Check(Method.EXACT, Coverage.GRID, compares_at_small_numbers, "enumeration"),
    }
    return Step(before=Sentence(before), relation=relation, after=Sentence(after), **{**fields, **changes})


SQUARE = step("n*n", Relation.EQUAL, "n**2", near_misses=(StepMiss("cube", after=Sentence("n**3")),))
GROWS = step("n**2", Relation.AT_MOST, "n**3", near_misses=(StepMiss("strict", relation=Relation.BELOW),))
BROKEN = step("n**3", Relation.BELOW, "3**n", recorded=Verdict.FAILS, hypotheses=(Hypothesis("n >= 1", silent=True),))
AGAIN = step("n**3", Relation.AT_MOST, "5**n", rule=Rule.THEOREM, reference="Bernoulli", part="repaired")


def derivation(*steps: Step, **changes: Any) -> Derivation:
    fields: dict[str, Any] = {"id": "squares-below-powers", "title": "Squares below powers", "source": "App. A"}
    return Derivation(**{**fields, **changes}, steps=steps)


CHAIN = derivation(SQUARE, GROWS, BROKEN, AGAIN)


def test_a_derivation_finds_its_first_broken_step() -> None:
    result = run_derivation(CHAIN)
    assert [entry.evidence.verdict for entry in result.steps] == [
        Verdict.HOLDS, Verdict.HOLDS, Verdict.FAILS, Verdict.HOLDS,
    ]  # fmt: skip
    assert (result.first_broken, result.agrees, result.problems) == (3, True, ())
    assert result.steps[2].evidence.witness == "n = 3"
    assert result.steps[0].evidence.method is Method.EXACT
    assert [miss.refuted for entry in result.steps for miss in entry.near_misses] == [True, True]
    assert run_derivation(derivation(SQUARE, GROWS)).first_broken is None


def test_a_near_miss_runs_through_the_check_of_its_step() -> None:
    seen: list[str] = []

    def remembers(subject: Step) -> Outcome:
        seen.append(f"{subject.before} {subject.relation} {subject.after}")
        return compares_at_small_numbers(subject)

    check = Check(Method.EXACT, Coverage.GRID, remembers, "enumeration")
    misses = (
        StepMiss("after", after=Sentence("n + 1")),
        StepMiss("relation", relation=Relation.ABOVE),
        StepMiss("before", before=Sentence("n**2")),
    )
    result = run_derivation(derivation(step("n", Relation.EQUAL, "1*n", check=check, near_misses=misses)))
    assert seen == ["n = 1*n", "n = n + 1", "n > 1*n", "n**2 = 1*n"]
    assert result.agrees
    assert [miss.detail for miss in result.steps[0].near_misses] == ["n = 1", "n = 1", "n = 2"]


def test_surviving_near_misses_other_verdicts_and_crashes_are_problems() -> None:
    def crashes(_: Step) -> Outcome:
        raise ZeroDivisionError("on purpose")

    survivor = dataclasses.replace(GROWS, near_misses=(StepMiss("weaker", after=Sentence("n**4")),))
    unexpected = dataclasses.replace(BROKEN, recorded=Verdict.HOLDS)
    crash = step("3**n", Relation.EQUAL, "3**n", check=Check(Method.EXACT, Coverage.ALL, crashes, "crash"))
    result = run_derivation(derivation(SQUARE, survivor, unexpected, crash))
    assert not result.agrees
    assert [problem.partition(" (test_")[0] for problem in result.problems] == [
        "step 2: near miss 'weaker' survives: 'enumeration' answers HOLDS",
        "step 3: FAILS, recorded HOLDS",
        "step 4: 'crash' crashed: ZeroDivisionError: on purpose",
        "step 4: UNKNOWN, recorded HOLDS",
    ]


def test_a_check_without_instances_does_not_confirm() -> None:
    empty = Check(Method.EXACT, Coverage.GRID, lambda _: Outcome(Verdict.HOLDS, "nothing", 0), "empty")
    result = run_derivation(derivation(step("n", Relation.EQUAL, "n", check=empty)))
    assert result.steps[0].evidence.verdict is Verdict.UNKNOWN
    assert "step 1: 'empty' met no instance" in result.problems


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((), "must have a step"),
        ((GROWS, SQUARE), "step 2 of squares-below-powers must begin with 'n\\*\\*3', where step 1 ends; got 'n\\*n'"),
        ((SQUARE, step("n**2", Relation.AT_LEAST, "n"), step("n", Relation.AT_MOST, "n**3")), "must not turn"),
        ((step("n", Relation.IMPLIES, "n"), step("n", Relation.EQUAL, "n")), "must not turn"),
        ((step("n", Relation.EQUAL, "n", rule=Rule.THEOREM),), "must name its theorem"),
        ((dataclasses.replace(GROWS, near_misses=GROWS.near_misses * 2),), "names of their own"),
    ],
)
def test_an_inconsistent_chain_is_refused(steps: tuple[Step, ...], message: str) -> None:
    with pytest.raises(DomainError, match=message):
        derivation(*steps)


def test_parts_say_what_they_show() -> None:
    shown = [(str(before), relation, str(after)) for before, relation, after in CHAIN.conclusions()]
    assert shown == [("n*n", Relation.BELOW, "3**n"), ("n**3", Relation.AT_MOST, "5**n")]
    assert [len(part) for part in CHAIN.parts()] == [3, 1]
    implied = derivation(step("n", Relation.IMPLIES, "n"), step("n", Relation.IMPLIES, "n"))
    assert next(implied.conclusions())[1] is Relation.IMPLIES
    assert next(derivation(SQUARE).conclusions())[1] is Relation.EQUAL


def test_a_near_miss_must_change_something_and_a_search_never_covers_all() -> None:
    with pytest.raises(DomainError, match="must change a side"):
        StepMiss("nothing")
    with pytest.raises(DomainError, match="must not claim ALL"):
        Check(Method.SEARCHED, Coverage.ALL, compares_at_small_numbers, "search")


def with_chain(chain: Derivation) -> Claim:
    return claim(derivation=chain)


def document(subject: Claim) -> dict[str, Any]:
    registry = Registry([subject], TrustLedger())
    return snapshot(registry, run_registry(registry))


def test_a_claim_carries_its_derivation_into_the_snapshot() -> None:
    found = document(with_chain(CHAIN))
    validate(found)
    assert loads(dumps(found)) == found
    assert found["agrees"] and found["claims"][0]["status"] == Status.ESTABLISHED
    shown = found["claims"][0]["derivation"]
    assert (shown["id"], shown["source"], shown["first_broken"]) == ("squares-below-powers", "App. A", 3)
    assert [entry["number"] for entry in shown["steps"]] == [1, 2, 3, 4]
    assert [entry["part"] for entry in shown["steps"]] == ["", "", "", "repaired"]
    broken = shown["steps"][2]
    assert (broken["relation"], broken["before"]["text"], broken["recorded"]) == ("<", "n**3", "FAILS")
    assert broken["evidence"]["witness"] == "n = 3"
    assert broken["hypotheses"] == [{"text": "n >= 1", "silent": True}]
    whole = document(with_chain(derivation(SQUARE)))
    validate(whole)
    assert whole["claims"][0]["derivation"]["first_broken"] is None
    assert "derivation" not in document(claim())["claims"][0]


def test_a_derivation_that_disagrees_makes_its_claim_disagree() -> None:
    result = run_claim(with_chain(derivation(dataclasses.replace(BROKEN, recorded=Verdict.HOLDS))))
    assert not result.agrees
    assert result.problems == ("derivation: step 1: FAILS, recorded HOLDS",)


def test_a_near_miss_of_a_claim_has_no_derivation() -> None:
    miss = NearMiss("factor 2", parameters={"factor": 2})
    assert miss.of(with_chain(CHAIN)).derivation is None


def test_the_ledger_refuses_a_badly_named_derivation_and_sides_that_cannot_be_shown() -> None:
    plain = Step(
        before="n", relation=Relation.EQUAL, after="n", rule=Rule.ALGEBRA, check=SQUARE.check
    )  # fmt: skip
    for chain, said in (
        (derivation(SQUARE, id="Step 1"), "id of a derivation"),
        (derivation(plain), "sides of step 1 must offer latex"),
    ):
        [faults] = Registry([with_chain(chain)], TrustLedger()).faults.values()
        assert any(said in fault for fault in faults)


def test_the_schema_lists_every_word_of_derivations() -> None:
    properties = ledger_schema()["$defs"]["step"]["properties"]
    assert properties["relation"]["enum"] == list(Relation)
    assert properties["rule"]["enum"] == list(Rule)
    assert properties["recorded"]["enum"] == [verdict.value for verdict in Verdict]


def test_a_spoilt_step_is_refused() -> None:
    spoilt = copy.deepcopy(document(with_chain(CHAIN)))
    spoilt["claims"][0]["derivation"]["steps"][1]["relation"] = "=>"
    with pytest.raises(DomainError, match=r"'=>', not one of .* in \$\.claims\[0\]\.derivation\.steps\[1\]\.relation"):
        validate(spoilt)
