"""`sdp-proofs figure`: a figure of the paper, recomputed with proven digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from sdp_proofs.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from fractions import Fraction

    from sdp_proofs.experiments.elections import Row
    from sdp_proofs.experiments.smoothed_elections import Row as SmoothedRow
    from sdp_proofs.report.election_figure import Panel
    from sdp_proofs.report.smoothed_figure import Panel as SmoothedPanel

_CSV = ".csv"
_BY_YEAR = ("1", "3")
_NUMBERS = ("1", "2", "2-left", "3", "4")
_TITLES = {"districts": "Districts of 2020", "history": "Elections 1920\u20132020"}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("figure")(figure)


def figure(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="1, 2 (its left panel, also called 2-left), 3 or 4.")],
    output: Annotated[str | None, typer.Option(metavar="FILE", help="A .png, .svg, .pdf or .csv file.")] = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the rows there as well.")] = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="CSV", help="Other elections for 1 and 3: columns year, first_votes, second_votes."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Draw a figure of the paper on US presidential elections, or on elections of your own.

    Figures 1 and 3 are privacy loss and adversary's utility by year: 1 is one setting (threshold 0.51, 0.2 % of the
    votes lost), 3 has six.

    Figures 2 and 4 are smoothed privacy by number of votes: 2 is drawn without its right panel, which is another
    experiment, and shows the districts of 2020 with 0.2 % of the votes lost; 4 adds the elections since 1920 and
    1 % of the votes lost.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.report.election_figure import FORMATS, check_suffix

    if number not in _NUMBERS:
        raise DomainError(f"figure must be one of {', '.join(_NUMBERS)}, got {number!r}")
    if output is None and csv is None and not as_json:
        raise DomainError("at least one of --output, --csv and --json must be given")
    suffix = None if output is None else check_suffix(output, (*FORMATS, _CSV))
    if suffix == _CSV and csv is not None:
        raise DomainError("--csv must be given only with an --output that is a picture, got two CSV files")
    drawn = _elections(number, data) if number in _BY_YEAR else _smoothed(number, data)
    table = output if suffix == _CSV else csv
    if table is not None:
        with open(table, "w", encoding="utf-8", newline="") as stream:
            drawn.write_table(stream)
    if output is not None and output != table:
        drawn.save(output)
    if as_json:
        print_json({"figure": number, **drawn.document}, "sdp-proofs/figure/1")
    for file in filter(None, dict.fromkeys((output, csv))):
        typer.echo(f"wrote {file}", err=True)


@dataclass(frozen=True)
class _Drawn:
    """A computed figure: how to write its rows, how to draw it, and what it is as JSON."""

    write_table: Callable[[TextIO], None]
    save: Callable[[str], None]
    document: dict[str, object]


def _elections(number: str, data: str | None) -> _Drawn:
    """Privacy loss and utility of every election, setting by setting."""
    from sdp_proofs.experiments.election_data import read_elections, us_presidential_elections
    from sdp_proofs.experiments.elections import FIGURE_1, FIGURE_3, election_rows, write_rows
    from sdp_proofs.report.election_figure import save_figure

    settings = (FIGURE_1,) if number == "1" else tuple(FIGURE_3.values())
    elections = us_presidential_elections() if data is None else read_elections(data)
    parts: list[list[Row]] = []
    with progress_bar(f"figure {number}", len(settings) * len(elections)) as advance:
        for setting in settings:
            parts.append([])
            for row in election_rows(elections, setting):
                parts[-1].append(row)
                advance()
    rows = [row for part in parts for row in part]
    return _Drawn(
        lambda stream: write_rows(rows, stream),
        lambda path: save_figure([_panel(part) for part in parts], path),
        {"rows": [row.values() for row in rows]},
    )


def _smoothed(number: str, data: str | None) -> _Drawn:
    """Smoothed privacy of every electorate, size by size, with exponential fits."""
    from sdp_proofs.errors import DomainError
    from sdp_proofs.experiments import smoothed_elections as elections
    from sdp_proofs.report.smoothed_figure import save_figure

    if data is not None:
        raise DomainError(f"--data must go with figure 1 or 3, got figure {number}")
    electorates = elections.figure_4() if number == "4" else elections.figure_2()
    parts: list[list[SmoothedRow]] = []
    pieces = len(electorates) * len(elections.DRAWN_EPSILONS) * len(elections.SIZES)
    with progress_bar(f"figure {number}", pieces) as advance:
        for electorate in electorates:
            parts.append([])
            for row in elections.smoothed_rows(electorate, elections.SIZES):
                parts[-1].append(row)
                advance()
    rows = [row for part in parts for row in part]
    return _Drawn(
        lambda stream: elections.write_rows(rows, stream),
        lambda path: save_figure([_smoothed_panel(part) for part in parts], path),
        {"rows": [row.values() for row in rows], "fits": [fit.values() for fit in elections.exponential_fit(rows)]},
    )


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


def _smoothed_panel(rows: Sequence[SmoothedRow]) -> SmoothedPanel:
    from sdp_proofs.experiments.smoothed_elections import exponential_fit
    from sdp_proofs.numerics.enclosure import Enclosure
    from sdp_proofs.report.smoothed_figure import Curve, Panel, Point

    electorate = rows[0].electorate
    curves = tuple(
        Curve(
            fit.epsilon,
            tuple(
                Point(
                    records=row.records,
                    delta=row.delta.log10_estimate,
                    fitted=fit.log10_at(row.records),
                    one_over_n=Enclosure.of(row.one_over_n).log10_estimate,
                    dp_delta=Enclosure.of(row.dp_delta).log10_estimate,
                )
                for row in rows
                if row.epsilon == fit.epsilon
            ),
        )
        for fit in exponential_fit(rows)
    )
    return Panel(f"{_TITLES[electorate.name]}, {_decimal(100 * electorate.lost)} % of the votes lost", curves)


def _decimal(number: Fraction) -> str:
    return f"{float(number):g}"
