"""The second paper: moments of losses (Lemmas 11 to 13), smoothing and privacy, displays of its proofs."""

from sdp_proofs.logic.theories.circle import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.moments import *
from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y = var("a", A), var("b", B), var("x", X), var("y", X)
HALF = Fraction(1, 2)


# ---- moments of losses ---------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Lemma 11, Gaussian mechanism", claims="renyi-divergence-of-shifted-gaussians")
def renyi_divergence_of_shifted_gaussians(
    s: Nonneg, c: R, l: Real, m: Real, k: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """The divergence of order alpha = 1 + l is alpha (m - k)^2/(2 v), s = 1/(2 v), and grows with the distance."""
    u, w = (function(R, lambda r: 0 - s * ((r - m) * (r - m)))), (function(R, lambda r: 0 - s * ((r - k) * (r - k))))
    moment = M(lambda r: c * EXP(u(r) + l * (u(r) - w(r))))
    value = (1 + l) * (s * ((m - k) * (m - k)))
    return implies(
        integral(ig, M), each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1)), below(0, l),
        over(LOG(moment), l).eq(value)
        & each(R, lambda D: implies((m - k) * (m - k) <= D * D, value <= (1 + l) * (s * (D * D)))),
    )  # fmt: skip


@renyi_divergence_of_shifted_gaussians.proof
def _(s, c, l, m, k, ig, M, s0, iM, laws, l0):
    D = var("D", R)
    th = use(moments_of_the_normal_law(s, c, l, m, k, ig, M), s0, iM, laws)
    top, r = s * l * (l + 1) * (m - k) * (m - k), var("r", R)
    u, w = 0 - s * ((r - m) * (r - m)), 0 - s * ((r - k) * (r - k))
    moment = M(lam(r, c * EXP(u + l * (u - w))))
    th = same(th, moment.eq(EXP(top)))
    log_ = subst(symmetric(th), fact("logs_undo_exponentials", top), lambda v: LOG(v).eq(top))
    unit, _ = positive(l, l0)
    value = (1 + l) * (s * ((m - k) * (m - k)))
    first = ar(over(LOG(moment), l).eq(value), log_, unit, factors=[INV(l), value])
    far, lp = assume((m - k) * (m - k) <= D * D), use(ax("total", l, 0), l0)
    grown = ar(value <= (1 + l) * (s * (D * D)), ar(s * ((m - k) * (m - k)) <= s * (D * D), far, s0), lp)
    return conj(first, gen(D, discharge(far.concl, grown)))


@theorem(place="dp-lssgd, Lemma 13", claims="renyi-divergence-gives-differential-privacy delta-of-the-printed-epsilon")
def renyi_divergence_gives_differential_privacy(
    near: Fun(X, X, o), l: Real, rho: Real, delta: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), c: Nonneg,
    u: Fun(X, A, R),
):  # fmt: skip
    """With densities c exp(u): Renyi privacy (1 + l, rho) gives (rho + log(1/delta)/l, delta)."""
    P = lambda x: weighted(M, function(A, lambda a: c * EXP(u(x)(a))))
    tilted = lambda x, y: function(A, lambda a: c * EXP(u(x)(a) + l * (u(x)(a) - u(y)(a))))
    renyi = each(X, lambda x: each(X, lambda y: implies(
        near(x, y), ig(tilted(x, y)) & (M(tilted(x, y)) <= EXP(l * rho)))))  # fmt: skip
    return implies(
        integral(ig, M), each(X, lambda x: ig(lambda a: c * EXP(u(x)(a)))), below(0, l), below(0, delta), renyi,
        private(near, P, EXP(rho + over(LOG(INV(delta)), l)), delta),
    )  # fmt: skip


