"""Utility for any number of types (Lemmas 1 and 2), and means of products over independent records."""

from sdp_proofs.logic.theories.worst_cases import *
from sdp_proofs.logic.vocabulary import *

a, j, k, l, m, n = var("a", A), *(var(name, N) for name in ("j", "k", "l", "m", "n"))
DB, LX = fn(N, X), fn(fn(X, R), R)
xs, v = var("xs", DB), var("v", X)


@definition(r"\max_{{k \le {1}}} {0}(k)")
def largest(f: Fun(N, R), n: N):
    """The largest of f(0), ..., f(n)."""
    i, s = var("i", N), var("s", R)
    return rec(f(ZERO), lams(i, s, MAX(s, f(SUCC(i)))), n)


@definition(r"\mathrm{{u}}^{{{4}}}_{{{0},\,{2}}}({1}, {3})", place="smoothed-dp, Equation (3)")
def utility_of(E: R, M: Fun(Fun(A, R), R), n: N, p: Fun(N, A, R), k: N):
    """The utility of Equation (3) at t = E/(E + 1) for a record of type k of n + 1 types with densities p."""
    best = lambda a: largest(lambda j: p(j)(a), n) * INV(total(lambda j: p(j)(a), SUCC(n)))
    return (E + 1) * M(lambda a: p(k)(a) * MAX(0, best(a) - E * INV(E + 1)))


@theorem
def largest_is_least_bound(f: Fun(N, R), c: Nonneg, d: Real):
    """If c f(k) <= d for k <= n, then c times the largest is at most d; each f(k) is at most the largest."""
    return each(
        N,
        lambda n: (
            implies(each(N, lambda k: implies(among(SUCC(n), k), c * f(k) <= d)), c * largest(f, n) <= d)
            & each(N, lambda k: implies(among(SUCC(n), k), f(k) <= largest(f, n)))
        ),
    )


@largest_is_least_bound.proof
def _(f, c, d, c0):
    every = lambda n: forall(k, implies(among(SUCC(n), k), c * f(k) <= d))
    claim = lambda n: (
        implies(every(n), c * largest(f, n) <= d) & forall(k, implies(among(SUCC(n), k), f(k) <= largest(f, n)))
    )
    last = lambda n: same(either(among(n, n), eq(n, n), refl(n)), among(SUCC(n), n))
    H0 = assume(every(ZERO))
    zero = discharge(H0.concl, ar(c * largest(f, ZERO) <= d, mp(spec(H0, ZERO), last(ZERO))))
    in0 = assume(among(SUCC(ZERO), k))
    none = assume(among(ZERO, k))
    is0 = split(
        same(in0, or_(among(ZERO, k), eq(k, ZERO))), absurd(same(none, FALSE), f(k) <= largest(f, ZERO)),
        subst(symmetric(assume(eq(k, ZERO))), ar(f(ZERO) <= largest(f, ZERO)), lambda v: f(v) <= largest(f, ZERO)),
    )  # fmt: skip
    base = conj(zero, gen(k, discharge(in0.concl, is0)))
    hyp, H = assume(claim(n)), assume(every(SUCC(n)))
    inside = assume(among(SUCC(n), k))
    more = same(either(inside.concl, eq(k, SUCC(n)), inside), among(SUCC(SUCC(n)), k))
    before = mp(left(hyp), gen(k, discharge(inside.concl, mp(spec(H, k), more))))
    now = mp(spec(H, SUCC(n)), last(SUCC(n)))
    s, t = largest(f, n), f(SUCC(n))
    top = cases(
        s <= t,
        ar(c * MAX(s, t) <= d, use(ax("max_least", s, t, t), assume(s <= t), ar(t <= t)), now, c0),
        ar(c * MAX(s, t) <= d, use(ax("max_least", s, t, s), ar(s <= s), use(ax("total", s, t), assume(not_(s <= t)))),
           before, c0),
    )  # fmt: skip
    in_ = assume(among(SUCC(SUCC(n)), k))
    goal = f(k) <= largest(f, SUCC(n))
    old = ar(goal, mp(spec(right(hyp), k), inside), ax("max_left", s, t))
    new = subst(
        symmetric(assume(eq(k, SUCC(n)))), ar(t <= largest(f, SUCC(n)), ax("max_right", s, t)),
        lambda v: f(v) <= largest(f, SUCC(n)),
    )  # fmt: skip
    up = split(same(in_, or_(among(SUCC(n), k), eq(k, SUCC(n)))), old, new)
    step = conj(discharge(H.concl, same(top, c * largest(f, SUCC(n)) <= d)), gen(k, discharge(in_.concl, up)))
    return induct(n, base, discharge(hyp.concl, step))


