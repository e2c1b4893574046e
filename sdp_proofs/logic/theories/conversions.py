"""Conversions between notions of privacy: total variation, trade-offs, pure budgets, rare large losses."""

from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.refuted import at_all_places, numeral, table
from sdp_proofs.logic.vocabulary import *

a, f, d_, w_ = var("a", A), var("f", fn(A, R)), var("d", R), var("w", R)
TWO, THREE = numeral(2), numeral(3)


def complement(H, f, *laws):
    """1 - f is a test, and its means under the laws are 1 less those of f; from the test f."""
    known = use(tests_are_bounded(f, A=f.ty[1]), H)
    v = fresh("v", f.ty[1])
    low, high = parts(at(H, v))
    other = make_test(v, 1 - f(v), ar(real(0) <= 1 - f(v), high), ar(1 - f(v) <= 1, low))
    return lam(v, 1 - f(v)), other, [Mean(one, known).linear(v, 1 - f(v)) for one in laws]


def told(E, d, answer, keep):
    """The law that tells with chance d (outputs 2 and 3), and else answers by a response (outputs 0 and 1)."""
    return mix(d, point(answer), coin(keep))


def both_told(E, d):
    return told(E, d, TWO, over(E, E + 1)), told(E, d, THREE, over(1, E + 1))


def told_are_laws(E, d, e1, d0, d1):
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    k0, k1 = ar(real(0) <= over(E, E + 1), e1, i0), ar(over(E, E + 1) <= 1, unit, i0)
    j0, j1 = ar(real(0) <= over(1, E + 1), i0), ar(over(1, E + 1) <= 1, unit, i0, e1)
    coins = use(coins_are_laws(over(E, E + 1)), k0, k1), use(coins_are_laws(over(1, E + 1)), j0, j1)
    return [
        use(mixtures_are_laws(d, point(answer), coin(keep), A=N), d0, d1, same(certain(answer), law(point(answer))), th)
        for answer, keep, th in zip((TWO, THREE), (over(E, E + 1), over(1, E + 1)), coins, strict=True)
    ]  # fmt: skip


# ---- total variation and trade-offs --------------------------------------------------------------------------------
@theorem
def total_variation_of_private_laws(E: Odds, d: Rate, P: Law[A], Q: Law[A]):
    """The total variation of laws that are close both ways is at most d + (1 - d)(E - 1)/(E + 1)."""
    top = d + (1 - d) * over(E - 1, E + 1)
    return implies(close(E, d, P, Q), close(E, d, Q, P), divergence(1, P, Q) <= top)


@total_variation_of_private_laws.proof
def _(E, d, P, Q, e1, d0, d1, lP, lQ, near, back):
    H, known, low, high = a_test(f)
    g, other, (p, q) = complement(H, f, lP, lQ)
    one, two = use(at(near, f), H), use(at(back, g), other)
    top = d + (1 - d) * over(E - 1, E + 1)
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    sum_ = ar((E + 1) * (P(f) - Q(f)) <= 2 * d + E - 1, one, two, p, q, factors=[E])
    th = ar(P(f) - Q(f) <= (2 * d + E - 1) * INV(E + 1), sum_, unit, i0, hints=[(0, 2)], factors=[P(f), Q(f)])
    th = ar(P(f) <= real(1) * Q(f) + top, th, unit, factors=[d, real(1)])
    return least(real(1), top, P, Q, lP, lQ, th, f)


@theorem
def response_that_may_tell_is_private(E: Odds, d: Rate):
    """To tell with chance d and else to answer by randomised response with odds E is (log E, d)-private."""
    U, V = both_told(E, d)
    return (law(U) & law(V)) & (close(E, d, U, V) & close(E, d, V, U))


