"""Sums and steps of the project: reciprocal squares, intervals without values, counts, scores moved by one."""

from sdp_proofs.logic.theories.coins import choose
from sdp_proofs.logic.theories.counts_and_tails import binomials_of_neighbours
from sdp_proofs.logic.theories.entropies import exp_is_positive, positive_sums
from sdp_proofs.logic.theories.lecture_facts import *
from sdp_proofs.logic.theories.pairs import within
from sdp_proofs.logic.vocabulary import *

x = var("x", X)
i, j, k, n = (var(name, N) for name in ("i", "j", "k", "n"))


@theorem(place="Accounting by moments", claims="reciprocal-squares-beyond-a-frequency")
def reciprocal_squares_beyond_a_frequency(K: Odds, h: Real, pi: Real):
    """Sums of 1/k^2 for K < k <= j are at most 1/K - 1/j, so below 1/K; times 1/(pi h) at most 1/(pi K h)."""
    square = lambda m: INV((K + num(m) + 1) * (K + num(m) + 1))
    sums = lambda n: total(function(N, square), n)
    one = each(N, lambda n: (sums(n) <= INV(K) - INV(K + num(n))) & (sums(n) <= INV(K)))
    return one & implies(below(0, h), below(0, pi), each(N, lambda n: sums(n) * INV(pi * h) <= INV(pi * (K * h))))


@reciprocal_squares_beyond_a_frequency.proof
def _(K, h, pi, k1):
    m = K + num(k)
    n0 = spec(numbers_are_not_negative.thm, k)
    (u, i0), (w, j0) = positive(m, ar(real(1) <= m, k1, n0)), positive(m + 1, ar(real(1) <= m + 1, k1, n0))
    z = (m + 1) * (m + 1)
    x, y, s = INV(m), INV(m + 1), INV(z)
    square0 = ar(real(1) <= z, ar(real(1) <= m + 1, k1, n0), hints=[(0, 0)])
    v, s0 = positive(z, square0)
    s_is = ar(s.eq(y * y), v, w, factors=[y * y, s * (m + 1), s, s * y * (m + 1), s * (m + 1) * (m + 1) * y])
    both = ar((x - y).eq(x * y), u, w, factors=[x, y, x * y])
    less = ar(y <= x, both, ar(real(0) <= x * y, i0, j0))
    step = ar(s <= x - y, s_is, both, ar(y * y <= x * y, less, j0))
    sums = lambda n: total(lam(k, INV((K + num(k) + 1) * (K + num(k) + 1))), n)
    claim = lambda n: sums(n) <= INV(K) - INV(K + num(n))
    inner = ar((K + num(ZERO)).eq(K))
    at_0 = subst(symmetric(inner), ar(sums(ZERO) <= INV(K) - INV(K)), lambda v: sums(ZERO) <= INV(K) - INV(v))
    move = ar((m + 1).eq(K + num(SUCC(k))))
    step = subst(move, step, lambda v: s <= x - INV(v))
    nexts = ar(sums(SUCC(k)) <= INV(K) - INV(K + num(SUCC(k))), assume(claim(k)), step)
    every = induct(k, at_0, discharge(claim(k), nexts))
    at_n = spec(every, n)
    _, last0 = positive(K + num(n), ar(real(1) <= K + num(n), k1, spec(numbers_are_not_negative.thm, n)))
    low = ar(sums(n) <= INV(K), at_n, last0)
    h0, p0 = assume(below(0, h)), assume(below(0, pi))
    product_ = use(fact("products_are_positive", pi, h), p0, h0)
    (uh, ih), (uk, ik) = positive(pi * h, product_), positive(K, k1)
    kp = use(fact("products_are_positive", K, h), strict(K, k1), h0)
    whole = use(fact("products_are_positive", pi, K * h), p0, kp)
    uw, _ = positive(pi * (K * h), whole)
    a_, b_, c_ = INV(pi * h), INV(K), INV(pi * (K * h))
    equal = ar(
        (b_ * a_).eq(c_), uh, uk, uw, factors=[c_ * b_ * K, c_, a_ * b_, c_ * pi * h * a_, c_ * K * pi * h * a_ * b_]
    )
    top = ar(sums(n) * a_ <= c_, ar(sums(n) * a_ <= b_ * a_, low, ih), equal)
    return conj(gen(n, conj(at_n, low)), discharge(h0.concl, discharge(p0.concl, gen(n, top))))


