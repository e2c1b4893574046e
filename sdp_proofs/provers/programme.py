"""Linear programmes in exact rationals, with an answer that anybody can check.

Minimise costs . x over x >= 0 with rows . x = bound and rows . x >= bound. The answer is one of three, and each carries
its proof: an optimum with multipliers that show no point does better (weak duality, met with equality); multipliers
that show there is no point (Farkas); a point and a direction along which the objective falls without end. The proof
is checked in fractions, by code that knows nothing of the search, before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.provers.tableau import Constraint, Point, TwoPhases


@dataclass(frozen=True, slots=True)
class Multipliers:
    """One number per constraint: adding up the constraints so weighted gives an inequality that every point meets.

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
        """Whether point and multipliers are feasible and their values equal, evaluated exactly."""
        combined = programme.combined(self.multipliers)
        return (
            combined is not None
            and programme.feasible(self.point)
            and all(have <= cost for have, cost in zip(combined[0], programme.costs, strict=True))
            and _dot(programme.costs, self.point) == combined[1] == self.value
        )


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Why there is no point: the weighted constraints ask for something <= 0 to be at least something > 0.

    Args:
        multipliers: the weights.
    """

    multipliers: Multipliers

    def proves(self, programme: Programme) -> bool:
        """Whether the weighted constraints contradict x >= 0, evaluated exactly."""
        combined = programme.combined(self.multipliers)
        return combined is not None and all(have <= 0 for have in combined[0]) and combined[1] > 0


@dataclass(frozen=True, slots=True)
class Unbounded:
    """Why there is no least value: point + t direction is feasible for every t >= 0, and gets ever cheaper.

    Args:
        point: where to start.
        direction: where to go.
    """

    point: Point
    direction: Point

    def proves(self, programme: Programme) -> bool:
        """Whether the point is feasible and the direction stays so and falls, evaluated exactly."""
        still = Programme(
            programme.costs,
            tuple((row, Fraction(0)) for row, _ in programme.equal),
            tuple((row, Fraction(0)) for row, _ in programme.at_least),
        )
        falls = _dot(programme.costs, self.direction) < 0
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
        """Whether a point is >= 0 and meets all constraints, evaluated exactly."""
        return (
            len(point) == len(self.costs)
            and all(entry >= 0 for entry in point)
            and all(_dot(row, point) == bound for row, bound in self.equal)
            and all(_dot(row, point) >= bound for row, bound in self.at_least)
        )

    def combined(self, multipliers: Multipliers) -> Constraint | None:
        """The sum of the weighted constraints, row . x >= bound; None if the weights do not allow to add them up."""
        weights, both = (*multipliers.equal, *multipliers.at_least), (*self.equal, *self.at_least)
        sizes = len(multipliers.equal), len(weights)
        if sizes != (len(self.equal), len(both)) or min(multipliers.at_least, default=0) < 0:
            return None
        columns = zip(*(row for row, _ in both), strict=True) if both else ((),) * len(self.costs)
        return tuple(_dot(weights, column) for column in columns), _dot(weights, [bound for _, bound in both])

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
        kind, point, found = TwoPhases(self.costs, self.equal, self.at_least).search()
        if kind == "unbounded":
            return Unbounded(point, found)
        weights = Multipliers(found[: len(self.equal)], found[len(self.equal) :])
        return Infeasible(weights) if kind == "infeasible" else Optimum(_dot(self.costs, point), point, weights)

    def _by_weights(self) -> Optimum | Infeasible:
        """The greatest bound that the constraints add up to: the dual programme, an equation being two inequalities."""
        equations = len(self.equal)
        both = [*self.equal, *((tuple(-a for a in row), -bound) for row, bound in self.equal), *self.at_least]
        sums = [(tuple(-row[column] for row, _ in both), -cost) for column, cost in enumerate(self.costs)]
        kind, weights, found = TwoPhases(tuple(-bound for _, bound in both), (), sums).search()
        # Weights along which the bound grows without end add up to a contradiction.
        chosen = found if kind == "unbounded" else weights
        signed = zip(chosen[:equations], chosen[equations : 2 * equations], strict=True)
        multipliers = Multipliers(tuple(more - less for more, less in signed), chosen[2 * equations :])
        if kind == "unbounded":
            return Infeasible(multipliers)
        return Optimum(_dot(self.costs, found), found, multipliers)


def _dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True) if a and b), Fraction(0))
