"""Gradients of batches: Equation (8), sums over a uniform batch.

The mean M of a random number runs over all outcomes a of a run; ig are the numbers that have a mean. Vectors are
written in an orthonormal basis of Fourier modes, in which the smoothing matrix is diagonal.
"""

from sdp_proofs.logic.theories.displays import sums_may_be_exchanged
from sdp_proofs.logic.theories.gradients import by_places, square, squares_are_not_negative
from sdp_proofs.logic.theories.places import among
from sdp_proofs.logic.theories.smoothing_modes import *
from sdp_proofs.logic.vocabulary import *

a, h_, i, j, k, m_, r = (var(name, t) for name, t in zip("ahijkmr", (A, fn(fn(N, R), R), N, N, N, N, N), strict=True))
VEC = fn(N, R)
NUMBER = Fun(A, R)
HALF = Fraction(1, 2)


def applied(t):
    """The same term, with every function that is applied replaced by its value."""
    if t.head == "app":
        f, s = applied(t.parts[0]), applied(t.parts[1])
        return applied(open_(f.parts[1], s)) if f.head == "lam" else app(f, s)
    if t.head == "lam":
        v = fresh(t.hint or "u", t.parts[0])
        return lam(v, applied(open_(t.parts[1], v)), t.hint)
    return t


# ---- sums of random numbers ----------------------------------------------------------------------------------------
@theorem
def bounded_sums(f: Fun(N, A, R)):
    """Finite sums of bounded functions are bounded."""
    return applied(
        implies(
            each(N, lambda k: bounded(f(k))),
            each(N, lambda n: bounded(function(A, lambda a: total(lambda k: f(k)(a), n)))),
        )
    )


@bounded_sums.proof
def _(f, known):
    claim = lambda n: bounded(lam(a, total(lam(k, f(k)(a)), n)))
    hyp = assume(claim(i))
    step = observable(a, total(lam(k, f(k)(a)), SUCC(i)), [hyp, spec(known, i)])
    return induct(i, same(observable(a, real(0)), claim(ZERO)), discharge(hyp.concl, same(step, claim(SUCC(i)))))


@theorem
def means_of_sums(ig: Fun(Fun(A, R), o), M: Fun(Fun(A, R), R), f: Fun(N, A, R)):
    """The mean of a finite sum of random numbers with means is the sum of the means."""
    sums = lambda n: function(A, lambda a: total(lambda k: f(k)(a), n))
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), each(N, lambda k: ig(f(k))),
        each(N, lambda n: ig(sums(n)) & M(sums(n)).eq(total(lambda k: M(f(k)), n))),
    ))  # fmt: skip


@means_of_sums.proof
def _(ig, M, f, iM, one, good):
    sums = lambda n: lam(a, total(lam(k, f(k)(a)), n))
    claim = lambda n: app(ig, sums(n)) & M(sums(n)).eq(total(lam(k, M(f(k))), n))
    zero = Mean(iM, inside=[one])
    base = conj(to(zero.good(a, real(0)), ig(sums(ZERO))), ar(M(sums(ZERO)).eq(0), zero.linear(a, real(0))))
    hyp = assume(claim(i))
    own = same(spec(good, i), ig(lam(a, f(i)(a))))
    V = Mean(iM, inside=[same(left(hyp), ig(lam(a, total(lam(k, f(k)(a)), i)))), own])
    t = total(lam(k, f(k)(a)), SUCC(i))
    step = conj(same(V.good(a, t), ig(sums(SUCC(i)))), ar(binary(claim(SUCC(i)), "and")[1], V.linear(a, t), right(hyp)))
    return induct(i, same(base, claim(ZERO)), discharge(hyp.concl, step))


