"""Theorem 3 (i): the smoothed loss of the sampled histogram is exponentially small above its threshold.

At a database the loss is at most the sum of exp(-K H) over the types, whose mean factorises over the records; the
exponent K, a relative entropy, is at least twice the squared distance from the threshold (Pinsker's inequality).
"""

from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.theories.relative_entropies import *
from sdp_proofs.logic.theories.sampled_tails import *
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))
xs, ys, v = var("x", DB), var("y", DB), var("v", X)
W_, s_, P_ = var("W", fn(fn(DB, R), R)), var("s", fn(N, LX)), var("P", LX)


# ---- one database --------------------------------------------------------------------------------------------------
def rate_is_below_one(E, n, T, e1, above):
    """From T/n < 1 - 1/E: E > 1/E > 0, 0 < T/n, T/n n = T, num T <= num n, with n + 1 and T + 1."""
    n0, t0 = (spec(numbers_are_not_negative.thm, x) for x in (n, T))
    (ue, ie), (un, i_n) = positive(E, ar(real(1) <= E, e1)), positive(num(SUCC(n)), ar(real(1) <= num(SUCC(n)), n0))
    rate = rate_of(n, T)
    weak = use(ax("total", 1 - INV(E), rate), above)
    whole = ar((rate * num(SUCC(n))).eq(num(SUCC(T))), un, factors=[num(SUCC(T))])
    le = ar(num(T) <= num(n), ar(rate * num(SUCC(n)) <= num(SUCC(n)), ar(rate <= 1, weak, ie), n0), whole)
    zero = assume(rate <= 0)
    r0 = refuting(zero.concl, impossible(ar(real(1) <= 0, ar(rate * num(SUCC(n)) <= 0, zero, n0), whole, t0)))
    bad = assume(1 - INV(E) >= 1)
    t1 = refuting(bad.concl, impossible(ar(real(1) <= 0, ar(E * INV(E) <= 0, ar(INV(E) <= 0, bad), e1), ue)))
    return ue, ie, whole, le, same(r0, below(0, rate)), same(t1, below(1 - INV(E), 1)), weak


