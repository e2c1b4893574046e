"""`sdp-proofs show`: one claim with everything that is known about it."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("show")(show)


def show(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="An id or a locator ('Remark 8').")],
    paper: Annotated[str | None, typer.Option(help="Look the locator up in this paper only.")] = None,
    ledger: LedgerName = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the snapshot as JSON.")] = False,
) -> None:
    """Run one claim and show its statement, hypotheses, evidence, near misses and derivation, and then its repair."""
    from sdp_proofs.cli.ledger import audited, exit_code, opened, selected

    registry, loader = opened(ledger)
    found = selected(registry, [claim], paper)
    named = dict.fromkeys(one.repaired_by for one in found if one.repaired_by is not None)
    repairs = [registry[name] for name in named if registry[name] not in found]
    document = audited(registry, [*found, *repairs], loader)
    if as_json:
        print_json(document, document["schema"])
    else:
        from sdp_proofs.report.console import print_claims

        print_claims(document)
    code = exit_code(document)
    if code:
        raise typer.Exit(code)
