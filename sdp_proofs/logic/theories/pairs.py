"""Pairs of laws: windows of ratios, rare large losses, chords over an interval of ratios, records told by chance."""

from sdp_proofs.logic.theories.conversions import *
from sdp_proofs.logic.theories.entropies import strict
from sdp_proofs.logic.theories.failures import *
from sdp_proofs.logic.vocabulary import *

a, b, c, x, y, z = var("a", A), var("b", B), var("c", ("*", A, B)), var("x", X), var("y", X), var("z", Z)
i, j, k, n = (var(name, N) for name in ("i", "j", "k", "n"))
f = var("f", fn(A, R))


def within(P, F, p, q):
    """The probability that p/q is within [1/F, F]."""
    return prob(P, lambda a: (p(a) <= F * q(a)) & (q(a) <= F * p(a)))


# ---- windows of ratios ---------------------------------------------------------------------------------------------
@theorem(
    place="smoothed-dp, Sec. 2, footnote 3, corrected",
    claims="window-of-the-equation-is-epsilon-plus-log-two epsilon-plus-log-two-is-the-window-of-the-equation",
)
def window_of_the_equation(e: Real, d: Real, M: mean_of(A), p: Fun(A, R), q: Fun(A, R)):
    """2 exp(e) = exp(e + log 2): probabilistic privacy with e + log 2 and 2 d is the window of Eq. (2)."""
    window = lambda F: within(weighted(M, p), F, p, q)
    first, second = 1 - 2 * d <= window(2 * EXP(e)), 1 - 2 * d <= window(EXP(e + LOG(2)))
    equal = (2 * EXP(e)).eq(EXP(e + LOG(2)))
    return equal & (implies(first, second) & implies(second, first))


@window_of_the_equation.proof
def _(e, d, M, p, q):
    two = use(ax("exp_log", 2), same(algebra(below(0, real(2))), not_(real(2) <= 0)))
    equal = ar((2 * EXP(e)).eq(EXP(e + LOG(2))), ax("exp_plus", e, LOG(2)), two, factors=[EXP(e)])
    window = lambda F: 1 - 2 * d <= within(weighted(M, p), F, p, q)
    one, other = assume(window(2 * EXP(e))), assume(window(EXP(e + LOG(2))))
    there = discharge(one.concl, subst(equal, one, window))
    return conj(equal, conj(there, discharge(other.concl, subst(symmetric(equal), other, window))))


@theorem(place="Ratios", claims="ratios-in-the-printed-window")
def ratios_in_the_printed_window(
    near: Fun(X, X, o), E: Odds, ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(X, A, R), x: X, y: X
):
    """For neighbours the ratio is within 2E with probability at least 1 - (2 + 1/E) delta(x); the step per output."""
    S = function(X, lambda x: weighted(M, p(x)))
    loss = greatest_loss(near, S, E, x)
    one = lambda u, w: implies(below(2 * E * w, u), u <= 2 * (u - E * w))
    two = lambda u, w: implies(below(2 * E * u, w), u <= over(w - E * u, E))
    return implies(
        integral(ig, M),
        each(X, lambda x: ig(p(x)) & M(p(x)).eq(1)),
        each(X, lambda x: each(A, lambda a: real(0) <= p(x)(a))),
        near(x, y),
        (1 - (2 + INV(E)) * loss <= within(S(x), 2 * E, p(x), p(y)))
        & each(Nonneg, lambda u: each(Nonneg, lambda w: one(u, w) & two(u, w))),
    )


@ratios_in_the_printed_window.proof
def _(near, E, ig, M, p, x, y, e1, iM, good, pos, xy):
    e0, F, S = ar(real(0) <= E, e1), 2 * E, lam(x, weighted(M, p(x)))
    v = var("v", X)
    lM = gen(v, same(use(law_of_density(ig, M, p(v)), iM, left(spec(good, v)), spec(pos, v), right(spec(good, v))),
                     law(S(v))))  # fmt: skip
    loss = greatest_loss(near, S, E, x)
    pair_ = use(at(left(use(greatest_loss_is_least(near, S, E, x), lM, e0)), y), xy)
    (ix, mx), (iy, _) = (parts(spec(good, w)) for w in (x, y))
    P, Q = weighted(M, p(x)), weighted(M, p(y))
    th = use(ratios_within_any_bound(E, F, loss, ig, M, p(x), p(y)), e1, spec(pos, x), iM, ix, iy, mx,
             algebra(below(E, F), e1), same(left(pair_), close(E, loss, P, Q)),
             same(right(pair_), close(E, loss, Q, P)))  # fmt: skip
    unit_, _ = positive(E, e1)
    h = var("h", R)
    flat = at(gen(h, algebra(over(h * (2 * E + 1), 2 * E - E).eq((2 + INV(E)) * h), e1)), loss)
    whole = within(S(x), F, p(x), p(y))
    first = ar(1 - (2 + INV(E)) * loss <= whole, right(th), flat)
    u, w = var("u", R), var("w", R)
    u0, w0 = assume(real(0) <= u), assume(real(0) <= w)
    one = algebra(implies(below(2 * E * w, u), u <= 2 * (u - E * w)))
    two = algebra(implies(below(2 * E * u, w), u <= over(w - E * u, E)), e1)
    second = gen(u, discharge(u0.concl, gen(w, discharge(w0.concl, conj(one, two)))))
    return conj(first, second)


