"""Samples that hold all records of a type: lower bounds of the loss at a database, and of the smoothed loss."""

from sdp_proofs.logic.theories.drawn_levels import *
from sdp_proofs.logic.theories.entropies import exp_is_positive
from sdp_proofs.logic.theories.moments_of_losses import powers_of_exponentials
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v = var("x", DB), var("y", DB), var("v", X)


def all_drawn(n, T, x, v):
    """The chance that a sample of T + 1 of n + 1 records holds all records of a type."""
    n1 = SUCC(n)
    return uniform_subset(n1, SUCC(T))(
        function(fn(N, o), lambda S: truth(call("count_in", n1, x, v) <= call("histogram", n1, S, x, v)))
    )


@theorem
def more_of_a_type_are_seen_when_all_are_sampled(E: Real, d: Real, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), v: X):
    """If y has fewer records of a type than x, the loss from x to y is at least the chance that all are sampled."""
    M, H = hist_of(n, T), lambda x: call("count_in", SUCC(n), x, v)
    return implies(num(T) <= num(n), below(H(y), H(x)), close(E, d, M(x), M(y)), all_drawn(n, T, x, v) <= d)


@more_of_a_type_are_seen_when_all_are_sampled.proof
def _(E, d, n, T, x, y, v, le, fewer, near):
    n1, M, lM = SUCC(n), hist_of(n, T), hist_laws(n, T, le)
    H = lambda x: call("count_in", n1, x, v)
    hv = var("h", fn(X, R))
    seen = H(x) <= hv(v)
    event = lam(hv, seen)
    th = use(closeness_of_events(E, d, M(x), M(y), event, A=fn(X, R)), spec(lM, x), spec(lM, y), near)
    U = ind(S_)
    step_ = ar(U(m) * truth(eq(y(m), v)) <= truth(eq(y(m), v)), decided(S_(m))[3], decided(eq(y(m), v))[2])
    few = spec(sums(lambda m: drawn_of(m, U, y, v) <= total(lam(k, truth(eq(y(k), v))), m), step_), n1)
    p = H(x) <= drawn_of(n1, U, y, v)
    yes = assume(p)
    none = use(decided(p)[1], refuting(p, contradiction(fewer, ar(H(x) <= H(y), yes, few))))
    lW = use(uniform_subset_is_a_law(n1, SUCC(T)), ar(num(SUCC(T)) <= num(n1), le))
    nil = Mean(lW).eq_by(S_, same(none, truth(p).eq(0)))
    return ar(all_drawn(n, T, x, v) <= d, th, nil, factors=[E])


@definition(r"{1}[{2} \mapsto {0}]")
def replaced_record(w: X, x: Fun(N, X), i: N, j: N):
    """The database x with w in place i."""
    z, F = var("z", DB), var("F", fn(DB, DB))
    first = lam(z, call("cons", w, lam(k, z(SUCC(k)))))
    later_ = lams(var("r", N), F, z, call("cons", z(ZERO), F(lam(k, z(SUCC(k))))))
    return rec(first, later_, i)(x)(j)


def changed_at(w, x, i):
    return call("replaced_record", w, x, i)


@theorem
def a_record_may_be_replaced(i: Nat, x: Fun(N, X), w: X):
    """Some database agrees with x off place i, where it has w."""
    return some(fn(N, X), lambda y: call("off", i, x, y) & eq(y(i), w))


@a_record_may_be_replaced.proof
def _(i, x, w):
    z = var("z", DB)
    own = lambda i, x: call("off", i, x, changed_at(w, x, i)) & eq(changed_at(w, x, i)(i), w)
    claim = lambda i: forall(z, own(i, z))
    shifted = lam(k, z(SUCC(k)))
    out = lambda i, j: not_(eq(j, i))

    def rows(i, zero, later_):
        """The theorem that z and the new database agree off place i, from both cases of a place."""
        goal = lambda j: implies(out(i, j), eq(z(j), changed_at(w, z, i)(j)))
        return same(
            induct(j, to(zero, goal(ZERO)), discharge(goal(j), to(later_, goal(SUCC(j))))),
            call("off", i, z, changed_at(w, z, i)),
        )

    none = assume(out(ZERO, ZERO))
    base = rows(ZERO, discharge(none.concl, absurd(contradiction(none, refl(ZERO)), eq(z(ZERO), w))),
                discharge(out(ZERO, SUCC(j)), refl(z(SUCC(j)))))  # fmt: skip
    base = gen(z, conj(base, to(refl(w), eq(changed_at(w, z, ZERO)(ZERO), w))))
    hyp = assume(claim(i))
    old = spec(hyp, shifted)
    other = assume(out(SUCC(i), SUCC(j)))
    equal = assume(eq(j, i))
    apart = refuting(equal.concl, contradiction(other, subst(equal, refl(SUCC(j)), lambda q: eq(SUCC(j), SUCC(q)))))
    after_ = use(at(left(old), j), apart)
    step = rows(SUCC(i), discharge(out(SUCC(i), ZERO), refl(z(ZERO))),
                discharge(other.concl, to(after_, eq(z(SUCC(j)), changed_at(w, z, SUCC(i))(SUCC(j))))))  # fmt: skip
    step = gen(z, conj(step, to(right(old), eq(changed_at(w, z, SUCC(i))(SUCC(i)), w))))
    th = spec(induct(i, same(base, claim(ZERO)), discharge(hyp.concl, same(step, claim(SUCC(i))))), i)
    y = var("y", DB)
    goal = lambda y: call("off", i, x, y) & eq(y(i), w)
    return witness(changed_at(w, x, i), spec(th, x), lam(y, goal(y)))


