"""Draws with replacement: likelihood ratios of counts below exponentials, binomial counts and powers."""

from sdp_proofs.logic.theories.entropies import *
from sdp_proofs.logic.theories.windows import *
from sdp_proofs.logic.vocabulary import *

a, j, k, n = var("a", A), var("j", N), var("k", N), var("n", N)


@theorem
def powers_below_powers_times_exponentials(x: Nonneg, y: Real, k: Nat):
    """x^k is at most exp(k (x/y - 1)) y^k, for y > 0."""
    return implies(below(0, y), power(x, k) <= EXP(num(k) * (over(x, y) - 1)) * power(y, k))


@powers_below_powers_times_exponentials.proof
def _(x, y, k, x0, y0):
    k_, k = k, var("m", N)
    t = over(x, y) - 1
    unit, i0 = positive(y, y0)
    yp = use(ax("total", y, 0), y0)
    claim = lambda k: (real(0) <= power(x, k)) & (
        (real(0) <= power(y, k)) & (power(x, k) <= EXP(num(k) * t) * power(y, k)))  # fmt: skip
    hyp = assume(claim(k))
    e = EXP(num(k) * t)
    one = ar(x <= EXP(t) * y, ar(y * over(x, y) <= y * EXP(t), ar(over(x, y) <= EXP(t), ax("exp_above", t)), yp), unit,
             factors=[x])  # fmt: skip
    more = rewrite(ax("exp_plus", num(k) * t, t), num(k) * t + t, num(SUCC(k)) * t)
    old, px, py = right(right(hyp)), left(hyp), left(right(hyp))
    ey = ar(real(0) <= e * power(y, k), exp_positive(num(k) * t), py)
    step = ar(
        power(x, SUCC(k)) <= EXP(num(SUCC(k)) * t) * power(y, SUCC(k)),
        ar(power(x, k) * x <= e * power(y, k) * x, old, x0),
        ar(e * power(y, k) * x <= e * power(y, k) * (EXP(t) * y), one, ey),
        more,
        factors=[power(y, k) * y],
    )
    nexts = conj(ar(real(0) <= power(x, SUCC(k)), px, x0), conj(ar(real(0) <= power(y, SUCC(k)), py, yp), step))
    flat = ar(EXP(num(ZERO) * t).eq(1), exp_zero.thm)
    base = conj(ar(real(0) <= power(x, ZERO)), conj(
        ar(real(0) <= power(y, ZERO)), ar(power(x, ZERO) <= EXP(num(ZERO) * t) * power(y, ZERO), flat)))  # fmt: skip
    return right(right(spec(induct(k, base, discharge(hyp.concl, nexts)), k_)))


def draws(c, k, j, own, others, n):
    """The probability of k draws of a type and j others, when own of n records are of it; c is the coefficient."""
    return c * (power(over(own, n), k) * power(over(others, n), j))


@theorem
def likelihood_of_counts(c: Nonneg, n: Real, x: Nonneg, y: Real, u: Nonneg, w: Real, k: Nat, j: Nat):
    """With counts x and u for y and w the chance of k and j draws is at most exp(k (x/y - 1) + j (u/w - 1)) times."""
    return implies(
        below(0, n), below(0, y), below(0, w),
        draws(c, k, j, x, u, n) <= EXP(num(k) * (over(x, y) - 1) + num(j) * (over(u, w) - 1)) * draws(c, k, j, y, w, n),
    )  # fmt: skip


@likelihood_of_counts.proof
def _(c, n, x, y, u, w, k, j, c0, x0, u0, n0, y0, w0):
    unit, i0 = positive(n, n0)

    def side(x, y, x0, y0, k):
        p, q = over(x, n), over(y, n)
        p0, q0 = ar(real(0) <= p, x0, i0), strict(q, y0, n0)
        th = use(powers_below_powers_times_exponentials(p, q, k), p0, q0)
        ratio = algebra(over(p, q).eq(over(x, y)), n0, y0)
        th = subst(ratio, th, lambda v: power(p, k) <= EXP(num(k) * (v - 1)) * power(q, k))
        pk = use(left_power(p, k), p0)
        qk = use(left_power(q, k), use(ax("total", q, 0), q0))
        return th, pk, qk, EXP(num(k) * (over(x, y) - 1)), power(q, k), power(p, k)

    (one, p1, q1, e, qk, pk), (two, p2, q2, f, rk, sk) = side(x, y, x0, y0, k), side(u, w, u0, w0, j)
    s, t = num(k) * (over(x, y) - 1), num(j) * (over(u, w) - 1)
    both = ar(pk * sk <= e * qk * (f * rk), ar(pk * sk <= e * qk * sk, one, p2),
              ar(e * qk * sk <= e * qk * (f * rk), two, ar(real(0) <= e * qk, exp_positive(s), q1)))  # fmt: skip
    goal = draws(c, k, j, x, u, n) <= EXP(s + t) * draws(c, k, j, y, w, n)
    return ar(goal, ar(c * (pk * sk) <= c * (e * qk * (f * rk)), both, c0), ax("exp_plus", s, t), factors=[c * qk * rk])


