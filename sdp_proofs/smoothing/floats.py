"""Smooth in float64 by the fast Fourier transform, with a proven bound of the error.

*By the Fourier transform.* On a torus with k axes A = I - sigma (L_1 + ... + L_k), one Laplacian per axis; its
eigenvalues are 1 + 4 sigma times the sum of sin^2(pi j/d) over the axes. One axis is the operator of the paper; two
axes respect that the neighbours of a pixel are four. With sin^2 the small eigenvalues keep all their digits, which 1 -
cos would lose.

*Tensors.* A model's gradient is a list of tensors. A circle on the coordinates is a choice that the data did not make,
and the result depends on it:

* `VECTOR`: all tensors in one vector, tensor after tensor, row-major [Wang et al. 2019, Algorithm 1 as printed];
* `TENSOR`: each tensor is a circle of its own, row-major;
* `GRID`: the last two axes of a tensor are a torus, tensors with one axis are circles, single numbers stay.

*The error of a computed u*, by a bound that does not ask how u was computed.

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
World: estimate (float64); `error_upper` is a directed bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing.laplacian import check_float_sigma


class Choice(StrEnum):
    """One of a few words; a subclass lists them."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The choice of this name.

        Raises:
            DomainError: there is none.
        """
        try:
            return cls(text)
        except ValueError:
            raise DomainError(f"{cls.__name__.lower()} must be one of {', '.join(cls)}, got {text!r}") from None


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
        raise DomainError(f"a vector must have one axis and at least one coordinate, got the shape {vector.shape}")
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


class Layout(Choice):
    """Record of how a list of tensors is laid out on circles.

    Example:
        >>> Layout.read("grid")
        <Layout.GRID: 'grid'>
    """

    VECTOR = "vector"
    TENSOR = "tensor"
    GRID = "grid"


def smooth_tensors(tensors: Sequence[Floats], sigma: Fraction, layout: Layout = Layout.TENSOR) -> list[Floats]:
    """The tensors, smoothed; shapes are kept.

    Args:
        tensors: arrays of any shapes, none of them empty.
        sigma: strength >= 0.
        layout: which coordinates are neighbours.

    Raises:
        DomainError: no tensor, an empty one, or sigma < 0.

    Example:
        >>> parts = [np.array([5.0]), np.array([0.0])]
        >>> [part.round(12).tolist() for part in smooth_tensors(parts, Fraction(1), Layout.VECTOR)]
        [[3.0], [2.0]]
        >>> [part.round(12).tolist() for part in smooth_tensors(parts, Fraction(1), Layout.TENSOR)]
        [[5.0], [0.0]]
    """
    if not tensors or any(tensor.size == 0 for tensor in tensors):
        raise DomainError("tensors must be given and not be empty, got none or an empty one")
    if layout is Layout.VECTOR:
        whole = smooth(np.concatenate([tensor.ravel() for tensor in tensors]), sigma)
        ends = np.cumsum([tensor.size for tensor in tensors])[:-1]
        return [part.reshape(tensor.shape) for part, tensor in zip(np.split(whole, ends), tensors, strict=True)]
    if layout is Layout.GRID:
        return [_on_grid(tensor, sigma) for tensor in tensors]
    return [smooth(tensor.ravel(), sigma).reshape(tensor.shape) for tensor in tensors]


def _on_grid(tensor: Floats, sigma: Fraction) -> Floats:
    if tensor.ndim == 0:
        return tensor.copy()
    return smooth_torus(tensor, sigma, (-2, -1) if tensor.ndim > 1 else (-1,))


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
        >>> from sdp_proofs.smoothing.floats import smooth
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
