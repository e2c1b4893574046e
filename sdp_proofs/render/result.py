"""One screen per result of a paper: verdict, reason, counterexample, what to cite instead, and what that rests on.

A result is what a paper prints at one of its items, with the claims of the ledger about it. `render.front` alone says
what its verdict is. The same values make the screen of `show` and the page of the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sdp_proofs.ledger.catalogue import normalised, short
from sdp_proofs.ledger.evidence import PRINTED, read_as
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.render import front
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.errata import begun
from sdp_proofs.render.markdown import Markdown, cell
from sdp_proofs.render.phrases import instance_text, refuted, status_words
from sdp_proofs.render.terminal import Piece, folded, plain, width_of_page, write
from sdp_proofs.render.unicode import unicode_of

Row = Mapping[str, Any]

LINES, COLUMNS = 40, 100
"""The size of a screen."""


class Headline(NamedTuple):
    """A verdict as it is shown: a word in capitals, its colour, and what narrows it."""

    word: str
    style: str
    narrowed: str = ""


FALSE, PART, HYPOTHESIS = "FALSE", "FALSE IN PART", "NEEDS A HYPOTHESIS"
STANDS, UNDECIDED, NOT_EXAMINED = "STANDS", "NOT DECIDED", "NOT EXAMINED"
HEADLINES = {
    front.FALSE: Headline(FALSE, "bold red"),
    front.PART: Headline(PART, "bold red"),
    front.SLIP: Headline(PART, "yellow", "by a misprint only"),
    front.EDGE: Headline(PART, "yellow", "at the edge only: strict for weak, a maximum for a supremum, an empty case"),
    front.HYPOTHESIS: Headline(HYPOTHESIS, "bold yellow"),
    front.OPEN: Headline(UNDECIDED, "magenta"),
    front.SUPPORTED: Headline(UNDECIDED, "magenta", "it holds wherever it was tried"),
    front.VAGUE: Headline(UNDECIDED, "magenta", "the text leaves open what it says; shown is how it was read"),
    front.PARTLY: Headline(STANDS, "bold green", "as far as it can be checked"),
    front.AS_READ: Headline(STANDS, "bold green", "as it is read here"),
    front.STANDS: Headline(STANDS, "bold green"),
    front.UNCHECKED: Headline(NOT_EXAMINED, "bright_black", "for the reason given below"),
    front.NOTHING: Headline("DEFINITION", "bright_black", "it asserts nothing by itself"),
    front.NOT_EXAMINED: Headline(NOT_EXAMINED, "bright_black"),
}
"""Words and styles of each verdict of `front`."""
_GRAVITY = {verdict: place for place, verdict in enumerate(HEADLINES)}
_LEVELS = (
    *((5, 4, 2, 6), (4, 3, 2, 4), (3, 2, 1, 3), (2, 2, 1, 2)),
    *((2, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 0), (0, 0, 0, 0)),
)
"""Lines that a reason, a replacement, its hypotheses and a list may take: the first that fits is used."""
_LABEL = 11
_MEANT = {
    "established": "proved for all instances",
    "supported": "evidence, no proof",
    "proved": "as a closed sentence",
    "formula": "for all values of its letters",
    "computed": "by listing all instances",
    "believed": "something is taken on trust",
    "reading": "an interpretation",
    "lifting": "from formulas to mechanisms",
}
"""Meanings of the words of a status and of the trust ledger, for the brackets at their first use."""
_SHORTEST = 8
_TANGLED = re.compile("[∧∨⟹⟺]|1\\[")


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a paper at one of its items, or one claim, with its verdict.

    Attributes:
        name: the item, or the id of the claim.
        paper: where it is printed; one with a key only for a ledger that says nothing of it.
        verdict: in the words of `render.front`.
        parts: the printed claims, the gravest first; without any, how the item was read.
        instead: the claims in the place of false ones, by id.
        others: what else is proved at the item: narrower or sharper statements.
        steps: claims on its printed proof that are refuted.
        reason: why nothing can be checked; empty where something is.
        trust: the entries of the trust ledger, by name.
    """

    name: str
    paper: Paper
    verdict: str
    parts: tuple[Row, ...]
    instead: Mapping[str, Row]
    others: tuple[Row, ...]
    steps: tuple[Row, ...]
    reason: str
    trust: Mapping[str, Row]

    @property
    def headline(self) -> Headline:
        """The verdict as it is shown."""
        return HEADLINES[self.verdict]

    @property
    def false(self) -> bool:
        """Tell whether something that is printed fails."""
        return any(map(refuted, self.parts))

    def replacement(self, claim: Row) -> Row | None:
        """The claim in the place of a refuted one; None if there is none."""
        return self.instead.get(claim["repaired_by"])


