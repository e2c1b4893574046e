"""Where a term touches zero: Taylor's theorem along one symbol, about a point or a graph x = g(y).

If the term and its first k - 1 derivatives in x vanish for x = g(y), then at every x it is
D_k(xi, y) (x - g(y))**k, where D_k is the k-th derivative over k! and xi lies between g(y) and x. Thus the sign of
one derivative decides, also arbitrarily close to the touching set, where no enclosure of the term itself can.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial

from flint import ctx

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.boxes import Box, Span
from sdp_proofs.formulas.derivatives import derivative, number, substitute, text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import (
    BITS,
    Range,
    RangeFunction,
    exact_constant,
    joined,
    multiply,
    of_point,
    of_span,
    power,
    subtract,
)
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.provers.region import Point, Region
from sdp_proofs.provers.symbolic import Domain, decide_identity, one_quotient
from sdp_proofs.verdict import Verdict

MAX_ORDER = 4
_CEILING = 512
_LARGEST = 1200


class Term:
    """A term with its ranges over boxes and its partial derivatives, each made once."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._partials: dict[str, Term | None] = {}
        self._simplified: dict[tuple[object, ...], Term] = {}

    @cached_property
    def function(self) -> RangeFunction:
        """The compiled ranges."""
        return RangeFunction(self.node)

    def partial(self, name: str) -> Term | None:
        """The derivative in one symbol, or None if the term has none, or one too long to be of use."""
        if name not in self._partials:
            try:
                found = derivative(self.node, name)
                self._partials[name] = Term(found) if _size(found) <= _LARGEST else None
            except DomainError:
                self._partials[name] = None
        return self._partials[name]

    def simplified(self, region: Region) -> Term:
        """The term as one quotient of factors, where sympy finds one; it is equal and defined on the region."""
        place = (*region.box.items(), *region.where)
        if place not in self._simplified:
            domains = {name: _domain(span) for name, span in region.box.items()}
            node = one_quotient(Formula(text(self.node), region.names), domains)
            usable = node is not None and region.defines(node)
            self._simplified[place] = Term(node) if node is not None and usable else self
        if self._simplified[place] is not self:
            region.engines.add("sympy")
        return self._simplified[place]

    def partials(self, name: str, order: int) -> list[Term]:
        """The term and its derivatives in one symbol, up to an order, as far as they exist."""
        found = [self]
        while len(found) <= order and (following := found[-1].partial(name)) is not None:
            found.append(following)
        return found


@dataclass(frozen=True)
class Touching:
    """A term vanishes of order `order` for `name` = `place`.

    Attributes:
        name: the symbol along which the term is expanded.
        place: where it touches; does not contain the symbol.
        order: at how many derivatives, the zeroth included, it vanishes identically.
        derivative: the derivative of that order (not divided by its factorial).
        leading: the same, simplified on the whole box, whatever conditions are imposed.
    """

    name: str
    place: Node
    order: int
    derivative: Term
    leading: Term

    @cached_property
    def distance(self) -> Node:
        """The term x - g(y)."""
        return Node("sub", (Node("symbol", (self.name,)), self.place))

    @cached_property
    def _place(self) -> RangeFunction:
        return RangeFunction(self.place)

    def point(self, others: Point) -> Point | None:
        """The touching point at given values of the other symbols, if it is rational."""
        values = {name: number(value) for name, value in others.items() if name in self.place.free_names()}
        place = exact_constant(substitute(self.place, values))
        return None if place is None else {**others, self.name: place}

    def is_excluded(self, box: Box) -> bool:
        """Whether it is a number outside the span: an open end."""
        constant = exact_constant(self.place)
        return constant is not None and not box[self.name].contains(constant)

    def side(self, box: Box) -> int:
        """The sign of x - g(y) over a box, as far as it is known; 0 otherwise, where they meet it does not matter."""
        place = self._place.over(box)
        low, high = of_span(box[self.name])
        if place is None:
            return 0
        return 1 if low >= place[1] else -1 if high <= place[0] else 0

    def leading_bound(self, box: Box) -> Range | None:
        """The range of the leading derivative between the place and the box."""
        place = self._place.over(box)
        if place is None:
            return None
        ranges = {name: of_span(span) for name, span in box.items()}
        return self.leading.function.of({**ranges, self.name: joined(ranges[self.name], place)})

    def bound(self, box: Box) -> Range | None:
        """The range of the term over a box, by the remainder of Taylor's theorem."""
        place, leading = self._place.over(box), self.leading_bound(box)
        with ctx.workprec(BITS):
            step = None if place is None else power(subtract(of_span(box[self.name]), place), self.order)
            if leading is None or step is None:
                return None
            return multiply(multiply(leading, step), of_point(Fraction(1, factorial(self.order))))


