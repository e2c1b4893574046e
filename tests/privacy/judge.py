"""Definition 2 by enumeration, with the laws remembered: what every fast route is compared with."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.definition import definition_delta, hockey_stick
from sdp_proofs.privacy.histogram.database import Database

ODDS = (Fraction(1), Fraction(1001, 1000), Fraction(51, 49), Fraction(3, 2), Fraction(2), Fraction(11))


@lru_cache(maxsize=20_000)
def law(counts, draws, replacement):
    return SamplingHistogram(draws, replacement).law(counts)


def defined_delta(database, odds):
    return definition_delta(lambda x: law(x, database.draws, database.replacement), database.counts, odds)


def defined_loss(database, change, odds):
    own = law(database.counts, database.draws, database.replacement)
    other = law(database.changed(change.removed, change.added), database.draws, database.replacement)
    return hockey_stick(own, other, odds) if change.direction == "d(x,x')" else hockey_stick(other, own, odds)


def all_counts(records, types):
    if types == 1:
        return [(records,)]
    return [(first, *rest) for first in range(records + 1) for rest in all_counts(records - first, types - 1)]


def databases(records, types, *, replacement=False, draws=None, up_to_order=False):
    """Every database with so many records and types, each number of draws."""
    for counts in all_counts(records, types):
        if not up_to_order or list(counts) == sorted(counts):
            for number in draws if draws is not None else range(records + 1):
                yield Database(counts, number, replacement)
