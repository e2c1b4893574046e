"""The optional packages of the extra `train`, loaded when first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sdp_proofs.extras import require_packages


def load(module: str) -> Any:
    """A module of an optional package; it has no types here.

    Args:
        module: such as "jax.numpy".

    Raises:
        MissingExtraError: the package is not installed; the message says what to install.

    Example:
        >>> load("optax").__name__
        'optax'
    """
    require_packages([module], "train")
    return import_module(module)
