"""Cells, cuts, chains of improvements and sums of vectors: short algebra behind bounds of the smoothed loss."""

from sdp_proofs.logic.theories.counts_and_tails import *
from sdp_proofs.logic.theories.entropies import products_are_positive
from sdp_proofs.logic.theories.mixed_sources import *
from sdp_proofs.logic.theories.points_of_the_plane import roots_are_in_order
from sdp_proofs.logic.theories.relative_entropies import *
from sdp_proofs.logic.vocabulary import *

h, i, j, k, m, n = (var(name, N) for name in ("h", "i", "j", "k", "m", "n"))


@theorem(place="Region of Remark 8", claims="entropy-at-rates-of-two-fifths-and-more")
def entropy_at_rates_of_two_fifths_and_more(theta: Real, rho: Real):
    """For 2/5 <= rho < theta < 1 and s = theta/rho - 1: KL(theta || rho) >= 25 s^2/81, so s^2/(6 KL) <= 27/50."""
    s, K = over(theta, rho) - 1, call("relative_entropy", theta, rho)
    return implies(
        real(Fraction(2, 5)) <= rho, below(rho, theta), below(theta, 1),
        (Fraction(25, 81) * (s * s) <= K) & (over(s * s, 6 * K) <= Fraction(27, 50)),
    )  # fmt: skip


@entropy_at_rates_of_two_fifths_and_more.proof
def _(theta, rho, low, above, t1):
    s, K, g = over(theta, rho) - 1, call("relative_entropy", theta, rho), theta - rho
    weak = use(ax("total", theta, rho), above)
    zero = assume(rho <= 0)
    r0 = same(refuting(zero.concl, impossible(ar(real(1) <= 0, zero, low))), below(0, rho))
    ur, ir = positive(rho, r0)
    near = use(pinsker_above_the_chance(theta, rho), r0, weak, t1)
    equal = ar(g.eq(rho * s), ur, factors=[theta])
    square = ar(
        Fraction(4, 25) * (s * s) <= rho * rho * (s * s),
        ar(real(Fraction(4, 25)) <= rho * rho, low),
        squares=[s],
        hints=[(0, 1)],
    )
    first = ar(Fraction(25, 81) * (s * s) <= K, near, square, equal, factors=[g, rho * s], squares=[s])
    # g > 0, so K > 0
    few = assume(K <= 0)
    gg = ar(g * g <= 0, near, few)
    none = assume(g <= 0)
    g0 = same(refuting(none.concl, contradiction(above, ar(theta <= rho, none))), below(0, g))
    pos = use(products_are_positive(g, g), g0, g0)
    k0 = same(refuting(few.concl, contradiction(pos, gg)), below(0, K))
    k6 = assume(6 * K <= 0)
    k60 = same(refuting(k6.concl, contradiction(k0, ar(K <= 0, k6))), below(0, 6 * K))
    u6, i6 = positive(6 * K, k60)
    second = ar(
        over(s * s, 6 * K) <= Fraction(27, 50),
        ar(s * s * INV(6 * K) <= Fraction(81, 25) * K * INV(6 * K), first, i6),
        u6,
    )
    return conj(first, second)


@theorem(place="Buckets of the likelihood ratio", claims="both-neighbours-below-one-bound-of-a-cell")
def both_neighbours_below_one_bound_of_a_cell(c: Nonneg, L_: Real, M_: Real, loss: Fun(N, N, R), a: Nat, b: Nat):
    """If D(h, k) is at most c L^h M^k, D(a, b + 1) and D(a + 1, b) are at most max(1, L/M) c L^a M^(b + 1).

    The bound of D(a + 1, b) is that of D(a, b + 1) times L/M.
    """
    bound = lambda h, k: c * power(L_, h) * power(M_, k)
    both = MAX(1, over(L_, M_)) * bound(a, SUCC(b))
    return implies(
        below(0, L_), below(0, M_), each(N, lambda h: each(N, lambda k: loss(h, k) <= bound(h, k))),
        bound(SUCC(a), b).eq(over(L_, M_) * bound(a, SUCC(b)))
        & (loss(a, SUCC(b)) <= both) & (loss(SUCC(a), b) <= both),
    )  # fmt: skip


