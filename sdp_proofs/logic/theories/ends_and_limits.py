"""Ends of intervals, vertices of hulls, first cuts, largest values, and limits that the words of claims speak of."""

from sdp_proofs.logic.theories.displays_of_the_paper import share_of_the_draws_per_other_record_vanishes
from sdp_proofs.logic.theories.displays_of_the_project import (
    two_types_have_the_largest_base_at_an_end,
)
from sdp_proofs.logic.theories.entropies import exp_is_positive, products_are_positive
from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.theories.steps_and_sums import finitely_many_values_leave_an_interval
from sdp_proofs.logic.vocabulary import *

a, i, j, k, m, n = (var("a", A), *(var(name, N) for name in ("i", "j", "k", "m", "n")))
HALF = Fraction(1, 2)


# ---- events and sums -----------------------------------------------------------------------------------------------
@theorem(place="Finite sums", claims="inequalities-add-up")
def sums_and_unions_of_any_number(f: Fun(N, R), g: Fun(N, R), n: Nat, P: Law[A], S: Fun(A, o), T: Fun(N, A, o)):
    """Sums are in the order of their terms; what n events cover is at most as likely as all together, as for two."""
    sums = implies(each(N, lambda k: f(k) <= g(k)), total(f, n) <= total(g, n))
    some_ = lambda a: some(N, lambda k: among(n, k) & T(k)(a))
    covered = implies(each(A, lambda a: implies(S(a), some_(a))), prob(P, S) <= total(lambda k: prob(P, T(k)), n))
    two = each(
        Fun(A, o),
        lambda U: each(
            Fun(A, o),
            lambda V: implies(each(A, lambda a: implies(S(a), or_(U(a), V(a)))), prob(P, S) <= prob(P, U) + prob(P, V)),
        ),
    )
    return sums & (two & covered)


@sums_and_unions_of_any_number.proof
def _(f, g, n, P, S, T, lP):
    U, V = var("U", fn(A, o)), var("V", fn(A, o))
    both = use(inequalities_add_up(f, g, n, P, S, U, V), lP)
    two = gen(U, gen(V, right(both)))
    # by induction, for every event that the first m cover
    W = var("W", fn(A, o))
    any_ = lambda m: exists(lam(k, among(m, k) & T(k)(a)))
    sum_ = lambda m: total(lam(k, prob(P, lam(a, T(k)(a)))), m)
    claim = lambda m: forall(W, implies(forall(a, implies(W(a), any_(m))), prob(P, W) <= sum_(m)))
    none = assume(forall(a, implies(W(a), any_(ZERO))))
    hit = assume(W(a))
    nowhere = given(mp(spec(none, a), hit), k, lambda th: same(left(th), FALSE))
    out = use(decided(W(a))[1], refuting(W(a), nowhere))
    zero = Mean(lP).eq_by(a, out)
    base = gen(W, discharge(none.concl, ar(prob(P, W) <= sum_(ZERO), zero)))
    had, cover = assume(claim(m)), assume(forall(a, implies(W(a), any_(SUCC(m)))))
    rest = lam(a, any_(m))
    p = lam(k, among(m, k) & T(k)(a))

    def place(th):
        member_, holds = left(th), right(th)
        before = assume(among(m, k))
        first = either(rest(a), T(m)(a), to(witness(k, conj(before, holds), p), rest(a)))
        last = assume(eq(k, m))
        own = subst(last, holds, lambda k: T(k)(a))
        second = either(rest(a), T(m)(a), own)
        return split(same(member_, or_(among(m, k), eq(k, m))), first, second)

    union = gen(a, discharge(W(a), given(mp(spec(cover, a), assume(W(a))), k, place)))
    th = right(use(inequalities_add_up(f, g, n, P, W, rest, T(m)), lP))
    less = use(th, same(union, binary(normal(th.concl), "implies")[0]))
    start = assume(rest(a))
    known = mp(spec(had, rest), gen(a, discharge(start.concl, same(start, any_(m)))))
    goal = prob(P, W) <= sum_(SUCC(m))
    eta = under(refl(truth(T(m)(a))), a, P)
    step_ = gen(W, discharge(cover.concl, ar(goal, less, known, eta)))
    whole = spec(spec(induct(m, base, discharge(claim(m), step_)), n), S)
    return conj(left(both), conj(two, whole))


# ---- limits --------------------------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, Sec. 5.2", claims="bound-grows-with-the-number-of-types")
def bound_of_theorem_three_grows_without_limit(f: Real, x: Real, c: Real):
    """The bound m exp(-f n/8) is at least m exp(-n/8), and beyond every c for all m from some number of types on."""
    bound, low = lambda m: m * EXP(0 - over(f * x, 8)), lambda m: m * EXP(0 - over(x, 8))
    beyond_ = some(N, lambda k: each(N, lambda m: implies(num(k) <= num(m), below(c, bound(num(m))))))
    return implies(f <= 1, real(0) <= x, each(Nonneg, lambda m: low(m) <= bound(m)) & beyond_)