def all_sums(claim, base, step):
    """The claim for all n, by induction."""
    return induct(n, base, discharge(claim(n), step))


@theorem
def sums_at_one_place(c: Real, k: Nat):
    """A number at one place of n sums to itself."""
    return each(N, lambda n: implies(among(n, k), total(lambda j: truth(eq(j, k)) * c, n).eq(c)))


@sums_at_one_place.proof
def _(c, k):
    one = lambda n: total(lam(j, truth(eq(j, k))), n)
    claim = lambda n: total(lam(j, truth(eq(j, k)) * c), n).eq(one(n) * c)
    th = induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)))))
    H = assume(among(n, k))
    place = mp(right(spec(one_place_in_n(k), n)), H)
    return gen(n, discharge(H.concl, ar(total(lam(j, truth(eq(j, k)) * c), n).eq(c), spec(th, n), place, factors=[c])))


@theorem
def utility_at_an_output_of_many_types(E: Odds, n: Nat, p: Fun(N, Nonneg), k: Nat):
    """At an output n times the gain of type k of n + 1 is at most the sum of both positive parts against all types."""
    s = total(p, SUCC(n))
    gain = (E + 1) * (p(k) * MAX(0, largest(p, n) * INV(s) - E * INV(E + 1)))
    both = total(lambda j: MAX(0, p(k) - E * p(j)) + MAX(0, p(j) - E * p(k)), SUCC(n))
    return implies(among(SUCC(n), k), num(n) * gain <= both)


