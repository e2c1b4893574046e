"""`sdp-proofs errata`: what is wrong in a paper, with counterexamples and repairs, as a document."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.completion import complete_format, complete_paper, complete_severity
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.writing import check_places, leave, write_files, writes


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("errata")(errata)


def errata(
    paper: Annotated[
        str | None,
        typer.Option(
            help="Only this paper; 'project' for our own conjectures. Default: all papers.",
            autocompletion=complete_paper,
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
    ] = None,
    severity: Annotated[
        str | None,
        typer.Option(
            help="Only items as grave as that: result, hypothesis, statement, step, slip, edge or reading.",
            show_default="reading: all",
            autocompletion=complete_severity,
        ),
    ] = None,
    ledger: LedgerName = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; default: one per processor.")] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="markdown, latex, html or json.",
            show_default="markdown",
            autocompletion=complete_format,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Write the errata of a paper: what is printed, where it fails, why, what holds instead and what that costs.

    Every claim of the paper is run first, unless the package ships results of the same sources, and what the run
    refutes is shown, whatever is on record; the exit code is that of `verify`. The gravest errors come first.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, known_results, opened
    from sdp_proofs.render.errata import errata_document
    from sdp_proofs.render.front import graded

    kind = _format(form, as_json)
    least = graded(severity)
    check_places({"output": output})
    known = known_results(ledger) if jobs is None else None
    if known is not None:
        from sdp_proofs.papers import papers

        wings, document = papers(), known.excerpt(known.concerned(paper))
    else:
        from sdp_proofs.ledger.snapshot import catalogue_of

        registry, loader = opened(ledger)
        wings, concerned = registry.wings, catalogue_of(registry).concerned(paper)
        document = audited(registry, [registry[name] for name in concerned], loader, jobs=jobs)
    text = errata_document(document, wings, paper, least).text(kind)
    if output is None:
        typer.echo(text, nl=False)
    files = [] if output is None else [(output, writes(text))]
    leave(write_files(files, exit_code(document)))


def _format(form: str | None, as_json: bool) -> str:
    from sdp_proofs.errors import DomainError
    from sdp_proofs.render.errata import FORMATS

    kind = form if form is not None else "json" if as_json else "markdown"
    if kind not in FORMATS:
        raise DomainError(f"format must be one of {', '.join(FORMATS)}; got {kind!r}")
    if as_json and kind != "json":
        raise DomainError(f"--json must not be given with another --format, got {kind}")
    return kind
