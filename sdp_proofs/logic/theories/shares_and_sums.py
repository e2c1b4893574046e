"""Chances of being drawn, outputs with a small share of a type, sums of the utility, and rates in exponents."""

from sdp_proofs.logic.theories.coins import binomials_are_not_negative
from sdp_proofs.logic.theories.displays_of_the_paper import gap_at_the_printed_rate_is_no_smaller
from sdp_proofs.logic.theories.lone_records import *
from sdp_proofs.logic.theories.sampled_counts import ratio_at_least_one_minus_a_share_of_the_sampled
from sdp_proofs.logic.theories.sampled_tails import chance_of, loss_at_most_the_chance_of_a_large_share
from sdp_proofs.logic.theories.utility import *
from sdp_proofs.logic.vocabulary import *


@theorem(place="smoothed-dp, App. F, proof of the DP half", claims="chance-of-being-drawn-between-its-bounds")
def chance_of_being_drawn_between_two_quotients(n: Nat, T: Nat):
    """T/(n + T - 1) <= 1 - (1 - 1/n)^T <= T/n, with equality at T = 1; T/(n + T) is below; n + 1 stands for n."""
    size, t = num(SUCC(n)), num(T)
    chance = 1 - power(1 - INV(size), T)
    one = implies(eq(T, SUCC(ZERO)), over(t, num(n) + t).eq(chance) & chance.eq(over(t, size)))
    strict_ = implies(real(1) <= t, below(over(t, size + t), chance))
    return implies(real(1) <= t, (over(t, num(n) + t) <= chance) & (chance <= over(t, size))) & one & strict_


@chance_of_being_drawn_between_two_quotients.proof
def _(n, T):
    size, t, s = num(SUCC(n)), num(T), num(n)
    n0 = spec(numbers_are_not_negative.thm, n)
    chance = 1 - power(1 - INV(size), T)
    low, high = (
        to(th, p)
        for th, p in zip(
            pair_of_facts(chance_of_being_drawn_between_its_bounds(n, T)),
            (t <= (s + t) * chance, chance * size <= t),
            strict=True,
        )
    )
    t1 = assume(real(1) <= t)
    us, is_ = positive(size, ar(real(1) <= size, n0))
    un, in_ = positive(s + t, ar(real(1) <= s + t, n0, t1))
    first = ar(
        t * INV(s + t) <= chance, ar(t * INV(s + t) <= (s + t) * chance * INV(s + t), low, in_), un, factors=[chance]
    )
    second = ar(
        chance <= t * INV(size), ar(chance * size * INV(size) <= t * INV(size), high, is_), us, factors=[chance]
    )
    bounds = discharge(t1.concl, conj(first, second))
    um, im = positive(size + t, ar(real(1) <= size + t, n0, t1))
    wrong = assume(chance <= t * INV(size + t))
    back = ar(
        (size + t) * chance <= t,
        ar((size + t) * chance <= (size + t) * (t * INV(size + t)), wrong, ar(real(0) <= size + t, n0, t1)),
        um,
        factors=[t],
    )
    none = ar(chance <= 0, back, low)
    clash = impossible(ar(real(1) <= 0, t1, low, none, ar((s + t) * chance <= 0, none, ar(real(0) <= s + t, n0, t1))))
    strict_ = discharge(t1.concl, refuting(wrong.concl, clash))
    is_one = assume(eq(T, SUCC(ZERO)))
    value = ar((1 - power(1 - INV(size), SUCC(ZERO))).eq(INV(size)))
    one_t = subst(symmetric(is_one), ar(num(SUCC(ZERO)).eq(1)), lambda k: num(k).eq(1))
    chance_ = subst(symmetric(is_one), value, lambda k: (1 - power(1 - INV(size), k)).eq(INV(size)))
    u1, _ = positive(s + t, ar(real(1) <= s + t, n0, one_t))
    left_ = ar(
        (t * INV(s + t)).eq(chance),
        chance_,
        one_t,
        u1,
        us,
        factors=[
            INV(s + t),
            INV(size),
            INV(s + t) * INV(size),
            INV(s + t) * INV(size) * size,
            INV(s + t) * INV(size) * s,
        ],
    )
    right_ = ar(chance.eq(t * INV(size)), chance_, one_t, factors=[INV(size)])
    return conj(conj(bounds, discharge(is_one.concl, conj(left_, right_))), strict_)


