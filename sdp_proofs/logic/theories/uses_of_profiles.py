"""Profiles in use: bisection, sampled batches, hidden records, the response above a profile, ratios, errors."""

from sdp_proofs.logic.theories.conversions import *
from sdp_proofs.logic.theories.counts_and_tails import loss_curves_lie_below_their_chords
from sdp_proofs.logic.vocabulary import *

a, x, y, z, k, n = var("a", A), var("x", X), var("y", X), var("z", Z), var("k", N), var("n", N)
f = var("f", fn(A, R))
HALF = Fraction(1, 2)


# ---- profiles ------------------------------------------------------------------------------------------------------
@theorem(place="Accounting by profiles", claims="delta-falls-in-epsilon")
def bisection_encloses_the_least_odds(E: Real, F: Real, P: Law[A], Q: Law[A], d: Real, low: Real, high: Real, n: Nat):
    """Larger odds leave less, at each output and in all; n halvings enclose the odds from which on d is met."""
    D = lambda E: divergence(E, P, Q)
    outputs = each(R, lambda p: each(Nonneg, lambda q: MAX(0, p - F * q) <= MAX(0, p - E * q)))
    falls = implies(E <= F, (outputs & (D(F) <= D(E))) & implies(D(E) <= d, D(F) <= d))
    halved = lambda u, v: (below(d, D(u)) & (D(v) <= d)) & (v - u).eq(power(real(HALF), n) * (high - low))
    return falls & implies(below(d, D(low)), D(high) <= d, some(R, lambda u: some(R, lambda v: halved(u, v))))


@bisection_encloses_the_least_odds.proof
def _(E, F, P, Q, d, low, high, n, lP, lQ):
    D, m = lambda E: divergence(E, P, Q), var("m", N)
    le, p, q = assume(E <= F), var("p", R), var("q", R)
    q0 = assume(real(0) <= q)
    top = MAX(0, p - E * q)
    out = use(
        ax("max_least", 0, p - F * q, top),
        ax("max_left", 0, p - E * q),
        ar(p - F * q <= top, ax("max_right", 0, p - E * q), le, q0),
    )
    whole = use(delta_falls_in_epsilon(E, F, P, Q), lP, lQ, le)
    all_ = conj(gen(p, gen(q, discharge(q0.concl, out))), left(whole))
    falls = discharge(le.concl, conj(all_, at(right(whole), d)))
    first, last = assume(below(d, D(low))), assume(D(high) <= d)
    u, v = var("u", R), var("v", R)
    width = lambda m: power(real(HALF), m) * (high - low)
    half = lambda m, u, v: (below(d, D(u)) & (D(v) <= d)) & (v - u).eq(width(m))
    inner = lambda m, u: lam(var("t", R), half(m, u, var("t", R)))
    outer = lambda m: lam(u, exists(inner(m, u)))
    claim = lambda m: exists(outer(m))
    found = lambda m, s, t, th: witness(s, witness(t, th, inner(m, s)), outer(m))
    base = found(ZERO, low, high, conj(conj(first, last), ar((high - low).eq(width(ZERO)))))

    def step(th):
        def inside(th):
            (far, near, wide), mid = parts(th), real(HALF) * (u + v)
            yes, no = assume(D(mid) <= d), assume(not_(D(mid) <= d))
            one = conj(conj(same(far, below(d, D(u))), yes), ar((mid - u).eq(width(SUCC(m))), wide))
            two = conj(conj(same(no, below(d, D(mid))), near), ar((v - mid).eq(width(SUCC(m))), wide))
            return cases(yes.concl, found(SUCC(m), u, mid, one), found(SUCC(m), mid, v, two))

        return given(same(th, exists(inner(m, u))), v, inside)

    hyp = assume(claim(m))
    th = spec(induct(m, base, discharge(hyp.concl, given(hyp, u, step))), n)
    return conj(falls, discharge(first.concl, discharge(last.concl, th)))


