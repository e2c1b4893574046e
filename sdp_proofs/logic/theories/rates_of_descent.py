"""Rates of descent: the number of steps of Theorems 4 and 7, steps of 1/t, paths with noise, constants that fail."""

from sdp_proofs.logic.theories.descent_of_smooth_losses import *
from sdp_proofs.logic.theories.displays_of_descent import noise_with_twice_the_constant
from sdp_proofs.logic.vocabulary import *

a, i, t, u = var("a", A), var("i", N), var("t", N), var("u", fn(A, fn(N, R)))


@theorem(place="dp-lssgd, Theorem 4, T; Theorem 7, T", claims="rate-of-the-utility")
def rate_of_the_utility(
    Q: Real, K: Real, k: Real, d: Nonneg, G: Real, l: Real, n: Odds, e: Real, mu: Real, C: Real, T: Nonneg, c: Nonneg,
    p: Nonneg, r: Nonneg,
):  # fmt: skip
    """With T = C Q/K steps, K = k d G^2 l/(n e)^2, k = gamma or L beta, the bound is sqrt(Q K) times a constant."""
    m = mu * (1 - mu)
    order = over(l, (1 - mu) * e) + 1
    noise = over(20 * T * order * (G * G), mu * n * n * e)
    return applied(implies(
        below(0, mu), below(mu, 1), below(0, e), e <= l, below(0, Q), below(0, K), below(0, C), real(0) <= k,
        K.eq(over(k * d * (G * G) * l, n * e * (n * e))), T.eq(over(C * Q, K)),
        (c * c).eq(C), (p * p).eq(Q * K), (r * r).eq(T),
        over(Q + k * d * noise, r) <= p * (INV(c) + over(40 * c, m)),
    ))  # fmt: skip


@rate_of_the_utility.proof
def _(Q, K, k, d, G, l, n, e, mu, C, T, c, p, r, d0, n1, T0, c0, p0, r0, m0, m1, e0, el, Q0, K0, C0, k0, K_, T_, cc, pp,
      rr):  # fmt: skip
    th = use(noise_with_twice_the_constant(n, G, T, l, e, mu), n1, T0, e0, m0, m1, el)
    left_, right_ = binary(th.concl, "le")
    m = mu * (1 - mu)
    kd = ar(real(0) <= k * d, k0, d0)
    up = ar(k * d * left_ <= k * d * right_, th, kd)
    one = algebra(below(0, 1 - mu), m1)
    mm = use(products_are_positive(mu, 1 - mu), m0, one)
    um, im = positive(m, mm)
    w = over(k * d * (G * G) * l, n * e * (n * e))
    names = [var(x, R) for x in ("n", "e", "m", "T", "f", "l", "k")]
    N_, E_, m_, T__, f, l_, k_ = names
    same_ = algebra(implies(
        real(1) <= N_, below(0, E_), below(0, m_), below(m_, 1),
        (k_ * (2 * over(20 * T__ * f * l_, N_ * N_ * E_ * E_ * m_ * (1 - m_)))).eq(
            over(40 * T__ * over(k_ * f * l_, N_ * E_ * (N_ * E_)), m_ * (1 - m_)))))  # fmt: skip
    for one_name in reversed(names):
        same_ = gen(one_name, same_)
    same_ = use(at(same_, n, e, mu, T, G * G, l, k * d), n1, e0, m0, m1)
    most = ar(k * d * left_ <= 40 * T * K * INV(m), up, same_, K_, factors=[T * INV(m)])
    (uK, iK), (uQ, _), (uC, _) = positive(K, K0), positive(Q, Q0), positive(C, C0)

    def nonzero(x, x0, square_, y, y0):
        """0 < x, from 0 <= x and x^2 = y, 0 < y."""
        few = assume(x <= 0)
        return same(refuting(few.concl, contradiction(y0, ar(y <= 0, square_, ar(x * x <= 0, few, x0)))), below(0, x))

    QK = use(products_are_positive(Q, K), Q0, K0)
    cp, pp_ = nonzero(c, c0, cc, C, C0), nonzero(p, p0, pp, Q * K, QK)
    (uc, ic), (up_, ip) = positive(c, cp), positive(p, pp_)
    # r = c p/K
    s = c * p * INV(K)
    s0 = ar(real(0) <= s, ar(real(0) <= c * p, c0, p0), iK)
    square_s = ar(
        (s * s).eq(r * r), cc, pp, rr, T_, uK, factors=[p * p * INV(K) * INV(K), C * INV(K) * INV(K), C * Q * INV(K)]
    )
    rs = use(ax("antisymmetry", r, s), use(smaller_squares(r, s), s0, ar(r * r <= s * s, square_s)),
             use(smaller_squares(s, r), r0, ar(s * s <= r * r, square_s)))  # fmt: skip
    sp = use(
        products_are_positive(c * p, INV(K)), use(products_are_positive(c, p), cp, pp_), inverse_is_positive(K, K0)
    )
    us, is_ = positive(s, sp)
    x = k * d * left_
    goal = over(Q + x, s) <= p * (INV(c) + over(40 * c, m))
    ts = ar((T * K).eq(C * Q), T_, uK, factors=[C * Q])
    inv_s = ar(
        INV(s).eq(K * INV(c) * INV(p)),
        us,
        uc,
        up_,
        uK,
        factors=[
            INV(s),
            INV(s) * c * INV(c),
            K * INV(c) * INV(p),
            INV(s) * K * INV(K),
            INV(s) * K * INV(K) * c * INV(c),
        ],
    )
    first = ar((Q * INV(s)).eq(p * INV(c)), inv_s, pp, up_, factors=[Q, INV(c) * INV(p), p * INV(c)])
    second = ar(
        (T * K * INV(s)).eq(c * p),
        ts,
        inv_s,
        pp,
        cc,
        up_,
        uc,
        factors=[INV(s), C * Q, C * INV(c) * INV(p), INV(c) * p, p * c, C * INV(c) * p],
    )
    part = ar(
        x * INV(s) <= 40 * (c * p) * INV(m),
        ar(x * INV(s) <= 40 * T * K * INV(m) * INV(s), most, is_),
        second,
        factors=[INV(m)],
    )
    end = ar(goal, part, first)
    return subst(symmetric(rs), end, lambda v: over(Q + x, v) <= p * (INV(c) + over(40 * c, m)))


