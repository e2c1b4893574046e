"""Values computed for a claim serve the mutants of its formula, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Outcome, Status, run_claim
from sdp_proofs.provers import smt
from sdp_proofs.proving.chains import about, in_steps
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.instances import on_instances, remembered
from sdp_proofs.verdict import Verdict


def claim(text: str = "n <= bound", **changes: Any) -> Claim:
    fields: dict[str, Any] = {
        "id": "numbers-are-bounded", "paper": "toy", "locator": "Lemma 1", "title": "bounded", "kind": Kind.LEMMA,
        "statement": "Every number is bounded.", "formula": Formula(text, ["n", "bound"]), "recorded": Status.SUPPORTED,
        "parameters": {"last": 3},
    }  # fmt: skip
    return Claim(**{**fields, **changes})


class Counted:
    """Instances that count how many of them were computed."""

    def __init__(self, *, asks: bool = False, fails_at: int = 99) -> None:
        self.made, self.asks, self.fails_at = 0, asks, fails_at

    def __call__(self, claim: Claim) -> Iterator[tuple[str, dict[str, int]]]:
        for n in range(1, claim.parameters["last"] + 1):
            if n == self.fails_at:
                raise ZeroDivisionError("on purpose")
            self.made += 1
            yield str(n), {"n": n, "bound": len(claim.formula.free) + 1 if self.asks else 3}


def test_instances_serve_mutants_of_the_formula() -> None:
    counted = Counted()
    check = on_instances(Method.EXACT, Coverage.GRID, "numbers", "n <= 3", counted)
    misses = tuple(NearMiss(text, Formula(text, ["n", "bound"])) for text in ("n < bound", "2*n <= bound"))
    result = run_claim(claim(checks=(check,), near_misses=misses))
    assert result.status is Status.SUPPORTED and all(miss.refuted_by for miss in result.near_misses)
    assert counted.made == 3


@pytest.mark.parametrize("ends", [False, True])
def test_instances_that_ask_for_the_formula_late_are_those_of_the_mutant_from_there_on(ends: bool) -> None:
    def late(claim: Claim) -> Iterator[tuple[str, dict[str, int]]]:
        yield "first", {"n": 1, "bound": 3}
        if ends and claim.formula.text == "n <= bound":
            return
        yield "second", {"n": 2, "bound": len(claim.formula.text)}

    again = remembered(late)
    assert next(iter(again(claim()))) == ("first", {"n": 1, "bound": 3})  # stopped before the formula is asked for
    mutant = claim("n < bound")
    assert list(again(mutant)) == list(late(mutant))
    assert list(again(claim())) == list(late(claim()))


def test_a_mutant_that_fails_early_computes_no_more_than_it_needs() -> None:
    counted = Counted()
    again = remembered(counted)
    assert next(iter(again(claim()))) == ("1", {"n": 1, "bound": 3}) and counted.made == 1
    assert len(list(again(claim("n < bound")))) == 3 and counted.made == 3


def test_other_parameters_have_other_instances_and_do_not_displace_those_of_the_claim() -> None:
    counted = Counted()
    again = remembered(counted)
    assert [len(list(again(claim(parameters={"last": last})))) for last in (3, 5, 3)] == [3, 5, 3]
    assert counted.made == 8
    assert len(list(again(claim(id="another-claim")))) == 3 and counted.made == 11


def test_instances_that_depend_on_the_formula_are_computed_for_each() -> None:
    again = remembered(Counted(asks=True))
    assert [values["bound"] for _, values in again(claim())] == [3, 3, 3]
    assert [values["bound"] for _, values in again(claim("n <= 3"))] == [2, 2, 2]


def test_what_broke_off_is_begun_anew() -> None:
    counted = Counted(fails_at=2)
    again = remembered(counted)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            list(again(claim()))
    assert counted.made == 2


def test_a_lemma_is_proved_once_for_all_mutants_of_the_claim() -> None:
    asked: list[str] = []

    def run(one: Claim) -> Outcome:
        asked.append(str(one.formula))
        held = Verdict.HOLDS if one.parameters["last"] == 3 else Verdict.UNKNOWN
        return Outcome(held, "everything")

    lemma = about(Formula("0 < n", ["n"]), replace(by_solver("lemma", []), run=run))
    proof = in_steps("two steps", lemma, by_solver("the claim", ["n <= bound"]))
    assert proof.run(claim()).verdict is Verdict.HOLDS
    assert proof.run(claim("n < bound")).verdict is Verdict.UNKNOWN  # the last step is asked about each
    assert proof.run(claim("n <= bound + 1")).verdict is Verdict.HOLDS
    assert asked == ["0 < n"]
    for _ in range(2):
        assert proof.run(claim(parameters={"last": 4})).verdict is Verdict.UNKNOWN
    assert len(asked) == 3  # an unproved formula is asked again
    written = about(lambda one: Formula(f"n < {one.parameters['last']}", ["n"]), replace(lemma, run=run))
    for last in (3, 3, 5):
        written.run(claim(parameters={"last": last}))
    assert asked[3:] == ["n < 3", "n < 5"]


def test_a_question_to_the_solver_is_settled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smt, "_in_this_process", smt._Answers())
    premise, conclusion = Formula("x > 1", ["x"]), Formula("x**2 > x", ["x"])
    first = smt.prove_for_all_reals([premise], conclusion)
    assert first.verdict is Verdict.HOLDS

    def refuse(*_: object) -> smt.SmtResult:
        raise AssertionError("it was asked again")

    with monkeypatch.context() as patch:
        patch.setattr(smt, "_found", refuse)
        assert smt.prove_for_all_reals([Formula("x > 1", ["x"])], Formula("x**2 > x", ["x"]), 5) is first
        for hypotheses, other in (([], conclusion), ([premise], Formula("x**2 >= x", ["x"]))):
            with pytest.raises(AssertionError):
                smt.prove_for_all_reals(hypotheses, other)
    assert smt.prove_for_all_reals([], conclusion).verdict is Verdict.FAILS


def test_a_statement_is_built_again_once_a_divisor_is_known_not_to_vanish() -> None:
    given = [Formula("x >= 1", ["x", "y"]), Formula("y/x <= 1", ["x", "y"])]
    assert smt.prove_for_all_reals(given, Formula("y <= x", ["x", "y"])).everywhere
    assert smt.prove_for_all_reals([Formula("y/x <= 1", ["x", "y"])], Formula("y <= x", ["x", "y"])).witness is not None
    assert smt.prove_for_all_reals([], Formula("x/x == 1", ["x"])).nonzero == ("x",)
