"""What a reader must not miss: how much of a paper is false as printed, and whether anything proven takes its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sdp_proofs.report.phrases import READING, refuted
from sdp_proofs.report.severity import Severity, severity_of

OWN = "project"
"""The key of the statements that no paper makes."""
_NAMES = {
    Severity.RESULT: ("numbered result", "numbered results"),
    Severity.HYPOTHESIS: ("result that needs a hypothesis", "results that need a hypothesis"),
    Severity.STATEMENT: ("other statement", "other statements"),
    Severity.STEP: ("step of a proof", "steps of proofs"),
    Severity.SLIP: ("misprint", "misprints"),
}


def headline(document: Mapping[str, Any]) -> Iterator[str]:
    """One sentence or two per paper that something is false in, and nothing for the others.

    Args:
        document: a snapshot of version 1.

    Example:
        >>> lemma = {"paper": "toy", "kind": "lemma", "locator": "Lemma 1", "status": "repaired", "erratum": None}
        >>> list(headline({"claims": [lemma, {**lemma, "kind": "reading"}]}))
        ['toy: 1 item is false as printed (1 numbered result), with a proven replacement. 1 stricter reading fails.']
    """
    for paper in dict.fromkeys(claim["paper"] for claim in document["claims"]):
        claims = [claim for claim in document["claims"] if claim["paper"] == paper]
        false = [claim for claim in claims if refuted(claim)]
        readings = sum(claim["kind"] == READING and claim["status"] in ("refuted", "repaired") for claim in claims)
        strict = f" {readings} stricter reading{' fails' if readings == 1 else 's fail'}." if readings else ""
        if false and paper == OWN:
            number = len(false)
            one = "statement of this project is" if number == 1 else "statements of this project are"
            yield f"{number} {one} false, {_replaced(false)}."
        elif false:
            number = len(false)
            yield f"{paper}: {number} item{' is' if number == 1 else 's are'} false as printed ({_kinds(false)}), " + (
                f"{_replaced(false)}.{strict}"
            )


def _kinds(claims: Sequence[Mapping[str, Any]]) -> str:
    counts = Counter(map(severity_of, claims))
    return ", ".join(f"{counts[kind]} {names[counts[kind] != 1]}" for kind, names in _NAMES.items() if counts[kind])


def _replaced(claims: Sequence[Mapping[str, Any]]) -> str:
    repaired = sum(claim["status"] == "repaired" for claim in claims)
    if repaired == len(claims):
        return "with a proven replacement" if len(claims) == 1 else "each with a proven replacement"
    return f"{repaired} of them with a proven replacement"
