"""Front matter of a report: how much of a paper was examined, which results stand, and how grave its errors are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.catalogue import has_part, normalised
from sdp_proofs.ledger.evidence import PRINTED, read_as
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.render.phrases import DEFINITION, UNCHECKABLE, refuted, standing

OWN = "project"
"""The key of the statements that no paper makes."""
_RESULTS = frozenset({"theorem", "lemma", "proposition", "corollary", "remark", "algorithm", "definition"})


class Section(StrEnum):
    """Parts of the errata that `section` names in JSON."""

    STATEMENT = "Statements"
    STEP = "Steps of proofs"
    READING = "Readings"
    MISPRINT = "Misprints"


class Severity(StrEnum):
    """Severity of an erratum, the gravest first, as in the document."""

    RESULT = "result"
    HYPOTHESIS = "hypothesis"
    STATEMENT = "statement"
    STEP = "step"
    SLIP = "slip"
    EDGE = "edge"
    READING = "reading"


HEADINGS = {
    Severity.RESULT: "Results that are false as printed",
    Severity.HYPOTHESIS: "Results that need a hypothesis",
    Severity.STATEMENT: "Statements",
    Severity.STEP: "Steps of proofs",
    Severity.SLIP: "Misprints",
    Severity.EDGE: "Only the edge",
    Severity.READING: "Readings",
}
LEADS = {
    Severity.RESULT: "Numbered results and definitions at which something is false, for another reason than a missing "
    "hypothesis.",
    Severity.HYPOTHESIS: "Numbered results and definitions that hold under a hypothesis that is not printed.",
    Severity.STATEMENT: "Sentences of the text, equations, tables and figures.",
    Severity.STEP: "Steps that fail inside a proof. 'Rests on it' says whether what is proved there is true anyway.",
    Severity.SLIP: "Slips that a reader can correct.",
    Severity.EDGE: "Strict for weak inequalities, maxima for suprema, cases in which nothing happens: what is used of "
    "these statements holds.",
    Severity.READING: "Sentences that leave something open, and fail if they are read as 'Read as' says. Nothing that "
    "is printed is wrong there: in the sense that the authors presumably meant, what stands under 'Instead' holds.",
}


_LIGHT = {"typo": Severity.SLIP, "only the edge": Severity.EDGE}
"""The defects that leave what is said as it is used, wherever they stand."""


def graded(word: str | None) -> Severity | None:
    """Return the severity that a word names; None for none.

    Raises:
        DomainError: there is none of that name.

    Example:
        >>> str(graded("step"))
        'step'
    """
    if word is not None and word not in [*Severity]:
        raise DomainError(f"severity must be one of {', '.join(Severity)}; got {word!r}")
    return None if word is None else Severity(word)


def severity_of(claim: Mapping[str, Any]) -> Severity:
    """Return how grave it is that a claim is false.

    Example:
        >>> step = {"kind": "proof-step", "status": "refuted", "locator": "App. A", "erratum": None}
        >>> lemma = {**step, "kind": "lemma", "locator": "Lemma 1", "erratum": {"defect": "missing hypothesis"}}
        >>> str(severity_of(step)), str(severity_of(lemma)), str(severity_of({**lemma, "status": "repaired"}))
        ('step', 'result', 'hypothesis')
    """
    defect = defect_of(claim)
    if read_as(claim):
        return Severity.READING
    if defect in _LIGHT:
        return _LIGHT[defect]
    if claim["kind"] == "proof-step" or (claim["kind"] == "equation" and claim["locator"].startswith("App.")):
        return Severity.STEP
    if claim["kind"] not in _RESULTS:
        return Severity.STATEMENT
    return Severity.HYPOTHESIS if _mended_by_a_hypothesis(claim) else Severity.RESULT


def _mended_by_a_hypothesis(claim: Mapping[str, Any]) -> bool:
    """Tell whether a hypothesis is missing with which a claim is proved: nobody's word is enough for that."""
    return defect_of(claim) == "missing hypothesis" and claim["status"] == "repaired"


def section_of(severity: Severity) -> Section:
    """Return the part of the errata for items of a severity.

    Example:
        >>> str(section_of(Severity.RESULT)), str(section_of(Severity.SLIP))
        ('Statements', 'Misprints')
    """
    match severity:
        case Severity.STEP:
            return Section.STEP
        case Severity.SLIP:
            return Section.MISPRINT
        case Severity.READING:
            return Section.READING
        case _:
            return Section.STATEMENT


