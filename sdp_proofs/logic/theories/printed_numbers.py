"""Numbers that the papers print, and inequalities between elementary functions on half-lines and intervals."""

from sdp_proofs.logic.theories.shares_and_sums import *
from sdp_proofs.logic.theories.sizes_of_exponentials import *
from sdp_proofs.logic.vocabulary import *

TABLE_TWO = (
    ("81.74", "81.45", "78.92", "77.03", "73.49"),
    ("84.21", "83.27", "81.56", "79.46", "76.29"),
    ("84.23", "83.65", "82.15", "80.77", "76.31"),
    ("85.11", "82.97", "82.22", "80.81", "77.13"),
)
DEVIATIONS = (
    ("0.96", "1.59", "1.14", "0.69", "1.60"),
    ("0.51", "0.35", "0.79", "1.33", "0.53"),
    ("0.65", "0.76", "0.59", "1.26", "0.93"),
    ("0.45", "0.48", "0.28", "1.03", "0.77"),
)
PUBLISHED = {"0.3": "0.1162", "0.25": "0.1393", "0.2": "0.1739", "0.15": "0.2316", "0.1": "0.3471"}
"""Table 2 of the second paper by sigma = 0, ..., 3, and the levels of noise of its code by epsilon."""


def number(x):
    """The numeral of a printed number."""
    return real(Fraction(x))


def all_of(propositions):
    """The conjunction of propositions, from the left."""
    found, *rest = propositions
    for one in rest:
        found = found & one
    return found


# ---- printed numbers -----------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Example 1", claims="three-hundred-thousand-ballots-are-a-fifth-of-a-percent")
def three_hundred_thousand_ballots():
    """300,000 are 0.2 percent, to one digit, of 158,429,631 votes and of 155,507,476 for the two leading candidates."""
    share = lambda votes: over(300_000, votes)
    return all_of(
        (number("0.0015") <= share(votes)) & below(share(votes), number("0.0025"))
        for votes in (158_429_631, 155_507_476)
    )


@theorem(place="smoothed-dp, App. G.1", claims="share-of-dc-from-the-counts")
def share_of_the_leading_candidate_in_dc():
    """317,323 of 335,909 are 94.47 percent, rounded to two digits."""
    share = over(317_323, 335_909)
    return (number("0.94465") <= share) & below(share, number("0.94475"))


by_algebra(three_hundred_thousand_ballots, share_of_the_leading_candidate_in_dc)


@theorem(place="smoothed-dp, Sec. 6, small budgets", claims="small-budgets-are-outside-theorem-three")
def small_budgets_are_below_the_threshold():
    """At a rate of 0.998 the threshold log(1/(1 - rate)) is log 500, which is 6.21; 0.5, 1 and 2 are below it."""
    threshold = LOG(INV(1 - number("0.998")))
    sizes = (number("6.205") <= threshold) & below(threshold, number("6.215"))
    return threshold.eq(LOG(500)) & sizes & all_of(below(number(e), threshold) for e in ("0.5", "1", "2"))


@small_budgets_are_below_the_threshold.proof
def _():
    rate = 1 - number("0.998")
    x = INV(rate)
    equal = ar(x.eq(500), positive(rate, algebra(below(0, rate)))[0])
    logs = subst(equal, refl(LOG(x)), lambda v: LOG(x).eq(LOG(v)))
    low, high = log_bound(500, Fraction(6214, 1000)), log_bound(500, Fraction(62147, 10_000), True)
    up = ar(number("6.214") <= LOG(x), low, logs)
    down = ar(LOG(x) <= Fraction(62147, 10_000), high, logs)
    beyond = [strictly_below(number(e), LOG(x), up) for e in ("0.5", "1", "2")]
    sizes = conj(ar(number("6.205") <= LOG(x), up), strictly_below(LOG(x), number("6.215"), down))
    return conj(conj(logs, sizes), conjunction(*beyond))