@renyi_divergence_gives_differential_privacy.proof
def _(near, l, rho, delta, ig, M, c, u, c0, iM, good, l0, d0, renyi):
    e = rho + over(LOG(INV(delta)), l)
    ux, uy, H = u(x)(a), u(y)(a), assume(near(x, y))
    pair = use(at(renyi, x, y), H)
    lp = use(ax("total", l, 0), l0)
    unit, _ = positive(l, l0)
    tilt = c * EXP(ux + l * (ux - uy))
    # the slack at e is exp(-l e) times the moment
    shift = 0 - l * e
    move = rewrite(ax("exp_plus", shift, ux + l * (ux - uy)), shift + (ux + l * (ux - uy)), ux + l * (ux - uy - e))
    equal = ar(eq(EXP(shift) * tilt, c * EXP(ux + l * (ux - uy - e))), move, factors=[c])
    V, g = Mean(iM, inside=[same(left(pair), ig(lam(a, tilt)))]), var("g", fn(A, R))
    inside = replace(ext(a, equal), V.good(a, EXP(shift) * tilt), lam(g, ig(g)))
    th = moments_bound_slack(e, l, ig, M, c, u(x), u(y))
    th = use(th, lp, c0, iM, same(at(good, x), ig(lam(a, c * EXP(ux)))), same(at(good, y), ig(lam(a, c * EXP(uy)))),
             same(inside, ig(lam(a, c * EXP(ux + l * (ux - uy - e))))))  # fmt: skip
    slack = M(lam(a, c * EXP(ux + l * (ux - uy - e))))
    mean = V.eq_by(a, symmetric(equal))
    # exp(-l e) exp(l rho) = exp(-log(1/delta)) = delta
    L = LOG(INV(delta))
    ud, i0 = positive(delta, d0)
    inverse_ = same(algebra(below(0, INV(delta)), d0), not_(INV(delta) <= 0))
    log_ = use(ax("exp_log", INV(delta)), inverse_)
    back = rewrite(ax("exp_plus", 0 - L, L), (0 - L) + L, real(0))
    is_delta = ar(EXP(0 - L).eq(delta), back, log_, exp_zero.thm, ud, factors=[delta, EXP(0 - L), EXP(0 - L) * delta])
    sum_ = ar((shift + l * rho).eq(0 - L), unit, factors=[L])
    v = var("v", R)
    both = same(replace(sum_, ax("exp_plus", shift, l * rho), lam(v, EXP(v).eq(EXP(shift) * EXP(l * rho)))),
                EXP(0 - L).eq(EXP(shift) * EXP(l * rho)))  # fmt: skip
    small = ar(slack <= delta, mean, ar(EXP(shift) * M(lam(a, tilt)) <= EXP(shift) * EXP(l * rho), right(pair),
                                        exp_positive(shift)), both, is_delta)  # fmt: skip
    P, Q = (weighted(M, lam(a, c * EXP(t))) for t in (ux, uy))
    f = var("f", fn(A, R))
    Hf, *_ = a_test(f)
    near_ = use(at(same(th, close(EXP(e), slack, P, Q)), f), Hf)
    th = for_tests(ar(P(f) <= EXP(e) * Q(f) + delta, near_, small), f, close(EXP(e), delta, P, Q))
    return gen(x, gen(y, discharge(near(x, y), th)))


@theorem(place="dp-lssgd, Lemma 12")
def moments_of_a_composition(
    l: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), ij: Fun(Fun(B, R), o), S: Fun(Fun(B, R), R), c: Nonneg,
    k: Real,    u: Fun(A, R), w: Fun(A, R), v: Fun(A, B, R), z: Fun(A, B, R), top: Real,
):  # fmt: skip
    """If given each first output the second moment is at most `top`, the joint one is at most `top` times M_1."""
    first = lambda a: c * EXP(u(a) + l * (u(a) - w(a)))
    second = lambda a: S(lambda b: k * EXP(v(a)(b) + l * (v(a)(b) - z(a)(b))))
    both = lambda a, b: (u(a) + v(a)(b)) + l * ((u(a) + v(a)(b)) - (w(a) + z(a)(b)))
    return implies(
        integral(ig, M), integral(ij, S), ig(first), bounded(function(A, second)),
        each(A, lambda a: ij(lambda b: k * EXP(v(a)(b) + l * (v(a)(b) - z(a)(b))))),
        each(A, lambda a: second(a) <= top),
        M(lambda a: S(lambda b: c * k * EXP(both(a, b)))) <= top * M(first),
    )  # fmt: skip


