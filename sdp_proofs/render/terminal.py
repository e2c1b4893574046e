"""Terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.ledger.lookup import short
from sdp_proofs.notation import typeset
from sdp_proofs.render.front import headline
from sdp_proofs.render.phrases import (
    MARK,
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
    standing,
    status_words,
    verdict_line,
)
from sdp_proofs.render.unicode import spoken

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PIPE_WIDTH = 200
GAP = "  "
_WORD = re.compile(r"\s*\S+\s*")

Piece = tuple[str, str]
"""A text and its style, which may be empty."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, whether its texts stand to the right and may fold, its largest and least width."""

    heading: str
    right: bool = False
    folds: bool = True
    widest: int | None = None
    narrowest: int = 1


def laid_out(
    columns: Sequence[Column], rows: Iterable[Sequence[Sequence[Piece]]], width: int
) -> Iterator[list[Piece]]:
    """The lines of a table, headings first, each in pieces.

    Args:
        columns: from left to right.
        rows: for every column the lines of its cell.
        width: of the page.

    Example:
        >>> rows = [[[("established", "")], [("a-claim", ""), ("  and what is said of it", "")]]]
        >>> for line in laid_out([Column("status", folds=False), Column("claim")], rows, 30):
        ...     print("".join(text for text, _ in line).rstrip())
        status       claim
        established  a-claim
                       and what is
                     said of it
    """
    headings: list[list[Piece]] = [[(line, "bold") for line in column.heading.split("\n")] for column in columns]
    table = [list(row) for row in rows]
    every: list[Sequence[Sequence[Piece]]] = [headings, *table]
    natural = [max(len(text) for row in every for text, _ in row[place]) for place in range(len(columns))]
    capped = [
        most if column.widest is None else min(most, column.widest)
        for most, column in zip(natural, columns, strict=True)
    ]
    widths = _shrunk(capped, columns, width - len(GAP) * (len(columns) - 1))
    depth = max(map(len, headings))
    bottom = [[("", "")] * (depth - len(lines)) + lines for lines in headings]
    yield from _lines(bottom, columns, widths)
    for row in table:
        yield from _lines(row, columns, widths)


def width_of_page(console: Console | None) -> int:
    """The width of the console, of the terminal, or what suits `grep`."""
    if console is None and _to_no_terminal():
        return int(os.environ.get("COLUMNS") or PIPE_WIDTH)
    return (console or stdout_console()).width


def write(lines: Iterable[list[Piece]], console: Console | None = None) -> None:
    """Print lines; colours and boldness are for terminals.

    Args:
        lines: each in pieces.
        console: where to print (default: standard output).
    """
    if console is None and _to_no_terminal():
        sys.stdout.writelines("".join(text for text, _ in line).rstrip() + "\n" for line in lines)
        return
    from rich.text import Text

    console = console or stdout_console()
    for line in lines:
        text = Text.assemble(*line)
        text.rstrip()
        console.print(text, soft_wrap=True)


