"""A ledger of claims: what is asserted, what decides it, and what the evidence says.

The ledger knows no mathematics. A claim brings its formula as an opaque object and its checks as
functions; the ledger runs them, derives a status, and compares it with the recorded one.

Example:
    >>> from sdp_proofs.ledger import *
    >>> from sdp_proofs.verdict import Verdict
    >>> def enumerate_squares(claim):
    ...     for n in range(-9, 10):
    ...         if n * n < claim.parameters["bound"]:
    ...             return Outcome(Verdict.FAILS, "|n| <= 9", instances=19, witness=f"n = {n}")
    ...     return Outcome(Verdict.HOLDS, "|n| <= 9", instances=19)
    >>> claim = Claim(
    ...     id="squares-are-nonnegative",
    ...     paper="toy",
    ...     locator="Theorem 1",
    ...     title="Squares are nonnegative",
    ...     kind=Kind.THEOREM,
    ...     statement="For every integer $n$, $0 <= n^2$.",
    ...     parameters={"bound": 0},
    ...     checks=(Check(Method.EXACT, Coverage.GRID, enumerate_squares, "all small n"),),
    ...     near_misses=(NearMiss("0 becomes 1", parameters={"bound": 1}),),
    ...     recorded=Status.SUPPORTED,
    ... )
    >>> [(str(result.status), result.agrees) for result in run_registry(Registry([claim], TrustLedger()))]
    [('supported', True)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdp_proofs.ledger.snapshot import snapshot  # now, as the module of this name would take its place

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import (
        Check,
        Claim,
        Coverage,
        Fidelity,
        Hypothesis,
        Kind,
        Method,
        NearMiss,
        Outcome,
        Status,
        Strength,
    )
    from sdp_proofs.ledger.counterexample import Counterexample, Defect, Erratum
    from sdp_proofs.ledger.derivation import Derivation, Relation, Rule, Step, StepMiss
    from sdp_proofs.ledger.evidence import (
        ClaimResult,
        ContradictionError,
        DerivationResult,
        Evidence,
        FamilyResult,
        NearMissResult,
        StepResult,
    )
    from sdp_proofs.ledger.examination import run_derivation
    from sdp_proofs.ledger.registry import Registry
    from sdp_proofs.ledger.run import run_claim, run_registry
    from sdp_proofs.ledger.trust import TrustEntry, TrustKind, TrustLedger

_HOMES = {
    "Check": "claim",
    "Claim": "claim",
    "ClaimResult": "evidence",
    "ContradictionError": "evidence",
    "Counterexample": "counterexample",
    "Coverage": "claim",
    "Defect": "counterexample",
    "Derivation": "derivation",
    "DerivationResult": "evidence",
    "Erratum": "counterexample",
    "Evidence": "evidence",
    "FamilyResult": "evidence",
    "Fidelity": "claim",
    "Hypothesis": "claim",
    "Kind": "claim",
    "Method": "claim",
    "NearMiss": "claim",
    "NearMissResult": "evidence",
    "Outcome": "claim",
    "Registry": "registry",
    "Relation": "derivation",
    "Rule": "derivation",
    "Status": "claim",
    "Step": "derivation",
    "StepMiss": "derivation",
    "StepResult": "evidence",
    "Strength": "claim",
    "TrustEntry": "trust",
    "TrustKind": "trust",
    "TrustLedger": "trust",
    "run_claim": "run",
    "run_derivation": "examination",
    "run_registry": "run",
}

__all__ = [
    "Check",
    "Claim",
    "ClaimResult",
    "ContradictionError",
    "Counterexample",
    "Coverage",
    "Defect",
    "Derivation",
    "DerivationResult",
    "Erratum",
    "Evidence",
    "FamilyResult",
    "Fidelity",
    "Hypothesis",
    "Kind",
    "Method",
    "NearMiss",
    "NearMissResult",
    "Outcome",
    "Registry",
    "Relation",
    "Rule",
    "Status",
    "Step",
    "StepMiss",
    "StepResult",
    "Strength",
    "TrustEntry",
    "TrustKind",
    "TrustLedger",
    "run_claim",
    "run_derivation",
    "run_registry",
    "snapshot",
]


def __getattr__(name: str) -> Any:
    """The names above load when first used: what prints the last results needs few of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
