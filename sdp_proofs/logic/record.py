"""The shipped record of a replay: which theorems are proved, and which claims of the ledger they state.

It counts only as long as kernel, replay and proof files are those that were replayed. Reading it imports none of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sdp_proofs.logic.theories import THEORIES

FOLDER = Path(__file__).parent / "proof_files"


def files(folder: Path = FOLDER) -> list[Path]:
    """The proof files, in the order in which they are replayed."""
    return [folder / "definitions.gz", *(folder / f"{name}.gz" for name in THEORIES)]


def seal(folder: Path = FOLDER) -> str:
    """The SHA-256 of the kernel, the replay and the proof files: what a record of a replay speaks of."""
    found = hashlib.sha256()
    for path in (*(Path(__file__).with_name(f"{name}.py") for name in ("kernel", "replay")), *files(folder)):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


@cache
def shipped(folder: Path = FOLDER) -> Mapping[str, Any]:
    """The theorems of the shipped record, by name; none if kernel, replay or a proof file changed since the replay.

    Example:
        >>> shipped()["privacy_is_bounded_greatest_loss"]["claims"]
        ['dp-is-the-largest-delta']
    """
    record = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    return MappingProxyType(record["theorems"] if record["seal"] == seal(folder) else {})


def theorems_of(claim: str) -> tuple[str, ...]:
    """The names of the proved theorems that state a claim of the ledger.

    Example:
        >>> theorems_of("simple-composition"), theorems_of("remark-eight")
        (('simple_composition',), ())
    """
    return _by_claim("claims").get(claim, ())


def negations_of(claim: str) -> tuple[str, ...]:
    """The names of the proved theorems that deny a claim of the ledger.

    Example:
        >>> negations_of("composed-loss-at-least-the-sum")
        ('not_composed_loss_at_least_the_sum',)
    """
    return _by_claim("denies").get(claim, ())


def sentences_of(claim: str) -> Iterator[dict[str, Any]]:
    """The sentences that state or deny a claim of the ledger, printed from the terms that were replayed."""
    for name in (*theorems_of(claim), *negations_of(claim)):
        one = shipped()[name]
        yield {
            "computed": one["computed"],
            "definitions": [notion.replace("_", "-") for notion in one["definitions"]],
            "met": one["met"],
            "name": name.replace("_", "-"),
            "sentence": one["sentence"],
        }


@cache
def _by_claim(relation: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, one in shipped().items():
        for claim in one[relation]:
            found[claim] = (*found.get(claim, ()), name)
    return found
