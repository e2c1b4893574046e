"""Moments of privacy losses as means: both directions, normal laws, conversions by Chernoff's bound, sums."""

from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.displays_of_the_lecture import (
    exponents_of_a_sum_of_gaussians,
    union_bound_loses_next_to_nothing,
)
from sdp_proofs.logic.theories.displays_of_the_project import moments_of_both_directions
from sdp_proofs.logic.theories.entropies import *
from sdp_proofs.logic.theories.mixed_sources import means_of_products_over_records
from sdp_proofs.logic.theories.normal_laws import *
from sdp_proofs.logic.vocabulary import *

a, r_, k_, n_, f = var("a", A), var("r", R), var("k", N), var("n", N), var("f", fn(A, R))
HALF = Fraction(1, 2)


@theorem(place="Accounting by moments", claims="moments-of-both-directions")
def moments_of_one_direction_are_those_of_both(z: Real, c: Real, M: Fun(Fun(A, R), R), p: Fun(A, R), q: Fun(A, R)):
    """With F(w) the mean of r^w under Q: E_P r^z = F(1 + z), for (Q, P) F(-z); Renyi's divergence is log E_P r^c/c."""
    r = lambda a: over(p(a), q(a))
    F = lambda w: M(lambda a: q(a) * EXP(w * LOG(r(a))))
    there, back = M(lambda a: p(a) * EXP(z * LOG(r(a)))), M(lambda a: q(a) * EXP(z * LOG(over(q(a), p(a)))))
    renyi = over(LOG(F(1 + c)), c).eq(over(LOG(M(lambda a: p(a) * EXP(c * LOG(r(a))))), c))
    return implies(each(A, lambda a: below(0, p(a)) & below(0, q(a))), (there.eq(F(1 + z)) & back.eq(F(0 - z))) & renyi)


@moments_of_one_direction_are_those_of_both.proof
def _(z, c, M, p, q, pos):
    u, w = p(a), q(a)
    p0, q0 = left(spec(pos, a)), right(spec(pos, a))
    r = u * INV(w)

    def up(z):
        th = use(moments_of_both_directions(u, w, z), p0, q0)
        return under(th, a, M)

    lu, lw = use(logs_of_quotients(u, w), p0, q0), use(logs_of_quotients(w, u), q0, p0)
    x = LOG(w * INV(u))
    turn = ar((z * x).eq((0 - z) * LOG(r)), lu, lw, factors=[z])
    point_ = subst(turn, refl(w * EXP(z * x)), lambda t: eq(w * EXP(z * x), w * EXP(t)))
    back = under(point_, a, M)
    F = M(lam(a, w * EXP((1 + c) * LOG(r))))
    goal = over(LOG(F), c)
    renyi = subst(symmetric(up(c)), refl(goal), lambda t: eq(goal, over(LOG(t), c)))
    return conj(conj(up(z), back), renyi)


@theorem
def powers_of_exponentials(x: Real, n: Nat):
    """The n-th power of exp(x) is exp(n x)."""
    return power(EXP(x), n).eq(EXP(num(n) * x))


@powers_of_exponentials.proof
def _(x, n):
    claim = lambda n: power(EXP(x), n).eq(EXP(num(n) * x))
    at_zero = subst(ar(real(0).eq(num(ZERO) * x)), exp_zero.thm, lambda t: EXP(t).eq(1))
    base = ar(claim(ZERO), at_zero)
    more = rewrite(ax("exp_plus", num(n_) * x, x), num(n_) * x + x, num(SUCC(n_)) * x)
    step_ = ar(claim(SUCC(n_)), assume(claim(n_)), more, factors=[EXP(x)])
    return spec(induct(n_, base, discharge(claim(n_), step_)), n)


def all_normal(s, c, ig, M):
    """The premise that the normal density about each place is integrable and has mass 1."""
    return each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1))