@theorem
def loss_of_a_type_below_one_exponential(E: Odds, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat):
    """Above the threshold the loss to a neighbour at place i is at most exp(-K H), for the type of record i."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    M = hist_of(n, T)
    return implies(
        below(rate_of(n, T), 1 - INV(E)), among(SUCC(n), i), call("off", i, x, y),
        close(E, EXP(0 - K * call("count_in", SUCC(n), x, x(i))), M(x), M(y)),
    )  # fmt: skip


@loss_of_a_type_below_one_exponential.proof
def _(E, n, T, x, y, i, e1, above, hi, agree):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    theta, rho, n1 = 1 - INV(E), rate_of(n, T), SUCC(n)
    s = LOG(theta * (1 - rho) * INV(rho * (1 - theta)))
    K, H, M = relative_entropy(theta, rho), call("count_in", n1, x, x(i)), hist_of(n, T)
    s0, _, best = parts_of_best(use(best_exponent_of_a_tail(theta, rho), r0, above, t1))
    n0 = spec(numbers_are_not_negative.thm, n)
    small = ar(num(n1) + num(SUCC(T)) * (EXP(s) - 1) <= num(n1) * EXP(s * theta - K), best, whole,
               factors=[num(n1), EXP(s) - 1])  # fmt: skip
    tail = use(chance_of_a_large_share_is_exponentially_small(s, theta, K, n, T, x, x(i)), s0, le, small)
    le1 = ar(num(SUCC(T)) <= num(n1), le)
    th = use(loss_at_most_the_chance_of_a_large_share(E, theta, n1, SUCC(T), x, y, i), e1, le1, hi, agree,
             ar(real(1) <= (1 - theta) * E, ue))  # fmt: skip
    lM = hist_laws(n, T, le)
    d = chance_of(n1, SUCC(T), x(i), x, theta * H)
    return use(weaker(E, E, d, EXP(0 - K * H), M(x), M(y), A=fn(X, R)), spec(lM, x), spec(lM, y), th, ar(E <= E), tail)


def parts_of_best(th):
    """0 <= s, 0 <= K and the equation, of `best_exponent_of_a_tail`."""
    return left(left(th)), right(left(th)), right(th)


def counts_of_neighbours(n, x, y, i, hi, agree):
    """1 <= the count of x(i) in x, and the count of y(i) is at least as large in y as in x."""

    def below_count(term_, at_i, apart, whole, z):
        """The sum of terms is at most a count, from place i and from the other places."""
        yes, no = assume(eq(m, i)), assume(not_(eq(m, i)))
        t = is_type(z, m, z(i))
        own = subst(symmetric(yes), refl(z(i)), lambda w: eq(z(w), z(i)))
        point = cases(yes.concl, at_i(use(decided(own.concl)[0], own), term_(m) <= t), apart(no, term_(m) <= t))
        return spec(sums(lambda m: total(lam(k, term_(k)), m) <= total(lam(k, is_type(z, k, z(i))), m), point), n)

    one_ = lambda k: truth(eq(k, i)) * real(1)
    low = decided(eq(m, i))
    first = below_count(
        one_, lambda is1, goal: ar(goal, is1, low[3]),
        lambda no, goal: ar(goal, use(low[1], no), decided(eq(x(m), x(i)))[2]), n, x,
    )  # fmt: skip
    first = ar(real(1) <= call("count_in", n, x, x(i)), first, mp(spec(sums_at_one_place(real(1), i), n), hi))
    of_x = lambda k: is_type(x, k, y(i))
    alike = lambda no, goal: subst(
        use(at(agree, m), no), ar(of_x(m) <= of_x(m)), lambda w: of_x(m) <= truth(eq(w, y(i)))
    )
    second = below_count(of_x, lambda is1, goal: ar(goal, is1, decided(eq(x(m), y(i)))[3]), alike, n, y)
    return first, ar(call("count_in", n, x, y(i)) <= call("count_in", n, y, y(i)), second)


@theorem
def losses_of_neighbours_below_one_exponential(E: Odds, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X)):
    """Above the threshold a loss to or from a neighbour is at most exp(-K max(1, H)), for a type with H records."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    M = hist_of(n, T)
    bound = lambda v: EXP(0 - K * MAX(1, call("count_in", SUCC(n), x, v)))
    return implies(
        below(rate_of(n, T), 1 - INV(E)), call("neighbours", SUCC(n), x, y),
        some(X, lambda v: close(E, bound(v), M(x), M(y))) & some(X, lambda v: close(E, bound(v), M(y), M(x))),
    )  # fmt: skip


@losses_of_neighbours_below_one_exponential.proof
def _(E, n, T, x, y, e1, above, near):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    K, M, n1 = relative_entropy(1 - INV(E), rate_of(n, T)), hist_of(n, T), SUCC(n)
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    lM = hist_laws(n, T, le)
    H = lambda z, v: call("count_in", n1, z, v)
    bound = lambda v: EXP(0 - K * MAX(1, H(x, v)))
    claims = [lam(v, close(E, bound(v), M(a_), M(b_))) for a_, b_ in ((x, y), (y, x))]

    def side(z, w, i, th, least, a_):
        """Some type whose exponential bounds the loss from z to w, with max(1, H) at most the count in z."""
        e = use(
            exp_monotone(0 - K * H(z, a_), 0 - K * MAX(1, H(x, a_))),
            ar(0 - K * H(z, a_) <= 0 - K * MAX(1, H(x, a_)), least, k0),
        )
        th = use(
            weaker(E, E, EXP(0 - K * H(z, a_)), bound(a_), M(z), M(w), A=fn(X, R)),
            spec(lM, z),
            spec(lM, w),
            th,
            ar(E <= E),
            e,
        )
        return th

    def go(th):
        th = same(th, among(n1, i) & off(i, x, y))
        hi, agree = left(th), right(th)
        other = assume(not_(eq(j, i)))
        back = same(gen(j, discharge(other.concl, symmetric(use(at(agree, j), other)))), off(i, y, x))
        first, second = counts_of_neighbours(n1, x, y, i, hi, agree), counts_of_neighbours(n1, y, x, i, hi, back)
        down = use(loss_of_a_type_below_one_exponential(E, n, T, x, y, i), e1, above, hi, agree)
        up_ = use(loss_of_a_type_below_one_exponential(E, n, T, y, x, i), e1, above, hi, back)
        top = lambda z, a_, one_, le_: use(ax("max_least", 1, H(x, a_), H(z, a_)), one_, le_)
        least = top(x, x(i), first[0], ar(H(x, x(i)) <= H(x, x(i))))
        most = top(y, y(i), second[0], first[1])
        return conj(
            witness(x(i), side(x, y, i, down, least, x(i)), claims[0]),
            witness(y(i), side(y, x, i, up_, most, y(i)), claims[1]),
        )

    return given(near, i, go)


