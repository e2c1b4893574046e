"""LaTeX of a formula's tree, in the order and with the decimals that were written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sdp_proofs.formulas.syntax import Node
from sdp_proofs.notation import NAMED

# How tightly a head binds; an operand that binds less tightly than its place asks for is bracketed.
_LOOSE, _SUM, _PRODUCT, _POWER, _ATOM = range(5)
_BINDING = {"sum": _LOOSE, "add": _SUM, "sub": _SUM, "neg": _SUM, "mul": _PRODUCT, "pow": _POWER}
_STATEMENT_BINDING = {"implies": 0, "iff": 0, "or": 1, "and": 2, "not": 3, "relation": 3}
_SIGNS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "==": "=", "!=": r"\neq"}
_JOINTS = {"and": r" \land ", "or": r" \lor ", "implies": r" \implies ", "iff": r" \iff "}
_TEMPLATES = {
    "div": r"\frac{{{0}}}{{{1}}}",
    "log": r"\ln\left({0}\right)",
    "sqrt": r"\sqrt{{{0}}}",
    "abs": r"\left|{0}\right|",
    "floor": r"\left\lfloor {0} \right\rfloor",
    "ceiling": r"\left\lceil {0} \right\rceil",
    "binomial": r"\binom{{{0}}}{{{1}}}",
}
_WORD = r"\mathrm{"
_OF_TWO_LINES = {"div", "binomial"}


@dataclass(frozen=True, slots=True)
class Typesetter:
    r"""Renders trees; `names` gives the LaTeX of each symbol.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> print(Typesetter({"delta": r"\delta(x)", "n": "n"}).latex(read("delta < 1/n", {"delta", "n"})))
        \delta(x) < \frac{1}{n}
    """

    names: Mapping[str, str]

    def latex(self, node: Node) -> str:
        """The LaTeX of a statement or a term, without dollar signs."""
        if node.head == "relation":
            signs, terms = node.parts
            pieces = [self._term(terms[0])]
            for sign, term in zip(signs, terms[1:], strict=True):
                pieces += [_SIGNS[sign], self._term(term)]
            return " ".join(pieces)
        if node.head == "not":
            return rf"\neg\left({self.latex(node.parts[0])}\right)"
        if node.is_statement:
            own = _STATEMENT_BINDING[node.head]
            return _JOINTS[node.head].join(
                _bracket(self.latex(part), _STATEMENT_BINDING[part.head] <= own) for part in node.parts
            )
        return self._term(node)

    def _term(self, node: Node) -> str:
        match node.head:
            case "number":
                return _number(node.parts[1])
            case "symbol":
                return upright(self.names.get(node.parts[0], node.parts[0]))
            case "pi":
                return r"\pi"
            case "neg":
                return "-" + self._within(node.parts[0], _PRODUCT)
            case "add" | "sub":
                sign, tightness = ("+", _SUM) if node.head == "add" else ("-", _PRODUCT)
                return f"{self._within(node.parts[0], _SUM)} {sign} {self._second(node.parts[1], tightness)}"
            case "mul":
                left = self._within(node.parts[0], _SUM if node.parts[0].head == "neg" else _PRODUCT)
                right = self._second(node.parts[1], _PRODUCT)
                left = _bracket(left, node.parts[0].head == "symbol" and _has_open(left, "/+-"))
                right = _bracket(right, node.parts[1].head == "symbol" and _has_open(right, "+-"))
                words = right.startswith(_WORD) + (left.startswith(_WORD) and left.endswith("}"))
                sign = r" \cdot " if right[0].isdigit() or words == 2 else r" \, " if words else " "
                return f"{left}{sign}{right}"
            case "pow":
                return f"{self._base(node.parts[0])}^{{{self._exponent(node.parts[1])}}}"
            case "exp":
                exponent = self._exponent(node.parts[0])
                return "e" if exponent == "1" else f"e^{{{exponent}}}"
            case "factorial":
                return f"{self._base(node.parts[0])}!"
            case "sum":
                return self._sum(*node.parts)
        inner = [self._term(part) for part in node.parts]
        if node.head in ("max", "min"):
            return rf"\{node.head}\left({', '.join(inner)}\right)"
        return _TEMPLATES[node.head].format(*inner)

    def _exponent(self, node: Node) -> str:
        """A term in small print, in which a fraction of two lines is too small to read: it is one line there."""
        match node.head:
            case "div":
                return self._inline(node) or self._term(node)
            case "neg" if node.parts[0].head == "div":
                inline = self._inline(node.parts[0])
                return "-" + _bracket(inline, inline.startswith("-")) if inline else self._term(node)
            case "add" | "sub":
                first, second = node.parts
                inner = first.head in ("div", "neg", "add", "sub")
                begin = self._exponent(first) if inner else self._within(first, _SUM)
                quotient = second.head == "div"
                end = self._exponent(second) if quotient or second.head == "neg" else self._second(second, _PRODUCT)
                end = _bracket(end, end.startswith("-"))
                return f"{begin} {'+' if node.head == 'add' else '-'} {end}"
        return self._term(node)

    def _inline(self, quotient: Node) -> str:
        """A quotient with a slash; nothing where one of two lines would stand beside it."""
        above, below = quotient.parts
        if _OF_TWO_LINES & {above.head, below.head}:
            return ""
        sign = "-" * (above.head == "neg")
        above = above.parts[0] if sign else above
        return f"{sign}{self._beside_slash(above, _PRODUCT, '/+-')}/{self._beside_slash(below, _POWER, '/+- ')}"

    def _beside_slash(self, node: Node, tightness: int, signs: str) -> str:
        text = self._within(node, tightness)
        symbol = node.head in ("symbol", "number")
        return _bracket(text, (symbol and _has_open(text, signs)) or (node.head != "mul" and text.startswith("-")))

    def _sum(self, body: Node, index: str, first: Node, last: Node) -> str:
        bounds = f"_{{{index}={self._term(first)}}}^{{{self._term(last)}}}"
        return rf"\sum{bounds} {self._within(body, _PRODUCT)}"

    def _within(self, node: Node, tightness: int) -> str:
        return _bracket(self._term(node), _BINDING.get(node.head, _ATOM) < tightness)

    def _second(self, node: Node, tightness: int) -> str:
        text = self._within(node, tightness)
        return _bracket(text, text.startswith("-"))

    def _base(self, node: Node) -> str:
        text = self._term(node)
        plain = node.head == "symbol" and not set(text) & set("^()+- /")
        closed = plain or text.isdigit() or node.head in ("pi", "abs", "max", "min")
        return _bracket(text, not closed)


def upright(name: str) -> str:
    r"""A word as one name rather than as the product of its letters; whatever else names a symbol stays.

    Example:
        >>> print(upright("first"), upright("n"), upright(r"\delta(x)"), upright("e^{-KL(x)}"))
        \mathrm{first} n \delta(x) e^{-\mathrm{KL}(x)}
    """
    return rf"{_WORD}{name}}}" if len(name) > 1 and name.isalpha() else re.sub(NAMED, r"\\mathrm{\1}", name)


def _bracket(text: str, wanted: bool) -> str:
    return rf"\left({text}\right)" if wanted else text


def _has_open(name: str, signs: str) -> bool:
    """Whether a symbol is typeset as a quotient or a sum, with a sign outside of all its brackets."""
    depth = 0
    for place, letter in enumerate(name):
        depth += (letter in "({[") - (letter in ")}]")
        if not depth and place and letter in signs and name[place - 1] not in "^_":
            return True
    return False


def _number(text: str) -> str:
    mantissa, _, exponent = text.lower().partition("e")
    if not exponent:
        return text
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa} \cdot {power}"
