"""`sdp-proofs program`: is a mechanism that is written as a Python function private, and if not, where does it leak."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import AGREES, DISAGREES, INTERRUPTED, UNDECIDED, print_json, progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.programs.program_answer import ProgramAnswer

_NEIGHBOURS = ("one", "all", "up", "record", "any")


@command("program")
def program(
    *,
    function: Annotated[
        str, Option("A Python file and a function of (draw, q) in it.", metavar="FILE:NAME", argument=True)
    ],
    size: Annotated[int, Option("How many numbers the input q has.")] = 3,
    budget: Annotated[
        str | None, Option("Units that it may cost; without it the least that is proved is printed.")
    ] = None,
    neighbours: Annotated[
        str,
        Option(
            "How inputs differ: one entry by one, all entries by at most one each, up (all in one direction), a record "
            "more or less, any two inputs that are listed, or a function of the file that lists the differences.",
            completes=_NEIGHBOURS,
        ),
    ] = "all",
    values: Annotated[
        str | None,
        Option(
            "The numbers of an input, where inputs are listed; 0..2, or what stands for all integers, if not given.",
            metavar="LOW..HIGH",
        ),
    ] = None,
    ratio: Annotated[
        str | None, Option("The number `r = e^(-unit)`, in (0, 1), at which violations are computed.")
    ] = None,
    odds: Annotated[
        str | None,
        Option("The number `e^epsilon`, in place of a budget, for a program that only throws coins."),
    ] = None,
    delta: Annotated[str, Option("The delta of (epsilon, delta).")] = "0",
    certificate: Annotated[
        str | None, Option("Write the violation as a document that replays by itself.", metavar="FILE")
    ] = None,
    proof: Annotated[
        str | None,
        Option("Write the proof by shifts as a sentence of the logic, with steps that replay.", metavar="FILE"),
    ] = None,
    coq: Annotated[
        str | None, Option("Write that sentence and its proof for Coq into a folder.", metavar="FOLDER")
    ] = None,
    hypothesis: Annotated[bool, Option("Print a test to paste into a test suite.", flag="--test")] = False,
    strict: Annotated[bool, Option("Exit with 3 if the question stays open.")] = False,
    as_json: AsJson = False,
) -> None:
    """Decide whether a mechanism, written as a Python function of (draw, q), is private; show where it leaks.

    The function is read and never run. It draws noise with `draw.geometric(k)`, `draw.exponential(k)`,
    `draw.laplace(k)`, `draw.bernoulli(p)` and `draw.choice(list)`. Noise x has a probability proportional to
    `r^(k |x|)` with `r = e^(-unit)`, and --budget K asks for K units. Exit code 1 if the function is not private.
    """
    import json

    from sdp_proofs.programs import answers

    check_places({"certificate": certificate, "proof": proof})
    with progress_bar(f"program {function}") as advance:

        def tell(_: str) -> None:
            advance()

        found = answers.program(
            function, size=size, budget=budget, neighbours=neighbours, values=_values(values), ratio=ratio, odds=odds,
            delta=delta, progress=tell,
        )  # fmt: skip
    if as_json:
        print_json(found.to_dict(), "sdp-proofs/program/1")
    else:
        typer.echo(str(found))
        if hypothesis:
            typer.echo("\n" + found.test)
    code = {"HOLDS": AGREES, "FAILS": DISAGREES}.get(found.verdict.value, UNDECIDED if strict else AGREES)
    document = found.certificate
    if certificate is not None and document is None:
        typer.echo("no certificate is written: there is no violation", err=True)
    files = (
        []
        if certificate is None or document is None
        else [(certificate, writes(json.dumps(document, indent=1) + "\n"))]
    )
    if proof is not None or coq is not None:
        files += _proved(found, proof, coq)
    leave(write_files(files, INTERRUPTED if found.stopped else code))


def _proved(found: ProgramAnswer, proof: str | None, coq: str | None) -> list[tuple[str, Callable[[str], None]]]:
    """Replay the proof as a sentence; write it for Coq, and give the file to write."""
    import json
    from pathlib import Path

    from sdp_proofs.errors import DomainError

    try:
        theorem = found.theorem()
    except DomainError as error:
        typer.echo(f"no sentence is written: {error}", err=True)
        return []
    theorem.replayed()
    typer.echo(
        f"replayed: {theorem.rows} shifts prove {theorem.name.replace('_', '-')} at {theorem.budget} units", err=True
    )
    if coq is not None:
        from sdp_proofs.kernel.sentences import write

        made = write(Path(coq), theorem.coq())
        typer.echo(f"wrote {len(made)} files to {coq}; coqc -R {coq} SdpProofs FILE compiles them in order", err=True)
    return [] if proof is None else [(proof, writes(json.dumps(theorem.to_dict(), indent=1) + "\n"))]


def _values(text: str | None) -> tuple[int, int] | None:
    from sdp_proofs.errors import DomainError

    if text is None:
        return None
    low, dots, high = text.partition("..")
    try:
        if dots:
            return int(low), int(high)
    except ValueError:
        pass
    raise DomainError(f"the values must be two integers, as in 0..2, got {text}")