def pair_of_facts(th):
    """The two members of a conjunction."""
    return left(th), right(th)


@theorem(place="smoothed-dp, App. E.1, step 1", claims="outputs-with-a-small-share-lose-nothing")
def outputs_with_a_small_share_of_a_type_lose_nothing(
    E: Odds, a: Nat, b: Nat, h: Nat, j: Nat, c: Nonneg, n: Nat, T: Nat, x: Fun(N, X), y: Fun(N, X), i: Nat
):
    """If h/H <= 1 - 1/E the loss at h is at most 0, and nowhere above Pr[h | H]; in all at most Pr[h > (1 - 1/E) H]."""
    P, Q = c * (choose(SUCC(a), h) * choose(b, j)), c * (choose(a, h) * choose(SUCC(b), j))
    share = over(num(h), num(a) + 1)
    possible = below(0, choose(SUCC(a), h) * choose(b, j))
    H = call("count_in", n, x, x(i))
    M = sampled(uniform_subset(n, T), const("histogram", fn(N, fn(N, o), DB, X, R))(n))
    loss = close(E, chance_of(n, T, x(i), x, (1 - INV(E)) * H), M(x), M(y))
    return (
        implies(possible, num(j) <= num(b), implies(share <= 1 - INV(E), P - E * Q <= 0))
        & (P - E * Q <= P)
        & implies(num(T) <= num(n), among(n, i), off(i, x, y), loss)
    )


@outputs_with_a_small_share_of_a_type_lose_nothing.proof
def _(E, a, b, h, j, c, n, T, x, y, i, e1, c0):
    p, q = choose(SUCC(a), h) * choose(b, j), choose(a, h) * choose(SUCC(b), j)
    p0, jb, few = assume(below(0, p)), assume(num(j) <= num(b)), assume(over(num(h), num(a) + 1) <= 1 - INV(E))
    th = left(ratio_at_least_one_minus_a_share_of_the_sampled(real(1), ZERO, ZERO, a, b, h, j))
    ratio = use(th, p0, jb)
    (u, i0), (ue, ie) = positive(p, p0), positive(E, e1)
    pp = use(ax("total", p, 0), p0)
    low = ar(INV(E) <= q * INV(p), ratio, few)
    up = ar(
        p <= E * q,
        ar(E * p * INV(E) <= E * p * (q * INV(p)), low, ar(real(0) <= E * p, pp, e1)),
        u,
        ue,
        factors=[p, E * q],
    )
    first = ar(c * p - E * (c * q) <= 0, ar(c * p <= c * (E * q), up, c0))
    q0 = ar(
        real(0) <= q,
        at(binomials_are_not_negative.thm, a, h),
        at(binomials_are_not_negative.thm, SUCC(b), j),
        hints=[(0, 1)],
    )
    second = ar(
        c * p - E * (c * q) <= c * p, ar(real(0) <= E * (c * q), ar(real(0) <= E, e1), ar(real(0) <= c * q, c0, q0))
    )
    le, hi, agree = assume(num(T) <= num(n)), assume(among(n, i)), assume(off(i, x, y))
    odds = ar(real(1) <= (1 - (1 - INV(E))) * E, ue)
    th = use(loss_at_most_the_chance_of_a_large_share(E, 1 - INV(E), n, T, x, y, i), e1, le, hi, agree, odds)
    loss = discharge(le.concl, discharge(hi.concl, discharge(agree.concl, th)))
    return conj(conj(discharge(p0.concl, discharge(jb.concl, discharge(few.concl, first))), second), loss)