@theorem(place="Closed bounds", claims="one-loss-below-one-exponential")
def one_loss_below_one_exponential(E: Odds, n: Nat, T: Nat, x: Fun(N, X), c: Real):
    """Above the threshold delta(x) is at most exp(-K max(1, min H)), K = KL(1 - 1/E || T/n), with n + 1 and T + 1."""
    K = call("relative_entropy", 1 - INV(E), rate_of(n, T))
    return implies(
        below(rate_of(n, T), 1 - INV(E)), each(X, lambda v: c <= MAX(1, call("count_in", SUCC(n), x, v))),
        greatest_loss(near_of(SUCC(n)), hist_of(n, T), E, x) <= EXP(0 - K * c),
    )  # fmt: skip


@one_loss_below_one_exponential.proof
def _(E, n, T, x, c, e1, above, low):
    ue, ie, whole, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    K, M, near, y = relative_entropy(1 - INV(E), rate_of(n, T)), hist_of(n, T), near_of(SUCC(n)), ys
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    lM, H = hist_laws(n, T, le), assume(near(x, y))
    e0 = ar(real(0) <= E, e1)
    both = use(losses_of_neighbours_below_one_exponential(E, n, T, x, y), e1, above, H)
    bound, d = lambda v: EXP(0 - K * MAX(1, call("count_in", SUCC(n), x, v))), EXP(0 - K * c)

    def side(th, P, Q):
        """The loss is at most exp(-K c)."""
        e = use(exp_monotone(0 - K * MAX(1, call("count_in", SUCC(n), x, v)), 0 - K * c),
                ar(0 - K * MAX(1, call("count_in", SUCC(n), x, v)) <= 0 - K * c, spec(low, v), k0))  # fmt: skip
        own = lambda th: use(
            weaker(E, E, bound(v), d, P, Q, A=fn(X, R)), *laws_(P, Q), same(th, close(E, bound(v), P, Q)), ar(E <= E), e
        )
        return given(th, v, own)

    laws_ = lambda P, Q: [spec(lM, spine(P)[1][-1]), spec(lM, spine(Q)[1][-1])]
    pair = conj(side(left(both), M(x), M(y)), side(right(both), M(y), M(x)))
    every = gen(y, discharge(H.concl, pair))
    least = right(use(greatest_loss_is_least(near, M, E, x, X=DB, A=fn(X, R)), lM, e0))
    return use(at(least, d), exp_positive(0 - K * c), every)


# ---- all databases -------------------------------------------------------------------------------------------------
@theorem
def powers_of_a_rate_are_below_exponentials(f: Real):
    """The power (1 - f)^n is at most exp(-f n), for f <= 1."""
    bounds = each(N, lambda n: (real(0) <= power(1 - f, n)) & (power(1 - f, n) <= EXP(0 - f * num(n))))
    return implies(f <= 1, bounds)


@powers_of_a_rate_are_below_exponentials.proof
def _(f, f1):
    claim = lambda n: (real(0) <= power(1 - f, n)) & (power(1 - f, n) <= EXP(0 - f * num(n)))
    hyp = assume(claim(n))
    e = EXP(0 - f * num(n))
    more = rewrite(ax("exp_plus", 0 - f * num(n), 0 - f), (0 - f * num(n)) + (0 - f), 0 - f * num(SUCC(n)))
    p0 = exp_positive(0 - f * num(n))
    step = conj(
        ar(real(0) <= power(1 - f, SUCC(n)), left(hyp), f1),
        ar(
            power(1 - f, SUCC(n)) <= EXP(0 - f * num(SUCC(n))),
            ar(power(1 - f, n) * (1 - f) <= e * (1 - f), right(hyp), f1),
            more,
            ar(e * (1 - f) <= e * EXP(0 - f), ax("exp_above", 0 - f), p0),
        ),
    )
    zero = rewrite(exp_zero.thm, real(0), 0 - f * num(ZERO))
    base = conj(ar(real(0) <= power(1 - f, ZERO)), ar(power(1 - f, ZERO) <= EXP(0 - f * num(ZERO)), zero))
    return induct(n, base, discharge(hyp.concl, step))


