"""Steps with the gradient of a batch and with noise: the expected distance from a point after a step."""

from sdp_proofs.logic.theories.batch_gradients import *
from sdp_proofs.logic.vocabulary import *

a, h_, i, j, k, m_, r = (var(name, t) for name, t in zip("ahijkmr", (A, fn(fn(N, R), R), N, N, N, N, N), strict=True))


# ---- noise ---------------------------------------------------------------------------------------------------------
def fresh_noise(ig, M, x, B, q, v):
    """Noise q(i) in every coordinate: mean 0, variance v, independent of the point x and of the batch."""
    of = lambda h: lambda a: h(x(a))(function(N, lambda k: B(k)(a)))
    return each(N, lambda i: ig(q(i)) & ig(lambda a: q(i)(a) * q(i)(a)) & M(lambda a: q(i)(a) * q(i)(a)).eq(v)) & each(
        Fun(VEC, VEC, R), lambda h: implies(
            ig(function(A, of(h))),
            each(N, lambda i: ig(lambda a: q(i)(a) * of(h)(a)) & M(lambda a: q(i)(a) * of(h)(a)).eq(0))))  # fmt: skip


@theorem
def noisy_step_of_a_number(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), w: NUMBER, D: Bounded[A], m: Bounded[A], q: NUMBER, eta: Real, l: Odds,
    v: Real,
):  # fmt: skip
    """One coordinate of a noisy step: products with the deviation of the batch and with the noise have mean 0."""
    y = lambda a: w(a) - eta * over(m(a) + q(a), l)
    spread = M(lambda a: D(a) * D(a)) + M(lambda a: (m(a) - D(a)) * (m(a) - D(a))) + v
    zero = lambda f: M(lambda a: q(a) * f(a)).eq(0)
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), ig(w), ig(lambda a: w(a) * w(a)), ig(q), ig(lambda a: q(a) * q(a)),
        ig(lambda a: q(a) * w(a)), M(lambda a: m(a) * w(a)).eq(M(lambda a: D(a) * w(a))),
        M(lambda a: m(a) * D(a)).eq(M(lambda a: D(a) * D(a))), zero(w), zero(m), zero(D),
        M(lambda a: q(a) * q(a)).eq(v),
        ((ig(y) & ig(lambda a: y(a) * y(a))) & M(lambda a: l * (y(a) * y(a))).eq(
            M(lambda a: l * (w(a) * w(a))) - 2 * eta * M(lambda a: D(a) * w(a)) + eta * eta * (INV(l) * spread)))
        & (M(lambda a: over(m(a) + q(a), l) * over(m(a) + q(a), l)).eq(INV(l) * INV(l) * spread)
           & M(lambda a: D(a) * over(m(a) + q(a), l)).eq(INV(l) * M(lambda a: D(a) * D(a)))),
    ))  # fmt: skip


@noisy_step_of_a_number.proof
def _(ig, M, w, D, m, q, eta, l, v, bD, bm, l1, iM, one_, iw, iww, iq, iqq, iqw, mw, mD, qw, qm, qD, qq):
    (u, _), (W_, D_, m, q), L = positive(l, l1), (f(a) for f in (w, D, m, q)), INV(l)
    inside = [to(th, ig(lam(a, t))) for th, t in ((iww, W_ * W_), (iqw, q * W_), (iqq, q * q), (iw, W_), (iq, q))]
    V = Mean(iM, bD, bm, inside=[*inside, one_])
    y, p = W_ - eta * ((m + q) * L), (m + q) * L
    good = conj(to(V.good(a, y), ig(lam(a, y))), to(V.good(a, y * y), ig(lam(a, y * y))))
    means = lambda t: M(lam(a, t))
    spread = means(D_ * D_) + means((m - D_) * (m - D_)) + v
    known = [*(V.linear(a, t) for t in (l * (W_ * W_), (m - D_) * (m - D_))), mw, mD, qw, qm, qD, qq]
    first = means(l * (y * y)).eq(means(l * (W_ * W_)) - 2 * eta * means(D_ * W_) + eta * eta * (L * spread))
    point_ = ar((l * (y * y)).eq(l * W_ * W_ - 2 * eta * (m + q) * W_ + eta * eta * L * (m + q) * (m + q)), u,
                factors=[eta * (m + q) * W_, eta * eta * L * (m + q) * (m + q)])  # fmt: skip
    first = ar(first, V.eq_by(a, point_), *known, factors=[eta, eta * eta * L])
    second = ar(means(p * p).eq(L * L * spread), V.linear(a, p * p), *known, factors=[L * L])
    third = ar(means(D_ * p).eq(L * means(D_ * D_)), V.linear(a, D_ * p), *known, factors=[L])
    return conj(conj(good, first), conj(second, third))


# ---- steps ---------------------------------------------------------------------------------------------------------
def has_squares(ig, x):
    """The coordinates of the random point x and their squares have means."""
    return each(N, lambda i: ig(lambda a: x(a)(i)) & ig(lambda a: x(a)(i) * x(a)(i)))


