"""Proposition 6 with coins: features of single records, drawn independently, lose no more than the databases of them.

Features of two neighbours are drawn so that they differ in the changed record only; no order of averages is changed for
that. That features of random records are independent again needs the order of averages, as Fubini's theorem gives it.
"""

from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.theories.paper import greatest_losses_are_tests
from sdp_proofs.logic.vocabulary import *

DZ, LZ = fn(N, Z), fn(fn(Z, R), R)
i, j, k, m, n = (var(name, N) for name in ("i", "j", "k", "m", "n"))
xs, ys, zs, v, w, u, z = var("x", DB), var("y", DB), var("z", DZ), var("v", X), var("w", X), var("u", Z), var("c", Z)
s_, p_, q_ = var("s", fn(N, LX)), var("p", fn(N, LX)), var("q", fn(N, LZ))
G_, H_ = var("g", fn(DB, R)), var("h", fn(DB, R))


@definition(
    r"{0} \text{{ and }} {1} \text{{ average in either order}}", place="Fubini's theorem",
    difference="finitely additive laws need not; those of finitely or countably many values do",
)  # fmt: skip
def average_in_either_order(P: mean_of(A), Q: mean_of(B)):
    """Two averages of a bounded function of two values do not depend on which is taken first."""
    return each(Fun(("*", A, B), R), lambda f: implies(
        bounded(f), P(lambda a: Q(lambda b: f(pair(a, b)))).eq(Q(lambda b: P(lambda a: f(pair(a, b)))))))  # fmt: skip


def in_front(P, G):
    """The average of a function of databases over the record in place 0."""
    r, x = fresh("v", P.ty[1][1]), fresh("x", G.ty[1])
    return lam(x, P(lam(r, G(call("cons", r, x)))))


def front_is_bounded(P, G, lP, bG):
    """The theorem that this average is a bounded function of the later records."""
    ty = P.ty[1][1]
    types = {"A": fn(N, ty), "B": fn(N, ty)}
    chan = use(longer_databases_have_laws(P, X=ty), lP)
    return same(use(fact("means_are_bounded", call("longer", P), G, **types), chan, bG), bounded(in_front(P, G)))


def later_of(s):
    return lam(j, s(SUCC(j)))


def put_before(v, th, place):
    """The theorem that cons(v, x) and cons(v, y) agree off place k + 1, from x and y that agree off place k."""
    _, x, y = spine(th.concl)[1]
    one_, two = call("cons", v, x), call("cons", v, y)
    claim = lambda j: implies(not_(eq(j, SUCC(place))), eq(one_(j), two(j)))
    first = discharge(not_(eq(ZERO, SUCC(place))), same(refl(v), eq(one_(ZERO), two(ZERO))))
    other, here = assume(not_(eq(SUCC(j), SUCC(place)))), assume(eq(j, place))
    moved = subst(here, refl(SUCC(j)), lambda t: eq(SUCC(j), SUCC(t)))
    apart = refuting(here.concl, contradiction(other, moved))
    nexts = discharge(other.concl, same(use(at(th, j), apart), eq(one_(SUCC(j)), two(SUCC(j)))))
    return same(induct(j, first, discharge(claim(j), nexts)), off(SUCC(place), one_, two))


@theorem(place="smoothed-dp, Proposition 6")
def databases_with_one_other_source_compare(v0: X):
    """If g(x) <= h(y) where x and y differ in record i, the means compare where the sources differ in place i."""
    laws_ = each(N, lambda j: law(s_(j)) & law(p_(j)))
    below_ = forall(xs, forall(ys, implies(off(i, xs, ys), G_(xs) <= H_(ys))))
    data = lambda n, s: call("databases", v0, n, s)
    return each(N, lambda n: alls(i, s_, p_, G_, H_, implies(
        call("off", i, s_, p_), laws_, bounded(G_), bounded(H_), below_,
        data(n, s_)(G_) <= data(n, p_)(H_))))  # fmt: skip


