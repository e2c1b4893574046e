"""Finite sums and means: linearity, telescoping, positive parts."""

from sdp_proofs.logic.theories.bounded import *
from sdp_proofs.logic.vocabulary import *

a, k, n = var("a", A), var("k", N), var("n", N)


def by_induction(claim, *facts):
    """For all n, claim(n); the step uses arithmetic and the facts about place n."""
    return induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), *facts)))


@theorem(claims="sums-are-linear")
def sums_are_linear(c: Real, x: Fun(N, R), y: Fun(N, R)):
    """Finite sums are linear."""
    return each(N, lambda n: total(lambda k: c * x(k) + y(k), n).eq(c * total(x, n) + total(y, n)))


@sums_are_linear.proof
def _(c, x, y):
    return by_induction(lambda n: total(lam(k, c * x(k) + y(k)), n).eq(c * total(x, n) + total(y, n)))


@theorem(claims="differences-add-up-to-that-of-the-ends")
def differences_add_up_to_that_of_the_ends(x: Fun(N, R)):
    """A sum of differences telescopes."""
    return each(N, lambda n: total(lambda k: x(SUCC(k)) - x(k), n).eq(x(n) - x(ZERO)))


@differences_add_up_to_that_of_the_ends.proof
def _(x):
    return by_induction(lambda n: total(lam(k, x(SUCC(k)) - x(k)), n).eq(x(n) - x(ZERO)))


@theorem(claims="positive-parts-add-up-to-no-less")
def positive_parts_add_up_to_no_less(x: Fun(N, R)):
    """A sum of positive parts is at least the positive part of the sum."""
    return each(N, lambda n: MAX(0, total(x, n)) <= total(lambda k: MAX(0, x(k)), n))


@positive_parts_add_up_to_no_less.proof
def _(x):
    top = lambda n: total(lam(k, MAX(0, x(k))), n)
    claim = lambda n: (real(0) <= top(n)) & (total(x, n) <= top(n))
    had, sides = assume(claim(n)), (ax("max_left", 0, x(n)), ax("max_right", 0, x(n)))
    nexts = conj(
        ar(real(0) <= top(SUCC(n)), left(had), *sides), ar(total(x, SUCC(n)) <= top(SUCC(n)), right(had), *sides)
    )
    whole = induct(n, conj(ar(real(0) <= top(ZERO)), ar(total(x, ZERO) <= top(ZERO))), discharge(had.concl, nexts))
    one = spec(whole, n)
    return gen(n, use(ax("max_least", 0, total(x, n), top(n)), left(one), right(one)))


@theorem(claims="means-are-linear")
def means_are_linear(P: Law[A], c: Real, e: Real, x: Bounded[A], y: Bounded[A]):
    """The mean of c x + y + e is c times that of x, plus that of y, plus e."""
    return P(lambda a: c * x(a) + y(a) + e).eq(c * P(x) + P(y) + e)


@means_are_linear.proof
def _(P, c, e, x, y, lP, bx, by):
    th = Mean(lP, bx, by).linear(a, c * x(a) + y(a) + e)
    return ar(P(lam(a, c * x(a) + y(a) + e)).eq(c * P(x) + P(y) + e), th)
