"""What a reader must not miss: how much of a paper was examined, what is false in it, and what takes its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sdp_proofs.ledger.status import read_as
from sdp_proofs.report.front import counted_results, examined_words
from sdp_proofs.report.phrases import refuted
from sdp_proofs.report.severity import Severity, severity_of

OWN = "project"
"""The key of the statements that no paper makes."""
_NAMES = {
    Severity.RESULT: ("about a numbered result or definition", "about numbered results and definitions"),
    Severity.HYPOTHESIS: ("about a hypothesis that is not there", "about hypotheses that are not there"),
    Severity.STATEMENT: ("other statement", "other statements"),
    Severity.STEP: ("step of a proof", "steps of proofs"),
    Severity.SLIP: ("misprint", "misprints"),
    Severity.EDGE: ("edge only", "edges only"),
}


def headline(document: Mapping[str, Any]) -> Iterator[str]:
    """A few sentences per paper that something is false in, or of which it is known what was examined.

    Entries of the errata and numbered results are counted apart: several entries may be about one result.

    Args:
        document: a snapshot of version 1, if it is of whole papers one of `front.with_front`.

    Example:
        >>> lemma = {"paper": "toy", "kind": "lemma", "locator": "Lemma 1", "status": "repaired", "erratum": None}
        >>> list(headline({"claims": [lemma, {**lemma, "kind": "reading"}]}))
        ['toy: 1 entry of its errata is false as printed (1 about a numbered result or definition), with a proven \
replacement. 1 reading fails, which is no error of print.']
    """
    fronts = {one["paper"]: one for one in document.get("papers", ())}
    for paper in dict.fromkeys(claim["paper"] for claim in document["claims"]):
        claims = [claim for claim in document["claims"] if claim["paper"] == paper]
        false = [claim for claim in claims if refuted(claim)]
        readings = sum(read_as(claim) and claim["status"] in ("refuted", "repaired") for claim in claims)
        fail = "reading fails, which is no error" if readings == 1 else "readings fail, which are no errors"
        strict = f"{readings} {fail} of print." if readings else ""
        if false and paper == OWN:
            number = len(false)
            one = "statement of this project is" if number == 1 else "statements of this project are"
            yield f"{number} {one} false, {_replaced(false)}."
        else:
            entries = f"{len(false)} entr{'y' if len(false) == 1 else 'ies'} of its errata"
            are = "is" if len(false) == 1 else "are"
            told = [f"{entries} {are} false as printed ({_kinds(false)}), {_replaced(false)}."] if false else []
            said = [*_examined(fronts.get(paper)), *told, *filter(None, [strict])]
            if said:
                yield f"{paper}: {' '.join(said)}"


def _examined(front: Mapping[str, Any] | None) -> Iterator[str]:
    if front is not None:
        words = examined_words(front["examined"])
        yield words[0].lower() + words[1:]
        if front["results"]:
            yield counted_results(front["results"])


def _kinds(claims: Sequence[Mapping[str, Any]]) -> str:
    counts = Counter(map(severity_of, claims))
    return ", ".join(f"{counts[kind]} {names[counts[kind] != 1]}" for kind, names in _NAMES.items() if counts[kind])


def _replaced(claims: Sequence[Mapping[str, Any]]) -> str:
    repaired = sum(claim["status"] == "repaired" for claim in claims)
    if repaired == len(claims):
        return "with a proven replacement" if len(claims) == 1 else "each with a proven replacement"
    return f"{repaired} of them with a proven replacement"
