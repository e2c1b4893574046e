"""Exact linear programmes: the certificates, scipy as a second opinion, degenerate ones, and forged answers."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError
from sdp_proofs.provers.linear import Infeasible, Multipliers, Optimum, Programme, Simplex, Unbounded
from tests.full import trials

steady = settings(derandomize=True, deadline=None, max_examples=trials(120, full=1000))
small = st.integers(-3, 3) | st.fractions(-3, 3, max_denominator=4)


@st.composite
def programmes(draw):
    variables = draw(st.integers(0, 4))
    row = st.tuples(*[small] * variables)
    constraints = st.lists(st.tuples(row, small), max_size=4)
    return Programme.read(draw(row), equal=draw(constraints), at_least=draw(constraints))


def dot(left, right):
    return sum(a * b for a, b in zip(left, right, strict=True))


def plainly_proved(programme, answer):
    """The certificates written out, without a line of the module that is tested."""
    both = [*programme.equal, *programme.at_least]

    def meets(x, homogeneous=False):
        return (
            min(x, default=0) >= 0
            and all(dot(row, x) == (0 if homogeneous else bound) for row, bound in programme.equal)
            and all(dot(row, x) >= (0 if homogeneous else bound) for row, bound in programme.at_least)
        )

    if isinstance(answer, Unbounded):
        falls = dot(programme.costs, answer.direction) < 0
        return meets(answer.point) and meets(answer.direction, homogeneous=True) and falls
    weights = [*answer.multipliers.equal, *answer.multipliers.at_least]
    assert min(answer.multipliers.at_least, default=0) >= 0
    added = [sum(w * row[j] for w, (row, _) in zip(weights, both, strict=True)) for j in range(len(programme.costs))]
    bound = sum(w * bound for w, (_, bound) in zip(weights, both, strict=True))
    if isinstance(answer, Infeasible):
        return max(added, default=0) <= 0 < bound
    below = all(a <= c for a, c in zip(added, programme.costs, strict=True))
    return meets(answer.point) and below and dot(programme.costs, answer.point) == bound == answer.value


def second_opinion(programme):
    from scipy.optimize import linprog

    equal, at_least = programme.equal, programme.at_least
    return linprog(
        [float(cost) for cost in programme.costs],
        A_eq=[[float(a) for a in row] for row, _ in equal] or None, b_eq=[float(b) for _, b in equal] or None,
        A_ub=[[-float(a) for a in row] for row, _ in at_least] or None, b_ub=[-float(b) for _, b in at_least] or None,
    )  # fmt: skip


@steady
@given(programmes())
def test_every_answer_proves_itself(programme):
    assert plainly_proved(programme, programme.solve())


def test_scipy_agrees_and_all_three_answers_occur():
    source, seen = random.Random("programmes"), {}
    for _ in range(250):
        variables, equations, inequalities = source.randint(1, 6), source.randint(0, 3), source.randint(0, 6)

        def some(count):
            return [Fraction(source.randint(-4, 4), source.randint(1, 4)) for _ in range(count)]

        programme = Programme.read(
            some(variables),
            equal=[(some(variables), *some(1)) for _ in range(equations)],
            at_least=[(some(variables), *some(1)) for _ in range(inequalities)],
        )
        answer, other = programme.solve(), second_opinion(programme)
        seen[type(answer)] = seen.get(type(answer), 0) + 1
        if isinstance(answer, Optimum):
            assert other.status == 0
            assert other.fun == pytest.approx(float(answer.value), abs=1e-7)
        else:
            # 2: infeasible, 3: unbounded; 4: scipy cannot tell them apart
            assert other.status in ((2, 4) if isinstance(answer, Infeasible) else (3, 4))
    assert min(seen[kind] for kind in (Optimum, Infeasible, Unbounded)) >= 20


@settings(steady, max_examples=trials(60, full=500))
@given(programmes())
def test_an_optimum_is_the_best_of_all_corners(programme):
    # In slack form every optimum is attained at a basic solution; all of them are listed, by Cramer's rule.
    answer, slacks = programme.solve(), len(programme.at_least)
    rows = [[*row, *[0] * slacks, bound] for row, bound in programme.equal]
    rows += [
        [*row, *(-1 if other == own else 0 for other in range(slacks)), bound]
        for own, (row, bound) in enumerate(programme.at_least)
    ]
    width, best = len(programme.costs) + slacks, None
    for size in range(min(len(rows), width) + 1):
        for columns in combinations(range(width), size):
            x = solved([[row[c] for c in columns] + [row[-1]] for row in rows])
            if x is not None and min(x, default=0) >= 0:
                value = sum(programme.costs[c] * x[i] for i, c in enumerate(columns) if c < len(programme.costs))
                best = value if best is None else min(best, value)
    assert (best is None) == isinstance(answer, Infeasible)
    if isinstance(answer, Optimum):
        assert answer.value == best


def solved(rows):
    """The only solution of the equations, or None if there is none or more than one."""
    rows, size = [list(map(Fraction, row)) for row in rows], len(rows[0]) - 1 if rows else 0
    for column in range(size):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        pivot = [entry / pivot[column] for entry in pivot]
        rows = [[a - row[column] * b for a, b in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(column, pivot)
    return [row[-1] for row in rows[:size]] if not any(row[-1] for row in rows[size:]) else None


COSTS = [-10, 57, 9, 24, 0, 0, 0]


def chvatal():
    """Chvatal 1983, page 31, two rows doubled, so that all is integer; the corner at zero is degenerate."""
    rows = [[1, -11, -5, 18, 2, 0, 0], [1, -3, -1, 2, 0, 2, 0], [1, 0, 0, 0, 0, 0, 1]]
    return Simplex(list(zip(*rows, strict=True)), [0, 0, 1], [4, 5, 6])


def test_the_steepest_column_alone_runs_in_a_circle_and_the_search_does_not():
    circle, seen = chvatal(), []
    while circle.basis not in seen:
        seen.append(list(circle.basis))
        weighted, unit = circle.weighted([COSTS[basic] for basic in circle.basis])
        entering = min(range(7), key=lambda column: unit * COSTS[column] - weighted[column])
        slopes = circle.combined(circle.columns[entering])
        ratios = {row: circle.amounts[row] / slope for row, slope in enumerate(slopes) if slope > 0}
        circle.exchange(min(ratios, key=lambda row: (ratios[row], circle.basis[row])), entering, slopes)
    assert len(seen) == 6
    search = chvatal()
    assert search.descend(COSTS, 7) is None
    assert search.cost(COSTS) == -1


def test_the_cycling_examples_end():
    # Beale 1955.
    beale = Programme.read(
        [Fraction(-3, 4), 150, Fraction(-1, 50), 6],
        at_least=[
            ([Fraction(-1, 4), 60, Fraction(1, 25), -9], 0),
            ([Fraction(-1, 2), 90, Fraction(1, 50), -3], 0),
            ([0, 0, -1, 0], -1),
        ],
    )
    assert beale.solve().value == Fraction(-1, 20)
    # Kuhn: three ties at zero at the start.
    kuhn = Programme.read(
        [-2, -3, 1, 12], at_least=[([2, 9, -1, -9], 0), ([Fraction(-1, 3), -1, Fraction(1, 3), 2], 0)]
    )
    assert isinstance(kuhn.solve(), Unbounded)


def test_degenerate_programmes():
    assert Programme.read([]).solve() == Optimum(Fraction(0), (), Multipliers((), ()))
    assert isinstance(Programme.read([], at_least=[([], 1)]).solve(), Infeasible)
    assert isinstance(Programme.read([-1]).solve(), Unbounded)
    # An equation three times over, once multiplied and once with the sign reversed; a row of zeros.
    redundant = Programme.read([1, 2], equal=[([1, 1], 1), ([3, 3], 3), ([-1, -1], -1), ([0, 0], 0)])
    assert redundant.solve().value == 1
    assert isinstance(Programme.read([1, 2], equal=[([1, 1], 1), ([3, 3], 4)]).solve(), Infeasible)
    # All bounds are zero: the origin is the only corner.
    assert Programme.read([1, 1, 1], equal=[([1, -1, 0], 0), ([0, 1, -1], 0)]).solve().point == (0, 0, 0)
    # Infeasible and unbounded in the costs: there is no point, so there is nothing to fall.
    assert isinstance(Programme.read([-1, -1], at_least=[([-1, 0], 1)]).solve(), Infeasible)
    # Klee and Minty's cube, where the steepest column is the wrong one again and again.
    size = 6
    cube = Programme.read(
        [-(2 ** (size - 1 - j)) for j in range(size)],
        at_least=[
            ([-(2 ** (i - j + 1)) for j in range(i)] + [-1] + [0] * (size - 1 - i), -(5 ** (i + 1)))
            for i in range(size)
        ],
    )
    assert cube.solve().value == -(5**size)


def test_huge_and_tiny_coefficients_are_exact():
    tiny = Fraction(1, 10**40)
    assert Programme.read([1, 1], at_least=[([1, 1 + tiny], 1)]).solve().value == 1 / (1 + tiny)
    assert isinstance(Programme.read([1], equal=[([1], tiny), ([10**40], 1 + tiny)]).solve(), Infeasible)


def test_forged_answers_are_refused():
    programme = Programme.read([2, 3], equal=[([1, -1], 1)], at_least=[([1, 1], 4), ([1, 3], 6)])
    answer = programme.solve()
    assert answer.proves(programme)
    hair = Fraction(1, 10**30)
    weights = answer.multipliers
    forged = [
        replace(answer, value=answer.value - hair),
        replace(answer, point=(answer.point[0] + hair, answer.point[1])),
        replace(answer, point=answer.point[:1]),
        replace(answer, multipliers=replace(weights, at_least=(weights.at_least[0] + hair, weights.at_least[1]))),
        replace(answer, multipliers=replace(weights, at_least=())),
        replace(answer, multipliers=replace(weights, equal=())),
        # A better value with a point below zero, or with a weight below zero that turns an inequality around.
        Optimum(Fraction(-3), (Fraction(0), Fraction(-1)), weights),
        Optimum(Fraction(0), (Fraction(0), Fraction(0)), Multipliers((Fraction(0),), (Fraction(0), Fraction(0)))),
        Infeasible(weights),
        Unbounded(answer.point, (Fraction(1), Fraction(1))),
    ]
    assert not any(false.proves(programme) for false in forged)
    most = Programme.read([-1], at_least=[([-1], -2)])
    assert most.solve().value == -2
    assert not Optimum(Fraction(0), (Fraction(0),), Multipliers((), (Fraction(0),))).proves(most)
    assert not Unbounded((Fraction(0),), (Fraction(1),)).proves(most)
    least = Programme.read([1], at_least=[([1], 1)])
    assert not Optimum(Fraction(2), (Fraction(2),), Multipliers((), (Fraction(2),))).proves(least)
    assert not Infeasible(Multipliers((), (Fraction(-1),))).proves(least)
    assert not Infeasible(Multipliers((), (Fraction(0),))).proves(least)
    # A point that is no optimum, with weights that are allowed and prove less.
    assert not Optimum(Fraction(2), (Fraction(2),), Multipliers((), (Fraction(0),))).proves(least)
    # Below zero, with the right value; off an equation; and an inequality turned around.
    free = Programme.read([1, 0], at_least=[([-1, 0], 0)])
    assert free.feasible((Fraction(0), Fraction(7)))
    assert not free.feasible((Fraction(-1), Fraction(7)))
    assert not free.feasible((Fraction(1), Fraction(7)))
    level = Programme.read([1], equal=[([1], 2)])
    assert [level.feasible((Fraction(x),)) for x in (1, 2, 3)] == [False, True, False]
    upside_down = Programme.read([-1], at_least=[([1], 0)])
    assert not Optimum(Fraction(0), (Fraction(0),), Multipliers((), (Fraction(-1),))).proves(upside_down)
    assert isinstance(upside_down.solve(), Unbounded)
    backwards = Programme.read([-1], at_least=[([1], 1)])
    assert not Unbounded((Fraction(1),), (Fraction(-1),)).proves(backwards)
    assert not Unbounded((Fraction(0),), (Fraction(1),)).proves(backwards)
    assert not Unbounded((Fraction(1),), (Fraction(0),)).proves(backwards)


def test_rows_of_another_length_are_refused():
    with pytest.raises(DomainError, match=r"^rows must .*, got 1$"):
        Programme.read([1, 2], at_least=[([1], 1)])
