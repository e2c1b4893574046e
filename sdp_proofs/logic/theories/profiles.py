"""The divergence as a function of the odds: mirror, chords, sampling, mixtures, data processing, adaptivity."""

from sdp_proofs.logic.theories.paper import *
from sdp_proofs.logic.vocabulary import *

a, b, x, y, z = var("a", A), var("b", B), var("x", X), var("y", X), var("z", Z)
f, r_, s_ = var("f", fn(A, R)), var("r", R), var("s", R)


@theorem
def divergence_at_any_odds(E: Real, P: Law[A], Q: Law[A]):
    """At any odds, negative ones too, the divergence is the least slack of closeness."""
    D = divergence(E, P, Q)
    return close(E, D, P, Q) & each(R, lambda d: implies(close(E, d, P, Q), d >= D))


@divergence_at_any_odds.proof
def _(E, P, Q, lP, lQ):
    g, d = var("g", fn(A, R)), var("d", R)
    H, ob, low, high = a_test(f)
    gains = normal(divergence(E, P, Q)).parts[1]
    claim = lambda value: lam(g, test(g) & value.eq(P(g) - E * Q(g)))
    gain = P(f) - E * Q(f)
    member = same(witness(f, conj(H, refl(gain)), claim(gain)), gains(gain))

    def bounded_by(c, bound):
        found = same(assume(gains(s_)), exists(claim(s_)))
        th = given(found, g, lambda th: ar(s_ <= c, right(th), bound(same(left(th), test(g)))))
        return gen(s_, discharge(gains(s_), th))

    def most(t):
        known, sides = use(tests_are_bounded(g), t), at(t, a)
        p1, q0, q1 = (
            Mean(lP, known).le(a, right(sides)),
            Mean(lQ, known).le(a, left(sides)),
            Mean(lQ, known).le(a, right(sides)),
        )
        m = MAX(0, 0 - E)
        return ar(P(g) - E * Q(g) <= 1 + m, p1, q0, q1, ax("max_left", 0, 0 - E), ax("max_right", 0, 0 - E))

    up = bounded_by(1 + MAX(0, 0 - E), most)
    first = use(ax("lub_above", gains, gain, 1 + MAX(0, 0 - E)), member, up)
    first = for_tests(ar(P(f) <= E * Q(f) + divergence(E, P, Q), first), f, close(E, divergence(E, P, Q), P, Q))
    near = assume(close(E, d, P, Q))
    n = lam(a, real(0))
    none = make_test(a, real(0), ar(real(0) <= 0), ar(real(0) <= 1))
    some_ = same(witness(n, conj(none, refl(P(n) - E * Q(n))), claim(P(n) - E * Q(n))), gains(P(n) - E * Q(n)))
    second = use(ax("lub_least", gains, P(n) - E * Q(n), d), some_, bounded_by(d, lambda t: use(at(near, g), t)))
    return conj(first, gen(d, discharge(near.concl, same(second, divergence(E, P, Q) <= d))))


def nearest(E, P, Q, lP, lQ, f, H):
    """P f <= E Q f + D for a test f; E, P, Q may be of any set."""
    th = use(divergence_at_any_odds(E, P, Q, A=f.ty[1]), lP, lQ)
    return use(at(left(th), f), H)


def least(E, d, P, Q, lP, lQ, th, f):
    """The divergence is at most d, from P f <= E Q f + d for a test f."""
    whole = use(divergence_at_any_odds(E, P, Q, A=f.ty[1]), lP, lQ)
    return use(at(right(whole), d), for_tests(th, f, close(E, d, P, Q)))


@theorem(place="Accounting by profiles")
def delta_falls_in_epsilon(E: Real, F: Real, P: Law[A], Q: Law[A]):
    """Larger odds leave a smaller divergence, so an epsilon that meets delta is met by all larger ones."""
    D = lambda E: divergence(E, P, Q)
    return implies(E <= F, (D(F) <= D(E)) & each(R, lambda d: implies(D(E) <= d, D(F) <= d)))


