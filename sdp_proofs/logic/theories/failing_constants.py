"""Constants that do not save Theorems 4 and 7: single steps, with the conditions of Theorem 2."""

from sdp_proofs.logic.theories.sizes_of_exponentials import log_bound
from sdp_proofs.logic.theories.smoothing_modes import *
from sdp_proofs.logic.vocabulary import *


def order_of(mu):
    """The order alpha of Theorem 2 for log(1/delta) = epsilon = 1."""
    return over(1, 1 - real(mu)) + 1


def conditions_met(n, b, mu):
    """The two conditions of Theorem 2 for one step, log(1/delta) = epsilon = 1."""
    s = over(5 * (b * b) * order_of(mu), real(mu) * (n * n))
    return (s >= Fraction(3, 2)) & (order_of(mu) <= LOG(over(n, b * (1 + s))))


def inverse_of(t, value, one):
    """The equation inv(t) = value, from t value = 1."""
    zero = assume(t.eq(0))
    unit = inverse(t, refuting(zero.concl, impossible(ar(real(1) <= 0, one, zero, factors=[value]))))
    return ar(INV(t).eq(value), one, unit, factors=[INV(t), value])


def conditions(b, k, mu, b0):
    """The theorem that n = k b records meet both conditions."""
    mu, k, x = Fraction(mu), Fraction(k), var("b", R)
    order = 1 / (1 - mu) + 1
    ratio = 5 * order / (mu * k * k)
    s = over(5 * (x * x) * order_of(mu), real(mu) * (k * x * (k * x)))
    u, _ = positive(x, assume(below(0, x)))
    square_ = x * x
    xx = use(products_are_positive(x, x), assume(below(0, x)), assume(below(0, x)))
    v, _ = positive(square_, xx)
    base = mu * k * k
    inv_ = inverse_of(
        real(mu) * (k * x * (k * x)),
        INV(square_) * (1 / base),
        ar((real(mu) * (k * x * (k * x)) * (INV(square_) * (1 / base))).eq(1), v),
    )
    al = order_of(mu)
    two = algebra(al.eq(order))
    one = ar(s.eq(ratio), inv_, v, two, factors=[5 * square_ * al, al * INV(square_) * square_])
    c = Fraction(1) / (1 + ratio)
    last = ar((x * (1 + s) * (INV(x) * c)).eq(1), u, one, factors=[c, c * x * INV(x), x * INV(x) * c * s])
    three = ar(over(k * x, x * (1 + s)).eq(k * c), inverse_of(x * (1 + s), INV(x) * c, last), u, factors=[k * x, k * c])
    low = log_bound(k * c, order)
    log_ = subst(symmetric(three), low, lambda v: real(order) <= LOG(v))
    both = conj(ar(s >= Fraction(3, 2), one), ar(al <= LOG(over(k * x, x * (1 + s))), log_, two))
    return use(at(gen(x, discharge(below(0, x), both)), b), b0)


@theorem(place="dp-lssgd, Theorem 7", claims="no-constants-serve-theorem-seven")
def no_constants_serve_theorem_seven(
    C: Real, K: Real, L: Real, G: Real, d: Real, cos: Fun(R, R), sin: Fun(R, R), t: Real
):
    """One step, b = L^2, L^2 > 6 C K^2: from the steepest point of -(G^2/L) cos(L w/G) Theorem 7 is false."""
    F = lambda w: 0 - over(G * G, L) * cos(over(L * w, G))
    slope = lambda w: G * sin(over(L * w, G))
    b, start = L * L, over(G * t, L)
    n, D = 25 * b, F(start) - F(0)
    steps = over(C * (D + over(L * (G * G), b)) * (n * n), d * L * (G * G))
    bound = K * K * (G * G) * over(d * L * (2 * D + over(L * (G * G), b)), n * n)
    return implies(
        below(0, C), below(0, K), below(0, L), below(0, G), below(0, d), each(R, lambda u: cos(u) <= 1), cos(0).eq(1),
        cos(t).eq(0), sin(t).eq(1), below(6 * C * (K * K), L * L), steps.eq(1),
        (each(R, lambda w: F(0) <= F(w)) & D.eq(over(G * G, L)))
        & (conditions_met(n, b, Fraction(1, 95))
           & below(bound, slope(start) * slope(start) * (slope(start) * slope(start)))),
    )  # fmt: skip


