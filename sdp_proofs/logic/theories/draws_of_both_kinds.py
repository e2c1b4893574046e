"""Losses with replacement from an absent type, and tails of counts with replacement."""

from sdp_proofs.logic.theories.losses_with_replacement import count_laws, down_below_one
from sdp_proofs.logic.theories.moments_of_losses import powers_of_exponentials
from sdp_proofs.logic.theories.rare_types import *
from sdp_proofs.logic.theories.replaced_draws import moment_of_a_binomial_count_below_that_of_a_poisson_count
from sdp_proofs.logic.theories.shares_and_sums import chance_of_being_drawn_between_two_quotients
from sdp_proofs.logic.vocabulary import *

i, j, k, m, n, T = (var(name, N) for name in ("i", "j", "k", "m", "n", "T"))


# ---- an absent type ------------------------------------------------------------------------------------------------
@theorem(place="Sampling with replacement", claims="smoothed-loss-with-replacement-above-an-absent-type")
def smoothed_loss_with_replacement_above_an_absent_type(
    E: Real, d: Real, n: Nat, T: Nat, sources: fn(LX, o), s: Law[X], v: X, v0: X
):
    """If some source gives a type the chance p, delta_SDP with replacement is at least (1 - p)^n (1 - (1 - 1/n)^T).

    There are two types at least, and n + 1 stands for n.
    """
    n1 = SUCC(n)
    p = s(lambda u: truth(eq(u, v)))
    return implies(
        not_(eq(v0, v)), sources(s), smoothed(near_of(n1), count_of(n1, T), E, d, call("assigned", v0, n1, sources)),
        power(1 - p, n1) * (1 - power(1 - INV(num(n1)), T)) <= d,
    )  # fmt: skip


@smoothed_loss_with_replacement_above_an_absent_type.proof
def _(E, d, n, T, sources, s, v, v0, ls, other, inside, given_):
    n1, u_ = SUCC(n), var("u", X)
    n0 = spec(numbers_are_not_negative.thm, n)
    n_1 = ar(real(1) <= num(n1), n0)
    near, M, D = near_of(n1), count_of(n1, T), var("D", fn(DB, R))
    src = lam(j, s)
    W, w, p = call("databases", v0, n1, src), s(lam(u_, truth(not_(eq(u_, v))))), s(lam(u_, truth(eq(u_, v))))
    lW, lM = any_laws(v0, src, gen(j, ls), n1), count_laws(n1, T, n_1)
    s_ = var("s", fn(N, LX))
    member = lambda s: forall(j, sources(s(j))) & eq(W, call("databases", v0, n1, s))
    pure = witness(src, same(conj(gen(j, inside), refl(W)), member(src)), lam(s_, member(s_)))
    c = 1 - INV(num(n1))
    t = 1 - power(c, T)
    un, i_n = positive(num(n1), n_1)
    c0 = ar(real(0) <= c, un, n0, i_n, hints=[(1, 2)])
    t0 = ar(real(0) <= t, down_below_one(T, c, c0, n))
    q = eq(u_, v)
    share = Mean(ls, truth_is_bounded(u_, q), truth_is_bounded(u_, not_(q))).eq(u_, truth_of_not(q))
    f0 = ar(real(0) <= 1 - p, Mean(ls, truth_is_bounded(u_, q)).le(u_, decided(q)[3]))
    is_other = lam(u_, not_(eq(u_, v)))
    chance = use(chance_that_all_records_are_good(s, 1 - p, is_other, v0), ls, f0, other, ar(1 - p <= w, share))
    chance, none = spec(chance, n1), all_good(is_other, xs)

    def go(ob, pairs, means):
        small = use(at(means, W), same(pure, call("assigned", v0, n1, sources, W)))
        z = call("cons", v, lam(k, xs(SUCC(k))))
        near_z = neighbours_there(n, v, lam(k, xs(SUCC(k))), xs)
        pair = use(at(pairs, xs, z), mp(spec(neighbours_are_symmetric.thm, n1, z, xs), near_z))
        low = use(
            spec(use(slack_is_not_negative(E, M(xs), M(z), A=fn(X, R)), spec(lM, xs), spec(lM, z)), D(xs)), left(pair)
        )
        yes, no = assume(none), assume(not_(none))
        th = lone_record_is_seen_with_replacement(E, D(xs), n1, T, ZERO, z, xs)
        top = use(th, first_place(n), yes, same(right(pair), close(E, D(xs), M(z), M(xs))))
        goal = t * truth(none) <= D(xs)
        point = cases(none, ar(goal, top, decided(none)[3], t0), ar(goal, low, use(decided(none)[1], no), factors=[t]))
        mean = Mean(lW, ob, truth_is_bounded(xs, none)).le(xs, point)
        P = power(1 - p, n1)
        return ar(P * t <= d, mean, small, ar(t * P <= t * W(lam(xs, truth(none))), chance, t0))

    return opened(given_, D, go)


