"""A small convolutional network for square images, in plain jax (extra `train`).

Two convolutions of 3 x 3 with 8 and 16 channels, each followed by ReLU and a 2 x 2 average, then a linear layer to the
classes: 1,898 parameters for 8 x 8 pixels and 10 classes. Parameters are a dict of arrays.

World: estimate (float32).
"""

from __future__ import annotations

import math
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.training.extra import load

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
