"""Rational numbers and intervals of rationals: arithmetic, exp, log and sqrt, rounded outward, and comparisons."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, factorial, floor, isqrt

from sdp_proofs.certificate.limits import Budget, CertificateError, UndecidedError, fits

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""The relation that holds if and only if another fails."""


@dataclass(frozen=True, slots=True)
class Interval:
    """All reals from `low` to `high`; stands for one unknown number among them."""

    low: Fraction
    high: Fraction


Number = Fraction | Interval


def is_number(value: object) -> bool:
    """Tell whether it is a number, exact or enclosed; a truth value is none."""
    return isinstance(value, Fraction | Interval)


def ends_of(value: object) -> tuple[Fraction, Fraction]:
    """Both ends of an interval; an exact number is both at once.

    Raises:
        CertificateError: it is not a number.
    """
    if isinstance(value, Fraction):
        return value, value
    if isinstance(value, Interval):
        return value.low, value.high
    raise CertificateError(f"a number must stand here, got {kind_of(value)}")


def kind_of(value: object) -> str:
    """Describe the kind of a value in words."""
    if is_number(value):
        return "a number"
    return "a truth value" if isinstance(value, bool) else "a tuple" if isinstance(value, tuple) else "a function"


def integer(value: object) -> int:
    """An exact number that is an integer.

    Raises:
        CertificateError: it is not.
    """
    if not isinstance(value, Fraction):
        got = "an interval" if isinstance(value, Interval) else kind_of(value)
        raise CertificateError(f"an integer must stand here, got {got}")
    if value.denominator != 1:
        raise CertificateError("an integer must stand here, got a fraction")
    return value.numerator


def _decided(holds: bool, fails: bool) -> bool:
    if not holds and not fails:
        raise UndecidedError
    return holds


def size(value: Number) -> int:
    """The bits of a number, those of its longer end."""
    if isinstance(value, Interval):
        return max(size(value.low), size(value.high))
    return value.numerator.bit_length() + value.denominator.bit_length()


