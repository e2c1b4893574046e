"""Counts of a type among independent records, sizes of drawn sets, and databases with a rare type."""

from sdp_proofs.logic.theories.algebra_of_cuts import *
from sdp_proofs.logic.theories.losses_with_replacement import exp_at_least
from sdp_proofs.logic.theories.sampled_losses import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v, u_ = var("x", DB), var("y", DB), var("v", X), var("u", X)


def double_negation(th):
    """The theorem not not p, from p."""
    no = assume(not_(th.concl))
    return refuting(no.concl, contradiction(no, th))


def truth_of_not(p):
    """The theorem that the truth of not p is 1 less that of p."""
    yes, no = assume(p), assume(not_(p))
    (one, zero, *_), (other, none, *_) = decided(p), decided(not_(p))
    goal = truth(not_(p)).eq(1 - truth(p))
    if_not = ar(goal, use(zero, no), use(other, no))
    return cases(p, ar(goal, use(one, yes), use(none, double_negation(yes))), if_not)


# ---- tails of a count ----------------------------------------------------------------------------------------------
def half_of(K):
    """exp(-K) = 1/2, 0 <= K and K <= 3/4, for K = log 2."""
    two = assume(real(2) <= 0)
    b2 = refuting(two.concl, impossible(ar(real(1) <= 0, two)))
    own = use(ax("exp_log", 2), b2)
    u2, _ = positive(real(2), ar(real(1) <= 2))
    half = ar(EXP(0 - K).eq(Fraction(1, 2)), inverse_of(real(2), K, own, u2), u2)
    top = use(logs_are_monotone(2, EXP(Fraction(3, 4))), same(b2, below(0, 2)), exp_at_least(Fraction(3, 4), 2, 3))
    one_ = assume(real(1) <= 0)
    b1 = same(refuting(one_.concl, impossible(one_)), below(0, 1))
    low = ar(real(0) <= K, use(logs_are_monotone(1, 2), b1, ar(real(1) <= 2)), log_one.thm)
    return half, low, ar(Fraction(3, 4) >= K, top, logs_undo_exponentials(Fraction(3, 4)))


@theorem(place="smoothed-dp, App. F, Step 2", claims="tails-of-the-record-count")
def tails_of_the_record_count(v0: X, n: Nat, s: Fun(N, Law[X]), v: X, c: Nonneg):
    """Each record of the type with a chance in [c, 1 - c]: both tails of the count are at most exp(-c n/8).

    Each is at most the n-th power of 2^(c/2) (1 - c/2).
    """
    W, z = call("databases", v0, n, s), c * num(n) * one_half
    share = lambda j: s(j)(lambda u: truth(eq(u, v)))
    count_ = lambda x: call("count_in", n, x, v)
    low, high = prob(W, lambda x: count_(x) <= z), prob(W, lambda x: num(n) - z <= count_(x))
    base = power(EXP(LOG(2) * (c * one_half)) * (1 - c * one_half), n)
    top = EXP(0 - c * num(n) * Fraction(1, 8))
    return implies(
        each(N, lambda j: (c <= share(j)) & (share(j) <= 1 - c)),
        (low <= base) & (high <= base) & (low <= top) & (high <= top),
    )


