"""Theorem 3 (i): the smoothed loss of the sampled histogram is exponentially small above its threshold.

At a database the loss is at most the sum of exp(-K H) over the types, whose mean factorises over the records; the
exponent K, a relative entropy, is at least twice the squared distance from the threshold (Pinsker's inequality).
"""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.theories.sampled_tails import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v = var("x", DB), var("y", DB), var("v", X)
W_, s_, P_ = var("W", fn(fn(DB, R), R)), var("s", fn(N, LX)), var("P", LX)


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
    return ar(y - x <= y * (Ly - Lx), ax("exp_above", Lx - Ly), moved, ex, ey, yp, hints=[(0, 4)], factors=[EXP(Lx - Ly)])


@theorem
def log_of_a_quotient(x: Real, y: Real):
    """The logarithm of x/y is the difference of the logarithms, for positive x and y."""
    return implies(below(0, x), below(0, y), LOG(x * INV(y)).eq(LOG(x) - LOG(y)))


@log_of_a_quotient.proof
def _(x, y, x0, y0):
    Lx, Ly, e = LOG(x), LOG(y), EXP(LOG(x) - LOG(y))
    ex, ey = use(ax("exp_log", x), same(x0, not_(x <= 0))), use(ax("exp_log", y), same(y0, not_(y <= 0)))
    moved = rewrite(ax("exp_plus", Lx - Ly, Ly), (Lx - Ly) + Ly, Lx)
    unit, _ = positive(y, y0)
    q = ar(e.eq(x * INV(y)), moved, ex, ey, unit, factors=[INV(y), e, e * INV(y)])
    return subst(q, logs_undo_exponentials(Lx - Ly), lambda w: LOG(w).eq(Lx - Ly))


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
    second = ar(LOG(1 - x) - LOG(1 - y) >= d * INV(1 - x), two, u1, i1, hints=[(0, 2)], factors=[LOG(1 - x) - LOG(1 - y), d, real(1)])
    four = algebra(INV(x) + INV(1 - x) >= 4, x0, x1, squares=[2 * x - 1])
    le = lambda z, az, u, i_: ar(INV(z) <= INV(a), ar(INV(a) * INV(z) * a <= INV(a) * INV(z) * z, az, ia, i_, hints=[(0, 1, 2)]), ua, u, factors=[INV(z), INV(a)])
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
    lt = use(log_of_a_quotient(theta, rho), t0, r0)
    l1 = use(log_of_a_quotient(1 - theta, 1 - rho), algebra(below(0, 1 - theta), t1), r1)
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


# ---- one database --------------------------------------------------------------------------------------------------
def rate_is_below_one(E, n, T, e1, above):
    """From T/n < 1 - 1/E: E > 1/E > 0, 0 < T/n, T/n n = T, num T <= num n, with n + 1 and T + 1."""
    n0, t0 = (spec(numbers_are_not_negative.thm, x) for x in (n, T))
    (ue, ie), (un, i_n) = positive(E, ar(real(1) <= E, e1)), positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    rate = rate_of(n, T)
    weak = use(ax("total", 1 - INV(E), rate), above)
    whole = ar((rate * num(SUCC(n))).eq(num(SUCC(T))), un, factors=[num(SUCC(T))])
    le = ar(num(T) <= num(n), ar(rate * num(SUCC(n)) <= num(SUCC(n)), ar(rate <= 1, weak, ie), n0), whole)
    zero = assume(rate <= 0)
    r0 = refuting(zero.concl, impossible(ar(real(1) <= 0, ar(rate * num(SUCC(n)) <= 0, zero, n0), whole, t0)))
    bad = assume(1 - INV(E) >= 1)
    t1 = refuting(bad.concl, impossible(ar(real(1) <= 0, ar(E * INV(E) <= 0, ar(INV(E) <= 0, bad), e1), ue)))
    return ue, ie, whole, le, same(r0, below(0, rate)), same(t1, below(1 - INV(E), 1)), weak