@theorem
def powers_are_not_negative(x: Nonneg, k: Nat):
    """A power of a number that is not negative is not negative."""
    return real(0) <= power(x, k)


@powers_are_not_negative.proof
def _(x, k, x0):
    k_, k = k, var("m", N)
    claim = lambda k: real(0) <= power(x, k)
    return spec(induct(k, ar(claim(ZERO)), discharge(claim(k), ar(claim(SUCC(k)), assume(claim(k)), x0))), k_)


def left_power(x, k):
    return powers_are_not_negative(x, k)


def with_exponent(th, old, new, f, *facts):
    """The theorem f(old), with an exponent that is equal by algebra."""
    return subst(algebra(eq(old, new), *facts), th, f)


def draws_of(c, T, k, j):
    """Facts on k + j = T draws."""
    return num(T).eq(num(k) + num(j))


@theorem(place="smoothed-dp, App. F, Eq. (9)", claims="ratio-to-one-record-fewer-below-its-exponential")
def ratio_to_one_record_fewer_below_its_exponential(n: Real, M: Real, T: Nat, k: Nat, j: Nat):
    """K of T draws show the type: with M records the chance is at most exp(k/(M-1) - (T-k)/(n-M+1)) times with M-1."""
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    e = over(num(k), M - 1) - over(num(T) - num(k), n - M + 1)
    return implies(real(2) <= M, below(M, n), num(T).eq(num(k) + num(j)), P(M) <= EXP(e) * P(M - 1))


@ratio_to_one_record_fewer_below_its_exponential.proof
def _(n, M, T, k, j, m2, mn, sum_):
    c0 = at(binomials_are_not_negative.thm, T, k)
    n0, y0, w0 = strict(n, m2, mn), strict(M - 1, m2), strict(n - (M - 1), mn)
    th = use(likelihood_of_counts(choose(T, k), n, M, M - 1, n - M, n - (M - 1), k, j), c0, ar(real(0) <= M, m2),
             ar(real(0) <= n - M, use(ax("total", n, M), same(mn, not_(n <= M)))), n0, y0, w0)  # fmt: skip
    e = over(num(k), M - 1) - over(num(T) - num(k), n - M + 1)
    old = num(k) * (over(M, M - 1) - 1) + num(j) * (over(n - M, n - (M - 1)) - 1)
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    return with_exponent(th, old, e, lambda v: P(M) <= EXP(v) * P(M - 1), y0, w0, sum_)


@theorem(place="smoothed-dp, App. F, Eq. (10)", claims="ratio-of-one-record-fewer-between-its-exponentials")
def ratio_of_one_record_fewer_between_its_exponentials(n: Real, M: Real, T: Nat, k: Nat, j: Nat):
    """With P_M the chance with M records: exp((T-k)/(n-M+1) - k/(M-1)) P_M <= P_(M-1) <= exp((T-k)/(n-M) - k/M) P_M."""
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    rest = num(T) - num(k)
    low, high = over(rest, n - M + 1) - over(num(k), M - 1), over(rest, n - M) - over(num(k), M)
    return implies(
        real(2) <= M, below(M, n), num(T).eq(num(k) + num(j)),
        (EXP(low) * P(M) <= P(M - 1)) & (P(M - 1) <= EXP(high) * P(M)),
    )  # fmt: skip


@ratio_of_one_record_fewer_between_its_exponentials.proof
def _(n, M, T, k, j, m2, mn, sum_):
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    rest = num(T) - num(k)
    low, high = over(rest, n - M + 1) - over(num(k), M - 1), over(rest, n - M) - over(num(k), M)
    one = use(ratio_to_one_record_fewer_below_its_exponential(n, M, T, k, j), m2, mn, sum_)
    e = over(num(k), M - 1) - over(rest, n - M + 1)
    back = rewrite(ax("exp_plus", low, e), low + e, real(0))
    first = ar(
        EXP(low) * P(M) <= P(M - 1),
        ar(EXP(low) * P(M) <= EXP(low) * (EXP(e) * P(M - 1)), one, exp_positive(low)),
        back,
        exp_zero.thm,
        factors=[P(M - 1)],
    )
    c0 = at(binomials_are_not_negative.thm, T, k)
    n0, y0, w0 = strict(n, m2, mn), strict(M, m2), strict(n - M, mn)
    th = use(likelihood_of_counts(choose(T, k), n, M - 1, M, n - (M - 1), n - M, k, j), c0, ar(real(0) <= M - 1, m2),
             ar(real(0) <= n - (M - 1), use(ax("total", n, M), same(mn, not_(n <= M)))), n0, y0, w0)  # fmt: skip
    old = num(k) * (over(M - 1, M) - 1) + num(j) * (over(n - (M - 1), n - M) - 1)
    second = with_exponent(th, old, high, lambda v: P(M - 1) <= EXP(v) * P(M), y0, w0, sum_)
    return conj(first, second)


