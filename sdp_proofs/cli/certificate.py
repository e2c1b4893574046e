"""`sdp-proofs certificate`: a counterexample as a file that replays with the standard library alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sdp_proofs.cli.ledger import LedgerName


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("certificate")(certificate)


def certificate(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="An id or a locator ('Remark 8') of a refuted claim.")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
    ] = None,
    paper: Annotated[str | None, typer.Option(help="Look the locator up in this paper only.")] = None,
    ledger: LedgerName = None,
) -> None:
    """Print or write the recorded counterexample of a claim as a JSON document.

    It carries all definitions it needs, as plain mathematics; `python -m sdp_proofs.certificate FILE` replays it.
    """
    import json

    from sdp_proofs.cli.ledger import opened, selected
    from sdp_proofs.errors import DomainError

    found = selected(opened(ledger)[0], [claim], paper)
    refuted = [one for one in found if one.counterexample is not None]
    if len(refuted) != 1:
        reason = f"its ids {', '.join(one.id for one in refuted)}" if refuted else "no refuted one"
        raise DomainError(f"a certificate must be asked for one refuted claim; {claim!r} names {reason}")
    (one,) = refuted
    assert one.counterexample is not None
    document = one.counterexample.certificate(one.id, one.locator)
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")
        typer.echo(f"wrote {output}; replay it with: python -m sdp_proofs.certificate {output}", err=True)
