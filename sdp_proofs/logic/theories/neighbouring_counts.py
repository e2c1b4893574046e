"""Neighbouring counts of a sample: ratios that fall, masses between powers, sums along a line, shifted coins."""

from sdp_proofs.logic.theories.displays_of_the_project import *
from sdp_proofs.logic.theories.replaced_draws import binomial_steps, left_power
from sdp_proofs.logic.theories.sampled_counts import *
from sdp_proofs.logic.vocabulary import *

j, k, n = var("j", N), var("k", N), var("n", N)


@theorem(place="Geometric-series bound", claims="ratios-of-neighbouring-outputs-fall")
def ratios_of_neighbouring_outputs_fall(a: Nat, b: Nat, h: Nat, j: Nat):
    """P(h+1)/P(h) = (a-h)(T-h)/((h+1)(b-T+h+1)) for P(h) = C(a,h) C(b,T-h), T = h+j+1; the next ratio is no larger."""
    T = num(h) + num(j) + 1
    P, Q = choose(a, h) * choose(b, SUCC(j)), choose(a, SUCC(h)) * choose(b, j)
    ratio = lambda h: over((num(a) - h) * (T - h), (h + 1) * (num(b) - T + h + 1))
    return implies(
        below(0, P), num(j) + 1 <= num(b), num(h) + 1 <= num(a),
        over(Q, P).eq(ratio(num(h))) & (ratio(num(h) + 1) <= ratio(num(h))),
    )  # fmt: skip


@ratios_of_neighbouring_outputs_fall.proof
def _(a, b, h, j, p0, jb, ha):
    T = num(h) + num(j) + 1
    P, Q = choose(a, h) * choose(b, SUCC(j)), choose(a, SUCC(h)) * choose(b, j)
    h0, j0 = spec(numbers_are_not_negative.thm, h), spec(numbers_are_not_negative.thm, j)
    one, two = spec(binomial_steps(a), h), spec(binomial_steps(b), j)
    id_ = ar((Q * ((num(h) + 1) * (num(b) - num(j)))).eq(P * ((num(a) - num(h)) * (num(j) + 1))), one, two,
             factors=[choose(b, j) * (num(b) - num(j)), choose(a, h) * (num(a) - num(h))])  # fmt: skip
    claim = lambda p, q, x, y, u, v, t: implies(
        below(0, p), real(0) <= u, v + 1 <= y, t.eq(u + v + 1), (q * ((u + 1) * (y - v))).eq(p * ((x - u) * (v + 1))),
        over(q, p).eq(over((x - u) * (t - u), (u + 1) * (y - t + u + 1))),
    )  # fmt: skip
    first = lemma("p q x y u v t", claim, P, Q, num(a), num(b), num(h), num(j), T)
    first = use(first, p0, h0, jb, refl(T), id_)
    less = lambda x, y, u, v, t: implies(
        real(0) <= u,
        real(0) <= v,
        v + 1 <= y,
        u + 1 <= x,
        t.eq(u + v + 1),
        over((x - (u + 1)) * (t - (u + 1)), (u + 1 + 1) * (y - t + (u + 1) + 1))
        <= over((x - u) * (t - u), (u + 1) * (y - t + u + 1)),
    )
    x, y, u, v = (var(name, R) for name in ("x", "y", "u", "v"))
    known = [assume(t) for t in (real(0) <= u, real(0) <= v, v + 1 <= y, u + 1 <= x)]
    u0, v0, vy, ux = known
    p_, q_ = (x - u - 1) * v, (u + 2) * (y - v + 1)
    r_, s_ = (x - u) * (v + 1), (u + 1) * (y - v)
    uq, iq = positive(q_, ar(real(1) <= q_, u0, vy))
    us, is_ = positive(s_, ar(real(1) <= s_, u0, vy))
    num_ = ar(p_ <= r_, ux, v0)
    den = ar(s_ <= q_, u0, vy)
    p0_ = ar(real(0) <= p_, ux, v0)
    inv_ = ar(
        INV(q_) <= INV(s_),
        ar(s_ * (INV(q_) * INV(s_)) <= q_ * (INV(q_) * INV(s_)), den, ar(real(0) <= INV(q_) * INV(s_), iq, is_)),
        uq,
        us,
        factors=[INV(q_), INV(s_)],
    )
    th = ar(
        p_ * INV(q_) <= r_ * INV(s_),
        ar(p_ * INV(q_) <= p_ * INV(s_), inv_, p0_),
        ar(p_ * INV(s_) <= r_ * INV(s_), num_, is_),
    )
    for fact_ in reversed(known):
        th = discharge(fact_.concl, th)
    for w in (v, u, y, x):
        th = gen(w, th)
    del less
    th = use(at(th, num(a), num(b), num(h), num(j)), h0, j0, jb, ha)
    second = ratios_of_neighbouring_outputs_fall.conclusion
    second = binary(second, "and")[1]
    return conj(first, ar(second, th))


