"""Laplace noise by rules of Lebesgue's integral: mass, moments and tail from the law of a shift, errors of answers.

For s = 1/b the density falls by exp(-s h) where it is shifted by h. What a mean loses by the shift is between
h exp(-s h) and h times another mean, for every h > 0; so it is h times that mean, divided by 1 - exp(-s h), in the
limit, and no antiderivative is needed.
"""

from sdp_proofs.logic.theories.events import *
from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.vocabulary import *

k, n = var("k", N), var("n", N)
r, h, t, a = var("r", R), var("h", R), var("t", R), var("a", A)
RR = fn(R, R)


@definition(r"{1} \text{{ has the rules of Lebesgue's integral on }} {0}")
def lebesgue(ig: Fun(RR, o), M: mean_of(R)):
    """An integral that no shift and no reflection changes, of value h for an interval of length h."""
    kept = lambda f, g: ig(g) & M(g).eq(M(f))
    shifted = lambda f: each(R, lambda t: kept(f, function(R, lambda r: f(r - t))))
    mirrored = lambda f: kept(f, function(R, lambda r: f(0 - r)))
    bar = lambda h: function(R, lambda r: truth(not_(r <= 0) & (r <= h)))
    lengths = each(R, lambda h: implies(real(0) <= h, ig(bar(h)) & M(bar(h)).eq(h)))
    return integral(ig, M) & each(RR, lambda f: implies(ig(f), shifted(f) & mirrored(f))) & lengths


# ---- limits --------------------------------------------------------------------------------------------------------
@theorem
def small_if_below_all_lengths(x: Real, c: Nonneg):
    """A number that is at most h c for every h > 0 is not positive."""
    return implies(each(R, lambda h: implies(below(0, h), x <= h * c)), x <= 0)


@small_if_below_all_lengths.proof
def _(x, c, c0, all_):
    low, up = assume(x <= 0), assume(not_(x <= 0))
    x0, w = use(ax("total", x, 0), up), 2 * c + 1
    u, i0 = positive(w, ar(real(1) <= w, c0))
    v = x * INV(w)
    zero = assume(v <= 0)
    pos = refuting(v <= 0, contradiction(up, ar(x <= 0, ar(v * w <= 0, zero, ar(real(0) <= w, c0)), u, factors=[x])))
    less = use(at(all_, v), pos)
    whole = ar(w * v <= v * c, ar((w * v).eq(x), u, factors=[x]), less)
    return cases(low.concl, low, ar(x <= 0, whole, ar(x.eq(w * v), u, factors=[x]), ar(real(0) <= v, x0, i0), c0))


@theorem
def slope_of_a_falling_mean(s: Nonneg, F: Nonneg, G: Nonneg):
    """If G (1 - exp(-s h)) is between h exp(-s h) F and h F for all h > 0, then s G = F."""
    lost = lambda h: G * (1 - EXP(0 - s * h))
    ends = lambda h: (h * EXP(0 - s * h) * F <= lost(h)) & (lost(h) <= h * F)
    return implies(each(R, lambda h: implies(below(0, h), ends(h))), (s * G).eq(F))


@slope_of_a_falling_mean.proof
def _(s, F, G, s0, F0, G0, all_):
    e, H = EXP(0 - s * h), assume(below(0, h))
    h0 = use(ax("total", h, 0), H)
    low, high = parts(use(at(all_, h), H))
    up = ax("exp_above", 0 - s * h)
    back = rewrite(ax("exp_plus", s * h, 0 - s * h), s * h + (0 - s * h), real(0))
    e0 = exp_positive(0 - s * h)
    fall = ar(e + e * s * h <= 1, ax("exp_above", s * h), e0, back, exp_zero(), hints=[(0, 1)])
    sh = ar(real(0) <= s * h, s0, h0)
    gsh = ar(real(0) <= G * (s * h), G0, sh)
    first = ar(G * (s * h) * (1 - s * h) <= G * (1 - e), ar(G * (s * h) * (1 - s * h) <= G * (s * h) * e, gsh, up),
               ar(G * (e * s * h) <= G * (1 - e), fall, G0))  # fmt: skip
    one = use(
        cancel(h, h * (s * s * G) - (s * G - F)), H, ar(real(0) <= h * (h * (s * s * G) - (s * G - F)), first, high)
    )
    one = gen(h, discharge(H.concl, ar(s * G - F <= h * (s * s * G), one)))
    hF = ar(real(0) <= h * F, h0, F0)
    second = ar(h * F * (1 - s * h) <= G * (s * h), ar(h * F * (1 - s * h) <= h * F * e, hF, up), low,
                ar(G * (1 - e) <= G * (s * h), up, G0))  # fmt: skip
    two = use(cancel(h, h * (s * F) - (F - s * G)), H, ar(real(0) <= h * (h * (s * F) - (F - s * G)), second))
    two = gen(h, discharge(H.concl, ar(F - s * G <= h * (s * F), two)))
    c1, c2 = ar(real(0) <= s * s * G, ar(real(0) <= s * G, s0, G0), s0), ar(real(0) <= s * F, s0, F0)
    less = use(small_if_below_all_lengths(s * G - F, s * s * G), c1, one)
    more = use(small_if_below_all_lengths(F - s * G, s * F), c2, two)
    return use(ax("antisymmetry", s * G, F), ar(s * G <= F, less), ar(s * G >= F, more))


