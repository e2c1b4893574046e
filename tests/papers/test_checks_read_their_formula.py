"""A check that speaks of all instances must decide the formula of the claim that it is given.

It must not hold of a formula that says the opposite, and it must not know its own text: of formulas that say the same
in other words it must hold as well, at least of some.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from sdp_proofs import memory
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.papers import registry
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.programs import by_program
from sdp_proofs.verdict import Verdict
from tests.decided import DecidedLedger
from tests.papers.rewritings import falsified, mirrored, padded

ESTABLISHED = [claim for claim in registry().values() if claim.recorded is Status.ESTABLISHED]


def proofs(claim: Claim) -> list[Check]:
    """The checks that speak of all instances, and are not run on demand only.

    The replay of a closed sentence is none of them: the sentence has no letters of the claim.
    """
    read = [check for check in claim.checks if check.method is not Method.REPLAYED]
    return [check for check in read if check.coverage is Coverage.ALL and not check.deep]


def held(check: Check, claim: Claim, formula: Formula) -> bool:
    """Tell whether the check holds of the claim with another formula; a crash is no proof."""
    try:
        found = check.run(replace(claim, formula=formula))
    except Exception:
        return False
    return found.verdict is Verdict.HOLDS and found.instances != 0


def of_a_program(check: Check) -> bool:
    """Tell whether a program decides: always the same sentence, and it says of any other that it does not."""
    return getattr(check.run, "__qualname__", "").partition(".")[0] == by_program.__name__


def faults(claim: Claim, *, parts: int | None = 1, known: Collection[str] = ()) -> list[str]:
    """Faults of a claim's proofs; so many false formulas are tried for each, or all.

    Of the proofs with these titles it is known that they hold of the claim.
    """
    found = []
    for check in proofs(claim):
        if check.title not in known and not held(check, claim, claim.formula):
            found.append(f"{check.title!r} does not hold of the claim")
            continue
        for false in list(falsified(claim.formula))[:parts]:
            if held(check, claim, false):
                found.append(f"{check.title!r} holds of {false}")
        rewritings = () if of_a_program(check) else (padded, mirrored)
        if rewritings and not any(held(check, claim, rewriting(claim.formula)) for rewriting in rewritings):
            found.append(f"{check.title!r} holds of its own text only")
    return found


def toy(check: Check) -> Claim:
    statement = Formula("And(x <= x + 1, Implies(y > 0, 2*y > y))", ["x", "y"])
    return Claim(
        id="toy", paper="toy", locator="here", title="toy", kind=Kind.PROJECT, statement="a toy", formula=statement,
        checks=(check,), near_misses=(NearMiss("turned", Formula("x > x + 1", ["x"])),), recorded=Status.ESTABLISHED,
    )  # fmt: skip


def recognising(claim: Claim) -> Outcome:
    known = claim.formula.text == "And(x <= x + 1, Implies(y > 0, 2*y > y))"
    return Outcome(Verdict.HOLDS if known else Verdict.UNKNOWN, "its own text")


class TestTheFaultsAreSeen:
    def test_a_proof_of_the_formula_has_none(self) -> None:
        assert not faults(toy(by_solver("all reals", [])), parts=None)

    def test_a_check_that_ignores_the_formula(self) -> None:
        blind = Check(Method.EXACT, Coverage.ALL, lambda _: Outcome(Verdict.HOLDS, "whatever"), "blind")
        assert len(faults(toy(blind), parts=None)) == 2

    def test_a_check_that_looks_at_one_part(self) -> None:
        first = by_solver("all reals", [])
        half = Check(
            Method.SMT,
            Coverage.ALL,
            lambda claim: first.run(replace(claim, formula=Formula("x <= x + 1", ["x"])))
            if "x <= x + 1" in claim.formula.text
            else Outcome(Verdict.UNKNOWN, "no such part"),
            "half",
        )
        assert [fault for fault in faults(toy(half), parts=None) if "2 * y" in fault]

    def test_a_check_that_crashes(self) -> None:
        def crash(claim: Claim) -> Outcome:
            raise ArithmeticError(claim.id)

        assert faults(toy(Check(Method.EXACT, Coverage.ALL, crash, "crash"))) == ["'crash' does not hold of the claim"]

    def test_a_check_that_recognises_its_text(self) -> None:
        known = Check(Method.EXACT, Coverage.ALL, recognising, "known")
        assert faults(toy(known)) == ["'known' holds of its own text only"]


class TestRewritings:
    FORMULA = Formula("And(Or(x < 1, x >= 1), Implies(x > 2, Eq(x, x)), Equivalent(x == 1, 1 == x))", ["x"])

    def test_each_opposite_differs_in_one_part(self) -> None:
        assert [str(false) for false in falsified(self.FORMULA)] == [
            "And(And((x) >= (1), (x) < (1)), Implies(x > 2, Eq(x, x)), Equivalent(x == 1, 1 == x))",
            "And(Or(x < 1, x >= 1), Implies(x > 2, Eq(x, x + 1)), Equivalent(x == 1, 1 == x))",
            "And(Or(x < 1, x >= 1), Implies(x > 2, Eq(x, x)), Equivalent(x == 1, Not(1 == x)))",
        ]

    @pytest.mark.parametrize("rewriting", [padded, mirrored])
    def test_other_words_say_the_same(self, rewriting) -> None:
        for value in (0, 1, 3):
            assert rewriting(self.FORMULA).decide({"x": value}) is Verdict.HOLDS
        assert rewriting(Formula("x < 1", ["x"])).decide({"x": 1}) is Verdict.FAILS


@pytest.mark.slow(every=24)
@pytest.mark.parametrize("claim", ESTABLISHED, ids=lambda claim: claim.id)
def test_proofs_decide_the_formula(claim: Claim, decided: DecidedLedger) -> None:
    found = decided[claim.id].evidence
    known = {one.title for one in found if one.verdict is Verdict.HOLDS and one.instances != 0}
    with memory.of_one_claim():
        assert not faults(claim, known=known)


@pytest.mark.slow
@pytest.mark.parametrize("claim", ESTABLISHED, ids=lambda claim: claim.id)
def test_proofs_decide_every_part_of_the_formula(claim: Claim) -> None:
    assert not faults(claim, parts=None)