@no_constants_serve_theorem_seven.proof
def _(C, K, L, G, d, cos, sin, t, C0, K0, L0, G0, d0, top, at_0, at_t, sin_t, large, one):
    (uL, iL), (uG, _), (ud, _) = positive(L, L0), positive(G, G0), positive(d, d0)
    v = var("v", R)
    inner = ar((L * (G * t * INV(L)) * INV(G)).eq(t), uL, uG, factors=[G * t * INV(G), t])
    zero = ar((L * real(0) * INV(G)).eq(0))
    cos_start = subst(symmetric(inner), at_t, lambda v: cos(v).eq(0))
    sin_start = subst(symmetric(inner), sin_t, lambda v: sin(v).eq(1))
    cos_0 = subst(symmetric(zero), at_0, lambda v: cos(v).eq(1))
    w, a_ = var("w", R), G * G * INV(L)
    F = lambda w: 0 - a_ * cos(L * w * INV(G))
    a0 = ar(real(0) <= a_, iL, squares=[G])
    least = ar(
        F(real(0)) <= F(w), ar(a_ * cos(L * w * INV(G)) <= a_, spec(top, L * w * INV(G)), a0), cos_0, factors=[a_]
    )
    start = G * t * INV(L)
    D = F(start) - F(real(0))
    gap = ar(D.eq(a_), cos_start, cos_0, factors=[a_])
    b, n = L * L, 25 * (L * L)
    bp = use(products_are_positive(L, L), L0, L0)
    met = conditions(b, 25, Fraction(1, 95), bp)
    # sizes: d = 2 C n^2/L^2
    ub, _ = positive(b, bp)
    inv_b = ar(INV(b).eq(INV(L) * INV(L)), uL, ub, factors=[INV(b), INV(L) * INV(L), INV(b) * L * INV(L)])
    two = ar((D + L * (G * G) * INV(b)).eq(2 * a_), gap, inv_b, uL, factors=[L * G * G, INV(L) * G * G])
    m = n * n
    nn = use(products_are_positive(n, n), np := use(products_are_positive(25, b), algebra(below(0, 25)), bp), np)
    un, _ = positive(m, nn)
    GG = use(products_are_positive(G, G), G0, G0)
    size = use(products_are_positive(d * L, G * G), use(products_are_positive(d, L), d0, L0), GG)
    us, _ = positive(d * L * (G * G), size)
    z = d * L * (G * G)
    whole = ar((C * (2 * a_) * m).eq(z), one, two, us, factors=[z, C * m * INV(z) * z, C * m, C * (2 * a_) * m])
    three = ar((2 * D + L * (G * G) * INV(b)).eq(3 * a_), two, gap)
    bound = K * K * (G * G) * (d * L * (2 * D + L * (G * G) * INV(b)) * INV(m))
    factors_ = [K * K * (G * G) * d * L * INV(m), K * K * 3 * a_ * INV(m), K * K * 6 * C * a_ * a_]
    value = ar(bound.eq(6 * C * (K * K) * (a_ * a_)), three, whole, un, factors=factors_)
    g = G * sin(L * start * INV(G))
    h, e = G * G * G * G, sin(L * start * INV(G))
    steep = ar((g * g * (g * g)).eq(h), sin_start, factors=[h, h * e, h * e * e, h * e * e * e])
    few = assume(g * g * (g * g) <= bound)
    quartic = G * G * (G * G)
    flat = ar(quartic <= 6 * C * (K * K) * (a_ * a_), few, steep, value)
    flat = ar(b * quartic <= b * (6 * C * (K * K) * (a_ * a_)), flat, squares=[L])
    flat = ar(b * quartic <= 6 * C * (K * K) * quartic, flat, uL,
              factors=[6 * C * K * K * quartic, 6 * C * K * K * quartic * L * INV(L)])  # fmt: skip
    r, s = var("r", R), var("s", R)
    apart = use(at(gen(r, gen(s, algebra(implies(below(r, s), below(0, s - r))))), 6 * C * (K * K), b), large)
    more = use(
        products_are_positive(b - 6 * C * (K * K), quartic), apart, use(products_are_positive(G * G, G * G), GG, GG)
    )
    wrong = refuting(few.concl, contradiction(more, ar((b - 6 * C * (K * K)) * quartic <= 0, flat)))
    return conj(conj(gen(w, least), gap), conj(met, same(wrong, below(bound, g * g * (g * g)))))


