"""The text of a formula as a small tree: every number exact, nothing simplified, nothing evaluated.

The tree keeps what was written (`x/x` stays a quotient), because a simplifier that cancels also changes the
domain of a statement. Terms and statements cannot be mixed up: they are read by different functions.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numerics.reals import read_rational

RELATIONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree.

    `parts` are nodes, except: a number holds its fraction and its text, a symbol its name, a relation the
    tuple of its signs and the tuple of its terms (`a < b <= c` is one relation), a sum its body, the name of
    its index and the two bounds.

    Example:
        >>> read("1/records", {"records"}).head
        'div'
    """

    head: str
    parts: tuple[Any, ...]

    @property
    def is_statement(self) -> bool:
        """Whether the node is true or false, rather than a number."""
        return self.head in STATEMENT_HEADS

    def children(self) -> Iterator[Node]:
        """The nodes directly below."""
        for part in self.parts[1] if self.head == "relation" else self.parts:
            if isinstance(part, Node):
                yield part

    def free_names(self) -> frozenset[str]:
        """The names of the symbols that need a value; the index of a sum does not."""
        if self.head == "sum":
            body, index, low, high = self.parts
            return frozenset((body.free_names() - {index}) | low.free_names() | high.free_names())
        names: set[str] = {self.parts[0]} if self.head == "symbol" else set()
        for child in self.children():
            names |= child.free_names()
        return frozenset(names)


_FUNCTIONS = {
    "exp": ("exp", 1),
    "log": ("log", 1),
    "ln": ("log", 1),
    "sqrt": ("sqrt", 1),
    "abs": ("abs", 1),
    "Abs": ("abs", 1),
    "floor": ("floor", 1),
    "ceiling": ("ceiling", 1),
    "ceil": ("ceiling", 1),
    "factorial": ("factorial", 1),
    "binomial": ("binomial", 2),
    "max": ("max", None),
    "Max": ("max", None),
    "min": ("min", None),
    "Min": ("min", None),
}
_CONNECTIVES = {
    "And": ("and", None),
    "Or": ("or", None),
    "Not": ("not", 1),
    "Implies": ("implies", 2),
    "Equivalent": ("iff", 2),
}
_RELATION_FUNCTIONS = {"Eq": "==", "Ne": "!="}
_OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow"}
_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}

RESERVED = frozenset(_FUNCTIONS) | frozenset(_CONNECTIVES) | frozenset(_RELATION_FUNCTIONS) | {"Sum"}
STATEMENT_HEADS = frozenset({"relation"} | {head for head, _ in _CONNECTIVES.values()})


