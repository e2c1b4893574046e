"""Composition in which slacks combine like the chances of independent failures: 1 - (1 - d)(1 - k)."""

from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.theories.paper import *
from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y = var("a", A), var("b", B), var("x", X), var("y", X)
i, j, k, n = (var(name, N) for name in ("i", "j", "k", "n"))


def failing(d, n):
    """The chance 1 - prod (1 - d_j) that one of n independent failures happens."""
    return 1 - product(function(N, lambda j: 1 - d(j)), n)


@theorem
def composition_like_failures(
    E: Nonneg, F: Nonneg, d: Rate, k: Rate, P: Law[A], Q: Law[A], K: Channel[A, B], L: Channel[A, B]
):
    """Adaptive composition of (E, d) and (F, k) is (E F, 1 - (1 - d)(1 - k))."""
    slack = 1 - (1 - d) * (1 - k)
    return implies(
        close(E, d, P, Q), each(A, lambda a: close(F, k, K(a), L(a))), close(E * F, slack, joint(P, K), joint(Q, L))
    )


@composition_like_failures.proof
def _(E, F, d, k, P, Q, K, L, e0, f0, d0, d1, k0, k1, lP, lQ, cK, cL, near, nears):
    f = var("f", fn(("*", A, B), R))
    H, ob, low, high = a_test(f)
    row, ob_row = lam(b, f(pair(a, b))), observable(b, f(pair(a, b)), [ob])
    u, w = K(a)(row), L(a)(row)
    ob_u, ob_w = (use(means_of_sections_are_bounded(J, f), c, ob) for J, c in ((K, cK), (L, cL)))
    _, u1 = unit(Mean(law_at(cK, a), ob_row), b, low(pair(a, b)), high(pair(a, b)))
    w0, _ = unit(Mean(law_at(cL, a), ob_row), b, low(pair(a, b)), high(pair(a, b)))
    step = use(at(nears, a, row), make_test(b, row(b), low(pair(a, b)), high(pair(a, b))))
    m = MAX(0, u - k)
    m0, m1 = ax("max_left", 0, u - k), ax("max_right", 0, u - k)
    m_rest = use(ax("max_least", 0, u - k, 1 - k), ar(real(0) <= 1 - k, k1), ar(u - k <= 1 - k, u1))
    m_w = use(ax("max_least", 0, u - k, F * w), ar(real(0) <= F * w, f0, w0), ar(u - k <= F * w, step))
    first = Mean(lP, ob_u).le(a, ar(u <= m + k, m1))
    last = Mean(lQ, ob_u, ob_w).le(a, m_w)
    w_mean = Mean(lQ, ob_w).le(a, w0)
    pm, qm = P(lam(a, m)), Q(lam(a, m))
    pu = Mean(lP, ob_u).le(a, u1)
    goal = joint(P, K, f) <= (E * F) * joint(Q, L, f) + (1 - (1 - d) * (1 - k))
    full, some_ = assume(real(1) <= k), assume(not_(real(1) <= k))
    ef = ar(real(0) <= E * F * joint(Q, L, f), ar(real(0) <= E * F, e0, f0), w_mean)
    k_is = use(ax("antisymmetry", k, 1), k1, full)
    whole = ar(goal, pu, ef, k_is, factors=[d, real(1)])
    rest, i0 = positive(1 - k, same(refuting(1 - k <= 0, contradiction(some_, ar(real(1) <= k, assume(1 - k <= 0)))),
                                    below(0, 1 - k)))  # fmt: skip
    v = INV(1 - k)
    t = make_test(a, m * v, ar(real(0) <= m * v, m0, i0),
                  ar(m * v <= 1, ar(m * v <= (1 - k) * v, m_rest, i0), rest))  # fmt: skip
    th = use(at(near, lam(a, m * v)), t)
    scale = [Mean(l, ob_u).linear(a, m * v) for l in (lP, lQ)]
    th = ar(pm * v <= E * (qm * v) + d, th, *scale, factors=[E])
    th = ar(pm <= E * qm + d * (1 - k), ar((1 - k) * (pm * v) <= (1 - k) * (E * (qm * v) + d), th, k1), rest,
            factors=[pm, E * qm])  # fmt: skip
    some = ar(goal, first, th, last, e0)
    end = cases(full.concl, whole, some)
    return for_tests(end, f, close(E * F, 1 - (1 - d) * (1 - k), joint(P, K), joint(Q, L)))


@theorem
def composition_like_failures_in_a_row(
    E: Nonneg, F: Nonneg, d: Rate, k: Rate, P: Law[A], Q: Law[A], K: Channel[A, B], L: Channel[A, B]
):
    """The same where only the second output is seen."""
    slack = 1 - (1 - d) * (1 - k)
    return implies(
        close(E, d, P, Q), each(A, lambda a: close(F, k, K(a), L(a))), close(E * F, slack, bind(P, K), bind(Q, L))
    )


