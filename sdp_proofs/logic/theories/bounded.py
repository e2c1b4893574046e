"""Closure of bounded functions: constants, sums, products, maxima, functions of functions, means."""

from sdp_proofs.logic.vocabulary import *

a, b, c, d = var("a", A), var("b", B), var("c", R), var("d", R)


def between(f, c, v):
    return (0 - c <= f(v)) & (f(v) <= c)


def bound_of(f, prove, v=a):
    """The goal, from a number c with -c <= f <= c."""
    c = fresh("c", R)
    return lambda known: given(known, c, lambda th: prove(c, lambda t: parts(at(th, t))))


def shown(f, c, low, high, v):
    """bounded(f), from -c <= f and f <= c."""
    r, u = fresh("r", R), fresh("u", v.ty)
    return to(witness(c, gen(v, conj(low, high)), lam(r, forall(u, between(f, r, u)))), bounded(f))


@theorem
def bounded_constant(c: Real):
    """Constant functions are bounded."""
    return bounded(function(A, lambda a: c))


@bounded_constant.proof
def _(c):
    k = MAX(c, 0 - c)
    up, down = ax("max_left", c, 0 - c), ax("max_right", c, 0 - c)
    return shown(lam(a, c), k, ar(0 - k <= c, down), ar(c <= k, up), a)


def two_bounded(f, g, whole, k, prove):
    """bounded(whole), from bounds c of f and d of g; k(c, d) is its bound."""

    def go(c, fc, d, gd):
        low, high = prove(c, fc(a), d, gd(a))
        return shown(whole, k(c, d), low, high, a)

    return lambda bf, bg: bound_of(f, lambda c, fc: bound_of(g, lambda d, gd: go(c, fc, d, gd))(bg))(bf)


@theorem
def bounded_plus(f: Fun(A, R), g: Fun(A, R)):
    """Sums of bounded functions are bounded."""
    return implies(bounded(f), bounded(g), bounded(function(A, lambda a: f(a) + g(a))))


@bounded_plus.proof
def _(f, g, bf, bg):
    w = lam(a, f(a) + g(a))
    k = lambda c, d: c + d
    return two_bounded(
        f, g, w, k, lambda c, F, d, G: (ar(0 - (c + d) <= f(a) + g(a), *F, *G), ar(f(a) + g(a) <= c + d, *F, *G))
    )(bf, bg)


@theorem
def bounded_minus(f: Fun(A, R), g: Fun(A, R)):
    """Differences of bounded functions are bounded."""
    return implies(bounded(f), bounded(g), bounded(function(A, lambda a: f(a) - g(a))))


@bounded_minus.proof
def _(f, g, bf, bg):
    w = lam(a, f(a) - g(a))
    k = lambda c, d: c + d
    return two_bounded(
        f, g, w, k, lambda c, F, d, G: (ar(0 - (c + d) <= f(a) - g(a), *F, *G), ar(f(a) - g(a) <= c + d, *F, *G))
    )(bf, bg)


@theorem
def bounded_times(f: Fun(A, R), g: Fun(A, R)):
    """Products of bounded functions are bounded."""
    return implies(bounded(f), bounded(g), bounded(function(A, lambda a: f(a) * g(a))))


@bounded_times.proof
def _(f, g, bf, bg):
    w = lam(a, f(a) * g(a))

    def prove(c, F, d, G):
        # (c - f)(d + g) and (c + f)(d - g) are not negative; so are (c - f)(d - g) and (c + f)(d + g).
        return ar(0 - c * d <= f(a) * g(a), *F, *G), ar(f(a) * g(a) <= c * d, *F, *G)

    return two_bounded(f, g, w, lambda c, d: c * d, prove)(bf, bg)


@theorem
def bounded_max(f: Fun(A, R), g: Fun(A, R)):
    """Maxima of bounded functions are bounded."""
    return implies(bounded(f), bounded(g), bounded(function(A, lambda a: MAX(f(a), g(a)))))


@bounded_max.proof
def _(f, g, bf, bg):
    m = MAX(f(a), g(a))

    def prove(c, F, d, G):
        # -(c + d) <= m, since c and d are not negative.
        low = ar(0 - (c + d) <= m, ax("max_left", f(a), g(a)), *F, *G)
        return low, use(ax("max_least", f(a), g(a), c + d), ar(f(a) <= c + d, *F, *G), ar(g(a) <= c + d, *F, *G))

    return two_bounded(f, g, lam(a, m), lambda c, d: c + d, prove)(bf, bg)


@theorem
def bounded_inside(f: Fun(B, R), u: Fun(A, B)):
    """A bounded function of any function is bounded."""
    return implies(bounded(f), bounded(function(A, lambda a: f(u(a)))))


@bounded_inside.proof
def _(f, u, bf):
    return bound_of(f, lambda c, fc: shown(lam(a, f(u(a))), c, *fc(u(a)), a))(bf)


@theorem
def tests_are_bounded(f: Fun(A, R)):
    """Tests are bounded."""
    return implies(test(f), bounded(f))


@tests_are_bounded.proof
def _(f, known):
    low, high = parts(at(known, a))
    return shown(f, real(1), ar(0 - real(1) <= f(a), low), high, a)


@theorem
def means_are_bounded(K: Channel[A, B], f: Fun(B, R)):
    """The mean of a bounded function under a channel is a bounded function of the input."""
    return implies(bounded(f), bounded(function(A, lambda a: K(a)(f))))


@means_are_bounded.proof
def _(K, f, cK, bf):
    mean = Mean(law_at(cK, a), bf)

    def go(c, fc):
        low, high = fc(b)
        return shown(lam(a, K(a)(f)), c, ar(0 - c <= K(a)(f), mean.le(b, low)), ar(K(a)(f) <= c, mean.le(b, high)), a)

    return bound_of(f, go)(bf)