@theorem
def exponentials_of_counts_are_products(K: Real, x: Fun(N, X), a: X):
    """The exponential of -K times a count is a product over the records."""
    return each(N, lambda n: EXP(0 - K * call("count_in", n, x, a)).eq(
        product(lambda k: 1 - (1 - EXP(0 - K)) * truth(eq(x(k), a)), n)))  # fmt: skip


@exponentials_of_counts_are_products.proof
def _(K, x, a):
    H, t = lambda n: call("count_in", n, x, a), truth(eq(x(n), a))
    factor = lam(k, 1 - (1 - EXP(0 - K)) * truth(eq(x(k), a)))
    claim = lambda n: EXP(0 - K * H(n)).eq(product(factor, n))
    more = rewrite(ax("exp_plus", 0 - K * H(n), (0 - K) * t), (0 - K * H(n)) + (0 - K) * t, 0 - K * H(SUCC(n)))
    bit = exponential_of_a_bit(0 - K, eq(x(n), a))
    base = ar(claim(ZERO), rewrite(exp_zero.thm, real(0), 0 - K * H(ZERO)))
    e = EXP(0 - K * H(n))
    step = ar(claim(SUCC(n)), more, bit, assume(claim(n)), factors=[e, 1 + t * (EXP(0 - K) - 1)])
    return induct(n, base, discharge(claim(n), step))


@definition(r"{0} \text{{ gives each type at least }} {1}", place="smoothed-dp, Sec. 5.1",
            difference="each type of the set of types, where the paper says each of the support")  # fmt: skip
def has_floor(sources: fn(LX, o), f: R):
    """The members of a set of sources are laws under which each value has probability f at least."""
    P = var("P", LX)
    return forall(P, implies(sources(P), law(P) & each(X, lambda v: f <= P(lambda u: truth(eq(u, v))))))


@definition(r"{0}(0), \ldots, {0}({1} - 1) \text{{ are all types}}")
def are_all_types(kinds: Fun(N, X), m: N):
    """Each type is one of the first m of a list."""
    return each(X, lambda v: some(N, lambda j: among(m, j) & eq(kinds(j), v)))


def term_of_a_sum(g, low, m_, j_, inside):
    """g(j) is at most the sum of the terms g, which are not negative, for j among m."""
    yes, no = assume(eq(m, j_)), assume(not_(eq(m, j_)))
    goal = truth(eq(m, j_)) * g(j_) <= g(m)
    here = subst(symmetric(yes), refl(g(j_)), lambda w: eq(g(w), g(j_)))
    one_ = ar(goal, here, use(decided(yes.concl)[0], yes), factors=[g(j_)])
    zero = ar(goal, low, use(decided(yes.concl)[1], no), factors=[g(j_)])
    point = cases(yes.concl, one_, zero)
    th = spec(sums(lambda m: total(lam(k, truth(eq(k, j_)) * g(j_)), m) <= total(g, m), point), m_)
    return ar(g(j_) <= total(g, m_), th, mp(spec(sums_at_one_place(g(j_), j_), m_), inside))


def smoothed_with(p, near, M, E, d, more, laws_, le):
    """Smoothed privacy with a larger slack, from d <= more."""
    D = var("D", fn(DB, R))

    def go(ob, pairs, means):
        W, hW = W_, assume(laws_(W_))
        end = ar(W(D) <= more, use(at(means, W), hW), le)
        return smooth(near, M, E, more, laws_, D, ob, pairs, gen(W, discharge(hW.concl, end)))

    return opened(p, D, go)


def exponent_of(E, n, T):
    return call("relative_entropy", 1 - INV(E), rate_of(n, T))


@theorem
def smoothed_by_exponentials_of_counts(
    E: Real, v0: X, n: Nat, near: Fun(DB, DB, o), M: Mechanism[DB, A], kinds: Fun(N, X), types: Nat, f: Real,
    sources: fn(LX, o), b: Real, c: Nonneg, r: Nonneg,
):  # fmt: skip
    """If each loss is at most b + c exp(-r H) for a type with H records: delta_SDP <= b + c m (1 - f (1 - e^-r))^n."""
    bound = lambda x, v: b + c * EXP(0 - r * call("count_in", n, x, v))
    loss = lambda x, P, Q: some(X, lambda v: close(E, bound(x, v), P, Q))
    return implies(
        call("are_all_types", kinds, types), call("has_floor", sources, f),
        each(DB, lambda x: each(DB, lambda y: implies(near(x, y), loss(x, M(x), M(y)) & loss(x, M(y), M(x))))),
        smoothed(near, M, E, b + c * (num(types) * power(1 - f * (1 - EXP(0 - r)), n)),
                 call("assigned", v0, n, sources)),
    )


