"""The little Markdown that claims are written in, taken apart so that every renderer can put it together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

# A dollar sign opens a formula only before ink and closes it only after ink and not before a digit, so prices stay.
_PIECES = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|\$(?P<math>(?![\s$])[^$]*[^\s$\\])\$(?!\d)"
    r"|\*\*(?P<strong>(?!\s)[^*\n]+(?<!\s))\*\*"
    r"|(?<![\w*])\*(?P<emphasis>(?!\s)[^*\n]+(?<!\s))\*(?![\w*])"
)


class Style(StrEnum):
    """How a piece of a paragraph is set."""

    PLAIN = "plain"
    CODE = "code"
    MATH = "math"
    STRONG = "strong"
    EMPHASIS = "emphasis"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a paragraph in one style, without the marks that made it so."""

    style: Style
    text: str


def paragraphs(text: str) -> Iterator[list[Piece]]:
    """The paragraphs of a text, each as its pieces.

    Example:
        >>> for piece in next(paragraphs("If $n > 2$, `run` it.")):
        ...     print(piece.style, repr(piece.text))
        plain 'If '
        math 'n > 2'
        plain ', '
        code 'run'
        plain ' it.'
    """
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield list(pieces(paragraph))


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, whose line breaks stay."""
    start = 0
    for match in _PIECES.finditer(text):
        if match.start() > start:
            yield Piece(Style.PLAIN, text[start : match.start()])
        style = str(match.lastgroup)
        yield Piece(Style(style), match[style])
        start = match.end()
    if start < len(text):
        yield Piece(Style.PLAIN, text[start:])
