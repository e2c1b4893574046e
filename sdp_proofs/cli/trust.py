"""`sdp-proofs trust`: what is believed rather than checked, and how much rests on it."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json
from sdp_proofs.cli.writing import check_places, leave, write_files, writes


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("trust")(trust)


def trust(
    paper: Annotated[str | None, typer.Option(help="Count the claims of this paper only.")] = None,
    ledger: LedgerName = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with the claims by name.")] = False,
    markdown: Annotated[
        str | None, typer.Option("--markdown", metavar="FILE", help="Write the table as Markdown as well.")
    ] = None,
) -> None:
    """Print what is believed: engines, theorems, lifting steps and data, with references; nothing is run.

    Every entry has the number of claims whose own evidence rests on it, and of those that rest on it in all, through
    what they cite as well.
    """
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.kernel.record import recorded
    from sdp_proofs.ledger.believed import believed
    from sdp_proofs.report.trust import print_trust, trust_markdown

    check_places({"markdown": markdown})
    document = believed(catalogue(ledger), paper)
    if ledger is None and paper is None:
        record = recorded()
        document["kernel"] = {"compiler": record.compiler, **record.counts()}
    if as_json:
        print_json(document, document["schema"])
    else:
        print_trust(document)
    files = [] if markdown is None else [(markdown, writes(trust_markdown(document)))]
    leave(write_files(files))
