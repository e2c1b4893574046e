"""Loops over an input of unknown size: what they go through, and lists with one number for each entry."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any


def traversed(node: ast.expr, inputs: str) -> str | None:
    """Say what a loop goes through: the entries of the input, their places, or both."""
    match node:
        case ast.Name(id=name) if name == inputs:
            return "entry"
        case ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=name)], keywords=[]) if name == inputs:
            return "both"
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)])], keywords=[]
        ) if name == inputs:
            return "place"
    return None


_USE_UP = ("sum", "max", "list", "tuple")
"""Functions that use a generator up, so that it may as well be a list."""


class _Hoist(ast.NodeTransformer):
    """Takes lists over the input out of an expression, where they are evaluated in any case."""

    def __init__(self, inputs: str, count: int) -> None:
        self.inputs, self.count, self.found = inputs, count, []  # type: ignore[var-annotated]

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._out(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return node

    visit_BoolOp = visit_Lambda = visit_GeneratorExp = visit_IfExp  # type: ignore[assignment]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id in _USE_UP and len(node.args) == 1:
            given = node.args[0]
            if isinstance(given, ast.Name) and given.id == self.inputs and node.func.id in ("sum", "max"):
                entry = ast.Name("entry of the input", ast.Load())
                every = ast.comprehension(ast.Name(entry.id, ast.Store()), given, [], 0)
                node.args[0] = ast.fix_missing_locations(ast.copy_location(ast.ListComp(entry, [every]), node))
            elif isinstance(given, ast.GeneratorExp):
                node.args[0] = ast.copy_location(ast.ListComp(given.elt, given.generators), given)
        return self.generic_visit(node)  # type: ignore[return-value]

    def _out(self, node: Any) -> ast.expr:
        if len(node.generators) != 1 or traversed(node.generators[0].iter, self.inputs) is None:
            return node  # type: ignore[no-any-return]
        name = f"list {self.count}"
        self.count += 1
        self.found.append(
            ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], node), node))
        )
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def hoisted(statements: list[ast.stmt], inputs: str) -> Iterator[ast.stmt]:
    """Give statements in which lists over the input are statements of their own."""
    count = 0
    for statement in statements:
        whole = copy.deepcopy(statement)
        if isinstance(whole, (ast.Assign, ast.Return, ast.Expr, ast.AugAssign)) and whole.value is not None:
            hoist = _Hoist(inputs, count)
            whole.value = hoist.visit(whole.value)
            count = hoist.count
            yield from hoist.found
        yield whole
