"""The numbers 1 and 0 of true and false propositions, and what is one above a number."""

from sdp_proofs.logic.theories.bounded import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


def decided(p):
    """The theorems p -> truth = 1, not p -> truth = 0, 0 <= truth, truth <= 1."""
    return parts(truth_decides(p))


def false_is_0():
    return use(decided(FALSE)[1], refuting(FALSE, assume(FALSE)))


@theorem
def truth_decides(p: Prop):
    """The number of a proposition is 1 if it holds and 0 if not."""
    return implies(p, truth(p).eq(1)) & implies(not_(p), truth(p).eq(0)) & (real(0) <= truth(p)) & (truth(p) <= 1)


@truth_decides.proof
def _(p):
    r, s = var("r", R), var("s", R)
    E = lam(r, or_(r.eq(0), p & r.eq(1)))
    yes, no, mem = assume(p), assume(not_(p)), assume(or_(s.eq(0), p & s.eq(1)))
    up = lambda c, other: gen(s, discharge(mem.concl, same(split(mem, ar(s <= c, assume(s.eq(0))), other), s <= c)))
    le1 = up(1, ar(s <= 1, right(assume(p & s.eq(1)))))
    zero_in = same(either(real(0).eq(0), p & real(0).eq(1), ar(real(0).eq(0))), E(real(0)))
    one_in = same(either(real(1).eq(0), p & real(1).eq(1), conj(yes, ar(real(1).eq(1)))), E(real(1)))
    low, high = use(ax("lub_above", E, 0, 1), zero_in, le1), use(ax("lub_least", E, 0, 1), zero_in, le1)
    le0 = up(0, absurd(contradiction(no, left(assume(p & s.eq(1)))), s <= 0))
    one = use(
        ax("antisymmetry", truth(p), 1),
        same(high, truth(p) <= 1),
        same(use(ax("lub_above", E, 1, 1), one_in, le1), real(1) <= truth(p)),
    )
    zero = use(
        ax("antisymmetry", truth(p), 0),
        same(use(ax("lub_least", E, 0, 0), zero_in, le0), truth(p) <= 0),
        same(low, real(0) <= truth(p)),
    )
    return conj(
        conj(conj(discharge(p, one), discharge(no.concl, zero)), same(low, real(0) <= truth(p))),
        same(high, truth(p) <= 1),
    )


@theorem
def bounded_truth(p: Fun(A, o)):
    """The number of a property is a bounded function."""
    return bounded(function(A, lambda a: truth(p(a))))


@bounded_truth.proof
def _(p):
    t = truth(p(a))
    _, _, low, high = decided(p(a))
    return use(tests_are_bounded(lam(a, t)), make_test(a, t, low, high))


def truth_is_bounded(v, p):
    """bounded(v -> truth(p))."""
    return same(bounded_truth(lam(v, p), A=v.ty), bounded(lam(v, truth(p))))


def step_is_bounded(v, t):
    """bounded(v -> step(t))."""
    return same(truth_is_bounded(v, not_(t <= 0)), bounded(lam(v, step(t))))


@theorem
def step_splits(x: Real):
    """The product of x and its step is the positive part; the step is its own square."""
    return (step(x) * x).eq(MAX(0, x)) & (step(x) * step(x)).eq(step(x))


@step_splits.proof
def _(x):
    S, low, above = step(x), assume(x <= 0), assume(not_(x <= 0))
    one, zero, *_ = decided(not_(x <= 0))
    no = same(use(zero, refuting(above.concl, contradiction(above, low))), S.eq(0))
    yes = same(use(one, above), S.eq(1))
    top0 = use(ax("max_least", 0, x, 0), ar(real(0) <= 0), low)
    top1 = use(ax("max_least", 0, x, x), use(ax("total", x, 0), above), ar(x <= x))
    p0 = use(ax("antisymmetry", MAX(0, x), 0), top0, ax("max_left", 0, x))
    p1 = use(ax("antisymmetry", MAX(0, x), x), top1, ax("max_right", 0, x))
    goals = (S * x).eq(MAX(0, x)), (S * S).eq(S)
    at_0 = conj(ar(goals[0], no, p0, factors=[x]), ar(goals[1], no, factors=[S]))
    at_1 = conj(ar(goals[0], yes, p1, factors=[x]), ar(goals[1], yes, factors=[S]))
    return cases(low.concl, at_0, at_1)


@theorem
def step_is_one_above(x: Real):
    """The step is 1 above 0, 0 below, and between 0 and 1."""
    return (
        implies(not_(x <= 0), step(x).eq(1))
        & implies(not_(real(0) <= x), step(x).eq(0))
        & (real(0) <= step(x))
        & (step(x) <= 1)
    )


@step_is_one_above.proof
def _(x):
    gain, bit, S = left(fact("step_splits", x)), right(fact("step_splits", x)), step(x)
    low, high = ar(real(0) <= S, bit, squares=[S]), ar(S <= 1, bit, squares=[1 - S])

    def value(no, zero, k):  # S x = k x and x is not 0
        nz = use(ax("inverse", x), same(discharge(x.eq(0), contradiction(no, zero(assume(x.eq(0))))), not_(x.eq(0))))
        return nz

    up, down = assume(not_(x <= 0)), assume(not_(real(0) <= x))
    u1, u2 = value(up, lambda th: ar(x <= 0, th), 1), value(down, lambda th: ar(real(0) <= x, th), 0)
    m1 = use(
        ax("antisymmetry", MAX(0, x), x),
        use(ax("max_least", 0, x, x), use(ax("total", x, 0), up), ar(x <= x)),
        ax("max_right", 0, x),
    )
    m0 = use(
        ax("antisymmetry", MAX(0, x), 0),
        use(ax("max_least", 0, x, 0), ar(real(0) <= 0), use(ax("total", 0, x), down)),
        ax("max_left", 0, x),
    )
    yes = ar(S.eq(1), gain, m1, u1, factors=[INV(x), S])
    no = ar(S.eq(0), gain, m0, u2, factors=[INV(x), S])
    return conj(conj(conj(discharge(up.concl, yes), discharge(down.concl, no)), low), high)