# ---- the density on one side of 0 ----------------------------------------------------------------------------------
def fading(s, r):
    return EXP(0 - s * dist(r, 0))


def parts_of(th):
    """Both members of a conjunction."""
    return left(th), right(th)


def rules_of(lebesgue_):
    """Facts that M is an integral, and of a function by a shift and by the reflection."""
    flat = body_of(lebesgue_)
    ig, M = spine(lebesgue_.concl)[1]

    def moved(f, good, t):
        th = left(use(spec(right(left(flat)), f), good))
        th, g = spec(body_of(th), t), lam(r, f(r - t))
        return same(left(th), ig(g)), same(right(th), M(g).eq(M(f)))

    def turned(f, good):
        th, g = right(use(spec(right(left(flat)), f), good)), lam(r, f(0 - r))
        return same(left(body_of(th)), ig(g)), same(right(body_of(th)), M(g).eq(M(f)))

    return same(left(left(flat)), integral(ig, M)), moved, turned, right(flat)


@theorem
def density_falls_by_a_shift(s: Real, h: Nonneg, r: Real):
    """The value at r is exp(-s h) times that at r - h if r exceeds h."""
    return (step(r - h) * fading(s, r)).eq(EXP(0 - s * h) * (step(r - h) * fading(s, r - h)))


@density_falls_by_a_shift.proof
def _(s, h, r, h0):
    goal = density_falls_by_a_shift.conclusion
    yes, no = assume(not_(r - h <= 0)), assume(not_(not_(r - h <= 0)))
    up = use(ax("total", r - h, 0), yes)
    one, two = algebra(dist(r, 0).eq(r), up, h0), algebra(dist(r - h, 0).eq(r - h), up)
    e = EXP(0 - s * h)
    plus = rewrite(ax("exp_plus", 0 - s * h, 0 - s * (r - h)), (0 - s * h) + (0 - s * (r - h)), 0 - s * r)
    plus = subst(symmetric(one), plus, lambda d: EXP(0 - s * d).eq(e * EXP(0 - s * (r - h))))
    plus = subst(symmetric(two), plus, lambda d: fading(s, r).eq(e * EXP(0 - s * d)))
    zero = same(use(decided(yes.concl)[1], no), step(r - h).eq(0))
    return cases(
        yes.concl, ar(goal, plus, factors=[step(r - h)]), ar(goal, zero, factors=[fading(s, r), e * fading(s, r - h)])
    )


def beyond(s, w):
    """The density weighted by w, on the positive side."""
    return lam(r, step(r) * (w(r) * fading(s, r)))


@theorem
def mean_beyond_zero_by_shifts(s: Nonneg, w: Fun(R, R), v: Fun(R, R), ig: Fun(RR, o), M: Fun(RR, R)):
    """If w grows like v where r is positive, the mean of w there, times s, is that of v."""
    grown = lambda r, h: step(r) * w(r) - step(r - h) * w(r - h)
    between_ = lambda r, h: (h * (step(r - h) * v(r - h)) <= grown(r, h)) & (grown(r, h) <= h * (step(r) * v(r)))
    weighted_ = lambda u: function(R, lambda r: u(r) * fading(s, r))
    positive_ = lambda u: each(R, lambda r: real(0) <= step(r) * u(r))
    half_ = lambda u: M(function(R, lambda r: step(r) * (u(r) * fading(s, r))))
    return implies(
        lebesgue(ig, M), ig(weighted_(w)), ig(weighted_(v)), positive_(w), positive_(v),
        each(R, lambda h: implies(below(0, h), each(R, lambda r: between_(r, h)))),
        (s * half_(w)).eq(half_(v)),
    )  # fmt: skip


