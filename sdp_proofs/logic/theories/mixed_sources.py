"""Lemma 10 for two types, Proposition 7 for one source, and means of products over independent records."""

from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.vocabulary import *

a, i, j, k, n = var("a", A), *(var(name, N) for name in ("i", "j", "k", "n"))
DB, LX = fn(N, X), fn(fn(X, R), R)
xs, v, f_ = var("xs", DB), var("v", X), var("f", fn(DB, R))
s_, p_, q_ = (var(name, fn(N, LX)) for name in ("s", "p", "q"))


# ---- two types -----------------------------------------------------------------------------------------------------
@theorem
def gains_of_two_types_add_up(E: Odds, p: Nonneg, q: Nonneg):
    """At an output the gains under both types add up to the two positive parts."""
    gain = MAX(0, posterior(p, q) - E * INV(E + 1))
    return ((E + 1) * (p * gain) + (E + 1) * (q * gain)).eq(MAX(0, p - E * q) + MAX(0, q - E * p))


def positive_part(x, sign):
    """The positive part of x is x, from 0 <= x, or 0, from x <= 0."""
    value = x if binary(sign.concl, "le")[1] == x else real(0)
    top = use(ax("max_least", 0, x, value), *(ar(v <= value, sign) for v in (real(0), x)))
    return use(ax("antisymmetry", MAX(0, x), value), top, ax("max_right" if value == x else "max_left", 0, x))


@gains_of_two_types_add_up.proof
def _(E, p, q, e1, p0, q0):
    s, t = p + q, E * INV(E + 1)
    x = MAX(p, q) * INV(s) - t
    gain, r1, r2 = MAX(0, x), MAX(0, p - E * q), MAX(0, q - E * p)
    goal = gains_of_two_types_add_up.conclusion
    none, some_ = assume(s <= 0), assume(not_(s <= 0))
    zero = [use(ax("antisymmetry", y, 0), ar(y <= 0, none, p0, q0), y0) for y, y0 in ((p, p0), (q, q0))]
    flat = [positive_part(y, ar(y <= 0, *zero, factors=[E])) for y in (p - E * q, q - E * p)]
    empty = ar(goal, *zero, *flat, factors=[(E + 1) * gain])
    (u, i0), (w, _) = positive(s, some_), positive(E + 1, ar(real(1) <= E + 1, e1))

    def side(p, q, p0, q0, le, r1, r2):
        """The goal where q <= p."""
        top = use(ax("max_least", *order, p), *((ar(p <= p), le) if order[0] == p else (le, ar(p <= p))))
        top = use(ax("antisymmetry", MAX(*order), p), top, ax("max_left" if order[0] == p else "max_right", *order))
        value = ar(((E + 1) * s * x).eq(p - E * q), top, u, w, factors=[(E + 1) * INV(s) * s, (E + 1) * p, E * s])
        q2 = ar(q - E * p <= 0, le, e1, p0)
        r2_0 = positive_part(q - E * p, q2)
        lo, hi = assume(x <= 0), assume(not_(x <= 0))
        es = ar(real(0) <= (E + 1) * s, e1, ar(real(0) <= s, p0, q0))
        few = ar(p - E * q <= 0, value, ar((E + 1) * s * x <= 0, es, lo))
        y = p - E * q
        both = [(E + 1) * p, (E + 1) * q]
        first = ar(goal, r2_0, positive_part(y, few), positive_part(x, lo), factors=both)
        up = use(ax("total", x, 0), hi)
        many = ar(real(0) <= y, value, ar(real(0) <= (E + 1) * s * x, es, up))
        second = ar(goal, r2_0, positive_part(y, many), positive_part(x, up), value, factors=both)
        return cases(lo.concl, first, second)

    order = (p, q)
    down = assume(q <= p)
    other = use(ax("total", q, p), assume(not_(q <= p)))
    whole = cases(down.concl, side(p, q, p0, q0, down, r1, r2), side(q, p, q0, p0, other, r2, r1))
    return cases(none.concl, empty, whole)


