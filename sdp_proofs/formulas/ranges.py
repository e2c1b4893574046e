"""Boxes, and ranges of terms over boxes.

Ranges are intervals with outward rounded ends, which may be infinite.

A box has a `Span` for each symbol: an interval with rational ends, open, closed or half-infinite.

The range of a term contains the value at every point of the box at which the term is defined; that it is defined
there is another question, which the caller settles. By continuity 0 log 0 is 0, and a product x log(x) is
enclosed as one function, so entropies have finite ranges up to the boundary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.evaluation import Evaluation, fraction_of
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.numbers.reals import fraction_ball, read_rational

_INTERVAL = re.compile(r"\s*([\[(])\s*([^,]+?)\s*,\s*([^,]+?)\s*([\])])\s*")
_INFINITE = frozenset({"oo", "+oo", "-oo"})
SpanLike = Any
"""Forms of a `Span` that a caller may write: "[0, 1)", "(0, oo)", a pair of closed ends, or a `Span`."""


@dataclass(frozen=True, slots=True)
class Span:
    """Interval with rational ends; None is an infinite end, and open.

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
        """The span is a single number."""
        return self.low is not None and self.low == self.high

    def contains(self, value: Fraction) -> bool:
        """Tell whether a number lies in the span."""
        above = self.low is None or value > self.low or (self.low_closed and value == self.low)
        below = self.high is None or value < self.high or (self.high_closed and value == self.high)
        return above and below

    def within(self, other: Span) -> bool:
        """Tell whether this span lies in the closure of another one."""
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
        """Split at the middle, which belongs to both parts."""
        middle = self.middle()
        return Span(self.low, middle, self.low_closed, True), Span(middle, self.high, True, self.high_closed)

    def conditions(self, name: str) -> list[str]:
        """State the relations of numbers in the span, as texts of formulas."""
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


BITS = 128
_INFINITY = arb("inf")
_ZERO = arb(0)
ONE = Node("number", (Fraction(1), "1"))
Range = tuple[arb, arb]
"""Lower and upper end, exact numbers or infinite."""


def of_span(span: Span) -> Range:
    """The range of a symbol in a span."""
    low = -_INFINITY if span.low is None else fraction_ball(span.low).lower()
    return low, _INFINITY if span.high is None else fraction_ball(span.high).upper()


def of_point(value: Fraction) -> Range:
    """The range of a rational number."""
    ball = fraction_ball(value)
    return ball.lower(), ball.upper()


def joined(left: Range, right: Range) -> Range:
    """The smallest range that contains both."""
    return min(left[0], right[0]), max(left[1], right[1])


def intersected(left: Range | None, right: Range | None) -> Range | None:
    """Intersect two ranges of one term; None is an unknown range."""
    if left is None or right is None:
        return left if right is None else right
    return max(left[0], right[0]), min(left[1], right[1])


def add(left: Range, right: Range) -> Range:
    """The range of a sum."""
    # Arb's sums are balls: their lower end is rounded down, their upper end up, so the range contains every sum.
    return _down(left[0] + right[0]), _up(left[1] + right[1])


def negative(operand: Range) -> Range:
    """The range of -x."""
    return -operand[1], -operand[0]


def subtract(left: Range, right: Range) -> Range:
    """The range of a difference."""
    return add(left, negative(right))


def multiply(left: Range, right: Range) -> Range:
    """The range of a product."""
    # A product is least and greatest at ends of both ranges, as it is linear in each factor.
    # At a closed end 0 is the value, at an infinite end no value: their product adds nothing but 0.
    products = [_ZERO if a.is_zero() or b.is_zero() else a * b for a in left for b in right]
    return min(_down(product) for product in products), max(_up(product) for product in products)


def power(base: Range, exponent: int) -> Range | None:
    """The range of a whole power."""
    if exponent < 0:
        positive = power(base, -exponent)
        return None if positive is None else _reciprocal(positive)
    if exponent == 0:
        return arb(1), arb(1)
    low, high = base
    if exponent % 2 == 0:
        # An even power falls below 0 and rises above it: the least value is at 0 if that is in the range.
        if high <= 0:
            low, high = -high, -low
        elif low < 0:
            return _ZERO, _up(max(-low, high) ** exponent)
    return _down(low**exponent), _up(high**exponent)


