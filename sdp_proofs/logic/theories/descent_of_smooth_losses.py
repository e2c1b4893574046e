"""Descent of smooth losses that need not be convex: the loss after a step, sums of squared gradients, Theorem 7."""

from sdp_proofs.logic.theories.noisy_descent import *
from sdp_proofs.logic.vocabulary import *

a, i, j, k, t, u = var("a", A), var("i", N), var("j", N), var("k", N), var("t", N), var("u", fn(A, fn(N, R)))


def steepness(M, g, n, l, d, x):
    """The expected squared gradient at x in the norm of A^-1."""
    D = lambda a: slope(g, n, x(a))
    return M(lambda a: total(lambda i: over(D(a)(i) * D(a)(i), l(i)), d))


def smooth_losses(F, g, G, L, n, d):
    """F is L-smooth, and the records' gradients have norms of at most G."""
    return [short(g, G), below(0, L), smooth_loss(F, full_slope(g, n), L, d)]


@theorem(place="dp-lssgd, App. A.3, second display", claims="expected-loss-after-a-step")
def expected_loss_after_a_step(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, n: Nat, b: Odds,
    d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(A, VEC), B: Fun(N, A, R), q: Fun(N, A, R), v: Real, eta: Real,
):  # fmt: skip
    """A step lowers the expected loss by eta (1 - L eta/2) |grad F|^2 in A^-1, up to L eta^2/2 (G^2/b + d beta v)."""
    l = modes(s, c)
    y = stepped(g, B, q, x, n, b, eta, l)
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *smooth_losses(F, g, G, L, n, d), *draws_of(ig, M, x, B, q, n, b, v),
        ig(lambda a: F(x(a))), ig(lambda a: F(y(a))),
        mean_loss(M, F, y) <= mean_loss(M, F, x) - eta * (1 - L * eta * HALF) * steepness(M, g, n, l, d, x)
        + L * (eta * eta) * HALF * V,
    ))  # fmt: skip


