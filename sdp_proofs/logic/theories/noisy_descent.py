"""Descent of convex losses with batches and noise: single steps, sums of gaps, averages, the utility of Theorem 4."""

from sdp_proofs.logic.theories.gradients import gradients_of_smooth_losses_are_below_the_gap, inner, smooth_loss
from sdp_proofs.logic.theories.noisy_steps import *
from sdp_proofs.logic.vocabulary import *

a, i, k, m_ = var("a", A), var("i", N), var("k", N), var("m", N)


# ---- convex losses -------------------------------------------------------------------------------------------------
def full_slope(g, n):
    return function(VEC, lambda v: function(N, slope(g, n, v)))


def convex_loss(F, g, n, d):
    """F lies above its tangent planes."""
    moved = lambda x, y: lambda i: y(i) - x(i)
    return each(VEC, lambda x: each(VEC, lambda y: F(x) + inner(slope(g, n, x), moved(x, y), d) <= F(y)))


def losses(F, g, G, L, z, n, d):
    """F is convex and L-smooth, is least at z, and the records' gradients have norms of at most G."""
    return [
        short(g, G), below(0, L), smooth_loss(F, full_slope(g, n), L, d), convex_loss(F, g, n, d),
        each(VEC, lambda x: F(z) <= F(x)),
    ]  # fmt: skip


def modes(s, c):
    """The eigenvalues 1 + 2 s (1 - c(i)) of the smoothing matrix."""
    return function(N, lambda i: eigenvalue(s, c(i)))


def sizes(ig, M, n, b, d):
    """The premises on means, the batch size and the dimension."""
    return [
        integral(ig, M), ig(lambda a: 1), M(lambda a: 1).eq(1), real(2) <= num(n), b <= num(n), real(1) <= num(d),
    ]  # fmt: skip


def mean_loss(M, F, x):
    return M(lambda a: F(x(a)))


def mean_distance(M, l, x, z, d):
    """The expected squared distance from z in the norm of A."""
    return M(lambda a: weigh(l, lambda i: x(a)(i) - z(i), d))


def eigenvalues_from_one(s, c, s0, cos):
    """Each eigenvalue is at least 1."""
    high = right(spec(cos, i))
    return gen(i, ar(real(1) <= eigenvalue(s, c(i)), ar(real(0) <= s * (1 - c(i)), s0, high)))


def gamma_times_dimension(s, c, d, d1):
    """Num(d) gamma is the sum of the inverse eigenvalues."""
    ud, _ = positive(num(d), d1)
    whole = total(lam(i, INV(eigenvalue(s, c(i)))), d)
    return ar((num(d) * power_mean(s, c, d, 1)).eq(whole), ud, factors=[whole])


@theorem(
    place="dp-lssgd, App. A.2, one step",
    claims="distance-after-a-step-of-a-smooth-convex-loss distance-after-a-step-with-all-of-the-gap",
)
def distance_after_a_step_of_a_smooth_convex_loss(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(A, VEC), B: Fun(N, A, R), q: Fun(N, A, R), v: Real, eta: Nonneg,
):  # fmt: skip
    """One step lowers the expected squared distance by eta times the gap, up to eta^2 (G^2/b + gamma d v)."""
    l = modes(s, c)
    y = stepped(g, B, q, x, n, b, eta, l)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    old, new, gap = mean_distance(M, l, x, z, d), mean_distance(M, l, y, z, d), mean_loss(M, F, x) - F(z)
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *losses(F, g, G, L, z, n, d), 2 * L * eta <= 1,
        *draws_of(ig, M, x, B, q, n, b, v), ig(lambda a: F(x(a))),
        (new <= old - Fraction(2, 3) * eta * gap + eta * eta * V) & (new <= old - eta * gap + eta * eta * V),
    ))  # fmt: skip


