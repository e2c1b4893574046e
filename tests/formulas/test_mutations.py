"""Slips of the pen: which are made, and that their comparison with the formula is right."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.mutations import Mutation, MutationKind, brief, mutations_of, quoted
from sdp_proofs.verdict import Verdict

NAMES = ["a", "b", "k", "n", "x", "y"]


def made(text: str, *counts: str) -> dict[str, Mutation]:
    return {slip.name: slip for slip in mutations_of(Formula(text, NAMES), counts)}


@pytest.mark.parametrize(
    ("text", "counts", "kind", "name", "result"),
    [
        ("a + b <= 1", "", MutationKind.SIGN, "sign of b reversed in a + b", "a - b <= 1"),
        ("a <= -b", "", MutationKind.SIGN, "sign of b reversed in a <= -b", "a <= b"),
        ("a <= 2*b", "", MutationKind.CONSTANT, "3 for 2 in 2 * b", "a <= 3 * b"),
        ("a <= b/2 + 1/2", "", MutationKind.CONSTANT, "0 for 1/2 in b / 2 + 1 / 2", "a <= b / 2 + 0"),
        ("a <= b", "", MutationKind.DIRECTION, ">= for <= in a <= b", "a >= b"),
        ("a <= Max(0, b)", "", MutationKind.DIRECTION, "Min for Max(0, b)", "a <= Min(0, b)"),
        ("a <= b", "", MutationKind.STRICTNESS, "< for <= in a <= b", "a < b"),
        ("Implies(a < 1, b < 1)", "", MutationKind.STRICTNESS, "<= for < in a < 1", "Implies(a <= 1, b < 1)"),
        ("Implies(a < 1, b < 1)", "", MutationKind.HYPOTHESIS, "without the hypothesis a < 1", "b < 1"),
        ("Implies(And(a < 1, b < 1), x < 1)", "", MutationKind.HYPOTHESIS, "without b < 1", "Implies(a < 1, x < 1)"),
        ("Or(a < 1, b < 1)", "", MutationKind.HYPOTHESIS, "without a < 1", "b < 1"),
        ("a == n - k", "kn", MutationKind.OFF_BY_ONE, "k + 1 for k in n - k", "a == n - (k + 1)"),
        ("a == Sum(b**k, (j, 0, n))", "n", MutationKind.OFF_BY_ONE,
         "n - 1 for n in Sum(b ** k, (j, 0, n))", "a == Sum(b ** k, (j, 0, n - 1))"),
        ("a <= b*x", "", MutationKind.OMISSION, "b * x without b", "a <= x"),
        ("a <= b - x", "", MutationKind.EXCHANGE, "sides of b - x exchanged", "a <= x - b"),
        ("a <= b*(1 - x)", "", MutationKind.EXCHANGE, "b and x exchanged in b * (1 - x)", "a <= x * (1 - b)"),
        (
            "Implies(a < 1, b < 1)", "", MutationKind.EXCHANGE, "converse of Implies(a < 1, b < 1)",
            "Implies(b < 1, a < 1)",
        ),
    ],
)  # fmt: skip
def test_a_slip_of_each_kind(text: str, counts: str, kind: MutationKind, name: str, result: str) -> None:
    slip = made(text, *counts)[name]
    assert (slip.kind, str(slip.formula)) == (kind, result)


def test_what_differs_by_the_order_of_a_sum_or_of_the_sides_is_no_slip() -> None:
    assert not any(slip.kind is MutationKind.EXCHANGE for slip in made("x == a*b + b*a").values())
    forms = [str(slip.formula) for slip in made("a + b < 1").values()]
    assert len(forms) == len(set(forms))
    assert "1 > a + b" not in forms


def test_counts_are_exchanged_with_counts_only() -> None:
    names = made("a <= x*n**2 - k", "n", "k")
    assert "k and n exchanged in x * n ** 2 - k" in names
    assert not any(name.startswith(("a and", "k and x", "n and x")) for name in names)
    assert not any("1 for x" in name for name in names)


def test_names_are_different_and_short() -> None:
    long = "x <= " + " + ".join(["a*b*x*y/(1 + n)"] * 12)
    found = mutations_of(Formula(long, NAMES))
    assert len({slip.name for slip in found}) == len(found)
    assert len(quoted(Formula(long, NAMES).tree)) == 56
    assert brief(Formula("a*(b + x)", NAMES).tree) == "a * (b + x)"


@pytest.mark.parametrize(
    "text",
    [
        "a*x <= 2*b + y",
        "And(a <= 3*b, x > y - 1)",
        "Implies(a <= x, 2*a <= b + y)",
        "Implies(a <= 2*x, b <= y)",
        "a - 1 < x <= 2*b",
        "Not(a <= 2*b)",
        "Max(0, a - 2*b) <= x/(1 + y*y)",
    ],
)
def test_what_asks_for_no_more_follows_from_the_formula(text: str) -> None:
    formula = Formula(text, NAMES)
    grid = [dict(zip("abxy", map(Fraction, point), strict=True)) for point in product((-2, -1, 0, 1, 3), repeat=4)]
    compared = 0
    for slip in mutations_of(formula):
        for point in grid if slip.asks_no_more is not None else ():
            if slip.asks_no_more.decide(point) is Verdict.HOLDS and formula.decide(point) is Verdict.HOLDS:
                compared += 1
                assert slip.formula.decide(point) is Verdict.HOLDS, (slip.name, point)
    assert compared > 100


def test_equations_are_never_left_out() -> None:
    assert all(slip.asks_no_more is None for slip in made("a + b == 2*x").values())
    assert all(slip.asks_no_more is None for slip in made("Equivalent(a <= 1, b <= 1)").values())