@theorem(place="smoothed-dp, Sec. 2, footnote 3", claims="coins-are-probabilistic-dp-of-the-wider-window")
def coins_are_probabilistic_dp_of_the_wider_window(E: Odds, r: Odds, d: Real):
    """A coin of ratio r is (log E, d)-private from (r - E)/(1 + r) on; then r <= 2E + 1, or 2 d is at least 1."""
    P, Q = coin(over(r, 1 + r)), coin(1 - over(r, 1 + r))
    both = close(E, d, P, Q) & close(E, d, Q, P)
    enough = over(r - E, 1 + r) <= d
    inside_ = or_(r <= 2 * E + 1, real(1) <= 2 * d)
    return (implies(real(0) <= d, enough, both) & implies(both, enough)) & implies(enough, inside_)


@coins_are_probabilistic_dp_of_the_wider_window.proof
def _(E, r, d, e1, r1):
    keep = over(r, 1 + r)
    P, Q = coin(keep), coin(1 - keep)
    d0, enough = assume(real(0) <= d), assume(over(r - E, 1 + r) <= d)
    unit, i0 = positive(1 + r, ar(real(1) <= 1 + r, r1))
    v = INV(1 + r)
    rest = ar((1 - keep).eq(v), unit)
    gap = ar((keep - E * (1 - keep)).eq(over(r - E, 1 + r)), rest, factors=[E])
    other = ar(real(0) <= (E * r - 1) * v, ar(real(1) <= E * r, e1, r1), i0)
    members = lambda p, q: conjunction(
        ar(p <= E * q + d, gap, rest, enough, other, d0, factors=[E, real(1)]),
        ar(1 - p <= E * (1 - q) + d, gap, rest, enough, other, d0, factors=[E, real(1)]),
        d0, ar(real(1) <= E + d, e1, d0),
    )  # fmt: skip
    one = use(left(closeness_of_coins(E, d, keep, 1 - keep)), members(keep, 1 - keep))
    two = use(left(closeness_of_coins(E, d, 1 - keep, keep)), members(1 - keep, keep))
    there = discharge(d0.concl, discharge(enough.concl, conj(one, two)))
    both = assume(close(E, d, P, Q) & close(E, d, Q, P))
    known = parts(use(right(closeness_of_coins(E, d, keep, 1 - keep)), left(both)))
    back = discharge(both.concl, ar(over(r - E, 1 + r) <= d, known[0], gap))
    small, large = assume(r <= 2 * E + 1), assume(not_(r <= 2 * E + 1))
    goal = or_(small.concl, real(1) <= 2 * d)
    big = use(ax("total", r, 2 * E + 1), large)
    half = ar(real(1) <= 2 * d, enough, unit, ar(real(0) <= (r - 2 * E - 1) * v, big, i0), factors=[real(1)])
    end = cases(small.concl, either(small.concl, real(1) <= 2 * d, small), either(small.concl, real(1) <= 2 * d, half))
    return conj(conj(there, back), discharge(enough.concl, same(end, goal)))