# ---- batches -------------------------------------------------------------------------------------------------------
def uniform_batch(ig, M, x, B, n, b):
    """B(k)(a) = 1 says that record k is in the batch: b of n records, drawn uniformly and independently of x."""
    one, two = over(b, num(n)), over(b * (b - 1), num(n) * (num(n) - 1))
    held = lambda h, k: M(lambda a: B(k)(a) * h(x(a))).eq(one * M(lambda a: h(x(a))))
    both = lambda h, k, r: M(lambda a: B(r)(a) * B(k)(a) * h(x(a))).eq(two * M(lambda a: h(x(a))))
    return (
        each(N, lambda k: each(A, lambda a: (B(k)(a) * B(k)(a)).eq(B(k)(a))))
        & each(A, lambda a: total(lambda k: B(k)(a), n).eq(b))
        & each(Fun(VEC, R), lambda h: implies(
            ig(lambda a: h(x(a))),
            each(N, lambda k: implies(
                among(n, k), held(h, k) & each(N, lambda r: implies(among(k, r), both(h, k, r)))))))
    )  # fmt: skip


def narrower(more, m, n):
    """All below m are below n, and m is, from: all below m + 1 are below n."""
    among_m = assume(among(m, j))
    first = gen(
        j, discharge(among_m.concl, use(at(more, j), same(either(among(m, j), eq(j, m), among_m), among(SUCC(m), j))))
    )
    return first, use(at(more, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))


def places_below(m, n):
    return forall(j, implies(among(m, j), among(n, j)))


def all_places(n):
    th = assume(among(n, j))
    return gen(j, discharge(th.concl, th))


@theorem
def square_of_a_sum_over_a_batch(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), x: Fun(A, VEC), B: Fun(N, A, R), n: Nat, b: Real, u: Fun(N, VEC, R)
):
    """The mean square of a sum over a batch: single records and pairs are drawn with their probabilities."""
    one, two = over(b, num(n)), over(b * (b - 1), num(n) * (num(n) - 1))
    drawn = lambda a: total(lambda k: B(k)(a) * u(k)(x(a)), n)
    whole = lambda a: total(lambda k: u(k)(x(a)), n)
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), uniform_batch(ig, M, x, B, n, b), each(N, lambda k: bounded(u(k))),
        M(lambda a: drawn(a) * drawn(a)).eq(
            (one - two) * M(lambda a: total(lambda k: u(k)(x(a)) * u(k)(x(a)), n))
            + two * M(lambda a: whole(a) * whole(a))),
    ))  # fmt: skip


