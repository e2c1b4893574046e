"""The tail of the normal law as a number, and the analytic Gaussian mechanism."""

from sdp_proofs.logic.theories.moments import *
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

rr = var("r", R)
a = var("a", A)


@definition(r"\mathrm{{tail}}_{{{0},\,{1},\,{2}}}({3})")
def tail(s: R, c: R, M: Fun(Fun(R, R), R), v: R):
    """The mass of the normal density beyond v: 1 - Phi(v / sigma), with s = 1/(2 sigma^2)."""
    return M(lambda r: c * EXP(0 - s * (r * r)) * step(r - v))


def invariant(ig, M):
    return each(
        Fun(R, R), lambda f: each(R, lambda t: implies(ig(f), ig(lambda r: f(r - t)) & M(lambda r: f(r - t)).eq(M(f))))
    )


@theorem
def analytic_gaussian_mechanism(
    s: Nonneg, c: Nonneg, e: Real, m: Real, k: Real, t: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """The least slack of two normal laws at exp(e) is a difference of two tails (Balle and Wang)."""
    P, Q = weighted(M, normal_density(s, c, m)), weighted(M, normal_density(s, c, k))
    value = tail(s, c, M, t - m) - EXP(e) * tail(s, c, M, t - k)
    return implies(
        integral(ig, M),
        each(R, lambda m: ig(normal_density(s, c, m))),
        invariant(ig, M),
        k <= m,
        (2 * s * (m - k) * t).eq(e + s * (m - k) * (m + k)),
        close(EXP(e), value, P, Q) & each(R, lambda d: implies(close(EXP(e), d, P, Q), value <= d)),
    )


@analytic_gaussian_mechanism.proof
def _(s, c, e, m, k, t, ig, M, s0, c0, iM, good, inv_, km, where):
    f, d, r, S = var("f", fn(R, R)), var("d", R), rr, step(rr - t)
    P, Q = weighted(M, normal_density(s, c, m)), weighted(M, normal_density(s, c, k))
    value = tail(s, c, M, t - m) - EXP(e) * tail(s, c, M, t - k)
    H, ob, low, high = a_test(f)
    st = parts(step_is_one_above(r - t))
    u, w = 0 - s * ((r - m) * (r - m)), 0 - s * ((r - k) * (r - k))
    p, q, E = c * EXP(u), c * EXP(w), EXP(e)
    loss = ar((u - w - e).eq(2 * s * (m - k) * (r - t)), where)
    grown = ax("exp_plus", e, w)
    after_, before_ = assume(not_(r - t <= 0)), assume(r - t <= 0)
    sk = ar(real(0) <= 2 * s * (m - k), s0, km)
    above = use(exp_monotone(e + w, u), ar(e + w <= u, loss, sk, use(ax("total", r - t, 0), after_)))
    under_ = use(exp_monotone(u, e + w), ar(u <= e + w, loss, sk, before_))
    goal = p * f(r) - E * (q * f(r)) <= S * p - E * (S * q)
    Eq = ar(E * q <= p, above, grown, c0, factors=[c])
    yes = ar(goal, mp(st[0], after_), Eq, low(r), high(r), factors=[p, E * q])
    qE = ar(p <= E * q, under_, grown, c0, factors=[c])
    at_t = assume(real(0) <= r - t)
    equal = use(exp_monotone(e + w, u), ar(e + w <= u, loss, sk, at_t))
    here = ar(
        goal,
        ar(p.eq(E * q), use(ax("antisymmetry", p, E * q), qE, ar(E * q <= p, equal, grown, c0, factors=[c]))),
        factors=[f(r), S],
    )
    strictly_ = ar(goal, mp(st[1], assume(not_(real(0) <= r - t))), qE, low(r), factors=[p, E * q])
    point = cases(before_.concl, cases(at_t.concl, here, strictly_), yes)
    oS = step_is_bounded(r, r - t)
    W = Mean(iM, ob, oS, inside=[spec(good, m), spec(good, k)])
    th = W.le(r, point)

    def shifted(v, dens):
        g = lam(r, c * EXP(0 - s * (r * r)) * step(r - (t - v)))
        own = lam(r, normal_density(s, c, 0, r))
        zero = Mean(iM, step_is_bounded(r, r - (t - v)), inside=[spec(good, real(0))])
        ig_g = zero.good(r, step(r - (t - v)) * normal(normal_density(s, c, 0, r)))
        ig_g = replace(
            ext(r, ar((step(r - (t - v)) * normal(normal_density(s, c, 0, r))).eq(normal(g(r))))), ig_g, lam(f, ig(f))
        )
        move = use(spec(inv_, g, v), same(ig_g, ig(g)))
        eq_ = under(ar((c * EXP(0 - s * ((r - v) * (r - v))) * step(r - v - (t - v))).eq(S * dens)), r, lam(f, M(f)))
        return ar(M(lam(r, S * dens)).eq(tail(s, c, M, t - v)), eq_, right(move))

    tp, tq = shifted(m, p), shifted(k, q)
    first = for_tests(ar(P(f) <= E * Q(f) + value, th, tp, tq, factors=[E]), f, close(E, value, P, Q))
    near = assume(close(E, d, P, Q))
    best = use(at(near, lam(r, S)), make_test(r, S, st[2], st[3]))
    second = ar(value <= d, best, tp, tq, factors=[E])
    return conj(first, gen(d, discharge(near.concl, second)))


@theorem
def normal_tail(s: Nonneg, c: Nonneg, v: Nonneg, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """The tail of the normal law is at most exp(-v^2 / (2 sigma^2))."""
    return implies(
        integral(ig, M),
        each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1)),
        tail(s, c, M, v) <= EXP(0 - s * (v * v)),
    )