@mean_beyond_zero_by_shifts.proof
def _(s, w, v, ig, M, s0, leb, iw, iv, w0, v0, grown):
    iM, moved, _, _ = rules_of(leb)
    W = Mean(iM, step_is_bounded(r, r), inside=[iw, iv])
    f, g = beyond(s, w), beyond(s, v)
    good = [same(W.good(r, normal(one(r))), ig(one)) for one in (f, g)]
    H = assume(below(0, h))
    h0 = use(ax("total", h, 0), H)
    (jf, mf), (jg, mg) = moved(f, good[0], h), moved(g, good[1], h)
    low, high = parts(spec(use(at(grown, h), H), r))
    fall, e, E = density_falls_by_a_shift(s, h, r), fading(s, r), EXP(0 - s * h)
    fall = use(fall, h0)
    e0, E0 = exp_positive(0 - s * dist(r, 0)), exp_positive(0 - s * h)
    lost = f(r) - E * f(r - h)
    up = ar(lost <= h * g(r), ar(e * (step(r) * w(r) - step(r - h) * w(r - h)) <= e * (h * (step(r) * v(r))), high, e0),
            fall, factors=[w(r - h)])  # fmt: skip
    down = ar(h * (E * g(r - h)) <= lost,
              ar(e * (h * (step(r - h) * v(r - h))) <= e * (step(r) * w(r) - step(r - h) * w(r - h)), low, e0),
              fall, factors=[w(r - h), h * v(r - h)])  # fmt: skip
    V = Mean(iM, inside=[*good, jf, jg])
    F, G = M(g), M(f)
    eqs = [body_of(one) for one in (mf, mg)]
    most, least = V.le(r, up), V.le(r, down)
    most = ar(h * F >= G * (1 - E), most, *eqs, factors=[E])
    least = ar(h * E * F <= G * (1 - E), least, *eqs, factors=[E, h * E])
    pos = [V.le(r, ar(0 - one(r) <= one(r), ar(real(0) <= one(r), spec(p, r), e0))) for one, p in ((f, w0), (g, v0))]
    pos = [ar(real(0) <= one, th) for one, th in zip((G, F), pos, strict=True)]
    th = use(slope_of_a_falling_mean(s, F, G), s0, pos[1], pos[0], gen(h, discharge(H.concl, conj(least, most))))
    return th


class Places:
    """The numbers up to 0, from 0 to h, and beyond h, with the steps at 0 and at h there."""

    def __init__(self, h0):
        self.neg, self.pos = assume(r <= 0), assume(not_(r <= 0))
        self.near, self.far = assume(r <= h), assume(not_(r <= h))
        self.p0 = use(ax("total", r, 0), self.pos)
        first, second = not_(r <= 0), not_(r - h <= 0)
        zero = lambda p, th: refuting(p, contradiction(assume(p), th))
        low = [use(decided(first)[1], zero(first, self.neg)), use(decided(first)[0], self.pos)]
        before_ = use(decided(second)[1], zero(second, ar(r - h <= 0, self.neg, h0)))
        within = use(decided(second)[1], zero(second, ar(r - h <= 0, self.near)))
        after_ = use(decided(second)[0], algebra(second, self.far))
        bits = [(low[0], before_), (low[1], within), (low[1], after_)]
        values = ((0, 0), (1, 0), (1, 1))
        self.steps = [[ar(step(r).eq(c), x), ar(step(r - h).eq(d), y)]
                      for (x, y), (c, d) in zip(bits, values, strict=True)]  # fmt: skip

    def decide(self, prove):
        """The goal, from a proof for each of the three: it gets the number of the case and the steps there."""
        before_, within, after_ = (prove(i, steps) for i, steps in enumerate(self.steps))
        return cases(self.neg.concl, before_, cases(self.near.concl, within, after_))


def by_sign(prove):
    """The goal, from a proof above 0, beneath 0 and at 0: it gets the place and what is known there."""
    first, second = not_(r <= 0), not_(0 - r <= 0)
    neg, pos, left_, right_ = assume(r <= 0), assume(first), assume(0 - r <= 0), assume(second)
    zero = lambda p, th: use(decided(p)[1], refuting(p, contradiction(assume(p), th)))
    none, sign = zero(first, neg), ar(0 - r <= 0, use(ax("total", r, 0), pos))
    known = lambda one, x, two, y: [ar(step(r).eq(x), one), ar(step(0 - r).eq(y), two)]
    here = [*known(none, 0, zero(second, left_), 0), algebra(r.eq(0), neg, left_)]
    beneath = prove("beneath", known(none, 0, use(decided(second)[0], right_), 1))
    above_ = prove("above", known(use(decided(first)[0], pos), 1, zero(second, sign), 0))
    return cases(neg.concl, cases(left_.concl, prove("here", here), beneath), above_)


@theorem
def exponentials_beyond_zero(s: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)):
    """The integral of exp(-s r) over the positive numbers, times s, is 1; a single place has none."""
    e = lambda r: EXP(0 - s * dist(r, 0))
    half_ = M(function(R, lambda r: step(r) * e(r)))
    at_0 = M(function(R, lambda r: (1 - step(r) - step(0 - r)) * e(r)))
    return implies(lebesgue(ig, M), ig(function(R, e)), (s * half_).eq(1) & at_0.eq(0))