@bound_of_theorem_three_grows_without_limit.proof
def _(f, x, c, f1, x0):
    r, t = var("m", R), EXP(0 - over(x, 8))

    fall = ar(
        0 - over(x, 8) <= 0 - over(f * x, 8),
        ar(f * x <= x, f1, x0),
        inverse(real(8), algebra(not_(real(8).eq(0)))),
        factors=[x, f * x],
    )
    up = use(exp_monotone(0 - over(x, 8), 0 - over(f * x, 8)), fall)
    r0 = assume(real(0) <= r)
    first = gen(r, discharge(r0.concl, ar(r * t <= r * EXP(0 - over(f * x, 8)), up, r0)))
    pos = same(exp_is_positive(0 - over(x, 8)), below(0, t))
    unit, i0 = positive(t, pos)
    s = c * INV(t)
    bound = lambda m: num(m) * EXP(0 - over(f * x, 8))
    p = lam(k, forall(m, implies(num(k) <= num(m), below(c, bound(m)))))
    nothing = assume(not_(exists(p)))
    few = assume(num(k) <= s)
    many = assume(not_(num(k) <= s))
    more, wrong = assume(num(k) <= num(m)), assume(bound(m) <= c)
    m0 = spec(numbers_are_not_negative.thm, m)
    small = ar(num(m) * t <= c, ar(num(m) * t <= bound(m), up, m0), wrong)
    low = ar(
        num(k) <= s, more, ar(num(m) <= s, ar(num(m) * t * INV(t) <= c * INV(t), small, i0), unit, factors=[num(m)])
    )
    inside = gen(m, discharge(more.concl, refuting(wrong.concl, contradiction(many, low))))
    found = absurd(contradiction(nothing, witness(k, inside, p)), num(k) <= s)
    all_ = gen(k, cases(few.concl, few, found))
    clash = contradiction(archimedes(s), all_)

    yes = assume(exists(p))
    second = cases(exists(p), yes, absurd(clash, exists(p)))
    return conj(first, second)


@theorem(place="smoothed-dp, App. F, Step 1.3", claims="share-of-the-draws-per-other-record-vanishes")
def shares_of_the_draws_vanish(n: Fun(N, R), T: Fun(N, R), M: Fun(N, R), k: Fun(N, R)):
    """For M <= n/2 the share (T - k)/(n - M - 1) is at most 2 T/(n - 2), and 4 T/n: it vanishes if T/n does."""
    share = lambda i: over(T(i) - k(i), n(i) - M(i) - 1)
    small = each(
        N,
        lambda i: (
            (share(i) <= over(2 * T(i), n(i) - 2))
            & implies(real(4) <= n(i), over(2 * T(i), n(i) - 2) <= over(4 * T(i), n(i)))
        ),
    )
    late = lambda f, e: some(N, lambda j: each(N, lambda i: implies(num(j) <= num(i), f(i) <= e)))
    vanish = lambda f: each(R, lambda e: implies(below(0, e), late(f, e)))
    return implies(
        each(N, lambda i: (real(0) <= T(i)) & (real(0) <= k(i)) & (real(4) <= n(i)) & (2 * M(i) <= n(i))),
        small & implies(vanish(lambda i: over(T(i), n(i))), vanish(share)),
    )


@shares_of_the_draws_vanish.proof
def _(n, T, M, k, facts):
    T0, k0, n4, Mn = parts(spec(facts, i))
    two = algebra(below(2, n(i)), n4)
    th = use(share_of_the_draws_per_other_record_vanishes(n(i), M(i), T(i), k(i)), T0, k0, two, Mn)
    share, ratio = over(T(i) - k(i), n(i) - M(i) - 1), over(T(i), n(i))
    both = ar(share <= 4 * ratio, left(th), mp(right(th), n4))
    e = var("e", R)
    p = lambda f, e: lam(j, forall(i, implies(num(j) <= num(i), f <= e)))
    vanish = lambda f: forall(e, implies(below(0, e), exists(p(f, e))))
    had, pos = assume(vanish(ratio)), assume(below(0, e))
    quarter = real(Fraction(1, 4)) * e
    ok = use(products_are_positive(real(Fraction(1, 4)), e), algebra(below(0, Fraction(1, 4))), pos)

    def inside(th):
        late = assume(num(j) <= num(i))
        end = gen(i, discharge(late.concl, ar(share <= e, both, mp(spec(th, i), late))))
        return witness(j, end, p(share, e))

    found = given(mp(spec(had, quarter), same(ok, below(0, quarter))), j, inside)
    return conj(gen(i, th), discharge(had.concl, gen(e, discharge(pos.concl, found))))


