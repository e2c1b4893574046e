"""Formulas in docstrings, which are typed as people type: set where the whole paragraph can be.

A docstring is read in an editor first. A paragraph of which only parts would be set stays as it is typed, as a formula
that is half in one font and half in another is harder to read than either. A display, that is a paragraph that is
indented below another one, is code then: its letters are as wide and its lines as long as they are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sdp_proofs.notation import typeset
from sdp_proofs.render.mathml import mathml
from sdp_proofs.render.pieces import Piece, Style, pieces

_SECTION = re.compile(r"(?:Args|Attributes|Raises|Returns|Yields):")
_KEY = re.compile(r"\s*\*{0,2}[\w.]+(?:, \*{0,2}[\w.]+)*: ")
_BEFORE = re.compile(r"(?:^|[\s'\"(\[{-])$")
_BEHIND = re.compile(r"$|[\s'\")\]}.,;:!?-]")
"""Signs that may stand beside a role; signs of a formula may not stand next to one that is set."""
_ENDS_OPEN, _BEGINS_OPEN = re.compile(r"[-=<>+*/^_|≤≥≠]\s*$"), re.compile(r"\s*[=<>+*/^_|≤≥≠]|\s*\)\s?[\^*(]")
_LEFT_OVER = re.compile(r"[\w)\]]\s?\^|\*\*|\w_[\w{]|\w\[|(?<!\w)\w+\((?=[^)\s]{1,12}\))")
_SIGNS_LEFT = re.compile(r"[=<>≤≥≠+*/^|\[\]{}]|\b(?:sum|prod|max|min|int|inf|sup)\b")
_WORD, _ARTICLE = re.compile(r"\\?([A-Z][a-z]+)"), re.compile(r"A (\\?[a-z]+)")
_STRESSED = re.compile(r"(?<![^\s(\[])(?P<mark>\*\*?)(?=[\w$(])(?P<said>[^*`]+?)(?<=[\w$).])(?P=mark)(?!\w)")
_FORMULA, _WORDS = re.compile(r"(\$[^$]+\$)"), re.compile(r"(?<![^\s])[A-Za-z][A-Za-z ,-]*(?<=[a-z])(?![^\s.,;:])")
_ENUMERATOR = re.compile(r"((?:^|: )\s*)(\w|[ivxlcdm]+|\d+)\.(?=\s|$)", re.IGNORECASE)


def set_formulas(lines: list[str]) -> list[str]:
    r"""The lines of one paragraph or of one entry of a section, with roles for formulas.

    Example:
        >>> print(*set_formulas(["The sum of p^k for k >= 1 is at most", "p/(1 - p)."]), sep="\n")
        The sum of :math:`p^{k}` for :math:`k \ge 1` is at most
        :math:`p/(1 - p)`.
        >>> print(*set_formulas(["epsilon: at least 0, and delta <= 1/n."]))
        epsilon: at least 0, and :math:`\delta \le 1/n`.
        >>> print(*set_formulas(["Delta at x. On a cell it falls in epsilon."]))
        Delta at :math:`x`. On a cell it falls in :math:`\epsilon`.
        >>> print(*set_formulas(["A delta above 1/n."]))
        A :math:`\delta` above :math:`1/n`.
        >>> print(*set_formulas(["At most n u_k**2 of weight_k."]))
        At most n u_k**2 of weight_k.
        >>> print(*set_formulas(["**at every t >= 0 alike**, and *(for k = 1)*"]))
        **at every** :math:`t \ge 0` **alike**, and (for :math:`k = 1`)
    """
    key = _KEY.match(lines[0])
    start = key.end() if key else len(lines[0]) - len(lines[0].lstrip())
    text = "\n".join([lines[0][start:], *lines[1:]])
    found = list(_without_words(pieces(_STRESSED.sub(_stressed, typeset(text)))))
    if not any(piece.style is Style.MATH for piece in found) or not _whole(found):
        return lines
    return (lines[0][:start] + "".join(map(_role, found))).split("\n")


def set_display(lines: list[str]) -> list[str]:
    r"""The lines of a display: formulas with nothing but words between them, or all of it as code.

    Example:
        >>> print(*set_display(["    p <= q^k,   q < 1", "    and p > 0"]), sep="\n")
            :math:`p \le q^{k}`,   :math:`q < 1`
        <BLANKLINE>
            and :math:`p > 0`
        >>> print(*set_display(["    d = max over t of q_t^k"]), sep="\n")
        :
        <BLANKLINE>
            d = max over t of q_t^k
    """
    depth = len(lines[0]) - len(lines[0].lstrip())
    found = list(pieces(typeset("\n".join(line[depth:] for line in lines))))
    set_whole = any(piece.style is Style.MATH for piece in found) and _whole(found)
    if set_whole and not any(piece.style is Style.PLAIN and _SIGNS_LEFT.search(piece.text) for piece in found):
        apart = "".join(map(_role, found)).split("\n")
        return [line for each in apart for line in ("", " " * depth + each.strip())][1:]
    return [" " * (depth - 4) + ":", "", *lines]


def plain_letters(line: str) -> str:
    r"""The line without letters that begin a list: an initial, or a description that is one letter.

    Example:
        >>> plain_letters("    rate: u."), plain_letters("B. Balle, 2018")
        ('    rate: \\u.', '\\B. Balle, 2018')
    """
    return _ENUMERATOR.sub(r"\1\\\2.", line)


def paragraphs(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield where paragraphs and entries of sections begin and end."""
    start, section = 0, None
    for place, line in enumerate([*lines, ""]):
        depth = len(line) - len(line.lstrip())
        entry = section is not None and depth == section + 4
        if not line.strip() or entry or _SECTION.fullmatch(line.strip()) or line.lstrip().startswith(("- ", "* ")):
            if start < place:
                yield start, place
            start = place if line.strip() else place + 1
        if _SECTION.fullmatch(line.strip()):
            section, start = depth, place + 1
        elif section is not None and line.strip() and depth <= section:
            section = None


