"""`sdp-proofs epsilon`: the least epsilon at which one database meets a delta, the inverse of `delta`."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.output import print_json, progress_bar


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("epsilon")(epsilon)


def epsilon(
    counts: shared.Counts,
    delta: Annotated[str, typer.Option(metavar="D", help="The delta(x) to be met, exact: 1e-6, 1/1000.")],
    rate: shared.Rate = None,
    draws: shared.Draws = None,
    digits: shared.Digits = 10,
    replacement: shared.Replacement = False,
    as_json: shared.AsJson = False,
) -> None:
    """Compute the least epsilon at which delta(x) of one database is at most a given delta, with proven digits."""
    from sdp_proofs.questions import epsilon as least

    database = shared.read_database(counts, rate, draws, replacement)
    with progress_bar("epsilon"):
        value = least(database, delta=delta, digits=digits + shared.GUARD_DIGITS).enclosure()
    if as_json:
        ends = value.to_json(digits + shared.GUARD_DIGITS)
        print_json({**shared.described(database), "delta": delta, "epsilon": ends}, "sdp-proofs/epsilon/1")
        return
    lines = [*shared.database_lines(database), ("delta(x)", f"at most {delta}")]
    shared.print_lines([*lines, *shared.value_lines("epsilon", value, digits)])