@theorem(place="Accounting by profiles", claims="a-mixture-of-pairs-loses-no-more-than-the-worst")
def mixtures_of_pairs_and_sampled_batches(
    E: Real, h: Real, W: Law[Z], G: Channel[Z, A], K: Channel[Z, A], q: Real, M: Channel[Z, A], add: Fun(Z, Z)
):
    """Pairs of divergence at most h have mixtures of at most h; Poisson pairs have a sampled profile."""
    pair = lambda z: mix(q, M(add(z)), M(z))
    F = over(E - 1 + q, q)
    batch = each(Z, lambda z: divergence(E, pair(z), M(z)).eq(q * divergence(F, M(add(z)), M(z))))
    small = each(Z, lambda z: q * divergence(F, M(add(z)), M(z)) <= h)
    both = divergence(E, bind(W, pair), bind(W, M)) <= h
    first = implies(each(Z, lambda z: divergence(E, G(z), K(z)) <= h), divergence(E, bind(W, G), bind(W, K)) <= h)
    return first & implies(below(0, q), q <= 1, batch & implies(small, both))


@mixtures_of_pairs_and_sampled_batches.proof
def _(E, h, W, G, K, q, M, add, lW, cG, cK, cM):
    pairs_ = assume(forall(z, divergence(E, G(z), K(z)) <= h))
    first = discharge(
        pairs_.concl, use(mixture_of_pairs_loses_no_more_than_the_worst(E, h, W, G, K), lW, cG, cK, pairs_)
    )
    q0, q1 = assume(below(0, q)), assume(q <= 1)
    pair, F = lam(z, mix(q, M(add(z)), M(z))), over(E - 1 + q, q)
    one, two = law_at(cM, add(z)), law_at(cM, z)
    equal = use(profile_of_a_sampled_pair(q, E, M(add(z)), M(z)), one, two, q0, q1)
    equal = to(equal, divergence(E, pair(z), M(z)).eq(q * divergence(F, M(add(z)), M(z))))
    small = assume(forall(z, q * divergence(F, M(add(z)), M(z)) <= h))
    lS = use(mixtures_are_laws(q, M(add(z)), M(z)), use(ax("total", q, 0), q0), q1, one, two)
    chan = same(gen(z, lS), call("channel", pair))
    each_ = gen(z, ar(divergence(E, pair(z), M(z)) <= h, equal, spec(small, z)))
    th = use(mixture_of_pairs_loses_no_more_than_the_worst(E, h, W, pair, M), lW, chan, cM, each_)
    second = conj(gen(z, equal), discharge(small.concl, th))
    return conj(first, discharge(q0.concl, discharge(q1.concl, second)))


@theorem(place="Accounting by profiles", claims="a-record-that-is-not-drawn-is-hidden")
def hidden_records_lose_at_most_what_a_revealed_origin_loses(
    q: Rate, E: Nonneg, P: Law[A], Q: Law[A], S: Law[A], m: Nonneg, u: Nonneg, w: Nonneg
):
    """Drawn with chance q: q p + (1 - q) max(0, 1 - E) m at an output, q + (1 - q) max(0, 1 - E) in all, attained."""
    rest = MAX(0, 1 - E)
    output = MAX(0, (1 - q) * m + q * u - E * ((1 - q) * m + q * w)) <= q * u + (1 - q) * m * rest
    tells = lambda answer: mix(q, point(answer), point(TWO))
    most = q + (1 - q) * rest
    return (output & (divergence(E, mix(q, P, S), mix(q, Q, S)) <= most)) & divergence(E, tells(HEAD), tells(TAIL)).eq(
        most
    )