def strictly_below(s, t, th):
    """The theorem s < t, from a comparison with a number between them."""
    wrong = assume(real(t) <= real(s))
    return same(refuting(wrong.concl, impossible(ar(real(1) <= 0, wrong, th))), below(s, t))


@theorem(place="dp-lssgd, Table 2, accuracy; Sec. 4.1", claims="means-of-table-two")
def means_of_table_two():
    """In the 15 cells of Table 2 with smoothing the mean exceeds that without, by more than 1.5 and less than 3.8."""
    gains = [number(m) - number(m0) for row in TABLE_TWO[1:] for m, m0 in zip(row, TABLE_TWO[0], strict=True)]
    return all_of(below(number("1.5"), gain) & below(gain, number("3.8")) for gain in gains)


@theorem(place="dp-lssgd, Table 2, variance", claims="smoothing-reduces-the-deviations-at-four-budgets")
def deviations_of_table_two():
    """At 0.30, 0.25, 0.20 and 0.10 the deviations of Table 2 are smaller with smoothing, by 0.3 at least."""
    return all_of(
        number(row[k]) <= number(DEVIATIONS[0][k]) - number("0.3") for k in (0, 1, 2, 4) for row in DEVIATIONS[1:]
    )


@theorem(place="dp-lssgd, Table 2; Sec. 4.1, gains", claims="gains-of-table-two")
def gains_of_table_two():
    """At the five budgets the best smoothing gains 3.37, 2.20, 3.30, 3.78 and 3.64 percentage points."""
    best = lambda k: MAX(MAX(number(TABLE_TWO[1][k]), number(TABLE_TWO[2][k])), number(TABLE_TWO[3][k]))
    gains = ("3.37", "2.20", "3.30", "3.78", "3.64")
    return all_of((best(k) - number(TABLE_TWO[0][k])).eq(number(gain)) for k, gain in enumerate(gains))


by_algebra(means_of_table_two, deviations_of_table_two, gains_of_table_two)


@theorem(place="dp-lssgd, Sec. 4, noise; Abstract", claims="the-published-noise-is-a-fifth-of-the-variance")
def published_noise_is_a_fifth_of_the_variance():
    """At all five budgets the published noise is, to four digits, the root of 4 T alpha/(mu n^2 epsilon) at mu = 1/2.

    The order alpha is log(1/delta)/((1 - mu) epsilon) + 1 with delta = 10^-5; n = 60,000 and T = 23,437. Theorem 2 has
    20 for 4.
    """
    half = number("0.5")

    def agrees(epsilon, noise):
        order = over(LOG(INV(number("0.00001"))), (1 - half) * number(epsilon)) + 1
        variance = over(4 * real(23_437) * order, half * (real(60_000) * 60_000) * number(epsilon))
        low, high = number(noise) - number("0.00005"), number(noise) + number("0.00005")
        return (low * low <= variance) & (variance <= high * high)

    return all_of(agrees(epsilon, noise) for epsilon, noise in PUBLISHED.items())


@published_noise_is_a_fifth_of_the_variance.proof
def _():
    x = INV(number("0.00001"))
    equal = algebra(x.eq(100_000))
    low, high = log_bound(100_000, Fraction(115129, 10_000)), log_bound(100_000, Fraction(115130, 10_000), True)
    own = [subst(symmetric(equal), th, f) for th, f in (
        (low, lambda v: real(Fraction(115129, 10_000)) <= LOG(v)), (high, lambda v: LOG(v) <= Fraction(115130, 10_000)),
    )]  # fmt: skip
    L, v = LOG(x), var("L", R)
    goal = published_noise_is_a_fifth_of_the_variance.conclusion
    inner = algebra(
        swap(normal(goal), L, v), assume(real(Fraction(115129, 10_000)) <= v), assume(v <= Fraction(115130, 10_000))
    )
    every_ = gen(v, hyps_then(inner, [real(Fraction(115129, 10_000)) <= v, v <= Fraction(115130, 10_000)], []))
    return same(use(spec(every_, L), *own), goal)