@theorem(place="dp-lssgd, Theorem 4", claims="no-constants-serve-theorem-four")
def no_constants_serve_theorem_four(C: Real, K: Real, G: Real, d: Real, r: Real):
    """One step, b = r^2 > 24 C K^2: from w = G/r, where all losses are G |w|, the gap is above that of Theorem 4."""
    F = lambda w: G * MAX(w, 0 - w)
    b, start = r * r, over(G, r)
    n, D, gap = 20 * b, start * start, F(start) - F(real(0))
    steps = over(C * (D + over(G * G, b)) * (n * n), d * (G * G))
    bound = K * K * (G * G) * over(6 * (D + over(G * G, b)) * d, n * n)
    return implies(
        below(0, C), below(0, K), below(0, G), below(0, d), below(0, r), below(24 * C * (K * K), b), steps.eq(1),
        (each(R, lambda w: F(real(0)) <= F(w)) & gap.eq(G * start))
        & (conditions_met(n, b, Fraction(1, 60)) & below(bound, gap * gap)),
    )  # fmt: skip


@no_constants_serve_theorem_four.proof
def _(C, K, G, d, r, C0, K0, G0, d0, r0, large, one):
    (ur, ir), G1, w = positive(r, r0), use(ax("total", G, 0), G0), var("w", R)
    size_ = lambda w: MAX(w, 0 - w)
    ends = lambda w: (ax("max_left", w, 0 - w), ax("max_right", w, 0 - w))
    low = ar(real(0) <= size_(w), *ends(w))
    z_ = real(0)
    none = use(ax("max_least", z_, 0 - z_, z_), ar(z_ <= 0), ar(0 - z_ <= z_))
    zero = use(
        ax("antisymmetry", size_(real(0)), 0),
        ar(size_(real(0)) <= 0, none),
        ar(real(0) <= size_(real(0)), *ends(real(0))),
    )
    least = ar(G * size_(real(0)) <= G * size_(w), ar(G * size_(w) >= 0, low, G1), zero, factors=[G])
    start, b = G * INV(r), r * r
    s0 = ar(real(0) <= start, G1, ir)
    top = use(ax("max_least", start, 0 - start, start), ar(start <= start), ar(0 - start <= start, s0))
    own = use(ax("antisymmetry", size_(start), start), top, ends(start)[0])
    gap = G * size_(start) - G * size_(real(0))
    value = ar(gap.eq(G * start), own, zero, factors=[G])
    bp = use(products_are_positive(r, r), r0, r0)
    met = conditions(b, 20, Fraction(1, 60), bp)
    ub, _ = positive(b, bp)
    n, a_ = 20 * b, G * G * INV(b)
    inv_b = ar(INV(b).eq(INV(r) * INV(r)), ur, ub, factors=[INV(b), INV(r) * INV(r), INV(b) * r * INV(r)])
    D = start * start
    two = ar((D + G * G * INV(b)).eq(2 * a_), inv_b, factors=[G * G])
    m, np = n * n, use(products_are_positive(20, b), algebra(below(0, 20)), bp)
    un, _ = positive(m, use(products_are_positive(n, n), np, np))
    GG = use(products_are_positive(G, G), G0, G0)
    us, _ = positive(d * (G * G), use(products_are_positive(d, G * G), d0, GG))
    whole = ar((C * (2 * a_) * m).eq(d * (G * G)), one, two, us,
               factors=[d * (G * G), C * m * INV(d * (G * G)) * (d * (G * G)), C * m, C * (2 * a_) * m])  # fmt: skip
    bound = K * K * (G * G) * (6 * (D + G * G * INV(b)) * d * INV(m))
    factors_ = [6 * K * K * (G * G) * d * INV(m), 12 * K * K * a_ * INV(m), 24 * K * K * C * a_ * a_]
    top = ar(bound.eq(24 * C * (K * K) * (a_ * a_)), two, whole, un, factors=factors_)
    squared = ar((gap * gap).eq(G * G * a_), value, inv_b, factors=[gap, G * start, G * G * G * G])
    few = assume(gap * gap <= bound)
    quartic = G * G * (G * G)
    flat = ar(G * G * a_ <= 24 * C * (K * K) * (a_ * a_), few, squared, top)
    bb = ar(real(0) <= b * b, squares=[b])
    flat = ar(b * b * (G * G * a_) <= b * b * (24 * C * (K * K) * (a_ * a_)), flat, bb)
    flat = ar(b * quartic <= 24 * C * (K * K) * quartic, flat, ub, factors=[
        b * quartic, 24 * C * K * K * quartic, 24 * C * K * K * quartic * b * INV(b)])  # fmt: skip
    x, s = var("r", R), var("s", R)
    apart = use(at(gen(x, gen(s, algebra(implies(below(x, s), below(0, s - x))))), 24 * C * (K * K), b), large)
    more = use(
        products_are_positive(b - 24 * C * (K * K), quartic), apart, use(products_are_positive(G * G, G * G), GG, GG)
    )
    wrong = refuting(few.concl, contradiction(more, ar((b - 24 * C * (K * K)) * quartic <= 0, flat)))
    return conj(conj(gen(w, least), value), conj(met, same(wrong, below(bound, gap * gap))))


