"""Moments of the loss: Renyi bounds, normal laws, the chi-square divergence."""

from sdp_proofs.logic.theories.densities import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@definition(r"\chi^2({1} \,\|\, {2}) \le {0}", difference="in variational form")
def chi(m: R, P: Fun(Fun(A, R), R), Q: Fun(Fun(A, R), R)):
    """The chi-square divergence is at most m, in variational form."""
    return each(Fun(A, R), lambda f: implies(bounded(f), 2 * P(f) <= Q(lambda a: f(a) * f(a)) + m))


@theorem
def moments_bound_slack(
    e: Real, s: Nonneg, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), c: Nonneg, u: Fun(A, R), w: Fun(A, R)
):
    """A moment of the loss bounds the slack at every budget."""
    return implies(
        integral(ig, M),
        ig(lambda a: c * EXP(u(a))),
        ig(lambda a: c * EXP(w(a))),
        ig(lambda a: c * EXP(u(a) + s * (u(a) - w(a) - e))),
        close(
            EXP(e),
            M(lambda a: c * EXP(u(a) + s * (u(a) - w(a) - e))),
            weighted(M, function(A, lambda a: c * EXP(u(a)))),
            weighted(M, function(A, lambda a: c * EXP(w(a)))),
        ),
    )


@moments_bound_slack.proof
def _(e, s, ig, M, c, u, w, s0, c0, iM, iu, iw, im):
    f = var("f", fn(A, R))
    H, ob, low, high = a_test(f)
    U, W, big = EXP(u(a)), EXP(w(a)), EXP(u(a) + s * (u(a) - w(a) - e))
    few, more = assume(u(a) - w(a) <= e), assume(not_(u(a) - w(a) <= e))
    above_ = use(ax("total", u(a) - w(a), e), more)
    goal = U * f(a) <= EXP(e) * (W * f(a)) + big
    grown = use(exp_monotone(u(a), e + w(a)), ar(u(a) <= e + w(a), few))
    yes = ar(goal, grown, ax("exp_plus", e, w(a)), low(a), exp_positive(u(a) + s * (u(a) - w(a) - e)), factors=[f(a)])
    tail = use(exp_monotone(u(a), u(a) + s * (u(a) - w(a) - e)), ar(u(a) <= u(a) + s * (u(a) - w(a) - e), above_, s0))
    no = ar(goal, tail, high(a), low(a), exp_positive(u(a)), exp_positive(e), exp_positive(w(a)), hints=[(2, 4, 5)])
    point = ar(c * U * f(a) <= EXP(e) * (c * W * f(a)) + c * big, cases(few.concl, yes, no), c0)
    th = Mean(iM, ob, inside=[iu, iw, im]).le(a, point)
    return for_tests(th, f, moments_bound_slack.conclusion)


@theorem(place="Accounting by moments")
def moments_of_the_normal_law(s: Nonneg, c: R, l: Real, m: Real, k: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """All moments of the loss between two normal laws, by completing the square."""
    return implies(
        integral(ig, M),
        each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1)),
        M(
            lambda r: (
                c
                * EXP(
                    (0 - s * ((r - m) * (r - m))) + l * ((0 - s * ((r - m) * (r - m))) - (0 - s * ((r - k) * (r - k))))
                )
            )
        ).eq(EXP(s * l * (l + 1) * (m - k) * (m - k))),
    )


@moments_of_the_normal_law.proof
def _(s, c, l, m, k, ig, M, s0, iM, laws):
    r, mid = var("r", R), (1 + l) * m - l * k
    good, one = parts(at(laws, mid))
    top, rest = s * l * (l + 1) * (m - k) * (m - k), 0 - s * ((r - mid) * (r - mid))
    whole = (0 - s * ((r - m) * (r - m))) + l * ((0 - s * ((r - m) * (r - m))) - (0 - s * ((r - k) * (r - k))))
    th = rewrite(ax("exp_plus", top, rest), top + rest, whole)
    point = ar(eq(c * EXP(whole), EXP(top) * (c * EXP(rest))), th, factors=[c])
    mean = Mean(iM, inside=[good]).eq_by(r, point)
    return ar(M(lam(r, c * EXP(whole))).eq(EXP(top)), mean, one, factors=[EXP(top)])


@theorem
def gaussian_mechanism(
    s: Nonneg, c: Nonneg, l: Nonneg, e: Real, m: Real, k: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """Two normal laws are close at exp(e) with slack exp(s l (l + 1) (m - k)^2 - l e), for every l."""
    return implies(
        integral(ig, M),
        each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1)),
        close(
            EXP(e),
            EXP(s * l * (l + 1) * (m - k) * (m - k) - l * e),
            weighted(M, normal_density(s, c, m)),
            weighted(M, normal_density(s, c, k)),
        ),
    )


