"""Errata of a paper: entries for JSON, and the document as blocks.

The entries are values for JSON; the document is built of them once, as blocks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sdp_proofs.certificate import CertificateError, replayed
from sdp_proofs.certificate.printing import rounded
from sdp_proofs.edition import edition, today
from sdp_proofs.ledger.catalogue import short
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.notation import GREEK
from sdp_proofs.render.blocks import Article, Block, Heading, Labels, Line, Paragraph, Table, marked, prose, words
from sdp_proofs.render.front import (
    HEADINGS,
    LEADS,
    Section,
    Severity,
    front_of,
    front_paragraphs,
    section_of,
    severity_of,
)
from sdp_proofs.render.phrases import status_words

SCHEMA = "sdp-proofs/errata/1"
FORMATS = ("markdown", "latex", "html", "json")
OWN = "project"
"""The key of the statements that no paper makes; they are shown only if asked for."""
REPLAY = (
    "Each counterexample is exact or certified, and can be replayed without this package's other modules: "
    "`sdp-proofs certificate ID -o certificate.json`, then `python -P -m sdp_proofs.certificate certificate.json`, "
    "with the id that is given at the end of the item."
)
Misprint = tuple[str, str, str]
"""Locator, printed text, and the text that is meant."""


@dataclass(frozen=True)
class Errata:
    """Errata of some papers.

    Attributes:
        entries: one per claim that the run refutes, the gravest first, as values for JSON.
        papers: the papers that were asked for, also those without an entry.
        front: how much of them was examined, and what becomes of their main results.

    Example:
        >>> Errata([], (), []).text("markdown").splitlines()[0]
        '# Errata'
    """

    entries: list[dict[str, Any]]
    papers: tuple[Paper, ...]
    front: list[dict[str, Any]]

    def text(self, form: str = "markdown") -> str:
        """Return the document, in one of `FORMATS`."""
        match form:
            case "json":
                return json.dumps(self.to_dict(), indent=2, sort_keys=True, allow_nan=False) + "\n"
            case "latex":
                from sdp_proofs.render.latex import Latex, document

                writer = Latex(widths=(0.2, 0.33, 0.38))
                return document((f"\n{writer.block(block)}" for block in self.blocks()), title(self.papers))
            case "html":
                from sdp_proofs.render.html import Html, page

                links = {entry["claim"]: "#" + quote(entry["claim"]) for entry in self.entries}
                return page(title(self.papers), _STYLE, map(Html(links).block, self.blocks()))
            case _:
                from sdp_proofs.render.markdown import Markdown

                return Markdown().page(self.blocks())

    def blocks(self) -> Iterator[Block]:
        """Build the document that `text` sets."""
        return errata_blocks(self.entries, self.papers, self.front)

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `errata --json` prints."""
        return {
            "date": today(),
            "edition": edition(),
            "errata": self.entries,
            "misprints": misprints_of(self.papers),
            "papers": self.front,
            "schema": SCHEMA,
        }


def errata_document(
    document: Mapping[str, Any], wings: Sequence[Paper], paper: str | None = None, least: Severity | None = None
) -> Errata:
    """Collect the errata that a snapshot speaks of.

    Args:
        document: a snapshot of version 1 with the claims that repair others.
        wings: what is known of the papers.
        paper: only claims of this paper.
        least: only items that are as grave.
    """
    entries = at_least(errata_of(document, paper, wings), least)
    keys = dict.fromkeys(claim["paper"] for claim in document["claims"] if claim["paper"] != OWN)
    about = keys if paper is None else {paper: None}
    known = {wing.key: wing for wing in wings}
    concerned = tuple(wing for wing in wings if wing.key in about)
    return Errata(entries, concerned, front_of(document, (known.get(key, Paper(key=key)) for key in about)))


