"""Gradients as vectors: clipping, regularisers, queries, smooth losses, squared steps, the heat equation."""

from sdp_proofs.logic.theories.descent import *
from sdp_proofs.logic.theories.displays_of_descent import (
    clipped_gradients_have_the_sensitivity,
    smoothing_is_a_step_of_the_heat_equation,
    squared_distance_after_a_step,
)
from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.smoothing_modes import l2_norm_below_the_condition_number_times_the_other
from sdp_proofs.logic.vocabulary import *

i, j, n_, z, w_ = var("i", N), var("j", N), var("n", N), var("z", Z), var("w", Z)
VEC = fn(N, R)
HALF = Fraction(1, 2)


def square(u, n):
    """The squared norm of the first n coordinates."""
    return inner(u, u, n)


def by_places(claim, n, *facts, factors=()):
    """The claim for n places, by adding one place after the other; `facts` speak of place i."""
    step = ar(claim(SUCC(i)), assume(claim(i)), *facts, factors=factors)
    return spec(induct(i, ar(claim(ZERO)), discharge(claim(i), step)), n)


def squares_are_not_negative(u, n):
    claim = lambda n: real(0) <= square(u, n)
    step = ar(claim(SUCC(i)), assume(claim(i)), squares=[u(i)])
    return spec(induct(i, ar(claim(ZERO)), discharge(claim(i), step)), n)


# ---- sensitivities -------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Sec. 4, clipping", claims="clipped-gradients-have-the-sensitivity-of-theorem-two")
def means_of_clipped_gradients(
    g: Fun(N, R), h: Fun(N, R), x: Fun(N, R), n: Nat, C: Real, b: Odds, r: Nonneg, t: Nonneg
):
    """Clipped gradients have norms of at most C, and a mean of b of them changes by at most 2 C/b."""
    clip = lambda g, r: lambda i: over(g(i), MAX(1, over(r, C)))
    u, w = clip(g, r), clip(h, t)
    change = lambda i: over(x(i) + u(i), b) - over(x(i) + w(i), b)
    small = square(u, n) <= C * C
    return implies(
        below(0, C),
        (r * r).eq(square(g, n)),
        (t * t).eq(square(h, n)),
        (small & (square(w, n) <= C * C)) & (square(change, n) <= over(2 * C, b) * over(2 * C, b)),
    )


@means_of_clipped_gradients.proof
def _(g, h, x, n, C, b, r, t, b1, r0, t0, c0, rr, tt):
    ge = use(ax("total", C, 0), c0)

    def clipped(g, r, r0, own):
        m = MAX(1, over(r, C))
        _, k0 = positive(m, ax("max_left", 1, over(r, C)))
        k = INV(m)
        le = left(use(clipped_gradients_have_the_sensitivity(C, r, r, b), b1, c0))
        scaled = by_places(lambda n: square(lam(i, g(i) * k), n).eq(k * k * square(g, n)), n, factors=[k * k])
        whole = ar((r * k) * (r * k) <= C * C, le, ar(real(0) <= r * k, r0, k0), ge)
        return k, ar(square(lam(i, g(i) * k), n) <= C * C, scaled, whole, own, factors=[k * k])

    (k, one), (l, two) = clipped(g, r, r0, rr), clipped(h, t, t0, tt)
    _, ib = positive(b, b1)
    y = INV(b)
    u, w = lam(i, g(i) * k), lam(i, h(i) * l)
    change = lam(i, (x(i) + u(i)) * y - (x(i) + w(i)) * y)
    sum_ = lam(i, u(i) + w(i))
    both = lambda n: square(change, n).eq(y * y * (2 * square(u, n) + 2 * square(w, n) - square(sum_, n)))
    parallel = by_places(both, n, factors=[y * y])
    low = ar(real(0) <= y * y * square(sum_, n), squares_are_not_negative(sum_, n), squares=[y])
    top = ar(
        y * y * (2 * square(u, n) + 2 * square(w, n)) <= y * y * (4 * (C * C)),
        ar(2 * square(u, n) + 2 * square(w, n) <= 4 * (C * C), one, two),
        squares=[y],
    )
    goal = square(change, n) <= over(2 * C, b) * over(2 * C, b)
    return conj(conj(one, two), ar(goal, parallel, low, top))


