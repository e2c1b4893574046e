"""Premises of proofs: nothing that is merely typed establishes a claim, and everything that is assumed is printed.

The toy claims here are the false statements that an author could once have established, and true ones beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import (
    Check,
    Claim,
    ClaimResult,
    Coverage,
    Kind,
    Method,
    NearMiss,
    Registry,
    Status,
    TrustEntry,
    TrustLedger,
    run_registry,
)
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.ledger.registry import trusted_by
from sdp_proofs.proving.chains import about, after_substitution, in_steps
from sdp_proofs.proving.checks import by_identity, by_solver, on_box
from sdp_proofs.proving.induction import by_induction
from sdp_proofs.proving.instances import on_instances
from sdp_proofs.proving.premises import cite, defined, lifted, shown, trusted

TRUST = TrustLedger([TrustEntry("averaging", "lifting", "What holds for each holds on average.", "elementary")])


def faults(claim: Claim) -> str:
    return "; ".join(Registry([claim], TRUST).faults[claim.id])


def believing(*claims: Claim) -> TrustLedger:
    """A ledger that believes whatever claims name."""
    formulas = {claim.id: claim.formula for claim in claims}
    named = {name for claim in claims for name in (*claim.trust, *trusted_by(claim, formulas))}
    return TrustLedger([TrustEntry(name, "lifting", name, "elementary") for name in sorted(named)])


def toy(
    identifier: str, text: str, names: Sequence[str] | dict[str, str], *checks: Check, wrong: str = "", **more: Any
) -> Claim:
    """A claim with one near miss: its relation turned."""
    formula = Formula(text, names)
    miss = Formula(wrong or f"Not({text})", names)
    return Claim(
        id=identifier, paper="toy", locator=identifier, title=identifier, kind=Kind.THEOREM, statement=text,
        formula=formula, checks=checks, near_misses=(NearMiss("turned", miss),), recorded=Status.OPEN,
        trust=("averaging",), **more,
    )  # fmt: skip


def results(*claims: Claim) -> dict[str, ClaimResult]:
    return {result.id: result for result in run_registry(Registry(claims, believing(*claims)))}


def status(*claims: Claim) -> str:
    """Status of the last claim."""
    return str(results(*claims)[claims[-1].id].status)


BELOW = toy("x-below-y", "x <= y", {"x": "x", "y": "y"}, by_solver("ranges", ["x <= 0", "y >= 0"]))


class TestWhatIsTyped:
    """A premise without an origin, in every way to prove that takes one."""

    def test_a_conclusion_that_is_assumed_is_no_theorem(self) -> None:
        check = by_solver("so", ["And(y == 7, x == y)"])
        assert status(toy("seven", "x == 7", ["x"], check)) == "supported"

    def test_a_hypothesis_of_other_symbols_is_an_invention(self) -> None:
        claim = toy("invented", "utility <= 2*delta", ["utility", "delta"],
                    by_solver("means", ["utility <= there", "there <= 2*delta"]))  # fmt: skip
        assert status(claim) == "supported"
        assert {premise.origin for premise in results(claim)["invented"].evidence[0].premises} == {Origin.ASSUMED}

    def test_a_substitution_says_by_what(self) -> None:
        halved = {"loss": "high/2"}
        at_one = by_solver("one output", ["high >= 0"])
        names = ["loss", "high"]
        typed, lifting = after_substitution(at_one, halved), after_substitution(at_one, halved, by="averaging")
        assert status(toy("half", "loss <= high", names, typed)) == "supported"
        assert status(toy("half", "loss <= high", names, lifting)) == "established"

    def test_a_step_about_something_else_proves_nothing(self) -> None:
        with pytest.raises(DomainError, match="must be about the claim itself"):
            in_steps("so", about(Formula("x == x", ["x"]), by_solver("trivial", [])))

    def test_a_hypothesis_is_printed_where_the_verdict_is(self) -> None:
        found = results(BELOW)["x-below-y"].evidence[0]
        assert found.proves
        assert "x <= 0, y >= 0" in found.scope
        assert [premise.text for premise in found.premises] == ["x <= 0", "y >= 0"]

    def test_what_identities_and_boxes_assume_is_printed(self) -> None:
        positive = by_identity("positive", {"x": "positive"})
        absolute = toy("absolute", "abs(x) == x", ["x"], positive, wrong="abs(x) == 2*x")
        boxed = toy("boxed", "x**2 <= x", ["x"], on_box("unit", {"x": "[0, 1]"}, [Formula("x < 1", ["x"])]))
        assert "x > 0" in results(absolute)["absolute"].evidence[0].scope
        assert "where x < 1" in results(boxed)["boxed"].evidence[0].scope


SQUARES = by_solver("squares", [cite("x-below-y", {"x": "-a**2", "y": "b**2"})])


class TestCitations:
    """The formula of another claim, under its conditions."""

    def test_an_instance_of_a_claim_proves(self) -> None:
        claim = toy("twice", "-a**2 <= b**2", ["a", "b"], SQUARES)
        found = results(BELOW, claim)["twice"]
        assert str(found.status) == "established"
        assert found.evidence[0].premises[0].source == "x-below-y"

    def test_its_conditions_come_along(self) -> None:
        claim = toy("any", "a <= b", ["a", "b"], by_solver("without ranges", [cite("x-below-y", {"x": "a", "y": "b"})]))
        assert status(BELOW, claim) == "open"

    def test_what_is_cited_is_depended_on(self) -> None:
        claim = toy("twice", "-a**2 <= b**2", ["a", "b"], SQUARES)
        assert Registry([BELOW, claim], TRUST)["twice"].depends_on == ("x-below-y",)

    @pytest.mark.parametrize("check", [
        by_solver("typed", ["x <= between", "between <= y"]),
        by_solver("undecided", ["x <= 0"]),
        by_solver("false", []),
    ])  # fmt: skip
    def test_nothing_rests_on_what_is_not_established(self, check: Check) -> None:
        weak = toy("weak", "x <= y", ["x", "y"], check)
        strong = toy("strong", "x <= y + 1", ["x", "y"], by_solver("more", [cite("weak")]))
        found = results(weak, strong)
        assert str(found["strong"].status) != "established"
        assert found["strong"].resting_on == ("weak",)

    @pytest.mark.parametrize(("factor", "expected"), [(1, "established"), (2, "established"), (3, "open")])
    def test_a_changed_claim_no_longer_says_what_was_needed(self, factor: int, expected: str) -> None:
        symbols = {"loss": r"\delta(x)", "rate": "r"}
        proof = by_solver("on average", ["rate > 0", trusted("averaging", "loss <= rate")])
        known = toy("known", f"loss <= {factor}*rate", symbols, proof)
        claim = toy("doubled", "loss <= 2*rate", symbols, by_solver("cited", ["rate > 0", cite("known")]))
        assert status(known, claim) == expected

    def test_a_quantity_is_not_taken_for_another(self) -> None:
        proof = by_solver("on average", [trusted("averaging", "l <= 1")])
        loss = toy("losses", "l <= 1", {"l": r"\delta(x)"}, proof)
        other = toy("others", "l <= 2", {"l": r"\delta(y)"}, by_solver("cited", [cite("losses")]))
        same = toy("same", "l <= 2", {"l": r"\delta(x)"}, by_solver("cited", [cite("losses")]))
        assert status(loss, other) == "open"
        assert status(loss, same) == "established"

    @pytest.mark.parametrize("terms", [{"loss": "7"}, {"loss": "x"}, {"loss": "2*loss"}, {"rate": "rate/2"}])
    def test_what_is_no_variable_is_not_replaced(self, terms: dict[str, str]) -> None:
        known = toy("known", "loss <= rate", ["loss", "rate"],
                    by_solver("n", ["rate > 0", trusted("averaging", "loss <= rate")]))  # fmt: skip
        names = {"loss": "loss", "rate": "rate", "x": "x"}
        wrong = toy("wrong", "Or(x <= rate, loss <= rate/2)", names, by_solver("c", ["rate > 0", cite("known", terms)]))
        assert status(known, wrong) == "open"

    @pytest.mark.parametrize("middle", [
        by_solver("cited", [cite("value")]),
        in_steps("so", about(Formula("l >= 1", {"l": r"\lambda"}), by_solver("cited", [cite("value")])),
                 by_solver("end", [shown("cited")])),
        in_steps("so", about(Formula("x >= 1", {"x": r"\lambda"}), by_solver("renamed", [cite("value", {"l": "x"})])),
                 by_solver("end", [shown("renamed", {"x": "l"})])),
    ])  # fmt: skip
    def test_what_is_no_variable_stays_none_however_often_it_is_cited(self, middle: Check) -> None:
        proof = by_solver("on average", [trusted("averaging", "l == 2")])
        value = toy("value", "l == 2", {"l": r"\lambda"}, proof)
        large = toy("large", "l >= 1", {"l": r"\lambda"}, middle)
        again = toy("again", "l >= 0", {"l": r"\lambda"}, by_solver("cited", [cite("large")]))
        all_numbers = toy("all", "x >= 1", ["x"], by_solver("cited", [cite("large", {"l": "x + 0"})]))
        assert status(value, large, again) == "established"
        assert status(value, large, all_numbers) == "open"

    def test_a_definition_is_a_condition(self) -> None:
        five = about(Formula("x == 5", ["x"]), by_solver("five", [defined("x", "5")]))
        check = in_steps("so", five, by_solver("end", [shown("five")]))
        assert status(toy("fives", "x == 5", {"x": "x"}, check)) == "open"
        other = in_steps("so", five, by_solver("end", [shown("five", {"x": "y"})]))
        assert status(toy("fives", "y == 5", ["y"], other)) == "open"

    def test_a_sequence_is_not_any_number(self) -> None:
        grows = by_induction("sums", {"total": "0", "n": "0"}, {"total": "total + 1", "n": "n + 1"}, ["n >= 0"])
        counted = about(Formula("total <= n", ["total", "n"]), grows)
        right = in_steps("so", counted, by_solver("end", ["n >= 0", shown("sums")]))
        wrong = in_steps("so", counted, by_solver("end", ["n >= 0", shown("sums", {"total": "7*n + 1"})]))
        few = toy("few", "total <= 2*n", ["total", "n"], right, integers=frozenset(["n", "total"]))
        assert status(few) == "established"
        assert status(toy("few", "1 <= -6*n", ["n"], wrong)) == "open"

    def test_divisors_of_what_is_cited_are_not_zero_by_assumption(self) -> None:
        quotient = toy("quotient", "y/x == y*(1/x)", ["x", "y"], by_identity("cancelled", ["x", "y"]), wrong="y/x == y")
        at_zero = toy("at-zero", "Implies(x == 0, y == 5)", ["x", "y"], by_solver("so", [cite("quotient")]))
        assert status(quotient, at_zero) in ("open", "refuted")

    def test_finite_lists_are_not_cited_for_all(self) -> None:
        listed = Claim(
            id="listed", paper="toy", locator="l", title="l", kind=Kind.THEOREM, statement="s", over="three numbers",
            ranges=frozenset("x"),
            formula=Formula("x <= 3", ["x"]), recorded=Status.ESTABLISHED, trust=("averaging",),
            near_misses=(NearMiss("two", Formula("x <= 2", ["x"])),),
            checks=(on_instances(Method.EXACT, Coverage.ALL, "listed", "three numbers",
                                 lambda _: ((str(n), {"x": n}) for n in (1, 2, 3))),),
        )  # fmt: skip
        citing = toy("citing", "x <= 4", ["x"], by_solver("so", [cite("listed")]))
        found = results(listed, citing)
        assert str(found["listed"].status) == "established"
        assert str(found["citing"].status) == "open"

    def test_integers_have_to_be_integers_here(self) -> None:
        """A claim is cited by one of integers, and that again by one of integers: no number becomes real on the way."""
        proof = by_induction("counted", {"k": "0"}, {"k": "k + 1"}, ["k >= 0"], keeps=["Or(k == 0, k >= 1)"])
        counts = toy("counts", "k*(k - 1) >= 0", ["k"], proof, integers=frozenset("k"))
        cited = by_solver("cited", ["n >= 0", cite("counts", {"k": "n"})])
        reals = toy("reals", "n*(n - 1) >= 0", ["n"], cited)
        large = toy("large", "m >= 1", ["m"], by_solver("so", ["m > 0", cite("reals", {"n": "m"})]))
        assert [str(found.status) for found in results(counts, reals, large).values()][:2] == ["established", "open"]
        assert status(counts, reals, large) != "established"
        whole = toy("whole", "n*(n - 1) >= 0", ["n"], cited, integers=frozenset("n"))
        assert status(counts, whole) == "established"
        doubled = by_solver("cited", ["n >= 0", cite("counts", {"k": "2*n + 1"})])
        odd = toy("odd", "(2*n + 1)*(2*n) >= 0", ["n"], doubled, integers=frozenset("n"))
        assert status(counts, odd) == "established"

    def test_what_sympy_proves_of_integers_is_cited_for_integers(self) -> None:
        natural = toy("natural", "floor(n) == n", ["n"], by_identity("whole", "natural n"), wrong="floor(n) == n + 1")
        cited = by_solver("so", ["x >= 0", cite("natural", {"n": "x"})])
        assert status(natural, toy("real", "floor(x) >= x", ["x"], cited)) == "open"
        assert status(natural, toy("integer", "floor(x) >= x", ["x"], cited, integers=frozenset("x"))) == "established"


class TestStepsAndDefinitions:
    """Lemmas of one proof, and what symbols stand for."""

    def test_a_lemma_is_used_under_its_conditions(self) -> None:
        lemma = about(Formula("t <= t**2", ["t"]), by_solver("squares grow", ["t >= 1"]))
        names = ["x"]
        right = in_steps("so", lemma, by_solver("end", ["x >= 1", shown("squares grow", {"t": "x"})]))
        wrong = in_steps("so", lemma, by_solver("end", [shown("squares grow", {"t": "x"})]))
        assert status(toy("square", "x <= x**2", names, right)) == "established"
        assert status(toy("square", "x <= x**2", names, wrong)) == "open"

    def test_a_step_that_is_not_there_cannot_be_shown(self) -> None:
        check = in_steps("so", by_solver("end", [shown("an earlier step")]))
        assert status(toy("square", "0 <= x**2", ["x"], check)) == "open"

    def test_definitions_are_printed_and_speak_of_other_symbols(self) -> None:
        claim = toy("gap", "gap >= 0", ["gap", "x"], by_solver("a square", [defined("gap", "x**2")]))
        assert "gap == (x**2)" in results(claim)["gap"].evidence[0].scope
        with pytest.raises(DomainError, match="must not speak of what it defines"):
            defined("gap", "gap + 1")
        twice = toy("twice", "gap >= 0", ["gap"], by_solver("two", [defined("gap", "0"), defined("gap", "1")]))
        assert status(twice) == "open"

    def test_a_lifting_step_lifts_something(self) -> None:
        with pytest.raises(DomainError, match="must lift a claim or a step"):
            lifted("averaging", "mean <= 1")
        claim = toy("mean", "m <= 1", ["m"], by_solver("mean", [lifted("averaging", "m <= 0", cite("nothing"))]))
        assert "nothing" in faults(claim)

    def test_theorems_are_named(self) -> None:
        claim = toy("mean", "m <= 1", ["m"], by_solver("mean", [trusted("averaging", "m <= 0")]))
        assert results(claim)["mean"].evidence[0].premises[0].source == "averaging"
        unknown = toy("mean", "m <= 1", ["m"], by_solver("mean", [trusted("wishing", "m <= 0")]))
        assert "trusts wishing, which is not in the trust ledger" in faults(unknown)

    def test_a_chain_is_as_wide_as_its_narrowest_step(self) -> None:
        numbers = on_instances(Method.EXACT, Coverage.SAMPLE, "five numbers", "0 to 4",
                               lambda _: ((f"x = {x}", {"x": x}) for x in range(5)))  # fmt: skip
        assert status(toy("small", "x <= 10", ["x"], in_steps("so", numbers))) == "supported"
        once = on_instances(Method.EXACT, Coverage.ALL, "one number", "zero", lambda _: [("x = 0", {"x": 0})])
        assert status(toy("small", "x <= 10", ["x"], once)) == "supported"


class TestTheLedger:
    """Claims that do not fit together are not run."""

    def test_near_misses_are_mutants_of_the_formula(self) -> None:
        claim = toy("square", "x**2 >= 0", ["x"], by_solver("all reals", []), wrong="1 == 0")
        assert "near miss 'turned' must be a mutant of the claim's formula; got 1 == 0" in faults(claim)

    def test_two_symbols_are_not_typeset_alike(self) -> None:
        claim = toy("alike", "a <= b + 1", {"a": "x", "b": "x"}, by_solver("ranges", ["a <= 0", "b >= 0"]))
        assert "two symbols of the formula must not be typeset alike; got x" in faults(claim)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("min(x, n) < n", ("x", "n")),  # "n" stands in "min" before it stands for itself
        ("(b + a)*c < ab", ("b", "a", "c", "ab")),
        ("\n  And(rho_2 < 1,\n    rho < 2)", ("rho_2", "rho")),
    ],
)
def test_symbols_come_in_the_order_of_their_first_occurrence(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text) == names
