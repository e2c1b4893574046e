"""sdp_proofs: the mathematics of differential privacy papers, checked by machine.

Importing the package does nothing; the names below load when first used.

Example:
    >>> import sdp_proofs as sdp
    >>> f"{sdp.delta([700, 300], rate='0.9', epsilon=1):.3e}"
    '2.516e-6'
    >>> x = sdp.Database.read(counts="81283501,74223975", rate="0.998")
    >>> sdp.delta(x, sdp.Budget.read(odds="51/49")).value.rounded(12)
    '1.19720414897e-32'
    >>> print(sdp.Gaussian(sigma=1) * 10 + sdp.Laplace(scale=2))
    gaussian(sigma=1, sensitivity=1) * 10 + laplace(scale=2, sensitivity=1)
"""

import sys

_started = sys.argv[:1] == ["-m"] and any(word.endswith("sdp_proofs.certificate") for word in sys.orig_argv)
if _started and not sys.flags.safe_path:
    # `python -m sdp_proofs.certificate FILE`, as `-P` would have it: the current folder may be that of a stranger, so
    # nothing in it stands for a module of the standard library. Hence nothing is imported above this line.
    del sys.path[0]

TYPE_CHECKING = False
if TYPE_CHECKING:  # for type checkers; at run time a name is imported when it is first used
    from typing import Any

    from sdp_proofs import plots as plots
    from sdp_proofs.accounting.allocation_releases import Allocation as Allocation
    from sdp_proofs.accounting.continuous_noise import Gaussian as Gaussian
    from sdp_proofs.accounting.continuous_noise import GaussianPrivacy as GaussianPrivacy
    from sdp_proofs.accounting.continuous_noise import Laplace as Laplace
    from sdp_proofs.accounting.derived_releases import Parallel as Parallel
    from sdp_proofs.accounting.derived_releases import Rounded as Rounded
    from sdp_proofs.accounting.derived_releases import Truncated as Truncated
    from sdp_proofs.accounting.derived_releases import WithoutReplacement as WithoutReplacement
    from sdp_proofs.accounting.exponential import Exponential as Exponential
    from sdp_proofs.accounting.grammar import read_release as read_release
    from sdp_proofs.accounting.integer_noise import Binomial as Binomial
    from sdp_proofs.accounting.integer_noise import DiscreteGaussian as DiscreteGaussian
    from sdp_proofs.accounting.integer_noise import Geometric as Geometric
    from sdp_proofs.accounting.mixture_releases import Banded as Banded
    from sdp_proofs.accounting.mixture_releases import Group as Group
    from sdp_proofs.accounting.mixture_releases import Mixture as Mixture
    from sdp_proofs.accounting.plain_releases import Approximate as Approximate
    from sdp_proofs.accounting.plain_releases import Finite as Finite
    from sdp_proofs.accounting.plain_releases import Pure as Pure
    from sdp_proofs.accounting.plain_releases import RandomisedResponse as RandomisedResponse
    from sdp_proofs.accounting.plain_releases import SamplingHistogram as SamplingHistogram
    from sdp_proofs.accounting.release import Poisson as Poisson
    from sdp_proofs.accounting.release import Release as Release
    from sdp_proofs.accounting.renyi_bounds import RenyiPrivate as RenyiPrivate
    from sdp_proofs.accounting.renyi_bounds import ZeroConcentrated as ZeroConcentrated
    from sdp_proofs.accounting.selection_releases import NoisyTopK as NoisyTopK
    from sdp_proofs.accounting.selection_releases import PermuteAndFlip as PermuteAndFlip
    from sdp_proofs.accounting.selection_releases import Repeat as Repeat
    from sdp_proofs.accounting.selection_releases import SparseVector as SparseVector
    from sdp_proofs.accounting.selection_releases import Tree as Tree
    from sdp_proofs.accounting.truncated_batches import TruncatedPoisson as TruncatedPoisson
    from sdp_proofs.api.claims import claims as claims
    from sdp_proofs.api.claims import counterexample as counterexample
    from sdp_proofs.api.claims import errata as errata
    from sdp_proofs.api.claims import hunt as hunt
    from sdp_proofs.api.claims import trust as trust
    from sdp_proofs.api.claims import verify as verify
    from sdp_proofs.api.curve import Curve as Curve
    from sdp_proofs.api.curve import curve as curve
    from sdp_proofs.api.numbers import audit as audit
    from sdp_proofs.api.numbers import between as between
    from sdp_proofs.api.numbers import delta as delta
    from sdp_proofs.api.numbers import delta_of_mean as delta_of_mean
    from sdp_proofs.api.numbers import delta_of_releases as delta_of_releases
    from sdp_proofs.api.numbers import epsilon as epsilon
    from sdp_proofs.api.numbers import figure as figure
    from sdp_proofs.api.numbers import smoothed as smoothed
    from sdp_proofs.api.numbers import table as table
    from sdp_proofs.api.numbers import utility as utility
    from sdp_proofs.api.releases import account as account
    from sdp_proofs.api.releases import convert as convert
    from sdp_proofs.api.releases import measure as measure
    from sdp_proofs.api.runs import audit_run as audit_run
    from sdp_proofs.api.runs import calibrate as calibrate
    from sdp_proofs.api.runs import explain as explain
    from sdp_proofs.api.statements import statement as statement
    from sdp_proofs.distributions.source_set import SourceSet as SourceSet
    from sdp_proofs.errors import DomainError as DomainError
    from sdp_proofs.errors import OptionsError as OptionsError
    from sdp_proofs.errors import PrecisionError as PrecisionError
    from sdp_proofs.errors import SizeError as SizeError
    from sdp_proofs.errors import UnknownNameError as UnknownNameError
    from sdp_proofs.numbers.conversion import decimal as decimal
    from sdp_proofs.numbers.enclosure import Enclosure as Enclosure
    from sdp_proofs.privacy.budget import Budget as Budget
    from sdp_proofs.privacy.calibration import epsilon_for as epsilon_for
    from sdp_proofs.privacy.histogram.database import Database as Database
    from sdp_proofs.privacy.histogram.database import change_divergence as change_divergence
    from sdp_proofs.privacy.profile import PrivacyProfile as PrivacyProfile
    from sdp_proofs.privacy.profile import profile_of as profile_of
    from sdp_proofs.privacy.smoothed.delta import Smoothing as Smoothing
    from sdp_proofs.privacy.smoothed.delta import smoothed_delta as smoothed_delta
    from sdp_proofs.programs.answers import program as program
    from sdp_proofs.programs.program_answer import ProgramAnswer as ProgramAnswer
    from sdp_proofs.runs.budget import GaussianBudget as GaussianBudget
    from sdp_proofs.runs.budget import ZcdpBudget as ZcdpBudget
    from sdp_proofs.runs.history import Accountant as Accountant
    from sdp_proofs.verdict import Verdict as Verdict