@response_that_may_tell_is_private.proof
def _(E, d, e1, d0, d1):
    U, V = both_told(E, d)
    g = var("g", fn(N, R))
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    H, known, low, high = a_test(g)
    i = INV(E + 1)
    x, y, s, t = g(HEAD), g(TAIL), g(TWO), g(THREE)
    gap = ar(real(0) <= (E - 1) * i * (E + 1), unit, e1, factors=[E - 1, E])
    keep = lambda z, z0: ar(real(0) <= (1 - d) * (z * ((E - 1) * i * (E + 1))), gap, d1,
                            ar(real(0) <= z * ((E - 1) * i * (E + 1)), gap, z0))  # fmt: skip
    first = ar(U(g) <= E * V(g) + d, keep(y, low(TAIL)), unit, ar(d * s <= d, d0, high(TWO)),
               ar(real(0) <= E * (d * t), e1, ar(real(0) <= d * t, d0, low(THREE))),
               factors=[y, d * y, x, d * x, E * y, E * d * y, E * x, E * d * x])  # fmt: skip
    second = ar(V(g) <= E * U(g) + d, keep(x, low(HEAD)), unit, ar(d * t <= d, d0, high(THREE)),
                ar(real(0) <= E * (d * s), e1, ar(real(0) <= d * s, d0, low(TWO))),
                factors=[y, d * y, x, d * x, E * y, E * d * y, E * x, E * d * x])  # fmt: skip
    near = for_tests(first, g, close(E, d, U, V)), for_tests(second, g, close(E, d, V, U))
    return conj(conj(*told_are_laws(E, d, e1, d0, d1)), conj(*near))


def table_test(*values):
    """The function with these values is a test, for numbers between 0 and 1."""
    v, t = fresh("v", N), table(*values)
    low, high = (at_all_places(claim, t, len(values) - 1) for claim in (lambda x: real(0) <= x, lambda x: x <= 1))
    return t, make_test(v, t(v), spec(low, v), spec(high, v))


@theorem(place="Notions of privacy", claims="approximate-privacy-and-total-variation")
def approximate_privacy_and_total_variation(E: Odds, d: Rate, P: Law[A], Q: Law[A]):
    """Privacy bounds the total variation by d + (1 - d)(E - 1)/(E + 1), which a response that may tell attains."""
    top = d + (1 - d) * over(E - 1, E + 1)
    U, V = both_told(E, d)
    first = implies(close(E, d, P, Q), close(E, d, Q, P), divergence(1, P, Q) <= top)
    return first & ((close(E, d, U, V) & close(E, d, V, U)) & divergence(1, U, V).eq(top))


@approximate_privacy_and_total_variation.proof
def _(E, d, P, Q, e1, d0, d1, lP, lQ):
    top = d + (1 - d) * over(E - 1, E + 1)
    U, V = both_told(E, d)
    known = parts(use(response_that_may_tell_is_private(E, d), e1, d0, d1))
    lU, lV = (
        to(left(left(use(response_that_may_tell_is_private(E, d), e1, d0, d1))), law(U)),
        to(right(left(use(response_that_may_tell_is_private(E, d), e1, d0, d1))), law(V)),
    )
    both = right(use(response_that_may_tell_is_private(E, d), e1, d0, d1))
    first = use(total_variation_of_private_laws(E, d, P, Q), e1, d0, d1, lP, lQ)
    up = use(total_variation_of_private_laws(E, d, U, V, A=N), e1, d0, d1, lU, lV, left(both), right(both))
    t, H = table_test(1, 0, 1, 0)
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    down = ar(top <= divergence(1, U, V), nearest(real(1), U, V, lU, lV, t, H), unit, factors=[d, real(1)])
    del known
    return conj(first, conj(both, use(ax("antisymmetry", divergence(1, U, V), top), up, down)))


@theorem(place="Notions of privacy", claims="approximate-privacy-is-a-trade-off")
def approximate_privacy_is_a_trade_off(E: Odds, d: Rate, P: Law[A], Q: Law[A]):
    """Privacy both ways is a border of the errors of all tests, every place of which one response attains."""
    border = lambda p: MAX(MAX(0, 1 - d - E * p), over(1 - d - p, E))
    private_ = close(E, d, P, Q) & close(E, d, Q, P)
    errors = each(Fun(A, R), lambda f: implies(test(f), border(Q(f)) <= 1 - P(f)))
    U, V = both_told(E, d)
    p = over(1 - d, 1 + E)
    reached = lambda g, x, y: ((V(g).eq(x) & (1 - U(g)).eq(y)) & border(x).eq(y)) & test(g)
    attained = each(Rate, lambda w: (
        (reached(table(w, 0, 1, 0), w * p, 1 - d - E * (w * p))
         & reached(table(1, w, 1, 0), p + w * (E * p), (1 - w) * p))
        & reached(table(1, 1, 1, w), 1 - d + w * d, real(0))
    ))  # fmt: skip
    return (implies(private_, errors) & implies(errors, private_)) & attained


