"""Theorem 5, the smoothed half: with replacement the smoothed loss is exponentially small.

A draw shows a type at most M/(M - 1) times as often if one of its M records is replaced. So T draws lose nothing where
each type has many records, and a database with few of a type is rare.
"""

from sdp_proofs.logic.theories import replacement
from sdp_proofs.logic.theories.remark_eight import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v, w_ = var("x", DB), var("y", DB), var("v", X), var("w", X)
d_, f_, h_ = var("d", fn(N, N)), var("f", fn(fn(X, R), R)), var("h", fn(X, R))


def counted(T, d, x):
    """The counts of the records drawn, as a function of the type."""
    return call("counts", T, d, x)


@theorem(place="smoothed-dp, App. F, Step 1")
def one_draw_of_a_replaced_record(n: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat, g: Fun(X, Nonneg)):
    """(M - 1) times a sum over the records of x is at most M times that over y; record i is one of M of its type."""
    M = call("count_in", n, x, x(i))
    over_ = lambda x: total(lambda k: g(x(k)), n)
    return implies(among(n, i), call("off", i, x, y), real(1) <= M, (M - 1) * over_(x) <= M * over_(y))


@one_draw_of_a_replaced_record.proof
def _(n, x, y, i, g, g0, hi, agree, M1):
    a, M = x(i), call("count_in", n, x, x(i))
    t = lambda k: is_type(x, k, a)
    yes, no = assume(eq(m, i)), assume(not_(eq(m, i)))
    at_i, of_a = decided(eq(m, i)), decided(eq(x(m), a))
    same_record = use(at(agree, m), no)
    off_i = subst(same_record, refl(g(x(m))), lambda w: eq(g(x(m)), g(w)))
    here = subst(symmetric(yes), refl(g(a)), lambda w: eq(g(x(w)), g(a)))
    c = lambda k: truth(eq(k, i)) * g(a)
    first = cases(
        yes.concl, ar(g(x(m)) <= g(y(m)) + c(m), here, use(at_i[0], yes), spec(g0, y(m)), factors=[g(a)]),
        ar(g(x(m)) <= g(y(m)) + c(m), off_i, use(at_i[1], no), factors=[g(a)]),
    )  # fmt: skip
    own = subst(symmetric(yes), refl(a), lambda w: eq(x(w), a))
    is_a, other = assume(eq(x(m), a)), assume(not_(eq(x(m), a)))
    value = subst(is_a, refl(g(x(m))), lambda w: eq(g(x(m)), g(w)))
    goal = t(m) * g(a) <= g(y(m)) + c(m)
    second = cases(
        yes.concl, ar(goal, use(at_i[0], yes), use(of_a[0], own), spec(g0, y(m)), factors=[g(a)]),
        cases(is_a.concl, ar(goal, value, off_i, use(of_a[0], is_a), use(at_i[1], no), factors=[g(a)]),
              ar(goal, use(of_a[1], other), use(at_i[1], no), spec(g0, y(m)), factors=[g(a)])),
    )  # fmt: skip
    over_ = lambda x, m: total(lam(k, g(x(k))), m)
    one_ = spec(sums(lambda m: over_(x, m) <= over_(y, m) + total(lam(k, c(k)), m), first), n)
    many = spec(sums(lambda m: total(lam(k, t(k)), m) * g(a) <= over_(y, m) + total(lam(k, c(k)), m), second), n)
    once = mp(spec(sums_at_one_place(g(a), i), n), hi)
    up_ = ar(over_(x, n) <= over_(y, n) + g(a), one_, once)
    low = ar((M - 1) * g(a) <= over_(y, n), many, once)
    return ar(one_draw_of_a_replaced_record.conclusion, up_, low, ar(real(0) <= M - 1, M1), hints=[(0, 2)])


@theorem
def counts_of_one_draw_more(v: Nat, d: Fun(N, N), x: Fun(N, X), w: X):
    """A draw put in front adds its record to the counts."""
    return each(N, lambda T: counts(SUCC(T), call("cons", v, d), x, w).eq(truth(eq(x(v), w)) + counts(T, d, x, w)))


