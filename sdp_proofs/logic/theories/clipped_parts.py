"""Parts that are clipped apart, batches of one record, counts of records: displays with what their words say."""

from sdp_proofs.logic.theories.complete_displays import *
from sdp_proofs.logic.theories.entropies import exp_is_positive, exp_of_log, products_are_positive, strict
from sdp_proofs.logic.theories.places import among
from sdp_proofs.logic.theories.points_of_the_plane import roots_are_in_order
from sdp_proofs.logic.theories.relative_entropies import logs_are_monotone
from sdp_proofs.logic.vocabulary import *

j, k, n = var("j", N), var("k", N), var("n", N)


@theorem(place="dp-lssgd, Sec. 4, clipping in the code", claims="parts-that-are-clipped-apart-change-by-root-eight")
def parts_that_are_clipped_apart(
    u: Fun(N, R), v: Fun(N, R), p: Fun(N, R), q: Fun(N, R), n: Nat, m: Nat, C: Nonneg, r: Real, t: Real, w: Nonneg
):
    """Two parts of norms at most C, clipped apart: sqrt(2) C together at most, and changes of 2 sqrt(2) C at most.

    The parts are u and v, and p and q after a record is replaced; r, t and w are the norms, w^2 = 2 gives the root.
    """
    size = lambda f, n: total(lambda k: f(k) * f(k), n)
    gap = lambda f, g, n: total(lambda k: (f(k) - g(k)) * (f(k) - g(k)), n)
    return implies(
        size(u, n) <= C * C,
        size(v, m) <= C * C,
        size(p, n) <= C * C,
        size(q, m) <= C * C,
        (w * w).eq(2),
        (r * r).eq(size(u, n) + size(v, m)),
        (t * t).eq(gap(u, p, n) + gap(v, q, m)),
        (gap(u, p, n) <= 2 * C * (2 * C)) & (gap(v, q, m) <= 2 * C * (2 * C)) & (r <= w * C) & (t <= 2 * w * C),
    )


@parts_that_are_clipped_apart.proof
def _(u, v, p, q, n, m, C, r, t, w, c0, w0, su, sv, sp, sq, root, whole, moved):
    size = lambda f, n: total(lam(k, f(k) * f(k)), n)
    gap = lambda f, g, n: total(lam(k, (f(k) - g(k)) * (f(k) - g(k))), n)

    def twice(f, g, n):
        """|f - g|^2 <= 2 |f|^2 + 2 |g|^2."""
        one = ar((f(k) - g(k)) * (f(k) - g(k)) <= 2 * (f(k) * f(k)) + 2 * (g(k) * g(k)), squares=[f(k) + g(k)])
        claim = lambda n: gap(f, g, n) <= 2 * size(f, n) + 2 * size(g, n)
        step = ar(claim(SUCC(k)), assume(claim(k)), one)
        return at(induct(k, ar(claim(ZERO)), discharge(claim(k), step)), n)

    first = ar(gap(u, p, n) <= 2 * C * (2 * C), twice(u, p, n), su, sp)
    second = ar(gap(v, q, m) <= 2 * C * (2 * C), twice(v, q, m), sv, sq)
    wc = ar(real(0) <= w * C, w0, c0)
    third = use(roots_are_in_order(r, w * C), wc, ar(r * r <= w * C * (w * C), whole, su, sv, root, factors=[C * C]))
    fourth = use(
        roots_are_in_order(t, 2 * w * C),
        ar(real(0) <= 2 * w * C, wc),
        ar(t * t <= 2 * w * C * (2 * w * C), moved, first, second, root, factors=[C * C]),
    )
    return conj(conj(conj(first, second), third), fourth)


