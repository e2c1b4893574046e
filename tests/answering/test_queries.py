"""Sensitivities by enumeration of all small databases, and mechanisms as values by second routes."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, log, sqrt

import pytest
from scipy import stats

from sdp_proofs.accounting.curves import type_two_error
from sdp_proofs.accounting.pairs import LaplacePair
from sdp_proofs.answering.answered import Answered
from sdp_proofs.answering.queries import (
    Counting,
    Histogram,
    Margins,
    Mean,
    Query,
    Total,
    enumerated_moves,
    l1_sensitivity,
    largest_sensitivity,
    squared_l2_sensitivity,
)
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb
from tests.accounting.asked import delta, question

QUERIES = [
    Counting(3, (1,)), Counting(2, (0, 1)), Counting(2, ()), Histogram(1), Histogram(3), Margins((2, 2), 1),
    Margins((2, 3), 2), Margins((2, 2, 2), 2), Total((0, "-5/2", 1)), Total((3, 4)), Total((-1, "1/2")),
]  # fmt: skip


def enumerated(query: Query, adjacency: str, most: int) -> tuple[Fraction, Fraction, Fraction]:
    moves = list(enumerated_moves(query, adjacency, most))
    none = Fraction(0)
    return (
        max((sum(map(abs, move)) for move in moves), default=none),
        max((sum(entry**2 for entry in move) for move in moves), default=none),
        max((max(map(abs, move)) for move in moves), default=none),
    )


@pytest.mark.parametrize("query", QUERIES, ids=repr)
@pytest.mark.parametrize("adjacency", ["add-remove", "replace-one"])
def test_sensitivities_are_those_of_the_definition(query: Query, adjacency: str) -> None:
    closed = (
        l1_sensitivity(query, adjacency),
        squared_l2_sensitivity(query, adjacency),
        largest_sensitivity(query, adjacency),
    )
    assert closed == enumerated(query, adjacency, 2 if query.types < 6 else 1)


def test_the_mean_of_a_known_number_of_records() -> None:
    for size in (1, 2, 3):
        query = Mean((0, "1/2", -1), size)
        moves = []
        from sdp_proofs.answering.queries import neighbours
        from sdp_proofs.distributions.finite import record_lists

        for records in record_lists(size, 3):
            for other in neighbours(records, 3, "replace-one"):
                moves.append(abs(query.value(other)[0] - query.value(records)[0]))
        assert l1_sensitivity(query, "replace-one") == max(moves)
    with pytest.raises(DomainError, match="replace-one"):
        l1_sensitivity(query, "add-remove")
    with pytest.raises(DomainError, match="there must be 3 records"):
        query.value((0,))


def test_laplace_for_a_table() -> None:
    table = Answered.laplace(Margins((2, 4), 2), epsilon=1, adjacency="add-remove")
    assert str(table.release) == "laplace(scale=1, sensitivity=1)"
    assert table.profile(1).value.exact == 0
    assert float(table.profile("1/2").value) == pytest.approx(1 - exp(-0.25), rel=1e-9)
    assert float(table.epsilon("1/10").value) == pytest.approx(1 + 2 * log(0.9), rel=1e-9)
    replaced = Answered.laplace(Margins((2, 4), 2), epsilon=1, adjacency="replace-one")
    assert float(replaced.errors.mean("l1")) == 2 * float(table.errors.mean("l1")) == 16


def test_gaussian_for_a_histogram() -> None:
    query = Histogram(5)
    answered = Answered.gaussian(query, epsilon="1/2", delta="1e-6", adjacency="replace-one")
    sigma = float(answered.release.sigma.ball(64))
    mu = sqrt(2) / sigma
    value = (erfc((0.5 / mu - mu / 2) / sqrt(2)) - exp(0.5) * erfc((0.5 / mu + mu / 2) / sqrt(2))) / 2
    assert value == pytest.approx(1e-6, rel=1e-5)
    assert float(answered.profile("1/2").value) <= 1e-6
    for alpha in (0.01, 0.3, 0.8):
        tested = stats.norm.cdf(stats.norm.isf(alpha) - mu)
        assert float(answered.type_two_error(str(alpha))) == pytest.approx(tested, abs=1e-6)
    assert answered.privacy_loss is not None


def test_trade_off_of_laplace_and_of_randomised_response() -> None:
    scale = LaplacePair(lambda bits: arb(1))
    for alpha in (0.05, 0.3, 0.45):  # left of 1/(2 e): 1 - e alpha; then 1/(4 e alpha)
        exactly = 1 - exp(1) * alpha if alpha < exp(-1) / 2 else exp(-1) / (4 * alpha)
        assert float(type_two_error(scale, str(alpha))) == pytest.approx(exactly, abs=1e-6)
    told = question("randomised-response(truth=3/4)").directions[0].steps[0][0].pair
    for alpha, beta in (("1/8", 5 / 8), ("1/4", 1 / 4), ("1/2", 1 / 6)):
        assert float(type_two_error(told, alpha)) == pytest.approx(beta, abs=1e-6)
    seen = question("approximate(epsilon=0, delta=1/4)").directions[0].steps[0][0].pair
    assert float(type_two_error(seen, "1/2")) == pytest.approx(1 / 4, abs=1e-6)


def test_a_change_split_over_entries_costs_no_more_than_one_on_one_entry() -> None:
    def alone(odds: float, distance: float) -> float:
        loss = max(-distance, min(distance, log(odds)))
        return max(1 - exp((loss - distance) / 2), 1 - odds)

    for first, second in ((0.5, 0.5), (1.0, 0.25), (0.1, 2.0)):
        for odds in (1.0, 1.2, exp(0.4 * (first + second))):
            # The first entry decides at which odds the second one is judged.
            ends, steps = (-first, first), 4000
            inside = [ends[0] + (k + 0.5) * (ends[1] - ends[0]) / steps for k in range(steps)]
            split = alone(odds * exp(-first), second) / 2 + alone(odds * exp(first), second) * exp(-first) / 2
            split += sum(exp((loss - first) / 2) / 4 * alone(odds * exp(-loss), second) for loss in inside) * (
                2 * first / steps
            )
            assert split <= alone(odds, first + second) + 1e-6
    for place in ("0", "1/2"):
        split_whole = delta("geometric(scale=1) + geometric(scale=1, sensitivity=2)", place, adjacency="add-remove")
        assert float(split_whole) <= float(delta("geometric(scale=1, sensitivity=3)", place, adjacency="add-remove"))


@pytest.mark.parametrize(
    "call",
    [
        lambda: Answered.laplace(Counting(2, ()), epsilon=1, adjacency="add-remove"),
        lambda: Answered.laplace(Histogram(2), epsilon=0, adjacency="add-remove"),
        lambda: Answered.laplace(Histogram(2), epsilon=1, adjacency="anything"),
        lambda: Answered.gaussian(Histogram(2), epsilon=1, delta=0, adjacency="add-remove"),
        lambda: Counting(2, (2,)),
        lambda: Histogram(0),
        lambda: Margins((2, 1), 1),
        lambda: Margins((2, 2), 3),
        lambda: Total(()),
        lambda: Mean((1,), 0),
        lambda: type_two_error(LaplacePair(lambda bits: arb(1)), 1),
    ],
)
def test_refused(call) -> None:
    with pytest.raises(DomainError):
        call()