@theorem(place="Accounting by moments", claims="moments-of-the-gaussian-loss")
def moments_of_the_loss_of_normal_laws(c: Real, mu: Real, z: Real, T: Nat, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """Normal laws mu apart: the loss mu x - mu^2/2 has the moments exp(z (z + 1) mu^2/2); T steps have T mu^2."""
    p = lambda m: lambda x: c * EXP(0 - HALF * ((x - m) * (x - m)))
    loss = lambda x: mu * x - HALF * (mu * mu)
    moment = lambda d: EXP(HALF * (z * (z + 1)) * d)
    losses = each(R, lambda x: LOG(over(p(mu)(x), p(real(0))(x))).eq(loss(x)))
    mean = M(lambda x: p(mu)(x) * EXP(z * loss(x)))
    return implies(
        below(0, c),
        integral(ig, M),
        all_normal(real(HALF), c, ig, M),
        (losses & mean.eq(moment(mu * mu))) & power(mean, T).eq(moment(num(T) * (mu * mu))),
    )


@moments_of_the_loss_of_normal_laws.proof
def _(c, mu, z, T, ig, M, c0, iM, good):
    x = r_
    e = lambda m: 0 - HALF * ((x - m) * (x - m))
    p = lambda m: c * EXP(e(m))
    loss = mu * x - HALF * (mu * mu)
    pos = lambda m: same(use(products_are_positive(c, EXP(e(m))), c0, exp_is_positive(e(m))), below(0, p(m)))
    zero = real(0)
    logs = lambda m: use(logs_of_products(c, EXP(e(m))), c0, exp_is_positive(e(m)))
    quotient = use(logs_of_quotients(p(mu), p(zero)), pos(mu), pos(zero))
    one = ar(
        LOG(p(mu) * INV(p(zero))).eq(loss),
        quotient,
        logs(mu),
        logs(zero),
        logs_undo_exponentials(e(mu)),
        logs_undo_exponentials(e(zero)),
    )
    th = moments_of_the_normal_law(real(HALF), c, z, mu, zero, ig, M)
    th = use(th, ar(real(0) <= HALF), iM, good)
    whole = e(mu) + z * (e(mu) - e(zero))
    exponent = ar(whole.eq(e(mu) + z * loss))
    split_ = ax("exp_plus", e(mu), z * loss)
    split_ = subst(symmetric(exponent), split_, lambda t: EXP(t).eq(EXP(e(mu)) * EXP(z * loss)))
    point_ = ar((c * EXP(whole)).eq(p(mu) * EXP(z * loss)), split_, factors=[c])
    equal = under(point_, x, M)
    d = mu * mu
    moment = lambda d: EXP(HALF * (z * (z + 1)) * d)
    mean = M(lam(x, p(mu) * EXP(z * loss)))
    value = ar((HALF * z * (z + 1) * (mu - 0) * (mu - 0)).eq(HALF * (z * (z + 1)) * d))
    top = subst(
        value,
        refl(EXP(HALF * z * (z + 1) * (mu - 0) * (mu - 0))),
        lambda t: EXP(HALF * z * (z + 1) * (mu - 0) * (mu - 0)).eq(EXP(t)),
    )
    first = ar(mean.eq(moment(d)), th, equal, top)
    powers = powers_of_exponentials(HALF * (z * (z + 1)) * d, T)
    inner = ar((num(T) * (HALF * (z * (z + 1)) * d)).eq(HALF * (z * (z + 1)) * (num(T) * d)))
    powers = subst(inner, powers, lambda t: power(moment(d), T).eq(EXP(t)))
    second = subst(symmetric(first), powers, lambda t: power(t, T).eq(moment(num(T) * d)))
    return conj(conj(gen(x, one), first), second)


@theorem(place="Accounting by moments", claims="moments-of-the-sampled-gaussian-at-integers")
def powers_of_the_sampled_likelihood_ratio(
    q: Real, s: Nonneg, c: Real, k: Real, n: Nat, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """With r(x) = exp((x - 1/2)/v), s = 1/(2 v): E r^k = exp(k (k - 1)/(2 v)); (1 - q + q r)^n has the terms r^k."""
    ratio = lambda x: EXP(2 * s * (x - HALF))
    density = lambda x: c * EXP(0 - s * (x * x))
    moment = M(lambda x: density(x) * EXP(k * (2 * s * (x - HALF)))).eq(EXP(s * (k * (k - 1))))
    terms = each(
        R, lambda x: power(1 - q + q * ratio(x), n).eq(heads(q, n, lambda j: EXP(num(j) * (2 * s * (x - HALF)))))
    )
    return implies(integral(ig, M), all_normal(s, c, ig, M), moment & terms)


@powers_of_the_sampled_likelihood_ratio.proof
def _(q, s, c, k, n, ig, M, s0, iM, good):
    x, j = r_, var("j", N)
    e = lambda m: 0 - s * ((x - m) * (x - m))
    one, zero, l = real(1), real(0), k - 1
    th = use(moments_of_the_normal_law(s, c, l, one, zero, ig, M), s0, iM, good)
    whole, base, more = e(one) + l * (e(one) - e(zero)), 0 - s * (x * x), k * (2 * s * (x - HALF))
    exponent = ar(whole.eq(base + more))
    split_ = subst(symmetric(exponent), ax("exp_plus", base, more), lambda t: EXP(t).eq(EXP(base) * EXP(more)))
    equal = under(ar((c * EXP(whole)).eq(c * EXP(base) * EXP(more)), split_, factors=[c]), x, M)
    mean = M(lam(x, c * EXP(base) * EXP(more)))
    value = s * l * (l + 1) * (one - zero) * (one - zero)
    top = subst(ar(value.eq(s * (k * (k - 1)))), refl(EXP(value)), lambda t: EXP(value).eq(EXP(t)))
    first = ar(mean.eq(EXP(s * (k * (k - 1)))), th, equal, top)
    t = 2 * s * (x - HALF)
    own = heads_generating(q, EXP(t), n)
    terms = ext(j, powers_of_exponentials(t, j))
    g = lam(j, power(EXP(t), j))
    own = same(own, heads(q, n, g).eq(power(q * EXP(t) + 1 - q, n)))
    own = subst(terms, own, lambda h: heads(q, n, h).eq(power(q * EXP(t) + 1 - q, n)))
    order = ar((q * EXP(t) + 1 - q).eq(1 - q + q * EXP(t)))
    own = subst(order, own, lambda u: heads(q, n, lam(j, EXP(num(j) * t))).eq(power(u, n)))
    return conj(first, gen(x, symmetric(own)))


@theorem(place="Accounting by moments", claims="moments-of-the-discrete-gaussian-loss")
def loss_of_the_discrete_gaussian(c: Real, v: Real, d: Real, k: Real):
    """Noise of probabilities c exp(-k^2/(2 v)): the loss at k, about 0 and about d, is (d^2 - 2 k d)/(2 v)."""
    p = lambda k: c * EXP(0 - over(k * k, 2 * v))
    loss = over(d * d - 2 * k * d, 2 * v)
    ratio = over(p(k), p(k - d))
    return implies(below(0, c), ratio.eq(EXP(loss)) & LOG(ratio).eq(loss))


@loss_of_the_discrete_gaussian.proof
def _(c, v, d, k, c0):
    e = lambda k: 0 - over(k * k, 2 * v)
    p, loss = lambda k: c * EXP(e(k)), over(d * d - 2 * k * d, 2 * v)
    pos = same(use(products_are_positive(c, EXP(e(k - d))), c0, exp_is_positive(e(k - d))), below(0, p(k - d)))
    unit, _ = positive(p(k - d), pos)
    grown = subst(
        ar((loss + e(k - d)).eq(e(k))), ax("exp_plus", loss, e(k - d)), lambda t: EXP(t).eq(EXP(loss) * EXP(e(k - d)))
    )
    ratio = over(p(k), p(k - d))
    first = ar(ratio.eq(EXP(loss)), grown, unit, factors=[c * INV(p(k - d)), EXP(loss)])
    second = subst(symmetric(first), logs_undo_exponentials(loss), lambda t: LOG(t).eq(loss))
    return conj(first, second)


# ---- conversions ---------------------------------------------------------------------------------------------------
def loss_pair(M, p, l, e):
    """The slack at epsilon e of a law of density p against the one whose losses are l: densities p and p exp(-l)."""
    return divergence(EXP(e), weighted(M, p), weighted(M, lambda a: p(a) * EXP(0 - l(a))))


def integrable(ig, M, p, l, e, c):
    """The premises of a conversion: both densities have mass 1, and what is averaged is integrable."""
    q = lambda a: p(a) * EXP(0 - l(a))
    masses = M(p).eq(1) & M(q).eq(1)
    return (
        integral(ig, M),
        ig(p) & ig(q) & masses,
        ig(lambda a: p(a) * MAX(0, 1 - EXP(e - l(a)))) & ig(lambda a: p(a) * EXP(c * l(a))),
    )


@theorem
def divergence_by_chernoffs_bound(
    e: Real, c: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), l: Fun(A, R)
):
    """With losses l the divergence at e is at most k(c) exp(-c e) E exp(c l), k(c) = c^c/(1 + c)^(1 + c)."""
    k = EXP(c * LOG(c) - (1 + c) * LOG(1 + c))
    moment = M(lambda a: p(a) * EXP(c * l(a)))
    return implies(below(0, c), *integrable(ig, M, p, l, e, c), loss_pair(M, p, l, e) <= k * EXP(0 - c * e) * moment)


@divergence_by_chernoffs_bound.proof
def _(e, c, ig, M, p, l, p0, c0, iM, densities, goods):
    ip, iq, mp_, mq = parts(densities)
    good, moment_ = parts(goods)
    q = lam(a, p(a) * EXP(0 - l(a)))
    x = l(a)
    q0 = gen(a, same(ar(real(0) <= p(a) * EXP(0 - x), spec(p0, a), exp_positive(0 - x)), real(0) <= q(a)))
    grown = ax("exp_plus", e, 0 - x)
    grown = subst(ar((e + (0 - x)).eq(e - x)), grown, lambda t: EXP(t).eq(EXP(e) * EXP(0 - x)))
    u, m = 1 - EXP(e - x), MAX(0, 1 - EXP(e - x))
    inner = p(a) - EXP(e) * q(a)
    equal = ar(inner.eq(p(a) * u), grown, factors=[p(a)])
    top = MAX(0, inner)
    # max(0, p u) = p max(0, u), as p >= 0: both least bounds
    pos, neg = assume(u <= 0), assume(not_(u <= 0))
    pu, m0, m1 = spec(p0, a), ax("max_left", 0, u), ax("max_right", 0, u)
    zero = use(ax("antisymmetry", m, 0), use(ax("max_least", 0, u, 0), ar(real(0) <= 0), pos), m0)
    tz = use(ax("max_least", 0, inner, 0), ar(real(0) <= 0), ar(inner <= 0, equal, ar(p(a) * u <= 0, pos, pu)))
    whole = use(ax("antisymmetry", m, u), use(ax("max_least", 0, u, u), use(ax("total", u, 0), neg), ar(u <= u)), m1)
    ti = use(
        ax("max_least", 0, inner, inner),
        ar(real(0) <= inner, equal, ar(real(0) <= p(a) * u, pu, use(ax("total", u, 0), neg))),
        ar(inner <= inner),
    )
    goal = top.eq(p(a) * m)
    first = use(
        ax("antisymmetry", top, p(a) * m),
        ar(top <= p(a) * m, tz, zero, factors=[p(a)]),
        ar(p(a) * m <= top, ax("max_left", 0, inner), zero, factors=[p(a)]),
    )
    second = use(
        ax("antisymmetry", top, p(a) * m),
        ar(top <= p(a) * m, ti, equal, whole, factors=[p(a)]),
        ar(p(a) * m <= top, ax("max_right", 0, inner), equal, whole, factors=[p(a)]),
    )
    point_ = cases(pos.concl, same(first, goal), same(second, goal))
    equation = ext(a, symmetric(point_))
    gain = lam(a, MAX(0, p(a) - EXP(e) * q(a)))
    good_ = same(subst(equation, good, ig), ig(gain))
    e0 = ar(real(0) <= EXP(e), exp_positive(e))
    th = divergence_is_the_sum_of_positive_parts(EXP(e), ig, M, p, q)
    th = use(th, e0, p0, q0, iM, ip, iq, good_, mp_, mq)
    means = under(symmetric(point_), a, M)
    bound = use(delta_is_below_its_chernoff_bound(e, c, ig, M, p, l), p0, iM, c0, good, moment_)
    k = EXP(c * LOG(c) - (1 + c) * LOG(1 + c))
    goal = loss_pair(M, p, l, e) <= k * EXP(0 - c * e) * M(lam(a, p(a) * EXP(c * l(a))))
    return ar(goal, left(left(th)), means, left(bound))


@theorem(place="Accounting by Renyi divergences", claims="renyi-conversion-is-chernoffs-bound")
def renyi_conversion_of_a_pair(
    c: Real, D: Real, d: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), l: Fun(A, R)
):
    """With D = log E exp(c l)/c, e = D + log(c/(1 + c)) - (log d + log(1 + c))/c: the slack at e is at most d."""
    e = D + LOG(over(c, 1 + c)) - over(LOG(d) + LOG(1 + c), c)
    moment = M(lambda a: p(a) * EXP(c * l(a)))
    bound = EXP(c * LOG(c) - (1 + c) * LOG(1 + c)) * moment * EXP(0 - c * e)
    return implies(
        below(0, c),
        below(0, d),
        below(0, moment),
        D.eq(over(LOG(moment), c)),
        *integrable(ig, M, p, l, e, c),
        bound.eq(d) & (loss_pair(M, p, l, e) <= d),
    )


