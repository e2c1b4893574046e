"""Exponentials and logarithms of rational numbers, enclosed by halving, and the bounds that rest on such digits."""

from sdp_proofs.logic.theories.entropies import *
from sdp_proofs.logic.vocabulary import *

n, k = var("n", N), var("k", N)
HALF = Fraction(1, 2)


@theorem
def exponentials_of_doubles(t: Real, b: Nonneg, c: Real):
    """From b <= exp(t) follows c <= exp(2 t) for c <= b^2, and from exp(t) <= b follows exp(2 t) <= c for b^2 <= c."""
    low = implies(b <= EXP(t), c <= b * b, c <= EXP(2 * t))
    return low & implies(EXP(t) <= b, b * b <= c, EXP(2 * t) <= c)


@exponentials_of_doubles.proof
def _(t, b, c, b0):
    twice = rewrite(ax("exp_plus", t, t), t + t, 2 * t)
    low, one, high, two = assume(b <= EXP(t)), assume(c <= b * b), assume(EXP(t) <= b), assume(b * b <= c)
    first = ar(
        c <= EXP(2 * t),
        one,
        ar(b * b <= b * EXP(t), low, b0),
        ar(b * EXP(t) <= EXP(t) * EXP(t), low, exp_positive(t)),
        twice,
    )
    second = ar(
        EXP(2 * t) <= c,
        two,
        ar(b * EXP(t) <= b * b, high, b0),
        ar(EXP(t) * EXP(t) <= b * EXP(t), high, exp_positive(t)),
        twice,
    )
    return conj(discharge(low.concl, discharge(one.concl, first)), discharge(high.concl, discharge(two.concl, second)))


