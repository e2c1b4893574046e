"""Spans are sets of numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sdp_proofs.formulas.ranges import Span

LOWER = [(None, False), *product(map(Fraction, (-1, 0, 1)), (False, True))]
SPANS = [
    Span(low, high, low_closed, high_closed)
    for (low, low_closed), (high, high_closed) in product(LOWER, LOWER)
    if low is None or high is None or low < high or (low == high and low_closed and high_closed)
]
PLACES = [Fraction(place, 4) for place in range(-6, 7)]


def test_the_common_part_of_two_spans_holds_what_both_hold() -> None:
    for one, other in product(SPANS, SPANS):
        both = one.common(other)
        for place in PLACES:
            held = both is not None and both.contains(place)
            assert held == (one.contains(place) and other.contains(place)), (str(one), str(other), place)
