"""All single-point mutants of a source file: one operator, comparison, constant, condition or end made another one.

What nobody could notice is left alone: annotations, decorators, docstrings, the texts of errors, imports for types.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate

BINARY = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"), ast.Pow: ("**", "*"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip
COMPARISONS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "upper": "lower", "lower": "upper", "any": "all", "all": "any", "ceil": "floor",
         "floor": "ceil"}  # fmt: skip
_UNSEEN_FIELDS = {"annotation", "returns", "decorator_list", "type_comment"}
_UNSEEN = (ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One place of a file made different.

    Attributes:
        file: its path within the project.
        within: the function or class around the place, with dots; empty at the top of the module.
        line: the source there, in one line.
        replacement: what it becomes.
        number: of the first line.
        start: where the replaced bytes begin.
        end: where they end.
        text: what takes their place.
    """

    file: str
    within: str
    line: str
    replacement: str
    number: int
    start: int
    end: int
    text: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Name of a mutant in lists that outlive edits elsewhere in the file."""
        return self.file, self.within, self.line, self.replacement

    def rank(self, seed: int) -> bytes:
        """A place in a random order that other mutants do not change."""
        return sha256("\n".join((str(seed), *self.key)).encode()).digest()

    def applied(self, source: bytes) -> bytes:
        """The file with this one difference."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants(file: str, source: bytes) -> list[Mutant]:
    """Yield the mutants of a file, in the order of their places; a few may not compile, see `is_another_program`.

    Example:
        >>> [mutant.replacement for mutant in mutants("f.py", b"def f(a):\\n    return a + 1\\n")]
        ['return a - 1', 'return a + 2', 'return a + 0']
    """
    tree = ast.parse(source)
    starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
    found = []
    for within, (start, end, text) in _replacements(tree, source, starts):
        first = source.count(b"\n", 0, start)
        after = source.find(b"\n", end)
        whole = source[starts[first] : after if after >= 0 else len(source)]
        changed = source[starts[first] : start] + text.encode() + source[end : after if after >= 0 else len(source)]
        found.append(Mutant(file, within, _in_one_line(whole), _in_one_line(changed), first + 1, start, end, text))
    return sorted(found, key=lambda mutant: mutant.start)


Replacement = tuple[int, int, str]


def _replacements(tree: ast.Module, source: bytes, starts: list[int]) -> Iterator[tuple[str, Replacement]]:
    def begin(node: ast.expr) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def end(node: ast.expr) -> int:
        return starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def between(left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Replacement]:
        gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), source[end(left) : begin(right)])
        words = old.split()
        place = re.search(rb"\s+".join(re.escape(word.encode()) for word in words), gap)
        if place is not None:
            yield end(left) + place.start(), end(left) + place.end(), new

    def operators(node: ast.AST) -> Iterator[Replacement]:
        match node:
            case ast.BinOp(op=op) if type(op) in BINARY:
                yield from between(node.left, node.right, *BINARY[type(op)])
            case ast.BoolOp(op=op):
                old, new = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from between(left, right, old, new)
            case ast.Compare():
                for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                    yield from between(left, right, *COMPARISONS[type(op)])
            case ast.UnaryOp(op=ast.Not()):
                gap = source[begin(node) : begin(node.operand)]
                yield begin(node), begin(node.operand), "(" * gap.count(b"(")

    def here(node: ast.AST) -> Iterator[Replacement]:
        match node:
            case ast.BinOp() | ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                yield from operators(node)
            case ast.UnaryOp(op=ast.USub()) if not isinstance(node.operand, ast.Constant):
                yield begin(node), begin(node) + 1, ""
            case ast.Constant(value=bool(value)):
                yield begin(node), end(node), str(not value)
            case ast.Constant(value=int(value)):
                yield begin(node), end(node), str(value + 1)
                yield begin(node), end(node), str(value - 1) if value else "(-1)"
            case ast.Name(id=name) if name in NAMES:
                yield begin(node), end(node), NAMES[name]
            case ast.Attribute(attr=name) if name in NAMES:
                yield end(node) - len(name), end(node), NAMES[name]
            case ast.If(test=test) | ast.IfExp(test=test):
                yield begin(test), end(test), "False"
            case ast.comprehension(ifs=conditions):
                yield from ((begin(condition), end(condition), "False") for condition in conditions)

    def walk(node: ast.AST, within: str) -> Iterator[tuple[str, Replacement]]:
        if isinstance(node, _UNSEEN) or _only_for_types(node):
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            within = f"{within}.{node.name}".lstrip(".")
        for replacement in here(node):
            yield within, replacement
        for field, value in ast.iter_fields(node):
            if field not in _UNSEEN_FIELDS:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from walk(child, within)

    return walk(tree, "")


def _only_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _in_one_line(source: bytes) -> str:
    return " ".join(source.decode().split())


def is_another_program(source: bytes, mutant: Mutant) -> bool:
    """Tell whether it compiles, to something else."""
    try:
        other = ast.parse(mutant.applied(source))
        compile(other, mutant.file, "exec")
    except (SyntaxError, ValueError):
        return False
    return ast.dump(other) != ast.dump(ast.parse(source))
