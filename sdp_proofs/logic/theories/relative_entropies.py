"""Relative entropies of two coins: the best exponent of a tail, and Pinsker's inequality."""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.paper import *
from sdp_proofs.logic.vocabulary import *


@definition(r"\mathrm{{KL}}({0} \,\|\, {1})")
def relative_entropy(t: R, r: R):
    """The relative entropy of two coins of chances t and r."""
    return t * LOG(t * INV(r)) + (1 - t) * LOG((1 - t) * INV(1 - r))


def inverse_of(y, L, own, unit):
    """exp(-L) = 1/y, from exp(L) = y and y (1/y) = 1."""
    back = rewrite(ax("exp_plus", 0 - L, L), (0 - L) + L, real(0))
    e = EXP(0 - L)
    return ar(e.eq(INV(y)), back, exp_zero.thm, own, unit, factors=[INV(y), e, e * INV(y)])


@theorem
def best_exponent_of_a_tail(theta: Real, rho: Real):
    """At s = log(theta (1 - rho)/(rho (1 - theta))) >= 0 the bound exp(s theta)/(1 + rho (exp(s) - 1)) is exp(KL)."""
    s = LOG(theta * (1 - rho) * INV(rho * (1 - theta)))
    K = call("relative_entropy", theta, rho)
    return implies(
        below(0, rho), below(rho, theta), below(theta, 1),
        (real(0) <= s) & (real(0) <= K) & (1 + rho * (EXP(s) - 1)).eq(EXP(s * theta - K)),
    )  # fmt: skip


@best_exponent_of_a_tail.proof
def _(theta, rho, r0, rt, t1):
    t, r = theta, rho
    p, q = t * INV(r), (1 - t) * INV(1 - r)
    z = t * (1 - r) * INV(r * (1 - t))
    s, K, Lp, Lq = LOG(z), relative_entropy(t, r), LOG(p), LOG(q)
    t0, r1 = algebra(below(0, t), r0, rt), algebra(below(r, 1), rt, t1)
    own = lambda y, *facts: use(ax("exp_log", y), same(algebra(below(0, y), *facts), not_(y <= 0)))
    ez, ep, eq_ = own(z, r0, rt, t1, t0, r1), own(p, r0, t0), own(q, t1, r1)
    (ur, ir), (u1r, i1r), (u1t, i1t) = (
        positive(r, r0),
        positive(1 - r, algebra(below(0, 1 - r), r1)),
        positive(1 - t, algebra(below(0, 1 - t), t1)),
    )
    uw, iw = positive(r * (1 - t), algebra(below(0, r * (1 - t)), r0, t1))
    # s = log p - log q
    pq = rewrite(ax("exp_plus", Lp - Lq, Lq), (Lp - Lq) + Lq, Lp)
    zq = ar(
        (z * q).eq(p),
        uw,
        ur,
        u1r,
        u1t,
        factors=[
            t * INV(1 - r) * INV(r * (1 - t)) * (1 - t),
            t * INV(r * (1 - t)) * (1 - t),
            t * INV(r),
            t * INV(r) * INV(r * (1 - t)) * (1 - t),
            t * (1 - t) * INV(r * (1 - t)),
            t * INV(r) * r * INV(r * (1 - t)) * (1 - t),
        ],
    )
    uq, _ = positive(q, algebra(below(0, q), t1, r1))
    is_z = ar(EXP(Lp - Lq).eq(z), pq, ep, eq_, zq, uq, factors=[INV(q), EXP(Lp - Lq), z, EXP(Lp - Lq) * INV(q)])
    back = subst(is_z, logs_undo_exponentials(Lp - Lq), lambda w: LOG(w).eq(Lp - Lq))
    # 1 + rho (z - 1) = (1 - rho)/(1 - theta) = 1/q
    one_ = ar(((1 + r * (z - 1)) * q).eq(1), zq, ur, u1r, factors=[r, t, real(1)])
    inv_q = inverse_of(q, Lq, eq_, uq)
    end = ar((s * t - K).eq(0 - Lq), back, factors=[t])
    value = subst(
        symmetric(end),
        ar((1 + r * (EXP(s) - 1)).eq(EXP(0 - Lq)), ez, one_, inv_q, uq, factors=[r, INV(q), 1 + r * (z - 1)]),
        lambda w: (1 + r * (EXP(s) - 1)).eq(EXP(w)),
    )
    # z >= 1, so s >= 0; and exp(-K) <= 1
    tr = use(ax("total", t, r), rt)
    z1 = ar(real(1) <= z, ar(r * (1 - t) <= t * (1 - r), tr), uw, iw, hints=[(0, 2)], factors=[real(1)])
    sb = rewrite(ax("exp_plus", s, 0 - s), s + (0 - s), real(0))
    s_low = ar(
        real(0) <= s, sb, exp_zero.thm, ez, z1, exp_positive(0 - s), ax("exp_above", 0 - s), factors=[EXP(0 - s)]
    )
    # log y >= 1 - 1/y
    low = lambda y, own, u: ar(LOG(y) >= 1 - INV(y), inverse_of(y, LOG(y), own, u), ax("exp_above", 0 - LOG(y)))
    up_, _ = positive(p, algebra(below(0, p), r0, t0))
    lp, lq = low(p, ep, up_), low(q, eq_, uq)
    ip = ar((t * INV(p)).eq(r), up_, ur, factors=[r, t * INV(p)])
    iq = ar(((1 - t) * INV(q)).eq(1 - r), uq, u1r, factors=[1 - r, (1 - t) * INV(q)])
    tt, t_ = use(ax("total", t, 0), t0), use(ax("total", 1, t), t1)
    k0 = ar(
        real(0) <= K,
        ar(t * Lp >= t - r, ar(t * Lp >= t * (1 - INV(p)), lp, tt), ip),
        ar(
            (1 - t) * Lq >= (1 - t) - (1 - r),
            ar((1 - t) * Lq >= (1 - t) * (1 - INV(q)), lq, ar(real(0) <= 1 - t, t_)),
            iq,
        ),
    )
    return conj(conj(s_low, k0), value)


