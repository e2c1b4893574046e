"""The smoothing matrix mode by mode: means over eigenvalues, roots of its symbol, variances and densities."""

from sdp_proofs.logic.theories.displays_of_the_paper import over
from sdp_proofs.logic.theories.entropies import *
from sdp_proofs.logic.theories.normal_laws import *
from sdp_proofs.logic.vocabulary import *

a, i, j, k, n, r_ = var("a", A), var("i", N), var("j", N), var("k", N), var("n", N), var("r", R)


def eigenvalue(s, c):
    """The eigenvalue 1 + 2 s (1 - c) of a wave with the cosine c."""
    return 1 + 2 * s * (1 - c)


def power_mean(s, c, d, degree):
    """The mean of the inverse eigenvalues, or of their squares, over d waves."""
    one = lambda k: INV(eigenvalue(s, c(k)))
    return over(total(lambda k: one(k) if degree == 1 else one(k) * one(k), d), num(d))


def cosines(c):
    """Numbers between -1 and 1, of which the first is 1."""
    return c(ZERO).eq(1) & each(N, lambda k: (real(-1) <= c(k)) & (c(k) <= 1))


# ---- single modes --------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Sec. 2.1, Eq. (2)", claims="without-smoothing-lssgd-is-sgd")
def without_smoothing_lssgd_is_sgd(s: Real, c: Real, g: Real):
    """At s = 0 the eigenvalue of every mode is 1, and the smoothed gradient is the gradient."""
    return implies(s.eq(0), eigenvalue(s, c).eq(1) & over(g, eigenvalue(s, c)).eq(g))


@without_smoothing_lssgd_is_sgd.proof
def _(s, c, g, s0):
    one = ar(eigenvalue(s, c).eq(1), s0, factors=[1 - c, real(1)])
    unit, _ = positive(eigenvalue(s, c), ar(real(1) <= eigenvalue(s, c), one))
    i_ = ar(INV(eigenvalue(s, c)).eq(1), unit, one, factors=[INV(eigenvalue(s, c))])
    return conj(one, ar(over(g, eigenvalue(s, c)).eq(g), i_, factors=[g]))


@theorem(place="dp-lssgd, Sec. 3, l2 norm; App. A.3, l2 norm")
def l2_norm_below_the_condition_number_times_the_other(s: Nonneg, g: Real, x: Real, c: Real):
    """In every mode g^2 <= K g^2/lambda <= (1 + 4 s) g^2/lambda, K = 1 + 2 s (1 + x) the largest: cosines are >= -x."""
    K, l = 1 + 2 * s * (1 + x), eigenvalue(s, c)
    square = over(g * g, l)
    return implies(
        real(-1) <= x, x <= 1, 0 - x <= c, c <= 1,
        (g * g <= K * square) & (K * square <= (1 + 4 * s) * square) & ((l <= K) & (1 + 4 * s >= K)),
    )  # fmt: skip


@l2_norm_below_the_condition_number_times_the_other.proof
def _(s, g, x, c, s0, x0, x1, xc, c1):
    K, l = 1 + 2 * s * (1 + x), eigenvalue(s, c)
    del x0
    l1 = ar(real(1) <= l, ar(real(0) <= s * (1 - c), s0, c1))
    unit, i0 = positive(l, l1)
    lK, K4 = ar(l <= K, ar(real(0) <= s * (x + c), s0, xc)), ar(1 + 4 * s >= K, ar(real(0) <= s * (1 - x), s0, x1))
    square = ar(real(0) <= g * g * INV(l), ar(real(0) <= g * g, squares=[g]), i0)
    first = ar(
        g * g <= K * (g * g * INV(l)),
        ar(l * (g * g * INV(l)) <= K * (g * g * INV(l)), lK, square),
        unit,
        factors=[g * g],
    )
    second = ar(K * (g * g * INV(l)) <= (1 + 4 * s) * (g * g * INV(l)), K4, square)
    return conj(conj(first, second), conj(lK, K4))


@theorem(place="dp-lssgd, Sec. 2.1, variance", claims="smoothing-does-not-increase-the-variance")
def smoothing_does_not_increase_the_variance(s: Nonneg, c: Real, P: Law[A], f: Bounded[A]):
    """The variance of a component f/lambda is that of f divided by lambda^2, lambda >= 1, and no larger."""
    l = eigenvalue(s, c)
    variance = lambda g: P(function(A, lambda a: (g(a) - P(g)) * (g(a) - P(g))))
    g = function(A, lambda a: over(f(a), l))
    return implies(
        c <= 1, (real(1) <= l) & (variance(g).eq(over(variance(f), l) * INV(l)) & (variance(g) <= variance(f)))
    )