@theorem(place="Lower bound", claims="a-full-sample-of-a-type-bounds-the-loss")
def full_sample_of_a_type_bounds_the_loss(E: Odds, n: Nat, T: Nat, x: Fun(N, X), v: X, w: X):
    """The loss is at least the chance that all records of a type are sampled, and T/n if there is no record of it.

    There are two types at least; n + 1 and T + 1 stand for n and T.
    """
    n1, loss = SUCC(n), greatest_loss(near_of(SUCC(n)), hist_of(n, T), E, x)
    some_ = some(N, lambda i: among(n1, i) & eq(x(i), v))
    none = each(N, lambda i: implies(among(n1, i), not_(eq(x(i), v))))
    return implies(
        num(T) <= num(n), not_(eq(w, v)),
        implies(some_, all_drawn(n, T, x, v) <= loss) & implies(none, rate_of(n, T) <= loss),
    )  # fmt: skip


@full_sample_of_a_type_bounds_the_loss.proof
def _(E, n, T, x, v, w, e1, le, two):
    n1, near, M, e0 = SUCC(n), near_of(SUCC(n)), hist_of(n, T), ar(real(0) <= E, e1)
    lM, y = hist_laws(n, T, le), ys
    loss = greatest_loss(near, M, E, x)
    pair = left(use(greatest_loss_is_least(near, M, E, x, X=DB, A=fn(X, R)), lM, e0))
    H = lambda z: call("count_in", n1, z, v)
    t = lambda z, k: truth(eq(z(k), v))
    some_ = assume(exists(lam(i, among(n1, i) & eq(x(i), v))))

    def fewer(x, y, i, hi, agree, is_v, no_v):
        """The theorem H(y) + 1 = H(x), where record i is of the type in x alone."""
        yes, no = assume(eq(m, i)), assume(not_(eq(m, i)))
        goal = t(x, m).eq(t(y, m) + truth(eq(m, i)) * real(1))
        bit = decided(eq(m, i))
        one_ = use(decided(eq(x(m), v))[0], subst(symmetric(yes), is_v, lambda q: eq(x(q), v)))
        zero = use(decided(eq(y(m), v))[1], subst(symmetric(yes), no_v, lambda q: not_(eq(y(q), v))))
        here = ar(goal, one_, zero, use(bit[0], yes))
        moved = subst(use(at(agree, m), no), ar(t(x, m).eq(t(x, m))), lambda q: t(x, m).eq(truth(eq(q, v))))
        there = ar(goal, moved, use(bit[1], no))
        th = sums(
            lambda m: total(lam(k, t(x, k)), m).eq(
                total(lam(k, t(y, k)), m) + total(lam(k, truth(eq(k, i)) * real(1)), m)
            ),
            cases(yes.concl, here, there),
        )
        whole = ar(H(x).eq(H(y) + 1), spec(th, n1), mp(spec(sums_at_one_place(real(1), i), n1), hi))
        bad = assume(H(x) <= H(y))
        return same(refuting(bad.concl, impossible(ar(real(1) <= 0, bad, whole))), below(H(y), H(x)))

    def go(th):
        th = same(th, among(n1, i) & eq(x(i), v))
        hi, is_v = left(th), right(th)

        def with_other(th):
            th = same(th, call("off", i, x, y) & eq(y(i), w))
            agree, is_w = left(th), right(th)
            no_v = subst(symmetric(is_w), two, lambda q: not_(eq(q, v)))
            p = lam(j, among(n1, j) & off(j, x, y))
            near_ = same(witness(i, same(conj(hi, agree), p(i)), p), near(x, y))
            there = left(use(at(pair, y), near_))
            lost = more_of_a_type_are_seen_when_all_are_sampled(E, loss, n, T, x, y, v)
            return use(lost, le, fewer(x, y, i, hi, agree, is_v, no_v), same(there, close(E, loss, M(x), M(y))))

        return given(a_record_may_be_replaced(i, x, w), y, with_other)

    first = discharge(some_.concl, given(some_, i, go))
    none = assume(forall(i, implies(among(n1, i), not_(eq(x(i), v)))))
    z = call("cons", v, lam(k, x(SUCC(k))))
    near_z = neighbours_there(n, v, lam(k, x(SUCC(k))), x)
    back = right(use(at(pair, z), mp(spec(neighbours_are_symmetric.thm, n1, z, x), near_z)))
    hi, agree = first_place(n), changed_first(v, lam(k, x(SUCC(k))), x)
    no_v = use(spec(none, ZERO), hi)
    less = fewer(z, x, ZERO, hi, agree, to(refl(v), eq(z(ZERO), v)), no_v)
    lost = more_of_a_type_are_seen_when_all_are_sampled(E, loss, n, T, z, x, v)
    low = use(lost, le, less, same(back, close(E, loss, M(z), M(x))))
    # in z record 0 alone is of the type
    U, inside = ind(S_), assume(among(n1, j))
    yes, no = assume(eq(j, ZERO)), assume(not_(eq(j, ZERO)))
    goal = (U(j) * t(z, j)).eq(truth(eq(j, ZERO)) * U(ZERO))
    goal1 = t(z, j).eq(truth(eq(j, ZERO)) * real(1))
    bit = decided(eq(j, ZERO))
    at0 = subst(
        symmetric(yes),
        to(use(decided(eq(z(ZERO), v))[0], to(refl(v), eq(z(ZERO), v))), t(z, ZERO).eq(1)),
        lambda q: t(z, q).eq(1),
    )
    moved = subst(symmetric(use(at(agree, j), no)), use(spec(none, j), inside), lambda q: not_(eq(q, v)))
    off0 = use(decided(eq(z(j), v))[1], moved)
    same_u = subst(symmetric(yes), refl(U(ZERO)), lambda q: U(q).eq(U(ZERO)))
    row = cases(
        yes.concl,
        ar(goal, at0, use(bit[0], yes), same_u, factors=[U(j), U(ZERO)]),
        ar(goal, off0, use(bit[1], no), factors=[U(j), U(ZERO)]),
    )
    row1 = cases(yes.concl, ar(goal1, at0, use(bit[0], yes)), ar(goal1, off0, use(bit[1], no)))
    add = lambda f, g, th: use(at(sums_of_equal_terms(f, g), n1), gen(j, discharge(inside.concl, th)))
    drawn_ = add(lam(j, U(j) * t(z, j)), lam(j, truth(eq(j, ZERO)) * U(ZERO)), row)
    counted = add(lam(j, t(z, j)), lam(j, truth(eq(j, ZERO)) * real(1)), row1)
    h0 = ar(drawn_of(n1, U, z, v).eq(U(ZERO)), drawn_, mp(spec(sums_at_one_place(U(ZERO), ZERO), n1), hi))
    h1 = ar(H(z).eq(1), counted, mp(spec(sums_at_one_place(real(1), ZERO), n1), hi))
    p = H(z) <= drawn_of(n1, U, z, v)
    held, out = assume(S_(ZERO)), assume(not_(S_(ZERO)))
    had = use(decided(S_(ZERO))[0], held)
    goal = U(ZERO) <= truth(p)
    up_ = cases(S_(ZERO), ar(goal, use(decided(p)[0], ar(p, h0, h1, had)), had),
                ar(goal, use(decided(S_(ZERO))[1], out), decided(p)[2]))  # fmt: skip
    lW = use(uniform_subset_is_a_law(n1, SUCC(T)), ar(num(SUCC(T)) <= num(n1), le))
    le_ = Mean(lW, truth_is_bounded(S_, p), truth_is_bounded(S_, S_(ZERO))).le(S_, up_)
    second = discharge(none.concl, ar(rate_of(n, T) <= loss, low, le_, chance_of_a_place(n, T, le)))
    return conj(first, second)


