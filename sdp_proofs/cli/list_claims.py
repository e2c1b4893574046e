"""`sdp-proofs list`: what is in the ledger, without running anything."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.completion import complete_claim, complete_paper, complete_status
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("list")(list_claims)


def list_claims(
    claims: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAIM",
            help="Ids or locators ('Theorem 3'); default: every claim.",
            autocompletion=complete_claim,
        ),
    ] = None,
    paper: Annotated[
        str | None, typer.Option(help="Only the claims of this paper.", autocompletion=complete_paper)
    ] = None,
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
    """List the claims with the status that the last whole run found, or with the recorded one; nothing is run."""
    from sdp_proofs.api.claims import listed
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.errors import DomainError

    if graph and as_json:
        raise DomainError("at most one of --graph and --json must be given")
    rows = listed(catalogue(ledger), claims or [], paper, status).to_dict()["claims"]
    if graph:
        from sdp_proofs.render.graph import mermaid

        typer.echo(mermaid(rows), nl=False)
    elif as_json:
        print_json({"claims": rows}, "sdp-proofs/list/1")
    else:
        from sdp_proofs.render.ledger import print_list

        print_list(rows)
