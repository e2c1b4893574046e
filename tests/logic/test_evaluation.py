"""The evaluator and the hunt: never a false refutation, never a false *true*, and false statements are found."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.logic import hunting, kernel, proofs
from sdp_proofs.logic.evaluation import Reading, evaluated
from sdp_proofs.logic.kernel import fn, implies, lam, real, var
from sdp_proofs.logic.surface import A, B, Fun, N, Odds, R, Rate, claimed, each, o
from sdp_proofs.logic.values import Weights
from sdp_proofs.logic.vocabulary import (
    EXP,
    LOG,
    Channel,
    Law,
    Nat,
    Nonneg,
    Real,
    bind,
    bounded,
    channel,
    close,
    integral,
    law,
    mix,
    num,
)

STATEMENTS = proofs.load()


def mean(a: object):
    return Fun(Fun(a, R), R)


# ---- what once was called refuted although the kernel proves it ----------------------------------------------------
def eta(f: Fun(A, R)):
    return kernel.eq(lam(var("a", A), f(var("a", A))), f)


def no_negative_integral(ig: Fun(Fun(A, R), o), M: mean(A)):
    both = integral(ig, M) & integral(ig, lam(var("f", fn(A, R)), 0 - M(var("f", fn(A, R)))))
    return implies(both, ig(lambda a: 1), ig(lambda a: 0), M(lambda a: 1) <= M(lambda a: 0))


def no_double_channel(K: Channel[A, B]):
    x, f = var("x", A), var("f", fn("B", R))
    return implies(channel(kernel.lams(x, f, 2 * K(x)(f))), real(1) <= 0)


def squares_are_no_law(a: A):
    f = var("f", fn(A, R))
    return implies(law(lam(f, f(a) * f(a))), real(1) <= 0)


@pytest.mark.parametrize("f", [eta, no_negative_integral, no_double_channel])
def test_what_is_true_is_not_refuted(f) -> None:
    found = hunting.hunt(claimed(f), tries=80)
    assert not found.refuted, found


def test_what_is_not_linear_is_not_called_a_law() -> None:
    assert evaluated(claimed(squares_are_no_law), {"A": 2}, a=0).verdict is None


def test_no_theorem_is_refuted() -> None:
    for name, one in STATEMENTS.items():
        found = hunting.hunt(one, tries=8)
        assert not found.refuted, f"{name}: {found}"


# ---- what once was called true although it is false, or open -------------------------------------------------------
@pytest.mark.parametrize(
    "sentence",
    [
        lambda: each(R, lambda x: real(0) <= x * x),
        lambda: each(N, lambda n: num(n) <= 10**6),
        lambda: bounded(lam(var("x", R), var("x", R))),
        lambda: each(Fun(N, R), lambda f: f(kernel.ZERO) <= 10**6),
    ],
)
def test_of_infinitely_many_nothing_is_said(sentence) -> None:
    assert Reading({}).code(sentence())({}, ()) is None


@pytest.mark.parametrize(
    "sentence",
    [
        lambda: each(R, lambda x: real(0) <= x),
        lambda: each(N, lambda n: num(n) <= 2),
        lambda: each(Fun(A, R), lambda f: law(lam(var("g", fn(A, R)), f(var("a", A))))),
        lambda: EXP(real(1)).eq(LOG(real(16))),
    ],
)
def test_one_example_refutes(sentence) -> None:
    assert Reading({"A": 1}).code(sentence())({"a": 0}, ()) is False


def test_balls_that_overlap_decide_nothing() -> None:
    two = var("x", R)
    assert evaluated(claimed_on(EXP(LOG(two)).eq(two)), x=2).verdict is None
    assert evaluated(claimed_on(EXP(LOG(two)) <= two + Fraction(1, 10**9)), x=2).verdict is True
    assert evaluated(claimed_on(kernel.INV(two) <= 5), x=0).verdict is None
    assert evaluated(claimed_on(LOG(two) <= 5), x=-1).verdict is None


def claimed_on(p):
    """A statement of one real number x."""

    def one(x: Real):
        return p

    return claimed(one)


def test_base_types_have_no_size() -> None:
    for sizes in ({"N": 3}, {"R": 2}, {"o": 2}, {"A": 0}, {"A": True}):
        with pytest.raises(ValueError, match="a set has one element or more"):
            Reading(sizes)


@pytest.mark.parametrize("value", [0.5, "a", None, [1], "0.1.2"])
def test_numbers_are_read_exactly_or_refused(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        evaluated(STATEMENTS["sampling_rate_bounds"], t=value)


# ---- false statements are found ------------------------------------------------------------------------------------
def composition_adds_odds(E: Odds, F: Odds, P: Law[A], Q: Law[A], K: Channel[A, B], L: Channel[A, B]):
    nears = each(A, lambda a: close(F, 0, K(a), L(a)))
    return implies(close(E, 0, P, Q), nears, close(E + F - 1, 0, bind(P, K), bind(Q, L)))


def closeness_is_symmetric(E: Odds, d: Nonneg, P: Law[A], Q: Law[A]):
    return implies(close(E, d, P, Q), close(E, d, Q, P))


def sampling_divides_odds(E: Odds, t: Rate, P: Law[A], Q: Law[A]):
    return implies(close(E, 0, P, Q), close(E, 0, Q, P), close(t * E + 1 - t, 0, mix(t, P, Q), P))


def slacks_add(E: Odds, d: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
    return implies(close(E, d, P, Q), close(E, d, Q, S), close(E * E, 2 * d, P, S))


@pytest.mark.parametrize("f", [closeness_is_symmetric, slacks_add, composition_adds_odds, sampling_divides_odds])
def test_a_false_statement_is_refuted_by_an_exact_instance(f) -> None:
    one = claimed(f)
    found = hunting.hunt(one, tries=800)
    assert found.refuted, found
    again = hunting.Judge(one, found.sizes)(found.instance)
    assert again.conclusion is False and set(again.premises) <= {True}


def test_every_guard_of_composition_is_needed_or_named() -> None:
    one = STATEMENTS["adaptive_composition"]
    kept = [m.change for m in hunting.mutants(one, tries=200) if not m.found.refuted]
    assert kept == ["without the premise 0 <= delta", "without the premise 0 <= kappa"]
    assert hunting.text(next(hunting.unused(one))) == "0 <= delta"


def test_premises_that_nobody_meets_have_no_example() -> None:
    def nobody(P: Law[A], x: Real):
        return implies(x <= 0, real(1) <= x, close(1, 0, P, P))

    assert not list(hunting.examples(claimed(nobody)))
    assert next(hunting.examples(STATEMENTS["post_processing"]))


def test_masses_of_a_mean_are_found_through_every_construction() -> None:
    reading = Reading({"A": 2, "B": 2})
    P = Weights.of([Fraction(1, 4), Fraction(3, 4)])
    K = lambda a: Weights.of([Fraction(1, 2 + a), Fraction(1 + a, 2 + a)])  # noqa: E731
    bound = reading.code(bind(var("P", fn(fn(A, R), R)), var("K", fn(A, fn(fn("B", R), R)))))({"P": P, "K": K}, ())
    assert reading.masses(bound, "B") == {0: Fraction(3, 8), 1: Fraction(5, 8)}
    assert sum(reading.masses(bound, "B").values()) == 1


def test_a_natural_number_in_a_statement_is_a_natural_number() -> None:
    def small(n: Nat):
        return num(n) <= 2

    assert hunting.hunt(claimed(small)).refuted
