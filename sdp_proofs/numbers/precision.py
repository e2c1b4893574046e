"""Raising the precision until the digits asked for are proven, with a ceiling."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure

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


def refine(compute: Callable[[int], arb], digits: int, ceiling: int | None = None) -> Enclosure:
    """Call `compute(bits)` with growing `bits` until its ball proves `digits` significant digits.

    A ball that is exactly zero is accepted at once.

    Args:
        compute: returns a ball that contains the value; better with more bits.
        digits: significant decimal digits to prove; three more are kept for rounding outward.
        ceiling: bits beyond which to give up; without one, eight times the target and 8192 more.

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
    bits, least_step = target, 32
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
