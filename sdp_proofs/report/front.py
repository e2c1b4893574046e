"""The front page of the errata: which paper, which tool, and which of the main results stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sdp_proofs.ledger.locators import has_part, normalised
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.report.phrases import refuted, standing
from sdp_proofs.report.severity import defect_of, is_result

STANDS, HYPOTHESIS, PART, FALSE = "stands", "needs a hypothesis", "false in part", "false"
SUPPORTED, OPEN = "supported, not proved", "not decided"
_ORDER = (FALSE, PART, HYPOTHESIS, OPEN, SUPPORTED, STANDS)
_NUMBERED = ("Theorem", "Lemma", "Proposition", "Corollary", "Remark", "Algorithm", "Definition")
_COUNTED = {
    STANDS: ("stands", "stand"),
    HYPOTHESIS: ("needs a hypothesis that is not printed", "need a hypothesis that is not printed"),
    PART: ("is false in part", "are false in part"),
    FALSE: ("is false", "are false"),
    SUPPORTED: ("is supported, not proved", "are supported, not proved"),
    OPEN: ("is not decided", "are not decided"),
}


def identity(paper: Paper) -> str:
    """Authors, title, where it appeared, version and identifier, in one line.

    Example:
        >>> identity(Paper(key="toy", title="On Toys", authors=("A. Uthor",), venue="Toys 3, 2023", identifier="x:1"))
        'A. Uthor, *On Toys*, Toys 3, 2023, x:1'
    """
    title = f"*{paper.title}*" if paper.title else paper.heading
    parts = (", ".join(paper.authors), title, paper.venue, paper.version, paper.identifier)
    return ", ".join(part for part in parts if part)


def results_of(document: Mapping[str, Any], paper: Paper) -> list[dict[str, Any]]:
    """What became of each numbered result of a paper, in the order of reading; those that assert nothing are left out.

    Only what the paper says counts: no statement of this project, no stricter reading, no step of a proof, no misprint.

    Args:
        document: a snapshot of version 1.
        paper: with its `items`.
    """
    said = [
        (normalised(claim["locator"]), claim)
        for claim in document["claims"]
        if claim["paper"] == paper.key and is_result(claim) and not (refuted(claim) and defect_of(claim) == "typo")
    ]
    found = []
    for item in paper.items:
        if item.startswith(_NUMBERED):
            about = [claim for place, claim in said if has_part(place, normalised(item))]
            verdict = _verdict(about)
            if verdict is not None:
                found.append({"item": item, "verdict": verdict, "claims": [claim["id"] for claim in about]})
    return found


def counted_results(results: Sequence[Mapping[str, Any]]) -> str:
    """How many results have which fate, the good news first.

    Example:
        >>> counted_results([{"verdict": STANDS}, {"verdict": FALSE}, {"verdict": STANDS}])
        'Of 3 numbered results 2 stand, 1 is false.'
    """
    counts = Counter(result["verdict"] for result in results)
    words = [f"{counts[one]} {_COUNTED[one][counts[one] != 1]}" for one in reversed(_ORDER) if counts[one]]
    total = f"{len(results)} numbered result{'' if len(results) == 1 else 's'}"
    return f"Of {total} {', '.join(words)}."


def grouped(results: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The fates with their items, the bad news first.

    Example:
        >>> grouped([{"verdict": STANDS, "item": "Lemma 1"}, {"verdict": FALSE, "item": "Remark 8"}])
        [('false', 'Remark 8'), ('stands', 'Lemma 1')]
    """
    return [
        (verdict, ", ".join(result["item"] for result in results if result["verdict"] == verdict))
        for verdict in _ORDER
        if any(result["verdict"] == verdict for result in results)
    ]


def front_of(document: Mapping[str, Any], papers: Iterable[Paper]) -> list[dict[str, Any]]:
    """Identity and fate of the results of some papers, for every format of the errata."""
    return [
        {"paper": paper.key, "identity": identity(paper), "results": results_of(document, paper)} for paper in papers
    ]


def _verdict(about: Sequence[Mapping[str, Any]]) -> str | None:
    standings = {standing(claim) for claim in about} - {"definition", "uncheckable"}
    if not standings:
        return None
    defects = {defect_of(claim) for claim in about if refuted(claim)}
    if defects - {"missing hypothesis"}:
        return PART if "established" in standings else FALSE
    if defects:
        return HYPOTHESIS
    if standings - {"established", "supported"}:
        return OPEN
    return STANDS if standings == {"established"} else SUPPORTED
