"""Words for Greek letters and ASCII relations as signs, so that running text and formulas of the errata look alike."""

from __future__ import annotations

import re

_SIGNS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "zeta": "ζ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "xi": "ξ",
    "sigma": "σ",
    "tau": "τ",
    "delta": "δ",
    "eps": "ε",
    "epsilon": "ε",
    "eta": "η",
    "pi": "π",
    "rho": "ρ",
    "theta": "θ",
    "omega": "ω",
    "Pi": "Π",
    "Theta": "Θ",
    "Omega": "Ω",
    "<=": "≤",
    ">=": "≥",
}
KEPT = re.compile(r"(\$[^$]*\$|`[^`]*`|(?<![\w-])(?=[a-z-]*[a-z]{4})[a-z]+(?:-[a-z]+){3,}(?![\w-]))")
"""What stays as it is typed: what is marked already, and names of claims, of which a Greek letter is no formula."""
NAMED = r"((?<![A-Za-z\\{])(?:KL|Bin)(?=\()|(?<=_\{)S?DP(?=\}))"
"""Names in TeX that are no products of letters."""
GREEK = tuple(name for name in _SIGNS if name.isalpha())
"""The words that become letters."""
_WORDS = re.compile(rf"(?<![A-Za-z\\_])(?<![A-Za-z]-)(?:{'|'.join(GREEK)})(?![A-Za-z])")
_RELATIONS = re.compile(r"<=|>=")


def readable(text: str) -> str:
    r"""The text with signs outside of formulas and code.

    Example:
        >>> print(readable(r"delta(x) <= 2, both deltas, $\delta \le 2$, `delta <= 2`, e^(2 eps)"))
        δ(x) ≤ 2, both deltas, $\delta \le 2$, `delta <= 2`, e^(2 ε)
        >>> print(readable("log-gamma, gamma-decreases-to-a-limit"))
        log-gamma, gamma-decreases-to-a-limit
    """
    pieces = KEPT.split(text)
    return "".join(piece if index % 2 else _signs(piece) for index, piece in enumerate(pieces))


def _signs(text: str) -> str:
    for pattern in (_WORDS, _RELATIONS):
        text = pattern.sub(lambda match: _SIGNS[match[0]], text)
    return text


def number(token: str) -> str:
    r"""A number in TeX.

    Example:
        >>> print(number("155,507"), number("1.5e-7"), number("1e-5"))
        155{,}507 1.5\cdot10^{-7} 10^{-5}
    """
    mantissa, power, exponent = token.partition("e")
    digits = mantissa.replace(",", "{,}")
    if not power:
        return digits
    scale = f"10^{{{int(exponent)}}}"
    return scale if digits == "1" else rf"{digits}\cdot{scale}"
