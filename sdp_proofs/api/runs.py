"""The questions that people ask about a run of private training: what its canaries prove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.api.numbers import chosen
from sdp_proofs.api.releases import run_of
from sdp_proofs.declarations import Option
from sdp_proofs.errors import OptionsError

if TYPE_CHECKING:
    from sdp_proofs.accounting.calibration import CalibrationReport
    from sdp_proofs.api.numbers import Chosen
    from sdp_proofs.numbers.reals import Readable
    from sdp_proofs.runs.audited import RunAudit
    from sdp_proofs.runs.explained import Explained


def audit_run(
    outcome: Annotated[
        Any,
        Option("A JSON, YAML or CSV file with the outcome of the canaries.", metavar="FILE", argument=True),
    ],
    run: Annotated[
        Any, Option("The record of the run: a release or a file, as for account.", metavar="RELEASE")
    ] = None,
    *,
    delta: Annotated[Chosen, Option("At which epsilon is asked for.")],
    confidence: Annotated[Chosen, Option("Of the lower end.")] = "0.95",
    guesses: Annotated[Readable | None, Option("How many guesses were fixed before the output was seen.")] = None,
) -> RunAudit:
    """Bound the epsilon of a run from both sides: by its canaries from below, by its record from above.

    Args:
        outcome: counts, {"canaries": m, "guesses": r, "right": v, "guesses_fixed": true}; or of many runs, {"with":
            {"runs": n, "said_in": k}, "without": {..}}; or a row for each canary, {"included": 0 or 1, "guess": 0, 1
            or nothing}; or the name of a file of these.
        run: the record of the run, whatever `account` reads; also in the field "run" of an outcome.
        delta: at which epsilon is asked for.
        confidence: of the lower end.
        guesses: how many guesses were fixed before the output was seen; with delta > 0 that must be said.

    Raises:
        DomainError: an outcome that cannot be.
        OptionsError: delta > 0, and the number of guesses was not fixed beforehand.

    Example:
        >>> found = audit_run({"canaries": 1000, "guesses": 100, "right": 90}, delta="1e-5", guesses=100)
        >>> print(found)
        1.626143 <= epsilon at delta = 1e-5, confidence 0.95: no record was given to compare with
    """
    import os

    from sdp_proofs.runs import audited
    from sdp_proofs.runs.canaries import read_outcome
    from sdp_proofs.runs.files import read_document
    from sdp_proofs.runs.recorded import Recorded

    document = read_document(os.fspath(outcome)) if isinstance(outcome, str | os.PathLike) else outcome
    if run is None and isinstance(document, dict):
        run = document.get("run")
    record = None if run is None else run_of(run)
    if record is not None and not record.unseen:
        record = Recorded.of(record.release, record.source, record.adjacency)
    counted = read_outcome(document, guesses)
    return audited.audit_run(counted, record, delta=chosen(delta), confidence=chosen(confidence))


def calibrate(
    release: Any = None,
    *,
    epsilon: Chosen,
    delta: Chosen,
    adjacency: str | None = None,
    digits: int = 4,
    **words: Any,
) -> CalibrationReport:
    """Find the extreme value of the one `?` in a release, or in the parameters of a training run, that meets a budget.

    Args:
        release: an expression with one `?` in the place of a number.
        epsilon: of the budget.
        delta: of the budget.
        adjacency: as in `account`.
        digits: to which a real parameter is bracketed.
        words: of a training run, as in `account`, one of them "?".

    Raises:
        DomainError: no `?`, or no value meets the budget.

    Example:
        >>> print(calibrate("gaussian(?) * 10", epsilon=1, delta=1e-5))
        sigma = 11.7979355631 meets the budget
        fails at 11.7969049949
        to quote: (1, 0.00001)-DP with sigma = 11.8, add or remove one record
        >>> words = {"noise_multiplier": "?", "batch_size": 10, "records": 1000, "steps": 500}
        >>> calibrate(**words, epsilon=1, delta=1e-5).found.parameter
        'sigma'
    """
    from sdp_proofs.accounting.calibration import CalibrationReport
    from sdp_proofs.runs.words import Training

    if (release is None) == (not words):
        raise OptionsError("a release or the parameters of a training run must be given, and not both")
    given = {name: chosen(value) for name, value in words.items() if value is not None}
    expression = str(release) if release is not None else Training.of(**given).expression
    within, failure = str(chosen(epsilon)), str(chosen(delta))
    return CalibrationReport.of(expression, epsilon=within, delta=failure, adjacency=adjacency, digits=digits)


def explain(
    release: Any = None, *, delta: Chosen, epsilon: Chosen | None = None, adjacency: str | None = None, **words: Any
) -> Explained:
    """Compute what a run has cost after each phase, what one more epoch costs, and the least noise for a budget.

    Args:
        release: whatever `account` takes; or the parameters of a training run.
        delta: at which epsilon is asked for.
        epsilon: of a budget that is to be kept.
        adjacency: as in `account`.
        words: of a training run, as in `account`.

    Raises:
        DomainError: too many phases.

    Example:
        >>> found = explain("gaussian(8) * 4 + gaussian(2)", delta=1e-5, epsilon=3)
        >>> [f"{float(value.upper):.2f}" for value in found.spent], found.dearest
        (['0.93', '2.26'], 1)
    """
    from sdp_proofs.runs.explained import explain as explained

    run = run_of(release, **words)
    budget = None if epsilon is None else chosen(epsilon)
    return explained(run.release, delta=chosen(delta), adjacency=adjacency or run.adjacency, budget=budget)