@distance_after_a_step_of_a_smooth_convex_loss.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, b1, s0, e0, iM, one_, unit, n2, bn, d1, cos, bound, L0,
      smooth_, convex, least, short_, squares_, batch, noise, iF):  # fmt: skip
    l = modes(s, c)
    l1 = same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= l(i)))
    th = expected_distance_after_a_step(ig, M, g, G, n, b, l, x, B, q, v, eta, z, d)
    th = use(th, b1, iM, one_, unit, bound, n2, bn, l1, squares_, batch, noise)
    known, step = right(left(th)), right(th)
    i_along, i_steep = right(left(known)), right(known)
    xa, D = x(a), lam(i, total(lam(k, g(k)(x(a))(i)), n) * INV(num(n)))
    along, steep = total(lam(i, D(i) * (xa(i) - z(i))), d), square(D, d)
    W = Mean(
        iM, inside=[to(i_along, ig(lam(a, along))), to(i_steep, ig(lam(a, steep))), to(iF, ig(lam(a, F(xa)))), one_]
    )
    grad = full_slope(g, n)
    sharp = left(use(gradients_of_smooth_losses_are_below_the_gap(F, grad, L, F(z), d, xa, eta), smooth_, least))
    sharp = use(right(sharp), L0)
    sharp = W.le(a, to(sharp, steep <= 2 * L * (F(xa) - F(z))))
    back = by_places(lambda n: inner(D, lam(i, z(i) - xa(i)), n).eq(0 - total(lam(i, D(i) * (xa(i) - z(i))), n)), d)
    tangent = to(at(convex, xa, z), F(xa) + inner(D, lam(i, z(i) - xa(i)), d) <= F(z))
    tangent = W.le(a, ar(F(xa) - F(z) <= along, tangent, back))
    above_ = W.le(a, to(at(least, xa), F(z) <= F(xa)))
    gap = M(lam(a, F(xa))) - F(z)
    gap0 = ar(real(0) <= gap, above_, unit, factors=[F(z)])
    p = M(lam(a, along))
    p_ = ar(gap <= p, tangent, unit, factors=[F(z)])
    r = M(lam(a, steep))
    r_ = ar(r <= 2 * L * gap, sharp, unit, factors=[L * F(z)])
    less = ar(0 - 2 * eta * p + eta * eta * r <= 0 - eta * gap, ar(eta * gap <= eta * p, p_, e0),
              ar(eta * eta * r <= eta * eta * (2 * L * gap), r_, squares=[eta]),
              ar(eta * gap * (2 * L * eta) <= eta * gap, ar(real(0) <= eta * gap, e0, gap0), short_))  # fmt: skip
    first, second = binary(distance_after_a_step_of_a_smooth_convex_loss.conclusion, "and")
    whole = gamma_times_dimension(s, c, d, d1)
    all_ = ar(second, step, less, whole, factors=[eta * eta * v])
    return conj(ar(first, all_, ar(real(0) <= eta * gap, e0, gap0)), all_)


# ---- runs ----------------------------------------------------------------------------------------------------------
def run_of(ig, M, x, B, q, n, b, v, g, eta, l, start):
    """A run: step t of size eta(t) goes from x(t) to x(t + 1), with a batch B(t) and a noise q(t) of its own."""
    return [
        eq(x(ZERO), function(A, lambda a: start)),
        each(N, lambda t: eq(x(SUCC(t)), stepped(g, B(t), q(t), x(t), n, b, eta(t), l))),
        each(N, lambda t: uniform_batch(ig, M, x(t), B(t), n, b)),
        each(N, lambda t: fresh_noise(ig, M, x(t), B(t), q(t), v)),
    ]  # fmt: skip


@theorem
def points_of_a_run_have_squares(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), g: Fun(N, VEC, VEC), G: Real, n: Nat, b: Odds, l: Fun(N, R),
    x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real, eta: Fun(N, R), start: VEC,
):  # fmt: skip
    """The coordinates of all points of a run and their squares have means."""
    return applied(implies(
        *setting(ig, M, g, G, n, b, l), *run_of(ig, M, x, B, q, n, b, v, g, eta, l, start),
        each(N, lambda t: has_squares(ig, x(t))),
    ))  # fmt: skip


@points_of_a_run_have_squares.proof
def _(ig, M, g, G, n, b, l, x, B, q, v, eta, start, b1, *premises):
    (first, moves, batches, noises), t = premises[7:], var("t", N)
    W, u = Mean(premises[0], inside=[premises[1]]), var("u", fn(A, VEC))
    number = lambda t: to(W.good(a, t), ig(lam(a, t)))
    claim = lambda x: has_squares(ig, x)
    s = start(i)
    zero = to(gen(i, conj(number(s), number(s * s))), claim(lam(a, start)))
    zero = replace(symmetric(first), zero, lam(u, claim(u)))
    hyp = assume(claim(x(t)))
    th = expected_distance_after_a_step(ig, M, g, G, n, b, l, x(t), B(t), q(t), v, eta(t), start, ZERO)
    th = left(left(use(th, b1, *premises[:7], hyp, spec(batches, t), spec(noises, t))))
    step = to(
        replace(
            symmetric(spec(moves, t)), to(th, claim(stepped(g, B(t), q(t), x(t), n, b, eta(t), l))), lam(u, claim(u))
        ),
        claim(x(SUCC(t))),
    )
    return induct(t, to(zero, claim(x(ZERO))), discharge(hyp.concl, step))


