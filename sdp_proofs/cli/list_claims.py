"""`sdp-proofs list`: what is in the ledger, without running anything."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("list")(list_claims)


def list_claims(
    paper: Annotated[str | None, typer.Option(help="Only the claims of this paper.")] = None,
    status: Annotated[str | None, typer.Option(help="Only claims recorded with this status.")] = None,
    graph: Annotated[
        bool, typer.Option("--graph", help="Print what depends on what as a Mermaid flow chart.")
    ] = False,
    ledger: LedgerName = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the claims with their recorded status; nothing is run."""
    from sdp_proofs.cli.ledger import opened
    from sdp_proofs.errors import DomainError
    from sdp_proofs.ledger import Status

    if status is not None and status not in [entry.value for entry in Status]:
        raise DomainError(f"the status must be one of {', '.join(Status)}; got {status!r}")
    rows = [
        {
            "id": claim.id,
            "paper": claim.paper,
            "locator": claim.locator,
            "title": claim.title,
            "kind": claim.kind.value,
            "recorded": claim.recorded.value,
            "depends_on": list(claim.depends_on),
            "repaired_by": claim.repaired_by,
        }
        for claim in opened(ledger)[0].of_paper(paper)
        if status in (None, claim.recorded.value)
    ]
    if graph:
        from sdp_proofs.report.mermaid import mermaid

        typer.echo(mermaid(rows), nl=False)
    elif as_json:
        print_json({"claims": rows}, "sdp-proofs/list/1")
    else:
        from sdp_proofs.report.console import print_list

        print_list(rows)
