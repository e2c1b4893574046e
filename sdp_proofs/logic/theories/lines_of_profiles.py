"""Profiles line by line: sums by parts, masses, tangents, and the ratios of coins."""

from sdp_proofs.logic.theories.clipped_parts import *
from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.moments_of_losses import *
from sdp_proofs.logic.theories.neighbouring_counts import *
from sdp_proofs.logic.vocabulary import *

a, m, k, n = var("a", A), var("m", N), var("k", N), var("n", N)
HALF = Fraction(1, 2)


# ---- sums by parts -------------------------------------------------------------------------------------------------
@theorem(place="Accounting by moments", claims="oscillating-sums-are-below-the-ends-and-the-variation")
def oscillating_sums_are_below_the_ends_and_the_variation(f: Fun(N, R), e: Fun(N, R), n: Nat):
    """For |e| <= 1: the sum S of f(k) (e(k + 1) - e(k)) up to n differs from f e at the ends by at most the variation.

    So |S| is at most |f(n) e(n) - f(0) e(0)| plus the sum of |f(k + 1) - f(k)|.
    """
    S = total(lambda k: f(k) * (e(SUCC(k)) - e(k)), n)
    ends, variation = f(n) * e(n) - f(ZERO) * e(ZERO), total(lambda k: dist(f(SUCC(k)), f(k)), n)
    small = each(N, lambda k: (real(-1) <= e(k)) & (e(k) <= 1))
    return implies(small, (dist(S, ends) <= variation) & (dist(S, 0) <= dist(ends, 0) + variation))


@oscillating_sums_are_below_the_ends_and_the_variation.proof
def _(f, e, n, small):
    S = lambda n: total(lam(k, f(k) * (e(SUCC(k)) - e(k))), n)
    ends = lambda n: f(n) * e(n) - f(ZERO) * e(ZERO)
    variation = lambda n: total(lam(k, dist(f(SUCC(k)), f(k))), n)
    claim = lambda n: (S(n) - ends(n) <= variation(n)) & (ends(n) - S(n) <= variation(n))
    low, high = parts(spec(small, SUCC(m)))
    hyp, d = assume(claim(m)), dist(f(SUCC(m)), f(m))
    sides = [ax(side, f(SUCC(m)) - f(m), f(m) - f(SUCC(m))) for side in ("max_left", "max_right")]
    # the size of (f' - f) e' is at most |f' - f|
    gap, y = f(SUCC(m)) - f(m), e(SUCC(m))
    up, down = algebra(gap * y <= d, low, high, *sides), algebra(0 - gap * y <= d, low, high, *sides)
    next_ = conj(
        ar(S(SUCC(m)) - ends(SUCC(m)) <= variation(SUCC(m)), left(hyp), down),
        ar(ends(SUCC(m)) - S(SUCC(m)) <= variation(SUCC(m)), right(hyp), up),
    )
    zero = conj(ar(S(ZERO) - ends(ZERO) <= variation(ZERO)), ar(ends(ZERO) - S(ZERO) <= variation(ZERO)))
    one, two = parts(spec(induct(m, zero, discharge(hyp.concl, next_)), n))
    x, y, v = S(n), ends(n), variation(n)
    first = algebra(dist(x, y) <= v, one, two)
    return conj(first, algebra(dist(x, 0) <= dist(y, 0) + v, one, two))


