"""Outputs one by one: levelled rows, mixtures of densities, single outputs, counts, products of powers."""

from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.entropies import products_are_positive, strict
from sdp_proofs.logic.theories.lecture import product
from sdp_proofs.logic.theories.many_types import *
from sdp_proofs.logic.theories.mixed_sources import means_of_products_over_records
from sdp_proofs.logic.theories.smoothing_modes import chi_square_is_jointly_convex
from sdp_proofs.logic.vocabulary import *

a, i, j, k, m, n = var("a", A), *(var(name, N) for name in "ijkmn")
HALF = Fraction(1, 2)


def beyond_zero(x, th):
    """The theorem 0 < x, from one that says so with a number."""
    low = assume(x <= 0)
    return same(refuting(low.concl, impossible(ar(real(1) <= 0, low, th))), below(0, x))


def below_one(x, x0):
    """The theorem 1 - x < 1, from 0 < x."""
    high = assume(real(1) <= 1 - x)
    return same(refuting(high.concl, contradiction(x0, ar(x <= 0, high))), below(1 - x, 1))


@theorem(place="Region of Remark 8", claims="a-place-of-slow-decay-is-feasible")
def place_of_slow_decay_is_feasible(f: Real, r: Real):
    """The place with shares f and 1 - f, of which r s and r t are sampled, is feasible for f <= 1/2 and r <= 1/10.

    With t = (1 - 1.9 f)/(1 - 1.9 f r) and s = 1.9 + t (1 - 1.9 r): f s + (1 - f) t = 1, all shares are between 0 and 1,
    and 1 - r s is (1 - 1.9 r) times 1 - r t. At f = 1/2 and r = 9/10 the share 1 - r s is negative.
    """
    c = Fraction(19, 10)
    other = lambda f, r: over(1 - c * f, 1 - c * f * r)
    own = lambda f, r: c + other(f, r) * (1 - c * r)
    s, t = own(f, r), other(f, r)
    left_ = lambda x: below(0, x) & below(x, 1)
    beyond = below(1 - Fraction(9, 10) * own(HALF, Fraction(9, 10)), 0)
    return implies(
        below(0, f), f <= HALF, below(0, r), r <= Fraction(1, 10),
        (f * s + (1 - f) * t).eq(1) & left_(1 - r * s) & left_(1 - r * t)
        & (1 - r * t).eq(over(1 - r * s, 1 - c * r)) & below(1 - c * r, 1) & beyond,
    )  # fmt: skip


@place_of_slow_decay_is_feasible.proof
def _(f, r, f0, f1, r0, r1):
    c = Fraction(19, 10)
    fp, rp = use(ax("total", f, 0), f0), use(ax("total", r, 0), r0)
    d, e = 1 - c * f * r, 1 - c * r
    fr = ar(f * r <= Fraction(1, 20), ar(f * r <= f * Fraction(1, 10), r1, fp), f1)
    d0 = ar(d >= Fraction(9, 10), fr)
    e0 = ar(e >= Fraction(8, 10), r1)
    (ud, id_), (ue, ie) = positive(d, strict(d, d0)), positive(e, strict(e, e0))
    t = over(1 - c * f, d)
    s = c + t * e
    td = ar((t * d).eq(1 - c * f), ud, factors=[1 - c * f])
    first = ar((f * s + (1 - f) * t).eq(1), td)
    equal = ar((1 - r * s).eq(e * (1 - r * t)))
    tp = ar(real(0) <= t, id_, f1)
    t1 = ar(
        t <= 1, ar(real(0) <= (1 - t) * d, td, ar(c * f * r <= c * f, r1, fp)), ud, id_, hints=[(0, 2)], factors=[1 - t]
    )
    rt = ar(r * t <= Fraction(1, 10), ar(r * t <= r, t1, rp), r1)
    # t > 0, as 1.9 f <= 0.95
    td0 = ar(t * d >= Fraction(5, 100), td, f1)
    tlow = assume(t <= 0)
    t0 = same(refuting(tlow.concl, impossible(ar(real(1) <= 0, td0, ar(t * d <= 0, tlow, d0)))), below(0, t))
    rt0 = use(products_are_positive(r, t), r0, t0)
    in_t = conj(beyond_zero(1 - r * t, rt), below_one(r * t, rt0))
    low = ar(
        1 - r * s >= Fraction(72, 100),
        equal,
        ar(e * (1 - r * t) >= Fraction(72, 100), ar(e * Fraction(9, 10) <= e * (1 - r * t), rt, e0), e0),
    )
    high = assume(real(1) <= 1 - r * s)
    # 1 - r s < 1, as r s >= 1.9 r - 1.9 r^2 t + r t > 0
    rr = ar(r * s >= r * t, ar(c * (r * (r * t)) <= c * r, ar(r * (r * t) <= r, ar(r * t <= 1, rt), rp)))
    under = refuting(high.concl, contradiction(rt0, ar(r * t <= 0, high, rr)))
    in_s = conj(beyond_zero(1 - r * s, low), same(under, below(1 - r * s, 1)))
    ratio = ar((1 - r * t).eq(over(1 - r * s, e)), equal, ue, factors=[1 - r * t, INV(e)])
    last = algebra(below(e, 1), r0)
    beyond = algebra(binary(place_of_slow_decay_is_feasible.conclusion, "and")[1])
    return conj(conj(conj(conj(conj(first, in_s), in_t), ratio), last), beyond)


