"""Divergences and the greatest loss as numbers; Theorem 1."""

from sdp_proofs.logic.theories.bounded import *
from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)
r_, q_ = var("r", R), var("s", R)


def _at_most_one(E, P, Q, g, e0, lP, lQ, t):
    t = same(t, test(g))
    ob, rest = use(tests_are_bounded(g), t), at(t, a)
    return ar(P(g) - E * Q(g) <= 1, Mean(lP, ob).le(a, right(rest)), Mean(lQ, ob).le(a, left(rest)), e0)


@theorem
def divergence_is_least_slack(E: Nonneg, delta: Real, P: Law[A], Q: Law[A]):
    """The divergence is the least slack of closeness."""
    return close(E, divergence(E, P, Q), P, Q) & implies(close(E, delta, P, Q), divergence(E, P, Q) <= delta)


@divergence_is_least_slack.proof
def _(E, delta, P, Q, e0, lP, lQ):
    f, g, r, s = var("f", fn(A, R)), var("g", fn(A, R)), var("r", R), var("s", R)
    H, ob, low, high = a_test(f)
    gains = normal(divergence(E, P, Q)).parts[1]
    claim = lambda value: lam(g, test(g) & value.eq(P(g) - E * Q(g)))
    is_gain = same(witness(f, conj(H, refl(P(f) - E * Q(f))), claim(P(f) - E * Q(f))), gains(P(f) - E * Q(f)))

    def bounded_by(c, bound):  # every gain is at most c, from bound: theorem for a test g
        some = same(assume(gains(s)), exists(claim(s)))
        each_ = given(some, g, lambda th: ar(s <= c, right(th), bound(left(th))))
        return gen(s, discharge(gains(s), each_))

    one = bounded_by(real(1), lambda t: _at_most_one(E, P, Q, g, e0, lP, lQ, t))
    first = use(ax("lub_above", gains, P(f) - E * Q(f), 1), is_gain, one)
    first = for_tests(ar(P(f) <= E * Q(f) + divergence(E, P, Q), first), f, close(E, divergence(E, P, Q), P, Q))
    near = assume(close(E, delta, P, Q))
    zero = make_test(a, real(0), ar(real(0) <= 0), ar(real(0) <= 1))
    z = lam(a, real(0))
    some = same(witness(z, conj(zero, refl(P(z) - E * Q(z))), claim(P(z) - E * Q(z))), gains(P(z) - E * Q(z)))
    second = use(ax("lub_least", gains, P(z) - E * Q(z), delta), some, bounded_by(delta, lambda t: use(at(near, g), t)))
    return conj(first, discharge(near.concl, same(second, divergence(E, P, Q) <= delta)))


@theorem(place="smoothed-dp, Definition 2", claims="delta-is-the-least-that-works")
def greatest_loss_is_least(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, x: X):
    """The greatest loss bounds the losses to all neighbours, both ways, and is the least such bound."""
    D = greatest_loss(near, M, E, x)
    both = lambda d: each(X, lambda y: implies(near(x, y), close(E, d, M(x), M(y)) & close(E, d, M(y), M(x))))
    return both(D) & each(R, lambda d: implies(real(0) <= d, both(d), d >= D))


