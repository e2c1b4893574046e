"""Sentences of the text without a formula: what decides them, or why nothing can.

Instances for Figures 1 and 3: all elections since 1920 and their order in time, with certified delta and utility.

Figures 1 and 3, what Section 1 and Appendix A.2 say of them, and their thresholds (Appendix A.1).

Items: Figure 1, Figure 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.elections import (
    FIGURE_1,
    FIGURE_3,
    ElectionRow,
    Setting,
    election_rows,
    units_2020,
    us_presidential_elections,
)
from sdp_proofs.papers.smoothed_dp.shared import ELECTION_EVENT, WHOLE_LOSS
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.statistics import chance_of_falls, falls


@cache
def rows(setting: Setting) -> tuple[ElectionRow, ...]:
    """Delta and utility of all 26 elections in one setting, to 12 proven digits."""
    return tuple(election_rows(us_presidential_elections(), setting))


def in_every_election(*settings: Setting) -> Check:
    """The claim's formula holds for each of the 26 elections, in each of the settings."""

    def instances(_: Claim) -> Iterator[Instance]:
        for row in (row for setting in settings for row in rows(setting)):
            values = {name: getattr(row, name) for name in ("delta", "utility", "records", "draws")}
            yield f"{row.year}, t = {float(row.setting.threshold):g}, {float(100 * row.setting.lost):g} % lost", values

    scope = "the 26 elections 1920-2020" + (f" in {len(settings)} settings" if len(settings) > 1 else "")
    return on_instances(CERTIFIED, ALL, "all elections", scope, instances)


def consecutive(_: Claim) -> Iterator[Instance]:
    """Each election and the next: delta, then utility."""
    for quantity in ("delta", "utility"):
        for earlier, later in pairwise(rows(FIGURE_1)):
            values = {"earlier": getattr(earlier, quantity), "later": getattr(later, quantity)}
            yield f"{quantity}, {earlier.year} to {later.year}", values


def over_the_century(claim: Claim) -> Iterator[Instance]:
    """The number of falling pairs in the order of `claim.parameters["order"]`, and its chance under a random order."""
    series = sorted(rows(FIGURE_1), key=lambda row: getattr(row, claim.parameters["order"]))
    for quantity in ("delta", "utility"):
        count = falls([getattr(row, quantity) for row in series])
        yield quantity, {"falls": count, "chance": chance_of_falls(len(series), count)}


SECTION = Section(SMOOTHED_DP, "Figure 1", {
    "delta": "\\delta_y", "utility": "u_y", "records": "n_y", "draws": "T_y", "later": "u_{y+4}", "earlier": "u_y",
    "falls": "F", "chance": "\\Pr[F' \\ge F]", "odds": "e^{\\epsilon}",
}, {"delta": "privacy.histogram.database.delta", "chance": "statistics.chance_of_falls"})  # fmt: skip
EVERY_PAIR = on_instances(
    CERTIFIED, ALL, "all pairs of elections", "325 pairs, each ordered by certified values", over_the_century
)
THRESHOLDS = Fraction(1, 2), Fraction(51, 100), Fraction(3, 5)

SECTION.claim(
    "losses-between-the-printed-powers-of-ten", "delta(x) and utility of the elections lie between 1e-32 and 1e-8",
    "The sentence says that delta(x) and the adversary's utility of the US presidential elections since 1920 are of "
    "the order of $10^{-32}$ to $10^{-8}$, which is right. Read here more strictly than that: with 0.2 % of the "
    "votes lost and t = 0.51, all of them lie between these two numbers.",
    "And(10**-32 <= delta, delta <= 10**-8, 10**-32 <= utility, utility <= 10**-8)",
    in_every_election(FIGURE_1),
    kind="reading", silent="'at the order of' these powers is read as bounds", fidelity="narrowed",
    fails=instance(
        "1924, 15,723,789 to 8,386,242 votes (U.S. election returns), 24,061,811 of them counted, e^epsilon = 51/49: "
        "the "
        "event that 15,700 to 16,335 of the lost votes are the second candidate's shows that delta(x) is at least "
        "3.2e-8.", "E = 51/49; winner = 15723789; second = 8386242; missing = 48220", ELECTION_EVENT,
        "P = law(winner, second, missing, 15700, 16335); gain = seen(P, winner, second, missing, 15700)",
        given="winner + second - missing == 24061811; winner + second - missing == ceil(998 * (winner + second) / "
        "1000)", at={"delta": ">= gain", "utility": ">= 0"},
    ),
    wrong="1920 and 1924 have losses of 1.6e-8 and 3.2e-8, above the upper end 1e-8: the powers of ten are orders "
    "of magnitude, not bounds.",
    cost="Nothing but the round numbers: the interval is [1.1e-32, 3.3e-8], the extremes of 2020 and 1924 rounded "
    "outwards to two digits. As orders of magnitude the printed powers are right.", defect="wrong constant",
    trust="election-returns",
    note="As orders of magnitude (10^-32 to 10^-8) the sentence is right; as bounds it fails in 1920 "
    "and 1924, the two smallest electorates, whose losses are 1.6e-8 and 3.2e-8.",
)  # fmt: skip

