"""Logarithms below their tangents, and what follows for relative entropies, powers and Chernoff's exponents."""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.relative_entropies import logs_are_monotone, logs_of_quotients
from sdp_proofs.logic.vocabulary import *

a, k, n = var("a", A), var("k", N), var("n", N)


def strict(x, *facts):
    """Not x <= 0, from facts of arithmetic."""
    return same(algebra(below(0, x), *facts), below(0, x))


@theorem
def logs_lie_below_their_tangent(x: Real):
    """The logarithm is at most x - 1, for x > 0."""
    return implies(below(0, x), LOG(x) <= x - 1)


@logs_lie_below_their_tangent.proof
def _(x, x0):
    return ar(LOG(x) <= x - 1, ax("exp_above", LOG(x)), use(ax("exp_log", x), same(x0, not_(x <= 0))))


def tangent(x, x0):
    return use(logs_lie_below_their_tangent(x), x0)


def exp_of_log(x, x0):
    """exp(log x) = x, from 0 < x."""
    return use(ax("exp_log", x), same(x0, not_(x <= 0)))


@theorem
def logs_of_products(x: Real, y: Real):
    """The logarithm of a product of positive numbers is the sum of theirs."""
    return implies(below(0, x), below(0, y), LOG(x * y).eq(LOG(x) + LOG(y)))


@logs_of_products.proof
def _(x, y, x0, y0):
    s = LOG(x) + LOG(y)
    whole = ar(EXP(s).eq(x * y), ax("exp_plus", LOG(x), LOG(y)), exp_of_log(x, x0), exp_of_log(y, y0),
               factors=[EXP(LOG(y)), x])  # fmt: skip
    th = fact("logs_undo_exponentials", s)
    return subst(whole, th, lambda v: LOG(v).eq(s))


def quotient(x, y, x0, y0):
    return use(logs_of_quotients(x, y), x0, y0)


@theorem
def exp_is_positive(x: Real):
    """The exponential is above 0."""
    return below(0, EXP(x))


@exp_is_positive.proof
def _(x):
    low = assume(EXP(x) <= 0)
    one = rewrite(ax("exp_plus", x, 0 - x), x + (0 - x), real(0))
    end = ar(real(1) <= 0, one, exp_zero.thm, low, exp_positive(x), exp_positive(0 - x))
    return same(refuting(low.concl, impossible(end)), below(0, EXP(x)))


@theorem
def products_are_positive(x: Real, y: Real):
    """A product of positive numbers is positive."""
    return implies(below(0, x), below(0, y), below(0, x * y))


by_algebra(products_are_positive)


def inverse_is_positive(y, y0):
    """0 < 1/y, from 0 < y."""
    v = fresh("y", "R")
    return use(spec(gen(v, algebra(implies(below(0, v), below(0, INV(v))))), y), y0)


def entropy(x, r):
    """KL(x || r) of coins."""
    return x * LOG(over(x, r)) + (1 - x) * LOG(over(1 - x, 1 - r))


def inside(x):
    return below(0, x) & below(x, 1)


def shares(th, x):
    """0 < x and 0 < 1 - x, from 0 < x < 1."""
    return left(th), strict(1 - x, right(th))


# ---- relative entropies --------------------------------------------------------------------------------------------
@theorem(place="Region of Remark 8", claims="relative-entropy-is-at-most-the-chi-square")
def relative_entropy_is_at_most_the_chi_square(x: Real, r: Real):
    """KL(x || r) is at most (x - r)^2/(r (1 - r)), for x and r strictly between 0 and 1."""
    return implies(inside(x), inside(r), entropy(x, r) <= over((x - r) * (x - r), r * (1 - r)))


@relative_entropy_is_at_most_the_chi_square.proof
def _(x, r, hx, hr):
    (x0, x1), (r0, r1) = shares(hx, x), shares(hr, r)
    one = tangent(over(x, r), strict(over(x, r), x0, r0))
    two = tangent(over(1 - x, 1 - r), strict(over(1 - x, 1 - r), x1, r1))
    xp, yp = use(ax("total", x, 0), x0), use(ax("total", 1 - x, 0), x1)
    first = ar(x * LOG(over(x, r)) <= x * (over(x, r) - 1), one, xp)
    second = ar((1 - x) * LOG(over(1 - x, 1 - r)) <= (1 - x) * (over(1 - x, 1 - r) - 1), two, yp)
    last = algebra(
        (x * (over(x, r) - 1) + (1 - x) * (over(1 - x, 1 - r) - 1)).eq(over((x - r) * (x - r), r * (1 - r))), r0, r1
    )
    return ar(entropy(x, r) <= over((x - r) * (x - r), r * (1 - r)), first, second, last)


