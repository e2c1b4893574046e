"""Train a small convolutional network privately in jax (extra `train`).

*The network*, in plain jax. Two convolutions of 3 x 3 with 8 and 16 channels, each followed by ReLU and a 2 x 2
average, then a linear layer to the classes: 1,898 parameters for 8 x 8 pixels and 10 classes. Parameters are a dict of
arrays.

*The run* is a chain of optax: DP-SGD, DP-LSSGD, DP-Adam or DP-LSAdam. Batches are drawn by the same sampler as in
`run`, from the seed and the number of the step. A Poisson batch is padded with zero gradients up to a power of two
that nearly all batches fit in, so that one size is compiled; the mean is then taken over the expected size
(`transformation`). Every step writes what it released.

A key of jax's generator has 64 bits: the noise of a network depends on 63 bits of the seed, that of `run` on all.

World: estimate (float32); the release is exact.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sdp_proofs.errors import DomainError
from sdp_proofs.training import run
from sdp_proofs.training.data import Dataset, load
from sdp_proofs.training.plan import Kind, TrainingPlan
from sdp_proofs.training.privacy import PrivacyRecord
from sdp_proofs.training.run import Measure
from sdp_proofs.training.transformation import private_chain

Network = dict[str, Any]
_CHANNELS = (8, 16)
_LEAST_SIDE = 4


def side_of(features: int) -> int:
    """The side of a square image with so many pixels.

    Raises:
        DomainError: it is not square, or its side is not a multiple of 4.

    Example:
        >>> side_of(784)
        28
    """
    side = math.isqrt(features)
    if side * side != features or side % _LEAST_SIDE or not side:
        raise DomainError(f"a network needs square images with a side that is a multiple of 4, got {features} features")
    return side


def start(features: int, classes: int, key: Any) -> Network:
    """Random parameters, normal with deviation sqrt(2/inputs) [He et al. 2015]; they depend on no data.

    Args:
        features: pixels of a square image.
        classes: how many.
        key: a jax random key.

    Raises:
        DomainError: no such image, or jax is not installed.

    Example:
        >>> import jax
        >>> sum(array.size for array in start(64, 10, jax.random.key(0)).values())
        1898
    """
    jax, jnp = load("jax"), load("jax.numpy")
    first, second = _CHANNELS
    flat = second * (side_of(features) // 4) ** 2
    shapes = {"first": (3, 3, 1, first), "second": (3, 3, first, second), "linear": (flat, classes)}
    network = {
        name: jax.random.normal(each, shape) * math.sqrt(2 / math.prod(shape[:-1]))
        for each, (name, shape) in zip(jax.random.split(key, len(shapes)), shapes.items(), strict=True)
    }
    return network | {f"{name}_shift": jnp.zeros(shape[-1]) for name, shape in shapes.items()}


def scores(network: Network, inputs: Any) -> Any:
    """The score of each class for each record, shape (records, classes).

    Args:
        network: parameters.
        inputs: shape (records, pixels).
    """
    side = side_of(inputs.shape[-1])
    values = inputs.reshape(-1, side, side, 1)
    for name in ("first", "second"):
        values = _averaged(_convolved(values, network[name]) + network[f"{name}_shift"])
    return values.reshape(len(values), -1) @ network["linear"] + network["linear_shift"]


def loss(network: Network, image: Any, label: Any) -> Any:
    """The cross entropy of one record, in nats."""
    logits = scores(network, image[None])[0]
    return load("jax").nn.logsumexp(logits) - logits[label]


def _convolved(values: Any, weights: Any) -> Any:
    """Convolution with zeros around the image, as one matrix product: per-example gradients of it are fast."""
    jnp = load("jax.numpy")
    height, width = values.shape[1:3]
    padded = jnp.pad(values, ((0, 0), (1, 1), (1, 1), (0, 0)))
    shifts = [padded[:, row : row + height, column : column + width] for row in range(3) for column in range(3)]
    return jnp.concatenate(shifts, axis=-1) @ weights.reshape(-1, weights.shape[-1])


def _averaged(values: Any) -> Any:
    """ReLU, then the mean of each 2 x 2 square."""
    records, height, width, channels = values.shape
    squares = values.clip(0).reshape(records, height // 2, 2, width // 2, 2, channels)
    return squares.mean(axis=(2, 4))


OPTIMIZERS = ("sgd", "adam")
SAVE_EVERY = 200
_BLOCK = 4096
"""Records whose scores are computed at a time."""


@dataclass(frozen=True, slots=True)
class TrainedNetwork:
    """A finished run: parameters, measures along it and at its end, and what was released."""

    parameters: Network
    measures: tuple[Measure, ...]
    privacy: PrivacyRecord


def train(
    plan: TrainingPlan,
    data: Dataset,
    *,
    optimizer: str = "sgd",
    measure_every: int = 0,
    resume: str | os.PathLike[str] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> TrainedNetwork:
    """Train the network of `network` on square images.

    Args:
        plan: what to do; of the kinds of denoising it may have none and smoothing.
        data: as many training records as the plan samples from.
        optimizer: sgd or adam.
        measure_every: steps between two measures; 0 for one at the end.
        resume: a file that keeps the state, and from which a run continues. Measures before it are not repeated.
        progress: called after every step.

    Raises:
        DomainError: another number of records, images that are not square, a denoising that is not for networks, an
            unknown optimiser, a file that is not of this run, or jax or optax is not installed.
        OSError: the file cannot be read or written.
    """
    _check(plan, data, optimizer)
    jax = load("jax")
    settings = {**plan.settings(), "data": data.fingerprint(), "model": "cnn", "optimizer": optimizer}
    key, noise_key = jax.random.split(jax.random.key(plan.seed % 2**63))
    chain = _chain(plan, optimizer, noise_key)
    parameters = start(data.inputs.shape[1], data.classes, key)
    state, done, privacy = chain.init(parameters), 0, PrivacyRecord()
    if resume is not None and Path(resume).exists():
        parameters, state, done = _restored(resume, settings, parameters, state)
        if done > plan.steps:
            raise DomainError(f"{resume}: must have at most {plan.steps} steps, it has {done}")
        if done:
            privacy.add(plan.release, largest_norm=0, times=done)
    step, measures = _compiled(_common(plan), optimizer), []
    inputs = np.concatenate([data.inputs, np.zeros((1, data.inputs.shape[1]))]).astype(np.float32)
    labels = np.append(data.labels, 0)
    try:
        for number in range(done + 1, plan.steps + 1):
            batch = plan.sampler.draw(np.random.default_rng([plan.seed, number, 0]))
            places = np.full(_rows(len(batch), plan.sampler.batch), data.records)
            places[: len(batch)] = batch
            parameters, state = step(parameters, state, inputs[places], labels[places], places < data.records)
            privacy.add(plan.release, largest_norm=0)  # the chain clips, by its construction
            done = number
            if measure_every and number % measure_every == 0 and number < plan.steps:
                measures.append(measure(number, parameters, data))
            if resume is not None and number % SAVE_EVERY == 0:
                _save(resume, number, parameters, state, plan.seed, settings)
            progress()
    finally:
        if resume is not None:
            _save(resume, done, parameters, state, plan.seed, settings)
    return TrainedNetwork(parameters, (*measures, measure(plan.steps, parameters, data)), privacy)


def measure(step: int, parameters: Network, data: Dataset) -> Measure:
    """Loss and accuracy on test records, loss on training records (estimates, not private)."""
    test, training = (
        _losses(parameters, inputs, labels)
        for inputs, labels in ((data.test_inputs, data.test_labels), (data.inputs, data.labels))
    )
    return Measure(step, test[0], test[1], training[0])


def _losses(parameters: Network, inputs: Any, labels: Any) -> tuple[float, float]:
    jax, total, right = load("jax"), 0.0, 0
    for first in range(0, len(labels), _BLOCK):
        part = labels[first : first + _BLOCK]
        logits = scores(parameters, inputs[first : first + _BLOCK].astype(np.float32))
        total += float((jax.nn.logsumexp(logits, axis=1) - logits[np.arange(len(part)), part]).sum())
        right += int((logits.argmax(axis=1) == part).sum())
    return total / len(labels), right / len(labels)


def _check(plan: TrainingPlan, data: Dataset, optimizer: str) -> None:
    if data.records != plan.sampler.records:
        raise DomainError(f"the plan must be for the {data.records} records there are, got {plan.sampler.records}")
    if optimizer not in OPTIMIZERS:
        raise DomainError(f"optimizer must be {' or '.join(OPTIMIZERS)}, got {optimizer!r}")
    if plan.denoising.kind not in (Kind.NONE, Kind.SMOOTHING):
        raise DomainError(f"the denoising of a network must be none or smoothing, got {plan.denoising.kind}")
    side_of(data.inputs.shape[1])


def _chain(plan: TrainingPlan, optimizer: str, key: Any) -> Any:
    optax = load("optax")

    def falling(count: Any) -> Any:
        exponent = {"constant": 0.0, "root": -0.5, "inverse": -1.0}[plan.schedule.value]
        return float(plan.step_size) * (count + 1.0) ** exponent

    steps = {"sgd": optax.sgd, "adam": optax.adam}[optimizer](falling)
    smoothing = plan.denoising.sigma if plan.denoising.kind is Kind.SMOOTHING else Fraction(0)
    return private_chain(
        clip=plan.clip,
        sigma=plan.sigma,
        smoothing=smoothing,
        batch=plan.sampler.batch,
        key=key,
        optimizer=optax.chain(optax.add_decayed_weights(float(plan.decay)), steps) if plan.decay else steps,
        layout=plan.denoising.layout.value,
    )


def _rows(size: int, expected: int) -> int:
    """The rows that a batch is padded to: one number for nearly all batches, as every other one is compiled anew."""
    usual = expected + 8 * math.isqrt(expected) + 8
    return 1 << (max(size, usual) - 1).bit_length()


def _common(plan: TrainingPlan) -> TrainingPlan:
    """The plan without what a step does not depend on, so that runs with other seeds share its compilation."""
    return replace(plan, seed=0, steps=1, denoising=replace(plan.denoising, order=0))


@lru_cache(maxsize=16)
def _compiled(plan: TrainingPlan, optimizer: str) -> Any:
    jax, optax = load("jax"), load("optax")
    chain = _chain(plan, optimizer, jax.random.key(0))  # the key in use is part of the state
    gradients = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))

    def step(parameters: Any, state: Any, images: Any, labels: Any, real: Any) -> tuple[Any, Any]:
        found = gradients(parameters, images, labels)
        masked = jax.tree.map(lambda each: each * real.reshape(-1, *[1] * (each.ndim - 1)), found)
        updates, state = chain.update(masked, state, parameters, rows=len(images))
        return optax.apply_updates(parameters, updates), state

    return jax.jit(step)


def _save(
    path: str | os.PathLike[str], step: int, parameters: Any, state: Any, seed: int, settings: dict[str, str]
) -> None:
    leaves = load("jax").tree.leaves((parameters, state))
    arrays = tuple(np.asarray(_plain(leaf)) for leaf in leaves)
    run.write(path, run.Checkpoint(step, arrays, seed, settings))


def _restored(
    path: str | os.PathLike[str], settings: dict[str, str], parameters: Any, state: Any
) -> tuple[Any, Any, int]:
    jax = load("jax")
    stored = run.read(path, settings)
    leaves, form = jax.tree.flatten((parameters, state))
    run.same_shapes(os.fspath(path), stored.arrays, [np.asarray(_plain(leaf)) for leaf in leaves])
    parts = [
        jax.random.wrap_key_data(array) if _is_key(leaf) else jax.numpy.asarray(array)
        for leaf, array in zip(leaves, stored.arrays, strict=True)
    ]
    parameters, state = form.unflatten(parts)
    return parameters, state, stored.step


def _is_key(leaf: Any) -> bool:
    jax = load("jax")
    return bool(jax.numpy.issubdtype(leaf.dtype, jax.dtypes.prng_key))


def _plain(leaf: Any) -> Any:
    return load("jax").random.key_data(leaf) if _is_key(leaf) else leaf
