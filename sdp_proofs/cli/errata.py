"""`sdp-proofs errata`: what is wrong in a paper, with counterexamples and repairs, as a document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.ledger import LedgerName

if TYPE_CHECKING:
    from sdp_proofs.ledger import Claim, Registry


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("errata")(errata)


def errata(
    paper: Annotated[
        str | None, typer.Option(help="Only this paper; 'project' for our own conjectures. Default: all papers.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
    ] = None,
    ledger: LedgerName = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; default: one per processor.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of Markdown.")] = False,
) -> None:
    """Write the errata of a paper: what is printed, where it fails, why, what holds instead and what that costs.

    The refuted claims and their repairs are run first; the exit code is that of `verify` on them.
    """
    import json

    from sdp_proofs.cli.ledger import audited, exit_code, opened
    from sdp_proofs.report.errata import SCHEMA, errata_markdown, errata_of

    registry, loader = opened(ledger)
    document = audited(registry, _concerned(registry, paper), loader, jobs=jobs)
    if as_json:
        payload = {"errata": errata_of(document, paper), "schema": SCHEMA}
        text = json.dumps(payload, indent=2, sort_keys=True, allow_nan=False) + "\n"
    else:
        text = errata_markdown(document, paper)
    if output is None:
        typer.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")
        typer.echo(f"wrote {output}", err=True)
    code = exit_code(document)
    if code:
        raise typer.Exit(code)


def _concerned(registry: Registry, paper: str | None) -> tuple[Claim, ...]:
    """The refuted claims and those that repair them."""
    refuted = [claim for claim in registry.of_paper(paper) if claim.counterexample is not None]
    repairs = [registry[claim.repaired_by] for claim in refuted if claim.repaired_by is not None]
    return tuple(dict.fromkeys((*refuted, *repairs)))
