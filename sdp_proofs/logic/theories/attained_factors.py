"""Factors that are attained: utilities of two outputs, rare large losses, sensitivities of counts."""

from sdp_proofs.logic.theories.coin_laws import *
from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.theories.utility import *
from sdp_proofs.logic.vocabulary import *

a, j, k, n, m, x_ = var("a", A), var("j", N), var("k", N), var("n", N), var("m", N), var("x", X)
TWO, THREE = SUCC(SUCC(ZERO)), SUCC(SUCC(SUCC(ZERO)))


# ---- utility and the losses of a pair ------------------------------------------------------------------------------
def sum_over(outputs):
    """The functional that adds up a function over the first outputs."""
    f = var("f", fn(N, R))
    return lam(f, total(f, outputs))


def losses_of(E, p, q):
    """Both divergences of two coins together."""
    return divergence(E, coin(p), coin(q)) + divergence(E, coin(q), coin(p))


def utility_of_coins(E, p, q):
    """The utility of Equation (3) for a record whose output is coin(p), that of the other type being coin(q)."""
    return utility(E, sum_over(TWO), face(p, 1 - p), face(q, 1 - q))


def gain_at(E, s, t, top, whole, is_top, positive_):
    """max(0, max(s, t)/(s + t) - E/(E + 1)) = g, g = top/(s + t) - E/(E + 1); from its sign, or 0 if it is not above 0.

    whole is the theorem that (s + t) inv is 1, is_top that max(s, t) is top; positive_ is 0 <= g or g <= 0.
    """
    z = s + t
    x, y = MAX(s, t) * INV(z) - E * INV(E + 1), top * INV(z) - E * INV(E + 1)
    equal = ar(x.eq(y), is_top, factors=[INV(z)])
    low, high = ax("max_left", 0, x), ax("max_right", 0, x)
    del whole
    above_ = spine(normal(positive_.concl))[1][0] == real(0)
    end = y if above_ else real(0)
    facts = (ar(real(0) <= end, positive_) if above_ else ar(real(0) <= end)), ar(x <= end, equal, positive_)
    top_ = use(ax("max_least", 0, x, end), *facts)
    return use(ax("antisymmetry", MAX(0, x), end), top_, ar(end <= MAX(0, x), equal, high) if above_ else low)


@theorem(place="Utility", claims="the-factor-two-is-attained-at-every-odds")
def factor_two_is_attained_at_every_odds(E: Odds, p: Real):
    """A bit kept with p > E/(E + 1), flipped else: d + d' = 2 u > 0, both losses and the utility are p (E + 1) - E."""
    u, P, Q = utility_of_coins(E, p, 1 - p), coin(p), coin(1 - p)
    gain = p * (E + 1) - E
    both = divergence(E, P, Q).eq(gain) & divergence(E, Q, P).eq(gain)
    return implies(
        below(over(E, E + 1), p), p <= 1, (losses_of(E, p, 1 - p).eq(2 * u) & below(0, u)) & (both & u.eq(gain))
    )