@greatest_loss_is_least.proof
def _(near, M, E, x, lM, e0):
    D, y, d = greatest_loss(near, M, E, x), var("y", X), var("d", R)
    G = normal(D).parts[1]
    div = lambda P, Q: divergence(E, P, Q)
    least = lambda P, Q, d: use(divergence_is_least_slack(E, d, P, Q), e0, *(spec(lM, spine(L)[1][0]) for L in (P, Q)))
    pair_ = div(M(x), M(y)), div(M(y), M(x))
    body = lambda r, y: near(x, y) & or_(r.eq(div(M(x), M(y))), r.eq(div(M(y), M(x))))
    w_ = var("w", X)
    some = lambda r: exists(lam(w_, body(r, w_)))
    zero = same(either(real(0).eq(0), some(real(0)), ar(real(0).eq(0))), G(real(0)))

    def at_most(c, c0, bounds):  # all members are at most c, from bounds: near(x, y) |- both divergences <= c
        H = assume(or_(q_.eq(0), some(q_)))
        inner = lambda th: split(
            right(same(th, body(q_, y))),
            *(
                ar(q_ <= c, assume(q_.eq(b_)), bound)
                for b_, bound in zip(pair_, bounds(left(same(th, body(q_, y)))), strict=True)
            ),
        )
        th = split(H, ar(q_ <= c, assume(q_.eq(0)), c0), given(assume(some(q_)), y, inner))
        return gen(q_, discharge(normal(H.concl), mp(discharge(H.concl, th), same(assume(normal(H.concl)), H.concl))))

    def one(P, Q):
        f = var("f", fn(A, R))
        H, ob, low, high = a_test(f)
        lP, lQ = (spec(lM, spine(L)[1][0]) for L in (P, Q))
        le = ar(P(f) <= E * Q(f) + 1, Mean(lP, ob).le(a, high(a)), Mean(lQ, ob).le(a, low(a)), e0)
        return mp(right(least(P, Q, real(1))), for_tests(le, f, close(E, 1, P, Q)))

    H, upper = assume(near(x, y)), at_most(real(1), ar(real(0) <= 1), lambda th: [one(M(x), M(y)), one(M(y), M(x))])
    sides_ = []
    for P, Q in ((M(x), M(y)), (M(y), M(x))):
        this = ar(div(P, Q).eq(div(P, Q)))
        o_ = either(div(P, Q).eq(div(M(x), M(y))), div(P, Q).eq(div(M(y), M(x))), this)
        member = same(
            either(
                div(P, Q).eq(0),
                some(div(P, Q)),
                witness(y, same(conj(H, o_), body(div(P, Q), y)), lam(w_, body(div(P, Q), w_))),
            ),
            G(div(P, Q)),
        )
        small = same(use(ax("lub_above", G, div(P, Q), 1), member, upper), div(P, Q) <= D)
        lP, lQ = (spec(lM, spine(L)[1][0]) for L in (P, Q))
        sides_.append(use(weaker(E, E, div(P, Q), D, P, Q), lP, lQ, left(least(P, Q, real(0))), ar(E <= E), small))
    d0, ok = (
        assume(real(0) <= d),
        assume(forall(y, implies(near(x, y), close(E, d, M(x), M(y)) & close(E, d, M(y), M(x))))),
    )
    ds = lambda th: [
        mp(right(least(P, Q, d)), part(use(at(ok, y), th))) for P, Q, part in ((M(x), M(y), left), (M(y), M(x), right))
    ]
    last = same(use(ax("lub_least", G, 0, d), zero, at_most(d, d0, ds)), d >= D)
    return conj(gen(y, discharge(H.concl, conj(*sides_))), gen(d, discharge(d0.concl, discharge(ok.concl, last))))


@theorem(place="smoothed-dp, Theorem 1", claims="dp-is-the-largest-delta")
def privacy_is_bounded_greatest_loss(near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, d: Nonneg):
    """A mechanism is (E, delta)-private iff its greatest loss is at most delta at each database."""
    return implies(
        each(X, lambda x: each(X, lambda y: implies(near(x, y), near(y, x)))),
        implies(private(near, M, E, d), each(X, lambda x: greatest_loss(near, M, E, x) <= d))
        & implies(each(X, lambda x: greatest_loss(near, M, E, x) <= d), private(near, M, E, d)),
    )


@privacy_is_bounded_greatest_loss.proof
def _(near, M, E, d, lM, e0, d0, turn):
    facts, H, p = use(greatest_loss_is_least(near, M, E, x), lM, e0), assume(near(x, y)), assume(private(near, M, E, d))
    both = gen(y, discharge(H.concl, conj(use(at(p, x, y), H), use(at(p, y, x), use(at(turn, x, y), H)))))
    there = gen(x, use(at(right(facts), d), d0, both))
    small, D = assume(forall(x, greatest_loss(near, M, E, x) <= d)), greatest_loss(near, M, E, x)
    th = use(
        weaker(E, E, D, d, M(x), M(y)),
        spec(lM, x),
        spec(lM, y),
        left(use(at(left(facts), y), H)),
        ar(E <= E),
        spec(small, x),
    )
    return conj(discharge(p.concl, there), discharge(small.concl, gen(x, gen(y, discharge(H.concl, th)))))
