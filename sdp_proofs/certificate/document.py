"""The documents of certificates: what JSON may hold, field by field, and what of a counterexample is mathematics.

One reader for all kinds: keys are known and unique, texts are plain words in one line, integers are JSON's, and all
other numbers are texts of ASCII digits; each has its largest size. What a field means is for its kind.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from sdp_proofs.certificate.formula import Statement, read
from sdp_proofs.certificate.grammar import expression, name, words
from sdp_proofs.certificate.limits import MAX_BYTES, MAX_DIGITS, MAX_ENTRIES, CertificateError, LimitError

SCHEMA, ACCOUNTING = "sdp-proofs/counterexample/2", "sdp-proofs/accounting/1"
WORDS = ("schema", "claim", "locator", "says")
"""Fields for a reader; a file must have them."""
MATHEMATICS = ("let", "given", "formula", "at")
_NUMBER = re.compile(r"[0-9]+(?:/[0-9]+|(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,4})?)")
SIGNS = ("==", ">=", "<=")
"""Relations of a symbol to what stands for it: it is that, or at least, or at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """An expression with its text."""

    text: str
    tree: ast.expr


@dataclass(frozen=True, slots=True)
class Document:
    """A certificate that is well formed: every name has one meaning, and every expression is of the language.

    Attributes:
        let: the definitions, in order.
        given: the conditions that must hold.
        formula: the statement that must fail.
        at: a relation and an expression for each of its symbols.
    """

    let: Mapping[str, Part]
    given: tuple[Part, ...]
    formula: Statement
    at: Mapping[str, tuple[str, Part]]


_DEEPEST = 100
"""Levels of a file: Python's own limit may have been raised by others, and its reader of JSON then ends the process."""
_MARK = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)


def _depth(text: str) -> int:
    """Count how deeply a document is nested, whatever its strings hold."""
    depth = most = 0
    for mark in _MARK.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark[0], 0)
        most = max(most, depth)
    return most


def loaded(content: bytes) -> dict[str, object]:
    """The JSON object in a file, of a known schema, a counterexample with every field that a file must have.

    Raises:
        CertificateError: it is not such an object, or a key occurs twice.
        LimitError: it is too long, or nested too deeply.
    """
    if len(content) > MAX_BYTES:
        raise LimitError(f"a certificate must have at most {MAX_BYTES} bytes, got more")
    try:
        text = content.decode("utf-8")
        if _depth(text) > _DEEPEST:
            raise LimitError("a certificate must be nested a few levels deep, got more")
        found: object = json.loads(
            text, object_pairs_hook=_unique, parse_int=_whole, parse_float=_refused,
            parse_constant=_refused,
        )  # fmt: skip
    except CertificateError:
        raise
    except (RecursionError, MemoryError):
        raise LimitError("a certificate must be nested a few levels deep, got more") from None
    except ValueError as error:
        raise CertificateError(f"a certificate must be a JSON document in UTF-8: {error}") from None
    if not isinstance(found, dict) or found.get("schema") not in (SCHEMA, ACCOUNTING):
        raise CertificateError(f"a certificate must be a JSON object of schema {SCHEMA!r} or {ACCOUNTING!r}")
    if found["schema"] == SCHEMA:
        _nothing_missing(found, (*WORDS, *MATHEMATICS), "a certificate")
    return found


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise CertificateError("a key must occur once, got one that occurs again")
    return found


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise LimitError(f"an integer must have at most {MAX_DIGITS} digits, got {len(text)}")
    return int(text)


def _refused(text: str) -> NoReturn:
    raise CertificateError(f"a number must be an integer or a text such as '1/3', got {text[:60]}")


def _nothing_missing(found: Mapping[str, object], keys: Sequence[str], what: str) -> None:
    missing = [key for key in keys if key not in found]
    if missing:
        raise CertificateError(f"{what} must have {', '.join(map(repr, missing))}")


def fields(found: object, what: str, keys: Sequence[str]) -> Mapping[str, object]:
    """An object with these keys and no others.

    Raises:
        CertificateError: it is none, or has others.
    """
    if not isinstance(found, Mapping):
        raise CertificateError(f"{what} must be an object, got {_kind(found)}")
    _nothing_missing(found, keys, what)
    for key in found:
        if key not in keys:
            raise CertificateError(f"a key of {what} must be one of {', '.join(keys)}; got {ascii(key)[:60]}")
    return found


