"""Laws given by densities: ratios, events, the best event, finite tables."""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)
ig, M = var("ig", fn(fn(A, R), o)), var("M", fn(fn(A, R), R))


@theorem
def law_of_density(ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, R)):
    """A density that is not negative and has mass 1 gives a law."""
    return implies(integral(ig, M), ig(p), each(A, lambda a: real(0) <= p(a)), M(p).eq(1), law(weighted(M, p)))


@law_of_density.proof
def _(ig, M, p, iM, ip, p0, mass):
    f, g, h, c = var("f", fn(A, R)), var("g", fn(A, R)), var("h", fn(A, R)), var("c", R)
    of, og, oh = assume(bounded(f)), assume(bounded(g)), assume(bounded(h))
    W, T = Mean(iM, of, og, inside=[ip]), weighted(M, p)
    plus = ar(
        T(lam(a, f(a) + g(a))).eq(T(f) + T(g)),
        W.linear(a, p(a) * (f(a) + g(a))),
        W.linear(a, p(a) * f(a)),
        W.linear(a, p(a) * g(a)),
    )
    less = assume(forall(a, f(a) <= g(a)))
    mono = discharge(less.concl, ar(T(f) <= T(g), W.le(a, ar(p(a) * f(a) <= p(a) * g(a), spec(less, a), spec(p0, a)))))
    scale = gen(
        c, ar(T(lam(a, c * f(a))).eq(c * T(f)), W.linear(a, p(a) * (c * f(a))), W.linear(a, p(a) * f(a)), factors=[c])
    )
    times_ = gen(h, discharge(bounded(h), observable(a, h(a) * f(a), [of, oh])))
    rules = gen(
        f,
        gen(
            g,
            discharge(
                bounded(f),
                discharge(
                    bounded(g), conj(conj(conj(conj(observable(a, f(a) + g(a), [of, og]), plus), mono), times_), scale)
                ),
            ),
        ),
    )
    one = ar(T(lam(a, real(1))).eq(1), W.linear(a, p(a) * 1), mass)
    return conj(same(rules, binary(normal(law(T)), "and")[0]), one)


@theorem
def bounded_ratio_is_private(E: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, R), q: Fun(A, R)):
    """Densities with ratio at most E are (E, 0)-close."""
    return implies(
        integral(ig, M), ig(p), ig(q), each(A, lambda a: p(a) <= E * q(a)), close(E, 0, weighted(M, p), weighted(M, q))
    )


@bounded_ratio_is_private.proof
def _(E, ig, M, p, q, iM, ip, iq, ratio):
    f = var("f", fn(A, R))
    H, ob, low, _ = a_test(f)
    point = ar(p(a) * f(a) <= E * (q(a) * f(a)), spec(ratio, a), low(a))
    th = Mean(iM, ob, inside=[ip, iq]).le(a, point)
    return for_tests(
        ar(weighted(M, p, f) <= E * weighted(M, q, f) + 0, th), f, close(E, 0, weighted(M, p), weighted(M, q))
    )


@theorem
def laplace_mechanism(
    near: Fun(X, X, o), q: Fun(X, R), D: Real, s: Nonneg, c: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """The Laplace mechanism: sensitivity D, density exp(-s |r - q|), odds exp(s D)."""
    return implies(
        integral(ig, M),
        each(R, lambda m: ig(lambda r: c * EXP(0 - s * dist(r, m)))),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), dist(q(x), q(y)) <= D))),
        private(near, lambda x: laplace(M, s, c, q(x)), EXP(s * D), 0),
    )


@laplace_mechanism.proof
def _(near, q, D, s, c, ig, M, s0, c0, iM, good, sensitive):
    r, H = var("r", R), assume(near(x, y))
    m, k = q(x), q(y)
    far = use(at(sensitive, x, y), H)
    sides = [ax("max_left", *p) for p in ((r - m, m - r), (m - k, k - m))] + [
        ax("max_right", *p) for p in ((r - m, m - r), (m - k, k - m))
    ]
    triangle = use(
        ax("max_least", r - k, k - r, dist(r, m) + D),
        ar(r - k <= dist(r, m) + D, far, *sides),
        ar(k - r <= dist(r, m) + D, far, *sides),
    )
    low, high = 0 - s * dist(r, m), s * D + (0 - s * dist(r, k))
    grown = use(exp_monotone(low, high), ar(low <= high, triangle, s0))
    point = ar(
        c * EXP(low) <= EXP(s * D) * (c * EXP(0 - s * dist(r, k))),
        grown,
        ax("exp_plus", s * D, 0 - s * dist(r, k)),
        c0,
        factors=[c],
    )
    p, p2 = (lam(r, c * EXP(0 - s * dist(r, one))) for one in (m, k))
    th = use(bounded_ratio_is_private(EXP(s * D), ig, M, p, p2, A=R), iM, at(good, m), at(good, k), gen(r, point))
    return gen(x, gen(y, discharge(near(x, y), th)))