@moments_of_a_composition.proof
def _(l, ig, M, ij, S, c, k, u, w, v, z, top, c0, iM, iS, good, known, goods, small):
    e1, e2 = u(a) + l * (u(a) - w(a)), v(a)(b) + l * (v(a)(b) - z(a)(b))
    both = (u(a) + v(a)(b)) + l * ((u(a) + v(a)(b)) - (w(a) + z(a)(b)))
    first, second = c * EXP(e1), S(lam(b, k * EXP(e2)))
    whole = rewrite(ax("exp_plus", e1, e2), e1 + e2, both)
    point = ar(eq(c * k * EXP(both), (c * EXP(e1)) * (k * EXP(e2))), whole, factors=[c * k])
    inner = Mean(iS, inside=[same(spec(goods, a), ij(lam(b, k * EXP(e2))))])
    row = inner.eq_by(b, point)
    mean = S(lam(b, c * k * EXP(both)))
    bound = same(known, bounded(lam(a, second)))
    V = Mean(iM, bound, inside=[same(good, ig(lam(a, first)))])
    joint_ = V.eq_by(a, ar(mean.eq(first * second), row))
    le = V.le(a, ar(first * second <= top * first, spec(small, a), ar(real(0) <= first, c0, exp_positive(e1))))
    return ar(moments_of_a_composition.conclusion, joint_, le)


@theorem(place="dp-lssgd, App. A.2, second display", claims="mixed-terms-have-mean-zero")
def mixed_terms_have_mean_zero(P: Law[A], Q: Law[B], f: Bounded[A], g: Bounded[B], m: Real, x: Real):
    """Independent deviations f and g of mean 0 add their mean squares to m^2, and nothing to m x."""
    both = joint(P, lambda a: Q)
    whole = lambda c: m + f(fst(c)) + g(snd(c))
    return implies(
        P(f).eq(0), Q(g).eq(0),
        both(lambda c: whole(c) * whole(c)).eq(m * m + P(lambda a: f(a) * f(a)) + Q(lambda b: g(b) * g(b)))
        & both(lambda c: whole(c) * x).eq(m * x),
    )  # fmt: skip


@mixed_terms_have_mean_zero.proof
def _(P, Q, f, g, m, x, lP, lQ, bf, bg, pf, qg):
    t = m + f(a) + g(b)
    gg, ff = observable(b, g(b) * g(b), [bg]), observable(a, f(a) * f(a), [bf])
    inner, outer = Mean(lQ, bg, gg), Mean(lP, bf, ff)
    q2, p2 = Q(lam(b, g(b) * g(b))), P(lam(a, f(a) * f(a)))
    row = inner.linear(b, t * t)
    row = ar(Q(lam(b, t * t)).eq(m * m + 2 * m * f(a) + f(a) * f(a) + q2), row, qg, factors=[m, f(a)])
    line = inner.linear(b, t * x)
    line = ar(Q(lam(b, t * x)).eq(m * x + f(a) * x), line, qg, factors=[x])
    one, two = outer.eq_by(a, row), outer.eq_by(a, line)
    goal = [P(lam(a, Q(lam(b, t * t)))).eq(m * m + p2 + q2), P(lam(a, Q(lam(b, t * x)))).eq(m * x)]
    first, second = ar(goal[0], one, pf, factors=[m]), ar(goal[1], two, pf, factors=[x])
    return to(conj(first, second), mixed_terms_have_mean_zero.conclusion)


