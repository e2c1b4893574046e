"""sdp_proofs: the mathematics of differential privacy papers, checked by machine.

Importing the package does nothing; the names below load when first used.

Example:
    >>> import sdp_proofs as sdp
    >>> x = sdp.Database.read(counts="81283501,74223975", rate="0.998")
    >>> sdp.delta(x, sdp.Budget.read(odds="51/49")).value.rounded(12)
    '1.19720414897e-32'
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Budget": "privacy.budget",
    "Database": "privacy.database",
    "DomainError": "errors",
    "Enclosure": "numerics.enclosure",
    "PrecisionError": "errors",
    "PrivacyProfile": "privacy.profile",
    "SizeError": "errors",
    "Smoothing": "privacy.smoothed",
    "SourceSet": "distributions.source_set",
    "Verdict": "verdict",
    "delta": "privacy.database",
    "epsilon_for": "privacy.calibration",
    "loss": "privacy.database",
    "profile_of": "privacy.profile",
    "smoothed_delta": "privacy.smoothed",
    "utility": "privacy.utility",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
