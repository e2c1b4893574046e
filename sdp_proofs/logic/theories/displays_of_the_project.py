"""Displays of the project's own statements: closed inequalities of reals, proved by algebra."""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.vocabulary import *


# ---- one output of two laws ----------------------------------------------------------------------------------------
@theorem(place="Composition")
def one_release_at_a_time_may_be_replaced(t: Nonneg, p: Nonneg, q: Nonneg, r: Real, s: Nonneg):
    """Given an output of the other releases, with r > 0, the excess is one of the first release at odds t s/r."""
    return implies(below(0, r), MAX(0, p * r - t * (q * s)).eq(r * MAX(0, p - t * over(s, r) * q)))


@theorem(place="Accounting by profiles", claims="outputs-of-one-ratio-may-be-joined")
def outputs_of_one_ratio_may_be_joined(t: Nonneg, p: Nonneg, q: Nonneg, r: Nonneg, s: Nonneg):
    """Two outputs with the same likelihood ratio have together the excess of their joint probabilities."""
    return implies((p * s).eq(r * q), (MAX(0, p - t * q) + MAX(0, r - t * s)).eq(MAX(0, p + r - t * (q + s))))


@theorem(place="Accounting by profiles", claims="one-output-of-a-replaced-record")
def one_output_of_a_replaced_record(E: Odds, g: Real, p: Real, q: Real, m: Real):
    """Batches at rate g: an output adds g times an excess over a mixture, at most the mean of those over its parts."""
    v = 1 + over(E - 1, g)
    w = over(E, v)
    added = MAX(0, (1 - g) * m + g * p - E * ((1 - g) * m + g * q))
    return implies(
        below(0, g), g <= 1,
        added.eq(g * MAX(0, p - v * ((1 - w) * m + w * q)))
        & (added <= g * ((1 - w) * MAX(0, p - v * m) + w * MAX(0, p - v * q))),
    )  # fmt: skip


@one_output_of_a_replaced_record.proof
def _(E, g, p, q, m, e1, g0, g1):
    v = 1 + over(E - 1, g)
    w = over(E, v)
    unit, i0 = positive(g, g0)
    v1 = ar(real(1) <= v, e1, i0, hints=[(0, 1)])
    uv, iv = positive(v, v1)
    whole = ar((w * v).eq(E), uv, factors=[E])
    ev = ar(v >= E, e1, g1, unit, i0, hints=[(0, 1, 3)], factors=[E, 1 - g, real(1)])
    w1 = ar(w <= 1, ar(E * INV(v) <= v * INV(v), ev, iv), uv)
    w0 = ar(real(0) <= w, e1, iv)
    gv = ar((g * v).eq(g + E - 1), unit, factors=[E - 1])
    x, y = MAX(0, p - v * m), MAX(0, p - v * q)
    sides = [ax(side, 0, t) for t in (p - v * m, p - v * q) for side in ("max_left", "max_right")]
    gp = use(ax("total", g, 0), g0)
    top = g * ((1 - w) * x + w * y)
    mixed = ar((1 - w) * (p - v * m) + w * (p - v * q) <= (1 - w) * x + w * y, *sides, w0, w1)
    excess = (1 - g) * m + g * p - E * ((1 - g) * m + g * q)
    # excess = g ((1 - w)(p - v m) + w (p - v q)), as g v = g + E - 1 and w v = E
    same_ = ar(
        excess.eq(g * ((1 - w) * (p - v * m) + w * (p - v * q))), gv, whole,
        factors=[m, q, g, g * m, g * q, w * m, w * q],
    )  # fmt: skip
    zero = ar(real(0) <= (1 - w) * x + w * y, sides[0], sides[2], w0, w1)
    below_ = use(ax("max_least", 0, excess, top), ar(real(0) <= top, zero, gp), ar(excess <= top, same_, mixed, gp))
    # excess = g z with z = p - v ((1 - w) m + w q); the positive part of g z is g times that of z, by g and by 1/g
    z = p - v * ((1 - w) * m + w * q)
    scaled = ar(excess.eq(g * z), same_)
    all_, part, back = MAX(0, excess), MAX(0, z), INV(g) * MAX(0, excess)
    z0, zz, e0, ee = (ax(side, 0, t) for t in (z, excess) for side in ("max_left", "max_right"))
    above_ = ar(excess <= g * part, scaled, zz, gp)
    up = use(ax("max_least", 0, excess, g * part), ar(real(0) <= g * part, z0, gp), above_)
    inner = ar(z <= back, ar(INV(g) * (g * z) <= back, ar(g * z <= all_, scaled, ee), i0), unit, factors=[z])
    low = use(ax("max_least", 0, z, back), ar(real(0) <= back, e0, i0), inner)
    down = ar(g * part <= all_, ar(g * part <= g * back, low, gp), unit, factors=[all_])
    return conj(use(ax("antisymmetry", all_, g * part), up, down), below_)