# ---- smoothing and privacy -----------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Remark 14, privacy", claims="smoothing-neither-costs-nor-gains-privacy")
def invertible_smoothing_neither_costs_nor_gains_privacy(
    near: Fun(X, X, o), E: Real, d: Real, M: Mechanism[X, VEC], S: Fun(VEC, VEC), T: Fun(VEC, VEC)
):
    """A map S of gradients with an inverse T, as smoothing has, leaves every (log E, d) of a mechanism as it is."""
    smoothed_ = lambda x: bind(M(x), function(VEC, lambda g: point(S(g))))
    return implies(
        each(VEC, lambda g: eq(T(S(g)), g)),
        implies(private(near, M, E, d), private(near, smoothed_, E, d))
        & implies(private(near, smoothed_, E, d), private(near, M, E, d)),
    )


@invertible_smoothing_neither_costs_nor_gains_privacy.proof
def _(near, E, d, M, S, T, lM, back):
    f, there = var("f", fn(VEC, R)), lam(g_, call("point", S(g_)))
    again = lam(g_, call("point", T(g_)))
    sure = lambda K, U: same(gen(g_, certain(U(g_))), channel(K))
    th = post_processing_of_mechanisms(near, E, d, M, there, A=VEC, B=VEC)
    p = assume(private(near, M, E, d))
    first = use(th, lM, sure(there, S), p)
    own = lam(x, bind(M(x), there))
    q = assume(private(near, own, E, d))
    lS = gen(x, same(use(law_of_bind(M(x), there, A=VEC, B=VEC), spec(lM, x), sure(there, S)), law(own(x))))
    th = post_processing_of_mechanisms(near, E, d, own, again, A=VEC, B=VEC)
    second = use(th, lS, sure(again, T), q)
    # T after S changes no output
    inside = ext(g_, same(subst(symmetric(spec(back, g_)), refl(f(g_)), lambda v: eq(f(v), f(g_))),
                          eq(f(T(S(g_))), f(g_))))  # fmt: skip
    same_ = subst(inside, refl(M(x)(lam(g_, f(T(S(g_)))))), lambda h: eq(M(x)(lam(g_, f(T(S(g_))))), M(x)(h)))
    twice = bind(own(x), again)
    equal = ext(f, same(same_, eq(twice(f), M(x)(f))))
    equal = ext(x, same(equal, eq(twice, M(x))))
    mech = var("m", fn(X, fn(fn(VEC, R), R)))
    twice_ = lam(x, bind(own(x), again))
    second = replace(
        same(equal, eq(twice_, M)), same(second, private(near, twice_, E, d)), lam(mech, private(near, mech, E, d))
    )
    return conj(discharge(p.concl, first), discharge(q.concl, same(second, private(near, M, E, d))))


# ---- displays ------------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Proposition 5", claims="omega-without-a-division-by-sigma omega-below-one")
def omega_without_a_division_by_sigma(sigma: Real, s: Odds):
    """With s^2 = 1 + 4 sigma, (s - 1)/(s + 1) is in [0, 1) and is the printed omega for s > 1."""
    omega, printed = over(s - 1, s + 1), over(2 * sigma + 1 - s, 2 * sigma)
    return implies(
        (s * s).eq(1 + 4 * sigma),
        ((real(0) <= omega) & below(omega, 1)) & implies(below(1, s), printed.eq(omega) & below(0, printed)),
    )  # fmt: skip