@theorem(place="Region of Remark 8", claims="entropy-is-at-least-the-square-over-the-sum")
def entropy_is_at_least_the_square_over_the_sum(t: Real, r: Real):
    """KL(t || r) >= (t - r)^2/(t + r) = r s^2/(2 + s), s = t/r - 1, which is at least r s^2/3 for s <= 1 alone."""
    s = over(t, r) - 1
    gap = over((t - r) * (t - r), t + r)
    third = r * (s * s) * Fraction(1, 3)
    return implies(
        below(0, r), r <= t, below(t, 1),
        ((gap <= entropy(t, r)) & gap.eq(over(r * (s * s), 2 + s)))
        & (implies(s <= 1, third <= gap) & implies(below(1, s), below(gap, third))),
    )  # fmt: skip


@entropy_is_at_least_the_square_over_the_sum.proof
def _(t, r, r0, rt, t1):
    s = over(t, r) - 1
    unit, i0 = positive(r, r0)
    rp = use(ax("total", r, 0), r0)
    s0 = ar(real(0) <= s, ar(r * INV(r) <= t * INV(r), rt, i0), unit)
    t_is = ar(t.eq(r * (1 + s)), unit, factors=[t])
    t0 = strict(t, r0, rt)
    q0, q1 = strict(1 - t, t1), strict(1 - r, rt, t1)
    # (1 - t) log((1 - t)/(1 - r)) >= r - t
    other = tangent(over(1 - r, 1 - t), strict(over(1 - r, 1 - t), q1, q0))
    flip = [quotient(u, v, u0, v0) for u, v, u0, v0 in ((1 - t, 1 - r, q0, q1), (1 - r, 1 - t, q1, q0))]
    uq, _ = positive(1 - t, q0)
    qp = use(ax("total", 1 - t, 0), q0)
    low = ar((1 - t) * LOG(over(1 - t, 1 - r)) >= r - t,
             ar((1 - t) * LOG(over(1 - r, 1 - t)) <= (1 - t) * (over(1 - r, 1 - t) - 1), other, qp), *flip, uq,
             factors=[1 - t, 1 - r])  # fmt: skip
    bern = use(bernstein(s), s0)
    one_s = ar((1 + s).eq(over(t, r)))
    bern = subst(one_s, bern, lambda v: over(s * s, 2 * (1 + Fraction(1, 3) * s)) <= v * LOG(v) - s)
    bern = ar(r * over(s * s, 2 * (1 + Fraction(1, 3) * s)) <= r * (over(t, r) * LOG(over(t, r)) - s), bern, rp)
    u2, j0 = positive(2 + s, ar(real(1) <= 2 + s, s0))
    u3, k0 = positive(2 * (1 + Fraction(1, 3) * s), ar(real(1) <= 2 * (1 + Fraction(1, 3) * s), s0))
    inverse_ = ar(INV(2 + s) <= INV(2 * (1 + Fraction(1, 3) * s)),
                  ar(real(0) <= s * (INV(2 + s) * INV(2 * (1 + Fraction(1, 3) * s))), s0,
                     ar(real(0) <= INV(2 + s) * INV(2 * (1 + Fraction(1, 3) * s)), j0, k0)), u2, u3,
                  factors=[INV(2 + s), INV(2 * (1 + Fraction(1, 3) * s))])  # fmt: skip
    rss = ar(real(0) <= r * (s * s), rp, ar(real(0) <= s * s, squares=[s]))
    less = ar(r * (s * s) * INV(2 + s) <= r * (s * s) * INV(2 * (1 + Fraction(1, 3) * s)), inverse_, rss)
    gap = over((t - r) * (t - r), t + r)
    equal = algebra(gap.eq(over(r * (s * s), 2 + s)), r0, rt)
    tl = ar((r * (over(t, r) * LOG(over(t, r)) - s)).eq(t * LOG(over(t, r)) - (t - r)), unit,
            factors=[t * LOG(over(t, r)), t, real(1)])  # fmt: skip
    first = ar(gap <= entropy(t, r), equal, less, bern, tl, low)
    third = r * (s * s) * Fraction(1, 3)
    small, large = assume(s <= 1), assume(below(1, s))
    of = lambda th: ar(third <= gap, equal, ar(r * (s * s) * Fraction(1, 3) <= r * (s * s) * INV(2 + s), th, rss))
    yes = discharge(
        small.concl, of(ar(real(Fraction(1, 3)) <= INV(2 + s), ar(real(0) <= (1 - s) * INV(2 + s), small, j0), u2))
    )
    v = var("s", R)
    plain = algebra(implies(below(0, r), below(1, v), below(over(r * (v * v), 2 + v), r * (v * v) * Fraction(1, 3))))
    no = use(at(gen(v, plain), s), r0, large)
    no = subst(symmetric(equal), no, lambda g: below(g, third))
    return conj(conj(first, equal), conj(yes, discharge(large.concl, no)))


