"""The mean of the inverse eigenvalues in closed form, from a table of the cosines of 2 pi i j/d.

Of the cosines are used: that of 0, the addition theorem in one angle, that they close up after d places, and that
they add up to 0 over the circle.
"""

from sdp_proofs.logic.theories.circle import below_one
from sdp_proofs.logic.theories.smoothed_norms import *
from sdp_proofs.logic.vocabulary import *

a, i, j, n = var("a", A), var("i", N), var("j", N), var("n", N)


def row(C, m):
    """The cosines of the multiples of an angle: C(j + 2) + C(j) = 2 C(1) C(j + 1), with the period m."""
    one = SUCC(ZERO)
    return (
        C(ZERO).eq(1) & each(N, lambda j: C(SUCC(SUCC(j))).eq(2 * C(one) * C(SUCC(j)) - C(j)))
        & (C(m).eq(1) & C(SUCC(m)).eq(C(one)))
    )  # fmt: skip


def table(C, n):
    """C(i)(j) is the cosine of 2 pi i j/d, d = n + 1: rows of cosines, whose columns add up to 0 but for the first."""
    return each(N, lambda i: row(C(i), SUCC(n))) & each(
        N, lambda j: implies(among(n, j), total(lambda i: C(i)(SUCC(j)), SUCC(n)).eq(0))
    )


def ratio_of(q):
    """The ratio omega = (q - 1)/(q + 1), q the root of 1 + 4 sigma."""
    return over(q - 1, q + 1)


@theorem
def inverse_eigenvalue_as_a_sum(w: Real, s: Real, C: Fun(N, R), n: Nat):
    """One inverse eigenvalue on a circle as a sum of powers of omega times cosines."""
    d, p = SUCC(n), power(w, SUCC(n))
    waves = total(lambda j: power(w, j) * C(j), d)
    return applied(implies(
        below(w, 1), (s * ((1 - w) * (1 - w))).eq(w), row(C, d), real(1) <= eigenvalue(s, C(SUCC(ZERO))),
        ((1 + w) * (1 - p) * INV(eigenvalue(s, C(SUCC(ZERO))))).eq((1 - w) * (2 * waves - 1 + p)),
    ))  # fmt: skip


@inverse_eigenvalue_as_a_sum.proof
def _(w, s, C, n, w1, root, cosines_, l1):
    c, P = C(SUCC(ZERO)), lambda n: power(w, n)
    at_0, step, at_d, next_ = parts(cosines_)
    S = lambda n: total(lam(j, P(j) * C(j)), n)
    k = 1 - 2 * w * c + w * w
    # (1 - 2 w c + w^2) times the sum telescopes
    claim = lambda n: (k * S(SUCC(n))).eq(1 - w * c - P(SUCC(n)) * C(SUCC(n)) + w * P(SUCC(n)) * C(n))
    base = ar(claim(ZERO), at_0, factors=[k, w * w, w * c])
    more = ar(claim(SUCC(j)), assume(claim(j)), spec(step, j), factors=[w * w * P(j), w * P(j), P(j) * w])
    whole = spec(induct(j, base, discharge(claim(j), more)), n)
    last = ar(C(n).eq(c), spec(step, n), at_d, next_, factors=[c])
    p = P(SUCC(n))
    closed = ar((k * S(SUCC(n))).eq((1 - p) * (1 - w * c)), whole, last, at_d, factors=[p, w * p])
    l = eigenvalue(s, c)
    ul, il = positive(l, l1)
    scaled = ar(((1 - w) * (1 - w) * l).eq(k), root, factors=[2 * (1 - c)])
    q = 1 - w
    full = ar((k * (2 * S(SUCC(n)) - 1 + p)).eq((1 - p) * (1 - w * w)), closed)
    twice = ar(
        (q * q * l * (2 * S(SUCC(n)) - 1 + p)).eq((1 - p) * (1 - w * w)), full, scaled, factors=[2 * S(SUCC(n)) - 1 + p]
    )
    nonzero = discharge(q.eq(0), contradiction(w1, ar(real(1) <= w, assume(q.eq(0)))))
    uq = use(ax("inverse", q), same(nonzero, not_(q.eq(0))))
    once = ar((q * l * (2 * S(SUCC(n)) - 1 + p)).eq((1 - p) * (1 + w)), twice, uq,
              factors=[INV(q), q * l * (2 * S(SUCC(n)) - 1 + p), (1 - p) * (1 + w)])  # fmt: skip
    return ar(inverse_eigenvalue_as_a_sum.conclusion, once, ul, factors=[INV(l), q * (2 * S(SUCC(n)) - 1 + p)])


