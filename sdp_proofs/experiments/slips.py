"""What in a file of records looks like a slip: values that look alike and count as different ones, and odd lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from sdp_proofs.numbers.reals import shown

_QUOTES = frozenset("\"'`«»") | {chr(code) for code in (*range(0x2018, 0x2020), 0x2039, 0x203A)}


def legible(text: str) -> str:
    r"""A text as it may stand in a line of a terminal: quoted, with escapes, if a reader could take it for another.

    Example:
        >>> print(legible("New York"), legible("\x1b[2Jred"), legible("a, b"), legible("\ufeffa"))
        New York '\x1b[2Jred' 'a, b' '\ufeffa'
    """
    if unicodedata.normalize("NFC", text) != text:  # printable, and another text that looks the same is more usual
        return ascii(text)
    odd = not text.isprintable() or text != text.strip() or "," in text or bool(_QUOTES & set(text))
    return repr(text) if odd else text


def slips(values: Iterable[str]) -> Iterator[str]:
    r"""Sentences on the different values of a column that may be one, or none.

    Example:
        >>> for sentence in slips(["yes", "no", "Yes", "\ufeffno"]):
        ...     print(sentence)
        values that look alike are counted apart: yes, Yes
        values that look alike are counted apart: no, '\ufeffno'
        values have characters that are not shown: '\ufeffno'
    """
    listed = list(values)
    alike: dict[str, list[str]] = {}
    for value in listed:
        alike.setdefault(_look(value), []).append(value)
    for members in alike.values():
        if len(members) > 1:
            yield f"values that look alike are counted apart: {_named(members)}"
    hidden = [value for value in listed if not value.isprintable()]
    if hidden:
        yield f"values have characters that are not shown: {_named(hidden)}"
    quoted = [value for value in listed if '"' in value]
    if quoted:
        yield f"values have quotation marks within: {_named(quoted)}"


def _look(value: str) -> str:
    """What is left of a value for the eye: no case, no accents' composition, no spaces, quotes or hidden characters."""
    plain = unicodedata.normalize("NFKC", value).casefold()
    return "".join(sign for sign in plain if sign.isprintable() and not sign.isspace() and sign not in _QUOTES)


def _named(values: list[str], most: int = 4) -> str:
    more = f" and {len(values) - most} more" if len(values) > most else ""
    return ", ".join(legible(value) if len(value) <= 60 else shown(value) for value in values[:most]) + more
