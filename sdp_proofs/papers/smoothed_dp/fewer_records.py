"""Remark 8 for databases with few records: all its instances, covered by finitely many boxes.

A box has a range of n, of T, of theta = 1 - exp(-epsilon) and of the floor f, for one number of types. The loss falls
in n, theta and f and grows with T, and so does its bound by mean excesses (`privacy.bounds.one_database`); the printed
bound falls in n, theta and f and grows with T as well. So the statement holds on all of the box if it holds between the
largest loss and the smallest printed bound, which are at opposite corners. Else the box is divided, across the range
which lowers the printed bound most.

Boxes are clipped to where the statement is open: theta above T/n, as the statement asks; T/n below 2/5 and theta at
most T/n + 13/50, as elsewhere it is known for all n (claim `remark-eight-holds-at-larger-rates`). And no box is needed
for many types: m exp(-f n/8) is at least m exp(-n/(8 m)), which grows with m, and the loss is at most T/n.

`PrintedBox` is for the sampling rate as it is printed, where T is eta n rounded up. The printed bound has eta where T/n
is sampled, and is the smaller the smaller eta is. All that is known of eta is that it is above (T - 1)/n, and at T = 1
above 0: there the first term of the bound may be as small as one likes. So the bound is taken at eta = (T - 1)/n, which
it exceeds; theta is only known to be above that, and all records may be sampled. No part is left out because the
statement is known there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, floor, inf, log
from typing import Any, ClassVar

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.one_database import mean_excess_average_upper

LARGE_RATE = Fraction(2, 5)
LARGE_DISTANCE = Fraction(13, 50)
MANY_TYPES = 6
_BOXES = 20_000
_NARROW = 80  # divisions of one box, after which it is given up


@dataclass(frozen=True, slots=True)
class Box:
    """Ranges of the instances of Remark 8, ends included, for one number of types."""

    types: int
    records: tuple[int, int]
    draws: tuple[int, int]
    theta: tuple[Fraction, Fraction]
    floor: tuple[Fraction, Fraction]
    left_out: ClassVar[int] = 1
    """Least number of records that are not sampled."""

    def clipped(self) -> Box | None:
        """The part where the statement is open, or a box around it; None if there is none."""
        (fewest, most), (least, largest), (low, high) = self.records, self.draws, self.theta
        fewest = max(fewest, floor(least / LARGE_RATE) + 1)
        largest = min(largest, ceil(most * LARGE_RATE) - 1)
        low = max(low, Fraction(least, most))
        high = min(high, Fraction(largest, fewest) + LARGE_DISTANCE)
        if fewest > most or least > largest or low >= high:
            return None
        return replace(self, records=(fewest, most), draws=(least, largest), theta=(low, high))

    def extremes(self) -> dict[str, Any]:
        """The largest loss of the box, and what makes the printed bound smallest: values of the claim's symbols."""
        return {
            "loss": self.loss_upper(),
            "gap": (self.theta[1] * self.records[1] / self.draws[0] - 1) ** 2,
            "least": self.floor[1],
            "records": self.records[1],
            "types": self.types,
        }

    def loss_upper(self) -> Enclosure:
        """The largest loss."""
        records, draws = self.records[0], self.draws[1]
        trivial = Fraction(draws, records)
        if draws >= records:
            return Enclosure.of(min(Fraction(1), trivial))
        average = mean_excess_average_upper(records, draws, self.theta[0], self.floor[0], self.types)
        return Enclosure(arb.min(average, fraction_ball(trivial)))

    def printed_estimate(self, **ends: int) -> float:
        """The logarithm of the printed bound; it is smallest where all ranges are at their ends 1, T at its end 0."""
        at = {"records": 1, "draws": 0, "theta": 1, "floor": 1} | ends
        n, draws = self.records[at["records"]], self.draws[at["draws"]]
        theta, t = float(self.theta[at["theta"]]), float(self.floor[at["floor"]]) * n
        return log(exp(-self.gap_estimate(theta, n, draws) * t / 6) + self.types * exp(-t / 8))

    def gap_estimate(self, theta: float, records: int, draws: int) -> float:
        """About g at a corner."""
        return max(0.0, theta * records / draws - 1) ** 2

    def divided(self) -> tuple[Box, Box]:
        """Two boxes, divided across the range that lowers the printed bound most; T counts for the loss as well."""
        here = self.printed_estimate()
        gains = {
            "theta": self.printed_estimate(theta=0) - here,
            "floor": self.printed_estimate(floor=0) - here,
        }
        if self.records[0] < self.records[1]:
            gains["records"] = self.printed_estimate(records=0) - here
        if self.draws[0] < self.draws[1]:
            gains["draws"] = self.printed_estimate(draws=1) - here + log(self.draws[1] / self.draws[0])
        name = max(gains, key=lambda each: gains[each])
        low, high = getattr(self, name)
        whole = name in ("records", "draws")
        middle = (low + high) // 2 if whole else _short_middle(low, high)
        first: dict[str, Any] = {name: (low, middle)}
        second: dict[str, Any] = {name: (middle + 1 if whole else middle, high)}
        return replace(self, **first), replace(self, **second)

    def __str__(self) -> str:
        ranges = (("n", self.records), ("T", self.draws), ("theta", self.theta), ("f", self.floor))
        shown = ", ".join(f"{name} from {float(low):.6g} to {float(high):.6g}" for name, (low, high) in ranges)
        return f"{self.types} types, {shown}"


