"""Certificates with one value spoilt: a number moved by one, or the values of two names exchanged."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any


def corruptions(certificate: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every corruption with a name: numbers of definitions, then of hypotheses and values, then exchanges."""
    lets = certificate["let"]
    for place, (name, text) in enumerate(lets):
        for number, changed in _moved(text):
            spoilt = [*lets[:place], [name, changed], *lets[place + 1 :]]
            yield f"{name}: {number}", {**certificate, "let": spoilt}
    for place, text in enumerate(certificate["given"]):
        for number, changed in _moved(text):
            given = [*certificate["given"][:place], changed, *certificate["given"][place + 1 :]]
            yield f"hypothesis: {number}", {**certificate, "given": given}
    for place, (symbol, sign, text) in enumerate(certificate["at"]):
        for number, changed in _moved(text):
            at = [*certificate["at"][:place], [symbol, sign, changed], *certificate["at"][place + 1 :]]
            yield f"{symbol}: {number}", {**certificate, "at": at}
    plain = [place for place, (_, text) in enumerate(lets) if _is_value(text)]
    for one, other in combinations(plain, 2):
        if lets[one][1] != lets[other][1]:
            spoilt = [list(entry) for entry in lets]
            spoilt[one][1], spoilt[other][1] = lets[other][1], lets[one][1]
            yield f"{lets[one][0]} and {lets[other][0]} exchanged", {**certificate, "let": spoilt}


def _moved(text: str) -> Iterator[tuple[str, str]]:
    """The expression with each of its integers one larger and one smaller."""
    numbers = [node for node in ast.walk(ast.parse(text.strip(), mode="eval")) if _is_integer(node)]
    for place in range(len(numbers)):
        for step in (1, -1):
            tree = ast.parse(text.strip(), mode="eval")
            node = [node for node in ast.walk(tree) if _is_integer(node)][place]
            assert isinstance(node, ast.Constant) and isinstance(node.value, int)
            old, node.value = node.value, node.value + step
            yield f"{old + step} for {old}", ast.unparse(tree)


def _is_integer(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)


def _is_value(text: str) -> bool:
    """Tell whether an expression is made of numbers only."""
    return not any(isinstance(node, ast.Name | ast.Lambda) for node in ast.walk(ast.parse(text.strip(), mode="eval")))