@omega_without_a_division_by_sigma.proof
def _(sigma, s, s1, sq):
    omega, printed, up = over(s - 1, s + 1), over(2 * sigma + 1 - s, 2 * sigma), assume(below(1, s))
    v, v0 = positive(s + 1, ar(real(1) <= s + 1, s1))
    few = assume(2 * sigma <= 0)
    bad = ar(s - 1 <= 0, ar((s - 1) * (s + 1) <= 0, few, sq), v, v0, hints=[(0, 2)], factors=[s - 1])
    some_ = refuting(few.concl, contradiction(up, ar(s <= 1, bad)))
    w, _ = positive(2 * sigma, same(some_, below(0, 2 * sigma)))
    equal = ar((omega * (2 * sigma)).eq(2 * sigma + 1 - s), v, sq, factors=[s - 1, (s - 1) * (s - 1), HALF * (s - 1),
               INV(s + 1), (s - 1) * INV(s + 1)])  # fmt: skip
    first = ar(printed.eq(omega), equal, w, factors=[INV(2 * sigma), omega])
    wrong = assume(printed <= 0)
    flat = ar(omega * (s + 1) <= 0, wrong, first, ar(real(1) <= s + 1, s1), hints=[(0, 2)], factors=[s + 1])
    low = ar(s - 1 <= 0, flat, v,
             factors=[s - 1])  # fmt: skip
    above_ = refuting(wrong.concl, contradiction(up, ar(s <= 1, low)))
    ends = conj(ar(real(0) <= omega, s1, v0), algebra(below(omega, 1), s1))
    return conj(ends, discharge(up.concl, conj(first, above_)))


@theorem(place="dp-lssgd, App. A.1, ratio", claims="ratio-of-noise-to-sensitivity")
def ratio_of_noise_to_sensitivity(T: Real, al: Real, G: Real, mu: Real, n: Real, e: Real, b: Real):
    """With nu^2 = 20 T alpha G^2/(mu n^2 e) and Delta = 2 G/b: nu^2/Delta^2 = 5 b^2 T alpha/(mu n^2 e)."""
    d = over(2 * G, b)
    return implies(
        below(0, G), below(0, b),
        over(over(20 * T * al * (G * G), mu * n * n * e), d * d).eq(over(5 * (b * b) * T * al, mu * n * n * e)),
    )  # fmt: skip


@ratio_of_noise_to_sensitivity.proof
def _(T, al, G, mu, n, e, b, g0, b0):
    (u, i), (v, j) = positive(G, g0), positive(b, b0)
    d, w = over(2 * G, b), INV(mu * n * n * e)
    few = assume(d * d <= 0)
    sq = ar(d * d * (b * b) <= 0, few, squares=[b])
    sq = ar(G * G <= 0, sq, v, factors=[G * G, G * G * (b * INV(b))])
    bad = ar(G <= 0, sq, u, i, hints=[(0, 2)], factors=[G])
    z, _ = positive(d * d, same(refuting(few.concl, contradiction(g0, bad)), below(0, d * d)))
    inv_ = ar(
        (INV(d * d) * (4 * (G * G))).eq(b * b),
        z,
        v,
        factors=[b * b, INV(d * d) * G * G, INV(d * d) * G * G * b * INV(b)],
    )
    return ar(ratio_of_noise_to_sensitivity.conclusion, inv_, factors=[T * al * w])


@theorem(place="dp-lssgd, Sec. 4, clipping")
def clipped_gradients_have_the_sensitivity(C: Real, p: Real, q: Real, b: Odds):
    """Clipped norms p/max(1, p/C) are at most C, and a mean of b gradients changes by (p + q)/b <= 2 C/b."""
    clip = lambda p: over(p, MAX(1, over(p, C)))
    return implies(below(0, C), (clip(p) <= C) & (over(clip(p) + clip(q), b) <= over(2 * C, b)))


@clipped_gradients_have_the_sensitivity.proof
def _(C, p, q, b, b1, c0):
    unit, i0 = positive(C, c0)
    cp = use(ax("total", C, 0), c0)

    def clipped(p):
        m = MAX(1, over(p, C))
        one, two = ax("max_left", 1, over(p, C)), ax("max_right", 1, over(p, C))
        v, v0 = positive(m, one)
        pm = ar(p <= C * m, ar(C * over(p, C) <= C * m, two, cp), unit, factors=[p])
        return ar(over(p, m) <= C, pm, v, v0, hints=[(0, 2)], factors=[C])

    x, y = clipped(p), clipped(q)
    _, j = positive(b, b1)
    return conj(x, ar(binary(clipped_gradients_have_the_sensitivity.conclusion, "and")[1], x, y, j))


