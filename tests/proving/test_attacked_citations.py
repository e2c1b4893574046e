"""False statements that were established from true ones about sequences, sums and means, and true ones beside them.

What a proof says of inputs and elements is no condition on whoever cites it: so it may ask nothing of the parameters,
and belongs to what the sequence, or the sum, is. Each attack here was established once, or stands beside one that was.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Check, Claim
from sdp_proofs.ledger.premise import Citation
from sdp_proofs.proving.by_sums import by_sums
from sdp_proofs.proving.chains import about, after_substitution, in_steps
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.entailment import missing
from sdp_proofs.proving.induction import by_induction, by_telescoping
from sdp_proofs.proving.premises import (
    Collected,
    Given,
    averaged,
    cite,
    defined,
    largest,
    one_of,
    shown,
    summed,
    trusted,
)
from tests.full import trials
from tests.proving.attacks import Attacks, statuses, tried
from tests.proving.random_ledgers import ledger_of_three_layers, random_ledger
from tests.proving.test_premises import toy

SEEDS, OF_THREE_LAYERS = trials(40, full=2500), trials(10, full=1500)


def steps(given: Sequence[str], inputs: str = "x", each: Sequence[Citation] = ()) -> Check:
    """An induction on the sums s of n terms."""
    start, following = {"n": "0", "s": "0"}, {"n": "n + 1", "s": "s + x"}
    return by_induction("steps", start, following, given, inputs=inputs.split(), each=each)


def through(given: Sequence[str], start: str) -> Check:
    """The same of terms t that never change."""
    following = {"n": "n + 1", "s": "s + t", "t": "t + s - s"}
    return by_induction("steps", {"n": "0", "s": "0", "t": start}, following, given)


def counted(given: Sequence[str], each: Sequence[Citation] = (), ends: bool = False) -> Check:
    """An induction on n alone."""
    return by_induction("steps", {"n": "0"}, {"n": "n + 1"}, given, inputs=["x"], each=each, ends=ends)


def ones(name: str, text: str, each: str, *given: str) -> Claim:
    """A claim on the sums s of n terms, each of which is this number."""
    first, following = {"n": "0", "s": "0", "u": each}, {"n": "n + 1", "s": "s + u", "u": "u + s - s"}
    return toy(name, text, names_in(text), by_induction("steps", first, following, given, keeps=[f"u == {each}"]))


def arriving(start: str) -> Check:
    """An induction on states x that are whatever comes."""
    first, following = {"n": "0", "x": start}, {"n": "n + 1", "x": "y"}
    return by_induction("steps", first, following, ["n >= 0"], inputs=["y"], each=[cite("low")])


def product(symbol: str, name: str) -> Claim:
    """The sum of n terms x, which are all the same."""
    check = by_induction("steps", {"n": "0", symbol: "0"}, {"n": "n + 1", symbol: f"{symbol} + x"}, [])
    return toy(name, f"{symbol} == n*x", [symbol, "n", "x"], check)


def so(text: str, *given: Given, names: str = "n") -> Claim:
    known = ["n >= 0"] if "n" in names.split() else []
    whole = frozenset("nm") & set(names.split())
    return toy("false", text, names.split(), by_solver("so", [*given, *known]), integers=whole)


def collected(text: str, *whole: Collected) -> Claim:
    return toy("one", text, Formula(text, ["m", "rate"]).free, by_solver("collected", list(whole)))


def substituted(text: str, *given: str, **terms: str) -> Claim:
    """Statement that is shown of one element, and believed of what is made of all."""
    check = after_substitution(by_solver("one element", list(given)), terms, ["w", "x"], by="averaging")
    return toy("-".join(("of", *terms)), text, Formula(text, ["m", "k", "w"]).free, check)


S: Mapping[str, str] = {"s": "s", "n": "n"}
LOSS = {"s": r"\delta(x)", "n": "n"}
RISES, FALLS = toy("rises", "s >= n", S, steps(["x >= 1"])), toy("falls", "s <= 0", S, steps(["x <= 0"]))
LINE = toy("line", "s >= n", ["s", "n", "x"], steps(["x >= 1"], inputs=""))
LOW = toy("low", "x >= 1", ["x"], by_solver("so", [trusted("averaging", "x >= 1")]))
HIGH = toy("high", "x <= 0", ["x"], by_solver("so", [trusted("averaging", "x <= 0")]))
BELIEVED = {"loss": r"\delta(x)", "n": "n"}
SMALL = toy("small", "Implies(n >= 1, loss >= 1)", BELIEVED, by_solver(
    "so", [trusted("averaging", "Implies(n >= 1, loss >= 1)", every="n")],
))
BOTH = cite("rises"), cite("falls")
COUNTED = {"n": "0", "m": "0"}
BETWEEN = ["x >= 1", "x <= rate"]
OF_EACH, PAIR = {"m": "x"}, ["s", "t"]
REALS = dict.fromkeys("stx", "real")
TELESCOPED = by_telescoping("sums", {"s": "s + x", "t": "t + x"}, {}, {"s": "0", "t": "0"}, REALS)


def same(inputs: str) -> Check:
    """Two sums of the same terms."""
    first, following = {"n": "0", "s": "0", "t": "0"}, {"n": "n + 1", "s": "s + x", "t": "t + x"}
    return by_induction("steps", first, following, [], inputs=inputs.split())


def apart(check: Check) -> tuple[Claim, ...]:
    """Two sums that are equal, of terms 1 and of terms 0."""
    return (
        toy("equal", "s == t", PAIR, check), product("s", "one"), product("t", "two"),
        so("n <= 0", cite("equal"), cite("one", {"x": "1"}), cite("two", {"x": "0"})),
    )  # fmt: skip


FALSE: Attacks = {
    "an input before the first step": lambda: (
        toy("one", "n >= -rate", ["n", "rate"], counted(["x*x <= rate"])), so("n >= 5", cite("one", {"rate": "-5"})),
    ),
    "no input": lambda: (
        toy("one", "Implies(n >= 1, rate >= 0)", ["n", "rate"], counted(["x*x <= rate"])),
        so("n < 1", cite("one", {"rate": "-5"})),
    ),
    "no input that is believed": lambda: (
        LOW, toy("one", "Implies(n >= 1, rate >= 1)", ["n", "rate"], counted(["x <= rate"], each=[cite("low")])),
        so("n < 1", cite("one", {"rate": "0"})),
    ),
    "other inputs": lambda: (RISES, FALLS, so("n <= 0", *BOTH)),
    "two counters at different places": lambda: (
        toy("one", "m <= n", ["m", "n"], by_induction("steps", COUNTED, {"n": "n + 1", "m": "m + 1"}, [])),
        so("n <= 1", cite("one", {"m": "n", "n": "1"})),
    ),
    "an assumption that reads like a definition": lambda: (
        ones("one", "n <= s", "1", "s == (s)*1"), ones("two", "s <= 0", "0"), so("n < 1", cite("one"), cite("two")),
    ),
    "other inputs, in steps": lambda: (toy("false", "n <= 0", ["n"], in_steps(
        "two", about(Formula("s >= n", S), steps(["x >= 1"])),
        about(Formula("s <= 0", S), by_induction("falls", {"n": "0", "s": "0"}, {"n": "n + 1", "s": "s + x"},
                                                 ["x <= 0"], inputs=["x"])),
        by_solver("so", [shown("steps"), shown("falls"), "n >= 0"]),
    ), integers=frozenset("n")),),
    "other inputs, typeset alike": lambda: (
        toy("rises", "s >= n", LOSS, steps(["x >= 1"])), toy("falls", "s <= 0", LOSS, steps(["x <= 0"])),
        so("n <= 0", *BOTH),
    ),
    "other inputs, at every step": lambda: (RISES, toy("false", "s <= 0", S, steps(["x <= 0"], each=[cite("rises")]))),
    "what is believed of inputs": lambda: (
        LOW, HIGH, toy("rises", "s >= n", S, steps([], each=[cite("low")])),
        toy("falls", "s <= 0", S, steps([], each=[cite("high")])), so("n <= 0", *BOTH),
    ),
    "an input and a parameter": lambda: (
        RISES, product("s", "other"), so("n <= 0", BOTH[0], cite("other", {"x": "0"})),
    ),
    "a condition on a parameter": lambda: (
        toy("rises", "s >= n", S, steps(["x >= 1"], inputs="")), product("s", "other"),
        so("n <= 0", BOTH[0], cite("other", {"x": "0"})),
    ),
    "other states behind it": lambda: (
        toy("rises", "s >= n", S, through(["t >= 1"], "1")), toy("falls", "s <= 0", S, through(["t <= 0"], "0")),
        so("n <= 0", *BOTH),
    ),
    "a closed form for inputs": lambda: (RISES, so("n*x >= n", defined("s", "n*x"), BOTH[0], names="n x")),
    "a closed form in another counter": lambda: (
        LINE, so("Implies(And(x >= 1, m >= 0), m*x >= n)", defined("s", "m*x"), cite("line"), names="n m x"),
    ),
    "a closed form, one step early": lambda: (
        LINE, so("Implies(x >= 1, n*x >= n + 1)", defined("s", "n*x"), cite("line", {"n": "n + 1"}), names="n x"),
    ),
    "a closed form, at one place": lambda: (
        product("s", "one"), so("n*x == 5*x", defined("s", "n*x"), cite("one", {"n": "5"}), names="n x"),
    ),
    "a closed form of a counter that begins late": lambda: (
        toy("late", "s <= (n - 1)*x", ["s", "n", "x"], by_induction(
            "steps", {"n": "1", "s": "0"}, {"n": "n + 1", "s": "s + x"}, [],
        )), so("Implies(n >= 1, n*x <= (n - 1)*x)", defined("s", "n*x"), cite("late"), names="n x"),
    ),
    "a closed form at another parameter": lambda: (
        LINE, so("Implies(y >= 1, n*x >= n)", defined("s", "n*x"), cite("line", {"x": "y"}), names="n x y"),
    ),
    "a closed form, its condition lost": lambda: (
        LINE, so("n*x >= n", defined("s", "n*x"), cite("line"), names="n x"),
    ),
    "means of what other claims say of elements": lambda: (
        toy("low", "Implies(n >= 1, x >= 1)", ["n", "x"], by_solver(
            "so", [trusted("averaging", "Implies(n >= 1, x >= 1)", every="n")],
        )),
        HIGH, toy("rises", "Implies(n >= 1, m >= 1)", {"m": r"\delta(x)", "n": "n"}, by_solver("so", [
            averaged("Implies(n >= 1, m >= 1)", OF_EACH, cite("low"), each="x"),
        ])),
        toy("falls", "m <= 0", {"m": r"\delta(x)"}, by_solver("so", [
            averaged("m <= 0", OF_EACH, cite("high"), each="x"),
        ])), so("n < 1", *BOTH),
    ),
    "equal at other steps": lambda: (
        toy("equal", "s == t", PAIR, same("")), product("s", "one"), product("t", "two"),
        so("Implies(x >= 1, x <= 0)", cite("equal"), cite("one", {"n": "5"}), cite("two", {"n": "3"}), names="x"),
    ),
    "equal at other parameters": lambda: apart(same("")),
    "equal at other inputs": lambda: apart(same("x")),
    "equal sums at other parameters": lambda: apart(TELESCOPED),
    "equal elements at other parameters": lambda: (
        substituted("m == k", m="w*x", k="w*x"), substituted("m == w", "x == 1", m="w*x"),
        substituted("k == w", "x == 1", k="w*x"),
        so("n <= 0", cite("of-m-k"), cite("of-m", {"w": "n"}), cite("of-k", {"w": "0"})),
    ),
    "a state that is believed, begun at a number": lambda: (
        LOW, toy("one", "Or(r <= 0, And(n <= 0, x <= 0))", ["n", "x", "r"], arriving("0")),
        so("n < 1", cite("one", {"r": "1"})),
    ),
    "the first value of a state that is believed": lambda: (
        LOW, toy("one", "And(Implies(n < 1, x == first), Implies(n >= 1, Or(r <= 0, first >= 1)))",
                 ["n", "x", "first", "r"], arriving("first")),
        so("n < 1", cite("one", {"first": "0", "r": "1"})),
    ),
    "a quantity that is believed, defined": lambda: (
        SMALL, so("n < 1", defined("loss", "0"), cite("small")),
    ),
    "a quantity that is believed, defined in a formula": lambda: (
        SMALL, toy("false", "Implies(n >= 1, loss >= 2)", BELIEVED, by_solver(
            "so", [defined("loss", "2"), cite("small")],
        )),
    ),
    "a quantity that is believed, as a sum": lambda: (
        SMALL, so("n < 1", summed("loss <= 0", {"loss": "x"}, each="x", where="x <= 0"), cite("small")),
    ),
    "no element of a mean": lambda: (
        collected("rate >= 1", averaged("And(m >= 1, m <= rate)", OF_EACH, each="x", where=BETWEEN)),
        so("n >= 1", cite("one", {"rate": "n"})),
    ),
    "no element of a maximum": lambda: (
        collected("rate >= 1", largest("And(m >= 1, m <= rate)", OF_EACH, each="x", where=BETWEEN)),
        so("n >= 1", cite("one", {"rate": "n"})),
    ),
    "no such element": lambda: (
        collected("rate >= 1", one_of("Implies(rate <= 1, m + rate >= m + 1)", OF_EACH, each="x", where=BETWEEN)),
        so("n >= 1", cite("one", {"rate": "n"})),
    ),
    "no element that is believed": lambda: (
        LOW,
        collected("rate >= 1", averaged("And(m >= 1, m <= rate)", OF_EACH, cite("low"), each="x", where="x <= rate")),
        so("n >= 1", cite("one", {"rate": "n"})),
    ),
    "no set": lambda: (
        toy("one", "And(m >= 1, m <= rate)", ["m", "rate"], by_sums(
            "sums", {"m": "Mean(a, x)"}, BETWEEN, "over a: m >= 1", "over a: m <= rate", each={"a": "x"}, citable=True,
        )), so("n >= 1", cite("one", {"rate": "n"})),
    ),
    "no set at all": lambda: (
        toy("false", "rate >= 1", ["rate"], by_sums(
            "sums", {}, ["Sum(a, x) == 1", "x <= 0"], "over a: Sum(a, x) <= 0", each={"a": "x"},
        )),
    ),
}  # fmt: skip
TRUE: Attacks = {
    "the same inputs": lambda: (
        toy("rises", "s >= n", S, steps(["x >= 1"])), toy("other", "2*s >= n", S, steps(["x >= 1"])),
        so("3*s >= 2*n", cite("rises"), cite("other"), names="n s"),
    ),
    "the same parameters": lambda: (
        toy("equal", "s == t", PAIR, same("")), product("s", "one"), product("t", "two"),
        so("n*x == t", cite("equal"), cite("one"), names="n x t"),
    ),
    "a closed form": lambda: (
        LINE, so("Implies(And(y >= 1, m >= 0), m*y >= m)", defined("s", "m*y"), cite("line", {"n": "m", "x": "y"}),
                 names="m y"),
    ),
    "inputs that are there": lambda: (
        toy("one", "n >= -rate", ["n", "rate"], counted(["x*x <= rate", "rate >= 0"])),
        so("n >= -4", cite("one", {"rate": "4"})),
    ),
    "no input, of a sequence that ends": lambda: (toy("one", "Implies(n >= 1, rate >= 0)", ["n", "rate"], counted(
        ["x*x <= rate"], ends=True,
    )),),
    "elements that are there": lambda: (
        collected("m >= 1", averaged("m >= 1", OF_EACH, each="x", where="And(x >= 1, x <= Max(1, rate))")),
    ),
    "sums over no element": lambda: (collected("m >= 0", summed("m >= 0", OF_EACH, each="x", where=BETWEEN)),),
}  # fmt: skip
test_what_is_not_there_entails_nothing = tried(FALSE, established=False)
test_what_is_there_is_used = tried(TRUE, established=True)


def test_a_sequence_that_ends_has_no_length_of_ones_choice() -> None:
    one = toy("one", "Implies(n >= 1, rate >= 0)", ["n", "rate"], counted(["x*x <= rate"], ends=True))
    for length in ("1", "n + 1"):
        claims = one, so("n < 1", cite("one", {"rate": "-5", "n": length}))
        assert statuses(claims) == {"one": "established", "false": "open"}


@pytest.mark.parametrize(("said", "known", "expected"), [
    ("And(0 < x, x < 1)", "r >= 0", ""), ("And(r < x, x < 1 + r)", "r >= 0", "r < x, x < 1 + r"),  # none that is tried
    ("And(r < x, y > x)", "r >= 0", ""), ("x == y + r", "r >= 0", ""), ("x**2 == r", "r >= 0", "x**2 == r"),
    ("x <= r/(r - 1)", "r > 1", ""),
    ("x <= r/(r - 1)", "r >= 0", "x <= r/(r - 1)"), ("x == r/(r - 1)", "r >= 0", "x == r/(r - 1)"),
    ("And(x >= 1, x*r <= 0)", "r <= 0", ""), ("And(x >= 1, x <= 0)", "r >= 0", "x >= 1, x <= 0"),
])  # fmt: skip
def test_values_are_there_for_all_parameters(said: str, known: str, expected: str) -> None:
    names = ("x", "y", "r")
    assert missing(["x", "y"], [Formula(said, names)], [Formula(known, names)]) == expected


def assert_nothing_follows(seed: int, make: Callable[[random.Random], tuple[Claim, ...]] = random_ledger) -> str:
    """Status of a random ledger, of which no false statement is established."""
    try:
        found = statuses(make(random.Random(seed)))
    except DomainError:
        return "refused"
    wrong = [name for name, status in found.items() if name.startswith("false") and status == "established"]
    assert not wrong, f"established: {', '.join(wrong)}"
    layers = (("cited twice", ("three", "four")), ("cited", ("one", "two")))
    return next((what for what, names in layers if "established" in map(found.get, names)), "nothing to cite")


def test_nothing_false_follows_from_random_claims() -> None:
    outcomes = [assert_nothing_follows(seed) for seed in range(SEEDS)]
    assert outcomes.count("cited") > len(outcomes) / 4


def test_nothing_false_follows_from_what_cites_random_claims() -> None:
    outcomes = [assert_nothing_follows(seed, ledger_of_three_layers) for seed in range(OF_THREE_LAYERS)]
    assert outcomes.count("cited twice") > len(outcomes) / 10