@smoothing_does_not_increase_the_variance.proof
def _(s, c, P, f, s0, lP, bf, c1):
    l = eigenvalue(s, c)
    l1 = ar(real(1) <= l, ar(real(0) <= s * (1 - c), s0, c1))
    unit, i0 = positive(l, l1)
    v = INV(l)
    g = lam(a, f(a) * v)
    V = Mean(lP, bf)
    mean = ar(P(g).eq(P(f) * v), V.linear(a, f(a) * v))
    var_ = lambda h: P(lam(a, (h(a) - P(h)) * (h(a) - P(h))))
    m = P(f)
    point_ = ar(((f(a) * v - P(g)) * (f(a) * v - P(g))).eq((v * v) * ((f(a) - m) * (f(a) - m))), mean,
                factors=[f(a) * v, P(g), m * v, v * m])  # fmt: skip
    first = V.eq(a, point_)
    line = V.linear(a, (f(a) - m) * (f(a) - m))
    own = V.linear(a, (f(a) * v - P(g)) * (f(a) * v - P(g)))
    equal = ar(var_(g).eq(var_(f) * v * v), first, line, own, factors=[v * v])
    zero = V.le(a, ar(real(0) <= (f(a) - m) * (f(a) - m), squares=[f(a) - m]))
    pos = ar(real(0) <= var_(f), zero, line)
    v1 = ar(v <= 1, unit, ar(real(0) <= (l - 1) * v, l1, i0))
    less = ar(var_(f) * v * v <= var_(f), ar(var_(f) * v * v <= var_(f) * v, v1, ar(real(0) <= var_(f) * v, pos, i0)),
              ar(var_(f) * v <= var_(f), v1, pos))  # fmt: skip
    return conj(l1, conj(equal, ar(var_(g) <= var_(f), equal, less)))


# ---- means over all modes ------------------------------------------------------------------------------------------
def summands(s, c, s0, known):
    """For each place: 1 <= eigenvalue <= 1 + 4 s, its unit, 0 <= inverse <= 1."""
    low, high = left(spec(known, k)), right(spec(known, k))
    l = eigenvalue(s, c(k))
    l1 = ar(real(1) <= l, ar(real(0) <= s * (1 - c(k)), s0, high))
    l4 = ar(l <= 1 + 4 * s, ar(real(0) <= s * (1 + c(k)), s0, low))
    unit, i0 = positive(l, l1)
    i1 = ar(INV(l) <= 1, unit, ar(real(0) <= (l - 1) * INV(l), l1, i0))
    return l, l1, l4, unit, i0, i1


def sums_compare(x, y, point_, d):
    """The sums of x and y up to d compare, from x(k) <= y(k) for all k."""
    claim = lambda n: total(x, n) <= total(y, n)
    return spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(gen(k, point_), n)))),
        d,
    )


def from_two(x, d):
    """total(x, d + 2) = x(0) + x(1) + the rest."""
    th = right(spec(products_from_the_front(x), SUCC(d)))
    later = lam(k, x(SUCC(k)))
    return th, right(spec(products_from_the_front(later), d)), lam(k, x(SUCC(SUCC(k))))


@theorem(place="dp-lssgd, Remark 6, second part", claims="the-second-part-decreases-with-the-strength")
def second_part_decreases_with_the_strength(s: Nonneg, t: Real, G: Real, c: Fun(N, R), d: Nat):
    """With two waves or more gamma G^2 falls as the strength rises: all inverse eigenvalues fall but the first, 1."""
    gamma = lambda s: power_mean(s, c, SUCC(SUCC(d)), 1)
    first = INV(eigenvalue(s, c(ZERO))).eq(1) & INV(eigenvalue(t, c(ZERO))).eq(1)
    falls = each(N, lambda k: INV(eigenvalue(t, c(k))) <= INV(eigenvalue(s, c(k))))
    return implies(
        below(s, t), cosines(c), below(c(SUCC(ZERO)), 1), not_(G.eq(0)),
        (first & falls) & below(gamma(t) * (G * G), gamma(s) * (G * G)),
    )  # fmt: skip