@theorem(place="Closed bounds", claims="best-exponent-of-a-tail-is-the-relative-entropy")
def best_exponent_of_a_tail_is_the_relative_entropy(r: Real, t: Real):
    """At u = t (1 - r)/(r (1 - t)) the logarithm of (1 - r + r u) u^-t is -KL(t || r), for 0 < r < t < 1."""
    u = over(t * (1 - r), r * (1 - t))
    return implies(
        below(0, r), below(r, t), below(t, 1),
        (1 - r + r * u).eq(over(1 - r, 1 - t)) & (LOG(1 - r + r * u) - t * LOG(u)).eq(0 - entropy(t, r)),
    )  # fmt: skip


@best_exponent_of_a_tail_is_the_relative_entropy.proof
def _(r, t, r0, rt, t1):
    u = over(t * (1 - r), r * (1 - t))
    t0, q, p = strict(t, r0, rt), strict(1 - r, rt, t1), strict(1 - t, t1)
    first = algebra((1 - r + r * u).eq(over(1 - r, 1 - t)), r0, p)
    tq, rp = strict(t * (1 - r), t0, q), strict(r * (1 - t), r0, p)
    logs = [
        quotient(t * (1 - r), r * (1 - t), tq, rp), use(logs_of_products(t, 1 - r), t0, q),
        use(logs_of_products(r, 1 - t), r0, p), quotient(t, r, t0, r0), quotient(1 - t, 1 - r, p, q),
    ]  # fmt: skip
    top = quotient(1 - r, 1 - t, q, p)
    top = subst(symmetric(first), top, lambda v: LOG(v).eq(LOG(1 - r) - LOG(1 - t)))
    return conj(
        first, ar((LOG(1 - r + r * u) - t * LOG(u)).eq(0 - entropy(t, r)), *logs, top, factors=[t, 1 - t, real(1)])
    )


@theorem(place="Buckets of the likelihood ratio", claims="no-base-of-a-cell-exceeds-that-of-the-rest")
def no_base_of_a_cell_exceeds_that_of_the_rest(X: Real, q: Real, v: Real):
    """The base exp(-KL(X || q) - v X) is at most B = 1 - q + q exp(-v): the quotient's logarithm is at most 0."""
    w = EXP(0 - v)
    B = 1 - q + q * w
    ratio = X * LOG(over(q * w, X * B)) + (1 - X) * LOG(over(1 - q, (1 - X) * B))
    return implies(
        inside(X), inside(q),
        (LOG(over(EXP(0 - entropy(X, q) - v * X), B)).eq(ratio) & (ratio <= 0)) & (EXP(0 - entropy(X, q) - v * X) <= B),
    )  # fmt: skip


