"""Figures 2 and 4: smoothed delta of elections.

Instances for Figures 2 (left) and 4: the units of 2020, and the smoothed delta of the four electorates.

Section 6 and Appendix G.1 on the sources: which units of 2020 are the vertices, and the share of DC.

Section 6 on elections: Figures 2 (left) and 4, how fast the smoothed delta falls, and where it is below 1/n.

Items: Figure 2, Figure 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.electorates import districts_2020, figure_4
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.vocabulary import *

FIGURE_2 = ("districts", "1/500")
SIZES = (100_000, 200_000, 300_000, 400_000, 500_000)
BESIDE = {"7": (150_000,), "2": (150_000,), "1": (250_000,), "1/2": (800_000, 850_000, 1_000_000)}
"""Sizes beside those of Figure 2: about the first one below 1/n."""


def against_the_others(*units: str) -> dict[str, Any]:
    """The shares of the first and the last of some units of 2020, and the extremes of all other units."""
    found = districts_2020()
    shares = {label: law[0] for label, law in zip(found.labels or (), found.laws, strict=True)}
    own = [shares.pop(unit) for unit in units]
    ends = {"least": min(shares.values()), "largest": max(shares.values())}
    return {"share": own[0], "high": own[0], "low": own[-1], **ends}


def named_units(claim: Claim) -> Iterator[Instance]:
    """The units that are said to be vertices, each against all others."""
    for unit in claim.parameters["units"]:
        yield unit, against_the_others(unit)


def both_ends(claim: Claim) -> Iterator[Instance]:
    """The units with the largest and the smallest share, against all others."""
    yield " and ".join(claim.parameters["units"]), against_the_others(*claim.parameters["units"])


def share_of_dc(claim: Claim) -> Iterator[Instance]:
    """The share of the leading candidate in DC against the printed four digits."""
    yield "DC", {"share": against_the_others("DC")["share"], "printed": claim.parameters["printed"]}


def number_of_units(claim: Claim) -> Iterator[Instance]:
    """States, DC and the districts of Maine and Nebraska."""
    yield "units of 2020", {"units": len(districts_2020().laws), "printed": claim.parameters["printed"]}


@cache
def smoothed(epsilon: str, records: int, name: str = "districts", lost: str = "1/500") -> Enclosure:
    """delta_SDP of one electorate of Figure 4; the districts with 0.2 % of the votes lost are that of Figure 2."""
    (electorate,) = (one for one in figure_4() if (one.name, one.lost) == (name, Fraction(lost)))
    smoothing = Smoothing(electorate.sources, records, sampling_draws(records, rate=electorate.rate))
    return smoothed_delta(smoothing, Budget.read(epsilon=epsilon), digits=4).value


def steps(*sizes: int, of: tuple[str, str] | None = None) -> Callable[[Claim], Iterator[Instance]]:
    """Each size and the next, with the claim's rates: of one electorate, or else of those that it names."""

    def instances(claim: Claim) -> Iterator[Instance]:
        rates = claim.parameters["rates"]
        for (name, lost), curves in ({of: rates} if of else rates).items():
            for (epsilon, (low, high)), (before, after) in product(curves.items(), pairwise(sizes)):
                now, then = (smoothed(epsilon, records, name, lost) for records in (before, after))
                values = {"now": now, "then": then, "before": before, "records": after, "low": low, "high": high}
                yield f"{name}, {lost} lost, epsilon = {epsilon}, n = {before} to {after}", values

    return instances


