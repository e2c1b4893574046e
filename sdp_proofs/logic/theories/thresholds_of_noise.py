"""Laplace and Gaussian noise against itself, shifted: profiles, thresholds of the loss, tails, truncation."""

from sdp_proofs.logic.theories.entropies import *
from sdp_proofs.logic.theories.gaussian_noise import *
from sdp_proofs.logic.vocabulary import *

r, h, t, a = var("r", R), var("h", R), var("t", R), var("a", A)
HALF = Fraction(1, 2)


# ---- Laplace noise -------------------------------------------------------------------------------------------------
@theorem
def no_mass_at_a_place(s: Nonneg, x: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """A single place has nothing of the integral of exp(-s |r|)."""
    e = lambda r: EXP(0 - s * dist(r, 0))
    lone = M(function(R, lambda r: (1 - step(r - x) - step(x - r)) * e(r)))
    return implies(lebesgue(ig, M), ig(function(R, e)), lone.eq(0))


@no_mass_at_a_place.proof
def _(s, x, ig, M, s0, leb, ie):
    iM, moved, _, _ = rules_of(leb)
    e, ks = fading(s, r), (step_is_bounded(r, r), step_is_bounded(r, 0 - r))
    at_0 = body_of(right(use(exponentials_beyond_zero(s, ig, M), s0, leb, ie)))
    f, U = lam(r, alone(r) * e), Mean(iM, *ks, inside=[ie])
    fs = [lam(r, one * e) for one in (real(1), step(r), step(0 - r))]
    js = [moved(one, same(U.good(r, normal(one(r))), ig(one)), x) for one in fs]
    nothing = ar((M(fs[0]) - M(fs[1]) - M(fs[2])).eq(0), at_0, U.linear(r, f(r)))
    one = (1 - step(r - x) - step(x - r)) * e
    # at x the density is at most 1, that at 0
    first, second = not_(r - x <= 0), not_(x - r <= 0)
    (u1, u0, _, _), (v1, v0, _, _) = decided(first), decided(second)
    yes, no, down, up = assume(first), assume(not_(first)), assume(second), assume(not_(second))
    small = use(exp_monotone(0 - s * dist(r, 0), 0), ar(0 - s * dist(r, 0) <= 0, s0, algebra(real(0) <= dist(r, 0))))
    here = f(r - x)
    e0, ex = exp_positive(0 - s * dist(r, 0)), exp_positive(0 - s * dist(r - x, 0))

    def by_place(goal):
        left_ = ar(
            goal,
            use(u1, yes),
            use(v0, refuting(second, algebra(FALSE, assume(second), use(ax("total", r - x, 0), yes)))),
            *flip,
            e0,
            ex,
            factors=[e, EXP(0 - s * dist(r - x, 0))],
        )
        right_ = ar(goal, use(u0, no), use(v1, down), *flip, e0, ex, factors=[e, EXP(0 - s * dist(r - x, 0))])
        equal = algebra((r - x).eq(0), held(no), held(up))
        size = algebra(dist(r - x, 0).eq(0), equal)
        top = subst(symmetric(size), refl(EXP(0 - s * real(0))), lambda d: EXP(0 - s * d).eq(EXP(0 - s * real(0))))
        nought = rewrite(exp_zero.thm, real(0), 0 - s * real(0))
        middle = ar(
            goal,
            use(u0, no),
            use(v0, up),
            *flip,
            top,
            nought,
            small,
            e0,
            exp_zero(),
            factors=[e, EXP(0 - s * dist(r - x, 0))],
        )
        return cases(first, left_, cases(second, right_, middle))

    turn = subst(ar((0 - (r - x)).eq(x - r)), refl(step(0 - (r - x))), lambda v: step(0 - (r - x)).eq(step(v)))
    flip = [turn]
    V = Mean(iM, step_is_bounded(r, r - x), step_is_bounded(r, x - r), inside=[ie])
    W = Mean(iM, step_is_bounded(r, r - x), step_is_bounded(r, x - r), inside=[js[1][0], js[2][0], js[0][0], ie])
    value, spread = M(lam(r, one)), V.linear(r, one)
    high = ar(value <= 0, W.le(r, by_place(one <= here)), spread, *(body_of(one) for _, one in js), nothing)
    low = ar(real(0) <= value, V.le(r, by_place(0 - one <= one)), spread)
    return use(ax("antisymmetry", value, 0), high, low)


@theorem(place="Accounting by profiles", claims="the-laplace-profile")
def laplace_profile(b: Real, d: Nonneg, l: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Laplace laws of scale b about 0 and about d b: at epsilon = l, |l| <= d, the divergence is 1 - exp((l - d)/2)."""
    P, Q = laplace(M, INV(b), INV(2 * b), 0), laplace(M, INV(b), INV(2 * b), d * b)
    return implies(
        lebesgue(ig, M),
        *integrable(ig, b, ones, sizes),
        below(0, b),
        0 - d <= l,
        l <= d,
        divergence(EXP(l), P, Q).eq(1 - EXP(HALF * (l - d))),
    )


@laplace_profile.proof
def _(b, d, l, ig, M, d0, leb, i0, i1, above_, low_, high_):
    s, c = INV(b), INV(2 * b)
    b0, ub, s0, u2, c0 = scale(b, above_)
    iM, moved, _, _ = rules_of(leb)
    e, m = fading(s, r), d * b
    w = EXP(0 - s * dist(r, m))
    lP, lQ = (left(use(laplace_noise_about_a_number(b, v, ig, M), leb, i0, i1, above_)) for v in (real(0), m))
    P, Q = (spine(th.concl)[1][0] for th in (lP, lQ))
    ie = same(Mean(iM, inside=[i0]).good(r, e), ig(lam(r, e)))
    # the threshold x is between 0 and m
    x = HALF * (d - l) * b
    y = m - x
    x0, y0 = ar(real(0) <= x, high_, b0), ar(real(0) <= y, ar(real(0) <= (d + l) * b, low_, b0))
    u, v = step(r - x), step(x - r)
    size = algebra(dist(r - m, 0).eq(dist(r, m)))
    shape = subst(size, refl(fading(s, r - m)), lambda z: fading(s, r - m).eq(EXP(0 - s * z)))
    f0 = lam(r, e)
    j0, m0 = moved(f0, ie, m)
    g = var("g", RR)
    iw = same(replace(ext(r, shape), same(j0, ig(lam(r, fading(s, r - m)))), lam(g, ig(g))), ig(lam(r, w)))
    tails_ = [body_of(th) for th in parts(use(tails_on_both_sides(s, x, ig, M), x0, leb, ie))]
    other = [body_of(th) for th in parts(use(tails_on_both_sides(s, y, ig, M), y0, leb, ie))]
    half_ = body_of(left(use(exponentials_beyond_zero(s, ig, M), s0, leb, ie)))
    H = M(lam(r, step(r) * e))
    tie = ar(H.eq(b), half_, ub, factors=[b, H])
    mass = body_of(right(use(laplace_density_has_mass_one(b, ig, M), leb, ie, above_)))
    none = body_of(use(no_mass_at_a_place(s, x, ig, M), s0, leb, ie))
    V = Mean(iM, step_is_bounded(r, r - x), step_is_bounded(r, x - r), inside=[ie, iw])
    E, Ex, Ey = EXP(l), EXP(0 - s * x), EXP(0 - s * y)
    T = EXP(HALF * (l - d))
    own = subst(ar((0 - s * x).eq(HALF * (l - d)), ub, factors=[HALF * (d - l)]), refl(Ex), lambda z: Ex.eq(EXP(z)))
    # exp(l) exp(-s y) is that as well
    both = rewrite(ax("exp_plus", l, 0 - s * y), l + (0 - s * y), HALF * (l - d), ub)
    whole = V.linear(r, c * e)
    beyond_ = V.linear(r, (1 - u - v) * e)
    # Q of the numbers below x is P of those below -y
    k = lam(r, step(0 - r - y) * e)
    jk, mk = moved(k, same(Mean(iM, step_is_bounded(r, 0 - r - y), inside=[ie]).good(r, normal(k(r))), ig(k)), m)
    place = subst(
        ar((0 - (r - m) - y).eq(x - r)), refl(step(0 - (r - m) - y)), lambda z: step(0 - (r - m) - y).eq(step(z))
    )
    shifted = Mean(iM, inside=[jk]).eq_by(r, ar((v * w).eq(k(r - m)), place, shape, factors=[w, v, fading(s, r - m)]))
    qv = ar(M(lam(r, v * w)).eq(Ey * b), shifted, body_of(mk), other[1], tie, factors=[Ey])
    pv = ar(
        (c * M(lam(r, v * e))).eq(1 - HALF * Ex), whole, mass, beyond_, none, tails_[0], tie, u2, factors=[c, c * Ex]
    )
    value = ar(
        (c * M(lam(r, v * e)) - E * (c * M(lam(r, v * w)))).eq(1 - T),
        pv,
        qv,
        own,
        both,
        u2,
        factors=[c * E, E * Ey, c * E * Ey],
    )
    D = divergence(E, P, Q)
    best = lam(r, v)
    gain = nearest(E, P, Q, lP, lQ, best, same(event_test(r, not_(x - r <= 0)), test(best)))
    spread = [V.linear(r, (c * e) * v), V.linear(r, (c * w) * v)]
    up = ar(1 - T <= D, gain, *spread, value, factors=[E])
    # and no test gains more: below x the ratio is at least exp(l), above at most
    f = var("f", RR)
    H_, known, low, high = a_test(f)
    first, second = not_(r - x <= 0), not_(x - r <= 0)
    (a1, a0, _, _), (b1, bz, _, _) = decided(first), decided(second)
    yes, no, down, here = assume(first), assume(not_(first)), assume(second), assume(not_(second))
    R0, R1 = dist(r, 0), dist(r, m)
    bd = ar(real(0) <= d * b, d0, b0)
    left_less = algebra(
        R0 + l * b <= R1,
        use(ax("total", x, r), refuting(x <= r, contradiction(down, ar(x - r <= 0, assume(x <= r))))),
        bd,
        x0,
        y0,
    )
    right_less = algebra(
        R0 + l * b >= R1,
        use(ax("total", r, x), refuting(r <= x, contradiction(yes, ar(r - x <= 0, assume(r <= x))))),
        bd,
        x0,
        y0,
    )
    plus = ax("exp_plus", l, 0 - s * R1)
    z = l + (0 - s * R1)
    w0, e0, E0 = exp_positive(0 - s * R1), exp_positive(0 - s * R0), exp_positive(l)
    more = use(
        exp_monotone(z, 0 - s * R0), ar(z <= 0 - s * R0, ar(s * (R0 + l * b) <= s * R1, left_less, s0), ub, factors=[l])
    )
    less = use(
        exp_monotone(0 - s * R0, z),
        ar(0 - s * R0 <= z, ar(s * R1 <= s * (R0 + l * b), right_less, s0), ub, factors=[l]),
    )
    more, less = ar(E * w <= e, more, plus), ar(e <= E * w, less, plus)
    ft = f(r)
    goal = e * ft - E * (w * ft) <= e * (1 - u) - E * (w * v)
    Ew = ar(real(0) <= E * w, E0, w0)
    beneath = ar(
        goal,
        use(b1, down),
        use(a0, refuting(first, algebra(FALSE, assume(first), use(ax("total", x - r, 0), down)))),
        ar((e - E * w) * ft <= e - E * w, more, high(r)),
        factors=[e, E * w],
    )
    over_ = ar(
        goal,
        use(a1, yes),
        use(bz, refuting(second, algebra(FALSE, assume(second), use(ax("total", r - x, 0), yes)))),
        ar((e - E * w) * ft <= 0, less, low(r)),
        factors=[e, E * w],
    )
    middle = ar(
        goal,
        use(a0, no),
        use(bz, here),
        ar(e * ft <= e, high(r), e0),
        ar(real(0) <= E * w * ft, Ew, low(r)),
        factors=[e, E * w],
    )
    point = cases(first, over_, cases(second, beneath, middle))
    Z = Mean(iM, known, step_is_bounded(r, r - x), step_is_bounded(r, x - r), inside=[ie, iw])
    mean = Z.le(r, point)
    pe = M(lam(r, e))
    rest = ar((c * (pe - M(lam(r, u * e)))).eq(1 - HALF * Ex), whole, mass, tails_[0], tie, u2, factors=[c, c * Ex])
    pf, qf = M(lam(r, e * ft)), M(lam(r, w * ft))
    lines = [Z.linear(r, (c * e) * ft), Z.linear(r, (c * w) * ft)]
    upper = ar(c * (pf - E * qf) <= c * ((pe - M(lam(r, u * e))) - E * M(lam(r, w * v))), mean, c0)
    top = ar(
        P(f) <= E * Q(f) + (1 - T), *lines, upper, rest, qv, own, both, u2, factors=[c, E, c * E, E * Ey, c * E * Ey]
    )
    down_ = least(E, 1 - T, P, Q, lP, lQ, top, f)
    return use(ax("antisymmetry", D, 1 - T), down_, up)


def function_to_laws(f):
    """The channel of a Python function from numbers to laws."""
    return lam(r, f(r))


# ---- truncation ----------------------------------------------------------------------------------------------------
@theorem(
    place="dp-lecture, Integer queries, rounding and truncation",
    claims="truncation-to-a-range-of-the-answers-loses-nothing",
)
def truncation_to_a_range_of_the_answers_loses_nothing(
    s: Nonneg, c: Nonneg, x: Real, y: Real, low: Real, high: Real, E: Nonneg, ig: Fun(RR, o), M: mean_of(R)
):
    """Noise of density c exp(-s |r - x|) and c exp(-s |r - y|) about answers in a range, cut to it: the same profile.

    M is Lebesgue's integral for Laplace noise and the sum over the integers for geometric noise: it may be any
    integral for which both densities have mass 1.
    """
    cut = lambda r: MAX(low, high - MAX(0, high - r))
    P, Q = laplace(M, s, c, x), laplace(M, s, c, y)
    after_ = lambda P: bind(P, function_to_laws(lambda r: point(cut(r))))
    p = lambda m: function(R, lambda r: c * EXP(0 - s * dist(r, m)))
    return implies(
        integral(ig, M),
        ig(p(x)),
        ig(p(y)),
        M(p(x)).eq(1),
        M(p(y)).eq(1),
        low <= x,
        x <= high,
        low <= y,
        y <= high,
        divergence(E, after_(P), after_(Q)).eq(divergence(E, P, Q)),
    )


@truncation_to_a_range_of_the_answers_loses_nothing.proof
def _(s, c, x, y, low, high, E, ig, M, s0, c0, E0, iM, ix, iy, mx, my, x0, x1, y0, y1):
    cut = lambda r: MAX(low, high - MAX(0, high - r))
    p = lambda m: lambda r: c * EXP(0 - s * dist(r, m))
    pos = lambda m: gen(r, ar(real(0) <= p(m)(r), c0, exp_positive(0 - s * dist(r, m)), hints=[(0, 1)]))
    P, Q = laplace(M, s, c, x), laplace(M, s, c, y)
    lP, lQ = (
        same(use(law_of_density(ig, M, lam(r, p(m)(r)), A=R), iM, i, pos(m), one), law(laplace(M, s, c, m)))
        for m, i, one in ((x, ix, mx), (y, iy, my))
    )
    K = lam(r, point(cut(r)))
    chan = same(gen(r, certain(cut(r))), channel(K))
    CP, CQ = bind(P, K), bind(Q, K)
    cP, cQ = (use(fact("law_of_bind", one, K, A=R, B=R), th, chan) for one, th in ((P, lP), (Q, lQ)))
    D, C = divergence(E, P, Q), divergence(E, CP, CQ)
    # post-processing
    near = left(use(divergence_at_any_odds(E, P, Q, A=R), lP, lQ))
    kept = use(fact("post_processing", E, D, P, Q, K, A=R, B=R), lP, lQ, chan, near)
    down = use(spec(right(use(divergence_at_any_odds(E, CP, CQ, A=R), cP, cQ)), D), kept)
    # the best event is one of the truncated output
    z = cut(r)
    g = lambda z: step(p(x)(z) - E * p(y)(z))
    gain = nearest(
        E, CP, CQ, cP, cQ, lam(r, g(r)), same(event_test(r, not_(p(x)(r) - E * p(y)(r) <= 0)), test(lam(r, g(r))))
    )
    k = EXP(0 - s * dist(r, z))

    def moved_(m, m0, m1):
        """The density at r is k times that at the truncated place."""
        split_ = algebra(dist(r, m).eq(dist(r, z) + dist(z, m)), m0, m1)
        both = rewrite(
            ax("exp_plus", 0 - s * dist(r, z), 0 - s * dist(z, m)),
            (0 - s * dist(r, z)) + (0 - s * dist(z, m)),
            0 - s * (dist(r, z) + dist(z, m)),
        )
        there = subst(split_, refl(EXP(0 - s * dist(r, m))), lambda d: EXP(0 - s * dist(r, m)).eq(EXP(0 - s * d)))
        return ar(p(m)(r).eq(k * p(m)(z)), there, both, factors=[c])

    fx, fy = moved_(x, x0, x1), moved_(y, y0, y1)
    f = var("f", RR)
    _, known, f0, f1 = a_test(f)
    w = p(x)(z) - E * p(y)(z)
    k0 = exp_positive(0 - s * dist(r, z))
    some_, none = assume(not_(w <= 0)), assume(not_(not_(w <= 0)))
    (t1, t0, _, _) = decided(not_(w <= 0))
    goal = p(x)(r) * f(r) - E * (p(y)(r) * f(r)) <= p(x)(r) * g(z) - E * (p(y)(r) * g(z))
    kw = k * w
    shape = ar((p(x)(r) - E * p(y)(r)).eq(kw), fx, fy, factors=[E])
    above_ = ar(real(0) <= kw, k0, use(ax("total", w, 0), some_))
    under_ = ar(kw <= 0, k0, held(none))
    fa = [p(x)(r), E * p(y)(r)]
    value = lambda th, u: ar((p(x)(r) * g(z) - E * (p(y)(r) * g(z))).eq(u), th, factors=fa)
    first = ar(
        goal,
        ar(
            (p(x)(r) - E * p(y)(r)) * f(r) <= p(x)(r) - E * p(y)(r),
            ar(kw * f(r) <= kw, above_, f1(r)),
            shape,
            factors=[f(r)],
        ),
        value(use(t1, some_), p(x)(r) - E * p(y)(r)),
    )
    second = ar(
        goal,
        ar((p(x)(r) - E * p(y)(r)) * f(r) <= 0, ar(kw * f(r) <= 0, under_, f0(r)), shape, factors=[f(r)]),
        value(use(t0, none), real(0)),
    )
    V = Mean(iM, known, truth_is_bounded(r, not_(w <= 0)), inside=[ix, iy])
    mean = V.le(r, cases(not_(w <= 0), first, second))
    up = least(E, C, P, Q, lP, lQ, ar(P(f) <= E * Q(f) + C, mean, gain), f)
    return use(ax("antisymmetry", C, D), down, up)


# ---- Gaussian noise ------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Gaussian mechanism, delta = 0", claims="gaussian-noise-is-never-purely-private")
def no_odds_make_gaussian_noise_purely_private(s: Real, c: Real, m: Real, k: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Normal densities c exp(-s (r - m)^2) about m and k, not equal: no bound of the loss, no odds with slack 0."""
    p, q = (lambda r: c * EXP(0 - s * ((r - m) * (r - m)))), (lambda r: c * EXP(0 - s * ((r - k) * (r - k))))
    P, Q = weighted(M, function(R, p)), weighted(M, function(R, q))
    unbounded_ = each(R, lambda e: some(R, lambda r: below(e, LOG(over(p(r), q(r))))))
    return implies(
        lebesgue(ig, M),
        ig(function(R, lambda r: c * EXP(0 - s * (r * r)))),
        below(0, c),
        below(0, s),
        not_(m.eq(k)),
        unbounded_ & each(R, lambda E: not_(close(E, 0, P, Q))),
    )


@no_odds_make_gaussian_noise_purely_private.proof
def _(s, c, m, k, ig, M, leb, i0, c_, s_, apart):
    iM, moved, _, lengths = rules_of(leb)
    s0, c0 = use(ax("total", s, 0), s_), use(ax("total", c, 0), c_)
    us, _ = positive(s, s_)
    E, d = var("E", R), m - k
    zero = assume((m - k).eq(0))
    ud = inverse(d, refuting(zero.concl, contradiction(apart, ar(m.eq(k), zero))))
    p, q = (lambda r, v=v: c * EXP(0 - s * ((r - v) * (r - v))) for v in (m, k))
    loss = lambda r: s * ((r - k) * (r - k)) - s * ((r - m) * (r - m))
    ratio = lambda r: ar(
        p(r).eq(EXP(loss(r)) * q(r)),
        rewrite(
            ax("exp_plus", loss(r), 0 - s * ((r - k) * (r - k))),
            loss(r) + (0 - s * ((r - k) * (r - k))),
            0 - s * ((r - m) * (r - m)),
        ),
        factors=[c],
    )
    place = lambda e: HALF * (m + k) + HALF * e * INV(s) * INV(d)
    # at the place of E + 1 the loss is above E
    e = var("e", R)
    x = place(e + 1)
    value = ar(loss(x).eq(e + 1), us, ud, factors=[s * d, e + 1, s, (e + 1) * INV(d), (e + 1) * d])
    qx = use(
        fact("products_are_positive", c, EXP(0 - s * ((x - k) * (x - k)))),
        c_,
        exp_is_positive(0 - s * ((x - k) * (x - k))),
    )
    uq, _ = positive(q(x), qx)
    quotient_ = ar(over(p(x), q(x)).eq(EXP(loss(x))), ratio(x), uq, factors=[INV(q(x)), EXP(loss(x))])
    logs = subst(symmetric(quotient_), fact("logs_undo_exponentials", loss(x)), lambda t: LOG(t).eq(loss(x)))
    small = assume(LOG(over(p(x), q(x))) <= e)
    over_ = refuting(small.concl, impossible(ar(real(1) <= 0, small, logs, value)))
    v = var("v", R)
    unbounded_ = gen(e, witness(x, over_, lam(v, below(e, LOG(over(p(v), q(v)))))))
    # and on an interval of length 1 from there it is at least E
    H = assume(close(E, 0, weighted(M, lam(r, p(r))), weighted(M, lam(r, q(r)))))
    y = place(E)
    shown_ = ar((loss(r) - E).eq(2 * s * (d * (r - y))), us, ud, factors=[s * d, E, s, E * INV(d), E * d])
    f0 = lam(r, c * EXP(0 - s * (r * r)))
    jp, jq = (same(moved(f0, same(i0, ig(f0)), w)[0], ig(lam(r, c * EXP(0 - s * ((r - w) * (r - w)))))) for w in (m, k))
    bar = lam(r, truth(not_(r <= 0) & (r <= 1)))
    ib, mb = parts_of(use(spec(lengths, real(1)), ar(real(0) <= 1)))
    ib, mb = same(ib, ig(bar)), same(mb, M(bar).eq(1))

    def end(x, sign):
        """False, from an interval (x, x + 1] where d and r - y have one sign."""
        event = not_(r - x <= 0) & (r - x <= 1)
        t = truth(event)
        jb, mv = moved(bar, ib, x)
        inside, outside = assume(event), assume(not_(event))
        hit, miss = decided(event)[:2]
        q0 = ar(real(0) <= q(r), exp_positive(0 - s * ((r - k) * (r - k))), c0, hints=[(0, 1)])
        big = ar(loss(r) >= E, shown_, ar(real(0) <= 2 * s * (d * (r - y)), s0, sign(inside)))
        odds = ar(EXP(loss(r)) >= 1 + E, ax("exp_above", E), use(exp_monotone(E, loss(r)), big))
        goal = q(r) * t <= p(r) * t - E * (q(r) * t)
        point = cases(
            event,
            ar(
                goal,
                use(hit, inside),
                ratio(r),
                ar((1 + E) * q(r) <= EXP(loss(r)) * q(r), odds, q0),
                factors=[p(r), q(r), E * q(r)],
            ),
            ar(goal, use(miss, outside), factors=[p(r), q(r), E * q(r)]),
        )
        V = Mean(iM, truth_is_bounded(r, event), inside=[jp, jq])
        gained = V.le(r, point)
        u, z = r - x, x - k
        B = 0 - s * (2 * (z * z) + 2)
        least_ = c * EXP(B)
        u0, u1 = use(ax("total", u, 0), left(inside)), right(inside)
        square = ar((r - k) * (r - k) <= 2 * (z * z) + 2, ar(u * u <= 1, ar(u * u <= u, u0, u1), u1), squares=[u - z])
        tall = use(exp_monotone(B, 0 - s * ((r - k) * (r - k))), ar(0 - s * ((r - k) * (r - k)) >= B, square, s0))
        goal = least_ * t <= q(r) * t
        point = cases(
            event,
            ar(goal, use(hit, inside), ar(least_ <= q(r), tall, c0), factors=[q(r), least_]),
            ar(goal, use(miss, outside), factors=[q(r), least_]),
        )
        W = Mean(iM, truth_is_bounded(r, event), inside=[jq, jb])
        some_ = W.le(r, point)
        th = use(at(H, lam(r, t)), event_test(r, event))
        positive_ = use(fact("products_are_positive", c, EXP(B)), c_, exp_is_positive(B))
        return contradiction(positive_, ar(least_ <= 0, some_, body_of(mv), mb, gained, th, factors=[least_]))

    up, down = assume(real(0) <= d), assume(not_(real(0) <= d))
    neg = use(ax("total", 0, d), down)
    first = end(y, lambda inside: ar(real(0) <= d * (r - y), up, use(ax("total", r - y, 0), left(inside))))
    second = end(y - 1, lambda inside: ar(real(0) <= d * (r - y), neg, ar(r - y <= 0, right(inside))))
    no = cases(up.concl, first, second)
    return conj(unbounded_, gen(E, refuting(H.concl, no)))
