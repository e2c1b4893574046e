"""Reads a mechanism written as a Python function, from its syntax tree and never by running it.

    def noisy_max(draw, q):
        values = [x + draw.laplace(1) for x in q]
        return values.index(max(values))

The first parameter hands out the noise, the second is the tuple of numbers that the mechanism may not reveal. What the
function may use is a small part of Python: integers, words, tuples and lists, loops and comparisons, functions that are
written in the same way. Everything else is refused with its line, so that no answer rests on what was not understood:
no other module, no state that outlives a call, no floating-point number, no attribute but a few methods of lists.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path
from types import FunctionType
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.programs.language import Builtin, Function, Refused, Scope, Source, frozen, function_of
from sdp_proofs.programs.machine import constant


def read_file(path: str | Path, name: str) -> Source:
    """Read the function of a file without running the file.

    Args:
        path: a Python file.
        name: a function at its top level, or a name that is assigned a function.

    Raises:
        DomainError: the file cannot be read, is no Python, or has no such function.

    Example:
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "mine.py"
        >>> _ = file.write_text("def count(draw, q): return sum(q) + draw.geometric(1)")
        >>> read_file(file, "count").name
        'count'
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DomainError(f"the file of a program must be readable, got {path}: {error}") from None
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DomainError(f"the file of a program must be Python, got {path}: {error}") from None
    scope = _scope_of_file(tree)
    try:
        function = scope.find(name)
    except KeyError:
        known = ", ".join(node.name for node in tree.body if isinstance(node, ast.FunctionDef)) or "none"
        raise DomainError(f"the program must be a function of {path}, which has {known}; got {name}") from None
    return _source(function, name, text)


def read_function(mechanism: FunctionType) -> Source:
    """Read a Python function from the text that it was defined by.

    Args:
        mechanism: a function of (draw, q) whose text Python can find.

    Raises:
        DomainError: its text cannot be found, or it is no plain function.
    """
    function, text = _of_object(mechanism)
    return _source(function, mechanism.__name__, text)


def _source(function: Any, name: str, text: str) -> Source:
    if not isinstance(function, Function):
        raise DomainError(f"the program must be a function, got {name} = {function!r}")
    arguments = function.arguments
    given = [*arguments.posonlyargs, *arguments.args]
    free = len(given) - len(arguments.defaults)
    if free > 2 or len(given) < 2 or arguments.vararg or arguments.kwarg or None in arguments.kw_defaults:
        words = ", ".join(argument.arg for argument in given)
        raise DomainError(f"the program must be a function of (draw, q), got {name}({words})")
    if isinstance(function.body, list):
        try:
            segment = ast.get_source_segment(text, _whole(text, function)) or text
        except (KeyError, SyntaxError):
            segment = text
    else:
        segment = text
    return Source(function, textwrap.dedent(segment), name)


def _whole(text: str, function: Function) -> ast.AST:
    for node in ast.walk(ast.parse(textwrap.dedent(text))):
        if isinstance(node, ast.FunctionDef) and node.name == function.name:
            return node
    raise KeyError(function.name)


def _scope_of_file(tree: ast.Module) -> Scope:
    """The names of a file: definitions by their syntax, constants when they are asked for."""
    # A name that is assigned twice has no one value for a reader who runs nothing.
    found: dict[str, list[ast.stmt]] = {}
    fraction: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        found.setdefault(part.id, []).append(node)
        elif not _harmless(node):
            for part in ast.walk(node):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    found.setdefault(part.id, []).extend([node, node])
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "fractions":
            for alias in node.names:
                fraction.add(alias.asname or alias.name)
    running: set[str] = set()

    def find(name: str) -> Any:
        if name in fraction and name not in found:
            return Builtin("Fraction")
        nodes = found[name]
        if len(nodes) > 1:
            raise Refused(nodes[1], f"{name} must be given one value, got another one here")
        node = nodes[0]
        if isinstance(node, ast.FunctionDef):
            return function_of(node, scope)
        if isinstance(node, ast.AugAssign) or node.value is None or name in running:  # type: ignore[attr-defined]
            raise Refused(node, f"{name} must be a constant")
        running.add(name)
        try:
            return constant(node, name, scope)
        finally:
            running.discard(name)

    scope = Scope(find)
    return scope


def _harmless(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.ClassDef)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _of_object(mechanism: FunctionType) -> tuple[Function, str]:
    if not isinstance(mechanism, FunctionType):
        raise DomainError(f"the program must be a plain Python function, got {type(mechanism).__name__}")
    try:
        lines, first = inspect.getsourcelines(mechanism)
    except (OSError, TypeError):
        raise DomainError(f"the text of {mechanism.__name__} must be there to be read; write it into a file") from None
    text = textwrap.dedent("".join(lines))
    outside = inspect.getclosurevars(mechanism)
    names = {**outside.globals, **outside.nonlocals}

    def find(name: str) -> Any:
        value = names[name]
        return _of_object(value)[0] if isinstance(value, FunctionType) else frozen(value, name)

    scope = Scope(find, first)
    node = next(
        (
            part
            for part in ast.walk(_parsed(text, mechanism))
            if (isinstance(part, ast.FunctionDef) and part.name == mechanism.__name__)
            or (isinstance(part, ast.Lambda) and mechanism.__name__ == "<lambda>")
        ),
        None,
    )
    if node is None:
        raise DomainError(f"the text of {mechanism.__name__} must hold its definition")
    function = function_of(node, scope)
    held = {name: frozen(value, name) for name, value in _defaults(mechanism).items()}
    return Function(function.name, function.arguments, function.body, scope, defaults=held), text


def _parsed(text: str, mechanism: FunctionType) -> ast.AST:
    try:
        return ast.parse(text)
    except SyntaxError:
        raise DomainError(
            f"the text of {mechanism.__name__} must be readable by itself, got {text.strip()!r}"
        ) from None


def _defaults(mechanism: FunctionType) -> dict[str, Any]:
    code, given = mechanism.__code__, mechanism.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(given) : code.co_argcount]
    return {**dict(zip(names, given, strict=True)), **(mechanism.__kwdefaults__ or {})}
