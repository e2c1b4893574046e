"""Texts in pieces: little Markdown, and program text in words.

A scope or a premise is words and expressions in turns: "all real values of the symbols with 0 < x, Or(x < y, y == 0)".
An expression is a call, a word with a sign in it, or words with signs between them; what stands in brackets belongs to
the word that they are part of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sdp_proofs.notation import typeset

# A dollar sign opens a formula only before ink and closes it only after ink and not before a digit, so prices stay.
_PIECES = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|\$(?P<math>(?![\s$])[^$]*[^\s$\\])\$(?!\d)"
    r"|\*\*(?P<strong>(?!\s)[^*\n]+(?<!\s))\*\*"
    r"|(?<![\w*])\*(?P<emphasis>(?!\s)[^*\n]+(?<!\s))\*(?![\w*])"
)


class Style(StrEnum):
    """Style of a piece of a paragraph."""

    PLAIN = "plain"
    CODE = "code"
    MATH = "math"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CLAIM = "claim"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a paragraph in one style, without its marks."""

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


_KEPT = re.compile(r"`([^`\n]+)`")
_RELATIONS = frozenset(("<", "<=", ">", ">=", "==", "!="))
_SIGNS = _RELATIONS | frozenset("=+-*/") | {"**"}
_CALL = re.compile(r"(?<!\w)[A-Za-z]\w+\((?!s\))")
_NOTED = re.compile(r"(?P<said>.* )\[(?P<note>\w+ is .*)\]")
_INTERVAL = re.compile(r"[\[(][^()\[\]]+, [^()\[\]]+[\])]")
_PARTING = frozenset(("for", "in", "of"))
_TIGHT = re.compile(r"\*|==|<=|>=|!=|\^|[\w)]_[\w{]|(?<=[A-Za-z)])/|/(?=[a-z(]\b|\()")
_PROSE = re.compile(r"[a-z]{3,}(?:/[a-z]{3,})+")
_ASIDE = re.compile(r"\([a-z]{3,} [a-z]{2,} .*\)")
_DOMAINS = re.compile(
    r"\ball (?:natural numbers|integers|real) (?P<names>\w+(?:, \w+)*)(?=,? with\b|,? where\b| and all\b|, all\b|;|$)"
    r"|(?:^|(?<=, ))(?P<name>\w+)(?= is (?:a natural number|an integer)\b)"
)
_BY_PROGRAM = re.compile(
    r"all real |all natural numbers |all integers |all states of|all finite sets|begins at|by induction| in [\[(]"
)
_OPEN, _CLOSE, _ENDS, _CUT = "([{", ")]}", ",;:.", "...:"


def programs(text: str) -> Iterator[Piece]:
    """The text in pieces, plain ones and those that are program text.

    Example:
        >>> def marked(text):
        ...     return "".join(f"`{p.text}`" if p.style is Style.CODE else p.text for p in programs(text))
        >>> print(marked("all x with 0 <= weight, Or(x < y, x == 0); all is Sum(a, w*x)"))
        all x with `0 <= weight`, `Or(x < y, x == 0)`; all is `Sum(a, w*x)`
        >>> print(marked("two types, n <= 9, every T, odds 1, 3/2: `run` - as a rule (or not)"))
        two types, `n <= 9`, every T, odds 1, 3/2: `run` - as a rule (or not)
        >>> print(marked("< for <= in exp(x) - 1 <= y"))
        `<` for `<=` in `exp(x) - 1 <= y`
        >>> print(marked("n in [2, oo), T in half of them (three of them for n <= 4)"))
        `n in [2, oo)`, T in half of them (three of them for `n <= 4`)
        >>> print(marked("x for y in exp(x*(1 - ...: true: it holds as well"))
        x for y in `exp(x*(1 - ...`: true: it holds as well
        >>> print(marked("all natural numbers a, n and all real x with n >= a"), "|", marked("a is an integer"))
        all natural numbers `a`, `n` and all real `x` with `n >= a` | `a` is an integer
    """
    for place, piece in enumerate(_KEPT.split(text)):
        if place % 2:
            yield Piece(Style.CODE, piece)
        elif noted := _NOTED.fullmatch(piece):
            yield from _run_pieces(noted["said"])
            yield Piece(Style.PLAIN, "[")
            yield from _run_pieces(noted["note"])
            yield Piece(Style.PLAIN, "]")
        elif piece:
            yield from _statements(piece)