@tails_of_the_record_count.proof
def _(v0, n, s, v, c, ls, c0, shares):
    K = LOG(2)
    L = EXP(0 - K)
    half, K0, K1 = half_of(K)
    W, z = call("databases", v0, n, s), c * num(n) * one_half
    l0 = exp_positive(0 - K)
    factor = EXP(K * (c * one_half)) * (1 - c * one_half)
    c1 = ar(c <= one_half, left(spec(shares, j)), right(spec(shares, j)))

    def tail(p, share_low):
        """prob(at most z records with p) <= factor^n, from the chance c of p in each record."""
        t = truth(p(u_))
        g = lam(j, lam(u_, 1 - (1 - L) * t))
        law_ = Mean(spec(ls, j), truth_is_bounded(u_, p(u_)))
        share = s(j)(lam(u_, t))
        row = law_.linear(u_, 1 - (1 - L) * t)
        top_ = law_.le(u_, ar(t <= 1, decided(p(u_))[3]))
        low = ar(real(0) <= s(j)(g(j)), row, half, top_, factors=[share])
        high = ar(s(j)(g(j)) <= 1 - c * one_half, row, half, share_low, factors=[share])
        known = gen(j, same(observable(u_, 1 - (1 - L) * t, [truth_is_bounded(u_, p(u_))]), bounded(g(j))))
        l1 = ar(L <= 1, half)
        th = use(averages_over_records_are_below_a_power(v0, n, s, g, 1 - c * one_half, v, L, 0), ls, known, l0, l1)
        mean = mp(left(th), same(gen(j, conj(low, high)), binary(left(th).concl, "implies")[0]))
        H = lambda x, n: total(lam(k, truth(p(x(k)))), n)
        bit = exponential_of_a_bit(0 - K, p(xs(m)))
        claim = lambda m: EXP(0 - K * H(xs, m)).eq(product(lam(k, 1 - (1 - L) * truth(p(xs(k)))), m))
        more = rewrite(ax("exp_plus", 0 - K * H(xs, m), (0 - K) * truth(p(xs(m)))),
                       (0 - K * H(xs, m)) + (0 - K) * truth(p(xs(m))), 0 - K * H(xs, SUCC(m)))  # fmt: skip
        base = ar(claim(ZERO), rewrite(exp_zero.thm, real(0), 0 - K * H(xs, ZERO)))
        step = ar(claim(SUCC(m)), more, bit, assume(claim(m)),
                  factors=[EXP(0 - K * H(xs, m)), 1 + truth(p(xs(m))) * (L - 1)])  # fmt: skip
        equal = spec(induct(m, base, discharge(claim(m), step)), n)
        few = assume(H(xs, n) <= z)
        e = rewrite(ax("exp_plus", K * z, 0 - K * H(xs, n)), K * z + (0 - K * H(xs, n)), K * (z - H(xs, n)))
        P_ = product(lam(k, 1 - (1 - L) * truth(p(xs(k)))), n)
        big = ar(real(1) <= EXP(K * z) * EXP(0 - K * H(xs, n)), e, ax("exp_above", K * (z - H(xs, n))),
                 ar(real(0) <= K * (z - H(xs, n)), K0, few))  # fmt: skip
        big = ar(real(1) <= EXP(K * z) * P_, big, equal, factors=[EXP(K * z)])
        b = truth(few.concl)
        goal = b <= EXP(K * z) * P_
        p0 = ar(real(0) <= P_, equal, exp_positive(0 - K * H(xs, n)))
        none = assume(not_(few.concl))
        point = cases(
            few.concl,
            ar(goal, big, decided(few.concl)[3]),
            ar(goal, use(decided(few.concl)[1], none), ar(real(0) <= EXP(K * z) * P_, p0, exp_positive(K * z))),
        )
        claim_b = lambda m: bounded(lam(xs, product(lam(k, 1 - (1 - L) * truth(p(xs(k)))), m)))
        had = assume(claim_b(m))
        more_b = observable(xs, product(lam(k, 1 - (1 - L) * truth(p(xs(k)))), m) * (1 - (1 - L) * truth(p(xs(m)))),
                            [had, truth_is_bounded(xs, p(xs(m)))])  # fmt: skip
        ob = spec(
            induct(
                m, same(observable(xs, real(1)), claim_b(ZERO)), discharge(had.concl, same(more_b, claim_b(SUCC(m))))
            ),
            n,
        )
        th = Mean(any_laws(v0, s, ls, n), ob, truth_is_bounded(xs, few.concl)).le(xs, point)
        B = power(1 - c * one_half, n)
        th = ar(
            W(lam(xs, b)) <= EXP(K * z) * B,
            th,
            ar(EXP(K * z) * W(lam(xs, P_)) <= EXP(K * z) * B, mean, exp_positive(K * z)),
        )
        claim = lambda m: (EXP(K * (c * num(m) * one_half)) * power(1 - c * one_half, m)).eq(power(factor, m))
        e = rewrite(
            ax("exp_plus", K * (c * num(m) * one_half), K * (c * one_half)),
            K * (c * num(m) * one_half) + K * (c * one_half),
            K * (c * num(SUCC(m)) * one_half),
        )
        hyp = assume(claim(m))
        step = ar(claim(SUCC(m)), e, hyp, factors=[power(1 - c * one_half, m) * (1 - c * one_half), factor])
        zero = rewrite(exp_zero.thm, real(0), K * (c * num(ZERO) * one_half))
        return ar(
            W(lam(xs, b)) <= power(factor, n), th, spec(induct(m, ar(claim(ZERO), zero), discharge(hyp.concl, step)), n)
        )

    is_v = lambda u: eq(u, v)
    no_v = lambda u: not_(eq(u, v))
    low = tail(is_v, left(spec(shares, j)))
    # the other type
    t, w = truth(is_v(u_)), truth(no_v(u_))
    both = truth_is_bounded(u_, is_v(u_)), truth_is_bounded(u_, no_v(u_))
    mean = Mean(spec(ls, j), *both).eq(u_, truth_of_not(is_v(u_)))
    high = tail(no_v, ar(c <= s(j)(lam(u_, w)), mean, right(spec(shares, j))))
    H = lambda p, m: total(lam(k, truth(p(xs(k)))), m)
    claim = lambda m: H(no_v, m).eq(num(m) - H(is_v, m))
    one_more = ar(claim(SUCC(m)), assume(claim(m)), truth_of_not(is_v(xs(m))))
    whole = spec(induct(m, ar(claim(ZERO)), discharge(claim(m), one_more)), n)
    p, q = num(n) - z <= H(is_v, n), H(no_v, n) <= z
    many = assume(p)
    goal = truth(p) <= truth(q)
    up_ = use(decided(q)[0], ar(q, many, whole))
    point = cases(p, ar(goal, up_, decided(p)[3]), ar(goal, use(decided(p)[1], assume(not_(p))), decided(q)[2]))
    th = Mean(any_laws(v0, s, ls, n), truth_is_bounded(xs, p), truth_is_bounded(xs, q)).le(xs, point)
    F = power(factor, n)
    high = ar(W(lam(xs, truth(p))) <= F, th, high)
    # the factor
    a, b = K * (c * one_half), 0 - c * one_half
    e = use(
        exp_monotone(a + b, 0 - c * Fraction(1, 8)),
        ar(a + b <= 0 - c * Fraction(1, 8), ar(K * c <= Fraction(3, 4) * c, K1, c0)),
    )
    small = ar(factor <= EXP(0 - c * Fraction(1, 8)), ax("exp_plus", a, b), e,
               ar(factor <= EXP(a) * EXP(b), ax("exp_above", b), exp_positive(a)))  # fmt: skip
    f0 = ar(real(0) <= factor, exp_positive(a), c1, hints=[(0, 1)])
    claim = lambda m: (real(0) <= power(factor, m)) & (power(factor, m) <= EXP(0 - c * num(m) * Fraction(1, 8)))
    hyp = assume(claim(m))
    more = rewrite(
        ax("exp_plus", 0 - c * num(m) * Fraction(1, 8), 0 - c * Fraction(1, 8)),
        (0 - c * num(m) * Fraction(1, 8)) + (0 - c * Fraction(1, 8)),
        0 - c * num(SUCC(m)) * Fraction(1, 8),
    )
    step = conj(
        ar(real(0) <= power(factor, SUCC(m)), left(hyp), f0),
        ar(
            power(factor, SUCC(m)) <= EXP(0 - c * num(SUCC(m)) * Fraction(1, 8)),
            more,
            ar(power(factor, m) * factor <= power(factor, m) * EXP(0 - c * Fraction(1, 8)), small, left(hyp)),
            ar(
                power(factor, m) * EXP(0 - c * Fraction(1, 8))
                <= EXP(0 - c * num(m) * Fraction(1, 8)) * EXP(0 - c * Fraction(1, 8)),
                right(hyp),
                exp_positive(0 - c * Fraction(1, 8)),
            ),
        ),
    )
    zero = rewrite(exp_zero.thm, real(0), 0 - c * num(ZERO) * Fraction(1, 8))
    base = conj(
        ar(real(0) <= power(factor, ZERO)), ar(power(factor, ZERO) <= EXP(0 - c * num(ZERO) * Fraction(1, 8)), zero)
    )
    top = right(spec(induct(m, base, discharge(hyp.concl, step)), n))
    E = EXP(0 - c * num(n) * Fraction(1, 8))
    ends = [ar(binary(th.concl, "le")[0] <= E, th, top) for th in (low, high)]
    return conjunction(low, high, *ends)


