"""Geometric noise by rules of the sum over the integers: its mass, its probabilities, its privacy."""

from sdp_proofs.logic.theories.laplace_noise import *
from sdp_proofs.logic.theories.moments_of_losses import powers_of_exponentials
from sdp_proofs.logic.vocabulary import *

r, n, k, x_ = var("r", R), var("n", N), var("k", N), var("x", X)
ONE_ = SUCC(ZERO)


def over_the_integers(ig, M):
    """The premises that M is the sum over the integers, of the functions in ig: four rules.

    It is an integral; shifts by whole numbers and the reflection keep it; the place 0 counts 1; and what is 0 at the
    integers sums to 0.
    """
    kept = lambda f, g: ig(g) & M(g).eq(M(f))
    moved = lambda f: each(N, lambda n: kept(f, function(R, lambda r: f(r - num(n)))))
    turned = lambda f: kept(f, function(R, lambda r: f(0 - r)))
    at_0 = function(R, lambda r: truth(r.eq(0)))
    none = lambda f: each(N, lambda n: f(num(n)).eq(0) & f(0 - num(n)).eq(0))
    return [
        integral(ig, M),
        each(RR, lambda f: implies(ig(f), moved(f) & turned(f))),
        ig(at_0) & M(at_0).eq(1),
        each(RR, lambda f: implies(none(f), ig(f) & M(f).eq(0))),
    ]


class Integers:
    """The rules of the sum over the integers, applied to functions."""

    def __init__(self, iM, moves, unit, elsewhere):
        self.ig, self.M = spine(iM.concl)[1]
        self.iM, self.moves, self.unit, self.elsewhere = iM, moves, unit, elsewhere

    def moved(self, f, good, n):
        """The integrability and the mean of a function moved up by a natural number."""
        th, g = body_of(spec(left(use(spec(self.moves, f), good)), n)), lam(r, f(r - num(n)))
        return same(left(th), self.ig(g)), same(right(th), self.M(g).eq(self.M(f)))

    def turned(self, f, good):
        """The integrability and the mean of a function of -r."""
        th, g = body_of(right(use(spec(self.moves, f), good))), lam(r, f(0 - r))
        return same(left(th), self.ig(g)), same(right(th), self.M(g).eq(self.M(f)))


