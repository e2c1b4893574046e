"""What `sdp-proofs delta --mechanism sampling-average` does: delta when the mean of a sample is published."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli import pair
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.cli.checking import Shown
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.mean import AverageDelta, GridDatabase

MECHANISM = "sampling-average"
_MOST_CHARACTERS = 10**7
_NUMBERS = re.compile(r"[-+0-9,\s]*")


def average(
    values: str | None,
    levels: str | None,
    rate: str | None,
    draws: str | None,
    rounded: bool,
    budget: Budget,
    shown: Shown,
    neighbour: str | None = None,
) -> None:
    """Print delta of the published mean.

    Args:
        values: the records: integers, or the name of a file with them.
        levels: LOW:HIGH.
        rate: sampling rate.
        draws: sample size, instead of the rate.
        rounded: whether the mean is rounded to the nearest level.
        budget: epsilon.
        shown: digits to prove, how to print, and what to check.
        neighbour: the records of the only database to compare with; None for the worst one.

    Raises:
        DomainError: an option is missing, or not as described.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.privacy.mean import GridDatabase, average_delta

    if values is None or levels is None:
        missing = "--values" if values is None else "--levels"
        raise DomainError(f"{missing} must be given with --mechanism {MECHANISM}")
    database = GridDatabase.read(values=_text(values), levels=levels, rate=rate, draws=draws, rounded=rounded)
    if neighbour is not None:
        pair.averaged(database, _text(neighbour), budget, shown)
        return
    digits = shown.digits
    with progress_bar("delta", 1):
        found = average_delta(database, budget, digits=digits)
        checked = shown.checked(found.value, lambda more: average_delta(database, budget, digits=more).value)
    payload: dict[str, object] = {
        "mechanism": MECHANISM,
        "values": shared.texts(database.values),
        "levels": {"low": str(database.low), "high": str(database.high)},
        "records": str(database.records),
        "draws": str(database.draws),
        "rounded": rounded,
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": found.value.to_json(digits + shared.GUARD_DIGITS),
        "neighbour": {"removed": str(found.removed), "added": str(found.added)},
        "direction": found.direction,
    }
    lines = _lines(database, budget, found, digits)
    shown.answer(payload, "sdp-proofs/delta-average/1", lines, "delta(x)", checked)


def _lines(database: GridDatabase, budget: Budget, found: AverageDelta, digits: int) -> list[tuple[str, str]]:
    output = "rounded to the nearest level, ties away from zero" if database.rounded else "not rounded"
    return [
        ("values of x", f"{len(set(database.values))} of the levels {database.low} to {database.high}"),
        ("records", f"n = {database.records}"),
        ("draws", f"T = {database.draws}, without replacement"),
        ("output", f"the mean, {output}"),
        ("epsilon", budget.text),
        *shared.value_lines("delta(x)", found.value, digits),
        shared.quote_line(found, digits),
        ("worst neighbour", f"{found.removed} becomes {found.added} in x', attained by {found.direction}"),
        shared.comparison("delta(x)", found.value, database),
    ]


def _text(values: str) -> str:
    """The numbers themselves, or what the file holds that is named instead of them."""
    from sdp_proofs.errors import DomainError

    if values and _NUMBERS.fullmatch(values):
        return values
    name = values.removeprefix("@")
    try:
        with open(name, encoding="utf-8") as stream:
            text = stream.read(_MOST_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise DomainError(
            f"values must be integers separated by commas, or the name of a file with them, "
            f"got {values[:80]!r} ({reason})"
        ) from None
    if len(text) > _MOST_CHARACTERS:
        raise DomainError(f"a file of values must have at most {_MOST_CHARACTERS} characters, got more in {name!r}")
    return text
