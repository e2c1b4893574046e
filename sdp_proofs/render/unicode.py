r"""Formulas in TeX as signs on a line, for terminals.

The texts of claims have their formulas in TeX, which pages and papers typeset. A terminal has one line and letters:
Greek ones, signs, raised and lowered digits. What they do not reach is written out: a fraction with a slash, an
exponent behind a caret. Nothing is lost but the layout, and what is not known keeps its name.
"""

from __future__ import annotations

import re

from sdp_proofs.render.pieces import Piece, Style, pieces

_TOKENS = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_PAIRS = """
α alpha β beta γ gamma δ delta ε epsilon ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi
ρ rho σ sigma ς varsigma τ tau υ upsilon φ phi φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi
Σ Sigma Φ Phi Ψ Psi Ω Omega ℓ ell ∇ nabla ∂ partial ∞ infty ≤ le ≤ leq ≥ ge ≥ geq ≠ ne ≠ neq ≈ approx ≡ equiv ~ sim ∈ in
∉ notin ⊂ subset ⊆ subseteq ∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ land ∨ lor → to ← leftarrow ⟹ implies ⟺ iff
⊗ otimes ↦ mapsto · cdot × times ∘ circ ⊕ oplus ± pm ∫ int Σ sum Π prod ⋃ bigcup ⋂ bigcap ⟨ langle ⟩ rangle
⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor
… dots … ldots … cdots | mid | vert ‖ Vert : colon ≻ succ ≺ prec { { } } ‖ | % % _ _
"""
_WORDS = _PAIRS.split()
_BLANKS = {",": " ", ";": " ", " ": " ", "!": "", "quad": " ", "qquad": " "}
_SIGNS = dict(zip(_WORDS[1::2], _WORDS[::2], strict=True)) | _BLANKS
_UNSEEN = frozenset(("left", "right", "bigl", "bigr", "big", "Big", "Bigl", "Bigr", "displaystyle", "limits"))
_AS_INSIDE = frozenset(("mathrm", "mathcal", "mathbf", "text", "operatorname", "mathit"))
_DOUBLED = str.maketrans("BCENPQRZ", "𝔹ℂ𝔼ℕℙℚℝℤ")
_ACCENTS = {
    "vec": "\u20d7",
    "hat": "\u0302",
    "tilde": "\u0303",
    "overline": "\u0305",
    "bar": "\u0304",
    "underline": "\u0332",
}
_RAISED = dict(zip("0123456789+-=()nikxd", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵏˣᵈ", strict=True))
_LOWERED = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_SCRIPTS = "".join((*_RAISED.values(), *_LOWERED.values()))
_MARKS = {Style.CODE: "`", Style.STRONG: "**", Style.EMPHASIS: "*"}
_IN_WORDS = (("~", " "), ("---", "—"), ("--", "–"), (r"\'e", "é"))
_FACTOR = re.compile(r"\\(?!right)[A-Za-z]|[\w(]")


def spoken(text: str) -> str:
    r"""Return a text for a terminal: its formulas in signs, all else as typed.

    Example:
        >>> print(spoken(r"If $\epsilon > \ln(1/(1-\eta))$, then $\delta_{\mathrm{SDP}} \le \frac{2n}{T}e^{-g n/6}$."))
        If ε > ln(1/(1-η)), then δ_SDP ≤ (2n)/T e^(-g n/6).
        >>> print(spoken(r"$x_1^2 \ge 0$; `$x$` and x**2 + y**2 stay"))
        x₁² ≥ 0; `$x$` and x**2 + y**2 stay
    """
    return "".join(map(_piece, pieces(text)))


def words_of(latex: str) -> str:
    r"""A paragraph of LaTeX, such as a caption, for a terminal.

    Example:
        >>> print(words_of(r"The share of $0.2\,\%$ in Figure~2 by R\'enyi, 1920--2020; \emph{$k$ cells}: more."))
        The share of 0.2 % in Figure 2 by Rényi, 1920–2020; k cells: more.
    """
    text = re.sub(r"\\emph\{([^{}]*)\}", r"\1", latex)
    for typed, sign in _IN_WORDS:
        text = text.replace(typed, sign)
    return spoken(text)


def _piece(piece: Piece) -> str:
    if piece.style is Style.MATH:
        return unicode_of(piece.text)
    mark = _MARKS.get(piece.style, "")
    return f"{mark}{piece.text}{mark}"


def unicode_of(latex: str) -> str:
    r"""A formula in TeX as one line of signs.

    Example:
        >>> for latex in (r"\binom{n}{k} \sqrt{1+E}^{n-k}", r"\vec\pi \in \Pi^n", r"\|v\|", r"\tfrac12", r"\odd_{i,j}"):
        ...     print(unicode_of(latex))
        C(n, k) √(1+E)ⁿ⁻ᵏ
        π⃗ ∈ Πⁿ
        ‖v‖
        1/2
        odd_(i,j)
    """
    tokens = _TOKENS.findall(latex)[::-1]
    parts: list[str] = []
    while tokens:
        _append(parts, _next(tokens))
    return "".join(parts).strip()


def _append(parts: list[str], part: str) -> None:
    """Append a part; names of several letters stand apart from letters."""
    before = parts[-1][-1:] if parts else ""
    apart = (len(part) > 1 and part.isalpha()) or (parts and len(parts[-1]) > 1 and parts[-1].isalpha())
    script = part[:1] in _RAISED.values() or part[:1] in _LOWERED.values()
    if part and apart and (before.isalnum() or before == ")") and part[0].isalnum() and not script:
        parts.append(" ")
    if part:
        parts.append(part)


def _next(tokens: list[str]) -> str:
    """Take the next token and its arguments off the list, and set them."""
    token = tokens.pop()
    if token == "{":
        return _group(tokens)
    if token in "^_":
        return _script(token, _argument(tokens))
    if token.isspace():
        return " "
    if not token.startswith("\\"):
        return token
    name = token[1:]
    if name in _UNSEEN:
        return ""
    if name in ("frac", "tfrac", "dfrac"):
        above, below = _factor(_argument(tokens)), _factor(_argument(tokens))
        return f"{above}/{below} " if tokens and _FACTOR.match(tokens[-1]) else f"{above}/{below}"
    if name == "sqrt":
        return f"√{_factor(_argument(tokens))}"
    if name == "binom":
        return f"C({_argument(tokens)}, {_argument(tokens)})"
    if name in _AS_INSIDE:
        return _argument(tokens)
    if name == "mathbb":
        return _argument(tokens).translate(_DOUBLED)
    if name in _ACCENTS:
        return "".join(letter + _ACCENTS[name] for letter in _argument(tokens))
    return _SIGNS.get(name, name)


def _group(tokens: list[str]) -> str:
    parts: list[str] = []
    while tokens and tokens[-1] != "}":
        _append(parts, _next(tokens))
    if tokens:
        tokens.pop()
    return "".join(parts)


def _argument(tokens: list[str]) -> str:
    while tokens and tokens[-1].isspace():
        tokens.pop()
    return _next(tokens).strip() if tokens else ""


def _factor(text: str) -> str:
    """The text as something that can stand beside a slash: a letter, a number, a power of one, what brackets close."""
    bare = text.rstrip(_SCRIPTS)
    alone = (bare.isalnum() and (len(bare) == 1 or text.isdecimal())) or _bracketed(text)
    return text if alone or (text.startswith("‖") and text.count("‖") == 2 and text.endswith("‖")) else f"({text})"


def _bracketed(text: str) -> bool:
    """Decide if a text is one pair of brackets, or the name of a function and one pair."""
    start = text.find("(")
    if start < 0 or not text.endswith(")") or not (start == 0 or text[:start].isalpha()):
        return False
    depth = 0
    for at, letter in enumerate(text[start:], start):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def _script(sign: str, text: str) -> str:
    """Raise or lower a script where there are letters for it."""
    known = _RAISED if sign == "^" else _LOWERED
    if text and all(letter in known for letter in text) and (sign == "^" or len(text) < 3):
        return "".join(known[letter] for letter in text)
    if text in ("'", "*", "†"):
        return text
    return sign + (text if text.isalnum() else f"({text})")
