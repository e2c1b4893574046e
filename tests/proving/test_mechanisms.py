"""Statements about mechanisms are formulas that hold and fail where they should, and can be proved."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.proving.mechanisms import Mechanism
from sdp_proofs.verdict import Verdict

FLIP = Mechanism({"yes": ("p", "1 - p"), "no": ("1 - p", "p")})
THREE = Mechanism({"low": ("p", "1 - p"), "middle": ("1/2", "1/2"), "high": ("1 - p", "p")},
                  (("low", "middle"), ("middle", "high")))  # fmt: skip


def holds(text: str, **at: object) -> bool:
    formula = Formula(text, {name: name for name in at})
    return formula.decide({name: Fraction(str(value)) for name, value in at.items()}) is Verdict.HOLDS


@pytest.mark.parametrize(("p", "odds"), list(product(["1/2", "2/3", "3/4"], ["1", "2", "3"])))
def test_a_flip_is_private_from_its_odds_on(p: str, odds: str) -> None:
    truth = Fraction(p)
    assert holds(FLIP.is_dp("E"), p=p, E=odds) is (truth <= Fraction(odds) * (1 - truth))
    least = max(0, truth - Fraction(odds) * (1 - truth))
    assert holds(FLIP.is_dp("E", "d"), p=p, E=odds, d=least)
    assert not holds(FLIP.is_dp("E", "d"), p=p, E=odds, d=least - Fraction(1, 100))


def test_only_neighbours_are_compared() -> None:
    assert len(list(THREE.pairs())) == 4
    assert holds(THREE.is_dp("E"), p="3/4", E="2")
    assert not holds(Mechanism(THREE.law).is_dp("E"), p="3/4", E="2")


def test_two_flips_compose_to_twice_the_epsilon_and_no_less() -> None:
    twice = FLIP.beside(FLIP)
    assert holds(twice.is_law(), p="3/4")
    assert [holds(twice.is_dp("E"), p="3/4", E=odds) for odds in ("8", "9")] == [False, True]


def test_processing_loses_nothing_more() -> None:
    noisy = FLIP.then([("3/4", "1/4"), ("1/4", "3/4")])
    assert holds(noisy.is_law(), p="3/4")
    assert holds(FLIP.dominates(noisy, "E"), p="3/4", E="1")
    assert not holds(noisy.dominates(FLIP, "E"), p="3/4", E="1")


def test_privacy_is_proved_for_all_values() -> None:
    from sdp_proofs.ledger import run_claim
    from sdp_proofs.ledger.paper import Paper
    from sdp_proofs.proving.vocabulary import Section, by_solver

    section = Section(Paper(key="toy"), "Sec. 1", {"p": "p", "E": "e^{\\epsilon}"})
    section.claim(
        "flips-are-private-from-their-odds-on", "a flip is private", "A flip is private from its odds on.",
        FLIP.is_dp("E"), by_solver("all p and E", ["And(0 <= p, p < 1, 1/2 <= p, E*(1 - p) >= p)"]),
        at="Lemma 1", mutants={"half the odds": ("E*", "E/2*")}, generated="none",
    )  # fmt: skip
    [claim] = section.claims
    assert str(run_claim(claim).status) == "established"


def test_what_is_no_mechanism_is_refused() -> None:
    for law in ({"x": ("1",)}, {"x": ("1",), "y": ("p", "1 - p")}):
        with pytest.raises(DomainError, match="two inputs or more"):
            Mechanism(law)
    with pytest.raises(DomainError, match="inputs of the mechanism; got 'z'"):
        Mechanism({"x": ("1",), "y": ("1",)}, (("x", "z"),))
    with pytest.raises(DomainError, match="2 rows"):
        FLIP.then([("1", "0")])
    assert all(a != b for a, b in pairwise(FLIP.law.values()))


def test_odds_that_are_a_sum_multiply_as_a_whole() -> None:
    coin = Mechanism({"x": ("p", "1 - p"), "y": ("1 - p", "p")})
    assert coin.loss("x", "y", "1 + r") == "Max(0, p - (1 + r)*(1 - p)) + Max(0, 1 - p - (1 + r)*p)"
    assert coin.loss("x", "y", "E") == "Max(0, p - E*(1 - p)) + Max(0, 1 - p - E*p)"


def test_two_answers_print_as_mathematics() -> None:
    assert FLIP.beside(FLIP).is_dp("E") == (
        "And(p**2 <= E*(1 - p)**2, p*(1 - p) <= E*p*(1 - p), (1 - p)**2 <= E*p**2)"
    )
    assert FLIP.beside(FLIP).is_dp("E", "d") == (
        "Max(0, p**2 - E*(1 - p)**2) + 2*Max(0, p*(1 - p) - E*p*(1 - p)) + Max(0, (1 - p)**2 - E*p**2) <= d"
    )
    assert FLIP.is_dp("E", "d") == "Max(0, p - E*(1 - p)) + Max(0, 1 - p - E*p) <= d"


TABLES = {
    "a flip": FLIP,
    "a flip twice": FLIP.beside(FLIP),
    "a noisy flip": FLIP.then([("3/4", "1/4"), ("1/4", "3/4")]),
    "three inputs": THREE,
    "an output that is impossible once": Mechanism({"x": ("p", "1 - p", "0"), "y": ("0", "1 - p", "p")}),
    "certainty": Mechanism({"x": ("1", "0"), "y": ("1 - p", "p")}),
    "equal outputs": Mechanism({"x": ("p/2", "p/2", "1 - p"), "y": ("(1 - p)/2", "(1 - p)/2", "p")}),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_short_form_says_what_the_expansion_says(name: str) -> None:
    mechanism = TABLES[name]
    for p, odds, delta in product(("0", "1/3", "1/2", "3/4", "1"), ("1", "2", "3", "9"), ("0", "1/8", "1/4", "1/2")):
        at = {"p": p, "E": odds, "d": delta}
        whole = holds(mechanism.is_dp("E", "d", expanded=True), **at)
        assert holds(mechanism.is_dp("E", "d"), **at) is whole
        if delta == "0":
            assert holds(mechanism.is_dp("E"), **at) is whole
            assert holds(mechanism.is_dp("E", expanded=True), **at) is whole