@theorem(place="dp-lssgd, Sec. 4.1, regulariser", claims="a-regulariser-drops-out-of-the-sensitivity")
def sensitivities_with_and_without_a_regulariser(g: Fun(Z, N, R), x: Fun(N, R), n: Nat):
    """A term of all records leaves the difference of the gradients of two, and each bound of its norm, as they are."""
    plain = lambda z, w: lambda i: g(z)(i) - g(w)(i)
    added = lambda z, w: lambda i: (g(z)(i) + x(i)) - (g(w)(i) + x(i))
    same_ = each(Z, lambda z: each(Z, lambda w: each(N, lambda i: added(z, w)(i).eq(plain(z, w)(i)))))
    within = lambda d, S: each(Z, lambda z: each(Z, lambda w: square(d(z, w), n) <= S * S))
    bounds = lambda S: implies(within(plain, S), within(added, S)) & implies(within(added, S), within(plain, S))
    return same_ & each(R, bounds)


@sensitivities_with_and_without_a_regulariser.proof
def _(g, x, n):
    w, S = w_, var("S", R)
    plain, added = lam(i, g(z)(i) - g(w)(i)), lam(i, (g(z)(i) + x(i)) - (g(w)(i) + x(i)))
    point_ = ar(added(i).eq(plain(i)))
    equal = ext(i, same(point_, added(i).eq(plain(i))))
    within = lambda d: forall(z, forall(w, square(d, n) <= S * S))

    def moved(start, end, equation):
        had = assume(within(start))
        th = subst(equation, spec(had, z, w), lambda v: square(v, n) <= S * S)
        return discharge(had.concl, gen(z, gen(w, th)))

    both = conj(moved(plain, added, symmetric(equal)), moved(added, plain, equal))
    return conj(gen(z, gen(w, gen(i, point_))), gen(S, both))


@theorem(place="dp-lssgd, App. A.1, sensitivity", claims="sensitivity-of-the-query")
def norm_of_the_change_of_the_query(k: Odds, b: Real, x: Fun(N, R), g: Fun(N, R), h: Fun(N, R), n: Nat, r: Real):
    """The query (k/b) (sum of the gradients of k records)/k changes by (g - h)/b, of the norm of g - h over b."""
    query = lambda g: lambda i: over(k, b) * over(x(i) + g(i), k)
    change = lambda i: query(g)(i) - query(h)(i)
    gap = lambda i: g(i) - h(i)
    places = each(N, lambda i: change(i).eq(over(gap(i), b)))
    return places & implies((r * r).eq(square(gap, n)), square(change, n).eq(over(r, b) * over(r, b)))


@norm_of_the_change_of_the_query.proof
def _(k, b, x, g, h, n, r, k1):
    (u, _), y = positive(k, k1), INV(b)
    query = lambda g: k * y * ((x(i) + g(i)) * INV(k))
    change = lam(i, query(g) - query(h))
    gap = lam(i, g(i) - h(i))
    point_ = ar(change(i).eq(gap(i) * y), u, factors=[y * g(i), y * h(i)])
    equal = ext(i, same(point_, change(i).eq(lam(i, gap(i) * y)(i))))
    scaled = by_places(lambda n: square(lam(i, gap(i) * y), n).eq(y * y * square(gap, n)), n, factors=[y * y])
    scaled = subst(symmetric(equal), scaled, lambda v: square(v, n).eq(y * y * square(gap, n)))
    own = assume((r * r).eq(square(gap, n)))
    end = ar(square(change, n).eq((r * y) * (r * y)), scaled, own, factors=[y * y])
    return conj(gen(i, point_), discharge(own.concl, end))


