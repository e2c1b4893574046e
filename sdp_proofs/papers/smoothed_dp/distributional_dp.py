"""Definition 4, Proposition 9, that smoothed DP implies distributional DP, its proof, and blind simulators.

Mechanisms on a few bits: what the best simulator, a fixed one and a blind one lose, and what smoothed DP does.

A blind simulator sees the other records as a list and not where the missing one stood.

Items: Definition 4, Proposition 9.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw, Records, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.hunting.searches import Search
from sdp_proofs.mechanisms.finite import DatabaseTable, OneRecord
from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
from sdp_proofs.papers.smoothed_dp.one_record_instances import Row, laws_of, losses
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.definition import smoothed_delta_by_lists
from sdp_proofs.privacy.distributional import distributional_delta, drawing_simulator, simulated_delta
from sdp_proofs.proving.vocabulary import *

HALF = Fraction(1, 2)


def one_bit_of(shares: Mapping[Records, Fraction]) -> DatabaseTable[int]:
    """The mechanism that publishes a one with a probability that depends on the bits."""
    return DatabaseTable(2, {x: FiniteLaw.gathered([(1, share), (0, 1 - share)]) for x, share in shares.items()})


def levels(shares: tuple[Fraction, ...], sources: SourceSet, odds: Fraction, *, best: bool = False) -> dict[str, Any]:
    """The delta of Definition 4 by the simulator of the proof or by the best one, and that of Definition 3."""
    mechanism = one_bit_of(dict(zip(record_lists(2, 2), shares, strict=True)))
    if best:
        found = distributional_delta(mechanism, sources, 2, odds).value
    else:
        found = simulated_delta(mechanism, sources, 2, odds, drawing_simulator(mechanism, sources.laws[0]))
    return {"distributional": found, "smoothed": smoothed_delta_by_lists(mechanism, sources, 2, odds).value}


TABLES: dict[str, list[Any]] = {
    "shares": list(product((Fraction(0), HALF, Fraction(1)), repeat=4)),
    "sources": [SourceSet.interval("1/4", "3/4"), SourceSet.interval("0", "1/2")], "odds": [Fraction(1), Fraction(2)],
}  # fmt: skip
"""All mechanisms on two bits with one bit of output, in halves; two sets of sources."""
PARITY: dict[str, list[Any]] = {
    "shares": [(Fraction(0), Fraction(1), Fraction(1), Fraction(0))], "sources": [SourceSet.from_laws(["1/2,1/2"])],
    "odds": [Fraction(2)],
}  # fmt: skip
"""The parity of two fair bits."""


def directions(rows: tuple[Row, ...], odds: Fraction, share: Fraction) -> dict[str, Any]:
    """One bit from one source: the mean of the larger direction, and the means of both."""
    (_, there), (back, _) = losses(rows, odds)
    one, two = (weight * there + (1 - weight) * back for weight in (share, 1 - share))
    return {"smoothed": max(there, back), "one": one, "two": two}


def at_corners(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """One record, two types and outputs: the best simulators for each direction and for both, at corners."""
    there = [(-odds * row[0], Fraction(1)) for row in rows] + [(1 - odds * row[1], Fraction(-1)) for row in rows]
    back = [(row[0], -odds) for row in rows] + [(row[1] - odds, odds) for row in rows]

    def first(q: Fraction) -> Fraction:
        return max(start + slope * q for start, slope in there)

    def second(q: Fraction) -> Fraction:
        return max(start + slope * q for start, slope in back)

    corners = {Fraction(0), Fraction(1)}
    for (one, slope), (two, other) in product([*there, *back, (Fraction(0), Fraction(0))], repeat=2):
        if slope != other and 0 <= (two - one) / (slope - other) <= 1:
            corners.add((two - one) / (slope - other))
    return {
        "joint": min(max(Fraction(0), first(q), second(q)) for q in corners),
        "first": min(map(first, corners)), "second": min(map(second, corners)),
    }  # fmt: skip


def by_programmes(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The same for any number of outputs, by linear programmes."""
    mechanism, alone = OneRecord(laws_of(rows)), SourceSet.from_laws(["1/2,1/2"])
    return {
        "joint": distributional_delta(mechanism, alone, 1, odds).value,
        "first": distributional_delta(mechanism, alone, 1, odds, directions=("Sim-M",)).value,
        "second": distributional_delta(mechanism, alone, 1, odds, directions=("M-Sim",)).value,
    }


