"""How far a computed u is from A^-1 v: a proven bound that does not ask how u was computed.

**Theorem.** Let A = I - sigma (L_1 + ... + L_k) on a torus, sigma >= 0. For all u and v,

    |u - A^-1 v|_p <= |v - A u|_p     for p = 1, 2 and infinity.

*Proof.* u - A^-1 v = -A^-1 (v - A u), so it is enough that A^-1 has norm at most 1. A has positive diagonal,
nonpositive entries beside it and A 1 = 1, so it is strictly diagonally dominant by rows; such a matrix is invertible
with a nonnegative inverse (write A = c (I - N) with N >= 0 and row sums below 1, and sum the powers of N). A^-1 1 = 1,
so its rows sum to 1, and as A is symmetric its columns as well: the norms for p = 1 and infinity are 1, and that for
p = 2 is at most the root of their product. QED

So nothing is assumed about the Fourier transform: the bound is computed from u afterwards, by a stencil whose rounding
errors are few. With e = 2^-53, a float operation gives f with |f - exact| <= e |f| + h, where h = 2^-1022 covers
underflow, gradual or not [Higham 2002, Thm 2.3]. Of the stencil on one axis let a = fl(u(i) - u(i - 1)),
t = fl(a(i) - a(i + 1)), of all axes T = their sum, p = fl(sigma' T), q = fl(v - u), r = fl(q - p), where sigma' is the
float of sigma, and let capitals be maxima of absolute values (exact in floats). Each t is off by at most e (2 A + T) +
3 h; adding k axes one by one adds e times each partial sum plus h; p is off by e P + h + sigma' (error of T) +
|sigma' - sigma| (|T| + its error); and r by e Q + e R + 2 h more. All this is added up in fractions, and rounded up.

Hypotheses: float64 of IEEE 754, rounding to nearest, operations not reordered inside one array operation (numpy).
World: directed bound.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing.fourier import Floats
from sdp_proofs.smoothing.operator import check_float_sigma

_UNIT, _TINY = Fraction(1, 2**53), Fraction(1, 2**1022)


def error_upper(smoothed: Floats, values: Floats, sigma: Fraction, axes: tuple[int, ...] = (-1,)) -> float:
    """An upper bound of the largest coordinate of |u - A^-1 v|.

    Args:
        smoothed: u, an approximation of A^-1 v however computed, finite.
        values: v, of the same shape, finite.
        sigma: strength >= 0.
        axes: where neighbours are; one for the operator of the paper.

    Raises:
        DomainError: not such arrays, or numbers so large that the residual overflows.

    Example:
        >>> from sdp_proofs.smoothing.fourier import smooth
        >>> noise = np.random.default_rng(1).standard_normal(1000)
        >>> error_upper(smooth(noise, Fraction(3)), noise, Fraction(3)) < 1e-13
        True
    """
    u, v = np.asarray(smoothed, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if u.shape != v.shape or not u.size or not axes:
        raise DomainError(f"both arrays must have one shape and not be empty, got {u.shape} and {v.shape}")
    strength = float(check_float_sigma(sigma))
    with np.errstate(all="ignore"):
        total, error = _stencil(u, axes)
        step = strength * total
        change = v - u
        rest = change - step
    largest = [_largest(each) for each in (total, step, change, rest)]
    high, p, q, r = largest
    error = _UNIT * p + _TINY + Fraction(strength) * error + abs(Fraction(strength) - sigma) * (high + error)
    return _rounded_up(r + error + _UNIT * (q + r) + 2 * _TINY)


def _stencil(u: Floats, axes: tuple[int, ...]) -> tuple[Floats, Fraction]:
    """The sum over the axes of 2 u(i) - u(i - 1) - u(i + 1), and a bound of its rounding error."""
    total, error = None, Fraction(0)
    for axis in axes:
        steps = u - np.roll(u, 1, axis)
        bends = steps - np.roll(steps, -1, axis)
        error += _UNIT * (2 * _largest(steps) + _largest(bends)) + 3 * _TINY
        total = bends if total is None else total + bends
        error += _UNIT * _largest(total) + _TINY
    assert total is not None
    return total, error


def _largest(array: Floats) -> Fraction:
    value = max(float(array.max()), -float(array.min()))
    if not math.isfinite(value):
        raise DomainError("the numbers to be smoothed must be finite and not overflow, got one that is not")
    return Fraction(value)


def _rounded_up(value: Fraction) -> float:
    nearest = float(value)
    return nearest if Fraction(nearest) >= value else math.nextafter(nearest, math.inf)