# ---- values that avoid others --------------------------------------------------------------------------------------
@theorem(place="smoothed-dp, App. E.2", claims="fresh-value-separates-the-averages")
def fresh_value_in_the_unit_interval(s: Fun(N, R), r: Fun(N, R), T: Real, n: Nat):
    """Some value of [0, 1] is no difference s(k) - r(k), k < n, and no average with it, (v + r(k))/T, is one s(k)/T."""
    averages = lambda v, k: not_(over(v + r(k), T).eq(over(s(k), T)))
    fresh_ = lambda v, k: not_(v.eq(s(k) - r(k)))
    separates = each(R, lambda v: each(N, lambda k: implies(fresh_(v, k), averages(v, k))))
    exists_ = some(
        R, lambda v: (real(0) <= v) & (v <= 1) & each(N, lambda k: implies(among(n, k), fresh_(v, k) & averages(v, k)))
    )
    return implies(not_(T.eq(0)), separates & exists_)


@fresh_value_in_the_unit_interval.proof
def _(s, r, T, n, t0):
    v, u, w = var("v", R), var("u", R), var("w", R)
    unit = inverse(T, t0)
    other, equal = assume(not_(v.eq(s(k) - r(k)))), assume(over(v + r(k), T).eq(over(s(k), T)))
    back = ar(v.eq(s(k) - r(k)), equal, unit, factors=[T, v + r(k), s(k)])
    apart = refuting(equal.concl, contradiction(other, back))
    separates = gen(v, gen(k, discharge(other.concl, apart)))
    values = lam(k, s(k) - r(k))
    th = spec(use(finitely_many_values_leave_an_interval(values, real(0), real(1)), algebra(below(0, 1))), n)
    p = lam(
        v,
        (real(0) <= v)
        & (v <= 1)
        & forall(k, implies(among(n, k), not_(v.eq(s(k) - r(k))) & not_(over(v + r(k), T).eq(over(s(k), T))))),
    )

    def first(th):
        def second(th):
            low, order, high, avoid = parts(th)
            member_ = assume(among(n, k))
            ways = to(mp(spec(avoid, k), member_), or_(below(values(k), u), below(w, values(k))))
            same_ = assume(u.eq(s(k) - r(k)))
            below_, above_ = assume(below(values(k), u)), assume(below(w, values(k)))
            wrong = split(
                ways,
                contradiction(below_, ar(u <= values(k), same_)),
                contradiction(above_, ar(values(k) <= w, same_, use(ax("total", w, u), order))),
            )
            fresh_ = refuting(same_.concl, wrong)
            both = conj(fresh_, mp(spec(separates, u, k), fresh_))
            one = ar(u <= 1, high, use(ax("total", w, u), order))
            return witness(u, conj(conj(low, one), gen(k, discharge(member_.concl, both))), p)

        within = (real(0) <= u) & (below(u, w) & (w <= 1))
        misses = forall(k, implies(among(n, k), or_(below(values(k), u), below(w, values(k)))))
        return given(same(th, exists(lam(w, within & misses))), w, second)

    return conj(separates, given(th, u, first))


# ---- intervals and vertices ----------------------------------------------------------------------------------------
def mixture(t, p, q):
    return t * p + (1 - t) * q


def inside(p):
    """The share p is strictly between 1/5 and 4/5."""
    return below(Fraction(1, 5), p) & below(p, Fraction(4, 5))


@theorem(place="smoothed-dp, Sec. 4", claims="mixtures-of-an-open-interval-stay-inside")
def open_interval_is_its_hull_without_vertices(t: Rate, p: Real, q: Real):
    """Mixtures of shares in (1/5, 4/5) are in it, each is halfway between two others; the closure has the ends only."""
    within = lambda p: (real(Fraction(1, 5)) <= p) & (p <= Fraction(4, 5))
    halfway = some(
        R, lambda u: some(R, lambda v: (inside(u) & inside(v)) & (not_(u.eq(v)) & p.eq(mixture(HALF, u, v))))
    )
    vertex = lambda p: each(
        R, lambda u: each(R, lambda v: implies(within(u), within(v), p.eq(mixture(HALF, u, v)), u.eq(p) & v.eq(p)))
    )
    ends = vertex(real(Fraction(1, 5))) & vertex(real(Fraction(4, 5)))
    return implies(inside(p), (implies(inside(q), inside(mixture(t, p, q))) & halfway) & (not_(vertex(p)) & ends))