SECTION.claim(
    "losses-between-sharp-ends", "delta(x) lies in [1.1e-32, 3.3e-8] and the utility in [1.1e-32, 3.0e-8]",
    "In the setting of Figure 1 every delta(x) lies in $[1.1\\cdot 10^{-32}, 3.3\\cdot 10^{-8}]$ and every utility "
    "in $[1.1\\cdot 10^{-32}, 3.0\\cdot 10^{-8}]$; the ends are the values of 2020 and 1924, rounded outwards to two "
    "digits.",
    "And(11*10**-33 <= delta, delta <= 33*10**-9, 11*10**-33 <= utility, utility <= 30*10**-9)",
    in_every_election(FIGURE_1),
    kind="project", mutants={"upper end of delta lowered by a unit": ("33*", "32*")},
    repairs="losses-between-the-printed-powers-of-ten", trust="election-returns", over="the 26 elections 1920-2020",
    means={"utility": "privacy.utility.utility"},
)  # fmt: skip

SECTION.claim(
    "loss-below-one-over-n", "delta(x) and utility are below 1/n in every election",
    "With 0.2 % of the votes lost and t = 0.51, both delta(x) and the adversary's utility stay below 1/n, n being "
    "the votes of the two leading candidates, in every election since 1920.",
    "And(utility < 1/records, delta < 1/records)",
    in_every_election(FIGURE_1),
    given="only the votes of the two leading candidates are published",
    silent="n counts those votes, not the whole electorate",
    mutants={"square of 1/n": ("delta < 1/records", "delta < 1/records**2")}, counts="records",
    trust="election-returns", over="the 26 elections 1920-2020", ranges="records",
    note="The narrowest margin is that of 1924.",
    means={"utility": "privacy.utility.utility"},
)  # fmt: skip

SECTION.claim(
    "losses-fall-at-every-election", "delta(x) and utility fall from each election to the next",
    "The sentence says that the adversary's utility shows a decreasing trend over the years, which is right. Read "
    "here more strictly than that: delta(x) and the utility fall from each election to the next, 1920 to 2020.",
    "later < earlier",
    on_instances(CERTIFIED, GRID, "consecutive elections", "25 steps of delta and 25 of the utility", consecutive),
    kind="reading", fidelity="narrowed",
    fails=instance(
        "1920 (16,144,093 to 9,139,661 votes) and 1924 (15,723,789 to 8,386,242; U.S. election returns), 0.2 % "
        "lost, e^epsilon = 51/49: delta(x) is at most 1.7e-8 in 1920, whichever vote is changed, and at least 3.2e-8 "
        "in "
        "1924, by one event.", "E = 51/49", ELECTION_EVENT, WHOLE_LOSS,
        "P = law(16144093, 9139661, 50567, 17600, 18960); earlier = at_most(P, 16144093, 9139661, 50567, 17600); Q "
        "= law(15723789, 8386242, 48220, 15700, 16335); later = seen(Q, 15723789, 8386242, 48220, 15700)",
        given="16144093 + 9139661 - 50567 == 25233187; 15723789 + 8386242 - 48220 == 24061811",
        at={"earlier": "<= earlier", "later": ">= later"},
    ),
    wrong="In 9 of the 25 steps the loss goes up, in 1924 for the first time: delta(x) depends on the electorate's "
    "size and on the margin, not on the year.",
    cost="The trend holds for pairs of elections at large, more than 300 of them, not from one election to the next.",
    trust="election-returns",
    note="9 of the 25 steps go up: 1924, 1944, 1948, 1956, 1964, 1968, 1980, 1992 and 2012, years with fewer voters "
    "or a wider margin.", recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "losses-fall-over-the-century", "over the century delta(x) falls (exact Mann-Kendall test)",
    "Of the 325 pairs of elections more than 300 have the smaller loss in the later year, for delta(x) and for the "
    "utility. If all orders were equally likely that many would occur with probability below $10^{-16}$ (one-sided, "
    "exact).",
    "And(falls > 300, chance < 10**-16)",
    EVERY_PAIR,
    silent="a trend is judged by the Mann-Kendall count of falling pairs", fidelity="reconstructed",
    parameters={"order": "year"},
    mutants={"nearly every pair falls": ("300", "312"), "a thousand times rarer": ("10**-16", "10**-19")},
    counts="falls", repairs="losses-fall-at-every-election", trust="election-returns",
    over="325 pairs, each ordered by certified values",
    note="311 of 325 pairs fall, for delta(x) and for the utility alike.",
    means={"falls": "statistics.falls"},
)  # fmt: skip

