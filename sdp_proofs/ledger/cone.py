"""Cones of claims: what a claim rests on, down to axioms and oracles, and what rests on it.

A sentence that is proved rests on the kernel, its axioms and the definitions, and on nothing that the claim cites. All
other evidence rests on the entries of the trust ledger that it names, its own and those of what it cites; a program
among them is named with its version or with a digest of its source.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sdp_proofs.ledger.catalogue import Catalogue, Row
from sdp_proofs.ledger.digests import engines
from sdp_proofs.logic.proofs import foundations
from sdp_proofs.logic.record import shipped, theorems_of

SCHEMA = "sdp-proofs/cone/1"


def cones(known: Catalogue, queries: Sequence[str], paper: str | None = None) -> dict[str, Any]:
    """The cones of claims as JSON values; nothing is run.

    Args:
        known: a ledger, with results if there are any.
        queries: ids or locators.
        paper: look locators up there only.

    Raises:
        DomainError: a claim is unknown.
    """
    users = _users(known)
    return {"schema": SCHEMA, "claims": [_cone(known, row, users) for row in known.selected(queries, paper)]}


def _cone(known: Catalogue, row: Row, users: Mapping[str, set[str]]) -> dict[str, Any]:
    below = [name for name in known.closure([row["id"]]) if name in _cited(known, row["id"])]
    entries: dict[str, list[str]] = {}
    for name in (row["id"], *below):
        for entry in known.claims[name]["trust"]:
            entries.setdefault(entry, []).append(name)
    return {
        "id": row["id"],
        "title": row["title"],
        "status": row.get("status") or row.get("recorded"),
        "strength": row.get("strength"),
        "sentences": list(_sentences(row["id"])),
        "rests_on": [
            {
                "id": entry,
                "kind": known.trust[entry]["kind"],
                "statement": known.trust[entry]["statement"],
                "tag": "; ".join(map(tag, known.trust[entry].get("made_of", ()))),
                "named_by": names,
            }
            for entry, names in entries.items()
        ],
        "followers": [name for name in known.claims if name in users[row["id"]]],
    }


def _sentences(claim: str) -> Iterator[dict[str, Any]]:
    """Yield the proved sentences of a claim with what their proofs use."""
    for name in theorems_of(claim):
        cites, axioms = foundations()[name]
        one = shipped()[name]
        yield {
            "name": name.replace("_", "-"),
            "digest": one["digest"],
            "axioms": list(axioms),
            "cites": [cited.replace("_", "-") for cited in cites],
            "computed": one["computed"],
            "met": one["met"],
        }


def _cited(known: Catalogue, claim: str) -> set[str]:
    """Claims that a claim depends on, however far down."""
    found: set[str] = set()
    waiting = list(known.claims[claim]["depends_on"])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += known.claims[name]["depends_on"]
    return found


def _users(known: Catalogue) -> dict[str, set[str]]:
    """Claims that depend on each claim, however far up."""
    found: dict[str, set[str]] = {name: set() for name in known.claims}
    for name in known.claims:
        for below in _cited(known, name):
            found[below].add(name)
    return found


@cache
def tag(part: str) -> str:
    """The version of a package of other people, or the digest of the modules of a room of this one.

    Example:
        >>> tag("z3-solver").split(" ")[0], tag("sdp_proofs.numbers").split(" ")[1]
        ('z3-solver', 'sha256')
    """
    if part.startswith(f"{__package__.partition('.')[0]}."):
        modules = sorted((name, one) for name, one in engines().items() if f"{name}.".startswith(f"{part}."))
        text = "\n".join(f"{name} {one}" for name, one in modules)
        return f"{part} sha256 {hashlib.sha256(text.encode()).hexdigest()[:16]}"
    try:
        return f"{part} {version(part)}"
    except PackageNotFoundError:
        return f"{part}, not installed"
