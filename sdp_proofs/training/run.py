"""Runs DP-SGD and its smoothed variants in numpy, step by step, and knows what each step released.

One step [Wang et al. 2019, Eq. (5), with per-example clipping]:

    w <- w - a(t) ( A^-1 ( (sum over the batch of clipped gradients + sigma C n) / b ) + decay w ),

n standard normal, b the batch size, for Poisson sampling the expected one: dividing by the drawn size would tell it.
Batch and noise of a step depend on the seed and the number of the step alone. So a run that was interrupted continues
exactly where it was, and runs with one seed and different denoising see the same batches and the same noise: they can
be compared in pairs.

World: floats; the release is exact.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sdp_proofs.errors import DomainError
from sdp_proofs.training import checkpoint, logistic
from sdp_proofs.training.data import Dataset
from sdp_proofs.training.logistic import Parameters
from sdp_proofs.training.plan import TrainingPlan
from sdp_proofs.training.privacy import PrivacyRecord

SAVE_EVERY = 200
"""Steps between two states that are written."""
_BATCH, _NOISE = 0, 1


@dataclass(frozen=True, slots=True)
class Measure:
    """What a model does on the data; none of it is private.

    Args:
        step: after how many steps.
        loss: mean cross entropy on the test records, nats.
        accuracy: share of test records whose class is the most probable one.
        training_loss: mean cross entropy on the training records.
    """

    step: int
    loss: float
    accuracy: float
    training_loss: float


@dataclass(frozen=True, slots=True)
class Trained:
    """A finished run.

    Args:
        parameters: of the model.
        measures: along the run; the last one is at its end.
        privacy: what was released.
    """

    parameters: Parameters
    measures: tuple[Measure, ...]
    privacy: PrivacyRecord


def train(
    plan: TrainingPlan,
    data: Dataset,
    *,
    measure_every: int = 0,
    resume: str | os.PathLike[str] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Trained:
    """Train multi-class logistic regression.

    Args:
        plan: what to do.
        data: as many training records as the plan samples from.
        measure_every: steps between two measures; 0 for one at the end.
        resume: a file that keeps the state, and from which a run continues. Measures before it are not repeated.
        progress: called after every step.

    Raises:
        DomainError: the plan is for another number of records, or the file is not of this run.
        OSError: the file cannot be read or written.

    Example:
        >>> from sdp_proofs.training.data import digits
        >>> plan = TrainingPlan.read(records=1500, batch=60, steps=50, clip=1, sigma=2, smoothing=1, step_size=2)
        >>> trained = train(plan, digits())
        >>> trained.privacy.expression()
        'poisson(rate=1/25, gaussian(sigma=2)) * 50'
        >>> trained.measures[-1].accuracy > 0.5
        True
    """
    if data.records != plan.sampler.records:
        raise DomainError(f"the plan must be for the {data.records} records there are, got {plan.sampler.records}")
    settings = {**plan.settings(), "data": data.fingerprint(), "model": "logistic"}
    parameters, done, privacy = logistic.start(data), 0, PrivacyRecord()
    if resume is not None and Path(resume).exists():
        state = checkpoint.read(resume, settings)
        checkpoint.same_shapes(os.fspath(resume), state.arrays, parameters)
        if state.step > plan.steps:
            raise DomainError(f"{resume}: must have at most {plan.steps} steps, it has {state.step}")
        parameters, done = (state.arrays[0], state.arrays[1]), state.step
        if done:
            privacy.add(plan.release, largest_norm=0, times=done)
    measures = []
    try:
        for number in range(done + 1, plan.steps + 1):
            parameters, norm = _step(plan, data, parameters, number)
            privacy.add(plan.release, largest_norm=norm)
            done = number
            if measure_every and number % measure_every == 0 and number < plan.steps:
                measures.append(measure(number, parameters, data))
            if resume is not None and number % SAVE_EVERY == 0:
                checkpoint.write(resume, checkpoint.Checkpoint(number, parameters, plan.seed, settings))
            progress()
    finally:
        if resume is not None:
            checkpoint.write(resume, checkpoint.Checkpoint(done, parameters, plan.seed, settings))
    return Trained(parameters, (*measures, measure(plan.steps, parameters, data)), privacy)


def measure(step: int, parameters: Parameters, data: Dataset) -> Measure:
    """Loss and accuracy on test records, loss on training records (estimates, not private)."""
    loss, accuracy = logistic.loss_and_accuracy(parameters, data.test_inputs, data.test_labels)
    training_loss, _ = logistic.loss_and_accuracy(parameters, data.inputs, data.labels)
    return Measure(step, loss, accuracy, training_loss)


def _step(plan: TrainingPlan, data: Dataset, parameters: Parameters, number: int) -> tuple[Parameters, float]:
    batch = plan.sampler.draw(np.random.default_rng([plan.seed, number, _BATCH]))
    noisy, norm = noisy_mean(plan, parameters, data, batch, np.random.default_rng([plan.seed, number, _NOISE]))
    return updated(plan, number, parameters, noisy), norm


def noisy_mean(
    plan: TrainingPlan,
    parameters: Parameters,
    data: Dataset,
    batch: np.ndarray[tuple[int], np.dtype[np.intp]],
    generator: np.random.Generator,
) -> tuple[Parameters, float]:
    """What a step releases, divided by b: the clipped sum with its noise; and the largest norm of a clipped gradient.

    Args:
        plan: clip norm, noise and what is done before the noise.
        parameters: at which the gradient is taken.
        data: the records.
        batch: their numbers in the batch.
        generator: of the noise.
    """
    total, norm = logistic.clipped_sum(parameters, data.inputs[batch], data.labels[batch], plan.clip)
    slope, shift = plan.denoising.before(total)
    deviation, size = float(plan.sigma * plan.clip), plan.sampler.batch
    if deviation:
        slope = slope + deviation * generator.standard_normal(slope.shape)
        shift = shift + deviation * generator.standard_normal(shift.shape)
    return (slope / size, shift / size), norm


def updated(plan: TrainingPlan, step: int, parameters: Parameters, noisy: Parameters) -> Parameters:
    """The parameters after a step: a function of those before it and of what was released."""
    rate, decay = plan.schedule.at(float(plan.step_size), step), float(plan.decay)
    slope, shift = (
        weight - rate * (change + decay * weight)
        for weight, change in zip(parameters, plan.denoising.after(noisy), strict=True)
    )
    return slope, shift


def with_denoising(plan: TrainingPlan, **changes: object) -> TrainingPlan:
    """The plan with some fields of its denoising changed: another run on the same batches and the same noise.

    Example:
        >>> plan = TrainingPlan.read(records=100, batch=10, steps=5, clip=1, sigma=2, smoothing=1)
        >>> str(with_denoising(plan, sigma=3).denoising.sigma)
        '3'
    """
    return replace(plan, denoising=replace(plan.denoising, **changes))  # type: ignore[arg-type]  # names are checked
