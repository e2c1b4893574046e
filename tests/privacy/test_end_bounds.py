"""`end_bounds` and the certified window: the pure averages, and what bounds all mixtures between them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, product
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import delta_table
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.privacy.smoothed.truncated_sum import end_average, end_bounds
from sdp_proofs.privacy.smoothed.two_sources import single_mixture, unimodal_majorant

ODDS = (Fraction(1), Fraction(51, 50), Fraction(3, 2), Fraction(11))
SHARES = (Fraction(1, 2), Fraction(9, 20), Fraction(1, 7), Fraction(99, 100), Fraction(1, 10**9))


@lru_cache(maxsize=500)
def exact_losses(records, draws, odds, replacement):
    budget = Budget.read(odds=odds)
    return [delta(Database((h, records - h), draws, replacement), budget).value.exact for h in range(records + 1)]


def raised(losses):
    """The smallest sequence above the losses that falls up to n//2 and rises behind it, from its definition."""
    middle = (len(losses) - 1) // 2
    left = list(accumulate(losses[middle::-1], max))[::-1]
    return left + list(accumulate(losses[middle + 1 :], max))


def binomial_average(values, share):
    n = len(values) - 1
    return sum(comb(n, h) * share**h * (1 - share) ** (n - h) * value for h, value in enumerate(values))


