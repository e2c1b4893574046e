"""Which coordinates are neighbours: smoothing a model's gradient, which is a list of tensors.

A circle on the coordinates is a choice that the data did not make, and the result depends on it:

* `VECTOR`: all tensors in one vector, tensor after tensor, row-major [Wang et al. 2019, Algorithm 1 as printed];
* `TENSOR`: each tensor is a circle of its own, row-major;
* `GRID`: the last two axes of a tensor are a torus, tensors with one axis are circles, single numbers stay.

World: estimate (float64).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing.choice import Choice
from sdp_proofs.smoothing.fourier import Floats, smooth, smooth_torus


class Layout(Choice):
    """How a list of tensors is laid out on circles.

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
