"""False neighbours of claims: what is said to refute one is an instance of what the page speaks of.

The ledger's own near misses, a few at random in the ordinary run and all with `make deep`; and toy claims whose letters
are probabilities, odds and shares, with slips that fail only at numbers that these never are.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, run_claim
from sdp_proofs.papers import registry
from sdp_proofs.proving.checks import declared, outside
from sdp_proofs.proving.vocabulary import Section, by_identity, by_solver, by_sums, cite
from sdp_proofs.verdict import Verdict
from tests.full import trials
from tests.papers.toy_wing import PAPER

_VALUE = re.compile(r"\b([A-Za-z]\w*) = (-?\d+(?:/\d+)?)(?![\w.])")
SEED = 20261124


def bare(claim: Claim) -> Claim:
    return replace(claim, family=None, derivation=None, counterexample=None)


def by_z3() -> list[Claim]:
    return [
        claim for claim in registry().values()
        if claim.near_misses and any("z3" in check.engines and not check.deep for check in claim.checks)
    ]  # fmt: skip


def test_no_near_miss_is_refuted_outside_the_ranges_that_a_page_declares() -> None:
    claims = by_z3()
    random.Random(SEED).shuffle(claims)
    refuted = met = 0
    for claim in claims[: trials(12)]:
        for miss in run_claim(bare(claim)).near_misses:
            met += miss.met
            refuted += miss.refuted
            values = {name: Fraction(value) for name, value in _VALUE.findall(miss.detail or "")}
            assert not miss.refuted or not outside(claim, values), (claim.id, miss)
            assert not (miss.detail or "").startswith("no proof") or not miss.refuted, (claim.id, miss)
    assert 0 < refuted < met


SECTION = Section(
    PAPER, "Sec. 1", {"E": "e^{\\epsilon}", "d": "\\delta", "p": "P(a)", "w": "w", "s": "s", "gap": "g"},
    {"w": "any number between 0 and 1", "s": "any share", "gap": "any number >= 0"},
)  # fmt: skip


def toy(formula: str, wrong: str, *checks, **more) -> Claim:
    name = f"toy-{len(SECTION.claims)}"
    return SECTION.claim(name, "toy", "A toy.", formula, *checks, mutants={"a slip": wrong}, generated="none", **more)


@pytest.mark.parametrize(
    ("formula", "wrong"),
    [
        ("p <= 1 + p**2", "p <= 1"),
        ("E + 1/E >= 2", "E >= 1"),
        ("d**2 + 1 >= d", "d >= 0"),
        ("w*(1 - w) <= 1/4", "w*(1 - w) >= 0"),
        ("s**2 >= 0", "s*(1 - s) >= 0"),
        ("gap**2 >= 0", "gap >= 0"),
        ("(p - d)**2 >= 0", "p*d <= 1"),
    ],
)
def test_a_slip_that_only_impossible_numbers_refute_is_not_refuted(formula: str, wrong: str) -> None:
    claim = toy(formula, wrong, by_solver("all reals", ["E > 0"] if "E" in formula else []))
    [miss] = run_claim(claim).near_misses
    assert not miss.refuted and miss.not_proved_by == "all reals"
    assert "no proof from the premises" in (miss.detail or "")


def test_a_slip_that_fails_at_an_instance_is_refuted_there_even_if_it_fails_elsewhere_too() -> None:
    claim = toy("p <= 1 + p**2", "p <= 1/2", by_solver("all reals", []))
    [miss] = run_claim(claim).near_misses
    assert miss.refuted_by == "all reals"
    [(_, value)] = _VALUE.findall(miss.detail or "")
    assert Fraction(1, 2) < Fraction(value) <= 1


def test_a_claim_is_not_refuted_at_numbers_that_it_does_not_speak_of() -> None:
    claim = toy("p**2 <= 1", "p >= 0", by_solver("all reals", []))
    [evidence] = run_claim(claim).evidence
    assert evidence.verdict is Verdict.UNKNOWN and evidence.witness is None


def test_an_identity_that_fails_at_impossible_numbers_only_is_not_refuted() -> None:
    claim = toy("abs(gap) == gap", "gap == gap", by_identity("all reals", "real gap"))
    assert run_claim(claim).evidence[0].verdict is not Verdict.FAILS


def test_sums_are_refuted_by_laws_and_not_by_negative_masses() -> None:
    check = by_sums("one by one", {"d": "Sum(a, k*u)"}, ["And(0 <= k, k <= 1)", "Sum(a, u) <= 1", "u >= 0"],
                    "over a: d <= Sum(a, u)", each={"a": "k u"})  # fmt: skip
    claim = toy("d <= 1", "d <= 1/2", check)
    [miss] = run_claim(claim).near_misses
    assert miss.refuted and Fraction(1, 2) < Fraction(dict(_VALUE.findall(miss.detail or ""))["u_1"]) <= 1


def test_sums_are_not_refuted_where_the_odds_are_none() -> None:
    check = by_sums("one by one", {"d": "Sum(a, k*u)"}, ["And(0 <= k, k <= 1)", "Sum(a, u) <= 1", "u >= 0"],
                    "over a: d <= Sum(a, u)", "d <= 1 + E**2", each={"a": "k u"})  # fmt: skip
    claim = toy("d <= 1 + E**2", "d <= E", check)
    result = run_claim(claim)
    assert result.evidence[0].verdict is Verdict.HOLDS
    [miss] = result.near_misses
    assert miss.met and not miss.refuted


def test_a_point_that_meets_what_is_cited_is_no_instance() -> None:
    base = toy("p <= 1 + p**2", "p >= 2", by_solver("all reals", []))
    claim = toy("d <= 1 + p**2", "d <= 1/4", by_solver("cited", ["d <= p", cite(base.id)]))
    known = replace(claim, citable={base.id: base.checks[0].citable(base.formula, frozenset(), {})})
    [miss] = run_claim(known).near_misses
    assert miss.met and not miss.refuted


@pytest.mark.parametrize(
    ("means", "text"),
    [
        ("any probability", "And(0 <= x, x <= 1)"), ("any number between 0 and 1/2", "And(0 <= x, x <= 1/2)"),
        ("any number >= 1", "x >= 1"), ("any number <= 0", "x <= 0"), ("any 0 or 1", "Or(x == 0, x == 1)"),
        ("any variance of the noise on one coordinate", "x >= 0"), ("any number", ""), ("any slope of the profile", ""),
    ],
)  # fmt: skip
def test_ranges_are_read_from_what_is_printed(means: str, text: str) -> None:
    claim = replace(registry()["sums-are-linear"], formula=Formula("x > 0", {"x": "x"}), means={"x": means})
    assert " ".join(map(str, declared(claim))) == text