def _rounded(x, up, places=14):
    """A fraction with a short denominator on one side of a number."""
    scale = 10**places
    return Fraction(-((-x * scale) // 1) if up else (x * scale) // 1, scale)


def exp_bound(q, up=False, halvings=26):
    """The theorem r <= exp(q) with r near exp(q), or exp(q) <= r, for a rational q."""
    q = Fraction(q)
    t = q / 2**halvings
    if up:
        back = rewrite(ax("exp_plus", t, 0 - real(t)), real(t) + (0 - real(t)), real(0))
        b = _rounded(1 / (1 - t), True, 20)
        low = ar(EXP(0 - real(t)) >= 1 - real(t), ax("exp_above", 0 - real(t)))
        th = ar(
            EXP(t) <= b,
            ar(
                EXP(t) * (1 - real(t)) <= 1,
                ar(EXP(t) * (1 - real(t)) <= EXP(t) * EXP(0 - real(t)), low, exp_positive(real(t))),
                back,
                exp_zero.thm,
            ),
        )
    else:
        b = _rounded(1 + t, False, 20)
        th = ar(real(b) <= EXP(t), ax("exp_above", t))
    for _ in range(halvings):
        c = _rounded(b * b, up, 20)
        sides = exponentials_of_doubles(real(t), real(b), real(c))
        sides = use(sides, ar(real(0) <= real(b)))
        th = use(
            right(sides) if up else left(sides),
            th,
            ar(real(b) * real(b) <= c) if up else ar(real(c) <= real(b) * real(b)),
        )
        t, b = 2 * t, c
        value = ar((2 * real(t / 2)).eq(real(t)))
        th = subst(value, th, _side(c, up))
    return th


def _side(c, up):
    """The claim exp(v) <= c, or c <= exp(v), of a number v."""
    return (lambda v: EXP(v) <= real(c)) if up else (lambda v: real(c) <= EXP(v))


def log_bound(x, r, up=False):
    """The theorem log x <= r, or r <= log x, for rational x and r."""
    x, r = real(Fraction(x)), real(Fraction(r))
    x0 = algebra(below(0, x))
    if up:
        th = use(logs_are_monotone(x, EXP(r)), x0, ar(x <= EXP(r), exp_bound(_value(r))))
        return ar(LOG(x) <= r, th, fact("logs_undo_exponentials", r))
    th = use(logs_are_monotone(EXP(r), x), exp_is_positive(r), ar(EXP(r) <= x, exp_bound(_value(r), True)))
    return ar(r <= LOG(x), th, fact("logs_undo_exponentials", r))


def _value(r):
    """The fraction of a numeral."""
    ((m, value),) = polynomial(r).items() or (((), 0),)
    del m
    return Fraction(value)


def close_to(t, value, gap, low, high):
    """The theorem |t - value| < gap, from theorems low <= t and t <= high."""
    value, gap = Fraction(value), Fraction(gap)
    d = dist(t, real(value))
    m, n_ = t - real(value), real(value) - t
    h = assume(real(gap) <= d)
    lo, hi = _value(binary(low.concl, "le")[0]), _value(binary(high.concl, "le")[1])
    top = max(hi - value, value - lo)
    small = use(ax("max_least", m, n_, top), ar(m <= top, high), ar(n_ <= top, low))
    return same(refuting(h.concl, impossible(ar(real(1) <= 0, ar(real(gap) <= top, h, small)))), below(d, gap))


# ---- digits of the lecture -----------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Rules of thumb, epsilon = 1", claims="epsilon-one-has-odds-two-point-seven")
def epsilon_one_has_odds_two_point_seven():
    """To one decimal e is 2.7."""
    return below(dist(EXP(1), Fraction(27, 10)), Fraction(1, 20))


@epsilon_one_has_odds_two_point_seven.proof
def _():
    return close_to(EXP(1), Fraction(27, 10), Fraction(1, 20), exp_bound(1), exp_bound(1, True))


@theorem(place="dp-lecture, Rules of thumb, epsilon = 0.1", claims="epsilon-one-tenth-has-odds-one-point-one")
def epsilon_one_tenth_has_odds_one_point_one():
    """To one decimal exp(1/10) is 1.1."""
    return below(dist(EXP(Fraction(1, 10)), Fraction(11, 10)), Fraction(1, 20))


@epsilon_one_tenth_has_odds_one_point_one.proof
def _():
    t = Fraction(1, 10)
    return close_to(EXP(t), Fraction(11, 10), Fraction(1, 20), exp_bound(t), exp_bound(t, True))


NAMES = over(10000, Fraction(5, 100))


def names_log():
    """Bounds of log(10000/0.05)."""
    value = ar(
        NAMES.eq(200000),
        positive(real(Fraction(5, 100)), algebra(below(0, real(Fraction(5, 100)))))[0],
        factors=[real(200000)],
    )
    low, high = log_bound(200000, Fraction(1220607, 100000)), log_bound(200000, Fraction(1220608, 100000), True)
    back = symmetric(value)
    return (subst(back, low, lambda v: real(Fraction(1220607, 100000)) <= LOG(v)),
            subst(back, high, lambda v: LOG(v) <= Fraction(1220608, 100000)))  # fmt: skip


@theorem(place="dp-lecture, Names, error", claims="no-estimate-of-a-name-is-off-by-more-than-twelve")
def no_estimate_of_a_name_is_off_by_more_than_twelve():
    """The error log(10000/0.05) of 10,000 names is 12.2 to one decimal, and 12 to the nearest integer."""
    return below(dist(LOG(NAMES), Fraction(122, 10)), Fraction(1, 20)) & below(dist(LOG(NAMES), 12), HALF)


@no_estimate_of_a_name_is_off_by_more_than_twelve.proof
def _():
    low, high = names_log()
    return conj(
        close_to(LOG(NAMES), Fraction(122, 10), Fraction(1, 20), low, high), close_to(LOG(NAMES), 12, HALF, low, high)
    )


@theorem(place="dp-lecture, Names, error", claims="the-error-of-the-names-if-a-record-is-replaced")
def error_of_the_names_if_a_record_is_replaced(k: Nat, i: Nat, j: Nat):
    """A changed name lowers one count and raises another, 2 in all; 2 log(10000/0.05) is 24.4 to one decimal."""
    change = total(lambda v: dist(truth(eq(v, i)), truth(eq(v, j))), k)
    moved = implies(among(k, i), among(k, j), not_(eq(i, j)), change.eq(2))
    return moved & below(dist(2 * LOG(NAMES), Fraction(244, 10)), Fraction(1, 20))


@error_of_the_names_if_a_record_is_replaced.proof
def _(k, i, j):
    v = var("v", N)
    inside_i, inside_j, other = assume(among(k, i)), assume(among(k, j)), assume(not_(eq(i, j)))
    s, t = truth(eq(v, i)), truth(eq(v, j))
    yi, ni = assume(eq(v, i)), assume(not_(eq(v, i)))
    goal = dist(s, t).eq(s + t)
    s1, s0, sl, sh = decided(eq(v, i))
    t1, t0, tl, th_ = decided(eq(v, j))
    not_j = refuting(eq(v, j), contradiction(other, trans(symmetric(yi), assume(eq(v, j)))))  # fmt: skip
    flat = algebra(goal, ar(s.eq(1), use(s1, yi)), ar(t.eq(0), use(t0, not_j)))
    rest = algebra(goal, ar(s.eq(0), use(s0, ni)), tl)
    point_ = cases(yi.concl, flat, rest)
    claim = lambda n: total(lam(v, dist(s, t)), n).eq(total(lam(v, s), n) + total(lam(v, t), n))
    step = spec(gen(v, point_), n)
    both = spec(induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), step))), k)
    ones = [use(right(spec(one_place_in_n(w), k)), h) for w, h in ((i, inside_i), (j, inside_j))]
    ones = [to(th, total(lam(v, truth(eq(v, w))), k).eq(1)) for th, w in zip(ones, (i, j), strict=True)]
    change = ar(total(lam(v, dist(s, t)), k).eq(2), both, *ones)
    for one in (other, inside_j, inside_i):
        change = discharge(one.concl, change)
    low, high = names_log()
    two = 2 * LOG(NAMES)
    low, high = ar(real(Fraction(1220607, 50000)) <= two, low), ar(two <= Fraction(1220608, 50000), high)
    return conj(change, close_to(two, Fraction(244, 10), Fraction(1, 20), low, high))


