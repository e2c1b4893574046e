"""Records that are alone, databases that are linked, and types that are drawn: chances of samples and their losses."""

from sdp_proofs.logic.theories.counts_and_tails import choose, lone_record_is_sampled_at_the_rate
from sdp_proofs.logic.theories.losses_with_replacement import *
from sdp_proofs.logic.theories.worst_cases import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T, v = (*(var(name, N) for name in ("i", "j", "k", "m", "n", "T")), var("v", X))
S, DB = var("S", fn(N, o)), fn(N, X)


@theorem
def chance_of_being_sampled(n: Nat, T: Nat, i: Nat):
    """A place is among T of n places drawn without replacement with chance T/n, both written as successors."""
    W = uniform_subset(SUCC(n), SUCC(T))
    return implies(num(T) <= num(n), among(SUCC(n), i), prob(W, lambda S: S(i)).eq(rate_of(n, T)))


@chance_of_being_sampled.proof
def _(n, T, i, le, H_):
    W = uniform_subset(SUCC(n), SUCC(T))
    c, iC, iN = subsets(n, T, one), INV(subsets(SUCC(n), SUCC(T), one)), INV(num(SUCC(n)))
    facts = lambda n, T: parts(at(number_of_sets.thm, n, T))
    up = ar(num(SUCC(T)) <= num(SUCC(n)), le)
    unit_, _ = positive(subsets(SUCC(n), SUCC(T), one), mp(facts(SUCC(n), SUCC(T))[2], up))
    nu, _ = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), facts(n, n)[3]))
    held = at(mp(at(sets_with_a_place(i), n), H_), T)
    factors = [iC, iC * iN, c * iC, num(SUCC(T)) * iN]
    th = ar(W(member(i)).eq(num(SUCC(T)) * iN), held, facts(n, T)[0], unit_, nu, factors=factors)
    return same(th, prob(W, lam(S, S(i))).eq(rate_of(n, T)))


def shown(n, T, x, v):
    """The probability that a histogram of T + 1 of n + 1 records shows a type."""
    return prob(hist_of(n, T)(x), lambda h: not_(h(v) <= 0))


@theorem(place="smoothed-dp, Sec. 1", claims="lone-record-is-seen-when-sampled")
def lone_record_is_shown_with_the_rate(E: Real, n: Nat, T: Nat, i: Nat, x: Fun(N, X), y: Fun(N, X)):
    """A type of record i alone in x and of none in y is shown with chance T/n and 0, so d(x, y) is T/n at least."""
    rate = rate_of(n, T)
    D = divergence(E, hist_of(n, T)(x), hist_of(n, T)(y))
    return implies(
        num(T) <= num(n),
        among(SUCC(n), i),
        each(N, lambda j: implies(not_(eq(j, i)), not_(eq(x(j), x(i))))),
        each(N, lambda j: not_(eq(y(j), x(i)))),
        (shown(n, T, x, x(i)).eq(rate) & shown(n, T, y, x(i)).eq(0)) & (rate <= D),
    )


