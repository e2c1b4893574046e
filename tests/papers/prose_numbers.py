"""Numbers in the words of the ledger that have no source, and the list of those that are known.

`python -m tests.papers.prose_numbers` prints what is left by claim; with `--shrink` it takes out of the list what has a
source by now. Nothing puts a number into it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sdp_proofs.ledger import Claim, prose
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.papers import registry

KNOWN = Path(__file__).parent / "prose_numbers.json"
_ID = re.compile(r"[a-z]+(?:-[a-z]+)+")


def unsourced() -> dict[str, list[str]]:
    """The numbers without a source, by claim."""
    claims = registry()
    shipped = {entry["id"]: entry for entry in json.loads(Path(SHIPPED).read_text(encoding="utf-8"))["claims"]}
    found: dict[str, list[str]] = {}
    for claim in claims.values():
        told = " ".join(text for _, text in prose.prose(claim))
        others = {*claim.depends_on, *claim.repairs, claim.repaired_by, *_ID.findall(told)} & claims.keys()
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


def known() -> dict[str, list[str]]:
    """Numbers that are on the list."""
    found: dict[str, list[str]] = json.loads(KNOWN.read_text(encoding="utf-8"))
    return found


def text_of(found: dict[str, list[str]]) -> str:
    """The list, a line for each claim."""
    lines = [f" {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in sorted(found.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def claims_with_numbers() -> list[Claim]:
    """The claims with statements that check numbers of their words."""
    return [claim for claim in registry().values() if claim.numbers]


if __name__ == "__main__":
    left = unsourced()
    if "--shrink" in sys.argv:
        listed = known()
        kept = {name: [one for one in listed[name] if one in left.get(name, ())] for name in listed}
        KNOWN.write_text(text_of({name: numbers for name, numbers in kept.items() if numbers}), encoding="utf-8")
    else:
        print(text_of(left), end="")
