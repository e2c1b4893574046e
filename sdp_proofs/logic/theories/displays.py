"""Displays of the papers that are algebra on laws, sums and logarithms."""

from sdp_proofs.logic.theories.analysis import log_one
from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.theories.bounded import tests_are_bounded
from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@theorem(claims="poisson-entropies-are-not-negative")
def poisson_entropies_are_not_negative(tau: Real, rho: Real):
    """The relative entropy of two Poisson rates is not negative, and 0 where they are equal."""
    entropy = tau * LOG(tau * INV(rho)) - tau + rho
    return implies(below(0, tau), below(0, rho), (real(0) <= entropy) & implies(tau.eq(rho), entropy.eq(0)))


@poisson_entropies_are_not_negative.proof
def _(tau, rho, t0, r0):
    ratio, L = tau * INV(rho), LOG(tau * INV(rho))
    unit_ = use(
        ax("inverse", rho),
        same(discharge(rho.eq(0), contradiction(r0, ar(rho <= 0, assume(rho.eq(0))))), not_(rho.eq(0))),
    )
    tp, rp = (use(ax("total", v, 0), th) for v, th in ((tau, t0), (rho, r0)))
    bad = assume(ratio <= 0)  # then tau = rho * ratio <= 0
    positive = same(
        discharge(bad.concl, contradiction(t0, ar(tau <= 0, bad, unit_, rp, factors=[tau]))), not_(ratio <= 0)
    )
    log_ = use(ax("exp_log", ratio), positive)  # exp L = tau / rho
    split = rewrite(ax("exp_plus", 0 - L, L), (0 - L) + L, real(0))  # exp 0 = exp(-L) exp L
    back = ar(
        (EXP(0 - L) * tau).eq(rho), split, exp_zero.thm, log_, unit_, factors=[rho, EXP(0 - L) * rho, tau * EXP(0 - L)]
    )
    same_ = assume(tau.eq(rho))
    log_ = subst(symmetric(ar(ratio.eq(1), unit_, same_, factors=[INV(rho)])), log_one.thm, lambda v: LOG(v).eq(0))
    zero = ar((tau * L - tau + rho).eq(0), log_, same_, factors=[tau])
    least = ar(real(0) <= tau * L - tau + rho, ax("exp_above", 0 - L), tp, back)
    return conj(least, discharge(same_.concl, zero))


@theorem(place="smoothed-dp, Sec. 3.2, Justification 1")
def errors_and_the_loss_of_the_pair(E: Nonneg, d: Real, k: Real, P: Law[A], Q: Law[A], f: Fun(A, R)):
    """The two errors of a tester and the losses of a pair of laws."""
    return implies(
        test(f),
        close(E, d, P, Q),
        close(E, k, Q, P),
        (1 - k <= E * P(f) + (1 - Q(f))) & (1 - d <= P(f) + E * (1 - Q(f))),
    )


@errors_and_the_loss_of_the_pair.proof
def _(E, d, k, P, Q, f, e0, lP, lQ, H, there, back):
    ob, sides_ = use(tests_are_bounded(f), H), at(H, a)
    other = make_test(a, 1 - f(a), ar(real(0) <= 1 - f(a), right(sides_)), ar(1 - f(a) <= 1, left(sides_)))
    g = lam(a, 1 - f(a))
    th = use(at(there, g), other)
    return conj(
        ar(1 - k <= E * P(f) + (1 - Q(f)), use(at(back, f), H)),
        ar(
            1 - d <= P(f) + E * (1 - Q(f)),
            th,
            Mean(lP, ob).linear(a, 1 - f(a)),
            Mean(lQ, ob).linear(a, 1 - f(a)),
            factors=[E],
        ),
    )


@theorem(claims="sums-may-be-exchanged")
def sums_may_be_exchanged(h: Fun(N, N, R)):
    """Finite sums may be exchanged."""
    return each(
        N,
        lambda m: each(
            N,
            lambda n: total(lambda j: total(lambda i: h(i)(j), m), n).eq(total(lambda i: total(h(i), n), m)),
        ),
    )


@sums_may_be_exchanged.proof
def _(h):
    i, j, m = var("i", N), var("j", N), var("m", N)
    cols = lambda m, n: total(lam(j, total(lam(i, h(i)(j)), m)), n)
    rows = lambda m, n: total(lam(i, total(lam(j, h(i)(j)), n)), m)
    zero = induct(
        n,
        ar(cols(ZERO, ZERO).eq(0)),
        discharge(cols(ZERO, n).eq(0), ar(cols(ZERO, SUCC(n)).eq(0), assume(cols(ZERO, n).eq(0)))),
    )
    more_ = lambda n: cols(SUCC(m), n).eq(cols(m, n) + total(lam(j, h(m)(j)), n))
    next_ = induct(n, ar(more_(ZERO)), discharge(more_(n), ar(more_(SUCC(n)), assume(more_(n)))))
    claim = lambda m: cols(m, n).eq(rows(m, n))
    th = induct(
        m, ar(claim(ZERO), spec(zero, n)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m)), spec(next_, n)))
    )
    return gen(m, gen(n, spec(th, m)))


@theorem
def posterior_under_a_uniform_prior(c: Real, p: Real, s: Real):
    """A uniform prior cancels in the posterior."""
    return implies(not_(c.eq(0)), not_(s.eq(0)), (c * p * INV(c * s)).eq(p * INV(s)))


@posterior_under_a_uniform_prior.proof
def _(c, p, s, c0, s0):
    ic, is_ = use(ax("inverse", c), c0), use(ax("inverse", s), s0)
    zero = assume((c * s).eq(0))
    both = same(
        discharge(zero.concl, contradiction(s0, ar(s.eq(0), zero, ic, factors=[INV(c), s]))), not_((c * s).eq(0))
    )
    ics = use(ax("inverse", c * s), both)
    return ar((c * p * INV(c * s)).eq(p * INV(s)), ics, is_, factors=[p * INV(s), c * p * INV(c * s)])
