"""Theorems of the lecture on composition, parallel composition, groups and Laplace noise."""

from sdp_proofs.logic.theories.composition import *
from sdp_proofs.logic.theories.densities import *
from sdp_proofs.logic.theories.events import *
from sdp_proofs.logic.theories.mixtures import *
from sdp_proofs.logic.theories.sources import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y, z = var("a", A), var("b", B), var("x", X), var("y", X), var("z", Z)
i, j, k, n = (var(name, N) for name in ("i", "j", "k", "n"))
f, h = var("f", fn(A, R)), var("h", H)


# ---- the definition ------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Definition, variant")
def replacing_a_record_costs_two_steps(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, delta: Real, x: X, y: X, z: X
):
    """With (E, delta) for one step, two steps have (E^2, (1 + E) delta)."""
    return implies(near(x, z), near(z, y), private(near, M, E, delta), close(E * E, (1 + E) * delta, M(x), M(y)))


@replacing_a_record_costs_two_steps.proof
def _(near, M, E, delta, x, y, z, lM, e0, one, two, p):
    lx, ly, lz = (spec(lM, v) for v in (x, y, z))
    steps_ = use(at(p, x, z), one), use(at(p, z, y), two)
    th = use(transitive(E, E, delta, delta, M(x), M(z), M(y)), e0, lx, lz, ly, *steps_)
    slack = delta + E * delta
    same_ = ar(slack <= (1 + E) * delta)
    return use(weaker(E * E, E * E, slack, (1 + E) * delta, M(x), M(y)), lx, ly, th, ar(E * E <= E * E), same_)


@theorem(place="dp-lecture, Definition, all outputs", claims="single-outputs-suffice-for-pure-privacy")
def single_outputs_suffice_for_pure_privacy(
    near: Fun(X, X, o), E: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(X, A, R)
):
    """With slack 0 the inequality at each single output implies it for all tests; M sums over the outputs."""
    return implies(
        integral(ig, M),
        each(X, lambda x: ig(p(x))),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), each(A, lambda a: p(x)(a) <= E * p(y)(a))))),
        private(near, lambda x: weighted(M, p(x)), E, 0),
    )


@single_outputs_suffice_for_pure_privacy.proof
def _(near, E, ig, M, p, iM, ip, outputs):
    near_ = assume(near(x, y))
    th = bounded_ratio_is_private(E, ig, M, p(x), p(y))
    th = use(th, iM, spec(ip, x), spec(ip, y), use(at(outputs, x, y), near_))
    return gen(x, gen(y, discharge(near_.concl, th)))


