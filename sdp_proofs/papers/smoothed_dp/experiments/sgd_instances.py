"""Instances for quantised SGD and sampled means: laws, recorded runs, random gradients, small databases and laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.instances.grid import grid
from sdp_proofs.papers.smoothed_dp.experiments import sgd_step as sgd
from sdp_proofs.papers.smoothed_dp.experiments.plug_in import expected_plug_in, output_laws, unseen_mass
from sdp_proofs.papers.smoothed_dp.experiments.sgd_estimates import Level, levels, recorded_rows
from sdp_proofs.papers.smoothed_dp.experiments.sgd_step import (
    FIGURE_2,
    FIGURE_5,
    Point,
    Setting,
    log_lower_bound,
    log_upper_bound,
    rarest_end,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import hockey_stick
from sdp_proofs.privacy.histogram.database import BACKWARD, FORWARD
from sdp_proofs.privacy.mean import GridDatabase, average_delta, neighbour_divergence
from sdp_proofs.proving.vocabulary import *


def laws(*settings: Setting, centred: bool | None = None) -> Callable[[Claim], Iterator[Instance]]:
    """The quantised laws of some settings: all, those whose continuous law has mean zero, or the others."""
    sources = {source for setting in settings for source in setting.sources if centred in (None, source.mean == 0)}

    def instances(claim: Claim) -> Iterator[Instance]:
        for source in sorted(sources, key=lambda each: each.name):
            law = source.law()
            least = min(law.probabilities, key=lambda share: share.log10_estimate)
            total = sum(law.probabilities, Enclosure.of(0))
            yield source.name, {"total": total, "least": least, "mean": law.mean, **claim.parameters}

    return instances


@cache
def _levels(name: str) -> dict[tuple[str, int], Level]:
    return {(level.epsilon, level.records): level for level in levels(recorded_rows()) if level.name == name}


def ends_of_the_figure(*settings: Setting) -> Callable[[Claim], Iterator[Instance]]:
    """The upper end of the 99 % interval at n = 250 against the lower end at n = 125, at every epsilon."""

    def instances(claim: Claim) -> Iterator[Instance]:
        for setting, (epsilon, factor) in product(settings, claim.parameters["factors"].items()):
            low, high = (_levels(setting.name)[epsilon, records] for records in (sgd.SIZES[0], sgd.SIZES[-1]))
            values = {"larger": Fraction(high.high), "smaller": Fraction(low.low), "factor": Fraction(factor)}
            yield f"{setting.name}, epsilon = {epsilon}", values

    return instances


def single_databases(claim: Claim) -> Iterator[Instance]:
    """delta(x) of some random databases at every epsilon."""
    for following, index in product(((125, 0), (0, 125)), range(claim.parameters["databases"])):
        drawn = sgd.drawn_delta(point := Point(FIGURE_2, following), index)
        for epsilon, loss in zip(sgd.EPSILONS, drawn.losses, strict=True):
            values = {"loss": Fraction(loss), "draws": point.draws, "records": 125}
            yield f"{following}, number {index}, epsilon = {epsilon}", values


def random_gradients(claim: Claim) -> Iterator[Instance]:
    """Random databases of every setting; the odds are rational, so both sides are exact."""
    records = claim.parameters["records"]
    for setting, following in product((FIGURE_2, *FIGURE_5), ((records, 0), (0, records))):
        database = sgd.random_database(Point(setting, following), 0)
        for odds in ("8/5", "15/2", "150"):
            values = of_ends(database, Budget.read(odds=odds))
            extreme = values["extreme"].exact * claim.parameters["share"]
            yield f"{setting.name}, {following}, number 0, odds {odds}", {**values, "extreme": extreme}


def beyond_the_figure(claim: Claim) -> Iterator[Instance]:
    """A proven lower bound of delta_SDP against the line through the figure's points."""
    for (epsilon, line), records in product(claim.parameters["lines"].items(), claim.parameters["sizes"]):
        values = dict(zip(("constant", "rate"), map(Fraction, line), strict=True))
        lower = log_lower_bound(FIGURE_2, records)
        yield f"epsilon = {epsilon}, n = {records}", {"ln_lower": lower, "records": records, **values}


def typical_gradients(claim: Claim) -> Iterator[Instance]:
    """The unseen mass of N trials against the exact loss, at quantiles of N(0, 0.12^2)."""
    for records in (125, 250):
        database = sgd.typical_database(Point(FIGURE_2, (records, 0)))
        removed, added = min(database.values), database.high
        expected = unseen_mass(*output_laws(database, removed, added, BACKWARD), claim.parameters["trials"])
        for odds in ("8/5", "15/2", "150"):
            loss = neighbour_divergence(
                database, Budget.read(odds=odds), removed=removed, added=added, direction=BACKWARD
            )
            yield f"n = {records}, odds {odds}", {"expected": expected, "loss": loss}