def rational(text):
    return Fraction(Decimal(text))


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("records", [1, 2, 9, 16, *(pytest.param(n, marks=pytest.mark.slow) for n in (31, 34))])
def test_average_and_majorant_against_fractions(records, odds, replacement):
    for draws, share in product(sorted({0, 1, records // 2, max(records - 2, 0), records}), SHARES):
        losses = exact_losses(records, draws, odds, replacement)
        average, majorant = end_bounds(records, draws, share, Budget.read(odds=odds), replacement=replacement)
        truth = binomial_average(losses, share)
        assert average.contains(truth)
        assert average.proven_digits >= 6
        # A majorant is at least the average over the raised losses, and never absurd.
        assert rational(majorant.bounds(30)[1]) >= binomial_average(raised(losses), share)
        assert rational(majorant.bounds(30)[1]) <= 2 * max(losses) * (1 + Fraction(1, 10**6))


@pytest.mark.parametrize("draws", [297, 299, 150, 30])
@pytest.mark.parametrize("odds", [Fraction(51, 50), Fraction(3, 2)])
def test_the_majorant_is_sharp_where_nothing_is_left_out(draws, odds):
    """At a few hundred records: within rounding of the raised losses, and of the sandwich of `endpoint`."""
    records = 300
    deltas = delta_table(records, draws, Budget.read(odds=odds), digits=20)
    raised_deltas = unimodal_majorant(deltas)
    for share in (Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)):
        average, majorant = end_bounds(records, draws, share, Budget.read(odds=odds), digits=9)
        truth = single_mixture(deltas, share, share, 0, 18)
        above = single_mixture(raised_deltas, share, share, 0, 18)
        assert average.ball.overlaps(truth)
        assert majorant.ball.upper() >= above.lower()
        assert majorant.ball.upper() <= above.upper() * (1 + 1e-5)


@given(
    st.integers(1, 45),
    st.fractions(0, 1),
    st.fractions(0, 1, max_denominator=200),
    st.fractions(0, 1, max_denominator=200),
    st.sampled_from([Fraction(1), Fraction(1001, 1000), *ODDS[1:], Fraction(1000)]),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_the_larger_majorant_bounds_every_mixture(records, rate, low, high, odds, replacement):
    low, high = sorted((low, high))
    draws = round(rate * records)
    budget = Budget.read(odds=odds)
    ends = [end_bounds(records, draws, share, budget, digits=9, replacement=replacement) for share in (low, high)]
    upper = max(rational(majorant.bounds(30)[1]) for _, majorant in ends)
    lower = max(rational(average.bounds(30)[0]) for average, _ in ends)
    losses = exact_losses(records, draws, odds, replacement)
    # The middle mixture and the two ends, each by its own convolution.
    for k in {0, records // 2, records}:
        law = [Fraction(0)] * (records + 1)
        for i in range(k + 1):
            first = comb(k, i) * high**i * (1 - high) ** (k - i)
            for j in range(records - k + 1):
                law[i + j] += first * comb(records - k, j) * low**j * (1 - low) ** (records - k - j)
        value = sum(mass * loss for mass, loss in zip(law, losses, strict=True))
        assert value <= upper
        if k in (0, records):
            assert ends[k // records][0].contains(value)
    assert lower <= upper


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_a_window_leaves_a_remainder_that_covers_what_it_left_out(replacement):
    random = Random(f"remainders {replacement}")
    for _ in range(25):
        records = random.randint(1, 60)
        draws = random.randint(0, 2 * records if replacement else records)
        share, odds = random.choice(SHARES), random.choice(ODDS)
        ends = sorted(random.randint(-3, records + 3) for _ in range(2))
        average = end_average(
            records, draws, share, Budget.read(odds=odds), window=tuple(ends), replacement=replacement
        )
        assert average.contains(binomial_average(exact_losses(records, draws, odds, replacement), share))


def test_two_peaks_are_both_summed():
    """Near 1/2 what counts is far from the mean, on either side."""
    records, draws, share = 400, 398, Fraction(1, 2)
    for odds in (Fraction(2), Fraction(11), Fraction(100)):
        truth = binomial_average(exact_losses(records, draws, odds, False), share)
        average = end_average(records, draws, share, Budget.read(odds=odds), digits=12)
        assert average.contains(truth) and average.proven_digits >= 12


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("epsilon", ["0.1", "1/2", 2, 7])
def test_mirrored_sources_have_the_same_bounds(epsilon):
    records, draws, budget = 10**5, 99_800, Budget.read(epsilon=epsilon)
    for share in (Fraction(1, 3), Fraction(47, 100)):
        one, two = (end_bounds(records, draws, side, budget, digits=9) for side in (share, 1 - share))
        assert one[0].overlaps(two[0])
        assert min(one[1].ball.upper(), two[1].ball.upper()) >= max(one[0].ball.lower(), two[0].ball.lower())


def test_more_odds_and_fewer_draws_lose_less():
    averages = [end_average(10**5, 99_800, Fraction(1, 3), Budget.read(epsilon=e)) for e in ("0", "0.1", "1", "7")]
    averages += [end_average(10**5, draws, Fraction(1, 3), Budget.read(epsilon=7)) for draws in (99_000, 90_000)]
    for more, less in pairwise(averages):
        assert more.lower > less.upper


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("epsilon", ["1/2", 1, 2, 7])
def test_the_average_lies_below_its_majorant_at_any_size(epsilon):
    for records, share in ((10**5, "0.0554"), (10**6, "0.45"), (10**7, "0.775"), (155_507_476, "0.0554")):
        draws = sampling_draws(records, rate="0.998")
        average, majorant = end_bounds(records, draws, Fraction(share), Budget.read(epsilon=epsilon))
        assert average.proven_digits >= 6
        assert majorant.ball.upper() >= average.ball.lower()
        assert majorant.ball.upper() <= average.ball.upper() * 1.1


def test_an_interior_maximum_is_never_certified_away():
    """Symmetric sources around 1/2, where homogeneous assignments are not the worst: all n of a stretch."""
    interior = 0
    for records in range(25, 60):
        smoothing = Smoothing(SourceSet.interval("9/20", "11/20"), records, records - 2)
        budget = Budget.read(odds="51/50")
        table, window = (smoothed_delta(smoothing, budget, route=route) for route in ("table", "window"))
        interior += records not in table.mixture
        assert rational(window.value.bounds(30)[1]) >= rational(table.value.bounds(30)[0])
        assert rational(window.value.bounds(30)[0]) <= rational(table.value.bounds(30)[1])
    assert interior >= 5


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((0, 0, Fraction(1, 2)), "records must be >= 1, got 0"),
        ((5, 6, Fraction(1, 2)), "at most records = 5 without replacement, got 6"),
        ((5, -1, Fraction(1, 2)), "draws must be >= 0"),
        ((5, 4, Fraction(3, 2)), "share must be a probability, got 3/2"),
        ((5, 4, Fraction(-1, 2)), "share must be a probability, got -1/2"),
    ],
)
def test_refusals(arguments, text):
    for function in (end_average, end_bounds):
        with pytest.raises(DomainError, match=text):
            function(*arguments, Budget.read(odds=2))


def test_too_many_records_are_refused():
    with pytest.raises(SizeError, match="at most 1000000"):
        end_bounds(10**14, 10**13, Fraction(1, 2), Budget.read(odds=2))