@hidden_records_lose_at_most_what_a_revealed_origin_loses.proof
def _(q, E, P, Q, S, m, u, w, q0, q1, e0, lP, lQ, lS, m0, u0, w0):
    rest = MAX(0, 1 - E)
    r0, r1 = ax("max_left", 0, 1 - E), ax("max_right", 0, 1 - E)
    k0 = ar(real(0) <= (1 - q) * m, q1, m0)
    top = q * u + (1 - q) * m * rest
    more = ar(
        top >= (1 - q) * m + q * u - E * ((1 - q) * m + q * w),
        ar((1 - q) * m * (1 - E) <= (1 - q) * m * rest, r1, k0),
        ar(real(0) <= E * (q * w), e0, ar(real(0) <= q * w, q0, w0)),
    )
    zero = ar(real(0) <= top, ar(real(0) <= q * u, q0, u0), ar(real(0) <= (1 - q) * m * rest, k0, r0))
    first = use(ax("max_least", 0, (1 - q) * m + q * u - E * ((1 - q) * m + q * w), top), zero, more)
    second = use(record_that_is_not_drawn_is_hidden(q, E, P, Q, S), q0, q1, e0, lP, lQ, lS)
    sure = [same(certain(t), law(point(t))) for t in (HEAD, TAIL, TWO)]
    U, V = (mix(q, point(t), point(TWO)) for t in (HEAD, TAIL))
    lU, lV = (
        use(mixtures_are_laws(q, point(t), point(TWO), A=N), q0, q1, th, sure[2])
        for t, th in ((HEAD, sure[0]), (TAIL, sure[1]))
    )
    third = use(record_that_is_not_drawn_is_hidden(q, E, point(HEAD), point(TAIL), point(TWO), A=N), q0, q1, e0, *sure)
    D, most = divergence(E, U, V), q + (1 - q) * rest
    t1, H1 = table_test(1, 0, 1)
    t2, H2 = table_test(1, 0, 0)
    one = ar(q + (1 - q) * (1 - E) <= D, nearest(E, U, V, lU, lV, t1, H1))
    two = ar(q <= D, nearest(E, U, V, lU, lV, t2, H2))
    back = algebra(most <= D, one, two, q1)
    equal = use(ax("antisymmetry", D, most), to(third, most >= D), back)
    return conj(conj(first, second), equal)


@theorem(place="Composition", claims="loss-curves-lie-below-their-chords")
def profiles_lie_below_that_of_a_response_that_may_tell(E: Odds, d: Rate, w: Rate, P: Law[A], Q: Law[A]):
    """With both divergences at E at most d: the profile is convex, and below that of a response that tells with d."""
    D = lambda E: divergence(E, P, Q)
    U, V = both_told(E, d)
    t = over(w, E) + (1 - w) * E
    low = 1 - INV(E) + over(divergence(E, Q, P), E)
    convex = each(R, lambda s: each(R, lambda t: D(w * s + (1 - w) * t) <= w * D(s) + (1 - w) * D(t)))
    ends = D(INV(E)).eq(low) & (D(t) <= w * low + (1 - w) * D(E))
    beyond = (D(over(w, E)) <= w * low + (1 - w)) & (D(E + w) <= D(E))
    response = divergence(t, U, V).eq(d + (1 - d) * over(E - t, E + 1))
    return (
        convex
        & (ends & beyond)
        & implies(D(E) <= d, divergence(E, Q, P) <= d, response & (D(t) <= divergence(t, U, V)))
    )


