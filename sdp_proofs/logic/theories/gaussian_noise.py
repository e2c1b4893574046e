"""Gaussian noise by rules of Lebesgue's integral: its mean, its variance and its tail, from shifts of the density."""

from sdp_proofs.logic.theories.errors_of_answers import *
from sdp_proofs.logic.vocabulary import *

j, k, n = (var(name, N) for name in ("j", "k", "n"))
r, h, t, m = var("r", R), var("h", R), var("t", R), var("m", R)


def bell(s, c, r):
    """The density about 0."""
    return c * EXP(0 - s * (r * r))


def bells(ig, M, s, c):
    """The premises that the normal density has mass 1, and that it has an integral with r and with r^2."""
    p = lambda r: c * EXP(0 - s * (r * r))
    return [
        ig(function(R, p)), M(function(R, p)).eq(1), ig(function(R, lambda r: r * p(r))),
        ig(function(R, lambda r: (r * r) * p(r))),
    ]  # fmt: skip


class Bell:
    """Premises on the density, and the rules that move it."""

    def __init__(self, leb, s, c, c0, i0, mass, i1=None, i2=None):
        self.ig, self.M = spine(leb.concl)[1]
        self.iM, self.moved, self.turned, self.lengths = rules_of(leb)
        self.s, self.c, self.mass = s, c, mass
        self.i0, self.i1, self.i2 = i0, i1, i2
        self.pos = ar(real(0) <= self.at(r), exp_positive(0 - s * (r * r)), c0, hints=[(0, 1)])

    def at(self, x):
        """The density at x."""
        return bell(self.s, self.c, x)

    def same_at(self, x, y):
        """The densities at x and y are equal, from x^2 = y^2 by arithmetic."""
        equal = ar((0 - self.s * (x * x)).eq(0 - self.s * (y * y)))
        inner = subst(equal, refl(EXP(0 - self.s * (x * x))), lambda v: EXP(0 - self.s * (x * x)).eq(EXP(v)))
        return ar(self.at(x).eq(self.at(y)), inner, factors=[self.c])

    def ratio(self, x, y, w):
        """The density at x is exp(w) times that at y, where w = s (y^2 - x^2)."""
        s, c = self.s, self.c
        plus = rewrite(ax("exp_plus", w, 0 - s * (y * y)), w + (0 - s * (y * y)), 0 - s * (x * x))
        return ar(self.at(x).eq(EXP(w) * self.at(y)), plus, factors=[c])

    def good(self, f, *bounded_):
        """The integrability of a function that is a sum of multiples of the density, of r and of r^2 times it."""
        inside = [one for one in (self.i2, self.i1, self.i0) if one is not None]
        return same(Mean(self.iM, *bounded_, inside=inside).good(r, normal(f(r))), self.ig(f))


@theorem
def tails_of_the_bell(s: Nonneg, c: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)):
    """Beyond x >= 0 on one side is at most exp(-s x^2)/2, on both at most exp(-s x^2), and 1 beyond 0 on both."""
    p = lambda r: c * EXP(0 - s * (r * r))
    right_ = lambda x: M(function(R, lambda r: step(r - x) * p(r)))
    outside = lambda x: M(function(R, lambda r: truth(not_(dist(r, 0) <= x)) * p(r)))
    high = lambda x: EXP(0 - s * (x * x))
    both = lambda x: (right_(x) <= one_half * high(x)) & (outside(x) <= high(x))
    return implies(
        lebesgue(ig, M), ig(function(R, p)), M(function(R, p)).eq(1),
        each(R, lambda x: implies(real(0) <= x, both(x))) & outside(0).eq(1),
    )  # fmt: skip