@composition_like_failures_in_a_row.proof
def _(E, F, d, k, P, Q, K, L, *hyps):
    f, p = var("f", fn(B, R)), var("p", ("*", A, B))
    H, ob, low, high = a_test(f)
    both = use(composition_like_failures(E, F, d, k, P, Q, K, L), *hyps)
    wide = make_test(p, f(snd(p)), low(snd(p)), high(snd(p)))
    th = use(at(both, lam(p, f(snd(p)))), wide)
    return for_tests(th, f, close(E * F, 1 - (1 - d) * (1 - k), bind(P, K), bind(Q, L)))


@theorem
def chances_of_failures(d: Fun(N, Rate)):
    """The chance that one of n fails is between 0 and 1, and by one failure more 1 - (1 - chance)(1 - d)."""
    front = lambda n: failing(d, SUCC(n)).eq(1 - (1 - failing(function(N, lambda j: d(SUCC(j))), n)) * (1 - d(ZERO)))
    return each(N, lambda n: ((real(0) <= failing(d, n)) & (failing(d, n) <= 1)) & front(n))


@chances_of_failures.proof
def _(d, d0, d1):
    lows = lambda n: (real(0) <= failing(d, n)) & (failing(d, n) <= 1)
    hyp = assume(lows(n))
    base = conj(ar(real(0) <= failing(d, ZERO)), ar(failing(d, ZERO) <= 1))
    nexts = conj(
        ar(
            real(0) <= failing(d, SUCC(n)),
            left(hyp),
            ar(real(0) <= d(n) * (1 - failing(d, n)), right(hyp), spec(d0, n)),
        ),
        ar(failing(d, SUCC(n)) <= 1, right(hyp), spec(d1, n)),
    )
    both = spec(induct(n, base, discharge(hyp.concl, nexts)), n)
    keep = lam(j, 1 - d(j))
    front = left(spec(products_from_the_front(keep), n))
    later = lam(j, d(SUCC(j)))
    goal = failing(d, SUCC(n)).eq(1 - (1 - failing(later, n)) * (1 - d(ZERO)))
    return gen(n, conj(both, ar(goal, front)))


@theorem
def products_of_close_laws_like_failures(v0: X):
    """Independent outputs: the product of the odds, and the chance that one of the slacks fails."""
    S, Q, E, d = var("s", fn(N, LX)), var("r", fn(N, LX)), var("E", fn(N, R)), var("d", fn(N, R))
    facts = lambda k: conjunction_of(
        law(S(k)), law(Q(k)), real(0) <= E(k), (real(0) <= d(k)) & (d(k) <= 1), close(E(k), d(k), S(k), Q(k))
    )
    return each(N, lambda n: alls(S, Q, E, d, implies(forall(k, facts(k)), close(
        product(E, n), failing(d, n), call("databases", v0, n, S), call("databases", v0, n, Q)))))  # fmt: skip


@products_of_close_laws_like_failures.proof
def _(v0):
    S, Q, E, d = var("s", fn(N, LX)), var("r", fn(N, LX)), var("E", fn(N, R)), var("d", fn(N, R))
    facts = lambda k: conjunction_of(
        law(S(k)), law(Q(k)), real(0) <= E(k), (real(0) <= d(k)) & (d(k) <= 1), close(E(k), d(k), S(k), Q(k))
    )
    data_ = lambda n, s: call("databases", v0, n, s)
    goal = lambda n: close(product(E, n), failing(d, n), data_(n, S), data_(n, Q))
    claim = lambda n: alls(S, Q, E, d, implies(forall(k, facts(k)), goal(n)))
    H_ = assume(forall(k, facts(k)))

    def members(th):
        found, near = left(th), right(th)
        rates, found = right(found), left(found)
        return [left(left(found)), right(left(found)), right(found), rates, near]

    member = lambda t, i: members(spec(H_, t))[i]
    lS, lQ, E0, dd = (gen(k, member(k, i)) for i in range(4))
    d0, d1 = gen(k, left(spec(dd, k))), gen(k, right(spec(dd, k)))
    sure = same(certain(lam(k, v0)), law(data_(ZERO, S)))
    flat = use(reflexive(data_(ZERO, S), A=DB), sure)
    zero = ar(failing(d, ZERO).eq(0))
    wide0 = weaker(real(1), product(E, ZERO), real(0), failing(d, ZERO), data_(ZERO, S), data_(ZERO, Q), A=DB)
    same_law = same(flat, close(real(1), real(0), data_(ZERO, S), data_(ZERO, Q)))
    base = use(wide0, sure, same(sure, law(data_(ZERO, Q))), same_law, ar(real(1) <= product(E, ZERO)),
               ar(real(0) <= failing(d, ZERO), zero))  # fmt: skip
    shift = lambda f: lam(k, f(SUCC(k)))
    S1, Q1, E1, d_1 = map(shift, (S, Q, E, d))
    hyp = assume(claim(n))
    ih = use(at(hyp, S1, Q1, E1, d_1), gen(k, spec(H_, SUCC(k))))
    moved = lambda th: gen(k, spec(th, SUCC(k)))
    D, G = (any_laws(v0, T, moved(l), n) for T, l in ((S1, lS), (Q1, lQ)))
    pe, fd = product(E1, n), failing(d_1, n)
    p0 = left(spec(use(products_are_not_negative(E1), moved(E0)), n))
    chances = spec(use(chances_of_failures(d_1), moved(d0), moved(d1)), n)
    KS, KQ = (call("longer", T(ZERO)) for T in (S, Q))
    cS, cQ = (use(longer_databases_have_laws(T(ZERO)), member(ZERO, i)) for i, T in enumerate((S, Q)))
    rows = gen(xs, longer_close(S(ZERO), Q(ZERO), E(ZERO), d(ZERO), member(ZERO, 4)))
    th = composition_like_failures_in_a_row(pe, E(ZERO), fd, d(ZERO), data_(n, S1), data_(n, Q1), KS, KQ, A=DB, B=DB)
    th = use(th, p0, member(ZERO, 2), left(left(chances)), right(left(chances)), left(member(ZERO, 3)),
             right(member(ZERO, 3)), D, G, cS, cQ, ih, rows)  # fmt: skip
    wS, wQ = (use(law_of_bind(data_(n, T), K, A=DB, B=DB), l, c) for T, K, l, c in ((S1, KS, D, cS), (Q1, KQ, G, cQ)))
    front = left(spec(products_from_the_front(E), n))
    more = right(spec(use(chances_of_failures(d), d0, d1), n))
    slack = 1 - (1 - fd) * (1 - d(ZERO))
    wide = weaker(pe * E(ZERO), product(E, SUCC(n)), slack, failing(d, SUCC(n)), bind(data_(n, S1), KS),
                  bind(data_(n, Q1), KQ), A=DB)  # fmt: skip
    th = use(wide, wS, wQ, th, ar(pe * E(ZERO) <= product(E, SUCC(n)), front), ar(slack <= failing(d, SUCC(n)), more))
    step_ = hyps_then(same(th, goal(SUCC(n))), [H_.concl], [S, Q, E, d])
    return induct(n, hyps_then(base, [H_.concl], [S, Q, E, d]), discharge(claim(n), step_))


