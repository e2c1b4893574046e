"""Quadrature agrees with direct summation, and the bounds its error rests on are re-checked in balls."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import acb, arb, ctx

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.sums import tails
from sdp_proofs.sums.tails import quadrature_sums
from sdp_proofs.sums.terms import RatioTerm, direct_sums, fraction_tail

Law = Hypergeometric | Binomial
HALF = Binomial(draws=10**5, success=Fraction(1, 2))
RARE = Binomial(draws=10**12, success=Fraction(3, 10**9))
SAMPLED = Hypergeometric(population=10**6, marked=10**4, draws=10**5)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("law", "start", "deviation"),
    [
        (HALF, 50_000, 158.0),  # the mode itself
        (HALF, 50_001, 500.0),  # a range three times too long
        (HALF, 49_000, 316.0),  # below the mode
        (HALF, 95_000, 158.0),  # q near 1/20: f(0) is 4
        (HALF, 97_500, 3.0),  # f(0) is 6
        (RARE, 3_000, 54.8),  # a skewed law as near to the edge as is allowed
        (RARE, 10**6, 54.8),  # q = 0.003, f(0) is 18
        (SAMPLED, 1_000, 0.0),  # at the edge: refused
        (SAMPLED, 3_500, 29.9),
        (SAMPLED, 7_900, 3.0),
        (Binomial(draws=10**8, success=Fraction(1, 3)), 33_333_334, 4714.0),
        (Hypergeometric(population=10**12, marked=5 * 10**11, draws=10**8), 50_000_000, 5000.0),
    ],
)
@pytest.mark.parametrize("bits", [30, 64])
def test_agreement_with_direct_sums(law: Law, start: int, deviation: float, bits: int) -> None:
    sums = quadrature_sums(law.term, start, bits, deviation)
    if deviation == 0.0:
        assert sums is None
        return
    assert sums is not None
    assert sums[0].overlaps(direct_sums(law.term, start, bits + 100)[0])
    assert sums[0].rel_accuracy_bits() >= bits


@pytest.mark.parametrize("size", [10**12, 10**18])
def test_agreement_with_the_fraction_where_no_sum_would_end(size: int) -> None:
    for law in (
        Hypergeometric(population=size, marked=size // 3, draws=size // 10),
        Binomial(draws=size, success=Fraction(1, 3)),
    ):
        start = int(law.mean) + int(3 * law.deviation_estimate)
        sums = quadrature_sums(law.term, start, 64, law.deviation_estimate)
        ball = fraction_tail(law.tail_fraction(start), 64)
        assert sums is not None and ball is not None
        assert sums[0].overlaps(ball)
        assert sums[0].rel_accuracy_bits() >= 64


def test_weighted_sums() -> None:
    """g(k) = 1/(1 + (k - start)/1000), with |g(z)| <= 1/(1 - 1/2000) to the right of zero."""
    start = 50_200

    def factor(z: acb) -> acb:
        return 2000 / (z * 2 + 1999)

    def weight(k: int) -> tuple[int, int]:
        return 1000, 1000 + k - start

    sums = quadrature_sums(
        HALF.term, start, 64, 158.0, ((factor, arb(1.001)), (lambda z: acb(1) / 3, arb(1)))
    )
    direct = direct_sums(HALF.term, start, 120, (weight, lambda _: (1, 3)))
    assert sums is not None and len(sums) == len(direct) == 3
    for ours, theirs in zip(sums, direct, strict=True):
        assert ours.overlaps(theirs)
        assert ours.rel_accuracy_bits() >= 60


def test_a_pole_on_the_path_gives_no_number() -> None:
    assert quadrature_sums(HALF.term, 50_200, 30, 158.0, ((lambda z: 1 / (z - 100), arb(1)),)) is None


@pytest.mark.parametrize("deviation", [math.inf, math.nan, -1.0, 1e300, 1e9])
def test_a_range_that_is_none(deviation: float) -> None:
    assert quadrature_sums(HALF.term, 50_000, 64, deviation) is None


def test_a_range_too_short_is_paid_in_width_not_in_truth() -> None:
    direct = direct_sums(HALF.term, 53_000, 100)[0]
    widths = []
    for deviation in (3.0, 7.0, 10.0, 12.0, 15.0):
        sums = quadrature_sums(HALF.term, 53_000, 20, deviation)
        if sums is not None:
            assert sums[0].overlaps(direct)
            widths.append(sums[0].rel_accuracy_bits())
    assert widths[0] < 20 < widths[-1] and widths == sorted(widths) and len(widths) >= 2


def test_more_than_four_factorials_are_refused() -> None:
    term = RatioTerm((10**6, 10**6, 10**6), (10**7, 10**7), Fraction(1), (), ())
    assert quadrature_sums(term, 10**6 * 4, 30, 100.0) is None


def test_the_integral_across_is_not_decoration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the second integral the answer is off by the Euler-Maclaurin correction, and is seen to be."""
    monkeypatch.setattr(tails._Integrand, "across", lambda self, factor, y: acb(0))
    sums = quadrature_sums(HALF.term, 50_400, 30, 158.0)
    assert sums is not None and not sums[0].overlaps(direct_sums(HALF.term, 50_400, 100)[0])


@pytest.mark.parametrize("c", [20, 20.5, 37, 2000.5, 10**9])
@pytest.mark.parametrize("ratio", [0.001, 0.1, 1, 3, 100])
def test_the_bound_of_the_digamma_function(c: float, ratio: float) -> None:
    with ctx.workprec(300):
        s = arb(c) * arb(ratio)
        bound = (s / c).atan() + s / (arb(c) ** 2 + s**2)
        assert acb(c, s).digamma().imag <= bound
        assert acb(c, s).digamma().imag > (s / c).atan()