# ---- the size of a drawn set ---------------------------------------------------------------------------------------
def size_of(u, n):
    return total(lam(k, u(k)), n)


@theorem
def sets_have_their_size(n: Nat):
    """Over sets of T places, what is multiplied by the size less T sums to 0."""
    return each(N, lambda T: each(fn(IND, R), lambda F: draws(
        n, T, lambda u: (total(lambda k: u(k), n) - num(T)) * F(u)).eq(0)))  # fmt: skip  # noqa: PLW0108


@sets_have_their_size.proof
def _(n):
    n_, n = n, var("q", N)
    F = var("F", fn(IND, R))
    U = ind(S_)
    row = lambda n, T, F: lam(u, (size_of(u, n) - num(T)) * F(u))
    goal = lambda n, T, F: draws(n, T, row(n, T, F)).eq(0)
    claim = lambda n: forall(T, forall(F, goal(n, T, F)))
    base = induct(
        T, gen(F, ar(goal(ZERO, ZERO, F))), discharge(forall(F, goal(ZERO, T, F)), gen(F, ar(goal(ZERO, SUCC(T), F))))
    )
    hyp = assume(claim(n))
    outer = mp(spec(outer_places_are_not_drawn.thm, n, n), last_is_not_among(n))

    def at_first(T):
        """The sum over sets of T of the first n places, for the size among n + 1."""
        L = Draws(n, T)
        line = L.linear(S_, (size_of(U, SUCC(n)) - num(T)) * F(U))
        old = at(hyp, T, F)
        more = L.linear(S_, (size_of(U, n) - num(T)) * F(U))
        return [line, more, old, at(outer, F, T)]

    first = ar(goal(SUCC(n), ZERO, F), *at_first(ZERO))
    G = put_in(F, n)
    moved = Draws(n, T)
    new = up(n, U)
    grown = at_place(SUCC(n), n, U, lam(k, real(1)))(same(either(among(n, n), eq(n, n), refl(n)), among(SUCC(n), n)))
    plain_ = lambda f: spec(sums(lambda m: total(lam(k, f(k) * real(1)), m).eq(size_of(f, m))), SUCC(n))
    grown = ar(size_of(new, SUCC(n)).eq(size_of(U, SUCC(n)) + (1 - U(n))), grown, plain_(new), plain_(U))
    point = ar(((size_of(new, SUCC(n)) - num(SUCC(T))) * F(new)).eq((size_of(U, n) - num(T)) * F(new)),
               grown, factors=[F(new)])  # fmt: skip
    equal = moved.eq(S_, point)
    lines = [moved.linear(S_, (size_of(U, n) - num(T)) * F(new)),
             moved.linear(S_, (size_of(new, SUCC(n)) - num(SUCC(T))) * F(new))]  # fmt: skip
    last = draws_by_the_last_place(n, T, row(SUCC(n), SUCC(T), F))
    step_ = ar(goal(SUCC(n), SUCC(T), F), last, equal, *lines, at(hyp, T, G), *at_first(SUCC(T)))
    step = induct(T, gen(F, first), discharge(forall(F, goal(SUCC(n), T, F)), gen(F, step_)))
    return spec(induct(n, base, discharge(hyp.concl, step)), n_)


