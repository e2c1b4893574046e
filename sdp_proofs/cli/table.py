"""`sdp-proofs table`: a table of exact deltas and bounds, or a typed table checked digit by digit."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sdp_proofs.cli.command import command
from sdp_proofs.cli.output import DISAGREES, INTERRUPTED, UNDECIDED, progress_bar
from sdp_proofs.cli.table_shape import Shape
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option
from sdp_proofs.tables import axes, names

if TYPE_CHECKING:
    from sdp_proofs.tables.comparison import Finding
    from sdp_proofs.tables.table import Table

R = TypeVar("R")
_UP = ", rounded up"
_TABLE_SCHEMA = "sdp-proofs/table/1"
_COMPARISON_SCHEMA = "sdp-proofs/table-comparison/1"


def _axes() -> dict[str, tuple[Option, type]]:
    return {name: (option, str) for name, option in axes().items()}


@command("table", more=_axes)
def table(
    *,
    name: Annotated[
        str,
        Option(" | ".join(names()), metavar="NAME", completes="table", argument=True),
    ],
    data: Annotated[
        str | None,
        Option("Other elections: columns year, first_votes, second_votes.", metavar="CSV"),
    ] = None,
    published_counts: Annotated[bool, Option("For elections: the counts behind the published Figure 1.")] = False,
    compare: Annotated[
        str | None,
        Option("Check a typed table: key columns of this table, and columns of values.", metavar="CSV"),
    ] = None,
    digits: Annotated[int, Option("Significant digits, up to 500.")] = 6,
    form: Annotated[
        str | None,
        Option(
            "csv, markdown, latex or json; by default as FILE is named.",
            flag="--format",
            completes=("csv", "markdown", "latex", "json"),
        ),
    ] = None,
    fragment: Annotated[bool, Option("LaTeX without a preamble, to be included in a document.")] = False,
    columns: Annotated[
        str | None,
        Option(
            "Only these columns, in this order: epsilon,delta_sdp; or all.",
            metavar="C,C,...",
            default="all in files and pipes, the main ones on a screen and with --fragment",
        ),
    ] = None,
    transpose: Annotated[bool, Option("Exchange rows and columns.")] = False,
    caption: Annotated[str, Option("With --fragment: the caption of a float.", metavar="LATEX")] = "",
    label: Annotated[str, Option("With --fragment: the label of a float.", metavar="NAME")] = "",
    output: Annotated[str | None, Option("Write there instead of to the screen.", metavar="FILE")] = None,
    **asked: str | None,
) -> None:
    """Print a table of exact deltas, published bounds and proved ones, over every combination of the axes' values.

    Upper bounds are rounded up and lower bounds down; a column says which bounds are valid. In CSV and JSON every other
    number is an interval, with the exact fraction in JSON where there is one; elsewhere it is rounded to nearest.

    With --compare a typed table is recomputed and each of its cells marked: agrees, rounded (and how), wrong digit (and
    which) or not decided. Exit code 0 if all agree or are rounded, 1 with a wrong digit, 3 if some are undecided.

    After Ctrl-C the rows that were finished are written.
    """
    from sdp_proofs.tables.table import check_table_digits

    kind = _format(form, output, fragment)
    shape = Shape(None if columns is None else _values("columns", columns), transpose, fragment, caption, label)
    shape.check(kind)
    check_places({"output": output}, read={"data": data, "compare": compare})
    check_table_digits(digits)
    chosen = _table(name, data, published_counts)
    if fragment or (kind == "markdown" and output is None and sys.stdout.isatty()):
        shape = replace(shape, brief=chosen.brief)
    given = {axis: _values(axis, text) for axis, text in asked.items() if text is not None}
    points = chosen.points(given)
    if compare is None:
        text, missing = _computed(chosen, points, digits, kind, shape)
        code = 0
    else:
        text, missing, code = _compared(chosen, compare, given, digits, kind, replace(shape, brief=()))
    if output is None:
        typer.echo(text, nl=False)
    files = [] if output is None else [(output, writes(text))]
    code = write_files(files, INTERRUPTED if missing else code)
    if missing:
        typer.echo(f"interrupted: {missing} rows are missing", err=True)
    leave(code)


def _format(form: str | None, output: str | None, fragment: bool) -> str:
    from sdp_proofs.errors import DomainError
    from sdp_proofs.render.tables import FORMATS, SUFFIXES

    suffix = None if output is None else os.path.splitext(output)[1].lower()
    kind = form or SUFFIXES.get(suffix or "", "markdown")
    if kind not in FORMATS:
        raise DomainError(f"the format must be one of {', '.join(FORMATS)}, got {kind!r}")
    if form is None and suffix is not None and suffix not in SUFFIXES:
        raise DomainError(f"the file's name must end in {', '.join(SUFFIXES)} unless --format is given, got {output!r}")
    if fragment and kind != "latex":
        raise DomainError(f"--fragment must go with the format latex, got {kind}")
    return kind


def _table(name: str, data: str | None, published_counts: bool) -> Table:
    """Return the table of that name, over other data if those are asked for.

    Raises:
        DomainError: there is none, or it has no other data.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.tables import find, tables

    if data is not None and published_counts:
        raise DomainError("at most one of --data and --published-counts must be given")
    chosen = find(name)
    if data is None and not published_counts:
        return chosen
    if chosen.over is None:
        having = ", ".join(other.name for other in tables().values() if other.over is not None)
        raise DomainError(f"--data and --published-counts must go with the table {having}, got {name}")
    return chosen.over(data)


