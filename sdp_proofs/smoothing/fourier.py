"""Smoothing by the fast Fourier transform: any size, float64, on the circle, on the torus, and by the square root.

On a torus with k axes A = I - sigma (L_1 + ... + L_k), one Laplacian per axis; its eigenvalues are 1 + 4 sigma times
the sum of sin^2(pi j/d) over the axes. One axis is the operator of the paper; two axes respect that the neighbours of a
pixel are four. With sin^2 the small eigenvalues keep all their digits, which 1 - cos would lose.

World: estimate; `residual` says how far from A^-1 v it can be, with proof.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing.operator import check_float_sigma

Floats: TypeAlias = NDArray[np.float64]
_BLOCK = 1 << 16
"""Eigenvalues computed at a time: they stay in the cache, and no array of their size is needed."""


def smooth(values: Floats, sigma: Fraction) -> Floats:
    """A^-1 v for a vector, in O(d log d) (estimate).

    Args:
        values: v, of shape (d,), finite.
        sigma: strength >= 0.

    Raises:
        DomainError: not such a vector, or sigma < 0.

    Example:
        >>> smooth(np.array([5.0, 0.0]), Fraction(1)).round(12).tolist()
        [3.0, 2.0]
    """
    return _divided(vector_of(values), sigma, root=False)


def smooth_by_root(values: Floats, sigma: Fraction) -> Floats:
    """A^-1/2 v for a vector (estimate).

    Raises:
        DomainError: not such a vector, or sigma < 0.

    Example:
        >>> smooth_by_root(np.array([3.0, 0.0]), Fraction(2)).round(12).tolist()
        [2.0, 1.0]
    """
    return _divided(vector_of(values), sigma, root=True)


def smooth_torus(values: Floats, sigma: Fraction, axes: tuple[int, ...] = (-2, -1)) -> Floats:
    """A^-1 on the torus of some axes, the other axes being a stack of tori (estimate).

    Args:
        values: an array that has these axes.
        sigma: strength >= 0, the same on every axis.
        axes: where neighbours are.

    Raises:
        DomainError: no such axes, an empty array, or sigma < 0.

    Example:
        >>> smooth_torus(np.array([[9.0, 0.0], [0.0, 0.0]]), Fraction(1, 2)).round(12).tolist()
        [[4.2, 1.8], [1.8, 1.2]]
    """
    array = np.asarray(values, dtype=np.float64)
    places = [axis % array.ndim for axis in axes if -array.ndim <= axis < array.ndim]
    if not places or len(set(places)) != len(axes) or array.size == 0:
        raise DomainError(f"an array must not be empty and have the axes {axes}, got the shape {array.shape}")
    if check_float_sigma(sigma) == 0:
        return array.copy()
    sums = np.zeros((1,) * array.ndim)
    for axis in places:
        size = array.shape[axis]
        # The last transformed axis of a real transform has half the frequencies.
        count = size // 2 + 1 if axis == places[-1] else size
        waves = np.sin(np.arange(count) * (np.pi / size)) ** 2
        sums = sums + waves.reshape([-1 if place == axis else 1 for place in range(array.ndim)])
    spectrum = np.fft.rfftn(array, axes=places) / (1 + 4 * float(sigma) * sums)
    return np.fft.irfftn(spectrum, s=[array.shape[axis] for axis in places], axes=places)


def vector_of(values: Floats) -> Floats:
    """The values as a float64 vector.

    Raises:
        DomainError: more than one axis, or no coordinate.
    """
    vector = np.asarray(values, dtype=np.float64)
    if vector.ndim != 1 or not vector.size:
        raise DomainError(f"a vector must have one axis and a coordinate at least, got the shape {vector.shape}")
    return vector


def _divided(vector: Floats, sigma: Fraction, *, root: bool) -> Floats:
    if check_float_sigma(sigma) == 0:
        return vector.copy()
    spectrum = np.fft.rfft(vector)
    strength, turn = 4 * float(sigma), np.pi / len(vector)
    for start in range(0, len(spectrum), _BLOCK):
        part = spectrum[start : start + _BLOCK]
        waves = np.sin(np.arange(start, start + len(part)) * turn)
        eigenvalues = 1 + strength * (waves * waves)
        part /= np.sqrt(eigenvalues) if root else eigenvalues
    return np.fft.irfft(spectrum, n=len(vector))
