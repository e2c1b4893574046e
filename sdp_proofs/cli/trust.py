"""`sdp-proofs trust`: what is believed rather than checked, and how much rests on it."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.completion import complete_paper
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json
from sdp_proofs.cli.writing import check_places, leave, write_files, writes


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("trust")(trust)


def trust(
    paper: Annotated[
        str | None, typer.Option(help="Count the claims of this paper only.", autocompletion=complete_paper)
    ] = None,
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
    from sdp_proofs.kernel.record import before_and_after, recorded
    from sdp_proofs.ledger.trust import believed
    from sdp_proofs.render.trust import print_trust, trust_markdown

    check_places({"markdown": markdown})
    known = catalogue(ledger)
    document = believed(known, paper)
    if ledger is None and paper is None:
        record = recorded()
        document["kernel"] = {"compiler": record.compiler, **record.counts()}
        rows = known.selected()
        if all("evidence" in row for row in rows):  # without results nothing tells how a claim is proved
            document["kernel"]["rests"] = before_and_after(record, rows, known.trust)
    if as_json:
        print_json(document, document["schema"])
    else:
        print_trust(document)
    files = [] if markdown is None else [(markdown, writes(trust_markdown(document)))]
    leave(write_files(files))