@utility_at_an_output_of_many_types.proof
def _(E, n, p, k, e1, p0, H):
    m, l, w = SUCC(n), var("l", N), var("w", N)
    s, P, K = total(p, m), p(k), num(n)
    term_ = lambda j: MAX(0, P - E * p(j)) + MAX(0, p(j) - E * P)
    both = total(lam(j, term_(j)), m)
    n0, pk = spec(numbers_are_not_negative.thm, n), spec(p0, k)
    sides = lambda j: [ax(side, 0, t) for t in (P - E * p(j), p(j) - E * P) for side in ("max_left", "max_right")]
    sums = lambda claim, *facts: spec(
        induct(w, ar(claim(ZERO)), discharge(claim(w), ar(claim(SUCC(w)), assume(claim(w)), *facts))), m
    )
    place = lambda c, k, H: mp(spec(sums_at_one_place(c, k), m), H)
    pos = sums(lambda w: real(0) <= total(lam(j, term_(j)), w), *sides(w))
    own = (E - 1) * P
    at_k = lambda j: truth(eq(j, k)) * own

    def term_below(j):
        """Term j is at least P - E p(j), and at place k at least 0."""
        yes, no = assume(eq(j, k)), assume(not_(eq(j, k)))
        goal = P - E * p(j) + at_k(j) <= term_(j)
        here = subst(symmetric(yes), refl(P), lambda v: eq(p(v), P))
        one = ar(goal, use(decided(eq(j, k))[0], yes), here, *sides(j), factors=[own, E])
        return cases(eq(j, k), one, ar(goal, use(decided(eq(j, k))[1], no), *sides(j), factors=[own]))

    row = lambda w: num(w) * P - E * total(p, w) + total(lam(j, at_k(j)), w)
    low = sums(lambda w: row(w) <= total(lam(j, term_(j)), w), term_below(w))
    base = ar(K * P - E * (s - P) <= both, low, place(own, k, H))
    # P <= s
    t = lambda j: truth(eq(j, k))
    here = lambda j, k: subst(symmetric(assume(eq(j, k))), refl(p(k)), lambda v: eq(p(v), p(k)))

    def part(j, k):
        """The number [j = k] p(k) is at most p(j)."""
        yes, no = assume(eq(j, k)), assume(not_(eq(j, k)))
        goal, one, zero = truth(eq(j, k)) * p(k) <= p(j), *decided(eq(j, k))[:2]
        first = ar(goal, use(one, yes), here(j, k), factors=[p(k)])
        return cases(eq(j, k), first, ar(goal, use(zero, no), spec(p0, j), factors=[p(k)]))

    one_s = sums(lambda w: total(lam(j, t(j) * P), w) <= total(p, w), part(w, k))
    one_s = ar(s >= P, one_s, place(P, k, H))
    goal = lambda v: K * P * ((E + 1) * p(v) - E * s) <= both * s
    kp = ar(real(0) <= K * P, n0, pk)
    s0 = ar(real(0) <= s, one_s, pk)
    # the type itself is the likeliest
    U = P - E * (s - P)
    claim = lambda w: or_(num(w).eq(0), real(1) <= num(w))
    step = either(
        num(SUCC(w)).eq(0), real(1) <= num(SUCC(w)), ar(real(1) <= num(SUCC(w)), spec(numbers_are_not_negative.thm, w))
    )
    start = either(num(ZERO).eq(0), real(1) <= num(ZERO), ar(num(ZERO).eq(0)))
    nat = spec(induct(w, start, discharge(claim(w), step)), n)
    rest = ar(real(0) <= E * (s - P), e1, one_s)
    kU = split(
        nat, ar(both >= K * U, assume(K.eq(0)), pos, factors=[U]),
        ar(both >= K * U, base, ar(E * (s - P) <= K * (E * (s - P)), rest, assume(real(1) <= K))),
    )  # fmt: skip
    first = ar(goal(k), ar(P * both >= P * (K * U), kU, pk), ar(P * both <= s * both, one_s, pos))
    yes, no = assume(eq(l, k)), assume(not_(eq(l, k)))
    first = subst(symmetric(yes), first, goal)
    # another type is
    inside = assume(among(m, l))
    q, W = p(l), p(l) - E * (s - p(l))
    c = q - E * P - P + E * q
    u = lambda j: truth(eq(j, l))

    def apart(j):
        """Place l is not place k."""
        at_l, at_k_ = assume(eq(j, l)), assume(eq(j, k))
        return refuting(eq(j, k), contradiction(no, subst(at_l, at_k_, lambda v: eq(v, k))))

    def by_place(goal, j, factors, *facts):
        yes_, no_ = assume(eq(j, l)), assume(not_(eq(j, l)))
        known = use(decided(eq(j, l))[0], yes_), use(decided(eq(j, k))[1], apart(j)), here(j, l)
        return cases(
            eq(j, l), ar(goal, *known, *facts, factors=factors),
            ar(goal, use(decided(eq(j, l))[1], no_), *facts, factors=factors),
        )  # fmt: skip

    point = by_place(P - E * p(w) + at_k(w) + u(w) * c <= term_(w), w, [c, own, E], term_below(w), *sides(w))
    low = sums(lambda w: row(w) + total(lam(j, u(j) * c), w) <= total(lam(j, term_(j)), w), point)
    V = (K - 1) * P + W
    vb = ar(both >= V, low, place(own, k, H), place(c, l, inside))
    pair = by_place(t(w) * P + u(w) * q <= p(w), w, [P, q], part(w, k), spec(p0, w))
    pair = sums(lambda w: total(lam(j, t(j) * P), w) + total(lam(j, u(j) * q), w) <= total(p, w), pair)
    pq = ar(P + q <= s, pair, place(P, k, H), place(q, l, inside))
    two = by_place(t(w) + u(w) <= 1, w, [real(1)], decided(eq(w, k))[3])
    two = sums(lambda w: total(lam(j, t(j)), w) + total(lam(j, u(j)), w) <= num(w), two)
    ones = [mp(right(spec(one_place_in_n(x_), m)), h) for x_, h in ((k, H), (l, inside))]
    k1 = ar(real(1) <= K, two, *ones)
    w0, w1 = assume(real(0) <= W), assume(not_(real(0) <= W))
    pw = ar(s >= P + W, pq, ar(real(0) <= E * (s - q), e1, ar(real(0) <= s - q, pq, pk)))
    v0 = ar(real(0) <= V, k1, pk, w0)
    grown = ar(K * P * W <= V * (P + W), ar(real(0) <= (K - 1) * (P * P), k1, squares=[P]), squares=[W])
    large = ar(goal(l), grown, ar(V * s >= V * (P + W), pw, v0), ar(V * s <= both * s, vb, s0))
    neg = use(ax("total", 0, W), w1)
    small = ar(goal(l), ar(K * P * W <= 0, kp, neg), ar(real(0) <= both * s, pos, s0))
    every = cases(yes.concl, first, cases(w0.concl, large, small))
    # the largest, divided by the sum
    L = largest(p, n)
    cc, d = K * P * (E + 1), both * s + K * P * E * s
    c0 = ar(real(0) <= cc, kp, e1)
    bound = left(spec(use(largest_is_least_bound(p, cc, d), c0), n))
    th = mp(bound, gen(l, discharge(inside.concl, ar(cc * p(l) <= d, every))))
    x = L * INV(s) - E * INV(E + 1)
    gain = (E + 1) * (P * MAX(0, x))
    none, some_ = assume(s <= 0), assume(not_(s <= 0))
    p_is_0 = use(ax("antisymmetry", P, 0), ar(P <= 0, one_s, none), pk)
    end = K * gain <= both
    empty = ar(end, p_is_0, pos, factors=[K * (E + 1) * MAX(0, x)])
    (us, is_), (ue, _) = positive(s, some_), positive(E + 1, ar(real(1) <= E + 1, e1))
    lo, hi = assume(x <= 0), assume(not_(x <= 0))
    zero = use(
        ax("antisymmetry", MAX(0, x), 0), use(ax("max_least", 0, x, 0), ar(real(0) <= 0), lo), ax("max_left", 0, x)
    )
    flat = ar(end, zero, pos, factors=[K * (E + 1) * P])
    up = use(ax("total", x, 0), hi)
    equal = use(ax("antisymmetry", MAX(0, x), x), use(ax("max_least", 0, x, x), up, ar(x <= x)), ax("max_right", 0, x))
    scaled = ar(((E + 1) * (P * x)).eq(P * ((E + 1) * (L * INV(s)) - E)), ue, factors=[P * E])
    value = ar(K * P * ((E + 1) * (L * INV(s)) - E) <= both, ar(INV(s) * (cc * L) <= INV(s) * d, th, is_), us,
               factors=[both, K * P * E])  # fmt: skip
    high = ar(end, value, scaled, equal, factors=[K, K * (E + 1) * P])
    return cases(none.concl, empty, cases(lo.concl, flat, high))