@open_interval_is_its_hull_without_vertices.proof
def _(t, p, q, t0, t1, p_in):
    low, high = left(p_in), right(p_in)
    q_in = assume(inside(q))
    c, d = real(Fraction(1, 5)), real(Fraction(4, 5))

    def strictly(bound, up):
        # t (p - c) + (1 - t)(q - c) is 0 only if both are; up: the bound is from above
        sign = (lambda s: bound - s) if up else (lambda s: s - bound)
        mixed = mixture(t, p, q)
        wrong = assume((bound <= mixed) if up else (mixed <= bound))
        one, two = (
            use(ax("total", *((bound, s) if up else (s, bound))), right(s_in) if up else left(s_in))
            for s, s_in in ((p, p_in), (q, q_in))
        )
        a0 = ar(real(0) <= t * sign(p), t0, one)
        b0 = ar(real(0) <= (1 - t) * sign(q), t1, two)
        left_ = ar(t * sign(p) <= 0, wrong, b0)
        right_ = ar((1 - t) * sign(q) <= 0, wrong, a0)
        up_ = lambda s_in, s: algebra(below(0, sign(s)), right(s_in) if up else left(s_in))
        up_p, up_q = up_(p_in, p), up_(q_in, q)
        (uq, iq), (up1, ip) = positive(sign(q), up_q), positive(sign(p), up_p)
        small = ar(1 - t <= 0, right_, uq, iq, hints=[(0, 2)], factors=[1 - t])
        small2 = ar(t <= 0, left_, up1, ip, hints=[(0, 2)], factors=[t])
        return refuting(wrong.concl, impossible(ar(real(1) <= 0, small, small2)))

    mix_in = discharge(q_in.concl, conj(strictly(c, False), strictly(d, True)))
    # a width e with p - e and p + e inside
    x, y = p - c, d - p
    e = HALF * MAX(0 - x, 0 - y)
    x0, y0 = algebra(below(0, x), low), algebra(below(0, y), high)
    m0, m1 = ax("max_left", 0 - x, 0 - y), ax("max_right", 0 - x, 0 - y)
    top = assume(real(0) <= e)
    flat, steep = assume(0 - x <= 0 - y), assume(not_(0 - x <= 0 - y))
    le1 = use(ax("max_least", 0 - x, 0 - y, 0 - y), flat, ar(0 - y <= 0 - y))
    le2 = use(ax("max_least", 0 - x, 0 - y, 0 - x), ar(0 - x <= 0 - x), use(ax("total", 0 - x, 0 - y), steep))
    neg = refuting(
        top.concl, cases(flat.concl, contradiction(y0, ar(y <= 0, top, le1)), contradiction(x0, ar(x <= 0, top, le2)))
    )
    u, v = p + e, p - e
    strict_e = same(neg, not_(real(0) <= e))
    xx, yy = use(ax("total", x, 0), x0), use(ax("total", y, 0), y0)
    wrong = lambda s, t: assume(s <= t)
    w1, w2, w3, w4 = wrong(u, c), wrong(d, u), wrong(v, c), wrong(d, v)
    e_le = use(ax("total", 0, e), strict_e)
    u_in = conj(
        refuting(w1.concl, contradiction(x0, ar(x <= 0, w1, m0))),
        refuting(w2.concl, contradiction(y0, ar(y <= 0, w2, e_le))),
    )
    v_in = conj(
        refuting(w3.concl, contradiction(x0, ar(x <= 0, w3, e_le))),
        refuting(w4.concl, contradiction(y0, ar(y <= 0, w4, m1))),
    )
    equal = assume(u.eq(v))
    apart = refuting(equal.concl, contradiction(strict_e, ar(real(0) <= e, equal)))
    mid = ar(p.eq(mixture(HALF, u, v)))
    uu, vv = var("u", R), var("v", R)
    body = (inside(uu) & inside(vv)) & (not_(uu.eq(vv)) & p.eq(mixture(HALF, uu, vv)))
    inner = lam(vv, body)
    outer = lam(uu, exists(inner))
    at_u = lam(vv, (inside(u) & inside(vv)) & (not_(u.eq(vv)) & p.eq(mixture(HALF, u, vv))))
    facts = conj(conj(u_in, v_in), conj(apart, mid))
    halfway = witness(u, witness(v, facts, at_u), outer)
    within = lambda p: (real(Fraction(1, 5)) <= p) & (p <= Fraction(4, 5))
    vertex = lambda p: forall(
        uu, forall(vv, implies(within(uu), within(vv), p.eq(mixture(HALF, uu, vv)), uu.eq(p) & vv.eq(p)))
    )
    had = assume(vertex(p))
    closed = lambda s, s_in: conj(use(ax("total", s, c), left(s_in)), use(ax("total", d, s), right(s_in)))
    th = use(spec(had, u, v), closed(u, u_in), closed(v, v_in), mid)
    none = refuting(had.concl, contradiction(apart, ar(u.eq(v), left(th), right(th))))

    def end(s):
        one, two, three = assume(within(uu)), assume(within(vv)), assume(s.eq(mixture(HALF, uu, vv)))

        other = [left(one), right(one), left(two), right(two)]
        equal = lambda w: use(ax("antisymmetry", w, s), ar(w <= s, three, *other), ar(s <= w, three, *other))

        both = conj(equal(uu), equal(vv))
        return gen(uu, gen(vv, discharge(one.concl, discharge(two.concl, discharge(three.concl, both)))))

    return conj(conj(mix_in, halfway), conj(none, conj(end(c), end(d))))


