"""Formulas that say the opposite of another one, and formulas that say the same in other words, by its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sdp_proofs.formulas.formula import Formula

_OPPOSITE: dict[type[ast.cmpop], str] = {ast.LtE: ">", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.NotEq: "=="}
_SIGN: dict[type[ast.cmpop], str] = {
    ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_MIRRORED: dict[type[ast.cmpop], str] = {
    ast.LtE: ">=", ast.Lt: ">", ast.GtE: "<=", ast.Gt: "<", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def falsified(formula: Formula) -> Iterator[Formula]:
    """The formula with one part after the other turned into its opposite; an equation is off by one.

    Every one is false at each instance of a true formula: what is turned is a part that must hold there, but for an
    implication, which fails where its condition is met.
    """
    for text in _falsified(_root(formula)):
        yield Formula(text, formula.symbols)


def mirrored(formula: Formula) -> Formula:
    """The formula with the sides of every relation exchanged."""
    return Formula(_rewritten(_root(formula), _exchanged), formula.symbols)


def padded(formula: Formula) -> Formula:
    """The formula with a zero added to the right side of every relation."""
    return Formula(_rewritten(_root(formula), _with_zero), formula.symbols)


def _root(formula: Formula) -> ast.expr:
    return ast.parse(formula.text, mode="eval").body


def _name(node: ast.expr) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _relation(node: ast.expr) -> tuple[str, type[ast.cmpop], str]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.unparse(node.left), type(node.ops[0]), ast.unparse(node.comparators[0])
    raise ValueError(f"a part must be a relation, got {ast.unparse(node)}")


def _falsified(node: ast.expr) -> Iterator[str]:
    name, parts = _name(node), node.args if isinstance(node, ast.Call) else []
    texts = [ast.unparse(part) for part in parts]
    if name == "And":
        for place, part in enumerate(parts):
            for turned in _falsified(part):
                yield f"And({', '.join([*texts[:place], turned, *texts[place + 1 :]])})"
    elif name == "Or":
        yield f"And({', '.join(next(_falsified(part)) for part in parts)})"
    elif name == "Implies":
        yield from (f"Implies({texts[0]}, {turned})" for turned in _falsified(parts[1]))
    elif name == "Equivalent":
        yield f"Equivalent({texts[0]}, Not({texts[1]}))"
    elif name == "Eq":
        yield f"Eq({texts[0]}, {texts[1]} + 1)"
    else:
        left, operator, right = _relation(node)
        if operator is ast.Eq:
            yield f"({left}) == ({right}) + 1"
        else:
            yield f"({left}) {_OPPOSITE[operator]} ({right})"


def _rewritten(node: ast.expr, change) -> str:
    name = _name(node)
    if name in ("And", "Or", "Implies", "Equivalent", "Not"):
        return f"{name}({', '.join(_rewritten(part, change) for part in node.args)})"
    if name == "Eq":
        left, right = (ast.unparse(part) for part in node.args)
        return f"Eq({change(left, ast.Eq, right, ', ')})"
    left, operator, right = _relation(node)
    return change(f"({left})", operator, f"({right})", None)


def _exchanged(left: str, operator: type[ast.cmpop], right: str, between: str | None) -> str:
    return f"{right}{between or f' {_MIRRORED[operator]} '}{left}"


def _with_zero(left: str, operator: type[ast.cmpop], right: str, between: str | None) -> str:
    return f"{left}{between or f' {_SIGN[operator]} '}{right} + 0"