# ---- smooth losses -------------------------------------------------------------------------------------------------
def smooth_loss(F, grad, L, n):
    """F is at most its tangent plane plus L/2 times the squared distance: what an L-Lipschitz gradient gives."""
    moved = lambda x, y: lambda i: y(i) - x(i)
    return each(
        Fun(N, R),
        lambda x: each(
            Fun(N, R), lambda y: F(y) <= F(x) + inner(grad(x), moved(x, y), n) + L * HALF * square(moved(x, y), n)
        ),
    )


@theorem(
    place="dp-lssgd, App. A.2, Eq. (9)",
    claims="gradient-below-the-gap squared-gradient-below-twice-the-gap",
)
def gradients_of_smooth_losses_are_below_the_gap(
    F: Fun(Fun(N, R), R), grad: Fun(Fun(N, R), Fun(N, R)), L: Real, least: Real, n: Nat, x: Fun(N, R), eta: Real
):
    """L-smooth F >= F*: (1 - L eta/2) eta |grad F|^2 <= F - F*, and |grad F|^2 <= 2 L (F - F*), as for a parabola."""
    g = square(grad(x), n)
    sharp = implies(below(0, L), g <= 2 * L * (F(x) - least))
    parabola = each(
        R,
        lambda r: each(
            R,
            lambda s: (
                (HALF * L * (s * s)).eq(HALF * L * (r * r) + L * r * (s - r) + L * HALF * ((s - r) * (s - r)))
                & (L * r * (L * r)).eq(2 * L * (HALF * L * (r * r) - 0))
            ),
        ),
    )
    return implies(
        smooth_loss(F, grad, L, n),
        each(Fun(N, R), lambda y: least <= F(y)),
        (((1 - L * eta * HALF) * eta * g <= F(x) - least) & sharp) & parabola,
    )


@gradients_of_smooth_losses_are_below_the_gap.proof
def _(F, grad, L, least, n, x, eta, smooth_, low):
    g = grad(x)

    def stepped(eta):
        y = lam(i, x(i) - eta * g(i))
        d = lam(i, y(i) - x(i))
        first = by_places(lambda n: inner(g, d, n).eq(0 - eta * square(g, n)), n, factors=[eta])
        second = by_places(lambda n: square(d, n).eq(eta * eta * square(g, n)), n, factors=[eta, eta * eta])
        th = same(spec(smooth_, x, y), F(y) <= F(x) + inner(g, d, n) + L * HALF * square(d, n))
        goal = (1 - L * eta * HALF) * eta * square(g, n) <= F(x) - least
        return ar(goal, th, spec(low, y), first, second, factors=[L])

    pos = assume(below(0, L))
    u, k0 = positive(L, pos)
    ge, k, s = use(ax("total", L, 0), pos), INV(L), square(g, n)
    half = ar(s * k <= 2 * (F(x) - least), stepped(k), u, factors=[k * s])
    sharp = discharge(
        pos.concl,
        ar(s <= 2 * L * (F(x) - least), ar(L * (s * k) <= L * (2 * (F(x) - least)), half, ge), u, factors=[s]),
    )
    r, t = var("r", R), var("s", R)
    one = ar((HALF * L * (t * t)).eq(HALF * L * (r * r) + L * r * (t - r) + L * HALF * ((t - r) * (t - r))))
    two = ar((L * r * (L * r)).eq(2 * L * (HALF * L * (r * r) - 0)))
    return conj(conj(stepped(eta), sharp), gen(r, gen(t, conj(one, two))))


# ---- squared steps -------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, App. A.3, first display", claims="complete-expansion-of-the-squared-step")
def squared_norm_of_a_noisy_gradient(g: Fun(N, R), m: Fun(N, R), q: Fun(N, R), n: Nat):
    """The squared norm of g + q is |g - m|^2 + |m|^2 + |q|^2 + 2 <g, q> + 2 <g - m, m>, as at each coordinate."""
    d = lambda i: g(i) - m(i)
    whole = square(lambda i: g(i) + q(i), n)
    parts_ = square(d, n) + square(m, n) + square(q, n) + 2 * inner(g, q, n) + 2 * inner(d, m, n)
    place = lambda g, m, q: ((g + q) * (g + q)).eq((g - m) * (g - m) + m * m + q * q + 2 * g * q + 2 * (g - m) * m)
    return each(N, lambda i: place(g(i), m(i), q(i))) & whole.eq(parts_)