@theorem
def loss_of_a_type_below_one_exponential(E: Odds, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat):
    """Above the threshold the loss to a neighbour at place i is at most exp(-K H), for the type of record i."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    M = hist_of(n, T)
    return implies(
        below(rate_of(n, T), 1 - INV(E)), among(SUCC(n), i), call("off", i, x, y),
        close(E, EXP(0 - K * call("count_in", SUCC(n), x, x(i))), M(x), M(y)),
    )  # fmt: skip


@loss_of_a_type_below_one_exponential.proof
def _(E, n, T, x, y, i, e1, above, hi, agree):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    theta, rho, n1 = 1 - INV(E), rate_of(n, T), SUCC(n)
    s = LOG(theta * (1 - rho) * INV(rho * (1 - theta)))
    K, H, M = relative_entropy(theta, rho), call("count_in", n1, x, x(i)), hist_of(n, T)
    s0, _, best = parts_of_best(use(best_exponent_of_a_tail(theta, rho), r0, above, t1))
    n0 = spec(numbers_are_not_negative.thm, n)
    small = ar(num(n1) + num(SUCC(T)) * (EXP(s) - 1) <= num(n1) * EXP(s * theta - K), best, whole,
               factors=[num(n1), EXP(s) - 1])  # fmt: skip
    tail = use(chance_of_a_large_share_is_exponentially_small(s, theta, K, n, T, x, x(i)), s0, le, small)
    le1 = ar(num(SUCC(T)) <= num(n1), le)
    th = use(loss_at_most_the_chance_of_a_large_share(E, theta, n1, SUCC(T), x, y, i), e1, le1, hi, agree,
             ar(real(1) <= (1 - theta) * E, ue))  # fmt: skip
    lM = hist_laws(n, T, le)
    d = chance_of(n1, SUCC(T), x(i), x, theta * H)
    return use(
        weaker(E, E, d, EXP(0 - K * H), M(x), M(y), A=fn(X, R)), spec(lM, x), spec(lM, y), th, ar(E <= E), tail
    )


def parts_of_best(th):
    """0 <= s, 0 <= K and the equation, of `best_exponent_of_a_tail`."""
    return left(left(th)), right(left(th)), right(th)


def counts_of_neighbours(n, x, y, i, hi, agree):
    """1 <= the count of x(i) in x, and the count of y(i) is at least as large in y as in x."""
    def below_count(term_, at_i, apart, whole, z):
        """The sum of terms is at most a count, from place i and from the other places."""
        yes, no = assume(eq(m, i)), assume(not_(eq(m, i)))
        t = is_type(z, m, z(i))
        own = subst(symmetric(yes), refl(z(i)), lambda w: eq(z(w), z(i)))
        point = cases(yes.concl, at_i(use(decided(own.concl)[0], own), term_(m) <= t), apart(no, term_(m) <= t))
        return spec(sums(lambda m: total(lam(k, term_(k)), m) <= total(lam(k, is_type(z, k, z(i))), m), point), n)

    one_ = lambda k: truth(eq(k, i)) * real(1)
    low = decided(eq(m, i))
    first = below_count(
        one_, lambda is1, goal: ar(goal, is1, low[3]),
        lambda no, goal: ar(goal, use(low[1], no), decided(eq(x(m), x(i)))[2]), n, x,
    )  # fmt: skip
    first = ar(real(1) <= call("count_in", n, x, x(i)), first, mp(spec(sums_at_one_place(real(1), i), n), hi))
    of_x = lambda k: is_type(x, k, y(i))
    alike = lambda no, goal: subst(use(at(agree, m), no), ar(of_x(m) <= of_x(m)), lambda w: of_x(m) <= truth(eq(w, y(i))))
    second = below_count(of_x, lambda is1, goal: ar(goal, is1, decided(eq(x(m), y(i)))[3]), alike, n, y)
    return first, ar(call("count_in", n, x, y(i)) <= call("count_in", n, y, y(i)), second)


@theorem
def losses_of_neighbours_below_one_exponential(E: Odds, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X)):
    """Above the threshold each loss to or from a neighbour is at most exp(-K max(1, H)), for some type with H records."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    M = hist_of(n, T)
    bound = lambda v: EXP(0 - K * MAX(1, call("count_in", SUCC(n), x, v)))
    return implies(
        below(rate_of(n, T), 1 - INV(E)), call("neighbours", SUCC(n), x, y),
        some(X, lambda v: close(E, bound(v), M(x), M(y))) & some(X, lambda v: close(E, bound(v), M(y), M(x))),
    )  # fmt: skip