@theorem(place="Buckets of the likelihood ratio", claims="averages-of-products-of-powers-factorise")
def average_of_a_product_of_powers_factorises(
    v0: X, n: Nat, s: Fun(N, Law[X]), b: X, c: X, L: Real, L1: Real, L0: Real
):
    """The mean of L^H_b L1^H_c L0^(all others) is the product over the records of pi(b) L + pi(c) L1 + (the rest) L0.

    The power is the product over the records of the factor of the record's type; b and c are two types.
    """
    is_, at_ = lambda t: lambda v: truth(eq(v, t)), lambda t: lambda j: s(j)(lambda v: truth(eq(v, t)))
    one = lambda v: is_(b)(v) * L + is_(c)(v) * L1 + (1 - is_(b)(v) - is_(c)(v)) * L0
    mean = lambda j: at_(b)(j) * L + at_(c)(j) * L1 + (1 - at_(b)(j) - at_(c)(j)) * L0
    power_ = lambda xs: product(lambda j: one(xs(j)), n)
    return call("databases", v0, n, s)(power_).eq(product(mean, n))


@average_of_a_product_of_powers_factorises.proof
def _(v0, n, s, b, c, L, L1, L0, ls):
    v, xs = var("v", X), var("xs", fn(N, X))
    tb, tc = truth(eq(v, b)), truth(eq(v, c))
    g = lam(j, lam(v, tb * L + tc * L1 + (1 - tb - tc) * L0))
    bounds = [truth_is_bounded(v, eq(v, t)) for t in (b, c)]
    known = observable(v, normal(g(j)(v)), bounds)
    good = gen(j, conj(spec(ls, j), to(known, bounded(g(j)))))
    th = right(use(at(means_of_products_over_records(v0), n, s, g), good))
    mean = Mean(spec(ls, j), *bounds).linear(v, tb * L + tc * L1 + (1 - tb - tc) * L0)
    at_ = lambda t: s(j)(lam(v, truth(eq(v, t))))
    value = at_(b) * L + at_(c) * L1 + (1 - at_(b) - at_(c)) * L0
    each_ = ext(
        j,
        ar(
            s(j)(g(j)).eq(value),
            to(mean, s(j)(lam(v, tb * L + tc * L1 + (1 - tb - tc) * L0)).eq(binary(mean.concl, "eq")[1])),
        ),
    )
    q = var("q", fn(N, R))
    start = binary(th.concl, "eq")[0]
    moved = subst(each_, to(th, start.eq(product(binary(each_.concl, "eq")[0], n))), lambda q: start.eq(product(q, n)))
    return to(moved, average_of_a_product_of_powers_factorises.conclusion)