@profiles_lie_below_that_of_a_response_that_may_tell.proof
def _(E, d, w, P, Q, e1, d0, d1, w0, w1, lP, lQ):
    D, s, t_ = lambda E: divergence(E, P, Q), var("s", R), var("t", R)
    convex = gen(s, gen(t_, use(profiles_lie_below_their_chords(w, s, t_, P, Q), w0, w1, lP, lQ)))
    known = use(loss_curves_lie_below_their_chords(E, w, P, Q), e1, w0, w1, lP, lQ)
    ends = parts(known)
    one, two = assume(D(E) <= d), assume(divergence(E, Q, P) <= d)
    U, V = both_told(E, d)
    lU, lV = told_are_laws(E, d, e1, d0, d1)
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    ue, ie = positive(E, e1)
    t, i, j = over(w, E) + (1 - w) * E, INV(E + 1), INV(E)
    low, high = (
        ar(t >= j, ar(real(0) <= (1 - w) * (E - j), w1, ar(j <= E, ue, e1, ie, hints=[(0, 1), (1, 2)])), ue),
        ar(t <= E, ar(real(0) <= w * (E - j), w0, ar(j <= E, ue, e1, ie, hints=[(1, 2)])), ue),
    )
    top = d + (1 - d) * (E - t) * i
    g = var("g", fn(N, R))
    H, ob, lo, hi = a_test(g)
    x0, x1, x2, x3 = (g(v) for v in (HEAD, TAIL, TWO, THREE))
    t0 = ar(real(0) <= t, low, ie)
    gap = ar((E - t) * i >= 0, high, i0)
    te = ar(real(1) <= t * E, ar(j * E <= t * E, low, e1), ue)
    # U g - t V g = d (g2 - t g3) + (1 - d) ((E - t) g0 + (1 - t E) g1)/(E + 1)
    tail_ = ar(
        real(0) <= (1 - d) * ((t * E - 1) * i * x1),
        d1,
        ar(real(0) <= (t * E - 1) * i * x1, ar(real(0) <= (t * E - 1) * i, te, i0), lo(TAIL)),
    )
    head = ar(
        (1 - d) * ((E - t) * i * x0) <= (1 - d) * ((E - t) * i), d1, ar((E - t) * i * x0 <= (E - t) * i, gap, hi(HEAD))
    )
    three = ar(real(0) <= d * (t * x3), d0, ar(real(0) <= t * x3, t0, lo(THREE)))
    deux = ar(d * x2 <= d, d0, hi(TWO))
    F = t
    bound = ar(
        U(g) <= F * V(g) + top,
        tail_,
        head,
        three,
        deux,
        unit,
        factors=[x0, x1, d * x0, d * x1, F * x0, F * d * x0, F * x1, F * d * x1, real(1), d],
    )
    up = least(F, top, U, V, lU, lV, bound, g)
    tt, HT = table_test(1, 0, 1, 0)
    down = ar(top <= divergence(F, U, V), nearest(F, U, V, lU, lV, tt, HT), unit, factors=[d, real(1), F, F * d])
    equal = use(ax("antisymmetry", divergence(F, U, V), top), up, down)
    chord = ends[1]
    lower = w * (1 - j + divergence(E, Q, P) * j) + (1 - w) * D(E)
    weigh = ar(
        lower <= w * (1 - j + d * j) + (1 - w) * d,
        ar(w * (divergence(E, Q, P) * j) <= w * (d * j), w0, ar(divergence(E, Q, P) * j <= d * j, two, ie)),
        ar((1 - w) * D(E) <= (1 - w) * d, w1, one),
    )
    at_ = ar((E - t).eq(w * (E - j)))
    exact = ar(((E - t) * i).eq(w * (1 - j)), at_, unit, ue, factors=[w, w * i, i, j * w, w * j * i, w * E * i, w * E])
    below_ = ar(D(t) <= divergence(F, U, V), chord, weigh, equal, exact, factors=[real(1), 1 - d, d])
    goal = divergence(t, U, V).eq(d + (1 - d) * over(E - t, E + 1))
    both = conj(ar(goal, equal), below_)
    return conj(
        conj(convex, conj(conj(ends[0], ends[1]), conj(ends[2], ends[3]))),
        discharge(one.concl, discharge(two.concl, both)),
    )


# ---- ratios and errors ---------------------------------------------------------------------------------------------
def beyond(E, p, q):
    """The events of a ratio above 2E + 1 and of one below 1/(2E + 1), at an output."""
    F = 2 * E + 1
    return below(F * q, p), below(F * p, q)


