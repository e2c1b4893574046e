"""Finds the tactic that proves each established claim, by trying; what is found is kept in `tactics.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.coqc import Answer, Compiler
from sdp_proofs.kernel.universal import TRIES, proving_checks, universal
from sdp_proofs.ledger import Claim, Status


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
    """Try each way to prove on each claim of which none is known yet.

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
    path.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")