@theorem(place="smoothed-dp, Guesses")
def mean_of_pairs_bounds_the_utility(
    E: Odds, n: Nat, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(N, A, Nonneg), k: Nat, worst: Real
):
    """With n + 1 types n u is at most the sum of all D + D' with the true one, so u at most their largest."""
    law_ = lambda j: weighted(M, p(j))
    pair_ = lambda j: divergence(E, law_(k), law_(j)) + divergence(E, law_(j), law_(k))
    u = utility_of(E, M, n, p, k)
    return implies(
        integral(ig, M), each(N, lambda j: ig(p(j)) & M(p(j)).eq(1)), among(SUCC(n), k),
        (num(n) * u <= total(pair_, SUCC(n)))
        & implies(real(1) <= num(n), each(N, lambda j: implies(not_(eq(j, k)), pair_(j) <= worst)), u <= worst),
    )  # fmt: skip


@theorem
def best_of_densities_is_bounded(n: Nat, p: Fun(N, A, Nonneg)):
    """The largest posterior probability is between 0 and 1."""
    best = function(A, lambda a: largest(lambda j: p(j)(a), n) * INV(total(lambda j: p(j)(a), SUCC(n))))
    return test(best)


@best_of_densities_is_bounded.proof
def _(n, p, p0):
    w = var("w", N)
    f = lam(j, p(j)(a))
    pj = at(p0, w, a)
    L, s = (lambda n: largest(f, n)), (lambda n: total(f, n))
    claim = lambda w: ((real(0) <= L(w)) & (L(w) <= s(SUCC(w)))) & (real(0) <= s(w))
    hyp = assume(claim(w))
    l0, ls, s0 = left(left(hyp)), right(left(hyp)), right(hyp)
    t = f(SUCC(w))
    pn = at(p0, SUCC(w), a)
    up = use(ax("max_least", L(w), t, s(SUCC(SUCC(w)))), ar(L(w) <= s(SUCC(SUCC(w))), ls, pn),
             ar(t <= s(SUCC(SUCC(w))), ar(real(0) <= s(SUCC(w)), s0, pj)))  # fmt: skip
    step = conj(
        conj(ar(real(0) <= L(SUCC(w)), l0, ax("max_left", L(w), t)), same(up, L(SUCC(w)) <= s(SUCC(SUCC(w))))),
        ar(real(0) <= s(SUCC(w)), s0, pj),
    )
    first = at(p0, ZERO, a)
    base = conj(conj(ar(real(0) <= L(ZERO), first), ar(L(ZERO) <= s(SUCC(ZERO)))), ar(real(0) <= s(ZERO)))
    th = spec(induct(w, base, discharge(hyp.concl, step)), n)
    l0, ls = left(left(th)), right(left(th))
    x, S = L(n) * INV(s(SUCC(n))), s(SUCC(n))
    none, some_ = assume(S <= 0), assume(not_(S <= 0))
    zero = use(ax("antisymmetry", L(n), 0), ar(L(n) <= 0, ls, none), l0)
    unit, i0 = positive(S, some_)
    low = cases(none.concl, ar(real(0) <= x, zero, factors=[INV(S)]), ar(real(0) <= x, l0, i0))
    high = cases(none.concl, ar(x <= 1, zero, factors=[INV(S)]), ar(x <= 1, ls, unit, i0, hints=[(0, 2)]))
    return make_test(a, x, low, high)