@theorem(place="Geometric-series bound", claims="log-concave-masses-lie-between-two-powers")
def log_concave_masses_lie_between_two_powers(f: Fun(N, Nonneg), r: Fun(N, R), y: Nonneg, z: Nonneg, n: Nat):
    """Ratios between y and z: f(0) y^n <= f(n) <= f(0) z^n; if they fall, the first may be z and the last y."""
    both = lambda y, z: (f(ZERO) * power(y, n) <= f(n)) & (f(n) <= f(ZERO) * power(z, n))
    between = each(N, lambda k: implies(among(n, k), (y * f(k) <= f(SUCC(k))) & (f(SUCC(k)) <= z * f(k))))
    ratios = each(N, lambda k: implies(among(n, k), f(SUCC(k)).eq(r(k) * f(k)) & ((y <= r(k)) & (r(k) <= r(ZERO)))))
    return implies(between, both(y, z)) & implies(real(0) <= r(ZERO), ratios, both(y, r(ZERO)))


@log_concave_masses_lie_between_two_powers.proof
def _(f, r, y, z, n, f0, y0, z0):
    first = between_powers(f, y, z, n, f0, y0, z0)
    r0 = assume(real(0) <= r(ZERO))
    ratios = assume(forall(k, implies(among(n, k), f(SUCC(k)).eq(r(k) * f(k)) & ((y <= r(k)) & (r(k) <= r(ZERO))))))
    in_ = assume(among(n, k))
    known = use(spec(ratios, k), in_)
    fk = spec(f0, k)
    low = ar(y * f(k) <= f(SUCC(k)), left(known), ar(y * f(k) <= r(k) * f(k), left(right(known)), fk))
    high = ar(f(SUCC(k)) <= r(ZERO) * f(k), left(known), ar(r(k) * f(k) <= r(ZERO) * f(k), right(right(known)), fk))
    steps_ = gen(k, discharge(in_.concl, conj(low, high)))
    second = mp(between_powers(f, y, r(ZERO), n, f0, y0, r0), steps_)
    return conj(first, discharge(r0.concl, discharge(ratios.concl, second)))


def between_powers(f, y, z, n_, f0, y0, z0):
    """f(0) y^n <= f(n) <= f(0) z^n, if y f(k) <= f(k + 1) <= z f(k) for k < n: by induction on n."""
    n = var("m", N)
    goal = lambda n: (f(ZERO) * power(y, n) <= f(n)) & (f(n) <= f(ZERO) * power(z, n))
    step = lambda k: (y * f(k) <= f(SUCC(k))) & (f(SUCC(k)) <= z * f(k))
    inside_ = lambda n: forall(k, implies(among(n, k), step(k)))
    claim = lambda n: implies(inside_(n), goal(n))
    H0, hyp, H = assume(inside_(ZERO)), assume(claim(n)), assume(inside_(SUCC(n)))
    base = discharge(H0.concl, conj(ar(f(ZERO) * power(y, ZERO) <= f(ZERO)), ar(f(ZERO) <= f(ZERO) * power(z, ZERO))))
    in_n = assume(among(n, k))
    among_ = lambda k, th: same(either(among(n, k), eq(k, n), th), among(SUCC(n), k))
    old = mp(hyp, gen(k, discharge(in_n.concl, use(spec(H, k), among_(k, in_n)))))
    last = use(spec(H, n), among_(n, refl(n)))
    low = ar(
        f(ZERO) * power(y, SUCC(n)) <= f(SUCC(n)),
        left(last),
        ar(y * (f(ZERO) * power(y, n)) <= y * f(n), left(old), y0),
    )
    high = ar(
        f(SUCC(n)) <= f(ZERO) * power(z, SUCC(n)),
        right(last),
        ar(z * f(n) <= z * (f(ZERO) * power(z, n)), right(old), z0),
    )
    return spec(induct(n, base, discharge(hyp.concl, discharge(H.concl, conj(low, high)))), n_)


