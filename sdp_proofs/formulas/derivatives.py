"""Derivatives of trees, substitution into trees, and their text.

Terms are simplified only by the rules for 0 and 1 and by striking out equal factors of a quotient, so a derivative
is defined wherever its term has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.ranges import exact_constant, factors, product
from sdp_proofs.formulas.syntax import Node

_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}
_CALLS = {"max": "Max", "min": "Min"}
_CONNECTIVES = {"and": "And", "or": "Or", "not": "Not", "implies": "Implies", "iff": "Equivalent"}


def number(value: Fraction | int) -> Node:
    """The tree of a rational number."""
    fraction = Fraction(value)
    if fraction < 0:
        return Node("neg", (number(-fraction),))
    if fraction.denominator == 1:
        return Node("number", (fraction, str(fraction)))
    return Node("div", (number(fraction.numerator), number(fraction.denominator)))


def derivative(node: Node, name: str) -> Node:
    """The derivative of a term with respect to a symbol.

    Raises:
        DomainError: the term has no derivative (absolute values, maxima, rounding), or it is not known here.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> text(derivative(read("x*log(x)", {"x"}), "x"))
        '(log(x) + 1)'
    """
    if name not in node.free_names():
        return _NOTHING
    if node.head == "symbol":
        return _ONE
    if node.head == "pow":
        base, exponent = node.parts
        return _power(base, exponent, name)
    rule = _RULES.get(node.head)
    if rule is None:
        raise DomainError(f"a term with {node.head} of {name} has no derivative here")
    return rule(*node.parts, *(derivative(part, name) for part in node.parts))


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """The tree with symbols replaced by terms."""
    if node.head == "symbol":
        return values.get(node.parts[0], node)
    if node.head == "relation":
        signs, terms = node.parts
        return Node("relation", (signs, tuple(substitute(term, values) for term in terms)))
    if node.head == "sum":
        body, index, low, high = node.parts
        inner = {name: value for name, value in values.items() if name != index}
        return Node("sum", (substitute(body, inner), index, substitute(low, values), substitute(high, values)))
    return Node(node.head, tuple(substitute(part, values) if isinstance(part, Node) else part for part in node.parts))


def text(node: Node) -> str:
    """A text that is read as this tree again."""
    match node.head:
        case "number":
            return str(node.parts[1])
        case "symbol":
            return str(node.parts[0])
        case "pi":
            return "pi"
        case "neg":
            return f"(-{text(node.parts[0])})"
        case "relation":
            signs, terms = node.parts
            pieces = [text(terms[0])]
            for sign, term in zip(signs, terms[1:], strict=True):
                pieces += [sign, text(term)]
            return " ".join(pieces)
        case "sum":
            body, index, low, high = node.parts
            return f"Sum({text(body)}, ({index}, {text(low)}, {text(high)}))"
    if node.head in _SIGNS:
        return f"({text(node.parts[0])} {_SIGNS[node.head]} {text(node.parts[1])})"
    called = _CALLS.get(node.head) or _CONNECTIVES.get(node.head, node.head)
    return f"{called}({', '.join(map(text, node.parts))})"


_NOTHING, _ONE = number(0), number(1)


def _add(left: Node, right: Node) -> Node:
    if _NOTHING in (left, right):
        return left if right == _NOTHING else right
    return Node("add", (left, right))


def _subtract(left: Node, right: Node) -> Node:
    if right == _NOTHING:
        return left
    return _negative(right) if left == _NOTHING else Node("sub", (left, right))


def _negative(operand: Node) -> Node:
    return operand if operand == _NOTHING else Node("neg", (operand,))


def _multiply(left: Node, right: Node) -> Node:
    if _NOTHING in (left, right):
        return _NOTHING
    if _ONE in (left, right):
        return right if left == _ONE else left
    if "div" in (left.head, right.head):
        return _divide(Node("mul", _over(left)[:1] + _over(right)[:1]), Node("mul", _over(left)[1:] + _over(right)[1:]))
    return Node("mul", (left, right))


def _divide(left: Node, right: Node) -> Node:
    """Divide, striking out factors that are written alike above and below."""
    if left == _NOTHING or right == _ONE:
        return left
    (above, over_above), (below, over_below) = _over(left), _over(right)
    top = [factor for part in (above, over_below) for factor in factors(part) if factor != _ONE]
    bottom = [factor for part in (below, over_above) for factor in factors(part) if factor != _ONE]
    for factor in list(top):
        if factor in bottom:
            top.remove(factor)
            bottom.remove(factor)
    return Node("div", (product(top), product(bottom))) if bottom else product(top)


def _over(node: Node) -> tuple[Node, Node]:
    return (node.parts[0], node.parts[1]) if node.head == "div" else (node, _ONE)


def _quotient(left: Node, right: Node, left_rate: Node, right_rate: Node) -> Node:
    if right_rate == _NOTHING:
        return _divide(left_rate, right)
    # u'/v - u v'/v**2
    return _subtract(
        _divide(left_rate, right),
        _divide(_multiply(left, right_rate), Node("pow", (right, number(2)))),
    )


def _power(base: Node, exponent: Node, name: str) -> Node:
    rate = derivative(base, name)
    if name not in exponent.free_names():
        value = exact_constant(exponent)
        less = Node("sub", (exponent, _ONE)) if value is None else number(value - 1)
        reduced = base if value == 2 else _ONE if value == 1 else Node("pow", (base, less))
        return _multiply(_multiply(exponent, reduced), rate)
    grown = _multiply(derivative(exponent, name), Node("log", (base,)))
    return _multiply(Node("pow", (base, exponent)), _add(grown, _divide(_multiply(exponent, rate), base)))


_RULES: dict[str, Callable[..., Node]] = {
    "neg": lambda u, du: _negative(du),
    "add": lambda u, v, du, dv: _add(du, dv),
    "sub": lambda u, v, du, dv: _subtract(du, dv),
    "mul": lambda u, v, du, dv: _add(_multiply(du, v), _multiply(u, dv)),
    "div": _quotient,
    "exp": lambda u, du: _multiply(Node("exp", (u,)), du),
    "log": lambda u, du: _divide(du, u),
    "sqrt": lambda u, du: _divide(du, Node("mul", (number(2), Node("sqrt", (u,))))),
}