@renyi_conversion_of_a_pair.proof
def _(c, D, d, ig, M, p, l, p0, c0, d0, pos, D_, iM, densities, goods):
    e = D + LOG(over(c, 1 + c)) - over(LOG(d) + LOG(1 + c), c)
    moment = M(lam(a, p(a) * EXP(c * l(a))))
    unit, _ = positive(c, c0)
    cd = ar((c * D).eq(LOG(moment)), D_, unit, factors=[c, LOG(moment)])
    k = c * LOG(c) - (1 + c) * LOG(1 + c)
    line = ar((k + LOG(moment) - c * e).eq(LOG(d)), use(renyi_conversion_is_chernoffs_bound(c, D, d), c0), cd)
    one, two = ax("exp_plus", k, LOG(moment)), ax("exp_plus", k + LOG(moment), 0 - c * e)
    two = subst(
        ar((k + LOG(moment) + (0 - c * e)).eq(LOG(d)), line),
        two,
        lambda t: EXP(t).eq(EXP(k + LOG(moment)) * EXP(0 - c * e)),
    )
    bound = EXP(k) * moment * EXP(0 - c * e)
    equal = ar(
        bound.eq(d),
        one,
        two,
        use(ax("exp_log", d), d0),
        use(ax("exp_log", moment), pos),
        factors=[EXP(0 - c * e), EXP(k), EXP(k) * EXP(0 - c * e)],
    )
    th = use(divergence_by_chernoffs_bound(e, c, ig, M, p, l), p0, c0, iM, densities, goods)
    return conj(equal, ar(loss_pair(M, p, l, e) <= d, th, equal))