@theorem(place="dp-lecture, Privacy loss, probability", claims="bounded-losses-give-approximate-privacy")
def bounded_losses_give_approximate_privacy(
    E: Nonneg, delta: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """A loss above log E with probability at most delta gives (E, delta)."""
    above = prob(weighted(M, p), lambda a: not_(p(a) <= E * q(a)))
    return implies(integral(ig, M), ig(p), ig(q), above <= delta, close(E, delta, weighted(M, p), weighted(M, q)))


@bounded_losses_give_approximate_privacy.proof
def _(E, delta, ig, M, p, q, e0, p0, q0, iM, ip, iq, rare):
    H_, known, low, high = a_test(f)
    le, no = assume(p(a) <= E * q(a)), assume(not_(p(a) <= E * q(a)))
    s = truth(no.concl)
    one, _, s0, _ = decided(no.concl)
    goal = p(a) * f(a) <= E * (q(a) * f(a)) + p(a) * s
    pa, qa = spec(p0, a), spec(q0, a)
    yes = ar(goal, le, low(a), pa, s0)
    above = ar(
        goal,
        ar(p(a) * f(a) <= p(a), high(a), pa),
        use(one, no),
        ar(real(0) <= E * (q(a) * f(a)), e0, ar(real(0) <= q(a) * f(a), qa, low(a))),
        factors=[p(a)],
    )
    mean = Mean(iM, known, truth_is_bounded(a, no.concl), inside=[ip, iq]).le(a, cases(le.concl, yes, above))
    th = ar(weighted(M, p, f) <= E * weighted(M, q, f) + delta, mean, rare)
    return for_tests(th, f, close(E, delta, weighted(M, p), weighted(M, q)))


# ---- post-processing -----------------------------------------------------------------------------------------------
@theorem(
    place="dp-lecture, Post-processing, proof, display",
    claims="rounding-and-truncation-preserve-privacy",
)
def functions_of_the_output_are_private(near: Fun(X, X, o), M: Mechanism[X, A], E: Real, delta: Real, g: Fun(A, B)):
    """A function of the output, such as rounding and truncation, keeps privacy."""
    return implies(
        private(near, M, E, delta), private(near, lambda x: bind(M(x), function(A, lambda a: point(g(a)))), E, delta)
    )


@functions_of_the_output_are_private.proof
def _(near, M, E, delta, g, lM, p):
    sure = lam(a, call("point", g(a)))
    return use(
        post_processing_of_mechanisms(near, E, delta, M, sure), lM, same(gen(a, certain(g(a))), channel(sure)), p
    )


@theorem(place="dp-lecture, Post-processing, proof, convexity", claims="mixtures-of-private-algorithms-are-private")
def mixtures_of_private_algorithms_are_private(
    near: Fun(X, X, o), W: Law[Z], M: Fun(Z, X, Law[A]), E: Real, delta: Real
):
    """A convex combination of private algorithms, by any mixing law, is private."""
    return implies(
        each(Z, lambda z: private(near, M(z), E, delta)),
        private(near, lambda x: bind(W, lambda z: M(z)(x)), E, delta),
    )


@mixtures_of_private_algorithms_are_private.proof
def _(near, W, M, E, delta, lW, lM, p):
    near_ = assume(near(x, y))
    K = {v: lam(z, M(z)(v)) for v in (x, y)}
    chan = {v: same(gen(z, at(lM, z, v)), channel(K[v])) for v in (x, y)}
    d = lam(z, delta)
    known = bounded_constant(delta, A=Z)
    each_ = gen(z, same(use(at(spec(p, z), x, y), near_), close(E, d(z), K[x](z), K[y](z))))
    th = use(joint_convexity(E, d, W, K[x], K[y]), same(known, bounded(d)), lW, chan[x], chan[y], each_)
    laws_ = [use(law_of_bind(W, K[v], A=Z, B=A), lW, chan[v]) for v in (x, y)]
    mean = Mean(lW).linear(z, delta)
    th = use(weaker(E, E, W(d), delta, bind(W, K[x]), bind(W, K[y])), *laws_, th, ar(E <= E), ar(W(d) <= delta, mean))
    return gen(x, gen(y, discharge(near_.concl, th)))


# ---- composition ---------------------------------------------------------------------------------------------------
@definition(r"\prod_{{j < {1}}} {0}(j)")
def product(f: Fun(N, R), n: N):
    """The product f(0) ... f(n - 1)."""
    k, s = var("k", N), var("s", R)
    return rec(real(1), lams(k, s, s * f(k)), n)


@theorem
def composition_over_a_history(
    E: Fun(N, Nonneg), d: Fun(N, Nonneg), P: Law[H], K: Fun(N, Channel[H, H]), L: Fun(N, Channel[H, H])
):
    """Releases one after the other, each on the history: the product of the odds, the sum of the slacks."""
    return implies(
        each(N, lambda n: each(H, lambda h: close(E(n), d(n), K(n)(h), L(n)(h)))),
        each(N, lambda n: close(product(E, n), total(d, n), call("steps", P, K, n), call("steps", P, L, n))),
    )


@composition_over_a_history.proof
def _(E, d, P, K, L, E0, d0, lP, cK, cL, near):
    run = lambda J, n: call("steps", P, J, n)
    odds, slack = lambda n: product(E, n), lambda n: total(d, n)
    claim = lambda n: conjunction_of(
        law(run(K, n)),
        law(run(L, n)),
        real(0) <= odds(n),
        real(0) <= slack(n),
        close(odds(n), slack(n), run(K, n), run(L, n)),
    )
    one = use(reflexive(P, A=H), lP)
    base = conjunction(lP, lP, ar(real(0) <= odds(ZERO)), ar(real(0) <= slack(ZERO)), one)
    hyp = assume(claim(n))
    l1, l2, o0, s0, now = five(hyp)
    laws_ = [use(law_of_bind(run(J, n), J(n), A=H, B=H), lw, spec(c, n)) for J, lw, c in ((K, l1, cK), (L, l2, cL))]
    e0, k0 = spec(E0, n), spec(d0, n)
    th = composition_in_a_row(odds(n), E(n), slack(n), d(n), run(K, n), run(L, n), K(n), L(n), A=H, B=H)
    th = use(th, o0, e0, s0, k0, l1, l2, spec(cK, n), spec(cL, n), now, spec(near, n))
    more = ar(real(0) <= odds(SUCC(n)), o0, e0), ar(real(0) <= slack(SUCC(n)), s0, k0)
    step_ = same(conjunction(*laws_, *more, th), claim(SUCC(n)))
    whole = induct(n, same(base, claim(ZERO)), discharge(claim(n), step_))
    return gen(n, right(spec(whole, n)))


def conjunction_of(*ps):
    found, *rest = ps
    for one in rest:
        found = found & one
    return found


def five(th):
    """The five members of ((((p and q) and r) and s) and t)."""
    found = []
    for _ in range(4):
        found.insert(0, right(th))
        th = left(th)
    return [th, *found]


@theorem
def products_from_the_front(f: Fun(N, R)):
    """Products and sums may be opened from the front."""
    after_ = lambda f: function(N, lambda k: f(SUCC(k)))
    return each(
        N,
        lambda n: (
            product(f, SUCC(n)).eq(product(after_(f), n) * f(ZERO))
            & total(f, SUCC(n)).eq(total(after_(f), n) + f(ZERO))
        ),
    )


@products_from_the_front.proof
def _(f):
    g = lam(k, f(SUCC(k)))
    claim = lambda n: product(f, SUCC(n)).eq(product(g, n) * f(ZERO)) & total(f, SUCC(n)).eq(total(g, n) + f(ZERO))
    parts_ = lambda n: binary(claim(n), "and")
    had = assume(claim(n))
    (p0, t0), (p1, t1) = parts_(ZERO), parts_(SUCC(n))
    nexts = conj(ar(p1, left(had), factors=[f(SUCC(n))]), ar(t1, right(had)))
    return induct(n, conj(ar(p0), ar(t0)), discharge(had.concl, nexts))


@theorem
def products_are_not_negative(E: Fun(N, Nonneg)):
    """Products and sums of numbers that are not negative are not negative."""
    return each(N, lambda n: (real(0) <= product(E, n)) & (real(0) <= total(E, n)))


@products_are_not_negative.proof
def _(E, E0):
    claim = lambda n: (real(0) <= product(E, n)) & (real(0) <= total(E, n))
    had, e0 = assume(claim(n)), spec(E0, n)
    nexts = conj(ar(real(0) <= product(E, SUCC(n)), left(had), e0), ar(real(0) <= total(E, SUCC(n)), right(had), e0))
    return induct(n, conj(ar(real(0) <= product(E, ZERO)), ar(real(0) <= total(E, ZERO))), discharge(had.concl, nexts))


@theorem
def products_of_close_laws(v0: X):
    """Independent outputs: the product of the odds, the sum of the slacks."""
    S, Q, E, d = var("s", fn(N, LX)), var("r", fn(N, LX)), var("E", fn(N, R)), var("d", fn(N, R))
    facts = lambda k: conjunction_of(
        law(S(k)), law(Q(k)), real(0) <= E(k), real(0) <= d(k), close(E(k), d(k), S(k), Q(k))
    )
    return each(N, lambda n: alls(S, Q, E, d, implies(forall(k, facts(k)), close(
        product(E, n), total(d, n), call("databases", v0, n, S), call("databases", v0, n, Q)))))  # fmt: skip


@products_of_close_laws.proof
def _(v0):
    S, Q, E, d = var("s", fn(N, LX)), var("r", fn(N, LX)), var("E", fn(N, R)), var("d", fn(N, R))
    facts = lambda k: conjunction_of(
        law(S(k)), law(Q(k)), real(0) <= E(k), real(0) <= d(k), close(E(k), d(k), S(k), Q(k))
    )
    data_ = lambda n, s: call("databases", v0, n, s)
    goal = lambda n: close(product(E, n), total(d, n), data_(n, S), data_(n, Q))
    claim = lambda n: alls(S, Q, E, d, implies(forall(k, facts(k)), goal(n)))
    H_ = assume(forall(k, facts(k)))
    member = lambda t, i: five(spec(H_, t))[i]
    lS, lQ, E0, d0 = (gen(k, member(k, i)) for i in range(4))
    sure = same(certain(lam(k, v0)), law(data_(ZERO, S)))
    base = same(use(reflexive(data_(ZERO, S), A=DB), sure), goal(ZERO))
    shift = lambda f: lam(k, f(SUCC(k)))
    S1, Q1, E1, d1 = map(shift, (S, Q, E, d))
    hyp = assume(claim(n))
    ih = use(at(hyp, S1, Q1, E1, d1), gen(k, spec(H_, SUCC(k))))
    moved = lambda th: gen(k, spec(th, SUCC(k)))
    D, F = (any_laws(v0, T, moved(l), n) for T, l in ((S1, lS), (Q1, lQ)))
    pe, td = product(E1, n), total(d1, n)
    p0 = left(spec(use(products_are_not_negative(E1), moved(E0)), n))
    t0 = right(spec(use(products_are_not_negative(d1), moved(d0)), n))
    KS, KQ = (call("longer", T(ZERO)) for T in (S, Q))
    cS, cQ = (use(longer_databases_have_laws(T(ZERO)), member(ZERO, i)) for i, T in enumerate((S, Q)))
    rows = gen(xs, longer_close(S(ZERO), Q(ZERO), E(ZERO), d(ZERO), member(ZERO, 4)))
    th = composition_in_a_row(pe, E(ZERO), td, d(ZERO), data_(n, S1), data_(n, Q1), KS, KQ, A=DB, B=DB)
    th = use(th, p0, member(ZERO, 2), t0, member(ZERO, 3), D, F, cS, cQ, ih, rows)
    wS, wQ = (use(law_of_bind(data_(n, T), K, A=DB, B=DB), l, c) for T, K, l, c in ((S1, KS, D, cS), (Q1, KQ, F, cQ)))
    front_p, front_t = left(spec(products_from_the_front(E), n)), right(spec(products_from_the_front(d), n))
    wide = weaker(
        pe * E(ZERO),
        product(E, SUCC(n)),
        td + d(ZERO),
        total(d, SUCC(n)),
        bind(data_(n, S1), KS),
        bind(data_(n, Q1), KQ),
        A=DB,
    )
    th = use(
        wide,
        wS,
        wQ,
        th,
        ar(pe * E(ZERO) <= product(E, SUCC(n)), front_p),
        ar(td + d(ZERO) <= total(d, SUCC(n)), front_t),
    )
    step_ = hyps_then(same(th, goal(SUCC(n))), [H_.concl], [S, Q, E, d])
    return induct(n, hyps_then(base, [H_.concl], [S, Q, E, d]), discharge(claim(n), step_))


@theorem(place="dp-lecture, Composition, theorem", claims="simple-composition")
def simple_composition(near: Fun(X, X, o), M: Fun(N, X, Law[Z]), E: Fun(N, Nonneg), d: Fun(N, Nonneg), z0: Z, n: Nat):
    """N algorithms with independent coins: the product of the odds, the sum of the slacks."""
    outputs = lambda x: call("databases", z0, n, function(N, lambda k: M(k)(x)))
    return implies(
        each(N, lambda k: private(near, M(k), E(k), d(k))), private(near, outputs, product(E, n), total(d, n))
    )


@simple_composition.proof
def _(near, M, E, d, z0, n, lM, E0, d0, p):
    near_ = assume(near(x, y))
    s, r = (lam(k, M(k)(v)) for v in (x, y))
    all_ = gen(k, conjunction(at(lM, k, x), at(lM, k, y), spec(E0, k), spec(d0, k), use(at(spec(p, k), x, y), near_)))
    th = use(at(products_of_close_laws(z0, X=Z), n, s, r, E, d), all_)
    return gen(x, gen(y, discharge(near_.concl, th)))


@theorem(place="dp-lecture, Composition, proof", claims="composition-of-pure-budgets-from-the-definition")
def composition_of_pure_budgets(E: Nonneg, F: Nonneg, p: Nonneg, q: Nonneg, r: Nonneg, s: Nonneg):
    """The pure case for independent events: p <= E q and r <= F s give p r <= E F q s."""
    return implies(p <= E * q, r <= F * s, p * r <= E * F * (q * s))


@composition_of_pure_budgets.proof
def _(E, F, p, q, r, s, e0, f0, p0, q0, r0, s0, one, two):
    first = ar(p * r <= E * q * r, one, r0)
    eq_ = ar(real(0) <= E * q, e0, q0)
    return ar(p * r <= E * F * (q * s), first, ar(E * q * r <= E * q * (F * s), two, eq_))


@theorem
def products_of_laws_that_agree_off_a_place(E: Odds, delta: Nonneg, v0: X, s: Fun(N, Law[X]), r: Fun(N, Law[X])):
    """Independent outputs of which one may differ, by (E, delta), are (E, delta)-close together."""
    agree = lambda i, s, r: each(N, lambda j: implies(not_(eq(j, i)), eq(s(j), r(j))))
    return each(N, lambda i: implies(
        agree(i, s, r), close(E, delta, s(i), r(i)),
        each(N, lambda n: close(E, delta, call("databases", v0, n, s), call("databases", v0, n, r)))))  # fmt: skip


@products_of_laws_that_agree_off_a_place.proof
def _(E, delta, v0, s, r, e1, d0, ls, lr):
    S, Q = var("s", fn(N, LX)), var("r", fn(N, LX))
    e0, one, zero = ar(real(0) <= E, e1), ar(real(1) <= 1), ar(real(0) <= 0)
    later_ = lambda s: lam(j, s(SUCC(j)))
    data_ = lambda n, s: call("databases", v0, n, s)
    agree = lambda i, S, Q: forall(j, implies(not_(eq(j, i)), eq(S(j), Q(j))))
    all_laws = lambda S: forall(j, law(S(j)))
    premises = all_laws(S), all_laws(Q), agree(i, S, Q), close(E, delta, S(i), Q(i))
    claim = lambda n: alls(i, S, Q, implies(*premises, close(E, delta, data_(n, S), data_(n, Q))))

    def wide(P, Q_, lP, lQ, th, e, d):
        return use(weaker(e, E, d, delta, P, Q_, A=DB), lP, lQ, th, ar(e <= E, e1), ar(d <= delta, d0))

    aS, aQ, off_, near = (
        assume(all_laws(S)),
        assume(all_laws(Q)),
        assume(agree(i, S, Q)),
        assume(close(E, delta, S(i), Q(i))),
    )
    hyps = [aS.concl, aQ.concl, off_.concl, near.concl]
    sure = certain(lam(k, v0))
    P0 = data_(ZERO, S)
    first = wide(
        P0,
        data_(ZERO, Q),
        same(sure, law(P0)),
        same(sure, law(data_(ZERO, Q))),
        same(use(reflexive(P0, A=DB), same(sure, law(P0))), close(1, 0, P0, data_(ZERO, Q))),
        real(1),
        real(0),
    )
    base = hyps_then(first, hyps, [i, S, Q])
    hyp = assume(claim(n))
    lS, lQ = (gen(j, spec(one_, SUCC(j))) for one_ in (aS, aQ))
    D, F = any_laws(v0, later_(S), lS, n), any_laws(v0, later_(Q), lQ, n)
    heads_ = {
        T: (call("longer", T(ZERO)), use(longer_databases_have_laws(T(ZERO)), spec(l, ZERO)))
        for T, l in ((S, aS), (Q, aQ))
    }
    (KS, cS), (KQ, cQ) = heads_[S], heads_[Q]

    def row(P, Q_, lP, lQ, e, d, here, e2, d2, then, facts):
        th = composition_in_a_row(e, e2, d, d2, P, Q_, KS, KQ, A=DB, B=DB)
        th = use(th, *facts, lP, lQ, cS, cQ, here, then)
        wS, wQ = (use(law_of_bind(p, K, A=DB, B=DB), l, c) for p, K, l, c in ((P, KS, lP, cS), (Q_, KQ, lQ, cQ)))
        th = wide(bind(P, KS), bind(Q_, KQ), wS, wQ, th, e * e2, d + d2)
        return same(th, close(E, delta, data_(SUCC(n), S), data_(SUCC(n), Q)))

    # the place is 0: the later ones agree
    at0 = assume(eq(i, ZERO))
    not_zero = lambda j: refuting(eq(SUCC(j), ZERO), absurd_number(j))
    other0 = gen(j, use(at(off_, SUCC(j)), subst(symmetric(at0), not_zero(j), lambda v: not_(eq(SUCC(j), v)))))
    alike = ext(j, spec(other0, j))
    same_data = subst(
        alike, use(reflexive(data_(n, later_(S)), A=DB), D), lambda v: close(1, 0, data_(n, later_(S)), data_(n, v))
    )
    near0 = subst(at0, near, lambda v: close(E, delta, S(v), Q(v)))
    pointwise = gen(xs, longer_close(S(ZERO), Q(ZERO), E, delta, near0))
    zero_case = row(
        data_(n, later_(S)),
        data_(n, later_(Q)),
        D,
        F,
        real(1),
        real(0),
        same_data,
        E,
        delta,
        pointwise,
        (ar(real(0) <= 1), e0, zero, d0),
    )
    # the place is m + 1: the first record has one law
    m = var("m", N)
    atm = assume(eq(i, SUCC(m)))
    nonzero = subst(symmetric(atm), refuting(eq(ZERO, SUCC(m)), absurd_number_2(m)), lambda v: not_(eq(ZERO, v)))
    head_equal = use(at(off_, ZERO), nonzero)
    later_agree = gen(
        j,
        discharge(
            not_(eq(j, m)),
            use(at(off_, SUCC(j)), subst(symmetric(atm), succ_differs(j, m), lambda v: not_(eq(SUCC(j), v)))),
        ),
    )
    near_m = subst(atm, near, lambda v: close(E, delta, S(v), Q(v)))
    ih = use(at(hyp, m, later_(S), later_(Q)), lS, lQ, later_agree, near_m)
    same_head = gen(
        xs,
        subst(
            head_equal,
            use(reflexive(KS(xs), A=DB), same(at(cS, xs), law(KS(xs)))),
            lambda v: close(1, 0, KS(xs), call("longer", v, xs)),
        ),
    )
    succ_case = row(
        data_(n, later_(S)),
        data_(n, later_(Q)),
        D,
        F,
        E,
        delta,
        ih,
        real(1),
        real(0),
        same_head,
        (e0, ar(real(0) <= 1), d0, zero),
    )
    p = lambda v: implies(eq(i, v), close(E, delta, data_(SUCC(n), S), data_(SUCC(n), Q)))
    by_place = induct(m, discharge(at0.concl, zero_case), discharge(p(m), discharge(atm.concl, succ_case)))
    done = mp(spec(by_place, i), refl(i))
    whole = induct(n, base, discharge(claim(n), hyps_then(done, hyps, [i, S, Q])))
    agree_, near_ = assume(agree(i, s, r)), assume(close(E, delta, s(i), r(i)))
    end = gen(n, use(at(spec(whole, n), i, s, r), ls, lr, agree_, near_))
    return gen(i, discharge(agree_.concl, discharge(near_.concl, end)))


def absurd_number(j):
    """False, from SUCC(j) = 0, assumed."""
    wrong = assume(eq(SUCC(j), ZERO))
    th = subst(wrong, ar(num(SUCC(j)).eq(num(j) + 1)), lambda v: num(v).eq(num(j) + 1))
    return impossible(ar(real(1) <= 0, th, spec(numbers_are_not_negative.thm, j)))


def absurd_number_2(j):
    """False, from 0 = SUCC(j), assumed."""
    wrong = assume(eq(ZERO, SUCC(j)))
    th = subst(wrong, ar(num(ZERO).eq(0)), lambda v: num(v).eq(0))
    return impossible(ar(real(1) <= 0, th, spec(numbers_are_not_negative.thm, j)))


def succ_differs(j, m):
    """Not SUCC(j) = SUCC(m), from not j = m, assumed: the predecessor is a function."""
    pred = lambda t: rec(ZERO, lams(k, n, k), t)
    wrong = assume(eq(SUCC(j), SUCC(m)))
    equal = subst(wrong, refl(pred(SUCC(j))), lambda v: eq(pred(SUCC(j)), pred(v)))
    return refuting(wrong.concl, contradiction(assume(not_(eq(j, m))), same(equal, eq(j, m))))


def longer_close(P, Q, E, delta, near):
    """close(E, delta, longer(P)(xs), longer(Q)(xs)), from closeness of P and Q: a test of the record alone."""
    g, v = var("g", fn(DB, R)), var("v", X)
    H_, known, low, high = a_test(g)
    t = make_test(v, g(call("cons", v, xs)), low(call("cons", v, xs)), high(call("cons", v, xs)))
    th = use(at(near, lam(v, g(call("cons", v, xs)))), t)
    return for_tests(th, g, close(E, delta, call("longer", P, xs), call("longer", Q, xs)))


@theorem(place="dp-lecture, Parallel composition, statement", claims="parallel-composition")
def parallel_composition(
    near: Fun(Z, Z, o), M: Fun(N, Z, Law[X]), E: Odds, delta: Nonneg, e: Fun(N, R), d: Fun(N, R), v0: X,
    x: Fun(N, Z), y: Fun(N, Z), i: Nat, n: Nat,
):  # fmt: skip
    """On disjoint parts of the data, of which one has a neighbour: the largest odds and the largest slack."""
    release = lambda x: call("databases", v0, n, function(N, lambda k: M(k)(x(k))))
    return implies(
        each(N, lambda k: private(near, M(k), e(k), d(k))),
        each(N, lambda k: (e(k) <= E) & (d(k) <= delta)),
        each(N, lambda j: implies(not_(eq(j, i)), eq(x(j), y(j)))),
        near(x(i), y(i)),
        close(E, delta, release(x), release(y)),
    )


@parallel_composition.proof
def _(near, M, E, delta, e, d, v0, x, y, i, n, lM, e1, d0, p, most, alike, H_):
    s, r = (lam(k, M(k)(v(k))) for v in (x, y))
    ls, lr = (gen(k, at(lM, k, v(k))) for v in (x, y))
    other = assume(not_(eq(j, i)))
    agree = gen(
        j, discharge(other.concl, subst(use(at(alike, j), other), refl(M(j)(x(j))), lambda v: eq(M(j)(x(j)), M(j)(v))))
    )
    here = use(at(spec(p, i), x(i), y(i)), H_)
    le = parts(spec(most, i))
    wide = use(weaker(e(i), E, d(i), delta, M(i)(x(i)), M(i)(y(i)), A=X), at(lM, i, x(i)), at(lM, i, y(i)), here, *le)
    th = use(products_of_laws_that_agree_off_a_place(E, delta, v0, s, r), e1, d0, ls, lr)
    return at(use(at(th, i), agree, wide), n)


# ---- groups --------------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Group privacy, proof, last line", claims="geometric-sum-below-its-largest-terms")
def geometric_sum_below_its_largest_terms(E: Odds):
    """The geometric sum of K terms is at most K E^(K - 1), and K E^K."""
    last = lambda n: num(SUCC(n)) * power(E, n)
    return each(N, lambda n: (total(power(E), SUCC(n)) <= last(n)) & (last(n) <= num(SUCC(n)) * power(E, SUCC(n))))


@geometric_sum_below_its_largest_terms.proof
def _(E, e1):
    last = lambda n: num(SUCC(n)) * power(E, n)
    claim = lambda n: (real(0) <= power(E, n)) & (total(power(E), SUCC(n)) <= last(n))
    hyp = assume(claim(n))
    n0 = spec(numbers_are_not_negative.thm, n)
    w0 = left(hyp)
    grow = ar(power(E, n) <= power(E, SUCC(n)), w0, e1)
    nexts = conj(
        ar(real(0) <= power(E, SUCC(n)), w0, e1),
        ar(total(power(E), SUCC(SUCC(n))) <= last(SUCC(n)), right(hyp), grow, n0),
    )
    whole = induct(
        n,
        conj(ar(real(0) <= power(E, ZERO)), ar(total(power(E), SUCC(ZERO)) <= last(ZERO))),
        discharge(hyp.concl, same(nexts, claim(SUCC(n)))),
    )
    had = spec(whole, n)
    up = ar(power(E, n) <= power(E, SUCC(n)), left(had), e1)
    return gen(n, conj(right(had), ar(last(n) <= num(SUCC(n)) * power(E, SUCC(n)), up, n0)))


@theorem(place="dp-lecture, Group privacy, proof, display", claims="one-record-of-a-group-after-the-other")
def one_record_of_a_group_after_the_other(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, delta: Real, x: Fun(N, X)):
    """Along a chain of n neighbours: odds E^n and slack (1 + E + ... + E^(n - 1)) delta."""
    return implies(
        private(near, M, E, delta),
        each(N, lambda n: implies(
            each(N, lambda k: implies(call("among", n, k), near(x(k), x(SUCC(k))))),
            close(power(E, n), delta * total(power(E), n), M(x(ZERO)), M(x(n))))),
    )  # fmt: skip


@one_record_of_a_group_after_the_other.proof
def _(near, M, E, delta, x, lM, e0, p):
    steps_ = lambda n: forall(k, implies(call("among", n, k), near(x(k), x(SUCC(k)))))
    return chained(E, delta, lambda n: M(x(n)), e0, steps_, lambda th: use(at(p, x(n), x(SUCC(n))), th))


def chained(E, delta, P, e0, steps_, step):
    """For all n, closeness of P(0) and P(n) if the first n steps are good; `step`: closeness, from the step n."""
    goal = lambda n: (real(0) <= power(E, n)) & close(power(E, n), delta * total(power(E), n), P(ZERO), P(n))
    f, m = var("f", fn(A, R)), SUCC(n)
    H, *_ = a_test(f)
    start = ar(P(ZERO)(f) <= real(1) * P(ZERO)(f) + delta * 0)
    start = for_tests(start, f, close(power(E, ZERO), delta * total(power(E), ZERO), P(ZERO), P(ZERO)))
    had, chain = assume(implies(steps_(n), goal(n))), assume(steps_(m))
    inside, last = assume(call("among", n, k)), either(call("among", n, n), eq(n, n), refl(n))
    earlier = same(either(inside.concl, eq(k, n), inside), call("among", m, k))
    now = mp(had, gen(k, discharge(inside.concl, mp(spec(chain, k), earlier))))
    then = step(mp(spec(chain, n), same(last, call("among", m, n))))
    facts = use(at(right(now), f), H), use(at(then, f), H), left(now)
    th = ar(P(ZERO)(f) <= power(E, m) * P(m)(f) + delta * total(power(E), m), *facts)
    th = for_tests(th, f, close(power(E, m), delta * total(power(E), m), P(ZERO), P(m)))
    end = conj(ar(real(0) <= power(E, m), left(now), e0), th)
    base = discharge(steps_(ZERO), conj(ar(real(0) <= power(E, ZERO)), start))
    whole = spec(induct(n, base, discharge(had.concl, discharge(chain.concl, end))), n)
    good = assume(steps_(n))
    return gen(n, discharge(good.concl, right(mp(whole, good))))


@theorem(place="dp-lecture, Group privacy, theorem", claims="group-privacy")
def group_privacy_of_the_lecture(near: Fun(X, X, o), M: Mechanism[X, A], E: Odds, delta: Nonneg, x: Fun(N, X)):
    """For groups of n, at most n steps of one record: odds E^n and slack n E^n delta."""
    return implies(
        private(near, M, E, delta),
        each(N, lambda n: implies(
            each(N, lambda k: implies(call("among", n, k), or_(near(x(k), x(SUCC(k))), eq(x(k), x(SUCC(k)))))),
            close(power(E, n), num(n) * power(E, n) * delta, M(x(ZERO)), M(x(n))))),
    )  # fmt: skip


@group_privacy_of_the_lecture.proof
def _(near, M, E, delta, x, lM, e1, d0, p):
    step_ = lambda k: or_(near(x(k), x(SUCC(k))), eq(x(k), x(SUCC(k))))
    steps_ = lambda n: forall(k, implies(call("among", n, k), step_(k)))
    here, there = M(x(n)), M(x(SUCC(n)))
    wide = use(weaker(1, E, 0, delta, here, here), *[spec(lM, x(n))] * 2, use(reflexive(here), spec(lM, x(n))), e1, d0)
    stays = subst(assume(eq(x(n), x(SUCC(n)))), wide, lambda v: close(E, delta, M(x(n)), M(v)))
    moves = use(at(p, x(n), x(SUCC(n))), assume(near(x(n), x(SUCC(n)))))
    step = lambda th: split(th, to(moves, close(E, delta, here, there)), stays)
    th = chained(E, delta, lambda n: M(x(n)), ar(real(0) <= E, e1), steps_, step)
    chain = assume(steps_(n))
    had = lambda n: mp(spec(th, n), chain)
    slack, wanted = lambda n: delta * total(power(E), n), lambda n: num(n) * power(E, n) * delta
    g = use(geometric_sum_below_its_largest_terms(E), e1)
    below_ = lambda n: ar(
        slack(SUCC(n)) <= wanted(SUCC(n)),
        ar(total(power(E), SUCC(n)) <= num(SUCC(n)) * power(E, SUCC(n)), *parts(spec(g, n))),
        d0,
    )
    end = induct(n, ar(slack(ZERO) <= wanted(ZERO)), discharge(slack(n) <= wanted(n), below_(n)))
    wide = weaker(power(E, n), power(E, n), slack(n), wanted(n), M(x(ZERO)), M(x(n)))
    equal = ar(power(E, n) <= power(E, n))
    done = use(wide, spec(lM, x(ZERO)), spec(lM, x(n)), had(n), equal, spec(end, n))
    return gen(n, discharge(chain.concl, done))


@theorem(place="dp-lecture, Definition, randomisation")
def linked_databases_have_one_output(near: Fun(X, X, o), g: Fun(X, A), E: Real, delta: Real):
    """A private algorithm without randomness is constant if neighbours link any two databases."""

    def linked(x, y):
        walk = lambda c, n: each(N, lambda k: implies(call("among", n, k), near(c(k), c(SUCC(k)))))
        ends = lambda c, n: eq(c(ZERO), x) & eq(c(n), y)
        return some(Fun(N, X), lambda c: some(N, lambda n: ends(c, n) & walk(c, n)))

    return implies(
        each(X, lambda x: each(X, lambda y: linked(x, y))),
        below(delta, 1),
        private(near, lambda x: point(g(x)), E, delta),
        each(X, lambda x: each(X, lambda y: eq(g(x), g(y)))),
    )


@linked_databases_have_one_output.proof
def _(near, g, E, delta, links, small, p):
    x, y, c, m = var("x", X), var("y", X), var("c", fn(N, X)), SUCC(n)
    same_ = use(private_algorithms_without_coins_are_constant(near, g, E, delta), small, p)
    walk = lambda n: forall(k, implies(call("among", n, k), near(c(k), c(SUCC(k)))))
    goal = lambda n: eq(g(c(ZERO)), g(c(n)))
    had, chain = assume(implies(walk(n), goal(n))), assume(walk(m))
    inside, last = assume(call("among", n, k)), either(call("among", n, n), eq(n, n), refl(n))
    earlier = same(either(inside.concl, eq(k, n), inside), call("among", m, k))
    now = mp(had, gen(k, discharge(inside.concl, mp(spec(chain, k), earlier))))
    then = use(at(same_, c(n), c(m)), mp(spec(chain, n), same(last, call("among", m, n))))
    step = subst(then, now, lambda v: eq(g(c(ZERO)), v))
    whole = induct(n, discharge(walk(ZERO), refl(g(c(ZERO)))), discharge(had.concl, discharge(chain.concl, step)))

    def end(th):
        first, last, way = left(left(th)), right(left(th)), right(th)
        th = mp(spec(whole, n), to(way, walk(n)))
        th = subst(to(first, eq(c(ZERO), x)), th, lambda v: eq(g(v), g(c(n))))
        return subst(to(last, eq(c(n), y)), th, lambda v: eq(g(x), g(v)))

    some_n = exists(lam(n, (eq(c(ZERO), x) & eq(c(n), y)) & walk(n)))
    return gen(x, gen(y, given(at(links, x, y), c, lambda th: given(to(th, some_n), n, end))))


# ---- Laplace noise -------------------------------------------------------------------------------------------------
@theorem(
    place="dp-lecture, Laplace mechanism, proof, integrals", claims="a-quotient-of-integrals-below-the-largest-quotient"
)
def quotient_of_integrals_below_the_largest_quotient(
    c: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, R), q: Fun(A, R), S: Fun(A, o)
):
    """If p <= c q on a set, the integrals over the set compare: M p <= c M q."""
    own = lambda g: M(lambda a: g(a) * truth(S(a)))
    return implies(
        integral(ig, M), ig(p), ig(q), each(A, lambda a: implies(S(a), p(a) <= c * q(a))), own(p) <= c * own(q)
    )


