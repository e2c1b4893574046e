from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import cos, pi

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.smoothing import laplacian
from sdp_proofs.smoothing.laplacian import SmoothingOperator
from sdp_proofs.verdict import Verdict
from tests.smoothing import square_root

SIGMAS = [Fraction(0), Fraction(1, 1000), Fraction(3, 4), Fraction(1), Fraction(2), Fraction(12), Fraction(1000, 3)]
operators = st.builds(
    SmoothingOperator, st.integers(1, 24), st.fractions(min_value=0, max_value=50, max_denominator=60)
)


def eliminated(rows: laplacian.Matrix) -> laplacian.Matrix:
    """The inverse by Gauss and Jordan, which knows nothing of circles."""
    size = len(rows)
    work = [[*row, *(Fraction(int(i == j)) for j in range(size))] for i, row in enumerate(rows)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if work[row][column])
        work[column], work[pivot] = work[pivot], work[column]
        work[column] = [entry / work[column][column] for entry in work[column]]
        for row in range(size):
            if row != column:
                work[row] = [a - work[row][column] * b for a, b in zip(work[row], work[column], strict=True)]
    return tuple(tuple(row[size:]) for row in work)


@pytest.mark.parametrize("sigma", SIGMAS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 13])
def test_the_inverse_is_the_inverse(size: int, sigma: Fraction) -> None:
    operator = SmoothingOperator(size, sigma)
    found = laplacian.inverse_matrix(operator)
    assert found == eliminated(laplacian.smoothing_matrix(operator))
    assert all(sum(row) == 1 for row in found)
    assert all(entry >= 0 for row in found for entry in row)


@given(operators)
def test_applying_undoes_smoothing(operator: SmoothingOperator) -> None:
    vector = [Fraction((7 * i * i + 3) % 11 - 5, i + 1) for i in range(operator.size)]
    assert list(operator.apply(laplacian.smooth_exactly(operator, vector))) == vector


@given(operators)
def test_closed_forms_contain_the_fractions(operator: SmoothingOperator) -> None:
    row = laplacian.inverse_row(operator)
    for distance, entry in enumerate(row):
        assert laplacian.inverse_entry(operator, distance).contains(entry)
    assert laplacian.gamma_of_circle(operator).contains(laplacian.exact_gamma(operator))
    assert laplacian.beta_of_circle(operator).contains(laplacian.exact_beta(operator))
    assert laplacian.gamma_of_circle(operator).proven_digits >= laplacian.DIGITS