@theorem(place="smoothed-dp, App. F, Eq. (11)", claims="ratio-of-one-record-more-between-its-exponentials")
def ratio_of_one_record_more_between_its_exponentials(n: Real, M: Odds, T: Nat, k: Nat, j: Nat):
    """With P_M the chance with M records: exp(k/(M+1) - (T-k)/(n-M-1)) P_M <= P_(M+1) <= exp(k/M - (T-k)/(n-M)) P_M."""
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    rest = num(T) - num(k)
    low, high = over(num(k), M + 1) - over(rest, n - M - 1), over(num(k), M) - over(rest, n - M)
    return implies(
        n - 2 >= M, num(T).eq(num(k) + num(j)), (EXP(low) * P(M) <= P(M + 1)) & (P(M + 1) <= EXP(high) * P(M))
    )


@ratio_of_one_record_more_between_its_exponentials.proof
def _(n, M, T, k, j, m1, mn, sum_):
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    rest = num(T) - num(k)
    low, high = over(num(k), M + 1) - over(rest, n - M - 1), over(num(k), M) - over(rest, n - M)
    c0 = at(binomials_are_not_negative.thm, T, k)
    n0, m0, u0, p0, v0 = (strict(t, m1, mn) for t in (n, M, n - M, M + 1, n - (M + 1)))
    weak = lambda t: ar(real(0) <= t, m1, mn)
    up = use(likelihood_of_counts(choose(T, k), n, M + 1, M, n - (M + 1), n - M, k, j), c0, weak(M + 1),
             weak(n - (M + 1)), n0, m0, u0)  # fmt: skip
    old = num(k) * (over(M + 1, M) - 1) + num(j) * (over(n - (M + 1), n - M) - 1)
    second = with_exponent(up, old, high, lambda v: P(M + 1) <= EXP(v) * P(M), m0, u0, sum_)
    down = use(
        likelihood_of_counts(choose(T, k), n, M, M + 1, n - M, n - (M + 1), k, j), c0, weak(M), weak(n - M), n0, p0, v0
    )
    old = num(k) * (over(M, M + 1) - 1) + num(j) * (over(n - M, n - (M + 1)) - 1)
    e = 0 - low
    down = with_exponent(down, old, e, lambda v: P(M) <= EXP(v) * P(M + 1), p0, v0, sum_)
    back = rewrite(ax("exp_plus", low, e), low + e, real(0))
    first = ar(
        EXP(low) * P(M) <= P(M + 1),
        ar(EXP(low) * P(M) <= EXP(low) * (EXP(e) * P(M + 1)), down, exp_positive(low)),
        back,
        exp_zero.thm,
        factors=[P(M + 1)],
    )
    return conj(first, second)


@theorem(place="smoothed-dp, App. F, Step 1.3", claims="one-record-fewer-gains-nothing")
def one_record_fewer_gains_nothing(e: Real, n: Real, M: Real, T: Nat, k: Nat, j: Nat):
    """At epsilon >= 1 no output with k <= M - 1 is more than exp(epsilon) times likelier than with a record fewer."""
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    return implies(
        real(1) <= e, real(2) <= M, below(M, n), num(T).eq(num(k) + num(j)), num(k) <= M - 1, P(M) <= EXP(e) * P(M - 1)
    )


@one_record_fewer_gains_nothing.proof
def _(e, n, M, T, k, j, e1, m2, mn, sum_, few):
    P = lambda M: draws(choose(T, k), k, j, M, n - M, n)
    th = use(ratio_to_one_record_fewer_below_its_exponential(n, M, T, k, j), m2, mn, sum_)
    x = over(num(k), M - 1) - over(num(T) - num(k), n - M + 1)
    y0, w0 = strict(M - 1, m2), strict(n - M + 1, mn)
    (u, i0), (_, j0) = positive(M - 1, y0), positive(n - M + 1, w0)
    first = ar(over(num(k), M - 1) <= 1, ar(num(k) * INV(M - 1) <= (M - 1) * INV(M - 1), few, i0), u)
    second = ar(
        real(0) <= over(num(T) - num(k), n - M + 1),
        ar(real(0) <= num(j) * INV(n - M + 1), spec(numbers_are_not_negative.thm, j), j0),
        sum_,
        factors=[INV(n - M + 1)],
    )
    up = use(exp_monotone(x, e), ar(x <= e, first, second, e1))
    P0 = chances_are_not_negative(choose(T, k), k, j, M - 1, n - (M - 1), n, T, m2, mn)
    return ar(P(M) <= EXP(e) * P(M - 1), th, ar(EXP(x) * P(M - 1) <= EXP(e) * P(M - 1), up, P0))


