"""`sdp-proofs verify`: run claims and compare with the record."""

from __future__ import annotations

from typing import Annotated

import typer

from sdp_proofs.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("verify")(verify)


def verify(
    claims: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAIM", help="Ids or locators ('Remark 8'); default: every claim."),
    ] = None,
    paper: Annotated[str | None, typer.Option(help="Only the claims of this paper.")] = None,
    jobs: Annotated[int, typer.Option(help="Number of processes.")] = 1,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 if a check is undecided.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the snapshot as JSON.")] = False,
) -> None:
    """Check claims by machine and compare every status with the recorded one.

    Claims that the chosen ones depend on, or are repaired by, are run as well but not shown.

    Exit code 0: everything agrees with the record; 1: something does not; 3: undecided under --strict.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, package_ledger, selected

    registry = package_ledger()
    document = audited(registry, selected(registry, claims or [], paper), jobs)
    if as_json:
        print_json(document, document["schema"])
    else:
        from sdp_proofs.report.console import print_ledger

        print_ledger(document)
    code = exit_code(document, strict=strict)
    if code:
        raise typer.Exit(code)
