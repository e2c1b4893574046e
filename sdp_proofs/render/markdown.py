r"""Blocks as Markdown.

Texts of claims and of users keep their own little Markdown; everything else is what it looks like. No HTML, no link, no
entity and no control character of a text becomes one of the document. A text that needs no escaping stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from sdp_proofs.render.blocks import (
    RELATIONS,
    Article,
    Block,
    Chain,
    Formula,
    Heading,
    Item,
    Items,
    Labels,
    Line,
    Paragraph,
    Section,
    Table,
    pieces_of,
    prose,
)
from sdp_proofs.render.pieces import Piece, Style, pieces

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_MARKS = (
    (re.compile(r"\\(?=[!-/:-@\[-`{-~])"), r"\\\\"),
    (re.compile(r"([`~$])"), r"\\\1"),
    (re.compile(r"(?<=\S)\*|\*(?=\S)"), r"\\*"),
    (re.compile(r"(?<!\w)_|_(?!\w)"), r"\\_"),
    (re.compile(r"\](?=[(\[:])"), r"\\]"),
    (re.compile(r"(?<=\n)([ \t]*)([#>+=-])"), r"\1\\\2"),
    (re.compile(r"&(?=#?\w+;)"), "&amp;"),
    (_TAG, "&lt;"),
)
_NAMES = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")


def plain(text: str) -> str:
    r"""Escape a text so that Markdown finds no marks in it.

    Example:
        >>> print(plain("delta_[2](x) < 1 <b>*not* bold</b> &lt;"))
        delta\_[2\](x) < 1 &lt;b>\*not\* bold&lt;/b> &amp;lt;
    """
    text = _printable(text)
    for mark, escaped in _MARKS:
        text = mark.sub(escaped, text)
    return text


def marked(text: str) -> str:
    r"""Escape a text but for the marks of `pieces`.

    Example:
        >>> print(marked("If $a<b$, `<run>` **it** <script>"))
        If $a\lt b$, `<run>` **it** &lt;script>
    """
    return "".join(map(_marked, pieces(_printable(text))))


def cell(text: str) -> str:
    r"""Escape a text as one cell of a table.

    Example:
        >>> print(cell("P(a | b) = $|x|$\nif `a|b`"))
        P(a \| b) = $\vert x\vert $ if `a\|b`
    """
    return "".join(_barless(piece, _marked) for piece in pieces(" ".join(_printable(text).split())))


def _marked(piece: Piece) -> str:
    match piece.style:
        case Style.CODE:
            return f"`{piece.text}`"
        case Style.MATH:
            inside = _TAG.sub(r"\\lt ", piece.text).replace("](", "] (").replace("`", "'")
            return f"${inside}$"
        case Style.STRONG:
            return f"**{plain(piece.text)}**"
        case Style.EMPHASIS:
            return f"*{plain(piece.text)}*"
        case _:
            return plain(piece.text)


def _barless(piece: Piece, write: Callable[[Piece], str]) -> str:
    """A piece in the cell of a table, which a bar would end."""
    if piece.style is Style.MATH:
        bars = piece.text.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        return write(Piece(piece.style, bars))
    # After a backslash a bar cannot be escaped within code.
    style = Style.PLAIN if piece.style is Style.CODE and r"\|" in piece.text else piece.style
    return write(Piece(style, piece.text)).replace("|", r"\|")


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}" for sign in text)


class Markdown:
    """The writer.

    Args:
        links: where a reader finds the claims that are named.
        entries: where a reader finds the entries of the trust ledger.
    """

    def __init__(self, links: Mapping[str, str] | None = None, entries: Mapping[str, str] | None = None) -> None:
        self._links, self._entries = links or {}, entries or {}

    def page(self, blocks: Iterable[Block]) -> str:
        """Return blocks as a document."""
        return "\n\n".join(map(self.block, blocks)) + "\n"

    def line(self, line: Line) -> str:
        """Return a line; blank lines in it stay."""
        return "".join(self._piece(piece) for piece in pieces_of(line))

    def cell(self, line: Line) -> str:
        """Escape a text as one cell of a table."""
        return "".join(_barless(_flat(piece), self._piece) for piece in pieces_of(line))

    def block(self, block: Block) -> str:
        """Return a block."""
        match block:
            case Heading():
                return f"{'#' * block.level} {self.line(block.line)}"
            case Paragraph():
                return self.line(block.line)
            case Formula():
                symbols = ["\n".join(self._items(map(Item, block.symbols), ""))] if block.symbols else []
                return "\n\n".join([f"$$\n{block.latex}\n$$", *symbols])
            case Items():
                return "\n".join(self._items(block.entries, ""))
            case Labels():
                return "\n\n".join(f"**{plain(label)}.** {self.line(line)}" for label, line in block.entries)
            case Table():
                names = "|".join(f" {name} " if name else " " for name in block.header)
                lines = [f"|{names}|", "|" + "---|" * len(block.header)]
                return "\n".join([*lines, *("| " + " | ".join(map(self.cell, row)) + " |" for row in block.rows)])
            case Chain():
                return self._chain(block)
            case Article():
                return "\n\n".join(map(self.block, block.blocks))

    def section(self, section: Section) -> str:
        """Return a section of a claim's page."""
        head = [] if section.name in ("statement", "display") else [f"## {plain(section.title)}"]
        aside = [f"{plain(section.aside[0].upper() + section.aside[1:])}."] if section.aside else []
        return "\n\n".join([*head, *aside, *map(self.block, section.blocks)])

    def _flat(self, line: Line) -> str:
        return " ".join(self.line(line).split())

    def _piece(self, piece: Piece) -> str:
        piece = Piece(piece.style, _printable(piece.text))
        match piece.style:
            case Style.CLAIM:
                place = self._links.get(piece.text)
                return plain(piece.text) if place is None else f"[`{piece.text}`]({place})"
            case Style.ENTRY:
                place = self._entries.get(piece.text)
                return plain(piece.text) if place is None else f"[{plain(piece.text)}]({place})"
            case Style.CODE if piece.text in self._links:
                return f"[`{piece.text}`]({self._links[piece.text]})"
            case Style.PLAIN if self._links:
                return _NAMES.sub(self._link, _marked(piece))
        return _marked(piece)

    def _link(self, found: re.Match[str]) -> str:
        place = self._links.get(found[0])
        return found[0] if place is None else f"[`{found[0]}`]({place})"

    def _items(self, entries: Iterable[Item], indent: str) -> Iterator[str]:
        for entry in entries:
            remark = f" *({entry.remark})*" if entry.remark else ""
            yield f"{indent}- {self._flat(entry.line)}{remark}"
            yield from self._items(entry.below, indent + "  ")

    def _chain(self, chain: Chain) -> str:
        source = f" ({plain(chain.source)})" if chain.source else ""
        lines = [f"**{self._flat(prose(chain.title))}**{source}", ""]
        for part in chain.parts:
            lines += [f"*{self._flat(prose(part.title))}*", ""] if part.title else []
            left = f"{part.before.latex} "
            for step in part.steps:
                told = step.told if step.verdict == "HOLDS" else f"**{step.told}**"
                formula = f"${left}{RELATIONS[step.relation]} {step.after.latex}$"
                lines.append(f"{step.number}. {formula}: {told}; {self._flat(step.reason)}")
                below, left = " " * len(f"{step.number}. "), ""
                lines += [f"{below}- {self._flat(remark)}" for remark in step.remarks]
            lines.append("")
        return "\n".join([*lines, chain.summary])


def _flat(piece: Piece) -> Piece:
    return Piece(piece.style, re.sub(r"\s+", " ", piece.text))