# ---- Pinsker's inequality ------------------------------------------------------------------------------------------
@theorem
def logs_are_above_their_tangents(x: Real, y: Real):
    """The logarithm at y is above its value at x by (y - x)/y at least, for positive x and y."""
    return implies(below(0, x), below(0, y), y - x <= y * (LOG(y) - LOG(x)))


@logs_are_above_their_tangents.proof
def _(x, y, x0, y0):
    Lx, Ly = LOG(x), LOG(y)
    ex, ey = use(ax("exp_log", x), same(x0, not_(x <= 0))), use(ax("exp_log", y), same(y0, not_(y <= 0)))
    moved = rewrite(ax("exp_plus", Lx - Ly, Ly), (Lx - Ly) + Ly, Lx)
    yp = use(ax("total", y, 0), y0)
    return ar(
        y - x <= y * (Ly - Lx), ax("exp_above", Lx - Ly), moved, ex, ey, yp, hints=[(0, 4)], factors=[EXP(Lx - Ly)]
    )


@theorem
def logs_of_quotients(x: Real, y: Real):
    """The logarithm of x/y is the difference of the logarithms, for positive x and y."""
    return implies(below(0, x), below(0, y), LOG(x * INV(y)).eq(LOG(x) - LOG(y)))


@logs_of_quotients.proof
def _(x, y, x0, y0):
    Lx, Ly, e = LOG(x), LOG(y), EXP(LOG(x) - LOG(y))
    ex, ey = use(ax("exp_log", x), same(x0, not_(x <= 0))), use(ax("exp_log", y), same(y0, not_(y <= 0)))
    moved = rewrite(ax("exp_plus", Lx - Ly, Ly), (Lx - Ly) + Ly, Lx)
    unit, _ = positive(y, y0)
    q = ar(e.eq(x * INV(y)), moved, ex, ey, unit, factors=[INV(y), e, e * INV(y)])
    return subst(q, logs_undo_exponentials(Lx - Ly), lambda w: LOG(w).eq(Lx - Ly))


