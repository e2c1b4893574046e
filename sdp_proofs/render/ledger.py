"""The ledger: tables and claims on a terminal, counts and tables as Markdown, and all of it as a LaTeX document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sdp_proofs.edition import edition, today
from sdp_proofs.ledger.catalogue import short
from sdp_proofs.render import latex
from sdp_proofs.render.blocks import Block, Item, Items, Paragraph, Table, marked, prose, words
from sdp_proofs.render.claims import Pages
from sdp_proofs.render.front import headline, ledger_title
from sdp_proofs.render.markdown import Markdown
from sdp_proofs.render.phrases import (
    MARK,
    WORDS,
    assumed_line,
    beliefs_counted,
    counted,
    counterexample_line,
    disagreement,
    disagreements,
    evidence_marks,
    false_line,
    legend,
    near_miss_count,
    near_misses_counted,
    refuted,
    standing,
    status_beside_record,
    status_words,
    verdict_line,
)
from sdp_proofs.render.terminal import (
    Column,
    Piece,
    folded,
    laid_out,
    plain,
    print_block,
    print_indented,
    stdout_console,
    width_of_page,
    write,
)

if TYPE_CHECKING:
    from rich.console import Console

Document = Mapping[str, Any]

_MAIN, _OWN = "main text", "statements of this project"
_NUMBERED = re.compile(r"(?:Definition|Theorem|Lemma|Proposition|Corollary|Remark|Algorithm|Table|Figure) \d+")
BESIDE_IDS = 80  # with less room than this, whole ids leave no table that can be read: claims stand below one another

_STYLES = {
    "not examined": "bold magenta",
    "established": "green",
    "supported": "cyan",
    "repaired": "yellow",
    "refuted": "red",
    "open": "magenta",
    "vacuous": "bright_black",
    "definition": "bright_black",
    "uncheckable": "bright_black",
    "reading": "blue",
}


def print_ledger(document: Document, console: Console | None = None) -> None:
    """Print the summary table of a snapshot, then what disagrees with the record.

    Args:
        document: a snapshot of version 1.
        console: where to print (default: standard output).
    """
    width = width_of_page(console)
    longest = _longest_id(document["claims"])
    if width < longest + BESIDE_IDS:
        lines = _below_one_another(document["claims"], _facts, width)
    else:
        columns = [
            Column("status", folds=False),
            Column("locator", widest=width // 4),
            Column("near\nmisses", right=True, folds=False),
            Column("seconds", right=True, folds=False),
            Column("evidence", widest=width // 4),
            Column("claim", narrowest=longest),
        ]
        rows = [
            [
                [_status(claim)],
                [(claim["locator"], "")],
                [(near_miss_count(claim), "")],
                [(_seconds(claim), "")],
                [(evidence_marks(claim), "")],
                [(claim["id"], ""), *((f"  {line}", "dim") for line in _below(claim))],
            ]
            for claim in document["claims"]
        ]
        lines = laid_out(columns, rows, width)
    write(lines, console)
    write(([(part, style)] for text, style in _after(document) for part in folded(text, width)), console)


def _below_one_another(
    claims: Iterable[Document], facts: Callable[[Document], Iterable[Piece]], width: int
) -> Iterator[list[Piece]]:
    """Yield the lines for a narrow page: ids, and facts indented below."""
    for claim in claims:
        yield [(claim["id"], "bold")]
        for text, style in facts(claim):
            yield from ([("  ", ""), (part, style)] for part in folded(text, width - 2))


def _facts(claim: Document) -> Iterator[Piece]:
    words, style = _status(claim)
    misses, seconds = near_miss_count(claim), _seconds(claim)
    known = (words, claim["locator"], misses and f"{misses} near misses", seconds and f"{seconds} s")
    yield ", ".join(filter(None, known)), style
    if claim["evidence"]:
        yield evidence_marks(claim), "dim"
    yield from ((line, "dim") for line in _below(claim))


def _after(document: Document) -> Iterator[Piece]:
    """Yield the counts and the disagreements below the table."""
    yield "", ""
    yield f"{counted(document)}; {near_misses_counted(document)}", ""
    if told := beliefs_counted(document["strengths"]):
        yield told, ""
    yield from ((line, "") for line in headline(document))
    if not document["complete"]:
        yield "Interrupted: only the claims above were finished.", ""
    for claim in document["claims"]:
        if not claim["agrees"]:
            yield f"{claim['id']} {disagreement(claim)}:", "bold red"
            yield from ((f"  {line}", "") for line in disagreements(claim))
    yield from ((line, "dim") for line in legend(document["claims"]))


def print_claims(
    document: Document, console: Console | None = None, pages: Sequence[str] | None = None
) -> None:
    """Print claims of a snapshot in full, each with the sections of `render.claims`.

    Args:
        document: a snapshot of version 1.
        console: where to print (default: standard output).
        pages: the ids of the claims with a page of their own (default: all); the others are repairs of these.
    """
    from rich.text import Text

    console = console or stdout_console()
    claims = [claim for claim in document["claims"] if pages is None or claim["id"] in pages]
    page, told = Pages(document, {one["id"] for one in claims}, timed=True), set[str]()
    for position, claim in enumerate(claims):
        if position:
            console.print("\n" + "-" * min(console.width, 72) + "\n")
        named = (f"{claim['locator']}  {claim['id']}", "bold"), "  ", (short(claim["id"]), "dim")
        console.print(Text.assemble(*named, "  ", _status(claim)))
        false = false_line(claim)
        if false is not None:
            console.print(Text(plain(prose(false)), "red"))
        console.print(Text(_title(claim)))
        for section in page.sections(claim, told):
            console.print()
            console.print(section.title, style="bold")
            for block in section.blocks:
                print_block(block, console)
    for line in legend(claims):
        console.print()
        print_indented(line, console)


def print_list(rows: Sequence[Document], console: Console | None = None) -> None:
    """Print claims with the status that was found, or the recorded one."""
    width = width_of_page(console)
    longest = _longest_id(rows)
    if width < longest + BESIDE_IDS:
        write(_below_one_another(rows, _recorded_facts, width), console)
        return
    columns = [Column("claim", narrowest=longest)]
    known = all(row["status"] is not None for row in rows)
    columns += [Column(heading) for heading in ("paper", "locator", "status" if known else "recorded", "title")]
    texts = [
        [
            [(row["id"], "")],
            [(row["paper"], "")],
            [(row["locator"], "")],
            [_found_or_recorded(row)],
            [(_title(row), "")],
        ]
        for row in rows
    ]
    write(laid_out(columns, texts, width), console)


def _recorded_facts(row: Document) -> Iterator[Piece]:
    words, style = _found_or_recorded(row)
    words = words if row["status"] is not None or row["recorded"] is None else f"recorded: {words}"
    yield ", ".join((words, row["paper"], row["locator"])), style
    yield _title(row), ""


def _title(row: Document) -> str:
    return plain(prose(row["title"]))


def _found_or_recorded(row: Document) -> Piece:
    if row["status"] is not None:
        return _status({**row, "agrees": row["recorded"] in (None, row["status"])})
    return ("not recorded", "dim") if row["recorded"] is None else _styled({**row, "status": row["recorded"]})


def _longest_id(claims: Iterable[Document]) -> int:
    return max((len(claim["id"]) for claim in claims), default=1)


def _status(claim: Document) -> Piece:
    mark = "" if claim["agrees"] else f" {MARK}"
    words, style = _styled(claim)
    return words + mark, style


def _styled(claim: Document) -> Piece:
    return status_words(claim), _STYLES[standing(claim)]


def _seconds(claim: Document) -> str:
    return f"{sum(entry['seconds'] for entry in claim['evidence']):.1f}" if claim["evidence"] else ""


def _below(claim: Document) -> Iterator[str]:
    verdict = verdict_line(claim)
    if verdict is not None:
        yield verdict
    if claim["counterexample"] is not None:
        yield counterexample_line(claim)
    if claim["repaired_by"] is not None:
        yield f"repaired by {claim['repaired_by']}"
    if claim["resting_on"]:
        yield f"resting on {', '.join(claim['resting_on'])}"
    if claim["agrees"] and (assumed := assumed_line(claim)):
        yield assumed


def ledger_markdown(document: Document) -> str:
    """Return the counts and a table of all claims as Markdown.

    Times are left out, so that equal evidence gives equal text.

    Args:
        document: a snapshot of version 1.
    """
    rows = (
        (
            claim["locator"],
            f"`{claim['id']}`: {claim['title']}",
            status_beside_record(claim),
            evidence_marks(claim),
            near_miss_count(claim),
            "; ".join(_remarks(claim)),
        )
        for claim in document["claims"]
    )
    header = ("locator", "claim", "status", "evidence", "near misses refuted", "remarks")
    return Markdown().page([Paragraph(words(f"{counted(document)}.")), _table(header, rows)])


def ledger_summary(document: Document) -> str:
    """Return the counts and a table of what fails as printed.

    Args:
        document: a snapshot of version 1.
    """
    titles = {claim["id"]: claim["title"] for claim in document["claims"]}
    false = (claim for claim in document["claims"] if refuted(claim))
    rows = ((claim["locator"], claim["title"], titles.get(claim["repaired_by"], "")) for claim in false)
    table = _table(("where", "fails as printed", "in its place"), rows)
    return Markdown().page([Paragraph(words(f"{counted(document)}.")), table])


def ledger_counts(document: Document) -> str:
    """Return the counts by part of the paper as Markdown.

    These are the places of the main text and the numbered items of the appendices at which a statement is refuted;
    readings, slips of the pen and steps of proofs in the appendices are not among them.

    Args:
        document: a snapshot of version 1.
    """
    return Markdown().page(_counts(document))


def _counts(document: Document) -> Iterator[Block]:
    parts: dict[tuple[str, str], Counter[str]] = {}
    for claim in document["claims"]:
        parts.setdefault((claim["paper"], _part(claim)), Counter())[standing(claim)] += 1
    shown = [status for status in WORDS if any(counts[status] for counts in parts.values())]
    papers = list(dict.fromkeys(paper for paper, part in parts if part != _OWN))
    several = len(papers) > 1
    yield Paragraph(words(f"{counted(document)}."))
    yield from (Paragraph(words(said)) for said in headline(document))
    order = {paper: place for place, paper in enumerate(papers)}
    rows = []
    for paper, part in sorted(parts, key=lambda one: (one[1] == _OWN, order.get(one[0], 0), one[1] != _MAIN, one)):
        name = f"{paper}, {part}" if several and part != _OWN else part
        rows.append((name, *(str(parts[paper, part][status] or "") for status in shown)))
    yield _table(("", *shown), rows)
    for paper in papers:
        claims = [claim for claim in document["claims"] if claim["paper"] in (paper, *([] if several else ["project"]))]
        failing = {_item(claim) for claim in claims if refuted(claim) and not _slip(claim)} - {None}
        where = f"of {paper} " if several else ""
        named = ", ".join(sorted(map(str, failing)))
        yield Paragraph(words(f"Something that is printed or drawn {where}fails at: {named}."))
    yield Paragraph(words("What the words mean:"))
    yield Items(tuple(Item(marked(f"*{word}*: {WORDS[word]}")) for word in shown))


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Table:
    return Table(header, tuple(tuple(map(marked, row)) for row in rows))


def _item(claim: Document) -> str | None:
    """Return the item of the paper that a claim is about."""
    part = _part(claim)
    if part == _MAIN:
        return str(claim["locator"]).split(",")[0]
    numbered = _NUMBERED.search(claim["locator"])
    return None if part == _OWN or claim["kind"] == "proof-step" or numbered is None else numbered[0]


def _slip(claim: Document) -> bool:
    return claim["erratum"] is not None and claim["erratum"]["defect"] == "typo"


def _part(claim: Document) -> str:
    if claim["paper"] == "project":
        return _OWN
    appendix = re.match(r"App\. ([A-Z])", claim["locator"])
    return f"Appendix {appendix[1]}" if appendix else _MAIN


def _remarks(claim: Document) -> list[str]:
    remarks = []
    if claim["counterexample"] is not None:
        remarks.append(counterexample_line(claim))
    if claim["repaired_by"] is not None:
        remarks.append(f"repaired by `{claim['repaired_by']}`")
    if claim["resting_on"]:
        remarks.append("resting on " + ", ".join(f"`{name}`" for name in claim["resting_on"]))
    if claim["uncheckable"] is not None:
        remarks.append(claim["uncheckable"])
    return remarks


def ledger_latex(document: Document) -> str:
    """Return the overview and a section per claim, as a complete LaTeX document.

    Times are left out, so that equal evidence gives equal text.

    Args:
        document: a snapshot of version 1.
    """
    return latex.document(_latex_lines(document))


def _latex_lines(document: Document) -> Iterator[str]:
    known = {claim["id"] for claim in document["claims"]}
    writer, pages, told = latex.Latex(known), Pages(document, known, place="see the end"), set(document["trust"])
    made = [f"{counted(document)}.", *headline(document), f"Made by {edition()} on {today()}."]
    yield rf"\section*{{{latex.escape(ledger_title(document))}}}"
    yield "\n\n".join(map(latex.escape, made))
    if not document["complete"]:
        yield "The run was interrupted: only the claims below were finished."
    yield r"\begin{longtable}{@{}L{20mm}L{23mm}L{63mm}L{41mm}@{}}"
    yield "status & where & claim & evidence \\\\ \\hline\n\\endhead"
    for claim in document["claims"]:
        title = writer.linked(claim["id"], latex.typed(claim["title"]))
        cells = (status_beside_record(claim), latex.typed(claim["locator"]), title, latex.escape(evidence_marks(claim)))
        yield " & ".join(cells) + r" \\"
    yield r"\end{longtable}"
    for claim in document["claims"]:
        place, where = latex.target(claim["id"]), f", {claim['kind']}, {claim['fidelity']}"
        yield "\n" + rf"\subsection*{{\hypertarget{{{place}}}{{{latex.typed(claim['title'])}}}}}"
        where = writer.line(words(f"{claim['paper']}, ") + prose(claim["locator"]) + words(where))
        yield rf"\textbf{{{status_beside_record(claim)}}} ({where})\\ \texttt{{{latex.escape(claim['id'])}}}" + "\n"
        yield from map(writer.section, pages.sections(claim, told))
    if document["trust"]:
        yield "\n" + r"\section*{Believed, not checked}" + "\n" + r"\begin{description}"
        for name, entry in document["trust"].items():
            text = f"{entry['kind']}. {entry['statement']} ({entry['reference']})"
            yield rf"\item[{{{latex.escape(name)}}}] {latex.escape(text)}"
        yield r"\end{description}"