@theorem(place="Guesses", claims="rows-can-be-levelled-at-no-loss")
def rows_can_be_levelled(E: Real, S: Real, M: Fun(Fun(A, R), R), p: Fun(N, A, R), m: Nat, k: Nat):
    """One more output, of mass S/(E - 1) + S - M p_i, levels rows of masses M p_i, the largest of which is S, at E > 1.

    All rows then sum to the same. No loss at odds E grows by it, and no utility falls.
    """
    more = lambda i: over(S, E - 1) + S - M(p(i))
    lost = lambda i, j: M(lambda a: MAX(0, p(i)(a) - E * p(j)(a)))
    gain = more(k) * MAX(0, (1 + E) * over(more(k), total(more, m)) - E)
    utility_ = M(lambda a: p(k)(a) * MAX(0, (1 + E) * over(p(k)(a), total(lambda j: p(j)(a), m)) - E))
    pairs = each(N, lambda i: (M(p(i)) + more(i)).eq(over(S, E - 1) + S) & (real(0) <= more(i)) & each(
        N, lambda j: (lost(i, j) + MAX(0, more(i) - E * more(j))).eq(lost(i, j))))  # fmt: skip
    return implies(
        below(1, E), each(N, lambda i: (real(0) <= M(p(i))) & (M(p(i)) <= S)), pairs & (utility_ <= utility_ + gain)
    )


@rows_can_be_levelled.proof
def _(E, S, M, p, m, k, e1, sums_):
    more = lambda i: over(S, E - 1) + S - M(p(i))
    lost = lambda i, j: M(lam(a, MAX(0, p(i)(a) - E * p(j)(a))))
    ep = ar(real(0) <= E - 1, use(ax("total", E, 1), e1))
    u, i0 = positive(E - 1, strict(E - 1, e1))
    low_i, high_i = parts(at(sums_, i))
    low_j, high_j = parts(at(sums_, j))
    s0 = ar(real(0) <= S, low_i, high_i)
    q = over(S, E - 1)
    q0 = ar(real(0) <= q, s0, i0)
    # more(i) <= q + S = E q <= E more(j)
    whole = ar((E * q).eq(q + S), u, factors=[S])
    pos = ar(real(0) <= more(i), q0, high_i)
    less = ar(more(i) - E * more(j) <= 0, whole, low_i, ar(E * (S - M(p(j))) >= 0, ep, high_j))
    none = use(
        ax("antisymmetry", MAX(0, more(i) - E * more(j)), 0),
        use(ax("max_least", 0, more(i) - E * more(j), 0), ar(real(0) <= 0), less),
        ax("max_left", 0, more(i) - E * more(j)),
    )
    pairs = gen(j, ar((lost(i, j) + MAX(0, more(i) - E * more(j))).eq(lost(i, j)), none))
    first = gen(i, conj(conj(ar((M(p(i)) + more(i)).eq(q + S)), pos), pairs))
    pos_k = at(gen(i, pos), k)
    goal = rows_can_be_levelled.conclusion
    end = binary(goal, "and")[1]
    inner = spine(binary(end, "le")[1])[1][1]
    gain_part = spine(inner)[1][1]
    return conj(
        to(first, binary(goal, "and")[0]),
        ar(end, to(pos_k, real(0) <= spine(inner)[1][0]), ax("max_left", *spine(gain_part)[1])),
    )


@theorem(place="dp-lssgd, Lemma 11, orders below 2", claims="chi-square-is-jointly-convex")
def chi_square_of_mixtures(ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), q: Fun(N, A, R), r: Fun(N, A, R), n: Nat):
    """The chi-square divergence of two mixtures is at most the sum of those of their parts, q and q (1 + r).

    The weights are in the densities; at each output (sum q r)^2 <= sum q sum q r^2.
    """
    top = lambda a: total(lambda k: q(k)(a) * r(k)(a), SUCC(n))
    whole = lambda a: total(lambda k: q(k)(a), SUCC(n))
    part = lambda k: lambda a: q(k)(a) * (r(k)(a) * r(k)(a))
    return implies(
        integral(ig, M), each(N, lambda k: each(A, lambda a: below(0, q(k)(a)))), each(N, lambda k: ig(part(k))),
        ig(lambda a: top(a) * top(a) * INV(whole(a))),
        each(A, lambda a: top(a) * top(a) <= whole(a) * total(lambda k: part(k)(a), SUCC(n)))
        & (M(lambda a: top(a) * top(a) * INV(whole(a))) <= total(lambda k: M(part(k)), SUCC(n))),
    )  # fmt: skip