def is_result(claim: Mapping[str, Any]) -> bool:
    """Tell whether a claim is the text of a numbered result or definition.

    Example:
        >>> is_result({"kind": "lemma", "locator": "Lemma 1"}), is_result({"kind": "statement", "locator": "Fact 2"})
        (True, True)
    """
    return claim["kind"] in _RESULTS or (claim["kind"] == "statement" and is_numbered(claim["locator"]))


def is_numbered(locator: str) -> bool:
    """Tell whether a locator begins with a word and its number.

    Example:
        >>> [is_numbered(locator) for locator in ("Theorem A.2 (i)", "Sec. 2", "Eq. (1)", "Parallel composition")]
        [True, False, False, False]
    """
    return bool(re.match(r"[A-Z]\w+ (?:[A-Z]\.?)?\d", locator))


def defect_of(claim: Mapping[str, Any]) -> str:
    """Return the kind of mistake; `false` without an erratum on record."""
    return str((claim["erratum"] or {"defect": "false"})["defect"])


Row = Mapping[str, Any]

NOT_EXAMINED = "not examined"
FALSE, PART, HYPOTHESIS = "false", "false in part", "needs a hypothesis"
EDGE, SLIP = "false at the edge only", "false by a misprint only"
OPEN, SUPPORTED, PARTLY = "not decided", "supported, not proved", "stands as far as it can be checked"
VAGUE, UNCHECKED = "leaves open what it says", "not checked, for a reason that is given"
AS_READ, STANDS = "stands as it is read here", "stands"
NOTHING = "asserts nothing by itself"
_COUNTED = {
    NOT_EXAMINED: ("is not examined", "are not examined"),
    FALSE: ("is false", "are false"),
    PART: ("is false in part", "are false in part"),
    HYPOTHESIS: ("needs a hypothesis that is not printed", "need a hypothesis that is not printed"),
    OPEN: ("is not decided", "are not decided"),
    SUPPORTED: ("is supported, not proved", "are supported, not proved"),
    EDGE: ("is false at the edge only", "are false at the edge only"),
    SLIP: ("is false by a misprint only", "are false by misprints only"),
    VAGUE: ("leaves open what it says", "leave open what they say"),
    UNCHECKED: ("is not checked, for a reason that is given", "are not checked, for reasons that are given"),
    PARTLY: ("stands as far as it can be checked", "stand as far as they can be checked"),
    AS_READ: ("stands as it is read here", "stand as they are read here"),
    STANDS: ("stands", "stand"),
    NOTHING: ("asserts nothing by itself", "assert nothing by themselves"),
}
"""Outcomes of a numbered result, what nobody has looked at first and then the bad news first."""

_DEFINED = ("Definition ", "Algorithm ")
_ASSERT_NOTHING = ("Definition", "Algorithm", "Figure", "Table", "Example", "Notation", "Assumption")
"""Kinds of numbered items that assert nothing by themselves; whatever else bears a number is taken for a result."""


def identity(paper: Paper) -> str:
    """Return authors, title, venue, version and identifier in one line.

    Example:
        >>> identity(Paper(key="toy", title="On Toys", authors=("A. Uthor",), venue="Toys 3, 2023", identifier="x:1"))
        'A. Uthor, *On Toys*, Toys 3, 2023, x:1'
    """
    title = f"*{paper.title}*" if paper.title else paper.heading
    parts = (", ".join(paper.authors), title, paper.venue, paper.version, paper.identifier)
    return ", ".join(part for part in parts if part)


def results_of(document: Row, paper: Paper) -> list[dict[str, Any]]:
    """Return the fate of each numbered result, in the order of reading.

    What is printed decides alone: a statement of this project, a stricter reading, a step of a proof, a misprint, and
    what was put in the place of something false have no say in it.

    Args:
        document: a snapshot of version 1.
        paper: with its `items`.
    """
    return [
        {"item": item, "verdict": verdict_at(document, paper, item), "claims": _ids(_said_at(document, paper, item))}
        for item in paper.items
        if is_numbered_result(item)
    ]


def is_numbered_result(item: str) -> bool:
    """Tell whether an item of a paper is a numbered result.

    Example:
        >>> [is_numbered_result(item) for item in ("Theorem 5", "Definition 2", "Sec. 3")]
        [True, False, False]
    """
    return is_numbered(item) and not item.startswith(_ASSERT_NOTHING)


