"""Binomial noise: the heads of fair coins are added to an integer [Dwork, Kenthapadi, McSherry, Mironov, Naor 2006].

World: exact. The law of the heads is log-concave, so the ratio of two shifted laws is monotone (claim
`the-ratio-of-shifted-binomial-laws-falls`), the best events are tails (`half-lines-gain-up-to-the-odds`), and the
largest shift dominates (`half-lines-gain-more-at-larger-distances`). The pair equals its mirror, as fair coins do. An
answer outside the range of the other database's noise tells which database it was: delta is never zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import ClassVar

from sdp_proofs.accounting.finite_pairs import table
from sdp_proofs.accounting.pairs import AtomPair
from sdp_proofs.accounting.plain_releases import MOST_ROWS
from sdp_proofs.accounting.release import Release, positive_integer, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import Readable


@dataclass(frozen=True)
class Binomial(Release):
    """An integer plus the number of heads of `coins` fair coins, less half of them.

    Args:
        coins: an even positive integer.
        sensitivity: largest contribution of one record, a positive integer.

    Raises:
        DomainError: not as described.
        SizeError: more coins than can be listed.

    Example:
        >>> print(Binomial(coins=100))
        binomial(coins=100, sensitivity=1)
    """

    name: ClassVar[str] = "binomial"
    coins: int
    sensitivity: int = 1

    def __init__(self, coins: Readable, sensitivity: Readable = 1) -> None:
        number = positive_integer(coins, "coins")
        if number % 2:
            raise DomainError(f"coins must be even, so that the noise has mean zero at an integer, got {number}")
        if number > MOST_ROWS:
            raise SizeError(f"coins must be at most {MOST_ROWS}, got {number}")
        set_fields(self, coins=number, sensitivity=positive_integer(sensitivity, "sensitivity"))


def binomial(coins: int, distance: int) -> AtomPair:
    """Heads, and heads shifted by an integer distance.

    Example:
        >>> binomial(2, 1).exact
        ((Fraction(0, 1), Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 4)), \
(Fraction(1, 4), Fraction(0, 1)))
    """
    if distance > MOST_ROWS:
        raise SizeError(f"the distance of binomial noise must be at most {MOST_ROWS}, got {distance}")
    heads = [Fraction(comb(coins, k), 2**coins) for k in range(coins + 1)]
    nothing = [Fraction(0)] * distance
    return table(tuple(nothing + heads), tuple(heads + nothing))