def first_waves(C):
    """The cosines C(i)(1), which give the eigenvalues."""
    return function(N, lambda i: C(i)(SUCC(ZERO)))


def gamma_of(s, C, d):
    """The mean of the inverse eigenvalues."""
    return power_mean(s, first_waves(C), d, 1)


@theorem(place="dp-lssgd, Proposition 5", claims="gamma-in-closed-form")
def gamma_in_closed_form(s: Nonneg, q: Odds, C: Fun(N, N, R), n: Nat):
    """For d = n + 1 and omega = (q - 1)/(q + 1): gamma = (1 + omega^d)/((1 - omega^d) q), q^2 = 4 s + 1."""
    d, p = SUCC(n), power(ratio_of(q), SUCC(n))
    return applied(implies(
        (q * q).eq(4 * s + 1), table(C, n), each(N, lambda i: C(i)(SUCC(ZERO)) <= 1),
        gamma_of(s, C, d).eq(over(1 + p, (1 - p) * q)),
    ))  # fmt: skip


@gamma_in_closed_form.proof
def _(s, q, C, n, s0, q1, root, tables, high):
    rows, columns = left(body_of(tables)), right(body_of(tables))
    w, d, c = ratio_of(q), SUCC(n), C(i)(SUCC(ZERO))
    u, v = var("s", R), var("q", R)
    facts = algebra(implies(real(1) <= v, (v * v).eq(4 * u + 1), (
        (real(0) <= ratio_of(v)) & below(ratio_of(v), 1)) & (
        (u * ((1 - ratio_of(v)) * (1 - ratio_of(v)))).eq(ratio_of(v))
        & ((1 + ratio_of(v)).eq(v * (1 - ratio_of(v)))))))  # fmt: skip
    w0, w1, sw, qw = parts(use(at(gen(u, gen(v, facts)), s, q), q1, root))
    l1 = ar(real(1) <= eigenvalue(s, c), ar(real(0) <= s * (1 - c), s0, spec(high, i)))
    one = inverse_eigenvalue_as_a_sum(w, s, C(i), n)
    one = use(one, w1, sw, spec(rows, i), l1)
    p, P = power(w, d), lambda j: power(w, j)
    wave = lambda i: total(lam(j, P(j) * C(i)(j)), d)
    k, inv_ = (1 + w) * (1 - p), INV(eigenvalue(s, c))
    # all waves
    claim = lambda m: (k * total(lam(i, inv_), m)).eq((1 - w) * (2 * total(lam(i, wave(i)), m) + num(m) * (p - 1)))
    sums = spec(
        induct(j, ar(claim(ZERO)), discharge(claim(j), ar(claim(SUCC(j)), assume(claim(j)), spec(gen(i, one), j)))), d
    )
    rows_ = at(sums_may_be_exchanged(lam(i, lam(j, P(j) * C(i)(j)))), d, d)
    column = lambda j: total(lam(i, P(j) * C(i)(j)), d)
    out = lambda m, j: total(lam(i, P(j) * C(i)(j)), m).eq(P(j) * total(lam(i, C(i)(j)), m))
    m = var("m", N)
    out_ = spec(
        induct(m, ar(out(ZERO, j)), discharge(out(m, j), ar(out(SUCC(m), j), assume(out(m, j)), factors=[P(j)]))), d
    )
    # the first column adds up to d, the others to 0
    ones = lambda m: total(lam(i, C(i)(ZERO)), m).eq(num(m))
    at_zero = left(left(body_of(spec(rows, i))))
    ones = spec(
        induct(m, ar(ones(ZERO)), discharge(ones(m), ar(ones(SUCC(m)), assume(ones(m)), spec(gen(i, at_zero), m)))), d
    )
    start = ar(column(ZERO).eq(num(d)), spec(gen(j, out_), ZERO), ones)
    claim = lambda m: total(lam(j, column(j)), SUCC(m)).eq(num(d))
    more, hyp = assume(places_below(SUCC(m), n)), assume(implies(places_below(m, n), claim(m)))
    before, here = narrower(more, m, n)
    none = use(at(columns, m), here)
    step = ar(claim(SUCC(m)), mp(hyp, before), spec(gen(j, out_), SUCC(m)), none, factors=[P(SUCC(m))])
    th = induct(
        m, discharge(places_below(ZERO, n), ar(claim(ZERO), start)), discharge(hyp.concl, discharge(more.concl, step))
    )
    th = mp(spec(th, n), all_places(n))
    G, N_ = total(lam(i, inv_), d), num(d)
    whole = ar((k * G).eq((1 - w) * (N_ * (1 + p))), sums, rows_, th, factors=[1 - w])
    d1 = ar(real(1) <= N_, spec(numbers_are_not_negative.thm, n))
    _, _, powers_ = below_one(w, w0, w1, n)
    le = use(ax("total", 1, w), w1)
    few = assume(p >= 1)
    less = refuting(few.concl, contradiction(w1, ar(real(1) <= w, few, left(powers_), right(powers_), w0, le)))
    names = [var(name, R) for name in ("w", "p", "q", "g", "m")]
    w_, p_, q_, g_, m_ = names
    end = algebra(implies(
        real(0) <= w_, below(w_, 1), below(p_, 1), real(1) <= q_, real(1) <= m_, (1 + w_).eq(q_ * (1 - w_)),
        ((1 + w_) * (1 - p_) * g_).eq((1 - w_) * (m_ * (1 + p_))),
        over(g_, m_).eq(over(1 + p_, (1 - p_) * q_))))  # fmt: skip
    for name in reversed(names):
        end = gen(name, end)
    return use(at(end, w, p, q, G, N_), w0, w1, same(less, below(p, 1)), q1, d1, qw, whole)


