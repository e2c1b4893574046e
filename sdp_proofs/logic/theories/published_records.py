"""Samples of all records, which are published, and the parity of two bits, which distributional privacy hides."""

from sdp_proofs.logic.theories.full_samples import *
from sdp_proofs.logic.theories.lecture_facts import different_numbers_are_one_apart
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v = var("x", DB), var("y", DB), var("v", X)


def whole_numbers(a, b, below_):
    """num(a) <= num(b), from num(a) < num(b) + 1 as a theorem not num(b) + 1 <= num(a)."""
    more = assume(not_(num(a) <= num(b)))
    up_ = use(ax("total", num(a), num(b)), same(more, not_(num(a) <= num(b))))
    same_ = assume(eq(a, b))
    equal = subst(same_, ar(num(a) <= num(a)), lambda c: num(a) <= num(c))
    apart = refuting(same_.concl, contradiction(more, equal))
    gap = use(spec(different_numbers_are_one_apart(a), b), apart)
    s, t = num(a) - num(b), num(b) - num(a)
    top = use(ax("max_least", s, t, s), ar(s <= s), ar(t <= s, up_))
    bad = contradiction(below_, ar(num(b) + 1 <= num(a), gap, top))
    return cases(num(a) <= num(b), assume(num(a) <= num(b)), absurd(bad, num(a) <= num(b)))


@theorem(place="Sec. 5.1, sizes", claims="rounding-up-takes-all-records-below-a-size")
def rounding_up_takes_all_records(
    E: Odds, d: Real, eta: Real, n: Nat, T: Nat, sources: fn(LX, o), s: Law[X], v0: X, a: X, b: X
):
    """With T = eta n rounded up, T = n if and only if n (1 - eta) < 1: below 20 at 95 %, below 500 at 99.8 %.

    There the smoothed delta is 1, with two types at least; n + 1 and T + 1 stand for n and T.
    """
    n1, T1 = num(SUCC(n)), num(SUCC(T))
    all_ = T1.eq(n1)
    both = lambda p, q: implies(p, q) & implies(q, p)
    smooth_ = smoothed(near_of(SUCC(n)), hist_of(n, T), E, d, call("assigned", v0, SUCC(n), sources))
    return implies(
        eta <= 1, eta * n1 <= T1, below(T1, eta * n1 + 1),
        both(all_, below(n1 * (1 - eta), 1))
        & implies(eta.eq(Fraction(19, 20)), both(all_, below(n1, 20)))
        & implies(eta.eq(Fraction(499, 500)), both(all_, below(n1, 500)))
        & implies(all_, not_(eq(b, a)), sources(s), smooth_, real(1) <= d),
    )  # fmt: skip


@rounding_up_takes_all_records.proof
def _(E, d, eta, n, T, sources, s, v0, a, b, e1, ls, eta1, low, high):
    n1, T1 = num(SUCC(n)), num(SUCC(T))
    all_ = assume(T1.eq(n1))
    few = assume(below(n1 * (1 - eta), 1))
    no = assume(n1 * (1 - eta) >= 1)
    there = discharge(
        all_.concl, same(refuting(no.concl, contradiction(high, ar(eta * n1 + 1 <= T1, no, all_))), few.concl)
    )
    n0 = ar(real(0) <= n1, spec(numbers_are_not_negative.thm, n))
    over_ = assume(n1 + 1 <= T1)
    small = refuting(over_.concl, contradiction(high, ar(eta * n1 + 1 <= T1, over_, ar(eta * n1 <= n1, eta1, n0))))
    up_ = whole_numbers(SUCC(T), SUCC(n), small)
    under = assume(n1 >= T1 + 1)
    large = refuting(under.concl, contradiction(few, ar(real(1) <= n1 * (1 - eta), under, low)))
    down = whole_numbers(SUCC(n), SUCC(T), large)
    back = discharge(few.concl, use(ax("antisymmetry", T1, n1), up_, down))
    first = conj(there, back)

    def at_rate(rate, size):
        """The size at a rate."""
        is_ = assume(eta.eq(rate))
        small_ = assume(below(n1, size))
        no_ = assume(real(size) <= n1)
        forth = discharge(
            all_.concl,
            same(
                refuting(
                    no_.concl, contradiction(mp(there, all_), ar(real(1) <= n1 * (1 - eta), no_, is_, factors=[n1]))
                ),
                small_.concl,
            ),
        )
        not_few = assume(n1 * (1 - eta) >= 1)
        few_ = refuting(not_few.concl, contradiction(small_, ar(real(size) <= n1, not_few, is_, factors=[n1])))
        rear = discharge(small_.concl, mp(back, same(few_, few.concl)))
        return discharge(is_.concl, conj(forth, rear))

    second, third = at_rate(Fraction(19, 20), 20), at_rate(Fraction(499, 500), 500)
    two, inside = assume(not_(eq(b, a))), assume(sources(s))
    given_ = assume(smoothed(near_of(SUCC(n)), hist_of(n, T), E, d, call("assigned", v0, SUCC(n), sources)))
    last = published(E, d, n, T, sources, s, v0, a, b, e1, ls, all_, two, inside, given_)
    last = hyps_then(last, [all_.concl, two.concl, inside.concl, given_.concl], [])
    return conjunction(first, second, third, last)