def errata_of(
    document: Mapping[str, Any],
    paper: str | None = None,
    papers: Iterable[Paper] = (),
) -> list[dict[str, Any]]:
    """Return an entry per refuted claim, by severity and order of the paper.

    Args:
        document: a snapshot of version 1 that also shows the claims that repair others.
        paper: only claims of this paper; all papers if None.
        papers: what is known of them: what rests on a place in print, and the order of reading; without that the main
            text comes before the appendices, and these are sorted by letters and numbers.
    """
    known = {one.key: one for one in papers}
    claims = {claim["id"]: claim for claim in document["claims"]}
    wanted = [
        claim
        for claim in claims.values()
        if claim["status"] in ("refuted", "repaired")
        and (claim["paper"] == paper if paper is not None else claim["paper"] != OWN)
    ]
    keys = list(dict.fromkeys(claim["paper"] for claim in wanted))
    wings = {key: known.get(key, Paper(key=key)) for key in keys}
    engines = {name for name, entry in document.get("trust", {}).items() if entry["kind"] == "engine"}
    entries = []
    for claim in wanted:
        repair = claims.get(claim["repaired_by"])
        used_by = wings[claim["paper"]].rests_on(claim["locator"])
        entries.append((claim, _entry(claim, repair, used_by, "" if repair is None else carried(repair, engines))))
    entries.sort(
        key=lambda pair: (
            keys.index(pair[0]["paper"]),
            list(Severity).index(Severity(pair[1]["severity"])),
            _rank(pair[0]["locator"], wings[pair[0]["paper"]].items),
        )
    )
    ordered = [entry for _, entry in entries]
    _name_repeated_repairs(ordered)
    return ordered


def at_least(entries: Sequence[dict[str, Any]], severity: Severity | None) -> list[dict[str, Any]]:
    """Keep the entries of this severity or a graver one.

    Example:
        >>> entries = [{"severity": "step"}, {"severity": "result"}]
        >>> at_least(entries, Severity.STATEMENT)
        [{'severity': 'result'}]
    """
    grave = list(Severity)
    limit = len(grave) if severity is None else grave.index(severity) + 1
    return [entry for entry in entries if entry["severity"] in grave[:limit]]


CARRIED = {
    "proved": "a closed statement whose proof replays",
    "formula": "a formula that holds for all values of its variables, with cited facts about the distributions",
    "letters": "a formula without distributions, programs or cited steps; the reader has to see that it says what the "
    "words say",
    "computed": "a program that decides the question in the words",
    "believed": "instances entered by hand, or a premise taken on trust",
}
"""Words for what carries a repair, with their meanings."""


def carried(claim: Mapping[str, Any], engines: Collection[str]) -> str:
    """Say what carries an established claim: one of `CARRIED`, or nothing.

    Args:
        claim: a row of a snapshot.
        engines: the names on its trust list that stand for programs which decide formulas.

    Example:
        >>> share = {"status": "established", "strength": "formula", "trust": ["z3"], "evidence": []}
        >>> carried(share, {"z3"}), carried({**share, "trust": ["coupling", "z3"]}, {"z3"})
        ('letters', 'formula')
    """
    if claim["status"] != "established" or not claim.get("strength"):
        return ""
    if claim["strength"] != "formula":
        return str(claim["strength"])
    premises = [premise for entry in claim.get("evidence", ()) for premise in entry.get("premises", ())]
    lifted = any(premise["origin"] == "collected" or premise.get("lifts") for premise in premises)
    return "formula" if lifted or set(claim.get("trust", ())) - set(engines) else "letters"


def _entry(
    claim: Mapping[str, Any], repair: Mapping[str, Any] | None, used_by: Sequence[str], carries: str
) -> dict[str, Any]:
    erratum = claim["erratum"] or {"wrong": claim["note"] or "A check refutes it.", "cost": "", "defect": "false"}
    severity, mended = severity_of(claim), claim["status"] == "repaired"
    return {
        "claim": claim["id"],
        "paper": claim["paper"],
        "section": str(section_of(severity)),
        "severity": str(severity),
        "on_record": bool(claim["recorded"] in ("refuted", "repaired") or claim["counterexample"] is not None),
        "recorded": claim["recorded"],
        "locator": claim["locator"],
        "title": claim["title"],
        "printed": claim["statement"],
        "reading": [hypothesis["text"] for hypothesis in claim["hypotheses"] if hypothesis["silent"]],
        "fidelity": claim["fidelity"],
        "status": claim["status"],
        "wrong": erratum["wrong"],
        "defect": "false" if erratum["defect"] == "missing hypothesis" and not mended else erratum["defect"],
        "used_by": list(used_by),
        "counterexample": _counterexample(claim),
        "in_numbers": _in_numbers(claim),
        "certificate": claim["counterexample"],
        "repair": None
        if repair is None
        else {
            "claim": repair["id"],
            "status": status_words({**repair, "strength": carries}),
            "carried": carries,
            "title": repair["title"],
            "statement": repair["statement"],
            "cost": erratum["cost"],
            "shown_at": None,
        },
    }