@theorem(place="dp-lssgd, Sec. 4.1, regulariser")
def regulariser_drops_out_of_the_sensitivity(p: Real, q: Real, x: Real):
    """A term x that is the same for all records leaves the difference of two gradients as it is."""
    return ((p + x) - (q + x)).eq(p - q)


@theorem(place="dp-lssgd, App. A.1, sensitivity")
def sensitivity_of_the_query(n: Odds, b: Odds, x: Real, g: Real, h: Real):
    """The query (n/b) (sum of the gradients)/n changes by the difference of two gradients over b."""
    query = lambda whole: over(n, b) * over(whole, n)
    return (query(x + g) - query(x + h)).eq(over(g - h, b))


@theorem(place="dp-lssgd, Lemma 11, orders below 2")
def product_of_two_shifted_gaussians_over_a_third(x: Real, m: Real, k: Real, v: Real):
    """N(m, v) N(k, v)/N(0, v) has the exponent of N(m + k, v) and the factor exp(m k/v)."""
    part = lambda t: over(t * t, 2 * v)
    return implies(below(0, v), (0 - part(x - m) - part(x - k) + part(x)).eq(0 - part(x - m - k) + over(m * k, v)))


@theorem(place="dp-lssgd, App. A.2, first display")
def squared_distance_after_a_step(lam_: Real, x: Real, g: Real, m: Real, q: Real, eta: Real):
    """On a wave: lambda (x - eta g/lambda)^2 = lambda x^2 + eta^2 g^2/lambda - 2 eta g x, and (m + q)^2 opened."""
    step_ = x - eta * over(g, lam_)
    return implies(
        below(0, lam_),
        (lam_ * (step_ * step_)).eq(lam_ * (x * x) + eta * eta * over(g * g, lam_) - 2 * eta * g * x)
        & implies(g.eq(m + q), (g * g).eq(m * m + q * q + 2 * m * q)),
    )  # fmt: skip


@theorem(place="dp-lssgd, App. A.3, first display")
def complete_expansion_of_the_squared_step(g: Real, m: Real, q: Real):
    """The square of g + q is (g - m)^2 + m^2 + q^2 + 2 g q + 2 (g - m) m."""
    return ((g + q) * (g + q)).eq((g - m) * (g - m) + m * m + q * q + 2 * g * q + 2 * (g - m) * m)


@theorem(place="dp-lssgd, App. A.2, after Eq. (9)", claims="factor-four-thirds")
def factor_four_thirds(L: Real, eta: Real):
    """2/(2 - L eta) <= 4/3 for eta <= 1/(2 L)."""
    return implies(below(0, L), eta <= INV(2 * L), over(2, 2 - L * eta) <= Fraction(4, 3))


@factor_four_thirds.proof
def _(L, eta, l0, small):
    (u, i), lp = positive(2 * L, algebra(below(0, 2 * L), l0)), use(ax("total", L, 0), l0)
    half = ar(L * eta <= HALF, ar(2 * L * eta <= 2 * L * INV(2 * L), small, lp), u)
    v, v0 = positive(2 - L * eta, ar(real(1) <= 2 - L * eta, half))
    return ar(
        over(2, 2 - L * eta) <= Fraction(4, 3),
        ar(real(2) <= Fraction(4, 3) * (2 - L * eta), half),
        v,
        v0,
        hints=[(0, 2)],
    )


@theorem(place="dp-lssgd, App. A.3, step size")
def steps_below_one_over_l_are_short(eta: Real, L: Real):
    """1 - eta L/2 is at least 1/2 for eta L <= 1."""
    return implies(eta * L <= 1, 1 - eta * L * HALF >= HALF)


@theorem(place="dp-lssgd, App. A.2, Eq. (9)")
def gradient_below_the_gap(f: Real, least_: Real, stepped: Real, g: Real, L: Real, eta: Real):
    """If a step of an L-smooth loss goes no lower than f*, then (1 - L eta/2) eta g <= f - f*."""
    return implies(
        least_ <= stepped, stepped <= f - eta * g + L * (eta * eta) * g * HALF,
        (1 - L * eta * HALF) * eta * g <= f - least_,
    )  # fmt: skip