def growth(c: list[arb], y: arb) -> arb:
    """log of the product of |Gamma(c)/Gamma(c + iy)|, minus 2 pi y."""
    total = -2 * arb.pi() * y
    for each in c:
        total += acb(each).lgamma().real - acb(each, y).lgamma().real
    return total


@pytest.mark.parametrize("least", [20, 50, 2000.5, 10**6])
@pytest.mark.parametrize("excess", [(0, 0, 0, 0), (0, 5, 100, 10**7), (1, 2, 3, 4)])
def test_the_decay_off_the_axis(least: float, excess: tuple[int, ...]) -> None:
    with ctx.workprec(400):
        c, edge = [arb(least) + each for each in excess], arb(least)
        for step in range(1, 41):
            y = edge * step / 40
            ratio = y / edge
            log_h = 4 * y * ratio.atan() - (2 * edge - 2) * (1 + ratio**2).log() - 2 * arb.pi() * y
            assert growth(c, y) <= log_h
            assert log_h <= -4.4 * y
        for factor in (1.01, 1.5, 3, 10, 1000):
            y = edge * arb(factor)
            log_h = -4 * y * (edge / y).atan() - (2 * edge - 2) * (1 + (y / edge) ** 2).log()
            assert growth(c, y) <= log_h
            assert log_h <= -arb.pi() * edge - (2 * edge - 2) * (1 + (y / edge) ** 2).log()


@pytest.mark.parametrize("least", [20, 50, 200])
def test_the_far_part_of_the_integral_is_below_its_bound(least: int) -> None:
    """int_C^inf (1 + y) h(y) dy, with h replaced by its own upper bound e^{-pi C} (1 + y^2/C^2)^{2 - 2C}.

    Substituting v = 1 + y^2/C^2 and using 1 + y <= 2y it is at most e^{-pi C} C^2 2^{3 - 2C}/(2C - 3).
    """
    with ctx.workprec(200):
        c = arb(least)
        assert (-arb.pi() * c).exp() * c**2 * arb(2) ** (3 - 2 * least) / (2 * c - 3) < (-3 * c).exp()


@pytest.mark.parametrize("height", [1, 2, 15, 100, 5000])
def test_the_cut_is_below_its_bound(height: int) -> None:
    with ctx.workprec(200):
        y = arb(height)
        assert (-3 * y).exp() * (y + arb(4) / 3) / 3 + (-12 * y).exp() <= (1 + y) * (-3 * y).exp()
        assert 2 * (arb(1) / 3 + arb(1) / 9) + 2 * (-arb(60)).exp() < 1


def test_the_midpoint_form_of_abel_plana() -> None:
    """The formula itself, sign and all, on f(x) = e^{-x}: sum e^{-k-1/2} = 1/(2 sinh(1/2))."""
    with ctx.workprec(120):
        across = acb.integral(lambda y, _: -y.sin() / ((2 * arb.pi() * y).exp() + 1), acb(0), acb(30)).real
        exact = 1 / (2 * arb(0.5).sinh())
        assert (1 + 2 * across - exact).overlaps(arb(0, 1e-30))
        assert abs(1 + 2 * across - exact) < 1e-30
        assert not abs(1 - 2 * across - exact) < 1e-3


@pytest.mark.parametrize("size", [3, 9, 30])
def test_a_range_that_ends_before_the_terms_fall_is_no_tail(size: int) -> None:
    """Far below the mode, where every term is 10^size times the one before: the last one is next to all of the sum."""
    law = Binomial(draws=10**5, success=1 - Fraction(1, 10**size))
    p, q = law.term.ratio(50_100)
    assert p > q
    assert quadrature_sums(law.term, 50_000, 30, 1.0) is None


@pytest.mark.parametrize(("law", "radius"), [(HALF, 40), (HALF, 200), (SAMPLED, 20)])
def test_the_density_on_a_ball_holds_the_density_at_its_points(law: Law, radius: int) -> None:
    """Balls around the mode, so wide that the second derivative decides and not the first."""
    integrand = tails._Integrand(law.term, int(law.mean), 64)
    with ctx.workprec(integrand.precision):
        wide = integrand.density(acb(arb(0, radius), arb(0, radius)))
        points = [acb(radius * x / 4, radius * y / 4) for x in range(-4, 5) for y in range(-4, 5)]
        assert wide.is_finite() and all(wide.contains(integrand.density(point)) for point in points)


@pytest.mark.parametrize("law", [HALF, RARE])
@pytest.mark.parametrize("accuracy", [40, 60, 120])
def test_a_short_series_holds_the_density_however_closely_it_is_looked_at(law: Law, accuracy: int) -> None:
    """Every term that is left out is in the remainder: seen with far more digits than the series was made for."""
    integrand = tails._Integrand(law.term, max(int(law.mean), 3000), 500)
    integrand.precision = accuracy
    with ctx.workprec(500):
        integrand.expand(1.0)
        for point in (acb(0.5), acb(0, 0.5), acb(-0.25, -0.25), acb(0, 1), acb(0.01)):
            exact = integrand.density(point)
            assert exact.rel_accuracy_bits() > 400 and integrand.near(point).overlaps(exact)
            assert integrand.near(point).rel_accuracy_bits() >= accuracy - 40
