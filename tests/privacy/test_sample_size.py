"""The largest sample and the smallest number of records that meet a target, against trying them all."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.calibration import apportioned, fewest_records, most_draws
from sdp_proofs.privacy.histogram.database import Database, delta


def loss(counts: tuple[int, ...], draws: int, budget: Budget, replacement: bool = False) -> Fraction:
    exact = delta(Database(counts, draws, replacement), budget).value.exact
    assert exact is not None
    return exact


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_most_draws_against_every_number_of_draws(seed: int, replacement: bool) -> None:
    random = Random(seed)
    counts = tuple(random.randint(0, 8) for _ in range(random.choice((2, 3))))
    if not any(counts):
        counts = (*counts[:-1], 1)
    budget = Budget.read(odds=Fraction(random.randint(5, 30), 5))
    target = Fraction(random.randint(0, 40), 40)
    found = most_draws(counts, budget, target, replacement=replacement)
    losses = [loss(counts, draws, budget, replacement) for draws in range(sum(counts) + 1)]
    meeting = [draws for draws, value in enumerate(losses) if value <= target]
    assert found.meets == max(meeting)
    assert meeting == list(range(len(meeting)))  # the loss never falls in the number of draws
    assert found.fails == (None if len(meeting) == len(losses) else len(meeting))


@pytest.mark.parametrize("target", ["0.2", "0.01", "1/3"])
def test_fewest_records_meets_the_target_and_one_fewer_does_not(target: str) -> None:
    shares, budget = (Fraction(2, 5), Fraction(3, 5)), Budget.read(odds=2)
    found = fewest_records(shares, "0.8", budget, target)
    assert found.meets is not None and found.fails == found.meets - 1

    def at(records: int) -> Fraction:
        return loss(apportioned(shares, records), sampling_draws(records, rate="0.8"), budget)

    assert at(found.meets) <= Fraction(target) < at(found.fails)


def test_a_target_out_of_reach() -> None:
    shares = (Fraction(1), Fraction(0))
    found = fewest_records(shares, "0.8", Budget.read(odds=2), "0.5", most=1000)
    assert (found.meets, found.fails) == (None, 1000)
    assert fewest_records(shares, "0.8", Budget.read(odds=2), 1).meets == 1


def test_apportioned_counts_add_up() -> None:
    shares = (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))
    for records in range(1, 60):
        counts = apportioned(shares, records)
        assert sum(counts) == records
        assert all(abs(count - share * records) < 1 for count, share in zip(counts, shares, strict=True))


def test_bad_input() -> None:
    budget = Budget.read(odds=2)
    with pytest.raises(DomainError):
        fewest_records((Fraction(1, 2), Fraction(1, 3)), "0.8", budget, "0.1")
    with pytest.raises(DomainError):
        fewest_records((Fraction(1), Fraction(0)), "0.8", budget, "0.1", most=0)
    with pytest.raises(DomainError):
        most_draws((3, 4), budget, "2")


@pytest.mark.parametrize(
    "shares",
    [
        (Fraction(-1, 3), Fraction(4, 3)),
        (Fraction(3, 2), Fraction(-1, 2)),
        (Fraction(1, 2), Fraction(1, 3)),
        (Fraction(-1, 10**30), 1 + Fraction(1, 10**30)),
    ],
)
def test_shares_are_not_negative_and_add_up_to_one(shares: tuple[Fraction, ...]) -> None:
    with pytest.raises(DomainError, match="shares must be at least 0 and sum to 1"):
        fewest_records(shares, "0.8", Budget.read(odds=2), "0.5", most=100)