def _counterexample(claim: Mapping[str, Any]) -> str:
    """Return the recorded counterexample, with its bounds in numbers; else the witness of a run."""
    if claim["counterexample"] is not None:
        return " ".join(filter(None, (str(claim["counterexample"]["says"]), _bounds(claim["counterexample"]))))
    return next(str(entry["witness"]) for entry in claim["evidence"] if entry["verdict"] == "FAILS")


_WORK = 1_000_000
"""Steps of a replay for the numbers of an item: some hundredths of a second."""


def _bounds(certificate: Mapping[str, Any]) -> str:
    """Return the values of a certificate that has bounds of some, as P >= 4/9, where its words do not give them."""
    at, told = certificate.get("at", ()), str(certificate["says"])
    if all(sign == "==" or f"{symbol} {sign} " in told for symbol, sign, _ in at):
        return ""
    try:
        values = replayed(certificate, _WORK).values
    except CertificateError:
        return ""
    said = (f"{symbol} {sign.replace('==', '=')} {rounded(values[symbol], sign)}" for symbol, sign, _ in at)
    return f"In numbers: {', '.join(said)}."


_LONGEST = 300
"""Characters of what a check prints, beyond which it is no line for a reader."""


def _in_numbers(claim: Mapping[str, Any]) -> str | None:
    """Return what the checks computed where they refute a claim, beside the words of whoever wrote it."""
    if claim["counterexample"] is None:
        return None  # the witness stands there already
    failing = (entry for entry in claim.get("evidence", ()) if entry["verdict"] == "FAILS")
    found = (str(entry["witness"]) for entry in failing if entry["witness"])
    short_ones = sorted((text for text in found if len(text) <= _LONGEST), key=len)
    told = str(claim["counterexample"]["says"])
    return next((text for text in short_ones if text not in told), None)


def _name_repeated_repairs(entries: Sequence[dict[str, Any]]) -> None:
    """Let later items refer to the first with the same repair."""
    shown: dict[str, str] = {}
    for entry in entries:
        repair = entry["repair"]
        if repair is not None:
            repair["shown_at"] = shown.get(repair["claim"])
            shown.setdefault(repair["claim"], entry["locator"])


def _rank(locator: str, order: Sequence[str]) -> tuple[int, int, Any]:
    """Return the place of a locator in the order of the paper.

    Example:
        >>> order = ("Sec. 2", "Eq. (2)", "Theorem 3")
        >>> sorted(["Theorem 3 (i)", "Sec. 2, Eq. (2)", "Sec. 2, footnote"], key=lambda place: _rank(place, order))
        ['Sec. 2, footnote', 'Sec. 2, Eq. (2)', 'Theorem 3 (i)']
    """
    named = [
        (len(item), index)
        for index, item in enumerate(order)
        if re.search(rf"(?<![\w.]){re.escape(item)}(?!\w)", locator)
    ]
    return (0, max(named)[1], ()) if named else (1, 0, _place(locator))


def _place(locator: str) -> tuple[bool, tuple[tuple[int, str], ...]]:
    """Sort main text before appendices, and these by letters and numbers.

    Example:
        >>> sorted(["App. G.1", "App. D.5", "App. D.10", "Figure 1"], key=_place)
        ['Figure 1', 'App. D.5', 'App. D.10', 'App. G.1']
    """
    if not locator.startswith("App"):
        return False, ()
    words = re.findall(r"\d+|[A-Z]\b", locator)
    return True, tuple((int(word), "") if word.isdigit() else (0, word) for word in words)


