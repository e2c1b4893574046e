"""`sdp-proofs audit`: how private is a release of the records in a file?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.answers import dp_delta
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import print_json, progress_bar
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sdp_proofs.privacy.audit import AtBudget, Audit, Column
    from sdp_proofs.privacy.calibration import Limit

_SHOWN_VALUES = 8
_DIGITS = 3
_LONGEST_VALUE = 40
_UNREACHED = "none: with a probability above delta the sample rules out one of two neighbours"


@command("audit", "numbers.audit")
def audit(
    *,
    file: Annotated[
        str | None,
        Option(
            "A CSV file with a header, one record per line; a Parquet file; or several, 'data/*.parquet'.",
            metavar="[FILE]", argument=True,
        ),
    ] = None,
    column: Annotated[str | None, Option("The column whose histogram is published.")] = None,
    query: Annotated[
        str | None, Option("Instead of a file: a SQL query of one column, which DuckDB runs.", metavar="SQL")
    ] = None,
    rate: str | None,
    draws: str | None,
    epsilons: list[str] | None = None,
    deltas: list[str] | None = None,
    delimiter: Annotated[str, Option("What separates the columns: one character, or the word tab.")] = ",",
    as_json: AsJson = False,
) -> None:
    """Tell how private it is to publish the histogram of a random sample of the records in a file.

    What delta is at several epsilons and epsilon at several deltas, what an adversary gains who knows all records
    but one, the largest sample that keeps delta below 1/n, and how many records with these shares would do so at
    this rate. Every number is proven, and rounded up so that it holds as it is printed.
    """
    from sdp_proofs.privacy import audit as auditing

    with progress_bar("audit"):
        read = _column(file, column, query, delimiter)
        for slip in read.slips:
            typer.echo(f"warning: {slip}", err=True)
        found = auditing.audit(
            read,
            rate=rate,
            draws=draws,
            epsilons=epsilons or auditing.EPSILONS,
            targets=deltas or (),
        )
    if as_json:
        print_json(found.to_dict(), "sdp-proofs/audit/1")
    else:
        for line in _report(found):
            typer.echo(line)


def _report(found: Audit) -> Iterator[str]:
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.audit import legible

    column, database = found.column, found.database
    yield f"{legible(column.name)}: {len(column.values)} different values in n = {column.records} records"
    named = list(zip(column.values, column.counts, strict=True))
    yield (
        "  "
        + ", ".join(f"{_short(legible(value))} {count}" for value, count in named[:_SHOWN_VALUES])
        + (f", and {len(named) - _SHOWN_VALUES} more" if len(named) > _SHOWN_VALUES else "")
    )
    yield f"published: the histogram of T = {database.draws} of them, drawn without replacement"
    yield ""
    heads = f"{'delta':>12}  {f'below 1/n = 1/{column.records}':>22}  {'adversary gains':>16}"
    yield f"{'epsilon':>8}  {heads}  largest T for delta <= 1/n  fewest records for it"
    for row in found.rows:
        gain = "not computed" if row.utility is None else row.utility.at_most(_DIGITS)
        value = row.delta.at_most(_DIGITS)
        cells = f"{value:>12}  {_ANSWERS[row.below_one_over_n.value]:>22}  {gain:>16}"
        yield f"{row.epsilon:>8}  {cells}  {_draws(row.most_draws):>26}  {row.fewest_in_words or 'not computed'}"
    if any(row.bounded for row in found.rows):
        yield "Below 1e-300 delta is bounded only: of three values or more in so many records its digits are left out."
    yield ""
    yield f"{'delta':>12}  smallest epsilon"
    for target, least in found.epsilons:
        text = _UNREACHED if least is None else least.value.at_most(_DIGITS + 2)
        yield f"{Enclosure.of(target).at_most(_DIGITS):>12}  {text}"
    yield ""
    allowed = dp_delta(Enclosure.of(found.dp_delta), replacement=False)
    yield (
        f"Differential privacy has to allow delta = {allowed} at every "
        "epsilon, for the sake of a database with one record of its own kind."
    )
    yield from _words(found.rows)
    yield from _advice(found)


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else f"{value[:_LONGEST_VALUE]}…"


def _advice(found: Audit) -> Iterator[str]:
    """Say how many records may be published at the budget of `_words`, so that delta is at most 1/n."""
    row = _usual(found.rows)
    limit, records = row.most_draws, found.column.records
    if limit.fails is None:
        yield f"Advice: at epsilon {row.epsilon} delta is at most 1/n however many of the {records:,} are published."
    elif not limit.meets:
        yield f"Advice: at epsilon {row.epsilon} no sample of these {records:,} records has a delta of at most 1/n."
    else:
        yield f"Advice: at epsilon {row.epsilon} publish at most {limit.meets:,} of {records:,}, for delta <= 1/n."


_ANSWERS = {"HOLDS": "yes", "FAILS": "no", "UNKNOWN": "too close to tell"}


def _words(rows: tuple[AtBudget, ...]) -> Iterator[str]:
    """Explain one row to somebody who does not know epsilon: the one nearest to odds of three to one."""
    from sdp_proofs.privacy.histogram.database import DATABASE_ALONE, at_epsilon

    row = _usual(rows)
    odds = _odds_estimate(row.epsilon)
    if row.utility is not None:
        yield (
            f"In words, for epsilon = {row.epsilon}: somebody who knows all records but one, sees the histogram, and "
            f"guesses the missing one only when more than {100 * odds / (odds + 1):.1f} % sure, gains "
            f"at most {row.utility.at_most(_DIGITS)}."
        )
    number = row.delta.at_most(_DIGITS)
    yield f"To quote: delta(x) <= {number} {at_epsilon(row.epsilon)}for {DATABASE_ALONE}."


def _usual(rows: tuple[AtBudget, ...]) -> AtBudget:
    return min(rows, key=lambda row: abs(_odds_estimate(row.epsilon) - 3))


def _odds_estimate(epsilon: str) -> float:
    from sdp_proofs.privacy.budget import Budget

    return float(Budget.read(epsilon=epsilon).odds.ball(64).mid())


def _draws(limit: Limit) -> str:
    return "all records" if limit.fails is None else str(limit.meets)


def _column(file: str | None, column: str | None, query: str | None, delimiter: str) -> Column:
    """Count the column: in a file of text here, in all else where it is."""
    from sdp_proofs.errors import OptionsError
    from sdp_proofs.privacy import audit as auditing
    from sdp_proofs.privacy import columns

    if (file is None) == (query is None):
        raise OptionsError("one of a file and --query must be given, and not both")
    if query is not None or file is None:
        return columns.column_of_query(query or "", column)
    if column is None:
        raise OptionsError("--column must be given with a file, got none")
    if columns.is_table_file(file):
        return columns.column_of_files(file, column)
    return auditing.read_column(file, column, delimiter=delimiter)
