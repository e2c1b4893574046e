"""Publish a random sample of the records: its histogram, its mean, or an election's winner.

*Voting rules* are functions of a histogram of votes, to post-process a sampled histogram with. A type of record is a
candidate (plurality, majority) or a ranking of all candidates (Borda, Copeland), the rankings in the order of
`rankings`. The output is the tuple of winners, increasing. With `ties="all"` every candidate with the best score wins;
with `ties="first"` only the one with the smallest number, so that there is always exactly one; majority elects nobody
where nobody has more than half of the votes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Literal

from sdp_proofs.distributions.finite import Counts, FiniteLaw, replace_one, resampled_law, sampled_law
from sdp_proofs.distributions.subset_sums import nearest_level, sum_law
from sdp_proofs.errors import DomainError


@dataclass(frozen=True, slots=True)
class SamplingHistogram:
    """`draws` records drawn uniformly, without or with replacement; the output is their histogram.

    World: exact. The mechanism is anonymous, so a database is its histogram; two databases are adjacent when
    one record has changed its type [Liu, Wang, Xia 2023, Algorithm 2, App. F].

    Args:
        draws: sample size T >= 0; at most the number of records without replacement.
        replacement: whether a record can be drawn again.

    Raises:
        DomainError: draws is negative.

    Example:
        >>> mechanism = SamplingHistogram(draws=2)
        >>> mechanism.law((1, 2))
        FiniteLaw({(0, 2): 1/3, (1, 1): 2/3})
        >>> list(mechanism.neighbours((1, 2)))
        [(0, 3), (2, 1)]
    """

    draws: int
    replacement: bool = False

    def __post_init__(self) -> None:
        if self.draws < 0:
            raise DomainError(f"draws must be >= 0, got {self.draws}")

    def law(self, counts: Sequence[int]) -> FiniteLaw[Counts]:
        """The law of the published histogram, by enumeration of all outcomes.

        Raises:
            DomainError: not a histogram with enough records.
            SizeError: too many outcomes.
        """
        return (resampled_law if self.replacement else sampled_law)(counts, self.draws)

    def neighbours(self, counts: Sequence[int]) -> Iterator[Counts]:
        """The adjacent histograms."""
        return replace_one(counts)


@dataclass(frozen=True, slots=True)
class SamplingAverage:
    """`draws` records drawn uniformly without replacement; the output is their mean, or the level nearest to it.

    World: exact. A record is one of the integers low, ..., high, the levels of a grid in units of its step. Two
    databases are adjacent when one record has another level. Rounding is to the nearest level, and a mean halfway
    between two levels goes to the one farther from zero. [Liu, Wang, Xia 2023, Algorithm 3 on a grid, Sec. 6, App. G]

    Args:
        low: the lowest level.
        high: the highest level, above the lowest.
        draws: sample size T >= 1; at most the number of records.
        rounded: whether the mean is rounded to a level.

    Raises:
        DomainError: no draw, or fewer than two levels.

    Example:
        >>> SamplingAverage(low=-2, high=1, draws=2).law((-2, 1, 1))
        FiniteLaw({Fraction(-1, 2): 2/3, Fraction(1, 1): 1/3})
        >>> mechanism = SamplingAverage(low=-2, high=1, draws=2, rounded=True)
        >>> mechanism.law((-2, 1, 1))
        FiniteLaw({Fraction(-1, 1): 2/3, Fraction(1, 1): 1/3})
        >>> list(mechanism.neighbours((0, 1)))[:4]
        [(-2, 1), (-1, 1), (1, 1), (0, -2)]
    """

    low: int
    high: int
    draws: int
    rounded: bool = False

    def __post_init__(self) -> None:
        if self.draws < 1:
            raise DomainError(f"draws must be >= 1, got {self.draws}")
        if self.low >= self.high:
            raise DomainError(f"there must be at least two levels, got {self.low} to {self.high}")

    def law(self, database: Sequence[int]) -> FiniteLaw[Fraction]:
        """The law of the published mean, in units of the grid.

        Raises:
            DomainError: a record that is not a level, or fewer records than draws.
            SizeError: it would take too long.
        """
        sums = sum_law(self._checked(database), self.draws)
        if self.rounded:
            return sums.image(lambda total: Fraction(nearest_level(total, self.draws)))
        return sums.image(lambda total: Fraction(total, self.draws))

    def neighbours(self, database: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The databases in which one record has another level.

        Raises:
            DomainError: a record that is not a level.
        """
        held = self._checked(database)
        for position, record in enumerate(held):
            for level in range(self.low, self.high + 1):
                if level != record:
                    yield (*held[:position], level, *held[position + 1 :])

    def _checked(self, database: Sequence[int]) -> tuple[int, ...]:
        for record in database:
            if not self.low <= record <= self.high:
                raise DomainError(f"a record must be one of the levels {self.low} to {self.high}, got {record}")
        return tuple(database)