def items_named(papers: Iterable[Paper], query: str, paper: str | None = None) -> list[tuple[Paper, str]]:
    """Return the items of papers that a locator names, as people type it.

    Example:
        >>> [item for _, item in items_named([Paper(key="toy", items=("Theorem 5", "Lemma 1"))], "thm 5")]
        ['Theorem 5']
    """
    wanted = normalised(query)
    return [
        (one, item)
        for one in papers
        if paper in (None, one.key)
        for item in one.items
        if normalised(item) == wanted
    ]


def needed_for(claims: Sequence[Row], paper: Paper, item: str) -> list[str]:
    """Return the ids of the claims that a result speaks of, those at the item first, in the order of the ledger.

    Args:
        claims: all of the ledger, run or not.
        paper: with its `items`.
        item: one of them.
    """
    about = front.claims_at({"claims": claims}, paper, item)
    steps = [claim for claim in claims if claim["paper"] == paper.key and item in paper.rests_on(claim["locator"])]
    elsewhere = [claim for claim in claims if claim["id"] == paper.elsewhere.get(item)]
    repairs = [claim["repaired_by"] for claim in (*about, *steps, *elsewhere) if claim["repaired_by"] is not None]
    return list(dict.fromkeys([*(one["id"] for one in (*about, *steps)), *repairs, *(one["id"] for one in elsewhere)]))


def result_at(document: Row, paper: Paper, item: str) -> Result:
    """Return the result that a paper prints at one of its items.

    Args:
        document: a snapshot of version 1 with the claims of `needed_for`.
        paper: with its `items`.
        item: one of them.
    """
    known = {claim["id"]: claim for claim in document["claims"]}
    about = front.claims_at(document, paper, item)
    ids = front.said_at(document, paper, item)
    printed = [claim for claim in about if claim["id"] in ids]
    readings = [claim for claim in about if read_as(claim)]
    replaced = {claim["repaired_by"] for claim in printed if refuted(claim)}
    verdict = front.verdict_at(document, paper, item)
    parts = [claim for claim in printed if refuted(claim) or _is_part(claim, verdict)]
    parts = parts or readings or [known[name] for name in [paper.elsewhere.get(item)] if name in known]
    own = {claim["id"] for claim in parts} | replaced
    steps = [claim for claim in document["claims"] if claim["paper"] == paper.key and claim["id"] not in own]
    return Result(
        item, paper, verdict, tuple(sorted(parts, key=_gravity)), known,
        tuple(claim for claim in about if claim["id"] not in own and claim["status"] == "established"),
        tuple(one for one in steps if refuted(one) and (one in about or item in paper.rests_on(one["locator"]))),
        paper.uncheckable.get(item, ""), document["trust"],
    )  # fmt: skip


def result_of(document: Row, paper: Paper, claim: Row) -> Result:
    """Return a claim as a result of its own.

    Args:
        document: a snapshot of version 1 with the claim and what is in its place.
        paper: that of the claim.
        claim: of the snapshot.
    """
    known = {one["id"]: one for one in document["claims"]}
    verdict = front.verdict_of(claim)
    return Result(claim["id"], paper, verdict, (claim,), known, (), (), claim["uncheckable"] or "", document["trust"])


def _is_part(claim: Row, verdict: str) -> bool:
    """Tell whether a true claim says what is printed, rather than something narrower beside what is false."""
    false = verdict in (front.FALSE, front.PART, front.HYPOTHESIS, front.EDGE, front.SLIP)
    return not false or claim["fidelity"] in PRINTED