@theorem(place="Geometric-series bound", claims="sums-along-a-line-and-a-power-in-closed-form")
def sums_along_a_line_and_a_power_in_closed_form(z: Nonneg, s: Nonneg, g: Nonneg, n: Nat):
    """For z < 1 the sum of z^j (s + j g) up to n in closed form, and at most s/(1 - z) + g z/(1 - z)^2."""
    whole = total(lambda j: power(z, j) * (s + num(j) * g), SUCC(n))
    rest, m, p = 1 - z, num(n), power(z, n)
    closed = over(s * (1 - p * z), rest) + over(g * z * (1 - (m + 1) * p + m * p * z), rest * rest)
    return implies(below(z, 1), whole.eq(closed) & (whole <= over(s, rest) + over(g * z, rest * rest)))


@sums_along_a_line_and_a_power_in_closed_form.proof
def _(z, s, g, n, z0, s0, g0, z1):
    n_, n = n, var("m", N)
    rest = 1 - z
    top = lambda n: (
        s * (1 - power(z, n) * z) * rest + g * z * (1 - (num(n) + 1) * power(z, n) + num(n) * power(z, n) * z)
    )
    whole = lambda n: total(lam(j, power(z, j) * (s + num(j) * g)), SUCC(n))
    claim = lambda n: (whole(n) * (rest * rest)).eq(top(n))
    every = spec(induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n))))), n_)
    r0 = algebra(below(0, rest), z1)
    ur, ir = positive(rest, same(r0, below(0, rest)))
    m, p = num(n_), power(z, n_)
    first_, second_ = s * (1 - p * z), g * z * (1 - (m + 1) * p + m * p * z)
    square = use(fact("products_are_positive", rest, rest), same(r0, below(0, rest)), same(r0, below(0, rest)))
    (u2, i2), i_, j_ = positive(rest * rest, square), INV(rest), INV(rest * rest)
    first = ar(whole(n_).eq(first_ * i_ + second_ * j_), every, ur, u2,
               factors=[j_, first_ * rest * j_, whole(n_), first_ * i_])  # fmt: skip
    p0, m0 = use(left_power(z, n_), z0), spec(numbers_are_not_negative.thm, n_)
    i = INV(rest)
    rp = ar(real(0) <= rest, use(ax("total", 1, z), same(z1, not_(real(1) <= z))))
    mp_ = ar(m * p * z <= (m + 1) * p, ar(real(0) <= m * p * rest, ar(real(0) <= m * p, m0, p0), rp), p0)
    one = ar(
        s * (1 - p * z) * i <= s * i,
        ar(real(0) <= s * (p * z) * i, ar(real(0) <= s * (p * z), s0, ar(real(0) <= p * z, p0, z0)), ir),
    )
    gz = ar(real(0) <= g * z, g0, z0)
    two = ar(
        g * z * (1 - (m + 1) * p + m * p * z) * INV(rest * rest) <= g * z * INV(rest * rest),
        ar(
            real(0) <= g * z * ((m + 1) * p - m * p * z) * INV(rest * rest),
            ar(real(0) <= g * z * ((m + 1) * p - m * p * z), gz, mp_),
            i2,
        ),
    )
    return conj(first, ar(whole(n_) <= over(s, rest) + over(g * z, rest * rest), first, one, two))


