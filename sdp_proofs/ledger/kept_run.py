"""A whole run of a ledger of this package, kept by the machine that made it: `verify` then loads no claim at all.

It is taken only if everything is as it was: every file of this package (but for the results that it ships), Python,
its flags and the installed versions, the variables of the environment that any claim reads; and if no deep run has
found something since. So whatever makes `store` run a claim again makes this run no run. A snapshot that contradicts
itself is none either.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.sealed import deep_findings, seal, sealed

if TYPE_CHECKING:
    from sdp_proofs.ledger.evidence import ClaimResult
    from sdp_proofs.ledger.registry import Registry

VERSION = 1


def found(folder: Path, loader: str) -> Catalogue | None:
    """The last run of all claims of a ledger, if it would find the same today."""
    from sdp_proofs.ledger.recount import contradictions

    with suppress(Exception):  # no run means that claims are loaded, and what was found of each is looked up
        content = sealed(_file(folder, loader))
        if content is None:
            return None
        kept = json.loads(content)
        ledger = Catalogue({row["id"]: row for row in kept["claims"]}, kept["trust"])
        if kept["whole"] == _whole() and all(os.environ.get(name) == was for name, was in kept["variables"].items()):
            told = next(contradictions(ledger.excerpt(ledger.claims)), None)
            return ledger if told is None and not deep_findings(folder) & ledger.claims.keys() else None
    return None


def keep(folder: Path, loader: str, registry: Registry, results: Sequence[ClaimResult]) -> None:
    """Keep a run, if it is one of all claims, and a later one would find the same of each.

    Args:
        folder: of the cache.
        loader: where the ledger is found.
        registry: the ledger.
        results: what the run yielded.
    """
    from sdp_proofs.ledger.snapshot import snapshot, trust_of
    from sdp_proofs.ledger.sources import unchanged
    from sdp_proofs.ledger.store import final

    whole = registry.part is None and {result.id for result in results} == registry.keys()
    if not whole or not all(map(final, results)):
        return
    with suppress(Exception):
        kept = {
            "whole": _whole(),
            "variables": {name: os.environ.get(name) for name in _variables(registry.homes.values())},
            "trust": trust_of(registry),
            "claims": snapshot(registry, results)["claims"],
        }
        if unchanged():
            seal(_file(folder, loader), json.dumps(kept, separators=(",", ":"), allow_nan=False).encode())


def _file(folder: Path, loader: str) -> Path:
    """One file for every installation, so that old runs do not pile up."""
    place = f"{loader} {Path(__file__).parents[1]}"
    return folder / f"runs-{VERSION}" / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.json"


def _whole() -> str:
    from sdp_proofs.ledger.fingerprint import environment
    from sdp_proofs.ledger.sources import own_whole

    return hashlib.sha256(f"{own_whole()}\n{environment()}".encode("utf-8", "backslashreplace")).hexdigest()


def _variables(homes: Iterable[str]) -> list[str]:
    """The variables of the environment that any claim of these modules reads; raises if that cannot be told."""
    from sdp_proofs.ledger.fingerprint import deciding

    read = [source.variables for home in set(homes) for source in deciding(home).values()]
    if None in read:
        raise ValueError("a claim reads variables of computed names")
    return sorted(frozenset[str]().union(*(names for names in read if names)))
