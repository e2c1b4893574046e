"""The tail of a log-concave term as a continued fraction, with an exact remainder.

S(k) = sum over h >= k of t(h). For the hypergeometric and the binomial law

    S(k)/t(k) = front(k) / (a_0 + l_1/(a_1 + l_2/(a_2 + ...))),      l_j > 0, a_j(k) increasing in k.

Write y_N for the convergent with a_0..a_{N-1} and Q_N for its denominator. Then, exactly,

    1 - y_N(k) + q(k) y_N(k+1) = (-1)^N weight_N prod_{j<=N} l_j / (Q_N(k) Q_N(k+1)),   q(k) = t(k+1)/t(k).

Multiplied by t(k) and summed over k >= k0 the left side telescopes to S(k0) - y_N(k0) t(k0). If all
a_j(k0) > 0 then Q_N is positive and increasing in k, so |S/t - y_N| <= weight_N prod l_j / Q_N(k0)^2 * S/t.
No theory of convergence is needed. The identity is proved symbolically in the test-suite and in the ledger.
"""

from __future__ import annotations

from math import log2
from typing import Protocol

from flint import arb, ctx, fmpz

Level = tuple[int, int, int, int]
"""Integers (a, b, l, m): the level has partial denominator a/b and partial numerator l/m."""

MAX_LEVELS = 200_000
_GUARD_BITS = 24
_ROUNDING_BITS = 0.01


class TailFraction(Protocol):
    """The exact coefficients of the fraction of one law at one point."""

    def level(self, j: int) -> Level:
        """a_j and l_j as integer quotients; l_0 is not used."""

    def front(self) -> tuple[int, int]:
        """The factor before the fraction, at the point k, as an integer quotient."""

    def weight(self, levels: int) -> float:
        """An upper bound of weight_N."""


def fraction_tail(fraction: TailFraction, bits: int, max_levels: int = MAX_LEVELS) -> arb | None:
    """A ball around S(k)/t(k) with about `bits` correct bits, or None where the fraction cannot give it.

    None means: a partial denominator is not positive, more than `max_levels` levels would be needed
    (at most `MAX_LEVELS`), or the coefficients are beyond the range of doubles.

    Args:
        fraction: the coefficients at the point k.
        bits: relative accuracy aimed at, >= 1.
        max_levels: levels after which to give up.

    Example:
        >>> from fractions import Fraction
        >>> from sdp_proofs.distributions.binomial import Binomial
        >>> fraction_tail(Binomial(draws=10, success=Fraction(1, 3)).tail_fraction(8), 64)
        [1.11666666666667 +/- 3.34e-15]
    """
    plan = _plan(fraction, bits, max_levels)
    if plan is None:
        return None
    levels, log2_error = plan
    scale = bits + _GUARD_BITS
    low, high = _bracket(levels, scale)
    if low <= 0:
        return None
    numerator, denominator = fraction.front()
    with ctx.workprec(scale + 64):
        relative = arb(2) ** arb(log2_error)
        tail = arb(fmpz(numerator) << scale) / arb(fmpz(denominator))
        return tail / arb(fmpz(low)).union(arb(fmpz(high))) * arb(1, (2 * relative).upper())


def _plan(fraction: TailFraction, bits: int, max_levels: int) -> tuple[list[Level], float] | None:
    """The levels that reach `bits`, and log2 of a proven bound on the relative error.

    u_j = Q_{j+1}/Q_j obeys u_j = a_j + l_j/u_{j-1}. Everything is positive and far from the ends of the
    doubles' range, so each step adds at most three roundings and u_j is within a relative 5j 2^-53 of the
    truth. Summed over N <= 2e5 levels, with the roundings of log2 and of the sum itself (below 1e6 bits),
    that is under 1e-3 bits, covered by 0.01.
    """
    levels: list[Level] = []
    error, u, partial = 0.0, 1.0, 0.0
    for j in range(min(max_levels, MAX_LEVELS) + 1):
        level = fraction.level(j)
        a, b, top, bottom = level
        try:
            ratio = a / b
            partial = top / bottom if j else 0.0
        except OverflowError:
            return None
        if j:
            if not _ordinary(partial):
                return None
            # Here l_1..l_{j-1} and u_0..u_{j-2} are in the product; l_j and u_{j-1} complete that of y_j.
            error += log2(partial) - 2 * log2(u)
            bound = error + log2(fraction.weight(j)) + _ROUNDING_BITS
            if bound < -bits - 4:
                return levels, bound
        if a <= 0:
            return None
        u = ratio + partial / u
        # A tiny ratio next to an ordinary u may have underflowed, which changes u by nothing that counts.
        if not _ordinary(u):
            return None
        levels.append(level)
    return None


def _ordinary(value: float) -> bool:
    """Whether a double is so far from overflow and underflow that its quotients round relatively, too."""
    return 1e-100 < value < 1e150


def _bracket(levels: list[Level], scale: int) -> tuple[int, int]:
    """Integers low, high with low <= 2^scale (a_0 + l_1/(a_1 + ...)) <= high, rounded outward."""
    a, b, top, bottom = levels[-1]
    low, high = (a << scale) // b, -((-a << scale) // b)
    for a_next, b_next, top_next, bottom_next in reversed(levels[:-1]):
        if low <= 0:
            return 0, 0
        scaled = top << (2 * scale)
        low, high = (
            (a_next << scale) // b_next + scaled // (bottom * high),
            -((-a_next << scale) // b_next) - (-scaled // (bottom * low)),
        )
        top, bottom = top_next, bottom_next
    return low, high