@square_of_a_sum_over_a_batch.proof
def _(ig, M, x, B, n, b, u, iM, one_, batch, known):
    one, two = over(b, num(n)), over(b * (b - 1), num(n) * (num(n) - 1))
    zero_one, _, moments = parts(batch)
    bk = B(k)(a)
    low, high = (ar(t, at(zero_one, k, a), squares=[1 - bk, bk]) for t in (real(0) <= bk, bk <= 1))
    bB = gen(k, use(fact("tests_are_bounded", B(k)), make_test(a, bk, low, high)))
    ux = lambda k: u(k)(x(a))
    in_x = lambda k: observable(a, ux(k), [spec(known, k)])
    part = lambda t: use(bounded_sums(lam(k, lam(a, t))), gen(k, observable(a, t, [spec(bB, k), in_x(k)])))
    drawn, whole, squares_ = bk * ux(k), ux(k), ux(k) * ux(k)
    S, U, Q = (lambda m, t=t: total(lam(k, t), m) for t in (drawn, whole, squares_))
    bS, bU, bQ = (lambda m, t=t: at(part(t), m) for t in (drawn, whole, squares_))

    def V(m):
        return Mean(iM, bS(m), bU(m), bQ(m), spec(bB, m), in_x(m), spec(bB, k), in_x(k), inside=[one_])

    # products with another record
    v = var("v", VEC)
    among_k = assume(among(n, k))

    def drawn_with(h, good):
        """The means of B(k) h(x) and of its products with other records."""
        return use(at(use(at(moments, lam(v, h)), good), k), among_k)

    claim = lambda m: M(lam(a, S(m) * (bk * ux(k)))).eq(two * M(lam(a, U(m) * ux(k))))
    more, hyp = assume(places_below(SUCC(i), k)), assume(implies(places_below(i, k), claim(i)))
    below_i, at_i = narrower(more, i, k)
    W = V(i)
    pair_ = drawn_with(u(i)(v) * u(k)(v), W.good(a, ux(i) * ux(k)))
    pair_ = use(at(right(pair_), i), at_i)
    new = W.linear(a, S(SUCC(i)) * (bk * ux(k)))
    old = W.linear(a, U(SUCC(i)) * ux(k))
    step = ar(claim(SUCC(i)), new, old, mp(hyp, below_i), pair_, factors=[two])
    none = V(ZERO)
    zero = ar(claim(ZERO), none.linear(a, real(0)))
    cross = induct(i, discharge(places_below(ZERO, k), zero), discharge(hyp.concl, discharge(more.concl, step)))
    cross = gen(k, discharge(among_k.concl, mp(spec(cross, k), all_places(k))))
    # all records of the batch
    claim = lambda m: M(lam(a, S(m) * S(m))).eq((one - two) * M(lam(a, Q(m))) + two * M(lam(a, U(m) * U(m))))
    more, hyp = assume(places_below(SUCC(i), n)), assume(implies(places_below(i, n), claim(i)))
    below_i, at_i = narrower(more, i, n)
    W, bi, ui = V(i), B(i)(a), ux(i)
    own = left(use(at(use(at(moments, lam(v, u(i)(v) * u(i)(v))), W.good(a, ui * ui)), i), at_i))
    once = W.eq(a, ar((bi * bi * ui * ui).eq(bi * ui * ui), at(zero_one, i, a), factors=[ui * ui]))
    sums = [W.linear(a, t) for t in (S(SUCC(i)) * S(SUCC(i)), Q(SUCC(i)), U(SUCC(i)) * U(SUCC(i)))]
    with_others = use(spec(cross, i), at_i)
    step = ar(claim(SUCC(i)), *sums, mp(hyp, below_i), own, once, with_others, factors=[one, two])
    zero = ar(claim(ZERO), none.linear(a, real(0)), factors=[one, two])
    th = induct(i, discharge(places_below(ZERO, n), zero), discharge(hyp.concl, discharge(more.concl, step)))
    return mp(spec(th, n), all_places(n))


@theorem
def bounded_roots(f: Fun(A, R), c: Real):
    """A function with a bounded square is bounded."""
    return applied(implies(each(A, lambda a: f(a) * f(a) <= c), bounded(f)))


@bounded_roots.proof
def _(f, c, small):
    top, e = (1 + c) * HALF, var("e", R)
    low = ar(0 - top <= f(a), spec(small, a), squares=[1 + f(a)])
    high = ar(f(a) <= top, spec(small, a), squares=[1 - f(a)])
    p = lam(e, forall(a, (0 - e <= f(a)) & (f(a) <= e)))
    return same(witness(top, gen(a, conj(low, high)), p), bounded(f))


@theorem
def squared_deviations_from_a_mean(y: Fun(N, N, R), mean: Fun(N, R), m: Nat, d: Nat, S: Real):
    """The squared deviations of m vectors from their mean add up to no more than the squares, m S."""
    return applied(
        implies(
            each(N, lambda i: (num(m) * mean(i)).eq(total(lambda k: y(k)(i), m))),
            each(N, lambda k: square(y(k), d) <= S),
            total(lambda k: square(lambda i: y(k)(i) - mean(i), d), m) <= num(m) * S,
        )
    )