@lone_record_is_shown_with_the_rate.proof
def _(E, n, T, i, x, y, le, H_, alone, absent):
    W, t, rate = uniform_subset(SUCC(n), SUCC(T)), x(i), rate_of(n, T)
    hist = lambda m, x: call("histogram", m, S, x, t)
    lW = use(uniform_subset_is_a_law(SUCC(n), SUCC(T)), ar(num(SUCC(T)) <= num(SUCC(n)), le))
    # y: no record has the type
    nothing = use(decided(eq(y(m), t))[1], same(spec(absent, m), not_(eq(y(m), t))))
    zero = lambda m: hist(m, y).eq(0)
    step_ = ar(zero(SUCC(m)), assume(zero(m)), nothing, factors=[truth(S(m))])
    none = spec(induct(m, ar(zero(ZERO)), discharge(zero(m), step_)), SUCC(n))
    q = not_(hist(SUCC(n), y) <= 0)
    unseen = use(decided(q)[1], refuting(q, contradiction(assume(q), ar(hist(SUCC(n), y) <= 0, none))))
    never = Mean(lW).eq_by(S, ar(truth(q).eq(0), unseen))
    # x: the type is shown exactly where record i is drawn
    term_ = lambda m: truth(S(m)) * truth(eq(x(m), t))
    here, out = assume(eq(m, i)), assume(not_(eq(m, i)))
    hit, miss = assume(S(i)), assume(not_(S(i)))
    own = use(decided(eq(x(i), t))[0], refl(t))
    same_ = subst(
        symmetric(here), ar(term_(i).eq(truth(S(i))), own, factors=[truth(S(i))]), lambda k: term_(k).eq(truth(S(i)))
    )
    off_ = use(decided(eq(x(m), t))[1], same(mp(spec(alone, m), out), not_(eq(x(m), t))))
    zero_ = ar(term_(m).eq(0), off_, factors=[truth(S(m))])
    no = use(decided(S(i))[1], miss)
    empty = lambda m: hist(m, x).eq(0)
    each_ = cases(here.concl, ar(term_(m).eq(0), same_, no), zero_)
    few = spec(induct(m, ar(empty(ZERO)), discharge(empty(m), ar(empty(SUCC(m)), assume(empty(m)), each_))), SUCC(n))
    some_ = lambda m: (real(0) <= hist(m, x)) & implies(among(m, i), real(1) <= hist(m, x))
    t0 = ar(real(0) <= term_(m), decided(S(m))[2], decided(eq(x(m), t))[2])
    hyp, now = assume(some_(m)), assume(among(SUCC(m), i))
    before = ar(real(1) <= hist(SUCC(m), x), mp(right(hyp), assume(among(m, i))), t0)
    is_m = assume(eq(i, m))
    yes = use(decided(S(i))[0], hit)
    last_ = subst(is_m, ar(term_(i).eq(1), own, yes, factors=[truth(S(i))]), lambda k: term_(k).eq(1))
    last = ar(real(1) <= hist(SUCC(m), x), last_, left(hyp))
    step_ = split(same(now, or_(among(m, i), eq(i, m))), before, last)
    nexts = conj(ar(real(0) <= hist(SUCC(m), x), left(hyp), t0), discharge(now.concl, step_))
    off0 = assume(among(ZERO, i))
    base = conj(ar(real(0) <= hist(ZERO, x)), discharge(off0.concl, absurd(off0, real(1) <= hist(ZERO, x))))
    many = mp(right(spec(induct(m, base, discharge(hyp.concl, nexts)), SUCC(n))), H_)
    p = not_(hist(SUCC(n), x) <= 0)
    wrong = assume(hist(SUCC(n), x) <= 0)
    seen = use(decided(p)[0], refuting(wrong.concl, impossible(ar(real(1) <= 0, wrong, many))))
    dark = use(decided(p)[1], refuting(p, contradiction(assume(p), ar(hist(SUCC(n), x) <= 0, few))))
    goal = truth(p).eq(truth(S(i)))
    point_ = cases(hit.concl, ar(goal, seen, yes), ar(goal, dark, no))
    th = Mean(lW, truth_is_bounded(S, S(i))).eq_by(S, point_)
    chance = use(chance_of_being_sampled(n, T, i), le, H_)
    P, Q = hist_of(n, T)(x), hist_of(n, T)(y)
    first = ar(shown(n, T, x, t).eq(rate), th, chance)
    second = ar(shown(n, T, y, t).eq(0), never)
    lM = hist_laws(n, T, le)
    near = left(use(divergence_at_any_odds(E, P, Q, A=fn(X, R)), same(spec(lM, x), law(P)), same(spec(lM, y), law(Q))))
    D = divergence(E, P, Q)
    low = use(lone_record_is_seen_when_sampled(E, D, n, T, i, x, y), le, H_, absent, near)
    return conj(conj(first, second), low)


@theorem(place="Double sum", claims="a-lone-record-is-sampled-at-the-rate")
def odd_record_of_a_database_of_one_type(E: Odds, n: Nat, T: Nat, a: X, b: X):
    """C(n-1, T-1)/C(n, T) = T/n; all records a: a neighbour's odd b is shown with T/n, never else, and delta is T/n."""
    rate, x = rate_of(n, T), lam(k, a)
    y = call("cons", b, x)
    binomials = over(choose(n, T), choose(SUCC(n), SUCC(T))).eq(rate)
    seen = shown(n, T, y, b).eq(rate) & shown(n, T, x, b).eq(0)
    return implies(
        num(T) <= num(n),
        not_(eq(b, a)),
        (implies(below(0, choose(SUCC(n), SUCC(T))), binomials) & seen)
        & greatest_loss(near_of(SUCC(n)), hist_of(n, T), E, x).eq(rate),
    )


