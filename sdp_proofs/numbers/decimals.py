"""Decimal output of balls, rounded outward, at any exponent.

A bound printed here is a bound: `rounded_down(x, d)` is a decimal that is <= every point of the
ball x, and `rounded_up` one that is >= every point. Nothing passes through float64, so 1e-10000000
is as good as any other number.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from flint import arb, ctx, fmpz

from sdp_proofs.errors import DomainError, PrecisionError

BITS_PER_DIGIT = 3.3219280948873626
_SMALLEST = 10**17
"""Positive numbers below 10 to minus this are printed as between it and zero: `decimal` reads no longer exponents."""


def bits_for(digits: int) -> int:
    """Bits that carry `digits` decimal digits, with ten to spare."""
    return int(digits * BITS_PER_DIGIT) + 10


def rounded_down(ball: arb, digits: int) -> str:
    """The largest `digits`-digit decimal found below every point of the ball.

    Raises:
        PrecisionError: the ball is not finite.

    Example:
        >>> from flint import arb
        >>> rounded_down(arb(1) / 3, 5), rounded_up(arb(1) / 3, 5)
        ('0.33333', '0.33334')
    """
    with ctx.workprec(_working_bits(ball, digits)):
        point = ball.lower()
        if point < 0:
            return _negated(_scientific(*_scaled(-point, digits, upward=True)))
        return _scientific(*_scaled(point, digits, upward=False))


def rounded_up(ball: arb, digits: int) -> str:
    """The smallest `digits`-digit decimal found above every point of the ball.

    Raises:
        PrecisionError: the ball is not finite.

    Example:
        >>> from flint import arb
        >>> rounded_up(-arb(2) ** -10_000_000, 3)
        '-1.1e-3010300'
    """
    with ctx.workprec(_working_bits(ball, digits)):
        point = ball.upper()
        if point < 0:
            return _negated(_scientific(*_scaled(-point, digits, upward=False)))
        return _scientific(*_scaled(point, digits, upward=True))


def nearest(ball: arb, digits: int) -> str | None:
    """Round every point of the ball to one decimal, or None.

    It has `digits` digits; ties go to even.

    This is what "proven digits" means here: the true value, rounded to `digits` digits, is this.
    None means that the points disagree or that a tie could not be told from its neighbourhood.

    Example:
        >>> from flint import arb
        >>> nearest(arb(2) / 3, 4), nearest(arb(1, 0.5), 4)
        ('0.6667', None)
    """
    if not ball.is_finite():
        return None
    with ctx.workprec(_working_bits(ball, digits)):
        low, high = ball.lower(), ball.upper()
        if low < 0 < high:
            return None
        if low < 0:
            low, high = -high, -low
            texts = {None if text is None else _negated(text) for text in _nearest_ends(low, high, digits)}
        else:
            texts = set(_nearest_ends(low, high, digits))
    return texts.pop() if len(texts) == 1 else None


def parse(text: str, precision: int) -> arb:
    """Enclose a decimal such as "1.2e-10000000" in a ball.

    It is exact up to the working precision.

    Raises:
        DomainError: not a finite decimal.

    Example:
        >>> parse("-0.5", 64)
        -0.500000000000000
    """
    try:
        value = Decimal(text)
    except (ArithmeticError, ValueError, TypeError):
        raise DomainError(f"a bound must be a finite decimal, got {text!r}") from None
    if not value.is_finite():
        raise DomainError(f"a bound must be a finite decimal, got {text!r}")
    negative, digits, power = value.as_tuple()
    exponent = int(power)
    with ctx.workprec(precision + exponent.bit_length() + 64):
        mantissa = arb(fmpz("".join(map(str, digits))))
        # Dividing keeps 0.5 exact, where a factor 10**-1 would not be.
        ball = mantissa * arb(10) ** exponent if exponent >= 0 else mantissa / arb(10) ** -exponent
        return -ball if negative else ball


def exact_decimal(value: Fraction, digits: int, upward: bool) -> str:
    """Round a fraction outward; exact when it fits in `digits` digits.

    Example:
        >>> exact_decimal(Fraction(2, 3), 4, upward=True), exact_decimal(Fraction(1, 8), 4, upward=True)
        ('0.6667', '0.125')
    """
    if value < 0:
        return _negated(exact_decimal(-value, digits, not upward))
    if value == 0:
        return "0"
    whole, rest, _, exponent = _divided(value, digits)
    return _scientific(whole + 1 if upward and rest else whole, exponent)


def exact_nearest(value: Fraction, digits: int) -> str:
    """The fraction rounded to `digits` digits, ties to even.

    Example:
        >>> exact_nearest(Fraction(2, 3), 4), exact_nearest(Fraction(5, 2), 1)
        ('0.6667', '2')
    """
    if value < 0:
        return _negated(exact_nearest(-value, digits))
    if value == 0:
        return "0"
    whole, rest, divisor, exponent = _divided(value, digits)
    up = 2 * rest > divisor or (2 * rest == divisor and whole % 2 == 1)
    return _scientific(whole + 1 if up else whole, exponent)


def decimal_end(value: Decimal, digits: int, upward: bool) -> str:
    """Round a decimal to one side, at any exponent.

    One that has no more than `digits` digits stays.

    Example:
        >>> decimal_end(Decimal("2.3817"), 3, upward=True), decimal_end(Decimal("1e-10000000"), 3, upward=True)
        ('2.39', '1e-10000000')
    """
    rounding = ROUND_CEILING if upward else ROUND_FLOOR
    end = Context(prec=digits, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX).plus(value)
    negative, figures, exponent = end.as_tuple()
    text = _scientific(int(fmpz("".join(map(str, figures)))), int(exponent))
    return _negated(text) if negative else text


def padded(text: str, digits: int) -> str:
    """Fill a decimal with zeros up to `digits` significant digits.

    One that has them is left as it is.

    Example:
        >>> padded("1.2e-32", 3), padded("0.3", 3), padded("12000", 6), padded("12000", 2)
        ('1.20e-32', '0.300', '12000.0', '12000')
    """
    mantissa, mark, exponent = text.partition("e")
    shown = len(mantissa.replace(".", "").lstrip("-0"))
    if shown == 0 or shown >= digits:
        return text
    return mantissa + ("" if "." in mantissa else ".") + "0" * (digits - shown) + mark + exponent


def integer_text(value: int) -> str:
    """Write an integer of any length (`str` stops at 4300 digits).

    Example:
        >>> len(integer_text(10**5000))
        5001
    """
    return str(fmpz(value))


def fraction_text(value: Fraction) -> str:
    """Write a fraction of any length as "p/q" (or "p").

    Example:
        >>> fraction_text(Fraction(1, 3))
        '1/3'
    """
    numerator = integer_text(value.numerator)
    return numerator if value.denominator == 1 else f"{numerator}/{integer_text(value.denominator)}"


def _divided(value: Fraction, digits: int) -> tuple[int, int, int, int]:
    """Divide: value = (whole + rest/divisor) 10^exponent.

    These are integers, and `whole` has `digits` digits.
    """
    exponent = _decimal_exponent(value) - digits + 1
    numerator, denominator = fmpz(value.numerator), fmpz(value.denominator)
    if exponent > 0:
        denominator *= fmpz(10) ** exponent
    else:
        numerator *= fmpz(10) ** -exponent
    whole, rest = divmod(numerator, denominator)
    return int(whole), int(rest), int(denominator), exponent


def _decimal_exponent(value: Fraction) -> int:
    """floor(log10(value)), exactly."""
    numerator, denominator = fmpz(value.numerator), fmpz(value.denominator)

    def reached(power: int) -> bool:
        if power >= 0:
            return bool(denominator * fmpz(10) ** power <= numerator)
        return bool(denominator <= numerator * fmpz(10) ** -power)

    estimate = int((value.numerator.bit_length() - value.denominator.bit_length()) / BITS_PER_DIGIT)
    while not reached(estimate):
        estimate -= 1
    while reached(estimate + 1):
        estimate += 1
    return estimate


def _working_bits(ball: arb, digits: int) -> int:
    """Return bits that lose nothing of the ends of a ball.

    The ends are taken and scaled with so many.
    """
    if not ball.is_finite():
        raise PrecisionError("the enclosure is not finite; more precision is needed")
    mantissa, two_exponent = (int(part) for part in ball.mid().man_exp())
    radius, radius_exponent = (int(part) for part in ball.rad().man_exp())
    magnitudes = (mantissa.bit_length() + two_exponent, radius.bit_length() + radius_exponent)
    magnitude = max(abs(each).bit_length() for each in magnitudes)
    # An end carries up to this many bits itself; scaling it needs that much again.
    return 2 * (bits_for(digits) + mantissa.bit_length() + magnitude + 64)


def _scaled(point: arb, digits: int, upward: bool) -> tuple[int, int]:
    """Return (m, e), m 10^e on the right side of a point.

    The point is exact and not negative, m and e are integers.
    """
    if point.is_zero():
        return 0, 0
    mantissa, two_exponent = (int(part) for part in point.man_exp())
    if mantissa.bit_length() + two_exponent < -4 * _SMALLEST:
        return int(upward), -_SMALLEST
    scaled, exponent = _shifted(point, digits)
    return (_ceiling(scaled.upper()) if upward else _floor(scaled.lower())), exponent


def _nearest_ends(low: arb, high: arb, digits: int) -> tuple[str | None, str | None]:
    return _nearest(low, digits), _nearest(high, digits)


def _nearest(point: arb, digits: int) -> str | None:
    """Round a nonnegative exact point; None where its ball straddles a tie."""
    if point.is_zero():
        return "0"
    scaled, exponent = _shifted(point, digits)
    low, high = (round(_dyadic(end)) for end in (scaled.lower(), scaled.upper()))
    return _scientific(low, exponent) if low == high <= 10**digits else None


def _shifted(point: arb, digits: int) -> tuple[arb, int]:
    """Scale a point to `digits` digits before the point, as a ball.

    It is a ball around point / 10^e, with e.

    Computed at the working precision of the caller, see `_working_bits`.
    """
    logarithm = (point.log() / arb.const_log10()).lower()
    leading = _floor(logarithm)
    if point >= _ten_to(leading + 1):
        leading += 1
    shift = digits - 1 - leading
    # Dividing keeps the result exact where the point is a multiple of the power of ten.
    return point * _ten_to(shift) if shift >= 0 else point / _ten_to(-shift), -shift


def _ten_to(power: int) -> arb:
    return arb(10) ** power


def _dyadic(point: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def _floor(point: arb) -> int:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return mantissa << exponent if exponent >= 0 else mantissa >> -exponent


def _ceiling(point: arb) -> int:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return mantissa << exponent if exponent >= 0 else -(-mantissa >> -exponent)


def _scientific(mantissa: int, exponent: int) -> str:
    """Write plainly at ordinary sizes, else scientifically.

    Trailing zeros are kept out.
    """
    if mantissa == 0:
        return "0"
    digits = integer_text(mantissa)
    stripped = digits.rstrip("0")
    leading = exponent + len(digits) - 1
    if -5 < leading < 16:
        return _plain(stripped, leading)
    fraction = f".{stripped[1:]}" if len(stripped) > 1 else ""
    return f"{stripped[0]}{fraction}e{leading:+d}"


def _plain(digits: str, leading: int) -> str:
    if leading < 0:
        return "0." + "0" * (-leading - 1) + digits
    if len(digits) <= leading + 1:
        return digits + "0" * (leading + 1 - len(digits))
    return digits[: leading + 1] + "." + digits[leading + 1 :]


def _negated(text: str) -> str:
    if text == "0":
        return text
    return text[1:] if text.startswith("-") else "-" + text
