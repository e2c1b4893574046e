"""Smoothing on a circle, without eigenvalues: A u = u + s (2 u - u after - u before)."""

from sdp_proofs.logic.theories.analysis import *
from sdp_proofs.logic.theories.closeness import *
from sdp_proofs.logic.theories.truth import *
from sdp_proofs.logic.vocabulary import *

C_, VEC = "C", fn("C", R)
p_, g_, u_, i_ = var("p", "C"), var("g", VEC), var("u", VEC), var("i", "C")
j, k, m, n = (var(name, N) for name in ("j", "k", "m", "n"))
x, y, z = var("x", X), var("y", X), var("z", Z)
Step = Fun("C", "C")


@definition(r"A_{{{0},\,{1},\,{2}}}", place="dp-lssgd, Equation (3)")
def operator(s: R, after: Fun("C", "C"), before: Fun("C", "C"), u: VEC, i: "C"):
    """The operator I + s L on a circle."""
    return u(i) + s * (2 * u(i) - u(after(i)) - u(before(i)))


@definition()
def moved(step: Fun("C", "C"), k: N, i: "C"):
    """The place after k steps."""
    return rec(i, lams(j, var("r", "C"), step(var("r", "C"))), k)


@definition()
def geometric(w: R, n: N, step: Fun("C", "C"), g: VEC, i: "C"):
    """The mean of g(i), g(step i), ... over n places with weights in proportion to 1, w, w^2, ..."""
    return (1 - w) * INV(1 - power(w, n)) * total(lambda k: power(w, k) * g(call("moved", step, k, i)), n)


@theorem
def greatest_value_is_not_increased(s: Nonneg, after: Step, before: Step, u: VEC, c: Real, G: Real):
    """If A u <= G everywhere then u <= G: on any set, for any two maps."""
    return implies(
        each("C", lambda i: u(i) <= c),
        each("C", lambda i: operator(s, after, before, u, i) <= G),
        each("C", lambda i: u(i) <= G),
    )


@greatest_value_is_not_increased.proof
def _(s, after, before, u, c, G, s0, top, small):
    r, p = var("r", R), lambda r: exists(lam(i_, r.eq(u(i_))))
    E, b = lam(r, p(r)), LUB(lam(r, p(r)))
    member = lambda k: same(witness(k, refl(u(k)), lam(var("j", "C"), u(k).eq(u(var("j", "C"))))), E(u(k)))

    def bounded_by(c_, th):
        H = assume(normal(E(r)))
        inner = given(same(H, p(r)), i_, lambda e: ar(r <= c_, same(e, r.eq(u(i_))), spec(th, i_)))
        return gen(r, discharge(H.concl, inner))

    above = lambda k: use(ax("lub_above", E, u(k), c), member(k), bounded_by(c, top))
    unit, i0 = positive(1 + 2 * s, ar(real(1) <= 1 + 2 * s, s0))
    inv, room = INV(1 + 2 * s), G + 2 * s * b
    less = gen(
        i_,
        ar(
            u(i_) <= room * inv,
            spec(small, i_),
            above(after(i_)),
            above(before(i_)),
            s0,
            unit,
            i0,
            ar((1 + 2 * s) * u(i_) <= room, spec(small, i_), above(after(i_)), above(before(i_)), s0),
            factors=[u(i_)],
        ),
    )
    best = use(ax("lub_least", E, u(i_), room * inv), member(i_), bounded_by(room * inv, less))
    b_ = ar(
        b <= G,
        best,
        unit,
        ar((1 + 2 * s) * b <= room, best, unit, ar(real(0) <= 1 + 2 * s, s0), hints=[(0, 2)], factors=[room]),
    )
    return gen(i_, ar(u(i_) <= G, above(i_), b_))


