"""Complex numbers as pairs of reals: moduli, integrands on the circle, powers of roots of unity."""

from sdp_proofs.logic.theories.complete_displays import *
from sdp_proofs.logic.theories.entropies import products_are_positive, strict
from sdp_proofs.logic.vocabulary import *

k, n = var("k", N), var("n", N)
HALF = Fraction(1, 2)


class Point:
    """A complex number x + i y by its two parts."""

    def __init__(self, x, y=0):
        self.x, self.y = real(x), real(y)

    def __add__(self, other):
        other = other if isinstance(other, Point) else Point(other)
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        other = other if isinstance(other, Point) else Point(other)
        return Point(self.x - other.x, self.y - other.y)

    def __mul__(self, other):
        if not isinstance(other, Point):
            return Point(self.x * other, self.y * other)
        return Point(self.x * other.x - self.y * other.y, self.x * other.y + self.y * other.x)

    def size(self):
        """The square of the modulus."""
        return self.x * self.x + self.y * self.y

    def is_(self, other):
        """The proposition that both parts agree."""
        return self.x.eq(other.x) & self.y.eq(other.y)


@theorem(place="Accounting by moments", claims="the-kernel-falls-like-a-square")
def modulus_of_the_kernel(c: Real, t: Real, r: Nonneg):
    """For z = c + i t and r the modulus of z (z + 1): r^2 = (c^2 + t^2) ((c + 1)^2 + t^2) >= t^4, so r >= t^2."""
    z = Point(c, t)
    square_ = (z * (z + 1)).size()
    return implies(
        (r * r).eq(square_),
        square_.eq((c * c + t * t) * ((c + 1) * (c + 1) + t * t)) & (t * t * (t * t) <= square_) & (t * t <= r),
    )


@modulus_of_the_kernel.proof
def _(c, t, r, r0, own):
    z = Point(c, t)
    square_ = (z * (z + 1)).size()
    product = ar(square_.eq((c * c + t * t) * ((c + 1) * (c + 1) + t * t)))
    low = ar(t * t * (t * t) <= square_, product, kernel_falls_like_a_square(c, t))
    return conj(conj(product, low), root_above(t * t, r, r0, ar(t * t * (t * t) <= r * r, low, own)))


@theorem
def roots_are_in_order(s: Real, r: Nonneg):
    """From s^2 <= r^2 follows s <= r, for r >= 0."""
    return implies(s * s <= r * r, s <= r)


@roots_are_in_order.proof
def _(s, r, r0, less):
    wrong = assume(not_(s <= r))
    above = use(ax("total", s, r), wrong)
    d = algebra(below(0, s - r), wrong)
    p = use(products_are_positive(s - r, s - r), d, d)
    end = contradiction(p, ar((s - r) * (s - r) <= 0, less, ar(real(0) <= (s - r) * r, above, r0)))
    yes = assume(s <= r)
    return cases(yes.concl, yes, absurd(end, s <= r))


def root_above(s, r, r0, th):
    return use(roots_are_in_order(s, r), r0, th)


@theorem(place="Accounting by moments", claims="the-normal-density-on-a-raised-line")
def modulus_of_the_normal_density_on_a_raised_line(x: Real, h: Real, v: Real, C: Real, S: Real):
    """At z = x + i h v the modulus of exp(-z^2/(2 v)) is exp(h^2 v/2) times its value at x; Re z^2 = x^2 - (h v)^2.

    The exponential of a + i b is exp(a) (C + i S) with C^2 + S^2 = 1.
    """
    z = Point(x, h * v)
    w = z * z
    at_ = Point(EXP(0 - over(w.x, 2 * v)) * C, EXP(0 - over(w.x, 2 * v)) * S)
    low = EXP(h * h * v * HALF) * EXP(0 - over(x * x, 2 * v))
    return implies(below(0, v), (C * C + S * S).eq(1), at_.size().eq(low * low))


@modulus_of_the_normal_density_on_a_raised_line.proof
def _(x, h, v, C, S, v0, unit):
    z = Point(x, h * v)
    w = z * z
    th = use(normal_density_on_a_raised_line(x, h, v), v0)
    e = EXP(0 - over(w.x, 2 * v))
    low = EXP(h * h * v * HALF) * EXP(0 - over(x * x, 2 * v))
    own = same(th, e.eq(low))
    return ar(
        (e * C * (e * C) + e * S * (e * S)).eq(low * low),
        own,
        unit,
        factors=[e, low, e * e, C * C * e, S * S * e, C * C * low, S * S * low, low * low],
    )


