"""Databases from sources: Definition 3 with assignments of sources, and the hull."""

from sdp_proofs.logic.theories.replacement import *
from sdp_proofs.logic.theories.smoothed_privacy import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
DB, LX, D_N = fn(N, X), fn(fn(X, R), R), fn(N, N)
xs, ys, v, v_ = var("x", DB), var("y", DB), var("v", X), var("v", X)
d_, f_ = var("d", fn(N, N)), var("f", fn(fn(N, N), R))
LX = fn(fn(X, R), R)
s_, s1 = var("s", fn(N, LX)), var("r", fn(N, LX))
P_, Q_, t_, d = var("P", LX), var("Q", LX), var("t", R), var("d", R)
Df, f_, W = var("D", fn(DB, R)), var("f", fn(DB, R)), var("W", fn(fn(DB, R), R))
later = lam(j, s_(SUCC(j)))


def data(v0, n, s):
    return call("databases", v0, n, s)


@definition(r"\mathrm{{data}}_{{{1}}}({0}, {2})")
def databases(v0: X, n: N, s: Fun(N, LX), f: Fun(DB, R)):
    """The law of n independent records, that in place i from source s(i), and v0 after them."""
    F = var("F", fn(fn(N, LX), fn(DB, R), R))
    return rec(
        lams(s_, f_, f_(lam(k, v0))),
        lams(k, F, s_, f_, F(lam(j, s_(SUCC(j))), lam(xs, s_(ZERO)(lam(v, f_(cons(v, xs))))))),
        n,
    )(s)(f)


@definition(r"\mathrm{{assigned}}_{{{1}}}({0}, {2})")
def assigned(v0: X, n: N, sources: fn(LX, o), W: fn(fn(DB, R), R)):
    """The laws of n records, each from a source of the set."""
    return exists(lam(s_, each(N, lambda j: sources(s_(j))) & eq(W, call("databases", v0, n, s_))))


@definition(r"\mathrm{{hull}}({0})")
def hull(sources: fn(LX, o), P: LX):
    """The laws in each set that contains the sources and the mixtures of its members."""
    C = var("C", fn(LX, o))
    return forall(
        C,
        implies(
            forall(P_, implies(sources(P_), C(P_))),
            alls(t_, P_, Q_, implies(real(0) <= t_, t_ <= 1, C(P_), C(Q_), C(call("mix", t_, P_, Q_)))),
            C(P),
        ),
    )


@definition()
def are_laws(sources: fn(LX, o)):
    """The members of a set of sources are laws."""
    return forall(P_, implies(sources(P_), law(P_)))


@theorem
def databases_have_laws(v0: X, sources: fn(LX, o)):
    """Databases from sources that are laws have laws."""
    return implies(
        are_laws(sources),
        each(N, lambda n: forall(s_, implies(each(N, lambda j: sources(s_(j))), law(data(v0, n, s_))))),
    )


@databases_have_laws.proof
def _(v0, sources, good):
    H = assume(forall(j, sources(s_(j))))
    claim = lambda n: forall(s_, implies(H.concl, law(data(v0, n, s_))))
    base = certain(lam(k, v0))
    P = s_(ZERO)
    here = use(at(good, P), spec(H, ZERO))
    before = use(at(assume(claim(n)), later), gen(j, spec(H, SUCC(j))))
    step = same(
        use(
            law_of_bind(data(v0, n, later), call("longer", P), A=DB, B=DB),
            before,
            use(longer_databases_have_laws(P), here),
        ),
        law(data(v0, SUCC(n), s_)),
    )
    return induct(
        n,
        gen(s_, discharge(H.concl, same(base, law(data(v0, ZERO, s_))))),
        discharge(claim(n), gen(s_, discharge(H.concl, step))),
    )


def any_laws(v0, s, ls, n):
    """The theorem that n records from the sources s(j) have a law, from that of all s(j) being laws; of any set."""
    P = var("P", mean_of(v0.ty))
    any_law, own = lam(P, law(P)), assume(law(P))
    good = same(gen(P, discharge(own.concl, own)), call("are_laws", any_law))
    known = use(databases_have_laws(v0, any_law, X=v0.ty), good)
    return use(at(known, n, s), gen(j, same(spec(ls, j), any_law(s(j)))))


@theorem
def neighbours_are_symmetric(n: Nat, x: Fun(N, X), y: Fun(N, X)):
    """Neighbours are neighbours of each other."""
    return implies(call("neighbours", n, x, y), call("neighbours", n, y, x))


