"""Errors, ratios and probabilities under two laws: what a loss leaves of them."""

from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y, z = var("a", A), var("b", B), var("x", X), var("y", X), var("z", Z)
k, n = var("k", N), var("n", N)
HALF = Fraction(1, 2)


def over(s, t):
    """The quotient of s and t."""
    return real(s) * INV(real(t))


# ---- probabilities -------------------------------------------------------------------------------------------------
@theorem(place="Finite sums")
def inequalities_add_up(f: Fun(N, R), g: Fun(N, R), n: Nat, P: Law[A], S: Fun(A, o), T: Fun(A, o), U: Fun(A, o)):
    """Sums are in the order of their terms; an event covered by two others is at most as likely as both together."""
    sums = implies(each(N, lambda k: f(k) <= g(k)), total(f, n) <= total(g, n))
    return sums & implies(each(A, lambda a: implies(S(a), or_(T(a), U(a)))), prob(P, S) <= prob(P, T) + prob(P, U))


@inequalities_add_up.proof
def _(f, g, n, P, S, T, U, lP):
    n_, n = n, var("m", N)
    less = assume(forall(k, f(k) <= g(k)))
    claim = lambda n: total(f, n) <= total(g, n)
    sums = spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(less, n)))), n_
    )
    cover = assume(forall(a, implies(S(a), or_(T(a), U(a)))))
    s, t, u = (truth(p(a)) for p in (S, T, U))
    (_, s0, _, s1), (t1, _, tl, _), (u1, _, ul, _) = decided(S(a)), decided(T(a)), decided(U(a))
    goal = s <= t + u
    yes, no = assume(S(a)), assume(not_(S(a)))
    in_ = split(
        mp(spec(cover, a), yes), ar(goal, s1, use(t1, assume(T(a))), ul), ar(goal, s1, use(u1, assume(U(a))), tl)
    )
    point = cases(S(a), in_, ar(goal, use(s0, no), tl, ul))
    th = Mean(lP, *(truth_is_bounded(a, p(a)) for p in (S, T, U))).le(a, point)
    return conj(discharge(less.concl, sums), discharge(cover.concl, ar(prob(P, S) <= prob(P, T) + prob(P, U), th)))


@theorem(place="Finite sums", claims="what-bounds-every-database-bounds-the-mean")
def what_bounds_every_database_bounds_the_mean(P: Law[A], f: Bounded[A], g: Bounded[A], low: Real, high: Real):
    """A mean lies between bounds of what is averaged, and means are in the order of what is averaged."""
    within = each(A, lambda a: (low <= f(a)) & (f(a) <= high))
    return implies(within, (low <= P(f)) & (P(f) <= high)) & implies(each(A, lambda a: f(a) <= g(a)), P(f) <= P(g))


@what_bounds_every_database_bounds_the_mean.proof
def _(P, f, g, low, high, lP, bf, bg):
    L, within = Mean(lP, bf, bg), assume(forall(a, (low <= f(a)) & (f(a) <= high)))
    less = assume(forall(a, f(a) <= g(a)))
    ends = conj(ar(low <= P(f), L.le(a, left(spec(within, a)))), ar(P(f) <= high, L.le(a, right(spec(within, a)))))
    return conj(discharge(within.concl, ends), discharge(less.concl, ar(P(f) <= P(g), L.le(a, spec(less, a)))))


@theorem(place="Finite sums", claims="a-bound-for-each-times-their-number-bounds-all")
def bound_for_each_times_their_number_bounds_all(x: Fun(N, R), most: Real, n: Nat):
    """If the work for every mixture is at most `most`, that for all is at most their number times `most`."""
    return implies(each(N, lambda k: x(k) <= most), total(x, n) <= num(n) * most)


@bound_for_each_times_their_number_bounds_all.proof
def _(x, most, n, small):
    n_, n = n, var("m", N)
    claim = lambda n: total(x, n) <= num(n) * most
    return spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(small, n)))), n_
    )


@theorem(place="Finite sums", claims="powers-rise-with-their-bases")
def powers_rise_with_their_bases(f: Fun(N, Nonneg), g: Fun(N, R), n: Nat, s: Nonneg, t: Real):
    """If 0 <= f(k) <= g(k) the product of the f is at most that of the g; so s^n <= t^n for 0 <= s <= t."""
    products = implies(each(N, lambda k: f(k) <= g(k)), product(f, n) <= product(g, n))
    return products & implies(s <= t, power(s, n) <= power(t, n))