# ---- profiles that are linear between points -----------------------------------------------------------------------
@theorem(place="Accounting by profiles, pessimistic rounding", claims="masses-from-changes-of-slope")
def masses_from_changes_of_slope(h: Fun(R, R), b: Fun(N, R), s: Fun(N, R), n: Nat, x: Real):
    """A profile is 0 from b(0) on and of slope -s(k + 1) from b(k + 1) to b(k): masses b (change of slope) have it.

    b(0) > b(1) > ... are positive, s(0) = 0, and h is the profile at b(n) and to the left of it. A mass w at the ratio
    y adds w max(0, 1 - x/y) to the profile at the odds x.
    """
    mass = lambda k: b(k) * (s(SUCC(k)) - s(k))
    adds = total(lambda k: mass(k) * MAX(0, 1 - over(x, b(k))), SUCC(n))
    falls = each(N, lambda k: below(b(SUCC(k)), b(k)) & below(0, b(k)))
    lines = each(
        N, lambda k: each(R, lambda x: implies(b(SUCC(k)) <= x, x <= b(k), h(x).eq(h(b(k)) + s(SUCC(k)) * (b(k) - x))))
    )
    return implies(falls, h(b(ZERO)).eq(0), s(ZERO).eq(0), lines, b(SUCC(n)) <= x, x <= b(n), h(x).eq(adds))


@masses_from_changes_of_slope.proof
def _(h, b, s, n, x, falls, zero, flat, lines, low, high):
    mass = lambda k: b(k) * (s(SUCC(k)) - s(k))
    adds = lambda n, x: total(lam(k, mass(k) * MAX(0, 1 - over(x, b(k)))), n)
    line = lambda n, x: total(lam(k, (s(SUCC(k)) - s(k)) * (b(k) - x)), n)
    X = var("x", R)
    # to the left of b(n) all terms are linear
    units = lambda k: positive(b(k), right(spec(falls, k)))
    below_ = lambda n: forall(X, implies(b(n) >= X, adds(SUCC(n), X).eq(line(SUCC(n), X))))

    def term(k, X, le):
        u, i0 = units(k)
        top = use(
            ax("max_least", 0, 1 - X * INV(b(k)), 1 - X * INV(b(k))),
            ar(real(0) <= 1 - X * INV(b(k)), u, ar(X * INV(b(k)) <= b(k) * INV(b(k)), le, i0)),
            ar(1 - X * INV(b(k)) <= 1 - X * INV(b(k))),
        )
        other = ax("max_right", 0, 1 - X * INV(b(k)))
        value = use(ax("antisymmetry", MAX(0, 1 - X * INV(b(k))), 1 - X * INV(b(k))), top, other)
        change = s(SUCC(k)) - s(k)
        return ar(
            (mass(k) * MAX(0, 1 - over(X, b(k)))).eq(change * (b(k) - X)), value, u, factors=[mass(k), change * X]
        )

    at_ = assume(b(ZERO) >= X)
    base = gen(X, discharge(at_.concl, ar(adds(SUCC(ZERO), X).eq(line(SUCC(ZERO), X)), term(ZERO, X, at_))))
    hyp, here = assume(below_(m)), assume(b(SUCC(m)) >= X)
    before_ = ar(b(m) >= X, here, use(ax("total", b(m), b(SUCC(m))), left(spec(falls, m))))
    next_ = ar(adds(SUCC(SUCC(m)), X).eq(line(SUCC(SUCC(m)), X)), use(spec(hyp, X), before_), term(SUCC(m), X, here))
    sums = induct(m, base, discharge(hyp.concl, gen(X, discharge(here.concl, next_))))
    # and the sum of the lines has the value and the slope of the profile
    grows = lambda n: line(SUCC(n), X).eq(h(b(n)) + s(SUCC(n)) * (b(n) - X))
    start = ar(grows(ZERO), zero, flat, factors=[b(ZERO) - X])
    hyp = assume(grows(m))
    le = ar(b(SUCC(m)) <= b(m), use(ax("total", b(m), b(SUCC(m))), left(spec(falls, m))))
    end = use(at(lines, m, b(SUCC(m))), ar(b(SUCC(m)) <= b(SUCC(m))), le)
    more = ar(grows(SUCC(m)), hyp, end)
    whole = gen(X, spec(induct(m, start, discharge(hyp.concl, more)), n))
    one = use(at(spec(sums, n), x), high)
    return ar(h(x).eq(adds(SUCC(n), x)), one, spec(whole, x), use(at(lines, n, x), low, high))