@theorem(place="smoothed-dp, App. D.4, vertices", claims="closed-intervals-are-spanned-by-their-ends")
def hull_of_a_closed_set_of_shares(S: Fun(R, o), low: Real, high: Real, p: Real):
    """The hull of shares with extreme members is what is between these; p is their mixture of weight (high - p)/gap."""
    w = over(high - p, high - low)
    mixed = lambda C: each(
        Rate, lambda t: each(R, lambda u: each(R, lambda v: implies(C(u), C(v), C(mixture(t, u, v)))))
    )
    hull_ = each(Fun(R, o), lambda C: implies(each(R, lambda u: implies(S(u), C(u))), mixed(C), C(p)))
    between = (low <= p) & (p <= high)
    same_ = implies(between, hull_) & implies(hull_, between)
    weight = implies(between, below(low, high), (real(0) <= w) & (w <= 1) & mixture(w, low, high).eq(p))
    return implies(S(low), S(high), each(R, lambda u: implies(S(u), (low <= u) & (u <= high))), weight & same_)


@hull_of_a_closed_set_of_shares.proof
def _(S, low, high, p, s0, s1, ends):
    u, v, t, C = var("u", R), var("v", R), var("t", R), var("C", fn(R, o))
    w = over(high - p, high - low)
    between = lambda p: (low <= p) & (p <= high)
    had, gap = assume(between(p)), assume(below(low, high))
    unit, i0 = positive(high - low, algebra(below(0, high - low), gap))
    one = ar(real(0) <= w, right(had), i0)
    two = ar(w <= 1, ar((high - p) * INV(high - low) <= (high - low) * INV(high - low), left(had), i0), unit)
    three = ar(mixture(w, low, high).eq(p), unit, factors=[high - p, p])
    weigh = conj(conj(one, two), three)
    weight = discharge(had.concl, discharge(gap.concl, weigh))
    t0, t1 = assume(real(0) <= t), assume(t <= 1)
    mixed = lambda C: forall(
        t, implies(real(0) <= t, t <= 1, forall(u, forall(v, implies(C(u), C(v), C(mixture(t, u, v))))))
    )
    holds = lambda C: forall(u, implies(S(u), C(u)))
    with_, closed = assume(holds(C)), assume(mixed(C))
    flat = assume(not_(below(low, high)))
    lo, hi = mp(spec(with_, low), s0), mp(spec(with_, high), s1)
    far = use(spec(closed, w), one, two)
    point_ = use(spec(far, low, high), lo, hi)
    inner = subst(three, point_, C)
    wrong = assume(not_(high <= low))
    narrow = cases(
        high <= low, assume(high <= low), absurd(contradiction(flat, same(wrong, below(low, high))), high <= low)
    )
    at_low = ar(low.eq(p), use(ax("antisymmetry", low, p), left(had), ar(p <= low, right(had), narrow)))
    other = subst(at_low, lo, C)
    member_ = cases(gap.concl, same(inner, C(p)), same(other, C(p)))
    first = discharge(had.concl, gen(C, discharge(with_.concl, discharge(closed.concl, member_))))
    hull_ = assume(forall(C, implies(holds(C), mixed(C), C(p))))
    D = lam(u, between(u))
    uu, vv = assume(between(u)), assume(between(v))
    mid = conj(
        ar(low <= mixture(t, u, v), t0, t1, left(uu), left(vv)),
        ar(mixture(t, u, v) <= high, t0, t1, right(uu), right(vv)),
    )
    stays = gen(
        t, discharge(t0.concl, discharge(t1.concl, gen(u, gen(v, discharge(uu.concl, discharge(vv.concl, mid))))))
    )
    second = discharge(hull_.concl, same(use(spec(hull_, D), same(ends, holds(D)), same(stays, mixed(D))), between(p)))
    return conj(weight, conj(first, second))


