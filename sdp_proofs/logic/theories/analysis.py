"""Analysis: Archimedes, a rule for derivatives that is a theorem, logarithms, Bernstein's inequality."""

from sdp_proofs.logic.theories.arithmetic import *
from sdp_proofs.logic.theories.places import *
from sdp_proofs.logic.vocabulary import *

n, k = var("n", N), var("k", N)
x_, y_, s_r = var("x", R), var("y", R), var("s", R)
half3, half27 = Fraction(3, 2), Fraction(27, 2)


@theorem
def archimedes(c: Real):
    """No number bounds all natural numbers."""
    return not_(each(N, lambda n: num(n) <= c))


@archimedes.proof
def _(c):
    H = assume(forall(n, num(n) <= c))
    s, x_ = var("s", R), var("x_1", R)
    e = lam(x_, exists(lam(n, x_.eq(num(n)))))
    q = var("q", N)
    inside = lambda m: same(witness(m, refl(num(m)), lam(q, num(m).eq(num(q)))), e(num(m)))

    def all_below(bound, prove):
        some = same(assume(e(s)), exists(lam(n, s.eq(num(n)))))
        return gen(s, discharge(e(s), given(some, n, prove)))

    top = LUB(e)
    up = all_below(c, lambda th: ar(s <= c, th, spec(H, n)))
    above = lambda m: use(ax("lub_above", e, num(m), c), inside(m), up)
    less = all_below(top - 1, lambda th: ar(s <= top - 1, th, above(SUCC(n))))
    least = use(ax("lub_least", e, num(ZERO), top - 1), inside(ZERO), less)
    return discharge(H.concl, impossible(ar(real(1) <= 0, least)))


@theorem
def grows(F: Fun(R, R), K: Nonneg, a: Real, b: Real):
    """A function that falls by at most K (y - x)^2 on each piece does not fall."""
    return implies(
        a <= b,
        each(R, lambda x: each(R, lambda y: implies(a <= x, x <= y, y <= b, F(x) - K * ((y - x) * (y - x)) <= F(y)))),
        F(a) <= F(b),
    )


@grows.proof
def _(F, K, a, b, K0, ab, step):
    m, h, e = SUCC(n), (b - a) * INV(num(SUCC(n))), F(a) - F(b)
    n0 = spec(numbers_are_not_negative.thm, n)
    unit, i0 = positive(num(m), ar(real(1) <= num(m), n0))
    h0 = ar(real(0) <= h, ab, i0)
    claim = lambda k: implies(num(k) <= num(m), F(a) - num(k) * K * (h * h) <= F(a + num(k) * h))
    k0, H, more_ = spec(numbers_are_not_negative.thm, k), assume(claim(k)), assume(num(SUCC(k)) <= num(m))
    X_, Y_ = a + num(k) * h, a + num(SUCC(k)) * h
    one_ = use(
        at(step, X_, Y_),
        ar(a <= X_, k0, h0),
        ar(X_ <= Y_, h0),
        ar(b >= Y_, ar(num(SUCC(k)) * h <= num(m) * h, more_, h0), unit, factors=[b - a]),
    )
    nxt = ar(F(a) - num(SUCC(k)) * K * (h * h) <= F(Y_), one_, mp(H, ar(num(k) <= num(m), more_)))
    start = subst(ar((a + num(ZERO) * h).eq(a)), refl(F(a + num(ZERO) * h)), lambda v: F(a + num(ZERO) * h).eq(F(v)))
    th = induct(
        k,
        discharge(num(ZERO) <= num(m), ar(F(a) - num(ZERO) * K * (h * h) <= F(a + num(ZERO) * h), start)),
        discharge(H.concl, discharge(more_.concl, nxt)),
    )
    end = subst(
        ar((a + num(m) * h).eq(b), unit, factors=[b - a]),
        mp(spec(th, m), ar(num(m) <= num(m))),
        lambda v: F(a) - num(m) * K * (h * h) <= F(v),
    )
    small = ar(
        num(m) * e <= K * ((b - a) * (b - a)),
        ar(e <= K * ((b - a) * (b - a)) * INV(num(m)), end, unit, factors=[K * (b - a) * h]),
        ar(real(0) <= num(m), n0),
        unit,
        factors=[K * ((b - a) * (b - a))],
    )
    bad = assume(not_(F(a) <= F(b)))
    nz = discharge(e.eq(0), contradiction(bad, ar(F(a) <= F(b), assume(e.eq(0)))))
    ue, ge = use(ax("inverse", e), same(nz, not_(e.eq(0)))), use(ax("total", F(a), F(b)), bad)
    ie = ar(real(0) <= INV(e), ue, ar(real(0) <= e, ge), squares=[INV(e)], hints=[(1, 2)], factors=[INV(e)])
    c = K * ((b - a) * (b - a)) * INV(e)
    every = gen(n, ar(num(n) <= c, small, ue, ie, factors=[num(n), num(m)]))
    th = contradiction(archimedes(c), every)
    return cases(F(a) <= F(b), assume(F(a) <= F(b)), absurd(th, F(a) <= F(b)))