@smoothed_by_exponentials_of_counts.proof
def _(E, v0, n, near, M, kinds, types, f, sources, b, c, r, lM, c0, r_0, all_, floor, losses):
    n1, L = n, EXP(0 - r)
    pw, laws_ = power(1 - f * (1 - L), n1), call("assigned", v0, n1, sources)
    d = b + c * (num(types) * pw)
    l0 = exp_positive(0 - r)
    l1 = ar(L <= 1, use(exp_monotone(0 - r, 0), ar(0 - r <= 0, r_0)), exp_zero.thm)
    H, a_ = lambda x, v: call("count_in", n1, x, v), var("a", X)
    e = lambda x, v: EXP(0 - r * H(x, v))
    g = lambda x: lam(j, e(x, kinds(j)))
    D = lam(xs, b + c * total(g(xs), types))
    # each summand is between 0 and 1
    h0 = spec(sums(lambda m: real(0) <= total(lam(k, is_type(xs, k, a_)), m), decided(eq(xs(m), a_))[2]), n1)
    h0 = same(h0, real(0) <= H(xs, a_))
    exponent = 0 - r * H(xs, a_)
    top = ar(e(xs, a_) <= 1, use(exp_monotone(exponent, 0), ar(exponent <= 0, h0, r_0)), exp_zero.thm)
    known = use(tests_are_bounded(lam(xs, e(xs, a_)), A=DB), make_test(xs, e(xs, a_), exp_positive(exponent), top))
    known = gen(a_, same(known, bounded(lam(xs, e(xs, a_)))))
    part = lambda m: lam(xs, total(g(xs), m))
    had = assume(bounded(part(m)))
    more = observable(xs, total(g(xs), m) + e(xs, kinds(m)), [had, spec(known, kinds(m))])
    row = same(observable(xs, real(0)), bounded(part(ZERO)))
    parts_ = induct(m, row, discharge(had.concl, same(more, bounded(part(SUCC(m))))))
    ob = same(observable(xs, b + c * total(g(xs), types), [spec(parts_, types)]), bounded(D))
    # D bounds the losses
    H_ = assume(near(xs, ys))
    bound = lambda v: b + c * EXP(0 - r * H(xs, v))

    def side(th, P, Q, lP, lQ):
        def at_kind(th, near_v):
            low = same(exp_positive(0 - r * H(xs, kinds(m))), real(0) <= g(xs)(m))
            one_ = term_of_a_sum(g(xs), low, types, j, left(th))
            one_ = subst(right(th), same(one_, e(xs, kinds(j)) <= total(g(xs), types)),
                         lambda w: e(xs, w) <= total(g(xs), types))  # fmt: skip
            small = ar(bound(v) <= b + c * total(g(xs), types), one_, c0)
            return use(weaker(E, E, bound(v), D(xs), P, Q), lP, lQ, near_v, ar(E <= E), small)

        def own(th):
            near_v = same(th, close(E, bound(v), P, Q))
            one_of = among(types, j) & eq(kinds(j), v)
            return given(same(at(all_, v), exists(lam(j, one_of))), j, lambda th: at_kind(same(th, one_of), near_v))

        return given(th, v, own)

    lx, ly, both = spec(lM, xs), spec(lM, ys), use(at(losses, xs, ys), H_)
    some_loss = lambda P, Q: exists(lam(v, close(E, bound(v), P, Q)))
    there, back = same(left(both), some_loss(M(xs), M(ys))), same(right(both), some_loss(M(ys), M(xs)))
    pair = conj(side(there, M(xs), M(ys), lx, ly), side(back, M(ys), M(xs), ly, lx))
    pair = same(pair, close(E, D(xs), M(xs), M(ys)) & close(E, D(xs), M(ys), M(xs)))
    pairs = gen(xs, gen(ys, discharge(H_.concl, pair)))
    # its mean
    hW, P = assume(laws_(W_)), call("databases", v0, n1, s_)

    def mean(th):
        src, is_ = left(th), right(th)
        known_j = use(at(floor, s_(j)), spec(src, j))
        ls = gen(j, left(known_j))
        lW = any_laws(v0, s_, ls, n1)
        none, zero = gen(j, observable(v, real(0))), lam(j, lam(v, real(0)))
        th = use(averages_over_records_are_below_a_power(v0, n1, s_, zero, 0, a_, L, f), ls, none, l0, l1)
        last = right(right(th))
        powers = mp(last, same(gen(j, at(right(known_j), a_)), binary(last.concl, "implies")[0]))
        g_ = var("g", fn(DB, R))
        turned = under(spec(exponentials_of_counts_are_products(r, xs, a_), n1), xs, lam(g_, P(g_)))
        each_type = gen(a_, ar(P(lam(xs, e(xs, a_))) <= pw, turned, powers))
        claim = lambda m: P(part(m)) <= num(m) * pw
        had = assume(claim(m))
        line = Mean(lW, spec(parts_, m), spec(known, kinds(m))).linear(xs, total(g(xs), m) + e(xs, kinds(m)))
        step = ar(claim(SUCC(m)), line, had, spec(each_type, kinds(m)))
        base = ar(claim(ZERO), Mean(lW).linear(xs, real(0)))
        th = spec(induct(m, base, discharge(had.concl, step)), types)
        line = Mean(lW, spec(parts_, types)).linear(xs, b + c * total(g(xs), types))
        return subst(
            symmetric(is_),
            ar(P(D) <= d, line, ar(c * P(part(types)) <= c * (num(types) * pw), th, c0)),
            lambda w: w(D) <= d,
        )

    member = lambda s: forall(j, sources(s(j))) & eq(W_, call("databases", v0, n1, s))
    some_ = same(hW, exists(lam(s_, member(s_))))
    means = gen(W_, discharge(hW.concl, given(some_, s_, lambda th: mean(same(th, member(s_))))))
    return smooth(near, M, E, d, laws_, D, ob, pairs, means)