@squared_deviations_from_a_mean.proof
def _(y, mean, m, d, S, is_mean, small):
    gap, by_records = y(k)(i) - mean(i), lambda claim, *facts: spec(
        induct(j, ar(claim(ZERO)), discharge(claim(j), ar(claim(SUCC(j)), assume(claim(j)), *facts))), m)  # fmt: skip
    sum_ = lambda t, n: total(lam(k, t), n)
    squares_, all_ = y(k)(i) * y(k)(i), y(k)(i)
    claim = lambda n: sum_(gap * gap, n).eq(
        sum_(squares_, n) - 2 * mean(i) * sum_(all_, n) + num(n) * mean(i) * mean(i)
    )
    m0 = spec(numbers_are_not_negative.thm, m)
    low = ar(real(0) <= num(m) * (mean(i) * mean(i)), ar(real(0) <= mean(i) * mean(i), squares=[mean(i)]), m0)
    column = ar(sum_(gap * gap, m) <= sum_(squares_, m), by_records(claim), spec(is_mean, i), low, factors=[mean(i)])
    rows = lambda t: at(sums_may_be_exchanged(lam(k, lam(i, t))), m, d)
    th = by_places(lambda n: total(lam(i, sum_(gap * gap, m)), n) <= total(lam(i, sum_(squares_, m)), n), d, column)
    most = by_records(lambda n: sum_(square(y(k), d), n) <= num(n) * S, spec(small, j))
    goal = sum_(square(lam(i, gap), d), m) <= num(m) * S
    return ar(goal, th, rows(gap * gap), rows(squares_), most)


# ---- gradients of batches ------------------------------------------------------------------------------------------
def short(g, G):
    """The gradient of every record has a norm of at most G: the losses are G-Lipschitz."""
    return each(N, lambda k: each(VEC, lambda v: each(N, lambda i: square(g(k)(v), i) <= G * G)))


def slope(g, n, v):
    """The gradient of the mean of the losses of n records at v."""
    return lambda i: over(total(lambda k: g(k)(v)(i), n), num(n))


def batch_slope(g, B, x, n, b, a):
    """The mean gradient of the b records of the batch at the point x."""
    return lambda i: over(total(lambda k: B(k)(a) * g(k)(x(a))(i), n), b)


class Batch:
    """Facts about the coordinates of gradients at the point x of a run."""

    def __init__(self, x, B, n, b, g, G, batch, bound):
        self.x, self.B, self.n, self.b, self.g = x, B, n, b, g
        self.zero_one, self.count, self.moments = parts(batch)
        bk, v = B(k)(a), var("v", VEC)
        low, high = (ar(t, at(self.zero_one, k, a), squares=[1 - bk, bk]) for t in (real(0) <= bk, bk <= 1))
        self.bB = gen(k, use(fact("tests_are_bounded", B(k)), make_test(a, bk, low, high)))
        self.v, gi = v, g(k)(v)(i)
        one = ar(gi * gi <= G * G, at(bound, k, v, SUCC(i)), squares_are_not_negative(g(k)(v), i))
        self.g_bounded = gen(
            i, gen(k, same(use(bounded_roots(lam(v, gi), G * G, A=VEC), gen(v, one)), bounded(lam(v, gi))))
        )
        own = use(bounded_sums(lam(k, lam(v, gi)), A=VEC), spec(self.g_bounded, i))
        self.sum_bounded = gen(i, gen(m_, same(spec(own, m_), bounded(lam(v, total(lam(k, gi), m_))))))
        whole = observable(v, total(lam(k, gi), n) * INV(num(n)), [at(self.sum_bounded, i, n)])
        self.slope_bounded = gen(i, same(whole, bounded(lam(v, total(lam(k, gi), n) * INV(num(n))))))

    def slope(self, i, v):
        """Coordinate i of the gradient of the mean loss at v."""
        return total(lam(k, self.g(k)(v)(i)), self.n) * INV(num(self.n))

    def held(self, i, m):
        """The sum of the gradients of the batch over the first m records, and that it is bounded."""
        t = self.B(k)(a) * self.g(k)(self.x(a))(i)
        known = gen(k, observable(a, t, [spec(self.bB, k), at(self.g_bounded, i, k)]))
        s = total(lam(k, t), m)
        return s, same(at(use(bounded_sums(lam(k, lam(a, t))), known), m), bounded(lam(a, s)))