@theorem(place="dp-lssgd, Proposition 5, limit", claims="gamma-decreases-to-a-positive-limit")
def gamma_decreases_to_a_positive_limit(s: Real, q: Odds, C: Fun(N, N, N, R)):
    """With r = omega^d gamma is above 1/q by 2 r/((1 - r) q), which falls by a factor of at most omega with each d."""
    w = ratio_of(q)
    gamma, p = lambda n: gamma_of(s, C(n), SUCC(n)), lambda n: power(w, SUCC(n))
    gap = lambda n: over(2 * p(n), (1 - p(n)) * q)
    return applied(implies(
        below(0, s), (q * q).eq(4 * s + 1),
        each(N, lambda n: table(C(n), n) & each(N, lambda i: C(n)(i)(SUCC(ZERO)) <= 1)),
        below(w, 1) & each(N, lambda n: (
            ((gamma(n) - INV(q)).eq(gap(n)) & below(INV(q), gamma(n)))
            & ((gap(SUCC(n)) <= w * gap(n)) & below(gap(SUCC(n)), gap(n))))),
    ))  # fmt: skip


@gamma_decreases_to_a_positive_limit.proof
def _(s, q, C, q1, s0, root, tables):
    s00 = use(ax("total", s, 0), s0)
    w = ratio_of(q)
    u, v = var("s", R), var("q", R)
    facts = algebra(
        implies(below(0, u), real(1) <= v, (v * v).eq(4 * u + 1), below(0, ratio_of(v)) & below(ratio_of(v), 1))
    )
    w0, w1 = parts(use(at(gen(u, gen(v, facts)), s, q), s0, q1, root))
    th = gamma_in_closed_form(s, q, C(n), n)
    th = use(th, s00, q1, root, left(spec(tables, n)), right(spec(tables, n)))
    P = lambda n: power(w, n)
    hyp = assume(below(0, P(n)))
    grown = use(products_are_positive(P(n), w), hyp, w0)
    pos = induct(n, algebra(below(0, P(ZERO))), discharge(hyp.concl, same(grown, below(0, P(SUCC(n))))))
    w00 = use(ax("total", w, 0), w0)
    _, _, powers_ = below_one(w, w00, w1, n)
    le = use(ax("total", 1, w), w1)
    p = P(SUCC(n))
    few = assume(p >= 1)
    less = refuting(few.concl, contradiction(w1, ar(real(1) <= w, few, left(powers_), right(powers_), w00, le)))
    p0, p1 = same(spec(pos, SUCC(n)), below(0, p)), same(less, below(p, 1))
    gap = lambda r: over(2 * r, (1 - r) * q)
    names = [var(name, R) for name in ("r", "q", "g")]
    r_, q_, g_ = names
    of = over(2 * r_, (1 - r_) * q_)
    end = algebra(implies(
        below(0, r_), below(r_, 1), real(1) <= q_, g_.eq(over(1 + r_, (1 - r_) * q_)),
        ((g_ - INV(q_)).eq(of) & below(INV(q_), g_))
        & (below(0, of) & of.eq(2 * r_ * INV(1 - r_) * INV(q_)))))  # fmt: skip
    for name in reversed(names):
        end = gen(name, end)
    at_ = lambda r, r0, r1, g, known: use(at(end, r, q, g), r0, r1, q1, known)
    first = at_(p, p0, p1, gamma_of(s, C(n), SUCC(n)), th)
    _, _, gap0, value = parts(first)
    later = p * w
    l0 = use(products_are_positive(p, w), p0, w0)
    pp, ww = use(ax("total", p, 0), p0), use(ax("total", 1, w), w1)
    fall = ar(later <= p, ww, pp)
    l1 = refuting((few := assume(later >= 1)).concl, contradiction(p1, ar(real(1) <= p, few, fall)))
    l1 = same(l1, below(later, 1))
    value_later = right(
        right(at_(later, l0, l1, over(1 + later, (1 - later) * q), refl(over(1 + later, (1 - later) * q))))
    )
    v = var("v", R)
    rest = gen(v, algebra(implies(below(v, 1), below(0, 1 - v))))
    room = lambda r, th: use(at(rest, r), th)
    (ux, ix), (uy, iy) = (positive(1 - r, room(r, th)) for r, th in ((p, p1), (later, l1)))
    _, iq = positive(q, q1)
    X, Y = INV(1 - p), INV(1 - later)
    small = ar(
        Y <= X,
        ar((1 - p) * (X * Y) <= (1 - later) * (X * Y), fall, ar(real(0) <= X * Y, ix, iy)),
        ux,
        uy,
        factors=[X, Y],
    )
    most = ar(
        p * w * INV(q) * Y <= p * w * INV(q) * X,
        small,
        ar(real(0) <= p * w * INV(q), ar(real(0) <= p * w, pp, w00), iq),
    )
    third = ar(gap(later) <= w * gap(p), most, value, value_later, factors=[w])
    few = assume(gap(p) <= gap(later))
    shrinks = use(products_are_positive(1 - w, gap(p)), room(w, w1), gap0)
    fourth = refuting(few.concl, contradiction(shrinks, ar((1 - w) * gap(p) <= 0, few, third)))
    last = conj(left(first), conj(third, same(fourth, below(gap(later), gap(p)))))
    return conj(w1, gen(n, last))