def trans(first, second):
    """From s = t and t = u: s = u."""
    s, _ = binary(first.concl, "eq")
    return subst(second, first, lambda v: eq(s, v))


# ---- thresholds at a rate of 95 percent ----------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. A.1", claims="figure-thresholds-have-their-printed-odds")
def figure_thresholds_have_their_printed_odds():
    """The thresholds 0.5, 0.51 and 0.6 are epsilon = log(t/(1 - t)) = 0, log(51/49) and log(3/2)."""
    of = lambda t: LOG(over(real(t), 1 - real(t)))
    return (of(HALF).eq(0) & of(Fraction(51, 100)).eq(LOG(Fraction(51, 49)))) & of(Fraction(3, 5)).eq(
        LOG(Fraction(3, 2))
    )


@figure_thresholds_have_their_printed_odds.proof
def _():
    def value(t, odds, end):
        q = over(real(t), 1 - real(t))
        return subst(symmetric(algebra(q.eq(real(odds)))), end, lambda v: LOG(v).eq(binary(end.concl, "eq")[1]))

    one = value(HALF, 1, log_one.thm)
    two, three = (
        value(t, odds, refl(LOG(odds)))
        for t, odds in ((Fraction(51, 100), Fraction(51, 49)), (Fraction(3, 5), Fraction(3, 2)))
    )
    return conj(conj(one, two), three)


@theorem(place="smoothed-dp, Sec. 5.1", claims="three-is-barely-above-the-threshold-at-ninety-five-percent")
def three_is_barely_above_the_threshold():
    """At the rate 95/100 the threshold log(1/(1 - rate)) = log 20 is below 3, by less than 1/200."""
    low = LOG(INV(1 - real(Fraction(95, 100))))
    return (low.eq(LOG(20)) & below(low, 3)) & below(3, low + Fraction(1, 200))


@three_is_barely_above_the_threshold.proof
def _():
    q = INV(1 - real(Fraction(95, 100)))
    equal = subst(symmetric(algebra(q.eq(20))), refl(LOG(20)), lambda v: LOG(v).eq(LOG(20)))
    down, up = log_bound(20, Fraction(29957, 10000)), log_bound(20, Fraction(29958, 10000), True)
    low = LOG(q)
    one, two = assume(real(3) <= low), assume(low + Fraction(1, 200) <= 3)
    first = refuting(one.concl, impossible(ar(real(1) <= 0, ar(real(3) <= Fraction(29958, 10000), one, equal, up))))
    second = refuting(two.concl, impossible(ar(real(1) <= 0, ar(real(Fraction(30007, 10000)) <= 3, two, equal, down))))
    return conj(conj(equal, same(first, below(low, 3))), same(second, below(3, low + Fraction(1, 200))))


