from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing import floats, laplacian
from sdp_proofs.smoothing.floats import Layout, error_upper, smooth_tensors
from sdp_proofs.smoothing.laplacian import SmoothingOperator
from tests.smoothing import recursion, square_root

SIGMAS = [Fraction(0), Fraction(1, 3), Fraction(2), Fraction(10**4)]
ROUTES = [floats.smooth, recursion.smooth]
vectors = st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=12)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("route", ROUTES)
@given(vector=vectors, sigma=st.fractions(min_value=0, max_value=100, max_denominator=40))
def test_the_true_error_is_below_its_bound(route: object, vector: list[int], sigma: Fraction) -> None:
    values = np.array(vector, dtype=float)
    found = route(values, sigma)  # type: ignore[operator]
    true = laplacian.smooth_exactly(SmoothingOperator(len(vector), sigma), vector)
    error = max(abs(Fraction(float(a)) - b) for a, b in zip(found, true, strict=True))
    bound = error_upper(found, values, sigma)
    assert error <= bound <= 1e-11 * (1 + float(np.abs(values).max())) * (1 + float(sigma))


@given(vector=vectors, sigma=st.fractions(min_value=0, max_value=9, max_denominator=9), shift=st.integers(-9, 9))
def test_the_bound_holds_for_wrong_answers_too(vector: list[int], sigma: Fraction, shift: int) -> None:
    wrong = np.roll(np.array(vector, dtype=float), 1) + shift / 8
    true = laplacian.smooth_exactly(SmoothingOperator(len(vector), sigma), vector)
    error = max(abs(Fraction(float(a)) - b) for a, b in zip(wrong, true, strict=True))
    assert error <= error_upper(wrong, np.array(vector, dtype=float), sigma)


@pytest.mark.parametrize("sigma", SIGMAS)
@pytest.mark.parametrize("size", [1, 2, 3, 1000, 1009, 65_537])
def test_two_routes_agree(size: int, sigma: Fraction) -> None:
    values = np.random.default_rng(size).standard_normal(size)
    first, second = (route(values, sigma) for route in ROUTES)
    assert np.abs(first - second).max() <= sum(error_upper(each, values, sigma) for each in (first, second))
    assert error_upper(first, values, sigma) < 1e-14 * (5 + 8 * float(sigma))
    assert first.sum() == pytest.approx(values.sum(), abs=1e-9)


def test_the_root_by_fourier() -> None:
    values = np.random.default_rng(0).standard_normal(9)
    entries = [float(square_root.root_entry(SmoothingOperator(9, Fraction(3)), k)) for k in range(9)]
    expected = [sum(entries[(i - j) % 9] * values[j] for j in range(9)) for i in range(9)]
    assert floats.smooth_by_root(values, Fraction(3)) == pytest.approx(expected)
    twice = floats.smooth_by_root(floats.smooth_by_root(values, Fraction(3)), Fraction(3))
    assert twice == pytest.approx(floats.smooth(values, Fraction(3)))


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (2, 2), (4, 5), (5, 4), (3, 4, 5)])
def test_the_torus(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(0).standard_normal(shape)
    sigma = Fraction(5, 2)
    found = floats.smooth_torus(values, sigma)
    bends = sum(2 * found - np.roll(found, 1, axis) - np.roll(found, -1, axis) for axis in (-2, -1))
    assert found + float(sigma) * bends == pytest.approx(values)
    assert error_upper(found, values, sigma, (-2, -1)) < 1e-13
    assert error_upper(found + 1, values, sigma, (-2, -1)) >= 1 - 1e-12


def test_layouts_differ_and_keep_shapes() -> None:
    draw = np.random.default_rng(0)
    tensors = [draw.standard_normal((3, 4)), draw.standard_normal(5), np.array(2.0)]
    results = [smooth_tensors(tensors, Fraction(1), layout) for layout in Layout]
    for result in results:
        assert [part.shape for part in result] == [part.shape for part in tensors]
        total, sums = sum(part.sum() for part in result), sum(part.sum() for part in tensors)
        assert total == pytest.approx(sums)
    assert not np.allclose(results[0][0], results[1][0])
    assert not np.allclose(results[1][0], results[2][0])
    flat = np.concatenate([part.ravel() for part in tensors])
    whole = np.concatenate([part.ravel() for part in results[0]])
    assert whole == pytest.approx(floats.smooth(flat, Fraction(1)))


def test_a_permutation_changes_the_result() -> None:
    values = np.array([1.0, -1.0, 1.0, -1.0])
    order = np.array([0, 2, 1, 3])
    shuffled = np.empty(4)
    shuffled[order] = floats.smooth(values[order], Fraction(1))
    assert not np.allclose(shuffled, floats.smooth(values, Fraction(1)))


def test_bad_arrays() -> None:
    good = np.ones(3)
    for question in (
        lambda: floats.smooth(np.ones((2, 2)), Fraction(1)),
        lambda: floats.smooth(np.ones(0), Fraction(1)),
        lambda: floats.smooth(good, Fraction(-1)),
        lambda: floats.smooth(good, Fraction(10**400)),
        lambda: error_upper(good, good, Fraction(10**400)),
        lambda: floats.smooth_torus(good, Fraction(1)),
        lambda: floats.smooth_torus(np.ones((0, 2)), Fraction(1)),
        lambda: recursion.smooth(good, Fraction(10**9)),
        lambda: error_upper(good, np.ones(4), Fraction(1)),
        lambda: error_upper(np.array([np.nan]), np.ones(1), Fraction(1)),
        lambda: error_upper(np.array([1e308, -1e308]), np.ones(2), Fraction(1)),
        lambda: smooth_tensors([], Fraction(1)),
        lambda: smooth_tensors([np.ones(0)], Fraction(1)),
        lambda: Layout.read("circle"),
    ):
        with pytest.raises(DomainError):
            question()
