"""The commands on counterexamples: `hunt` looks for one, `certificate` writes and replays one, `scaffold` drafts one.

Accounting answers, which `sdp-proofs account --certificate` writes, are replayed, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.answers import print_lines
from sdp_proofs.cli.claims import ToFile
from sdp_proofs.cli.command import command
from sdp_proofs.cli.output import AGREES, DISAGREES, INTERRUPTED, print_json, progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sdp_proofs.hunting.hunt import Hunted
    from sdp_proofs.ledger import Claim
    from sdp_proofs.ledger.catalogue import Catalogue

_ASSIGNED = re.compile(r"([A-Za-z]\w*) = ([^,;\[\]]+?)(?=, [A-Za-z]\w* = |;|$)")


@command("hunt", "claims.hunt", extras=("ledger",))
def hunt(
    *,
    claim: str,
    effort: int,
    seconds: float | None,
    seed: int,
    paper: str | None,
    ledger: str | None,
    as_json: Annotated[bool, Option("Print what was found and covered as JSON.", flag="--json")] = False,
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
            print_lines(_hunt_lines(wanted, result))
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if any(_news(wanted, result) for wanted, result in zip(claims, results, strict=True)):
        raise typer.Exit(DISAGREES)


def _news(claim: Claim, result: Hunted) -> bool:
    from sdp_proofs.ledger import Status

    refuted = claim.recorded in (Status.REFUTED, Status.REPAIRED) or claim.counterexample is not None
    return result.found is not None and not refuted


def _hunt_lines(claim: Claim, result: Hunted) -> Iterator[tuple[str, str]]:
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


@command("certificate", "claims.counterexample")
def certificate(
    *,
    claim: Annotated[
        str,
        Option(
            "An id or a locator ('Remark 8') of a refuted claim, or a certificate to replay.",
            metavar="CLAIM|FILE",
            completes="claim",
            argument=True,
        ),
    ],
    output: ToFile = None,
    paper: str | None,
    ledger: str | None,
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
    """Tell whether the formula is the claim's, and what was compared with what."""
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


@command("scaffold", "claims.counterexample", extras=("ledger",))
def scaffold(
    *,
    claim: Annotated[
        str,
        Option(
            "An id or a locator of a false claim; or FILE.py or FILE.py:NAME of a theorem of your own.",
            metavar="CLAIM", completes="claim", argument=True,
        ),
    ],
    ledger: str | None,
) -> None:
    """Write what the source of a claim or theorem still needs: a counterexample and an erratum, or a proof.

    Of a false claim the lines are to be pasted into it and completed: why it fails, and what a repair costs. They come
    from the witness of the run.

    Of a theorem that a file states as a function with sorts, such as `def mine(E: Odds, P: Law[A]):`, this tells which
    instance meets its premises, which refutes it, and which of its mutants are false. It is proved by the steps of the
    file, or by the tactics alone; where these stop, the goal is printed, and the beginning of a proof. Exit code 1 if
    it is refuted.
    """
    if claim.partition(":")[0].endswith(".py"):
        _scaffold_statements(claim, ledger)
        return
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


def _scaffold_statements(place: str, ledger: str | None) -> None:
    """Tell of the theorems of a file."""
    from sdp_proofs.cli.sentences import own_statements, tell
    from sdp_proofs.errors import DomainError

    if ledger is not None:
        raise DomainError(f"--ledger must go with a claim; {place} states theorems of its own")
    refuted = [tell(one, steps, typer.echo) for one, steps in own_statements(place)]
    leave(DISAGREES if any(refuted) else AGREES)


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
