"""Randomised responses as a theorem: the number is that of the definition, counted list by list."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.instances import responses_theorem, three_hundred_responses, whole


@pytest.mark.parametrize(("truth", "lie", "odds", "answers"), [(3, 1, "2", 1), (2, 1, "3/2", 4), (11, 10, "1", 7)])
def test_the_whole_number_is_the_sum_over_all_lists_of_answers(truth, lie, odds, answers):
    odds = Fraction(odds)
    total = Fraction(0)
    for listed in product((0, 1), repeat=answers):
        own = prod(Fraction(truth if one else lie, truth + lie) for one in listed)
        other = prod(Fraction(lie if one else truth, truth + lie) for one in listed)
        total += max(Fraction(0), own - odds * other)
    assert total == Fraction(whole(truth, lie, odds, answers), odds.denominator * (truth + lie) ** answers)


def test_three_hundred_answers_between_short_bounds():
    (theorem,) = three_hundred_responses().values()
    low, high = (Fraction(int(top), int(bottom)) for top, bottom in re.findall(r"\((\d+) / (\d+)\)", theorem.statement))
    value = Fraction(whole(11, 10, Fraction(20), 300), 21**300)
    assert low < value < high
    assert (high - low) * 10**14 < low
    assert "(answers 300 11 10) (answers 300 10 11)" in theorem.statement


@pytest.mark.parametrize("arguments", [(0, 1, 2, 3), (1, 0, 2, 3), (1, 1, 2, 0), (3, 1, 3, 1)])
def test_what_has_no_theorem_is_refused(arguments):
    truth, lie, odds, answers = arguments
    with pytest.raises(DomainError, match=r"must be positive|has no digits"):
        responses_theorem(truth, lie, Fraction(odds), answers, "none")