@counts_of_one_draw_more.proof
def _(v, d, x, w):
    claim = lambda T: counts(SUCC(T), call("cons", v, d), x, w).eq(truth(eq(x(v), w)) + counts(T, d, x, w))
    return induct(T, ar(claim(ZERO)), discharge(claim(T), ar(claim(SUCC(T)), assume(claim(T)))))


@theorem(place="smoothed-dp, App. F, Step 1")
def draws_of_a_replaced_record(n: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat, r: Nonneg):
    """If M <= r (M - 1) for the M records of the type of record i, T draws are (r^T, 0)-close to those from y."""
    M = call("count_in", n, x, x(i))
    return implies(
        among(n, i),
        call("off", i, x, y),
        below(1, M),
        r * (M - 1) >= M,
        each(N, lambda T: close(power(r, T), 0, count_of(n, T)(x), count_of(n, T)(y))),
    )


@draws_of_a_replaced_record.proof
def _(n, x, y, i, r, r0, hi, agree, M1, ratio):
    M, u = call("count_in", n, x, x(i)), any_place(n)
    lower = mp(at(among_is_below(i), n), hi)
    n1 = ar(real(1) <= num(n), lower, spec(numbers_are_not_negative.thm, i))
    lU = use(any_place_is_a_law(n), n1)
    _, c0 = positive(num(n), n1)
    laws_ = gen(k, lU)
    lW = lambda T: spec(use(records_have_laws(ZERO, lam(j, u), X=N), laws_), T)
    D = lambda T, t: replacement.draws(n, T)(lam(d_, t))
    k_ = var("p", N)
    H, known, low, high = a_test(f_)
    shown = lambda T, x, f: f(counted(T, d_, x))
    image = lambda T, x, th, f: same(use(bounded_inside(f, lam(d_, counted(T, d_, x)), A=fn(N, N), B=fn(X, R)), th),
                                     bounded(lam(d_, shown(T, x, f))))  # fmt: skip
    claim = lambda T: forall(f_, implies(test(f_), D(T, shown(T, x, f_)) <= power(r, T) * D(T, shown(T, y, f_))))
    base = gen(f_, discharge(H.concl, ar(D(ZERO, shown(ZERO, x, f_)) <= power(r, ZERO) * D(ZERO, shown(ZERO, y, f_)))))
    hyp = assume(claim(T))
    # f of the counts with the record of place p more
    added_ = lambda h, x, p: f_(lam(w_, truth(eq(x(p), w_)) + h(w_)))
    F = lam(h_, u(lam(k_, added_(h_, y, k_))))
    arg = lambda h, x: lam(w_, truth(eq(x(k_), w_)) + h(w_))
    inside = same(
        use(bounded_inside(f_, lam(k_, arg(h_, y)), A=N, B=fn(X, R)), known), bounded(lam(k_, added_(h_, y, k_)))
    )
    mean = Mean(lU, inside)
    tF = make_test(h_, F(h_), mean.le(k_, low(arg(h_, y))), mean.le(k_, high(arg(h_, y))))
    later_ = use(at(hyp, F), tF)

    def last(x):
        """T + 1 draws are T, and the mean of one more."""
        front = ext(
            w_,
            same(
                spec(counts_of_one_draw_more(k_, d_, x, w_), T),
                eq(counts(SUCC(T), call("cons", k_, d_), x, w_), truth(eq(x(k_), w_)) + counts(T, d_, x, w_)),
            ),
        )
        s, t = binary(front.concl, "eq")
        row = under(subst(front, refl(f_(s)), lambda h: eq(f_(s), f_(h))), k_, u)
        g_ = var("g", fn(fn(N, N), R))
        return under(row, d_, lam(g_, replacement.draws(n, T)(g_)))

    # one draw
    c = counted(T, d_, xs)
    g = lam(v, f_(lam(w_, truth(eq(v, w_)) + h_(w_))))
    pos = gen(v, same(low(lam(w_, truth(eq(v, w_)) + h_(w_))), real(0) <= g(v)))
    M1w = ar(real(1) <= M, use(ax("total", M, 1), same(M1, not_(M <= 1))))
    draw = use(one_draw_of_a_replaced_record(n, x, y, i, g), pos, hi, agree, M1w)
    over_ = lambda x: total(lam(k, g(x(k))), n)
    um, im = positive(M - 1, refuting(M - 1 <= 0, contradiction(M1, ar(M <= 1, assume(M - 1 <= 0)))))
    o0 = spec(sums(lambda m: real(0) <= total(lam(k, g(y(k))), m), spec(pos, y(m))), n)
    draw = ar(
        (M - 1) * over_(x) <= (M - 1) * (r * over_(y)), draw, ar(M * over_(y) <= r * (M - 1) * over_(y), ratio, o0)
    )
    draw = ar(over_(x) <= r * over_(y), draw, um, im, hints=[(0, 2)], factors=[over_(x), r * over_(y)])
    scale = lambda x: spec(
        sums(lambda m: total(lam(k, INV(num(n)) * g(x(k))), m).eq(INV(num(n)) * total(lam(k, g(x(k))), m))), n
    )
    one_ = ar(u(lam(k_, added_(h_, x, k_))) <= r * F(h_), draw, scale(x), scale(y), c0, hints=[(0, 3)])
    one_ = spec(gen(h_, one_), counted(T, d_, x))
    G = lam(h_, u(lam(k_, added_(h_, x, k_))))
    inside_x = same(
        use(bounded_inside(f_, lam(k_, arg(h_, x)), A=N, B=fn(X, R)), known), bounded(lam(k_, added_(h_, x, k_)))
    )
    mean_x = Mean(lU, inside_x)
    tG = make_test(h_, G(h_), mean_x.le(k_, low(arg(h_, x))), mean_x.le(k_, high(arg(h_, x))))
    bF, bG = (use(tests_are_bounded(q, A=fn(X, R)), th) for q, th in ((F, tF), (G, tG)))
    step = Mean(lW(T), image(T, x, bF, F), image(T, x, bG, G)).le(d_, one_)
    goal = D(SUCC(T), shown(SUCC(T), x, f_)) <= power(r, SUCC(T)) * D(SUCC(T), shown(SUCC(T), y, f_))
    end = ar(
        goal,
        last(x),
        last(y),
        step,
        ar(r * D(T, shown(T, x, F)) <= r * (power(r, T) * D(T, shown(T, y, F))), later_, r0),
        factors=[power(r, T) * r],
    )
    whole = induct(T, base, discharge(hyp.concl, gen(f_, discharge(H.concl, end))))
    th = at(spec(whole, T), f_)
    P, Q = count_of(n, T)(x), count_of(n, T)(y)
    near = gen(f_, discharge(H.concl, ar(P(f_) <= power(r, T) * Q(f_) + 0, use(th, H))))
    return gen(T, same(near, close(power(r, T), 0, P, Q)))