# ---- averages over databases ---------------------------------------------------------------------------------------
Z_ = var("z", Z)


@theorem
def draws_average_in_either_order(W: Law[Z]):
    """A mean may be taken before or after the sum over sets of places."""
    good = lambda G: each(IND, lambda u: bounded(function(Z, lambda z: G(u)(z))))  # noqa: PLW0108
    return each(N, lambda n: each(N, lambda T: each(fn(IND, Z, R), lambda G: implies(
        good(G), bounded(function(Z, lambda z: draws(n, T, lambda u: G(u)(z))))
        & W(lambda z: draws(n, T, lambda u: G(u)(z))).eq(draws(n, T, lambda u: W(G(u))))))))  # fmt: skip


@draws_average_in_either_order.proof
def _(W, lW):
    G = var("G", fn(IND, Z, R))
    good = forall(u, bounded(lam(Z_, G(u)(Z_))))
    row = lambda n, T, G: lam(Z_, draws(n, T, lam(u, G(u)(Z_))))
    ends = lambda n, T, G: bounded(row(n, T, G)) & W(row(n, T, G)).eq(draws(n, T, lam(u, W(G(u)))))
    goal = lambda n, T: forall(G, implies(good, ends(n, T, G)))
    claim = lambda n: forall(T, goal(n, T))
    H = assume(good)
    empty = ind(lam(j, FALSE))
    first = to(conj(same(spec(H, empty), bounded(row(ZERO, ZERO, G))), to(refl(W(G(empty))), W(row(ZERO, ZERO, G)).eq(
        draws(ZERO, ZERO, lam(u, W(G(u))))))), ends(ZERO, ZERO, G))  # fmt: skip
    none = conj(
        same(observable(Z_, real(0)), bounded(row(ZERO, SUCC(T), G))),
        to(Mean(lW).linear(Z_, real(0)), W(row(ZERO, SUCC(T), G)).eq(draws(ZERO, SUCC(T), lam(u, W(G(u)))))),
    )
    close_ = lambda th, n, T: gen(G, discharge(good, same(th, ends(n, T, G))))
    base = induct(T, close_(first, ZERO, ZERO), discharge(goal(ZERO, T), close_(none, ZERO, SUCC(T))))
    hyp = assume(claim(n))
    old = lambda T, G, known: use(at(hyp, T, G), known)
    stay = close_(same(old(ZERO, G, H), ends(SUCC(n), ZERO, G)), SUCC(n), ZERO)
    put = lam(u, lam(Z_, G(up(n, u))(Z_)))
    known = gen(u, same(spec(H, up(n, u)), bounded(lam(Z_, put(u)(Z_)))))
    a, b = old(SUCC(T), G, H), old(T, put, known)
    last = draws_by_the_last_place(n, T, lam(u, G(u)(Z_)))
    mean = draws_by_the_last_place(n, T, lam(u, W(G(u))))
    ra, rb = row(n, SUCC(T), G), row(n, T, put)
    split_ = ar(row(SUCC(n), SUCC(T), G)(Z_).eq(ra(Z_) + rb(Z_)), last)
    equal = ext(Z_, split_)
    ob = observable(Z_, ra(Z_) + rb(Z_), [left(a), left(b)])
    ob = subst(symmetric(equal), same(ob, bounded(binary(equal.concl, "eq")[1])), bounded)
    moved = Mean(lW, left(a), left(b)).eq_by(Z_, split_)
    th = ar(W(row(SUCC(n), SUCC(T), G)).eq(draws(SUCC(n), SUCC(T), lam(u, W(G(u))))), moved, right(a), right(b), mean)
    step = induct(
        T,
        stay,
        discharge(goal(SUCC(n), T), close_(conj(same(ob, bounded(row(SUCC(n), SUCC(T), G))), th), SUCC(n), SUCC(T))),
    )
    return induct(n, base, discharge(hyp.concl, step))


