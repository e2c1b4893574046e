"""Branch and bound: a term is nonnegative on all parts of a box.

Or a point refutes it.

On a part the sign is read off an enclosure of the range of the term. Its ends are rounded outward, so a lower end >= 0
proves the sign. Sharper than the range of the term itself is the mean value form f(c) + f'(B)(B - c) in a small part,
with outward rounded ranges of the derivatives; it errs by the square of the width.

Where a term touches zero no enclosure of it is enough, however small the part. There Taylor's theorem is used along one
symbol, about a point or a graph x = g(y). If the term and its first k - 1 derivatives in x vanish for x = g(y), then at
every x it is D_k(xi, y) (x - g(y))**k, where D_k is the k-th derivative over k! and xi lies between g(y) and x. Thus
the sign of one derivative decides, also arbitrarily close to the touching set, where no enclosure of the term itself
can.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import factorial

from flint import arb, ctx

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import derivative, number, substitute, text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import (
    BITS,
    Box,
    Range,
    RangeFunction,
    Span,
    add,
    exact_constant,
    intersected,
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
    """A term with its ranges and partial derivatives, each made once."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._partials: dict[str, Term | None] = {}
        self._simplified: dict[tuple[object, ...], Term] = {}

    @cached_property
    def function(self) -> RangeFunction:
        """The compiled ranges."""
        return RangeFunction(self.node)

    def partial(self, name: str) -> Term | None:
        """Derive in one symbol; None without a derivative of useful length."""
        if name not in self._partials:
            try:
                found = derivative(self.node, name)
                self._partials[name] = Term(found) if _size(found) <= _LARGEST else None
            except DomainError:
                self._partials[name] = None
        return self._partials[name]

    def simplified(self, region: Region) -> Term:
        """Write the term as one quotient of factors, by sympy.

        It is equal and defined on the region.
        """
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
        """Return the term and its derivatives in one symbol.

        They go up to an order, as far as they exist.
        """
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
        """Return the rational touching point at values of the other symbols."""
        values = {name: number(value) for name, value in others.items() if name in self.place.free_names()}
        place = exact_constant(substitute(self.place, values))
        return None if place is None else {**others, self.name: place}

    def is_excluded(self, box: Box) -> bool:
        """The place is a number outside the span: an open end."""
        constant = exact_constant(self.place)
        return constant is not None and not box[self.name].contains(constant)

    def side(self, box: Box) -> int:
        """Return the sign of x - g(y) over a box, if known.

        It is 0 otherwise; where they meet it does not matter.
        """
        place = self._place.over(box)
        low, high = of_span(box[self.name])
        if place is None:
            return 0
        # low <= x and g(y) <= place[1], both rounded outward: low >= place[1] proves x >= g(y) on the whole box.
        return 1 if low >= place[1] else -1 if high <= place[0] else 0

    def leading_bound(self, box: Box) -> Range | None:
        """The range of the leading derivative between the place and the box."""
        place = self._place.over(box)
        if place is None:
            return None
        # D_k is taken at a point between g(y) and x that is not known: it is enclosed over the hull of both ranges.
        ranges = {name: of_span(span) for name, span in box.items()}
        return self.leading.function.of({**ranges, self.name: joined(ranges[self.name], place)})

    def bound(self, box: Box) -> Range | None:
        """Enclose the term over a box by the remainder of Taylor's theorem."""
        place, leading = self._place.over(box), self.leading_bound(box)
        with ctx.workprec(BITS):
            # f(x, y) = D_k(xi, y) (x - g(y))^k / k!. An even power is enclosed as one, so its lower end is not below 0.
            step = None if place is None else power(subtract(of_span(box[self.name]), place), self.order)
            if leading is None or step is None:
                return None
            return multiply(multiply(leading, step), of_point(Fraction(1, factorial(self.order))))


def candidates(box: Box, named: Iterable[tuple[str, Node]]) -> Iterator[tuple[str, Node]]:
    """Yield places where a term over a box may touch zero.

    They are those that the caller names, ends of spans, and equal symbols.
    """
    yield from named
    for name, span in box.items():
        for end in (span.low, span.high):
            if end is not None and not span.is_point:
                yield name, number(end)
    for left, right in itertools.permutations(box, 2):
        if box[right].within(box[left]):
            yield left, Node("symbol", (right,))


