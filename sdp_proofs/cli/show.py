"""`sdp-proofs show`: a claim as a page of a paper, from the last results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.completion import complete_claim, complete_paper
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.output import print_json

if TYPE_CHECKING:
    from sdp_proofs.ledger.catalogue import Catalogue


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("show")(show)


def show(
    claim: Annotated[
        str,
        typer.Argument(metavar="CLAIM", help="An id or a locator ('Remark 8').", autocompletion=complete_claim),
    ],
    paper: Annotated[
        str | None,
        typer.Option(help="Look the locator up in this paper only.", autocompletion=complete_paper),
    ] = None,
    ledger: LedgerName = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Run the claim and all it rests on again.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the snapshot as JSON.")] = False,
) -> None:
    """Show a claim as a page of a paper: statement, formula, hypotheses, verdict, counterexample, repair and proof.

    A locator shows all its parts, in order. What is printed are the results that the package ships, as long as its
    sources are those they were found with, or else the last ones of `verify` or of this command; only where there are
    none the claim itself is run, and what it rests on is shown as recorded. The proof is a tree of what it cites, down
    to what is believed.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, known_results, opened
    from sdp_proofs.kernel.record import recorded

    known = None if fresh else known_results(ledger, claim)
    if known is not None:
        found, order = _asked(known, claim, paper)
        document = known.with_citations(known.excerpt(order))
    else:
        from sdp_proofs.ledger.snapshot import catalogue_of

        registry, loader = opened(ledger, [claim], paper)
        found, order = _asked(catalogue_of(registry), claim, paper)
        document = audited(registry, [registry[name] for name in order], loader, fresh=fresh, believing=True)
    document["claims"].sort(key=lambda entry: order.index(entry["id"]))
    if ledger is None:
        for entry in document["claims"]:
            standing = recorded().standing(entry)
            entry.update({} if standing is None else {"kernel": standing})
    if as_json:
        print_json(document, document["schema"])
    else:
        from sdp_proofs.render.ledger import print_claims

        print_claims(document, pages=found)
    code = exit_code(document)
    if code:
        raise typer.Exit(code)


def _asked(known: Catalogue, query: str, paper: str | None) -> tuple[list[str], list[str]]:
    """The ids of the claims at a place, in order, and the same with those of their repairs."""
    found = sorted(known.selected([query], paper), key=lambda one: _place(one, query))
    repairs = [one["repaired_by"] for one in found if one["repaired_by"] is not None]
    names = [one["id"] for one in found]
    return names, list(dict.fromkeys([*names, *repairs]))


def _place(claim: Mapping[str, Any], query: str) -> tuple[bool, list[tuple[int, str]], bool]:
    """What is at that place before what names it, its parts as they are numbered, what is printed before comments."""
    from sdp_proofs.ledger.catalogue import normalised
    from sdp_proofs.ledger.claim import Kind

    locator = normalised(claim["locator"])
    numbered = [(int(word), "") if word.isdecimal() else (-1, word) for word in locator.split()]
    return not f"{locator} ".startswith(f"{normalised(query)} "), numbered, claim["kind"] == Kind.PROJECT