@theorem(place="Accounting by moments")
def modulus_of_the_ratio_off_the_real_line(A_: Real, B_: Real, c: Real, s: Real, h: Nonneg, r: Nonneg):
    """With h = cos(theta/2): |A + B e^(i theta)| is between (A + B) h and A + B, and not 0 if h > 0."""
    ratio = Point(A_ + B_ * c, B_ * s)
    size = ratio.size()
    return implies(
        below(0, A_), below(0, B_), (c * c + s * s).eq(1), c.eq(2 * h * h - 1), (r * r).eq(size),
        size.eq(A_ * A_ + 2 * A_ * B_ * c + B_ * B_) & ((A_ + B_) * h <= r) & (r <= A_ + B_)
        & implies(below(0, h), below(0, r)),
    )  # fmt: skip


@theorem(place="dp-lssgd, App. B.1, Eq. (14)", claims="integrand-of-the-contour")
def integrand_of_the_contour(a: Real, c: Real, s: Real):
    """On the circle, z = c + i s: F/z = -1/(sigma (z - a) (z - 1/a)), F = 1/(1 + 2 sigma (1 - c)), sigma = a/(1 - a)^2.

    Multiplied out: -sigma (z - a) (z - 1/a) F = z; here 0 < a < 1, so that a is inside the circle and 1/a outside.
    """
    sigma, z = over(a, (1 - a) * (1 - a)), Point(c, s)
    F = INV(1 + 2 * sigma * (1 - c))
    product = (z - a) * (z - INV(a)) * (0 - sigma) * F
    return implies(below(0, a), below(a, 1), (c * c + s * s).eq(1), product.is_(z) & below(1, INV(a)))


@integrand_of_the_contour.proof
def _(a, c, s, a0, a1, unit):
    return contour(integrand_of_the_contour.conclusion, a, c, s, a0, a1, unit)


def contour(goal, a, c, s, a0, a1, unit):
    sigma, z = over(a, (1 - a) * (1 - a)), Point(c, s)
    d = 1 + 2 * sigma * (1 - c)
    b0 = strict(1 - a, a1)
    (ua, ia), (ub, ib) = (
        positive(a, a0),
        positive((1 - a) * (1 - a), strict((1 - a) * (1 - a), use(products_are_positive(1 - a, 1 - a), b0, b0))),
    )
    ap = use(ax("total", a, 0), a0)
    s0 = ar(real(0) <= sigma, ap, ib)
    c1 = ar(c <= 1, unit, squares=[s, c - 1])
    d1 = ar(real(1) <= d, s0, c1)
    ud, _ = positive(d, d1)
    # sigma (1 - a)^2 = a, so -sigma (z - a)(z - 1/a) = z d on the circle
    share = ar((sigma * ((1 - a) * (1 - a))).eq(a), ub, factors=[a])
    half = ar((sigma * (1 + a * a)).eq(a + 2 * a * sigma), share)
    inner = ar(
        (sigma * (a + INV(a))).eq(1 + 2 * sigma), half, ua, factors=[INV(a), sigma, sigma * a, real(1), 2 * sigma]
    )
    whole = (z - a) * (z - INV(a)) * (0 - sigma)
    parts_ = [
        ar(t.eq(u * d), inner, unit, ua, factors=[sigma, c, s, c * sigma, s * sigma, c * INV(a), sigma * INV(a)])
        for t, u in ((whole.x, c), (whole.y, s))
    ]
    out = [
        ar((t * INV(d)).eq(u), th, ud, factors=[INV(d), u])
        for t, u, th in ((whole.x, c, parts_[0]), (whole.y, s, parts_[1]))
    ]
    last = algebra(below(1, INV(a)), a0, a1)
    return to(conj(conj(*out), last), goal)


