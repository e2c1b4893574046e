"""Linear programmes and convex hulls in exact rationals.

Anybody can check the answers.

Minimise costs . x over x >= 0 with rows . x = bound and rows . x >= bound. The answer is one of three, and each carries
its proof: an optimum with multipliers that show no point does better (weak duality, met with equality); multipliers
that show there is no point (Farkas); a point and a direction along which the objective falls without end.

A point is a convex combination of others, or a hyperplane separates it from them: that is the first phase of such a
programme, without costs.

Proofs are checked by code that knows nothing of the search, before they are returned. The search is the simplex method
in flint's integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Literal

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from sdp_proofs.errors import DomainError

Point = tuple[Fraction, ...]
Constraint = tuple[Point, Fraction]
"""Coefficients, and what their scalar product with x is compared with."""
Kind = Literal["optimum", "infeasible", "unbounded"]


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """The scalar product, exactly."""
    return sum((a * b for a, b in zip(left, right, strict=True) if a and b), Fraction(0))


@dataclass(frozen=True, slots=True)
class Multipliers:
    """One weight per constraint.

    The constraints so weighted add up to an inequality that every point meets.

    Args:
        equal: of any sign, for the equations.
        at_least: >= 0, for the inequalities.
    """

    equal: Point
    at_least: Point


@dataclass(frozen=True, slots=True)
class Optimum:
    """A point and the reason why no other point does better.

    Args:
        value: costs . point, which is the same as the sum of the bounds weighted by the multipliers.
        point: x >= 0, feasible.
        multipliers: the constraints so weighted add up to coefficients that the costs nowhere fall below.
    """

    value: Fraction
    point: Point
    multipliers: Multipliers

    def proves(self, programme: Programme) -> bool:
        """Check point and multipliers, exactly: both feasible, of equal value."""
        # Weak duality: costs . x >= (y A) . x = y . (A x) >= y . b for every feasible x, as x >= 0, y A <= costs and
        # the weights of inequalities are >= 0. A point with costs . x = y . b is least.
        combined = programme.combined(self.multipliers)
        return (
            combined is not None
            and programme.feasible(self.point)
            and all(have <= cost for have, cost in zip(combined[0], programme.costs, strict=True))
            and dot(programme.costs, self.point) == combined[1] == self.value
        )


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Weights of constraints that contradict each other.

    So weighted they ask for something <= 0 to be at least something > 0.

    Args:
        multipliers: the weights.
    """

    multipliers: Multipliers

    def proves(self, programme: Programme) -> bool:
        """Check that the weighted constraints contradict x >= 0, exactly."""
        # Farkas: a feasible x would give 0 >= (y A) . x = y . (A x) >= y . b > 0.
        combined = programme.combined(self.multipliers)
        return combined is not None and all(have <= 0 for have in combined[0]) and combined[1] > 0


@dataclass(frozen=True, slots=True)
class Unbounded:
    """A ray along which the objective falls without end.

    The point + t direction is feasible for every t >= 0, and gets ever cheaper.

    Args:
        point: where to start.
        direction: where to go.
    """

    point: Point
    direction: Point

    def proves(self, programme: Programme) -> bool:
        """Check that the direction stays feasible and falls, exactly."""
        still = Programme(
            programme.costs,
            tuple((row, Fraction(0)) for row, _ in programme.equal),
            tuple((row, Fraction(0)) for row, _ in programme.at_least),
        )
        falls = dot(programme.costs, self.direction) < 0
        return falls and programme.feasible(self.point) and still.feasible(self.direction)