# ---- the summary of a lone record ----------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. F, Step 1.3", claims="order-of-the-loss-of-a-lone-record-with-replacement")
def order_of_the_loss_of_a_lone_record_with_replacement(
    E: Odds, n: Nat, T: Nat, i: Nat, x: Fun(N, X), y: Fun(N, X), c: Nonneg
):
    """A type of one record in x and of none in y: both losses are between T/(n + T - 1) and T/n, for T >= 1.

    If T <= c n they are at least (T/n)/(1 + c), so of the order of T/n; n + 1 and T + 1 stand for n and T.
    """
    n1, T1 = SUCC(n), SUCC(T)
    loss = lambda x: greatest_loss(near_of(n1), count_of(n1, T1), E, x)
    between = lambda t: (over(num(T1), num(n) + num(T1)) <= t) & (t <= over(num(T1), num(n1)))
    order = lambda t: over(num(T1), num(n1)) * over(1, 1 + c) <= t
    return implies(
        among(n1, i), off(i, x, y), each(N, lambda j: not_(eq(y(j), x(i)))),
        loss(x).eq(loss(y)) & between(loss(x)) & implies(num(T1) <= c * num(n1), order(loss(x))),
    )  # fmt: skip


@order_of_the_loss_of_a_lone_record_with_replacement.proof
def _(E, n, T, i, x, y, c, e1, c0, hi, agree, alone):
    n1, T1 = SUCC(n), SUCC(T)
    loss = lambda x: greatest_loss(near_of(n1), count_of(n1, T1), E, x)
    th = use(loss_of_an_absent_type_with_replacement(E, n1, T1, i, x, y), e1, hi, agree, alone)
    lx, ly = left(left(th)), right(left(th))
    N_, T_ = num(n1), num(T1)
    n0, t0 = (spec(numbers_are_not_negative.thm, v) for v in (n, T))
    both = left(left(chance_of_being_drawn_between_two_quotients(n, T1)))
    both = use(both, ar(real(1) <= T_, t0))
    low, high = left(both), right(both)
    s = num(n) + T_
    un, i_n = positive(N_, ar(real(1) <= N_, n0))
    us, i_s = positive(s, ar(real(1) <= s, n0, t0))
    uc, ic = positive(1 + c, ar(real(1) <= 1 + c, c0))
    first = ar(over(T_, s) <= loss(x), low, lx)
    second = ar(loss(x) <= over(T_, N_), high, lx)
    few = assume(c * N_ >= T_)
    # s <= (1 + c) n
    small = ar(s <= (1 + c) * N_, few)
    q = INV(N_) * INV(1 + c)
    q0 = ar(real(0) <= q, i_n, ic, hints=[(0, 1)])
    inv_ = ar(
        q <= INV(s),
        ar(q * INV(s) * s <= q * INV(s) * ((1 + c) * N_), small, ar(real(0) <= q * INV(s), q0, i_s, hints=[(0, 1)])),
        us,
        un,
        uc,
        factors=[q, INV(s), INV(s) * INV(N_) * N_, INV(s) * INV(1 + c) * (1 + c)],
    )
    tt = ar(real(0) <= T_, t0)
    third = ar(over(T_, N_) * over(1, 1 + c) <= loss(x), first, ar(T_ * q <= T_ * INV(s), inv_, tt))
    return conj(conj(ar(loss(x).eq(loss(y)), lx, ly), conj(first, second)), discharge(few.concl, third))


