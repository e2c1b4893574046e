"""Smoothed privacy: Propositions 4 to 7 for Definition 3."""

from sdp_proofs.logic.theories.composition import *
from sdp_proofs.logic.theories.divergences import *
from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)
D1, D2, W = var("D", fn(X, R)), var("K", fn(X, R)), var("W", fn(fn(X, R), R))


def opened(th, D, prove):
    """The goal, from smoothed(...): `prove` gets the bound D's facts, that it bounds the losses, and its means."""
    return given(th, D, lambda H: prove(same(left(left(H)), bounded(D)), right(left(H)), right(H)))


def smooth(near, M, E, d, laws, D, known, pairs, means):
    """smoothed(...), from a bounded D, that it bounds the losses, and its means."""
    whole = smoothed(near, M, E, d, laws)
    p = exists_inside(whole).parts[1]
    return same(witness(D, conj(conj(same(known, bounded(D)), pairs), means), p), whole)


def always(S, s):
    """The channel that ignores its input: S at s."""
    return lam(a, S(s))


def both_ways(pairs, x, y, H):
    th = use(at(pairs, x, y), H)
    return left(th), right(th)


@theorem
def smoothed_at_most_worst(
    near: Fun(X, X, o), M: Fun(X, Fun(A, R), R), E: Real, d: Real, laws: Fun(Fun(Fun(X, R), R), o)
):
    """Smoothed privacy is weaker than privacy, for every class of laws."""
    return implies(
        each(X, lambda x: each(X, lambda y: implies(near(x, y), near(y, x)))),
        each(Fun(Fun(X, R), R), lambda W: implies(laws(W), law(W))),
        private(near, M, E, d),
        smoothed(near, M, E, d, laws),
    )


@smoothed_at_most_worst.proof
def _(near, M, E, d, laws, symmetric, are_laws, p):
    H, W, D = assume(near(x, y)), var("W", fn(fn(X, R), R)), lam(x, d)
    both = conj(use(at(p, x, y), H), use(at(p, y, x), use(at(symmetric, x, y), H)))
    bounded_ = gen(x, gen(y, discharge(H.concl, both)))
    hW = assume(laws(W))
    mean = Mean(use(at(are_laws, W), hW)).linear(x, d)
    small = gen(W, discharge(hW.concl, ar(W(D) <= d, mean)))
    return smooth(near, M, E, d, laws, D, bounded_constant(d, A=X), bounded_, small)


@theorem(place="smoothed-dp, Proposition 4")
def smoothed_post_processing(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Real, d: Real, laws: Fun(Fun(Fun(X, R), R), o), K: Channel[A, B]
):
    """Post-processing keeps a mechanism smoothed private."""
    return implies(smoothed(near, M, E, d, laws), smoothed(near, lambda x: bind(M(x), K), E, d, laws))


@smoothed_post_processing.proof
def _(near, M, E, d, laws, K, lM, cK, p):
    def go(ob, pairs, means):
        H = assume(near(x, y))
        one, two = both_ways(pairs, x, y, H)
        lx, ly = spec(lM, x), spec(lM, y)
        th = conj(
            use(post_processing(E, D1(x), M(x), M(y), K), lx, ly, cK, one),
            use(post_processing(E, D1(x), M(y), M(x), K), ly, lx, cK, two),
        )
        return smooth(near, lam(x, bind(M(x), K)), E, d, laws, D1, ob, gen(x, gen(y, discharge(H.concl, th))), means)

    return opened(p, D1, go)


@theorem(place="smoothed-dp, Proposition 5")
def smoothed_composition(
    near: Fun(X, X, o),
    M: Mechanism[X, A],
    S: Mechanism[X, B],
    E: Nonneg,
    F: Nonneg,
    d: Real,
    k: Real,
    laws: Fun(Fun(Fun(X, R), R), o),
):
    """Composition of independent mechanisms: (E F, delta + kappa)-smoothed private."""
    return implies(
        each(Fun(Fun(X, R), R), lambda W: implies(laws(W), law(W))),
        smoothed(near, M, E, d, laws),
        smoothed(near, S, F, k, laws),
        smoothed(near, lambda x: joint(M(x), function(A, lambda a: S(x))), E * F, d + k, laws),
    )


