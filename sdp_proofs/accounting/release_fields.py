"""Read, write and classify the fields of a release: numbers as typed, lists and words.

World: exact. A release is a frozen dataclass whose fields are its parameters; what they are is read from their types.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.conversion import decimal
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    rational,
    read_integer,
    read_real,
    shown,
    sign,
)

if TYPE_CHECKING:
    from sdp_proofs.accounting.release import Mechanism, Release


def size_of_noise(value: Readable | float, name: str) -> ExactReal:
    """Read how much noise there is, >= 0; a float is the decimal that it prints as, as release and answer show it.

    Raises:
        DomainError: it is negative, or no number.

    Example:
        >>> print(size_of_noise(1.1, "sigma"))
        11/10
    """
    return not_negative(decimal(value) if isinstance(value, float) else value, name)


def positive(value: Readable, name: str) -> ExactReal:
    """Read a real number that must be > 0.

    Raises:
        DomainError: it is not.
    """
    number = read_real(value, name)
    if sign(number) != 1:
        raise DomainError(f"{name} must be > 0, got {shown(value)}")
    return number


def not_negative(value: Readable, name: str) -> ExactReal:
    """Read a real number that must be >= 0.

    Raises:
        DomainError: it is not.
    """
    number = read_real(value, name)
    if sign(number) not in (0, 1):
        raise DomainError(f"{name} must be >= 0, got {shown(value)}")
    return number if sign(number) else rational(0)


def positive_integer(value: Readable, name: str) -> int:
    """Read an integer that must be >= 1.

    Raises:
        DomainError: it is not.
    """
    number = read_integer(value, name)
    if number < 1:
        raise DomainError(f"{name} must be a positive integer, got {shown(value)}")
    return number


def not_negative_integer(value: Readable, name: str) -> int:
    """Read an integer that must be >= 0.

    Raises:
        DomainError: it is not.
    """
    number = read_integer(value, name)
    if number < 0:
        raise DomainError(f"{name} must be an integer >= 0, got {shown(value)}")
    return number


def read_epsilon_of(value: Readable) -> ExactReal:
    """Read an epsilon that must be >= 0.

    Raises:
        DomainError: it is not.
    """
    return not_negative(value, "epsilon")


def set_fields(release: Release, /, **values: object) -> None:
    """Set the fields of a frozen release while it is built."""
    for name, value in values.items():
        object.__setattr__(release, name, value)


def text(value: Any) -> str:
    """A field as the expression writes it."""
    if isinstance(value, tuple):
        return f"[{', '.join(text(entry) for entry in value)}]"
    return str(value)


@cache
def check_fields(kind: type[Mechanism]) -> None:
    """Every parameter must be a field of a dataclass: releases that are equal are counted as one that is repeated."""
    known = {entry.name for entry in fields(kind)} if "__dataclass_fields__" in vars(kind) else set()
    # The one of `__init__`, as a class that inherits it has the signature of `__new__` in some versions of Python.
    missing = [name for name in signature(kind.__init__).parameters if name not in {"self", *known}]
    if missing or "__dataclass_fields__" not in vars(kind):
        raise TypeError(
            f"mechanism {kind.name or kind.__name__!r} must be a frozen dataclass of its parameters, "
            f"got {', '.join(missing) or 'none'} that {'is' if len(missing) == 1 else 'are'} no field"
        )


def is_list(kind: type[Mechanism], parameter: str) -> bool:
    """True where a parameter of a mechanism is a list: its field is a tuple.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Finite
        >>> is_list(Finite, "first")
        True
    """
    return any(entry.name == parameter and str(entry.type).startswith("tuple[") for entry in fields(kind))


def is_whole(kind: type[Mechanism], parameter: str) -> bool:
    """True where a parameter of a mechanism is a whole number.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import RandomisedResponse
        >>> is_whole(RandomisedResponse, "types"), is_whole(RandomisedResponse, "truth")
        (True, False)
    """
    types = (str(entry.type) for entry in fields(kind) if entry.name == parameter)
    return any(name.removeprefix("<class '").startswith("int") for name in types)


def is_word(kind: type[Mechanism], parameter: str) -> bool:
    """True where a parameter of a mechanism is a word.

    Example:
        >>> from sdp_proofs.accounting.selection_releases import SparseVector
        >>> is_word(SparseVector, "monotone"), is_word(SparseVector, "answers")
        (True, False)
    """
    types = (str(entry.type) for entry in fields(kind) if entry.name == parameter)
    return any(name.removeprefix("<class '").startswith("str") for name in types)