@expected_loss_after_a_step.proof
def _(ig, M, F, g, G, L, n, b, d, s, c, x, B, q, v, eta, b1, s0, iM, one_, unit, n2, bn, d1, cos, bound, L0,
      smooth_, squares_, batch, noise, iF, iG):  # fmt: skip
    l = modes(s, c)
    l1 = same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= l(i)))
    known, drawn = (iM, one_, unit, bound, n2, bn, l1), (squares_, batch, noise)
    S = Step(ig, M, x, B, q, n, b, g, G, v, l, eta, lam(i, real(0)), b1, known, drawn)
    W, means, D, dev = S.V, lambda t: M(lam(a, t)), S.D, S.m - S.D
    p, v_ = (S.m + S.q) * INV(S.l), INV(S.l)
    (i_along, s_along), (i_far, s_far), (_, s_steep), (_, s_dev) = (
        S.add(t, d) for t in (D * p, p * p, D * D * v_, dev * dev)
    )
    along, far, xa = total(lam(i, D * p), d), total(lam(i, p * p), d), x(a)
    # the loss along the step, for each outcome
    y, grad = lam(i, xa(i) - eta * p), lam(i, D)
    move = lam(i, y(i) - xa(i))
    one = by_places(lambda n: inner(grad, move, n).eq(0 - eta * total(lam(i, D * p), n)), d, factors=[eta])
    two = by_places(lambda n: inner(move, move, n).eq(eta * eta * total(lam(i, p * p), n)), d, factors=[eta * eta])
    plane = to(at(smooth_, xa, y), F(y) <= F(xa) + inner(grad, move, d) + L * HALF * inner(move, move, d))
    plane = ar(F(y) <= F(xa) - eta * along + L * HALF * (eta * eta) * far, plane, one, two, factors=[L])
    U = Mean(
        iM,
        inside=[
            to(iF, ig(lam(a, F(xa)))),
            to(iG, ig(lam(a, F(y)))),
            to(i_along, ig(lam(a, along))),
            to(i_far, ig(lam(a, far))),
        ],
    )
    plane = U.le(a, plane)
    # each coordinate
    ul, il = positive(S.l, spec(l1, i))
    less = ar(v_ <= 1, ar(real(0) <= (S.l - 1) * v_, spec(l1, i), il), ul)
    positive_ = lambda t: ar(
        real(0) <= means(t * t), W.le(a, ar(real(0) <= t * t, squares=[t])), W.linear(a, t * t), W.linear(a, real(0))
    )
    DD, dd = means(D * D), means(dev * dev)
    once = ar(v_ * v_ * DD <= v_ * DD, ar(v_ * DD <= DD, less, positive_(D)), il)
    twice = ar(
        v_ * v_ * dd <= dd,
        ar(v_ * dd <= dd, less, positive_(dev)),
        ar(v_ * (v_ * dd) <= v_ * dd, ar(v_ * dd <= dd, less, positive_(dev)), il),
    )
    steep = W.linear(a, D * D * v_)
    steep = ar(means(D * D * v_).eq(v_ * DD), steep, W.linear(a, D * D), factors=[v_])
    small = ar(means(p * p) <= means(D * D * v_) + dd + v * (v_ * v_), S.square_, once, twice, steep)
    sums = lambda t, n: total(lam(i, t), n)
    claim = lambda n: sums(means(p * p), n) <= sums(means(D * D * v_), n) + sums(dd, n) + v * sums(v_ * v_, n)
    small = by_places(claim, d, small)
    equal = by_places(lambda n: sums(means(D * p), n).eq(sums(means(D * D * v_), n)), d, S.product_, steep)
    dev_ = deviation_of_a_batch_mean(ig, M, x, B, n, b, g, G, d, l)
    dev_ = parts(use(dev_, b1, iM, one_, unit, batch, bound, n2, bn, l1))[2]
    ud, _ = positive(num(d), d1)
    beta = ar((num(d) * power_mean(s, c, d, 2)).eq(sums(v_ * v_, d)), ud, factors=[sums(v_ * v_, d)])
    R_ = means(total(lam(i, D * D * v_), d))
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    far_ = ar(means(far) <= R_ + V, small, s_far, s_steep, s_dev, dev_, beta, factors=[v])
    Lp = use(ax("total", L, 0), L0)
    far_ = ar(
        L * (eta * eta * means(far)) <= L * (eta * eta * (R_ + V)),
        ar(eta * eta * means(far) <= eta * eta * (R_ + V), far_, squares=[eta]),
        Lp,
    )
    along_ = ar(means(along).eq(R_), s_along, equal, s_steep)
    return ar(expected_loss_after_a_step.conclusion, plane, along_, far_, factors=[eta])


@theorem(place="dp-lssgd, App. A.3, sum over T", claims="weighted-sums-from-zero")
def weighted_sums_from_zero(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, n: Nat, b: Odds,
    d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    eta: Fun(N, Nonneg), start: VEC,
):  # fmt: skip
    """The loss after T steps, each of its own size of at most 1/L, with half of the squared gradients times steps."""
    l = modes(s, c)
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    paid = lambda T: total(lambda t: eta(t) * steepness(M, g, n, l, d, x(t)), T)
    had = lambda T: F(start) + total(lambda t: eta(t) * eta(t), T) * L * HALF * V
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *smooth_losses(F, g, G, L, n, d), each(N, lambda t: eta(t) * L <= 1),
        *run_of(ig, M, x, B, q, n, b, v, g, eta, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        each(N, lambda T: mean_loss(M, F, x(T)) + HALF * paid(T) <= had(T)),
    ))  # fmt: skip