@both_neighbours_below_one_bound_of_a_cell.proof
def _(c, L_, M_, loss, a, b, c0, p0, q0, small):
    bound = lambda h, k: c * power(L_, h) * power(M_, k)
    uq, _ = positive(M_, q0)
    pq = [use(ax("total", x, 0), x0) for x, x0 in ((L_, p0), (M_, q0))]
    r, B = over(L_, M_), bound(a, SUCC(b))
    equal = ar(bound(SUCC(a), b).eq(r * B), uq, factors=[c * power(L_, a) * power(M_, b) * L_])

    def pos(x, x0, m):
        claim = lambda n: real(0) <= power(x, n)
        return spec(induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), x0))), m)

    ca = ar(real(0) <= c * power(L_, a), c0, pos(L_, pq[0], a))
    b0 = ar(real(0) <= B, ca, pos(M_, pq[1], SUCC(b)))
    top = MAX(1, r)
    first = ar(loss(a, SUCC(b)) <= top * B, at(small, a, SUCC(b)), ar(top * B >= B, ax("max_left", 1, r), b0))
    second = ar(
        loss(SUCC(a), b) <= top * B, at(small, SUCC(a), b), equal, ar(r * B <= top * B, ax("max_right", 1, r), b0)
    )
    return conjunction(equal, first, second)


@theorem(place="Closed bounds", claims="outputs-between-two-cuts-lose-nothing")
def outputs_between_the_two_cuts(E: Odds, c: Real, rest: Nonneg, a: Nat, b: Nat, h: Nat, k: Nat, u: Real, w: Real):
    """One of a + 1 records becomes one of b others; u and w of the types are not sampled: P' y = P x, x = u/(a + 1).

    With y = (w + 1)/(b + 1), an output with x >= c/E and y <= c adds nothing to the divergence.
    """
    P = rest * (choose(SUCC(a), h) * choose(b, k))
    Q = rest * (choose(a, h) * choose(SUCC(b), k))
    x, y = over(u, num(SUCC(a))), over(w + 1, num(SUCC(b)))
    return implies(
        u.eq(num(SUCC(a)) - num(h)), w.eq(num(b) - num(k)), real(0) <= w,
        (Q * y).eq(P * x) & implies(over(c, E) <= x, y <= c, (P - E * Q <= 0) & MAX(0, P - E * Q).eq(0)),
    )  # fmt: skip