@no_base_of_a_cell_exceeds_that_of_the_rest.proof
def _(X, q, v, hX, hq):
    w = EXP(0 - v)
    B = 1 - q + q * w
    (x0, x1), (q0, q1) = shares(hX, X), shares(hq, q)
    w0 = exp_is_positive(0 - v)
    (uw, _), (uq, _) = positive(w, w0), positive(q, q0)
    few = assume(B <= 0)
    qwp = ar(real(0) <= q * w, use(ax("total", q, 0), q0), use(ax("total", w, 0), w0))
    del uw, uq
    B0 = same(refuting(few.concl, contradiction(q1, ar(1 - q <= 0, few, qwp))), below(0, B))
    of = lambda x, y, x0, y0: use(products_are_positive(x, y), x0, y0)
    xb, yb, qw = of(X, B, x0, B0), of(1 - X, B, x1, B0), of(q, w, q0, w0)
    of_inverse = lambda x, y, x0, y0: of(x, INV(y), x0, inverse_is_positive(y, y0))
    s, t = over(q * w, X * B), over(1 - q, (1 - X) * B)
    one, two = tangent(s, of_inverse(q * w, X * B, qw, xb)), tangent(t, of_inverse(1 - q, (1 - X) * B, q1, yb))
    xp, yp = use(ax("total", X, 0), x0), use(ax("total", 1 - X, 0), x1)
    ratio = X * LOG(s) + (1 - X) * LOG(t)
    first = ar(X * LOG(s) <= X * (s - 1), one, xp)
    second = ar((1 - X) * LOG(t) <= (1 - X) * (t - 1), two, yp)
    b, h = var("b", R), var("h", R)
    ones = algebra(
        implies(
            below(0, X),
            below(0, 1 - X),
            below(0, b),
            below(0, h),
            b.eq(1 - q + h),
            (X * (over(h, X * b) - 1) + (1 - X) * (over(1 - q, (1 - X) * b) - 1)).eq(0),
        )
    )
    ones = use(at(gen(b, gen(h, ones)), B, q * w), x0, x1, B0, qw, ar(B.eq(1 - q + q * w)))
    low = ar(ratio <= 0, first, second, ones)
    E = EXP(0 - entropy(X, q) - v * X)
    e0 = exp_is_positive(0 - entropy(X, q) - v * X)
    logs = [
        quotient(E, B, e0, B0), fact("logs_undo_exponentials", 0 - entropy(X, q) - v * X),
        quotient(X, q, x0, q0), quotient(1 - X, 1 - q, x1, q1), quotient(q * w, X * B, qw, xb),
        quotient(1 - q, (1 - X) * B, q1, yb), use(logs_of_products(q, w), q0, w0), use(logs_of_products(X, B), x0, B0),
        use(logs_of_products(1 - X, B), x1, B0), fact("logs_undo_exponentials", 0 - v),
    ]  # fmt: skip
    equal = ar(LOG(over(E, B)).eq(ratio), *logs, factors=[X, 1 - X, real(1)])
    up = use(exp_monotone(LOG(over(E, B)), real(0)), ar(LOG(over(E, B)) <= 0, equal, low))
    unit, _ = positive(B, B0)
    Bp = use(ax("total", B, 0), B0)
    back = exp_of_log(over(E, B), of_inverse(E, B, e0, B0))
    last = ar(E <= B, ar(over(E, B) * B <= B, ar(over(E, B) <= 1, up, back, exp_zero.thm), Bp), unit, factors=[E])
    return conj(conj(equal, low), last)


@theorem(place="Buckets of the likelihood ratio", claims="base-of-a-cell-at-the-best-place")
def base_of_a_cell_at_the_best_place(X: Real, q: Real, v: Real, s: Real):
    """At exp(-s - v) = X (1 - q)/(q (1 - X)) a record contributes (1 - q)/(1 - X) exp(s X), that is exp(-KL - v X)."""
    at_ = EXP(0 - s - v).eq(over(X * (1 - q), q * (1 - X)))
    base = (1 - q + q * EXP(0 - s - v)) * EXP(s * X)
    return implies(
        inside(X), inside(q), at_,
        (1 - q + q * EXP(0 - s - v)).eq(over(1 - q, 1 - X)) & base.eq(EXP(0 - entropy(X, q) - v * X)),
    )  # fmt: skip


@base_of_a_cell_at_the_best_place.proof
def _(X, q, v, s, hX, hq, at_):
    (x0, x1), (q0, q1) = shares(hX, X), shares(hq, q)
    e = EXP(0 - s - v)
    h = var("h", R)
    plain = algebra(
        implies(h.eq(over(X * (1 - q), q * (1 - X))), (1 - q + q * h).eq(over(1 - q, 1 - X))), x0, x1, q0, q1
    )
    first = use(at(gen(h, plain), e), at_)
    logs = [
        subst(at_, fact("logs_undo_exponentials", 0 - s - v), lambda t: LOG(t).eq(0 - s - v)),
        quotient(X * (1 - q), q * (1 - X), strict(X * (1 - q), x0, q1), strict(q * (1 - X), q0, x1)),
        use(logs_of_products(X, 1 - q), x0, q1), use(logs_of_products(q, 1 - X), q0, x1),
        quotient(X, q, x0, q0), quotient(1 - X, 1 - q, x1, q1), quotient(1 - q, 1 - X, q1, x1),
    ]  # fmt: skip
    g = over(1 - q, 1 - X)
    exponent = 0 - entropy(X, q) - v * X
    equal = ar((LOG(g) + s * X).eq(exponent), *logs, factors=[X, 1 - X, real(1)])
    whole = ax("exp_plus", LOG(g), s * X)
    whole = subst(equal, whole, lambda t: EXP(t).eq(EXP(LOG(g)) * EXP(s * X)))
    base = (1 - q + q * e) * EXP(s * X)
    return conj(first, ar(base.eq(EXP(exponent)), first, whole, exp_of_log(g, strict(g, q1, x1)), factors=[EXP(s * X)]))