def below_one(w, w0, w1, n):
    """(1 - w^(n+1)) inv(...) = 1 and 0 <= inv(...), from 0 <= w < 1."""
    claim = lambda n: (real(0) <= power(w, n)) & (power(w, n) <= 1)
    hyp = assume(claim(n))
    le = use(ax("total", 1, w), w1)
    st = conj(
        ar(real(0) <= power(w, SUCC(n)), left(hyp), w0), ar(power(w, SUCC(n)) <= 1, left(hyp), right(hyp), w0, le)
    )
    th = spec(induct(n, conj(ar(real(0) <= power(w, ZERO)), ar(power(w, ZERO) <= 1)), discharge(hyp.concl, st)), n)
    t, bad = 1 - power(w, SUCC(n)), None
    small = ar(real(0) <= t, left(th), right(th), w0, le)
    no = discharge(t.eq(0), contradiction(w1, ar(real(1) <= w, assume(t.eq(0)), right(th), left(th), w0)))
    unit = use(ax("inverse", t), same(no, not_(t.eq(0))))
    return unit, ar(real(0) <= INV(t), unit, small, squares=[INV(t)], hints=[(1, 2)], factors=[INV(t)]), th


@theorem
def geometric_undone(w: Nonneg, n: Nat, step: Step, g: VEC, i: "C"):
    """The difference of two geometric means undoes one."""
    return implies(
        below(w, 1),
        eq(call("moved", step, SUCC(n), i), i),
        (geometric(w, SUCC(n), step, g, i) - w * geometric(w, SUCC(n), step, g, step(i))).eq((1 - w) * g(i)),
    )


@geometric_undone.proof
def _(w, n, step, g, i, w0, w1, back):
    at_ = lambda k, i: call("moved", step, k, i)
    ahead = induct(
        m,
        refl(at_(ZERO, step(i))),
        discharge(
            eq(at_(m, step(i)), at_(SUCC(m), i)),
            subst(
                assume(eq(at_(m, step(i)), at_(SUCC(m), i))),
                refl(step(at_(m, step(i)))),
                lambda v: eq(step(at_(m, step(i))), step(v)),
            ),
        ),
    )
    T = lambda m, i: total(lam(k, power(w, k) * g(at_(k, i))), m)
    claim = lambda m: (T(m, i) - w * T(m, step(i))).eq(g(i) - power(w, m) * g(at_(m, i)))
    same_g = subst(spec(ahead, m), refl(g(at_(m, step(i)))), lambda v: g(at_(m, step(i))).eq(g(v)))
    whole = induct(
        m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m)), same_g, factors=[w * power(w, m)]))
    )
    closed = subst(back, refl(g(at_(SUCC(n), i))), lambda v: g(at_(SUCC(n), i)).eq(g(v)))
    unit, _, _ = below_one(w, w0, w1, n)
    q = (1 - w) * INV(1 - power(w, SUCC(n)))
    return ar(
        (geometric(w, SUCC(n), step, g, i) - w * geometric(w, SUCC(n), step, g, step(i))).eq((1 - w) * g(i)),
        spec(whole, SUCC(n)),
        closed,
        unit,
        factors=[q, q * power(w, SUCC(n)), (1 - w) * g(i)],
    )


@definition()
def smooth(w: R, n: N, after: Fun("C", "C"), before: Fun("C", "C"), g: VEC):
    """A geometric mean one way, then the other."""
    return lam(i_, geometric(w, n, before, lambda i: geometric(w, n, after, g, i), i_))


@theorem(place="dp-lssgd")
def smoothing_is_the_inverse(s: Real, w: Nonneg, n: Nat, after: Step, before: Step, g: VEC):
    """Smoothing is the inverse of I + s L on a circle: a convolution with two geometric laws."""
    return implies(
        below(w, 1),
        (s * ((1 - w) * (1 - w))).eq(w),
        each("C", lambda i: eq(before(after(i)), i)),
        each("C", lambda i: eq(call("moved", after, SUCC(n), i), i) & eq(call("moved", before, SUCC(n), i), i)),
        each("C", lambda i: operator(s, after, before, smooth(w, SUCC(n), after, before, g), i).eq(g(i))),
    )


