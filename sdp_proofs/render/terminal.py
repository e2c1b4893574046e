"""Blocks and tables on a terminal.

Output that is not a terminal is plain text without colours, wide enough for `grep`; the environment variables NO_COLOR
and COLUMNS are respected. Tables of hundreds of rows are laid out here, as a general layout takes longer than all the
rest: where the columns are too wide together, the widest of those that may fold give way, and their texts go on in the
next line, broken between words.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdp_proofs.render.blocks import Block, Chain, Formula, Item, Items, Line, Paragraph
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
    """A column with its heading, its side, its widths, and whether it folds."""

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
    yield from _rows(bottom, columns, widths)
    for row in table:
        yield from _rows(row, columns, widths)


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


@contextmanager
def paged() -> Iterator[Console]:
    """Yield a console whose text goes through $PAGER, or `less` with colours, where the output is a terminal."""
    console = stdout_console()
    command = shlex.split(os.environ.get("PAGER") or "less -FRX")
    if not sys.stdout.isatty() or shutil.which(command[0]) is None:
        yield console
        return
    with console.capture() as captured:
        yield console
    subprocess.run(command, input=captured.get(), text=True, check=False)


def _to_no_terminal() -> bool:
    asked = os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE")
    return not asked and not sys.stdout.isatty() and os.environ.get("COLUMNS", "1").isdecimal()


def _shrunk(widths: Sequence[int], columns: Sequence[Column], room: int) -> list[int]:
    """Return widths that fit: the widest columns give way first."""
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


def _rows(row: Sequence[Sequence[Piece]], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[list[Piece]]:
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
    """Break a text into lines, between words where it can.

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


_VERDICTS = {"HOLDS": "green", "FAILS": "bold red", "UNKNOWN": "magenta"}


def print_block(block: Block, console: Console) -> None:
    """Print a block, indented."""
    for depth, line in lines(block):
        print_indented(line, console, depth)


def print_indented(line: str | Text, console: Console, depth: int = 0) -> None:
    """Print a line, its continuations as far indented as its beginning."""
    from rich.padding import Padding
    from rich.text import Text

    indent = 2 + 2 * depth
    # No right padding: lines that end in blanks are a nuisance in a pipe.
    text = Text(spoken(line)) if isinstance(line, str) else line
    for wrapped in text.wrap(console, max(console.width - indent, 20)):
        wrapped.rstrip()
        console.print(Padding(wrapped, (0, 0, 0, indent), expand=False))


def plain(line: Line) -> str:
    """Return a line in letters and signs."""
    return "".join(phrase.on_a_terminal() for phrase in line)


def lines(block: Block) -> Iterator[tuple[int, str | Text]]:
    """Yield the lines of a block, each with how deep it is indented."""
    match block:
        case Paragraph():
            yield 0, plain(block.line)
        case Formula():
            yield 0, block.text
            yield 0, f"LaTeX: {block.latex}"
            yield from ((1, plain(symbol)) for symbol in block.symbols)
        case Items():
            yield from _tree(block.entries, 0)
        case Chain():
            yield from ((0, line) for line in _derivation(block))
        case _:
            raise TypeError(f"a terminal has no form for {type(block).__name__}")


def _tree(entries: Iterable[Item], depth: int) -> Iterator[tuple[int, str]]:
    for entry in entries:
        yield depth, plain(entry.line) + (f" ({entry.remark})" if entry.remark else "")
        yield from _tree(entry.below, depth + 1)


def _derivation(chain: Chain) -> Iterator[Text]:
    from rich.text import Text

    yield Text(spoken(chain.title) + (f" ({chain.source})" if chain.source else ""))
    for part in chain.parts:
        if part.title:
            yield Text(f"{spoken(part.title)}:", style="italic")
        yield Text(f"    {part.before.text}")
        for step in part.steps:
            verdict = (step.told, _VERDICTS[step.verdict])
            yield Text.assemble(f"{step.number:>2}. {step.relation} {step.after.text}   [", verdict, "]")
            yield Text(f"      {plain(step.reason)}; {plain(step.decided)}", style="dim")
            yield from (Text(f"      {plain(remark)}", style="dim") for remark in step.remarks)
    yield Text(chain.summary)