@theorem(place="smoothed-dp, App. D.4, lower bound", claims="vertices-of-the-hull-belong-to-the-set")
def vertices_belong_to_the_sources(S: Fun(X, o), f: Fun(X, R), c: Fun(N, X), w: Fun(N, R), n: Nat, end: Real, v: X):
    """A mixture where f is least has parts of positive weight only there; if only v is there, v is a source."""
    least_ = each(X, lambda x: implies(S(x), end <= f(x)))
    mixed = each(N, lambda k: S(c(k)) & (real(0) <= w(k))) & total(w, n).eq(1)
    value = total(lambda k: w(k) * f(c(k)), n)
    parts_ = each(N, lambda k: implies(among(n, k), below(0, w(k)), f(c(k)).eq(end)))
    alone = each(X, lambda x: implies(S(x), f(x).eq(end), eq(x, v)))
    two = each(
        Rate,
        lambda t: each(
            R,
            lambda p: each(
                R,
                lambda q: implies(
                    below(0, t), below(t, 1), end <= p, end <= q, mixture(t, p, q).eq(end), p.eq(end) & q.eq(end)
                ),
            ),
        ),
    )
    return implies(least_, mixed, value.eq(end), parts_ & implies(alone, S(v))) & two


@vertices_belong_to_the_sources.proof
def _(S, f, c, w, n, end, v):
    x, t, p, q = var("x", X), var("t", R), var("p", R), var("q", R)
    least_ = assume(forall(x, implies(S(x), end <= f(x))))
    mixed = assume(forall(k, S(c(k)) & (real(0) <= w(k))) & total(w, n).eq(1))
    value = assume(total(lam(k, w(k) * f(c(k))), n).eq(end))
    facts, mass = left(mixed), right(mixed)
    sk, wk = left(spec(facts, k)), right(spec(facts, k))
    fk = mp(spec(least_, c(k)), sk)
    gap = lambda k: w(k) * (f(c(k)) - end)
    gap0 = ar(real(0) <= gap(k), wk, fk)
    split_sum = lambda m: total(lam(k, gap(k)), m).eq(total(lam(k, w(k) * f(c(k))), m) - end * total(w, m))
    step_ = ar(split_sum(SUCC(m)), assume(split_sum(m)))
    sums = spec(induct(m, ar(split_sum(ZERO)), discharge(split_sum(m), step_)), n)
    none = ar(total(lam(k, gap(k)), n).eq(0), sums, value, mass, factors=[end])
    # a summand is at most the sum of what is not negative
    at_m = spec(gen(k, gap0), m)
    sum_ = lambda m: total(lam(k, gap(k)), m)
    claim = lambda m: (real(0) <= sum_(m)) & implies(among(m, k), gap(k) <= sum_(m))
    had, now = assume(claim(m)), assume(among(SUCC(m), k))
    before = ar(gap(k) <= sum_(SUCC(m)), mp(right(had), assume(among(m, k))), at_m)
    last = assume(eq(k, m))
    own = subst(symmetric(last), ar(gap(m) <= sum_(SUCC(m)), left(had)), lambda j: gap(j) <= sum_(SUCC(m)))
    inside_ = split(same(now, or_(among(m, k), eq(k, m))), before, own)
    nexts = conj(ar(real(0) <= sum_(SUCC(m)), left(had), at_m), discharge(now.concl, inside_))
    out = assume(among(ZERO, k))
    base = conj(ar(real(0) <= sum_(ZERO)), discharge(out.concl, absurd(out, gap(k) <= sum_(ZERO))))
    bounds = spec(induct(m, base, discharge(claim(m), nexts)), n)
    member_, some_ = assume(among(n, k)), assume(below(0, w(k)))
    zero = ar(gap(k) <= 0, mp(right(bounds), member_), none)
    unit, i0 = positive(w(k), some_)
    top = ar(f(c(k)) <= end, zero, unit, i0, hints=[(0, 2)], factors=[f(c(k)) - end])
    equal = use(ax("antisymmetry", f(c(k)), end), top, fk)
    parts_ = gen(k, discharge(member_.concl, discharge(some_.concl, equal)))
    # some weight is positive, as they add up to 1
    alone = assume(forall(x, implies(S(x), f(x).eq(end), eq(x, v))))
    missing = assume(not_(S(v)))
    here = subst(use(spec(alone, c(k)), sk, equal), sk, S)
    wrong = refuting(some_.concl, contradiction(missing, here))
    flat = cases(
        w(k) <= 0,
        assume(w(k) <= 0),
        absurd(contradiction(wrong, same(assume(not_(w(k) <= 0)), below(0, w(k)))), w(k) <= 0),
    )
    flat = gen(k, discharge(among(n, k), flat))
    few = lambda m: implies(forall(k, implies(among(m, k), w(k) <= 0)), total(w, m) <= 0)
    had, given_ = assume(few(m)), assume(forall(k, implies(among(SUCC(m), k), w(k) <= 0)))
    lower = gen(
        k,
        discharge(
            among(m, k),
            mp(spec(given_, k), same(either(among(m, k), eq(k, m), assume(among(m, k))), among(SUCC(m), k))),
        ),
    )
    at_last = mp(spec(given_, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))
    step_ = discharge(given_.concl, ar(total(w, SUCC(m)) <= 0, mp(had, lower), at_last))
    start = assume(forall(k, implies(among(ZERO, k), w(k) <= 0)))
    base = discharge(start.concl, ar(total(w, ZERO) <= 0))
    small = mp(spec(induct(m, base, discharge(few(m), step_)), n), flat)
    clash = impossible(ar(real(1) <= 0, small, mass))
    source = cases(S(v), assume(S(v)), absurd(clash, S(v)))
    first = conj(parts_, discharge(alone.concl, source))
    for th in (value, mixed, least_):
        first = discharge(th.concl, first)
    t0, t1, a0, a1, p0, q0, whole = (
        assume(s)
        for s in (real(0) <= t, t <= 1, below(0, t), below(t, 1), end <= p, end <= q, mixture(t, p, q).eq(end))
    )
    (u, iu), (y, iy) = positive(t, a0), positive(1 - t, algebra(below(0, 1 - t), a1))
    tp = ar(t * (p - end) <= 0, whole, ar(real(0) <= (1 - t) * (q - end), q0, t1))
    tq = ar((1 - t) * (q - end) <= 0, whole, ar(real(0) <= t * (p - end), p0, t0))
    pe = use(ax("antisymmetry", p, end), ar(p <= end, tp, u, iu, hints=[(0, 2)], factors=[p - end]), p0)
    qe = use(ax("antisymmetry", q, end), ar(q <= end, tq, y, iy, hints=[(0, 2)], factors=[q - end]), q0)
    second = conj(pe, qe)
    for th in (whole, q0, p0, a1, a0):
        second = discharge(th.concl, second)
    second = gen(t, discharge(t0.concl, discharge(t1.concl, gen(p, gen(q, second)))))
    return conj(first, second)