def strictly(x, above):
    """Not x <= 0, from 1 <= x."""
    return same(discharge(x <= 0, impossible(ar(real(1) <= 0, above, assume(x <= 0)))), not_(x <= 0))


@theorem
def log_above_tangent(x: Odds, y: Odds):
    """The logarithm is above its tangents."""
    return y - x <= y * (LOG(y) - LOG(x))


@log_above_tangent.proof
def _(x, y, x1, y1):
    Lx, Ly = LOG(x), LOG(y)
    ex, ey = use(ax("exp_log", x), strictly(x, x1)), use(ax("exp_log", y), strictly(y, y1))
    split_ = rewrite(ax("exp_plus", Lx - Ly, Ly), (Lx - Ly) + Ly, Lx)
    return ar(
        y - x <= y * (Ly - Lx),
        ax("exp_above", Lx - Ly),
        split_,
        ex,
        ey,
        ar(real(0) <= y, y1),
        hints=[(0, 4)],
        factors=[EXP(Lx - Ly)],
    )


@theorem
def log_one():
    """The logarithm of 1 is 0."""
    return LOG(1).eq(0)


@log_one.proof
def _():
    L = LOG(1)
    e = use(ax("exp_log", 1), strictly(real(1), ar(real(1) <= 1)))
    back = rewrite(ax("exp_plus", 0 - L, L), (0 - L) + L, real(0))
    return use(
        ax("antisymmetry", L, 0),
        ar(L <= 0, ax("exp_above", L), e),
        ar(real(0) <= L, ax("exp_above", 0 - L), back, e, exp_zero.thm, factors=[EXP(0 - L)]),
    )


def thirds(x, x0):
    """V = 1/(3 + x): (3 + x) v = 1, 0 <= v, v <= 1/3."""
    unit, v0 = positive(3 + x, ar(real(1) <= 3 + x, x0))
    return unit, v0, ar(INV(3 + x) <= Fraction(1, 3), unit, v0, x0)


@theorem
def log_above_rational(s: Nonneg):
    """A rational function below log(1 + s)."""
    return half3 - half27 * (INV(3 + s) * INV(3 + s)) <= LOG(1 + s)


@log_above_rational.proof
def _(s, s0):
    F = lam(x_, LOG(1 + x_) - half3 + half27 * (INV(3 + x_) * INV(3 + x_)))
    a_, le, b_ = assume(real(0) <= x_), assume(x_ <= y_), assume(y_ <= s)
    y0, D = ar(real(0) <= y_, a_, le), y_ - x_
    (ux, x0, x3), (uy, y0_, y3), vx, vy = thirds(x_, a_), thirds(y_, y0), INV(3 + x_), INV(3 + y_)
    log_, (u1, i1) = (
        use(log_above_tangent(1 + x_, 1 + y_), ar(real(1) <= 1 + x_, a_), ar(real(1) <= 1 + y_, y0)),
        positive(1 + y_, ar(real(1) <= 1 + y_, y0)),
    )
    rise = ar(D * INV(1 + y_) <= LOG(1 + y_) - LOG(1 + x_), log_, u1, i1, factors=[LOG(1 + y_) - LOG(1 + x_), D])
    diff = ar((vx - vy).eq(D * vx * vy), ux, uy, factors=[vx, vy])
    far = ar(vx - vy <= Fraction(1, 9) * D, diff, ar(vx * vy <= Fraction(1, 9), x0, x3, y0_, y3), le)
    cube = ar(
        27 * (vy * vy * vy) <= INV(1 + y_),
        ar(
            27 * (1 + y_) * (vy * vy * vy) <= 1,
            uy,
            ar(
                real(0) <= y_ * y_ * (9 + y_) * (vy * vy * vy),
                y0,
                y0_,
                ar(real(0) <= 9 + y_, y0),
                hints=[(0, 0, 1, 1, 1, 2)],
            ),
            factors=[1, vy * (3 + y_), vy * (3 + y_) * vy * (3 + y_)],
        ),
        u1,
        i1,
        factors=[27 * (vy * vy * vy)],
    )
    gap0 = ar(real(0) <= vx - vy, diff, ar(real(0) <= D * (vx * vy), le, ar(real(0) <= vx * vy, x0, y0_)))
    mid = ar(
        vx * vy * (vx + vy) <= 2 * (vy * vy * vy) + Fraction(1, 27) * D,
        ar(vy * (vx - vy) <= Fraction(1, 27) * D, far, y0_, y3, gap0),
        ar(vx + 2 * vy <= 1, x3, y3),
        gap0,
        y0_,
        ar(real(0) <= vy * (vx - vy), y0_, gap0),
        hints=[(1, 4)],
    )
    fall = ar(vx * vx - vy * vy <= D * (2 * (vy * vy * vy) + Fraction(1, 27) * D), diff, mid, le, factors=[vx + vy])
    goal = F(x_) - Fraction(1, 2) * (D * D) <= F(y_)
    th = ar(goal, rise, fall, cube, le, hints=[(2, 3)])
    th = use(
        grows(F, Fraction(1, 2), 0, s),
        ar(real(0) <= Fraction(1, 2)),
        s0,
        hyps_then(th, [a_.concl, le.concl, b_.concl], [x_, y_]),
    )
    u0, *_ = thirds(real(0), ar(real(0) <= 0))
    l1 = subst(ar(real(1).eq(real(1) + 0)), log_one.thm, lambda v: LOG(v).eq(0))
    third = ar(INV(real(3) + 0).eq(Fraction(1, 3)), u0)
    return ar(half3 - half27 * (INV(3 + s) * INV(3 + s)) <= LOG(1 + s), th, l1, third, factors=[INV(real(3) + 0)])