@normal_tail.proof
def _(s, c, v, ig, M, s0, c0, v0, iM, laws):
    r, S, l = rr, step(rr - v), 2 * s * v
    st = parts(step_is_one_above(r - v))
    le, no = assume(r - v <= 0), assume(not_(r - v <= 0))
    l0 = ar(real(0) <= l, s0, v0)
    E = EXP(l * (r - v))
    yes = ar(S <= E, st[3], ax("exp_above", l * (r - v)), l0, use(ax("total", r - v, 0), no))
    at_v = assume(real(0) <= r - v)
    zero = ar(S <= E, mp(st[1], assume(not_(real(0) <= r - v))), exp_positive(l * (r - v)))
    edge = ar(S <= E, st[3], ax("exp_above", l * (r - v)), l0, at_v)
    small = cases(le.concl, cases(at_v.concl, edge, zero), yes)
    g0, gv, top = EXP(0 - s * (r * r)), EXP(0 - s * ((r - v) * (r - v))), EXP(0 - s * (v * v))
    one_ = rewrite(
        ax("exp_plus", 0 - s * (r * r), l * (r - v)),
        (0 - s * (r * r)) + l * (r - v),
        (0 - s * (v * v)) + (0 - s * ((r - v) * (r - v))),
    )
    two = ax("exp_plus", 0 - s * (v * v), 0 - s * ((r - v) * (r - v)))
    point = ar(
        S * (c * g0) <= top * (c * gv),
        small,
        one_,
        two,
        ar(real(0) <= c * g0, c0, exp_positive(0 - s * (r * r))),
        hints=[(0, 1)],
        factors=[c],
    )
    (i0, _), (iv, m1) = parts(at(laws, 0)), parts(at(laws, v))
    ig0 = same(
        replace(
            ext(r, ar(normal(normal_density(s, c, 0, r)).eq(c * g0))),
            same(i0, ig(lam(r, normal(normal_density(s, c, 0, r))))),
            lam(var("f", fn(R, R)), ig(var("f", fn(R, R)))),
        ),
        ig(lam(r, c * g0)),
    )
    th = Mean(iM, step_is_bounded(r, r - v), inside=[ig0, iv]).le(r, point)
    eq_ = under(ar((c * g0 * S).eq(S * (c * g0))), r, lam(var("f", fn(R, R)), M(var("f", fn(R, R)))))
    return ar(tail(s, c, M, v) <= top, th, m1, eq_, factors=[top])


@theorem
def exponential_tail(s: Real, c: Real, t: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """One side of the Laplace law: the mass beyond t is exp(-s t) times the mass beyond 0."""
    body = lambda r: c * EXP(0 - s * r) * step(r)
    return implies(
        integral(ig, M),
        ig(body),
        each(Fun(R, R), lambda f: implies(ig(f), ig(lambda r: f(r - t)) & M(lambda r: f(r - t)).eq(M(f)))),
        M(lambda r: c * EXP(0 - s * r) * step(r - t)).eq(EXP(0 - s * t) * M(body)),
    )


@exponential_tail.proof
def _(s, c, t, ig, M, iM, good, moved):
    r = var("r", R)
    f = lam(r, c * EXP(0 - s * r) * step(r))
    shift = use(at(moved, f), good)
    split = rewrite(ax("exp_plus", 0 - s * t, 0 - s * (r - t)), (0 - s * t) + (0 - s * (r - t)), 0 - s * r)
    point = ar(
        eq(c * EXP(0 - s * r) * step(r - t), EXP(0 - s * t) * (c * EXP(0 - s * (r - t)) * step(r - t))),
        split,
        factors=[c * step(r - t)],
    )
    inside = same(left(shift), ig(lam(r, c * EXP(0 - s * (r - t)) * step(r - t))))
    mean = Mean(iM, inside=[inside]).eq_by(r, point)
    return ar(
        M(lam(r, c * EXP(0 - s * r) * step(r - t))).eq(EXP(0 - s * t) * M(f)),
        mean,
        right(shift),
        factors=[EXP(0 - s * t)],
    )