@theorem(place="Finite laws", claims="finitely-many-values-leave-an-interval")
def finitely_many_values_leave_an_interval(x: Fun(N, R), low: Real, high: Real):
    """In every interval there is one that avoids the first n values of a sequence, for every n."""
    u, v = var("u", R), var("v", R)
    inside_ = (low <= u) & (below(u, v) & (v <= high))
    misses = lambda n: each(N, lambda k: implies(among(n, k), or_(below(x(k), u), below(v, x(k)))))
    return implies(below(low, high), each(N, lambda n: exists(lam(u, exists(lam(v, inside_ & misses(n)))))))


@finitely_many_values_leave_an_interval.proof
def _(x, low, high, some_):
    u, v = var("u", R), var("v", R)
    inside_ = lambda u, v: (low <= u) & (below(u, v) & (v <= high))
    misses = lambda u, v, n: forall(k, implies(among(n, k), or_(below(x(k), u), below(v, x(k)))))
    holds = lambda u, v, n: inside_(u, v) & misses(u, v, n)
    s_, t_ = var("s", R), var("t", R)
    of_u = lambda n: lam(s_, exists(lam(t_, holds(s_, t_, n))))
    claim = lambda n: exists(of_u(n))

    def shown(s, t, n, th):
        inner = witness(t, to(th, holds(s, t, n)), lam(t_, holds(s, t_, n)))
        return witness(s, inner, of_u(n))

    nobody = assume(among(ZERO, k))
    none = gen(k, discharge(nobody.concl, absurd(nobody, or_(below(x(k), low), below(high, x(k))))))
    start = conj(ar(low <= low), conj(some_, ar(high <= high)))
    base = shown(low, high, ZERO, conj(start, none))
    hyp = assume(claim(n))

    def step(th):
        known = to(th, holds(u, v, n))
        edges, old = left(known), right(known)
        lo, uv, hi = left(edges), left(right(edges)), right(right(edges))
        third = (v - u) * Fraction(1, 3)
        uv0 = use(ax("total", v, u), same(uv, not_(v <= u)))
        y = x(n)
        near, far = assume(y <= u + (v - u) * HALF), assume(not_(y <= u + (v - u) * HALF))

        def made(s, t, last, proof):
            """The interval from s to t, whose proof for place n is `last`."""
            strict_ = same(
                refuting(t <= s, contradiction(same(uv, not_(v <= u)), ar(v <= u, assume(t <= s)))), below(s, t)
            )
            edges_ = conj(ar(low <= s, lo, uv0), conj(strict_, ar(t <= high, hi, uv0)))
            in_ = assume(among(SUCC(n), k))
            before, here = assume(among(n, k)), assume(eq(k, n))
            goal = or_(below(x(k), s), below(t, x(k)))
            either_ = use(spec(old, k), before)
            one, two = assume(below(x(k), u)), assume(below(v, x(k)))
            wide = lambda th, a, b, *facts: same(
                refuting(b <= a, contradiction(th, ar(spine(th.concl)[1][0], assume(b <= a), *facts))), below(a, b)
            )
            first = split(
                either_,
                either(below(x(k), s), below(t, x(k)), wide(one, x(k), s, uv0)),
                either(below(x(k), s), below(t, x(k)), wide(two, t, x(k), uv0)),
            )
            second = subst(symmetric(here), proof(s, t, last), lambda w: or_(below(x(w), s), below(t, x(w))))
            th_ = gen(
                k,
                discharge(
                    in_.concl, split(same(in_, or_(before.concl, here.concl)), same(first, goal), same(second, goal))
                ),
            )
            return shown(s, t, SUCC(n), conj(edges_, th_))

        gap = lambda a, b, th, *facts: same(
            refuting(b <= a, contradiction(same(uv, not_(v <= u)), ar(v <= u, assume(b <= a), th, *facts))), below(a, b)
        )
        high_part = made(u + 2 * third, v, near, lambda s, t, th: either(below(y, s), below(t, y), gap(y, s, th, uv0)))
        far_ = use(ax("total", y, u + (v - u) * HALF), far)
        low_part = made(u, u + third, far_, lambda s, t, th: either(below(y, s), below(t, y), gap(t, y, th, uv0)))
        return cases(near.concl, high_part, low_part)

    inner = given(hyp, u, lambda th: given(to(th, exists(lam(v, holds(u, v, n)))), v, step))
    return induct(n, base, discharge(hyp.concl, inner))