@second_part_decreases_with_the_strength.proof
def _(s, t, G, c, d, s0, st, cos, c1, g0):
    known = right(cos)
    ts = use(ax("total", t, s), same(st, not_(t <= s)))
    t0 = ar(real(0) <= t, ts, s0)
    (ls, ls1, _, us, is_, _), (lt, lt1, _, ut, it, _) = summands(s, c, s0, known), summands(t, c, t0, known)
    both = ar(real(0) <= INV(ls) * INV(lt), is_, it)
    high = right(spec(known, k))
    more = ar(ls <= lt, ar(real(0) <= (t - s) * (1 - c(k)), ts, high))
    point_ = ar(INV(lt) <= INV(ls), ar(ls * (INV(ls) * INV(lt)) <= lt * (INV(ls) * INV(lt)), more, both), us, ut,
                factors=[INV(ls), INV(lt)])  # fmt: skip
    at_0 = lambda s, s0: ar(INV(eigenvalue(s, c(ZERO))).eq(1), left(cos), positive(
        eigenvalue(s, c(ZERO)), ar(real(1) <= eigenvalue(s, c(ZERO)), left(cos), factors=[s]))[0],
        factors=[INV(eigenvalue(s, c(ZERO))) * s, real(1), s])  # fmt: skip
    firsts = conj(at_0(s, s0), at_0(t, t0))
    # strictly at the second wave
    x, y = lam(k, INV(eigenvalue(t, c(k)))), lam(k, INV(eigenvalue(s, c(k))))
    one = SUCC(ZERO)
    claim = lambda s, t, c: implies(
        real(0) <= s, below(s, t), below(c, 1), below(INV(1 + 2 * t * (1 - c)), INV(1 + 2 * s * (1 - c)))
    )
    names = [var(name, R) for name in ("s", "t", "c")]
    strict_ = algebra(claim(*names))
    for v in reversed(names):
        strict_ = gen(v, strict_)
    strict_ = same(use(at(strict_, s, t, c(one)), s0, st, c1), below(x(one), y(one)))
    tx, mx, restx = from_two(x, d)
    ty, my, resty = from_two(y, d)
    less = sums_compare(restx, resty, same(spec(gen(k, point_), SUCC(SUCC(k))), restx(k) <= resty(k)), d)
    X, Y = total(x, SUCC(SUCC(d))), total(y, SUCC(SUCC(d)))
    m = num(SUCC(SUCC(d)))
    um, im = positive(m, ar(real(1) <= m, spec(numbers_are_not_negative.thm, d)))
    square = assume(G * G <= 0)
    ug = inverse(G, g0)
    gg = same(
        refuting(
            square.concl,
            impossible(
                ar(
                    real(1) <= 0,
                    ar(
                        (INV(G) * G) * (INV(G) * G) <= 0,
                        ar(INV(G) * INV(G) * (G * G) <= 0, square, ar(real(0) <= INV(G) * INV(G), squares=[INV(G)])),
                    ),
                    ug,
                    factors=[G * INV(G), real(1)],
                )
            ),
        ),
        below(0, G * G),
    )
    high = assume(Y * INV(m) * (G * G) <= X * INV(m) * (G * G))
    ugg, igg = positive(G * G, gg)
    step1 = ar(
        Y * INV(m) <= X * INV(m),
        ar(Y * INV(m) * (G * G) * INV(G * G) <= X * INV(m) * (G * G) * INV(G * G), high, igg),
        ugg,
        factors=[Y * INV(m), X * INV(m)],
    )
    step2 = ar(
        Y <= X,
        ar(Y * INV(m) * m <= X * INV(m) * m, step1, ar(real(0) <= m, spec(numbers_are_not_negative.thm, d))),
        um,
        factors=[Y, X],
    )
    first_two = spec(gen(k, point_), ZERO)
    end = refuting(high.concl, contradiction(strict_, ar(y(one) <= x(one), step2, tx, mx, ty, my, less, first_two)))
    return conj(conj(firsts, gen(k, point_)), same(end, below(X * INV(m) * (G * G), Y * INV(m) * (G * G))))


@theorem(place="dp-lssgd, Table 1; Proposition 8", claims="gamma-and-beta-below-one-with-two-coordinates")
def gamma_and_beta_below_one_with_two_coordinates(s: Real, c: Fun(N, R), d: Nat):
    """For d >= 2 waves and s > 0 the means of the inverse eigenvalues, and of their squares, are in (0, 1)."""
    gamma, beta = (power_mean(s, c, SUCC(SUCC(d)), degree) for degree in (1, 2))
    eigen = each(N, lambda k: below(0, INV(eigenvalue(s, c(k)))) & (INV(eigenvalue(s, c(k))) <= 1))
    return implies(below(0, s), cosines(c), below(c(SUCC(ZERO)), 1), eigen & (inside(gamma) & inside(beta)))