def chances_are_not_negative(c, k, j, own, others, n, T, *facts):
    """The chance of k and j draws is not negative."""
    n0 = strict(n, *facts)
    _, i0 = positive(n, n0)
    weak = lambda t: algebra(real(0) <= t, *facts)
    p, q = ar(real(0) <= over(own, n), weak(own), i0), ar(real(0) <= over(others, n), weak(others), i0)
    one, two = use(left_power(over(own, n), k), p), use(left_power(over(others, n), j), q)
    c0 = at(binomials_are_not_negative.thm, T, k)
    return ar(
        real(0) <= draws(c, k, j, own, others, n),
        c0,
        ar(real(0) <= power(over(own, n), k) * power(over(others, n), j), one, two),
    )


@theorem(place="Sampling with replacement", claims="outputs-between-both-levels-gain-nothing-with-replacement")
def outputs_between_both_levels_gain_nothing(
    c: Nonneg, n: Real, x: Real, y: Real, tau: Real, sigma: Real, h: Nat, k: Nat
):
    """One of x records becomes one of y + 1: for h <= tau (x - 1), k >= sigma (y + 1) ratio <= exp(tau - sigma)."""
    P, Q = draws(c, h, k, x, y, n), draws(c, h, k, x - 1, y + 1, n)
    return implies(
        below(0, n), below(1, x), below(0, y), num(h) <= tau * (x - 1), sigma * (y + 1) <= num(k),
        EXP(tau - sigma) * Q >= P,
    )  # fmt: skip


@outputs_between_both_levels_gain_nothing.proof
def _(c, n, x, y, tau, sigma, h, k, c0, n0, x1, y0, few, many):
    P, Q = draws(c, h, k, x, y, n), draws(c, h, k, x - 1, y + 1, n)
    u0, w0 = strict(x - 1, x1), strict(y + 1, y0)
    xp, yp = use(ax("total", x, 1), same(x1, not_(x <= 1))), use(ax("total", y, 0), y0)
    th = use(likelihood_of_counts(c, n, x, x - 1, y, y + 1, h, k), c0, ar(real(0) <= x, xp), yp, n0, u0, w0)
    old = num(h) * (over(x, x - 1) - 1) + num(k) * (over(y, y + 1) - 1)
    new = over(num(h), x - 1) - over(num(k), y + 1)
    th = with_exponent(th, old, new, lambda v: EXP(v) * Q >= P, u0, w0)
    (u, i0), (v, j0) = positive(x - 1, u0), positive(y + 1, w0)
    one = ar(
        over(num(h), x - 1) <= tau, ar(num(h) * INV(x - 1) <= tau * (x - 1) * INV(x - 1), few, i0), u, factors=[tau]
    )
    two = ar(
        sigma <= over(num(k), y + 1),
        ar(sigma * (y + 1) * INV(y + 1) <= num(k) * INV(y + 1), many, j0),
        v,
        factors=[sigma],
    )
    up = use(exp_monotone(new, tau - sigma), ar(new <= tau - sigma, one, two))
    _, k0 = positive(n, n0)
    p, q = (
        ar(real(0) <= over(x - 1, n), ar(real(0) <= x - 1, xp), k0),
        ar(real(0) <= over(y + 1, n), ar(real(0) <= y + 1, yp), k0),
    )
    p, q = use(left_power(over(x - 1, n), h), p), use(left_power(over(y + 1, n), k), q)
    Q0 = ar(real(0) <= Q, c0, ar(real(0) <= power(over(x - 1, n), h) * power(over(y + 1, n), k), p, q))
    return ar(EXP(tau - sigma) * Q >= P, th, ar(EXP(new) * Q <= EXP(tau - sigma) * Q, up, Q0))


@theorem(place="Crossing")
def likelihood_ratio_falls_in_the_count_with_replacement(c: Real, n: Real, a: Real, b: Real, h: Nat, k: Nat):
    """P'(h)/P(h) = ((a-1)/a)^h ((b+1)/b)^k for h and k draws; one count more multiplies it by (a-1) b/(a (b+1)) < 1."""
    P, Q = draws(c, h, k, a, b, n), draws(c, h, k, a - 1, b + 1, n)
    ratio = lambda h, k: power(over(a - 1, a), h) * power(over(b + 1, b), k)
    step_ = over((a - 1) * b, a * (b + 1))
    return implies(
        below(0, a), below(0, b),
        (Q.eq(ratio(h, k) * P)) & (ratio(SUCC(h), k).eq(step_ * ratio(h, SUCC(k))) & below(step_, 1)),
    )  # fmt: skip


