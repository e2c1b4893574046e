"""Mathematics typed in plain text, found and written in TeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache


def plain_caption(latex: str) -> str:
    """Strip a caption of spaces, braces and fonts."""
    found = re.sub(r"\\(mathrm|mathbb|mathbf|text|vec|,|!|;)|[{}\s]", "", latex)
    return r"e^\epsilon" if found == "E" else found


def is_quantity(latex: str) -> bool:
    """Tell whether a caption is an expression rather than a letter.

    Example:
        >>> is_quantity(r"d(x, x')"), is_quantity("T")
        (True, False)
    """
    if plain_caption(latex) == r"e^\epsilon":
        return False
    return bool(re.search(r"[(/|^]|\\(max|min|Pr|sum|ln|sup|delta|mathbb)", latex))


_LETTERS = {
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
"""Text that stays as it is typed: marked text, and names of claims, of which a Greek letter is no formula."""
NAMED = r"((?<![A-Za-z\\{])(?:KL|Bin)(?=\()|(?<=_\{)S?DP(?=\}))"
"""Names in TeX that are no products of letters."""
GREEK = tuple(name for name in _LETTERS if name.isalpha())
"""The words that become letters."""
_WORDS = re.compile(rf"(?<![A-Za-z\\_])(?<![A-Za-z]-)(?:{'|'.join(GREEK)})(?![A-Za-z])")
_INEQUALITIES = re.compile(r"<=|>=")


def readable(text: str) -> str:
    r"""Return the text with signs outside of formulas and code.

    Example:
        >>> print(readable(r"delta(x) <= 2, both deltas, $\delta \le 2$, `delta <= 2`, e^(2 eps)"))
        δ(x) ≤ 2, both deltas, $\delta \le 2$, `delta <= 2`, e^(2 ε)
        >>> print(readable("log-gamma, gamma-decreases-to-a-limit"))
        log-gamma, gamma-decreases-to-a-limit
    """
    pieces = KEPT.split(text)
    return "".join(piece if index % 2 else _signs(piece) for index, piece in enumerate(pieces))


def _signs(text: str) -> str:
    for pattern in (_WORDS, _INEQUALITIES):
        text = pattern.sub(lambda match: _LETTERS[match[0]], text)
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


_GREEK = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega
"""
_NAMES = {name: rf"\{name}" for name in _GREEK.split()} | {"eps": r"\epsilon", "grad": r"\nabla"}
_FUNCTIONS = frozenset(("exp", "ln", "log", "min", "max", "sup", "inf", "Pr", "det", "cos", "sin", "tanh", "cosh"))
_BARE = frozenset(("ln", "log"))
"""Functions whose argument may do without brackets, also outside of a formula."""
_LARGE = frozenset(("sum", "prod", "min", "max", "sup", "inf"))
_FENCES = {"ceil": (r"\lceil ", r" \rceil"), "floor": (r"\lfloor ", r" \rfloor"), "sqrt": (r"\sqrt{", "}")}
_SIGNS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "->": r"\to", "*": r"\cdot", "~": r"\sim"} | {
    sign: sign for sign in "=<>+-/"
}
_RELATIONS = frozenset(("<=", ">=", "!=", "=", "<", ">"))
_OPEN, _CLOSE = "([{", ")]}"
_INSIDE = {"in": r"\in", ":": r"\colon"}
"""Signs within brackets only: elsewhere they are a word and a colon."""
_FENCED = {"{": r"\{", "}": r"\}"}
_TOKENS = re.compile(
    r"\s+|\d+(?:,\d{3})+|\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![A-Za-z]{2})|[A-Za-z]+|<=|>=|!=|->|\|\||\.\.\.|.", re.DOTALL
)
_UPRIGHT = re.compile(NAMED + r"(?=[^`]*\$$)")
"""Names that are no products of letters, in a formula that is marked already."""
_INDEX = re.compile(r"(?<=[A-Za-z])_([A-Z](?:[+-]\d+(?:,[a-z])?|,[a-z]))(?![\w{(])")
_LABELLED = frozenset(("Appendix", "App", "Part", "part", "Figure", "panel", "step", "Step", "case", "Case"))
_ARTICLES = frozenset("aAI")
_AFTER_A_SYMBOL = frozenset(("and", "or", "is", "to", "are", "has", "at", "between"))
_SHORT = 3
"""Letters from which on a subscript is a word, not a product of indices."""
_SMALL_WORDS = "am an as at be by do eq go he if in is it me my nd no of on or rd so st th to up us vs we"
_ENGLISH = frozenset(_SMALL_WORDS.split())
"""Pairs of small letters that are no product."""