@losses_of_neighbours_below_one_exponential.proof
def _(E, n, T, x, y, e1, above, near):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    K, M, n1 = relative_entropy(1 - INV(E), rate_of(n, T)), hist_of(n, T), SUCC(n)
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    lM = hist_laws(n, T, le)
    H = lambda z, v: call("count_in", n1, z, v)
    bound = lambda v: EXP(0 - K * MAX(1, H(x, v)))
    claims = [lam(v, close(E, bound(v), M(a_), M(b_))) for a_, b_ in ((x, y), (y, x))]

    def side(z, w, i, th, least, a_):
        """Some type whose exponential bounds the loss from z to w, with max(1, H) at most the count in z."""
        e = use(exp_monotone(0 - K * H(z, a_), 0 - K * MAX(1, H(x, a_))), ar(0 - K * H(z, a_) <= 0 - K * MAX(1, H(x, a_)), least, k0))
        th = use(weaker(E, E, EXP(0 - K * H(z, a_)), bound(a_), M(z), M(w), A=fn(X, R)), spec(lM, z), spec(lM, w), th, ar(E <= E), e)
        return th

    def go(th):
        th = same(th, among(n1, i) & off(i, x, y))
        hi, agree = left(th), right(th)
        other = assume(not_(eq(j, i)))
        back = same(gen(j, discharge(other.concl, symmetric(use(at(agree, j), other)))), off(i, y, x))
        first, second = counts_of_neighbours(n1, x, y, i, hi, agree), counts_of_neighbours(n1, y, x, i, hi, back)
        down = use(loss_of_a_type_below_one_exponential(E, n, T, x, y, i), e1, above, hi, agree)
        up_ = use(loss_of_a_type_below_one_exponential(E, n, T, y, x, i), e1, above, hi, back)
        top = lambda z, a_, one_, le_: use(ax("max_least", 1, H(x, a_), H(z, a_)), one_, le_)
        least = top(x, x(i), first[0], ar(H(x, x(i)) <= H(x, x(i))))
        most = top(y, y(i), second[0], first[1])
        return conj(witness(x(i), side(x, y, i, down, least, x(i)), claims[0]), witness(y(i), side(y, x, i, up_, most, y(i)), claims[1]))

    return given(near, i, go)