Ties = Literal["all", "first"]
Winners = tuple[int, ...]


def rankings(candidates: int) -> list[tuple[int, ...]]:
    """All rankings, best candidate first, in dictionary order: the types of record of a ranked vote.

    Example:
        >>> rankings(3)[:2]
        [(0, 1, 2), (0, 2, 1)]
    """
    return list(permutations(range(candidates)))


@dataclass(frozen=True, slots=True)
class Plurality:
    """Rule by which the most votes win.

    Args:
        ties: "all" or "first".

    Example:
        >>> Plurality()((2, 5, 5)), Plurality(ties="first")((2, 5, 5))
        ((1, 2), (1,))
    """

    ties: Ties = "all"

    def __call__(self, votes: Counts) -> Winners:
        """The winners."""
        return _best(votes, self.ties)


@dataclass(frozen=True, slots=True)
class Majority:
    """Rule by which more than half of the votes win; otherwise nobody does. Ties cannot happen.

    Example:
        >>> Majority()((3, 5, 1)), Majority()((3, 4, 1))
        ((1,), ())
    """

    def __call__(self, votes: Counts) -> Winners:
        """The winner, if there is one."""
        return tuple(candidate for candidate, count in enumerate(votes) if 2 * count > sum(votes))


@dataclass(frozen=True, slots=True)
class Borda:
    """A ranking of m candidates gives m - 1 points to its first, m - 2 to its second, and so on.

    Args:
        candidates: m.
        ties: "all" or "first".

    Example:
        >>> Borda(candidates=3)((2, 0, 0, 3, 0, 0))
        (1,)
    """

    candidates: int
    ties: Ties = "all"

    def __call__(self, votes: Counts) -> Winners:
        """The winners.

        Raises:
            DomainError: not one count per ranking.
        """
        scores = [0] * self.candidates
        for ranking, count in _ranked(votes, self.candidates):
            for place, candidate in enumerate(ranking):
                scores[candidate] += count * (self.candidates - 1 - place)
        return _best(scores, self.ties)


@dataclass(frozen=True, slots=True)
class Copeland:
    """A candidate scores 1 for each opponent that fewer voters prefer to it, and 1/2 for each that as many do.

    Args:
        candidates: how many there are.
        ties: "all" or "first".

    Example:
        >>> Copeland(candidates=3)((1, 0, 0, 1, 1, 0)), Copeland(candidates=3)((2, 0, 0, 3, 0, 0))
        ((0, 1, 2), (1,))
    """

    candidates: int
    ties: Ties = "all"

    def __call__(self, votes: Counts) -> Winners:
        """The winners.

        Raises:
            DomainError: not one count per ranking.
        """
        margins = [[0] * self.candidates for _ in range(self.candidates)]
        for ranking, count in _ranked(votes, self.candidates):
            for place, better in enumerate(ranking):
                for worse in ranking[place + 1 :]:
                    margins[better][worse] += count
                    margins[worse][better] -= count
        # Twice the score, to stay in integers.
        scores = [
            sum(1 + (margin > 0) - (margin < 0) for opponent, margin in enumerate(row) if opponent != candidate)
            for candidate, row in enumerate(margins)
        ]
        return _best(scores, self.ties)


def _ranked(votes: Counts, candidates: int) -> list[tuple[tuple[int, ...], int]]:
    if candidates < 1:
        raise DomainError(f"there must be at least one candidate, got {candidates}")
    orders = rankings(candidates)
    if len(votes) != len(orders):
        raise DomainError(f"there must be one count for each of the {len(orders)} rankings, got {len(votes)}")
    return list(zip(orders, votes, strict=True))


def _best(scores: Sequence[int], ties: Ties) -> Winners:
    if ties not in ("all", "first"):
        raise DomainError(f'ties must be "all" or "first", got {ties!r}')
    if not scores:
        raise DomainError("there must be at least one candidate, got none")
    winners = tuple(candidate for candidate, score in enumerate(scores) if score == max(scores))
    return winners if ties == "all" else winners[:1]
