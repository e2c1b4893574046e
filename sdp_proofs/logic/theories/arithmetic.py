"""Arithmetic beyond polynomials: cancellation, the exponential, powers."""

from sdp_proofs.logic.vocabulary import *

a, b, n = var("a", A), var("b", B), var("n", N)
x, y, z = var("x", X), var("y", X), var("z", Z)


@theorem
def cancel(x: Real, y: Real):
    """Cancellation of a positive factor."""
    return implies(below(0, x), real(0) <= x * y, real(0) <= y)


@cancel.proof
def _(x, y, positive, product):
    zero = assume(x.eq(0))
    not_zero = discharge(x.eq(0), contradiction(positive, ar(x <= 0, zero)))
    unit = use(ax("inverse", x), same(not_zero, not_(x.eq(0))))
    x0 = use(ax("total", x, 0), positive)
    inverse = ar(real(0) <= INV(x), unit, x0, squares=[INV(x)], hints=[(1, 2)], factors=[INV(x)])
    return ar(real(0) <= y, inverse, product, unit, factors=[y])


@theorem
def exp_positive(x: Real):
    """Positivity of the exponential, without strictness."""
    return real(0) <= EXP(x)


@exp_positive.proof
def _(x):
    half = real(Fraction(1, 2)) * x
    th = rewrite(ax("exp_plus", half, half), half + half, x)
    return ar(real(0) <= EXP(x), th, squares=[EXP(half)])


@theorem(claims="exponentials-rise-with-their-exponents")
def exp_monotone(x: Real, y: Real):
    """Monotony of the exponential."""
    return implies(x <= y, EXP(x) <= EXP(y))


@exp_monotone.proof
def _(x, y, below):
    th = rewrite(ax("exp_plus", x, y - x), x + (y - x), y)
    return ar(EXP(x) <= EXP(y), th, ax("exp_above", y - x), exp_positive(x), below, factors=[])


@theorem
def exp_zero():
    """The exponential of 0 is 1."""
    return EXP(0).eq(1)


@exp_zero.proof
def _():
    e = EXP(0)
    twice = rewrite(ax("exp_plus", 0, 0), real(0) + 0, real(0))
    above = ax("exp_above", 0)
    return use(ax("antisymmetry", e, 1), ar(e <= 1, twice, above), ar(real(1) <= e, above))


@theorem
def sum_of_powers(E: Real):
    """The geometric sum, multiplied by E - 1."""
    return each(N, lambda n: ((E - 1) * total(power(E), n)).eq(power(E, n) - 1))


@sum_of_powers.proof
def _(E):
    def claim(n):
        return ((E - 1) * total(power(E), n)).eq(power(E, n) - 1)

    return induct(n, ar(claim(ZERO)), discharge(claim(n), ar(claim(SUCC(n)), assume(claim(n)))))


@theorem
def power_below_exp(x: Rate):
    """The power (1 + x)^n is at most exp(x n)."""
    return each(N, lambda n: (real(0) <= power(1 + x, n)) & (power(1 + x, n) <= EXP(x * num(n))))


@power_below_exp.proof
def _(x, x0, x1):
    def claim(n):
        return (real(0) <= power(1 + x, n)) & (power(1 + x, n) <= EXP(x * num(n)))

    zero = ar(real(1) <= EXP(x * num(ZERO)), ax("exp_above", x * num(ZERO)))
    hyp = assume(claim(n))
    low, high = left(hyp), right(hyp)
    grown = rewrite(ax("exp_plus", x * num(n), x), x * num(n) + x, x * num(SUCC(n)))
    step = conj(
        ar(real(0) <= power(1 + x, SUCC(n)), low, x0),
        ar(
            power(1 + x, SUCC(n)) <= EXP(x * num(SUCC(n))),
            high,
            grown,
            ax("exp_above", x),
            exp_positive(x * num(n)),
            low,
            x0,
            hints=[(0, 5), (2, 3), (0, 0)],
        ),
    )
    return induct(n, conj(ar(real(0) <= power(1 + x, ZERO)), zero), discharge(claim(n), step))


@theorem(
    place="smoothed-dp, App. D.2, product of quotients", claims="product-of-differences-above-the-difference-of-sums"
)
def product_of_differences(p: Rate, q: Rate, d: Nonneg, k: Nonneg):
    """A product of two differences, from below."""
    return implies(d <= p, k <= q, p * q - (d + k) <= (p - d) * (q - k))


@product_of_differences.proof
def _(p, q, d, k, p0, p1, q0, q1, d0, k0, dp, kq):
    return ar(p * q - (d + k) <= (p - d) * (q - k), p0, p1, q0, q1, d0, k0)