class RangeFunction:
    """A term, compiled to find its range over many boxes quickly.

    Raises:
        DomainError: the term contains a factorial, a binomial or a sum of symbols.

    Example:
        >>> from sdp_proofs.formulas.ranges import read_box
        >>> from sdp_proofs.formulas.syntax import read
        >>> entropy = RangeFunction(read("-p*log(p) - (1 - p)*log(1 - p)", {"p"}))
        >>> low, high = entropy.over(read_box({"p": (0, "1/2")}))
        >>> bool(low >= 0), bool(high < 0.74)
        (True, True)
    """

    def __init__(self, node: Node) -> None:
        self._steps: list[_Step] = []
        self._places: dict[Node, int] = {}
        self._place(node)

    def over(self, box: Mapping[str, Span]) -> Range | None:
        """Return the range over a box; None if nowhere defined there."""
        with ctx.workprec(BITS):
            return self.of({name: of_span(span) for name, span in box.items()})

    def of(self, ranges: Mapping[str, Range]) -> Range | None:
        """The range, given those of the symbols."""
        values: list[Range | None] = []
        with ctx.workprec(BITS):
            for step in self._steps:
                if step.name:
                    values.append(ranges[step.name])
                    continue
                operands = [values[place] for place in step.operands]
                known = step.apply is _entropy or all(operand is not None for operand in operands)
                values.append(step.apply(*operands) if known else None)
        return values[-1]

    def _place(self, node: Node) -> int:
        known = self._places.get(node)
        if known is None:
            step = self._step(node)
            self._steps.append(step)
            known = self._places[node] = len(self._steps) - 1
        return known

    def _step(self, node: Node) -> _Step:
        if node.head == "symbol":
            return _Step(node.parts[0])
        if not node.free_names():
            constant = _constant(node)
            return _Step("", (), lambda: constant)
        if node.head == "pow":
            return self._power(*node.parts)
        if node.head not in _RANGES:
            raise DomainError(f"an inequality over a box must not contain {node.head} of a symbol")
        if node.head == "mul" and (entropy := entropy_factors(node)) is not None:
            scale, ratio = entropy
            natural = [self._place(part) for part in node.parts]
            return _Step("", (*natural, self._place(scale), self._place(ratio)), _entropy)
        return _Step("", tuple(map(self._place, node.parts)), _RANGES[node.head])

    def _power(self, base: Node, exponent: Node) -> _Step:
        value = exact_constant(exponent)
        if value is not None and value.denominator == 1:
            whole = value.numerator
            return _Step("", (self._place(base),), lambda operand: power(operand, whole))
        apply = _any_power if value is None else _real_power
        return _Step("", (self._place(base), self._place(exponent)), apply)


def entropy_factors(node: Node) -> tuple[Node, Node] | None:
    """Return w and u of a product w u log(u).

    There u = 0 is allowed; None for another product.

    A product v log(v c/d) is (d/c) u log(u) with u = v c/d.
    """
    outer = list(factors(node))
    for place, log in enumerate(outer):
        if log.head != "log":
            continue
        ratio = log.parts[0]
        top, bottom = ratio.parts if ratio.head == "div" else (ratio, ONE)
        # Only this one: in u log(u) log(u) both logarithms may be the same object.
        rest = outer[:place] + outer[place + 1 :]
        if ratio in rest:
            rest.remove(ratio)
            return product(rest), ratio
        inner = list(factors(top))
        shared = next((factor for factor in inner if factor in rest and factor.free_names()), None)
        if shared is not None:
            rest.remove(shared)
            inner.remove(shared)
            scale = product([*rest, bottom])
            return Node("div", (scale, product(inner))) if inner else scale, ratio
    return None


def product(parts: Sequence[Node]) -> Node:
    """The product of some terms."""
    return reduce(lambda left, right: Node("mul", (left, right)), parts) if parts else ONE


def factors(node: Node) -> Iterator[Node]:
    """The factors of a product, with -1 for a sign."""
    if node.head == "mul":
        yield from factors(node.parts[0])
        yield from factors(node.parts[1])
    elif node.head == "neg":
        yield Node("neg", (ONE,))
        yield from factors(node.parts[0])
    else:
        yield node


def exact_constant(node: Node) -> Fraction | None:
    """The value of a term without symbols, if it is rational."""
    if node.free_names():
        return None
    return fraction_of(Evaluation({}, BITS).value(node))


