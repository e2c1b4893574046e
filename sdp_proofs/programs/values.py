"""Values of the small language: numbers that may hold noise, and what can be computed and compared with them.

Every operation is Python's own, or it is refused: on numbers with noise it is linear, and a comparison of them is for
the *world* to decide, which says what a draw is and which of several ways is taken.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from sdp_proofs.programs.language import Function, Refused, Scope

MOST_STEPS = 20_000
"""Statements of one path; a loop that has not ended by then is said to be endless."""
MOST_DIGITS = 14_000
"""Binary digits of a number."""
_SHOWN = 100
"""Binary digits of a number in a line of error."""


@dataclass(frozen=True)
class Linear:
    """A number that holds noise or secret input: integers times unknowns, and a constant.

    Attributes:
        terms: the coefficient of each unknown, none of them zero; an unknown is a kind and a number.
        constant: the rest.
    """

    terms: tuple[tuple[tuple[str, int], int], ...]
    constant: int = 0

    @classmethod
    def unknown(cls, kind: str, number: int) -> Linear:
        """Make an unknown."""
        return cls((((kind, number), 1),))

    @classmethod
    def of(cls, terms: Mapping[tuple[str, int], int], constant: int) -> Linear:
        """Make a sum of unknowns; those with coefficient zero are dropped."""
        return cls(tuple(sorted((key, value) for key, value in terms.items() if value)), constant)

    def plus(self, other: Linear | int, times: int = 1) -> Linear:
        """Add a multiple of another number."""
        if isinstance(other, int):
            return Linear(self.terms, self.constant + times * other)
        terms = dict(self.terms)
        for key, value in other.terms:
            terms[key] = terms.get(key, 0) + times * value
        return Linear.of(terms, self.constant + times * other.constant)

    def times(self, factor: int) -> Linear:
        """Multiply by an integer."""
        return Linear.of({key: factor * value for key, value in self.terms}, factor * self.constant)


class World(Protocol):
    """Decides what the language leaves open on one path."""

    def draw(self, kind: str, units: int, node: ast.AST) -> Any:
        """Give fresh noise of a kind (geometric, exponential, laplace)."""

    def coin(self, chance: Fraction) -> bool:
        """Throw a coin."""

    def pick(self, options: int) -> int:
        """Pick one of some equally likely options."""

    def at_least_zero(self, number: Any) -> bool:
        """Decide a comparison."""

    def largest(self, numbers: list[Any]) -> Any:
        """Give the largest of some numbers."""

    def place(self, numbers: list[Any], value: Any) -> int | None:
        """Give the first place of a value that `largest` gave, or None where it was not that."""


class Draw:
    """Stands for the first parameter of a program."""


NOISES = ("geometric", "exponential", "laplace")
_LIST_METHODS = ("append", "extend", "pop", "remove", "index", "insert", "copy", "count")


_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_ORDERS: dict[type, Callable[[Any, Any], Any]] = {
    ast.GtE: operator.ge,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
}


@dataclass(eq=False)
class Once:
    """Iterator that can be gone through once: a generator, or what zip, enumerate and reversed give."""

    items: Iterator[Any]


class Values:
    """Operations on values, in a world and with the line of the program for what is refused."""

    def __init__(self, world: Any, scope: Scope) -> None:
        self.world, self.scope, self.steps, self.draws = world, scope, 0, 0

    def step(self, node: ast.AST) -> None:
        """Count a step of the path."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise self.refused(node, f"a path must end within {MOST_STEPS} steps")

    def number(self, value: Any, node: ast.AST) -> Any:
        """Take a value as a number."""
        if not isinstance(value, (Linear, int, Fraction)):
            raise self.refused(node, f"a number must be given, got {kind_of(value)}")
        return value

    def as_truth(self, value: Any, node: ast.AST) -> bool:
        """Take a value as true or false, unless it holds noise."""
        if isinstance(value, Linear):
            raise self.refused(node, "a number with noise must be compared with a number before it decides anything")
        return bool(value)

    def _holds(self, relation: ast.cmpop, left: Any, right: Any, node: ast.AST) -> bool:
        numbers = isinstance(left, (Linear, int, Fraction)) and isinstance(right, (Linear, int, Fraction))
        noisy = isinstance(left, Linear) or isinstance(right, Linear)
        match relation:
            case ast.Is() | ast.IsNot() if left is None or right is None:
                return (left is right) == isinstance(relation, ast.Is)
            case ast.In() | ast.NotIn() if isinstance(right, str) and not isinstance(left, str):
                raise self.refused(node, f"only a word can be in a word, got {kind_of(left)}", left)
            case ast.In() | ast.NotIn() if not isinstance(right, str):
                found = any(self.same(left, item, node) for item in self.items(right, node))
                return found == isinstance(relation, ast.In)
            case ast.In() | ast.NotIn():
                return (left in right) == isinstance(relation, ast.In)
            case ast.Eq():
                return self.same(left, right, node)
            case ast.NotEq():
                return not self.same(left, right, node)
            case ast.GtE() if noisy and numbers:
                return self._least(left, right, node)
            case ast.LtE() if noisy and numbers:
                return self._least(right, left, node)
            case ast.Gt() if noisy and numbers:
                return not self._least(right, left, node)
            case ast.Lt() if noisy and numbers:
                return not self._least(left, right, node)
        words = isinstance(left, str) and isinstance(right, str)
        if noisy or not (numbers or words) or type(relation) not in _ORDERS:
            raise self.refused(node, f"two numbers must be compared, got {kind_of(left)} and {kind_of(right)}")
        return bool(_ORDERS[type(relation)](left, right))

    def _least(self, left: Any, right: Any, node: ast.AST) -> bool:
        """Decide left >= right."""
        for side in (left, right):
            if isinstance(side, Fraction) and side.denominator != 1:
                raise self.refused(node, f"a number with noise must be compared with an integer, got {side}")
        difference = self.arithmetic(ast.Sub(), left, right, node)
        return bool(self.world.at_least_zero(difference)) if isinstance(difference, Linear) else difference >= 0

    def same(self, left: Any, right: Any, node: ast.AST) -> bool:
        """Decide that two values are equal."""
        self.step(node)
        if any(isinstance(side, (Function, Once)) for side in (left, right)):
            raise self.refused(node, "functions and generators must not be compared")
        if not (isinstance(left, Linear) or isinstance(right, Linear)):
            if isinstance(left, (list, tuple)) and type(left) is type(right) and len(left) == len(right):
                return all(self.same(a, b, node) for a, b in zip(left, right, strict=True))
            if isinstance(left, dict) or isinstance(right, dict):
                raise self.refused(node, "a table must not be compared")
            return bool(left == right)
        if not all(isinstance(side, (Linear, int, Fraction)) for side in (left, right)):
            return False  # a number is no word
        return self._least(left, right, node) and self._least(right, left, node)

    def arithmetic(self, sign: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        """Compute with two values: linearly where one of them holds noise."""
        if isinstance(left, Linear) or isinstance(right, Linear):
            return self._linear(sign, left, right, node)
        plain = all(isinstance(side, (int, Fraction)) for side in (left, right))
        if isinstance(sign, ast.Add) and isinstance(left, (list, tuple, str)) and type(left) is type(right):
            self.short(len(left) + len(right), node)
            return operator.add(left, right)
        if isinstance(sign, ast.Mult) and isinstance(left, (list, tuple, str)) and isinstance(right, int):
            self.short(len(left) * right, node)
            return left * self.short(right, node)
        if isinstance(sign, ast.Mult) and isinstance(right, (list, tuple, str)) and isinstance(left, int):
            return self.arithmetic(sign, right, left, node)
        if not plain:
            raise self.refused(
                node, f"two numbers must be computed with, got {kind_of(left)} and {kind_of(right)}", left, right
            )
        if isinstance(sign, (ast.Div, ast.FloorDiv, ast.Mod)) and right == 0:
            raise self.refused(node, "a divisor must not be 0")
        if isinstance(sign, ast.Div) and not (isinstance(left, Fraction) or isinstance(right, Fraction)):
            raise self.refused(node, "a quotient of integers is rounded by Python; write Fraction(.., ..)")
        if isinstance(sign, ast.Pow):
            if not isinstance(right, int) or abs(right) > 10_000 or (left == 0 and right < 0):
                raise self.refused(node, f"an exponent must be an integer of at most 10000, got {kind_of(right, True)}")
            if right < 0 and not isinstance(left, Fraction):
                raise self.refused(node, "a quotient of integers is rounded by Python; write Fraction(.., ..)")
            self._small(_digits(left) * abs(right), node)
            return left**right
        if type(sign) not in _ARITHMETIC:
            raise self.refused(node, "a program must do without this operation")
        self._small(_digits(left) + _digits(right), node)
        return _ARITHMETIC[type(sign)](left, right)

    def _linear(self, sign: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        for side in (left, right):
            if not isinstance(side, Linear) and (not isinstance(side, int)):
                raise self.refused(
                    node, f"only integers may be added to noise or multiplied with it, got {kind_of(side)}", left, right
                )
        match sign:
            case ast.Add():
                found = left.plus(right) if isinstance(left, Linear) else right.plus(left)
            case ast.Sub():
                found = left.plus(right, -1) if isinstance(left, Linear) else right.times(-1).plus(left)
            case ast.Mult() if not (isinstance(left, Linear) and isinstance(right, Linear)):
                found = left.times(right) if isinstance(left, Linear) else right.times(left)
            case _:
                raise self.refused(node, "a number with noise or secret input must be used linearly", left, right)
        self._small(max(_digits(number) for number in (found.constant, *(times for _, times in found.terms))), node)
        return found if found.terms else found.constant

    def short(self, length: int, node: ast.AST) -> int:
        """Bound the entries of a list, or the letters of a word."""
        if length > MOST_STEPS:
            raise self.refused(node, f"a list or a word must have at most {MOST_STEPS} entries")
        return length

    def _small(self, digits: int, node: ast.AST) -> None:
        if digits > MOST_DIGITS:
            raise self.refused(node, f"a number must have at most {MOST_DIGITS} binary digits")

    def items(self, value: Any, node: ast.AST) -> Iterable[Any]:
        """List what a loop goes over."""
        if isinstance(value, (tuple, str, range, dict)):
            return value
        if isinstance(value, list):
            return self._grown(value)
        if isinstance(value, Once):
            return value.items
        raise self.refused(node, f"a loop must go over a list or a range, got {kind_of(value)}")

    @staticmethod
    def _grown(value: list[Any]) -> Iterator[Any]:
        yield from value  # as Python does, with what is appended meanwhile

    def refused(self, node: ast.AST | None, reason: str, *values: Any) -> Refused:
        """Refuse with the line; `values` are what stood there, perhaps numbers that are not known yet."""
        return Refused(node, reason, self.scope.first_line, any(isinstance(value, Linear) for value in values))


def _digits(number: int | Fraction) -> int:
    """Count the binary digits of a number."""
    if isinstance(number, int):
        return number.bit_length()
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def kind_of(value: Any, shown: bool = False) -> str:
    """Name what a value is, for a line of error."""
    if isinstance(value, Linear):
        return "a number with noise or secret input"
    if shown and (isinstance(value, str) or (isinstance(value, (int, Fraction)) and _digits(value) <= _SHOWN)):
        return str(value)
    return {type(None): "None", str: "a word", int: "an integer", Fraction: "a fraction"}.get(
        type(value), f"a {type(value).__name__}"
    )