@exponentials_beyond_zero.proof
def _(s, ig, M, s0, leb, ie):
    iM, moved, turned, lengths = rules_of(leb)
    e, E, H = fading(s, r), EXP(0 - s * h), assume(below(0, h))
    h0 = use(ax("total", h, 0), H)
    inside = lambda x: not_(x <= 0) & (x <= h)
    bar = lam(r, truth(inside(r)))
    ib, mb = parts_of(use(spec(lengths, h), h0))
    ib, mb = same(ib, ig(bar)), same(mb, M(bar).eq(h))
    f = lam(r, step(r) * e)
    good = same(Mean(iM, step_is_bounded(r, r), inside=[ie]).good(r, step(r) * e), ig(f))
    jf, mf = moved(f, good, h)
    # the interval from 0 to h is what is beyond 0 and not beyond h
    three = Places(h0)
    b = truth(inside(r))
    out = lambda th: use(decided(inside(r))[1], refuting(inside(r), th))
    held_ = use(decided(inside(r))[0], conj(three.pos, three.near))
    within = assume(inside(r))
    bars = [out(contradiction(left(within), three.neg)), held_, out(contradiction(three.far, right(within)))]
    small = use(exp_monotone(0 - s * dist(r, 0), 0), ar(0 - s * dist(r, 0) <= 0, s0, algebra(real(0) <= dist(r, 0))))
    lower = ar(0 - s * h <= 0 - s * dist(r, 0), s0, algebra(dist(r, 0) <= h, three.p0, three.near))
    tall = use(exp_monotone(0 - s * h, 0 - s * dist(r, 0)), lower)
    fall, E0 = use(density_falls_by_a_shift(s, h, r), h0), exp_positive(0 - s * h)
    lost = f(r) - E * f(r - h)
    up, down = lost <= b, E * b <= lost

    def goal(p):
        return three.decide(lambda i, steps: ar(p, *steps, body_of(bars[i]), fall, small, exp_zero(),
                                                *([tall] if i == 1 else []), factors=[e, E, E * e]))  # fmt: skip

    V = Mean(iM, inside=[good, jf, ib])
    G, eqf = M(f), body_of(mf)
    most = ar(h * 1 >= G * (1 - E), V.le(r, goal(up)), eqf, mb, factors=[E])
    least = ar(h * E * 1 <= G * (1 - E), V.le(r, goal(down)), eqf, mb, factors=[E])
    e0, bits = exp_positive(0 - s * dist(r, 0)), decided(not_(r <= 0))
    g0 = ar(real(0) <= G, V.le(r, ar(0 - f(r) <= f(r), ar(real(0) <= step(r) * e, bits[2], e0))))
    first = use(
        slope_of_a_falling_mean(s, 1, G), s0, ar(real(0) <= 1), g0, gen(h, discharge(H.concl, conj(least, most)))
    )
    # a single place is in an interval of each length
    lone = (1 - step(r) - step(0 - r)) * e
    ks = [step_is_bounded(r, r), step_is_bounded(r, 0 - r)]
    jb, mv = moved(bar, ib, 0 - h)
    u = r - (0 - h)
    there = decided(inside(u))

    def place(p, held):
        """The goal at all places; at 0 the interval that begins h before holds r."""

        def one(where, known):
            q0 = (
                [use(there[0], conj(algebra(not_(u <= 0), known[2], H), ar(u <= h, known[2])))]
                if held and where == "here"
                else []
            )
            more = map(body_of, q0)
            return ar(p, *known, *more, there[2], small, exp_zero(), e0, factors=[e])

        return by_sign(one)

    Z = Mean(iM, *ks, inside=[ie, jb])
    value, spread = M(lam(r, lone)), Z.linear(r, lone)
    high = gen(
        h, discharge(H.concl, ar(value <= h * 1, Z.le(r, place(lone <= truth(inside(u)), True)), spread, mv, mb))
    )
    high = use(small_if_below_all_lengths(value, 1), ar(real(0) <= 1), high)
    low = ar(real(0) <= value, Z.le(r, place(0 - lone <= lone, False)), spread)
    return conj(ar((s * G).eq(1), first), use(ax("antisymmetry", value, 0), high, low))


# ---- the whole density ---------------------------------------------------------------------------------------------
def alone(r):
    """The number 1 at 0, and 0 elsewhere."""
    return 1 - step(r) - step(0 - r)


@theorem
def even_means_are_twice_their_halves(s: Real, w: Fun(R, R), ig: Fun(RR, o), M: Fun(RR, R)):
    """The mean of an even function is twice that over the positive numbers, and what is at 0."""
    e = lambda r: EXP(0 - s * dist(r, 0))
    whole, half_ = function(R, lambda r: w(r) * e(r)), function(R, lambda r: step(r) * (w(r) * e(r)))
    at_0 = function(R, lambda r: (1 - step(r) - step(0 - r)) * (w(r) * e(r)))
    mirrored = function(R, lambda r: step(0 - r) * (w(r) * e(r)))
    return implies(
        lebesgue(ig, M), each(R, lambda r: w(0 - r).eq(w(r))), ig(whole),
        M(mirrored).eq(M(half_)) & M(whole).eq(2 * M(half_) + M(at_0)),
    )  # fmt: skip