# ---- examples ------------------------------------------------------------------------------------------------------
@theorem(place="dp-lssgd, App. A.3, Eq. (10)", claims="a-nearer-point-with-a-larger-gradient")
def nearer_point_with_a_larger_gradient(t: Real, h: Real):
    """For f = x^2/4 + y^2 inside, t (1, h) with h^2 = 3/4 is nearer than t (2, 0), and its gradient is longer."""
    f = lambda x, y: over(x * x, 4) + y * y
    slope = lambda x, y: (over(x, 2), 2 * y)
    size_ = lambda v: v[0] * v[0] + v[1] * v[1]
    one, two = (2 * t, t * 0), (t * 1, t * h)
    opened_ = lambda x, y, u, v: f(x + u, y + v).eq(
        f(x, y) + slope(x, y)[0] * u + slope(x, y)[1] * v + over(u * u, 4) + v * v
    )
    tangent = each(R, lambda x: each(R, lambda y: each(R, lambda u: each(R, lambda v: opened_(x, y, u, v)))))
    return implies(
        below(0, t), below(t, 1), (h * h).eq(Fraction(3, 4)),
        ((tangent & (below(f(*one), 1) & below(f(*two), 1)))
         & (size_(slope(*one)).eq(t * t) & size_(slope(*two)).eq(Fraction(13, 4) * (t * t))))
        & ((size_(one).eq(4 * (t * t)) & size_(two).eq(Fraction(7, 4) * (t * t)))
           & (below(size_(two), size_(one)) & below(size_(slope(*one)), size_(slope(*two))))),
    )  # fmt: skip


@nearer_point_with_a_larger_gradient.proof
def _(t, h, t0, t1, hh):
    half, fourth = algebra(INV(real(2)).eq(Fraction(1, 2))), algebra(INV(real(4)).eq(Fraction(1, 4)))
    tt = use(products_are_positive(t, t), t0, t0)
    T0, T1 = use(ax("total", t, 0), t0), use(ax("total", 1, t), t1)
    few = assume(t * t >= 1)
    short_ = refuting(few.concl, contradiction(t1, ar(real(1) <= t, few, ar(t * t <= t, T0, T1))))
    goals = _members(nearer_point_with_a_larger_gradient.conclusion)
    names = [var(name, R) for name in ("x", "y", "u", "v")]
    x, y, u, v = names
    f = lambda x, y: x * x * INV(real(4)) + y * y
    first = f(x + u, y + v).eq(f(x, y) + x * INV(real(2)) * u + 2 * y * v + u * u * INV(real(4)) + v * v)
    first = ar(first, half, fourth, factors=[x * x, x * u, u * u])
    for name in reversed(names):
        first = gen(name, first)
    known, factors = (half, fourth, hh), [t * t, t * t * INV(real(2)), t * t * INV(real(4)), t, t * INV(real(2))]

    def proof_of(goal):
        """The equation, or the strict inequality, which is denied and compared with 0 < t^2 < 1."""
        if spine(goal)[0].parts[0] == "eq":
            return ar(goal, *known, factors=factors)
        wrong = assume(spine(goal)[1][0])
        in_disc = binary(wrong.concl, "le")[0] == real(1)
        end = ar(real(1) <= t * t if in_disc else t * t <= 0, wrong, *known, factors=factors)
        return refuting(wrong.concl, contradiction(short_ if in_disc else tt, end))

    one, (f1, f2, s1, s2, d1, d2, near, long) = first, map(proof_of, goals[1:])
    return conj(conj(conj(one, conj(f1, f2)), conj(s1, s2)), conj(conj(d1, d2), conj(near, long)))


def _members(p):
    """The propositions that a conjunction joins."""
    head, args = spine(p)
    if head.head == "const" and head.parts[0] == "and" and len(args) == 2:
        return [*_members(args[0]), *_members(args[1])]
    return [p]
