"""`sdp-proofs epsilon`: the least epsilon at which one database meets a delta, the inverse of `delta`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli import checking
from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.privacy.profile import LeastEpsilon


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
    check: checking.Check = None,
    strict: checking.Strict = False,
    as_json: shared.AsJson = False,
) -> None:
    """Compute the least epsilon at which delta(x) of one database is at most a given delta, with proven digits.

    The answer is rounded up, so that it holds as it is printed.
    """
    from sdp_proofs.api.numbers import epsilon as least

    shown = checking.Shown.read(digits, as_json, check, strict)
    database = shared.read_database(counts, rate, draws, replacement)

    def ask(digits: int) -> LeastEpsilon:
        return least(database, delta=delta, digits=digits + shared.GUARD_DIGITS)

    with progress_bar("epsilon"):
        found = ask(digits)
        value = found.enclosure(digits + shared.GUARD_DIGITS)
        checked = shown.checked(value, lambda more: ask(more).enclosure(more + shared.GUARD_DIGITS))
    ends = value.to_json(digits + shared.GUARD_DIGITS)
    payload: dict[str, object] = {**shared.described(database), "delta": delta, "epsilon": ends}
    lines = [
        *shared.database_lines(database),
        ("delta(x)", f"at most {delta}"),
        *shared.value_lines("epsilon", value, digits),
        shared.quote_line(found, digits),
    ]
    shown.answer(payload, "sdp-proofs/epsilon/1", lines, "epsilon", checked)