@even_means_are_twice_their_halves.proof
def _(s, w, ig, M, leb, even, iw):
    iM, _, turned, _ = rules_of(leb)
    e, f = fading(s, r), lam(r, step(r) * (w(r) * fading(s, r)))
    V = Mean(iM, step_is_bounded(r, r), step_is_bounded(r, 0 - r), inside=[iw])
    good = same(V.good(r, normal(f(r))), ig(f))
    jf, mf = turned(f, good)
    size = algebra(dist(0 - r, 0).eq(dist(r, 0)))
    size = subst(size, refl(fading(s, 0 - r)), lambda d: fading(s, 0 - r).eq(EXP(0 - s * d)))
    back = lam(r, step(0 - r) * (w(r) * e))
    point = ar(
        (step(0 - r) * (w(r) * e)).eq(f(0 - r)), size, spec(even, r), factors=[step(0 - r) * w(0 - r), step(0 - r) * e]
    )
    mb = ar(M(back).eq(M(f)), Mean(iM, inside=[jf]).eq_by(r, point), mf)
    at_0 = (1 - step(r) - step(0 - r)) * (w(r) * e)
    spread = V.linear(r, at_0)
    whole = M(lam(r, w(r) * e))
    return conj(mb, ar(whole.eq(2 * M(f) + M(lam(r, at_0))), spread, mb))


