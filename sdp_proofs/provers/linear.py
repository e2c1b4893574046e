"""Convex combinations and separating hyperplanes of finitely many points, in exact rationals.

Both answers are certificates and are checked in fractions before they are returned. The search is the first
phase of the simplex method on an integer tableau, see `provers.tableau`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul

from sdp_proofs.errors import DomainError
from sdp_proofs.provers.tableau import Tableau

Point = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Separation:
    """A hyperplane with finitely many points on one side and a target strictly on the other.

    weights . point <= level < weights . target

    Args:
        weights: one coefficient per coordinate.
        level: the largest value that is allowed on the points' side.
    """

    weights: Point
    level: Fraction

    def value(self, point: Sequence[Fraction]) -> Fraction:
        """Weights . point."""
        return dot(self.weights, point)

    def separates(self, points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]) -> bool:
        """Whether the inequalities hold, evaluated exactly."""
        return self.level < self.value(target) and all(self.value(point) <= self.level for point in points)


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """The scalar product, exactly."""
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def combines(
    coefficients: Sequence[Fraction], points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> bool:
    """Whether the coefficients are >= 0, sum to one and combine the points to the target, exactly.

    Example:
        >>> half = Fraction(1, 2)
        >>> combines((half, half), [(Fraction(0),), (Fraction(1),)], (half,))
        True
    """
    if len(coefficients) != len(points) or any(coefficient < 0 for coefficient in coefficients):
        return False
    return sum(coefficients) == 1 and all(
        sum(c * point[axis] for c, point in zip(coefficients, points, strict=True)) == coordinate
        for axis, coordinate in enumerate(target)
    )


def convex_combination(
    points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> tuple[Fraction, ...] | None:
    """Coefficients >= 0 that sum to one and combine the points to the target, or None if there are none.

    World: exact. At most one coefficient more than the target has coordinates is nonzero.

    Args:
        points: points of the same dimension; they may repeat and be affinely dependent.
        target: the point to be combined.

    Raises:
        DomainError: the dimensions differ.

    Example:
        >>> corners = [(Fraction(0),), (Fraction(3),), (Fraction(1),)]
        >>> convex_combination(corners, (Fraction(2),))
        (Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))
        >>> convex_combination(corners, (Fraction(4),)) is None
        True
    """
    found = locate(points, target)
    return None if isinstance(found, Separation) else found


def separating_functional(
    points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> Separation | None:
    """A hyperplane between the points and the target, or None if the target is a convex combination.

    World: exact.

    Raises:
        DomainError: the dimensions differ.

    Example:
        >>> between = separating_functional([(Fraction(0),), (Fraction(1),)], (Fraction(3),))
        >>> between.separates([(Fraction(0),), (Fraction(1),)], (Fraction(3),))
        True
    """
    found = locate(points, target)
    return found if isinstance(found, Separation) else None


def locate(
    points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> tuple[Fraction, ...] | Separation:
    """The convex combination that gives the target, or the hyperplane that shows there is none.

    Exactly one of the two exists; whichever it is has been checked in fractions.

    Raises:
        DomainError: the dimensions differ.
    """
    _check_dimensions(points, len(target))
    if not points:
        return Separation((Fraction(0),) * len(target), Fraction(-1))
    columns = [_homogeneous(point) for point in points]
    goal = _homogeneous(target)
    masses, dual = _cone_coordinates(columns, goal)
    if dual is None:
        found = tuple(
            masses.get(index, Fraction(0)) * column[-1] / goal[-1] for index, column in enumerate(columns)
        )
        if not combines(found, points, target):
            raise AssertionError("the convex combination that was found does not give the target")
        return found
    *weights, constant = dual
    separation = Separation(tuple(weights), -constant)
    if not separation.separates(points, target):
        raise AssertionError("the hyperplane that was found does not separate")
    return separation


def extreme_points(points: Sequence[Point]) -> tuple[list[int], dict[int, dict[int, Fraction]]]:
    """The vertices of the convex hull, and every other point as a convex combination of them.

    A point is compared with the vertices known so far. If they do not give it, the hyperplane that shows it
    is pushed outwards: where it leaves the points is a new vertex [Clarkson 1994].

    Args:
        points: at least one point, all of the same dimension; of equal points only the first can be a vertex.

    Returns:
        The indices of the vertices in increasing order; and index -> {vertex index: coefficient > 0}.

    Raises:
        DomainError: the dimensions differ.

    Example:
        >>> line = [(Fraction(1),), (Fraction(0),), (Fraction(4),), (Fraction(0),)]
        >>> vertices, others = extreme_points(line)
        >>> vertices, others[3], others[0]
        ([1, 2], {1: Fraction(1, 1)}, {1: Fraction(3, 4), 2: Fraction(1, 4)})
    """
    _check_dimensions(points, len(points[0]) if points else 0)
    columns = [_homogeneous(point) for point in points]
    first: dict[Point, int] = {}
    for index, point in enumerate(points):
        first.setdefault(point, index)
    vertices: list[int] = []
    combined: dict[int, dict[int, Fraction]] = {}
    pending = list(first.values())
    while pending:
        candidate = pending[0]
        goal = columns[candidate]
        masses, dual = _cone_coordinates([columns[vertex] for vertex in vertices], goal)
        if dual is None:
            combined[candidate] = {
                vertices[position]: mass * columns[vertices[position]][-1] / goal[-1]
                for position, mass in sorted(masses.items())
                if mass
            }
            pending.remove(candidate)
        else:
            newest = _furthest(points, columns, pending, dual)
            vertices.append(newest)
            pending.remove(newest)
    for index, point in enumerate(points):
        if first[point] != index:
            combined[index] = combined.get(first[point], {first[point]: Fraction(1)})
    for index, shares in combined.items():
        if not combines(tuple(shares.values()), [points[vertex] for vertex in shares], points[index]):
            raise AssertionError("the convex combination that was found does not give the point")
    return sorted(vertices), {index: dict(sorted(shares.items())) for index, shares in sorted(combined.items())}


def _furthest(
    points: Sequence[Point], columns: Sequence[Sequence[int]], pending: Sequence[int], dual: Sequence[Fraction]
) -> int:
    """A vertex of the hull: of the pending points furthest out along the functional, the last in dictionary order.

    The vertices known so far all lie strictly inwards of it, so the furthest pending points span a face.
    """
    scale = lcm(*(weight.denominator for weight in dual))
    weights = [int(weight * scale) for weight in dual]
    return max(
        pending,
        key=lambda index: (
            Fraction(sum(map(mul, weights, columns[index])), columns[index][-1]),
            points[index],
        ),
    )


def _check_dimensions(points: Sequence[Sequence[Fraction]], dimension: int) -> None:
    for point in points:
        if len(point) != dimension:
            raise DomainError(f"points must have {dimension} coordinates, got {len(point)}")


def _homogeneous(point: Sequence[Fraction]) -> list[int]:
    """The integer vector s (point, 1) for the smallest s > 0 that makes one; s is its last entry."""
    scale = lcm(*(coordinate.denominator for coordinate in point))
    return [coordinate.numerator * (scale // coordinate.denominator) for coordinate in point] + [scale]


def _cone_coordinates(
    columns: Sequence[Sequence[int]], goal: Sequence[int]
) -> tuple[Mapping[int, Fraction], Sequence[Fraction] | None]:
    """Masses >= 0 with sum of masses[j] columns[j] = goal; or y with y . column <= 0 < y . goal for all columns.

    Minimises the sum of the artificial variables. The answer is checked before it is returned.
    """
    size, width = len(goal), len(columns)
    signs = [-1 if entry < 0 else 1 for entry in goal]
    rows = [
        [sign * column[row] for column in columns]
        + [int(row == other) for other in range(size)]
        + [sign * goal[row]]
        for row, sign in enumerate(signs)
    ]
    costs = [-sum(entries) for entries in zip(*rows, strict=True)]
    costs[width : width + size] = [0] * size
    tableau = Tableau(rows, costs, [width + row for row in range(size)])
    tableau.descend(width, to_zero=True)
    unit = tableau.unit
    if tableau.costs[-1] == 0:
        found = zip(tableau.basis, tableau.rows, strict=True)
        return {index: Fraction(row[-1], unit) for index, row in found if index < width}, None
    # The inequalities do not mind the factor `unit` > 0, so they are checked in integers.
    scaled = [sign * (unit - cost) for sign, cost in zip(signs, tableau.costs[width:-1], strict=True)]
    if sum(map(mul, scaled, goal)) <= 0 or any(sum(map(mul, scaled, column)) > 0 for column in columns):
        raise AssertionError("the functional that was found does not separate")
    return {}, [Fraction(entry, unit) for entry in scaled]