def verdict_at(document: Row, paper: Paper, item: str) -> str:
    """Return the fate of what a paper prints at an item: a result, a definition, a display, a section, a slide.

    Args:
        document: a snapshot of version 1.
        paper: with its `items`.
        item: one of them.
    """
    about = _said_at(document, paper, item)
    if about and all(standing(claim) == DEFINITION for claim in about):
        return NOTHING
    known = _verdict(about) or _without_statement(document, paper, item)
    return NOTHING if item.startswith(_DEFINED) and known in (UNCHECKED, VAGUE) else known


def said_at(document: Row, paper: Paper, item: str) -> list[str]:
    """Return the ids of the claims that say what a paper says at an item; these decide its verdict."""
    return _ids(_said_at(document, paper, item))


def verdict_of(claim: Row) -> str:
    """Return the fate of one claim, in the words of numbered results.

    Example:
        >>> lemma = {"id": "a", "kind": "lemma", "status": "repaired", "erratum": None, "repaired_by": None}
        >>> verdict_of({**lemma, "evidence": [], "fidelity": "literal"})
        'false'
    """
    if standing(claim) == DEFINITION:
        return NOTHING
    if standing(claim) == UNCHECKABLE:
        return UNCHECKED
    alone = read_as(claim) or claim["kind"] == OWN
    return _verdict([{**claim, "kind": "statement", "fidelity": PRINTED[0]} if alone else claim]) or NOT_EXAMINED


def _ids(claims: Iterable[Row]) -> list[str]:
    return [claim["id"] for claim in claims]


def definitions_of(document: Row, paper: Paper) -> list[dict[str, Any]]:
    """Return numbered definitions and algorithms with what is false there.

    Args:
        document: a snapshot of version 1.
        paper: with its `items`.
    """
    return [
        {"item": item, "false": sorted(claim["id"] for claim in _said_at(document, paper, item) if _grave(claim))}
        for item in paper.items
        if item.startswith(_DEFINED)
    ]


def examined_of(document: Row, paper: Paper) -> dict[str, Any]:
    """Count the items of a paper that were examined; list the others.

    An item is examined if a claim at it, or the one that is named for it, was checked, or if somebody has said why
    nothing can be checked, or names a claim that this document does not show. A step of a proof, or a statement of
    this project, examines no numbered result.

    Args:
        document: a snapshot of version 1.
        paper: with its `items`.
    """
    seen = {claim["id"]: claim for claim in document["claims"] if claim["evidence"] or claim["uncheckable"]}
    shown = {claim["id"] for claim in document["claims"]}
    checked, told, missing = [], [], []
    for item in paper.items:
        about = [one for one in seen.values() if one["paper"] == paper.key and _is_at(one, item)]
        if is_numbered(item):
            about = [one for one in about if one["kind"] not in ("proof-step", "project")]
        if any(one["evidence"] for one in about) or paper.elsewhere.get(item) in seen:
            checked.append(item)
        elif about or item in paper.uncheckable or (item in paper.elsewhere and paper.elsewhere[item] not in shown):
            told.append(item)
        else:
            missing.append(item)
    numbered = 2 * sum(any(map(str.isdigit, item)) for item in paper.items) > len(paper.items)
    counts = {"items": len(paper.items), "checked": len(checked), "told": len(told)}
    return {**counts, "missing": missing, "numbered": numbered}


def examined_words(examined: Row) -> str:
    """Tell how much of a paper was examined, unexamined items first.

    Example:
        >>> examined_words({"items": 3, "checked": 1, "told": 1, "missing": ["Theorem 2"], "numbered": True})
        'Not examined: Theorem 2. Examined 2 of 3 numbered items; for 1 the reason is given why nothing is checked.'
        >>> examined_words({"items": 0, "checked": 0, "told": 0, "missing": [], "numbered": False})
        'It is not known, as the ledger does not list what is to be examined.'
    """
    total, told = examined["items"], examined["told"]
    if not total:
        return "It is not known, as the ledger does not list what is to be examined."
    missing = f"Not examined: {', '.join(examined['missing'])}. " if examined["missing"] else ""
    items = f"{'numbered ' if examined['numbered'] else ''}item{'' if total == 1 else 's'}"
    because = f"; for {told} the reason is given why nothing is checked" if told else ""
    return f"{missing}Examined {examined['checked'] + told} of {total} {items}{because}."


