"""The sampled histogram above its threshold: the loss at a database is at most exp(-K H), H the count of the type.

A record of a type with H records is as likely left out as each other one of the type, so an output with at most a share
theta of them shows each record left out with chance 1 - theta at least. That more are drawn has the chance of a tail,
for which sampling without replacement is no worse than with it: to draw a place makes the others no likelier.
"""

from sdp_proofs.logic.theories.drawn_places import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
S_, u, v, f_ = var("S", PLACES), var("u", IND), var("v", X), var("f", fn(fn(X, R), R))
xs, ys = var("x", DB), var("y", DB)


@definition(r"\mathrm{{count}}_{{{0}}}({1}, {2})")
def count_in(n: N, x: fn(N, X), v: X):
    """The number of records of a type."""
    return total(lambda k: truth(eq(x(k), v)), n)


def is_type(x, k, v):
    return truth(eq(x(k), v))


def shown_of(n, u, x, v):
    """The number of drawn records of a type, for an indicator."""
    return total(lam(k, u(k) * is_type(x, k, v)), n)


def shown_by(f, n, x, u):
    """The function f of the histogram of the records that an indicator draws."""
    return f(lam(v, shown_of(n, u, x, v)))


def sums(claim, *facts):
    """The claim for each number m of terms, by induction, with facts on place m."""
    return induct(m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m)), *facts)))


@theorem
def sums_of_equal_terms(f: Fun(N, R), g: Fun(N, R)):
    """Sums are equal if the terms are that are summed."""
    return each(N, lambda n: implies(
        each(N, lambda k: implies(among(n, k), f(k).eq(g(k)))), total(f, n).eq(total(g, n))))  # fmt: skip


@sums_of_equal_terms.proof
def _(f, g):
    every = lambda n: forall(k, implies(among(n, k), f(k).eq(g(k))))
    goal = lambda n: total(f, n).eq(total(g, n))
    claim = lambda n: implies(every(n), goal(n))
    H0, hyp, H = assume(every(ZERO)), assume(claim(n)), assume(every(SUCC(n)))
    inside = assume(among(n, k))
    more = same(either(among(n, k), eq(k, n), inside), among(SUCC(n), k))
    before = mp(hyp, gen(k, discharge(inside.concl, mp(spec(H, k), more))))
    last = same(either(among(n, n), eq(n, n), refl(n)), among(SUCC(n), n))
    step = ar(goal(SUCC(n)), before, mp(spec(H, n), last))
    return induct(n, discharge(H0.concl, ar(goal(ZERO))), discharge(hyp.concl, discharge(H.concl, step)))


def at_place(n, k, u, t):
    """The sum of u raised at place k, times t, is that of u times t and (1 - u(k)) t(k), for k among n."""

    def proof(inside):
        p = var("p", N)
        c = (1 - u(k)) * t(k)
        yes, no = assume(eq(p, k)), assume(not_(eq(p, k)))
        goal = ((1 - u(p)) * truth(eq(p, k)) * t(p)).eq(truth(eq(p, k)) * c)
        here = subst(symmetric(yes), refl((1 - u(k)) * t(k)), lambda w: eq((1 - u(w)) * t(w), c))
        point = cases(
            yes.concl, ar(goal, here, factors=[truth(eq(p, k))]),
            ar(goal, use(decided(eq(p, k))[1], no), factors=[(1 - u(p)) * t(p), c]),
        )  # fmt: skip
        m = var("m", N)
        claim = lambda m: total(lam(p, up(k, u)(p) * t(p)), m).eq(
            total(lam(p, u(p) * t(p)), m) + total(lam(p, truth(eq(p, k)) * c), m))  # fmt: skip
        at_m = spec(gen(p, point), m)
        th = induct(m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m)), at_m)))
        one_ = mp(spec(sums_at_one_place(c, k), n), inside)
        return ar(total(lam(p, up(k, u)(p) * t(p)), n).eq(total(lam(p, u(p) * t(p)), n) + c), spec(th, n), one_)

    return proof


@theorem
def each_record_of_a_type_is_left_out_alike(n: Nat, T: Nat, x: Fun(N, X), i: Nat, f: fn(fn(X, R), R)):
    """The sum of f over sets without record i, times the records of its type, is f times those of them left out."""
    F = lambda u: f(lambda v: total(lambda k: u(k) * truth(eq(x(k), v)), n))
    H = call("count_in", n, x, x(i))
    return implies(
        among(n, i),
        (H * draws(n, T, lambda u: (1 - u(i)) * F(u))).eq(
            draws(n, T, lambda u: (H - total(lambda k: u(k) * truth(eq(x(k), x(i))), n)) * F(u))
        ),
    )