@squared_norm_of_a_noisy_gradient.proof
def _(g, m, q, n):
    d, s = lam(i, g(i) - m(i)), lam(i, g(i) + q(i))
    claim = lambda n: square(s, n).eq(
        square(d, n) + square(m, n) + square(q, n) + 2 * inner(g, q, n) + 2 * inner(d, m, n)
    )
    u, v, w = g(i), m(i), q(i)
    one = ar(((u + w) * (u + w)).eq((u - v) * (u - v) + v * v + w * w + 2 * u * w + 2 * (u - v) * v))
    return conj(gen(i, one), by_places(claim, n))


@theorem(place="dp-lssgd, App. A.2, first display", claims="squared-distance-after-a-step")
def squared_distance_in_the_norm_of_the_operator(
    l: Fun(N, R), x: Fun(N, R), g: Fun(N, R), m: Fun(N, R), q: Fun(N, R), eta: Real, n: Nat
):
    """Over Fourier modes of eigenvalues l: |x - eta A^-1 g|_A^2 = |x|_A^2 + eta^2 |g|_(A^-1)^2 - 2 eta <g, x>."""
    weigh = lambda f: total(function(N, lambda k: l(k) * (f(k) * f(k))), n)
    inverse_ = lambda f, h: total(function(N, lambda k: over(f(k) * h(k), l(k))), n)
    stepped = lambda k: x(k) - eta * over(g(k), l(k))
    sums = weigh(stepped).eq(weigh(x) + eta * eta * inverse_(g, g) - 2 * eta * inner(g, x, n))
    noisy = implies(
        each(N, lambda k: g(k).eq(m(k) + q(k))), inverse_(g, g).eq(inverse_(m, m) + inverse_(q, q) + 2 * inverse_(m, q))
    )
    mode = each(
        N,
        lambda k: (l(k) * (stepped(k) * stepped(k))).eq(
            l(k) * (x(k) * x(k)) + eta * eta * over(g(k) * g(k), l(k)) - 2 * eta * g(k) * x(k)
        ),
    )
    return implies(each(N, lambda k: below(0, l(k))), (mode & sums) & noisy)


@squared_distance_in_the_norm_of_the_operator.proof
def _(l, x, g, m, q, eta, n, pos):
    weigh = lambda f, n: total(lam(i, l(i) * (f(i) * f(i))), n)
    inverse_ = lambda f, h, n: total(lam(i, f(i) * h(i) * INV(l(i))), n)
    s = lam(i, x(i) - eta * (g(i) * INV(l(i))))
    mode = left(use(squared_distance_after_a_step(l(i), x(i), g(i), m(i), q(i), eta), spec(pos, i)))
    claim = lambda n: weigh(s, n).eq(weigh(x, n) + eta * eta * inverse_(g, g, n) - 2 * eta * inner(g, x, n))
    sums = by_places(claim, n, mode)
    noisy = assume(forall(i, g(i).eq(m(i) + q(i))))
    claim = lambda n: inverse_(g, g, n).eq(inverse_(m, m, n) + inverse_(q, q, n) + 2 * inverse_(m, q, n))
    k = INV(l(i))
    opened_ = by_places(claim, n, spec(noisy, i), factors=[g(i) * k, m(i) * k, q(i) * k])
    return conj(conj(gen(i, mode), sums), discharge(noisy.concl, opened_))