@smoothed_composition.proof
def _(near, M, S, E, F, d, k, laws, lM, lS, e0, f0, are, p, q):
    def pair_of(s, t, one, two):
        P, Q, U, V = M(s), M(t), S(s), S(t)
        n1 = use(at(use(slack_is_not_negative(E, P, Q), spec(lM, s), spec(lM, t)), D1(x)), one)
        n2 = use(at(use(slack_is_not_negative(F, U, V, A=B), spec(lS, s), spec(lS, t)), D2(x)), two)
        return use(
            adaptive_composition(E, F, D1(x), D2(x), P, Q, always(S, s), always(S, t)),
            e0,
            f0,
            n1,
            n2,
            spec(lM, s),
            spec(lM, t),
            every(s),
            every(t),
            one,
            gen(a, two),
        )

    def every(s):
        return same(gen(a, spec(lS, s)), channel(always(S, s)))

    def go(ob1, pairs1, means1, ob2, pairs2, means2):
        H, hW = assume(near(x, y)), assume(laws(W))
        (one, one_), (two, two_) = both_ways(pairs1, x, y, H), both_ways(pairs2, x, y, H)
        th = conj(pair_of(x, y, one, two), pair_of(y, x, one_, two_))
        total_ = Mean(use(at(are, W), hW), ob1, ob2).linear(x, D1(x) + D2(x))
        D = lam(x, D1(x) + D2(x))
        mean = ar(W(D) <= d + k, total_, use(at(means1, W), hW), use(at(means2, W), hW))
        return smooth(
            near,
            lam(x, joint(M(x), function(A, lambda a: S(x)))),
            E * F,
            d + k,
            laws,
            D,
            observable(x, D1(x) + D2(x), [ob1, ob2]),
            gen(x, gen(y, discharge(H.concl, th))),
            gen(W, discharge(hW.concl, mean)),
        )

    return opened(p, D1, lambda *one: opened(q, D2, lambda *two: go(*one, *two)))


@theorem(place="smoothed-dp, Proposition 6")
def smoothed_preprocessing(
    nearer: Fun(X, X, o),
    near: Fun(Z, Z, o),
    g: Fun(Z, X),
    M: Mechanism[X, A],
    E: Real,
    d: Real,
    laws: Fun(Fun(Fun(X, R), R), o),
    own: Fun(Fun(Fun(Z, R), R), o),
):
    """Pre-processing by a map that keeps neighbours and pushes the laws into the class."""
    return implies(
        each(Z, lambda z: each(Z, lambda w: implies(near(z, w), nearer(g(z), g(w))))),
        each(Fun(Fun(Z, R), R), lambda W: implies(own(W), laws(lambda h: W(lambda z: h(g(z)))))),
        smoothed(nearer, M, E, d, laws),
        smoothed(near, lambda z: M(g(z)), E, d, own),
    )


@smoothed_preprocessing.proof
def _(nearer, near, g, M, E, d, laws, own, lM, kept, pushed, p):
    def go(ob, pairs, means):
        w, V, h = var("w", Z), var("V", fn(fn(Z, R), R)), var("h", fn(X, R))
        H, hV = assume(near(z, w)), assume(own(V))
        th = use(at(pairs, g(z), g(w)), use(at(kept, z, w), H))
        mean = use(at(means, lam(h, V(lam(z, h(g(z)))))), use(at(pushed, V), hV))
        return smooth(
            near,
            lam(z, M(g(z))),
            E,
            d,
            own,
            lam(z, D1(g(z))),
            observable(z, D1(g(z)), [ob]),
            gen(z, gen(w, discharge(H.concl, th))),
            gen(V, discharge(hV.concl, mean)),
        )

    return opened(p, D1, go)