@databases_with_one_other_source_compare.proof
def _(v0):
    data = lambda n, s: call("databases", v0, n, s)
    prem = (
        call("off", i, s_, p_), forall(j, law(s_(j)) & law(p_(j))), bounded(G_), bounded(H_),
        forall(xs, forall(ys, implies(off(i, xs, ys), G_(xs) <= H_(ys)))),
    )  # fmt: skip
    claim = lambda n: alls(i, s_, p_, G_, H_, implies(*prem, data(n, s_)(G_) <= data(n, p_)(H_)))
    agree, laws_, bG, bH, less = (assume(p) for p in prem)
    empty = lam(k, v0)
    every = gen(j, discharge(not_(eq(j, i)), refl(v0)))
    base = use(at(less, empty, empty), same(every, off(i, empty, empty)))
    hyp = assume(claim(n))
    goal = data(SUCC(n), s_)(G_) <= data(SUCC(n), p_)(H_)
    ls, lp = gen(j, left(spec(laws_, j))), gen(j, right(spec(laws_, j)))
    g, h = in_front(s_(ZERO), G_), in_front(p_(ZERO), H_)
    bg = front_is_bounded(s_(ZERO), G_, spec(ls, ZERO), bG)
    bh = front_is_bounded(p_(ZERO), H_, spec(lp, ZERO), bH)
    S0, P0 = Mean(spec(ls, ZERO), bG), Mean(spec(lp, ZERO), bH)
    # place 0 differs: the later sources are the same, and any two records in front compare
    at_0 = assume(eq(i, ZERO))
    out = refuting(eq(SUCC(j), i), differs(subst(at_0, assume(eq(SUCC(j), i)), lambda t: eq(SUCC(j), t))))
    alike = same(ext(j, same(use(at(agree, SUCC(j)), out), eq(later_of(s_)(j), later_of(p_)(j)))),
                 eq(later_of(s_), later_of(p_)))  # fmt: skip
    one_, two = call("cons", v, xs), call("cons", w, xs)
    not_0 = assume(not_(eq(j, ZERO)))
    same_later = lambda j: implies(not_(eq(j, ZERO)), eq(one_(j), two(j)))
    none = assume(not_(eq(ZERO, ZERO)))
    first_place = discharge(none.concl, absurd(contradiction(none, refl(ZERO)), eq(one_(ZERO), two(ZERO))))
    next_place = discharge(not_(eq(SUCC(j), ZERO)), same(refl(xs(j)), eq(one_(SUCC(j)), two(SUCC(j)))))
    apart = same(induct(j, first_place, discharge(same_later(j), next_place)), off(ZERO, one_, two))
    point = use(at(subst(at_0, less, lambda t: forall(xs, forall(ys, implies(off(t, xs, ys), G_(xs) <= H_(ys))))),
                   one_, two), apart)  # fmt: skip
    inner = P0.le(w, S0.le(v, point))
    L = Mean(any_laws(v0, later_of(p_), gen(j, same(spec(lp, SUCC(j)), law(later_of(p_)(j)))), n), bg, bh)
    means = L.le(xs, ar(g(xs) <= h(xs), inner))
    moved = subst(alike, refl(data(n, later_of(s_))(g)), lambda s: eq(data(n, later_of(s_))(g), data(n, s)(g)))
    first = ar(goal, means, moved)
    # a later place differs: the source of place 0 is the same
    is_k = assume(eq(i, SUCC(k)))
    off0 = refuting(eq(ZERO, i), differs(symmetric(subst(is_k, assume(eq(ZERO, i)), lambda t: eq(ZERO, t)))))
    equal = use(at(agree, ZERO), off0)
    other, there = assume(not_(eq(j, k))), assume(eq(SUCC(j), i))
    far = refuting(there.concl, contradiction(other, before(subst(is_k, there, lambda t: eq(SUCC(j), t)))))
    shifted = gen(j, discharge(other.concl, same(use(at(agree, SUCC(j)), far), eq(later_of(s_)(j), later_of(p_)(j)))))
    shifted = same(shifted, call("off", k, later_of(s_), later_of(p_)))
    near = assume(off(k, xs, ys))
    less_k = subst(is_k, less, lambda t: forall(xs, forall(ys, implies(off(t, xs, ys), G_(xs) <= H_(ys)))))
    point_k = use(at(less_k, call("cons", v, xs), call("cons", v, ys)), put_before(v, near, k))
    in_k = Mean(spec(ls, ZERO), bG, bH).le(v, point_k)
    g_h = subst(equal, refl(in_front(s_(ZERO), H_)(ys)), lambda P: eq(in_front(s_(ZERO), H_)(ys), in_front(P, H_)(ys)))
    below_k = gen(xs, gen(ys, discharge(near.concl, ar(g(xs) <= h(ys), in_k, g_h))))
    laws_k = gen(j, same(spec(laws_, SUCC(j)), law(later_of(s_)(j)) & law(later_of(p_)(j))))
    second = ar(goal, use(at(hyp, k, later_of(s_), later_of(p_), g, h), shifted, laws_k, bg, bh, below_k))
    no_0 = assume(not_(eq(i, ZERO)))
    second = given(predecessor(i, no_0), k, lambda th: mp(discharge(is_k.concl, second), to(th, is_k.concl)))
    step = cases(at_0.concl, first, second)
    whole = lambda th: hyps_then(th, prem, [i, s_, p_, G_, H_])
    return induct(n, whole(ar(data(ZERO, s_)(G_) <= data(ZERO, p_)(H_), base)), discharge(hyp.concl, whole(step)))


