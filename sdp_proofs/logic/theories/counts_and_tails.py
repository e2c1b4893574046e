"""Binomial coefficients, likelihood ratios of counts, chords of profiles, exponents and series of the accountants."""

from sdp_proofs.logic.theories.coins import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.places import numbers_are_not_negative
from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.vocabulary import *

h, k, m, n = (var(name, N) for name in ("h", "k", "m", "n"))
HALF = Fraction(1, 2)


# ---- binomial coefficients -----------------------------------------------------------------------------------------
@theorem
def binomials_of_neighbours(n: Nat):
    """The recursions of C(n + 1, k + 1) and of C(n + 1, k) from C(n, k), multiplied out."""
    up = lambda k: (num(SUCC(k)) * choose(SUCC(n), SUCC(k))).eq(num(SUCC(n)) * choose(n, k))
    down = lambda k: ((num(SUCC(n)) - num(k)) * choose(SUCC(n), k)).eq(num(SUCC(n)) * choose(n, k))
    return each(N, lambda k: up(k) & down(k))


@binomials_of_neighbours.proof
def _(n):
    n_, n = n, var("m", N)
    up = lambda n, k: (num(SUCC(k)) * choose(SUCC(n), SUCC(k))).eq(num(SUCC(n)) * choose(n, k))
    claim = lambda n: forall(k, up(n, k))
    # for n = 0: C(1, k + 1) = C(0, k), which is 1 at k = 0 and 0 elsewhere
    base = induct(k, ar(up(ZERO, ZERO)), discharge(up(ZERO, k), ar(up(ZERO, SUCC(k)))))
    hyp = assume(claim(n))
    # C(n + 2, k + 2) = C(n + 1, k + 1) + C(n + 1, k + 2)
    first = induct(
        k, ar(up(SUCC(n), ZERO), spec(hyp, ZERO)),
        discharge(up(SUCC(n), k), ar(up(SUCC(n), SUCC(k)), spec(hyp, k), spec(hyp, SUCC(k)))),
    )  # fmt: skip
    whole = spec(induct(n, base, discharge(hyp.concl, first)), n_)
    down = lambda k: ((num(SUCC(n_)) - num(k)) * choose(SUCC(n_), k)).eq(num(SUCC(n_)) * choose(n_, k))
    # C(n, 0) = 1, and C(n + 1, k + 1) = C(n, k) + C(n, k + 1)
    step = downward(n_, down, whole)
    return gen(k, conj(spec(whole, k), spec(step, k)))


def downward(n, down, whole):
    """For all k the second equation, from the first one."""
    one = lambda n: choose(n, ZERO).eq(1)
    m = var("m", N)
    unit = induct(m, ar(one(ZERO)), discharge(one(m), ar(one(SUCC(m)), assume(one(m)))))
    base = ar(down(ZERO), spec(unit, n), spec(unit, SUCC(n)), factors=[num(SUCC(n))])
    # (n - k) C(n + 1, k + 1) = (n + 1) C(n + 1, k + 1) - (k + 1) C(n + 1, k + 1) = (n + 1)(C(n + 1, k + 1) - C(n, k))
    return induct(k, base, discharge(down(k), ar(down(SUCC(k)), spec(whole, k))))


@theorem(place="Counting", claims="a-set-has-an-element-or-not")
def a_set_has_an_element_or_not(n: Nat, k: Nat):
    """Sets of k + 1 among n + 1 elements: C(n + 1, k + 1) = C(n, k + 1) + C(n, k)."""
    return choose(SUCC(n), SUCC(k)).eq(choose(n, SUCC(k)) + choose(n, k))


@a_set_has_an_element_or_not.proof
def _(n, k):
    return ar(a_set_has_an_element_or_not.conclusion)


@theorem(place="Sampled means")
def draws_with_a_record_exchanged_for_a_copy(n: Nat, k: Nat):
    """With n + 1 copies: C(n, j - 1) (n + 1 - j) = C(n, j) j, j being k + 1."""
    return (choose(n, k) * (num(SUCC(n)) - num(SUCC(k)))).eq(choose(n, SUCC(k)) * num(SUCC(k)))


@draws_with_a_record_exchanged_for_a_copy.proof
def _(n, k):
    up, _ = parts(spec(binomials_of_neighbours(n), k))
    return ar(draws_with_a_record_exchanged_for_a_copy.conclusion, up)


