"""Examines claims and steps of proofs: one check, its near misses, and what the answers amount to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from time import perf_counter  # by its name: a check that puts another clock into the module does not change this one
from traceback import walk_tb
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.ledger.claim import Check, Claim, Coverage, Method, NearMiss, Outcome, Status, weakest
from sdp_proofs.ledger.derivation import Derivation, StepMiss
from sdp_proofs.ledger.evidence import (
    ClaimResult,
    ContradictionError,
    DerivationResult,
    Evidence,
    FamilyResult,
    NearMissResult,
    StepResult,
    status_of,
    strength_of,
)
from sdp_proofs.verdict import Verdict

# Exceptions by which a check says that it cannot decide; every other one is a defect of the check.
_UNDECIDED = (PrecisionError, SizeError, TimeoutError)

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_INSTALLED = os.sep + "site-packages" + os.sep
_PYTHON = os.path.dirname(os.__file__) + os.sep

Subject_contra = TypeVar("Subject_contra", contravariant=True)


class Examiner(Protocol[Subject_contra]):
    """A check of a claim or of a step."""

    @property
    def method(self) -> Method:
        """Engine that decided the check."""

    @property
    def coverage(self) -> Coverage:
        """Set of instances that were decided."""

    @property
    def run(self) -> Callable[[Subject_contra], Outcome]:
        """Decides."""

    @property
    def title(self) -> str:
        """Description of the check."""


def examine(check: Examiner[Subject_contra], subject: Subject_contra) -> tuple[Evidence, str | None]:
    """The evidence of one check, and what kept it from its end, if it crashed.

    Whatever a check raises is no answer, also what would end the program; only an interrupt ends the run.

    Args:
        check: the check.
        subject: the claim or the step.
    """
    problem = None
    start = perf_counter()
    try:
        outcome = check.run(subject)
        if not isinstance(outcome, Outcome):
            raise TypeError(f"a check must return an Outcome; got {type(outcome).__name__}")
        if outcome.instances == 0:
            detail = outcome.detail or "no instance was met"
            outcome = replace(outcome, verdict=Verdict.UNKNOWN, detail=detail)
    except _UNDECIDED as error:
        outcome = Outcome(Verdict.UNKNOWN, "undecided", detail=named(error))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: a check is code of a ledger, and its end must not be the run's
        problem = f"{check.title!r} crashed: {named(error)}{place_of(error)}"
        outcome = Outcome(Verdict.UNKNOWN, "not run to its end", detail=named(error))
    evidence = Evidence(
        method=check.method,
        coverage=weakest(check.coverage, outcome.coverage or check.coverage),
        title=check.title,
        scope=outcome.scope,
        verdict=outcome.verdict,
        seconds=max(0.0, perf_counter() - start),
        instances=outcome.instances,
        witness=outcome.witness,
        detail=outcome.detail,
        premises=outcome.premises,
        countermodel=outcome.countermodel,
        believed=outcome.believed or (check.coverage is Coverage.ALL and getattr(check, "own", False)),
    )
    return evidence, problem


def place_of(error: BaseException, *, outside: str | None = None) -> str:
    """The file and line of a ledger's own code where an error arose, in brackets; empty if none of it took part.

    Args:
        error: with its traceback; code of this package, of installed ones and of Python is no ledger's own.
        outside: a function of the ledger whose own lines say nothing, as it only calls this package.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({os.path.basename(error.filename)}, line {error.lineno})"
    code = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    frames = [(one.co_filename, line) for one, line in code if one.co_name != outside]
    foreign = (_PACKAGE, _PYTHON, "<")
    own = [(file, line) for file, line in frames if not file.startswith(foreign) and _INSTALLED not in file]
    return f" ({os.path.basename(own[-1][0])}, line {own[-1][1]})" if own else ""


def named(error: BaseException) -> str:
    """An error in one line, also if it cannot say what it is."""
    try:
        said = " ".join(str(error).split())
    except KeyboardInterrupt:
        raise
    except BaseException as second:  # the error is of a ledger's making as well, and so is what it says
        said = f"its message raises {type(second).__name__}"
    return f"{type(error).__name__}: {said}"


def provoke(checks: Sequence[Check], miss: NearMiss | StepMiss, subject: Any) -> NearMissResult:
    """Run checks on a near miss of a claim, or of a step, until one of them fails, as it should.

    Where none fails, a check of all instances of a claim whose premises cannot prove the near miss tells it apart as
    well.
    """
    try:
        neighbour = miss.of(subject)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: a near miss that cannot be made is none that was refuted
        return NearMissResult(miss.name, None, named(error), undecided=True)
    answers: list[str] = []
    undecided, unproved = False, None
    for check in checks:
        if check.deep or check.method is Method.REPLAYED:  # a sentence does not speak of the claim's letters
            continue
        evidence, _ = examine(check, neighbour)
        if evidence.verdict is Verdict.FAILS:
            return NearMissResult(miss.name, check.title, evidence.witness)
        if evidence.countermodel and check.coverage is Coverage.ALL and isinstance(miss, NearMiss) and unproved is None:
            said = f"no proof from the premises: {evidence.countermodel}"
            unproved = NearMissResult(miss.name, None, said, not_proved_by=check.title)
        reason = f" ({evidence.detail})" if evidence.detail else ""
        answers.append(f"{check.title!r} answers {evidence.verdict.value}{reason}")
        undecided = undecided or evidence.verdict is Verdict.UNKNOWN
    if unproved is not None:
        return unproved
    return NearMissResult(miss.name, None, ", ".join(answers), undecided)


def run_derivation(derivation: Derivation) -> DerivationResult:
    """Decide every step, and provoke every check with the near misses of its step."""
    results, crashes = [], {}
    for number, step in enumerate(derivation.steps, 1):
        evidence, crash = examine(step.check, step)
        if crash is not None:
            crashes[number] = crash
        near_misses = tuple(provoke([step.check], miss, step) for miss in step.near_misses)
        results.append(StepResult(step.recorded, evidence, near_misses))
    return derived(derivation, results, crashes)


def derived(
    derivation: Derivation, steps: Sequence[StepResult], crashes: Mapping[int, str] = MappingProxyType({})
) -> DerivationResult:
    """Combine the answers to the steps, whether they were found just now or read from an earlier run.

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
    """Contradictions between the verdict and the text of a claim without a record."""
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
