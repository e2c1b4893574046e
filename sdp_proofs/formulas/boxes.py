"""Intervals and boxes with rational ends, open, closed or half-infinite: the domains of inequalities."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import read_rational

_INTERVAL = re.compile(r"\s*([\[(])\s*([^,]+?)\s*,\s*([^,]+?)\s*([\])])\s*")
_INFINITE = frozenset({"oo", "+oo", "-oo"})

SpanLike = Any
"""What a caller may write for a `Span`: "[0, 1)", "(0, oo)", a pair of closed ends, or a `Span`."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval with rational ends; None is an infinite end, which is open.

    Example:
        >>> Span.read("[0, 3/2)")
        Span(low=Fraction(0, 1), high=Fraction(3, 2), low_closed=True, high_closed=False)
        >>> str(Span.read("[1, oo)"))
        '[1, oo)'
    """

    low: Fraction | None
    high: Fraction | None
    low_closed: bool = True
    high_closed: bool = True

    @classmethod
    def read(cls, value: SpanLike, name: str = "interval") -> Span:
        """The span that a caller wrote.

        Raises:
            DomainError: not an interval, an end that is not rational, or no point inside.
        """
        if isinstance(value, Span):
            return value
        if isinstance(value, str):
            match = _INTERVAL.fullmatch(value)
            if match is None:
                raise DomainError(f"{name} must be written like '[0, 1)' or '(0, oo)'; got {value!r}")
            left, *ends, right = match.groups()
            closed = (left == "[", right == "]")
        else:
            if not isinstance(value, Sequence) or len(value) != 2:
                raise DomainError(f"{name} must be a pair of ends or text such as '[0, 1)'; got {value!r}")
            ends, closed = list(value), (True, True)
        low = None if ends[0] == "-oo" else _end(ends[0], name)
        high = None if ends[1] in ("oo", "+oo") else _end(ends[1], name)
        if low is not None and high is not None and (low > high or (low == high and not all(closed))):
            raise DomainError(f"{name} must contain a point; got {value!r}")
        return cls(low, high, closed[0] and low is not None, closed[1] and high is not None)

    @property
    def is_point(self) -> bool:
        """Whether the span is a single number."""
        return self.low is not None and self.low == self.high

    def contains(self, value: Fraction) -> bool:
        """Whether a number lies in the span."""
        above = self.low is None or value > self.low or (self.low_closed and value == self.low)
        below = self.high is None or value < self.high or (self.high_closed and value == self.high)
        return above and below

    def within(self, other: Span) -> bool:
        """Whether every number of this span lies in the other one, or is an end of it."""
        above = other.low is None or (self.low is not None and self.low >= other.low)
        return above and (other.high is None or (self.high is not None and self.high <= other.high))

    def common(self, other: Span) -> Span | None:
        """The numbers in both spans, or None.

        Example:
            >>> print(Span.read("[0, 1]").common(Span.read("(1/2, oo)")))
            (1/2, 1]
        """
        low, low_closed = max((_lower(span) for span in (self, other)), key=_tightness_below)
        high, high_closed = min((_upper(span) for span in (self, other)), key=_tightness_above)
        if low is not None and high is not None and (low > high or (low == high and not (low_closed and high_closed))):
            return None
        return Span(low, high, low_closed, high_closed)

    def interior(self) -> Span:
        """The span without its ends; a point stays as it is."""
        return self if self.is_point else Span(self.low, self.high, False, False)

    def middle(self) -> Fraction:
        """A number well inside."""
        match self.low, self.high:
            case None, None:
                return Fraction(0)
            case None, Fraction() as high:
                return high - max(abs(high), Fraction(1))
            case Fraction() as low, None:
                return low + max(abs(low), Fraction(1))
            case low, high:
                return (Fraction(low or 0) + Fraction(high or 0)) / 2

    def halves(self) -> tuple[Span, Span]:
        """The two parts left and right of the middle, which belongs to both."""
        middle = self.middle()
        return Span(self.low, middle, self.low_closed, True), Span(middle, self.high, True, self.high_closed)

    def conditions(self, name: str) -> list[str]:
        """The relations that a number in the span satisfies, as texts of formulas."""
        found = []
        if self.low is not None:
            found.append(f"{name} {'>=' if self.low_closed else '>'} {_written(self.low)}")
        if self.high is not None:
            found.append(f"{name} {'<=' if self.high_closed else '<'} {_written(self.high)}")
        return found

    def __str__(self) -> str:
        low = "-oo" if self.low is None else str(self.low)
        high = "oo" if self.high is None else str(self.high)
        return f"{'[' if self.low_closed else '('}{low}, {high}{']' if self.high_closed else ')'}"


def _lower(span: Span) -> tuple[Fraction | None, bool]:
    return span.low, span.low_closed


def _upper(span: Span) -> tuple[Fraction | None, bool]:
    return span.high, span.high_closed


def _tightness_below(end: tuple[Fraction | None, bool]) -> tuple[bool, Fraction, bool]:
    return end[0] is not None, end[0] or Fraction(0), not end[1]


def _tightness_above(end: tuple[Fraction | None, bool]) -> tuple[bool, Fraction, bool]:
    return end[0] is None, end[0] or Fraction(0), end[1]


Box = Mapping[str, Span]


def read_box(box: Mapping[str, SpanLike]) -> dict[str, Span]:
    """The spans of a box, by the name of the symbol.

    Example:
        >>> print(shown(read_box({"s": "[0, 1)", "t": (0, "1/2")})))
        s in [0, 1), t in [0, 1/2]
    """
    return {name: Span.read(value, name) for name, value in box.items()}


def shown(box: Box) -> str:
    """A box in one line."""
    return ", ".join(f"{name} = {span.low}" if span.is_point else f"{name} in {span}" for name, span in box.items())


def _end(value: Any, name: str) -> Fraction:
    if isinstance(value, str) and value in _INFINITE:
        raise DomainError(f"{name} must not have the end {value} on that side")
    return read_rational(value, f"end of {name}")


def _written(value: Fraction) -> str:
    return f"{value.numerator}" if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
