"""Faults of statements that the lint must notice: each is planted once, and the statement without it is clean."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sdp_proofs.logic import linting, proofs
from sdp_proofs.logic.kernel import Term, implies, real
from sdp_proofs.logic.linting import Fault
from sdp_proofs.logic.printing import latex
from sdp_proofs.logic.surface import A, B, Fun, N, R, Statement, claimed, each
from sdp_proofs.logic.terms import Definition
from sdp_proofs.logic.theories.events import prob
from sdp_proofs.logic.vocabulary import Channel, Law, Nonneg, Odds, Real, bind, close, integral, num, o, truth

STATEMENTS = proofs.load()


def nobody(P: Law[A], Q: Law[A], x: Real):
    """No number is at most 0 and at least 1."""
    return implies(x <= 0, real(1) <= x, close(1, 0, P, Q))


def nobody_late(f: Fun(N, R)):
    """A sequence that is above every number."""
    return implies(each(N, lambda n: num(n) <= f(n)), each(N, lambda n: f(n) <= -1), real(1) <= 0)


def somebody(P: Law[A], Q: Law[A], x: Real):
    """Some number is at most 1 and at least 1."""
    return implies(x <= 1, real(1) <= x, close(1, 1, P, Q))


def on_a_density(ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """A premise that only Lebesgue's integral meets, and that is on no list."""
    return implies(integral(ig, M), real(0) <= 1)


@pytest.mark.parametrize(("f", "faults"), [(nobody, 1), (nobody_late, 1), (on_a_density, 1), (somebody, 0)])
def test_a_premise_that_nobody_meets_is_a_fault(f: Callable[..., Term], faults: int) -> None:
    found = list(linting.premises_that_nothing_meets(claimed(f)))
    assert len(found) == faults and all("no instance" in one.said for one in found)


def test_an_entry_of_a_list_that_evaluation_does_without_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(linting.LEBESGUE, "post_processing", "said so")
    (found,) = linting.premises_that_nothing_meets(STATEMENTS["post_processing"])
    assert "needs no entry" in found.said
    monkeypatch.setitem(linting.LEBESGUE, "no_statement", "said so")
    monkeypatch.setattr(proofs, "load", dict)
    monkeypatch.setattr(linting, "DEFINITIONS", {})
    assert Fault("no_statement", "is on a list of this module, and no statement") in set(linting.faults(proofs.load()))


def test_a_statement_by_hand_that_does_not_meet_its_premises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, values = linting.BY_HAND["stochastic_descent"]
    monkeypatch.setitem(linting.BY_HAND, "stochastic_descent", (sizes, {**values, "G": -1}))
    assert len(list(linting.premises_that_nothing_meets(STATEMENTS["stochastic_descent"]))) == 1


def test_a_premise_that_the_proof_does_not_use_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = linting.assumed()
    one = STATEMENTS["adaptive_composition"]
    assert not list(linting.premises_that_are_not_used(one, taken[one.name]))
    monkeypatch.delitem(linting.SPARE, one.name)
    (found,) = linting.premises_that_are_not_used(one, taken[one.name])
    assert str(found) == "adaptive_composition: its proof does not use 0 <= delta"
    monkeypatch.setitem(linting.SPARE, "law_of_bind", ("law(P)",))
    (stale,) = linting.premises_that_are_not_used(STATEMENTS["law_of_bind"], taken["law_of_bind"])
    assert "take it from the list" in stale.said


def circular(E: Odds, d: Nonneg, P: Law[A], Q: Law[A]):
    return implies(close(E, d, P, Q), close(E, d, P, Q))


def circular_in_part(E: Odds, d: Nonneg, P: Law[A], Q: Law[A]):
    return implies(close(E, d, P, Q) & (d <= 1), (real(0) <= E) & (d <= 1))


def equal_sides(x: Real, P: Law[A]):
    return (real(0) <= 1) & each(Fun(A, R), lambda f: P(f) <= P(f))


def equal_by_unfolding(P: Law[A], S: Fun(A, o)):
    return prob(P, S).eq(P(lambda a: truth(S(a))))


def honest(E: Odds, d: Nonneg, P: Law[A], Q: Law[A], K: Channel[A, B]):
    return implies(close(E, d, P, Q), close(E, d, bind(P, K), bind(Q, K)))


@pytest.mark.parametrize(
    ("f", "said"),
    [
        (circular, "a premise and a conclusion"), (circular_in_part, "a premise and a conclusion"),
        (equal_sides, "two equal sides"), (equal_by_unfolding, "two equal sides"), (honest, ""),
    ],
)  # fmt: skip
def test_a_statement_that_says_nothing_is_a_fault(f: Callable[..., Term], said: str) -> None:
    found = list(linting.says_nothing(claimed(f)))
    assert len(found) == bool(said) and all(said in one.said for one in found)


@pytest.mark.parametrize(
    "forms",
    [
        (r"{0} \to {1}", r"{1} \to {0}"), (r"\delta_{{{0}}}", r"\delta_{{{0}({2},\,{1})}}"),
        (r"{1}({0}, {2})", r"|{0}|"), (r"|{0}|", "{0}"),
    ],
)  # fmt: skip
def test_notions_that_print_alike_are_a_fault(forms: tuple[str, str]) -> None:
    assert len(list(linting.notions_alike(Definition(f"n{i}", "", form) for i, form in enumerate(forms)))) == 1


def planted(name: str, f: Callable[..., Term]) -> Statement:
    one = claimed(f)
    one.name = name
    return one


def twice(x: Nonneg):
    return real(0) <= 1 * x


def test_sentences_that_print_alike_are_a_fault() -> None:
    one, other = planted("one", honest), planted("other", honest)
    assert not list(linting.sentences_alike([one, STATEMENTS["group_privacy"]]))
    (found,) = linting.sentences_alike([one, other])
    assert found.said == "its sentence is that of one"


def test_a_print_that_hides_a_constant_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linting, "latex", lambda t: latex(t).replace("2", "1"))
    (found,) = linting.sentences_alike([claimed(twice)])
    assert found.said == "its print does not change with 2 for 1 in the conclusion"
