"""Profiles by parts: hidden coins, sums of two profiles, half-lines, far outputs, affinities, unbounded losses."""

from sdp_proofs.logic.theories.coin_laws import coin, coins_are_laws
from sdp_proofs.logic.theories.entropies import *
from sdp_proofs.logic.theories.moments_of_losses import (
    divergence_by_chernoffs_bound,
    integrable,
    loss_of_the_discrete_gaussian,
    loss_pair,
)
from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.theories.utility import *
from sdp_proofs.logic.vocabulary import *

a, k, i, j, m, n = var("a", A), *(var(name, N) for name in ("k", "i", "j", "m", "n"))
f = var("f", fn(A, R))


@theorem(place="Random allocation and mixtures", claims="a-hidden-coin-lowers-the-profile")
def hidden_coin_lowers_the_profile(u: Rate, E: Real, K: Channel[N, A], L: Channel[N, A]):
    """Releases by a hidden coin have at most the divergence with it published, that at most the mean of the two."""
    hidden = divergence(E, bind(coin(u), K), bind(coin(u), L))
    published = divergence(E, joint(coin(u), K), joint(coin(u), L))
    one, two = (divergence(E, K(v), L(v)) for v in (ZERO, SUCC(ZERO)))
    output = each(
        R,
        lambda p: each(
            R,
            lambda q: each(
                R,
                lambda r: each(
                    R,
                    lambda s: (
                        MAX(0, u * p + (1 - u) * r - E * (u * q + (1 - u) * s))
                        <= u * MAX(0, p - E * q) + (1 - u) * MAX(0, r - E * s)
                    ),
                ),
            ),
        ),
    )
    return (hidden <= published) & (published <= u * one + (1 - u) * two) & output


@hidden_coin_lowers_the_profile.proof
def _(u, E, K, L, u0, u1, cK, cL):
    P = coin(u)
    lP = use(coins_are_laws(u), u0, u1)
    ty = ("*", N, A)
    ab, g = var("z", ty), var("g", fn(ty, R))
    lJ = [use(law_of_joint(P, C, A=N, B=A), lP, c) for C, c in ((K, cK), (L, cL))]
    J = [joint(P, C) for C in (K, L)]
    drop = lam(ab, point(snd(ab)))
    chan = same(gen(ab, certain(snd(ab))), call("channel", drop))
    first = use(random_map_does_not_raise_the_divergence(E, J[0], J[1], drop, A=ty, B=A), *lJ, chan)
    hidden = divergence(E, bind(P, K), bind(P, L))
    D = divergence(E, J[0], J[1])
    first = to(first, hidden <= D)
    H, known, low, high = a_test(g)
    heads_, tails_ = ZERO, SUCC(ZERO)

    def section(v):
        own = make_test(a, g(pair(v, a)), low(pair(v, a)), high(pair(v, a)))
        return nearest(E, K(v), L(v), law_at(cK, v), law_at(cL, v), lam(a, g(pair(v, a))), own)

    one, two = section(heads_), section(tails_)
    d = u * divergence(E, K(heads_), L(heads_)) + (1 - u) * divergence(E, K(tails_), L(tails_))
    left_ = lambda C, v: C(v)(lam(a, g(pair(v, a))))
    up = ar(u * left_(K, heads_) <= u * (E * left_(L, heads_) + divergence(E, K(heads_), L(heads_))), one, u0)
    down = ar(
        (1 - u) * left_(K, tails_) <= (1 - u) * (E * left_(L, tails_) + divergence(E, K(tails_), L(tails_))), two, u1
    )
    th = ar(J[0](g) <= E * J[1](g) + d, up, down)
    second = least(E, d, J[0], J[1], *lJ, th, g)
    p, q, r, s = (var(name, R) for name in "pqrs")
    x, y = MAX(0, p - E * q), MAX(0, r - E * s)
    sides = [ax(side, 0, t) for t in (p - E * q, r - E * s) for side in ("max_left", "max_right")]
    top = u * x + (1 - u) * y
    inner = u * p + (1 - u) * r - E * (u * q + (1 - u) * s)
    zero = ar(real(0) <= top, ar(real(0) <= u * x, u0, sides[0]), ar(real(0) <= (1 - u) * y, u1, sides[2]))
    more = ar(
        inner <= top, ar(u * (p - E * q) <= u * x, u0, sides[1]), ar((1 - u) * (r - E * s) <= (1 - u) * y, u1, sides[3])
    )
    third = gen(p, gen(q, gen(r, gen(s, use(ax("max_least", 0, inner, top), zero, more)))))
    return conj(conj(first, second), third)


