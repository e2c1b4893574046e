"""The worst case: the exact DP parameter, and the threshold of the one-sided bounds.

**Without replacement.** max over x of delta(x) = T/n for every epsilon >= 0. *Proof.* Sample the same positions of
x and of a neighbour x'. The samples differ only if the changed record is sampled, so d(x, x') <= P(sampled) = T/n
for E = exp(epsilon) >= 1. If all records of x are alike, x' has a record of its own type; it shows exactly when it
is sampled, and x never shows it: d(x', x) >= T/n. QED So [Liu, Wang, Xia 2023, Thm. 3 (iii)] is sharp, and T/n is
attained.

**With replacement.** max over x of delta(x) = 1 - (1 - 1/n)^T for every epsilon >= 0, by the same two steps: the
changed record is drawn at least once with that probability.

**Threshold.** theta = 1 - exp(-epsilon) > T/n exactly for epsilon > ln(n/(n-T)).
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import ExactReal, fraction_ball, logarithm, rational
from sdp_proofs.privacy.budget import Budget

_EXACT_BITS = 20_000


def dp_delta(records: int, draws: int) -> Fraction:
    """The largest delta(x) over all databases without replacement, at every epsilon: T/n.

    Raises:
        DomainError: not 0 <= draws <= records with records >= 1.

    Example:
        >>> dp_delta(1000, 998)
        Fraction(499, 500)
    """
    if not (records >= 1 and 0 <= draws <= records):
        raise DomainError(f"draws must be between 0 and records >= 1, got {draws} of {records}")
    return Fraction(draws, records)


def dp_delta_with_replacement(records: int, draws: int, *, digits: int = 15) -> Enclosure:
    """The largest delta(x) over all databases with replacement, at every epsilon: 1 - (1 - 1/n)^T.

    Exact where it has not too many digits.

    Raises:
        DomainError: not records >= 1 and draws >= 0.

    Example:
        >>> str(dp_delta_with_replacement(4, 2))
        '7/16'
    """
    if records < 1 or draws < 0:
        raise DomainError(f"records must be at least 1 and draws at least 0, got {records} and {draws}")
    if draws * records.bit_length() <= _EXACT_BITS:
        return Enclosure.of(1 - Fraction(records - 1, records) ** draws, 64 + 4 * digits)
    if records == 1:
        return Enclosure.of(1)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits + records.bit_length() + draws.bit_length()):
            return -(fraction_ball(Fraction(-1, records)).log1p() * draws).expm1()

    return refine(compute, digits)


def threshold(records: int, draws: int) -> ExactReal:
    """ln(n/(n-T)), above which one exponential bounds the loss.

    Raises:
        DomainError: not 0 <= draws < records.

    Example:
        >>> str(threshold(1000, 998))
        'log(500)'
    """
    return logarithm(rational(_threshold_odds(records, draws)))


def threshold_budget(records: int, draws: int) -> Budget:
    """The budget with exactly this epsilon.

    Raises:
        DomainError: not 0 <= draws < records.
    """
    return Budget.read(odds=_threshold_odds(records, draws))


def _threshold_odds(records: int, draws: int) -> Fraction:
    if not 0 <= draws < records:
        raise DomainError(f"draws must be at least 0 and less than records = {records}, got {draws}")
    return Fraction(records, records - draws)
