"""Decay rates: against brute force on the definition, against exact losses at growing n, and against all bounds."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.privacy.bounds.buckets import buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import _Dual, _Saddle, decay_rate, types_upper
from sdp_proofs.privacy.bounds.instance import Instance
from sdp_proofs.privacy.bounds.lower import one_point_lower
from sdp_proofs.privacy.bounds.tails import one_sided_upper, two_sided_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta


def entropy(first, second):
    return sum(a * math.log(a / b) for a, b in zip(first, second, strict=True) if a > 0)


def brute_rate(rho, odds, laws, steps=240):
    """The definition, for two types on a grid of p, p' (an upper bound of the minimum), both ordered pairs."""
    c = rho / (1 - rho)
    best = math.inf
    for law in laws:
        for own in (law[0], law[1]):
            pi = (own, 1 - own)
            for k in range(steps + 1):
                for l in range(1, steps):  # noqa: E741
                    p, q = k / steps, l / steps
                    if 1 + c * (1 - p) / (1 - q) <= (1 + c * p / q) / odds:
                        best = min(best, rho * entropy((p, 1 - p), pi) + (1 - rho) * entropy((q, 1 - q), pi))
    return best


@pytest.mark.parametrize(("rho", "odds", "share"), [(0.5, 2, 0.3), (0.8, 3, 0.45), (0.3, 1.5, 0.5), (0.9, 20, 0.4)])
def test_the_definition(rho, odds, share):
    sources = SourceSet.from_laws([(str(share), str(1 - Fraction(str(share))))])
    case = Instance.with_sources(sources, 1000, int(1000 * rho))
    rate = float(decay_rate(case, Budget.read(odds=str(odds))).value)
    brute = brute_rate(rho, odds, [(share, 1 - share)])
    assert rate <= brute <= 1.05 * rate


def test_any_number_of_digits():
    case = Instance.read(records=1000, draws=998, types=2, floor="0.0554")
    budget = Budget.read(epsilon=7)
    long, short = decay_rate(case, budget, digits=200).value, decay_rate(case, budget, digits=15).value
    assert long.proven_digits >= 200 and short.overlaps(long)


def test_digits_are_proven_where_the_worst_law_lies_inside_the_hull():
    """A wide hull and a large budget: the best share of all records is itself a source."""
    case = Instance.with_sources(SourceSet.interval("1/100", "99/100"), 10, 5)
    rate = decay_rate(case, Budget.read(odds=100), digits=30)
    alone = []
    for k in range(1, 100, 7):
        law = SourceSet.from_laws([(Fraction(k, 100), 1 - Fraction(k, 100))])
        alone.append(float(decay_rate(Instance.with_sources(law, 10, 5), Budget.read(odds=100)).value))
    assert float(rate.value) <= min(alone) * (1 + 1e-9)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("laws", [["2/5,3/5"], ["1/4,3/4", "1/2,1/2"]])
def test_exact_losses_decay_at_this_rate(laws):
    sources, budget = SourceSet.from_laws(laws), Budget.read(odds=2)
    distances = []
    for n in (100, 400, 1600, 6400):
        smoothing = Smoothing(sources, n, n // 2)
        exact = smoothed_delta(smoothing, budget, digits=6).value
        rate = float(decay_rate(Instance.of(smoothing), budget).value)
        distances.append(-exact.log10_estimate * math.log(10) / n - rate)
    assert all(0 < later < earlier for earlier, later in pairwise(distances))
    assert distances[-1] < 0.003


def exponent(bound, n):
    return -bound.value.log10_estimate * math.log(10) / n


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("odds", ["11/10", "2", "30"])
@pytest.mark.parametrize("rate", ["0.998", "1/2", "1/20"])
def test_no_upper_bound_decays_faster_and_no_lower_bound_slower(rate, odds):
    n = 10**9
    case = Instance.with_sources(SourceSet.from_laws(["1/10,9/10", "1/4,3/4"]), n, int(Fraction(rate) * n))
    budget = Budget.read(odds=odds)
    exact = float(decay_rate(case, budget).value)
    upper = [two_sided_upper(case, budget), buckets_upper(case, budget, cells=4)]
    if Fraction(odds) * (1 - Fraction(rate)) > 1:
        upper.append(one_sided_upper(case, budget))
    for bound in upper:
        assert exponent(bound, n) <= exact * (1 + 1e-4) + 1e-7
    assert exponent(upper[1], n) >= exponent(upper[0], n) * (1 - 1e-3) - 1e-7
    for bound in (types_upper(case, budget), one_point_lower(case, budget)):
        assert abs(exponent(bound, n) - exact) < 2e-7


def test_three_types():
    sources = SourceSet.from_laws(["1/5,1/5,3/5", "1/2,1/10,2/5"])
    n = 10**9
    case = Instance.with_sources(sources, n, n // 2)
    budget = Budget.read(odds=3)
    rate = decay_rate(case, budget, digits=8)
    assert rate.value.proven_digits >= 8
    for bound in (types_upper(case, budget), one_point_lower(case, budget)):
        assert abs(exponent(bound, n) - float(rate.value)) < 2e-7
    # The third type lets the other two deviate more cheaply than they could alone.
    merged = Instance.with_sources(SourceSet.from_laws(["1/10,9/10"]), n, n // 2)
    assert float(rate.value) < float(decay_rate(merged, budget).value)


@pytest.mark.slow
def test_many_buckets_come_close_to_the_rate_of_three_types():
    n = 10**9
    case = Instance.with_sources(SourceSet.from_laws(["1/5,1/5,3/5", "1/2,1/10,2/5"]), n, n // 2)
    budget = Budget.read(odds=3)
    assert exponent(buckets_upper(case, budget, cells=20), n) > 0.98 * float(decay_rate(case, budget).value)


@pytest.mark.parametrize(("gain", "mixed"), [(0.0, False), (0.1, True)])
def test_mixtures_of_two_sources_are_tried_where_all_together_allow_for_a_smaller_rate(gain, mixed, monkeypatch):
    sources = [(Fraction(1, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 10))]
    lowest = Fraction(1, 4)  # share of the first source in the best mixture

    def saddle(self, shares):
        if len(shares) > 1:
            return _Saddle(1 - gain, 0.0, 0.0)
        weight = (sources[1][0] - shares[0][0]) / (sources[1][0] - sources[0][0])
        return _Saddle(1.0 if shares[0] in sources else 1 - gain + float(weight - lowest) ** 2, 0.0, 0.0)

    monkeypatch.setattr(_Dual, "_saddle", saddle)
    with ctx.workprec(64):
        found = _Dual(Fraction(1, 2), Budget.read(odds=3), sources).candidates()
        assert _Dual(Fraction(1, 2), Budget.read(odds=3), sources[:1]).candidates() == sources[:1]
    assert found[:2] == sources and len(found) == (3 if mixed else 2)
    for own, other in found[2:]:
        assert float(own) == pytest.approx(0.425, abs=1e-3) and float(other) == pytest.approx(0.125, abs=1e-3)
