"""Proposition 6 beyond one function of single records: one for every record, and functions that keep neighbours."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sdp_proofs.papers.project import assignment_instances as small
from sdp_proofs.papers.smoothed_dp.pre_processing import COUPLED_FEATURES
from sdp_proofs.papers.smoothed_dp.small_mechanisms import PAIRS, TABLES, every, fractions
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Features", {
    "after": "\\delta_{M \\circ f}(x)", "before": "\\delta_M(f(x))", "ends": "\\max(F(0), F(n))", "middle": "F(1)",
}, {
    **dict.fromkeys(("after", "before"), "privacy.definition.database_delta"),
    **dict.fromkeys(("ends", "middle"), "papers.project.assignment_instances.majority"),
})  # fmt: skip

SECTION.claim(
    "features-by-functions-of-their-own-lose-no-more",
    "Proposition 6 holds if record i is mapped by g_i, with all laws g_i(pi) in the set of features",
    "The function need not be the same for every record: if record i is mapped by $g_i$, deterministic or with "
    "randomness of its own, $M \\circ g$ loses no more at x than M does on average at the features, as only the "
    "function of the changed record matters there. Averaged, $\\delta_{SDP}$ of $M \\circ g$ for $\\Pi$ is at most "
    "that of M for $\\bigcup_i g_i(\\Pi)$.",
    "after <= before",
    COUPLED_FEATURES, on_instances(
        EXACT, GRID, "two binary records, two functions", "81 tables, 16 pairs",
        every(small.own_functions, M=tuple(product(fractions("0 1/2 1"), repeat=4)), first=TABLES, second=TABLES),
    ), symbols={"after": "\\delta_{M \\circ f}(\\Pi)", "before": "\\delta_M(f(\\Pi))"},
    means=dict.fromkeys(("after", "before"), "privacy.definition.smoothed_delta_by_lists"),
    given=("each g_i acts on its record alone", "records are independent"),
    mutants={"strictly": ("<=", "<"), "half of it": ("before", "before/2")}, generated="none", trust="induction",
)  # fmt: skip

SECTION.claim(
    "functions-that-keep-neighbours-lose-no-more-at-a-database",
    "if f maps neighbours to neighbours, M after f has at x at most the delta of M at f(x)",
    "If f(x) and f(x') are neighbours, or equal, whenever x and x' are, then $\\delta_{M \\circ f}(x) \\le "
    "\\delta_M(f(x))$ at every x, as the maximum over the images of the neighbours is one over some neighbours of "
    "f(x). The law of f(x) need not be a product, so the smoothed half of Proposition 6 does not follow: it is false "
    "for sorting.",
    "after <= before",
    by_solver("the images of the neighbours", [
        "before >= 0",
        # Against each neighbour the images are equal, and the loss is 0, or they are neighbours.
        largest("after <= before", {"after": "one"}, each="one", where="Or(one <= 0, one <= before)"),
    ]),
    on_instances(
        EXACT, GRID, "all functions that keep neighbours", "two binary records, 16 tables",
        every(
            small.keeping_neighbours, f=tuple(product(PAIRS, repeat=4)), M=tuple(product(fractions("1/4 1"), repeat=4)),
            x=PAIRS,
        ),
    ), given="f(x) and f(x') are neighbours, or equal, whenever x and x' are",
    mutants={"strictly": ("<=", "<"), "half of it": ("before", "before/2")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-ends-lose-at-once-for-the-majority-of-three",
    "majority of three, shares 1/10 and 9/10: F = 27/100 at the ends, 91/100 between them",
    "That all records follow the same source is worst for the sampling histogram of few records "
    "(the-worst-assignment-is-pure-for-fewer-than-thirty-records). For other "
    "anonymous mechanisms it fails at once: if the majority of three binary records is published, delta(x) is 1 "
    "unless all three agree. With shares 1/10 and 9/10 the expectation is 27/100 if all follow one source, and 91/100 "
    "else.",
    "ends < middle",
    on_instances(EXACT, ALL, "the instance", "all four assignments", small.majority), at="Mixed assignments",
    parameters={"low": Fraction(1, 10)},
    mutants={"fair coins": {"low": Fraction(1, 2)}, "four times as much": ("ends <", "4*ends <")}, generated="none",
    over="all four assignments",
)  # fmt: skip