@theorem(place="Composition", claims="combined-failures-stay-below-their-sum")
def combined_failures_stay_below_their_sum(d: Fun(N, Rate)):
    """The chance that one of n fails is at most the sum of the chances."""
    return each(N, lambda n: failing(d, n) <= total(d, n))


@combined_failures_stay_below_their_sum.proof
def _(d, d0, d1):
    claim = lambda n: failing(d, n) <= total(d, n)
    chance = left(spec(use(chances_of_failures(d), d0, d1), n))
    more = ar(failing(d, SUCC(n)) <= total(d, SUCC(n)), assume(claim(n)),
              ar(real(0) <= d(n) * failing(d, n), left(chance), spec(d0, n)))  # fmt: skip
    return induct(n, ar(claim(ZERO)), discharge(claim(n), more))


@theorem
def two_failures_are_less_than_their_sum(d: Fun(N, Rate)):
    """If two of n chances are positive, the chance that one happens is below their sum."""
    two = lambda n, k: among(n, k) & (below(0, d(k)) & below(0, total(d, k)))
    return each(N, lambda n: each(N, lambda k: implies(two(n, k), below(failing(d, n), total(d, n)))))


@two_failures_are_less_than_their_sum.proof
def _(d, d0, d1):
    chance = lambda n: left(spec(use(chances_of_failures(d), d0, d1), n))
    sums = use(combined_failures_stay_below_their_sum(d), d0, d1)
    # a positive sum makes the chance positive
    some_ = lambda n: implies(below(0, total(d, n)), below(0, failing(d, n)))
    hyp = assume(some_(n))
    pos = assume(below(0, total(d, SUCC(n))))
    before, none = assume(below(0, total(d, n))), assume(not_(below(0, total(d, n))))
    gain = ar(real(0) <= d(n) * (1 - failing(d, n)), right(chance(n)), spec(d0, n))
    low = assume(failing(d, SUCC(n)) <= 0)
    first = contradiction(use(hyp, before), ar(failing(d, n) <= 0, low, gain))
    t0 = assume(total(d, n) <= 0)
    small = cases(t0.concl, t0, absurd(contradiction(none, before_ := assume(not_(total(d, n) <= 0))), t0.concl))
    del before_
    f0 = ar(real(0) <= failing(d, n), left(chance(n)))
    f1 = ar(failing(d, n) <= 0, spec(sums, n), small)
    second = contradiction(
        pos, ar(total(d, SUCC(n)) <= 0, small, low, f0, ar(d(n) * failing(d, n) <= 0, f1, spec(d0, n)))
    )
    end = cases(before.concl, first, second)
    step_ = discharge(hyp.concl, discharge(pos.concl, refuting(low.concl, end)))
    zero = assume(below(0, total(d, ZERO)))
    base = discharge(zero.concl, absurd(contradiction(zero, ar(total(d, ZERO) <= 0)), below(0, failing(d, ZERO))))
    positive_ = induct(n, base, step_)

    two = lambda n, k: among(n, k) & (below(0, d(k)) & below(0, total(d, k)))
    goal = lambda n: below(failing(d, n), total(d, n))
    claim = lambda n: forall(k, implies(two(n, k), goal(n)))
    nobody = assume(two(ZERO, k))
    base = gen(k, discharge(nobody.concl, absurd(left(nobody), goal(ZERO))))
    hyp, H = assume(claim(n)), assume(two(SUCC(n), k))
    inside, last = assume(among(n, k)), assume(eq(k, n))
    worse = assume(total(d, SUCC(n)) <= failing(d, SUCC(n)))
    old = use(spec(hyp, k), conj(inside, right(H)))
    df = ar(real(0) <= d(n) * failing(d, n), left(chance(n)), spec(d0, n))
    one = refuting(worse.concl, contradiction(old, ar(total(d, n) <= failing(d, n), worse, df)))
    at_n = subst(last, right(H), lambda v: below(0, d(v)) & below(0, total(d, v)))
    pos_f = use(spec(positive_, n), right(at_n))
    (u, _), (w, _) = positive(d(n), left(at_n)), positive(failing(d, n), pos_f)
    dn, fp = use(ax("total", d(n), 0), left(at_n)), use(ax("total", failing(d, n), 0), pos_f)
    no_product = ar(d(n) * failing(d, n) <= 0, worse, spec(sums, n))
    zero_f = ar(
        failing(d, n) <= 0,
        ar(INV(d(n)) * (d(n) * failing(d, n)) <= 0, no_product, positive(d(n), left(at_n))[1]),
        u,
        factors=[failing(d, n)],
    )
    del w, dn, fp
    two_ = refuting(worse.concl, contradiction(pos_f, zero_f))
    step_ = split(same(left(H), or_(among(n, k), eq(k, n))), one, two_)
    return induct(n, base, discharge(hyp.concl, gen(k, discharge(H.concl, step_))))