@odd_record_of_a_database_of_one_type.proof
def _(E, n, T, a, b, e1, le, two):
    near, M, t, e0 = near_of(SUCC(n)), hist_of(n, T), rate_of(n, T), ar(real(0) <= E, e1)
    x = lam(k, a)
    y = call("cons", b, x)
    some_ = assume(below(0, choose(SUCC(n), SUCC(T))))
    first = discharge(some_.concl, use(lone_record_is_sampled_at_the_rate(n, T), some_))
    base = lambda j: implies(not_(eq(j, ZERO)), not_(eq(y(j), y(ZERO))))
    none = assume(not_(eq(ZERO, ZERO)))
    zero = discharge(none.concl, absurd(contradiction(none, refl(ZERO)), not_(eq(y(ZERO), y(ZERO)))))
    turned = assume(eq(a, b))
    differ_ = refuting(turned.concl, contradiction(two, symmetric(turned)))
    later_ = discharge(not_(eq(SUCC(j), ZERO)), same(differ_, not_(eq(y(SUCC(j)), y(ZERO)))))
    alone = same(induct(j, zero, discharge(base(j), later_)), forall(j, base(j)))
    absent = gen(j, same(differ_, not_(eq(x(j), y(ZERO)))))
    th = use(lone_record_is_shown_with_the_rate(E, n, T, ZERO, y, x), le, first_place(n), alone, absent)
    seen, low = left(th), right(th)
    seen = conj(same(left(seen), shown(n, T, y, b).eq(t)), same(right(seen), shown(n, T, x, b).eq(0)))
    lM, all_ = losses_at_most_the_rate(E, n, T, e1, le)
    loss = greatest_loss(near, M, E, x)
    pair = left(use(greatest_loss_is_least(near, M, E, x, X=DB, A=fn(X, R)), lM, e0))
    there = use(at(neighbours_are_symmetric.thm, SUCC(n), y, x), neighbours_there(n, b, x, x))
    back = to(right(use(at(pair, y), there)), close(E, loss, M(y), M(x)))
    laws_ = same(spec(lM, y), law(M(y))), same(spec(lM, x), law(M(x)))
    least_ = use(at(right(use(divergence_at_any_odds(E, M(y), M(x), A=fn(X, R)), *laws_)), loss), back)
    equal = use(ax("antisymmetry", loss, t), ar(loss <= t, spec(all_, x)), ar(t <= loss, low, least_))
    return conj(conj(first, seen), equal)


@theorem(place="Sampling with replacement", claims="draws-below-epsilon-times-half-of-the-least-share")
def types_with_many_records_lose_nothing(c: Real, e: Real, n: Nat, T: Nat, i: Nat, x: Fun(N, X), y: Fun(N, X)):
    """If a type has a > c n/2 > 1 records and e (c n/2 - 1) >= T: no output shows it beyond e (a - 1) times, loss 0."""
    half, a = c * num(n) * Fraction(1, 2), call("count_in", n, x, x(i))
    M = count_of(n, T)
    shown_ = each(fn(N, N), lambda d: call("counts", T, d, x, x(i)) <= e * (a - 1))
    return implies(
        among(n, i),
        off(i, x, y),
        below(1, half),
        below(half, a),
        num(T) <= e * (half - 1),
        shown_ & (close(EXP(e), 0, M(x), M(y)) & (divergence(EXP(e), M(x), M(y)) <= 0)),
    )