def left_out_factor(q, u):
    """The factor of a place: 1 where it is drawn, q where not."""
    return lam(k, 1 - (1 - u(k)) * (1 - q))


@theorem
def chance_that_the_rest_is_of_other_types(q: Real):
    """Over sets of T of n places, the product of q over the places left out sums to C(n, T) q^n, divided by q^T."""
    of = lambda n, u: product(lambda k: 1 - (1 - u(k)) * (1 - q), n)
    return each(N, lambda n: each(N, lambda T: (power(q, T) * draws(n, T, lambda u: of(n, u))).eq(
        draws(n, T, lambda u: 1) * power(q, n))))  # fmt: skip


@chance_that_the_rest_is_of_other_types.proof
def _(q):
    n = var("q", N)
    of = lambda n, u: product(left_out_factor(q, u), n)
    goal = lambda n, T: (power(q, T) * draws(n, T, lam(u, of(n, u)))).eq(draws(n, T, lam(u, real(1))) * power(q, n))
    claim = lambda n: forall(T, goal(n, T))
    base = induct(T, ar(goal(ZERO, ZERO)), discharge(goal(ZERO, T), ar(goal(ZERO, SUCC(T)))))
    hyp, U = assume(claim(n)), ind(S_)
    outer = mp(spec(outer_places_are_not_drawn.thm, n, n), last_is_not_among(n))

    def lower(T):
        """The sum over sets of T of n places, with the factor of place n: q times that without."""
        F = lam(u, of(n, u) * (1 - q))
        L = Draws(n, T)
        return [
            L.linear(S_, of(n, U) * (1 - (1 - U(n)) * (1 - q))),
            L.linear(S_, U(n) * F(U)),
            at(outer, F, T),
            spec(hyp, T),
        ]

    first = ar(goal(SUCC(n), ZERO), *lower(ZERO), factors=[q])
    new = up(n, U)
    # the places before n are as they were, and n is drawn
    other = assume(among(n, k))
    equal_place = assume(eq(k, n))
    wrong = subst(equal_place, other, lambda j: among(n, j))
    apart = refuting(equal_place.concl, contradiction(last_is_not_among(n), wrong))
    stays = ar(new(k).eq(U(k)), use(decided(eq(k, n))[1], apart), factors=[1 - U(k)])
    prod_claim = lambda m: implies(forall(k, implies(among(m, k), new(k).eq(U(k)))), of(m, new).eq(of(m, U)))
    had = assume(prod_claim(m))
    all_ = assume(forall(k, implies(among(SUCC(m), k), new(k).eq(U(k)))))
    inner = assume(among(m, k))
    earlier = mp(
        had,
        gen(
            k, discharge(inner.concl, mp(spec(all_, k), same(either(among(m, k), eq(k, m), inner), among(SUCC(m), k))))
        ),
    )
    own = mp(spec(all_, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))
    step_p = discharge(
        all_.concl,
        ar(
            of(SUCC(m), new).eq(of(SUCC(m), U)),
            earlier,
            own,
            factors=[
                1 - q,
                of(m, new) * (1 - q),
                of(m, U) * (1 - q),
                1 - (1 - U(m)) * (1 - q),
                1 - (1 - new(m)) * (1 - q),
            ],
        ),
    )
    none = assume(forall(k, implies(among(ZERO, k), new(k).eq(U(k)))))
    same_ = mp(
        spec(induct(m, discharge(none.concl, ar(of(ZERO, new).eq(of(ZERO, U)))), discharge(had.concl, step_p)), n),
        gen(k, discharge(other.concl, stays)),
    )
    own_n = ar(new(n).eq(1), use(decided(eq(n, n))[0], refl(n)), factors=[1 - U(n)])
    point_ = ar(
        (of(n, new) * (1 - (1 - new(n)) * (1 - q))).eq(of(n, U)), same_, own_n, factors=[of(n, new) * (1 - q), real(1)]
    )
    moved = Draws(n, T).eq(S_, point_)
    flat = Draws(n, T).linear(S_, of(n, new) * (1 - (1 - new(n)) * (1 - q)))
    last = draws_by_the_last_place(n, T, lam(u, of(SUCC(n), u)))
    ones = draws_by_the_last_place(n, T, lam(u, real(1)))
    step_ = ar(
        goal(SUCC(n), SUCC(T)),
        last,
        ones,
        moved,
        flat,
        *lower(SUCC(T)),
        spec(hyp, T),
        factors=[q, power(q, T) * q, power(q, n) * q, real(1)],
    )
    step = induct(T, first, discharge(goal(SUCC(n), T), step_))
    return induct(n, base, discharge(hyp.concl, step))


