"""Budgets with what attains them, Gaussian profiles, utilities and best events."""

from sdp_proofs.logic.theories.coin_laws import coin
from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.displays_of_the_project import (
    both_terms_of_the_gaussian_profile_have_one_factor,
    event_of_the_gaussian_pair,
)
from sdp_proofs.logic.theories.entropies import exp_is_positive, products_are_positive
from sdp_proofs.logic.theories.failures import *
from sdp_proofs.logic.theories.lecture_facts import *
from sdp_proofs.logic.theories.normal_laws import *
from sdp_proofs.logic.theories.profiles import *
from sdp_proofs.logic.theories.replaced_draws import (
    likelihood_ratio_falls_in_the_count_with_replacement,
    powers_are_not_negative,
)
from sdp_proofs.logic.theories.sampled_counts import likelihood_ratio_of_neighbours_falls_in_the_count, pair_of
from sdp_proofs.logic.theories.utility import *
from sdp_proofs.logic.vocabulary import *

a, x, y, z, k, m_, n_ = var("a", A), var("x", X), var("y", X), var("z", X), *(var(name, N) for name in ("k", "m", "n"))
HALF = Fraction(1, 2)


# ---- composition ---------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Group privacy, not composition", claims="group-privacy-differs-from-composition")
def groups_of_two_and_two_algorithms(
    near: Fun(X, X, o), M: Mechanism[X, A], S: Mechanism[X, B], E: Real, d: Real, F: Real, k: Real
):
    """Two records cost (1 + E) d at exp(2 e), which is attained, two algorithms 2 d; pure budgets double in both."""
    answer = lambda n: coin(1 - lost(E, d, n))
    one, two = SUCC(ZERO), SUCC(SUCC(ZERO))
    step_ = lambda m, n: close(E, d, answer(m), answer(n)) & close(E, d, answer(n), answer(m))
    private_ = implies(d * (1 + E) <= 1 - d, step_(ZERO, one) & step_(one, two))
    needed = implies(close(F, k, answer(two), answer(ZERO)), (1 + E) * d <= k)
    both = function(X, lambda x: joint(M(x), lambda a: S(x)))
    at_two = each(
        X,
        lambda x: each(
            X,
            lambda z: each(
                X,
                lambda y: implies(
                    near(x, z),
                    near(z, y),
                    implies(private(near, M, E, d), close(E * E, (1 + E) * d, M(x), M(y)))
                    & implies(private(near, M, E, 0), close(E * E, 0, M(x), M(y))),
                ),
            ),
        ),
    )
    composed = implies(private(near, M, E, d), private(near, S, E, d), private(near, both, E * E, 2 * d))
    pure = implies(private(near, M, E, 0), private(near, S, E, 0), private(near, both, E * E, 0))
    return implies(
        below(1, E),
        below(0, d),
        ((private_ & needed) & below(2 * d, (1 + E) * d)) & (at_two & (composed & pure)),
    )


