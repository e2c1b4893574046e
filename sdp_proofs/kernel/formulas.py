"""Formulas as propositions of Coq, about fractions or real numbers.

Names are those of a certificate or a formula, changed where Coq or the library gives them a meaning. A relation between
quotients also becomes one between polynomials: left - right = top / bottom, found by sympy. What is found is not
believed: `field` proves the equation, and the sign of the bottom is proved as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.syntax import Node

_KEYWORDS = (
    "as at by cofix else end exists exists2 fix for forall fun if in let match mod return struct then using where with "
    "Prop Set Type SProp Definition Theorem Q R Z N O S I nil cons true false"
)
_LIBRARY = (
    "q_add q_sub q_mul q_div q_pow q_quotient q_modulo q_floor q_ceiling q_abs comb_from comb factorial_of factorial "
    "range_from range_by range sum q_max q_min largest smallest every some size entry alike total highest lowest below "
    "at_most map flat_map filter app nth fold_left fold_right exp ln sqrt Rpower Rmax Rmin Rabs Q2R negb inject_Z "
    "published said unroll length fst snd pow list bool nat choose whole_power"
)
TAKEN = frozenset(f"{_KEYWORDS} {_LIBRARY}".split())
"""Words that no name of a claim may be."""


def named(name: str) -> str:
    """The name of a symbol or a definition.

    Example:
        >>> named("loss"), named("sum"), named("S")
        ('loss', "sum'", "S'")
    """
    return f"{name}'" if name in TAKEN else name


def file_of(claim: str) -> str:
    """The name of the file of a claim, without its ending.

    Example:
        >>> file_of("remark-eight")
        'remark_eight'
    """
    return re.sub(r"[^a-z0-9]", "_", claim)


_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
_CONNECTIVES = {"and": r"/\ ", "or": r"\/ ", "implies": "-> ", "iff": "<-> "}
_FRACTIONS = {"abs": "q_abs", "floor": "q_floor", "ceiling": "q_ceiling", "factorial": "factorial", "binomial": "comb"}
_REALS = {"abs": "Rabs", "exp": "exp", "log": "ln", "sqrt": "sqrt"}
_COUNTS = {"binomial": "choose"}
TRANSCENDENTAL = frozenset({"exp", "log", "sqrt", "pi"})
"""Functions that have irrational values at fractions."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes formulas over numbers of one world.

    Attributes:
        real: whether the symbols are real numbers; fractions if not.
        whole: the symbols of which every value is whole: with these, and nothing else, a power may be formed.
        counts: whether binomial coefficients and whole powers are known, as they are in `library/Whole.v`.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> Writer(real=True).proposition(read("loss < 1/n", {"loss", "n"}))
        '(loss < (1 / n))%R'
        >>> Writer(real=False).proposition(read("Max(0, p - q) >= p**2", {"p", "q"}))
        '((p ^ 2) <= (q_max 0 (p - q)))'
    """

    real: bool
    whole: Collection[str] = ()
    counts: bool = False

    def proposition(self, node: Node) -> str:
        """A statement.

        Raises:
            DomainError: it has no translation.
        """
        if node.head == "relation":
            signs, terms = node.parts
            sides = [self.term(term) for term in terms]
            found = [self._relation(*part) for part in zip(signs, sides, sides[1:], strict=False)]
            return found[0] if len(found) == 1 else "(" + r" /\ ".join(found) + ")"
        parts = [self.proposition(part) for part in node.parts]
        if node.head == "not":
            return f"(~ {parts[0]})"
        if node.head in _CONNECTIVES:
            return f"({f' {_CONNECTIVES[node.head]}'.join(parts)})"
        raise DomainError(f"a statement must stand here; got {node.head}")

    def _relation(self, sign: str, left: str, right: str) -> str:
        if sign in (">", ">="):
            sign, left, right = {">": "<", ">=": "<="}[sign], right, left
        if self.real:
            return f"({left} {'<>' if sign == '!=' else '=' if sign == '==' else sign} {right})%R"
        return f"(~ ({left} == {right}))" if sign == "!=" else f"({left} {sign} {right})"

    def term(self, node: Node) -> str:
        """A term, in parentheses or without need of any.

        Raises:
            DomainError: it has no translation.
        """
        if node.head == "number":
            return self._literal(node.parts[0])
        if node.head == "symbol":
            return named(node.parts[0])
        if node.head == "pi" and self.real:
            return "PI"
        if node.head == "pow":
            return self._power(*node.parts)
        if node.head == "sum":
            raise DomainError("a sum has no translation yet")
        parts = [self.term(part) for part in node.children()]
        if node.head in _OPERATORS:
            return f"({parts[0]} {_OPERATORS[node.head]} {parts[1]})"
        if node.head == "neg":
            return f"(- {parts[0]})" if self.real else f"(0 - {parts[0]})"
        if node.head in ("max", "min"):
            word = f"R{node.head}" if self.real else f"q_{node.head}"
            result = parts[-1]
            for part in reversed(parts[:-1]):
                result = f"({word} {part} {result})"
            return result
        words = _FRACTIONS if not self.real else _REALS | _COUNTS if self.counts else _REALS
        if node.head not in words:
            raise DomainError(f"{node.head} of {'real numbers' if self.real else 'fractions'} has no translation")
        return f"({words[node.head]} {' '.join(parts)})"

    def _literal(self, value: Fraction) -> str:
        top = str(value.numerator) if value >= 0 else f"(-{-value.numerator})"
        return top if value.denominator == 1 else f"({top} / {value.denominator})"

    def _power(self, base: Node, exponent: Node) -> str:
        count = literal(exponent)
        if count is not None and count.denominator == 1:
            if count >= 0:
                return f"({self.term(base)} ^ {count})"
            return f"(1 / ({self.term(base)} ^ {-count}))"
        if self.real:
            # a power of a negative number is one with a whole exponent
            sign = literal(base)
            word = "whole_power" if self.counts and sign is not None and sign < 0 else "Rpower"
            return f"({word} {self.term(base)} {self.term(exponent)})"
        if not self._is_whole(exponent):
            raise DomainError("an exponent must be a whole number")
        return f"({self.term(base)} ^ {self.term(exponent)})"

    def _is_whole(self, node: Node) -> bool:
        if node.head == "number":
            whole: bool = node.parts[0].denominator == 1
            return whole
        if node.head == "symbol":
            return node.parts[0] in self.whole
        return node.head in ("add", "sub", "mul", "neg") and all(map(self._is_whole, node.children()))


def literal(node: Node) -> Fraction | None:
    """The number that is written down, with its sign."""
    if node.head == "number":
        value: Fraction = node.parts[0]
        return value
    if node.head == "neg" and node.parts[0].head == "number":
        return -literal(node.parts[0])  # type: ignore[operator]
    return None


def heads(node: Node) -> set[str]:
    """The kinds of nodes that occur."""
    return {node.head}.union(*map(heads, node.children()))


def needs_reals(node: Node) -> bool:
    """Tell whether terms may be irrational where the symbols are fractions."""
    return bool(heads(node) & TRANSCENDENTAL)


def clearings(trees: Sequence[Node], writer: Writer) -> list[tuple[str, str, str, str]]:
    """Clear each relation with a quotient: left, right, top, bottom.

    All of them are in Coq.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> clearings([read("x/y < 1", {"x", "y"})], Writer(real=True))
        [('(x / y)', '1', '(x - y)', '(y)')]
    """
    found: dict[tuple[str, str, str, str], None] = {}
    for tree in trees:
        for sign, *sides in _relations(tree):
            left, right = reversed(sides) if sign in (">", ">=") else sides
            if "div" not in heads(left) | heads(right):
                continue
            try:
                import sympy

                top, bottom = sympy.fraction(sympy.together(_sympy(left) - _sympy(right)))
                if not bottom.free_symbols:
                    continue
                top = sympy.expand(top)
            except (DomainError, ZeroDivisionError):
                continue
            found[writer.term(left), writer.term(right), f"({_text(top)})", f"({_text(sympy.factor(bottom))})"] = None
    return list(found)


def _relations(node: Node) -> Iterator[tuple[str, Node, Node]]:
    if node.head == "relation":
        signs, terms = node.parts
        yield from zip(signs, terms, terms[1:], strict=False)
    elif node.is_statement:
        for part in node.parts:
            yield from _relations(part)


def _sympy(node: Node) -> Any:
    import sympy

    value = literal(node)
    if value is not None:
        return sympy.Rational(value.numerator, value.denominator)
    if node.head == "symbol":
        return sympy.Symbol(named(node.parts[0]), real=True)
    if node.head == "pow":
        exponent = literal(node.parts[1])
        if exponent is None or exponent.denominator != 1:
            raise DomainError("a power must be of a whole exponent")
        return _sympy(node.parts[0]) ** int(exponent)
    parts = [_sympy(part) for part in node.children()]
    match node.head:
        case "neg":
            return -parts[0]
        case "add":
            return parts[0] + parts[1]
        case "sub":
            return parts[0] - parts[1]
        case "mul":
            return parts[0] * parts[1]
        case "div":
            return parts[0] / parts[1]
    raise DomainError(f"{node.head} is not rational")


def _text(expression: Any) -> str:
    """A polynomial of sympy's in Coq."""
    if expression.is_Add:
        first, *rest = expression.as_ordered_terms()
        return _text(first) + "".join(
            f" - {_text(-term)}" if term.could_extract_minus_sign() else f" + {_text(term)}" for term in rest
        )
    if expression.is_Mul:
        if expression.could_extract_minus_sign():
            return f"- {_factor(-expression)}"
        return " * ".join(map(_factor, expression.as_ordered_factors()))
    return _factor(expression)


def _factor(expression: Any) -> str:
    if expression.is_Symbol:
        return str(expression)
    if expression.is_Pow and expression.exp.is_Integer and expression.exp > 0:
        return f"{_factor(expression.base)} ^ {expression.exp}"
    if expression.is_Rational:
        return str(expression) if expression.is_Integer and expression >= 0 else f"({expression.p} / {expression.q})"
    return f"({_text(expression)})"
