"""The smoothed loss: all mixtures of two and three types, loss tables alone, and a whole electorate."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import exp, log

import numpy

from docs.benchmarks.losses import ELECTION_2020
from docs.benchmarks.published import (
    histogram_by_histogram,
    one_convolution_per_mixture,
    published_losses_estimate,
)
from docs.benchmarks.timing import PEAK_MEMORY, Timing, duration, multiple, python, table, timed
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.algorithm_cost import AlgorithmCost
from sdp_proofs.papers.smoothed_dp.elections import units_2020
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import delta_table
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one
from sdp_proofs.privacy.smoothed.delta import SmoothedDelta, Smoothing, smoothed_delta
from sdp_proofs.privacy.smoothed.three_types import simplex_deltas, smoothed_simplex

DIGITS = 15
EPSILON = "1/2"
RATE = "0.99"
LOW, HIGH = "9/20", "11/20"
OUR_SIZES = (1000, 2000, 4000, 8000, 10_000, 16_000)
CONVOLVED_SIZES = (200, 500, 1000, 2000, 4000)
HISTOGRAM_SIZES = (200, 500, 1000)
EXACT_SIZES = (50, 100, 200)
GOAL_SIZE = 1000
GOAL = 1000
"""So many times faster than the published algorithm at `GOAL_SIZE`."""
CONVOLVED = "numpy, one convolution per mixture"
BY_HISTOGRAM = "numpy, histogram by histogram"
REPEATED = 3
ELECTORATE_RATE = "0.998"
WINDOW = 200_000
WINDOW_RECORDS = 160_000_000
TRIPLES = ("1/2,1/4,1/4", "1/4,1/2,1/4", "1/4,1/4,1/2")
TRIPLE_SIZES = (200, 400)
RUN = """
from time import perf_counter
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
sources = SourceSet.interval("{low}", "{high}")
smoothing = Smoothing(sources, {records}, sampling_draws({records}, rate="{rate}"))
started = perf_counter()
found = smoothed_delta(smoothing, Budget.read(epsilon="{epsilon}"), digits=15, route="window")
print(perf_counter() - started, found.value.proven_digits, *found.value.bounds(6), sep="|")
"""


def budget() -> Budget:
    """The budget of all measurements."""
    return Budget.read(epsilon=EPSILON)


def ours(records: int) -> Timing[SmoothedDelta]:
    """All mixtures of two sources, the losses of all databases included; every entry has the digits."""
    smoothing = Smoothing(SourceSet.interval(LOW, HIGH), records, sampling_draws(records, rate=RATE))
    runs = [timed(lambda: smoothed_delta(smoothing, budget(), digits=DIGITS, route="table")) for _ in range(REPEATED)]
    found = min(runs, key=lambda run: run.seconds)
    assert found.answer.table is not None
    assert len(found.answer.table) == records + 1
    assert min(entry.proven_digits for entry in found.answer.table.values()) >= DIGITS
    return found


def two_types() -> tuple[str, str, dict[str, float]]:
    """This package against numpy, a sentence on how its own times grow, and the ratios at the goal's size."""
    lines, seconds, ratios = [], {}, {}
    for records in sorted({*CONVOLVED_SIZES, *HISTOGRAM_SIZES, *OUR_SIZES}):
        mine = ours(records)
        if records in OUR_SIZES:
            seconds[records] = mine.seconds
        line = [f"{records:,}", mine.answer.value.rounded(6) or "", f"**{duration(mine.seconds)}**"]
        cells, factors = in_doubles(records, mine)
        lines.append(line + cells)
        if records == GOAL_SIZE:
            ratios = factors
    header = ["n", "delta_SDP", "sdp_proofs", "numpy: losses", CONVOLVED, BY_HISTOGRAM, "numpy: error"]
    return table(header, lines), growth(seconds), ratios


