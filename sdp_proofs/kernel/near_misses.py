"""Deliberately false neighbours of what the kernel accepts: with the same proof it must refuse each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
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
    *,
    jobs: int = 1,
    advance: Callable[[str, str, Answer], None] = lambda claim, miss, answer: None,
) -> Tried:
    """Let the kernel decide false theorems. What it refused before is skipped.

    Args:
        folder: an export of which the library is compiled.
        pairs: claims with the theorems on them.
        compiler: see `coqc.find`.
        jobs: compilers at a time.
        advance: told every answer as it comes.
    """
    kept = Kept(folder, compiler.version)
    misses = [(claim.id, *miss) for claim, theorem in pairs for miss in near_misses(claim, theorem)]

    def answer(index: int) -> Answer:
        claim, name, false = misses[index]
        place = f"near miss/{claim}/{name}"
        if kept.has(place, false.digest):
            found = Answer.REFUSED
        else:
            file = folder / "claims" / f"near_miss_{index}.v"
            file.write_text(false.text(), encoding="utf-8")
            found = compiler.compile(file, folder, SECONDS).answer
            if found is not Answer.ACCEPTED:
                kept.add(place, false.digest)
        advance(claim, name, found)
        return found

    try:
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            answers = list(pool.map(answer, range(len(misses))))
    finally:
        for path in (folder / "claims").glob("*near_miss_*"):
            path.unlink()
    answered = zip(misses, answers, strict=True)
    wrong = [f"{claim}: {name}" for (claim, name, _), one in answered if one is Answer.ACCEPTED]
    return Tried(len(misses), len({claim for claim, _, _ in misses}), wrong)
