from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import (
    Check,
    Coverage,
    Erratum,
    Method,
    NearMiss,
    Outcome,
    Registry,
    Status,
    TrustEntry,
    TrustLedger,
    run_registry,
    snapshot,
)
from sdp_proofs.ledger.recount import contradictions
from sdp_proofs.ledger.registry import load
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import ZERO, check, claim, refuted_claim, registry, squares_exceed

REFUTED = ("squares-are-positive",)
ARB = TrustEntry("arb", "engine", "Balls contain.", "manual")


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("squares-are-positive", {"squares-are-positive"}),
        (" Squares-Are-Positive ", {"squares-are-positive"}),
        ("Figure 1", {"squares-are-positive"}),
        ("fig1", {"squares-are-positive"}),
        ("FIG. 1", {"squares-are-positive"}),
        ("theorem-1", {"squares-are-nonnegative"}),
        ("Thm. 1", {"squares-are-nonnegative"}),
        ("definition 2", {"square-of-an-integer"}),
        ("Equation 3", {"squares-grow-slowly", "squares-are-undecided"}),
        ("Eq. (3)", {"squares-grow-slowly", "squares-are-undecided"}),
    ],
)
def test_claims_are_found_by_id_and_by_locator(query: str, ids: set[str]) -> None:
    assert {found.id for found in registry().find(query)} == ids


@pytest.mark.parametrize(
    ("query", "suggestion"),
    [
        ("squares-are-postive", "squares-are-positive"),
        ("Eq. 33", "got 'Eq. 33'"),  # another number is another equation
        ("", "got ''"),
        ("zzz", "got 'zzz'"),
    ],
)
def test_an_unknown_claim_is_refused_with_suggestions(query: str, suggestion: str) -> None:
    with pytest.raises(DomainError, match=suggestion):
        registry().find(query)


def test_an_unknown_paper_is_refused() -> None:
    assert len(registry().find("Eq. 3", "toy")) == 2
    with pytest.raises(DomainError, match="one of toy; got 'other'"):
        registry().find("Eq. 3", "other")


def test_prerequisites_come_first() -> None:
    order = registry().closure(["squares-are-positive"])
    assert set(order) == set(registry())
    assert order.index("squares-are-undecided") < order.index("squares-grow-slowly")
    assert order.index("squares-grow-slowly") < order.index("squares-are-positive")
    assert order.index("squares-are-nonnegative") < order.index("squares-are-positive")
    assert registry().closure(["squares-are-nonnegative"]) == ("squares-are-nonnegative",)


GOOD = claim()
SUPPORTED = claim(id="supported", checks=(check(coverage=Coverage.GRID),), recorded=Status.SUPPORTED)
UNCHECKABLE: dict[str, Any] = {
    "checks": (),
    "near_misses": (),
    "recorded": Status.OPEN,
    "uncheckable": "a definition",
}