@theorem(place="Closed bounds", claims="one-loss-below-one-exponential")
def one_loss_below_one_exponential(E: Odds, n: Nat, T: Nat, x: Fun(N, X), c: Real):
    """Above the threshold delta(x) is at most exp(-K max(1, min H)), K = KL(1 - 1/E || T/n), with n + 1 and T + 1."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    return implies(
        below(rate_of(n, T), 1 - INV(E)), each(X, lambda v: c <= MAX(1, call("count_in", SUCC(n), x, v))),
        greatest_loss(near_of(SUCC(n)), hist_of(n, T), E, x) <= EXP(0 - K * c),
    )  # fmt: skip


@one_loss_below_one_exponential.proof
def _(E, n, T, x, c, e1, above, low):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    K, M, near, y = relative_entropy(1 - INV(E), rate_of(n, T)), hist_of(n, T), near_of(SUCC(n)), ys
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    lM, H = hist_laws(n, T, le), assume(near(x, y))
    e0 = ar(real(0) <= E, e1)
    both = use(losses_of_neighbours_below_one_exponential(E, n, T, x, y), e1, above, H)
    bound, d = lambda v: EXP(0 - K * MAX(1, call("count_in", SUCC(n), x, v))), EXP(0 - K * c)

    def side(th, P, Q):
        """The loss is at most exp(-K c)."""
        e = use(exp_monotone(0 - K * MAX(1, call("count_in", SUCC(n), x, v)), 0 - K * c),
                ar(0 - K * MAX(1, call("count_in", SUCC(n), x, v)) <= 0 - K * c, spec(low, v), k0))  # fmt: skip
        own = lambda th: use(weaker(E, E, bound(v), d, P, Q, A=fn(X, R)), *laws_(P, Q), same(th, close(E, bound(v), P, Q)), ar(E <= E), e)
        return given(th, v, own)

    laws_ = lambda P, Q: [spec(lM, spine(P)[1][-1]), spec(lM, spine(Q)[1][-1])]
    pair = conj(side(left(both), M(x), M(y)), side(right(both), M(y), M(x)))
    every = gen(y, discharge(H.concl, pair))
    least = right(use(greatest_loss_is_least(near, M, E, x, X=DB, A=fn(X, R)), lM, e0))
    return use(at(least, d), exp_positive(0 - K * c), every)


# ---- all databases -------------------------------------------------------------------------------------------------
@theorem
def powers_of_a_rate_are_below_exponentials(f: Rate):
    """The power (1 - f)^n is at most exp(-f n)."""
    return each(N, lambda n: (real(0) <= power(1 - f, n)) & (power(1 - f, n) <= EXP(0 - f * num(n))))


@powers_of_a_rate_are_below_exponentials.proof
def _(f, f0, f1):
    claim = lambda n: (real(0) <= power(1 - f, n)) & (power(1 - f, n) <= EXP(0 - f * num(n)))
    hyp = assume(claim(n))
    e = EXP(0 - f * num(n))
    more = rewrite(ax("exp_plus", 0 - f * num(n), 0 - f), (0 - f * num(n)) + (0 - f), 0 - f * num(SUCC(n)))
    p0 = exp_positive(0 - f * num(n))
    step = conj(
        ar(real(0) <= power(1 - f, SUCC(n)), left(hyp), f1),
        ar(power(1 - f, SUCC(n)) <= EXP(0 - f * num(SUCC(n))), ar(power(1 - f, n) * (1 - f) <= e * (1 - f), right(hyp), f1), more,
           ar(e * (1 - f) <= e * EXP(0 - f), ax("exp_above", 0 - f), p0)),
    )  # fmt: skip
    zero = rewrite(exp_zero.thm, real(0), 0 - f * num(ZERO))
    base = conj(ar(real(0) <= power(1 - f, ZERO)), ar(power(1 - f, ZERO) <= EXP(0 - f * num(ZERO)), zero))
    return induct(n, base, discharge(hyp.concl, step))


@theorem
def exponentials_of_counts_are_products(K: Real, x: Fun(N, X), a: X):
    """The exponential of -K times a count is a product over the records."""
    return each(N, lambda n: EXP(0 - K * call("count_in", n, x, a)).eq(
        product(lambda k: 1 - (1 - EXP(0 - K)) * truth(eq(x(k), a)), n)))  # fmt: skip


@exponentials_of_counts_are_products.proof
def _(K, x, a):
    H, t = lambda n: call("count_in", n, x, a), truth(eq(x(n), a))
    factor = lam(k, 1 - (1 - EXP(0 - K)) * truth(eq(x(k), a)))
    claim = lambda n: EXP(0 - K * H(n)).eq(product(factor, n))
    more = rewrite(ax("exp_plus", 0 - K * H(n), (0 - K) * t), (0 - K * H(n)) + (0 - K) * t, 0 - K * H(SUCC(n)))
    bit = exponential_of_a_bit(0 - K, eq(x(n), a))
    base = ar(claim(ZERO), rewrite(exp_zero.thm, real(0), 0 - K * H(ZERO)))
    e = EXP(0 - K * H(n))
    step = ar(claim(SUCC(n)), more, bit, assume(claim(n)), factors=[e, 1 + t * (EXP(0 - K) - 1)])
    return induct(n, base, discharge(claim(n), step))


@definition(r"{0} 	ext{{ gives each type at least }} {1}", place="smoothed-dp, Sec. 5.1",
            difference="each type of the set of types, where the paper says each of the support")  # fmt: skip
def has_floor(sources: fn(LX, o), f: R):
    """The members of a set of sources are laws under which each value has probability f at least."""
    P = var("P", LX)
    return forall(P, implies(sources(P), law(P) & each(X, lambda v: f <= P(lambda u: truth(eq(u, v))))))


@definition(r"{0}(0), \ldots, {0}({1} - 1) 	ext{{ are all types}}")
def are_all_types(kinds: Fun(N, X), m: N):
    """Each type is one of the first m of a list."""
    return each(X, lambda v: some(N, lambda j: among(m, j) & eq(kinds(j), v)))


@theorem(place="smoothed-dp, Remark 8, repaired", claims="smoothed-loss-below-one-exponential")
def smoothed_loss_below_one_exponential(
    E: Odds, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, f: Rate, sources: fn(LX, o)
):
    """Above the threshold delta_SDP <= m (1 - f (1 - exp(-K)))^n <= m exp(-f n (1 - exp(-K))), with n + 1 and T + 1."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    gap = f * (1 - EXP(0 - K))
    bound = num(types) * power(1 - gap, SUCC(n))
    return implies(
        below(rate_of(n, T), 1 - INV(E)), call("are_all_types", kinds, types), call("has_floor", sources, f),
        smoothed(near_of(SUCC(n)), hist_of(n, T), E, bound, call("assigned", v0, SUCC(n), sources))
        & (bound <= num(types) * EXP(0 - gap * num(SUCC(n)))),
    )  # fmt: skip