@chi_square_of_mixtures.proof
def _(ig, M, q, r, n, iM, pos, good, whole_good):
    f, g = lam(k, q(k, a)), lam(k, r(k, a))
    at_a = gen(k, spec(pos, k, a))
    th = use(chi_square_is_jointly_convex(f, g, n), to(at_a, forall(k, not_(f(k) <= 0))))
    top, whole = total(lam(k, q(k, a) * r(k, a)), SUCC(n)), total(lam(k, q(k, a)), SUCC(n))
    part = lambda k: q(k, a) * (r(k, a) * r(k, a))
    parts_ = lambda n: total(lam(k, part(k)), n)
    first = to(left(th), top * top <= whole * parts_(SUCC(n)))
    # the whole is positive
    sums_ = lambda n: below(0, total(lam(k, q(k, a)), SUCC(n)))
    start = strict_sum(sums_(ZERO), real(0), q(ZERO, a), spec(pos, ZERO, a))
    had = assume(sums_(n))
    more = strict_sum(sums_(SUCC(n)), total(lam(k, q(k, a)), SUCC(n)), q(SUCC(n), a), spec(pos, SUCC(n), a), had)
    w0 = at(induct(n, start, discharge(had.concl, more)), n)
    unit, i0 = positive(whole, same(w0, below(0, whole)))
    point_ = ar(
        top * top * INV(whole) <= parts_(SUCC(n)),
        ar(INV(whole) * (top * top) <= INV(whole) * (whole * parts_(SUCC(n))), first, i0),
        unit,
        factors=[parts_(SUCC(n))],
    )
    # the mean of the sum is the sum of the means
    own = lambda n: lam(a, parts_(n))
    claim = lambda n: app(ig, own(SUCC(n))) & M(own(SUCC(n))).eq(total(lam(k, M(lam(a, part(k)))), SUCC(n)))
    zero_same = ext(a, ar(parts_(SUCC(ZERO)).eq(part(ZERO))))
    g0 = subst(symmetric(zero_same), to(spec(good, ZERO), ig(lam(a, part(ZERO)))), ig)
    m0 = subst(symmetric(zero_same), refl(M(lam(a, part(ZERO)))), lambda v: M(v).eq(M(lam(a, part(ZERO)))))
    base = conj(
        to(g0, ig(own(SUCC(ZERO)))), ar(M(own(SUCC(ZERO))).eq(total(lam(k, M(lam(a, part(k)))), SUCC(ZERO))), m0)
    )
    hyp = assume(claim(n))
    next_good = to(spec(good, SUCC(n)), ig(lam(a, part(SUCC(n)))))
    rules = use(spec(body_of(iM), own(SUCC(n)), lam(a, part(SUCC(n)))), left(hyp), next_good)
    adds = left(left(left(rules)))
    step = conj(
        to(left(adds), ig(own(SUCC(SUCC(n))))),
        ar(M(own(SUCC(SUCC(n)))).eq(total(lam(k, M(lam(a, part(k)))), SUCC(SUCC(n)))), right(adds), right(hyp)),
    )
    all_ = at(induct(n, base, discharge(hyp.concl, step)), n)
    rule = use(
        spec(body_of(iM), lam(a, top * top * INV(whole)), own(SUCC(n))),
        to(whole_good, ig(lam(a, top * top * INV(whole)))),
        left(all_),
    )
    mono = right(left(left(rule)))
    less = use(mono, gen(a, point_))
    second = ar(M(lam(a, top * top * INV(whole))) <= total(lam(k, M(lam(a, part(k)))), SUCC(n)), less, right(all_))
    return to(conj(gen(a, first), second), chi_square_of_mixtures.conclusion)


def strict_sum(goal, s, t, pos, before=None):
    """0 < s + t, from 0 < t and 0 < s, or s = 0."""
    s0 = ar(real(0) <= s) if before is None else use(ax("total", s, 0), same(before, not_(s <= 0)))
    low = assume(binary_of(goal) <= 0)
    return same(refuting(low.concl, contradiction(pos, ar(t <= 0, low, s0))), goal)


def binary_of(goal):
    """The number that a statement 0 < x is about."""
    return spine(spine(goal)[1][0])[1][0]