def published(E, d, n, T, sources, s, v0, a, b, e1, ls, all_, two, inside, given_):
    """1 <= d, where all records are sampled."""
    n1, T1, D, e0 = SUCC(n), SUCC(T), var("D", fn(DB, R)), ar(real(0) <= E, e1)
    near, M = near_of(n1), hist_of(n, T)
    le = ar(num(T) <= num(n), all_)
    lM, src = hist_laws(n, T, le), lam(j, s)
    W = call("databases", v0, n1, src)
    lW = any_laws(v0, src, gen(j, ls), n1)
    s_ = var("s", fn(N, LX))
    member = lambda s: forall(j, sources(s(j))) & eq(W, call("databases", v0, n1, s))
    pure = witness(src, same(conj(gen(j, inside), refl(W)), member(src)), lam(s_, member(s_)))
    # all records of the type of record 0 are sampled
    U, C = ind(S_), sample_laws(n1, T1, ar(num(T1) <= num(n1), le))
    c = xs(ZERO)
    t = lambda m: truth(eq(xs(m), c))
    size = assume(size_of(U, n1).eq(num(T1)))
    gap = sums(
        lambda m: total(lam(k, t(k)), m) - drawn_of(m, U, xs, c) <= num(m) - size_of(U, m),
        ar(t(m) - U(m) * t(m) <= 1 - U(m), decided(S_(m))[3], decided(eq(xs(m), c))[3], hints=[(0, 1)]),
    )
    H = total(lam(k, t(k)), n1)
    p = drawn_of(n1, U, xs, c) >= H
    one_ = use(decided(p)[0], ar(p, spec(gap, n1), size, all_))
    F = lam(u, truth(drawn_of(n1, u, xs, c) >= H))
    equal = use(
        only_sets_of_their_size_count(n1, T1, F, lam(u, real(1))),
        gen(S_, discharge(size.concl, same(one_, F(U).eq(lam(u, real(1))(U))))),
    )
    chance = ar(all_drawn(n, T, xs, c).eq(1), equal, C[1], factors=[C[0], INV(C[0])])

    def other_than(w, th):
        """1 <= delta(x), from a type that is not that of record 0."""
        both = use(full_sample_of_a_type_bounds_the_loss(E, n, T, xs, c, w), e1, le, th)
        loss = greatest_loss(near, M, E, xs)
        here = witness(ZERO, conj(first_place(n), refl(c)), lam(i, among(n1, i) & eq(xs(i), c)))
        return ar(real(1) <= loss, use(left(both), here), chance)

    is_a = assume(eq(a, c))
    not_a = assume(not_(is_a.concl))
    b_ = refuting(eq(b, c), contradiction(two, subst(symmetric(is_a), assume(eq(b, c)), lambda q: eq(b, q))))
    low = cases(is_a.concl, other_than(b, same(b_, not_(eq(b, c)))), other_than(a, not_a))

    def go(ob, pairs, means):
        small = use(at(means, W), same(pure, call("assigned", v0, n1, sources, W)))
        less = loss_below_a_bound_of_all_losses(E, n, M, D(xs), a, lM, e0, pairs)
        return ar(real(1) <= d, Mean(lW, ob).le(xs, ar(real(1) <= D(xs), low, less)), small)

    return opened(given_, D, go)