@theorem(place="Accounting by half-lines")
def half_lines_gain_up_to_the_odds(t: Nonneg, p: Nonneg, q: Nonneg, x: Nonneg, y: Nonneg):
    """A half-line (x, y) gains by taking in outputs (p, q) before it where p >= t q, and loses where p <= t q."""
    before, after = x - t * y, x + p - t * (y + q)
    return implies(t * q <= p, before <= after) & implies(p <= t * q, after <= before)


@theorem(place="Random allocation and mixtures")
def excess_and_shortfall_at_a_value(s: Real, K: Real, L: Real):
    """At a value s: max(0, s - K) = max(0, K - s) + s - K, and the excess falls in K."""
    return MAX(0, s - K).eq(MAX(0, K - s) + s - K) & implies(K <= L, MAX(0, s - L) <= MAX(0, s - K))


@theorem(place="Integer queries, rounding and truncation")
def ratios_that_rise_rise_after_rounding(a: Nonneg, p: Nonneg, q: Nonneg, r: Nonneg, s: Nonneg):
    """If p <= a q for one interval and r >= a s for the next one, then p/q <= r/s: p s <= r q."""
    return implies(p <= a * q, a * s <= r, p * s <= r * q)


by_algebra(
    one_release_at_a_time_may_be_replaced, half_lines_gain_up_to_the_odds,
    excess_and_shortfall_at_a_value, ratios_that_rise_rise_after_rounding,
)  # fmt: skip


@outputs_of_one_ratio_may_be_joined.proof
def _(t, p, q, r, s, t0, p0, q0, r0, s0, ratio):
    goal, x, y = outputs_of_one_ratio_may_be_joined.conclusion, p - t * q, r - t * s
    none, some = assume(q <= 0), assume(not_(q <= 0))
    zero = use(ax("antisymmetry", q, 0), none, q0)
    ps, out, in_ = ar((p * s).eq(0), ratio, zero, factors=[r]), assume(p <= 0), assume(not_(p <= 0))
    p_is_0 = use(ax("antisymmetry", p, 0), out, p0)
    unit, _ = positive(p, in_)
    s_is_0 = ar(s.eq(0), ps, unit, factors=[INV(p), s])
    sign = lambda *facts: ar(real(0) <= y, r0, *facts, factors=[t])
    first = algebra(goal, ar(x <= 0, p_is_0, zero, factors=[t]), ar(real(0) <= x, p_is_0, zero, factors=[t]))
    second = algebra(goal, sign(s_is_0), ar(real(0) <= x, p0, zero, factors=[t]), t0)
    (u, i0), k = positive(q, some), over(s, q)
    k0 = ar(real(0) <= k, s0, i0)
    third = algebra(goal, some, k0, ar(y.eq(x * k), u, ratio, factors=[INV(q), r, t * s]))
    return cases(none.concl, cases(out.concl, first, second), third)


# ---- moments: exponents of normal densities ------------------------------------------------------------------------
@theorem(place="Accounting by moments")
def moments_of_the_gaussian_loss(x: Real, mu: Real, z: Real):
    """The exponent -(x - mu)^2/2 + z (mu x - mu^2/2) is that of a normal density about mu (1 + z), and a constant."""
    square, half = (lambda t: t * t), Fraction(1, 2)
    loss = mu * x - square(mu) * half
    return (0 - square(x - mu) * half + z * loss).eq(
        0 - square(x - mu * (1 + z)) * half + z * (z + 1) * square(mu) * half
    )


@theorem(place="Accounting by moments")
def moments_of_the_sampled_gaussian_at_integers(x: Real, k: Real, v: Real):
    """The exponent -x^2/(2 v) + k (x - 1/2)/v is that of a normal density about k, and k (k - 1)/(2 v)."""
    return implies(
        below(0, v),
        (0 - over(x * x, 2 * v) + over(k * (x - Fraction(1, 2)), v)).eq(
            0 - over((x - k) * (x - k), 2 * v) + over(k * (k - 1), 2 * v)
        ),
    )


@theorem(place="Accounting by moments")
def moments_of_the_discrete_gaussian_loss(k: Real, d: Real, v: Real):
    """The ratio of the discrete Gaussian probabilities about 0 and about d is exp((d^2 - 2 k d)/(2 v))."""
    of = lambda t: EXP(0 - over(t * t, 2 * v))
    return of(k).eq(EXP(over(d * d - 2 * k * d, 2 * v)) * of(k - d))


@moments_of_the_discrete_gaussian_loss.proof
def _(k, d, v):
    loss, there = over(d * d - 2 * k * d, 2 * v), 0 - over((k - d) * (k - d), 2 * v)
    goal = moments_of_the_discrete_gaussian_loss.conclusion
    return ar(goal, rewrite(ax("exp_plus", loss, there), loss + there, 0 - over(k * k, 2 * v)))


@theorem(place="Accounting by moments", claims="gaussian-terms-fall-geometrically")
def gaussian_terms_fall_geometrically(k: Real, K: Real, m: Real, v: Real):
    """For k >= K > m the term exp(-(k - m)^2/(2 v)) falls at least by the factor exp(-(K - m)/v) a step."""
    of = lambda t: EXP(0 - over((t - m) * (t - m), 2 * v))
    return implies(below(0, v), below(m, K), k >= K, of(k + 1) <= EXP(0 - over(K - m, v)) * of(k))