def growth(seconds: dict[int, float]) -> str:
    """The exponent of times: between the first and the last size, and fitted."""
    first, last = min(seconds), max(seconds)
    ends = log(seconds[last] / seconds[first]) / log(last / first)
    fitted = float(numpy.polyfit(numpy.log(list(seconds)), numpy.log(list(seconds.values())), 1)[0])
    sizes = " and ".join(f"$n = {size:,}$".replace(",", "{,}") for size in (first, last))
    return f"$n^{{{ends:.2f}}}$ between {sizes} ($n^{{{fitted:.2f}}}$ by least squares over all sizes between)"


def in_doubles(records: int, mine: Timing[SmoothedDelta]) -> tuple[list[str], dict[str, float]]:
    """The cells of both variants with numpy, and how many times slower than `mine` each is with the losses."""
    if records not in (*CONVOLVED_SIZES, *HISTOGRAM_SIZES):
        return ["not run", "not run", "not run", ""], {}
    draws = sampling_draws(records, rate=RATE)
    losses = timed(lambda: published_losses_estimate(records, draws, exp(Fraction(EPSILON))))
    cells, ratios, errors = [duration(losses.seconds)], {}, []
    for name, variant, sizes in (
        (CONVOLVED, one_convolution_per_mixture, CONVOLVED_SIZES),
        (BY_HISTOGRAM, histogram_by_histogram, HISTOGRAM_SIZES),
    ):
        if records not in sizes:
            cells.append("not run")
            continue
        mixtures = timed(lambda run=variant: run(losses.answer, float(Fraction(LOW)), float(Fraction(HIGH))))
        ratios[name] = (losses.seconds + mixtures.seconds) / mine.seconds
        errors.append(largest_error(mixtures.answer, mine.answer))
        cells.append(f"{duration(mixtures.seconds)} ({multiple(ratios[name], 1.0)})")
    assert max(errors) < 1e-6, (records, errors)
    return [*cells, f"{max(errors):.0e}".replace("e-0", "e-")], ratios


def largest_error(estimates: numpy.ndarray, certified: SmoothedDelta) -> float:
    """The largest relative error of an entry; entry k of the estimates has k records of the larger share."""
    assert certified.table is not None
    records = len(estimates) - 1
    return max(
        abs(float(estimates[records - less] / float(entry.upper) - 1)) for (less, _), entry in certified.table.items()
    )


def exact() -> tuple[str, float]:
    """The published algorithm in fractions, and the ratio at the goal's size by the number of multiplications."""
    cost = AlgorithmCost(2, 2)
    sources = SourceSet.interval(LOW, HIGH)
    lines, price = [], 0.0
    for records in EXACT_SIZES:
        losses = [Fraction(count, records) for count in range(records + 1)]
        found = timed(lambda n=records, d=losses: algorithm_one(lambda counts: d[counts[0]], sources, n))
        assert found.answer.multiplications == cost.counted(records)
        price = found.seconds / cost.total(records)
        lines.append(
            [
                str(records),
                f"{cost.total(records):,}",
                duration(found.seconds),
                duration(price),
                duration(mine := ours(records).seconds),
                multiple(found.seconds, mine),
            ]
        )
    mine = ours(GOAL_SIZE).seconds
    expected = price * cost.total(GOAL_SIZE)
    lines.append(
        [
            f"{GOAL_SIZE:,}",
            f"{cost.total(GOAL_SIZE):,}",
            f"not run: more than {duration(expected)}",
            f"more than {duration(price)}",
            duration(mine),
            f"more than {multiple(expected, mine)}",
        ]
    )
    return table(["n", "multiplications", "in fractions", "each", "sdp_proofs", "ratio"], lines), expected / mine


def goal(in_fractions: float, in_doubles: dict[str, float]) -> str:
    """Against which form of the published algorithm the goal is reached."""
    factors = " and ".join(f"{multiple(ratio, 1.0)} ({name})" for name, ratio in in_doubles.items())
    return (
        f"At n = {GOAL_SIZE:,} the goal of {GOAL:,}× is {verdict(in_fractions)} against exact fractions, that is, for "
        f"an answer with proven digits:\nmore than {multiple(in_fractions, 1.0)}, computed as in the last line. "
        "Against numpy in double precision, "
        f"without proven digits, it is {verdict(max(in_doubles.values()))}:\n{factors}."
    )


