"""`sdp-proofs figure`: a figure of the paper, recomputed with proven digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.completion import complete_figure
from sdp_proofs.cli.output import AGREES, INTERRUPTED, ended_like_by_ctrl_c, print_json
from sdp_proofs.cli.writing import check_places, leave, write_files, writes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sdp_proofs.cli.figures.drawn import Asked
    from sdp_proofs.ledger.exhibits import Figure

_CSV = ".csv"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("figure")(figure)


def figure(
    number: Annotated[
        str,
        typer.Argument(
            metavar="NUMBER",
            help="1, 2 (its left panel), 2-right, 3, 4, 5, remark-8, bounds, accounting, gaussian-region, notions, "
            "theorem-2, lssgd-2, lssgd-3, lssgd-4, lssgd-5, lssgd-table or lssgd-controls.",
            autocompletion=complete_figure,
            show_default=False,
        ),
    ] = "",
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A .png, .svg, .pdf or .csv file.",
            show_default="figure-NUMBER.png, unless the rows are written",
        ),
    ] = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the rows there as well.")] = None,
    data: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Other elections for 1 and 3, a CSV file with columns year, first_votes, second_votes; other records "
            "for lssgd-3 and later, as for `train`.",
        ),
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
            "--draws-per-point",
            metavar="N",
            help="For 2-right and 5: databases per point; for lssgd: seeds.",
            show_default=False,
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
        int | None,
        typer.Option(
            metavar="SEED", help="For 2-right, 5 and lssgd: of the random numbers.", show_default="2023, 2019"
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="For 2-right, 5 and lssgd: keep the draws there, and continue from them.",
            show_default="figure-NUMBER-….draws.jsonl, which goes when the figure is complete",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", help="For 2-right, 5 and lssgd: processes.", show_default="one per core")
    ] = 0,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="For 2-right, 5 and lssgd: a Dask scheduler whose workers compute instead."
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute anew also what the package has recorded rows of (2-right and 5).")
    ] = False,
    show_list: Annotated[bool, typer.Option("--list", help="List the figures with their captions.")] = False,
    caption: Annotated[bool, typer.Option("--caption", help="Print the figure's caption, in LaTeX.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Draw a figure: 1 to 4 on elections, 2-right and 5 on SGD with 8-bit gradients, remark-8, bounds, and lssgd.

    Figures 1 and 3 are delta and adversary's utility by year: 1 is one setting (threshold 0.51, 0.2 % of the
    votes lost), 3 has six.

    Figures 2 and 4 are smoothed privacy by number of votes: 2 (also called 2-left) is drawn without its right panel and
    shows the districts of 2020 with 0.2 % of the votes lost; 4 adds the elections since 1920 and 1 % of the votes lost.

    Figures 2-right and 5 are smoothed privacy of one step of SGD by number of records, for one set of sources and for
    four others. They are averages over random databases, each with its exact delta: estimates, with confidence bands.

    remark-8 is a map over sampling rate and epsilon of where the published bound is proved, holds, fails and says
    nothing; bounds shows how sharp the closed forms are: their exponents beside the exact one, and their values.

    accounting is the epsilon of private training by number of steps: proven, by Rényi orders, by the central limit.
    gaussian-region is where sqrt(2 ln(1.25/delta))/epsilon is enough Gaussian noise, certified by subdivision.
    notions is which notion of privacy implies which, and with what constant.

    theorem-2 is where the conditions of Theorem 2 of DP-LSSGD can be met, over epsilon, and its noise beside that of
    the published code and the least that is proven to do.

    The lssgd figures are private training with Laplacian smoothing on scikit-learn's digits (extra `train`): lssgd-2
    signals, lssgd-3 losses along the run, lssgd-4 step sizes, lssgd-5 a network with four optimisers, lssgd-table
    accuracy by budget, lssgd-controls what a referee would ask for. They are averages over seeds, with simultaneous
    intervals for paired differences.

    2-right and 5 are drawn from the rows recorded in the package, unless an option asks for others or --fresh for new
    ones; all other figures are computed anew each time. --list says how long each takes on two cores that do nothing
    else. After Ctrl-C or SIGTERM the rows that were finished are written, and the same command goes on from what was
    drawn.
    """
    from sdp_proofs.cli.figures.drawn import Asked, Drawn, Options
    from sdp_proofs.errors import DomainError
    from sdp_proofs.extras import require
    from sdp_proofs.papers import figures
    from sdp_proofs.report.figures import FORMATS, check_suffix
    from sdp_proofs.tables.making import module_of

    if _told(number, show_list, caption):
        return
    if output is None and csv is None and not as_json:
        output = f"figure-{number}.png"
    suffix = None if output is None else check_suffix(output, (*FORMATS, _CSV))
    if suffix == _CSV and csv is not None:
        raise DomainError("--csv must be given only with an --output that is a picture, got two CSV files")
    check_places({"output": output, "csv": csv}, read={"data": data, "resume": resume})
    options = Options(draws, parts, rounded, seed, resume, workers, dask)
    chosen = figures()[number]
    _check_options(chosen, Asked(number, data, grid, fresh, options))
    require(*chosen.needs, *(("cluster",) if dask else ()))
    with ended_like_by_ctrl_c():
        computed: Drawn = module_of(chosen).compute(Asked(number, data, grid, fresh, options))
    if computed.note:
        typer.echo(f"figure {number}: {computed.note}", err=True)
    if as_json:
        print_json({"figure": number, "missing": computed.missing, **computed.document}, "sdp-proofs/figure/1")
    table = output if suffix == _CSV else csv
    files = [] if table is None else [(table, writes(computed.write_table))]
    if output is not None and output != table and not computed.missing:
        files.insert(0, (output, computed.save))
    code = write_files(files, INTERRUPTED if computed.missing else AGREES)
    if computed.missing:
        goes_on = f"; the same command goes on from {computed.kept}" if computed.kept else ""
        typer.echo(f"interrupted: {computed.missing} rows are missing{goes_on}", err=True)
    leave(code)