@gaussian_terms_fall_geometrically.proof
def _(k, K, m, v, v0, mk, kk):
    step, here, then = (
        0 - over(K - m, v),
        0 - over((k - m) * (k - m), 2 * v),
        0 - over((k + 1 - m) * (k + 1 - m), 2 * v),
    )
    less = algebra(then <= step + here, v0, mk, kk)
    return ar(
        gaussian_terms_fall_geometrically.conclusion, use(exp_monotone(then, step + here), less),
        ax("exp_plus", step, here),
    )  # fmt: skip


@theorem(place="Accounting by moments")
def normal_density_on_a_raised_line(x: Real, h: Real, v: Real):
    """At the height h v the real part x^2 - (h v)^2 of z^2 multiplies the modulus of the density by exp(h^2 v/2)."""
    at_ = EXP(0 - over(x * x - h * v * (h * v), 2 * v))
    return implies(below(0, v), at_.eq(EXP(h * h * v * Fraction(1, 2)) * EXP(0 - over(x * x, 2 * v))))


@normal_density_on_a_raised_line.proof
def _(x, h, v, v0):
    up, real_, goal = h * h * v * Fraction(1, 2), 0 - over(x * x, 2 * v), normal_density_on_a_raised_line.conclusion
    low = 0 - over(x * x - h * v * (h * v), 2 * v)
    equal = algebra(low.eq(up + real_), v0)
    t = var("t", R)
    th = same(replace(equal, refl(EXP(low)), lam(t, EXP(low).eq(EXP(t)))), EXP(low).eq(EXP(up + real_)))
    return ar(goal, th, ax("exp_plus", up, real_))


@theorem(place="Accounting by moments")
def moments_of_both_directions(p: Real, q: Real, z: Real):
    """At an output with p, q > 0: p (p/q)^z = q (p/q)^(1 + z), the powers being exponentials of logarithms."""
    L = LOG(over(p, q))
    return implies(below(0, p), below(0, q), (p * EXP(z * L)).eq(q * EXP((1 + z) * L)))


@moments_of_both_directions.proof
def _(p, q, z, p0, q0):
    r = over(p, q)
    L = LOG(r)
    log_ = use(ax("exp_log", r), same(algebra(below(0, r), p0, q0), not_(r <= 0)))
    unit, _ = positive(q, q0)
    th = rewrite(ax("exp_plus", L, z * L), L + z * L, (1 + z) * L)
    return ar(
        moments_of_both_directions.conclusion, th, log_, unit, factors=[q, EXP(z * L), q * EXP(z * L), p * EXP(z * L)]
    )


@theorem(place="Accounting by moments")
def kernel_falls_like_a_square(c: Real, t: Real):
    """On z = c + i t the square of |z (z + 1)|, (c^2 + t^2) ((c + 1)^2 + t^2), is at least t^4."""
    return t * t * (t * t) <= (c * c + t * t) * ((c + 1) * (c + 1) + t * t)


@kernel_falls_like_a_square.proof
def _(c, t):
    one, two = ar(t * t <= c * c + t * t, squares=[c]), ar(t * t <= (c + 1) * (c + 1) + t * t, squares=[c + 1])
    return ar(kernel_falls_like_a_square.conclusion, one, two, ar(real(0) <= t * t, squares=[t]))


@theorem(place="Accounting by moments")
def ratio_off_the_real_line(x: Nonneg, y: Nonneg, c: Real):
    """With the cosine c the square of |x + y e^(i theta)| is at least (x + y)^2 (1 + c)/2 and at most (x + y)^2."""
    size = x * x + 2 * x * y * c + y * y
    return implies(c <= 1, ((x + y) * (x + y) * (1 + c) * Fraction(1, 2) <= size) & (size <= (x + y) * (x + y)))


@ratio_off_the_real_line.proof
def _(x, y, c, x0, y0, high):
    d2 = ar(real(0) <= (x - y) * (x - y), squares=[x - y])
    size = x * x + 2 * x * y * c + y * y
    return conj(
        ar((x + y) * (x + y) * (1 + c) * Fraction(1, 2) <= size, d2, high),
        ar(size <= (x + y) * (x + y), x0, y0, high, hints=[(0, 1, 2)]),
    )


@theorem(place="Accounting by moments")
def logistic_paths_rise_slowly(s: Real):
    """A share times its complement is at most 1/4: s (1 - s) <= 1/4."""
    return s * (1 - s) <= Fraction(1, 4)


@logistic_paths_rise_slowly.proof
def _(s):
    return ar(logistic_paths_rise_slowly.conclusion, squares=[s - Fraction(1, 2)])


