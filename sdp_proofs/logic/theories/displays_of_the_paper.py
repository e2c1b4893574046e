"""Displays of the first paper and of its corrections: closed inequalities of reals, proved by algebra."""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.vocabulary import *

HALF = Fraction(1, 2)


def over(s, t):
    """The quotient of s and t."""
    return real(s) * INV(real(t))


# ---- utility -------------------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Sec. 2, below Eq. (3), corrected", claims="utility-is-the-normalised-excess")
def utility_is_the_normalised_excess(t: Real, best: Real):
    """An output contributes the excess of its largest posterior probability over t, over 1 - t, or nothing below t."""
    gain = over(MAX(0, 1 - t - (1 - best)), 1 - t)
    return implies(below(t, 1), implies(t <= best, gain.eq(over(best - t, 1 - t))) & implies(best <= t, gain.eq(0)))


@theorem(place="smoothed-dp, Sec. 2, below Eq. (3), guesses", claims="certain-and-random-guesses")
def certain_and_random_guesses(t: Real, types: Odds):
    """The gain (1 - t - loss)/(1 - t) is 1 without loss, and 0 at the loss 1 - 1/m as soon as t is at least 1/m."""
    gain = lambda loss: over(MAX(0, 1 - t - loss), 1 - t)
    return implies(below(t, 1), gain(0).eq(1) & implies(INV(types) <= t, gain(1 - INV(types)).eq(0)))


@theorem(place="smoothed-dp, App. C.2, third line", claims="keeping-two-types-raises-the-posterior")
def keeping_two_types_raises_the_posterior(best: Nonneg, second: Nonneg, others: Nonneg):
    """Without the other types the posterior probability of the likeliest one does not fall."""
    return implies(below(0, best + second), over(best, best + second + others) <= over(best, best + second))


@theorem(place="smoothed-dp, App. C.1, normalisation")
def gain_of_an_output_with_its_normalisation(E: Odds, p: Real, q: Nonneg):
    """The normalised gain at p > E q is (E + 1)/2 times |p - q|/(p + q) - (E - 1)/(E + 1)."""
    t, loss = over(E, E + 1), 1 - over(p, p + q)
    return implies(
        below(E * q, p),
        over(1 - t - loss, 1 - t).eq(over(E + 1, 2) * (over(dist(p, q), p + q) - over(E - 1, E + 1))),
    )


@theorem(place="smoothed-dp, App. C.1, two sums", claims="second-sum-of-the-utility")
def second_sum_of_the_utility(E: Odds, p: Nonneg, q: Real):
    """An output with q > E p adds p ((q - p)/(p + q) - (E - 1)/(E + 1)) to the expected gain."""
    edge = over(E - 1, E + 1)
    return implies(below(E * p, q), (p * MAX(0, over(dist(p, q), p + q) - edge)).eq(p * (over(q - p, p + q) - edge)))


@theorem(place="smoothed-dp, App. C.1, in terms of r", claims="first-sum-and-loss-in-terms-of-the-ratio")
def first_sum_and_loss_in_terms_of_the_ratio(E: Odds, r: Real, p: Real, q: Nonneg):
    """With p = r q and r > E: the first sum has 2 p (r - E)/((E + 1)(r + 1)), and the loss p (r - E)/r."""
    first = p * (over(p - q, p + q) - over(E - 1, E + 1))
    return implies(
        p.eq(r * q), below(0, q), below(E, r),
        first.eq(p * over(2 * (r - E), (E + 1) * (r + 1))) & (p - E * q).eq(p * over(r - E, r)),
    )  # fmt: skip


@theorem(place="smoothed-dp, App. C.1, lower bound", claims="two-sums-above-a-share-of-the-losses")
def two_sums_above_a_share_of_the_losses(E: Odds, p: Real, q: Nonneg):
    """The first sum has at p > E q at least 2 E/(E + 1)^2 of the loss, which is at least 2/(E + 3) of it."""
    first = p * (over(p - q, p + q) - over(E - 1, E + 1))
    share = over(2 * E, (E + 1) * (E + 1))
    return implies(below(E * q, p), (share * (p - E * q) <= first) & (over(2, E + 3) <= share))


by_algebra(
    utility_is_the_normalised_excess, certain_and_random_guesses, keeping_two_types_raises_the_posterior,
    gain_of_an_output_with_its_normalisation, second_sum_of_the_utility, first_sum_and_loss_in_terms_of_the_ratio,
    two_sums_above_a_share_of_the_losses,
)  # fmt: skip


# ---- composition and sources ---------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. D.2, rearrangement")
def rearrangement_to_inequality_five(c: Real, p: Real, q: Real, d: Real, e: Real):
    """The product inequality and inequality (5) say the same; c q is exp(eps_1 + eps_2) Q_1 Q_2, p is P_1 P_2."""
    one, five = c * q <= p - (d + e), d + e <= p - c * q
    return implies(one, five) & implies(five, one)