@theorem
def batch_means_are_unbiased(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), x: Fun(A, VEC), B: Fun(N, A, R), n: Nat, b: Odds, g: Fun(N, VEC, VEC),
    G: Real, h: Fun(VEC, R), i: Nat,
):  # fmt: skip
    """Times any function of the point, the mean gradient of the batch has the mean of that of all records."""
    return applied(implies(
        integral(ig, M), uniform_batch(ig, M, x, B, n, b), short(g, G), real(2) <= num(n),
        ig(lambda a: h(x(a))),
        M(lambda a: batch_slope(g, B, x, n, b, a)(i) * h(x(a))).eq(M(lambda a: slope(g, n, x(a))(i) * h(x(a)))),
    ))  # fmt: skip


@batch_means_are_unbiased.proof
def _(ig, M, x, B, n, b, g, G, h, i, b1, iM, batch, bound, n2, good):
    F = Batch(x, B, n, b, g, G, batch, bound)
    (ub, _), (un, _) = positive(b, b1), positive(num(n), ar(real(1) <= num(n), n2))
    one, t = over(b, num(n)), var("t", N)
    S = lambda m: F.held(i, m)
    U = lambda m: total(lam(k, g(k)(x(a))(i)), m)
    hx = h(x(a))
    claim = lambda m: M(lam(a, S(m)[0] * hx)).eq(one * M(lam(a, U(m) * hx)))
    more, hyp = assume(places_below(SUCC(t), n)), assume(implies(places_below(t, n), claim(t)))
    below_, at_ = narrower(more, t, n)
    facts = [S(t)[1], at(F.sum_bounded, i, t), at(F.g_bounded, i, t), spec(F.bB, t)]
    W = Mean(iM, *facts, inside=[same(good, ig(lam(a, hx)))])
    v = F.v
    single = left(use(at(use(at(F.moments, lam(v, g(t)(v)(i) * h(v))), W.good(a, g(t)(x(a))(i) * hx)), t), at_))
    lines = [W.linear(a, S(SUCC(t))[0] * hx), W.linear(a, U(SUCC(t)) * hx)]
    step = ar(claim(SUCC(t)), *lines, mp(hyp, below_), single, factors=[one])
    zero = ar(claim(ZERO), W.linear(a, real(0)), factors=[one])
    th = induct(t, discharge(places_below(ZERO, n), zero), discharge(hyp.concl, discharge(more.concl, step)))
    th = mp(spec(th, n), all_places(n))
    W = Mean(iM, S(n)[1], at(F.sum_bounded, i, n), inside=[same(good, ig(lam(a, hx)))])
    left_, right_ = W.linear(a, S(n)[0] * INV(b) * hx), W.linear(a, U(n) * INV(num(n)) * hx)
    return ar(
        batch_means_are_unbiased.conclusion,
        left_,
        right_,
        th,
        ub,
        un,
        factors=[INV(b), INV(num(n)) * M(lam(a, U(n) * hx))],
    )


@theorem(place="dp-lssgd, App. A.2, Eq. (8)", claims="variance-of-a-batch-mean")
def deviation_of_a_batch_mean(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), x: Fun(A, VEC), B: Fun(N, A, R), n: Nat, b: Odds, g: Fun(N, VEC, VEC),
    G: Real, d: Nat, l: Fun(N, R),
):  # fmt: skip
    """The mean of a batch deviates in mean square by (n - b)/(b (n - 1)) S/n <= G^2/b, and by less in A^-1."""
    dev = lambda a: lambda i: batch_slope(g, B, x, n, b, a)(i) - slope(g, n, x(a))(i)
    spread = lambda a: total(lambda k: square(lambda i: g(k)(x(a))(i) - slope(g, n, x(a))(i), d), n)
    S, V = M(function(A, spread)), M(function(A, lambda a: square(dev(a), d)))
    other = M(lambda a: total(lambda i: over(dev(a)(i) * dev(a)(i), l(i)), d))
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), M(lambda a: 1).eq(1), uniform_batch(ig, M, x, B, n, b), short(g, G),
        real(2) <= num(n), b <= num(n), each(N, lambda i: real(1) <= l(i)),
        (V.eq(over(num(n) - b, b * (num(n) - 1)) * over(S, num(n))) & (num(n) * (G * G) >= S))
        & ((over(G * G, b) >= V) & (other <= V)),
    ))  # fmt: skip