def stepped(g, B, q, x, n, b, eta, l):
    """The point after a step x - eta A^-1 (mean gradient of the batch + noise); A has the eigenvalues l."""
    move = lambda a, i: over(batch_slope(g, B, x, n, b, a)(i) + q(i)(a), l(i))
    return function(A, lambda a: function(N, lambda i: x(a)(i) - eta * move(a, i)))


def setting(ig, M, g, G, n, b, l):
    """The premises on means, records, batch size and eigenvalues."""
    return [
        integral(ig, M), ig(lambda a: 1), M(lambda a: 1).eq(1), short(g, G), real(2) <= num(n), b <= num(n),
        each(N, lambda i: real(1) <= l(i)),
    ]  # fmt: skip


def draws_of(ig, M, x, B, q, n, b, v):
    """The premises on the point, the batch and the noise of a step."""
    return [has_squares(ig, x), uniform_batch(ig, M, x, B, n, b), fresh_noise(ig, M, x, B, q, v)]


class Step(Batch):
    """Facts about coordinate i of a step from x, with z in place of the optimum."""

    def __init__(self, ig, M, x, B, q, n, b, g, G, v, l, eta, z, b1, known, drawn):
        self.iM, self.one, self.unit, bound, self.n2, self.bn, self.l1 = known
        squares_, batch, noise = drawn
        super().__init__(x, B, n, b, g, G, batch, bound)
        self.ig, self.M, self.l, self.eta, self.known, self.drawn = ig, M, l(i), eta, known, drawn
        ub, _ = positive(b, b1)
        self.m, self.m_bounded = self.held(i, n)
        self.D, qa, c = self.slope(i, x(a)), q(i)(a), var("c", VEC)
        self.m, self.w, self.q = self.m * INV(b), x(a)(i) - z(i), qa
        ix, ixx = parts(spec(squares_, i))
        first, mixed = left(body_of(noise)), right(body_of(noise))
        iq, iqq, qq = parts(spec(first, i))
        facts = [self.m_bounded, at(self.sum_bounded, i, n)]
        own = [to(th, ig(lam(a, t))) for th, t in ((ixx, x(a)(i) * x(a)(i)), (iqq, qa * qa), (ix, x(a)(i)), (iq, qa))]
        V = Mean(self.iM, *facts, inside=[*own, self.one])
        number = lambda t: to(V.good(a, t), ig(lam(a, t)))
        self.bm, self.bD = (same(observable(a, t, facts), bounded(lam(a, t))) for t in (self.m, self.D))
        flat = lam(self.v, lam(c, self.v(i) - z(i))), lam(self.v, lam(c, self.slope(i, self.v)))
        batch_h = lam(self.v, lam(c, total(lam(k, c(k) * g(k)(self.v)(i)), n) * INV(b)))
        with_noise = lambda h, t: parts(
            at(use(at(mixed, h), to(number(t), ig(lam(a, normal(h(x(a))(lam(k, B(k)(a)))))))), i)
        )
        (iqw, qw), (_, qm), (_, qD) = (
            with_noise(h, t) for h, t in zip((flat[0], batch_h, flat[1]), (self.w, self.m, self.D), strict=True)
        )
        unbiased = lambda h, t: use(
            batch_means_are_unbiased(ig, M, x, B, n, b, g, G, h, i), b1, self.iM, batch, bound, self.n2,
            to(number(t), ig(lam(a, h(x(a))))))  # fmt: skip
        mw, mD = unbiased(lam(self.v, self.v(i) - z(i)), self.w), unbiased(lam(self.v, self.slope(i, self.v)), self.D)
        f = lambda t: lam(a, t)
        th = noisy_step_of_a_number(ig, M, f(self.w), f(self.D), f(self.m), f(qa), eta, self.l, v)
        th = use(
            th,
            self.bD,
            self.bm,
            spec(self.l1, i),
            self.iM,
            self.one,
            number(self.w),
            number(self.w * self.w),
            iq,
            iqq,
            iqw,
            mw,
            mD,
            qw,
            qm,
            qD,
            qq,
        )
        self.distance, self.square_, self.product_ = left(th), left(right(th)), right(right(th))
        iqx = left(at(use(at(mixed, lam(self.v, lam(c, self.v(i)))), to(own[2], ig(lam(a, x(a)(i))))), i))
        self.V = Mean(self.iM, *facts, inside=[own[0], to(iqx, ig(lam(a, qa * x(a)(i)))), *own[1:], self.one])

    def number(self, t):
        """The random number t has a mean."""
        return to(self.V.good(a, t), self.ig(lam(a, t)))

    def add(self, t, d):
        """The sum over the first d coordinates has a mean, the sum of the means."""
        f = lam(i, lam(a, t))
        th = at(
            use(means_of_sums(self.ig, self.M, f), self.iM, self.one, gen(i, to(self.number(t), self.ig(lam(a, t))))), d
        )
        s = total(lam(i, t), d)
        return to(left(th), self.ig(lam(a, s))), to(
            right(th), self.M(lam(a, s)).eq(total(lam(i, self.M(lam(a, t))), d))
        )


