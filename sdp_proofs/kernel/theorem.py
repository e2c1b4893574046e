"""A theorem as a file for Coq."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sdp_proofs.kernel.names import file_of

LIBRARY = {
    "Whole": (),
    "Exact": (),
    "Real": ("Exact",),
    "Algebra": (),
    "Hints": ("Algebra",),
    "Boxes": ("Algebra",),
    "Privacy": (),
    "Mechanisms": ("Privacy",),
    "Composition": ("Privacy", "Mechanisms"),
    "Randomised": ("Privacy", "Mechanisms", "Composition"),
    "Endpoints": ("Privacy", "Mechanisms"),
    "Minors": ("Privacy", "Mechanisms", "Endpoints"),
    "Responses": ("Privacy", "Mechanisms", "Composition", "Endpoints"),
    "Smoothed": ("Whole", "Privacy", "Mechanisms", "Composition", "Endpoints", "Responses"),
    "Sampling": ("Privacy", "Mechanisms", "Composition"),
    "Parts": ("Exact",),
    "Counts": ("Exact", "Real", "Whole"),
    "Draws": ("Whole", "Privacy", "Mechanisms", "Composition", "Sampling"),
    "Rarest": ("Whole", "Privacy", "Mechanisms", "Composition", "Sampling", "Draws"),
    "Recoloured": ("Whole", "Privacy", "Mechanisms", "Composition", "Sampling", "Draws", "Rarest"),
    "Fraction": ("Whole",),
    "Stirling": (),
    "Tail": ("Stirling",),
    "Delta": ("Stirling", "Tail"),
    "Digits": ("Stirling", "Tail", "Delta"),
    "Neighbours": ("Stirling", "Tail", "Delta"),
}
"""The files that are written by hand, each after those that it requires, which are named beside it."""


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
    """

    claim: str
    says: str
    name: str
    statement: str
    proof: str
    requires: str
    uses: tuple[Theorem, ...] = ()

    @property
    def module(self) -> str:
        """The name of its file, without the ending."""
        return file_of(self.claim)

    def text(self) -> str:
        """The whole file."""
        used = "".join(f"From SdpProofs Require {theorem.module}.\n" for theorem in self.uses)
        return f"From SdpProofs Require Import {self.requires}.\n{used}\n{self.statement}\n{self.proof}\n"

    @property
    def digest(self) -> str:
        """Of the statement, the proof and what it requires: a kernel accepted this and nothing else."""
        used = "".join(theorem.digest for theorem in self.uses)
        return hashlib.sha256(f"{self.text()}\n{library_digest(self.requires)}{used}".encode()).hexdigest()


def needed(theorems: Iterable[Theorem]) -> list[str]:
    """The files of the library that theorems require, each after those that it requires itself."""
    found = {name for theorem in theorems for name in (*LIBRARY[theorem.requires], theorem.requires)}
    return [name for name in LIBRARY if name in found]


def library_text(name: str) -> str:
    """A file of the library."""
    return (Path(__file__).parent / "library" / f"{name}.v").read_text(encoding="utf-8")


@cache
def library_digest(name: str) -> str:
    """Of a file of the library and of all that it requires."""
    return hashlib.sha256("\n".join(map(library_text, (*LIBRARY[name], name))).encode()).hexdigest()