@theorem(place="dp-lssgd, Sec. 1.1; Table 1", claims="the-factor-exceeds-one-half-in-the-experiments")
def factor_exceeds_one_half_in_the_experiments(s: Nonneg, q: Odds, C: Fun(N, N, R), n: Nat, f: Nonneg):
    """The factor f, f^2 = gamma, has f^2 q >= 1: above 0.52 for s <= 3, 0.66 for s <= 1, 1/10 for s < 2499."""
    d = SUCC(n)
    return applied(implies(
        (q * q).eq(4 * s + 1), table(C, n), each(N, lambda i: C(i)(SUCC(ZERO)) <= 1), (f * f).eq(gamma_of(s, C, d)),
        ((real(1) <= f * f * q) & implies(s <= 3, below(Fraction(52, 100), f)))
        & (implies(s <= 1, below(Fraction(66, 100), f)) & implies(f <= Fraction(1, 10), below(2499, s))),
    ))  # fmt: skip


@factor_exceeds_one_half_in_the_experiments.proof
def _(s, q, C, n, f, s0, q1, f0, root, tables, high, square_):
    th = use(gamma_in_closed_form(s, q, C, n), s0, q1, root, tables, high)
    w = ratio_of(q)
    v = var("q", R)
    facts = gen(v, algebra(implies(real(1) <= v, (real(0) <= ratio_of(v)) & below(ratio_of(v), 1))))
    w0, w1 = parts(use(at(facts, q), q1))
    _, _, powers_ = below_one(w, w0, w1, n)
    le = use(ax("total", 1, w), w1)
    p = power(w, SUCC(n))
    few = assume(p >= 1)
    less = refuting(few.concl, contradiction(w1, ar(real(1) <= w, few, left(powers_), right(powers_), w0, le)))
    p0 = ar(real(0) <= p, left(powers_), w0)
    names = [var(name, R) for name in ("p", "q", "g")]
    p_, q_, g_ = names
    end = algebra(
        implies(real(0) <= p_, below(p_, 1), real(1) <= q_, g_.eq(over(1 + p_, (1 - p_) * q_)), real(1) <= g_ * q_)
    )
    for name in reversed(names):
        end = gen(name, end)
    gamma = gamma_of(s, C, SUCC(n))
    low = use(at(end, p, q, gamma), p0, same(less, below(p, 1)), q1, th)
    low = ar(real(1) <= f * f * q, low, square_, factors=[q])
    first, more = [binary(part, "and") for part in binary(factor_exceeds_one_half_in_the_experiments.conclusion, "and")]

    def above(goal, square_of, bound):
        """The bound 0 < f - c, where f <= c and q^2 <= k have c^4 k < 1."""
        given_, few = assume(binary(goal, "implies")[0]), assume(f <= bound)
        square_q = ar(q * q <= square_of, root, given_)
        flat = ar(f * f <= bound * bound, few, f0)
        half = ar(real(1) <= bound * bound * q, low, flat, q1)
        wrong = ar(
            real(1) <= bound * bound * bound * bound * square_of,
            half,
            square_q,
            ar(real(1) * 1 <= (bound * bound * q) * (bound * bound * q), half),
        )
        return discharge(given_.concl, same(refuting(few.concl, impossible(ar(real(1) <= 0, wrong))), below(bound, f)))

    small, few = assume(binary(more[1], "implies")[0]), assume(s <= 2499)
    flat = ar(f * f <= Fraction(1, 100), small, f0)
    long = ar(q >= 100, low, ar(q * (f * f) <= q * Fraction(1, 100), flat, q1))
    third = refuting(few.concl, impossible(ar(real(1) <= 0, root, few, ar(q * q >= 10000, long))))
    third = discharge(small.concl, same(third, below(2499, s)))
    bounds = above(first[1], Fraction(13), Fraction(52, 100)), above(more[0], Fraction(5), Fraction(66, 100))
    return conj(conj(low, bounds[0]), conj(bounds[1], third))


