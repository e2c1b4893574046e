from __future__ import annotations

import random
from fractions import Fraction

import pytest
from flint import arb

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.sums.binomial_shift import MOST_TERMS, block_sum


def blocks_of(terms, slack):
    """Bounds that are too large by a factor, as real ones are, and exact sums."""

    def bound(first, last):
        return arb(slack * (last - first + 1) * max(terms[first : last + 1]))

    def summed(first, last):
        visited.extend(range(first, last + 1))
        return arb(sum(terms[first : last + 1]))

    visited = []
    return bound, summed, visited


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("lengths", [(1, 1), (1, 3), (2, 50)])
def test_contains_the_sum_whatever_the_terms_and_the_window(seed, lengths):
    chance = random.Random(seed)
    terms = [chance.choice([0, 1, 2**chance.randrange(60)]) for _ in range(200)]
    bound, summed, _ = blocks_of(terms, slack=chance.choice([1, 7]))
    for window in (None, (50, 60), (0, 199), (199, 400), (300, 400), (7, 3)):
        options = {"bits": 20, "window": window}
        total = Enclosure(block_sum((0, 199), bound=bound, summed=summed, lengths=lengths, **options))
        assert total.contains(sum(terms))
        if window in (None, (0, 199)):
            assert total.accuracy_bits >= 18


def test_two_far_peaks_are_found_and_the_valley_is_not_summed():
    terms = [0] * 10_000
    for middle in (700, 9100):
        for k in range(-30, 31):
            terms[middle + k] = 2 ** (60 - 2 * abs(k))
    terms[5000] = 1
    bound, summed, visited = blocks_of(terms, slack=2)
    total = Enclosure(block_sum((0, 9999), bound=bound, summed=summed, lengths=(2, 8), bits=20))
    assert total.contains(sum(terms)) and total.accuracy_bits >= 18
    assert len(visited) == len(set(visited)) < 200
    assert {700, 9100} <= set(visited) and 5000 not in visited


def test_only_the_window_is_summed_and_the_rest_is_in_the_ball():
    terms = [4**k for k in range(20)]
    bound, summed, visited = blocks_of(terms, slack=1)
    total = Enclosure(block_sum((0, 19), bound=bound, summed=summed, lengths=(1, 1), bits=30, window=(5, 10)))
    assert sorted(visited) == list(range(5, 11))
    assert total.contains(sum(terms)) and total.contains(sum(terms[5:11]))
    assert not total.contains(sum(terms[5:11]) - Fraction(1, 2) * 4**10)


def test_a_sum_that_is_proven_to_be_small_enough_is_left_inaccurate():
    terms = [4**k for k in range(20)]
    bound, summed, visited = blocks_of(terms, slack=1)
    for enough in (sum(terms) * 3, sum(terms) - 1):  # above the sum, and below it: then nothing is enough
        visited.clear()
        found = block_sum((0, 19), bound=bound, summed=summed, lengths=(1, 1), bits=30, enough=arb(enough))
        assert Enclosure(found).contains(sum(terms))
        assert (found.upper() <= enough and len(visited) < 3) or (enough < sum(terms) and len(visited) > 10)


def test_poor_bounds_of_long_blocks_lead_to_shorter_ones():
    # Without shorter blocks, bounds of 2^39 times a term would keep some forty more blocks in the sum.
    blocks = []

    def summed(first, last):
        blocks.append(last - first + 1)
        return sum((arb(4) ** -abs(k - 500) for k in range(first, last + 1)), arb(0))

    def bound(first, last):
        return (last - first + 1) * arb(4) ** (last - first - max(first - 500, 500 - last, 0))

    total = Enclosure(block_sum((0, 1000), bound=bound, summed=summed, lengths=(2, 20), bits=20))
    assert total.contains(Fraction(5, 3) - Fraction(2, 3) / 4**500) and total.accuracy_bits >= 18
    assert max(blocks) > 10 and blocks[-1] <= 4 and sum(blocks) < 80


def test_refuses_what_would_not_end():
    def one(first, last):
        return arb(1)

    with pytest.raises(SizeError, match="at most"):
        block_sum((0, 10**30), bound=one, summed=one, lengths=(1, MOST_TERMS + 1), bits=20)
    for first, last, lengths in ((3, 2, (1, 1)), (1, 2, (0, 1)), (1, 2, (3, 2))):
        with pytest.raises(DomainError, match="range of indices"):
            block_sum((first, last), bound=one, summed=one, lengths=lengths, bits=20)