@powers_rise_with_their_bases.proof
def _(f, g, n, s, t, f0, s0):
    n_, n = n, var("m", N)
    less, st = assume(forall(k, f(k) <= g(k))), assume(s <= t)

    def end(p, q, x, y, low, le):
        claim = lambda n: (real(0) <= p(n)) & (p(n) <= q(n))
        hyp = assume(claim(n))
        zero = ar(real(0) <= p(SUCC(n)), left(hyp), low)
        up = ar(p(n) * x <= q(n) * y, left(hyp), right(hyp), low, le)
        base = conj(ar(real(0) <= p(ZERO)), ar(p(ZERO) <= q(ZERO)))
        return right(spec(induct(n, base, discharge(hyp.concl, conj(zero, ar(p(SUCC(n)) <= q(SUCC(n)), up)))), n_))

    one = end(lambda n: product(f, n), lambda n: product(g, n), f(n), g(n), spec(f0, n), spec(less, n))
    two = end(lambda n: power(s, n), lambda n: power(t, n), s, t, s0, st)
    return conj(discharge(less.concl, one), discharge(st.concl, two))


@theorem(place="Finite laws", claims="a-tail-is-at-most-its-exponential-moment")
def tail_is_at_most_its_exponential_moment(P: Law[A], h: Fun(A, R), z: Real, c: Real, S: Fun(A, o)):
    """If z (h - c) >= 0 wherever an event holds, its probability is at most the mean of exp(z (h - c))."""
    moment = function(A, lambda a: EXP(z * (h(a) - c)))
    return implies(
        bounded(moment), each(A, lambda a: implies(S(a), real(0) <= z * (h(a) - c))), prob(P, S) <= P(moment)
    )


@tail_is_at_most_its_exponential_moment.proof
def _(P, h, z, c, S, lP, known, above_):
    w = z * (h(a) - c)
    yes, no = assume(S(a)), assume(not_(S(a)))
    _, s0, _, s1 = decided(S(a))
    goal = truth(S(a)) <= EXP(w)
    in_ = ar(goal, ar(real(1) <= EXP(w), ax("exp_above", w), mp(spec(above_, a), yes)), s1)
    point = cases(S(a), in_, ar(goal, use(s0, no), exp_positive(w)))
    return ar(prob(P, S) <= P(lam(a, EXP(w))), Mean(lP, known, truth_is_bounded(a, S(a))).le(a, point))


@theorem(place="Finite laws", claims="averages-of-products-over-independent-records-are-products")
def averages_of_products_of_independent_parts(P: Law[A], Q: Law[B], f: Bounded[A], g: Bounded[B]):
    """The mean of f g is the product of the means if one more record has the law Q, independent of the others."""
    return joint(P, lambda a: Q)(lambda c: f(fst(c)) * g(snd(c))).eq(P(f) * Q(g))


@averages_of_products_of_independent_parts.proof
def _(P, Q, f, g, lP, lQ, bf, bg):
    row = Mean(lQ, bg).linear(b, f(a) * g(b))
    mean = Mean(lP, bf).eq_by(a, ar(Q(lam(b, f(a) * g(b))).eq(f(a) * Q(g)), row))
    return ar(averages_of_products_of_independent_parts.conclusion, mean)


@theorem(place="Closed bounds", claims="a-chance-given-an-event-is-at-most-a-quotient")
def chance_given_an_event_is_at_most_a_quotient(P: Law[A], G: Fun(A, o), U: Fun(A, o)):
    """Given an event U of positive probability an event G has at most the probability P(G)/P(U)."""
    given_ = over(P(lambda a: truth(G(a)) * truth(U(a))), prob(P, U))
    return implies(below(0, prob(P, U)), given_ <= over(prob(P, G), prob(P, U)))


@chance_given_an_event_is_at_most_a_quotient.proof
def _(P, G, U, lP, some_):
    g, u = truth(G(a)), truth(U(a))
    known = truth_is_bounded(a, G(a)), truth_is_bounded(a, U(a))
    point = ar(g * u <= g, decided(G(a))[2], decided(U(a))[3])
    both = observable(a, g * u, known)
    th = Mean(lP, *known, both).le(a, point)
    _, i0 = positive(prob(P, U), some_)
    return ar(chance_given_an_event_is_at_most_a_quotient.conclusion, th, i0)