# ---- two paths -----------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Theorem 7, average iterate", claims="noise-moves-smooth-paths-by-little")
def noise_moves_smooth_paths_by_little(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), D: Fun(VEC, VEC), x: Fun(N, A, VEC), y: Fun(N, VEC), q: Fun(N, N, A, R),
    v: Nonneg, eta: Nonneg, d: Nat,
):  # fmt: skip
    """A path with noise and one without: their mean squared distance is at most k eta^2 v (1 + eta)^(2 k)."""
    off = lambda t: lambda a: lambda i: x(t)(a)(i) - y(t)(i)
    turn = lambda t: lambda a: lambda i: D(x(t)(a))(i) - D(y(t))(i)
    distance = lambda t: M(lambda a: square(off(t)(a), d))
    smooth_ = each(
        VEC, lambda u: each(VEC, lambda w: square(lambda i: D(u)(i) - D(w)(i), d) <= square(lambda i: u(i) - w(i), d))
    )
    free = lambda t: each(Fun(VEC, R), lambda h: implies(ig(lambda a: h(x(t)(a))), each(N, lambda i: (
        ig(lambda a: q(t)(i)(a) * h(x(t)(a))) & M(lambda a: q(t)(i)(a) * h(x(t)(a))).eq(0)))))  # fmt: skip
    return applied(implies(
        integral(ig, M), ig(lambda a: 1), smooth_,
        each(A, lambda a: each(N, lambda i: x(ZERO)(a)(i).eq(y(ZERO)(i)))),
        each(N, lambda t: each(A, lambda a: each(N, lambda i: x(SUCC(t))(a)(i).eq(
            x(t)(a)(i) - eta * (D(x(t)(a))(i) + q(t)(i)(a)))))),
        each(N, lambda t: each(N, lambda i: y(SUCC(t))(i).eq(y(t)(i) - eta * D(y(t))(i)))),
        each(N, lambda t: each(N, lambda i: ig(lambda a: off(t)(a)(i)) & ig(lambda a: off(t)(a)(i) * off(t)(a)(i)))),
        each(N, lambda t: each(N, lambda i: ig(lambda a: turn(t)(a)(i)) & ig(lambda a: turn(t)(a)(i) * turn(t)(a)(i)))),
        each(N, lambda t: each(N, lambda i: ig(lambda a: off(t)(a)(i) * turn(t)(a)(i)))),
        each(N, lambda t: each(N, lambda i: ig(lambda a: q(t)(i)(a) * q(t)(i)(a)))),
        each(N, lambda t: free(t) & M(lambda a: total(lambda i: q(t)(i)(a) * q(t)(i)(a), d)).eq(v)),
        each(N, lambda k: distance(k) <= num(k) * (eta * eta * v) * power((1 + eta) * (1 + eta), k)),
    ))  # fmt: skip