@tails_of_the_bell.proof
def _(s, c, ig, M, s0, c0, leb, i0, mass):
    G = Bell(leb, s, c, c0, i0, mass)
    p, x, E = G.at(r), var("x", R), EXP(0 - s * (var("x", R) * var("x", R)))
    X0 = assume(real(0) <= x)
    # the place 0 is in an interval of each length
    H, u = assume(below(0, h)), r - (0 - h)
    h0 = use(ax("total", h, 0), H)
    inside = lambda v: not_(v <= 0) & (v <= h)
    bar = lam(r, truth(inside(r)))
    ib, mb = parts_of(use(spec(G.lengths, h), h0))
    ib, mb = same(ib, ig(bar)), same(mb, M(bar).eq(h))
    jb, mv = G.moved(bar, ib, 0 - h)
    there, lone = decided(inside(u)), alone(r) * p
    small = use(exp_monotone(0 - s * (r * r), 0), ar(0 - s * (r * r) <= 0, s0, squares=[r]))
    top = ar(p <= c, small, exp_zero(), c0)

    def place(goal, held_):
        def one(where, known):
            q0 = (
                use(there[0], conj(algebra(not_(u <= 0), known[2], H), ar(u <= h, known[2])))
                if where == "here"
                else None
            )
            more = [body_of(q0)] if held_ and q0 else []
            return ar(goal, *known, *more, there[2], top, G.pos, c0, factors=[p, c])

        return by_sign(one)

    ks = step_is_bounded(r, r), step_is_bounded(r, 0 - r)
    Z = Mean(G.iM, *ks, inside=[i0, jb])
    value, spread = M(lam(r, lone)), Z.linear(r, lone)
    high = gen(
        h, discharge(H.concl, ar(value <= h * c, Z.le(r, place(lone <= c * truth(inside(u)), True)), spread, mv, mb))
    )
    none = use(ax("antisymmetry", value, 0), use(small_if_below_all_lengths(value, c), c0, high),
               ar(real(0) <= value, Z.le(r, place(0 - lone <= lone, False)), spread))  # fmt: skip
    # both sides have the same
    f = lam(r, step(r) * p)
    V = Mean(G.iM, *ks, step_is_bounded(r, r - x), step_is_bounded(r, 0 - r - x), inside=[i0])
    jf, mf = G.turned(f, same(V.good(r, f(r)), ig(f)))
    flip = Mean(G.iM, inside=[jf]).eq_by(
        r, ar((step(0 - r) * p).eq(f(0 - r)), G.same_at(0 - r, r), factors=[step(0 - r)])
    )
    half_ = ar(M(f).eq(one_half), flip, body_of(mf), none, spread, mass)
    # beyond x the density is at most exp(-s x^2) times that at r - x
    jx, mx = G.moved(f, same(V.good(r, f(r)), ig(f)), x)
    first, w = not_(r - x <= 0), s * (x * x) - 2 * s * x * r
    yes, no = assume(first), assume(not_(first))
    up = use(ax("total", r - x, 0), yes)
    fall = use(
        exp_monotone(w, 0 - s * (x * x)), ar(w <= 0 - s * (x * x), up, ar(real(0) <= s * x, s0, X0), hints=[(0, 1)])
    )
    px = G.at(r - x)
    at_x = ar(real(0) <= px, exp_positive(0 - s * ((r - x) * (r - x))), c0, hints=[(0, 1)])
    goal = step(r - x) * p <= E * f(r - x)
    beyond_ = ar(p <= E * px, G.ratio(r, r - x, w), fall, at_x, hints=[(1, 2)])
    point = cases(first, ar(goal, use(decided(first)[0], yes), beyond_, factors=[p, E * px]),
                  ar(goal, use(decided(first)[1], no), factors=[p, E * px]))  # fmt: skip
    g = lam(r, step(r - x) * p)
    W = Mean(G.iM, step_is_bounded(r, r - x), inside=[i0, jx])
    one_side = ar(M(g) <= one_half * E, W.le(r, point), body_of(mx), half_, factors=[E])
    jg, mg = G.turned(g, same(V.good(r, g(r)), ig(g)))
    other = Mean(G.iM, inside=[jg]).eq_by(r, ar((step(0 - r - x) * p).eq(g(0 - r)), G.same_at(0 - r, r),
                                               factors=[step(0 - r - x)]))  # fmt: skip
    q, wide = not_(0 - r - x <= 0), lambda x: not_(dist(r, 0) <= x)

    def outside(x, x0):
        """The number of |r| > x is that of r > x and of -r > x."""
        p_, q_, w_ = not_(r - x <= 0), not_(0 - r - x <= 0), wide(x)
        a_, b_, c_ = decided(p_), decided(q_), decided(w_)
        zero = lambda bad, *facts: refuting(bad, algebra(FALSE, assume(bad), *facts))
        up_, down_, none_, nor_ = assume(p_), assume(q_), assume(not_(p_)), assume(not_(q_))
        goal = truth(w_).eq(step(r - x) + step(0 - r - x))
        big = lambda th: use(c_[0], algebra(w_, th, x0))
        return cases(
            p_,
            ar(goal, big(up_), use(a_[0], up_), use(b_[1], zero(q_, up_, x0))),
            cases(
                q_,
                ar(goal, big(down_), use(b_[0], down_), use(a_[1], none_)),
                ar(goal, use(c_[1], zero(w_, held(none_), held(nor_))), use(a_[1], none_), use(b_[1], nor_)),
            ),
        )

    both = V.eq_by(r, ar((truth(wide(x)) * p).eq((step(r - x) + step(0 - r - x)) * p), outside(x, X0), factors=[p]))
    two = ar(M(lam(r, truth(wide(x)) * p)) <= E, both, one_side, other, body_of(mg))
    zero = real(0)
    all_ = outside(zero, ar(zero <= 0))
    K0 = Mean(G.iM, *ks, inside=[i0])
    sure = K0.eq_by(r, ar((truth(wide(zero)) * p).eq((step(r) + step(0 - r)) * p), all_, factors=[p]))
    last = ar(M(lam(r, truth(wide(zero)) * p)).eq(1), sure, half_, flip, body_of(mf))
    return conj(gen(x, discharge(X0.concl, conj(one_side, two))), last)


def step_at(x, y):
    """The steps at x and y are equal, which are so by arithmetic."""
    return subst(ar(x.eq(y)), refl(step(x)), lambda v: step(x).eq(step(v)))


