"""A certificate and its replay as lines: everything that was evaluated is shown, and what was not is called so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Any

from sdp_proofs.certificate import Replay
from sdp_proofs.certificate.accounting import Account, Pairs
from sdp_proofs.certificate.intervals import Interval, Number, ends_of

REFUTED = "refuted: the formula is false here"
_PLAIN, _LONGEST = 24, 60
"""Characters of a fraction that is read at a glance, and of one that is printed."""
_CONTEXT = Context(prec=40, Emax=min(10**12, MAX_EMAX), Emin=max(-(10**12), MIN_EMIN))  # smaller on 32 bits
NOT_CHECKED = "not checked; `sdp-proofs certificate FILE` computes its pairs again"


def lines(certificate: Mapping[str, Any], found: Replay) -> Iterator[str]:
    """Print the claim, the instance, and whether the formula is false there."""
    yield f"claim: {certificate['locator']}  {certificate['claim']}"
    # Words may say anything, also what a verdict says: they never stand at the beginning of a line.
    yield f"  says: {certificate['says']}"
    for name, text in certificate["let"]:
        yield f"  {name} = {text}{_value(text, found.named.get(name))}"
    for text, met in zip(certificate["given"], found.met, strict=True):
        yield f"  given {text}" + ("" if met else ": NOT MET")
    yield f"  formula {certificate['formula']}"
    for symbol, sign, text in certificate["at"]:
        yield f"  at {symbol} {'=' if sign == '==' else sign} {text}{_value(text, found.values[symbol])}"
    if found.confirmed:
        yield f"  {REFUTED}"
    else:
        yield f"  NOT CONFIRMED: the formula {found.answer.value}" + ("" if all(found.met) else ", unmet conditions")


def account_lines(found: Account, confirmed: bool, release: str = NOT_CHECKED) -> Iterator[str]:
    """Print the statement, its beliefs, whether it is confirmed, and the values found for the release."""
    # Words may say anything, also what a verdict says: they never stand at the beginning of a line.
    yield "accounting:"
    yield from (f"  {word}: {said}" for word, said in found.words.items())
    yield f"  epsilon: {found.epsilon}"
    composed = found.composed
    if isinstance(composed, Pairs):
        yield f"  odds: {written(composed.odds)}"
        yield from (f"  a pair of {len(rows)} outcomes, {count} times" for count, rows in composed.pairs)
    else:
        yield f"  lattice: multiples of {written(composed.unit)}"
        for (count, row, _), own in zip(composed.parts, composed.computed, strict=True):
            known = "" if own is None else f" of an allocation to one of {own.steps} steps at {written(own.squared)}"
            yield f"  {len(row.masses)} masses{known}, {count} times"
    yield from (f"  trusted: {said}" for said in found.trusted)
    verdict = "confirmed" if confirmed else "NOT CONFIRMED"
    yield f"{verdict}: delta {found.sign} {found.delta[0]} of the composition above"
    yield f"release: {release}"


def _value(text: str, number: Number | None) -> str:
    """The value of an expression, where the text does not say it."""
    shown = "" if number is None else written(number)
    return f" = {shown}" if shown not in ("", text.strip()) else ""


def rounded(number: Number, sign: str) -> str:
    """A value as a reader quotes it: a short fraction, or six digits on the side on which `>=` or `<=` stays true.

    Example:
        >>> rounded(Fraction(4, 9), ">="), rounded(Fraction(2**60, 3**40), ">="), rounded(Fraction(2**60, 3**40), "<=")
        ('4/9', '0.0948308', '0.0948309')
    """
    if isinstance(number, Fraction) and len(str(number)) <= _PLAIN // 2:
        return str(number)
    low, high = ends_of(number)
    if sign == "==":
        return f"about {_decimal(low)}"
    return _decimal(low, ROUND_FLOOR) if sign == ">=" else _decimal(high, ROUND_CEILING)


def written(number: Number) -> str:
    """A number as text: the fraction if it is short, else six digits, or those of both ends of an interval.

    Example:
        >>> written(Fraction(3, 7)), written(Fraction(7**6000))
        ('3/7', 'about 3.87472e+5070')
    """
    if isinstance(number, Interval):
        low, high = _decimal(number.low, ROUND_FLOOR), _decimal(number.high, ROUND_CEILING)
        return f"about {low}" if low == high else f"between {low} and {high}"
    if number.numerator.bit_length() + number.denominator.bit_length() < 4 * _LONGEST:
        text = str(number)
        if len(text) <= _PLAIN:
            return text
        if len(text) <= _LONGEST:
            return f"{text}, about {_decimal(number)}"
    return f"about {_decimal(number)}"


def _decimal(number: Fraction, rounding: str = ROUND_HALF_EVEN) -> str:
    """Six digits, whatever the size: long integers are cut before they are written in decimals."""
    top, bottom = (_leading(part) for part in number.as_integer_ratio())
    digits = Context(prec=6, rounding=rounding, Emax=_CONTEXT.Emax, Emin=_CONTEXT.Emin)
    return f"{digits.plus(_CONTEXT.divide(top, bottom)):g}"


def _leading(number: int) -> Decimal:
    cut = max(0, abs(number).bit_length() - 120)
    return _CONTEXT.multiply(Decimal(number >> cut), _CONTEXT.power(Decimal(2), Decimal(cut)))