def _gravity(claim: Row) -> int:
    return _GRAVITY[front.verdict_of(claim)]


def part_headline(claim: Row) -> Headline:
    """Return the verdict on one claim as it is shown.

    Example:
        >>> lemma = {"id": "a", "kind": "reading", "status": "repaired", "erratum": None, "repaired_by": None}
        >>> part_headline({**lemma, "evidence": [], "fidelity": "literal"}).word
        'FAILS AS READ HERE'
    """
    if read_as(claim):
        fails = claim["status"] in ("refuted", "repaired")
        return Headline("FAILS AS READ HERE" if fails else "HOLDS AS READ HERE", "yellow" if fails else "green")
    head = HEADLINES[front.verdict_of(claim)]
    own = claim["kind"] == front.OWN and head.word == STANDS
    return head._replace(narrowed="a statement of this project") if own else head


def replay(claim: Row) -> str:
    """Return the command that replays the counterexample of a claim.

    Example:
        >>> replay({"id": "remark-eight"})
        'sdp-proofs certificate 9d1b42 -o c.json && python -P -m sdp_proofs.certificate c.json'
    """
    return f"sdp-proofs certificate {short(claim['id'])} -o c.json && python -P -m sdp_proofs.certificate c.json"


def reason_of(claim: Row) -> str:
    """Return why a claim is false, or why it cannot be checked; empty if neither."""
    if claim["erratum"] is not None:
        return str(claim["erratum"]["wrong"])
    return str(claim["uncheckable"] or claim["note"] if refuted(claim) else claim["uncheckable"] or "")


def fails_at(claim: Row) -> str:
    """Return the smallest counterexample in one sentence; empty if there is none.

    Example:
        >>> fails_at({"counterexample": {"says": "n = 4: 1 is below 2. And so on."}, "evidence": []})
        'n = 4: 1 is below 2'
        >>> fails_at({"counterexample": None, "evidence": [{"verdict": "FAILS", "witness": "p ** 2 <= 1: p = 3"}]})
        'p^2 <= 1: p = 3'
    """
    if claim["counterexample"] is not None:
        return re.split(r"\. (?=[A-Z])|\.$", claim["counterexample"]["says"])[0]
    found = (check["witness"] for check in claim["evidence"] if check["verdict"] == "FAILS")
    return instance_text(next(found, "") or "").replace(" ** ", "^").replace(" * ", " ")


def resting_on(claim: Row, trust: Mapping[str, Row]) -> str:
    """Return what an established claim rests on: the kernel, engines, and what is believed.

    Example:
        >>> claim = {"kind": "lemma", "status": "established", "trust": ["z3", "coupling"], "fidelity": "literal"}
        >>> resting_on(claim, {"z3": {"kind": "engine"}, "coupling": {"kind": "lemma"}})
        'established; checked by z3; from coupling (lemma)'
    """
    engines = [name for name in claim["trust"] if trust.get(name, {}).get("kind") == "engine"]
    accepted = re.match(r"(Coq \S+) accepted a theorem that the (\w+)", claim.get("kernel") or "")
    by = ", ".join([*([f"{accepted[1]} (the {accepted[2]})"] if accepted else []), *engines])
    believed = [f"{name} ({trust[name]['kind']})" for name in claim["trust"] if name in trust and name not in engines]
    cited = len(claim.get("depends_on", ()))
    sources = ", ".join([*believed, *([f"{cited} cited claim{'' if cited == 1 else 's'}"] if cited else [])])
    return "; ".join(filter(None, [status_words(claim), by and f"checked by {by}", sources and f"from {sources}"]))


def explained(text: str, told: set[str]) -> str:
    """Return a text with the meaning of each word of this project in brackets, where it is used first.

    Args:
        text: the words of a status, and what it rests on.
        told: the words that the screen has explained; those of the text are added.

    Example:
        >>> told = set()
        >>> explained("established; from densities (lifting)", told)
        'established (proved for all instances); from densities (lifting: from formulas to mechanisms)'
        >>> explained("established, believed", told)
        'established, believed (something is taken on trust)'
    """

    def meant(found: re.Match[str]) -> str:
        word = found[1]
        if word in told:
            return found[0]
        told.add(word)
        return f"{word}: {_MEANT[word]})" if found[2] else f"{word} ({_MEANT[word]})"

    return re.sub(rf"(?<![\w-])({'|'.join(_MEANT)})(\))?(?![\w-])", meant, text)