@theorem(place="dp-lssgd, Sec. 2.1, Eq. (3)", claims="waves-are-eigenvectors-of-the-smoothing-matrix")
def waves_are_eigenvectors_of_the_smoothing_matrix(
    cos: Fun(R, R), sin: Fun(R, R), turn: Real, s: Real, d: Odds, j: Nat, shift: Real
):
    """With the angle 2 pi j/d the wave cos(k theta + shift) closes up after d places and is multiplied by lambda."""
    angle = over(turn * num(j), d)
    u = lambda x: cos(x * angle + shift)
    return implies(
        each(R, lambda x: each(R, lambda y: cos(x + y).eq(cos(x) * cos(y) - sin(x) * sin(y)))),
        each(R, lambda x: each(R, lambda y: cos(x - y).eq(cos(x) * cos(y) + sin(x) * sin(y)))),
        each(R, lambda x: cos(x + turn).eq(cos(x))),
        each(R, lambda k: u(k + d).eq(u(k)) & (
            (1 + 2 * s) * u(k) - s * (u(k - 1) + u(k + 1))).eq(eigenvalue(s, cos(angle)) * u(k))),
    )  # fmt: skip


@waves_are_eigenvectors_of_the_smoothing_matrix.proof
def _(cos, sin, turn, s, d, j, shift, d1, plus, minus, period):
    k, x, m = var("k", R), var("x", R), var("m", N)
    angle = over(turn * num(j), d)
    ud, _ = positive(d, d1)
    claim = lambda m: forall(x, cos(x + turn * num(m)).eq(cos(x)))
    hyp = assume(claim(m))
    zero = gen(x, subst(ar(x.eq(x + turn * num(ZERO))), refl(cos(x)), lambda v: cos(v).eq(cos(x))))
    more = ar((x + turn * num(m) + turn).eq(x + turn * num(SUCC(m))))
    step = subst(more, spec(period, x + turn * num(m)), lambda v: cos(v).eq(cos(x + turn * num(m))))
    step = gen(x, ar(cos(x + turn * num(SUCC(m))).eq(cos(x)), step, spec(hyp, x)))
    closed = spec(induct(m, zero, discharge(hyp.concl, step)), j)
    y = k * angle + shift
    around = ar((y + turn * num(j)).eq((k + d) * angle + shift), ud, factors=[turn * num(j)])
    first = subst(around, spec(closed, y), lambda v: cos(v).eq(cos(y)))
    after, before = ar((y + angle).eq((k + 1) * angle + shift)), ar((y - angle).eq((k - 1) * angle + shift))
    up = subst(after, at(plus, y, angle), lambda v: cos(v).eq(cos(y) * cos(angle) - sin(y) * sin(angle)))
    down = subst(before, at(minus, y, angle), lambda v: cos(v).eq(cos(y) * cos(angle) + sin(y) * sin(angle)))
    u = lambda x: cos(x * angle + shift)
    second = ar(
        ((1 + 2 * s) * u(k) - s * (u(k - 1) + u(k + 1))).eq(eigenvalue(s, cos(angle)) * u(k)), up, down, factors=[s]
    )
    return gen(k, conj(first, second))


