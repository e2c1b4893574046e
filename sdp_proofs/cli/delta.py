"""`sdp-proofs delta`: the privacy loss of one database under sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from sdp_proofs.numerics.enclosure import Enclosure
    from sdp_proofs.privacy.database import Database


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("delta")(delta)


def delta(
    counts: Counts,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Annotated[str | None, typer.Option(help="Or t in [1/2, 1), with odds t/(1-t).")] = None,
    digits: Digits = 30,
    replacement: Replacement = False,
    as_json: AsJson = False,
) -> None:
    """Compute with proven digits how much one record of a database shows in its published histogram.

    The answer is the privacy loss delta(x) of the database x, the worst of all neighbours.

    Give the counts, one of rate and draws, and one of odds, epsilon and threshold.
    """
    from sdp_proofs.privacy.database import delta as privacy_loss

    database = read_database(counts, rate, draws, replacement)
    budget = read_budget(odds, epsilon, threshold)
    with progress_bar("delta", 2) as advance:
        found = privacy_loss(database, budget, digits=digits)
        advance()
        worst = privacy_loss(_lone_record(database), budget, digits=digits).value
    if as_json:
        payload = {
            **described(database),
            "epsilon": budget.text,
            "digits": str(digits),
            "delta": found.value.to_json(digits + GUARD_DIGITS),
            "neighbour": texts(found.neighbour),
            "direction": found.change.direction,
            "dp_delta": worst.to_json(digits + GUARD_DIGITS),
        }
        print_json(payload, "sdp-proofs/delta/1")
        return
    print_lines(
        [
            *database_lines(database),
            ("epsilon", budget.text),
            *value_lines("delta(x)", found.value, digits),
            ("worst neighbour", f"{', '.join(texts(found.neighbour))} as x', attained by {found.change.direction}"),
            comparison("delta(x)", found.value, database),
            ("DP's delta", _worst_case(worst, replacement)),
        ]
    )


def _lone_record(database: Database) -> Database:
    """The worst database of this size, whose delta is that of differential privacy."""
    from dataclasses import replace

    return replace(database, counts=(database.records - 1, 1))


def _worst_case(worst: Enclosure, replacement: bool) -> str:
    name = "" if replacement else "T/n = "
    return f"{name}{worst.rounded(6) or worst}, when one record is of a type of its own"
