"""Exponentials, logarithms and roots for a solver: named once, and no proof of what it says itself."""

from __future__ import annotations

import math
import random

import pytest

from sdp_proofs.ledger import run_claim
from sdp_proofs.papers import registry
from sdp_proofs.papers.trust import TRUST
from sdp_proofs.proving import entailment
from sdp_proofs.proving.entailment import ENTRY, FACTS, abstracted, facts_that_say
from sdp_proofs.proving.terms import directions
from sdp_proofs.proving.vocabulary import Section, about, by_solver, in_steps, shown
from sdp_proofs.verdict import Verdict
from tests.papers.toy_wing import PAPER

RISES = "exponentials-rise-with-their-exponents"


def by_z3():
    return [one for one in registry().values() if any("z3" in check.engines for check in one.checks) and one.formula]


def test_the_entry_of_the_trust_ledger_says_every_fact():
    assert all(fact.typeset() in TRUST[ENTRY].statement for fact in FACTS)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.says)
def test_facts_are_true_at_many_points(fact):
    rng = random.Random(20261124)
    function = {"exp": math.exp, "sqrt": math.sqrt, "log": math.log}[fact.function]
    for _ in range(400):
        x, y = (rng.uniform(-5, 5) for _ in "xy")
        if fact.function != "exp":
            x = abs(x) + 1e-6
        values = {"f": function(x), "x": x, "g": math.exp(y), "y": y}
        text = fact.says.format(f="f", g="g", x="x", y="y").replace("==", "<= 1e-9 +")
        assert eval(text, {"Implies": lambda a, b: not a or b}, values)


def test_a_claim_that_is_a_fact_is_proved_from_others_or_not_at_all():
    assert run_claim(registry()[RISES]).status.value == "established"
    section = Section(PAPER, "Sec. 1")
    for text in (
        "exp(x) > 0", "exp(x) - x >= 1", "Implies(x <= y, exp(y) - exp(x) >= 0)", "2*exp(3*x) >= 2 + 6*x",
        "Implies(x > 0, log(x) <= x - 1)",
    ):
        claim = section.claim(f"claim-{len(section.claims)}", "it", "It.", text, by_solver("all", []))
        assert run_claim(claim).evidence[0].verdict is Verdict.UNKNOWN, text
    weaker = section.claim("weaker", "it", "It.", "exp(x) >= x", by_solver("all", []))
    assert run_claim(weaker).evidence[0].verdict is Verdict.HOLDS


def test_no_claim_of_the_ledger_is_a_fact_but_the_one_that_is_proved_from_the_others():
    found = {claim.id for claim in by_z3() for part in directions(claim.formula) if facts_that_say(part)}
    assert found == {fact.proved_by for fact in FACTS if fact.proved_by} == {RISES}


def test_whatever_a_solver_is_told_is_named(monkeypatch):
    """The facts that reach the solver while claims are run, against the entry that was attached without a run."""
    told = []

    def watched(formulas, without=()):
        found = abstracted(formulas, without)
        told.extend(found.known)
        return found

    monkeypatch.setattr(entailment, "abstracted", watched)
    claims = by_z3()
    for claim in random.Random(32).sample(claims, 40):
        told.clear()
        for check in claim.checks:
            if not check.deep and "z3" in check.engines:
                check.run(claim.unrecorded())
        assert not told or ENTRY in claim.trust, claim.id


def test_a_formula_with_such_a_function_that_a_solver_decides_itself_rests_on_it():
    named = {fact.function for fact in FACTS}
    for claim in by_z3():
        spoken = any(f"{name}(" in str(claim.formula) for name in named)
        itself = any(check.engines == {"z3"} and check.proves is None for check in claim.checks)
        assert not (spoken and itself) or ENTRY in claim.trust, claim.id


def test_a_fact_is_not_proved_by_way_of_a_step_that_repeats_it():
    section = Section(PAPER, "Sec. 1")
    for text in ("exp(x) > 0", "Implies(x <= y, exp(x) <= exp(y))"):
        steps = about(section.formula(text), by_solver("it", [])), by_solver("again", [shown("it")])
        claim = section.claim(f"by-steps-{len(section.claims)}", "it", "It.", text, in_steps("twice", *steps))
        assert run_claim(claim).evidence[0].verdict is Verdict.UNKNOWN, text
    other = about(section.formula("sqrt(x)**2 == x"), by_solver("a root", ["x >= 0"]))
    last = by_solver("its use", ["x >= 1", shown("a root")])
    useful = section.claim("useful", "it", "It.", "sqrt(x)*sqrt(x) >= 1", in_steps("a step", other, last))
    assert run_claim(useful).evidence[0].verdict is Verdict.HOLDS