def term_of_a_sum(g, low, m_, j_, inside):
    """g(j) is at most the sum of the terms g, which are not negative, for j among m."""
    yes, no = assume(eq(m, j_)), assume(not_(eq(m, j_)))
    goal = truth(eq(m, j_)) * g(j_) <= g(m)
    here = subst(symmetric(yes), refl(g(j_)), lambda w: eq(g(w), g(j_)))
    one_ = ar(goal, here, use(decided(yes.concl)[0], yes), factors=[g(j_)])
    zero = ar(goal, low, use(decided(yes.concl)[1], no), factors=[g(j_)])
    th = spec(sums(lambda m: total(lam(k, truth(eq(k, j_)) * g(j_)), m) <= total(g, m), cases(yes.concl, one_, zero)), m_)
    return ar(g(j_) <= total(g, m_), th, mp(spec(sums_at_one_place(g(j_), j_), m_), inside))


@smoothed_loss_below_one_exponential.proof
def _(E, v0, n, T, kinds, types, f, sources, e1, f0, f1, above, all_, floor):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    n1, M, near = SUCC(n), hist_of(n, T), near_of(SUCC(n))
    K = relative_entropy(1 - INV(E), rate_of(n, T))
    L = EXP(0 - K)
    gap = f * (1 - L)
    pw = power(1 - gap, n1)
    d, laws_ = num(types) * pw, call("assigned", v0, n1, sources)
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    l0 = exp_positive(0 - K)
    l1 = ar(L <= 1, use(exp_monotone(0 - K, 0), ar(0 - K <= 0, k0)), exp_zero.thm)
    g1 = ar(gap <= 1, ar(gap <= f, l0, f0), f1)
    g0 = ar(real(0) <= gap, f0, l1)
    small = spec(use(powers_of_a_rate_are_below_exponentials(gap), g0, g1), n1)
    m0 = spec(numbers_are_not_negative.thm, types)
    second = ar(d <= num(types) * EXP(0 - gap * num(n1)), right(small), m0)
    lM = hist_laws(n, T, le)
    H = lambda x, v: call("count_in", n1, x, v)
    g = lambda x: lam(j, EXP(0 - K * H(x, kinds(j))))
    D = lam(xs, total(g(xs), types))
    # each summand is between 0 and 1
    a_ = var("a", X)
    h0 = lambda x, v: spec(sums(lambda m: real(0) <= total(lam(k, is_type(x, k, v)), m), decided(eq(x(m), v))[2]), n1)
    e = lambda x, v: EXP(0 - K * H(x, v))
    top = ar(e(xs, a_) <= 1, use(exp_monotone(0 - K * H(xs, a_), 0), ar(0 - K * H(xs, a_) <= 0, h0(xs, a_), k0)), exp_zero.thm)
    known = use(tests_are_bounded(lam(xs, e(xs, a_)), A=DB), make_test(xs, e(xs, a_), exp_positive(0 - K * H(xs, a_)), top))
    known = gen(a_, same(known, bounded(lam(xs, e(xs, a_)))))
    part = lambda m: lam(xs, total(g(xs), m))
    row = same(observable(xs, real(0)), bounded(part(ZERO)))
    had = assume(bounded(part(m)))
    nexts = observable(xs, total(g(xs), m) + e(xs, kinds(m)), [had, spec(known, kinds(m))])
    bounded_part = induct(m, row, discharge(had.concl, same(nexts, bounded(part(SUCC(m))))))
    ob = spec(bounded_part, types)
    # D bounds the losses
    H_ = assume(near(xs, ys))
    both = use(losses_of_neighbours_below_one_exponential(E, n, T, xs, ys), e1, above, H_)
    bound = lambda v: EXP(0 - K * MAX(1, H(xs, v)))

    def side(th, P, Q, lP, lQ):
        def own(th):
            near_v = same(th, close(E, bound(v), P, Q))

            def at_kind(th):
                th = same(th, among(types, j) & eq(kinds(j), v))
                low = exp_positive(0 - K * H(xs, kinds(m)))
                one_ = term_of_a_sum(g(xs), same(low, real(0) <= g(xs)(m)), types, j, left(th))
                one_ = subst(right(th), same(one_, e(xs, kinds(j)) <= total(g(xs), types)), lambda w: e(xs, w) <= total(g(xs), types))
                less = use(exp_monotone(0 - K * MAX(1, H(xs, v)), 0 - K * H(xs, v)),
                           ar(0 - K * MAX(1, H(xs, v)) <= 0 - K * H(xs, v), ax("max_right", 1, H(xs, v)), k0))  # fmt: skip
                return use(weaker(E, E, bound(v), D(xs), P, Q, A=fn(X, R)), lP, lQ, near_v, ar(E <= E),
                           ar(bound(v) <= total(g(xs), types), less, one_))  # fmt: skip

            one_of = exists(lam(j, among(types, j) & eq(kinds(j), v)))
            return given(same(at(all_, v), one_of), j, at_kind)

        return given(th, v, own)

    lx, ly = spec(lM, xs), spec(lM, ys)
    pair = conj(side(left(both), M(xs), M(ys), lx, ly), side(right(both), M(ys), M(xs), ly, lx))
    pair = same(pair, close(E, D(xs), M(xs), M(ys)) & close(E, D(xs), M(ys), M(xs)))
    pairs = gen(xs, gen(ys, discharge(H_.concl, pair)))
    # its mean
    hW = assume(laws_(W_))

    def mean(th):
        src, is_ = left(th), right(th)
        here = at(floor, s_(j))
        known_j = use(here, spec(src, j))
        ls = gen(j, left(known_j))
        lW = any_laws(v0, s_, ls, n1)
        P = call("databases", v0, n1, s_)
        zero = lam(j, lam(v, real(0)))
        b0 = gen(j, observable(v, real(0)))
        pw_of = lambda a: right(right(use(averages_over_records_are_below_a_power(v0, n1, s_, zero, 0, a, L, f), ls, b0, l0, l1)))
        shares = gen(j, at(right(known_j), a_))
        powers = mp(pw_of(a_), same(shares, binary(pw_of(a_).concl, "implies")[0]))
        turned = under(spec(exponentials_of_counts_are_products(K, xs, a_), n1), xs, lam(var("g", fn(DB, R)), P(var("g", fn(DB, R)))))
        each_type = gen(a_, ar(P(lam(xs, e(xs, a_))) <= pw, turned, powers))
        claim = lambda m: P(part(m)) <= num(m) * pw
        had = assume(claim(m))
        Lm = Mean(lW, spec(bounded_part, m), spec(known, kinds(m)))
        line = Lm.linear(xs, total(g(xs), m) + e(xs, kinds(m)))
        step = ar(claim(SUCC(m)), line, had, spec(each_type, kinds(m)))
        base = ar(claim(ZERO), Mean(lW).linear(xs, real(0)))
        th = spec(induct(m, base, discharge(had.concl, step)), types)
        return subst(symmetric(is_), same(th, P(D) <= d), lambda w: w(D) <= d)

    member = lambda s: forall(j, sources(s(j))) & eq(W_, call("databases", v0, n1, s))
    means = gen(W_, discharge(hW.concl, given(same(hW, exists(lam(s_, member(s_)))), s_, lambda th: mean(same(th, member(s_))))))
    return conj(smooth(near, M, E, d, laws_, D, ob, pairs, means), second)


