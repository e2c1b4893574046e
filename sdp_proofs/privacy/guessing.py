"""The adversary's adjusted utility for any mechanism, by enumeration.

World: exact. The adversary knows all records but one and names the likeliest value of the missing one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.mechanism import Mechanism, Outcome
from sdp_proofs.distributions.records import Records, checked
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational, shown
from sdp_proofs.privacy.divergence import read_odds


def guessing_utilities(laws: Sequence[FiniteLaw[Outcome]], threshold: Readable) -> tuple[Fraction, ...]:
    """The adjusted utility for each true value of the missing record, before the maximum of Eq. (3) is taken.

    Args:
        laws: p_X, the law of the output when the missing record is X; one per type.
        threshold: t in [0, 1), the accuracy up to which a prediction does not count.

    Returns:
        For each X, the sum over outputs a of p_X(a) max(0, max_Y p_Y(a) / sum_Y p_Y(a) - t) / (1 - t).

    Raises:
        DomainError: no law, or a threshold outside [0, 1).

    Example:
        >>> heads, tails = FiniteLaw({"heads": 1}), FiniteLaw({"heads": "1/2", "tails": "1/2"})
        >>> guessing_utilities([heads, tails], "2/3")
        (Fraction(0, 1), Fraction(1, 2))
    """
    if not laws:
        raise DomainError("there must be at least one law, got none")
    cut = read_rational(threshold, "threshold")
    if not 0 <= cut < 1:
        raise DomainError(f"threshold must be in [0, 1), got {shown(cut)}")
    gained = [Fraction(0)] * len(laws)
    for output in dict.fromkeys(output for law in laws for output in law):
        masses = [law.probability(output) for law in laws]
        gain = max(masses) / sum(masses) - cut
        if gain > 0:
            gained = [value + mass * gain for value, mass in zip(gained, masses, strict=True)]
    return tuple(value / (1 - cut) for value in gained)


def missing_record_utilities(
    mechanism: Mechanism[Records, Outcome], database: Records, position: int, types: int, odds: Readable
) -> tuple[Fraction, ...]:
    """The adjusted utility for each true value of one record of a list, at the threshold E/(E + 1).

    The maximum of the result is u(t, x without the record) [Liu, Wang, Xia 2023, Eq. (3)].

    Args:
        mechanism: a mechanism on lists of records.
        database: all records; the one at `position` is ignored.
        position: which record is missing.
        types: the number of values that a record can have.
        odds: E = exp(epsilon) >= 1, rational.

    Raises:
        DomainError: no such record, or odds below one or not rational.
    """
    known = checked(database, types)
    if not 0 <= position < len(known):
        raise DomainError(f"position must be one of the {len(known)} records, counted from 0, got {position}")
    factor = read_odds(odds)
    laws = [mechanism.law((*known[:position], kind, *known[position + 1 :])) for kind in range(types)]
    return guessing_utilities(laws, factor / (factor + 1))
