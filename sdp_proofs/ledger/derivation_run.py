"""Runs the checks of a derivation on its steps and on their near misses."""

from __future__ import annotations

from sdp_proofs.ledger.derivation import Derivation, Step, StepMiss
from sdp_proofs.ledger.evidence import DerivationResult, NearMissResult, StepResult
from sdp_proofs.ledger.examination import examine, named
from sdp_proofs.verdict import Verdict


def run_derivation(derivation: Derivation) -> DerivationResult:
    """Decide every step, and provoke every check with the near misses of its step."""
    results, problems = [], []
    for number, step in enumerate(derivation.steps, 1):
        evidence, problem = examine(step.check, step)
        if problem is not None:
            problems.append(f"step {number}: {problem}")
        near_misses = tuple(_provoke(step, miss) for miss in step.near_misses)
        problems += [
            f"step {number}: near miss {miss.name!r} survives: {miss.detail}"
            for miss in near_misses
            if not miss.refuted
        ]
        if evidence.verdict is not step.recorded:
            problems.append(f"step {number}: {evidence.verdict.value}, recorded {step.recorded.value}")
        results.append(StepResult(step.recorded, evidence, near_misses))
    return DerivationResult(derivation.id, tuple(results), tuple(problems))


def _provoke(step: Step, miss: StepMiss) -> NearMissResult:
    try:
        neighbour = miss.of(step)
    except Exception as error:
        return NearMissResult(miss.name, None, named(error))
    evidence, _ = examine(step.check, neighbour)
    if evidence.verdict is Verdict.FAILS:
        return NearMissResult(miss.name, evidence.title, evidence.witness)
    reason = f" ({evidence.detail})" if evidence.detail else ""
    return NearMissResult(miss.name, None, f"{evidence.title!r} answers {evidence.verdict.value}{reason}")