@theorem
def only_sets_of_their_size_count(n: Nat, T: Nat, F: fn(IND, R), G: fn(IND, R)):
    """Functions that agree on sets of T of n places have the same sum over these."""
    of = lambda S: call("indicator", S)
    size = lambda S: total(lambda k: truth(S(k)), n)
    alike = each(PLACES, lambda S: implies(size(S).eq(num(T)), F(of(S)).eq(G(of(S)))))
    return implies(alike, draws(n, T, F).eq(draws(n, T, G)))


@only_sets_of_their_size_count.proof
def _(n, T, F, G, alike):
    d = lambda u: size_of(u, n) - num(T)
    H = lam(u, INV(d(u)) * (F(u) - G(u)))
    U = ind(S_)
    L = Draws(n, T)
    none = at(spec(sets_have_their_size.thm, n), T, H)
    yes, no = assume(d(U).eq(0)), assume(not_(d(U).eq(0)))
    goal = (F(U) - G(U)).eq(d(U) * H(U))
    same_ = use(at(alike, S_), ar(size_of(U, n).eq(num(T)), yes))
    first = ar(goal, same_, yes, factors=[H(U)])
    second = ar(goal, inverse(d(U), no), factors=[F(U), G(U)])
    equal = L.eq(S_, cases(yes.concl, first, second))
    return ar(
        only_sets_of_their_size_count.conclusion, equal, none, L.linear(S_, d(U) * H(U)), L.linear(S_, F(U) - G(U))
    )


