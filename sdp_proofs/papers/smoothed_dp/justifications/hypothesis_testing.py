"""Justification 1: what delta says about the errors of a hypothesis test, for one database and smoothed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Sec. 2, Justification 1", {
    "p": "\\Pr[\\mathcal{M}(x) \\in S]", "q": "\\Pr[\\mathcal{M}(x') \\in S]", "odds": "e^{\\epsilon}",
    "delta": "\\delta", "first": "\\mathcal{E}_I(x)", "second": "\\mathcal{E}_{II}(x')", "forward": "d(x,x')",
    "backward": "d(x',x)", "one": "\\mathrm{E}\\,\\mathcal{E}_I", "two": "\\mathrm{E}\\,\\mathcal{E}_{II}",
    "largest_one": "\\max_{\\vec\\pi} \\mathrm{E}\\,\\mathcal{E}_I",
    "largest_two": "\\max_{\\vec\\pi} \\mathrm{E}\\,\\mathcal{E}_{II}", "loss": "\\delta(x)",
}, {
    "p": "any law of the output: P(S)", "q": "any law of the output: P'(S)", "delta": "any number",
    "first": "any law of the output and rejection region: P(S)",
    "second": "any law of the output and rejection region: 1 - P'(S)", "forward": "privacy.definition.pair_divergence",
    "backward": "privacy.definition.pair_divergence", "largest_one": "privacy.definition.largest_expectation",
    "largest_two": "privacy.definition.largest_expectation",
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Errors")

PRIVATE = (
    "And(0 <= p, p <= 1, 0 <= q, q <= 1, odds >= 1, p - odds*q <= delta, q - odds*p <= delta, (1 - p) - odds*(1 - q) "
    "<= delta, (1 - q) - odds*(1 - p) <= delta)"
)


def tested(rows: tuple[Row, ...], odds: Fraction, region: tuple[int, ...]) -> dict[str, Any]:
    """The errors of a rejection region, and what two laws lose to each other."""
    (_, there), (back, _) = losses(rows, odds)
    return {
        "first": mass(rows[0], region), "second": 1 - mass(rows[1], region), "odds": odds, "delta": max(there, back),
        "forward": there, "backward": back,
    }  # fmt: skip


def near_half(rows: tuple[Row, ...], odds: Fraction, region: tuple[int, ...]) -> dict[str, Any] | None:
    """Those of mechanisms with epsilon and delta close to zero."""
    values = tested(rows, odds, region)
    return values if values["delta"] <= Fraction(1, 100) and odds <= Fraction(11, 10) else None


REGIONS = Choices(tuple(all_events(2)))

SECTION.claim(
    "dp-bounds-both-errors", "E times one error plus the other is at least 1 - delta, both ways",
    "If inequality (1) holds at x and x' in both directions, for the rejection region and its complement, then "
    "$e^{\\epsilon} \\mathcal{E}_I(x) + \\mathcal{E}_{II}(x')$ and $e^{\\epsilon} \\mathcal{E}_{II}(x') + "
    "\\mathcal{E}_I(x)$ are at least $1 - \\delta$.",
    "And(odds*p + (1 - q) >= 1 - delta, odds*(1 - q) + p >= 1 - delta)",
    by_solver("one region, all probabilities", PRIVATE),
    given="inequality (1) in both directions, for the region and for its complement",
    mutants={"half of delta": (">= 1 - delta, odds*(1", ">= 1 - delta/2, odds*(1")},
    note="The first needs (x', x) and S, the second (x, x') and the complement of S.",
)  # fmt: skip

SECTION.claim(
    "both-errors-are-near-one-half", "when epsilon and delta are small, both errors are close to 1/2",
    "If epsilon and delta are small, then both error rates of every rejection region are close to 1/2.",
    "And(abs(first - 1/2) < 1/4, abs(second - 1/2) < 1/4)",
    on_instances(EXACT, GRID, "all regions", "two laws in halves", each_mechanism(
        near_half, (2, 2, 2), odds=[Fraction(11, 10), Fraction(21, 20), Fraction(101, 100)], region=all_events(2),
    )),
    at="Sec. 2, Justification 1, conclusion", silent="'close' is read as within 1/4, at delta <= 0.01 and odds <= 1.1",
    fails=instance(
        "A constant output, and a test that never rejects: epsilon and delta may be 0, and the errors are 0 and 1. No "
        "closeness to 1/2 can be asked for.",
        "P = (1,); E = 11/10; delta = sum(max(0, P[a] - E * P[a]) for a in range(1)); S = (); first = sum(P[a] for a "
        "in S); second = 1 - sum(P[a] for a in S)", given="E <= 11/10; delta <= 1/100",
    ),
    wrong="A test that never rejects has the errors 0 and 1, however private the mechanism. Only the mean of the two "
    "errors is close to 1/2.",
    cost="A statement on the mean of the two errors; for tests whose errors are equal it is the printed one.",
    search=among_mechanisms(near_half, 2, 2, region=REGIONS),
)  # fmt: skip

OWN.claim(
    "mean-error-is-near-one-half", "the mean of the two errors differs from 1/2 by at most 1/2 - (1 - delta)/(1 + E)",
    "Under (epsilon, delta)-DP the mean of the two error rates is within $1/2 - (1-\\delta)/(1+e^{\\epsilon})$ of "
    "1/2, for every rejection region. So the larger error is at least $(1-\\delta)/(1+e^{\\epsilon})$. Both become "
    "1/2 with epsilon and delta going to 0.",
    "abs((first + second)/2 - 1/2) <= 1/2 - (1 - delta)/(1 + odds)",
    by_solver("one region, all probabilities", PRIVATE.replace("q", "(1 - second)").replace("p", "first")),
    given="inequality (1) in both directions, for the region and for its complement",
    mutants={
        "1/2 - (1 - delta)/(2 E)": ("(1 - delta)/(1 + odds)", "(1 - delta)/(1 + odds/2)"),
        "half of delta": ("(1 - delta)", "(1 - delta/2)"),
    }, repairs="both-errors-are-near-one-half",
    note="Attained by the coin that is kept with probability E/(1 + E): delta is 0 and both errors are 1/(1 + E).",
)  # fmt: skip

SECTION.claim(
    "errors-and-the-loss-in-print",
    "E times the first error plus the second is at least 1 - max d(x,x'), and vice versa 1 - max d(x',x)",
    "For a fixed x, $e^{\\epsilon} \\mathcal{E}_I(x) + \\mathcal{E}_{II}(x') \\ge 1 - \\max_{x'} d(x,x')$ and "
    "$e^{\\epsilon} \\mathcal{E}_{II}(x') + \\mathcal{E}_I(x) \\ge 1 - \\max_{x'} d(x',x)$.",
    "And(odds*first + second >= 1 - forward, odds*second + first >= 1 - backward)",
    on_instances(
        EXACT, GRID, "all regions", "two laws in halves", each_mechanism(tested, (2, 2, 2), region=all_events(2)),
    ), at="Sec. 3.2, Justification 1, second display", kind="proof-step",
    fails=instance(
        "One binary record, odds 2, 0 gives the output 0, 1 a fair coin, rejected at 1: the errors are 0 and 1/2, and "
        "d(x, x') = 0. There is one neighbour only, so its d is the maximum.",
        "E = 2; rows = ((1, 0), (1/2, 1/2)); outputs = range(2)", {"d": ROWS["d"]},
        "first = rows[0][1]; second = 1 - rows[1][1]",
        at={"odds": "E", "forward": "d(rows[0], rows[1])", "backward": "d(rows[1], rows[0])"},
    ),
    wrong="The two directions are exchanged: the error of type I is bounded with d(x',x), that of type II with "
    "d(x,x').", cost="d(x,x') and d(x',x) change places; the next display, with delta(x), stands.",
    defect="wrong direction", search=among_mechanisms(tested, 2, 2, region=REGIONS),
)  # fmt: skip

OF_EVENTS = (defined("backward", "Max(0, q - odds*p, rest)"), defined(
    "forward", "Max(0, (1 - p) - odds*(1 - q), others)",
))  # fmt: skip
"""Both are maxima over all events: the region, its complement and the rest."""

SECTION.claim(
    "errors-and-the-loss-of-the-pair", "with the directions exchanged, and so with delta(x)",
    "$e^{\\epsilon} \\mathcal{E}_I(x) + \\mathcal{E}_{II}(x') \\ge 1 - d(x',x)$ and $e^{\\epsilon} "
    "\\mathcal{E}_{II}(x') + \\mathcal{E}_I(x) \\ge 1 - d(x,x')$, for every neighbour and region; as neither d "
    "exceeds delta(x), both are at least $1 - \\delta(x)$.",
    "And(odds*p + (1 - q) >= 1 - backward, odds*(1 - q) + p >= 1 - forward)",
    and_collected(
        by_solver("one region, all probabilities", OF_EVENTS),
        one_of(
            "And(odds*p + (1 - q) >= 1 - delta, odds*(1 - q) + p >= 1 - delta)",
            {"delta": "Max(forward, backward)"}, each="p q forward backward",
        ),
    ), at="Sec. 3.2, Justification 1, third display",
    kind="proof-step", fidelity="typo-corrected",
    mutants={"as printed": "And(odds*p + (1 - q) >= 1 - forward, odds*(1 - q) + p >= 1 - backward)"},
    repairs="errors-and-the-loss-in-print",
)  # fmt: skip


def both_sources(
    rows: tuple[Row, ...], odds: Fraction, region: tuple[int, ...], shares: tuple[Fraction, ...]
) -> dict[str, Any]:
    """One bit from either of two sources, the other bit its neighbour."""
    size = [mass(row, region) for row in rows]
    one, two, mean = (
        [share * values[1] + (1 - share) * values[0] for share in shares]
        for values in (size, [1 - size[1], 1 - size[0]], deltas(rows, odds))
    )
    largest = {"largest_one": max(one), "largest_two": max(two), "delta": max(mean)}
    return {"one": one[0], "two": two[0], "mean": mean[0], "odds": odds, **largest}


SECTION.claim(
    "smoothed-dp-bounds-both-errors", "the largest expected errors, weighted by E and 1, add up to at least 1 - delta",
    "For every assignment of sources the expected errors meet $e^{\\epsilon} \\mathrm{E}\\,\\mathcal{E}_I + "
    "\\mathrm{E}\\,\\mathcal{E}_{II} \\ge 1 - \\delta$ and the same with the errors exchanged. The printed "
    "inequalities, with a maximum over assignments for each error, follow and are weaker.",
    "And(odds*one + two >= 1 - delta, odds*two + one >= 1 - delta, odds*largest_one + largest_two >= 1 - delta, "
    "odds*largest_two + largest_one >= 1 - delta)",
    in_steps(
        "all databases, then all assignments",
        about(SECTION.formula("And(odds*p + (1 - q) >= 1 - loss, odds*(1 - q) + p >= 1 - loss)"), by_solver(
            "every database",
            [*OF_EVENTS, cite("errors-and-the-loss-of-the-pair"), defined("loss", "Max(forward, backward, more)")],
        )),
        by_solver("all expectations", [
            "odds >= 1",
            averaged(
                "And(odds*one + two >= 1 - mean, odds*two + one >= 1 - mean)",
                {"one": "p", "two": "1 - q", "mean": "loss"}, shown("every database"),
                each="p q loss forward backward more rest others",
                where=["loss == Max(forward, backward, more)", *(one.text for one in OF_EVENTS)],
            ),
            # An assignment, and those over which the maxima are taken besides.
            defined("delta", "Max(mean, rest)"), defined("largest_one", "Max(one, others_one)"),
            defined("largest_two", "Max(two, others_two)"),
        ]),
    ),
    on_instances(
        EXACT, GRID, "one bit, two sources", "two laws in halves",
        each_mechanism(both_sources, (2, 2, 2), region=all_events(2), shares=[(Fraction(1, 4), Fraction(1, 2)), (
            Fraction(1), Fraction(0),
        )]),
    ), at="Sec. 3.2, Justification 1",
    silent=("x' is a neighbour chosen as any function, also random, of x", "the rejection region may depend on x"),
    mutants={"half of delta": ("And(odds*one + two >= 1 - delta", "And(odds*one + two >= 1 - delta/2")},
    note="A maximum over assignments weakens a lower bound: the two maxima may be attained by different assignments, "
    "and a single bad assignment makes them large. What is proved is the statement for each.",
    means={"delta": "privacy.definition.smoothed_delta_by_lists"},
)  # fmt: skip