@quotient_of_integrals_below_the_largest_quotient.proof
def _(c, ig, M, p, q, S, iM, ip, iq, ratio):
    s = truth(S(a))
    one, zero, low, _ = decided(S(a))
    yes, no = assume(S(a)), assume(not_(S(a)))
    goal = p(a) * s <= c * (q(a) * s)
    point_ = cases(S(a), ar(goal, use(at(ratio, a), yes), low), ar(goal, use(zero, no), factors=[p(a), c * q(a)]))
    th = Mean(iM, truth_is_bounded(a, S(a)), inside=[ip, iq]).le(a, point_)
    return ar(M(lam(a, p(a) * s)) <= c * M(lam(a, q(a) * s)), th)


@definition(r"\| {0} - {1} \|_{{1,\,{2}}}", place="dp-lecture, Setting")
def distance(u: Fun(N, R), v: Fun(N, R), n: N):
    """The l1 distance of the first n coordinates."""
    return total(lambda k: dist(u(k), v(k)), n)


@definition()
def laplace_density(s: R, c: R, n: N, m: Fun(N, R), r: Fun(N, R)):
    """The density c exp(-s ||r - m||_1) of n independent Laplace variables."""
    return c * EXP(0 - s * distance(r, m, n))


@theorem(
    place="dp-lecture, Laplace mechanism, proof, triangle inequality", claims="the-triangle-inequality-of-the-display"
)
def triangle_inequality_of_the_display(r: Real, u: Real, v: Real):
    """The distance of r from v exceeds that from u by at most the distance of u and v, and by it beyond u."""
    gap = dist(r, v) - dist(r, u)
    beyond = implies(v <= u, u <= r, gap.eq(dist(u, v))) & implies(u <= v, r <= u, gap.eq(dist(u, v)))
    return (gap <= dist(u, v)) & beyond


