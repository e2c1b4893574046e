"""The table of all mixtures of two sources by the recursion in float64, with an error bound from counting roundings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.smoothed.two_sources import _around_one, _check_shares, _common_accuracy, _nonnegative

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

    _Doubles = tuple[NDArray[float64], NDArray[int64]]

DOUBLE_ERROR = Fraction(1, 1 << 53)
"""Half a unit in the last place of a float64 in [1, 2)."""
_NO_EXPONENT = -(1 << 60)


def recursion_table_in_doubles(deltas: Sequence[arb], low: Fraction, high: Fraction) -> list[arb]:
    """Compute `two_sources.recursion_table` in float64, with the error bound that follows from counting roundings.

    Numbers are mantissa * 2^exponent with a float64 mantissa and an integer exponent, so nothing overflows.
    One step v <- miss v(.) + hit v(. + 1) rounds each weight once (relative error u = 2^-53), each product once and
    the sum once; when the two exponents differ by more than a thousand the smaller product may vanish, which is
    below u of the sum as well. All numbers are nonnegative, so each of these four is a relative error
    of the result: a step multiplies by a number in [(1-u)^4, (1+u)^4]. An entry of the table takes at most n
    steps of either kind, 2n in all, and its delta was cut to 53 bits (2u): the relative error is at most

        e = (8n + 2) u / (1 - (8n + 2) u)        [N factors (1 + d), |d| <= u, stay within N u/(1 - N u) of 1],

    and it is multiplied by the relative error of the deltas' balls. The answer is a list of balls with that radius.

    Raises:
        DomainError: as `smoothed_table`; also a delta known to less than 8 bits.
        PrecisionError: a binary exponent beyond 2^58.

    Example:
        >>> table = recursion_table_in_doubles([arb(1), arb(0), arb(1)], Fraction(1, 2), Fraction(3, 4))
        >>> [round(float(value), 6) for value in table]
        [0.5, 0.5, 0.625]
    """
    import numpy as np

    _check_shares(low, high)
    balls = _nonnegative(deltas)
    accuracy = _common_accuracy(balls)
    if accuracy < 8:
        raise DomainError(f"deltas must be known to at least 8 bits, got {accuracy}")
    if high == 0:
        return balls[:1] * len(balls)
    roundings = 8 * (len(balls) - 1) + 2
    error = roundings * DOUBLE_ERROR / (1 - roundings * DOUBLE_ERROR)
    parts = [_cut(ball) for ball in balls]
    start = np.array([part[0] for part in parts]), np.array([part[1] for part in parts], dtype=np.int64)
    mantissas, exponents = _double_averages(start, high)
    mantissas, exponents = _double_averages((mantissas[::-1], exponents[::-1]), 1 - low / high)
    with ctx.workprec(96):
        factor = arb(1, fraction_ball(error).upper()) * _around_one(accuracy)
        return [
            arb((int(np.ldexp(mantissa, 60)), int(exponent) - 60)) * factor if mantissa else arb(0)
            for mantissa, exponent in zip(mantissas[::-1], exponents[::-1], strict=True)
        ]


def _cut(ball: arb) -> tuple[float, int]:
    """The midpoint as mantissa in [1/2, 1) and exponent, cut to 53 bits."""
    mantissa, exponent = (int(part) for part in ball.mid().man_exp())
    length = mantissa.bit_length()
    if not mantissa:
        return 0.0, _NO_EXPONENT
    if abs(exponent) > -_NO_EXPONENT // 4:
        raise PrecisionError(f"binary exponents must be at most {-_NO_EXPONENT // 4}, got {exponent}")
    leading = mantissa >> (length - 53) if length > 53 else mantissa << (53 - length)
    return leading / (1 << 53), exponent + length


def _weight(weight: Fraction) -> tuple[float, int]:
    """The weight as float64 mantissa, rounded once, and exponent."""
    if not weight:
        return 0.0, 0
    exponent = weight.numerator.bit_length() - weight.denominator.bit_length()
    return float(weight / Fraction(2) ** exponent), exponent


def _double_averages(values: _Doubles, success: Fraction) -> _Doubles:
    """E v(Bin(j, success)) for all j, see `recursion_table_in_doubles`."""
    import numpy as np

    mantissas, exponents = values
    (hit, hit_shift), (miss, miss_shift) = _weight(success), _weight(1 - success)
    firsts = [(mantissas[0], exponents[0])]
    for _ in range(len(mantissas) - 1):
        ours, our_shifts = np.frexp(mantissas[:-1] * miss)
        theirs, their_shifts = np.frexp(mantissas[1:] * hit)
        ours_at = np.where(ours == 0, _NO_EXPONENT, exponents[:-1] + (our_shifts + miss_shift))
        theirs_at = np.where(theirs == 0, _NO_EXPONENT, exponents[1:] + (their_shifts + hit_shift))
        exponents = np.maximum(ours_at, theirs_at)
        mantissas = np.ldexp(ours, np.maximum(ours_at - exponents, -2000).astype(np.int32))
        mantissas += np.ldexp(theirs, np.maximum(theirs_at - exponents, -2000).astype(np.int32))
        firsts.append((mantissas[0], exponents[0]))
    return np.array([first[0] for first in firsts]), np.array([first[1] for first in firsts])
