"""One check, run on one subject: its evidence, and the crash that it ended in, if any."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter  # by its name: a check that puts another clock into the module does not change this one
from traceback import walk_tb
from typing import Protocol, TypeVar

from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.ledger.claim import Coverage, Method, Outcome, weakest
from sdp_proofs.ledger.evidence import Evidence
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