SECTION.claim(
    "larger-electorates-lose-less", "ordered by number of votes, the losses fall (more strictly than by year)",
    "Ordered by the number of votes instead of the year, even more of the 325 pairs have the smaller loss later: "
    "more than 320, which a random order gives with probability below $10^{-22}$.",
    "And(falls > 320, chance < 10**-22)",
    EVERY_PAIR,
    silent="'primarily due to the growth' is read as: votes order the losses better than years do",
    fidelity="reconstructed", parameters={"order": "records"}, mutants={"ordered by year": {"order": "year"}},
    counts="falls", trust="election-returns", over="325 pairs, each ordered by certified values",
    note="More than 320 pairs fall by number of votes, fewer by year. The exceptions differ in the winner's margin.",
    means={"falls": "statistics.falls"},
)  # fmt: skip

SECTION.claim(
    "utility-exponential-in-the-electorate", "the utility lies between exp(-7.2e-7 n) and exp(-4.7e-7 n)",
    "The adversary's utility is exponentially related to the number n of votes: over the 26 elections it lies "
    "between $e^{-7.2\\cdot 10^{-7} n}$ and $e^{-4.7\\cdot 10^{-7} n}$.",
    "And(exp(-72*10**-8*records) < utility, utility < exp(-47*10**-8*records))",
    in_every_election(FIGURE_1),
    silent="'exponentially related' is read as two-sided exponential bounds on these data", fidelity="reconstructed",
    mutants={"lower rate 7.1e-7": ("-72*", "-71*")}, counts="records", trust="election-returns",
    over="the 26 elections 1920-2020", ranges="records",
    note="The rate is not one constant: the prefactor of order 1/sqrt(n) and the margin move it. What happens as n "
    "grows is another claim (Theorem 3).",
    means={"utility": "privacy.utility.utility"},
)  # fmt: skip

SECTION.claim(
    "utility-close-to-delta", "in Figure 1 the utility is between 0.84 delta(x) and delta(x)",
    "In every election of Figure 1 the adversary's utility is smaller than delta(x), by less than 16 %.",
    "And(84*delta < 100*utility, utility < delta)",
    in_every_election(FIGURE_1),
    silent=(
        "the utility is the largest over which record is missing and over its value",
        "'closely related' is read as a two-sided factor",
    ), fidelity="reconstructed", mutants={"within 15 %": ("84*", "85*")}, trust="election-returns",
    over="the 26 elections 1920-2020",
    note="At epsilon = 0 the order is the other way round: the utility then exceeds delta(x) by little.",
    numbers=("1 - 84/100 == 16/100",),
    means={"utility": "privacy.utility.utility"},
)  # fmt: skip