@dataclass(frozen=True, slots=True)
class Programme:
    """Minimise costs . x over x >= 0 under equations and inequalities.

    World: exact.

    Args:
        costs: one per variable.
        equal: (row, bound) with row . x = bound.
        at_least: (row, bound) with row . x >= bound.

    Raises:
        DomainError: a row has not one coefficient per variable.

    Example:
        >>> found = Programme.read([2, 3], at_least=[([1, 1], 4), ([1, 3], 6)]).solve()
        >>> found.value, found.point, found.multipliers.at_least
        (Fraction(9, 1), (Fraction(3, 1), Fraction(1, 1)), (Fraction(3, 2), Fraction(1, 2)))
        >>> Programme.read([1], equal=[([1], -1)]).solve()
        Infeasible(multipliers=Multipliers(equal=(Fraction(-1, 1),), at_least=()))
        >>> Programme.read([-1, 0], equal=[([1, -1], 0)]).solve().direction
        (Fraction(1, 1), Fraction(1, 1))
    """

    costs: Point
    equal: tuple[Constraint, ...] = ()
    at_least: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        for row, _ in (*self.equal, *self.at_least):
            if len(row) != len(self.costs):
                raise DomainError(f"rows must have {len(self.costs)} coefficients, got {len(row)}")

    @classmethod
    def read(
        cls,
        costs: Iterable[Fraction | int],
        *,
        equal: Iterable[tuple[Iterable[Fraction | int], Fraction | int]] = (),
        at_least: Iterable[tuple[Iterable[Fraction | int], Fraction | int]] = (),
    ) -> Programme:
        """A programme from any mixture of integers and fractions.

        Raises:
            DomainError: a row has not one coefficient per variable.
        """

        def constraints(given: Iterable[tuple[Iterable[Fraction | int], Fraction | int]]) -> tuple[Constraint, ...]:
            return tuple((tuple(map(Fraction, row)), Fraction(bound)) for row, bound in given)

        return cls(tuple(map(Fraction, costs)), constraints(equal), constraints(at_least))

    def feasible(self, point: Sequence[Fraction]) -> bool:
        """Check that a point is >= 0 and meets all constraints, exactly."""
        return (
            len(point) == len(self.costs)
            and all(entry >= 0 for entry in point)
            and all(dot(row, point) == bound for row, bound in self.equal)
            and all(dot(row, point) >= bound for row, bound in self.at_least)
        )

    def combined(self, multipliers: Multipliers) -> Constraint | None:
        """Add up the weighted constraints: row . x >= bound.

        None if the weights do not allow to add them up.
        """
        weights, both = (*multipliers.equal, *multipliers.at_least), (*self.equal, *self.at_least)
        sizes = len(multipliers.equal), len(weights)
        if sizes != (len(self.equal), len(both)) or min(multipliers.at_least, default=0) < 0:
            return None
        columns = zip(*(row for row, _ in both), strict=True) if both else ((),) * len(self.costs)
        return tuple(dot(weights, column) for column in columns), dot(weights, [bound for _, bound in both])

    def solve(self) -> Optimum | Infeasible | Unbounded:
        """The least value, or why there is none.

        Returns:
            An answer that `proves` itself; which of several optimal points it is, is the same in every run.
        """
        # With costs >= 0 zero weights are allowed, so the search for the weights can start at once.
        answer = self._by_weights() if min(self.costs, default=0) >= 0 else self._by_points()
        if not answer.proves(self):
            raise AssertionError("the answer that was found does not prove itself")
        return answer

    def _by_points(self) -> Optimum | Infeasible | Unbounded:
        kind, point, found = _two_phases(self.costs, self.equal, self.at_least)
        if kind == "unbounded":
            return Unbounded(point, found)
        weights = Multipliers(found[: len(self.equal)], found[len(self.equal) :])
        return Infeasible(weights) if kind == "infeasible" else Optimum(dot(self.costs, point), point, weights)

    def _by_weights(self) -> Optimum | Infeasible:
        """Solve the dual programme, an equation being two inequalities.

        Its value is the greatest bound that the constraints add up to.
        """
        equations = len(self.equal)
        sums = [
            ([-row[column] for row, _ in self.equal] + [row[column] for row, _ in self.equal]
             + [-row[column] for row, _ in self.at_least], -cost)
            for column, cost in enumerate(self.costs)
        ]  # fmt: skip
        bounds = [bound for _, bound in self.equal]
        prices = [*(-bound for bound in bounds), *bounds, *(-bound for _, bound in self.at_least)]
        kind, weights, found = _two_phases(prices, (), sums)
        # Weights along which the bound grows without end add up to a contradiction.
        chosen = found if kind == "unbounded" else weights
        signed = zip(chosen[:equations], chosen[equations : 2 * equations], strict=True)
        multipliers = Multipliers(tuple(more - less for more, less in signed), chosen[2 * equations :])
        if kind == "unbounded":
            return Infeasible(multipliers)
        return Optimum(dot(self.costs, found), found, multipliers)