@triangle_inequality_of_the_display.proof
def _(r, u, v):
    sides = [ax(side, p, q) for p, q in ((r - u, u - r), (u - v, v - u)) for side in ("max_left", "max_right")]
    top = dist(r, u) + dist(u, v)
    th = use(ax("max_least", r - v, v - r, top), ar(r - v <= top, *sides), ar(v - r <= top, *sides))
    gap = dist(r, v) - dist(r, u)

    def attained(low, high):
        """The size of each difference, where both are in order."""
        up = implies(low.concl, high.concl, gap.eq(dist(u, v)))
        sizes = []
        for p, q in ((r, v), (r, u), (u, v)):
            size = p - q if low.concl == (v <= u) else q - p
            most = use(ax("max_least", p - q, q - p, size), ar(p - q <= size, low, high), ar(q - p <= size, low, high))
            sizes += [most, ax("max_left", p - q, q - p), ax("max_right", p - q, q - p)]
        ends = ar(gap <= dist(u, v), *sizes), ar(dist(u, v) <= gap, *sizes)
        equal = use(ax("antisymmetry", gap, dist(u, v)), *ends)
        return to(discharge(low.concl, discharge(high.concl, equal)), up)

    first = attained(assume(v <= u), assume(u <= r))
    second = attained(assume(u <= v), assume(r <= u))
    return conj(ar(gap <= dist(u, v), th), conj(first, second))