def stdout_console() -> Console:
    """A console that prints text as it is, without markup, highlighting or emoji."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def _to_no_terminal() -> bool:
    asked = os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE")
    return not asked and not sys.stdout.isatty() and os.environ.get("COLUMNS", "1").isdecimal()


def _shrunk(widths: Sequence[int], columns: Sequence[Column], room: int) -> list[int]:
    """Widths that fit, as far as columns may fold: the widest gives way until it is as narrow as the next."""
    found = list(widths)
    while sum(found) > room:
        yields = [place for place, one in enumerate(columns) if one.folds and found[place] > one.narrowest]
        if not yields:
            break
        widest = max(found[place] for place in yields)
        at = [place for place in yields if found[place] == widest]
        floors = [columns[place].narrowest for place in at]
        next_one = max([*floors, *(found[place] for place in yields if found[place] < widest)])
        cut = min(widest - next_one, -((room - sum(found)) // len(at)))
        for place in at:
            found[place] -= min(cut, max(sum(found) - room, 0))
    return found


def _lines(row: Sequence[Sequence[Piece]], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[list[Piece]]:
    cells = [
        [(part, style) for text, style in lines for part in folded(text, width)]
        for lines, width in zip(row, widths, strict=True)
    ]
    for depth in range(max(map(len, cells))):
        line: list[Piece] = []
        for place, (cell, column, width) in enumerate(zip(cells, columns, widths, strict=True)):
            text, style = cell[depth] if depth < len(cell) else ("", "")
            blank = " " * (width - len(text))
            line += [(GAP, "")] * (place > 0) + [(blank, ""), (text, style)][:: 1 if column.right else -1]
        yield line


def folded(text: str, width: int) -> list[str]:
    """The lines of a text, broken between words, and within those that are too long for a line.

    Example:
        >>> folded("nothing is run", 10)
        ['nothing is', 'run']
    """
    if len(text) <= width:
        return [text]
    lines, rest = [], ""
    for word in _WORD.findall(text):
        if rest and len(rest) + len(word.rstrip()) > width:
            lines.append(rest.rstrip())
            rest = ""
        while len(word.rstrip()) > width:
            lines.append(word[:width])
            word = word[width:]  # noqa: PLW2901
        rest += word
    return [*lines, rest.rstrip()] if rest.strip() else lines or [""]


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


def print_ledger(document: Mapping[str, Any], console: Console | None = None) -> None:
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
    claims: Iterable[Mapping[str, Any]], facts: Callable[[Mapping[str, Any]], Iterable[Piece]], width: int
) -> Iterator[list[Piece]]:
    """For a narrow page: the whole id of each claim, and indented below it what there is to say of it."""
    for claim in claims:
        yield [(claim["id"], "bold")]
        for text, style in facts(claim):
            yield from ([("  ", ""), (part, style)] for part in folded(text, width - 2))


def _facts(claim: Mapping[str, Any]) -> Iterator[Piece]:
    words, style = _status(claim)
    misses, seconds = near_miss_count(claim), _seconds(claim)
    known = (words, claim["locator"], misses and f"{misses} near misses", seconds and f"{seconds} s")
    yield ", ".join(filter(None, known)), style
    if claim["evidence"]:
        yield evidence_marks(claim), "dim"
    yield from ((line, "dim") for line in _below(claim))


def _after(document: Mapping[str, Any]) -> Iterator[Piece]:
    """What stands below the table: the counts, and what disagrees with the record."""
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
    document: Mapping[str, Any], console: Console | None = None, pages: Sequence[str] | None = None
) -> None:
    """Print claims of a snapshot in full, each as `report.page` sets it.

    Args:
        document: a snapshot of version 1.
        console: where to print (default: standard output).
        pages: the ids of the claims with a page of their own (default: all); the others are repairs of these.
    """
    from rich.text import Text

    from sdp_proofs.render.claims import Page

    console = console or stdout_console()
    claims = [claim for claim in document["claims"] if pages is None or claim["id"] in pages]
    page = Page(document, {one["id"] for one in claims})
    for position, claim in enumerate(claims):
        if position:
            console.print("\n" + "-" * min(console.width, 72) + "\n")
        named = (f"{claim['locator']}  {claim['id']}", "bold"), "  ", (short(claim["id"]), "dim")
        console.print(Text.assemble(*named, "  ", _status(claim)))
        false = false_line(claim)
        if false is not None:
            console.print(Text(spoken(typeset(false)), "red"))
        console.print(Text(_title(claim)))
        for heading, lines in page.sections(claim):
            shown = list(lines)
            if shown:
                console.print()
                console.print(heading, style="bold")
                for depth, line in shown:
                    _print_indented(line, console, depth)
    for line in legend(claims):
        console.print()
        _print_indented(line, console)


def print_list(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Print the status of claims that was found, marked if it is not the recorded one, or else the recorded one."""
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


def _recorded_facts(row: Mapping[str, Any]) -> Iterator[Piece]:
    words, style = _found_or_recorded(row)
    words = words if row["status"] is not None or row["recorded"] is None else f"recorded: {words}"
    yield ", ".join((words, row["paper"], row["locator"])), style
    yield _title(row), ""


def _title(row: Mapping[str, Any]) -> str:
    return spoken(typeset(row["title"]))


def _found_or_recorded(row: Mapping[str, Any]) -> Piece:
    if row["status"] is not None:
        return _status({**row, "agrees": row["recorded"] in (None, row["status"])})
    return ("not recorded", "dim") if row["recorded"] is None else _styled({**row, "status": row["recorded"]})


def _longest_id(claims: Iterable[Mapping[str, Any]]) -> int:
    return max((len(claim["id"]) for claim in claims), default=1)


def _status(claim: Mapping[str, Any]) -> Piece:
    mark = "" if claim["agrees"] else f" {MARK}"
    words, style = _styled(claim)
    return words + mark, style


def _styled(claim: Mapping[str, Any]) -> Piece:
    return status_words(claim), _STYLES[standing(claim)]


def _seconds(claim: Mapping[str, Any]) -> str:
    return f"{sum(entry['seconds'] for entry in claim['evidence']):.1f}" if claim["evidence"] else ""


def _below(claim: Mapping[str, Any]) -> Iterator[str]:
    verdict = verdict_line(claim)
    if verdict is not None:
        yield verdict
    if claim["counterexample"] is not None:
        yield counterexample_line(claim)
    if claim["repaired_by"] is not None:
        yield f"repaired by {claim['repaired_by']}"
    if claim["resting_on"]:
        yield f"resting on {', '.join(claim['resting_on'])}"


def _print_indented(line: str | Text, console: Console, depth: int = 0) -> None:
    from rich.padding import Padding
    from rich.text import Text

    indent = 2 + 2 * depth
    # No right padding: lines that end in blanks are a nuisance in a pipe.
    text = Text(spoken(line)) if isinstance(line, str) else line
    for wrapped in text.wrap(console, max(console.width - indent, 20)):
        wrapped.rstrip()
        console.print(Padding(wrapped, (0, 0, 0, indent), expand=False))