def gaps_of(M, F, x, z):
    return lambda t: mean_loss(M, F, x(t)) - F(z)


@theorem(place="dp-lssgd, App. A.2, sum over T", claims="weighted-sum-of-the-gaps")
def weighted_sum_of_the_gaps(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    eta: Fun(N, Nonneg), start: VEC,
):  # fmt: skip
    """Summed over T steps, each of its own size: the gaps times the steps are paid by the first squared distance."""
    l = modes(s, c)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    first, gap = weigh(l, lambda i: start(i) - z(i), d), gaps_of(M, F, x, z)
    paid = lambda T: total(lambda t: eta(t) * gap(t), T)
    had = lambda T: first + total(lambda t: eta(t) * eta(t), T) * V
    last = lambda T: mean_distance(M, l, x(T), z, d)
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *losses(F, g, G, L, z, n, d), each(N, lambda t: 2 * L * eta(t) <= 1),
        *run_of(ig, M, x, B, q, n, b, v, g, eta, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        each(N, lambda T: (Fraction(2, 3) * paid(T) + last(T) <= had(T)) & (paid(T) + last(T) <= had(T))),
    ))  # fmt: skip


@weighted_sum_of_the_gaps.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start, b1, s0, e0, *premises):
    iM, one_, unit, n2, bn, d1, cos, bound, L0, smooth_, convex, least, short_, *run, iF = premises
    l, t, u = modes(s, c), var("t", N), var("u", fn(A, VEC))
    l1 = same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= l(i)))
    squares_ = points_of_a_run_have_squares(ig, M, g, G, n, b, l, x, B, q, v, eta, start)
    squares_ = use(squares_, b1, iM, one_, unit, bound, n2, bn, l1, *run)
    first, moves, batches, noises = run
    th = distance_after_a_step_of_a_smooth_convex_loss(ig, M, F, g, G, L, z, n, b, d, s, c, x(t), B(t), q(t), v, eta(t))
    th = use(th, b1, s0, spec(e0, t), iM, one_, unit, n2, bn, d1, cos, bound, L0, smooth_, convex, least,
             spec(short_, t), spec(squares_, t), spec(batches, t), spec(noises, t), spec(iF, t))  # fmt: skip
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    far, gap = lambda x: mean_distance(M, l, x, z, d), gaps_of(M, F, x, z)(t)
    now = far(x(t)) - eta(t) * gap + eta(t) * eta(t) * V
    step = to(right(th), far(stepped(g, B(t), q(t), x(t), n, b, eta(t), l)) <= now)
    step = to(replace(symmetric(spec(moves, t)), step, lam(u, far(u) <= now)), far(x(SUCC(t))) <= now)
    D = weigh(l, lambda i: start(i) - z(i), d)
    W = Mean(iM, inside=[one_])
    base = replace(symmetric(first), refl(far(lam(a, start))), lam(u, eq(far(lam(a, start)), far(u))))
    base = ar(far(x(ZERO)).eq(D), base, W.linear(a, D), unit, factors=[D])
    paid, had = (lambda T: total(lam(t, eta(t) * gap), T)), lambda T: D + total(lam(t, eta(t) * eta(t)), T) * V
    claim = lambda T: paid(T) + far(x(T)) <= had(T)
    whole = induct(t, ar(claim(ZERO), base), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), step)))
    # no gap is negative
    own = Mean(iM, inside=[to(spec(iF, t), ig(lam(a, F(x(t)(a))))), one_])
    above_ = own.le(a, to(at(least, x(t)(a)), F(z) <= F(x(t)(a))))
    gap0 = ar(real(0) <= eta(t) * gap, ar(real(0) <= gap, above_, unit, factors=[F(z)]), spec(e0, t))
    claim = lambda T: real(0) <= paid(T)
    paid0 = induct(t, ar(claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), gap0)))
    part = ar(Fraction(2, 3) * paid(t) + far(x(t)) <= had(t), spec(whole, t), spec(paid0, t))
    return gen(t, conj(part, spec(whole, t)))