SECTION.claim(
    "private-with-one-vote-in-ten-thousand-lost",
    "elections stay private (delta below 1/n) with 0.01 % lost, whatever epsilon",
    "The introduction says that the elections are still private with only 0.01 % of the votes lost, and refers to "
    "Appendix A.2, which names epsilon = 0.4 and is right. Read here without that reference, for the other epsilons "
    "of Figure 3 too: delta(x) < 1/n in every election since 1920, at t = 0.5, 0.51 and 0.6.",
    "delta < 1/records",
    in_every_election(*(FIGURE_3[panel] for panel in "def")),
    at="Sec. 1, 0.01 % lost", kind="reading",
    silent=(
        "private means delta below 1/n; the paper writes o(1/n)",
        "no epsilon is named; Appendix A.2 itself names 0.4, where it is true",
    ), fidelity="narrowed",
    fails=instance(
        "1924, 15,723,789 to 8,386,242 votes (U.S. election returns), 2,411 of them lost, e^epsilon = 51/49: the event "
        "that 600 to 830 of the lost votes are the second candidate's shows that delta(x) is at least 0.0017, while "
        "1/n is 4.1e-8.", "E = 51/49; winner = 15723789; second = 8386242; missing = 2411", ELECTION_EVENT,
        "P = law(winner, second, missing, 600, 830); gain = seen(P, winner, second, missing, 600)",
        given="winner + second - missing == ceil(9999 * (winner + second) / 10000)",
        at={"delta": ">= gain", "records": "winner + second"},
    ),
    wrong="With one vote in ten thousand lost, privacy hangs on epsilon: at epsilon = 0 and at the epsilon of the "
    "first figure, 0.04, delta(x) exceeds 1/n in every election.",
    cost="epsilon must be about 0.4 (threshold t = 0.6), as Appendix A.2 says; that is ten times the epsilon of the "
    "first figure.", defect="missing hypothesis", trust="election-returns",
    note="The paper's evidence is panel (d), epsilon about 0.4. At the epsilon of Figure 1 (e^epsilon = 51/49) "
    "with 0.01 % "
    "lost, delta(x) exceeds 1/n in all 26 elections, and at epsilon = 0 as well.",
)  # fmt: skip

SECTION.claim(
    "threshold-is-odds-over-odds-plus-one", "epsilon = ln(t/(1-t)) inverts t = e^epsilon/(e^epsilon + 1)",
    "The threshold t of the utility and the epsilon of delta(x) correspond: with epsilon = ln(t/(1-t)) one has t = "
    "e^epsilon/(e^epsilon + 1).",
    "Eq(t, (t/(1 - t))/(t/(1 - t) + 1))",
    by_identity("identity in t", ""),
    at="App. A.1", kind="statement", silent=("t < 1", "t >= 1/2, so that epsilon >= 0"),
    mutants={"odds minus one": ("+ 1", "- 1"), "odds (1+t)/(1-t)": "Eq(t, ((1 + t)/(1 - t))/(t/(1 - t) + 1))"},
)  # fmt: skip

SECTION.claim(
    "figure-thresholds-have-their-printed-odds", "t = 0.51 is epsilon = ln(0.51/0.49)",
    "The thresholds 0.5, 0.51 and 0.6 of Figures 1 and 3 are epsilon = 0, ln(51/49) and ln(3/2).",
    "And(odds == t/(1 - t), Implies(t == 51/100, odds == 51/49))",
    on_instances(
        EXACT, ALL, "the three thresholds", "t = 1/2, 51/100, 3/5",
        lambda _: ((f"t = {t}", {"t": t, "odds": Budget.read(threshold=t).rational_odds}) for t in THRESHOLDS),
    ),
    at="App. A.1", kind="statement", mutants={"odds 0.51/0.48": ("51/49", "51/48")}, over="t = 1/2, 51/100, 3/5",
    ranges="odds t",
)  # fmt: skip

