"""Repeated releases of one mechanism, and coins that are kept or fair."""

from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.failures import *
from sdp_proofs.logic.vocabulary import *

h, i, j, k, m, n = (var(name, N) for name in ("h", "i", "j", "k", "m", "n"))
x = var("x", X)


# ---- repeated releases ---------------------------------------------------------------------------------------------
@theorem(place="Composition", claims="repeated-losses-are-concave")
def repeated_losses_also_times_a_constant(
    near: Fun(X, X, o), M: Mechanism[X, Z], E: Nonneg, d: Real, c: Nonneg, laws: Fun(mean_of(X), o), z0: Z, n: Nat,
    L: Bounded[X],
):  # fmt: skip
    """Mean losses of at most d give N + 1 releases together at most 1 - (1 - d)^(n + 1), by the tangent of a power.

    So also for a bound 1 - c (1 - delta(x))^(n + 1) of a loss L(x): its mean is at most 1 - c (1 - d)^(n + 1).
    """
    alone = lambda x: greatest_loss(near, M, E, x)
    all_ = lambda x: together(near, function(N, lambda k: M), function(N, lambda k: E), z0, SUCC(n), x)
    tangent = each(Nonneg, lambda u: each(Nonneg, lambda v: (
        power(v, SUCC(n)) + num(SUCC(n)) * power(v, n) * (u - v) <= power(u, SUCC(n)))))  # fmt: skip
    mean = lambda f, top: each(mean_of(X), lambda W: implies(laws(W), W(f) <= top))
    powers = each(mean_of(X), lambda W: implies(
        laws(W), power(1 - W(function(X, alone)), SUCC(n)) <= W(lambda x: power(1 - alone(x), SUCC(n)))))  # fmt: skip
    return implies(
        d <= 1, each(mean_of(X), lambda W: implies(laws(W), law(W))), mean(function(X, alone), d),
        tangent & powers & mean(function(X, all_), 1 - power(1 - d, SUCC(n)))
        & implies(
            each(X, lambda x: L(x) <= 1 - c * power(1 - alone(x), SUCC(n))), mean(L, 1 - c * power(1 - d, SUCC(n)))
        ),
    )  # fmt: skip


@repeated_losses_also_times_a_constant.proof
def _(near, M, E, d, c, laws, z0, n, L, lM, e0, c0, oL, d1, good, small):
    both = use(repeated_losses_are_concave(near, M, E, d, laws, z0, n), lM, e0)
    tangent, first = left(both), use(right(both), d1, good, small)
    W, loss = var("W", mean_of(X)), greatest_loss(near, M, E, x)
    in_ = assume(laws(W))
    lW, mean = use(spec(good, W), in_), use(spec(small, W), in_)
    tests = use(greatest_losses_are_tests(near, M, E, A=Z), lM, e0)
    known = use(tests_are_bounded(lam(x, loss), A=X), tests)
    u0 = ar(real(0) <= 1 - loss, right(at(tests, x)))
    w0 = Mean(lW, known).le(x, right(at(tests, x)))
    D = W(lam(x, loss))

    def line(v, v0):
        """The tangent at v, at 1 - delta(x)."""
        return use(at(use(at(tangent, 1 - loss), u0), v), v0)

    claim_b = lambda m: bounded(lam(x, power(1 - loss, m)))
    had = assume(claim_b(m))
    more = same(observable(x, power(1 - loss, m) * (1 - loss), [had, known]), claim_b(SUCC(m)))
    ob = spec(induct(m, same(observable(x, real(1)), claim_b(ZERO)), discharge(had.concl, more)), n)
    mean_ = Mean(lW, known, ob, oL)
    own = mean_.le(x, line(1 - D, ar(real(0) <= 1 - D, w0)))
    P, flat = W(lam(x, power(1 - loss, SUCC(n)))), mean_.linear(x, power(1 - loss, SUCC(n)))
    powers = gen(W, discharge(in_.concl, ar(power(1 - D, SUCC(n)) <= P, own, flat)))
    bound = assume(forall(x, L(x) <= 1 - c * power(1 - loss, SUCC(n))))
    top = mean_.le(x, spec(bound, x))
    at_d = mean_.le(x, line(1 - d, ar(real(0) <= 1 - d, d1)))
    pos = lambda m: real(0) <= power(1 - d, m)
    p0 = spec(induct(m, ar(pos(ZERO)), discharge(pos(m), ar(pos(SUCC(m)), assume(pos(m)), d1))), n)
    k0 = ar(real(0) <= num(SUCC(n)), spec(numbers_are_not_negative.thm, SUCC(n)))
    a = num(SUCC(n)) * power(1 - d, n)
    a0 = ar(real(0) <= a, k0, p0, hints=[(0, 1)])
    low = ar(power(1 - d, SUCC(n)) <= P, at_d, flat, ar(a * D <= a * d, mean, a0))
    end = ar(
        W(L) <= 1 - c * power(1 - d, SUCC(n)), top, flat, ar(c * power(1 - d, SUCC(n)) <= c * P, low, c0), factors=[c]
    )
    last = discharge(bound.concl, gen(W, discharge(in_.concl, end)))
    return conjunction(tangent, powers, first, last)


