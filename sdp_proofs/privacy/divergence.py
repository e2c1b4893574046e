"""Divergences of finite laws, and the database-dependent delta straight from its definition.

World: exact. Everything here enumerates; the fast routes of the package are judged by it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import Counts, replace_one
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational

Outcome = TypeVar("Outcome", bound=Hashable)


def hockey_stick(first: FiniteLaw[Outcome], second: FiniteLaw[Outcome], odds: Readable) -> Fraction:
    """The maximum over events S of first(S) - odds * second(S): the sum of the positive parts.

    Args:
        first: the law P.
        second: the law Q.
        odds: exp(epsilon) >= 1, rational.

    Raises:
        DomainError: odds below one, or not rational.

    Example:
        >>> fair, biased = FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: "1/4", 1: "3/4"})
        >>> hockey_stick(fair, biased, "3/2")
        Fraction(1, 8)
    """
    factor = read_odds(odds)
    total = Fraction(0)
    for outcome, mass in first.items():
        rival = second.probability(outcome)
        # Cross-multiplied: only what counts is reduced to lowest terms.
        scale = factor.denominator * rival.denominator
        gain = mass.numerator * scale - factor.numerator * rival.numerator * mass.denominator
        if gain > 0:
            total += Fraction(gain, mass.denominator * scale)
    return total


def total_variation(first: FiniteLaw[Outcome], second: FiniteLaw[Outcome]) -> Fraction:
    """The maximum over events S of |first(S) - second(S)|: the hockey stick at epsilon = 0.

    Example:
        >>> total_variation(FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: 1}))
        Fraction(1, 2)
    """
    return hockey_stick(first, second, 1)


def definition_delta(
    law: Callable[[Counts], FiniteLaw[Outcome]],
    counts: Counts,
    odds: Readable,
    *,
    neighbours: Callable[[Counts], Iterable[Counts]] = replace_one,
) -> Fraction:
    """delta(x) of an anonymous mechanism: every neighbour, both directions and zero.

    [Liu, Wang, Xia 2023, Def. 2]

    Args:
        law: histogram -> law of the output.
        counts: the histogram of x.
        odds: exp(epsilon) >= 1, rational.
        neighbours: histogram -> adjacent histograms; one replaced record unless said otherwise.

    Raises:
        DomainError: odds below one, or not rational.

    Example:
        >>> from sdp_proofs.distributions.histograms import sampled_law
        >>> definition_delta(lambda x: sampled_law(x, 2), (3, 3), "3/2")
        Fraction(1, 10)
    """
    factor, own, worst = read_odds(odds), law(counts), Fraction(0)
    for neighbour in neighbours(counts):
        other = law(neighbour)
        worst = max(worst, hockey_stick(own, other, factor), hockey_stick(other, own, factor))
    return worst


def read_odds(odds: Readable) -> Fraction:
    """Rational odds = exp(epsilon) >= 1.

    Raises:
        DomainError: below one, or not rational.

    Example:
        >>> read_odds("51/49")
        Fraction(51, 49)
    """
    factor = odds if isinstance(odds, Fraction) else read_rational(odds, "odds")
    if factor < 1:
        raise DomainError(f"odds must be >= 1 (odds = exp(epsilon)), got {odds}")
    return factor