@likelihood_ratio_falls_in_the_count_with_replacement.proof
def _(c, n, a, b, h, k, a0, b0):
    ratio = lambda h, k: power(over(a - 1, a), h) * power(over(b + 1, b), k)
    step_ = over((a - 1) * b, a * (b + 1))

    def quotients(x, y, y0, k):
        k_, k = k, var("m", N)
        claim = lambda k: power(over(x, n), k).eq(power(over(x, y), k) * power(over(y, n), k))
        unit, _ = positive(y, y0)
        one = ar(over(x, n).eq(over(x, y) * over(y, n)), unit, factors=[x * INV(n)])
        step = ar(
            claim(SUCC(k)), assume(claim(k)), one, factors=[over(x, n), power(over(x, y), k) * power(over(y, n), k)]
        )
        return spec(induct(k, ar(claim(ZERO)), discharge(claim(k), step)), k_)

    P, Q = draws(c, h, k, a, b, n), draws(c, h, k, a - 1, b + 1, n)
    one, two = quotients(a - 1, a, a0, h), quotients(b + 1, b, b0, k)
    x, y = power(over(a, n), h), power(over(b + 1, n), k)
    first = ar(Q.eq(ratio(h, k) * P), one, two, factors=[c * y, c * x * power(over(a - 1, a), h)])
    equal = algebra(over(a - 1, a).eq(step_ * over(b + 1, b)), a0, b0)
    r = power(over(a - 1, a), h) * power(over(b + 1, b), k)
    second = ar(ratio(SUCC(h), k).eq(step_ * ratio(h, SUCC(k))), equal, factors=[r])
    third = algebra(below(step_, 1), a0, b0)
    return conj(first, conj(second, third))


# ---- powers and exponentials ---------------------------------------------------------------------------------------
@theorem(place="Closed bounds", claims="a-power-is-below-an-exponential")
def power_is_below_an_exponential(x: Real, n: Odds, m: Nat):
    """For real n >= 1 and 0 <= x < 1 the power (1 - x)^n = exp(n log(1 - x)) is at most exp(-n x); at x = 1 it is 0."""
    return implies(real(0) <= x, below(x, 1), EXP(n * LOG(1 - x)) <= EXP(0 - n * x)) & power(real(1) - 1, SUCC(m)).eq(0)


@power_is_below_an_exponential.proof
def _(x, n, m, n1):
    x0, x1 = assume(real(0) <= x), assume(below(x, 1))
    log_ = tangent(1 - x, strict(1 - x, x1))
    th = use(
        exp_monotone(n * LOG(1 - x), 0 - n * x),
        ar(n * LOG(1 - x) <= 0 - n * x, ar(n * LOG(1 - x) <= n * (0 - x), log_, n1)),
    )
    return conj(discharge(x0.concl, discharge(x1.concl, th)), ar(power(real(1) - 1, SUCC(m)).eq(0)))


@theorem(place="Sampling with replacement", claims="growth-of-the-power-is-enough")
def growth_of_the_power_is_enough(k: Real):
    """For every k > 0: k log(1 + 1/k) <= 1, so that (1 + 1/k)^k = exp(k log(1 + 1/k)) is at most e."""
    e = k * LOG(1 + INV(k))
    return implies(below(0, k), (e <= 1) & (EXP(e) <= EXP(1)))


@growth_of_the_power_is_enough.proof
def _(k, k0):
    unit, i0 = positive(k, k0)
    kp = use(ax("total", k, 0), k0)
    few = assume(1 + INV(k) <= 0)
    th = tangent(1 + INV(k), same(refuting(few.concl, impossible(ar(real(1) <= 0, few, i0))), below(0, 1 + INV(k))))
    e = k * LOG(1 + INV(k))
    one = ar(e <= 1, ar(k * LOG(1 + INV(k)) <= k * INV(k), th, kp), unit)
    return conj(one, use(exp_monotone(e, real(1)), one))


@theorem(place="Sampling with replacement", claims="moment-of-a-binomial-count-below-that-of-a-poisson-count")
def moment_of_a_binomial_count_below_that_of_a_poisson_count(s: Rate, z: Real, T: Nat, rho: Real, a: Real, n: Real):
    """With chance s: E z^h = (1 + s (z - 1))^T <= exp(T s (z - 1)); for s = a/n, T = rho n: exp(rho a (z - 1))."""
    mean = heads(s, T, power(z))
    top = num(T) * s * (z - 1)
    return implies(
        below(0, z),
        (mean.eq(power(1 + s * (z - 1), T)) & (mean <= EXP(top)))
        & implies(below(0, n), s.eq(over(a, n)), num(T).eq(rho * n), mean <= EXP(rho * a * (z - 1))),
    )  # fmt: skip


