"""Direct summation of a tail in integers: all terms positive, a geometric bound for the rest.

The pmf of a law with a rational, decreasing ratio is log-concave, so past the first term the ratios
only fall and the remainder after a term t with ratio q < 1 is at most t q/(1 - q). The sums are
fixed-point integers rounded down; each rounding loses less than one unit, and the losses, carried
on by the later ratios, are counted into the upper end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flint import arb, ctx, fmpz

from sdp_proofs.errors import DomainError
from sdp_proofs.sums.terms import RatioTerm

_GUARD_BITS = 64

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
    scale_bits = bits + _GUARD_BITS
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
        if p < q and (current + 1) * p < (q - p) << (_GUARD_BITS - 6):
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
    scale_bits = bits + _GUARD_BITS
    current, total = 1 << scale_bits, 0
    for _, (p, q) in zip(range(count), term.ratios(start), strict=False):
        total += current
        current = current * p // q
    # With ratios <= 1 the j-th term has lost at most j units.
    with ctx.workprec(scale_bits + 64):
        shift = arb(2) ** (-scale_bits)
        head = arb(fmpz(total)).union(arb(fmpz(total + count * (count + 1))))
        return head * shift, arb(fmpz(current)).union(arb(fmpz(current + count))) * shift