@theorem(place="Double sum")
def lone_record_is_sampled_at_the_rate(n: Nat, T: Nat):
    """A record is in a sample with probability C(n - 1, T - 1)/C(n, T) = T/n, n and T written as successors."""
    return implies(
        below(0, choose(SUCC(n), SUCC(T))),
        over(choose(n, T), choose(SUCC(n), SUCC(T))).eq(over(num(SUCC(T)), num(SUCC(n)))),
    )


@lone_record_is_sampled_at_the_rate.proof
def _(n, T, some_):
    up, _ = parts(spec(binomials_of_neighbours(n), T))
    u, _ = positive(choose(SUCC(n), SUCC(T)), some_)
    v, _ = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), spec(numbers_are_not_negative.thm, n)))
    c, i, j = choose(n, T), INV(choose(SUCC(n), SUCC(T))), INV(num(SUCC(n)))
    return ar(lone_record_is_sampled_at_the_rate.conclusion, up, u, v, factors=[i * j, num(SUCC(T)) * j, c * i])


def ratio_of(b, k):
    """The factor 1 + k/(b + 1 - k) of a record of the type more."""
    return 1 + over(num(k), num(b) + 1 - num(k))


@theorem(place="smoothed-dp, App. E.1, step 1", claims="ratio-when-a-record-is-replaced")
def ratio_when_a_record_is_replaced(a: Nat, h: Nat, b: Nat, k: Nat):
    """One of a + 1 records replaced by one of b: the quotient is (1 - h/(a + 1)) (1 + k/(b + 1 - k))."""
    before_, after_ = choose(SUCC(a), h) * choose(b, k), choose(a, h) * choose(SUCC(b), k)
    return implies(
        below(0, choose(SUCC(a), h)), below(0, choose(b, k)), num(k) <= num(b),
        over(after_, before_).eq((1 - over(num(h), num(SUCC(a)))) * ratio_of(b, k)),
    )  # fmt: skip


@ratio_when_a_record_is_replaced.proof
def _(a, h, b, k, first, second, few):
    _, one = parts(spec(binomials_of_neighbours(a), h))
    _, two = parts(spec(binomials_of_neighbours(b), k))
    a1, b1 = (ar(real(1) <= num(SUCC(v)), spec(numbers_are_not_negative.thm, v)) for v in (a, b))
    A_, B_, C_, D_ = choose(SUCC(a), h), choose(b, k), choose(a, h), choose(SUCC(b), k)
    (ua, _), (uc, _), (ub, _) = positive(A_, first), positive(B_, second), positive(num(SUCC(a)), a1)
    gap = num(b) + 1 - num(k)
    ug, _ = positive(gap, ar(real(1) <= gap, few))
    ia = INV(num(SUCC(a)))
    share = ar((C_ * INV(A_)).eq(1 - over(num(h), num(SUCC(a)))), one, ua, ub,
               factors=[INV(A_) * ia, C_ * INV(A_), (num(SUCC(a)) - num(h)) * ia])  # fmt: skip
    more = ar((D_ * INV(B_)).eq(ratio_of(b, k)), two, uc, ug,
              factors=[INV(B_) * INV(gap), D_ * INV(B_), num(SUCC(b)) * INV(gap), real(1)])  # fmt: skip
    both, prod = A_ * B_, INV(A_) * INV(B_)
    whole = ar((both * prod).eq(1), ua, uc, factors=[real(1), B_ * INV(B_)])
    zero = assume(both.eq(0))
    unit = inverse(both, refuting(zero.concl, impossible(ar(real(1) <= 0, whole, zero, factors=[prod]))))
    inv_ = ar(INV(both).eq(prod), whole, unit, factors=[INV(both), prod])
    return ar(ratio_when_a_record_is_replaced.conclusion, inv_, share, more,
              factors=[C_ * D_, D_ * INV(B_), 1 - over(num(h), num(SUCC(a)))])  # fmt: skip


# ---- counts --------------------------------------------------------------------------------------------------------
@theorem(place="Crossing")
def likelihood_ratio_falls_in_the_count(a: Real, b: Nonneg, T: Real, h: Real, g: Real):
    """The ratio (a - h)(b + 1)/(a (b + 1 - T + h)) is smaller at g than at h < g."""
    ratio = lambda h: over((a - h) * (b + 1), a * (b + 1 - T + h))
    return implies(below(0, a), T - b <= h, below(h, g), g <= a, below(ratio(g), ratio(h)))