@moment_of_a_binomial_count_below_that_of_a_poisson_count.proof
def _(s, z, T, rho, a, n, s0, s1, z0):
    zp = use(ax("total", z, 0), z0)
    x = 1 + s * (z - 1)
    x0 = ar(real(0) <= x, ar(real(0) <= s * z, s0, zp), s1)
    mgf = at(heads_generating(s, z), T)
    first = subst(ar((s * z + 1 - s).eq(x)), mgf, lambda v: heads(s, T, power(z)).eq(power(v, T)))
    th = use(powers_below_powers_times_exponentials(x, real(1), T), x0, algebra(below(0, real(1))))
    ones = lambda m: power(real(1), m).eq(1)
    flat = spec(induct(k, ar(ones(ZERO)), discharge(ones(k), ar(ones(SUCC(k)), assume(ones(k))))), T)
    one = ar(over(x, 1).eq(x), ar(INV(real(1)).eq(1), positive(real(1), ar(real(1) <= 1))[0]), factors=[x])
    top = num(T) * s * (z - 1)
    exponent = ar((num(T) * (over(x, 1) - 1)).eq(top), one, factors=[num(T)])
    th = subst(exponent, th, lambda v: power(x, T) <= EXP(v) * power(real(1), T))
    mean = heads(s, T, power(z))
    second = ar(mean <= EXP(top), first, th, flat, factors=[EXP(top)])
    n0, s_is, T_is = assume(below(0, n)), assume(s.eq(over(a, n))), assume(num(T).eq(rho * n))
    unit, _ = positive(n, n0)
    equal = ar(top.eq(rho * a * (z - 1)), s_is, T_is, unit, factors=[s * (z - 1), rho * n * (z - 1), rho * a * (z - 1)])
    third = subst(equal, second, lambda v: mean <= EXP(v))
    for one_ in (T_is, s_is, n0):
        third = discharge(one_.concl, third)
    return conj(conj(first, second), third)


@theorem(place="smoothed-dp, App. F, Step 1.2", claims="binomial-coefficient-below-its-power")
def binomial_coefficient_below_its_power(T: Nat, k: Nat):
    """For every T and k >= 1, above T too: 0 <= C(T, k) <= (e T/k)^k."""
    c, m = choose(T, SUCC(k)), num(SUCC(k))
    return (real(0) <= c) & (c <= power(over(EXP(1) * num(T), m), SUCC(k)))