@mean_of_pairs_bounds_the_utility.proof
def _(E, n, ig, M, p, k, worst, e1, p0, iM, good, H):
    w, m = var("w", N), SUCC(n)
    law_ = lambda j: weighted(M, p(j))
    e0 = ar(real(0) <= E, e1)
    D = lambda i, j: divergence(E, law_(i), law_(j))
    ij = lambda j: left(spec(good, j))
    lj = lambda j: use(law_of_density(ig, M, p(j)), iM, ij(j), spec(p0, j), right(spec(good, j)))

    def part(i_, j_):
        # a positive part is integrable, and its mean is at most the divergence
        s = step(p(i_)(a) - E * p(j_)(a))
        u = p(i_)(a) - E * p(j_)(a)
        near = left(use(divergence_at_any_odds(E, law_(i_), law_(j_)), lj(i_), lj(j_)))
        ev = use(tests_decide_events(E, D(i_, j_), law_(i_), law_(j_)), lj(i_), lj(j_), near)
        th = use(events_decide_divergence(E, D(i_, j_), ig, M, p(i_), p(j_)), iM, ij(i_), ij(j_), ev)
        W = Mean(iM, step_is_bounded(a, u), inside=[ij(i_), ij(j_)])
        inside = W.good(a, s * p(i_)(a) - E * (s * p(j_)(a)))
        equal = ext(a, ar(eq(s * p(i_)(a) - E * (s * p(j_)(a)), MAX(0, u)), left(fact("step_splits", u))))
        g = var("g", fn(A, R))
        inside = same(
            replace(equal, same(inside, ig(lam(a, s * p(i_)(a) - E * (s * p(j_)(a))))), lam(g, ig(g))),
            ig(lam(a, MAX(0, u))),
        )
        return inside, th

    (i1, t1), (i2, t2) = part(k, w), part(w, k)
    term_ = lambda j: MAX(0, p(k)(a) - E * p(j)(a)) + MAX(0, p(j)(a) - E * p(k)(a))
    sums = lambda w: lam(a, total(lam(j, term_(j)), w))
    pairs = lambda w: total(lam(j, D(k, j) + D(j, k)), w)
    claim = lambda w: ig(sums(w)) & (M(sums(w)) <= pairs(w))
    hyp = assume(claim(w))
    old = left(hyp)
    V = Mean(iM, inside=[old, i1, i2])
    whole = total(lam(j, term_(j)), w) + (MAX(0, p(k)(a) - E * p(w)(a)) + MAX(0, p(w)(a) - E * p(k)(a)))
    more = same(V.good(a, whole), ig(sums(SUCC(w))))
    line = V.linear(a, whole)
    add = ar(M(sums(SUCC(w))) <= pairs(SUCC(w)), line, right(hyp), t1, t2)
    none, empty = nothing_is_integrable(ig, M, p(k), iM, ij(k))
    base = conj(same(none, ig(sums(ZERO))), ar(M(sums(ZERO)) <= pairs(ZERO), same(empty, M(sums(ZERO)).eq(0))))
    every = induct(w, base, discharge(hyp.concl, conj(more, add)))
    th = spec(every, m)
    f = lam(j, p(j)(a))
    point = use(utility_at_an_output_of_many_types(E, n, f, k), e1, gen(j, at(p0, j, a)), H)
    x = largest(f, n) * INV(total(f, m))
    h = MAX(0, x - E * INV(E + 1))
    bx = use(tests_are_bounded(lam(a, x)), use(best_of_densities_is_bounded(n, p), p0))
    bh = observable(a, h, [bx])
    last = [left(spec(every, n)), part(k, n)[0], part(n, k)[0]]
    V = Mean(iM, bh, bx, inside=[ij(k), *last])
    mean = V.le(a, ar(num(n) * ((E + 1) * (p(k)(a) * h)) <= total(lam(j, term_(j)), m), point))
    u = utility_of(E, M, n, p, k)
    line = V.linear(a, total(lam(j, term_(j)), m))
    first = ar(num(n) * u <= pairs(m), mean, line, same(right(th), M(sums(m)) <= pairs(m)))
    n1 = assume(real(1) <= num(n))
    each_ = assume(forall(j, implies(not_(eq(j, k)), D(k, j) + D(j, k) <= worst)))
    # the pair of k with itself has no loss
    same_law = use(
        weaker(1, E, 0, 0, law_(k), law_(k)), lj(k), lj(k), use(reflexive(law_(k)), lj(k)), e1, ar(real(0) <= 0)
    )
    own = use(at(right(use(divergence_at_any_odds(E, law_(k), law_(k)), lj(k), lj(k))), 0), same_law)
    yes, no = assume(eq(w, k)), assume(not_(eq(w, k)))
    t = truth(eq(w, k))
    goal = D(k, w) + D(w, k) <= worst - t * worst
    here = subst(symmetric(yes), own, lambda v: D(k, v) <= 0), subst(symmetric(yes), own, lambda v: D(v, k) <= 0)
    bound = cases(
        yes.concl, ar(goal, use(decided(yes.concl)[0], yes), *here, factors=[worst]),
        ar(goal, use(decided(yes.concl)[1], no), mp(spec(each_, w), no), factors=[worst]),
    )  # fmt: skip
    at_k = lambda w: total(lam(j, truth(eq(j, k)) * worst), w)
    claim = lambda w: pairs(w) <= num(w) * worst - at_k(w)
    all_ = spec(induct(w, ar(claim(ZERO)), discharge(claim(w), ar(claim(SUCC(w)), assume(claim(w)), bound))), m)
    place = mp(spec(sums_at_one_place(worst, k), m), H)
    unit, i0 = positive(num(n), n1)
    low = ar(num(n) * u <= num(n) * worst, first, all_, place)
    end = ar(u <= worst, low, unit, i0, hints=[(0, 2)], factors=[u, worst])
    return conj(first, discharge(n1.concl, discharge(each_.concl, end)))


