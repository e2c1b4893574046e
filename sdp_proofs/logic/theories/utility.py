"""Utility of an adversary at the threshold E/(E + 1): Lemmas 1 and 2 for two types."""

from sdp_proofs.logic.theories.densities import *
from sdp_proofs.logic.theories.divergences import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@definition()
def posterior(p: R, q: R):
    """The larger posterior probability of two types, under the uniform prior."""
    return MAX(p, q) * INV(p + q)


@definition(r"\mathrm{{u}}_{{{0}}}({1}, {2}, {3})", place="smoothed-dp, Equation (3)")
def utility(E: R, M: Fun(Fun(A, R), R), p: Fun(A, R), q: Fun(A, R)):
    """The adversary's utility of Equation (3) at t = E/(E + 1), for a record of the type whose density is p."""
    return (E + 1) * M(lambda a: p(a) * MAX(0, posterior(p(a), q(a)) - E * INV(E + 1)))


@theorem
def utility_at_a_point(E: Odds, p: Nonneg, q: Nonneg):
    """The utility at one output is at most the two positive parts."""
    return (E + 1) * (p * MAX(0, posterior(p, q) - E * INV(E + 1))) <= MAX(0, p - E * q) + MAX(0, q - E * p)


@utility_at_a_point.proof
def _(E, p, q, e1, p0, q0):
    s, w, t = p + q, posterior(p, q), E * INV(E + 1)
    u, top, r1, r2 = MAX(0, w - t), MAX(p, q), MAX(0, p - E * q), MAX(0, q - E * p)
    goal, none = (E + 1) * (p * u) <= r1 + r2, assume(s.eq(0))
    ends = [
        ax("max_left", 0, p - E * q),
        ax("max_right", 0, p - E * q),
        ax("max_left", 0, q - E * p),
        ax("max_right", 0, q - E * p),
    ]
    p_is_0 = ar(p.eq(0), use(ax("antisymmetry", p, 0), ar(p <= 0, none, q0), p0))
    empty = ar(goal, p_is_0, *ends, factors=[(E + 1) * u])
    unit, eu = use(ax("inverse", s), assume(not_(s.eq(0)))), positive(E + 1, ar(real(1) <= E + 1, e1))[0]
    low, few = assume(w <= t), assume(not_(w <= t))
    zero = use(ax("max_least", 0, w - t, 0), ar(real(0) <= 0), ar(w - t <= 0, low))
    no = ar(goal, zero, *ends, p0, e1, ar(real(0) <= E + 1, e1), hints=[(0, 5, 7)])
    y, y0 = (E + 1) * w - E, use(ax("total", w, t), few)
    yy = ar(real(0) <= (E + 1) * w - E, y0, eu, ar(real(0) <= E + 1, e1), hints=[(0, 2)], factors=[E])
    less = use(ax("max_least", 0, w - t, w - t), ar(real(0) <= w - t, y0), ar(w - t <= w - t))
    up = ar(
        (E + 1) * (p * u) <= s * y,
        ar((E + 1) * (p * u) <= p * y, less, p0, eu, ar(real(0) <= E + 1, e1), hints=[(0, 1, 3)], factors=[p * E]),
        yy,
        q0,
    )
    larger = assume(p <= q)
    e0 = ar(real(0) <= E + 1, e1)

    def end(best, fact):
        th = use(ax("max_least", p, q, best), *fact)
        return ar(goal, up, th, e0, unit, *ends, factors=[E, (E + 1) * top])

    yes = cases(
        larger.concl, end(q, (larger, ar(q <= q))), end(p, (ar(p <= p), use(ax("total", p, q), assume(not_(p <= q)))))
    )
    return cases(none.concl, empty, cases(low.concl, no, yes))


@theorem
def posterior_is_bounded(p: Fun(A, Nonneg), q: Fun(A, Nonneg)):
    """Posterior probabilities are between 0 and 1."""
    return bounded(function(A, lambda a: posterior(p(a), q(a))))


