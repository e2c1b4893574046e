"""Proofs from facts, counting record by record, and the two halves of the example with 95 %."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Coverage, Method
from sdp_proofs.papers import registry
from sdp_proofs.papers.smoothed_dp.section_5_1 import FIRST, LARGE, SECOND, all_assignments, by_majorant, draws_of
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.bounds.tails import two_sided_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.induction import record_by_record
from sdp_proofs.proving.instances import Instance, on_instances_with_facts
from sdp_proofs.proving.terms import directions
from sdp_proofs.verdict import Verdict

ANY = registry()["loss-rises-where-a-count-crosses"]


def stating(text: str, *names: str, **parameters: Any) -> Claim:
    return replace(ANY, formula=Formula(text, names), parameters=parameters)


def assuming(*texts: str, more: tuple[str, ...] = ()) -> Any:
    def facts(claim: Claim) -> list[Formula]:
        names = {**dict(claim.formula.symbols), **{name: name for name in more}}
        return [Formula(text, names) for text in texts]

    return facts


def test_what_follows_is_proved_and_what_does_not_is_left_open() -> None:
    claim = stating("x < 2", "x")
    assert by_solver("", ["x <= y", "y < 2"]).run(claim).verdict is Verdict.HOLDS
    assert by_solver("", ["x <= y", "y <= 2"]).run(claim).verdict is Verdict.UNKNOWN


def test_facts_that_contradict_each_other_prove_nothing() -> None:
    outcome = by_solver("", ["x < 0", "x > 0"]).run(stating("x < 2", "x"))
    assert outcome.verdict is Verdict.UNKNOWN
    assert outcome.instances == 0


def test_of_an_exponential_it_is_used_that_it_rises() -> None:
    claim = stating("x <= 3*exp(-k)", "x", "k")
    assert by_solver("", ["x <= 3*exp(-2*k)", "k >= 0"]).run(claim).verdict is Verdict.HOLDS
    assert by_solver("", ["x <= 3*exp(-2*k)", "k >= -1"]).run(claim).verdict is not Verdict.HOLDS


def test_an_equivalence_has_two_directions() -> None:
    both = directions(Formula("Equivalent(x > 0, 2*x > 0)", ["x"]))
    assert [str(part) for part in both] == ["Implies(x > 0, 2 * x > 0)", "Implies(2 * x > 0, x > 0)"]
    assert len(directions(Formula("x < 1", ["x"]))) == 1


def test_a_false_fact_fails_at_its_first_instance() -> None:
    def points(_: Claim) -> Iterator[Instance]:
        yield "one", {"x": 1, "y": 0}
        yield "two", {"x": 1, "y": 3}

    claim = stating("x < 2", "x")
    right, wrong = (
        on_instances_with_facts(Method.EXACT, Coverage.GRID, "", "", points, assuming(fact, more=("y",))).run(claim)
        for fact in ("y <= 3", "y < 3")
    )
    assert (right.verdict, right.instances) == (Verdict.HOLDS, 2)
    assert wrong.verdict is Verdict.FAILS
    assert "the fact y < 3" in str(wrong.witness)


@pytest.mark.parametrize(
    ("share", "verdict"),
    [
        ("binomial(a, h)*binomial(b, T - h)/binomial(n, T)", Verdict.HOLDS),
        ("binomial(a, h)*binomial(b, T - h)/binomial(n - 1, T)", Verdict.UNKNOWN),
        ("binomial(a, h)*binomial(b, T + 1 - h)/binomial(n, T)", Verdict.UNKNOWN),
        ("2*binomial(a, h)*binomial(b, T - h)/binomial(n, T)", Verdict.UNKNOWN),
    ],
)
def test_only_the_right_product_counts_record_by_record(share: str, verdict: Verdict) -> None:
    check = record_by_record(
        "",
        "binomial(n, T)",
        dict.fromkeys(("a", "b", "n", "h", "T"), "0"),
        [({"a": "a + 1", "n": "n + 1"}, {"h": "h - 1", "T": "T - 1"}), ({"b": "b + 1", "n": "n + 1"}, {"T": "T - 1"})],
        [Formula("And(h <= a + 1, h <= T, T <= n)", ["a", "h", "T", "n"])],
        named="share",
        possible=[Formula("And(0 <= h, h <= a, 0 <= T - h, T - h <= b, n == a + b)", ["a", "b", "h", "T", "n"])],
    )
    assert check.run(stating(f"share == {share}", "share", "a", "b", "n", "h", "T")).verdict is verdict
    assert check.run(stating(f"other == {share}", "other", "a", "b", "n", "h", "T")).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("records", [100, 440, 500, 701])
def test_the_majorant_is_above_all_assignments_and_near(records: int) -> None:
    bound, loss = by_majorant(records), all_assignments(records)
    assert loss.upper <= bound.upper
    assert bound.lower <= 3 * loss.upper


@pytest.mark.parametrize("records", [LARGE, LARGE + 1, 1500, 1519, 10_000])
def test_the_facts_for_large_sizes_hold(records: int) -> None:
    sources, cut, budget = SourceSet.interval("1/4", "3/4"), Fraction(23, 200), Budget.read(epsilon=3)
    case = Bounded.with_sources(sources, records, draws_of(records))
    whole = two_sided_upper(case, budget, cut=cut).value
    missing = Fraction(records - draws_of(records), records)
    first, second = (
        Formula("factor*(1 - (1 - exp(-k))/4)**n", ["factor", "k", "n"]).value({"factor": factor, "k": k, "n": records})
        for factor, k in ((1, _entropy(cut, missing, -3)), (cut / missing, _entropy(cut, missing, 0)))
    )
    assert first is not None
    assert second is not None
    assert (2 * (first + second)).contains(whole.lower) or abs((2 * (first + second)).lower - whole.lower) < 1e-12
    values = {"loss": all_assignments(records), "records": records, "first": first, "second": second}
    ends = {"first": FIRST, "second": SECOND}
    largest = {name: Formula(text, ["n"]).value({"n": records}) for name, text in ends.items()}
    for name in ends:
        ordered = Formula("here <= most", ["here", "most"])
        assert ordered.decide({"here": values[name], "most": largest[name]}) is Verdict.HOLDS
    below = Formula("And(loss <= 2*(first + second), 4*records*first < 1, 4*records*second < 1)", [*values])
    assert below.decide({**values, **largest}) is Verdict.HOLDS


def _entropy(cut: Fraction, missing: Fraction, power: int) -> Any:
    text = "c*exp(p)*log(c*exp(p)/q) + (1 - c*exp(p))*log((1 - c*exp(p))/(1 - q))"
    value = Formula(text, ["c", "p", "q"]).value({"c": cut, "p": power, "q": missing})
    assert value is not None
    return value