SECTION.claim(
    "elections-more-private-than-worst-case", "delta(x) is under a fiftieth of the DP value T/n in all six settings",
    "In all six settings of Figure 3 the delta(x) of every election is much smaller than the delta of differential "
    "privacy, which is T/n: by a factor of 50 at least.",
    "50*delta < draws/records",
    in_every_election(*FIGURE_3.values()),
    at="Figure 3", silent="'much more private' is read as a factor of 50", fidelity="narrowed",
    mutants={"factor 60 instead of 50": ("50*delta", "60*delta")}, counts="records draws",
    needs=("lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"), trust="election-returns",
    over="the 26 elections 1920-2020 in 6 settings", ranges="records draws",
    note="The factor is smallest, 58.6, for 1924 at epsilon = 0 with 0.01 % lost; where more are lost, at larger "
        "epsilon, it is far larger.",
)  # fmt: skip

SECTION.claim(
    "utility-and-delta-within-a-factor-two",
    "in all settings of Figure 3 utility and delta(x) differ by less than a factor 2",
    "In all six settings of Figure 3 and all elections each of delta(x) and the utility is less than twice the "
    "other.",
    "And(delta < 2*utility, utility < 2*delta)",
    in_every_election(*FIGURE_3.values()),
    at="Figure 3", fidelity="reconstructed",
    mutants={
        "factor 3/2": ("delta < 2*utility", "2*delta < 3*utility"),
        "utility never above delta": ("utility < 2*delta", "utility <= delta"),
    }, trust="election-returns", over="the 26 elections 1920-2020 in 6 settings",
    means={"utility": "privacy.utility.utility"},
)  # fmt: skip

SECTION.claim(
    "private-with-one-vote-in-ten-thousand-lost-at-higher-odds",
    "with 0.01 % lost, delta(x) < 1e-21 < 1/n at epsilon = ln(3/2)",
    "With 0.01 % of the votes lost and t = 0.6, i.e. epsilon = ln(3/2), about 0.405, every election since 1920 has "
    "$\\delta(x) < 10^{-21}$ and so below 1/n.",
    "And(delta < 1/records, delta < 10**-21)",
    in_every_election(FIGURE_3["d"]),
    at="App. A.2, Figure 3 (d)", kind="figure",
    mutants={"a power of ten smaller": ("10**-21", "10**-22")}, counts="records",
    repairs="private-with-one-vote-in-ten-thousand-lost", trust="election-returns", over="the 26 elections 1920-2020",
    numbers=("log(3/2) > 0.405", "log(3/2) < 0.406"),
    ranges="records",
)  # fmt: skip


UNITS = "the 56 units of 2020"


def leaders(claim: Claim) -> Iterator[Instance]:
    """The votes of the second of the two, and all votes for others, unit by unit."""
    share = claim.parameters["share"]
    for unit in units_2020():
        second, others = min(unit.counts), unit.total_votes - sum(unit.counts)
        yield unit.unit, {"second": Fraction(second) * share, "others": others}


SENTENCES = SECTION.beside(SMOOTHED_DP, "Sec. 1", {
    "second": "v_2", "others": "v_3", "more": "N", "less": "N'", "p": "p", "x": "x",
})  # fmt: skip

SENTENCES.claim(
    "many-continuous-mechanisms-stay-non-private",
    "many continuous mechanisms with sampling are not private under smoothed DP either",
    "Any discrete mechanism with sampling is more private than DP predicts, while many continuous ones with sampling "
    "are still non-private.",
    None, at="Abstract; Sec. 1, continuous mechanisms",
    uncheckable="How many is not said. Theorem 4 proves it of one, the sampling average, see "
    "continuous-average-loses-its-sampling-rate, and with it of the sampled histogram itself, of which the average is "
    "a function (post-processing-merges-positive-parts).",
)  # fmt: skip

SENTENCES.claim(
    "the-profile-of-a-database-leaves-the-prior-alone",
    "the definition of delta(x) gives all adversaries the same prior knowledge",
    "Definition 2 guarantees that the adversaries of smoothed DP have the same prior knowledge as those of DP.",
    None, at="Sec. 3.1",
    uncheckable="What an adversary knows is no part of either definition: both compare the laws of the output at a "
    "database and its neighbour, see delta-is-the-least-that-works. What follows for an adversary with a prior is a "
    "claim at the justifications of Section 2.",
)  # fmt: skip

