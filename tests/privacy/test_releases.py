"""Several releases of one database: convolution against enumeration, and both bounds above it."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle, product
from math import prod
from random import Random

import pytest

from sdp_proofs.distributions.finite import resampled_law, sampled_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy import releases as module
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.releases import convolved_delta, releases_delta


def enumerated(database: Database, odds: Fraction, releases: int) -> Fraction:
    """Every neighbour, both directions, every sequence of outputs."""
    law = resampled_law if database.replacement else sampled_law
    own = law(database.counts, database.draws)
    worst = Fraction(0)
    for removed, added in product(range(len(database.counts)), repeat=2):
        if removed == added or not database.counts[removed]:
            continue
        counts = [count - (index == removed) + (index == added) for index, count in enumerate(database.counts)]
        near = law(counts, database.draws)
        outputs = sorted({*own, *near})
        for first, second in ((own, near), (near, own)):
            total = Fraction(0)
            for sequence in product(outputs, repeat=releases):
                one = prod((first.get(output, Fraction(0)) for output in sequence), start=Fraction(1))
                other = prod((second.get(output, Fraction(0)) for output in sequence), start=Fraction(1))
                total += max(Fraction(0), one - odds * other)
            worst = max(worst, total)
    return worst


@pytest.mark.parametrize("seed", range(40))
def test_convolution_is_enumeration_and_both_bounds_lie_above(seed: int) -> None:
    random = Random(seed)
    counts = tuple(random.randint(0, 4) for _ in range(random.choice((2, 2, 3))))
    counts = counts if any(counts) else (1, *counts[1:])
    draws, replacement = random.randint(0, min(4, sum(counts))), random.random() < 0.3
    releases = random.randint(1, 3)
    odds = Fraction(random.randint(4, 40), 4)
    database = Database(counts, draws, replacement)
    found = releases_delta(database, Budget.read(odds=odds), releases)
    exact = enumerated(database, odds, releases)
    assert found.exact is not None and found.exact.exact == exact
    for bound in (found.domination, found.summed):
        assert Fraction(bound.bounds(12)[1]) >= exact
    # With j = 0 domination never exceeds the sum.
    assert found.domination.bounds(12)[0] <= found.summed.bounds(12)[1]


def test_one_release_is_delta() -> None:
    database, budget = Database((7, 12), 15), Budget.read(odds="5/2")
    found = releases_delta(database, budget, 1)
    one = delta(database, budget).value.exact
    assert one is not None and found.exact is not None and found.exact.exact == one
    assert found.domination.contains(one) and found.summed.contains(one)


def test_a_split_can_be_better_than_none() -> None:
    """For many releases with losses that are small already at a small part of epsilon."""
    found = releases_delta(Database((500, 500), 500), Budget.read(epsilon=4), 50)
    assert found.split > 0
    assert found.domination.bounds(6)[1] < found.summed.bounds(6)[0]


def test_irrational_odds_agree_with_rational_ones_nearby() -> None:
    database = Database((5, 6), 8)
    value = convolved_delta(database, Budget.read(epsilon=1), 2)
    exact = [enumerated(database, odds, 2) for odds in (Fraction(27182818, 10**7), Fraction(27182819, 10**7))]
    assert exact[1] <= Fraction(value.bounds(15)[1]) and Fraction(value.bounds(15)[0]) <= exact[0]


def test_sizes_and_domains() -> None:
    budget = Budget.read(odds=2)
    with pytest.raises(SizeError):
        convolved_delta(Database((300, 700), 900), budget, 5)
    assert releases_delta(Database((300, 700), 900), budget, 5).exact is None
    for releases in (0, 1001):
        with pytest.raises(DomainError):
            releases_delta(Database((3, 7), 9), budget, releases)


def test_the_maximum_is_enclosed_where_neighbours_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide ball with the lower midpoint may hide the maximum: the enclosure of either one is none of it."""
    wide, sharp = Enclosure.between("0.1", "0.5"), Enclosure.between("0.39", "0.41")
    answers = cycle((wide, sharp, sharp))
    monkeypatch.setattr(module, "_divergence", lambda masses, budget, digits: next(answers))
    found = convolved_delta(Database.read(counts="2,1", draws=1), Budget.read(epsilon="sqrt(2)"), 2)
    assert found.contains("0.5") and found.contains("0.39") and not found.contains("0.3")


def test_two_releases_of_all_records_tell_everything() -> None:
    """The loss of one is a ball around 1, at an epsilon that is irrational."""
    found = releases_delta(Database.read(counts="1,3", draws=4), Budget.read(epsilon="sqrt(2)"), 2, digits=40)
    assert found.exact is not None and found.exact.contains(1) and found.exact.proven_digits >= 40
    assert found.domination.contains(1)
