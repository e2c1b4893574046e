"""`sdp-proofs figure`: a figure of the paper, recomputed with proven digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.output import INTERRUPTED, print_json

if TYPE_CHECKING:
    from sdp_proofs.cli.figures.drawn import Drawn, Options

_CSV = ".csv"
_BY_YEAR = ("1", "3")
_BY_SIZE = ("2", "2-left", "4")
_SGD = ("2-right", "5")
_BOUNDS = ("remark-8", "bounds")
_NUMBERS = ("1", "2", "2-left", "2-right", "3", "4", "5", *_BOUNDS)


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("figure")(figure)


def figure(
    number: Annotated[
        str, typer.Argument(metavar="NUMBER", help="1, 2 (its left panel), 2-right, 3, 4, 5, remark-8 or bounds.")
    ],
    output: Annotated[str | None, typer.Option(metavar="FILE", help="A .png, .svg, .pdf or .csv file.")] = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the rows there as well.")] = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="CSV", help="Other elections for 1 and 3: columns year, first_votes, second_votes."),
    ] = None,
    grid: Annotated[
        bool,
        typer.Option(
            "--grid",
            help="For 2 and 4: also rows that are not drawn: 21 epsilons, up to all votes of 2020. "
            "For 2-right and 5: sizes up to 2,500.",
        ),
    ] = False,
    draws: Annotated[
        int | None,
        typer.Option(
            "--draws-per-point", metavar="N", help="For 2-right and 5: databases per point.", show_default=False
        ),
    ] = None,
    parts: Annotated[
        int,
        typer.Option(
            "--mixtures", metavar="K", help="For 2-right and 5: K + 1 equidistant mixtures of the two sources."
        ),
    ] = 1,
    rounded: Annotated[
        bool, typer.Option("--rounded", help="For 2-right and 5: round the published mean to a level.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="SEED", help="For 2-right and 5: of the random numbers.", show_default="2023")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="For 2-right and 5: keep the draws there, and continue from them."),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", help="For 2-right and 5: processes.", show_default="one per core")
    ] = 0,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="For 2-right and 5: a Dask scheduler whose workers compute instead."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Draw a figure: 1 to 4 on elections, 2-right and 5 on SGD with 8-bit gradients, remark-8 and bounds on bounds.

    Figures 1 and 3 are privacy loss and adversary's utility by year: 1 is one setting (threshold 0.51, 0.2 % of the
    votes lost), 3 has six.

    Figures 2 and 4 are smoothed privacy by number of votes: 2 (also called 2-left) is drawn without its right panel and
    shows the districts of 2020 with 0.2 % of the votes lost; 4 adds the elections since 1920 and 1 % of the votes lost.

    Figures 2-right and 5 are smoothed privacy of one step of SGD by number of records, for one set of sources and for
    four others. They are averages over random databases, each with its exact loss: estimates, with confidence bands.

    remark-8 is a map over sampling rate and epsilon of where the published bound is proved, holds, fails and says
    nothing; bounds shows how sharp the closed forms are: their exponents beside the exact one, and their values.

    After Ctrl-C the rows that were finished are written; with --resume nothing that was drawn is lost.
    """
    from sdp_proofs.cli.figures.drawn import Options
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
    if grid and number not in (*_BY_SIZE, *_SGD):
        raise DomainError(f"--grid must go with figure 2, 2-right, 4 or 5, got figure {number}")
    sgd_options = Options(draws, parts, rounded, seed, resume, workers, dask)
    if number not in _SGD and sgd_options != Options():
        raise DomainError(f"an option of figures 2-right and 5 must go with them, got figure {number}")
    computed = _compute(number, data, grid, sgd_options)
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


def _compute(number: str, data: str | None, grid: bool, sgd_options: Options) -> Drawn:
    if number in _BY_YEAR:
        from sdp_proofs.cli.figures import elections

        return elections.compute(number, data)
    if number in _SGD:
        from sdp_proofs.cli.figures import sgd

        return sgd.compute(number, sgd_options, grid=grid)
    if number in _BOUNDS:
        from sdp_proofs.cli.figures import bounds, remark_8

        return remark_8.compute() if number == "remark-8" else bounds.compute()
    from sdp_proofs.cli.figures import smoothed

    return smoothed.compute(number, grid=grid)