def count_laws(n, T, n1):
    """The theorem that the counts of T draws have a law at each database, from 1 <= n."""
    W, K = replacement.draws(n, T), const("counts", fn(N, fn(N, N), DB, X, R))(T)
    lW = spec(use(records_have_laws(ZERO, lam(j, any_place(n)), X=N), gen(k, use(any_place_is_a_law(n), n1))), T)
    return gen(xs, same(use(law_of_image(W, lam(d_, K(d_)(xs)), A=fn(N, N), B=fn(X, R)), lW), law(count_of(n, T)(xs))))


@theorem(place="smoothed-dp, App. F, Step 1")
def no_loss_with_many_records(epsilon: Real, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat):
    """If T <= epsilon (M - 1), T draws lose nothing at epsilon to a neighbour with one of M records replaced."""
    M = call("count_in", n, x, x(i))
    return implies(
        among(n, i), call("off", i, x, y), below(1, M), num(T) <= epsilon * (M - 1),
        close(EXP(epsilon), 0, count_of(n, T)(x), count_of(n, T)(y)),
    )  # fmt: skip


@no_loss_with_many_records.proof
def _(epsilon, n, T, x, y, i, hi, agree, M1, few):
    M = call("count_in", n, x, x(i))
    lower = mp(at(among_is_below(i), n), hi)
    n1 = ar(real(1) <= num(n), lower, spec(numbers_are_not_negative.thm, i))
    um, q0 = positive(M - 1, refuting(M - 1 <= 0, contradiction(M1, ar(M <= 1, assume(M - 1 <= 0)))))
    q = INV(M - 1)
    r = 1 - (0 - q)
    th = use(draws_of_a_replaced_record(n, x, y, i, r), ar(real(0) <= r, q0), hi, agree, M1, ar(r * (M - 1) >= M, um))
    small = right(spec(use(powers_of_a_rate_are_below_exponentials(0 - q), ar(0 - q <= 1, q0)), T))
    e = use(
        exp_monotone(0 - (0 - q) * num(T), epsilon),
        ar(0 - (0 - q) * num(T) <= epsilon, ar(q * num(T) <= q * (epsilon * (M - 1)), few, q0), um, factors=[epsilon]),
    )
    lM = count_laws(n, T, n1)
    P, Q = count_of(n, T)(x), count_of(n, T)(y)
    return use(weaker(power(r, T), EXP(epsilon), 0, 0, P, Q, A=fn(X, R)), spec(lM, x), spec(lM, y), spec(th, T),
               ar(power(r, T) <= EXP(epsilon), small, e), ar(real(0) <= 0))  # fmt: skip


