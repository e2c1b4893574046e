"""Train a logistic model by DP-SGD in numpy, with checkpoints.

*Checkpoints* are written whole or not at all. The file holds the state after a number of steps, what these steps
released, and the seed. It is as secret as the seed: with it the noise can be subtracted.

*Multi-class logistic regression.* Parameters are W of shape (classes, features) and c of shape (classes,). For a
record (x, y) with probabilities p the gradient of the cross entropy is (p - y) x^T and p - y, y as a unit vector; its
norm is |p - y| sqrt(|x|^2 + 1). So the clipped sum over a batch is one matrix product.

*Clipping.* A gradient is multiplied by min(1, C/norm) (1 - 2^-30). Float errors of the norm and of the products are
below (features + classes + 10) 2^-52 in relative size, so for fewer than 2^21 features and classes every clipped
gradient has norm at most C as real numbers. (That sums of floats round, too, is not accounted for.)

*The run* knows what each step released. One step [Wang et al. 2019, Eq. (5), with per-example clipping]:

    w <- w - a(t) ( A^-1 ( (sum over the batch of clipped gradients + sigma C n) / b ) + decay w ),

n standard normal, b the batch size, for Poisson sampling the expected one: dividing by the drawn size would tell it.
Batch and noise of a step depend on the seed and the number of the step alone. So a run that was interrupted continues
exactly where it was, and runs with one seed and different denoising see the same batches and the same noise: they can
be compared in pairs.

World: floats; the release is exact.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.training.data import Dataset, Floats, Labels, arrays_in
from sdp_proofs.training.plan import TrainingPlan
from sdp_proofs.training.privacy import PrivacyRecord

SCHEMA = "sdp-proofs/training/1"
LARGEST_FILE = 2**32


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a run.

    Args:
        step: steps that were taken.
        arrays: parameters and whatever else the next step needs.
        seed: of the run.
        settings: JSON values that must be the same when the run continues.
    """

    step: int
    arrays: tuple[NDArray[Any], ...]
    seed: int
    settings: Mapping[str, str]


def write(path: str | os.PathLike[str], state: Checkpoint) -> None:
    """Write the state; a reader finds the old file or the new one, never half of one. Only the owner may read it.

    Raises:
        OSError: it cannot be written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     write(f"{folder}/run", Checkpoint(3, (np.ones(2),), 7, {"clip": "1"}))
        ...     read(f"{folder}/run", {"clip": "1"}).step
        3
    """
    text = {"schema": SCHEMA, "step": state.step, "seed": str(state.seed), "settings": dict(state.settings)}
    target = Path(path)
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            arrays = {f"array_{number}": array for number, array in enumerate(state.arrays)}
            np.savez(stream, about=np.array(json.dumps(text)), **arrays)  # type: ignore[arg-type]  # its stub
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def read(path: str | os.PathLike[str], settings: Mapping[str, str]) -> Checkpoint:
    """Read a state that was written with these settings.

    Raises:
        DomainError: it is not such a file, or was written with other settings; the message names one.
        SizeError: it is too large.
        OSError: it cannot be read.
    """
    source = os.fspath(path)
    state = _read(source)
    for name in sorted({*settings, *state.settings}):
        ours, theirs = settings.get(name), state.settings.get(name)
        if ours != theirs:
            raise DomainError(f"{source}: must have been written with the same {name}, {ours}; it has {theirs}")
    return state