@theorem(place="dp-lssgd, App. A.2, sum over T", claims="sum-of-the-gaps sum-of-all-of-the-gaps")
def sum_of_the_gaps(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    eta: Nonneg, start: VEC,
):  # fmt: skip
    """Summed over T equal steps: the gaps times the step are paid by the first squared distance and T eta^2 V."""
    l, steps = modes(s, c), function(N, lambda t: eta)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    first, gap = weigh(l, lambda i: start(i) - z(i), d), gaps_of(M, F, x, z)
    last = lambda T: mean_distance(M, l, x(T), z, d)
    had = lambda T: first + num(T) * (eta * eta) * V
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *losses(F, g, G, L, z, n, d), 2 * L * eta <= 1,
        *run_of(ig, M, x, B, q, n, b, v, g, steps, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        each(N, lambda T: (Fraction(2, 3) * eta * total(gap, T) + last(T) <= had(T))
             & (eta * total(gap, T) + last(T) <= had(T))),
    ))  # fmt: skip


@sum_of_the_gaps.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start, b1, s0, e0, *premises):
    before, short_, more, t = premises[:12], premises[12], premises[13:], var("t", N)
    steps = lam(t, eta)
    th = weighted_sum_of_the_gaps(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, steps, start)
    th = use(
        th,
        b1,
        s0,
        to(gen(t, e0), forall(t, real(0) <= steps(t))),
        *before,
        to(gen(t, short_), forall(t, 2 * L * steps(t) <= 1)),
        *more,
    )
    gap = gaps_of(M, F, x, z)
    one = lambda T: total(lam(t, eta * gap(t)), T).eq(eta * total(lam(t, gap(t)), T))
    two = lambda T: total(lam(t, eta * eta), T).eq(num(T) * eta * eta)
    add = lambda claim: spec(
        induct(t, ar(claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), factors=[eta]))), t
    )
    part, whole = parts(spec(th, t))
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    l = modes(s, c)
    last, had = mean_distance(M, l, x(t), z, d), weigh(l, lambda i: start(i) - z(i), d) + num(t) * (eta * eta) * V
    sums = total(lam(t, gap(t)), t)
    goals = [Fraction(2, 3) * eta * sums + last <= had, eta * sums + last <= had]
    return gen(
        t, conj(*(ar(goal, th, add(one), add(two), factors=[V]) for goal, th in zip(goals, (part, whole), strict=True)))
    )


@theorem
def convex_loss_of_an_average(F: Fun(VEC, R), D: VEC, p: VEC, x: Fun(N, VEC), w: Fun(N, Nonneg), d: Nat, T: Nat):
    """The loss of an average with weights w(t) is at most the average of the losses, by the tangent plane there."""
    h = total(w, T)
    return applied(
        implies(
            each(VEC, lambda y: F(p) + inner(D, lambda i: y(i) - p(i), d) <= F(y)),
            each(N, lambda i: (h * p(i)).eq(total(lambda t: w(t) * x(t)(i), T))),
            h * F(p) <= total(lambda t: w(t) * F(x(t)), T),
        )
    )


@convex_loss_of_an_average.proof
def _(F, D, p, x, w, d, T, w0, tangent, average):
    t = var("t", N)
    off = lambda n: lam(i, total(lam(t, w(t) * (x(t)(i) - p(i))), n))
    here = lam(i, x(t)(i) - p(i))
    split_ = by_places(lambda n: inner(D, off(SUCC(t)), n).eq(inner(D, off(t), n) + w(t) * inner(D, here, n)), d,
                       factors=[w(t)])  # fmt: skip
    claim = lambda n: total(w, n) * F(p) + inner(D, off(n), d) <= total(lam(t, w(t) * F(x(t))), n)
    plane = to(at(tangent, x(t)), F(p) + inner(D, here, d) <= F(x(t)))
    plane = ar(w(t) * (F(p) + inner(D, here, d)) <= w(t) * F(x(t)), plane, spec(w0, t))
    none = by_places(lambda n: inner(D, off(ZERO), n).eq(0), d)
    th = induct(t, ar(claim(ZERO), none), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), split_, plane)))
    flat = lambda n: off(n)(i).eq(total(lam(t, w(t) * x(t)(i)), n) - total(w, n) * p(i))
    flat = spec(induct(t, ar(flat(ZERO)), discharge(flat(t), ar(flat(SUCC(t)), assume(flat(t))))), T)
    flat = ar(off(T)(i).eq(0), flat, spec(average, i))
    zero = by_places(lambda n: inner(D, off(T), n).eq(0), d, flat, factors=[D(i)])
    return ar(convex_loss_of_an_average.conclusion, spec(th, T), zero)