# ---- inequalities on half-lines and intervals ----------------------------------------------------------------------
@theorem(place="Sampling with replacement", claims="rate-of-one-tail-at-the-stated-epsilon")
def rate_of_one_tail_is_at_least_five_quarters(r: Real):
    """At epsilon = 1 + 2 r the rate L = epsilon log(epsilon/r) - epsilon + r is at least 5/4, for every r > 0."""
    e = 1 + 2 * r
    rate = e * LOG(over(e, r)) - e + r
    return implies(
        below(0, r), rate.eq(e * LOG(2 + INV(r)) - 1 - r) & (real(Fraction(5, 4)) <= e * LOG(2 + INV(r)) - 1 - r)
    )


@rate_of_one_tail_is_at_least_five_quarters.proof
def _(r, r0):
    e, y, c = 1 + 2 * r, 2 + INV(r), Fraction(7, 2)
    unit, i0 = positive(r, r0)
    rp = use(ax("total", r, 0), r0)
    same_ = ar(over(e, r).eq(y), unit)
    first = subst(symmetric(same_), refl(e * LOG(y) - e + r), lambda v: (e * LOG(v) - e + r).eq(e * LOG(y) - e + r))
    zero = assume(y <= 0)
    y0 = same(refuting(zero.concl, impossible(ar(real(1) <= 0, zero, i0))), below(0, y))
    # (7/2)(1/y) >= log(7/2) - log y + 1, and y r = 1 + 2 r
    th = use(logs_are_above_their_tangents(real(c), y), algebra(below(0, real(c))), y0)
    low = log_bound(c, Fraction(12527, 10_000))
    ry = ar((r * y).eq(e), unit)
    up = ar(e * (LOG(y) - LOG(real(c))) >= e - c * r, ar(r * (y * (LOG(y) - LOG(real(c)))) >= r * (y - c), th, rp), ry,
            factors=[LOG(y) - LOG(real(c)), real(1)])  # fmt: skip
    down = ar(
        e * LOG(y) - 1 - r >= Fraction(5, 4), up, ar(e * LOG(real(c)) >= e * Fraction(12527, 10_000), low, rp), rp
    )
    goal = rate_of_one_tail_is_at_least_five_quarters.conclusion
    return same(conj(ar(binary(goal, "and")[0], first), down), goal)


@theorem(place="smoothed-dp, Sec. 5.1", claims="remark-eight-is-silent-for-ten-billion-records")
def first_term_of_remark_eight_is_above_one_over_n(n: Real):
    """At a rate of 0.95, epsilon = 3 and f = 1/4 the term exp(-g f n/6) is above 1/n for every n from 2 to 10^10."""
    theta = 1 - EXP(-3)
    g = (over(theta, number("0.95")) - 1) * (over(theta, number("0.95")) - 1)
    return implies(real(2) <= n, n <= 10**10, below(INV(n), EXP(0 - g * Fraction(1, 4) * n * Fraction(1, 6))))


