"""Exponentials over half-lines and intervals by rules of Lebesgue's integral."""

from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.theories.thresholds_of_noise import *
from sdp_proofs.logic.vocabulary import *

r, h, t, a = var("r", R), var("h", R), var("t", R), var("a", A)
HALF = Fraction(1, 2)


@theorem
def exponentials_up_to_a_place(z: Real, s: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The integral of exp(z x) over x < s is exp(z s)/z, for z > 0."""
    f = function(R, lambda x: step(s - x) * EXP(z * x))
    return implies(
        lebesgue(ig, M),
        ig(function(R, lambda r: EXP(0 - z * dist(r, 0)))),
        below(0, z),
        ig(f) & M(f).eq(over(EXP(z * s), z)),
    )


@exponentials_up_to_a_place.proof
def _(z, s, ig, M, leb, ie, z_):
    iM, moved, turned, _ = rules_of(leb)
    z0, e = use(ax("total", z, 0), z_), fading(z, r)
    u, _ = positive(z, z_)
    whole = body_of(left(use(exponentials_beyond_zero(z, ig, M), z0, leb, ie)))
    f = lam(r, step(r) * e)
    good = same(Mean(iM, step_is_bounded(r, r), inside=[ie]).good(r, normal(f(r))), ig(f))
    jt, mt = turned(f, good)
    g = lam(r, f(0 - r))
    jm, mm = moved(g, same(jt, ig(g)), s)
    # at r < s the function is exp(-z s) exp(z r)
    q = lam(r, step(s - r) * EXP(z * r))
    place = 0 - (r - s)
    hit = subst(ar(place.eq(s - r)), refl(step(place)), lambda v: step(place).eq(step(v)))
    event = not_(s - r <= 0)
    yes, no = assume(event), assume(not_(event))
    (t1, t0, _, _) = decided(event)
    size = algebra(dist(place, 0).eq(s - r), use(ax("total", s - r, 0), yes))
    size = subst(size, refl(fading(z, place)), lambda d: fading(z, place).eq(EXP(0 - z * d)))
    plus = rewrite(ax("exp_plus", z * s, 0 - z * (s - r)), z * s + (0 - z * (s - r)), z * r)
    goal = q(r).eq(EXP(z * s) * g(r - s))
    one = ar(
        goal,
        hit,
        size,
        plus,
        use(t1, yes),
        factors=[fading(z, place), EXP(z * s) * fading(z, place), EXP(z * s), EXP(z * r)],
    )
    two = ar(goal, hit, use(t0, no), factors=[fading(z, place), EXP(z * s) * fading(z, place), EXP(z * r)])
    equal = cases(event, one, two)
    V = Mean(iM, inside=[same(jm, ig(lam(r, g(r - s))))])
    k = var("g", RR)
    scaled = lam(r, EXP(z * s) * g(r - s))
    inside = same(
        replace(ext(r, symmetric(equal)), same(V.good(r, normal(scaled(r))), ig(scaled)), lam(k, ig(k))), ig(q)
    )
    mean = V.eq_by(r, equal)
    H = M(f)
    tie = ar(H.eq(INV(z)), whole, u, factors=[INV(z), H])
    return conj(inside, ar(M(q).eq(over(EXP(z * s), z)), mean, body_of(mm), body_of(mt), tie, factors=[EXP(z * s)]))


@theorem(place="Accounting by moments", claims="transform-of-the-shortfall")
def transform_of_the_shortfall(z: Real, s: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The integral of (1 - exp(x - s)) exp(z x) over x < s is exp(z s)/(z (z + 1)), for z > 0."""
    f = function(R, lambda x: step(s - x) * ((1 - EXP(x - s)) * EXP(z * x)))
    fading_ = lambda z: ig(function(R, lambda r: EXP(0 - z * dist(r, 0))))
    return implies(
        lebesgue(ig, M), fading_(z), fading_(z + 1), below(0, z), ig(f) & M(f).eq(over(EXP(z * s), z * (z + 1)))
    )


@transform_of_the_shortfall.proof
def _(z, s, ig, M, leb, i0, i1, z_):
    iM, y = rules_of(leb)[0], z + 1
    y_ = same(algebra(below(0, y), z_), below(0, y))
    (g0, m0), (g1, m1) = (
        parts_of(use(exponentials_up_to_a_place(w, s, ig, M), leb, i, p)) for w, i, p in ((z, i0, z_), (y, i1, y_))
    )
    f0, f1 = lam(r, step(s - r) * EXP(z * r)), lam(r, step(s - r) * EXP(y * r))
    g0, g1 = same(g0, ig(f0)), same(g1, ig(f1))
    k = EXP(0 - s)
    first = rewrite(ax("exp_plus", 0 - s, y * r), (0 - s) + y * r, (r - s) + z * r)
    second = ax("exp_plus", r - s, z * r)
    q = step(s - r) * ((1 - EXP(r - s)) * EXP(z * r))
    spread = f0(r) - k * f1(r)
    equal = ar(q.eq(spread), first, second, factors=[step(s - r)])
    V, g = Mean(iM, inside=[g0, g1]), var("g", RR)
    inside = same(
        replace(ext(r, symmetric(equal)), same(V.good(r, normal(spread)), ig(lam(r, spread))), lam(g, ig(g))),
        ig(lam(r, q)),
    )
    mean = V.eq_by(r, equal)
    back = rewrite(ax("exp_plus", 0 - s, y * s), (0 - s) + y * s, z * s)
    (u0, _), (u1, _) = positive(z, z_), positive(y, y_)
    zy_ = use(fact("products_are_positive", z, y), z_, y_)
    u2, _ = positive(z * y, zy_)
    I = INV(z * y)
    product_ = ar((INV(z) * INV(y)).eq(I), u0, u1, u2, factors=[y * INV(y) * I, I, INV(z) * INV(y)])
    quotients_ = ar((INV(z) - INV(y)).eq(I), u0, u1, product_, factors=[INV(y), INV(z)])
    return conj(
        inside,
        ar(
            M(lam(r, q)).eq(over(EXP(z * s), z * y)),
            mean,
            body_of(m0),
            body_of(m1),
            back,
            quotients_,
            factors=[k, INV(y), EXP(z * s)],
        ),
    )


@theorem(place="Accounting by moments", claims="moments-of-the-laplace-loss")
def moments_of_the_laplace_loss(b: Real, z: Real, d: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)):
    """Laplace laws of scale b about 0 and d b: the part of M(z), the mean of exp(z loss), of outputs between the means.

    It is (exp(d z) - exp(-d (1 + z)))/(2 (1 + 2 z)), for z > 0. The loss is the logarithm of the ratio of densities,
    and the mean is under the first law.
    """
    p, q = (
        (lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, 0))),
        (lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, d * b))),
    )
    part = lambda r: step(r) * (1 - step(r - d * b)) * (p(r) * EXP(z * LOG(over(p(r), q(r)))))
    value = over(EXP(d * z) - EXP(0 - d * (1 + z)), 2 * (1 + 2 * z))
    good = ig(function(R, lambda r: EXP(0 - (1 + 2 * z) * INV(b) * dist(r, 0))))
    return implies(lebesgue(ig, M), good, below(0, b), below(0, z), M(part).eq(value))


