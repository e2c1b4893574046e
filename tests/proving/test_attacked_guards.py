"""False statements, each of which one guard of the provers refuses, and true ones that a stricter guard would refuse.

None of the false ones was ever established. But the guards could be taken out one by one, and no test failed: these are
mutants of the kernel of trust that survived.
"""

from __future__ import annotations

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Coverage, Method
from sdp_proofs.proving.by_sums import and_collected, by_sums
from sdp_proofs.proving.chains import about, after_substitution, and_so, in_steps
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.induction import by_induction, by_telescoping
from sdp_proofs.proving.instances import on_instances
from sdp_proofs.proving.premises import averaged, cite, defined, shown, summed, trusted
from tests.proving.attacks import Attacks, status, tried
from tests.proving.test_attacked_citations import LOW, REALS, RISES, S, product, so, substituted
from tests.proving.test_premises import toy

ZERO, NEXT = {"n": "0", "s": "0"}, {"n": "n + 1", "s": "s + 1"}
GROWING = {"n": "n + 1", "s": "s + x"}
COUNTS = toy("counts", "s == n", S, by_induction("steps", ZERO, NEXT, []))
BELOW = toy("below", "x <= rate", ["x", "rate"], by_solver("so", [trusted("averaging", "x <= rate")]))
SQUARES = about(Formula("u*u >= 0", ["u"]), by_solver("squares", []))
NOTHING = on_instances(Method.EXACT, Coverage.ALL, "none", "no instances", lambda _: [])
ASSUMED = about(Formula("x <= 7", ["x"]), by_solver("so", ["z <= 7", "x <= z"]))


def half(**way: object) -> Claim:
    """Statement on a term in the place of a symbol."""
    check = after_substitution(by_solver("one output", ["high >= 0"]), {"loss": "high/2"}, **way)
    return toy("half", "loss <= high", ["loss", "high"], check)