@weighted_sums_from_zero.proof
def _(ig, M, F, g, G, L, n, b, d, s, c, x, B, q, v, eta, start, b1, s0, e0, iM, one_, unit, n2, bn, d1, cos, bound, L0,
      smooth_, short_, *run_and_loss):  # fmt: skip
    *run, iF = run_and_loss
    first, moves, batches, noises = run
    l = modes(s, c)
    l1 = same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= l(i)))
    squares_ = points_of_a_run_have_squares(ig, M, g, G, n, b, l, x, B, q, v, eta, start)
    squares_ = use(squares_, b1, iM, one_, unit, bound, n2, bn, l1, *run)
    now, loss = stepped(g, B(t), q(t), x(t), n, b, eta(t), l), lambda x: mean_loss(M, F, x)
    has_mean = lambda x: ig(lam(a, F(x(a))))
    later = to(replace(spec(moves, t), to(spec(iF, SUCC(t)), has_mean(x(SUCC(t)))), lam(u, has_mean(u))), has_mean(now))
    th = expected_loss_after_a_step(ig, M, F, g, G, L, n, b, d, s, c, x(t), B(t), q(t), v, eta(t))
    th = use(th, b1, s0, iM, one_, unit, n2, bn, d1, cos, bound, L0, smooth_, spec(squares_, t),
             spec(batches, t), spec(noises, t), spec(iF, t), later)  # fmt: skip
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    R_, e = steepness(M, g, n, l, d, x(t)), eta(t)
    top = loss(x(t)) - e * (1 - L * e * HALF) * R_ + L * (e * e) * HALF * V
    step = to(
        replace(symmetric(spec(moves, t)), to(th, loss(now) <= top), lam(u, loss(u) <= top)), loss(x(SUCC(t))) <= top
    )
    # the squared gradients are not negative
    known, drawn = (iM, one_, unit, bound, n2, bn, l1), (spec(squares_, t), spec(batches, t), spec(noises, t))
    S = Step(ig, M, x(t), B(t), q(t), n, b, g, G, v, l, real(0), lam(i, real(0)), b1, known, drawn)
    ul, il = positive(S.l, spec(l1, i))
    one = ar(real(0) <= S.D * S.D * INV(S.l), ar(real(0) <= S.D * S.D, squares=[S.D]), il)
    i_steep, _ = S.add(S.D * S.D * INV(S.l), d)
    low = by_places(lambda n: real(0) <= total(lam(i, S.D * S.D * INV(S.l)), n), d, one)
    low = ar(real(0) <= R_, Mean(iM, inside=[i_steep, one_]).le(a, low))
    half = ar(e * (1 - L * e * HALF) * R_ >= HALF * e * R_, ar(real(0) <= e * R_, low, spec(e0, t)), spec(short_, t))
    W = Mean(iM, inside=[one_])
    base = replace(symmetric(first), refl(loss(lam(a, start))), lam(u, eq(loss(lam(a, start)), loss(u))))
    base = ar(loss(x(ZERO)).eq(F(start)), base, W.linear(a, F(start)), unit, factors=[F(start)])
    claim = lambda T: loss(x(T)) + HALF * total(lam(t, e * R_), T) <= F(start) + total(lam(t, e * e), T) * L * HALF * V
    return induct(t, ar(claim(ZERO), base), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), step, half)))


@theorem(place="dp-lssgd, App. A.3, fixed step size", claims="sums-from-zero")
def sums_from_zero(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, n: Nat, b: Odds,
    d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real, eta: Nonneg,
    start: VEC,
):  # fmt: skip
    """The loss after T equal steps of at most 1/L: E F(w^T) + eta/2 sum |grad F|^2 <= F(w^0) + T eta^2 L/2 V."""
    l, steps = modes(s, c), function(N, lambda t: eta)
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    paid = lambda T: total(lambda t: steepness(M, g, n, l, d, x(t)), T)
    had = lambda T: F(start) + num(T) * (eta * eta) * L * HALF * V
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *smooth_losses(F, g, G, L, n, d), eta * L <= 1,
        *run_of(ig, M, x, B, q, n, b, v, g, steps, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        each(N, lambda T: mean_loss(M, F, x(T)) + eta * HALF * paid(T) <= had(T)),
    ))  # fmt: skip


