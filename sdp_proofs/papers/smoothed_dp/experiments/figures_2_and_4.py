"""Section 6 on elections: Figures 2 (left) and 4, how fast the smoothed delta falls, and where it is below 1/n.

Items: Figure 2, Figure 4.
"""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp.experiments.elections_instances import (
    FIGURE_2,
    SIZES,
    about_one_over_n,
    curves_of_figure_4,
    electorate_of_2020,
    single_laws,
    steps,
)
from sdp_proofs.papers.smoothed_dp.sampling_histogram.plain_definitions import SMALL_LOSS
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Figure 2", {
    "now": "\\delta_n", "then": "\\delta_{n'}", "before": "n", "low": "r", "high": "R",
    "loss": "\\delta_{\\mathrm{SDP}}", "records": "n", "first": "n_\\epsilon",
    "exempt": "\\mathbf{1}[\\mathrm{exempt}]", "draws": "T",
}, dict.fromkeys(("now", "then", "loss"), "privacy.smoothed.delta.smoothed_delta"))  # fmt: skip
LATER = {"records": "n'"}

SECTION.claim(
    "smoothed-delta-falls-exponentially",
    "delta_SDP falls exponentially in n for epsilon = 0.5, 1, 2 and 7 (left panel)",
    "With the districts of 2020 as sources and 0.2 % of the votes lost, delta_SDP falls by a factor between "
    "$e^{-R}$ and $e^{-r}$ per record from each size of the figure to the next (steps of 100,000 from 100,000 to "
    "500,000), with r and R in units of $10^{-7}$: 126 and 174 at epsilon = 0.5, 319 and 378 at 1, 689 and 768 at 2, "
    "1138 and 1139 at 7.",
    "And(now*exp(-high*(records - before)/10**7) <= then, "
    "then <= now*exp(-low*(records - before)/10**7))",
    on_instances(
        CERTIFIED, ALL, "steps of the figure", "4 epsilons, n = 100,000 ... 500,000", steps(*SIZES, of=FIGURE_2),
    ),
    given="the vertices are DC and NE-3",
    silent="'exponentially small' is read as two-sided bounds of the rate per record over the figure's range",
    fidelity="reconstructed", symbols=LATER,
    parameters={"rates": {"1/2": (126, 174), "1": (319, 378), "2": (689, 768), "7": (1138, 1139)}},
    mutants={
        "faster at epsilon = 2": {"rates": {"2": (690, 768)}},
        "a single rate at epsilon = 0.5": {"rates": {"1/2": (173, 174)}},
        "slower at epsilon = 7": {"rates": {"7": (1137, 1138)}},
    }, needs=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"), trust="election-returns",
    over="4 epsilons, n = 100,000 ... 500,000", ranges="before low high records",
    note="The statement is about the five sizes of the figure, and all of them are decided; for all n an upper "
    "bound is the claim smoothed-loss-below-two-exponentials. At epsilon = 7 the rate is constant to three digits. "
    "At epsilon = 0.5 it falls along the figure, because of a power of n in front of the exponential; a straight "
    "line through the figure overstates the decay at large n.",
)  # fmt: skip

SECTION.claim(
    "smoothed-delta-of-the-whole-electorate", "at n = 155,507,476, delta_SDP is below exp(-9.8e-6 n) at epsilon = 0.5",
    "For the whole electorate of 2020, delta_SDP is below $e^{-r n}$ with r in units of $10^{-7}$: 98 at epsilon = "
    "0.5, 291 at 1, 667 at 2 and 1130 at 7.",
    "then < exp(-low*records/10**7)",
    on_instances(CERTIFIED, ALL, "four epsilons", "n = 155,507,476", electorate_of_2020),
    kind="project", symbols=LATER,
    parameters={"rates": {"1/2": 98, "1": 291, "2": 667, "7": 1130}, "records": 155507476},
    mutants={"99 at epsilon = 0.5": {"rates": {"1/2": 99}}, "1131 at epsilon = 7": {"rates": {"7": 1131}}},
    counts="records", needs=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"),
    trust="election-returns", over="n = 155,507,476", ranges="low records", note="At epsilon = 0.5 it is 8.11e-664.",
)  # fmt: skip

FIRST = {"7": 150_000, "2": 150_000, "1": 300_000, "1/2": 850_000}
OWN = SECTION.beside(PROJECT, "Private sizes")

