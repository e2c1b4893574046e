"""The same tail and the same loss by every route that applies: the balls must overlap, at any size."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from sdp_proofs.numbers.balls import ctx
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram import pairs as sampled_pair
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import ResampledPair, SampledPair
from sdp_proofs.sums import tails
from sdp_proofs.sums.tails import quadrature_sums, tail_ratio
from sdp_proofs.sums.terms import direct_sums, fraction_tail

BITS = 100


def assert_same(balls, what):
    balls = [ball for ball in balls if ball is not None]
    assert len(balls) > 1, what
    for ball in balls:
        assert ball.is_finite() and ball.rel_accuracy_bits() > 50, (what, balls)
        assert all(ball.overlaps(other) for other in balls), (what, balls)


@pytest.mark.parametrize("pair_type", [SampledPair, ResampledPair])
@pytest.mark.parametrize("records", [10**6, 10**8, 10**12, 10**18])
@pytest.mark.parametrize("offset", [0, 1, 8])
def test_direct_fraction_and_quadrature_enclose_the_same_tail(pair_type, records, offset):
    """`offset` standard deviations above the mode."""
    law = pair_type(records, records * 2 // 5, records // 2).law
    start = int(law.mean) + 1 + int(offset * law.deviation_estimate)
    balls = [tail_ratio(law, start, BITS)]
    if law.deviation_estimate < 10_000:
        balls.append(direct_sums(law.term, start, BITS)[0])
    if offset == 8:
        balls.append(fraction_tail(law.tail_fraction(start), BITS))
    sums = quadrature_sums(law.term, start, BITS, law.deviation_estimate)
    balls.append(None if sums is None else sums[0])
    assert_same(balls, (law, start))


@pytest.mark.parametrize("epsilon", ["1e-5", "log(51/49)", "1/3", "2", "30"])
@pytest.mark.parametrize("pair_type", [SampledPair, ResampledPair])
def test_the_loss_does_not_depend_on_the_route(monkeypatch, pair_type, epsilon):
    """Every tail by direct summation, or as little direct summation as possible."""
    pair, budget = pair_type(5_000, 2_000, 4_700), Budget.read(epsilon=epsilon)
    balls = []
    for direct_terms, head in ((60, 40_000), (0, 40_000), (0, 0), (10**9, 0)):
        monkeypatch.setattr(tails, "DIRECT_TERMS", direct_terms)
        monkeypatch.setattr(sampled_pair, "DIRECT_TERMS", direct_terms)
        monkeypatch.setattr(tails, "MAX_HEAD", head)
        balls.append(pair.divergence_ball(budget, BITS))
    if balls[0].is_zero():
        assert all(ball.is_zero() for ball in balls)
    else:
        assert_same(balls, (pair, epsilon))


@pytest.mark.parametrize("count", [2, 3, 40, 5_000, 9_998, 9_999, 10_000])
@pytest.mark.parametrize("draws", [1, 2, 4_000, 9_998, 9_999])
def test_summed_and_subtracted_losses_agree(count, draws):
    """Without replacement, the sum without cancellation and the formula with one tail."""
    pair = SampledPair(10_000, count, draws)
    for epsilon in ("1/1000", "1/3", "4"):
        budget = Budget.read(epsilon=epsilon)
        start, offset = pair.crossing(budget, BITS)
        if start > pair.law.term.high:
            assert pair.divergence_ball(budget, BITS).is_zero()
            continue
        summed = pair._summed_loss(budget, start, offset, BITS)
        tail = pair._tail_loss(budget, start, offset, BITS + 60)
        assert_same([summed, tail, pair.divergence_ball(budget, BITS)], (pair, epsilon))


@pytest.mark.parametrize(
    ("records", "scaled", "replacement"),
    [
        *((records, scaled, False) for records in (10**12, 10**18) for scaled in (0, 1, 6)),
        *((records, scaled, True) for records in (10**12, 10**18) for scaled in (1, 6)),
        (10**18, 0, True),
    ],
)
def test_delta_at_sizes_no_sum_reaches(records, replacement, scaled):
    """Half of the records, half of them of each type: the counts are nearly normal.

    One record shifts them by 1/s standard deviations, with s^2 = n^2/(4T) with replacement and n(n-T)/(4T) without;
    at epsilon = z/s, then, s delta -> phi(z) - z (1 - Phi(z)).
    """
    draws = records // 2
    database = Database((records // 2, records // 2), draws, replacement)
    spread = math.sqrt(records * (records if replacement else records - draws) / (4 * draws))
    epsilon = Fraction(int(10**30 * scaled / spread), 10**30)
    value = delta(database, Budget.read(epsilon=epsilon), digits=15).value
    assert value.proven_digits >= 15
    density = math.exp(-scaled * scaled / 2) / math.sqrt(2 * math.pi)
    expected = (density - scaled * math.erfc(scaled / math.sqrt(2)) / 2) / spread
    assert abs(float(value) / expected - 1) < 1e-4


def test_precision_of_the_caller_does_not_matter():
    pair, budget = SampledPair(10**6, 400_000, 900_000), Budget.read(epsilon="1/200")
    balls = []
    for bits in (2, 53, 1000):
        with ctx.workprec(bits):
            balls.append(pair.divergence_ball(budget, BITS))
    assert_same(balls, pair)