@theorem(place="Accounting by profiles", claims="ratio-of-batches-with-others-at-zero")
def ratio_of_batches_with_others_at_zero(x: Real, v: Real, g: Real, E: Nonneg, b: Real):
    """Batches at rate g, noise N(0, v), the record at 1 or -1, others at 0: the ratio exceeds E right of v log b alone.

    Here b > 0 is the root of g K (b - E/b) = (E - 1) (1 - g), K = exp(-1/(2 v)); the densities about 1 and -1 are K u
    and K/u times that about 0 at u = exp(x/v).
    """
    at_ = lambda m: EXP(0 - over((x - m) * (x - m), 2 * v))
    K, u = EXP(0 - INV(2 * v)), EXP(over(x, v))
    more = below(E * ((1 - g) * at_(0) + g * at_(-1)), (1 - g) * at_(0) + g * at_(1))
    right_ = below(v * LOG(b), x)
    return implies(
        below(0, v),
        below(0, g),
        below(0, b),
        (g * K * (b - E * INV(b))).eq((E - 1) * (1 - g)),
        at_(1).eq(K * u * at_(0)) & (u * at_(-1)).eq(K * at_(0)) & (implies(more, right_) & implies(right_, more)),
    )


@ratio_of_batches_with_others_at_zero.proof
def _(x, v, g, E, b, e0, v0, g0, b0, root):
    f = lambda m: 0 - over((x - m) * (x - m), 2 * v)
    at_ = lambda m: EXP(f(m))
    k, l = 0 - INV(2 * v), over(x, v)
    K, u = EXP(k), EXP(l)
    uv, iv = positive(v, v0)
    u2, _ = positive(2 * v, strict(2 * v, v0))
    half = ar(INV(2 * v).eq(INV(v) * Fraction(1, 2)), uv, u2, factors=[INV(v), INV(2 * v), INV(v) * INV(2 * v)])
    up = ar(f(1).eq(k + l + f(0)), half, factors=[real(1), x, x * x])
    both = subst(up, refl(at_(1)), lambda z: at_(1).eq(EXP(z)))
    first = ar(at_(1).eq(K * u * at_(0)), both, ax("exp_plus", k + l, f(0)), ax("exp_plus", k, l), factors=[at_(0)])
    down = ar((l + f(-1)).eq(k + f(0)), half, factors=[real(1), x, x * x])
    low = subst(down, refl(EXP(l + f(-1))), lambda z: EXP(l + f(-1)).eq(EXP(z)))
    second = ar((u * at_(-1)).eq(K * at_(0)), low, ax("exp_plus", l, f(-1)), ax("exp_plus", k, f(0)))
    ub, ib = positive(b, b0)
    p0, K0, up0 = exp_is_positive(f(0)), exp_is_positive(k), exp_is_positive(l)
    d = (1 - g) * at_(0) + g * at_(1) - E * ((1 - g) * at_(0) + g * at_(-1))
    # u d = g K (u - b) (u + E/b) at(0)
    c = g * K * (u + E * INV(b)) * at_(0)
    value = ar(
        (u * d).eq(c * (u - b)),
        first,
        second,
        root,
        ub,
        factors=[
            g * u,
            g * E,
            at_(0) * u,
            g * K * E * at_(0),
            g * K * at_(0) * u,
            g * K * E * at_(0) * INV(b),
            real(1),
        ],
    )
    s0 = above_sum(u, E * INV(b), up0, ar(real(0) <= E * INV(b), e0, ib))
    c0 = use(
        products_are_positive(g * K * (u + E * INV(b)), at_(0)),
        use(products_are_positive(g * K, u + E * INV(b)), use(products_are_positive(g, K), g0, K0), s0),
        p0,
    )
    cp, upp = use(ax("total", c, 0), c0), use(ax("total", u, 0), up0)
    more = below(E * ((1 - g) * at_(0) + g * at_(-1)), (1 - g) * at_(0) + g * at_(1))
    right_ = below(v * LOG(b), x)
    # d > 0 gives u > b, and u > b gives d > 0
    yes, no_x = assume(more), assume(x <= v * LOG(b))
    less = ar(l <= LOG(b), ar(INV(v) * x <= INV(v) * (v * LOG(b)), no_x, iv), uv, factors=[LOG(b)])
    small = ar(u <= b, use(exp_monotone(l, LOG(b)), less), exp_of_log(b, b0))
    wrong = ar(u * d <= 0, value, ar(c * (u - b) <= 0, small, cp))
    dpos = beyond(d, yes)
    end = contradiction(use(products_are_positive(u, d), up0, dpos), wrong)
    one = discharge(more, same(refuting(no_x.concl, end), right_))
    far, no_d = assume(right_), assume(binary_part(more))
    back = ar(c * (u - b) <= 0, value, ar(u * d <= 0, no_d, upp))
    ubig = assume(u <= b)
    cu = beyond(u - b, refuting_le(u, b, ubig, far, x, v, l, uv, v0, b0))
    two_end = contradiction(use(products_are_positive(c, u - b), c0, cu), back)
    two = discharge(right_, same(refuting(no_d.concl, two_end), more))
    return conj(conj(first, second), conj(one, two))


