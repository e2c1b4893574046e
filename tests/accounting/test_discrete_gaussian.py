"""Sums over the integers of e^(-k^2/(2v)) by a theta function, a table and a transform, against their definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.noise_pairs import DiscreteGaussianLoss, DiscreteGaussianPair
from sdp_proofs.distributions.discrete_gaussian import lower_tail, lower_tails, row, total
from sdp_proofs.numbers.balls import arb, ctx
from tests.accounting.asked import question
from tests.accounting.test_slopes import assert_slope_of_moments


@pytest.mark.parametrize("variance", ["1/20", "1", "7.3", "900"])
@pytest.mark.parametrize("centre", ["0", "0.5", "-3.25", "1000.125"])
def test_the_sum_of_all_terms(variance: str, centre: str) -> None:
    with ctx.workprec(128):
        numerator, _, denominator = variance.partition("/")
        v = arb(numerator) / arb(denominator or 1)
        terms, rest = row(v, arb(centre))
        defined = sum((weight for _, weight in terms), arb(0)) + arb(0, rest)
        found = total(v, arb(centre))
        assert found.overlaps(defined)
        assert min(found.rel_accuracy_bits(), defined.rel_accuracy_bits()) > 100


@pytest.mark.parametrize(("variance", "distance"), [("0.3", 1), ("4", 1), ("4", 3)])
@pytest.mark.parametrize("contour", [0.5, 2.0])
def test_slopes_are_those_of_the_moments(variance: str, distance: int, contour: float) -> None:
    assert_slope_of_moments(DiscreteGaussianLoss(lambda bits: arb(variance), distance), contour)


@pytest.mark.parametrize("variance", ["0.3", "4", "250"])
def test_the_table_of_tails(variance: str) -> None:
    with ctx.workprec(160):
        v = arb(variance)
        table = lower_tails(v, total(v))
        assert table[-1] < arb(2) ** -160
        for k in {0, 1, len(table) // 2, len(table) - 1}:
            alone = lower_tail(v, -k - 1)
            assert table[k].overlaps(alone)
            assert table[k].rel_accuracy_bits() > 120
        pair = DiscreteGaussianPair(lambda bits: v, 2)
        assert (pair.upper(arb(1))[0] + pair.lower(arb(1))[0]).overlaps(1 - (-1 / (2 * v)).exp() / total(v))


@pytest.mark.parametrize(("variance", "distance"), [("0.5", 1), ("9", 3), ("400", 2)])
@pytest.mark.parametrize("place", [-0.5, 0.0, 1.0, 6.5])
def test_moments_are_the_sums_of_their_terms(variance: str, distance: int, place: float) -> None:
    loss = DiscreteGaussianLoss(lambda bits: arb(variance), distance)
    with ctx.workprec(96):
        weights, losses, rest = loss._tilted(arb(place))
        defined = sum(weights, arb(0)) + arb(0, rest)
        assert loss.moment(place).overlaps(defined)
        mean = sum((w * x for w, x in zip(weights, losses, strict=True)), arb(0)) / defined
    slope = loss.slope(place)
    assert abs(slope.first - float(mean)) < 1e-9 * (1 + abs(float(mean)))
    assert abs(slope.value - float(defined.log())) < 1e-9 * (1 + abs(slope.value))


def test_a_large_sigma_takes_seconds() -> None:
    """Like the normal law, but on the integers; and like the lattice engine, which shares no sum with it."""
    asked = question("discrete-gaussian(sigma=200) * 20", "add-remove")
    found = epsilon_at(asked, "1e-10").value
    normal = epsilon_at(question("gaussian(sigma=200) * 20", "add-remove"), "1e-10").value
    bracket = Lattice.of(asked.directions[0]).epsilon(Fraction(1, 10**10), 3)
    assert found is not None and normal is not None and bracket is not None
    assert found.overlaps(bracket)
    assert abs(Fraction(found.midpoint) / Fraction(normal.midpoint) - 1) < Fraction(1, 100)