def smoothed_with(p, near, M, E, d, more, laws_, le):
    """Smoothed privacy with a larger slack, from d <= more."""
    D = var("D", fn(DB, R))

    def go(ob, pairs, means):
        W, hW = W_, assume(laws_(W_))
        end = ar(W(D) <= more, use(at(means, W), hW), le)
        return smooth(near, M, E, more, laws_, D, ob, pairs, gen(W, discharge(hW.concl, end)))

    return opened(p, D, go)


@theorem(place="smoothed-dp, Theorem 3 (i)", claims="theorem-three-with-an-explicit-constant")
def theorem_three_with_an_explicit_constant(
    E: Odds, c: Real, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, f: Rate, sources: fn(LX, o)
):
    """If E >= exp(c)/(1 - T/n), then delta_SDP <= m exp(-C f n), C = 1 - exp(-2 (1 - T/n)^2 (1 - exp(-c))^2)."""
    rho = rate_of(n, T)
    gap = (1 - rho) * (1 - EXP(0 - c))
    constant = 1 - EXP(0 - 2 * (gap * gap))
    return implies(
        below(0, c), below(rho, 1), EXP(c) <= E * (1 - rho), call("are_all_types", kinds, types),
        call("has_floor", sources, f),
        smoothed(near_of(SUCC(n)), hist_of(n, T), E, num(types) * EXP(0 - constant * f * num(SUCC(n))),
                 call("assigned", v0, SUCC(n), sources)),
    )  # fmt: skip


