"""How many established claims are carried by what, counted from their rows in a snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sdp_proofs.ledger.claim import Coverage, Kind, Method, Status, Strength
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.verdict import Verdict

Row = Mapping[str, Any]


def strengths(claims: Iterable[Row]) -> dict[str, int]:
    """The established claims by strength, those with typed instances, and those that follow from these alone.

    Readings are counted apart, as everywhere. What follows from typed instances only through what it cites is believed,
    too, and is not among those that follow from its own.

    Example:
        >>> proof = {"verdict": "HOLDS", "coverage": "ALL", "method": "SMT", "instances": None, "believed": True,
        ...          "premises": [{"origin": "trust"}]}
        >>> row = {"kind": "lemma", "status": "established", "strength": "believed", "evidence": [proof]}
        >>> found = strengths([row, {**row, "evidence": []}])
        >>> found["believed"], found["typed"], found["typed_alone"]
        (2, 1, 1)
    """
    counted = [one for one in claims if one["status"] == Status.ESTABLISHED and one["kind"] != Kind.READING]
    found = Counter(str(one.get("strength")) for one in counted)
    typed = [one for one in counted if any(_typed(entry) for entry in _proofs(one))]
    alone = [one for one in typed if all(entry.get("believed") for entry in _proofs(one))]
    return {**{one.value: found[one.value] for one in Strength}, "typed": len(typed), "typed_alone": len(alone)}


def _proofs(claim: Row) -> list[Row]:
    """The evidence that establishes a claim."""
    return [
        entry
        for entry in claim["evidence"]
        if (entry["verdict"], entry["coverage"]) == (Verdict.HOLDS.value, Coverage.ALL)
        and entry["method"] != Method.SEARCHED
        and entry["instances"] != 0
        and all(premise["origin"] != Origin.ASSUMED for premise in entry["premises"])
    ]


def _typed(entry: Row) -> bool:
    return any(premise["origin"] == Origin.TRUST for premise in entry["premises"])
