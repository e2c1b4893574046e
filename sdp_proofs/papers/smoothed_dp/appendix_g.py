"""Definition 5, Figure 2 (right) and Figure 5: quantised laws, and the smoothed delta of one step of SGD.

Instances for quantised SGD and sampled means: laws, recorded runs, random gradients, small databases and laws.

Items: Definition 5, Figure 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.small_instances import grid
from sdp_proofs.papers.smoothed_dp import sgd_step as sgd
from sdp_proofs.papers.smoothed_dp.sgd_estimates import (
    Level,
    expected_plug_in,
    levels,
    output_laws,
    recorded_rows,
    unseen_mass,
)
from sdp_proofs.papers.smoothed_dp.sgd_step import (
    FIGURE_2,
    FIGURE_5,
    Point,
    Setting,
    log_lower_bound,
    log_upper_bound,
    rarest_end,
)
from sdp_proofs.papers.wings import SMOOTHED_DP
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


SECTION = Section(SMOOTHED_DP, "Figure 2", {
    "total": "\\sum_i p_i", "least": "\\min_i p_i", "mean": "\\mathbb{E}[X]", "shift": "s", "low": "a", "high": "b",
    "larger": "\\delta^+_{250}", "smaller": "\\delta^-_{125}", "factor": "c", "loss": "\\delta(x)", "draws": "T",
    "line": "\\max_x \\delta(x)", "worst": "\\delta(x)", "extreme": "\\delta_{\\mathrm{ends}}(x)",
    "ln_lower": "\\ln L_n", "constant": "a",
    "rate": "r", "records": "n",
}, {
    **dict.fromkeys(("total", "least", "mean"), "papers.smoothed_dp.appendix_g.laws"),
    **dict.fromkeys(("larger", "smaller"), "papers.smoothed_dp.sgd_estimates.levels"),
    **dict.fromkeys(("loss", "worst"), "privacy.mean.average_delta"),
    "extreme": "papers.smoothed_dp.appendix_g.of_ends",
    "line": "papers.smoothed_dp.appendix_g.worst_means",
    "ln_lower": "papers.smoothed_dp.sgd_step.log_lower_bound",
})  # fmt: skip

SECTION.claim(
    "quantised-laws-are-laws", "the quantised laws are positive and sum to one",
    "Divided by the mass of $(-1/2, 1/2]$, the cell masses of each Gaussian and Laplace law of the figures are "
    "positive and sum to one (to $10^{-25}$, with proven digits).",
    "And(total > 1 - 10**-25, total < 1 + 10**-25, least > 0)",
    on_instances(CERTIFIED, ALL, "all laws", "the laws of Figures 2 and 5", laws(FIGURE_2, *FIGURE_5)),
    at="Definition 5", mutants={"not divided by the window": ("total > 1 - 10**-25", "total < 1 - 10**-25")},
    over="the laws of Figures 2 and 5",
)  # fmt: skip

SECTION.claim(
    "quantised-mean-is-half-a-level-low", "the quantised law with mean zero has the mean -1/512",
    "Each cell is moved to its left end, so the laws written with mean 0 have the mean -1/512, half a level below "
    "zero (to $10^{-25}$; exactly so by symmetry).",
    "And(mean > shift - 10**-25, mean < shift + 10**-25)",
    on_instances(
        CERTIFIED, ALL, "all centred laws", "mean 0 in Figures 2 and 5", laws(FIGURE_2, *FIGURE_5, centred=True),
    ),
    at="Definition 5", given="the mass of a cell goes to its lower end, as the formula says",
    parameters={"shift": Fraction(-1, 512)},
    mutants={"mean zero": {"shift": 0}, "a whole level": {"shift": Fraction(-1, 256)}},
    over="mean 0 in Figures 2 and 5", ranges="shift",
    note="The deviation of 0.12 is 30.7 levels, so the bias does not matter for the figure.",
    numbers="abs(0.12*256 - 30.7) < 0.05",
)  # fmt: skip

SECTION.claim(
    "the-window-moves-the-mean-of-the-shifted-source",
    "the quantised law written N(0.2, 0.12^2) has a mean between 0.1959 and 0.1960, not 0.2",
    "Cut off at 1/2, where the continuous law loses its upper tail, and with each cell moved to its lower end, the "
    "law written with mean 0.2 and deviation 0.12 has a mean of 0.19593. So the parameters name the continuous law, "
    "not the moments of the source.",
    "And(low < mean, mean < high)",
    on_instances(CERTIFIED, ALL, "the law", "the shifted Gaussian of Figure 2", laws(FIGURE_2, centred=False)),
    at="Definition 5", parameters={"low": Fraction(1959, 10**4), "high": Fraction(1960, 10**4)},
    mutants={
        "the mean that is written": {"low": Fraction(199, 1000), "high": Fraction(201, 1000)},
        "not quantised": {"low": Fraction(1978, 10**4), "high": Fraction(1980, 10**4)},
    }, generated="none", over="the shifted Gaussian of Figure 2", ranges="low high",
)  # fmt: skip

SECTION.claim(
    "the-dashed-line-of-the-figure-is-the-sampling-rate",
    "the dashed line, DP with whatever finite epsilon: T/n for the mean of T sampled gradients, as for the histogram",
    "The caption has one line for the delta of differential privacy 'with whatever (finite) epsilon'. That is right: "
    "for the mean of T of n records on a grid, as for their histogram, the largest delta(x) is T/n at every epsilon. "
    "Where all records but one are at the lowest level, the mean is above it exactly if that one is sampled; and "
    "nothing exceeds the probability that the changed record is sampled.",
    "line == draws/records",
    by_sentence("And(1 <= draws, draws <= records)"),
    on_instances(EXACT, GRID, "all databases", "2 and 3 levels, n <= 4, every T, two odds", worst_means),
    silent=("two levels at least; 1 <= T <= n", "the mean is published as it is, not rounded to a level"),
    mutants={"(T - 1)/n": ("draws/records", "(draws - 1)/records")}, counts="draws records",
    integers="draws records",
    note="For the histogram it is worst-case-loss-is-the-sampling-rate. In the left panel it is T/n, rounded up; in "
        "the right one 1/sqrt(n).",
)  # fmt: skip

SECTION.claim(
    "sgd-loss-falls-over-the-figure", "the smoothed delta of quantised SGD falls from n = 125 to n = 250 (right panel)",
    "With the sources of Figure 2 (right) and $T = \\sqrt n$, the estimate of delta_SDP is smaller at n = 250 than "
    "at n = 125 at least by the factor 3 for epsilon = 0.5, 5 for 1, 12 for 2 and 80 for 5. The upper end of the 99 "
    "% interval at 250 is compared with the lower end at 125.",
    "larger*factor <= smaller",
    on_instances(EXACT, SAMPLE, "recorded run",
        "4 epsilons, n = 125 and 250, 99 % intervals", ends_of_the_figure(FIGURE_2)),
    given="delta(x) is over all neighbours, with proven digits; the average over x is estimated from 120 databases, "
    "and its intervals are normal ones, right for many databases only",
    silent="delta_SDP is the larger of the averages at the two homogeneous assignments", fidelity="reconstructed",
    parameters={"factors": {"0.5": "3", "1": "5", "2": "12", "5": "80"}},
    mutants={"ten times as fast": {"factors": {"0.5": "30", "1": "50"}}}, recorded="supported",
)  # fmt: skip

SECTION.claim(
    "sgd-loss-of-a-database-is-below-dp",
    "for random gradients delta(x) is at most half of the delta of differential privacy",
    "For random databases of 125 gradients of either source, delta(x) over all neighbours is at most T/(2 n) at "
    "epsilon = 0.5 and more; differential privacy has T/n.",
    "And(0 <= loss, loss <= draws/(2*records))",
    on_instances(CERTIFIED, SAMPLE, "drawn again", "8 databases, 4 epsilons", single_databases),
    parameters={"databases": 4},
    mutants={"a tenth of that": ("/(2*records)", "/(20*records)"), "the loss is negative": ("0 <= loss", "0 > loss")},
    generated="deep", recorded="supported",
)  # fmt: skip

SECTION.claim(
    "two-extreme-neighbours-suffice-for-gradients",
    "for random gradients on 256 levels the two extreme neighbours are the worst",
    "For random databases of 125 gradients, of both sources of every setting of Figures 2 (right) and 5, at "
    "e^epsilon = 8/5, 15/2 and 150, no neighbour has a larger loss than the two extreme ones.",
    "worst <= extreme",
    on_instances(EXACT, SAMPLE, "all neighbours", "10 databases, 256 levels, E = 8/5, 15/2, 150", random_gradients),
    kind="project", parameters={"records": 125, "share": Fraction(1)},
    mutants={"by a thousandth more": {"share": Fraction(999, 1000)}}, generated="deep", recorded="supported",
    note="A wider search of databases of both sources met no other worst neighbour either.",
)  # fmt: skip

LINES = {"0.5": ("-12/5", "1/100"), "1": ("-5/2", "7/500"), "2": ("-27/10", "1/50"), "5": ("-17/5", "1/25")}
"""Intercept and rate of the exponential fits of Figure 2 (right), sizes 125 to 250, the rates rounded down."""

SECTION.claim(
    "sgd-loss-stays-below-the-line-of-the-figure",
    "the exponential fit of the right panel of Figure 2 holds beyond the panel",
    "The sentence says of the figure that delta_SDP is exponentially small in n, and the figure fits straight lines "
    "between n = 125 and 250, where it stays. Read here beyond the figure: with the intercept and the rate of these "
    "lines, $\\ln \\delta_{SDP} \\le a - r n$ also for larger n.",
    "ln_lower <= constant - rate*records",
    on_instances(CERTIFIED, SAMPLE, "a proven lower bound", "4 epsilons, n = 250 and 10^6", beyond_the_figure),
    kind="reading", given="T = sqrt(n), the mean is published as it is",
    silent="'exponentially small' is read off the figure: the rate is that of its fits", fidelity="reconstructed",
    parameters={"lines": LINES, "sizes": (250, 10**6)},
    fails=instance(
        "n = 10^6 records, T = 1000, all after N(0.2, 0.12^2) on 256 levels: the lowest level has a probability p "
        "below 1e-9, so by Bernoulli's inequality no record is there with probability at least 1 - n p. For a "
        "neighbour with a record there, the smallest sum is one that x cannot have; hence delta_SDP is at least (1 - "
        "n p)/C(n, T), about 7e-3433, while the line of epsilon = 0.5 is at 1e-4344.",
        "n = 10**6; T = 1000; p = 1/10**9; below = (1 - n * p) / comb(n, T)", given="T**2 == n; n * p < 1",
        at={"ln_lower": "log(below)", "constant": "-12/5", "rate": "1/100", "records": "n"},
    ),
    wrong="With T = sqrt(n), delta_SDP is at least about $e^{-\\sqrt{n}\\,(1 + \\ln\\sqrt{n})}$ as long as an end of "
    "the grid is rare, and that falls more slowly than the line: some hundred records say nothing about thousands. "
    "Exponential decay begins where every level occurs often in every database, beyond n = 10^18 for the sources of "
    "the figure, with a rate of 6e-10 per record instead of 0.01.",
    cost="The rate: it is -ln(1 - p), p the rarest level's share, whatever epsilon is, and it is reached late.",
    trust="averaging",
    note="Estimates leave the line long before: at n = 1600 and epsilon = 0.5, delta_SDP is about 500 times what the "
    "line says.", recorded="refuted",
    numbers="256 == 2**8",
)  # fmt: skip

SECTION.claim(
    "sgd-loss-falls-in-all-settings", "SGD estimates fall in the four settings of Figure 5",
    "In each of the four settings of Figure 5 the estimate of delta_SDP is smaller at n = 250 than at n = 125, at "
    "epsilon = 0.5, 1, 2 and 5, with separate 99 % intervals.",
    "larger*factor <= smaller",
    on_instances(EXACT, SAMPLE, "recorded run",
        "4 settings, 4 epsilons, n = 125 and 250, 99 % intervals", ends_of_the_figure(*FIGURE_5)),
    at="App. G.2", kind="figure", given="as for Figure 2 (right), from 40 databases per point",
    silent="the Laplace law with the variance named, as in the Gaussian one", fidelity="reconstructed",
    parameters={"factors": dict.fromkeys(("0.5", "1", "2", "5"), "3/2")},
    mutants={"a hundredfold": {"factors": {"0.5": "100", "5": "100"}}}, recorded="supported",
)  # fmt: skip