@theorem
def distances_in_a_run_are_not_negative(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), g: Fun(N, VEC, VEC), G: Real, n: Nat, b: Odds, l: Fun(N, R),
    x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real, eta: Fun(N, R), start: VEC, z: VEC, d: Nat,
):  # fmt: skip
    """The expected squared distance from z is not negative at any point of a run."""
    return applied(implies(
        *setting(ig, M, g, G, n, b, l), *run_of(ig, M, x, B, q, n, b, v, g, eta, l, start),
        each(N, lambda T: real(0) <= mean_distance(M, l, x(T), z, d)),
    ))  # fmt: skip


@distances_in_a_run_are_not_negative.proof
def _(ig, M, g, G, n, b, l, x, B, q, v, eta, start, z, d, b1, *premises):
    t, (iM, one_, *_), (_, _, batches, noises) = var("t", N), premises, premises[7:]
    squares_ = use(points_of_a_run_have_squares(ig, M, g, G, n, b, l, x, B, q, v, eta, start), b1, *premises)
    th = expected_distance_after_a_step(ig, M, g, G, n, b, l, x(t), B(t), q(t), v, real(0), z, d)
    th = use(th, b1, *premises[:7], spec(squares_, t), spec(batches, t), spec(noises, t))
    far = weigh(l, lambda i: x(t)(a)(i) - z(i), d)
    W = Mean(iM, inside=[to(left(left(right(left(th)))), ig(lam(a, far))), one_])
    gap = x(t)(a)(i) - z(i)
    l0 = ar(real(0) <= l(i), spec(premises[6], i))
    place_ = ar(real(0) <= l(i) * (gap * gap), ar(real(0) <= gap * gap, squares=[gap]), l0)
    low = by_places(lambda n: real(0) <= weigh(l, lambda i: x(t)(a)(i) - z(i), n), d, place_)
    return gen(t, ar(real(0) <= M(lam(a, far)), W.le(a, low)))


@theorem
def mean_gap_of_an_average(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), n: Nat, d: Nat, low: Real,
    x: Fun(N, A, VEC), p: Fun(A, VEC), w: Fun(N, Nonneg), T: Nat,
):  # fmt: skip
    """The expected loss of an average of points is at most the average of the expected losses."""
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), convex_loss(F, g, n, d),
        each(N, lambda t: ig(lambda a: F(x(t)(a)))), ig(lambda a: F(p(a))),
        each(A, lambda a: each(N, lambda i: (total(w, T) * p(a)(i)).eq(total(lambda t: w(t) * x(t)(a)(i), T)))),
        total(w, T) * (mean_loss(M, F, p) - low) <= total(lambda t: w(t) * (mean_loss(M, F, x(t)) - low), T),
    ))  # fmt: skip


@mean_gap_of_an_average.proof
def _(ig, M, F, g, n, d, low, x, p, w, T, w0, iM, one_, convex, iF, ip, average):
    t, ys = var("t", N), lam(var("t", N), x(var("t", N))(a))
    D = lam(i, total(lam(k, g(k)(p(a))(i)), n) * INV(num(n)))
    th = convex_loss_of_an_average(F, D, p(a), ys, w, d, T)
    th = use(th, w0, at(convex, p(a)), at(average, a))
    one = w(t) * F(x(t)(a))
    own = Mean(iM, inside=[to(spec(iF, t), ig(lam(a, F(x(t)(a)))))])
    sums = use(means_of_sums(ig, M, lam(t, lam(a, one))), iM, one_, gen(t, to(own.good(a, one), ig(lam(a, one)))))
    whole = total(lam(t, one), T)
    W = Mean(iM, inside=[to(left(spec(sums, T)), ig(lam(a, whole))), to(ip, ig(lam(a, F(p(a)))))])
    le = W.le(a, to(th, total(w, T) * F(p(a)) <= whole))
    gap = lambda t: w(t) * (mean_loss(M, F, x(t)) - low)
    claim = lambda n: total(lam(t, gap(t)), n).eq(total(lam(t, M(lam(a, one))), n) - total(w, n) * low)
    line = own.linear(a, one)
    back = induct(t, ar(claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), line)))
    return ar(mean_gap_of_an_average.conclusion, le, right(spec(sums, T)), spec(back, T))