@noise_moves_smooth_paths_by_little.proof
def _(
    ig, M, D, x, y, q, v, eta, d, v0, e0, iM, one_, smooth_, start, moves, still, offs, turns, mixed, squares_, noise
):
    e, f, n_ = x(t)(a)(i) - y(t)(i), D(x(t)(a))(i) - D(y(t))(i), q(t)(i)(a)
    (ie, iee), (if_, iff), ief = parts(at(offs, t, i)), parts(at(turns, t, i)), at(mixed, t, i)
    free, size = left(spec(noise, t)), right(spec(noise, t))
    g = lambda th, s: to(th, ig(lam(a, s)))
    w = var("w", VEC)
    with_noise = lambda h, th: parts(at(use(at(free, lam(w, h)), th), i))
    iqe, qe = with_noise(w(i) - y(t)(i), g(ie, e))
    iqf, qf = with_noise(D(w)(i) - D(y(t))(i), g(if_, f))
    E, F, Q_ = (var(s, NUMBER.ty) for s in ("e", "f", "q"))
    # one coordinate, with names for its parts
    known = [
        assume(p)
        for p in (
            ig(lam(a, E(a) * E(a))),
            ig(lam(a, E(a) * F(a))),
            ig(lam(a, F(a) * F(a))),
            ig(lam(a, Q_(a) * E(a))),
            ig(lam(a, Q_(a) * F(a))),
            ig(lam(a, Q_(a) * Q_(a))),
        )
    ]
    zero = [assume(M(lam(a, Q_(a) * s)).eq(0)) for s in (E(a), F(a))]
    V = Mean(iM, inside=[*known, one_])
    calm, new = E(a) - eta * F(a), E(a) - eta * F(a) - eta * Q_(a)
    value = ar(M(lam(a, new * new)).eq(M(lam(a, calm * calm)) + eta * eta * M(lam(a, Q_(a) * Q_(a)))),
               V.linear(a, new * new), V.linear(a, calm * calm), *zero, factors=[eta, eta * eta])  # fmt: skip
    both = conj(conj(g(V.good(a, new * new), new * new), g(V.good(a, calm * calm), calm * calm)), value)
    both = hyps_then(both, [th.concl for th in (*known, *zero)], [E, F, Q_])
    fun = lambda s: lam(a, s)
    both = use(
        at(both, fun(e), fun(f), fun(n_)),
        g(iee, e * e),
        g(ief, e * f),
        g(iff, f * f),
        g(iqe, n_ * e),
        g(iqf, n_ * f),
        g(at(squares_, t, i), n_ * n_),
        qe,
        qf,
    )
    (i_new, i_calm), value = (left(left(both)), right(left(both))), right(both)
    calm, new, later = e - eta * f, e - eta * f - eta * n_, x(SUCC(t))(a)(i) - y(SUCC(t))(i)
    h = var("h", NUMBER.ty)
    add = lambda s, th: at(use(means_of_sums(ig, M, lam(i, lam(a, s))), iM, one_, gen(i, g(th, s))), d)
    s_new, s_calm, s_noise, s_old = (
        add(new * new, i_new),
        add(calm * calm, i_calm),
        add(n_ * n_, at(squares_, t, i)),
        add(e * e, iee),
    )
    sums = lambda s: total(lam(i, s), d)
    mean = lambda s: M(lam(a, s))
    line = by_places(
        lambda n: total(lam(i, mean(new * new)), n).eq(
            total(lam(i, mean(calm * calm)), n) + eta * eta * total(lam(i, mean(n_ * n_)), n)
        ),
        d,
        value,
        factors=[eta * eta],
    )
    whole = ar(
        mean(sums(new * new)).eq(mean(sums(calm * calm)) + eta * eta * v),
        right(s_new),
        right(s_calm),
        right(s_noise),
        line,
        size,
        factors=[eta * eta],
    )
    # |e - eta f| <= (1 + eta) |e|
    near = to(at(smooth_, x(t)(a), y(t)), sums(f * f) <= sums(e * e))
    cross = by_places(
        lambda n: real(0) <= total(lam(i, e * e), n) + 2 * total(lam(i, e * f), n) + total(lam(i, f * f), n),
        d,
        ar(real(0) <= e * e + 2 * e * f + f * f, squares=[e + f]),
    )
    opened_ = by_places(
        lambda n: total(lam(i, calm * calm), n).eq(
            total(lam(i, e * e), n) - 2 * eta * total(lam(i, e * f), n) + eta * eta * total(lam(i, f * f), n)
        ),
        d,
        factors=[eta, eta * eta],
    )
    z = (1 + eta) * (1 + eta)
    less = ar(
        eta * (0 - 2 * sums(e * f)) <= eta * (2 * sums(e * e)),
        ar(0 - 2 * sums(e * f) <= 2 * sums(e * e), cross, near),
        e0,
    )
    less = ar(
        sums(calm * calm) <= z * sums(e * e),
        opened_,
        less,
        ar(eta * eta * sums(f * f) <= eta * eta * sums(e * e), near, squares=[eta]),
    )
    W = Mean(iM, inside=[g(left(s_calm), sums(calm * calm)), g(left(s_old), sums(e * e))])
    step = ar(mean(sums(new * new)) <= z * mean(sums(e * e)) + eta * eta * v, whole, W.le(a, less))
    same_sums = by_places(
        lambda n: total(lam(i, later * later), n).eq(total(lam(i, new * new), n)),
        d,
        ar((later * later).eq(new * new), at(moves, t, a, i), at(still, t, i), factors=[later, new]),
    )
    moved_ = under(same_sums, a, lam(h, M(h)))
    far = lambda k: M(lam(a, square(lam(i, x(k)(a)(i) - y(k)(i)), d)))
    step = ar(far(SUCC(t)) <= z * far(t) + eta * eta * v, step, moved_)
    none = by_places(
        lambda n: square(lam(i, x(ZERO)(a)(i) - y(ZERO)(i)), n).eq(0),
        d,
        at(start, a, i),
        factors=[x(ZERO)(a)(i) - y(ZERO)(i)],
    )
    none = Mean(iM, inside=[one_]).eq_by(a, none)
    P = lambda k: power(z, k)
    claim = lambda k: (real(1) <= P(k)) & (far(k) <= num(k) * (eta * eta * v) * P(k))
    hyp = assume(claim(t))
    z1 = ar(real(1) <= z, e0)
    p1 = ar(real(1) <= P(SUCC(t)), left(hyp), z1)
    s0 = ar(real(0) <= eta * eta * v, v0, squares=[eta])
    grown = ar(z * far(t) <= z * (num(t) * (eta * eta * v) * P(t)), right(hyp), z1)
    last = ar(eta * eta * v <= eta * eta * v * P(SUCC(t)), p1, s0)
    next_ = ar(far(SUCC(t)) <= num(SUCC(t)) * (eta * eta * v) * P(SUCC(t)), step, grown, last)
    base = conj(ar(real(1) <= P(ZERO)), ar(far(ZERO) <= num(ZERO) * (eta * eta * v) * P(ZERO), none))
    th = induct(t, base, discharge(hyp.concl, conj(p1, next_)))
    return gen(t, right(spec(th, t)))


