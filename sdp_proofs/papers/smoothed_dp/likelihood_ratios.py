"""Justifications by tests and by likelihood ratios.

Justification 1: what delta says about the errors of a hypothesis test, for one database and smoothed.

Justification 2, Eq. (2) and footnote 3: how probable it is that two likelihoods are comparable, and smoothed.

Items: Eq. (2).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
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
    """Pairs of laws of mechanisms with epsilon and delta close to zero."""
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
        "One binary record, e^epsilon = 2, 0 gives the output 0, 1 a fair coin, rejected at 1: the errors are 0 and "
        "1/2, and "
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


RATIOS = SECTION.beside(SMOOTHED_DP, "Sec. 2, Eq. (2)", {
    "p": "P(a)", "q": "P'(a)", "near": "\\Pr[\\text{near}]", "odds": "E", "ratio": "r", "delta": "\\delta",
    "epsilon": "\\epsilon", "loss": "\\delta(x)",
}, {
    "p": "any law of the output: P(a)", "q": "any law of the output: P'(a)", "delta": "any number",
    "near": "papers.smoothed_dp.one_record_instances.near",
})  # fmt: skip
OWN_RATIOS, SMOOTHED = RATIOS.beside(PROJECT, "Ratios"), RATIOS.beside(SMOOTHED_DP, "Sec. 3.2, Justification 2")

COIN: Mapping[str, str] = {"E": "4/3", "rows": "((3/4, 1/4), (1/4, 3/4))", **ROWS, **NEAR}
EXACT_COIN: Mapping[str, str] = {"E": "2", "rows": "((2/3, 1/3), (1/3, 2/3))", **ROWS, **NEAR}
WINDOW = "The window has to be [1/(2E + 1), 2E + 1] with E = e^epsilon, or the bound 1 - (2 + 1/E) delta."
ANY_POINT = "And(p >= 0, q >= 0, odds >= 1)"


def ratios(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """Probability of the printed window under the first law, and delta."""
    return {"near": near(rows[0], rows[1], 2 * odds), "delta": max(deltas(rows, odds)), "odds": odds}


COINS = each(
    lambda odds, bottom, top: ratios(coin(Fraction(top, bottom)), odds), odds=ODDS, bottom=range(2, 9),
    top=lambda at: range(at["bottom"] + 1),
)  # fmt: skip
SMALL = on_instances(
    EXACT, GRID, "small mechanisms", "coins in up to eighths and all pairs of laws in thirds, 3 odds",
    lambda claim: chain(COINS(claim), each_mechanism(ratios, (2, 2, 3))(claim)),
)  # fmt: skip
HUNT = among_mechanisms(ratios, 2, 2)

RATIOS.claim(
    "dp-keeps-ratios-within-twice-the-odds", "with probability at least 1 - 2 delta the ratio is between 1/(2E) and 2E",
    "Under (epsilon, delta)-DP, for all neighbours and with a drawn from M(x), the probability that P(a)/P'(a) is "
    "between $1/(2e^{\\epsilon})$ and $2e^{\\epsilon}$ is at least $1 - 2\\delta$.",
    "near >= 1 - 2*delta",
    SMALL, kind="equation", silent="a ratio p/0 counts as too large",
    fails=instance(
        "One bit, kept with probability 3/4, e^epsilon = 4/3: no output has a ratio within 2E, and 1 - 2 delta = 1/6.",
        COIN,
        given="E > 1", at={"near": "near(rows[0], rows[1], 2 * E)", "delta": "max(delta(0), delta(1))"},
    ),
    wrong="Both ratios of a coin can be beyond 2E while delta is still below 1/2. It fails at every epsilon, for "
    "every coin whose ratio is between 2E and 2E + 1.",
    cost=WINDOW + " Both are sharp; for any window [1/R, R] with R > E the bound is 1 - delta (R + 1)/(R - E).",
    defect="wrong constant", search=HUNT, means={"delta": "privacy.definition.worst_delta"},
    numbers=(
        "1 - 2*(3/4 - 4/3*1/4) == 1/6",
    ),
)  # fmt: skip

OWN_RATIOS.claim(
    "ratios-within-twice-the-odds-plus-one", "the ratio is within 2E + 1 with probability at least 1 - 2 delta",
    "Outputs with $P > (2E+1) P'$ have $P \\le \\frac{2E+1}{E+1} (P - E P')$, and those with $P' > (2E+1) P$ have $P "
    "\\le \\frac{1}{E+1} (P' - E P)$. Summed, the ratio is outside [1/(2E+1), 2E+1] with probability at most "
    "$\\frac{2E+1}{E+1} d(x,x') + \\frac{1}{E+1} d(x',x)$, which is at most $2 \\delta(x)$.",
    "And(Implies(p > (2*odds + 1)*q, p <= (2*odds + 1)/(odds + 1)*(p - odds*q)), Implies(q > (2*odds + 1)*p, p <= "
    "1/(odds + 1)*(q - odds*p)), (2*odds + 1)/(odds + 1) + 1/(odds + 1) <= 2)",
    and_collected(
        by_solver("one output, all probabilities and odds", ANY_POINT),
        summed(
            "outside <= (2*odds + 1)/(odds + 1)*there + 1/(odds + 1)*back",
            {"outside": "out*p", "there": "Max(0, p - odds*q)", "back": "Max(0, q - odds*p)"}, each="p q out",
            where="Or(out == 0, And(out == 1, Or(p > (2*odds + 1)*q, q > (2*odds + 1)*p)))",
        ),
    ), silent=("a ratio p/0 counts as too large", "outputs form a countable set"),
    mutants={"coefficient 1 of d(x,x')": ("p <= (2*odds + 1)/(odds + 1)*(p", "p <= 1*(p")}, generated="deep",
    trust="countable-sums",
)  # fmt: skip


def wider(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """Probability of a ratio within 2E + 1 under the first law, and delta."""
    return {**ratios(rows, odds), "near": near(rows[0], rows[1], 2 * odds + 1)}


OWN_RATIOS.claim(
    "one-ratio-in-the-wider-window-with-one-minus-twice-delta",
    "at every x the ratio is within 2E + 1 with probability at least 1 - 2 delta(x), and so under (epsilon, delta)-DP",
    "For any mechanism, epsilon and neighbours, with a drawn from M(x), the ratio P(a)/P'(a) is between 1/(2E + 1) and "
    "2E + 1 with probability at least $1 - 2\\delta(x)$. Outputs beyond the window have at most the mass "
    "$\\frac{2E+1}{E+1} d(x,x') + \\frac{1}{E+1} d(x',x)$.",
    "Implies(odds >= 1, near >= 1 - 2*delta)",
    by_solver("all outputs", [
        "odds >= 1",
        summed(
            "outside <= (2*odds + 1)/(odds + 1)*there + 1/(odds + 1)*back",
            {"outside": "out*p", "there": "Max(0, p - odds*q)", "back": "Max(0, q - odds*p)"}, each="p q out",
            where="Or(out == 0, And(out == 1, Or(p > (2*odds + 1)*q, q > (2*odds + 1)*p)))",
        ),
        defined("near", "1 - outside"), defined("delta", "Max(0, there, back, rest)"),
    ]),
    on_instances(
        EXACT, GRID, "small mechanisms", "coins in up to eighths and all pairs of laws in thirds, 3 odds",
        lambda claim: chain(
            each(
                lambda odds, bottom, top: wider(coin(Fraction(top, bottom)), odds), odds=ODDS, bottom=range(2, 9),
                top=lambda at: range(at["bottom"] + 1),
            )(claim), each_mechanism(wider, (2, 2, 3))(claim),
        ),
    ), silent=("a ratio p/0 counts as too large", "outputs form a countable set"),
    symbols={"near": "\\Pr[1/(2E + 1) \\le P/P' \\le 2E + 1]"},
    mutants={"5/4 delta": ("2*delta", "5/4*delta")}, trust="countable-sums", means={"odds": "any number >= 1"},
    survivors=dict.fromkeys((
        "0 for 1 in odds >= 1", "<= for >= in odds >= 1", "without the hypothesis odds >= 1",
        "converse of Implies(odds >= 1, near >= 1 - 2 * delta)", "all outputs, without odds >= 1",
    ), "true: that E is at least 1 is a hypothesis of the proof as well"),
    repairs=("dp-keeps-ratios-within-twice-the-odds", "one-database-keeps-ratios-within-twice-the-odds"),
)  # fmt: skip

OWN_RATIOS.claim(
    "window-of-ratios-cannot-be-smaller", "for every ratio below 2E + 1 a coin has 2 delta < 1 and no output nearer",
    "A coin kept with probability r/(1+r) has delta(x) = (r - E)/(1 + r), and both of its ratios are r or 1/r. For E "
    "<= r < 2E + 1 this is 2 delta < 1. So with any window smaller than 2E + 1 in place of it, the probability is 0 "
    "and the bound 1 - 2 delta is positive.",
    "And(Eq(ratio/(1 + ratio) - odds*(1/(1 + ratio)), (ratio - odds)/(1 + ratio)), (ratio - odds)/(1 + ratio) >= 0, 1 "
    "- 2*(ratio - odds)/(1 + ratio) > 0)",
    by_solver("all ratios", "And(odds >= 1, ratio >= odds, ratio < 2*odds + 1)"),
    mutants={"3 delta": ("1 - 2*", "1 - 3*"), "positive by 1/100": ("> 0)", "> 1/100)")},
)  # fmt: skip

OWN_RATIOS.claim(
    "ratios-in-the-printed-window", "the ratio is within 2E with probability at least 1 - (2 + 1/E) delta",
    "Outputs with $P > 2E P'$ have $P \\le 2 (P - E P')$, and those with $P' > 2E P$ have $P \\le (P' - E P)/E$. So "
    "the probability of the printed window is at least $1 - (2 + 1/E) \\delta(x)$.",
    "And(Implies(p > 2*odds*q, p <= 2*(p - odds*q)), Implies(q > 2*odds*p, p <= 1/odds*(q - odds*p)))",
    and_collected(
        by_solver("one output, all probabilities and odds", ANY_POINT),
        summed(
            "outside <= 2*there + 1/odds*back",
            {"outside": "out*p", "there": "Max(0, p - odds*q)", "back": "Max(0, q - odds*p)"}, each="p q out",
            where="Or(out == 0, And(out == 1, Or(p > 2*odds*q, q > 2*odds*p)))",
        ),
    ), silent=("a ratio p/0 counts as too large", "outputs form a countable set"),
    mutants={"1/(2E) for 1/E": ("1/odds*(q", "1/(2*odds)*(q")}, trust="countable-sums",
    note="A coin of ratio just above 2E has $(2 + 1/E) \\delta(x)$ just above 1: the factor cannot be smaller.",
)  # fmt: skip


def coin_of_ratio(ratio: Fraction, odds: Fraction, delta: Fraction) -> dict[str, Any] | None:
    """A coin by the ratio of its likelihoods, if this delta is enough for it."""
    return {"ratio": ratio, "odds": odds, "delta": delta} if delta >= (ratio - odds) / (1 + ratio) else None


AMONG_COINS = over(
    {"ratio": Rationals(1, 100), "odds": Rationals(1, 100, open_low=True), "delta": Rationals(0, 1, open_low=True)},
    lambda _, at: coin_of_ratio(**at), climbs=False,
)  # fmt: skip
ON_COINS = on_instances(CERTIFIED, GRID, "coins", "4 ratios, 3 odds, 2 delta", each(
    lambda odds, ratio, more: coin_of_ratio(ratio, odds, max(Fraction(0), (ratio - odds) / (1 + ratio)) + more),
    odds=ODDS, ratio=lambda at: (Fraction(1), (1 + at["odds"]) / 2, at["odds"], 2 * at["odds"]),
    more=(Fraction(0), Fraction(1, 100)),
))  # fmt: skip

RATIOS.claim(
    "dp-implies-probabilistic-dp-of-log-two-epsilon",
    "(epsilon, delta)-DP implies ((ln 2) epsilon, 2 delta)-probabilistic DP",
    "Under (epsilon, delta)-DP the ratio P(a)/P'(a) is between $e^{-\\epsilon \\ln 2}$ and $e^{\\epsilon \\ln 2}$ "
    "with probability at least $1 - 2\\delta$. For a coin, whose ratios are r and 1/r, that is: r is at most "
    "$2^{\\epsilon}$, or $2\\delta \\ge 1$.",
    "Or(ratio <= exp(log(2)*log(odds)), 1 - 2*delta <= 0)",
    ON_COINS, at="Sec. 2, footnote 3",
    fails=instance(
        "One bit, kept with probability 2/3, e^epsilon = 2: it is (ln 2, 0)-private, so (ln 2, 1/100)-private, but "
        "both "
        "ratios are 2, more than 2^epsilon = 1.62.", EXACT_COIN, "bound = 1/100",
        given="E > 1; bound > 0; max(delta(0), delta(1)) <= bound; near(rows[0], rows[1], E**log(2)) < 1 - 2 * bound",
        at={"ratio": "rows[0][0] / rows[1][0]", "odds": "E", "delta": "bound"},
    ),
    wrong="ln 2 multiplies epsilon where it has to be added: a mechanism that uses its epsilon up has ratios of "
    "e^epsilon, beyond 2^epsilon.", cost=WINDOW, defect="wrong constant", search=AMONG_COINS,
)  # fmt: skip

OWN_RATIOS.claim(
    "coins-are-probabilistic-dp-of-the-wider-window",
    "for a coin (epsilon, delta)-DP implies (ln(2E + 1), 2 delta)-probabilistic DP",
    "A coin whose likelihoods have the ratio r is $(\\epsilon, \\delta)$-DP if delta is at least (r - E)/(1 + r). Then "
    "r is at most 2E + 1, or $2\\delta \\ge 1$. The general case is ratios-within-twice-the-odds-plus-one.",
    "Or(ratio <= 2*odds + 1, 1 - 2*delta <= 0)",
    by_solver("all coins", ["And(odds >= 1, ratio >= 0)", "delta >= (ratio - odds)/(1 + ratio)"]),
    ON_COINS, at="Sec. 2, footnote 3", given="delta is enough for the coin: delta >= (r - E)/(1 + r)",
    fidelity="narrowed", mutants={"2E": ("2*odds + 1", "2*odds"), "delta": ("2*delta", "delta")},
    survivors={
        "< for <= in ratio <= 2 * odds + 1": "true: at r = 2E + 1 delta is at least 1/2",
        "< for <= in 1 - 2 * delta <= 0": "true: delta is above 1/2 where r is above 2E + 1",
    }, repairs="dp-implies-probabilistic-dp-of-log-two-epsilon",
)  # fmt: skip

RATIOS.claim(
    "log-two-epsilon-is-the-window-of-the-equation",
    "((ln 2) epsilon, 2 delta)-probabilistic DP is equivalent to Eq. (2)",
    "That the ratio is within $e^{\\epsilon \\ln 2}$ with probability $1 - 2\\delta$ is equivalent to Eq. (2), where "
    "it is within $2e^{\\epsilon}$. Stated for coins, whose ratios are r and 1/r.",
    "Equivalent(Or(ratio <= 2*odds, 1 - 2*delta <= 0), Or(ratio <= exp(log(2)*log(odds)), 1 - 2*delta <= 0))",
    ON_COINS, at="Sec. 2, footnote 3, equivalence",
    fails=instance(
        "One bit, kept with probability 2/3, e^epsilon = 2, delta = 1/100: the ratio 2 is within 2E = 4, not within "
        "2^epsilon = 1.62.", EXACT_COIN, "bound = 1/100",
        given="E > 1; bound > 0; near(rows[0], rows[1], 2 * E) >= 1 - 2 * bound; near(rows[0], rows[1], E**log(2)) < "
        "1 - 2 * bound", at={"ratio": "rows[0][0] / rows[1][0]", "odds": "E", "delta": "bound"},
    ), wrong="2 e^epsilon is e^(epsilon + ln 2), not e^(epsilon ln 2).", cost="(ln 2) epsilon reads epsilon + ln 2.",
    defect="typo", search=AMONG_COINS,
)  # fmt: skip

RATIOS.claim(
    "window-of-the-equation-is-epsilon-plus-log-two",
    "2 e^epsilon is e^(epsilon + ln 2): Eq. (2) is probabilistic DP with epsilon + ln 2",
    "The window of Eq. (2) is that of probabilistic DP with $\\epsilon + \\ln 2$, since $e^{\\epsilon + \\ln 2} = 2 "
    "e^{\\epsilon}$.",
    "Eq(exp(log(2) + epsilon), 2*exp(epsilon))",
    by_identity("identity in epsilon", ""), at="Sec. 2, footnote 3, corrected",
    mutants={"as printed": ("log(2) + epsilon", "log(2)*epsilon"), "ln 3": ("log(2)", "log(3)")},
)  # fmt: skip

RATIOS.claim(
    "epsilon-plus-log-two-is-the-window-of-the-equation",
    "(epsilon + ln 2, 2 delta)-probabilistic DP is equivalent to Eq. (2)",
    "That the ratio is within $e^{\\epsilon + \\ln 2}$ with probability $1 - 2\\delta$ is equivalent to Eq. (2), "
    "where it is within $2e^{\\epsilon}$. Stated for coins, whose ratios are r and 1/r.",
    "Equivalent(Or(ratio <= 2*odds, 1 - 2*delta <= 0), Or(ratio <= exp(log(2) + log(odds)), 1 - 2*delta <= 0))",
    in_steps(
        "one window",
        about(Formula("Eq(exp(log(2) + log(odds)), 2*odds)", {"odds": "E"}), by_identity("both ends", "positive odds")),
        by_solver("all coins", ["odds > 0", shown("both ends")]),
    ), ON_COINS,
    at="Sec. 2, footnote 3, corrected", fidelity="typo-corrected", generated="none",
    mutants={"as printed": ("log(2) + log(odds)", "log(2)*log(odds)"), "ln 3": ("exp(log(2)", "exp(log(3)")},
    repairs="log-two-epsilon-is-the-window-of-the-equation",
)  # fmt: skip

RATIOS.claim(
    "one-database-keeps-ratios-within-twice-the-odds",
    "at every x the ratio is within 2E with probability at least 1 - 2 delta(x)",
    "For any mechanism, epsilon and neighbours, with a drawn from M(x), the ratio is between $1/(2e^{\\epsilon})$ and "
    "$2e^{\\epsilon}$ with probability at least $1 - 2\\delta(x)$.",
    "near >= 1 - 2*delta",
    SMALL, at="Sec. 3.2, Justification 2, second display", kind="proof-step", silent="a ratio p/0 counts as too large",
    fails=instance(
        "One bit, kept with probability 3/4, e^epsilon = 4/3: near with probability 0, and 1 - 2 delta(x) = 1/6.", COIN,
        given="E > 1", at={"near": "near(rows[0], rows[1], 2 * E)", "delta": "delta(0)"},
    ), wrong="As in Eq. (2), of which it is the version for one database.", cost=WINDOW, defect="wrong constant",
    search=HUNT, means={"delta": "privacy.definition.database_delta"},
    numbers=(
        "1 - 2*(3/4 - 4/3*1/4) == 1/6",
    ),
)  # fmt: skip

SMOOTHED.claim(
    "smoothed-dp-keeps-ratios-within-twice-the-odds",
    "some assignment has an expected probability of the window of at least 1 - 2 delta",
    "Under (epsilon, delta, Pi)-smoothed DP, the maximum over assignments of the expected probability that the ratio "
    "is between $1/(2e^{\\epsilon})$ and $2e^{\\epsilon}$ is at least $1 - 2\\delta$.",
    "near >= 1 - 2*delta",
    on_instances(
        EXACT, GRID, "coins, where every assignment has the same expectation", "coins in up to eighths, 3 odds", COINS,
    ), silent=("a ratio p/0 counts as too large", "x' is a neighbour chosen as a function of x"),
    fails=instance(
        "One bit, kept with probability 3/4, e^epsilon = 4/3, any sources: both databases have the same delta(x) and "
        "the "
        "same probability 0 of the window, so every expectation is the same. Here with the shares 1/4 and 1/2.", COIN,
        "chance = lambda x: near(rows[x], rows[1 - x], 2 * E); mean = lambda p, x0, x1: p * x1 + (1 - p) * x0; "
        "smoothed = max(mean(p, delta(0), delta(1)) for p in (1/4, 1/2))", given="E > 1",
        at={"near": "max(mean(p, chance(0), chance(1)) for p in (1/4, 1/2))", "delta": "smoothed"},
    ),
    wrong="As in Eq. (2). Moreover a maximum over assignments is too weak to say much: one assignment under which the "
    "mechanism is insensitive would do.", cost=WINDOW + " It then holds with the minimum over assignments.",
    defect="wrong constant",
    search=over(
        {"keep": Rationals(0, 1), "odds": Rationals(1, 100, open_low=True)},
        lambda _, at: ratios(coin(at["keep"]), at["odds"]), climbs=False,
    ), means={"near": "privacy.definition.largest_expectation", "delta": "privacy.definition.smoothed_delta_by_lists"},
)  # fmt: skip


def two_sources(rows: tuple[Row, ...], odds: Fraction, shares: tuple[Fraction, ...]) -> dict[str, Any]:
    """One bit from either of two sources: the least expected chance of the wider window, the largest mean delta."""
    chances, found = [near(rows[x], rows[1 - x], 2 * odds + 1) for x in (0, 1)], deltas(rows, odds)
    means, losses = ([share * at[1] + (1 - share) * at[0] for share in shares] for at in (chances, found))
    return {"near": min(means), "delta": max(losses)}


OWN_RATIOS.claim(
    "smoothed-ratios-within-twice-the-odds-plus-one",
    "for every assignment the expected probability of the window 2E + 1 is at least 1 - 2 delta",
    "If the window 2E + 1 has the expected probability 1 - 2 E delta(x) at least, under one assignment, and E "
    "delta(x) is at most delta under all, then it is at least $1 - 2\\delta$ under every one: the minimum over "
    "assignments, not only the maximum.",
    "near >= 1 - 2*delta",
    in_steps(
        "outputs, databases and assignments",
        about(RATIOS.formula("Implies(odds >= 1, near >= 1 - 2*loss)"), by_solver(
            # `there` and `back` are d(x,x') and d(x',x), `rest` is what is lost to other neighbours.
            "all outputs beyond the window",
            [
                summed(
                    "Implies(odds >= 1, (one - near)*(odds + 1) <= (2*odds + 1)*there + back)",
                    {"one": "p", "near": "(1 - out)*p", "there": "Max(0, p - odds*q)", "back": "Max(0, q - odds*p)"},
                    cite("ratios-within-twice-the-odds-plus-one"), each="p q out",
                    where=(
                        "And(p >= 0, q >= 0)",
                        "Or(out == 0, And(out == 1, Or(p > (2*odds + 1)*q, q > (2*odds + 1)*p)))",
                    ),
                ), defined("one", "1"), defined("loss", "Max(there, back, rest)"),
            ],
        )),
        by_solver("all assignments", [
            averaged(
                "near >= 1 - 2*mean", {"near": "here", "mean": "loss"},
                shown("all outputs beyond the window", {"near": "here"}), each="here loss there back rest odds",
                where="And(loss == Max(there, back, rest), odds >= 1)",
            ),
            defined("delta", "Max(mean, rest)"),
        ]),
    ),
    on_instances(
        EXACT, GRID, "one bit, two sources", "laws in thirds, 3 odds",
        each_mechanism(two_sources, (2, 2, 3), shares=[(Fraction(1, 4), Fraction(1, 2)), (Fraction(0), Fraction(1))]),
    ), mutants={"1 - delta": ("2*delta", "delta")}, repairs="smoothed-dp-keeps-ratios-within-twice-the-odds",
    means={"near": "privacy.definition.largest_expectation", "delta": "privacy.definition.smoothed_delta_by_lists"},
)  # fmt: skip