def same_shapes(source: str, found: Sequence[NDArray[Any]], wanted: Sequence[NDArray[Any]]) -> None:
    """Refuse arrays that are not those of the model.

    Raises:
        DomainError: another number of arrays, or another shape or type.
    """
    if [(a.shape, a.dtype) for a in found] != [(a.shape, a.dtype) for a in wanted]:
        raise DomainError(f"{source}: must hold the arrays of this model, got others")


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of a run that continues from this file; None where there is no file yet.

    Raises:
        DomainError: it is not such a file.
    """
    return _read(os.fspath(path)).seed if Path(path).exists() else None


def _read(source: str) -> Checkpoint:
    try:
        stored = arrays_in(source, most_file=LARGEST_FILE, most_memory=LARGEST_FILE)
        text = json.loads(str(stored["about"]))
        arrays = tuple(stored[f"array_{number}"] for number in range(len(stored) - 1))
        state = Checkpoint(int(text["step"]), arrays, int(text["seed"]), dict(text["settings"]))
        if text["schema"] != SCHEMA or state.step < 0:
            raise ValueError(text["schema"])
    except (OSError, SizeError):
        raise
    except Exception as error:  # a damaged archive raises errors of zipfile, zlib, json and numpy
        raise DomainError(f"{source}: must be a file that a training run wrote") from error
    return state


SLACK = 1 - 2.0**-30
Parameters = tuple[Floats, Floats]
"""W (classes, features) and c (classes,)."""


def start(data: Dataset) -> Parameters:
    """Zeros: a start that depends on nothing."""
    return np.zeros((data.classes, data.inputs.shape[1])), np.zeros(data.classes)


def clipped_sum(parameters: Parameters, inputs: Floats, labels: Labels, clip: Fraction) -> tuple[Parameters, float]:
    """The sum of the clipped gradients of a batch, and the largest norm among them.

    Args:
        parameters: W and c.
        inputs: of the batch, shape (b, features); b may be 0.
        labels: shape (b,).
        clip: the clip norm C > 0.

    Example:
        >>> zeros = np.zeros((2, 1)), np.zeros(2)
        >>> (slope, _), norm = clipped_sum(zeros, np.array([[3.0]]), np.array([0]), Fraction(1))
        >>> slope.round(4).tolist(), round(norm, 6)
        ([[-0.6708], [0.6708]], 1.0)
    """
    errors = probabilities(parameters, inputs)
    errors[np.arange(len(labels)), labels] -= 1
    norms = np.sqrt((errors**2).sum(axis=1) * ((inputs**2).sum(axis=1) + 1))
    with np.errstate(divide="ignore"):
        factors = np.minimum(1, float(clip) / norms) * SLACK
    errors *= factors[:, None]
    return (errors.T @ inputs, errors.sum(axis=0)), float((norms * factors).max(initial=0))


def probabilities(parameters: Parameters, inputs: Floats) -> Floats:
    """The probability of each class for each record, shape (b, classes)."""
    scores = inputs @ parameters[0].T + parameters[1]
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def loss_and_accuracy(parameters: Parameters, inputs: Floats, labels: Labels) -> tuple[float, float]:
    """Mean cross entropy in nats, and the share of records whose class is the most probable one (estimates).

    Example:
        >>> zeros = np.zeros((2, 1)), np.zeros(2)
        >>> loss, accuracy = loss_and_accuracy(zeros, np.ones((4, 1)), np.array([0, 0, 0, 1]))
        >>> round(loss, 4), accuracy
        (0.6931, 0.75)
    """
    scores = inputs @ parameters[0].T + parameters[1]
    scores -= scores.max(axis=1, keepdims=True)
    rows = np.arange(len(labels))
    losses = np.log(np.exp(scores).sum(axis=1)) - scores[rows, labels]
    return float(losses.mean()), float((scores.argmax(axis=1) == labels).mean())


SAVE_EVERY = 200
"""Steps between two states that are written."""
_BATCH, _NOISE = 0, 1


@dataclass(frozen=True, slots=True)
class Measure:
    """Description of what a model does on the data; none of it is private.

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
    parameters, done, privacy = start(data), 0, PrivacyRecord()
    if resume is not None and Path(resume).exists():
        state = read(resume, settings)
        same_shapes(os.fspath(resume), state.arrays, parameters)
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
                write(resume, Checkpoint(number, parameters, plan.seed, settings))
            progress()
    finally:
        if resume is not None:
            write(resume, Checkpoint(done, parameters, plan.seed, settings))
    return Trained(parameters, (*measures, measure(plan.steps, parameters, data)), privacy)


def measure(step: int, parameters: Parameters, data: Dataset) -> Measure:
    """Loss and accuracy on test records, loss on training records (estimates, not private)."""
    loss, accuracy = loss_and_accuracy(parameters, data.test_inputs, data.test_labels)
    training_loss, _ = loss_and_accuracy(parameters, data.inputs, data.labels)
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
    """Noisy mean of a step: the clipped sum with its noise, divided by b; and the largest norm of a clipped gradient.

    Args:
        plan: clip norm, noise and what is done before the noise.
        parameters: at which the gradient is taken.
        data: the records.
        batch: their numbers in the batch.
        generator: of the noise.
    """
    total, norm = clipped_sum(parameters, data.inputs[batch], data.labels[batch], plan.clip)
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