@gamma_and_beta_below_one_with_two_coordinates.proof
def _(s, c, d, sp, cos, c1):
    s0 = use(ax("total", s, 0), sp)
    known = right(cos)
    l, l1, _, unit, i0, i1 = summands(s, c, s0, known)
    v = INV(l)
    few = assume(v <= 0)
    vp = same(refuting(few.concl, impossible(ar(real(1) <= 0, ar(l * v <= 0, few, l1), unit))), below(0, v))
    one = SUCC(ZERO)
    claim = lambda s, c: implies(below(0, s), below(c, 1), below(INV(1 + 2 * s * (1 - c)), 1))
    names = [var("s", R), var("c", R)]
    small = algebra(claim(*names))
    for w in reversed(names):
        small = gen(w, small)
    small = use(at(small, s, c(one)), sp, c1)
    w1 = INV(eigenvalue(s, c(one)))
    small = same(small, below(w1, 1))
    l_one = spec(gen(k, i0), one)
    w10 = INV(eigenvalue(s, c(ZERO)))
    u0 = ar(
        w10.eq(1),
        left(cos),
        positive(eigenvalue(s, c(ZERO)), ar(real(1) <= eigenvalue(s, c(ZERO)), left(cos), factors=[s]))[0],
        factors=[w10 * s, real(1), s],
    )
    m = num(SUCC(SUCC(d)))
    d0 = spec(numbers_are_not_negative.thm, d)
    um, im = positive(m, ar(real(1) <= m, d0))
    ones, zeros = lam(k, real(1)), lam(k, real(0))
    flat = lambda n: total(ones, n).eq(num(n))
    count = spec(induct(n, ar(flat(ZERO)), discharge(flat(n), ar(flat(SUCC(n)), assume(flat(n))))), d)
    none = lambda n: total(zeros, n).eq(0)
    nothing = spec(induct(n, ar(none(ZERO)), discharge(none(n), ar(none(SUCC(n)), assume(none(n))))), d)

    def mean(x, at_0, low, high, strict_one):
        """0 < mean < 1, from 0 <= x <= 1, x(0) = 1 and x(1) < 1."""
        tx, mx, rest = from_two(x, d)
        up = sums_compare(rest, ones, same(spec(gen(k, high), SUCC(SUCC(k))), rest(k) <= ones(k)), d)
        down = sums_compare(zeros, rest, same(spec(gen(k, low), SUCC(SUCC(k))), zeros(k) <= rest(k)), d)
        X = total(x, SUCC(SUCC(d)))
        few = assume(X * INV(m) <= 0)
        x1 = spec(gen(k, low), one)
        back = ar(X <= 0, ar(X * INV(m) * m <= 0, few, ar(real(0) <= m, d0)), um, factors=[X])
        first = refuting(
            few.concl, impossible(ar(real(1) <= 0, back, tx, mx, down, nothing, at_0, same(x1, real(0) <= x(one))))
        )
        many = assume(real(1) <= X * INV(m))
        full = ar(m <= X, ar(m <= X * INV(m) * m, many, ar(real(0) <= m, d0)), um, factors=[X])
        second = refuting(many.concl, contradiction(strict_one, ar(real(1) <= x(one), full, tx, mx, up, count, at_0)))
        return conj(same(first, below(0, X * INV(m))), same(second, below(X * INV(m), 1)))

    x, y = lam(k, v), lam(k, v * v)
    gamma = mean(x, u0, i0, i1, small)
    sq0, sq1 = ar(real(0) <= v * v, squares=[v]), ar(v * v <= 1, ar(v * v <= v, i1, i0), i1)
    big = assume(real(1) <= w1 * w1)
    less = ar(w1 * w1 <= w1, spec(gen(k, i1), one), l_one)
    sq_small = same(refuting(big.concl, contradiction(small, ar(real(1) <= w1, big, less))), below(w1 * w1, 1))
    beta = mean(y, ar((w10 * w10).eq(1), u0, factors=[w10, real(1)]), sq0, sq1, sq_small)
    return conj(gen(k, conj(vp, i1)), conj(gamma, beta))


@theorem(place="dp-lssgd, Sec. 3, zeta; App. A.3, zeta", claims="zeta-above-one-with-smoothing")
def zeta_above_one_with_smoothing(s: Real, c: Fun(N, R), d: Nat):
    """For s > 0 zeta^2 = (1 + 4 s)^2 beta is above 1: each summand is at least 1, that of the first wave above 1."""
    top = (1 + 4 * s) * (1 + 4 * s)
    summand = lambda k: top * (INV(eigenvalue(s, c(k))) * INV(eigenvalue(s, c(k))))
    beta = power_mean(s, c, SUCC(d), 2)
    return implies(
        below(0, s), cosines(c),
        each(N, lambda k: real(1) <= summand(k)) & (below(1, summand(ZERO)) & below(1, top * beta)),
    )  # fmt: skip


