"""Statements of the paper on the operator, at the smallest places where they fail, in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import cos, isqrt, pi

import pytest

from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.smoothing import laplacian
from sdp_proofs.smoothing.laplacian import SmoothingOperator
from sdp_proofs.verdict import Verdict


def test_the_condition_number_is_not_free_of_the_dimension() -> None:
    """Section 2.1: 1 + 4 sigma. At d = 3, sigma = 1 the eigenvalues are 1, 4, 4."""
    operator = SmoothingOperator(3, Fraction(1))
    assert laplacian.condition_number(operator).exact == 4
    rows = laplacian.smoothing_matrix(operator)
    for vector, value in (([1, 1, 1], 1), ([1, -1, 0], 4), ([1, 0, -1], 4)):
        assert [sum(a * b for a, b in zip(row, vector, strict=True)) for row in rows] == [value * x for x in vector]


def test_gamma_does_not_converge_to_zero() -> None:
    """Proposition 5, last sentence. At sigma = 2 all gammas are above 1/3."""
    for size in (1, 2, 10, 1000):
        assert laplacian.exact_gamma(SmoothingOperator(size, Fraction(2))) > Fraction(1, 3)
    value = laplacian.gamma_of_circle(SmoothingOperator(1000, Fraction(2)), digits=400)
    assert decide_less(Fraction(1, 3), value) is Verdict.HOLDS


@pytest.mark.parametrize("function", [laplacian.exact_gamma, laplacian.exact_beta])
def test_gamma_and_beta_are_one_at_one_coordinate_and_without_smoothing(function: object) -> None:
    """Table 1 and Proposition 8 put them strictly below one."""
    for size, sigma in ((1, Fraction(5)), (4, Fraction(0))):
        assert function(SmoothingOperator(size, sigma)) == 1  # type: ignore[operator]


def test_lemmas_15_and_16_are_not_gamma_and_beta() -> None:
    """Their last displays drop the factor d: at d = 2, sigma = 1 the eigenvalues of the inverse are 1/5 and 1."""
    operator = SmoothingOperator(2, Fraction(1))
    first, second = Fraction(1, 5) + 1, Fraction(1, 25) + 1
    assert (first, second) == (2 * laplacian.exact_gamma(operator), 2 * laplacian.exact_beta(operator))
    assert first != laplacian.exact_gamma(operator) and second != laplacian.exact_beta(operator)


def test_the_norm_identity_of_remark_14_needs_squares_and_no_dimension() -> None:
    """At d = 4, sigma = 1 and d = (1, -1, 1, -1): the norm of g is 10, the printed sum is 26."""
    vector = [1, -1, 1, -1]
    squares = laplacian.energies(vector)
    smoothed = sum(value**2 for value in SmoothingOperator(4, Fraction(1)).apply(vector))
    assert squares == (4, 16, 64) and smoothed == 100
    printed = isqrt(4) + 2 * Fraction(16, 4) + Fraction(64, 4)
    assert printed == 26 != isqrt(int(smoothed)) == 10
    assert squares[0] + 2 * squares[1] + squares[2] == smoothed


def test_the_comb_of_proposition_5_is_nonzero_where_d_divides_k() -> None:
    """Printed: where k divides d. At d = 2 the sum over j of exp(i pi j k) is 0 at k = 1 and 2 at k = 4."""
    sums = {k: sum(cos(pi * j * k) for j in range(2)) for k in (1, 4)}
    assert sums[1] == pytest.approx(0) and sums[4] == pytest.approx(2)


def test_zeta_is_one_without_smoothing() -> None:
    """Section 3 prints zeta > 1; zeta^2 = (1 + 4 sigma)^2 beta."""
    assert laplacian.exact_beta(SmoothingOperator(3, Fraction(0))) == 1
    for size in (1, 2, 3, 8):
        for sigma in (Fraction(1, 10), Fraction(3)):
            assert (1 + 4 * sigma) ** 2 * laplacian.exact_beta(SmoothingOperator(size, sigma)) > 1


def test_the_example_of_equation_10_has_no_gradient_at_its_two_points() -> None:
    """Both lie on x^2/4 + y^2 = 1, where the gradients from inside and from outside differ."""
    for x, y_squared, inside in (
        (Fraction(2), Fraction(0), Fraction(1)),
        (Fraction(1), Fraction(3, 4), Fraction(13, 4)),
    ):
        assert x**2 / 4 + y_squared == 1
        assert (x / 2) ** 2 + 4 * y_squared == inside > 0
    outside = pi / 2 * cos(pi / 2)  # times the same vector
    assert outside == pytest.approx(0)


def test_the_boundary_of_the_heat_equation_is_not_that_of_the_circle() -> None:
    """Appendix C: a constant slope has no second difference inside; the circle adds a jump, a wall does not."""
    slope = [0, 1, 2, 3]
    on_circle = [a - b for a, b in zip(slope, SmoothingOperator(4, Fraction(1)).apply(slope), strict=True)]
    walls = [slope[1] - slope[0], 0, 0, slope[2] - slope[3]]
    assert on_circle == [4, 0, 0, -4] != walls == [1, 0, 0, -1]
