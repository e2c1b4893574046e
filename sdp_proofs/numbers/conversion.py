"""Conversion of results: text, float, format, comparison, check, dict, frame.

World: directed bound, upwards. A result is a guarantee, so that every text, format and double of it is rounded up and
holds at the digits that are shown; the enclosure stays in `value`, comparisons are decided on the whole interval, and
frames carry both ends, rounded outward to doubles. An `Enclosure` by itself is a number and no guarantee: it prints
rounded to nearest, and `Enclosure.at_most` rounds it up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.extras import require
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.decimals import fraction_text
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import MAX_DIGITS, Readable, read_rational, read_real
from sdp_proofs.verdict import Verdict


def decimal(value: Any) -> Decimal:
    """Read the decimal that a float prints as.

    It is the one explicit way to hand floats to this package.

    The float 0.9 is not the number 0.9; its shortest text is. Nothing else in the package reads a float.

    Args:
        value: a float, a numpy float, or anything that prints as a decimal.

    Raises:
        DomainError: it does not print as a finite decimal.

    Example:
        >>> decimal(0.9)
        Decimal('0.9')
        >>> decimal(float("nan"))
        Traceback (most recent call last):
        ...
        sdp_proofs.errors.DomainError: a float must be finite to be read as a decimal, got nan
    """
    try:
        found = Decimal(str(value))
    except ArithmeticError:
        raise DomainError(f"a float must print as a decimal to be read as one, got {value!r}") from None
    if not found.is_finite():
        raise DomainError(f"a float must be finite to be read as a decimal, got {value}")
    return found


def rounded_down(value: Enclosure) -> float:
    """The largest double found that is <= the value.

    Example:
        >>> rounded_down(Enclosure.of("1/10")) <= Fraction(1, 10)
        True
    """
    return _outward(value.lower, -math.inf)


def rounded_up(value: Enclosure) -> float:
    """The smallest double found that is >= the value.

    Example:
        >>> rounded_up(Enclosure.between("1e-400", "2e-400"))
        5e-324
    """
    return _outward(value.upper, math.inf)


def _outward(end: Decimal, towards: float) -> float:
    nearest = float(end)
    if math.isinf(nearest):
        return nearest if nearest == towards else math.copysign(math.nextafter(math.inf, 0), nearest)
    short = nearest < end if towards > 0 else nearest > end
    return math.nextafter(nearest, towards) if short else nearest


SHOWN_DIGITS = 10
"""Digits of the value in the text of a result, at most."""
QUOTED_DIGITS = 4
"""Digits of the value in the words that are to be quoted."""
_FAR_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]*)?[eE][+-]?[0-9]{1,12}")
_CLAIMED_DIGITS = 200
_LONGEST_FRACTION = 60
"""Characters of a fraction that is printed as one."""


def short_fraction(value: Enclosure) -> str | None:
    """The value as a fraction, where it is a short one."""
    text = None if value.exact is None else fraction_text(value.exact)
    return text if text is not None and len(text) <= _LONGEST_FRACTION else None


class Bounds(NamedTuple):
    """Verdicts on a number that was printed elsewhere.

    Args:
        upper: on "the value is at most this number".
        lower: on "the value is at least this number".
    """

    upper: Verdict
    lower: Verdict


def read_claim(claimed: Readable) -> Fraction | Enclosure:
    """Read a printed number: rational, a decimal of any exponent, or an expression with log, exp and sqrt.

    Raises:
        DomainError: it cannot be read exactly.

    Example:
        >>> read_claim("51/49"), read_claim("1.2e-10000000")
        (Fraction(51, 49), Enclosure(1.2e-10000000))
        >>> read_claim("log(2)").rounded(5)
        '0.69315'
    """
    try:
        return read_rational(claimed, "the number to check")
    except DomainError:
        text = claimed if isinstance(claimed, str) else ""
        if len(text) <= MAX_DIGITS and _FAR_DECIMAL.fullmatch(text):
            return Enclosure.between(text, text)
    real = read_real(claimed, "the number to check")
    return refine(real.ball, digits=_CLAIMED_DIGITS)


def decide_bounds(value: Enclosure | None, claimed: Readable) -> Bounds:
    """Decide whether a number bounds a value from above, from below.

    None stands for an infinite value.

    Raises:
        DomainError: the number cannot be read exactly.

    Example:
        >>> value = Enclosure.between("2.38", "2.39")
        >>> [decide_bounds(value, number).upper.value for number in ("2.39", "2.381", "2.37")]
        ['HOLDS', 'UNKNOWN', 'FAILS']
    """
    number = read_claim(claimed)
    if value is None:
        return Bounds(Verdict.FAILS, Verdict.HOLDS)
    upper, lower = decide_less_equal(value, number), decide_less_equal(number, value)
    # The ball around decimals that were given is a trifle wider than they are.
    least, most = (number.lower, number.upper) if isinstance(number, Enclosure) else (number, number)
    if upper is Verdict.UNKNOWN and value.upper <= least:
        upper = Verdict.HOLDS
    if lower is Verdict.UNKNOWN and most <= value.lower:
        lower = Verdict.HOLDS
    return Bounds(upper, lower)


class Valued:
    """A guarantee with one value, which converts as numbers do, upwards.

    Slots are those of the heir.

    A class says in `_asked` what its value is called, in `_words` what is to be quoted with the value in it, and in
    `_facts` what else belongs into a row.
    """

    __slots__ = ()

    @property
    def _number(self) -> Enclosure:
        value: Enclosure | None = self.value  # type: ignore[attr-defined]
        if value is None:
            raise DomainError("a result must be finite to be converted, got an infinite one")
        return value

    @property
    def _asked(self) -> str:
        return "value"

    def _words(self, number: str) -> str:
        return f"{self._asked} <= {number}"

    def _facts(self) -> Mapping[str, Any]:
        return {}

    def to_quote(self, digits: int = QUOTED_DIGITS) -> str:
        """Quote the result in print, the value rounded up.

        Raises:
            DomainError: the result is infinite.
        """
        return self._words(self._number.at_most(digits))

    def check(self, claimed: Readable) -> Bounds:
        """Check a printed number: a valid upper bound, a valid lower bound.

        Raises:
            DomainError: the number cannot be read exactly.
        """
        return decide_bounds(self.value, claimed)  # type: ignore[attr-defined]

    def __float__(self) -> float:
        """Round up to the smallest double found that is no smaller."""
        return rounded_up(self._number)

    def __format__(self, specification: str) -> str:
        """The value as `decimal.Decimal` formats it, rounded up; `str` without a specification.

        Example:
            >>> class Found(Valued):
            ...     value = Enclosure.between("2.381", "2.382")
            >>> f"{Found():.2f}", f"{Found():.1e}", f"{Found():>6}"
            ('2.39', '2.4e+0', ' 2.382')
        """
        if not specification:
            return str(self)
        with localcontext() as context:
            context.rounding = ROUND_CEILING
            # A decimal zero would be written as 0.000e+3.
            return format(self._number.upper or 0.0, specification)

    def __str__(self) -> str:
        """Print the value rounded up, its lower bound, words to quote."""
        value: Enclosure | None = self.value  # type: ignore[attr-defined]
        if value is None:
            return f"{self._asked} is infinite"
        shown, known = value.at_most(SHOWN_DIGITS), f"at least {value.at_least(SHOWN_DIGITS + 3)}"
        if (fraction := short_fraction(value)) is not None:
            known = f"exactly {fraction}"
        return f"{self._asked} <= {shown} ({known}); to quote: {self.to_quote()}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def _repr_html_(self) -> str:
        """The text for a notebook."""
        return f"<p>{escape(str(self))}</p>"

    def __lt__(self, other: Any) -> bool:
        return self._decided(decide_less(self._number, _other(other)))

    def __le__(self, other: Any) -> bool:
        return self._decided(decide_less_equal(self._number, _other(other)))

    def __gt__(self, other: Any) -> bool:
        return self._decided(decide_less(_other(other), self._number))

    def __ge__(self, other: Any) -> bool:
        return self._decided(decide_less_equal(_other(other), self._number))

    def _decided(self, verdict: Verdict) -> bool:
        if verdict is Verdict.UNKNOWN:
            raise PrecisionError("the two numbers must differ by more than what is proven; ask for more digits")
        return verdict is Verdict.HOLDS

    def to_dict(self) -> dict[str, Any]:
        """Return the value and its ends as decimal strings, with facts.

        The value is rounded up, its ends outward; any JSON holds such strings.
        """
        name, value = self._asked, self._number
        ends = value.to_json()
        own = {name: ends["upper"], f"{name}_lower": ends["lower"], f"{name}_upper": ends["upper"]}
        return {**own, f"{name}_exact": ends["exact"], **self._facts()}

    def to_frame(self) -> Any:
        """Return a pandas frame of one row.

        It has the value as the double above it, its ends rounded outward, and the facts.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        name, value = self._asked, self._number
        row = {name: rounded_up(value), f"{name}_lower": rounded_down(value), f"{name}_upper": rounded_up(value)}
        return frame([{**row, **self._facts()}])


def frame(rows: list[dict[str, Any]]) -> Any:
    """A pandas frame of these rows.

    Raises:
        DomainError: pandas is not installed.
    """
    require("frames")
    from pandas import DataFrame

    return DataFrame(rows)


def _other(value: Any) -> Enclosure | Fraction:
    """Read a number to compare with; a float is its printed decimal."""
    if isinstance(value, Valued):
        return value._number
    if isinstance(value, Enclosure):
        return value
    return read_rational(decimal(value) if isinstance(value, float) else value)