@zeta_above_one_with_smoothing.proof
def _(s, c, d, sp, cos):
    s0 = use(ax("total", s, 0), sp)
    l, l1, l4, unit, i0, i1 = summands(s, c, s0, right(cos))
    v, t = INV(l), 1 + 4 * s
    tv = ar(real(1) <= t * v, ar(l * v <= t * v, l4, i0), unit)
    each_ = ar(real(1) <= t * t * (v * v), tv, hints=[(0, 0)])
    w10 = INV(eigenvalue(s, c(ZERO)))
    u0 = ar(
        w10.eq(1),
        left(cos),
        positive(eigenvalue(s, c(ZERO)), ar(real(1) <= eigenvalue(s, c(ZERO)), left(cos), factors=[s]))[0],
        factors=[w10 * s, real(1), s],
    )
    big = t * t * (w10 * w10)
    low = assume(big <= 1)
    ss = ar(real(0) <= s * s, squares=[s])
    first = refuting(low.concl, contradiction(sp, ar(s <= 0, low, ss, u0, factors=[t * t * w10, t * t])))
    first = same(first, below(1, big))
    x = lam(k, v * v)
    X, m = total(x, SUCC(d)), num(SUCC(d))
    d0 = spec(numbers_are_not_negative.thm, d)
    um, im = positive(m, ar(real(1) <= m, d0))
    front = right(spec(products_from_the_front(x), d))
    rest = lam(k, x(SUCC(k)))
    claim = lambda n: num(n) <= t * t * total(rest, n)
    later = same(spec(gen(k, each_), SUCC(k)), real(1) <= t * t * rest(k))
    more = spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(gen(k, later), n)))), d
    )
    few = assume(t * t * (X * INV(m)) <= 1)
    back = ar(t * t * X <= m, ar(t * t * (X * INV(m)) * m <= m, few, ar(real(0) <= m, d0)), um, factors=[t * t * X])
    end = refuting(few.concl, contradiction(first, ar(big <= 1, back, front, more, factors=[t * t])))
    return conj(gen(k, each_), conj(first, same(end, below(1, t * t * (X * INV(m))))))


@theorem(place="dp-lssgd, App. B.1, Eq. (15)", claims="gamma-as-a-sum-from-zero")
def gamma_as_a_sum_from_zero(s: Real, c: Fun(N, R), d: Nat):
    """The summands from 0 to d - 1 are those of Theorem 4, where the index runs from 1 to d around the same circle."""
    here = over(total(lambda k: INV(1 + 2 * s * (1 - c(k))), d), num(d))
    there = over(total(lambda k: INV(1 + 2 * s - 2 * s * c(SUCC(k))), d), num(d))
    return implies(c(d).eq(c(ZERO)), here.eq(there))


@gamma_as_a_sum_from_zero.proof
def _(s, c, d, circle):
    x, y = lam(k, INV(1 + 2 * s * (1 - c(k)))), lam(k, INV(1 + 2 * s - 2 * s * c(k)))
    inner = ar((1 + 2 * s * (1 - c(k))).eq(1 + 2 * s - 2 * s * c(k)))
    same_ = subst(inner, refl(x(k)), lambda v: x(k).eq(INV(v)))
    claim = lambda n: total(x, n).eq(total(y, n))
    sums = spec(
        induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)), spec(gen(k, same_), n)))), d
    )
    front = right(spec(products_from_the_front(y), d))
    last = subst(circle, refl(y(d)), lambda v: y(d).eq(INV(1 + 2 * s - 2 * s * v)))
    later = lam(k, y(SUCC(k)))
    m = INV(num(d))
    return ar((total(x, d) * m).eq(total(later, d) * m), sums, front, last, factors=[m])


# ---- roots of the symbol -------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, App. B.1, roots; Eq. (14)", claims="one-root-inside-and-one-outside")
def one_root_inside_and_one_outside(s: Real, q: Nonneg, z: Real):
    """With q^2 = 4 s + 1 the roots (2 s + 1 -+ q)/(2 s) of -s z^2 + (2 s + 1) z - s multiply to 1, and lie about 1."""
    low, high = over(2 * s + 1 - q, 2 * s), over(2 * s + 1 + q, 2 * s)
    factors_ = (0 - s * (z * z) + (2 * s + 1) * z - s).eq(0 - s * (z - low) * (z - high))
    return implies(
        below(0, s), (q * q).eq(4 * s + 1),
        (factors_ & (low * high).eq(1)) & ((below(0, low) & below(low, 1)) & below(1, high)),
    )  # fmt: skip