def _stressed(found: re.Match[str]) -> str:
    """Typeset stressed text, with its formulas between the marks: nothing can be nested there."""
    if "$" not in found["said"]:
        return found[0]
    mark, parts = found["mark"], _FORMULA.split(found["said"])
    return "".join(part if place % 2 else _WORDS.sub(rf"{mark}\g<0>{mark}", part) for place, part in enumerate(parts))


def _without_words(found: Iterable[Piece]) -> Iterator[Piece]:
    """Words at the beginning of a sentence, such as On and Delta, are no formulas, and an article is no factor."""
    begins = True
    for piece in found:
        word, counted = (each.fullmatch(piece.text) for each in (_WORD, _ARTICLE))
        if piece.style is not Style.MATH:
            yield piece
        elif word and (begins or "\\" not in word[0]):
            yield Piece(Style.PLAIN, word[1])
        elif counted and begins:
            yield from (Piece(Style.PLAIN, "A "), Piece(Style.MATH, counted[1]))
        else:
            yield piece
        begins = piece.text.rstrip().endswith((".", ":"))


def _whole(found: list[Piece]) -> bool:
    said = ""
    for place, piece in enumerate(found):
        if piece.style is Style.MATH:
            before = found[place - 1].text if place else ""
            after = found[place + 1].text if place + 1 < len(found) else ""
            if not _BEFORE.search(before) or not _BEHIND.match(after) or said.count('"') % 2:
                return False
            if _ENDS_OPEN.search(before) or _BEGINS_OPEN.match(after) or mathml(piece.text) is None:
                return False
        elif piece.style is Style.PLAIN and _LEFT_OVER.search(piece.text):
            return False
        said += piece.text
    return True


def _role(piece: Piece) -> str:
    marks = {Style.CODE: "`", Style.EMPHASIS: "*", Style.STRONG: "**"}
    if piece.style is Style.MATH:
        return f":math:`{' '.join(piece.text.split())}`"
    mark = marks.get(piece.style, "")
    return f"{mark}{piece.text}{mark}"
