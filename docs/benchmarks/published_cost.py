"""Cost of the published algorithm: its multiplications, counted exactly, and its times with numpy."""

from __future__ import annotations

from fractions import Fraction
from math import log2
from typing import Any

import numpy

from docs.benchmarks.published import published_simplex_numpy
from docs.benchmarks.timing import duration, table, timed
from sdp_proofs.distributions.finite import histograms
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.papers.smoothed_dp.algorithm_cost import AlgorithmCost, growth
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one

CHECKED_RECORDS = 5
FAR = 10**6
SIZES = {
    (2, 2): (250, 500, 1000, 2000),
    (2, 3): (25, 50, 100, 200),
    (3, 2): (20, 40, 80, 160),
    (3, 3): (10, 20, 40, 80),
}
"""(types, sources) -> sizes, each twice the one before; the last takes seconds."""
SOURCES = {
    2: ("1/4,3/4", "1/2,1/2", "3/4,1/4"),
    3: ("1/2,1/4,1/4", "1/4,1/2,1/4", "1/4,1/4,1/2"),
}


def exponents() -> str:
    """The two stated exponents against the degree of the exact count."""
    lines = []
    for types, sources in SIZES:
        cost = AlgorithmCost(types, sources)
        assert cost.degree == cost.main_text_exponent
        first = cost.first_size_above(cost.appendix_exponent)
        slopes = [f"[{decimal(low)}, {high}]" for low, high in map(cost.exponent, (100, 10_000, FAR))]
        lines.append(
            [
                str(types),
                str(sources),
                str(cost.main_text_exponent),
                str(cost.appendix_exponent),
                f"**{cost.degree}**",
                str(cost.total.leading),
                *slopes,
                "never" if first is None else f"n = {first}",
            ]
        )
    header = ["m", "l", "2m+l-3", "m+l-1", "degree of the count", "leading coefficient"]
    sizes = [f"exponent from n = {n} on" for n in ("100", "10⁴", "10⁶")]
    return table([*header, *sizes, "above m+l-1 from"], lines)


def times() -> str:
    """Counts and times at doubled sizes, with the exponents between neighbours."""
    return table(
        ["m", "l", "n", "multiplications", "exponent of the count", "numpy", "exponent of the time"],
        [line for (types, sources), sizes in SIZES.items() for line in doublings(types, sources, sizes)],
    )


def doublings(types: int, sources: int, sizes: tuple[int, ...]) -> list[list[str]]:
    """The lines of one instance."""
    check(types, sources)
    cost = AlgorithmCost(types, sources)
    laws = [tuple(map(float, law)) for law in instance(types, sources).laws]
    lines: list[list[str]] = []
    earlier: tuple[int, float] | None = None
    for n in sizes:
        multiplications = cost.total(n)
        seconds = timed(lambda n=n: published_simplex_numpy(loss_array(types, n), laws)).seconds
        slopes = ["", ""]
        if earlier is not None:
            low, high = growth(earlier[0], multiplications)
            slopes = [f"[{decimal(low)}, {decimal(high)}]", f"{log2(seconds / earlier[1]):.2f}"]
        lines.append(
            [str(types), str(sources), str(n), f"{multiplications:,}", slopes[0], duration(seconds), slopes[1]]
        )
        earlier = multiplications, seconds
    return lines


def check(types: int, sources: int) -> None:
    """At a small size: the counter of the exact algorithm, and its table against that in doubles."""
    laws = instance(types, sources)
    exact = algorithm_one(loss, laws, CHECKED_RECORDS, reduced=False)
    assert exact.multiplications == AlgorithmCost(types, sources).counted(CHECKED_RECORDS)
    estimates = published_simplex_numpy(
        loss_array(types, CHECKED_RECORDS), [tuple(map(float, law)) for law in laws.laws]
    )
    assert estimates.keys() == exact.table.keys()
    assert all(abs(estimates[mixture] - value) < 1e-12 for mixture, value in exact.table.items())


def instance(types: int, sources: int) -> SourceSet:
    """Sources of full support."""
    return SourceSet.from_laws(SOURCES[types][:sources])


def loss(counts: tuple[int, ...]) -> Fraction:
    """Some loss; its values do not matter for the time."""
    return Fraction(counts[0], 1 + counts[-1])


def loss_array(types: int, records: int) -> Any:
    """The same in doubles, as `published_simplex_numpy` wants it."""
    array = numpy.zeros((records + 1,) * (types - 1))
    for counts in histograms(records, (records,) * types):
        array[counts[:-1]] = counts[0] / (1 + counts[-1])
    return array


def decimal(number: Fraction) -> str:
    """A multiple of 1/1000."""
    return f"{float(number):.3f}"