# ---- databases without a rare type ---------------------------------------------------------------------------------
def drawn_of(n, u, x, v):
    """The number of records of a type that an indicator draws."""
    return total(lam(k, u(k) * truth(eq(x(k), v))), n)


def drawn_at_most_the_size(n, u, x, v):
    """The number of drawn records of a type is at most the size of the set."""
    step_ = ar(u(m) * truth(eq(x(m), v)) <= u(m), u_is_not_negative(u, m), decided(eq(x(m), v))[3])
    return spec(sums(lambda m: drawn_of(m, u, x, v) <= size_of(u, m), step_), n)


def u_is_not_negative(u, m):
    return same(decided(S_(m))[2], real(0) <= u(m))


@theorem
def many_records_lose_nothing(E: Odds, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat):
    """If T is at most (1 - 1/E) H, where record i is one of H of its type, its replacement loses nothing."""
    M = sampled(uniform_subset(n, T), const("histogram", fn(N, PLACES, DB, X, R))(n))
    return implies(
        num(T) <= num(n), among(n, i), call("off", i, x, y),
        num(T) <= (1 - INV(E)) * call("count_in", n, x, x(i)), close(E, 0, M(x), M(y)),
    )  # fmt: skip


@many_records_lose_nothing.proof
def _(E, n, T, x, y, i, e1, le, hi, agree, many):
    a, theta, U = x(i), 1 - INV(E), ind(S_)
    c = theta * call("count_in", n, x, a)
    ue, _ = positive(E, e1)
    th = use(loss_at_most_the_chance_of_a_large_share(E, theta, n, T, x, y, i), e1, le, hi, agree,
             ar(real(1) <= (1 - theta) * E, ue))  # fmt: skip
    F, G = lam(u, truth(not_(drawn_of(n, u, x, a) <= c))), lam(u, real(0))
    size = assume(size_of(U, n).eq(num(T)))
    few = ar(drawn_of(n, U, x, a) <= c, drawn_at_most_the_size(n, U, x, a), size, many)
    bad = assume(not_(few.concl))
    zero = use(decided(bad.concl)[1], refuting(bad.concl, contradiction(bad, few)))
    alike = gen(S_, discharge(size.concl, same(zero, F(U).eq(G(U)))))
    none = use(only_sets_of_their_size_count(n, T, F, G), alike)
    nil = Draws(n, T).linear(S_, real(0))
    M = sampled(uniform_subset(n, T), const("histogram", fn(N, PLACES, DB, X, R))(n))
    d = chance_of(n, T, a, x, c)
    C, unit, i0, lW = sample_laws(n, T, le)
    small = ar(d <= 0, none, nil, factors=[INV(C)])
    K = const("histogram", fn(N, PLACES, DB, X, R))(n)
    laws_ = [
        same(use(law_of_image(uniform_subset(n, T), lam(S_, K(S_)(z)), A=PLACES, B=fn(X, R)), lW), law(M(z)))
        for z in (x, y)
    ]
    return use(weaker(E, E, d, 0, M(x), M(y), A=fn(X, R)), *laws_, th, ar(E <= E), small)


def few_of(E, n, T, x, v):
    """The proposition that a type has fewer than (T + 1)/(1 - 1/E) records among n + 1."""
    return below((1 - INV(E)) * call("count_in", SUCC(n), x, v), num(SUCC(T)))