__version__ = "0.1.0"

_NAMES = {
    "accounting.allocation_releases": "Allocation",
    "accounting.mixture_releases": "Banded Group Mixture",
    "accounting.derived_releases": "Parallel Rounded Truncated WithoutReplacement",
    "accounting.exponential": "Exponential",
    "accounting.grammar": "read_release",
    "accounting.continuous_noise": "Gaussian GaussianPrivacy Laplace",
    "accounting.integer_noise": "Binomial DiscreteGaussian Geometric",
    "accounting.plain_releases": "Approximate Finite Pure RandomisedResponse SamplingHistogram",
    "accounting.release": "Poisson Release",
    "accounting.renyi_bounds": "RenyiPrivate ZeroConcentrated",
    "accounting.selection_releases": "NoisyTopK PermuteAndFlip Repeat SparseVector Tree",
    "accounting.truncated_batches": "TruncatedPoisson",
    "api.claims": "claims counterexample errata hunt trust verify",
    "api.numbers": ("audit between delta delta_of_mean delta_of_releases epsilon figure smoothed table utility"),
    "api.curve": "Curve curve",
    "api.releases": "account convert measure",
    "api.runs": "audit_run calibrate explain",
    "api.statements": "statement",
    "distributions.source_set": "SourceSet",
    "errors": "DomainError OptionsError PrecisionError SizeError UnknownNameError",
    "numbers.conversion": "decimal",
    "numbers.enclosure": "Enclosure",
    "plots": "plots",
    "privacy.budget": "Budget",
    "privacy.calibration": "epsilon_for",
    "privacy.histogram.database": "Database change_divergence",
    "privacy.profile": "PrivacyProfile profile_of",
    "privacy.smoothed.delta": "Smoothing smoothed_delta",
    "programs.answers": "program",
    "programs.program_answer": "ProgramAnswer",
    "runs.budget": "GaussianBudget ZcdpBudget",
    "runs.history": "Accountant",
    "verdict": "Verdict",
}
"""The same names by the module of each; a test compares the two."""

_HOMES = dict(sorted((name, home) for home, names in _NAMES.items() for name in names.split()))

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
