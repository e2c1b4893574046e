"""Moments of several orders, of a sampled pair, and the terms of a moment."""

from sdp_proofs.logic.theories.clipped_parts import *
from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.moments_of_losses import *
from sdp_proofs.logic.theories.neighbouring_counts import *
from sdp_proofs.logic.vocabulary import *

a, m, k, n = var("a", A), var("m", N), var("k", N), var("n", N)
HALF = Fraction(1, 2)


# ---- moments of several orders -------------------------------------------------------------------------------------
@theorem
def powers_lie_below_their_chords(t: Rate, u: Real):
    """For t in [0, 1] exp(t u) is at most 1 - t + t exp(u)."""
    return EXP(t * u) <= 1 - t + t * EXP(u)


@powers_lie_below_their_chords.proof
def _(t, u, t0, t1):
    # exp(u) >= exp(t u) (1 + u - t u) and 1 >= exp(t u) (1 - t u), which add up with the weights t and 1 - t
    v = t * u
    one = rewrite(ax("exp_plus", v, u - v), v + (u - v), u)
    two = rewrite(ax("exp_plus", v, 0 - v), v + (0 - v), real(0))
    e0 = exp_positive(v)
    first = ar(
        EXP(v) * (1 + (u - v)) <= EXP(u),
        ar(EXP(v) * (1 + (u - v)) <= EXP(v) * EXP(u - v), ax("exp_above", u - v), e0),
        one,
    )
    second = ar(
        EXP(v) * (1 - v) <= 1, ar(EXP(v) * (1 - v) <= EXP(v) * EXP(0 - v), ax("exp_above", 0 - v), e0), two, exp_zero()
    )
    return ar(
        EXP(v) <= 1 - t + t * EXP(u),
        ar(t * (EXP(v) * (1 + (u - v))) <= t * EXP(u), first, t0),
        ar((1 - t) * (EXP(v) * (1 - v)) <= 1 - t, second, t1),
    )


def renyi(M, p, l, b):
    """The divergence of order b > 1 of the law of density p, where the losses are l: log E exp((b - 1) l)/(b - 1)."""
    return over(LOG(M(lambda a: p(a) * EXP((b - 1) * l(a)))), b - 1)


@theorem(place="Notions of privacy, zCDP, orders", claims="finitely-many-orders-show-that-a-pair-is-concentrated")
def finitely_many_orders_show_that_a_pair_is_concentrated(
    rho: Nonneg, s: Odds, b: Real, most: Real, ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(A, Nonneg), l: Fun(A, R)
):
    """If D_b <= rho s, then D_a <= rho a at every order a > 1 from s to b; and so from D/rho on, if no loss exceeds D.

    p is the density of the first law, l its losses, whose exponentials are integrable at the orders compared.
    """
    D = lambda b: over(LOG(M(lambda a: p(a) * EXP((b - 1) * l(a)))), b - 1)
    good = lambda b: ig(lambda a: p(a) * EXP((b - 1) * l(a))) & below(0, M(lambda a: p(a) * EXP((b - 1) * l(a))))
    between_ = lambda c: implies(s <= c, below(1, c), c <= b, good(c), D(c) <= rho * c)
    beyond_ = lambda c: implies(below(1, c), most <= rho * c, good(c), D(c) <= rho * c)
    return implies(
        integral(ig, M),
        ig(p),
        M(p).eq(1),
        implies(good(b), D(b) <= rho * s, each(R, between_))
        & implies(each(A, lambda a: l(a) <= most), each(R, beyond_)),
    )