@theorem(place="Accounting by profiles, optimistic rounding", claims="smaller-tangents-lie-below-the-profile")
def smaller_tangents_lie_below_the_profile(
    w: Rate,
    x: Real,
    y: Real,
    z: Real,
    one: Real,
    other: Real,
    ig: Fun(Fun(A, R), o),
    M: mean_of(A),
    p: Fun(A, Nonneg),
    q: Fun(A, Nonneg),
):
    """Between x and y the chord of values not above the tangent of the profile at z lies below tangent and profile.

    The tangent at the odds z is what the best event there, p > z q, gains at other odds.
    """
    P, Q = weighted(M, p), weighted(M, q)
    best = function(A, lambda a: step(p(a) - z * q(a)))
    tangent = lambda v: P(best) - v * Q(best)
    chord, odds = w * one + (1 - w) * other, w * x + (1 - w) * y
    smallest = chord <= tangent(odds)
    touches = implies(real(0) <= z, ig(lambda a: MAX(0, p(a) - z * q(a))), divergence(z, P, Q).eq(tangent(z)))
    return implies(
        integral(ig, M),
        ig(p),
        ig(q),
        M(p).eq(1),
        M(q).eq(1),
        one <= tangent(x),
        other <= tangent(y),
        (smallest & (chord <= divergence(odds, P, Q))) & touches,
    )


@smaller_tangents_lie_below_the_profile.proof
def _(w, x, y, z, one, other, ig, M, p, q, w0, w1, p0, q0, iM, ip, iq, mp_, mq, first, second):
    P, Q = weighted(M, p), weighted(M, q)
    best = lam(a, step(p(a) - z * q(a)))
    odds = w * x + (1 - w) * y
    chord = w * one + (1 - w) * other
    low = ar(
        chord <= P(best) - odds * Q(best),
        ar(w * one <= w * (P(best) - x * Q(best)), first, w0),
        ar((1 - w) * other <= (1 - w) * (P(best) - y * Q(best)), second, w1),
    )
    lP, lQ = (use(law_of_density(ig, M, d), iM, i_, d0, m_) for d, i_, d0, m_ in ((p, ip, p0, mp_), (q, iq, q0, mq)))
    D = divergence(odds, P, Q)
    gain = nearest(odds, P, Q, lP, lQ, best, same(event_test(a, not_(p(a) - z * q(a) <= 0)), test(best)))
    z0, good = assume(real(0) <= z), assume(ig(lam(a, MAX(0, p(a) - z * q(a)))))
    whole = use(fact("divergence_is_the_sum_of_positive_parts", z, ig, M, p, q), z0, p0, q0, iM, ip, iq, good, mp_, mq)
    goal = divergence(z, P, Q).eq(P(best) - z * Q(best))
    equal = ar(goal, left(left(whole)), right(whole))
    touches = discharge(z0.concl, discharge(good.concl, equal))
    return conj(conj(low, ar(chord <= D, low, gain)), touches)


# ---- coins ---------------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Integer queries, other mechanisms", claims="the-binomial-loss-is-bounded-but-for-a-tail")
def binomial_loss_is_bounded_but_for_a_tail(n: Nat, k: Nat, E: Odds):
    """With k of n fair coins, b(k) <= E b(k - 1) exactly for k >= (n + 1)/(1 + E); the chance b(-1) is 0.

    b(k) = C(n, k)/2^n; k is at most n. The output with k heads has k - 1 heads where the count is one more. Of no
    heads, of chance 2^-n > 0, the neighbour has none; k stands for k - 1 in the first part.
    """
    b = lambda k: choose(n, k) * power(real(HALF), n)
    bound, many = b(SUCC(k)) <= E * b(k), over(num(n) + 1, 1 + E) <= num(SUCC(k))
    none = b(ZERO).eq(power(real(HALF), n)) & below(0, b(ZERO)) & below(0, over(num(n) + 1, 1 + E))
    return implies(num(SUCC(k)) <= num(n), implies(bound, many) & implies(many, bound) & none)