@theorem
def smoothed_loss_below_mean_exponentials(
    E: Odds, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, f: Real, sources: fn(LX, o), b: Real, c: Nonneg,
    r: Nonneg,
):  # fmt: skip
    """If exp(-K h) <= b + c exp(-r h) for h >= 0, then delta_SDP <= b + c m (1 - f (1 - exp(-r)))^n."""
    K = exponent_of(E, n, T)
    return implies(
        below(rate_of(n, T), 1 - INV(E)), call("are_all_types", kinds, types), call("has_floor", sources, f),
        each(R, lambda h: implies(real(0) <= h, EXP(0 - K * h) <= b + c * EXP(0 - r * h))),
        smoothed(near_of(SUCC(n)), hist_of(n, T), E, b + c * (num(types) * power(1 - f * (1 - EXP(0 - r)), SUCC(n))),
                 call("assigned", v0, SUCC(n), sources)),
    )  # fmt: skip


@smoothed_loss_below_mean_exponentials.proof
def _(E, v0, n, T, kinds, types, f, sources, b, c, r, e1, c0, r_0, above, all_, floor, split_):
    *_, le, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    n1, M, near, K = SUCC(n), hist_of(n, T), near_of(SUCC(n)), exponent_of(E, n, T)
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    lM, H_ = hist_laws(n, T, le), assume(near(xs, ys))
    both = use(losses_of_neighbours_below_one_exponential(E, n, T, xs, ys), e1, above, H_)
    H = lambda v: call("count_in", n1, xs, v)
    bound, more = lambda v: EXP(0 - K * MAX(1, H(v))), lambda v: b + c * EXP(0 - r * H(v))
    h0 = spec(sums(lambda m: real(0) <= total(lam(k, is_type(xs, k, v)), m), decided(eq(xs(m), v))[2]), n1)
    largest_ = 0 - K * MAX(1, H(v)) <= 0 - K * H(v)
    less = use(exp_monotone(*binary(largest_, "le")), ar(largest_, ax("max_right", 1, H(v)), k0))
    small = ar(bound(v) <= more(v), less, use(at(split_, H(v)), same(h0, real(0) <= H(v))))

    def side(th, P, Q, lP, lQ):
        end = lambda th: use(weaker(E, E, bound(v), more(v), P, Q, A=fn(X, R)), lP, lQ,
                             same(th, close(E, bound(v), P, Q)), ar(E <= E), small)  # fmt: skip
        return given(th, v, lambda th: witness(v, end(th), lam(v, close(E, more(v), P, Q))))

    lx, ly = spec(lM, xs), spec(lM, ys)
    pair = conj(side(left(both), M(xs), M(ys), lx, ly), side(right(both), M(ys), M(xs), ly, lx))
    pairs = gen(xs, gen(ys, discharge(H_.concl, pair)))
    th = smoothed_by_exponentials_of_counts(E, v0, n1, near, M, kinds, types, f, sources, b, c, r, A=fn(X, R))
    return use(th, lM, c0, r_0, all_, floor, pairs)


