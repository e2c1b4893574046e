"""Heads of n coins: a law by recursion, its generating function, Chernoff's bound."""

from sdp_proofs.logic.vocabulary import *

n = var("n", N)
F_, G_, k_ = var("f", fn(N, R)), var("g", fn(N, R)), var("k", N)


@definition(r"\mathrm{{heads}}_{{{1}}}({0})")
def heads(p: R, n: N, f: Fun(N, R)):
    """The law of the number of heads of n coins of chance p."""
    i, k, S, g = var("i", N), var("k", N), var("S", fn(fn(N, R), R)), var("g", fn(N, R))
    return rec(lam(g, g(ZERO)), lams(i, S, g, p * S(lam(k, g(SUCC(k)))) + (1 - p) * S(g)), n)(f)


@theorem
def heads_monotone(p: Rate):
    """Means over the number of heads are monotone."""
    return each(
        N,
        lambda n: each(
            Fun(N, R),
            lambda f: each(
                Fun(N, R), lambda g: implies(each(N, lambda k: f(k) <= g(k)), heads(p, n, f) <= heads(p, n, g))
            ),
        ),
    )


@heads_monotone.proof
def _(p, p0, p1):
    def claim(n):
        return alls(F_, G_, implies(forall(k_, F_(k_) <= G_(k_)), heads(p, n, F_) <= heads(p, n, G_)))

    less, hyp = assume(forall(k_, F_(k_) <= G_(k_))), assume(claim(n))
    base = gen(F_, gen(G_, discharge(less.concl, ar(heads(p, ZERO, F_) <= heads(p, ZERO, G_), spec(less, ZERO)))))
    up = use(at(hyp, lam(k_, F_(SUCC(k_))), lam(k_, G_(SUCC(k_)))), gen(k_, spec(less, SUCC(k_))))
    step = ar(heads(p, SUCC(n), F_) <= heads(p, SUCC(n), G_), up, use(at(hyp, F_, G_), less), p0, p1)
    return induct(n, base, discharge(claim(n), gen(F_, gen(G_, discharge(less.concl, step)))))


@theorem
def heads_scale(p: Real, c: Real):
    """Means over the number of heads are homogeneous."""
    return each(N, lambda n: each(Fun(N, R), lambda f: heads(p, n, lambda k: c * f(k)).eq(c * heads(p, n, f))))


@heads_scale.proof
def _(p, c):
    def claim(n):
        return forall(F_, heads(p, n, lam(k_, c * F_(k_))).eq(c * heads(p, n, F_)))

    hyp = assume(claim(n))
    step = ar(
        heads(p, SUCC(n), lam(k_, c * F_(k_))).eq(c * heads(p, SUCC(n), F_)),
        at(hyp, lam(k_, F_(SUCC(k_)))),
        at(hyp, F_),
        factors=[p, 1 - p],
    )
    return induct(
        n,
        gen(F_, ar(heads(p, ZERO, lam(k_, c * F_(k_))).eq(c * heads(p, ZERO, F_)))),
        discharge(claim(n), gen(F_, step)),
    )


@theorem
def heads_generating(p: Real, z: Real):
    """The generating function of the number of heads."""
    return each(N, lambda n: heads(p, n, power(z)).eq(power(p * z + 1 - p, n)))


@heads_generating.proof
def _(p, z):
    def claim(n):
        return heads(p, n, power(z)).eq(power(p * z + 1 - p, n))

    moved = at(spec(heads_scale(p, z), n), power(z))
    step = ar(claim(SUCC(n)), moved, assume(claim(n)), factors=[p, 1 - p, p * z, p * z + 1 - p])
    return induct(n, ar(claim(ZERO)), discharge(claim(n), step))


@theorem
def chernoff(p: Rate, z: Odds, t: Nat, f: Fun(N, R)):
    """The chance of at least t heads, times z^t, is at most (1 + p (z - 1))^n."""
    return implies(
        each(N, lambda k: f(k) * power(z, t) <= power(z, k)),
        each(N, lambda n: heads(p, n, f) * power(z, t) <= power(1 + p * (z - 1), n)),
    )


@chernoff.proof
def _(p, z, t, f, p0, p1, z1, small):
    s = power(z, t)
    whole = use(
        at(use(heads_monotone(p), p0, p1), n, lam(k_, s * f(k_)), power(z)),
        gen(k_, ar(s * f(k_) <= power(z, k_), spec(small, k_))),
    )
    scaled, mgf = at(spec(heads_scale(p, s), n), f), at(heads_generating(p, z), n)
    other = ar((p * z + 1 - p).eq(1 + p * (z - 1)))
    v = var("v", R)
    mgf = same(
        replace(other, mgf, lam(v, heads(p, n, power(z)).eq(power(v, n)))),
        heads(p, n, power(z)).eq(power(1 + p * (z - 1), n)),
    )
    return gen(n, ar(heads(p, n, f) * s <= power(1 + p * (z - 1), n), whole, scaled, mgf))


@definition(r"\binom{{{0}}}{{{1}}}")
def choose(n: N, k: N):
    """Pascal's triangle."""
    f, i, j, s, r = var("f", fn(N, R)), var("i", N), var("j", N), var("s", R), var("k_1", N)
    top = lam(r, rec(real(1), lams(j, s, real(0)), r))
    row = lam(r, rec(f(ZERO), lams(j, s, f(j) + f(SUCC(j))), r))
    return rec(top, lams(i, f, row), n)(k)


@theorem
def binomials_are_not_negative():
    """Binomial coefficients are not negative."""
    return each(N, lambda n: each(N, lambda k: real(0) <= choose(n, k)))


@binomials_are_not_negative.proof
def _():
    k = var("k", N)

    def claim(n):
        return forall(k, real(0) <= choose(n, k))

    base = induct(
        k,
        ar(real(0) <= choose(ZERO, ZERO)),
        discharge(real(0) <= choose(ZERO, k), ar(real(0) <= choose(ZERO, SUCC(k)))),
    )
    hyp = assume(claim(n))
    step = induct(
        k,
        ar(real(0) <= choose(SUCC(n), ZERO), spec(hyp, ZERO)),
        discharge(
            real(0) <= choose(SUCC(n), k), ar(real(0) <= choose(SUCC(n), SUCC(k)), spec(hyp, k), spec(hyp, SUCC(k)))
        ),
    )
    return induct(n, base, discharge(claim(n), step))