@delta_falls_in_epsilon.proof
def _(E, F, P, Q, lP, lQ, le):
    H, known, low, high = a_test(f)
    q0 = Mean(lQ, known).le(a, low(a))
    D = divergence(E, P, Q)
    th = ar(P(f) <= F * Q(f) + D, nearest(E, P, Q, lP, lQ, f, H), le, q0)
    fall = least(F, D, P, Q, lP, lQ, th, f)
    d = var("d", R)
    small = assume(d >= D)
    return conj(fall, gen(d, discharge(small.concl, ar(divergence(F, P, Q) <= d, fall, small))))


@theorem(place="Accounting by profiles", claims="profiles-lie-below-their-chords")
def profiles_lie_below_their_chords(w: Rate, E: Real, F: Real, P: Law[A], Q: Law[A]):
    """Between two odds the divergence is at most the mean of its values there: it is convex in the odds."""
    D = lambda E: divergence(E, P, Q)
    return D(w * E + (1 - w) * F) <= w * D(E) + (1 - w) * D(F)


@profiles_lie_below_their_chords.proof
def _(w, E, F, P, Q, w0, w1, lP, lQ):
    H, _, _, _ = a_test(f)
    one, two = nearest(E, P, Q, lP, lQ, f, H), nearest(F, P, Q, lP, lQ, f, H)
    G, d = w * E + (1 - w) * F, w * divergence(E, P, Q) + (1 - w) * divergence(F, P, Q)
    th = ar(P(f) <= G * Q(f) + d, one, two, w0, w1)
    return least(G, d, P, Q, lP, lQ, th, f)


@theorem(place="Accounting by profiles", claims="the-mirrored-profile")
def mirrored_profile(E: Real, P: Law[A], Q: Law[A]):
    """With h the divergences of (P, Q), those of (Q, P) are E h(1/E) + 1 - E."""
    return implies(below(0, E), divergence(E, Q, P).eq(E * divergence(INV(E), P, Q) + 1 - E))


@mirrored_profile.proof
def _(E, P, Q, lP, lQ, e0):
    unit, i0 = positive(E, e0)
    H, known, low, high = a_test(f)
    other = make_test(a, 1 - f(a), ar(real(0) <= 1 - f(a), high(a)), ar(1 - f(a) <= 1, low(a)))
    g = lam(a, 1 - f(a))
    mean = lambda L: Mean(L, known).linear(a, 1 - f(a))
    mp_, mq = mean(lP), mean(lQ)
    h, k = divergence(INV(E), P, Q), divergence(E, Q, P)
    ge = use(ax("total", E, 0), e0)
    there = nearest(INV(E), P, Q, lP, lQ, g, other)
    there = ar(1 - P(f) <= INV(E) * (1 - Q(f)) + h, there, mp_, mq, factors=[INV(E)])
    th = ar(Q(f) <= E * P(f) + (E * h + 1 - E), ar(E * (1 - P(f)) <= E * (INV(E) * (1 - Q(f)) + h), there, ge), unit,
            factors=[1 - Q(f)])  # fmt: skip
    up = least(E, E * h + 1 - E, Q, P, lQ, lP, th, f)
    back = nearest(E, Q, P, lQ, lP, g, other)
    back = ar(1 - Q(f) <= E * (1 - P(f)) + k, back, mp_, mq, factors=[E])
    d = INV(E) * (k - 1 + E)
    th = ar(P(f) <= INV(E) * Q(f) + d, ar(INV(E) * (1 - Q(f)) <= INV(E) * (E * (1 - P(f)) + k), back, i0), unit,
            factors=[1 - P(f), P(f), real(1)])  # fmt: skip
    down = least(INV(E), d, P, Q, lP, lQ, th, f)
    down = ar(E * h + 1 - E <= k, ar(E * h <= E * d, down, ge), unit, factors=[k - 1 + E])
    return use(ax("antisymmetry", k, E * h + 1 - E), up, down)


@theorem(place="Accounting by profiles", claims="the-profile-of-a-sampled-pair")
def profile_of_a_sampled_pair(q: Real, E: Real, P: Law[A], Q: Law[A]):
    """Poisson sampling at rate q > 0: the divergence at E is q times that of the mechanism at (E - 1 + q)/q."""
    F = (E - 1 + q) * INV(q)
    return implies(below(0, q), q <= 1, divergence(E, mix(q, P, Q), Q).eq(q * divergence(F, P, Q)))


