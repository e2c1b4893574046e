"""The loss of a sampled mean: exact law and all neighbours, against Monte Carlo with numpy for two neighbours."""

from __future__ import annotations

from math import exp

import numpy

from docs.benchmarks.timing import Timing, duration, multiple, table, ten_to, timed
from sdp_proofs.distributions.subset_sums import sum_law
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.sgd_estimates import output_laws, unseen_mass
from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2, HIGH, LOW, Point, random_database
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD
from sdp_proofs.privacy.mean import AverageDelta, GridDatabase, average_delta, neighbour_divergence

RECORDS = 225
EPSILONS = ("0.5", "1", "2", "5")
SAMPLES = 10**7
CHUNK = 250_000
GOAL = 1000
SECTION = """\
One database of {records} gradients on 256 levels, of which {draws} are drawn and averaged (Figure 2, right), seed
2023. `sdp_proofs`: the exact law of the mean, and delta(x) over all {neighbours:,} neighbours in both directions with
30 proven digits. numpy: {samples} outputs under x and as many under each of two neighbours (the smallest record becomes
the highest level, the largest one the lowest); their frequencies are put into the place of the probabilities. The
sampler is not a loop: random positions are drawn for many samples at once, and samples with a repetition again.

The law of the mean exactly: **{law}**. All {samples} outputs of the three databases: {sampled}.

| epsilon | delta(x) | sdp_proofs, all neighbours | numpy, two neighbours: estimate | no expected estimate is below |
| --- | --- | --- | --- | --- |
{rows}

The last column is the sum of $p (1 - q)^N$ over the outputs (N = {samples}), for the worse of the two neighbours: what
the frequencies cannot go below on average, whatever epsilon is. For two digits of delta(x), instead of thirty, N would
have to be so large that this floor and the standard error of the best event's frequencies are both below a hundredth
of delta(x):

{resolution}

{goal}
"""


def section() -> str:
    """The whole section, measured in one run."""
    database = random_database(Point(FIGURE_2, (RECORDS, 0)), 0)
    law = timed(lambda: sum_law(database.values, database.draws))
    least, most = min(database.values), max(database.values)
    changes = ((least, HIGH), (most, LOW))
    sampled = timed(lambda: _frequencies(database, changes))
    lines, needed, ratios = [], [], []
    for epsilon in EPSILONS:
        budget = Budget.read(epsilon=epsilon)
        found = timed(lambda budget=budget: _fresh(database, budget))
        estimate = _estimate(sampled.answer, exp(float(epsilon)))
        worst = max(changes, key=lambda change: float(_loss(database, budget, change)))
        assert found.answer.value.overlaps(_loss(database, budget, worst)), "another neighbour is worse"
        laws = output_laws(database, *worst, BACKWARD)
        floor = unseen_mass(*laws, SAMPLES)
        lines.append([
            epsilon, str(found.answer.value.rounded(5)), f"**{duration(found.seconds)}**", f"{estimate:.3g}",
            str(floor.rounded(3)),
        ])  # fmt: skip
        samples = _samples_needed(laws, exp(float(epsilon)), float(found.answer.value))
        seconds = sampled.seconds * samples / SAMPLES
        ratios.append(seconds / found.seconds)
        needed.append([epsilon, _count(samples), _long(seconds), multiple(seconds, found.seconds)])
    resolution = table(["epsilon", "N needed", "numpy, computed from the time above", "ratio to sdp_proofs"], needed)
    rows = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return SECTION.format(
        records=RECORDS,
        draws=database.draws,
        neighbours=len(set(database.values)) * (HIGH - LOW),
        samples=_count(SAMPLES),
        law=duration(law.seconds),
        sampled=duration(sampled.seconds),
        rows=rows,
        resolution=resolution,
        goal=_goal(ratios, sampled, law),
    ).rstrip()


def _fresh(database: GridDatabase, budget: Budget) -> AverageDelta:
    """The loss of a copy, which has not kept what was computed before."""
    copy = GridDatabase(database.values, database.low, database.high, database.draws, database.rounded)
    return average_delta(copy, budget)


def _loss(database: GridDatabase, budget: Budget, change: tuple[int, int]) -> Enclosure:
    removed, added = change
    return neighbour_divergence(database, budget, removed=removed, added=added, direction=BACKWARD)


def _frequencies(database: GridDatabase, changes: tuple[tuple[int, int], ...]) -> list[numpy.ndarray]:
    """Frequency of each sum, for x and its neighbours."""
    generator = numpy.random.default_rng(numpy.random.SeedSequence(2023))
    counts = []
    for values in (database.values, *(database.changed(*change) for change in changes)):
        held = numpy.array(values) - LOW
        counts.append(numpy.zeros((HIGH - LOW) * database.draws + 1, dtype=numpy.int64))
        missing = SAMPLES
        while missing:
            places = generator.integers(0, len(held), size=(min(CHUNK, missing), database.draws), dtype=numpy.int16)
            ordered = numpy.sort(places, axis=1)
            kept = places[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
            counts[-1] += numpy.bincount(held[kept].sum(axis=1), minlength=len(counts[-1]))
            missing -= len(kept)
    return counts


def _estimate(counts: list[numpy.ndarray], odds: float) -> float:
    """The largest plug-in estimate over the neighbours and the directions."""
    first, *others = counts
    pairs = [pair for other in others for pair in ((first, other), (other, first))]
    return max(float(numpy.maximum(one - odds * other, 0).sum()) / SAMPLES for one, other in pairs)


def _samples_needed(laws: tuple, odds: float, loss: float) -> int:
    """The first power of two times `SAMPLES`/1024 at which floor and standard error are below loss/100."""
    one, other = laws
    event = [output for output in one if float(one[output]) > odds * float(other.probability(output))]
    first, second = (float(sum(law.probability(output) for output in event)) for law in laws)
    variance = first * (1 - first) + odds**2 * second * (1 - second)
    samples = SAMPLES // 1024
    while max(float(unseen_mass(one, other, samples)), (variance / samples) ** 0.5) > loss / 100:
        samples *= 2
    return samples


def _goal(ratios: list[float], sampled: Timing, law: Timing) -> str:
    reached = sum(ratio >= GOAL for ratio in ratios)
    return (
        f"The goal of {GOAL:,}× for an answer of two digits is reached for {reached} of {len(ratios)} epsilons. "
        f"At N = {_count(SAMPLES)}\n"
        "numpy's frequencies of three databases, which have no more resolution than the floor, take "
        f"{multiple(sampled.seconds, law.seconds)} the\ntime of the exact law of one."
    )


def _count(number: int) -> str:
    exponent = len(str(number)) - 1
    if number == 10**exponent:
        return ten_to(exponent)
    return f"{number / 10**exponent:.1f}·{ten_to(exponent)}"


def _long(seconds: float) -> str:
    for unit, size in (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3600.0)):
        if seconds >= size:
            return f"{seconds / size:.2g} {unit}" if seconds < 99 * size else f"{seconds / size:,.0f} {unit}"
    return duration(seconds)
