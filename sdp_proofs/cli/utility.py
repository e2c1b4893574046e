"""`sdp-proofs utility`: an adversary's utility against one database, or the error of answers with noise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli import checking
from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.noisy_answers import noisy_answers
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.privacy.utility import Utility


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("utility")(utility)


def utility(
    release: Annotated[
        str | None,
        typer.Argument(metavar="[RELEASE]", help="Noise instead of counts, as for account: laplace(scale=10)."),
    ] = None,
    counts: shared.CountsIfAny = None,
    rate: shared.Rate = None,
    draws: shared.Draws = None,
    odds: shared.Odds = None,
    epsilon: shared.Epsilon = None,
    threshold: Annotated[str | None, typer.Option(help="Or the accuracy t itself, in [0, 1).")] = None,
    digits: shared.Digits = 30,
    replacement: shared.Replacement = False,
    answers: Annotated[
        str | None, typer.Option(metavar="K", help="Of noise: how many answers; one by default.")
    ] = None,
    beta: Annotated[
        str | None, typer.Option(help="Of noise: the probability of a larger error; 0.05 by default.")
    ] = None,
    error: Annotated[str | None, typer.Option(help="Of noise: also the probability of an error above this.")] = None,
    check: checking.Check = None,
    strict: checking.Strict = False,
    as_json: shared.AsJson = False,
) -> None:
    """Compute the adversary's adjusted utility with proven digits, whichever record it does not know.

    The answer is rounded up, so that it holds as it is printed.

    Give the counts, one of rate and draws, and one of threshold, odds and epsilon: predictions of an
    accuracy of at most t = odds/(odds + 1) do not count.

    Or give a RELEASE that adds noise: how far off K answers are, in the l1, l2 and l-infinity norm.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.privacy.utility import utility as adjusted_utility

    if release is not None:
        shared.refuse_bare_counts(release)
        if any(option is not None for option in (counts, rate, draws, odds, epsilon, threshold)) or replacement:
            raise DomainError("the options of a database must not be given with a release")
        if check is not None or strict:
            raise DomainError("--check and --strict must go with --counts")
        noisy_answers(release, answers or "1", beta or "0.05", error, digits, as_json)
        return
    if any(option is not None for option in (answers, beta, error)):
        raise DomainError("--answers, --beta and --error must go with a release")
    if counts is None:
        raise DomainError("a release or --counts must be given, got neither")
    shown = checking.Shown.read(digits, as_json, check, strict)
    database = shared.read_database(counts, rate, draws, replacement)
    given = sum(value is not None for value in (odds, epsilon, threshold))
    if given != 1:
        raise DomainError(f"exactly one of threshold, odds and epsilon must be given, got {given}")
    budget = None if threshold is not None else shared.read_budget(odds, epsilon)

    def ask(digits: int) -> Utility:
        return adjusted_utility(database, budget=budget, threshold=threshold, digits=digits)

    with progress_bar("utility", 1):
        found = ask(digits)
        checked = shown.checked(found.value, lambda more: ask(more).value)
    payload: dict[str, object] = {
        **shared.described(database),
        "epsilon": None if budget is None else budget.text,
        "threshold": threshold,
        "digits": str(digits),
        "utility": found.value.to_json(digits + shared.GUARD_DIGITS),
        "known": shared.texts(found.known),
        "truth": found.truth,
    }
    lines = [
        *shared.database_lines(database),
        ("threshold", f"t = {threshold}" if budget is None else f"t = E/(E+1), E = exp({budget.text})"),
        *shared.value_lines("utility", found.value, digits),
        shared.quote_line(found, digits),
        ("adversary knows", ", ".join(shared.texts(found.known))),
        ("missing record", f"of type {found.truth + 1} of {len(found.known)}"),
        shared.comparison("the utility", found.value, database),
    ]
    shown.answer(payload, "sdp-proofs/utility/1", lines, "utility", checked)