@theorem
def means_of_a_lower_bound(W: Law[Z], f: Bounded[Z], g: Bounded[Z], D: Bounded[Z], a: Real, c: Real):
    """If a f - c g is at most D everywhere, so is it on average."""
    return implies(each(Z, lambda z: f(z) * a - c * g(z) <= D(z)), W(f) * a - c * W(g) <= W(D))


@means_of_a_lower_bound.proof
def _(W, f, g, D, a, c, lW, of, og, oD, low):
    return ar(means_of_a_lower_bound.conclusion, Mean(lW, of, og, oD).le(Z_, spec(low, Z_)))


def loss_below_a_bound_of_all_losses(E, n, M, D, w, lM, e0, pairs):
    """The theorem that the greatest loss at xs is at most D, which all neighbours of xs keep; one has a record w."""
    near, y = near_of(SUCC(n)), call("cons", w, lam(k, xs(SUCC(k))))
    there = neighbours_there(n, w, lam(k, xs(SUCC(k))), xs)
    near_y = mp(spec(neighbours_are_symmetric.thm, SUCC(n), y, xs), there)
    low = use(slack_is_not_negative(E, M(xs), M(y), A=fn(X, R)), spec(lM, xs), spec(lM, y))
    low = use(spec(low, D), left(use(at(pairs, xs, y), near_y)))
    least = right(use(greatest_loss_is_least(near, M, E, xs, X=DB, A=fn(X, R)), lM, e0))
    return use(at(least, D), low, spec(pairs, xs))


