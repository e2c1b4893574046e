"""`sdp-proofs errata`: what is wrong in a paper, with counterexamples and repairs, as a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.ledger import LedgerName

if TYPE_CHECKING:
    from sdp_proofs.ledger import Claim, Registry

_FORMATS = ("markdown", "latex", "html", "json")


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
    form: Annotated[str, typer.Option("--format", help="markdown, latex, html or json.")] = "markdown",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Write the errata of a paper: what is printed, where it fails, why, what holds instead and what that costs.

    The refuted claims and their repairs are run first; the exit code is that of `verify` on them.
    """
    from sdp_proofs.claims.contents import MISPRINTS, ORDERS, uses
    from sdp_proofs.cli.ledger import audited, exit_code, opened
    from sdp_proofs.errors import DomainError
    from sdp_proofs.report.errata import errata_of

    if form not in _FORMATS:
        raise DomainError(f"format must be one of {', '.join(_FORMATS)}; got {form!r}")
    registry, loader = opened(ledger)
    document = audited(registry, _concerned(registry, paper), loader, jobs=jobs)
    entries = errata_of(document, paper, uses(registry), ORDERS)
    slips = tuple(
        slip for key, slips in MISPRINTS.items() if key in {entry["paper"] for entry in entries} for slip in slips
    )
    text = _rendered("json" if as_json else form, entries, slips)
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


def _rendered(form: str, entries: list[dict[str, Any]], misprints: Sequence[tuple[str, str, str]]) -> str:
    match form:
        case "json":
            import json

            from sdp_proofs.report.errata import SCHEMA

            return (
                json.dumps(
                    {"errata": entries, "misprints": misprints, "schema": SCHEMA},
                    indent=2,
                    sort_keys=True,
                    allow_nan=False,
                )
                + "\n"
            )
        case "latex":
            from sdp_proofs.report.latex import errata_latex

            return errata_latex(entries, misprints)
        case "html":
            from sdp_proofs.report.errata_html import errata_html

            return errata_html(entries, misprints)
        case _:
            from sdp_proofs.report.errata import errata_markdown

            return errata_markdown(entries, misprints)