@each_record_of_a_type_is_left_out_alike.proof
def _(n, T, x, i, f, hi):
    n_, n = n, var("m", N)
    F = lam(u, shown_by(f, n_, x, u))
    U = ind(S_)
    t = lambda k: is_type(x, k, x(i))
    left_out = lambda k: draws(n_, T, lacking(F, k))
    # a record of the same type
    hj, alike = assume(among(n_, j)), assume(eq(x(j), x(i)))
    grown = lambda k, h: at_place(n_, k, U, lam(k, is_type(x, k, v)))(h)
    gi, gj = grown(i, hi), grown(j, hj)
    types = subst(symmetric(alike), refl(truth(eq(x(i), v))), lambda w: eq(truth(eq(w, v)), truth(eq(x(i), v))))
    goal = ((1 - U(i)) * (1 - U(j)) * F(up(i, U))).eq((1 - U(i)) * (1 - U(j)) * F(up(j, U)))
    zero = lambda k: use(decided(S_(k))[1], assume(not_(S_(k))))
    equal = ar(shown_of(n_, up(i, U), x, v).eq(shown_of(n_, up(j, U), x, v)), gi, gj, types, zero(i), zero(j),
               factors=[is_type(x, i, v), is_type(x, j, v)])  # fmt: skip
    fs = ext(v, equal)
    a_, b_ = binary(fs.concl, "eq")
    both = ar(goal, subst(fs, refl(f(a_)), lambda w: eq(f(a_), f(w))), factors=[(1 - U(i)) * (1 - U(j))])
    is_one = lambda k: ar(goal, use(decided(S_(k))[0], assume(S_(k))),
                          factors=[(1 - U(j if k is i else i)) * (F(up(i, U)) - F(up(j, U)))])  # fmt: skip
    point = cases(S_(i), is_one(i), cases(S_(j), is_one(j), both))
    th = use(places_of_one_kind_are_drawn_alike(n_, T, i, j, F), hi, hj, gen(S_, same(point, goal)))
    # and of another
    row = (t(j) * left_out(j)).eq(t(j) * left_out(i))
    yes = ar(row, th, factors=[t(j)])
    no = ar(row, use(decided(alike.concl)[1], assume(not_(alike.concl))), factors=[left_out(j), left_out(i)])
    rows = gen(j, discharge(hj.concl, cases(alike.concl, yes, no)))
    agree = use(at(sums_of_equal_terms(lam(j, t(j) * left_out(j)), lam(j, t(j) * left_out(i))), n_), rows)
    # the sum over all records
    c, w = left_out(i), F(U)
    scale = spec(sums(lambda n: total(lam(j, t(j) * c), n).eq(total(lam(j, t(j)), n) * c)), n_)
    h = lambda n: total(lam(k, U(k) * t(k)), n)
    H = lambda n: total(lam(k, t(k)), n)
    L = Draws(n_, T)
    claim = lambda n: draws(n_, T, lam(u, (H(n) - total(lam(k, u(k) * t(k)), n)) * F(u))).eq(
        total(lam(j, t(j) * left_out(j)), n))  # fmt: skip
    lines = [L.linear(S_, (H(n) - h(n)) * w), L.linear(S_, (H(SUCC(n)) - h(SUCC(n))) * w), L.linear(S_, (1 - U(n)) * w)]
    base = ar(claim(ZERO), L.linear(S_, (H(ZERO) - h(ZERO)) * w))
    step = ar(claim(SUCC(n)), assume(claim(n)), *lines, factors=[t(n)])
    whole = spec(induct(n, base, discharge(claim(n), step)), n_)
    return ar(each_record_of_a_type_is_left_out_alike.conclusion, whole, agree, scale)


def hist_at(n, S, x, v):
    return call("histogram", n, S, x, v)


def chance_of(n, T, a, x, bound):
    """The chance that more than `bound` records of type a are drawn."""
    return uniform_subset(n, T)(lam(S_, truth(not_(hist_at(n, S_, x, a) <= bound))))


