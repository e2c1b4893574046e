"""`sdp-proofs list`: what is in the ledger, without running anything."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.completion import complete_status
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("list")(list_claims)


def list_claims(
    claims: Annotated[
        list[str] | None, typer.Argument(metavar="CLAIM", help="Ids or locators ('Theorem 3'); default: every claim.")
    ] = None,
    paper: Annotated[str | None, typer.Option(help="Only the claims of this paper.")] = None,
    status: Annotated[
        str | None, typer.Option(
            help="Only what counts as this: a status, or reading, definition, uncheckable.",
            autocompletion=complete_status,
        ),
    ] = None,
    graph: Annotated[
        bool, typer.Option("--graph", help="Print what depends on what as a Mermaid flow chart.")
    ] = False,
    ledger: LedgerName = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the claims with their recorded status; nothing is run."""
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.errors import DomainError
    from sdp_proofs.report.phrases import WORDS, standing

    if graph and as_json:
        raise DomainError("at most one of --graph and --json must be given")
    known = list(WORDS)
    if status is not None and status not in known:
        raise DomainError(f"the status must be one of {', '.join(known)}; got {status!r}")
    keys = ("id", "paper", "locator", "title", "kind", "recorded", "uncheckable", "depends_on", "repaired_by")
    rows = [
        {key: claim[key] for key in keys}
        for claim in catalogue(ledger).selected(claims or [], paper)
    ]
    rows = [row for row in rows if status in (None, standing({**row, "status": row["recorded"]}))]
    if graph:
        from sdp_proofs.report.mermaid import mermaid

        typer.echo(mermaid(rows), nl=False)
    elif as_json:
        print_json({"claims": rows}, "sdp-proofs/list/1")
    else:
        from sdp_proofs.report.console import print_list

        print_list(rows)