def rounded_down(number: Fraction, bits: int) -> Fraction:
    """A number of about `bits` binary digits that is not larger; short numbers stay as they are."""
    top, bottom = number.numerator, number.denominator
    if top.bit_length() <= 2 * bits and bottom.bit_length() <= 2 * bits:
        return number
    shift = bits - (top.bit_length() - bottom.bit_length())
    if shift >= 0:
        return Fraction((top << shift) // bottom, 1 << shift)
    return Fraction((top // (bottom << -shift)) << -shift)


def widened(value: Number, bits: int) -> Interval:
    """An interval around a number whose ends have about `bits` binary digits."""
    low, high = ends_of(value)
    return Interval(rounded_down(low, bits), -rounded_down(-high, bits))


_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction | int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}


@dataclass(frozen=True, slots=True)
class Reals:
    """Operations on numbers: exact where both are, else intervals of `bits` bits; all paid for from a budget.

    Example:
        >>> reals = Reals(64, Budget())
        >>> reals.apply("/", Fraction(1), Fraction(3))
        Fraction(1, 3)
        >>> root = reals.sqrt(Fraction(2))
        >>> root.low**2 < 2 < root.high**2
        True
        >>> reals.sqrt(Fraction(4, 9))
        Fraction(2, 3)
    """

    bits: int
    budget: Budget

    def apply(self, sign: str, left: object, right: object) -> Number:
        """Left + right, or another of + - * / // % **.

        Raises:
            CertificateError: one is not a number, or there is no result.
            UndecidedError: a divisor, or the base of a power, may be outside the domain.
        """
        (low, high), (lower, upper) = ends_of(left), ends_of(right)
        if sign == "**":
            return self._power(_number(left), _number(right))
        exact = isinstance(left, Fraction) and isinstance(right, Fraction)
        self.budget.charge_product(size(_number(left)), size(_number(right)), 1 if exact else 4)  # the corners
        if sign in ("/", "//", "%") and lower <= 0 <= upper:
            if lower == upper:
                raise CertificateError("a divisor must not be zero")
            raise UndecidedError
        operation = _OPERATIONS[sign]
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            found = operation(left, right)
            return found if type(found) is Fraction else Fraction(found)
        if sign in ("//", "%"):
            raise CertificateError("// and % must stand between exact numbers, got an interval")
        # Each of the four operations is monotone in either argument, so its extremes are at the corners.
        corners = [Fraction(operation(one, other)) for one in (low, high) for other in (lower, upper)]
        return widened(Interval(min(corners), max(corners)), self.bits)

    def _power(self, base: Number, exponent: Number) -> Number:
        if not isinstance(exponent, Fraction) or exponent.denominator != 1:
            return self.exp(self.apply("*", exponent, self.log(base)))
        count = exponent.numerator
        if isinstance(base, Fraction):
            if base == 0 and count < 0:
                raise CertificateError("a power of zero must not be negative")
            longest = max((abs(part).bit_length() for part in base.as_integer_ratio() if abs(part) > 1), default=0)
            fits(longest * abs(count))
            self.budget.charge_product(longest * abs(count), longest * abs(count))
            return base**count
        fits(abs(count))
        result: Number = Fraction(1)
        for digit in bin(abs(count))[2:]:
            result = self.apply("*", result, result)
            result = self.apply("*", result, base) if digit == "1" else result
        return result if count >= 0 else self.apply("/", Fraction(1), result)

    def compare(self, sign: str, left: object, right: object) -> bool:
        """Tell whether a relation holds between two numbers.

        Raises:
            UndecidedError: the intervals overlap.
        """
        (low, high), (lower, upper) = ends_of(left), ends_of(right)
        self.budget.charge_product(size(_number(left)), size(_number(right)))
        match sign:
            case "<" | ">=":
                return _decided(high < lower, low >= upper) == (sign == "<")
            case "<=" | ">":
                return _decided(high <= lower, low > upper) == (sign == "<=")
        return _decided(low == high == lower == upper, high < lower or upper < low) == (sign == "==")

    def maximum(self, values: Sequence[object]) -> Number:
        """The largest of some numbers."""
        return self._best(max, values)

    def minimum(self, values: Sequence[object]) -> Number:
        """The smallest of some numbers."""
        return self._best(min, values)

    def _best(self, choose: Callable[..., Fraction], values: Sequence[object]) -> Number:
        if not values:
            raise CertificateError("the largest or smallest must be of one number at least, got none")
        numbers = [_number(value) for value in values]
        longest = max(map(size, numbers))
        for number in numbers:
            self.budget.charge_product(size(number), longest)
        exact = [number for number in numbers if isinstance(number, Fraction)]
        if len(exact) == len(numbers):
            return choose(exact)
        ends = [ends_of(number) for number in numbers]
        return Interval(choose(low for low, _ in ends), choose(high for _, high in ends))

    def total(self, values: Sequence[object]) -> Number:
        """The sum of some numbers."""
        result: Number = Fraction(0)
        for value in values:
            result = self.apply("+", result, value)
        return result

    def absolute(self, value: object) -> Number:
        """The distance from zero."""
        return self.maximum((value, self.apply("-", Fraction(0), value)))

    def rounded(self, value: object, name: str) -> Fraction:
        """Floor or ceil.

        Raises:
            UndecidedError: the ends of an interval are rounded to different integers.
        """
        rounding: Callable[[Fraction], int] = floor if name == "floor" else ceil
        self.budget.charge_product(size(_number(value)), size(_number(value)))
        low, high = map(rounding, ends_of(value))
        if low != high:
            raise UndecidedError
        return Fraction(low)

    def factorial(self, value: object) -> Fraction:
        """The factorial of an integer that is not negative."""
        count = integer(value)
        if count < 0:
            raise CertificateError("the argument of factorial must not be negative")
        bits = count * count.bit_length()
        fits(bits)
        self.budget.charge_product(bits, bits)
        return Fraction(factorial(count))

    def binomial(self, population: object, chosen: object) -> Fraction:
        """Number of subsets of a size; none if the size is negative or more than the whole."""
        n, k = integer(population), integer(chosen)
        if n < 0:
            raise CertificateError("the number of which comb chooses must not be negative")
        if not 0 <= k <= n:
            return Fraction(0)
        smaller = min(k, n - k)
        bits = smaller * max(2, n.bit_length() - smaller.bit_length() + 3)  # comb(n, k) is at most (e n/k)^k
        fits(bits)
        self.budget.charge_product(bits, bits)
        self.budget.charge(smaller * bits >> 18)  # one product and one quotient after another
        return Fraction(comb(n, smaller))

    def exp(self, value: object) -> Number:
        """The exponential."""
        low, high = self._outward(value)
        if low == high == 0:
            return Fraction(1)
        self._charge_series(2 * floor(max(abs(low), abs(high))))  # exp(x) has 1.44 x bits before or behind the point
        return _between(_exp_at, low, high, self.bits)

    def log(self, value: object) -> Number:
        """The natural logarithm.

        Raises:
            CertificateError: the number is not positive.
            UndecidedError: it may not be positive.
        """
        low, high = self._domain(value, "log", positive=True)
        if low == high == 1:
            return Fraction(0)
        self._charge_series(0)
        return _between(_log_at, low, high, self.bits)

    def sqrt(self, value: object) -> Number:
        """The square root, exact if it is rational.

        Raises:
            CertificateError: the number is negative.
            UndecidedError: it may be negative.
        """
        low, high = self._domain(value, "sqrt", positive=False)
        if isinstance(value, Fraction):
            self.budget.charge_product(size(value), size(value))
            top, bottom = isqrt(value.numerator), isqrt(value.denominator)
            if top * top == value.numerator and bottom * bottom == value.denominator:
                return Fraction(top, bottom)
        self._charge_series(0)
        return _between(_sqrt_at, low, high, self.bits)

    def _domain(self, value: object, name: str, *, positive: bool) -> tuple[Fraction, Fraction]:
        low, high = ends_of(value)
        if high < 0 or (positive and high == 0):
            raise CertificateError(f"the argument of {name} must {'be positive' if positive else 'not be negative'}")
        if low < 0 or (positive and low == 0):
            raise UndecidedError
        return self._outward(value)

    def _outward(self, value: object) -> tuple[Fraction, Fraction]:
        """Both ends, shortened: a long argument makes every term of a series long."""
        self.budget.charge_product(size(_number(value)), 4 * self.bits, 2)
        return ends_of(widened(_number(value), 2 * self.bits))

    def _charge_series(self, exponent: int) -> None:
        """Terms of four times as many bits, at both ends; and squares of numbers as long as the exponent."""
        self.budget.charge(2 * self.bits + (self.bits**3 >> 17))
        self.budget.charge_product(exponent, 64 * self.bits)


def _number(value: object) -> Number:
    if isinstance(value, Fraction | Interval):
        return value
    raise CertificateError(f"a number must stand here, got {kind_of(value)}")


def _between(function: Callable[[Fraction, int], Interval], low: Fraction, high: Fraction, bits: int) -> Interval:
    """The values of an increasing function between two numbers, which may be one."""
    first = function(low, bits)
    return Interval(first.low, (first if high == low else function(high, bits)).high)


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
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    low, high = _artanh(x / Fraction(2) ** exponent, bits)
    if exponent:
        two_low, two_high = _artanh(Fraction(2), bits)
        ends = (exponent * two_low, exponent * two_high)
        low, high = low + min(ends), high + max(ends)
    return Interval(rounded_down(2 * low, 2 * bits), -rounded_down(-2 * high, 2 * bits))


def _artanh(y: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """artanh((y-1)/(y+1)) for y in [1/2, 2]: the argument z is at most 1/3 and the rest at most twice the next term.

    In units of 2^-(4 bits), all rounded down: z, its square and every power are off by two units at most, as an error
    shrinks to a ninth with each power, and every quotient by three, so that the slack has room for each term.
    """
    scale, z = 4 * bits, (y - 1) / (y + 1)
    square, power, total, index = floor(z * z * (1 << scale)), floor(z * (1 << scale)), 0, 1
    while abs(power) >> (scale - bits - 8):
        total += power // index
        power = power * square >> scale
        index += 2
    slack = 2 * abs(power) + 256 * index
    return Fraction(total - slack, 1 << scale), Fraction(total + slack, 1 << scale)


def _sqrt_at(x: Fraction, bits: int) -> Interval:
    """The root of floor(x 4^k) and the next integer, divided by 2^k, with k such that it has about `bits` bits."""
    places = bits - (x.numerator.bit_length() - x.denominator.bit_length()) // 2
    root = isqrt(floor(x * Fraction(4) ** places))
    unit = Fraction(2) ** places
    return Interval(root / unit, (root + 1) / unit)
