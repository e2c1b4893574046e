"""The JSON Schema of snapshots, and a validator for the part of JSON Schema that it uses."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from sdp_proofs.errors import DomainError

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "null": lambda value: value is None,
}


@functools.cache
def ledger_schema() -> Mapping[str, Any]:
    """The JSON Schema of version 1, as a mapping."""
    text = files(__name__).joinpath("ledger-1.json").read_text(encoding="utf-8")
    schema: Mapping[str, Any] = json.loads(text)
    return schema


def validate(document: object) -> None:
    """Require that a document follows the schema.

    Raises:
        DomainError: it does not; the message names the first place that differs.

    Example:
        >>> validate({"schema": "sdp-proofs/ledger/1"})
        Traceback (most recent call last):
        ...
        sdp_proofs.errors.DomainError: a snapshot must follow its schema; got no 'agrees' in $
    """
    schema = ledger_schema()
    for problem in _problems(document, schema, "$", schema["$defs"]):
        raise DomainError(f"a snapshot must follow its schema; got {problem}")


def _problems(value: Any, rule: Mapping[str, Any], path: str, named: Mapping[str, Any]) -> Iterator[str]:
    if "$ref" in rule:
        rule = named[rule["$ref"].removeprefix("#/$defs/")]
    types = rule.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(_TYPES[name](value) for name in types):
        yield f"{type(value).__name__} for {' or '.join(types)} in {path}"
        return
    if "const" in rule and value != rule["const"]:
        yield f"{value!r} for {rule['const']!r} in {path}"
    if "enum" in rule and value not in rule["enum"]:
        yield f"{value!r}, not one of {', '.join(map(str, rule['enum']))}, in {path}"
    if "minimum" in rule and value < rule["minimum"]:
        yield f"{value!r}, less than {rule['minimum']}, in {path}"
    if isinstance(value, dict):
        yield from _object_problems(value, rule, path, named)
    if isinstance(value, list) and "items" in rule:
        for index, entry in enumerate(value):
            yield from _problems(entry, rule["items"], f"{path}[{index}]", named)


def _object_problems(
    value: dict[str, Any], rule: Mapping[str, Any], path: str, named: Mapping[str, Any]
) -> Iterator[str]:
    for name in rule.get("required", []):
        if name not in value:
            yield f"no {name!r} in {path}"
    properties = rule.get("properties", {})
    extra = rule.get("additionalProperties", True)
    for name, entry in value.items():
        if name in properties:
            yield from _problems(entry, properties[name], f"{path}.{name}", named)
        elif extra is False:
            yield f"unexpected {name!r} in {path}"
        elif isinstance(extra, dict):
            yield from _problems(entry, extra, f"{path}.{name}", named)
