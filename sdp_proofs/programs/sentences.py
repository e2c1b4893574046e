"""Alignment proofs as closed sentences of the logic, with steps that its kernel replays and Coq reads.

The steps are found in `steps` and believed nowhere: `replayed` hands them to the kernel in a process of its own, and so
does `python -m sdp_proofs.programs.sentences FILE` with a document that somebody else has written.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.logic import coq, printing, proofs
from sdp_proofs.logic.kernel import Term
from sdp_proofs.logic.record import files
from sdp_proofs.logic.replay import digest
from sdp_proofs.programs.alignment import align_each_path
from sdp_proofs.programs.language import Source
from sdp_proofs.programs.steps import Proving

MOST_ROWS = 3000
"""Rows of a proof that become steps."""


SCHEMA = "sdp-proofs/program-theorem/1"


@dataclass(frozen=True)
class ProgramTheorem:
    """A sentence about a program, and the steps that prove it.

    Attributes:
        name: of the sentence.
        text: the closed sentence, as text that reads back as the term.
        sentence: the same in words and LaTeX.
        outputs: what each letter o1, o2, .. of the sentence stands for; `_` is a number with noise or input.
        rows: how many shifts the proof uses.
        budget: units that the sentence has.
        steps: the rules of the kernel, as a line of a proof file.
    """

    name: str
    text: str
    sentence: str = field(repr=False)
    outputs: Mapping[str, str] = field(repr=False)
    rows: int
    budget: int
    steps: str = field(repr=False)

    def replayed(self) -> tuple[str, ...]:
        """Replay the steps in a process of its own; the theorems of the package that they rest on.

        Raises:
            Refused: they do not prove the sentence.
        """
        with proofs.deep():
            found = proofs.replayed_line(self.name, self.steps, _closed(self.text))
        return tuple(sorted(name for name in found if name != self.name))

    def coq(self) -> coq.Export:
        """Write the sentence for Coq, with its replayed proof as a term and all that it cites.

        Raises:
            Refused: the steps do not prove the sentence.
        """
        with tempfile.TemporaryDirectory() as place:
            own = Path(place) / "own.gz"
            own.write_bytes(gzip.compress(self.steps.encode("ascii")))
            found = coq.export([self.name], [*files(), own])
        with proofs.deep():
            if found.lemmas[self.name].digest != digest(_closed(self.text)):
                raise proofs.Refused(f"{self.name}: the steps prove another sentence")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence and its steps as JSON has them."""
        keys = ("name", "text", "sentence", "outputs", "rows", "budget", "steps")
        return {"schema": SCHEMA, **{key: getattr(self, key) for key in keys}}


def read_theorem(document: Mapping[str, Any]) -> ProgramTheorem:
    """Read a sentence with its steps from JSON; nothing of it is believed before it is replayed.

    Raises:
        DomainError: the document is none.
    """
    keys = {"name": str, "text": str, "sentence": str, "outputs": dict, "rows": int, "budget": int, "steps": str}
    if document.get("schema") != SCHEMA or any(type(document.get(key)) is not kind for key, kind in keys.items()):
        raise DomainError(f"the document must be of the schema {SCHEMA}")
    found = ProgramTheorem(**{key: document[key] for key in keys})
    if not found.steps.isascii() or found.steps.count("\n") != 1:
        raise DomainError("the steps must be one line")
    return found


def _closed(text: str) -> Term:
    """Read a closed sentence."""
    proofs.load()
    try:
        found = printing.read(text)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise DomainError(f"the text must be a sentence of the logic: {error}") from None
    if found.free or found.loose or found.ty != "o":
        raise DomainError("the text must be a closed sentence")
    return found


def theorem_of(
    source: Source, size: int, moves: Iterable[tuple[int, ...]], budget: int | None = None
) -> ProgramTheorem:
    """State that a program is private, with steps made from an alignment of each of its paths.

    Args:
        source: the program.
        size: how many numbers the input has.
        moves: the differences of neighbours.
        budget: units; the least that the alignment proves, if None.

    Raises:
        DomainError: no alignment proves the budget path by path.
        Refused: the program uses what the language does not have.
        SizeError: it has too many paths at this size.
    """
    moves = list(moves)
    proof = align_each_path(source, size, moves)
    if proof.budget is None or (budget is not None and proof.budget > budget):
        found = "none" if proof.budget is None else f"{proof.budget} units"
        raise DomainError(f"a sentence must have shifts for each path by itself, got {found} for {source.name}")
    if len(proof.rows) > MOST_ROWS:
        raise DomainError(f"a sentence must have at most {MOST_ROWS} shifts, got {len(proof.rows)}")
    proofs.load()
    with proofs.deep():
        proving = Proving(source, size, moves, proof.rows, proof.budget if budget is None else budget)
        th = proving.proved()
        said, words = printing.shown(th.concl), printing.sentence(th.concl)
        steps = proofs.theorem_line(proving.name, th)
    return ProgramTheorem(proving.name, said, words, proving.shapes(), len(proof.rows), proving.budget, steps)


def main(arguments: list[str]) -> int:
    """Replay a document; 0 if its steps prove its sentence, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python -m sdp_proofs.programs.sentences FILE", file=sys.stderr)
        return 2
    try:
        found = read_theorem(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
        rests = found.replayed()
    except (OSError, ValueError) as error:
        if isinstance(error, proofs.Refused):
            print(f"NOT PROVED: {error}")
            return 1
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"PROVED: {found.text}\nwith {', '.join(rests)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
