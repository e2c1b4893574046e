"""Voting rules: deterministic functions of a histogram of votes, to post-process a sampled histogram with.

A type of record is a candidate (plurality, majority) or a ranking of all candidates (Borda, Copeland), the
rankings in the order of `rankings`. The output is the tuple of winners, increasing. With `ties="all"` every
candidate with the best score wins; with `ties="first"` only the one with the smallest number, so that there is
always exactly one; majority elects nobody where nobody has more than half of the votes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from sdp_proofs.distributions.histograms import Counts
from sdp_proofs.errors import DomainError

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
    """Whoever has the most votes wins.

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
    """Whoever has more than half of the votes wins; otherwise nobody does. Ties cannot happen.

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