def verdict(ratio: float) -> str:
    """Tell whether the goal is reached."""
    return "reached" if ratio >= GOAL else "not reached"


def loss_tables() -> str:
    """The losses of all databases, and of a window of a large one; entries are compared with single losses."""
    middle = WINDOW_RECORDS * 9 // 20
    windows = (
        ("all of n = 10,000", 10_000, RATE, 0, 10_000),
        (
            f"{WINDOW:,} around 9/20 of n = 1.6·10⁸",
            WINDOW_RECORDS,
            ELECTORATE_RATE,
            middle - WINDOW // 2,
            middle + WINDOW // 2 - 1,
        ),
    )
    lines = []
    for name, records, rate, first, last in windows:
        draws = sampling_draws(records, rate=rate)
        found = timed(
            lambda n=records, t=draws, a=first, b=last: delta_table(n, t, budget(), first=a, last=b, digits=DIGITS)
        )
        assert len(found.answer) == last - first + 1
        assert min(Enclosure(ball).proven_digits for ball in found.answer) >= DIGITS
        for count in range(first, last + 1, (last - first) // 20):
            single = delta(Database((count, records - count), draws), budget(), digits=DIGITS).value
            assert found.answer[count - first].overlaps(single.ball), (records, count)
        lines.append([name, rate, f"**{duration(found.seconds)}**", duration(found.seconds / len(found.answer))])
    return table(["databases", "rate", "all losses", "per loss"], lines)


@dataclass(frozen=True)
class Shares:
    """The smallest and the largest share of the first type under the sources."""

    name: str
    low: Fraction
    high: Fraction


def electorates() -> str:
    """The maximum over all mixtures for all voters of 2020, each in a process of its own."""
    parts = [Fraction(unit.counts[0], sum(unit.counts)) for unit in units_2020()]
    instances = (
        Shares("units of 2020", min(parts), max(parts)),
        Shares("[2/5, 1/2]", Fraction(2, 5), Fraction(1, 2)),
        Shares("[9/20, 11/20]", Fraction(9, 20), Fraction(11, 20)),
        Shares("[1/3, 2/3]", Fraction(1, 3), Fraction(2, 3)),
    )
    lines = []
    for each in instances:
        program = RUN.format(
            low=each.low, high=each.high, records=sum(ELECTION_2020), rate=ELECTORATE_RATE, epsilon=EPSILON
        )
        answer, peak = python(["-c", program + PEAK_MEMORY]).split()
        seconds, digits, low, high = answer.split("|")
        assert 0 < Decimal(low) <= Decimal(high)
        lines.append(
            [
                each.name,
                f"[{Decimal(low):.5e}, {Decimal(high):.5e}]".replace("+0", "0"),
                digits,
                f"**{duration(float(seconds))}**",
                f"{int(peak) / 1024:.0f} MiB",
            ]
        )
    return table(["shares of the first type", "delta_SDP in", "proven digits", "time", "peak memory"], lines)


def three_types() -> str:
    """All mixtures of three sources over three types."""
    lines = []
    for records in TRIPLE_SIZES:
        draws = sampling_draws(records, rate=RATE)
        sources = SourceSet.from_laws(TRIPLES)
        losses = timed(lambda n=records, t=draws: simplex_deltas(n, t, budget()))
        mixtures = timed(lambda d=losses.answer, s=sources.vertices: smoothed_simplex(d, s))
        both = timed(
            lambda n=records, t=draws, s=sources: smoothed_delta(Smoothing(s, n, t), budget(), route="factors")
        )
        assert both.answer.value.overlaps(mixtures.answer.largest().value)
        lines.append(
            [
                str(records),
                f"{(records + 1) * (records + 2) // 2:,}",
                both.answer.value.rounded(6) or "",
                str(both.answer.value.proven_digits),
                duration(losses.seconds),
                duration(mixtures.seconds),
                f"**{duration(both.seconds)}**",
                f"{AlgorithmCost(3, 3).total(records):.1e}".replace("e+", "e"),
            ]
        )
    header = ["n", "mixtures", "delta_SDP", "proven digits", "losses", "averages", "smoothed_delta"]
    return table([*header, "multiplications as published"], lines)