@theorem(place="smoothed-dp, App. D.4, vertices")
def closed_intervals_are_spanned_by_their_ends(low: Real, p: Real, high: Real):
    """Every share between two others is their mixture with weight (high - p)/(high - low) of the lower one."""
    w = over(high - p, high - low)
    return implies(
        below(low, high), low <= p, p <= high, ((real(0) <= w) & (w <= 1)) & (w * low + (1 - w) * high).eq(p)
    )


@theorem(place="smoothed-dp, App. D.5, last step", claims="steps-of-the-runtime-proof-give-two-m-plus-l-minus-three")
def steps_of_the_runtime_proof(m: Real, l: Real):
    """From m = 2 on the largest exponent m - 1, m or 2m - 2 gives with l - 1 together 2m + l - 3."""
    return implies(real(2) <= m, (MAX(MAX(m - 1, m), 2 * m - 2) + (l - 1)).eq(2 * m + l - 3))


@theorem(place="smoothed-dp, App. D.5", claims="both-exponents-agree-for-two-types-only")
def both_exponents_agree_for_two_types_only(m: Real, l: Real):
    """The exponent m + l - 1 is at least 2m + l - 3 exactly for m <= 2."""
    there = 2 * m + l - 3 <= m + l - 1
    return implies(there, m <= 2) & implies(m <= 2, there)


by_algebra(
    rearrangement_to_inequality_five, closed_intervals_are_spanned_by_their_ends, steps_of_the_runtime_proof,
    both_exponents_agree_for_two_types_only,
)  # fmt: skip


@theorem(place="smoothed-dp, Sec. 4")
def mixtures_of_an_open_interval_stay_inside(w: Rate, p: Real, q: Real):
    """Mixtures of shares strictly between 1/5 and 4/5 are strictly between them."""
    inside = lambda s: below(Fraction(1, 5), s) & below(s, Fraction(4, 5))
    return implies(inside(p), inside(q), inside(w * p + (1 - w) * q))


@mixtures_of_an_open_interval_stay_inside.proof
def _(w, p, q, w0, w1, ip, iq):
    up, down = assume(p <= q), assume(not_(p <= q))
    low = use(ax("total", p, q), down)
    goal = mixtures_of_an_open_interval_stay_inside.conclusion
    r = w * p + (1 - w) * q
    ends = lambda a, b, th: (ar(a <= r, w0, w1, th), ar(r <= b, w0, w1, th))
    return cases(up.concl, algebra(goal, ip, iq, *ends(p, q, up)), algebra(goal, ip, iq, *ends(q, p, low)))


@theorem(place="smoothed-dp, App. D.4, lower bound")
def vertices_of_the_hull_belong_to_the_set(w: Real, p: Real, q: Real, end: Real):
    """If no share is below `end`, a proper mixture of two shares is `end` only if both are."""
    return implies(below(0, w), below(w, 1), end <= p, end <= q, (w * p + (1 - w) * q).eq(end), p.eq(end) & q.eq(end))


@vertices_of_the_hull_belong_to_the_set.proof
def _(w, p, q, end, w0, w1, ep, eq_, whole):
    (u, u0), (v, v0) = positive(w, w0), positive(1 - w, algebra(below(0, 1 - w), w1))
    a0, b0 = use(ax("total", w, 0), w0), use(ax("total", 1, w), w1)
    low = lambda s, t, r, unit, inv_, other, rest: ar(
        s <= end, ar(r * (s - end) <= 0, whole, rest, other), unit, inv_, hints=[(0, 2)], factors=[s, end]
    )
    del u, v
    one = low(p, q, w, positive(w, w0)[0], u0, b0, eq_)
    two = low(q, p, 1 - w, positive(1 - w, algebra(below(0, 1 - w), w1))[0], v0, a0, ep)
    return conj(use(ax("antisymmetry", p, end), one, ep), use(ax("antisymmetry", q, end), two, eq_))


# ---- sampling ------------------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. E.1, last display of step 2")
def gap_at_the_printed_rate_is_no_smaller(eta: Real, rho: Real, theta: Real):
    """The gap (theta/rho - 1)^2 is at most (theta/eta - 1)^2 for 0 < eta <= rho < theta < 1; equal at eta = rho."""
    gap = lambda rate: (over(theta, rate) - 1) * (over(theta, rate) - 1)
    return implies(
        below(0, eta), eta <= rho, below(rho, theta), below(theta, 1),
        (gap(rho) <= gap(eta)) & implies(eta.eq(rho), gap(rho).eq(gap(eta))),
    )  # fmt: skip


@gap_at_the_printed_rate_is_no_smaller.proof
def _(eta, rho, theta, e0, le, rt, t1):
    gap = lambda rate: (over(theta, rate) - 1) * (over(theta, rate) - 1)
    u, v = over(theta, rho) - 1, over(theta, eta) - 1
    facts = (e0, le, rt, t1)
    one, two = algebra(real(0) <= u, *facts), algebra(u <= v, *facts)
    same_ = assume(eta.eq(rho))
    x = var("x", R)
    equal = same(replace(same_, refl(gap(eta)), lam(x, gap(x).eq(gap(eta)))), gap(rho).eq(gap(eta)))
    return conj(ar(gap(rho) <= gap(eta), one, two), discharge(same_.concl, equal))


