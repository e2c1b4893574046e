"""How much an erratum matters, and in which part of the document it stands; both follow from what the claim says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.status import read_as

_RESULTS = frozenset({"theorem", "lemma", "proposition", "corollary", "remark", "algorithm", "definition"})


class Section(StrEnum):
    """The parts of the errata that `section` names in JSON."""

    STATEMENT = "Statements"
    STEP = "Steps of proofs"
    READING = "Readings"
    MISPRINT = "Misprints"


class Severity(StrEnum):
    """How much an erratum matters, the gravest first: this is the order of the document."""

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
    Severity.RESULT: "Numbered results and definitions at which something is false, and no hypothesis mends it.",
    Severity.HYPOTHESIS: "Numbered results and definitions that hold under a hypothesis which is not there.",
    Severity.STATEMENT: "Sentences of the text, equations, tables and figures.",
    Severity.STEP: "What fails inside a proof. 'Rests on it' says whether the statement proved is true all the same.",
    Severity.SLIP: "Slips of the pen, which a reader can mend.",
    Severity.EDGE: "Strict for weak inequalities, maxima for suprema, a case in which nothing happens: what is used of "
    "these statements holds.",
    Severity.READING: "Sentences that leave something open, and fail if they are read as said under 'Read as'. Nothing "
    "that is printed is wrong there; read as the authors will have meant it, what stands under 'Instead' holds.",
}


_LIGHT = {"typo": Severity.SLIP, "only the edge": Severity.EDGE}
"""The defects that leave what is said as it is used, wherever they stand."""


def graded(word: str | None) -> Severity | None:
    """The severity that a word names; None for none.

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
    """How much it matters that a claim of a snapshot is false.

    Example:
        >>> step = {"kind": "proof-step", "status": "refuted", "locator": "App. A", "erratum": None}
        >>> lemma = {**step, "kind": "lemma", "locator": "Lemma 1", "erratum": {"defect": "missing hypothesis"}}
        >>> str(severity_of(step)), str(severity_of(lemma))
        ('step', 'hypothesis')
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
    return Severity.HYPOTHESIS if defect == "missing hypothesis" else Severity.RESULT


def section_of(severity: Severity) -> Section:
    """The part of the errata in which an item of this severity stands.

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
    """Whether a claim is what the paper says at a numbered result, algorithm or definition.

    Example:
        >>> is_result({"kind": "lemma", "locator": "Lemma 1"}), is_result({"kind": "statement", "locator": "Fact 2"})
        (True, True)
    """
    return claim["kind"] in _RESULTS or (claim["kind"] == "statement" and is_numbered(claim["locator"]))


def is_numbered(locator: str) -> bool:
    """Whether a locator begins with a word and its number, as those of theorems do and those of sections do not.

    Example:
        >>> [is_numbered(locator) for locator in ("Theorem A.2 (i)", "Sec. 2", "Eq. (1)", "Parallel composition")]
        [True, False, False, False]
    """
    return bool(re.match(r"[A-Z]\w+ (?:[A-Z]\.?)?\d", locator))


def defect_of(claim: Mapping[str, Any]) -> str:
    """The kind of mistake; without an erratum on record it is false, and nobody has said more."""
    return str((claim["erratum"] or {"defect": "false"})["defect"])