@types_with_many_records_lose_nothing.proof
def _(c, e, n, T, i, x, y, H, agree, big, more, enough):
    half, a = c * num(n) * Fraction(1, 2), call("count_in", n, x, x(i))
    d, M, t0 = var("d", fn(N, N)), count_of(n, T), spec(numbers_are_not_negative.thm, T)
    unit, i0 = positive(half - 1, algebra(below(0, half - 1), big))
    e0 = ar(real(0) <= e, ar(real(0) <= e * (half - 1), enough, t0), unit, i0, hints=[(0, 2)], factors=[e])
    top = ar(num(T) <= e * (a - 1), enough, e0, use(ax("total", a, half), more))
    number = lambda m: call("counts", m, d, x, x(i))
    most = lambda m: number(m) <= num(m)
    step_ = ar(most(SUCC(m)), assume(most(m)), decided(eq(x(d(m)), x(i)))[3])
    few = spec(induct(m, ar(most(ZERO)), discharge(most(m), step_)), T)
    first = gen(d, ar(number(T) <= e * (a - 1), few, top))
    above = refuting(a <= 1, contradiction(big, ar(half <= 1, assume(a <= 1), use(ax("total", a, half), more))))
    near = use(no_loss_with_many_records(e, n, T, x, y, i), H, agree, above, top)
    near = to(near, close(EXP(e), 0, M(x), M(y)))
    lower = mp(at(among_is_below(i), n), H)
    n1 = ar(real(1) <= num(n), lower, spec(numbers_are_not_negative.thm, i))
    lW = spec(use(records_have_laws(ZERO, lam(j, any_place(n)), X=N), gen(k, use(any_place_is_a_law(n), n1))), T)
    K, W = const("counts", fn(N, fn(N, N), DB, X, R))(T), draws(n, T)
    lM = lambda x: same(use(law_of_image(W, lam(d, K(d)(x)), A=fn(N, N), B=fn(X, R)), lW), law(M(x)))
    whole = use(divergence_at_any_odds(EXP(e), M(x), M(y), A=fn(X, R)), lM(x), lM(y))
    return conj(first, conj(near, use(at(right(whole), real(0)), near)))


# ---- linked databases ----------------------------------------------------------------------------------------------
@theorem
def a_place_may_be_given_any_record(v: X):
    """Each database has one beside it that holds v in place m, and agrees with it elsewhere."""
    there = lambda m, x: some(DB, lambda z: eq(z(m), v) & each(N, lambda j: implies(not_(eq(j, m)), eq(z(j), x(j)))))
    return each(N, lambda m: each(DB, lambda x: there(m, x)))


@a_place_may_be_given_any_record.proof
def _(v):
    x, z, w = var("x", DB), var("z", DB), var("w", DB)
    agree = lambda m, z, x: forall(j, implies(not_(eq(j, m)), eq(z(j), x(j))))
    p = lambda m, x: lam(w, eq(w(m), v) & agree(m, w, x))
    after_ = lam(j, x(SUCC(j)))
    first = call("cons", v, after_)
    out = lambda j: implies(not_(eq(j, ZERO)), eq(first(j), x(j)))
    none = assume(not_(eq(ZERO, ZERO)))
    start = discharge(none.concl, absurd(contradiction(none, refl(ZERO)), eq(first(ZERO), x(ZERO))))
    more = discharge(not_(eq(SUCC(j), ZERO)), same(refl(x(SUCC(j))), eq(first(SUCC(j)), x(SUCC(j)))))
    off_ = same(induct(j, start, discharge(out(j), more)), agree(ZERO, first, x))
    base = gen(x, witness(first, conj(same(refl(v), eq(first(ZERO), v)), off_), p(ZERO, x)))
    claim = lambda m: forall(x, exists(p(m, x)))
    had = assume(claim(m))

    def longer_(th):
        here, rest = left(th), right(th)
        y = call("cons", x(ZERO), z)
        out = lambda j: implies(not_(eq(j, SUCC(m))), eq(y(j), x(j)))
        start = discharge(not_(eq(ZERO, SUCC(m))), same(refl(x(ZERO)), eq(y(ZERO), x(ZERO))))
        other, equal = assume(not_(eq(SUCC(j), SUCC(m)))), assume(eq(j, m))
        apart = refuting(equal.concl, contradiction(other, subst(equal, refl(SUCC(j)), lambda k: eq(SUCC(j), SUCC(k)))))
        own = same(mp(spec(rest, j), apart), eq(y(SUCC(j)), x(SUCC(j))))
        off_ = same(induct(j, start, discharge(out(j), discharge(other.concl, own))), agree(SUCC(m), y, x))
        return witness(y, conj(same(here, eq(y(SUCC(m)), v)), off_), p(SUCC(m), x))

    step_ = gen(x, given(spec(had, after_), z, longer_))
    return induct(m, base, discharge(claim(m), step_))


@theorem(place="dp-lecture, Definition, randomisation", claims="private-algorithms-without-coins-are-constant")
def algorithm_without_coins_on_linked_databases(n: Nat, g: Fun(DB, A), E: Real, delta: Real):
    """Without coins each output has chance 0 or 1; below delta = 1 neighbours, which link all, have one output."""
    near, M = const("neighbours", fn(N, DB, DB, o))(n), lambda x: point(g(x))
    chance = lambda x, a: prob(M(x), lambda b: eq(b, a))
    sure = lambda x, a: implies(eq(g(x), a), chance(x, a).eq(1)) & implies(not_(eq(g(x), a)), chance(x, a).eq(0))
    chances = each(DB, lambda x: each(A, lambda a: sure(x, a)))
    records_ = lambda x, y: each(N, lambda j: implies(not_(among(n, j)), eq(x(j), y(j))))
    one = each(DB, lambda x: each(DB, lambda y: implies(near(x, y), eq(g(x), g(y)))))
    all_ = each(DB, lambda x: each(DB, lambda y: implies(records_(x, y), eq(g(x), g(y)))))
    return chances & implies(below(delta, 1), private(near, M, E, delta), one & all_)