@theorem(place="Batches of fixed size", claims="a-sum-of-two-profiles-bounds-that-of-a-mixture")
def profile_of_a_batch_below_a_sum_of_two(g: Real, s: Real, k: Real, P: Law[A], Q: Law[A], S: Law[A]):
    """At k a batch has at most g (s D(P, S) + (1 - s) D(P, Q)), at the odds (k - 1)(1 - g)/(g s) and k/(1 - s)."""
    first, second = over((k - 1) * (1 - g), g * s), over(k, 1 - s)
    bound = g * (s * divergence(first, P, S) + (1 - s) * divergence(second, P, Q))
    equal = implies(
        below(1, k), (1 - s).eq(over(k * g, g + k - 1)), first.eq(over(g + k - 1, g)) & second.eq(over(g + k - 1, g))
    )
    return implies(
        below(0, g),
        g <= 1,
        below(0, s),
        below(s, 1),
        (divergence(k, mix(g, P, S), mix(g, Q, S)) <= bound) & equal,
    )


@profile_of_a_batch_below_a_sum_of_two.proof
def _(g, s, k, P, Q, S, lP, lQ, lS, g0, g1, s0, s1):
    gs = same(use(products_are_positive(g, s), g0, s0), below(0, g * s))
    (ugs, _), (u1, i1), (ug, _) = positive(g * s, gs), positive(1 - s, algebra(below(0, 1 - s), s1)), positive(g, g0)
    gp, sp, tp = (
        use(ax("total", g, 0), g0),
        use(ax("total", s, 0), s0),
        ar(real(0) <= 1 - s, use(ax("total", 1, s), s1)),
    )
    F, G = (k - 1) * (1 - g) * INV(g * s), k * INV(1 - s)
    H, _, _, _ = a_test(f)
    one, two = nearest(F, P, S, lP, lS, f, H), nearest(G, P, Q, lP, lQ, f, H)
    D, K = divergence(F, P, S), divergence(G, P, Q)
    gsp, gtp = ar(real(0) <= g * s, gp, sp), ar(real(0) <= g * (1 - s), gp, tp)
    first = ar(
        g * s * P(f) <= (k - 1) * (1 - g) * S(f) + g * s * D,
        ar(g * s * P(f) <= g * s * (F * S(f) + D), one, gsp),
        ugs,
        factors=[(k - 1) * (1 - g) * S(f)],
    )
    second = ar(
        g * (1 - s) * P(f) <= g * k * Q(f) + g * (1 - s) * K,
        ar(g * (1 - s) * P(f) <= g * (1 - s) * (G * Q(f) + K), two, gtp),
        u1,
        factors=[g * k * Q(f)],
    )
    U, V, d = mix(g, P, S), mix(g, Q, S), g * (s * D + (1 - s) * K)
    th = ar(U(f) <= k * V(f) + d, first, second)
    laws_ = [use(mixtures_are_laws(g, X_, S), gp, g1, l, lS) for X_, l in ((P, lP), (Q, lQ))]
    le = least(k, d, U, V, *laws_, th, f)
    k1, own = assume(below(1, k)), assume((1 - s).eq(k * g * INV(g + k - 1)))
    c = g + k - 1
    c0 = algebra(below(0, c), g0, k1)
    uc, _ = positive(c, c0)
    i, j, z = INV(g), INV(g * s), INV(1 - s)
    kg = ar(((1 - s) * c).eq(k * g), own, uc, factors=[c, k * g])
    # s c = (k - 1)(1 - g)
    sc = ar((s * c).eq((k - 1) * (1 - g)), kg)
    one = ar(F.eq(c * i), sc, ugs, ug, factors=[j, c * i, c * s * j])
    two = ar(G.eq(c * i), kg, u1, ug, factors=[z * i, k * z, c * i])
    return conj(le, discharge(k1.concl, discharge(own.concl, conj(one, two))))