@pytest.mark.parametrize(
    ("claims", "trust", "complaint"),
    [
        ([GOOD, GOOD], [], "2 claims are called squares-are-nonnegative"),
        *(
            ([claim(id=name)], [], "lowercase words")
            for name in ("", "Big", "a_b", "a--b", "-a", "a-", "42", "remark-8", "l1", "8-remark", "a-2-b")
        ),
        ([claim(locator=" ")], [], "locator must not be empty"),
        ([claim(formula="n^2 >= 0")], [], "must offer latex"),
        ([claim(depends_on=("nowhere",))], [], "depends on nowhere"),
        ([claim(depends_on=("squares-are-nonnegative",))], [], "rest on themselves"),
        ([claim(id="a", depends_on=("b",)), claim(id="b", depends_on=("a",))], [], "a <- b|b <- a"),
        (
            [
                claim(depends_on=("broken",)),
                refuted_claim(id="broken", repaired_by=GOOD.id, recorded=Status.REPAIRED),
            ],
            [],
            "rest on themselves",
        ),
        ([refuted_claim(repaired_by="nowhere")], [], "repaired by nowhere"),
        ([claim(repaired_by="supported"), SUPPORTED], [], "but recorded established"),
        ([refuted_claim(recorded=Status.REPAIRED)], [], "no claim repairs it"),
        ([refuted_claim(), claim(repairs=REFUTED)], [], "recorded refuted, but its repair"),
        ([refuted_claim(recorded=Status.REPAIRED, repaired_by=GOOD.id), GOOD], [], "which does not say so"),
        ([claim(repairs=("nowhere",))], [], "repairs nowhere, which is not in the ledger"),
        (
            [refuted_claim(recorded=Status.REPAIRED), replace(SUPPORTED, repairs=REFUTED)],
            [],
            "recorded repaired, but its repair supported is recorded supported",
        ),
        (
            [refuted_claim(), refuted_claim(id="other", repairs=REFUTED)],
            [],
            "which is recorded refuted",
        ),
        ([refuted_claim(counterexample=None)], [], "its counterexample is missing"),
        ([claim(counterexample=ZERO)], [], "must have no counterexample, which belongs to refuted claims alone"),
        ([refuted_claim(erratum=None)], [], "its erratum is missing"),
        ([claim(erratum=Erratum("something"))], [], "must have no erratum, which belongs to refuted claims alone"),
        (
            [refuted_claim(recorded=Status.REPAIRED, repaired_by=GOOD.id, erratum=Erratum("x")), GOOD],
            [],
            "what the repair costs",
        ),
        ([claim(checks=(check(coverage=Coverage.GRID),))], [], "no check covers ALL"),
        (
            [refuted_claim(checks=(check(method=Method.SEARCHED, coverage=Coverage.SAMPLE),))],
            [],
            "a search alone",
        ),
        ([claim(checks=())], [], "must have a check"),
        ([claim(near_misses=())], [], "must have a near miss"),
        ([claim(**{**UNCHECKABLE, "checks": (check(),)})], [], "no checks or near misses"),
        ([claim(**{**UNCHECKABLE, "uncheckable": " "})], [], "give its reason"),
        ([claim(**{**UNCHECKABLE, "recorded": Status.ESTABLISHED})], [], "recorded open"),
        ([claim(near_misses=(NearMiss("same", parameters={"shift": 0}),))], [], "is the claim itself"),
        ([claim(near_misses=(NearMiss("same", formula=GOOD.formula),), formula=GOOD.formula)], [], "itself"),
        ([claim(checks=(check(), check()))], [], "two checks are called"),
        ([claim(near_misses=GOOD.near_misses * 2)], [], "two near misses are called"),
        ([claim(trust=("arb",))], [], "not in the trust ledger"),
    ],
)
def test_an_inconsistent_claim_is_told_and_stops_no_other(
    claims: list[Any], trust: list[TrustEntry], complaint: str
) -> None:
    apart = claim(id="apart")
    found = Registry([*claims, apart], TrustLedger(trust))
    told = [f"{name}: {fault}" for name, faults in found.faults.items() for fault in faults]
    assert any(re.search(complaint, one) for one in told)
    assert "apart" not in found.faults
    results = {result.id: result for result in run_registry(found)}
    assert results.keys() == found.keys()
    assert results["apart"].agrees
    assert all(results[name].agreement is Verdict.FAILS for name in found.faults)
    assert all(results[name].problems[0].startswith("not run: ") for name in found.faults)
    document = snapshot(found, results.values())
    assert not document["agrees"]
    assert list(contradictions(document)) == []


def test_what_cites_an_inconsistent_claim_is_not_established() -> None:
    found = Registry([claim(id="broken", near_misses=()), claim(id="above", depends_on=("broken",))], TrustLedger())
    assert found.faults.keys() == {"broken"}
    result = {one.id: one for one in run_registry(found)}["above"]
    assert (result.status, result.resting_on) == (Status.SUPPORTED, ("broken",))
    assert not result.agrees


def test_every_problem_is_named_at_once() -> None:
    found = Registry([claim(near_misses=(), depends_on=("nowhere",), trust=("arb",))], TrustLedger([ARB]))
    [told] = found.faults.values()
    assert "must have a near miss" in told[0] and "depends on nowhere" in told[1]


def test_entries_of_the_trust_ledger_that_nothing_rests_on_are_told() -> None:
    found = Registry([GOOD], TrustLedger([ARB]))
    assert (found.unused, found.faults) == (("arb",), {})


def test_consistent_ledgers_load() -> None:
    assert len(Registry([claim(trust=("arb",))], TrustLedger([ARB]))) == 1
    assert len(Registry([refuted_claim(), replace(SUPPORTED, repairs=REFUTED)], TrustLedger())) == 2
    assert len(Registry([claim(**UNCHECKABLE)], TrustLedger())) == 1


def test_trust_entries_are_unique() -> None:
    with pytest.raises(DomainError, match="unique"):
        TrustLedger([ARB, ARB])


def test_parts_of_claims_refuse_nonsense() -> None:
    with pytest.raises(DomainError, match="witness"):
        Outcome(Verdict.FAILS, "n <= 3")
    with pytest.raises(DomainError, match="witness"):
        Outcome(Verdict.FAILS, "n <= 3", instances=0, witness="n = 1")
    with pytest.raises(DomainError, match="negative"):
        Outcome(Verdict.HOLDS, "n <= 3", instances=-1)
    with pytest.raises(DomainError, match="ALL"):
        Check(Method.SEARCHED, Coverage.ALL, squares_exceed, "search")
    with pytest.raises(DomainError, match="or else a variant"):
        NearMiss("nothing")
    with pytest.raises(DomainError, match="or else a variant"):
        NearMiss("both", parameters={"shift": 1}, variant=lambda entry: entry)


def test_parameters_are_frozen() -> None:
    with pytest.raises(TypeError):
        claim().parameters["shift"] = 1  # type: ignore[index]


def test_a_ledger_is_loaded_by_name() -> None:
    assert set(load("tests.ledger.toy_ledger:registry")) == set(registry())
    with pytest.raises(TypeError, match="must return a Registry"):
        load("tests.ledger.toy_ledger:claim")