@theorem(place="dp-lssgd, App. A.2, Eq. (9)")
def squared_gradient_below_twice_the_gap(f: Real, least_: Real, stepped: Real, g: Real, L: Real):
    """If a step of 1/L goes no lower than the minimum and to f - g/L + g/(2 L) at most: g <= 2 L (f - f*)."""
    return implies(
        below(0, L), least_ <= stepped, stepped <= f - over(g, L) + over(g, 2 * L), g <= 2 * L * (f - least_)
    )


@squared_gradient_below_twice_the_gap.proof
def _(f, least_, stepped, g, L, l0, low, high):
    (u, _), (v, _), lp = positive(L, l0), positive(2 * L, algebra(below(0, 2 * L), l0)), use(ax("total", L, 0), l0)
    half = ar(INV(2 * L).eq(HALF * INV(L)), u, v, factors=[INV(L), INV(2 * L)])
    chain = ar(least_ <= f - HALF * over(g, L), low, high, half, factors=[g])
    return ar(g <= 2 * L * (f - least_), chain, lp, u, hints=[(0, 1)], factors=[g])


@theorem(place="dp-lssgd, App. A.2, noise", claims="noise-with-twice-the-constant")
def noise_with_twice_the_constant(n: Odds, G: Real, T: Nonneg, l: Real, e: Real, mu: Real):
    """For e <= l the variance 20 T alpha G^2/(mu n^2 e) is at most twice 20 T G^2 l/(n^2 e^2 mu (1 - mu))."""
    order = over(l, (1 - mu) * e) + 1
    return implies(
        below(0, e), below(0, mu), below(mu, 1), e <= l,
        over(20 * T * order * (G * G), mu * n * n * e)
        <= 2 * over(20 * T * (G * G) * l, n * n * e * e * mu * (1 - mu)),
    )  # fmt: skip


@noise_with_twice_the_constant.proof
def _(n, G, T, l, e, mu, n1, t0, e0, m0, m1, el):
    r = algebra(below(0, 1 - mu), m1)
    (ur, ir), (ue, ie), (um, im), (un, in_) = positive(1 - mu, r), positive(e, e0), positive(mu, m0), positive(n, n1)
    I = INV
    re, den, all_ = (1 - mu) * e, mu * n * n * e, n * n * e * e * mu * (1 - mu)

    def inv_of(t, value, factors):
        """inv(t) = value, where t value = 1."""
        one = ar((t * value).eq(1), ur, ue, um, un, factors=factors)
        zero = assume(t.eq(0))
        unit = inverse(t, refuting(zero.concl, impossible(ar(real(1) <= 0, one, zero, factors=[value]))))
        return ar(I(t).eq(value), one, unit, factors=[I(t), value])

    a_, b_, c_, d_ = I(1 - mu), I(e), I(mu), I(n)
    re_ = inv_of(re, a_ * b_, [real(1), (1 - mu) * a_])
    den_ = inv_of(den, c_ * d_ * d_ * b_, [real(1), mu * c_, mu * c_ * n * d_, mu * c_ * n * d_ * n * d_])
    x0 = mu * c_
    all__ = inv_of(all_, d_ * d_ * b_ * b_ * c_ * a_, [real(1), n * d_, n * d_ * n * d_, n * d_ * n * d_ * e * b_,
                   n * d_ * n * d_ * e * b_ * e * b_, n * d_ * n * d_ * e * b_ * e * b_ * x0])  # fmt: skip
    # 1 <= l/((1 - mu) e)
    one = ar(
        real(1) <= l * (a_ * b_),
        ar(1 - mu <= 1, use(ax("total", mu, 0), m0)),
        el,
        ur,
        ue,
        ir,
        ie,
        ar(real(1) <= l * b_, el, ue, ie, hints=[(0, 2)]),
        ar(real(1) <= a_, ur, ir, use(ax("total", mu, 0), m0), hints=[(1, 2)]),
    )
    w = T * (G * G) * (c_ * d_ * d_ * b_)
    w0 = ar(
        real(0) <= w,
        ar(real(0) <= T * (G * G), t0, squares=[G]),
        ar(real(0) <= c_ * d_ * d_ * b_, ar(real(0) <= c_ * b_, im, ie), squares=[d_]),
    )
    order = over(l, re) + 1
    left_ = ar((20 * T * order * (G * G) * I(den)).eq(20 * w * (l * (a_ * b_) + 1)), den_, re_,
               factors=[20 * T * order * (G * G), l * w])  # fmt: skip
    right_ = ar((20 * T * (G * G) * l * I(all_)).eq(20 * w * (l * (a_ * b_))), all__, factors=[20 * T * (G * G) * l])
    return ar(noise_with_twice_the_constant.conclusion, left_, right_, ar(w * 1 <= w * (l * (a_ * b_)), one, w0))