@approximate_privacy_is_a_trade_off.proof
def _(E, d, P, Q, e1, d0, d1, lP, lQ):
    border = lambda p: MAX(MAX(0, 1 - d - E * p), over(1 - d - p, E))
    H, known, low, high = a_test(f)
    g, other, (cp, cq) = complement(H, f, lP, lQ)
    unit, i0 = positive(E, e1)
    both = assume(close(E, d, P, Q) & close(E, d, Q, P))
    near, back = left(both), right(both)
    one, two = use(at(near, f), H), use(at(back, g), other)
    q1 = ar(P(f) <= 1, Mean(lP, known).le(a, high(a)))
    third = ar(
        over(1 - d - Q(f), E) <= 1 - P(f),
        ar(1 - d - Q(f) <= E * (1 - P(f)), two, cp, cq, factors=[E]),
        unit,
        i0,
        hints=[(0, 2)],
        factors=[1 - P(f)],
    )
    second = ar(1 - d - E * Q(f) <= 1 - P(f), one)
    top = lambda th1, th2: use(ax("max_least", *spine(th1.concl)[1][:1], spine(th2.concl)[1][0], 1 - P(f)), th1, th2)
    inner = use(ax("max_least", 0, 1 - d - E * Q(f), 1 - P(f)), ar(real(0) <= 1 - P(f), q1), second)
    whole = use(ax("max_least", MAX(0, 1 - d - E * Q(f)), over(1 - d - Q(f), E), 1 - P(f)), inner, third)
    del top
    errors_ = gen(f, discharge(H.concl, whole))
    there = discharge(both.concl, errors_)
    errors = assume(errors_.concl)
    at_f = use(at(errors, f), H)
    sides = lambda x: (
        ax("max_left", MAX(0, 1 - d - E * x), over(1 - d - x, E)),
        ax("max_right", 0, 1 - d - E * x),
        ax("max_right", MAX(0, 1 - d - E * x), over(1 - d - x, E)),
    )
    l, m, r = sides(Q(f))
    one = for_tests(ar(P(f) <= E * Q(f) + d, at_f, l, m), f, close(E, d, P, Q))
    at_g = use(at(errors, g), other)
    at_g = same(at_g, border(Q(g)) <= 1 - P(g))
    l, m, r = sides(Q(g))
    low_ = ar(over(1 - d - Q(g), E) <= 1 - P(g), at_g, r)
    two = ar(1 - d - Q(g) <= E * (1 - P(g)), low_, unit, e1, hints=[(0, 2)], factors=[1 - d - Q(g)])
    two = for_tests(ar(Q(f) <= E * P(f) + d, two, cp, cq, factors=[E]), f, close(E, d, Q, P))
    back_ = discharge(errors.concl, conj(one, two))

    # the places of the border
    U, V = both_told(E, d)
    w = var("w", R)
    w0, w1 = assume(real(0) <= w), assume(w <= 1)
    un, j0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    p = over(1 - d, 1 + E)
    whole_p = ar((p * (1 + E)).eq(1 - d), un, factors=[1 - d])
    rest = ar(real(0) <= p * (1 - w), ar(real(0) <= p, j0, d1), w1)
    part = ar(real(0) <= p * w, ar(real(0) <= p, j0, d1), w0)
    e2 = ar(real(0) <= E * E - 1, e1)
    grown = [ar(real(0) <= (E * E - 1) * th.concl.parts[1], th, e2) for th in (rest, part)]
    scaled = [ar(real(0) <= E * th.concl.parts[1], th, e1) for th in (rest, part)]
    known = [
        rest,
        part,
        *grown,
        *scaled,
        ar(real(0) <= w * d, w0, d0),
        ar(real(0) <= E * (w * d), e1, ar(real(0) <= w * d, w0, d0)),
    ]
    known += [
        ar(real(0) <= (1 - w) * d, w1, d0),
        ar(real(0) <= E * ((1 - w) * d), e1, ar(real(0) <= (1 - w) * d, w1, d0)),
    ]

    def reached(values, x, y):
        t = table(*values)
        v = fresh("v", N)
        lows, highs = (_all_places(claim, t, 3, (w0, w1)) for claim in (lambda x: real(0) <= x, lambda x: x <= 1))
        is_test = make_test(v, t(v), spec(lows, v), spec(highs, v))
        fs = [real(1), d, w, w * d, E, E * d, E * w, E * w * d]
        first, second_ = ar(V(t).eq(x), un, factors=fs), ar((1 - U(t)).eq(y), un, factors=fs)
        m, n = 1 - d - E * x, over(1 - d - x, E)
        y = real(y)
        cleared = ar(1 - d - x <= E * y, whole_p, *known, degree=1, factors=[real(1), w, E, E * w, E * E, E * E * w])
        last = ar(n <= y, cleared, unit, i0, hints=[(0, 2)], factors=[y])
        middle = ar(m <= y, whole_p, *known, degree=1, factors=[real(1), w, E, E * w])
        zero = ar(real(0) <= y, whole_p, *known, degree=1, factors=[real(1), w, E, E * w])
        up = use(ax("max_least", MAX(0, m), n, y), use(ax("max_least", 0, m, y), zero, middle), last)
        sides = (
            ax("max_left", MAX(0, m), n),
            ax("max_right", 0, m),
            ax("max_left", 0, m),
            ax("max_right", MAX(0, m), n),
        )
        attained = None
        for k in range(3):
            try:
                if k == 0:
                    attained = ar(y <= border(x), sides[0], sides[1])
                elif k == 1:
                    equal = ar((E * y).eq(1 - d - x), whole_p, factors=[real(1), w, E, E * w])
                    attained = ar(y <= border(x), sides[3], ar(y.eq(n), equal, unit, factors=[INV(E), y]))
                else:
                    attained = ar(y <= border(x), sides[0], sides[2])
                break
            except Stuck:
                continue
        third_ = use(ax("antisymmetry", border(x), y), up, attained)
        return conj(conj(conj(first, second_), third_), is_test)

    end = conj(
        conj(reached((w, 0, 1, 0), w * p, 1 - d - E * (w * p)), reached((1, w, 1, 0), p + w * (E * p), (1 - w) * p)),
        reached((1, 1, 1, w), 1 - d + w * d, real(0)),
    )
    return conj(conj(there, back_), gen(w, discharge(w0.concl, discharge(w1.concl, end))))


