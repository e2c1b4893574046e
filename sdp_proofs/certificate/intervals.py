"""Rational numbers and intervals of rationals: arithmetic, exp, log and sqrt, rounded outward."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt
from typing import Any


class CertificateError(ValueError):
    """The certificate cannot be read, or an expression uses what the language does not have."""


class UndecidedError(Exception):
    """Two intervals overlap, so that a comparison of the numbers in them is open; more precision may decide."""


@dataclass(frozen=True, slots=True)
class Interval:
    """All reals from `low` to `high`; stands for one unknown number among them."""

    low: Fraction
    high: Fraction


def ends_of(number: Any) -> tuple[Fraction, Fraction]:
    """Both ends of an interval; an exact number is both at once."""
    if isinstance(number, Fraction):
        return number, number
    if isinstance(number, Interval):
        return number.low, number.high
    raise CertificateError(f"a number is needed here, got {number!r}")


def arithmetic(op: type[ast.operator], left: Any, right: Any, bits: int) -> Any:
    """One operation on two numbers, exact if both are; tuples are joined by +."""
    if isinstance(left, tuple) and isinstance(right, tuple) and op is ast.Add:
        return left + right
    if op is ast.Pow:
        return _power(left, right, bits)
    if op is ast.Div and ends_of(right)[0] <= 0 <= ends_of(right)[1]:
        if isinstance(right, Fraction):
            raise CertificateError("a divisor must not be zero")
        raise UndecidedError
    if op not in _OPERATIONS:
        raise CertificateError("an operation must be one of + - * / ** // %")
    apply = _OPERATIONS[op]
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return Fraction(apply(left, right))
    if op in (ast.FloorDiv, ast.Mod):
        raise CertificateError("// and % need exact numbers")
    # Each of the four operations is monotone in either argument, so its extremes are at the corners.
    corners = [apply(one, other) for one in ends_of(left) for other in ends_of(right)]
    return widened(Interval(min(corners), max(corners)), bits)


_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _power(base: Any, exponent: Any, bits: int) -> Any:
    if not (isinstance(exponent, Fraction) and exponent.denominator == 1):
        return _exp(arithmetic(ast.Mult, exponent, _log(base, bits), bits), bits)
    if isinstance(base, Fraction):
        if base == 0 and exponent < 0:
            raise CertificateError("a power of zero must not be negative")
        return base**exponent.numerator
    result: Any = Fraction(1)
    for _ in range(abs(exponent.numerator)):
        result = arithmetic(ast.Mult, result, base, bits)
    return result if exponent >= 0 else arithmetic(ast.Div, Fraction(1), result, bits)


def rounded_down(number: Fraction, bits: int) -> Fraction:
    """A number of about `bits` binary digits that is not larger."""
    if number.numerator.bit_length() <= 2 * bits and number.denominator.bit_length() <= 2 * bits:
        return number
    shift = bits - (abs(number.numerator).bit_length() - number.denominator.bit_length())
    return Fraction(floor(number * Fraction(2) ** shift)) / Fraction(2) ** shift


def widened(number: Any, bits: int) -> Interval:
    """An interval around a number whose ends have about `bits` binary digits."""
    low, high = ends_of(number)
    return Interval(rounded_down(low, bits), -rounded_down(-high, bits))


def _monotone(function: Callable[[Fraction, int], Interval]) -> Callable[[Any, int], Interval]:
    """An increasing function of one number, on intervals."""

    def extended(number: Any, bits: int) -> Interval:
        low, high = ends_of(number)
        below = function(low, bits)
        return below if low == high else Interval(below.low, function(high, bits).high)

    return extended


def _exp_at(x: Fraction, bits: int) -> Interval:
    """exp(x) = exp(x/2^s)^(2^s) with |x/2^s| <= 1/2, where k Taylor terms leave at most twice the next one."""
    halvings = max(0, (floor(abs(x)) + 1).bit_length() + 1)
    small = x / 2**halvings
    term, total, index = Fraction(1), Fraction(1), 0
    while abs(term) * 2 ** (bits + halvings + 8) > 1:
        index += 1
        term = rounded_down(term * small / index, 4 * bits)
        total += term
    slack = 2 * abs(term) + Fraction(index * index, 2 ** (4 * bits - 4))  # Taylor's rest, and the terms' rounding
    found = Interval(rounded_down(total - slack, 2 * bits), -rounded_down(-total - slack, 2 * bits))
    for _ in range(halvings):
        found = Interval(rounded_down(found.low**2, 2 * bits), -rounded_down(-(found.high**2), 2 * bits))
    return found


def _log_at(x: Fraction, bits: int) -> Interval:
    """log(x) = k log 2 + 2 artanh((y-1)/(y+1)) with x = 2^k y and y in [1/2, 2]."""
    if x <= 0:
        raise CertificateError("the argument of log must be positive")
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    reduced = x / Fraction(2) ** exponent
    low, high = _artanh(reduced, bits)
    if exponent:
        two_low, two_high = _artanh(Fraction(2), bits)
        ends = (exponent * two_low, exponent * two_high)
        low, high = low + min(ends), high + max(ends)
    return Interval(rounded_down(2 * low, 2 * bits), -rounded_down(-2 * high, 2 * bits))


def _artanh(y: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """artanh((y-1)/(y+1)) for y in [1/2, 2]: the argument z is at most 1/3 and the rest at most twice the next term."""
    z = (y - 1) / (y + 1)
    square, power, total, index = z * z, z, Fraction(0), 1
    while abs(power) * 2 ** (bits + 8) > 1:
        total += power / index
        power = rounded_down(power * square, 4 * bits)
        index += 2
    slack = 2 * abs(power) + Fraction(index, 2 ** (4 * bits - 8))
    return total - slack, total + slack


def _sqrt_at(x: Fraction, bits: int) -> Interval:
    if x < 0:
        raise CertificateError("the argument of sqrt must not be negative")
    scale = 4 ** (bits + max(0, x.denominator.bit_length()))
    root = isqrt(floor(x * scale))
    unit = isqrt(scale)
    exact = root * root == x * scale
    return Interval(Fraction(root, unit), Fraction(root if exact else root + 1, unit))


_exp, _log, _sqrt = _monotone(_exp_at), _monotone(_log_at), _monotone(_sqrt_at)
REAL: dict[str, Callable[[Any, int], Interval]] = {"exp": _exp, "log": _log, "sqrt": _sqrt}
