"""Proofs by induction: first case, step and hypotheses belong together, and counters and inputs are what they are."""

from __future__ import annotations

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Registry
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.induction import by_induction, by_telescoping
from sdp_proofs.proving.premises import cite, trusted
from sdp_proofs.verdict import Verdict
from tests.proving.test_premises import TRUST, results, status, toy


class TestInduction:
    """First case, step and hypotheses belong together."""

    def test_hypotheses_limit_what_is_proved_and_are_printed(self) -> None:
        check = by_induction("n", {"n": "1"}, {"n": "n + 1"}, ["n <= 4"])
        found = results(toy("five", "n <= 5", ["n"], check))["five"].evidence[0]
        assert found.verdict is Verdict.HOLDS
        assert "n <= 4" in found.scope
        assert "n begins at 1 and goes on to n + 1" in found.scope

    @pytest.mark.parametrize(("bound", "each", "expected"), [
        ("after <= b*before", True, "established"), ("after <= b*before", False, "open"),
        ("after <= (b + 1)*before", True, "open"),
    ])  # fmt: skip
    def test_a_step_rests_on_what_holds_of_every_step(self, bound: str, each: bool, expected: str) -> None:
        step = toy("step", bound, ["before", "after", "b"], by_solver("on average", [trusted("averaging", bound)]))
        proof = by_induction(
            "steps", {"before": "start", "power": "start"}, {"before": "after", "power": "b*power"}, ["b >= 0"],
            inputs=["after"], each=[cite("step")] if each else [],
        )  # fmt: skip
        assert status(step, toy("all", "before <= power", ["before", "power"], proof)) == expected

    def test_what_is_assumed_of_a_step_establishes_nothing(self) -> None:
        step = toy("step", "after <= before", ["before", "after"], by_solver("typed", ["after <= x", "x <= before"]))
        proof = by_induction("steps", {"before": "1"}, {"before": "after"}, [], inputs=["after"], each=[cite("step")])
        claim = toy("all", "before <= 1", ["before"], proof)
        assert results(step, claim)["all"].resting_on == ("step",)
        assert Registry([step, claim], TRUST)["all"].depends_on == ("step",)

    def test_no_integer_is_left_out(self) -> None:
        with pytest.raises(DomainError, match="a counter must go to n \\+ 1"):
            by_induction("by twos", {"n": "1"}, {"n": "n + 2"}, ["n >= 1"])
        check = by_induction("by ones", {"n": "1"}, {"n": "n + 1"}, ["n >= 1"])
        assert status(toy("not-two", "(n - 2)**2 >= 1", ["n"], check)) == "open"

    def test_poles_are_not_stepped_over(self) -> None:
        check = by_induction("over five", {"n": "1"}, {"n": "n + 1"}, ["And(n >= 1, Or(n <= 4, n >= 5))"])
        assert status(toy("pole", "1/(n - 5) < 0", ["n"], check)) == "open"

    def test_states_before_one_that_counts_must_count(self) -> None:
        check = by_induction("from three on", {"n": "1"}, {"n": "n + 1"}, ["n >= 3"])
        assert status(toy("three", "n**2 >= 1", ["n"], check)) == "open"

    def test_an_input_is_another_at_every_step(self) -> None:
        """The last term x of a sum says nothing about the sum."""
        sums = {"s": "0", "k": "0"}, {"s": "s + x", "k": "k + 1"}
        product = toy("product", "s == k*x", ["s", "k", "x"], by_induction("terms", *sums, [], inputs=["x"]))
        assert status(product) == "open"
        assert status(toy("product", "s == k*x", ["s", "k", "x"], by_induction("terms", *sums, []))) == "established"
        with pytest.raises(DomainError, match=r"an input may .*; got x"):
            by_induction("terms", *sums, ["x >= 0"], inputs=["x"], keeps=["s <= k*x"])
        linked = by_induction("terms", *sums, ["s == k*x"], inputs=["x"])
        assert status(toy("product", "s == k*x", ["s", "k", "x"], linked)) == "open"
        with pytest.raises(DomainError, match=r"a sequence must .*; got x at its first state"):
            by_induction("terms", {"s": "1 - x"}, {"s": "s*(1 - x)"}, ["x <= s"], inputs=["x"])

    def test_an_input_may_depend_on_the_state(self) -> None:
        taken = by_induction("taken", {"s": "1"}, {"s": "s - x"}, ["And(0 <= x, x <= s)"], inputs=["x"])
        assert status(toy("left", "And(0 <= s, s <= 1)", ["s"], taken)) == "established"
        assert status(toy("left", "And(1/2 <= s, s <= 1)", ["s"], taken)) == "open"

    def test_a_counter_is_cited_from_its_first_value_on_and_at_integers(self) -> None:
        five = toy("five", "k >= 5", ["k"], by_induction("from five on", {"k": "5"}, {"k": "k + 1"}, []))
        where = "3 <= m", cite("five", {"k": "m"})
        small = toy("small", "m >= 5", ["m"], by_solver("so", where), integers=frozenset("m"))
        assert status(five, small) == "open"
        kept = by_induction("counted", {"k": "0"}, {"k": "k + 1"}, [], keeps=["Or(k == 0, k >= 1)"])
        gap = toy("gap", "k*(k - 1) >= 0", ["k"], kept)
        half = toy("half", "m >= 1", ["m"], by_solver("so", ["m > 0", cite("gap", {"k": "m"})]))
        assert status(gap, half) == "open"
        with pytest.raises(DomainError, match=r"a counter must .*; got 1/2"):
            by_induction("halves", {"k": "1/2"}, {"k": "k + 1"}, [])

    def test_what_begins_goes_on(self) -> None:
        with pytest.raises(DomainError, match="what begins must go on"):
            by_induction("n", {"n": "1"}, {"m": "m + 1"}, [])

    def test_sums_say_what_they_are_sums_of(self) -> None:
        grown, empty = {"total": "total + 2", "n": "n + 1"}, {"total": "0", "n": "0"}
        check = by_telescoping("sums", grown, {}, empty, dict.fromkeys(grown, "real"))
        found = results(toy("twice", "total == 2*n", ["total", "n"], check))["twice"].evidence[0]
        assert found.verdict is Verdict.HOLDS
        assert "total goes from total to total + 2" in found.scope

    def test_what_is_assumed_of_sums_is_printed_as_it_stands_in_their_scope(self) -> None:
        grown, empty = {"total": "total + 2", "n": "n + 1"}, {"total": "0", "n": "0"}
        check = by_telescoping("sums", grown, {}, empty, {"total": "real", "n": "natural"}, [Formula("n <= 90", ["n"])],
                               begins={"n": "0"})  # fmt: skip
        found = results(toy("twice", "total == 2*n", ["total", "n"], check))["twice"].evidence[0]
        said = [premise.text for premise in found.premises]
        assert said[-2:] == ["n is a natural number", "n <= 90"]
        assert found.scope.endswith(", n is a natural number, n <= 90")