def above_sum(s, t, s0, t0):
    """0 < s + t, from 0 < s and 0 <= t."""
    low = assume(s + t <= 0)
    return same(refuting(low.concl, contradiction(s0, ar(s <= 0, low, t0))), below(0, s + t))


def beyond(d, th):
    """0 < d, from a strict inequality of which d is the difference."""
    low = assume(d <= 0)
    return same(refuting(low.concl, contradiction(th, ar(binary_part(th.concl), low))), below(0, d))


def binary_part(p):
    """Unpack what a strict inequality denies."""
    return spine(p)[1][0]


def refuting_le(u, b, ubig, far, x, v, l, uv, v0, b0):
    """Show b < u, from x > v log b."""
    logs = use(logs_are_monotone(u, b), exp_is_positive(l), ubig)
    less = ar(l <= LOG(b), logs, fact("logs_undo_exponentials", l))
    end = contradiction(
        far, ar(x <= v * LOG(b), ar(v * l <= v * LOG(b), less, use(ax("total", v, 0), v0)), uv, factors=[x])
    )
    return same(refuting(ubig.concl, end), below(b, u))


# ---- single outputs ------------------------------------------------------------------------------------------------
@theorem(place="dp-lecture, Definition, all outputs", claims="single-outputs-lose-a-factor-of-their-number")
def single_outputs_lose_a_factor_of_their_number(
    E: Odds, d: Nonneg, p: Fun(N, R), q: Fun(N, R), n: Nat, x: Fun(N, R), y: Fun(N, R)
):
    """Events of n + 1 outputs with p <= E q + d each have P <= E Q + n d, and no less: x and y attain it.

    There n outputs have d and 0, one has the rest and 1; single outputs are close wherever E (1 - n d) >= 1 - d.
    """
    gain = lambda p, q, f, m: total(lambda j: f(j) * (p(j) - E * q(j)), m)
    single = lambda p, q: each(N, lambda j: implies(among(SUCC(n), j), p(j) <= E * q(j) + d))
    upper = each(Fun(N, R), lambda f: implies(test(f), gain(p, q, f, SUCC(n)) <= num(n) * d))
    least = each(N, lambda j: implies(among(n, j), x(j).eq(d) & y(j).eq(0)))
    attained = (
        (total(x, SUCC(n)).eq(1) & total(y, SUCC(n)).eq(1))
        & (single(x, y) & single(y, x))
        & (total(x, n) - E * total(y, n)).eq(num(n) * d)
    )
    first = implies(single(p, q), total(p, SUCC(n)).eq(1), total(q, SUCC(n)).eq(1), upper)
    return first & implies(
        least, x(n).eq(1 - num(n) * d), y(n).eq(1), num(n) * d <= 1, 1 - d <= E * (1 - num(n) * d), attained
    )


