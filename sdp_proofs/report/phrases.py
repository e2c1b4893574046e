"""Short phrases on a snapshot that more than one renderer needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
        >>> generated = {"generated": {"refuted": 40, "total": 40}, "near_misses": {"refuted": 2, "total": 2}}
        >>> near_misses_counted({"claims": [generated]})
        '2 of 2 near misses refuted, and 40 of 40 generated ones (kill rate 100 %)'
    """
    counts = [claim["near_misses"] for claim in document["claims"]]
    for claim in document["claims"]:
        counts += [step["near_misses"] for step in (claim.get("derivation") or {"steps": ()})["steps"]]
    refuted, total = (sum(count[key] for count in counts) for key in ("refuted", "total"))
    written = f"{refuted:,} of {total:,} near misses refuted"
    families = [claim["generated"] for claim in document["claims"] if "generated" in claim]
    if not families:
        return written
    killed, made = (sum(family[key] for family in families) for key in ("refuted", "total"))
    everything = total + made
    # Rounded down: one survivor among thousands must not read as a hundred per cent.
    rate = (refuted + killed) * 1000 // everything / 10 if everything else 100
    return f"{written}, and {killed:,} of {made:,} generated ones (kill rate {rate:g} %)"


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
    """How many near misses were refuted, of how many, those by hand and those generated; empty without near misses.

    Example:
        >>> near_miss_count({"near_misses": {"refuted": 2, "total": 2}, "generated": {"refuted": 40, "total": 41}})
        '2/2 + 40/41'
    """
    counts = [claim["near_misses"], *([claim["generated"]] if "generated" in claim else [])]
    return " + ".join(f"{count['refuted']}/{count['total']}" for count in counts if count["total"])


def generated_lines(claim: Mapping[str, Any]) -> Iterator[str]:
    """What became of the generated near misses: how many of which kind, what survives, what is true all the same."""
    if "generated" not in claim:
        return
    family = claim["generated"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in family["kinds"].items())
    yield f"generated: {family['refuted']} of {family['total']} refuted" + (f" ({kinds})" if kinds else "")
    for survivor in family["survivors"]:
        yield f"NOT refuted: {survivor['name']}; {survivor['detail']}"
    if family["weaker"]:
        yield f"left out, since they ask for no more than the claim: {family['weaker']}"
    for entry in family["listed"]:
        yield f"{entry['name']}: {entry['reason']}"


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