@theorem(place="Geometric-series bound", claims="gains-from-the-start-lie-between-two-lines")
def gains_from_the_start_lie_between_two_lines(E: Nonneg, a: Real, b: Nonneg, T: Real, h: Real, j: Real, J: Real):
    """The gain 1 - E r(h + j) is that at h plus j W/(L (L + j)): between the chord up to J and the first step."""
    L, W = b + 1 - T + h, over(E * (b + 1) * (a + b + 1 - T), a)
    gain = lambda h: 1 - E * over((a - h) * (b + 1), a * (b + 1 - T + h))
    more = over(W * j, L * (L + j))
    up = implies(or_(j.eq(0), real(1) <= j), more <= j * over(W, L * (L + 1)))
    down = implies(real(0) <= j, j <= J, j * over(W, L * (L + J)) <= more)
    return implies(below(0, a), below(0, L), real(0) <= j, a + b >= T, gain(h + j).eq(gain(h) + more) & (up & down))


@gains_from_the_start_lie_between_two_lines.proof
def _(E, a, b, T, h, j, J, e0, b0, a0, l0, j0, Tn):
    L, W = b + 1 - T + h, over(E * (b + 1) * (a + b + 1 - T), a)
    gain = lambda h: 1 - E * over((a - h) * (b + 1), a * (b + 1 - T + h))
    more = over(W * j, L * (L + j))
    claim = lambda E, a, y, L, h, c, j: implies(
        below(0, a), below(0, L), real(0) <= j, c.eq(L - h),
        (1 - E * over((a - h - j) * y, a * (L + j))).eq(
            1 - E * over((a - h) * y, a * L) + over(over(E * y * (a + c), a) * j, L * (L + j))),
    )  # fmt: skip
    first = lemma("E a y L h c j", claim, E, a, b + 1, L, h, b + 1 - T, j)
    first = use(first, a0, l0, j0, ar((b + 1 - T).eq(L - h)))
    inner = lambda x, y: ar(x.eq(y))
    goal = gain(h + j).eq(gain(h) + more)
    one = subst(
        inner(L + j, b + 1 - T + (h + j)),
        first,
        lambda v: (1 - E * over((a - h - j) * (b + 1), a * v)).eq(
            1 - E * over((a - h) * (b + 1), a * L) + over(over(E * (b + 1) * (a + (b + 1 - T)), a) * j, L * (L + j))
        ),
    )
    first = ar(goal, one)
    ua, ia = positive(a, a0)
    w0 = ar(real(0) <= W, ar(real(0) <= E * (b + 1) * (a + b + 1 - T), ar(real(0) <= E * (b + 1), e0, b0), Tn), ia)
    up_claim = lambda w, L, j: implies(
        real(0) <= w, below(0, L), real(1) <= j, over(w * j, L * (L + j)) <= j * over(w, L * (L + 1))
    )
    down_claim = lambda w, L, j, J: implies(
        real(0) <= w, below(0, L), real(0) <= j, j <= J, j * over(w, L * (L + J)) <= over(w * j, L * (L + j))
    )

    def inverse_falls(L, lo, x, y, x0, xy):
        """1/(L y) <= 1/(L x) for 0 < x <= y, times w j."""
        return None

    del inverse_falls
    zero, one_ = assume(j.eq(0)), assume(real(1) <= j)
    lp = use(ax("total", L, 0), same(l0, not_(L <= 0)))

    def falls(x, y, xy, x0):
        """1/(L y) <= 1/(L x), from x <= y and 0 < x."""
        y0 = same(algebra(below(0, y), x0, xy), below(0, y))
        (ux, ix), (uy, iy) = (
            positive(L * x, use(products_are_positive_at(L, x), l0, x0)),
            positive(L * y, use(products_are_positive_at(L, y), l0, y0)),
        )
        both = ar(real(0) <= INV(L * x) * INV(L * y), ix, iy)
        return ar(
            INV(L * y) <= INV(L * x),
            ar(
                L * x * (INV(L * x) * INV(L * y)) <= L * y * (INV(L * x) * INV(L * y)), ar(L * x <= L * y, xy, lp), both
            ),
            ux,
            uy,
            factors=[INV(L * x), INV(L * y)],
        )

    L1 = same(algebra(below(0, L + 1), l0), below(0, L + 1))
    Lj = same(algebra(below(0, L + j), l0, j0), below(0, L + j))
    wj = ar(real(0) <= W * j, w0, j0)
    up_flat = ar(more <= j * over(W, L * (L + 1)), zero, factors=[W * INV(L * (L + j)), W * INV(L * (L + 1))])
    up_some = ar(
        more <= j * over(W, L * (L + 1)),
        ar(W * j * INV(L * (L + j)) <= W * j * INV(L * (L + 1)), falls(L + 1, L + j, ar(L + j >= L + 1, one_), L1), wj),
    )
    either_ = assume(or_(j.eq(0), real(1) <= j))
    up = discharge(either_.concl, split(either_, up_flat, up_some))
    jj, jJ = assume(real(0) <= j), assume(j <= J)
    down = ar(
        j * over(W, L * (L + J)) <= more,
        ar(W * j * INV(L * (L + J)) <= W * j * INV(L * (L + j)), falls(L + j, L + J, ar(L + j <= L + J, jJ), Lj), wj),
    )
    down = discharge(jj.concl, discharge(jJ.concl, down))
    del up_claim, down_claim, ua
    return conj(first, conj(up, down))


