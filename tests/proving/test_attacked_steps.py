"""False statements that once passed through the joints between proofs, and true ones beside them that still do.

Each was established before what it uses was closed: a condition lost on the way from a lemma, a quantity cited at two
places at once, a name that a proof makes up and a claim has, digits lost in reading.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import (
    Check,
    Claim,
    Coverage,
    Evidence,
    Method,
    Outcome,
)
from sdp_proofs.ledger.examination import examine
from sdp_proofs.ledger.premise import Citation, Origin
from sdp_proofs.proving.by_sums import and_collected, by_sums
from sdp_proofs.proving.chains import about, after_substitution, and_so, in_steps
from sdp_proofs.proving.checks import by_identity, by_solver, on_box
from sdp_proofs.proving.induction import by_induction, by_telescoping, record_by_record
from sdp_proofs.proving.instances import on_instances, on_instances_with_facts
from sdp_proofs.proving.premises import averaged, cite, defined, lifted, one_of, shown, summed, trusted
from sdp_proofs.proving.terms import directions, parts
from sdp_proofs.verdict import Verdict
from tests.proving.attacks import Attacks, of, status, tried
from tests.proving.test_premises import faults, toy

K = {"k": "0"}, {"k": "k + 1"}
SQUARES = toy("squares", "s == k**2", ["s", "k"], by_induction(
    "odd numbers", {"s": "0", **K[0]}, {"s": "s + 2*k + 1", **K[1]}, [],
))  # fmt: skip
RECTANGLES = toy("rectangles", "s == k*(k - 1)", ["s", "k"], by_induction(
    "even numbers", {"s": "0", **K[0]}, {"s": "s + 2*k", **K[1]}, [],
))  # fmt: skip
UNDER_Z = toy("under-z", "x <= 1", ["x"], by_solver("through z", ["z <= 1", defined("z", "x")]))
ON_BOX = toy("on-a-box", "x <= 1", ["x"], on_box("both", {"x": "[0, 2]", "z": "[0, 1]"}, "x <= z"))
UP_TO_P = toy("up-to-p", "k <= 3", ["k"], by_induction("up to p", *K, ["k <= p", "p <= 3"]))
MADE = toy("made", "y <= 1", ["y"], after_substitution(
    by_solver("of x", "x <= 1"), {"y": "x"}, ["x"], definition=True,
))  # fmt: skip
ITSELF = toy("itself", "x <= x", ["x"], by_solver("all", []))
TWICE = toy("twice-tried", "x <= 1", ["x"], by_solver("tried", ["x*x <= y", cite("itself")]), by_solver("so", "x <= 1"))
LOSS = {"loss": r"\delta(x)"}
BELIEVED = toy("believed", "loss <= 1", LOSS, by_solver("so", ["loss >= 0", trusted("averaging", "loss <= 1")]))
LINKED = toy("linked", "loss <= rate", LOSS | {"rate": "d(x)"}, by_solver("so", [trusted("averaging", "loss <= rate")]))
CALLED_STEP = toy("called-step", "loss <= 1", LOSS, by_solver(
    "so", [Citation("believed", of_step=True), "loss >= 0"],
), depends_on=("believed",))  # fmt: skip
TOTAL = toy("total", "total == 5*count", ["total", "count"], by_solver(
    "so", ["total >= 0", summed("total == 5*count", {"total": "5", "count": "1"}, each="")],
))  # fmt: skip

COUNTED = record_by_record(
    "counted", "binomial(n, T)", dict.fromkeys("bcnhT", "0"), [
        ({"b": "b + 1", "n": "n + 1"}, {"h": "h - 1", "T": "T - 1"}), ({"c": "c + 1", "n": "n + 1"}, {"T": "T - 1"}),
    ], [Formula("And(h <= b + 1, 0 <= T - h, T - h <= c + 1, T <= n)", list("bcnhT"))], named="p", possible=[],
)  # fmt: skip

AT_M = toy("at-m", "s == m**2", ["s", "m"], by_solver(
    "so", ["m >= 0", cite("squares", {"k": "m"})],
), integers=frozenset("m"))  # fmt: skip
NINE = toy("nine", "s == 9", ["s"], by_solver("so", [cite("squares", {"k": "3"})]))
RANGED = toy("ranged", "total == 1", ["total"], by_solver("so", ["total >= 0", trusted("averaging", "total == 1")]))
LIFTED = toy("lifted", "s == k**2", ["s", "k"], by_solver(
    "so", ["And(s >= 0, k >= 0)", lifted("averaging", "s == k**2", cite("squares"))],
), integers=frozenset("k"))  # fmt: skip
COUNTING = toy("counting", "Implies(count >= 1, s == k**2)", ["s", "k", "count"], by_solver("so", [
    "k >= 0", summed("Or(count <= 0, s == k**2)", {"count": "1"}, cite("squares"), each="y"),
]), integers=frozenset("k"))  # fmt: skip
BY_SUMS = toy("by-sums", "s == k**2", ["s", "k"], by_sums(
    "none", {}, ["k >= 0", cite("squares")], each={"a": "x"}, citable=True,
), integers=frozenset("k"))  # fmt: skip
IN_A_LEMMA = toy("in-a-lemma", "s == (j + 1)**2", ["s", "j"], in_steps(
    "twice",
    about(Formula("s == m**2", ["s", "m"]), by_solver("lemma", ["m >= 0", cite("squares", {"k": "m"})])),
    by_solver("last", ["j >= 0", shown("lemma", {"m": "j + 1"})]),
), integers=frozenset("jm"))  # fmt: skip


EVERY = toy("every", "total <= 2*x", ["total", "x"], by_solver(
    "so", ["x >= 0", trusted("averaging", "total <= x", every="x")],
))  # fmt: skip
BESIDE = toy("beside", "total <= x", ["total", "x"], by_solver("so", [trusted("averaging", "total <= x", every="y")]))


def written(identifier: str, following: str, text: str) -> Claim:
    """A sequence that is typeset as an expression."""
    return toy(identifier, text, {"s": "f(k)", "k": "k"}, by_induction("so", {"s": "0", **K[0]},
               {"s": following, **K[1]}, []))  # fmt: skip


FALSE: Attacks = {
    "a state is cited at two places": lambda: (SQUARES, of(
        "n == m", "And(n >= 0, m >= 0)", cite("squares", {"k": "n"}), cite("squares", {"k": "m"}), integers="nm",
    )),
    "a state forgets its place where it is cited": lambda: (SQUARES, AT_M, of(
        "n == m", "And(n >= 0, m >= 0)", cite("at-m", {"m": "n"}), cite("squares", {"k": "m"}), integers="nm",
    )),
    "a state at a place of another proof": lambda: (
        SQUARES,
        toy("inside", "s == 9", ["s"], by_solver("so", [defined("j", "3"), cite("squares", {"k": "j"})]),
            integers=frozenset("j")),
        toy("false", "j == 3", ["j"], by_solver("so", ["j >= 0", cite("inside"), cite("squares", {"k": "j"})]),
            integers=frozenset("j")),
    ),
    "a state at a place of a lemma": lambda: (
        SQUARES,
        toy("inner", "Implies(j >= 0, s == 9)", ["s", "j"], in_steps(
            "twice",
            about(Formula("s == 9", ["s"]), by_solver("lemma", [defined("j", "3"), cite("squares", {"k": "j"})])),
            by_solver("last", [shown("lemma")]),
        ), integers=frozenset("j")),
        toy("false", "j == 3", ["j"], by_solver("so", ["j >= 0", cite("inner"), cite("squares", {"k": "j"})]),
            integers=frozenset("j")),
    ),
    "a state at a number is any state": lambda: (SQUARES, NINE, of("Implies(k == 4, s == 9)", cite("nine"))),
    "a state of a lemma forgets its place": lambda: (SQUARES, IN_A_LEMMA, of(
        "n + 1 == m", "And(n >= 0, m >= 0)",
        cite("in-a-lemma", {"j": "n"}), cite("squares", {"k": "m"}), integers="nm",
    )),
    "a state that sums cite is any number": lambda: (SQUARES, BY_SUMS, of(
        "x == k**2", "k >= 0", cite("by-sums", {"s": "x"}), integers="k",
    )),
    "a state of which is collected is any number": lambda: (SQUARES, COUNTING, of(
        "Implies(count >= 1, x == k**2)", "k >= 0", cite("counting", {"s": "x"}), integers="k",
    )),
    "what is believed of a quantity with a range": lambda: (RANGED, of("x == 1", "x >= 0", cite("ranged", {
        "total": "x",
    }))),
    "what is believed for every value of what is not named": lambda: (BESIDE, of("x <= y", cite("beside", {
        "total": "x", "x": "y",
    }))),
    "a quantity of what is believed for every value of what is not named": lambda: (BESIDE, toy(
        "false", "total <= 3", ["total"], by_solver("so", [cite("beside", {"x": "3"})]),
    )),
    "what is lifted of quantities with ranges": lambda: (SQUARES, LIFTED, of(
        "x == k**2", "And(x >= 0, k >= 0)", cite("lifted", {"s": "x"}), integers="k",
    )),
    "two sequences that are written alike": lambda: (
        written("squared", "s + 2*k + 1", "s == k**2"), written("doubled", "s + 2*k", "s == k*(k - 1)"),
        of("n == 0", "n >= 0", cite("squared", {"k": "n"}), cite("doubled", {"k": "n"}), integers="n"),
    ),
    "two means that are written alike": lambda: (
        toy("below", "s <= x", {"s": "f(x)", "x": "x"}, by_solver("so", [
            averaged("s <= x", {"s": "u"}, each="u", where="u <= x"),
        ])), toy("above", "s >= y", {"s": "f(x)", "y": "y"}, by_solver("so", [
            averaged("s >= y", {"s": "u"}, each="u", where="u >= y"),
        ])), of("y <= x", cite("below"), cite("above")),
    ),
    "two sequences of one name": lambda: (SQUARES, RECTANGLES, of(
        "n == 0", "n >= 0", cite("squares", {"k": "n"}), cite("rectangles", {"k": "n"}), integers="n",
    )),
    "a state is defined anew": lambda: (SQUARES, of(
        "n == 0", "n >= 0", defined("s", "n**2 + n"), cite("squares", {"k": "n"}), integers="n",
    )),
    "a state of one induction is cited in another": lambda: (SQUARES, toy(
        "false", "k <= 1", ["k"], by_induction(
            "doubles", {"s": "0", **K[0]}, {"s": "s + 2 + 0*k", **K[1]}, ["s == 2*k"], each=[cite("squares")],
        ), integers=frozenset("k"),
    )),
    "a condition on what is defined beside": lambda: (UNDER_Z, of("x <= 1", cite("under-z"))),
    "a condition of a lemma on the claim": lambda: (toy("false", "x <= 1", ["x"], in_steps(
        "twice", about(Formula("y <= 1", ["y"]), by_solver("lemma", ["x <= 1", "y <= x"])),
        by_solver("last", [shown("lemma", {"y": "x"})]),
    )),),
    "a condition of a lemma that a claim links to it": lambda: (LINKED, toy(
        "false", "Implies(rate >= 5, loss <= 1)", LOSS | {"rate": "d(x)"}, in_steps(
            "twice", about(Formula("loss <= 1", LOSS), by_solver("lemma", ["rate <= 1", cite("linked")])),
            by_solver("last", [shown("lemma")]),
        ),
    )),
    "a box of another symbol": lambda: (ON_BOX, of(
        "x <= 1", "And(x >= 0, x <= 2)", defined("z", "x"), cite("on-a-box"),
    )),
    "an induction up to a parameter": lambda: (UP_TO_P, of(
        "k <= 3", "k >= 0", defined("p", "k"), cite("up-to-p"), integers="k",
    )),
    "a substitution's condition": lambda: (MADE, of("y <= 1", cite("made"))),
    "definitions in a circle": lambda: (of("x == 1", defined("z", "w + x"), defined("w", "z - 1")),),
    "a check that did not decide is cited": lambda: (ITSELF, TWICE, of(
        "x <= 1", defined("y", "x*x"), cite("twice-tried"),
    )),
    "a claim is called a step": lambda: (BELIEVED, CALLED_STEP, of(
        "x <= 1", "x >= 0", cite("called-step", {"loss": "x"}),
    )),
    "a sum becomes any number": lambda: (TOTAL, of("x == 5*count", "x >= 0", cite("total", {"total": "x"}))),
    "a symbol like that of an exponential": lambda: (of("exp_1 == exp(x)"),),
    "a symbol like that of a root": lambda: (of("root_1 == sqrt(x)", "x >= 0"),),
    "a symbol like that of a power": lambda: (of("term_1 == x**y"),),
    "an exponential without a value": lambda: (of("Not(Or(y == 0, exp(1/y) <= 0))"),),
    "the digits of a bound": lambda: (of("And(x >= 0, x <= 0.99999999999999999999999)", "And(0 <= x, x <= 1)"),),
    "the digits of a hypothesis": lambda: (of("x <= 1", "And(0 <= x, x <= 1.00000000000000000000001)"),),
    "the digits of what is known of elements": lambda: (toy("false", "s <= count", ["s", "count"], by_sums(
        "sum", {"s": "Sum(a, x)", "count": "Sum(a, 1)"}, ["x <= 1.00000000000000000000001"], "over a:", each={"a": "x"},
    )),),
    "one instance with facts": lambda: (toy("false", "x <= 1", ["x"], on_instances_with_facts(
        Method.EXACT, Coverage.ALL, "one", "one", lambda _: [("one", {"x": 1})], lambda _: [],
    )),),
    "what follows on a grid": lambda: (toy("false", "x*x >= 0", ["x"], and_so(by_solver("square", []), about(
        Formula("x <= 10", ["x"]),
        on_instances(Method.EXACT, Coverage.GRID, "grid", "0", lambda _: [("0", {"x": 0})]),
    ))),),
    "a state is cited at two places of a sum": lambda: (SQUARES, toy("false", "n == m", ["n", "m"], by_sums(
        "none", {}, ["And(n >= 0, m >= 0)", cite("squares", {"k": "n"}), cite("squares", {"k": "m"})], each={"a": "x"},
    ), integers=frozenset("nm"))),
    "a list of instances holds of no other element": lambda: (toy("false", "x <= 1", ["x"], and_collected(
        on_instances(Method.EXACT, Coverage.ALL, "list", "one", lambda _: [("one", {"x": 1})]),
        summed("total <= count", {"total": "x", "count": "1"}, each="x"),
    ), over="one"),),
    "a set that is called like a symbol": lambda: (toy("false", "Implies(a >= 0, c >= 0)", ["c", "a"], by_sums(
        "empty", {}, ["c >= x", "x >= 0"], each={"a": "x"},
    )),),
    "a symbol like a value at an element": lambda: (toy("false", "Implies(s <= 1, x_1 <= 1)", ["s", "x_1"], by_sums(
        "largest", {"s": "Largest(a, x)"}, ["x <= 1"], each={"a": "x"},
    )),),
    "a symbol like the sum so far": lambda: (toy(
        "false", "Or(s <= 0, s >= so_far_1)", ["s", "so_far_1"], by_sums(
            "sum", {"s": "Sum(a, x)"}, ["x >= 0", "so_far_1 >= 0"], "over a:", each={"a": "x"},
        ),
    ),),
    "a sum that ends before it begins": lambda: (toy(
        "false", "Eq(Sum(1, (j, 1, n + 100)), n + 100)", ["n"], by_identity("sympy", "integer n"),
    ),),
    "the same for two bounds": lambda: (toy(
        "false", "Eq(Sum(1, (j, m, n + 40)), n + 41 - m)", ["n", "m"], by_identity("sympy", "natural n m"),
    ),),
    "samples of no records": lambda: (toy(
        "false", "p == binomial(b + 1, h)*binomial(c, T - h)/binomial(n, T)", ["p", "b", "c", "n", "h", "T"], COUNTED,
    ),),
}  # fmt: skip
TRUE: Attacks = {
    "a state at one place": lambda: (SQUARES, of(
        "Implies(s == 4, n == 2)", "n >= 0", cite("squares", {"k": "n"}), integers="n",
    )),
    "what is believed for every value of a number": lambda: (EVERY, toy("true", "total <= 6", ["total"], by_solver(
        "so", [cite("every", {"x": "3"})],
    ))),
    "what is believed for every value of what is not named": lambda: (BESIDE, toy(
        "true", "Implies(y >= x, total <= y)", ["total", "x", "y"], by_solver("so", [cite("beside")]),
    )),
    "a power is a sequence": lambda: (of_powers("x**n"),),
    "a condition that is met": lambda: (UNDER_Z, of("x <= 1", "x <= 0", defined("z", "x"), cite("under-z"))),
    "an exponential with a value": lambda: (of("exp(1/y) > 0", "y > 0"),),
    "the digits of a bound": lambda: (of("And(x >= 0, x <= 1.00000000000000000000001)", "And(0 <= x, x <= 1)"),),
    "a sum that may be empty": lambda: (toy(
        "true", "Eq(Sum(1, (j, 1, n)), n)", ["n"], by_identity("sympy", "natural n"),
    ),),
    "samples": lambda: (toy(
        "true", "p == binomial(b, h)*binomial(c, T - h)/binomial(n, T)", ["p", "b", "c", "n", "h", "T"], COUNTED,
    ),),
}  # fmt: skip


def of_powers(closed: str) -> Claim:
    """A sequence that is shown to be at least one, with a closed form for it."""
    return toy("powers", f"{closed} >= 1", ["x", "n"], in_steps(
        "in two steps",
        about(Formula("power >= 1", ["power"]), by_induction(
            "grow", {"power": "1", "n": "0"}, {"power": "power*x", "n": "n + 1"}, ["x >= 1"],
        )),
        by_solver("so", ["And(x >= 1, n >= 0)", defined("power", closed), shown("grow")]),
    ), integers=frozenset("n"))  # fmt: skip


test_nothing_false_is_established = tried(FALSE, established=False)
test_what_is_true_beside_it_still_is = tried(TRUE, established=True)


@pytest.mark.parametrize("closed", ["x**(n + 1)", "n*x", "x**(2*n)", "1 + n*(x - 1)"])
def test_a_closed_form_is_the_sequence(closed: str) -> None:
    assert status((of_powers(closed),)) != "established"


class TestWhatIsRefusedAtOnce:
    def test_a_lemma_is_no_proof_of_a_claim(self) -> None:
        lemma = about(Formula("0 < 1"), by_solver("lemma", []))
        grid = on_instances(Method.EXACT, Coverage.GRID, "grid", "0", lambda _: [("0", {"x": 0})])
        for check in (lemma, about(Formula("x == 0", ["x"]), grid)):
            claim = toy("false", "x == 7", ["x"], check)
            assert "a check must be about the claim's own formula" in faults(claim)
            assert status((claim,)) != "established"

    def test_nothing_follows_from_a_lemma(self) -> None:
        lemma = about(Formula("0 < 1"), by_solver("lemma", []))
        with pytest.raises(DomainError, match="the first part must be about the claim"):
            and_so(lemma, about(Formula("x == 7", ["x"]), by_solver("so", [shown("lemma")])))

    def test_a_search_proves_nothing_that_follows(self) -> None:
        found = Check(Method.SEARCHED, Coverage.SAMPLE, lambda _: Outcome(Verdict.HOLDS, "some", 3), "search")
        with pytest.raises(DomainError, match="a search must not be a part of a proof"):
            and_so(by_solver("square", []), about(Formula("x <= 10", ["x"]), found))

    def test_steps_have_titles_of_their_own(self) -> None:
        step = about(Formula("0 < 1"), by_solver("step", []))
        check = in_steps("twice", step, step, by_solver("so", []))
        with pytest.raises(DomainError, match="a step must have a title of its own"):
            check.run(toy("true", "0 < 1", [], check))

    @pytest.mark.parametrize("records", [[], [({"b": "b + 2"}, {"h": "h - 1"})], [({"b": "b + 1"}, {"h": "h"})]])
    def test_records_are_counted_one_by_one(self, records: list[tuple[dict[str, str], dict[str, str]]]) -> None:
        with pytest.raises(DomainError, match="must be counted one by one from 0"):
            record_by_record("counted", "binomial(b, h)", {"b": "0", "h": "0"} if records else {}, records, [],
                             named="p", possible=[])

    @pytest.mark.parametrize(("text", "every"), [
        ("total <= x", "total x"), ("total <= x", "total x y"), ("1 <= 0", ""), ("1 <= 0", "y"),
    ])  # fmt: skip
    def test_what_is_believed_is_about_a_quantity(self, text: str, every: str) -> None:
        with pytest.raises(DomainError, match="what is believed must be about a quantity"):
            trusted("averaging", text, every=every)

    def test_the_symbols_of_what_is_believed_are_separated_by_blanks(self) -> None:
        with pytest.raises(DomainError, match="the symbols must be separated by spaces"):
            trusted("averaging", "total <= x", every="x,y")

    def test_one_element_says_nothing_of_a_mean(self) -> None:
        with pytest.raises(DomainError, match="one element says nothing of a mean"):
            one_of("mean >= x", {"mean": "x"}, each="x", binder="Mean")


class TestWhatIsPrinted:
    def premises(self, check: Check, text: str) -> list[tuple[str, Origin]]:
        found = examine(check, toy("claim", text, Formula(text, ["total", "count", "x"]).free, check))[0]
        assert isinstance(found, Evidence)
        return [(premise.text, premise.origin) for premise in found.premises]

    def test_two_meanings_of_a_sum_are_a_hypothesis(self) -> None:
        law = summed("total == count", {"total": "x", "count": "x"}, each="x")
        known = self.premises(by_solver("so", [law, defined("count", "1")]), "total == count")
        assert ("the sum of x is 1, count", Origin.HYPOTHESIS) in known

    @pytest.mark.parametrize(
        ("text", "conditions"),
        [("x**x == x**x", ["x > 0"]), ("Implies(x > 0, x**x > x**x - 1)", []),
         ("Or(x == 2, x**2.5 == x**2.5)", ["x >= 0"]),
         ("log(x)**0.5 == log(x)**0.5", ["log(x) >= 0", "x > 0"]), ("Implies(x**x == 1, x**x > 0)", ["x > 0"])],
    )  # fmt: skip
    def test_where_powers_have_no_value(self, text: str, conditions: list[str]) -> None:
        assert self.premises(by_solver("so", []), text) == [(one, Origin.HYPOTHESIS) for one in conditions]

    def test_what_is_believed_for_every_value(self) -> None:
        known = self.premises(by_solver("so", ["x >= 0", trusted("averaging", "total <= x", every="x")]), "total <= x")
        assert ("total <= x [for every x]", Origin.TRUST) in known

    def test_what_is_defined_at_each_element_is_told_of_each(self) -> None:
        below = summed("total <= count", {"total": "x", "count": "1"}, each="x")
        check = and_collected(by_solver("so", ["z <= 1", defined("z", "x")]), below)
        known = [text for text, origin in self.premises(check, "x <= 1") if origin is Origin.COLLECTED]
        assert known == ["so total <= count [total is the sum of x; count is the sum of 1, where z == (x)]"]

    def test_a_telescoping_sum_says_what_grows(self) -> None:
        check = by_telescoping(
            "one more", {"total": "total + 5", "count": "count + 1"}, {}, {"total": "0", "count": "0"},
            {"total": "real", "count": "integer"},
        )  # fmt: skip
        assert ("total goes from total to total + 5", Origin.DEFINITION) in self.premises(check, "total == 5*count")


    def test_a_telescoping_sum_says_where_its_terms_have_values(self) -> None:
        check = by_telescoping(
            "one more", {"total": "total + x/x", "count": "count + 1"}, {}, {"total": "0", "count": "0"},
            {"total": "real", "count": "integer", "x": "real"},
        )  # fmt: skip
        assert ("x != 0", Origin.HYPOTHESIS) in self.premises(check, "total == count")


def test_an_outcome_covers_no_more_than_its_check() -> None:
    found = Outcome(Verdict.HOLDS, "a grid", coverage=Coverage.ALL)
    check = Check(Method.EXACT, Coverage.GRID, lambda _: found, "grid")
    assert examine(check, None)[0].coverage is Coverage.GRID


@pytest.mark.parametrize("take_apart", [parts, directions])
def test_decimals_are_taken_apart_as_they_were_typed(take_apart: Callable[[Formula], tuple[Formula, ...]]) -> None:
    found = take_apart(Formula("And(x < 0.12345678901234567890123, x > 1e-400)", ["x"]))
    assert [str(part) for part in found] == ["x < 0.12345678901234567890123", "x > 1e-400"]
