"""`sdp-proofs verify`: run claims and compare with the record."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sdp_proofs.cli.completion import complete_claim, complete_paper, one_of
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.needs import needs
from sdp_proofs.cli.output import print_json
from sdp_proofs.cli.writing import check_places, leave, write_files, writes


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("verify")(verify)


@needs("ledger")
def verify(
    claims: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAIM",
            help="Ids or locators ('Remark 8'); default: every claim.",
            autocompletion=complete_claim,
        ),
    ] = None,
    paper: Annotated[
        str | None, typer.Option(help="Only the claims of this paper.", autocompletion=complete_paper)
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; default: one per processor.")] = None,
    depth: Annotated[
        str,
        typer.Option(
            help="default, or deep for the checks that take long as well.", autocompletion=one_of("default", "deep")
        ),
    ] = "default",
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

    What a deep run has refuted stays reported until the code of the claim changes or a deep run finds otherwise.

    Exit code 0: everything agrees with the record; 1: something does not; 3: it could not be decided whether it does,
    or, under --strict, a check is undecided. Of a draft, whose paper is not `settled`, nothing is on record: 0 if all
    its claims are finished, 1 if one is false and has no counterexample yet, 3 if something is missing. A file that
    cannot be written is an exit code 2 after all is printed, unless something does not agree.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, last_run, opened, selected
    from sdp_proofs.errors import DomainError

    files = {"html": html, "markdown": markdown, "latex": latex}
    check_places(files)
    if depth not in ("default", "deep"):
        raise DomainError(f"depth must be default or deep, got {depth!r}")
    if jobs is not None:
        from sdp_proofs.ledger.run import check_jobs

        check_jobs(jobs)
    known = None if fresh or depth == "deep" else last_run(ledger)
    if known is not None:
        from sdp_proofs.papers import papers

        wings = papers()
        document = known.excerpt(claim["id"] for claim in known.selected(claims or [], paper))
    else:
        registry, loader = opened(ledger, claims or [], paper)
        chosen = selected(registry, claims or [], paper)
        wings = registry.wings
        document = audited(registry, chosen, loader, jobs=jobs, deep=depth == "deep", fresh=fresh)
    if not claims:
        from sdp_proofs.render.front import with_front

        document = with_front(document, wings)
    if as_json:
        print_json(document, document["schema"])
    else:
        from sdp_proofs.render.ledger import print_ledger

        print_ledger(document)
    pages = [(file, writes(_rendered(name, document))) for name, file in files.items() if file is not None]
    leave(write_files(pages, exit_code(document, strict=strict)))


def _rendered(name: str, document: dict[str, Any]) -> str:
    match name:
        case "html":
            from sdp_proofs.render.page import ledger_html

            return ledger_html(document)
        case "latex":
            from sdp_proofs.render.ledger import ledger_latex

            return ledger_latex(document)
        case _:
            from sdp_proofs.render.ledger import ledger_markdown

            return ledger_markdown(document)