def estimated(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The expected plug-in estimate for a pair of laws, and what bounds it."""
    one, other = (FiniteLaw.gathered(enumerate(at[name])) for name in ("one", "other"))
    odds, trials = Fraction(at["odds"]), at["trials"]
    return {
        "expected": expected_plug_in(one, other, odds, trials), "loss": hockey_stick(one, other, odds),
        "unseen": sum(share * (1 - other.probability(k)) ** trials for k, share in one.items()),
        "outputs": len({*one, *other}), "odds": odds, "trials": trials,
    }  # fmt: skip


def small_laws(parts: int, *trials: int, every: tuple[int, int] = (1, 1)) -> Callable[[Claim], Iterator[Instance]]:
    """Pairs of laws on three outcomes, with shares in so many parts, by enumeration."""
    shares = [(a, b, parts - a - b) for a in range(parts + 1) for b in range(parts + 1 - a)]
    laws = [tuple(Fraction(share, parts) for share in each) for each in shares]
    return grid(
        {"one": laws[:: every[0]], "other": laws[:: every[1]], "odds": ("1", "3/2", "20"), "trials": trials}, estimated
    )


def with_many_outputs(claim: Claim) -> Iterator[Instance]:
    """Pairs of laws in quarters; one pair that is seen often, and one over many outputs."""
    yield "two certain outputs", estimated(claim, {"one": (1, 0), "other": (0, 1), "odds": 1, "trials": 100})
    even = [Fraction(1, 30)] * 30
    yield "30 equally likely outputs", estimated(claim, {"one": even, "other": even, "odds": 1, "trials": 30})
    yield from small_laws(4, 1, 3, 6)(claim)


PAIRS = over(
    {"one": Laws(2), "other": Laws(2), "odds": Rationals(1, 20), "trials": Integers(1, 5)}, estimated, climbs=False
)


def of_ends(database: GridDatabase, budget: Budget) -> dict[str, Any]:
    """delta(x), and the largest where the smallest record goes to the highest level or the largest to the lowest."""
    changes = ((min(database.values), database.high), (max(database.values), database.low))
    losses = [
        neighbour_divergence(database, budget, removed=removed, added=added, direction=direction)
        for (removed, added), direction in product(changes, (FORWARD, BACKWARD)) if removed != added
    ]  # fmt: skip
    extreme = max(losses, key=lambda loss: loss.exact or Fraction(0))
    return {"worst": average_delta(database, budget).value, "extreme": extreme}


def one_drawn_of_four(claim: Claim) -> Iterator[Instance]:
    """All databases of four records on three levels, a record drawn at a time."""
    for values in combinations_with_replacement(range(3), 4):
        yield f"x = {values}, T = 1", of_ends(GridDatabase(values, 0, 2, 1), Budget.read(odds=claim.parameters["odds"]))


def _small(kept: Callable[[Claim, list[int], Mapping[str, Any]], bool]) -> Callable[[Claim], Iterator[Instance]]:
    """Databases of up to four levels with every T < n, if the counts of the levels, T and the odds are to be kept."""

    def values(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
        if not kept(claim, [at["x"].count(level) for level in range(at["levels"])], at):
            return None
        found = average_delta(GridDatabase(at["x"], 0, at["levels"] - 1, at["T"]), Budget.read(odds=at["odds"]))
        return {"delta": found.value, "samples": comb(len(at["x"]), at["T"])}

    return grid({
        "levels": (2, 3, 4), "n": lambda at: range(2, {2: 7, 3: 5, 4: 4}[at["levels"]]),
        "x": lambda at: combinations_with_replacement(range(at["levels"]), at["n"]),
        "T": lambda at: range(1, at["n"]), "odds": tuple(map(Fraction, ("1", "3/2", "10", "1000"))),
    }, values)  # fmt: skip


@_small
def end_seldom(claim: Claim, counts: list[int], at: Mapping[str, Any]) -> bool:
    """An end level occurs at most T times, plus the claim's number of times more."""
    return bool(min(counts[0], counts[-1]) <= at["T"] + claim.parameters["more"])


@_small
def many_copies(claim: Claim, counts: list[int], at: Mapping[str, Any]) -> bool:
    """Every level occurs often enough, or lacks the claim's number of copies."""
    least = min(counts) + claim.parameters["lacking"]
    return bool(least > at["T"] and at["odds"] * (least - at["T"]) >= least)


def worst_means(_: Claim) -> Iterator[Instance]:
    """The largest delta(x) of the sampled mean over all databases of few records on few levels."""
    for many, n, odds in product((2, 3), (1, 2, 3, 4), map(Fraction, ("1", "1000"))):
        for draws in range(1, n + 1):
            grids = (GridDatabase(x, 0, many - 1, draws) for x in combinations_with_replacement(range(many), n))
            losses = [average_delta(one, Budget.read(odds=odds)).value.exact or Fraction(0) for one in grids]
            values = {"line": max(losses), "draws": draws, "records": n, "odds": odds}
            yield f"{many} levels, n = {n}, T = {draws}, odds {odds}", values


def long_runs(claim: Claim) -> Iterator[Instance]:
    """Both bounds for the claim's numbers of records, at the largest and the smallest epsilon of the figures."""
    for records, setting, epsilon in product(claim.parameters["records"], (FIGURE_2, *FIGURE_5), ("0.5", "5")):
        yield f"{setting.name}, epsilon = {epsilon}, n = {records}", {
            "ln_lower": log_lower_bound(setting, records),
            "ln_upper": log_upper_bound(setting, records, Budget.read(epsilon=epsilon)),
            "share": rarest_end(setting), "records": records, "drawn": Fraction(sgd.batch_size(records), records),
            "factor": Formula("1/(1 - exp(-epsilon))", ["epsilon"]).value({"epsilon": Fraction(epsilon)}),
            "levels": sgd.HIGH - sgd.LOW + 1,
        }  # fmt: skip


def both_rates(claim: Claim) -> Iterator[Instance]:
    """The rates of the lower and of the upper bound: delta_SDP has one between them."""
    for (name, values), end in product(long_runs(claim), ("ln_lower", "ln_upper")):
        yield f"{name}, {end}", {**values, "rate": values[end] / -values["records"]}
