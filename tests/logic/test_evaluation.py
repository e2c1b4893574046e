"""The evaluator and the hunt: never a false refutation, never a false *true*, and false statements are found."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.logic import hunting, kernel, proofs
from sdp_proofs.logic.evaluation import Reading, evaluated
from sdp_proofs.logic.kernel import fn, implies, lam, real, var
from sdp_proofs.logic.surface import A, B, Fun, N, Odds, R, Rate, claimed, each, o, some
from sdp_proofs.logic.theories.moments import chi
from sdp_proofs.logic.values import Sequence_, Weights
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
    total,
)
from tests.full import trials

STATEMENTS = proofs.load()


def mean(a: object):
    return Fun(Fun(a, R), R)


# ---- once called refuted although the kernel proves it -------------------------------------------------------------
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
        found = hunting.hunt(one, tries=trials(3, 8))
        assert not found.refuted, f"{name}: {found}"


# ---- once called true although it is false, or open ----------------------------------------------------------------
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
    kept = {m.change: m.found.met for m in hunting.mutants(one, tries=200) if not m.found.refuted}
    assert kept == {"without the premise 0 <= delta": 0, "without the premise 0 <= kappa": 0}  # the others imply both
    assert hunting.text(next(hunting.unused(one))) == "0 <= delta"


def test_a_mutant_without_a_premise_is_hunted_where_this_fails() -> None:
    one = STATEMENTS["second_condition_with_the_steps_of_theorem_four"]
    change = "without the premise not(mu <= 0)"
    mutant = dict(hunting.changed(one))[change]
    assert not hunting.hunt(mutant, tries=150).refuted  # most draws have mu above 0, and there it is true
    found = hunting._outside(one, mutant, 150, 1)
    assert found.refuted and found.instance["mu"] < 0
    assert hunting.Judge(mutant, found.sizes)(found.instance).verdict is False


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


# ---- all natural numbers, and all functions on a finite set ------------------------------------------------------
def nat_sentence(body, **values):
    """The value of a sentence about sequences f and g."""
    f, g = var("f", fn(N, R)), var("g", fn(N, R))
    return Reading({"A": 2}).code(body(f, g))(values, ())


@pytest.mark.parametrize(
    ("body", "f", "g", "wanted"),
    [
        (lambda f, g: each(N, lambda n: f(n) <= g(n)), (0, 1), (1,), True),
        (lambda f, g: each(N, lambda n: f(n) <= g(n)), (0, 1, 2), (1,), False),
        (lambda f, g: each(N, lambda n: f(kernel.SUCC(n)) <= g(n)), (9, 1), (1,), True),
        (lambda f, g: each(N, lambda n: f(kernel.SUCC(n)) <= f(n)), (0, 0, 0, 0, 1), (0,), False),
        (lambda f, g: each(N, lambda n: f(n) <= g(n)), (0,) * 9 + (7,), (1,), None),
        (lambda f, g: each(N, lambda n: num(n) <= f(n)), (9,), (0,), None),
        (lambda f, g: each(N, lambda n: each(N, lambda m: kernel.eq(n, m))), (0,), (0,), False),
        (lambda f, g: each(N, lambda n: each(N, lambda m: f(n) <= g(m))), (0, 1), (2, 1), True),
        (lambda f, g: each(N, lambda n: total(f, n) <= 3), (1, 1, 1, 0), (0,), True),
        (lambda f, g: each(N, lambda n: total(f, n) <= 4), (1, 1, 1, "1/9"), (0,), None),
        (lambda f, g: each(N, lambda n: total(f, n) <= 2), (1, 1, 1, 0), (0,), False),
        (lambda f, g: some(N, lambda n: real(2) <= f(n)), (0, 1), (0,), False),
        (lambda f, g: some(N, lambda n: real(2) <= num(n)), (0,), (0,), True),
        (lambda f, g: some(N, lambda n: real(10**6) <= num(n)), (0,), (0,), None),
    ],
)
def test_all_natural_numbers_are_five_and_one_beyond(body, f, g, wanted) -> None:
    lists = {name: Sequence_(tuple(map(Fraction, values))) for name, values in (("f", f), ("g", g))}
    assert nat_sentence(body, **lists) is wanted


def test_a_function_of_natural_numbers_by_hand_is_not_told_of_all() -> None:
    def below(f: Fun(N, R)):
        return each(N, lambda n: f(n) <= 0)

    assert evaluated(claimed(below), f=lambda n: int(n == 17)).verdict is None
    assert evaluated(claimed(below), f=lambda n: int(n == 2)).verdict is False


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (lambda P, Q: each(fn(A, R), lambda f: P(f).eq(P(lambda a: f(a) + 0))), True),
        (lambda P, Q: each(fn(A, R), lambda f: P(f).eq(Q(f))), False),
        (lambda P, Q: each(fn(A, R), lambda f: each(fn(A, R), lambda g: P(f).eq(P(g)))), False),
        (lambda P, Q: each(fn(A, R), lambda f: implies(P(f).eq(0), Q(f).eq(0))), None),
        (lambda P, Q: each(fn(A, R), lambda f: implies(P(f).eq(7), real(1) <= 0)), None),
        (lambda P, Q: each(fn(A, R), lambda f: law(lam(var("g", fn(A, R)), P(f) * Q(var("g", fn(A, R)))))), False),
        (lambda P, Q: each(fn(A, R), lambda f: P(f) <= P(lambda a: f(a) + 1)), True),
        (lambda P, Q: each(fn(A, R), lambda f: P(f) <= 10), None),
    ],
)
def test_of_all_functions_only_what_cancels_is_true(body, wanted) -> None:
    P, Q = (var(name, fn(fn(A, R), R)) for name in "PQ")
    two = {"P": Weights.of([Fraction(1, 4), Fraction(3, 4)]), "Q": Weights.of([Fraction(1, 2)] * 2)}
    assert Reading({"A": 2}).code(body(P, Q))(two, ()) is wanted


def test_of_a_set_of_one_element_there_is_one_sequence() -> None:
    assert (
        Reading({"X": 1}).code(each(fn(N, "X"), lambda x: each(fn(N, "X"), lambda y: kernel.eq(x, y))))({}, ()) is True
    )
    assert (
        Reading({"X": 2}).code(each(fn(N, "X"), lambda x: each(fn(N, "X"), lambda y: kernel.eq(x, y))))({}, ()) is False
    )


def test_chi_square_is_decided_by_masses() -> None:
    for m, Q, wanted in (("4/3", ["1/4", "3/4"], True), ("5/4", ["1/4", "3/4"], False), (9, [1, 0], False)):
        assert evaluated(claimed(chi_of), m=m, P=["1/2", "1/2"], Q=Q).verdict is wanted


def chi_of(m: Real, P: Law[A], Q: Law[A]):
    return chi(m, P, Q)


def test_mutants_change_what_stands_under_a_binder() -> None:
    def sums(P: Law[A]):
        return each(Fun(A, R), lambda f: P(lambda a: f(a) + 1) <= P(f) + 1)

    changes = [change for change, _ in hunting.changed(claimed(sums))]
    assert "f(a) for f(a) + 1 in the conclusion" in changes
    for change, one in hunting.changed(claimed(sums)):
        assert not one.term.free and one.term != claimed(sums).term, change