# ---- the order of averages -----------------------------------------------------------------------------------------
O_ = ("*", A, DB)
f_o = var("f", fn(O_, R))
o_, a = var("o", O_), var("a", A)


@theorem
def a_value_and_independent_records_average_in_either_order(v0: X, P: mean_of(A)):
    """If a law and each of n sources average in either order, so do the law and the database from the sources."""
    data = lambda n: call("databases", v0, n, s_)
    either_ = each(N, lambda j: law(s_(j)) & call("average_in_either_order", P, s_(j)))
    return each(N, lambda n: alls(s_, f_o, implies(
        either_, bounded(f_o), P(lambda a: data(n)(lambda x: f_o(pair(a, x)))).eq(
            data(n)(lambda x: P(lambda a: f_o(pair(a, x))))))))  # fmt: skip


@a_value_and_independent_records_average_in_either_order.proof
def _(v0, P):
    data = lambda n, s: call("databases", v0, n, s)
    goal = lambda n: P(lam(a, data(n, s_)(lam(xs, f_o(pair(a, xs)))))).eq(
        data(n, s_)(lam(xs, P(lam(a, f_o(pair(a, xs)))))))  # fmt: skip
    good, bf = assume(forall(j, law(s_(j)) & call("average_in_either_order", P, s_(j)))), assume(bounded(f_o))
    prem = (good.concl, bf.concl)
    claim = lambda n: alls(s_, f_o, implies(*prem, goal(n)))
    hyp, s0 = assume(claim(n)), s_(ZERO)
    put = lambda o, v: pair(fst(o), call("cons", v, snd(o)))
    g = lam(o_, s0(lam(v, f_o(put(o_, v)))))
    fo = var("h", fn(O_, R))
    image = lam(o_, lam(fo, s0(lam(v, fo(put(o_, v))))))
    chan = same(gen(o_, use(law_of_image(s0, lam(v, put(o_, v)), A=X, B=O_), left(spec(good, ZERO)))), channel(image))
    bg = same(use(fact("means_are_bounded", image, f_o, A=O_, B=O_), chan, bf), bounded(g))
    later_good = gen(j, same(spec(good, SUCC(j)), law(later_of(s_)(j)) & call(
        "average_in_either_order", P, later_of(s_)(j))))  # fmt: skip
    before_ = use(at(hyp, later_of(s_), g), later_good, bg)
    one_ = var("o", ("*", A, X))
    at_x = lam(one_, f_o(pair(fst(one_), call("cons", snd(one_), xs))))
    inside = use(fact("bounded_inside", f_o, lam(one_, pair(fst(one_), call("cons", snd(one_), xs))),
                      A=("*", A, X), B=O_), bf)  # fmt: skip
    swapped = use(at(right(spec(good, ZERO)), at_x), same(inside, bounded(at_x)))
    left_, right_ = P(lam(a, s0(lam(v, f_o(pair(a, call("cons", v, xs))))))), s0(
        lam(v, P(lam(a, f_o(pair(a, call("cons", v, xs)))))))  # fmt: skip
    moved = under(same(swapped, eq(left_, right_)), xs, data(n, later_of(s_)))
    step = ar(goal(SUCC(n)), before_, moved)
    whole = lambda th: hyps_then(th, prem, [s_, f_o])
    return induct(n, whole(ar(goal(ZERO))), discharge(hyp.concl, whole(step)))


def of_records(K, x):
    """The sources of the features of a database."""
    return lam(k, K(x(k)))


@theorem(
    place="smoothed-dp, App. D.3, averages",
    claims="features-of-independent-records-are-independent features-of-records-follow-products-of-their-laws",
)
def features_of_independent_records_are_independent(v0: X, w0: Z, K: Channel[X, Z]):
    """Features of records from sources are records from the laws of single features."""
    F = var("h", fn(DZ, R))
    good = each(N, lambda j: law(s_(j)) & each(X, lambda v: call("average_in_either_order", s_(j), K(v))))
    return each(N, lambda n: alls(s_, F, implies(
        good, bounded(F),
        call("databases", v0, n, s_)(lambda x: call("databases", w0, n, of_records(K, x))(F)).eq(
            call("databases", w0, n, lam(k, bind(s_(k), K)))(F)))))  # fmt: skip


