"""What a result offers to people with data: float, format, comparison, dict and data frame.

World: the value itself is an enclosure; `float` and formats show its midpoint (an estimate), comparisons are decided on
the whole interval, and frames carry both ends, rounded outward to doubles.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.extras import require
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import read_rational
from sdp_proofs.verdict import Verdict


def decimal(value: Any) -> Decimal:
    """The decimal that a float prints as: the one explicit way to hand floats to this package.

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


class Valued:
    """A result with one value, which converts as a number does; slots are those of the dataclass that inherits it.

    A class says in `_asked` what its value is called, and in `_facts` what else belongs into a row.
    """

    __slots__ = ()

    @property
    def _number(self) -> Enclosure:
        value: Enclosure | None = self.value  # type: ignore[attr-defined]
        if value is None:
            raise DomainError("no finite value must be converted, got a result that is infinite")
        return value

    @property
    def _asked(self) -> str:
        return "value"

    def _facts(self) -> Mapping[str, Any]:
        return {}

    def __float__(self) -> float:
        """The midpoint rounded to nearest (an estimate)."""
        return float(self._number)

    def __format__(self, specification: str) -> str:
        """As the value prints; `str` without a specification, which a text may have as well."""
        return format(self._number, specification) if specification else str(self)

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
        """The value with its proven ends, as decimal strings that any JSON holds, and the facts beside it."""
        name, value = self._asked, self._number
        ends = value.to_json()
        own = {name: str(value), f"{name}_lower": ends["lower"], f"{name}_upper": ends["upper"]}
        return {**own, f"{name}_exact": ends["exact"], **self._facts()}

    def to_frame(self) -> Any:
        """A pandas frame of one row: the value to the nearest double, its ends rounded outward, and the facts.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        name, value = self._asked, self._number
        row = {name: float(value), f"{name}_lower": rounded_down(value), f"{name}_upper": rounded_up(value)}
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
    """What a result is compared with; a float is the decimal that it prints as."""
    if isinstance(value, Valued):
        return value._number
    if isinstance(value, Enclosure):
        return value
    return read_rational(decimal(value) if isinstance(value, float) else value)
