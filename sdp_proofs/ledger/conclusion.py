"""What the answers to one claim amount to, whether they were found just now or read from an earlier run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product

from sdp_proofs.ledger.claim import Claim, Coverage, Method, Status
from sdp_proofs.ledger.evidence import ClaimResult, DerivationResult, Evidence, FamilyResult, NearMissResult
from sdp_proofs.ledger.status import ContradictionError, status_of, strength_of
from sdp_proofs.verdict import Verdict


def concluded(
    claim: Claim,
    evidence: Sequence[Evidence],
    near_misses: Sequence[NearMissResult] = (),
    *,
    family: FamilyResult | None = None,
    derivation: DerivationResult | None = None,
    findings: Iterable[str] = (),
    crashes: Iterable[str] = (),
) -> ClaimResult:
    """The result for a claim: status, problems, and whether what was left undecided could still confirm the record.

    Args:
        claim: what was examined.
        evidence: one entry per check.
        near_misses: one entry per near miss.
        family: what became of the generated near misses.
        derivation: what became of the steps.
        findings: what else is wrong.
        crashes: what kept a part of the examination from its end.
    """
    settled, unsettled = list(findings), list(crashes)
    if claim.recorded is not Status.VACUOUS:  # a check that meets no instance has lost them
        settled += [f"{entry.title!r} met no instance" for entry in evidence if entry.vacuous]
    for miss in near_misses:
        if not miss.met:
            told = f"near miss {miss.name!r} survives: {miss.detail or 'no check fails'}"
            (unsettled if miss.undecided else settled).append(told)
    if family is not None:
        unsettled += family.unsettled
        settled += family.problems
    if derivation is not None:
        unsettled += [f"derivation: {problem}" for problem in derivation.unsettled]
        settled += [f"derivation: {problem}" for problem in derivation.problems]
    try:
        status = status_of(evidence)
    except ContradictionError as error:
        status = Status.OPEN
        settled.append(f"contradiction: {error}")
    return ClaimResult(
        claim.id,
        claim.recorded,
        status,
        tuple(evidence),
        tuple(near_misses),
        tuple(dict.fromkeys([*unsettled, *settled])),
        derivation=derivation,
        family=family,
        unsettled=tuple(dict.fromkeys(unsettled)),
        could_agree=own_part(claim.recorded) in attainable(evidence),
        strength=strength_of(evidence) if status is Status.ESTABLISHED else None,
    )


def not_run(claim: Claim, reason: str) -> ClaimResult:
    """The result of a claim that was not examined at all."""
    problem = (f"not run: {reason}",)
    return ClaimResult(claim.id, claim.recorded, Status.OPEN, problems=problem, unsettled=problem, could_agree=True)


def own_part(recorded: Status) -> Status:
    """The status that a claim's own evidence must have for the recorded one: a repair is another claim's doing."""
    return Status.REFUTED if recorded is Status.REPAIRED else recorded


def attainable(evidence: Iterable[Evidence]) -> set[Status]:
    """The statuses that the evidence leaves possible: what is undecided may turn out either way.

    Example:
        >>> proof = Evidence(Method.SMT, Coverage.ALL, "proof", "all", Verdict.UNKNOWN, 0.1)
        >>> found = replace(proof, title="grid", coverage=Coverage.GRID, verdict=Verdict.HOLDS)
        >>> sorted(status.value for status in attainable([proof, found]))
        ['established', 'refuted', 'supported']
    """
    decided, undecided = [], {}
    for entry in evidence:
        if entry.verdict is Verdict.UNKNOWN and not entry.vacuous:
            # One stands for all of its kind. What a check that broke off would have covered is not known.
            undecided[entry.method is Method.SEARCHED] = entry
        else:
            decided.append(entry)
    found = set()
    for answers in product(*(_answers(entry) for entry in undecided.values())):
        with suppress(ContradictionError):
            found.add(status_of([*decided, *answers]))
    return found


def _answers(entry: Evidence) -> tuple[Evidence, ...]:
    return (
        entry,
        replace(entry, instances=0),
        replace(entry, verdict=Verdict.FAILS),
        replace(entry, verdict=Verdict.HOLDS, coverage=Coverage.GRID),
        replace(entry, verdict=Verdict.HOLDS, coverage=Coverage.ALL),
    )
