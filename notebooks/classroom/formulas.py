"""Formulas of cells and outputs as MathML, which browsers set without a script and without a network."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from sdp_proofs.render.mathml import mathml
from sdp_proofs.render.pieces import Style, pieces

_DISPLAY = re.compile(r"\$\$\s*(.+?)\s*\$\$", re.DOTALL)
_CODE = re.compile(r"(```.*?```|<(?:pre|code|script|style|svg)\b.*?</(?:pre|code|script|style|svg)>)", re.DOTALL)


def with_mathml(text: str) -> str:
    """Markdown or HTML whose formulas are MathML; code stays, and so does what cannot be set.

    Example:
        >>> print(with_mathml("For $n$ records, `$HOME` and <pre>$n$</pre>"))
        For <math><mi>n</mi></math> records, `$HOME` and <pre>$n$</pre>
    """
    return "".join(part if place % 2 else _set(part) for place, part in enumerate(_CODE.split(text)))


def with_mathml_in(notebook: dict[str, Any], *, cells: bool) -> dict[str, Any]:
    """A notebook with formulas set in what its cells print as HTML, and in its texts if `cells`."""
    for cell in notebook["cells"]:
        if cells and cell["cell_type"] == "markdown":
            cell["source"] = with_mathml("".join(cell["source"]))
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", ()):
                output["data"]["text/html"] = with_mathml("".join(output["data"]["text/html"]))
    return notebook


def _set(text: str) -> str:
    def below(found: re.Match[str]) -> str:
        return _formula(found[1], found[0], lambda made: f'<div class="formula">{made}</div>')

    text = _DISPLAY.sub(below, text)
    parts = []
    for piece in pieces(text):
        mark = {Style.CODE: "`", Style.STRONG: "**", Style.EMPHASIS: "*", Style.PLAIN: ""}.get(piece.style)
        parts.append(_formula(piece.text, f"${piece.text}$", str) if mark is None else f"{mark}{piece.text}{mark}")
    return "".join(parts)


def _formula(latex: str, as_it_was: str, put: Callable[[str], str]) -> str:
    made = mathml(unescape(latex), display=put is not str)  # in HTML a sign < of a formula is &lt;
    return as_it_was if made is None else put(made)
