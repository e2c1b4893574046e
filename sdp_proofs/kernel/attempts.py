"""Attempts to prove: false neighbours, and tactics.

The kernel must refuse the neighbours, and may accept the tactics.

With the same proof the kernel must refuse each deliberately false neighbour. Of the tactics that are tried on an
established claim, the one that proves it is kept in `tactics.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.files import replace_text
from sdp_proofs.kernel.claims import TRIES, proving_checks, tactics, universal
from sdp_proofs.kernel.coqc import Answer, Compiler, Kept
from sdp_proofs.kernel.theorem import Theorem, by_hand
from sdp_proofs.ledger import Claim, Status

SECONDS = 10
"""Seconds of processor time for a false theorem; one that is not proved by then is not proved."""


def near_misses(claim: Claim, theorem: Theorem) -> Iterator[tuple[str, Theorem]]:
    """Yield false theorems with their names.

    They are the opposite of a refutation, and the near misses of a claim that holds.
    """
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


def candidates(claims: Iterable[Claim]) -> list[Claim]:
    """The claims that may become theorems on all real numbers."""
    return [claim for claim in claims if claim.recorded is Status.ESTABLISHED and next(proving_checks(claim), None)]


def search(
    claims: Iterable[Claim],
    folder: Path,
    compiler: Compiler,
    known: Mapping[str, str],
    *,
    seconds: int = 20,
    told: Callable[[str, str], None] = lambda claim, tactic: None,
) -> dict[str, str]:
    """Try each tactic on each claim of which none is known.

    Args:
        claims: to be proved.
        folder: an export, of which the library is compiled.
        compiler: see `coqc.find`.
        known: what has been found before.
        seconds: limit for one try.
        told: every claim with its tactic, an empty one if none proves it.
    """
    found = dict(known)
    for claim in candidates(claims):
        if claim.id in found:
            continue
        for tactic in TRIES:
            try:
                theorem = universal(claim, tactic)
            except DomainError:
                break
            file = folder / "claims" / "attempt.v"
            file.write_text(theorem.text(), encoding="utf-8")
            if compiler.compile(file, folder, seconds).answer is Answer.ACCEPTED:
                found[claim.id] = tactic
                break
        told(claim.id, found.get(claim.id, ""))
    return found


def keep(found: Mapping[str, str], path: Path) -> None:
    """Write what was found."""
    replace_text(path, json.dumps(dict(sorted(found.items())), indent=1) + "\n")