@first_term_of_remark_eight_is_above_one_over_n.proof
def _(n, n2, most):
    theta = 1 - EXP(-3)
    s = over(theta, number("0.95")) - 1
    g = s * s
    x = g * Fraction(1, 4) * n * Fraction(1, 6)
    low, high = exp_bound(-3), exp_bound(-3, True)
    inv_ = ar(INV(number("0.95")).eq(Fraction(20, 19)), positive(number("0.95"), algebra(below(0, number("0.95"))))[0])
    small = Fraction(225, 10**6)
    s0, s1 = ar(real(0) <= s, inv_, high), ar(s <= small, inv_, low, factors=[EXP(-3), real(1)])
    g1 = ar(g <= small * small, ar(s * s <= s * small, s0, s1), ar(s * small <= small * small, s1))
    np_ = ar(real(0) <= n, n2)
    x1 = ar(x <= small * small * n * Fraction(1, 24), ar(g * n <= small * small * n, g1, np_))
    n0 = strict(n, n2)
    goal = below(x, LOG(n))

    def piece(start, end, bound, above, under):
        """The goal for start <= n <= end, from log start >= bound > small^2 end/24."""
        base = log_bound(start, bound)
        more = use(logs_are_monotone(real(start), n), algebra(below(0, real(start))), above)
        wrong = assume(LOG(n) <= x)
        return same(refuting(wrong.concl, impossible(ar(real(1) <= 0, wrong, base, more, x1, under))), goal)

    first, second = assume(n <= 3 * 10**8), assume(n <= 9 * 10**9)
    beyond_1, beyond_2 = assume(not_(n <= 3 * 10**8)), assume(not_(n <= 9 * 10**9))
    up1, up2 = (use(ax("total", n, c), th) for c, th in ((3 * 10**8, beyond_1), (9 * 10**9, beyond_2)))
    whole = cases(
        first.concl, piece(2, 3 * 10**8, Fraction(69, 100), n2, first),
        cases(second.concl, piece(3 * 10**8, 9 * 10**9, Fraction(195, 10), up1, second),
              piece(9 * 10**9, 10**10, Fraction(229, 10), up2, most)),
    )  # fmt: skip
    # exp(x - log n) < 1, and n exp(-x) > 1
    e = EXP(0 - x)
    wrong = assume(e <= INV(n))
    unit, i0 = positive(n, n0)
    line = use(exp_monotone(x, LOG(n)), use(ax("total", LOG(n), x), whole))
    back = rewrite(ax("exp_plus", x, 0 - x), x + (0 - x), real(0))
    # n e <= 1 gives n <= exp(x) = exp(log n'), so log n <= x
    turned = ar(n <= EXP(x), ar(n * e * EXP(x) <= EXP(x), ar(n * e <= 1, ar(n * e <= n * INV(n), wrong, np_), unit),
                                exp_positive(x)), back, exp_zero.thm, factors=[n])  # fmt: skip
    logs = use(logs_are_monotone(n, EXP(x)), n0, turned)
    end = contradiction(whole, ar(LOG(n) <= x, logs, fact("logs_undo_exponentials", x)))
    del line, i0
    return same(refuting(wrong.concl, end), binary_goal(n, x))


def binary_goal(n, x):
    return below(INV(n), EXP(0 - x))


@theorem
def entropies_fall_towards_their_share(x: Real, p: Real, q: Real):
    """KL(x || q) is at most KL(x || p) where q lies between p and x, for x, p and q strictly between 0 and 1."""
    return implies(inside(x), inside(p), inside(q), real(0) <= (q - p) * (x - q), entropy(x, q) <= entropy(x, p))