@theorem(place="smoothed-dp, App. D.5, step 3")
def expectation_takes_a_power_less_than_stated(n: Nat, t: Fun(N, N)):
    """With t(i) = n + i: C(n+m-1, m-1) = prod (n+i)/i for 0 < i < m, each factor <= n + 1, at most (n+1)^(m-1)."""
    factor_ = lambda i: over(num(n) + num(i) + 1, num(i) + 1)
    count = lambda m: choose(t(m), m)
    grows_ = each(N, lambda i: num(t(i)).eq(num(n) + num(i)) & eq(t(SUCC(i)), SUCC(t(i))))
    small = each(N, lambda i: factor_(i) <= num(n) + 1)
    bound = each(N, lambda m: count(m).eq(product(function(N, factor_), m)) & (count(m) <= power(num(n) + 1, m)))
    return implies(grows_, small & bound)


@expectation_takes_a_power_less_than_stated.proof
def _(n, t, grows_):
    f = lambda i: over(num(n) + num(i) + 1, num(i) + 1)
    n0, i0 = spec(numbers_are_not_negative.thm, n), spec(numbers_are_not_negative.thm, i)
    u, v0 = positive(num(i) + 1, ar(real(1) <= num(i) + 1, i0))
    small = ar(
        f(i) <= num(n) + 1,
        ar(real(0) <= num(n) * num(i) * INV(num(i) + 1), ar(real(0) <= num(n) * num(i), n0, i0), v0),
        u,
        factors=[num(n) + 1, real(1), num(n)],
    )
    low = ar(real(0) <= f(i), ar(real(0) <= num(n) + num(i) + 1, n0, i0), v0)
    goal = lambda m: choose(t(m), m).eq(product(lam(i, f(i)), m)) & (
        (choose(t(m), m) <= power(num(n) + 1, m)) & (real(0) <= choose(t(m), m)))  # fmt: skip
    zero = lambda m: choose(m, ZERO).eq(1)
    zeros = induct(k, ar(zero(ZERO)), discharge(zero(k), ar(zero(SUCC(k)), assume(zero(k)))))
    z = spec(zeros, t(ZERO))
    base = conj(ar(choose(t(ZERO), ZERO).eq(product(lam(i, f(i)), ZERO)), z), conj(
        ar(choose(t(ZERO), ZERO) <= power(num(n) + 1, ZERO), z), ar(real(0) <= choose(t(ZERO), ZERO), z)))  # fmt: skip
    hyp = assume(goal(i))
    size, next_ = left(spec(grows_, i)), right(spec(grows_, i))
    up = left(spec(binomials_of_neighbours(t(i)), i))
    c, d = choose(t(i), i), choose(SUCC(t(i)), SUCC(i))
    d_is = ar(d.eq(c * f(i)), up, u, size, factors=[INV(num(i) + 1), d, c * INV(num(i) + 1)])
    old, most, c0 = left(hyp), left(right(hyp)), right(right(hyp))
    one = ar(d.eq(product(lam(i, f(i)), i) * f(i)), d_is, old, factors=[f(i)])
    two = ar(d <= power(num(n) + 1, i) * (num(n) + 1), d_is, ar(c * f(i) <= c * (num(n) + 1), small, c0),
             ar(c * (num(n) + 1) <= power(num(n) + 1, i) * (num(n) + 1), most, n0))  # fmt: skip
    three = ar(real(0) <= d, d_is, ar(real(0) <= c * f(i), c0, low))
    at_ = lambda w: choose(w, SUCC(i)).eq(product(lam(i, f(i)), SUCC(i))) & (
        (choose(w, SUCC(i)) <= power(num(n) + 1, SUCC(i))) & (real(0) <= choose(w, SUCC(i))))  # fmt: skip
    nexts = subst(symmetric(next_), to(conj(one, conj(two, three)), at_(SUCC(t(i)))), at_)
    every = induct(i, base, discharge(hyp.concl, to(nexts, goal(SUCC(i)))))
    m = var("m", N)
    whole = spec(every, m)
    return conj(gen(i, small), gen(m, conj(left(whole), left(right(whole)))))