def touchings(term: Term, region: Region, places: Iterable[tuple[str, Node]]) -> list[Touching]:
    """Find the places where a term vanishes identically, with the order."""
    found = {}
    for name, place in places:
        if (name, place) in found or name in place.free_names() or not _inside(place, name, region.box):
            continue
        if not _smooth_there(term.node, name, place, region):
            continue
        # The order is the number of derivatives in a row that vanish identically; the first that does not leads. If one
        # of them is not known (`break`), nothing is.
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
    """Prove that a term is zero wherever the symbol equals `place`.

    `order` counts its derivatives.
    """
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
    """Tell whether the term can be expanded about the place.

    For one symbol, `vanishes` evaluates and finds out.
    """
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
    """Prove that the place lies in the closure of the span.

    It must do so at every point of the box.
    """
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


_SMALLEST = Fraction(1, 2**36)
_SMALL = Fraction(1, 2**7)
_FARTHEST = Fraction(2**60)
_PLACES = 40
_clock = getattr(time, "thread_time", time.process_time)  # not every platform counts threads apart


@dataclass
class Budget:
    """Work that may still be done; it counts down.

    Attributes:
        boxes: how many more boxes may be looked at.
        seconds: how long all of it may take of the processor: what else the machine does changes no answer.
        examined: how many boxes were looked at.
    """

    boxes: int
    seconds: float
    examined: int = 0
    _started: float = field(default_factory=_clock)

    def spend(self) -> bool:
        """Count another box, and tell whether it may be looked at."""
        self.examined += 1
        self.boxes -= 1
        return self.boxes >= 0 and not self.is_over()

    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - (_clock() - self._started)

    def is_over(self) -> bool:
        """Tell whether the time is over."""
        return self.left() < 0


@dataclass(frozen=True, slots=True)
class Division:
    """End of a subdivision.

    Attributes:
        verdict: HOLDS, or FAILS with a witness, or UNKNOWN with a box.
        witness: a point of the region at which the statement is proven to fail.
        undecided: the box that was looked at last, with the reason.
        reason: why the verdict is UNKNOWN.
        rules: what decided the boxes.
    """

    verdict: Verdict
    witness: Point | None = None
    undecided: Box | None = None
    reason: str = ""
    rules: frozenset[str] = frozenset()