@theorem
def geometric_density_has_mass_one(s: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """For s > 0 the sum of exp(-s |r|) over the integers is (1 + a)/(1 - a), a = exp(-s)."""
    e, q = function(R, lambda r: EXP(0 - s * dist(r, 0))), EXP(0 - s)
    return implies(*over_the_integers(ig, M), ig(e), below(0, s), M(e).eq(over(1 + q, 1 - q)) & below(q, 1))


@geometric_density_has_mass_one.proof
def _(s, ig, M, iM, moves, unit, elsewhere, ie, s_):
    Z = Integers(iM, moves, unit, elsewhere)
    s0, e, q = use(ax("total", s, 0), s_), fading(s, r), EXP(0 - s)
    h0 = lam(r, truth(r.eq(0)))
    i0, m0 = same(left(unit), ig(h0)), same(right(unit), M(h0).eq(1))
    U = Mean(iM, step_is_bounded(r, r), step_is_bounded(r, 0 - r), step_is_bounded(r, r - 1), inside=[ie, i0])
    f = lam(r, step(r) * e)
    good = same(U.good(r, normal(f(r))), ig(f))
    (jf, mf), (jh, mh) = Z.moved(f, good, ONE_), Z.moved(h0, i0, ONE_)
    jt, mt = Z.turned(f, good)
    # the places from 0 to 1 that are integers are 1 alone
    nat = lambda v: spec(fact("numbers_are_not_negative"), v)
    one_at = lambda r: truth((r - num(ONE_)).eq(0))
    g = lam(r, step(r) * e - step(r - 1) * e - q * one_at(r))

    def at_integer(v, first, second, third, more=()):
        """G is 0 at a number: the values of both steps and of being 1 are known."""
        facts = []
        for p, value in ((not_(v <= 0), first), (not_(v - 1 <= 0), second), ((v - num(ONE_)).eq(0), third)):
            how = algebra(p, *more) if value else refuting(p, algebra(FALSE, assume(p), *more))
            facts.append(ar(truth(p).eq(value), use(decided(p)[0 if value else 1], how)))
        return facts

    w = lambda v: EXP(0 - s * dist(v, 0))
    k0 = at_integer(num(ZERO), 0, 0, 0)
    zero = ar(g(num(ZERO)).eq(0), *k0, factors=[w(num(ZERO)), q])
    one_n = num(ONE_)
    k1 = at_integer(one_n, 1, 0, 1)
    unit_size = subst(algebra(dist(one_n, 0).eq(1)), refl(w(one_n)), lambda d: w(one_n).eq(EXP(0 - s * d)))
    unit_size = ar(w(one_n).eq(q), unit_size)
    first = ar(g(one_n).eq(0), *k1, unit_size, factors=[w(one_n), q])
    big = num(SUCC(SUCC(k)))
    k2 = at_integer(big, 1, 1, 0, [nat(k)])
    more = ar(g(big).eq(0), *k2, factors=[w(big), q])
    claim = lambda v: g(num(v)).eq(0)
    upper = induct(k, zero, discharge(claim(k), induct_case(k, claim, first, more)))
    low = 0 - num(k)
    kl = at_integer(low, 0, 0, 0, [nat(k)])
    lower = ar(g(low).eq(0), *kl, factors=[w(low), q])
    none = use(spec(elsewhere, g), gen(k, conj(spec(upper, k), lower)))
    gone = body_of(same(right(none), M(g).eq(0)))
    fall = use(density_falls_by_a_shift(s, real(1), r), ar(real(0) <= 1))
    V = Mean(iM, step_is_bounded(r, r), step_is_bounded(r, 0 - r), step_is_bounded(r, r - 1), inside=[ie, i0, jh, jf])
    H = M(f)
    E1 = EXP(0 - s * 1)
    same_q = ar(E1.eq(q))
    shifted = V.eq_by(
        r, ar((step(r - 1) * e).eq(q * f(r - num(ONE_))), fall, same_q, factors=[step(r - 1) * fading(s, r - 1)])
    )
    row = ar((H - q * H - q).eq(0), gone, V.linear(r, normal(g(r))), shifted, body_of(mf), body_of(mh), m0, factors=[q])
    # both sides and the place 0
    size = subst(
        algebra(dist(0 - r, 0).eq(dist(r, 0))), refl(fading(s, 0 - r)), lambda d: fading(s, 0 - r).eq(EXP(0 - s * d))
    )
    back = Mean(iM, inside=[jt]).eq_by(r, ar((step(0 - r) * e).eq(f(0 - r)), size, factors=[step(0 - r)]))
    is_0 = decided(r.eq(0))

    def place(where, known):
        goal = e.eq(h0(r) + step(r) * e + step(0 - r) * e)
        if where == "here":
            top = subst(known[2], refl(e), lambda v: e.eq(EXP(0 - s * dist(v, 0))))
            nought = subst(
                algebra(dist(real(0), 0).eq(0)),
                refl(EXP(0 - s * dist(real(0), 0))),
                lambda d: EXP(0 - s * dist(real(0), 0)).eq(EXP(0 - s * d)),
            )
            flat = ar(EXP(0 - s * real(0)).eq(1), exp_zero())
            return ar(goal, *known, use(is_0[0], known[2]), top, nought, flat, factors=[e])
        other = refuting(r.eq(0), algebra(FALSE, assume(r.eq(0)), *places[where]))
        return ar(goal, *known, use(is_0[1], other), factors=[e])

    places = {"above": [assume(not_(r <= 0))], "beneath": [assume(not_(0 - r <= 0))]}
    whole = V.eq_by(r, by_sign(place))
    q_ = small_exponential(s, s_)
    u, _ = positive(1 - q, same(algebra(below(0, 1 - q), q_), below(0, 1 - q)))
    total_ = ar(M(lam(r, e)).eq(1 + 2 * H), whole, m0, back, body_of(mt))
    value = ar(M(lam(r, e)).eq(over(1 + q, 1 - q)), total_, u, row, factors=[INV(1 - q), M(lam(r, e)), H])
    return conj(value, q_)


def induct_case(k, claim, first, more):
    """The claim at k + 1, for k = 0 and for a successor."""
    step_ = lambda v: claim(SUCC(v))
    th = induct(k, to(first, step_(ZERO)), discharge(step_(k), to(more, step_(SUCC(k)))))
    return spec(th, k)


def small_exponential(s, s_):
    """exp(-s) < 1, for s > 0."""
    q, p = EXP(0 - s), EXP(s)
    back = rewrite(ax("exp_plus", s, 0 - s), s + (0 - s), real(0))
    large = assume(real(1) <= q)
    p0 = exp_positive(s)
    up = ar(p <= 1, ar(p * 1 <= p * q, large, p0), back, exp_zero())
    return refuting(large.concl, contradiction(s_, ar(s <= 0, up, ax("exp_above", s))))


@theorem(place="dp-lecture, Integer queries, geometric mechanism", claims="the-geometric-mechanism-is-private")
def geometric_mechanism_is_private(near: Fun(X, X, o), f: Fun(X, N), e: Real, ig: Fun(RR, o), M: Fun(RR, R)):
    """Noise that is k or -k with probability (1 - a)/(1 + a) a^k each, a = exp(-e), makes a count e-DP.

    The count f(x) differs by 1 at most for neighbours, and e > 0. The noise has a law and is an integer with chance
    1. M is the sum over the integers.
    """
    q = EXP(0 - e)
    c = over(1 - q, 1 + q)
    noise = laplace(M, e, c, 0)
    hit = lambda v: prob(noise, function(R, lambda r: r.eq(v)))
    chances = each(N, lambda k: hit(num(k)).eq(c * power(q, k)) & hit(0 - num(k)).eq(c * power(q, k)))
    integers = prob(noise, function(R, lambda r: some(N, lambda k: or_(r.eq(num(k)), r.eq(0 - num(k))))))
    noisy = lam(x_, bind(noise, lam(r, point(r + num(f(x_))))))
    return implies(
        *over_the_integers(ig, M),
        ig(function(R, lambda r: EXP(0 - e * dist(r, 0)))),
        below(0, e),
        each(X, lambda x: each(X, lambda y: implies(near(x, y), dist(num(f(x)), num(f(y))) <= 1))),
        (law(noise) & integers.eq(1)) & chances & private(near, noisy, EXP(e), 0),
    )


@geometric_mechanism_is_private.proof
def _(near, f, e, ig, M, iM, moves, unit, elsewhere, ie, e_, counts):
    Z = Integers(iM, moves, unit, elsewhere)
    e0, q = use(ax("total", e, 0), e_), EXP(0 - e)
    c, w, h0 = over(1 - q, 1 + q), fading(e, r), lam(r, truth(r.eq(0)))
    mass, small = parts_of(use(geometric_density_has_mass_one(e, ig, M), iM, moves, unit, elsewhere, ie, e_))
    q0, less = exp_positive(0 - e), use(ax("total", 1, q), small)
    u, i0 = positive(1 + q, ar(real(1) <= 1 + q, q0))
    v, _ = positive(1 - q, same(algebra(below(0, 1 - q), small), below(0, 1 - q)))
    c0 = ar(real(0) <= c, ar(real(0) <= 1 - q, less), i0)
    p = lam(r, c * w)
    pos = gen(r, ar(real(0) <= p(r), c0, exp_positive(0 - e * dist(r, 0)), hints=[(0, 1)]))
    V = Mean(iM, inside=[ie])
    ip = same(V.good(r, p(r)), ig(p))
    total_ = ar(
        M(p).eq(1), V.linear(r, p(r)), body_of(mass), u, v, factors=[c, INV(1 + q) * (1 - q), INV(1 + q) * (1 + q)]
    )
    noise = laplace(M, e, c, 0)
    lawful = same(use(law_of_density(ig, M, p, A=R), iM, ip, pos, total_), law(noise))
    # nothing is elsewhere
    i = var("i", N)
    either_ = lambda r: exists(lam(i, or_(r.eq(num(i)), r.eq(0 - num(i)))))
    t = truth(either_(r))
    out = lam(r, p(r) - p(r) * truth(either_(r)))

    def at_integer(place, th):
        """The value 0 at an integer of the rest."""
        hit = witness(k, th, lam(i, or_(place.eq(num(i)), place.eq(0 - num(i)))))
        return ar(out(place).eq(0), use(decided(either_(place))[0], same(hit, either_(place))), factors=[p(place)])

    up, low = num(k), 0 - num(k)
    first = at_integer(up, either(up.eq(num(k)), up.eq(0 - num(k)), refl(up)))
    second = at_integer(low, second_of(low.eq(num(k)), low.eq(0 - num(k)), refl(low)))
    none = body_of(right(use(spec(elsewhere, out), gen(k, conj(first, second)))))
    W = Mean(iM, truth_is_bounded(r, either_(r)), inside=[ie])
    integers = ar(
        M(lam(r, p(r) * t)).eq(1), none, W.linear(r, out(r)), W.linear(r, p(r) * t), total_, V.linear(r, p(r))
    )
    integers = same(integers, prob(noise, lam(r, either_(r))).eq(1))
    # the probability of one integer
    nat = lambda v: spec(fact("numbers_are_not_negative"), v)
    place = lambda k: lam(r, truth((r - num(k)).eq(0)))
    i_0, m_0 = same(left(unit), ig(h0)), same(right(unit), M(h0).eq(1))
    jk, mk = Z.moved(h0, i_0, k)
    at_k = (r - num(k)).eq(0)
    is_k, is_0 = decided(r.eq(num(k))), decided(at_k)
    yes, no = assume(r.eq(num(k))), assume(not_(r.eq(num(k))))
    size = algebra(dist(num(k), 0).eq(num(k)), nat(k))
    value = powers_of_exponentials(0 - e, k)
    there = subst(yes, refl(w), lambda v: w.eq(EXP(0 - e * dist(v, 0))))
    there = subst(size, there, lambda d: w.eq(EXP(0 - e * d)))
    there = ar(w.eq(power(q, k)), there, value)
    goal = (p(r) * truth(r.eq(num(k)))).eq(c * power(q, k) * truth(at_k))
    one = ar(goal, use(is_k[0], yes), use(is_0[0], ar(at_k, yes)), there, factors=[c, p(r), c * power(q, k)])
    gone = refuting(at_k, contradiction(no, ar(r.eq(num(k)), assume(at_k))))
    two = ar(goal, use(is_k[1], no), use(is_0[1], gone), factors=[p(r), c * power(q, k)])
    spot = lam(r, p(r) * truth(r.eq(num(k))))
    B = Mean(iM, inside=[jk])
    above_ = ar(
        M(spot).eq(c * power(q, k)),
        B.eq_by(r, cases(r.eq(num(k)), one, two)),
        body_of(mk),
        m_0,
        factors=[c * power(q, k)],
    )
    good = same(Mean(iM, truth_is_bounded(r, r.eq(num(k))), inside=[ie]).good(r, normal(spot(r))), ig(spot))
    jt, mt = Z.turned(spot, good)
    even = subst(
        algebra(dist(0 - r, 0).eq(dist(r, 0))), refl(fading(e, 0 - r)), lambda d: fading(e, 0 - r).eq(EXP(0 - e * d))
    )
    mirror = same_truth(r.eq(0 - num(k)), (0 - r).eq(num(k)))
    back = under(
        ar(
            (p(r) * truth(r.eq(0 - num(k)))).eq(spot(0 - r)),
            even,
            mirror,
            factors=[p(r), c * truth((0 - r).eq(num(k)))],
        ),
        r,
        M,
    )
    beneath = ar(M(lam(r, p(r) * truth(r.eq(0 - num(k))))).eq(c * power(q, k)), back, body_of(mt), above_)
    hit = lambda v: prob(noise, lam(r, r.eq(v)))
    chances = gen(
        k, conj(same(above_, hit(num(k)).eq(c * power(q, k))), same(beneath, hit(0 - num(k)).eq(c * power(q, k))))
    )
    # the mechanism
    x, y, g = var("x", X), var("y", X), var("g", RR)
    noisy = lam(x, bind(noise, lam(r, point(r + num(f(x))))))
    _, known, g0, g1 = a_test(g)

    def about(n):
        """The mean of a test of n plus noise, by a shift."""
        inner = lam(r, p(r) * g(r + num(n)))
        k_in = same(use(fact("bounded_inside", g, lam(r, r + num(n)), A=R, B=R), known), bounded(lam(r, g(r + num(n)))))
        i_in = same(Mean(iM, k_in, inside=[ie]).good(r, normal(inner(r))), ig(inner))
        _, m_ = Z.moved(inner, i_in, n)
        i_p, _ = Z.moved(lam(r, w), same(ie, ig(lam(r, w))), n)
        b = ar((r - num(n) + num(n)).eq(r))
        b = subst(b, refl(g(r - num(n) + num(n))), lambda v: g(r - num(n) + num(n)).eq(g(v)))
        shifted = lam(r, p(r - num(n)) * g(r))
        eq_ = under(ar(shifted(r).eq(inner(r - num(n))), b, factors=[p(r - num(n))]), r, M)
        return i_p, ar(M(inner).eq(M(shifted)), eq_, body_of(m_)), M(inner), shifted

    (j1, e1, m1, s1), (j2, e2, m2, s2) = about(f(x)), about(f(y))
    xy = assume(near(x, y))
    close_ = use(at(counts, x, y), xy)
    d1, d2 = dist(r - num(f(x)), 0), dist(r - num(f(y)), 0)
    apart = algebra(d2 <= d1 + 1, close_)
    E = EXP(e)
    up_ = use(
        exp_monotone(0 - e * d1, e + (0 - e * d2)),
        ar(0 - e * d1 <= e + (0 - e * d2), ar(e * d2 <= e * (d1 + 1), apart, e0)),
    )
    up_ = ar(EXP(0 - e * d1) <= E * EXP(0 - e * d2), up_, ax("exp_plus", e, 0 - e * d2))
    up_ = ar(p(r - num(f(x))) <= E * p(r - num(f(y))), up_, c0)
    point_ = ar(s1(r) <= E * s2(r), up_, g0(r))
    T = Mean(iM, known, inside=[j1, j2])
    lines = T.linear(r, s1(r)), T.linear(r, s2(r))
    th = ar(noisy(x)(g) <= E * noisy(y)(g) + 0, T.le(r, point_), e1, e2, *lines, factors=[E])
    th = for_tests(th, g, close(E, 0, noisy(x), noisy(y)))
    private_ = same(gen(x, gen(y, discharge(xy.concl, th))), private(near, noisy, E, 0))
    return conj(conj(conj(lawful, integers), chances), private_)


def same_truth(p, q):
    """The numbers of two propositions that arithmetic takes for the same are equal."""
    goal = truth(p).eq(truth(q))
    yes, no = assume(p), assume(not_(p))
    (p1, p0, _, _), (q1, q0, _, _) = decided(p), decided(q)
    one = ar(goal, use(p1, yes), use(q1, ar(q, yes)))
    return cases(p, one, ar(goal, use(p0, no), use(q0, refuting(q, contradiction(no, ar(p, assume(q)))))))


def second_of(p, q, th):
    """The disjunction p or q, from q."""
    s = fresh("r", "o")
    one, two = assume(implies(p, s)), assume(implies(q, s))
    return same(gen(s, discharge(one.concl, discharge(two.concl, mp(two, th)))), or_(p, q))
