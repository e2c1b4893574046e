"""Tree of blocks: the content of a page, without its layout.

A line is a tuple of phrases, each of a kind that tells the writers how it was typed. The functions `words`, `prose` and
the like make lines of one phrase, which are joined with `+`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from sdp_proofs.notation import typeset
from sdp_proofs.render.pieces import Piece, Style, pieces, programs, scopes
from sdp_proofs.render.unicode import spoken, unicode_of

RELATIONS = {"=": "=", "<=": r"\leq", "<": "<", ">=": r"\geq", ">": ">", "implies": r"\implies"}
"""The relations of derivations in TeX."""
_BLANK = re.compile(r"\n\s*\n")


class Kind(StrEnum):
    """Kind of a phrase: how it was typed."""

    WORDS = "words"
    """Words as they stand."""
    MARKED = "marked"
    """The little Markdown of claims."""
    PROSE = "prose"
    """The same, with formulas that are typed as people type."""
    NAME = "name"
    """Prose that a terminal shows as it is typed, so that it can be searched for: names of checks and near misses."""
    PROGRAM = "program"
    """Words with program text in them."""
    SCOPE = "scope"
    """The instances of a check, told by a person or by a prover."""
    CODE = "code"
    STRONG = "strong"
    MATH = "math"
    CLAIM = "claim"
    """The id of a claim, a link wherever the claim has a place."""
    ENTRY = "entry"
    """The name of an entry of the trust ledger, likewise."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of a line of one kind."""

    kind: Kind
    text: str

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces that a page or a paper sets."""
        match self.kind:
            case Kind.MARKED:
                yield from pieces(self.text)
            case Kind.PROSE | Kind.NAME:
                yield from pieces(typeset(self.text))
            case Kind.PROGRAM:
                yield from programs(self.text)
            case Kind.SCOPE:
                yield from scopes(self.text)
            case Kind.WORDS:
                yield Piece(Style.PLAIN, self.text)
            case kind:
                yield Piece(Style(kind.value), self.text)

    def on_a_terminal(self) -> str:
        """Return the phrase in letters and signs."""
        match self.kind:
            case Kind.PROSE:
                return spoken(typeset(self.text))
            case Kind.MATH:
                return unicode_of(self.text)
            case Kind.CODE | Kind.STRONG:
                return self.text
            case _:
                return spoken(self.text)


Line: TypeAlias = tuple[Phrase, ...]


def _maker(kind: Kind) -> Callable[[object], Line]:
    def made(text: object) -> Line:
        return (Phrase(kind, str(text)),)

    return made


words, marked, prose, name = _maker(Kind.WORDS), _maker(Kind.MARKED), _maker(Kind.PROSE), _maker(Kind.NAME)
program, scope, code = _maker(Kind.PROGRAM), _maker(Kind.SCOPE), _maker(Kind.CODE)
strong, math, claim, trusted = _maker(Kind.STRONG), _maker(Kind.MATH), _maker(Kind.CLAIM), _maker(Kind.ENTRY)


def joined(lines: Sequence[Line], between: str = ", ") -> Line:
    """Return the lines as one, with words between them."""
    return tuple(phrase for place, line in enumerate(lines) for phrase in (*words(between) * bool(place), *line))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, the first level the highest."""

    level: int
    line: Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; blank lines in what somebody typed make several of it."""

    line: Line


@dataclass(frozen=True, slots=True)
class Formula:
    """A displayed formula with its text and its symbols."""

    latex: str
    text: str
    symbols: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list, with a remark, entries below it, and a kind for styles."""

    line: Line
    remark: str = ""
    below: tuple[Item, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    entries: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """Lines with a label before each."""

    entries: tuple[tuple[str, Line], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of lines."""

    header: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a derivation with its verdict, its rule, what decided it, and remarks."""

    number: int
    relation: str
    after: Formula
    verdict: str
    told: str
    reason: Line
    decided: Line
    remarks: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """An unbroken part of a derivation."""

    title: str
    before: Formula
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A derivation."""

    title: str
    source: str
    parts: tuple[Part, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Article:
    """Blocks that belong together and can be linked to."""

    anchor: str
    blocks: tuple[Block, ...]


Block: TypeAlias = "Heading | Paragraph | Formula | Items | Labels | Table | Chain | Article"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a claim's page; `name` is for styles."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    aside: str = ""


def items(entries: Iterable[Line | Item]) -> tuple[Items, ...]:
    """Return a list of lines or entries; nothing if there are none."""
    found = tuple(entry if isinstance(entry, Item) else Item(entry) for entry in entries)
    return (Items(found),) if found else ()


def pieces_of(line: Line) -> Iterator[Piece]:
    """Yield the pieces of a line."""
    for phrase in line:
        yield from phrase.pieces()


def paragraphs(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Yield the paragraphs of a line, each as its pieces."""
    found: list[Piece] = []
    for piece in pieces:
        first, *others = _BLANK.split(piece.text) if piece.style is Style.PLAIN else [piece.text]
        found.append(Piece(piece.style, first))
        for text in others:
            yield found
            found = [Piece(piece.style, text)]
    yield found