@theorem(place="Finite laws", claims="records-that-are-not-sampled-leave-no-trace")
def records_that_are_not_sampled_leave_no_trace(
    W: Law[Z], hit: Fun(Z, o), K: Channel[Z, A], L: Channel[Z, A], f: Fun(A, R)
):
    """If K and L agree where the record is not drawn, their laws share all but what is drawn, at most P(hit)."""
    drawn_ = lambda C: W(lambda z: truth(hit(z)) * C(z)(f))
    rest = W(lambda z: (1 - truth(hit(z))) * K(z)(f))
    return implies(
        test(f), each(Z, lambda z: implies(not_(hit(z)), eq(K(z), L(z)))),
        (bind(W, K, f).eq(drawn_(K) + rest) & bind(W, L, f).eq(drawn_(L) + rest)) & (drawn_(K) <= prob(W, hit)),
    )  # fmt: skip


@records_that_are_not_sampled_leave_no_trace.proof
def _(W, hit, K, L, f, lW, cK, cL, t, agree):
    known = use(tests_are_bounded(f), t)
    h, u, w = truth(hit(z)), K(z)(f), L(z)(f)
    bh, bK, bL = truth_is_bounded(z, hit(z)), after(K, cK, known), after(L, cL, known)
    V = Mean(lW, bh, bK, bL)
    one = V.eq(z, ar(u.eq(h * u + (1 - h) * u)))
    yes, no = assume(hit(z)), assume(not_(hit(z)))
    goal = w.eq(h * w + (1 - h) * u)
    h1, h0, hl, hh = decided(hit(z))
    alike = subst(mp(spec(agree, z), no), refl(K(z)(f)), lambda P: eq(K(z)(f), P(f)))
    point = cases(hit(z), ar(goal, use(h1, yes), factors=[w, u]), ar(goal, use(h0, no), alike, factors=[w, u]))
    two = V.eq(z, point)
    lK = Mean(law_at(cK, z), known)
    top = ar(u <= 1, lK.le(a, right(at(t, a))))
    most = V.le(z, ar(h * u <= h, top, hl))
    D = lambda C: W(lam(z, h * C(z)(f)))
    rest = W(lam(z, (1 - h) * u))
    line = V.linear(z, (1 - h) * u)
    return conj(
        conj(ar(bind(W, K, f).eq(D(K) + rest), one, line), ar(bind(W, L, f).eq(D(L) + rest), two, line)),
        ar(D(K) <= prob(W, hit), most),
    )


@theorem(place="smoothed-dp, App. D.2, averages", claims="largest-average-of-a-sum-below-the-sum-of-the-largest")
def largest_average_of_a_sum(laws: Fun(mean_of(X), o), f: Bounded[X], g: Bounded[X], c: Real, d: Real):
    """If no law of a class gives f a mean above c, nor g one above d, none gives f + g a mean above c + d."""
    every = lambda h, c: each(mean_of(X), lambda W: implies(laws(W), W(h) <= c))
    return implies(
        each(mean_of(X), lambda W: implies(laws(W), law(W))), every(f, c), every(g, d),
        every(function(X, lambda x: f(x) + g(x)), c + d)
        & each(mean_of(X), lambda W: implies(laws(W), W(lambda x: f(x) + g(x)).eq(W(f) + W(g)))),
    )  # fmt: skip


@largest_average_of_a_sum.proof
def _(laws, f, g, c, d, bf, bg, are, fc, gd):
    W = var("W", mean_of(X))
    H = assume(laws(W))
    line = Mean(use(at(are, W), H), bf, bg).linear(x, f(x) + g(x))
    whole = W(lam(x, f(x) + g(x)))
    one = gen(W, discharge(H.concl, ar(whole <= c + d, line, use(at(fc, W), H), use(at(gd, W), H))))
    return conj(one, gen(W, discharge(H.concl, ar(whole.eq(W(f) + W(g)), line))))


# ---- errors --------------------------------------------------------------------------------------------------------
@theorem(place="Errors")
def mean_error_is_near_one_half(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, d: Real, x: X, y: X, f: Fun(A, R)):
    """The mean of a tester's errors differs from 1/2 by at most 1/2 - (1 - d)/(1 + E); one error is at least that."""
    first, second, low = M(x)(f), 1 - M(y)(f), over(1 - d, 1 + E)
    return implies(
        near(x, y), near(y, x), private(near, M, E, d), test(f),
        (dist((first + second) * HALF, HALF) <= HALF - low) & (low <= MAX(first, second)),
    )  # fmt: skip


