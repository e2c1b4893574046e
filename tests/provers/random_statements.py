"""Random rational statements with divisions and premises under connectives, and random identities, judged apart.

The points of a small grid decide, exactly, by `second_evaluation`: the divisors are such that their zeros lie on it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tests.provers import second_evaluation

NAMES = ("x", "y", "z")
Point = dict[str, Fraction]
_STEPS = tuple(map(Fraction, ("-2", "-1", "-1/2", "0", "1/2", "1", "2", "5")))
GRID: tuple[Point, ...] = tuple(dict(zip(NAMES, values, strict=True)) for values in itertools.product(_STEPS, repeat=3))
_TERMS = (
    "x",
    "x",
    "y",
    "z",
    "(x - 1)",
    "(x + y)",
    "(x - y)",
    "(x*y)",
    "x**2",
    "(x**2 + 1)",
    "abs(x)",
    "Max(x, y)",
    "(y - 2)",
)
_SIGNS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True)
class Statement:
    """A conclusion and its premises."""

    conclusion: str
    premises: tuple[str, ...]


def make(seed: int) -> Statement:
    """The statement of a seed: often true, sometimes at the points only at which no divisor vanishes."""
    generator = Random(f"statement {seed}")
    conclusion = _theorem(generator) if generator.random() < 0.7 else _statement(generator, 1)
    if generator.random() < 0.2:
        conclusion = f"And({conclusion}, {_statement(generator, 0)})"
    premises = [_statement(generator, generator.choice((0, 1))) for _ in range(generator.choice((0, 1, 1, 2)))]
    if generator.random() < 0.4:
        premises.append(generator.choice((conclusion, f"Not({conclusion})", f"Implies(x != 0, {conclusion})")))
    return Statement(conclusion, tuple(premises))


def contradiction(
    statement: Statement, *, vacuous: bool, nonzero: Sequence[str] = (), points: Sequence[Point] = GRID
) -> Point | None:
    """A point that contradicts a proof: the premises are true, and the conclusion is not, or not excused."""
    for point in points:
        if any(second_evaluation.truth(premise, point) is not True for premise in statement.premises):
            continue
        zero = [second_evaluation.value(divisor, point) in (0, None) for divisor in nonzero]
        answer = second_evaluation.truth(statement.conclusion, point)
        if vacuous and not any(zero):
            return point
        if answer is False or (answer is None and not any(zero)):
            return point
    return None


def confirms(statement: Statement, witness: Point) -> bool:
    """Tell whether a witness meets the premises and makes the conclusion false."""
    premises = all(second_evaluation.truth(premise, witness) is True for premise in statement.premises)
    return premises and second_evaluation.truth(statement.conclusion, witness) is False


def _term(generator: Random) -> str:
    one, other = generator.choice(_TERMS), generator.choice(_TERMS)
    return generator.choice(
        (one, one, f"{one}/{other}", f"1/{one}", f"({one} + 1/{other})", f"({one})**-1", f"{one}/({other})**2")
    )


def _atom(generator: Random) -> str:
    return f"{_term(generator)} {generator.choice(_SIGNS)} {generator.choice(('0', '1', _term(generator)))}"


def _statement(generator: Random, depth: int) -> str:
    if depth == 0 or generator.random() < 0.2:
        return _atom(generator)
    one, other = (_statement(generator, depth - 1) for _ in range(2))
    return generator.choice(
        (
            f"And({one}, {other})",
            f"Or({one}, {other})",
            f"Not({one})",
            f"Implies({one}, {other})",
            f"Equivalent({one}, {other})",
            f"Implies({generator.choice(_TERMS)} != 0, {one})",
            f"Or({generator.choice(_TERMS)} == 0, {one})",
        )
    )


def _theorem(generator: Random) -> str:
    """Statement that is true for all reals where it has a value, or a near miss of it."""
    a, b, p = generator.choice(_TERMS), generator.choice(_TERMS), _atom(generator)
    q = _atom(generator)
    return generator.choice(
        (
            f"{a}/{b}*{b} == {a}",
            f"Implies({b} != 0, {a}/{b}*{b} == {a})",
            f"Or({b} == 0, {a}/{b} == {a}*({b})**-1)",
            f"Implies({a}/{b} > 0, {a}*{b} > 0)",
            f"Implies({a}*{b} > 0, {a}/{b} > 0)",
            f"Implies({a} > 0, 1/{a} > 0)",
            f"Implies({p}, {p})",
            f"Implies(And({p}, {q}), {p})",
            f"Implies({p}, Or({p}, {q}))",
            f"Or({p}, Not({p}))",
            f"Implies({a} == 0, {p})",
            f"Implies(1/{a} != 0, {a} != 0)",
            f"1/({a})**2 > 0",
            f"Implies(And({p}, Not({p})), {q})",
            f"Equivalent({p}, Not(Not({p})))",
            f"Implies({b} != 0, Implies({a}/{b} >= 1, Not({a}/{b} < 1)))",
            f"Not(And({a}/{b} > 0, {a}*{b} < 0))",
            f"Implies({b} >= 0, {a}/{b} == {a}/{b})",
            f"({a})**2/{a} == {a}",
        )
    )