@theorem(place="Accounting by half-lines", claims="half-lines-gain-up-to-the-odds")
def half_lines_of_a_rising_ratio(
    E: Real, s: Real, t: Real, c: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R), p: Fun(R, R), q: Fun(R, R)
):
    """To extend a half-line from t to s gains where p >= E q between, and loses where not; the best begins there."""
    P, Q = weighted(M, p), weighted(M, q)
    gain = lambda s: prob(P, lambda r: below(s, r)) - E * prob(Q, lambda r: below(s, r))
    between = lambda r, claim: implies(below(s, r), r <= t, claim)
    up = implies(s <= t, each(R, lambda r: between(r, E * q(r) <= p(r))), gain(t) <= gain(s))
    down = implies(s <= t, each(R, lambda r: between(r, p(r) <= E * q(r))), gain(s) <= gain(t))
    best = implies(
        each(R, lambda r: implies(below(c, r), E * q(r) <= p(r)) & implies(r <= c, p(r) <= E * q(r))),
        gain(t) <= gain(c),
    )
    return implies(integral(ig, M), ig(p), ig(q), up & down & best)


@half_lines_of_a_rising_ratio.proof
def _(E, s, t, c, ig, M, p, q, iM, ip, iq):
    r = var("r", R)
    u, w = p(r), q(r)
    P, Q = weighted(M, p), weighted(M, q)
    at_ = lambda s: below(s, r)
    gain = lambda s: P(lam(r, truth(at_(s)))) - E * Q(lam(r, truth(at_(s))))
    V = Mean(iM, *(truth_is_bounded(r, at_(v)) for v in (s, t, c)), inside=[ip, iq])
    value = lambda v: u * truth(at_(v)) - E * (w * truth(at_(v)))
    yes = lambda v: use(decided(at_(v))[0], assume(at_(v)))
    no = lambda v: use(decided(at_(v))[1], assume(not_(at_(v))))
    under_ = lambda v: cases(
        r <= v, assume(r <= v), absurd(contradiction(assume(not_(at_(v))), same(assume(not_(r <= v)), at_(v))), r <= v)
    )

    def compare(x, y, inside, outside):
        """value(x) <= value(y), from the sign of u - E w where r is beyond y alone, and beyond x alone."""
        goal = value(x) <= value(y)
        fs = [u, E * w]
        both = ar(goal, yes(x), yes(y), factors=fs)
        none = ar(goal, no(x), no(y), factors=fs)
        only_y = ar(goal, no(x), yes(y), inside, factors=fs) if inside else None
        only_x = ar(goal, yes(x), no(y), outside, factors=fs) if outside else None
        return goal, both, none, only_y, only_x

    le = assume(s <= t)
    grows_ = assume(forall(r, implies(at_(s), r <= t, E * w <= u)))
    falls_ = assume(forall(r, implies(at_(s), r <= t, u <= E * w)))
    never = contradiction(
        assume(not_(at_(s))), refuting(r <= s, contradiction(assume(at_(t)), ar(r <= t, assume(r <= s), le)))
    )
    between = lambda th: use(spec(th, r), assume(at_(s)), under_(t))
    goal, both, none, only, _ = compare(t, s, between(grows_), None)
    point_ = cases(at_(t), cases(at_(s), both, absurd(never, goal)), cases(at_(s), only, none))
    up = ar(gain(t) <= gain(s), V.le(r, point_))
    goal, both, none, _, only = compare(s, t, None, between(falls_))
    point_ = cases(at_(t), cases(at_(s), both, absurd(never, goal)), cases(at_(s), only, none))
    down = ar(gain(s) <= gain(t), V.le(r, point_))
    border = assume(forall(r, implies(at_(c), E * w <= u) & implies(r <= c, u <= E * w)))
    sides = spec(border, r)
    goal, both, none, only_c, only_t = compare(t, c, mp(left(sides), assume(at_(c))), mp(right(sides), under_(c)))
    point_ = cases(at_(t), cases(at_(c), both, only_t), cases(at_(c), only_c, none))
    best = ar(gain(t) <= gain(c), V.le(r, point_))
    one = discharge(le.concl, discharge(grows_.concl, up))
    two = discharge(le.concl, discharge(falls_.concl, down))
    return conj(conj(one, two), discharge(border.concl, best))


