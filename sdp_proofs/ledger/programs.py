"""The programs that compute what symbols are typeset as: a claim names each by its path, which must lead somewhere."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Any

from sdp_proofs.errors import DomainError

_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
_PACKAGE = __name__.partition(".")[0]


def is_path(means: str | None) -> bool:
    """Whether what a symbol means is the path of a program, and not words.

    Example:
        >>> is_path("privacy.smoothed.delta.smoothed_delta"), is_path("any number"), is_path(None)
        (True, False, False)
    """
    return means is not None and _PATH.fullmatch(means) is not None


@functools.cache
def program(path: str) -> Any:
    """What a path leads to, in this package or, as it stands, in another one.

    Raises:
        DomainError: it leads nowhere.

    Example:
        >>> program("privacy.bounds.dp.dp_delta_with_replacement").__name__
        'dp_delta_with_replacement'
        >>> program("privacy.bounds.no_such_program")
        Traceback (most recent call last):
            ...
        sdp_proofs.errors.DomainError: a program must be there; got 'privacy.bounds.no_such_program'
    """
    for whole in (f"{_PACKAGE}.{path}", path):
        with suppress(ImportError, AttributeError):
            return resolve_name(whole)
    raise DomainError(f"a program must be there; got {path!r}")


def missing(means: Mapping[str, str]) -> Iterator[str]:
    """The programs that are not there, in words; one whose module needs what is not installed is there."""
    for path in dict.fromkeys(filter(is_path, means.values())):
        try:
            program(path)
        except DomainError as error:
            if not _lacks_a_package(f"{_PACKAGE}.{path}"):
                yield str(error)


def _lacks_a_package(whole: str) -> bool:
    """Whether the module of a path is there and cannot be imported for want of somebody else's package."""
    parts = whole.split(".")
    for size in range(len(parts) - 1, 1, -1):
        name = ".".join(parts[:size])
        try:
            if find_spec(name) is None:
                continue
            resolve_name(f"{name}:")  # the module itself, or why it cannot be imported
        except ModuleNotFoundError as error:
            if (error.name or _PACKAGE).partition(".")[0] != _PACKAGE:
                return True
        else:
            return False
    return False