@theorem
def logs_are_monotone(x: Real, y: Real):
    """The logarithm does not fall, on positive numbers."""
    return implies(below(0, x), x <= y, LOG(x) <= LOG(y))


@logs_are_monotone.proof
def _(x, y, x0, le):
    y0 = algebra(below(0, y), x0, le)
    th = use(logs_are_above_their_tangents(x, y), x0, y0)
    unit, i0 = positive(y, y0)
    return ar(LOG(x) <= LOG(y), ar(real(0) <= y * (LOG(y) - LOG(x)), th, le), unit, i0, hints=[(0, 2)],
              factors=[LOG(x), LOG(y)])  # fmt: skip


def log_of_odds(v, v1):
    """0 <= log v, from 1 <= v."""
    one0 = refuting(real(1) <= 0, impossible(assume(real(1) <= 0)))
    return ar(real(0) <= LOG(v), use(logs_are_monotone(1, v), to(one0, below(0, 1)), v1), log_one.thm)


@theorem
def log_odds_rise_with_slope_four(a: Real, b: Real):
    """The difference of log odds at b and a is at least 4 (b - a), for 0 < a <= b < 1."""
    odds = lambda x: LOG(x) - LOG(1 - x)
    return implies(below(0, a), a <= b, below(b, 1), odds(a) - 4 * a <= odds(b) - 4 * b)


@log_odds_rise_with_slope_four.proof
def _(a, b, a0, ab, b1):
    x, y = var("x", R), var("y", R)
    F = lam(x, LOG(x) - LOG(1 - x) - 4 * x)
    ua, ia = positive(a, a0)
    K = INV(a) * INV(a)
    ax_, xy, yb = assume(a <= x), assume(x <= y), assume(y <= b)
    x0, y0 = algebra(below(0, x), a0, ax_), algebra(below(0, y), a0, ax_, xy)
    x1, y1 = algebra(below(0, 1 - x), xy, yb, b1), algebra(below(0, 1 - y), yb, b1)
    one_ = use(logs_are_above_their_tangents(x, y), x0, y0)
    two = use(logs_are_above_their_tangents(1 - y, 1 - x), y1, x1)
    (ux, ix), (uy, iy), (u1, i1) = positive(x, x0), positive(y, y0), positive(1 - x, x1)
    d = y - x
    first = ar(LOG(y) - LOG(x) >= d * INV(y), one_, uy, iy, hints=[(0, 2)], factors=[LOG(y) - LOG(x), d, real(1)])
    second = ar(
        LOG(1 - x) - LOG(1 - y) >= d * INV(1 - x),
        two,
        u1,
        i1,
        hints=[(0, 2)],
        factors=[LOG(1 - x) - LOG(1 - y), d, real(1)],
    )
    four = algebra(INV(x) + INV(1 - x) >= 4, x0, x1, squares=[2 * x - 1])
    le = lambda z, az, u, i_: ar(
        INV(z) <= INV(a),
        ar(INV(a) * INV(z) * a <= INV(a) * INV(z) * z, az, ia, i_, hints=[(0, 1, 2)]),
        ua,
        u,
        factors=[INV(z), INV(a)],
    )
    lx, ly = le(x, ax_, ux, ix), le(y, ar(a <= y, ax_, xy), uy, iy)
    gap = ar((INV(x) - INV(y)).eq(d * INV(x) * INV(y)), ux, uy, factors=[INV(y), INV(x)])
    d0 = ar(real(0) <= d, xy)
    prod = ar(INV(x) * INV(y) <= K, lx, ly, ix, iy, ia, hints=[(0, 3), (1, 4)])
    near = ar(INV(x) - INV(y) <= d * K, gap, prod, d0)
    slope = ar(d * (INV(y) + INV(1 - x)) >= d * (4 - d * K), four, near, d0)
    step = ar(F(x) - K * ((y - x) * (y - x)) <= F(y), first, second, slope)
    steps = hyps_then(step, [ax_.concl, xy.concl, yb.concl], [x, y])
    K0 = ar(real(0) <= K, ia, hints=[(0, 0)])
    return use(grows(F, K, a, b), K0, ab, steps)