@theorem(place="Accounting by moments")
def sampled_laplace_density_falls_and_then_rises(p: Real, q: Real, x: Real, y: Real):
    """A slope -3/2 + (1 + p) q x/(1 - q + q x) that is at least 0 is so at every larger x."""
    slope = lambda x: over((1 + p) * q * x, 1 - q + q * x) - Fraction(3, 2)
    return implies(below(0, q), q <= 1, below(0, x), x <= y, real(0) <= p, real(0) <= slope(x), real(0) <= slope(y))


@sampled_laplace_density_falls_and_then_rises.proof
def _(p, q, x, y, q0, q1, x0, xy, p0, up):
    facts = (q0, q1, x0, xy, p0)
    half = Fraction(1, 2)
    (u, i), (v, j) = positive(x, x0), positive(q, q0)
    cleared = algebra(
        3 * half * (1 - q) <= x * q * (p - half), *facts, up,
    )  # fmt: skip
    p_half = ar(real(half) <= p, ar(real(0) <= x * q * (p - half), cleared, q1), u, v, i, j, hints=[(0, 3, 4)],
                factors=[p, real(1), INV(q), q * INV(q), p * q * INV(q)])  # fmt: skip
    q_ = use(ax("total", q, 0), q0)
    grown = ar(x * q * (p - half) <= y * q * (p - half), xy, q_, p_half, hints=[(0, 1, 2)])
    den = algebra(below(0, 1 - q + q * y), *facts)
    w, w0 = positive(1 - q + q * y, den)
    goal = sampled_laplace_density_falls_and_then_rises.conclusion
    return ar(
        goal, ar(real(0) <= (1 + p) * q * y - 3 * half * (1 - q + q * y), grown, cleared), w, w0, hints=[(0, 2)],
        factors=[real(1)],
    )  # fmt: skip


@theorem(place="Accounting by profiles")
def event_of_the_gaussian_pair(mu: Real, e: Real, x: Real):
    """The loss mu x - mu^2/2 exceeds e exactly for x above e/mu + mu/2, where mu > 0."""
    loss, edge = mu * x - mu * mu * Fraction(1, 2), over(e, mu) + mu * Fraction(1, 2)
    return implies(below(0, mu), implies(below(e, loss), below(edge, x)) & implies(below(edge, x), below(e, loss)))


@event_of_the_gaussian_pair.proof
def _(mu, e, x, mu0):
    unit, i0 = positive(mu, mu0)
    m0 = use(ax("total", mu, 0), mu0)
    loss, edge = mu * x - mu * mu * Fraction(1, 2), over(e, mu) + mu * Fraction(1, 2)
    up, down, one, two = assume(below(e, loss)), assume(below(edge, x)), assume(x <= edge), assume(loss <= e)
    first = contradiction(up, ar(loss <= e, one, unit, m0, hints=[(0, 2)], factors=[e]))
    second = contradiction(down, ar(x <= edge, two, unit, i0, hints=[(0, 2)], factors=[x, mu * Fraction(1, 2), mu]))
    return conj(discharge(up.concl, refuting(one.concl, first)), discharge(down.concl, refuting(two.concl, second)))


@theorem(place="Accounting by profiles")
def both_terms_of_the_gaussian_profile_have_one_factor(mu: Real, e: Real):
    """exp(e) exp(-(e/mu + mu/2)^2/2) = exp(-(e/mu - mu/2)^2/2), for mu other than 0."""
    half = Fraction(1, 2)
    bell = lambda x: EXP(0 - x * x * half)
    return implies(not_(mu.eq(0)), (EXP(e) * bell(over(e, mu) + mu * half)).eq(bell(over(e, mu) - mu * half)))


@both_terms_of_the_gaussian_profile_have_one_factor.proof
def _(mu, e, n0):
    half = Fraction(1, 2)
    inside = lambda x: 0 - x * x * half
    s, t = inside(over(e, mu) + mu * half), inside(over(e, mu) - mu * half)
    equal = ar((e + s).eq(t), inverse(mu, n0), factors=[e])
    v = var("v", R)
    th = same(replace(equal, refl(EXP(e + s)), lam(v, EXP(e + s).eq(EXP(v)))), EXP(e + s).eq(EXP(t)))
    return ar(both_terms_of_the_gaussian_profile_have_one_factor.conclusion, ax("exp_plus", e, s), th)


@theorem(place="Random allocation and mixtures")
def moments_of_an_allocation_fall_like_normal_ones(s: Real, tau: Real, mu: Real, t: Real):
    """The real part (s^2 - tau^2) mu^2/(2 t) of the exponent is that at tau = 0, less tau^2 mu^2/(2 t)."""
    part = lambda x: over(x * mu * mu, 2 * t)
    return part(s * s - tau * tau).eq(part(s * s) - part(tau * tau))


by_algebra(
    moments_of_the_gaussian_loss, moments_of_the_sampled_gaussian_at_integers,
)  # fmt: skip


@moments_of_an_allocation_fall_like_normal_ones.proof
def _(s, tau, mu, t):
    return ar(moments_of_an_allocation_fall_like_normal_ones.conclusion)