# ---- tails with replacement ----------------------------------------------------------------------------------------
def exponents(x, y):
    """exp(x) exp(y) = exp(x + y)."""
    return ax("exp_plus", x, y)


def tail_of_heads(s, T, z, z0, level, event, sign, s0, s1, moment, whole, end):
    """heads(s, T, [event]) <= exp(end), where log z (h - level) >= 0 on the event.

    `sign` gives 0 <= log z (h - level) from the event at h = k, `moment` bounds the mean of z^h by exp(top), and
    `whole` says -level log z + top = end.
    """
    L = LOG(z)
    own = use(ax("exp_log", z), same(z0, not_(z <= 0)))
    power_ = at(powers_of_exponentials(L), k)
    moved = subst(own, to(power_, power(EXP(L), k).eq(EXP(num(k) * L))), lambda w: power(w, k).eq(EXP(num(k) * L)))
    c = EXP(0 - level * L)
    e = rewrite(ax("exp_plus", 0 - level * L, num(k) * L), (0 - level * L) + num(k) * L, L * (num(k) - level))
    p = event(k)
    yes, no = assume(p), assume(not_(p))
    value = c * power(z, k)
    goal = truth(p) <= value
    big = ar(real(1) <= value, moved, e, ax("exp_above", L * (num(k) - level)), sign(yes), factors=[c])
    v0 = ar(
        real(0) <= value,
        moved,
        ar(real(0) <= c * EXP(num(k) * L), exp_positive(0 - level * L), exp_positive(num(k) * L), hints=[(0, 1)]),
        factors=[c],
    )
    point = cases(p, ar(goal, big, decided(p)[3]), ar(goal, use(decided(p)[1], no), v0))
    f, g = lam(k, truth(p)), lam(k, value)
    th = use(at(use(heads_monotone(s), s0, s1), T, f, g), gen(k, same(point, f(k) <= g(k))))
    scale = at(heads_scale(s, c), T, power(z))
    top = binary(moment.concl, "le")[1]
    x = spine(top)[1][0]
    last = subst(
        whole, ar((c * top).eq(EXP((0 - level * L) + x)), exponents(0 - level * L, x)), lambda w: (c * top).eq(EXP(w))
    )
    mean = heads(s, T, power(z))
    return ar(heads(s, T, f) <= EXP(end), th, scale, ar(c * mean <= c * top, moment, exp_positive(0 - level * L)), last)


def moment_at(s, z, T, rho, a, n, z0, s0, s1, n0, share, draws_):
    th = use(moment_of_a_binomial_count_below_that_of_a_poisson_count(s, z, T, rho, a, n), s0, s1, z0)
    return use(right(th), n0, share, draws_)


@theorem(place="Sampling with replacement", claims="exponent-of-the-upper-tail-with-replacement")
def upper_tail_with_replacement(s: Rate, T: Nat, n: Real, a: Real, rho: Real, tau: Real):
    """T = rho n draws of a type with a of n records: tau (a - 1) or more show it with at most (tau/rho)^tau e^(-a L).

    Here tau >= rho > 0 and L = tau log(tau/rho) - tau + rho; the exponent at z = tau/rho is -tau (a - 1) log z + ...
    """
    z, L = over(tau, rho), LOG(over(tau, rho))
    many = function(N, lambda h: truth(tau * (a - 1) <= num(h)))
    equal = (0 - tau * (a - 1) * L + rho * a * (z - 1)).eq(tau * L - a * (tau * L - tau + rho))
    return implies(
        below(0, n), below(0, rho), rho <= tau, s.eq(over(a, n)), num(T).eq(rho * n),
        equal & (heads(s, T, many) <= EXP(tau * L) * EXP(0 - a * (tau * L - tau + rho))),
    )  # fmt: skip


