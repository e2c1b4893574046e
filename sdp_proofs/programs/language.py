"""The small language of programs: its functions, the names around them, its constants, and how it refuses."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError

BUILTINS = frozenset(
    "range len enumerate zip sum max min abs list tuple int any all reversed bool Fraction".split()  # noqa: SIM905
)
"""Names of Python that a program may call."""


@dataclass(frozen=True)
class Builtin:
    """A function of Python that the language has."""

    name: str


class Refused(DomainError):
    """A program uses what the small language does not have; the message gives the line and the reason.

    Attributes:
        needs_numbers: the input was unknown where a number is needed; on given inputs the program may run.
    """

    def __init__(self, node: ast.AST | None, reason: str, first_line: int = 1, needs_numbers: bool = False) -> None:
        line = getattr(node, "lineno", None)
        super().__init__(f"line {line + first_line - 1}: {reason}" if line else reason)
        self.needs_numbers, self.reason, self.line = needs_numbers, reason, line

    def at(self, node: ast.AST, first_line: int) -> Refused:
        """Add the line at which a name is used, where there is none yet."""
        return self if self.line else Refused(node, self.reason, first_line, self.needs_numbers)


@dataclass(frozen=True)
class Scope:
    """The names around a function: what is known is a constant or a function, what is not is refused.

    Attributes:
        find: gives the value of a name, or raises KeyError.
        first_line: the line of the file at which the text begins.
        ours: the names that this package gave to the file, as `private`; None where functions are given as objects,
            which are what their decorators returned.
    """

    find: Callable[[str], Any] = field(repr=False)
    first_line: int = 1
    ours: frozenset[str] | None = None


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the small language: its syntax and the names around it.

    Attributes:
        arguments: the parameters.
        body: statements, or the one expression of a lambda.
        scope: names outside.
        local: names of the enclosing call, for a function that is defined inside another one.
        defaults: values of parameters that are known already, before those of the syntax.
        own: the names that it assigns, which are its own from its first line on.
    """

    name: str
    arguments: ast.arguments
    body: list[ast.stmt] | ast.expr
    scope: Scope
    local: Mapping[str, Any] = field(default_factory=dict, repr=False)
    defaults: Mapping[str, Any] = field(default_factory=dict, repr=False)
    own: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Source:
    """A mechanism as it was read.

    Attributes:
        function: the function of (draw, q).
        text: its lines in Python.
        name: as it is called.
    """

    function: Function
    text: str
    name: str


def function_of(node: ast.FunctionDef | ast.Lambda, scope: Scope, local: Mapping[str, Any] | None = None) -> Function:
    """Take a definition as a function of the small language.

    Raises:
        Refused: it is decorated, has a default that can change, or a part that acts without being run.
    """
    arguments = node.args
    for part in ast.walk(node):
        if isinstance(part, _UNRUN):
            shown = ast.unparse(part).splitlines()[0]
            raise Refused(part, f"a program must do without `{shown}`, even where it is not run", scope.first_line)
    for default in [*arguments.defaults, *filter(None, arguments.kw_defaults)]:
        for part in ast.walk(default):
            if isinstance(part, _CHANGING) or (isinstance(part, ast.Call) and not _is_fraction(part)):
                raise Refused(default, "a default must be a constant, as it would outlive the call", scope.first_line)
    if isinstance(node, ast.Lambda):
        return Function("lambda", arguments, node.body, scope, local or {})
    for decorator in node.decorator_list:
        if not _is_ours(decorator, scope.ours):
            raise Refused(decorator, f"{node.name} must not be decorated, as that may change it", scope.first_line)
    own = frozenset(name for statement in node.body for name in stored(statement))
    return Function(node.name, arguments, node.body, scope, local or {}, own=own)


_UNRUN = (
    ast.Nonlocal, ast.Global, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Import, ast.ImportFrom, ast.Try,
    ast.TryStar, ast.Match, ast.ClassDef, ast.AsyncFunctionDef,
)  # fmt: skip
"""Parts that change what names or calls mean for a whole function, also after `if False`."""
_CHANGING = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.GeneratorExp)


def stored(node: ast.AST) -> Iterator[str]:
    """List the names that a statement assigns in its own call."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    if not isinstance(node, _INNER):
        for part in ast.iter_child_nodes(node):
            yield from stored(part)


def too_deep(shown: str) -> Refused:
    """Refuse what is nested beyond what can be followed."""
    return Refused(None, f"expressions and values must be nested less deeply, got {shown}")


def _is_fraction(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fraction"


def _is_ours(decorator: ast.expr, ours: frozenset[str] | None) -> bool:
    """Accept `@private(...)` and `@testing.private(...)` of this package, which test the function as it is."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) != "private":
        return False
    while isinstance(called, ast.Attribute):
        called = called.value
    return ours is None or (isinstance(called, ast.Name) and called.id in ours)


def frozen(value: Any, name: str) -> Any:
    """Take a Python constant as one of the small language.

    Raises:
        Refused: it is no integer, fraction, word, tuple or table of these, or is a list, which anybody may change.
    """
    if value is None or isinstance(value, (bool, int, str, Fraction)):
        return value
    if value is Fraction:
        return Builtin("Fraction")
    if isinstance(value, tuple):
        return tuple(frozen(part, name) for part in value)
    if isinstance(value, dict):
        return {frozen(key, name): frozen(part, name) for key, part in value.items()}
    found = f"a {type(value).__name__}"
    raise Refused(None, f"{name} must be an integer, a fraction, a word or a tuple of these, got {found}")