@groups_of_two_and_two_algorithms.proof
def _(near, M, S, E, d, F, k, lM, lS, e1, d0):
    first = use(group_privacy_differs_from_composition(E, d, F, k), e1, d0)
    e0, dd, zero = ar(real(0) <= E, use(ax("total", E, 1), e1)), use(ax("total", d, 0), d0), real(0)
    xz, zy = assume(near(x, z)), assume(near(z, y))
    p, q = assume(private(near, M, E, d)), assume(private(near, M, E, 0))
    one = use(replacing_a_record_costs_two_steps(near, M, E, d, x, y, z), lM, e0, xz, zy, p)
    two = use(replacing_a_record_costs_two_steps(near, M, E, zero, x, y, z), lM, e0, xz, zy, q)
    wide = weaker(E * E, E * E, (1 + E) * 0, 0, M(x), M(y))
    two = use(wide, spec(lM, x), spec(lM, y), two, ar(E * E <= E * E), ar((1 + E) * 0 <= 0))
    pair_ = conj(discharge(p.concl, one), discharge(q.concl, two))
    steps_ = gen(x, gen(z, gen(y, discharge(xz.concl, discharge(zy.concl, pair_)))))
    both = lam(x, joint(M(x), lam(a, S(x))))

    def composed(d, d0, total_):
        one, two = assume(private(near, M, E, d)), assume(private(near, S, E, d))
        th = use(outputs_of_independent_coins(near, M, S, E, E, d, d), lM, lS, e0, e0, d0, d0, one, two)
        H = assume(near(x, y))
        own = use(at(th, x, y), H)
        lJ = [
            use(law_of_joint(M(v), lam(a, S(v))), spec(lM, v), same(gen(a, spec(lS, v)), channel(lam(a, S(v)))))
            for v in (x, y)
        ]
        wide = weaker(E * E, E * E, d + d, total_, both(x), both(y), A=("*", A, B))
        own = use(
            wide, same(lJ[0], law(both(x))), same(lJ[1], law(both(y))), own, ar(E * E <= E * E), ar(d + d <= total_)
        )
        end = same(gen(x, gen(y, discharge(H.concl, own))), private(near, both, E * E, total_))
        return discharge(one.concl, discharge(two.concl, end))

    last = conj(composed(d, dd, 2 * d), composed(zero, ar(real(0) <= 0), zero))
    return conj(first, conj(steps_, last))


@theorem(place="dp-lecture, Composition, theorem", claims="composed-deltas-combine-like-failures")
def best_delta_of_independent_algorithms(
    near: Fun(X, X, o), M: Fun(N, X, Law[Z]), E: Fun(N, Odds), d: Fun(N, Rate), z0: Z, n: Nat, s: Z, t: Z, delta: Real
):
    """At the sum of the budgets 1 - prod (1 - d_k) holds, less than the sum; algorithms that leak need it."""
    outputs = lambda x: databases(z0, n, function(N, lambda k: M(k)(x)))
    two = lambda k: among(n, k) & (below(0, d(k)) & below(0, total(d, k)))
    less = each(N, lambda k: implies(two(k), below(failing(d, n), total(d, n))))
    all_ = each(N, lambda k: private(near, M(k), E(k), d(k)))
    leak = lambda k, s: mix(d(k), point(s), point(z0))
    leaks = lambda s: databases(z0, n, function(N, lambda k: leak(k, s)))
    close_ = each(N, lambda k: close(E(k), d(k), leak(k, s), leak(k, t)))
    needs = implies(close(product(E, n), delta, leaks(s), leaks(t)), failing(d, n) <= delta)
    return (implies(all_, private(near, outputs, product(E, n), failing(d, n))) & less) & implies(
        not_(eq(s, t)), not_(eq(z0, s)), close_ & needs
    )


@best_delta_of_independent_algorithms.proof
def _(near, M, E, d, z0, n, s, t, delta, lM, E1, d0, d1):
    v = var("x", N)
    E0 = gen(v, ar(real(0) <= E(v), spec(E1, v)))
    first = use(composed_deltas_combine_like_failures(near, M, E, d, z0, n), lM, E0, d0, d1)
    st, zs = assume(not_(eq(s, t))), assume(not_(eq(z0, s)))
    th = use(algorithms_that_leak_attain_it(product(E, n), delta, d, s, t, z0, n, X=Z), d0, d1, st, zs)
    f = var("f", fn(Z, R))
    H, _, low, high = a_test(f)
    leak = lambda s: mix(d(k), point(s), point(z0))
    e, a0, a1 = spec(E1, k), spec(d0, k), spec(d1, k)
    rest = ar((1 - d(k)) * f(z0) <= E(k) * ((1 - d(k)) * f(z0)), e, ar(real(0) <= (1 - d(k)) * f(z0), a1, low(z0)))
    other = ar(real(0) <= E(k) * (d(k) * f(t)), ar(real(0) <= E(k), e), ar(real(0) <= d(k) * f(t), a0, low(t)))
    goal = leak(s)(f) <= E(k) * leak(t)(f) + d(k)
    near_ = for_tests(
        ar(goal, rest, other, ar(d(k) * f(s) <= d(k), a0, high(s))), f, close(E(k), d(k), leak(s), leak(t))
    )
    second = conj(gen(k, near_), right(th))
    return conj(first, discharge(st.concl, discharge(zs.concl, second)))