@binomial_loss_is_bounded_but_for_a_tail.proof
def _(n, k, E, e1, small):
    h, i = power(real(HALF), n), var("i", N)
    b = lambda k: choose(n, k) * h
    nat = lambda v: spec(numbers_are_not_negative.thm, v)
    # there is a set of each size
    one = lambda n, k: implies(num(k) <= num(n), real(1) <= choose(n, k))
    inside = assume(num(k) <= num(ZERO))
    start = induct(
        k,
        discharge(num(ZERO) <= num(ZERO), ar(real(1) <= choose(ZERO, ZERO))),
        discharge(
            one(ZERO, k),
            (
                discharge(
                    num(SUCC(k)) <= num(ZERO),
                    absurd(
                        impossible(ar(real(1) <= 0, assume(num(SUCC(k)) <= num(ZERO)), nat(k))),
                        real(1) <= choose(ZERO, SUCC(k)),
                    ),
                )
            ),
        ),
    )
    del inside
    hyp, more = assume(forall(k, one(m, k))), assume(num(SUCC(k)) <= num(SUCC(m)))
    at_0 = use(spec(hyp, ZERO), ar(num(ZERO) <= num(m), nat(m)))
    zero = discharge(num(ZERO) <= num(SUCC(m)), ar(real(1) <= choose(SUCC(m), ZERO), at_0))
    up = ar(
        real(1) <= choose(SUCC(m), SUCC(k)),
        use(spec(hyp, k), ar(num(k) <= num(m), more)),
        at(binomials_are_not_negative.thm, m, SUCC(k)),
    )
    next_ = induct(k, zero, discharge(one(SUCC(m), k), discharge(more.concl, up)))
    some_ = at(induct(m, start, discharge(hyp.concl, next_)), n)
    # powers of one half are positive
    pos = lambda n: below(0, power(real(HALF), n))
    H = assume(pos(m))
    h0 = spec(induct(m, algebra(pos(ZERO)), discharge(pos(m), algebra(pos(SUCC(m)), H))), n)
    hp = use(ax("total", h, 0), h0)
    c = use(spec(some_, SUCC(k)), small)
    steps = spec(binomial_steps(n), k)
    x, y, B = num(n) - num(k), num(k) + 1, choose(n, SUCC(k)) * h
    B0 = algebra(below(0, B), c, h0)
    y1, x1 = ar(real(1) <= y, nat(k)), ar(real(1) <= x, small)
    equal = ar((y * B).eq(x * b(k)), steps, factors=[h])
    u, i0 = positive(1 + E, ar(real(1) <= 1 + E, e1))
    many, bound = assume(over(num(n) + 1, 1 + E) <= num(SUCC(k))), assume(b(SUCC(k)) <= E * b(k))
    e0 = ar(real(0) <= 1 + E, e1)
    enough = ar(
        x <= E * y, ar((1 + E) * over(num(n) + 1, 1 + E) <= (1 + E) * num(SUCC(k)), many, e0), u, factors=[num(n) + 1]
    )
    Bp = use(ax("total", B, 0), B0)
    # x B <= E y B = E x b(k), and x >= 1 may be cancelled
    cancelled = ar(real(0) <= x * (E * b(k) - B), ar(x * B <= E * y * B, enough, Bp), equal, factors=[E])
    first = ar(E * b(k) >= B, use(cancel(x, E * b(k) - B), algebra(below(0, x), x1), cancelled))
    less = ar(real(0) <= B * (E * y - x), ar(x * B <= x * (E * b(k)), bound, ar(real(0) <= x, x1)), equal, factors=[E])
    fit = ar(x <= E * y, use(cancel(B, E * y - x), B0, less))
    second = ar(
        over(num(n) + 1, 1 + E) <= num(SUCC(k)),
        ar((num(n) + 1) * INV(1 + E) <= (1 + E) * y * INV(1 + E), fit, i0),
        u,
        factors=[y],
    )
    unit = lambda n: choose(n, ZERO).eq(1)
    whole = spec(induct(m, ar(unit(ZERO)), discharge(unit(m), ar(unit(SUCC(m)), assume(unit(m))))), n)
    at_none = ar(b(ZERO).eq(h), whole, factors=[h])
    above_ = algebra(below(0, b(ZERO)), at_none, h0)
    last = algebra(below(0, over(num(n) + 1, 1 + E)), nat(n), e1)
    none = conjunction(at_none, same(above_, below(0, b(ZERO))), last)
    return conjunction(discharge(bound.concl, second), discharge(many.concl, first), none)


