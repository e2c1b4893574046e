"""`sdp-proofs hunt`: look for a counterexample to a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.completion import complete_claim, complete_paper
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.needs import needs
from sdp_proofs.cli.one_database import print_lines
from sdp_proofs.cli.output import DISAGREES, INTERRUPTED, print_json, progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sdp_proofs.hunting.hunt import Hunted
    from sdp_proofs.ledger import Claim


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("hunt")(hunt)


@needs("ledger")
def hunt(
    claim: Annotated[
        str,
        typer.Argument(metavar="CLAIM", help="An id or a locator ('Remark 8').", autocompletion=complete_claim),
    ],
    effort: Annotated[int, typer.Option(help="Questions to ask, for each claim at the locator.")] = 20_000,
    seconds: Annotated[float | None, typer.Option(help="Patience: stop earlier.", show_default="without end")] = None,
    seed: Annotated[int, typer.Option(help="Of the random stages.")] = 0,
    paper: Annotated[
        str | None, typer.Option(help="Look the locator up in this paper only.", autocompletion=complete_paper)
    ] = None,
    ledger: LedgerName = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found and covered as JSON.")] = False,
) -> None:
    """Look for a counterexample to a claim, knowing nothing but the claim.

    First all small instances in the order of their simplicity, then those that Hypothesis chooses, then linear
    programmes and climbs from random ones. What is found fails exactly or certifiably, and is made as simple as it can
    be. The same effort and seed look at the same instances, however fast the machine.

    The exit code is 1 if the claim is not on record as refuted and a counterexample was found. Ctrl-C ends all of it,
    with what is known printed, and exit code 130.
    """
    from sdp_proofs.cli.ledger import opened, selected
    from sdp_proofs.hunting import hunt as engine

    registry, _ = opened(ledger, [claim], paper)
    claims = selected(registry, [claim], paper)
    results: list[Hunted] = []
    interrupted = False
    try:
        for wanted in claims:
            with progress_bar(f"hunting {wanted.id}") as advance:
                results.append(engine.hunt(wanted, effort=effort, seconds=seconds, seed=seed, advance=advance))
            if interrupted := results[-1].interrupted:
                break
    except KeyboardInterrupt:  # between two hunts, or before one began
        interrupted = True
    if as_json:
        print_json({"hunts": [result.to_dict() for result in results]}, "sdp-proofs/hunt/1")
    else:
        for wanted, result in zip(claims, results, strict=False):
            print_lines(_lines(wanted, result))
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if any(_news(wanted, result) for wanted, result in zip(claims, results, strict=True)):
        raise typer.Exit(DISAGREES)


def _news(claim: Claim, result: Hunted) -> bool:
    from sdp_proofs.ledger import Status

    refuted = claim.recorded in (Status.REFUTED, Status.REPAIRED) or claim.counterexample is not None
    return result.found is not None and not refuted


def _lines(claim: Claim, result: Hunted) -> Iterator[tuple[str, str]]:
    from sdp_proofs.hunting.hunt import text_of
    from sdp_proofs.ledger.claim import recorded_as

    yield "claim", f"{claim.id}, {recorded_as(claim.recorded)}"
    if result.found is None:
        yield "counterexample", "none found"
    else:
        found = ", ".join(f"{name} = {text_of(value)}" for name, value in result.found.items())
        yield "counterexample", found
        yield "found by", f"{result.stage} search, then shrinking"
    undecided = f", {result.undecided:,} undecided" if result.undecided else ""
    yield "examined", f"{_instances(result.examined)} in {result.seconds:.1f} s{undecided}"
    for part in result.covered if len(result.covered) > 1 else ():
        yield f"  {part.stage}", f"{_instances(part.examined)} in {part.seconds:.1f} s"
    if result.found is None:
        yield "ended by", f"{result.end}, {result.asked:,} of {result.effort:,}"
    if result.exhausted:
        yield "covered", "every instance of the space that is searched" if result.examined else "no instance was found"
    else:
        last = "no level was finished" if result.level < 0 else f"every instance of level {result.level} or less"
        yield "covered", f"{last}; seed {result.seed}"


def _instances(number: int) -> str:
    return "1 instance" if number == 1 else f"{number:,} instances"