# ---- rare large losses ---------------------------------------------------------------------------------------------
@theorem(place="Notions of privacy", claims="approximate-privacy-and-rare-large-losses")
def approximate_privacy_and_rare_large_losses(
    E: Odds, F: Real, d: Nonneg, x: Rate, ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """Losses of at least log F > log E have P <= d/(1 - E/F), <= (d + E - 1)/(E - 1/F); coins attain both."""
    P, Q = weighted(M, p), weighted(M, q)
    large = prob(P, lambda a: F * q(a) <= p(a))
    known = implies(
        integral(ig, M), ig(p), ig(q), M(p).eq(1), M(q).eq(1), close(E, d, P, Q), close(E, d, Q, P),
        (large <= over(d, 1 - over(E, F))) & (large <= over(d + E - 1, E - INV(F))),
    )  # fmt: skip
    U, V = coin(x), coin(over(x, F))
    attained = (close(E, d, U, V) & close(E, d, V, U)) & x.eq(F * over(x, F))
    first = implies((x * (1 - over(E, F))).eq(d), x <= over(F, F + 1), attained)
    told_ = first & implies((x * (E - INV(F))).eq(d + E - 1), over(F, F + 1) <= x, attained)
    return implies(below(E, F), known & told_)


@approximate_privacy_and_rare_large_losses.proof
def _(E, F, d, x, ig, M, p, q, e1, d0, x0, x1, p0, q0, ef):
    P, Q = weighted(M, p), weighted(M, q)
    S = lam(a, F * q(a) <= p(a))
    premises = [
        assume(t) for t in (integral(ig, M), ig(p), ig(q), M(p).eq(1), M(q).eq(1), close(E, d, P, Q), close(E, d, Q, P))
    ]
    iM, ip, iq, mp_, mq, near, back = premises
    f1 = ar(real(1) <= F, use(ax("total", F, E), same(ef, not_(F <= E))), e1)
    uF, iF = positive(F, f1)
    s = truth(S(a))
    known = truth_is_bounded(a, S(a))
    yes, no = assume(S(a)), assume(not_(S(a)))
    one, zero, low, high = decided(S(a))
    goal = F * (q(a) * s) <= p(a) * s
    point_ = cases(S(a), ar(goal, use(one, yes), yes, factors=[q(a), F * q(a), p(a)]),
                   ar(goal, use(zero, no), factors=[F * q(a), p(a)]))  # fmt: skip
    V = Mean(iM, known, inside=[ip, iq])
    X_, U_ = P(lam(a, s)), Q(lam(a, s))
    ratio = ar(F * U_ <= X_, V.le(a, point_))
    is_test = make_test(a, s, low, high)
    first = ar(E * U_ + d >= X_, use(at(near, lam(a, s)), is_test))
    comp = make_test(a, 1 - s, ar(real(0) <= 1 - s, high), ar(1 - s <= 1, low))
    cp, cq = V.linear(a, p(a) * (1 - s)), V.linear(a, q(a) * (1 - s))
    second = use(at(back, lam(a, 1 - s)), comp)
    second = ar(E * (1 - X_) + d >= 1 - U_, second, cp, cq, mp_, mq, factors=[E])
    w = 1 - over(E, F)
    w0 = algebra(below(0, w), ef, e1)
    uw, iw = positive(w, w0)
    u_low = ar(INV(F) * X_ >= U_, ar(INV(F) * (F * U_) <= INV(F) * X_, ratio, iF), uF, factors=[U_])
    cleared = ar(X_ * w <= d, first, ar(E * (INV(F) * X_) >= E * U_, u_low, e1))
    up = ar(over(d, w) >= X_, ar(X_ * w * INV(w) <= d * INV(w), cleared, iw), uw, factors=[X_])
    t = E - INV(F)
    t0 = algebra(below(0, t), ef, e1)
    ut, it = positive(t, t0)
    cleared = ar(X_ * t <= d + E - 1, second, u_low)
    up2 = ar(over(d + E - 1, t) >= X_, ar(X_ * t * INV(t) <= (d + E - 1) * INV(t), cleared, it), ut, factors=[X_])
    large = prob(P, S)
    first_ = conj(to(up, large <= over(d, w)), to(up2, large <= over(d + E - 1, t)))
    for one_ in reversed(premises):
        first_ = discharge(one_.concl, first_)
    d_is, small = assume((x * w).eq(d)), assume(x <= over(F, F + 1))
    y = over(x, F)
    y1 = ar(y <= x, ar(real(0) <= x * INV(F) * (F - 1), ar(real(0) <= x * INV(F), x0, iF), f1), uF, factors=[x])
    u1, i1 = positive(F + 1, ar(real(1) <= F + 1, f1))
    half = ar(x * (F + 1) <= F, ar(x * (F + 1) <= over(F, F + 1) * (F + 1), small, f1), u1, factors=[F])
    mix_ = ar(x + y <= 1, ar(x * (F + 1) * INV(F) <= F * INV(F), half, iF), uF, factors=[x])
    gap = ar(real(0) <= (E - 1) * (1 - x - y), e1, mix_)
    whole = lambda s, t, own: conjunction(*own, d0, ar(real(1) <= E + d, e1, d0))
    ey = ar(d.eq(x - E * y), d_is)
    a1 = ar(x <= E * y + d, ey)
    a2 = ar(1 - x <= E * (1 - y) + d, ey, e1, d0)
    b1 = ar(y <= E * x + d, y1, d0, ar(real(0) <= (E - 1) * x, e1, x0))
    b2 = ar(1 - y <= E * (1 - x) + d, ey, gap)
    more_ = assume((x * (E - INV(F))).eq(d + E - 1))
    high = assume(over(F, F + 1) <= x)
    full = ar(x * (F + 1) >= F, ar(over(F, F + 1) * (F + 1) <= x * (F + 1), high, f1), u1, factors=[F])
    mixed = ar(x + y >= 1, ar(F * INV(F) <= x * (F + 1) * INV(F), full, iF), uF, factors=[x])
    other_gap = ar(real(0) <= (E - 1) * (x + y - 1), e1, mixed)
    ed = ar(d.eq(x * E - y - E + 1), more_)
    c1 = ar(x <= E * y + d, ed, other_gap)
    c2 = ar(1 - x <= E * (1 - y) + d, ed, ar(real(0) <= (E + 1) * (x - y), e1, y1))
    c4 = ar(1 - y <= E * (1 - x) + d, ed)

    def reached(first, second):
        one = use(left(closeness_of_coins(E, d, x, y)), whole(x, y, first))
        two = use(left(closeness_of_coins(E, d, y, x)), whole(y, x, second))
        return conj(conj(one, two), ar(x.eq(F * y), uF, factors=[x]))

    one = discharge(d_is.concl, discharge(small.concl, reached((a1, a2), (b1, b2))))
    two = discharge(more_.concl, discharge(high.concl, reached((c1, c2), (b1, c4))))
    return conj(first_, conj(one, two))


# ---- ratios within an interval -------------------------------------------------------------------------------------
@theorem(place="Accounting for choices", claims="among-losses-within-an-interval-the-ends-are-worst")
def among_losses_within_an_interval_the_ends_are_worst(E: Real, t: Real, c: Real, P: Law[A], Q: Law[A]):
    """With ratios between t/E and t the divergence at odds c between is at most (t - c) (1/t - 1/E)/(1 - 1/E)."""
    return implies(
        below(1, E), real(1) <= t, t <= E, close(t, 0, P, Q), close(over(E, t), 0, Q, P), over(t, E) <= c, c <= t,
        divergence(c, P, Q) <= (t - c) * over(INV(t) - INV(E), 1 - INV(E)),
    )  # fmt: skip


@among_losses_within_an_interval_the_ends_are_worst.proof
def _(E, t, c, P, Q, lP, lQ, e1, t1, tE, near, back, low_c, high_c):
    H, known, low, high = a_test(f)
    g, other, (cp, cq) = complement(H, f, lP, lQ)
    u, v = P(f), Q(f)
    one = ar(u <= t * v, use(at(near, f), H))
    ut, it = positive(t, t1)
    r = over(E, t)
    two = ar(1 - v <= r * (1 - u), use(at(back, g), other), cp, cq, factors=[r])
    tp = ar(real(0) <= t, t1)
    two = ar(t * (1 - v) <= E * (1 - u), ar(t * (1 - v) <= t * (r * (1 - u)), two, tp), ut, factors=[E * (1 - u)])
    ee = use(ax("total", E, 1), same(e1, not_(E <= 1)))
    uE, iE = positive(E, ee)
    ec = ar(t <= c * E, ar(t * INV(E) * E <= c * E, low_c, ee), uE, factors=[t])
    # (E - 1) t (u - c v) = (c E - t)(u - t v) + (t - c)(E u - t v) and E u - t v <= E - t
    first = ar(real(0) <= (c * E - t) * (t * v - u), ec, one)
    second = ar(real(0) <= (t - c) * (E - t - E * u + t * v), high_c, two)
    cleared = ar((E - 1) * (t * (u - c * v)) <= (t - c) * (E - t), first, second)
    w = over(INV(t) - INV(E), 1 - INV(E))
    w_is = algebra((w * ((E - 1) * t)).eq(E - t), e1, t1)
    s = (E - 1) * t
    s0 = strict(s, e1, t1)
    us, is_ = positive(s, s0)
    th = ar(s * (u - c * v) <= (t - c) * (w * s), cleared, w_is, factors=[t - c])
    th = ar(u - c * v <= (t - c) * w, ar(INV(s) * (s * (u - c * v)) <= INV(s) * ((t - c) * (w * s)), th, is_), us,
            factors=[u - c * v, (t - c) * w])  # fmt: skip
    return least(c, (t - c) * w, P, Q, lP, lQ, ar(u <= c * v + (t - c) * w, th), f)


@theorem(place="Accounting for choices", claims="ratios-between-two-losses-are-below-their-chord")
def ratios_between_two_losses_are_below_their_chord(w: Rate, s: Real, t: Real, c: Real, P: Law[A], Q: Law[A]):
    """The value R D(c/R), R > 0, of the next step after an output of ratio R is convex in R, for every pair."""
    value = lambda r: r * divergence(over(c, r), P, Q)
    m = w * s + (1 - w) * t
    return implies(below(0, s), below(0, t), value(m) <= w * value(s) + (1 - w) * value(t))


@ratios_between_two_losses_are_below_their_chord.proof
def _(w, s, t, c, P, Q, w0, w1, lP, lQ, s0, t0):
    m = w * s + (1 - w) * t
    sp, tp = use(ax("total", s, 0), s0), use(ax("total", t, 0), t0)
    none = assume(m <= 0)
    ws, wt = ar(real(0) <= w * s, w0, sp), ar(real(0) <= (1 - w) * t, w1, tp)
    (us, is_), (ut, it) = positive(s, s0), positive(t, t0)
    w_0 = ar(w <= 0, ar(w * s * INV(s) <= 0, ar(w * s <= 0, none, wt), is_), us, factors=[w])
    w_1 = ar(1 - w <= 0, ar((1 - w) * t * INV(t) <= 0, ar((1 - w) * t <= 0, none, ws), it), ut, factors=[1 - w])
    m0 = same(refuting(none.concl, impossible(ar(real(1) <= 0, w_0, w_1))), below(0, m))
    um, im = positive(m, m0)
    mp_ = use(ax("total", m, 0), m0)
    H, known, low, high = a_test(f)
    u, v = P(f), Q(f)
    D = lambda r: divergence(over(c, r), P, Q)
    gain = lambda r, rp, unit: ar(r * u - c * v <= r * D(r), ar(r * u <= r * (over(c, r) * v + D(r)),
                                  nearest(over(c, r), P, Q, lP, lQ, f, H), rp), unit, factors=[c * v])  # fmt: skip
    one, two = gain(s, sp, us), gain(t, tp, ut)
    top = w * (s * D(s)) + (1 - w) * (t * D(t))
    both = ar(m * u - c * v <= top, ar(w * (s * u - c * v) <= w * (s * D(s)), one, w0),
              ar((1 - w) * (t * u - c * v) <= (1 - w) * (t * D(t)), two, w1))  # fmt: skip
    th = ar(u <= over(c, m) * v + INV(m) * top, ar(INV(m) * (m * u - c * v) <= INV(m) * top, both, im), um, factors=[u])
    end = least(over(c, m), INV(m) * top, P, Q, lP, lQ, th, f)
    return ar(m * D(m) <= top, ar(m * D(m) <= m * (INV(m) * top), end, mp_), um, factors=[top])


@theorem(place="Notions of privacy", claims="pure-privacy-and-convex-functions-of-the-ratio")
def pure_privacy_and_convex_functions_of_the_ratio(
    E: Real, F: Fun(R, R), ig: Fun(Fun(A, R), o), M: mean_of(A), q: Fun(A, Nonneg), r: Fun(A, R)
):
    """F, convex on positive numbers, of a ratio within [1/E, E] has at most the mean (F(E) + E F(1/E))/(E + 1)."""
    convex = each(Rate, lambda w: each(R, lambda s: each(R, lambda t: implies(
        below(0, s), below(0, t), F(w * s + (1 - w) * t) <= w * F(s) + (1 - w) * F(t)))))  # fmt: skip
    top = over(F(E) + E * F(INV(E)), E + 1)
    means = M(function(A, lambda a: q(a) * F(r(a))))
    return implies(
        below(1, E), integral(ig, M), ig(q), ig(function(A, lambda a: q(a) * r(a))),
        ig(function(A, lambda a: q(a) * F(r(a)))), M(q).eq(1), M(function(A, lambda a: q(a) * r(a))).eq(1),
        each(A, lambda a: (INV(E) <= r(a)) & (r(a) <= E)), convex,
        (means <= top) & coin(over(1, E + 1))(table(F(E), F(INV(E)))).eq(top),
    )  # fmt: skip


@pure_privacy_and_convex_functions_of_the_ratio.proof
def _(E, F, ig, M, q, r, q0, e1, iM, iq, ir, iF, mq, mr, within_, convex):
    i = INV(E)
    d0 = algebra(below(0, E - i), e1)
    ud, id_ = positive(E - i, d0)
    # the share of E in r
    s = (r(a) - i) * INV(E - i)
    low, high = left(spec(within_, a)), right(spec(within_, a))
    s0 = ar(real(0) <= s, ar(real(0) <= r(a) - i, low), id_)
    s1 = ar(s <= 1, ar((r(a) - i) * INV(E - i) <= (E - i) * INV(E - i), high, id_), ud)
    chord = use(at(convex, s), s0, s1)
    e0 = algebra(below(0, E), e1)
    i0 = algebra(below(0, i), e1)
    chord = use(at(chord, E, i), e0, i0)
    place = ar((s * E + (1 - s) * i).eq(r(a)), ud, factors=[r(a) - i])
    chord = subst(place, same(chord, F(s * E + (1 - s) * i) <= s * F(E) + (1 - s) * F(i)),
                  lambda v: F(v) <= s * F(E) + (1 - s) * F(i))  # fmt: skip
    u, v = F(E), F(i)
    k_ = INV(E - i)
    point_ = ar(q(a) * F(r(a)) <= (q(a) * r(a)) * (k_ * (u - v)) + q(a) * (v - i * k_ * (u - v)), chord, spec(q0, a))
    mean = Mean(iM, inside=[iF, ir, iq]).le(a, point_)
    m = M(lam(a, q(a) * F(r(a))))
    line = ar(m <= k_ * (u - v) + (v - i * k_ * (u - v)), mean, mr, mq, factors=[k_ * (u - v), v - i * k_ * (u - v)])
    h, g = var("h", R), var("g", R)
    flat = algebra(implies(below(1, E), (INV(E - INV(E)) * (h - g) + (g - INV(E) * INV(E - INV(E)) * (h - g))).eq(
        over(h + E * g, E + 1))))  # fmt: skip
    flat = use(at(gen(h, gen(g, flat)), u, v), e1)
    top = over(u + E * v, E + 1)
    first = ar(m <= top, line, flat)
    ee = use(ax("total", E, 1), same(e1, not_(E <= 1)))
    u1, _ = positive(E + 1, ar(real(1) <= E + 1, ee))
    second = ar(coin(over(1, E + 1))(table(u, v)).eq(top), u1, factors=[v])
    return conj(first, second)


@theorem(place="Notions of privacy")
def two_tangents_bound_the_profile(
    w: Nonneg, c: Nonneg, u: Real, l: Real, F: Fun(A, R), ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(A, Nonneg),
    q: Fun(A, Nonneg), r: Rate, s: Rate, g: Real, h: Real,
):  # fmt: skip
    """If q F is above u p - l q and above that and w (p - c q): w D <= M(q F) - u + l; two outputs attain it."""
    lower = function(A, lambda a: u * p(a) - l * q(a))
    lines = each(A, lambda a: (lower(a) <= q(a) * F(a)) & (lower(a) + w * (p(a) - c * q(a)) <= q(a) * F(a)))
    known = implies(
        integral(ig, M), ig(p), ig(q), ig(function(A, lambda a: q(a) * F(a))), M(p).eq(1), M(q).eq(1), lines,
        w * divergence(c, weighted(M, p), weighted(M, q)) <= M(function(A, lambda a: q(a) * F(a))) - u + l,
    )  # fmt: skip
    touched = implies(
        h.eq((u + w) * r - (l + w * c) * s), g.eq(u * (1 - r) - l * (1 - s)), (w * (r - c * s)).eq(h + g - u + l)
    )
    return known & touched


@two_tangents_bound_the_profile.proof
def _(w, c, u, l, F, ig, M, p, q, r, s, g, h, w0, c0, p0, q0, r0, r1, s0, s1):
    lower = lam(a, u * p(a) - l * q(a))
    lines = forall(a, (lower(a) <= q(a) * F(a)) & (lower(a) + w * (p(a) - c * q(a)) <= q(a) * F(a)))
    premises = [
        assume(t) for t in (integral(ig, M), ig(p), ig(q), ig(lam(a, q(a) * F(a))), M(p).eq(1), M(q).eq(1), lines)
    ]
    iM, ip, iq, iF, mp_, mq, above = premises
    P, Q = weighted(M, p), weighted(M, q)
    H, known, low, high = a_test(f)
    D = divergence(c, P, Q)
    one, two = parts(spec(above, a))
    t0, t1 = low(a), high(a)
    lt = lower(a)
    # w t (p - c q) <= q F - lower, as t is between 0 and 1
    gap0 = ar(real(0) <= q(a) * F(a) - lt, one)
    point_ = ar(w * (p(a) * f(a)) - w * c * (q(a) * f(a)) <= q(a) * F(a) - lt,
                ar(f(a) * (w * (p(a) - c * q(a))) <= f(a) * (q(a) * F(a) - lt), two, t0),
                ar(f(a) * (q(a) * F(a) - lt) <= q(a) * F(a) - lt, t1, gap0))  # fmt: skip
    V = Mean(iM, known, inside=[iF, ip, iq])
    mean = V.le(a, point_)
    top = M(lam(a, q(a) * F(a))) - u + l
    th = ar(w * (P(f) - c * Q(f)) <= top, mean, mp_, mq, factors=[u, l])
    lP, lQ = (use(law_of_density(ig, M, d), iM, i_, d0, m) for d, i_, d0, m in ((p, ip, p0, mp_), (q, iq, q0, mq)))
    zero, some_ = assume(w <= 0), assume(not_(w <= 0))
    w_0 = use(ax("antisymmetry", w, 0), zero, w0)
    none = lam(a, real(0))
    flat = ar(real(0) <= top, mean_of_gap := V.le(a, ar(lt <= q(a) * F(a), one)), mp_, mq, factors=[u, l])
    del none, mean_of_gap
    first = ar(w * D <= top, flat, w_0, factors=[D])
    uw, iw = positive(w, some_)
    small = ar(P(f) <= c * Q(f) + INV(w) * top, ar(INV(w) * (w * (P(f) - c * Q(f))) <= INV(w) * top, th, iw), uw,
               factors=[P(f) - c * Q(f)])  # fmt: skip
    end = least(c, INV(w) * top, P, Q, lP, lQ, small, f)
    second = ar(w * D <= top, ar(w * D <= w * (INV(w) * top), end, w0), uw, factors=[top])
    first_ = cases(zero.concl, first, second)
    for one_ in reversed(premises):
        first_ = discharge(one_.concl, first_)
    h_is, g_is = assume(h.eq((u + w) * r - (l + w * c) * s)), assume(g.eq(u * (1 - r) - l * (1 - s)))
    equal = ar((w * (r - c * s)).eq(h + g - u + l), h_is, g_is)
    return conj(first_, discharge(h_is.concl, discharge(g_is.concl, equal)))


@theorem(place="Accounting by profiles", claims="depths-and-heights")
def depths_and_heights(E: Nonneg, ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(A, Nonneg), q: Fun(A, Nonneg)):
    """The divergence at E is 1 - E and the mean of max(0, E q - p): an output adds max(0, p - E q) = p - E q + that."""
    up, down = (lambda a: MAX(0, p(a) - E * q(a))), (lambda a: MAX(0, E * q(a) - p(a)))
    D = divergence(E, weighted(M, p), weighted(M, q))
    return implies(
        integral(ig, M), ig(p), ig(q), ig(function(A, up)), M(p).eq(1), M(q).eq(1),
        each(A, lambda a: (up(a) - (p(a) - E * q(a))).eq(down(a))) & D.eq(1 - E + M(function(A, down))),
    )  # fmt: skip


@depths_and_heights.proof
def _(E, ig, M, p, q, e0, p0, q0, iM, ip, iq, iu, mp_, mq):
    s, t = p(a), q(a)
    up, down = MAX(0, s - E * t), MAX(0, E * t - s)
    u, v = var("u", R), var("v", R)
    step_ = at(gen(u, gen(v, algebra((MAX(0, u - v) - (u - v)).eq(MAX(0, v - u))))), s, E * t)
    whole = use(divergence_is_the_sum_of_positive_parts(E, ig, M, p, q), e0, p0, q0, iM, ip, iq, iu, mp_, mq)
    known = parts(whole)
    D = divergence(E, weighted(M, p), weighted(M, q))
    top = M(lam(a, up))
    first = next(th for th in known if th.concl == D.eq(top) or normal(th.concl) == normal(D.eq(top)))
    first = same(first, D.eq(top))
    V = Mean(iM, inside=[iu, ip, iq])
    line = V.eq_by(a, ar(down.eq(up - s + E * t), step_))
    low = M(lam(a, down))
    return conj(gen(a, step_), ar(D.eq(1 - E + low), first, line, mp_, mq, factors=[E]))


@theorem(place="Accounting by half-lines", claims="half-lines-gain-more-at-larger-distances")
def half_lines_gain_more_at_larger_distances(t: Real, d: Real, D: Real, P: Law[R]):
    """Noise of law P shifted by D >= d: every half-line gains at least as much over the law that stays."""
    tail = lambda u: prob(P, lambda r: u <= r)
    return implies(d <= D, each(R, lambda u: tail(u - d) - t * tail(u) <= tail(u - D) - t * tail(u)))


@half_lines_gain_more_at_larger_distances.proof
def _(t, d, D, P, lP, less):
    u, r = var("u", R), var("r", R)
    near, far = u - d <= r, u - D <= r
    yes, no = assume(near), assume(not_(near))
    goal = truth(near) <= truth(far)
    first = ar(goal, decided(near)[3], use(decided(far)[0], ar(far, yes, less)))
    point_ = cases(near, first, ar(goal, use(decided(near)[1], no), decided(far)[2]))
    mean = Mean(lP, truth_is_bounded(r, near), truth_is_bounded(r, far)).le(r, point_)
    tail = lambda v: prob(P, lam(r, v <= r))
    return gen(u, ar(tail(u - d) - t * tail(u) <= tail(u - D) - t * tail(u), mean))


@theorem(place="Additive noise", claims="sampling-amplifies-the-noise")
def sampling_amplifies_the_noise(r: Rate, E: Odds, P: Law[A], Q: Law[A], S: Law[A]):
    """A record sampled at rate r, else the law is S: if P <= E Q and P <= E S, the mixtures have 1 + r (E - 1)."""
    return implies(close(E, 0, P, Q), close(E, 0, P, S), close(1 + r * (E - 1), 0, mix(r, P, S), mix(r, Q, S)))


@sampling_amplifies_the_noise.proof
def _(r, E, P, Q, S, r0, r1, e1, lP, lQ, lS, one, two):
    H, known, low, high = a_test(f)
    u, v, w = P(f), Q(f), S(f)
    uv, uw = use(at(one, f), H), use(at(two, f), H)
    F = 1 + r * (E - 1)
    v0 = ar(real(0) <= v, Mean(lQ, known).le(a, low(a)))
    ge = _amplified(r, E, u, v, w, uv, uw, r0, r1, v0, e1)
    return for_tests(ge, f, close(F, 0, mix(r, P, S), mix(r, Q, S)))


def _amplified(r, E, u, v, w, uv, uw, r0, r1, v0, e1):
    """R u + (1 - r) w <= (1 + r (E - 1)) (r v + (1 - r) w), from u <= E v and u <= E w."""
    F = 1 + r * (E - 1)
    goal = r * u + (1 - r) * w <= F * (r * v + (1 - r) * w)
    # u <= (F/E) E v + ... : the share F r of v and the rest of w
    low, high = assume(v <= w), assume(not_(v <= w))
    more = use(ax("total", v, w), high)
    rr = ar(real(0) <= r * (1 - r), r0, r1)
    e0 = ar(real(0) <= E - 1, e1)
    re = ar(real(0) <= r * (1 - r) * (E - 1), rr, e0)
    one = ar(goal, ar(r * u <= r * (E * v), uv, r0), ar(real(0) <= r * (1 - r) * (E - 1) * (w - v), re, low),
             ar(real(0) <= r * (E - 1) * v, ar(real(0) <= r * (E - 1), r0, e0), v0))  # fmt: skip
    two = ar(
        goal,
        ar(r * u <= r * (E * w), uw, r0),
        ar(real(0) <= r * (v - w), r0, more),
        ar(
            real(0) <= r * (r * (E - 1)) * (v - w),
            ar(real(0) <= r * (r * (E - 1)), r0, ar(real(0) <= r * (E - 1), r0, e0)),
            more,
        ),
    )
    return cases(low.concl, one, two)


# ---- records and coins ---------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. D.2, product sets", claims="joint-probability-of-independent-mechanisms-is-a-product")
def joint_probability_of_independent_mechanisms_is_a_product(
    M: Mechanism[X, A], S: Mechanism[X, B], x: X, U: Fun(A, o), V: Fun(B, o)
):
    """With independent randomness a pair of outputs is in U x V with the product of the probabilities."""
    both = joint(M(x), lambda a: S(x))
    return prob(both, lambda c: U(fst(c)) & V(snd(c))).eq(prob(M(x), U) * prob(S(x), V))


@joint_probability_of_independent_mechanisms_is_a_product.proof
def _(M, S, x, U, V, lM, lS):
    both = joint(M(x), lam(a, S(x)))
    u, v = U(fst(c)), V(snd(c))
    (u1, u0, *_), (v1, v0, *_), (w1, w0, *_) = decided(u), decided(v), decided(u & v)
    goal = truth(u & v).eq(truth(u) * truth(v))
    yu, nu, yv, nv = assume(u), assume(not_(u)), assume(v), assume(not_(v))
    all_ = assume(u & v)
    out = lambda no, side: use(w0, refuting(all_.concl, contradiction(no, side(all_))))
    point_ = cases(
        u,
        cases(v, ar(goal, use(w1, conj(yu, yv)), use(u1, yu), use(v1, yv), factors=[truth(v)]),
              ar(goal, out(nv, right), use(v0, nv), factors=[truth(u)])),
        ar(goal, out(nu, left), use(u0, nu), factors=[truth(v)]),
    )  # fmt: skip
    th = averages_of_products_of_independent_parts(M(x), S(x), lam(a, truth(U(a))), lam(b, truth(V(b))))
    th = use(th, spec(lM, x), spec(lS, x), truth_is_bounded(a, U(a)), truth_is_bounded(b, V(b)))
    equal = under(point_, c, both)
    goal = prob(both, lam(c, U(fst(c)) & V(snd(c)))).eq(prob(M(x), U) * prob(S(x), V))
    return ar(goal, equal, to(th, both(lam(c, truth(U(fst(c))) * truth(V(snd(c))))).eq(prob(M(x), U) * prob(S(x), V))))


@theorem(
    place="smoothed-dp, App. D.3, neighbours",
    claims="features-of-records-change-with-their-record features-of-records-differ-in-no-more-places",
)
def features_of_records_differ_in_no_more_places(g: Fun(N, X, Z), x: Fun(N, X), y: Fun(N, X)):
    """Features of single records: equal records have equal ones, and of n no more features than records differ."""
    differ = lambda u, w: function(N, lambda k: truth(not_(eq(u(k), w(k)))))
    features = lambda x: function(N, lambda k: g(k)(x(k)))
    kept = each(N, lambda k: implies(eq(x(k), y(k)), eq(features(x)(k), features(y)(k))))
    return kept & each(N, lambda n: total(differ(features(x), features(y)), n) <= total(differ(x, y), n))


@features_of_records_differ_in_no_more_places.proof
def _(g, x, y):
    alike = assume(eq(x(k), y(k)))
    kept = subst(alike, refl(g(k)(x(k))), lambda v: eq(g(k)(x(k)), g(k)(v)))
    u, w = not_(eq(g(k)(x(k)), g(k)(y(k)))), not_(eq(x(k), y(k)))
    other = assume(w)
    goal = truth(u) <= truth(w)
    same_ = assume(u)
    none = use(decided(u)[1], refuting(u, contradiction(same_, kept)))
    point_ = cases(alike.concl, ar(goal, none, decided(w)[2]), ar(goal, decided(u)[3], use(decided(w)[0], other)))
    first = gen(k, discharge(alike.concl, kept))
    claim = lambda n: total(lam(k, truth(u)), n) <= total(lam(k, truth(w)), n)
    whole = induct(
        n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(gen(k, point_), n)))
    )
    return conj(first, whole)


