"""Replays a counterexample with the standard library alone: `python -m sdp_proofs.certificate FILE ...`.

A certificate is a JSON document that carries a counterexample as plain mathematics:

    {"schema": "sdp-proofs/counterexample/1", "claim": "...", "locator": "...", "says": "...",
     "let":   [["n", "3"], ["P", "lambda h, H: comb(H, h) / comb(n, 2)"], ...],
     "given": ["n >= 2", ...],
     "fails": "P(1, 2) <= 1/2"}

Each expression is one of Python's, of a small part of the language, and means what it means in mathematics: every
number is exact, `1/3` is a third, and a decimal such as `0.1` is refused. Only `exp`, `log`, `sqrt` and powers that
are not integers leave the rationals, and `running`, which multiplies a recurrence out with bounded length; they give
intervals of rationals that contain the value, and precision is doubled until every comparison is decided. The
certificate is confirmed if all of `given` is true and `fails` is false.

Nothing here shares code with what found the counterexample.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.certificate.intervals import CertificateError, Interval, UndecidedError
from sdp_proofs.certificate.language import parsed, truth, value

__all__ = ["SCHEMA", "CertificateError", "confirm", "examined"]

SCHEMA = "sdp-proofs/counterexample/1"
FIRST_BITS, LAST_BITS = 128, 2048


def confirm(certificate: Mapping[str, Any]) -> bool:
    """Whether the instance meets its hypotheses and the claimed relation is false there, both decided exactly.

    Raises:
        CertificateError: a part is missing or not of the language, or `LAST_BITS` do not decide.

    Example:
        >>> confirm({"let": [["n", "3"]], "given": ["n > 2"], "fails": "2**n <= n**2 - 1"})
        False
        >>> confirm({"let": [["n", "3"]], "given": ["n > 2"], "fails": "n**2 <= 2**n"})
        True
        >>> confirm({"let": [["x", "1/10"]], "given": [], "fails": "exp(x) <= 1 + x + x**2/2"})
        True
    """
    return examined(certificate)[0]


def examined(certificate: Mapping[str, Any]) -> tuple[bool, dict[str, str]]:
    """What `confirm` says, and the named numbers as text: fractions, or both ends of an interval.

    Raises:
        CertificateError: as `confirm`.

    Example:
        >>> examined({"let": [["n", "3"], ["x", "n / 7"]], "given": [], "fails": "x > 1/2"})
        (True, {'n': '3', 'x': '3/7'})
    """
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        try:
            scope = _scope(certificate, bits)
            met = all(truth(parsed(text), scope, bits) for text in _part(certificate, "given", list))
            confirmed = met and not truth(parsed(_part(certificate, "fails", str)), scope, bits)
        except UndecidedError:
            bits *= 2
            continue
        named = [name for name, _ in certificate["let"]]
        return confirmed, {name: _shown(scope[name]) for name in named if isinstance(scope[name], Fraction | Interval)}
    raise CertificateError(f"comparisons must be decided with {LAST_BITS} bits, got two equal or very close numbers")


def _scope(certificate: Mapping[str, Any], bits: int) -> dict[str, Any]:
    scope: dict[str, Any] = {}
    for entry in _part(certificate, "let", list):
        if not (isinstance(entry, list | tuple) and len(entry) == 2 and all(isinstance(word, str) for word in entry)):
            raise CertificateError(f"an entry of let must be a name and an expression, got {entry!r}")
        name, text = entry
        scope[name] = value(parsed(text), scope, bits)
    return scope


def _part(certificate: Mapping[str, Any], key: str, kind: type) -> Any:
    part = certificate.get(key)
    if not isinstance(part, kind) and not (kind is list and isinstance(part, tuple)):
        raise CertificateError(f"a certificate must have {key!r}, a {kind.__name__}, got {part!r}")
    return part


def _shown(number: Fraction | Interval) -> str:
    if isinstance(number, Fraction):
        text = str(number)
        return text if len(text) <= 60 else f"about {_decimal(number)}"
    return f"between {_decimal(number.low)} and {_decimal(number.high)}"


def _decimal(number: Fraction) -> str:
    if number == 0:
        return "0"
    exponent = len(str(abs(number.numerator))) - len(str(number.denominator))
    if abs(number) < Fraction(10) ** exponent:
        exponent -= 1
    scaled = number / Fraction(10) ** exponent
    return f"{float(scaled):.6g}" + (f"e{exponent}" if exponent else "")