@theorem(place="Method of types", claims="a-base-is-the-least-cost-of-all-shares")
def base_is_the_least_cost_of_all_shares(u: Fun(N, R), c: Fun(N, R)):
    """For positive shares u and numbers c: sum u log(c/u) <= U log(C/U) with the sums, and = where u = t c."""
    all_ = each(N, lambda k: below(0, u(k)) & below(0, c(k)))
    costs = lambda n: total(lambda k: u(k) * LOG(over(c(k), u(k))), n)
    top = lambda n: total(u, n) * LOG(over(total(c, n), total(u, n)))
    in_proportion = lambda t: each(N, lambda k: u(k).eq(t * c(k)))
    return implies(all_, each(N, lambda n: (costs(SUCC(n)) <= top(SUCC(n))) & each(
        R, lambda t: implies(below(0, t), in_proportion(t), costs(SUCC(n)).eq(top(SUCC(n)))))))  # fmt: skip


@base_is_the_least_cost_of_all_shares.proof
def _(u, c, all_):
    m = SUCC(n)
    sums = lambda f, pick: spec(positive_sums(f, gen(k, pick(spec(all_, k)))), n)
    U, C = total(u, m), total(c, m)
    U0, C0 = sums(u, left), sums(c, right)
    L = LOG(over(C, U))
    l = lambda k: LOG(over(c(k), u(k)))
    u0, c0 = left(spec(all_, k)), right(spec(all_, k))
    ratio = over(c(k) * U, u(k) * C)
    cu, uc = strict(c(k) * U, c0, U0), strict(u(k) * C, u0, C0)
    r0 = strict(ratio, cu, uc)
    logs = [
        quotient(c(k) * U, u(k) * C, cu, uc),
        use(logs_of_products(c(k), U), c0, U0),
        use(logs_of_products(u(k), C), u0, C0),
        quotient(c(k), u(k), c0, u0),
        quotient(C, U, C0, U0),
    ]
    up = use(ax("total", u(k), 0), u0)
    d = INV(C)
    unit, _ = positive(C, C0)
    uu, _ = positive(u(k) * C, uc)
    one = ar(u(k) * LOG(ratio) <= u(k) * (ratio - 1), tangent(ratio, r0), up)
    h = var("h", R)
    flat = algebra((u(k) * over(h, u(k) * C)).eq(h * INV(C)), u0, C0)
    flat = at(gen(h, flat), c(k) * U)
    term = ar(u(k) * l(k) <= u(k) * L + c(k) * (U * d) - u(k), one, flat, *logs, factors=[u(k), real(1)])
    whole = lambda n: total(lam(k, u(k) * l(k)), n) <= total(u, n) * L + total(c, n) * (U * d) - total(u, n)
    j = var("j", N)
    step_ = subst_place(term, k, j)
    every = spec(induct(j, ar(whole(ZERO)), discharge(whole(j), ar(whole(SUCC(j)), assume(whole(j)), step_))), m)
    first = ar(total(lam(k, u(k) * l(k)), m) <= U * L, every, unit, factors=[U])
    t = var("t", R)
    t0, prop = assume(below(0, t)), assume(forall(k, u(k).eq(t * c(k))))
    tu, _ = positive(t, t0)
    inv_t = lambda x, y, x0, th: algebra_quotient(x, y, x0, t, t0, th)
    each_k = inv_t(c(k), u(k), c0, spec(prop, k))
    in_sum = lambda n: total(u, n).eq(t * total(c, n))
    sums_ = spec(
        induct(j, ar(in_sum(ZERO)), discharge(in_sum(j), ar(in_sum(SUCC(j)), assume(in_sum(j)), spec(prop, j)))), m
    )
    all_is = inv_t(C, U, C0, sums_)
    lt = LOG(INV(t))
    lk = subst(symmetric(each_k), refl(LOG(INV(t))), lambda v: LOG(v).eq(lt))
    lS = subst(symmetric(all_is), refl(LOG(INV(t))), lambda v: LOG(v).eq(lt))
    claim = lambda n: total(lam(k, u(k) * l(k)), n).eq(total(u, n) * lt)
    lk_j = subst_place(lk, k, j)
    same_ = spec(
        induct(j, ar(claim(ZERO)), discharge(claim(j), ar(claim(SUCC(j)), assume(claim(j)), lk_j, factors=[u(j)]))), m
    )
    second = ar(total(lam(k, u(k) * l(k)), m).eq(U * L), same_, lS, factors=[U])
    second = gen(t, discharge(t0.concl, discharge(prop.concl, second)))
    del tu, uu
    return gen(n, conj(first, second))