def typeset_formula(claim: Row, width: int) -> str:
    """Return a claim's formula in signs if it is one that reads well on a line; else empty."""
    if claim["formula"] is None or "latex" not in claim["formula"]:
        return ""
    said = unicode_of(claim["formula"]["latex"])
    return "" if not _SHORTEST < len(said) <= width or _TANGLED.search(said) or "\\" in said else said


Lines = list[list[Piece]]


def screen(results: Sequence[Result], *, query: str = "", width: int = COLUMNS, height: int = LINES) -> Lines:
    """Return the lines of a screen on some results.

    Args:
        results: one, or those of several papers at the same place, which then share the height.
        query: how the reader asked for it, for the hint at the end.
        width: columns.
        height: lines.
    """
    width = min(width, COLUMNS)
    hint = f"sdp-proofs show {_quoted(query)} --full prints the statements, the printed proof and the evidence"
    tail: Lines = [[("", "")], *([(line, "dim")] for line in folded(hint, width))] if query else []
    room = height - len(tail)
    shown = results[: max(1, room // 8)]
    if len(shown) < len(results):
        tail.insert(0, [(f"and {len(results) - len(shown)} more: name the paper with --paper", "dim")])
        room -= 1
    lines: Lines = []
    for place, result in enumerate(shown):
        left = (room - len(lines)) // (len(shown) - place)
        lines += [[("", "")]] * bool(place) + _fitted(result, width, left - bool(place))
    return [*lines, *tail]


def print_screen(
    document: Row, papers: Iterable[Paper], items: Sequence[tuple[Paper, str]], found: Sequence[str], query: str
) -> None:
    """Print the screen of `show`.

    Args:
        document: a snapshot of version 1 with all claims that are needed.
        papers: what is known of the papers.
        items: what was asked for, if these are items of papers.
        found: the ids of the claims that were asked for, if not.
        query: as it was typed.
    """
    known = {paper.key: paper for paper in papers}
    claims = {claim["id"]: claim for claim in document["claims"]}
    asked = [claims[name] for name in found if name in claims]
    results = [result_at(document, paper, item) for paper, item in items] or [
        result_of(document, known.get(claim["paper"], Paper(key=claim["paper"])), claim) for claim in asked
    ]
    write(screen(results, query=query, width=min(COLUMNS, width_of_page(None))))


def _quoted(query: str) -> str:
    return query if re.fullmatch(r"[\w.-]+", query) else f'"{query}"'


def _fitted(result: Result, width: int, room: int) -> Lines:
    for level in _LEVELS:
        lines = _result(result, width, level)
        if len(lines) <= room:
            return lines
    kept = lines[: room - 1]
    return [*kept, [(f"  ... {len(lines) - len(kept)} more lines with --full", "dim")]]


def _result(result: Result, width: int, level: tuple[int, int, int, int]) -> Lines:
    """Return the lines on one result, no field longer than the level allows."""
    alone = [claim for claim in result.parts if claim["id"] == result.name]
    head = part_headline(alone[0]) if alone else result.headline
    printed = result.false and not any(claim["kind"] == front.OWN for claim in alone)
    narrowed = f": {head.narrowed}" if head.narrowed else " as printed" if printed else ""
    where = result.paper.heading + (f", {alone[0]['locator']}" if alone else "")
    beside = width - len(result.name) - 2
    lines: Lines
    if beside < len(head.word):
        lines = [*_cut([result.name], 2, width, "bold"), [(f"  {head.word}{narrowed}"[:width], head.style)]]
    else:
        lines = [[(f"{result.name}  ", "bold"), (f"{head.word}{narrowed}"[:beside], head.style)]]
    lines += _cut([where], 1, width, "dim")
    if result.reason:
        lines += _field("because", result.reason, 3, width)
    told, cited = set[str](), set[str]()
    for claim in result.parts:
        lines += _part(result, claim, width, level, told, cited)
    steps = [claim for claim in result.steps if claim["kind"] == "proof-step"]
    lines += _listed("its proof", steps, level[3], width)
    lines += _listed("it uses", [claim for claim in result.steps if claim not in steps], level[3], width)
    lines += _listed("also", result.others, level[3], width)
    uses = result.paper.rests_on(result.name)
    if uses and level[3]:
        lines += _field("used by", "; ".join(uses), 1, width)
    return lines


def _part(
    result: Result, claim: Row, width: int, level: tuple[int, int, int, int], told: set[str], cited: set[str]
) -> Lines:
    why, cite, under, _ = level
    head = part_headline(claim)
    alone = len(result.parts) == 1
    lines: Lines = []
    title = f"{head.word}: {_said(claim['title'])}"
    if not why:
        mark = f" ({short(claim['id'])})"
        [[(text, _)]] = _cut([title], 1, width - 2 - len(mark))
        return _coloured([[(text + mark, "")]], len(head.word), head.style)
    lines += _coloured(_cut([title], 2 if why > 1 else 1, width - 4), len(head.word), head.style)
    fails = claim["status"] in ("refuted", "repaired")
    if not fails and not alone:
        return lines if why == 1 else [*lines, *_identifier("id", claim, width)]
    if reason_of(claim) and reason_of(claim) != result.reason:
        lines += _field("why", reason_of(claim), why, width)
    if fails:
        lines += _field("fails at", _in_a_line(fails_at(claim), width - _LABEL - 2), 1, width)
        if claim["counterexample"] is not None:
            lines += _field("replay", replay(claim), 1, width, folds=False)
    instead = result.replacement(claim) if fails else claim
    if instead is None or instead["status"] not in ("established", "supported"):
        if fails or claim["status"] not in ("open", "not examined"):
            nothing = "nothing established takes its place" if fails else status_words(claim)
            lines += _field("cite", explained(nothing, told), 2, width)
        elif claim["evidence"]:
            lines += _field("found", explained(status_words(claim), told), 2, width)
        if instead is not None and fails:
            lines += _field("in its place", f"{instead['title']} ({status_words(instead)})", 1, width)
    elif instead["id"] in cited:
        lines += _field("cite", f"what is cited above, {short(instead['id'])}", 1, width, folds=False)
    else:
        cited.add(instead["id"])
        lines += _citation(instead, fails, width, cite, under)
        before = len(told)
        rests = explained(resting_on(instead, result.trust), told)
        lines += _field("rests on", rests, 1 + (len(told) > before and why > 1), width)
    if fails and why > 1:
        lines += _break(claim, width)
    lines += _identifier("id", claim, width)
    return lines if instead in (None, claim) else [*lines, *_identifier("id to cite", instead, width)]


def _break(claim: Row, width: int) -> Lines:
    """Return the line on the printed proof of a false claim, where that was read step by step."""
    derivation = claim.get("derivation")
    if not derivation or derivation["first_broken"] is None:
        return []
    place = f" ({derivation['source']})" if derivation["source"] else ""
    text = f"breaks at step {derivation['first_broken']} of the {len(derivation['steps'])} that were read{place}"
    return _field("its proof", text, 1, width)


def _in_a_line(text: str, width: int) -> str:
    """Return a sentence up to its first colon where all of it is too long for a line."""
    return text if len(_said(text)) <= width else text.split(": ", maxsplit=1)[0]


def _citation(instead: Row, replaces: bool, width: int, cite: int, under: int) -> Lines:
    """Return the lines on what to cite: its formula, its words, its hypotheses."""
    said = begun(_said(instead["title"]))
    lines = _field("cite", said if replaces else _as_it_stands(instead), 2 if cite > 1 else 1, width)
    formula = typeset_formula(instead, width - _LABEL - 2)
    if formula and _bare(formula) not in _bare(said) and cite > 1:
        lines += _field("", formula, 1, width)
    if cite > 2 or not replaces:
        lines += _field("", instead["statement"], cite, width)
    hypotheses = "; ".join(_said(one["text"]) for one in instead["hypotheses"])
    if hypotheses and under:
        lines += _field("under", hypotheses, under, width)
    return lines


def _as_it_stands(claim: Row) -> str:
    if claim["kind"] == front.OWN:
        return f"{claim['title']} (a statement of this project)"
    return "as printed" if claim["fidelity"] in PRINTED else "as it is read here, in these words:"


def _bare(text: str) -> str:
    return re.sub(r"[\s()]", "", text)


def _identifier(label: str, claim: Row, width: int) -> Lines:
    """Return the line with an id and the six signs that stand for it."""
    return _field(label, f"{short(claim['id'])}  {claim['id']}", 1, width, folds=False)


def _listed(label: str, claims: Sequence[Row], most: int, width: int) -> Lines:
    """Return a line for each claim, as many as there is room for."""
    lines: Lines = []
    for claim in claims[:most]:
        mark = f" ({short(claim['id'])})"
        head = f"{part_headline(claim).word}: " if refuted(claim) else ""
        text = f"{head}{_said(claim['title'])}"
        room = width - _LABEL - 2 - len(mark)
        [[(said, _)]] = _cut([text], 1, room)
        lines += _field(label if claim is claims[0] else "", said + mark, 1, width, folds=False)
    if len(claims) > most > 0:
        lines += _field("", f"and {len(claims) - most} more", 1, width, "dim")
    return lines


def _said(text: str) -> str:
    return plain(prose(text))


def _field(label: str, text: str, most: int, width: int, style: str = "", *, folds: bool = True) -> Lines:
    said = _said(text) if folds else text
    lines = _cut([said], most, width - _LABEL - 2, style) if folds else [[(said, style)]]
    return [
        [(f"  {label if not place else '':<{_LABEL}}", "dim"), *line]
        for place, line in enumerate(lines)
    ]


def _cut(texts: Sequence[str], most: int, width: int, style: str = "") -> Lines:
    """Return texts as lines of a width, with a mark where the rest is left out."""
    lines = [line for text in texts for line in folded(" ".join(text.split()), width)]
    if len(lines) > most:
        last = lines[most - 1][: width - 4].rstrip(" ,;:")
        lines = [*lines[: most - 1], f"{last} ..."]
    return [[(line, style)] for line in lines]


def _coloured(lines: Lines, letters: int, style: str) -> Lines:
    """Return lines whose first letters are in a colour, the next ones indented."""
    first = lines[0][0][0]
    return [
        [("  ", ""), (first[:letters], style), (first[letters:], "")],
        *([("    ", ""), *line] for line in lines[1:]),
    ]


def results_markdown(
    document: Row, papers: Iterable[Paper], address: Callable[[Paper, str], str] | None = None
) -> str:
    """Return a table for each paper that numbers its results: every result, its verdict, what it says or needs.

    Args:
        document: a complete snapshot of version 1.
        papers: with their `items`.
        address: where a reader finds a result; without it nothing is linked.
    """
    tables = []
    for paper in papers:
        rows = []
        for item in filter(front.is_numbered_result, paper.items):
            result = result_at(document, paper, item)
            head = result.headline
            name = item if address is None else f'<a href="{address(paper, item)}">{item}</a>'
            word = f"**{head.word}**" if head.word in (FALSE, PART, HYPOTHESIS) else head.word.lower()
            narrowed = f", {head.narrowed.split(':')[0]}" if head.narrowed else ""
            rows.append(f"| {name} | {word}{narrowed} | {_in_short(result)} |")
        if rows:
            tables.append(f"**{paper.heading}**\n\n| result | verdict | in short |\n|---|---|---|\n" + "\n".join(rows))
    return "\n\n".join(tables) + "\n"


def _in_short(result: Result) -> str:
    """Return what is wrong and what to cite, or what stands, in a cell of a table."""
    if not result.parts:
        return cell(result.reason)
    first = result.parts[0]
    if not refuted(first):
        return Markdown().cell(prose(begun(first["title"])))
    reason = re.split(r"(?<=\w[.])\s(?=[A-Z])", reason_of(first))[0]
    instead = result.replacement(first)
    cite = f" Cite: {begun(instead['title'])}." if instead is not None else ""
    return Markdown().cell(prose(f"{reason}{cite}"))