@deviation_of_a_batch_mean.proof
def _(ig, M, x, B, n, b, g, G, d, l, b1, iM, one_, unit, batch, bound, n2, bn, l1):
    F, nn = Batch(x, B, n, b, g, G, batch, bound), num(n)
    (ub, ib), (un, in_), (up, ip) = (
        positive(b, b1),
        positive(nn, ar(real(1) <= nn, n2)),
        positive(nn - 1, ar(real(1) <= nn - 1, n2)),
    )
    v = F.v
    gap = lambda i, v: g(k)(v)(i) - F.slope(i, v)
    u = lam(k, lam(v, gap(i, v)))
    bu = gen(k, same(observable(v, gap(i, v), [at(F.g_bounded, i, k), at(F.sum_bounded, i, n)]), bounded(u(k))))
    th = use(square_of_a_sum_over_a_batch(ig, M, x, B, n, b, u), iM, one_, batch, bu)
    xa, dev = x(a), F.held(i, n)[0] * INV(b) - F.slope(i, x(a))
    by_records = lambda claim, *facts, factors=(): spec(
        induct(j, ar(claim(ZERO)), discharge(claim(j), ar(claim(SUCC(j)), assume(claim(j)), *facts, factors=factors))),
        n)  # fmt: skip
    sum_ = lambda t, n: total(lam(k, t), n)
    # the deviations of all records add up to 0, those of the batch to b times that of its mean
    flat = by_records(lambda n: sum_(gap(i, xa), n).eq(sum_(g(k)(xa)(i), n) - num(n) * F.slope(i, xa)))
    flat = ar(sum_(gap(i, xa), n).eq(0), flat, un, factors=[sum_(g(k)(xa)(i), n)])
    held = by_records(lambda n: sum_(B(k)(a) * gap(i, xa), n).eq(
        sum_(B(k)(a) * g(k)(xa)(i), n) - sum_(B(k)(a), n) * F.slope(i, xa)), factors=[F.slope(i, xa)])  # fmt: skip
    held = ar(
        (sum_(B(k)(a) * gap(i, xa), n) * INV(b)).eq(dev),
        held,
        spec(F.count, a),
        ub,
        factors=[INV(b), F.slope(i, xa), INV(b) * F.slope(i, xa)],
    )
    S0, U0, Q = sum_(B(k)(a) * gap(i, xa), n), sum_(gap(i, xa), n), sum_(gap(i, xa) * gap(i, xa), n)
    in_x = [at(F.g_bounded, i, k), at(F.sum_bounded, i, n), spec(F.bB, k)]
    bounded_ = lambda t: same(
        at(use(bounded_sums(lam(k, lam(a, t))), gen(k, observable(a, t, in_x))), n), bounded(lam(a, sum_(t, n)))
    )
    known = [
        bounded_(B(k)(a) * gap(i, xa)),
        bounded_(gap(i, xa)),
        bounded_(gap(i, xa) * gap(i, xa)),
        F.held(i, n)[1],
        at(F.sum_bounded, i, n),
    ]
    W = Mean(iM, *known, inside=[one_])
    c = INV(b) * INV(b) * (over(b, nn) - over(b * (b - 1), nn * (nn - 1)))
    first = W.eq_by(a, ar((dev * dev).eq(INV(b) * INV(b) * (S0 * S0)), held, factors=[dev, INV(b) * S0]))
    none = W.eq_by(a, ar((U0 * U0).eq(0), flat, factors=[U0]))
    goal = M(lam(a, dev * dev)).eq(c * M(lam(a, Q)))
    place_ = ar(goal, first, none, th, factors=[INV(b) * INV(b), over(b * (b - 1), nn * (nn - 1)) * INV(b) * INV(b)])
    # all coordinates
    add = lambda t: at(
        use(means_of_sums(ig, M, lam(i, lam(a, t))), iM, one_, gen(i, to(W.good(a, t), ig(lam(a, t))))), d
    )
    devs, spreads, other = add(dev * dev), add(Q), add(dev * dev * INV(l(i)))
    over_i = lambda t, n: total(lam(i, t), n)
    V, V_, O_ = (M(lam(a, over_i(t, d))) for t in (dev * dev, Q, dev * dev * INV(l(i))))
    summed_ = by_places(
        lambda n: over_i(M(lam(a, dev * dev)), n).eq(c * over_i(M(lam(a, Q)), n)), d, place_, factors=[c]
    )
    # the spread, its coordinates summed first
    square_gap = gap(i, xa) * gap(i, xa)
    exchange = ext(a, at(sums_may_be_exchanged(lam(k, lam(i, square_gap))), n, d))
    f, spread = var("f", NUMBER.ty), lam(a, sum_(over_i(square_gap, d), n))
    good = to(replace(exchange, to(left(spreads), ig(lam(a, over_i(Q, d)))), lam(f, ig(f))), ig(spread))
    equal = to(replace(exchange, refl(V_), lam(f, eq(V_, M(f)))), V_.eq(M(spread)))
    y, mean = lam(k, g(k)(xa)), lam(i, F.slope(i, xa))
    is_mean = gen(i, ar((nn * F.slope(i, xa)).eq(sum_(g(k)(xa)(i), n)), un, factors=[sum_(g(k)(xa)(i), n)]))
    most = use(squared_deviations_from_a_mean(y, mean, n, d, G * G), is_mean, gen(k, at(bound, k, xa, d)))
    most = Mean(iM, inside=[good, one_]).le(a, to(most, sum_(over_i(square_gap, d), n) <= nn * (G * G)))
    S = M(spread)
    top = ar(nn * (G * G) >= S, most, unit, factors=[nn * G * G])
    # numbers: 0 <= (n - b)/(b (n - 1)) <= 1/b
    s, t = var("s", R), var("t", R)
    share = lambda s, t: over(t - s, s * (t - 1))
    numbers = algebra(implies(real(1) <= s, s <= t, real(2) <= t, (
        (INV(s) * INV(s) * (over(s, t) - over(s * (s - 1), t * (t - 1)))).eq(share(s, t) * INV(t))
        & ((real(0) <= share(s, t)) & (share(s, t) <= INV(s))))))  # fmt: skip
    same_c, low, high = parts(use(at(gen(s, gen(t, numbers)), b, nn), b1, bn, n2))
    value = ar(V.eq(share(b, nn) * over(S, nn)), right(devs), right(spreads), summed_, equal, same_c, factors=[S])
    mean_ = ar(over(S, nn) <= G * G, top, un, in_, hints=[(0, 2)], factors=[G * G])
    least = ar(over(G * G, b) >= V, value, ar(share(b, nn) * over(S, nn) <= share(b, nn) * (G * G), mean_, low),
               ar(share(b, nn) * (G * G) <= INV(b) * (G * G), high, squares=[G]))  # fmt: skip
    # in the norm of the inverse
    ul, il = positive(l(i), spec(l1, i))
    less = ar(INV(l(i)) <= 1, ar(real(0) <= (l(i) - 1) * INV(l(i)), spec(l1, i), il), ul)
    square_ = W.le(a, ar(real(0) <= dev * dev, squares=[dev]))
    square_ = ar(real(0) <= M(lam(a, dev * dev)), square_, W.linear(a, dev * dev), W.linear(a, real(0)))
    v_ = M(lam(a, dev * dev))
    part = ar(M(lam(a, dev * dev * INV(l(i)))) <= v_, ar(v_ * INV(l(i)) <= v_, less, square_),
              W.linear(a, dev * dev), W.linear(a, dev * dev * INV(l(i))), factors=[INV(l(i))])  # fmt: skip
    parts_ = by_places(lambda n: over_i(M(lam(a, dev * dev * INV(l(i)))), n) <= over_i(v_, n), d, part)
    return conj(conj(value, top), conj(least, ar(O_ <= V, parts_, right(other), right(devs))))