@features_of_independent_records_are_independent.proof
def _(v0, w0, K, cK):
    F, G = var("h", fn(DZ, R)), var("g", fn(DZ, R))
    inner = lambda n, x, F: call("databases", w0, n, of_records(K, x))(F)
    outer = lambda n, s: call("databases", v0, n, s)
    drawn_ = lambda n, s: call("databases", w0, n, lam(k, bind(s(k), K)))
    goal = lambda n: outer(n, s_)(lam(xs, inner(n, xs, F))).eq(drawn_(n, s_)(F))
    good = assume(forall(j, law(s_(j)) & forall(v, call("average_in_either_order", s_(j), K(v)))))
    bF = assume(bounded(F))
    prem = (good.concl, bF.concl)
    claim = lambda n: alls(s_, F, implies(*prem, goal(n)))
    hyp, s0 = assume(claim(n)), s_(ZERO)
    l0 = left(spec(good, ZERO))
    o2 = var("o", ("*", X, DZ))
    image = lam(o2, lam(G, K(fst(o2))(lam(u, G(call("cons", u, snd(o2)))))))
    law_ = use(law_of_image(K(fst(o2)), lam(u, call("cons", u, snd(o2))), A=Z, B=DZ), law_at(cK, fst(o2)))
    h = lam(o2, image(o2)(F))
    bh = same(use(fact("means_are_bounded", image, F, A=("*", X, DZ), B=DZ), same(gen(o2, law_), channel(image)), bF),
              bounded(h))  # fmt: skip
    sources = of_records(K, xs)
    order = same(at(right(spec(good, ZERO)), xs(j)), call("average_in_either_order", s0, sources(j)))
    own = gen(j, conj(same(at(cK, xs(j)), law(sources(j))), order))
    swap_ = at(a_value_and_independent_records_average_in_either_order(w0, s0, X=Z, A=X), n, sources, h)
    swap_ = use(swap_, own, bh)
    Fs = in_front(bind(s0, K), F)
    first = s0(lam(v, inner(n, xs, lam(zs, K(v)(lam(u, F(call("cons", u, zs))))))))
    moved = under(same(swap_, eq(first, inner(n, xs, Fs))), xs, outer(n, later_of(s_)))
    bFs = front_is_bounded(bind(s0, K), F, use(fact("law_of_bind", s0, K, A=X, B=Z), l0, cK), bF)
    later_good = gen(j, same(spec(good, SUCC(j)), law(later_of(s_)(j)) & forall(
        v, call("average_in_either_order", later_of(s_)(j), K(v)))))  # fmt: skip
    before_ = use(at(hyp, later_of(s_), Fs), later_good, bFs)
    step = ar(goal(SUCC(n)), before_, moved)
    whole = lambda th: hyps_then(th, prem, [s_, F])
    return induct(n, whole(ar(goal(ZERO))), discharge(hyp.concl, whole(step)))


# ---- features lose no more -----------------------------------------------------------------------------------------
def near_in(ty, n):
    db = fn(N, ty)
    return const("neighbours", fn(N, db, db, o))(n)


def after_features(w0, n, K, M):
    """The mechanism that publishes M of the features of a database."""
    return lam(xs, bind(call("databases", w0, n, of_records(K, xs)), M))


def features_have_laws(w0, n, K, cK, x):
    """The theorem that the features of a database have a law."""
    own = of_records(K, x)
    return any_laws(w0, own, gen(j, same(at(cK, x(j)), law(own(j)))), n)


