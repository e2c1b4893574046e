"""sdp_proofs: the mathematics of differential privacy papers, checked by machine.

Importing the package does nothing; the names below load when first used.

Example:
    >>> import sdp_proofs as sdp
    >>> f"{sdp.delta([700, 300], rate='0.9', epsilon=1):.3e}"
    '2.516e-6'
    >>> x = sdp.Database.read(counts="81283501,74223975", rate="0.998")
    >>> sdp.delta(x, sdp.Budget.read(odds="51/49")).value.rounded(12)
    '1.19720414897e-32'
"""

import sys

_started = sys.argv[:1] == ["-m"] and any(word.endswith("sdp_proofs.certificate") for word in sys.orig_argv)
if _started and not sys.flags.safe_path:
    # `python -m sdp_proofs.certificate FILE`, as `-P` would have it: the current folder may be that of a stranger, so
    # nothing in it stands for a module of the standard library. Hence nothing is imported above this line.
    del sys.path[0]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Budget": "privacy.budget",
    "Database": "privacy.histogram.database",
    "DomainError": "errors",
    "Enclosure": "numbers.enclosure",
    "PrecisionError": "errors",
    "PrivacyProfile": "privacy.profile",
    "SizeError": "errors",
    "Smoothing": "privacy.smoothed.delta",
    "SourceSet": "distributions.source_set",
    "Verdict": "verdict",
    "account": "questions",
    "audit": "questions",
    "between": "answering.two_databases",
    "change_divergence": "privacy.histogram.database",
    "claims": "paper_questions",
    "counterexample": "paper_questions",
    "decimal": "numbers.conversion",
    "delta": "questions",
    "epsilon": "questions",
    "epsilon_for": "privacy.calibration",
    "errata": "paper_questions",
    "figure": "questions",
    "hunt": "paper_questions",
    "plots": "plots",
    "profile_of": "privacy.profile",
    "smoothed": "questions",
    "smoothed_delta": "privacy.smoothed.delta",
    "table": "questions",
    "trust": "paper_questions",
    "utility": "questions",
    "verify": "paper_questions",
}

_RENAMED = {"loss": "change_divergence"}
"""Names of earlier versions: a privacy loss is the logarithm of a ratio of probabilities, and nothing else."""

__all__ = list(_HOMES)


def __getattr__(name: str) -> "Any":
    if name in _RENAMED:
        from warnings import warn

        warn(f"sdp_proofs.{name} is called {_RENAMED[name]} now", DeprecationWarning, stacklevel=2)
        name = _RENAMED[name]
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = import_module(f"{__name__}.{_HOMES[name]}")
    return home if name == _HOMES[name] else getattr(home, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