@theorem
def losses_without_a_rare_type(E: Odds, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), d: Nonneg):
    """Slack d is enough, both ways, if it is at least T/n where some type is rare (both as successors)."""
    M = hist_of(n, T)
    return implies(
        num(T) <= num(n), near_of(SUCC(n))(x, y),
        each(X, lambda v: implies(few_of(E, n, T, x, v), rate_of(n, T) <= d)),
        close(E, d, M(x), M(y)) & close(E, d, M(y), M(x)),
    )  # fmt: skip


@losses_without_a_rare_type.proof
def _(E, n, T, x, y, d, e1, d0, le, near, rare):
    M, n1, T1 = hist_of(n, T), SUCC(n), SUCC(T)
    lM, le1 = hist_laws(n, T, le), ar(num(T1) <= num(n1), le)
    worst = use(sampled_histogram(E, n, T), e1, le)
    H = lambda z, v: call("count_in", n1, z, v)
    theta = 1 - INV(E)
    ue, ie = positive(E, e1)
    t0 = ar(real(0) <= theta, ue, ie, e1, hints=[(1, 2)])
    turned = mp(spec(neighbours_are_symmetric.thm, n1, x, y), near)

    def side(z, w, i, hi, agree, near_, more):
        """The loss from z to w, whose record i is of a type with no fewer records in z than in x."""
        a = z(i)
        many = assume(num(T1) <= theta * H(x, a))
        enough = ar(num(T1) <= theta * H(z, a), many, ar(theta * H(x, a) <= theta * H(z, a), more, t0))
        wide = lambda th, c, low: use(
            weaker(E, E, c, d, M(z), M(w), A=fn(X, R)), spec(lM, z), spec(lM, w), th, ar(E <= E), low
        )
        none = use(many_records_lose_nothing(E, n1, T1, z, w, i), e1, le1, hi, agree, enough)
        first = wide(same(none, close(E, 0, M(z), M(w))), real(0), d0)
        few = assume(not_(many.concl))
        low = use(at(rare, a), same(few, few_of(E, n, T, x, a)))
        second = wide(use(at(worst, z, w), near_), rate_of(n, T), low)
        return cases(many.concl, first, second)

    def go(th):
        th = same(th, among(n1, i) & off(i, x, y))
        hi, agree = left(th), right(th)
        other = assume(not_(eq(j, i)))
        back = same(gen(j, discharge(other.concl, symmetric(use(at(agree, j), other)))), off(i, y, x))
        more = counts_of_neighbours(n1, x, y, i, hi, agree)[1]
        return conj(side(x, y, i, hi, agree, near, ar(H(x, x(i)) <= H(x, x(i)))), side(y, x, i, hi, back, turned, more))

    return given(near, i, go)


@theorem(place="Zero loss", claims="one-loss-is-at-most-the-rate-times-the-rare-types")
def smoothed_loss_at_most_the_rate_times_the_rare_types(
    E: Odds, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, sources: fn(LX, o), d: Real
):
    """The loss at x is at most T/n times the number of types with fewer than T/(1 - 1/E) records, so 0 without.

    On average it is at most T/n times the sum of the chances that a type is rare; n + 1 and T + 1 stand for n and T.
    """
    rare = lambda v: function(DB, lambda x: truth(few_of(E, n, T, x, v)))
    number = lambda x: total(lambda j: rare(kinds(j))(x), types)
    near, M, rate = near_of(SUCC(n)), hist_of(n, T), rate_of(n, T)
    class_ = call("assigned", v0, SUCC(n), sources)
    sum_of = lambda W: rate * total(lambda j: W(rare(kinds(j))), types)
    return implies(
        num(T) <= num(n), call("are_all_types", kinds, types), call("are_laws", sources),
        each(DB, lambda x: (greatest_loss(near, M, E, x) <= rate * number(x)) & (greatest_loss(near, M, E, x) <= rate))
        & implies(each(mean_of(DB), lambda W: implies(class_(W), sum_of(W) <= d)), smoothed(near, M, E, d, class_)),
    )  # fmt: skip