def errata_blocks(
    entries: Sequence[Mapping[str, Any]], papers: Iterable[Paper] = (), front: Sequence[Mapping[str, Any]] = ()
) -> Iterator[Block]:
    """Build the document: title, preface, the entries by severity, and the misprints.

    Args:
        entries: of `errata_of`.
        papers: the papers that these are about.
        front: of `front.front_of`: which of their results stand.
    """
    papers = tuple(papers)
    yield Heading(1, marked(title(papers)))
    yield from map(Paragraph, preface(entries, papers, front))
    for severity, members in sections(entries):
        yield Heading(2, words(HEADINGS[severity]))
        yield Paragraph(words(LEADS[severity]))
        for entry in members:
            heading = Heading(3, prose(entry["locator"]) + words(": ") + prose(entry["title"]))
            yield Article(entry["claim"], (heading, Labels(tuple(parts(entry)))))
    misprints = misprints_of(papers)
    if misprints:
        yield Heading(2, words("Further misprints"))
        yield Table(("where", "printed", "meant"), tuple(tuple(map(prose, row)) for row in misprints))


def title(papers: Iterable[Paper]) -> str:
    """Return the title of the document.

    Example:
        >>> title([Paper(key="toy", heading="On Toys")])
        'Errata: On Toys'
    """
    named = ", ".join(paper.heading for paper in papers)
    return f"Errata: {named}" if named else "Errata"


def preface(
    entries: Sequence[Mapping[str, Any]], papers: Iterable[Paper] = (), front: Sequence[Mapping[str, Any]] = ()
) -> Iterator[Line]:
    """Yield the paragraphs before the items."""
    yield marked(f"Made by {edition()} on {today()}.")
    yield from map(marked, front_paragraphs(front))
    yield marked(opening(entries, front))
    if entries:
        counts = ", ".join(f"{len(members)} in *{HEADINGS[severity]}*" for severity, members in sections(entries))
        yield marked(f"The items come in the order of importance: {counts}. {REPLAY}")
        papers = tuple(papers)
        yield from map(marked, _wording(papers))
        used = {entry["repair"]["carried"] for entry in entries if entry.get("repair") is not None}
        meant = "; ".join(f"*{word}*: {means}" for word, means in CARRIED.items() if word in used)
        if meant:
            yield marked(f"**What carries a repair.** {meant}.")
        yield from (prose(f"**Notation.** {paper.notation}") for paper in papers if paper.notation)


def _wording(papers: Sequence[Paper]) -> Iterator[str]:
    """Yield who has compared the quotations with the print."""
    for paper in papers:
        if paper.compared:
            yield f"**Wording.** {paper.heading}: {paper.compared}"
    others = [paper.heading for paper in papers if not paper.compared]
    if others:
        yield (
            f"**Wording.** {', '.join(others)}: what stands under *Printed* is in the words of whoever wrote the "
            "claim, and nobody else has compared it with the paper; compare it before you rely on it."
        )


def opening(entries: Sequence[Mapping[str, Any]], front: Sequence[Mapping[str, Any]] = ()) -> str:
    """Count the statements, their repairs, and the readings.

    Args:
        entries: of `errata_of`.
        front: of `front.front_of`: without anything examined, nothing is said to stand.

    Example:
        >>> false = {"section": "Statements", "status": "repaired", "severity": "result"}
        >>> opening([false, {**false, "section": "Readings", "severity": "reading"}])
        '1 statement fails as printed; its repair is proved for all instances (established). 1 reading (an \
interpretation, stricter than the print) fails, which refutes nothing that is printed.'
        >>> opening([], [{"examined": {"items": 3, "checked": 0, "told": 0, "missing": ["Lemma 1"]}}])
        'Nothing of the paper has been examined: these errata say nothing about it.'
    """
    printed = [entry for entry in entries if entry["section"] != Section.READING]
    readings = len(entries) - len(printed)
    if not entries and front and not any(one["examined"]["checked"] for one in front):
        return "Nothing of the paper has been examined: these errata say nothing about it."
    if not printed:
        said = "No statement that was examined is refuted."
    else:
        repaired = sum(entry["status"] == "repaired" for entry in printed)
        count = "1 statement fails" if len(printed) == 1 else f"{len(printed)} statements fail"
        edges = sum(entry["severity"] == Severity.EDGE for entry in printed)
        only = f", {edges} of them at the edge only" if edges else ""
        said = f"{count} as printed{only}; {_repairs(repaired, len(printed))}."
    told = "reading (an interpretation" if readings == 1 else "readings (interpretations"
    fail = f"stricter than the print) {'fails' if readings == 1 else 'fail'}, which refutes nothing that is printed"
    return said + (f" {readings} {told}, {fail}." if readings else "")