@theorem(place="Ratios")
def mass_beyond_the_window(
    E: Odds, d: Real, k: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, R)
):
    """With slacks d and k of both directions, ratios beyond 2E + 1 have a mass of ((2E + 1) d + k)/(E + 1)."""
    P, Q = weighted(M, p), weighted(M, q)
    outside = prob(P, lambda a: or_(*beyond(E, p(a), q(a))))
    return implies(
        integral(ig, M),
        ig(p),
        ig(q),
        M(p).eq(1),
        close(E, d, P, Q),
        close(E, k, Q, P),
        outside <= over(2 * E + 1, E + 1) * d + over(1, E + 1) * k,
    )


@mass_beyond_the_window.proof
def _(E, d, k, ig, M, p, q, e1, p0, iM, ip, iq, mp_, there, back):
    u, w, F = p(a), q(a), 2 * E + 1
    up, down = beyond(E, u, w)
    s, t = truth(up), truth(down)
    ks, kt = truth_is_bounded(a, up), truth_is_bounded(a, down)
    (s1, s0, sl, sh), (t1, t0, tl, th_) = decided(up), decided(down)
    P, Q, V = weighted(M, p), weighted(M, q), Mean(iM, ks, kt, inside=[ip, iq])
    g1 = use(at(there, lam(a, s)), make_test(a, s, sl, sh))
    g2 = use(at(back, lam(a, t)), make_test(a, t, tl, th_))
    yes, no = assume(up), assume(not_(up))
    goal = (E + 1) * (u * s) <= F * (u * s - E * (w * s))
    big = use(ax("total", u, F * w), yes)
    one = cases(
        up,
        ar(goal, use(s1, yes), ar(F * w * E <= u * E, big, e1), factors=[u, F * u, E * u, F * E * w]),
        ar(goal, use(s0, no), factors=[u, F * u, E * u, F * E * w]),
    )
    yes, no = assume(down), assume(not_(down))
    goal = (E + 1) * (u * t) <= w * t - E * (u * t)
    two = cases(
        down,
        ar(goal, use(t1, yes), use(ax("total", w, F * u), yes), factors=[u, F * u, E * u, w]),
        ar(goal, use(t0, no), factors=[u, F * u, E * u, w]),
    )
    ps, qs, pt, qt = P(lam(a, s)), Q(lam(a, s)), P(lam(a, t)), Q(lam(a, t))
    f0 = ar(real(0) <= F, e1)
    sum_ = ar((E + 1) * (ps + pt) <= F * d + k, V.le(a, one), V.le(a, two), g2, ar(F * (ps - E * qs) <= F * d, g1, f0))
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    top = over(F, E + 1) * d + over(1, E + 1) * k
    all_ = ar(ps + pt <= top, sum_, unit, i0, hints=[(0, 2)], factors=[ps, pt])
    lP = use(law_of_density(ig, M, p), iM, ip, p0, mp_)
    whole = or_(up, down)
    r, H = truth(whole), assume(whole)
    cover = r <= s + t
    point_ = cases(
        whole,
        split(
            H,
            ar(cover, decided(whole)[3], use(s1, assume(up)), tl),
            ar(cover, decided(whole)[3], use(t1, assume(down)), sl),
        ),
        ar(cover, use(decided(whole)[1], assume(not_(whole))), sl, tl),
    )
    th = Mean(lP, ks, kt, truth_is_bounded(a, whole)).le(a, point_)
    return ar(P(lam(a, r)) <= top, th, all_)