class Simplex:
    """The simplex method for columns . x = bounds, x >= 0.

    It keeps the basic columns alone; all that is given is integer.

    Attributes:
        columns: one for each variable.
        basis: which columns are basic: they are independent, and combine to the bounds with `amounts` >= 0.
        amounts: the values of the basic variables.

    Example:
        >>> search = Simplex([(1, 3), (2, 1), (1, 0), (0, 1)], [4, 6], [2, 3])
        >>> search.descend([-1, -1, 0, 0], 4) is None, search.basis, search.amounts
        (True, [1, 0], [6/5, 8/5])
    """

    def __init__(self, columns: Sequence[Sequence[int]], bounds: Sequence[int], basis: list[int]) -> None:
        size = len(bounds)
        self.columns, self.basis = columns, basis
        self._all = fmpz_mat(len(columns), size, [entry for column in columns for entry in column])
        self._basic = fmpz_mat(size, size, [entry for basic in basis for entry in columns[basic]])
        self.amounts = self.combined(bounds)

    def combined(self, column: Sequence[int]) -> list[fmpq]:
        """The coefficients with which the basic columns add up to another."""
        found = self._basic.transpose().solve(fmpz_mat(len(column), 1, list(column))) if self.basis else fmpq_mat(0, 1)
        return list(found.entries())

    def multipliers(self, costs: Sequence[int]) -> fmpq_mat:
        """Weight the rows such that basic columns add up to their costs."""
        if not self.basis:
            return fmpq_mat(0, 1)
        found = self._basic.solve(fmpz_mat(len(costs), 1, list(costs)))
        assert isinstance(found, fmpq_mat)
        return found

    def weighted(self, costs: Sequence[int]) -> tuple[list[fmpz], fmpz]:
        """Add up all weighted columns: integers, and their divisor > 0."""
        numerators, unit = self.multipliers(costs).numer_denom()
        return list((self._all * numerators).entries()), unit

    def exchange(self, row: int, entering: int, slopes: Sequence[fmpq]) -> None:
        """Put a column in the place of a row's basic one.

        `slopes` are its coefficients.
        """
        step = self.amounts[row] / slopes[row]
        self.amounts = [amount - step * slope for amount, slope in zip(self.amounts, slopes, strict=True)]
        self.amounts[row], self.basis[row] = step, entering
        for place, entry in enumerate(self.columns[entering]):
            self._basic[row, place] = entry

    def descend(self, costs: Sequence[int], width: int, *, to_zero: bool = False) -> int | None:
        """Exchange basic columns until the costs are least.

        Only the first `width` columns enter.

        Args:
            costs: one for each column.
            width: how many columns may enter the basis.
            to_zero: stop as soon as the costs are zero, if they cannot be less.

        Returns:
            None at an optimum, else a column along which the costs fall without end.
        """
        stalled = False
        while not (to_zero and self.cost(costs) == 0):
            # The steepest column is the quick choice. After a step that gained nothing only Bland's rule, the first
            # column that may enter, is safe from running in a circle; a step that gains something never comes back.
            weighted, unit = self.weighted([costs[basic] for basic in self.basis])
            reduced = [unit * costs[column] - weighted[column] for column in range(width)]
            falling = [column for column, cost in enumerate(reduced) if cost < 0]
            if not falling:
                return None
            entering = falling[0] if stalled else min(falling, key=reduced.__getitem__)
            # The first basic variable that reaches zero leaves; ties go to the smallest (Bland's rule).
            slopes = self.combined(self.columns[entering])
            steps = {row: (self.amounts[row] / slope, self.basis[row]) for row, slope in enumerate(slopes) if slope > 0}
            if not steps:
                return entering
            leaving = min(steps, key=steps.__getitem__)
            stalled = steps[leaving][0] == 0
            self.exchange(leaving, entering, slopes)
        return None

    def cost(self, costs: Sequence[int]) -> fmpq:
        """The costs of the basic variables."""
        pairs = zip(self.basis, self.amounts, strict=True)
        return sum((costs[basic] * amount for basic, amount in pairs if costs[basic]), fmpq(0))