def items(found: object, what: str, most: int = MAX_ENTRIES) -> Sequence[object]:
    """A list with one entry at least.

    Raises:
        CertificateError: it is none, or empty.
        LimitError: it has too many entries.
    """
    if not isinstance(found, list) or not found:
        raise CertificateError(f"{what} must be a list that is not empty, got {found if found == [] else _kind(found)}")
    if len(found) > most:
        raise LimitError(f"{what} must have at most {most} entries, got {len(found)}")
    return found


def plain(found: object, what: str) -> str:
    """Words for a reader.

    Raises:
        CertificateError: they are none, or hold what a terminal acts on.
        LimitError: they are too long.
    """
    return words(_text(found, what), what)


def integer(found: object, what: str, least: int, most: int) -> int:
    """An integer of JSON's between two others.

    Raises:
        CertificateError: it is none, or outside.
    """
    if type(found) is not int or not least <= found <= most:
        limits = [str(end) if abs(end) < 10**12 else f"2^{end.bit_length() - 1}" for end in (least, most)]
        got = _kind(found) if type(found) is not int else "another"
        raise CertificateError(f"{what} must be an integer from {limits[0]} to {limits[1]}, got {got}")
    return found


def number(found: object, what: str) -> Fraction:
    """A rational number that is not negative, as a text: 12, 3/4, 0.125 or 1.5e-7.

    Raises:
        CertificateError: it is none.
        LimitError: it is too long.

    Example:
        >>> number("1.5e-2", "delta"), number("3/4", "odds")
        (Fraction(3, 200), Fraction(3, 4))
    """
    text = _text(found, what)
    if len(text) > MAX_DIGITS:
        raise LimitError(f"{what} must have at most {MAX_DIGITS} characters, got {len(text)}")
    if not _NUMBER.fullmatch(text):
        raise CertificateError(f"{what} must be a number such as 12, 3/4 or 1.5e-7, got {text[:60]!a}")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):  # an interpreter may be told to read fewer digits
        raise CertificateError(f"{what} must be a number that can be read, got {text[:60]}") from None


def checked(certificate: Mapping[str, object]) -> Document:
    """The mathematics of a certificate.

    Raises:
        CertificateError: a field is missing, unknown or of another type, or an expression is not of the language.
        LimitError: something is too long.
    """
    for key, content in certificate.items():
        if key not in (*WORDS, *MATHEMATICS):
            raise CertificateError(f"a key must be one of {', '.join((*WORDS, *MATHEMATICS))}; got {ascii(key)[:60]}")
        if key in WORDS:
            plain(content, repr(key))
    let: dict[str, Part] = {}
    for entry in _list(certificate, "let"):
        found, text = _texts(entry, "let", ("a name", "an expression"))
        let[name(found, let)] = Part(text, expression(text, frozenset(let), f"the definition of {found!r}"))
    known = frozenset(let)
    given = [_text(entry, "an entry of 'given'") for entry in _list(certificate, "given")]
    formula = read(_text(certificate.get("formula"), "'formula'"))
    at: dict[str, tuple[str, Part]] = {}
    for entry in _list(certificate, "at"):
        symbol, sign, text = _texts(entry, "at", ("a symbol", "one of == >= <=", "an expression"))
        if symbol not in formula.symbols or symbol in at or sign not in SIGNS:
            got = ascii(f"{symbol} {sign}")[:60]
            raise CertificateError(f"'at' must say once of every symbol of the formula what it is, got {got}")
        at[symbol] = (sign, Part(text, expression(text, known, f"the value of {symbol!r}")))
    lacking = [symbol for symbol in formula.symbols if symbol not in at]
    if lacking:
        raise CertificateError(f"'at' must say of every symbol of the formula what it is, got none of {lacking[0]!r}")
    return Document(let, tuple(Part(text, expression(text, known, "a condition")) for text in given), formula, at)


def _list(certificate: Mapping[str, object], key: str) -> Sequence[object]:
    found = certificate.get(key)
    if not isinstance(found, list):
        raise CertificateError(f"a certificate must have {key!r}, a list; got {_kind(found)}")
    if len(found) > MAX_ENTRIES:
        raise LimitError(f"{key!r} must have at most {MAX_ENTRIES} entries, got {len(found)}")
    return found


def _texts(entry: object, key: str, parts: tuple[str, ...]) -> list[str]:
    if not isinstance(entry, list) or len(entry) != len(parts):
        raise CertificateError(f"an entry of {key!r} must be a list of {', '.join(parts)}; got {_kind(entry)}")
    return [_text(part, f"each part of an entry of {key!r}") for part in entry]


def _text(found: object, what: str) -> str:
    if not isinstance(found, str):
        raise CertificateError(f"{what} must be text, got {_kind(found)}")
    return found


def _kind(found: object) -> str:
    return "nothing" if found is None else type(found).__name__
