"""Parts of tables and figures: sources from a floor, numbers that may be out of reach, and the verdicts in words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

BELOW = {Verdict.HOLDS: "below 1/n", Verdict.FAILS: "not below 1/n", Verdict.UNKNOWN: "too close to 1/n"}
"""Words for a number beside 1/n."""

MOST_SOURCES = 50
MOST_HISTOGRAM_PAIRS = 50_000


def floor_sources(types: int, floor: Fraction) -> SourceSet:
    """All laws over `types` types that give every type at least `floor`, by their vertices.

    Raises:
        DomainError: not 0 < floor <= 1/types, or more than `MOST_SOURCES` types.

    Example:
        >>> [str(share) for share in floor_sources(2, Fraction(1, 4)).vertices[0]]
        ['3/4', '1/4']
    """
    if not 2 <= types <= MOST_SOURCES:
        raise DomainError(f"types must be between 2 and {MOST_SOURCES}, got {types}")
    if not 0 < floor * types <= 1:
        raise DomainError(f"floor must be above 0 and at most 1/{types}, got {floor}")
    rest = 1 - (types - 1) * floor
    if rest == floor:
        return SourceSet(((floor,) * types,))
    return SourceSet(tuple(tuple(rest if k == j else floor for k in range(types)) for j in range(types)))


def smoothed_or_none(
    types: int, floor: Fraction, records: int, draws: int, budget: Budget, digits: int, *, replacement: bool = False
) -> Enclosure | None:
    """delta_SDP of `floor_sources`, None where no route would finish in seconds.

    Raises:
        DomainError: as `floor_sources`, or draws out of range.
    """
    smoothing = Smoothing(floor_sources(types, floor), records, draws, replacement)
    sheared = types == 3 and not replacement
    # The rest is Algorithm 1: products of pairs of histograms, one table for each mixture.
    if types > 2 and not sheared and comb(records + types - 1, types - 1) ** 2 > MOST_HISTOGRAM_PAIRS:
        return None
    return reached(lambda: smoothed_delta(smoothing, budget, digits=digits).value)


def capped(value: Enclosure | None) -> Enclosure | None:
    """A bound of a probability, which is at most one whatever the formula says.

    Example:
        >>> str(capped(Enclosure.of(25733700))), str(capped(Enclosure.of("1/2")))
        ('1', '1/2')
    """
    return Enclosure.of(1) if value is not None and decide_less(1, value) is Verdict.HOLDS else value


def reached(compute: Callable[[], Enclosure]) -> Enclosure | None:
    """A number, or None where the instance is too large or the digits cannot be proven."""
    try:
        return compute()
    except SizeError:
        return None
    except PrecisionError:
        return None


def beside_one_over_n(value: Enclosure | None, records: int) -> str:
    """Say whether a number is below 1/n; nothing without the number."""
    return "" if value is None else BELOW[decide_less(value, Fraction(1, records))]


def bound_in_words(bound: Enclosure, least: Enclosure | None, most: Enclosure | None) -> str:
    """Say whether an upper bound as printed holds, given proven bounds of what it is to bound.

    Args:
        bound: the printed number.
        least: a number that the quantity is at least, or itself.
        most: a number that the quantity is at most, or itself.
    """
    if least is not None and decide_less(bound, least) is Verdict.HOLDS:
        return "fails here"
    if most is not None and decide_less_equal(most, bound) is Verdict.HOLDS:
        return "holds here"
    return "not decided here"
