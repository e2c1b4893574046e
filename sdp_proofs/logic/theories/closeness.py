"""Closeness of laws: what keeps it, and the laws of compositions."""

from sdp_proofs.logic.theories.bounded import bound_of, shown
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@theorem
def means_of_sections_are_bounded(K: Channel[A, B], f: Fun(("*", A, B), R)):
    """The mean over b of a bounded f(a, b) is a bounded function of a."""
    return implies(bounded(f), bounded(function(A, lambda a: K(a)(lambda b: f(pair(a, b))))))


@means_of_sections_are_bounded.proof
def _(K, f, cK, bf):
    inner = K(a)(lam(b, f(pair(a, b))))

    def go(c, fc):
        low, high = fc(pair(a, b))
        mean = Mean(law_at(cK, a), observable(b, f(pair(a, b)), [bf]))
        ends = ar(0 - c <= inner, mean.le(b, low)), ar(inner <= c, mean.le(b, high))
        return shown(lam(a, inner), c, *ends, a)

    return bound_of(f, go)(bf)


@theorem
def post_processing(E: Real, delta: Real, P: Law[A], Q: Law[A], K: Channel[A, B]):
    """Post-processing by a channel keeps (E, delta)-closeness."""
    return implies(close(E, delta, P, Q), close(E, delta, bind(P, K), bind(Q, K)))


@post_processing.proof
def _(E, delta, P, Q, K, lP, lQ, cK, near):
    f = var("f", fn(B, R))
    H, ob, low, high = a_test(f)
    L = Mean(law_at(cK, a), ob)
    t = make_test(a, K(a)(f), *unit(L, b, low(b), high(b)))
    return for_tests(use(at(near, lam(a, K(a)(f))), t), f, close(E, delta, bind(P, K), bind(Q, K)))


@theorem
def weaker(E: Real, F: Real, delta: Real, kappa: Real, P: Law[A], Q: Law[A]):
    """Larger odds and slack are weaker."""
    return implies(close(E, delta, P, Q), E <= F, delta <= kappa, close(F, kappa, P, Q))


@weaker.proof
def _(E, F, delta, kappa, P, Q, lP, lQ, near, ef, dk):
    f = var("f", fn(A, R))
    H, ob, low, high = a_test(f)
    q0 = Mean(lQ, ob).le(a, low(a))
    return for_tests(ar(P(f) <= F * Q(f) + kappa, use(at(near, f), H), q0, ef, dk), f, close(F, kappa, P, Q))


@theorem
def reflexive(P: Law[A]):
    """A law is close to itself."""
    return close(1, 0, P, P)


@reflexive.proof
def _(P, lP):
    f = var("f", fn(A, R))
    H, *_ = a_test(f)
    return for_tests(ar(P(f) <= real(1) * P(f) + 0), f, close(1, 0, P, P))


@theorem
def transitive(E: Nonneg, F: Real, delta: Real, kappa: Real, P: Law[A], Q: Law[A], S: Law[A]):
    """Closeness of three laws in a row."""
    return implies(close(E, delta, P, Q), close(F, kappa, Q, S), close(E * F, delta + E * kappa, P, S))


@transitive.proof
def _(E, F, delta, kappa, P, Q, S, e0, lP, lQ, lS, one, two):
    f = var("f", fn(A, R))
    H, *_ = a_test(f)
    th = ar(P(f) <= (E * F) * S(f) + (delta + E * kappa), use(at(one, f), H), use(at(two, f), H), e0)
    return for_tests(th, f, close(E * F, delta + E * kappa, P, S))


@theorem
def slack_is_not_negative(E: Real, P: Law[A], Q: Law[A]):
    """A slack of closeness is not negative."""
    return each(R, lambda delta: implies(close(E, delta, P, Q), real(0) <= delta))


@slack_is_not_negative.proof
def _(E, P, Q, lP, lQ):
    delta = var("delta", R)
    near = assume(close(E, delta, P, Q))
    zero = real(0)
    t = make_test(a, zero, ar(zero <= 0), ar(zero <= 1))
    th = use(at(near, lam(a, zero)), t)
    return gen(
        delta,
        discharge(near.concl, ar(zero <= delta, th, Mean(lP).linear(a, zero), Mean(lQ).linear(a, zero), factors=[E])),
    )


@theorem
def law_of_bind(P: Law[A], K: Channel[A, B]):
    """The output of a channel has a law."""
    return law(bind(P, K))


@law_of_bind.proof
def _(P, K, lP, cK):
    T = bind(P, K)

    def rules(f, g, of, og, less, c):
        L, M = Mean(law_at(cK, a), of, og), Mean(lP, after(K, cK, of), after(K, cK, og))
        plus, scale = M.eq_by(a, L.linear(b, f(b) + g(b))), M.eq_by(a, L.linear(b, c * f(b)))
        return plus, M.le(a, L.le(b, spec(less, b))), scale

    one = Mean(lP).eq_by(a, body_of(right(body_of(law_at(cK, a)))))
    return make_law(T, rules, ar(T(lam(b, real(1))).eq(1), one))


@theorem
def law_of_joint(P: Law[A], K: Channel[A, B]):
    """Input and output of a channel have a joint law."""
    return law(joint(P, K))


@law_of_joint.proof
def _(P, K, lP, cK):
    T, p = joint(P, K), var("p", ("*", A, B))
    row = lambda f: lam(b, f(pair(a, b)))

    def mean_of_rows(f, of):
        return use(fact("means_of_sections_are_bounded", K, f), cK, of)

    def rules(f, g, of, og, less, c):
        sections = [observable(b, t(pair(a, b)), [known]) for t, known in ((f, of), (g, og))]
        L, M = Mean(law_at(cK, a), *sections), Mean(lP, mean_of_rows(f, of), mean_of_rows(g, og))
        F, G = f(pair(a, b)), g(pair(a, b))
        plus, scale = M.eq_by(a, L.linear(b, F + G)), M.eq_by(a, L.linear(b, c * F))
        return plus, M.le(a, L.le(b, spec(less, pair(a, b)))), scale

    one = Mean(lP).eq_by(a, body_of(right(body_of(law_at(cK, a)))))
    return make_law(T, rules, ar(T(lam(p, real(1))).eq(1), one))


@theorem(place="dp-lecture, Post-processing, theorem", claims="post-processing-of-the-lecture")
def post_processing_of_mechanisms(near: Fun(X, X, o), E: Real, delta: Real, M: Mechanism[X, A], K: Channel[A, B]):
    """Post-processing keeps a mechanism private."""
    return implies(private(near, M, E, delta), private(near, lambda x: bind(M(x), K), E, delta))


@post_processing_of_mechanisms.proof
def _(near, E, delta, M, K, lM, cK, p):
    H = assume(near(x, y))
    th = use(post_processing(E, delta, M(x), M(y), K), spec(lM, x), spec(lM, y), cK, use(at(p, x, y), H))
    return gen(x, gen(y, discharge(near(x, y), th)))
