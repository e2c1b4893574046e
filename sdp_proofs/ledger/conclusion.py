"""What the answers to one claim amount to, whether they were found just now or read from an earlier run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    draft = claim.recorded is None
    if claim.recorded is not Status.VACUOUS:  # a check that meets no instance has lost them
        settled += [f"{entry.title!r} met no instance" for entry in evidence if entry.vacuous]
    for miss in near_misses:
        if not miss.met:
            told = f"near miss {miss.name!r} survives: {miss.detail or 'no check fails'}"
            (unsettled if miss.undecided or draft else settled).append(told)
    if family is not None:
        unsettled += family.problems if draft else family.unsettled
        settled += family.problems
    if derivation is not None:
        unsettled += [f"derivation: {problem}" for problem in derivation.unsettled]
        settled += [f"derivation: {problem}" for problem in derivation.problems]
    try:
        status = status_of(evidence)
    except ContradictionError as error:
        status = Status.OPEN
        settled.append(f"contradiction: {error}")
    if not claim.checks and claim.uncheckable is None:
        status = Status.NOT_EXAMINED
    if draft:
        settled += _of_a_draft(claim, status)
        unsettled += _missing(claim, status)
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
        could_agree=draft or own_part(claim.recorded) in attainable(evidence),
        strength=strength_of(evidence) if status is Status.ESTABLISHED else None,
    )


def _of_a_draft(claim: Claim, status: Status) -> Iterator[str]:
    """How the verdict and what is written at a claim without a record contradict each other."""
    if status is Status.REFUTED and claim.counterexample is None:
        yield f"it is false, and says nothing of it; `sdp-proofs scaffold {claim.id}` writes its counterexample"
    elif status not in (Status.REFUTED, Status.NOT_EXAMINED) and claim.counterexample is not None:
        yield f"it has a counterexample, and the evidence says {status}"


def _missing(claim: Claim, status: Status) -> Iterator[str]:
    """The parts that a claim without a record still lacks."""
    if status is Status.NOT_EXAMINED:
        yield "there is no check, and no reason why there can be none"
    elif claim.checks and not claim.near_misses and claim.counterexample is None:
        yield "near misses missing: nothing shows that its checks can fail"


def not_run(claim: Claim, reason: str) -> ClaimResult:
    """The result of a claim that was not examined at all."""
    problem = (f"not run: {reason}",)
    return ClaimResult(claim.id, claim.recorded, Status.OPEN, problems=problem, unsettled=problem, could_agree=True)


def refused(claim: Claim, faults: Iterable[str]) -> ClaimResult:
    """The result of a claim that is not consistent with itself, and so was not examined."""
    return ClaimResult(claim.id, claim.recorded, Status.OPEN, problems=tuple(f"not run: {fault}" for fault in faults))


def own_part(recorded: Status | None) -> Status | None:
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