# ---- the parity of two bits ----------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Sec. 3.2, below Table 3", claims="distributional-dp-does-not-imply-smoothed-dp")
def parity_is_distributionally_private_alone(E: Odds, v0: X, a: X, b: X):
    """The parity of two fair bits: a simulator that sees all bits but one has its law, whatever the missing bit is.

    So its delta of Definition 4 is 0; that of Definition 3 is 1. A bit is a or b.
    """
    two = SUCC(SUCC(ZERO))
    fair = mix(one_half, point(a), point(b))
    sources = function(LX, lambda P: eq(P, fair))
    class_ = call("assigned", v0, two, sources)
    M = function(DB, lambda x: point(truth(not_(eq(x(ZERO), x(SUCC(ZERO)))))))
    unseen = lambda sim: each(N, lambda i: each(DB, lambda x: each(DB, lambda y: implies(
        call("off", i, x, y), eq(sim(i)(x), sim(i)(y))))))  # fmt: skip
    alike = lambda sim: each(N, lambda i: each(X, lambda v: each(mean_of(DB), lambda W: implies(
        among(two, i), class_(W),
        close(E, 0, bind(W, lambda x: M(changed_at(v, x, i))), bind(W, sim(i)))
        & close(E, 0, bind(W, sim(i)), bind(W, lambda x: M(changed_at(v, x, i))))))))  # fmt: skip
    channels = lambda sim: each(N, lambda i: call("channel", sim(i)))
    smooth_ = lambda d: smoothed(near_of(two), M, E, d, class_)
    return implies(
        not_(eq(a, b)), each(X, lambda v: or_(eq(v, a), eq(v, b))),
        some(Fun(N, DB, mean_of(R)), lambda sim: channels(sim) & unseen(sim) & alike(sim))
        & smooth_(1) & each(R, lambda d: implies(smooth_(d), real(1) <= d)),
    )  # fmt: skip