# ---- tails, cells and guesses --------------------------------------------------------------------------------------
@theorem(place="Guesses", claims="worst-at-the-ends-of-the-others")
def worst_at_the_ends_of_the_others(
    r: Real, end: Nonneg, lead: Nonneg, slope: Real, low: Real, E: Nonneg, y: Nonneg, z: Real, c: Nonneg, b: Real
):
    """A convex quadratic below zero at 0 and at an end is so between; beyond the end the gain falls."""
    value = lambda r: lead * r * r + slope * r + low
    between = implies(real(0) <= r, r <= end, value(0) <= 0, value(end) <= 0, value(r) <= 0)
    return between & implies(end <= r, y * (z - E * end) <= c * (b + end), y * (z - E * r) <= c * (b + r))


@worst_at_the_ends_of_the_others.proof
def _(r, end, lead, slope, low, E, y, z, c, b, end0, l0, e0, y0, c0):
    value = lambda r: lead * r * r + slope * r + low
    r0, r1, first, last = (assume(p) for p in (real(0) <= r, r <= end, value(0) <= 0, value(end) <= 0))
    none, some = assume(end <= 0), assume(not_(end <= 0))
    zero = use(ax("antisymmetry", r, 0), ar(r <= 0, r1, none), r0)
    at_0 = ar(value(r) <= 0, zero, first, factors=[lead * r, slope, lead])
    wide = ar(end * value(r) <= 0, r0, r1, first, last, l0, end0, hints=[(0, 3), (1, 2), (0, 1, 4, 5)], degree=1)
    unit, i0 = positive(end, some)
    at_1 = ar(value(r) <= 0, wide, unit, i0, hints=[(0, 2)], factors=[value(r)])
    between = cases(none.concl, at_0, at_1)
    for p in (last, first, r1, r0):
        between = discharge(p.concl, between)
    far, gain = assume(end <= r), assume(y * (z - E * end) <= c * (b + end))
    beyond = ar(y * (z - E * r) <= c * (b + r), far, gain, y0, c0, e0, hints=[(0, 2, 4), (0, 3)])
    return conj(between, discharge(far.concl, discharge(gain.concl, beyond)))


@theorem(place="Guesses")
def sharp_weight_of_the_other_direction(w: Real, a: Real, b: Real):
    """(w - b^2)(a + b)^2 <= w (w + a^2 - b^2), with equality at w = b (a + b)."""
    left_, right_ = (w - b * b) * (a + b) * (a + b), w * (w + a * a - b * b)
    return (left_ <= right_) & implies(w.eq(b * (a + b)), left_.eq(right_))


@sharp_weight_of_the_other_direction.proof
def _(w, a, b):
    left_, right_ = (w - b * b) * (a + b) * (a + b), w * (w + a * a - b * b)
    at_ = assume(w.eq(b * (a + b)))
    equal = ar(left_.eq(right_), at_, factors=[w, b * (a + b), a * a, a * b, b * b])
    return conj(ar(left_ <= right_, squares=[w - b * (a + b)]), discharge(at_.concl, equal))


@theorem(place="Region of Remark 8")
def gain_of_a_single_draw(n: Real, a: Real):
    """With one draw and E = n/(n - 2): a/n - E (a - 1)/n = (n - 2 a)/(n (n - 2))."""
    return implies(below(2, n), (over(a, n) - over(n, n - 2) * over(a - 1, n)).eq(over(n - 2 * a, n * (n - 2))))


@theorem(place="Sec. 5.1, sizes", claims="ninety-five-percent-leaves-a-rate-between-two-ends")
def ninety_five_percent_leaves_a_rate_between_two_ends(n: Real, T: Real):
    """If 19 n <= 20 T < 19 n + 20, 1/20 - 1/n < 1 - T/n <= 1/20; at least 1/20 - 1/1150 from n = 1150 on."""
    rate, high = 1 - over(T, n), real(Fraction(1, 20))
    return implies(
        below(0, n), 19 * n <= 20 * T, below(20 * T, 19 * n + 20),
        below(high - INV(n), rate) & (rate <= high)
        & implies(real(1150) <= n, real(Fraction(1, 20) - Fraction(1, 1150)) <= rate),
    )  # fmt: skip


@ninety_five_percent_leaves_a_rate_between_two_ends.proof
def _(n, T, n0, least_, most):
    rate, high = 1 - over(T, n), real(Fraction(1, 20))
    low = real(Fraction(1, 20) - Fraction(1, 1150))
    unit, i0 = positive(n, n0)
    np = use(ax("total", n, 0), n0)
    wrong = assume(rate <= high - INV(n))
    back = ar(n * rate <= n * (high - INV(n)), wrong, np)
    above = refuting(wrong.concl, contradiction(most, ar(19 * n + 20 <= 20 * T, back, unit, factors=[T])))
    under = ar(rate <= high, ar(INV(n) * (19 * n) <= INV(n) * (20 * T), least_, i0), unit)
    many = assume(real(1150) <= n)
    small = ar(INV(n) <= Fraction(1, 1150), ar(INV(n) * 1150 <= INV(n) * n, many, i0), unit)
    near = use(ax("total", rate, high - INV(n)), above)
    return conj(conj(above, under), discharge(many.concl, ar(low <= rate, near, small)))


