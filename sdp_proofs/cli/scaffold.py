"""`sdp-proofs scaffold`: the counterexample and the erratum of a claim, written from what its check has found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from sdp_proofs.cli.completion import complete_claim
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.needs import needs

_ASSIGNED = re.compile(r"([A-Za-z]\w*) = ([^,;\[\]]+?)(?=, [A-Za-z]\w* = |;|$)")


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("scaffold")(scaffold)


@needs("ledger")
def scaffold(
    claim: Annotated[
        str,
        typer.Argument(metavar="CLAIM", help="An id or a locator of a false claim.", autocompletion=complete_claim),
    ],
    ledger: LedgerName = None,
) -> None:
    """Write what a false claim's source still needs: its counterexample, from the witness of the run, and an erratum.

    The lines are to be pasted into the claim and completed: why it fails, and what a repair costs.
    """
    from sdp_proofs.cli.ledger import audited, opened, selected
    from sdp_proofs.errors import DomainError

    registry, loader = opened(ledger, [claim])
    found = selected(registry, [claim], None)
    document = audited(registry, found, loader)
    shown = [row for row in document["claims"] if any(one["verdict"] == "FAILS" for one in row["evidence"])]
    if not shown:
        raise DomainError(f"a scaffold must be asked for a claim that a run refutes; {claim!r} names none")
    for row in shown:
        typer.echo(f"# {row['id']}\n{lines_of(row)}")


def lines_of(row: Mapping[str, Any]) -> str:
    """The arguments that a claim of a snapshot lacks, as lines of its source.

    Example:
        >>> evidence = {"verdict": "FAILS", "witness": "coins: p = 3/4, E = 1"}
        >>> row = {"evidence": [evidence], "symbols": [{"name": "p"}, {"name": "E"}]}
        >>> print(lines_of(row))
            fails=instance("coins, p = 3/4, E = 1: WHY", "p = 3/4; E = 1", given="THE HYPOTHESES"),
            wrong="WHAT IS WRONG", cost="WHAT THE REPAIR ASKS FOR", defect="false",
    """
    from sdp_proofs.proving.skeleton import literal

    witness = next(one["witness"] for one in row["evidence"] if one["verdict"] == "FAILS")
    # Before the last colon stands which instance it is, behind it the value of every symbol; intervals are no values.
    known = dict(_ASSIGNED.findall(witness.rpartition(": ")[2]))
    let = "; ".join(f"{symbol['name']} = {known.get(symbol['name'], 'VALUE')}" for symbol in row["symbols"])
    said = witness.replace(":", ",")
    return (
        f'    fails=instance({literal(f"{said}: WHY")}, {literal(let)}, given="THE HYPOTHESES"),\n'
        '    wrong="WHAT IS WRONG", cost="WHAT THE REPAIR ASKS FOR", defect="false",'
    )