@theorem(
    place="Ratios",
    claims="ratios-within-twice-the-odds-plus-one one-ratio-in-the-wider-window-with-one-minus-twice-delta",
)
def ratios_of_neighbours_and_the_mass_beyond(
    near: Fun(X, X, o), E: Odds, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(X, A, R), x: X, y: X, delta: Real
):
    """Beyond 2E + 1 lies at most (2E + 1)/(E + 1) D + D'/(E + 1) <= 2 delta(x), within it 1 - 2 delta(x)."""
    F, S = 2 * E + 1, function(X, lambda x: weighted(M, p(x)))
    inside = prob(S(x), lambda a: (p(x)(a) <= F * p(y)(a)) & (p(y)(a) <= F * p(x)(a)))
    outside = prob(S(x), lambda a: or_(*beyond(E, p(x)(a), p(y)(a))))
    loss = greatest_loss(near, S, E, x)
    mass = over(F, E + 1) * divergence(E, S(x), S(y)) + over(1, E + 1) * divergence(E, S(y), S(x))
    outputs = each(
        Nonneg,
        lambda u: each(
            R,
            lambda w: (
                implies(below(F * w, u), u <= over(F, E + 1) * (u - E * w))
                & implies(below(F * u, w), u <= over(1, E + 1) * (w - E * u))
            ),
        ),
    )
    return implies(
        integral(ig, M),
        each(X, lambda x: ig(p(x)) & M(p(x)).eq(1)),
        each(X, lambda x: each(A, lambda a: real(0) <= p(x)(a))),
        near(x, y),
        (outputs & ((outside <= mass) & (mass <= 2 * loss)))
        & ((1 - 2 * loss <= inside) & implies(near(y, x), private(near, S, E, delta), 1 - 2 * delta <= inside)),
    )


@ratios_of_neighbours_and_the_mass_beyond.proof
def _(near, E, ig, M, p, x, y, delta, e1, iM, good, pos, xy):
    e0, F, S = ar(real(0) <= E, e1), 2 * E + 1, lam(x, weighted(M, p(x)))
    v, u, w = var("v", X), var("u", R), var("w", R)
    lM = gen(
        v,
        same(use(law_of_density(ig, M, p(v)), iM, left(spec(good, v)), spec(pos, v), right(spec(good, v))), law(S(v))),
    )
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    u0, far, close_ = assume(real(0) <= u), assume(below(F * w, u)), assume(below(F * u, w))
    up = ar((E + 1) * u <= F * (u - E * w), ar(F * w * E <= u * E, use(ax("total", u, F * w), far), e1))
    down = ar((E + 1) * u <= w - E * u, use(ax("total", w, F * u), close_))
    one = ar(u <= over(F, E + 1) * (u - E * w), up, unit, i0, hints=[(0, 2)], factors=[u])
    two = ar(u <= over(1, E + 1) * (w - E * u), down, unit, i0, hints=[(0, 2)], factors=[u])
    outputs = gen(u, discharge(u0.concl, gen(w, conj(discharge(far.concl, one), discharge(close_.concl, two)))))
    (ix, mx), (iy, _) = (parts(spec(good, t)) for t in (x, y))
    P, Q = weighted(M, p(x)), weighted(M, p(y))
    D, K = divergence(E, P, Q), divergence(E, Q, P)
    lP, lQ = same(spec(lM, x), law(P)), same(spec(lM, y), law(Q))
    near_ = left(use(divergence_at_any_odds(E, P, Q), lP, lQ)), left(use(divergence_at_any_odds(E, Q, P), lQ, lP))
    th = mass_beyond_the_window(E, D, K, ig, M, p(x), p(y))
    mass = use(th, e1, spec(pos, x), iM, ix, iy, mx, *near_)
    loss = greatest_loss(near, S, E, x)
    pair = use(at(left(use(greatest_loss_is_least(near, S, E, x), lM, e0)), y), xy)
    d1 = use(at(right(use(divergence_at_any_odds(E, P, Q), lP, lQ)), loss), to(left(pair), close(E, loss, P, Q)))
    d2 = use(at(right(use(divergence_at_any_odds(E, Q, P), lQ, lP)), loss), to(right(pair), close(E, loss, Q, P)))
    i = INV(E + 1)
    small = ar(
        F * i * D + 1 * i * K <= 2 * loss,
        ar(F * i * D <= F * i * loss, d1, ar(real(0) <= F * i, e1, i0)),
        ar(i * K <= i * loss, d2, i0),
        unit,
        factors=[loss],
    )
    rest = use(ratios_within_twice_the_odds_plus_one(near, E, ig, M, p, x, y, delta), e1, iM, good, pos, xy)
    return conj(conj(outputs, conj(mass, small)), rest)