AT_ANOTHER_PLACE: Attacks = {
    "a number": lambda: (COUNTS, so("Implies(n == 0, s == 5)", cite("counts", {"n": "5"}), names="n s")),
    "another parameter": lambda: (
        product("s", "one"),
        so("Implies(And(n == 1, x == 0, y == 5), s == 5)", cite("one", {"x": "y"}), names="n s x y"),
    ),
    "on the way": lambda: (
        COUNTS, toy("fifth", "s == 5", ["s"], by_solver("so", [cite("counts", {"n": "5"})])),
        so("Implies(n == 0, s == 5)", cite("fifth"), names="n s"),
    ),
}  # fmt: skip
"""A claim that speaks of a quantity and its place cites the quantity from another place."""
REFUSED: Attacks = {
    "a closed form for natural parameters alone": lambda: (
        toy("one", "s >= 0", ["s"], by_induction("steps", ZERO, {"n": "n + 1", "s": "s + Max(x, 0)"}, [])),
        so("Implies(n >= 0, n*x >= 0)", defined("s", "n*x"), cite("one"), names="n x"),
    ),
    "a closed form of what nothing counts": lambda: (
        toy("one", "s >= 0", ["s"], by_induction("steps", {"s": "0"}, {"s": "s + x"}, ["x >= 0"])),
        so("Implies(x >= 0, -x >= 1)", defined("s", "-x - 1"), cite("one"), names="x"),
    ),
    "states that are left out and come again": lambda: (
        toy("one", "n <= 0", ["n"], by_induction("steps", {"n": "0"}, {"n": "n + 1"}, ["Or(n <= 0, n >= 5)"])),
        so("n < 5", cite("one")),
    ),
    "a substitution, its condition lost": lambda: (
        substituted("m + k >= 0", "k >= 0", m="w*w"), so("m >= n", cite("of-m", {"k": "-n"}), names="n m"),
    ),
    "sums that are not equal before the first term": lambda: (toy("false", "s == t + 1", ["s", "t"], by_telescoping(
        "terms", {"s": "s + x", "t": "t + x"}, {}, {"s": "0", "t": "0"}, REALS,
    )),),
    "what follows is assumed": lambda: (toy("false", "x*x >= 0", ["x"], and_so(by_solver("square", []), ASSUMED)),),
    "the last step is no sequence": lambda: (
        toy("one", "s >= 0", S, in_steps(
            "two", about(Formula("s >= n", S), by_induction("steps", ZERO, NEXT, [])),
            by_solver("so", [shown("steps"), "n >= 0"]),
        )),
        so("Implies(n >= 0, n - 5 >= 0)", defined("s", "n - 5"), cite("one")),
    ),
    "a closed form of what an earlier step was about": lambda: (
        toy("double", "s >= 2*n", S, in_steps(
            "two", about(Formula("s == n*x", ["s", "n", "x"]), by_induction("steps", ZERO, GROWING, [])),
            by_induction("twice as fast", ZERO, {"n": "n + 1", "s": "s + 2*x"}, ["x >= 1"]),
        )),
        so("Implies(And(n >= 0, x >= 1), n*x >= 2*n)", defined("s", "n*x"), cite("double"), names="n x"),
    ),
    "a mean where it has no value": lambda: (toy("false", "n/n == 1", ["n"], by_solver(
        "so", [averaged("n/n == 1", {"m": "x"}, each="x", where="x >= 1")],
    )),),
    "no set, by what is believed of its elements": lambda: (
        LOW, toy("one", "And(m >= 1, m <= rate)", ["m", "rate"], by_sums(
            "sums", {"m": "Mean(a, x)"}, ["x <= rate", cite("low")], "over a: m >= 1", "over a: m <= rate",
            each={"a": "x"}, citable=True,
        )), so("n >= 1", cite("one", {"rate": "n"})),
    ),
    "no element, by what is believed of each": lambda: (
        LOW, BELOW, toy("false", "x*x >= 0", ["x", "rate"], and_collected(
            by_solver("square", []),
            averaged("And(m >= 1, m <= rate)", {"m": "x"}, cite("low"), cite("below"), each="x"),
        )),
    ),
    "a closed form of a sequence that ends": lambda: (
        toy("one", "Or(s <= 0, rate >= 0)", ["s", "rate"], by_induction(
            "steps", ZERO, NEXT, ["x*x <= rate"], inputs=["x"], ends=True,
        )), so("n < 1", defined("s", "n"), cite("one", {"rate": "-5"})),
    ),
    "two quantities that are typeset alike become one": lambda: (
        toy("one", "Implies(n >= 1, And(s >= 1, t <= 0))", {"s": r"\delta(x)", "t": r"\delta( x)", "n": "n"}, by_solver(
            "so", [trusted("averaging", "Implies(n >= 1, And(s >= 1, t <= 0))", every="n")],
        )),
        toy("false", "Implies(n >= 1, u >= 2)", {"u": r"\delta(x)", "n": "n"}, by_solver(
            "so", [cite("one", {"s": "u", "t": "u"})],
        )),
    ),
    "a lemma on sums, and not the formula": lambda: (toy("false", "m >= 5", ["m"], by_sums(
        "sums", {"m": "Mean(a, x)"}, ["x >= 1"], "over a: m >= 1", each={"a": "x"},
    )),),
    "what holds of the elements speaks of another sequence": lambda: (
        COUNTS, toy("double", "s == 2*n", S, by_induction("steps", ZERO, {"n": "n + 1", "s": "2*n + 2"}, [])),
        so("n <= 0", cite("double"), summed(
            "And(m - m == 0, Implies(n >= 0, s == n))", {"m": "x"}, cite("counts"), each="x",
        )),
    ),
    "the conditions of the last step": lambda: (
        toy("one", "s >= n", S, in_steps("two", SQUARES, by_induction("steps", ZERO, GROWING, ["x >= 1"]))),
        so("Implies(n >= 0, n*x >= n)", defined("s", "n*x"), cite("one"), names="n x"),
    ),
    "one of two conditions": lambda: (
        toy("one", "m >= rate + k", ["m", "rate", "k"], by_sums(
            "sums", {"m": "Sum(a, x)"}, ["x >= 0", "rate <= 0", "k <= 0"], "over a: m >= 0", "m >= rate + k",
            each={"a": "x"}, citable=True,
        )), toy("false", "m >= k", ["m", "k"], by_solver("so", [cite("one", {"rate": "0"})])),
    ),
    "an assumption of the last step": lambda: (toy("false", "x <= 3", ["x"], in_steps(
        "two", about(Formula("0 < 1"), by_solver("lemma", [])), by_solver("so", ["q <= 1", "x <= q"]),
    )),),
    "no inputs of a sequence": lambda: (
        toy("one", "Or(n == 0, rate >= 1)", ["n", "rate"], by_induction(
            "steps", {"n": "0"}, {"n": "n + 1"}, ["x >= 1", "x <= rate"], inputs=["x"],
        )), toy("false", "rate >= 1", ["rate"], by_solver("so", [cite("one", {"n": "1"})])),
    ),
    "a hypothesis is the formula, turned round": lambda: (
        toy("false", "x <= 3", ["x"], by_solver("it", ["3 >= x"])),
    ),
    "a claim is called a step": lambda: (COUNTS, so("Implies(n >= 1, s >= 1)", shown("counts"), names="n s")),
}  # fmt: skip
TRUE: Attacks = {
    "the same place": lambda: (COUNTS, so("Implies(n == 0, s == 0)", cite("counts"), names="n s")),
    "a place by another name": lambda: (COUNTS, toy("so", "Implies(k == 0, s == 0)", {"s": "s", "k": "n"}, by_solver(
        "so", [cite("counts", {"n": "k"})],
    ), integers=frozenset("k")),),
    "a step of the same proof": lambda: (toy("so", "Implies(n >= 1, s >= 1)", S, in_steps(
        "two", about(Formula("s == n", S), by_induction("steps", ZERO, NEXT, [])),
        by_solver("so", [shown("steps")]),
    ), integers=frozenset("n")),),
    "a step about every step": lambda: (toy("so", "s >= n", S, in_steps(
        "two", SQUARES,
        by_induction("steps", ZERO, {"n": "n + 1", "s": "s + 1 + x*x"}, [], inputs=["x"],
                     each=[shown("squares", {"u": "x"})]),
    )),),
    "a substitution under its condition": lambda: (
        substituted("m + k >= 0", "k >= 0", m="w*w"), so("m + n >= 0", cite("of-m", {"k": "n"}), names="n m"),
    ),
    "the same claim twice": lambda: (RISES, so("2*s >= 2*n", cite("rises"), cite("rises"), names="n s")),
    "sums of the same terms": lambda: (toy("so", "s == t", ["s", "t"], by_telescoping(
        "terms", {"s": "s + x", "t": "t + x"}, {}, {"s": "0", "t": "0"}, REALS,
    )),),
    "what follows": lambda: (toy("so", "x*x >= 0", ["x"], and_so(by_solver("square", []), about(
        Formula("x*x + 1 >= 1", ["x"]), by_solver("so", [shown("square")]),
    ))),),
    "a lemma on sums, and the formula": lambda: (toy("so", "m >= 0", ["m"], by_sums(
        "sums", {"m": "Mean(a, x)"}, ["x >= 1"], "over a: m >= 1", each={"a": "x"},
    )),),
    "a belief about every step": lambda: (
        toy("one", "after <= before + x", ["after", "before", "x"], by_solver(
            "so", [trusted("averaging", "after <= before + x")],
        )),
        toy("so", "before <= s", ["before", "s"], by_induction(
            "steps", {"before": "start", "s": "start"}, {"before": "after", "s": "s + x"}, [], inputs=["after", "x"],
            each=[cite("one")],
        )),
    ),
    "closed forms of two sequences": lambda: (
        toy("one", "2*t == s*s - s", ["t", "s"], by_induction(
            "steps", {"n": "0", "s": "0", "t": "0"}, {"n": "n + 1", "s": "s + 1", "t": "t + s"}, [],
        )), so("Implies(n >= 0, n*(n - 1) >= -n)", defined("s", "n"), defined("t", "n*(n - 1)/2"), cite("one")),
    ),
    "a term that defines": lambda: (half(definition=True),),
    "a term that is believed": lambda: (half(by="averaging"),),
}  # fmt: skip
test_what_is_of_another_place_is_no_such_thing = tried(AT_ANOTHER_PLACE, established=False)
test_what_is_refused = tried(REFUSED, established=False)
test_what_is_there_is_used = tried(TRUE, established=True)


