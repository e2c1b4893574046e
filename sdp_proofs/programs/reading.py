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
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.programs.language import (
    BUILTINS,
    Builtin,
    Function,
    Refused,
    Scope,
    Source,
    frozen,
    function_of,
    too_deep,
)
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
    tree, text = _tree(path)
    try:
        scope = _scope_of_file(tree)
        function = scope.find(name)
    except RecursionError:
        raise too_deep(str(path)) from None
    except KeyError:
        known = ", ".join(node.name for node in tree.body if isinstance(node, ast.FunctionDef)) or "none"
        raise DomainError(f"the program must be a function of {path}, which has {known}; got {name}") from None
    return _source(function, name, text)


def _tree(path: str | Path) -> tuple[ast.Module, str]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DomainError(f"the file of a program must be readable, got {path}: {error}") from None
    try:
        return ast.parse(text), text
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DomainError(f"the file of a program must be Python, got {path}: {error}") from None


def read_function(mechanism: Callable[..., Any]) -> Source:
    """Read a Python function from the text that it was defined by.

    Args:
        mechanism: a function of (draw, q) whose text Python can find.

    Raises:
        DomainError: its text cannot be found, or it is no plain function.
    """
    function, text = _of_object(mechanism)
    return _source(function, mechanism.__name__, text)


def read_neighbours(given: Callable[[int], Any] | str, file: str | Path | None) -> Function:
    """Read a function of a size that lists the differences of neighbours.

    Args:
        given: the function, or its name in a file.
        file: the file, where only the name is given.

    Raises:
        DomainError: there is no such function.
    """
    if isinstance(given, FunctionType):
        return _of_object(given)[0]
    try:
        found = None if file is None else _scope_of_file(_tree(file)[0]).find(str(given))
    except KeyError:
        found = None
    if not isinstance(found, Function):
        known = "one, all, up, record, any or a function of the program's file"
        raise DomainError(f"neighbours must be {known}, got {given}")
    return found


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
    found, unread, fraction, ours = _bound_names(tree)
    calls = next(filter(None, map(_calls, tree.body)), None)
    running: set[str] = set()

    def find(name: str) -> Any:
        if name in unread:
            line = getattr(unread[name], "lineno", 1)
            raise Refused(None, f"{name} must be a constant or a function of this file, got another by line {line}")
        nodes = found.get(name, [])
        if not nodes and name in fraction:
            return Builtin("Fraction")
        if not nodes:
            raise KeyError(name)
        if len(nodes) > 1 or name in fraction:
            raise Refused(nodes[-1], f"{name} must be given one value, got another one here")
        node = nodes[0]
        if isinstance(node, ast.FunctionDef):
            return function_of(node, scope)
        if isinstance(node, ast.AugAssign) or node.value is None or name in running:  # type: ignore[attr-defined]
            raise Refused(node, f"{name} must be a constant")
        running.add(name)
        try:
            value = constant(node, name, scope)
        finally:
            running.discard(name)
        if isinstance(value, dict) and calls is not None:
            raise Refused(node, f"{name} must be a tuple, as line {calls.lineno} may change a table")
        return value

    scope = Scope(find, ours=frozenset(ours))
    return scope


def _bound_names(tree: ast.Module) -> tuple[dict[str, list[ast.stmt]], dict[str, ast.AST], set[str], set[str]]:
    """List what a file gives names to: definitions, what cannot be read, `Fraction`, and what is of this package."""
    found: dict[str, list[ast.stmt]] = {}
    unread: dict[str, ast.AST] = {}
    fraction: set[str] = set()
    ours: set[str] = set()
    others: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        found.setdefault(part.id, []).append(node)
            unread.update((name, node) for name in _bound_inside(node.value))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for name, module, given in _imported(node):
                if (module, given) == ("fractions", "Fraction"):
                    fraction.add(name)
                else:
                    unread[name] = node
                    (ours if module.partition(".")[0] == "sdp_proofs" else others).add(name)
        else:
            unread.update((name, node) for name in _bound_inside(node))
            others.update(_bound_inside(node))
    unread.update(_changed_from_inside(tree))
    return found, unread, fraction, ours - found.keys() - others


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str, str]]:
    """List the names that an import gives, each with the module and the name there."""
    for alias in node.names:
        if alias.name == "*":
            raise Refused(node, "every name of the file must be known; import names one by one")
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
        yield (alias.asname or alias.name).partition(".")[0], module, alias.name