@theorem(place="dp-lecture, Laplace distribution, density", claims="the-laplace-density-has-mass-one")
def laplace_density_has_mass_one(b: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The Laplace density exp(-|r|/b)/(2b) is not negative, and of mass 1/2 on either side of 0, 1 in all."""
    p = lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, 0))
    sides = M(function(R, lambda r: step(r) * p(r))).eq(one_half) & M(function(R, lambda r: step(0 - r) * p(r))).eq(
        one_half
    )
    return implies(
        lebesgue(ig, M), ig(function(R, lambda r: EXP(0 - INV(b) * dist(r, 0)))), below(0, b),
        each(R, lambda r: real(0) <= p(r)) & sides & M(function(R, p)).eq(1),
    )  # fmt: skip


def scale(b, above_):
    """The equations b s = 1 and 2 b inv(2 b) = 1, with s = 1/b and inv(2 b) not negative."""
    b0 = use(ax("total", b, 0), above_)
    u, s0 = positive(b, above_)
    v, c0 = positive(2 * b, refuting(2 * b <= 0, contradiction(above_, ar(b <= 0, assume(2 * b <= 0)))))
    return b0, u, s0, v, c0


@laplace_density_has_mass_one.proof
def _(b, ig, M, leb, ie, above_):
    s, c = INV(b), INV(2 * b)
    b0, u, s0, v, c0 = scale(b, above_)
    iM = rules_of(leb)[0]
    w = lam(r, real(1))
    plain = same(Mean(iM, inside=[ie]).good(r, 1 * fading(s, r)), ig(lam(r, w(r) * fading(s, r))))
    both = use(even_means_are_twice_their_halves(s, w, ig, M), leb, gen(r, ar(w(0 - r).eq(w(r)))), plain)
    first, lone = parts_of(use(exponentials_beyond_zero(s, ig, M), s0, leb, ie))
    V = Mean(iM, step_is_bounded(r, r), step_is_bounded(r, 0 - r), inside=[ie])
    e = fading(s, r)
    up, down, at_0, whole = (M(lam(r, t)) for t in (step(r) * e, step(0 - r) * e, alone(r) * e, e))
    mirror, halves = (body_of(th) for th in parts_of(both))
    lone, first = body_of(lone), body_of(first)
    facts = [mirror, halves, lone, first, u, v]
    tie = ar(up.eq(b), first, u, factors=[b, up])
    goals = [
        (M(lam(r, step(r) * (c * e))).eq(one_half), step(r) * (c * e)),
        (M(lam(r, step(0 - r) * (c * e))).eq(one_half), step(0 - r) * (c * e)),
        (M(lam(r, c * e)).eq(1), c * e),
    ]
    made = [ar(goal, V.linear(r, t), *facts, tie, factors=[c]) for goal, t in goals]
    pos = gen(r, ar(real(0) <= c * e, c0, exp_positive(0 - s * dist(r, 0)), hints=[(0, 1)]))
    return conjunction(pos, conj(made[0], made[1]), made[2])


def integrable(ig, b, *weights):
    """The premises that the weights times exp(-|r|/b) have an integral."""
    form = lambda w: function(R, lambda r: w(r) * EXP(0 - INV(b) * dist(r, 0)))
    return [ig(form(w)) for w in weights]


def ones(r):
    return real(1)


def sizes(r):
    return dist(r, 0)


def squares_of(r):
    return r * r


def twice_sizes(r):
    return 2 * dist(r, 0)


def whole_mean(leb, s, s0, w, v, iw, iv):
    """Prove that s times the whole mean of w is that of v, for w of value 0 at 0; find the mean of v beyond 0."""
    ig, M = spine(leb.concl)[1]
    H = assume(below(0, h))
    h0 = use(ax("total", h, 0), H)
    W, V = lam(r, w(r)), lam(r, v(r))
    three = Places(h0)
    size = algebra(dist(r, 0).eq(r), three.p0)
    size_h = algebra(dist(r - h, 0).eq(r - h), ar(real(0) <= r - h, use(ax("total", r, h), three.far)))
    grown = step(r) * w(r) - step(r - h) * w(r - h)

    def goal(p):
        def one(i, steps):
            more = [[], [size, three.near], [size, size_h, use(ax("total", r, h), three.far)]][i]
            terms = [step(r) * w(r), step(r) * v(r), step(r - h) * w(r - h), step(r - h) * v(r - h)]
            known = [ar(t.eq(value), *steps, *more, factors=[w(r), w(r - h), v(r), v(r - h)])
                     for t, value in zip(terms, values[i], strict=True)]  # fmt: skip
            return ar(p, *known, *more, h0, three.p0 if i else three.neg, squares=[h], factors=[h])

        return three.decide(one)

    plain = {ones: lambda x: real(1), sizes: lambda x: x, squares_of: lambda x: x * x, twice_sizes: lambda x: 2 * x}
    values = [[real(0)] * 4, [plain[w](r), plain[v](r), real(0), real(0)],
              [plain[w](r), plain[v](r), plain[w](r - h), plain[v](r - h)]]  # fmt: skip
    between_ = conj(goal(h * (step(r - h) * v(r - h)) <= grown), goal(grown <= h * (step(r) * v(r))))
    between_ = gen(h, discharge(H.concl, gen(r, between_)))
    bit = decided(not_(r <= 0))[2]
    pos = lambda f: gen(r, ar(real(0) <= step(r) * f(r), bit, algebra(real(0) <= f(r), squares=[r]), hints=[(0, 1)]))
    half_ = use(mean_beyond_zero_by_shifts(s, W, V, ig, M), s0, leb, iw, iv, pos(w), pos(v), between_)
    even = gen(r, algebra(w(0 - r).eq(w(r))))
    both = use(even_means_are_twice_their_halves(s, W, ig, M), leb, even, iw)
    return half_, both


def nothing_at_0(iM, s, w, iw):
    """The mean at 0 is 0 for w of value 0 there."""
    at_0 = alone(r) * (w(r) * fading(s, r))
    flat = lambda where, known: ar((alone(r) * w(r)).eq(0), *known, *(
        [algebra(w(r).eq(0), known[2])] if where == "here" else []), factors=[w(r)])  # fmt: skip
    zero = ar(at_0.eq(0), by_sign(flat), factors=[fading(s, r)])
    return Mean(iM, inside=[iw]).eq_by(r, zero)


@theorem(place="dp-lecture, Laplace distribution, mean size", claims="the-mean-size-of-laplace-noise")
def mean_size_of_laplace_noise(b: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The mean of |r| under the density exp(-|r|/b)/(2b) is b."""
    p = lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, 0))
    return implies(
        lebesgue(ig, M), *integrable(ig, b, ones, sizes), below(0, b), M(function(R, lambda r: dist(r, 0) * p(r))).eq(b)
    )


@mean_size_of_laplace_noise.proof
def _(b, ig, M, leb, i0, i1, above_):
    s, c = INV(b), INV(2 * b)
    b0, u, s0, v, c0 = scale(b, above_)
    iM, e = rules_of(leb)[0], fading(s, r)
    half_, both = whole_mean(leb, s, s0, sizes, ones, i1, i0)
    first = left(
        use(exponentials_beyond_zero(s, ig, M), s0, leb, same(Mean(iM, inside=[i0]).good(r, e), ig(lam(r, e))))
    )
    first, half_, whole = body_of(first), body_of(half_), body_of(right(both))
    one, two, three = (M(lam(r, t)) for t in (step(r) * e, step(r) * (dist(r, 0) * e), dist(r, 0) * e))
    lone = body_of(nothing_at_0(iM, s, sizes, i1))
    L = Mean(iM, inside=[i1]).linear(r, dist(r, 0) * (c * e))
    tie = ar(one.eq(b), first, u, factors=[b, one])
    twice = ar(two.eq(b * b), half_, tie, u, factors=[b, two])
    return ar(M(lam(r, dist(r, 0) * (c * e))).eq(b), L, ar(three.eq(2 * b * b), whole, twice, lone), v, factors=[c, b])