@mean_error_is_near_one_half.proof
def _(near, M, E, d, x, y, f, lM, e0, xy, yx, p, H):
    g = lam(a, 1 - f(a))
    th = use(privacy_bounds_both_errors(near, M, E, d, x, y, f), lM, e0, xy, yx, p, H)
    other = make_test(a, 1 - f(a), ar(real(0) <= 1 - f(a), right(at(H, a))), ar(1 - f(a) <= 1, left(at(H, a))))
    back = use(privacy_bounds_both_errors(near, M, E, d, x, y, g), lM, e0, xy, yx, p, other)
    known = use(tests_are_bounded(f), H)
    lines = [Mean(spec(lM, v), known).linear(a, 1 - f(a)) for v in (x, y)]
    P, Q = M(x)(f), M(y)(f)
    up = ar(2 * E + 2 * d >= (1 + E) * (P + 1 - Q), left(back), right(back), *lines, factors=[E])
    facts = (left(th), right(th), up, e0)
    return algebra(mean_error_is_near_one_half.conclusion, *facts, degree=2)


@theorem(place="smoothed-dp, Sec. 3.2, Justification 1", claims="smoothed-dp-bounds-both-errors")
def smoothed_privacy_bounds_both_errors(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, d: Real, laws: Fun(mean_of(X), o), W: Law[X],
    C: Law[Z], g: Fun(Z, X, X), S: Fun(X, A, R), c: Real, k: Real,
):  # fmt: skip
    """Mean errors at x and a neighbour g(z, x), the region S(x) of x: E times one and the other are at least 1 - d."""
    first = function(X, lambda x: M(x)(S(x)))
    second = function(X, lambda x: C(lambda z: 1 - M(g(z)(x))(S(x))))
    both = lambda p, q: (1 - d <= E * p + q) & (1 - d <= E * q + p)
    return implies(
        laws(W), smoothed(near, M, E, d, laws), each(X, lambda x: test(S(x))),
        each(Z, lambda z: each(X, lambda x: near(x, g(z)(x)))),
        both(W(first), W(second)) & implies(W(first) <= c, W(second) <= k, both(c, k)),
    )  # fmt: skip


@smoothed_privacy_bounds_both_errors.proof
def _(near, M, E, d, laws, W, C, g, S, c, k, lM, e0, lW, lC, lw, p, tests_, kept):
    D = var("D", fn(X, R))
    P, Q = M(x)(S(x)), M(g(z)(x))(S(x))
    tS = spec(tests_, x)
    known = use(tests_are_bounded(S(x)), tS)

    def unit_(L, v):
        low, high = Mean(L, known).le(a, left(at(tS, a))), Mean(L, known).le(a, right(at(tS, a)))
        return ar(real(0) <= v, low), ar(v <= 1, high)

    p0, p1 = unit_(spec(lM, x), P)
    q0, q1 = unit_(spec(lM, g(z)(x)), Q)
    bP = use(tests_are_bounded(lam(x, P), A=X), make_test(x, P, p0, p1))
    bQ = use(tests_are_bounded(lam(z, 1 - Q), A=Z), make_test(z, 1 - Q, ar(real(0) <= 1 - Q, q1), ar(1 - Q <= 1, q0)))
    inner = Mean(lC, bQ, use(tests_are_bounded(lam(z, Q), A=Z), make_test(z, Q, q0, q1)))
    s0, s1 = inner.le(z, ar(real(0) <= 1 - Q, q1)), inner.le(z, ar(1 - Q <= 1, q0))
    q = C(lam(z, 1 - Q))
    line = inner.linear(z, 1 - Q)
    bq = use(tests_are_bounded(lam(x, q), A=X),
             make_test(x, q, ar(real(0) <= q, s0, line), ar(q <= 1, s1, line)))  # fmt: skip

    def go(ob, pairs, means):
        th = use(at(pairs, x, g(z)(x)), at(kept, z, x))
        pair = errors_and_the_loss_of_the_pair(E, D(x), D(x), M(x), M(g(z)(x)), S(x))
        th = use(pair, e0, spec(lM, x), spec(lM, g(z)(x)), tS, left(th), right(th))
        one = inner.le(z, ar(1 - D(x) - E * P <= 1 - Q, left(th)))
        two = inner.le(z, ar(1 - D(x) - P <= E * (1 - Q), right(th)))
        u = ar(1 - D(x) - E * P <= q, one, line)
        v = ar(1 - D(x) - P <= E * q, two, line, factors=[E])
        V = Mean(lW, ob, bP, bq)
        f, s = W(lam(x, P)), W(lam(x, q))
        du, dv, most = V.le(x, u), V.le(x, v), use(at(means, W), lw)
        first, second = ar(1 - d <= E * f + s, du, most), ar(1 - d <= E * s + f, dv, most)
        fc, sk = assume(f <= c), assume(s <= k)
        wide = conj(ar(1 - d <= E * c + k, first, fc, sk, e0), ar(1 - d <= E * k + c, second, fc, sk, e0))
        return conj(conj(first, second), discharge(fc.concl, discharge(sk.concl, wide)))

    return opened(p, D, go)