def subst_place(th, old, new):
    """A theorem at another place, from one whose place is free in no hypothesis."""
    return spec(gen(old, th), new)


def algebra_quotient(x, y, x0, t, t0, th):
    """x/y = 1/t, from y = t x, both positive."""
    y0 = strict(y, x0, t0, th)
    return algebra(over(x, y).eq(INV(t)), th, x0, t0, y0)


def positive_sums(f, positive_):
    """For all n, 0 < f(0) + ... + f(n)."""
    claim = lambda n: below(0, total(f, SUCC(n)))
    base = strict(total(f, SUCC(ZERO)), spec(positive_, ZERO))
    return induct(
        n, base, discharge(claim(n), strict(total(f, SUCC(SUCC(n))), assume(claim(n)), spec(positive_, SUCC(n))))
    )


# ---- Chernoff's constant -------------------------------------------------------------------------------------------
def constant(c):
    """The logarithm of Chernoff's constant c^c/(1 + c)^(1 + c)."""
    return c * LOG(c) - (1 + c) * LOG(1 + c)


@theorem(place="Accounting by moments", claims="a-shortfall-times-a-power-has-its-largest-value")
def shortfall_times_a_power_has_its_largest_value(y: Real, c: Real):
    """For 0 < y < 1 and c > 0: c log y + log(1 - y) <= c log c - (1 + c) log(1 + c)."""
    return implies(inside(y), below(0, c), c * LOG(y) + LOG(1 - y) <= constant(c))


@shortfall_times_a_power_has_its_largest_value.proof
def _(y, c, hy, c0):
    y0, z0 = shares(hy, y)
    d0 = strict(1 + c, c0)
    s, t = over(y * (1 + c), c), (1 - y) * (1 + c)
    yd, zd = strict(y * (1 + c), y0, d0), strict(t, z0, d0)
    one, two = tangent(s, strict(s, yd, c0)), tangent(t, zd)
    logs = [
        quotient(y * (1 + c), c, yd, c0),
        use(logs_of_products(y, 1 + c), y0, d0),
        use(logs_of_products(1 - y, 1 + c), z0, d0),
    ]
    cp = use(ax("total", c, 0), c0)
    unit, _ = positive(c, c0)
    first = ar(c * LOG(s) <= c * (s - 1), one, cp)
    return ar(c * LOG(y) + LOG(1 - y) <= constant(c), first, two, *logs, unit, factors=[c, y * (1 + c)])


@theorem
def chernoff_constant_is_below_one(c: Real):
    """For c > 0: c log c - (1 + c) log(1 + c) < 0."""
    return implies(below(0, c), below(constant(c), 0))


@chernoff_constant_is_below_one.proof
def _(c, c0):
    d0 = strict(1 + c, c0)
    high = assume(real(0) <= constant(c))
    one = tangent(over(1, 1 + c), strict(over(1, 1 + c), d0))
    cp = use(ax("total", c, 0), c0)
    up = use(logs_are_monotone(c, 1 + c), c0, ar(c <= 1 + c))
    flip = quotient(real(1), 1 + c, algebra(below(0, real(1))), d0)
    unit, i0 = positive(1 + c, d0)
    small = ar(LOG(1 + c) <= 0, high, ar(c * LOG(c) <= c * LOG(1 + c), up, cp))
    low = ar(INV(1 + c) >= 1, one, flip, small, log_one.thm)
    end = ar(c <= 0, ar((1 + c) * 1 <= (1 + c) * INV(1 + c), low, ar(real(0) <= 1 + c, cp)), unit)
    return same(refuting(high.concl, contradiction(c0, end)), below(constant(c), 0))


@theorem(place="Accounting by moments", claims="one-loss-is-below-its-exponential")
def one_loss_is_below_its_exponential(x: Real, loss: Real, c: Real):
    """For c > 0 at each loss: 1 - exp(x - loss) <= k(c) exp(c (loss - x)), k(c) = c^c/(1 + c)^(1 + c)."""
    return implies(below(0, c), 1 - EXP(x - loss) <= EXP(constant(c) + c * (loss - x)))