def electorate_of_2020(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020, by epsilon."""
    records = claim.parameters["records"]
    for epsilon, low in claim.parameters["rates"].items():
        values = {"then": smoothed(epsilon, records), "low": low, "records": records}
        yield f"epsilon = {epsilon}, n = {records}", values


def about_one_over_n(claim: Claim) -> Iterator[Instance]:
    """The sizes of Figure 2 and those about the first one below 1/n."""
    for epsilon, first in claim.parameters["first"].items():
        for records in sorted({*SIZES, *BESIDE[epsilon]}):
            values = {"loss": smoothed(epsilon, records), "records": records, "first": first}
            yield f"epsilon = {epsilon}, n = {records}", values


def curves_of_figure_4(claim: Claim) -> Iterator[Instance]:
    """All sixteen curves at one size."""
    records = claim.parameters["records"]
    for (name, lost), epsilon in product(((one.name, str(one.lost)) for one in figure_4()), ("1/2", "1", "2", "7")):
        exempt = int((name, lost, epsilon) in claim.parameters["exempt"])
        values = {"loss": smoothed(epsilon, records, name, lost), "records": records, "exempt": exempt}
        yield f"{name}, {lost} lost, epsilon = {epsilon}, n = {records}", values


def single_laws(_: Claim) -> Iterator[Instance]:
    """Sets of a single law, the last one without chance."""
    for share, records in product(("1/2", "1/10", "0"), range(4, 11)):
        smoothing = Smoothing(SourceSet.interval(share, share), records, records - 1)
        found = smoothed_delta(smoothing, Budget.read(odds="3/2"), route="algorithm-1").value.exact
        yield f"law ({share}, ...), T = {records - 1}", {"loss": found, "draws": records - 1, "records": records}


SECTION = Section(SMOOTHED_DP, "Sec. 6", {
    "units": "|\\Pi|", "share": "p", "printed": "\\ell", "least": "\\min p", "largest": "\\max p",
    "high": "p_{\\mathrm{DC}}", "low": "p_{\\mathrm{NE-3}}",
}, {
    "units": "papers.smoothed_dp.electorates.districts_2020",
    "least": "papers.smoothed_dp.figures_2_and_4.against_the_others",
    "largest": "papers.smoothed_dp.figures_2_and_4.against_the_others",
})  # fmt: skip
OF_DC = {"share": "p_{DC}", "printed": "\\tilde p"}
ROUNDS = "And(printed - 1/20000 <= share, share < printed + 1/20000)"

SECTION.claim(
    "fifty-seven-districts", "there are 57 congressional districts",
    "The set of sources contains the distributions of 57 units that choose electors.",
    "units == printed",
    on_instances(EXACT, GRID, "count", "units of 2020", number_of_units),
    parameters={"printed": 57},
    fails=instance(
        "50 states, DC, two districts of Maine and three of Nebraska.",
        "states = 50; columbia = 1; maine = 2; nebraska = 3",
        at={"units": "states + columbia + maine + nebraska", "printed": "57"},
    ),
    wrong="56 units choose electors, and they are not congressional districts; the 57th is "
    "perhaps the national total.", cost="Nothing: the national total lies inside the hull.", defect="wrong constant",
    trust="election-returns",
    note="50 states, DC, two districts of Maine and three of Nebraska are 56. The 57th may be the national total, "
    "which lies inside the hull and changes nothing.",
)  # fmt: skip

SECTION.claim(
    "fifty-six-units", "there are 56 units: 50 states, DC, and five districts",
    "The units that chose electors in 2020 are 56: 50 states, DC, two districts of Maine and three of Nebraska.",
    "units == printed",
    on_instances(EXACT, ALL, "count", "units of 2020", number_of_units),
    kind="project", parameters={"printed": 56}, mutants={"57": {"printed": 57}, "55": {"printed": 55}},
    generated="none", repairs="fifty-seven-districts", trust="election-returns", over="units of 2020", ranges="printed",
    numbers="56 == 50 + 1 + 5",
)  # fmt: skip

SECTION.claim(
    "second-district-of-nebraska-is-a-vertex", "DC and NE-2 are the vertices of the hull of the districts of 2020",
    "Among the two-party shares of the electoral units of 2020, those of DC and of Nebraska's second district are "
    "the vertices of the convex hull.",
    "Or(share <= least, share >= largest)",
    on_instances(EXACT, GRID, "both units", "DC and NE-2 among 56 units", named_units),
    given="shares of the two leading candidates, certified counts", parameters={"units": ("DC", "NE-2")},
    fails=instance(
        "NE-2, 176,468 of 330,845 votes for the candidate who leads in DC, or 53 %: it lies between NE-3, 65,854 of "
        "288,033 or 23 %, and DC, 317,323 of 335,909 or 94 % (certified counts of 2020).",
        "second = 176468 / 330845; third = 65854 / 288033; columbia = 317323 / 335909",
        at={"share": "second", "least": "min(third, columbia)", "largest": "max(third, columbia)"},
    ),
    wrong="Nebraska's second district voted close to even, so its law lies inside the hull. The smallest share is "
    "that of the third district.", cost="NE-3 for NE-2. The published figures go with NE-3.", trust="election-returns",
    note="NE-2 voted 53.3 % to 46.7 %, near the middle. The smallest share is that of NE-3; the published figures "
    "go with NE-3.",
    numbers=(
        "abs(176468 - 0.53*330845) < 0.005*330845",
        "abs(65854 - 0.23*288033) < 0.005*288033",
        "abs(317323 - 0.94*335909) < 0.005*335909",
    ),
)  # fmt: skip

SECTION.claim(
    "third-district-of-nebraska-is-a-vertex", "DC and NE-3 are the vertices",
    "Among the 56 units of 2020, DC has the largest and Nebraska's third district the smallest two-party share of "
    "the leading candidate: 94.467 % and 22.863 %.",
    "And(high > largest, low < least, 188933/200000 <= high, high < 188935/200000, 45725/200000 <= low, low < "
    "45727/200000)",
    on_instances(EXACT, ALL, "both units", "DC and NE-3 among 56 units", both_ends),
    kind="project", parameters={"units": ("DC", "NE-3")},
    mutants={
        "DC and NE-2": {"units": ("DC", "NE-2")}, "Vermont and NE-3": {"units": ("VT", "NE-3")},
        "the largest is the smallest": {"units": ("NE-3", "DC")},
        "94.468 %": ("188933/200000 <= high", "188935/200000 <= high"),
        "22.862 %": ("low < 45727/200000", "low < 45725/200000"),
    }, generated="none", repairs="second-district-of-nebraska-is-a-vertex", trust="election-returns",
    over="DC and NE-3 among 56 units",
    means=dict.fromkeys(("high", "low"), "papers.smoothed_dp.figures_2_and_4.against_the_others"),
)  # fmt: skip

SECTION.claim(
    "share-of-dc-as-printed", "in DC the leading candidate has 94.46 %",
    "The two-party share of the leading candidate in DC is 94.46 %, to the four digits printed.",
    ROUNDS,
    on_instances(EXACT, GRID, "rounding", "DC 2020", share_of_dc),
    at="App. G.1", kind="statement", symbols=OF_DC, parameters={"printed": "0.9446"},
    fails=instance(
        "DC, 317,323 to 18,586 votes (certified counts of 2020): the share is 0.94467.",
        "first = 317323; second = 18586; share = first / (first + second); printed = 9446/10000",
    ), wrong="The quotient was taken of percentages that had been rounded before; from the counts it is 94.467 %.",
    cost="One unit in the fourth digit; ln(1/p), the rate of the curve for epsilon = 7, changes by 0.1 %.",
    defect="typo", trust="election-returns",
    note="The printed figure follows from published percentages that were already rounded, 92.15 and 5.40.",
    numbers="abs(92.15/(92.15 + 5.40) - 0.9446) < 0.0001",
)  # fmt: skip

SECTION.claim(
    "share-of-dc-from-the-counts", "in DC the leading candidate has 94.47 %",
    "From the counts, 317,323 of 335,909, the share is 94.47 %.",
    ROUNDS,
    on_instances(EXACT, ALL, "rounding", "DC 2020", share_of_dc),
    at="App. G.1", kind="project", symbols=OF_DC, parameters={"printed": "0.9447"},
    mutants={"94.46 %": {"printed": "0.9446"}, "94.48 %": {"printed": "0.9448"}}, repairs="share-of-dc-as-printed",
    trust="election-returns", over="DC 2020", ranges="printed",
    means={"share": "papers.smoothed_dp.figures_2_and_4.against_the_others"},
    numbers="abs(317323 - 0.9447*335909) < 0.00005*335909",
)  # fmt: skip


FIGURES_2_AND_4 = SECTION.beside(SMOOTHED_DP, "Figure 2", {
    "now": "\\delta_n", "then": "\\delta_{n'}", "before": "n", "low": "r", "high": "R",
    "loss": "\\delta_{\\mathrm{SDP}}", "records": "n", "first": "n_\\epsilon",
    "exempt": "\\mathbf{1}[\\mathrm{exempt}]", "draws": "T",
}, dict.fromkeys(("now", "then", "loss"), "privacy.smoothed.delta.smoothed_delta"))  # fmt: skip
LATER = {"records": "n'"}

FIGURES_2_AND_4.claim(
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

FIGURES_2_AND_4.claim(
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
    numbers="98/10**7 == 0.0000098",
)  # fmt: skip

FIRST = {"7": 150_000, "2": 150_000, "1": 300_000, "1/2": 850_000}
OWN = FIGURES_2_AND_4.beside(PROJECT, "Private sizes")

FIGURES_2_AND_4.claim(
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
    note="At epsilon = 0.5 no size of the figure is below. At "
    "100,000 none of the four is. An exponential fall says nothing about where it starts.",
    numbers="100000*0.002 == 200",
)  # fmt: skip

OWN.claim(
    "smoothed-delta-is-below-one-over-n-from-a-size-on",
    "of the sizes tested, delta_SDP < 1/n from 150,000 on at epsilon = 7 and 2, 300,000 at 1, 850,000 at 0.5",
    "Districts of 2020, 0.2 % lost. Among 100,000, 200,000, ..., 500,000 and the sizes named here, delta_SDP is "
    "below 1/n exactly from 150,000 votes on at epsilon = 7 and 2, from 300,000 on at 1 (not yet at 250,000), and "
    "from 850,000 on at 0.5 (not yet at 800,000).",
    "Equivalent(loss < 1/records, records >= first)",
    on_instances(CERTIFIED, ALL, "sizes of the figure",
        "100,000 ... 500,000 and five sizes beside, 0.2 % lost", about_one_over_n),
    parameters={"first": FIRST},
    mutants={
        "from 800,000 on at epsilon = 0.5": {"first": {"1/2": 800000}},
        "from 250,000 on at epsilon = 1": {"first": {"1": 250000}},
        "from 100,000 on at epsilon = 7": {"first": {"7": 100000}},
    }, counts="records first", generated="deep", repairs="smoothed-delta-is-below-one-over-n-in-the-figure",
    needs=("third-district-of-nebraska-is-a-vertex", "pure-mixtures-are-worst"), trust="election-returns",
    over="100,000 ... 500,000 and five sizes beside, 0.2 % lost", note="At epsilon = 0.5 it falls below only beyond "
        "these sizes.",
    ranges="records first",
)  # fmt: skip

RATES = {
    ("districts", "1/100"): {"1/2": (5264, 5651), "1": (14980, 15394), "2": (33848, 34117), "7": (56920, 56921)},
    ("history", "1/500"): {"1/2": (5368, 5753), "1": (17261, 17661), "2": (45070, 45479), "7": (85490, 85491)},
    ("history", "1/100"): {"1/2": (25582, 26009), "1": (85356, 85793), "2": (224709, 225145), "7": (423906, 424359)},
}

FIGURES_2_AND_4.claim(
    "smoothed-delta-falls-exponentially-in-every-setting",
    "three electorates of Figure 4: delta_SDP falls exponentially, by 5.2e-5 to 4.3e-3 per vote",
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
    "smoothed-loss-below-two-exponentials. Between the electorates, that of Figure 2 among them, the rate differs by a "
    "factor of up to 37 at the same epsilon.",
    numbers=(
        "And(0.000052 < 5264/10**8, 5264/10**8 < 0.000053)", "And(424359/10**8 < 0.0043, 424359/10**8 > 0.0042)",
        "And(37 < 423906/11390, 424359/11380 < 38)",
    ),
)  # fmt: skip

FIGURES_2_AND_4.claim(
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
    numbers=("16 == 4*4", "15 == 16 - 1"),
)  # fmt: skip

FIGURES_2_AND_4.claim(
    "exponentially-small-whatever-the-sources", "delta_SDP is exponentially small whatever the set of sources",
    "Appendix G.2 sums up Figure 4: no matter what the set of sources is and how many votes are lost, delta_SDP is "
    "exponentially small in n. Of the sets and the rates that the figure shows that is right. Of every set it means: "
    "delta_SDP falls exponentially in n, and so cannot stay at T/n, the delta of differential privacy, for n >= 4 "
    "records.",
    "loss < draws/records",
    on_instances(EXACT, GRID, "sets of one law", "shares 1/2, 1/10, 0; n = 4 ... 10, T = n - 1, E = 3/2", single_laws),
    at="App. G.2", kind="statement",
    fails=instance(
        "n = 1000, T = 998, e^epsilon = 2, and the set of the single law (0, 1): all records are of the second type, "
        "H = "
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