@theorem(place="Accounting for choices", claims="one-record-moves-all-losses-within-an-interval")
def one_record_moves_all_losses_within_an_interval(w: Fun(N, R), f: Fun(N, R), e: Nonneg, n: Nat):
    """Weights w(r) > 0 become w(r) f(r), f between exp(-e/2) and exp(e/2): ratios of chances are within e."""
    m = SUCC(n)
    W, F = total(w, m), total(lambda k: w(k) * f(k), m)
    v, mean = EXP(e * HALF), over(F, W)
    ratio = lambda k: over(over(w(k) * f(k), F), over(w(k), W))
    t = LOG(over(v, mean))
    steps_ = each(N, lambda k: below(0, w(k)) & ((EXP(0 - e * HALF) <= f(k)) & (f(k) <= v)))
    between = each(N, lambda k: ratio(k).eq(over(f(k), mean)) & ((EXP(t - e) <= ratio(k)) & (ratio(k) <= EXP(t))))
    return implies(steps_, ((EXP(0 - e * HALF) <= mean) & (mean <= v)) & (((real(0) <= t) & (t <= e)) & between))


@one_record_moves_all_losses_within_an_interval.proof
def _(w, f, e, n, e0, steps_):
    m = SUCC(n)
    positive_sums_ = positive_sums(w, gen(k, left(spec(steps_, k))))
    W, Fk = (lambda n: total(w, n)), (lambda n: total(lam(k, w(k) * f(k)), n))
    v, low_v = EXP(e * HALF), EXP(0 - e * HALF)
    v0, l0 = exp_is_positive(e * HALF), exp_is_positive(0 - e * HALF)
    wk, lo, hi = left(spec(steps_, k)), left(right(spec(steps_, k))), right(right(spec(steps_, k)))
    wp = use(ax("total", w(k), 0), wk)
    down, up = ar(w(k) * low_v <= w(k) * f(k), lo, wp), ar(w(k) * f(k) <= w(k) * v, hi, wp)
    a_, b_ = lambda n: low_v * W(n) <= Fk(n), lambda n: Fk(n) <= v * W(n)
    n_ = var("m", N)
    lows = spec(
        induct(n_, ar(a_(ZERO)), discharge(a_(n_), ar(a_(SUCC(n_)), assume(a_(n_)), spec(gen(k, down), n_)))), m
    )
    highs = spec(induct(n_, ar(b_(ZERO)), discharge(b_(n_), ar(b_(SUCC(n_)), assume(b_(n_)), spec(gen(k, up), n_)))), m)
    W0 = spec(positive_sums_, n)
    uW, iW = positive(W(m), W0)
    x, F = W(m), Fk(m)
    mean = over(F, x)
    one = ar(low_v <= mean, ar(low_v * x * INV(x) <= F * INV(x), lows, iW), uW, factors=[low_v])
    two = ar(mean <= v, ar(F * INV(x) <= v * x * INV(x), highs, iW), uW, factors=[v])
    few = assume(mean <= 0)
    m0 = same(refuting(few.concl, contradiction(l0, ar(low_v <= 0, few, one))), below(0, mean))
    um, im = positive(mean, m0)
    few = assume(F <= 0)
    F0 = same(refuting(few.concl, contradiction(m0, ar(mean <= 0, ar(F * INV(x) <= 0, few, iW)))), below(0, F))
    uF, _ = positive(F, F0)
    q = over(v, mean)
    q0 = use(fact("products_are_positive", v, INV(mean)), v0, inverse_is_positive(mean, m0))
    t = LOG(q)
    # log v = e/2, and log q = log v - log mean
    back = fact("logs_undo_exponentials", e * HALF)
    split_ = quotient(v, mean, v0, m0)
    lm_high = ar(LOG(mean) <= e * HALF, use(fact("logs_are_monotone", mean, v), m0, two), back)
    lm_low = ar(
        0 - e * HALF <= LOG(mean),
        use(fact("logs_are_monotone", low_v, mean), l0, one),
        fact("logs_undo_exponentials", 0 - e * HALF),
    )
    t0, t1 = ar(real(0) <= t, split_, back, lm_high), ar(t <= e, split_, back, lm_low)
    ww = over(w(k), x)
    ww0 = use(fact("products_are_positive", w(k), INV(x)), wk, inverse_is_positive(x, W0))
    uww, _ = positive(ww, ww0)
    ratio = over(over(w(k) * f(k), F), ww)
    step = ar(
        (w(k) * f(k) * INV(F)).eq(over(f(k), mean) * ww),
        um,
        uF,
        uW,
        factors=[
            w(k) * f(k) * INV(F),
            f(k) * INV(mean) * w(k) * INV(x),
            w(k) * f(k) * INV(mean) * INV(F) * INV(x) * F,
            w(k) * f(k) * INV(mean) * INV(x),
        ],
    )
    equal = ar(ratio.eq(over(f(k), mean)), step, uww, factors=[INV(ww), over(f(k), mean)])
    e_t = use(ax("exp_log", q), same(q0, not_(q <= 0)))
    top = ar(ratio <= EXP(t), equal, e_t, ar(f(k) * INV(mean) <= v * INV(mean), hi, im))
    less = rewrite(ax("exp_plus", t, 0 - e), t + (0 - e), t - e)
    half = rewrite(ax("exp_plus", e * HALF, 0 - e), e * HALF + (0 - e), 0 - e * HALF)
    bottom = ar(
        EXP(t - e) <= ratio,
        less,
        e_t,
        half,
        equal,
        ar(low_v * INV(mean) <= f(k) * INV(mean), lo, im),
        factors=[EXP(0 - e), INV(mean)],
    )
    return conj(conj(one, two), conj(conj(t0, t1), gen(k, conj(equal, conj(bottom, top)))))