@theorem_three_with_an_explicit_constant.proof
def _(E, c, v0, n, T, kinds, types, f, sources, e1, f0, f1, c0, r1, odds, all_, floor):
    rho, theta, n1 = rate_of(n, T), 1 - INV(E), SUCC(n)
    gap = (1 - rho) * (1 - EXP(0 - c))
    ue, ie = positive(E, ar(real(1) <= E, e1))
    uc, _ = positive(EXP(c), ar(real(1) <= EXP(c), ax("exp_above", c), use(ax("total", c, 0), c0)))
    back = inverse_of(EXP(c), c, refl(EXP(c)), uc)
    cp = use(ax("total", c, 0), c0)
    # 1/E <= (1 - rho) exp(-c), so theta - rho >= gap > 0
    r_ = ar(real(0) <= 1 - rho, use(ax("total", 1, rho), r1))
    e_c = exp_positive(0 - c)
    inv = ar(INV(E) <= (1 - rho) * EXP(0 - c), ar(EXP(c) * EXP(0 - c) <= E * (1 - rho) * EXP(0 - c), odds, e_c), back, uc, ue, ie,
             hints=[(0, 4)], factors=[INV(E), (1 - rho) * EXP(0 - c), EXP(c)])  # fmt: skip
    far = ar(gap <= theta - rho, inv)
    # exp(-c) < 1
    small = assume(EXP(0 - c) >= 1)
    low = refuting(small.concl, contradiction(c0, ar(c <= 0, ar(EXP(c) <= 1, back, uc, small, ar(real(0) <= EXP(c), exp_positive(c)), factors=[EXP(c)]), ax("exp_above", c))))
    low = same(low, below(EXP(0 - c), 1))
    few, near_ = assume(gap <= 0), assume(theta <= rho)
    r_1 = refuting(1 - rho <= 0, contradiction(r1, ar(real(1) <= rho, assume(1 - rho <= 0))))
    u1, i1 = positive(1 - rho, r_1)
    g0 = refuting(few.concl, contradiction(low, ar(real(1) <= EXP(0 - c), few, u1, i1, hints=[(0, 2)], factors=[1 - EXP(0 - c)])))
    g0 = same(g0, below(0, gap))
    above = same(refuting(near_.concl, contradiction(g0, ar(gap <= 0, far, near_))), below(rho, theta))
    _, _, whole, le, r0, t1, weak = rate_is_below_one(E, n, T, e1, above)
    K, k = relative_entropy(theta, rho), 2 * (gap * gap)
    gp = use(ax("total", gap, 0), g0)
    pinsker = use(pinsker_above_the_chance(theta, rho), r0, ar(rho <= theta, weak), t1)
    more = ar(k <= K, pinsker, far, gp, hints=[(1, 1), (1, 2)])
    mono = use(exp_monotone(0 - K, 0 - k), ar(0 - K <= 0 - k, more))
    th = use(smoothed_loss_below_one_exponential(E, v0, n, T, kinds, types, f, sources), e1, f0, f1, above, all_, floor)
    n0, m0 = spec(numbers_are_not_negative.thm, n1), spec(numbers_are_not_negative.thm, types)
    big, own = f * (1 - EXP(0 - K)) * num(n1), (1 - EXP(0 - k)) * f * num(n1)
    fn_ = ar(real(0) <= f * num(n1), f0, n0)
    e = use(exp_monotone(0 - big, 0 - own), ar(0 - big <= 0 - own, ar(f * num(n1) * EXP(0 - K) <= f * num(n1) * EXP(0 - k), mono, fn_)))
    d = num(types) * power(1 - f * (1 - EXP(0 - K)), n1)
    last = num(types) * EXP(0 - own)
    end = ar(d <= last, right(th), ar(num(types) * EXP(0 - big) <= last, e, m0))
    laws_ = call("assigned", v0, n1, sources)
    return smoothed_with(left(th), near_of(n1), hist_of(n, T), E, d, last, laws_, end)
