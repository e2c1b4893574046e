"""Relative entropies of Bernoulli and of Poisson laws, as balls."""

from __future__ import annotations

from sdp_proofs.numbers.balls import arb


def bernoulli_entropy(share: arb, reference: arb) -> arb:
    """KL(a || b) = a ln(a/b) + (1-a) ln((1-a)/(1-b)) for 0 <= a <= 1 and 0 < b < 1, with 0 ln 0 = 0.

    Example:
        >>> bernoulli_entropy(arb(1), arb(1) / 2).overlaps(arb.const_log2())
        True
    """
    return weighted_log(share, reference) + weighted_log(1 - share, 1 - reference)


def poisson_entropy(level: arb, mean: arb) -> arb:
    """A ln(a/b) - a + b for a >= 0 and b > 0, which is 0 only at a = b.

    Example:
        >>> str(poisson_entropy(arb(0), arb(3)))
        '3.00000000000000'
    """
    return weighted_log(level, mean) - level + mean


def weighted_log(weight: arb, reference: arb) -> arb:
    """A ln(a/b), which is 0 at a = 0."""
    return arb(0) if weight.is_zero() else weight * (weight / reference).log()


def log_odds_ratio(share: arb, reference: arb) -> arb:
    """The derivative of KL(a || b) in a: ln(a/(1-a)) - ln(b/(1-b)), for 0 < a, b < 1."""
    return (share * (1 - reference) / (reference * (1 - share))).log()