@binomial_coefficient_below_its_power.proof
def _(T, k):
    E, t = EXP(1), num(T)
    i = var("m", N)
    t0 = spec(numbers_are_not_negative.thm, T)
    # C(T, i + 1) (i + 1)^(i + 1) <= (e T)^(i + 1)
    e1 = ar(real(1) <= E, ax("exp_above", 1))
    claim = lambda i: (real(0) <= power(E * t, SUCC(i))) & (
        choose(T, SUCC(i)) * power(num(SUCC(i)), SUCC(i)) <= power(E * t, SUCC(i)))  # fmt: skip
    et = ar(real(0) <= E * t, e1, t0)
    first = lambda n: choose(n, SUCC(ZERO)).eq(num(n))
    zero = lambda n: choose(n, ZERO).eq(1)
    zeros = induct(i, ar(zero(ZERO)), discharge(zero(i), ar(zero(SUCC(i)), assume(zero(i)))))
    ones = spec(
        induct(i, ar(first(ZERO)), discharge(first(i), ar(first(SUCC(i)), assume(first(i)), spec(zeros, i)))), T
    )
    base = conj(ar(real(0) <= power(E * t, SUCC(ZERO)), et),
                ar(choose(T, SUCC(ZERO)) * power(num(SUCC(ZERO)), SUCC(ZERO)) <= power(E * t, SUCC(ZERO)), ones,
                   ar(t <= E * t, e1, t0)))  # fmt: skip
    hyp = assume(claim(i))
    up = spec(binomial_steps(T), SUCC(i))
    c, d = choose(T, SUCC(i)), choose(T, SUCC(SUCC(i)))
    c0 = at(binomials_are_not_negative.thm, T, SUCC(i))
    s, q = num(SUCC(i)), num(SUCC(SUCC(i)))
    s1 = ar(real(1) <= s, spec(numbers_are_not_negative.thm, i))
    grow = use(powers_below_powers_times_exponentials(q, s, SUCC(i)), ar(real(0) <= q, s1), strict(s, s1))
    unit, _ = positive(s, s1)
    exponent = ar((s * (over(q, s) - 1)).eq(1), unit, factors=[q])
    grow = subst(exponent, grow, lambda v: power(q, SUCC(i)) <= EXP(v) * power(s, SUCC(i)))
    pq = use(left_power(q, SUCC(i)), ar(real(0) <= q, s1))
    less = ar(d * q <= t * c, up, ar(real(0) <= s * c, s1, c0))
    a_ = ar(d * q * power(q, SUCC(i)) <= t * c * power(q, SUCC(i)), less, pq)
    tc = ar(real(0) <= t * c, t0, c0)
    b_ = ar(t * c * power(q, SUCC(i)) <= t * c * (E * power(s, SUCC(i))), grow, tc)
    old = ar(E * t * (c * power(s, SUCC(i))) <= E * t * power(E * t, SUCC(i)), right(hyp), et)
    step = ar(d * power(q, SUCC(SUCC(i))) <= power(E * t, SUCC(SUCC(i))), a_, b_, old)
    nexts = conj(ar(real(0) <= power(E * t, SUCC(SUCC(i))), left(hyp), et), step)
    whole = right(spec(induct(i, base, discharge(hyp.concl, nexts)), k))
    # division by (k + 1)^(k + 1)
    m = num(SUCC(k))
    m1 = ar(real(1) <= m, spec(numbers_are_not_negative.thm, k))
    um, i0 = positive(m, m1)
    parts_ = lambda n: power(over(E * t, m), n).eq(power(E * t, n) * power(INV(m), n))
    flat = lambda n: (power(m, n) * power(INV(m), n)).eq(1)
    split_ = spec(
        induct(
            i, ar(parts_(ZERO)), discharge(parts_(i), ar(parts_(SUCC(i)), assume(parts_(i)), factors=[over(E * t, m)]))
        ),
        SUCC(k),
    )
    unit_ = spec(
        induct(
            i, ar(flat(ZERO)), discharge(flat(i), ar(flat(SUCC(i)), assume(flat(i)), um, factors=[m * INV(m), real(1)]))
        ),
        SUCC(k),
    )
    low = use(left_power(INV(m), SUCC(k)), i0)
    ck = choose(T, SUCC(k))
    end = ar(
        ck <= power(over(E * t, m), SUCC(k)),
        ar(
            ck * power(m, SUCC(k)) * power(INV(m), SUCC(k)) <= power(E * t, SUCC(k)) * power(INV(m), SUCC(k)),
            whole,
            low,
        ),
        unit_,
        split_,
        factors=[ck],
    )
    return conj(at(binomials_are_not_negative.thm, T, SUCC(k)), end)


@theorem
def binomial_steps(T: Nat):
    """C(T, k + 1) (k + 1) = C(T, k) (T - k)."""
    return each(N, lambda k: (choose(T, SUCC(k)) * num(SUCC(k))).eq(choose(T, k) * (num(T) - num(k))))


@binomial_steps.proof
def _(T):
    n_ = var("m", N)
    claim = lambda n: forall(k, (choose(n, SUCC(k)) * num(SUCC(k))).eq(choose(n, k) * (num(n) - num(k))))
    one = lambda k: (choose(ZERO, SUCC(k)) * num(SUCC(k))).eq(choose(ZERO, k) * (num(ZERO) - num(k)))
    base = induct(k, ar(one(ZERO)), discharge(one(k), ar(one(SUCC(k)))))
    both = spec(binomials_of_neighbours(n_), k)
    step = gen(k, ar((choose(SUCC(n_), SUCC(k)) * num(SUCC(k))).eq(choose(SUCC(n_), k) * (num(SUCC(n_)) - num(k))),
                     left(both), right(both)))  # fmt: skip
    return spec(induct(n_, base, discharge(claim(n_), step)), T)


@theorem(place="smoothed-dp, App. F, Step 1.2", claims="chance-of-more-draws-than-records")
def chance_of_more_draws_than_records(n: Real, M: Odds, T: Nat, k: Nat, j: Nat):
    """If M of n records are of the type and 1 <= M <= k, k of T draws show it with a chance of at most (e T/n)^k."""
    P = draws(choose(T, SUCC(k)), SUCC(k), j, M, n - M, n)
    return implies(
        num(SUCC(k)) >= M, n >= M, num(T).eq(num(SUCC(k)) + num(j)), power(over(EXP(1) * num(T), n), SUCC(k)) >= P
    )