# ---- Gaussian profiles ---------------------------------------------------------------------------------------------
@theorem(
    place="Accounting by profiles",
    claims="the-event-of-the-gaussian-pair both-terms-of-the-gaussian-profile-have-one-factor",
)
def profile_of_the_gaussian_pair(c: Real, mu: Real, e: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)):
    """The loss exceeds e right of e/mu + mu/2: delta is Phi(mu/2 - e/mu) - exp(e) Phi(-mu/2 - e/mu)."""
    s, low, high = real(HALF), over(e, mu) - mu * HALF, over(e, mu) + mu * HALF
    P, Q = (weighted(M, normal_density(s, c, m)) for m in (mu, real(0)))
    D = divergence(EXP(e), P, Q)
    event = each(
        R,
        lambda x: (
            implies(below(e, mu * x - mu * mu * HALF), below(high, x))
            & implies(below(high, x), below(e, mu * x - mu * mu * HALF))
        ),
    )
    phi = lambda v: c * EXP(0 - v * v * HALF)
    mills = lambda v: over(tail(s, c, M, v), phi(v))
    factor = (EXP(e) * phi(high)).eq(phi(low))
    return implies(
        below(0, c),
        below(0, mu),
        integral(ig, M),
        each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1)),
        invariant(ig, M),
        (event & D.eq(tail(s, c, M, low) - EXP(e) * tail(s, c, M, high)))
        & (factor & D.eq(phi(low) * (mills(low) - mills(high)))),
    )


@profile_of_the_gaussian_pair.proof
def _(c, mu, e, ig, M, c0, mu0, iM, good, inv_):
    s, zero, m, v, r = real(HALF), real(0), var("m", R), var("x", R), var("x", R)
    low, high = over(e, mu) - mu * HALF, over(e, mu) + mu * HALF
    unit, _ = positive(mu, mu0)
    event = gen(v, use(event_of_the_gaussian_pair(mu, e, v), mu0))
    cp, mp_ = use(ax("total", c, 0), c0), use(ax("total", mu, 0), mu0)
    where = ar((2 * s * (mu - zero) * high).eq(e + s * (mu - zero) * (mu + zero)), unit, factors=[e, mu])
    th = analytic_gaussian_mechanism(s, c, e, mu, zero, high, ig, M)
    th = use(th, ar(real(0) <= s), cp, iM, gen(m, left(spec(good, m))), inv_, ar(zero <= mu, mp_), where)
    of = lambda k: weighted(M, normal_density(s, c, k))
    P, Q = of(mu), of(zero)

    def lawful(k):
        pos = ar(real(0) <= c * EXP(0 - s * ((r - k) * (r - k))), cp, exp_positive(0 - s * ((r - k) * (r - k))))
        pos = gen(r, same(pos, real(0) <= normal_density(s, c, k)(r)))
        ik, mk = parts(spec(good, k))
        return use(law_of_density(ig, M, normal_density(s, c, k), A=R), iM, ik, pos, mk)

    whole = use(divergence_at_any_odds(EXP(e), P, Q, A=R), lawful(mu), lawful(zero))
    T = lambda v: tail(s, c, M, v)
    value = T(high - mu) - EXP(e) * T(high - zero)
    D = divergence(EXP(e), P, Q)
    near = to(left(th), close(EXP(e), value, P, Q))
    up = use(at(right(whole), value), near)
    down = use(at(right(th), D), left(whole))
    equal = use(ax("antisymmetry", D, value), ar(value >= D, up), ar(value <= D, down))
    ends = ar((high - mu).eq(low)), ar((high - zero).eq(high))
    equal = subst(ends[0], equal, lambda t: D.eq(T(t) - EXP(e) * T(high - zero)))
    equal = subst(ends[1], equal, lambda t: D.eq(T(low) - EXP(e) * T(t)))
    phi = lambda v: c * EXP(0 - v * v * HALF)
    wrong = assume(mu.eq(0))
    apart = refuting(wrong.concl, contradiction(mu0, ar(mu <= 0, wrong)))
    one = use(both_terms_of_the_gaussian_profile_have_one_factor(mu, e), apart)
    factor = ar((EXP(e) * phi(high)).eq(phi(low)), one, factors=[c])
    pos = lambda v: same(
        use(products_are_positive(c, EXP(0 - v * v * HALF)), c0, exp_is_positive(0 - v * v * HALF)), below(0, phi(v))
    )
    (u, _), (w, _) = positive(phi(low), pos(low)), positive(phi(high), pos(high))
    i, j = INV(phi(low)), INV(phi(high))
    last = ar(
        D.eq(phi(low) * (T(low) * i - T(high) * j)),
        equal,
        factor,
        u,
        w,
        factors=[T(low), T(high) * j, EXP(e) * T(high)],
    )
    return conj(conj(event, equal), conj(factor, last))