def weigh(l, f, d):
    """The squared norm of f in the norm of A, over d modes."""
    return total(lambda i: l(i) * (f(i) * f(i)), d)


@theorem
def expected_distance_after_a_step(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), g: Fun(N, VEC, VEC), G: Real, n: Nat, b: Odds, l: Fun(N, R), x: Fun(A, VEC),
    B: Fun(N, A, R), q: Fun(N, A, R), v: Real, eta: Real, z: VEC, d: Nat,
):  # fmt: skip
    """The expected squared distance from z after a step, in the norm of A, and what has a mean."""
    D, y = lambda a: slope(g, n, x(a)), stepped(g, B, q, x, n, b, eta, l)
    far = lambda x: function(A, lambda a: weigh(l, lambda i: x(a)(i) - z(i), d))
    along = function(A, lambda a: total(lambda i: D(a)(i) * (x(a)(i) - z(i)), d))
    steep = function(A, lambda a: square(D(a), d))
    return applied(implies(
        *setting(ig, M, g, G, n, b, l), *draws_of(ig, M, x, B, q, n, b, v),
        (has_squares(ig, y) & (ig(far(x)) & ig(along) & ig(steep)))
        & (M(far(y)) <= M(far(x)) - 2 * eta * M(along)
           + eta * eta * (M(steep) + over(G * G, b) + v * total(lambda i: INV(l(i)), d))),
    ))  # fmt: skip


@expected_distance_after_a_step.proof
def _(ig, M, g, G, n, b, l, x, B, q, v, eta, z, d, b1, *premises):
    F = Step(ig, M, x, B, q, n, b, g, G, v, l, eta, z, b1, premises[:7], premises[7:])
    V, means, p = F.V, lambda t: M(lam(a, t)), (F.m + F.q) * INV(F.l)
    y, dev = x(a)(i) - eta * p, F.m - F.D
    far = F.l * ((y - z(i)) * (y - z(i)))
    squares_ = gen(i, conj(F.number(y), F.number(y * y)))
    terms = [F.l * (F.w * F.w), F.D * F.w, F.D * F.D, dev * dev, far]
    (i_far, s_far), (i_along, s_along), (i_steep, s_steep), (_, s_dev), (_, s_new) = (F.add(t, d) for t in terms)
    old = F.l * ((F.w - eta * p) * (F.w - eta * p))
    moved_ = ar(means(far).eq(means(old)), V.linear(a, far), V.linear(a, old))
    ul, il = positive(F.l, spec(F.l1, i))
    less = ar(INV(F.l) <= 1, ar(real(0) <= (F.l - 1) * INV(F.l), spec(F.l1, i), il), ul)
    positive_ = lambda t: ar(
        real(0) <= means(t * t), V.le(a, ar(real(0) <= t * t, squares=[t])), V.linear(a, t * t), V.linear(a, real(0))
    )
    sum_ = means(F.D * F.D) + means(dev * dev)
    small = ar(INV(F.l) * sum_ <= sum_, less, ar(real(0) <= sum_, positive_(F.D), positive_(dev)))
    small = ar(eta * eta * (INV(F.l) * sum_) <= eta * eta * sum_, small, squares=[eta])
    rest = lambda n: (
        total(lam(i, means(F.D * F.D)), n) + total(lam(i, means(dev * dev)), n) + v * total(lam(i, INV(l(i))), n)
    )
    claim = lambda n: total(lam(i, means(far)), n) <= total(lam(i, means(F.l * (F.w * F.w))), n) - 2 * eta * total(
        lam(i, means(F.D * F.w)), n) + eta * eta * rest(n)  # fmt: skip
    one_place = means(F.l * (F.w * F.w)) - 2 * eta * means(F.D * F.w) + eta * eta * (sum_ + v * INV(F.l))
    place_ = ar(means(far) <= one_place, moved_, right(F.distance), small)
    whole = by_places(claim, d, place_)
    dev_ = use(
        deviation_of_a_batch_mean(ig, M, x, B, n, b, g, G, d, l),
        b1,
        *premises[:3],
        premises[8],
        premises[3],
        *premises[4:7],
    )
    dev_ = parts(dev_)[2]
    dev_ = ar(eta * eta * means(total(lam(i, dev * dev), d)) <= eta * eta * over(G * G, b), dev_, squares=[eta])
    end = binary(expected_distance_after_a_step.conclusion, "and")[1]
    end = ar(end, whole, s_far, s_along, s_steep, s_dev, s_new, dev_, factors=[eta, eta * eta])
    return conj(conj(squares_, conj(conj(i_far, i_along), i_steep)), end)