@lru_cache(4096)
def with_formulas(text: str) -> str:
    r"""Mark the formulas of a text with dollar signs, in TeX.

    World: typography; nothing is computed.

    Example:
        >>> print(with_formulas("delta_SDP <= m e^(-f n/6) for a set S and all n, that is (epsilon, delta)-DP"))
        $\delta_{\mathrm{SDP}} \le m e^{-f n/6}$ for a set $S$ and all $n$, that is $(\epsilon, \delta)$-DP
        >>> print(with_formulas("dp_accounting at 1e-5: a two-type law (i), 95 % of n; `x <= 2`, $n$"))
        dp_accounting at $10^{-5}$: a two-type law (i), 95 % of $n$; `x <= 2`, $n$
        >>> print(with_formulas(r"$e^{-KL(x)}$, `KL(x)`"))
        $e^{-\mathrm{KL}(x)}$, `KL(x)`
    """
    pieces = KEPT.split(text)
    return "".join(_UPRIGHT.sub(r"\\mathrm{\1}", one) if place % 2 else _lined(one) for place, one in enumerate(pieces))


def _lined(text: str) -> str:
    """Mark the formulas of a line; P_M+1,k is one subscript."""
    return "".join(_Line(_INDEX.sub(r"_(\1)", text)).parts())


def typeset(text: str) -> str:
    r"""Return a text as Markdown with formulas in TeX, else in signs.

    Example:
        >>> print(typeset("delta <= 2/n, if (the rate) <= 1/2"))
        $\delta \le 2/n$, if (the rate) ≤ 1/2
    """
    return readable(with_formulas(text))


@dataclass(frozen=True, slots=True)
class _Read:
    """An expression that was read: its TeX, and its end."""

    tex: str
    end: int