SECTION.claim(
    "smoothed-delta-is-below-one-over-n-in-the-figure",
    "delta_SDP < 1/n at every size of the left panel, for all four epsilons",
    "The paper says of the figure that delta_SDP is exponentially small in n, which is right, and calls elections "
    "private where delta is o(1/n). That it is below 1/n at the sizes drawn is said nowhere. Tested all the same: "
    "with the districts of 2020 and 0.2 % of the votes lost, delta_SDP is below 1/n at all sizes of the figure and "
    "for epsilon = 0.5, 1, 2 and 7.",
    "loss < 1/records",
    on_instances(CERTIFIED, GRID, "sizes of the figure", "100,000 ... 500,000 and five sizes beside", about_one_over_n),
    kind="reading", silent="o(1/n) is read as below 1/n at the sizes shown, as the paper does for past elections",
    fidelity="reconstructed", parameters={"first": FIRST},
    fails=instance(
        "n = 100,000 with 200 votes lost, at every epsilon: let all vote as in DC (317,323 to 18,586, certified "
        "counts of 2020). If no lost vote is the runner-up's, all H of these are counted, which cannot happen with H "
        "- 1. So delta(x) is at least the probability of that, and T/n if H = 0; averaged over H, delta_SDP is at "
        "least T/n times 0.94467^200, that is 1.13e-5.", "n = 100000; T = 99800; others = 317323 / (317323 + 18586)",
        given="T == 998 * n / 1000", at={"loss": ">= others**(n - T) * T / n", "records": "n"},
    ),
    wrong="An exponential fall says nothing about where it starts. At 100,000 votes none of the four curves is "
    "below 1/n, and at epsilon = 0.5 no size of the figure is.",
    cost="The electorate must be large enough; of the sizes tested, 150,000 votes at epsilon = 7 and 2, 300,000 at "
    "1, 850,000 at 0.5.", trust="election-returns",
    note="At epsilon = 0.5 no size of the figure is below: 0.0168 at 100,000, 5.17e-5 at 500,000 against 2e-6. At "
    "100,000 none of the four is. An exponential fall says nothing about where it starts.",
)  # fmt: skip

OWN.claim(
    "smoothed-delta-is-below-one-over-n-from-a-size-on",
    "of the sizes tested, delta_SDP < 1/n from 150,000 on at epsilon = 7 and 2, 300,000 at 1, 850,000 at 0.5",
    "Districts of 2020, 0.2 % lost. Among 100,000, 200,000, ..., 500,000 and the sizes named here, delta_SDP is "
    "below 1/n exactly from 150,000 votes on at epsilon = 7 and 2, from 300,000 on at 1 (not yet at 250,000), and "
    "from 850,000 on at 0.5 (not yet at 800,000).",
    "Equivalent(loss < 1/records, records >= first)",
    on_instances(CERTIFIED, ALL, "sizes of the figure", "100,000 ... 500,000 and five sizes beside", about_one_over_n),
    parameters={"first": FIRST},
    mutants={
        "from 800,000 on at epsilon = 0.5": {"first": {"1/2": 800000}},
        "from 250,000 on at epsilon = 1": {"first": {"1": 250000}},
        "from 100,000 on at epsilon = 7": {"first": {"7": 100000}},
    }, counts="records first", generated="deep", repairs="smoothed-delta-is-below-one-over-n-in-the-figure",
    needs=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"), trust="election-returns",
    over="100,000 ... 500,000 and five sizes beside", note="At epsilon = 0.5 it is 1.6e-7 for 1,000,000 votes.",
    ranges="records first",
)  # fmt: skip

RATES = {
    ("districts", "1/100"): {"1/2": (5264, 5651), "1": (14980, 15394), "2": (33848, 34117), "7": (56920, 56921)},
    ("history", "1/500"): {"1/2": (5368, 5753), "1": (17261, 17661), "2": (45070, 45479), "7": (85490, 85491)},
    ("history", "1/100"): {"1/2": (25582, 26009), "1": (85356, 85793), "2": (224709, 225145), "7": (423906, 424359)},
}

