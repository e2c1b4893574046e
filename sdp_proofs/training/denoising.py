"""What is done to the noisy gradient: smoothing, and the controls that a referee would ask for.

Each acts on the list of tensors of a gradient, g + noise:

* `NONE`: nothing; plain DP-SGD.
* `SMOOTHING`: A^-1 (g + noise) in the layout asked for.
* `EQUAL_NORM`: the noisy gradient, shrunk to the norm that smoothing would have given it at this step.
* `CONSTANT`: times sqrt(beta), the ratio at which smoothing shrinks white noise in mean square.
* `PERMUTED`: smoothing after a random permutation of all coordinates, undone afterwards: neighbours mean nothing.
* `TRANSPOSED`: smoothing with the axes of each tensor reversed, so that other coordinates are neighbours.
* `NOISELESS`: A^-1 g + noise; smoothing the gradient before the noise. As A^-1 has norm 1, the sensitivity is at most
  that of g, and the privacy at least that of plain DP-SGD.

All but the last are functions of the noisy gradient. World: estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sdp_proofs.smoothing import kernel, torus
from sdp_proofs.smoothing.choice import Choice
from sdp_proofs.smoothing.fourier import Floats
from sdp_proofs.smoothing.operator import SmoothingOperator, check_float_sigma
from sdp_proofs.smoothing.tensors import Layout, smooth_tensors


class Kind(Choice):
    """Which of them.

    Example:
        >>> Kind.read("equal-norm")
        <Kind.EQUAL_NORM: 'equal-norm'>
    """

    NONE = "none"
    SMOOTHING = "smoothing"
    EQUAL_NORM = "equal-norm"
    CONSTANT = "constant"
    PERMUTED = "permuted"
    TRANSPOSED = "transposed"
    NOISELESS = "noiseless"


@dataclass(frozen=True, slots=True)
class Denoising:
    """A kind with its strength and its layout.

    Args:
        kind: which one.
        sigma: strength of the smoothing, >= 0; it also sets how much the controls shrink.
        layout: which coordinates are neighbours.
        order: seed of the permutation.

    Raises:
        DomainError: sigma < 0, or too large for floats.

    Example:
        >>> smoothing = Denoising(Kind.SMOOTHING, Fraction(1))
        >>> smoothing.after([np.array([5.0, 0.0])])[0].round(12).tolist()
        [3.0, 2.0]
    """

    kind: Kind
    sigma: Fraction
    layout: Layout = Layout.TENSOR
    order: int = 0

    def __post_init__(self) -> None:
        check_float_sigma(self.sigma)

    def before(self, tensors: Sequence[Floats]) -> list[Floats]:
        """What is done to the gradient before the noise."""
        return self._smooth(tensors) if self.kind is Kind.NOISELESS else list(tensors)

    def after(self, tensors: Sequence[Floats]) -> list[Floats]:
        """What is done to the noisy gradient."""
        if self.kind is Kind.SMOOTHING:
            return self._smooth(tensors)
        if self.kind is Kind.EQUAL_NORM:
            length = _norm(tensors)
            return _scaled(tensors, _norm(self._smooth(tensors)) / length if length else 1.0)
        if self.kind is Kind.CONSTANT:
            return _scaled(tensors, self._constant(tensors))
        if self.kind is Kind.PERMUTED:
            return self._permuted(tensors)
        if self.kind is Kind.TRANSPOSED:
            return [tensor.T for tensor in self._smooth([tensor.T for tensor in tensors])]
        return list(tensors)

    def _smooth(self, tensors: Sequence[Floats]) -> list[Floats]:
        return smooth_tensors(tensors, self.sigma, self.layout)

    def _constant(self, tensors: Sequence[Floats]) -> float:
        """The root of the mean of beta over the circles of the layout, each weighted by its size."""
        shapes = [tensor.shape for tensor in tensors]
        if self.layout is Layout.VECTOR:
            shapes = [(sum(tensor.size for tensor in tensors),)]
        sizes = [math.prod(shape) for shape in shapes]
        betas = [self._beta(shape) for shape in shapes]
        return math.sqrt(sum(size * beta for size, beta in zip(sizes, betas, strict=True)) / sum(sizes))

    def _beta(self, shape: tuple[int, ...]) -> float:
        if self.layout is Layout.GRID and len(shape) > 1:
            return float(torus.beta(shape[-2], shape[-1], self.sigma, digits=15))
        return float(kernel.beta(SmoothingOperator(math.prod(shape), self.sigma), digits=15))

    def _permuted(self, tensors: Sequence[Floats]) -> list[Floats]:
        ends = np.cumsum([tensor.size for tensor in tensors])[:-1]
        flat = np.concatenate([tensor.ravel() for tensor in tensors])
        order = np.random.default_rng([self.order, 2]).permutation(len(flat))
        parts = [part.reshape(tensor.shape) for part, tensor in zip(np.split(flat[order], ends), tensors, strict=True)]
        found = np.concatenate([part.ravel() for part in self._smooth(parts)])
        flat[order] = found
        return [part.reshape(tensor.shape) for part, tensor in zip(np.split(flat, ends), tensors, strict=True)]


def _norm(tensors: Sequence[Floats]) -> float:
    return math.sqrt(sum(float((tensor**2).sum()) for tensor in tensors))


def _scaled(tensors: Sequence[Floats], factor: float) -> list[Floats]:
    return [tensor * factor for tensor in tensors]