def setting_of(premises, s, c, s0):
    """The premises of `setting`, from those of a convex loss."""
    iM, one_, unit, n2, bn, _, cos, bound = premises[:8]
    l1 = same(eigenvalues_from_one(s, c, s0, right(cos)), forall(i, real(1) <= modes(s, c)(i)))
    return iM, one_, unit, bound, n2, bn, l1


def average_of(w, x, T):
    """The average of the first T points with the weights w."""
    return function(A, lambda a: function(N, lambda i: over(total(lambda t: w(t) * x(t)(a)(i), T), total(w, T))))


@theorem(place="dp-lssgd, App. A.2, average of the iterates", claims="gap-of-the-weighted-average")
def gap_of_the_weighted_average(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    eta: Fun(N, Nonneg), start: VEC, T: Nat,
):  # fmt: skip
    """The average of T points weighted by the steps has an expected gap of at most (D + V sum eta^2)/(2/3 sum eta)."""
    l, average = modes(s, c), average_of(eta, x, T)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    D = weigh(l, lambda i: start(i) - z(i), d)
    bound = over(D + total(lambda t: eta(t) * eta(t), T) * V, Fraction(2, 3) * total(eta, T))
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *losses(F, g, G, L, z, n, d), each(N, lambda t: 2 * L * eta(t) <= 1),
        *run_of(ig, M, x, B, q, n, b, v, g, eta, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        below(0, total(eta, T)), ig(lambda a: F(average(a))),
        mean_loss(M, F, average) - F(z) <= bound,
    ))  # fmt: skip


@gap_of_the_weighted_average.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start, T, b1, s0, e0, *premises):
    *before, h0, good = premises
    t, p, h, l = var("t", N), average_of(eta, x, T), total(eta, T), modes(s, c)
    th = use(weighted_sum_of_the_gaps(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, eta, start), b1, s0, e0, *before)
    part = left(spec(th, T))
    uh, ih = positive(h, h0)
    whole = total(lam(t, eta(t) * x(t)(a)(i)), T)
    is_average = gen(a, gen(i, ar((h * (whole * INV(h))).eq(whole), uh, factors=[whole])))
    low = mean_gap_of_an_average(ig, M, F, g, n, d, F(z), x, p, eta, T)
    low = use(low, e0, *before[:2], before[10], before[-1], good, is_average)
    last = distances_in_a_run_are_not_negative(ig, M, g, G, n, b, l, x, B, q, v, eta, start, z, d)
    last = spec(use(last, b1, *setting_of(before, s, c, s0), *before[13:17]), T)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    top = weigh(l, lambda i: start(i) - z(i), d) + total(lam(t, eta(t) * eta(t)), T) * V
    gap = mean_loss(M, F, p) - F(z)
    sums = ar(Fraction(2, 3) * h * gap <= top, part, low, last)
    r, y, u = (var(name, R) for name in ("r", "y", "u"))
    quotient = algebra(implies(below(0, r), Fraction(2, 3) * r * y <= u, y <= over(u, Fraction(2, 3) * r)))
    quotient = use(at(gen(r, gen(y, gen(u, quotient))), h, gap, top), h0, sums)
    return quotient


@theorem
def gap_from_a_sum_of_gaps(u: Real, m: Real, y: Real, s: Real, w: Real, f: Real, k: Real, j: Real):
    """With u^2 = m: if m y <= s and k s/u <= w + m f/u^2, then y <= (w + f)/(k u)."""
    return applied(implies(
        below(0, u), (u * u).eq(m), m * y <= s, real(0) <= k, (k * j).eq(1),
        k * INV(u) * s <= w + m * (INV(u) * INV(u)) * f, y <= j * over(w + f, u),
    ))  # fmt: skip


@gap_from_a_sum_of_gaps.proof
def _(u, m, y, s, w, f, k, j, u0, root, least, k0, kj, sums):
    U, i0 = positive(u, u0)
    j0 = ar(real(0) <= j, k0, kj, squares=[j], hints=[(0, 2)], factors=[j])
    flat = ar((INV(u) * m).eq(u), root, U, factors=[INV(u), u])
    part = ar(k * INV(u) * (m * y) <= k * INV(u) * s, least, ar(real(0) <= k * INV(u), k0, i0))
    whole = ar(k * u * y <= w + f, sums, part, flat, U, factors=[y * k, INV(u) * f, f])
    less = ar(k * u * y * (j * INV(u)) <= (w + f) * (j * INV(u)), whole, ar(real(0) <= j * INV(u), j0, i0))
    return ar(y <= j * over(w + f, u), less, U, kj, factors=[y, k * y * j])