# ---- moments -------------------------------------------------------------------------------------------------------
@theorem(place="Accounting by moments", claims="delta-is-below-a-cut-chernoff-bound")
def delta_below_its_far_part_and_a_cut_moment(
    x: Real, c: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), l: Fun(A, R), far: Fun(A, o)
):
    """Some outputs are far: delta is at most their probability, and Chernoff's bound with the moment of the others."""
    k = EXP(c * LOG(c) - (1 + c) * LOG(1 + c))
    near = lambda a: truth(not_(far(a)))
    delta = M(lambda a: p(a) * MAX(0, 1 - EXP(x - l(a))))
    return implies(
        below(0, c),
        integral(ig, M),
        ig(p),
        ig(lambda a: p(a) * MAX(0, 1 - EXP(x - l(a)))),
        ig(lambda a: p(a) * EXP(c * l(a))),
        delta <= prob(weighted(M, p), far) + k * EXP(0 - c * x) * M(lambda a: p(a) * EXP(c * l(a)) * near(a)),
    )


@delta_below_its_far_part_and_a_cut_moment.proof
def _(x, c, ig, M, p, l, far, p0, c0, iM, ip, good, moment):
    u, e = p(a), MAX(0, 1 - EXP(x - l(a)))
    s, t = truth(far(a)), truth(not_(far(a)))
    s1, s0, sl, sh = decided(far(a))
    t1, t0, tl, th_ = decided(not_(far(a)))
    pu = spec(p0, a)
    e1 = use(
        ax("max_least", 0, 1 - EXP(x - l(a)), 1), ar(real(0) <= 1), ar(1 - EXP(x - l(a)) <= 1, exp_positive(x - l(a)))
    )
    yes, no = assume(far(a)), assume(not_(far(a)))
    goal = u * e <= u * s + u * e * t
    first = ar(
        goal,
        ar(u * e <= u, e1, pu),
        use(s1, yes),
        ar(real(0) <= u * e * t, ar(real(0) <= u * e, pu, ax("max_left", 0, 1 - EXP(x - l(a)))), tl),
        factors=[u],
    )
    second = ar(goal, use(s0, no), use(t1, no), factors=[u, u * e])
    V = Mean(iM, truth_is_bounded(a, far(a)), truth_is_bounded(a, not_(far(a))), inside=[good, ip])
    th = V.le(a, cases(far(a), first, second))
    bound = right(use(delta_is_below_its_chernoff_bound(x, c, ig, M, p, l), p0, iM, c0, good, moment))
    cut = spec(bound, lam(a, not_(far(a))))
    k = EXP(c * LOG(c) - (1 + c) * LOG(1 + c))
    rest = M(lam(a, u * EXP(c * l(a)) * t))
    delta = M(lam(a, u * e))
    return ar(delta <= prob(weighted(M, p), far) + k * EXP(0 - c * x) * rest, th, cut)