def _statements(text: str) -> Iterator[Piece]:
    """Yield declared symbols as code, and the pieces around them."""
    start = 0
    for found in _DOMAINS.finditer(text):
        group = "names" if found["names"] else "name"
        yield from _run_pieces(text[start : found.start(group)])
        for place, name in enumerate(found[group].split(", ")):
            yield from [Piece(Style.PLAIN, ", ")] * bool(place)
            yield Piece(Style.CODE, name)
        start = found.end(group)
    yield from _run_pieces(text[start:])


def scopes(text: str) -> Iterator[Piece]:
    r"""Yield a scope in pieces: a person's typeset, a prover's as code.

    Example:
        >>> for text in ("all n <= 12, every epsilon", "all real values of the symbols with 0 < eps"):
        ...     print([(str(piece.style), piece.text) for piece in scopes(text) if piece.style is not Style.PLAIN])
        [('math', 'n \\le 12'), ('math', '\\epsilon')]
        [('code', '0 < eps')]
    """
    return programs(text) if _BY_PROGRAM.search(text) else pieces(typeset(text))


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Yield words with what ends them; blanks within brackets part nothing.

    An expression that is cut off ends there, whatever brackets it has opened.
    """
    depth, start = 0, len(text) - len(text.lstrip())
    if start:
        yield "", text[:start]
    for place, sign in enumerate(text):
        cut = text.startswith(_CUT, place - 3)
        depth = 0 if cut else max(0, depth + (sign in _OPEN) - (sign in _CLOSE))
        if not depth and not sign.isspace() and (place + 1 == len(text) or text[place + 1].isspace()):
            end = place + (sign not in _ENDS)
            stop = len(text) - len(text[place + 1 :].lstrip())
            yield text[start:end], text[end:stop]
            start = stop
    if text[start:]:  # a bracket that does not close: what is long is cut off
        yield text[start:], ""


def _run_pieces(text: str) -> Iterator[Piece]:
    """Yield runs of words with signs between them, then single expressions."""
    words = list(_words(text))
    place = 0
    while place < len(words):
        end = _run(words, place)
        code = "".join("".join(word) for word in words[place : end - 1]) + words[end - 1][0]
        if end == place + 1 and _ASIDE.fullmatch(code):
            yield Piece(Style.PLAIN, code[0])
            yield from _run_pieces(code[1:-1])
            yield Piece(Style.PLAIN, code[-1] + words[place][1])
        elif _is_program(code, alone=end == place + 1):
            yield Piece(Style.CODE, code)
            yield Piece(Style.PLAIN, words[end - 1][1])
        else:
            end = place + 1
            yield Piece(Style.PLAIN, "".join(words[place]))
        place = end


def _run(words: list[tuple[str, str]], start: int) -> int:
    """Return the place behind a word or a run with signs."""
    end = start + 1
    if not words[start][0] or words[start][0] in _SIGNS | _PARTING:
        return end
    while end + 1 < len(words) and not (words[end - 1][1] + words[end][1]).strip():
        sign, behind = words[end][0], words[end + 1][0]
        if sign not in _SIGNS and not (sign == "in" and _INTERVAL.fullmatch(behind)):
            break
        end += 2
    return end


def _is_program(code: str, *, alone: bool) -> bool:
    if not alone or code in _RELATIONS:
        return True
    return bool(_CALL.search(code) or _TIGHT.search(code)) and not _PROSE.fullmatch(code)