@theorem(place="Sampling with replacement")
def draws_below_epsilon_times_half_of_the_least_share(a: Real, c: Real, n: Real, e: Real, h: Real, T: Nonneg):
    """If cn/2 > 1, a > cn/2 and epsilon (cn/2 - 1) >= T, every h <= T is at most epsilon (a - 1)."""
    half = c * n * Fraction(1, 2)
    return implies(below(1, half), below(half, a), e * (half - 1) >= T, h <= T, h <= e * (a - 1))


@draws_below_epsilon_times_half_of_the_least_share.proof
def _(a, c, n, e, h, T, t0, big, more, enough, few):
    half = c * n * Fraction(1, 2)
    unit, i0 = positive(half - 1, algebra(below(0, half - 1), big))
    e0 = ar(real(0) <= e, ar(real(0) <= e * (half - 1), enough, t0), unit, i0, hints=[(0, 2)], factors=[e])
    return ar(h <= e * (a - 1), few, enough, e0, use(ax("total", a, half), more))


@theorem(place="Crossing")
def likelihood_ratio_falls_with_replacement(a: Real, b: Real):
    """One count more multiplies the ratio by (a - 1) b/(a (b + 1)), which is below 1."""
    return implies(below(0, a), below(0, b), below(over(a - 1, a) * over(b, b + 1), 1))


@likelihood_ratio_falls_with_replacement.proof
def _(a, b, a0, b0):
    wrong = assume(real(1) <= over(a - 1, a) * over(b, b + 1))
    (u, u0), (v, v0) = positive(a, a0), positive(b + 1, algebra(below(0, b + 1), b0))
    p, q = use(ax("total", a, 0), a0), use(ax("total", b, 0), b0)
    up = ar(
        a * (b + 1) <= (a - 1) * b,
        ar(a * (b + 1) <= a * (b + 1) * (over(a - 1, a) * over(b, b + 1)), wrong, p, q, hints=[(0, 1), (0, 1, 2)]),
        u, v, factors=[(a - 1) * b, (a - 1) * b * ((b + 1) * INV(b + 1)), a - 1],
    )  # fmt: skip
    return refuting(wrong.concl, contradiction(a0, ar(a <= 0, up, q)))


@theorem(place="Elementary factors")
def elementary_factor_is_a_scaled_shear(s: Nonneg, t: Nonneg, r: Nonneg, x: Real, y: Real):
    """The row s x + t r y is its sum times a law with the share t r/(s + t r) at y."""
    whole = s + t * r
    w = over(t * r, whole)
    return implies(below(0, whole), ((s * x + t * r * y).eq(whole * ((1 - w) * x + w * y))) & (real(0) <= w) & (w <= 1))


@theorem(place="Quasi-linear")
def two_laws_are_a_product_of_two_shears(p: Real, q: Real, u: Real, v: Real, x: Real, y: Real):
    """The rows (p, 1 - p) and (q, 1 - q) are (1, 0), (q/p, 1 - q/p) times (p, 1 - p), (0, 1), as a bilinear form."""
    form = u * (p * x + (1 - p) * y) + v * (q * x + (1 - q) * y)
    r = over(q, p)
    return implies(below(0, p), form.eq((u + v * r) * (p * x + (1 - p) * y) + v * (1 - r) * y))


@theorem(place="Closed bounds", claims="a-rarer-type-has-a-larger-average")
def rarer_type_has_a_larger_average(p: Real, f: Real, L: Rate):
    """1 - p (1 - L) <= 1 - f (1 - L) for p >= f and L between 0 and 1."""
    return implies(f <= p, 1 - p * (1 - L) <= 1 - f * (1 - L))


@theorem(place="Closed bounds")
def outputs_between_two_cuts_lose_nothing(E: Odds, c: Real, p: Nonneg, x: Real, y: Real):
    """The loss p (1 - E x/y) is at most 0 if x >= c/E and 0 < y <= c."""
    return implies(over(c, E) <= x, below(0, y), y <= c, p * (1 - E * over(x, y)) <= 0)


@outputs_between_two_cuts_lose_nothing.proof
def _(E, c, p, x, y, e1, p0, low, y0, high):
    (u, _), (v, v0) = positive(E, e1), positive(y, y0)
    up = ar(y <= E * x, ar(c <= E * x, low, u, e1, hints=[(0, 2), (0,)], factors=[c]), high)
    return ar(p * (1 - E * over(x, y)) <= 0, ar(real(1) <= E * over(x, y), up, v, v0, hints=[(0, 2)]), p0)


@theorem(place="Double sum", claims="a-full-sample-has-the-largest-gain")
def full_sample_has_the_largest_gain(E: Real, n: Real, T: Real, u: Real, v: Real):
    """At v = 0 the likelihood ratio is 0, and the positive part of 1 - E r is 1."""
    r = over(v * (n - u - v + 1), (u + v) * (n - T - v + 1))
    return implies(v.eq(0), r.eq(0) & MAX(0, 1 - E * r).eq(1))


