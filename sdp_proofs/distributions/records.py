"""Databases as lists of records, for mechanisms that care who sent which record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sdp_proofs.distributions.histograms import Counts
from sdp_proofs.errors import DomainError, SizeError

MAX_LISTS = 1_000_000
"""The most lists of records that are enumerated."""

Records = tuple[int, ...]
"""One type, 0 to m - 1, per record; the order matters."""


def record_lists(records: int, types: int) -> Iterator[Records]:
    """Every database of `records` records over `types` types, in dictionary order.

    Raises:
        DomainError: no record or no type.
        SizeError: more than `MAX_LISTS` databases.

    Example:
        >>> list(record_lists(2, 2))
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if records < 1:
        raise DomainError(f"there must be at least one record, got {records}")
    if types < 1:
        raise DomainError(f"there must be at least one type, got {types}")
    if types > 1 and (records > MAX_LISTS or types**records > MAX_LISTS):
        raise SizeError(f"there must be at most {MAX_LISTS} databases, got {types}**{records}")
    return product(range(types), repeat=records)


def histogram_of(records: Sequence[int], types: int) -> Counts:
    """How many records are of each type.

    Raises:
        DomainError: a record that is not one of the types.

    Example:
        >>> histogram_of((2, 0, 2), 3)
        (1, 0, 2)
    """
    counts = [0] * types
    for record in checked(records, types):
        counts[record] += 1
    return tuple(counts)


def replace_record(records: Sequence[int], types: int) -> Iterator[Records]:
    """Every database in which one record has another type.

    Raises:
        DomainError: a record that is not one of the types.

    Example:
        >>> list(replace_record((0, 1), 2))
        [(1, 1), (0, 0)]
    """
    held = checked(records, types)
    for position, record in enumerate(held):
        for other in range(types):
            if other != record:
                yield (*held[:position], other, *held[position + 1 :])


def checked(records: Sequence[int], types: int) -> Records:
    """The records as a tuple, if each is one of the types.

    Raises:
        DomainError: one is not.

    Example:
        >>> checked([0, 1], 2)
        (0, 1)
    """
    for record in records:
        if not 0 <= record < types:
            raise DomainError(f"a record must be one of the types 0 to {types - 1}, got {record}")
    return tuple(records)