@theorem(
    place="dp-lssgd, Sec. 3, l2 norm; App. A.3, l2 norm",
    claims="l2-norm-below-the-condition-number-times-the-other",
)
def squared_norms_and_the_condition_number(s: Nonneg, x: Real, c: Fun(N, R), g: Fun(N, R), n: Nat):
    """Eigenvalues are 1 + 2 s (1 - c), K at most: |g|^2 <= K |g|_(A^-1)^2 <= (1 + 4 s) |g|_(A^-1)^2."""
    l = lambda k: 1 + 2 * s * (1 - c(k))
    other = total(function(N, lambda k: over(g(k) * g(k), l(k))), n)
    K = 1 + 2 * s * (1 + x)
    between = each(N, lambda k: (real(1) <= l(k)) & (l(k) <= K))
    return implies(
        real(-1) <= x,
        x <= 1,
        each(N, lambda k: (0 - x <= c(k)) & (c(k) <= 1)),
        (between & (1 + 4 * s >= K)) & ((square(g, n) <= K * other) & (K * other <= (1 + 4 * s) * other)),
    )


@squared_norms_and_the_condition_number.proof
def _(s, x, c, g, n, s0, x0, x1, within):
    lo, hi = parts(spec(within, i))
    K, l = 1 + 2 * s * (1 + x), 1 + 2 * s * (1 - c(i))
    one, two = ar(real(1) <= l, s0, hi), ar(l <= K, ar(s * (1 - c(i)) <= s * (1 + x), s0, lo))
    top = ar(1 + 4 * s >= K, ar(s * x <= s, s0, x1))
    known = use(l2_norm_below_the_condition_number_times_the_other(s, g(i), x, c(i)), s0, x0, x1, lo, hi)
    other = lambda n: total(lam(i, g(i) * g(i) * INV(1 + 2 * s * (1 - c(i)))), n)
    first, second = parts(known)[:2]
    low = by_places(lambda n: square(g, n) <= K * other(n), n, first)
    high = by_places(lambda n: K * other(n) <= (1 + 4 * s) * other(n), n, second)
    return conj(conj(gen(i, conj(one, two)), top), conj(low, high))


@theorem(place="dp-lssgd, App. C, last display", claims="smoothing-is-a-step-of-the-heat-equation-on-a-circle")
def smoothing_is_a_step_of_backward_euler(
    t: Real, h: Real, after: Fun("C", "C"), before: Fun("C", "C"), V: Fun("C", R), v: Fun("C", R)
):
    """(V - v)/t = (l - 2 V + r)/h^2 at every place of a circle says the same as A V = v with s = t/h^2, row by row."""
    s = over(t, h * h)
    euler = each("C", lambda i: over(V(i) - v(i), t).eq(over(V(before(i)) - 2 * V(i) + V(after(i)), h * h)))
    row = each("C", lambda i: ((1 + 2 * s) * V(i) - s * (V(before(i)) + V(after(i)))).eq(v(i)))
    solved = each("C", lambda i: call("operator", s, after, before, V, i).eq(v(i)))
    return implies(below(0, t), implies(euler, row & solved) & (implies(row, euler) & implies(solved, euler)))


@smoothing_is_a_step_of_backward_euler.proof
def _(t, h, after, before, V, v, t0):
    c, s = var("i", "C"), over(t, h * h)
    l, r = V(before(c)), V(after(c))
    both = use(smoothing_is_a_step_of_the_heat_equation(t, h, V(c), v(c), l, r), t0)
    euler = forall(c, over(V(c) - v(c), t).eq(over(l - 2 * V(c) + r, h * h)))
    row = forall(c, ((1 + 2 * s) * V(c) - s * (l + r)).eq(v(c)))
    solved = forall(c, call("operator", s, after, before, V, c).eq(v(c)))
    one, two, three = assume(euler), assume(row), assume(solved)
    rows = mp(left(both), spec(one, c))
    first = conj(gen(c, rows), gen(c, ar(call("operator", s, after, before, V, c).eq(v(c)), rows)))
    second = discharge(row, gen(c, mp(right(both), spec(two, c))))
    own = ar(((1 + 2 * s) * V(c) - s * (l + r)).eq(v(c)), spec(three, c))
    third = discharge(solved, gen(c, mp(right(both), own)))
    return conj(discharge(euler, first), conj(second, third))
