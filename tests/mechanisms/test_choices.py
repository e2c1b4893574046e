"""Choices among types: laws by truncated sums, and privacy by the definition against the closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log, sqrt

import pytest

from sdp_proofs import testing
from sdp_proofs.accounting.exponential import Exponential
from sdp_proofs.distributions.finite import histograms
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.choices import NoisyMax
from sdp_proofs.privacy.definition import definition_delta


@pytest.mark.parametrize("counts", [(0, 1), (2, 0, 1), (1, 1, 1), (3, 0)])
def test_noisy_max_by_a_truncated_sum(counts: tuple[int, ...]) -> None:
    ratio, most = 0.4, 26
    told = [0.0] * len(counts)
    for noise in product(range(most), repeat=len(counts)):
        sums = [count + drawn for count, drawn in zip(counts, noise, strict=True)]
        told[sums.index(max(sums))] += (1 - ratio) ** len(counts) * ratio ** sum(noise)
    law = NoisyMax(Fraction(2, 5)).law(counts)
    assert [float(law[kind]) for kind in range(len(counts))] == pytest.approx(told, abs=1e-8)


@pytest.mark.parametrize("types", [2, 3])
def test_both_are_private_as_they_say(types: int) -> None:
    base = Fraction(3, 2)
    for counts in histograms(3, (3,) * types):
        chosen, told = Exponential("2*log(3/2)"), NoisyMax(1 / base)
        for mechanism in (chosen, told):
            assert definition_delta(mechanism.law, counts, base**2) == 0
        for odds in (Fraction(1), Fraction(5, 4)):
            whole = 2 * log(1.5)
            worst = (1 - sqrt(float(odds) * exp(-whole))) ** 2 / (1 - exp(-whole))
            assert float(definition_delta(chosen.law, counts, odds)) <= worst + 1e-12


def test_refused() -> None:
    for build, value in ((Exponential, Fraction(-1, 2)), (NoisyMax, Fraction(1)), (NoisyMax, Fraction(0))):
        with pytest.raises(DomainError):
            build(value)
    with pytest.raises(DomainError, match=r"^e\^\(epsilon/2\) must be rational for an exact distribution, got"):
        Exponential(1).law((0, 1))


@pytest.mark.parametrize("differ", ["all", "up", "one"])
def test_noisy_max_of_queries_costs_two_units(differ: str) -> None:
    mechanism = NoisyMax(Fraction(1, 2), differ)
    for counts in product(range(3), repeat=3):
        found = set(mechanism.neighbours(counts))
        assert len(found) == {"all": 26, "up": 14, "one": 6}[differ]
        assert max(abs(a - b) for other in found for a, b in zip(counts, other, strict=True)) == 1
    testing.assert_dp(mechanism, product(range(3), repeat=3), odds=4 if differ == "all" else 2, delta=0)
    with pytest.raises(AssertionError, match="at the neighbour"):
        testing.assert_dp(mechanism, product(range(3), repeat=3), odds="7/2" if differ == "all" else "3/2", delta=0)


def test_noisy_max_refuses_other_neighbours() -> None:
    with pytest.raises(DomainError, match="record, all, up or one"):
        NoisyMax(Fraction(1, 2), "some")
