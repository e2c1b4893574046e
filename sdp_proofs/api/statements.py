"""Statements of the logic: read, typeset, evaluated, hunted, proved; those of the package by name, and one's own.

A theorem of one's own is an annotated function; `statement` makes it what those of the package are:

    >>> from sdp_proofs.logic.vocabulary import A, Law, Nonneg, close, implies
    >>> @statement
    ... def slacks_add(d: Nonneg, k: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
    ...     return implies(close(1, d, P, Q), close(1, k, Q, S), close(1, d + k, P, S))
    >>> slacks_add.hunt(60).refuted
    False
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError, UnknownNameError
from sdp_proofs.logic import attempts, evaluation, hunting, linting, printing, proofs, surface
from sdp_proofs.logic.coq import export
from sdp_proofs.logic.kernel import Theorem
from sdp_proofs.logic.record import theorems_of
from sdp_proofs.logic.replay import digest
from sdp_proofs.logic.surface import Statement as Sentence
from sdp_proofs.render.unicode import spoken
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


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

    def instances(self, *, met: bool = True) -> SearchStrategy[tuple[dict[str, int], dict[str, Any]]]:
        """Strategy of Hypothesis for sizes of the sets and values of the variables; needs hypothesis.

        Args:
            met: only instances that meet all premises.

        Example:
            >>> from hypothesis import find
            >>> one = statement("weaker")
            >>> find(one.instances(), lambda found: one.holds(found[0], **found[1]) is Verdict.HOLDS)[0]
            {'A': 1}
        """
        from sdp_proofs.strategies import instances

        return instances(self._of, met=met)

    def met(self) -> linting.Met:
        """Find an instance that meets all premises; `how` is 'nothing' where none is found: it may say nothing."""
        return linting.meeting(self._of)

    def faults(self) -> list[str]:
        """Faults for a referee: premises that nothing meets or that the proof does not use, sides that are equal."""
        found = [*linting.says_nothing(self._of), *linting.premises_that_nothing_meets(self._of)]
        said = [one.said for one in found]
        if self._of.prover is not None:
            spare = ", ".join(printing.text(p) for p in hunting.unused(self._of))
            said += [f"its proof does not use {spare}"] if spare else []
        return said

    def mutants(self, budget: int = 300, seed: int = 1) -> list[hunting.Mutant]:
        """Statements that differ a little, each with what a hunt for it found.

        Args:
            budget: instances that are drawn for each.
            seed: of the draws.
        """
        return hunting.mutants(self._of, budget, seed)

    def prove(self, steps: Callable[..., Theorem]) -> Proof:
        """Prove a statement of one's own, and replay the steps in a process of its own.

        Args:
            steps: gets the variables by name, then the premises, those of the annotations first, as theorems; it
                returns the conclusion as a theorem.

        Raises:
            Stuck: where a tactic stops; it prints the goal.
            DomainError: if the statement belongs to the package.
            Refused: if the steps are no proof.
        """
        if self._of.name in surface.STATEMENTS:
            raise DomainError(f"{self.name} has its proof in the package; a statement of one's own needs another name")
        self._of.proof(steps)
        try:
            with proofs.deep():
                line = proofs.theorem_line(self._of.name, self._of.full)
        except Exception:
            self._of.prover = None  # a statement without a proof is not cited
            raise
        found = proofs.replayed_line(self._of.name, line, self._of.term)
        cites = tuple(sorted(one.replace("_", "-") for one in found if one != self._of.name))
        return Proof(self.name, cites, found[self._of.name][1])

    def attempt(self) -> Proof:
        """Prove a statement of one's own by the tactics alone, and replay the steps in a process of its own.

        Raises:
            Stuck: where the tactics stop; the message has the goal and the facts, and a proof by hand goes on there.
            DomainError: if the statement belongs to the package.

        Example:
            >>> from sdp_proofs.logic.vocabulary import A, Law, Nonneg, close, implies
            >>> @statement
            ... def slacks_add(d: Nonneg, k: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
            ...     return implies(close(1, d, P, Q), close(1, k, Q, S), close(1, d + k, P, S))
            >>> slacks_add.attempt().cites
            ()
        """
        return self.prove(attempts.steps(self._of))

    def parts(self) -> tuple[list[str], list[str], str]:
        """The variables, the premises in the order in which a proof gets them, and the conclusion, as texts.

        Example:
            >>> statement("reflexive").parts()
            (['P'], ['law(P)'], 'close(1, 0, P, P)')
        """
        variables, premises = self._of.variables, self._of.premises
        return [v.parts[0] for v in variables], list(map(printing.text, premises)), printing.text(self._of.conclusion)

    def proof(self) -> Proof:
        """Replay the shipped proof in a process of its own, with all that it cites.

        Raises:
            Refused: if the proof file is not a proof of this sentence.
            DomainError: if the package has no proof of it.
        """
        name = self._of.name
        if name not in surface.STATEMENTS:
            raise DomainError(f"{self.name} is no statement of the package: hand its steps to prove()")
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

        if self._of.name not in surface.STATEMENTS:
            raise DomainError(f"{self.name} is no statement of the package: only these have files for Coq")
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


def statement(name: str | Callable[..., Any]) -> Statement:
    """A statement of the logic by its name, or one's own.

    Args:
        name: hyphenated, such as 'adaptive-composition', or the id of a claim of the ledger that one states; or an
            annotated function, whose annotations are the premises: `statement` is its decorator.

    Raises:
        UnknownNameError: if there is none of that name.
        DomainError: if the function makes no statement.

    Example:
        >>> found = statement("slack-is-not-negative")
        >>> found.text[-60:]
        '=> (for all delta in R, close(E, delta, P, Q) => 0 <= delta)'
        >>> found.proof().computed
        ()
    """
    if callable(name):
        try:
            return _read(surface.claimed(name))
        except (TypeError, ValueError, AttributeError, NameError) as error:
            raise DomainError(f"a statement must be an annotated function of a proposition; got {error}") from error
    if not isinstance(name, str):
        raise DomainError(f"a statement must be named or be an annotated function; got {name!r}")
    known, named = proofs.load(), theorems_of(name)
    own = name.replace("-", "_")
    if own not in known and not named:
        raise UnknownNameError(f"there must be a statement of that name; got {name!r}")
    return _read(known[own if own in known else named[0]])


def _read(one: Sentence) -> Statement:
    """A sentence with its texts, read back."""
    said = printing.shown(one.term)
    shown = printing.sentence(one.term)
    return Statement(one.name.replace("_", "-"), one.said, one.place, shown, said, one.claims, one)
