"""`Enclosure`: a real number in an interval, safe at any exponent.

World: enclosure. The interval is an Arb ball; where the value is a known rational it is kept too.
Enclosures do not have an order: comparisons live in `decide`, because they have three answers.

`refine` raises the precision until the digits asked for are proven, with a ceiling.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn

from flint import arb, ctx

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers import decimals
from sdp_proofs.numbers.balls import bits_of, with_radius
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_rational

EXACT_DIGITS = 50
"""Digits of the decimal bounds of an exact value when none are asked for."""
_MOST_DIGITS = 10_000
_USUAL_BITS = 256
_EXACT_BITS = 10**9
_POWER = re.compile(r"([0-9.]+)[eE]\+?(-?[0-9]+)")
_FRACTION = re.compile(r"([0-9]+)/([0-9]+)")


class Enclosure:
    """An interval proven to contain one real number.

    Args:
        ball: the Arb ball.
        exact: the value itself, where it is a known rational.

    Example:
        >>> third = Enclosure.of("1/3")
        >>> third.to_json(digits=5)
        {'lower': '0.33333', 'upper': '0.33334', 'exact': '1/3'}
        >>> tiny = Enclosure.between("1.5e-10000000", "1.6e-10000000")
        >>> tiny.upper
        Decimal('1.6E-10000000')
        >>> tiny < third
        Traceback (most recent call last):
        TypeError: enclosures have no order: sdp_proofs.numbers.decide.decide_less(x, y) answers HOLDS, FAILS or UNKNOWN
    """

    def __init__(self, ball: arb, exact: Fraction | None = None) -> None:
        self.ball = ball
        self.exact = exact
        self._ends: tuple[str, str] | None = None

    @classmethod
    def of(cls, value: Readable, precision: int = _USUAL_BITS) -> Enclosure:
        """The enclosure of a rational number, which stays exact.

        Raises:
            DomainError: `value` is not an exactly readable rational.
        """
        fraction = read_rational(value)
        with ctx.workprec(precision):
            return cls(fraction_ball(fraction), fraction)

    @classmethod
    def between(cls, lower: str, upper: str) -> Enclosure:
        """Enclose everything between two decimals, which are printed as given.

        Raises:
            DomainError: not finite decimals, or in the wrong order.
        """
        try:
            ends = Decimal(lower), Decimal(upper)
        except (ArithmeticError, ValueError, TypeError):
            raise DomainError(f"bounds must be decimals, got {lower!r} and {upper!r}") from None
        if not (ends[0].is_finite() and ends[1].is_finite() and ends[0] <= ends[1]):
            raise DomainError(f"bounds must be finite with lower <= upper, got {lower} and {upper}")
        precision = decimals.bits_for(max(len(end.as_tuple().digits) for end in ends))
        low, high = (decimals.parse(text, precision) for text in (lower, upper))
        with ctx.workprec(precision + 64):
            enclosure = cls(low.union(high))
        enclosure._ends = (lower, upper)
        return enclosure

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Enclosure:
        """Read back what `to_json` wrote.

        Raises:
            DomainError: the record has no valid bounds, or an exact value outside them.
        """
        if not {"lower", "upper"} <= set(record):
            raise DomainError("an enclosure must have 'lower' and 'upper'")
        enclosure = cls.between(str(record["lower"]), str(record["upper"]))
        if record.get("exact") is not None:
            exact = read_rational(record["exact"], "exact")
            if not enclosure.contains(exact):
                raise DomainError("an enclosure's exact value must lie between 'lower' and 'upper'")
            enclosure.exact = exact
        return enclosure

    def to_json(self, digits: int | None = None) -> dict[str, str | None]:
        """Return outward decimal bounds of `digits` digits, and the exact value.

        None stands for no exact value.
        """
        lower, upper = self.bounds(digits)
        exact = None if self.exact is None else decimals.fraction_text(self.exact)
        return {"lower": lower, "upper": upper, "exact": exact}

    def bounds(self, digits: int | None = None) -> tuple[str, str]:
        """Lower and upper decimal, rounded outward.

        Without `digits`, as many as are proven and two more (`EXACT_DIGITS` of an exact value).
        """
        if digits is None and self._ends is not None:
            return self._ends
        if self.exact is not None:
            count = digits or EXACT_DIGITS
            return (
                decimals.exact_decimal(self.exact, count, upward=False),
                decimals.exact_decimal(self.exact, count, upward=True),
            )
        count = digits or max(1, self.proven_digits) + 2
        if self._ends is not None:  # a ball around them is a trifle wider
            low, high = map(Decimal, self._ends)
            return decimals.decimal_end(low, count, upward=False), decimals.decimal_end(high, count, upward=True)
        return decimals.rounded_down(self.ball, count), decimals.rounded_up(self.ball, count)

    def at_most(self, digits: int) -> str:
        """Round the value up to `digits` digits.

        So a guarantee is printed, such as an epsilon or a delta.

        A value known to be such a decimal is that decimal, all others keep their zeros at the end. Where the interval
        proves fewer digits, two more than those are shown.

        Example:
            >>> tiny = Enclosure.between("1.1995e-32", "1.1996e-32")
            >>> tiny.at_most(3), tiny.at_least(3), tiny.rounded(3), Enclosure.of("1/2").at_most(3)
            ('1.20e-32', '1.19e-32', '1.2e-32', '0.5')
        """
        return self._one_sided(digits, 1)

    def at_least(self, digits: int) -> str:
        """Round the value down likewise."""
        return self._one_sided(digits, 0)

    def _one_sided(self, digits: int, end: int) -> str:
        count = digits if self.exact is not None else min(digits, max(1, self.proven_digits) + 2)
        ends = self.bounds(count)
        # Both ends are the same decimal only where it is the value.
        return ends[end] if ends[0] == ends[1] else decimals.padded(ends[end], count)

    @cached_property
    def lower(self) -> Decimal:
        """A decimal that is <= the value."""
        return Decimal(self.bounds()[0])

    @cached_property
    def upper(self) -> Decimal:
        """A decimal that is >= the value."""
        return Decimal(self.bounds()[1])

    @property
    def midpoint(self) -> Decimal:
        """Middle of the interval, a few digits more than proven (estimate)."""
        return Decimal(decimals.rounded_down(self.ball.mid(), min(self.proven_digits, 1000) + 3))

    @property
    def accuracy_bits(self) -> int:
        """Proven relative accuracy in bits, never negative.

        It is the maximum for an exact value.
        """
        if self.exact is not None:
            return _EXACT_BITS
        return max(0, min(int(self.ball.rel_accuracy_bits()), _EXACT_BITS))

    @property
    def proven_digits(self) -> int:
        """Significant decimal digits proven by the width of the interval."""
        if self.exact is not None or self.ball.is_exact():
            return EXACT_DIGITS
        return min(int(self.accuracy_bits / decimals.BITS_PER_DIGIT), _MOST_DIGITS)

    def rounded(self, digits: int) -> str | None:
        """Round to `digits` digits; None where the interval leaves it open."""
        if self.exact is not None:
            return decimals.exact_nearest(self.exact, digits)
        return decimals.nearest(self.ball, digits)

    def contains(self, value: Readable) -> bool:
        """Tell whether the interval contains an exactly given rational."""
        fraction = read_rational(value)
        if self.exact is not None:
            return fraction == self.exact
        if not self.ball.is_finite():
            return True
        precision = _USUAL_BITS
        while True:
            with ctx.workprec(precision):
                distance = abs(self.ball.mid() * fraction.denominator - fraction.numerator)
                room = self.ball.rad() * fraction.denominator
                if distance <= room or distance > room:
                    return bool(distance <= room)
            precision *= 2

    def overlaps(self, other: Enclosure) -> bool:
        """Tell whether two intervals have a point in common."""
        return bool(self.ball.overlaps(other.ball))

    @property
    def log10_estimate(self) -> float:
        """Estimate log10 of the midpoint as a float.

        It is for plots and tables; -inf at zero.
        """
        if self.ball.mid().is_zero():
            return -math.inf
        with ctx.workprec(128):
            return float(self.ball.mid().log() / arb.const_log10())

    def __float__(self) -> float:
        """Round the midpoint to nearest.

        It is 0.0 below the smallest double, inf above the largest.
        """
        if self.exact is None:
            return float(self.ball.mid())
        try:
            return float(self.exact)
        except OverflowError:
            return math.inf if self.exact > 0 else -math.inf

    def to_mpf(self) -> Any:
        """The midpoint as `mpmath.mpf`, exactly, whatever the precision of `mpmath.mp` (estimate)."""
        import mpmath

        mantissa, exponent = self.ball.mid().man_exp()
        return mpmath.mp.make_mpf(mpmath.libmp.from_man_exp(int(mantissa), int(exponent)))

    def to_sympy(self) -> Any:
        """Convert to a sympy Rational, or a Float of proven digits.

        The Float is an estimate.
        """
        import sympy

        if self.exact is not None:
            return sympy.Rational(self.exact.numerator, self.exact.denominator)
        return sympy.Float(str(self.midpoint), max(1, self.proven_digits))

    def __add__(self, other: Enclosure | int | Fraction) -> Enclosure:
        return self._combine(other, "__add__")

    def __sub__(self, other: Enclosure | int | Fraction) -> Enclosure:
        return self._combine(other, "__sub__")

    def __mul__(self, other: Enclosure | int | Fraction) -> Enclosure:
        return self._combine(other, "__mul__")

    def __truediv__(self, other: Enclosure | int | Fraction) -> Enclosure:
        return self._combine(other, "__truediv__")

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: int | Fraction) -> Enclosure:
        return self._coerced(other) - self

    def __rtruediv__(self, other: int | Fraction) -> Enclosure:
        return self._coerced(other) / self

    def _combine(self, other: Enclosure | int | Fraction, operation: str) -> Enclosure:
        if isinstance(other, int | Fraction):
            other = self._coerced(other)
        if not isinstance(other, Enclosure):
            return NotImplemented
        with ctx.workprec(max(_USUAL_BITS, bits_of(self.ball, other.ball)) + 64):
            if operation == "__truediv__" and other.ball.contains(0):
                raise PrecisionError("the divisor's enclosure contains zero")
            ball = getattr(self.ball, operation)(other.ball)
        exact = None
        if self.exact is not None and other.exact is not None:
            exact = getattr(self.exact, operation)(other.exact)
        return Enclosure(ball, exact)

    def _coerced(self, number: int | Fraction) -> Enclosure:
        return Enclosure.of(number, max(_USUAL_BITS, bits_of(self.ball)) + 64)

    def _unordered(self, other: object) -> NoReturn:
        ask = "sdp_proofs.numbers.decide.decide_less(x, y) answers HOLDS, FAILS or UNKNOWN"
        raise TypeError(f"enclosures have no order: {ask}")

    __lt__ = __le__ = __gt__ = __ge__ = _unordered

    def __reduce__(self) -> tuple[Any, ...]:
        ball = self.ball
        if not ball.is_finite():
            return _restored, (None, None, self.exact, self._ends)
        parts = [tuple(int(part) for part in end.man_exp()) for end in (ball.mid(), ball.rad())]
        return _restored, (*parts, self.exact, self._ends)

    def __str__(self) -> str:
        if self.exact is not None and self.exact.denominator.bit_length() < 64:
            return decimals.fraction_text(self.exact)
        digits = min(self.proven_digits, EXACT_DIGITS)
        text = self.rounded(digits) if digits > 1 else None
        lower, upper = self.bounds()
        return text if text is not None else f"[{lower}, {upper}]"

    def __format__(self, specification: str) -> str:
        """Format the midpoint as `decimal.Decimal` does, at any exponent.

        It is an estimate; without a specification it is `str`.

        Example:
            >>> f"{Enclosure.between('1.25e-4040', '1.35e-4040'):.1e}"
            '1.3e-4040'
        """
        return format(self.midpoint, specification) if specification else str(self)

    def __repr__(self) -> str:
        return f"Enclosure({self!s})"

    def _repr_latex_(self) -> str:
        """Typeset `str` for a notebook.

        An equals sign stands before a value that is exact.
        """
        text = _FRACTION.sub(r"\\frac{\1}{\2}", _POWER.sub(r"\1 \\cdot 10^{\2}", str(self)))
        if text.startswith("["):
            return rf"$\in {text}$"
        shown_exactly = self.exact is not None and str(self) == decimals.fraction_text(self.exact)
        return f"$= {text}$" if shown_exactly else rf"$\approx {text}$"


def _restored(
    middle: tuple[int, int] | None, radius: tuple[int, int] | None, exact: Fraction | None, ends: Any
) -> Enclosure:
    # A ball that is not finite says nothing, so NaN restores it.
    ball = arb("nan") if middle is None or radius is None else with_radius(arb(middle), arb(radius))
    enclosure = Enclosure(ball, exact)
    enclosure._ends = ends
    return enclosure


MAX_DIGITS = 10_000


def check_digits(digits: int) -> int:
    """The digits asked for, if they are within reach.

    Raises:
        DomainError: fewer than one, or more than `MAX_DIGITS`.

    Example:
        >>> check_digits(30)
        30
    """
    if not 1 <= digits <= MAX_DIGITS:
        raise DomainError(f"digits must be between 1 and {MAX_DIGITS}, got {digits}")
    return digits


def refine(compute: Callable[[int], arb], digits: int, ceiling: int | None = None, first: int = 0) -> Enclosure:
    """Call `compute(bits)` with growing `bits` until its ball proves `digits` significant digits.

    A ball that is exactly zero is accepted at once.

    Args:
        compute: returns a ball that contains the value; better with more bits.
        digits: significant decimal digits to prove; three more are kept for rounding outward.
        ceiling: bits beyond which to give up; without one, eight times the target and 8192 more.
        first: bits to begin with, where more than those of the digits are known to be needed.

    Raises:
        PrecisionError: the ceiling was reached.

    Example:
        >>> from flint import ctx
        >>> def third(bits: int) -> arb:
        ...     with ctx.workprec(bits):
        ...         return arb(1) / 3
        >>> refine(third, digits=5).rounded(5)
        '0.33333'
    """
    target = bits_for(check_digits(digits))
    ceiling = 8 * target + 8192 if ceiling is None else ceiling
    bits, least_step = max(target, min(first, ceiling)), 32
    while bits <= ceiling:
        ball = compute(bits)
        if ball.is_zero() or (ball.is_finite() and ball.rel_accuracy_bits() >= target):
            return Enclosure(ball)
        lost = target - int(ball.rel_accuracy_bits()) if ball.is_finite() else bits
        if bits == ceiling:
            break
        bits = min(ceiling, bits + max(least_step, min(lost + 16, 2 * bits)))
        # A ball that does not improve by the bits it lacked must not be tried ten thousand times.
        least_step *= 2
    raise PrecisionError(f"{digits} digits could not be proven with {ceiling} bits")
