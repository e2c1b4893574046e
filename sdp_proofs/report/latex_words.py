r"""Words as LaTeX: what stands in a claim, in a note or in a cell, with the formulas that are typed in it.

What is made here needs the packages amsmath and amssymb, and for letters beyond ASCII the font encoding T1.
"""

from __future__ import annotations

import re

from sdp_proofs.notation.typesetting import typeset
from sdp_proofs.report.inline import Piece, Style, paragraphs

OUTLINES = r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}"
"""Fonts with outlines where they are installed: those of T1 are bitmaps otherwise."""
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
    '"': "''",
    "`": r"\textasciigrave{}",
}
_COMMANDS = """
≤ leq ≥ geq ≠ neq ≈ approx × times · cdot ∞ infty ∈ in ∉ notin ∅ emptyset ∑ sum ∏ prod √ surd ∧ land ∨ lor ¬ neg
⇒ Rightarrow ⇔ Leftrightarrow → to ← leftarrow ⊂ subset ⊆ subseteq ∪ cup ∩ cap ∀ forall ∃ exists ⟹ implies ⟺ iff
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma
τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega
"""
_WORDS = _COMMANDS.split()
_SYMBOLS = {sign: rf"\ensuremath{{\{name}}}" for sign, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)}
_SYMBOLS["−"] = r"\ensuremath{-}"
_SET_UP = "–—‘’“”…§±°¹²³"  # what inputenc knows beyond letters
_NOT_IN_T1 = "ĦħĸĿŀŉŦŧſ"  # letters of Latin Extended-A that the encoding lacks
_LONG_NUMBER = re.compile(r"[0-9]{20,}")
_GROUP = 10
"""Digits of a long number after which its line may break."""


def typed(text: str) -> str:
    r"""Words with formulas that are typed as people type.

    Example:
        >>> print(typed("whether delta(x) < 1/n, that is 5% less"))
        whether $\delta(x) < 1/n$, that is 5\% less
    """
    return markdown(typeset(text))


def markdown(text: str) -> str:
    """The little Markdown that claims are written in."""
    return "\n\n".join("".join(map(piece, pieces)) for pieces in paragraphs(text))


def piece(one: Piece) -> str:
    """A stretch of a paragraph in its style."""
    match one.style:
        case Style.MATH:
            return f"${one.text}$"
        case Style.CODE:
            return rf"\texttt{{{escape(one.text)}}}"
        case Style.STRONG:
            return rf"\textbf{{{escape(one.text)}}}"
        case Style.EMPHASIS:
            return rf"\emph{{{escape(one.text)}}}"
        case Style.PLAIN:
            return escape(one.text)


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is; a sign that it cannot print becomes its number, a long number may be broken.

    Example:
        >>> print(escape("50% of δ_x"), escape("☃"), escape("1" * 25))
        50\% of \ensuremath{\delta}\_x [U+2603] 1111111111\allowbreak 1111111111\allowbreak 11111
    """
    return _LONG_NUMBER.sub(_breakable, "".join(map(_sign, text)))


def _breakable(number: re.Match[str]) -> str:
    groups = (number[0][start : start + _GROUP] for start in range(0, len(number[0]), _GROUP))
    return r"\allowbreak ".join(groups)


def _sign(sign: str) -> str:
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    if sign in _SYMBOLS:
        return _SYMBOLS[sign]
    if sign.isspace():
        return " "
    latin = (sign.isascii() and sign.isprintable()) or (sign.isalpha() and ord(sign) < 0x180 and sign not in _NOT_IN_T1)
    if latin or sign in _SET_UP:
        return sign
    return f"[U+{ord(sign):04X}]"