def _changed_from_inside(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """List the names that are changed inside an expression or a function of the file, or in their parts.

    Raises:
        Refused: the file reaches for names in a way that nobody can follow.
    """
    imported: set[str] = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.Global):
            yield from ((name, part) for name in part.names)
        elif isinstance(part, ast.NamedExpr):
            yield part.target.id, part
        elif isinstance(part, (ast.Import, ast.ImportFrom)):
            imported.update(name for name, _, _ in _imported(part))
            if "builtins" in (module for _, module, _ in _imported(part)):
                raise Refused(part, "a file of programs must do without builtins, which may change its names")
        reached = getattr(part, "id" if isinstance(part, ast.Name) else "attr", "")
        if reached in _REACHES:
            raise Refused(part, f"a file of programs must do without {reached}, which may change its names")
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load) and imported & _names(part):
            raise Refused(part, f"a file of programs must not change what it imports, got {ast.unparse(part)}")
    for part in _loaded(tree):
        if isinstance(part, (ast.Subscript, ast.Attribute)) and not isinstance(part.ctx, ast.Load):
            if any(isinstance(inside, ast.Call) for inside in ast.walk(part.value)):
                raise Refused(part, f"what a file changes must have a name, got {ast.unparse(part)}")
            yield from ((name, part) for name in _names(part.value))


_REACHES = frozenset(
    (
        "globals", "locals", "exec", "eval", "vars", "setattr", "delattr", "__builtins__", "__import__", "__globals__",
        "__dict__", "__code__", "__defaults__", "__kwdefaults__", "__closure__", "_getframe", "f_globals", "f_locals",
        "f_builtins",
    )
)  # fmt: skip


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _loaded(node: ast.AST) -> Iterator[ast.AST]:
    """List the parts of a file that run when it is loaded: all but what functions do when they are called."""
    yield node
    inside = node.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) else []
    for child in ast.iter_child_nodes(node):
        if child is not inside and not (isinstance(inside, list) and child in inside):
            yield from _loaded(child)


def _bound_inside(node: ast.AST | None) -> Iterator[str]:
    """List every name that a statement may give a value to, however deep."""
    for part in ast.walk(node) if node is not None else ():
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield part.name
        elif isinstance(part, ast.alias):
            yield (part.asname or part.name).partition(".")[0]
        elif isinstance(part, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and part.name:
            yield part.name


def _calls(node: ast.stmt) -> ast.stmt | None:
    """Find out whether a statement of a file calls something that may change a table."""
    if isinstance(node, (ast.Import, ast.ImportFrom)) or _is_main(node):
        return None
    for part in _loaded(node):
        if isinstance(part, ast.Call):
            called = part.func
            if not isinstance(called, ast.Name) or called.id not in (*BUILTINS, "Fraction", "private"):
                return node
    return None


def _is_main(node: ast.stmt) -> bool:
    """Recognise `if __name__ == "__main__":`, which is not run when a file is read."""
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("__name__ == '__main__'", "'__main__' == __name__")


def _of_object(mechanism: Callable[..., Any]) -> tuple[Function, str]:
    if not isinstance(mechanism, FunctionType):
        raise DomainError(f"the program must be a plain Python function, got {type(mechanism).__name__}")
    try:
        lines, first = inspect.getsourcelines(mechanism)
    except (OSError, TypeError):
        raise DomainError(f"the text of {mechanism.__name__} must be there to be read; write it into a file") from None
    text = textwrap.dedent("".join(lines))
    if hasattr(mechanism, "__wrapped__"):
        raise DomainError(f"{mechanism.__name__} must be a function itself, got one that is wrapped around another")
    cells = dict(zip(mechanism.__code__.co_freevars, mechanism.__closure__ or (), strict=True))

    def find(name: str) -> Any:
        try:
            value = cells[name].cell_contents if name in cells else mechanism.__globals__[name]
        except ValueError:  # an empty cell
            raise Refused(None, f"{name} must be given a value before it is used") from None
        return _of_object(value)[0] if isinstance(value, FunctionType) else frozen(value, name)

    scope = Scope(find, first)
    kind = ast.Lambda if mechanism.__name__ == "<lambda>" else ast.FunctionDef
    nodes = [
        part
        for part in ast.walk(_parsed(text, mechanism))
        if isinstance(part, kind) and getattr(part, "name", "<lambda>") == mechanism.__name__
    ]
    if not nodes:
        raise DomainError(f"the text of {mechanism.__name__} must hold its definition")
    if any(part not in ast.walk(nodes[0]) for part in nodes):
        raise DomainError(f"the line of {mechanism.__name__} must define one function, got several")
    function = function_of(nodes[0], scope)
    held = {name: frozen(value, name) for name, value in _defaults(mechanism).items()}
    return replace(function, defaults=held), text


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