def _all_places(claim, f, k, facts):
    """Forall j. claim(f j), for a table whose values are bounded by facts."""
    j = fresh("j", N)
    if k == 0:
        return gen(j, same(ar(claim(normal(f(j))), *facts), claim(f(j))))
    rest = normal(lam(j, f(SUCC(j))))
    step = spec(_all_places(claim, rest, k - 1, facts), j)
    return induct(j, ar(claim(f(ZERO)), *facts), discharge(claim(f(j)), same(step, claim(f(SUCC(j))))))


@theorem(place="Notions of privacy", claims="a-trade-off-is-a-profile")
def trade_off_is_a_profile(E: Nonneg, d: Real, F: Fun(R, R), P: Law[A], Q: Law[A]):
    """Errors above F give the slack sup (1 - F(p) - E p), which a test with these errors attains."""
    above = each(Fun(A, R), lambda f: implies(test(f), F(Q(f)) <= 1 - P(f)))
    small = each(Rate, lambda p: 1 - F(p) - E * p <= d)
    meets = lambda g: test(g) & ((1 - P(g)).eq(F(Q(g))) & (1 - F(Q(g)) - E * Q(g)).eq(d))
    attained = each(Fun(A, R), lambda g: implies(meets(g), divergence(E, P, Q).eq(d)))
    return implies(above, small, (divergence(E, P, Q) <= d) & attained)