@entropies_fall_towards_their_share.proof
def _(x, p, q, hx, hp, hq, between):
    (x0, x1), (p0, p1), (q0, q1) = (shares(h, v) for h, v in ((hx, x), (hp, p), (hq, q)))
    up = use(logs_are_above_their_tangents(p, q), p0, q0)
    down = use(logs_are_above_their_tangents(1 - p, 1 - q), p1, q1)
    splits = [
        quotient(x, p, x0, p0),
        quotient(x, q, x0, q0),
        quotient(1 - x, 1 - p, x1, p1),
        quotient(1 - x, 1 - q, x1, q1),
    ]
    (uq, iq), (u1, i1) = positive(q, q0), positive(1 - q, q1)
    xp, yp = use(ax("total", x, 0), x0), use(ax("total", 1 - x, 0), x1)
    L, M_ = LOG(q) - LOG(p), LOG(1 - q) - LOG(1 - p)
    # log q - log p >= (q - p)/q, log (1 - q) - log (1 - p) >= (p - q)/(1 - q)
    first = ar((q - p) * INV(q) <= L, ar(INV(q) * (q * L) >= INV(q) * (q - p), up, iq), uq, factors=[L])
    second = ar(
        (p - q) * INV(1 - q) <= M_,
        ar(INV(1 - q) * ((1 - q) * M_) >= INV(1 - q) * ((1 - q) - (1 - p)), down, i1),
        u1,
        factors=[M_],
    )
    weighed = ar(
        x * L + (1 - x) * M_ >= x * ((q - p) * INV(q)) + (1 - x) * ((p - q) * INV(1 - q)), first, second, xp, yp
    )
    d, i, j = (q - p) * (x - q), INV(q), INV(1 - q)
    low = ar(real(0) <= d * i * j, between, iq, i1, hints=[(0, 1, 2)])
    whole = ar(
        (x * ((q - p) * i) + (1 - x) * ((p - q) * j)).eq(d * i * j),
        uq,
        u1,
        factors=[
            (q - p) * x * i,
            (q - p) * (1 - x) * j,
            (q - p) * x * j * i,
            (q - p) * i * j,
            (q - p) * (1 - x) * j,
            (q - p) * x * i * j * q,
            (q - p) * j,
            (q - p) * i,
            (q - p) * x * j,
        ],
    )
    return ar(entropy(x, q) <= entropy(x, p), weighed, low, whole, *splits, factors=[x, 1 - x])


@theorem(place="Sec. 5.1, sizes", claims="entropies-are-smallest-at-the-ends-of-the-rates")
def entropies_are_smallest_at_the_ends_of_the_rates(q: Real):
    """For q from 1/20 - 1/1150 to 1/20, c = 23/200, E = e^3: q < c < E q, and both entropies are least at the ends.

    KL(c/E || q) is at least its value at the lower end, KL(c || q) at least its value at the upper end.
    """
    c, e = real(Fraction(23, 200)), EXP(3)
    low, high = real(Fraction(1, 20) - Fraction(1, 1150)), real(Fraction(1, 20))
    x = over(c, e)
    return implies(
        low <= q, q <= high,
        below(q, c) & below(c, e * q) & (entropy(x, low) <= entropy(x, q)) & (entropy(c, high) <= entropy(c, q))
        & (below(x, low) & below(high, c)),
    )  # fmt: skip


@entropies_are_smallest_at_the_ends_of_the_rates.proof
def _(q, q1, q2):
    c, e = real(Fraction(23, 200)), EXP(3)
    low, high = real(Fraction(1, 20) - Fraction(1, 1150)), real(Fraction(1, 20))
    x = over(c, e)
    e1 = ar(e >= 20, exp_bound(3))
    unit, i0 = positive(e, strict(e, e1))
    inv_ = ar(INV(e) <= Fraction(1, 20), ar(INV(e) * 20 <= INV(e) * e, e1, i0), unit)
    x1 = ar(x <= Fraction(23, 4000), inv_)
    x0 = use(products_are_positive(c, INV(e)), algebra(below(0, c)), inverse_is_positive(e, strict(e, e1)))
    one_ = conj(algebra(below(q, c), q2), algebra(below(c, e * q), e1, q1))
    in_x = conj(same(x0, below(0, x)), strictly_below(x, 1, x1))
    in_c = algebra(inside(c))
    in_q, in_low, in_high = algebra(inside(q), q1, q2), algebra(inside(low)), algebra(inside(high))
    first = use(entropies_fall_towards_their_share(x, q, low), in_x, in_q, in_low,
                ar(real(0) <= (low - q) * (x - low), q1, x1, hints=[(0, 1)]))  # fmt: skip
    second = use(entropies_fall_towards_their_share(c, q, high), in_c, in_q, in_high,
                 ar(real(0) <= (high - q) * (c - high), q2))  # fmt: skip
    ends = conj(strictly_below(x, low, x1), algebra(below(high, c)))
    return conj(conj(conj(one_, first), second), ends)
