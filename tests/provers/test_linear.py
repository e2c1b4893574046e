from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError
from sdp_proofs.provers.linear import (
    Separation,
    combines,
    extreme_points,
    locate,
    separating_functional,
)
from tests.full import trials
from tests.work import with_calls


def point(*coordinates):
    return tuple(Fraction(coordinate) for coordinate in coordinates)


def convex_combination(points, target):
    found = locate(points, target)
    return None if isinstance(found, Separation) else found


SQUARE = [point(0, 0), point(1, 0), point(0, 1), point(1, 1)]

small_numbers = st.integers(-3, 3).map(Fraction) | st.fractions(-3, 3, max_denominator=4)


@st.composite
def clouds(draw, most=9):
    dimension = draw(st.integers(1, 4))
    one = st.tuples(*[small_numbers] * dimension)
    return draw(st.lists(one, min_size=1, max_size=most)), draw(one)


@settings(max_examples=trials(150, full=1000), deadline=None)
@given(clouds())
def test_exactly_one_of_the_two_certificates_exists_and_holds(cloud):
    points, target = cloud
    coefficients, between = convex_combination(points, target), separating_functional(points, target)
    assert (coefficients is None) != (between is None)
    if between is None:
        assert all(coefficient >= 0 for coefficient in coefficients)
        assert sum(coefficients) == 1
        for axis, coordinate in enumerate(target):
            assert sum(c * p[axis] for c, p in zip(coefficients, points, strict=True)) == coordinate
        assert sum(c != 0 for c in coefficients) <= len(target) + 1
    else:
        values = [sum(w * x for w, x in zip(between.weights, p, strict=True)) for p in points]
        assert max(values) <= between.level < sum(w * x for w, x in zip(between.weights, target, strict=True))


@settings(max_examples=trials(100, full=1000), deadline=None)
@given(clouds())
def test_in_one_dimension_membership_is_betweenness(cloud):
    points, target = [(p[0],) for p in cloud[0]], (cloud[1][0],)
    inside = min(points) <= target <= max(points)
    assert (convex_combination(points, target) is not None) == inside


@settings(max_examples=trials(75, full=1000), deadline=None)
@given(clouds(), st.data())
def test_what_was_combined_is_found_to_be_a_combination(cloud, data):
    points = cloud[0]
    weights = data.draw(st.lists(st.integers(0, 5), min_size=len(points), max_size=len(points)).filter(any))
    total = sum(weights)
    target = tuple(
        sum((Fraction(w, total) * p[axis] for w, p in zip(weights, points, strict=True)), Fraction(0))
        for axis in range(len(points[0]))
    )
    assert convex_combination(points, target) is not None


@settings(max_examples=trials(100, full=1000), deadline=None)
@given(clouds())
def test_extreme_points_are_those_that_the_others_do_not_give(cloud):
    points = cloud[0]
    vertices, others = extreme_points(points)
    distinct = list(dict.fromkeys(points))
    expected = [
        points.index(p) for p in distinct if isinstance(locate([q for q in distinct if q != p], p), Separation)
    ]
    assert vertices == sorted(expected)
    assert sorted([*vertices, *others]) == list(range(len(points)))
    for index, shares in others.items():
        assert set(shares) <= set(vertices)
        assert all(share > 0 for share in shares.values())
        assert combines(tuple(shares.values()), [points[vertex] for vertex in shares], points[index])


def test_degenerate_sets():
    assert extreme_points([]) == ([], {})
    assert extreme_points([point(2, 3)] * 3) == ([0], {1: {0: 1}, 2: {0: 1}})
    # A segment in space, with its middle and its ends repeated.
    ends = [point(1, 1, 1), point(3, 5, 1)]
    vertices, others = extreme_points([point(2, 3, 1), *ends, *ends])
    assert vertices == [1, 2]
    assert others == {0: {1: Fraction(1, 2), 2: Fraction(1, 2)}, 3: {1: 1}, 4: {2: 1}}
    # Points of edges and faces are no vertices of the cube.
    grid = list(product([Fraction(0), Fraction(1), Fraction(2)], repeat=3))
    corners = [index for index, p in enumerate(grid) if 1 not in p]
    assert extreme_points(grid)[0] == corners
    # No coordinates at all: all points are the one point.
    assert convex_combination([(), ()], ()) is not None
    assert separating_functional([], point(1, 2)) is not None


def test_a_point_that_is_off_the_affine_hull_or_a_hair_outside_is_separated():
    assert separating_functional([point(0, 0), point(1, 1)], point(Fraction(1, 2), 0)) is not None
    hair = Fraction(1, 10**60)
    assert convex_combination(SQUARE, point(1, Fraction(1, 3))) is not None
    between = separating_functional(SQUARE, point(1 + hair, Fraction(1, 3)))
    assert between.separates(SQUARE, point(1 + hair, Fraction(1, 3)))
    assert not between.separates(SQUARE, point(1, Fraction(1, 3)))


def test_bad_coefficients_do_not_pass_the_check():
    half, middle = Fraction(1, 2), point(Fraction(1, 2), Fraction(1, 2))
    assert combines((half, 0, 0, half), SQUARE, middle)
    assert not combines((half, 0, 0, half), SQUARE, point(half, Fraction(1, 3)))
    assert not combines((half, 0, half), SQUARE, middle)
    assert not combines((-half, 1, 1, -half), SQUARE, middle)
    assert not combines((half, half, half, half), SQUARE, point(1, 1))


def test_dimensions_must_agree():
    with pytest.raises(DomainError, match=r"^points must .*, got 1$"):
        convex_combination([point(1)], point(1, 2))
    with pytest.raises(DomainError, match=r"^points must .*, got 2$"):
        extreme_points([point(1), point(1, 2)])


def test_a_cyclic_polytope_has_only_vertices_and_a_cloud_of_hundreds_is_quick():
    curve = [tuple(Fraction(t) ** power for power in (1, 2, 3, 4)) for t in range(25)]
    assert extreme_points(curve)[0] == list(range(25))
    # Neighbourly: every pair of points spans an edge, so no midpoint of a pair is given by the other points.
    for left, right in combinations(range(0, 25, 6), 2):
        middle = tuple((a + b) / 2 for a, b in zip(curve[left], curve[right], strict=True))
        rest = [p for index, p in enumerate(curve) if index not in (left, right)]
        assert separating_functional(rest, middle) is not None
    generator = random.Random(7)
    votes = [[generator.randint(0, 10**6) for _ in range(6)] for _ in range(200)]
    shares = [tuple(Fraction(count, sum(row)) for count in row) for row in votes]
    (vertices, others), calls = with_calls(lambda: extreme_points(shares))
    assert calls < 2_000_000  # 200 programmes with up to 200 columns each
    assert len(vertices) + len(others) == 200
    for index in (0, 50, 150):
        apart = isinstance(locate(shares[:index] + shares[index + 1 :], shares[index]), Separation)
        assert apart == (index in vertices)
