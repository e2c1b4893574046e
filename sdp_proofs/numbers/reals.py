"""Exact reading of numbers: what the caller wrote is what is computed with.

Accepted are `int`, `Fraction`, `Decimal`, strings ("0.998", "51/49", "log(51/49)", "sqrt(2)/3")
and sympy numbers. A binary `float` is refused, because 0.998 is not the number that was typed.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from flint import fmpz

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.exact import (
    PI,
    ExactReal,
    add,
    as_typed,
    exponential,
    fraction_ball,
    logarithm,
    multiply,
    power,
    rational,
    shown,
    sign,
)

__all__ = [
    "MAX_DIGITS",
    "PI",
    "ExactReal",
    "Readable",
    "add",
    "as_typed",
    "exponential",
    "fraction_ball",
    "logarithm",
    "multiply",
    "power",
    "rational",
    "read_integer",
    "read_rational",
    "read_real",
    "shown",
    "sign",
]

MAX_DIGITS = 100_000
_PLAIN_FRACTION = re.compile(r"\+?(-?[0-9]+)(?:/([0-9]+))?")

Readable = Any
"""What the readers accept: int, Fraction, Decimal, str, ExactReal or a sympy number."""


def read_rational(value: Readable, name: str = "number") -> Fraction:
    """Read a rational number exactly.

    Args:
        value: int, Fraction, Decimal, a string such as "0.998", "51/49" or "1e-3", or a sympy Rational.
        name: what the number is called in the error message.

    Raises:
        DomainError: a float, or something that is not a finite rational number.

    Example:
        >>> read_rational("0.998")
        Fraction(499, 500)
    """
    result = read_real(value, name).as_fraction()
    if result is None:
        raise DomainError(f"{name} must be a rational number, got {shown(value)}")
    return result


def read_integer(value: Readable, name: str = "number") -> int:
    """Read an integer exactly ("1000", 1000, Fraction(1000), numpy integers; "1e3" is one too).

    Raises:
        DomainError: not an integer.

    Example:
        >>> read_integer("1e3")
        1000
    """
    result = read_real(value, name).as_fraction()
    if result is None or result.denominator != 1:
        raise DomainError(f"{name} must be an integer, got {shown(value)}")
    return result.numerator


def read_real(value: Readable, name: str = "number") -> ExactReal:
    """Read a real number exactly, as `read_rational` does, also with log, ln, exp, sqrt and pi.

    Raises:
        DomainError: a float, a complex or infinite number, or text that is not an expression.

    Example:
        >>> str(read_real("log(51/49)"))
        'log(51/49)'
    """
    if isinstance(value, ExactReal):
        return value
    if type(value).__name__ in ("bool", "bool_"):  # numpy's, too, which older editions take for an integer
        raise DomainError(f"{name} must be a number, got {value}")
    if isinstance(value, float) or type(value).__name__.startswith(("float", "Float", "mpf")):
        raise DomainError(
            f"{name} must be exact: write it as a string ('{value}'), a Fraction or a Decimal, "
            f"got the float {value}"
        )
    if isinstance(value, Fraction | int):
        return rational(value)
    if isinstance(value, Decimal):
        if not value.is_finite() or max(abs(value.adjusted()), len(value.as_tuple().digits)) > MAX_DIGITS:
            raise DomainError(f"{name} must be finite and of at most {MAX_DIGITS} digits, got {shown(value)}")
        return rational(Fraction(value))
    if isinstance(value, str):
        return _parse(value, name)
    if hasattr(value, "is_number") and hasattr(value, "func"):
        return _from_sympy(value, name)
    if hasattr(value, "__index__"):
        with suppress(TypeError):  # an array has the method, and refuses when it holds more than one number
            return rational(operator.index(value))
    raise DomainError(f"{name} must be an int, Fraction, Decimal, string or sympy number, got {shown(value)}")


def _from_sympy(value: Any, name: str) -> ExactReal:
    kind = type(value).__name__
    if getattr(value, "is_Rational", False):
        return rational(Fraction(int(value.p), int(value.q)))
    if kind in ("Pi", "Exp1"):
        return PI if kind == "Pi" else exponential(rational(1))
    operands = [_from_sympy(part, name) for part in value.args] if kind in _SYMPY_HEADS else []
    if not operands:
        raise DomainError(f"{name} must be built from rationals with + * ** log exp sqrt, got {shown(value)}")
    combined = operands[0]
    if kind in ("log", "exp"):
        return _SYMPY_HEADS[kind](combined)
    for operand in operands[1:]:
        combined = _SYMPY_HEADS[kind](combined, operand)
    return combined


_SYMPY_HEADS: dict[str, Callable[..., ExactReal]] = {
    "Add": add,
    "Mul": multiply,
    "Pow": power,
    "log": logarithm,
    "exp": exponential,
}


def _parse(text: str, name: str) -> ExactReal:
    source = text.strip().replace("^", "**")
    if not source or len(source) > MAX_DIGITS:
        raise DomainError(f"{name} must be a number such as 0.998, 51/49 or log(51/49), got {shown(text)}")
    plain = _PLAIN_FRACTION.fullmatch(source)
    if plain and int(fmpz(plain[2] or 1)):
        # Python's own parser stops at integers of 4300 digits.
        return rational(Fraction(int(fmpz(plain[1])), int(fmpz(plain[2] or 1))))
    try:
        tree = ast.parse(source, mode="eval").body
        return _ExpressionReader(source).read(tree)
    except DomainError as error:
        raise DomainError(f"{name} {shown(text)}: {error}") from None
    except (SyntaxError, ValueError, TypeError, ArithmeticError, RecursionError, MemoryError, KeyError):
        message = f"{name} must be a number such as 0.998, 51/49 or log(51/49), got {shown(text)}"
        raise DomainError(message) from None


class _ExpressionReader:
    """Walks the syntax tree of an arithmetic expression; literals are read from their own text."""

    def __init__(self, source: str) -> None:
        self.source = source

    def read(self, node: ast.expr) -> ExactReal:
        if isinstance(node, ast.Constant):
            return self._literal(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            factor = -1 if isinstance(node.op, ast.USub) else 1
            return multiply(rational(factor), self.read(node.operand))
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            return _FUNCTIONS[node.func.id](self.read(node.args[0]))
        if isinstance(node, ast.Name) and node.id == "pi":
            return PI
        raise ValueError(ast.dump(node))

    def _literal(self, node: ast.Constant) -> ExactReal:
        literal = Decimal(ast.get_source_segment(self.source, node) or "")
        return read_real(literal)

    def _binary(self, node: ast.BinOp) -> ExactReal:
        left, right = self.read(node.left), self.read(node.right)
        match node.op:
            case ast.Add():
                return add(left, right)
            case ast.Sub():
                return add(left, multiply(rational(-1), right))
            case ast.Mult():
                return multiply(left, right)
            case ast.Div():
                if right.as_fraction() == 0:
                    raise DomainError("the divisor must not be zero")
                return multiply(left, power(right, rational(-1)))
            case ast.Pow():
                return power(left, right)
        raise ValueError(ast.dump(node))


_FUNCTIONS: dict[str, Callable[[ExactReal], ExactReal]] = {
    "log": logarithm,
    "ln": logarithm,
    "exp": exponential,
    "sqrt": lambda argument: power(argument, rational(Fraction(1, 2))),
}
