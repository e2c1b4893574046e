r"""Texts of claims and of users in Markdown: their own little Markdown stays, everything else is what it looks like.

No HTML, no link, no entity and no control character of a text becomes one of the document. The marks that `inline`
reads, code, formulas and emphasis, stay marks. A text that needs no escaping stays as it is.
"""

from __future__ import annotations

import re

from sdp_proofs.report.inline import Piece, Style, pieces

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


def plain(text: str) -> str:
    r"""A text in which Markdown finds no marks at all.

    Example:
        >>> print(plain("delta_[2](x) < 1 <b>*not* bold</b> &lt;"))
        delta\_[2\](x) < 1 &lt;b>\*not\* bold&lt;/b> &amp;lt;
    """
    text = _printable(text)
    for mark, escaped in _MARKS:
        text = mark.sub(escaped, text)
    return text


def marked(text: str) -> str:
    r"""A text in which Markdown finds the marks of `inline` and no others.

    Example:
        >>> print(marked("If $a<b$, `<run>` **it** <script>"))
        If $a\lt b$, `<run>` **it** &lt;script>
    """
    return "".join(map(_piece, pieces(_printable(text))))


def cell(text: str) -> str:
    r"""The same on one line, without a bar that would end the cell of a table.

    Example:
        >>> print(cell("P(a | b) = $|x|$\nif `a|b`"))
        P(a \| b) = $\vert x\vert $ if `a\|b`
    """
    return "".join(map(_barless, pieces(" ".join(_printable(text).split()))))


def _piece(piece: Piece) -> str:
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


def _barless(piece: Piece) -> str:
    if piece.style is Style.MATH:
        bars = piece.text.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        return _piece(Piece(piece.style, bars))
    # After a backslash a bar cannot be escaped within code.
    style = Style.PLAIN if piece.style is Style.CODE and r"\|" in piece.text else piece.style
    return _piece(Piece(style, piece.text)).replace("|", r"\|")


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}" for sign in text)