class Subdivision:
    """One inequality, term >= 0 or term > 0, on a region.

    Args:
        term: the term.
        strict: whether 0 is excluded.
        region: where; the spans are the whole box.
        touching: places where the term vanishes, as found by `touchings`.
        smooth: whether the term has all derivatives inside the box, whatever the conditions say.
        refutes: decides exactly whether the statement fails at a point of the region.

    Theorems and their hypotheses stand in `provers.inequality`.
    """

    def __init__(
        self,
        term: Term,
        strict: bool,
        region: Region,
        touching: list[Touching],
        smooth: bool,
        refutes: Callable[[Point], bool],
    ) -> None:
        self.term, self.strict, self.region = term, strict, region
        self.touching, self.smooth, self.refutes = list(touching), smooth, refutes
        self.rules: set[str] = set()
        self.box = region.with_conditions(())
        self._tried: set[Fraction] = set()

    def run(self, budget: Budget) -> Division:
        """Divide until all is decided, refuted, or the budget is spent."""
        serial = itertools.count()
        start = dict(self.region.box)
        heap: list[tuple[float, int, dict[str, Span]]] = [(0.0, next(serial), start)]
        while heap:
            _, _, box = heapq.heappop(heap)
            if not budget.spend():
                reason = "the time is over" if budget.is_over() else "the number of boxes is exhausted"
                return Division(Verdict.UNKNOWN, None, box, reason)
            if self.region.misses(box):
                self.rules.add("conditions")
                continue
            with ctx.workprec(BITS):
                bound, slopes = self._bound(box)
            if bound is not None and self._suffices(bound[0]):
                continue
            if bound is None and not self.region.where:
                return Division(Verdict.UNKNOWN, None, box, "the term is not defined")
            if self._decided_far_out(box) or self._vanishes_only_outside(box):
                continue
            witness = self._witness(box)
            if witness is not None:
                return Division(Verdict.FAILS, witness)
            name = self._widest(box, slopes)
            if name is None:
                return Division(Verdict.UNKNOWN, None, box, "the boxes have become too small")
            place = self._look_for_touching(box)
            if place is not None and self.strict and self.refutes(place):
                return Division(Verdict.FAILS, place)
            low = -1e300 if bound is None else max(-1e300, float(bound[0].mid()))
            for half in box[name].halves():
                heapq.heappush(heap, (low, next(serial), {**box, name: half}))
        return Division(Verdict.HOLDS, rules=frozenset(self.rules))

    def _suffices(self, low: arb) -> bool:
        # The lower end was rounded down, so low >= 0 proves f >= 0; that f > 0 needs low > 0.
        return bool(low > 0) or (not self.strict and bool(low >= 0))

    def _bound(self, box: dict[str, Span]) -> tuple[Range | None, dict[str, Range]]:
        """Enclose the term over the box, as sharply as needed.

        The slopes that were found come with it.
        """
        found = self.term.function.over(box)
        slopes: dict[str, Range] = {}
        if found is not None and self._suffices(found[0]):
            self.rules.add("ranges")
            return found, slopes
        if not self.smooth:
            return found, slopes
        for touching in self.touching:
            found = intersected(found, touching.bound(box))
            if found is not None and self._suffices(found[0]):
                self.rules.add("Taylor's theorem")
                return found, slopes
        ranges = {name: of_span(span) for name, span in box.items()}
        for name in box:
            partial = self.term.partial(name)
            slope = None if partial is None else partial.function.of(ranges)
            if slope is not None:
                slopes[name] = slope
        by_slopes = self._by_slopes(box, ranges, slopes)
        if by_slopes is not None and self._suffices(by_slopes[0]):
            self.rules.add("slopes")
        return intersected(found, by_slopes), slopes

    def _by_slopes(self, box: Box, ranges: dict[str, Range], slopes: dict[str, Range]) -> Range | None:
        """Bound the term from below by monotonicity and mean values.

        Monotone symbols stand at their better end; the mean value theorem serves for the others.
        """
        # f(p) >= f(c) + sum of f_i(B) (B_i - c_i) over the symbols i in `rest`. Where f rises in a symbol on the whole
        # box, f is least at its low end, so c is there and nothing is added; where it falls, at the high end.
        centre, rest = dict(ranges), []
        for name, span in box.items():
            if span.is_point:
                continue
            slope = slopes.get(name)
            if slope is None:
                return None
            low, high = span.low, span.high
            if slope[0] >= 0 and low is not None and self._defined_at(name, low):
                centre[name] = of_point(low)
            elif slope[1] <= 0 and high is not None and self._defined_at(name, high):
                centre[name] = of_point(high)
            else:
                centre[name] = of_point(span.middle())
                rest.append(name)
        found = self.term.function.of(centre)
        if found is None:
            return None
        for name in rest:
            found = add(found, multiply(slopes[name], subtract(ranges[name], centre[name])))
        return found[0], arb("inf")  # c is a corner for some symbols: of the greatest value this says nothing

    @cached_property
    def _defined_at_ends(self) -> bool:
        return self.box.defines(self.term.node)

    def _defined_at(self, name: str, end: Fraction) -> bool:
        """Tell whether the term is continuous at an end of a span.

        It is defined there, whatever the conditions say.
        """
        span = self.box.box[name]
        return span.interior().contains(end) or (span.contains(end) and self._defined_at_ends)

    def _smooth_at(self, name: str, end: Fraction, box: Box) -> bool:
        """Tell whether the term is smooth at an end of a span.

        The other symbols are off their ends.
        """
        if self.box.box[name].interior().contains(end):
            return True
        others = {other: span.interior() for other, span in box.items()}
        return Region({**others, name: Span(end, end)}, engines=self.region.engines).is_smooth(self.term.node)

    def _decided_far_out(self, box: dict[str, Span]) -> bool:
        """Apply the half-line rule.

        The term and derivatives have the right sign at the end, the next one on all of it.
        """
        endless = [name for name, span in box.items() if (span.low is None) != (span.high is None)]
        if len(endless) != 1 or not self.smooth:
            return False
        name = endless[0]
        span = box[name]
        end, side = (span.low, 1) if span.high is None else (span.high, -1)
        if end is None or not self._defined_at(name, end):
            return False
        there = {**box, name: Span(end, end)}
        # With x = e + s t, s = 1 or -1 and t >= 0: f(x) = sum of f^(j)(e) s^j t^j/j! + f^(k)(xi) s^k t^k/k!, j < k. So
        # f >= f(e) if s^j f^(j)(e) >= 0 for 0 < j < k, and s^k f^(k) >= 0 on the half-line; f(e) >= 0 does the rest.
        chain, positive = self.term.partials(name, MAX_ORDER), False
        for order, (here, following) in enumerate(itertools.pairwise(chain)):
            found = here.function.over(there)
            if found is None or (order == 1 and not self._smooth_at(name, end, box)):
                return False
            low = found[0] if side**order > 0 else -found[1]  # the lower end of s^j f^(j) at e, rounded down
            if low < 0:
                return False
            positive = positive or (order == 0 and bool(low > 0))
            if self.strict and not positive:
                return False
            if self._has_sign(following, side ** (order + 1), box):
                self.rules.add("Taylor's theorem")
                return True
        return False

    def _has_sign(self, term: Term, side: int, box: dict[str, Span]) -> bool:
        """Prove the sign of a derivative on the whole box.

        It is shown where no condition holds as well, and off the ends.
        """
        inside = Region({name: span.interior() for name, span in box.items()}, engines=self.region.engines)
        for form in (term, term.simplified(self.box.interior())):
            found = form.function.over(box)
            if found is not None and (found[0] >= 0 if side > 0 else found[1] <= 0):
                return True
        asked = inside.ask(form.node, ">=" if side > 0 else "<=")
        if asked is not None and asked.everywhere:
            self.rules.add("z3")
            return True
        return False

    def _vanishes_only_outside(self, box: Box) -> bool:
        """Prove a strict inequality next to an open end.

        The term vanishes at that end.
        """
        if not self.strict or not self.smooth or len(box) != 1:
            return False
        for touching in self.touching:
            if not touching.is_excluded(self.region.box):
                continue
            # f = D_k (x - c)^k/k! with c outside the span, so x - c is never 0, and its sign is that of the side.
            found = touching.leading_bound(box)
            side = touching.side(box)
            if found is not None and side and (found[0] > 0 if side**touching.order > 0 else found[1] < 0):
                self.rules.add("Taylor's theorem")
                return True
        return False

    def _witness(self, box: Box) -> Point | None:
        point = {name: span.middle() for name, span in box.items()}
        found = self.term.function.over({name: Span(value, value) for name, value in point.items()})
        # An upper end above 0 leaves f >= 0 possible there; else the exact evaluation is asked, which takes longer.
        if found is None or found[1] > 0 or (found[1] >= 0 and not self.strict):
            return None
        return point if self.refutes(point) else None

    def _widest(self, box: Box, slopes: dict[str, Range]) -> str | None:
        """Choose the symbol to halve: the one that moves the term most."""
        weights: dict[str, float] = {}
        for name, span in box.items():
            if span.is_point:
                continue
            if span.low is None or span.high is None:
                if max(abs(end) for end in (span.low, span.high, Fraction(0)) if end is not None) < _FARTHEST:
                    return name
                continue
            whole = self.region.box[name]
            width = span.high - span.low
            extent = width if whole.low is None or whole.high is None else width / (whole.high - whole.low)
            if extent < _SMALLEST:
                continue
            slope = slopes.get(name)
            steep = 1.0
            if slope is not None and slope[0].is_finite() and slope[1].is_finite():
                steep = float(max(abs(slope[0]), abs(slope[1])).mid())
            weights[name] = float(extent) * max(steep, 1e-6)
        return max(weights, key=lambda name: weights[name]) if weights else None

    def _look_for_touching(self, box: Box) -> Point | None:
        """Try the simplest number in a small box of one symbol.

        If the term vanishes there, the place is remembered.
        """
        if len(box) != 1 or not self.smooth:
            return None
        [(name, span)] = box.items()
        if span.low is None or span.high is None or span.high - span.low > _SMALL:
            return None
        place = _simplest(span.low, span.high)
        if place in self._tried or len(self._tried) >= _PLACES:
            return None
        self._tried.add(place)
        found = touchings(self.term, self.region, [(name, number(place))])
        self.touching += found
        return {name: place} if found else None


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator between two numbers."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -_simplest(-high, -low)
    whole = low.numerator // low.denominator
    if whole == low:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / _simplest(1 / (high - whole), 1 / (low - whole))