@factor_two_is_attained_at_every_odds.proof
def _(E, p, e1, above_, p1):
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    E0, g, P, Q = ar(real(0) <= E + 1, e1), p * (E + 1) - E, coin(p), coin(1 - p)
    gap = use(ax("total", p, over(E, E + 1)), above_)
    # p > E/(E + 1) >= 1/2
    big = ar(p * (E + 1) >= E, ar((E + 1) * over(E, E + 1) <= (E + 1) * p, gap, E0), unit, factors=[E])
    none = assume(g <= 0)
    back = ar(p <= over(E, E + 1), ar(g * INV(E + 1) <= 0, none, i0), unit, factors=[p])
    above_0 = refuting(g <= 0, contradiction(above_, back))
    half_ = ar(
        1 - p <= p,
        ar((E + 1) * (1 - 2 * p) * INV(E + 1) <= 0, ar((E + 1) * (1 - 2 * p) <= 0, big, e1), i0),
        unit,
        factors=[1 - 2 * p],
    )
    p0 = ar(real(0) <= p, half_, p1)
    q0, q1 = ar(real(0) <= 1 - p, p1), ar(1 - p <= 1, p0)
    low = ar((1 - p) - E * p <= 0, ar(1 - p <= E * p, half_, ar(p <= E * p, e1, p0)))
    first = algebra(
        divergence(E, P, Q).eq(g), use(divergence_of_coins(E, p, 1 - p), p0, p1, q0, q1), big, low, degree=1
    )
    second = algebra(
        divergence(E, Q, P).eq(g), use(divergence_of_coins(E, 1 - p, p), q0, q1, p0, p1), big, low, degree=1
    )
    u, gains = utility_of_coins(E, p, 1 - p), []
    for s, t in ((p, 1 - p), (1 - p, p)):
        z = positive(s + t, ar(real(1) <= s + t))[0]
        pos = ar(real(0) <= p * INV(s + t) - E * INV(E + 1), gap, z, factors=[p])
        gains += [gain_at(E, s, t, p, z, algebra(MAX(s, t).eq(p), half_), pos), z]
    value = ar(
        u.eq(g),
        *gains,
        unit,
        factors=[E, E + 1, p * p * (E + 1), p * (1 - p) * (E + 1), E * p, (E + 1) * p, (E + 1) * (1 - p)],
    )
    positive_ = subst(symmetric(value), same(above_0, below(0, g)), lambda v: below(0, v))
    losses = ar(losses_of(E, p, 1 - p).eq(2 * u), first, second, value)
    return conj(conj(losses, positive_), conj(conj(first, second), value))


@theorem(place="Utility", claims="the-factor-one-is-attained-at-every-odds")
def factor_one_is_attained_at_every_odds(E: Real, p: Real):
    """The laws (1 - p, p) and (1, 0), 0 < p <= 1 - 1/E and E > 1: u = d + d' > 0, with d = p, d' = 0 and u = p."""
    u, P, Q = utility_of_coins(E, 1 - p, 1), coin(1 - p), coin(1)
    both = divergence(E, P, Q).eq(p) & divergence(E, Q, P).eq(0)
    return implies(
        below(1, E), below(0, p), p <= 1 - over(1, E), (losses_of(E, 1 - p, 1).eq(u) & below(0, u)) & (both & u.eq(p))
    )


@factor_one_is_attained_at_every_odds.proof
def _(E, p, above_, p_, most):
    e1 = use(ax("total", E, 1), above_)
    e1 = ar(real(1) <= E, e1)
    uE, iE = positive(E, e1)
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    p0, P, Q = use(ax("total", p, 0), p_), coin(1 - p), coin(1)
    small = ar(E * p <= E - 1, ar(E * p <= E * (1 - over(1, E)), most, ar(real(0) <= E, e1)), uE)
    p1 = ar(p <= 1, most, iE)
    ends = ar(real(0) <= 1 - p, p1), ar(1 - p <= 1, p0)
    one = ar(real(0) <= 1), ar(real(1) <= 1)
    a1 = ar((1 - p) - E <= 0, e1, p0)
    a2 = ar(real(1) - E * (1 - p) <= 0, small)
    first = algebra(divergence(E, P, Q).eq(p), use(divergence_of_coins(E, 1 - p, 1), *ends, *one), a1, p0, degree=1)
    second = algebra(
        divergence(E, Q, P).eq(0),
        use(divergence_of_coins(E, 1, 1 - p), *one, *ends),
        a2,
        e1,
        p0,
        ar(real(0) <= E * p, p0, e1),
        degree=1,
    )
    u = utility_of_coins(E, 1 - p, 1)
    # at the first output the odds are too even, at the second they are certain
    s, t = 1 - p, real(1)
    z, iz = positive(s + t, ar(real(1) <= s + t, p1))
    even = ar(
        1 * INV(s + t) - E * INV(E + 1) <= 0,
        ar(
            (E + 1) * (INV(s + t) * INV(E + 1)) <= E * (s + t) * (INV(s + t) * INV(E + 1)),
            ar(E * (s + t) >= E + 1, small),
            ar(real(0) <= INV(s + t) * INV(E + 1), iz, i0),
        ),
        z,
        unit,
        factors=[INV(s + t), E * INV(E + 1)],
    )
    nothing = gain_at(E, s, t, real(1), z, algebra(MAX(s, t).eq(1), p0), even)
    s, t = 1 - s, 1 - t
    del s, t
    v = 1 - (1 - p)
    w, iw = positive(v + (1 - real(1)), algebra(below(0, v + (1 - real(1))), p_))
    high = algebra(MAX(v, 1 - real(1)).eq(v), p0)
    whole = ar((v * INV(v + (1 - real(1)))).eq(1), w)
    sure = gain_at(
        E, v, 1 - real(1), v, w, high, ar(real(0) <= v * INV(v + (1 - real(1))) - E * INV(E + 1), whole, unit, i0)
    )
    value = ar(u.eq(p), nothing, sure, whole, unit, factors=[(E + 1) * p, (E + 1) * (1 - p), p, E, E * p])
    positive_ = subst(symmetric(value), p_, lambda x: below(0, x))
    losses = ar(losses_of(E, 1 - p, 1).eq(u), first, second, value)
    return conj(conj(losses, positive_), conj(conj(first, second), value))