def _repairs(repaired: int, total: int) -> str:
    if not repaired:
        return "no repair is proved"
    if repaired == total:
        has = "its repair is" if total == 1 else "each has a repair that is"
    else:
        has = f"{repaired} {'has' if repaired == 1 else 'have'} a repair that is"
    return f"{has} proved for all instances (established)"


def sections(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Severity, list[Mapping[str, Any]]]]:
    """Yield the severities that have entries, with these."""
    for severity in Severity:
        members = [entry for entry in entries if entry["severity"] == severity]
        if members:
            yield severity, members


def parts(entry: Mapping[str, Any]) -> Iterator[tuple[str, Line]]:
    """Yield what is said about one statement, label by label."""
    yield from ((label, prose(text)) for label, text in _said(entry))


def _said(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    reading = entry["section"] == Section.READING
    literal = entry["fidelity"] in ("literal", "typo-corrected") and not reading
    yield ("Printed" if literal else "Read as"), entry["printed"]
    if entry["reading"]:
        yield "Read here", _sentence(begun("; ".join(entry["reading"])))
    yield ("Why it fails" if reading else f"Wrong ({entry['defect']})"), entry["wrong"]
    yield "Counterexample", _sentence(entry["counterexample"].replace(" ** ", "^"))  # as a check writes powers
    if entry["in_numbers"]:
        yield "Found by the check", _sentence(entry["in_numbers"])
    if not entry["on_record"] and entry["recorded"] is not None:
        yield "Not on record", "The ledger records another status than the run finds."
    repair = entry["repair"]
    label = "Instead" if repair is None else f"Instead ({repair['status']})"
    if repair is None:
        yield label, "No repair is known to this ledger."
    elif repair["shown_at"] is not None:
        yield label, _sentence(f"{begun(repair['title'])}, as at {repair['shown_at']}")
        yield "Cost", repair["cost"]
    else:
        yield label, f"{_sentence(begun(repair['title']))} {repair['statement']}"
        yield "Cost", repair["cost"]
    if entry["used_by"]:
        yield "Rests on it", _sentence(begun("; ".join(entry["used_by"])))
    yield "Id", f"`{entry['claim']}` (`{short(entry['claim'])}`)"


def begun(title: str) -> str:
    """Capitalise a title that begins with a word, not with a symbol.

    Example:
        >>> begun("the ratio is 2"), begun("gamma is 2"), begun("what holds instead: u is 2"), begun("two-fold x")
        ('The ratio is 2', 'gamma is 2', 'u is 2', 'Two-fold x')
    """
    title = title.removeprefix("what holds instead: ").removeprefix("what holds: ")
    begins = re.match(r"([a-z]{2,}(?:-[a-z]+)*|a(?= [a-z]{2})) ", title)
    return title if begins is None or begins[1] in GREEK else title[0].upper() + title[1:]


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def misprints_of(papers: Iterable[Paper]) -> tuple[Misprint, ...]:
    """Return the misprints of some papers."""
    return tuple(slip for paper in papers for slip in paper.misprints)


_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif; }
h2 { margin-top: 2.6rem; }
h3 { margin-top: 2.2rem; font-size: 1.1rem; overflow-x: auto; overflow-y: hidden; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0; }
dd p { margin: .2rem 0; }
td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
code { font-size: .9em; overflow-wrap: anywhere; }
p { overflow-wrap: break-word; overflow-x: auto; overflow-y: hidden; }
h3:has(math), p:has(math) { padding-bottom: .5rem; }
table { display: block; overflow-x: auto; }
.tied { white-space: nowrap; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
"""