@one_loss_is_below_its_exponential.proof
def _(x, loss, c, c0):
    e = constant(c) + c * (loss - x)
    y = EXP(x - loss)
    low, high = assume(loss <= x), assume(not_(loss <= x))
    none = ar(1 - y <= EXP(e), ax("exp_above", x - loss), low, exp_positive(e))
    y0 = exp_is_positive(x - loss)
    # y < 1, as log y = x - loss is negative
    over_one = assume(real(1) <= y)
    gap = use(ax("total", loss, x), high)
    back = fact("logs_undo_exponentials", x - loss)
    up = use(logs_are_monotone(real(1), y), algebra(below(0, real(1))), over_one)
    y1 = same(refuting(over_one.concl, contradiction(high, ar(loss <= x, up, back, log_one.thm))), below(y, 1))
    del gap
    most = use(shortfall_times_a_power_has_its_largest_value(y, c), conj(y0, y1), c0)
    z0 = strict(1 - y, y1)
    exponent = ar(LOG(1 - y) <= e, most, back, factors=[c])
    th = use(exp_monotone(LOG(1 - y), e), exponent)
    some_ = ar(1 - y <= EXP(e), th, exp_of_log(1 - y, z0))
    return cases(low.concl, none, some_)


@theorem(place="Accounting by moments", claims="delta-is-below-its-chernoff-bound")
def delta_is_below_its_chernoff_bound(
    x: Real, c: Real, ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(A, Nonneg), l: Fun(A, R)
):
    """With losses l under density p: M(p max(0, 1 - exp(x - l))) <= k(c) exp(-c x) M(p exp(c l)), on parts S too."""
    left_ = lambda S: function(A, lambda a: p(a) * MAX(0, 1 - EXP(x - l(a))) * truth(S(a)))
    tilted = lambda S: function(A, lambda a: p(a) * EXP(c * l(a)) * truth(S(a)))
    bound = EXP(constant(c)) * EXP(0 - c * x)
    whole = function(A, lambda a: p(a) * EXP(c * l(a)))
    gains = function(A, lambda a: p(a) * MAX(0, 1 - EXP(x - l(a))))
    return implies(
        integral(ig, M), below(0, c), ig(gains), ig(whole),
        (M(gains) <= bound * M(whole)) & each(Fun(A, o), lambda S: M(left_(S)) <= bound * M(tilted(S))),
    )  # fmt: skip


@delta_is_below_its_chernoff_bound.proof
def _(x, c, ig, M, p, l, p0, iM, c0, ig1, ig2):
    S = var("S", fn(A, o))
    bound = EXP(constant(c)) * EXP(0 - c * x)
    w, m = EXP(c * l(a)), MAX(0, 1 - EXP(x - l(a)))
    move = rewrite(ax("exp_plus", constant(c), 0 - c * x), constant(c) + (0 - c * x), constant(c) - c * x)
    more = rewrite(
        ax("exp_plus", constant(c) - c * x, c * l(a)), constant(c) - c * x + c * l(a), constant(c) + c * (l(a) - x)
    )
    top = bound * w
    equal = ar(EXP(constant(c) + c * (l(a) - x)).eq(top), more, move, factors=[w])
    size = ar(1 - EXP(x - l(a)) <= top, use(one_loss_is_below_its_exponential(x, l(a), c), c0), equal)
    zero = ar(real(0) <= top, equal, exp_positive(constant(c) + c * (l(a) - x)))
    least_ = use(ax("max_least", 0, 1 - EXP(x - l(a)), top), zero, size)
    L = Mean(iM, inside=[ig1, ig2])
    first = L.le(a, ar(p(a) * m <= bound * (p(a) * w), least_, spec(p0, a)))
    _, _, s0, _ = decided(S(a))
    part = ar(p(a) * m * truth(S(a)) <= bound * (p(a) * w * truth(S(a))),
              ar(p(a) * m <= bound * (p(a) * w), least_, spec(p0, a)), s0)  # fmt: skip
    known = truth_is_bounded(a, S(a))
    second = Mean(iM, known, inside=[ig1, ig2]).le(a, part)
    gains, whole = lam(a, p(a) * m), lam(a, p(a) * w)
    del known
    one = ar(M(gains) <= bound * M(whole), first)
    two = ar(M(lam(a, p(a) * m * truth(S(a)))) <= bound * M(lam(a, p(a) * w * truth(S(a)))), second)
    return conj(one, gen(S, two))