# ---- two tangents --------------------------------------------------------------------------------------------------
@theorem(place="Notions of privacy", claims="two-outputs-attain-the-bound-of-two-tangents")
def two_outputs_attain_the_bound_of_two_tangents(
    w: Nonneg, c: Nonneg, u: Real, l: Real, F: Fun(R, R), r: Rate, s: Real
):
    """Outputs of masses r, s and 1 - r, 1 - s whose ratios lie beside c and where the lines touch F attain the bound.

    The upper line (u + w) R - l - w c touches at the first ratio, the lower one u R - l at the second: w times the
    profile at c, which is r - c s, is the mean of F less that of the lower line.
    """
    upper, lower = (lambda z: (u + w) * z - (l + w * c)), (lambda z: u * z - l)
    first, second = over(r, s), over(1 - r, 1 - s)
    mean = coin(s)(function(N, lambda k: rec(F(first), lams(var("i", N), var("t", R), F(second)), k)))
    D = divergence(c, coin(r), coin(s))
    return implies(
        below(0, s),
        below(s, 1),
        c <= first,
        second <= c,
        F(first).eq(upper(first)),
        F(second).eq(lower(second)),
        D.eq(r - c * s) & (w * (r - c * s)).eq(mean - (u - l)),
    )


@two_outputs_attain_the_bound_of_two_tangents.proof
def _(w, c, u, l, F, r, s, w0, c0, r0, r1, s0, s1, above_, beneath, touch, other):
    z, y = over(r, s), over(1 - r, 1 - s)
    us, i0 = positive(s, s0)
    ut, i1 = positive(1 - s, algebra(below(0, 1 - s), s1))
    sp, tp = use(ax("total", s, 0), s0), use(ax("total", 1, s), s1)
    whole = use(divergence_of_coins(c, r, s), r0, r1, sp, ar(s <= 1, tp))
    up = ar(real(0) <= r - c * s, ar(s * c <= s * z, above_, sp), us, factors=[r])
    down = ar(
        (1 - r) - c * (1 - s) <= 0,
        ar((1 - s) * y <= (1 - s) * c, beneath, ar(real(0) <= 1 - s, tp)),
        ut,
        factors=[1 - r],
    )
    equal = algebra(divergence(c, coin(r), coin(s)).eq(r - c * s), whole, up, down)
    mean = s * F(z) + (1 - s) * F(y)
    second = ar(
        (w * (r - c * s)).eq(mean - (u - l)), touch, other, us, ut, factors=[s, 1 - s, r * (u + w), u * (1 - r)]
    )
    return conj(equal, second)


