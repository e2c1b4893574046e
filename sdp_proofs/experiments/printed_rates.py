"""Remark 8 for databases with few records and the sampling rate as it is printed: T is eta n rounded up.

The printed bound has eta where T/n is sampled, and is the smaller the smaller eta is. All that is known of eta is that
it is above (T - 1)/n, and at T = 1 above 0: there the first term of the bound may be as small as one likes.

The boxes are those of `fewer_records`, with the printed bound taken at eta = (T - 1)/n, which it exceeds; theta is only
known to be above that, and all records may be sampled. No part is left out because the statement is known there.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from sdp_proofs.experiments.fewer_records import Box
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball

_BITS = 96


def first_term_lower(theta: Fraction, records: int, draws: int, least: Fraction) -> Enclosure:
    """What exp(-g f n/6) exceeds for every eta with ceil(eta n) = T; nothing but zero at T = 1.

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
