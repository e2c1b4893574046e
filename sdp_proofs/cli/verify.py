"""`sdp-proofs verify`: run claims and compare with the record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("verify")(verify)


def verify(
    claims: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAIM", help="Ids or locators ('Remark 8'); default: every claim."),
    ] = None,
    paper: Annotated[str | None, typer.Option(help="Only the claims of this paper.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; default: one per processor.")] = None,
    depth: Annotated[str, typer.Option(help="default, or deep for the checks that take long as well.")] = "default",
    fresh: Annotated[bool, typer.Option("--fresh", help="Run again what has not changed since the last run.")] = False,
    ledger: LedgerName = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 if a check is undecided.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the snapshot as JSON.")] = False,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write all of it as one web page as well.")
    ] = None,
    markdown: Annotated[
        str | None, typer.Option("--markdown", metavar="FILE", help="Write the table as Markdown as well.")
    ] = None,
    latex: Annotated[
        str | None, typer.Option("--latex", metavar="FILE", help="Write all of it as a LaTeX document as well.")
    ] = None,
) -> None:
    """Check claims by machine and compare every status with the recorded one.

    Claims that the chosen ones depend on, or are repaired by, are run as well but not shown. What is decided by the
    same files as in an earlier run is taken from there (in $SDP_PROOFS_CACHE, or the user's cache folder).

    Exit code 0: everything agrees with the record; 1: something does not; 3: undecided under --strict.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, opened, selected
    from sdp_proofs.errors import DomainError

    files = {"html": html, "markdown": markdown, "latex": latex}
    wanted = {name: Path(file) for name, file in files.items() if file is not None}
    _check_places(wanted)
    registry, loader = opened(ledger)
    if depth not in ("default", "deep"):
        raise DomainError(f"depth must be default or deep, got {depth!r}")
    document = audited(
        registry, selected(registry, claims or [], paper), loader, jobs=jobs, deep=depth == "deep", fresh=fresh
    )
    if as_json:
        print_json(document, document["schema"])
    else:
        from sdp_proofs.report.console import print_ledger

        print_ledger(document)
    for name, file in wanted.items():
        file.write_text(_rendered(name, document), encoding="utf-8")
        typer.echo(f"wrote {file}", err=True)
    code = exit_code(document, strict=strict)
    if code:
        raise typer.Exit(code)


def _check_places(wanted: dict[str, Path]) -> None:
    """Refuse a file that cannot be written before the claims are run, not after."""
    from sdp_proofs.errors import DomainError

    for name, file in wanted.items():
        if file.is_dir() or not file.absolute().parent.is_dir():
            raise DomainError(f"--{name} must name a file in a directory that exists; got {str(file)!r}")
    if len({file.absolute() for file in wanted.values()}) < len(wanted):
        raise DomainError(f"the files to write must differ; got {', '.join(map(str, wanted.values()))}")


def _rendered(name: str, document: dict[str, Any]) -> str:
    match name:
        case "html":
            from sdp_proofs.report.html import ledger_html

            return ledger_html(document)
        case "latex":
            from sdp_proofs.report.latex import ledger_latex

            return ledger_latex(document)
        case _:
            from sdp_proofs.report.markdown import ledger_markdown

            return ledger_markdown(document)