@theorem(place="dp-lecture, Composition, theorem", claims="algorithms-that-leak-attain-it")
def algorithms_that_leak_attain_it(E: Real, delta: Real, d: Fun(N, Rate), x: X, y: X, z: X, n: Nat):
    """Algorithm k publishes its data with chance d(k), else z: the slack is at least 1 - prod (1 - d) at any odds."""
    leak = lambda x: call("databases", z, n, function(N, lambda k: mix(d(k), point(x), point(z))))
    shown = function(fn(N, X), lambda r: 1 - product(function(N, lambda j: 1 - truth(eq(r(j), x))), n))
    attains = leak(x)(shown).eq(failing(d, n)) & leak(y)(shown).eq(0)
    return implies(
        not_(eq(x, y)), not_(eq(z, x)), attains & implies(close(E, delta, leak(x), leak(y)), failing(d, n) <= delta)
    )


@algorithms_that_leak_attain_it.proof
def _(E, delta, d, x, y, z, n, d0, d1, xy, zx):
    r, v = var("r", fn(N, X)), var("v", X)
    leak = lambda u: call("databases", z, n, lam(k, mix(d(k), point(u), point(z))))
    hidden = 1 - truth(eq(v, x))
    g = lam(j, lam(v, hidden))
    shown = lam(r, 1 - product(lam(j, 1 - truth(eq(r(j), x))), n))
    one = use(decided(eq(x, x))[0], refl(x))
    no_y = use(decided(eq(y, x))[1], refuting(eq(y, x), contradiction(xy, symmetric(assume(eq(y, x))))))
    no_z = use(decided(eq(z, x))[1], zx)
    bounded_g = same(observable(v, hidden, [truth_is_bounded(v, eq(v, x))]), bounded(lam(v, hidden)))

    def means(u, value, fact):
        s = lam(k, mix(d(k), point(u), point(z)))
        laws_ = use(mixtures_are_laws(d(j), point(u), point(z), A=X), spec(d0, j), spec(d1, j),
                    same(certain(u), law(point(u))), same(certain(z), law(point(z))))  # fmt: skip
        both = gen(j, conj(to(laws_, law(s(j))), to(bounded_g, bounded(g(j)))))
        whole = use(at(means_of_products_over_records(z), n, s, g), both)
        return whole, s, ar(s(j)(g(j)).eq(value), fact, no_z, factors=[d(j), 1 - d(j)]), laws_

    def end(u, value, fact, goal):
        whole, s, each_, _ = means(u, value, fact)
        ob, equal = left(whole), right(whole)
        out = lam(r, product(lam(j, g(j)(r(j))), n))
        factor = under(each_, j, lam(p := var("p", fn(N, R)), product(p, n)))
        del p
        laws_ = gen(j, use(mixtures_are_laws(d(j), point(u), point(z), A=X), spec(d0, j), spec(d1, j),
                           same(certain(u), law(point(u))), same(certain(z), law(point(z)))))  # fmt: skip
        lO = any_laws(z, s, gen(j, to(spec(laws_, j), law(s(j)))), n)
        mean = Mean(lO, to(ob, bounded(out))).linear(r, 1 - out(r))
        return ar(leak(u)(shown).eq(goal), mean, equal, factor), lO, to(ob, bounded(out))

    first, lX, ob = end(x, 1 - d(j), one, failing(d, n))
    ones = lambda m: product(lam(j, real(1)), m).eq(1)
    flat = spec(induct(n, ar(ones(ZERO)), discharge(ones(n), ar(ones(SUCC(n)), assume(ones(n))))), n)
    second, lY, _ = end(y, real(1), no_y, 1 - product(lam(j, real(1)), n))
    second = ar(leak(y)(shown).eq(0), second, flat)
    near = assume(close(E, delta, leak(x), leak(y)))
    # the event is a test
    t = lambda m: product(lam(j, 1 - truth(eq(r(j), x))), m)
    hyp = assume((real(0) <= t(n)) & (t(n) <= 1))
    _, _, low, high = decided(eq(r(n), x))
    claim = lambda m: (real(0) <= t(m)) & (t(m) <= 1)
    step_ = conj(ar(real(0) <= t(SUCC(n)), left(hyp), high), ar(t(SUCC(n)) <= 1, left(hyp), right(hyp), low))
    both = spec(induct(n, conj(ar(real(0) <= t(ZERO)), ar(t(ZERO) <= 1)), discharge(claim(n), step_)), n)
    is_test = make_test(r, 1 - t(n), ar(real(0) <= 1 - t(n), right(both)), ar(1 - t(n) <= 1, left(both)))
    del lX, lY, ob
    last = ar(failing(d, n) <= delta, use(at(near, shown), is_test), first, second, factors=[E])
    return conj(conj(first, second), discharge(near.concl, last))


