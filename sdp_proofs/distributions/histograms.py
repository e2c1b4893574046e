"""Laws of the histogram of a sample, by enumeration, and the histograms one record away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError, SizeError

MAX_HISTOGRAMS = 1_000_000
"""The most histograms that are enumerated."""

Counts = tuple[int, ...]


def histograms(draws: int, ceilings: Sequence[int]) -> Iterator[Counts]:
    """Every histogram of `draws` draws with at most `ceilings[i]` of type i.

    Example:
        >>> list(histograms(2, (1, 2)))
        [(0, 2), (1, 1)]
    """
    if len(ceilings) == 1:
        if draws <= ceilings[0]:
            yield (draws,)
        return
    room = sum(ceilings[1:])
    for first in range(max(0, draws - room), min(draws, ceilings[0]) + 1):
        for rest in histograms(draws - first, ceilings[1:]):
            yield (first, *rest)


def sampled_law(counts: Sequence[int], draws: int) -> FiniteLaw[Counts]:
    """The multivariate hypergeometric law: `draws` records without replacement.

    Raises:
        DomainError: a negative count, no type, or not 0 <= draws <= number of records.
        SizeError: more than `MAX_HISTOGRAMS` outcomes.

    Example:
        >>> sampled_law((1, 2), 2)
        FiniteLaw({(0, 2): 1/3, (1, 1): 2/3})
    """
    records = _records(counts)
    if not 0 <= draws <= records:
        raise DomainError(f"draws must be between 0 and the number of records {records}, got {draws}")
    _check_size(counts, draws)
    whole = comb(records, draws)
    return FiniteLaw(
        {
            drawn: Fraction(prod(comb(count, part) for count, part in zip(counts, drawn, strict=True)), whole)
            for drawn in histograms(draws, counts)
        }
    )


def resampled_law(counts: Sequence[int], draws: int) -> FiniteLaw[Counts]:
    """The multinomial law: `draws` records with replacement.

    Raises:
        DomainError: a negative count, no record, or a negative number of draws.
        SizeError: more than `MAX_HISTOGRAMS` outcomes.

    Example:
        >>> resampled_law((1, 2), 2)
        FiniteLaw({(0, 2): 4/9, (1, 1): 4/9, (2, 0): 1/9})
    """
    records = _records(counts)
    if records == 0:
        raise DomainError("counts must contain at least one record, got none")
    if draws < 0:
        raise DomainError(f"draws must be >= 0, got {draws}")
    ceilings = [draws if count else 0 for count in counts]
    _check_size(ceilings, draws)
    whole = records**draws
    masses: dict[Counts, Fraction] = {}
    for drawn in histograms(draws, ceilings):
        orders, left = 1, draws
        for part in drawn:
            orders *= comb(left, part)
            left -= part
        masses[drawn] = Fraction(
            orders * prod(count**part for count, part in zip(counts, drawn, strict=True)), whole
        )
    return FiniteLaw(masses)


def replace_one(counts: Sequence[int]) -> Iterator[Counts]:
    """Every histogram that one changed record leads to.

    Example:
        >>> list(replace_one((1, 0, 2)))
        [(0, 1, 2), (0, 0, 3), (2, 0, 1), (1, 1, 1)]
    """
    for removed, held in enumerate(counts):
        for added in range(len(counts)):
            if held and added != removed:
                yield tuple(
                    count - (index == removed) + (index == added) for index, count in enumerate(counts)
                )


def _records(counts: Sequence[int]) -> int:
    if not counts:
        raise DomainError("counts must have at least one type, got none")
    for count in counts:
        if count < 0:
            raise DomainError(f"counts must be >= 0, got {count}")
    return sum(counts)


def _check_size(ceilings: Sequence[int], draws: int) -> None:
    # All parts but the largest are free, within their ceilings and the draws.
    sizes = sorted(min(ceiling, draws) + 1 for ceiling in ceilings)[:-1]
    if prod(sizes) > MAX_HISTOGRAMS and comb(draws + len(ceilings) - 1, draws) > MAX_HISTOGRAMS:
        raise SizeError(f"a sample must have at most {MAX_HISTOGRAMS} histograms to be enumerated, got more")