# ---- means over databases ------------------------------------------------------------------------------------------
@theorem(place="Ratios", claims="smoothed-ratios-within-twice-the-odds-plus-one")
def smoothed_ratios_within_twice_the_odds_plus_one(
    near: Fun(X, X, o), E: Odds, ig: Fun(Fun(A, R), o), M: mean_of(A), p: Fun(X, A, R), g: Fun(X, X), d: Real,
    laws: Fun(mean_of(X), o),
):  # fmt: skip
    """Under every law the ratio to a neighbour g(x) is within 2E + 1 with a mean chance of at least 1 - 2 d."""
    S = function(X, lambda x: weighted(M, p(x)))
    inside_ = function(X, lambda x: within(S(x), 2 * E + 1, p(x), p(g(x))))
    loss = function(X, lambda x: greatest_loss(near, S, E, x))
    return implies(
        integral(ig, M), each(X, lambda x: ig(p(x)) & M(p(x)).eq(1)),
        each(X, lambda x: each(A, lambda a: real(0) <= p(x)(a))), each(X, lambda x: near(x, g(x))),
        each(mean_of(X), lambda W: implies(laws(W), law(W))),
        each(mean_of(X), lambda W: implies(laws(W), W(loss) <= d)),
        each(mean_of(X), lambda W: implies(laws(W), (1 - 2 * W(loss) <= W(inside_)) & (1 - 2 * d <= W(inside_)))),
    )  # fmt: skip


