"""Laplacian smoothing as a gradient transformation for optax (extra `train`), and the one-line chains of the paper.

`laplacian_smoothing` composes with whatever optax has. Put after `optax.differentially_private_aggregate` it is
post-processing of what that released, so the privacy of the chain is that of the aggregate:

    optax.chain(aggregate, laplacian_smoothing(1), optax.sgd(0.1))         DP-LSSGD
    optax.chain(aggregate, laplacian_smoothing(1), optax.adam(0.001))      DP-LSAdam

The aggregate divides by the rows it is given. For Poisson sampling these must not be the size that was drawn, which
would tell it: `private_chain` pads the batch with zero gradients and multiplies by rows/expected size.

World: estimate (float32, or float64 where jax is told so).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational
from sdp_proofs.smoothing.floats import Layout
from sdp_proofs.smoothing.laplacian import check_float_sigma
from sdp_proofs.training.data import load


def laplacian_smoothing(sigma: Readable, layout: str = "tensor") -> Any:
    """An `optax.GradientTransformation` that replaces updates v by A^-1 v.

    Args:
        sigma: strength >= 0, read exactly.
        layout: vector, tensor or grid: which coordinates are neighbours, as in `smoothing.floats`.

    Raises:
        DomainError: a negative strength, an unknown layout, or jax or optax is not installed.

    Example:
        >>> import jax.numpy as jnp
        >>> smoothing = laplacian_smoothing(1)
        >>> updates, _ = smoothing.update({"w": jnp.array([5.0, 0.0])}, smoothing.init({}))
        >>> [round(float(value), 5) for value in updates["w"]]
        [3.0, 2.0]
    """
    strength = check_float_sigma(read_rational(sigma, "the smoothing strength"))
    smooth = _smoother(strength, Layout.read(layout))
    optax = load("optax")

    def update(updates: Any, state: Any, params: Any = None) -> tuple[Any, Any]:
        del params
        return (updates if strength == 0 else smooth(updates)), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)


def expected_batch(size: int) -> Any:
    """A transformation that makes a mean over `rows` rows one over the expected batch; `rows` is given to `update`.

    Args:
        size: the expected size b of a Poisson batch, or the size of every batch.

    Raises:
        DomainError: a size below 1, or optax is not installed.

    Example:
        >>> import jax.numpy as jnp
        >>> scaling = expected_batch(8)
        >>> float(scaling.update(jnp.array(1.0), scaling.init(None), rows=16)[0])
        2.0
    """
    if size < 1:
        raise DomainError(f"the expected batch must be >= 1, got {size}")
    optax, jax = load("optax"), load("jax")

    def update(updates: Any, state: Any, params: Any = None, *, rows: int, **others: Any) -> tuple[Any, Any]:
        del params, others
        return jax.tree.map(lambda update: update * (rows / size), updates), state

    return optax.GradientTransformationExtraArgs(lambda params: optax.EmptyState(), update)


def private_chain(
    *,
    clip: Fraction,
    sigma: Fraction,
    smoothing: Readable,
    batch: int,
    key: Any,
    optimizer: Any,
    layout: str = "tensor",
) -> Any:
    """Clipping, noise, smoothing and an optimiser: DP-SGD and DP-LSSGD with `optax.sgd`, DP-LSAdam with `optax.adam`.

    Its `update` takes per-example gradients, padded with zeros to any number of rows, and `rows=` that number.

    Args:
        clip: clip norm C > 0 of a per-example gradient, over all tensors.
        sigma: noise multiplier >= 0.
        smoothing: strength >= 0; 0 for none.
        batch: expected size of a batch.
        key: a jax random key, of the noise.
        optimizer: an optax optimiser.
        layout: as in `laplacian_smoothing`.

    Raises:
        DomainError: a number out of its range, or jax or optax is not installed.

    Example:
        >>> import jax, optax
        >>> chain = private_chain(
        ...     clip=Fraction(1),
        ...     sigma=Fraction(2),
        ...     smoothing=1,
        ...     batch=4,
        ...     key=jax.random.key(0),
        ...     optimizer=optax.sgd(1.0),
        ... )
        >>> state = chain.init({"w": jax.numpy.zeros(3)})
        >>> updates, state = chain.update({"w": jax.numpy.ones((8, 3))}, state, rows=8)
        >>> updates["w"].shape
        (3,)
    """
    if not (clip > 0 and sigma >= 0):
        raise DomainError(f"the clip norm must be > 0 and sigma >= 0, got {clip} and {sigma}")
    optax = load("optax")
    # A little less than C, so that gradients of float32 are not longer than C although their norm is rounded: by at
    # most 2^-12 of itself for models of fewer than 4,000 numbers, and in practice for much larger ones. The noise is
    # that of C itself.
    slack = 1 - 2.0**-12
    aggregate = load("optax.contrib").differentially_private_aggregate(
        l2_norm_clip=float(clip) * slack, noise_multiplier=float(sigma) / slack, key=key
    )
    return optax.chain(aggregate, expected_batch(batch), laplacian_smoothing(smoothing, layout), optimizer)


def _smoother(sigma: Fraction, layout: Layout) -> Callable[[Any], Any]:
    jax, jnp = load("jax"), load("jax.numpy")

    def on_tensor(tensor: Any) -> Any:
        return _on_axes(tensor.reshape(-1), sigma, (-1,)).reshape(tensor.shape) if tensor.size else tensor

    def on_grid(tensor: Any) -> Any:
        return _on_axes(tensor, sigma, (-2, -1)[-tensor.ndim :]) if tensor.ndim and tensor.size else tensor

    def on_vector(updates: Any) -> Any:
        leaves, form = jax.tree.flatten(updates)
        sizes = [leaf.size for leaf in leaves]
        whole = _on_axes(jnp.concatenate([leaf.reshape(-1) for leaf in leaves]), sigma, (-1,))
        parts = jnp.split(whole, [sum(sizes[: place + 1]) for place in range(len(sizes) - 1)])
        return form.unflatten([part.reshape(leaf.shape) for part, leaf in zip(parts, leaves, strict=True)])

    if layout is Layout.VECTOR:
        return on_vector
    return lambda updates: jax.tree.map(on_grid if layout is Layout.GRID else on_tensor, updates)


def _on_axes(tensor: Any, sigma: Fraction, axes: tuple[int, ...]) -> Any:
    """A^-1 on the torus of these last axes, at the precision of the tensor."""
    import numpy as np

    jnp = load("jax.numpy")
    sums = np.zeros((1,) * len(axes))
    for place, axis in enumerate(axes):
        size = tensor.shape[axis]
        count = size // 2 + 1 if place == len(axes) - 1 else size
        waves = np.sin(np.arange(count) * (np.pi / size)) ** 2
        sums = sums + waves.reshape([-1 if each == place else 1 for each in range(len(axes))])
    divisor = jnp.asarray(1 + 4 * float(sigma) * sums, dtype=tensor.dtype)
    spectrum = jnp.fft.rfftn(tensor, axes=axes) / divisor
    return jnp.fft.irfftn(spectrum, s=[tensor.shape[axis] for axis in axes], axes=axes)