@outputs_between_the_two_cuts.proof
def _(E, c, rest, a, b, h, k, u, w, e1, r0, u_is, w_is, w0):
    P = rest * (choose(SUCC(a), h) * choose(b, k))
    Q = rest * (choose(a, h) * choose(SUCC(b), k))
    x, y = over(u, num(SUCC(a))), over(w + 1, num(SUCC(b)))
    one = right(spec(binomials_of_neighbours(a), h))
    two = right(spec(binomials_of_neighbours(b), k))
    (ua, ia), (ub, ib) = (
        positive(num(SUCC(v)), ar(real(1) <= num(SUCC(v)), spec(numbers_are_not_negative.thm, v))) for v in (a, b)
    )
    A1, B1, C1, D1 = choose(SUCC(a), h), choose(b, k), choose(a, h), choose(SUCC(b), k)
    # (a + 1 - h) C(a + 1, h) = (a + 1) C(a, h), and the same for b
    ex = ar((A1 * x).eq(C1), one, ua, u_is, factors=[INV(num(SUCC(a))), A1 * INV(num(SUCC(a))), C1])
    ey = ar((D1 * y).eq(B1), two, ub, w_is, factors=[INV(num(SUCC(b))), D1 * INV(num(SUCC(b))), B1])
    equal = ar((Q * y).eq(P * x), ex, ey, factors=[rest * C1, rest * B1])
    fx, fy = assume(over(c, E) <= x), assume(y <= c)
    ue, ie = positive(E, e1)
    y1 = ar(INV(num(SUCC(b))) <= y, ar(real(0) <= w * INV(num(SUCC(b))), w0, ib))
    none = assume(y <= 0)
    bad = ar(
        real(1) <= 0,
        ar(
            num(SUCC(b)) * INV(num(SUCC(b))) <= 0,
            ar(INV(num(SUCC(b))) <= 0, y1, none),
            ar(real(0) <= num(SUCC(b)), spec(numbers_are_not_negative.thm, SUCC(b))),
        ),
        ub,
    )
    y0 = same(refuting(none.concl, impossible(bad)), below(0, y))
    uy, iy = positive(y, y0)

    def nonneg(nn, kk):
        return at(binomials_are_not_negative.thm, nn, kk)

    p0 = ar(real(0) <= P, r0, ar(real(0) <= A1 * B1, nonneg(SUCC(a), h), nonneg(b, k), hints=[(0, 1)]), hints=[(0, 1)])
    ce = ar(c <= E * x, ar(E * (c * INV(E)) <= E * x, fx, e1), ue, factors=[c])
    less = ar(P * y <= E * (Q * y), equal, ar(P * y <= P * (E * x), ar(y <= E * x, ce, fy), p0), factors=[E])
    small = ar(P - E * Q <= 0, ar((P * y) * INV(y) <= (E * (Q * y)) * INV(y), less, iy), uy, factors=[P, E * Q])
    top = use(ax("max_least", 0, P - E * Q, 0), ar(real(0) <= 0), small)
    zero = use(ax("antisymmetry", MAX(0, P - E * Q), 0), top, ax("max_left", 0, P - E * Q))
    return conj(equal, hyps_then(conj(small, zero), [fx.concl, fy.concl], []))


@theorem(place="Finite sums", claims="a-chain-of-improvements-improves")
def chain_of_improvements(
    v0: X, n: Nat, f: Bounded[fn(N, X)], i: Fun(N, N), t: Fun(N, Rate), s: Fun(N, N, mean_of(X)),
    p: Fun(N, N, Law[X]), q: Fun(N, N, Law[X]), K: Nat,
):  # fmt: skip
    """Records are replaced one after the other: each mixed law by the part with the larger mean; no mean falls."""
    mean = lambda s: call("databases", v0, n, s)(f)
    agree = lambda k, r: each(N, lambda j: implies(not_(eq(j, i(k))), eq(s(k)(j), r(k)(j))))
    step_ = lambda k: (
        among(n, i(k)) & agree(k, p) & agree(k, q) & eq(s(k)(i(k)), mix(t(k), p(k)(i(k)), q(k)(i(k))))
        & mean(s(SUCC(k))).eq(MAX(mean(p(k)), mean(q(k))))
    )  # fmt: skip
    return implies(each(N, step_), mean(s(ZERO)) <= mean(s(K)))


@chain_of_improvements.proof
def _(v0, n, f, i, t, s, p, q, K, ob, t0, t1, lp, lq, steps_):
    mean = lambda s: call("databases", v0, n, s)(f)
    one_step = spec(steps_, k)
    four = left(one_step)
    three = left(four)
    two, next_, mixed, agree_q = left(three), right(one_step), right(four), right(three)
    inside, agree_p = left(two), right(two)
    th = at(means_are_affine_in_one_source(v0, t(k)), n, i(k), s(k), p(k), q(k), f)
    laws_ = gen(j, conj(at(lp, k, j), at(lq, k, j)))
    th = use(th, inside, ob, laws_, agree_p, agree_q, mixed)
    a, b = mean(p(k)), mean(q(k))
    up_ = ar(mean(s(k)) <= mean(s(SUCC(k))), th, next_, spec(t0, k), spec(t1, k), ax("max_left", a, b),
             ax("max_right", a, b), hints=[(2, 4), (3, 5)])  # fmt: skip
    claim = lambda m: mean(s(ZERO)) <= mean(s(m))
    step = ar(claim(SUCC(k)), assume(claim(k)), up_)
    return spec(induct(k, ar(claim(ZERO)), discharge(claim(k), step)), K)