@dataclass(frozen=True, slots=True)
class _Step:
    name: str
    operands: tuple[int, ...] = ()
    apply: Callable[..., Range | None] = lambda: None


def _constant(node: Node) -> Range | None:
    evaluation = Evaluation({}, BITS)
    value = evaluation.value(node)
    if value is None:
        return None
    ball = evaluation.enclosure(value).ball
    return ball.lower(), ball.upper()


def _down(ball: arb) -> arb:
    low = ball.lower()
    return low if low == low else -_INFINITY  # noqa: PLR0124 - only a NaN differs from itself


def _up(ball: arb) -> arb:
    high = ball.upper()
    return high if high == high else _INFINITY  # noqa: PLR0124


def _reciprocal(operand: Range) -> Range | None:
    low, high = operand
    if low < 0 < high:
        return -_INFINITY, _INFINITY
    if low == 0 == high:
        return None
    return (
        -_INFINITY if high == 0 else _down(1 / high),
        _INFINITY if low == 0 else _up(1 / low),
    )


def _divide(left: Range, right: Range) -> Range | None:
    inverse = _reciprocal(right)
    return None if inverse is None else multiply(left, inverse)


def _exp(operand: Range) -> Range:
    return max(_down(operand[0].exp()), _ZERO), _INFINITY if operand[1] == _INFINITY else _up(operand[1].exp())


def _log(operand: Range) -> Range | None:
    low, high = operand
    if high <= 0:
        return None
    return -_INFINITY if low <= 0 else _down(low.log()), _INFINITY if high == _INFINITY else _up(high.log())


def _sqrt(operand: Range) -> Range | None:
    low, high = operand
    if high < 0:
        return None
    return _ZERO if low <= 0 else _down(low.sqrt()), _INFINITY if high == _INFINITY else _up(high.sqrt())


def _real_power(base: Range, exponent: Range) -> Range | None:
    if base[1] < 0:
        return None
    if base[1] == 0:
        return (_ZERO, _ZERO) if exponent[0] > 0 else None
    logarithm = _log(base)
    return None if logarithm is None else _exp(multiply(exponent, logarithm))


def _any_power(base: Range, exponent: Range) -> Range | None:
    """Return the range of a power whose exponent varies.

    At integers a negative base has powers too, and 0**0 is 1.
    """
    if base[0] < 0:
        return -_INFINITY, _INFINITY
    if base[1] == 0 and exponent[0] <= 0:
        return (_ZERO, arb(1)) if exponent[1] >= 0 else None
    return _real_power(base, exponent)


def _absolute(operand: Range) -> Range:
    low, high = operand
    if low >= 0:
        return operand
    return (_ZERO, max(-low, high)) if high > 0 else (-high, -low)


def _entropy(left: Range | None, right: Range | None, scale: Range | None, ratio: Range | None) -> Range | None:
    natural = None if left is None or right is None else multiply(left, right)
    joint = None if ratio is None else _x_log_x(ratio)
    return intersected(natural, None if joint is None or scale is None else multiply(scale, joint))


def _x_log_x(operand: Range) -> Range | None:
    """Return the range of x log(x).

    It falls until 1/e and rises from there.
    """
    low, high = operand
    if high < 0:
        return None
    low = max(low, _ZERO)
    bottom = arb(-1).exp()
    left, right = _x_log_x_at(low), _x_log_x_at(high)
    if low >= bottom:
        return left[0], right[1]
    if high <= bottom:
        return right[0], left[1]
    return (-bottom).lower(), max(left[1], right[1])


def _x_log_x_at(value: arb) -> Range:
    if value.is_zero():
        return _ZERO, _ZERO
    if value == _INFINITY:
        return _INFINITY, _INFINITY
    ball = value * value.log()
    return _down(ball), _up(ball)


_RANGES: dict[str, Callable[..., Range | None]] = {
    "neg": negative,
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "div": _divide,
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "abs": _absolute,
    "max": lambda *operands: (max(a for a, _ in operands), max(b for _, b in operands)),
    "min": lambda *operands: (min(a for a, _ in operands), min(b for _, b in operands)),
    "floor": lambda operand: (_down(operand[0].floor()), _up(operand[1].floor())),
    "ceiling": lambda operand: (_down(operand[0].ceil()), _up(operand[1].ceil())),
}
