"""Smoothing in linear time, by the factors of A: a second route that shares nothing with the Fourier transform.

With w = (s - 1)/(s + 1), s = sqrt(1 + 4 sigma), and S the shift by one place, A = (1 - w)^-2 (I - w S)(I - w S^-1),
because (1 + w^2)/(1 - w)^2 = 1 + 2 sigma and w/(1 - w)^2 = sigma. So A^-1 v is two recursions, y(i) = v(i) + w y(i - 1)
forwards and the same backwards, times (1 - w)^2. The start of a recursion on the circle is
y(-1) = sum over k of w^k v(d - 1 - k), 0 <= k < d, divided by 1 - w^d; terms below 2^-64 of the first are left out.

World: estimate; `residual` bounds its error too. Rounding errors grow like 1/(1 - w), about sqrt(sigma).
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing.floats import Floats, vector_of
from sdp_proofs.smoothing.laplacian import check_sigma

LARGEST_SIGMA = 10**8
"""Beyond it the recursions would lose too many digits."""


def smooth(values: Floats, sigma: Fraction) -> Floats:
    """A^-1 v for a vector, in O(d) (estimate).

    Args:
        values: v, of shape (d,), finite.
        sigma: strength >= 0.

    Raises:
        DomainError: not such a vector, sigma < 0, or sigma > `LARGEST_SIGMA`.

    Example:
        >>> smooth(np.array([5.0, 0.0]), Fraction(1)).round(12).tolist()
        [3.0, 2.0]
    """
    vector = vector_of(values)
    if check_sigma(sigma) > LARGEST_SIGMA:
        raise DomainError(f"sigma must be at most {LARGEST_SIGMA} in linear time, got {sigma}")
    root = math.sqrt(1 + 4 * float(sigma))
    ratio = 4 * float(sigma) / (root + 1) ** 2
    if ratio == 0:
        return vector.copy()
    forwards = _recursion(vector, ratio)
    return (2 / (root + 1)) ** 2 * _recursion(forwards[::-1], ratio)[::-1]


def _recursion(vector: Floats, ratio: float) -> Floats:
    from scipy.signal import lfilter

    size = len(vector)
    reach = min(size, math.ceil(64 * math.log(2) / -math.log(ratio)))
    weights = ratio ** np.arange(reach)
    start = float(weights @ vector[::-1][:reach]) / -math.expm1(size * math.log(ratio))
    filtered, _ = lfilter([1.0], [1.0, -ratio], vector, zi=[ratio * start])
    result: Floats = filtered
    return result