@theorem(place="Sec. 2, Justification 1", claims="dp-bounds-both-errors")
def inequality_one_bounds_both_errors(E: Real, delta: Real, P: Law[A], Q: Law[A], f: Fun(A, R)):
    """From (1) for a rejection region and its complement, both ways: E times one error plus the other, both ways."""
    g = function(A, lambda a: 1 - f(a))
    le = lambda P, Q, f: P(f) <= E * Q(f) + delta
    return implies(test(f), le(Q, P, f), le(P, Q, g), (1 - delta <= E * P(f) + Q(g)) & (1 - delta <= E * Q(g) + P(f)))


@inequality_one_bounds_both_errors.proof
def _(E, delta, P, Q, f, lP, lQ, H, there, back):
    known = use(tests_are_bounded(f), H)
    p, q = (Mean(one, known).linear(a, 1 - f(a)) for one in (lP, lQ))
    g = lam(a, 1 - f(a))
    return conj(
        ar(1 - delta <= E * P(f) + Q(g), there, q), ar(1 - delta <= E * Q(g) + P(f), back, p, factors=[real(1)])
    )


@theorem(place="Errors", claims="mean-error-is-near-one-half")
def mean_error_and_its_limit(near: Fun(X, X, o), M: Mechanism[X, A], E: Odds, d: Nonneg, x: X, y: X, f: Fun(A, R)):
    """A tester's mean error is within 1/2 - (1 - d)/(1 + E) of 1/2, and within c if E <= 1 + c and d <= c."""
    mean, low = (M(x)(f) + (1 - M(y)(f))) * real(HALF), over(1 - d, 1 + E)
    off_ = dist(mean, real(HALF))
    limit = each(R, lambda c: implies(1 + c >= E, d <= c, (off_ <= c) & (real(HALF) - c <= low)))
    return implies(
        near(x, y),
        near(y, x),
        private(near, M, E, d),
        test(f),
        ((off_ <= real(HALF) - low) & (low <= MAX(M(x)(f), 1 - M(y)(f)))) & limit,
    )


@mean_error_and_its_limit.proof
def _(near, M, E, d, x, y, f, lM, e1, d0, xy, yx, p, H):
    th = mean_error_is_near_one_half(near, M, E, d, x, y, f)
    known = parts(use(th, lM, ar(real(0) <= E, e1), xy, yx, p, H))
    mean, low = (M(x)(f) + (1 - M(y)(f))) * real(HALF), over(1 - d, 1 + E)
    off_, c = dist(mean, real(HALF)), var("c", R)
    one = to(known[0], off_ <= real(HALF) - low) if len(known) == 2 else ar(off_ <= real(HALF) - low, *known[:-1])
    ec, dc = assume(1 + c >= E), assume(d <= c)
    unit, i0 = positive(1 + E, ar(real(1) <= 1 + E, e1))
    small = ar((real(HALF) - c) * (1 + E) <= 1 - d, ec, dc, e1, ar(real(0) <= c, d0, dc), hints=[(2, 3)])
    near_ = ar(
        real(HALF) - c <= low,
        ar((real(HALF) - c) * (1 + E) * INV(1 + E) <= (1 - d) * INV(1 + E), small, i0),
        unit,
        factors=[real(HALF) - c],
    )
    limit = discharge(ec.concl, discharge(dc.concl, conj(ar(off_ <= c, one, near_), near_)))
    return conj(conj(one, known[-1]), gen(c, limit))