@theorem(place="smoothed-dp, App. C.1, upper bound", claims="two-sums-below-the-losses")
def two_sums_and_the_utility_below_the_losses(
    E: Odds, ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), p: Fun(A, Nonneg), q: Fun(A, Nonneg)
):
    """At an output the first sum has at most 2/(E + 1) of the loss, the second 2/(E + 1)^2; u <= d + d'/(E + 1)."""
    edge = over(E - 1, E + 1)
    first = each(
        Nonneg,
        lambda p: each(
            Nonneg,
            lambda q: (
                implies(below(E * q, p), p * (over(p - q, p + q) - edge) <= over(2, E + 1) * (p - E * q))
                & implies(below(E * p, q), p * (over(q - p, p + q) - edge) <= over(2, (E + 1) * (E + 1)) * (q - E * p))
            ),
        ),
    )
    up, down = lambda a: MAX(0, p(a) - E * q(a)), lambda a: MAX(0, q(a) - E * p(a))
    D = divergence(E, weighted(M, p), weighted(M, q)) + over(divergence(E, weighted(M, q), weighted(M, p)), E + 1)
    gain = lambda a: p(a) * MAX(0, posterior(p(a), q(a)) - over(E, E + 1))
    return first & implies(
        integral(ig, M), ig(p), ig(q), ig(up), ig(down), ig(gain), M(p).eq(1), M(q).eq(1), utility(E, M, p, q) <= D
    )