@profile_of_a_sampled_pair.proof
def _(q, E, P, Q, lP, lQ, q0, q1):
    F, S = (E - 1 + q) * INV(q), mix(q, P, Q)
    unit, i0 = positive(q, q0)
    ge = use(ax("total", q, 0), q0)
    lS = use(mixtures_are_laws(q, P, Q), ge, q1, lP, lQ)
    H, _, _, _ = a_test(f)
    d, k = divergence(F, P, Q), divergence(E, S, Q)
    one = nearest(F, P, Q, lP, lQ, f, H)
    th = ar(S(f) <= E * Q(f) + q * d, ar(q * P(f) <= q * (F * Q(f) + d), one, ge), unit, factors=[(E - 1 + q) * Q(f)])
    up = least(E, q * d, S, Q, lS, lQ, th, f)
    two = nearest(E, S, Q, lS, lQ, f, H)
    two = ar(q * P(f) <= (E - 1 + q) * Q(f) + k, two)
    th = ar(P(f) <= F * Q(f) + INV(q) * k, ar(INV(q) * (q * P(f)) <= INV(q) * ((E - 1 + q) * Q(f) + k), two, i0), unit,
            factors=[P(f)])  # fmt: skip
    down = least(F, INV(q) * k, P, Q, lP, lQ, th, f)
    down = ar(q * d <= k, ar(q * d <= q * (INV(q) * k), down, ge), unit, factors=[k])
    return use(ax("antisymmetry", k, q * d), up, down)


@theorem
def mixtures_are_laws(t: Rate, P: Law[A], Q: Law[A]):
    """A mixture of two laws is a law."""
    return law(mix(t, P, Q))


@mixtures_are_laws.proof
def _(t, P, Q, t0, t1, lP, lQ):
    T, v = mix(t, P, Q), var("v", A)

    def rules(f, g, of, og, less, c):
        p, q = Mean(lP, of, og), Mean(lQ, of, og)
        plus = ar(T(lam(v, f(v) + g(v))).eq(T(f) + T(g)), p.linear(v, f(v) + g(v)), q.linear(v, f(v) + g(v)),
                  factors=[t, 1 - t])  # fmt: skip
        mono = ar(T(f) <= T(g), p.le(v, spec(less, v)), q.le(v, spec(less, v)), t0, t1)
        scale = ar(T(lam(v, c * f(v))).eq(c * T(f)), p.linear(v, c * f(v)), q.linear(v, c * f(v)), factors=[t, 1 - t])
        return plus, mono, scale

    ones = Mean(lP).linear(v, real(1)), Mean(lQ).linear(v, real(1))
    return make_law(T, rules, ar(T(lam(v, real(1))).eq(1), *ones, factors=[t, 1 - t]))