def _values(axis: str, text: str) -> tuple[str, ...]:
    from sdp_proofs.errors import DomainError

    depth, outside = 0, ""
    for sign in text:  # a comma in brackets belongs to a release
        depth += (sign == "(") - (sign == ")")
        outside += "\n" if sign == "," and not depth else sign
    values = tuple(part.strip() for part in outside.split("\n"))
    if not all(values):
        raise DomainError(f"{axis} must be values separated by commas, got {text!r}")
    return values


def _collected(chosen: Table, rows: Iterable[R], total: int) -> tuple[list[R], int]:
    """Return the rows and how many are missing after Ctrl-C."""
    from sdp_proofs.figures.figure import Run

    run = Run(f"table {chosen.name}", lambda label, steps: progress_bar(label, steps, logged=True))
    return run.collect(rows, total)


def _computed(chosen: Table, points: list[dict[str, str]], digits: int, kind: str, shape: Shape) -> tuple[str, int]:
    from sdp_proofs.render.tables import TextTable, table_json
    from sdp_proofs.tables.table import document, header, line

    rows, missing = _collected(chosen, chosen.rows(points, digits), len(points))
    if kind == "json":
        return table_json(document(chosen, rows, digits, missing), _TABLE_SCHEMA), missing
    ends = kind == "csv"
    shown = TextTable(
        tuple(header(chosen, ends=ends)),
        tuple(tuple(line(chosen, row, digits, ends=ends)) for row in rows),
        chosen.title,
        tuple(f"{column.name}: {column.meaning}{_UP * column.guaranteed}" for column in chosen.columns),
        given=frozenset(axis.name for axis in chosen.axes),
    )
    return shape.rendered(shown, kind), missing


def _compared(
    chosen: Table, path: str, given: Mapping[str, tuple[str, ...]], digits: int, kind: str, shape: Shape
) -> tuple[str, int, int]:
    from sdp_proofs.render.tables import TextTable, table_json
    from sdp_proofs.tables.comparison import Agreement, compare_rows
    from sdp_proofs.tables.typed import read_typed

    typed = read_typed(path, chosen, given)
    groups, missing = _collected(chosen, compare_rows(chosen, typed, digits), len(typed))
    findings = [finding for group in groups for finding in group]
    counts = {each: sum(finding.agreement is each for finding in findings) for each in Agreement}
    code = DISAGREES if counts[Agreement.WRONG] else UNDECIDED if counts[Agreement.UNDECIDED] else 0
    summary = ", ".join(f"{count} {each}" for each, count in counts.items())
    if kind == "json":
        payload = {
            "table": chosen.name,
            "missing": str(missing),
            "summary": {each.value: str(count) for each, count in counts.items()},
            "cells": [_finding_json(finding) for finding in findings],
        }
        return table_json(payload, _COMPARISON_SCHEMA), missing, code
    lines = [finding.values() for finding in findings]
    header = tuple(lines[0]) if lines else ("column", "typed", "computed", "agreement", "note")
    title = f"{chosen.title}: {len(findings)} typed cells, {summary}"
    shown = TextTable(header, tuple(tuple(line.values()) for line in lines), title)
    return shape.rendered(shown, kind), missing, code


def _finding_json(finding: Finding) -> dict[str, object]:
    return {
        "line": str(finding.line),
        "keys": dict(finding.keys),
        "column": finding.column,
        "typed": finding.typed,
        "computed": finding.computed,
        "agreement": finding.agreement.value,
        "note": finding.note,
    }
