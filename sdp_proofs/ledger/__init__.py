"""A ledger of claims: what is asserted, what decides it, and what the evidence says.

The ledger knows no mathematics. A claim brings its formula as an opaque object and its checks as
functions; the ledger runs them, derives a status, and compares it with the recorded one.

Example:
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
)
from sdp_proofs.ledger.counterexample import Counterexample, Defect, Erratum
from sdp_proofs.ledger.derivation import Derivation, Relation, Rule, Step, StepCheck, StepMiss
from sdp_proofs.ledger.derivation_run import run_derivation
from sdp_proofs.ledger.evidence import (
    ClaimResult,
    DerivationResult,
    Evidence,
    FamilyResult,
    NearMissResult,
    StepResult,
)
from sdp_proofs.ledger.registry import Registry
from sdp_proofs.ledger.run import run_claim, run_registry
from sdp_proofs.ledger.snapshot import snapshot
from sdp_proofs.ledger.status import ContradictionError
from sdp_proofs.ledger.trust import TrustEntry, TrustKind, TrustLedger

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
    "StepCheck",
    "StepMiss",
    "StepResult",
    "TrustEntry",
    "TrustKind",
    "TrustLedger",
    "run_claim",
    "run_derivation",
    "run_registry",
    "snapshot",
]
