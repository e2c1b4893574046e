"""Branch and bound: a term is nonnegative on a box because it is so on every part of it, or a point refutes it."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from flint import arb, ctx

from sdp_proofs.formulas.boxes import Box, Span
from sdp_proofs.formulas.derivatives import number
from sdp_proofs.formulas.ranges import BITS, Range, add, intersected, multiply, of_point, of_span, subtract
from sdp_proofs.provers.region import Point, Region
from sdp_proofs.provers.touching import MAX_ORDER, Term, Touching, touchings
from sdp_proofs.verdict import Verdict

_SMALLEST = Fraction(1, 2**36)
_SMALL = Fraction(1, 2**7)
_FARTHEST = Fraction(2**60)
_PLACES = 40
_clock = getattr(time, "thread_time", time.process_time)  # not every platform counts threads apart


@dataclass
class Budget:
    """How much work may still be done; counts down.

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
        """Whether another box may be looked at, which is then counted."""
        self.examined += 1
        self.boxes -= 1
        return self.boxes >= 0 and not self.is_over()

    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - (_clock() - self._started)

    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.left() < 0


@dataclass(frozen=True, slots=True)
class Division:
    """How a subdivision ended.

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
        """Divide until all boxes are decided, a point refutes, or the budget is spent."""
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
        return bool(low > 0) or (not self.strict and bool(low >= 0))

    def _bound(self, box: dict[str, Span]) -> tuple[Range | None, dict[str, Range]]:
        """An enclosure of the term over the box, as sharp as needed, and the slopes that were found."""
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
        """The lower bound by monotonicity in some symbols and the mean value theorem in the others."""
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
        return found[0], arb("inf")

    @cached_property
    def _defined_at_ends(self) -> bool:
        return self.box.defines(self.term.node)

    def _defined_at(self, name: str, end: Fraction) -> bool:
        """Whether the term is defined, hence continuous, where a symbol has this value, whatever the conditions say."""
        span = self.box.box[name]
        return span.interior().contains(end) or (span.contains(end) and self._defined_at_ends)

    def _smooth_at(self, name: str, end: Fraction, box: Box) -> bool:
        """Whether the term has all derivatives where a symbol has this value and the others are off their ends."""
        if self.box.box[name].interior().contains(end):
            return True
        others = {other: span.interior() for other, span in box.items()}
        return Region({**others, name: Span(end, end)}, engines=self.region.engines).is_smooth(self.term.node)

    def _decided_far_out(self, box: dict[str, Span]) -> bool:
        """The half-line rule: the term and derivatives have the right sign at the end, the next one on all of it."""
        endless = [name for name, span in box.items() if (span.low is None) != (span.high is None)]
        if len(endless) != 1 or not self.smooth:
            return False
        name = endless[0]
        span = box[name]
        end, side = (span.low, 1) if span.high is None else (span.high, -1)
        if end is None or not self._defined_at(name, end):
            return False
        there = {**box, name: Span(end, end)}
        chain, positive = self.term.partials(name, MAX_ORDER), False
        for order, (here, following) in enumerate(itertools.pairwise(chain)):
            found = here.function.over(there)
            if found is None or (order == 1 and not self._smooth_at(name, end, box)):
                return False
            low = found[0] if side**order > 0 else -found[1]
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
        """Whether a derivative has a sign on the whole box: where no condition holds as well, and off its ends."""
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
        """A strict inequality next to an open end at which the term vanishes."""
        if not self.strict or not self.smooth or len(box) != 1:
            return False
        for touching in self.touching:
            if not touching.is_excluded(self.region.box):
                continue
            found = touching.leading_bound(box)
            side = touching.side(box)
            if found is not None and side and (found[0] > 0 if side**touching.order > 0 else found[1] < 0):
                self.rules.add("Taylor's theorem")
                return True
        return False

    def _witness(self, box: Box) -> Point | None:
        point = {name: span.middle() for name, span in box.items()}
        found = self.term.function.over({name: Span(value, value) for name, value in point.items()})
        if found is None or found[1] > 0 or (found[1] >= 0 and not self.strict):
            return None
        return point if self.refutes(point) else None

    def _widest(self, box: Box, slopes: dict[str, Range]) -> str | None:
        """The symbol whose span is to be halved: the one that moves the term most."""
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
        """With one symbol: the simplest number in a small box, if the term vanishes there; it is remembered."""
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