@likelihood_ratio_falls_in_the_count.proof
def _(a, b, T, h, g, b0, a0, low, less, high):
    x, y = b + 1 - T + h, b + 1 - T + g
    hg, ap = use(ax("total", g, h), less), use(ax("total", a, 0), a0)
    (ua, _), (ux, ix), (uy, iy) = (
        positive(a, a0),
        positive(x, ar(real(1) <= x, low)),
        positive(y, ar(real(1) <= y, low, hg)),
    )

    def value(z, w, unit):
        """(a - z)(b + 1)/(a w) as a product of inverses."""
        whole = ar((a * w * (INV(a) * INV(w))).eq(1), ua, unit, factors=[real(1), w * INV(w)])
        zero = assume((a * w).eq(0))
        one = inverse(a * w, refuting(zero.concl, impossible(ar(real(1) <= 0, whole, zero, factors=[INV(a) * INV(w)]))))
        inv_ = ar(INV(a * w).eq(INV(a) * INV(w)), whole, one, factors=[INV(a * w), INV(a) * INV(w)])
        return ar(
            ((a - z) * (b + 1) * INV(a * w)).eq((a - z) * (b + 1) * (INV(a) * INV(w))),
            inv_,
            factors=[(a - z) * (b + 1)],
        )

    vh, vg = value(h, x, ux), value(g, y, uy)
    ratio = lambda h: over((a - h) * (b + 1), a * (b + 1 - T + h))
    wrong = assume(ratio(h) <= ratio(g))
    # (a - h) y <= (a - g) x, so (g - h)(a + b + 1 - T) <= 0
    c = INV(a) * (b + 1)
    scaled = ar((a - h) * c * INV(x) <= (a - g) * c * INV(y), wrong, vh, vg)
    xy = ar((a - h) * c * y <= (a - g) * c * x,
            ar(x * y * ((a - h) * c * INV(x)) <= x * y * ((a - g) * c * INV(y)), scaled,
               ar(real(0) <= x * y, low, ar(real(1) <= y, low, hg), ar(real(1) <= x, low))),
            ux, uy, factors=[(a - h) * c * y, (a - g) * c * x])  # fmt: skip
    b1 = ar(real(1) <= b + 1, b0)
    times_a = ar(a * ((a - h) * c * y) <= a * ((a - g) * c * x), xy, ap)
    bare = ar((a - h) * (b + 1) * y <= (a - g) * (b + 1) * x, times_a, ua,
              factors=[(a - h) * (b + 1) * y, (a - g) * (b + 1) * x])  # fmt: skip
    ub, ib = positive(b + 1, b1)
    bare = ar((a - h) * y <= (a - g) * x, bare, ub, ib, hints=[(0, 2)], factors=[(a - h) * y, (a - g) * x])
    room = ar(real(1) <= a + (b + 1 - T), low, hg, high)
    ur, ir = positive(a + (b + 1 - T), room)
    flat = ar((g - h) * (a + (b + 1 - T)) <= 0, bare)
    return refuting(wrong.concl, contradiction(less, ar(g <= h, flat, ur, ir, hints=[(0, 2)], factors=[g - h])))


# ---- chords --------------------------------------------------------------------------------------------------------
@theorem(place="Composition")
def loss_curves_lie_below_their_chords(E: Odds, w: Rate, P: Law[A], Q: Law[A]):
    """The divergence at 1/E is known from the other direction, and between two odds it is below the chord."""
    D = lambda t: divergence(t, P, Q)
    end = 1 - INV(E) + divergence(E, Q, P) * INV(E)
    return (
        D(INV(E)).eq(end)
        & (D(w * INV(E) + (1 - w) * E) <= w * end + (1 - w) * D(E))
        & (D(w * INV(E)) <= w * end + (1 - w))
        & (D(E + w) <= D(E))
    )