@theorem(place="smoothed-dp, Lemma 10", claims="utilities-add-up-to-divergences utility-and-losses-of-two-types")
def utilities_of_two_types_add_up_to_divergences(
    E: Odds, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """With two types u_x + u_y = D + D' at every output and in all, so for the larger u: u <= D + D' <= 2 u."""
    P, Q = weighted(M, p), weighted(M, q)
    first, second = utility(E, M, p, q), utility(E, M, q, p)
    u, both = MAX(first, second), divergence(E, P, Q) + divergence(E, Q, P)
    gain = lambda a: MAX(0, posterior(p(a), q(a)) - E * INV(E + 1))
    excess = lambda a: MAX(0, p(a) - E * q(a)) + MAX(0, q(a) - E * p(a))
    return implies(
        integral(ig, M), ig(p), ig(q), ig(lambda a: MAX(0, p(a) - E * q(a))), ig(lambda a: MAX(0, q(a) - E * p(a))),
        M(p).eq(1), M(q).eq(1),
        each(A, lambda a: ((E + 1) * (p(a) * gain(a)) + (E + 1) * (q(a) * gain(a))).eq(excess(a)))
        & (first + second).eq(both) & ((u <= both) & (both <= 2 * u)),
    )  # fmt: skip


@utilities_of_two_types_add_up_to_divergences.proof
def _(E, ig, M, p, q, e1, p0, q0, iM, ip, iq, i1, i2, mp_, mq):
    e0 = ar(real(0) <= E, e1)
    P, Q, u, w = weighted(M, p), weighted(M, q), p(a), q(a)
    point = use(gains_of_two_types_add_up(E, u, w), e1, spec(p0, a), spec(q0, a))
    one = use(divergence_is_the_sum_of_positive_parts(E, ig, M, p, q), e0, p0, q0, iM, ip, iq, i1, mp_, mq)
    two = use(divergence_is_the_sum_of_positive_parts(E, ig, M, q, p), e0, q0, p0, iM, iq, ip, i2, mq, mp_)
    bp = use(posterior_is_bounded(p, q), p0, q0)
    h, g = MAX(0, posterior(u, w) - E * INV(E + 1)), MAX(0, posterior(w, u) - E * INV(E + 1))
    bq = use(posterior_is_bounded(q, p), q0, p0)
    # the posterior does not depend on the order of the two types
    swap_ = ar(posterior(u, w).eq(posterior(w, u)), turned(u, w), factors=[INV(u + w)])
    r = var("r", R)
    gh = same(replace(swap_, refl(h), lam(r, eq(h, MAX(0, r - E * INV(E + 1))))), eq(h, g))
    V = Mean(
        iM, bp, bq, inside=[ip, iq, same(i1, ig(lam(a, MAX(0, u - E * w)))), same(i2, ig(lam(a, MAX(0, w - E * u))))]
    )
    mean = V.eq(a, ar(((E + 1) * (u * h) + (E + 1) * (w * g)).eq(MAX(0, u - E * w) + MAX(0, w - E * u)), point, gh,
                      factors=[(E + 1) * w]))  # fmt: skip
    x, y = utility(E, M, p, q), utility(E, M, q, p)
    D, K = divergence(E, P, Q), divergence(E, Q, P)
    sum_ = ar((x + y).eq(D + K), mean, left(left(one)), left(left(two)))
    top = MAX(x, y)

    def not_negative(t, s, h, s0, inside):
        point = ar(0 - s * h <= s * h, s0, ax("max_left", 0, inside))
        return ar(real(0) <= t, ar(real(0) <= M(lam(a, s * h)), V.le(a, point)), e1)

    edge = E * INV(E + 1)
    zero = (
        not_negative(x, u, h, spec(p0, a), posterior(u, w) - edge),
        not_negative(y, w, g, spec(q0, a), posterior(w, u) - edge),
    )  # fmt: skip
    most = use(ax("max_least", x, y, D + K), ar(x <= D + K, sum_, zero[1]), ar(y <= D + K, sum_, zero[0]))
    twice = ar(2 * top >= D + K, sum_, ax("max_left", x, y), ax("max_right", x, y))
    return conj(conj(gen(a, point), sum_), conj(most, twice))


def turned(u, w):
    """The theorem that a maximum does not depend on the order."""
    s, t = MAX(u, w), MAX(w, u)
    return use(
        ax("antisymmetry", s, t), use(ax("max_least", u, w, t), ax("max_right", w, u), ax("max_left", w, u)),
        use(ax("max_least", w, u, s), ax("max_right", u, w), ax("max_left", u, w)),
    )  # fmt: skip


# ---- one source ----------------------------------------------------------------------------------------------------
@theorem
def means_are_affine_in_one_source(v0: X, t: Real):
    """If source i is a mixture and all others are the same, the mean over databases is that mixture of two means."""
    agree = lambda i, s, p: each(N, lambda j: implies(not_(eq(j, i)), eq(s(j), p(j))))
    laws_ = each(N, lambda j: law(p_(j)) & law(q_(j)))
    data = lambda n, s: call("databases", v0, n, s)(f_)
    return each(N, lambda n: alls(i, s_, p_, q_, f_, implies(
        among(n, i), bounded(f_), laws_, agree(i, s_, p_), agree(i, s_, q_), eq(s_(i), mix(t, p_(i), q_(i))),
        data(n, s_).eq(t * data(n, p_) + (1 - t) * data(n, q_)))))  # fmt: skip


@means_are_affine_in_one_source.proof
def _(v0, t):
    agree = lambda i, s, p: forall(j, implies(not_(eq(j, i)), eq(s(j), p(j))))
    data = lambda n, s, f: call("databases", v0, n, s)(f)
    laws_ = forall(j, law(p_(j)) & law(q_(j)))
    prem = lambda n: (
        among(n, i),
        bounded(f_),
        laws_,
        agree(i, s_, p_),
        agree(i, s_, q_),
        eq(s_(i), mix(t, p_(i), q_(i))),
    )
    goal = lambda n: data(n, s_, f_).eq(t * data(n, p_, f_) + (1 - t) * data(n, q_, f_))
    claim = lambda n: alls(i, s_, p_, q_, f_, implies(*prem(n), goal(n)))
    none = assume(among(ZERO, i))
    base = hyps_then(absurd(same(none, FALSE), goal(ZERO)), prem(ZERO), [i, s_, p_, q_, f_])
    hyp = assume(claim(n))
    inside, known, good, one, two, mixed = (assume(p) for p in prem(SUCC(n)))
    later = lambda s: lam(j, s(SUCC(j)))
    inner = lambda s: lam(xs, s(ZERO)(lam(v, f_(cons(v, xs)))))
    lp, lq = gen(j, left(spec(good, j))), gen(j, right(spec(good, j)))
    row = lambda s, l: same(
        after(call("longer", s(ZERO)), use(longer_databases_have_laws(s(ZERO)), spec(l, ZERO)), known),
        bounded(inner(s)),
    )
    bp, bq = row(p_, lp), row(q_, lq)
    # place 0 is mixed: all later sources are the same, so the mean is linear in the inner function
    at_0 = assume(eq(i, ZERO))

    def others(th, p):
        out = refuting(eq(SUCC(j), i), differs(subst(at_0, assume(eq(SUCC(j), i)), lambda v_: eq(SUCC(j), v_))))
        return same(use(at(th, SUCC(j)), out), eq(later(s_)(j), later(p)(j)))

    eq_p, eq_q = (same(ext(j, others(th, p)), eq(later(s_), later(p))) for th, p in ((one, p_), (two, q_)))
    L = Mean(any_laws(v0, later(p_), gen(j, spec(lp, SUCC(j))), n), bp, bq)
    m0 = subst(at_0, mixed, lambda v_: eq(s_(v_), mix(t, p_(v_), q_(v_))))
    here = lambda P: P(lam(v, f_(cons(v, xs))))
    point = subst(m0, refl(here(s_(ZERO))), lambda P: eq(here(s_(ZERO)), here(P)))
    pq = ar(here(s_(ZERO)).eq(t * here(p_(ZERO)) + (1 - t) * here(q_(ZERO))), point)
    D = call("databases", v0, n, later(p_))
    line = L.eq_by(xs, pq)
    to_p = subst(symmetric(eq_p), ar(D(inner(s_)).eq(t * D(inner(p_)) + (1 - t) * D(inner(q_))), line),
                 lambda s: data(n, s, inner(s_)).eq(t * D(inner(p_)) + (1 - t) * D(inner(q_))))  # fmt: skip
    qp = subst(eq_p, eq_q, lambda s: eq(s, later(q_)))
    to_q = subst(qp, refl(D(inner(q_))), lambda s: eq(D(inner(q_)), data(n, s, inner(q_))))
    first = ar(goal(SUCC(n)), to_p, to_q, factors=[1 - t])
    # a later place is mixed: place 0 has the same source in all three
    k_ = var("k", N)
    not_0 = assume(not_(eq(i, ZERO)))
    is_k = assume(eq(i, SUCC(k_)))
    zero_out = refuting(eq(ZERO, i), contradiction(not_0, symmetric(assume(eq(ZERO, i)))))
    s0p, s0q = (use(at(th, ZERO), zero_out) for th in (one, two))

    def shifted(th, p):
        """The later sources agree off place k."""
        other, same_place = assume(not_(eq(j, k_))), assume(eq(SUCC(j), i))
        out = contradiction(other, before(subst(is_k, same_place, lambda v_: eq(SUCC(j), v_))))
        end = use(at(th, SUCC(j)), refuting(same_place.concl, out))
        return gen(j, discharge(other.concl, same(end, eq(later(s_)(j), later(p)(j)))))

    fewer = fewer_among(n, k_, subst(is_k, inside, lambda v_: among(SUCC(n), v_)))
    mk = subst(is_k, mixed, lambda v_: eq(s_(v_), mix(t, p_(v_), q_(v_))))
    laws_k = gen(j, same(spec(good, SUCC(j)), law(later(p_)(j)) & law(later(q_)(j))))
    th = use(at(hyp, k_, later(s_), later(p_), later(q_), inner(p_)), fewer, bp, laws_k, shifted(one, p_),
             shifted(two, q_), same(mk, eq(later(s_)(k_), mix(t, later(p_)(k_), later(q_)(k_)))))  # fmt: skip
    move = lambda s, e: subst(e, refl(data(n, s, inner(p_))), lambda P: eq(
        data(n, s, inner(p_)), data(n, s, lam(xs, P(lam(v, f_(cons(v, xs))))))))  # fmt: skip
    ms = move(later(s_), symmetric(s0p))
    mq = move(later(q_), subst(s0p, s0q, lambda P: eq(P, q_(ZERO))))
    second = ar(goal(SUCC(n)), th, ms, mq, factors=[1 - t])
    second = given(predecessor(i, not_0), k_, lambda th: mp(discharge(is_k.concl, second), to(th, is_k.concl)))
    step = cases(at_0.concl, first, second)
    return induct(n, base, discharge(hyp.concl, hyps_then(step, prem(SUCC(n)), [i, s_, p_, q_, f_])))


def differs(th):
    """False, from SUCC(m) = 0."""
    is_zero = lambda v: rec(real(1), lams(var("k", N), var("s", R), real(0)), v).eq(1)
    return impossible(ar(real(1) <= 0, subst(symmetric(th), ar(is_zero(ZERO)), is_zero)))


def before(th):
    """The equation s = t, from SUCC(s) = SUCC(t)."""
    s, t = (spine(side)[1][0] for side in binary(th.concl, "eq"))
    less = lambda m: rec(ZERO, lams(var("k", N), var("r", N), var("k", N)), m)
    return same(subst(th, refl(less(SUCC(s))), lambda v: eq(less(SUCC(s)), less(v))), eq(s, t))


def fewer_among(n, k, th):
    """The theorem among(n, k), from among(n + 1, k + 1)."""
    m = var("m", N)
    claim = lambda m: implies(among(SUCC(m), SUCC(k)), among(m, k))
    H0 = assume(among(SUCC(ZERO), SUCC(k)))
    none = assume(among(ZERO, SUCC(k)))
    base = split(
        same(H0, or_(among(ZERO, SUCC(k)), eq(SUCC(k), ZERO))), absurd(same(none, FALSE), among(ZERO, k)),
        absurd(differs(assume(eq(SUCC(k), ZERO))), among(ZERO, k)),
    )  # fmt: skip
    H, hyp = assume(among(SUCC(SUCC(m)), SUCC(k))), assume(claim(m))
    old = mp(hyp, assume(among(SUCC(m), SUCC(k))))
    goal = among(SUCC(m), k)
    first = same(either(among(m, k), eq(k, m), old), goal)
    last = same(either(among(m, k), eq(k, m), before(assume(eq(SUCC(k), SUCC(m))))), goal)
    step = split(same(H, or_(among(SUCC(m), SUCC(k)), eq(SUCC(k), SUCC(m)))), first, last)
    whole = induct(m, discharge(H0.concl, base), discharge(hyp.concl, discharge(H.concl, step)))
    return mp(spec(whole, n), th)


def predecessor(i, not_0):
    """Some k with i = SUCC(k), from i other than 0."""
    m, k = var("m", N), var("k", N)
    p = lambda m: lam(k, eq(m, SUCC(k)))
    claim = lambda m: implies(not_(eq(m, ZERO)), exists(p(m)))
    none, more = assume(not_(eq(ZERO, ZERO))), assume(not_(eq(SUCC(m), ZERO)))
    base = discharge(none.concl, absurd(contradiction(none, refl(ZERO)), exists(p(ZERO))))
    step = discharge(more.concl, witness(m, refl(SUCC(m)), p(SUCC(m))))
    return mp(spec(induct(m, base, discharge(claim(m), step)), i), not_0)


@theorem(place="smoothed-dp, Proposition 7", claims="no-mixture-beats-its-parts")
def no_mixture_beats_its_parts(
    v0: X, n: Nat, i: Nat, t: Rate, s: Fun(N, LX), p: Fun(N, Law[X]), q: Fun(N, Law[X]), D: Bounded[DB],
    sources: fn(LX, o), d: Real,
):  # fmt: skip
    """A mixed source gives at most the larger mean of its parts; so a bound for all sources is one for their hull."""
    agree = lambda p: each(N, lambda j: implies(not_(eq(j, i)), eq(s(j), p(j))))
    mean = lambda s: call("databases", v0, n, s)(D)
    every = lambda of: each(fn(N, LX), lambda s: implies(each(N, lambda j: of(s(j))), mean(s) <= d))
    first = implies(
        among(n, i), agree(p), agree(q), eq(s(i), mix(t, p(i), q(i))),
        mean(s).eq(t * mean(p) + (1 - t) * mean(q)) & (mean(s) <= MAX(mean(p), mean(q))),
    )  # fmt: skip
    return first & implies(call("are_laws", sources), every(sources), every(call("hull", sources)))


@no_mixture_beats_its_parts.proof
def _(v0, n, i, t, s, p, q, D, sources, d, t0, t1, lp, lq, bD):
    inside = assume(among(n, i))
    agree = lambda p: assume(forall(j, implies(not_(eq(j, i)), eq(s(j), p(j)))))
    one, two, mixed = agree(p), agree(q), assume(eq(s(i), mix(t, p(i), q(i))))
    mean = lambda s: call("databases", v0, n, s)(D)
    both = gen(j, conj(spec(lp, j), spec(lq, j)))
    th = means_are_affine_in_one_source(v0, t)
    th = use(at(th, n, i, s, p, q, D), inside, bD, both, one, two, mixed)
    equal = same(th, mean(s).eq(t * mean(p) + (1 - t) * mean(q)))
    top = MAX(mean(p), mean(q))
    small = ar(mean(s) <= top, equal, ax("max_left", mean(p), mean(q)), ax("max_right", mean(p), mean(q)), t0, t1)
    first = conj(equal, small)
    for one_ in (mixed, two, one, inside):
        first = discharge(one_.concl, first)
    good = assume(call("are_laws", sources))
    whole = at(use(mixtures_of_sources(v0, sources, d), good), n, D)
    pure = assume(forall(s_, implies(forall(j, sources(s_(j))), mean(s_) <= d)))
    second = same(use(whole, bD, pure), forall(s_, implies(forall(j, call("hull", sources, s_(j))), mean(s_) <= d)))
    return conj(first, discharge(good.concl, discharge(pure.concl, second)))


# ---- products over independent records -----------------------------------------------------------------------------
@theorem
def means_of_products_over_records(v0: X):
    """The mean of a product of functions of single records is the product of the means."""
    s, g = var("s", fn(N, LX)), var("g", fn(N, X, R))
    good = each(N, lambda j: law(s(j)) & bounded(g(j)))
    whole = lambda n, g: function(DB, lambda xs: product(lambda j: g(j)(xs(j)), n))
    return each(N, lambda n: alls(s, g, implies(good, bounded(whole(n, g)) & call("databases", v0, n, s)(
        whole(n, g)).eq(product(lambda j: s(j)(g(j)), n)))))  # fmt: skip


@means_of_products_over_records.proof
def _(v0):
    s, g = var("s", fn(N, LX)), var("g", fn(N, X, R))
    good = forall(j, law(s(j)) & bounded(g(j)))
    data = lambda n, s: call("databases", v0, n, s)
    prod = lambda n, g, xs: product(lam(j, g(j)(xs(j))), n)
    means = lambda n, s, g: product(lam(j, s(j)(g(j))), n)
    goal = lambda n: bounded(lam(xs, prod(n, g, xs))) & data(n, s)(lam(xs, prod(n, g, xs))).eq(means(n, s, g))
    claim = lambda n: alls(s, g, implies(good, goal(n)))
    H, hyp = assume(good), assume(claim(n))
    base = conj(same(observable(xs, real(1)), bounded(lam(xs, prod(ZERO, g, xs)))),
                ar(data(ZERO, s)(lam(xs, prod(ZERO, g, xs))).eq(means(ZERO, s, g))))  # fmt: skip
    s1, g1 = lam(j, s(SUCC(j))), lam(j, g(SUCC(j)))
    shifted = gen(j, same(spec(H, SUCC(j)), law(s1(j)) & bounded(g1(j))))
    old = use(at(hyp, s1, g1), shifted)
    kn, mean = same(left(old), bounded(lam(xs, prod(n, g1, xs)))), right(old)
    g0, l0 = right(spec(H, ZERO)), left(spec(H, ZERO))
    # the product in front of which a record is put
    joined = call("cons", v, xs)
    front = left(spec(products_from_the_front(lam(j, g(j)(joined(j)))), n))
    front = same(front, prod(SUCC(n), g, joined).eq(prod(n, g1, xs) * g(ZERO)(v)))
    row = Mean(l0, g0).eq_by(v, front)
    c = s(ZERO)(g(ZERO))
    row = ar(s(ZERO)(lam(v, prod(SUCC(n), g, joined))).eq(c * prod(n, g1, xs)), row)
    L = Mean(any_laws(v0, s1, gen(j, left(spec(shifted, j))), n), kn)
    both = L.eq_by(xs, row)
    end = left(spec(products_from_the_front(lam(j, s(j)(g(j)))), n))
    end = same(end, means(SUCC(n), s, g).eq(means(n, s1, g1) * c))
    second = ar(data(SUCC(n), s)(lam(xs, prod(SUCC(n), g, xs))).eq(means(SUCC(n), s, g)), both, mean, end, factors=[c])
    # a product of n + 1 factors is bounded
    first = products_are_bounded(g, H, n)
    step = conj(first, second)
    whole = lambda th: hyps_then(th, [good], [s, g])
    return induct(n, whole(same(base, goal(ZERO))), discharge(hyp.concl, whole(same(step, goal(SUCC(n))))))


def products_are_bounded(g, H, n):
    """The theorem that a product of bounded functions of n + 1 records is bounded."""
    m = var("m", N)
    f = lambda m: lam(xs, product(lam(j, g(j)(xs(j))), m))
    hyp = assume(bounded(f(m)))
    one = use(bounded_inside(g(m), lam(xs, xs(m)), A=DB, B=X), right(spec(H, m)))
    one = same(one, bounded(lam(xs, g(m)(xs(m)))))
    step = same(observable(xs, product(lam(j, g(j)(xs(j))), m) * g(m)(xs(m)), [hyp, one]), bounded(f(SUCC(m))))
    base = same(observable(xs, real(1)), bounded(f(ZERO)))
    return spec(induct(m, base, discharge(hyp.concl, step)), SUCC(n))


@theorem(
    place="Finite laws",
    claims="averages-of-products-are-below-the-power-of-a-bound an-average-of-powers-is-below-that-of-the-floor "
    "averages-of-powers-factorise",
)
def averages_over_records_are_below_a_power(
    v0: X, n: Nat, s: Fun(N, Law[X]), g: Fun(N, Bounded[X]), c: Real, a: X, L: Rate, f: Real
):
    """Means of products are at most c^n; E L^H is the product of 1 - pi(a)(1 - L), so at most (1 - f(1 - L))^n."""
    data = call("databases", v0, n, s)
    share = lambda j: s(j)(lambda v: truth(eq(v, a)))
    powers = function(DB, lambda xs: product(lambda j: 1 - (1 - L) * truth(eq(xs(j), a)), n))
    base = lambda p: 1 - p * (1 - L)
    general = implies(
        each(N, lambda j: (real(0) <= s(j)(g(j))) & (s(j)(g(j)) <= c)),
        data(lambda xs: product(lambda j: g(j)(xs(j)), n)) <= power(c, n),
    )
    return general & (
        data(powers).eq(product(lambda j: base(share(j)), n))
        & implies(each(N, lambda j: f <= share(j)), data(powers) <= power(base(f), n))
    )


@averages_over_records_are_below_a_power.proof
def _(v0, n, s, g, c, a, L, f, ls, bg, L0, L1):
    n_, n = n, var("m", N)
    data = call("databases", v0, n_, s)
    of = lambda g: use(at(means_of_products_over_records(v0), n_, s, g), gen(j, conj(spec(ls, j), known(g))))
    known = lambda h: (
        spec(bg, j) if h == g else same(observable(v, h(j)(v), [truth_is_bounded(v, eq(v, a))]), bounded(h(j)))
    )

    def below_power(h, c, low, high):
        """The product of numbers h(j) between 0 and c is at most c^n."""
        claim = lambda n: (real(0) <= product(h, n)) & (product(h, n) <= power(c, n))
        hyp = assume(claim(n))
        x0, x1 = low(n), high(n)
        step = conj(
            ar(real(0) <= product(h, SUCC(n)), left(hyp), x0),
            ar(product(h, SUCC(n)) <= power(c, SUCC(n)), left(hyp), right(hyp), x0, x1),
        )
        base = conj(ar(real(0) <= product(h, ZERO)), ar(product(h, ZERO) <= power(c, ZERO)))
        return right(spec(induct(n, base, discharge(hyp.concl, step)), n_))

    small = assume(forall(j, (real(0) <= s(j)(g(j))) & (s(j)(g(j)) <= c)))
    h = lam(j, s(j)(g(j)))
    bound = below_power(h, c, lambda n: left(spec(small, n)), lambda n: right(spec(small, n)))
    mean = right(of(g))
    prod = data(lam(xs, product(lam(j, g(j)(xs(j))), n_)))
    first = discharge(small.concl, ar(prod <= power(c, n_), mean, bound))
    k_ = lam(j, lam(v, 1 - (1 - L) * truth(eq(v, a))))
    t = truth(eq(v, a))
    law_ = Mean(spec(ls, j), truth_is_bounded(v, eq(v, a)))
    share = lambda j: s(j)(lam(v, truth(eq(v, a))))
    row = ar(s(j)(lam(v, 1 - (1 - L) * t)).eq(1 - share(j) * (1 - L)), law_.linear(v, 1 - (1 - L) * t))
    base = lambda p: 1 - p * (1 - L)
    equal = ext(j, same(row, s(j)(k_(j)).eq(base(share(j)))))
    whole = same(right(of(k_)), data(lam(xs, product(lam(j, k_(j)(xs(j))), n_))).eq(product(lam(j, s(j)(k_(j))), n_)))
    powers = lam(xs, product(lam(j, 1 - (1 - L) * truth(eq(xs(j), a))), n_))
    factor = subst(equal, same(whole, data(powers).eq(product(lam(j, s(j)(k_(j))), n_))),
                   lambda h: data(powers).eq(product(h, n_)))  # fmt: skip
    floor = assume(forall(j, f <= share(j)))
    top = law_.le(v, ar(t <= 1, decided(eq(v, a))[3]))
    some_ = gen(j, ar(real(0) <= share(j), law_.le(v, ar(real(0) <= t, decided(eq(v, a))[2]))))
    most = gen(j, ar(share(j) <= 1, top))
    low = lambda n: ar(real(0) <= base(share(n)), spec(most, n), L0, L1, spec(some_, n))
    bound = below_power(
        lam(j, base(share(j))), base(f), low, lambda n: ar(base(share(n)) <= base(f), spec(floor, n), L1)
    )
    last = discharge(floor.concl, ar(data(powers) <= power(base(f), n_), factor, bound))
    return conj(first, conj(same(factor, data(powers).eq(product(lam(j, base(share(j))), n_))), last))
