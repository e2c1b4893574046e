"""The rows of the figures on SGD: smoothed delta by number of records, estimated, with intervals and fits.

Estimating delta from samples of the mechanism's output, and what that cannot see.

A plug-in estimate draws N outputs under x and N under x', and puts the frequencies p^ and q^ in the place of the
probabilities: the sum of max(0, p^(a) - E q^(a)). Its expectation is at least delta, because max(0, .) is convex
[Jensen], and at least the sum of p(a) (1 - q(a))^N, whatever E is: every output that was met under x and not under x'
counts in full. Outputs of probability near 1/N are always there, so the estimate cannot fall below about 1/N times
their number.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from itertools import product
from math import comb, exp, log, sqrt
from typing import TypeVar

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.sampling import SamplingAverage
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta, Point
from sdp_proofs.privacy.histogram.database import FORWARD
from sdp_proofs.privacy.mean import GridDatabase
from sdp_proofs.statistics import MOST_WEIGHT, MeanEstimate, mean_estimate

_BITS = 192
Outcome = TypeVar("Outcome")


def output_laws(
    database: GridDatabase, removed: int, added: int, direction: str = FORWARD
) -> tuple[FiniteLaw[Fraction], FiniteLaw[Fraction]]:
    """The exact laws of the published mean under x and under x', exchanged for d(x', x).

    Example:
        >>> output_laws(GridDatabase((0, 0, 2, 2), low=0, high=2, draws=1), removed=0, added=1)[1]
        FiniteLaw({Fraction(0, 1): 1/4, Fraction(1, 1): 1/4, Fraction(2, 1): 1/2})
    """
    mechanism = SamplingAverage(database.low, database.high, database.draws, database.rounded)
    one, other = mechanism.law(database.values), mechanism.law(database.changed(removed, added))
    return (one, other) if direction == FORWARD else (other, one)


def unseen_mass(one: Mapping[Outcome, Fraction], other: Mapping[Outcome, Fraction], samples: int) -> Enclosure:
    """The sum of p(a) (1 - q(a))^N: no plug-in estimate with N samples has a smaller expectation.

    World: enclosure.

    Raises:
        DomainError: no sample.

    Example:
        >>> half = Fraction(1, 2)
        >>> unseen_mass({Fraction(0): half, Fraction(1): half}, {Fraction(0): half, Fraction(2): half}, 1).rounded(5)
        '0.75'
    """
    if samples < 1:
        raise DomainError(f"samples must be >= 1, got {samples}")
    with ctx.workprec(_BITS):
        total = arb(0)
        for output, share in one.items():
            total += fraction_ball(share) * fraction_ball(1 - other.get(output, Fraction(0))) ** samples
    return Enclosure(total)


def expected_plug_in(
    one: Mapping[Outcome, Fraction], other: Mapping[Outcome, Fraction], odds: Fraction, samples: int
) -> Fraction:
    """The expectation of the plug-in estimate from `samples` outputs under either law.

    World: exact. For few samples: it enumerates both frequencies of every output.

    Raises:
        DomainError: no sample.

    Example:
        >>> half = Fraction(1, 2)
        >>> expected_plug_in({"a": half, "b": half}, {"a": half, "b": half}, Fraction(2), 1)
        Fraction(1, 2)
    """
    if samples < 1:
        raise DomainError(f"samples must be >= 1, got {samples}")
    total = Fraction(0)
    for output, share in one.items():
        rival_share = other.get(output, Fraction(0))
        counts, others = (_scaled_binomial(samples, each) for each in (share, rival_share))
        excess = sum(
            first * second * max(0, odds.denominator * k - odds.numerator * rival)
            for k, first in enumerate(counts)
            for rival, second in enumerate(others)
        )
        total += Fraction(excess, odds.denominator * (share.denominator * rival_share.denominator) ** samples)
    return total / samples


def _scaled_binomial(samples: int, share: Fraction) -> list[int]:
    """The binomial law, times the power of the denominator that makes it integers."""
    chosen, left = share.numerator, share.denominator - share.numerator
    return [comb(samples, k) * chosen**k * left ** (samples - k) for k in range(samples + 1)]


def plug_in_estimates(
    laws: tuple[Mapping[Fraction, Fraction], Mapping[Fraction, Fraction]],
    odds: float,
    samples: int,
    *,
    runs: int,
    seed: int,
) -> tuple[float, ...]:
    """Plug-in estimates, `runs` of them, each from `samples` outputs under either law.

    World: estimate. The frequencies are drawn at once, from the multinomial law that sampling would give them.

    Raises:
        DomainError: no sample, or no run.

    Example:
        >>> laws = output_laws(GridDatabase((0, 0, 2, 2), low=0, high=2, draws=1), removed=0, added=1)
        >>> all(abs(value - 9 / 40) < 0.03 for value in plug_in_estimates(laws, 1.1, 10_000, runs=2, seed=1))
        True
    """
    import numpy as np

    if samples < 1 or runs < 1:
        raise DomainError(f"samples and runs must be >= 1, got {samples} and {runs}")
    outputs = sorted({*laws[0], *laws[1]})
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    counts = []
    for law in laws:
        shares = np.array([float(law.get(output, 0)) for output in outputs])
        counts.append(generator.multinomial(samples, shares / shares.sum(), size=runs))
    gains = np.maximum(counts[0] - odds * counts[1], 0.0).sum(axis=1) / samples
    return tuple(float(gain) for gain in gains)


COLUMNS = (
    "set", "sources", "records", "draws", "following", "rounded", "epsilon", "delta_estimate", "normal_low",
    "normal_high", "guaranteed_low", "guaranteed_high", "databases", "seed", "dp_delta", "one_over_n",
    "extreme_draw_estimate",
)  # fmt: skip
"""Columns of the rows as text."""


@dataclass(frozen=True, slots=True)
class Row:
    """The average of delta(x) at one mixture and one epsilon.

    World: estimate.

    Args:
        point: sources, mixture and seed.
        epsilon: as typed.
        delta_estimate: the average, with both intervals at 99 %.
    """

    point: Point
    epsilon: str
    delta_estimate: MeanEstimate

    def values(self) -> dict[str, str]:
        """The row as text by column (`COLUMNS`)."""
        point, found = self.point, self.delta_estimate
        numbers = (found.mean_estimate, found.normal_low, found.normal_high, found.low, found.high)
        cells = (
            point.setting.name, "; ".join(source.name for source in point.setting.sources), point.records,
            point.draws, " ".join(map(str, point.following)), "yes" if point.rounded else "no", self.epsilon,
            *(f"{number:.6g}" for number in numbers), found.values, point.seed,
            f"{point.draws}/{point.records}", f"1/{point.records}", f"{1 / comb(point.records, point.draws):.6g}",
        )  # fmt: skip
        return dict(zip(COLUMNS, map(str, cells), strict=True))


def rows_of(point: Point, drawn: Sequence[DrawnDelta]) -> Iterator[Row]:
    """One row per epsilon of a point from its draws, in whatever order they are."""
    bound = MOST_WEIGHT * point.draws / point.records
    in_order = sorted(drawn, key=lambda each: each.index)
    for place, epsilon in enumerate(point.epsilons):
        values = [min(bound, each.weight * each.losses[place]) for each in in_order]
        yield Row(point, epsilon, mean_estimate(values, bound))


def recorded_rows() -> list[dict[str, str]]:
    """The rows of the runs that came with this package: Figures 2 (right), with sizes up to 2,500, and 5.

    World: estimate. They were written by `sdp-proofs figure`, with the seed and the number of databases that are in
    every row.

    Example:
        >>> sorted({row["seed"] for row in recorded_rows()})
        ['2023']
    """
    with files("sdp_proofs.papers.smoothed_dp").joinpath("data", "quantised_sgd.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def recorded_rows_of(names: Collection[str], sizes: Collection[int]) -> list[dict[str, str]] | None:
    """The recorded rows of some sets of sources at some sizes; None if not all of them are recorded.

    Example:
        >>> len(recorded_rows_of(["figure 2"], [125, 2500])), recorded_rows_of(["setting 1"], [2500])
        (16, None)
    """
    rows = [row for row in recorded_rows() if row["set"] in names and int(row["records"]) in sizes]
    found = {(row["set"], int(row["records"])) for row in rows}
    return rows if found == set(product(names, sizes)) else None


@dataclass(frozen=True, slots=True)
class Level:
    """The smoothed delta at one size: the largest average over the mixtures that were tried (an estimate).

    The largest of the lower ends and the largest of the upper ends enclose the largest average wherever each
    interval encloses its own: at 99 % for each mixture those of the guaranteed intervals, and about so those of the
    normal ones, `low` and `high`.
    """

    name: str
    epsilon: str
    records: int
    delta_estimate: float
    low: float
    high: float
    guaranteed_low: float
    guaranteed_high: float


_ENDS = ("delta_estimate", "normal_low", "normal_high", "guaranteed_low", "guaranteed_high")


def levels(rows: Iterable[Mapping[str, str]]) -> list[Level]:
    """The largest estimate over mixtures, with both pairs of ends, from rows as they are written."""
    groups: dict[tuple[str, str, int], list[Mapping[str, str]]] = {}
    for row in rows:
        groups.setdefault((row["set"], row["epsilon"], int(row["records"])), []).append(row)
    return [
        Level(*key, *(max(float(row[name]) for row in group) for name in _ENDS)) for key, group in groups.items()
    ]


SHAPES = ("exponential", "root", "root with logarithm", "power")
"""ln delta is a constant minus a multiple of n; of sqrt(n); of sqrt(n) ln^2((e^epsilon - 1) sqrt(n)); of ln n."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A least-squares fit of ln delta, each point weighted by its normal interval (estimates).

    Args:
        shape: one of `SHAPES`.
        rate_estimate: the multiple.
        constant_estimate: the constant.
        misfit_estimate: the root of the mean square of (point - line)/(standard error): near 1 if the shape is
            right, if there are more than a few points.
        largest_residual_estimate: the largest distance of ln delta from the curve.
    """

    shape: str
    epsilon: str
    rate_estimate: float
    constant_estimate: float
    misfit_estimate: float
    largest_residual_estimate: float

    def log10_at(self, records: int) -> float:
        """log10 of the fitted delta at a size (estimate)."""
        return (self.constant_estimate - self.rate_estimate * scale(self.shape, self.epsilon, records)) / log(10)


def scale(shape: str, epsilon: str, records: int) -> float:
    """Scale to which ln delta falls in proportion (`SHAPES`).

    Example:
        >>> [round(scale(shape, "1", 225), 3) for shape in SHAPES]
        [225.0, 15.0, 158.377, 5.416]
    """
    if shape == "exponential":
        return float(records)
    if shape == "root":
        return sqrt(records)
    if shape == "power":
        return log(records)
    if shape != "root with logarithm":
        raise DomainError(f"shape must be one of {', '.join(SHAPES)}, got {shape!r}")
    return sqrt(records) * log((exp(float(epsilon)) - 1) * sqrt(records)) ** 2


def fit(shape: str, points: Sequence[Level]) -> Fit:
    """Fit a shape to the sizes of one setting and one epsilon.

    Raises:
        DomainError: fewer than three sizes, or an estimate of zero.
    """
    if len(points) < 3 or min(point.delta_estimate for point in points) <= 0:
        raise DomainError(f"a fit must have three sizes or more with deltas > 0, got {len(points)}")
    places = [scale(shape, point.epsilon, point.records) for point in points]
    heights = [log(point.delta_estimate) for point in points]
    errors = [(point.high - point.delta_estimate) / point.delta_estimate / 2.576 for point in points]
    weights = [1 / max(error, 1e-3) ** 2 for error in errors]
    total = sum(weights)
    middle = sum(weight * place for weight, place in zip(weights, places, strict=True)) / total
    level = sum(weight * height for weight, height in zip(weights, heights, strict=True)) / total
    triples = list(zip(weights, places, heights, strict=True))
    slope = sum(weight * (place - middle) * height for weight, place, height in triples) / sum(
        weight * (place - middle) ** 2 for weight, place, _ in triples
    )
    constant = level - slope * middle
    gaps = [height - constant - slope * place for _, place, height in triples]
    square = sum(weight * gap**2 for weight, gap in zip(weights, gaps, strict=True)) / (len(points) - 2)
    return Fit(shape, points[0].epsilon, -slope, constant, sqrt(square), max(map(abs, gaps)))