SECTION.claim(
    "smoothed-delta-falls-exponentially-in-every-setting",
    "the curves of Figure 4 fall exponentially, at rates from 5e-5 to 4e-3 per vote",
    "From 100,000 to 300,000 and on to 500,000 votes delta_SDP falls by a factor between $e^{-R}$ and $e^{-r}$ per "
    "vote, with r and R in units of $10^{-8}$ at epsilon = 0.5, 1, 2, 7: districts of 2020, 1 % lost: 5264-5651, "
    "14980-15394, 33848-34117, 56920-56921; elections since 1920, 0.2 % lost: 5368-5753, 17261-17661, 45070-45479, "
    "85490-85491; the same, 1 % lost: 25582-26009, 85356-85793, 224709-225145, 423906-424359. The districts with 0.2 "
    "% lost are the curve of Figure 2.",
    "And(now*exp(-high*(records - before)/10**8) <= then, "
    "then <= now*exp(-low*(records - before)/10**8))",
    on_instances(
        CERTIFIED, ALL, "steps", "3 electorates, 4 epsilons, n = 100,000, 300,000, 500,000", steps(*SIZES[::2]),
    ),
    at="Figure 4",
    silent=(
        "'similar trend' is read as two-sided bounds of the rate per vote",
        "a past election is the shares of its two leading candidates, the winner's first",
    ), fidelity="reconstructed", symbols=LATER, parameters={"rates": RATES},
    mutants={
        "history as slow as the districts": {"rates": {("history", "1/100"): {"7": (56920, 56921)}}},
        "a single rate at epsilon = 0.5": {"rates": {("districts", "1/100"): {"1/2": (5650, 5651)}}},
        "five times the rate for five times the lost votes at epsilon = 2": {
            "rates": {("districts", "1/100"): {"2": (34450, 38400)}}
        },
    }, needs=("smoothed-delta-falls-exponentially", "pure-mixtures-are-worst"), trust="election-returns",
    over="3 electorates, 4 epsilons, n = 100,000, 300,000, 500,000", ranges="before low high records",
    note="The statement is about three sizes, and all of them are decided; for all n an upper bound is the claim "
    "smoothed-loss-below-two-exponentials. Between the electorates the rate differs by a factor of up to 37 at the "
    "same epsilon.",
)  # fmt: skip

SECTION.claim(
    "all-curves-but-one-end-below-one-over-n", "at 500,000 votes delta_SDP < 1/n in 15 of the 16 curves",
    "At n = 500,000, delta_SDP is below 1/n in all four electorates and at epsilon = 0.5, 1, 2 and 7, with one "
    "exception: the districts of 2020 with 0.2 % lost at epsilon = 0.5.",
    "Equivalent(loss < 1/records, exempt == 0)",
    on_instances(CERTIFIED, ALL, "sixteen curves", "n = 500,000", curves_of_figure_4),
    at="Figure 4", silent="'private' is read as delta < 1/n", fidelity="reconstructed",
    parameters={"records": 500000, "exempt": (("districts", "1/500", "1/2"),)},
    mutants={"without exception": {"exempt": ()}, "already at 100,000": {"records": 100000}}, counts="records",
    needs=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"), trust="election-returns",
    over="n = 500,000", ranges="records exempt",
    note="At 100,000 six curves are above: the districts at 0.2 % at all four epsilons, and epsilon = 0.5 for the "
    "districts at 1 % and the elections since 1920 at 0.2 %.",
)  # fmt: skip

SECTION.claim(
    "exponentially-small-whatever-the-sources", "delta_SDP is exponentially small whatever the set of sources",
    "Appendix G.2 sums up Figure 4: no matter what the set of sources is and how many votes are lost, delta_SDP is "
    "exponentially small in n. Of the sets and the rates that the figure shows that is right. Of every set it means: "
    "delta_SDP falls exponentially in n, and so cannot stay at T/n, the delta of differential privacy, for n >= 4 "
    "records.",
    "loss < draws/records",
    on_instances(EXACT, GRID, "sets of one law", "shares 1/2, 1/10, 0; n = 4 ... 10, T = n - 1, odds 3/2", single_laws),
    at="App. G.2", kind="statement",
    fails=instance(
        "n = 1000, T = 998, odds 2, and the set of the single law (0, 1): all records are of the second type, H = "
        "0, and delta(0) is T/n. So it is at every n.", "n = 1000; T = 998; E = 2", SMALL_LOSS, given="E > 1",
        at={"loss": "delta(0)", "draws": "T", "records": "n"},
    ),
    wrong="A source that excludes a type gives databases in which a changed record is unique; these lose as much "
    "as differential privacy's worst case, T/n, however many records there are.",
    cost="Every source must give every type a positive probability, and some records must not be sampled.",
    defect="missing hypothesis",
    note="If a source excludes a type, all records may follow it, the type is absent and delta is T/n at every n "
    "and epsilon. Every source must have full support; and some votes must be lost, else delta is 1.",
)  # fmt: skip