@smoothing_is_the_inverse.proof
def _(s, w, n, after, before, g, w0, w1, root, inv_, circle):
    h, u = lam(i_, geometric(w, SUCC(n), after, g, i_)), smooth(w, SUCC(n), after, before, g)
    und = lambda step, g, i, side: use(geometric_undone(w, n, step, g, i), w0, w1, side(spec(circle, i)))
    f1, f2, f3 = und(before, h, i_, right), und(before, h, after(i_), right), und(after, g, i_, left)
    f2 = subst(spec(inv_, i_), f2, lambda v: (u(after(i_)) - w * u(v)).eq((1 - w) * h(after(i_))))
    f1 = same(f1, (u(i_) - w * u(before(i_))).eq((1 - w) * h(i_)))
    Au = operator(s, after, before, u, i_)
    q = 1 - w
    both = ar(
        (q * q * Au).eq(q * q * g(i_)), f1, f2, f3, root, factors=[w, q, 2 * u(i_) - u(after(i_)) - u(before(i_))]
    )
    no = discharge(q.eq(0), contradiction(w1, ar(real(1) <= w, assume(q.eq(0)))))
    unit = use(ax("inverse", q), same(no, not_(q.eq(0))))
    return gen(
        i_, ar(Au.eq(g(i_)), both, unit, factors=[INV(q) * INV(q), Au, g(i_), q * INV(q) * Au, q * INV(q) * g(i_)])
    )


@theorem(place="dp-lssgd")
def smoothing_is_a_mean(w: Nonneg, n: Nat, after: Step, before: Step, g: VEC):
    """Smoothing keeps 1 and positive vectors."""
    return implies(
        below(w, 1),
        each("C", lambda i: smooth(w, SUCC(n), after, before, function("C", lambda j: 1), i).eq(1))
        & implies(
            each("C", lambda i: real(0) <= g(i)),
            each("C", lambda i: real(0) <= smooth(w, SUCC(n), after, before, g, i)),
        ),
    )


@smoothing_is_a_mean.proof
def _(w, n, after, before, g, w0, w1):
    unit, q0, pw = below_one(w, w0, w1, n)
    le, q = use(ax("total", 1, w), w1), (1 - w) * INV(1 - power(w, SUCC(n)))
    sums = induct(
        m,
        ar(((1 - w) * total(lam(k, power(w, k) * 1), ZERO)).eq(1 - power(w, ZERO))),
        discharge(
            (cl := lambda m: ((1 - w) * total(lam(k, power(w, k) * 1), m)).eq(1 - power(w, m)))(m),
            ar(cl(SUCC(m)), assume(cl(m))),
        ),
    )
    one_ = lam(i_, real(1))
    flat = lambda step: ar(
        geometric(w, SUCC(n), step, one_, i_).eq(1), spec(sums, SUCC(n)), unit, factors=[INV(1 - power(w, SUCC(n)))]
    )
    under_ = under(flat(after), i_, lam(u_, geometric(w, SUCC(n), before, u_, i_)))
    ones = ar(smooth(w, SUCC(n), after, before, one_, i_).eq(1), under_, flat(before))

    def nonneg(step, f, f0):
        at_ = lambda k: call("moved", step, k, i_)
        pos = spec(gen(n, left(pw)), m)
        cl = lambda m: real(0) <= total(lam(k, power(w, k) * f(at_(k))), m)
        th = induct(m, ar(cl(ZERO)), discharge(cl(m), ar(cl(SUCC(m)), assume(cl(m)), pos, at(f0, at_(m)))))
        return gen(i_, ar(real(0) <= geometric(w, SUCC(n), step, f, i_), ar(real(0) <= q, le, q0), spec(th, SUCC(n))))

    g0 = assume(forall(i_, real(0) <= g(i_)))
    first = nonneg(after, g, g0)
    h = lam(i_, geometric(w, SUCC(n), after, g, i_))
    second = nonneg(before, h, same(first, forall(i_, real(0) <= h(i_))))
    return conj(
        gen(i_, ones),
        discharge(g0.concl, same(second, forall(i_, real(0) <= smooth(w, SUCC(n), after, before, g, i_)))),
    )


@theorem
def operator_is_positive_and_keeps_the_mean(s: Nonneg, after: Step, before: Step, W: Law["C"], u: Bounded["C"]):
    """The operator is positive definite, keeps the mean and does not shorten."""
    Au = const("operator", fn(R, fn("C", "C"), fn("C", "C"), VEC, VEC))(s, after, before, u)
    return implies(
        each("C", lambda i: eq(after(before(i)), i) & eq(before(after(i)), i)),
        each(
            VEC,
            lambda f: implies(
                bounded(f), bounded(function("C", lambda i: f(after(i)))) & W(lambda i: f(after(i))).eq(W(f))
            ),
        ),
        bounded(function("C", lambda i: u(before(i)))),
        (W(lambda i: u(i) * u(i)) <= W(lambda i: u(i) * Au(i)))
        & W(Au).eq(W(u))
        & (W(lambda i: u(i) * u(i)) <= W(lambda i: Au(i) * Au(i))),
    )