@algorithm_without_coins_on_linked_databases.proof
def _(n, g, E, delta):
    x, y, z, a, b = var("x", DB), var("y", DB), var("z", DB), var("a", A), var("b", A)
    yes, no = assume(eq(g(x), a)), assume(not_(eq(g(x), a)))
    P = prob(point(g(x)), lam(b, eq(b, a)))
    sure = discharge(yes.concl, ar(P.eq(1), use(decided(eq(g(x), a))[0], yes)))
    never = discharge(no.concl, ar(P.eq(0), use(decided(eq(g(x), a))[1], no)))
    chances = gen(x, gen(a, conj(sure, never)))
    near = const("neighbours", fn(N, DB, DB, o))(n)
    small, p = assume(below(delta, 1)), assume(private(near, lam(x, point(g(x))), E, delta))
    one = use(private_algorithms_without_coins_are_constant(near, g, E, delta, X=DB), small, p)
    # databases that agree outside the first m places have one output: place m is given the other's record
    alike = lambda m, x, y: forall(j, implies(not_(among(m, j)), eq(x(j), y(j))))
    inside = lambda m: forall(k, implies(among(m, k), among(n, k)))
    claim = lambda m: implies(inside(m), forall(x, forall(y, implies(alike(m, x, y), eq(g(x), g(y))))))
    within, same_ = assume(inside(ZERO)), assume(alike(ZERO, x, y))
    nowhere = assume(among(ZERO, j))
    equal = ext(j, mp(spec(same_, j), refuting(nowhere.concl, same(nowhere, FALSE))))
    base = subst(equal, refl(g(x)), lambda w: eq(g(x), g(w)))
    base = discharge(within.concl, gen(x, gen(y, discharge(same_.concl, base))))
    had, within, same_ = assume(claim(m)), assume(inside(SUCC(m))), assume(alike(SUCC(m), x, y))
    member_ = assume(among(m, k))
    fewer = gen(
        k,
        discharge(member_.concl, mp(spec(within, k), same(either(among(m, k), eq(k, m), member_), among(SUCC(m), k)))),
    )
    last = mp(spec(within, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))

    def through(th):
        here, rest = left(th), right(th)
        back = gen(j, discharge(not_(eq(j, m)), symmetric(mp(spec(rest, j), assume(not_(eq(j, m)))))))
        q = lam(i, among(n, i) & off(i, x, z))
        step_ = same(witness(m, conj(last, same(back, off(m, x, z))), q), near(x, z))
        first = mp(spec(one, x, z), step_)
        outside, is_m, other = assume(not_(among(m, j))), assume(eq(j, m)), assume(not_(eq(j, m)))
        at_m = subst(symmetric(is_m), here, lambda k: eq(z(k), y(k)))
        wrong = assume(among(SUCC(m), j))
        gone = split(
            same(wrong, or_(among(m, j), eq(j, m))),
            contradiction(outside, assume(among(m, j))),
            contradiction(other, assume(eq(j, m))),
        )
        far = mp(spec(same_, j), refuting(wrong.concl, gone))
        both = subst(far, mp(spec(rest, j), other), lambda r: eq(z(j), r))
        agree = gen(j, discharge(outside.concl, cases(is_m.concl, at_m, both)))
        second = mp(spec(mp(had, fewer), z, y), agree)
        return subst(second, first, lambda r: eq(g(x), r))

    found = spec(at(a_place_may_be_given_any_record.thm, y(m)), m, x)
    step_ = discharge(within.concl, gen(x, gen(y, discharge(same_.concl, given(found, z, through)))))
    whole = spec(induct(m, base, discharge(claim(m), step_)), n)
    member_ = assume(among(n, k))
    all_ = mp(whole, gen(k, discharge(member_.concl, member_)))
    return conj(chances, discharge(small.concl, discharge(p.concl, conj(one, all_))))