# ---- ratios of densities -------------------------------------------------------------------------------------------
def density_laws(ig, M, p, q, p0, q0, iM, ip, iq, mp_, mq):
    return (use(law_of_density(ig, M, d), iM, g, pos, m) for d, g, pos, m in ((p, ip, p0, mp_), (q, iq, q0, mq)))


@theorem(place="Ratios", claims="ratios-within-any-bound")
def ratios_within_any_bound(
    E: Odds, F: Real, d: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, R)
):
    """Under (log E, d), both ways, p/q leaves [1/F, F] with probability at most d (F + 1)/(F - E), for F > E."""
    P, Q = weighted(M, p), weighted(M, q)
    outside = prob(P, lambda a: or_(below(F * q(a), p(a)), below(F * p(a), q(a))))
    inside = prob(P, lambda a: (p(a) <= F * q(a)) & (q(a) <= F * p(a)))
    most = over(d * (F + 1), F - E)
    return implies(
        integral(ig, M), ig(p), ig(q), M(p).eq(1), below(E, F), close(E, d, P, Q), close(E, d, Q, P),
        (outside <= most) & (1 - most <= inside),
    )  # fmt: skip


@ratios_within_any_bound.proof
def _(E, F, d, ig, M, p, q, e1, p0, iM, ip, iq, mp_, ef, there, back):
    u, w = p(a), q(a)
    up, down = below(F * w, u), below(F * u, w)
    s, t = truth(up), truth(down)
    ks, kt = truth_is_bounded(a, up), truth_is_bounded(a, down)
    tests_ = [make_test(a, truth(one), decided(one)[2], decided(one)[3]) for one in (up, down)]
    V = Mean(iM, ks, kt, inside=[ip, iq])
    P, Q = weighted(M, p), weighted(M, q)
    g1, g2 = use(at(there, lam(a, s)), tests_[0]), use(at(back, lam(a, t)), tests_[1])
    fe = use(ax("total", F, E), ef)
    unit_, i0 = positive(F - E, algebra(below(0, F - E), ef))
    # for p > F q: (F - E) p <= F (p - E q); for q > F p: (F - E) p <= q - E p
    yes, no = assume(up), assume(not_(up))
    goal = (F - E) * (u * s) <= F * (u * s - E * (w * s))
    one = cases(
        up,
        ar(goal, use(decided(up)[0], yes), ar(F * w <= u, use(ax("total", u, F * w), yes)), e1,
           ar(F * w * E <= u * E, use(ax("total", u, F * w), yes), e1), factors=[u, F * u, E * u, F * E * w]),
        ar(goal, use(decided(up)[1], no), factors=[u, F * u, E * u, F * E * w]),
    )  # fmt: skip
    yes, no = assume(down), assume(not_(down))
    goal = (F - E) * (u * t) <= w * t - E * (u * t)
    two = cases(
        down,
        ar(goal, use(decided(down)[0], yes), use(ax("total", w, F * u), yes), factors=[u, F * u, E * u, w]),
        ar(goal, use(decided(down)[1], no), factors=[u, F * u, E * u, w]),
    )
    ps, qs, pt, qt = P(lam(a, s)), Q(lam(a, s)), P(lam(a, t)), Q(lam(a, t))
    f0 = ar(real(0) <= F, fe, e1)
    first = ar((F - E) * ps <= F * d, V.le(a, one), ar(F * (ps - E * qs) <= F * d, g1, f0))
    second = ar((F - E) * pt <= d, V.le(a, two), g2)
    top = over(d * (F + 1), F - E)
    all_ = ar(ps + pt <= top, ar((F - E) * (ps + pt) <= d * (F + 1), first, second), unit_, i0, hints=[(0, 2)],
              factors=[ps, pt])  # fmt: skip
    lP = use(law_of_density(ig, M, p), iM, ip, p0, mp_)
    either_, both = or_(up, down), (u <= F * w) & (w <= F * u)
    L = Mean(lP, ks, kt, truth_is_bounded(a, either_), truth_is_bounded(a, both))
    r, v = truth(either_), truth(both)
    H, none = assume(either_), assume(not_(either_))
    low = [decided(one)[2] for one in (up, down)]
    cover = r <= s + t
    in_ = split(
        H, ar(cover, decided(either_)[3], use(decided(up)[0], assume(up)), low[1]),
        ar(cover, decided(either_)[3], use(decided(down)[0], assume(down)), low[0]),
    )  # fmt: skip
    point = cases(either_, in_, ar(cover, use(decided(either_)[1], none), *low))

    # a point outside of neither half is inside
    def not_above(side, x_, y_):
        wrong = assume(not_(x_ <= y_))
        return cases(x_ <= y_, assume(x_ <= y_), absurd(contradiction(none, either(up, down, side(wrong))), x_ <= y_))

    within = conj(not_above(lambda th: same(th, up), u, F * w), not_above(lambda th: same(th, down), w, F * u))
    rest = 1 - r <= v
    here = ar(rest, use(decided(both)[0], within), decided(either_)[2])
    point2 = cases(either_, ar(rest, use(decided(either_)[0], H), decided(both)[2]), here)
    out, inn = P(lam(a, r)), P(lam(a, v))
    a1, a2 = L.le(a, point), L.le(a, point2)
    return conj(ar(out <= top, a1, all_), ar(1 - top <= inn, a2, a1, all_))