# ---- steps of 1/t --------------------------------------------------------------------------------------------------
@theorem
def harmonic_sums(T: Nat):
    """The sum of 1/k up to T is at least log(T + 1), that of 1/k^2 at most 2."""
    n = lambda t: num(t) + 1
    return (LOG(n(T)) <= total(lambda t: INV(n(t)), T)) & (total(lambda t: INV(n(t)) * INV(n(t)), T) <= 2)


@harmonic_sums.proof
def _(T):
    n = lambda t: num(t) + 1
    h, q = lambda T: total(lam(t, INV(n(t))), T), lambda T: total(lam(t, INV(n(t)) * INV(n(t))), T)
    t0 = spec(numbers_are_not_negative.thm, t)
    n1, m1 = ar(real(1) <= n(t), t0), ar(real(1) <= n(t) + 1, t0)
    (u, i0), (w, j0) = positive(n(t), n1), positive(n(t) + 1, m1)
    tangent = use(log_above_tangent(n(t) + 1, n(t)), m1, n1)
    less = ar(LOG(n(t) + 1) <= LOG(n(t)) + INV(n(t)), ar(n(t) * (LOG(n(t) + 1) - LOG(n(t))) <= 1, tangent), u, i0,
              hints=[(0, 2)], factors=[LOG(n(t) + 1), LOG(n(t))])  # fmt: skip
    claim = lambda T: LOG(n(T)) <= h(T)
    zero = ar(LOG(real(0) + 1) <= 0, rewrite(log_one.thm, real(1), real(0) + 1))
    first = induct(t, same(zero, claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), less)))
    # q(T) <= 2 - 1/T, T >= 1
    claim = lambda T: q(SUCC(T)) <= 2 - INV(n(T))
    x = var("x", R)
    pair_ = algebra(implies(real(1) <= x, INV(x + 1) * INV(x + 1) <= INV(x) - INV(x + 1)))
    pair_ = use(at(gen(x, pair_), n(t)), n1)
    one = positive(real(0) + 1, ar(real(1) <= real(0) + 1))[0]
    base = ar(q(SUCC(ZERO)) <= 2 - INV(n(ZERO)), one, factors=[INV(real(0) + 1), real(1)])
    second = induct(t, same(base, claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), pair_)))
    top = lambda T: q(T) <= 2
    over_ = discharge(top(t), ar(top(SUCC(t)), spec(second, t), i0))
    whole = induct(t, ar(top(ZERO)), over_)
    return conj(spec(first, T), spec(whole, T))


