"""The simplex method on an integer tableau: nothing is rounded, and it terminates on degenerate input too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal

Point = tuple[Fraction, ...]
Constraint = tuple[Point, Fraction]
"""Coefficients, and what their scalar product with x is compared with."""
Kind = Literal["optimum", "infeasible", "unbounded"]


@dataclass(slots=True)
class Tableau:
    """`unit` > 0 times a simplex tableau, in integers.

    Every entry is a minor of the data, so the divisions in `pivot` leave no remainder [Edmonds 1967].

    Args:
        rows: the constraints, each with its right-hand side >= 0 as the last entry.
        costs: the reduced costs, and minus the value of the objective as the last entry.
        basis: for each row the column of its basic variable.
        unit: the common factor of all entries.

    Example:
        >>> tableau = Tableau([[1, 2, 1, 0, 4], [3, 1, 0, 1, 6]], [-1, -1, 0, 0, 0], [2, 3])
        >>> tableau.descend(4) is None, tableau.basis, -tableau.costs[-1], tableau.unit
        (True, [1, 0], -14, 5)
    """

    rows: list[list[int]]
    costs: list[int]
    basis: list[int]
    unit: int = 1

    def descend(self, width: int, *, to_zero: bool = False) -> int | None:
        """Pivot until the objective is least, using the first `width` columns.

        Args:
            width: how many columns may enter the basis.
            to_zero: stop as soon as the objective is zero, for an objective that cannot be less.

        Returns:
            None at an optimum, else a column along which the objective falls without end.
        """
        stalled = False
        while not (to_zero and self.costs[-1] == 0):
            # The steepest column is the quick choice. After a step that gained nothing only Bland's rule, the first
            # column that may enter, is safe from running in a circle; a step that gains something never comes back.
            entering = next((index for index in range(width) if self.costs[index] < 0), width)
            if entering == width:
                return None
            if not stalled:
                entering = min(range(width), key=self.costs.__getitem__)
            leaving = self._leaving_row(entering)
            if leaving < 0:
                return entering
            stalled = self.rows[leaving][-1] == 0
            self.pivot(leaving, entering)
        return None

    def pivot(self, leaving: int, entering: int) -> None:
        """Exchange the basic variable of a row for another one, where the row has a positive entry."""
        pivot_row = self.rows[leaving]
        for row, entries in enumerate(self.rows):
            if row != leaving:
                self.rows[row] = _eliminated(entries, pivot_row, entering, self.unit)
        self.costs = _eliminated(self.costs, pivot_row, entering, self.unit)
        self.basis[leaving], self.unit = entering, pivot_row[entering]

    def replace_at_zero(self, row: int, width: int) -> None:
        """Exchange a basic variable that is zero for one of the first `width`, if its row says anything about them."""
        entries = self.rows[row]
        entering = next((column for column in range(width) if entries[column]), None)
        if entering is not None:
            # The right-hand side is zero, so the equation may change its sign.
            if entries[entering] < 0:
                self.rows[row] = [-entry for entry in entries]
            self.pivot(row, entering)

    def price(self, prices: Sequence[int]) -> None:
        """Another objective: one price for each of the first columns, nothing for the others."""
        self.costs = [self.unit * price for price in prices] + [0] * (len(self.costs) - len(prices))
        for basic, entries in zip(self.basis, self.rows, strict=True):
            if basic < len(prices) and prices[basic]:
                self.costs = [cost - prices[basic] * entry for cost, entry in zip(self.costs, entries, strict=True)]

    def _leaving_row(self, entering: int) -> int:
        """The row whose variable reaches zero first, or -1; ties go to the smallest variable (Bland's rule)."""
        rows, basis, best = self.rows, self.basis, -1
        for row, entries in enumerate(rows):
            if entries[entering] > 0:
                # Ratios entries[-1] / entries[entering] are compared crosswise.
                order = -1
                if best >= 0:
                    ahead = rows[best][-1] * entries[entering] - entries[-1] * rows[best][entering]
                    order = -ahead if ahead else basis[row] - basis[best]
                if order < 0:
                    best = row
        return best


class TwoPhases:
    """Minimise costs . x over x >= 0 with rows . x = bound and rows . x >= bound; `programme` checks what is found.

    The columns of the tableau: variables, one slack per inequality, artificial variables where a row needs one, bounds.

    Args:
        costs: one per variable.
        equal: (row, bound) of the equations.
        at_least: (row, bound) of the inequalities.
    """

    def __init__(self, costs: Point, equal: Sequence[Constraint], at_least: Sequence[Constraint]) -> None:
        self.prices, self.variables = costs, len(costs)
        self.width = self.variables + len(at_least)
        self.scales: list[int] = []
        self.units: list[tuple[int, int]] = []
        rows, basis, artificial = [], [], self.width
        for index, (coefficients, bound) in enumerate((*equal, *at_least)):
            own = self.variables + index - len(equal)
            inequality = own >= self.variables
            scale = lcm(bound.denominator, *(entry.denominator for entry in coefficients))
            # Bounds must be >= 0. An inequality whose bound is <= 0 starts with its slack in the basis.
            if bound < 0 or (inequality and bound == 0):
                scale = -scale
            row = [int(entry * scale) for entry in coefficients] + [0] * len(at_least)
            if inequality:
                row[own] = 1 if scale < 0 else -1
            if inequality and scale < 0:
                basis.append(own)
            else:
                basis.append(artificial)
                artificial += 1
            rows.append((row, int(bound * scale)))
            self.scales.append(scale)
            self.units.append((own, row[own]) if inequality else (basis[-1], 1))
        padded = [
            row + [int(column == basic) for column in range(self.width, artificial)] + [bound]
            for basic, (row, bound) in zip(basis, rows, strict=True)
        ]
        needy = [row for basic, row in zip(basis, padded, strict=True) if basic >= self.width]
        totals = [-sum(entries) for entries in zip(*needy, strict=True)] if needy else [0] * (artificial + 1)
        totals[self.width : artificial] = [0] * (artificial - self.width)
        self.tableau = Tableau(padded, totals, basis)

    def search(self) -> tuple[Kind, Point, Point]:
        """Run both phases.

        Returns:
            "optimum", a point and one multiplier per constraint, equations first; "infeasible", nothing and the
            multipliers of a contradiction; "unbounded", a point and a direction along which the costs fall.
        """
        tableau = self.tableau
        tableau.descend(self.width, to_zero=True)
        if tableau.costs[-1]:
            return "infeasible", (), self._multipliers(Fraction(1), artificial=1)
        for row, basic in enumerate(tableau.basis):
            if basic >= self.width:
                tableau.replace_at_zero(row, self.width)
        scale = lcm(*(cost.denominator for cost in self.prices))
        tableau.price([int(cost * scale) for cost in self.prices])
        along = tableau.descend(self.width)
        point = self._point(-1)
        if along is not None:
            direction = [-entry for entry in self._point(along)]
            if along < self.variables:
                direction[along] = Fraction(1)
            return "unbounded", point, tuple(direction)
        return "optimum", point, self._multipliers(Fraction(1, scale), artificial=0)

    def _point(self, column: int) -> Point:
        """A column of the tableau as a vector of the variables."""
        found = [Fraction(0)] * self.variables
        for basic, entries in zip(self.tableau.basis, self.tableau.rows, strict=True):
            if basic < self.variables:
                found[basic] = Fraction(entries[column], self.tableau.unit)
        return tuple(found)

    def _multipliers(self, factor: Fraction, *, artificial: int) -> Point:
        """Read off the columns that are a multiple of a unit vector; `artificial` is the price of such a variable."""
        found = []
        for scale, (column, sign) in zip(self.scales, self.units, strict=True):
            price = artificial * self.tableau.unit if column >= self.width else 0
            found.append(factor * scale * sign * Fraction(price - self.tableau.costs[column], self.tableau.unit))
        return tuple(found)


def _eliminated(entries: Sequence[int], pivot_row: Sequence[int], entering: int, unit: int) -> list[int]:
    pivot, factor = pivot_row[entering], entries[entering]
    if factor == 0:
        return [entry * pivot // unit for entry in entries]
    return [(entry * pivot - factor * other) // unit for entry, other in zip(entries, pivot_row, strict=True)]