@theorem(place="dp-lssgd, App. B.2, second line", claims="integrand-of-the-squared-contour")
def integrand_of_the_squared_contour(a: Real, c: Real, s: Real):
    """On the circle F = z/(z + sigma (2 z - z^2 - 1)), and F^2/z = z/(sigma^2 (z - a)^2 (z - 1/a)^2).

    Multiplied out; the denominator is -sigma (z - a) (z - 1/a), for sigma = a/(1 - a)^2 and 0 < a < 1.
    """
    sigma, z = over(a, (1 - a) * (1 - a)), Point(c, s)
    F = INV(1 + 2 * sigma * (1 - c))
    below_ = z + (z * 2 - z * z - 1) * sigma
    roots = (z - a) * (z - INV(a))
    return implies(
        below(0, a), below(a, 1), (c * c + s * s).eq(1),
        (below_ * F).is_(z) & below_.is_(roots * (0 - sigma)) & (roots * roots * (sigma * sigma) * (F * F)).is_(z * z),
    )  # fmt: skip


@integrand_of_the_squared_contour.proof
def _(a, c, s, a0, a1, unit):
    sigma, z = over(a, (1 - a) * (1 - a)), Point(c, s)
    F = INV(1 + 2 * sigma * (1 - c))
    first = use(integrand_of_the_contour(a, c, s), a0, a1, unit)
    x_, y_ = left(left(first)), right(left(first))
    below_ = z + (z * 2 - z * z - 1) * sigma
    roots = (z - a) * (z - INV(a))
    b0 = strict(1 - a, a1)
    ua, _ = positive(a, a0)
    ub, _ = positive((1 - a) * (1 - a), strict((1 - a) * (1 - a), use(products_are_positive(1 - a, 1 - a), b0, b0)))
    share = ar((sigma * ((1 - a) * (1 - a))).eq(a), ub, factors=[a])
    inner = ar(
        (sigma * (a + INV(a))).eq(1 + 2 * sigma), share, ua, factors=[INV(a), sigma, sigma * a, real(1), 2 * sigma]
    )
    turned = roots * (0 - sigma)
    same_ = [
        ar(t.eq(u), inner, ua, factors=[c, s, sigma, real(1)]) for t, u in ((below_.x, turned.x), (below_.y, turned.y))
    ]
    moved = [ar((t * F).eq(u), e, th, factors=[F]) for t, u, e, th in (
        (below_.x, c, same_[0], x_), (below_.y, s, same_[1], y_))]  # fmt: skip
    p, q = turned.x * F, turned.y * F
    w = roots * roots * (sigma * sigma) * (F * F)
    squares_ = [
        ar(w.x.eq(c * c - s * s), x_, y_, factors=[p, q, c, s]),
        ar(w.y.eq(2 * c * s), x_, y_, factors=[p, q, c, s]),
    ]
    goal = integrand_of_the_squared_contour.conclusion
    return to(conj(conj(conj(*moved), conj(*same_)), conj(squares_[0], ar(w.y.eq(c * s + s * c), squares_[1]))), goal)


@modulus_of_the_ratio_off_the_real_line.proof
def _(A_, B_, c, s, h, r, h0, r0, a0, b0, unit, half, own):
    size = Point(A_ + B_ * c, B_ * s).size()
    ap, bp = use(ax("total", A_, 0), a0), use(ax("total", B_, 0), b0)
    value = ar(size.eq(A_ * A_ + 2 * A_ * B_ * c + B_ * B_), unit, factors=[B_ * B_])
    h1 = ar(h * h <= 1, half, ar(c <= 1, unit, squares=[s, c - 1]))
    ab = ar(real(0) <= A_ * B_, ap, bp)
    d2 = ar(real(0) <= (A_ - B_) * (A_ - B_), squares=[A_ - B_])
    gap = ar(real(0) <= (A_ - B_) * (A_ - B_) * (1 - h * h), d2, h1)
    low = ar((A_ + B_) * h * ((A_ + B_) * h) <= r * r, own, value, half, gap, factors=[A_ * B_])
    up = ar(
        r * r <= (A_ + B_) * (A_ + B_), own, value, half, ar(A_ * B_ * (h * h) <= A_ * B_, ab, h1), factors=[A_ * B_]
    )
    first = root_above((A_ + B_) * h, r, r0, low)
    second = use(roots_are_in_order(r, A_ + B_), ar(real(0) <= A_ + B_, ap, bp), up)
    hp = assume(below(0, h))
    wrong = assume(r <= 0)
    ah = use(products_are_positive(A_, h), a0, hp)
    end = contradiction(ah, ar(A_ * h <= 0, wrong, first, ar(real(0) <= B_ * h, bp, h0)))
    third = discharge(hp.concl, same(refuting(wrong.concl, end), below(0, r)))
    return conj(conj(conj(value, first), second), third)
