"""Deliberately false neighbours of what the kernel accepts: with the same proof it must refuse each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.by_hand import by_hand
from sdp_proofs.kernel.coqc import Answer, Compiler
from sdp_proofs.kernel.kept import Kept
from sdp_proofs.kernel.theorem import Theorem
from sdp_proofs.kernel.universal import tactics, universal
from sdp_proofs.ledger import Claim

SECONDS = 10
"""Of processor time for a false theorem; one that is not proved by then is not proved."""


def near_misses(claim: Claim, theorem: Theorem) -> Iterator[tuple[str, Theorem]]:
    """False theorems with their names: the opposite of a refutation, and the near misses of a claim that holds."""
    if "~ published" in theorem.statement:
        yield "the opposite", replace(theorem, statement=theorem.statement.replace("~ published", "published"))
        return
    for miss in claim.near_misses:
        try:
            false = by_hand(miss.of(claim)) or universal(miss.of(claim), tactics()[claim.id])
        except (DomainError, KeyError):
            continue
        if false.statement != theorem.statement:
            yield miss.name, false


@dataclass(frozen=True, slots=True)
class Tried:
    """False theorems.

    Attributes:
        count: how many there are.
        claims: of how many claims.
        accepted: those that the kernel accepts, of which there must be none.
    """

    count: int
    claims: int
    accepted: list[str]


def tried(
    folder: Path,
    pairs: Iterable[tuple[Claim, Theorem]],
    compiler: Compiler,
    advance: Callable[[str, str, Answer], None] = lambda claim, miss, answer: None,
) -> Tried:
    """Let the kernel decide false theorems. What it refused before is skipped.

    Args:
        folder: an export of which the library is compiled.
        pairs: claims with the theorems on them.
        compiler: see `coqc.find`.
        advance: told every answer as it comes.
    """
    found, names = [], []
    kept = Kept(folder, compiler.version)
    file = folder / "claims" / "near_miss.v"
    try:
        for claim, theorem in pairs:
            for name, false in near_misses(claim, theorem):
                place = f"near miss/{claim.id}/{name}"
                names.append(claim.id)
                if kept.has(place, false.digest):
                    advance(claim.id, name, Answer.REFUSED)
                    continue
                file.write_text(false.text(), encoding="utf-8")
                answer = compiler.compile(file, folder, SECONDS).answer
                advance(claim.id, name, answer)
                if answer is Answer.ACCEPTED:
                    found.append(f"{claim.id}: {name}")
                else:
                    kept.add(place, false.digest)
    finally:
        for path in (folder / "claims").glob("*near_miss.*"):
            path.unlink()
    return Tried(len(names), len(set(names)), found)
