"""Proofs that look at some terms of a formula from outside: powers and exponentials become symbols, with known bounds.

What is proved is stronger than the claim, as the symbols may have any values within these bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Check, Claim, Outcome
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict


def with_parts(formula: Formula, parts: Mapping[str, str]) -> Formula:
    """The formula with a symbol for each of some terms; a term may be written with the symbols named before it.

    Example:
        >>> print(with_parts(Formula("y <= (1 - exp(-x))**n", ["x", "y", "n"]), {"L": "exp(-x)", "P": "(1 - L)**n"}))
        y <= P
    """
    from sdp_proofs.numerics.derivatives import text

    def renamed(node: Any, wanted: str, name: str) -> Any:
        if isinstance(node, tuple):
            return tuple(renamed(piece, wanted, name) for piece in node)
        if not hasattr(node, "head"):
            return node
        if not node.is_statement and text(node) == wanted:
            return type(node)("symbol", (name,))
        return type(node)(node.head, renamed(node.parts, wanted, name))

    tree, symbols = formula.tree, dict(formula.symbols)
    for name, term in parts.items():
        wanted = text(Formula(term, symbols).tree)
        symbols[name] = name
        tree = renamed(tree, wanted, name)
    return Formula(text(tree), symbols)


def in_parts(check: Check, parts: Mapping[str, str]) -> Check:
    """The check, run on the formula with symbols for some of its terms; HOLDS, else UNKNOWN."""

    def run(claim: Claim) -> Outcome:
        shown = ", ".join(f"{name} = {term}" for name, term in parts.items())
        try:
            found = check.run(replace(claim, formula=with_parts(claim.formula, parts)))
        except DomainError as error:
            return Outcome(Verdict.UNKNOWN, f"with {shown}", detail=str(error))
        scope = f"{found.scope}, with {shown}"
        if found.verdict is Verdict.FAILS:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"the stronger statement fails at {found.witness}")
        return replace(found, scope=scope)

    return Check(check.method, check.coverage, run, check.title)