@theorem(place="dp-lecture, Laplace mechanism, theorem", claims="the-laplace-mechanism-is-private")
def laplace_mechanism_of_the_lecture(
    near: Fun(X, X, o), q: Fun(X, N, R), D: Real, s: Nonneg, c: Nonneg, n: Nat,
    ig: Fun(Fun(Fun(N, R), R), o), M: Fun(Fun(Fun(N, R), R), R),
):  # fmt: skip
    """Independent Laplace noise of scale 1/s on n answers of l1 sensitivity D: odds exp(s D), slack 0."""
    return implies(
        integral(ig, M),
        each(Fun(N, R), lambda m: ig(call("laplace_density", s, c, n, m))),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), distance(q(x), q(y), n) <= D))),
        private(near, lambda x: weighted(M, call("laplace_density", s, c, n, q(x))), EXP(s * D), 0),
    )


@laplace_mechanism_of_the_lecture.proof
def _(near, q, D, s, c, n, ig, M, s0, c0, iM, good, sensitive):
    r, H_, m = var("r", fn(N, R)), assume(near(x, y)), var("m", N)
    far = use(at(sensitive, x, y), H_)
    claim = lambda m: distance(r, q(y), m) <= distance(r, q(x), m) + distance(q(x), q(y), m)
    one = left(triangle_inequality_of_the_display(r(m), q(x)(m), q(y)(m)))
    triangle = spec(induct(m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m)), one))), n)
    low, high = 0 - s * distance(r, q(x), n), s * D + (0 - s * distance(r, q(y), n))
    grown = use(exp_monotone(low, high), ar(low <= high, triangle, far, s0))
    p, p2 = (call("laplace_density", s, c, n, q(v)) for v in (x, y))
    point_ = ar(p(r) <= EXP(s * D) * p2(r), grown, ax("exp_plus", s * D, 0 - s * distance(r, q(y), n)), c0, factors=[c])
    th = bounded_ratio_is_private(EXP(s * D), ig, M, p, p2, A=fn(N, R))
    th = use(th, iM, at(good, q(x)), at(good, q(y)), gen(r, point_))
    return gen(x, gen(y, discharge(near(x, y), th)))