def coupled(E, w0, n, K, M, cK, lM, x, y, near, loss, bl, pairs):
    """Closeness of M after the features of two neighbours, both ways, up to the mean of a bound of the losses of M.

    The bound is `loss`, a bounded function by `bl`; `pairs` gives both ways for two neighbours of features.
    """
    P, Q = (call("databases", w0, n, of_records(K, one_)) for one_ in (x, y))
    MP, MQ, d = bind(P, M), bind(Q, M), P(loss)
    f, za, zb = var("f", fn(A, R)), var("a", DZ), var("b", DZ)
    is_test, bf, _, _ = a_test(f)
    g = lam(zs, M(zs)(f))
    bg = same(after(M, same(lM, channel(M)), bf), bounded(g))
    LP, LQ = (Mean(features_have_laws(w0, n, K, cK, one_), bg, bl) for one_ in (x, y))

    def go(th):
        th = same(th, among(n, i) & off(i, x, y))
        inside, agree = left(th), right(th)

        def compare(x, y, agree, G, H, bG, bH, point):
            """D_x G <= D_y H, from G(a) <= H(b) for neighbours a and b of features; a and b agree off place i."""
            s, p = of_records(K, x), of_records(K, y)
            other, H_off = assume(not_(eq(j, i))), assume(off(i, za, zb))
            alike = subst(use(at(agree, j), other), refl(K(x(j))), lambda t: eq(K(x(j)), K(t)))
            off_ = same(gen(j, discharge(other.concl, same(alike, eq(s(j), p(j))))), call("off", i, s, p))
            laws_ = gen(j, conj(same(at(cK, x(j)), law(s(j))), same(at(cK, y(j)), law(p(j)))))
            near_ = same(witness(i, conj(inside, H_off), lam(i, among(n, i) & off(i, za, zb))), near_in(Z, n)(za, zb))
            below_ = gen(za, gen(zb, discharge(H_off.concl, same(point(near_), G(za) <= H(zb)))))
            th = at(databases_with_one_other_source_compare(w0, X=Z), n, i, s, p, G, H)
            return use(th, off_, laws_, bG, bH, below_)

        other = assume(not_(eq(j, i)))
        back = same(gen(j, discharge(other.concl, symmetric(use(at(agree, j), other)))), off(i, y, x))
        G1, H1 = lam(zs, M(zs)(f) - loss(zs)), lam(zs, E * M(zs)(f))
        H2 = lam(zs, E * M(zs)(f) + loss(zs))
        bound_of_ = lambda h: observable(zs, h(zs), [bg, bl])
        at_f = lambda th: use(at(th, f), is_test)
        one_ = lambda near_: ar(M(za)(f) - loss(za) <= E * M(zb)(f), at_f(left(pairs(za, zb, near_))))
        turned_ = lambda near_: use(neighbours_are_symmetric(n, za, zb, X=Z), near_)
        two = lambda near_: ar(M(za)(f) <= E * M(zb)(f) + loss(zb), at_f(right(pairs(zb, za, turned_(near_)))))
        there = compare(x, y, agree, G1, H1, bound_of_(G1), bound_of_(H1), one_)
        again = compare(y, x, back, g, H2, bg, bound_of_(H2), two)
        first = ar(MP(f) <= E * MQ(f) + d, there, LP.linear(zs, G1(zs)), LQ.linear(zs, H1(zs)))
        second = ar(MQ(f) <= E * MP(f) + d, again, LP.linear(zs, H2(zs)))
        return conj(for_tests(first, f, close(E, d, MP, MQ)), for_tests(second, f, close(E, d, MQ, MP)))

    return given(same(near, exists(lam(i, among(n, i) & off(i, x, y)))), i, go)


@theorem(place="smoothed-dp, Proposition 6", claims="features-of-records-lose-no-more")
def features_of_records_lose_no_more(
    E: Nonneg,
    v0: X,
    w0: Z,
    n: Nat,
    K: Channel[X, Z],
    M: Mechanism[fn(N, Z), A],
    d: Real,
    sources: Fun(mean_of(X), o),
):
    """Features drawn from each record on its own lose at most the mean loss of M at them; smoothed privacy is kept."""
    near, nearer, own = near_in(X, n), near_in(Z, n), after_features(w0, n, K, M)
    drawn_ = lambda x: call("databases", w0, n, of_records(K, x))
    mean_loss = lambda x: drawn_(x)(lambda z: greatest_loss(nearer, M, E, z))
    images = lambda Q: some(LX, lambda P: sources(P) & eq(Q, bind(P, K)))
    order = each(LX, lambda P: implies(sources(P), each(X, lambda v: call("average_in_either_order", P, K(v)))))
    kept = implies(
        call("are_laws", sources), order,
        smoothed(nearer, M, E, d, call("assigned", w0, n, function(LZ, images))),
        smoothed(near, own, E, d, call("assigned", v0, n, sources)),
    )  # fmt: skip
    return each(DB, lambda x: greatest_loss(near, own, E, x) <= mean_loss(x)) & kept


