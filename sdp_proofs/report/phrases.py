"""Short phrases on a snapshot that more than one renderer needs."""

from __future__ import annotations

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
    """The recorded counterexample in one line.

    Example:
        >>> counterexample_line({"counterexample": {"says": "The square of 0 is not positive."}})
        'fails: The square of 0 is not positive.'
    """
    return f"fails: {claim['counterexample']['says']}"