@loss_curves_lie_below_their_chords.proof
def _(E, w, P, Q, e1, w0, w1, lP, lQ):
    a, f = var("a", A), var("f", fn(A, R))
    D = lambda t: divergence(t, P, Q)
    K, unit = divergence(E, Q, P), positive(E, e1)[0]
    up = refuting(E <= 0, impossible(ar(real(1) <= 0, assume(E <= 0), e1)))
    mirror = use(mirrored_profile(E, P, Q), lP, lQ, same(up, below(0, E)))
    end = 1 - INV(E) + K * INV(E)
    value = ar(D(INV(E)).eq(end), mirror, unit, factors=[INV(E), D(INV(E))])
    chord = use(profiles_lie_below_their_chords(w, INV(E), E, P, Q), w0, w1, lP, lQ)
    first = ar(D(w * INV(E) + (1 - w) * E) <= w * end + (1 - w) * D(E), chord, value, factors=[w])
    H, known, low, high = a_test(f)
    top = Mean(lP, known).le(a, high(a))
    zero = least(real(0), real(1), P, Q, lP, lQ, ar(P(f) <= real(0) * Q(f) + 1, top), f)
    chord = use(profiles_lie_below_their_chords(w, INV(E), 0, P, Q), w0, w1, lP, lQ)
    t = var("t", R)
    odds = ar((w * INV(E) + (1 - w) * 0).eq(w * INV(E)))
    chord = same(replace(odds, chord, lam(t, D(t) <= w * D(INV(E)) + (1 - w) * D(real(0)))),
                 D(w * INV(E)) <= w * D(INV(E)) + (1 - w) * D(real(0)))  # fmt: skip
    second = ar(D(w * INV(E)) <= w * end + (1 - w), chord, value, zero, w1, factors=[w])
    third = left(use(delta_falls_in_epsilon(E, E + w, P, Q), lP, lQ, ar(E + w >= E, w0)))
    return conj(conj(conj(value, first), second), third)


# ---- exponents and series ------------------------------------------------------------------------------------------
def entropy(t, r):
    """The relative entropy t log(t/r) - t + r of two Poisson rates."""
    return t * LOG(over(t, r)) - t + r


@theorem(place="Sampling with replacement")
def exponent_of_the_upper_tail(a: Real, tau: Real, rho: Real):
    """At z = tau/rho, -tau (a - 1) log z + rho a (z - 1) is tau log(tau/rho) - a L."""
    z = over(tau, rho)
    return implies(
        below(0, rho),
        (0 - tau * (a - 1) * LOG(z) + rho * a * (z - 1)).eq(tau * LOG(over(tau, rho)) - a * entropy(tau, rho)),
    )


@exponent_of_the_upper_tail.proof
def _(a, tau, rho, r0):
    unit, _ = positive(rho, r0)
    return ar(exponent_of_the_upper_tail.conclusion, unit, factors=[a * tau])


@theorem
def log_of_an_inverse(x: Real):
    """The logarithm of 1/x is minus that of x, for positive x."""
    return implies(below(0, x), LOG(INV(x)).eq(0 - LOG(x)))


@log_of_an_inverse.proof
def _(x, x0):
    L, y = LOG(x), INV(x)
    unit, _ = positive(x, x0)
    own = use(ax("exp_log", x), same(x0, not_(x <= 0)))
    back = rewrite(ax("exp_plus", 0 - L, L), (0 - L) + L, real(0))
    e = EXP(0 - L)
    is_ = ar(y.eq(e), back, own, exp_zero.thm, unit, factors=[y, e, e * y, y * x])
    return subst(symmetric(is_), fact("logs_undo_exponentials", 0 - L), lambda v: LOG(v).eq(0 - L))


def log_turned(s, r, s0, r0):
    """log(r/s) = -log(s/r)."""
    x = over(s, r)
    pos = algebra(below(0, x), s0, r0)
    th = use(log_of_an_inverse(x), pos)
    (u, _), (v, _), (w, _) = positive(s, s0), positive(r, r0), positive(x, pos)
    equal = ar(INV(x).eq(over(r, s)), w, u, v, factors=[over(r, s), INV(x), INV(x) * s * INV(s), r * INV(r) * INV(x)])
    return subst(equal, th, lambda t: LOG(t).eq(0 - LOG(x)))


@theorem(place="Sampling with replacement")
def exponent_of_the_lower_tail(b: Real, sigma: Real, rho: Real):
    """At z = sigma/rho, -sigma (b + 1) log z + rho b (z - 1) is sigma log(rho/sigma) - b L."""
    z = over(sigma, rho)
    value = 0 - sigma * (b + 1) * LOG(z) + rho * b * (z - 1)
    return implies(below(0, sigma), below(0, rho), value.eq(sigma * LOG(over(rho, sigma)) - b * entropy(sigma, rho)))