@theorem(place="smoothed-dp, App. C.1", claims="both-constants-for-two-types-are-attained")
def both_constants_for_two_types_are_attained():
    """At E = 2: u = d + d' = 1/2 for the laws (1/2, 1/2) and (1, 0), and d + d' = 2 u = 1/2 for a bit kept with 3/4."""
    half_, three = real(Fraction(1, 2)), real(Fraction(3, 4))
    one, two = utility_of_coins(2, half_, 1), utility_of_coins(2, three, Fraction(1, 4))
    first = one.eq(half_) & losses_of(2, half_, 1).eq(half_)
    return first & (losses_of(2, three, real(Fraction(1, 4))).eq(half_) & (2 * two).eq(half_))


@both_constants_for_two_types_are_attained.proof
def _():
    half_, three, E = real(Fraction(1, 2)), real(Fraction(3, 4)), real(2)
    one = use(
        factor_one_is_attained_at_every_odds(E, half_),
        *map(algebra, (below(1, E), below(0, half_), half_ <= 1 - over(1, E))),
    )
    two = use(
        factor_two_is_attained_at_every_odds(E, three),
        ar(real(1) <= E),
        algebra(below(over(E, E + 1), three)),
        ar(three <= 1),
    )
    (l1, _), (_, u1) = (map(body_of, parts_of_two(th)) for th in parts_of_two(one))
    (l2, _), (_, u2) = (map(body_of, parts_of_two(th)) for th in parts_of_two(two))
    ua, ub = utility_of_coins(2, half_, 1), utility_of_coins(2, three, Fraction(1, 4))
    first = conj(ar(ua.eq(half_), u1), ar(losses_of(2, half_, 1).eq(half_), l1, u1))
    la = losses_of(2, three, real(Fraction(1, 4)))
    return conj(first, conj(ar(la.eq(half_), l2, u2), ar((2 * ub).eq(half_), u2)))


def parts_of_two(th):
    """Both members of a conjunction."""
    return left(th), right(th)


@theorem(place="Utility, any number of types", claims="some-pair-of-values-bounds-the-utility")
def some_pair_of_values_bounds_the_utility(
    E: Odds, n: Nat, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(N, A, Nonneg), k: Nat
):
    """With n + 1 values of the missing record, n >= 1, u is at most the largest d + d' of two values, whichever it is.

    p(i) is the density of the output where the record has value i; the record that is missing has value k.
    """
    law_ = lambda j: weighted(M, p(j))
    pair_ = lambda i, j: divergence(E, law_(i), law_(j)) + divergence(E, law_(j), law_(i))
    worst = largest(lambda i: largest(lambda j: pair_(i, j), n), n)
    return implies(
        integral(ig, M),
        each(N, lambda j: ig(p(j)) & M(p(j)).eq(1)),
        among(SUCC(n), k),
        real(1) <= num(n),
        utility_of(E, M, n, p, k) <= worst,
    )


