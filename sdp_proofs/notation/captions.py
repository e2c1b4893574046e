"""What a caption says of a symbol: a letter, or the expression of something."""

from __future__ import annotations

import re


def plain(latex: str) -> str:
    """A caption without spaces, braces and fonts; E is short for the exponential of epsilon."""
    found = re.sub(r"\\(mathrm|mathbb|mathbf|text|vec|,|!|;)|[{}\s]", "", latex)
    return r"e^\epsilon" if found == "E" else found


def is_quantity(latex: str) -> bool:
    """Whether a caption is the expression of something, not a letter.

    Example:
        >>> is_quantity(r"d(x, x')"), is_quantity("T")
        (True, False)
    """
    if plain(latex) == r"e^\epsilon":
        return False
    return bool(re.search(r"[(/|^]|\\(max|min|Pr|sum|ln|sup|delta|mathbb)", latex))
