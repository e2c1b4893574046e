"""Checks that are attacked: values that are no numbers, time-outs, no instances, false certificates. None succeeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, ClaimResult, Coverage, Kind, Method, NearMiss, Status, run_claim
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers import registry
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.instances import Instance, on_instances, on_many_instances
from sdp_proofs.verdict import Verdict

SMALL = Formula("x <= 1", ["x"])
CLAIMS = registry()
REFUTED = sorted(
    (claim for claim in CLAIMS.values() if claim.counterexample is not None),
    key=lambda claim: len(str(claim.counterexample)),
)
"""Claims, the one that takes the fewest words to refute first."""
DEEP = [(claim, check) for claim in CLAIMS.values() for check in claim.checks if check.deep]


def result(check: Check, recorded: Status = Status.SUPPORTED) -> ClaimResult:
    return run_claim(
        Claim(
            id="attacked", paper="toy", locator="here", title="x <= 1", kind=Kind.PROJECT, statement="x <= 1",
            formula=SMALL, checks=(check,), near_misses=(NearMiss("turned", SMALL.mutate("<=", ">")),),
            recorded=recorded,
        )
    )  # fmt: skip


def at(*values: object, error: Exception | None = None) -> Check:
    """The formula at these values, before an exception that ends the instances."""

    def instances(_: Claim) -> Iterator[Instance]:
        for number, value in enumerate(values):
            yield f"number {number}", {"x": value}
        if error is not None:
            raise error

    return on_instances(Method.CERTIFIED, Coverage.SAMPLE, "attacked", "values", instances)


@pytest.mark.parametrize("ball", [arb("nan"), arb("inf"), arb("-inf"), arb(0, "inf")])
def test_one_value_that_is_no_number_takes_the_success_away(ball: arb) -> None:
    found = result(at(0, Enclosure(ball), 1))
    assert found.evidence[0].verdict is Verdict.UNKNOWN
    assert found.evidence[0].instances == 3
    assert (found.status, found.agrees) == (Status.OPEN, False)


def test_a_failure_behind_a_value_that_is_no_number_is_found() -> None:
    assert result(at(Enclosure(arb("nan")), 2)).status is Status.REFUTED


@pytest.mark.parametrize("error", [PrecisionError("64 bits"), SizeError("too large"), TimeoutError("60 s")])
def test_giving_up_after_instances_that_hold_supports_nothing(error: Exception) -> None:
    found = result(at(0, 1, error=error))
    assert found.evidence[0].verdict is Verdict.UNKNOWN
    assert (found.status, found.agrees, found.undecided) == (Status.OPEN, False, True)


@pytest.mark.parametrize("value", [0.5, "nan", None, float("nan")])
def test_a_value_that_is_not_exact_is_a_defect(value: object) -> None:
    found = result(at(0, value))
    assert (found.status, found.agrees) == (Status.OPEN, False)
    assert "crashed" in found.problems[0]


def test_no_instances_are_vacuous_deep_or_not() -> None:
    assert result(at()).status is Status.VACUOUS
    assert not result(at()).agrees
    deep = on_many_instances(Method.EXACT, "none", "none", lambda claim, seed, count: (), seed=1)
    assert result(replace(deep, deep=False)).status is Status.VACUOUS


def test_hypotheses_that_contradict_each_other_are_vacuous() -> None:
    found = result(by_solver("from nothing", [Formula("And(x < 0, x > 0)", ["x"])]))
    assert (found.status, found.agrees) == (Status.VACUOUS, False)


@pytest.mark.parametrize("claim", REFUTED[:6], ids=lambda claim: claim.id)
def test_a_counterexample_that_refutes_nothing_makes_its_claim_disagree(claim: Claim) -> None:
    recorded = claim.counterexample
    assert recorded is not None
    unmet = replace(claim, counterexample=replace(recorded, given=(*recorded.given, "1 < 0")))
    true = replace(claim, formula=Formula(f"Or({claim.formula}, 0 <= 1)", claim.formula.symbols))
    for spoilt in (unmet, true):
        found = run_claim(replace(spoilt, checks=(), near_misses=(), derivation=None))
        assert not found.agrees
        assert any("must fail again" in problem for problem in found.problems)


@pytest.mark.parametrize(("claim", "check"), DEEP, ids=lambda part: getattr(part, "id", ""))
def test_a_deep_check_repeats_a_shallow_one_and_proves_nothing_more(claim: Claim, check: Check) -> None:
    assert any(not other.deep and other.coverage is check.coverage for other in claim.checks)
    assert check.coverage is not Coverage.ALL
    assert len({other.title for other in claim.checks}) == len(claim.checks)