# ---- mechanisms ----------------------------------------------------------------------------------------------------
def close_outputs(M, E, d, z0, n, u, w, members):
    """The outputs of n releases at u and w are close, from laws, signs and closeness of each."""
    s = lambda v: lam(k, M(k)(v))
    th = use(at(products_of_close_laws_like_failures(z0, X=Z), n, s(u), s(w), E, d), gen(k, members))
    return th, s


@theorem(place="dp-lecture, Composition, theorem")
def composed_deltas_combine_like_failures(
    near: Fun(X, X, o), M: Fun(N, X, Law[Z]), E: Fun(N, Nonneg), d: Fun(N, Rate), z0: Z, n: Nat
):
    """N algorithms with independent coins: 1 - prod (1 - d_k), less than the sum if two of these are positive."""
    outputs = lambda x: call("databases", z0, n, function(N, lambda k: M(k)(x)))
    two = lambda k: among(n, k) & (below(0, d(k)) & below(0, total(d, k)))
    less = each(N, lambda k: implies(two(k), below(failing(d, n), total(d, n))))
    all_ = each(N, lambda k: private(near, M(k), E(k), d(k)))
    return implies(all_, private(near, outputs, product(E, n), failing(d, n))) & less


@composed_deltas_combine_like_failures.proof
def _(near, M, E, d, z0, n, lM, E0, d0, d1):
    p, near_ = assume(forall(k, private(near, M(k), E(k), d(k)))), assume(near(x, y))
    members = conjunction(at(lM, k, x), at(lM, k, y), spec(E0, k), conj(spec(d0, k), spec(d1, k)),
                          use(at(spec(p, k), x, y), near_))  # fmt: skip
    th, _ = close_outputs(M, E, d, z0, n, x, y, members)
    first = discharge(p.concl, gen(x, gen(y, discharge(near_.concl, th))))
    less = spec(use(two_failures_are_less_than_their_sum(d), d0, d1), n)
    outputs = lam(x, call("databases", z0, n, lam(k, M(k)(x))))
    goal = implies(p.concl, private(near, outputs, product(E, n), failing(d, n)))
    return conj(to(first, goal), less)


def together(near, M, E, z0, n, x):
    outputs = function(X, lambda x: call("databases", z0, n, function(N, lambda k: M(k)(x))))
    return greatest_loss(near, outputs, product(E, n), x)


def losses_together(near, M, E, z0, n, x, lM, E0):
    """The greatest loss of all outputs is at most the chance that one of the losses fails; with facts on the way."""
    OUT = fn(N, Z)
    alone, s = (lambda k: greatest_loss(near, M(k), E(k), x)), (lambda v: lam(k, M(k)(v)))
    outputs, F, losses = lam(x, call("databases", z0, n, s(x))), product(E, n), lam(k, alone(k))
    lO = gen(x, same(laws_of_outputs(M, lM, z0, n, x), law(outputs(x))))
    e0 = spec(E0, k)
    tests = use(greatest_losses_are_tests(near, M(k), E(k), A=Z), spec(lM, k), e0)
    rate = at(tests, x)
    l0, l1 = gen(k, to(left(rate), real(0) <= losses(k))), gen(k, to(right(rate), losses(k) <= 1))
    H_, least_ = assume(near(x, y)), use(greatest_loss_is_least(near, M(k), E(k), x, A=Z), spec(lM, k), e0)
    pair_ = use(at(left(least_), y), H_)

    def close_(u, w, side):
        members = conjunction(at(lM, k, u), at(lM, k, w), e0, conj(spec(l0, k), spec(l1, k)), side(pair_))
        th, _ = close_outputs(M, E, losses, z0, n, u, w, members)
        return to(th, close(F, failing(losses, n), outputs(u), outputs(w)))

    both = gen(y, discharge(H_.concl, conj(close_(x, y, left), close_(y, x, right))))
    f0 = left(spec(use(products_are_not_negative(E), E0), n))
    chance = left(spec(use(chances_of_failures(losses), l0, l1), n))
    whole = right(use(greatest_loss_is_least(near, outputs, F, x, A=OUT), lO, f0))
    le = use(at(whole, failing(losses, n)), left(chance), both)
    return le, outputs, F, losses, lO, f0, l0, l1


