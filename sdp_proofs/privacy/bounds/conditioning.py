"""The price of conditioning independent choices on their number.

If each of n records is chosen independently with probability T/n, then given that T are chosen every set of T
records is equally likely: this is sampling without replacement. So its probabilities, and its expectations of
nonnegative functions, are at most B = 1/P(Bin(n, T/n) = T) times those of independent choices.

B <= sqrt(8 T (n-T)/n) [Ash 1965, lemma 4.7.1]; B itself is used, which costs nine log-gamma functions.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.distributions.binomial import Binomial
from sdp_proofs.numbers.balls import arb, ctx


def lattice_factor(records: int, draws: int) -> arb:
    """B for 0 < draws < records, at the current working precision.

    Example:
        >>> lattice_factor(2, 1).overlaps(arb(2))
        True
    """
    return 1 / Binomial(records, Fraction(draws, records)).term.ball(draws, ctx.prec)
