"""JSON read back strictly: what is not exactly what was written is refused, whatever it is."""

from __future__ import annotations

import functools
import json
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, get_args, get_origin, get_type_hints

Value = TypeVar("Value")

_LARGEST = 1e300  # of a number; an infinity is none, and a whole number of thousands of digits was not written here


def strict_json(text: str) -> Any:
    """The value of a JSON text without a key twice in one object, NaN or infinities.

    Raises:
        ValueError: the text is not such JSON, or is nested too deeply to be read.

    Example:
        >>> strict_json('{"a": [1, 2.5]}')
        {'a': [1, 2.5]}
        >>> strict_json('{"a": 1, "a": 2}')
        Traceback (most recent call last):
        ...
        ValueError: a key must stand once in an object; got 'a' twice
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("the nesting must be of moderate depth; got more") from None


def decoded(kind: type[Value], value: Any) -> Value:
    """A frozen value from the JSON of its fields, each of exactly the type that it declares.

    Args:
        kind: a dataclass of texts, numbers, enumerations, tuples and dataclasses.
        value: what `json` made of it.

    Raises:
        ValueError: a field is missing, unknown or of another type.

    Example:
        >>> from sdp_proofs.ledger.evidence import NearMissResult
        >>> told = dict.fromkeys(("refuted_by", "detail", "not_proved_by"))
        >>> decoded(NearMissResult, {"name": "a", "undecided": False, **told}).name
        'a'
    """
    found: Value = _decoded(kind, value)
    return found


def _decoded(kind: Any, value: Any) -> Any:
    arguments = get_args(kind)
    if get_origin(kind) is UnionType:  # only "or None" occurs
        [some] = (one for one in arguments if one is not NoneType)
        return None if value is None else _decoded(some, value)
    if get_origin(kind) is tuple:
        return _tuple(arguments, value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        _require(isinstance(value, dict) and value.keys() == hints.keys(), f"the fields {', '.join(hints)}", value)
        return kind(**{name: _decoded(hints[name], entry) for name, entry in value.items()})
    if issubclass(kind, Enum):
        _require(isinstance(value, str), "a word", value)
        return kind(value)
    if kind is float:
        _require(type(value) in (int, float) and -_LARGEST < value < _LARGEST, "a number", value)
        return float(value)
    _require(type(value) is kind, kind.__name__, value)
    return value


def _tuple(arguments: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    _require(isinstance(value, list), "a list", value)
    kinds = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else arguments
    _require(len(kinds) == len(value), f"{len(kinds)} entries", value)
    return tuple(_decoded(kind, entry) for kind, entry in zip(kinds, value, strict=True))


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in fields(kind)}


def _require(holds: bool, must: str, value: Any) -> None:
    if not holds:
        raise ValueError(f"a value must be {must}; got {type(value).__name__}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"a key must stand once in an object; got {key!r} twice")
        found[key] = value
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"a number must be finite; got {text}")
