"""Statements of the logic by name: read, typeset, proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sdp_proofs.errors import DomainError, UnknownNameError
from sdp_proofs.logic import evaluation, hunting, printing, proofs
from sdp_proofs.logic.coq import export
from sdp_proofs.logic.record import theorems_of
from sdp_proofs.logic.replay import digest
from sdp_proofs.logic.surface import Statement as Sentence
from sdp_proofs.render.unicode import spoken
from sdp_proofs.verdict import Verdict


@dataclass(frozen=True)
class Statement:
    """A closed sentence about laws and mechanisms.

    Attributes:
        name: its name, hyphenated.
        said: a line in words; what is stated is the sentence.
        place: where a paper states it; empty if none does.
        sentence: words and LaTeX, printed from the term.
        text: the term as text that reads back as the term.
        claims: the claims of the ledger that say it.
    """

    name: str
    said: str
    place: str
    sentence: str
    text: str
    claims: tuple[str, ...]
    _of: Sentence

    def __str__(self) -> str:
        return spoken(self.sentence)

    def _repr_latex_(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """The statement as JSON values."""
        keys = ("name", "said", "place", "sentence", "text", "claims")
        return {key: getattr(self, key) for key in keys}

    def holds(self, sizes: Mapping[str, int] | None = None, **values: Any) -> Verdict:
        """The statement on an instance, evaluated exactly.

        Args:
            sizes: the numbers of elements of the sets, where lists of masses do not tell them.
            values: by the names of the variables: numbers, lists of masses for laws, lists of them for channels.

        Returns:
            HOLDS, FAILS, or UNKNOWN where exact evaluation does not decide.

        Raises:
            DomainError: if a variable has no value or a value does not fit.

        Example:
            >>> found = statement("post-processing")
            >>> found.holds(E=1, delta="1/4", P=["1/2", "1/2"], Q=["1/4", "3/4"], K=[[1, 0], ["1/2", "1/2"]])
            <Verdict.HOLDS: 'HOLDS'>
        """
        try:
            found = evaluation.evaluated(self._of, sizes, **values).verdict
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise DomainError(f"the values must fit the variables of {self.name}; got {error}") from error
        return Verdict.UNKNOWN if found is None else Verdict.HOLDS if found else Verdict.FAILS

    def hunt(self, budget: int = 300, seed: int = 1) -> hunting.Found:
        """A random search for an instance where the premises hold and the conclusion fails.

        Args:
            budget: instances that are drawn.
            seed: of the draws.
        """
        return hunting.hunt(self._of, budget, seed)

    def proof(self) -> Proof:
        """Replay the shipped proof in a process of its own, with all that it cites.

        Raises:
            Refused: if the proof file is not a proof of this sentence.
        """
        name = self._of.name
        found = proofs.proved([name])
        if found[name][0] != digest(self._of.term):
            raise proofs.Refused(f"{self.name}: the proof file is of another sentence; renew it")
        return Proof(self.name, tuple(sorted(one.replace("_", "-") for one in found if one != name)), found[name][1])

    def coq(self, folder: str | Path) -> list[Path]:
        """Write the sentence for Coq, with its replayed proof as a term, and all that it cites.

        Args:
            folder: a new one, or that of an earlier export of sentences.

        Returns:
            The files, each after those that it requires; `coqc -R FOLDER SdpProofs FILE` compiles them in this order.

        Raises:
            Refused: if the proof file is not a proof of this sentence.
            DomainError: if something else is in the folder, or a step of the proof has no form in Coq.
        """
        from sdp_proofs.kernel.sentences import write

        found = export([self._of.name])
        if self._of.name in found.refused:
            raise DomainError(f"{self.name} has no file for Coq: {found.refused[self._of.name]}")
        if found.lemmas[self._of.name].digest != digest(self._of.term):
            raise proofs.Refused(f"{self.name}: the proof file is of another sentence; renew it")
        return write(Path(folder), found)


@dataclass(frozen=True)
class Proof:
    """A proof that was replayed just now.

    Attributes:
        name: the statement.
        cites: the theorems that it rests on, all replayed as well.
        computed: the computed facts that it rests on; empty: the kernel and the definitions alone are believed.
    """

    name: str
    cites: tuple[str, ...]
    computed: tuple[str, ...]


def statement(name: str) -> Statement:
    """A statement of the logic by its name.

    Args:
        name: hyphenated, such as 'adaptive-composition', or the id of a claim of the ledger that one states.

    Raises:
        UnknownNameError: if there is none.

    Example:
        >>> found = statement("slack-is-not-negative")
        >>> found.text[-60:]
        '=> (for all delta in R, close(E, delta, P, Q) => 0 <= delta)'
        >>> found.proof().computed
        ()
    """
    known = proofs.load()
    named = theorems_of(name)
    own = name.replace("-", "_")
    if own not in known and not named:
        raise UnknownNameError(f"there must be a statement of that name; got {name!r}")
    one = known[own if own in known else named[0]]
    said = printing.shown(one.term)
    shown = printing.sentence(one.term)
    return Statement(one.name.replace("_", "-"), one.said, one.place, shown, said, one.claims, one)