def _check_options(figure: Figure, asked: Asked) -> None:
    """Refuse an option that a figure does not have.

    Raises:
        DomainError: it has none of that name.
    """
    from sdp_proofs.cli.figures.drawn import Options
    from sdp_proofs.errors import DomainError
    from sdp_proofs.papers import figures

    mixed, options = (asked.options.parts, asked.options.rounded) != (1, False), asked.options
    used = {
        "data": ("--data", asked.data is not None), "grid": ("--grid", asked.grid),
        "draws": ("an option of estimated figures", options != Options()),
        "mixtures": ("--mixtures and --rounded", mixed),
    }  # fmt: skip
    for name, (option, given) in used.items():
        if given and name not in figure.takes:
            having = ", ".join(other.name for other in figures().values() if name in other.takes)
            raise DomainError(f"{option} must go with one of the figures {having}; got figure {figure.name}")


def _told(number: str, show_list: bool, caption: bool) -> bool:
    """Print what was asked about figures, if nothing is to be drawn.

    Raises:
        DomainError: no such figure.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.papers import figures

    known = figures()
    if not show_list and number not in known:
        raise DomainError(f"figure must be one of {', '.join(known)}, got {repr(number) if number else 'none'}")
    if show_list:
        _print_list(known.values())
    elif caption:
        typer.echo(known[number].caption)
    return show_list or caption


def _print_list(known: Iterable[Figure]) -> None:
    """The figures with their cost and their captions as words; --caption has these for a paper."""
    from sdp_proofs.render.terminal import Column, laid_out, width_of_page, write
    from sdp_proofs.render.unicode import words_of

    columns = [Column("figure", folds=False), Column("takes, if idle", folds=False), Column("what it shows")]
    rows = [[[(text, "")] for text in (one.name, one.cost, words_of(one.caption))] for one in known]
    write(laid_out(columns, rows, width_of_page(None)))