@one_root_inside_and_one_outside.proof
def _(s, q, z, q0, sp, sq):
    t = INV(2 * s)
    u, t0 = positive(2 * s, strict(2 * s, sp))
    s0 = use(ax("total", s, 0), sp)
    low, high = (2 * s + 1 - q) * t, (2 * s + 1 + q) * t
    fs = [t * t, s * t * t, t, real(1), z, s * t, z * t, s, s * z * t, s * z, 2 * s * t]
    product_ = ar((low * high).eq(1), u, sq, factors=fs)
    sum_ = ar((s * (low + high)).eq(2 * s + 1), u, factors=[real(1), s, 2 * s + 1])
    first = ar(
        (0 - s * (z * z) + (2 * s + 1) * z - s).eq(0 - s * (z - low) * (z - high)),
        product_,
        sum_,
        factors=[z, s, real(1)],
    )
    # 1 < q < 2 s + 1
    small, large = assume(q <= 1), assume(2 * s + 1 <= q)
    q1 = refuting(small.concl, contradiction(sp, ar(s <= 0, sq, ar(q * q <= 1, ar(q * q <= q, small, q0), small))))
    squares_ = ar(
        (2 * s + 1) * (2 * s + 1) <= q * q, ar((2 * s + 1) * (2 * s + 1) <= (2 * s + 1) * q, large, s0),
        ar((2 * s + 1) * q <= q * q, large, q0),
    )  # fmt: skip
    two = refuting(large.concl, contradiction(sp, square_is_zero(s, sp, ar(s * s <= 0, sq, squares_))))
    above_one, below_top = same(q1, below(1, q)), same(two, below(q, 2 * s + 1))
    few, many, low_ = assume(low <= 0), assume(real(1) <= low), assume(high <= 1)
    l0 = refuting(
        few.concl,
        contradiction(
            below_top, ar(2 * s + 1 <= q, ar(2 * s * ((2 * s + 1 - q) * t) <= 0, few, s0), u, factors=[2 * s + 1 - q])
        ),
    )
    l1 = refuting(
        many.concl,
        contradiction(
            above_one, ar(q <= 1, ar(2 * s <= 2 * s * ((2 * s + 1 - q) * t), many, s0), u, factors=[2 * s + 1 - q])
        ),
    )
    h1 = refuting(
        low_.concl,
        impossible(
            ar(real(1) <= 0, ar(2 * s * ((2 * s + 1 + q) * t) <= 2 * s, low_, s0), u, q0, factors=[2 * s + 1 + q])
        ),
    )
    return conj(
        conj(first, product_), conj(conj(same(l0, below(0, low)), same(l1, below(low, 1))), same(h1, below(1, high)))
    )


def square_is_zero(s, sp, th):
    """S <= 0, from s^2 <= 0 and 0 < s."""
    u, i0 = positive(s, sp)
    return ar(s <= 0, ar(INV(s) * (s * s) <= 0, th, i0), u, factors=[s])


@theorem(place="dp-lssgd, App. B.1, Lemma 18, last display", claims="residue-at-the-inner-root")
def residue_at_the_inner_root(w: Real, k: Nat):
    """With s = w/(1 - w)^2, the roots w and 1/w and q = (1 + w)/(1 - w): -w^k/(s (w - 1/w)) = w^k/q, q^2 = 4 s + 1."""
    s, q = over(w, (1 - w) * (1 - w)), over(1 + w, 1 - w)
    p = power(w, k)
    return implies(inside(w), over(0 - p, s * (w - INV(w))).eq(over(p, q)) & (q * q).eq(4 * s + 1))


@residue_at_the_inner_root.proof
def _(w, k, hw):
    w0, w1 = shares(hw, w)
    claim = lambda w: implies(
        below(0, w), below(0, 1 - w),
        (over(w, (1 - w) * (1 - w)) * (w - INV(w))).eq(0 - over(1 + w, 1 - w))
        & (over(1 + w, 1 - w) * over(1 + w, 1 - w)).eq(4 * over(w, (1 - w) * (1 - w)) + 1),
    )  # fmt: skip
    v = var("w", R)
    th = gen(v, algebra(claim(v)))
    th = use(at(th, w), w0, w1)
    first, second = parts(th)
    q = over(1 + w, 1 - w)
    d = over(w, (1 - w) * (1 - w)) * (w - INV(w))
    q0 = strict(q, w0, w1)
    uq, iq = positive(q, q0)
    zero = assume(d.eq(0))
    nonzero = refuting(d.eq(0), contradiction(q0, ar(q <= 0, zero, first)))
    ud = inverse(d, nonzero)
    p = power(w, k)
    flip = ar(INV(d).eq(0 - INV(q)), ud, uq, first, factors=[INV(d), INV(q), INV(d) * INV(q)])
    return conj(ar(over(0 - p, d).eq(over(p, q)), flip, factors=[p]), second)


@theorem(place="dp-lssgd, App. A.1, proof of Theorem 2, order", claims="argument-of-the-logarithm")
def argument_of_the_logarithm(b: Real, n: Real, T: Nonneg, al: Nonneg, mu: Real, e: Real, x: Real):
    """With tau = b/n, s = 5 b^2 T al/(mu n^2 e): 1/(tau (1 + s)) is mu n^3 e/(5 b^3 T al + mu b n^2 e)."""
    ratio = over(5 * (b * b) * T * al, mu * (n * n) * e)
    one = INV(over(b, n) * (1 + ratio))
    two = over(mu * (n * n * n) * e, 5 * (b * b * b) * T * al + mu * b * (n * n) * e)
    bound = lambda t: x <= 1 + LOG(t)
    return implies(
        below(0, b), below(0, n), below(0, mu), below(0, e),
        one.eq(two) & (implies(bound(one), bound(two)) & implies(bound(two), bound(one))),
    )  # fmt: skip


