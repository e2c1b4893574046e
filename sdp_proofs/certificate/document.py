"""The document of a certificate: what JSON may hold, and what of it is mathematics."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdp_proofs.certificate.formula import Statement, read
from sdp_proofs.certificate.grammar import expression, name, words
from sdp_proofs.certificate.limits import MAX_BYTES, MAX_ENTRIES, CertificateError, LimitError

SCHEMA = "sdp-proofs/counterexample/2"
WORDS = ("schema", "claim", "locator", "says")
"""What a reader is told; a file must have them."""
MATHEMATICS = ("let", "given", "formula", "at")
SIGNS = ("==", ">=", "<=")
"""How a symbol is related to what stands for it: it is that, or at least, or at most."""


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


def loaded(content: bytes) -> dict[str, object]:
    """The JSON object in a file, with every field that a file must have.

    Raises:
        CertificateError: it is not such an object, or a key occurs twice.
        LimitError: it is too long.
    """
    if len(content) > MAX_BYTES:
        raise LimitError(f"a certificate must have at most {MAX_BYTES} bytes, got more")
    try:
        found = json.loads(content.decode("utf-8"), object_pairs_hook=_unique)
    except CertificateError:
        raise
    except (ValueError, RecursionError, MemoryError) as error:
        raise CertificateError(f"a certificate must be a JSON document in UTF-8: {error}") from None
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise CertificateError(f"a certificate must be a JSON object of schema {SCHEMA!r}")
    missing = [key for key in (*WORDS, *MATHEMATICS) if key not in found]
    if missing:
        raise CertificateError(f"a certificate must have {', '.join(map(repr, missing))}")
    return found


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise CertificateError("a key must occur once, got one that occurs again")
    return found


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
            words(_text(content, repr(key)), repr(key))
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