@upper_tail_with_replacement.proof
def _(s, T, n, a, rho, tau, s0, s1, n0, r0, above, share, draws_):
    z = over(tau, rho)
    L, level = LOG(z), tau * (a - 1)
    ur, ir = positive(rho, r0)
    z1 = ar(real(1) <= z, ar(rho * INV(rho) <= z, above, ir), ur)
    none = assume(z <= 0)
    z0 = same(refuting(none.concl, impossible(ar(real(1) <= 0, z1, none))), below(0, z))
    L0 = log_of_odds(z, z1)
    moment = moment_at(s, z, T, rho, a, n, z0, s0, s1, n0, share, draws_)
    end = tau * L - a * (tau * L - tau + rho)
    equal = ar((0 - level * L + rho * a * (z - 1)).eq(end), ur, factors=[a * tau])
    sign = lambda yes: ar(real(0) <= L * (num(k) - level), L0, yes, hints=[(0, 1)])
    th = tail_of_heads(s, T, z, z0, level, lambda h: level <= num(h), sign, s0, s1, moment, equal, end)
    last = rewrite(exponents(tau * L, 0 - a * (tau * L - tau + rho)), tau * L + (0 - a * (tau * L - tau + rho)), end)
    return conj(to(equal, binary(upper_tail_with_replacement.conclusion, "and")[0]),
                ar(binary(upper_tail_with_replacement.conclusion, "and")[1], th, last))  # fmt: skip


@theorem(place="Sampling with replacement", claims="exponent-of-the-lower-tail-with-replacement")
def lower_tail_with_replacement(s: Rate, T: Nat, n: Real, b: Real, rho: Real, sigma: Real):
    """T = rho n draws of a type with b of n: sigma (b + 1) or fewer show it with at most (rho/sigma)^sigma e^(-b L).

    Here 0 < sigma <= rho and L = sigma log(sigma/rho) - sigma + rho; the exponent is taken at z = sigma/rho.
    """
    z, L, M = over(sigma, rho), LOG(over(sigma, rho)), LOG(over(rho, sigma))
    few = function(N, lambda h: truth(num(h) <= sigma * (b + 1)))
    equal = (0 - sigma * (b + 1) * L + rho * b * (z - 1)).eq(sigma * M - b * (sigma * L - sigma + rho))
    return implies(
        below(0, n), below(0, sigma), sigma <= rho, s.eq(over(b, n)), num(T).eq(rho * n),
        equal & (heads(s, T, few) <= EXP(sigma * M) * EXP(0 - b * (sigma * L - sigma + rho))),
    )  # fmt: skip


@lower_tail_with_replacement.proof
def _(s, T, n, b, rho, sigma, s0, s1, n0, g0, above, share, draws_):
    z, M = over(sigma, rho), LOG(over(rho, sigma))
    L, level = LOG(z), sigma * (b + 1)
    bad = assume(rho <= 0)
    r0 = same(refuting(bad.concl, contradiction(g0, ar(sigma <= 0, bad, above))), below(0, rho))
    ur, ir = positive(rho, r0)
    z1 = ar(z <= 1, ar(z <= rho * INV(rho), above, ir), ur)
    z0 = algebra(below(0, z), g0, r0)
    L0 = ar(L <= 0, use(logs_are_monotone(z, 1), z0, z1), log_one.thm)
    moment = moment_at(s, z, T, rho, b, n, z0, s0, s1, n0, share, draws_)
    end = sigma * M - b * (sigma * L - sigma + rho)
    turned = log_turned(sigma, rho, g0, r0)
    equal = ar((0 - level * L + rho * b * (z - 1)).eq(end), ur, turned, factors=[b * sigma, sigma])
    sign = lambda yes: ar(real(0) <= L * (num(k) - level), L0, yes, hints=[(0, 1)])
    th = tail_of_heads(s, T, z, z0, level, lambda h: num(h) <= level, sign, s0, s1, moment, equal, end)
    last = rewrite(
        exponents(sigma * M, 0 - b * (sigma * L - sigma + rho)), sigma * M + (0 - b * (sigma * L - sigma + rho)), end
    )
    return conj(to(equal, binary(lower_tail_with_replacement.conclusion, "and")[0]),
                ar(binary(lower_tail_with_replacement.conclusion, "and")[1], th, last))  # fmt: skip