@theorem(place="Notions of privacy", claims="two-tangents-bound-the-profile")
def two_lines_below_a_function_bound_the_profile(
    w: Nonneg,
    c: Nonneg,
    u: Real,
    l: Real,
    F: Fun(R, R),
    ig: Fun(Fun(A, R), o),
    M: mean_of(A),
    p: Fun(A, Nonneg),
    q: Fun(A, R),
    r: Rate,
    s: Real,
):
    """Lines u R - l and (u + w) R - l - w c below F(R): w times the profile at c is at most E F(R) - (u - l).

    R = p/q is the ratio of densities, the second one positive. With two outputs of masses r, s and 1 - r, 1 - s,
    at whose ratios the lines touch F, one above c and one below, it is attained.
    """
    upper, lower = (lambda z: (u + w) * z - (l + w * c)), (lambda z: u * z - l)
    ratio = lambda a: over(p(a), q(a))
    value = lambda a: q(a) * F(ratio(a))
    first, second = over(r, s), over(1 - r, 1 - s)
    two_ = coin(s)(function(N, lambda k: rec(F(first), lams(var("i", N), var("t", R), F(second)), k)))
    touched = implies(
        below(0, s),
        below(s, 1),
        c <= first,
        second <= c,
        F(first).eq(upper(first)),
        F(second).eq(lower(second)),
        (w * divergence(c, coin(r), coin(s))).eq(two_ - (u - l)),
    )
    bound = implies(
        integral(ig, M),
        ig(p),
        ig(q),
        ig(value),
        M(p).eq(1),
        M(q).eq(1),
        each(A, lambda a: below(0, q(a))),
        each(A, lambda a: (lower(ratio(a)) <= F(ratio(a))) & (upper(ratio(a)) <= F(ratio(a)))),
        w * divergence(c, weighted(M, p), weighted(M, q)) <= M(value) - (u - l),
    )
    return bound & touched


@two_lines_below_a_function_bound_the_profile.proof
def _(w, c, u, l, F, ig, M, p, q, r, s, w0, c0, p0, r0, r1):
    z = over(p(a), q(a))
    value = lam(a, q(a) * F(over(p(a), q(a))))
    pos = forall(a, below(0, q(a)))
    lines = forall(a, (u * z - l <= F(z)) & ((u + w) * z - (l + w * c) <= F(z)))
    hyps = [assume(t) for t in (integral(ig, M), ig(p), ig(q), ig(value), M(p).eq(1), M(q).eq(1), pos, lines)]
    iM, ip, iq, iv, mp_, mq, qp, above_ = hyps
    uq, _ = positive(q(a), spec(qp, a))
    q0 = ar(real(0) <= q(a), use(ax("total", q(a), 0), spec(qp, a)))
    one, two = parts(spec(above_, a))
    low = ar(u * p(a) - l * q(a) <= q(a) * F(z), ar(q(a) * (u * z - l) <= q(a) * F(z), one, q0), uq, factors=[u * p(a)])
    high = ar(
        u * p(a) - l * q(a) + w * (p(a) - c * q(a)) <= q(a) * F(z),
        ar(q(a) * ((u + w) * z - (l + w * c)) <= q(a) * F(z), two, q0),
        uq,
        factors=[u * p(a), w * p(a)],
    )
    G, g = lam(a, F(z)), var("g", R)
    th = left(
        use(
            fact("two_tangents_bound_the_profile", w, c, u, l, G, ig, M, p, q, r, r, 0, 0),
            w0,
            c0,
            p0,
            gen(a, q0),
            r0,
            r1,
            r0,
            r1,
        )
    )
    del g
    th = use(th, iM, ip, iq, iv, mp_, mq, gen(a, conj(low, high)))
    bound = ar(w * divergence(c, weighted(M, p), weighted(M, q)) <= M(value) - (u - l), th)
    bound = hyps_then(bound, [one.concl for one in hyps], [])
    own = use(two_outputs_attain_the_bound_of_two_tangents(w, c, u, l, F, r, s), w0, c0, r0, r1)
    first, second = over(r, s), over(1 - r, 1 - s)
    more = [
        assume(t)
        for t in (
            below(0, s),
            below(s, 1),
            c <= first,
            second <= c,
            F(first).eq((u + w) * first - (l + w * c)),
            F(second).eq(u * second - l),
        )
    ]
    own = use(own, *more)
    D, mean = divergence(c, coin(r), coin(s)), s * F(first) + (1 - s) * F(second)
    tight = ar((w * D).eq(mean - (u - l)), left(own), right(own), factors=[w])
    return conj(bound, hyps_then(tight, [one.concl for one in more], []))