@pytest.mark.parametrize(
    ("text", "hypotheses", "expected"),
    [
        ("x*exp(-k) <= x", ["x >= 0", "k >= 0"], "established"),
        ("exp(-2*k) <= exp(-k)", ["k >= 0"], "established"),
        ("exp(-2*k) <= exp(-k)", [], "refuted"),
        ("k*log((k + 1)/k) <= 1", ["k > 0"], "established"),
        ("log(k - 2) <= k", ["k > 0"], "open"),
        ("sqrt(x*y) <= (x + y)/2", ["x >= 0", "y >= 0"], "established"),
        ("sqrt(x - 1) >= 0", [], "open"),
        ("x**2 >= x", [], "refuted"),
    ],
)
def test_exponentials_logarithms_and_roots(text: str, hypotheses: list[str], expected: str) -> None:
    names = [name for name in ("x", "y", "k") if name in text.replace("exp", "")]
    claim = toy("functions", text, names, by_solver("all reals", hypotheses))
    assert str(next(iter(results(claim).values())).status) == expected


def test_integers_are_not_refuted_by_fractions() -> None:
    check = by_solver("all reals", [])
    assert status(toy("squares", "n**2 >= n", ["n"], check)) == "refuted"
    assert status(toy("squares", "n**2 >= n", ["n"], check, integers=frozenset({"n"}))) == "open"


def test_a_formula_without_symbols_is_refuted() -> None:
    found = results(toy("false", "1 == 0", [], by_solver("nothing to choose", []), wrong="1 == 1"))["false"]
    assert str(found.status) == "refuted"
    assert "no symbols" in str(found.evidence[0].witness)


class TestTheFirstTermOfATelescopingSum:
    """Steps that are left out by a condition: the first one must not be among them."""

    def check(self, where: str, begins: dict[str, str] | None) -> Check:
        kinds = {"total": "real", "k": "natural", "m": "natural"}
        return by_telescoping(
            "terms", {"total": "total + k", "s": "s + k"}, {"k": "k + 1"}, {"total": "0", "s": "0"},
            {**kinds, "s": "real"}, [Formula(where, ["k", "m"])], begins,
        )  # fmt: skip

    def test_it_must_be_said_where_it_is(self) -> None:
        with pytest.raises(DomainError, match="the first must be said"):
            self.check("k <= m", None)

    @pytest.mark.parametrize(("where", "expected"), [("k <= m", "established"), ("k < m", "open")])
    def test_it_must_meet_the_condition(self, where: str, expected: str) -> None:
        claim = toy("same", "total == s", ["total", "s"], self.check(where, {"k": "m"}))
        assert status(claim) == expected