@finitely_many_orders_show_that_a_pair_is_concentrated.proof
def _(rho, s, b, most, ig, M, p, l, rho0, s1, p0, iM, ip, mass):
    c = var("c", R)
    F = lambda b: M(lam(a, p(a) * EXP((b - 1) * l(a))))
    D = lambda b: over(LOG(F(b)), b - 1)
    good = lambda b: ig(lam(a, p(a) * EXP((b - 1) * l(a)))) & below(0, F(b))

    def quotient_below(c, c1, th):
        """D(c) <= rho c, from log F(c) <= (c - 1) d and d <= rho c."""
        u, i0 = positive(c - 1, algebra(below(0, c - 1), c1))
        return ar(
            D(c) <= rho * c,
            ar(LOG(F(c)) * INV(c - 1) <= (c - 1) * (rho * c) * INV(c - 1), th, i0),
            u,
            factors=[rho * c],
        )

    # from s to b
    gb, small = assume(good(b)), assume(D(b) <= rho * s)
    low, c1, high, gc = assume(s <= c), assume(below(1, c)), assume(c <= b), assume(good(c))
    b1 = algebra(below(1, b), c1, high)
    ub, ib = positive(b - 1, algebra(below(0, b - 1), b1))
    t = (c - 1) * INV(b - 1)
    t0 = ar(real(0) <= t, ib, use(ax("total", c, 1), c1))
    t1 = ar(t <= 1, ub, ar((c - 1) * INV(b - 1) <= (b - 1) * INV(b - 1), high, ib))
    L = LOG(F(b))
    y = (b - 1) * l(a) - L
    chord = use(powers_lie_below_their_chords(t, y), t0, t1)
    e0 = ax("exp_log", F(b))
    undo = use(e0, right(gb))
    shrunk = rewrite(ax("exp_plus", (b - 1) * l(a), 0 - L), (b - 1) * l(a) + (0 - L), y)
    scale_ = rewrite(ax("exp_plus", L, 0 - L), L + (0 - L), real(0))
    # exp((c - 1) l) = exp(t L) exp(t y)
    grown = rewrite(ax("exp_plus", t * L, t * y), t * L + t * y, (c - 1) * l(a), ub)
    W, V = EXP(t * L), EXP(0 - L)
    w0, v0 = exp_positive(t * L), exp_positive(0 - L)
    pa = spec(p0, a)
    point_ = ar(
        p(a) * EXP((c - 1) * l(a)) <= W * (1 - t) * p(a) + W * t * V * (p(a) * EXP((b - 1) * l(a))),
        grown,
        ar(p(a) * W * EXP(t * y) <= p(a) * W * (1 - t + t * EXP(y)), chord, ar(real(0) <= p(a) * W, pa, w0)),
        shrunk,
        factors=[p(a), p(a) * W * t],
    )
    Z = Mean(iM, inside=[left(gb), left(gc), ip])
    mean = Z.le(a, point_)
    top = ar(F(c) <= W, mean, mass, undo, scale_, exp_zero(), factors=[W * t, W * t * V, W * (1 - t)])
    logs = use(fact("logs_are_monotone", F(c), W), right(gc), top)
    logs = ar(LOG(F(c)) <= t * L, logs, fact("logs_undo_exponentials", t * L))
    L_small = ar(
        (b - 1) * (rho * s) >= L,
        ar((b - 1) * (L * INV(b - 1)) <= (b - 1) * (rho * s), small, use(ax("total", b, 1), b1)),
        ub,
        factors=[L],
    )
    in_b = ar(
        t * L <= (c - 1) * (rho * s),
        ar(t * L <= t * ((b - 1) * (rho * s)), L_small, t0),
        ub,
        factors=[(c - 1) * (rho * s)],
    )
    rise = ar((c - 1) * (rho * s) <= (c - 1) * (rho * c), ar(rho * s <= rho * c, low, rho0), use(ax("total", c, 1), c1))
    th = quotient_below(c, c1, ar(LOG(F(c)) <= (c - 1) * (rho * c), logs, in_b, rise))
    first = gen(c, hyps_then(th, [one.concl for one in (low, c1, high, gc)], []))
    first = discharge(gb.concl, discharge(small.concl, first))
    # no loss beyond the largest
    all_, far = assume(forall(a, l(a) <= most)), assume(most <= rho * c)
    c0 = use(ax("total", c, 1), c1)
    up = use(exp_monotone((c - 1) * l(a), (c - 1) * most), ar((c - 1) * l(a) <= (c - 1) * most, spec(all_, a), c0))
    point_ = ar(p(a) * EXP((c - 1) * l(a)) <= EXP((c - 1) * most) * p(a), up, pa, hints=[(0, 1)])
    top = ar(
        F(c) <= EXP((c - 1) * most), Mean(iM, inside=[left(gc), ip]).le(a, point_), mass, factors=[EXP((c - 1) * most)]
    )
    logs = use(fact("logs_are_monotone", F(c), EXP((c - 1) * most)), right(gc), top)
    logs = ar(LOG(F(c)) <= (c - 1) * most, logs, fact("logs_undo_exponentials", (c - 1) * most))
    th = quotient_below(
        c, c1, ar(LOG(F(c)) <= (c - 1) * (rho * c), logs, ar((c - 1) * most <= (c - 1) * (rho * c), far, c0))
    )
    second = gen(c, hyps_then(th, [one.concl for one in (c1, far, gc)], []))
    return conj(first, discharge(all_.concl, second))


