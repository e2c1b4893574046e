"""Descriptions of parameters: `Annotated[..., Option(...)]` in a question's signature is its help on the command line.

A parameter without an `Option` is one of Python alone.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Annotated, Any, get_args, get_origin

from sdp_proofs.declarations import Option


class _Names(dict[str, Any]):
    """The names of a module; one that only a type checker imports stands for any type."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, Any)


def described(question: Callable[..., Any]) -> Mapping[str, tuple[Option, Parameter]]:
    """The parameters of a question that have an `Option`, by name, in order.

    Example:
        >>> def ask(digits: Annotated[int, Option("Significant digits.")] = 30, ledger: object = None) -> None: ...
        >>> [(name, option.help, parameter.default) for name, (option, parameter) in described(ask).items()]
        [('digits', 'Significant digits.', 30)]
    """
    names = _Names(getattr(question, "__globals__", {}))
    found: dict[str, tuple[Option, Parameter]] = {}
    for name, parameter in signature(question).parameters.items():
        annotation = parameter.annotation
        if isinstance(annotation, str):
            annotation = eval(annotation, {}, names)  # this package's own source
        if get_origin(annotation) is Annotated:
            said = [one for one in get_args(annotation)[1:] if isinstance(one, Option)]
            if said:
                found[name] = said[-1], parameter
    return found
