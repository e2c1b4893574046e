"""`sdp-proofs figure`: a figure of the paper, recomputed with proven digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from fractions import Fraction

    from sdp_proofs.experiments.elections import Row, Setting
    from sdp_proofs.report.election_figure import Panel

_CSV = ".csv"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("figure")(figure)


def figure(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="1 or 3.")],
    output: Annotated[str | None, typer.Option(metavar="FILE", help="A .png, .svg, .pdf or .csv file.")] = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the rows there as well.")] = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="CSV", help="Other elections: columns year, first_votes, second_votes."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Draw privacy loss and adversary's utility in US presidential elections, or in elections of your own.

    Figure 1 is one setting (threshold 0.51, 0.2 % of the votes lost), figure 3 has six.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.experiments.election_data import read_elections, us_presidential_elections
    from sdp_proofs.experiments.elections import election_rows
    from sdp_proofs.report.election_figure import FORMATS, check_suffix, save_figure

    settings = _settings(number)
    if output is None and csv is None and not as_json:
        raise DomainError("at least one of --output, --csv and --json must be given")
    suffix = None if output is None else check_suffix(output, (*FORMATS, _CSV))
    if suffix == _CSV and csv is not None:
        raise DomainError("--csv must be given only with an --output that is a picture, got two CSV files")
    elections = us_presidential_elections() if data is None else read_elections(data)
    rows: list[list[Row]] = []
    with progress_bar(f"figure {number}", len(settings) * len(elections)) as advance:
        for setting in settings:
            rows.append([])
            for row in election_rows(elections, setting):
                rows[-1].append(row)
                advance()
    table = output if suffix == _CSV else csv
    if table is not None:
        _write_table([row for part in rows for row in part], table)
    if output is not None and output != table:
        save_figure([_panel(part) for part in rows], output)
    if as_json:
        cells = [row.values() for part in rows for row in part]
        print_json({"figure": number, "rows": cells}, "sdp-proofs/figure/1")
    for file in filter(None, dict.fromkeys((output, csv))):
        typer.echo(f"wrote {file}", err=True)


def _settings(number: str) -> Sequence[Setting]:
    from sdp_proofs.errors import DomainError
    from sdp_proofs.experiments.elections import FIGURE_1, FIGURE_3

    figures = {"1": (FIGURE_1,), "3": tuple(FIGURE_3.values())}
    if number not in figures:
        raise DomainError(f"figure must be {' or '.join(figures)}, got {number!r}")
    return figures[number]


def _write_table(rows: Sequence[Row], path: str) -> None:
    from sdp_proofs.experiments.elections import write_rows

    with open(path, "w", encoding="utf-8", newline="") as stream:
        write_rows(rows, stream)


def _panel(rows: Sequence[Row]) -> Panel:
    from sdp_proofs.numerics.enclosure import Enclosure
    from sdp_proofs.report.election_figure import Panel, Point

    setting = rows[0].setting
    name = f"({setting.panel})  " if setting.panel else ""
    return Panel(
        f"{name}$t$ = {_decimal(setting.threshold)}, {_decimal(100 * setting.lost)} % of the votes lost",
        tuple(
            Point(
                year=row.year,
                delta=row.delta.log10_estimate,
                utility=row.utility.log10_estimate,
                one_over_n=Enclosure.of(row.one_over_n).log10_estimate,
                dp_delta=Enclosure.of(row.dp_delta).log10_estimate,
            )
            for row in rows
        ),
    )


def _decimal(number: Fraction) -> str:
    return f"{float(number):g}"
