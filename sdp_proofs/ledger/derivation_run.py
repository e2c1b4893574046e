"""Runs the checks of a derivation on its steps and on their near misses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from sdp_proofs.ledger.derivation import Derivation, Step, StepMiss
from sdp_proofs.ledger.evidence import DerivationResult, NearMissResult, StepResult
from sdp_proofs.ledger.examination import examine, named
from sdp_proofs.verdict import Verdict


def run_derivation(derivation: Derivation) -> DerivationResult:
    """Decide every step, and provoke every check with the near misses of its step."""
    results, crashes = [], {}
    for number, step in enumerate(derivation.steps, 1):
        evidence, crash = examine(step.check, step)
        if crash is not None:
            crashes[number] = crash
        near_misses = tuple(_provoke(step, miss) for miss in step.near_misses)
        results.append(StepResult(step.recorded, evidence, near_misses))
    return derived(derivation, results, crashes)


def derived(
    derivation: Derivation, steps: Sequence[StepResult], crashes: Mapping[int, str] = MappingProxyType({})
) -> DerivationResult:
    """What the answers to the steps amount to, whether they were found just now or read from an earlier run.

    Args:
        derivation: what was examined.
        steps: one entry per step.
        crashes: what kept a check from its end, by the number of its step.
    """
    problems: list[tuple[str, bool]] = []  # and whether it is a finding
    for number, result in enumerate(steps, 1):
        verdict = result.evidence.verdict
        told = []
        if number in crashes:
            told.append((crashes[number], False))
        if result.evidence.vacuous:
            told.append((f"{result.evidence.title!r} met no instance", True))
        told += [
            (f"near miss {miss.name!r} survives: {miss.detail}", not miss.undecided)
            for miss in result.near_misses
            if not miss.met
        ]
        if verdict is not result.recorded:
            told.append((f"{verdict.value}, recorded {result.recorded.value}", verdict is not Verdict.UNKNOWN))
        problems += [(f"step {number}: {what}", finding) for what, finding in told]
    unsettled = tuple(what for what, finding in problems if not finding)
    return DerivationResult(derivation.id, tuple(steps), tuple(what for what, _ in problems), unsettled)


def _provoke(step: Step, miss: StepMiss) -> NearMissResult:
    try:
        neighbour = miss.of(step)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: a near miss that cannot be made is none that was refuted
        return NearMissResult(miss.name, None, named(error), undecided=True)
    evidence, _ = examine(step.check, neighbour)
    if evidence.verdict is Verdict.FAILS:
        return NearMissResult(miss.name, evidence.title, evidence.witness)
    reason = f" ({evidence.detail})" if evidence.detail else ""
    detail = f"{evidence.title!r} answers {evidence.verdict.value}{reason}"
    return NearMissResult(miss.name, None, detail, undecided=evidence.verdict is Verdict.UNKNOWN)