@theorem(
    place="dp-lecture, Laplace mechanism, proof, sensitivity", claims="the-scale-turns-the-sensitivity-into-epsilon"
)
def scale_turns_the_sensitivity_into_epsilon(epsilon: Nonneg, D: Real, n: Nat, u: Fun(N, R), v: Fun(N, R)):
    """Epsilon over the sensitivity, times the distance, is at most epsilon."""
    return implies(below(0, D), distance(u, v, n) <= D, epsilon * INV(D) * distance(u, v, n) <= epsilon)


@scale_turns_the_sensitivity_into_epsilon.proof
def _(epsilon, D, n, u, v, e0, D0, le):
    unit_, i0 = positive(D, D0)
    th = ar(INV(D) * distance(u, v, n) <= 1, le, unit_, i0)
    return ar(epsilon * INV(D) * distance(u, v, n) <= epsilon, th, e0)


@theorem(place="dp-lecture, Gaussian proof, display, inequality", claims="the-loss-is-bounded-by-the-size-of-the-noise")
def loss_is_bounded_by_the_size_of_the_noise(y: Real, v: Real, D: Real, s: Nonneg):
    """The size of (2 y v + v^2) s is at most (2 |y| D + D^2) s, where |v| <= D; s is 1, or 1/(2 sigma^2)."""
    return implies(dist(v, 0) <= D, dist((2 * y * v + v * v) * s, 0) <= (2 * dist(y, 0) * D + D * D) * s)


@loss_is_bounded_by_the_size_of_the_noise.proof
def _(y, v, D, s, s0, le):
    Y, V = dist(y, 0), dist(v, 0)
    y1, y2 = ax("max_left", y - 0, 0 - y), ax("max_right", y - 0, 0 - y)
    v1, v2 = ax("max_left", v - 0, 0 - v), ax("max_right", v - 0, 0 - v)
    y0, top = ar(real(0) <= Y, y1, y2), 2 * Y * D + D * D
    d1, d2 = ar(v <= D, v1, le), ar(0 - v <= D, v2, le)
    w = 2 * y * v + v * v
    square = ar(v * v <= D * D, d1, d2)
    up = ar(y * v <= Y * D, d1, d2, y1, y2, y0)
    down = ar(0 - y * v <= Y * D, d1, d2, y1, y2, y0)
    high, low = ar(w <= top, up, square), ar(0 - w <= top, down, square, squares=[v, D])
    ends = ar(w * s - 0 <= top * s, high, s0, factors=[s]), ar(0 - w * s <= top * s, low, s0, factors=[s])
    return use(ax("max_least", w * s - 0, 0 - w * s, top * s), *ends)
