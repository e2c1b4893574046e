"""Section 6 and Appendix G.1 on the sources: which units of 2020 are the vertices, and the share of DC."""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp.experiments.elections_instances import (
    both_ends,
    named_units,
    number_of_units,
    share_of_dc,
)
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Sec. 6", {
    "units": "|\\Pi|", "share": "p", "printed": "\\ell", "least": "\\min p", "largest": "\\max p",
    "high": "p_{\\mathrm{DC}}", "low": "p_{\\mathrm{NE-3}}",
}, {
    "units": "papers.smoothed_dp.experiments.electorates.districts_2020",
    "least": "papers.smoothed_dp.experiments.elections_instances.against_the_others",
    "largest": "papers.smoothed_dp.experiments.elections_instances.against_the_others",
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
    wrong="56 units choose electors, and they are not congressional districts, of which there are 435; the 57th is "
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
    means=dict.fromkeys(("high", "low"), "papers.smoothed_dp.experiments.elections_instances.against_the_others"),
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
)  # fmt: skip

SECTION.claim(
    "share-of-dc-from-the-counts", "in DC the leading candidate has 94.47 %",
    "From the counts, 317,323 of 335,909, the share is 94.47 %.",
    ROUNDS,
    on_instances(EXACT, ALL, "rounding", "DC 2020", share_of_dc),
    at="App. G.1", kind="project", symbols=OF_DC, parameters={"printed": "0.9447"},
    mutants={"94.46 %": {"printed": "0.9446"}, "94.48 %": {"printed": "0.9448"}}, repairs="share-of-dc-as-printed",
    trust="election-returns", over="DC 2020", ranges="printed",
    means={"share": "papers.smoothed_dp.experiments.elections_instances.against_the_others"},
)  # fmt: skip