@smoothed_ratios_within_twice_the_odds_plus_one.proof
def _(near, E, ig, M, p, g, d, laws, e1, iM, good, pos, linked, are, small):
    a, W = var("a", A), var("W", mean_of(X))
    e0, S, F = ar(real(0) <= E, e1), lam(x, weighted(M, p(x))), 2 * E + 1
    lM = gen(
        x,
        same(use(law_of_density(ig, M, p(x)), iM, left(spec(good, x)), spec(pos, x), right(spec(good, x))), law(S(x))),
    )
    window = lam(a, (p(x)(a) <= F * p(g(x))(a)) & (p(g(x))(a) <= F * p(x)(a)))
    inside_ = prob(S(x), window)
    loss = greatest_loss(near, S, E, x)
    th = use(
        ratios_within_twice_the_odds_plus_one(near, E, ig, M, p, x, g(x), real(0)), e1, iM, good, pos, spec(linked, x)
    )
    point_ = to(left(th), 1 - 2 * loss <= inside_)
    V = Mean(spec(lM, x), truth_is_bounded(a, window(a)))
    _, _, low, high = decided(window(a))
    is_test = make_test(x, inside_, ar(real(0) <= inside_, V.le(a, low)), ar(inside_ <= 1, V.le(a, high)))
    known = use(tests_are_bounded(lam(x, inside_), A=X), is_test)
    losses = use(tests_are_bounded(lam(x, loss), A=X), use(greatest_losses_are_tests(near, S, E), lM, e0))
    in_ = assume(laws(W))
    mean = Mean(use(spec(are, W), in_), known, losses).le(x, point_)
    first = ar(1 - 2 * W(lam(x, loss)) <= W(lam(x, inside_)), mean)
    second = ar(1 - 2 * d <= W(lam(x, inside_)), first, use(spec(small, W), in_))
    return gen(W, discharge(in_.concl, conj(first, second)))


@theorem(place="smoothed-dp, App. B, first display", claims="smoothed-delta-is-at-least-that-of-either-direction")
def smoothed_delta_is_at_least_that_of_either_direction(
    near: Fun(X, X, o), M: Mechanism[X, A], E: Nonneg, d: Real, g: Fun(X, X), laws: Fun(mean_of(X), o)
):
    """Under every law the mean loss is at least that to, or from, any choice g(x) of neighbours; so are the largest."""
    loss = function(X, lambda x: greatest_loss(near, M, E, x))
    there, back = (lambda x: divergence(E, M(x), M(g(x)))), (lambda x: divergence(E, M(g(x)), M(x)))
    one, two = function(X, there), function(X, back)
    each_law = lambda claim: each(mean_of(X), lambda W: implies(laws(W), claim(W)))
    return implies(
        each(X, lambda x: near(x, g(x))), each_law(law),
        each_law(lambda W: ((W(one) <= W(loss)) & (W(two) <= W(loss))) & (real(0) <= W(loss)))
        & implies(each_law(lambda W: W(loss) <= d), each_law(lambda W: (W(one) <= d) & (W(two) <= d))),
    )  # fmt: skip