@theorem(place="dp-lssgd, Theorem 4")
def conditions_bound_the_dimension(
    mu: Real, d: Real, G: Real, l: Real, b: Real, p: Real, c: Nonneg, Q: Nonneg, e: Real
):
    """The two conditions bound the dimension: 3 mu (1 - mu) d G^2 <= 20 b^2 c Q."""
    return implies(
        below(0, l), mu <= 1, 3 * mu * d * (G * G) * l <= 10 * (b * b) * p * c * Q * e, p * (1 - mu) * e <= 2 * l,
        3 * mu * (1 - mu) * d * (G * G) <= 20 * (b * b) * c * Q,
    )  # fmt: skip


@conditions_bound_the_dimension.proof
def _(mu, d, G, l, b, p, c, Q, e, c0, q0, l0, m1, one, two):
    unit, i0 = positive(l, l0)
    k = ar(real(0) <= b * b * (c * Q), ar(real(0) <= c * Q, c0, q0), squares=[b])
    up = ar((1 - mu) * (3 * mu * d * (G * G) * l) <= (1 - mu) * (10 * (b * b) * p * c * Q * e), one, m1)
    top = ar(b * b * (c * Q) * (p * (1 - mu) * e) <= b * b * (c * Q) * (2 * l), two, k)
    x, y = 3 * mu * (1 - mu) * d * (G * G), 20 * (b * b) * c * Q
    return ar(x <= y, ar(x * l <= y * l, up, top), unit, i0, hints=[(0, 2)], factors=[x, y])


@theorem(place="dp-lssgd, App. C, last display")
def smoothing_is_a_step_of_the_heat_equation(t: Real, h: Real, V: Real, v: Real, l: Real, r: Real):
    """A step of backward Euler says the same as (1 + 2 s) V - s (l + r) = v with s = t/h^2."""
    s = over(t, h * h)
    euler, row = over(V - v, t).eq(over(l - 2 * V + r, h * h)), ((1 + 2 * s) * V - s * (l + r)).eq(v)
    return implies(below(0, t), implies(euler, row) & implies(row, euler))


@smoothing_is_a_step_of_the_heat_equation.proof
def _(t, h, V, v, l, r, t0):
    u, _ = positive(t, t0)
    s = over(t, h * h)
    euler, row = over(V - v, t).eq(over(l - 2 * V + r, h * h)), ((1 + 2 * s) * V - s * (l + r)).eq(v)
    one, two = assume(euler), assume(row)
    first = ar(row, one, u, factors=[t, V - v])
    second = ar(euler, two, u, factors=[INV(t), (l - 2 * V + r) * INV(h * h)])
    return conj(discharge(euler, first), discharge(row, second))


by_algebra(
    regulariser_drops_out_of_the_sensitivity, sensitivity_of_the_query, product_of_two_shifted_gaussians_over_a_third,
    squared_distance_after_a_step, complete_expansion_of_the_squared_step, steps_below_one_over_l_are_short,
    gradient_below_the_gap,
)  # fmt: skip
