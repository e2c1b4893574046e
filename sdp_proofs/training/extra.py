"""The optional packages of the extra `train`, loaded when first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sdp_proofs.errors import DomainError


def load(module: str) -> Any:
    """A module of an optional package; it has no types here.

    Args:
        module: such as "jax.numpy".

    Raises:
        DomainError: the package is not installed; the message says what to install.

    Example:
        >>> load("optax").__name__
        'optax'
    """
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise DomainError(f'{package} must be installed for this; run: pip install "sdp-proofs[train]"') from None