@theorem(place="Sec. 5.1, sizes", claims="the-threshold-is-below-three-from-a-size-on")
def threshold_is_below_three_from_a_size_on(n: Real, k: Real):
    """With k >= 223 of n <= 20 k + 19 records left out: n/k <= 20 + 19/k < e^3, from n = 20 * 223 = 4460 on."""
    return implies(
        real(223) <= k, n <= 20 * k + 19,
        ((over(n, k) <= 20 + over(19, k)) & below(20 + over(19, k), EXP(3))) & real(4460).eq(20 * real(223)),
    )  # fmt: skip


@threshold_is_below_three_from_a_size_on.proof
def _(n, k, k1, few):
    unit, i0 = positive(k, ar(real(1) <= k, k1))
    first = ar(
        over(n, k) <= 20 + over(19, k), ar(n * INV(k) <= (20 * k + 19) * INV(k), few, i0), unit, factors=[real(20)]
    )
    i1 = ar(INV(k) <= Fraction(1, 223), ar(real(223) * INV(k) <= k * INV(k), k1, i0), unit)
    low = exp_bound(3)
    high = assume(EXP(3) <= 20 + over(19, k))
    b = _value(binary(low.concl, "le")[0])
    end = refuting(high.concl, impossible(ar(real(1) <= 0, ar(real(b) <= 20 + Fraction(19, 223), low, high, i1))))
    return conj(conj(first, same(end, below(20 + over(19, k), EXP(3)))), ar(real(4460).eq(20 * real(223))))


@theorem(place="Sec. 5.1, sizes", claims="the-threshold-is-above-three-at-some-sizes")
def threshold_is_above_three_at_some_sizes(k: Real):
    """At n = 20 k + 19 <= 4459 records, of which k >= 1 are left out, n/k is above e^3 and log(n/k) above 3."""
    n = 20 * k + 19
    return implies(real(1) <= k, n <= 4459, below(EXP(3), over(n, k)) & below(3, LOG(over(n, k))))


@threshold_is_above_three_at_some_sizes.proof
def _(k, k1, few):
    n = 20 * k + 19
    unit, i0 = positive(k, k1)
    q = over(n, k)
    inverse_ = ar(real(Fraction(1, 222)) <= INV(k), ar(k * INV(k) <= 222 * INV(k), ar(k <= 222, few), i0), unit)
    low = ar(q >= 20 + Fraction(19, 222), inverse_, unit, factors=[real(20)])
    up = exp_bound(3, True)
    b = _value(binary(up.concl, "le")[1])
    high = assume(q <= EXP(3))
    first = same(
        refuting(high.concl, impossible(ar(real(1) <= 0, ar(real(20 + Fraction(19, 222)) <= b, low, high, up)))),
        below(EXP(3), q),
    )
    few_ = assume(q <= 0)
    q0 = same(refuting(few_.concl, impossible(ar(real(1) <= 0, low, few_))), below(0, q))
    less = assume(LOG(q) <= 3)
    down = use(exp_monotone(LOG(q), real(3)), less)
    end = refuting(less.concl, contradiction(first, ar(q <= EXP(3), down, exp_of_log(q, q0))))
    return conj(first, same(end, below(3, LOG(q))))


# ---- inequalities that hold from a number on -----------------------------------------------------------------------
@theorem(place="Sec. 6, SGD", claims="remark-eight-is-above-one-for-quantised-gradients")
def remark_eight_is_above_one_for_quantised_gradients(n: Real):
    """With the share f = 59/10^11 the second term 256 exp(-f n/8) is above 1 for every n up to 7.5 * 10^10."""
    return implies(n <= 75 * 10**9, below(1, 256 * EXP(0 - n * Fraction(59, 10**11) * Fraction(1, 8))))


@remark_eight_is_above_one_for_quantised_gradients.proof
def _(n, few):
    q = Fraction(59 * 75 * 10**9, 8 * 10**11)
    e = 0 - n * Fraction(59, 10**11) * Fraction(1, 8)
    up = use(exp_monotone(real(-q), e), ar(real(-q) <= e, few))
    low = exp_bound(-q)
    high = assume(256 * EXP(e) <= 1)
    b = _value(binary(low.concl, "le")[0])
    return same(
        refuting(high.concl, impossible(ar(real(1) <= 0, ar(256 * real(b) <= 1, high, up, low)))),
        below(1, 256 * EXP(e)),
    )


