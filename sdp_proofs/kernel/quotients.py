"""Relations between quotients as relations between polynomials: left - right = top / bottom, found by sympy.

What is found is not believed: `field` proves the equation, and the sign of the bottom is proved as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.kernel.formulas import Writer, heads, literal
from sdp_proofs.kernel.names import named


def clearings(trees: Sequence[Node], writer: Writer) -> list[tuple[str, str, str, str]]:
    """Left, right, top and bottom in Coq, for each relation in which a quotient occurs.

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
