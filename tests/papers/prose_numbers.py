"""Numbers in the words of the ledger that have no source: `python -m tests.papers.prose_numbers` prints them by claim.

A number that no formula and no run of the claim has is computed, or quoted, in `tests.papers.computed_numbers`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sdp_proofs.ledger import Claim, prose
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.papers import registry
from tests.papers.computed_numbers import CITED, COMPUTED

_ID = re.compile(r"[a-z]+(?:-[a-z]+)+")


def unsourced() -> dict[str, list[str]]:
    """The numbers without a source, by claim."""
    told = {claim: {*COMPUTED.get(claim, ()), *CITED.get(claim, ())} for claim in {*COMPUTED, *CITED}}
    left = {name: [one for one in found if one not in told.get(name, ())] for name, found in unwritten().items()}
    return {name: found for name, found in left.items() if found}


@cache
def unwritten() -> dict[str, list[str]]:
    """The numbers that neither their own claim nor what it names explains, by claim."""
    claims = registry()
    shipped = {entry["id"]: entry for entry in json.loads(Path(SHIPPED).read_text(encoding="utf-8"))["claims"]}
    found: dict[str, list[str]] = {}
    for claim in claims.values():
        told = " ".join(text for _, text in prose.prose(claim))
        mending = {other.id for other in claims.values() if claim.id in other.repairs}
        others = {*claim.depends_on, *claim.repairs, *mending, *_ID.findall(told)} & claims.keys()
        known = prose.sources(claim, [claims[name] for name in sorted(others)], _run(shipped.get(claim.id)))
        left = prose.unsourced(claim, known | prose.computed(claim))
        if left:
            found[claim.id] = sorted(f"{what}: {number}" for what, number in left)
    return found


def _run(entry: Any) -> Iterator[str]:
    """Texts of the last run: scopes, premises, witnesses, and where near misses fail."""
    for one in () if entry is None else entry["evidence"]:
        yield from (one["scope"], one["title"], one["witness"] or "", one["detail"] or "")
        yield from (premise["text"] for premise in one["premises"])
    for miss in () if entry is None else entry["near_misses"]["details"]:
        yield miss["detail"] or ""
    for step in () if entry is None else (entry.get("derivation") or {"steps": ()})["steps"]:
        yield from (step["before"]["text"], step["after"]["text"], step["evidence"]["scope"])


def text_of(found: dict[str, list[str]]) -> str:
    """The list, a line for each claim."""
    lines = [f" {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in sorted(found.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def claims_with_numbers() -> list[Claim]:
    """The claims with statements that check numbers of their words."""
    return [claim for claim in registry().values() if claim.numbers]


if __name__ == "__main__":
    print(text_of(unsourced()), end="")