CERTAIN = SourceSet.from_laws(["1,0", "0,1"])
NAMES = {x: f"share_{''.join(map(str, x))}" for x in record_lists(3, 2)}


def apart(x: Records, y: Records) -> int:
    """Number of bits that differ."""
    return sum(a != b for a, b in zip(x, y, strict=True))


def doubled(records: int, centre: Records) -> dict[str, Any]:
    """The probability of a one doubles with every bit that differs from a given database."""
    shares = {x: Fraction(2 ** apart(x, centre), 2 ** (records + 1)) for x in record_lists(records, 2)}
    found = distributional_delta(one_bit_of(shares), CERTAIN, records, Fraction(2), position_known=False)
    smoothed = smoothed_delta_by_lists(one_bit_of(shares), CERTAIN, records, Fraction(2))
    return {"distributional": found.value, "smoothed": smoothed.value}


def best_blind(shares: Mapping[Records, Fraction], odds: Fraction) -> Fraction:
    """The least delta of a blind simulator for one bit of output and records that are certain, in closed form.

    World: exact. For one list of others let a one have probabilities between p and P. The simulator's q has to be
    within odds and delta of both, and of both zeros: two lower and two upper bounds of q, and each pair bounds delta.

    Example:
        >>> published = {(0,): Fraction(0), (1,): Fraction(1)}
        >>> best_blind(published, Fraction(2))
        Fraction(1, 2)
    """
    left: dict[Records, list[Fraction]] = {}
    for x, share in shares.items():
        for place in range(len(x)):
            left.setdefault(x[:place] + x[place + 1 :], []).append(share)
    worst = Fraction(0)
    for seen in left.values():
        low, high = min(seen), max(seen)
        both = max(high - odds**2 * low, (1 - low) - odds**2 * (1 - high)) / (1 + odds)
        crossed = max(high + 1 - low - odds, 1 - odds + odds * (high - low)) / 2
        worst = max(worst, both, crossed)
    return worst


def at_shares(at: Mapping[str, Any]) -> dict[str, Any]:
    """Any mechanism with one bit of output on three bits that are certain."""
    shares, odds = {x: at[name] for x, name in NAMES.items()}, at["odds"]
    losses = (
        max(Fraction(0), p - odds * q) + max(Fraction(0), (1 - p) - odds * (1 - q))
        for (x, p), (y, q) in product(shares.items(), repeat=2) if apart(x, y) == 1
    )
    return {"distributional": best_blind(shares, odds), "smoothed": max(losses)}


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
    "smoothed-dp-implies-distributional-dp",
    "smoothed DP implies distributional DP with the same epsilon, delta and sources",
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
            # Least delta that inequality (1) asks for the averages over two databases.
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
    on_instances(EXACT, ALL, "the instance", "two fair bits, e^epsilon = 2", each(levels, **PARITY)),
    on_instances(
        EXACT, ALL, "the instance, the best simulator", "two fair bits, e^epsilon = 2",
        each(partial(levels, best=True), **PARITY),
    ), at="Sec. 3.2, below Table 3", mutants={"neither": ("distributional == 0", "distributional > 0")},
    over="two fair bits, e^epsilon = 2",
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
        "One fair bit, e^epsilon = 2, 1 gives a fair coin and 0 always 1: delta(x) = 1/2, each direction has the mean "
        "1/4.",
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
        "One bit, e^epsilon = 2, laws (0, 1) and (1/2, 1/2): the simulator (0, 1) meets one direction with 0, (1/4, "
        "3/4) the "
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
        "one to three bits, e^epsilon = 2, by linear programmes in fractions",
        each(doubled, records=(1, 2, 3), centre=lambda at: record_lists(at["records"], 2)),
    ), at="App. B, Definition 4, simulator", kind="reading",
    silent="'the other records' are read as a list in their order, without the gap", fidelity="reconstructed",
    fails=instance(
        "Three bits, each certain, e^epsilon = 2; a one is published with probability 2^k/16, k the number of bits "
        "that "
        "differ from 1, 0, 1: neighbours are within a factor of two, so delta_SDP = 0. The list 1, 0 is left over "
        "from 1, 0, 1, where a one has 1/16, and from 0, 1, 0, where it has 8/16: a simulator with q for it needs q "
        "<= 2/16 + "
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
