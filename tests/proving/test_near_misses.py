"""Families of near misses. That all are refuted is part of agreeing with the record; here are those that are listed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Kind, Method, NearMiss, Outcome, Status, run_claim
from sdp_proofs.papers import registry
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.instances import on_instances
from sdp_proofs.proving.mutants import EQUAL, NOT_ATTAINED, NOT_NEEDED, UNDECIDED, UNREFUTED, Court, Family, family
from sdp_proofs.verdict import Verdict

CLAIMS = registry()
WITH_FAMILY = [claim for claim in CLAIMS.values() if claim.family is not None]
SHALLOW = [claim for claim in WITH_FAMILY if not claim.family.deep]
LISTED = [claim for claim in SHALLOW if claim.family.true]


def toy(formula: str, given: Family, *checks: Check) -> Claim:
    statement = Formula(formula, ["x", "y"])
    return Claim(
        id="toy", paper="toy", locator="here", title="toy", kind=Kind.PROJECT, statement="a toy", formula=statement,
        checks=checks, near_misses=(NearMiss("turned", Formula("x > y + 5", ["x", "y"])),), family=given,
        recorded=Status.ESTABLISHED,
    )  # fmt: skip


BELOW = by_solver("all reals", [Formula("And(0 < x, 2*x <= y)", ["x", "y"])])


@pytest.mark.slow
def test_the_corpus_is_large() -> None:
    assert len(WITH_FAMILY) >= 265
    made = sum(1 for claim in SHALLOW for each in claim.family.neighbours(claim) if each.key not in claim.family.true)
    assert made >= 4000  # some of these ask for less and are left out


@pytest.mark.slow(every=4)
@pytest.mark.usefixtures("as_one_claim")
@pytest.mark.parametrize("claim", LISTED, ids=lambda claim: claim.id)
def test_what_is_listed_is_not_refuted_and_asks_for_more(claim: Claim) -> None:
    court = Court(claim)
    true = claim.family.true  # by name or by key
    listed = [each for each in claim.family.neighbours(claim) if {each.name, each.key} & true.keys()]
    assert len(listed) == len(true)
    for neighbour in listed:
        found = court.refutation(neighbour)
        assert not found.refuted, neighbour.name
        if found.met:  # a true formula need not follow from the premises of this proof
            assert (found.detail or "").startswith("no proof from the premises"), neighbour.name
            continue
        assert not court.asks_no_more(neighbour), neighbour.name
        reason = true.get(neighbour.key) or true[neighbour.name]
        assert ("UNKNOWN" if reason.startswith("not decided") else "HOLDS") in (found.detail or ""), neighbour.name


def test_refuted_claims_have_no_family() -> None:
    assert not [claim.id for claim in WITH_FAMILY if claim.counterexample is not None]


def test_reasons_are_said() -> None:
    reasons = {reason for claim in WITH_FAMILY for reason in claim.family.true.values()}
    beginnings = "true: ", "true and proved: ", "not decided: "
    assert all(reason in (UNDECIDED, UNREFUTED) or reason.startswith(beginnings) for reason in reasons)


def test_mutants_stay_open_only_where_a_sentence_is_the_only_proof() -> None:
    open_ = [claim for claim in WITH_FAMILY if UNREFUTED in claim.family.true.values()]
    assert open_
    for claim in open_:
        assert {check.method for check in claim.checks if check.coverage is Coverage.ALL} == {Method.REPLAYED}, claim.id


def test_a_claim_with_room_is_not_passed_in_silence() -> None:
    loose = toy("x <= y", family(), BELOW)
    result = run_claim(loose)
    assert not result.agrees
    assert any("'< for <= in x <= y' survives" in problem for problem in result.problems)
    named = family(true={NOT_ATTAINED: ["< for <= in x <= y"]})
    assert run_claim(replace(loose, family=named)).agrees


def test_entries_that_do_not_exist_are_found() -> None:
    stale = family(true={NOT_ATTAINED: ["< for <= in x <= y"], EQUAL: ["< for <= in x <= z"]})
    result = run_claim(toy("x <= y", stale, BELOW))
    assert result.problems == ("'< for <= in x <= z' is listed as true, but not generated",)


def test_a_hypothesis_that_does_not_matter_is_listed_by_itself() -> None:
    needless = by_solver("all reals", [Formula("And(0 < x, 2*x <= y, y < 100)", ["x", "y"])])
    given = family(true={NOT_ATTAINED: ["< for <= in x <= y"]})
    result = given.provoke(toy("x <= y", given, needless))
    assert result.problems == ()
    assert ("all reals, without y < 100", NOT_NEEDED) in result.listed
    assert "all reals, without 0 < x" not in dict(result.listed)


def test_what_asks_for_less_is_left_out_whether_true_or_not() -> None:
    blind = Check(Method.EXACT, Coverage.ALL, lambda claim: Outcome(Verdict.HOLDS, "everything"), "blind")
    result = family().provoke(toy("x <= 2*y", family(), blind))
    assert result.weaker == 0  # a check that does not look at formulas does not say what is weaker
    assert not result.refuted
    assert result.survivors


def test_instances_are_computed_once() -> None:
    calls = []

    def points(_: Claim) -> list[tuple[str, dict[str, int]]]:
        calls.append(1)
        return [("one", {"x": 1, "y": 1}), ("two", {"x": 1, "y": 4})]

    check = on_instances(Method.EXACT, Coverage.GRID, "points", "two points", points)
    result = family(["x"]).provoke(toy("x <= y", family(["x"]), check))
    assert (len(calls), result.survivors, result.weaker) == (1, (), 1)
    assert dict(result.refuted) == {"direction": 1, "off by one": 1, "strictness": 1}


def test_no_instances_refute_and_excuse_nothing() -> None:
    check = on_instances(Method.EXACT, Coverage.GRID, "none", "nothing", lambda _: ())
    result = family().provoke(toy("x <= 2*y", family(), check))
    assert (result.killed, result.weaker) == (0, 0)