@theorem(place="Region of Remark 8", claims="an-exponential-outgrows-the-square")
def exponential_outgrows_the_square(n: Real):
    """For every real n >= 200: 3 n (n - 2) < exp(n/16)."""
    return implies(real(200) <= n, below(3 * n * (n - 2), EXP(n * Fraction(1, 16))))


@exponential_outgrows_the_square.proof
def _(n, n1):
    h = n * Fraction(1, 32)
    rest = (n - 200) * Fraction(1, 32)
    q = Fraction(200, 32)
    parts_ = rewrite(ax("exp_plus", q, rest), real(q) + rest, h)
    low = exp_bound(q)
    b = _value(binary(low.concl, "le")[0])
    r0 = ar(real(0) <= rest, n1)
    e = EXP(h)
    at_ = ar(
        real(b) * (1 + rest) <= e,
        ar(real(b) * (1 + rest) <= EXP(q) * (1 + rest), low, r0),
        ar(EXP(q) * (1 + rest) <= EXP(q) * EXP(rest), ax("exp_above", rest), exp_positive(real(q))),
        parts_,
    )
    line = ar(e >= Fraction(7, 4) * n, at_, n1)
    square = ar(e * e >= Fraction(49, 16) * (n * n), ar(e * e >= e * (Fraction(7, 4) * n), line, exp_positive(h)),
                ar(e * (Fraction(7, 4) * n) >= Fraction(7, 4) * n * (Fraction(7, 4) * n), line, n1))  # fmt: skip
    twice = rewrite(ax("exp_plus", h, h), h + h, n * Fraction(1, 16))
    whole = EXP(n * Fraction(1, 16))
    high = assume(whole <= 3 * n * (n - 2))
    end = ar(real(1) <= 0, high, square, twice, n1, ar(n * n >= 0, squares=[n]))
    return same(refuting(high.concl, impossible(end)), below(3 * n * (n - 2), whole))


@theorem(place="Closed bounds", claims="a-power-of-the-floor-is-below-one-over-n")
def power_of_the_floor_is_below_one_over_n(n: Odds, f: Real):
    """For every real n >= 1 and 0 < f <= 1/2: log n + n log f <= 0, that is n f^n <= 1."""
    e = n * LOG(f)
    return implies(below(0, f), f <= HALF, (LOG(n) + e <= 0) & (n * EXP(e) <= 1))


@power_of_the_floor_is_below_one_over_n.proof
def _(n, f, n1, f0, f1):
    n0 = strict(n, n1)
    h = real(HALF)
    h0 = algebra(below(0, h))
    up = use(logs_are_monotone(f, h), f0, f1)
    half = log_bound(HALF, -HALF, True)
    # log n <= log 2 + log(n/2) <= log 2 + n/2 - 1 and n log f <= n log(1/2)
    m = over(n, 2)
    two0 = algebra(below(0, real(2)))
    q = over(n, 2)
    th = tangent(q, strict(q, n0))
    split_ = quotient(n, real(2), n0, two0)
    inverse_ = ar(INV(real(2)).eq(HALF), positive(real(2), ar(real(1) <= 2))[0])
    del m
    log2 = log_half()
    e = n * LOG(f)
    np_ = ar(real(0) <= n, n1)
    first = ar(LOG(n) + e <= 0, ar(e <= n * LOG(h), up, np_), th, split_, inverse_, log2,
               ar((n - 1) * LOG(h) <= (n - 1) * (-HALF), half, n1), half, n1, factors=[n])  # fmt: skip
    exp_n = exp_of_log(n, n0)
    whole = ax("exp_plus", LOG(n), e)
    less = use(exp_monotone(LOG(n) + e, real(0)), first)
    return conj(first, ar(n * EXP(e) <= 1, whole, less, exp_zero.thm, exp_n, factors=[EXP(e)]))


def log_half():
    """The equation log(1/2) = -log 2."""
    h, two = real(HALF), real(2)
    h0, two0 = algebra(below(0, h)), algebra(below(0, two))
    th = use(logs_of_products(h, two), h0, two0)
    th = subst(ar((h * two).eq(1)), th, lambda v: LOG(v).eq(LOG(h) + LOG(two)))
    return ar(LOG(h).eq(0 - LOG(two)), th, log_one.thm)