@theorem(place="smoothed-dp, Proposition 7")
def smoothed_on_mixtures(
    near: Fun(X, X, o),
    M: Mechanism[X, A],
    E: Real,
    d: Real,
    laws: Fun(Fun(Fun(X, R), R), o),
    V: Law[Z],
    G: Channel[Z, X],
):
    """Mixtures of laws of the class change nothing: only the convex hull matters."""
    return implies(
        each(Z, lambda z: laws(G(z))),
        smoothed(near, M, E, d, laws),
        smoothed(near, M, E, d, lambda W: W.eq(bind(V, G))),
    )


@smoothed_on_mixtures.proof
def _(near, M, E, d, laws, V, G, lM, lV, cG, inside, p):
    def go(ob, pairs, means):
        L = Mean(lV, after(G, cG, ob))
        mean = L.le(z, use(at(means, G(z)), spec(inside, z)))
        hW = assume(eq(W, bind(V, G)))
        u = var("u", W.ty)
        back = same(replace(hW, refl(W), lam(u, eq(u, W))), eq(bind(V, G), W))
        small = same(replace(back, ar(bind(V, G, D1) <= d, mean), lam(u, u(D1) <= d)), W(D1) <= d)
        return smooth(near, M, E, d, lam(W, W.eq(bind(V, G))), D1, ob, pairs, gen(W, discharge(hW.concl, small)))

    return opened(p, D1, go)


@theorem(place="smoothed-dp, Definition 3")
def smoothed_privacy_is_mean_greatest_loss(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, d: Real, laws: Fun(Fun(Fun(X, R), R), o)
):
    """Smoothed privacy is the mean of the greatest loss, where that is bounded and neighbours exist."""
    D = const("greatest_loss", fn(fn(X, X, o), fn(X, fn(fn(A, R), R)), R, X, R))(near, M, E)
    mean = each(Fun(Fun(X, R), R), lambda W: implies(laws(W), W(D) <= d))
    return implies(
        bounded(D),
        each(Fun(Fun(X, R), R), lambda W: implies(laws(W), law(W))),
        each(X, lambda x: exists(lam(y, near(x, y)))),
        implies(smoothed(near, M, E, d, laws), mean) & implies(mean, smoothed(near, M, E, d, laws)),
    )


@smoothed_privacy_is_mean_greatest_loss.proof
def _(near, M, E, d, laws, lM, e0, oD, are, some):
    D = const("greatest_loss", fn(fn(X, X, o), fn(X, fn(fn(A, R), R)), R, X, R))(near, M, E)
    W, facts = var("W", fn(fn(X, R), R)), use(greatest_loss_is_least(near, M, E, x), lM, e0)
    p, hW = assume(smoothed(near, M, E, d, laws)), assume(laws(W))

    def go(ob, pairs, means):
        nonneg = given(
            spec(some, x),
            y,
            lambda th: use(
                at(use(slack_is_not_negative(E, M(x), M(y)), spec(lM, x), spec(lM, y)), D1(x)),
                left(use(at(pairs, x, y), th)),
            ),
        )
        least = use(at(right(facts), D1(x)), nonneg, spec(pairs, x))
        return gen(
            W,
            discharge(
                hW.concl,
                ar(W(D) <= d, Mean(use(at(are, W), hW), same(oD, bounded(D)), ob).le(x, least), use(at(means, W), hW)),
            ),
        )

    there = opened(p, D1, go)
    mean = assume(forall(W, implies(laws(W), W(D) <= d)))
    back = smooth(
        near,
        M,
        E,
        d,
        laws,
        D,
        oD,
        gen(
            x,
            same(left(facts), forall(y, implies(near(x, y), close(E, D(x), M(x), M(y)) & close(E, D(x), M(y), M(x))))),
        ),
        mean,
    )
    return conj(discharge(p.concl, there), discharge(mean.concl, back))
