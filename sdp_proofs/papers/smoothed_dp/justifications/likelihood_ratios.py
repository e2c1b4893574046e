"""Justification 2, Eq. (2) and footnote 3: how probable it is that two likelihoods are comparable, and smoothed.

Items: Eq. (2).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Sec. 2, Eq. (2)", {
    "p": "P(a)", "q": "P'(a)", "near": "\\Pr[\\text{near}]", "odds": "E", "ratio": "r", "delta": "\\delta",
    "epsilon": "\\epsilon", "loss": "\\delta(x)",
}, {
    "p": "any law of the output: P(a)", "q": "any law of the output: P'(a)", "delta": "any number",
    "near": "papers.smoothed_dp.justifications.one_record_instances.near",
})  # fmt: skip
OWN, SMOOTHED = SECTION.beside(PROJECT, "Ratios"), SECTION.beside(SMOOTHED_DP, "Sec. 3.2, Justification 2")

COIN: Mapping[str, str] = {"E": "4/3", "rows": "((3/4, 1/4), (1/4, 3/4))", **ROWS, **NEAR}
EXACT_COIN: Mapping[str, str] = {"E": "2", "rows": "((2/3, 1/3), (1/3, 2/3))", **ROWS, **NEAR}
WINDOW = "The window has to be [1/(2E + 1), 2E + 1] with E = e^epsilon, or the bound 1 - (2 + 1/E) delta."
ANY_POINT = "And(p >= 0, q >= 0, odds >= 1)"


def ratios(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """How probable the printed window is under the first law, and delta."""
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

SECTION.claim(
    "dp-keeps-ratios-within-twice-the-odds", "with probability at least 1 - 2 delta the ratio is between 1/(2E) and 2E",
    "Under (epsilon, delta)-DP, for all neighbours and with a drawn from M(x), the probability that P(a)/P'(a) is "
    "between $1/(2e^{\\epsilon})$ and $2e^{\\epsilon}$ is at least $1 - 2\\delta$.",
    "near >= 1 - 2*delta",
    SMALL, kind="equation", silent="a ratio p/0 counts as too large",
    fails=instance(
        "One bit, kept with probability 3/4, odds 4/3: no output has a ratio within 2E, and 1 - 2 delta = 1/6.", COIN,
        given="E > 1", at={"near": "near(rows[0], rows[1], 2 * E)", "delta": "max(delta(0), delta(1))"},
    ),
    wrong="Both ratios of a coin can be beyond 2E while delta is still below 1/2. It fails at every epsilon, for "
    "every coin whose ratio is between 2E and 2E + 1.",
    cost=WINDOW + " Both are sharp; for any window [1/R, R] with R > E the bound is 1 - delta (R + 1)/(R - E).",
    defect="wrong constant", search=HUNT, means={"delta": "privacy.definition.worst_delta"}, recorded="refuted",
)  # fmt: skip

OWN.claim(
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
    repairs=(
        "dp-keeps-ratios-within-twice-the-odds", "dp-implies-probabilistic-dp-of-log-two-epsilon",
        "one-database-keeps-ratios-within-twice-the-odds",
    ), trust="countable-sums",
)  # fmt: skip

OWN.claim(
    "window-of-ratios-cannot-be-smaller", "for every ratio below 2E + 1 a coin has 2 delta < 1 and no output nearer",
    "A coin kept with probability r/(1+r) has delta(x) = (r - E)/(1 + r), and both of its ratios are r or 1/r. For E "
    "<= r < 2E + 1 this is 2 delta < 1. So with any window smaller than 2E + 1 in place of it, the probability is 0 "
    "and the bound 1 - 2 delta is positive.",
    "And(Eq(ratio/(1 + ratio) - odds*(1/(1 + ratio)), (ratio - odds)/(1 + ratio)), (ratio - odds)/(1 + ratio) >= 0, 1 "
    "- 2*(ratio - odds)/(1 + ratio) > 0)",
    by_solver("all ratios", "And(odds >= 1, ratio >= odds, ratio < 2*odds + 1)"),
    mutants={"3 delta": ("1 - 2*", "1 - 3*"), "positive by 1/100": ("> 0)", "> 1/100)")},
)  # fmt: skip

OWN.claim(
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

SECTION.claim(
    "dp-implies-probabilistic-dp-of-log-two-epsilon",
    "(epsilon, delta)-DP implies ((ln 2) epsilon, 2 delta)-probabilistic DP",
    "Under (epsilon, delta)-DP the ratio P(a)/P'(a) is between $e^{-\\epsilon \\ln 2}$ and $e^{\\epsilon \\ln 2}$ "
    "with probability at least $1 - 2\\delta$. For a coin, whose ratios are r and 1/r, that is: r is at most "
    "$2^{\\epsilon}$, or $2\\delta \\ge 1$.",
    "Or(ratio <= exp(log(2)*log(odds)), 1 - 2*delta <= 0)",
    ON_COINS, at="Sec. 2, footnote 3",
    fails=instance(
        "One bit, kept with probability 2/3, odds 2: it is (ln 2, 0)-private, so (ln 2, 1/100)-private, but both "
        "ratios are 2, more than 2^epsilon = 1.62.", EXACT_COIN, "bound = 1/100",
        given="E > 1; bound > 0; max(delta(0), delta(1)) <= bound; near(rows[0], rows[1], E**log(2)) < 1 - 2 * bound",
        at={"ratio": "rows[0][0] / rows[1][0]", "odds": "E", "delta": "bound"},
    ),
    wrong="ln 2 multiplies epsilon where it has to be added: a mechanism that uses its epsilon up has ratios of "
    "e^epsilon, beyond 2^epsilon.", cost=WINDOW, defect="wrong constant", search=AMONG_COINS, recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "log-two-epsilon-is-the-window-of-the-equation",
    "((ln 2) epsilon, 2 delta)-probabilistic DP is equivalent to Eq. (2)",
    "That the ratio is within $e^{\\epsilon \\ln 2}$ with probability $1 - 2\\delta$ is equivalent to Eq. (2), where "
    "it is within $2e^{\\epsilon}$. Stated for coins, whose ratios are r and 1/r.",
    "Equivalent(Or(ratio <= 2*odds, 1 - 2*delta <= 0), Or(ratio <= exp(log(2)*log(odds)), 1 - 2*delta <= 0))",
    ON_COINS, at="Sec. 2, footnote 3, equivalence",
    fails=instance(
        "One bit, kept with probability 2/3, odds 2, delta = 1/100: the ratio 2 is within 2E = 4, not within "
        "2^epsilon = 1.62.", EXACT_COIN, "bound = 1/100",
        given="E > 1; bound > 0; near(rows[0], rows[1], 2 * E) >= 1 - 2 * bound; near(rows[0], rows[1], E**log(2)) < "
        "1 - 2 * bound", at={"ratio": "rows[0][0] / rows[1][0]", "odds": "E", "delta": "bound"},
    ), wrong="2 e^epsilon is e^(epsilon + ln 2), not e^(epsilon ln 2).", cost="(ln 2) epsilon reads epsilon + ln 2.",
    defect="typo", search=AMONG_COINS,
)  # fmt: skip

SECTION.claim(
    "window-of-the-equation-is-epsilon-plus-log-two",
    "2 e^epsilon is e^(epsilon + ln 2): Eq. (2) is probabilistic DP with epsilon + ln 2",
    "The window of Eq. (2) is that of probabilistic DP with $\\epsilon + \\ln 2$, since $e^{\\epsilon + \\ln 2} = 2 "
    "e^{\\epsilon}$.",
    "Eq(exp(log(2) + epsilon), 2*exp(epsilon))",
    by_identity("identity in epsilon", ""), at="Sec. 2, footnote 3, corrected",
    mutants={"as printed": ("log(2) + epsilon", "log(2)*epsilon"), "ln 3": ("log(2)", "log(3)")},
)  # fmt: skip

SECTION.claim(
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

SECTION.claim(
    "one-database-keeps-ratios-within-twice-the-odds",
    "at every x the ratio is within 2E with probability at least 1 - 2 delta(x)",
    "For any mechanism, epsilon and neighbours, with a drawn from M(x), the ratio is between $1/(2e^{\\epsilon})$ and "
    "$2e^{\\epsilon}$ with probability at least $1 - 2\\delta(x)$.",
    "near >= 1 - 2*delta",
    SMALL, at="Sec. 3.2, Justification 2, second display", kind="proof-step", silent="a ratio p/0 counts as too large",
    fails=instance(
        "One bit, kept with probability 3/4, odds 4/3: near with probability 0, and 1 - 2 delta(x) = 1/6.", COIN,
        given="E > 1", at={"near": "near(rows[0], rows[1], 2 * E)", "delta": "delta(0)"},
    ), wrong="As in Eq. (2), of which it is the version for one database.", cost=WINDOW, defect="wrong constant",
    search=HUNT, means={"delta": "privacy.definition.database_delta"}, recorded="refuted",
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
        "One bit, kept with probability 3/4, odds 4/3, any sources: both databases have the same delta(x) and the "
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


def both_sources(rows: tuple[Row, ...], odds: Fraction, shares: tuple[Fraction, ...]) -> dict[str, Any]:
    """One bit from either of two sources: the least expected chance of the wider window, the largest mean delta."""
    chances, found = [near(rows[x], rows[1 - x], 2 * odds + 1) for x in (0, 1)], deltas(rows, odds)
    means, losses = ([share * at[1] + (1 - share) * at[0] for share in shares] for at in (chances, found))
    return {"near": min(means), "delta": max(losses)}


OWN.claim(
    "smoothed-ratios-within-twice-the-odds-plus-one",
    "for every assignment the expected probability of the window 2E + 1 is at least 1 - 2 delta",
    "If the window 2E + 1 has the expected probability 1 - 2 E delta(x) at least, under one assignment, and E "
    "delta(x) is at most delta under all, then it is at least $1 - 2\\delta$ under every one: the minimum over "
    "assignments, not only the maximum.",
    "near >= 1 - 2*delta",
    in_steps(
        "outputs, databases and assignments",
        about(SECTION.formula("Implies(odds >= 1, near >= 1 - 2*loss)"), by_solver(
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
        each_mechanism(both_sources, (2, 2, 3), shares=[(Fraction(1, 4), Fraction(1, 2)), (Fraction(0), Fraction(1))]),
    ), mutants={"1 - delta": ("2*delta", "delta")}, repairs="smoothed-dp-keeps-ratios-within-twice-the-odds",
    means={"near": "privacy.definition.largest_expectation", "delta": "privacy.definition.smoothed_delta_by_lists"},
)  # fmt: skip
