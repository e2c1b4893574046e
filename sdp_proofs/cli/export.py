"""`sdp-proofs export`: the ledger as files for the proof assistant Coq, and what its kernel says to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import AGREES, DISAGREES, UNDECIDED, print_json, progress_bar
from sdp_proofs.cli.writing import leave
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sdp_proofs.kernel.coqc import Checked
    from sdp_proofs.kernel.theorem import Theorem
    from sdp_proofs.ledger import Registry


@command("export", "claims.verify", extras=("ledger",))
def export(
    *,
    claims: Annotated[
        list[str] | None,
        Option(
            "Ids or locators, or names of sentences; all without any.",
            metavar="[CLAIM ...]", completes="claim", argument=True,
        ),
    ] = None,
    coq: Annotated[str, Option("The folder, a new one or that of an earlier export.", metavar="DIR")] = "",
    coq_sentences: Annotated[
        str, Option("The folder for proved sentences, their proofs as terms.", metavar="DIR", flag="--coq-sentences")
    ] = "",
    check: Annotated[bool, Option("Compile the files; what was accepted before is skipped.")] = False,
    record: Annotated[str | None, Option("Write there what was accepted.", metavar="FILE")] = None,
    false: Annotated[
        bool, Option("Try false neighbours of all theorems, too: none may be accepted.", flag="--near-misses")
    ] = False,
    again: Annotated[
        bool, Option("Let coqchk, a program without tactics, read what was compiled again.", flag="--recheck")
    ] = False,
    jobs: Annotated[int, Option("Compilers at a time.", flag="--jobs -j", limits=(1, 64))] = 1,
    seconds: Annotated[int, Option("Limit for one file.", limits=(1, 86_400))] = 300,
    paper: Annotated[str | None, Option("Claims of this paper only.", completes="paper")] = None,
    ledger: str | None,
    as_json: AsJson = False,
) -> None:
    """Write claims as theorems for Coq, one file each, and let its kernel check them.

    A refuted claim becomes the theorem that the published relation fails at the recorded instance. With `--check` the
    files are compiled with what they require, and all that the accepted theorems rest on is listed. Exit code 1 if the
    kernel refuses a theorem; 3 if it refuses none, but one takes longer or more memory than is granted, or is not
    checked, because a library that it requires is not installed.

    With `--coq-sentences` instead of `--coq`, the sentences that were proved and replayed are written with all that
    they cite. Their proofs are terms over a file of lemmas, which are the axioms of the replay; no tactic searches.
    """
    from pathlib import Path

    from sdp_proofs.cli.ledger import opened, selected
    from sdp_proofs.errors import DomainError
    from sdp_proofs.kernel.coqc import Answer, find
    from sdp_proofs.kernel.export import theorems, write

    if coq_sentences:
        if coq or false or any(one is not None for one in (record, paper, ledger)):
            raise DomainError("--coq-sentences must go with names, --check, --recheck, --jobs, --seconds, --json alone")
        if again and not check:
            raise DomainError("--recheck must go with --check")
        return _sentences(Path(coq_sentences), claims or [], (check, again), (jobs, seconds), as_json)
    if not coq:
        raise DomainError("--coq or --coq-sentences must name the folder to write to; got none")
    if (record is not None or false or again) and not check:
        raise DomainError("--record, --near-misses and --recheck must go with --check")
    registry = opened(ledger, claims or [], paper)[0]
    chosen = selected(registry, claims or [], paper)
    found, missing = theorems(chosen)
    if not found:
        raise DomainError(_without_theorems([claim.id for claim in chosen], missing))
    compiler = find() if check else None
    write(Path(coq), found)
    document: dict[str, Any] = {
        "schema": "sdp-proofs/export/1",
        "folder": coq,
        "theorems": {claim: {"says": one.says, "digest": one.digest} for claim, one in found.items()},
        "not_translated": missing,
    }
    code = AGREES
    if compiler is not None:
        from sdp_proofs.kernel.attempts import tried
        from sdp_proofs.kernel.coqc import check as checked_
        from sdp_proofs.kernel.coqc import recheck
        from sdp_proofs.kernel.record import of_run

        with progress_bar("theorems", len(found)) as advance:
            checked = checked_(
                Path(coq), found, compiler, jobs=jobs, seconds=seconds, advance=lambda claim, answer: advance()
            )
        document["checked"] = _document(registry, found, checked, compiler.version)
        code = _code(checked)
        if again:
            names = checked.of(Answer.ACCEPTED)
            document["recheck"] = recheck(Path(coq), [found[name] for name in names], compiler, jobs)
            code = DISAGREES if document["recheck"] else code
        if false:
            pairs = [(registry[name], found[name]) for name in checked.of(Answer.ACCEPTED) if name in registry]
            misses = tried(Path(coq), pairs, compiler, jobs=jobs)
            document["near_misses"] = {"tried": misses.count, "claims": misses.claims}
            document["near_misses_accepted"] = misses.accepted
            code = DISAGREES if misses.accepted else code
        if record is not None and not (checked.foreign_axioms or _found(document)):
            names = checked.of(Answer.ACCEPTED)
            of_run(compiler.version, checked.axioms, found, names, registry).write(Path(record))
    _end(document, code, as_json, _print)


def _sentences(
    folder: Path, names: Sequence[str], asked: tuple[bool, bool], limits: tuple[int, int], as_json: bool
) -> None:
    """Write proved sentences, compile them if asked, let coqchk read them again if asked, and tell."""
    from sdp_proofs.kernel.coqc import Answer, find
    from sdp_proofs.kernel.sentences import check as checked_
    from sdp_proofs.kernel.sentences import recheck, sentences, write

    (check, again), (jobs, seconds) = asked, limits
    found = sentences(names)
    compiler = find() if check else None
    write(folder, found)
    document: dict[str, Any] = {
        "schema": "sdp-proofs/export-sentences/1",
        "folder": str(folder),
        "sentences": {name: one.digest for name, one in found.lemmas.items()},
        "not_exported": found.refused,
    }
    code = DISAGREES if found.refused else AGREES
    if compiler is not None:
        with progress_bar("sentences", len(found.lemmas)) as advance:
            checked = checked_(folder, found, compiler, jobs=jobs, seconds=seconds, advance=advance)
        document["checked"] = {
            "coq": compiler.version,
            "accepted": checked.of(Answer.ACCEPTED),
            "not_accepted": {
                name: f"{one.answer}: {one.said}"
                for name, one in checked.answers.items()
                if one.answer is not Answer.ACCEPTED
            },
            **_axioms(checked, "no axiom of Coq's library"),
        }
        code = code or _code(checked)
        if again:
            document["recheck"] = recheck(folder, found, checked.of(Answer.ACCEPTED), compiler, jobs)
            code = DISAGREES if document["recheck"] else code
    _end(document, code, as_json, _print_sentences)


def _end(document: dict[str, Any], code: int, as_json: bool, tell: Callable[[dict[str, Any]], None]) -> None:
    if as_json:
        print_json(document, document["schema"])
    else:
        tell(document)
    leave(code)


def _axioms(checked: Checked, other: str) -> dict[str, Any]:
    """The axioms that what was accepted rests on, those without a known kind described by `other`."""
    from sdp_proofs.kernel.coqc import AXIOMS

    known = {name: AXIOMS.get(name, other) for name in checked.axioms}
    return {"axioms": known, "foreign_axioms": checked.foreign_axioms}


def _print_sentences(document: dict[str, Any]) -> None:
    count = len(document["sentences"])
    typer.echo(f"{count} sentence{'s with their proofs' if count != 1 else ' with its proof'} in {document['folder']}")
    for name, reason in document["not_exported"].items():
        typer.echo(f"  not exported: {name}: {reason}")
    checked = document.get("checked")
    if checked is None:
        return
    typer.echo(f"Coq {checked['coq']} accepts {len(checked['accepted'])} of {len(document['sentences'])}")
    if "recheck" in document:
        for module, said in document["recheck"].items():
            typer.echo(f"  NOT ACCEPTED by coqchk: {module}: {said}")
        typer.echo(f"coqchk accepts {'all of them' if not document['recheck'] else 'the others'}")
    for name, said in checked["not_accepted"].items():
        typer.echo(f"  NOT ACCEPTED {name}: {said}")
    for name, kind in checked["axioms"].items():
        typer.echo(f"  axiom {name}: {kind}")


def _without_theorems(chosen: Sequence[str], missing: Mapping[str, str]) -> str:
    """Why there is nothing to write, and how to find out of what there is."""
    given = [f"{claim} ({missing[claim]})" if claim in missing else claim for claim in chosen[:3]]
    named = ", ".join([*given, f"{len(chosen) - 3} more"] if len(chosen) > 3 else given) or "no claims"
    return (
        "at least one claim must have a theorem, as the refuted ones have and those that a tactic proves from their "
        f"hypotheses alone; got {named}, and nothing is written: `sdp-proofs export --coq DIR --json` writes all "
        "theorems and lists their claims"
    )


def _found(document: dict[str, Any]) -> bool:
    """Tell whether the checker refused a file, or the kernel accepted a false theorem: then nothing is recorded."""
    return bool(document.get("recheck") or document.get("near_misses_accepted"))


def _code(checked: Checked) -> int:
    from sdp_proofs.kernel.coqc import Answer

    if checked.of(Answer.REFUSED) or checked.foreign_axioms:
        return DISAGREES
    return UNDECIDED if checked.of(Answer.TIMED_OUT) or checked.of(Answer.NOT_CHECKED) else AGREES


def _document(registry: Registry, found: Mapping[str, Theorem], checked: Checked, version: str) -> dict[str, Any]:
    from sdp_proofs.kernel.coqc import Answer

    statuses: dict[str, dict[str, int]] = {}
    for claim in registry.values():
        counts = statuses.setdefault(str(claim.recorded or "not recorded"), {"claims": 0, "accepted": 0})
        counts["claims"] += 1
        counts["accepted"] += claim.id in found and checked.answers[claim.id].answer is Answer.ACCEPTED
    return {
        "coq": version,
        "by_status": statuses,
        "accepted": {
            claim: "the statement" if found[claim].objects else "the formula" for claim in checked.of(Answer.ACCEPTED)
        },
        "not_accepted": {
            claim: f"{answer.answer}: {answer.said}"
            for claim, answer in checked.answers.items()
            if answer.answer in (Answer.REFUSED, Answer.TIMED_OUT)
        },
        "not_checked": {claim: checked.answers[claim].said for claim in checked.of(Answer.NOT_CHECKED)},
        **_axioms(checked, "integers and floats of the processor"),
    }


def _print(document: dict[str, Any]) -> None:
    said = [theorem["says"] for theorem in document["theorems"].values()]
    counted = ", ".join(f"{said.count(words)} that a claim {words}" for words in dict.fromkeys(said))
    typer.echo(f"{len(said)} theorems in {document['folder']}: {counted or 'none'}")
    for claim, reason in document["not_translated"].items():
        typer.echo(f"  not translated: {claim}: {reason}")
    checked = document.get("checked")
    if checked is None:
        return
    typer.echo(f"Coq {checked['coq']} accepts, of the claims of the ledger:")
    for status, counts in checked["by_status"].items():
        typer.echo(f"  {status:12} {counts['accepted']:4} of {counts['claims']}")
    for claim, said_ in checked["not_accepted"].items():
        typer.echo(f"  NOT ACCEPTED {claim}: {said_}")
    for claim, said_ in checked["not_checked"].items():
        typer.echo(f"  not checked {claim}: {said_}")
    counts = {
        "accepted": len(checked["accepted"]),
        "refused or not done": len(checked["not_accepted"]),
        "not checked": len(checked["not_checked"]),
    }
    typer.echo(f"Of {len(said)} theorems: {', '.join(f'{count} {what}' for what, count in counts.items())}")
    if "recheck" in document:
        for first, said_ in document["recheck"].items():
            typer.echo(f"  NOT ACCEPTED by coqchk, from {first} on: {said_}")
        typer.echo(f"coqchk accepts {'all of them' if not document['recheck'] else 'the others'}")
    if "near_misses_accepted" in document:
        passed = document["near_misses_accepted"]
        of = "{tried} false neighbours of {claims} claims were tried".format(**document["near_misses"])
        typer.echo(f"{of}. False neighbours accepted: {', '.join(passed) or 'none'}")
    kinds: dict[str, int] = {}
    for kind in checked["axioms"].values():
        kinds[kind] = kinds.get(kind, 0) + 1
    rest = ", ".join(f"{kind} ({count})" for kind, count in kinds.items()) or "no axioms"
    typer.echo(f"Those accepted rest on: {rest}" if checked["accepted"] else "None was accepted")
    for name in checked["foreign_axioms"]:
        typer.echo(f"  NO AXIOM OF COQ'S LIBRARY: {name}")
