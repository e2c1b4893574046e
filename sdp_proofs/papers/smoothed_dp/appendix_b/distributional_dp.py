"""Definition 4, Proposition 9, that smoothed DP implies distributional DP, its proof, and blind simulators.

Items: Definition 4, Proposition 9.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from sdp_proofs.distributions.finite import record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.hunting.hunt import Search
from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.smoothed_dp.appendix_b.distributional_dp_instances import *
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import *
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Definition 4", {
    "distributional": "\\delta_{\\mathrm{DDP}}", "smoothed": "\\delta_{\\mathrm{SDP}}", "one": "\\hat\\delta_1",
    "two": "\\hat\\delta_2", "a": "\\Pr[\\mathcal{M}(x'_1) \\in S]", "b": "\\Pr[\\mathcal{M}(x_1) \\in S]",
    "c": "\\Pr[\\mathcal{M}(x'_2) \\in S]", "d": "\\Pr[\\mathcal{M}(x_2) \\in S]",
    "joint": "\\delta_{\\mathrm{DDP}}", "first": "\\hat\\delta^{\\mathrm{DDP}}_1",
    "second": "\\hat\\delta^{\\mathrm{DDP}}_2", "odds": "e^{\\epsilon}", "loss": "\\delta(x_1)",
    "other": "\\delta(x_2)", "asked": "\\delta_S", "mean": "\\mathbb{E}_{\\vec\\pi}\\, \\delta(x)",
}, {
    **dict.fromkeys(("distributional", "joint", "first", "second"), "privacy.distributional.distributional_delta"),
    "smoothed": "privacy.definition.smoothed_delta_by_lists",
    **dict.fromkeys(("one", "two"), "privacy.definition.largest_expectation"), **dict.fromkeys("abcd", "any number"),
})  # fmt: skip

SECTION.claim(
    "definition-of-distributional-dp", "(epsilon, delta, Pi)-distributional DP",
    "There is one simulator, which sees all records but one, such that for all assignments of sources, all positions, "
    "values of the missing record and events, the averaged output and the averaged simulation meet inequality (1) "
    "both ways.",
    None,
    silent=(
        "to condition on the missing record is to fix it; its value may be improbable",
        "the simulator may know which record is missing",
    ), uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
)  # fmt: skip

BOTH_WAYS = (
    "And(a - odds*b <= loss, b - odds*a <= loss, 0 <= loss, c - odds*d <= other, d - odds*c <= other, 0 <= other)"
)

SECTION.claim(
    "smoothed-dp-implies-distributional-dp", "with the same epsilon, delta and sources",
    "Let the simulator draw the missing record from one fixed source and run the mechanism. Under any assignment of "
    "the others, the database x so completed and the true x' are neighbours, and $\\mathbb{E} P_{x'}(S) - "
    "e^{\\epsilon}\\, \\mathbb{E} P_x(S) \\le \\mathbb{E}\\,\\delta(x) \\le \\delta$, and the same the other way "
    "round.",
    "distributional <= smoothed",
    in_steps(
        "event by event",
        about(SECTION.formula(BOTH_WAYS), by_solver(
            # `rest` and `others` are what is lost to other events and other neighbours.
            "one event, both directions",
            [defined("loss", "Max(0, a - odds*b, b - odds*a, rest)"), defined(
                "other", "Max(0, c - odds*d, d - odds*c, others)",
            )],
        )),
        about(
            # What inequality (1) asks of delta for the averages over two databases.
            SECTION.formula(
                "Max(0, w*a + (1 - w)*c - odds*(w*b + (1 - w)*d), w*b + (1 - w)*d - odds*(w*a + (1 - w)*c)) <= w*loss "
                "+ (1 - w)*other",
            ), by_solver("two databases of any weights", ["And(0 <= w, w <= 1)", BOTH_WAYS]),
        ),
        about(SECTION.formula("asked <= mean"), by_solver("all databases, one event", [lifted(
            "averaging", "asked <= mean", shown("one event, both directions"), shown("two databases of any weights"),
        )])),
        by_solver("all events and assignments", [largest(
            "distributional <= smoothed", {"distributional": "asked", "smoothed": "mean"},
            shown("all databases, one event"), each="asked mean",
        )]),
    ),
    on_instances(
        EXACT, GRID, "all mechanisms on two bits, the fixed simulator",
        "81 mechanisms with one bit of output, in halves, 2 sets of sources, 2 odds", each(levels, **TABLES),
    ),
    on_instances(
        EXACT, GRID, "all mechanisms on two bits, the best simulator", "the same, by linear programmes in fractions",
        each(partial(levels, best=True), **TABLES),
    ), at="Proposition 9", given="there is a source, and the expectation of delta(x) is that of a member of Pi^n",
    mutants={"half of it": ("smoothed", "smoothed/2")},
    repairs=("simulators-may-differ-between-directions", "a-simulator-need-not-know-which-record-is-missing"),
    search=over(
        {**{f"share{x}": Rationals(0, 1) for x in range(4)}, "odds": Rationals(1, 10), "low": Laws(2), "high": Laws(2)},
        lambda _, at: levels(tuple(at[f"share{x}"] for x in range(4)), SourceSet((at["low"], at["high"])), at["odds"]),
        climbs=False,
    ),
    note="True, but the printed simulator draws from the source of the missing record under the assignment, and "
    "Definition 4 asks for one simulator for all assignments. Any fixed source will do.",
)  # fmt: skip

SECTION.claim(
    "distributional-dp-does-not-imply-smoothed-dp",
    "smoothed DP is a stronger notion: the converse of Proposition 9 fails as far as it can",
    "The parity of two fair bits is (epsilon, 0)-distributionally private, since the unknown bit hides the other; its "
    "delta_SDP is 1, since the adversary knows all bits but one.",
    "And(distributional == 0, smoothed == 1)",
    on_instances(EXACT, ALL, "the instance", "two fair bits, odds 2", each(levels, **PARITY)),
    on_instances(
        EXACT, ALL, "the instance, the best simulator", "two fair bits, odds 2",
        each(partial(levels, best=True), **PARITY),
    ), at="Sec. 3.2, below Table 3", mutants={"neither": ("distributional == 0", "distributional > 0")},
    over="two fair bits, odds 2",
)  # fmt: skip

SMALL_ROWS = {"E": "2", "rows": "((0, 1), (1/2, 1/2))", "d": "lambda P, Q: max(P[0] - E * Q[0], P[1] - E * Q[1])"}

SECTION.claim(
    "smoothed-delta-splits-into-directions", "the smoothed delta equals the larger of those of the two directions",
    "The maximum over assignments of the expected delta(x) equals the larger of the two maxima in which only d(x,x') "
    "or only d(x',x) is averaged.",
    "smoothed == Max(0, one, two)",
    on_instances(
        EXACT, GRID, "one bit, one source", "laws in halves",
        each_mechanism(directions, (2, 2, 2), share=(Fraction(1), HALF)),
    ), at="App. B, first display",
    fails=instance(
        "One fair bit, odds 2, 1 gives a fair coin and 0 always 1: delta(x) = 1/2, each direction has the mean 1/4.",
        SMALL_ROWS, "there = max(0, d(rows[0], rows[1])); back = max(0, d(rows[1], rows[0])); delta = max(there, back)",
        at={"smoothed": "(delta + delta) / 2", "one": "(there + back) / 2", "two": "(back + there) / 2"},
    ), wrong="At one database the one direction is worse, at the other the other: the mean of the maximum is larger.",
    cost="'=' reads '>=', which is what the proof needs.",
    search=among_mechanisms(directions, 2, 2, share=Rationals(0, 1)),
)  # fmt: skip

SECTION.claim(
    "mean-of-maxima-is-at-least-the-maximum-of-means", "the mean of a maximum is at least the maximum of the means",
    "For two databases of any weights the mean of max(0, a, b) is at least the maximum of 0 and the means of a and of "
    "b. It is what the exchange of expectation and maximum, over directions or over events and neighbours, rests on.",
    "w*Max(0, a, b) + (1 - w)*Max(0, c, d) >= Max(0, w*a + (1 - w)*c, w*b + (1 - w)*d)",
    and_collected(
        by_solver("all numbers and weights", "And(0 <= w, w <= 1)"),
        averaged(
            "mean >= Max(0, one, other)", {"mean": "Max(0, x, y)", "one": "x", "other": "y"}, each="x y",
        ),
    ), at="App. B, chain, step 2", symbols={name: name for name in "abcd"}, fidelity="typo-corrected",
    mutants={"equality": (">=", "==")},
)  # fmt: skip

SECTION.claim(
    "smoothed-delta-is-at-least-that-of-either-direction",
    "the smoothed delta is at least the larger of those of the two directions",
    "Under every assignment the mean of delta(x), the larger of both directions, is at least the mean of either; so "
    "the largest of all assignments is at least the largest mean of d(x,x') and of d(x',x).",
    "smoothed >= Max(0, one, two)",
    in_steps(
        "one assignment, then all",
        about(Formula("mean >= Max(0, there, back)", ["mean", "there", "back"]), by_solver("one assignment", [averaged(
            "mean >= Max(0, there, back)", {"mean": "Max(0, x, y)", "there": "x", "back": "y"}, each="x y",
        )])),
        by_solver("all assignments", [largest(
            "smoothed >= Max(0, one, two)", {"smoothed": "mean", "one": "there", "two": "back"},
            shown("one assignment"), each="mean there back",
        )]),
    ),
    on_instances(
        EXACT, GRID, "one bit, one source", "laws in halves",
        each_mechanism(directions, (2, 2, 2), share=(Fraction(1), HALF)),
    ),
    at="App. B, first display", fidelity="typo-corrected", generated="none",
    mutants={"equality": (">=", "=="), "twice": ("Max(0, one, two)", "2*Max(0, one, two)")},
    repairs="smoothed-delta-splits-into-directions",
)  # fmt: skip

SECTION.claim(
    "simulators-may-differ-between-directions",
    "distributional DP says that delta is at least the minimum over simulators in each direction",
    "The conditions of Definition 4 are rewritten as delta being at least two numbers, one for each direction, each "
    "minimised over simulators on its own.",
    "joint <= Max(0, first, second)",
    on_instances(
        EXACT, GRID, "one bit", "laws in halves, 2 odds",
        each_mechanism(at_corners, (2, 2, 2), odds=(Fraction(2), Fraction(3))),
    ),
    on_instances(
        EXACT, GRID, "one bit, two or three outputs", "laws in halves, 2 odds, by linear programmes in fractions",
        each_mechanism(by_programmes, (2, 2, 2), (2, 3, 2), odds=(Fraction(2), Fraction(3))),
    ), at="App. B, third display",
    fails=instance(
        "One bit, odds 2, laws (0, 1) and (1/2, 1/2): the simulator (0, 1) meets one direction with 0, (1/4, 3/4) the "
        "other; none meets both with less than 1/6. The larger of the two is convex and piecewise linear in the first "
        "probability q of the simulator, so its minimum is at a corner.", SMALL_ROWS,
        "one = lambda q: max(0, max(d((q, 1 - q), P) for P in rows)); two = lambda q: max(0, max(d(P, (q, 1 - q)) for "
        "P in rows)); corners = (0, 1/6, 1/4, 1/3, 3/8, 1/2, 2/3, 3/4, 1)",
        at={
            "joint": "min(max(one(q), two(q)) for q in corners)", "first": "min(one(q) for q in corners)",
            "second": "min(two(q) for q in corners)",
        },
    ), wrong="Definition 4 asks for one simulator that serves both directions. Two simulators, one for each, are less.",
    cost="None: the simulator of the proof, drawing from one fixed source, serves both.",
    search=among_mechanisms(at_corners, 2, 2),
)  # fmt: skip

SECTION.claim(
    "a-simulator-need-not-know-which-record-is-missing",
    "Proposition 9 for a simulator that sees the list of the other records only",
    "Definition 4 does not say whether the simulator knows which record is missing; with one that does, Proposition 9 "
    "holds. Read here the other way: if the simulator is one random map of the list of the other records, the same "
    "whichever is missing, $(\\epsilon, \\delta, \\Pi)$-smoothed DP still implies $(\\epsilon, \\delta, "
    "\\Pi)$-distributional DP.",
    "distributional <= smoothed",
    on_instances(
        EXACT, SAMPLE, "doubling mechanisms, the best simulator",
        "one to three bits, odds 2, by linear programmes in fractions",
        each(doubled, records=(1, 2, 3), centre=lambda at: record_lists(at["records"], 2)),
    ), at="App. B, Definition 4, simulator", kind="reading",
    silent="'the other records' are read as a list in their order, without the gap", fidelity="reconstructed",
    fails=instance(
        "Three bits, each certain, odds 2; a one is published with probability 2^k/16, k the number of bits that "
        "differ from 101: neighbours are within a factor of two, so delta_SDP = 0. The list 1, 0 is left over from "
        "101, where a one has 1/16, and from 010, where it has 8/16: a simulator with q for it needs q <= 2/16 + "
        "delta and 8/16 <= 2q + delta.",
        "E = 2; centre = [1, 0, 1]; bits = [[a, b, c] for a in range(2) for b in range(2) for c in range(2)]; P = "
        "lambda x: 2**sum(1 if x[i] != centre[i] else 0 for i in range(3)) / 16; without = lambda x, i: [x[j] for j "
        "in range(3) if j != i]; flipped = lambda x, i: [1 - x[j] if j == i else x[j] for j in range(3)]; loss = "
        "lambda p, q: max(0, p - E * q) + max(0, (1 - p) - E * (1 - q)); smoothed = max(loss(P(x), P(flipped(x, i))) "
        "for x in bits for i in range(3)); left = [P(x) for x in bits for i in range(3) if 2 * without(x, i)[0] + "
        "without(x, i)[1] == 2]; distributional = (max(left) - E**2 * min(left)) / (E + 1)", given="E >= 1",
        at={"distributional": ">= distributional"},
    ),
    wrong="The printed simulator puts a record back where it is missing, so it knows the place; Definition 4 does not "
    "say so. A simulator that does not know it has to answer for databases that are far apart. Two bits are not "
    "enough for that at delta_SDP = 0: their lists are left over from databases two steps apart.",
    cost="The simulator is told which record is missing, or the mechanism is anonymous.", defect="missing hypothesis",
    search=Search(
        {**{name: Rationals(0, 1, denominator=1000) for name in NAMES.values()}, "odds": Choices((Fraction(2),))},
        lambda claim, at: claim.formula.decide(at_shares(at)),
        # Not in logarithms: smoothed DP is to become zero.
        lambda _, at: float(at_shares(at)["distributional"] - at_shares(at)["smoothed"]),
    ),
)  # fmt: skip