@theorem
def moments_of_the_bell(s: Nonneg, c: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)):
    """The normal density c exp(-s r^2) has the mean 0, and the mean square 1/(2 s): 2 s E r^2 = 1."""
    p = lambda r: c * EXP(0 - s * (r * r))
    first, second = M(function(R, lambda r: r * p(r))), M(function(R, lambda r: (r * r) * p(r)))
    return implies(lebesgue(ig, M), *bells(ig, M, s, c), first.eq(0) & (2 * s * second).eq(1))


@moments_of_the_bell.proof
def _(s, c, ig, M, s0, c0, leb, i0, mass, i1, i2):
    G = Bell(leb, s, c, c0, i0, mass, i1, i2)
    p = G.at(r)
    f1, f2 = lam(r, r * p), lam(r, (r * r) * p)
    j1, e1 = G.turned(f1, i1)
    odd = Mean(G.iM, inside=[j1]).eq_by(r, ar((r * p).eq(0 - f1(0 - r)), G.same_at(0 - r, r), factors=[r]))
    first = ar(M(f1).eq(0), odd, body_of(e1), Mean(G.iM, inside=[j1]).linear(r, f1(0 - r)))
    # halves of even functions
    H = assume(below(0, h))
    h0 = use(ax("total", h, 0), H)
    S, T = step_is_bounded(r, r), step_is_bounded(r, 0 - r)
    q, q2 = M(f2), M(lam(r, step(r) * ((r * r) * p)))
    V2 = Mean(G.iM, S, T, inside=[i2])
    g2 = lam(r, step(r) * ((r * r) * p))
    jg, eg = G.turned(g2, same(V2.good(r, g2(r)), ig(g2)))
    flip = Mean(G.iM, inside=[jg]).eq_by(r, ar((step(0 - r) * ((r * r) * p)).eq(g2(0 - r)), G.same_at(0 - r, r),
                                              factors=[step(0 - r) * r * r]))  # fmt: skip
    none = by_sign(lambda where, known: ar((alone(r) * (r * r)).eq(0), *known, factors=[r * r, r]))
    gone = V2.eq_by(r, ar((r * r * p).eq((step(r) + step(0 - r)) * (r * r * p)), none, factors=[p]))
    halves = ar(q.eq(2 * q2), gone, flip, body_of(eg))
    # the difference of two shifted densities, times r, has the mean 2 h, half of it on either side
    a_, b_ = G.at(r - h), G.at(r - (0 - h))
    fa, fb = lam(r, (r + h) * p), lam(r, (r - h) * p)
    ia, ib = (G.good(f) for f in (fa, fb))
    (ja, ea), (jb, eb) = G.moved(fa, ia, h), G.moved(fb, ib, 0 - h)
    f = var("f", RR)
    ra, rb = lam(r, r * a_), lam(r, r * b_)
    eqa, eqb = ar(fa(r - h).eq(r * a_)), ar(fb(r - (0 - h)).eq(r * b_))

    def move(equal, j):
        """The integrability of the right side of an equation, from that of the left side."""
        th = ext(r, equal)
        one, two = binary(th.concl, "eq")
        return same(replace(th, same(j, ig(one)), lam(f, ig(f))), ig(two))

    ka, kb = move(eqa, ja), move(eqb, jb)
    U = Mean(G.iM, inside=[i1, i0])
    ma = ar(M(ra).eq(h), under(eqa, r, lam(f, M(f))), body_of(ea), U.linear(r, (r + h) * p), mass, first)
    mb = ar(M(rb).eq(0 - h), under(eqb, r, lam(f, M(f))), body_of(eb), U.linear(r, (r - h) * p), mass, first)
    phi = lam(r, step(r) * (r * (a_ - b_)))
    W = Mean(G.iM, S, T, inside=[ka, kb])
    jp, ep = G.turned(phi, same(W.good(r, phi(r)), ig(phi)))
    xa, xb = G.same_at(0 - r - h, r - (0 - h)), G.same_at(0 - r - (0 - h), r - h)
    mirror = Mean(G.iM, S, T, inside=[jp])
    back = lam(r, step(0 - r) * (r * (a_ - b_)))
    mirror = under(ar(back(r).eq(phi(0 - r)), xa, xb, factors=[step(0 - r) * r]), r, lam(f, M(f)))
    nothing = by_sign(lambda where, known: ar((alone(r) * r).eq(0), *known, factors=[r]))
    whole = W.eq_by(r, ar((r * a_ - r * b_).eq(phi(r) + back(r)), nothing, factors=[a_ - b_]))
    mean_ = M(phi)
    spread = [W.linear(r, t) for t in (phi(r), back(r), r * a_ - r * b_)]
    mean_ = ar(mean_.eq(h), whole, mirror, body_of(ep), *spread, ma, mb)
    # it is between 4 s h r^2 times the one density and the other
    w = 4 * s * h * r
    pa, pb = (ar(real(0) <= G.at(x), exp_positive(0 - s * (x * x)), c0, hints=[(0, 1)]) for x in (r - h, r - (0 - h)))
    up, neg = assume(not_(r <= 0)), assume(r <= 0)
    r0, bit = use(ax("total", r, 0), up), decided(not_(r <= 0))
    on = ar(step(r).eq(1), use(bit[0], up))
    off = ar(step(r).eq(0), use(bit[1], refuting(up.concl, contradiction(up, neg))))
    grown = ar(a_ - b_ >= w * b_, G.ratio(r - h, r - (0 - h), w), ax("exp_above", w), pb, hints=[(1, 2)])
    faded = ar(a_ - b_ <= w * a_, G.ratio(r - (0 - h), r - h, 0 - w), ax("exp_above", 0 - w), pa, hints=[(1, 2)])
    sides = []
    for goal, th in (
        (4 * s * h * (step(r) * (r * r * b_)) <= phi(r), grown),
        (phi(r) <= 4 * s * h * (step(r) * (r * r * a_)), faded),
    ):
        times_r = r * (w * b_) <= r * (a_ - b_) if th is grown else r * (a_ - b_) <= r * (w * a_)
        f_ = [r * (a_ - b_), r * r * a_, r * r * b_]
        yes = ar(goal, on, ar(times_r, th, r0), factors=f_)
        sides.append(cases(neg.concl, ar(goal, off, factors=f_), yes))
    Fb, Fa = (lam(r, step(x) * ((x * x) * p)) for x in (r - h, r + h))
    Bb, Ba = step_is_bounded(r, r - h), step_is_bounded(r, r + h)
    (jb2, eb2), (ja2, ea2) = G.moved(Fb, G.good(Fb, Bb), 0 - h), G.moved(Fa, G.good(Fa, Ba), h)
    eqb2 = ar(Fb(r - (0 - h)).eq(step(r) * (r * r * b_)), step_at(r - (0 - h) - h, r))
    eqa2 = ar(Fa(r - h).eq(step(r) * (r * r * a_)), step_at(r - h + h, r))
    kb2, ka2 = move(eqb2, jb2), move(eqa2, ja2)
    low_, high_ = lam(r, step(r) * (r * r * b_)), lam(r, step(r) * (r * r * a_))
    Y = Mean(G.iM, S, T, inside=[kb2, ka2, ka, kb])
    least, most = (Y.le(r, th) for th in sides)
    ties = [under(eqb2, r, lam(f, M(f))), under(eqa2, r, lam(f, M(f))), body_of(eb2), body_of(ea2)]
    # and these are near r^2 times the density itself
    g1 = lam(r, step(r) * (r * p))
    m1 = M(g1)
    three = Places(h0)
    bounds = [S, Bb, Ba]
    N_ = Mean(G.iM, *bounds, inside=[i2, i1, i0])
    fact_b = step(r) * (r * r) - 2 * h * (step(r) * r) <= step(r - h) * ((r - h) * (r - h))
    f_ = [r * r, r * h, r, h * h, h * r, (r - h) * (r - h)]
    at_i = lambda i: [three.near, three.p0] if i == 1 else []
    fact_b = three.decide(lambda i, steps: ar(fact_b, *steps, h0, *at_i(i), squares=[h], factors=f_))
    nearb = ar(step(r) * (r * r * p) - 2 * h * (step(r) * (r * p)) <= Fb(r), fact_b, G.pos)
    goal = step(r + h) * ((r + h) * (r + h)) <= step(r) * (r * r) + 2 * h * (step(r) * r) + h * h
    first_, second_ = not_(r <= 0), not_(r + h <= 0)
    one_, late, early = decided(second_), assume(second_), assume(r + h <= 0)
    out = use(one_[1], refuting(second_, contradiction(late, early)))
    ends = ar((r + h) * (r + h) <= h * h, use(ax("total", r + h, 0), late), neg, h0)
    minus = cases(early.concl, ar(goal, off, out, squares=[h], factors=[r * r, r * h, (r + h) * (r + h)]),
                  ar(goal, off, use(one_[0], late), ends, factors=[r * r, r * h, (r + h) * (r + h)]))  # fmt: skip
    plus_ = ar(goal, on, use(one_[0], algebra(second_, up, h0)), factors=[r * r, r * h, (r + h) * (r + h)])
    fact_a = cases(neg.concl, minus, plus_)
    neara = ar(Fa(r) <= step(r) * (r * r * p) + 2 * h * (step(r) * (r * p)) + h * h * p, fact_a, G.pos)
    lb, la = N_.le(r, nearb), N_.le(r, neara)
    sb, sa = N_.linear(r, Fb(r)), N_.linear(r, Fa(r))
    m0 = ar(
        real(0) <= m1,
        Mean(G.iM, S, inside=[i1]).le(
            r,
            ar(
                0 - g1(r) <= g1(r),
                ar(
                    real(0) <= step(r) * r * p,
                    G.pos,
                    ar(
                        real(0) <= step(r) * r,
                        by_sign(
                            lambda where, known: ar(
                                real(0) <= step(r) * r,
                                *known,
                                *([use(ax("total", r, 0), up)] if where == "above" else []),
                                factors=[r],
                            )
                        ),
                    ),
                ),
            ),
        ),
    )
    mb_, ma_ = M(low_), M(high_)
    low_b = ar(q2 - 2 * h * m1 <= mb_, lb, sb, ties[0], ties[2])
    high_a = ar(ma_ <= q2 + 2 * h * m1 + h * h, la, sa, ties[1], ties[3], mass)
    least = ar(4 * s * h * mb_ <= h, least, mean_, *spread)
    most = ar(h <= 4 * s * h * ma_, most, mean_, *spread)
    sh = ar(real(0) <= s * h, s0, h0)
    one = ar(real(0) <= h * (h * (8 * s * m1) - (4 * s * q2 - 1)), least, low_b, sh, hints=[(1, 2)])
    one = ar(4 * s * q2 - 1 <= h * (8 * s * m1), use(cancel(h, h * (8 * s * m1) - (4 * s * q2 - 1)), H, one))
    two = ar(real(0) <= h * (h * (8 * s * m1 + 4 * s * h) - (1 - 4 * s * q2)), most, high_a, sh, hints=[(1, 2)])
    two = use(cancel(h, h * (8 * s * m1 + 4 * s * h) - (1 - 4 * s * q2)), H, two)
    q0 = ar(
        real(0) <= q2,
        V2.le(
            r,
            ar(
                0 - g2(r) <= g2(r),
                G.pos,
                bit[2],
                ar(real(0) <= (r * r) * p, G.pos, squares=[r], hints=[(0, 1)]),
                hints=[(1, 2)],
            ),
        ),
    )
    sq, sm = ar(real(0) <= s * q2, s0, q0), ar(real(0) <= s * m1, s0, m0)
    near_, far_ = assume(h <= 1), assume(not_(h <= 1))
    bound_ = 8 * s * m1 + 4 * s + 1
    goal = 1 - 4 * s * q2 <= h * bound_
    shm = ar(real(0) <= h * (8 * s * m1 + 4 * s), h0, ar(real(0) <= 8 * s * m1 + 4 * s, sm, s0))
    short = ar(goal, two, ar(h * (s * h) <= h * s, sh, near_), h0)
    long_ = ar(goal, sq, shm, use(ax("total", h, 1), far_))
    two = cases(near_.concl, short, long_)
    under_ = use(small_if_below_all_lengths(4 * s * q2 - 1, 8 * s * m1), ar(real(0) <= 8 * s * m1, sm),
                 gen(h, discharge(H.concl, one)))  # fmt: skip
    over_ = use(small_if_below_all_lengths(1 - 4 * s * q2, bound_), ar(real(0) <= bound_, sm, s0),
                gen(h, discharge(H.concl, two)))  # fmt: skip
    end = use(ax("antisymmetry", 4 * s * q2, 1), ar(4 * s * q2 <= 1, under_), ar(real(1) <= 4 * s * q2, over_))
    return conj(first, ar((2 * s * q).eq(1), end, halves, factors=[s]))