@theorem
def exponential_mechanism(
    near: Fun(X, X, o), u: Fun(X, A, R), D: Real, s: Nonneg, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R)
):
    """The exponential mechanism: utility of sensitivity D, odds exp(2 s D)."""
    return implies(
        integral(ig, M),
        each(X, lambda x: ig(lambda a: EXP(s * u(x)(a)))),
        each(X, lambda x: below(0, M(lambda a: EXP(s * u(x)(a))))),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), each(A, lambda a: dist(u(x)(a), u(y)(a)) <= D)))),
        private(
            near,
            lambda x: weighted(M, lam(a, INV(M(lambda a: EXP(s * u(x)(a)))) * EXP(s * u(x)(a)))),
            EXP(2 * s * D),
            0,
        ),
    )


@exponential_mechanism.proof
def _(near, u, D, s, ig, M, s0, iM, good, mass, sensitive):
    H = assume(near(x, y))
    W = Mean(iM, inside=[at(good, x), at(good, y)])
    e, far, Zs, goods = EXP(s * D), at(use(at(sensitive, x, y), H), a), {}, []
    grown = {}
    for p, q_, side in ((x, y, "max_left"), (y, x, "max_right")):
        gap = ar(s * u(p)(a) <= s * D + s * u(q_)(a), far, ax(side, u(x)(a) - u(y)(a), u(y)(a) - u(x)(a)), s0)
        th = use(exp_monotone(s * u(p)(a), s * D + s * u(q_)(a)), gap)
        grown[p] = ar(EXP(s * u(p)(a)) <= e * EXP(s * u(q_)(a)), th, ax("exp_plus", s * D, s * u(q_)(a)))
    Zx, Zy = (M(lam(a, EXP(s * u(p)(a)))) for p in (x, y))
    masses = W.le(a, grown[y])  # Zy <= e Zx
    inverses = []
    for Zp, p in ((Zx, x), (Zy, y)):
        no = at(mass, p)
        unit = use(
            ax("inverse", Zp),
            same(discharge(Zp.eq(0), contradiction(no, ar(Zp <= 0, assume(Zp.eq(0))))), not_(Zp.eq(0))),
        )
        z0 = use(ax("total", Zp, 0), no)
        inverses += [unit, ar(real(0) <= INV(Zp), unit, z0, squares=[INV(Zp)], hints=[(1, 2)], factors=[INV(Zp)])]
    ux, ix, uy, iy = inverses
    parts_ = ar(INV(Zx) <= e * INV(Zy), masses, ux, uy, ix, iy, hints=[(0, 3, 4)], factors=[INV(Zx), e * INV(Zy)])
    double = rewrite(ax("exp_plus", s * D, s * D), s * D + s * D, 2 * s * D)
    wx, wy = INV(Zx) * EXP(s * u(x)(a)), INV(Zy) * EXP(s * u(y)(a))
    e0, v0 = exp_positive(s * D), exp_positive(s * u(y)(a))
    point = ar(wx <= EXP(2 * s * D) * wy, parts_, grown[x], double, ix, e0, v0, hints=[(0, 4, 5)], factors=[wy])
    scaled = [scaled_density(iM, at(good, p), INV(Zp)) for p, Zp in ((x, Zx), (y, Zy))]
    th = use(bounded_ratio_is_private(EXP(2 * s * D), ig, M, lam(a, wx), lam(a, wy)), iM, *scaled, gen(a, point))
    return gen(x, gen(y, discharge(near(x, y), th)))


@theorem
def tests_decide_events(E: Real, delta: Real, P: Law[A], Q: Law[A]):
    """Closeness for tests is closeness for events."""
    return implies(close(E, delta, P, Q), events_close(E, delta, P, Q))


@tests_decide_events.proof
def _(E, delta, P, Q, lP, lQ, near):
    f = var("f", fn(A, R))
    bit = assume(forall(a, (f(a) * f(a)).eq(f(a))))
    low, high = ar(real(0) <= f(a), spec(bit, a), squares=[f(a)]), ar(f(a) <= 1, spec(bit, a), squares=[1 - f(a)])
    th = use(at(near, f), make_test(a, f(a), low, high))
    return gen(f, discharge(bit.concl, th))


