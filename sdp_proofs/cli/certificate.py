"""`sdp-proofs certificate`: a counterexample as a file that replays with the standard library alone, and back again.

Accounting answers, which `sdp-proofs account --certificate` writes, are replayed, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.completion import complete_claim, complete_paper
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import AGREES, DISAGREES
from sdp_proofs.cli.writing import check_places, leave, write_files, writes

if TYPE_CHECKING:
    from sdp_proofs.ledger.catalogue import Catalogue


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("certificate")(certificate)


def certificate(
    claim: Annotated[
        str,
        typer.Argument(
            metavar="CLAIM|FILE",
            help="An id or a locator ('Remark 8') of a refuted claim, or a certificate to replay.",
            autocompletion=complete_claim,
        ),
    ],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
    ] = None,
    paper: Annotated[
        str | None, typer.Option(help="Look the locator up in this paper only.", autocompletion=complete_paper)
    ] = None,
    ledger: LedgerName = None,
) -> None:
    """Print or write the recorded counterexample of a claim as a JSON document, or replay such a document.

    It carries all definitions it needs, as plain mathematics; `python -P -m sdp_proofs.certificate FILE` replays it,
    too, but only this command compares its formula with that of the claim. A file replays with exit code 0 if the
    formula is false and that of a claim of the ledger, 1 if it is not, and 2 if it is malformed.

    An answer that `account --certificate` wrote is replayed with 0 if its delta is confirmed and the release it names
    has its pairs, which are computed again.
    """
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.errors import DomainError

    is_file = claim.endswith(".json") or Path(claim).is_file()
    if is_file and not output is paper is None:
        given = "--output" if paper is None else "--paper"
        raise DomainError(f"{given} must go with a claim, got the file {claim!r} to replay")
    check_places({"output": output})
    if is_file:
        leave(_replay(claim, ledger))
        return
    text = _json(catalogue(ledger).counterexample(claim, paper))
    if output is None:
        typer.echo(text, nl=False)
    else:
        note = f"; replay it with: python -P -m sdp_proofs.certificate {output}"
        leave(write_files([(output, writes(text))], note=note))


def _replay(path: str, ledger: str | None) -> int:
    from sdp_proofs.certificate import CertificateError, replayed
    from sdp_proofs.certificate.__main__ import content_of
    from sdp_proofs.certificate.document import ACCOUNTING, loaded
    from sdp_proofs.certificate.printing import lines
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.errors import DomainError

    try:
        document = loaded(content_of(path))
        if document["schema"] == ACCOUNTING:
            return _replay_account(document)
        found = replayed(document)
    except CertificateError as error:
        raise DomainError(f"{path}: {error}") from None
    same, said = _compared(document, catalogue(ledger))
    for line in (*lines(document, found), f"  {said}"):
        typer.echo(line)
    return AGREES if found.confirmed and same else DISAGREES


def _replay_account(document: dict[str, Any]) -> int:
    """Replay an accounting answer, and compute the pairs of the release that it names."""
    from sdp_proofs.accounting.certified_file import disagreement
    from sdp_proofs.certificate.accounting import read
    from sdp_proofs.certificate.limits import Budget
    from sdp_proofs.certificate.printing import account_lines

    budget = Budget()
    account = read(document, budget)
    confirmed = account.confirmed(budget)
    other = disagreement(account)
    holds = confirmed and other is None
    for line in account_lines(account, holds, "checked" if other is None else f"REFUSED: {other}"):
        typer.echo(line)
    return AGREES if holds else DISAGREES


def _compared(document: dict[str, Any], known: Catalogue) -> tuple[bool, str]:
    """Whether the formula is the claim's, and what was compared with what."""
    claim = known.claims.get(str(document["claim"]))
    if claim is None:
        return False, "NOT COMPARED: the ledger has no claim of this id, and the arithmetic alone refutes nothing"
    formula = None if claim["formula"] is None else claim["formula"]["text"]
    if str(formula).strip() != document["formula"].strip():
        return False, f"ANOTHER FORMULA: the claim's is {formula}"
    recorded = claim["counterexample"]
    if recorded is not None and all(recorded[key] == document[key] for key in ("let", "given", "at")):
        return True, "the formula is the claim's, and the instance is the one on record"
    return True, "the formula is the claim's, the instance is not the one on record: read its definitions"


def _json(document: dict[str, Any]) -> str:
    import json

    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