@pytest.mark.parametrize("size", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("sigma", SIGMAS)
def test_gamma_and_beta_are_means_of_eigenvalues(size: int, sigma: Fraction) -> None:
    values = [1 / (1 + 2 * float(sigma) * (1 - cos(2 * pi * j / size))) for j in range(1, size + 1)]
    operator = SmoothingOperator(size, sigma)
    assert float(laplacian.gamma_of_circle(operator)) == pytest.approx(sum(values) / size, rel=1e-12)
    mean_square = sum(value**2 for value in values) / size
    assert float(laplacian.beta_of_circle(operator)) == pytest.approx(mean_square, rel=1e-12)


@pytest.mark.parametrize("size", [2, 3, 10, 50])
@pytest.mark.parametrize("sigma", [Fraction(1, 7), Fraction(2), Fraction(33, 5)])
def test_the_printed_fractions_of_propositions_5_and_8(size: int, sigma: Fraction) -> None:
    """With mpmath, as printed, at sigma > 0."""
    with mpmath.workdps(60):
        s = mpmath.mpf(sigma.numerator) / sigma.denominator
        omega = (2 * s + 1 - mpmath.sqrt(4 * s + 1)) / (2 * s)
        xi = -mpmath.sqrt(1 + 4 * s) / s
        gamma = (1 + omega**size) / ((1 - omega**size) * mpmath.sqrt(4 * s + 1))
        top = 2 * omega ** (2 * size + 1) - xi * omega ** (2 * size) + 2 * xi * size * omega**size - 2 * omega + xi
        beta = top / (s**2 * xi**3 * (1 - omega**size) ** 2)
        operator = SmoothingOperator(size, sigma)
        assert abs(gamma - laplacian.gamma_of_circle(operator).to_mpf()) < mpmath.mpf(10) ** -29
        assert abs(beta - laplacian.beta_of_circle(operator).to_mpf()) < mpmath.mpf(10) ** -29


def test_the_printed_table_values() -> None:
    gammas = ["0.447", "0.333", "0.277", "0.243", "0.218"]
    betas = ["0.268", "0.185", "0.149", "0.128", "0.114"]
    for size in (1000, 10_000, 100_000):
        for sigma in range(1, 6):
            operator = SmoothingOperator(size, Fraction(sigma))
            assert laplacian.gamma_of_circle(operator).rounded(3) == gammas[sigma - 1]
            assert laplacian.beta_of_circle(operator).rounded(3) == betas[sigma - 1]


@pytest.mark.parametrize("sigma", [Fraction(1, 9), Fraction(2), Fraction(30)])
def test_gamma_and_beta_decrease_to_limits_above_zero(sigma: Fraction) -> None:
    operators_of = [SmoothingOperator(size, sigma) for size in range(1, 30)]
    limits = (laplacian.exact_gamma, laplacian.gamma_limit), (laplacian.exact_beta, laplacian.beta_limit)
    for function, limit in limits:
        values = [function(operator) for operator in operators_of]
        assert values[0] == 1
        assert all(a > b for a, b in pairwise(values))
        assert decide_less(0, limit(operators_of[0])) is Verdict.HOLDS
        assert decide_less(limit(operators_of[0], digits=60), values[-1]) is Verdict.HOLDS


def test_lemmas_15_and_16_sum_to_d_times_gamma_and_beta() -> None:
    operator = SmoothingOperator(2, Fraction(1))
    assert laplacian.exact_gamma(operator) == Fraction(3, 5) != sum([Fraction(1, 5), Fraction(1)])


def test_a_billion_coordinates() -> None:
    large = SmoothingOperator(10**9, Fraction(2))
    assert laplacian.beta_of_circle(large, digits=20).rounded(18) == "0.185185185185185185"


@given(operators)
def test_the_eigenvalues(operator: SmoothingOperator) -> None:
    size, sigma = operator.size, operator.sigma
    found = [laplacian.eigenvalue(operator, j) for j in range(size)]
    expected = [1 + 2 * float(sigma) * (1 - cos(2 * pi * j / size)) for j in range(size)]
    assert [float(value) for value in found] == pytest.approx(expected, rel=1e-12)
    assert sum(map(float, found)) == pytest.approx(float(laplacian.smoothing_matrix(operator)[0][0]) * size)
    assert float(laplacian.condition_number(operator)) == pytest.approx(max(expected), rel=1e-12)


def test_the_condition_number_depends_on_the_size() -> None:
    numbers = [laplacian.condition_number(SmoothingOperator(size, Fraction(1))) for size in (1, 2, 3, 4, 6)]
    assert [number.exact for number in numbers] == [1, 5, 4, 5, 5]


@given(operators)
def test_energy_and_frobenius(operator: SmoothingOperator) -> None:
    u = [Fraction((5 * i * i + 1) % 7 - 3) for i in range(operator.size)]
    first, second, third = laplacian.energies(u)
    smoothed = sum(value**2 for value in operator.apply(u))
    assert smoothed == first + 2 * operator.sigma * second + operator.sigma**2 * third
    squares = sum(entry**2 for row in laplacian.inverse_matrix(operator) for entry in row)
    assert float(laplacian.frobenius_norm(operator)) ** 2 == pytest.approx(float(squares))


@given(operators)
def test_the_root_squares_to_the_inverse(operator: SmoothingOperator) -> None:
    root = [square_root.root_entry(operator, k) for k in range(operator.size)]
    for k, entry in enumerate(laplacian.inverse_row(operator)):
        total = root[0] * root[k]
        for j in range(1, operator.size):
            total = total + root[j] * root[(k - j) % operator.size]
        assert total.contains(entry)


@pytest.mark.parametrize(
    ("size", "sigma"), [(1, 5), (2, 2), (3, 1), (3, 8), (4, 0), (4, Fraction(3, 8)), (6, 0), (9, 0)]
)
def test_rational_roots(size: int, sigma: Fraction) -> None:
    operator = SmoothingOperator(size, Fraction(sigma))
    if (size, sigma) == (4, Fraction(3, 8)):  # 1 + 2 sigma = 7/4 is no square
        with pytest.raises(DomainError, match="squares of fractions"):
            square_root.root_matrix(operator)
        return
    rows = square_root.root_matrix(operator)
    product = tuple(tuple(sum(a * b for a, b in zip(row, other, strict=True)) for other in rows) for row in rows)
    assert product == laplacian.inverse_matrix(operator)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (2, 2), (3, 4), (5, 2)])
def test_the_torus(rows: int, columns: int) -> None:
    sigma = Fraction(7, 3)
    values = [
        1 / (1 + 2 * float(sigma) * (2 - cos(2 * pi * j / rows) - cos(2 * pi * k / columns)))
        for j in range(rows)
        for k in range(columns)
    ]
    mean, square = sum(values) / len(values), sum(value**2 for value in values) / len(values)
    assert float(laplacian.gamma_of_torus(rows, columns, sigma)) == pytest.approx(mean)
    assert float(laplacian.beta_of_torus(rows, columns, sigma)) == pytest.approx(square)
    if rows == 1:
        circle = SmoothingOperator(columns, sigma)
        assert laplacian.gamma_of_torus(1, columns, sigma).contains(laplacian.exact_gamma(circle))


@pytest.mark.parametrize("words", [{"size": 0, "sigma": 1}, {"size": -3, "sigma": 1}, {"size": 3, "sigma": "-1/2"}])
def test_bad_operators(words: dict[str, object]) -> None:
    with pytest.raises(DomainError, match="must be"):
        SmoothingOperator.read(**words)


def test_bad_questions() -> None:
    small, large = SmoothingOperator(3, Fraction(1)), SmoothingOperator(10**6, Fraction(1))
    for ask in (laplacian.smoothing_matrix, laplacian.inverse_matrix, laplacian.exact_gamma, laplacian.exact_beta):
        with pytest.raises(SizeError):
            ask(large)
    for question in (
        lambda: small.apply([1, 2]),
        lambda: laplacian.inverse_entry(small, 3),
        lambda: laplacian.eigenvalue(small, -1),
        lambda: square_root.root_entry(small, 5),
        lambda: square_root.root_entry(large, 5),
        lambda: laplacian.gamma_of_torus(0, 1, Fraction(1)),
        lambda: laplacian.gamma_of_torus(1, 1, Fraction(-1)),
        lambda: laplacian.energies([]),
    ):
        with pytest.raises(DomainError):
            question()