@sums_from_zero.proof
def _(ig, M, F, g, G, L, n, b, d, s, c, x, B, q, v, eta, start, b1, s0, e0, *premises):
    before, short_, more, steps = premises[:10], premises[10], premises[11:], lam(t, eta)
    th = weighted_sums_from_zero(ig, M, F, g, G, L, n, b, d, s, c, x, B, q, v, steps, start)
    th = use(th, b1, s0, to(gen(t, e0), forall(t, real(0) <= steps(t))), *before,
             to(gen(t, short_), forall(t, steps(t) * L <= 1)), *more)  # fmt: skip
    l, V = modes(s, c), over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    R_ = steepness(M, g, n, l, d, x(t))
    one = lambda T: total(lam(t, eta * R_), T).eq(eta * total(lam(t, R_), T))
    two = lambda T: total(lam(t, eta * eta), T).eq(num(T) * eta * eta)
    add = lambda claim: spec(
        induct(t, ar(claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), factors=[eta]))), t
    )
    goal = mean_loss(M, F, x(t)) + eta * HALF * total(lam(t, R_), t) <= F(start) + num(t) * (eta * eta) * L * HALF * V
    return gen(t, ar(goal, spec(th, t), add(one), add(two), factors=[L * V]))


@theorem(place="dp-lssgd, Theorem 7; App. A.3, average iterate", claims="utility-of-smooth-nonconvex-losses")
def utility_of_smooth_nonconvex_losses(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    eta: Real, start: VEC, T: Nat,
):  # fmt: skip
    """Over the first T points the mean of E|grad F|^2 in A^-1 is at most 2 D_F/(eta T) + eta L V: 1/sqrt(T) too."""
    l, steps = modes(s, c), function(N, lambda t: eta)
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    drawn = over(total(lambda t: steepness(M, g, n, l, d, x(t)), T), num(T))
    root = implies((eta * eta * num(T)).eq(1), num(T) >= L * L, eta * L <= 1)
    bound = drawn <= over(2 * (F(start) - F(z)), eta * num(T)) + eta * L * V
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *smooth_losses(F, g, G, L, n, d), each(VEC, lambda y: F(z) <= F(y)),
        below(0, eta), real(1) <= num(T),
        *run_of(ig, M, x, B, q, n, b, v, g, steps, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        root & implies(eta * L <= 1, bound),
    ))  # fmt: skip


@utility_of_smooth_nonconvex_losses.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start, T, b1, s0, *premises):
    before, (least, ep, T1, *more) = premises[:10], premises[10:]
    e0, L0, l = use(ax("total", eta, 0), ep), use(ax("total", L, 0), before[8]), modes(s, c)
    root, long = assume((eta * eta * num(T)).eq(1)), assume(num(T) >= L * L)
    sq = ar((eta * L) * (eta * L) <= 1, root, ar(eta * eta * (L * L) <= eta * eta * num(T), long, squares=[eta]))
    short_ = ar(eta * L <= 1, sq, squares=[eta * L - 1])
    first = discharge(root.concl, discharge(long.concl, short_))
    small = assume(eta * L <= 1)
    th = sums_from_zero(ig, M, F, g, G, L, n, b, d, s, c, x, B, q, v, eta, start)
    th = spec(use(th, b1, s0, e0, *before, small, *more), T)
    iF = spec(more[-1], T)
    low = Mean(before[0], inside=[to(iF, ig(lam(a, F(x(T)(a))))), before[1]]).le(
        a, to(at(least, x(T)(a)), F(z) <= F(x(T)(a)))
    )
    low = ar(F(z) <= mean_loss(M, F, x(T)), low, before[2], factors=[F(z)])
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    S = total(lam(t, steepness(M, g, n, l, d, x(t))), T)
    D = F(start) - F(z)
    sums = ar(eta * S <= 2 * D + num(T) * (eta * eta) * L * V, th, low)
    (ue, ie), (ut, it) = positive(eta, ep), positive(num(T), T1)
    names = [var(name, R) for name in ("e", "m", "y", "w", "h")]
    e, m, y, w, h = names
    claim = implies(
        below(0, e), real(1) <= m, e * y <= 2 * w + m * (e * e) * h, over(y, m) <= over(2 * w, e * m) + e * h
    )
    quotient = algebra(claim)
    for one in reversed(names):
        quotient = gen(one, quotient)
    quotient = use(
        at(quotient, eta, num(T), S, D, L * V), ep, T1, ar(eta * S <= 2 * D + num(T) * (eta * eta) * (L * V), sums)
    )
    goal = over(S, num(T)) <= over(2 * D, eta * num(T)) + eta * L * V
    return conj(first, discharge(small.concl, ar(goal, quotient)))