@theorem(place="Accounting by Renyi divergences", claims="zero-concentrated-conversion")
def zero_concentrated_conversion_of_a_pair(
    rho: Real, s: Real, d: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), l: Fun(A, R)
):
    """If log E exp(c l) <= rho c (c + 1) for c = s/rho, s^2 = rho log(1/d): slack d at rho + 2 s, exp(-s^2/rho) = d."""
    c, e = over(s, rho), rho + 2 * s
    moment = M(lambda a: p(a) * EXP(c * l(a)))
    return implies(
        below(0, rho),
        below(0, s),
        below(0, d),
        (s * s).eq(rho * LOG(INV(d))),
        moment <= EXP(rho * (c * (c + 1))),
        *integrable(ig, M, p, l, e, c),
        EXP(0 - over(s * s, rho)).eq(d) & (loss_pair(M, p, l, e) <= d),
    )


@zero_concentrated_conversion_of_a_pair.proof
def _(rho, s, d, ig, M, p, l, p0, r0, s0, d0, root, small, iM, densities, goods):
    c, e = over(s, rho), rho + 2 * s
    (u, i), ge = positive(rho, r0), use(ax("total", s, 0), s0)
    c0 = refuting(
        c <= 0,
        contradiction(s0, ar(s <= 0, ar(rho * c <= 0, assume(c <= 0), use(ax("total", rho, 0), r0)), u, factors=[s])),
    )
    c0 = same(c0, below(0, c))
    th = use(divergence_by_chernoffs_bound(e, c, ig, M, p, l), p0, c0, iM, densities, goods)
    known = use(zero_concentrated_conversion(rho, s, d), r0, s0, d0, root)
    exact, strict_ = left(known), right(known)
    k, moment = c * LOG(c) - (1 + c) * LOG(1 + c), M(lam(a, p(a) * EXP(c * l(a))))
    w = rho * (c * (c + 1))
    one, two = ax("exp_plus", k, w), ax("exp_plus", k + w, 0 - c * e)
    inside = binary(normal(strict_.concl), "implies")[0]
    top = binary(inside, "le")[1]
    arg = spine(top)[1][0]
    two = subst(ar((k + w + (0 - c * e)).eq(arg)), two, lambda t: EXP(t).eq(EXP(k + w) * EXP(0 - c * e)))
    le = ar(
        EXP(k) * EXP(0 - c * e) * EXP(w) <= d,
        one,
        two,
        use(ax("total", d, top), strict_),
        factors=[EXP(0 - c * e), EXP(k)],
    )
    kk = ar(real(0) <= EXP(k) * EXP(0 - c * e), exp_positive(k), exp_positive(0 - c * e))
    end = ar(
        loss_pair(M, p, l, e) <= d,
        th,
        ar(EXP(k) * EXP(0 - c * e) * moment <= EXP(k) * EXP(0 - c * e) * EXP(w), small, kk),
        le,
    )
    return conj(exact, end)


