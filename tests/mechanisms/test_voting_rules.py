"""Voting rules against rules applied to ballots one by one, and profiles that are known."""

from __future__ import annotations

from itertools import combinations

import pytest

from sdp_proofs.distributions.finite import histograms
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.sampling import Borda, Copeland, Majority, Plurality, rankings


def ballots(votes):
    return [ranking for ranking, count in zip(rankings(3), votes, strict=True) for _ in range(count)]


def beaten(ranked, candidate):
    return [sum(ballot.index(candidate) < ballot.index(other) for ballot in ranked) for other in range(3)]


def test_borda_counts_the_candidates_that_each_ballot_puts_below():
    for votes in histograms(4, (4,) * 6):
        scores = [sum(beaten(ballots(votes), candidate)) for candidate in range(3)]
        assert Borda(3)(votes) == tuple(c for c in range(3) if scores[c] == max(scores))


def test_copeland_counts_the_duels():
    for votes in histograms(3, (3,) * 6):
        ranked, scores = ballots(votes), [0.0] * 3
        for first, second in combinations(range(3), 2):
            wins = sum(ballot.index(first) < ballot.index(second) for ballot in ranked)
            scores[first] += (wins > len(ranked) - wins) + (2 * wins == len(ranked)) / 2
            scores[second] += (wins < len(ranked) - wins) + (2 * wins == len(ranked)) / 2
        assert Copeland(3)(votes) == tuple(c for c in range(3) if scores[c] == max(scores))


def test_known_profiles():
    cycle = tuple(int(ranking in {(0, 1, 2), (1, 2, 0), (2, 0, 1)}) for ranking in rankings(3))
    assert Copeland(3)(cycle) == Borda(3)(cycle) == (0, 1, 2)
    assert Copeland(3, "first")(cycle) == Borda(3, "first")(cycle) == (0,)
    # Borda need not elect whom more than half put first.
    votes = tuple({(0, 1, 2): 3, (1, 2, 0): 2}.get(ranking, 0) for ranking in rankings(3))
    assert (Borda(3)(votes), Copeland(3)(votes)) == ((1,), (0,))


def test_ties_and_missing_majorities():
    assert Plurality()((0, 0)) == (0, 1)
    assert Plurality("first")((0, 0)) == (0,)
    assert Majority()((2, 2)) == Majority()((0, 0)) == ()
    assert Majority()((3, 2)) == (0,)


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: Borda(3)((1, 1)), r"^there must be one count for each of the 6 rankings, got 2$"),
        (lambda: Copeland(0)((1,)), r"^there must be at least one candidate, got 0$"),
        (lambda: Plurality("last")((1, 1)), r'^ties must be "all" or "first", got \'last\'$'),
        (lambda: Plurality()(()), r"^there must be at least one candidate, got none$"),
    ],
)
def test_refusals(refused, message):
    with pytest.raises(DomainError, match=message):
        refused()