def nothing_is_integrable(ig, M, f, iM, good):
    """ig(0) and M 0 = 0, from an integrable function."""
    rules = Mean(iM, inside=[good])._rules(f, f, good, good)
    th = use(at(rules[3], lam(a, real(0))), observable(a, real(0)))
    equal, g = ext(a, ar((0 * f(a)).eq(0))), var("g", fn(A, R))
    zero = lam(a, 0 * f(a))
    inside = same(replace(equal, same(th, ig(zero)), lam(g, ig(g))), ig(lam(a, real(0))))
    scale = same(at(rules[4], 0), M(zero).eq(0 * M(f)))
    value = ar(M(zero).eq(0), scale, factors=[real(1)])
    return inside, same(replace(equal, value, lam(g, M(g).eq(0))), M(lam(a, real(0))).eq(0))


@theorem(place="smoothed-dp, Lemma 1", claims="utility-at-most-twice-the-delta-of-dp")
def utility_of_a_private_mechanism_of_many_types(
    near: Fun(X, X, o), E: Odds, d: Real, n: Nat, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(X, A, R),
    x: Fun(N, X), k: Nat,
):  # fmt: skip
    """Under (log E, d) the utility of n + 1 types is at most 2 d; the databases x(j) of the types are neighbours."""
    return implies(
        integral(ig, M), each(X, lambda x: ig(p(x)) & M(p(x)).eq(1)),
        each(X, lambda x: each(A, lambda a: real(0) <= p(x)(a))),
        each(N, lambda i: each(N, lambda j: implies(not_(eq(i, j)), near(x(i), x(j))))),
        private(near, lambda x: weighted(M, p(x)), E, d), real(1) <= num(n), among(SUCC(n), k),
        utility_of(E, M, n, lambda j: p(x(j)), k) <= 2 * d,
    )  # fmt: skip