@theorem(
    place="dp-lssgd, Theorem 4",
    claims="utility-of-smooth-convex-losses utility-of-smooth-convex-losses-with-constant-one",
)
def utility_of_smooth_convex_losses(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    start: VEC, T: Nat, r: Nonneg,
):  # fmt: skip
    """For T >= 4 L^2 steps of 1/r, r^2 = T, the average has a gap of at most (D + V)/r, and so of 3/2 of it."""
    l, steps, average = modes(s, c), function(N, lambda t: INV(r)), average_of(lam(var("t", N), real(1)), x, T)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    D = weigh(l, lambda i: start(i) - z(i), d)
    gap = mean_loss(M, F, average) - F(z)
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *losses(F, g, G, L, z, n, d), real(1) <= num(T), (r * r).eq(num(T)),
        num(T) >= 4 * (L * L),
        *run_of(ig, M, x, B, q, n, b, v, g, steps, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        ig(lambda a: F(average(a))),
        (gap <= Fraction(3, 2) * over(D + V, r)) & (gap <= over(D + V, r)),
    ))  # fmt: skip


@utility_of_smooth_convex_losses.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, start, T, r, b1, s0, r0, *premises):
    before, (T1, root, long, *run, iF, good) = premises[:12], premises[12:]
    t, one = var("t", N), lam(var("t", N), real(1))
    p, l, steps = average_of(one, x, T), modes(s, c), lam(t, INV(r))
    few = assume(r <= 0)
    rp = same(refuting(few.concl, impossible(ar(real(1) <= 0, T1, root, few, r0))), below(0, r))
    ur, ir = positive(r, rp)
    y, u, k_ = (var(name, R) for name in ("y", "u", "k"))
    claim = implies(below(0, y), below(0, u), (u * u).eq(k_), 4 * (y * y) <= k_, 2 * y * INV(u) <= 1)
    short_ = use(at(gen(y, gen(u, gen(k_, algebra(claim)))), L, r, num(T)), before[8], rp, root, long)
    th = sum_of_the_gaps(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, INV(r), start)
    th = spec(use(th, b1, s0, ir, *before, short_, *run, iF), T)
    by_count = lambda claim: spec(
        induct(t, ar(claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t))))), T
    )
    ones = by_count(lambda n: total(one, n).eq(num(n)))
    held = total(lam(t, 1 * x(t)(a)(i)), T)
    up, _ = positive(total(one, T), ar(real(1) <= total(one, T), ones, T1))
    is_average = gen(a, gen(i, ar((total(one, T) * (held * INV(total(one, T)))).eq(held), up, factors=[held])))
    low = mean_gap_of_an_average(ig, M, F, g, n, d, F(z), x, p, one, T)
    low = use(low, gen(t, ar(real(0) <= one(t))), *before[:2], before[10], iF, good, is_average)
    gap = gaps_of(M, F, x, z)
    flat = by_count(lambda n: total(lam(t, one(t) * gap(t)), n).eq(total(lam(t, gap(t)), n)))
    last = distances_in_a_run_are_not_negative(ig, M, g, G, n, b, l, x, B, q, v, steps, start, z, d)
    last = spec(use(last, b1, *setting_of(before, s, c, s0), *run), T)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    top, sum_, own = weigh(l, lambda i: start(i) - z(i), d), total(lam(t, gap(t)), T), mean_loss(M, F, p) - F(z)
    least = ar(num(T) * own <= sum_, low, ones, flat, factors=[own])
    first, second = parts(th)

    def ended(k, j, th):
        th = ar(k * INV(r) * sum_ <= top + num(T) * (INV(r) * INV(r)) * V, th, last)
        of = gap_from_a_sum_of_gaps(r, num(T), own, sum_, top, V, k, j)
        return use(of, rp, root, least, ar(real(0) <= k), ar((real(k) * j).eq(1)), th)

    return conj(ended(Fraction(2, 3), Fraction(3, 2), first), ar(own <= over(top + V, r), ended(1, 1, second)))
