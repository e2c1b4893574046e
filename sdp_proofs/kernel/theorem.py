"""Theorems as files for Coq, and proofs written by hand.

A file of `theorems` says which mathematical object each symbol of a claim is and proves `said`, the claim's own
formula, of these; or that `published`, that of a refuted claim, fails. The definition of `said` is not in the file: it
is generated from the ledger, so that a proof is one of exactly what the ledger says, and the false neighbours of a
claim have the same proof, which the kernel must refuse.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.formulas import Writer, file_of, named
from sdp_proofs.ledger import Claim

FOLDER = Path(__file__).parent / "library"
"""The files that are written by hand; what each requires stands at its head."""
_REQUIRED = re.compile(r"^From (\w+) Require (?:Export |Import )?([\w. ]+)\.$", re.MULTILINE)
_DEFINED = re.compile(r"^\s*(?:Definition|Fixpoint|Inductive|Record|Structure) (\w+)", re.MULTILINE)
_OWN = "SdpProofs"


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement with its proof.

    Attributes:
        claim: the id of the claim that it is about.
        says: what it shows of the claim: "is refuted" or "holds".
        name: of the theorem in its file.
        statement: the theorem with the definitions that it speaks of.
        proof: what follows the statement, up to `Qed`.
        requires: the file of the library that it needs.
        uses: other theorems that its proof cites.
        by_hand: the part of the statement that says what the symbols are, if somebody wrote one; else it is generated.
    """

    claim: str
    says: str
    name: str
    statement: str
    proof: str
    requires: str
    uses: tuple[Theorem, ...] = ()
    by_hand: str = ""

    @property
    def module(self) -> str:
        """The name of its file, without the ending."""
        return file_of(self.claim)

    def text(self) -> str:
        """The whole file."""
        used = "".join(f"From SdpProofs Require {theorem.module}.\n" for theorem in self.uses)
        return f"From SdpProofs Require Import {self.requires}.\n{used}\n{self.statement}\n{self.proof}\n"

    @property
    def objects(self) -> tuple[str, ...]:
        """Objects of the library in what is written by hand.

        They are definitions: mechanisms, laws, sums, of which it speaks.

        Without any it is a theorem on numbers: the claim's formula, and nothing of what its symbols stand for.
        """
        return objects(self.by_hand, self.requires)

    @property
    def digest(self) -> str:
        """Digest of the statement, the proof and what it requires.

        A kernel accepted this and nothing else.
        """
        used = "".join(theorem.digest for theorem in self.uses)
        return hashlib.sha256(f"{self.text()}\n{library_digest(self.requires)}{used}".encode()).hexdigest()


def objects(written: str, requires: str) -> tuple[str, ...]:
    """The definitions of the library that a statement speaks of.

    Args:
        written: the statement, with its comments.
        requires: the file of the library that it needs.

    Example:
        >>> objects("Theorem claim_holds {A} (P Q : A -> R) s E : (* sum *) said (hs s E P Q).", "Privacy")
        ('hs',)
    """
    known = {name for file in (*required(requires), requires) for name in _DEFINED.findall(library_text(file))}
    words = re.findall(r"[A-Za-z_][\w']*", re.sub(r"\(\*.*?\*\)", "", written, flags=re.DOTALL))
    return tuple(dict.fromkeys(word for word in words if word in known))


@cache
def library() -> tuple[str, ...]:
    """The files of the library, each after those that it requires."""
    found: dict[str, None] = {}
    for name in sorted(file.stem for file in FOLDER.glob("*.v")):
        found |= dict.fromkeys((*required(name), name))
    return tuple(found)


@cache
def required(name: str) -> tuple[str, ...]:
    """Return the library files that one requires, in order.

    Each stands after those that it requires itself.

    Example:
        >>> required("Minors")
        ('Privacy', 'Mechanisms', 'Endpoints')
    """
    found: dict[str, None] = {}
    for other in _names(library_text(name), own=True):
        found |= dict.fromkeys((*required(other), other))
    return tuple(found)


def needed(theorems: Iterable[Theorem]) -> list[str]:
    """Return the library files that theorems require, in order.

    Each stands after those that it requires itself.
    """
    found = {name for theorem in theorems for name in (*required(theorem.requires), theorem.requires)}
    return [name for name in library() if name in found]


def foreign(text: str) -> list[str]:
    """Return what a file requires of other libraries.

    It is written as it must be to require just that.

    Example:
        >>> foreign(library_text("Boxes"))
        ['From Interval Require Tactic.']
    """
    return _names(text, own=False)


def _names(text: str, own: bool) -> list[str]:
    lines = [(package, name) for package, names in _REQUIRED.findall(text) for name in names.split()]
    return [name if own else f"From {package} Require {name}." for package, name in lines if (package == _OWN) is own]


@cache
def library_text(name: str) -> str:
    """A file of the library."""
    return (FOLDER / f"{name}.v").read_text(encoding="utf-8")


@cache
def library_digest(name: str) -> str:
    """Digest a library file and all that it requires."""
    return hashlib.sha256("\n".join(map(library_text, (*required(name), name))).encode()).hexdigest()


BY_HAND = Path(__file__).parent / "theorems"
FORMS = {"claim_holds": ("said", "holds"), "published_is_false": ("published", "is refuted")}
"""The theorems that a file may end with: how they call the formula, and what they show of the claim."""
_FILE = re.compile(
    r"From SdpProofs Require Import (?P<requires>\w+)\.\n(?P<statement>.*)(?P<proof>\nProof\..*)", re.DOTALL
)


def by_hand(claim: Claim) -> Theorem | None:
    """Return the hand-written theorem on a claim, else None.

    Raises:
        DomainError: the file is no theorem, or the formula has no translation.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> print(by_hand(registry()["post-processing-merges-positive-parts"]).statement.splitlines()[1])
        Definition said (after before : R) : Prop := (after <= before)%R.
    """
    found = _written(claim.id)
    if found is None:
        return None
    name = next(form for form in FORMS if f"Theorem {form}" in found["statement"])
    formula, says = FORMS[name]
    statement = f"{_definition(claim, formula)}\n{found['statement']}"
    proof = found["proof"].lstrip()
    return Theorem(claim.id, says, name, statement, proof, found["requires"], by_hand=found["statement"])


def objects_of(claim: str) -> tuple[str, ...]:
    """Return the objects that stand for a claim's symbols.

    A proof by hand names them; there are none if its theorem is of numbers.

    Args:
        claim: its id.

    Example:
        >>> objects_of("sums-are-linear"), objects_of("lone-record-is-seen-when-sampled")
        (('sum',), ())
    """
    found = _written(claim)
    return () if found is None else objects(found["statement"], found["requires"])


def _written(claim: str) -> re.Match[str] | None:
    """The parts of the file on a claim, if there is one.

    Raises:
        DomainError: it is no theorem.
    """
    path = BY_HAND / f"{file_of(claim)}.v"
    if not path.is_file():
        return None
    found = _FILE.fullmatch(path.read_text(encoding="utf-8").rstrip())
    if found is None or not any(f"Theorem {form}" in found["statement"] for form in FORMS):
        raise DomainError(f"{path.name} must require a file of the library and prove {' or '.join(FORMS)} at its end")
    return found


def _definition(claim: Claim, name: str) -> str:
    """The claim's formula under a name."""
    symbols = " ".join(map(named, claim.formula.free))
    proposition = Writer(real=True, counts=True).proposition(claim.formula.tree)
    said = f"Definition {name} ({symbols} : R) : Prop := {proposition}."
    return f"(* {claim.paper}, {claim.locator}: {claim.id} *)\n{said}"