@utility_of_a_private_mechanism_of_many_types.proof
def _(near, E, d, n, ig, M, p, x, k, e1, iM, good, pos, links, priv, n1, H):
    q = lam(j, p(x(j)))
    law_ = lambda j: weighted(M, q(j))
    lj = lambda j: use(law_of_density(ig, M, q(j)), iM, left(at(good, x(j))), at(pos, x(j)), right(at(good, x(j))))
    th = mean_of_pairs_bounds_the_utility(E, n, ig, M, q, k, 2 * d)
    th = use(th, e1, gen(j, gen(a, at(pos, x(j), a))), iM, gen(j, at(good, x(j))), H)
    no = assume(not_(eq(j, k)))
    turned = refuting(eq(k, j), contradiction(no, symmetric(assume(eq(k, j)))))

    def small(i_, j_, H_):
        near_ = use(at(priv, x(i_), x(j_)), use(at(links, i_, j_), H_))
        least_ = right(use(divergence_at_any_odds(E, law_(i_), law_(j_)), lj(i_), lj(j_)))
        return use(at(least_, d), same(near_, close(E, d, law_(i_), law_(j_))))

    D = lambda i, j: divergence(E, law_(i), law_(j))
    pair = ar(D(k, j) + D(j, k) <= 2 * d, small(k, j, turned), small(j, k, no))
    return use(right(th), n1, gen(j, discharge(no.concl, pair)))