@theorem
def moments_of_a_mixed_ratio(g: Real, ig: Fun(Fun(A, R), o), M: mean_of(A), r: Fun(A, R)):
    """If q r^k is integrable for all k, the mean of q (1 - g + g r)^n is that of the means of q r^k over the heads."""
    term = lambda q, k: function(A, lambda a: q(a) * power(r(a), k))
    row = lambda q, n: function(A, lambda a: q(a) * power(1 - g + g * r(a), n))
    own = lambda q, n: ig(row(q, n)) & M(row(q, n)).eq(heads(g, n, lambda k: M(term(q, k))))
    return implies(
        integral(ig, M),
        each(N, lambda n: each(Fun(A, R), lambda q: implies(each(N, lambda k: ig(term(q, k))), own(q, n)))),
    )


@moments_of_a_mixed_ratio.proof
def _(g, ig, M, r, iM):
    q = var("q", fn(A, R))
    term = lambda q, k: lam(a, q(a) * power(r(a), k))
    row = lambda q, n: lam(a, q(a) * power(1 - g + g * r(a), n))
    all_ = lambda q: forall(k, ig(term(q, k)))
    value = lambda q, n: heads(g, n, lam(k, M(term(q, k))))
    own = lambda q, n: ig(row(q, n)) & M(row(q, n)).eq(value(q, n))
    claim = lambda n: forall(q, implies(all_(q), own(q, n)))
    good, hyp = assume(all_(q)), assume(claim(n))
    base = conj(same(spec(good, ZERO), ig(row(q, ZERO))), ar(M(row(q, ZERO)).eq(value(q, ZERO))))
    base = gen(q, discharge(good.concl, base))
    more = lam(a, q(a) * r(a))
    f = var("f", fn(A, R))
    turn = lambda k: ext(a, ar((q(a) * power(r(a), SUCC(k))).eq(more(a) * power(r(a), k))))
    next_ = gen(
        k, same(replace(turn(k), same(spec(good, SUCC(k)), ig(term(q, SUCC(k)))), lam(f, ig(f))), ig(term(more, k)))
    )
    one, two = use(spec(hyp, q), good), use(spec(hyp, more), next_)
    heads_ = ext(k, subst(turn(k), refl(M(term(q, SUCC(k)))), lambda f: eq(M(term(q, SUCC(k))), M(f))))
    F = var("f", fn(N, R))
    up = subst(symmetric(heads_), right(two), lambda F: M(row(more, n)).eq(heads(g, n, F)))
    V = Mean(iM, inside=[same(left(two), ig(row(more, n))), same(left(one), ig(row(q, n)))])
    goal = q(a) * power(1 - g + g * r(a), SUCC(n))
    spread = (1 - g) * row(q, n)(a) + g * row(more, n)(a)
    equal = ar(goal.eq(spread))
    whole = same(
        replace(ext(a, symmetric(equal)), same(V.good(a, spread), ig(lam(a, spread))), lam(f, ig(f))),
        ig(row(q, SUCC(n))),
    )
    del F
    mean = V.eq_by(a, equal)
    last = ar(M(row(q, SUCC(n))).eq(value(q, SUCC(n))), mean, right(one), up, factors=[g, 1 - g])
    return induct(n, base, discharge(claim(n), gen(q, discharge(good.concl, conj(whole, last)))))


