"""Remark 8 where it is true: at sampling rates of 2/5 at least, and at a distance of 13/50 from the threshold.

The losses of databases with many records of each type are below one exponential, those of the others below the mean of
another one; where both exponents are large, one exponential is enough.
"""

from sdp_proofs.logic.theories.sampled_losses import *
from sdp_proofs.logic.vocabulary import *

n, T, h = var("n", N), var("T", N), var("h", R)


def exp_at_least(x, low, halvings):
    """Low <= exp(x), from (1 + x/2^k)^(2^k), rounded down to seven digits after each square."""
    y = Fraction(x) / 2**halvings
    found = 1 + y
    th = ar(real(found) <= EXP(y), ax("exp_above", y))
    for _ in range(halvings):
        square = rewrite(ax("exp_plus", y, y), real(y) + y, real(2 * y))
        found, before, y = Fraction(int(found * found * 10**7), 10**7), found, 2 * y
        th = ar(real(found) <= EXP(y), square, th, ar(real(before) <= EXP(y / 2), th), hints=[(1, 1)])
    return ar(real(low) <= EXP(y), th)


def at_minus(x, low, halvings):
    """exp(-x) <= 1/low, from low <= exp(x)."""
    th, x = exp_at_least(x, low, halvings), Fraction(x)
    back = rewrite(ax("exp_plus", x, -x), real(x) + (-x), real(0))
    e = exp_positive(-x)
    return ar(EXP(-x) <= 1 / Fraction(low), ar(EXP(-x) * low <= EXP(-x) * EXP(x), th, e), back, exp_zero.thm)


@theorem
def entropy_at_a_distance_is_enough_for_an_eighth(d: Real):
    """1 - exp(-2 d^2) >= 1/8 for d >= 13/50."""
    return implies(d >= Fraction(13, 50), Fraction(1, 8) <= 1 - EXP(0 - 2 * (d * d)))


@entropy_at_a_distance_is_enough_for_an_eighth.proof
def _(d, far):
    x = Fraction(169, 1250)
    th = at_minus(x, Fraction(8, 7), 3)
    less = use(exp_monotone(0 - 2 * (d * d), -x), ar(0 - 2 * (d * d) <= -x, far, hints=[(0, 0)]))
    return ar(Fraction(1, 8) <= 1 - EXP(0 - 2 * (d * d)), th, less)


@theorem(place="Region of Remark 8", claims="entropy-at-a-distance-is-enough-for-an-eighth")
def relative_entropy_at_a_distance(theta: Real, rho: Real):
    """1 - exp(-K) >= 1 - exp(-2 d^2) >= 1/8 for d = theta - rho >= 13/50 and the relative entropy K."""
    K, d = call("relative_entropy", theta, rho), theta - rho
    square = EXP(0 - 2 * (d * d))
    return implies(
        below(0, rho), below(theta, 1), d >= Fraction(13, 50),
        (1 - square <= 1 - EXP(0 - K)) & (Fraction(1, 8) <= 1 - square),
    )  # fmt: skip


@relative_entropy_at_a_distance.proof
def _(theta, rho, r0, t1, far):
    K, d = call("relative_entropy", theta, rho), theta - rho
    r1, t0 = algebra(below(rho, 1), t1, far), algebra(below(0, theta), r0, far)
    pinsker = use(fact("pinsker_for_coins", theta, rho), r0, r1, t0, t1)
    square = 0 - 2 * (d * d)
    less = use(exp_monotone(0 - K, square), ar(square >= 0 - K, pinsker))
    end = use(entropy_at_a_distance_is_enough_for_an_eighth(d), far)
    return conj(ar(1 - EXP(square) <= 1 - EXP(0 - K), less), end)


@theorem(place="Region of Remark 8", claims="split-leaves-an-eighth")
def split_leaves_an_eighth(w: Real):
    """W log w + 1 - w >= 1/8 for 0 < w <= 27/50."""
    return implies(below(0, w), w <= Fraction(27, 50), Fraction(1, 8) <= w * LOG(w) + 1 - w)


@split_leaves_an_eighth.proof
def _(w, w0, w1):
    a, c = Fraction(27, 50), Fraction(67, 108)
    small = at_minus(c, Fraction(50, 27), 6)
    bad = assume(EXP(-c) <= 0)
    back = rewrite(ax("exp_plus", c, -c), real(c) + (-c), real(0))
    e0 = refuting(
        bad.concl, impossible(ar(real(1) <= 0, back, exp_zero.thm, ar(EXP(c) * EXP(-c) <= 0, bad, exp_positive(c))))
    )
    low = use(logs_are_monotone(EXP(-c), a), same(e0, below(0, EXP(-c))), small)
    low = ar(LOG(a) >= -c, low, logs_undo_exponentials(-c))
    wp = use(ax("total", w, 0), w0)
    bad = assume(real(a) <= 0)
    a0 = same(refuting(bad.concl, impossible(ar(real(1) <= 0, bad))), below(0, a))
    tangent = use(logs_are_above_their_tangents(a, w), a0, w0)
    # log a is negative
    up = ar(LOG(a) <= 0, use(logs_are_monotone(a, 1), a0, ar(real(a) <= 1)), log_one.thm)
    return ar(split_leaves_an_eighth.conclusion, tangent, low, ar(a * LOG(a) <= w * LOG(a), up, w1))


