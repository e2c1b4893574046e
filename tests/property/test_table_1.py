"""Table 1: the parameters of the sampled histogram, worst case and smoothed, without noise and with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import histograms
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.choices import ExponentialHistogram
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.bounds.published import dp_delta
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.definition import database_deltas, worst_delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.strategies import odds
from sdp_proofs.tables import find
from tests.property.effort import moderate

RATES = st.fractions(Fraction(1, 12), 1, max_denominator=12)
DECAYS = st.sampled_from([Fraction(1, 2), Fraction(1, 5), Fraction(99, 100), Fraction(1, 10**6)]) | st.fractions(
    Fraction(1, 12), Fraction(11, 12), max_denominator=12
)
FLOORS = st.fractions(Fraction(1, 20), Fraction(1, 2), max_denominator=20)
brief = settings(moderate, max_examples=15)


def all_of(types, records):
    return list(histograms(records, (records,) * types))


def worst_ratio(mechanism, databases):
    """The largest ratio of the probabilities of one output under two neighbours."""
    laws = {counts: mechanism.law(counts) for counts in databases}
    return max(
        mass / laws[other].probability(output)
        for counts, law in laws.items()
        for other in mechanism.neighbours(counts)
        for output, mass in law.items()
    )


def noise_alone(decay):
    """R = q^-2 (1 + q - q^2), the factor of the noise without sampling."""
    return (1 + decay - decay**2) / decay**2


@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 4), (2, 7), (3, 3)])
def test_worst_case_without_noise_the_delta_is_the_rate_at_every_epsilon(types, records):
    @moderate
    @given(RATES, odds())
    def holds(rate, factor):
        draws = sampling_draws(records, rate=rate)
        assert draws == ceil(rate * records)
        worst = worst_delta(SamplingHistogram(draws), all_of(types, records), factor)
        assert worst == Fraction(draws, records)
        # (0, eta) as printed: too small exactly if eta n is rounded up, and by less than 1/n.
        assert (worst <= rate) == ((rate * records).denominator == 1)
        assert rate <= worst < rate + Fraction(1, records)

    holds()


def test_worst_case_without_noise_in_numbers():
    def standing(records):
        point = {"notion": "worst-case", "rate": "0.998", "epsilon": "1", "records": records}
        return find("table-1").compute(point, 4).cells[-1]

    assert standing("1000") == "holds here"
    assert standing("1001") == "too small by rounding: delta is ceil(eta n)/n"


@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 3), (2, 4), (3, 2)])
def test_worst_case_with_noise(types, records):
    databases = all_of(types, records)

    @brief
    @given(DECAYS, st.integers(1, records))
    def holds(decay, draws):
        mechanism, rate = ExponentialHistogram.read(draws=draws, decay=decay), Fraction(draws, records)
        ratio, amplified = worst_ratio(mechanism, databases), 1 + rate * (noise_alone(decay) - 1)
        assert 1 < ratio <= amplified
        # The pair (ln ratio, 0) is the best with delta = 0: at lower odds something is lost, from there on nothing.
        assert not any(database_deltas(mechanism, databases, ratio).values())
        assert any(database_deltas(mechanism, databases, (1 + ratio) / 2).values())
        # (eta epsilon, 0) as printed, with e^epsilon = q^-4: ratio <= q^(-4 T/n), both sides to the power n.
        if 2 * draws >= records:
            assert ratio**records <= amplified**records <= decay ** (-4 * draws)

    holds()


def test_worst_case_with_noise_is_refuted_below_one_half_for_large_epsilon():
    for records, draws in ((3, 1), (4, 1), (5, 2)):
        failing = []
        for decay in (Fraction(9, 10), Fraction(1, 5), Fraction(1, 2**13)):
            ratio = worst_ratio(ExponentialHistogram.read(draws=draws, decay=decay), all_of(2, records))
            failing.append(ratio**records > decay ** (-4 * draws))
        assert (failing[0], failing[-1]) == (False, True)
    # The counterexample of the ledger: n = 3, T = 1, q = 1/5.
    assert worst_ratio(ExponentialHistogram.read(draws=1, decay="1/5"), all_of(2, 3)) >= 9


@moderate
@given(DECAYS)
def test_both_printed_pairs_have_a_zero_that_the_mechanism_attains(decay):
    # (0, eta): at epsilon = 0 the delta is not less; (eta epsilon, 0): with noise there is a finite epsilon at delta 0.
    assert worst_delta(SamplingHistogram(1), all_of(2, 2), 1) == Fraction(1, 2)
    noisy = ExponentialHistogram.read(draws=1, decay=decay)
    assert worst_delta(noisy, all_of(2, 2), decay**-2) == 0
    # Without noise no epsilon reaches delta = 0.
    assert worst_delta(SamplingHistogram(1), all_of(2, 2), decay**-100) == Fraction(1, 2)


@moderate
@given(FLOORS, st.integers(2, 10), st.data(), odds())
def test_the_smoothed_delta_without_noise_is_between_a_power_of_the_floor_and_the_rate(floor, records, data, factor):
    draws = data.draw(st.integers(1, records))
    sources = SourceSet.interval(floor, 1 - floor)
    smoothed = smoothed_delta(Smoothing(sources, records, draws), Budget.read(odds=factor)).value.exact
    assert floor ** (2 * records) <= smoothed <= Fraction(draws, records)


@pytest.mark.parametrize(
    ("low", "high", "rate", "factor"),
    [("1/4", "3/4", "1/2", "3"), ("1/3", "1/2", "3/4", "6"), ("2/5", "3/5", "1/4", "2")],
)
def test_the_smoothed_delta_without_noise_falls_exponentially_and_the_worst_case_does_not(low, high, rate, factor):
    sources, budget, sizes = SourceSet.interval(low, high), Budget.read(odds=factor), (80, 160, 320, 640, 1280)
    logs = []
    for records in sizes:
        draws = sampling_draws(records, rate=rate)
        smoothed = smoothed_delta(Smoothing(sources, records, draws), budget).value
        logs.append(float(smoothed.log10_estimate))
        assert dp_delta(records, draws) == Fraction(rate)
    falls = [(a - b) / (n - m) for (a, b), (m, n) in zip(pairwise(logs), pairwise(sizes), strict=True)]
    # The fall per record: positive, and it settles.
    assert min(falls) > 0
    assert falls[-1] == pytest.approx(falls[-2], rel=0.1)