@theorem
def smoothed_loss_with_replacement(
    epsilon: Nonneg, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, c: Nonneg, sources: fn(LX, o)
):
    """If types with more than c n/2 records lose nothing, delta_SDP <= m (1 - (1 - 1/n)^T) exp(-c n/8), n + 1 for n."""
    n1, t = SUCC(n), 1 - power(1 - INV(num(SUCC(n))), T)
    M = lambda x, v: call("count_in", n1, x, v)
    many = lambda x, v: below(1, M(x, v)) & (num(T) <= epsilon * (M(x, v) - 1))
    return implies(
        call("are_all_types", kinds, types), call("has_floor", sources, c), c <= 1,
        each(DB, lambda x: each(X, lambda v: implies(below(c * num(n1) * Fraction(1, 2), M(x, v)), many(x, v)))),
        smoothed(near_of(n1), count_of(n1, T), EXP(epsilon), num(types) * t * EXP(0 - c * num(n1) * Fraction(1, 8)),
                 call("assigned", v0, n1, sources)),
    )  # fmt: skip


@smoothed_loss_with_replacement.proof
def _(epsilon, v0, n, T, kinds, types, c, sources, eps0, c0, all_, floor, c1, many):
    n1, E = SUCC(n), EXP(epsilon)
    near, K, s = near_of(n1), count_of(n1, T), LOG(2)
    w, z = 1 - INV(num(n1)), c * num(n1) * Fraction(1, 2)
    t = 1 - power(w, T)
    n0, m0 = spec(numbers_are_not_negative.thm, n), spec(numbers_are_not_negative.thm, types)
    n_1 = ar(real(1) <= num(n1), n0)
    un, i_n = positive(num(n1), n_1)
    w0 = ar(real(0) <= w, un, n0, i_n, hints=[(1, 2)])
    t0 = ar(real(0) <= t, down_below_one(T, w, w0, n))
    e1 = ar(real(1) <= E, ax("exp_above", epsilon), eps0)
    two = assume(real(2) <= 0)
    own = use(ax("exp_log", 2), refuting(two.concl, impossible(ar(real(1) <= 0, two))))
    u2, _ = positive(real(2), ar(real(1) <= 2))
    half = ar(EXP(0 - s).eq(Fraction(1, 2)), inverse_of(real(2), s, own, u2), u2)
    b2 = refuting(two.concl, impossible(ar(real(1) <= 0, two)))
    s1 = use(logs_are_monotone(2, EXP(Fraction(3, 4))), same(b2, below(0, 2)), exp_at_least(Fraction(3, 4), 2, 3))
    s1 = ar(s <= Fraction(3, 4), s1, logs_undo_exponentials(Fraction(3, 4)))
    one_ = assume(real(1) <= 0)
    b1 = refuting(one_.concl, impossible(one_))
    s0 = ar(real(0) <= s, use(logs_are_monotone(1, 2), same(b1, below(0, 1)), ar(real(1) <= 2)), log_one.thm)
    M = lambda x, v: call("count_in", n1, x, v)
    g = EXP(s * z)
    bound = lambda v: 0 + t * g * EXP(0 - s * M(xs, v))
    b0 = lambda v: ar(
        real(0) <= bound(v), ar(real(0) <= t * g, t0, exp_positive(s * z)), exp_positive(0 - s * M(xs, v))
    )
    lM, H_ = count_laws(n1, T, n_1), assume(near(xs, ys))
    worst = use(sampled_histogram_with_replacement(E, n1, T), e1, n_1)

    def side(x, y, i, hi, agree, H, least):
        """Some type whose bound holds for the loss from x to y; the count in x is at least that in xs."""
        a, P, Q = x(i), K(x), K(y)
        rich = assume(below(z, M(xs, a)))
        poor = assume(not_(rich.concl))
        mine = ar(M(xs, a) <= z, assume(M(xs, a) <= z))
        few, more = parts(same(use(at(many, xs, a), rich), below(1, M(xs, a)) & (num(T) <= epsilon * (M(xs, a) - 1))))
        up_ = refuting(
            M(x, a) <= 1, contradiction(same(few, not_(M(xs, a) <= 1)), ar(M(xs, a) <= 1, assume(M(x, a) <= 1), least))
        )
        none = use(
            no_loss_with_many_records(epsilon, n1, T, x, y, i),
            hi,
            agree,
            same(up_, below(1, M(x, a))),
            ar(num(T) <= epsilon * (M(x, a) - 1), more, ar(epsilon * M(xs, a) <= epsilon * M(x, a), least, eps0)),
        )
        lx, ly = spec(lM, x), spec(lM, y)
        wk = lambda d, th, le: use(weaker(E, E, d, bound(a), P, Q, A=fn(X, R)), lx, ly, th, ar(E <= E), le)
        first = wk(real(0), none, b0(a))
        drawn_ = use(at(worst, x, y), H)
        low = assume(M(xs, a) <= z)
        e_ = rewrite(ax("exp_plus", s * z, 0 - s * M(xs, a)), s * z + (0 - s * M(xs, a)), s * (z - M(xs, a)))
        big = ar(
            real(1) <= g * EXP(0 - s * M(xs, a)),
            e_,
            ax("exp_above", s * (z - M(xs, a))),
            ar(real(0) <= s * (z - M(xs, a)), s0, low),
        )
        second = wk(t, drawn_, ar(t <= bound(a), ar(t <= t * (g * EXP(0 - s * M(xs, a))), big, t0)))
        high = same(assume(not_(low.concl)), rich.concl)
        first = mp(discharge(rich.concl, first), high)
        th = cases(low.concl, second, first)
        return witness(a, th, lam(v, close(E, bound(v), P, Q)))

    def go(th):
        th = same(th, among(n1, i) & off(i, xs, ys))
        hi, agree = left(th), right(th)
        other = assume(not_(eq(j, i)))
        back = same(gen(j, discharge(other.concl, symmetric(use(at(agree, j), other)))), off(i, ys, xs))
        turned_ = mp(spec(neighbours_are_symmetric.thm, n1, xs, ys), H_)
        more = counts_of_neighbours(n1, xs, ys, i, hi, agree)[1]
        there = side(xs, ys, i, hi, agree, H_, ar(M(xs, xs(i)) <= M(xs, xs(i))))
        return conj(there, side(ys, xs, i, hi, back, turned_, more))

    p = lam(i, among(n1, i) & off(i, xs, ys))
    losses = gen(xs, gen(ys, discharge(H_.concl, given(same(H_, exists(p)), i, go))))
    th = smoothed_by_exponentials_of_counts(E, v0, n1, near, K, kinds, types, c, sources, 0, t * g, s, A=fn(X, R))
    th = use(th, lM, ar(real(0) <= t * g, t0, exp_positive(s * z)), s0, all_, floor, losses)
    share = c * (1 - EXP(0 - s))
    pw = right(spec(use(powers_of_a_rate_are_below_exponentials(share), ar(share <= 1, half, c1, c0, factors=[c])), n1))
    big, last = EXP(0 - share * num(n1)), EXP(0 - c * num(n1) * Fraction(1, 8))
    both = ax("exp_plus", s * z, 0 - share * num(n1))
    cn = ar(real(0) <= c * num(n1), c0, n_1)
    e = use(
        exp_monotone(s * z + (0 - share * num(n1)), 0 - c * num(n1) * Fraction(1, 8)),
        ar(
            s * z + (0 - share * num(n1)) <= 0 - c * num(n1) * Fraction(1, 8),
            half,
            ar(s * (c * num(n1)) <= Fraction(3, 4) * (c * num(n1)), s1, cn),
            factors=[c * num(n1)],
        ),
    )
    power_ = power(1 - share, n1)
    second = ar(g * power_ <= last, ar(g * power_ <= g * big, pw, exp_positive(s * z)), both, e)
    d, more = 0 + t * g * (num(types) * power_), num(types) * t * last
    mt = ar(real(0) <= num(types) * t, m0, t0)
    return smoothed_with(
        th,
        near,
        K,
        E,
        d,
        more,
        call("assigned", v0, n1, sources),
        ar(d <= more, ar(num(types) * t * (g * power_) <= num(types) * t * last, second, mt)),
    )