@some_pair_of_values_bounds_the_utility.proof
def _(E, n, ig, M, p, k, e1, p0, iM, good, H, n1):
    law_ = lambda j: weighted(M, p(j))
    D = lambda i, j: divergence(E, law_(i), law_(j))
    pair_ = lambda i, j: D(i, j) + D(j, i)
    i, s = var("i", N), SUCC(n)
    row = lambda i: largest(lam(j, pair_(i, j)), n)
    worst = largest(lam(i, row(i)), n)
    zero = ar(real(0) <= 1)
    inner = right(spec(use(largest_is_least_bound(lam(j, pair_(k, j)), 1, 0), zero), n))
    outer = right(spec(use(largest_is_least_bound(lam(i, row(i)), 1, 0), zero), n))
    at_k = ar(row(k) <= worst, use(spec(outer, k), H))
    # n u is at most the sum over all values, where that of k with itself is nothing
    first = left(use(mean_of_pairs_bounds_the_utility(E, n, ig, M, p, k, 0), e1, p0, iM, good, H))
    lawful = lambda v: use(law_of_density(ig, M, p(v)), iM, left(spec(good, v)), at(p0, v), right(spec(good, v)))
    f, lk = var("f", fn(A, R)), lawful(k)
    H_, known, low, _ = a_test(f)
    mean = Mean(lk, known)
    f0 = mean.le(a, low(a))
    own = least(
        E,
        real(0),
        law_(k),
        law_(k),
        lk,
        lk,
        ar(law_(k)(f) <= E * law_(k)(f) + 0, ar(law_(k)(f) <= E * law_(k)(f), f0, e1)),
        f,
    )
    top = lambda j: worst - truth(eq(j, k)) * worst
    inside, yes, no = assume(among(s, j)), assume(eq(j, k)), assume(not_(eq(j, k)))
    here = subst(symmetric(yes), own, lambda v: D(k, v) <= 0)
    back = subst(symmetric(yes), own, lambda v: D(v, k) <= 0)
    goal = pair_(k, j) <= top(j)
    one = ar(goal, here, back, use(decided(eq(j, k))[0], yes), factors=[worst])
    other = ar(goal, use(spec(inner, j), inside), at_k, use(decided(eq(j, k))[1], no), factors=[worst])
    term = gen(j, discharge(inside.concl, cases(eq(j, k), one, other)))
    g = lam(j, pair_(k, j))
    sums = lambda n: implies(forall(j, implies(among(n, j), g(j) <= top(j))), total(g, n) <= total(lam(j, top(j)), n))
    hyp, every = assume(sums(m)), assume(forall(j, implies(among(SUCC(m), j), g(j) <= top(j))))
    was = assume(among(m, j))
    before_ = gen(
        j, discharge(was.concl, mp(spec(every, j), same(either(among(m, j), eq(j, m), was), among(SUCC(m), j))))
    )
    last = same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m))
    step_ = ar(total(g, SUCC(m)) <= total(lam(j, top(j)), SUCC(m)), mp(hyp, before_), mp(spec(every, m), last))
    none = assume(forall(j, implies(among(ZERO, j), g(j) <= top(j))))
    all_ = induct(
        m,
        discharge(none.concl, ar(total(g, ZERO) <= total(lam(j, top(j)), ZERO))),
        discharge(hyp.concl, discharge(every.concl, step_)),
    )
    all_ = mp(spec(all_, s), term)
    flat = lambda n: total(lam(j, top(j)), n).eq(num(n) * worst - total(lam(j, truth(eq(j, k)) * worst), n))
    flat = spec(induct(m, ar(flat(ZERO)), discharge(flat(m), ar(flat(SUCC(m)), assume(flat(m))))), s)
    place = mp(spec(sums_at_one_place(worst, k), s), H)
    u = utility_of(E, M, n, p, k)
    whole = ar(num(n) * u <= num(n) * worst, first, all_, flat, place)
    unit, i0 = positive(num(n), n1)
    return ar(u <= worst, whole, unit, i0, hints=[(0, 2)], factors=[u, worst])


# ---- losses beyond a larger epsilon --------------------------------------------------------------------------------
def triple(first, second, third):
    """The function of three outputs with these values."""
    i, l, s, t = var("i", N), var("l", N), var("s", R), var("t", R)
    return lam(m, rec(real(first), lams(l, t, rec(real(second), lams(i, s, real(third)), l)), m))


