"""Runs the cells of a lesson beside its page: text in, text out; in the browser and, for the tests, natively.

A cell sees the names of the cells before it. There is no matplotlib: what draws is let pass, and the answer says so.
Proofs are replayed in the same process, as a browser has no others.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import linecache
import subprocess
import sys
import traceback
import types
from collections.abc import Iterator, Sequence
from typing import Any

MOST_PRINTED = 100_000
"""Characters of a cell's output that are shown."""
NAMES: dict[str, Any] = {"__name__": "__main__"}
"""Names that the cells have defined so far."""


class Undrawn:
    """A part of a picture that is not drawn: it takes every call, attribute and entry."""

    used = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _no_legend if name == "get_legend_handles_labels" else self

    def __call__(self, *_: Any, **__: Any) -> Undrawn:
        """Take note that something would have been drawn."""
        Undrawn.used = True
        return self

    def __getitem__(self, _: Any) -> Undrawn:
        return self

    def __setitem__(self, _: Any, __: Any) -> None: ...

    def __iter__(self) -> Iterator[Undrawn]:
        return iter((self,))

    def __enter__(self) -> Undrawn:
        return self

    def __exit__(self, *_: object) -> None: ...

    def __repr__(self) -> str:
        return "a picture"


def _no_legend() -> tuple[list[Undrawn], list[str]]:
    return [], []


def subplots(rows: int = 1, columns: int = 1, **_: Any) -> tuple[Undrawn, Any]:
    """Return a figure and its axes as matplotlib shapes them: one, a row or column of them, or rows."""
    Undrawn.used = True
    row = (Undrawn(),) * (columns if rows == 1 else rows if columns == 1 else columns)
    if rows == columns == 1:
        return Undrawn(), row[0]
    return Undrawn(), row if 1 in (rows, columns) else (row,) * rows


class _Blank(types.ModuleType):
    """A module of matplotlib, all of whose names draw nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return dict[str, Any]() if name == "rcParams" else subplots if name == "subplots" else Undrawn()


class _Blanks:
    """Finds matplotlib's modules where matplotlib is not installed."""

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        ours = name.partition(".")[0] == "matplotlib"
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if ours else None  # type: ignore[arg-type]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Blank(spec.name)

    def exec_module(self, _: types.ModuleType) -> None: ...


def here(command: Sequence[str], **_: Any) -> types.SimpleNamespace:
    """Run what would be an interpreter of its own in this one, with modules of its own.

    Args:
        command: an interpreter, two flags and `-c`, the program, and its arguments.
    """
    program, given = command[3], command[4:]
    kept = _own()
    arguments, depth, printed = sys.argv, sys.getrecursionlimit(), io.StringIO()
    try:
        sys.argv = ["-c", *given]
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "start", "exec", dont_inherit=True), {"__name__": "__main__"})
        return types.SimpleNamespace(returncode=0, stdout=printed.getvalue(), stderr="")
    except Exception as error:
        said = traceback.format_exception_only(error)
        return types.SimpleNamespace(returncode=1, stdout="", stderr=said[-1])
    finally:
        for name in _own().keys() - kept.keys():
            del sys.modules[name]
        sys.modules.update(kept)
        sys.argv = arguments
        sys.setrecursionlimit(depth)


def _own() -> dict[str, types.ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "sdp_proofs"}


def prepare() -> None:
    """Make a Python without processes, matplotlib and joblib ready for lessons."""
    from sdp_proofs import extras

    subprocess.run = here  # type: ignore[assignment]
    extras._is_installed = lambda name: True  # a missing module says so when it is imported
    if importlib.util.find_spec("matplotlib") is None:
        sys.meta_path.append(_Blanks())


def ask(question: str, given: str) -> str:
    r"""Run a cell.

    Args:
        question: `cell`.
        given: `source` and `name`, which errors call the cell by, as a JSON object.

    Returns:
        A JSON object with `ok`: `printed`, the `value` of its last line, whether a picture is `undrawn`; or `error`,
        a line, with what was `printed` before.

    Example:
        >>> json.loads(ask("cell", '{"source": "x = 6; print(x); x * 7", "name": "cell 1"}'))["ok"]
        {'printed': '6\n', 'undrawn': False, 'value': '42'}
        >>> json.loads(ask("cell", '{"source": "x\\n1 / 0", "name": "cell 2"}'))["error"]
        'line 2 of cell 2: ZeroDivisionError: division by zero'
    """
    if question != "cell":
        raise ValueError(f"question must be cell, got {question!r}")
    fields = json.loads(given)
    source, name, printed = fields["source"], fields["name"], io.StringIO()
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)  # programs are read from there
    Undrawn.used = False
    try:
        with contextlib.redirect_stdout(printed):
            value = _run(ast.parse(source, name), name)
    except Exception as error:
        said = f"{_place(error, name)}{type(error).__name__}: {' '.join(str(error).split())}"
        return json.dumps({"error": said, "printed": printed.getvalue()[:MOST_PRINTED]})
    found = {"printed": printed.getvalue()[:MOST_PRINTED], "value": value, "undrawn": Undrawn.used}
    return json.dumps({"ok": found}, sort_keys=True)


def _run(tree: ast.Module, name: str) -> str | None:
    """Run a cell; returns the value of its last line as text, if it has one."""
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec", dont_inherit=True), NAMES)
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True), NAMES)
    return None if value is None or isinstance(value, Undrawn) else repr(value)[:MOST_PRINTED]


def _place(error: Exception, name: str) -> str:
    """Say which line of the cell an error comes from."""
    trace, line = error.__traceback__, error.lineno if isinstance(error, SyntaxError) else None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line} of {name}: " if line else ""