@theorem
def counts_are_whole_numbers(x: Fun(N, X), v: X):
    """A count is at most T, or at least T + 1."""
    H = lambda n: call("count_in", n, x, v)
    return each(N, lambda n: each(N, lambda T: or_(H(n) <= num(T), num(T) + 1 <= H(n))))


@counts_are_whole_numbers.proof
def _(x, v):
    H, t = lambda n: call("count_in", n, x, v), truth(eq(x(n), v))
    goal = lambda n, T: or_(H(n) <= num(T), num(T) + 1 <= H(n))
    p, q = lambda n, T: H(n) <= num(T), lambda n, T: num(T) + 1 <= H(n)
    base = gen(T, either(p(ZERO, T), q(ZERO, T), ar(p(ZERO, T), spec(numbers_are_not_negative.thm, T))))
    hyp = assume(forall(T, goal(n, T)))
    yes, no = assume(eq(x(n), v)), assume(not_(eq(x(n), v)))
    one_, zero = use(decided(yes.concl)[0], yes), use(decided(yes.concl)[1], no)
    h0 = spec(sums(lambda m: real(0) <= total(lam(k, is_type(x, k, v)), m), decided(eq(x(m), v))[2]), n)
    ends = lambda T, a, b, *facts: split(
        a, either(p(SUCC(n), T), q(SUCC(n), T), ar(p(SUCC(n), T), assume(b[0]), *facts)),
        either(p(SUCC(n), T), q(SUCC(n), T), ar(q(SUCC(n), T), assume(b[1]), *facts)),
    )  # fmt: skip
    same_ = ends(T, spec(hyp, T), (p(n, T), q(n, T)), zero)
    more = induct(
        T, either(p(SUCC(n), ZERO), q(SUCC(n), ZERO), ar(q(SUCC(n), ZERO), one_, h0)),
        discharge(goal(SUCC(n), T), ends(SUCC(T), spec(hyp, T), (p(n, T), q(n, T)), one_)),
    )  # fmt: skip
    step = gen(T, cases(yes.concl, spec(more, T), same_))
    return induct(n, base, discharge(hyp.concl, step))


