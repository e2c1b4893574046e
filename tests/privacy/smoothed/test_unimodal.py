"""Losses that cross a level once, on losses that are given."""

from __future__ import annotations

import pytest

from sdp_proofs.numbers.balls import arb
from sdp_proofs.privacy.smoothed.partly_averaged import LevelSearch, crossing, decide_unimodal
from sdp_proofs.verdict import Verdict

RECORDS = 4000


class Given:
    """Losses of every count, with bounds that are exact, or useless."""

    replacement = True
    records = RECORDS

    def __init__(self, loss, bounded=True):
        self.values, self.bounded = [loss(count) for count in range(RECORDS + 1)], bounded

    def deltas(self, first, last):
        return [arb(value) for value in self.values[first : last + 1]]

    def bound(self, first, last):
        return arb(max(self.values[first : last + 1]) if self.bounded else 10**9)

    sharp_bound = bound

    def least_bound(self, first, last):
        return arb(min(self.values[first : last + 1]) if self.bounded else 0)


def valley(count):
    return abs(count - RECORDS // 2)


@pytest.mark.parametrize("bounded", [True, False])
def test_a_valley_is_recognised_with_and_without_the_help_of_bounds(bounded):
    losses = Given(valley, bounded)
    assert crossing(losses, arb(500)) == 1499
    assert decide_unimodal(losses, arb(500)) is Verdict.HOLDS


@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize("place", [1, 700, 1400, 1600, 1999, 2000])
def test_one_count_on_the_wrong_side_is_found(place, bounded):
    wrong = 0 if place < 1500 else 1000
    losses = Given(lambda count: wrong if count == place else valley(count), bounded)
    assert decide_unimodal(losses, arb(500)) is Verdict.UNKNOWN


def test_ranges_are_searched_to_both_ends():
    search = LevelSearch(Given(valley), arb(500))
    assert search.above(1, 1499) and not search.above(1, 1500)
    assert search.not_above(1500, 2500) and not search.not_above(1499, 2500) and not search.not_above(1500, 2501)
    assert search.above(5, 4) and search.not_above(5, 4)