def _two_phases(
    prices: Sequence[Fraction | int],
    equal: Sequence[tuple[Sequence[Fraction | int], Fraction | int]],
    at_least: Sequence[tuple[Sequence[Fraction | int], Fraction | int]],
) -> tuple[Kind, Point, Point]:
    """Minimise prices . x over the points; whoever asks checks the answer.

    A point is x >= 0 with rows . x = bound and rows . x >= bound.

    The columns of the search: variables, one slack per inequality, artificial variables where a row needs one.

    Returns:
        "optimum", a point and one multiplier per constraint, equations first; "infeasible", nothing and the
        multipliers of a contradiction; "unbounded", a point and a direction along which the costs fall.
    """
    variables, width = len(prices), len(prices) + len(at_least)
    rows, bounds, scales, basis, artificial = [], list[int](), [], list[int](), 0
    for index, (coefficients, bound) in enumerate((*equal, *at_least)):
        inequality = index >= len(equal)
        scale = lcm(bound.denominator, *(entry.denominator for entry in coefficients))
        # Bounds must be >= 0. An inequality whose bound is <= 0 starts with its slack in the basis.
        if bound < 0 or (inequality and bound == 0):
            scale = -scale
        slacks = [0] * len(at_least)
        if inequality:
            slacks[index - len(equal)] = 1 if scale < 0 else -1
        rows.append([*(entry.numerator * (scale // entry.denominator) for entry in coefficients), *slacks])
        bounds.append(bound.numerator * (scale // bound.denominator))
        scales.append(scale)
        starts = inequality and scale < 0
        basis.append(variables + index - len(equal) if starts else width + artificial)
        artificial += not starts
    units = [[int(own == basic) for own in basis] for basic in range(width, width + artificial)]
    search = Simplex([*(zip(*rows, strict=True) if rows else [()] * width), *units], bounds, basis)

    def multipliers(costs: Sequence[int], factor: int) -> Point:
        found = search.multipliers([costs[basic] for basic in basis]).entries()
        return tuple(Fraction(scale, factor) * _fraction(one) for scale, one in zip(scales, found, strict=True))

    def point(amounts: Sequence[fmpq]) -> list[Fraction]:
        """Values of the basic variables, as a vector of all."""
        found = dict(zip(basis, amounts, strict=True))
        return [_fraction(found[variable]) if variable in found else Fraction(0) for variable in range(variables)]

    missing = [0] * width + [1] * artificial
    search.descend(missing, width, to_zero=True)
    if search.cost(missing) != 0:
        return "infeasible", (), multipliers(missing, 1)
    for row, basic in enumerate(basis):
        if basic >= width:  # it is zero, and leaves the basis if its row says anything about the others
            entries, _ = search.weighted([int(other == row) for other in range(len(basis))])
            entering = next((column for column in range(width) if entries[column] != 0), None)
            if entering is not None:
                search.exchange(row, entering, search.combined(search.columns[entering]))
    scale = lcm(*(price.denominator for price in prices))
    costs = [*(int(price * scale) for price in prices), *[0] * (len(search.columns) - variables)]
    along = search.descend(costs, width)
    if along is None:
        return "optimum", tuple(point(search.amounts)), multipliers(costs, scale)
    direction = [-entry for entry in point(search.combined(search.columns[along]))]
    if along < variables:
        direction[along] = Fraction(1)
    return "unbounded", tuple(point(search.amounts)), tuple(direction)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


@dataclass(frozen=True, slots=True)
class Separation:
    """A hyperplane between finitely many points and a target.

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
        """Check the inequalities, exactly."""
        return self.level < self.value(target) and all(self.value(point) <= self.level for point in points)


def combines(
    coefficients: Sequence[Fraction], points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> bool:
    """Check that coefficients combine the points to the target, exactly.

    They must be >= 0 and sum to one.

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


def separating_functional(
    points: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> Separation | None:
    """Separate the target from the points by a hyperplane.

    None if the target is a convex combination.

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
    """Combine the points to the target, or separate it from them.

    World: exact. Exactly one of the two exists; whichever it is has been checked in fractions. Coefficients are >= 0
    and sum to one, and at most one more than the target has coordinates is nonzero.

    Args:
        points: points of the same dimension; they may repeat and be affinely dependent.
        target: the point to be combined.

    Raises:
        DomainError: the dimensions differ.

    Example:
        >>> locate([(Fraction(0),), (Fraction(3),), (Fraction(1),)], (Fraction(2),))
        (Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))
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
    """Find the vertices of the convex hull, and combine the other points.

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
    """Return a vertex of the hull, furthest out along a functional.

    Of the pending points that are so, it is the last in dictionary order.

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
    """Scale (point, 1) by the least s > 0 to integers."""
    scale = lcm(*(coordinate.denominator for coordinate in point))
    return [coordinate.numerator * (scale // coordinate.denominator) for coordinate in point] + [scale]


def _cone_coordinates(
    columns: Sequence[Sequence[int]], goal: Sequence[int]
) -> tuple[Mapping[int, Fraction], Sequence[Fraction] | None]:
    """Combine columns to a goal with masses >= 0, or separate it.

    The masses have sum of masses[j] columns[j] = goal; else y has y . column <= 0 < y . goal for all columns.
    """
    rows = [([column[row] for column in columns], entry) for row, entry in enumerate(goal)]
    kind, masses, dual = _two_phases([0] * len(columns), rows, ())
    if kind == "optimum":
        return {index: mass for index, mass in enumerate(masses) if mass}, None
    # The inequalities do not mind a factor > 0, so they are checked in integers.
    scale = lcm(*(weight.denominator for weight in dual))
    scaled = [int(weight * scale) for weight in dual]
    if sum(map(mul, scaled, goal)) <= 0 or any(sum(map(mul, scaled, column)) > 0 for column in columns):
        raise AssertionError("the functional that was found does not separate")
    return {}, dual