@theorem(place="dp-lssgd, Sec. 4.1, steps", claims="steps-of-one-over-t-gain-a-logarithm-only")
def steps_of_one_over_t_gain_a_logarithm_only(
    ig: Fun(NUMBER, o), M: Fun(NUMBER, R), F: Fun(VEC, R), g: Fun(N, VEC, VEC), G: Real, L: Real, z: VEC, n: Nat,
    b: Odds, d: Nat, s: Nonneg, c: Fun(N, R), x: Fun(N, A, VEC), B: Fun(N, N, A, R), q: Fun(N, N, A, R), v: Real,
    r: Real, start: VEC, T: Nat,
):  # fmt: skip
    """Steps r/k: the weighted average has a gap of at most 3/2 (D + V q)/(r h), h >= log(T + 1) and q <= 2 r^2."""
    l, steps = modes(s, c), function(N, lambda t: over(r, num(t) + 1))
    average = average_of(steps, x, T)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    D = weigh(l, lambda i: start(i) - z(i), d)
    h, squares_ = total(lambda t: INV(num(t) + 1), T), total(lambda t: over(r, num(t) + 1) * over(r, num(t) + 1), T)
    return applied(implies(
        *sizes(ig, M, n, b, d), cosines(c), *losses(F, g, G, L, z, n, d), below(0, r), 2 * L * r <= 1,
        *run_of(ig, M, x, B, q, n, b, v, g, steps, l, start), each(N, lambda t: ig(lambda a: F(x(t)(a)))),
        real(1) <= num(T), ig(lambda a: F(average(a))),
        (mean_loss(M, F, average) - F(z) <= Fraction(3, 2) * over(D + squares_ * V, r * h))
        & ((LOG(num(T) + 1) <= h) & (squares_ <= 2 * (r * r))),
    ))  # fmt: skip


