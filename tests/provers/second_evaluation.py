"""A second evaluator of formulas, which shares no code with the package: fractions and mpmath, in strong Kleene logic.

It knows the syntax (Python's), and nothing else. Where a number is irrational and two sides agree to 180 digits it does
not say which is larger.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, reduce
from typing import Any

import mpmath

Number = Any
"""A fraction, or an mpf where a root, a logarithm or an exponential came in."""
Point = Mapping[str, Fraction]

DIGITS = 260
_AGREEING = 180


class UndefinedError(Exception):
    """A term has no value."""


def truth(text: str, point: Point) -> bool | None:
    """Tell whether a statement is true at a point; None if it is neither true nor false, or too close to say."""
    with mpmath.workdps(DIGITS):
        return _truth(_parsed(text), point)


def value(text: str, point: Point) -> Number | None:
    """The value of a term at a point, or None."""
    with mpmath.workdps(DIGITS):
        try:
            return _value(_parsed(text), point)
        except UndefinedError:
            return None


def as_float(number: Number) -> float:
    return float(number)


@cache
def _parsed(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _all(truths: list[bool | None]) -> bool | None:
    return False if False in truths else None if None in truths else True


def _not(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _any(truths: list[bool | None]) -> bool | None:
    return _not(_all([_not(answer) for answer in truths]))


def _truth(node: ast.expr, point: Point) -> bool | None:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return _all([
            _compared(type(sign), left, right, point)
            for sign, left, right in zip(node.ops, sides, sides[1:], strict=False)
        ])  # fmt: skip
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    parts = [_truth(part, point) for part in node.args]
    match node.func.id:
        case "And":
            return _all(parts)
        case "Or":
            return _any(parts)
        case "Not":
            return _not(parts[0])
        case "Implies":
            return _any([_not(parts[0]), parts[1]])
    return _any([_all(parts), _all([_not(part) for part in parts])])


def _compared(sign: type[ast.cmpop], left: ast.expr, right: ast.expr, point: Point) -> bool | None:
    try:
        a, b = _value(left, point), _value(right, point)
    except UndefinedError:
        return None
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        order = (a > b) - (a < b)
    else:
        difference = _real(a) - _real(b)
        if abs(difference) <= mpmath.mpf(10) ** -_AGREEING * (1 + abs(_real(a)) + abs(_real(b))):
            return None
        order = 1 if difference > 0 else -1
    return _ORDERS[sign](order)


_ORDERS: dict[type[ast.cmpop], Callable[[int], bool]] = {
    ast.Lt: lambda order: order < 0,
    ast.LtE: lambda order: order <= 0,
    ast.Gt: lambda order: order > 0,
    ast.GtE: lambda order: order >= 0,
    ast.Eq: lambda order: order == 0,
    ast.NotEq: lambda order: order != 0,
}


def _value(node: ast.expr, point: Point) -> Number:
    match node:
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.Constant(value=float()):
            return Fraction(ast.unparse(node))
        case ast.Name(id=name):
            return point[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, point)
        case ast.BinOp(left=left, op=operator, right=right):
            return _joined(type(operator), _value(left, point), _value(right, point))
        case ast.Call(func=ast.Name(id=name), args=args):
            return _called(name, [_value(part, point) for part in args])
    raise AssertionError(ast.dump(node))


def _joined(operator: type[ast.operator], a: Number, b: Number) -> Number:
    if operator is ast.Pow:
        return _power(a, b)
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        a, b = _real(a), _real(b)
    if operator is ast.Add:
        return a + b
    if operator is ast.Sub:
        return a - b
    if operator is ast.Mult:
        return a * b
    if b == 0:
        raise UndefinedError
    return a / b


def _power(base: Number, exponent: Number) -> Number:
    whole = isinstance(exponent, Fraction) and exponent.denominator == 1
    if (base == 0 and exponent < 0) or (base < 0 and not whole):
        raise UndefinedError
    if whole and isinstance(base, Fraction) and abs(exponent) < 2000:
        return base ** int(exponent)
    if base == 0:
        return Fraction(int(exponent == 0))
    return _real(base) ** (int(exponent) if whole else _real(exponent))


def _called(name: str, operands: list[Number]) -> Number:
    first = operands[0]
    if name in ("Max", "Min"):
        better = (lambda a, b: a if _real(a) >= _real(b) else b) if name == "Max" else (
            lambda a, b: a if _real(a) <= _real(b) else b
        )  # fmt: skip
        return reduce(better, operands)
    if name == "abs":
        return abs(first)
    if name == "floor":
        return Fraction(math.floor(first))
    if (name == "log" and first <= 0) or (name == "sqrt" and first < 0):
        raise UndefinedError
    if name == "exp" and abs(_real(first)) > 10**40:
        raise UndefinedError  # too large to be looked at, which is no refutation
    if isinstance(first, Fraction) and name in _RATIONAL and first == _RATIONAL[name][0]:
        return _RATIONAL[name][1]
    return {"log": mpmath.log, "sqrt": mpmath.sqrt, "exp": mpmath.exp}[name](_real(first))


_RATIONAL = {"log": (Fraction(1), Fraction(0)), "exp": (Fraction(0), Fraction(1)), "sqrt": (Fraction(0), Fraction(0))}


def _real(number: Number) -> Any:
    if isinstance(number, Fraction):
        return mpmath.mpf(number.numerator) / number.denominator
    return number