def products_are_positive_at(x, y):
    return fact("products_are_positive", x, y)


@theorem(place="Accounting by half-lines")
def ratio_of_shifted_binomial_laws_falls(n: Nat, j: Nat, k: Nat):
    """Ratios of n fair coins: (k+1) b(k+1) = (n-k) b(k), b(k) = C(n,k)/2^n; b(k+1) b(j) <= b(k) b(j+1), j <= k <= n."""
    b = lambda k: choose(n, k) * power(real(HALF), n)
    step_ = lambda k: (num(SUCC(k)) * b(SUCC(k))).eq((num(n) - num(k)) * b(k))
    return step_(k) & implies(num(j) <= num(k), num(k) <= num(n), b(SUCC(k)) * b(j) <= b(k) * b(SUCC(j)))


@ratio_of_shifted_binomial_laws_falls.proof
def _(n, j, k):
    h = power(real(HALF), n)
    b = lambda k: choose(n, k) * h
    h0 = use(left_power(real(HALF), n), ar(real(0) <= HALF))
    nat = lambda v: spec(numbers_are_not_negative.thm, v)
    step_ = lambda k: ar(
        (num(SUCC(k)) * b(SUCC(k))).eq((num(n) - num(k)) * b(k)), spec(binomial_steps(n), k), factors=[h]
    )
    pos = lambda k: ar(real(0) <= b(k), at(binomials_are_not_negative.thm, n, k), h0)
    jk, kn = assume(num(j) <= num(k)), assume(num(k) <= num(n))
    x, y = num(k) + 1, num(j) + 1
    xy = ar(real(1) <= x * y, nat(k), nat(j))
    u, i0 = positive(x * y, xy)
    prod_ = ar(real(0) <= b(k) * b(j), pos(k), pos(j))
    # x y b(k+1) b(j) = (n-k) y b(k) b(j) <= (n-j) x b(k) b(j) = x y b(k) b(j+1)
    less = ar(
        (num(n) - num(k)) * y <= (num(n) - num(j)) * x,
        jk,
        nat(j),
        ar(real(0) <= (num(k) - num(j)) * (num(n) + 1), jk, nat(n)),
    )
    big = ar((num(n) - num(k)) * y * (b(k) * b(j)) <= (num(n) - num(j)) * x * (b(k) * b(j)), less, prod_)
    whole = ar(
        x * y * (b(SUCC(k)) * b(j)) <= x * y * (b(k) * b(SUCC(j))),
        big,
        step_(k),
        step_(j),
        factors=[y * b(j), x * b(k)],
    )
    goal = b(SUCC(k)) * b(j) <= b(k) * b(SUCC(j))
    end = ar(
        goal,
        ar(INV(x * y) * (x * y * (b(SUCC(k)) * b(j))) <= INV(x * y) * (x * y * (b(k) * b(SUCC(j)))), whole, i0),
        u,
        factors=[b(SUCC(k)) * b(j), b(k) * b(SUCC(j))],
    )
    del kn
    return conj(step_(k), discharge(jk.concl, discharge((num(k) <= num(n)), end)))