@neighbours_are_symmetric.proof
def _(n, x, y, H):
    p, q = (lam(i, among(n, i) & off(i, a_, b_)) for a_, b_ in ((x, y), (y, x)))

    def turn(th):
        th = same(th, among(n, i) & off(i, x, y))
        other = assume(not_(eq(j, i)))
        back = gen(j, discharge(other.concl, symmetric(use(at(right(th), j), other))))
        return same(witness(i, conj(left(th), same(back, off(i, y, x))), q), call("neighbours", n, y, x))

    return given(same(H, exists(p)), i, turn)


@theorem(place="smoothed-dp, Remark 8")
def smoothed_sampled_histogram(E: Odds, v0: X, n: Nat, T: Nat, sources: fn(LX, o)):
    """Definition 3 for the histogram of T of n drawn records: at most T/n, for each set of sources."""
    Hn = const("histogram", fn(N, PLACES, DB, X, R))(SUCC(n))
    return implies(
        num(T) <= num(n),
        are_laws(sources),
        smoothed(
            const("neighbours", fn(N, DB, DB, o))(SUCC(n)),
            sampled(uniform_subset(SUCC(n), SUCC(T)), Hn),
            E,
            num(SUCC(T)) * INV(num(SUCC(n))),
            call("assigned", v0, SUCC(n), sources),
        ),
    )


@smoothed_sampled_histogram.proof
def _(E, v0, n, T, sources, e1, le, good):
    near, W, laws_ = (
        const("neighbours", fn(N, DB, DB, o))(SUCC(n)),
        var("W", fn(fn(DB, R), R)),
        call("assigned", v0, SUCC(n), sources),
    )
    M = sampled(uniform_subset(SUCC(n), SUCC(T)), const("histogram", fn(N, PLACES, DB, X, R))(SUCC(n)))
    hW = assume(laws_(W))

    def is_law(th):
        return subst(
            symmetric(right(th)),
            mp(at(use(databases_have_laws(v0, sources), good), SUCC(n), s_), left(th)),
            law,
        )

    binary_and = lambda s: forall(j, sources(s(j))) & eq(W, data(v0, SUCC(n), s))
    p = lam(s_, binary_and(s_))
    are = gen(W, discharge(hW.concl, given(same(hW, exists(p)), s_, lambda th: is_law(same(th, binary_and(s_))))))
    symm = gen(xs, gen(ys, spec(neighbours_are_symmetric.thm, SUCC(n), xs, ys)))
    worst = use(sampled_histogram(E, n, T), e1, le)
    return use(
        smoothed_at_most_worst(near, M, E, num(SUCC(T)) * INV(num(SUCC(n))), laws_, X=DB, A=fn(X, R)), symm, are, worst
    )


@theorem
def mixtures_of_sources(v0: X, sources: fn(LX, o), d: Real):
    """A bound on the mean for all assignments of sources holds for all assignments of mixtures of them."""
    return implies(
        are_laws(sources),
        each(
            N,
            lambda n: forall(
                Df,
                implies(
                    bounded(Df),
                    forall(s_, implies(each(N, lambda j: sources(s_(j))), data(v0, n, s_)(Df) <= d)),
                    forall(s_, implies(each(N, lambda j: hull(sources, s_(j))), data(v0, n, s_)(Df) <= d)),
                ),
            ),
        ),
    )