@theorem(place="Lower bound", claims="smoothed-delta-falls-no-faster-than-a-power")
def smoothed_delta_falls_no_faster_than_a_power(
    E: Odds, d: Real, n: Nat, T: Nat, m: Nat, sources: fn(LX, o), s: Law[X], v: X, w: X, v0: X
):
    """If some source gives a type the chance p < 1: delta_SDP >= (1 - p)^(n - T) - (1 - T/n) (1 - p)^n.

    There are two types at least; n + 1 and T + 1 stand for n and T, and m for the n - T records left out.
    """
    n1, p = SUCC(n), s(lambda u: truth(eq(u, v)))
    return implies(
        num(n1).eq(num(SUCC(T)) + num(m)), not_(eq(w, v)), sources(s), below(p, 1),
        smoothed(near_of(n1), hist_of(n, T), E, d, call("assigned", v0, n1, sources)),
        power(1 - p, m) - (1 - rate_of(n, T)) * power(1 - p, n1) <= d,
    )  # fmt: skip


@smoothed_delta_falls_no_faster_than_a_power.proof
def _(E, d, n, T, m, sources, s, v, w, v0, e1, ls, size, two, inside, p1, given_):
    n1, T1, u_ = SUCC(n), SUCC(T), var("a", X)
    near, M, D, e0 = near_of(n1), hist_of(n, T), var("D", fn(DB, R)), ar(real(0) <= E, e1)
    n0, t0, m0 = (spec(numbers_are_not_negative.thm, c) for c in (n, T, m))
    le = ar(num(T) <= num(n), size, m0)
    lM, src, p = hist_laws(n, T, le), lam(j, s), s(lam(u_, truth(eq(u_, v))))
    W, q = call("databases", v0, n1, src), 1 - p
    lW = any_laws(v0, src, gen(j, ls), n1)
    s_ = var("s", fn(N, LX))
    member = lambda s: forall(j, sources(s(j))) & eq(W, call("databases", v0, n1, s))
    pure = witness(src, same(conj(gen(j, inside), refl(W)), member(src)), lam(s_, member(s_)))
    t = lambda x, k: truth(eq(x(k), v))
    f = lambda u, x, m: product(lam(k, 1 - (1 - u(k)) * t(x, k)), m)
    z = lambda x, m: product(lam(k, 1 - real(1) * t(x, k)), m)
    U = ind(S_)
    C, unit_, i0, lU = sample_laws(n1, T1, ar(num(T1) <= num(n1), le))
    un, i_n = positive(num(n1), ar(real(1) <= num(n1), n0))
    rate = rate_of(n, T)
    r1 = ar(rate <= 1, ar(num(T1) * INV(num(n1)) <= num(n1) * INV(num(n1)), ar(num(T1) <= num(n1), le), i_n), un)
    # means over databases
    bit = truth_is_bounded(u_, eq(u_, v))

    def mean_of_product(c):
        """The mean of the product of 1 - c(k) [x(k) = v] is that of 1 - c(k) p."""
        g = lam(j, lam(u_, 1 - c(j) * truth(eq(u_, v))))
        known = gen(j, conj(ls, same(observable(u_, 1 - c(j) * truth(eq(u_, v)), [bit]), bounded(g(j)))))
        both = use(at(means_of_products_over_records(v0), n1, src, g), known)
        flat = ext(j, ar(s(g(j)).eq(1 - c(j) * p), Mean(ls, bit).linear(u_, 1 - c(j) * truth(eq(u_, v)))))
        whole = lam(xs, product(lam(j, 1 - c(j) * t(xs, j)), n1))
        th = subst(
            flat, same(right(both), W(whole).eq(product(lam(j, s(g(j))), n1))), lambda h: W(whole).eq(product(h, n1))
        )
        return same(left(both), bounded(whole)), th

    bz, mz = mean_of_product(lam(j, real(1)))
    G = lam(u, lam(xs, f(u, xs, n1)))
    bf, mf = mean_of_product(lam(j, 1 - u(j)))
    good = gen(u, same(bf, bounded(lam(xs, G(u)(xs)))))
    swapped = use(at(use(draws_average_in_either_order(W, Z=DB), lW), n1, T1, G), good)
    row = lam(u, product(lam(j, 1 - (1 - u(j)) * p), n1))
    alike = ext(u, same(mf, eq(W(G(u)), row(u))))
    term_ = lambda u: ar((1 - (1 - u(j)) * p).eq(1 - (1 - u(j)) * (1 - q)))
    rest_ = lambda u: product(left_out_factor(q, u), n1)
    turned = ext(u, subst(ext(j, term_(u)), refl(row(u)), lambda h: eq(row(u), product(h, n1))))
    full = lam(xs, draws(n1, T1, lam(u, f(u, xs, n1))))
    mean = subst(
        alike, same(right(swapped), W(full).eq(draws(n1, T1, lam(u, W(G(u)))))), lambda h: W(full).eq(draws(n1, T1, h))
    )
    rests = lam(u, rest_(u))
    mean = subst(same(turned, eq(row, rests)), mean, lambda h: W(full).eq(draws(n1, T1, h)))
    # q^n = q^T q^m, and q^T is not 0
    few = assume(q <= 0)
    q0 = refuting(few.concl, contradiction(p1, ar(real(1) <= p, few)))
    L = LOG(q)
    own = use(ax("exp_log", q), q0)
    as_exp = lambda c: subst(
        own,
        to(powers_of_exponentials(L, c), power(EXP(L), c).eq(EXP(num(c) * L))),
        lambda g: power(g, c).eq(EXP(num(c) * L)),
    )
    add = rewrite(ax("exp_plus", num(T1) * L, num(m) * L), num(T1) * L + num(m) * L, num(n1) * L, size)
    Q, R_, S0 = power(q, n1), power(q, T1), power(q, m)
    split_ = ar(Q.eq(R_ * S0), as_exp(n1), as_exp(T1), as_exp(m), add, factors=[R_, EXP(num(m) * L)])
    zero = assume(R_.eq(0))
    no = refuting(zero.concl, contradiction(exp_is_positive(num(T1) * L), ar(EXP(num(T1) * L) <= 0, as_exp(T1), zero)))
    ur = inverse(R_, no)
    value = at(chance_that_the_rest_is_of_other_types(q), n1, T1)
    A_ = draws(n1, T1, rests)
    found = ar(A_.eq(C * S0), value, split_, ur, factors=[INV(R_), A_, C * S0, C * INV(R_)])
    powers = lambda c: product(lam(j, 1 - real(1) * p), c).eq(power(q, c))
    pw = spec(
        induct(k, ar(powers(ZERO)), discharge(powers(k), ar(powers(SUCC(k)), assume(powers(k)), factors=[q]))), n1
    )
    # one database
    count_ = lambda m: total(lam(k, t(xs, k)), m)
    hist_ = lambda m: drawn_of(m, U, xs, v)
    F = lambda m: f(U, xs, m)
    j_ = var("c", N)
    square = lambda b, p: cases(
        p,
        ar((b * b).eq(b), use(decided(p)[0], assume(p)), factors=[b]),
        ar((b * b).eq(b), use(decided(p)[1], assume(not_(p))), factors=[b, real(1)]),
    )
    uu, tt = square(U(j_), S_(j_)), square(t(xs, j_), eq(xs(j_), v))
    b0, b1, c0, c1 = decided(S_(j_))[2], decided(S_(j_))[3], decided(eq(xs(j_), v))[2], decided(eq(xs(j_), v))[3]
    w_ = 1 - (1 - U(j_)) * t(xs, j_)
    w0 = ar(real(0) <= w_, b0, b1, c0, c1, hints=[(0, 2), (1, 3)])
    w1 = ar(w_ <= 1, b1, c0, hints=[(0, 1)])
    claim = lambda c: (real(0) <= F(c)) & (F(c) <= 1) & (F(c) * (count_(c) - hist_(c))).eq(0)
    hyp = assume(claim(j_))
    f0, f1, fz = left(left(hyp)), right(left(hyp)), right(hyp)
    nil = ar(
        (w_ * (1 - U(j_)) * t(xs, j_)).eq(0),
        uu,
        tt,
        factors=[t(xs, j_), 1 - U(j_), t(xs, j_) * t(xs, j_), real(1), (1 - U(j_)) * (1 - U(j_)), U(j_) * t(xs, j_)],
    )
    nexts = conj(
        conj(ar(real(0) <= F(j_) * w_, f0, w0, hints=[(0, 1)]), ar(F(j_) * w_ <= 1, ar(F(j_) * w_ <= w_, f1, w0), w1)),
        ar(
            (F(j_) * w_ * (count_(j_) + t(xs, j_) - (hist_(j_) + U(j_) * t(xs, j_)))).eq(0),
            fz,
            nil,
            factors=[w_, F(j_)],
        ),
    )
    base = conj(conj(ar(real(0) <= F(ZERO)), ar(F(ZERO) <= 1)), ar((F(ZERO) * (count_(ZERO) - hist_(ZERO))).eq(0)))
    known = spec(induct(j_, same(base, claim(ZERO)), discharge(hyp.concl, same(nexts, claim(SUCC(j_))))), n1)
    f0, f1, fz = left(left(known)), right(left(known)), right(known)
    all_ = count_(n1) <= hist_(n1)
    out = assume(not_(all_))
    gap = count_(n1) - hist_(n1)
    apart = assume(gap.eq(0))
    ug = inverse(gap, refuting(apart.concl, contradiction(out, ar(all_, apart))))
    goal = F(n1) <= truth(all_)
    below_ = cases(
        all_,
        ar(goal, f1, use(decided(all_)[0], assume(all_))),
        ar(goal, ar(F(n1).eq(0), fz, ug, factors=[INV(gap), F(n1)]), decided(all_)[2]),
    )
    flat = Draws(n1, T1).linear(S_, F(n1))
    seen = Draws(n1, T1).le(S_, below_)
    top = Draws(n1, T1).le(S_, f1)
    ones = Draws(n1, T1).linear(S_, real(1))
    zc = lambda c: (real(0) <= z(xs, c)) & (z(xs, c) <= 1)
    hz = assume(zc(j_))
    v1 = 1 - real(1) * t(xs, j_)
    step_z = conj(
        ar(real(0) <= z(xs, j_) * v1, left(hz), c1, hints=[(0, 1)]),
        ar(z(xs, j_) * v1 <= 1, left(hz), right(hz), c0, hints=[(0, 2)]),
    )
    zz = spec(
        induct(
            j_,
            same(conj(ar(real(0) <= z(xs, ZERO)), ar(z(xs, ZERO) <= 1)), zc(ZERO)),
            discharge(hz.concl, same(step_z, zc(SUCC(j_)))),
        ),
        n1,
    )
    member_i = lambda c: lam(i, among(c, i) & eq(xs(i), v))
    some_ = exists(member_i(n1))
    # without a record of the type the product is 1
    none = assume(not_(some_))
    at_i, is_v = assume(among(n1, i)), assume(eq(xs(i), v))
    never = gen(
        i, discharge(at_i.concl, refuting(is_v.concl, contradiction(none, witness(i, conj(at_i, is_v), member_i(n1)))))
    )
    zone = lambda c: implies(forall(i, implies(among(c, i), not_(eq(xs(i), v)))), z(xs, c).eq(1))
    hyp1 = assume(zone(j_))
    all1 = assume(forall(i, implies(among(SUCC(j_), i), not_(eq(xs(i), v)))))
    before = assume(among(j_, i))
    earlier = mp(
        hyp1,
        gen(
            i,
            discharge(
                before.concl, mp(spec(all1, i), same(either(among(j_, i), eq(i, j_), before), among(SUCC(j_), i)))
            ),
        ),
    )
    last_ = mp(spec(all1, j_), same(either(among(j_, j_), eq(j_, j_), refl(j_)), among(SUCC(j_), j_)))
    step1 = discharge(
        all1.concl,
        ar(z(xs, SUCC(j_)).eq(1), earlier, use(decided(eq(xs(j_), v))[1], last_), factors=[v1, real(1), z(xs, j_)]),
    )
    none0 = assume(forall(i, implies(among(ZERO, i), not_(eq(xs(i), v)))))
    is_one = mp(
        spec(induct(j_, discharge(none0.concl, ar(z(xs, ZERO).eq(1))), discharge(hyp1.concl, step1)), n1), never
    )

    def go(ob, pairs, means):
        small = use(at(means, W), same(pure, call("assigned", v0, n1, sources, W)))
        less = loss_below_a_bound_of_all_losses(E, n, M, D(xs), v, lM, e0, pairs)
        both = use(full_sample_of_a_type_bounds_the_loss(E, n, T, xs, v, w), e1, le, two)
        bound = full(xs) * INV(C) - (1 - rate) * z(xs, n1) <= D(xs)
        yes = assume(some_)
        sampled_ = ar(full(xs) * INV(C) <= all_drawn(n, T, xs, v), seen, flat, i0)
        first = ar(bound, sampled_, mp(left(both), same(yes, binary(left(both).concl, "implies")[0])), less,
                   ar(real(0) <= (1 - rate) * z(xs, n1), r1, left(zz), hints=[(0, 1)]))  # fmt: skip
        most = ar(full(xs) * INV(C) <= 1, ar(full(xs) * INV(C) <= C * INV(C), top, flat, ones, i0), unit_)
        second = ar(
            bound,
            most,
            is_one,
            mp(right(both), same(never, binary(right(both).concl, "implies")[0])),
            less,
            factors=[rate, real(1)],
        )
        f_, g_ = full, lam(xs, z(xs, n1))
        facts = lW, same(left(swapped), bounded(f_)), same(bz, bounded(g_)), ob
        th = use(
            means_of_a_lower_bound(W, f_, g_, D, INV(C), 1 - rate, Z=DB), *facts, gen(xs, cases(some_, first, second))
        )
        end = power(q, m) - (1 - rate) * power(q, n1)
        return ar(end <= d, th, small, mean, found, mz, pw, unit_, factors=[INV(C), 1 - rate, S0])

    return opened(given_, D, go)
