"""Formulas as a solver for polynomials can read them: a symbol in place of every term that it does not understand.

Equal terms get the same symbol, in all formulas of a question, so what is proved is more general than what was asked:
it holds whatever the values of these terms. What is known of some functions is added as premises:

* an exponential is positive, at least one more than its exponent, rises with it, and is 1 where that is 0;
* a square root is not negative, and its square is what stands under it, which must not be negative;
* a logarithm of u > 0 lies between 1 - 1/u and u - 1.

That nothing negative stands under a root, and that a logarithm has a positive argument, has to be shown from the other
premises, before the rest is used of them. What is known of an exponential is used where its exponent has a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, permutations
from typing import Any

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node

_NAMES = {"exp": "exp", "log": "log", "sqrt": "root"}
_UNDERSTOOD = frozenset({"number", "symbol", "neg", "add", "sub", "mul", "div", "abs", "max", "min"})
_MOST_EXPONENTIALS = 6


@dataclass(frozen=True, slots=True)
class Abstraction:
    """Formulas with symbols in place of terms.

    Attributes:
        formulas: in the order in which they were given.
        known: what holds of the new symbols, each with what must be shown before it may be used, if anything.
        terms: the term behind each new symbol.
    """

    formulas: tuple[Formula, ...]
    known: tuple[tuple[Formula | None, Formula], ...]
    terms: dict[str, str]


def abstracted(formulas: Sequence[Formula]) -> Abstraction:
    """The formulas with a symbol for each different term that is not rational.

    Example:
        >>> question = [Formula("x <= exp(-k)", ["x", "k"]), Formula("x*exp(-k) <= sqrt(k)", ["x", "k"])]
        >>> found = abstracted(question)
        >>> print(*found.formulas, found.terms, sep="; ")
        x <= exp_1; (x * exp_1) <= root_1; {'exp_1': 'exp((-k))', 'root_1': 'sqrt(k)'}
        >>> [str(obligation) for obligation, _ in found.known if obligation]
        ['k >= 0']
    """
    from sdp_proofs.formulas.derivatives import text

    names: dict[str, str] = {}
    parts: dict[str, tuple[str, str]] = {}
    taken = {name for formula in formulas for name in formula.symbols}

    def named(head: str, inner: Sequence[Any], written: str) -> Node:
        found = next((name for name, term in names.items() if term == written), None)
        if found is None:
            stem = _NAMES.get(head, "term")
            fresh = (f"{stem}_{number}" for number in count(1))
            found = next(name for name in fresh if name not in names and name not in taken)
            names[found] = written
            parts[found] = head, text(inner[0]) if head in _NAMES else ""
        return Node("symbol", (found,))

    def outside(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(outside(piece) for piece in node)
        if not isinstance(node, Node):
            return node
        if node.is_statement or node.head in _UNDERSTOOD or _is_power(node):
            return Node(node.head, outside(node.parts))
        if node.head in _NAMES:
            inner = outside(node.parts)
            return named(node.head, inner, text(Node(node.head, inner)))
        if not node.free_names() and node.head != "pi":
            return node
        return named(node.head, (), text(node))

    trees = [outside(formula.tree) for formula in formulas]
    if not names:
        return Abstraction(tuple(formulas), (), {})
    symbols = {name: shown for formula in formulas for name, shown in formula.symbols.items()}
    symbols |= {name: name for name in names}
    known = tuple(
        (Formula(obligation, symbols) if obligation else None, Formula(fact, symbols))
        for obligation, fact in _known(parts)
    )
    return Abstraction(tuple(Formula(text(tree), symbols) for tree in trees), known, names)


def _is_power(node: Node) -> bool:
    """A power with a whole number in the exponent."""
    if node.head != "pow":
        return False
    from sdp_proofs.formulas.ranges import exact_constant

    value = exact_constant(node.parts[1])
    return value is not None and value.denominator == 1 and abs(value) <= 64


def _known(parts: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    known = []
    for name, (head, inner) in parts.items():
        match head:
            case "exp":
                known.append(("", f"And({name} > 0, {name} >= 1 + {inner}, Implies({inner} <= 0, {name} <= 1))"))
            case "sqrt":
                known.append((f"{inner} >= 0", f"And({name} >= 0, {name}**2 == {inner})"))
            case "log":
                known.append((f"{inner} > 0", f"And({name} <= {inner} - 1, {name} >= 1 - 1/{inner})"))
    exponents = {name: inner for name, (head, inner) in parts.items() if head == "exp"}
    if len(exponents) <= _MOST_EXPONENTIALS:
        for small, large in permutations(exponents, 2):
            known.append(("", f"Implies({exponents[small]} <= {exponents[large]}, {small} <= {large})"))
    return known