@argument_of_the_logarithm.proof
def _(b, n, T, al, mu, e, x, T0, al0, b0, n0, m0, e0):
    times = lambda s, t, s0, t0: use(products_are_positive(s, t), s0, t0)
    nn = times(n, n, n0, n0)
    c = times(mu * (n * n), e, times(mu, n * n, m0, nn), e0)
    d, h = mu * (n * n) * e, 5 * (b * b) * T * al
    bb = use(ax("total", b * b, 0), times(b, b, b0, b0))
    h0 = ar(real(0) <= h, ar(real(0) <= b * b * T, bb, T0), al0)
    ratio = over(h, d)
    ud, id_ = positive(d, same(c, below(0, d)))
    r0 = ar(real(0) <= ratio, h0, id_)
    un, in_ = positive(n, n0)
    z = over(b, n) * (1 + ratio)
    low = 5 * (b * b * b) * T * al + mu * b * (n * n) * e
    top = mu * (n * n * n) * e
    equal = ar(
        (z * top).eq(low), ud, un, factors=[b * mu * (n * n) * e, b * h, b * h * d * INV(d), b * n * INV(n) * h, b * d]
    )
    bp = use(ax("total", b, 0), b0)
    few = assume(low <= 0)
    bdp = times(b, d, b0, same(c, below(0, d)))
    l0 = refuting(few.concl, contradiction(bdp, ar(b * d <= 0, few, ar(real(0) <= b * h, bp, h0))))
    ul, _ = positive(low, same(l0, below(0, low)))
    z0 = times(
        over(b, n),
        1 + ratio,
        times(b, INV(n), b0, inverse_is_positive(n, n0)),
        same(algebra_one(ratio, r0), below(0, 1 + ratio)),
    )
    uz, _ = positive(z, z0)
    first = ar(INV(z).eq(over(top, low)), equal, uz, ul, factors=[INV(z) * INV(low), INV(z), top * INV(low)])
    bound = lambda t: x <= 1 + LOG(t)
    one, two = assume(bound(INV(z))), assume(bound(over(top, low)))
    there = discharge(one.concl, subst(first, one, bound))
    back = discharge(two.concl, subst(symmetric(first), two, bound))
    return conj(first, conj(there, back))


def algebra_one(x, x0):
    """0 < 1 + x, from 0 <= x."""
    few = assume(1 + x <= 0)
    return refuting(few.concl, impossible(ar(real(1) <= 0, few, x0)))


# ---- densities -----------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, Lemma 11, orders below 2")
def chi_square_is_jointly_convex(q: Fun(N, R), r: Fun(N, R), n: Nat):
    """Parts q(k) > 0 and q(k) (1 + r(k)) of two densities: (sum q r)^2 <= sum q sum q r^2, and divided by sum q."""
    m = SUCC(n)
    Q, D = total(q, m), total(lambda k: q(k) * r(k), m)
    parts_ = total(lambda k: q(k) * (r(k) * r(k)), m)
    other = total(lambda k: q(k) * (1 + r(k)), m)
    one = lambda k: over((q(k) * (1 + r(k)) - q(k)) * (q(k) * (1 + r(k)) - q(k)), q(k))
    return implies(
        each(N, lambda k: below(0, q(k))),
        (Q * parts_ >= D * D) & (over((other - Q) * (other - Q), Q) <= total(function(N, one), m)),
    )  # fmt: skip


