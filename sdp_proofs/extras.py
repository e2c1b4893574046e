"""The optional packages, by the extra that installs them: without them a question is refused before any work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from types import MappingProxyType

from sdp_proofs.errors import DomainError

_LEDGER = ("hypothesis", "jinja2", "joblib", "latex2mathml", "mpmath", "scipy", "sympy", "z3")
_PLOTS = ("joblib", "matplotlib", "mpmath", "scipy")
_TRAIN = ("jax", "optax", "sklearn")

EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ledger": _LEDGER,
        "plots": _PLOTS,
        "train": _TRAIN,
        "frames": ("pandas",),
        "cluster": ("distributed",),
        "notebooks": tuple(dict.fromkeys((*_LEDGER, *_PLOTS, *_TRAIN))),
    }
)
"""The packages that an extra brings, by the names under which they are imported."""


class MissingExtraError(DomainError, ImportError):
    """A package that a question needs is not installed; the message says how to install it."""

    code = "missing-extra"


def require(*extras: str) -> None:
    """Refuse what needs some extras, unless all of their packages are there; none is imported.

    Raises:
        MissingExtraError: one is not.

    Example:
        >>> require("ledger", "plots")
    """
    for extra in extras:
        require_packages(EXTRAS[extra], extra)


def require_packages(packages: Iterable[str], extra: str | None = None) -> None:
    """Refuse what needs some packages, unless they are there.

    Args:
        packages: by the names under which they are imported; modules stand for their packages.
        extra: what brings them; the first extra that does if it is not said.

    Raises:
        MissingExtraError: one is not.
    """
    for package in packages:
        name = package.partition(".")[0]
        if not _is_installed(name):
            raise MissingExtraError(advice(name, extra or extra_of(name)))


def extra_of(package: str) -> str | None:
    """The first extra that brings a package, if any does.

    Example:
        >>> extra_of("z3"), extra_of("matplotlib"), extra_of("json")
        ('ledger', 'plots', None)
    """
    return next((extra for extra, packages in EXTRAS.items() if package in packages), None)


def advice(package: str, extra: str | None) -> str:
    """The sentence on a package that is missing.

    Example:
        >>> advice("z3", "ledger")
        'z3 must be installed for this; run: pip install "sdp-proofs[ledger]"'
    """
    return f'{package} must be installed for this; run: pip install "sdp-proofs[{extra}]"'


def _is_installed(name: str) -> bool:
    """Tell whether a package can be imported; a folder of its name that holds none is no package."""
    try:
        found = find_spec(name)
    except (ImportError, ValueError):  # a module that was blocked, or is being taken apart
        return False
    return found is not None and found.origin is not None
