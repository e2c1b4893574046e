"""Composition: adaptive, in a row, k times; group privacy."""

from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@theorem
def adaptive_composition(
    E: Nonneg, F: Nonneg, delta: Nonneg, kappa: Nonneg, P: Law[A], Q: Law[A], K: Channel[A, B], L: Channel[A, B]
):
    """Adaptive composition of (E, delta) and (F, kappa) is (E F, delta + kappa)."""
    return implies(
        close(E, delta, P, Q),
        each(A, lambda a: close(F, kappa, K(a), L(a))),
        close(E * F, delta + kappa, joint(P, K), joint(Q, L)),
    )


@adaptive_composition.proof
def _(E, F, delta, kappa, P, Q, K, L, e0, f0, d0, k0, lP, lQ, cK, cL, near, nears):
    f = var("f", fn(("*", A, B), R))
    H, ob, low, high = a_test(f)
    row, ob_row = lam(b, f(pair(a, b))), observable(b, f(pair(a, b)), [ob])
    u, w = K(a)(row), L(a)(row)
    ob_u, ob_w = (use(means_of_sections_are_bounded(J, f), c, ob) for J, c in ((K, cK), (L, cL)))
    u0, u1 = unit(Mean(law_at(cK, a), ob_row), b, low(pair(a, b)), high(pair(a, b)))
    w0, _ = unit(Mean(law_at(cL, a), ob_row), b, low(pair(a, b)), high(pair(a, b)))
    step = use(at(nears, a, row), make_test(b, row(b), low(pair(a, b)), high(pair(a, b))))
    v = MAX(0, u - kappa)
    v0, v1 = ax("max_left", 0, u - kappa), ax("max_right", 0, u - kappa)
    up_to_one = use(ax("max_least", 0, u - kappa, 1), ar(real(0) <= 1), ar(u - kappa <= 1, u1, k0))
    up_to_w = use(ax("max_least", 0, u - kappa, F * w), ar(real(0) <= F * w, f0, w0), ar(u - kappa <= F * w, step))
    t = make_test(a, v, v0, up_to_one)
    first = Mean(lP, ob_u).le(a, ar(u <= v + kappa, v1))
    last = Mean(lQ, ob_u, ob_w).le(a, up_to_w)
    goal = joint(P, K, f) <= (E * F) * joint(Q, L, f) + (delta + kappa)
    return for_tests(
        ar(goal, first, use(at(near, lam(a, v)), t), last, e0), f, close(E * F, delta + kappa, joint(P, K), joint(Q, L))
    )


@theorem
def composition_of_mechanisms(
    near: Fun(X, X, o), E: Nonneg, F: Nonneg, delta: Nonneg, kappa: Nonneg, M: Mechanism[X, A], K: Fun(X, Channel[A, B])
):
    """Adaptive composition of private mechanisms."""
    return implies(
        private(near, M, E, delta),
        each(A, lambda a: private(near, lambda x: K(x)(a), F, kappa)),
        private(near, lambda x: joint(M(x), K(x)), E * F, delta + kappa),
    )


@composition_of_mechanisms.proof
def _(near, E, F, delta, kappa, M, K, e0, f0, d0, k0, lM, cK, p, ps):
    H = assume(near(x, y))
    then = gen(a, same(use(at(ps, a, x, y), H), close(F, kappa, K(x)(a), K(y)(a))))
    th = use(
        adaptive_composition(E, F, delta, kappa, M(x), M(y), K(x), K(y)),
        e0,
        f0,
        d0,
        k0,
        spec(lM, x),
        spec(lM, y),
        spec(cK, x),
        spec(cK, y),
        use(at(p, x, y), H),
        then,
    )
    return gen(x, gen(y, discharge(near(x, y), th)))


@theorem
def composition_in_a_row(
    E: Nonneg, F: Nonneg, delta: Nonneg, kappa: Nonneg, P: Law[A], Q: Law[A], K: Channel[A, B], L: Channel[A, B]
):
    """Composition where only the second output is seen."""
    return implies(
        close(E, delta, P, Q),
        each(A, lambda a: close(F, kappa, K(a), L(a))),
        close(E * F, delta + kappa, bind(P, K), bind(Q, L)),
    )


@composition_in_a_row.proof
def _(E, F, delta, kappa, P, Q, K, L, *hyps):
    f, p = var("f", fn(B, R)), var("p", ("*", A, B))
    H, ob, low, high = a_test(f)
    both = use(adaptive_composition(E, F, delta, kappa, P, Q, K, L), *hyps)
    wide = make_test(p, f(snd(p)), low(snd(p)), high(snd(p)))
    th = use(at(both, lam(p, f(snd(p)))), wide)
    return for_tests(th, f, close(E * F, delta + kappa, bind(P, K), bind(Q, L)))


@definition(r"{0} ; {1}_0 ; \cdots ; {1}_{{{2} - 1}}")
def steps(P: Fun(Fun(H, R), R), K: Fun(N, H, Fun(H, R), R), n: N):
    """The law of the history after n steps."""
    return rec(
        P,
        lams(var("k", N), var("S", P.ty), var("f", fn(H, R)), bind(var("S", P.ty), K(var("k", N)), var("f", fn(H, R)))),
        n,
    )