@gaussian_mechanism.proof
def _(s, c, l, e, m, k, ig, M, s0, c0, l0, iM, laws):
    r = var("r", R)
    u, w = 0 - s * ((r - m) * (r - m)), 0 - s * ((r - k) * (r - k))
    whole, shift = u + l * (u - w), 0 - l * e
    moment = use(moments_of_the_normal_law(s, c, l, m, k, ig, M), s0, iM, laws)
    # the integrand of the bound is a number times that of the moment, which is a number times a normal density
    mid, top = (1 + l) * m - l * k, s * l * (l + 1) * (m - k) * (m - k)
    rest = 0 - s * ((r - mid) * (r - mid))
    good, one = parts(at(laws, mid))
    th = rewrite(ax("exp_plus", top + shift, rest), (top + shift) + rest, u + l * (u - w - e))
    point = ar(eq(c * EXP(u + l * (u - w - e)), EXP(top + shift) * (c * EXP(rest))), th, factors=[c])
    W = Mean(iM, inside=[good])
    mean = ar(
        M(lam(r, c * EXP(u + l * (u - w - e)))).eq(EXP(top - l * e)), W.eq_by(r, point), one, factors=[EXP(top + shift)]
    )
    integrable = W.good(r, EXP(top + shift) * (c * EXP(rest)))
    g = var("g", fn(R, R))
    integrable = replace(
        ext(r, ar(eq(EXP(top + shift) * (c * EXP(rest)), c * EXP(u + l * (u - w - e))), point)),
        integrable,
        lam(g, ig(g)),
    )
    th = use(
        moments_bound_slack(e, l, ig, M, c, lam(r, u), lam(r, w), A=R),
        l0,
        c0,
        iM,
        left(at(laws, m)),
        left(at(laws, k)),
        integrable,
    )
    d = var("d", R)
    P, Q = weighted(M, normal_density(s, c, m)), weighted(M, normal_density(s, c, k))
    return replace(
        mean, same(th, close(EXP(e), M(lam(r, c * EXP(u + l * (u - w - e)))), P, Q)), lam(d, close(EXP(e), d, P, Q))
    )


@theorem
def post_processing_of_chi(m: Real, P: Law[A], Q: Law[A], K: Channel[A, B]):
    """Post-processing does not increase the chi-square divergence."""
    return implies(chi(m, P, Q), chi(m, bind(P, K), bind(Q, K)))


@post_processing_of_chi.proof
def _(m, P, Q, K, lP, lQ, cK, near):
    f = var("f", fn(B, R))
    ob = assume(bounded(f))
    ob2 = observable(b, f(b) * f(b), [ob])
    u, u2, oK, oK2 = K(a)(f), K(a)(lam(b, f(b) * f(b))), after(K, cK, ob), after(K, cK, ob2)
    row = Mean(law_at(cK, a), ob).le(
        b, ar(2 * u * f(b) - u * u <= f(b) * f(b), squares=[f(b) - u])
    )  # Cauchy and Schwarz
    mean = Mean(lQ, oK, oK2).le(a, ar(u * u <= u2, row))
    th = ar(2 * bind(P, K, f) <= bind(Q, K, lam(b, f(b) * f(b))) + m, use(at(near, lam(a, u)), oK), mean)
    return gen(f, discharge(ob.concl, th))


@theorem
def slack_from_chi(E: Real, m: Nonneg, P: Law[A], Q: Law[A]):
    """A chi-square divergence at most m gives slack m / (4 E)."""
    return implies(below(0, E), chi(m, P, Q), close(E, Fraction(1, 4) * m * INV(E), P, Q))


@slack_from_chi.proof
def _(E, m, P, Q, m0, lP, lQ, positive, near):
    f = var("f", fn(A, R))
    H, ob, low, high = a_test(f)
    unit_ = use(
        ax("inverse", E), same(discharge(E.eq(0), contradiction(positive, ar(E <= 0, assume(E.eq(0))))), not_(E.eq(0)))
    )
    e0 = use(ax("total", E, 0), positive)
    th = use(at(near, lam(a, 2 * E * f(a))), observable(a, 2 * E * f(a), [ob]))
    square = Mean(lQ, ob).le(a, ar(f(a) * f(a) <= f(a), low(a), high(a)))
    L = Mean(lQ, ob).linear(a, 2 * E * f(a) * (2 * E * f(a)))
    Lp = Mean(lP, ob).linear(a, 2 * E * f(a))
    four = ar(4 * E * P(f) <= 4 * E * E * Q(f) + m, th, L, Lp, square, squares=[E], hints=[(3, 4)])
    inverse = ar(real(0) <= INV(E), unit_, e0, squares=[INV(E)], hints=[(1, 2)], factors=[INV(E)])
    end = ar(P(f) <= E * Q(f) + Fraction(1, 4) * m * INV(E), four, inverse, unit_, factors=[P(f), E * Q(f)])
    return for_tests(end, f, close(E, Fraction(1, 4) * m * INV(E), P, Q))