@full_sample_has_the_largest_gain.proof
def _(E, n, T, u, v, none):
    r = over(v * (n - u - v + 1), (u + v) * (n - T - v + 1))
    zero = ar(r.eq(0), none, factors=[(n - u - v + 1) * INV((u + v) * (n - T - v + 1))])
    x = 1 - E * r
    one = ar(x.eq(1), zero, factors=[E])
    top = use(ax("max_least", 0, x, 1), ar(real(0) <= 1), ar(x <= 1, one))
    return conj(zero, use(ax("antisymmetry", MAX(0, x), 1), top, ar(real(1) <= MAX(0, x), ax("max_right", 0, x), one)))


@theorem(place="Double sum", claims="the-two-events-of-a-rare-type-in-closed-form")
def two_events_of_a_rare_type_in_closed_form(rate: Real, p: Real, T: Nat, m: Nat):
    """With q = 1 - p, T records sampled and m not: rho q^T q^m + (1 - q^T) q^m = q^m - (1 - rho) q^T q^m."""
    q = 1 - p
    whole = power(q, T) * power(q, m)
    return (rate * whole + (1 - power(q, T)) * power(q, m)).eq(power(q, m) - (1 - rate) * whole)


@two_events_of_a_rare_type_in_closed_form.proof
def _(rate, p, T, m):
    return ar(two_events_of_a_rare_type_in_closed_form.conclusion)


@theorem(place="Method of types")
def every_tilt_bounds_a_ray_of_the_event(
    E: Real, x: Real, a: Odds, u: Real, b: Real, w: Real, s: Real, t: Nonneg, v: Real, left_out: Real, m: Real
):
    """On the event, on a ray and with m records left out, the tilted exponential is at least 1."""
    tilt = EXP(s * (x * a - u) + t * (w - E * x * b) - v * (left_out - m))
    return implies(u.eq(x * a), below(E * u * b, w * a), left_out.eq(m), real(1) <= tilt)


@every_tilt_bounds_a_ray_of_the_event.proof
def _(E, x, a, u, b, w, s, t, v, left_out, m, a1, t0, ray, event, all_):
    unit, i0 = positive(a, a1)
    low = use(ax("total", w * a, E * u * b), event)
    up = ar(E * x * b <= w, ar(E * x * b * a <= w * a, low, ray, factors=[E * b]), unit, i0, hints=[(0, 2)],
            factors=[w, E * x * b])  # fmt: skip
    inside = s * (x * a - u) + t * (w - E * x * b) - v * (left_out - m)
    zero = ar(real(0) <= inside, up, t0, ray, all_, factors=[s, v])
    return ar(real(1) <= EXP(inside), ax("exp_above", inside), zero)


@theorem(place="Method of types")
def every_ray_is_feasible_for_the_decay_rate(E: Real, x: Real, one: Real, two: Real, a: Nonneg, b: Nonneg):
    """If x_i = x and x_j >= E x then E x_i A_i A_j <= x_j A_i A_j."""
    return implies(one.eq(x), E * x <= two, E * one * a * b <= two * a * b)


@every_ray_is_feasible_for_the_decay_rate.proof
def _(E, x, one, two, a, b, a0, b0, same_, more):
    up = ar(E * one <= two, more, same_, factors=[E])
    return ar(E * one * a * b <= two * a * b, up, a0, b0, hints=[(0, 1, 2)])


@theorem(place="Buckets of the likelihood ratio")
def what_gains_lies_in_a_cell(E: Odds, c: Real, x: Real, y: Real):
    """If E x < y and x is at least c/E, then y > c."""
    return implies(below(E * x, y), over(c, E) <= x, below(c, y))


@theorem(place="Buckets of the likelihood ratio")
def exponential_is_at_least_one_on_a_cell(
    X_: Real, Y_: Real, u: Real, a: Odds, w: Real, b: Nonneg, s: Nonneg, t: Nonneg, v: Real, left_out: Real, m: Real
):
    """The exponent is not negative if u/a < X, (w + 1)/(b + 1) > Y and m records are left out."""
    inside = s * (X_ * a - u) + t * (w + 1 - Y_ * (b + 1)) - v * (left_out - m)
    return implies(
        below(over(u, a), X_), below(Y_, over(w + 1, b + 1)), left_out.eq(m),
        (real(0) <= inside) & (real(1) <= EXP(inside)),
    )  # fmt: skip


@exponential_is_at_least_one_on_a_cell.proof
def _(X_, Y_, u, a, w, b, s, t, v, left_out, m, a1, b0, s0, t0, small, big, all_):
    (i, _), (j, _) = positive(a, a1), positive(b + 1, ar(real(1) <= b + 1, b0))
    one = ar(u <= X_ * a, use(ax("total", X_, over(u, a)), small), i, a1, hints=[(0, 2), (0,)], factors=[u])
    two = ar(
        Y_ * (b + 1) <= w + 1, use(ax("total", over(w + 1, b + 1), Y_), big), j, b0, hints=[(0, 2), (0,)],
        factors=[w + 1],
    )  # fmt: skip
    inside = s * (X_ * a - u) + t * (w + 1 - Y_ * (b + 1)) - v * (left_out - m)
    zero = ar(real(0) <= inside, one, two, s0, t0, all_, factors=[v])
    return conj(zero, ar(real(1) <= EXP(inside), ax("exp_above", inside), zero))


