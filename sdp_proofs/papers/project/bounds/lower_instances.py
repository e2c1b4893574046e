"""Instances of the lower bound: all small databases, every change of one record, small sources, the elections."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.papers.smoothed_dp.experiments.elections_instances import SIZES, smoothed
from sdp_proofs.papers.smoothed_dp.experiments.electorates import districts_2020
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.instances import Instance

SETS = ((("1/4", "3/4"), ("2/3", "1/3")), (("0", "1"), ("1/2", "1/2")), (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5")))


def full_sample(records: int, draws: int, count: int) -> Fraction:
    """The probability that all `count` records of a type are among those sampled."""
    lost = records - draws
    return Fraction(comb(records - count, lost), comb(records, lost))


def every_database(_: Claim) -> Iterator[Instance]:
    """All databases of two types, all sample sizes."""
    for n, draws, odds, count in product(range(2, 10), range(1, 9), ("1", "3/2", "20"), range(10)):
        if draws < n and count <= n:
            loss = delta(Database((count, n - count), draws), Budget.read(odds=odds)).value.exact or 0
            values = {"full": full_sample(n, draws, count), "rate": Fraction(draws, n), "absent": int(count == 0)}
            yield f"counts ({count}, {n - count}), T = {draws}, odds {odds}", {"loss": loss, **values}


def every_change(_: Claim) -> Iterator[Instance]:
    """d(P_a, P_{a-1}) by its definition, all odds from small to large."""
    all_odds = map(Fraction, ("1", "3/2", "2", "4", "30"))
    for n, draws, a, odds in product(range(2, 10), range(1, 9), range(1, 10), all_odds):
        if draws < n and a <= n:
            own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1))
            loss = sum((max(Fraction(0), own.pmf(h) - odds * other.pmf(h)) for h in range(a + 1)), Fraction(0))
            values = {"full": full_sample(n, draws, a), "odds": odds, "n": n, "a": a, "T": draws}
            yield "change of one record", {"loss": loss, **values}


def small_sources(_: Claim) -> Iterator[Instance]:
    """Every source and every type of small sets, against Algorithm 1."""
    for laws, n, draws in product(SETS, range(2, 7), range(1, 6)):
        if draws < n:
            sources = SourceSet.from_laws(laws)
            loss = smoothed_delta(Smoothing(sources, n, draws), Budget.read(odds="2"), route="algorithm-1").value.exact
            for share in (share for law in sources.laws for share in law):
                values = {"lost_others": (1 - share) ** (n - draws), "all_others": (1 - share) ** n}
                name = f"sources {laws}, share {share}, n = {n}, T = {draws}"
                yield name, {"loss": loss, **values, "rate": Fraction(draws, n)}


def sizes_of_the_figure(claim: Claim) -> Iterator[Instance]:
    """The districts of 2020 with 0.2 % lost; p is the share of the runner-up in DC."""
    others = max(max(law) for law in districts_2020().laws)
    for epsilon, n in product(claim.parameters["epsilons"], SIZES):
        lost = n // 500
        values = {"lost_others": others_only(others, lost), "all_others": others_only(others, n)}
        yield f"epsilon = {epsilon}, n = {n}", {"loss": smoothed(epsilon, n), "rate": Fraction(n - lost, n), **values}


def others_only(share: Fraction, records: int) -> Enclosure:
    """The probability that so many records are of other types, which have a share of so much."""
    with ctx.workprec(128):
        return Enclosure(fraction_ball(share) ** records)