@two_sums_and_the_utility_below_the_losses.proof
def _(E, ig, M, p, q, e1, p0, q0):
    u, v, i = var("p", R), var("q", R), INV(E + 1)
    unit, i0 = positive(E + 1, ar(real(1) <= E + 1, e1))
    k0 = ar(real(0) <= i * i, i0)
    edge = over(E - 1, E + 1)
    twice, _ = positive((E + 1) * (E + 1), algebra(below(0, (E + 1) * (E + 1)), e1))
    ii = ar(
        INV((E + 1) * (E + 1)).eq(i * i),
        twice,
        unit,
        factors=[INV((E + 1) * (E + 1)) * i * (E + 1), INV((E + 1) * (E + 1)), i * i],
    )

    def small_share(v, w, unit_of_sum, positive_inverse, beyond):
        """The share v/(v + w) is at most 1/(E + 1), as E v <= w."""
        z = INV(v + w)
        less = ar((E + 1) * v <= v + w, beyond)
        less = ar((E + 1) * v * z * i <= (v + w) * z * i, less, ar(real(0) <= z * i, positive_inverse, i0))
        return ar(v * z <= i, less, unit, unit_of_sum, factors=[v * z, i])

    def sides(u, v, u0, v0):
        far, back = assume(below(E * v, u)), assume(below(E * u, v))
        big = use(ax("total", u, E * v), far)
        s0 = algebra(below(0, u + v), far, u0, v0, e1)
        us, is_ = positive(u + v, s0)
        # (u - v)/(u + v) - (E - 1)/(E + 1) = 2 (u - E v)/((u + v)(E + 1))
        z = INV(u + v)
        exact = ar(
            ((u - v) * z - edge).eq(2 * (u - E * v) * z * i), us, unit, factors=[(u - v) * z, (E - 1) * i, z * u, z * v]
        )
        uz = ar(u * z <= 1, us, ar(real(0) <= v * z, v0, is_))
        first = ar(
            u * ((u - v) * z - edge) <= 2 * i * (u - E * v),
            exact,
            ar(2 * (u - E * v) * i * (u * z) <= 2 * (u - E * v) * i, uz, ar(real(0) <= (u - E * v) * i, big, i0)),
            factors=[u],
        )
        more = use(ax("total", v, E * u), back)
        s0 = algebra(below(0, u + v), back, u0, v0, e1)
        us, is_ = positive(u + v, s0)
        exact = ar(
            ((v - u) * z - edge).eq(2 * (v - E * u) * z * i), us, unit, factors=[(v - u) * z, (E - 1) * i, z * u, z * v]
        )
        ui = small_share(u, v, us, is_, more)
        second = ar(
            u * ((v - u) * z - edge) <= 2 * (i * i) * (v - E * u),
            exact,
            ar(2 * (v - E * u) * i * (u * z) <= 2 * (v - E * u) * i * i, ui, ar(real(0) <= (v - E * u) * i, more, i0)),
            factors=[u],
        )
        return far, back, first, second

    u0, v0 = assume(real(0) <= u), assume(real(0) <= v)
    far, back, one, two = sides(u, v, u0, v0)
    two_ = ar(
        u * ((v - u) * INV(u + v) - edge) <= over(2, (E + 1) * (E + 1)) * (v - E * u),
        two,
        ii,
        factors=[2 * (v - E * u)],
    )
    first = gen(
        u,
        discharge(u0.concl, gen(v, discharge(v0.concl, conj(discharge(far.concl, one), discharge(back.concl, two_))))),
    )
    # one output of the utility: (E + 1) p max(0, best - t) <= max(0, p - E q) + max(0, q - E p)/(E + 1)
    x, y = p(var("a", A)), q(var("a", A))
    a = var("a", A)
    px, qy = spec(p0, a), spec(q0, a)
    z, t = INV(x + y), over(E, E + 1)
    X, Y, G = MAX(0, x - E * y), MAX(0, y - E * x), MAX(0, posterior(x, y) - t)
    x0, x1 = ax("max_left", 0, x - E * y), ax("max_right", 0, x - E * y)
    y0, y1 = ax("max_left", 0, y - E * x), ax("max_right", 0, y - E * x)
    none, some_ = assume(x + y <= 0), assume(not_(x + y <= 0))
    goal = x * G * (E + 1) <= X + i * Y
    iy = ar(real(0) <= i * Y, i0, y0)
    flat = ar(goal, ar(x.eq(0), use(ax("antisymmetry", x, 0), ar(x <= 0, none, qy), px)), x0, iy, factors=[G, G * E])
    us, is_ = positive(x + y, same(some_, below(0, x + y)))
    order, other = assume(y <= x), assume(not_(y <= x))
    m1 = use(ax("antisymmetry", MAX(x, y), x), use(ax("max_least", x, y, x), ar(x <= x), order), ax("max_left", x, y))
    xy = use(ax("total", y, x), other)
    m2 = use(ax("antisymmetry", MAX(x, y), y), use(ax("max_least", x, y, y), xy, ar(y <= y)), ax("max_right", x, y))
    xz = ar(x * z <= 1, us, ar(real(0) <= y * z, qy, is_))
    x_z = ar(real(0) <= x * z, px, is_)

    def bounded_by(v, w, W, w1, w0, m):
        """G (E + 1) <= W z, from best = v z, v - E w <= W."""
        exact = ar(
            ((posterior(x, y) - t) * (E + 1)).eq((v - E * w) * z),
            m,
            unit,
            us,
            factors=[z, z * E, E, v * z, z * w, real(1)],
        )
        top = ar((posterior(x, y) - t) * (E + 1) <= W * z, exact, ar((v - E * w) * z <= W * z, w1, is_))
        wz = ar(real(0) <= W * z * i, ar(real(0) <= W * z, w0, is_), i0)
        le = ar(
            posterior(x, y) - t <= W * z * i,
            ar((posterior(x, y) - t) * (E + 1) * i <= W * z * i, top, i0),
            unit,
            factors=[posterior(x, y) - t],
        )
        g = use(ax("max_least", 0, posterior(x, y) - t, W * z * i), wz, le)
        return ar(
            W * z >= G * (E + 1),
            ar(W * z * i * (E + 1) >= G * (E + 1), g, ar(real(0) <= E + 1, e1)),
            unit,
            factors=[W * z],
        )

    one = bounded_by(x, y, X, x1, x0, m1)
    one = ar(goal, ar(x * (G * (E + 1)) <= x * (X * z), one, px), ar(X * (x * z) <= X, xz, x0), iy)
    two = bounded_by(y, x, Y, y1, y0, m2)
    # for y < x the share x z may be large, but then W = 0 unless y > E x, and there x z <= i
    small = assume(y <= E * x)
    big = assume(not_(y <= E * x))
    zero = use(
        ax("antisymmetry", Y, 0), use(ax("max_least", 0, y - E * x, 0), ar(real(0) <= 0), ar(y - E * x <= 0, small)), y0
    )
    flat_two = ar(goal, ar(x * (G * (E + 1)) <= x * (Y * z), two, px), zero, x0, factors=[x * z, i])
    ex = use(ax("total", y, E * x), big)
    xi = small_share(x, y, us, is_, ex)
    steep = ar(goal, ar(x * (G * (E + 1)) <= x * (Y * z), two, px), ar(Y * (x * z) <= Y * i, xi, y0), x0)
    point_ = cases(none.concl, flat, cases(order.concl, one, cases(small.concl, flat_two, steep)))
    facts = [
        assume(r)
        for r in (
            integral(ig, M),
            ig(p),
            ig(q),
            ig(lam(a, X)),
            ig(lam(a, Y)),
            ig(lam(a, x * G)),
            M(p).eq(1),
            M(q).eq(1),
        )
    ]
    iM, ip, iq, iX, iY, iG, mp_, mq = facts
    V = Mean(iM, inside=[iX, iY, iG])
    mean = V.le(a, point_)
    e0 = ar(real(0) <= E, e1)
    there = left(
        left(use(divergence_is_the_sum_of_positive_parts(E, ig, M, p, q), e0, p0, q0, iM, ip, iq, iX, mp_, mq))
    )
    back = left(left(use(divergence_is_the_sum_of_positive_parts(E, ig, M, q, p), e0, q0, p0, iM, iq, ip, iY, mq, mp_)))
    D = divergence(E, weighted(M, p), weighted(M, q)) + over(divergence(E, weighted(M, q), weighted(M, p)), E + 1)
    end = ar(utility(E, M, p, q) <= D, mean, there, back, factors=[i])
    for fact_ in reversed(facts):
        end = discharge(fact_.concl, end)
    return conj(first, end)