def laws_of_outputs(M, lM, z0, n, x):
    return any_laws(z0, lam(k, M(k)(x)), gen(j, at(lM, j, x)), n)


@theorem(place="Composition", claims="losses-combine-like-independent-failures")
def losses_combine_like_independent_failures(
    near: Fun(X, X, o), M: Fun(N, X, Law[Z]), E: Fun(N, Nonneg), z0: Z, n: Nat, x: X
):
    """Independent releases: what survives at a database is at least the product; the step for one pair of outputs."""
    survive = product(lambda k: 1 - greatest_loss(near, M(k), E(k), x), n)
    least_ = lambda s, t: 0 - MAX(0 - s, 0 - t)
    step_ = lambda e, f, p, q, r, s: (
        MAX(0, p * r - e * f * (q * s)) <= MAX(0, p - e * q) * r + least_(p, e * q) * MAX(0, r - f * s)
    )
    at_outputs = each(Nonneg, lambda e: each(Nonneg, lambda f: each(Nonneg, lambda p: each(Nonneg, lambda q: each(
        Nonneg, lambda r: each(Nonneg, lambda s: step_(e, f, p, q, r, s)))))))  # fmt: skip
    return (survive <= 1 - together(near, M, E, z0, n, x)) & at_outputs


@losses_combine_like_independent_failures.proof
def _(near, M, E, z0, n, x, lM, E0):
    le, outputs, F, losses, *_ = losses_together(near, M, E, z0, n, x, lM, E0)
    first = ar(product(lam(k, 1 - greatest_loss(near, M(k), E(k), x)), n) <= 1 - greatest_loss(near, outputs, F, x), le)
    e, f, p, q, r, s = (var(name, R) for name in "efpqrs")
    known = [assume(real(0) <= v) for v in (e, f, p, q, r, s)]
    e0, f0, p0, q0, r0, s0 = known
    u, v, m = MAX(0, p - e * q), MAX(0, r - f * s), MAX(0 - p, 0 - e * q)
    u0, u1, v0, v1 = (ax(side, 0, t) for t in (p - e * q, r - f * s) for side in ("max_left", "max_right"))
    eq_ = ar(real(0) <= e * q, e0, q0)
    goal = u * r + (0 - m) * v
    fs = ar(real(0) <= f * s, f0, s0)
    # for p <= e q the minimum is p and u is 0, else it is e q and u is p - e q
    below_, above_ = assume(p <= e * q), assume(not_(p <= e * q))
    over_ = use(ax("total", p, e * q), above_)
    m_p = use(ax("max_least", 0 - p, 0 - e * q, 0 - p), ar(0 - p <= 0 - p), ar(0 - e * q <= 0 - p, below_))
    m_q = use(ax("max_least", 0 - p, 0 - e * q, 0 - e * q), ar(0 - p <= 0 - e * q, over_), ar(0 - e * q <= 0 - e * q))
    ur = ar(real(0) <= u * r, u0, r0)
    low = lambda th, w: ar(w * v <= (0 - m) * v, th, v0)
    pv = ar(
        p * r - e * f * (q * s) <= p * v,
        ar(p * (r - f * s) <= p * v, v1, p0),
        ar(p * (f * s) <= e * q * (f * s), below_, fs),
    )
    one = ar(p * r - e * f * (q * s) <= goal, pv, low(m_p, p), ur)
    qv = ar(e * q * (r - f * s) <= e * q * v, v1, eq_)
    two = ar(p * r - e * f * (q * s) <= goal, qv, low(m_q, e * q), ar((p - e * q) * r <= u * r, u1, r0))
    size = cases(below_.concl, one, two)
    zero = cases(
        below_.concl, ar(real(0) <= goal, ur, low(m_p, p), ar(real(0) <= p * v, p0, v0)),
        ar(real(0) <= goal, ur, low(m_q, e * q), ar(real(0) <= e * q * v, eq_, v0)),
    )  # fmt: skip
    th = use(ax("max_least", 0, p * r - e * f * (q * s), goal), zero, size)
    for w, fact_ in reversed(list(zip((e, f, p, q, r, s), known, strict=True))):
        th = gen(w, discharge(fact_.concl, th))
    return conj(first, th)