@theorem(place="smoothed-dp, Remark 8, repaired", claims="smoothed-loss-below-one-exponential")
def smoothed_loss_below_one_exponential(
    E: Odds, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, f: Rate, sources: fn(LX, o)
):
    """Above the threshold delta_SDP <= m (1 - f (1 - exp(-K)))^n <= m exp(-f n (1 - exp(-K))), with n + 1 and T + 1."""
    gap = f * (1 - EXP(0 - exponent_of(E, n, T)))
    bound = num(types) * power(1 - gap, SUCC(n))
    return implies(
        below(rate_of(n, T), 1 - INV(E)), call("are_all_types", kinds, types), call("has_floor", sources, f),
        smoothed(near_of(SUCC(n)), hist_of(n, T), E, bound, call("assigned", v0, SUCC(n), sources))
        & (bound <= num(types) * EXP(0 - gap * num(SUCC(n)))),
    )  # fmt: skip


@smoothed_loss_below_one_exponential.proof
def _(E, v0, n, T, kinds, types, f, sources, e1, f0, f1, above, all_, floor):
    *_, r0, t1, _ = rate_is_below_one(E, n, T, e1, above)
    n1, K, h = SUCC(n), exponent_of(E, n, T), var("h", R)
    k0 = parts_of_best(use(best_exponent_of_a_tail(1 - INV(E), rate_of(n, T)), r0, above, t1))[1]
    gap = f * (1 - EXP(0 - K))
    d = num(types) * power(1 - gap, n1)
    h0 = assume(real(0) <= h)
    cut = gen(h, discharge(h0.concl, ar(EXP(0 - K * h) <= 0 + 1 * EXP(0 - K * h))))
    first = use(smoothed_loss_below_mean_exponentials(E, v0, n, T, kinds, types, f, sources, 0, 1, K), e1,
                ar(real(0) <= 1), k0, above, all_, floor, cut)  # fmt: skip
    laws_, more = call("assigned", v0, n1, sources), 0 + 1 * d
    first = smoothed_with(first, near_of(n1), hist_of(n, T), E, more, d, laws_, ar(more <= d))
    l0 = exp_positive(0 - K)
    l1 = ar(EXP(0 - K) <= 1, use(exp_monotone(0 - K, 0), ar(0 - K <= 0, k0)), exp_zero.thm)
    g1 = ar(gap <= 1, ar(gap <= f, l0, f0), f1)
    small = spec(use(powers_of_a_rate_are_below_exponentials(gap), g1), n1)
    return conj(
        first, ar(d <= num(types) * EXP(0 - gap * num(n1)), right(small), spec(numbers_are_not_negative.thm, types))
    )


@theorem(place="smoothed-dp, Theorem 3 (i)", claims="theorem-three-with-an-explicit-constant")
def theorem_three_with_an_explicit_constant(
    E: Odds, c: Real, v0: X, n: Nat, T: Nat, kinds: Fun(N, X), types: Nat, f: Rate, sources: fn(LX, o)
):
    """If E >= exp(c)/(1 - T/n), then delta_SDP <= m exp(-C f n), C = 1 - exp(-2 (1 - T/n)^2 (1 - exp(-c))^2)."""
    rho = rate_of(n, T)
    gap = (1 - rho) * (1 - EXP(0 - c))
    constant = 1 - EXP(0 - 2 * (gap * gap))
    return implies(
        below(0, c), below(rho, 1), EXP(c) <= E * (1 - rho), call("are_all_types", kinds, types),
        call("has_floor", sources, f),
        smoothed(near_of(SUCC(n)), hist_of(n, T), E, num(types) * EXP(0 - constant * f * num(SUCC(n))),
                 call("assigned", v0, SUCC(n), sources)),
    )  # fmt: skip


