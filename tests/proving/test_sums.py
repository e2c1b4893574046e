"""Finite collections: what the rule proves, and what it must not."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from sdp_proofs import memory
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Claim, Kind, Status
from sdp_proofs.papers import registry
from sdp_proofs.proving.finite_sets import Known, Language, normal, witness
from sdp_proofs.proving.premises import Collected, averaged, largest, one_of, summed
from sdp_proofs.proving.vocabulary import Formula, and_collected, by_solver, by_sums, cite
from sdp_proofs.verdict import Verdict

LANGUAGE = Language({"p": ("a",), "x": ("a",), "y": ("a",), "q": ("b",), "k": ("a", "b")})


def _shown(text: str, over: str = "a", *facts: str) -> bool:
    known = Known(LANGUAGE, tuple(map(LANGUAGE.sentence, facts)))
    return not known.one_by_one(LANGUAGE.sentence(text), over)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Sum(a, x) <= Sum(a, y)", ["x <= y"]),
        ("Sum(a, c*x + y) == c*Sum(a, x) + Sum(a, y)", []),
        ("Sum(b, Sum(a, k)) == Sum(a, Sum(b, k))", []),
        ("Mean(a, x)**2 <= Mean(a, x**2)", []),
        ("Mean(a, Max(x, y)) >= Max(Mean(a, x), Mean(a, y))", []),
        ("Largest(a, x + y) <= Largest(a, x) + Largest(a, y)", []),
        ("Mean(a, x) <= Largest(a, x)", []),
    ],
)
def test_what_holds_of_every_finite_set_is_shown(text: str, facts: list[str]) -> None:
    assert _shown(text, "a", *facts)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Sum(a, x) <= Sum(a, y)", ["p <= y"]),
        ("Sum(a, c*x) == Sum(a, x)", []),
        ("Sum(a, x) <= c", ["x <= c"]),  # it is of a mean and of no sum
        ("Sum(a, x**2) <= Sum(a, x)**2", []),
        ("Mean(a, x)**2 >= Mean(a, x**2)", []),
        ("Mean(a, Max(x, y)) <= Max(Mean(a, x), Mean(a, y))", []),
        ("Largest(a, x + y) >= Largest(a, x) + Largest(a, y)", []),
        ("Largest(a, x) <= Mean(a, x)", []),
        ("Largest(a, -x) <= -Largest(a, x)", []),
        ("Sum(a, x) <= Sum(a, y)", ["Sum(a, x) <= Sum(a, y)"]),  # it is of the whole set, so of no part of it
    ],
)
def test_what_is_false_or_not_known_of_subsets_is_not_shown(text: str, facts: list[str]) -> None:
    assert not _shown(text, "a", *facts)


def test_a_sum_over_the_whole_set_is_known_at_the_end_only() -> None:
    one = LANGUAGE.sentence("Sum(a, p) == 1")
    known = Known(LANGUAGE, (one, LANGUAGE.sentence("x <= c*p")))
    goal = LANGUAGE.sentence("Sum(a, x) <= c")
    assert known.one_by_one(goal, "a")
    assert not known.one_by_one(LANGUAGE.sentence("Sum(a, x) <= c*Sum(a, p)"), "a")
    assert not known.and_also(LANGUAGE.sentence("Sum(a, x) <= c*Sum(a, p)")).follows(goal)


def test_the_normal_form_keeps_the_value() -> None:
    """Against sums that are written out: nested sums, products with sums in them, means of constants."""
    draw = random.Random(20261122)
    texts = (
        "Sum(b, x*0 + Sum(a, k*x*q + 3*q))", "Sum(a, x*(1 - Sum(b, k*q)) + 2)", "Sum(b, q*Sum(a, x)*Sum(a, y))",
        "Sum(b, Sum(a, k)*Sum(a, x*k))", "Sum(a, Sum(b, (x + q)*(k - 2)))",
    )
    for text in (one.replace("x*0 + ", "") for one in texts):
        term = LANGUAGE.sentence(f"{text} == 0").parts[0]
        for size in (1, 2, 3):
            at = {(name, *places): Fraction(draw.randint(-5, 5), draw.randint(1, 4)) for name, places in _values(size)}
            assert _value(normal(term), {}, at, size) == _value(term, {}, at, size), text


def _values(size: int) -> list[tuple[str, tuple[int, ...]]]:
    places = range(size)
    single = [(name, (place,)) for name in "pxyq" for place in places]
    return single + [("k", (one, other)) for one in places for other in places]


def _value(term: object, at: dict[str, int], values: dict[tuple[object, ...], Fraction], size: int) -> Fraction:
    name, parts = term.func.__name__, term.args  # type: ignore[attr-defined]
    if name == "Sum":
        return sum((_value(parts[1], {**at, parts[0].name: i}, values, size) for i in range(size)), Fraction(0))
    if name in ("p", "x", "y", "q", "k"):
        return values[(name, *(at[one.name] for one in parts))]
    if name in ("Add", "Mul", "Pow"):
        inner = [_value(part, at, values, size) for part in parts]
        result = inner[0]
        for one in inner[1:]:
            result = result + one if name == "Add" else result * one if name == "Mul" else result ** int(one)
        return result
    return Fraction(int(term.p), int(term.q))  # type: ignore[attr-defined]


def test_what_is_false_has_a_witness_in_a_small_set() -> None:
    facts = [LANGUAGE.sentence("x <= c")]
    assert "sets of 2 elements" in witness(LANGUAGE, facts, LANGUAGE.sentence("Sum(a, x) <= c"))
    assert witness(LANGUAGE, facts, LANGUAGE.sentence("Mean(a, x) <= c")) == ""


@pytest.mark.parametrize(
    ("premise", "kernel", "proved"),
    [
        (summed("all <= r*one", {"all": "x", "one": "p"}, each="x p"), "x <= r*p", True),
        (summed("all <= r", {"all": "x"}, each="x"), "x <= r", False),
        (summed("all <= r*one", {"all": "x", "one": "p"}, each="x p"), "x <= r", False),
        (averaged("mean <= r", {"mean": "x"}, each="x"), "x <= r", True),
        (averaged("mean < r", {"mean": "x"}, each="x"), "x <= r", False),
        (averaged("mean**2 == 1", {"mean": "x"}, each="x"), "x**2 == 1", False),
        (largest("worst <= r", {"worst": "x"}, each="x"), "x <= r", True),
        (largest("worst >= other", {"worst": "x", "other": "y"}, each="x y"), "x >= y", True),
        (largest("worst == -other", {"worst": "x", "other": "y"}, each="x y"), "x == -y", False),
        (one_of("worst >= r", {"worst": "x"}, each="x"), "x >= r", True),
        (one_of("worst <= r", {"worst": "x"}, each="x"), "x <= r", False),
        (one_of("all >= r", {"all": "x"}, each="x", binder="Sum"), "x >= r", False),
        (one_of("all >= r", {"all": "Max(0, x)"}, each="x", binder="Sum"), "x >= r", True),
        (averaged("mean/n <= r", {"mean": "x"}, each="x"), "Implies(n != 0, x/n <= r)", False),
    ],
)
def test_what_is_collected_is_proved_or_assumed(premise: Collected, kernel: str, proved: bool) -> None:
    assert (premise.gap([kernel], []) == "") is proved


def test_hypotheses_about_a_value_at_an_element_are_no_help() -> None:
    premise = averaged("mean <= r", {"mean": "x"}, each="x")
    assert premise.gap([], ["x <= r"])
    assert premise.gap([], ["mean <= r"])
    assert premise.gap(["x <= s"], ["s <= r"]) == ""


def test_what_is_collected_is_asked_again_where_anything_is_another() -> None:
    whole = summed("all <= rate*one", {"all": "x", "one": "p"}, each="x p")
    with memory.of_one_claim():
        for _ in range(2):
            assert whole.gap(["x <= rate*p"], []) == ""
            assert whole.gap([], []) != ""
            assert whole.gap(["x <= p"], ["rate >= 1"]) != ""
            assert whole.gap(["Implies(p >= 0, x <= p)", "p >= 0"], ["rate >= 1"]) == ""
            assert replace(whole, binder="Mean").gap(["x <= rate*p"], []) == ""
            assert replace(whole, text="all < rate*one").gap(["x <= rate*p"], []) != ""
            assert replace(whole, where=("x <= rate*p",)).gap([], []) == ""


def test_a_collection_that_is_not_proved_is_assumed() -> None:
    claim = _claim("all <= 1")
    true = by_solver("sum", [summed("all <= one", {"all": "x", "one": "p"}, each="x p", where="x <= p"), "one <= 1"])
    false = by_solver("sum", [summed("all <= one", {"all": "x", "one": "p"}, each="x p", where="x <= 2*p"), "one <= 1"])
    assert [one.origin.value for one in true.run(claim).premises] == ["collected", "assumed"]  # one is no symbol of it
    assert [one.origin.value for one in false.run(claim).premises] == ["assumed", "assumed"]
    assert true.trusts == {"induction", "linear-sums"}


def _claim(text: str) -> Claim:
    names = {name: name for name in ("all", "rows", "columns", "low", "high") if name in text}
    return Claim(
        id="one", paper="p", locator="l", title="t", kind=Kind.PROJECT, statement="s", recorded=Status.OPEN,
        formula=Formula(text, names),
    )  # fmt: skip


def test_a_false_statement_about_sums_is_refuted_by_a_small_set() -> None:
    check = by_sums("sums", {"low": "Sum(a, x)", "high": "Sum(a, y)"}, ["x <= y"], "over a:", each={"a": "x y"})
    assert check.run(_claim("low <= high")).verdict is Verdict.HOLDS
    found = check.run(_claim("low < high"))
    assert found.verdict is Verdict.FAILS
    assert found.witness is not None


@pytest.mark.parametrize(
    ("citable", "given", "terms", "verdict"),
    [
        (True, "c >= 1", {}, Verdict.HOLDS),
        (True, "c >= 0", {}, Verdict.UNKNOWN),  # premises on other symbols come along
        (True, "c >= 1", {"low": "x"}, None),  # a collection is not any number
        (False, "c >= 1", {}, None),
    ],
)
def test_what_is_shown_of_sums_is_cited_of_these_sums(
    citable: bool, given: str, terms: dict[str, str], verdict: Verdict | None
) -> None:
    check = by_sums(
        "sums", {"low": "Sum(a, x)", "high": "Sum(a, y)"}, ["x <= y", "c >= 1"], "over a: low <= high",
        each={"a": "x y"}, citable=citable,
    )
    claim = replace(_claim("low <= high"), formula=Formula("low <= high + c - 1", ["low", "high", "c"]))
    assert check.run(claim).verdict is Verdict.HOLDS
    known = {"sums": check.citable(claim.formula, frozenset(), {})}
    citing = by_solver("so", [given, cite("sums", terms)])
    asked = replace(claim, formula=Formula("Or(low <= high + 2*c, x > 0)", ["low", "high", "c", "x"]), citable=known)
    if verdict is None:
        with pytest.raises(DomainError, match=r"cit(ed|ation)"):
            citing.run(asked)
    else:
        assert citing.run(asked).verdict is verdict


def test_rules_of_sums_are_proved_without_themselves() -> None:
    claims = registry()
    assert claims["sums-are-linear"].trust == claims["means-are-linear"].trust
    assert not {"linear-sums", "exchanged-sums"} & set(claims["sums-are-linear"].trust)
    assert "exchanged-sums" not in claims["sums-may-be-exchanged"].trust


def test_a_lifting_step_that_is_proved_is_depended_on() -> None:
    claims = registry()
    lemmas = {entry.id: entry.proved_by for entry in claims.trust.values() if entry.proved_by}
    assert lemmas
    for claim in claims.values():
        for name in set(claim.trust) & lemmas.keys():
            assert set(lemmas[name]) <= set(claim.depends_on), (claim.id, name)


def test_what_is_cited_for_each_element_is_cited() -> None:
    premise = summed("all <= one", {"all": "x", "one": "p"}, cite("sums-are-linear"), each="x p")
    assert [kernel.source for kernel in premise.kernels] == ["sums-are-linear"]


def test_what_is_known_of_elements_is_no_hypothesis_on_anything_else() -> None:
    with pytest.raises(DomainError, match="must speak of what each has; got c >= 0"):
        summed("all >= 0", {"all": "c*x"}, each="x", where="And(x >= 0, c >= 0)")
    # Over the empty set there is no element that would say so.
    assert summed("Max(0, c) + all >= c*c", {"all": "0*x"}, each="x", where="c*c + x*x <= 0").gap([], [])


def test_a_proof_is_of_the_elements_and_of_all_of_them() -> None:
    claim = _claim("low <= high")
    whole = summed("less <= more", {"less": "low", "more": "high"}, each="low high")
    check = and_collected(by_solver("each", []), whole)
    assert check.run(claim).verdict is Verdict.FAILS
    found = and_collected(by_solver("each", "low <= high"), whole).run(claim)
    assert found.verdict is Verdict.HOLDS
    assert [premise.text for premise in found.premises if premise.origin.value == "collected"] == [
        "so less <= more [less is the sum of low; more is the sum of high, where low <= high]"
    ]
    too_much = summed("less <= more - 1", {"less": "low", "more": "high"}, each="low high")
    assert and_collected(by_solver("each", "low <= high"), too_much).run(claim).verdict is Verdict.UNKNOWN