@operator_is_positive_and_keeps_the_mean.proof
def _(s, after, before, W, u, s0, lW, ou, inv_, inv_mean, ob):
    Au, a_, b_ = operator(s, after, before, u, i_), u(after(i_)), u(before(i_))
    oa = left(use(spec(inv_mean, u), ou))
    L = Mean(lW, ou, same(oa, bounded(lam(i_, a_))), same(ob, bounded(lam(i_, b_))))
    move = lambda t: use(spec(inv_mean, lam(i_, t)), observable(i_, t, [ou, ob, oa]))
    f_ = var("f", VEC)
    back = lambda i: subst(right(spec(inv_, i)), refl(u(before(after(i)))), lambda v: u(before(after(i))).eq(u(v)))

    def moved_mean(t, moved_t, *facts):
        return ar(
            W(lam(i_, moved_t)).eq(W(lam(i_, t))), right(move(t)), L.eq_by(i_, ar(normal(t_at(t)).eq(moved_t), *facts))
        )

    t_at = lambda t: open_(lam(i_, t).parts[1], after(i_))
    uu = moved_mean(u(i_) * u(i_), a_ * a_)
    ub = ar(
        W(lam(i_, u(i_) * a_)).eq(W(lam(i_, u(i_) * b_))),
        right(move(u(i_) * b_)),
        under(ar((u(after(i_)) * u(before(after(i_)))).eq(u(i_) * a_), back(i_), factors=[a_]), i_, lam(f_, W(f_))),
    )
    square = L.le(i_, ar(real(0) <= (u(i_) - a_) * (u(i_) - a_), squares=[u(i_) - a_]))
    quad = L.eq(i_, ar((u(i_) * Au).eq(u(i_) * u(i_) + s * (2 * (u(i_) * u(i_)) - u(i_) * a_ - u(i_) * b_))))
    first = ar(
        W(lam(i_, u(i_) * u(i_))) <= W(lam(i_, u(i_) * Au)),
        square,
        quad,
        L.linear(i_, u(i_) * Au),
        uu,
        ub,
        s0,
        factors=[s],
    )
    ub1 = ar(W(lam(i_, u(i_))).eq(W(lam(i_, b_))), right(move(b_)), under(back(i_), i_, lam(f_, W(f_))))
    keep = ar(W(lam(i_, Au)).eq(W(u)), L.linear(i_, Au), right(use(spec(inv_mean, u), ou)), ub1, factors=[s])
    young = L.le(i_, ar(2 * (u(i_) * Au) <= u(i_) * u(i_) + Au * Au, squares=[u(i_) - Au]))
    third = ar(
        W(lam(i_, u(i_) * u(i_))) <= W(lam(i_, Au * Au)), first, young, L.linear(i_, u(i_) * Au), L.linear(i_, Au * Au)
    )
    return conj(conj(first, keep), third)


@theorem(place="dp-lssgd, Abstract", claims="")
def smoothed_gradients_are_as_private(
    near: Fun(X, X, o), E: Real, d: Real, M: Mechanism[X, VEC], w: Real, n: Nat, after: Step, before: Step
):
    """Smoothing after the noise costs no privacy."""
    S = lam(g_, const("point", fn(VEC, fn(fn(VEC, R), R)))(lam(i_, smooth(w, n, after, before, g_, i_))))
    return implies(private(near, M, E, d), private(near, lam(x, bind(M(x), S)), E, d))


@smoothed_gradients_are_as_private.proof
def _(near, E, d, M, w, n, after, before, lM, p):
    made = lambda g: lam(i_, smooth(w, n, after, before, g, i_))
    S = lam(g_, const("point", fn(VEC, fn(fn(VEC, R), R)))(made(g_)))
    chan = same(gen(g_, certain(made(g_))), channel(S))
    return use(post_processing_of_mechanisms(near, E, d, M, S, A=VEC, B=VEC), lM, chan, p)