@theorem(place="smoothed-dp, App. F, Theorem 5", claims="smoothed-loss-with-replacement-exponentially-small")
def smoothed_loss_with_replacement_exponentially_small(
    epsilon: Real, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, c: Rate, sources: fn(LX, o)
):
    """If T <= c n/2 and epsilon >= 1: delta_SDP <= m (1 - (1 - 1/n)^T) exp(-c n/8), with n + 1 and T + 1 draws."""
    n1, T1 = SUCC(n), SUCC(T)
    t = 1 - power(1 - INV(num(n1)), T1)
    return implies(
        real(1) <= epsilon, num(T1) <= c * num(n1) * Fraction(1, 2), call("are_all_types", kinds, types),
        call("has_floor", sources, c),
        smoothed(near_of(n1), count_of(n1, T1), EXP(epsilon), num(types) * t * EXP(0 - c * num(n1) * Fraction(1, 8)),
                 call("assigned", v0, n1, sources)),
    )  # fmt: skip


@smoothed_loss_with_replacement_exponentially_small.proof
def _(epsilon, v0, n, T, kinds, types, c, sources, c0, c1, e1, few, all_, floor):
    n1, T1, z = SUCC(n), SUCC(T), c * num(SUCC(n)) * Fraction(1, 2)
    M = call("count_in", n1, xs, v)
    rich, t0 = assume(below(z, M)), spec(numbers_are_not_negative.thm, T)
    whole = at(counts_are_whole_numbers(xs, v), n1, T1)
    whole = same(whole, or_(num(T1) >= M, num(T1) + 1 <= M))
    goal = num(T1) + 1 <= M
    low = absurd(contradiction(rich, ar(z >= M, assume(num(T1) >= M), few)), goal)
    large = split(whole, low, assume(goal))
    one_ = refuting(M <= 1, impossible(ar(real(1) <= 0, large, assume(M <= 1), t0)))
    more = ar(
        num(T1) <= epsilon * (M - 1), large, ar((M - 1) * epsilon >= (M - 1) * 1, e1, ar(real(0) <= M - 1, large, t0))
    )
    many = gen(xs, gen(v, discharge(rich.concl, conj(same(one_, below(1, M)), more))))
    th = smoothed_loss_with_replacement(epsilon, v0, n, T1, kinds, types, c, sources)
    return use(th, ar(real(0) <= epsilon, e1), c0, all_, floor, c1, many)