@exponent_of_the_lower_tail.proof
def _(b, sigma, rho, s0, r0):
    unit, _ = positive(rho, r0)
    return ar(exponent_of_the_lower_tail.conclusion, unit, log_turned(sigma, rho, s0, r0), factors=[b * sigma, sigma])


@theorem(place="Sampling with replacement", claims="one-record-fewer-costs-the-lower-tail-its-rate")
def one_record_fewer_costs_the_lower_tail_its_rate(sigma: Real, rho: Real):
    """(rho/sigma)^sigma exp(L) = exp(rho - sigma), and L >= 0, so that it is at least (rho/sigma)^sigma."""
    first, L = EXP(sigma * LOG(over(rho, sigma))), entropy(sigma, rho)
    return implies(
        below(0, sigma), below(0, rho),
        (first * EXP(L)).eq(EXP(rho - sigma)) & ((real(0) <= L) & (first <= EXP(rho - sigma))),
    )  # fmt: skip


@one_record_fewer_costs_the_lower_tail_its_rate.proof
def _(sigma, rho, s0, r0):
    e, L = sigma * LOG(over(rho, sigma)), entropy(sigma, rho)
    turned_ = log_turned(sigma, rho, s0, r0)
    sum_ = ar((e + L).eq(rho - sigma), turned_, factors=[sigma])
    v = var("v", R)
    both = same(
        replace(sum_, ax("exp_plus", e, L), lam(v, EXP(v).eq(EXP(e) * EXP(L)))), EXP(rho - sigma).eq(EXP(e) * EXP(L))
    )
    low = left(use(fact("poisson_entropies_are_not_negative", sigma, rho), s0, r0))
    low = same(low, real(0) <= L)
    grown = ar(real(1) <= EXP(L), ax("exp_above", L), low)
    return conj(symmetric(both), conj(low, ar(EXP(e) <= EXP(rho - sigma), both, grown, exp_positive(e))))


@theorem(place="Sampling with replacement")
def bound_of_a_lone_or_an_absent_type_is_at_least_one(sigma: Real, rho: Real, tau: Real):
    """For sigma <= rho <= tau: (tau/rho)^tau exp(-L) >= 1 and (rho/sigma)^sigma >= 1."""
    first = EXP(tau * LOG(over(tau, rho))) * EXP(0 - entropy(tau, rho))
    return implies(
        below(0, sigma), sigma <= rho, rho <= tau, (real(1) <= first) & (real(1) <= EXP(sigma * LOG(over(rho, sigma))))
    )


@bound_of_a_lone_or_an_absent_type_is_at_least_one.proof
def _(sigma, rho, tau, s0, sr, rt):
    e, L = tau * LOG(over(tau, rho)), entropy(tau, rho)
    th = ax("exp_plus", e, 0 - L)
    sum_ = ar((e + (0 - L)).eq(tau - rho))
    v = var("v", R)
    th = same(replace(sum_, th, lam(v, EXP(v).eq(EXP(e) * EXP(0 - L)))), EXP(tau - rho).eq(EXP(e) * EXP(0 - L)))
    first = ar(real(1) <= EXP(e) * EXP(0 - L), th, ax("exp_above", tau - rho), rt)
    # log(rho/sigma) >= 0, as exp(log) = rho/sigma >= 1 and x log 1 is below the tangent
    x = over(rho, sigma)
    r0 = algebra(below(0, rho), s0, sr)
    Lx = LOG(x)
    own = use(ax("exp_log", x), same(algebra(below(0, x), s0, r0), not_(x <= 0)))
    unit, i0 = positive(sigma, s0)
    x1 = ar(real(1) <= x, sr, unit, i0, hints=[(0, 2)])
    back = rewrite(ax("exp_plus", Lx, 0 - Lx), Lx + (0 - Lx), real(0))
    e0, above_ = exp_positive(0 - Lx), ax("exp_above", 0 - Lx)
    # 1 = x exp(-log x) >= exp(-log x) >= 1 - log x
    flat = ar(real(0) <= Lx, back, own, exp_zero.thm, x1, e0, above_, factors=[EXP(0 - Lx)])
    sp = use(ax("total", sigma, 0), s0)
    inside = sigma * Lx
    return conj(first, ar(real(1) <= EXP(inside), ax("exp_above", inside), ar(real(0) <= inside, flat, sp)))