# ---- conditions of DP-LSSGD ----------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Theorem 2", claims="conditions-of-theorem-two-need-many-records")
def conditions_of_theorem_two_need_many_records(s: Real, mu: Real, l: Nonneg, e: Real, b: Nonneg, n: Real):
    """If s >= 3/2 and exp(a) b (1 + s) <= n, a = 1 + l/((1 - mu) e): n >= 5/2 e b exp(l/e), for every mu in (0, 1)."""
    a = 1 + over(l, (1 - mu) * e)
    return implies(
        below(0, e), inside(mu), real(Fraction(3, 2)) <= s, EXP(a) * b * (1 + s) <= n,
        Fraction(5, 2) * EXP(1) * b * EXP(over(l, e)) <= n,
    )  # fmt: skip


@conditions_of_theorem_two_need_many_records.proof
def _(s, mu, l, e, b, n, l0, b0, e0, hm, s1, many):
    m0, m1 = shares(hm, mu)
    a = 1 + over(l, (1 - mu) * e)
    ue, ie = positive(e, e0)
    um, im = positive(1 - mu, m1)
    mp_ = use(ax("total", mu, 0), m0)
    both = strict((1 - mu) * e, m1, e0)
    uu, iu = positive((1 - mu) * e, both)
    less = algebra(over(l, e) <= over(l, (1 - mu) * e), l0, e0, m1, mp_)
    whole = ax("exp_plus", 1, over(l, e))
    up = use(exp_monotone(1 + over(l, e), a), ar(1 + over(l, e) <= a, less))
    eb = ar(real(0) <= EXP(a) * b, exp_positive(a), b0)
    low = ar(EXP(1) * EXP(over(l, e)) * b <= EXP(a) * b, ar(EXP(1) * EXP(over(l, e)) <= EXP(a), up, whole), b0)
    del ue, ie, um, im, uu, iu
    return ar(
        Fraction(5, 2) * EXP(1) * b * EXP(over(l, e)) <= n,
        many,
        low,
        ar(EXP(a) * b * Fraction(5, 2) <= EXP(a) * b * (1 + s), s1, eb),
    )


@theorem(place="dp-lssgd, Sec. 4, privacy; Table 2", claims="theorem-two-starts-above-two-point-seven")
def theorem_two_starts_above_two_point_seven(e: Real):
    """5/2 e b (1/delta)^(1/epsilon) <= n fails at n = 60,000, b = 128, delta = 10^-5 for every epsilon <= 2.7."""
    return implies(
        below(0, e), e <= Fraction(27, 10),
        below(60000, Fraction(5, 2) * EXP(1) * 128 * EXP(over(LOG(100000), e))),
    )  # fmt: skip


@theorem_two_starts_above_two_point_seven.proof
def _(e, e0, few):
    c = Fraction(27, 10)
    L = LOG(100000)
    low = log_bound(100000, Fraction(115129, 10000))
    ue, ie = positive(e, e0)
    i1 = ar(INV(e) >= Fraction(10, 27), ar(INV(e) * e <= INV(e) * c, few, ie), ue)
    r = Fraction(115129, 27000)
    exponent = ar(over(L, e) >= r, ar(L * INV(e) >= Fraction(115129, 10000) * INV(e), low, ie), i1)
    up = use(exp_monotone(real(r), over(L, e)), exponent)
    one, two = exp_bound(1), exp_bound(r)
    b1, b2 = (_value(binary(th.concl, "le")[0]) for th in (one, two))
    x = EXP(over(L, e))
    whole = Fraction(5, 2) * EXP(1) * 128 * x
    high = assume(whole <= 60000)
    prod = ar(
        EXP(1) * x >= b1 * b2, ar(EXP(1) * x >= EXP(1) * real(b2), ar(x >= b2, up, two), exp_positive(real(1))), one
    )
    return same(
        refuting(high.concl, impossible(ar(real(1) <= 0, ar(320 * real(b1 * b2) <= 60000, high, prod)))),
        below(60000, whole),
    )