# ---- largest values and first cuts ---------------------------------------------------------------------------------
@theorem(place="Buckets of the likelihood ratio", claims="two-types-have-the-largest-base-at-an-end")
def largest_base_over_shares_and_hulls(p: Real, f: Real, u: Real, v: Real, b: Fun(N, R), w: Fun(N, Nonneg), n: Nat):
    """The base p L_i + (1 - p) L_j is largest at an end of [f, 1 - f], that of a mixture at one of the sources."""
    base = lambda p: p * u + (1 - p) * v
    ends = implies(f <= p, p <= 1 - f, base(p) <= MAX(base(f), base(1 - f)))
    hulls = implies(total(w, n).eq(1), some(N, lambda k: among(n, k) & (total(lambda j: w(j) * b(j), n) <= b(k))))
    return ends & hulls


@largest_base_over_shares_and_hulls.proof
def _(p, f, u, v, b, w, n, w0):
    ends = two_types_have_the_largest_base_at_an_end(p, f, u, v)
    mass = assume(total(w, n).eq(1))
    mean = lambda m: total(lam(j, w(j) * b(j)), m)
    q = lam(k, among(n, k) & (mean(n) <= b(k)))
    goal, nothing = exists(q), assume(not_(exists(q)))
    member_, high = assume(among(n, k)), assume(mean(n) <= b(k))
    found = witness(k, conj(member_, high), q)
    lower = refuting(high.concl, contradiction(nothing, found))
    lower = gen(k, discharge(member_.concl, lower))
    # the summands w (mean - b) are not negative, add up to 0, and one of positive weight is positive
    c = mean(n)
    gap = lambda k: w(k) * (c - b(k))
    sums = lambda m: total(lam(j, gap(j)), m).eq(c * total(w, m) - mean(m))
    whole = spec(induct(m, ar(sums(ZERO)), discharge(sums(m), ar(sums(SUCC(m)), assume(sums(m))))), n)
    none = ar(total(lam(j, gap(j)), n) <= 0, whole, mass, factors=[c])
    inside_ = lambda m: forall(k, implies(among(m, k), among(n, k)))
    sum_ = lambda m: total(lam(j, gap(j)), m)
    claim = lambda m: implies(inside_(m), (real(0) <= sum_(m)) & implies(sum_(m) <= 0, total(w, m) <= 0))
    had, within = assume(claim(m)), assume(inside_(SUCC(m)))
    fewer = gen(
        k,
        discharge(
            among(m, k),
            mp(spec(within, k), same(either(among(m, k), eq(k, m), assume(among(m, k))), among(SUCC(m), k))),
        ),
    )
    last = mp(spec(within, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))
    below_ = mp(spec(lower, m), last)
    known = mp(had, fewer)
    wm, less = spec(w0, m), use(ax("total", c, b(m)), below_)
    gm = ar(real(0) <= gap(m), wm, less)
    up = ar(real(0) <= sum_(SUCC(m)), left(known), gm)
    flat = assume(sum_(SUCC(m)) <= 0)
    before = mp(right(known), ar(sum_(m) <= 0, flat, gm))
    unit, i0 = positive(c - b(m), algebra(below(0, c - b(m)), below_))
    zero = ar(w(m) <= 0, ar(gap(m) <= 0, flat, left(known)), unit, i0, hints=[(0, 2)], factors=[w(m)])
    down = discharge(flat.concl, ar(total(w, SUCC(m)) <= 0, before, zero))
    step_ = discharge(within.concl, conj(up, down))
    start, empty = assume(inside_(ZERO)), assume(sum_(ZERO) <= 0)
    base_ = conj(ar(real(0) <= sum_(ZERO)), discharge(empty.concl, ar(total(w, ZERO) <= 0)))
    end = spec(induct(m, discharge(start.concl, base_), discharge(claim(m), step_)), n)
    end = mp(right(mp(end, gen(k, discharge(among(n, k), assume(among(n, k)))))), none)
    clash = impossible(ar(real(1) <= 0, end, mass))
    second = cases(goal, assume(goal), absurd(clash, goal))
    return conj(ends, discharge(mass.concl, second))