@theorem
def events_decide_divergence(
    E: Real, delta: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, R), q: Fun(A, R)
):
    """The event where p exceeds E q is the best one (Neyman and Pearson)."""
    return implies(
        integral(ig, M),
        ig(p),
        ig(q),
        events_close(E, delta, weighted(M, p), weighted(M, q)),
        M(lambda a: MAX(0, p(a) - E * q(a))) <= delta,
    )


@events_decide_divergence.proof
def _(E, delta, ig, M, p, q, iM, ip, iq, near):
    w, u = step(p(a) - E * q(a)), p(a) - E * q(a)
    gain, bit = left(fact("step_splits", u)), right(fact("step_splits", u))
    th = use(at(near, lam(a, w)), gen(a, bit))
    W = Mean(iM, step_is_bounded(a, u), inside=[ip, iq])
    whole = W.eq_by(a, ar(eq(MAX(0, u), w * p(a) - E * (w * q(a))), gain))
    return ar(M(lam(a, MAX(0, u))) <= delta, whole, th)


@theorem
def divergence_decides_tests(
    E: Nonneg, delta: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, R), q: Fun(A, R)
):
    """The mean of the positive part of p - E q bounds every test."""
    return implies(
        integral(ig, M),
        ig(p),
        ig(q),
        ig(lambda a: MAX(0, p(a) - E * q(a))),
        M(lambda a: MAX(0, p(a) - E * q(a))) <= delta,
        close(E, delta, weighted(M, p), weighted(M, q)),
    )


@divergence_decides_tests.proof
def _(E, delta, ig, M, p, q, e0, iM, ip, iq, iu, small):
    f = var("f", fn(A, R))
    H, ob, low, high = a_test(f)
    u = p(a) - E * q(a)
    point = ar(
        p(a) * f(a) <= E * (q(a) * f(a)) + MAX(0, u), ax("max_left", 0, u), ax("max_right", 0, u), low(a), high(a)
    )
    th = Mean(iM, ob, inside=[ip, iq, iu]).le(a, point)
    return for_tests(
        ar(weighted(M, p, f) <= E * weighted(M, q, f) + delta, th, small),
        f,
        close(E, delta, weighted(M, p), weighted(M, q)),
    )


@definition(r"\sum_{{j < {0}}}")
def summed(n: N, f: Fun(N, R)):
    """The sum over the first places, as a functional."""
    return total(f, n)


every_function = lam(var("f", fn(N, R)), real(0) <= 0)


@theorem
def finite_sums_are_integrals():
    """Finite sums are integrals."""
    return each(N, lambda n: integral(every_function, summed(n)))


@finite_sums_are_integrals.proof
def _():
    f, g, h, c, j = var("f", fn(N, R)), var("g", fn(N, R)), var("h", fn(N, R)), var("c", R), var("j", N)
    true = ar(real(0) <= 0)

    def by_induction(claim, *facts):
        step = ar(claim(SUCC(n)), assume(claim(n)), *facts)
        return spec(induct(n, ar(claim(ZERO)), discharge(claim(n), step)), n)

    plus = by_induction(lambda n: total(lambda j: f(j) + g(j), n).eq(total(f, n) + total(g, n)))
    less = assume(forall(j, f(j) <= g(j)))
    mono = discharge(less.concl, by_induction(lambda n: total(f, n) <= total(g, n), spec(less, n)))
    scale = gen(c, by_induction(lambda n: total(lambda j: c * f(j), n).eq(c * total(f, n))))
    all_ = conj(conj(conj(conj(true, plus), mono), gen(h, discharge(bounded(h), true))), scale)
    rules = gen(f, gen(g, discharge(true.concl, discharge(true.concl, all_))))
    return gen(n, same(rules, integral(every_function, summed(n))))


@theorem
def finite_tables(E: Nonneg, delta: Real, p: Fun(N, R), q: Fun(N, R)):
    """On finitely many outputs the sum of positive parts bounds every test."""
    return each(
        N,
        lambda n: implies(
            total(lambda j: MAX(0, p(j) - E * q(j)), n) <= delta,
            close(E, delta, weighted(summed(n), p), weighted(summed(n), q)),
        ),
    )


@finite_tables.proof
def _(E, delta, p, q, e0):
    small = assume(total(lambda j: MAX(0, p(j) - E * q(j)), n) <= delta)
    true = ar(real(0) <= 0)
    th = use(
        divergence_decides_tests(E, delta, every_function, summed(n), p, q, A=N),
        e0,
        at(finite_sums_are_integrals.thm, n),
        true,
        true,
        true,
        small,
    )
    return gen(n, discharge(small.concl, th))