@theorem(place="dp-lssgd, Sec. 3, constant; App. A.3, constant", claims="no-constant-below-seventeen")
def no_constant_below_seventeen(x: Real, mu: Real):
    """1/x + 20 x/(mu (1 - mu)) >= 1/x + 80 x >= 2 g > 17.8 for mu in (0, 1), x > 0 and the root g of 80."""
    value = INV(x) + over(20 * x, mu * (1 - mu))
    between = lambda g: (2 * g <= INV(x) + 80 * x) & below(Fraction(178, 10), 2 * g)
    return implies(
        below(0, x), inside(mu),
        (INV(x) + 80 * x <= value) & each(Nonneg, lambda g: implies((g * g).eq(80), between(g))),
    )  # fmt: skip


@no_constant_below_seventeen.proof
def _(x, mu, x0, hm):
    m0, m1 = shares(hm, mu)
    ux, ix = positive(x, x0)
    xp = use(ax("total", x, 0), x0)
    p = mu * (1 - mu)
    p0 = use(products_are_positive(mu, 1 - mu), m0, m1)
    up, ip = positive(p, p0)
    quarter = ar(p <= Fraction(1, 4), squares=[mu - HALF])
    i4 = ar(INV(p) >= 4, ar(p * INV(p) <= Fraction(1, 4) * INV(p), quarter, ip), up)
    first = ar(INV(x) + 80 * x <= INV(x) + over(20 * x, p), ar(x * 4 <= x * INV(p), i4, xp))
    s = INV(x) + 80 * x
    g = var("g", R)
    g0, root, low = assume(real(0) <= g), assume((g * g).eq(80)), assume(2 * g <= Fraction(178, 10))
    # (1 - g x)^2/x = 1/x - 2 g + 80 x
    square = ar(real(0) <= (1 - g * x) * (1 - g * x), squares=[1 - g * x])
    share = ar(real(0) <= INV(x) * ((1 - g * x) * (1 - g * x)), ix, square, hints=[(0, 1)])
    second = ar(2 * g <= s, share, ux, root, factors=[g, x * g * g, x])
    high = Fraction(178, 10)
    end = ar(4 * (g * g) <= high * high, ar(g * (2 * g) <= g * high, low, g0), low)
    third = same(refuting(low.concl, impossible(ar(real(1) <= 0, end, root))), below(Fraction(178, 10), 2 * g))
    return conj(first, gen(g, hyps_then(conj(second, third), [g0.concl, root.concl], [])))


# ---- the Gaussian mechanism of the lecture -------------------------------------------------------------------------
@theorem(place="dp-lecture, Gaussian mechanism, noise", claims="the-variance-is-logarithmic-in-one-over-delta")
def variance_is_logarithmic_in_one_over_delta(s: Nonneg, d: Real, D: Real, e: Real):
    """With s the root of 2 log(5/(4 d)): (s D/e)^2 = 2 (log(1/d) + log(5/4)) D^2/e^2."""
    return implies(
        below(0, d), below(d, Fraction(5, 4)), (s * s).eq(2 * LOG(over(5, 4 * d))),
        (over(s * D, e) * over(s * D, e)).eq(2 * (LOG(INV(d)) + LOG(Fraction(5, 4))) * over(D * D, e) * INV(e)),
    )  # fmt: skip


@variance_is_logarithmic_in_one_over_delta.proof
def _(s, d, D, e, s0, d0, d1, root):
    i, q = INV(d), real(Fraction(5, 4))
    i0, q0 = inverse_is_positive(d, d0), algebra(below(0, q))
    th = use(logs_of_products(i, q), i0, q0)
    th = subst(algebra((i * q).eq(over(5, 4 * d)), d0), th, lambda v: LOG(v).eq(LOG(i) + LOG(q)))
    j = INV(e)
    del s0, d1
    return ar((over(s * D, e) * over(s * D, e)).eq(2 * (LOG(i) + LOG(q)) * over(D * D, e) * j), root, th,
              factors=[D * D * j * j, 2 * D * D * j * j])  # fmt: skip


@theorem(place="dp-lecture, Gaussian proof, last step", claims="the-printed-tail-bound-never-suffices")
def printed_tail_bound_never_suffices(e: Real, c: Real):
    """With t = c - e/(2 c) >= 0: 2 exp(-t^2/2) >= 2 exp(-c^2/2), which is above 5/4 exp(-c^2/2)."""
    t = c - over(e, 2 * c)
    bell = lambda t: EXP(0 - t * t * HALF)
    return implies(
        below(0, c), below(0, e), real(0) <= t,
        (2 * bell(c) <= 2 * bell(t)) & below(Fraction(5, 4) * bell(c), 2 * bell(t)),
    )  # fmt: skip