# ---- about any number ----------------------------------------------------------------------------------------------
def variance(sd):
    """The number s = 1/(2 sigma^2) of the density c exp(-s (r - m)^2)."""
    return INV(2 * (sd * sd))


@theorem
def gaussian_noise_about_a_number(sd: Real, c: Nonneg, m: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Normal noise about m has a law, of mean m, of mean square sigma^2 about m, and a tail of exp(-t^2/2)."""
    s = INV(2 * (sd * sd))
    p = function(R, lambda r: c * EXP(0 - s * ((r - m) * (r - m))))
    W = call("weighted", M, p)
    mean_ = M(function(R, lambda r: r * p(r))).eq(m)
    square_ = lambda q: M(function(R, lambda r: p(r) * (q + (r - m) * (r - m)))).eq(q + sd * sd)
    tail_ = lambda t: 1 - EXP(0 - one_half * (t * t)) <= prob(W, function(R, lambda r: dist(r, m) <= t * sd))
    far_ = lambda t: prob(W, function(R, lambda r: not_(dist(r, m) <= t * sd)))
    tails_ = each(R, lambda t: implies(real(0) <= t, tail_(t) & (far_(t) <= EXP(0 - one_half * (t * t)))))
    return implies(
        lebesgue(ig, M), *bells(ig, M, s, c), below(0, sd),
        law(W) & (mean_ & each(R, square_)) & (tails_ & far_(0).eq(1)),
    )  # fmt: skip


@gaussian_noise_about_a_number.proof
def _(sd, c, m, ig, M, c0, leb, i0, mass, i1, i2, above_):
    v = sd * sd
    s, b0, w1 = INV(2 * v), use(ax("total", sd, 0), above_), positive(sd, above_)[0]
    zero = assume(2 * v <= 0)
    unit_ = ar((v * (INV(sd) * INV(sd))).eq(1), w1, factors=[sd * INV(sd), real(1)])
    above2 = refuting(zero.concl, impossible(ar(real(1) <= 0, zero, unit_, squares=[INV(sd)])))
    u, s0 = positive(2 * v, above2)
    G = Bell(leb, s, c, c0, i0, mass, i1, i2)
    f, q, t = var("f", RR), var("q", R), var("t", R)
    first, second = map(body_of, parts_of(use(moments_of_the_bell(s, c, ig, M), s0, c0, leb, i0, mass, i1, i2)))
    z = lam(r, c * EXP(0 - s * ((r - m) * (r - m))))
    goods, eqs = [], []
    for w in (lambda x: x * x, lambda x: x, lambda x: real(1)):
        g, form = lam(r, w(r + m) * G.at(r)), w(r) * z(r)
        ig_g = G.good(g)
        jg, eg = G.moved(g, ig_g, m)
        equal = ar(g(r - m).eq(form))
        goods.append(same(replace(ext(r, equal), same(jg, ig(lam(r, g(r - m)))), lam(f, ig(f))), ig(lam(r, form))))
        spread = Mean(G.iM, inside=[i2, i1, i0]).linear(r, g(r))
        eqs.append([under(equal, r, lam(f, M(f))), body_of(eg), spread])
    V = Mean(G.iM, inside=goods)
    pos = gen(r, ar(real(0) <= z(r), exp_positive(0 - s * ((r - m) * (r - m))), c0, hints=[(0, 1)]))
    W = call("weighted", M, z)
    square_, mean_, one = (M(lam(r, t_)) for t_ in (r * r * z(r), r * z(r), z(r)))
    one = ar(one.eq(1), *eqs[2], mass)
    own = same(use(law_of_density(ig, M, z, A=R), G.iM, same(V.good(r, z(r)), ig(z)), pos, one), law(W))
    mean_ = ar(mean_.eq(m), *eqs[1], mass, first, factors=[m])
    p2 = M(lam(r, (r * r) * G.at(r)))
    own_v = ar(p2.eq(v), second, u, factors=[v, p2])
    square_ = ar(square_.eq(v + m * m), *eqs[0], mass, first, own_v, factors=[m, m * m])
    row = z(r) * (q + (r - m) * (r - m))
    row_ = ar(M(lam(r, row)).eq(q + v), V.linear(r, row), square_, mean_, one, factors=[q, m, m * m])
    # the tails are those about 0
    T0, at_0 = parts_of(use(tails_of_the_bell(s, c, ig, M), s0, c0, leb, i0, mass))
    H, x = assume(real(0) <= t), t * sd
    x0 = ar(real(0) <= x, H, b0)
    E, E2 = EXP(0 - s * (x * x)), EXP(0 - one_half * (t * t))
    height = ar((0 - s * (x * x)).eq(0 - one_half * (t * t)), u, factors=[t * t])
    height = subst(height, refl(E), lambda y: E.eq(EXP(y)))
    size = algebra(dist(r - m, 0).eq(dist(r, m)))

    def outside(x):
        """The chance of being farther than x from m is that of noise about 0, and that of being near is the rest."""
        w0, w1, near_ = not_(dist(r, 0) <= x), not_(dist(r, m) <= x), dist(r, m) <= x
        g = lam(r, truth(w0) * G.at(r))
        jg, mg = G.moved(g, G.good(g, truth_is_bounded(r, w0)), m)
        there = truth(not_(dist(r - m, 0) <= x))
        hit = subst(size, refl(there), lambda y: there.eq(truth(not_(y <= x))))
        form = z(r) * truth(w1)
        far_ = ar(
            M(lam(r, form)).eq(M(g)),
            Mean(G.iM, inside=[jg]).eq_by(r, ar(form.eq(g(r - m)), hit, factors=[z(r)])),
            body_of(mg),
        )
        yes, no = decided(near_), decided(w1)
        H1, H2 = assume(near_), assume(w1)
        goal = truth(near_).eq(1 - truth(w1))
        split_ = cases(near_, ar(goal, use(yes[0], H1), use(no[1], refuting(w1, contradiction(assume(w1), H1)))),
                       ar(goal, use(yes[1], H2), use(no[0], H2)))  # fmt: skip
        B = Mean(G.iM, truth_is_bounded(r, w1), truth_is_bounded(r, near_), inside=[goods[2]])
        own_ = B.eq_by(r, ar((z(r) * truth(near_)).eq(z(r) - form), split_, factors=[z(r)]))
        return (
            far_,
            own_,
            M(lam(r, form)),
            M(lam(r, z(r) * truth(near_))),
            [B.linear(r, form), B.linear(r, z(r) * truth(near_))],
        )

    far_, own_, away, close_, spread = outside(x)
    tail_ = body_of(right(use(spec(T0, x), x0)))
    high = ar(away <= E2, far_, tail_, height)
    low = ar(close_ >= 1 - E2, own_, high, one, *spread)
    event = lambda x: prob(W, lam(r, dist(r, m) <= x)), lambda x: prob(W, lam(r, not_(dist(r, m) <= x)))
    tails_ = gen(t, discharge(H.concl, conj(same(low, event[0](x) >= 1 - E2), same(high, event[1](x) <= E2))))
    nought, _, none, _, _ = outside(real(0) * sd)
    still = ar((real(0) * sd).eq(0))
    gone = subst(symmetric(still), at_0, lambda y: M(lam(r, truth(not_(dist(r, 0) <= y)) * G.at(r))).eq(1))
    last = same(ar(none.eq(1), nought, body_of(gone)), event[1](real(0) * sd).eq(1))
    return conj(conj(own, conj(mean_, gen(q, row_))), conj(tails_, last))


def whole_of(leb, sd, c, m, *premises):
    """Law, mean, mean square, tails, and what is beyond 0, of normal noise about m."""
    ig, M = spine(leb.concl)[1]
    th = use(gaussian_noise_about_a_number(sd, c, m, ig, M), *premises)
    first, second = parts_of(th)
    return left(first), left(right(first)), right(right(first)), left(second), right(second)


@theorem(place="dp-lecture, Gaussian distribution, moments", claims="mean-and-variance-of-the-gaussian-law")
def mean_and_variance_of_the_gaussian_law(sd: Real, c: Nonneg, m: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """The density c exp(-(y - m)^2/(2 sigma^2)) of mass 1 has the mean m and the variance sigma^2."""
    s = INV(2 * (sd * sd))
    p = lambda y: c * EXP(0 - s * ((y - m) * (y - m)))
    mean_ = M(function(R, lambda y: y * p(y))).eq(m)
    return implies(
        lebesgue(ig, M), *bells(ig, M, s, c), below(0, sd),
        mean_ & M(function(R, lambda y: (y - m) * (y - m) * p(y))).eq(sd * sd),
    )  # fmt: skip


@mean_and_variance_of_the_gaussian_law.proof
def _(sd, c, m, ig, M, *premises):
    _, mean_, square_, _, _ = whole_of(premises[1], sd, c, m, *premises)
    p = c * EXP(0 - INV(2 * (sd * sd)) * ((r - m) * (r - m)))
    square_ = body_of(spec(square_, real(0)))
    equal = under(ar(((r - m) * (r - m) * p).eq(p * (0 + (r - m) * (r - m)))), r, M)
    return conj(mean_, ar(M(lam(r, (r - m) * (r - m) * p)).eq(sd * sd), equal, square_))


@theorem(place="dp-lecture, Gaussian distribution, tail", claims="the-gaussian-tail")
def gaussian_tail(sd: Real, c: Nonneg, m: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """For t >= 0: |Y - m| > t sigma has a chance of exp(-t^2/2) at most, so below twice that; it is 1 at t = 0."""
    s = INV(2 * (sd * sd))
    W = call("weighted", M, function(R, lambda y: c * EXP(0 - s * ((y - m) * (y - m)))))
    far_ = lambda t: prob(W, function(R, lambda y: not_(dist(y, m) <= t * sd)))
    bound = lambda t: EXP(0 - one_half * (t * t))
    no_less = each(
        R, lambda a: implies(each(R, lambda t: implies(real(0) <= t, far_(t) <= a * bound(t))), real(1) <= a)
    )
    tails_ = each(R, lambda t: implies(real(0) <= t, (far_(t) <= bound(t)) & (far_(t) <= 2 * bound(t))))
    return implies(lebesgue(ig, M), *bells(ig, M, s, c), below(0, sd), tails_ & far_(0).eq(1) & no_less)


@gaussian_tail.proof
def _(sd, c, m, ig, M, *premises):
    _, _, _, tails_, at_0 = whole_of(premises[1], sd, c, m, *premises)
    t, a = var("t", R), var("a", R)
    H = assume(real(0) <= t)
    high = right(use(spec(tails_, t), H))
    far_, bound = binary(high.concl, "le")
    twice = ar(far_ <= 2 * bound, high, exp_positive(0 - one_half * (t * t)))
    chance_ = binary(at_0.concl, "eq")[0]
    of = lambda t: swap(far_, t_sd, t * sd)
    t_sd = t * sd
    every = assume(forall(t, implies(real(0) <= t, far_ <= a * bound)))
    zero = use(spec(every, real(0)), ar(real(0) <= 0))
    flat = ar((real(0) - one_half * (real(0) * real(0))).eq(0))
    flat = subst(
        flat,
        refl(EXP(0 - one_half * (real(0) * real(0)))),
        lambda y: EXP(0 - one_half * (real(0) * real(0))).eq(EXP(y)),
    )
    least = ar(real(1) <= a, body_of(zero), body_of(at_0), flat, exp_zero(), factors=[a])
    return conjunction(gen(t, discharge(H.concl, conj(high, twice))), at_0, gen(a, discharge(every.concl, least)))


# ---- answers -------------------------------------------------------------------------------------------------------
def answers_of(M, sd, c, m):
    s = INV(2 * (sd * sd))
    return function(N, lambda j: call("weighted", M, function(R, lambda y: c * EXP(0 - s * ((y - m(j)) * (y - m(j)))))))


@theorem(
    place="dp-lecture, Gaussian utility, theorem",
    claims="gaussian-answers-are-within-the-square-root-of-two-logarithms",
)
def gaussian_answers_are_within_the_root(
    K: Nat, q: Fun(X, N, R), x: X, beta: Rate, sd: Real, c: Nonneg, w: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)
):
    """All of K + 1 answers with normal noise are within w sigma, w^2 = 2 log((K + 1)/beta), with chance 1 - beta.

    With sigma = g z, g^2 = 2 log(5/(4 d)), z = D/e the square of w sigma is 4 log(5/(4 d)) log((K + 1)/beta) z^2.
    """
    s = INV(2 * (sd * sd))
    within = function(fn(N, R), lambda a: each(N, lambda j: implies(among(SUCC(K), j), dist(a(j), q(x)(j)) <= w * sd)))
    logs = lambda d: LOG(over(5, 4 * d)) * LOG(over(num(SUCC(K)), beta))
    of_the_mechanism = lambda d: each(
        R, lambda g: each(R, lambda z: implies((g * g).eq(2 * LOG(over(5, 4 * d))), sd.eq(g * z),
                                               (w * sd * (w * sd)).eq(4 * logs(d) * (z * z))))
    )  # fmt: skip
    return implies(
        lebesgue(ig, M), *bells(ig, M, s, c), below(0, sd), below(0, beta),
        (w * w).eq(2 * LOG(over(num(SUCC(K)), beta))),
        (1 - beta <= prob(databases(0, SUCC(K), answers_of(M, sd, c, q(x))), within)) & each(R, of_the_mechanism),
    )  # fmt: skip


@gaussian_answers_are_within_the_root.proof
def _(K, q, x, beta, sd, c, w, ig, M, b0, b1, c0, w0, leb, i0, mass, i1, i2, above_, beta0, root):
    y = over(num(SUCC(K)), beta)
    m1 = ar(real(1) <= num(SUCC(K)), spec(numbers_are_not_negative.thm, K))
    _, share = parts_of(use(logarithms_of_shares(num(SUCC(K)), beta), m1, beta0, b1))
    own, _, _, tails_, _ = whole_of(leb, sd, c, q(x)(j), c0, leb, i0, mass, i1, i2, above_)
    s, S = answers_of(M, sd, c, q(x)), lam(j, lam(r, dist(r, q(x)(j)) <= w * sd))
    near_ = left(use(spec(tails_, w), w0))
    E = EXP(0 - one_half * (w * w))
    height = subst(ar((0 - one_half * (w * w)).eq(0 - LOG(y)), root), refl(E), lambda v: E.eq(EXP(v)))
    chance_ = prob(s(j), S(j))
    each_ = gen(j, ar(1 - over(beta, num(SUCC(K))) <= chance_, same(near_, chance_ >= 1 - E), height, share))
    laws_ = gen(j, same(own, law(s(j))))
    found = use(all_independent_records_are_within(beta, K, 0, s, S, X=R), b0, laws_, each_)
    d, g, z = (var(name, R) for name in "dgz")
    variance_, scale_ = assume((g * g).eq(2 * LOG(over(5, 4 * d)))), assume(sd.eq(g * z))
    size = (w * sd * (w * sd)).eq(4 * (LOG(over(5, 4 * d)) * LOG(y)) * (z * z))
    size = ar(
        size,
        scale_,
        variance_,
        root,
        factors=[w * w * sd, w * w * g * z, w * w * z * z, 2 * LOG(over(5, 4 * d)) * z * z],
    )
    whole = gen(d, gen(g, gen(z, discharge(variance_.concl, discharge(scale_.concl, size)))))
    return conj(found, whole)


@theorem(place="dp-lecture, Gaussian utility, theorem", claims="mean-and-square-error-of-the-gaussian-mechanism")
def square_error_of_the_gaussian_mechanism(
    K: Nat, q: Fun(X, N, R), x: X, sd: Real, c: Nonneg, ig: Fun(RR, o), M: Fun(RR, R)
):
    """K answers to q with independent normal noise: their mean squared error is K sigma^2."""
    s = INV(2 * (sd * sd))
    error = function(fn(N, R), lambda a: total(lambda j: (a(j) - q(x)(j)) * (a(j) - q(x)(j)), K))
    law_ = databases(0, K, answers_of(M, sd, c, q(x)))
    return implies(lebesgue(ig, M), *bells(ig, M, s, c), below(0, sd), law_(error).eq(num(K) * (sd * sd)))


@square_error_of_the_gaussian_mechanism.proof
def _(K, q, x, sd, c, ig, M, *premises):
    e, v = var("e", R), var("v", R)
    _, _, square_, _, _ = whole_of(premises[1], sd, c, q(x)(j), *premises)
    s, g = answers_of(M, sd, c, q(x)), lam(j, lam(v, (v - q(x)(j)) * (v - q(x)(j))))
    one = gen(j, same(square_, forall(e, s(j)(lam(v, e + g(j)(v))).eq(e + sd * sd))))
    return spec(use(errors_add_up(0, s, g, sd * sd, X=R), one), K)
