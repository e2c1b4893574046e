"""Short phrases on a snapshot that more than one renderer needs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def counted(document: Mapping[str, Any]) -> str:
    """How many claims have which status.

    Example:
        >>> counted({"claims": [{}, {}], "summary": {"open": 0, "established": 2}})
        '2 claims: 2 established'
    """
    counts = [f"{count} {status}" for status, count in document["summary"].items() if count]
    total = len(document["claims"])
    return f"{total} claim{'' if total == 1 else 's'}" + (": " if counts else "") + ", ".join(counts)


def near_misses_counted(document: Mapping[str, Any]) -> str:
    """How many near misses of claims and of steps of derivations are refuted, as they should all be.

    Example:
        >>> near_misses_counted({"claims": [{"near_misses": {"refuted": 2, "total": 2}, "derivation": None}]})
        '2 of 2 near misses refuted'
    """
    counts = [claim["near_misses"] for claim in document["claims"]]
    for claim in document["claims"]:
        counts += [step["near_misses"] for step in (claim.get("derivation") or {"steps": ()})["steps"]]
    refuted, total = (sum(count[key] for count in counts) for key in ("refuted", "total"))
    return f"{refuted:,} of {total:,} near misses refuted"


def evidence_marks(claim: Mapping[str, Any]) -> str:
    """Method, coverage and verdict of every check, one after the other.

    Example:
        >>> evidence_marks({"evidence": [{"method": "SMT", "coverage": "ALL", "verdict": "HOLDS"}]})
        'SMT/ALL holds'
    """
    marks = [
        f"{entry['method']}/{entry['coverage']} {entry['verdict'].lower()}" for entry in claim["evidence"]
    ]
    return ", ".join(dict.fromkeys(marks)) or "none"


def near_miss_count(claim: Mapping[str, Any]) -> str:
    """How many near misses were refuted, of how many; empty without near misses."""
    near_misses = claim["near_misses"]
    return f"{near_misses['refuted']}/{near_misses['total']}" if near_misses["total"] else ""


def counterexample_line(claim: Mapping[str, Any]) -> str:
    """The instance of the recorded counterexample: what is said before the first colon or full stop.

    Example:
        >>> counterexample_line({"counterexample": {"says": "n = 0, in the U.S. too: its square is not positive."}})
        'fails: n = 0, in the U.S. too'
    """
    return "fails: " + re.split(r": |\. (?=[A-Z])|\.$", claim["counterexample"]["says"])[0]


def counterexample_text(claim: Mapping[str, Any]) -> str:
    """The recorded counterexample with the reason why it refutes the claim.

    Example:
        >>> counterexample_text({"counterexample": {"says": "n = 0: its square is not positive."}})
        'fails: n = 0: its square is not positive.'
    """
    return f"fails: {claim['counterexample']['says']}"