@smoothed_loss_at_most_the_rate_times_the_rare_types.proof
def _(E, v0, n, T, kinds, types, sources, d, e1, le, all_, good):
    rare = lambda v: lam(xs, truth(few_of(E, n, T, xs, v)))
    near, M, rate, e0 = near_of(SUCC(n)), hist_of(n, T), rate_of(n, T), ar(real(0) <= E, e1)
    term_ = lambda x: lam(j, truth(few_of(E, n, T, x, kinds(j))))
    number = lambda x: total(term_(x), types)
    low = lambda x: decided(few_of(E, n, T, x, kinds(m)))[2]
    n0, t0 = (spec(numbers_are_not_negative.thm, w) for w in (n, T))
    _, i0 = positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    r0 = ar(real(0) <= rate, t0, i0, hints=[(0, 1)])
    count0 = spec(sums(lambda m: real(0) <= total(term_(xs), m), low(xs)), types)
    d0 = ar(real(0) <= rate * number(xs), r0, count0, hints=[(0, 1)])
    few = assume(few_of(E, n, T, xs, v))

    def at_kind(th):
        inside, is_ = left(th), right(th)
        one_ = term_of_a_sum(term_(xs), same(low(xs), real(0) <= term_(xs)(m)), types, j, inside)
        own = subst(symmetric(is_), use(decided(few.concl)[0], few), lambda w: truth(few_of(E, n, T, xs, w)).eq(1))
        return ar(rate <= rate * number(xs), r0, ar(real(1) <= number(xs), one_, own), hints=[(0, 1)])

    one_of = among(types, j) & eq(kinds(j), v)
    least_ = given(same(at(all_, v), exists(lam(j, one_of))), j, lambda th: at_kind(same(th, one_of)))
    rare_ = gen(v, discharge(few.concl, least_))
    H_ = assume(near(xs, ys))
    D = rate * number(xs)
    pair = use(losses_without_a_rare_type(E, n, T, xs, ys, D), e1, d0, le, H_, rare_)
    lM, top = losses_at_most_the_rate(E, n, T, e1, le)
    least = right(use(greatest_loss_is_least(near, M, E, xs, X=DB, A=fn(X, R)), lM, e0))
    every = gen(ys, discharge(H_.concl, pair))
    first = gen(xs, conj(use(at(least, D), d0, every), spec(top, xs)))
    # the mean
    class_ = call("assigned", v0, SUCC(n), sources)
    W = W_
    small = assume(forall(W, implies(class_(W), rate * total(lam(j, W(rare(kinds(j)))), types) <= d)))
    hW = assume(class_(W))
    claim_b = lambda m: bounded(lam(xs, total(term_(xs), m)))
    had = assume(claim_b(m))
    bit = truth_is_bounded(xs, few_of(E, n, T, xs, kinds(m)))
    more = same(observable(xs, total(term_(xs), m) + term_(xs)(m), [had, bit]), claim_b(SUCC(m)))
    parts_ = induct(m, same(observable(xs, real(0)), claim_b(ZERO)), discharge(had.concl, more))
    member = lambda s: forall(j, sources(s(j))) & eq(W, call("databases", v0, SUCC(n), s))

    def law_of(th):
        ls = gen(j, use(at(good, s_(j)), spec(left(th), j)))
        return subst(symmetric(right(th)), any_laws(v0, s_, ls, SUCC(n)), law)

    lW = given(same(hW, exists(lam(s_, member(s_)))), s_, lambda th: law_of(same(th, member(s_))))
    mean = lambda m: W(lam(xs, total(term_(xs), m))).eq(total(lam(j, W(rare(kinds(j)))), m))
    line = Mean(lW, spec(parts_, m), bit).linear(xs, total(term_(xs), m) + term_(xs)(m))
    mean_ = spec(induct(m, ar(mean(ZERO), Mean(lW).linear(xs, real(0))),
                        discharge(mean(m), ar(mean(SUCC(m)), line, assume(mean(m))))), types)  # fmt: skip
    ob = same(observable(xs, D, [spec(parts_, types)]), bounded(lam(xs, D)))
    scaled = Mean(lW, spec(parts_, types)).linear(xs, D)
    end = gen(W, discharge(hW.concl, ar(W(lam(xs, D)) <= d, scaled, mean_, use(spec(small, W), hW), factors=[rate])))
    pairs = gen(xs, gen(ys, discharge(H_.concl, pair)))
    last = smooth(near, M, E, d, class_, lam(xs, D), ob, pairs, end)
    return conj(first, discharge(small.concl, last))