@theorem(place="Accounting by moments", claims="delta-is-above-one-less-the-affinity")
def delta_above_one_less_the_affinity(
    x: Real, c: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), l: Fun(A, R), common: Fun(A, o)
):
    """For 0 < c < 1 what delta leaves, where the loss is finite, is at most exp(c x) E exp(-c l)."""
    kept = lambda a: truth(common(a)) * (1 - MAX(0, 1 - EXP(x - l(a))))
    delta = M(lambda a: p(a) * (1 - kept(a)))
    moment = lambda a: p(a) * (truth(common(a)) * EXP(0 - c * l(a)))
    return implies(
        below(0, c) & below(c, 1),
        integral(ig, M),
        ig(p),
        M(p).eq(1),
        ig(moment),
        M(lambda a: p(a) * kept(a)).eq(1 - delta) & (1 - delta <= EXP(c * x) * M(moment)),
    )


@delta_above_one_less_the_affinity.proof
def _(x, c, ig, M, p, l, common, p0, cc, iM, ip, mass, moment):
    u, t, g = p(a), truth(common(a)), EXP(0 - c * l(a))
    left_ = 1 - MAX(0, 1 - EXP(x - l(a)))
    _, _, tl, _ = decided(common(a))
    most = use(
        ax("max_least", 0, 1 - EXP(x - l(a)), 1), ar(real(0) <= 1), ar(1 - EXP(x - l(a)) <= 1, exp_positive(x - l(a)))
    )
    low = ax("max_left", 0, 1 - EXP(x - l(a)))
    e = MAX(0, 1 - EXP(x - l(a)))
    losses = shown(lam(a, e), real(1), ar(0 - real(1) <= e, low), most, a)
    V = Mean(iM, truth_is_bounded(a, common(a)), losses, inside=[moment, ip])
    delta = M(lam(a, u * (1 - t * left_)))
    both = [V.linear(a, one) for one in (u * (t * left_), u * (1 - t * left_))]
    first = ar(M(lam(a, u * (t * left_))).eq(1 - delta), *both, mass)
    power_ = use(what_a_loss_leaves_is_below_a_power(x, l(a), c), cc)
    grown = subst(
        ar((c * x + (0 - c * l(a))).eq(c * (x - l(a)))),
        ax("exp_plus", c * x, 0 - c * l(a)),
        lambda t: EXP(t).eq(EXP(c * x) * g),
    )
    ut = ar(real(0) <= u * t, spec(p0, a), tl)
    point_ = ar(
        u * (t * left_) <= EXP(c * x) * (u * (t * g)),
        ar(u * t * left_ <= u * t * EXP(c * (x - l(a))), power_, ut, factors=[u * t]),
        grown,
        factors=[u * t],
    )
    second = ar(1 - delta <= EXP(c * x) * M(lam(a, u * (t * g))), V.le(a, point_), *both, mass)
    return conj(first, second)


@theorem(place="Accounting by moments", claims="the-chernoff-constant-is-below-one")
def chernoffs_bound_without_its_constant(
    e: Real, c: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), l: Fun(A, R)
):
    """k(c) = exp(c log c - (1 + c) log(1 + c)) is below 1 for c > 0, so delta is at most E exp(c l) exp(-c e)."""
    k = EXP(c * LOG(c) - (1 + c) * LOG(1 + c))
    moment = M(lambda a: p(a) * EXP(c * l(a)))
    bound = implies(*integrable(ig, M, p, l, e, c), real(0) <= moment, loss_pair(M, p, l, e) <= moment * EXP(0 - c * e))
    return implies(below(0, c), below(k, 1) & bound)