@parity_is_distributionally_private_alone.proof
def _(E, v0, a, b, e1, two_, all_):
    two = SUCC(SUCC(ZERO))
    fair = mix(one_half, point(a), point(b))
    sources = lam(var("P", LX), eq(var("P", LX), fair))
    class_ = call("assigned", v0, two, sources)
    parity = lambda x: truth(not_(eq(x(ZERO), x(SUCC(ZERO)))))
    M = lam(xs, point(parity(xs)))
    f = var("f", fn(R, R))
    coin_ = mix(one_half, point(real(0)), point(real(1)))
    sim = lam(i, lam(xs, coin_))
    e0 = ar(real(0) <= E, e1)
    no = refuting(eq(b, a), contradiction(two_, symmetric(assume(eq(b, a)))))
    bit = lambda p, q: truth(not_(eq(p, q)))
    values = {(p, p): use(decided(not_(eq(p, p)))[1], double_negation(refl(p))) for p in (a, b)}
    values |= {(p, q): use(decided(not_(eq(p, q)))[0], th) for p, q, th in ((a, b, two_), (b, a, no))}
    src = lam(j, fair)
    W0 = call("databases", v0, two, src)
    H, _, low, _ = a_test(f)
    coin_f = Fraction(1, 2) * f(real(0)) + Fraction(1, 2) * f(real(1))
    heads_ = [low(real(0)), low(real(1))]
    seen = [subst(th, refl(f(bit(p, q))), lambda w, p=p, q=q: f(bit(p, q)).eq(f(w))) for (p, q), th in values.items()]

    def both_ways(P, Q):
        """Closeness both ways of two laws that are the law of a fair coin."""
        ways = []
        for s, t in ((P, Q), (Q, P)):
            first, second = ar(s(f).eq(coin_f), *seen), ar(t(f).eq(coin_f), *seen)
            th = ar(s(f) <= E * t(f) + 0, first, second, ar(coin_f <= E * coin_f, *heads_, e1), factors=[E])
            ways.append(for_tests(th, f, close(E, 0, s, t)))
        return conj(*ways)

    def law_at_place(i, v, W):
        return bind(W, lam(xs, M(changed_at(v, xs, i))))

    W = var("W", mean_of(DB))
    goal = lambda i, v, W: (
        close(E, 0, law_at_place(i, v, W), bind(W, sim(i))) & close(E, 0, bind(W, sim(i)), law_at_place(i, v, W))
    )

    def at_value(i, v):
        """The goal at a place that is computed, for each value of the missing bit."""
        one_ = lambda c: same(both_ways(law_at_place(i, c, W0), bind(W0, sim(i))), goal(i, c, W0))
        moved = lambda c: subst(symmetric(assume(eq(v, c))), one_(c), lambda w: goal(i, w, W0))
        return split(spec(all_, v), moved(a), moved(b))

    inside, hW = assume(among(two, i)), assume(class_(W))
    here = lambda c: subst(symmetric(assume(eq(i, c))), at_value(c, v), lambda w: goal(w, v, W0))
    nowhere = absurd(assume(FALSE), goal(i, v, W0))
    first_ = split(assume(or_(FALSE, eq(i, ZERO))), nowhere, here(ZERO))
    at_w0 = split(same(inside, or_(or_(FALSE, eq(i, ZERO)), eq(i, SUCC(ZERO)))), first_, here(SUCC(ZERO)))
    s_ = var("s", fn(N, LX))
    member = lambda s: forall(j, sources(s(j))) & eq(W, call("databases", v0, two, s))

    def is_w0(th):
        """W is W0."""
        equal = ext(j, same(spec(left(th), j), eq(s_(j), fair)))
        return subst(same(equal, eq(s_, src)), right(th), lambda s: eq(W, call("databases", v0, two, s)))

    known = given(same(hW, exists(lam(s_, member(s_)))), s_, lambda th: is_w0(same(th, member(s_))))
    th = subst(symmetric(known), at_w0, lambda w: goal(i, v, w))
    alike = gen(i, gen(v, gen(W, hyps_then(th, [inside.concl, hW.concl], []))))
    # the simulator sees nothing
    sure = make_coin()
    channels = gen(i, same(gen(xs, sure), call("channel", sim(i))))
    off_ = assume(call("off", i, xs, ys))
    unseen = gen(i, gen(xs, gen(ys, discharge(off_.concl, to(refl(coin_), eq(sim(i)(xs), sim(i)(ys)))))))
    end = parity_is_distributionally_private_alone.conclusion
    front, last_p = binary(end, "and")
    front, middle_p = binary(front, "and")
    head = witness(sim, conjunction(channels, unseen, alike), spine(front)[1][0])
    # slack 1 is enough, and needed
    near = near_of(two)
    H_ = assume(near(xs, ys))
    _, _, f0, f1 = a_test(f)
    wide = lambda x, y: for_tests(
        ar(
            M(x)(f) <= E * M(y)(f) + 1,
            f1(parity(x)),
            ar(real(0) <= E * f(parity(y)), e0, f0(parity(y)), hints=[(0, 1)]),
        ),
        f,
        close(E, 1, M(x), M(y)),
    )
    ones = lam(xs, real(1))
    mean = subst(symmetric(known), ar(W0(ones) <= 1), lambda w: w(ones) <= 1)
    middle = smooth(
        near,
        M,
        E,
        real(1),
        class_,
        ones,
        observable(xs, real(1)),
        gen(xs, gen(ys, discharge(H_.concl, conj(wide(xs, ys), wide(ys, xs))))),
        gen(W, discharge(hW.concl, mean)),
    )
    d, D, c = var("d", R), var("D", fn(DB, R)), var("r", R)
    p_ = assume(smoothed(near, M, E, d, class_))
    member0 = lambda s: forall(j, sources(s(j))) & eq(W0, call("databases", v0, two, s))
    pure = witness(
        src, same(conj(gen(j, to(refl(fair), sources(src(j)))), refl(W0)), member0(src)), lam(s_, member0(s_))
    )

    def go(ob, pairs, means):
        small = use(at(means, W0), same(pure, class_(W0)))
        rows = []
        for p, q in values:
            x = call("cons", p, call("cons", q, lam(j, v0)))
            other = b if p == a else a
            y = call("cons", other, call("cons", q, lam(j, v0)))
            near_ = mp(
                spec(neighbours_are_symmetric.thm, two, y, x),
                neighbours_there(SUCC(ZERO), other, call("cons", q, lam(j, v0)), x),
            )
            event = (c <= 0) if p == q else (real(1) <= c)
            of = lambda w, event=event: subst_in(event, c, w)
            th = use(at(left(use(at(pairs, x, y), near_)), lam(c, truth(event))), event_test(c, event))
            own, neighbour = values[p, q], values[other, q]
            yes = use(decided(of(binary(own.concl, "eq")[1]))[0], ar(of(binary(own.concl, "eq")[1])))
            zero = of(binary(neighbour.concl, "eq")[1])
            none = use(decided(zero)[1], refuting(zero, impossible(ar(real(1) <= 0, assume(zero)))))
            top = subst(symmetric(own), yes, lambda w, of=of: truth(of(w)).eq(1))
            bottom = subst(symmetric(neighbour), none, lambda w, of=of: truth(of(w)).eq(0))
            rows.append(ar(real(1) <= D(x), th, top, bottom, factors=[E]))
        return ar(real(1) <= d, small, *rows)

    least = gen(d, discharge(p_.concl, opened(p_, D, go)))
    return conj(conj(same(head, front), same(middle, middle_p)), same(least, last_p))


def subst_in(p, c, w):
    """The proposition p with w for the variable c."""
    return swap(p, c, real(w))


def make_coin():
    """The law of a fair coin of the numbers 0 and 1."""
    P = mix(one_half, point(real(0)), point(real(1)))
    v = var("r", R)

    def rules(f, g, of, og, less, c):
        at_ = [spec(less, real(w)) for w in (0, 1)]
        return (
            ar(P(lam(v, f(v) + g(v))).eq(P(f) + P(g))), ar(P(f) <= P(g), *at_), ar(P(lam(v, c * f(v))).eq(c * P(f)))
        )  # fmt: skip

    return make_law(P, rules, ar(P(lam(v, real(1))).eq(1)))