# ---- sums ----------------------------------------------------------------------------------------------------------
@theorem(place="Random allocation and mixtures", claims="excess-and-shortfall-differ-by-the-distance-of-the-mean")
def mean_excess_and_mean_shortfall(ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), s: Fun(A, R), k: Real, m: Real):
    """E (S - K)_+ = E (K - S)_+ + E S - K for integrable S, as at every value; the excess falls in K."""
    up, down = lambda k: M(lambda a: MAX(0, s(a) - k)), M(lambda a: MAX(0, k - s(a)))
    values = each(
        R, lambda x: MAX(0, x - k).eq(MAX(0, k - x) + x - k) & implies(k <= m, MAX(0, x - m) <= MAX(0, x - k))
    )
    inside = lambda k: ig(lambda a: MAX(0, s(a) - k)) & ig(lambda a: MAX(0, k - s(a)))
    return implies(
        integral(ig, M),
        ig(lambda a: 1),
        M(lambda a: 1).eq(1),
        ig(s),
        inside(k),
        inside(m),
        (values & up(k).eq(down + M(s) - k)) & implies(k <= m, up(m) <= up(k)),
    )


@mean_excess_and_mean_shortfall.proof
def _(ig, M, s, k, m, iM, one, mass, good, ik, im):
    x = var("x", R)
    (pk, nk), (pm, _) = parts(ik), parts(im)
    exact = lambda x: algebra(MAX(0, x - k).eq(MAX(0, k - x) + x - k))
    le = assume(k <= m)
    fall = lambda x: algebra(MAX(0, x - m) <= MAX(0, x - k), le)
    values = gen(x, conj(exact(x), discharge(le.concl, fall(x))))
    V = Mean(iM, inside=[good, pk, nk, pm, one])
    whole = V.eq(a, exact(s(a)))
    up, down = M(lam(a, MAX(0, s(a) - k))), M(lam(a, MAX(0, k - s(a))))
    equal = ar(up.eq(down + M(s) - k), whole, mass, factors=[k])
    less = discharge(le.concl, V.le(a, fall(s(a))))
    return conj(conj(values, equal), less)