# ---- coins that are kept or fair -----------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Sec. 2, coin flip", claims="coin-that-is-kept-or-fair")
def coin_that_is_kept_or_fair(t: Real, p: Fun(N, R), q: Fun(N, R), r: Fun(N, R)):
    """A bit that is released has the utility 1 at each threshold in (0, 1), a fair coin 0 at each in [1/2, 1).

    The odds at the threshold t are t/(1 - t); p and q are the laws of the released bits 0 and 1, r that of a fair coin.
    """
    two, E = SUCC(SUCC(ZERO)), over(t, 1 - t)
    told_ = p(ZERO).eq(1) & p(SUCC(ZERO)).eq(0) & q(ZERO).eq(0) & q(SUCC(ZERO)).eq(1)
    fair = r(ZERO).eq(one_half) & r(SUCC(ZERO)).eq(one_half)
    u = lambda p, q: call("utility", E, call("summed", two), p, q)
    return implies(
        below(0, t), below(t, 1),
        implies(told_, u(p, q).eq(1) & u(q, p).eq(1)) & implies(fair, real(one_half) <= t, u(r, r).eq(0)),
    )  # fmt: skip


@coin_that_is_kept_or_fair.proof
def _(t, p, q, r, t0, t1):
    zero, one_, E = ZERO, SUCC(ZERO), over(t, 1 - t)
    s, weak = 1 - t, use(ax("total", t, 0), t0)
    none = assume(s <= 0)
    us, i_s = positive(s, refuting(none.concl, contradiction(t1, ar(real(1) <= t, none))))
    ue, ie = positive(E + 1, ar(real(1) <= E + 1, ar(real(0) <= E, weak, i_s, hints=[(0, 1)])))
    w = E * INV(E + 1)
    up_ = ar((E + 1).eq(INV(s)), us)
    back = ar(INV(E + 1).eq(s), ue, up_, us, factors=[INV(E + 1), s, s * INV(E + 1)])
    at_t = ar(w.eq(t), back, us, factors=[E, t])
    low = use(ax("total", s, 0), refuting(s <= 0, contradiction(t1, ar(real(1) <= t, assume(s <= 0)))))

    def flat(top, value, *facts):
        """max(0, top) = value, where value is 0 or top."""
        return use(ax("antisymmetry", MAX(0, top), value),
                   use(ax("max_least", 0, top, value), ar(real(0) <= value, *facts), ar(top <= value, *facts)),
                   ar(value <= MAX(0, top), ax("max_left", 0, top), ax("max_right", 0, top), *facts))  # fmt: skip

    def likeliest(a, b, ea, eb, value):
        """The posterior of two numbers that are 0 and 1, or both 1/2."""
        whole = ar((a + b).eq(1), ea, eb)
        unit_, _ = positive(a + b, ar(real(1) <= a + b, whole))
        inv_ = ar(INV(a + b).eq(1), unit_, whole, factors=[INV(a + b)])
        top = use(ax("antisymmetry", MAX(a, b), value),
                  use(ax("max_least", a, b, value), ar(a <= value, ea), ar(b <= value, eb)),
                  ar(real(value) <= MAX(a, b), ax("max_left", a, b), ax("max_right", a, b), ea, eb))  # fmt: skip
        return ar((MAX(a, b) * INV(a + b)).eq(value), inv_, top, factors=[MAX(a, b), real(1)])

    def gains(a, b, ea, eb, value, gain, *facts):
        """The positive part of the posterior less the threshold."""
        post = MAX(a, b) * INV(a + b)
        known = likeliest(a, b, ea, eb, value)
        return flat(post - w, gain, known, at_t, *facts)

    told_ = assume(p(zero).eq(1) & p(one_).eq(0) & q(zero).eq(0) & q(one_).eq(1))
    three, q1 = left(told_), right(told_)
    q0, p1, p0 = right(three), right(left(three)), left(left(three))
    u = lambda p, q: call("utility", E, call("summed", SUCC(SUCC(ZERO))), p, q)
    fs = lambda a, b: [gains(a(zero), b(zero), *e0, real(1), s, low) for e0 in [(p0, q0) if a is p else (q0, p0)]] + [
        gains(a(one_), b(one_), *e1, real(1), s, low) for e1 in [(p1, q1) if a is p else (q1, p1)]]  # fmt: skip
    first = ar(
        u(p, q).eq(1),
        *fs(p, q),
        p0,
        p1,
        up_,
        us,
        factors=[real(1), (E + 1) * p(zero), (E + 1) * p(one_), (E + 1) * s, s, INV(s)],
    )
    second = ar(
        u(q, p).eq(1),
        *fs(q, p),
        q0,
        q1,
        up_,
        us,
        factors=[real(1), (E + 1) * q(zero), (E + 1) * q(one_), (E + 1) * s, s, INV(s)],
    )
    fair = assume(r(zero).eq(one_half) & r(one_).eq(one_half))
    half = assume(real(one_half) <= t)
    r0, r1 = left(fair), right(fair)
    none_ = [gains(v, v, e, e, real(one_half), real(0), half) for v, e in ((r(zero), r0), (r(one_), r1))]
    third = ar(u(r, r).eq(0), *none_, factors=[(E + 1) * r(zero), (E + 1) * r(one_)])
    return conj(discharge(told_.concl, conj(first, second)), hyps_then(third, [fair.concl, half.concl], []))