@theorem
def powers_lie_above_their_tangents(u: Nonneg, v: Nonneg):
    """The power u^(n + 1) is at least v^(n + 1) + (n + 1) v^n (u - v)."""
    return each(N, lambda n: (real(0) <= power(v, n)) & (
        power(v, SUCC(n)) + num(SUCC(n)) * power(v, n) * (u - v) <= power(u, SUCC(n))))  # fmt: skip


@powers_lie_above_their_tangents.proof
def _(u, v, u0, v0):
    line = lambda n: power(v, SUCC(n)) + num(SUCC(n)) * power(v, n) * (u - v) <= power(u, SUCC(n))
    claim = lambda n: (real(0) <= power(v, n)) & line(n)
    hyp = assume(claim(n))
    low = ar(real(0) <= power(v, SUCC(n)), left(hyp), v0)
    count = spec(numbers_are_not_negative.thm, n)
    size = ar(real(0) <= (num(n) + 1) * power(v, n), left(hyp), count)
    square = ar(real(0) <= (u - v) * (u - v), squares=[u - v])
    more = ar(line(SUCC(n)), ar(u * normal(line(n)).parts[0].parts[1] <= u * power(u, SUCC(n)), right(hyp), u0),
              ar(real(0) <= (num(n) + 1) * power(v, n) * ((u - v) * (u - v)), size, square))  # fmt: skip
    base = conj(ar(real(0) <= power(v, ZERO)), ar(line(ZERO)))
    return induct(n, base, discharge(hyp.concl, conj(low, more)))


@theorem(place="Composition")
def repeated_losses_are_concave(
    near: Fun(X, X, o), M: Mechanism[X, Z], E: Nonneg, d: Real, laws: Fun(mean_of(X), o), z0: Z, n: Nat
):
    """N + 1 releases of one mechanism: mean losses of at most d give together at most 1 - (1 - d)^(n + 1)."""
    all_ = lambda x: together(near, function(N, lambda k: M), function(N, lambda k: E), z0, SUCC(n), x)
    tangent = each(Nonneg, lambda u: each(Nonneg, lambda v: (
        power(v, SUCC(n)) + num(SUCC(n)) * power(v, n) * (u - v) <= power(u, SUCC(n)))))  # fmt: skip
    return tangent & implies(
        d <= 1,
        each(mean_of(X), lambda W: implies(laws(W), law(W))),
        each(mean_of(X), lambda W: implies(laws(W), W(lambda x: greatest_loss(near, M, E, x)) <= d)),
        each(mean_of(X), lambda W: implies(laws(W), W(function(X, all_)) <= 1 - power(1 - d, SUCC(n)))),
    )


@repeated_losses_are_concave.proof
def _(near, M, E, d, laws, z0, n, lM, e0):
    u_, v_ = var("u", R), var("v", R)
    up, vp = assume(real(0) <= u_), assume(real(0) <= v_)
    line = right(spec(use(powers_lie_above_their_tangents(u_, v_), up, vp), n))
    tangent = gen(u_, discharge(up.concl, gen(v_, discharge(vp.concl, line))))
    Ms, Es = lam(k, M), lam(k, E)
    lMs, E0 = gen(k, to(lM, normal(lM.concl))), gen(k, e0)
    W = var("W", mean_of(X))
    d1 = assume(d <= 1)
    good = assume(forall(W, implies(laws(W), law(W))))
    alone = greatest_loss(near, M, E, x)
    small = assume(forall(W, implies(laws(W), W(lam(x, alone)) <= d)))
    in_ = assume(laws(W))
    lW, mean = use(spec(good, W), in_), use(spec(small, W), in_)
    le, outputs, F, losses, lO, f0, *_ = losses_together(near, Ms, Es, z0, SUCC(n), x, lMs, E0)
    # the product of equal factors is a power
    equal = lambda m: product(lam(k, 1 - alone), m).eq(power(1 - alone, m))
    equal_ = spec(
        induct(n, ar(equal(ZERO)), discharge(equal(n), ar(equal(SUCC(n)), assume(equal(n)), factors=[1 - alone]))),
        SUCC(n),
    )
    tests = use(greatest_losses_are_tests(near, M, E, A=Z), lM, e0)
    rate = at(tests, x)
    u0 = ar(real(0) <= 1 - alone, right(rate))
    v0 = ar(real(0) <= 1 - d, d1)
    tangent_ = spec(use(powers_lie_above_their_tangents(1 - alone, 1 - d), u0, v0), n)
    whole = greatest_loss(near, outputs, F, x)
    c = num(SUCC(n)) * power(1 - d, n)
    point_ = ar(whole <= 1 - power(1 - d, SUCC(n)) + c * (alone - d), le, equal_, right(tangent_))
    known = use(tests_are_bounded(lam(x, alone), A=X), tests)
    is_test = use(
        tests_are_bounded(lam(x, whole), A=X), use(greatest_losses_are_tests(near, outputs, F, A=fn(N, Z)), lO, f0)
    )
    means = Mean(lW, is_test, known).le(x, point_)
    c0 = ar(real(0) <= c, left(tangent_), ar(real(0) <= num(SUCC(n)), spec(numbers_are_not_negative.thm, n)))
    end = ar(W(lam(x, whole)) <= 1 - power(1 - d, SUCC(n)), means, ar(c * W(lam(x, alone)) <= c * d, mean, c0))
    th = gen(W, discharge(in_.concl, end))
    for one in (small, good, d1):
        th = discharge(one.concl, th)
    return conj(tangent, th)