@theorem(place="smoothed-dp, App. E.1, last display of step 2", claims="gap-at-the-printed-rate-is-no-smaller")
def bounds_at_both_rates(theta: Real, rate: Real, eta: Real, s: Nonneg):
    """The gap (theta/rho - 1)^2 is at most (theta/eta - 1)^2 for eta <= rho < theta: exp(-s g) is smaller at eta."""
    g = lambda r: (over(theta, r) - 1) * (over(theta, r) - 1)
    return implies(
        below(0, eta),
        eta <= rate,
        below(rate, theta),
        below(theta, 1),
        (g(rate) <= g(eta)) & implies(eta.eq(rate), g(rate).eq(g(eta))) & (EXP(0 - s * g(eta)) <= EXP(0 - s * g(rate))),
    )


@bounds_at_both_rates.proof
def _(theta, rate, eta, s, s0, e0, er, rt, t1):
    known = use(gap_at_the_printed_rate_is_no_smaller(eta, rate, theta), e0, er, rt, t1)
    g = lambda r: (over(theta, r) - 1) * (over(theta, r) - 1)
    le = ar(0 - s * g(eta) <= 0 - s * g(rate), left(known), s0)
    return conj(conj(left(known), right(known)), use(exp_monotone(0 - s * g(eta), 0 - s * g(rate)), le))