@theorem(place="smoothed-dp, Remark 8", claims="remark-eight-holds-at-larger-rates")
def remark_eight_at_larger_rates(
    E: Odds, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, f: Rate, sources: fn(LX, o)
):
    """Remark 8 with g = ((1 - 1/E) n/T - 1)^2, if T/n >= 2/5 or 1 - 1/E - T/n >= 13/50."""
    rho, theta = rate_of(n, T), 1 - INV(E)
    gap = theta * INV(rho) - 1
    g, size = gap * gap, f * num(SUCC(n))
    return implies(
        below(rho, theta), or_(rho >= Fraction(2, 5), theta - rho >= Fraction(13, 50)),
        call("are_all_types", kinds, types), call("has_floor", sources, f),
        smoothed(
            near_of(SUCC(n)), hist_of(n, T), E,
            EXP(0 - g * size * Fraction(1, 6)) + num(types) * EXP(0 - size * Fraction(1, 8)),
            call("assigned", v0, SUCC(n), sources),
        ),
    )  # fmt: skip


@remark_eight_at_larger_rates.proof
def _(E, v0, n, T, kinds, types, f, sources, e1, f0, f1, above, regions, all_, floor):
    *_, r0, t1, weak = rate_is_below_one(E, n, T, e1, above)
    rho, theta, n1, K = rate_of(n, T), 1 - INV(E), SUCC(n), exponent_of(E, n, T)
    gap, size, m_ = theta * INV(rho) - 1, f * num(n1), num(types)
    g, d = gap * gap, theta - rho
    goal = EXP(0 - g * size * Fraction(1, 6)) + m_ * EXP(0 - size * Fraction(1, 8))
    laws_, M, near = call("assigned", v0, n1, sources), hist_of(n, T), near_of(n1)
    pinsker = use(pinsker_above_the_chance(theta, rho), r0, ar(rho <= theta, weak), t1)
    m0, s0 = spec(numbers_are_not_negative.thm, types), ar(real(0) <= size, f0, spec(numbers_are_not_negative.thm, n1))
    eighth = EXP(0 - size * Fraction(1, 8))
    first0 = exp_positive(0 - g * size * Fraction(1, 6))

    def one_exponential(small):
        """The goal, from exp(-K) <= 7/8."""
        th = use(
            smoothed_loss_below_one_exponential(E, v0, n, T, kinds, types, f, sources), e1, f0, f1, above, all_, floor
        )
        own, all_of_it = f * (1 - EXP(0 - K)) * num(n1), m_ * power(1 - f * (1 - EXP(0 - K)), n1)
        e = use(exp_monotone(0 - own, 0 - size * Fraction(1, 8)), ar(0 - own <= 0 - size * Fraction(1, 8),
                ar(size * Fraction(1, 8) <= size * (1 - EXP(0 - K)), small, s0)))  # fmt: skip
        le = ar(all_of_it <= goal, right(th), ar(m_ * EXP(0 - own) <= m_ * eighth, e, m0), first0)
        return smoothed_with(left(th), near, M, E, all_of_it, goal, laws_, le)

    far = assume(d >= Fraction(13, 50))
    small = use(entropy_at_a_distance_is_enough_for_an_eighth(d), far)
    less = use(exp_monotone(0 - K, 0 - 2 * (d * d)), ar(0 - 2 * (d * d) >= 0 - K, pinsker))
    at_a_distance = one_exponential(ar(EXP(0 - K) <= Fraction(7, 8), less, small))
    # at a large rate: w = g/(6 K)
    large = assume(rho >= Fraction(2, 5))
    none = assume(K <= 0)
    dp = ar(real(0) <= d, weak)
    apart = assume(d <= 0)
    d0 = refuting(apart.concl, contradiction(above, ar(theta <= rho, apart)))
    ud, id_ = positive(d, d0)
    zero = ar(d <= 0, ar(d * d * INV(d) <= 0, ar(d * d <= 0, pinsker, none), id_), ud, factors=[d])
    k0 = refuting(none.concl, contradiction(d0, zero))
    (uk, ik), (ur, ir) = positive(K, k0), positive(rho, r0)
    kp = use(ax("total", K, 0), k0)
    w = g * INV(K) * Fraction(1, 6)
    gd = ar(gap.eq(d * INV(rho)), ur)
    iv = ar(INV(rho) <= Fraction(5, 2), ar(INV(rho) * Fraction(2, 5) <= INV(rho) * rho, large, ir), ur)
    g_low = ar(
        g <= Fraction(25, 4) * (d * d),
        ar(g.eq(d * d * (INV(rho) * INV(rho))), gd, factors=[gap, d * INV(rho)]),
        ar(
            d * d * (INV(rho) * INV(rho)) <= d * d * Fraction(25, 4),
            ar(INV(rho) * INV(rho) <= Fraction(25, 4), iv, ir),
            squares=[d],
        ),
    )
    w1 = ar(
        w <= Fraction(27, 50),
        ar(g * INV(K) <= Fraction(25, 8) * (K * INV(K)), ar(g <= Fraction(25, 8) * K, g_low, pinsker), ik),
        uk,
    )
    # w > 0
    gz = assume(w <= 0)
    unit_w = ar(K * w <= 0, gz, kp)
    g0 = ar(g <= 0, unit_w, uk, factors=[g])
    root = ar(
        d <= 0,
        ar(
            d * d <= 0,
            ar(
                (rho * rho * g).eq(d * d),
                ur,
                factors=[theta * theta, theta * rho, theta * theta * INV(rho) * rho, theta],
            ),
            ar(rho * rho * g <= 0, g0, squares=[rho]),
        ),
        ud,
        id_,
        hints=[(0, 2)],
        factors=[d],
    )
    w0 = same(refuting(gz.concl, contradiction(d0, root)), below(0, w))
    few, many = assume(w <= EXP(0 - K)), assume(not_(w <= EXP(0 - K)))
    high = one_exponential(ar(EXP(0 - K) <= Fraction(7, 8), use(ax("total", w, EXP(0 - K)), many), w1))
    r, e_w = 0 - LOG(w), use(ax("exp_log", w), same(w0, not_(w <= 0)))
    z = r - K
    lw = ar(LOG(w) <= 0 - K, use(logs_are_monotone(w, EXP(0 - K)), w0, few), logs_undo_exponentials(0 - K))
    z0 = ar(real(0) <= z, lw)
    cut = w * size
    b, c = EXP(0 - K * cut), EXP(z * cut)
    h0, over_ = assume(real(0) <= h), assume(cut <= h)
    less_ = EXP(0 - K * h) <= b + c * EXP(0 - r * h)
    below_ = use(ax("total", cut, h), assume(not_(cut <= h)))
    big = ar(less_, use(exp_monotone(0 - K * h, 0 - K * cut), ar(0 - K * h <= 0 - K * cut, over_, kp)),
             ar(real(0) <= c * EXP(0 - r * h), exp_positive(z * cut), exp_positive(0 - r * h)))  # fmt: skip
    joined = ax("exp_plus", z * cut, 0 - r * h)
    few_ = ar(
        less_,
        joined,
        use(
            exp_monotone(0 - K * h, z * cut + (0 - r * h)),
            ar(0 - K * h <= z * cut + (0 - r * h), ar(z * h <= z * cut, below_, z0)),
        ),
        exp_positive(0 - K * cut),
    )
    split_ = gen(h, discharge(h0.concl, cases(over_.concl, big, few_)))
    th = use(
        smoothed_loss_below_mean_exponentials(E, v0, n, T, kinds, types, f, sources, b, c, r),
        e1,
        exp_positive(z * cut),
        ar(real(0) <= r, z0, kp),
        above,
        all_,
        floor,
        split_,
    )
    er = rewrite(e_w, LOG(w), 0 - r)
    share = f * (1 - EXP(0 - r))
    wp = use(ax("total", w, 0), w0)
    pw = spec(
        use(
            powers_of_a_rate_are_below_exponentials(share),
            ar(share <= 1, f1, ar(share <= f, er, ar(f * (1 - w) <= f, wp, f0), factors=[f])),
        ),
        n1,
    )
    power_ = power(1 - share, n1)
    both = ax("exp_plus", z * cut, 0 - share * num(n1))
    eighth_ = use(split_leaves_an_eighth(w), w0, w1)
    exponent = ar(
        z * cut + (0 - share * num(n1)) <= 0 - size * Fraction(1, 8),
        er,
        ar(size * Fraction(1, 8) <= size * (w * LOG(w) + 1 - w), eighth_, s0),
        ar(real(0) <= K * w * size, ar(real(0) <= K * w, kp, wp), s0),
        factors=[size],
    )
    last = use(exp_monotone(z * cut + (0 - share * num(n1)), 0 - size * Fraction(1, 8)), exponent)
    second = ar(
        c * power_ <= eighth,
        ar(c * power_ <= c * EXP(0 - share * num(n1)), right(pw), exp_positive(z * cut)),
        both,
        last,
    )
    kw = ar((K * w).eq(g * Fraction(1, 6)), uk, factors=[g])
    is_b = subst(
        ar((0 - K * cut).eq(0 - g * size * Fraction(1, 6)), kw, factors=[size]), refl(b), lambda e: eq(b, EXP(e))
    )
    slack = b + c * (m_ * power_)
    low = smoothed_with(
        th, near, M, E, slack, goal, laws_, ar(slack <= goal, is_b, ar(m_ * (c * power_) <= m_ * eighth, second, m0))
    )
    return split(regions, cases(few.concl, low, high), at_a_distance)