@theorem(place="Accounting by moments")
def aliases_are_below_a_geometric_series(B_: Nonneg, r: Nonneg, x: Fun(N, R), n: Nat):
    """Terms x(m) of at most B r^(m + 1), however many, add up to at most B r/(1 - r), for r below 1."""
    return implies(below(r, 1), each(N, lambda m: x(m) <= B_ * power(r, SUCC(m))), total(x, n) <= over(B_ * r, 1 - r))


@aliases_are_below_a_geometric_series.proof
def _(B_, r, x, n, b0, r0, r1, small):
    n_, n = n, var("m", N)
    unit, i0 = positive(1 - r, algebra(below(0, 1 - r), r1))
    claim = lambda n: (real(0) <= power(r, n)) & ((1 - r) * total(x, n) <= B_ * r * (1 - power(r, n)))
    hyp = assume(claim(n))
    le = ar(real(0) <= 1 - r, use(ax("total", 1, r), r1))
    step = conj(
        ar(real(0) <= power(r, SUCC(n)), left(hyp), r0),
        ar((1 - r) * total(x, SUCC(n)) <= B_ * r * (1 - power(r, SUCC(n))), right(hyp),
           ar((1 - r) * x(n) <= (1 - r) * (B_ * power(r, SUCC(n))), spec(small, n), le)),
    )  # fmt: skip
    base = conj(ar(real(0) <= power(r, ZERO)), ar((1 - r) * total(x, ZERO) <= B_ * r * (1 - power(r, ZERO))))
    th = spec(induct(n, base, discharge(hyp.concl, step)), n_)
    s = total(x, n_)
    br = ar(real(0) <= B_ * r * power(r, n_), ar(real(0) <= B_ * r, b0, r0), left(th))
    return ar(s <= over(B_ * r, 1 - r), ar((1 - r) * s <= B_ * r, right(th), br), unit, i0, hints=[(0, 2)], factors=[s])


@theorem(place="Accounting by moments")
def terms_fall_beyond_the_bumps(x: Real, y: Real, X_: Real, w: Real, s: Rate, S_: Real):
    """The slope w s - x is at most max(w, 0) - X right of X, and likewise on the left."""
    least_ = 0 - MAX(0 - w, 0)
    return implies(x >= X_, w * s - x <= MAX(w, 0) - X_) & implies(y >= X_, s <= S_, X_ + least_ * S_ <= w * s + y)


@terms_fall_beyond_the_bumps.proof
def _(x, y, X_, w, s, S_, s0, s1):
    p, q, t = assume(x >= X_), assume(y >= X_), assume(s <= S_)
    m, l = MAX(w, 0), MAX(0 - w, 0)
    m1, m2, l1, l2 = ax("max_left", w, 0), ax("max_right", w, 0), ax("max_left", 0 - w, 0), ax("max_right", 0 - w, 0)
    first = ar(w * s - x <= m - X_, ar(w * s <= m * s, m1, s0), ar(m * s <= m, m2, s1), p)
    second = ar(X_ + (0 - l) * S_ <= w * s + y, ar((0 - l) * s <= w * s, l1, s0), ar(l * s <= l * S_, l2, t), q)
    return conj(discharge(p.concl, first), discharge(q.concl, discharge(t.concl, second)))


@theorem(place="Accounting by profiles")
def best_place_is_allowed_on_its_side(X_: Real, q: Real, w: Real):
    """X <= q w/(1 - q + q w) says the same as X (1 - q)/(q (1 - X)) <= w, and with both turned for Y."""
    z, place_ = over(q * w, 1 - q + q * w), over(X_ * (1 - q), q * (1 - X_))
    same_ = lambda p, s: implies(p, s) & implies(s, p)
    return implies(
        below(X_, 1), below(0, q), below(q, 1), below(0, w), same_(z >= X_, place_ <= w) & same_(z <= X_, w <= place_)
    )