@theorem
def pinsker_above_the_chance(theta: Real, rho: Real):
    """Above rho the relative entropy is at least twice the squared distance from rho."""
    return implies(
        below(0, rho), rho <= theta, below(theta, 1),
        2 * ((theta - rho) * (theta - rho)) <= call("relative_entropy", theta, rho),
    )  # fmt: skip


@pinsker_above_the_chance.proof
def _(theta, rho, r0, rt, t1):
    x, y = var("x", R), var("y", R)
    r1 = algebra(below(0, 1 - rho), rt, t1)
    Lr, Mr = LOG(rho), LOG(1 - rho)
    F = lam(x, x * (LOG(x) - Lr) + (1 - x) * (LOG(1 - x) - Mr) - 2 * ((x - rho) * (x - rho)))
    rx, xy, yt = assume(rho <= x), assume(x <= y), assume(y <= theta)
    x0, y0 = algebra(below(0, x), r0, rx), algebra(below(0, y), r0, rx, xy)
    x1, y1 = algebra(below(0, 1 - x), xy, yt, t1), algebra(below(0, 1 - y), yt, t1)
    one_ = use(logs_are_above_their_tangents(x, y), x0, y0)
    two = use(logs_are_above_their_tangents(1 - x, 1 - y), x1, y1)
    slope = use(log_odds_rise_with_slope_four(rho, x), r0, rx, algebra(below(x, 1), xy, yt, t1))
    d = ar(real(0) <= y - x, xy)
    step = ar(F(x) - 2 * ((y - x) * (y - x)) <= F(y), one_, two, slope, d, hints=[(2, 3)])
    steps = hyps_then(step, [rx.concl, xy.concl, yt.concl], [x, y])
    th = use(grows(F, 2, rho, theta), ar(real(0) <= 2), rt, steps)
    t0 = algebra(below(0, theta), r0, rt)
    lt = use(logs_of_quotients(theta, rho), t0, r0)
    l1 = use(logs_of_quotients(1 - theta, 1 - rho), algebra(below(0, 1 - theta), t1), r1)
    return ar(pinsker_above_the_chance.conclusion, th, lt, l1, factors=[theta, 1 - theta])


@theorem(place="Closed bounds", claims="relative-entropy-is-at-least-twice-the-squared-distance")
def pinsker_for_coins(theta: Real, rho: Real):
    """The relative entropy of two coins is at least twice the squared difference of their chances."""
    return implies(
        below(0, rho), below(rho, 1), below(0, theta), below(theta, 1),
        2 * ((theta - rho) * (theta - rho)) <= call("relative_entropy", theta, rho),
    )  # fmt: skip


@pinsker_for_coins.proof
def _(theta, rho, r0, r1, t0, t1):
    goal = pinsker_for_coins.conclusion
    le, up_ = assume(rho <= theta), assume(not_(rho <= theta))
    first = use(pinsker_above_the_chance(theta, rho), r0, le, t1)
    th = use(
        pinsker_above_the_chance(1 - theta, 1 - rho), algebra(below(0, 1 - rho), r1),
        ar(1 - rho <= 1 - theta, use(ax("total", rho, theta), up_)), algebra(below(1 - theta, 1), t0),
    )  # fmt: skip
    return cases(le.concl, first, ar(goal, th))