@theorem
def k_fold_composition(E: Nonneg, delta: Nonneg, P: Law[H], K: Fun(N, Channel[H, H]), L: Fun(N, Channel[H, H])):
    """k-fold adaptive composition over a history: (E^k, k delta)."""
    return implies(
        each(N, lambda n: each(H, lambda h: close(E, delta, K(n)(h), L(n)(h)))),
        each(
            N,
            lambda n: (
                law(steps(P, K, n))
                & law(steps(P, L, n))
                & (real(0) <= power(E, n))
                & (real(0) <= num(n))
                & close(power(E, n), num(n) * delta, steps(P, K, n), steps(P, L, n))
            ),
        ),
    )


@k_fold_composition.proof
def _(E, delta, P, K, L, e0, d0, lP, cK, cL, near):
    def claim(n):
        return (
            law(steps(P, K, n))
            & law(steps(P, L, n))
            & (real(0) <= power(E, n))
            & (real(0) <= num(n))
            & close(power(E, n), num(n) * delta, steps(P, K, n), steps(P, L, n))
        )

    zero = ar(real(0) <= 0)
    start = use(
        weaker(1, 1, 0, num(ZERO) * delta, P, P, A=H),
        lP,
        lP,
        use(reflexive(P, A=H), lP),
        ar(real(1) <= 1),
        ar(real(0) <= num(ZERO) * delta),
    )
    base = conj(conj(conj(conj(lP, lP), ar(real(0) <= 1)), zero), start)
    hyp = assume(claim(n))
    l1, l2, p0, n0, now = (
        left(left(left(left(hyp)))),
        right(left(left(left(hyp)))),
        right(left(left(hyp))),
        right(left(hyp)),
        right(hyp),
    )
    Kn, Ln, here = spec(cK, n), spec(cL, n), spec(near, n)
    m1, m2 = (use(law_of_bind(steps(P, J, n), J(n), A=H, B=H), one, c) for J, one, c in ((K, l1, Kn), (L, l2, Ln)))
    nd, p1 = ar(real(0) <= num(n) * delta, n0, d0), ar(real(0) <= power(E, n) * E, p0, e0)
    two = use(
        composition_in_a_row(
            power(E, n), E, num(n) * delta, delta, steps(P, K, n), steps(P, L, n), K(n), L(n), A=H, B=H
        ),
        p0,
        e0,
        nd,
        d0,
        l1,
        l2,
        Kn,
        Ln,
        now,
        here,
    )
    odds, slack = power(E, n) * E, num(SUCC(n)) * delta
    two = use(
        weaker(odds, odds, num(n) * delta + delta, slack, bind(steps(P, K, n), K(n)), bind(steps(P, L, n), L(n)), A=H),
        m1,
        m2,
        two,
        ar(odds <= odds),
        ar(num(n) * delta + delta <= slack),
    )
    step = same(conj(conj(conj(conj(m1, m2), p1), ar(real(0) <= num(n) + 1, n0)), two), claim(SUCC(n)))
    return induct(n, same(base, claim(ZERO)), discharge(claim(n), step))


@theorem
def group_privacy(E: Nonneg, delta: Real, P: Fun(N, Law[A])):
    """Group privacy: (E^n, delta (1 + E + ... + E^(n-1))) at distance n."""
    return implies(
        each(N, lambda n: close(E, delta, P(n), P(SUCC(n)))),
        each(N, lambda n: (real(0) <= power(E, n)) & close(power(E, n), delta * total(power(E), n), P(ZERO), P(n))),
    )


@group_privacy.proof
def _(E, delta, P, e0, lP, near):
    def claim(n):
        return (real(0) <= power(E, n)) & close(power(E, n), delta * total(power(E), n), P(ZERO), P(n))

    f = var("f", fn(A, R))
    H, *_ = a_test(f)
    base = for_tests(
        ar(P(ZERO)(f) <= real(1) * P(ZERO)(f) + delta * 0),
        f,
        close(power(E, ZERO), delta * total(power(E), ZERO), P(ZERO), P(ZERO)),
    )
    hyp = assume(claim(n))
    p0, now, then = left(hyp), use(at(right(hyp), f), H), use(at(near, n, f), H)
    m = SUCC(n)
    th = ar(P(ZERO)(f) <= power(E, m) * P(m)(f) + delta * total(power(E), m), now, then, p0)
    th = for_tests(th, f, close(power(E, m), delta * total(power(E), m), P(ZERO), P(m)))
    return induct(
        n,
        conj(ar(real(0) <= power(E, ZERO)), base),
        discharge(claim(n), same(conj(ar(real(0) <= power(E, n) * E, p0, e0), th), claim(m))),
    )


@theorem
def independent_second_release(E: Nonneg, delta: Nonneg, P: Law[A], Q: Law[A], K: Channel[A, B]):
    """A second release that depends on the first answer only costs nothing."""
    return implies(real(1) <= E, close(E, delta, P, Q), close(E, delta, joint(P, K), joint(Q, K)))


@independent_second_release.proof
def _(E, delta, P, Q, K, e0, d0, lP, lQ, cK, e1, near):
    again = gen(a, use(reflexive(K(a), A=B), law_at(cK, a)))
    th = use(
        adaptive_composition(E, 1, delta, 0, P, Q, K, K),
        e0,
        ar(real(0) <= 1),
        d0,
        ar(real(0) <= 0),
        lP,
        lQ,
        cK,
        cK,
        near,
        again,
    )
    l1, l2 = use(law_of_joint(P, K), lP, cK), use(law_of_joint(Q, K), lQ, cK)
    return use(
        weaker(E * 1, E, delta + 0, delta, joint(P, K), joint(Q, K), A=("*", A, B)),
        l1,
        l2,
        th,
        ar(E * 1 <= E),
        ar(delta + 0 <= delta),
    )