@theorem(place="RDP, sampled concentrated privacy", claims="sampled-moments-of-integer-order-are-those-of-normal-noise")
def sampled_moments_of_integer_order_are_those_of_normal_noise(
    g: Rate,
    n: Nat,
    rho: Nonneg,
    ig: Fun(Fun(A, R), o),
    M: mean_of(A),
    q: Fun(A, R),
    r: Fun(A, R),
    c: Real,
    jg: Fun(Fun(R, R), o),
    L: mean_of(R),
):
    """If E r^k <= exp(k (k - 1) rho) for all whole k, then E (1 - g + g r)^n is at most that of normal noise.

    The mean is under the second law, of density q; r is the ratio of the first. Normal noise of density
    c exp(-rho x^2) and its neighbour at 1 have the ratio exp(2 rho (x - 1/2)), with E r^k = exp(k (k - 1) rho).
    """
    moment = lambda k: M(lambda a: q(a) * power(r(a), k))
    terms = each(N, lambda k: ig(lambda a: q(a) * power(r(a), k)) & (moment(k) <= EXP(num(k) * (num(k) - 1) * rho)))
    sampled = M(lambda a: q(a) * power(1 - g + g * r(a), n))
    density = lambda x: c * EXP(0 - rho * (x * x))
    ratio = lambda x: EXP(2 * rho * (x - HALF))
    normal_ = L(lambda x: density(x) * power(1 - g + g * ratio(x), n))
    return implies(
        integral(ig, M),
        terms,
        integral(jg, L),
        all_normal(rho, c, jg, L),
        each(N, lambda k: jg(lambda x: density(x) * power(ratio(x), k))),
        sampled <= normal_,
    )


@sampled_moments_of_integer_order_are_those_of_normal_noise.proof
def _(g, n, rho, ig, M, q, r, c, jg, L, g0, g1, rho0, iM, terms, iL, normal_, good):
    x = var("x", R)
    t = 2 * rho * (x - HALF)
    density, ratio = lam(x, c * EXP(0 - rho * (x * x))), lam(x, EXP(t))
    own = use(at(use(moments_of_a_mixed_ratio(g, ig, M, r), iM), n, q), gen(k, left(spec(terms, k))))
    other = use(at(use(moments_of_a_mixed_ratio(g, jg, L, ratio, A=R), iL), n, density), good)
    m1, m2 = lam(k, M(lam(a, q(a) * power(r(a), k)))), lam(k, L(lam(x, density(x) * power(ratio(x), k))))
    value = left(use(powers_of_the_sampled_likelihood_ratio(g, rho, c, num(k), n, jg, L), rho0, iL, normal_))
    flat = under(
        ar(
            (density(x) * power(EXP(t), k)).eq(density(x) * EXP(num(k) * t)),
            powers_of_exponentials(t, k),
            factors=[density(x)],
        ),
        x,
        L,
    )
    order = ar((num(k) * (num(k) - 1) * rho).eq(rho * (num(k) * (num(k) - 1))))
    top = EXP(num(k) * (num(k) - 1) * rho)
    order = subst(order, refl(top), lambda y: top.eq(EXP(y)))
    less = gen(k, ar(m1(k) <= m2(k), right(spec(terms, k)), value, flat, order))
    th = use(at(use(heads_monotone(g), g0, g1), n, m1, m2), less)
    goal = M(lam(a, q(a) * power(1 - g + g * r(a), n))) <= L(lam(x, density(x) * power(1 - g + g * ratio(x), n)))
    return ar(goal, th, right(own), right(other))


# ---- tails of a moment's terms -------------------------------------------------------------------------------------
@theorem(place="Accounting by moments, tails of the sum", claims="terms-fall-beyond-the-bumps")
def logarithms_of_terms_fall_beyond_the_bumps(b: Nonneg, c: Real, v: Real, w: Real, X: Real):
    """Terms t(x) = exp(-x^2/(2 v)) r(x)^w, r(x) = b + c exp(x/v): log t falls at the rate (X - max(w, 0))/v from X on.

    To the left of -X it falls, from right to left, at the rate (X + min(w, 0) S)/v, S = c exp(-X/v)/r(-X) being a
    number between 0 and 1; so at least at the rate (X - max(-w, 0))/v. The variance is v.
    """
    ratio = lambda x: b + c * EXP(over(x, v))
    term = lambda x: LOG(EXP(0 - over(x * x, 2 * v)) * EXP(w * LOG(ratio(x))))
    S = over(c * EXP(over(0 - X, v)), ratio(0 - X))
    right_ = lambda x, y: term(y) <= term(x) - over(X - MAX(w, 0), v) * (y - x)
    left_ = lambda x, y: term(y) <= term(x) - over(X - MAX(0 - w, 0) * S, v) * (x - y)
    falls = each(R, lambda x: each(R, lambda y: implies(x >= X, x <= y, right_(x, y))))
    mirrored = each(R, lambda x: each(R, lambda y: implies(x <= 0 - X, y <= x, left_(x, y))))
    return implies(below(0, c), below(0, v), falls & (mirrored & ((real(0) <= S) & (S <= 1))))


