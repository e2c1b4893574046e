"""`sdp-proofs utility`: how well an adversary predicts the one record it does not know."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.one_database import (
    GUARD_DIGITS,
    AsJson,
    Counts,
    Digits,
    Draws,
    Epsilon,
    Odds,
    Rate,
    Replacement,
    comparison,
    database_lines,
    described,
    print_lines,
    read_budget,
    read_database,
    texts,
    value_lines,
)
from sdp_proofs.cli.output import print_json, progress_bar


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("utility")(utility)


def utility(
    counts: Counts,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Annotated[str | None, typer.Option(help="Or the accuracy t itself, in [0, 1).")] = None,
    digits: Digits = 30,
    replacement: Replacement = False,
    as_json: AsJson = False,
) -> None:
    """Compute the adversary's adjusted utility with proven digits, whichever record it does not know.

    Give the counts, one of rate and draws, and one of threshold, odds and epsilon: predictions of an
    accuracy of at most t = odds/(odds + 1) do not count.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.privacy.utility import utility as adjusted_utility

    database = read_database(counts, rate, draws, replacement)
    given = sum(value is not None for value in (odds, epsilon, threshold))
    if given != 1:
        raise DomainError(f"exactly one of threshold, odds and epsilon must be given, got {given}")
    budget = None if threshold is not None else read_budget(odds, epsilon)
    with progress_bar("utility", 1):
        found = adjusted_utility(database, budget=budget, threshold=threshold, digits=digits)
    if as_json:
        payload = {
            **described(database),
            "epsilon": None if budget is None else budget.text,
            "threshold": threshold,
            "digits": str(digits),
            "utility": found.value.to_json(digits + GUARD_DIGITS),
            "known": texts(found.known),
            "truth": found.truth,
        }
        print_json(payload, "sdp-proofs/utility/1")
        return
    print_lines(
        [
            *database_lines(database),
            ("threshold", f"t = {threshold}" if budget is None else f"t = E/(E+1), E = exp({budget.text})"),
            *value_lines("utility", found.value, digits),
            ("adversary knows", ", ".join(texts(found.known))),
            ("missing record", f"of type {found.truth + 1} of {len(found.known)}"),
            comparison("the utility", found.value, database),
        ]
    )