@trade_off_is_a_profile.proof
def _(E, d, F, P, Q, e0, lP, lQ, above, small):
    H, known, low, high = a_test(f)
    q0, q1 = Mean(lQ, known).le(a, low(a)), Mean(lQ, known).le(a, high(a))
    bound = use(at(small, Q(f)), ar(real(0) <= Q(f), q0), ar(Q(f) <= 1, q1))
    up = least(E, d, P, Q, lP, lQ, ar(P(f) <= E * Q(f) + d, bound, use(at(above, f), H)), f)
    g = var("g", fn(A, R))
    meets = assume(test(g) & ((1 - P(g)).eq(F(Q(g))) & (1 - F(Q(g)) - E * Q(g)).eq(d)))
    at_g = nearest(E, P, Q, lP, lQ, g, left(meets))
    down = ar(d <= divergence(E, P, Q), at_g, left(right(meets)), right(right(meets)))
    end = use(ax("antisymmetry", divergence(E, P, Q), d), up, down)
    return conj(up, gen(g, discharge(meets.concl, end)))


# ---- pure privacy --------------------------------------------------------------------------------------------------
@theorem
def pure_privacy_at_smaller_odds(E: Odds, c: Real, P: Law[A], Q: Law[A]):
    """Pure privacy at E gives the slack (E - c)/(E + 1) at the odds c between 1/E and E."""
    return implies(close(E, 0, P, Q), close(E, 0, Q, P), INV(E) <= c, c <= E, divergence(c, P, Q) <= over(E - c, E + 1))


@pure_privacy_at_smaller_odds.proof
def _(E, c, P, Q, e1, lP, lQ, near, back, low_c, high_c):
    H, known, low, high = a_test(f)
    g, other, (cp, cq) = complement(H, f, lP, lQ)
    u, v = P(f), Q(f)
    one = ar(u <= E * v, use(at(near, f), H))
    two = ar(E * u - v <= E - 1, use(at(back, g), other), cp, cq, factors=[E])
    iE, _ = positive(E, e1)
    ce = ar(real(1) <= c * E, low_c, iE, e1, hints=[(0, 2)])
    goal = (E + 1) * (u - c * v) <= E - c
    first = ar(real(0) <= (c * E - 1) * (E * v - u), ce, one)
    second = ar(real(0) <= (E - c) * (E - 1 - E * u + v), high_c, two)
    cleared = ar(real(0) <= (E - 1) * (E - c - (E + 1) * (u - c * v)), first, second)
    flat = assume(E <= 1)
    e_is_1 = use(ax("antisymmetry", E, 1), flat, e1)
    c_is_1 = use(ax("antisymmetry", c, 1), ar(c <= 1, high_c, e_is_1), ar(real(1) <= c, ce, e_is_1, factors=[c]))
    at_1 = ar(goal, one, e_is_1, c_is_1, factors=[u, v, c * v, real(1), v * E])
    steep = assume(not_(E <= 1))
    more = same(refuting(E - 1 <= 0, contradiction(steep, ar(E <= 1, assume(E - 1 <= 0)))), below(0, E - 1))
    rest = use(cancel(E - 1, E - c - (E + 1) * (u - c * v)), more, cleared)
    whole = cases(flat.concl, at_1, ar(goal, rest))
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    th = ar(u <= c * v + over(E - c, E + 1), whole, unit, i0, hints=[(0, 2)], factors=[u, c * v])
    return least(c, over(E - c, E + 1), P, Q, lP, lQ, th, f)


@theorem(place="Notions of privacy", claims="pure-privacy-at-a-smaller-epsilon")
def pure_privacy_at_a_smaller_epsilon(E: Odds, c: Real, P: Law[A], Q: Law[A]):
    """Pure privacy gives (E - c)/(E + 1) at smaller odds c, as a chord shows at each output; a response attains it."""
    s, t = over(E, E + 1), 1 - over(E, E + 1)
    chord = each(R, lambda p: each(R, lambda q: implies(
        over(p, E) <= q, q <= E * p, (E * E - 1) * MAX(0, p - c * q) <= (E - c) * (E * p - q))))  # fmt: skip
    known = implies(close(E, 0, P, Q), close(E, 0, Q, P), divergence(c, P, Q) <= over(E - c, E + 1))
    return implies(
        INV(E) <= c, c <= E,
        (known & chord)
        & ((close(E, 0, coin(s), coin(t)) & close(E, 0, coin(t), coin(s)))
           & divergence(c, coin(s), coin(t)).eq(over(E - c, E + 1))),
    )  # fmt: skip