@theorem(place="Ratios")
def ratios_within_twice_the_odds_plus_one(
    near: Fun(X, X, o), E: Odds, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(X, A, R), x: X, y: X, delta: Real
):
    """For neighbours the ratio is within 2E + 1 with probability at least 1 - 2 delta(x), so under (log E, delta)."""
    F, S = 2 * E + 1, function(X, lambda x: weighted(M, p(x)))
    inside = prob(S(x), lambda a: (p(x)(a) <= F * p(y)(a)) & (p(y)(a) <= F * p(x)(a)))
    loss = greatest_loss(near, S, E, x)
    return implies(
        integral(ig, M), each(X, lambda x: ig(p(x)) & M(p(x)).eq(1)),
        each(X, lambda x: each(A, lambda a: real(0) <= p(x)(a))), near(x, y),
        (1 - 2 * loss <= inside) & implies(near(y, x), private(near, S, E, delta), 1 - 2 * delta <= inside),
    )  # fmt: skip


@ratios_within_twice_the_odds_plus_one.proof
def _(near, E, ig, M, p, x, y, delta, e1, iM, good, pos, xy):
    e0, F, S = ar(real(0) <= E, e1), 2 * E + 1, lam(x, weighted(M, p(x)))
    v = var("v", X)
    lM = gen(v, same(use(law_of_density(ig, M, p(v)), iM, left(spec(good, v)), spec(pos, v), right(spec(good, v))),
                     law(S(v))))  # fmt: skip
    ef = algebra(below(E, F), e1)
    inside = prob(S(x), lam(a, (p(x)(a) <= F * p(y)(a)) & (p(y)(a) <= F * p(x)(a))))

    def at_(d, there, back):
        th = ratios_within_any_bound(E, F, d, ig, M, p(x), p(y))
        (ix, mx), (iy, _) = (parts(spec(good, w)) for w in (x, y))
        P, Q = weighted(M, p(x)), weighted(M, p(y))
        th = use(th, e1, spec(pos, x), iM, ix, iy, mx, ef, same(there, close(E, d, P, Q)),
                 same(back, close(E, d, Q, P)))  # fmt: skip
        unit_, _ = positive(F - E, algebra(below(0, F - E), ef))
        return ar(1 - 2 * d <= inside, right(th), unit_, factors=[d])

    loss = greatest_loss(near, S, E, x)
    pair = use(at(left(use(greatest_loss_is_least(near, S, E, x), lM, e0)), y), xy)
    one = at_(loss, left(pair), right(pair))
    yx, priv = assume(near(y, x)), assume(private(near, S, E, delta))
    two = at_(delta, use(at(priv, x, y), xy), use(at(priv, y, x), yx))
    return conj(one, discharge(yx.concl, discharge(priv.concl, two)))


