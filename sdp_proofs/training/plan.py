"""Describe a run of private training: everything that decides it, read exactly.

*Denoising* is smoothing, or a control that a referee would ask for. Each acts on the list of tensors of a gradient, g
+ noise:

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
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_integer, read_rational, shown
from sdp_proofs.smoothing import laplacian
from sdp_proofs.smoothing.floats import Choice, Floats, Layout, smooth_tensors
from sdp_proofs.smoothing.laplacian import SmoothingOperator, check_float_sigma
from sdp_proofs.training.privacy import Release, Sampler, Scheme


class Kind(Choice):
    """Choice of which of them.

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
        """Return what is done to the gradient before the noise."""
        return self._smooth(tensors) if self.kind is Kind.NOISELESS else list(tensors)

    def after(self, tensors: Sequence[Floats]) -> list[Floats]:
        """Return what is done to the noisy gradient."""
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
            return float(laplacian.beta_of_torus(shape[-2], shape[-1], self.sigma, digits=15))
        return float(laplacian.beta_of_circle(SmoothingOperator(math.prod(shape), self.sigma), digits=15))

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


MOST_STEPS = 10**7
SEED_BITS = 256
LEAST, MOST = Fraction(1, 10**9), 10**9
"""Limits of sizes that become floats: noise must not vanish by rounding while it is accounted for."""


class Schedule(StrEnum):
    """Record of how the step size falls with the number t = 1, 2, ... of the step: a, a/sqrt(t), a/t."""

    CONSTANT = "constant"
    ROOT = "root"
    INVERSE = "inverse"

    @classmethod
    def read(cls, text: str) -> Schedule:
        """The schedule of this name.

        Raises:
            DomainError: there is none.

        Example:
            >>> Schedule.read("inverse").at(2.0, 4)
            0.5
        """
        try:
            return cls(text)
        except ValueError:
            raise DomainError(f"schedule must be one of {', '.join(cls)}, got {text!r}") from None

    def at(self, size: float, step: int) -> float:
        """The step size of step `step`, counted from 1."""
        return float(size * step ** {"constant": 0.0, "root": -0.5, "inverse": -1.0}[self.value])


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Description of what a run does; `read` makes one from what was typed.

    Args:
        sampler: how batches are drawn.
        steps: number of steps T >= 1.
        clip: clip norm C of a per-example gradient, from 1e-9 to 1e9.
        sigma: noise multiplier, 0 or from 1e-9 to 1e9: the noise on the sum has deviation sigma C. At 0 the run is not
            private.
        denoising: what is done to the noisy gradient.
        step_size: a, from 1e-9 to 1e9.
        schedule: how it falls.
        decay: weight decay, 0 or from 1e-9 to 1e9, added after the denoising.
        seed: of batches and noise. Who knows it can subtract the noise, so a run is private only while it is secret.

    Raises:
        DomainError: a number out of its range.

    Example:
        >>> plan = TrainingPlan.read(records=1500, batch=60, steps=500, clip=1, sigma=2, smoothing=1)
        >>> plan.release.sampler.rate, plan.denoising.kind
        (Fraction(1, 25), <Kind.SMOOTHING: 'smoothing'>)
    """

    sampler: Sampler
    steps: int
    clip: Fraction
    sigma: Fraction
    denoising: Denoising
    step_size: Fraction
    schedule: Schedule
    decay: Fraction
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MOST_STEPS:
            raise DomainError(f"the number of steps must be from 1 to {MOST_STEPS}, got {shown(self.steps)}")
        for name, value in (("the clip norm", self.clip), ("the step size", self.step_size)):
            if not LEAST <= value <= MOST:
                raise DomainError(f"{name} must be > 0, from 1e-9 to 1e9, got {shown(value)}")
        for name, value in (("the noise multiplier sigma", self.sigma), ("the weight decay", self.decay)):
            if value and not LEAST <= value <= MOST:
                raise DomainError(f"{name} must be 0 or from 1e-9 to 1e9, got {shown(value)}")
        if not 0 <= self.seed < 2**SEED_BITS:
            raise DomainError(f"the seed must be from 0 to 2**{SEED_BITS} - 1, got {shown(self.seed)}")

    @classmethod
    def read(
        cls,
        *,
        records: int,
        batch: Readable,
        steps: Readable,
        clip: Readable,
        sigma: Readable,
        smoothing: Readable = 0,
        **options: Any,
    ) -> TrainingPlan:
        """Read all numbers exactly.

        Args:
            records: number of training records.
            batch: size of a batch, for Poisson sampling its expectation.
            steps: how many.
            clip: clip norm.
            sigma: noise multiplier.
            smoothing: the paper's sigma; 0 for none.
            options: `sampling`, `layout`, `denoising`, `schedule` (names), `step_size`, `decay`, `seed`.

        Raises:
            DomainError: a number that cannot be read exactly or is out of its range, or an unknown name.
        """
        unknown = set(options) - {"sampling", "layout", "denoising", "schedule", "step_size", "decay", "seed"}
        if unknown:
            raise DomainError(f"a training plan has no option {', '.join(sorted(unknown))}")
        sampler = Sampler(Scheme.read(options.get("sampling", "poisson")), records, read_integer(batch, "the batch"))
        seed = read_integer(options.get("seed", 0), "the seed")
        return cls(
            sampler=sampler,
            steps=read_integer(steps, "the number of steps"),
            clip=read_rational(clip, "the clip norm"),
            sigma=read_rational(sigma, "the noise multiplier sigma"),
            denoising=Denoising(
                Kind.read(options.get("denoising", "smoothing")),
                read_rational(smoothing, "the smoothing strength"),
                Layout.read(options.get("layout", "tensor")),
                seed,
            ),
            step_size=read_rational(options.get("step_size", 1), "the step size"),
            schedule=Schedule.read(options.get("schedule", "constant")),
            decay=read_rational(options.get("decay", 0), "the weight decay"),
            seed=seed,
        )

    @property
    def release(self) -> Release:
        """Return what one step releases."""
        return Release(self.sampler, self.clip, self.sigma)

    def settings(self) -> dict[str, str]:
        """Everything but the number of steps as text: what a resumed run must have in common with its beginning."""
        return {each.name: str(getattr(self, each.name)) for each in fields(self) if each.name != "steps"}