@theorem(place="Composition", claims="smoothed-losses-of-one-mechanism-combine-like-failures")
def smoothed_losses_of_one_mechanism_combine_like_failures(
    near: Fun(X, X, o), M: Mechanism[X, A], S: Mechanism[X, B], E: Nonneg, F: Nonneg, d: Real, k: Real,
    laws: Fun(mean_of(X), o),
):  # fmt: skip
    """Two releases with the same loss at every database: smoothed slacks d and k combine to 1 - (1 - d)(1 - k)."""
    one, two = (lambda x: greatest_loss(near, M, E, x)), (lambda x: greatest_loss(near, S, F, x))
    both = lambda x: greatest_loss(near, lambda x: joint(M(x), lambda a: S(x)), E * F, x)
    least_ = lambda loss, d: each(mean_of(X), lambda W: implies(laws(W), W(loss) <= d))
    return implies(
        each(X, lambda x: one(x).eq(two(x))), d <= 1, k <= 1,
        each(mean_of(X), lambda W: implies(laws(W), law(W))),
        least_(function(X, one), d), least_(function(X, two), k),
        least_(function(X, both), 1 - (1 - d) * (1 - k)),
    )  # fmt: skip


@smoothed_losses_of_one_mechanism_combine_like_failures.proof
def _(near, M, S, E, F, d, k, laws, lM, lS, e0, f0, equal, d1, k1, good, sd, sk):
    W = var("W", mean_of(X))
    pair_ = lam(x, joint(M(x), lam(a, S(x))))
    one, two, both = greatest_loss(near, M, E, x), greatest_loss(near, S, F, x), greatest_loss(near, pair_, E * F, x)
    chan = lambda v: same(gen(a, spec(lS, v)), channel(lam(a, S(v))))
    lP = gen(x, same(use(law_of_joint(M(x), lam(a, S(x))), spec(lM, x), chan(x)), law(pair_(x))))
    tM, tS = use(greatest_losses_are_tests(near, M, E), lM, e0), use(greatest_losses_are_tests(near, S, F, A=B), lS, f0)
    ef = ar(real(0) <= E * F, e0, f0)
    rM, rS = at(tM, x), at(tS, x)
    H_ = assume(near(x, y))
    cM = use(at(left(use(greatest_loss_is_least(near, M, E, x), lM, e0)), y), H_)
    cS = use(at(left(use(greatest_loss_is_least(near, S, F, x, A=B), lS, f0)), y), H_)
    slack = 1 - (1 - one) * (1 - two)

    def close_(u, w, side):
        th = composition_like_failures(E, F, one, two, M(u), M(w), lam(a, S(u)), lam(a, S(w)))
        th = use(th, e0, f0, left(rM), right(rM), left(rS), right(rS), spec(lM, u), spec(lM, w), chan(u), chan(w),
                 side(cM), gen(a, side(cS)))  # fmt: skip
        return to(th, close(E * F, slack, pair_(u), pair_(w)))

    near_ = gen(y, discharge(H_.concl, conj(close_(x, y, left), close_(y, x, right))))
    s0 = ar(real(0) <= slack, left(rM), left(rS), right(rM), right(rS))
    least_ = right(use(greatest_loss_is_least(near, pair_, E * F, x, A=("*", A, B)), lP, ef))
    le = use(at(least_, slack), s0, near_)
    in_ = assume(laws(W))
    lW, md, mk = use(spec(good, W), in_), use(spec(sd, W), in_), use(spec(sk, W), in_)
    kM = use(tests_are_bounded(lam(x, one), A=X), tM)
    tP = use(greatest_losses_are_tests(near, pair_, E * F, A=("*", A, B)), lP, ef)
    kP = use(tests_are_bounded(lam(x, both), A=X), tP)
    same_ = spec(equal, x)
    v = W(lam(x, one))
    square = ar(real(0) <= (one - v) * (one - v), squares=[one - v])
    point_ = ar(
        both <= 1 - (1 - v) * (1 - v) + 2 * (1 - v) * (one - v), le, same_, square, factors=[1 - one, one, real(1)]
    )
    means = Mean(lW, kP, kM).le(x, point_)
    vk = under(same_, x, W)
    v1 = ar(real(0) <= 1 - v, md, d1)
    prod_ = ar((1 - d) * (1 - k) <= (1 - v) * (1 - v), ar((1 - d) * (1 - k) <= (1 - v) * (1 - k), md, k1),
               ar((1 - v) * (1 - k) <= (1 - v) * (1 - v), mk, vk, v1))  # fmt: skip
    end = ar(W(lam(x, both)) <= 1 - (1 - d) * (1 - k), means, prod_)
    return gen(W, discharge(in_.concl, end))