@smoothed_delta_is_at_least_that_of_either_direction.proof
def _(near, M, E, d, g, laws, lM, e0, linked, are):
    W, f, a = var("W", mean_of(X)), var("f", fn(A, R)), var("a", A)
    loss = greatest_loss(near, M, E, x)
    pair_ = use(at(left(use(greatest_loss_is_least(near, M, E, x), lM, e0)), g(x)), spec(linked, x))
    lP, lQ = spec(lM, x), spec(lM, g(x))

    def below_loss(P, Q, lP, lQ, th):
        return mp(right(use(divergence_is_least_slack(E, loss, P, Q), e0, lP, lQ)), to(th, close(E, loss, P, Q)))

    def bounded_(P, Q, lP, lQ):
        """The divergence is between 0 and 1: the empty test, and E >= 0."""
        D = divergence(E, P, Q)
        H, known, low, high = a_test(f)
        p1, q0 = ar(P(f) <= 1, Mean(lP, known).le(a, high(a))), ar(real(0) <= Q(f), Mean(lQ, known).le(a, low(a)))
        most = least(E, real(1), P, Q, lP, lQ, ar(P(f) <= E * Q(f) + 1, p1, ar(real(0) <= E * Q(f), e0, q0)), f)
        none = lam(a, real(0))
        empty = make_test(a, real(0), ar(real(0) <= 0), ar(real(0) <= 1))
        zero = [Mean(l).linear(a, real(0)) for l in (lP, lQ)]
        some_ = ar(real(0) <= D, nearest(E, P, Q, lP, lQ, none, empty), *zero, factors=[E])
        return use(tests_are_bounded(lam(x, D), A=X), make_test(x, D, some_, most))

    P, Q = M(x), M(g(x))
    one, two = divergence(E, P, Q), divergence(E, Q, P)
    losses = use(tests_are_bounded(lam(x, loss), A=X), use(greatest_losses_are_tests(near, M, E), lM, e0))
    in_ = assume(laws(W))
    V = Mean(use(spec(are, W), in_), losses, bounded_(P, Q, lP, lQ), bounded_(Q, P, lQ, lP))
    w = W(lam(x, loss))
    first = ar(W(lam(x, one)) <= w, V.le(x, below_loss(P, Q, lP, lQ, left(pair_))))
    second = ar(W(lam(x, two)) <= w, V.le(x, below_loss(Q, P, lQ, lP, right(pair_))))
    third = ar(real(0) <= w, V.le(x, greatest_losses_are_not_negative_at(near, M, E, lM, e0)))
    whole = gen(W, discharge(in_.concl, conj(conj(first, second), third)))
    small = assume(forall(W, implies(laws(W), w <= d)))
    at_ = use(spec(small, W), in_)
    both = conj(ar(W(lam(x, one)) <= d, first, at_), ar(W(lam(x, two)) <= d, second, at_))
    return conj(whole, discharge(small.concl, gen(W, discharge(in_.concl, both))))


def greatest_losses_are_not_negative_at(near, M, E, lM, e0):
    return use(fact("greatest_losses_are_not_negative", near, M, E, x), lM, e0)


@theorem(place="dp-lecture, Integer queries, geometric mechanism", claims="geometric-probabilities-add-up-to-one")
def geometric_probabilities_add_up_to_one(c: Real):
    """With (1 - c)/(1 + c) c^|k|, 0 <= c < 1, those of -n, ..., n add up to 1 - 2 c^(n+1)/(1 + c), which tends to 1."""
    share = over(1 - c, 1 + c)
    mass = lambda n: share * (1 + 2 * total(function(N, lambda k: power(c, SUCC(k))), n))
    equal = each(N, lambda n: mass(n).eq(1 - over(2 * power(c, SUCC(n)), 1 + c)))
    near_one = each(R, lambda e: implies(below(0, e), not_(each(N, lambda n: mass(n) <= 1 - e))))
    return implies(real(0) <= c, below(c, 1), equal & near_one)