@theorem(place="smoothed-dp, App. F, Theorem 5", claims="smoothed-loss-with-replacement-at-small-epsilon")
def smoothed_loss_with_replacement_at_small_epsilon(
    epsilon: Real, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, c: Rate, sources: fn(LX, o)
):
    """If c n > 2 and epsilon (c n/2 - 1) >= T: delta_SDP <= m (1 - (1 - 1/n)^T) exp(-c n/8), with n + 1 for n."""
    n1 = SUCC(n)
    t = 1 - power(1 - INV(num(n1)), T)
    return implies(
        below(2, c * num(n1)), num(T) <= epsilon * (c * num(n1) * Fraction(1, 2) - 1),
        call("are_all_types", kinds, types), call("has_floor", sources, c),
        smoothed(near_of(n1), count_of(n1, T), EXP(epsilon), num(types) * t * EXP(0 - c * num(n1) * Fraction(1, 8)),
                 call("assigned", v0, n1, sources)),
    )  # fmt: skip


@smoothed_loss_with_replacement_at_small_epsilon.proof
def _(epsilon, v0, n, T, kinds, types, c, sources, c0, c1, large, few, all_, floor):
    n1, z = SUCC(n), c * num(SUCC(n)) * Fraction(1, 2)
    M = call("count_in", n1, xs, v)
    u, i0 = positive(z - 1, refuting(z - 1 <= 0, contradiction(large, ar(c * num(n1) <= 2, assume(z - 1 <= 0)))))
    t0 = spec(numbers_are_not_negative.thm, T)
    eps0 = ar(real(0) <= epsilon, ar(real(0) <= epsilon * (z - 1), few, t0), u, i0, hints=[(0, 2)], factors=[epsilon])
    rich = assume(below(z, M))
    le = use(ax("total", M, z), same(rich, not_(z >= M)))
    one_ = refuting(M <= 1, contradiction(large, ar(c * num(n1) <= 2, le, assume(M <= 1))))
    more = ar(num(T) <= epsilon * (M - 1), few, ar(epsilon * z <= epsilon * M, le, eps0))
    many = gen(xs, gen(v, discharge(rich.concl, conj(same(one_, below(1, M)), more))))
    th = smoothed_loss_with_replacement(epsilon, v0, n, T, kinds, types, c, sources)
    return use(th, eps0, c0, all_, floor, c1, many)