@theorem(place="smoothed-dp, App. E.1, step 1")
def ratio_at_least_one_minus_a_share(a: Real, h: Nonneg, b: Nonneg, k: Nonneg, n: Real, T: Nonneg):
    """The ratios of one record replaced, and of one removed, are at least 1 - h/a."""
    share = 1 - over(h, a)
    return implies(
        below(0, a), h <= a, k <= b, below(T, n),
        (share <= share * (1 + over(k, b + 1 - k))) & (share <= share * over(n, n - T)),
    )  # fmt: skip


@theorem(place="smoothed-dp, E.2")
def fresh_value_separates_the_averages(fresh: Real, rest: Real, whole: Real, T: Real):
    """A value that is not the difference of two sums gives averages of its own."""
    return implies(below(0, T), not_(fresh.eq(whole - rest)), not_(over(fresh + rest, T).eq(over(whole, T))))


@theorem(place="smoothed-dp, App. F, Step 1.3")
def share_of_the_draws_per_other_record_vanishes(n: Real, M: Real, T: Nonneg, k: Nonneg):
    """For M <= n/2 the share (T - k)/(n - M - 1) is at most 2 T/(n - 2), and that 4 T/n from n = 4 on."""
    return implies(
        below(2, n), n >= 2 * M,
        (over(T - k, n - M - 1) <= over(2 * T, n - 2)) & implies(real(4) <= n, over(2 * T, n - 2) <= over(4 * T, n)),
    )  # fmt: skip


by_algebra(
    ratio_at_least_one_minus_a_share, fresh_value_separates_the_averages, share_of_the_draws_per_other_record_vanishes,
    degree=3,
)  # fmt: skip


@theorem(place="smoothed-dp, App. E.1, step 1", claims="excess-in-terms-of-the-distance-from-the-threshold")
def excess_in_terms_of_the_distance_from_the_threshold(epsilon: Real, n: Real, T: Real):
    """With c = epsilon - log(n/(n - T)): (1 - exp(-epsilon) - T/n)/(T/n) = (1 - exp(-c)) (n - T)/T."""
    c = epsilon - LOG(over(n, n - T))
    rate = over(T, n)
    return implies(
        below(0, T), below(T, n), over(1 - EXP(0 - epsilon) - rate, rate).eq(over((1 - EXP(0 - c)) * (n - T), T))
    )


@excess_in_terms_of_the_distance_from_the_threshold.proof
def _(epsilon, n, T, t0, tn):
    r = over(n, n - T)
    L, goal = LOG(r), excess_in_terms_of_the_distance_from_the_threshold.conclusion
    up = algebra(below(0, r), t0, tn)
    log_ = use(ax("exp_log", r), same(up, not_(r <= 0)))
    move = rewrite(ax("exp_plus", 0 - epsilon, L), (0 - epsilon) + L, 0 - (epsilon - L))
    both = ar(EXP(0 - (epsilon - L)).eq(EXP(0 - epsilon) * r), move, log_, factors=[EXP(0 - epsilon)])
    v = var("v", R)
    rest = algebra(
        over(1 - EXP(0 - epsilon) - over(T, n), over(T, n)).eq(over((1 - EXP(0 - epsilon) * r) * (n - T), T)), t0, tn
    )
    return same(
        replace(
            symmetric(both), rest,
            lam(v, over(1 - EXP(0 - epsilon) - over(T, n), over(T, n)).eq(over((1 - v) * (n - T), T))),
        ),
        goal,
    )  # fmt: skip


@theorem(place="smoothed-dp, App. E.1, step 2")
def two_exponents_at_one_half(gap: Real, t: Real, m: Real):
    """At c = 1/2 the sum exp(-(1 - c) gap t/3) + m exp(-c^2 t/2) is exp(-gap t/6) + m exp(-t/8)."""
    c = HALF
    parts_ = lambda x, y: EXP(0 - x * t) + m * EXP(0 - y * t)
    third, half = Fraction(1, 3), HALF
    return parts_(gap * third * (1 - c), real(half * c * c)).eq(parts_(gap * Fraction(1, 6), real(Fraction(1, 8))))


@two_exponents_at_one_half.proof
def _(gap, t, m):
    return ar(two_exponents_at_one_half.conclusion)


@theorem(place="smoothed-dp, Sec. 5.2")
def bound_grows_with_the_number_of_types(m: Nonneg, f: Real, n: Nonneg):
    """The bound m exp(-f n/8) is at least m exp(-n/8)."""
    eighth = Fraction(1, 8)
    return implies(f <= 1, m * EXP(0 - n * eighth) <= m * EXP(0 - f * n * eighth))


@bound_grows_with_the_number_of_types.proof
def _(m, f, n, m0, n0, f1):
    low, high = 0 - n * Fraction(1, 8), 0 - f * n * Fraction(1, 8)
    th = use(exp_monotone(low, high), ar(low <= high, f1, n0))
    return ar(bound_grows_with_the_number_of_types.conclusion, th, m0)
