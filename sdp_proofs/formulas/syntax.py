"""Texts of formulas as small trees.

Every number is exact; nothing is simplified, nothing evaluated.

The tree keeps what was written (`x/x` stays a quotient), because a simplifier that cancels also changes the
domain of a statement. Terms and statements cannot be mixed up: they are read by different functions.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import read_rational

RELATIONS = ("<", "<=", ">", ">=", "==", "!=")


class _Remembered:
    """Facts on a tree, found when first asked for.

    Trees never change, and are keys of what is known of them.
    """

    __slots__ = ("_hash", "_names")

    _hash: int
    _names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Node(_Remembered):
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

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash((self.head, self.parts)))
            return self._hash

    @property
    def is_statement(self) -> bool:
        """The node is true or false, rather than a number."""
        return self.head in STATEMENT_HEADS

    def children(self) -> Iterator[Node]:
        """The nodes directly below."""
        for part in self.parts[1] if self.head == "relation" else self.parts:
            if isinstance(part, Node):
                yield part

    def free_names(self) -> frozenset[str]:
        """Return the symbols that need a value; an index does not."""
        try:
            return self._names
        except AttributeError:
            object.__setattr__(self, "_names", self._free_names())
            return self._names

    def _free_names(self) -> frozenset[str]:
        names: set[str] = set()
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.head == "symbol":
                names.add(node.parts[0])
            elif node.head == "sum":
                body, index, *bounds = node.parts
                names |= body.free_names() - {index}
                waiting += bounds
            elif node.head != "number":
                waiting += node.parts[1] if node.head == "relation" else node.parts
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

_STATEMENTS = frozenset(_RELATION_FUNCTIONS) | frozenset(_CONNECTIVES)

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
    tree, symbols, indices = _read(text)
    if "pi" in names or not symbols.keys() <= set(names) or not indices.isdisjoint(names):
        tree, _, _ = _read(text, frozenset(names))  # refused, or the one text in which pi is a symbol
    return tree


def names_in(text: str) -> tuple[str, ...]:
    """Return the symbols of a text, in the order of first occurrence.

    The order matters: solvers take the variables in it, and a search may end or not as they are ordered.

    Raises:
        DomainError: not a formula, whatever its symbols are.

    Example:
        >>> names_in("And(x <= exp(y), Sum(z**k, (k, 0, n)) < n)")
        ('x', 'y', 'z', 'n')
    """
    _, symbols, indices = _read(text)
    return tuple(name for name in symbols if name not in indices)


@functools.lru_cache(maxsize=1 << 14)  # a ledger reads most of its formulas more than once, in other symbols
def _read(text: str, names: frozenset[str] | None = None) -> tuple[Node, dict[str, None], frozenset[str]]:
    """Read the tree over some symbols, or over any.

    The symbols that occur come with it, in their order, and the indices of its sums.
    """
    source = text.strip()
    try:
        reader = _Reader(source, names)
        tree = reader.any(ast.parse(source, mode="eval").body)
    except DomainError as error:
        raise DomainError(f"{error}, in the formula {text!r}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DomainError(f"a formula must be written like 'x < 1/n'; got {text!r} ({error})") from None
    return tree, reader.found, frozenset(reader.indices)


class Decimals(Fraction):
    """A decimal as it was typed.

    Python's own reading of it keeps seventeen digits.
    """

    typed: str

    def __repr__(self) -> str:
        return self.typed


def parsed(text: str) -> ast.expr:
    """Return Python's tree of a text, with decimals as fractions.

    A decimal is the fraction that was typed, and is written as it was.

    Example:
        >>> ast.unparse(parsed("x < 0.12345678901234567890"))
        'x < 0.12345678901234567890'
    """
    source = text.strip()
    tree = ast.parse(source, mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            typed = (ast.get_source_segment(source, node) or "").replace("_", "")
            exact = Decimals(read_rational(Decimal(typed)))
            exact.typed = typed
            node.value = exact  # type: ignore[assignment]
    return tree


def split(text: str) -> tuple[str, str, str]:
    """Split a single relation into left side, sign and right side.

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
    """Reads the nodes of one text.

    Attributes:
        source: the text.
        names: the symbols that may occur; `None`: any.
        bound: the indices of the sums around the node.
        found: the symbols that were met, in their order.
        indices: the indices that were met.
    """

    source: str
    names: frozenset[str] | None
    bound: frozenset[str] = frozenset()
    found: dict[str, None] = field(default_factory=dict)
    indices: set[str] = field(default_factory=set)

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

    def term(self, node: Any) -> Node:
        kind = type(node)  # ledgers have some ten thousand nodes, so the frequent kinds come first
        if kind is ast.Name:
            return self._symbol(node.id)
        if kind is ast.BinOp and type(node.op) in _OPERATORS:
            return Node(_OPERATORS[type(node.op)], (self.term(node.left), self.term(node.right)))
        if kind is ast.Constant and type(node.value) in (int, float):
            return self._number(node)
        if kind is ast.UnaryOp and type(node.op) in (ast.USub, ast.UAdd):
            operand = self.term(node.operand)
            return Node("neg", (operand,)) if type(node.op) is ast.USub else operand
        name, arguments = _call(node)
        if name == "Sum":
            return self._sum(arguments)
        if name in _FUNCTIONS:
            head, count = _FUNCTIONS[name]
            self._check_count(name, arguments, count)
            return Node(head, tuple(self.term(argument) for argument in arguments))
        raise DomainError(f"a number must stand here; got {self._text(node)}")

    def _is_statement(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.Compare, ast.BoolOp)):
            return True
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        return _call(node)[0] in _STATEMENTS

    def _number(self, node: ast.Constant) -> Node:
        text = self._text(node).replace("_", "")
        # `Decimal` reads the digits as typed; the float that Python made of them is never looked at.
        value = Fraction(node.value) if isinstance(node.value, int) else read_rational(Decimal(text))
        return Node("number", (value, text))

    def _symbol(self, name: str) -> Node:
        if name in self.bound or (self.names is not None and name in self.names):
            return Node("symbol", (name,))
        if name == "pi":
            return Node("pi", ())
        if self.names is None and name not in RESERVED:
            self.found[name] = None
            return Node("symbol", (name,))
        known = ", ".join(sorted((self.names or frozenset()) | self.bound)) or "none are"
        raise DomainError(f"symbols must be declared ({known}); got {name}")

    def _sum(self, arguments: list[ast.expr]) -> Node:
        if len(arguments) == 2 and isinstance(arguments[1], ast.Tuple) and len(arguments[1].elts) == 3:
            index, low, high = arguments[1].elts
            if isinstance(index, ast.Name) and index.id not in (self.names or frozenset()) | self.bound | RESERVED:
                self.indices.add(index.id)
                body = replace(self, bound=self.bound | {index.id}).term(arguments[0])
                return Node("sum", (body, index.id, self.term(low), self.term(high)))
        raise DomainError("a sum must be written Sum(term, (index, first, last)) with a fresh index")

    def _check_count(self, name: str, arguments: list[ast.expr], count: int | None) -> None:
        if not arguments or (count is not None and len(arguments) != count):
            raise DomainError(f"{name} must have {count or 'at least one'} argument(s); got {len(arguments)}")

    def _text(self, node: ast.expr) -> str:
        if self.source.isascii() and "\n" not in self.source:  # the rule; the general way reads all lines every time
            return self.source[node.col_offset : node.end_col_offset]
        return ast.get_source_segment(self.source, node) or ""


def _call(node: ast.expr) -> tuple[str, list[ast.expr]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return node.func.id, node.args
    return "", []
