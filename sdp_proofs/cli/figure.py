"""`sdp-proofs figure`: a figure of a paper, computed again with proven digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.command import command
from sdp_proofs.cli.output import AGREES, INTERRUPTED, ended_like_by_ctrl_c, print_json, progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option
from sdp_proofs.figures import options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sdp_proofs.figures.figure import Figure

_CSV = ".csv"
_HELP = """\
Draw a figure of a paper, or of what this project says of it, and write its rows.

{topics}

--list says how long each takes on two cores that do nothing else. After Ctrl-C or SIGTERM the rows that were finished
are written, and the same command goes on from what was drawn.
"""


def _told() -> str:
    """The help, which is what the modules of figures say of themselves."""
    from sdp_proofs.figures import topics

    return _HELP.format(topics="\n\n".join(f"{', '.join(names)}: {says}" for names, says in topics()))


@command("figure", told=_told, more=options)
def figure(
    *,
    number: Annotated[
        str,
        Option("Number or name of the figure.", metavar="NUMBER", completes="figure", default=False, argument=True),
    ] = "",
    output: Annotated[
        str | None,
        Option(
            "A .png, .svg, .pdf or .csv file.", metavar="FILE", default="figure-NUMBER.png, unless the rows are written"
        ),
    ] = None,
    csv: Annotated[str | None, Option("Write the rows there as well.", metavar="FILE")] = None,
    show_list: Annotated[bool, Option("List the figures with their captions.", flag="--list")] = False,
    caption: Annotated[bool, Option("Print the figure's caption, in LaTeX.")] = False,
    as_json: Annotated[bool, Option("Print the rows as JSON.", flag="--json")] = False,
    **asked: Any,
) -> None:
    """Draw a figure, and write its rows."""
    from sdp_proofs import figures
    from sdp_proofs.errors import OptionsError
    from sdp_proofs.extras import require
    from sdp_proofs.figures.drawing import FORMATS, check_suffix
    from sdp_proofs.figures.figure import Run

    if show_list:
        _print_list(figures.figures())
        return
    chosen = figures.find(number)
    if caption:
        typer.echo(chosen.caption)
        return
    if output is None and csv is None and not as_json:
        output = f"figure-{number}.png"
    suffix = None if output is None else check_suffix(output, (*FORMATS, _CSV))
    if suffix == _CSV and csv is not None:
        raise OptionsError("--csv must be given only with an --output that is a picture, got two CSV files")
    check_places({"output": output, "csv": csv}, read={name: asked[name] for name in ("data", "resume")})
    given = _given(chosen, asked)
    require(*chosen.needs, *(("cluster",) if asked["dask"] else ()))
    run = Run(f"figure {number}", lambda label, total: progress_bar(label, total, logged=True))
    with ended_like_by_ctrl_c():
        computed = chosen.compute(run, **given)
    if computed.note:
        typer.echo(f"figure {number}: {computed.note}", err=True)
    if as_json:
        print_json({"figure": number, "missing": computed.missing, **computed.to_dict()}, "sdp-proofs/figure/1")
    table = output if suffix == _CSV else csv
    files = [] if table is None else [(table, writes(computed.write_table))]
    if output is not None and output != table and not computed.missing:
        files.insert(0, (output, computed.save))
    code = write_files(files, INTERRUPTED if computed.missing else AGREES)
    if computed.missing:
        goes_on = f"; the same command goes on from {computed.kept}" if computed.kept else ""
        typer.echo(f"interrupted: {computed.missing} rows are missing{goes_on}", err=True)
    leave(code)


def _given(figure: Figure, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were given, if the figure has them all.

    Raises:
        DomainError: it does not have one of them.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.figures import figures

    given = {name: value for name, value in asked.items() if value is not None and value is not False}
    for name in given:
        if name not in figure.options and name != "fresh":  # a figure without recorded rows is always computed anew
            having = ", ".join(other.name for other in figures().values() if name in other.options)
            flag = options()[name][0].flag or f"--{name}"
            raise DomainError(f"{flag} must go with one of the figures {having}; got figure {figure.name}")
    return {name: value for name, value in given.items() if name in figure.options}


def _print_list(known: Mapping[str, Figure]) -> None:
    """Print the figures with their cost and their captions as words; --caption has these for a paper."""
    from sdp_proofs.papers import PAPERS
    from sdp_proofs.render.terminal import Column, laid_out, width_of_page, write
    from sdp_proofs.render.unicode import words_of

    columns = [Column("figure", folds=False), Column("takes, if idle", folds=False), Column("what it shows")]
    ordered = sorted(known.values(), key=lambda one: PAPERS.index(one.paper))
    rows = [[[(text, "")] for text in (one.name, one.cost, words_of(one.caption))] for one in ordered]
    write(laid_out(columns, rows, width_of_page(None)))
