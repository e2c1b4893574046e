"""Definition 3 taken literally for small instances: the judge of every route of `smoothed_delta`."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.privacy.smoothed.delta import Route, smoothed_delta
from tests.privacy.judge import all_counts, defined_delta

TWO_TYPES = {
    "apart": ("1/4,3/4", "2/3,1/3"),
    "unsorted": ("2/3,1/3", "1/4,3/4"),
    "around a half": ("2/5,3/5", "3/5,2/5"),
    "with a point mass": ("0,1", "1/3,2/3"),
    "both point masses": ("1,0", "0,1"),
    "one": ("2/7,5/7",),
    "one point mass": ("1,0",),
    "redundant": ("1/2,1/2", "2/3,1/3", "1/4,3/4"),
    "repeated": ("2/3,1/3", "2/3,1/3", "1/4,3/4"),
    "all alike": ("2/5,3/5", "2/5,3/5"),
}
THREE_TYPES = {
    "apart": ("1/6,1/3,1/2", "3/5,1/5,1/5", "0,1/2,1/2"),
    "two": ("1/6,1/3,1/2", "3/5,1/5,1/5"),
    "one": ("1/6,1/3,1/2",),
    "an absent type": ("1/4,3/4,0", "1/2,1/2,0"),
    "point masses": ("1,0,0", "0,1,0", "0,0,1"),
    "redundant": ("1/4,1/4,1/2", "1/2,1/4,1/4", "3/8,1/4,3/8"),
    "a point mass in the middle": ("1/2,1/4,1/4", "0,1,0", "1/8,1/8,3/4"),
}
ROUTES = ("algorithm-1", "table", "window")


def sources_of(laws, **options):
    return SourceSet.from_laws(laws, **options)


@lru_cache(maxsize=4000)
def losses_by_definition(records, types, draws, odds, replacement):
    """delta(x) by Definition 2 for every histogram: no formula of the package."""
    return {counts: defined_delta(Database(counts, draws, replacement), odds) for counts in all_counts(records, types)}


@lru_cache(maxsize=64)
def laws_of_assignments(laws, records):
    """Every source vector -> the law of its histogram, numerators over one denominator per record."""
    types = len(laws[0])
    unit = lcm(*(probability.denominator for law in laws for probability in law))
    steps = [[int(probability * unit) for probability in law] for law in laws]
    level = {(): {(0,) * types: 1}}
    for _ in range(records):
        following = {}
        for vector, law in level.items():
            for source, step in enumerate(steps):
                grown = {}
                for counts, mass in law.items():
                    for kind, weight in enumerate(step):
                        if weight:
                            more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                            grown[more] = grown.get(more, 0) + mass * weight
                following[(*vector, source)] = grown
        level = following
    return level, unit**records


def exhaustive(sources, records, draws, odds, replacement=False):
    """Definition 3: for every vector of the set's own laws, vertices or not, the expected loss."""
    losses = losses_by_definition(records, sources.types, draws, odds, replacement)
    laws, whole = laws_of_assignments(sources.laws, records)
    return {
        vector: sum(mass * losses[counts] for counts, mass in law.items()) / Fraction(whole)
        for vector, law in laws.items()
    }


def expected(sources, mixture, records, draws, odds, replacement=False):
    """The exact expected loss of one mixture over the vertices."""
    indices = sources.vertex_indices
    vector = tuple(index for index, count in zip(indices, mixture, strict=True) for _ in range(count))
    return exhaustive(sources, records, draws, odds, replacement)[vector]


def check(smoothing, odds, route, digits):
    """One route on one small instance: value, mixture, vertices and table."""
    sources, records = smoothing.sources, smoothing.records
    found = smoothed_delta(smoothing, Budget.read(odds=odds), route=route)
    every = exhaustive(sources, records, smoothing.draws, odds, smoothing.replacement)
    truth = max(every.values())
    assert found.value.contains(truth)
    assert found.value.proven_digits >= digits
    assert found.vertices == sources.vertex_indices and found.route is Route(route)
    assert sum(found.mixture) == records and len(found.mixture) == len(found.vertices)
    own = expected(sources, found.mixture, records, smoothing.draws, odds, smoothing.replacement)
    assert found.value.contains(own)
    if route == "algorithm-1":
        assert found.value.exact == truth == own
    if found.table is not None:
        for mixture, value in found.table.items():
            assert value.contains(expected(sources, mixture, records, smoothing.draws, odds, smoothing.replacement))
    return found