@theorem(place="dp-lecture, Laplace distribution, mean square", claims="the-mean-square-of-laplace-noise")
def mean_square_of_laplace_noise(b: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The mean of r^2 under the density exp(-|r|/b)/(2b) is 2 b^2."""
    p = lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, 0))
    end = M(function(R, lambda r: (r * r) * p(r))).eq(2 * b * b)
    return implies(lebesgue(ig, M), *integrable(ig, b, ones, sizes, squares_of), below(0, b), end)


@mean_square_of_laplace_noise.proof
def _(b, ig, M, leb, i0, i1, i2, above_):
    s, c = INV(b), INV(2 * b)
    b0, u, s0, v, c0 = scale(b, above_)
    iM, e = rules_of(leb)[0], fading(s, r)
    W = Mean(iM, step_is_bounded(r, r), inside=[i1])
    double = same(W.good(r, twice_sizes(r) * e), ig(lam(r, twice_sizes(r) * e)))
    half_, both = whole_mean(leb, s, s0, squares_of, twice_sizes, i2, double)
    half_, whole = body_of(half_), body_of(right(both))
    at_1 = step(r) * (twice_sizes(r) * e)
    spread = W.linear(r, at_1)
    size = body_of(use(mean_size_of_laplace_noise(b, ig, M), leb, i0, i1, above_))
    both1 = use(even_means_are_twice_their_halves(s, lam(r, sizes(r)), ig, M), leb,
                gen(r, algebra(sizes(0 - r).eq(sizes(r)))), i1)  # fmt: skip
    lone1, lone2 = (body_of(nothing_at_0(iM, s, w, i)) for w, i in ((sizes, i1), (squares_of, i2)))
    L1, L2 = (Mean(iM, inside=[i]).linear(r, w(r) * (c * e)) for w, i in ((sizes, i1), (squares_of, i2)))
    m1, h1 = M(lam(r, sizes(r) * e)), M(lam(r, step(r) * (sizes(r) * e)))
    m2, h2 = M(lam(r, squares_of(r) * e)), M(lam(r, step(r) * (squares_of(r) * e)))
    t1 = ar(m1.eq(2 * b * b), size, L1, v, factors=[b, m1])
    t2 = ar(h1.eq(b * b), body_of(right(both1)), lone1, t1)
    t3 = ar(h2.eq(2 * b * b * b), half_, spread, t2, u, factors=[b, h2])
    t4 = ar(m2.eq(4 * b * b * b), whole, lone2, t3)
    return ar(M(lam(r, (r * r) * (c * e))).eq(2 * b * b), L2, t4, v, factors=[c, b * b])


def held(th):
    """The proposition p, from not not p."""
    p = spine(spine(th.concl)[1][0])[1][0]
    return cases(p, assume(p), absurd(contradiction(th, assume(not_(p))), p))


# ---- the tail ------------------------------------------------------------------------------------------------------
@theorem
def tails_on_both_sides(s: Real, x: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)):
    """Beyond x on one side, and on the other, exp(-s |r|) has exp(-s x) times what it has beyond 0; so has |r| > x."""
    e = lambda r: EXP(0 - s * dist(r, 0))
    half_ = M(function(R, lambda r: step(r) * e(r)))
    right_ = M(function(R, lambda r: step(r - x) * e(r)))
    left_ = M(function(R, lambda r: step(0 - r - x) * e(r)))
    outside = M(function(R, lambda r: truth(not_(dist(r, 0) <= x)) * e(r)))
    part = EXP(0 - s * x) * half_
    return implies(
        lebesgue(ig, M), ig(function(R, e)), right_.eq(part) & left_.eq(part) & outside.eq(2 * part),
    )  # fmt: skip


@tails_on_both_sides.proof
def _(s, x, ig, M, x0, leb, ie):
    iM, moved, turned, _ = rules_of(leb)
    e, E, f = fading(s, r), EXP(0 - s * x), lam(r, step(r) * fading(s, r))
    k1, k2 = step_is_bounded(r, r - x), step_is_bounded(r, 0 - r - x)
    V = Mean(iM, step_is_bounded(r, r), k1, k2, inside=[ie])
    jf, mf = moved(f, same(V.good(r, normal(f(r))), ig(f)), x)
    g = lam(r, step(r - x) * e)
    fall = use(density_falls_by_a_shift(s, x, r), x0)
    one = ar(
        M(g).eq(E * M(f)), Mean(iM, inside=[jf]).eq_by(r, ar(g(r).eq(E * f(r - x)), fall)), body_of(mf), factors=[E]
    )
    jg, mg = turned(g, same(V.good(r, normal(g(r))), ig(g)))
    size = algebra(dist(0 - r, 0).eq(dist(r, 0)))
    size = subst(size, refl(fading(s, 0 - r)), lambda d: fading(s, 0 - r).eq(EXP(0 - s * d)))
    back = lam(r, step(0 - r - x) * e)
    two = Mean(iM, inside=[jg]).eq_by(r, ar(back(r).eq(g(0 - r)), size, factors=[step(0 - r - x)]))
    two = ar(M(back).eq(E * M(f)), two, body_of(mg), one)
    # numbers farther than x from 0 are beyond x on one side
    p, q, w = not_(r - x <= 0), not_(0 - r - x <= 0), not_(dist(r, 0) <= x)
    a_, b_, c_ = decided(p), decided(q), decided(w)
    up, down = assume(p), assume(q)
    none, nor = assume(not_(p)), assume(not_(q))
    goal = truth(w).eq(step(r - x) + step(0 - r - x))
    big = lambda th: use(c_[0], algebra(w, th, x0))
    zero = lambda p_, facts: refuting(p_, algebra(FALSE, assume(p_), *facts))
    case_up = ar(goal, big(up), use(a_[0], up), use(b_[1], zero(q, [up, x0])))
    case_down = ar(goal, big(down), use(b_[0], down), use(a_[1], none))
    low1, low2 = held(none), held(nor)
    flat = use(c_[1], zero(w, [low1, low2]))
    case_none = ar(goal, flat, use(a_[1], none), use(b_[1], nor))
    point = cases(p, case_up, cases(q, case_down, case_none))
    out = V.eq_by(r, ar((truth(w) * e).eq((step(r - x) + step(0 - r - x)) * e), point, factors=[e]))
    whole = M(lam(r, truth(w) * e))
    return conjunction(one, two, ar(whole.eq(2 * (E * M(f))), out, one, two))


@theorem(place="dp-lecture, Laplace distribution, tail", claims="the-laplace-tail")
def laplace_tail(b: Real, t: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Under the density exp(-|r|/b)/(2b): |r| > t b has probability exp(-t) at most, and exp(-t) for t >= 0."""
    p = function(R, lambda r: INV(2 * b) * EXP(0 - INV(b) * dist(r, 0)))
    chance_ = prob(call("weighted", M, p), function(R, lambda r: not_(dist(r, 0) <= t * b)))
    return implies(
        lebesgue(ig, M), ig(function(R, lambda r: EXP(0 - INV(b) * dist(r, 0)))), below(0, b),
        (chance_ <= EXP(0 - t)) & implies(real(0) <= t, chance_.eq(EXP(0 - t))),
    )  # fmt: skip


@laplace_tail.proof
def _(b, t, ig, M, leb, ie, above_):
    s, c = INV(b), INV(2 * b)
    b0, u, s0, v, c0 = scale(b, above_)
    iM, e, x = rules_of(leb)[0], fading(s, r), t * b
    w = not_(dist(r, 0) <= x)
    V = Mean(iM, truth_is_bounded(r, w), inside=[ie])
    chance_, spread = M(lam(r, (c * e) * truth(w))), V.linear(r, (c * e) * truth(w))
    first = body_of(left(use(exponentials_beyond_zero(s, ig, M), s0, leb, ie)))
    half_ = M(lam(r, step(r) * e))
    H, N_ = assume(real(0) <= t), assume(not_(real(0) <= t))
    out = body_of(right(use(tails_on_both_sides(s, x, ig, M), ar(real(0) <= x, H, b0), leb, ie)))
    E = EXP(0 - s * x)
    own = ar((0 - s * x).eq(0 - t), u, factors=[t])
    own = subst(own, refl(E), lambda y: E.eq(EXP(y)))
    tie = ar(half_.eq(b), first, u, factors=[b, half_])
    equal = ar(chance_.eq(EXP(0 - t)), spread, out, own, ar((2 * (E * half_)).eq(2 * b * E), tie, factors=[E]), v,
               factors=[c, E])  # fmt: skip
    mass = body_of(right(use(laplace_density_has_mass_one(b, ig, M), leb, ie, above_)))
    bit, e0 = decided(w)[3], exp_positive(0 - s * dist(r, 0))
    small = V.le(r, ar((c * e) * truth(w) <= c * e, bit, ar(real(0) <= c * e, c0, e0)))
    high = ar(real(1) <= EXP(0 - t), ax("exp_above", 0 - t), use(ax("total", 0, t), N_))
    low = ar(chance_ <= EXP(0 - t), small, spread, mass, V.linear(r, c * e), high)
    whole = cases(H.concl, ar(chance_ <= EXP(0 - t), equal), low)
    return conj(whole, discharge(H.concl, equal))