@theorem
def bernstein(s: Nonneg):
    """The exponent of Bernstein's inequality is below that of Chernoff's."""
    return s * s * INV(2 * (1 + Fraction(1, 3) * s)) <= (1 + s) * LOG(1 + s) - s


@bernstein.proof
def _(s, s0):
    r = lambda x: half3 * x - Fraction(9, 2) + half27 * INV(3 + x)  # s^2 / (2 (1 + s/3)), in partial fractions
    F = lam(x_, (1 + x_) * LOG(1 + x_) - x_ - r(x_))
    a_, le, b_ = assume(real(0) <= x_), assume(x_ <= y_), assume(y_ <= s)
    y0, D = ar(real(0) <= y_, a_, le), y_ - x_
    (ux, x0, x3), (uy, y0_, y3), vx, vy = thirds(x_, a_), thirds(y_, y0), INV(3 + x_), INV(3 + y_)
    log_ = use(log_above_tangent(1 + x_, 1 + y_), ar(real(1) <= 1 + x_, a_), ar(real(1) <= 1 + y_, y0))
    diff = ar((vx - vy).eq(D * vx * vy), ux, uy, factors=[vx, vy])
    low = use(log_above_rational(x_), a_)
    vv = ar(vx * (vx * vy) <= Fraction(1, 27), ar(vx * vy <= Fraction(1, 9), x0, x3, y0_, y3), x0, x3)
    th = ar(
        F(x_) - Fraction(1, 2) * (D * D) <= F(y_),
        log_,
        low,
        le,
        diff,
        vv,
        squares=[D],
        hints=[(1, 2), (4 - 1, 5)],
        factors=[vx * D, real(half27), D],
    )
    th = use(
        grows(F, Fraction(1, 2), 0, s),
        ar(real(0) <= Fraction(1, 2)),
        s0,
        hyps_then(th, [a_.concl, le.concl, b_.concl], [x_, y_]),
    )
    u0, us, l1 = (
        thirds(real(0), ar(real(0) <= 0))[0],
        thirds(s, s0)[0],
        subst(ar(real(1).eq(real(1) + 0)), log_one.thm, lambda v: LOG(v).eq(0)),
    )
    i = INV(2 * (1 + Fraction(1, 3) * s))
    iu, _ = positive(2 * (1 + Fraction(1, 3) * s), ar(real(1) <= 2 * (1 + Fraction(1, 3) * s), s0))
    form = ar((s * s * i).eq(r(s)), iu, us, factors=[s * s * INV(3 + s), s * s * i, s, real(1), INV(3 + s), i])
    return ar(s * s * i <= (1 + s) * LOG(1 + s) - s, th, l1, ar(INV(real(3) + 0).eq(Fraction(1, 3)), u0), form)