def sample_laws(n, T, le):
    """The number of sets is at least 1, its inverse, and the law of the drawn set."""
    C = subsets(n, T, one)
    unit, i0 = positive(C, mp(parts(at(number_of_sets.thm, n, T))[2], le))
    return C, unit, i0, use(uniform_subset_is_a_law(n, T), le)


@theorem(place="smoothed-dp, App. E.1, step 1")
def loss_at_most_the_chance_of_a_large_share(E: Odds, theta: Real, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat):
    """If (1 - theta) E >= 1, the loss to a neighbour is at most the chance that more than theta H of H are drawn."""
    H = call("count_in", n, x, x(i))
    M = sampled(uniform_subset(n, T), const("histogram", fn(N, PLACES, DB, X, R))(n))
    return implies(
        num(T) <= num(n), among(n, i), call("off", i, x, y), real(1) <= (1 - theta) * E,
        close(E, chance_of(n, T, x(i), x, theta * H), M(x), M(y)),
    )  # fmt: skip


@loss_at_most_the_chance_of_a_large_share.proof
def _(E, theta, n, T, x, y, i, e1, le, hi, agree, odds):
    n_ = n
    C, unit, i0, lW = sample_laws(n_, T, le)
    a, H = x(i), total(lam(k, is_type(x, k, x(i))), n_)
    f = var("f", fn(fn(X, R), R))
    test_f, bf, f0, f1 = a_test(f)
    U = ind(S_)
    shown = lambda x: f(lam(v, shown_of(n_, U, x, v)))
    h, Fx, Fy = shown_of(n_, U, x, a), shown(x), shown(y)
    B = truth(not_(h <= theta * H))
    L = Draws(n_, T)
    # 0 <= h <= H and 1 <= H
    t = lambda k: is_type(x, k, a)
    _, _, s0, s1 = decided(S_(m))
    _, _, t0, t1 = decided(eq(x(m), a))
    hH = spec(sums(lambda m: shown_of(m, U, x, a) <= total(lam(k, t(k)), m), ar(U(m) * t(m) <= t(m), s1, t0)), n_)
    yes, no = assume(eq(m, i)), assume(not_(eq(m, i)))
    own = truth(eq(m, i)) * real(1) <= t(m)
    same_type = subst(symmetric(yes), refl(a), lambda w: eq(x(w), a))
    here = ar(own, use(decided(same_type.concl)[0], same_type), decided(eq(m, i))[3])
    there = ar(own, use(decided(eq(m, i))[1], no), t0)
    H1 = spec(sums(lambda m: total(lam(k, truth(eq(k, i)) * real(1)), m) <= total(lam(k, t(k)), m),
                   cases(yes.concl, here, there)), n_)  # fmt: skip
    H1 = ar(real(1) <= H, H1, mp(spec(sums_at_one_place(real(1), i), n_), hi))
    # an output with few of the type shows the record left out with chance 1 - theta
    few, many = assume(h <= theta * H), assume(not_(h <= theta * H))
    F0, F1 = f0(lam(v, shown_of(n_, U, x, v))), f1(lam(v, shown_of(n_, U, x, v)))
    goal = H * Fx <= E * ((H - h) * Fx) + H * B
    H0 = ar(real(0) <= H, H1)
    share = ar(E * (H - h) >= H, ar(E * h <= E * (theta * H), few, e1), ar((1 - theta) * E * H >= H, odds, H0))
    low = ar(goal, share, F0, ar(real(0) <= H * B, H0, decided(many.concl)[2]))
    high = ar(goal, use(decided(many.concl)[0], many), ar(H * Fx <= H, F1, H0), ar(real(0) <= (H - h) * Fx, hH, F0), e1,
              factors=[H])  # fmt: skip
    main = L.le(S_, cases(few.concl, low, high))
    alike = use(each_record_of_a_type_is_left_out_alike(n_, T, x, i, f), hi)
    lines = [L.linear(S_, t) for t in ((H - h) * Fx, (1 - U(i)) * Fx)]
    # without the record both databases show the same
    seen = at(histograms_see_only_the_drawn.thm, n_, S_, i, x, y)
    out, in_ = assume(not_(S_(i))), assume(S_(i))
    hist = lambda x: const("histogram", fn(N, PLACES, DB, X, R))(n_, S_, x)
    equal = use(seen, agree, out)
    equal = same(equal, eq(hist(x), hist(y)))
    equal = subst(equal, refl(f(hist(x))), lambda w: eq(f(hist(x)), f(w)))
    row = ((1 - U(i)) * Fx).eq((1 - U(i)) * Fy)
    less = (1 - U(i)) * Fx <= Fy
    G0 = f0(lam(v, shown_of(n_, U, y, v)))
    point = cases(in_.concl, ar(less, use(decided(S_(i))[0], in_), G0, factors=[Fx]),
                  ar(less, same(equal, Fx.eq(Fy)), use(decided(S_(i))[1], out), factors=[Fx]))  # fmt: skip
    rest = L.le(S_, point)
    D = lambda t: subsets(n_, T, lam(S_, t))
    th = ar(
        H * D(Fx) <= H * (E * D(Fy) + D(B)),
        ar(H * D(Fx) <= E * D((H - h) * Fx) + H * D(B), main, *lines),
        alike,
        *lines,
        ar(
            E * (H * D((1 - U(i)) * Fx)) <= E * (H * D(Fy)),
            ar(H * D((1 - U(i)) * Fx) <= H * D(Fy), rest, *lines, H0),
            e1,
        ),
        factors=[E],
    )
    uH, iH = positive(H, H1)
    th = ar(D(Fx) <= E * D(Fy) + D(B), th, uH, iH, hints=[(0, 2)], factors=[D(Fx), E * D(Fy), D(B)])
    M = sampled(uniform_subset(n_, T), const("histogram", fn(N, PLACES, DB, X, R))(n_))
    P, Q, d = M(x), M(y), chance_of(n_, T, a, x, theta * H)
    end = ar(P(f) <= E * Q(f) + d, th, i0)
    return same(gen(f, discharge(test_f.concl, end)), close(E, d, P, Q))