@dataclass(frozen=True, slots=True)
class Covering:
    """Outcome of a covering.

    Attributes:
        boxes: how many boxes cover what was covered.
        open: a box on which nothing is decided; None if all instances are covered.
    """

    boxes: int
    open: Box | None


def cover(largest: int, holds: Callable[[Mapping[str, Any]], bool], box: type[Box] = Box) -> Covering:
    """Cover all instances of Remark 8 with at most so many records.

    Args:
        largest: the largest n.
        holds: whether the statement holds at the extremes of a box, certifiably.
        box: what the boxes are; it knows what is open and where the printed bound is smallest.

    Example:
        >>> cover(40, lambda extremes: float(extremes["loss"].ball.upper()) < 2).open is None
        True
    """
    covered = 0
    for start in whole_space(largest, box):
        stack = [(start, 0)]
        while stack:
            whole, depth = stack.pop()
            part = whole.clipped()
            if part is None:
                continue
            if holds(part.extremes()):
                covered += 1
            elif depth == _NARROW or covered + len(stack) > _BOXES:
                return Covering(covered, part)
            else:
                stack += [(half, depth + 1) for half in part.divided()]
    return Covering(covered, None)


def whole_space(largest: int, box: type[Box] = Box) -> Iterator[Box]:
    """The boxes that a covering starts from: two to five types."""
    for types in range(2, MANY_TYPES):
        all_theta, floors = (Fraction(0), Fraction(1)), (Fraction(0), Fraction(1, types))
        yield box(types, (2, largest), (1, largest - box.left_out), all_theta, floors)


def many_types(largest: int) -> dict[str, Any]:
    """Six types: the largest loss that is open, and what makes the printed bound smallest; more types raise it."""
    return {
        "loss": LARGE_RATE,
        "gap": Fraction(largest**2),
        "least": Fraction(1, MANY_TYPES),
        "records": largest,
        "types": MANY_TYPES,
    }


def _short_middle(low: Fraction, high: Fraction) -> Fraction:
    """A fraction near the middle with a short binary expansion."""
    middle, scale = (low + high) / 2, 64
    while not low < Fraction(round(middle * scale), scale) < high:
        scale *= 4
    return Fraction(round(middle * scale * 16), scale * 16)


_BITS = 96


def first_term_lower(theta: Fraction, records: int, draws: int, least: Fraction) -> Enclosure:
    """Lower bound of exp(-g f n/6) for every eta with ceil(eta n) = T; only zero at T = 1.

    Example:
        >>> first_term_lower(Fraction(1, 2), 12, 3, Fraction(1, 2)).rounded(3), first_term_lower(1, 12, 1, 1).exact
        ('0.0183', Fraction(0, 1))
    """
    if draws == 1:
        return Enclosure.of(0)
    with ctx.workprec(_BITS):
        gap = (theta * records / (draws - 1) - 1) ** 2
        return Enclosure((-fraction_ball(gap * least * records / 6)).exp())


class PrintedBox(Box):
    """Ranges of the instances of Remark 8 for one number of types, T being eta n rounded up."""

    __slots__ = ()
    left_out = 0

    def clipped(self) -> PrintedBox | None:
        """The part where theta may be above eta, or a box around it; None if there is none."""
        (fewest, most), (least, largest), (low, high) = self.records, self.draws, self.theta
        fewest, largest = max(fewest, least), min(largest, most)
        low = max(low, Fraction(least - 1, most))
        if fewest > most or low >= high:
            return None
        return replace(self, records=(fewest, most), draws=(least, largest), theta=(low, high))

    def extremes(self) -> dict[str, Any]:
        """The largest loss of the box, and what the two terms of the printed bound exceed."""
        records, least = self.records[1], self.floor[1]
        return {
            "loss": self.loss_upper(),
            "first": first_term_lower(self.theta[1], records, self.draws[0], least),
            "least": least,
            "records": records,
            "types": self.types,
        }

    def gap_estimate(self, theta: float, records: int, draws: int) -> float:
        """About g at a corner."""
        return inf if draws == 1 else max(0.0, theta * records / (draws - 1) - 1) ** 2
