"""`Formula`: one object, rendered, evaluated, and sent to the solvers.

It is evaluated exactly or in enclosures.

The text is written in sympy's syntax and read without sympy, so a module that only states formulas stays
light, and nothing is simplified behind the author's back. Division by zero, roots and logarithms outside
their domain have no value: the relation they occur in is UNKNOWN.

LaTeX of a tree keeps the order and the decimals that were written.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError, dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NoReturn

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas import syntax
from sdp_proofs.formulas.evaluation import Evaluation, quantity
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.notation import NAMED
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

CEILING_BITS = 32_768
_FIRST_BITS = 128
_RAISE = 4
_ALIKE = 0.4


class Formula:
    r"""A statement (or a term) about real numbers.

    It is frozen, and compared by text and symbols.

    Understood are + - * / **, exp, log, sqrt, abs, Max, Min, floor, ceiling, factorial, binomial, pi,
    Sum(term, (k, first, last)); the relations < <= > >= == != (also chained, also Eq and Ne); And, Or, Not,
    Implies, Equivalent. Decimals are read exactly. 0**0 is 1.

    Args:
        text: the formula.
        symbols: the names that may occur, each with its LaTeX; in a bare sequence a name is its own LaTeX.

    Raises:
        DomainError: the text is not a formula over the symbols.

    Example:
        >>> from fractions import Fraction
        >>> small = Formula("delta < 1/records", symbols={"delta": r"\delta(x)", "records": "n"})
        >>> print(small.latex())
        \delta(x) < \frac{1}{n}
        >>> small.decide({"delta": Fraction(1, 10), "records": 10})
        <Verdict.FAILS: 'FAILS'>
        >>> small.mutate("<", "<=").decide({"delta": Fraction(1, 10), "records": 10})
        <Verdict.HOLDS: 'HOLDS'>
    """

    text: str
    symbols: Mapping[str, str]

    def __init__(self, text: str, symbols: Mapping[str, str] | Sequence[str] = ()) -> None:
        names = dict(symbols) if isinstance(symbols, Mapping) else {name: name for name in symbols}
        for name in names:
            if not name.isidentifier() or name in syntax.RESERVED:
                raise DomainError(f"a symbol must be a name that is not a function; got {name!r}")
        self.__dict__.update(text=text, symbols=MappingProxyType(names), tree=syntax.read(text, names.keys()))

    tree: Node

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete {name!r}")

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The symbols that occur, in the order of their declaration."""
        used = self.tree.free_names()
        return tuple(name for name in self.symbols if name in used)

    def latex(self) -> str:
        """Typeset the formula with the LaTeX names of its symbols.

        No dollar signs.
        """
        return Typesetter(self.symbols).latex(self.tree)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def decide(self, values: Mapping[str, Any], ceiling: int = CEILING_BITS) -> Verdict:
        """Decide the statement at a point.

        Exact where the values are exact and the formula is rational: then the answer is never UNKNOWN, unless
        a divisor is zero. Otherwise balls decide, at growing precision; strong Kleene logic joins the parts.

        Args:
            values: an `Enclosure` or any exactly readable real (int, Fraction, "log(25)") per symbol.
            ceiling: bits beyond which an undecided relation stays UNKNOWN.

        Raises:
            DomainError: a value is missing or a float, or the formula is a term.
            SizeError: a sum or a factorial is too large.
        """
        if not self.tree.is_statement:
            raise DomainError(f"only a statement can be decided; got the term {self.text!r}")
        point, bits = self._point(values), _FIRST_BITS
        while True:
            verdict = Evaluation(point, min(bits, ceiling)).verdict(self.tree)
            if verdict is not Verdict.UNKNOWN or bits >= ceiling:
                return verdict
            bits *= _RAISE

    def value(self, values: Mapping[str, Any], bits: int = 256) -> Enclosure | None:
        """Evaluate a term at a point; None where not proven defined.

        Raises:
            DomainError: a value is missing or a float, or the formula is a statement.

        Example:
            >>> Formula("binomial(n, 2)/4", ["n"]).value({"n": 5}).exact
            Fraction(5, 2)
        """
        if self.tree.is_statement:
            raise DomainError(f"only a term has a value; got the statement {self.text!r}")
        evaluation = Evaluation(self._point(values), bits)
        result = evaluation.value(self.tree)
        return None if result is None else evaluation.enclosure(result)

    def _point(self, values: Mapping[str, Any]) -> dict[str, Any]:
        missing = [name for name in self.free if name not in values]
        if missing:
            names = ", ".join(missing)
            raise DomainError(f"every symbol of {self.text!r} must have a value; got none for {names}")
        return {name: quantity(values[name], name) for name in self.free}

    def sides(self) -> tuple[Formula, Formula]:
        """The two terms of a single relation.

        Raises:
            DomainError: the formula is not a single relation.
        """
        left, _, right = syntax.split(self.text)
        return Formula(left, self.symbols), Formula(right, self.symbols)

    @property
    def is_equation(self) -> bool:
        """The formula is one relation, which says that its sides are equal.

        Example:
            >>> Formula("Eq(x, y)", ["x", "y"]).is_equation, Formula("x <= y", ["x", "y"]).is_equation
            (True, False)
        """
        try:
            return syntax.split(self.text)[1] == "=="
        except DomainError:
            return False

    def mutate(self, old: str, new: str) -> Formula:
        """The formula with one piece of its text replaced: a near miss.

        Raises:
            DomainError: `old` does not occur exactly once, nothing changes, or the result is not a formula.
        """
        count = self.text.count(old)
        if count != 1:
            raise DomainError(f"{old!r} must occur exactly once in {self.text!r}; got {count}")
        mutant = Formula(self.text.replace(old, new), self.symbols)
        if mutant.tree == self.tree:
            raise DomainError(f"a mutation must change the formula; got {old!r} -> {new!r}")
        return mutant

    def resembles(self, other: Formula) -> bool:
        """Tell whether a slip of the pen may lead to the other.

        They have the same symbols, and most of the text or a whole side in common.

        Example:
            >>> small = Formula("delta < 1/records", ["delta", "records"])
            >>> small.resembles(small.mutate("<", ">")), small.resembles(Formula("1 == 0"))
            (True, False)
        """
        if not set(other.free) <= set(self.symbols) or (self.free and not set(other.free) & set(self.free)):
            return False
        mine, others = (re.findall(r"\w+|\S", formula.text) for formula in (self, other))
        # Most slips are one: what is alike before and after it is enough, and soon counted.
        start = _alike(mine, others)
        end = _alike(mine[start:][::-1], others[start:][::-1])
        if 2 * (start + end) >= _ALIKE * (len(mine) + len(others)):
            return True
        alike = difflib.SequenceMatcher(None, mine, others, autojunk=False).ratio()
        return alike >= _ALIKE or self.shares_a_side(other)

    def shares_a_side(self, other: Formula) -> bool:
        """Tell whether a side of a relation occurs in the other formula.

        Example:
            >>> Formula("d < 1/n", ["d", "n"]).shares_a_side(Formula("d + 1/n <= 1/n", ["d", "n"]))
            True
        """
        return bool(self._whole_sides() & other._whole_sides())

    def _whole_sides(self) -> set[Node]:
        """Collect the sides of relations that speak of a symbol."""

        def relations(node: Node) -> Iterator[Node]:
            if node.head == "relation":
                yield node
            elif node.is_statement:
                for child in node.children():
                    yield from relations(child)

        return {term for node in relations(self.tree) for term in node.parts[1] if term.free_names()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        return self.text == other.text and self.symbols == other.symbols

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.text, frozenset(self.symbols.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self.text, dict(self.symbols))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Formula({self.text!r}, {dict(self.symbols)!r})"


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the pieces that two texts have in common at first."""
    same = 0
    for mine, others in zip(one, other, strict=False):
        if mine != others:
            break
        same += 1
    return same


# Precedence of the heads; an operand that binds less tightly than its place asks for is bracketed.
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
        """Typeset in small print, where a fraction is on one line."""
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
        """Typeset a quotient with a slash.

        Nothing where one of two lines would stand beside it.
        """
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
    r"""Typeset a word as one name, not as a product of letters.

    Any other name of a symbol stays.

    Example:
        >>> print(upright("first"), upright("n"), upright(r"\delta(x)"), upright("e^{-KL(x)}"))
        \mathrm{first} n \delta(x) e^{-\mathrm{KL}(x)}
    """
    return rf"{_WORD}{name}}}" if len(name) > 1 and name.isalpha() else re.sub(NAMED, r"\\mathrm{\1}", name)


def _bracket(text: str, wanted: bool) -> str:
    return rf"\left({text}\right)" if wanted else text


def _has_open(name: str, signs: str) -> bool:
    """Tell whether a symbol is typeset as an open quotient or sum.

    Its sign is outside of all brackets.
    """
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