def candidates(box: Box, named: Iterable[tuple[str, Node]]) -> Iterator[tuple[str, Node]]:
    """Where a term over a box may touch zero: what the caller names, ends of spans, equal symbols."""
    yield from named
    for name, span in box.items():
        for end in (span.low, span.high):
            if end is not None and not span.is_point:
                yield name, number(end)
    for left, right in itertools.permutations(box, 2):
        if box[right].within(box[left]):
            yield left, Node("symbol", (right,))


def touchings(term: Term, region: Region, places: Iterable[tuple[str, Node]]) -> list[Touching]:
    """The places at which a term vanishes identically, with the order to which it does."""
    found = {}
    for name, place in places:
        if (name, place) in found or name in place.free_names() or not _inside(place, name, region.box):
            continue
        if not _smooth_there(term.node, name, place, region):
            continue
        order, rate = 0, term
        while order <= MAX_ORDER and vanishes(rate.node, name, place, region, order):
            following = rate.partial(name)
            if following is None:
                break
            order, rate = order + 1, following
        else:
            if 0 < order <= MAX_ORDER:
                leading = rate.simplified(region.with_conditions(()))
                found[name, place] = Touching(name, place, order, rate, leading)
    return list(found.values())


def vanishes(node: Node, name: str, place: Node, region: Region, order: int = 0) -> bool:
    """Whether a term is zero wherever the symbol has the value of `place`; `order` counts its derivatives."""
    there = substitute(node, {name: place})
    names = there.free_names()
    if not names:
        exact = Formula(f"{text(there)} == 0").decide({}, _CEILING)
        if exact is Verdict.UNKNOWN and Formula(text(there)).value({}) is not None:
            region.engines.add("sympy")
            exact = decide_identity(text(there), "0", []).verdict
        if exact is Verdict.UNKNOWN and order == 0:
            # By continuity 0 log 0 = 0, which the formula itself leaves undefined.
            found = RangeFunction(there).of({})
            return found is not None and found[0].is_zero() and found[1].is_zero()
        return exact is Verdict.HOLDS
    box = {other: span for other, span in region.box.items() if other in names}
    middle = RangeFunction(there).of({other: of_point(span.middle()) for other, span in box.items()})
    if middle is None or middle[0] > 0 or middle[1] < 0:
        return False
    domains: dict[str, Domain] = {other: _domain(span) for other, span in box.items()}
    where = [
        Formula(condition, tuple(box)) for other, span in box.items() for condition in span.interior().conditions(other)
    ]
    region.engines.add("sympy")
    return decide_identity(Formula(text(there), tuple(box)), "0", domains, where).verdict is Verdict.HOLDS


def _smooth_there(node: Node, name: str, place: Node, region: Region) -> bool:
    """Whether the term can be expanded about the place; for one symbol, `vanishes` evaluates and finds out."""
    there = substitute(node, {name: place})
    if not there.free_names():
        return True
    rest = {other: span for other, span in region.box.items() if other != name}
    return Region(rest, engines=region.engines).is_smooth(there)


def _size(node: Node) -> int:
    return 1 + sum(map(_size, node.children()))


def _domain(span: Span) -> Domain:
    # At the point 0 nothing is positive, nor a limit of what is.
    return "positive" if span.low is not None and span.low >= 0 and span.high != 0 else "real"


def _inside(place: Node, name: str, box: Box) -> bool:
    """Whether the place lies in the closure of the symbol's span, at every point of the box."""
    span = box[name]
    constant = exact_constant(place)
    if constant is not None:
        return Span(constant, constant).within(span)
    if place.head == "symbol":
        return box[place.parts[0]].within(span)
    found = RangeFunction(place).over(box)
    if found is None:
        return False
    with ctx.workprec(BITS):
        above = span.low is None or bool(of_point(span.low)[1] <= found[0])
        return above and (span.high is None or bool(found[1] <= of_point(span.high)[0]))