# ---- the tail ------------------------------------------------------------------------------------------------------
@theorem
def exponential_of_a_bit(c: Real, p: Prop):
    """The exponential of c times the number of a proposition."""
    return EXP(c * truth(p)).eq(1 + truth(p) * (EXP(c) - 1))


@exponential_of_a_bit.proof
def _(c, p):
    goal = lambda b: EXP(c * b).eq(1 + b * (EXP(c) - 1))
    one_ = subst(ar(c.eq(c * 1)), ar(EXP(c).eq(1 + 1 * (EXP(c) - 1))), lambda w: EXP(w).eq(1 + 1 * (EXP(c) - 1)))
    zero = subst(ar(real(0).eq(c * 0)), ar(EXP(0).eq(1 + 0 * (EXP(c) - 1)), exp_zero.thm),
                 lambda w: EXP(w).eq(1 + 0 * (EXP(c) - 1)))  # fmt: skip
    yes, no = use(decided(p)[0], assume(p)), use(decided(p)[1], assume(not_(p)))
    return cases(p, subst(symmetric(yes), one_, goal), subst(symmetric(no), zero, goal))


@theorem(place="Hoeffding 1963, Theorem 4")
def moments_of_sampled_counts_are_below_those_of_coins(s: Nonneg, L: Real, n: Nat, T: Nat, x: Fun(N, X), a: X):
    """If 1 + (T/n) (exp(s) - 1) <= exp(L), then E exp(s h) <= exp(L H) for the drawn number h of H records."""
    H = lambda m: call("count_in", m, x, a)
    W = uniform_subset(SUCC(n), SUCC(T))
    return implies(
        num(T) <= num(n), num(SUCC(n)) + num(SUCC(T)) * (EXP(s) - 1) <= num(SUCC(n)) * EXP(L),
        W(lambda S: EXP(s * call("histogram", SUCC(n), S, x, a))) <= EXP(L * H(SUCC(n))),
    )  # fmt: skip