@chi_square_is_jointly_convex.proof
def _(q, r, n, pos):
    n_ = var("m", N)
    m = SUCC(n)
    Q, D = (lambda n: total(q, n)), (lambda n: total(lam(k, q(k) * r(k)), n))
    S = lambda n: total(lam(k, q(k) * (r(k) * r(k))), n)
    q0 = use(ax("total", q(k), 0), spec(pos, k))
    # sum q (r - t)^2 >= 0 for every t
    t = var("t", R)
    claim = lambda n: real(0) <= S(n) - 2 * t * D(n) + t * t * Q(n)
    square = ar(
        real(0) <= q(k) * ((r(k) - t) * (r(k) - t)), q0, ar(real(0) <= (r(k) - t) * (r(k) - t), squares=[r(k) - t])
    )
    every = spec(
        induct(
            n_, ar(claim(ZERO)), discharge(claim(n_), ar(claim(SUCC(n_)), assume(claim(n_)), spec(gen(k, square), n_)))
        ),
        m,
    )
    Qp = spec(positive_sums(q, pos), n)
    uQ, iQ = positive(Q(m), Qp)
    Q0 = use(ax("total", Q(m), 0), Qp)
    at_ = at(gen(t, every), D(m) * INV(Q(m)))
    x, y, z = Q(m), D(m), S(m)
    first = ar(
        y * y <= x * z,
        ar(real(0) <= x * (z - 2 * (y * INV(x)) * y + y * INV(x) * (y * INV(x)) * x), at_, Q0),
        uQ,
        factors=[y * y, y * y * INV(x), y * y * x * INV(x)],
    )
    other = lambda n: total(lam(k, q(k) * (1 + r(k))), n)
    equal = lambda n: (other(n) - Q(n)).eq(D(n))
    diff = spec(induct(n_, ar(equal(ZERO)), discharge(equal(n_), ar(equal(SUCC(n_)), assume(equal(n_))))), m)
    uk, _ = positive(q(k), spec(pos, k))
    g = q(k) * (1 + r(k)) - q(k)
    one = ar((g * g * INV(q(k))).eq(q(k) * (r(k) * r(k))), uk, factors=[q(k) * r(k) * r(k)])
    ones = lambda n: total(lam(k, g * g * INV(q(k))), n).eq(S(n))
    sums = spec(
        induct(n_, ar(ones(ZERO)), discharge(ones(n_), ar(ones(SUCC(n_)), assume(ones(n_)), spec(gen(k, one), n_)))), m
    )
    gap = other(m) - x
    low = ar(
        gap * gap * INV(x) <= z,
        ar(y * y * INV(x) <= x * z * INV(x), first, iQ),
        uQ,
        ar((gap * gap).eq(y * y), diff, factors=[gap, y]),
        factors=[z, INV(x)],
    )
    return conj(first, ar(gap * gap * INV(x) <= total(lam(k, g * g * INV(q(k))), m), low, sums))


@theorem(place="dp-lssgd, Lemma 11, orders below 2", claims="product-of-two-shifted-gaussians-over-a-third")
def product_of_two_shifted_normal_laws_over_a_third(
    v: Real, c: Real, m: Real, k: Real, ig: Fun(Fun(R, R), o), M: Fun(Fun(R, R), R)
):
    """Normal densities of variance v: N(m) N(k)/N(0) is exp(m k/v) N(m + k), whose integral is exp(m k/v)."""
    s = INV(2 * v)
    N_ = lambda m, r: normal_density(s, c, m, r)
    ratio = function(R, lambda r: over(N_(m, r) * N_(k, r), N_(0, r)))
    return implies(
        below(0, v), below(0, c), integral(ig, M),
        each(R, lambda m: ig(normal_density(s, c, m)) & M(normal_density(s, c, m)).eq(1)),
        each(R, lambda r: ratio(r).eq(EXP(over(m * k, v)) * N_(m + k, r))) & M(ratio).eq(EXP(over(m * k, v))),
    )  # fmt: skip


@product_of_two_shifted_normal_laws_over_a_third.proof
def _(v, c, m, k, ig, M, v0, c0, iM, good):
    s = INV(2 * v)
    r = r_
    of = lambda m: c * EXP(0 - s * ((r - m) * (r - m)))
    e = over(m * k, v)
    uv, _ = positive(v, v0)
    u2, _ = positive(2 * v, strict(2 * v, v0))
    half = ar(
        e.eq(2 * s * (m * k)),
        uv,
        u2,
        factors=[m * k * INV(v), 2 * m * k * INV(2 * v), m * k * INV(2 * v), m * k * INV(v) * INV(2 * v)],
    )
    x = lambda m: 0 - s * ((r - m) * (r - m))
    one, two = ax("exp_plus", x(m), x(k)), ax("exp_plus", e, x(m + k))
    three = ax("exp_plus", e + x(m + k), x(0))
    sums = ar((x(m) + x(k)).eq(e + x(m + k) + x(0)), half)
    one = subst(sums, one, lambda t: EXP(t).eq(EXP(x(m)) * EXP(x(k))))
    z0 = use(products_are_positive(c, EXP(x(0))), c0, exp_is_positive(x(0)))
    uz, _ = positive(of(real(0)), same(z0, below(0, of(real(0)))))
    top = of(m) * of(k)
    equal = ar(top.eq(EXP(e) * of(m + k) * of(real(0))), one, two, three, factors=[c * c, c * c * EXP(x(0))])
    point_ = ar(
        (top * INV(of(real(0)))).eq(EXP(e) * of(m + k)), equal, uz, factors=[INV(of(real(0))), EXP(e) * of(m + k)]
    )
    ratio = lam(r, top * INV(of(real(0))))
    im, mm = parts(spec(good, m + k))
    density = lam(r, of(m + k))
    im, mm = same(im, ig(density)), same(mm, M(density).eq(1))
    mean = Mean(iM, inside=[im]).eq_by(r, point_)
    first = gen(r, same(point_, ratio(r).eq(EXP(e) * normal_density(s, c, m + k, r))))
    return conj(first, ar(M(ratio).eq(EXP(e)), mean, mm, factors=[EXP(e)]))