SENTENCES.claim(
    "only-a-polynomial-time-more-in-most-cases", "smoothed DP takes only a polynomial extra time in most cases",
    "Algorithm 1 needs only a polynomial extra time over DP in most cases, when m is not large and the hull of the "
    "sources has few vertices.",
    None, at="Sec. 4, runtime",
    uncheckable="'Most cases' are not named, and the paper says 'we believe'. For constant m and l* it is Theorem 2; "
    "the exponent grows with both (cost-is-of-degree-two-m-plus-l-minus-three), so for types or vertices that grow "
    "with "
    "n it is not polynomial.",
)  # fmt: skip

SENTENCES.claim(
    "learners-on-sampled-data-are-functions-of-the-histogram",
    "training on randomly sampled data, as in cross-validation, is a function of the sampled histogram",
    "Many training algorithms depend on the histogram of the training data and not on its order, so that the smoothed "
    "DP of the sampling histogram bounds theirs.",
    None, at="Sec. 5.1, second group",
    uncheckable="No algorithm is named. For a learner that is anonymous it is post-processing "
    "(post-processing-merges-positive-parts); stochastic gradient descent is if it visits records at random, and not "
    "if "
    "it takes them as they come (random-visits-do-not-depend-on-the-order). And all that is published must be computed "
    "from the sample: in cross-validation the errors on the other part are not.",
)  # fmt: skip

SENTENCES.claim(
    "batches-of-quantised-gradients-are-sampled-histograms",
    "the sampling histogram bounds the loss of each SGD step with quantised gradients",
    "In each step a batch is sampled and the average of its quantised gradients is taken.",
    None, at="Sec. 5.1, third group",
    uncheckable="For one step it is post-processing of a sampled histogram of gradients, each a function of its record "
    "(features-of-records-lose-no-more, post-processing-merges-positive-parts). It speaks of a step at parameters that "
    "do not depend on the data: in a run they do, and the losses of all steps add up "
    "(independent-releases-add-their-losses is for a fixed number of independent releases).",
)  # fmt: skip

SENTENCES.claim(
    "the-two-candidates-lead-everywhere", "Trump and Biden are the two leading candidates in every unit",
    "In every unit that chose electors in 2020 both have more votes than all other candidates together, the second of "
    "them too.",
    "second > others",
    on_instances(EXACT, ALL, "every unit", UNITS, leaders), over=UNITS, at="App. G.1, candidates", kind="statement",
    fidelity="narrowed", parameters={"share": 1}, trust="election-returns", generated="none",
    mutants={"by a factor of three": ("second > others", "second > 3*others"), "two fifths": {"share": Fraction(2, 5)}},
    note="The units are not congressional districts, see fifty-seven-districts, of whose votes nothing is given here.",
    ranges="second others",
)  # fmt: skip

SENTENCES.claim(
    "a-tenth-of-the-trials-fluctuates-more",
    "with a tenth of the trials the deviation of an estimated probability is larger by a factor of sqrt(10)",
    "Figure 5 has about a tenth of the trials of Figure 2 (right), which is why it fluctuates. The variance of a "
    "frequency of N trials is $p(1 - p)/N$.",
    "p*(1 - p)/(N/10) == 10*(p*(1 - p)/N)",
    by_identity("all frequencies", "positive N; real p"), at="App. G.2, fluctuations", fidelity="narrowed",
    generated="none", symbols={"N": "N"},
    mutants={"the same": ("== 10*(", "== ("), "a hundred": ("== 10*(", "== 100*(")},
    note="That the fluctuations seen are these is not decided: the numbers of trials are given roughly, and the points "
    "of the figure not at all. What so many trials can show: a-million-trials-show-the-loss.",
)  # fmt: skip

SENTENCES.claim(
    "what-is-to-be-done", "smoothed DP may make many algorithms private without much additive noise",
    "The conclusion asks whether the whole training of a quantised network is private, and expects much of the notion.",
    None, at="Sec. 7", uncheckable="Questions and hopes; nothing is asserted that could be decided.",
)  # fmt: skip

SENTENCES.claim(
    "smoothed-dp-is-not-smooth-sensitivity", "smoothed DP is very different from the smooth sensitivity framework",
    "Smooth sensitivity calibrates noise and gives differential privacy; here nothing is added.",
    None, at="App. A.4", uncheckable="What others did, and how it differs; both definitions are as cited.",
)  # fmt: skip