@features_of_records_lose_no_more.proof
def _(E, v0, w0, n, K, M, d, sources, e0, cK, lM):
    near, nearer, own = near_in(X, n), near_in(Z, n), after_features(w0, n, K, M)
    drawn_ = lambda x: call("databases", w0, n, of_records(K, x))
    law_x = lambda x: features_have_laws(w0, n, K, cK, x)
    chan = same(lM, channel(M))
    laws_ = gen(xs, same(use(fact("law_of_bind", drawn_(xs), M, A=DZ, B=A), law_x(xs), chan), law(own(xs))))
    # the greatest loss
    loss = lam(zs, greatest_loss(nearer, M, E, zs))
    tests_ = use(greatest_losses_are_tests(nearer, M, E, X=DZ), lM, e0)
    bl = same(use(fact("tests_are_bounded", loss, A=DZ), tests_), bounded(loss))
    least = lambda z, t, near_: use(at(left(use(greatest_loss_is_least(nearer, M, E, z, X=DZ), lM, e0)), t), near_)
    H = assume(near(xs, ys))
    both = coupled(E, w0, n, K, M, cK, lM, xs, ys, H, loss, bl, least)
    m0 = ar(real(0) <= drawn_(xs)(loss), Mean(law_x(xs), bl).le(zs, left(spec(body_of(tests_), zs))))
    whole = right(use(greatest_loss_is_least(near, own, E, xs, X=DB), laws_, e0))
    D0 = drawn_(xs)(loss)
    ways = same(both, close(E, D0, own(xs), own(ys)) & close(E, D0, own(ys), own(xs)))
    pointwise = gen(xs, use(at(whole, D0), m0, gen(ys, discharge(H.concl, ways))))
    # smoothed privacy
    images = function(LZ, lambda Q: some(LX, lambda P: sources(P) & eq(Q, bind(P, K))))
    class_z, class_x = call("assigned", w0, n, images), call("assigned", v0, n, sources)
    good = assume(call("are_laws", sources))
    P = var("P", LX)
    order = assume(forall(P, implies(sources(P), forall(v, call("average_in_either_order", P, K(v))))))
    given_ = assume(smoothed(nearer, M, E, d, class_z))
    D, W = var("D", fn(DZ, R)), var("W", fn(fn(DB, R), R))

    def go(ob, pairs, means):
        ways = coupled(E, w0, n, K, M, cK, lM, xs, ys, H, D, ob, lambda z, t, near_: use(at(pairs, z, t), near_))
        mine = lam(xs, drawn_(xs)(D))
        bm = same(after(lam(xs, drawn_(xs)), same(gen(xs, law_x(xs)), channel(lam(xs, drawn_(xs)))), ob), bounded(mine))
        hW = assume(class_x(W))
        binary_and = forall(j, sources(s_(j))) & eq(W, call("databases", v0, n, s_))

        def at_sources(th):
            th = same(th, binary_and)
            inside = lambda j: spec(left(th), j)
            facts = gen(j, conj(use(at(good, s_(j)), inside(j)), use(at(order, s_(j)), inside(j))))
            equal = use(at(use(features_of_independent_records_are_independent(v0, w0, K), cK), n, s_, D), facts, ob)
            V = call("databases", w0, n, lam(k, bind(s_(k), K)))
            sq = lam(k, bind(s_(k), K))
            is_image = lambda j: lam(P, sources(P) & eq(sq(j), bind(P, K)))
            one_ = lambda j: witness(s_(j), conj(inside(j), refl(bind(s_(j), K))), is_image(j))
            row = lam(q_, forall(j, images(q_(j))) & eq(V, call("databases", w0, n, q_)))
            in_ = witness(sq, conj(gen(j, same(one_(j), images(sq(j)))), refl(V)), row)
            small = use(at(means, V), same(in_, class_z(V)))
            back = subst(right(th), refl(W(mine)), lambda t: eq(W(mine), t(mine)))
            return ar(W(mine) <= d, small, equal, back)

        mean = given(same(hW, exists(lam(s_, binary_and))), s_, at_sources)
        ways = same(ways, close(E, mine(xs), own(xs), own(ys)) & close(E, mine(xs), own(ys), own(xs)))
        return smooth(near, own, E, d, class_x, mine, bm, gen(xs, gen(ys, discharge(H.concl, ways))),
                      gen(W, discharge(hW.concl, mean)))  # fmt: skip

    kept = opened(given_, D, go)
    return conj(pointwise, hyps_then(kept, [good.concl, order.concl, given_.concl], []))
