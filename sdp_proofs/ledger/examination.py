"""One check, run on one subject: its evidence, and the defect that it has shown, if any."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.ledger.claim import Coverage, Method, Outcome
from sdp_proofs.ledger.evidence import Evidence
from sdp_proofs.verdict import Verdict

# Exceptions by which a check says that it cannot decide; every other one is a defect of the check.
_UNDECIDED = (PrecisionError, SizeError, TimeoutError)

Subject_contra = TypeVar("Subject_contra", contravariant=True)


class Examiner(Protocol[Subject_contra]):
    """A check of a claim or of a step."""

    @property
    def method(self) -> Method:
        """What decides."""

    @property
    def coverage(self) -> Coverage:
        """Which instances are decided."""

    @property
    def run(self) -> Callable[[Subject_contra], Outcome]:
        """Decides."""

    @property
    def title(self) -> str:
        """What the check does."""


def examine(
    check: Examiner[Subject_contra], subject: Subject_contra, *, may_be_empty: bool = False
) -> tuple[Evidence, str | None]:
    """The evidence of one check, and the defect it has shown, if any.

    Args:
        check: the check.
        subject: the claim or the step.
        may_be_empty: whether meeting no instance is expected; otherwise the check has lost its instances.
    """
    problem = None
    start = time.perf_counter()
    try:
        outcome = check.run(subject)
        if not isinstance(outcome, Outcome):
            raise TypeError(f"a check must return an Outcome; got {type(outcome).__name__}")
        if outcome.instances == 0:
            problem = None if may_be_empty else f"{check.title!r} met no instance"
            detail = outcome.detail or "no instance was met"
            outcome = replace(outcome, verdict=Verdict.UNKNOWN, detail=detail)
    except _UNDECIDED as error:
        outcome = Outcome(Verdict.UNKNOWN, "undecided", detail=named(error))
    except Exception as error:
        problem = f"{check.title!r} crashed: {named(error)}"
        outcome = Outcome(Verdict.UNKNOWN, "not run to its end", detail=named(error))
    evidence = Evidence(
        method=check.method,
        coverage=check.coverage,
        title=check.title,
        scope=outcome.scope,
        verdict=outcome.verdict,
        seconds=time.perf_counter() - start,
        instances=outcome.instances,
        witness=outcome.witness,
        detail=outcome.detail,
    )
    return evidence, problem


def named(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {error}"