@geometric_probabilities_add_up_to_one.proof
def _(c, c0, c1):
    share = over(1 - c, 1 + c)
    u, i0 = positive(1 + c, ar(real(1) <= 1 + c, c0))
    sums = lambda n: total(lam(k, power(c, SUCC(k))), n)
    line = lambda n: ((1 - c) * (1 + 2 * sums(n))).eq(1 + c - 2 * power(c, SUCC(n)))
    every = induct(k, ar(line(ZERO)), discharge(line(k), ar(line(SUCC(k)), assume(line(k)))))
    mass = lambda n: share * (1 + 2 * sums(n))
    i_ = INV(1 + c)
    equal = ar(mass(n).eq(1 - 2 * power(c, SUCC(n)) * i_), spec(every, n), u, factors=[i_, real(1)])
    # c^n (1 + n (1 - c)) <= 1, so that c^n falls below every e > 0
    gap = use(ax("total", 1, c), same(c1, not_(real(1) <= c)))
    claim = lambda n: (real(0) <= power(c, n)) & (power(c, n) * (1 + num(n) * (1 - c)) <= 1)
    hyp = assume(claim(k))
    k0 = spec(numbers_are_not_negative.thm, k)
    g0 = ar(real(0) <= 1 - c, gap)
    p = power(c, k)
    low = ar(real(0) <= power(c, SUCC(k)), left(hyp), c0)
    less = ar(
        c * (1 + num(SUCC(k)) * (1 - c)) <= 1 + num(k) * (1 - c),
        g0,
        ar(real(0) <= (1 - c) * (1 - c), squares=[1 - c]),
        ar(real(0) <= num(k) * ((1 - c) * (1 - c)), k0, ar(real(0) <= (1 - c) * (1 - c), squares=[1 - c])),
    )
    nexts = ar(power(c, SUCC(k)) * (1 + num(SUCC(k)) * (1 - c)) <= 1, right(hyp),
               ar(p * (c * (1 + num(SUCC(k)) * (1 - c))) <= p * (1 + num(k) * (1 - c)), less, left(hyp)))  # fmt: skip
    base = conj(ar(real(0) <= power(c, ZERO)), ar(power(c, ZERO) * (1 + num(ZERO) * (1 - c)) <= 1))
    falls = induct(k, base, discharge(hyp.concl, conj(low, nexts)))
    e = var("e", R)
    e0 = assume(below(0, e))
    all_ = assume(forall(n, mass(n) <= 1 - e))
    # e <= 2 c^(n + 1)/(1 + c) <= 2 c^n, so e (1 + n (1 - c)) <= 2 for all n
    step = ar(e <= 2 * power(c, SUCC(n)) * i_, spec(all_, n), equal)
    pn, at_n = left(spec(falls, n)), right(spec(falls, n))
    c_le = ar(c * i_ <= 1, u, i0)
    small = ar(e <= 2 * power(c, n), step, ar(power(c, n) * (c * i_) <= power(c, n), c_le, pn))
    n0 = spec(numbers_are_not_negative.thm, n)
    h0 = ar(real(0) <= 1 + num(n) * (1 - c), ar(real(0) <= num(n) * (1 - c), n0, g0))
    top = ar(
        e * (1 + num(n) * (1 - c)) <= 2,
        ar(e * (1 + num(n) * (1 - c)) <= 2 * power(c, n) * (1 + num(n) * (1 - c)), small, h0),
        at_n,
    )
    s = e * (1 - c)
    s0 = use(
        fact("products_are_positive", e, 1 - c),
        e0,
        same(refuting(1 - c <= 0, contradiction(c1, ar(real(1) <= c, assume(1 - c <= 0)))), below(0, 1 - c)),
    )
    us, is_ = positive(s, s0)
    ep = use(ax("total", e, 0), e0)
    bound = ar(
        num(n) <= 2 * INV(s),
        ar(num(n) * s * INV(s) <= 2 * INV(s), ar(num(n) * s <= 2, top, ep), is_),
        us,
        factors=[num(n)],
    )
    wrong = contradiction(fact("archimedes", 2 * INV(s)), gen(n, bound))
    last = gen(e, discharge(e0.concl, refuting(all_.concl, wrong)))
    return conj(gen(n, equal), last)