def test_what_a_substitution_believes_is_among_what_its_check_trusts() -> None:
    (check,) = half(by="averaging").checks
    assert check.trusts == {"averaging"}
    with pytest.raises(DomainError, match="by trust or by definition; got both"):
        half(by="averaging", definition=True)


def test_what_the_elements_are_is_not_said_of_a_rate() -> None:
    """Else a sum of such elements would be above every rate: what is known of elements is no hypothesis."""
    with pytest.raises(DomainError, match="got rate <= 0"):
        summed("m >= rate", {"m": "x"}, each="x", where=["x >= 0", "rate <= 0"])


def test_a_step_without_instances_shows_nothing() -> None:
    last = toy("false", "x >= 1", ["x"], in_steps("two", SQUARES, NOTHING))
    further = toy("false", "x*x >= 0", ["x"], and_so(by_solver("so", []), about(Formula("x >= 1", ["x"]), NOTHING)))
    assert [status((last,)), status((further,))] == ["open", "open"]


def test_steps_are_worth_what_the_weakest_of_them_is() -> None:
    assert in_steps("exact last", SQUARES, NOTHING).method is Method.SMT
    assert in_steps("exact first", about(Formula("0 < 1"), NOTHING), by_solver("so", [])).method is Method.SMT


def test_what_is_said_of_sums_rests_on_the_rules_for_sums() -> None:
    collected = by_solver("so", [summed("m >= 0", {"m": "x"}, each="x", where="x >= 0")])
    assert collected.trusts == {"induction", "linear-sums"}
    with_exchange, without = (
        by_sums("so", {"m": "Sum(a, x)"}, [], "over a:", each={"a": "x"}, exchange=way).trusts for way in (True, False)
    )
    assert with_exchange - without == {"exchanged-sums"}