@theorem(place="Buckets of the likelihood ratio", claims="first-factor-of-a-cell-at-the-best-place")
def first_factor_of_a_cell_at_the_best_place(X_: Real, q: Real, rho: Real):
    """At the best place rho + q (X rho/(q (1 - X))) is rho/(1 - X)."""
    return implies(below(0, q), below(X_, 1), (rho + q * over(X_ * rho, q * (1 - X_))).eq(over(rho, 1 - X_)))


@theorem(place="Buckets of the likelihood ratio")
def two_types_have_the_largest_base_at_an_end(p: Real, f: Real, one: Real, two: Real):
    """For f <= p <= 1 - f the base p L_i + (1 - p) L_j is at most its value at an end."""
    base = lambda p: p * one + (1 - p) * two
    return implies(f <= p, p <= 1 - f, base(p) <= MAX(base(f), base(1 - f)))


@two_types_have_the_largest_base_at_an_end.proof
def _(p, f, one, two, low, high):
    base = lambda p: p * one + (1 - p) * two
    up, down = assume(one <= two), assume(not_(one <= two))
    most = ax("max_left", base(f), base(1 - f)), ax("max_right", base(f), base(1 - f))
    goal, other = two_types_have_the_largest_base_at_an_end.conclusion, use(ax("total", one, two), down)
    return cases(up.concl, ar(goal, up, low, most[0]), ar(goal, other, high, most[1]))


@theorem(place="Composition", claims="two-positive-losses-combine-to-less")
def two_positive_losses_combine_to_less(d: Real, k: Real):
    """1 - (1 - d)(1 - k) < d + k for two positive numbers."""
    return implies(below(0, d), below(0, k), below(1 - (1 - d) * (1 - k), d + k))


@two_positive_losses_combine_to_less.proof
def _(d, k, d0, k0):
    wrong, (u, i0) = assume(d + k <= 1 - (1 - d) * (1 - k)), positive(d, d0)
    return refuting(wrong.concl, contradiction(k0, ar(k <= 0, wrong, u, i0, hints=[(0, 2)], factors=[k])))


@theorem(place="Worst case")
def outputs_seen_either_way_lose_less(E: Real, rho: Real, a: Real, b: Nonneg, c: Real):
    """An output that is possible with and without the record has an excess below rho times a."""
    mixed = lambda s: rho * s + (1 - rho) * c
    return implies(
        below(1, E), below(0, rho), below(rho, 1), below(0, a), below(0, c),
        below(MAX(0, mixed(a) - E * mixed(b)), rho * a),
    )  # fmt: skip


@outputs_seen_either_way_lose_less.proof
def _(E, rho, a, b, c, b0, e1, r0, r1, a0, c0):
    (_, i), (u, j) = positive(rho, r0), positive(1 - rho, algebra(below(0, 1 - rho), r1))
    (ue, k), (uc, l) = positive(E - 1, algebra(below(0, E - 1), e1)), positive(c, c0)
    rho0, ge = use(ax("total", rho, 0), r0), use(ax("total", E, 1), e1)
    x = (rho * a + (1 - rho) * c) - E * (rho * b + (1 - rho) * c)
    wrong = assume(rho * a <= MAX(0, x))
    # either rho a <= 0, or (1 - rho)(E - 1) c + E rho b <= 0
    few, more = assume(x <= 0), assume(not_(x <= 0))
    least = use(ax("max_least", 0, x, 0), ar(real(0) <= 0), few)
    first = contradiction(
        a0, ar(a <= 0, ar(rho * a <= 0, wrong, least), positive(rho, r0)[0], i, hints=[(0, 2)], factors=[a])
    )
    zero = use(ax("total", x, 0), more)
    top = use(ax("max_least", 0, x, x), zero, ar(x <= x))
    rb = ar(real(0) <= E * (rho * b), ge, rho0, b0, ar(real(0) <= rho * b, rho0, b0))
    bad = ar((1 - rho) * ((E - 1) * c) <= 0, wrong, top, rb)
    bad = ar((E - 1) * c <= 0, bad, u, j, hints=[(0, 2)], factors=[(E - 1) * c])
    bad = ar(c <= 0, bad, ue, k, hints=[(0, 2)], factors=[c])
    return refuting(wrong.concl, cases(few.concl, first, contradiction(c0, bad)))


by_algebra(
    gain_of_a_single_draw, elementary_factor_is_a_scaled_shear,
    two_laws_are_a_product_of_two_shears, rarer_type_has_a_larger_average, what_gains_lies_in_a_cell,
    first_factor_of_a_cell_at_the_best_place,
)  # fmt: skip
