"""Sentences of the text without a formula: what decides them, or why nothing can."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.smoothed_dp.introduction.election_data import units_2020
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

UNITS = "the 56 units of 2020"


def leaders(claim: Claim) -> Iterator[Instance]:
    """The votes of the second of the two, and all votes for others, unit by unit."""
    share = claim.parameters["share"]
    for unit in units_2020():
        second, others = min(unit.counts), unit.total_votes - sum(unit.counts)
        yield unit.unit, {"second": Fraction(second) * share, "others": others}


SECTION = Section(SMOOTHED_DP, "Sec. 1", {
    "second": "v_2", "others": "v_3", "more": "N", "less": "N'", "p": "p", "x": "x",
})  # fmt: skip

SECTION.claim(
    "many-continuous-mechanisms-stay-non-private",
    "many continuous mechanisms with sampling are not private under smoothed DP either",
    "Any discrete mechanism with sampling is more private than DP predicts, while many continuous ones with sampling "
    "are still non-private.",
    None, at="Abstract; Sec. 1, continuous mechanisms",
    uncheckable="How many is not said. Theorem 4 proves it of one, the sampling average, see "
    "continuous-average-loses-its-sampling-rate, and with it of the sampled histogram itself, of which the average is "
    "a function (post-processing-merges-positive-parts).",
)  # fmt: skip

SECTION.claim(
    "the-profile-of-a-database-leaves-the-prior-alone",
    "the definition of delta(x) gives all adversaries the same prior knowledge",
    "Definition 2 guarantees that the adversaries of smoothed DP have the same prior knowledge as those of DP.",
    None, at="Sec. 3.1",
    uncheckable="What an adversary knows is no part of either definition: both compare the laws of the output at a "
    "database and its neighbour, see delta-is-the-least-that-works. What follows for an adversary with a prior is a "
    "claim at the justifications of Section 2.",
)  # fmt: skip

SECTION.claim(
    "only-a-polynomial-time-more-in-most-cases", "smoothed DP takes only a polynomial extra time in most cases",
    "Algorithm 1 needs only a polynomial extra time over DP in most cases, when m is not large and the hull of the "
    "sources has few vertices.",
    None, at="Sec. 4, runtime",
    uncheckable="'Most cases' are not named, and the paper says 'we believe'. For constant m and l* it is Theorem 2; "
    "the exponent grows with both (cost-is-of-degree-two-m-plus-l-minus-three), so for types or vertices that grow "
    "with "
    "n it is not polynomial.",
)  # fmt: skip

SECTION.claim(
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

SECTION.claim(
    "batches-of-quantised-gradients-are-sampled-histograms",
    "the sampling histogram bounds the loss of each SGD step with quantised gradients",
    "In each step a batch is sampled and the average of its quantised gradients is taken.",
    None, at="Sec. 5.1, third group",
    uncheckable="For one step it is post-processing of a sampled histogram of gradients, each a function of its record "
    "(features-of-records-lose-no-more, post-processing-merges-positive-parts). It speaks of a step at parameters that "
    "do not depend on the data: in a run they do, and the losses of all steps add up "
    "(independent-releases-add-their-losses is for a fixed number of independent releases).",
)  # fmt: skip

SECTION.claim(
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

SECTION.claim(
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

SECTION.claim(
    "what-is-to-be-done", "smoothed DP may make many algorithms private without much additive noise",
    "The conclusion asks whether the whole training of a quantised network is private, and expects much of the notion.",
    None, at="Sec. 7", uncheckable="Questions and hopes; nothing is asserted that could be decided.",
)  # fmt: skip

SECTION.claim(
    "smoothed-dp-is-not-smooth-sensitivity", "smoothed DP is very different from the smooth sensitivity framework",
    "Smooth sensitivity calibrates noise and gives differential privacy; here nothing is added.",
    None, at="App. A.4", uncheckable="What others did, and how it differs; both definitions are as cited.",
)  # fmt: skip