@posterior_is_bounded.proof
def _(p, q, p0, q0):
    s, top = p(a) + q(a), MAX(p(a), q(a))
    u0, v0 = spec(p0, a), spec(q0, a)
    none, some_ = assume(s.eq(0)), assume(not_(s.eq(0)))
    less = use(ax("max_least", p(a), q(a), s), ar(p(a) <= s, v0), ar(q(a) <= s, u0))
    low = ar(real(0) <= top, ax("max_left", p(a), q(a)), u0)
    unit = use(ax("inverse", s), some_)
    i0 = ar(real(0) <= INV(s), unit, ar(real(0) <= s, u0, v0), squares=[INV(s)], hints=[(1, 2)], factors=[INV(s)])
    w = top * INV(s)
    zero = use(ax("antisymmetry", top, 0), ar(top <= 0, less, none), low)
    at_0 = conj(ar(0 - real(1) <= w, zero, factors=[INV(s)]), ar(w <= 1, zero, factors=[INV(s)]))
    at_1 = conj(ar(0 - real(1) <= w, low, i0), ar(w <= 1, less, unit, i0))
    both = cases(none.concl, at_0, at_1)
    return shown(lam(a, w), real(1), left(both), right(both), a)


@theorem(place="smoothed-dp, Lemma 2")
def utility_of_two_types(
    E: Odds, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg), d: Real, k: Real
):
    """Two types: the adversary's utility is at most the sum of the two divergences."""
    return implies(
        integral(ig, M),
        ig(p),
        ig(q),
        events_close(E, d, weighted(M, p), weighted(M, q)),
        events_close(E, k, weighted(M, q), weighted(M, p)),
        utility(E, M, p, q) <= d + k,
    )


@utility_of_two_types.proof
def _(E, ig, M, p, q, d, k, e1, p0, q0, iM, ip, iq, near, back):
    E0 = ar(real(0) <= E, e1)
    one, two = (
        use(events_decide_divergence(E, d, ig, M, p, q), iM, ip, iq, near),
        use(events_decide_divergence(E, k, ig, M, q, p), iM, iq, ip, back),
    )
    g1, g2 = left(fact("step_splits", p(a) - E * q(a))), left(fact("step_splits", q(a) - E * p(a)))
    u1, u2 = step(p(a) - E * q(a)) * (p(a) - E * q(a)), step(q(a) - E * p(a)) * (q(a) - E * p(a))
    ob1, ob2 = step_is_bounded(a, p(a) - E * q(a)), step_is_bounded(a, q(a) - E * p(a))
    obp = use(posterior_is_bounded(p, q), p0, q0)
    W = Mean(iM, ob1, ob2, obp, inside=[ip, iq])
    e1_, e2_ = W.eq_by(a, symmetric(g1)), W.eq_by(a, symmetric(g2))
    uh = MAX(0, posterior(p(a), q(a)) - E * INV(E + 1))
    point = use(utility_at_a_point(E, p(a), q(a)), e1, spec(p0, a), spec(q0, a))
    th = W.le(a, ar((E + 1) * (p(a) * uh) <= u1 + u2, point, g1, g2))
    return ar(utility(E, M, p, q) <= d + k, th, one, two, e1_, e2_)


@theorem(place="smoothed-dp, Lemma 1")
def utility_of_a_private_mechanism(
    E: Odds, near: Fun(X, X, o), ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(X, A, R), d: Real, x: X, y: X
):
    """An (E, d)-private mechanism with densities, two types: utility at most 2 d."""
    return implies(
        private(near, lam(x, weighted(M, p(x))), E, d),
        near(x, y),
        near(y, x),
        integral(ig, M),
        each(X, lambda x: ig(p(x)) & law(weighted(M, p(x)))),
        each(X, lambda x: each(A, lambda a: real(0) <= p(x)(a))),
        utility(E, M, p(x), p(y)) <= 2 * d,
    )


@utility_of_a_private_mechanism.proof
def _(E, near, ig, M, p, d, x, y, e1, priv, xy, yx, iM, good, pos):
    (ix, lx), (iy, ly) = ((left(at(good, v)), right(at(good, v))) for v in (x, y))
    ev = lambda u, v, lu, lv, H: use(
        tests_decide_events(E, d, weighted(M, p(u)), weighted(M, p(v))),
        lu,
        lv,
        same(use(at(priv, u, v), H), close(E, d, weighted(M, p(u)), weighted(M, p(v)))),
    )
    th = use(
        utility_of_two_types(E, ig, M, p(x), p(y), d, d),
        e1,
        at(pos, x),
        at(pos, y),
        iM,
        ix,
        iy,
        ev(x, y, lx, ly, xy),
        ev(y, x, ly, lx, yx),
    )
    return ar(utility(E, M, p(x), p(y)) <= 2 * d, th)