@moments_of_the_laplace_loss.proof
def _(b, z, d, ig, M, d0, leb, ie, b_, z_):
    iM, s, c, x = rules_of(leb)[0], INV(b), INV(2 * b), d * b
    b0, ub, s0, u2, c0 = scale(b, b_)
    y = 1 + 2 * z
    y_ = same(algebra(below(0, y), z_), below(0, y))
    y0, w = use(ax("total", y, 0), y_), y * s
    w0 = ar(real(0) <= w, y0, s0)
    e = fading(w, r)
    ie = same(ie, ig(lam(r, e)))
    whole = body_of(left(use(exponentials_beyond_zero(w, ig, M), w0, leb, ie)))
    x0 = ar(real(0) <= x, d0, b0)
    tail_ = body_of(parts(use(tails_on_both_sides(w, x, ig, M), x0, leb, ie))[0])
    # the loss at r is d - 2 r/b there
    e0, e1 = 0 - s * dist(r, 0), 0 - s * dist(r, x)
    c_ = inverse_is_positive(2 * b, strict(2 * b, b_))
    c_ = same(c_, below(0, c))
    pos = lambda v: same(use(fact("products_are_positive", c, EXP(v)), c_, exp_is_positive(v)), below(0, c * EXP(v)))
    logs = lambda v: use(fact("logs_of_products", c, EXP(v)), c_, exp_is_positive(v))
    loss = LOG(over(c * EXP(e0), c * EXP(e1)))
    is_ = ar(
        loss.eq(e0 - e1),
        use(fact("logs_of_quotients", c * EXP(e0), c * EXP(e1)), pos(e0), pos(e1)),
        logs(e0),
        logs(e1),
        fact("logs_undo_exponentials", e0),
        fact("logs_undo_exponentials", e1),
    )
    first, second = not_(r <= 0), not_(r - x <= 0)
    (f1, f0, _, _), (g1, g0, _, _) = decided(first), decided(second)
    yes, no, far, near = assume(first), assume(not_(first)), assume(second), assume(not_(second))
    r0, r1 = use(ax("total", r, 0), yes), held(near)
    one, two = algebra(dist(r, 0).eq(r), r0), algebra(dist(r, x).eq(x - r), r1)
    exponent = ar((e0 + z * loss).eq(d * z - w * r), is_, one, two, ub, factors=[z, s, z * s, z * d, d, s * z])
    grown = ax("exp_plus", e0, z * loss)
    grown = subst(exponent, grown, lambda v: EXP(v).eq(EXP(e0) * EXP(z * loss)))
    split_ = rewrite(ax("exp_plus", d * z, 0 - w * r), d * z + (0 - w * r), d * z - w * r)
    size = subst(one, refl(e), lambda v: e.eq(EXP(0 - w * v)))
    E = EXP(d * z)
    value = (c * EXP(e0)) * EXP(z * loss)
    q, spread = step(r) * (1 - step(r - x)) * value, c * E * (step(r) * e) - c * E * (step(r - x) * e)
    goal = q.eq(spread)
    fa = [value, c * E * e]
    inside = ar(goal, use(f1, yes), use(g0, near), grown, split_, size, factors=[*fa, c, c * E])
    beyond_ = ar(goal, use(f1, yes), use(g1, far), factors=[*fa, step(r - x) * value])
    none = use(g0, refuting(second, contradiction(assume(second), ar(r - x <= 0, held(no), x0))))
    outside = ar(goal, use(f0, no), none, factors=[*fa, (1 - step(r - x)) * value])
    point = cases(first, cases(second, beyond_, inside), outside)
    V = Mean(iM, step_is_bounded(r, r), step_is_bounded(r, r - x), inside=[ie])
    mean = V.eq_by(r, point)
    H = M(lam(r, step(r) * e))
    w_ = use(fact("products_are_positive", y, s), y_, inverse_is_positive(b, b_))
    uw, _ = positive(w, same(w_, below(0, w)))
    tie = ar((s * (y * H)).eq(1), whole)
    uy, _ = positive(2 * y, same(algebra(below(0, 2 * y), z_), below(0, 2 * y)))
    long = ar((y * H).eq(b), tie, ub, factors=[b, H, z * H])
    both = ar((2 * y * (c * H)).eq(1), long, u2, factors=[2 * c])
    half_ = ar((c * H).eq(INV(2 * y)), both, uy, factors=[INV(2 * y), c * H])
    low = rewrite(ax("exp_plus", d * z, 0 - w * x), d * z + (0 - w * x), 0 - d * (1 + z), ub)
    return ar(
        M(lam(r, q)).eq(over(E - EXP(0 - d * (1 + z)), 2 * y)),
        mean,
        tail_,
        half_,
        low,
        factors=[E, E * EXP(0 - w * x), INV(2 * y)],
    )