@chernoffs_bound_without_its_constant.proof
def _(e, c, ig, M, p, l, p0, c0):
    d = c * LOG(c) - (1 + c) * LOG(1 + c)
    neg, k = use(chernoff_constant_is_below_one(c), c0), EXP(d)
    wrong = assume(real(1) <= k)
    unit_ = subst(ar((d + (0 - d)).eq(real(0))), ax("exp_plus", d, 0 - d), lambda t: EXP(t).eq(k * EXP(0 - d)))
    dp = use(ax("total", 0, d), neg)
    top = ar(EXP(0 - d) <= 1, unit_, exp_zero.thm, ar(EXP(0 - d) <= k * EXP(0 - d), wrong, exp_positive(0 - d)))
    small = refuting(wrong.concl, contradiction(neg, ar(real(0) <= d, top, ax("exp_above", 0 - d))))
    facts = [assume(q) for q in integrable(ig, M, p, l, e, c)]
    moment = M(lam(a, p(a) * EXP(c * l(a))))
    m0 = assume(real(0) <= moment)
    th = use(divergence_by_chernoffs_bound(e, c, ig, M, p, l), p0, c0, *facts)
    le = ar(
        k * (EXP(0 - c * e) * moment) <= EXP(0 - c * e) * moment,
        use(ax("total", 1, k), small),
        ar(real(0) <= EXP(0 - c * e) * moment, m0, exp_positive(0 - c * e)),
    )
    end = discharge(m0.concl, ar(loss_pair(M, p, l, e) <= moment * EXP(0 - c * e), th, le))
    for one in reversed(facts):
        end = discharge(one.concl, end)
    return conj(small, end)


@theorem(place="Integer queries, other mechanisms", claims="the-discrete-gaussian-loss-is-that-of-the-gaussian")
def losses_of_discrete_gaussian_noise_have_no_bound(c: Real, v: Real, d: Odds):
    """Noise k of probability c exp(-k^2/(2 v)), answers d apart: the loss is (2 k d + d^2)/(2 v), and no odds hold."""
    p = lambda k: c * EXP(0 - over(k * k, 2 * v))
    loss = lambda k: over(2 * k * d + d * d, 2 * v)
    exact = each(R, lambda k: LOG(over(p(k), p(k + d))).eq(loss(k)))
    beyond_ = each(R, lambda e: some(N, lambda k: below(e, loss(num(k)))))
    pure = each(R, lambda E: not_(each(N, lambda k: p(num(k)) <= E * p(num(k) + d))))
    return implies(below(0, c), below(0, v), exact & beyond_ & pure)


