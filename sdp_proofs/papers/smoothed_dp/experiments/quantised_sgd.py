"""Definition 5, Figure 2 (right) and Figure 5: quantised laws, and the smoothed delta of one step of SGD.

Items: Definition 5, Figure 5.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.papers.smoothed_dp.experiments.sgd_instances import (
    beyond_the_figure,
    ends_of_the_figure,
    laws,
    random_gradients,
    single_databases,
    worst_means,
)
from sdp_proofs.papers.smoothed_dp.experiments.sgd_step import FIGURE_2, FIGURE_5
from sdp_proofs.papers.smoothed_dp.introduction.pairs import A_PAIR, a_lone_record
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Figure 2", {
    "total": "\\sum_i p_i", "least": "\\min_i p_i", "mean": "\\mathbb{E}[X]", "shift": "s", "low": "a", "high": "b",
    "larger": "\\delta^+_{250}", "smaller": "\\delta^-_{125}", "factor": "c", "loss": "\\delta(x)", "draws": "T",
    "line": "\\max_x \\delta(x)", "worst": "\\delta(x)", "extreme": "\\delta_{\\mathrm{ends}}(x)",
    "ln_lower": "\\ln L_n", "constant": "a",
    "rate": "r", "records": "n",
}, {
    **dict.fromkeys(("total", "least", "mean"), "papers.smoothed_dp.experiments.sgd_instances.laws"),
    **dict.fromkeys(("larger", "smaller"), "papers.smoothed_dp.experiments.sgd_estimates.levels"),
    **dict.fromkeys(("loss", "worst"), "privacy.mean.average_delta"),
    "extreme": "papers.smoothed_dp.experiments.sgd_instances.of_ends",
    "line": "papers.smoothed_dp.experiments.sgd_instances.worst_means",
    "ln_lower": "papers.smoothed_dp.experiments.sgd_step.log_lower_bound",
})  # fmt: skip

SECTION.claim(
    "quantised-laws-are-laws", "the quantised laws are positive and sum to one",
    "Divided by the mass of $(-1/2, 1/2]$, the cell masses of each Gaussian and Laplace law of the figures are "
    "positive and sum to one (to 25 decimals, with proven digits).",
    "And(total > 1 - 10**-25, total < 1 + 10**-25, least > 0)",
    on_instances(CERTIFIED, ALL, "all laws", "the laws of Figures 2 and 5", laws(FIGURE_2, *FIGURE_5)),
    at="Definition 5", mutants={"not divided by the window": ("total > 1 - 10**-25", "total < 1 - 10**-25")},
    over="the laws of Figures 2 and 5",
)  # fmt: skip

SECTION.claim(
    "quantised-mean-is-half-a-level-low", "the quantised law with mean zero has the mean -1/512",
    "Each cell is moved to its left end, so the laws written with mean 0 have the mean -1/512, half a level below "
    "zero (to 25 decimals; exactly so by symmetry).",
    "And(mean > shift - 10**-25, mean < shift + 10**-25)",
    on_instances(
        CERTIFIED, ALL, "all centred laws", "mean 0 in Figures 2 and 5", laws(FIGURE_2, *FIGURE_5, centred=True),
    ),
    at="Definition 5", given="the mass of a cell goes to its lower end, as the formula says",
    parameters={"shift": Fraction(-1, 512)},
    mutants={"mean zero": {"shift": 0}, "a whole level": {"shift": Fraction(-1, 256)}},
    over="mean 0 in Figures 2 and 5", ranges="shift",
    note="The deviation of 0.12 is 30.7 levels, so the bias does not matter for the figure.",
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
    "nothing exceeds the chance that the changed record is sampled.",
    "line == draws/records",
    in_steps(
        "given whether the record is sampled, and one record above the lowest level", A_PAIR,
        a_lone_record("draws", "records"),
        by_solver("every pair, and one record", [
            "And(1 <= draws, draws <= records)",
            largest(
                "line <= draws/records", {"line": "gain"}, shown("a pair of neighbours", {"rate": "draws/records"}),
                each="gain",
            ),
            one_of("line >= draws/records", {"line": "gain"}, shown("a lone record"), each="gain"),
        ]),
    ),
    on_instances(EXACT, GRID, "all databases", "2 and 3 levels, n <= 4, every T, two odds", worst_means),
    silent=("two levels at least; 1 <= T <= n", "the mean is published as it is, not rounded to a level"),
    mutants={"(T - 1)/n": ("draws/records", "(draws - 1)/records")}, counts="draws records",
    integers="draws records",
    note="For the histogram it is worst-case-loss-is-the-sampling-rate. In the left panel it is T/n = 99.8 %, rounded "
    "up; in the right one 1/sqrt(n).",
)  # fmt: skip

SECTION.claim(
    "sgd-loss-falls-over-the-figure", "the smoothed delta of quantised SGD falls from n = 125 to n = 250 (right panel)",
    "With the sources of Figure 2 (right) and $T = \\sqrt n$, the estimate of delta_SDP is smaller at n = 250 than "
    "at n = 125 at least by the factor 3 for epsilon = 0.5, 5 for 1, 12 for 2 and 80 for 5. The upper end of the 99 "
    "% interval at 250 is compared with the lower end at 125.",
    "larger*factor <= smaller",
    on_instances(EXACT, SAMPLE, "recorded run", "4 epsilons", ends_of_the_figure(FIGURE_2)),
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
    "For random databases of 125 gradients, of both sources of every setting of Figures 2 (right) and 5, at odds "
    "8/5, 15/2 and 150, no neighbour has a larger loss than the two extreme ones.",
    "worst <= extreme",
    on_instances(EXACT, SAMPLE, "all neighbours", "10 databases, three odds", random_gradients),
    kind="project", parameters={"records": 125, "share": Fraction(1)},
    mutants={"by a thousandth more": {"share": Fraction(999, 1000)}}, generated="deep", recorded="supported",
    note="A wider search, 288 databases of both sources with n from 125 to 250, met no other worst neighbour either.",
)  # fmt: skip

LINES = {"0.5": ("-12/5", "1/100"), "1": ("-5/2", "7/500"), "2": ("-27/10", "1/50"), "5": ("-17/5", "1/25")}
"""Intercept and rate of the exponential fits of Figure 2 (right), sizes 125 to 250, the rates rounded down."""

SECTION.claim(
    "sgd-loss-stays-below-the-line-of-the-figure", "the exponential of the right panel goes on beyond it",
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
)  # fmt: skip

SECTION.claim(
    "sgd-loss-falls-in-all-settings", "the same in the four settings of Figure 5",
    "In each of the four settings of Figure 5 the estimate of delta_SDP is smaller at n = 250 than at n = 125, at "
    "epsilon = 0.5, 1, 2 and 5, with separate 99 % intervals.",
    "larger*factor <= smaller",
    on_instances(EXACT, SAMPLE, "recorded run", "4 settings, 4 epsilons", ends_of_the_figure(*FIGURE_5)),
    at="App. G.2", kind="figure", given="as for Figure 2 (right), from 40 databases per point",
    silent="the Laplace law with the variance named, as in the Gaussian one", fidelity="reconstructed",
    parameters={"factors": dict.fromkeys(("0.5", "1", "2", "5"), "3/2")},
    mutants={"a hundredfold": {"factors": {"0.5": "100", "5": "100"}}}, recorded="supported",
)  # fmt: skip