@moments_of_sampled_counts_are_below_those_of_coins.proof
def _(s, L, n, T, x, a, s0, le, small):
    n1, T1 = SUCC(n), SUCC(T)
    C, unit, i0, lW = sample_laws(n1, T1, ar(num(T1) <= num(n1), le))
    U, t = ind(S_), lambda k: is_type(x, k, a)
    h = lambda m, u: total(lam(k, u(k) * t(k)), m)
    H = lambda m: total(lam(k, t(k)), m)
    F = lambda m: lam(u, EXP(s * h(m, u)))
    D = lambda F: draws(n1, T1, F)
    # exp(s h) rises with the drawn set, and does not depend on later places
    _, _, low, high = decided(S_(k))
    _, _, t0, t1 = decided(eq(x(k), a))
    _, _, p0, p1 = decided(eq(k, j))
    m_, n_ = var("m", N), var("l", N)
    raise_ = ar(U(k) * t(k) <= up(j, U)(k) * t(k), ar(real(0) <= (1 - U(k)) * truth(eq(k, j)), high, p0), t0)
    more = lambda l: h(l, U) <= h(l, up(j, U))
    more_m = spec(
        induct(n_, ar(more(ZERO)), discharge(more(n_), ar(more(SUCC(n_)), assume(more(n_)), spec(gen(k, raise_), n_)))),
        m,
    )
    e = use(exp_monotone(s * h(m, U), s * h(m, up(j, U))), ar(s * h(m, U) <= s * h(m, up(j, U)), more_m, s0))
    rise = same(gen(S_, gen(j, e)), call("rising", F(m)))
    inside, is_m = assume(among(m, k)), assume(eq(k, m))
    off_ = refuting(is_m.concl, contradiction(last_is_not_among(m), subst(is_m, inside, lambda w: among(m, w))))
    stays = ar((up(m, U)(k) * t(k)).eq(U(k) * t(k)), use(decided(eq(k, m))[1], off_), factors=[(1 - U(k)) * t(k)])
    stays = use(
        at(sums_of_equal_terms(lam(k, up(m, U)(k) * t(k)), lam(k, U(k) * t(k))), m),
        gen(k, discharge(inside.concl, stays)),
    )
    free = subst(symmetric(stays), refl(EXP(s * h(m, U))), lambda w: eq(EXP(s * w), EXP(s * h(m, U))))
    free = gen(S_, same(free, F(m)(up(m, U)).eq(F(m)(U))))
    pos = lambda m: Draws(n1, T1).le(S_, exp_positive(s * h(m, U)))
    # to draw a place makes the others no likelier
    hm, not_m = assume(among(n1, m)), assume(not_(among(n1, m)))
    goal = num(n1) * D(holding(F(m), m)) <= num(T1) * D(F(m))
    known = use(at(mp(spec(held_places_and_rising_functions(m), n), hm), F(m)), rise, free)
    never = at(use(at(outer_places_are_not_drawn(m), n1), not_m), F(m), T1)
    t_0 = spec(numbers_are_not_negative.thm, T)
    nc = cases(hm.concl, at(known, T), ar(goal, never, pos(m), t_0, factors=[num(n1)]))
    # one place more
    c = EXP(s) - 1
    b1, b2 = exponential_of_a_bit(s * t(m), S_(m)), exponential_of_a_bit(s, eq(x(m), a))
    e1 = EXP(s * h(m, U))
    point = ar(EXP(s * h(SUCC(m), U)).eq(e1 * (1 + U(m) * (t(m) * c))),
               rewrite(ax("exp_plus", s * h(m, U), s * t(m) * U(m)), s * h(m, U) + s * t(m) * U(m), s * h(SUCC(m), U)),
               b1, b2, factors=[e1, e1 * U(m)])  # fmt: skip
    grown = Draws(n1, T1).eq(S_, point)
    el = EXP(L * H(m))
    claim = lambda m: D(F(m)) <= EXP(L * H(m)) * C
    had = assume(claim(m))
    nxt = ar(
        EXP(L * H(SUCC(m))).eq(el * (1 + t(m) * (EXP(L) - 1))),
        rewrite(ax("exp_plus", L * H(m), L * t(m)), L * H(m) + L * t(m), L * H(SUCC(m))),
        exponential_of_a_bit(L, eq(x(m), a)),
        factors=[el],
    )
    nu, ni = positive(num(n1), ar(real(1) <= num(n1), spec(numbers_are_not_negative.thm, n)))
    c0 = ar(real(0) <= c, ax("exp_above", s), s0)
    _, _, q0, q1 = decided(eq(x(m), a))
    Dm = D(F(m))
    one_ = ar(num(n1) * (c * D(holding(F(m), m))) <= c * num(T1) * Dm, nc, c0)
    two = ar(c * num(T1) * Dm <= num(n1) * (EXP(L) - 1) * Dm, small, pos(m))
    held = ar(
        c * D(holding(F(m), m)) <= (EXP(L) - 1) * Dm,
        ar(num(n1) * (c * D(holding(F(m), m))) <= num(n1) * ((EXP(L) - 1) * Dm), one_, two),
        nu,
        ni,
        hints=[(0, 2)],
        factors=[c * D(holding(F(m), m)), (EXP(L) - 1) * Dm],
    )
    step = ar(
        D(F(SUCC(m))) <= (1 + t(m) * (EXP(L) - 1)) * Dm,
        grown,
        ar(t(m) * (c * D(holding(F(m), m))) <= t(m) * ((EXP(L) - 1) * Dm), held, q0),
    )
    bit = exponential_of_a_bit(L, eq(x(m), a))
    g0 = ar(real(0) <= 1 + t(m) * (EXP(L) - 1), bit, exp_positive(L * t(m)))
    step = ar(
        claim(SUCC(m)),
        step,
        ar((1 + t(m) * (EXP(L) - 1)) * Dm <= (1 + t(m) * (EXP(L) - 1)) * (el * C), had, g0),
        nxt,
        factors=[C],
    )
    zero = lambda y: rewrite(exp_zero.thm, real(0), y)
    base = ar(claim(ZERO), Draws(n1, T1).eq_by(S_, zero(s * h(ZERO, U))), zero(L * 0), factors=[C])
    th = spec(induct(m, base, discharge(had.concl, step)), n1)
    return ar(
        moments_of_sampled_counts_are_below_those_of_coins.conclusion,
        th,
        i0,
        unit,
        hints=[(0, 1)],
        factors=[EXP(L * H(n1))],
    )