@chance_of_more_draws_than_records.proof
def _(n, M, T, k, j, m1, mk, mn, sum_):
    c, q = choose(T, SUCC(k)), num(SUCC(k))
    n0 = strict(n, m1, mn)
    un, i0 = positive(n, n0)
    whole = binomial_coefficient_below_its_power(T, k)
    c0, top = left(whole), right(whole)
    rest0 = ar(real(0) <= over(n - M, n), mn, i0)
    rest1 = ar(over(n - M, n) <= 1, un, ar(real(0) <= M * INV(n), m1, i0))
    r0 = use(left_power(over(n - M, n), j), rest0)
    i = var("m", N)
    small = lambda i: (real(0) <= power(over(n - M, n), i)) & (power(over(n - M, n), i) <= 1)
    hyp = assume(small(i))
    r1 = right(
        spec(
            induct(
                i,
                conj(ar(real(0) <= power(over(n - M, n), ZERO)), ar(power(over(n - M, n), ZERO) <= 1)),
                discharge(
                    hyp.concl,
                    conj(
                        ar(real(0) <= power(over(n - M, n), SUCC(i)), left(hyp), rest0),
                        ar(power(over(n - M, n), SUCC(i)) <= 1, left(hyp), right(hyp), rest1),
                    ),
                ),
            ),
            j,
        )
    )
    m0 = ar(real(0) <= over(M, n), m1, i0)
    dummy = lam(var("i", N), over(M, n))
    less = right(
        use(powers_rise_with_their_bases(dummy, dummy, SUCC(k), over(M, n), over(q, n)), gen(var("i", N), m0), m0)
    )
    less = use(less, ar(over(M, n) <= over(q, n), mk, i0))
    p0 = use(left_power(over(M, n), SUCC(k)), m0)
    x, y = power(over(M, n), SUCC(k)), power(over(n - M, n), j)
    z = power(over(q, n), SUCC(k))
    q1 = ar(real(1) <= q, spec(numbers_are_not_negative.thm, k))
    uq, _ = positive(q, q1)
    E = EXP(1)
    base_ = ar((over(E * num(T), q) * over(q, n)).eq(over(E * num(T), n)), uq, factors=[E * num(T) * INV(n)])
    prod_ = lambda i: (power(over(E * num(T), q), i) * power(over(q, n), i)).eq(power(over(E * num(T), n), i))
    equal = spec(
        induct(
            i,
            ar(prod_(ZERO)),
            discharge(
                prod_(i),
                ar(
                    prod_(SUCC(i)),
                    assume(prod_(i)),
                    base_,
                    factors=[
                        over(E * num(T), n),
                        power(over(E * num(T), q), i) * power(over(q, n), i),
                        over(E * num(T), q) * over(q, n),
                    ],
                ),
            ),
        ),
        SUCC(k),
    )
    z0 = use(left_power(over(q, n), SUCC(k)), ar(real(0) <= over(q, n), q1, i0))
    xy = ar(x * y <= z, ar(x * y <= x, r1, p0), less)
    del r0
    end = ar(c * (x * y) <= c * z, xy, c0)
    return ar(
        c * (x * y) <= power(over(E * num(T), n), SUCC(k)),
        end,
        ar(c * z <= power(over(E * num(T), q), SUCC(k)) * z, top, z0),
        equal,
    )


@theorem(place="Sampling with replacement", claims="both-tails-by-markov")
def both_tails_by_markov(P: Law[A], h: Fun(A, R), level: Real, z: Real):
    """Each tail beyond a level is at most E z^(h - level): the upper one for z >= 1, the lower one for 0 < z <= 1."""
    powers = function(A, lambda a: EXP(LOG(z) * (h(a) - level)))
    return implies(
        below(0, z), bounded(powers),
        implies(real(1) <= z, prob(P, lambda a: level <= h(a)) <= P(powers))
        & implies(z <= 1, prob(P, lambda a: h(a) <= level) <= P(powers)),
    )  # fmt: skip


@both_tails_by_markov.proof
def _(P, h, level, z, lP, z0, known):
    L, c = LOG(z), level
    up, down = assume(real(1) <= z), assume(z <= 1)
    above, under_ = assume(c <= h(a)), assume(h(a) <= c)
    one1 = algebra(below(0, real(1)))
    pos = ar(real(0) <= L, use(logs_are_monotone(real(1), z), one1, up), log_one.thm)
    neg = ar(L <= 0, use(logs_are_monotone(z, real(1)), z0, down), log_one.thm)
    first = use(tail_is_at_most_its_exponential_moment(P, h, L, c, lam(a, c <= h(a))), lP, known,
                gen(a, discharge(above.concl, ar(real(0) <= L * (h(a) - c), pos, above))))  # fmt: skip
    second = use(tail_is_at_most_its_exponential_moment(P, h, L, c, lam(a, h(a) <= c)), lP, known,
                 gen(a, discharge(under_.concl, ar(real(0) <= L * (h(a) - c), neg, under_))))  # fmt: skip
    powers = lam(a, EXP(L * (h(a) - c)))
    first = to(first, prob(P, lam(a, c <= h(a))) <= P(powers))
    second = to(second, prob(P, lam(a, h(a) <= c)) <= P(powers))
    return conj(discharge(up.concl, first), discharge(down.concl, second))
