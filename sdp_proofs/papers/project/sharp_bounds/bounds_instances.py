"""Random pairs of neighbours and random sources, their exact deltas, and sharp bounds of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.papers.project.bounds.chernoff_instances import SEED, by_floor, exact, random_odds, random_sources
from sdp_proofs.privacy.bounds.buckets import Cell, bound_of_buckets, buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import types_upper
from sdp_proofs.privacy.bounds.instance import Bound
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.bounds.lower import double_sum_lower, one_point_lower, one_type_lower, rare_type_lower
from sdp_proofs.privacy.bounds.one_database import geometric_pair_lower, geometric_pair_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.proving.vocabulary import *

Values = Callable[[SourceSet, int, int, Budget], dict[str, Any]]


def _directed(bound: Bound) -> Fraction:
    """Rounded away from what it bounds, so that an equality is decided."""
    return Fraction(bound.decimal(12))


def pairs(_: Claim, *, seed: int = SEED, count: int = 1500) -> Iterator[Instance]:
    """Pairs of neighbours at random, their divergence between two geometric series."""
    draw = Random(seed)
    for _trial in range(count):
        n = draw.randint(2, 40)
        a, draws, odds = draw.randint(1, n), draw.randint(1, n - 1), random_odds(draw)
        pair, budget = SampledPair(n, a, draws), Budget.read(odds=odds)
        low, high = _directed(geometric_pair_lower(pair, budget)), _directed(geometric_pair_upper(pair, budget))
        values = {"loss": pair.exact_divergence(odds), "below": low, "high": high}
        yield f"n = {n}, a = {a}, T = {draws}, odds = {odds}", values


def few_records(_: Claim) -> Iterator[Instance]:
    """Sampled and other records of two types and the rest."""
    for n in range(1, 6):
        for T, u, v, k, w in product(range(n + 1), repeat=5):
            if u + k <= T and v + w <= n - T:
                values = {"n": n, "T": T, "u": u, "v": v, "k": k, "w": w}
                yield ", ".join(f"{name} = {value}" for name, value in values.items()), values


def lower_bounds(sources: SourceSet, n: int, draws: int, budget: Budget) -> dict[str, Any]:
    """delta_SDP and three lower bounds."""
    case = by_floor(sources, n, draws) if len(sources.laws) == 1 else Bounded.with_sources(sources, n, draws)
    return {
        "loss": exact(sources, n, draws, budget), "one": _directed(one_type_lower(case)),
        "rare": _directed(rare_type_lower(case)), "double": _directed(double_sum_lower(case, budget)),
    }  # fmt: skip


def above_and_below(sources: SourceSet, n: int, draws: int, budget: Budget) -> dict[str, Any]:
    """delta_SDP and both bounds that have the exact decay rate."""
    case = Bounded.with_sources(sources, n, draws)
    low, high = _directed(one_point_lower(case, budget)), _directed(types_upper(case, budget))
    return {"loss": exact(sources, n, draws, budget), "low": low, "high": high}


def _cases(draw: Random, count: int) -> Iterator[tuple[str, Fraction, tuple[SourceSet, int, int, Budget]]]:
    for _trial in range(count):
        sources, n, draws = random_sources(draw)
        odds = random_odds(draw)
        budget = Budget.read(odds=odds)
        yield f"{sources.laws}, n = {n}, T = {draws}, {budget}", odds, (sources, n, draws, budget)


def with_bounds(values: Values, count: int) -> Callable[..., Iterator[Instance]]:
    """Random sources and budgets, with these bounds."""

    def instances(_: Claim, *, seed: int = SEED, count: int = count) -> Iterator[Instance]:
        return ((name, values(*case)) for name, _odds, case in _cases(Random(seed), count))

    return instances


def two_or_three_buckets(_: Claim, *, seed: int = SEED, count: int = 10) -> Iterator[Instance]:
    """Two or three buckets, tilted or not."""
    draw = Random(seed)
    for name, _odds, case in _cases(draw, count):
        sources, n, draws, budget = case
        number = draw.choice((2, 3))
        high = buckets_upper(by_floor(sources, n, draws), budget, cells=number, tilted=draw.random() < 0.5)
        yield f"{name}, {number} buckets", {"loss": exact(*case), "high": _directed(high)}


def random_buckets(_: Claim, *, seed: int, count: int) -> Iterator[Instance]:
    """One to five buckets, with cuts and tilts at random: every choice gives a bound."""
    draw = Random(seed)
    for name, odds, (sources, n, draws, budget) in _cases(draw, count):
        case = by_floor(sources, n, draws)
        cuts = sorted({case.missing * (1 + (odds - 1) * Fraction(draw.randint(-4, 20), 16)) for _cut in range(4)})
        ends = [None, *(cut for cut in cuts if cut > 0), None]
        chosen = [Cell(low, high, Fraction(draw.randint(-12, 12), 12)) for low, high in pairwise(ends)]
        high = _directed(bound_of_buckets(case, budget, chosen))
        yield f"{name}, {chosen}", {"loss": exact(sources, n, draws, budget), "high": high}
