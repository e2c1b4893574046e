"""Programs that compute what a symbol is typeset as: they are there, and the values of a list come from them.

A claim says of such a symbol which program computes it, by a path. That is checked where values are compared: the path
leads to something that can be called, or to a value, and the function that yields the instances names it, itself or
through the functions that it names. Of a list whose author types the values nothing else would tell.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from inspect import unwrap
from pkgutil import resolve_name
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.programs import is_path, program


def typed(instances: Callable[..., Any], means: Mapping[str, str], symbols: tuple[str, ...]) -> dict[str, str]:
    """The symbols whose values cannot come from the programs that they say, each with the path of its program.

    Args:
        instances: yields the values.
        means: what the symbols are.
        symbols: those of the formula.
    """
    paths = {name: means[name] for name in symbols if is_path(means.get(name))}
    return {name: path for name, path in paths.items() if not _leads(instances, path)}


@functools.cache
def _leads(instances: Callable[..., Any], path: str) -> bool:
    try:
        wanted = _bare(program(path))
    except DomainError:
        return False
    if (made := getattr(instances, "__code__", None)) and made in _codes(getattr(wanted, "__code__", made)):
        return True  # the program is the one that yields the instances, or makes the function that does
    return any(_bare(found) is wanted for found in _named(instances))


def _bare(value: Any) -> Any:
    """A function without what is put around it."""
    return unwrap(value) if callable(value) else value


def _named(function: Any) -> Iterator[Any]:
    """Everything that a function names, and what the functions among it name, those of its own package."""
    waiting, seen = [function], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += _inside(one)


def _inside(one: Any) -> Iterator[Any]:
    if isinstance(one, functools.partial):
        yield from (one.func, *one.args, *one.keywords.values())
    elif isinstance(one, MethodType):
        yield one.__func__
    elif isinstance(one, Mapping):
        yield from one.values()
    elif isinstance(one, list | tuple):
        yield from one
    elif isinstance(inner := _bare(one), FunctionType):
        names = {name for code in _codes(inner.__code__) for name in code.co_names}
        known = [inner.__globals__[name] for name in names if name in inner.__globals__]
        known += filter(None, map(_module, names))
        yield from known
        yield from (vars(module)[name] for module in known if isinstance(module, ModuleType)
                    for name in names if name in vars(module))  # fmt: skip
        yield from (cell.cell_contents for cell in inner.__closure__ or ())
        yield from inner.__defaults__ or ()


def _module(name: str) -> ModuleType | None:
    """The module that a function imports by this name, if it is one."""
    if "." not in name and name not in sys.modules:
        return None
    try:
        found = resolve_name(name)
    except (ImportError, AttributeError, ValueError):
        return None
    return found if isinstance(found, ModuleType) else None


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
