"""`sdp-proofs figure`: a figure of the paper, recomputed with proven digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.output import INTERRUPTED, print_json

if TYPE_CHECKING:
    from sdp_proofs.cli.figures.drawn import Drawn

_CSV = ".csv"
_BY_YEAR = ("1", "3")
_BY_SIZE = ("2", "2-left", "4")
_NUMBERS = ("1", "2", "2-left", "3", "4")


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
    grid: Annotated[
        bool,
        typer.Option("--grid", help="For 2 and 4: also rows that are not drawn: 21 epsilons, up to all votes of 2020."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Draw a figure of the paper on US presidential elections, or on elections of your own.

    Figures 1 and 3 are privacy loss and adversary's utility by year: 1 is one setting (threshold 0.51, 0.2 % of the
    votes lost), 3 has six.

    Figures 2 and 4 are smoothed privacy by number of votes: 2 is drawn without its right panel, which is another
    experiment, and shows the districts of 2020 with 0.2 % of the votes lost; 4 adds the elections since 1920 and
    1 % of the votes lost.

    After Ctrl-C the rows that were finished are written.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.report.figures import FORMATS, check_suffix

    if number not in _NUMBERS:
        raise DomainError(f"figure must be one of {', '.join(_NUMBERS)}, got {number!r}")
    if output is None and csv is None and not as_json:
        raise DomainError("at least one of --output, --csv and --json must be given")
    suffix = None if output is None else check_suffix(output, (*FORMATS, _CSV))
    if suffix == _CSV and csv is not None:
        raise DomainError("--csv must be given only with an --output that is a picture, got two CSV files")
    if data is not None and number not in _BY_YEAR:
        raise DomainError(f"--data must go with figure 1 or 3, got figure {number}")
    if grid and number not in _BY_SIZE:
        raise DomainError(f"--grid must go with figure 2 or 4, got figure {number}")
    computed = _compute(number, data, grid)
    table = output if suffix == _CSV else csv
    written = [] if table is None else [table]
    if table is not None:
        with open(table, "w", encoding="utf-8", newline="") as stream:
            computed.write_table(stream)
    if output is not None and output != table and not computed.missing:
        computed.save(output)
        written.insert(0, output)
    if as_json:
        print_json({"figure": number, "missing": computed.missing, **computed.document}, "sdp-proofs/figure/1")
    for file in written:
        typer.echo(f"wrote {file}", err=True)
    if computed.missing:
        typer.echo(f"interrupted: {computed.missing} rows are missing", err=True)
        raise typer.Exit(INTERRUPTED)


def _compute(number: str, data: str | None, grid: bool) -> Drawn:
    if number in _BY_YEAR:
        from sdp_proofs.cli.figures import elections

        return elections.compute(number, data)
    from sdp_proofs.cli.figures import smoothed

    return smoothed.compute(number, grid=grid)