@theorem(place="dp-lssgd, Sec. 1.1; Table 1; Remark 6", claims="smoothing-raises-the-first-part-on-average")
def smoothing_raises_the_first_part_on_average(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), y: Fun(N, A, R), v: Real, s: Real, q: Odds, C: Fun(N, N, R), n: Nat, D: Real,
    D0: Real, G: Real,
):  # fmt: skip
    """On two places or more E D_sigma = (1 + 2 s) E D_0, and gamma E D_sigma > E D_0 (1 + 2 s)/q > E D_0."""
    d = SUCC(SUCC(n))
    l, gamma = lambda i: eigenvalue(s, C(i)(SUCC(ZERO))), gamma_of(s, C, d)
    after = M(lambda a: total(lambda i: l(i) * (y(i)(a) * y(i)(a)), d))
    before = M(lambda a: total(lambda i: y(i)(a) * y(i)(a), d))
    less, gain = gamma * (D + G * G) <= D0 + G * G, gamma * D - D0 <= (1 - gamma) * (G * G)
    return applied(implies(
        integral(ig, M), ig(lambda a: 1),
        each(N, lambda i: ig(lambda a: y(i)(a) * y(i)(a)) & M(lambda a: y(i)(a) * y(i)(a)).eq(v)),
        below(0, v), below(0, s), (q * q).eq(4 * s + 1), table(C, SUCC(n)), each(N, lambda i: C(i)(SUCC(ZERO)) <= 1),
        (after.eq((1 + 2 * s) * before)
         & (below(over(before * (1 + 2 * s), q), gamma * after) & below(1, over(1 + 2 * s, q))))
        & (implies(less, gain) & implies(gain, less)),
    ))  # fmt: skip