def part_of_or(p, q):
    """The number of p or q is at most that of p and that of q together."""
    both, goal = or_(p, q), truth(or_(p, q)) <= truth(p) + truth(q)
    (p1, p0, pl, _), (q1, q0, ql, _) = decided(p), decided(q)
    whole = decided(both)
    first, second = assume(p), assume(q)
    one = ar(goal, use(p1, first), ql, whole[3])
    two = ar(goal, use(q1, second), pl, whole[3])
    no_p, no_q = assume(not_(p)), assume(not_(q))
    no = assume(both)
    none = use(whole[1], refuting(both, split(no, contradiction(no_p, assume(p)), contradiction(no_q, assume(q)))))
    return cases(p, one, cases(q, two, ar(goal, none, pl, ql)))


def second_of(p, q, th):
    """The disjunction p or q, from q."""
    r = fresh("r", "o")
    one, two = assume(implies(p, r)), assume(implies(q, r))
    return same(gen(r, discharge(one.concl, discharge(two.concl, mp(two, th)))), or_(p, q))


def M_of(P, event):
    """The chance of an event of outputs."""
    return prob(P, lam(m, event(m)))


@theorem(place="dp-lecture, Privacy loss, probability", claims="losses-beyond-a-larger-epsilon-are-rare")
def losses_beyond_a_larger_epsilon_are_rare(
    E: Odds, F: Real, d: Nonneg, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """Under (log E, d), both ways, p/q is F or more, or 1/F or less, with chance d (F + 1)/(F - E) at most, for F > E.

    This is the best bound below 1: where it is at most 1 the masses F u, u, rest and u, F u, rest of three outputs,
    u = d/(F - E), are (log E, d)-close both ways and attain it.
    """
    large = lambda P, p, q: prob(P, lambda a: or_(F * q(a) <= p(a), F * p(a) <= q(a)))
    P, Q = weighted(M, p), weighted(M, q)
    most, u = over(d * (F + 1), F - E), over(d, F - E)
    rest = 1 - (F + 1) * u
    first, second = triple(F * u, u, rest), triple(u, F * u, rest)
    V, W = weighted(sum_over(THREE), first), weighted(sum_over(THREE), second)
    rare = implies(integral(ig, M), ig(p), ig(q), close(E, d, P, Q), close(E, d, Q, P), large(P, p, q) <= most)
    attained = implies(
        most <= 1, (real(0) <= rest) & (close(E, d, V, W) & close(E, d, W, V)) & large(V, first, second).eq(most)
    )
    return implies(below(E, F), rare & attained)


@losses_beyond_a_larger_epsilon_are_rare.proof
def _(E, F, d, ig, M, p, q, e1, d0, p0, q0, above_):
    fe = use(ax("total", F, E), above_)
    unit, i0 = positive(F - E, algebra(below(0, F - E), above_))
    f1, most, u = ar(real(1) <= F, fe, e1), over(d * (F + 1), F - E), over(d, F - E)
    # at most so often
    P, Q = weighted(M, p), weighted(M, q)
    up, down = F * q(a) <= p(a), F * p(a) <= q(a)
    s, t, both = truth(up), truth(down), truth(or_(up, down))
    hyps = iM, ip, iq, there, back = [
        assume(v) for v in (integral(ig, M), ig(p), ig(q), close(E, d, P, Q), close(E, d, Q, P))
    ]
    g1, g2 = (use(at(th, lam(a, truth(v))), event_test(a, v)) for th, v in ((there, up), (back, down)))
    pa, qa = spec(p0, a), spec(q0, a)

    def part(v, goal, hit):
        yes, no = assume(v), assume(not_(v))
        return cases(
            v,
            ar(
                goal,
                use(decided(v)[0], yes),
                *hit(yes),
                factors=[p(a), q(a), F * p(a), E * p(a), F * q(a), F * E * q(a)],
            ),
            ar(goal, use(decided(v)[1], no), factors=[p(a), q(a), F * p(a), E * p(a), F * q(a), F * E * q(a)]),
        )

    one = part(
        up,
        (F - E) * (p(a) * s) <= F * (p(a) * s - E * (q(a) * s)),
        lambda yes: [ar(E * (F * q(a)) <= E * p(a), yes, ar(real(0) <= E, e1))],
    )
    two = part(down, (F - E) * (p(a) * t) <= q(a) * t - E * (p(a) * t), lambda yes: [yes])
    V = Mean(iM, *(truth_is_bounded(a, v) for v in (up, down, or_(up, down))), inside=[ip, iq])
    m1, m2 = V.le(a, one), V.le(a, two)
    covered = part_of_or(up, down)
    m3 = V.le(a, ar(p(a) * both <= p(a) * s + p(a) * t, ar(p(a) * both <= p(a) * (s + t), covered, pa)))
    ps, pt, pb = (M(lam(a, p(a) * v)) for v in (s, t, both))
    f0 = ar(real(0) <= F - E, fe)
    row = ar(
        (F - E) * pb <= d * (F + 1),
        ar((F - E) * pb <= (F - E) * (ps + pt), m3, f0),
        m1,
        m2,
        ar(F * (ps - E * M(lam(a, q(a) * s))) <= F * d, g1, f1),
        g2,
    )
    end = ar(pb <= most, ar((F - E) * pb * INV(F - E) <= d * (F + 1) * INV(F - E), row, i0), unit, factors=[pb])
    rare = hyps_then(same(end, prob(P, lam(a, or_(up, down))) <= most), [one_.concl for one_ in hyps], [])
    # and so often at three outputs
    small = assume(most <= 1)
    rest = 1 - (F + 1) * u
    rest0 = ar(real(0) <= rest, small)
    u0 = ar(real(0) <= u, d0, i0)
    gap = ar((F * u - E * u).eq(d), unit, factors=[d])
    first, second = triple(F * u, u, rest), triple(u, F * u, rest)
    L = lambda f: weighted(sum_over(THREE), f)
    f = var("f", fn(N, R))
    _, _, low, high = a_test(f)
    ends = [(low(v), high(v)) for v in (ZERO, SUCC(ZERO), TWO)]

    def near(P, Q, big, little, values):
        """P f <= E Q f + d: at `big` the excess is d, elsewhere nothing is in excess."""
        th = ar(
            L(P)(f) <= E * L(Q)(f) + d,
            ar((F * u - E * u) * f(big) <= d, gap, ar(d * f(big) <= d, high(big), d0), factors=[f(big)]),
            ar(
                u * f(little) <= E * (F * u) * f(little),
                ar(
                    u <= E * (F * u), ar(u <= F * u, f1, u0), ar(F * u <= E * (F * u), e1, ar(real(0) <= F * u, f1, u0))
                ),
                low(little),
            ),
            ar(rest * f(TWO) <= E * (rest * f(TWO)), e1, ar(real(0) <= rest * f(TWO), rest0, low(TWO))),
        )
        return for_tests(th, f, close(E, d, L(P), L(Q)))

    one_way, other_way = near(first, second, ZERO, SUCC(ZERO), ends), near(second, first, SUCC(ZERO), ZERO, ends)
    # the first two outputs have ratios F and 1/F
    event = lambda v: or_(F * second(v) <= first(v), F * first(v) <= second(v))
    hit = lambda v, th: use(decided(event(v))[0], th)
    h0 = hit(ZERO, same(either(F * u <= F * u, F * (F * u) <= u, ar(F * u <= F * u)), event(ZERO)))
    h1 = hit(SUCC(ZERO), same(second_of(F * (F * u) <= u, F * u <= F * u, ar(F * u <= F * u)), event(SUCC(ZERO))))
    happens = truth(event(TWO))
    none, some_ = assume(rest <= 0), assume(not_(rest <= 0))
    goal = (rest * happens).eq(0)
    flat = ar(goal, use(ax("antisymmetry", rest, 0), none, rest0), factors=[happens])
    over_ = assume(F * rest <= rest)
    ur, ir = positive(rest, some_)
    strict_ = contradiction(
        above_, ar(F <= E, ar(F * rest * INV(rest) <= rest * INV(rest), over_, ir), ur, e1, factors=[F])
    )
    missed = assume(or_(F * rest <= rest, F * rest <= rest))
    missed_ = split(missed, strict_, strict_)
    gone = use(decided(event(TWO))[1], same(discharge(missed.concl, missed_), not_(event(TWO))))
    third = cases(none.concl, flat, ar(goal, gone, factors=[rest]))
    value = M_of(L(first), event)
    equal = ar(value.eq(most), h0, h1, third, factors=[F * u, u])
    attained = conj(conj(rest0, conj(one_way, other_way)), same(equal, prob(L(first), lam(m, event(m))).eq(most)))
    return conj(rare, discharge(small.concl, attained))