@mixtures_of_sources.proof
def _(v0, sources, d, good):
    pure, mixed = forall(j, sources(s_(j))), forall(j, hull(sources, s_(j)))
    bound = lambda n, D, of: forall(
        s1, implies(forall(j, sources(s1(j)) if of == pure else hull(sources, s1(j))), data(v0, n, s1)(D) <= d)
    )
    claim = lambda n: forall(Df, implies(bounded(Df), bound(n, Df, pure), bound(n, Df, mixed)))
    oD, every, hyp, H, Hm = (
        assume(bounded(Df)),
        assume(bound(SUCC(n), Df, pure)),
        assume(claim(n)),
        assume(pure),
        assume(mixed),
    )
    D0 = assume(bound(ZERO, Df, pure))
    some = lam(P_, exists(lam(Q_, sources(Q_))))  # no records: some source must exist
    found = discharge(sources(P_), same(witness(P_, assume(sources(P_)), lam(Q_, sources(Q_))), some(P_)))
    kept = hyps_then(assume(some(P_)), [real(0) <= t_, t_ <= 1, some(P_), some(Q_)], [t_, P_, Q_])
    base = given(
        same(
            use(
                spec(body_of(spec(Hm, ZERO)), some),
                gen(P_, found),
                same(
                    kept,
                    alls(
                        t_, P_, Q_, implies(real(0) <= t_, t_ <= 1, some(P_), some(Q_), some(call("mix", t_, P_, Q_)))
                    ),
                ),
            ),
            exists(lam(Q_, sources(Q_))),
        ),
        Q_,
        lambda th: same(use(at(D0, lam(j, Q_)), gen(j, th)), data(v0, ZERO, s_)(Df) <= d),
    )
    # place 0 may have any source P of the class C, the others pure sources
    after_ = lambda P: lam(xs, P(lam(v, Df(cons(v, xs)))))
    C = lam(P_, bounded(after_(P_)) & bound(n, after_(P_), pure))
    source = assume(sources(P_))
    ob_P = same(
        after(call("longer", P_), use(longer_databases_have_laws(P_), use(at(good, P_), source)), oD),
        bounded(after_(P_)),
    )
    joined = call("cons", P_, s_)
    in_all = induct(
        j,
        same(source, sources(joined(ZERO))),
        discharge(sources(joined(j)), same(spec(H, j), sources(joined(SUCC(j))))),
    )
    pure_P = gen(s_, discharge(pure, same(use(at(every, joined), in_all), data(v0, n, s_)(after_(P_)) <= d)))
    inside = gen(P_, discharge(source.concl, same(conj(ob_P, pure_P), C(P_))))
    t0, t1, cP, cQ = assume(real(0) <= t_), assume(t_ <= 1), assume(normal(C(P_))), assume(normal(C(Q_)))
    (oP, bP), (oQ, bQ) = (
        (same(left(c), bounded(after_(p))), same(right(c), bound(n, after_(p), pure))) for c, p in ((cP, P_), (cQ, Q_))
    )
    L = Mean(mp(at(use(databases_have_laws(v0, sources), good), n, s_), H), oP, oQ)
    M = call("mix", t_, P_, Q_)
    line = L.linear(xs, normal(after_(M)(xs)))
    both = ar(data(v0, n, s_)(after_(M)) <= d, line, use(at(bP, s_), H), use(at(bQ, s_), H), t0, t1)
    mixes = conj(
        same(observable(xs, normal(after_(M)(xs)), [oP, oQ]), bounded(after_(M))), gen(s_, discharge(pure, both))
    )
    closed = hyps_then(same(mixes, C(M)), [t0.concl, t1.concl, cP.concl, cQ.concl], [t_, P_, Q_])
    first = use(spec(body_of(spec(Hm, ZERO)), C), inside, closed)
    last = use(
        at(
            use(
                at(hyp, after_(s_(ZERO))),
                same(left(body_of(first)), bounded(after_(s_(ZERO)))),
                same(right(body_of(first)), bound(n, after_(s_(ZERO)), pure)),
            ),
            later,
        ),
        gen(j, spec(Hm, SUCC(j))),
    )
    step = gen(s_, discharge(mixed, same(last, data(v0, SUCC(n), s_)(Df) <= d)))
    return induct(
        n,
        gen(Df, discharge(oD.concl, discharge(D0.concl, gen(s_, discharge(mixed, base))))),
        discharge(hyp.concl, gen(Df, discharge(oD.concl, discharge(every.concl, step)))),
    )


@theorem(place="smoothed-dp, Proposition 7")
def distribution_reduction(
    v0: X, n: Nat, sources: fn(LX, o), near: Fun(DB, DB, o), M: Fun(DB, Law[A]), E: Real, d: Real
):
    """The convex hull of the sources has the same smoothed parameter."""
    return implies(
        are_laws(sources),
        smoothed(near, M, E, d, call("assigned", v0, n, sources)),
        smoothed(near, M, E, d, call("assigned", v0, n, call("hull", sources))),
    )


@distribution_reduction.proof
def _(v0, n, sources, near, M, E, d, lM, good, p):
    W, D = var("W", fn(fn(DB, R), R)), var("D_1", fn(DB, R))
    mixed = call("hull", sources)
    both = lambda own, s: forall(j, own(s(j))) & eq(W, data(v0, n, s))

    def go(ob, pairs, means):
        H, hW = assume(forall(j, sources(s_(j)))), assume(call("assigned", v0, n, mixed, W))
        exact = witness(
            s_,
            conj(H, refl(data(v0, n, s_))),
            lam(s1, forall(j, sources(s1(j))) & eq(data(v0, n, s_), data(v0, n, s1))),
        )
        pure = gen(s_, discharge(H.concl, use(at(means, data(v0, n, s_)), exact)))
        every = use(at(use(mixtures_of_sources(v0, sources, d), good), n, D), ob, pure)
        one_ = lambda th: subst(symmetric(right(th)), use(at(every, s_), left(th)), lambda w: w(D) <= d)
        small = given(same(hW, exists(lam(s_, both(mixed, s_)))), s_, lambda th: one_(same(th, both(mixed, s_))))
        return smooth(near, M, E, d, call("assigned", v0, n, mixed), D, ob, pairs, gen(W, discharge(hW.concl, small)))

    return opened(p, D, go)