@theorem
def chance_of_a_large_share_is_exponentially_small(s: Nonneg, theta: Real, K: Real, n: Nat, T: Nat, x: Fun(N, X), a: X):
    """If 1 + (T/n) (exp(s) - 1) <= exp(s theta - K), more than theta H of H are drawn with chance exp(-K H) at most."""
    H = call("count_in", SUCC(n), x, a)
    return implies(
        num(T) <= num(n), num(SUCC(n)) + num(SUCC(T)) * (EXP(s) - 1) <= num(SUCC(n)) * EXP(s * theta - K),
        chance_of(SUCC(n), SUCC(T), a, x, theta * H) <= EXP(0 - K * H),
    )  # fmt: skip


@chance_of_a_large_share_is_exponentially_small.proof
def _(s, theta, K, n, T, x, a, s0, le, small):
    n1, T1, L = SUCC(n), SUCC(T), s * theta - K
    C, unit, i0, lW = sample_laws(n1, T1, ar(num(T1) <= num(n1), le))
    H, h = call("count_in", n1, x, a), hist_at(n1, S_, x, a)
    moment = use(moments_of_sampled_counts_are_below_those_of_coins(s, L, n, T, x, a), s0, le, small)
    few, many = assume(h <= theta * H), assume(not_(h <= theta * H))
    B, e, c = truth(not_(h <= theta * H)), EXP(s * h), EXP(0 - s * (theta * H))
    gone = rewrite(ax("exp_plus", s * h, 0 - s * (theta * H)), s * h + (0 - s * (theta * H)), s * (h - theta * H))
    goal = c * e >= B
    up_ = use(ax("total", h, theta * H), many)
    high = ar(goal, use(decided(many.concl)[0], many), gone, ax("exp_above", s * (h - theta * H)),
              ar(real(0) <= s * (h - theta * H), s0, up_))  # fmt: skip
    zero = use(decided(many.concl)[1], refuting(many.concl, contradiction(assume(many.concl), few)))
    low = ar(goal, zero, ar(real(0) <= c * e, exp_positive(s * h), exp_positive(0 - s * (theta * H))))
    mean = Draws(n1, T1).le(S_, cases(few.concl, low, high))
    W = uniform_subset(n1, T1)
    both = rewrite(ax("exp_plus", 0 - s * (theta * H), L * H), (0 - s * (theta * H)) + L * H, 0 - K * H)
    bound = ar(c * W(lam(S_, e)) <= c * EXP(L * H), moment, exp_positive(0 - s * (theta * H)))
    return ar(
        chance_of(n1, T1, a, x, theta * H) <= EXP(0 - K * H),
        ar(chance_of(n1, T1, a, x, theta * H) <= c * W(lam(S_, e)), mean, i0),
        bound,
        both,
    )