@theorem(place="Accounting by profiles")
def record_that_is_not_drawn_is_hidden(q: Rate, E: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
    """Seen with chance q, and else both laws are S: the divergence is at most q + (1 - q) max(0, 1 - E)."""
    return divergence(E, mix(q, P, S), mix(q, Q, S)) <= q + (1 - q) * MAX(0, 1 - E)


@record_that_is_not_drawn_is_hidden.proof
def _(q, E, P, Q, S, q0, q1, e0, lP, lQ, lS):
    H, known, low, high = a_test(f)
    one = lambda L, M: ar(M(f) <= 1, Mean(L, known).le(a, high(a)))
    zero = lambda L, M: ar(real(0) <= M(f), Mean(L, known).le(a, low(a)))
    m, U, V = MAX(0, 1 - E), mix(q, P, S), mix(q, Q, S)
    rest = ar((1 - E) * S(f) <= m, one(lS, S), zero(lS, S), ax("max_left", 0, 1 - E), ax("max_right", 0, 1 - E))
    eq0 = ar(real(0) <= E * (q * Q(f)), e0, ar(real(0) <= q * Q(f), q0, zero(lQ, Q)))
    d = q + (1 - q) * m
    qp = ar(q * P(f) <= q, one(lP, P), q0)
    th = ar(U(f) <= E * V(f) + d, qp, eq0, ar((1 - q) * ((1 - E) * S(f)) <= (1 - q) * m, rest, q1))
    laws_ = [use(mixtures_are_laws(q, L, S), q0, q1, l, lS) for L, l in ((P, lP), (Q, lQ))]
    return least(E, d, U, V, *laws_, th, f)


@theorem(place="Accounting by profiles")
def mixture_of_pairs_loses_no_more_than_the_worst(E: Real, h: Real, W: Law[Z], G: Channel[Z, A], K: Channel[Z, A]):
    """If each pair of laws has a divergence of at most h, so have their mixtures by one law."""
    return implies(each(Z, lambda z: divergence(E, G(z), K(z)) <= h), divergence(E, bind(W, G), bind(W, K)) <= h)


@mixture_of_pairs_loses_no_more_than_the_worst.proof
def _(E, h, W, G, K, lW, cG, cK, small):
    H, known, low, high = a_test(f)
    one = nearest(E, G(z), K(z), law_at(cG, z), law_at(cK, z), f, H)
    point = ar(G(z)(f) <= E * K(z)(f) + h, one, spec(small, z))
    mean = Mean(lW, after(G, cG, known), after(K, cK, known)).le(z, point)
    th = ar(bind(W, G, f) <= E * bind(W, K, f) + h, mean)
    laws_ = [use(law_of_bind(W, C, A=Z, B=A), lW, c) for C, c in ((G, cG), (K, cK))]
    return least(E, h, bind(W, G), bind(W, K), *laws_, th, f)


@theorem(place="Accounting by half-lines", claims="the-excess-falls-at-least-like-the-rate")
def excess_falls_at_least_like_the_rate(w: Rate, rho: Rate, E: Odds, P: Law[A], Q: Law[A]):
    """At the rate w rho instead of rho both divergences are at most w times as large, at odds from 1 on."""
    at_ = lambda t: mix(t, P, Q)
    there = divergence(E, at_(w * rho), Q) <= w * divergence(E, at_(rho), Q)
    return there & (divergence(E, Q, at_(w * rho)) <= w * divergence(E, Q, at_(rho)))


@excess_falls_at_least_like_the_rate.proof
def _(w, rho, E, P, Q, w0, w1, r0, r1, e1, lP, lQ):
    H, known, low, high = a_test(f)
    S, T = mix(rho, P, Q), mix(w * rho, P, Q)
    s0, s1 = ar(real(0) <= w * rho, w0, r0), ar(w * rho <= 1, w0, w1, r0, r1)
    lS, lT = use(mixtures_are_laws(rho, P, Q), r0, r1, lP, lQ), use(mixtures_are_laws(w * rho, P, Q), s0, s1, lP, lQ)
    q0 = ar(real(0) <= Q(f), Mean(lQ, known).le(a, low(a)))
    d, k = divergence(E, S, Q), divergence(E, Q, S)
    rest = ar(real(0) <= (1 - w) * ((E - 1) * Q(f)), w1, ar(real(0) <= (E - 1) * Q(f), e1, q0))
    one, two = nearest(E, S, Q, lS, lQ, f, H), nearest(E, Q, S, lQ, lS, f, H)
    first = ar(T(f) <= E * Q(f) + w * d, ar(w * S(f) <= w * (E * Q(f) + d), one, w0), rest)
    second = ar(Q(f) <= E * T(f) + w * k, ar(w * Q(f) <= w * (E * S(f) + k), two, w0), rest)
    return conj(least(E, w * d, T, Q, lT, lQ, first, f), least(E, w * k, Q, T, lQ, lT, second, f))


@theorem(place="Finite laws", claims="a-random-map-does-not-raise-the-divergence")
def random_map_does_not_raise_the_divergence(E: Real, P: Law[A], Q: Law[A], K: Channel[A, B]):
    """Data processing: a random map, the same for both laws, does not raise their divergence."""
    return divergence(E, bind(P, K), bind(Q, K)) <= divergence(E, P, Q)


@random_map_does_not_raise_the_divergence.proof
def _(E, P, Q, K, lP, lQ, cK):
    D = divergence(E, P, Q)
    near = left(use(divergence_at_any_odds(E, P, Q), lP, lQ))
    th = use(post_processing(E, D, P, Q, K), lP, lQ, cK, near)
    laws_ = (use(law_of_bind(L, K), l, cK) for L, l in ((P, lP), (Q, lQ)))
    return use(at(right(use(divergence_at_any_odds(E, bind(P, K), bind(Q, K), A=B), *laws_)), D), th)


@theorem(place="Finite laws", claims="a-divergence-is-a-sum-of-positive-parts")
def divergence_of_finite_laws(E: Nonneg, n: Nat, p: Fun(N, Nonneg), q: Fun(N, Nonneg), f: Fun(N, R)):
    """The divergence of laws on n outputs: no test exceeds the sum of positive parts, and one event attains it."""
    sum_ = total(lambda k: MAX(0, p(k) - E * q(k)), n)
    P, Q = weighted(summed(n), p), weighted(summed(n), q)
    best = function(N, lambda k: step(p(k) - E * q(k)))
    gain = lambda f: P(f) - E * Q(f)
    return implies(
        total(p, n).eq(1), total(q, n).eq(1),
        (implies(test(f), gain(f) <= sum_) & gain(best).eq(sum_)) & divergence(E, P, Q).eq(sum_),
    )  # fmt: skip


@divergence_of_finite_laws.proof
def _(E, n, p, q, f, e0, p0, q0, mp_, mq):
    k, M = var("k", N), summed(n)
    iM, true = at(finite_sums_are_integrals.thm, n), ar(real(0) <= 0)
    th = divergence_is_the_sum_of_positive_parts(E, every_function, M, p, q, A=N)
    th = use(th, e0, p0, q0, iM, true, true, true, mp_, mq)
    P, Q = weighted(M, p), weighted(M, q)
    lP, lQ = (use(law_of_density(every_function, M, d, A=N), iM, true, pos, one) for d, pos, one in
              ((p, p0, mp_), (q, q0, mq)))  # fmt: skip
    sum_ = total(lam(k, MAX(0, p(k) - E * q(k))), n)
    H = assume(test(f))
    near = nearest(E, P, Q, lP, lQ, f, H)
    equal = left(left(th))
    first = discharge(H.concl, ar(P(f) - E * Q(f) <= sum_, near, equal))
    return conj(conj(first, right(th)), equal)


# ---- adaptivity, anonymity, winners --------------------------------------------------------------------------------
@theorem(place="Composition", claims="a-second-release-may-be-chosen-by-the-first")
def second_release_may_be_chosen_by_the_first(
    near: Fun(X, X, o), M: Mechanism[X, A], K: Fun(X, Channel[A, B]), E: Nonneg, F: Nonneg, k: Bounded[X], W: Law[X]
):
    """If k(x) bounds the greatest losses of the second release given any first output, losses and means add up."""
    both = function(X, lambda x: joint(M(x), K(x)))
    loss = lambda one, E, x: greatest_loss(near, one, E, x)
    second = lambda a, x: loss(function(X, lambda y: K(y)(a)), F, x)
    return implies(
        each(X, lambda x: each(A, lambda a: second(a, x) <= k(x))),
        each(X, lambda x: loss(both, E * F, x) <= loss(M, E, x) + k(x))
        & (W(lambda x: loss(both, E * F, x)) <= W(lambda x: loss(M, E, x)) + W(k)),
    )


@second_release_may_be_chosen_by_the_first.proof
def _(near, M, K, E, F, k, W, lM, cK, e0, f0, bk, lW, small):
    second = lambda a: lam(y, K(y)(a))
    both, D1 = lam(x, joint(M(x), K(x))), greatest_loss(near, M, E, x)
    lS = lambda: gen(y, law_at(spec(cK, y), a))
    one = use(greatest_loss_is_least(near, M, E, x), lM, e0)
    two = use(greatest_loss_is_least(near, second(a), F, x, A=B), lS(), f0)
    d1 = greatest_loss_is_not_negative(near, M, E, x, lM, e0)
    d2 = use(greatest_losses_are_not_negative(near, second(a), F, x, A=B), lS(), f0)
    k0 = ar(real(0) <= k(x), d2, at(small, x, a))
    H = assume(near(x, y))
    n1, n2 = use(at(left(one), y), H), use(at(left(two), y), H)
    gl = greatest_loss(near, second(a), F, x)

    def composed(u, w, side):
        wide = weaker(F, F, gl, k(x), K(u)(a), K(w)(a), A=B)
        near_ = use(wide, law_at(spec(cK, u), a), law_at(spec(cK, w), a), side(n2), ar(F <= F), at(small, x, a))
        th = adaptive_composition(E, F, D1, k(x), M(u), M(w), K(u), K(w))
        return use(
            th, e0, f0, d1, k0, spec(lM, u), spec(lM, w), spec(cK, u), spec(cK, w), side(n1),
            gen(a, same(near_, close(F, k(x), K(u)(a), K(w)(a)))),
        )  # fmt: skip

    laws_ = gen(y, same(use(law_of_joint(M(y), K(y)), spec(lM, y), spec(cK, y)), law(both(y))))
    ef = ar(real(0) <= E * F, e0, f0)
    least_ = right(use(greatest_loss_is_least(near, both, E * F, x, A=("*", A, B)), laws_, ef))
    each_ = gen(y, discharge(H.concl, conj(composed(x, y, left), composed(y, x, right))))
    le = use(at(least_, D1 + k(x)), ar(real(0) <= D1 + k(x), d1, k0), each_)
    together, alone = lam(x, greatest_loss(near, both, E * F, x)), lam(x, D1)
    known = (
        use(tests_are_bounded(together, A=X),
            use(greatest_losses_are_tests(near, both, E * F, A=("*", A, B)), laws_, ef)),
        use(tests_are_bounded(alone, A=X), use(greatest_losses_are_tests(near, M, E), lM, e0)),
    )  # fmt: skip
    mean = Mean(lW, *known, bk).le(x, le)
    return conj(gen(x, le), ar(W(together) <= W(alone) + W(k), mean))


@theorem(place="dp-lecture, Composition", claims="outputs-of-independent-coins-may-depend-on-the-same-data")
def outputs_of_independent_coins(
    near: Fun(X, X, o), M: Mechanism[X, A], S: Mechanism[X, B], E: Nonneg, F: Nonneg, d: Nonneg, k: Nonneg
):
    """Two releases of the whole dataset with independent coins: odds multiply, and slacks add up."""
    both = function(X, lambda x: joint(M(x), lambda a: S(x)))
    return implies(private(near, M, E, d), private(near, S, F, k), private(near, both, E * F, d + k))


@outputs_of_independent_coins.proof
def _(near, M, S, E, F, d, k, lM, lS, e0, f0, d0, k0, p, q):
    K = lam(x, lam(a, S(x)))
    th = composition_of_mechanisms(near, E, F, d, k, M, K)
    chan = gen(x, same(gen(a, spec(lS, x)), channel(K(x))))
    given_ = gen(a, same(q, private(near, lam(x, K(x)(a)), F, k)))
    return use(th, e0, f0, d0, k0, lM, chan, p, given_)


@theorem(place="Features")
def functions_that_keep_neighbours_lose_no_more(
    nearer: Fun(X, X, o), near: Fun(Z, Z, o), g: Fun(Z, X), M: Mechanism[X, A], E: Odds, z: Z
):
    """If g maps neighbours to neighbours or equal databases, M after g loses at z no more than M at g(z)."""
    kept = each(Z, lambda z: each(Z, lambda w: implies(near(z, w), or_(nearer(g(z), g(w)), eq(g(z), g(w))))))
    return implies(kept, greatest_loss(near, lambda z: M(g(z)), E, z) <= greatest_loss(nearer, M, E, g(z)))


@functions_that_keep_neighbours_lose_no_more.proof
def _(nearer, near, g, M, E, z, lM, e1, kept):
    e0, w, u = ar(real(0) <= E, e1), var("w", Z), var("u", X)
    own, D = lam(z, M(g(z))), greatest_loss(nearer, M, E, g(z))
    facts = left(use(greatest_loss_is_least(nearer, M, E, g(z)), lM, e0))
    d0 = greatest_loss_is_not_negative(nearer, M, E, g(z), lM, e0)
    H = assume(near(z, w))
    both = lambda v: close(E, D, M(g(z)), M(v)) & close(E, D, M(v), M(g(z)))
    moved = to(use(at(facts, g(w)), assume(nearer(g(z), g(w)))), both(g(w)))
    here = M(g(z))
    wide = use(weaker(1, E, 0, D, here, here), *[spec(lM, g(z))] * 2, use(reflexive(here), spec(lM, g(z))), e1, d0)
    stays = subst(assume(eq(g(z), g(w))), to(conj(wide, wide), both(g(z))), both)
    th = split(use(at(kept, z, w), H), moved, stays)
    least_ = right(use(greatest_loss_is_least(near, own, E, z, X=Z), gen(z, spec(lM, g(z))), e0))
    del u
    return use(at(least_, D), d0, gen(w, discharge(H.concl, th)))


@theorem(place="smoothed-dp, Sec. 4")
def winners_are_no_less_private_than_the_sampled_votes(E: Nonneg, n: Nat, T: Nat, g: Fun(Fun(X, R), B), x: Fun(N, X)):
    """Winners g of the histogram of T of n sampled votes lose at no database more than the histogram."""
    Hn = const("histogram", fn(N, fn(N, o), fn(N, X), X, R))(SUCC(n))
    near = const("neighbours", fn(N, fn(N, X), fn(N, X), o))(SUCC(n))
    M = sampled(uniform_subset(SUCC(n), SUCC(T)), Hn)
    winners = lambda x: bind(M(x), function(fn(X, R), lambda h: point(g(h))))
    return implies(num(T) <= num(n), greatest_loss(near, winners, E, x) <= greatest_loss(near, M, E, x))


@winners_are_no_less_private_than_the_sampled_votes.proof
def _(E, n, T, g, x, e0, le):
    DB_, h = fn(N, X), var("h", fn(X, R))
    Hn = const("histogram", fn(N, fn(N, o), DB_, X, R))(SUCC(n))
    near = const("neighbours", fn(N, DB_, DB_, o))(SUCC(n))
    W = uniform_subset(SUCC(n), SUCC(T))
    M, K = sampled(W, Hn), lam(h, call("point", g(h)))
    lW = use(uniform_subset_is_a_law(SUCC(n), SUCC(T)), ar(num(SUCC(T)) <= num(SUCC(n)), le))
    xs_, S = var("xs", DB_), var("S", fn(N, o))
    th = use(law_of_image(W, lam(S, Hn(S)(xs_)), A=fn(N, o), B=fn(X, R)), lW)
    lM = gen(xs_, same(th, law(M(xs_))))
    cK = same(gen(h, certain(g(h))), channel(K))
    return use(post_processing_raises_no_loss(near, M, K, E, x, X=DB_, A=fn(X, R)), lM, cK, e0)


@theorem(place="smoothed-dp, Sec. 4, anonymous mechanisms", claims="noise-keeps-anonymity")
def noise_keeps_anonymity(
    M: Fun(X, Fun(A, R), R), K: Fun(A, Fun(B, R), R), u: Fun(X, A, R), s: Real, mass: Fun(Fun(A, R), R), x: X, y: X
):  # fmt: skip
    """Equal laws at x and y stay equal under any function or noise, and equal scores give equal exponential laws."""
    density = lambda x: function(A, lambda a: INV(mass(lambda a: EXP(s * u(x)(a)))) * EXP(s * u(x)(a)))
    same_ = implies(eq(M(x), M(y)), eq(bind(M(x), K), bind(M(y), K)))
    return same_ & implies(eq(u(x), u(y)), eq(weighted(mass, density(x)), weighted(mass, density(y))))


@noise_keeps_anonymity.proof
def _(M, K, u, s, mass, x, y):
    density = lambda g: lam(a, INV(mass(lam(a, EXP(s * g(a))))) * EXP(s * g(a)))
    one, two = assume(eq(M(x), M(y))), assume(eq(u(x), u(y)))
    first = subst(one, refl(bind(M(x), K)), lambda P: eq(bind(M(x), K), bind(P, K)))
    law_ = lambda g: weighted(mass, density(g))
    second = subst(two, refl(law_(u(x))), lambda g: eq(law_(u(x)), law_(g)))
    return conj(discharge(one.concl, first), discharge(two.concl, second))