@losses_of_discrete_gaussian_noise_have_no_bound.proof
def _(c, v, d, d1, c0, v0):
    k, e, E = var("k", R), var("e", R), var("E", R)
    p = lambda k: c * EXP(0 - over(k * k, 2 * v))
    loss = lambda k: over(2 * k * d + d * d, 2 * v)
    known = use(loss_of_the_discrete_gaussian(c, v, 0 - d, k), c0)
    same_ = ar((k - (0 - d)).eq(k + d))
    value = ar((((0 - d) * (0 - d) - 2 * k * (0 - d)) * INV(2 * v)).eq(loss(k)))
    first = subst(
        same_, right(known), lambda t: LOG(over(p(k), p(t))).eq(((0 - d) * (0 - d) - 2 * k * (0 - d)) * INV(2 * v))
    )
    exact = gen(k, ar(LOG(over(p(k), p(k + d))).eq(loss(k)), first, value))
    u2, i2 = positive(2 * v, algebra(below(0, 2 * v), v0))
    vp = use(ax("total", 2 * v, 0), algebra(below(0, 2 * v), v0))
    q = lambda e: lam(n, below(e, loss(num(n))))

    def found(e):
        """Some natural number has a loss above e."""
        nothing, few = assume(not_(exists(q(e)))), assume(loss(num(n)) <= e)
        high = assume(not_(loss(num(n)) <= e))
        n0 = spec(numbers_are_not_negative.thm, n)
        low = ar(
            num(n) <= e * (2 * v),
            ar(
                2 * num(n) * d + d * d <= e * (2 * v),
                ar(loss(num(n)) * (2 * v) <= e * (2 * v), few, vp),
                u2,
                factors=[2 * num(n) * d + d * d],
            ),
            ar(num(n) <= num(n) * d, n0, d1),
            n0,
            ar(real(0) <= d * d, d1),
        )
        there = absurd(
            contradiction(nothing, witness(n, same(high, below(e, loss(num(n)))), q(e))), num(n) <= e * (2 * v)
        )
        every = gen(n, cases(few.concl, low, there))
        yes = assume(exists(q(e)))
        return cases(exists(q(e)), yes, absurd(contradiction(archimedes(e * (2 * v)), every), exists(q(e))))

    bounded_ = assume(forall(n, p(num(n)) <= E * p(num(n) + d)))

    def clash(th):
        t = num(n)
        own = use(loss_of_the_discrete_gaussian(c, v, 0 - d, t), c0)
        x = 0 - over((t + d) * (t + d), 2 * v)
        pos = same(use(products_are_positive(c, EXP(x)), c0, exp_is_positive(x)), below(0, p(t + d)))
        unit, i0 = positive(p(t + d), pos)
        ratio = subst(
            ar((t - (0 - d)).eq(t + d)),
            left(own),
            lambda s: over(p(t), p(s)).eq(EXP(((0 - d) * (0 - d) - 2 * t * (0 - d)) * INV(2 * v))),
        )
        y = ((0 - d) * (0 - d) - 2 * t * (0 - d)) * INV(2 * v)
        up = ar(
            p(t) * INV(p(t + d)) <= E,
            ar(p(t) * INV(p(t + d)) <= E * p(t + d) * INV(p(t + d)), spec(bounded_, n), i0),
            unit,
            factors=[E],
        )
        low = ar(loss(t) <= E, up, ratio, ax("exp_above", y))
        return contradiction(same(th, below(E, loss(t))), low)

    none = refuting(bounded_.concl, given(found(E), n, clash))
    return conj(conj(exact, gen(e, found(e))), gen(E, none))


# ---- sums and intervals --------------------------------------------------------------------------------------------
@theorem(place="Sampling with replacement", claims="largest-loss-of-all-pairs-below-one-sum-over-types")
def losses_of_all_pairs_are_below_one_sum(f: Fun(N, Nonneg), g: Fun(N, Nonneg), D: Fun(N, N, R), n: Nat):
    """If the divergence of each ordered pair of types is at most f(i) + g(j), all are at most the sum over types."""
    pairs_ = each(N, lambda i: each(N, lambda j: implies(among(n, i), among(n, j), D(i)(j) <= f(i) + g(j))))
    all_ = each(N, lambda i: each(N, lambda j: implies(among(n, i), among(n, j), D(i)(j) <= total(f, n) + total(g, n))))
    return implies(pairs_, all_)


@losses_of_all_pairs_are_below_one_sum.proof
def _(f, g, D, n, f0, g0, pairs_):
    def member(f, f0, k):
        """A summand is at most the sum."""
        claim = lambda m: (real(0) <= total(f, m)) & implies(among(m, k), f(k) <= total(f, m))
        had, now = assume(claim(m)), assume(among(SUCC(m), k))
        fm = spec(f0, m)
        before = ar(f(k) <= total(f, SUCC(m)), mp(right(had), assume(among(m, k))), fm)
        last = assume(eq(k, m))
        own = subst(symmetric(last), ar(f(m) <= total(f, SUCC(m)), left(had)), lambda j: f(j) <= total(f, SUCC(m)))
        end = split(same(now, or_(among(m, k), eq(k, m))), before, own)
        step_ = conj(ar(real(0) <= total(f, SUCC(m)), left(had), fm), discharge(now.concl, end))
        out = assume(among(ZERO, k))
        base = conj(ar(real(0) <= total(f, ZERO)), discharge(out.concl, absurd(out, f(k) <= total(f, ZERO))))
        return right(spec(induct(m, base, discharge(claim(m), step_)), n))

    hi, hj = assume(among(n, i)), assume(among(n, j))
    le = use(spec(pairs_, i, j), hi, hj)
    end = ar(D(i)(j) <= total(f, n) + total(g, n), le, mp(member(f, f0, i), hi), mp(member(g, g0, j), hj))
    return gen(i, gen(j, discharge(hi.concl, discharge(hj.concl, end))))