def counted_results(results: Sequence[Row]) -> str:
    """Count the results by fate, the good news last.

    Example:
        >>> counted_results([{"verdict": STANDS}, {"verdict": FALSE}, {"verdict": STANDS}])
        'Of 3 numbered results, 1 is false, 2 stand.'
    """
    counts = Counter(result["verdict"] for result in results)
    words = [f"{counts[one]} {said[counts[one] != 1]}" for one, said in _COUNTED.items() if counts[one]]
    total = f"{len(results)} numbered result{'' if len(results) == 1 else 's'}"
    return f"Of {total}, {', '.join(words)}."


def grouped(results: Sequence[Row]) -> list[tuple[str, str]]:
    """Group the items by fate, the bad news first.

    Example:
        >>> grouped([{"verdict": STANDS, "item": "Lemma 1"}, {"verdict": FALSE, "item": "Remark 8"}])
        [('false', 'Remark 8'), ('stands', 'Lemma 1')]
    """
    return [
        (verdict, ", ".join(result["item"] for result in results if result["verdict"] == verdict))
        for verdict in _COUNTED
        if any(result["verdict"] == verdict for result in results)
    ]


def front_of(document: Row, papers: Iterable[Paper]) -> list[dict[str, Any]]:
    """Return the front matter of papers: identity, coverage, fates of results."""
    return [
        {
            "paper": paper.key,
            "identity": identity(paper),
            "examined": examined_of(document, paper),
            "results": results_of(document, paper),
            "definitions": definitions_of(document, paper),
        }
        for paper in papers
    ]


def ledger_title(document: Mapping[str, Any]) -> str:
    """Return the heading of a report on claims; that of a single paper has its title.

    Example:
        >>> ledger_title({"papers": [{"identity": "A. Uthor, *On Toys*, 2023"}]}), ledger_title({})
        ('The ledger of claims: On Toys', 'The ledger of claims')
    """
    titles = [one["identity"] for one in document.get("papers", ())]
    named = re.search(r"\*(.+?)\*", titles[0]) if len(titles) == 1 else None
    return f"The ledger of claims: {named[1]}" if named else "The ledger of claims"


def front_paragraphs(front: Iterable[Row]) -> Iterator[str]:
    """Yield the front page as paragraphs of Markdown."""
    for one in front:
        yield f"**Paper.** {one['identity']}."
        yield f"**How much was examined.** {examined_words(one['examined'])}"
        if one["results"]:
            yield f"**Its main results.** {counted_results(one['results'])}"
            for verdict, items in grouped(one["results"]):
                yield f"*{verdict[0].upper()}{verdict[1:]}*: {items}."
        if one["definitions"]:
            false = [entry["item"] for entry in one["definitions"] if entry["false"]]
            also = f" Something printed at {', '.join(false)} is false." if false else ""
            named = ", ".join(entry["item"] for entry in one["definitions"])
            yield f"*Definitions and algorithms*, which assert nothing by themselves: {named}.{also}"


def with_front(document: Row, papers: Iterable[Paper]) -> dict[str, Any]:
    """Return a snapshot of whole papers with their front matter.

    Args:
        document: a snapshot of version 1.
        papers: those with none of their claims in it are left out.
    """
    keys = {claim["paper"] for claim in document["claims"]}
    return {**document, "papers": front_of(document, (paper for paper in papers if paper.key in keys and paper.title))}


def _is_at(claim: Row, item: str) -> bool:
    return has_part(normalised(claim["locator"]), normalised(item))


def _said_at(document: Row, paper: Paper, item: str) -> list[Row]:
    """Return the claims that say what the paper says at an item; of a sentence without number, also in our words."""
    said = [claim for claim in claims_at(document, paper, item) if not read_as(claim)]
    if is_numbered_result(item) or item.startswith(_DEFINED):
        return [claim for claim in said if is_result(claim)]
    return [claim for claim in said if claim["kind"] != OWN] or [claim for claim in said if not refuted(claim)]


def claims_at(document: Row, paper: Paper, item: str) -> list[Row]:
    """Return the claims of a paper at one of its items; what is at Sec. 3.1 is not at Sec. 3.

    Args:
        document: a snapshot of version 1, or another mapping whose `claims` have a paper and a locator.
        paper: with its `items`.
        item: one of them.
    """
    whole = item.startswith(("Sec.", "App.")) and "," not in item
    place = normalised(item)
    return [
        claim
        for claim in document["claims"]
        if claim["paper"] == paper.key
        and (place in map(normalised, re.split(r"[,;] ", claim["locator"])) if whole else _is_at(claim, item))
    ]