@pure_privacy_at_a_smaller_epsilon.proof
def _(E, c, P, Q, e1, lP, lQ, low_c, high_c):
    near, back = assume(close(E, 0, P, Q)), assume(close(E, 0, Q, P))
    first = use(pure_privacy_at_smaller_odds(E, c, P, Q), e1, lP, lQ, near, back, low_c, high_c)
    known = discharge(near.concl, discharge(back.concl, first))
    p, q = var("p", R), var("q", R)
    one, two = assume(over(p, E) <= q), assume(q <= E * p)
    iE, i0 = positive(E, e1)
    ce = ar(real(1) <= c * E, low_c, iE, e1, hints=[(0, 2)])
    pq = ar(p <= E * q, one, iE, e1, hints=[(0, 2)], factors=[p])
    top = (E - c) * (E * p - q)
    x = p - c * q
    zero = ar(real(0) <= top, high_c, two)
    some_ = ar(real(0) <= (E * E - 1) * (0 - x) + top, ar(real(0) <= (c * E - 1) * (E * q - p), ce, pq),
               factors=[real(1)])  # fmt: skip
    e2 = ar(real(0) <= E * E - 1, e1)
    neg, pos = assume(x <= 0), assume(not_(x <= 0))
    m0 = use(ax("max_least", 0, x, 0), ar(real(0) <= 0), neg)
    mx = use(ax("max_least", 0, x, x), ar(real(0) <= x, use(ax("total", x, 0), pos)), ar(x <= x))
    goal = (E * E - 1) * MAX(0, x) <= top
    chord = cases(neg.concl, ar(goal, zero, m0, e2), ar(goal, some_, mx, e2))
    chord = gen(p, gen(q, discharge(one.concl, discharge(two.concl, chord))))
    s, t = over(E, E + 1), 1 - over(E, E + 1)
    unit, j0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    i = INV(E + 1)
    s0, s1 = ar(real(0) <= s, e1, j0), ar(s <= 1, unit, j0)
    t_is = ar(t.eq(i), unit)
    t0, t1 = ar(real(0) <= t, t_is, j0), ar(t <= 1, s0)
    whole = lambda p, q: conjunction(
        ar(p <= E * q + 0, t_is, e1, j0, factors=[E]), ar(1 - p <= E * (1 - q) + 0, t_is, e1, j0, factors=[E]),
        ar(real(0) <= 0), ar(real(1) <= E + 0, e1))  # fmt: skip
    square = ar(real(0) <= (E * E - 1) * i, e2, j0)
    whole = lambda p, q: conjunction(
        ar(p <= E * q + 0, t_is, square, factors=[E, real(1)]),
        ar(1 - p <= E * (1 - q) + 0, t_is, square, factors=[E, real(1)]),
        ar(real(0) <= 0),
        ar(real(1) <= E + 0, e1),
    )
    cs, ct = coin(s), coin(t)
    coins = [use(left(closeness_of_coins(E, real(0), p, q)), whole(p, q)) for p, q in ((s, t), (t, s))]
    value = use(divergence_of_coins(c, s, t), s0, s1, t0, t1)
    loss = over(E - c, E + 1)
    up = ar((s - c * t).eq(loss), t_is, factors=[c])
    l0 = ar(real(0) <= loss, high_c, j0)
    down = ar((1 - s) - c * (1 - t) <= 0, t_is, ar(real(0) <= (c * E - 1) * i, ce, j0), factors=[c])
    end = algebra_max(divergence(c, cs, ct), value, loss, l0, up, down)
    return conj(conj(known, chord), conj(conj(*coins), end))