@smoothing_raises_the_first_part_on_average.proof
def _(ig, M, y, v, s, q, C, n, D, D0, G, q1, iM, one_, known, v0, s0, root, tables, high):
    d, m = SUCC(SUCC(n)), var("m", N)
    l, Y = eigenvalue(s, C(i)(SUCC(ZERO))), y(i)(a)
    own = spec(known, i)
    V = Mean(iM, inside=[to(left(own), ig(lam(a, Y * Y)))])

    def summed_(t, value):
        th = at(use(means_of_sums(ig, M, lam(i, lam(a, t))), iM, one_, gen(i, to(V.good(a, t), ig(lam(a, t))))), d)
        part = ar(M(lam(a, t)).eq(value * v), V.linear(a, t), right(own), factors=[value])
        claim = lambda n: total(lam(i, M(lam(a, t))), n).eq(total(lam(i, value), n) * v)
        return ar(M(lam(a, total(lam(i, t), d))).eq(total(lam(i, value), d) * v), right(th), by_places(claim, d, part))

    before, after = summed_(Y * Y, real(1)), summed_(l * (Y * Y), l)
    counted = by_places(lambda n: total(lam(i, real(1)), n).eq(num(n)), d)
    waves = lambda n: total(lam(i, C(i)(SUCC(ZERO))), n)
    trace = by_places(lambda n: total(lam(i, l), n).eq(num(n) + 2 * s * num(n) - 2 * s * waves(n)), d)
    columns = right(body_of(tables))
    hyp = assume(among(SUCC(m), ZERO))
    first = same(either(among(ZERO, ZERO), eq(ZERO, ZERO), refl(ZERO)), among(SUCC(ZERO), ZERO))
    step = same(either(among(SUCC(m), ZERO), eq(ZERO, SUCC(m)), hyp), among(SUCC(SUCC(m)), ZERO))
    none = use(at(columns, ZERO), spec(induct(m, first, discharge(hyp.concl, step)), n))
    trace = ar(total(lam(i, l), d).eq((1 + 2 * s) * num(d)), trace, none, factors=[s])
    E0, E1 = M(lam(a, total(lam(i, Y * Y), d))), M(lam(a, total(lam(i, l * (Y * Y)), d)))
    equal = ar(E1.eq((1 + 2 * s) * E0), before, after, counted, trace, factors=[v, (1 + 2 * s) * v])
    # gamma > 1/q
    s00, w = use(ax("total", s, 0), s0), ratio_of(q)
    u, x = var("s", R), var("q", R)
    facts = algebra(
        implies(below(0, u), real(1) <= x, (x * x).eq(4 * u + 1), below(0, ratio_of(x)) & below(ratio_of(x), 1))
    )
    w0, w1 = parts(use(at(gen(u, gen(x, facts)), s, q), s0, q1, root))
    P, w00, le = (lambda n: power(w, n)), use(ax("total", w, 0), w0), use(ax("total", 1, w), w1)
    hyp = assume(below(0, P(m)))
    grown = same(use(products_are_positive(P(m), w), hyp, w0), below(0, P(SUCC(m))))
    p, p0 = P(d), spec(induct(m, algebra(below(0, P(ZERO))), discharge(hyp.concl, grown)), d)
    powers_ = spec(gen(m, below_one(w, w00, w1, m)[2]), SUCC(n))
    few = assume(p >= 1)
    less = refuting(few.concl, contradiction(w1, ar(real(1) <= w, few, left(powers_), right(powers_), w00, le)))
    gamma = gamma_of(s, C, d)
    closed = use(gamma_in_closed_form(s, q, C, SUCC(n)), s00, q1, root, tables, high)
    names = [var(name, R) for name in ("r", "q", "g")]
    r_, q_, g_ = names
    end = algebra(implies(
        below(0, r_), below(r_, 1), real(1) <= q_, g_.eq(over(1 + r_, (1 - r_) * q_)), below(0, g_ - INV(q_)),
    ))  # fmt: skip
    for name in reversed(names):
        end = gen(name, end)
    more = use(at(end, p, q, gamma), p0, same(less, below(p, 1)), q1, closed)
    size_ = use(products_are_positive(num(d), v), algebra(below(0, num(d)), spec(numbers_are_not_negative.thm, n)), v0)
    scale = use(products_are_positive(1 + 2 * s, num(d) * v), algebra(below(0, 1 + 2 * s), s0), size_)
    whole = use(products_are_positive(gamma - INV(q), (1 + 2 * s) * (num(d) * v)), more, scale)
    few = assume(gamma * E1 <= E0 * (1 + 2 * s) * INV(q))
    flat = ar(E0.eq(num(d) * v), before, counted, factors=[v])
    wrong = ar((gamma - INV(q)) * ((1 + 2 * s) * (num(d) * v)) <= 0, few, equal, flat,
               factors=[gamma, gamma * (1 + 2 * s), INV(q) * (1 + 2 * s)])  # fmt: skip
    second = same(refuting(few.concl, contradiction(whole, wrong)), below(E0 * (1 + 2 * s) * INV(q), gamma * E1))
    uq, iq = positive(q, q1)
    few = assume((1 + 2 * s) * INV(q) <= 1)
    small = ar(1 + 2 * s <= q, few, uq, q1, hints=[(0, 2)], factors=[1 + 2 * s])
    ss = use(products_are_positive(s, s), s0, s0)
    top = ar((1 + 2 * s) * (1 + 2 * s) <= (1 + 2 * s) * q, small, s00)
    wrong = ar(s * s <= 0, root, top, ar((1 + 2 * s) * q <= q * q, small, q1))
    third = same(refuting(few.concl, contradiction(ss, wrong)), below(1, (1 + 2 * s) * INV(q)))
    one, two = gamma * (D + G * G) <= D0 + G * G, gamma * D - D0 <= (1 - gamma) * (G * G)
    H, J = assume(one), assume(two)
    both = conj(discharge(one, ar(two, H)), discharge(two, ar(one, J)))
    return conj(conj(equal, conj(second, third)), both)