@theorem
def smaller_squares(y: Real, r: Nonneg):
    """If y^2 <= r^2 then y <= r, for r >= 0."""
    return applied(implies(y * y <= r * r, y <= r))


@smaller_squares.proof
def _(y, r, r0, whole):
    less, more = assume(y <= r), assume(not_(y <= r))
    gap = use(ax("total", y, r), more)
    u, i0 = positive(y - r, algebra(below(0, y - r), more))
    low = ar(y * (y - r) <= 0, whole, ar(r * r <= r * y, gap, r0))
    low = ar(y <= 0, low, u, i0, hints=[(0, 2)], factors=[y])
    return cases(y <= r, less, ar(y <= r, low, r0))


@theorem(place="dp-lssgd, Table 1, measurement", claims="norm-below-the-root-of-the-bound")
def norm_below_the_root_of_the_bound(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    eta: Real, start: VEC, T: Nat, norm: Fun(N, A, Nonneg), root: Nonneg,
):  # fmt: skip
    """Over the first T points the mean of E|grad F| in A^-1 is at most the root of 2 D_F/(eta T) + eta L V."""
    l, steps = modes(s, c), function(N, lambda t: eta)
    V = over(G * G, b) + num(d) * power_mean(s, c, d, 2) * v
    D = lambda t, a: slope(g, n, x(t)(a))
    squared = lambda t, a: total(lambda i: over(D(t, a)(i) * D(t, a)(i), l(i)), d)
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *smooth_losses(F, g, G, L, n, d), each(VEC, lambda y: F(z) <= F(y)),
        below(0, eta), real(1) <= num(T),
        *run_of(ig, M, x, B, q, n, b, v, g, steps, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))), eta * L <= 1,
        each(N, lambda t: each(A, lambda a: (norm(t)(a) * norm(t)(a)).eq(squared(t, a)))),
        (root * root).eq(over(2 * (F(start) - F(z)), eta * num(T)) + eta * L * V),
        over(total(lambda t: M(norm(t)), T), num(T)) <= root,
    ))  # fmt: skip


@norm_below_the_root_of_the_bound.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start, T, norm, root, b1, s0, norm0, r0, *premises):
    *before, short_, squares_, root_ = premises
    iM, one_, unit, n2, bn, d1, cos, bound = before[:8]
    T1, l = before[12], modes(s, c)
    th = utility_of_smooth_nonconvex_losses(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start, T)
    th = use(right(use(th, b1, s0, *before)), short_)
    # norms are bounded
    Dt = total(lam(k, g(k)(x(t)(a))(i)), n) * INV(num(n))
    H = Batch(x(t), B(t), n, b, g, G, spec(before[15], t), bound)
    part = Dt * Dt * INV(l(i))
    sums = use(bounded_sums(lam(i, lam(a, part))), gen(i, observable(a, part, [at(H.sum_bounded, i, n)])))
    squared = total(lam(i, part), d)
    e, y = var("e", R), norm(t)(a)
    p = lam(e, forall(a, (0 - e <= squared) & (squared <= e)))
    cap = lambda known: use(
        bounded_roots(norm(t), e), gen(a, ar(y * y <= e, at(squares_, t, a), right(spec(known, a))))
    )
    bnorm = given(to(at(sums, d), exists(p)), e, cap)
    W = Mean(iM, to(bnorm, bounded(lam(a, y))), inside=[one_])
    # 0 <= mean of (norm - c)^2, c the mean of all norms
    R_, m_ = steepness(M, g, n, l, d, x(t)), M(norm(t))
    yy = ar(M(lam(a, y * y)).eq(R_), W.eq_by(a, ar(squared.eq(y * y), at(squares_, t, a))))
    w = over(total(lam(t, m_), T), num(T))
    wait = var("w", R)
    spread = W.le(a, ar(real(0) <= (y - wait) * (y - wait), squares=[y - wait]))
    spread = ar(real(0) <= R_ - 2 * wait * m_ + wait * wait, spread, yy, unit, factors=[wait * wait])
    S, N_ = (lambda n: total(lam(t, R_), n)), (lambda n: total(lam(t, m_), n))
    claim = lambda n: real(0) <= S(n) - 2 * wait * N_(n) + num(n) * (wait * wait)
    all_ = spec(induct(t, ar(claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), spread))), T)
    all_ = at(gen(wait, all_), w)
    ut, it = positive(num(T), T1)
    flat = ar((num(T) * w).eq(N_(T)), ut, factors=[N_(T)])
    mean_ = ar(num(T) * (w * w) <= S(T), all_, flat, factors=[w])
    mean_ = ar(w * w <= over(S(T), num(T)), mean_, ut, it, hints=[(0, 2)], factors=[w * w])
    whole = ar(w * w <= root * root, mean_, th, root_)
    return use(smaller_squares(w, root), r0, whole)


