"""Exact real numbers, and the readers of what a caller wrote.

An exact real is a small expression tree, whose rational parts are folded exactly. It can be enclosed in a ball at any
precision, and it knows when its exponential is rational.

Accepted are `int`, `Fraction`, `Decimal`, strings ("0.998", "51/49", "log(51/49)", "sqrt(2)/3")
and sympy numbers. A binary `float` is refused, because 0.998 is not the number that was typed.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decimals import fraction_text

_MAX_BITS = 4_000_000


@dataclass(frozen=True, slots=True)
class ExactReal:
    """A real number given by a finite expression over the rationals.

    `head` is one of "rational", "add", "mul", "pow", "log", "exp", "pi"; `parts` holds the operands.
    World: exact (its `ball` is an enclosure).

    Example:
        >>> exponential(logarithm(rational(Fraction(51, 49)))).as_fraction()
        Fraction(51, 49)
    """

    head: str
    parts: tuple[Any, ...]

    def as_fraction(self) -> Fraction | None:
        """Return the fraction that the expression folded to, else None."""
        return self.parts[0] if self.head == "rational" else None

    def ball(self, precision: int) -> arb:
        """A ball that contains the value, computed at `precision` bits."""
        with ctx.workprec(precision):
            return self._ball()

    def _ball(self) -> arb:
        if self.head == "rational":
            return fraction_ball(self.parts[0])
        if self.head == "pi":
            return arb.pi()
        operands = [part._ball() for part in self.parts]
        if self.head in _UNARY:
            return _UNARY[self.head](operands[0])
        return _BINARY[self.head](*operands)

    def __str__(self) -> str:
        if self.head == "rational":
            return fraction_text(self.parts[0])
        if self.head in ("log", "exp"):
            return f"{self.head}({self.parts[0]})"
        if self.head == "pi":
            return "pi"
        symbol = {"add": " + ", "mul": "*", "pow": "**"}[self.head]
        return symbol.join(_bracketed(part) for part in self.parts)


_UNARY: dict[str, Callable[[arb], arb]] = {"log": arb.log, "exp": arb.exp}
_BINARY: dict[str, Callable[[arb, arb], arb]] = {
    "add": operator.add,
    "mul": operator.mul,
    "pow": operator.pow,
}
PI = ExactReal("pi", ())


def _bracketed(part: ExactReal) -> str:
    text = str(part)
    compound = part.head in ("add", "mul", "pow") or "/" in text or text.startswith("-")
    return f"({text})" if compound and part.head not in ("log", "exp") else text


def fraction_ball(value: Fraction | int) -> arb:
    """Enclose a fraction at the current working precision.

    It is exact where the fraction is dyadic.
    """
    if isinstance(value, int):
        return arb(value)
    return arb(fmpq(value.numerator, value.denominator))


def rational(value: Fraction | int) -> ExactReal:
    """The exact real of a fraction."""
    return ExactReal("rational", (value if type(value) is Fraction else Fraction(value),))


def _folded(value: Fraction) -> ExactReal:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MAX_BITS:
        raise DomainError(f"an exact result must have at most {_MAX_BITS} bits in its parts")
    return rational(value)


def add(left: ExactReal, right: ExactReal) -> ExactReal:
    """The sum; two rationals fold.

    Example:
        >>> str(add(rational(Fraction(1, 3)), rational(1)))
        '4/3'

    Raises:
        DomainError: the exact result would be too long to write down.
    """
    a, b = left.as_fraction(), right.as_fraction()
    if a is not None and b is not None:
        return _folded(a + b)
    if a is not None and not a:
        return right
    return left if b is not None and not b else ExactReal("add", (left, right))


def multiply(left: ExactReal, right: ExactReal) -> ExactReal:
    """The product; two rationals fold, and zero absorbs.

    Example:
        >>> str(multiply(rational(2), PI))
        '2*pi'

    Raises:
        DomainError: the exact result would be too long to write down.
    """
    a, b = left.as_fraction(), right.as_fraction()
    if a is not None and b is not None:
        return _folded(a * b)
    if a == 0 or b == 0:
        return rational(0)
    if a == 1:
        return right
    return left if b == 1 else ExactReal("mul", (left, right))


def power(base: ExactReal, exponent: ExactReal) -> ExactReal:
    """Raise to a power; rational powers fold where exact.

    The base is positive, or the exponent is an integer.

    Raises:
        DomainError: the base is zero with a negative exponent, not positive with an irrational one,
            negative with a fractional one, or the exact result would be too long to write down.

    Example:
        >>> str(power(rational(Fraction(4, 9)), rational(Fraction(-1, 2))))
        '3/2'
    """
    a, b = base.as_fraction(), exponent.as_fraction()
    if a is not None and b is None and a <= 0:
        raise DomainError(f"the base of an irrational power must be > 0, got {shown(base)}")
    if a is None or b is None:
        return ExactReal("pow", (base, exponent))
    if a == 0 and b < 0:
        raise DomainError(f"the base of a negative power must not be zero, got 0**({shown(exponent)})")
    if b.denominator == 1:
        bits = max(abs(a.numerator) - 1, a.denominator - 1).bit_length()
        if abs(b.numerator) * bits > _MAX_BITS:
            given = f"{shown(base)}**{shown(exponent)}"
            raise DomainError(f"a power must have at most {_MAX_BITS} bits, got {given}")
        # 0, 1 and -1 stay what they are at any exponent; only its parity matters.
        return rational(a**b.numerator) if bits else rational(a ** (b.numerator % 2 or 2 * bool(b)))
    if a < 0:
        raise DomainError(f"the base of a fractional power must be >= 0, got {shown(base)}")
    root = _exact_root(a, b.denominator)
    if root is None:
        return ExactReal("pow", (base, exponent))
    return power(rational(root), rational(b.numerator))


def _exact_root(value: Fraction, degree: int) -> Fraction | None:
    numerator, denominator = (_integer_root(part, degree) for part in (value.numerator, value.denominator))
    return None if numerator is None or denominator is None else Fraction(numerator, denominator)


def _integer_root(value: int, degree: int) -> int | None:
    if value < 2:
        return value
    if degree >= value.bit_length():
        return None
    root = int(fmpz(value).root(degree))
    return root if root**degree == value else None


def logarithm(argument: ExactReal) -> ExactReal:
    """The natural logarithm of a positive real.

    Raises:
        DomainError: the argument is not positive.

    Example:
        >>> str(logarithm(rational(25)))
        'log(25)'
    """
    if argument.head != "exp" and sign(argument) != 1:
        raise DomainError(f"the argument of log must be positive, got {shown(argument)}")
    if argument.head == "exp":
        inner: ExactReal = argument.parts[0]
        return inner
    return rational(0) if argument.as_fraction() == 1 else ExactReal("log", (argument,))


def exponential(argument: ExactReal) -> ExactReal:
    """The exponential; exact where the argument is an integer combination of logarithms.

    Example:
        >>> str(exponential(multiply(rational(2), logarithm(rational(5)))))
        '25'
    """
    terms = _log_combination(argument)
    if terms is not None:
        product = rational(1)
        for coefficient, base in terms:
            product = multiply(product, power(rational(base), rational(coefficient)))
        return product
    return ExactReal("exp", (argument,))


def _log_combination(value: ExactReal) -> list[tuple[Fraction, Fraction]] | None:
    """Write `value` as a sum of coefficient * log(base), or None.

    The bases are rational.
    """
    if value.as_fraction() == 0:
        return []
    if value.head == "log":
        base = value.parts[0].as_fraction()
        return None if base is None else [(Fraction(1), base)]
    if value.head == "add":
        left, right = (_log_combination(part) for part in value.parts)
        return None if left is None or right is None else left + right
    if value.head == "mul":
        scalar, other = value.parts
        if scalar.as_fraction() is None:
            scalar, other = other, scalar
        factor, terms = scalar.as_fraction(), _log_combination(other)
        if factor is not None and terms is not None:
            return [(factor * coefficient, base) for coefficient, base in terms]
    return None


def sign(value: ExactReal, ceiling: int = 4096) -> int | None:
    """Return -1, 0 or 1, or None if undecided at `ceiling` bits.

    The ball still contains zero then, and the value is no combination of logarithms, whose exponential is a fraction.

    Example:
        >>> sign(add(logarithm(rational(2)), rational(Fraction(-7, 10))))
        -1
        >>> sign(add(logarithm(rational(9)), multiply(rational(-2), logarithm(rational(3)))))
        0
    """
    exact = value.as_fraction()
    if exact is not None:
        return (exact > 0) - (exact < 0)
    precision = 64
    while precision <= ceiling:
        ball = value.ball(precision)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        precision *= 2
    return _sign_of_logarithms(value)


def _sign_of_logarithms(value: ExactReal) -> int | None:
    try:
        odds = exponential(value).as_fraction()
    except DomainError:  # too long to write down
        return None
    return None if odds is None else (odds > 1) - (odds < 1)


def as_typed(value: object) -> str:
    """Write a number as it was given.

    A float has no zeros in its exponent, and a number too long for Python is as in `shown`.

    Example:
        >>> as_typed("log(25)"), as_typed(1e-05), as_typed(Fraction(1, 3))
        ('log(25)', '1e-5', '1/3')
    """
    try:
        text = str(value).strip()
    except ValueError:  # more digits than Python prints
        return shown(value)
    return text.replace("e-0", "e-") if isinstance(value, float) else text


def shown(value: object) -> str:
    """A value as an error message shows it: short, whatever was given.

    Example:
        >>> shown(10**5000)
        'a very long number'
    """
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except ValueError:  # an integer inside has more than 4300 digits, which Python does not print
        text = "a very long number"
    return text if len(text) <= 60 else text[:57] + "..."


MAX_DIGITS = 100_000
_PLAIN_FRACTION = re.compile(r"\+?(-?[0-9]+)(?:/([0-9]+))?")
Readable = Any
"""Types that the readers accept: int, Fraction, Decimal, str, ExactReal or a sympy number."""


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
    """Read an integer exactly ("1000", 1000, Fraction(1000), numpy integers).

    "1e3" is one too.

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
    """Read a real number exactly, with log, exp, sqrt and pi.

    It is read as `read_rational` does; ln is log.

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
    """Reader of the syntax tree of an arithmetic expression.

    Literals are read from their own text.
    """

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