def normal_of(K, v, m):
    """The normal density of variance v about m, K being 1/sqrt(2 pi)."""
    return lambda x: K * EXP(0 - HALF * LOG(v)) * EXP(0 - over((x - m) * (x - m), 2 * v))


@theorem(place="Gaussian noise, sums", claims="sums-of-independent-gaussians-are-gaussian")
def sum_of_independent_normal_variables(
    K: Real, m: Real, y: Real, v: Real, w: Real, x: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """The density at x of a sum, E over t of N(m, v)(t) N(y, w)(x - t), is that of N(m + y, v + w)."""
    of = lambda v, m: normal_of(K, v, m)
    return implies(
        below(0, v),
        below(0, w),
        integral(ig, M),
        each(R, lambda v: each(R, lambda m: implies(below(0, v), ig(of(v, m)) & M(of(v, m)).eq(1)))),
        M(lambda t: of(v, m)(t) * of(w, y)(x - t)).eq(of(v + w, m + y)(x)),
    )


@sum_of_independent_normal_variables.proof
def _(K, m, y, v, w, x, ig, M, v0, w0, iM, good):
    t, i = var("t", R), INV(v + w)
    s0 = same(algebra(below(0, v + w), v0, w0), below(0, v + w))
    u, _ = positive(v + w, s0)
    (uv, _), (uw, _) = positive(v, v0), positive(w, w0)
    vw0 = use(products_are_positive(v, w), v0, w0)
    inv0 = refuting(
        i <= 0,
        contradiction(
            s0, ar(v + w <= 0, ar((v + w) * (v + w) * i <= 0, assume(i <= 0), squares=[v + w]), u, factors=[v + w])
        ),
    )
    inv0 = same(inv0, below(0, i))
    r, mean = v * w * i, (w * m + v * (x - y)) * i
    r0 = same(use(products_are_positive(v * w, i), vw0, inv0), below(0, r))
    log_r = use(logs_of_products(v * w, i), vw0, inv0)
    log_i = use(log_of_an_inverse(v + w), s0)
    logs = ar((LOG(v) + LOG(w)).eq(LOG(v + w) + LOG(r)), log_r, log_i, use(logs_of_products(v, w), v0, w0))
    e = lambda v, m, x: 0 - over((x - m) * (x - m), 2 * v)
    th = use(exponents_of_a_sum_of_gaussians(t, x, m, y, v, w), v0, w0)
    (u2, _), (ur, _) = (
        positive(2 * v * w, algebra(below(0, 2 * v * w), vw0)),
        positive(2 * r, same(use(products_are_positive(real(2), r), algebra(below(0, 2)), r0), below(0, 2 * r))),
    )
    # (v + w)/(2 v w) is 1/(2 r)
    turn = ar(
        ((v + w) * INV(2 * v * w)).eq(INV(2 * r)),
        u,
        u2,
        ur,
        factors=[(v + w) * INV(2 * v * w), (v + w) * i * INV(2 * r), INV(2 * r)],
    )
    d = t - mean
    sums = ar((e(v, m, t) + e(w, y, x - t)).eq(e(v + w, m + y, x) + e(r, mean, t)), th, turn, factors=[d * d])
    lv, lw, ls, lr = (0 - HALF * LOG(z) for z in (v, w, v + w, r))
    heights = ar((lv + lw).eq(ls + lr), logs)
    two = ax("exp_plus", lv, lw), ax("exp_plus", ls, lr)
    two = ar(
        (EXP(lv) * EXP(lw)).eq(EXP(ls) * EXP(lr)),
        two[0],
        subst(symmetric(heights), two[1], lambda t: EXP(t).eq(EXP(ls) * EXP(lr))),
    )
    es = e(v, m, t), e(w, y, x - t), e(v + w, m + y, x), e(r, mean, t)
    three = ax("exp_plus", es[0], es[1]), ax("exp_plus", es[2], es[3])
    three = ar(
        (EXP(es[0]) * EXP(es[1])).eq(EXP(es[2]) * EXP(es[3])),
        three[0],
        subst(symmetric(sums), three[1], lambda t: EXP(t).eq(EXP(es[2]) * EXP(es[3]))),
    )
    of = lambda v, m, x: K * EXP(0 - HALF * LOG(v)) * EXP(e(v, m, x))
    point_ = ar(
        (of(v, m, t) * of(w, y, x - t)).eq(of(v + w, m + y, x) * of(r, mean, t)),
        two,
        three,
        factors=[K * K * EXP(es[0]) * EXP(es[1]), K * K * EXP(ls) * EXP(lr)],
    )
    inside, one = parts(mp(spec(good, r, mean), r0))
    th = Mean(iM, inside=[same(inside, ig(lam(t, of(r, mean, t))))]).eq_by(t, point_)
    one = same(one, M(lam(t, of(r, mean, t))).eq(1))
    return ar(
        M(lam(t, of(v, m, t) * of(w, y, x - t))).eq(of(v + w, m + y, x)),
        th,
        one,
        factors=[of(v + w, m + y, x), K * K * EXP(ls) * EXP(es[2])],
    )


@theorem(place="Laplace utility, high probability", claims="the-union-bound-loses-next-to-nothing")
def all_coordinates_are_within_the_bound(beta: Rate, K: Nat, P: Law[X], S: Fun(X, o), v0: X):
    """If one coordinate is within with chance 1 - beta/K, all K independent ones are with its K-th power."""
    share, j, xs = 1 - over(beta, num(SUCC(K))), var("j", N), var("xs", fn(N, X))
    all_ = databases(v0, SUCC(K), lam(j, P))(lam(xs, product(lam(j, truth(S(xs(j)))), SUCC(K))))
    whole = (1 - beta <= all_) & (all_ <= EXP(0 - beta)) & implies(eq(K, ZERO), all_.eq(1 - beta))
    return implies(prob(P, S).eq(share), all_.eq(power(share, SUCC(K))) & whole)


@all_coordinates_are_within_the_bound.proof
def _(beta, K, P, S, v0, b0, b1, lP, one):
    share, j, xs, v = 1 - over(beta, num(SUCC(K))), var("j", N), var("xs", fn(N, X)), var("v", X)
    g = lam(j, lam(v, truth(S(v))))
    s, n = lam(j, P), SUCC(K)
    goods = gen(j, conj(same(lP, law(s(j))), same(truth_is_bounded(v, S(v)), bounded(g(j)))))
    all_ = databases(v0, n, s)(lam(xs, product(lam(j, truth(S(xs(j)))), n)))
    th = right(use(at(means_of_products_over_records(v0), n, s, g), goods))
    claim = lambda m: product(lam(j, s(j)(g(j))), m).eq(power(share, m))
    m = var("m", N)
    own = same(one, s(m)(g(m)).eq(share))
    step_ = ar(
        claim(SUCC(m)), assume(claim(m)), own, factors=[power(share, m), s(m)(g(m)), product(lam(j, s(j)(g(j))), m)]
    )
    powers = spec(induct(m, ar(claim(ZERO)), discharge(claim(m), step_)), n)
    equal = ar(all_.eq(power(share, n)), same(th, all_.eq(product(lam(j, s(j)(g(j))), n))), powers)
    known = parts(use(union_bound_loses_next_to_nothing(beta, K), b0, b1))
    none = assume(eq(K, ZERO))
    last = discharge(none.concl, ar(all_.eq(1 - beta), equal, mp(known[2], none)))
    whole = conj(conj(ar(1 - beta <= all_, equal, known[0]), ar(all_ <= EXP(0 - beta), equal, known[1])), last)
    return conj(equal, whole)