@theorem(place="Accounting by moments", claims="what-a-loss-leaves-is-below-a-power")
def what_a_loss_leaves_is_below_a_power(x: Real, loss: Real, c: Real):
    """For 0 < c < 1 at each loss: min(1, exp(x - loss)), which is 1 - max(0, 1 - exp), is at most exp(c (x - loss))."""
    return implies(inside(c), 1 - MAX(0, 1 - EXP(x - loss)) <= EXP(c * (x - loss)))


@what_a_loss_leaves_is_below_a_power.proof
def _(x, loss, c, hc):
    c0, c1 = shares(hc, c)
    cp, dp = use(ax("total", c, 0), c0), use(ax("total", 1 - c, 0), c1)
    u, m = x - loss, MAX(0, 1 - EXP(x - loss))
    up, down = assume(real(0) <= u), assume(not_(real(0) <= u))
    goal = 1 - m <= EXP(c * u)
    one = ar(goal, ax("exp_above", c * u), ar(real(0) <= c * u, cp, up), ax("max_left", 0, 1 - EXP(u)))
    low = use(ax("total", 0, u), down)
    th = use(exp_monotone(u, c * u), ar(u <= c * u, ar(real(0) <= (1 - c) * (0 - u), dp, low)))
    two = ar(goal, th, ax("max_right", 0, 1 - EXP(u)))
    return cases(up.concl, one, two)


@theorem(place="Accounting by Rényi divergences")
def renyi_conversion_is_chernoffs_bound(c: Real, D: Real, d: Real):
    """At epsilon = D + log(c/(1 + c)) - (log d + log(1 + c))/c the logarithm of Chernoff's bound is log d."""
    eps = D + LOG(over(c, 1 + c)) - over(LOG(d) + LOG(1 + c), c)
    return implies(below(0, c), (constant(c) + c * D - c * eps).eq(LOG(d)))


@renyi_conversion_is_chernoffs_bound.proof
def _(c, D, d, c0):
    d0 = strict(1 + c, c0)
    unit, _ = positive(c, c0)
    eps = D + LOG(over(c, 1 + c)) - over(LOG(d) + LOG(1 + c), c)
    return ar((constant(c) + c * D - c * eps).eq(LOG(d)), quotient(c, 1 + c, c0, d0), unit,
              factors=[c, LOG(d) + LOG(1 + c)])  # fmt: skip


@theorem(place="Accounting by Rényi divergences")
def zero_concentrated_conversion(rho: Real, s: Real, d: Real):
    """With s^2 = rho log(1/d), c = s/rho and epsilon = rho + 2 s Chernoff's bound is below d."""
    c = over(s, rho)
    bound = EXP(constant(c) + rho * c * (c + 1) - c * (rho + 2 * s))
    return implies(
        below(0, rho), below(0, s), below(0, d), (s * s).eq(rho * LOG(INV(d))),
        EXP(0 - over(s * s, rho)).eq(d) & below(bound, d),
    )  # fmt: skip


@zero_concentrated_conversion.proof
def _(rho, s, d, r0, s0, d0, root):
    c = over(s, rho)
    unit, _ = positive(rho, r0)
    c0 = strict(c, s0, r0)
    e = constant(c) + rho * c * (c + 1) - c * (rho + 2 * s)
    last = ar(over(s * s, rho).eq(LOG(INV(d))), root, unit, factors=[LOG(INV(d)), INV(rho)])
    flip = quotient(real(1), d, algebra(below(0, real(1))), d0)
    one = same(refl(INV(d)), INV(d).eq(INV(d)))
    del one
    unit_d = ar(over(1, d).eq(INV(d)))
    flip = subst(unit_d, flip, lambda v: LOG(v).eq(LOG(real(1)) - LOG(d)))
    log_d = ar((0 - over(s * s, rho)).eq(LOG(d)), last, flip, log_one.thm)
    equal = subst(symmetric(log_d), exp_of_log(d, d0), lambda v: EXP(v).eq(d))
    less = use(chernoff_constant_is_below_one(c), c0)
    e_is = ar(e.eq(constant(c) - over(s * s, rho)), unit, factors=[s * c, c, s, s * s * INV(rho)])
    high = assume(d <= EXP(e))
    up = use(logs_are_monotone(d, EXP(e)), d0, high)
    back = fact("logs_undo_exponentials", e)
    end = refuting(high.concl, contradiction(less, ar(real(0) <= constant(c), up, back, e_is, log_d)))
    return conj(equal, same(end, below(EXP(e), d)))