@logarithms_of_terms_fall_beyond_the_bumps.proof
def _(b, c, v, w, X, b0, c0, v0):
    x, y = var("x", R), var("y", R)
    uv, iv = positive(v, v0)
    u2, _ = positive(2 * v, strict(2 * v, v0))
    h = INV(v)
    e = lambda x: EXP(x * h)
    ratio = lambda x: b + c * EXP(x * h)
    cp = use(ax("total", c, 0), c0)

    def positive_ratio(x):
        """The ratio is above 0."""
        prod_ = use(fact("products_are_positive", c, e(x)), c0, exp_is_positive(x * h))
        none = assume(ratio(x) <= 0)
        return refuting(none.concl, contradiction(prod_, ar(c * e(x) <= 0, none, b0)))

    def opened(x):
        """The logarithm of a term."""
        z = 0 - over(x * x, 2 * v)
        both = ax("exp_plus", z, w * LOG(ratio(x)))
        term = LOG(EXP(z) * EXP(w * LOG(ratio(x))))
        th = subst(
            both, fact("logs_undo_exponentials", z + w * LOG(ratio(x))), lambda t: LOG(t).eq(z + w * LOG(ratio(x)))
        )
        half_ = ar((2 * INV(2 * v)).eq(h), u2, uv, factors=[h, 2 * INV(2 * v)])
        return ar(term.eq(0 - HALF * h * (x * x) + w * LOG(ratio(x))), th, half_, factors=[x * x]), term

    (ox, tx), (oy, ty) = opened(x), opened(y)
    rx, ry = positive_ratio(x), positive_ratio(y)
    lx, ly = LOG(ratio(x)), LOG(ratio(y))
    # to the right
    H1, H2 = assume(x >= X), assume(x <= y)
    u = (y - x) * h
    u0 = ar(real(0) <= u, ar(x * h <= y * h, H2, iv))
    grown = rewrite(ax("exp_plus", x * h, u), x * h + u, y * h)
    one = use(exp_monotone(0, u), u0)
    ex = exp_positive(x * h)
    up = use(
        fact("logs_are_monotone", ratio(x), ratio(y)),
        rx,
        ar(
            ratio(x) <= ratio(y),
            grown,
            ar(c * e(x) <= c * e(x) * EXP(u), one, exp_zero(), ar(real(0) <= c * e(x), cp, ex)),
            factors=[c],
        ),
    )
    most = ar(ratio(y) <= EXP(u) * ratio(x), grown, ar(b <= b * EXP(u), one, exp_zero(), b0), factors=[c])
    logs = use(fact("logs_of_products", EXP(u), ratio(x)), exp_is_positive(u), rx)
    top = use(fact("logs_are_monotone", ratio(y), EXP(u) * ratio(x)), ry, most)
    top = ar(ly - lx <= u, top, logs, fact("logs_undo_exponentials", u))
    up = ar(real(0) <= ly - lx, up)

    def weighted_by(w, big, d, d0, top, room):
        """W d <= max(w, 0) top, from 0 <= d <= top."""
        sides = ax("max_left", w, 0), ax("max_right", w, 0)
        first = ar(w * d <= big * d, sides[0], d0)
        return ar(w * d <= big * room, first, ar(big * d <= big * room, top, sides[1]))

    square = ar(
        X * u <= HALF * h * (y * y) - HALF * h * (x * x),
        ar(real(0) <= (y - x) * h * ((x - X) + (y - X)), u0, ar(real(0) <= (x - X) + (y - X), H1, H2)),
    )
    goal = ty <= tx - over(X - MAX(w, 0), v) * (y - x)
    first = ar(goal, ox, oy, square, weighted_by(w, MAX(w, 0), ly - lx, up, top, u))
    first = gen(x, gen(y, discharge(H1.concl, discharge(H2.concl, first))))
    # to the left
    H1, H2 = assume(x <= 0 - X), assume(y <= x)
    u = (x - y) * h
    u0 = ar(real(0) <= u, ar(y * h <= x * h, H2, iv))
    r1, i1 = positive(ratio(x), rx)
    place = 0 - X
    rS = positive_ratio(place)
    r2, i2 = positive(ratio(place), rS)
    t, S = c * e(x) * INV(ratio(x)), c * e(place) * INV(ratio(place))
    t0 = ar(real(0) <= t, ar(real(0) <= c * e(x), cp, ex), i1)
    share = lambda unit, i, e_: ar(c * e_ * i <= 1, unit, b0)
    t1 = ar(t <= 1, r1, ar(real(0) <= b * INV(ratio(x)), b0, i1))
    S1 = ar(S <= 1, r2, ar(real(0) <= b * INV(ratio(place)), b0, i2))
    S0 = ar(real(0) <= S, ar(real(0) <= c * e(place), cp, exp_positive(place * h)), i2)
    del share
    wide = use(exp_monotone(x * h, place * h), ar(x * h <= place * h, H1, iv))
    cross = ar(
        c * e(x) * ratio(place) <= c * e(place) * ratio(x),
        ar(b * c * e(x) <= b * c * e(place), wide, ar(real(0) <= b * c, b0, cp)),
    )
    ii = ar(real(0) <= INV(ratio(x)) * INV(ratio(place)), i1, i2)
    i12 = INV(ratio(x)) * INV(ratio(place))
    less = ar(
        t <= S, ar(c * e(x) * ratio(place) * i12 <= c * e(place) * ratio(x) * i12, cross, ii), r1, r2, factors=[t, S]
    )
    chord = use(powers_lie_below_their_chords(t, 0 - u), t0, t1)
    fallen = rewrite(ax("exp_plus", x * h, 0 - u), x * h + (0 - u), y * h)
    low = ar(
        EXP(t * (0 - u)) * ratio(x) <= ratio(y),
        ar(
            EXP(t * (0 - u)) * ratio(x) <= (1 - t + t * EXP(0 - u)) * ratio(x), chord, use(ax("total", ratio(x), 0), rx)
        ),
        r1,
        fallen,
        factors=[c, c * e(x), c * e(x) * EXP(0 - u)],
    )
    z = EXP(t * (0 - u)) * ratio(x)
    zp = same(
        use(fact("products_are_positive", EXP(t * (0 - u)), ratio(x)), exp_is_positive(t * (0 - u)), rx), below(0, z)
    )
    logs = use(fact("logs_of_products", EXP(t * (0 - u)), ratio(x)), exp_is_positive(t * (0 - u)), rx)
    bottom = use(fact("logs_are_monotone", z, ratio(y)), zp, low)
    top = ar(lx - ly <= S * u, bottom, logs, fact("logs_undo_exponentials", t * (0 - u)), ar(t * u <= S * u, less, u0))
    small = use(exp_monotone(0 - u, 0), ar(0 - u <= 0, u0))
    down = use(
        fact("logs_are_monotone", ratio(y), ratio(x)),
        ry,
        ar(
            ratio(y) <= ratio(x),
            fallen,
            ar(c * e(x) * EXP(0 - u) <= c * e(x), small, exp_zero(), ar(real(0) <= c * e(x), cp, ex)),
            factors=[c],
        ),
    )
    down = ar(real(0) <= lx - ly, down)
    square = ar(
        X * u <= HALF * h * (y * y) - HALF * h * (x * x),
        ar(real(0) <= (x - y) * h * ((0 - X - x) + (0 - X - y)), u0, ar(real(0) <= (0 - X - x) + (0 - X - y), H1, H2)),
    )
    goal = ty <= tx - over(X - MAX(0 - w, 0) * S, v) * (x - y)
    second = ar(goal, ox, oy, square, weighted_by(0 - w, MAX(0 - w, 0), lx - ly, down, top, S * u))
    second = gen(x, gen(y, discharge(H1.concl, discharge(H2.concl, second))))
    return conj(first, conj(second, conj(S0, S1)))