@best_place_is_allowed_on_its_side.proof
def _(X_, q, w, x1, q0, q1, w0):
    d = 1 - q + q * w
    (uq, iq), (uw, iw) = positive(q, q0), positive(w, w0)
    qp, wp = use(ax("total", q, 0), q0), use(ax("total", w, 0), w0)
    q1_ = ar(real(0) <= 1 - q, use(ax("total", 1, q), q1))
    few = assume(d <= 0)
    bad = ar(q * w <= 0, few, q1_)
    bad = ar(w <= 0, bad, uq, iq, hints=[(0, 2)], factors=[w])
    ud, id_ = positive(d, same(refuting(few.concl, contradiction(w0, bad)), below(0, d)))
    ux, ix = positive(1 - X_, algebra(below(0, 1 - X_), x1))
    c = q * (1 - X_)
    whole = ar((c * (INV(q) * INV(1 - X_))).eq(1), uq, ux, factors=[real(1), (1 - X_) * INV(1 - X_)])
    zero = assume(c.eq(0))
    unit = inverse(c, refuting(zero.concl, impossible(ar(real(1) <= 0, whole, zero, factors=[INV(q) * INV(1 - X_)]))))
    ic = ar(INV(c).eq(INV(q) * INV(1 - X_)), whole, unit, factors=[INV(c), INV(q) * INV(1 - X_)])
    ic0 = ar(real(0) <= INV(c), ic, iq, ix, hints=[(1, 2)])
    dp, xp = (
        use(ax("total", d, 0), same(refuting(few.concl, contradiction(w0, bad)), not_(d <= 0))),
        ar(real(0) <= 1 - X_, use(ax("total", 1, X_), x1)),
    )
    cp = ar(real(0) <= c, qp, xp)
    z, place_ = over(q * w, d), over(X_ * (1 - q), c)
    # both say X (1 - q) <= w q (1 - X), or the reverse
    mid = lambda up: X_ * (1 - q) <= w * c if up else w * c <= X_ * (1 - q)
    ends = []
    for up in (True, False):
        p, s = (z >= X_, place_ <= w) if up else (z <= X_, w <= place_)
        hp, hs = assume(p), assume(s)
        to_mid = ar(
            mid(up), ar(X_ * d <= q * w if up else q * w <= X_ * d, hp, ud, dp, hints=[(0, 2)], factors=[q * w])
        )
        back = ar(s, to_mid, unit, ic0, hints=[(0, 2)], factors=[w])
        mid2 = ar(mid(up), hs, unit, cp, hints=[(0, 2)], factors=[X_ * (1 - q)])
        forth = ar(p, ar(X_ * d <= q * w if up else q * w <= X_ * d, mid2), ud, id_, hints=[(0, 2)], factors=[X_])
        ends.append(conj(discharge(p, back), discharge(s, forth)))
    return conj(*ends)


@theorem(place="Accounting by profiles")
def glued_profile_is_convex(q: Real, a: Real, b: Real):
    """With B <= A and A + B <= 1 the left slope at 1 is at most the right one."""
    slopes = (q * (a - b) + 2 * b <= 1) & (q * (a - b) + b - 1 <= 0 - b)
    return implies(q <= 1, b <= a, a + b <= 1, slopes)


@glued_profile_is_convex.proof
def _(q, a, b, q1, le, both):
    th = ar(q * (a - b) + 2 * b <= 1, ar(q * (a - b) <= a - b, le, q1), both)
    return conj(th, ar(q * (a - b) + b - 1 <= 0 - b, th))


@theorem(place="Random allocation and mixtures")
def excess_and_shortfall_differ_by_the_distance_of_the_mean(P: Law[A], f: Bounded[A], c: Real, d: Real):
    """The mean excess over c is the mean shortfall below c and the mean less c, and it falls in c."""
    excess = lambda c: P(lambda a: MAX(0, f(a) - c))
    return excess(c).eq(P(lambda a: MAX(0, c - f(a))) + P(f) - c) & implies(c <= d, excess(d) <= excess(c))


@excess_and_shortfall_differ_by_the_distance_of_the_mean.proof
def _(P, f, c, d, lP, bf):
    a = var("a", A)
    known = [bf, *(observable(a, MAX(0, t), [bf]) for t in (f(a) - c, c - f(a), f(a) - d))]
    L = Mean(lP, *known)
    first = L.eq(a, algebra(MAX(0, f(a) - c).eq(MAX(0, c - f(a)) + f(a) - c)))
    le = assume(c <= d)
    falls = L.le(a, algebra(MAX(0, f(a) - d) <= MAX(0, f(a) - c), le))
    excess = lambda c: P(lam(a, MAX(0, f(a) - c)))
    one = ar(excess(c).eq(P(lam(a, MAX(0, c - f(a)))) + P(f) - c), first)
    return conj(one, discharge(le.concl, ar(excess(d) <= excess(c), falls)))
