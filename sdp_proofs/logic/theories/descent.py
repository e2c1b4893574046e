"""Stochastic descent: squared steps, telescoping, the sum of mean gaps."""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@definition(r"\langle {0},\,{1} \rangle_{{{2}}}")
def inner(u: Fun(N, R), v: Fun(N, R), n: N):
    """The inner product of the first n coordinates."""
    return total(lambda i: u(i) * v(i), n)


@theorem
def squared_step(x: Fun(N, R), g: Fun(N, R), s: Fun(N, R), eta: Real):
    """The squared distance after a step."""
    return each(
        N,
        lambda n: inner(lambda i: x(i) - eta * g(i) - s(i), lambda i: x(i) - eta * g(i) - s(i), n).eq(
            inner(lambda i: x(i) - s(i), lambda i: x(i) - s(i), n)
            - 2 * eta * inner(g, lambda i: x(i) - s(i), n)
            + eta * eta * inner(g, g, n)
        ),
    )


@squared_step.proof
def _(x, g, s, eta):
    i = var("i", N)
    u, v = lam(i, x(i) - eta * g(i) - s(i)), lam(i, x(i) - s(i))

    def claim(n):
        return inner(u, u, n).eq(inner(v, v, n) - 2 * eta * inner(g, v, n) + eta * eta * inner(g, g, n))

    return induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)))))


@theorem
def telescoping(D: Fun(N, Nonneg), gap: Fun(N, R), c: Real, k: Real):
    """Gaps that are paid by a falling quantity."""
    return implies(
        each(N, lambda t: D(SUCC(t)) <= D(t) - c * gap(t) + k),
        each(N, lambda T: c * total(gap, T) <= D(ZERO) + k * num(T)),
    )


@telescoping.proof
def _(D, gap, c, k, D0, step):
    def claim(n):
        return c * total(gap, n) <= D(ZERO) + k * num(n) - D(n)

    th = induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(step, n))))
    return gen(n, ar(c * total(gap, n) <= D(ZERO) + k * num(n), spec(th, n), spec(D0, n)))


@theorem(place="dp-lssgd, Theorem 4")
def stochastic_descent(
    W: Law[Z], d: Nat, x: Fun(N, Z, N, R), g: Fun(N, Z, N, R), s: Fun(N, R), gap: Fun(N, Z, R), eta: Nonneg, G: Real
):
    """Convex functions and steps x - eta g: the mean gaps add up to at most (|x_0 - s|^2 + T eta^2 G) / (2 eta)."""
    far = lambda t: function(Z, lambda z: inner(lambda i: x(t)(z)(i) - s(i), lambda i: x(t)(z)(i) - s(i), d))
    return implies(
        each(N, lambda t: each(Z, lambda z: each(N, lambda i: x(SUCC(t))(z)(i).eq(x(t)(z)(i) - eta * g(t)(z)(i))))),
        each(N, lambda t: each(Z, lambda z: gap(t)(z) <= inner(g(t)(z), lambda i: x(t)(z)(i) - s(i), d))),
        each(N, lambda t: each(Z, lambda z: inner(g(t)(z), g(t)(z), d) <= G)),
        each(N, lambda t: bounded(far(t))),
        each(N, lambda t: bounded(gap(t))),
        each(N, lambda t: real(0) <= W(far(t))),
        each(N, lambda T: 2 * eta * total(lambda t: W(gap(t)), T) <= W(far(ZERO)) + eta * eta * G * num(T)),
    )


@stochastic_descent.proof
def _(W, d, x, g, s, gap, eta, G, lW, e0, moves, convex, limit_, ofar, ogap, far0):
    t, i, u = var("t", N), var("i", N), var("u", fn(N, R))
    far = lambda t: lam(z, inner(lam(i, x(t)(z)(i) - s(i)), lam(i, x(t)(z)(i) - s(i)), d))
    same_ = ext(i, at(moves, t, z, i))  # x_(t+1) = x_t - eta g_t
    sq = at(squared_step(x(t)(z), g(t)(z), s, eta), d)
    back = same(
        replace(same_, refl(x(SUCC(t))(z)), lam(u, eq(u, x(SUCC(t))(z)))),
        eq(lam(i, x(t)(z)(i) - eta * g(t)(z)(i)), x(SUCC(t))(z)),
    )
    now = normal(far(t)(z))
    context = lam(
        u,
        inner(lam(i, u(i) - s(i)), lam(i, u(i) - s(i)), d).eq(
            now - 2 * eta * inner(g(t)(z), lam(i, x(t)(z)(i) - s(i)), d) + eta * eta * inner(g(t)(z), g(t)(z), d)
        ),
    )
    sq = body_of(replace(back, sq, context))
    point = ar(
        normal(far(SUCC(t))(z)) <= now - 2 * eta * gap(t)(z) + eta * eta * G,
        sq,
        at(convex, t, z),
        at(limit_, t, z),
        e0,
        hints=[(2, 3, 3)],
    )
    mean = Mean(lW, spec(ofar, SUCC(t)), spec(ofar, t), spec(ogap, t)).le(z, point)
    D, gaps = lam(t, W(far(t))), lam(t, W(gap(t)))
    step = gen(t, ar(D(SUCC(t)) <= D(t) - 2 * eta * gaps(t) + eta * eta * G, mean))
    return use(telescoping(D, gaps, 2 * eta, eta * eta * G), far0, step)