@theorem(place="dp-lecture, Definition, variant", claims="replacing-a-record-costs-two-steps")
def replaced_records_and_the_number_of_records(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, d: Real, x: X, y: X, z: X, size: Fun(X, N), F: Real, k: Real
):
    """Two steps cost E^2 and (1 + E) d; the number of records is private where it stays, nowhere else."""
    answer = lambda x: point(size(x))
    steps_ = implies(near(x, z), near(z, y), private(near, M, E, d), close(E * E, (1 + E) * d, M(x), M(y)))
    u, v = var("u", X), var("v", X)
    stays = private(lam(u, lam(v, eq(size(u), size(v)))), lam(u, answer(u)), 1, 0)
    changes = implies(not_(eq(size(x), size(y))), close(F, k, answer(x), answer(y)), real(1) <= k)
    return steps_ & (stays & changes)


@replaced_records_and_the_number_of_records.proof
def _(near, M, E, d, x, y, z, size, F, k, lM, e0):
    one, two, p = assume(near(x, z)), assume(near(z, y)), assume(private(near, M, E, d))
    first = use(replacing_a_record_costs_two_steps(near, M, E, d, x, y, z), lM, e0, one, two, p)
    for one_ in (p, two, one):
        first = discharge(one_.concl, first)
    u, v, g = var("u", X), var("v", X), var("g", fn(N, R))
    answer = lambda x: point(size(x))
    same_ = assume(eq(size(u), size(v)))
    H, known, low, high = a_test(g)
    moved = subst(same_, refl(g(size(u))), lambda t: g(size(u)).eq(g(t)))
    th = for_tests(ar(answer(u)(g) <= real(1) * answer(v)(g) + 0, moved), g, close(1, 0, answer(u), answer(v)))
    stays = gen(u, gen(v, discharge(same_.concl, th)))
    keeps = lam(u, lam(v, eq(size(u), size(v))))
    stays = to(stays, private(keeps, lam(u, answer(u)), 1, 0))
    other, near_ = assume(not_(eq(size(x), size(y)))), assume(close(F, k, answer(x), answer(y)))
    m = var("m", N)
    shown = lam(m, truth(eq(m, size(x))))
    th = use(at(near_, shown), event_test(m, eq(m, size(x))))
    one = use(decided(eq(size(x), size(x)))[0], refl(size(x)))
    back = assume(eq(size(y), size(x)))
    zero = use(decided(eq(size(y), size(x)))[1], refuting(back.concl, contradiction(other, symmetric(back))))
    last = ar(real(1) <= k, th, one, zero, factors=[F])
    return conj(first, conj(stays, discharge(other.concl, discharge(near_.concl, last))))