@theorem_three_with_an_explicit_constant.proof
def _(E, c, v0, n, T, kinds, types, f, sources, e1, f0, f1, c0, r1, odds, all_, floor):
    rho, theta, n1 = rate_of(n, T), 1 - INV(E), SUCC(n)
    gap = (1 - rho) * (1 - EXP(0 - c))
    ue, ie = positive(E, ar(real(1) <= E, e1))
    uc, _ = positive(EXP(c), ar(real(1) <= EXP(c), ax("exp_above", c), use(ax("total", c, 0), c0)))
    back = inverse_of(EXP(c), c, refl(EXP(c)), uc)
    cp = use(ax("total", c, 0), c0)
    # 1/E <= (1 - rho) exp(-c), so theta - rho >= gap > 0
    r_ = ar(real(0) <= 1 - rho, use(ax("total", 1, rho), r1))
    e_c = exp_positive(0 - c)
    inv = ar(
        INV(E) <= (1 - rho) * EXP(0 - c),
        ar(EXP(c) * EXP(0 - c) <= E * (1 - rho) * EXP(0 - c), odds, e_c),
        back,
        uc,
        ue,
        ie,
        hints=[(0, 4)],
        factors=[INV(E), (1 - rho) * EXP(0 - c), EXP(c)],
    )
    far = ar(gap <= theta - rho, inv)
    # exp(-c) < 1
    small = assume(EXP(0 - c) >= 1)
    low = refuting(
        small.concl,
        contradiction(
            c0,
            ar(
                c <= 0,
                ar(EXP(c) <= 1, back, uc, small, ar(real(0) <= EXP(c), exp_positive(c)), factors=[EXP(c)]),
                ax("exp_above", c),
            ),
        ),
    )
    low = same(low, below(EXP(0 - c), 1))
    few, near_ = assume(gap <= 0), assume(theta <= rho)
    r_1 = refuting(1 - rho <= 0, contradiction(r1, ar(real(1) <= rho, assume(1 - rho <= 0))))
    u1, i1 = positive(1 - rho, r_1)
    g0 = refuting(
        few.concl, contradiction(low, ar(real(1) <= EXP(0 - c), few, u1, i1, hints=[(0, 2)], factors=[1 - EXP(0 - c)]))
    )
    g0 = same(g0, below(0, gap))
    above = same(refuting(near_.concl, contradiction(g0, ar(gap <= 0, far, near_))), below(rho, theta))
    _, _, whole, le, r0, t1, weak = rate_is_below_one(E, n, T, e1, above)
    K, k = relative_entropy(theta, rho), 2 * (gap * gap)
    gp = use(ax("total", gap, 0), g0)
    pinsker = use(pinsker_above_the_chance(theta, rho), r0, ar(rho <= theta, weak), t1)
    more = ar(k <= K, pinsker, far, gp, hints=[(1, 1), (1, 2)])
    mono = use(exp_monotone(0 - K, 0 - k), ar(0 - k >= 0 - K, more))
    th = use(smoothed_loss_below_one_exponential(E, v0, n, T, kinds, types, f, sources), e1, f0, f1, above, all_, floor)
    n0, m0 = spec(numbers_are_not_negative.thm, n1), spec(numbers_are_not_negative.thm, types)
    big, own = f * (1 - EXP(0 - K)) * num(n1), (1 - EXP(0 - k)) * f * num(n1)
    fn_ = ar(real(0) <= f * num(n1), f0, n0)
    e = use(
        exp_monotone(0 - big, 0 - own),
        ar(0 - big <= 0 - own, ar(f * num(n1) * EXP(0 - K) <= f * num(n1) * EXP(0 - k), mono, fn_)),
    )
    d = num(types) * power(1 - f * (1 - EXP(0 - K)), n1)
    last = num(types) * EXP(0 - own)
    end = ar(d <= last, right(th), ar(num(types) * EXP(0 - big) <= last, e, m0))
    laws_ = call("assigned", v0, n1, sources)
    return smoothed_with(left(th), near_of(n1), hist_of(n, T), E, d, last, laws_, end)