def _grave(claim: Row) -> bool:
    """Tell whether a claim is false in print, other than by a slip."""
    return refuted(claim) and defect_of(claim) != "typo"


def _verdict(about: Sequence[Row]) -> str | None:
    """Return the fate of a result by its printed claims; None if undecidable."""
    grave = [claim for claim in about if _grave(claim)]
    instead = {claim["repaired_by"] for claim in grave}
    printed = [claim for claim in about if claim["id"] not in instead]
    standings = {standing(claim) for claim in printed if claim["evidence"]} - {"refuted", "repaired"}
    literal = {standing(claim) for claim in printed if claim["fidelity"] in PRINTED}
    mended = [claim for claim in grave if _mended_by_a_hypothesis(claim)]
    defects = {defect_of(claim) for claim in grave if claim not in mended}
    if defects - {"only the edge"}:
        return PART if "established" in literal else FALSE
    if mended:
        return HYPOTHESIS
    if standings - {"established", "supported"}:
        return OPEN
    if "supported" in standings:
        return SUPPORTED
    if defects:
        return EDGE
    if not standings:
        return SLIP if any(map(refuted, about)) else None
    if any(standing(claim) == "uncheckable" for claim in about):
        return PARTLY
    return STANDS if _all_printed(printed) else AS_READ


def _all_printed(claims: Collection[Row]) -> bool:
    return all(claim["fidelity"] in PRINTED for claim in claims if standing(claim) == "established")


def _without_statement(document: Row, paper: Paper, item: str) -> str:
    """Return the fate of a result without a decided printed statement."""
    own = claims_at(document, paper, item)
    told = [claim for claim in own if is_result(claim)] if is_numbered_result(item) else own
    read = any(read_as(claim) and claim["evidence"] for claim in own)
    if item in paper.uncheckable or (any(claim["uncheckable"] for claim in told) and (told is not own or not read)):
        return UNCHECKED
    if read:
        return VAGUE
    known = {claim["id"]: claim for claim in document["claims"] if claim["evidence"] or claim["uncheckable"]}
    decides = known.get(paper.elsewhere.get(item, ""))
    return NOT_EXAMINED if decides is None else verdict_of(decides)


_NAMES = {
    Severity.RESULT: ("at a numbered result or definition", "at numbered results or definitions"),
    Severity.HYPOTHESIS: ("for want of a hypothesis", "for want of a hypothesis"),
    Severity.STATEMENT: ("elsewhere in the text", "elsewhere in the text"),
    Severity.STEP: ("in a step of a proof", "in steps of proofs"),
    Severity.SLIP: ("as a misprint", "as misprints"),
    Severity.EDGE: ("at the edge only", "at the edge only"),
}


def headline(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences per paper: coverage, errors and their replacements.

    Statements and numbered results are counted apart: several statements may be about one result.

    Args:
        document: a snapshot of version 1, if it is of whole papers one of `front.with_front`.

    Example:
        >>> lemma = {"paper": "toy", "kind": "lemma", "locator": "Lemma 1", "status": "repaired", "erratum": None}
        >>> list(headline({"claims": [lemma, {**lemma, "kind": "reading"}]}))
        ['toy: 1 statement fails as printed (1 at a numbered result or definition), with a proven replacement. \
1 reading fails, which refutes nothing that is printed.']
    """
    fronts = {one["paper"]: one for one in document.get("papers", ())}
    for paper in dict.fromkeys(claim["paper"] for claim in document["claims"]):
        claims = [claim for claim in document["claims"] if claim["paper"] == paper]
        false = [claim for claim in claims if refuted(claim)]
        readings = sum(read_as(claim) and claim["status"] in ("refuted", "repaired") for claim in claims)
        fail = "reading fails" if readings == 1 else "readings fail"
        strict = f"{readings} {fail}, which refutes nothing that is printed." if readings else ""
        if false and paper == OWN:
            number = len(false)
            one = "statement of this project is" if number == 1 else "statements of this project are"
            yield f"{number} {one} false, {_replaced(false)}."
        else:
            fail = "1 statement fails" if len(false) == 1 else f"{len(false)} statements fail"
            told = [f"{fail} as printed ({_kinds(false)}), {_replaced(false)}."] if false else []
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
    if not repaired:
        return "without a proven replacement"
    return f"{repaired} of them with a proven replacement"