@theorem(place="Ratios", claims="chance-of-exceeding-a-larger-epsilon")
def chance_of_exceeding_a_larger_epsilon(
    E: Nonneg, F: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """D is at most P(p > E q), and P(p > F q) at most D/(1 - E/F), for F > E."""
    P, Q = weighted(M, p), weighted(M, q)
    beyond = lambda F: prob(P, lambda a: below(F * q(a), p(a)))
    D = divergence(E, P, Q)
    return implies(
        integral(ig, M), ig(p), ig(q), M(p).eq(1), M(q).eq(1),
        (beyond(E) >= D) & implies(below(E, F), beyond(F) <= over(D, 1 - over(E, F))),
    )  # fmt: skip


@chance_of_exceeding_a_larger_epsilon.proof
def _(E, F, ig, M, p, q, e0, p0, q0, iM, ip, iq, mp_, mq):
    u, w, f = p(a), q(a), var("f", fn(A, R))
    P, Q = weighted(M, p), weighted(M, q)
    lP, lQ = density_laws(ig, M, p, q, p0, q0, iM, ip, iq, mp_, mq)
    pu, qw = spec(p0, a), spec(q0, a)
    H, known, low, high = a_test(f)
    up = below(E * w, u)
    s = truth(up)
    s1, s0, sl, sh = decided(up)
    V = Mean(iM, known, truth_is_bounded(a, up), inside=[ip, iq])
    goal = u * f(a) <= E * (w * f(a)) + u * s
    yes, no = assume(up), assume(not_(up))
    le = cases(
        u <= E * w, assume(u <= E * w), absurd(contradiction(no, same(assume(not_(u <= E * w)), up)), u <= E * w)
    )
    ewf = ar(real(0) <= E * (w * f(a)), e0, ar(real(0) <= w * f(a), qw, low(a)))
    in_ = ar(goal, use(s1, yes), ar(u * f(a) <= u, pu, high(a)), ewf, factors=[u])
    out = ar(goal, ar(u * f(a) <= E * w * f(a), le, low(a)), ar(real(0) <= u * s, pu, sl))
    th = V.le(a, cases(up, in_, out))
    top = P(lam(a, s))
    first = least(E, top, P, Q, lP, lQ, ar(P(f) <= E * Q(f) + top, th), f)
    ef = assume(below(E, F))
    far = below(F * w, u)
    t = truth(far)
    t1, t0, tl, th_ = decided(far)
    D = divergence(E, P, Q)
    near_ = nearest(E, P, Q, lP, lQ, lam(a, t), make_test(a, t, tl, th_))
    fe = use(ax("total", F, E), ef)
    f0 = ar(real(0) <= F, fe, e0)
    goal = (F - E) * (u * t) <= F * (u * t - E * (w * t))
    yes, no = assume(far), assume(not_(far))
    fw = use(ax("total", u, F * w), yes)
    point = cases(
        far,
        ar(goal, use(t1, yes), ar(F * w * E <= u * E, fw, e0), factors=[u, F * u, E * u, F * E * w]),
        ar(goal, use(t0, no), factors=[u, F * u, E * u, F * E * w]),
    )
    V = Mean(iM, truth_is_bounded(a, far), inside=[ip, iq])
    pt, qt = P(lam(a, t)), Q(lam(a, t))
    mean = ar((F - E) * pt <= F * D, V.le(a, point), ar(F * (pt - E * qt) <= F * D, near_, f0))
    f_pos = refuting(F <= 0, contradiction(ef, ar(F <= E, assume(F <= 0), e0)))
    uf, if0 = positive(F, same(f_pos, below(0, F)))
    scaled = ar((1 - over(E, F)) * pt <= D, ar(INV(F) * ((F - E) * pt) <= INV(F) * (F * D), mean, if0), uf,
                factors=[pt, D])  # fmt: skip
    gap = algebra(below(0, 1 - over(E, F)), ef, e0, same(f_pos, below(0, F)))
    ug, ig0 = positive(1 - over(E, F), gap)
    second = ar(pt <= over(D, 1 - over(E, F)), scaled, ug, ig0, hints=[(0, 2)], factors=[pt])
    return conj(first, discharge(ef.concl, second))