@steps_of_one_over_t_gain_a_logarithm_only.proof
def _(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, r, start, T, b1, s0, *premises):
    before, (rp, short_, *run, iF, T1, good) = premises[:12], premises[12:]
    m, steps = num(t) + 1, lam(t, r * INV(num(t) + 1))
    r0, Lp = use(ax("total", r, 0), rp), use(ax("total", L, 0), before[8])
    t0 = spec(numbers_are_not_negative.thm, t)
    u_, i0 = positive(m, ar(real(1) <= m, t0))
    at_most = ar(INV(m) <= 1, u_, ar(real(0) <= num(t) * INV(m), t0, i0))
    e0 = gen(t, same(ar(real(0) <= r * INV(m), r0, i0), real(0) <= steps(t)))
    less = ar(L * (r * INV(m)) <= L * r, ar(r * INV(m) <= r, at_most, r0), Lp)
    short_ = gen(t, same(ar(2 * L * (r * INV(m)) <= 1, less, short_), 2 * L * steps(t) <= 1))
    H = lambda T: total(lam(t, INV(m)), T)
    one = positive(real(0) + 1, ar(real(1) <= real(0) + 1))[0]
    first = ar(real(1) <= H(SUCC(ZERO)), one, factors=[INV(real(0) + 1), real(1)])
    later = at(gen(t, i0), SUCC(t))
    claim = lambda t: real(1) <= H(SUCC(t))
    grown = induct(t, same(first, claim(ZERO)), discharge(claim(t), ar(claim(SUCC(t)), assume(claim(t)), later)))
    some = lambda T: implies(real(1) <= num(T), real(1) <= H(T))
    none = assume(real(1) <= num(ZERO))
    zero = discharge(none.concl, ar(real(1) <= H(ZERO), none))
    step = discharge(some(t), discharge(real(1) <= num(SUCC(t)), spec(grown, t)))
    h1 = use(spec(induct(t, zero, step), T), T1)
    whole = lambda T: total(steps, T).eq(r * H(T))
    flat = spec(induct(t, ar(whole(ZERO)), discharge(whole(t), ar(whole(SUCC(t)), assume(whole(t)), factors=[r]))), T)
    hp = algebra(below(0, H(T)), h1)
    rh = use(products_are_positive(r, H(T)), rp, hp)
    h0 = subst(symmetric(flat), rh, lambda v: below(0, v))
    th = gap_of_the_weighted_average(ig, M, F, g, G, L, z, n, b, d, s, c, x, B, q, v, steps, start, T)
    th = use(th, b1, s0, e0, *before, short_, *run, iF, h0, good)
    names = [var(name, R) for name in ("y", "h", "k")]
    y, h, k_ = names
    turned = algebra(implies(below(0, h), y <= over(k_, Fraction(2, 3) * h), y <= Fraction(3, 2) * over(k_, h)))
    for name in reversed(names):
        turned = gen(name, turned)
    l = modes(s, c)
    V = over(G * G, b) + power_mean(s, c, d, 1) * num(d) * v
    squares_ = lambda T: total(lam(t, r * INV(m) * (r * INV(m))), T)
    top = weigh(l, lambda i: start(i) - z(i), d) + squares_(T) * V
    own = mean_loss(M, F, average_of(steps, x, T)) - F(z)
    th = to(th, own <= over(top, Fraction(2, 3) * total(steps, T)))
    th = subst(flat, th, lambda v: own <= over(top, Fraction(2, 3) * v))
    first = use(at(turned, own, r * H(T), top), rh, th)
    sums = harmonic_sums(T)
    Q_ = lambda T: total(lam(t, INV(m) * INV(m)), T)
    scaled = lambda T: squares_(T).eq(r * r * Q_(T))
    scaled = spec(
        induct(t, ar(scaled(ZERO)), discharge(scaled(t), ar(scaled(SUCC(t)), assume(scaled(t)), factors=[r * r]))), T
    )
    last = ar(squares_(T) <= 2 * (r * r), scaled, ar(r * r * Q_(T) <= r * r * 2, right(sums), squares=[r]))
    return conj(first, conj(left(sums), last))