@printed_tail_bound_never_suffices.proof
def _(e, c, c0, e0, t0):
    t = c - over(e, 2 * c)
    bell = lambda t: EXP(0 - t * t * HALF)
    u, i0 = positive(2 * c, strict(2 * c, c0))
    ep, cp = use(ax("total", e, 0), e0), use(ax("total", c, 0), c0)
    less = ar(t <= c, ar(real(0) <= e * INV(2 * c), ep, i0))
    square = ar(t * t <= c * c, ar(t * t <= t * c, less, t0), ar(t * c <= c * c, less, cp))
    up = use(exp_monotone(0 - c * c * HALF, 0 - t * t * HALF), ar(0 - c * c * HALF <= 0 - t * t * HALF, square))
    high = assume(2 * bell(t) <= Fraction(5, 4) * bell(c))
    end = refuting(high.concl, contradiction(exp_is_positive(0 - c * c * HALF), ar(bell(c) <= 0, high, up)))
    return conj(ar(2 * bell(c) <= 2 * bell(t), up), same(end, below(Fraction(5, 4) * bell(c), 2 * bell(t))))


@theorem(place="dp-lecture, Gaussian proof, last step")
def beyond_four_logarithms_the_printed_condition_is_false(e: Real):
    """For 2 log(5/4) < e/2, every c > 0 with c^2 between them has 5/4 exp(-c^2/2) < 1 and c - e/(2 c) < 0 <= |y|."""
    L = LOG(Fraction(5, 4))
    t = lambda c: c - over(e, 2 * c)
    delta = lambda c: Fraction(5, 4) * EXP(0 - c * c * HALF)
    good = lambda c: below(2 * L, c * c) & below(c * c, e * HALF)
    each_ = each(R, lambda c: implies(below(0, c), good(c), below(t(c), 0) & below(delta(c), 1) & each(
        R, lambda y: below(t(c), dist(y, 0)))))  # fmt: skip
    return implies(below(4 * L, e), below(2 * L, e * HALF) & each_)


@beyond_four_logarithms_the_printed_condition_is_false.proof
def _(e, far):
    q = real(Fraction(5, 4))
    L = LOG(q)
    q0 = algebra(below(0, q))
    first = same(algebra(below(2 * L, e * HALF), far), below(2 * L, e * HALF))
    c, y = var("c", R), var("y", R)
    c0 = assume(below(0, c))
    good = assume(below(2 * L, c * c) & below(c * c, e * HALF))
    u, i0 = positive(2 * c, strict(2 * c, c0))
    t = c - over(e, 2 * c)
    cp = use(ax("total", c, 0), c0)
    high = assume(real(0) <= t)
    one = ar(e * HALF <= c * c, ar(real(0) <= c * t, cp, high), u, factors=[e * HALF, e])
    negative = same(refuting(high.concl, contradiction(right(good), one)), below(t, 0))
    x = 0 - c * c * HALF
    large = assume(real(1) <= Fraction(5, 4) * EXP(x))
    th = use(logs_are_monotone(real(1), q * EXP(x)), algebra(below(0, real(1))), ar(real(1) <= q * EXP(x), large))
    prod = use(logs_of_products(q, EXP(x)), q0, exp_is_positive(x))
    end = ar(c * c <= 2 * L, th, prod, fact("logs_undo_exponentials", x), log_one.thm)
    small = same(refuting(large.concl, contradiction(left(good), end)), below(Fraction(5, 4) * EXP(x), 1))
    less = assume(dist(y, 0) <= t)
    size = ar(real(0) <= dist(y, 0), ax("max_left", y - 0, 0 - y), ax("max_right", y - 0, 0 - y))
    beyond = gen(
        y, same(refuting(less.concl, contradiction(negative, ar(real(0) <= t, less, size))), below(t, dist(y, 0)))
    )
    whole = conj(conj(negative, small), beyond)
    return conj(first, gen(c, discharge(c0.concl, discharge(good.concl, whole))))
