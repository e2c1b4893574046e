"""Random statements about sums, means and maxima over finite sets, and an evaluation of their text for given values.

The evaluation shares nothing with the calculus: it walks the text, in fractions, over sets of none to three elements.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

DEPENDS: Mapping[str, tuple[str, ...]] = {"x": ("a",), "y": ("a",), "q": ("b",), "k": ("a", "b")}
NUMBERS = ("c", "d")
_AT_A = (
    "x", "y", "x", "c*x", "x + y", "x - y", "x*y", "x**2", "Max(x, y)", "Max(0, x)", "Max(0, x - c)", "Min(x, c)",
    "Sum(b, k)", "Sum(b, q*k)", "x*Sum(b, q)", "Mean(b, k)", "Largest(b, k)", "Max(0, Sum(b, k))", "c", "1", "abs(x)",
)  # fmt: skip
_AT_B = ("q", "c*q", "Max(0, q)", "Sum(a, k)", "Sum(a, x*k)", "Max(0, Sum(a, k))", "Mean(a, k)", "Largest(a, k)", "1")
_OF_ALL = ("c", "d", "0", "1", "c*d", "Max(c, 0)")
_SIGNS = ("<=", "<=", ">=", "==", "<", "!=")
_COMPARED: Mapping[type, Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}  # fmt: skip
_COMPUTED: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
}  # fmt: skip
_BINDERS = ("Sum", "Mean", "Largest")


class NoValueError(Exception):
    """A mean or a maximum over an empty set."""


@dataclass(frozen=True)
class Question:
    """Question on sums: its premises, its steps (each over a set, or by the solver), and how sums may be treated."""

    facts: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    linear: bool
    exchange: bool


@dataclass(frozen=True)
class World:
    """Sets with so many elements, a number for each symbol at each element, and the shares of means."""

    sizes: Mapping[str, int]
    values: Mapping[tuple[Any, ...], Fraction]
    shares: Mapping[str, tuple[Fraction, ...]]

    def truth(self, text: str) -> bool:
        """Tell whether a statement is true, at every element that it is about.

        Raises:
            NoValueError: it has no truth value.
        """
        tree = ast.parse(text, mode="eval").body
        free = sorted(_free(tree))
        places = product(*(range(self.sizes[index]) for index in free))
        return all(self._true(tree, dict(zip(free, at, strict=True))) for at in places)

    def _true(self, node: ast.expr, at: Mapping[str, int]) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            parts = [self._true(part, at) for part in node.args]
            match node.func.id:
                case "And":
                    return all(parts)
                case "Or":
                    return any(parts)
                case "Implies":
                    return parts[1] or not parts[0]
            return not parts[0]
        assert isinstance(node, ast.Compare)
        sides = [self._value(side, at) for side in (node.left, *node.comparators)]
        return all(_COMPARED[type(sign)](*pair) for sign, pair in zip(node.ops, pairwise(sides), strict=True))

    def _value(self, node: ast.expr, at: Mapping[str, int]) -> Fraction:
        match node:
            case ast.Constant(value=int() as value):
                return Fraction(value)
            case ast.Name(id=name):
                return self.values[(name, *(at[index] for index in DEPENDS.get(name, ())))]
            case ast.UnaryOp(operand=inner):
                return -self._value(inner, at)
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)):
                return self._value(left, at) ** power
            case ast.BinOp(left=left, op=op, right=right):
                return Fraction(_COMPUTED[type(op)](self._value(left, at), self._value(right, at)))
            case ast.Call(func=ast.Name(id="abs"), args=[inner]):
                return abs(self._value(inner, at))
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=index), body]) if name in _BINDERS:
                items = [self._value(body, {**at, index: place}) for place in range(self.sizes[index])]
                return self._together(name, index, items)
            case ast.Call(func=ast.Name(id=name), args=inner):
                return (max if name == "Max" else min)(self._value(one, at) for one in inner)
        raise AssertionError(ast.dump(node))

    def _together(self, name: str, index: str, items: list[Fraction]) -> Fraction:
        if name == "Sum":
            return sum(items, Fraction(0))
        if not items:
            raise NoValueError(index)
        if name == "Largest":
            return max(items)
        return sum((share * item for share, item in zip(self.shares[index], items, strict=True)), Fraction(0))


def _free(node: ast.expr) -> set[str]:
    match node:
        case ast.Name(id=name):
            return set(DEPENDS.get(name, ()))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=index), body]) if name in _BINDERS:
            return _free(body) - {index}
    parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    if isinstance(node, ast.Call):
        parts = node.args
    return set().union(*map(_free, parts)) if parts else set()


def world(draw: Random) -> World:
    """Random sets and values, few enough that equations among them are often met."""
    sizes = {index: draw.choice((0, 1, 1, 2, 2, 3)) for index in "ab"}
    few = [Fraction(one) for one in draw.choice((("0", "1"), ("-1", "0", "1"), ("-2", "1/2", "1", "3"), ("1",)))]
    values = {
        (name, *places): draw.choice(few)
        for name, indices in [*DEPENDS.items(), *((number, ()) for number in NUMBERS)]
        for places in product(*(range(sizes[index]) for index in indices))
    }
    return World(sizes, values, {index: _weights(draw, size) for index, size in sizes.items()})


def _weights(draw: Random, size: int) -> tuple[Fraction, ...]:
    parts = [Fraction(draw.choice((0, 1, 1, 2))) for _ in range(size)]
    parts[:1] = [parts[0] + 1] if parts else []
    return tuple(part / sum(parts) for part in parts)


def make(seed: int) -> Question:
    """The question of a seed: facts that are often needed, and statements that are often true or nearly so."""
    draw = Random(f"collections {seed}")
    facts = tuple(_fact(draw) for _ in range(draw.choice((0, 1, 1, 2, 2, 3))))
    if draw.random() < 0.2:  # this says something of c if there is an element
        facts += draw.choice((("x >= 0", "c >= x"), ("q >= 0", "c >= q"), ("k >= 1", "Sum(b, k) <= c")))
    steps = tuple(_step(draw, facts) for _ in range(draw.choice((1, 1, 2))))
    return Question(facts, steps, draw.random() < 0.8, draw.random() < 0.8)


def _fact(draw: Random) -> str:
    at_a, at_b = draw.choice(_AT_A), draw.choice(_AT_B)
    return draw.choice((
        "x <= y", "x >= 0", "k >= 0", "q >= 0", "y <= c", "c >= 0", "c <= d", "x == q", "Sum(b, k) == 1",
        "Sum(a, x) == 1", "Sum(b, q) <= 1", "x <= c*y", "Mean(a, x) <= c", "Largest(b, q) <= d",
        f"{at_a} <= {draw.choice(_AT_A)}",
        f"{at_a} {draw.choice(_SIGNS)} {draw.choice(_OF_ALL)}", f"{at_b} {draw.choice(_SIGNS)} {draw.choice(_AT_B)}",
        f"Implies({at_a} >= c, y <= d)", f"Or(x <= 0, {at_a} == c)", f"Sum(a, {at_a}) <= d",
    ))  # fmt: skip


def _step(draw: Random, facts: tuple[str, ...]) -> tuple[str, str]:
    binder = draw.choice(("Sum", "Sum", "Mean", "Largest"))
    one, other, sign = draw.choice(_AT_A), draw.choice(_AT_A), draw.choice(_SIGNS)
    known = [fact for fact in facts if fact.count("<=") == 1 and "(" not in fact]
    if known and draw.random() < 0.5:
        one, other = (side.strip() for side in draw.choice(known).split("<="))
        sign = "<="
    goal = draw.choice((
        f"{binder}(a, {one}) {sign} {binder}(a, {other})", f"{binder}(a, {one}) {sign} {draw.choice(_OF_ALL)}",
        f"{binder}(a, c*({one}) + {other}) == c*{binder}(a, {one}) + {binder}(a, {other})",
        f"Max(0, Sum(a, {one})) <= Sum(a, Max(0, {one}))", f"Mean(a, {one})**2 {sign} Mean(a, ({one})**2)",
        f"Mean(a, {one}) {sign} Largest(a, {one})",
        f"Largest(a, {one} + {other}) <= Largest(a, {one}) + Largest(a, {other})",
        "Sum(b, Sum(a, k)) == Sum(a, Sum(b, k))", f"Sum(b, Sum(a, x*k)) {sign} Sum(a, x)",
        f"Sum(b, {draw.choice(_AT_B)}) {sign} Sum(b, {draw.choice(_AT_B)})", f"{draw.choice(_OF_ALL)} {sign} d",
        f"Sum(a, {one}) {sign} Sum(a, {one}) + c", f"Sum(a, {one})*Sum(b, q) == Sum(a, Sum(b, ({one})*q))",
        f"Implies(c >= 0, Sum(a, c*x) {sign} c*Sum(a, {other}))", f"{one} {sign} {other}", f"Sum(a, 1) {sign} {one}",
        "c >= 0", "c >= 0", "Sum(a, x) >= Sum(a, x) - c", "Sum(b, q)*c >= c*Sum(b, q) - c",
    ))  # fmt: skip
    return draw.choice(("a", "a", "a", "b", "")), goal


def worlds(seed: int, count: int) -> Iterator[World]:
    """Random worlds."""
    draw = Random(f"worlds {seed}")
    return (world(draw) for _ in range(count))