@single_outputs_lose_a_factor_of_their_number.proof
def _(E, d, p, q, n, x, y, e1, d0):
    m, f = var("m", N), var("f", fn(N, R))
    z = lambda j: p(j) - E * q(j)
    single = lambda p, q, m: forall(j, implies(among(m, j), p(j) <= E * q(j) + d))
    sums_ = lambda m: total(lam(j, MAX(0, z(j))), m)
    plain_ = lambda m: total(lam(j, z(j)), m)
    S, P1, Q1 = assume(single(p, q, SUCC(n))), assume(total(p, SUCC(n)).eq(1)), assume(total(q, SUCC(n)).eq(1))
    some_, all_ = (lambda m: sums_(m) <= num(m) * d - d), (lambda m: sums_(m).eq(plain_(m)))
    claim = lambda m: implies(single(p, q, m), (sums_(m) <= num(m) * d) & or_(some_(m), all_(m)))
    had, more = assume(claim(m)), assume(single(p, q, SUCC(m)))
    in_ = assume(among(m, j))
    shorter = gen(
        j, discharge(in_.concl, use(at(more, j), same(either(among(m, j), eq(j, m), in_), among(SUCC(m), j))))
    )
    known = use(had, shorter)
    last = use(at(more, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))
    sides = [ax(side, 0, z(m)) for side in ("max_left", "max_right")]
    top = use(ax("max_least", 0, z(m), d), d0, ar(z(m) <= d, last))
    whole = ar(sums_(SUCC(m)) <= num(SUCC(m)) * d, left(known), top)
    one, two = assume(some_(m)), assume(all_(m))
    goal = or_(some_(SUCC(m)), all_(SUCC(m)))
    first = either(some_(SUCC(m)), all_(SUCC(m)), ar(some_(SUCC(m)), one, top))
    up, down = assume(real(0) <= z(m)), assume(not_(real(0) <= z(m)))
    low = use(ax("total", 0, z(m)), down)
    is_z = use(
        ax("antisymmetry", MAX(0, z(m)), z(m)), use(ax("max_least", 0, z(m), z(m)), up, ar(z(m) <= z(m))), sides[1]
    )
    is_0 = use(ax("antisymmetry", MAX(0, z(m)), 0), use(ax("max_least", 0, z(m), 0), ar(real(0) <= 0), low), sides[0])
    stays = either(some_(SUCC(m)), all_(SUCC(m)), ar(all_(SUCC(m)), two, is_z))
    falls_ = either(some_(SUCC(m)), all_(SUCC(m)), ar(some_(SUCC(m)), left(known), is_0))
    second = cases(up.concl, stays, falls_)
    nexts = conj(whole, same(split(same(right(known), or_(some_(m), all_(m))), first, second), goal))
    base_in = assume(single(p, q, ZERO))
    base = discharge(
        base_in.concl, conj(ar(sums_(ZERO) <= num(ZERO) * d), either(some_(ZERO), all_(ZERO), ar(all_(ZERO))))
    )
    every = use(at(induct(m, base, discharge(had.concl, discharge(more.concl, nexts))), SUCC(n)), S)
    linear = by_parts(p, q, E, SUCC(n))
    n0 = at(fact("numbers_are_not_negative"), n)
    nd = ar(real(0) <= num(n) * d, n0, d0)
    one, two = assume(some_(SUCC(n))), assume(all_(SUCC(n)))
    best = sums_(SUCC(n)) <= num(n) * d
    most = split(
        same(right(every), or_(some_(SUCC(n)), all_(SUCC(n)))), ar(best, one), ar(best, two, linear, P1, Q1, e1, nd)
    )
    T = assume(test(f))
    gain = lambda m: total(lam(j, f(j) * z(j)), m)
    low_f, high_f = parts(at(T, m))
    own = [ax(side, 0, z(m)) for side in ("max_left", "max_right")]
    each_ = ar(
        f(m) * z(m) <= MAX(0, z(m)),
        ar(f(m) * z(m) <= f(m) * MAX(0, z(m)), own[1], low_f),
        ar(f(m) * MAX(0, z(m)) <= MAX(0, z(m)), own[0], high_f),
    )
    comp = lambda m: gain(m) <= sums_(m)
    less = at(induct(m, ar(comp(ZERO)), discharge(comp(m), ar(comp(SUCC(m)), assume(comp(m)), each_))), SUCC(n))
    upper = gen(f, discharge(T.concl, ar(gain(SUCC(n)) <= num(n) * d, less, most)))
    part_one = hyps_then(upper, [S.concl, P1.concl, Q1.concl], [])
    # the laws that attain it
    least = assume(forall(j, implies(among(n, j), x(j).eq(d) & y(j).eq(0))))
    xn, yn = assume(x(n).eq(1 - num(n) * d)), assume(y(n).eq(1))
    fits, both = assume(num(n) * d <= 1), assume(1 - d <= E * (1 - num(n) * d))
    values = lambda m: implies(
        forall(j, implies(among(m, j), x(j).eq(d) & y(j).eq(0))), total(x, m).eq(num(m) * d) & total(y, m).eq(0)
    )
    had, more = assume(values(m)), assume(binary(values(SUCC(m)), "implies")[0])
    shorter = gen(
        j, discharge(in_.concl, use(at(more, j), same(either(among(m, j), eq(j, m), in_), among(SUCC(m), j))))
    )
    known = use(had, shorter)
    last = use(at(more, m), same(either(among(m, m), eq(m, m), refl(m)), among(SUCC(m), m)))
    step = conj(
        ar(total(x, SUCC(m)).eq(num(SUCC(m)) * d), left(known), left(last)),
        ar(total(y, SUCC(m)).eq(0), right(known), right(last)),
    )
    none = binary(values(ZERO), "implies")[0]
    start = discharge(none, conj(ar(total(x, ZERO).eq(num(ZERO) * d)), ar(total(y, ZERO).eq(0))))
    sums = use(at(induct(m, start, discharge(had.concl, discharge(more.concl, step))), n), least)
    sx, sy = left(sums), right(sums)
    inside, here = assume(among(n, j)), assume(eq(j, n))
    member_ = assume(among(SUCC(n), j))

    def close_at(u, v):
        own = use(at(least, j), inside)
        one = ar(u(j) <= E * v(j) + d, left(own), right(own), ar(real(0) <= E * d, e1, d0), d0, factors=[E])
        at_n = ar(u(n) <= E * v(n) + d, xn, yn, fits, both, e1, d0, ar(real(0) <= E - 1, e1), nd, factors=[E])
        moved = subst(symmetric(here), at_n, lambda k: u(k) <= E * v(k) + d)
        return gen(j, discharge(member_.concl, split(same(member_, or_(among(n, j), eq(j, n))), one, moved)))

    laws_ = conj(ar(total(x, SUCC(n)).eq(1), sx, xn), ar(total(y, SUCC(n)).eq(1), sy, yn))
    last_ = ar((total(x, n) - E * total(y, n)).eq(num(n) * d), sx, sy, factors=[E])
    part_two = hyps_then(
        conj(conj(laws_, conj(close_at(x, y), close_at(y, x))), last_),
        [least.concl, xn.concl, yn.concl, fits.concl, both.concl],
        [],
    )
    return conj(part_one, part_two)


def by_parts(p, q, E, n):
    """The sum of p - E q is that of p less E times that of q."""
    m = var("m", N)
    claim = lambda m: total(lam(j, p(j) - E * q(j)), m).eq(total(p, m) - E * total(q, m))
    return at(induct(m, ar(claim(ZERO)), discharge(claim(m), ar(claim(SUCC(m)), assume(claim(m))))), n)