@theorem(place="dp-lssgd, App. A.2, after Eq. (9)", claims="squared-gradient-below-four-thirds-of-the-gap")
def squared_gradient_below_four_thirds_of_the_gap(
    F: Fun(VEC, R), grad: Fun(VEC, VEC), L: Real, z: VEC, x: VEC, l: Fun(N, R), d: Nat, eta: Nonneg
):
    """L-smooth F, steps of at most 1/(2 L): eta^2 |grad F|^2, in A^-1 or not, is at most 4/3 eta times the gap."""
    g, gap = grad(x), F(x) - F(z)
    other = total(lambda i: over(g(i) * g(i), l(i)), d)
    first = eta * eta * other <= eta * eta * square(g, d)
    middle = over(2, 2 - L * eta) * eta * gap
    return applied(implies(
        below(0, L), smooth_loss(F, grad, L, d), each(VEC, lambda y: F(z) <= F(y)), each(N, lambda i: real(1) <= l(i)),
        2 * L * eta <= 1,
        (first & (eta * eta * square(g, d) <= middle)) & (middle <= Fraction(4, 3) * eta * gap),
    ))  # fmt: skip


@squared_gradient_below_four_thirds_of_the_gap.proof
def _(F, grad, L, z, x, l, d, eta, e0, L0, smooth_, least, l1, short_):
    g, gap = grad(x), F(x) - F(z)
    ul, il = positive(l(i), spec(l1, i))
    less = ar(INV(l(i)) <= 1, ar(real(0) <= (l(i) - 1) * INV(l(i)), spec(l1, i), il), ul)
    place_ = ar(g(i) * g(i) * INV(l(i)) <= g(i) * g(i), less, squares=[g(i)], hints=[(0, 1)])
    other = lambda n: total(lam(i, g(i) * g(i) * INV(l(i))), n)
    norms = by_places(lambda n: other(n) <= square(g, n), d, place_)
    first = ar(eta * eta * other(d) <= eta * eta * square(g, d), norms, squares=[eta])
    th = left(left(use(gradients_of_smooth_losses_are_below_the_gap(F, grad, L, F(z), d, x, eta), smooth_, least)))
    u, u0 = positive(2 - L * eta, ar(real(1) <= 2 - L * eta, short_))
    v = INV(2 - L * eta)
    th = ar((2 - L * eta) * (eta * square(g, d)) <= 2 * gap, th)
    half = ar(eta * square(g, d) <= 2 * v * gap, th, u, u0, hints=[(0, 2)], factors=[eta * square(g, d)])
    second = ar(eta * eta * square(g, d) <= 2 * v * eta * gap, half, e0)
    gap0 = ar(real(0) <= gap, spec(least, x))
    most = ar(2 * v <= Fraction(4, 3), short_, u, u0, hints=[(0, 2)])
    third = ar(2 * v * eta * gap <= Fraction(4, 3) * eta * gap, most, ar(real(0) <= eta * gap, e0, gap0))
    return conj(conj(first, second), third)