@theorem(place="Random allocation and mixtures", claims="a-group-moves-an-answer-by-its-number")
def group_moves_an_answer_by_its_number(v: Fun(N, N, R), b: Fun(N, o), d: Nat, n: Nat, r: Real):
    """Vectors of length at most 1, of which those with b(k) are sampled: their sum is no longer than their number."""
    size = lambda u: total(lambda j: u(j) * u(j), d)
    drawn = function(N, lambda j: total(lambda k: truth(b(k)) * v(k)(j), n))
    return implies(each(N, lambda k: size(v(k)) <= 1), (r * r).eq(size(drawn)), r <= total(lambda k: truth(b(k)), n))


@group_moves_an_answer_by_its_number.proof
def _(v, b, d, n, r, short, root):
    size = lambda u: total(lam(j, u(j) * u(j)), d)
    S = lambda m: lam(j, total(lam(k, truth(b(k)) * v(k)(j)), m))
    c = lambda m: total(lam(k, truth(b(k))), m)
    claim = lambda m: (real(0) <= c(m)) & (size(S(m)) <= c(m) * c(m))
    hyp = assume(claim(m))
    t, w = truth(b(m)), v(m)
    bit = decided(b(m))
    dot = lambda d: total(lam(j, S(m)(j) * w(j)), d)
    own = lambda u, d: total(lam(j, u(j) * u(j)), d)
    # |S + w|^2 = |S|^2 + 2 <S, w> + |w|^2
    open_ = lambda e: own(S(SUCC(m)), e).eq(own(S(m), e) + 2 * t * dot(e) + t * t * own(w, e))
    e = var("e", N)
    expand = spec(induct(e, ar(open_(ZERO)), discharge(open_(e), ar(open_(SUCC(e)), assume(open_(e))))), d)
    # 2 D <S, w> <= |S|^2 + D^2 |w|^2, at D = <S, w>
    D = dot(d)
    gap = lambda e: real(0) <= own(S(m), e) - 2 * D * dot(e) + D * D * own(w, e)
    more = ar(gap(SUCC(e)), assume(gap(e)), squares=[S(m)(e) - D * w(e)])
    young = spec(induct(e, ar(gap(ZERO)), discharge(gap(e), more)), d)
    cm, sw, c0, cs = c(m), spec(short, m), left(hyp), right(hyp)
    unit_ = ar(D * D * own(w, d) <= D * D, sw, squares=[D], hints=[(0, 1)])
    most = use(roots_are_in_order(D, cm), c0, ar(cm * cm >= D * D, young, unit_, cs))
    new = cm + t
    bits = cases(b(m), ar((t * t).eq(t), use(bit[0], assume(b(m))), factors=[t]),
                 ar((t * t).eq(t), use(bit[1], assume(not_(b(m)))), factors=[t, real(1)]))  # fmt: skip
    grown = ar(own(S(SUCC(m)), d) <= new * new, expand, cs, ar(2 * t * D <= 2 * t * cm, most, bit[2]),
               ar(t * t * own(w, d) <= t * t, sw, squares=[t], hints=[(0, 1)]))  # fmt: skip
    step = same(conj(ar(real(0) <= new, c0, bit[2]), grown), claim(SUCC(m)))
    nil = lambda e: own(S(ZERO), e) <= 0
    none = spec(induct(e, ar(nil(ZERO)), discharge(nil(e), ar(nil(SUCC(e)), assume(nil(e))))), d)
    base = same(conj(ar(real(0) <= c(ZERO)), ar(size(S(ZERO)) <= c(ZERO) * c(ZERO), none)), claim(ZERO))
    th = spec(induct(m, base, discharge(hyp.concl, step)), n)
    return use(roots_are_in_order(r, c(n)), left(th), ar(r * r <= c(n) * c(n), root, right(th)))