@theorem(place="Accounting by profiles", claims="the-glued-profile-is-convex")
def slopes_of_the_glued_profile(
    g: Real, F: Real, E: Real, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """Slopes at E = 1 of the sampled profile and its mirror: -B and g (A - B) + B - 1 <= -B, if P(R < 1) = B."""
    P, Q = weighted(M, p), weighted(M, q)
    up = lambda L: prob(L, lambda a: below(q(a), p(a)))
    A_, B_, S = up(P), up(Q), mix(g, P, Q)
    near = implies(real(1) <= E, 1 + g * (F - 1) >= E, divergence(E, S, Q).eq(g * A_ - B_ * (E - 1 + g)))
    left_ = g * (A_ - B_) + B_ - 1
    other = implies(below(0, E), E <= 1, INV(E) <= 1 + g * (F - 1), divergence(E, Q, S).eq(E * left_ + 1 - B_))
    order = (left_ <= 0 - B_) & (g * (A_ - B_) + 2 * B_ <= 1)
    return implies(
        integral(ig, M),
        ig(p),
        ig(q),
        M(p).eq(1),
        M(q).eq(1),
        below(0, g),
        g <= 1,
        each(A, lambda a: implies(below(q(a), p(a)), F * q(a) <= p(a))),
        prob(P, lambda a: below(p(a), q(a))).eq(B_),
        near & other & order,
    )


@slopes_of_the_glued_profile.proof
def _(g, F, E, ig, M, p, q, p0, q0, iM, ip, iq, mp_, mq, g0, g1, gap, mirror):
    u, w, f = p(a), q(a), var("f", fn(A, R))
    P, Q = weighted(M, p), weighted(M, q)
    lP = use(law_of_density(ig, M, p), iM, ip, p0, mp_)
    lQ = use(law_of_density(ig, M, q), iM, iq, q0, mq)
    more, less = below(w, u), below(u, w)
    s, t = truth(more), truth(less)
    s1, s0, sl, sh = decided(more)
    t1, t0, tl, th_ = decided(less)
    A_, B_, S = P(lam(a, s)), Q(lam(a, s)), mix(g, P, Q)
    H, known, low, high = a_test(f)
    V = Mean(iM, known, truth_is_bounded(a, more), truth_is_bounded(a, less), inside=[ip, iq])
    pu, qw = spec(p0, a), spec(q0, a)
    gp = use(ax("total", g, 0), g0)
    yes, no = assume(more), assume(not_(more))
    flat = cases(u <= w, assume(u <= w), absurd(contradiction(no, same(assume(not_(u <= w)), more)), u <= w))

    def value(G, low_, high_):
        """The profile at odds G between 1 and F is A - G B."""
        goal = u * f(a) - G * (w * f(a)) <= u * s - G * (w * s)
        big = ar(G * w <= u, ar(G * w <= F * w, high_, qw), mp(spec(gap, a), yes))
        inside = ar(goal, use(s1, yes), ar((u - G * w) * f(a) <= u - G * w, big, high(a)), factors=[u, G * w])
        under_ = ar(u <= G * w, flat, ar(w <= G * w, low_, qw))
        out = ar(goal, ar((u - G * w) * f(a) <= 0, under_, low(a)), use(s0, no), factors=[u, G * w])
        th = V.le(a, cases(more, inside, out))
        top = least(G, A_ - G * B_, P, Q, lP, lQ, ar(P(f) <= G * Q(f) + (A_ - G * B_), th), f)
        back = nearest(G, P, Q, lP, lQ, lam(a, s), make_test(a, s, sl, sh))
        D = divergence(G, P, Q)
        return use(ax("antisymmetry", D, A_ - G * B_), top, ar(A_ - G * B_ <= D, back))

    unit, i0 = positive(g, g0)

    def sampled_at(E, one, most):
        G = (E - 1 + g) * INV(g)
        low_ = ar(real(1) <= G, ar(g * INV(g) <= (E - 1 + g) * INV(g), one, i0), unit)
        high_ = ar(G <= F, ar((E - 1 + g) * INV(g) <= g * F * INV(g), most, i0), unit, factors=[F])
        th = use(profile_of_a_sampled_pair(g, E, P, Q), lP, lQ, g0, g1)
        return ar(
            divergence(E, S, Q).eq(g * A_ - B_ * (E - 1 + g)),
            th,
            value(G, low_, high_),
            unit,
            factors=[g, B_ * (E - 1 + g)],
        )

    one, most = assume(real(1) <= E), assume(1 + g * (F - 1) >= E)
    near = discharge(one.concl, discharge(most.concl, sampled_at(E, one, most)))
    pos, small, inv_ = assume(below(0, E)), assume(E <= 1), assume(INV(E) <= 1 + g * (F - 1))
    ue, ie = positive(E, pos)
    big = ar(real(1) <= INV(E), ar(E * INV(E) <= 1 * INV(E), small, ie), ue)
    lS = use(mixtures_are_laws(g, P, Q), gp, g1, lP, lQ)
    turned = use(mirrored_profile(E, S, Q), lS, lQ, pos)
    left_ = g * (A_ - B_) + B_ - 1
    other = ar(divergence(E, Q, S).eq(E * left_ + 1 - B_), turned, sampled_at(INV(E), big, inv_), ue, factors=[E, B_])
    other = discharge(pos.concl, discharge(small.concl, discharge(inv_.concl, other)))
    # B <= A, and A + B <= 1 as B = P(R < 1)
    goal = w * s <= u * s
    ba = V.le(a, cases(more, ar(goal, use(ax("total", u, w), yes), sl), ar(goal, use(s0, no), factors=[u, w])))
    both = s + t <= 1
    few = assume(less)
    never = refuting(few.concl, contradiction(few, use(ax("total", u, w), yes)))
    ab = Mean(lP, truth_is_bounded(a, more), truth_is_bounded(a, less)).le(
        a, cases(more, ar(both, sh, use(t0, never)), ar(both, use(s0, no), th_))
    )
    end = ar(g * (A_ - B_) + 2 * B_ <= 1, ar(g * (A_ - B_) <= A_ - B_, ba, g1), ab, mirror)
    return conj(conj(near, other), conj(ar(left_ <= 0 - B_, end), end))


# ---- utilities and divergences -------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. C.1, normalisation", claims="gain-of-an-output-with-its-normalisation")
def utility_is_a_multiple_of_the_printed_expectation(
    E: Odds, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """The utility u is (E + 1)/2 times the mean of max(0, |p - q|/(p + q) - (E - 1)/(E + 1)), output by output."""
    printed = lambda p, q: over(dist(p, q), p + q) - over(E - 1, E + 1)
    t = over(E, E + 1)
    output = each(
        Nonneg,
        lambda p: each(
            Nonneg,
            lambda q: implies(
                below(0, p + q), over(1 - t - (1 - posterior(p, q)), 1 - t).eq(over(E + 1, 2) * printed(p, q))
            ),
        ),
    )
    inside = lambda a: p(a) * MAX(0, printed(p(a), q(a)))
    return output & implies(integral(ig, M), ig(inside), utility(E, M, p, q).eq(over(E + 1, 2) * M(inside)))


@utility_is_a_multiple_of_the_printed_expectation.proof
def _(E, ig, M, p, q, e1, p0, q0):
    u, v, t, i = var("p", R), var("q", R), over(E, E + 1), INV(E + 1)
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    two = ar(INV(real(2)).eq(HALF), inverse(real(2), algebra(not_(real(2).eq(0)))))
    printed = lambda p, q: over(dist(p, q), p + q) - over(E - 1, E + 1)
    rest = ar((1 - t).eq(i), unit)
    strict_i = refuting(
        i <= 0, impossible(ar(real(1) <= 0, unit, ar((E + 1) * i <= 0, assume(i <= 0), ar(real(0) <= E + 1, e1))))
    )
    one_t = same(subst(symmetric(rest), same(strict_i, below(0, i)), lambda r: below(0, r)), below(0, 1 - t))
    ut, _ = positive(1 - t, one_t)
    inv_t = ar(INV(1 - t).eq(E + 1), ut, rest, unit, factors=[INV(1 - t), E + 1, INV(1 - t) * (E + 1)])

    def half_of(s, w, sw):
        # max(p, q)/(p + q) - t is half of the printed difference
        us, _ = positive(s + w, sw)
        larger = algebra((2 * MAX(s, w)).eq(s + w + dist(s, w)))
        twice = ar((2 * (posterior(s, w) - t)).eq(printed(s, w)), larger, us, unit, factors=[INV(s + w), real(1)])
        return twice

    u0, v0, some_ = assume(real(0) <= u), assume(real(0) <= v), assume(below(0, u + v))
    twice = half_of(u, v, some_)
    goal = over(1 - t - (1 - posterior(u, v)), 1 - t).eq(over(E + 1, 2) * printed(u, v))
    first = ar(goal, twice, inv_t, two, factors=[(E + 1) * HALF, posterior(u, v) - t, (E + 1) * printed(u, v)])
    output = gen(u, discharge(u0.concl, gen(v, discharge(v0.concl, discharge(some_.concl, first)))))
    s, w = p(a), q(a)
    ps, qs = spec(p0, a), spec(q0, a)
    none, more = assume(s + w <= 0), assume(not_(s + w <= 0))
    X, Y = MAX(0, posterior(s, w) - t), MAX(0, printed(s, w))
    zero = use(ax("antisymmetry", s, 0), ar(s <= 0, none, qs), ps)
    goal = (s * X).eq(HALF * (s * Y))
    flat = ar(goal, zero, factors=[X, HALF * Y])
    twice = half_of(s, w, same(more, below(0, s + w)))
    x0, x1, y0, y1 = (
        ax(side, 0, v) for v in (posterior(s, w) - t, printed(s, w)) for side in ("max_left", "max_right")
    )
    le = use(
        ax("max_least", 0, posterior(s, w) - t, HALF * Y),
        ar(real(0) <= HALF * Y, y0),
        ar(posterior(s, w) - t <= HALF * Y, twice, y1),
    )
    back = use(
        ax("max_least", 0, printed(s, w), 2 * X), ar(real(0) <= 2 * X, x0), ar(printed(s, w) <= 2 * X, twice, x1)
    )
    equal = use(ax("antisymmetry", X, HALF * Y), le, ar(HALF * Y <= X, back))
    point_ = cases(none.concl, flat, ar(goal, equal, factors=[s]))
    inside = lam(a, s * Y)
    iM, good = assume(integral(ig, M)), assume(ig(inside))
    th = Mean(iM, inside=[good]).eq_by(a, point_)
    end = ar(utility(E, M, p, q).eq(over(E + 1, 2) * M(inside)), th, two, factors=[E + 1, (E + 1) * M(inside)])
    return conj(output, discharge(iM.concl, discharge(good.concl, end)))


@theorem(place="Sampling with replacement", claims="bound-of-a-lone-or-an-absent-type-is-at-least-one")
def bounds_of_lone_and_absent_types_exceed_every_divergence(
    sigma: Real, rho: Real, tau: Real, E: Nonneg, P: Law[A], Q: Law[A]
):
    """The bounds at a = 1 and b = 0 are exp(tau - rho) and (rho/sigma)^sigma, at least 1 and every divergence."""
    first = EXP(tau * LOG(over(tau, rho))) * EXP(0 - (tau * LOG(over(tau, rho)) - tau + rho))
    second = EXP(sigma * LOG(over(rho, sigma)))
    D = divergence(E, P, Q)
    return implies(
        below(0, sigma),
        sigma <= rho,
        rho <= tau,
        (first.eq(EXP(tau - rho)) & (real(1) <= first))
        & (real(1) <= second)
        & ((D <= 1) & (first >= D) & (second >= D)),
    )


@bounds_of_lone_and_absent_types_exceed_every_divergence.proof
def _(sigma, rho, tau, E, P, Q, e0, lP, lQ, s0, sr, rt):
    known = use(bound_of_a_lone_or_an_absent_type_is_at_least_one(sigma, rho, tau), s0, sr, rt)
    u = tau * LOG(over(tau, rho))
    w = 0 - (u - tau + rho)
    first, second = EXP(u) * EXP(w), EXP(sigma * LOG(over(rho, sigma)))
    grown = subst(ar((u + w).eq(tau - rho)), ax("exp_plus", u, w), lambda t: EXP(t).eq(first))
    f = var("f", fn(A, R))
    H, known_f, low, high = a_test(f)
    p1, q0 = Mean(lP, known_f).le(a, high(a)), Mean(lQ, known_f).le(a, low(a))
    th = ar(P(f) <= E * Q(f) + 1, p1, ar(real(0) <= E * Q(f), q0, e0))
    D = divergence(E, P, Q)
    top = least(E, real(1), P, Q, lP, lQ, th, f)
    equal = ar(first.eq(EXP(tau - rho)), grown)
    ends = conj(conj(top, ar(first >= D, top, left(known))), ar(second >= D, top, right(known)))
    return conj(conj(conj(equal, left(known)), right(known)), ends)


# ---- best events ---------------------------------------------------------------------------------------------------
@theorem(place="Crossing", claims="likelihood-ratio-falls-in-the-count")
def best_event_without_replacement_is_a_tail(a: Nat, b: Nat, h: Nat, j: Nat, T: Real, g: Real):
    """P'/P = (a-h)(b+1)/(a(b+1-T+h)) strictly falls in h (a + 1 for a), so with h the best event holds each g above."""
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    ratio = lambda h: over((A_ - h) * B_, A_ * (B_ - T + h))
    gains = lambda r: lambda E: below(E * r, 1)
    best = each(Nonneg, lambda E: implies(gains(ratio(num(h)))(E), gains(ratio(g))(E)))
    own = each(Nonneg, lambda E: implies(below(E * Q, P), gains(ratio(num(h)))(E)))
    return implies(
        T.eq(num(h) + num(j)),
        below(0, P),
        num(j) <= num(b),
        (over(Q, P).eq(ratio(num(h))) & own)
        & implies(below(num(h), g), g <= A_, below(ratio(g), ratio(num(h))) & best),
    )


@best_event_without_replacement_is_a_tail.proof
def _(a, b, h, j, T, g, T_is, p0, jb):
    P, Q = pair_of(a, b, h, j)
    A_, B_ = num(a) + 1, num(b) + 1
    ratio = lambda h: over((A_ - h) * B_, A_ * (B_ - T + h))
    known = use(likelihood_ratio_of_neighbours_falls_in_the_count(a, b, h, j, T, g), T_is, p0, jb)
    E = var("E", R)
    e0 = assume(real(0) <= E)
    unit, i0 = positive(P, p0)
    gain, wrong = assume(below(E * Q, P)), assume(real(1) <= E * ratio(num(h)))
    back = ar(
        P <= E * Q,
        ar(P * (E * ratio(num(h))) >= P * 1, wrong, use(ax("total", P, 0), p0)),
        left(known),
        unit,
        factors=[E * P, E * Q],
    )
    own = discharge(gain.concl, refuting(wrong.concl, contradiction(gain, back)))
    own = gen(E, discharge(e0.concl, own))
    more, most = assume(below(num(h), g)), assume(g <= A_)
    fall = use(right(known), more, most)
    had, wrong = assume(below(E * ratio(num(h)), 1)), assume(real(1) <= E * ratio(g))
    le = use(ax("total", ratio(num(h)), ratio(g)), fall)
    up = ar(real(1) <= E * ratio(num(h)), wrong, ar(E * ratio(g) <= E * ratio(num(h)), le, e0))
    best = gen(E, discharge(e0.concl, discharge(had.concl, refuting(wrong.concl, contradiction(had, up)))))
    end = discharge(more.concl, discharge(most.concl, conj(fall, best)))
    return conj(conj(left(known), own), end)


@theorem(place="Crossing", claims="likelihood-ratio-falls-in-the-count-with-replacement")
def best_event_with_replacement_is_a_tail(c: Real, n: Real, a: Odds, b: Odds, h: Nat, k: Nat):
    """P'/P = ((a-1)/a)^h ((b+1)/b)^k; a count more multiplies it by less than 1: the best event is a tail."""
    ratio = lambda h, k: power(over(a - 1, a), h) * power(over(b + 1, b), k)
    chance = lambda u, w: c * (power(over(u, n), h) * power(over(w, n), k))
    factor = over((a - 1) * b, a * (b + 1))
    more = ratio(SUCC(h), k).eq(factor * ratio(h, SUCC(k))) & below(factor, 1)
    best = each(Nonneg, lambda E: implies(below(E * ratio(h, SUCC(k)), 1), below(E * ratio(SUCC(h), k), 1)))
    return (chance(a - 1, b + 1).eq(ratio(h, k) * chance(a, b)) & more) & best


@best_event_with_replacement_is_a_tail.proof
def _(c, n, a, b, h, k, a1, b1):
    a0, b0 = algebra(below(0, a), a1), algebra(below(0, b), b1)
    first, more = two_of(use(likelihood_ratio_falls_in_the_count_with_replacement(c, n, a, b, h, k), a0, b0))
    ratio = lambda h, k: power(over(a - 1, a), h) * power(over(b + 1, b), k)
    factor, r, E = over((a - 1) * b, a * (b + 1)), ratio(h, SUCC(k)), var("E", R)
    (_, i), (_, j) = positive(a, a1), positive(b, b1)
    pa = use(powers_are_not_negative(over(a - 1, a), h), ar(real(0) <= over(a - 1, a), a1, i))
    pb = use(
        powers_are_not_negative(over(b + 1, b), SUCC(k)), ar(real(0) <= over(b + 1, b), ar(real(0) <= b + 1, b1), j)
    )
    r0 = ar(real(0) <= r, pa, pb, hints=[(0, 1)])
    e0, had, wrong = assume(real(0) <= E), assume(below(E * r, 1)), assume(real(1) <= E * ratio(SUCC(h), k))
    er = ar(real(0) <= E * r, e0, r0)
    less = ar(factor * (E * r) <= E * r, use(ax("total", 1, factor), right(more)), er)
    up = ar(real(1) <= E * r, wrong, left(more), less, factors=[E])
    best = gen(E, discharge(e0.concl, discharge(had.concl, refuting(wrong.concl, contradiction(had, up)))))
    return conj(conj(first, more), best)


def two_of(th):
    """The two members of a conjunction."""
    return left(th), right(th)
