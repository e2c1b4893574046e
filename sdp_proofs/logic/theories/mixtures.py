"""Mixtures, sampling, and publications that depend on drawn records only."""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@theorem
def joint_convexity(E: Real, d: Bounded[Z], W: Law[Z], G: Channel[Z, A], K: Channel[Z, A]):
    """Closeness of mixtures, with the mean of the slacks."""
    return implies(each(Z, lambda z: close(E, d(z), G(z), K(z))), close(E, W(d), bind(W, G), bind(W, K)))


@joint_convexity.proof
def _(E, d, W, G, K, od, lW, cG, cK, near):
    f = var("f", fn(A, R))
    H, ob, *_ = a_test(f)
    L = Mean(lW, od, after(G, cG, ob), after(K, cK, ob))
    return for_tests(L.le(z, use(at(near, z, f), H)), f, close(E, W(d), bind(W, G), bind(W, K)))


@theorem
def sampling_rate_bounds(E: Odds, t: Rate, P: Law[A], Q: Law[A], S: Law[A]):
    """A record drawn with chance t loses at most t at any odds."""
    return close(E, t, mix(t, P, S), mix(t, Q, S))


@sampling_rate_bounds.proof
def _(E, t, P, Q, S, e1, t0, t1, lP, lQ, lS):
    f = var("f", fn(A, R))
    H, ob, low, high = a_test(f)
    p1, q0, s0 = Mean(lP, ob).le(a, high(a)), Mean(lQ, ob).le(a, low(a)), Mean(lS, ob).le(a, low(a))
    e0 = ar(real(0) <= E, e1)
    goal = mix(t, P, S, f) <= E * mix(t, Q, S, f) + t
    return for_tests(
        ar(goal, p1, q0, s0, e1, t0, t1, e0, hints=[(1, 4, 6), (2, 3, 5)]), f, close(E, t, mix(t, P, S), mix(t, Q, S))
    )


@theorem
def amplification_by_sampling(E: Odds, delta: Nonneg, t: Rate, P: Law[A], Q: Law[A]):
    """Amplification by sampling: odds 1 + t (E - 1), slack t delta, in both directions."""
    return implies(
        close(E, delta, P, Q),
        close(E, delta, Q, P),
        close(1 + t * (E - 1), t * delta, mix(t, P, Q), Q) & close(1 + t * (E - 1), t * delta, Q, mix(t, P, Q)),
    )


@amplification_by_sampling.proof
def _(E, delta, t, P, Q, e1, d0, t0, t1, lP, lQ, there, back):
    f = var("f", fn(A, R))
    H, ob, low, _ = a_test(f)
    u, v, F = P(f), Q(f), 1 + t * (E - 1)
    one, two, v0 = use(at(there, f), H), use(at(back, f), H), Mean(lQ, ob).le(a, low(a))
    first = for_tests(ar(mix(t, P, Q, f) <= F * v + t * delta, one, t0), f, close(F, t * delta, mix(t, P, Q), Q))
    room = F * mix(t, P, Q, f) + t * delta - v
    s0 = ar(real(0) <= t * (E - 1), t0, e1)
    s1 = ar(t * (E - 1) <= E - 1, t1, e1)
    scaled = ar(real(0) <= E * room, two, t0, s0, s1, v0, d0, hints=[(0, 1, 2), (2, 3, 4), (1, 3, 5)])
    big = discharge(E <= 0, impossible(ar(real(1) <= 0, e1, assume(E <= 0))))
    second = use(cancel(E, room), big, scaled)
    return conj(
        first, for_tests(ar(v <= F * mix(t, P, Q, f) + t * delta, second), f, close(F, t * delta, Q, mix(t, P, Q)))
    )


@theorem
def drawn_records_only(E: Odds, W: Law[Z], hit: Bounded[Z], G: Channel[Z, A], K: Channel[Z, A]):
    """No loss exceeds the chance of being drawn, where others are not published."""
    return implies(
        each(Z, lambda z: (real(0) <= hit(z)) & (hit(z) <= 1)),
        each(Z, lambda z: each(Fun(A, R), lambda f: ((1 - hit(z)) * G(z)(f)).eq((1 - hit(z)) * K(z)(f)))),
        close(E, W(hit), bind(W, G), bind(W, K)),
    )


@drawn_records_only.proof
def _(E, W, hit, G, K, e1, lW, oh, cG, cK, rate, alike):
    f = var("f", fn(A, R))
    H, ob, low, high = a_test(f)
    _, g1 = unit(Mean(law_at(cG, z), ob), a, low(a), high(a))
    k0, _ = unit(Mean(law_at(cK, z), ob), a, low(a), high(a))
    (h0, h1), e0 = parts(at(rate, z)), ar(real(0) <= E, e1)
    point = ar(
        G(z)(f) <= E * K(z)(f) + hit(z),
        g1,
        k0,
        h0,
        h1,
        at(alike, z, f),
        e1,
        e0,
        hints=[(1, 2, 6), (1, 3, 5), (1, 3, 4)],
    )
    return for_tests(
        Mean(lW, oh, after(G, cG, ob), after(K, cK, ob)).le(z, point), f, close(E, W(hit), bind(W, G), bind(W, K))
    )