def read(text: str, names: Collection[str]) -> Node:
    """The tree of `text`, in which only the symbols `names` may occur.

    Raises:
        DomainError: not a formula, an undeclared symbol, or a number that is not written as a literal.

    Example:
        >>> read("0.998", ()).parts[0]
        Fraction(499, 500)
    """
    source = text.strip()
    try:
        tree = ast.parse(source, mode="eval").body
        return _Reader(source, frozenset(names)).any(tree)
    except DomainError as error:
        raise DomainError(f"{error}, in the formula {text!r}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DomainError(f"a formula must be written like 'x < 1/n'; got {text!r} ({error})") from None


def split(text: str) -> tuple[str, str, str]:
    """Left side, sign and right side of the text of a single relation.

    Raises:
        DomainError: the text is not a single relation.
    """
    source = text.strip()
    tree = ast.parse(source, mode="eval").body
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1:
        sides, sign = (tree.left, tree.comparators[0]), _COMPARISONS[type(tree.ops[0])]
    elif (name := _call(tree)[0]) in _RELATION_FUNCTIONS:
        first, second = _call(tree)[1]
        sides, sign = (first, second), _RELATION_FUNCTIONS[name]
    else:
        raise DomainError(f"the formula must be a single relation; got {text!r}")
    left, right = (ast.get_source_segment(source, side) or "" for side in sides)
    return left, sign, right


@dataclass(frozen=True, slots=True)
class _Reader:
    source: str
    names: frozenset[str]

    def any(self, node: ast.expr) -> Node:
        return self.statement(node) if self._is_statement(node) else self.term(node)

    def statement(self, node: ast.expr) -> Node:
        if isinstance(node, ast.Compare):
            signs = tuple(_COMPARISONS.get(type(sign), "") for sign in node.ops)
            if "" in signs:
                raise DomainError(f"a relation must be one of {' '.join(RELATIONS)}; got {self._text(node)}")
            terms = tuple(self.term(side) for side in (node.left, *node.comparators))
            return Node("relation", (signs, terms))
        if isinstance(node, ast.BoolOp):
            head = "and" if isinstance(node.op, ast.And) else "or"
            return Node(head, tuple(self.statement(value) for value in node.values))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Node("not", (self.statement(node.operand),))
        name, arguments = _call(node)
        if name in _RELATION_FUNCTIONS:
            self._check_count(name, arguments, 2)
            sides = tuple(self.term(argument) for argument in arguments)
            return Node("relation", ((_RELATION_FUNCTIONS[name],), sides))
        if name in _CONNECTIVES:
            head, count = _CONNECTIVES[name]
            self._check_count(name, arguments, count)
            return Node(head, tuple(self.statement(argument) for argument in arguments))
        raise DomainError(f"a statement must stand here; got {self._text(node)}")

    def term(self, node: ast.expr) -> Node:
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return self._number(node)
        if isinstance(node, ast.Name):
            return self._symbol(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            operand = self.term(node.operand)
            return Node("neg", (operand,)) if isinstance(node.op, ast.USub) else operand
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return Node(_OPERATORS[type(node.op)], (self.term(node.left), self.term(node.right)))
        name, arguments = _call(node)
        if name == "Sum":
            return self._sum(arguments)
        if name in _FUNCTIONS:
            head, count = _FUNCTIONS[name]
            self._check_count(name, arguments, count)
            return Node(head, tuple(self.term(argument) for argument in arguments))
        raise DomainError(f"a number must stand here; got {self._text(node)}")

    def _is_statement(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Compare | ast.BoolOp):
            return True
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        return _call(node)[0] in (_RELATION_FUNCTIONS | _CONNECTIVES)

    def _number(self, node: ast.Constant) -> Node:
        text = self._text(node).replace("_", "")
        # `Decimal` reads the digits as typed; the float that Python made of them is never looked at.
        value = int(node.value) if isinstance(node.value, int) else Decimal(text)
        return Node("number", (read_rational(value), text))

    def _symbol(self, name: str) -> Node:
        if name in self.names:
            return Node("symbol", (name,))
        if name == "pi":
            return Node("pi", ())
        known = ", ".join(sorted(self.names)) or "none are"
        raise DomainError(f"symbols must be declared ({known}); got {name}")

    def _sum(self, arguments: list[ast.expr]) -> Node:
        if len(arguments) == 2 and isinstance(arguments[1], ast.Tuple) and len(arguments[1].elts) == 3:
            index, low, high = arguments[1].elts
            if isinstance(index, ast.Name) and index.id not in self.names | RESERVED:
                inner = _Reader(self.source, self.names | {index.id})
                return Node("sum", (inner.term(arguments[0]), index.id, self.term(low), self.term(high)))
        raise DomainError("a sum must be written Sum(term, (index, first, last)) with a fresh index")

    def _check_count(self, name: str, arguments: list[ast.expr], count: int | None) -> None:
        if not arguments or (count is not None and len(arguments) != count):
            raise DomainError(f"{name} must have {count or 'at least one'} argument(s); got {len(arguments)}")

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.source, node) or ""


def _call(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """The name and the arguments of a function call; an empty name for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return node.func.id, node.args
    return "", []
