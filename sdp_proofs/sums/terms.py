"""Evaluate binomial and hypergeometric terms, direct sums and continued fractions.

*Terms with a rational ratio.* A `RatioTerm` describes t(k) = constant * odds**k / (prod (r + k)! * prod (f - k)!) by
exact integers. Everything certified that the package sums is such a term, so one direct sum, one continued fraction
and one quadrature serve all laws.

*Direct summation* of a tail in integers: all terms positive, a geometric bound for the rest. The pmf of a law with a
rational, decreasing ratio is log-concave, so past the first term the ratios only fall and the remainder after a term t
with ratio q < 1 is at most t q/(1 - q). The sums are fixed-point integers rounded down; each rounding loses less than
one unit, and the losses, carried on by the later ratios, are counted into the upper end.

*The continued fraction* of the tail of a log-concave term, with an exact remainder. S(k) = sum over h >= k of t(h).
For the hypergeometric and the binomial law

    S(k)/t(k) = front(k) / (a_0 + l_1/(a_1 + l_2/(a_2 + ...))),      l_j > 0, a_j(k) increasing in k.

Write y_N for the convergent with a_0..a_{N-1} and Q_N for its denominator. Then, exactly,

    1 - y_N(k) + q(k) y_N(k+1) = (-1)^N weight_N prod_{j<=N} l_j / (Q_N(k) Q_N(k+1)),   q(k) = t(k+1)/t(k).

Multiplied by t(k) and summed over k >= k0 the left side telescopes to S(k0) - y_N(k0) t(k0). If all
a_j(k0) > 0 then Q_N is positive and increasing in k, so |S/t - y_N| <= weight_N prod l_j / Q_N(k0)^2 * S/t.
No theory of convergence is needed. The identity is proved symbolically in the test-suite and in the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import log2
from typing import Protocol

from flint import arb, ctx, fmpz

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import fraction_ball


@dataclass(frozen=True, slots=True)
class RatioTerm:
    """t(k) for low <= k <= high, zero outside.

    Args:
        rising: the r of factors 1/(r + k)!.
        falling: the f of factors 1/(f - k)!.
        odds: positive rational raised to the k.
        numerator: c of the constant's factors c!.
        denominator: c of the constant's factors 1/c!.
        base: positive rational of the constant's factor base**exponent.
        exponent: see `base`.

    Example:
        >>> coin = RatioTerm((0,), (3,), Fraction(1), (3,), (), Fraction(1, 2), 3)
        >>> [str(coin.exact(k)) for k in range(4)]
        ['1/8', '3/8', '3/8', '1/8']
    """

    rising: tuple[int, ...]
    falling: tuple[int, ...]
    odds: Fraction
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    base: Fraction = Fraction(1)
    exponent: int = 0

    @property
    def low(self) -> int:
        """The smallest k with t(k) > 0."""
        return max(-r for r in self.rising)

    @property
    def high(self) -> int:
        """The largest k with t(k) > 0."""
        return min(self.falling)

    def ratio(self, k: int) -> tuple[int, int]:
        """Integers (p, q) with t(k + 1)/t(k) = p/q, for low <= k <= high."""
        numerator, denominator = self.odds.numerator, self.odds.denominator
        for f in self.falling:
            numerator *= f - k
        for r in self.rising:
            denominator *= r + k + 1
        return numerator, denominator

    def ratios(self, k: int) -> Iterator[tuple[int, int]]:
        """`ratio(k)`, `ratio(k + 1)`, ... up to the one that is zero, at `high`."""
        if len(self.falling) == 2 and len(self.rising) == 2 and self.odds == 1:
            (f, g), (r, s) = self.falling, self.rising
            for j in range(k, self.high + 1):
                yield (f - j) * (g - j), (r + j + 1) * (s + j + 1)
        else:
            for j in range(k, self.high + 1):
                yield self.ratio(j)

    def exact(self, k: int) -> Fraction:
        """t(k) as a fraction (meant for small sizes)."""
        from math import factorial, prod

        if not self.low <= k <= self.high:
            return Fraction(0)
        below = (*self.denominator, *(r + k for r in self.rising), *(f - k for f in self.falling))
        factorials = Fraction(prod(map(factorial, self.numerator)), prod(map(factorial, below)))
        # Powers of one are most of them, and a product of fractions is dear.
        if self.exponent:
            factorials *= self.base**self.exponent
        return factorials if self.odds == 1 else factorials * self.odds**k

    def ball(self, k: int, bits: int) -> arb:
        """A ball around t(k) of about `bits` correct bits.

        The logarithm is a sum of terms near n ln n that must be absolutely accurate to 2^-bits, so
        the working precision grows by the bits of the largest such term.
        """
        if not self.low <= k <= self.high:
            return arb(0)
        size = max(*self.numerator, *self.denominator, abs(self.exponent), abs(k), 2)
        size *= max(size, self.odds.numerator, self.odds.denominator, self.base.denominator).bit_length()
        precision = bits + size.bit_length() + 12
        with ctx.workprec(precision):
            total = arb(0)
            for c in self.numerator:
                total += _log_factorial(c, precision)
            for c in self.denominator:
                total -= _log_factorial(c, precision)
            for r in self.rising:
                total -= _log_factorial(r + k, precision)
            for f in self.falling:
                total -= _log_factorial(f - k, precision)
            if self.exponent:
                total += fraction_ball(self.base).log() * self.exponent
            if self.odds != 1:
                total += fraction_ball(self.odds).log() * k
            return total.exp()


@lru_cache(1 << 14)  # one term after another of one sum, and one sum after another, have most of theirs in common
def _log_factorial(number: int, precision: int) -> arb:
    with ctx.workprec(precision):
        return arb(number + 1).lgamma()


_SUM_GUARD_BITS = 64

Weight = Callable[[int], tuple[int, int]]
"""k -> (p, q) with weight p/q; every weight must lie in [0, 1]."""


def direct_sums(term: RatioTerm, start: int, bits: int, weights: Iterable[Weight] = ()) -> list[arb]:
    """Balls around sum over k >= start of w(k) t(k)/t(start), first for w = 1, then for each weight.

    Args:
        term: a term whose ratios decrease (log-concave).
        start: a point of the support, low <= start <= high.
        bits: relative accuracy of the unweighted sum; the weighted ones have the same absolute accuracy.
        weights: weights in [0, 1].

    Raises:
        DomainError: `start` is not a point of the support.

    Example:
        >>> from fractions import Fraction
        >>> coin = RatioTerm((0,), (3,), Fraction(1), (3,), (), Fraction(1, 2), 3)
        >>> direct_sums(coin, 1, 64)[0]
        [2.33333333333333 +/- 3.34e-15]
    """
    if not term.low <= start <= term.high:
        raise DomainError(f"start must be between {term.low} and {term.high}, got {start}")
    scale_bits = bits + _SUM_GUARD_BITS
    unit = 1 << scale_bits
    weights = list(weights)
    current, total, steps, growth = unit, unit, 0, 0
    sums = [unit * p // q for p, q in (weight(start) for weight in weights)]
    remainder = 0
    for k, (p, q) in enumerate(term.ratios(start), start + 1):
        following = current * p // q
        # While terms still grow, a lost unit grows with them; afterwards it shrinks.
        growth = max(growth, following.bit_length() - scale_bits)
        steps += 1
        total += following
        if following:
            for index, weight in enumerate(weights):
                a, b = weight(k)
                sums[index] += following * a // b
        current = following
        if p < q and (current + 1) * p < (q - p) << (_SUM_GUARD_BITS - 6):
            # The term is known up to what its `steps` floors have lost; see below.
            remainder = (current + (steps << max(0, growth))) * p // (q - p) + 1
            break
    # The floor of term i weighs t(j)/t(i) in term j >= i. As t is log-concave, t(i) >= min(t(start), t(j)),
    # so that is at most max(1, t(j)/t(start)), which 2^growth bounds but for a factor far below 2. There are
    # steps (steps + 1)/2 pairs; the slack is twice that. A weight's own floor loses one unit more per term.
    slack = ((steps * (steps + 3)) << max(0, growth)) + steps + remainder + 2
    with ctx.workprec(scale_bits + max(0, growth) + 64):
        shift = arb(2) ** (-scale_bits)
        return [arb(fmpz(value)).union(arb(fmpz(value + slack))) * shift for value in (total, *sums)]


def direct_head(term: RatioTerm, start: int, count: int, bits: int) -> tuple[arb, arb]:
    """Balls around sum over start <= k < start + count of t(k)/t(start), and t(start + count)/t(start).

    Args:
        term: a term whose ratios are at most 1 from `start` on.
        start: a point of the support; start + count must be one too.
        count: how many terms to sum.
        bits: absolute accuracy.

    Example:
        >>> from fractions import Fraction
        >>> coin = RatioTerm((0,), (3,), Fraction(1), (3,), (), Fraction(1, 2), 3)
        >>> head, following = direct_head(coin, 1, 2, 64)
        >>> head.contains(2), following
        (True, [0.333333333333333 +/- 3.34e-16])
    """
    scale_bits = bits + _SUM_GUARD_BITS
    current, total = 1 << scale_bits, 0
    for _, (p, q) in zip(range(count), term.ratios(start), strict=False):
        total += current
        current = current * p // q
    # With ratios <= 1 the j-th term has lost at most j units.
    with ctx.workprec(scale_bits + 64):
        shift = arb(2) ** (-scale_bits)
        head = arb(fmpz(total)).union(arb(fmpz(total + count * (count + 1))))
        return head * shift, arb(fmpz(current)).union(arb(fmpz(current + count))) * shift


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
        >>> from sdp_proofs.distributions.counts import Binomial
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
    """Tell whether a double is so far from overflow and underflow that its quotients round relatively, too."""
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