@theorem(place="Buckets of the likelihood ratio", claims="what-gains-lies-in-a-cell")
def what_gains_lies_in_the_cell_of_the_first_cut(E: Odds, x: Nonneg, y: Real, c: Fun(N, R), n: Nat):
    """If E x < y, with cuts from c(0) <= 0 on: E x is between two and y above the lower one, or both exceed c(n)."""
    gains = each(R, lambda c: implies(over(c, E) <= x, below(c, y)))
    cell = some(N, lambda k: among(n, k) & (over(c(k), E) <= x) & below(x, over(c(SUCC(k)), E)) & below(c(k), y))
    last = (over(c(n), E) <= x) & below(c(n), y)
    return implies(below(E * x, y), c(ZERO) <= 0, gains & or_(cell, last) & implies(c(n).eq(1), y <= 1, cell))


@what_gains_lies_in_the_cell_of_the_first_cut.proof
def _(E, x, y, c, n, e1, x0, gain, first):
    t = var("c", R)
    unit, i0 = positive(E, e1)
    above, wrong = assume(over(t, E) <= x), assume(y <= t)
    te = ar(t <= E * x, ar(E * (t * INV(E)) <= E * x, above, e1, ar(real(0) <= E, e1)), unit, factors=[t])
    gains = gen(t, discharge(above.concl, refuting(wrong.concl, contradiction(gain, ar(y <= E * x, wrong, te)))))
    q = lambda m: lam(k, among(m, k) & (over(c(k), E) <= x) & below(x, over(c(SUCC(k)), E)) & below(c(k), y))
    cell = lambda m: exists(q(m))
    last = lambda m: (over(c(m), E) <= x) & below(c(m), y)
    claim = lambda m: or_(cell(m), last(m))
    at_ = lambda m, le: conj(le, mp(spec(gains, c(m)), le))
    zero = ar(over(c(ZERO), E) <= x, x0, ar(c(ZERO) * INV(E) <= 0, first, i0))
    base = either(cell(ZERO), last(ZERO), at_(ZERO, zero))
    had = assume(claim(m))
    longer = lambda m, k, th: same(either(among(m, k), eq(k, m), th), among(SUCC(m), k))

    def kept(th):
        a, b, d, e = parts(th) if len(parts(th)) == 4 else (None,) * 4
        facts = conj(
            conj(conj(longer(m, k, same(a, among(m, k))), b), same(d, below(x, over(c(SUCC(k)), E)))),
            same(e, below(c(k), y)),
        )
        return either(cell(SUCC(m)), last(SUCC(m)), witness(k, facts, q(SUCC(m))))

    earlier = given(assume(cell(m)), k, kept)
    now = assume(last(m))
    le, no = assume(over(c(SUCC(m)), E) <= x), assume(not_(over(c(SUCC(m)), E) <= x))
    facts = conj(conj(conj(longer(m, m, refl(m)), left(now)), same(no, below(x, over(c(SUCC(m)), E)))), right(now))
    to_cell = either(cell(SUCC(m)), last(SUCC(m)), witness(m, facts, q(SUCC(m))))
    to_last = either(cell(SUCC(m)), last(SUCC(m)), at_(SUCC(m), le))
    step_ = split(had, earlier, cases(le.concl, to_last, to_cell))
    whole = spec(induct(m, base, discharge(claim(m), step_)), n)
    one, y1 = assume(c(n).eq(1)), assume(y <= 1)
    far = assume(last(n))
    none = absurd(contradiction(right(far), ar(y <= c(n), one, y1)), cell(n))
    only = split(whole, assume(cell(n)), none)
    return conj(conj(gains, whole), discharge(one.concl, discharge(y1.concl, only)))