@theorem(place="dp-lecture, Rules of thumb, delta", claims="releasing-each-record-with-probability-delta-is-private")
def releasing_each_record_with_probability_delta(E: Odds, d: Rate, none: X, x: Fun(N, X), y: Fun(N, X), i: Nat, n: Nat):
    """Each record is published with chance d: (epsilon, d)-private for every epsilon, 0 too, both ways."""
    told_ = lambda x: call("databases", none, n, function(N, lambda k: mix(d, point(x(k)), point(none))))
    off_i = each(N, lambda k: implies(not_(eq(k, i)), eq(x(k), y(k))))
    return implies(off_i, eq(y(i), none), close(E, d, told_(x), told_(y)) & close(E, d, told_(y), told_(x)))


@releasing_each_record_with_probability_delta.proof
def _(E, d, none, x, y, i, n, e1, d0, d1, off_, gone):
    s = lambda x: lam(k, mix(d, point(x(k)), point(none)))
    sure = lambda v: same(certain(v), law(point(v)))

    def laws_(x):
        th = use(mixtures_are_laws(d, point(x(k)), point(none), A=X), d0, d1, sure(x(k)), sure(none))
        return gen(k, to(th, law(s(x)(k))))

    def agree(x, y, off_):
        H = assume(not_(eq(k, i)))
        moved = subst(use(spec(off_, k), H), refl(s(x)(k)), lambda v: eq(s(x)(k), mix(d, point(v), point(none))))
        return gen(k, discharge(H.concl, to(moved, eq(s(x)(k), s(y)(k)))))

    g = var("g", fn(X, R))
    H, known, low, high = a_test(g)
    flat = subst(symmetric(gone), refl(g(none)), lambda v: g(none).eq(g(v)))
    u, w = x(i), y(i)
    dg = ar(d * g(u) <= d, d0, high(u))
    first = ar(s(x)(i)(g) <= E * s(y)(i)(g) + d, flat, dg, ar(real(0) <= (E - 1) * g(none), e1, low(none)),
               ar(real(0) <= d * g(none), d0, low(none)), factors=[E * d, d, real(1)])  # fmt: skip
    rest = ar(real(0) <= (E - 1) * (1 - d) * g(none), ar(real(0) <= (E - 1) * (1 - d), e1, d1), low(none))
    second = ar(
        s(y)(i)(g) <= E * s(x)(i)(g) + d,
        flat,
        ar(d * g(none) <= d, d0, high(none)),
        rest,
        ar(real(0) <= E * (d * g(u)), e1, ar(real(0) <= d * g(u), d0, low(u))),
        factors=[E * d, d, real(1)],
    )
    near = for_tests(first, g, close(E, d, s(x)(i), s(y)(i)))
    back = for_tests(second, g, close(E, d, s(y)(i), s(x)(i)))
    H2 = assume(not_(eq(k, i)))
    turned = gen(k, discharge(H2.concl, symmetric(use(spec(off_, k), H2))))
    one = use(products_of_laws_that_agree_off_a_place(E, d, none, s(x), s(y)), e1, d0, laws_(x), laws_(y))
    one = spec(use(at(one, i), agree(x, y, off_), near), n)
    two = use(products_of_laws_that_agree_off_a_place(E, d, none, s(y), s(x)), e1, d0, laws_(y), laws_(x))
    two = spec(use(at(two, i), agree(y, x, turned), back), n)
    del w
    return conj(one, two)