@theorem(place="Accounting for choices", claims="the-worst-interval-of-losses")
def worst_interval_of_losses(E: Real, a: Real, t: Real, r: Real):
    """With r^2 E = a: (t - a)(1/t - 1/E)/(1 - 1/E) <= (1 - r)^2/(1 - 1/E), equal at t = r E, and 1 - a is no more."""
    value = lambda t: over((t - a) * (INV(t) - INV(E)), 1 - INV(E))
    top = over((1 - r) * (1 - r), 1 - INV(E))
    return implies(
        below(1, E),
        (r * r * E).eq(a),
        below(0, t),
        (value(t) <= top) & implies(t.eq(r * E), value(t).eq(top)) & (1 - a <= top),
    )


@worst_interval_of_losses.proof
def _(E, a, t, r, e1, root, t0):
    (ue, ie), (ut, it) = positive(E, algebra(below(0, E), e1)), positive(t, t0)
    i, j = INV(E), INV(t)
    g = 1 - i
    ge = use(ax("total", E, 1), e1)
    less = ar(real(0) <= g, ar(i * 1 <= i * E, ge, ie), ue)
    flat = assume(g.eq(0))
    unit = inverse(g, refuting(flat.concl, contradiction(e1, ar(E <= 1, flat, ue, factors=[E]))))
    k = INV(g)
    k0 = ar(real(0) <= k, unit, less, squares=[k], hints=[(1, 2)], factors=[k])
    # (1 - r)^2 - (t - a)(1/t - 1/E) = (t - r E)^2/(t E)
    ij = ar(real(0) <= i * j, ie, it)
    rest = (t - r * E) * (t - r * E) * (i * j)
    exact = ar(
        ((1 - r) * (1 - r) - (t - a) * (j - i)).eq(rest),
        root,
        ue,
        ut,
        factors=[
            j,
            i,
            t * i,
            t * j,
            r * r * E * j,
            r * r,
            r,
            a * i,
            r * t * j,
            real(1),
            r * r * E * i * j * E,
            r * r * j * E,
            r * t * j * E * i,
        ],
    )
    le = ar((t - a) * (j - i) <= (1 - r) * (1 - r), exact, ar(real(0) <= rest, ij, squares=[t - r * E]))
    first = ar((t - a) * (j - i) * k <= (1 - r) * (1 - r) * k, le, k0)
    at_ = assume(t.eq(r * E))
    zero = ar(rest.eq(0), at_, factors=[(t - r * E) * (i * j)])
    second = ar(((t - a) * (j - i) * k).eq((1 - r) * (1 - r) * k), exact, zero, factors=[k])
    # (1 - a)(1 - 1/E) <= (1 - r)^2, as (r E - 1)^2/E is not negative
    low = ar(
        (1 - a) * g <= (1 - r) * (1 - r),
        root,
        ue,
        ar(real(0) <= (r * E - 1) * (r * E - 1) * i, ie, squares=[r * E - 1]),
        factors=[i, r, r * r, r * r * E],
    )
    third = ar(
        1 - a <= (1 - r) * (1 - r) * k, ar((1 - a) * g * k <= (1 - r) * (1 - r) * k, low, k0), unit, factors=[1 - a]
    )
    return conj(conj(first, discharge(at_.concl, second)), third)