class _Line:
    """A line as tokens."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKENS.findall(text)
        self._bars = 0

    def parts(self) -> Iterator[str]:
        """Yield the line with its formulas between dollar signs."""
        place = 0
        while place < len(self._tokens):
            read = self._expression(place, 0) if self._may_begin(place) else None
            if read is not None and self._is_formula(place, read.end):
                yield f"${read.tex}$"
                place = read.end
            else:
                yield self._tokens[place]
                place += 1

    def _at(self, place: int) -> str:
        return self._tokens[place] if 0 <= place < len(self._tokens) else ""

    def _may_begin(self, place: int) -> bool:
        before, earlier = self._at(place - 1), self._at(place - 2)
        if self._at(place) == "a" and not self._is_tied(place) and not self._is_no_article(place):
            return False
        return not before.strip() or (before in (*_OPEN, "'") and (not earlier.strip() or earlier in _OPEN))

    def _is_formula(self, start: int, end: int) -> bool:
        """Exclude lone numbers, articles, labels and abbreviations."""
        tokens = [token for token in self._tokens[start:end] if not token.isspace()]
        inner = [token for token in tokens if token not in _OPEN and token not in _CLOSE]
        if not any(token.isalpha() or "e" in token or token == "^" for token in tokens):
            return False
        if len(tokens) == 1 and tokens[0] in _ARTICLES and not self._is_no_article(start):
            return False
        if len(inner) == 1 and len(tokens) > 1 and inner[0] not in _NAMES:
            return False
        if len(tokens) == 1 and len(tokens[0]) == 1 and self._is_label(start):
            return False
        if len(tokens) == 1 and tokens[0] not in _NAMES and self._at(start - 1) in _OPEN and self._at(end) in _CLOSE:
            return not self._at(start - 1)
        return self._may_end(end)

    def _is_no_article(self, place: int) -> bool:
        """Tell a symbol from an article by what follows it."""
        behind, word = self._at(place + 1), self._at(place + 2)
        letter = self._at(place)
        ends = behind in (",;:." if letter == "a" else ",;:") and (bool(behind) or letter == "a")
        return letter != "I" and (ends or (behind.isspace() and word in _AFTER_A_SYMBOL))

    def _is_label(self, place: int) -> bool:
        """Tell whether a letter names a part or a person."""
        words = [token for token in self._tokens[max(0, place - 3) : place] if token.isalpha()]
        initial = self._at(place + 1) == "." and self._at(place + 3)[:1].isupper() and len(self._at(place + 3)) > 1
        return bool(words and words[-1] in _LABELLED) or (self._at(place).isupper() and initial)

    def _may_end(self, place: int) -> bool:
        after, next_one = self._at(place), self._at(place + 1)
        if after == "-":
            return next_one.isalpha()
        if after in (".", ":"):
            return not next_one or next_one.isspace()
        return not after or after.isspace() or after in _CLOSE or after in ",;?'\""

    def _expression(self, place: int, depth: int) -> _Read | None:
        """Read operands with signs between them, or side by side."""
        first = self._operand(place, depth)
        if first is None:
            return None
        tex, place = first.tex, first.end
        while True:
            found = self._continued(place, depth)
            if found is None:
                return _Read(tex, place)
            tex, place = tex + found.tex, found.end

    def _continued(self, place: int, depth: int) -> _Read | None:
        gap = self._at(place).isspace()
        at = place + gap
        token = self._at(at)
        if depth and gap and token in _INSIDE and self._at(at + 1).isspace():
            operand = self._operand(at + 2, depth)
            return None if operand is None else _Read(rf" {_INSIDE[token]} {operand.tex}", operand.end)
        if token in _SIGNS:
            after = at + 1 + self._at(at + 1).isspace()
            operand = self._operand(after, depth, signed=token in "*/+-~")
            if operand is None:
                return None
            blank = "" if token == "/" else " "
            return _Read(f"{blank}{_SIGNS[token]}{blank}{operand.tex}", operand.end)
        if token in ("|", "||"):
            return self._beside_a_bar(at, depth, gap=gap)
        return self._juxtaposed(at, depth, gap=gap)

    def _juxtaposed(self, place: int, depth: int, *, gap: bool) -> _Read | None:
        """Read a factor beside another one."""
        token = self._at(place)
        if token[:1].isdigit() or (token == "a" and not depth and not self._is_tied(place)):
            return None
        if token and token in _OPEN and (token == "{" or (gap and self._at(place + 2) in _CLOSE)):
            return None
        if not gap and not (token.isalpha() or token in _OPEN):
            return None
        if gap and token in _OPEN and self._is_aside(place):
            return None
        last, scripted = self._at(place - 2), self._at(place - 3) in ("_", "^")
        if gap and not scripted and (last in ("0", "1") or "," in last[1:]):  # "at T = n - 1 delta falls"
            return None
        operand = self._operand(place, depth)
        blank = "" if not gap and token in _OPEN else " "
        return None if operand is None else _Read(f"{blank}{operand.tex}", operand.end)

    def _is_aside(self, place: int) -> bool:
        """Tell an aside in brackets from a factor: it has a relation."""
        depth = 0
        for token in self._tokens[place:]:
            depth += (token in _OPEN) - (token in _CLOSE)
            if depth == 0 or (depth == 1 and token in _RELATIONS):
                return depth > 0
        return False

    def _is_tied(self, place: int, marks: str = "^_(/'") -> bool:
        """Tell whether a script, an argument or a sign follows."""
        behind = self._at(place + 1)
        return (bool(behind) and behind in marks) or (behind.isspace() and self._at(place + 2) in _SIGNS)

    def _beside_a_bar(self, place: int, depth: int, *, gap: bool) -> _Read | None:
        """Read a bar behind an operand: opening, closing or parting."""
        if not self._bars and (factor := self._operand(place, depth)) is not None:
            return _Read(f" {factor.tex}", factor.end)
        if self._bars or not depth:
            return None
        after = place + 1 + self._at(place + 1).isspace()
        operand = self._operand(after, depth)
        sign = r"\mid" if self._at(place) == "|" else r"\,\|\,"
        return None if operand is None else _Read(f" {sign} {operand.tex}", operand.end)

    def _operand(self, place: int, depth: int, *, signed: bool = False) -> _Read | None:
        token = self._at(place)
        if token in ("-", "+") and not signed and token and not self._at(place + 1).isspace():
            operand = self._operand(place + 1, depth, signed=True)
            return None if operand is None else _Read(token + operand.tex, operand.end)
        return (primary := self._primary(place, depth)) and self._scripts(primary, depth)

    def _primary(self, place: int, depth: int) -> _Read | None:
        token = self._at(place)
        behind = self._at(place + 1)
        if token[:1].isdigit():
            dots = r"\dots" if "." in token and behind == "..." else ""
            return _Read(number(token) + dots, place + 1 + bool(dots))
        if token == "...":
            return _Read(r"\dots", place + 1)
        if token in ("|", "||"):
            return self._bars_around(place, depth)
        if token and token in _OPEN:
            return self._group(place, depth)
        if not (token.isascii() and token.isalpha()):
            return None
        if token in _FENCES or token == "binom":
            return self._fenced(place, depth)
        if token in _FUNCTIONS or (token in _LARGE and behind == "_"):
            return self._function(place, depth)
        if len(token) == 1 or token in _NAMES:
            return _Read(_NAMES.get(token, token), place + 1)
        if _is_product(token) and (depth or self._is_tied(place, "^/") or self._at(place - 2) in _SIGNS):
            return _Read(token, place + 1)
        if behind and behind in "([" and self._at(place + 2) != "s":
            group = self._group(place + 1, depth)
            return None if group is None else _Read(rf"\mathrm{{{token}}}{group.tex}", group.end)
        return None

    def _function(self, place: int, depth: int) -> _Read | None:
        """Read a function with its argument."""
        token, behind = self._at(place), self._at(place + 1)
        name = rf"\{token}"
        if behind in ("(", "[", "^", "_"):
            return _Read(name, place + 1) if behind in "^_" else self._before(name, self._group(place + 1, depth))
        if behind.isspace() and (token in _BARE or depth):
            follows = self._at(place + 2)
            if follows[:1].isdigit() or follows in _NAMES or (len(follows) == 1 and follows.isalpha()):
                return self._before(name + " ", self._operand(place + 2, depth))
        if behind.isspace() and token in _LARGE and self._is_taken(place + 2):
            return self._before(name + " ", self._operand(place + 2, depth))
        return None

    def _is_taken(self, place: int) -> bool:
        """Tell whether an argument follows max or min, not a word."""
        behind = self._at(place + 1)
        compared = behind.isspace() and self._at(place + 2) in ("<", "<=", ">", ">=", "=")
        return self._at(place) == "(" or (bool(behind) and behind in "(_^") or compared

    def _before(self, tex: str, read: _Read | None) -> _Read | None:
        return None if read is None else _Read(tex + read.tex, read.end)

    def _fenced(self, place: int, depth: int) -> _Read | None:
        token = self._at(place)
        group = self._group(place + 1, depth, bare=True) if self._at(place + 1) == "(" else None
        if group is None:
            return None
        if token == "binom":
            above, comma, below = group.tex.partition(", ")
            return _Read(rf"\binom{{{above}}}{{{below}}}", group.end) if comma else None
        start, end = _FENCES[token]
        return _Read(f"{start}{group.tex}{end}", group.end)

    def _group(self, place: int, depth: int, *, bare: bool = False) -> _Read | None:
        """Read expressions between brackets, with commas between them."""
        bars, self._bars = self._bars, 0
        read = self._listed(place + 1, depth + 1, lambda token: bool(token) and token in _CLOSE)
        self._bars = bars
        if read is None:
            return None
        opening, closing = self._at(place), self._at(read.end)
        if bare:
            return _Read(read.tex, read.end + 1)
        fenced = f"{_FENCED.get(opening, opening)}{read.tex}{_FENCED.get(closing, closing)}"
        return _Read(fenced, read.end + 1)

    def _bars_around(self, place: int, depth: int) -> _Read | None:
        bar = self._at(place)
        self._bars += 1
        read = self._listed(place + 1, depth + 1, lambda token: token == bar)
        self._bars -= 1
        sign = r"\|" if bar == "||" else "|"
        return None if read is None else _Read(f"{sign}{read.tex}{sign}", read.end + 1)

    def _listed(self, place: int, depth: int, closes: Callable[[str], bool]) -> _Read | None:
        """Read expressions with commas up to their closing sign."""
        texts = []
        while True:
            read = self._expression(place, depth)
            if read is None:
                return None
            texts.append(read.tex)
            token = self._at(read.end)
            if closes(token):
                return _Read(", ".join(texts), read.end)
            if token not in (",", ";"):
                return None
            place = read.end + 1 + self._at(read.end + 1).isspace()

    def _scripts(self, read: _Read, depth: int) -> _Read | None:
        tex, place = read.tex, read.end
        while True:
            token, behind = self._at(place), self._at(place + 1)
            if token == "'" and not behind[:1].isalpha():
                tex, place = f"{tex}'", place + 1
            elif token == "!" and tex[-1:] not in "'":
                tex, place = f"{tex}!", place + 1
            elif self._is_mark(place):
                tex, place = f"{tex}_{{{token}}}", place + 1
            elif token == "*" and (not behind or behind.isspace() or behind in ",;.)]"):
                tex, place = f"{tex}^{{*}}", place + 1
            elif token in ("^", "_") and token:
                script = self._script(place + 1, depth)
                if script is None:
                    return None
                tex, place = f"{tex}{token}{{{script.tex}}}", script.end
            else:
                return _Read(tex, place)

    def _is_mark(self, place: int) -> bool:
        """Tell whether a sign belongs to the letter before it."""
        if self._at(place) not in ("+", "-") or not self._at(place - 1).isalpha():
            return False
        behind = self._at(place + 1)
        return not behind or behind in _CLOSE or behind == "," or (behind.isspace() and self._at(place + 2).isalpha())

    def _script(self, place: int, depth: int) -> _Read | None:
        token = self._at(place)
        if token in ("-", "+"):
            inner = self._script(place + 1, depth)
            return _Read(token, place + 1) if inner is None else _Read(token + inner.tex, inner.end)
        if token in ("*", "'"):
            return _Read(token, place + 1)
        if token and token in "({":
            return self._group(place, depth, bare=True)
        if token == "[":
            return self._group(place, depth)
        if token[:1].isdigit():
            return _Read(number(token), place + 1)
        if token == "|":
            return self._bars_around(place, depth)
        if not (token.isascii() and token.isalpha()):
            return None
        if len(token) > 1 and token not in _NAMES:
            return _Read(_subscript(token), place + 1)
        read = _Read(_NAMES.get(token, token), place + 1)
        while self._at(read.end) == "'":
            read = _Read(f"{read.tex}'", read.end + 1)
        if self._is_mark(read.end):
            return _Read(f"{read.tex}_{{{self._at(read.end)}}}", read.end + 1)
        below = self._at(read.end) == "_" and self._script(read.end + 1, depth)
        return _Read(f"{read.tex}_{{{below.tex}}}", below.end) if below else read


def _is_product(token: str) -> bool:
    """Tell whether two letters are two factors, as in cn/2."""
    return len(token) == 2 and not token.isupper() and token not in _ENGLISH


def _subscript(word: str) -> str:
    if word in _FUNCTIONS:
        return rf"\{word}"
    return word if len(word) < _SHORT and not word.isupper() else rf"\mathrm{{{word}}}"
