"""Justification 2, Eq. (2) and footnote 3: how probable it is that the two likelihoods are comparable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import BOUNDARY, EQUAL, NOT_ATTAINED, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.instances.one_record import NEAR, ODDS, ROWS, Row, coin, deltas, near, rows_at, small_rows, space
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Rationals
from sdp_proofs.numerics.formula import Formula

POINT = {"p": "P(a)", "q": "P'(a)", "odds": "E"}
RATIO = {"near": r"\Pr[\text{near}]", "delta": r"\delta", "odds": "E", "ratio": "r", "mean": r"\mathrm{E}\,\delta(x)"}
PRINTED = Formula("near >= 1 - 2*delta", RATIO)
WIDER = Formula(
    "And(Implies(p > (2*odds + 1)*q, p <= (2*odds + 1)/(odds + 1)*(p - odds*q)), Implies(q > (2*odds + 1)*p, p <= "
    "1/(odds + 1)*(q - odds*p)), (2*odds + 1)/(odds + 1) + 1/(odds + 1) <= 2)",
    POINT,
)
SAME_WINDOW = Formula(
    "And(Implies(p > 2*odds*q, p <= 2*(p - odds*q)), Implies(q > 2*odds*p, p <= 1/odds*(q - odds*p)))", POINT
)
SHARP = Formula("And((ratio - odds)/(1 + ratio) >= 0, 1 - 2*(ratio - odds)/(1 + ratio) > 0)", RATIO)
LOG_TWO = Formula("Or(ratio <= exp(log(2)*log(odds)), 1 - 2*delta <= 0)", RATIO)
SAME = Formula(
    "Equivalent(Or(ratio <= 2*odds, 1 - 2*delta <= 0), Or(ratio <= exp(log(2)*log(odds)), 1 - 2*delta <= 0))", RATIO
)
SHIFTED = Formula("Eq(exp(log(2) + epsilon), 2*exp(epsilon))", {"epsilon": r"\epsilon"})
AVERAGED = Formula("near >= 1 - 2*delta", RATIO)
OUTSIDE = Hypothesis("a ratio p/0 counts as too large", silent=True)


def _ratios(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    found = deltas(rows, odds)
    return {"near": near(rows[0], rows[1], 2 * odds), "delta": max(found), "odds": odds}


def coins(_: Claim) -> Iterator[Instance]:
    """Coins of small denominators, and two laws in thirds."""
    for odds in ODDS:
        for bottom in range(2, 9):
            for top in range(bottom + 1):
                yield f"coin kept with {top}/{bottom}", _ratios(coin(Fraction(top, bottom)), odds)
        for rows in small_rows(2, 2, 3):
            yield f"laws {rows}", _ratios(rows, odds)


def _coin_of_ratio(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return at if at["delta"] >= (at["ratio"] - at["odds"]) / (1 + at["ratio"]) else None


def coins_of_ratio(claim: Claim) -> Iterator[Instance]:
    """Coins by the ratio of their likelihoods, with the delta that they have, or a little more."""
    for odds in ODDS:
        for ratio in (Fraction(1), (1 + odds) / 2, odds, 2 * odds):
            least = max(Fraction(0), (ratio - odds) / (1 + ratio))
            for delta in (least, least + Fraction(1, 100)):
                yield f"coin of ratio {ratio}", {"ratio": ratio, "odds": odds, "delta": delta}


COIN = {"E": "4/3", "rows": "((3/4, 1/4), (1/4, 3/4))", **ROWS, **NEAR}
EXACT_COIN = {"E": "2", "rows": "((2/3, 1/3), (1/3, 2/3))", **ROWS, **NEAR}
COINS = {
    "ratio": Rationals(1, 100),
    "odds": Rationals(1, 100, open_low=True),
    "delta": Rationals(0, 1, open_low=True),
}
GRID = "coins in up to eighths and all pairs of laws in thirds, 3 odds"
HUNT = over(space(2, 2), lambda _, at: _ratios(rows_at(at), at["odds"]), climbs=False)
ANY_POINT = Formula("And(p >= 0, q >= 0, odds >= 1)", POINT)
WINDOW = "The window has to be [1/(2E + 1), 2E + 1] with E = e^epsilon, or the bound 1 - (2 + 1/E) delta."

CLAIMS = (
    Claim(
        id="dp-keeps-ratios-within-twice-the-odds",
        paper="smoothed-dp",
        locator="Sec. 2, Eq. (2)",
        title="with probability at least 1 - 2 delta the ratio is between 1/(2E) and 2E",
        kind=Kind.EQUATION,
        statement="Under (epsilon, delta)-DP, for all neighbours and with a drawn from M(x), the probability that "
        "P(a)/P'(a) is between $1/(2e^{\\epsilon})$ and $2e^{\\epsilon}$ is at least $1 - 2\\delta$.",
        hypotheses=(OUTSIDE,),
        formula=PRINTED,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "small mechanisms", GRID, coins),),
        near_misses=(
            NearMiss("strictly", PRINTED.mutate(">=", ">")),
            NearMiss("1 - delta", PRINTED.mutate("2*delta", "delta")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratios-within-twice-the-odds-plus-one",
        counterexample=Counterexample(
            "One bit, kept with probability 3/4, odds 4/3: no output has a ratio within 2E, and 1 - 2 delta = 1/6.",
            COIN,
            fails="near(rows[0], rows[1], 2 * E) >= 1 - 2 * max(delta(0), delta(1))",
            given=("E > 1",),
        ),
        erratum=Erratum(
            "Both ratios of a coin can be beyond 2E while delta is still below 1/2. It fails at every epsilon, for "
            "every coin whose ratio is between 2E and 2E + 1.",
            WINDOW + " Both are sharp; for any window [1/R, R] with R > E the bound is 1 - delta (R + 1)/(R - E).",
            defect=Defect.CONSTANT,
        ),
        search=HUNT,
    ),
    Claim(
        id="ratios-within-twice-the-odds-plus-one",
        paper="project",
        locator="Ratios",
        title="the ratio is within 2E + 1 with probability at least 1 - 2 delta",
        kind=Kind.PROJECT,
        statement="Outputs with $P > (2E+1) P'$ have $P \\le \\frac{2E+1}{E+1} (P - E P')$, and those with $P' > "
        "(2E+1) P$ have $P \\le \\frac{1}{E+1} (P' - E P)$. Summed, the ratio is outside [1/(2E+1), 2E+1] with "
        "probability at most $\\frac{2E+1}{E+1} d(x,x') + \\frac{1}{E+1} d(x',x)$, which is at most $2 \\delta(x)$.",
        hypotheses=(OUTSIDE,),
        formula=WIDER,
        checks=(by_solver("one output, all probabilities and odds", [ANY_POINT]),),
        near_misses=(
            NearMiss("window 2E", WIDER.mutate("p > (2*odds + 1)*q", "p > 2*odds*q")),
            NearMiss("coefficient 1 of d(x,x')", WIDER.mutate("p <= (2*odds + 1)/(odds + 1)*(p", "p <= 1*(p")),
            NearMiss("window 2E for the other", WIDER.mutate("q > (2*odds + 1)*p", "q > 2*odds*p")),
        ),
        family=family(
            deep=True,
            true={
                NOT_ATTAINED: [
                    "< for <= in p <= (2 * odds + 1) / (odds + 1) * (p - odds * q)",
                    "< for <= in p <= 1 / (odds + 1) * (q - odds * p)",
                ],
                BOUNDARY: [">= for > in p > (2 * odds + 1) * q", ">= for > in q > (2 * odds + 1) * p"],
                EQUAL: [">= for <= in (2 * odds + 1) / (odds + 1) + 1 / (odds + 1) <= 2"],
                NOT_NEEDED: [
                    "one output, all probabilities and odds, without p >= 0",
                    "one output, all probabilities and odds, without q >= 0",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "sum-over-outputs"),
        search=over(
            {"p": Rationals(0, 1), "q": Rationals(0, 1), "odds": Rationals(1, 100)}, lambda _, at: at, climbs=False
        ),
    ),
    Claim(
        id="window-of-ratios-cannot-be-smaller",
        paper="project",
        locator="Ratios",
        title="for every ratio below 2E + 1 a coin has 2 delta < 1 and no output nearer",
        kind=Kind.PROJECT,
        statement="A coin kept with probability r/(1+r) has delta(x) = (r - E)/(1 + r), and both of its ratios are r "
        "or 1/r. For E <= r < 2E + 1 this is 2 delta < 1. So with any window smaller than 2E + 1 in place of it, the "
        "probability is 0 and the bound 1 - 2 delta is positive.",
        formula=SHARP,
        checks=(by_solver("all ratios", [Formula("And(odds >= 1, ratio >= odds, ratio < 2*odds + 1)", RATIO)]),),
        near_misses=(
            NearMiss("3 delta", SHARP.mutate("1 - 2*", "1 - 3*")),
            NearMiss("positive by 1/100", SHARP.mutate("> 0)", "> 1/100)")),
        ),
        family=family(true={ROOM: ["2 for 1 in 1 + ratio"], NOT_NEEDED: ["all ratios, without odds >= 1"]}),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="ratios-in-the-printed-window",
        paper="project",
        locator="Ratios",
        title="the ratio is within 2E with probability at least 1 - (2 + 1/E) delta",
        kind=Kind.PROJECT,
        statement="Outputs with $P > 2E P'$ have $P \\le 2 (P - E P')$, and those with $P' > 2E P$ have $P \\le (P' - "
        "E P)/E$. So the probability of the printed window is at least $1 - (2 + 1/E) \\delta(x)$; a coin of ratio "
        "just above 2E shows that this cannot be improved.",
        hypotheses=(OUTSIDE,),
        formula=SAME_WINDOW,
        checks=(by_solver("one output, all probabilities and odds", [ANY_POINT]),),
        near_misses=(
            NearMiss("1 for 2", SAME_WINDOW.mutate("p <= 2*(p", "p <= 1*(p")),
            NearMiss("1/(2E) for 1/E", SAME_WINDOW.mutate("1/odds*(q", "1/(2*odds)*(q")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["< for <= in p <= 2 * (p - odds * q)", "< for <= in p <= 1 / odds * (q - odds * p)"],
                BOUNDARY: [">= for > in p > 2 * odds * q", ">= for > in q > 2 * odds * p"],
                NOT_NEEDED: [
                    "one output, all probabilities and odds, without p >= 0",
                    "one output, all probabilities and odds, without q >= 0",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="dp-implies-probabilistic-dp-of-log-two-epsilon",
        paper="smoothed-dp",
        locator="Sec. 2, footnote 3",
        title="(epsilon, delta)-DP implies ((ln 2) epsilon, 2 delta)-probabilistic DP",
        kind=Kind.STATEMENT,
        statement="Under (epsilon, delta)-DP the ratio P(a)/P'(a) is between $e^{-\\epsilon \\ln 2}$ and $e^{\\epsilon "
        "\\ln 2}$ with probability at least $1 - 2\\delta$. For a coin, whose ratios are r and 1/r, that is: r is at "
        "most $2^{\\epsilon}$, or $2\\delta \\ge 1$.",
        formula=LOG_TWO,
        checks=(on_instances(Method.CERTIFIED, Coverage.GRID, "coins", "4 ratios, 3 odds, 2 delta", coins_of_ratio),),
        near_misses=(
            NearMiss("delta for 2 delta", LOG_TWO.mutate("2*delta", "delta")),
            NearMiss("half of ln 2", LOG_TWO.mutate("exp(log(2)", "exp(1/2*log(2)")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratios-within-twice-the-odds-plus-one",
        counterexample=Counterexample(
            "One bit, kept with probability 2/3, odds 2: it is (ln 2, 0)-private, so (ln 2, 1/100)-private, but both "
            "ratios are 2, more than 2^epsilon = 1.62.",
            {**EXACT_COIN, "bound": "1/100"},
            fails="near(rows[0], rows[1], E**log(2)) >= 1 - 2 * bound",
            given=("E > 1", "bound > 0", "max(delta(0), delta(1)) <= bound"),
        ),
        erratum=Erratum(
            "ln 2 multiplies epsilon where it has to be added: a mechanism that uses its epsilon up has ratios of "
            "e^epsilon, beyond 2^epsilon.",
            WINDOW,
            defect=Defect.CONSTANT,
        ),
        search=over(COINS, _coin_of_ratio, climbs=False),
        trust=("arb",),
    ),
    Claim(
        id="log-two-epsilon-is-the-window-of-the-equation",
        paper="smoothed-dp",
        locator="Sec. 2, footnote 3, equivalence",
        title="((ln 2) epsilon, 2 delta)-probabilistic DP is equivalent to Eq. (2)",
        kind=Kind.STATEMENT,
        statement="That the ratio is within $e^{\\epsilon \\ln 2}$ with probability $1 - 2\\delta$ is equivalent to "
        "Eq. (2), where it is within $2e^{\\epsilon}$. Stated for coins, whose ratios are r and 1/r.",
        formula=SAME,
        checks=(on_instances(Method.CERTIFIED, Coverage.GRID, "coins", "4 ratios, 3 odds, 2 delta", coins_of_ratio),),
        near_misses=(
            NearMiss("2^epsilon and E", SAME.mutate("ratio <= 2*odds", "ratio <= odds")),
            NearMiss("2^epsilon and 3E", SAME.mutate("ratio <= 2*odds", "ratio <= 3*odds")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="window-of-the-equation-is-epsilon-plus-log-two",
        counterexample=Counterexample(
            "One bit, kept with probability 2/3, odds 2, delta = 1/100: the ratio 2 is within 2E = 4, not within "
            "2^epsilon = 1.62.",
            {**EXACT_COIN, "bound": "1/100"},
            fails="near(rows[0], rows[1], 2 * E) < 1 - 2 * bound or near(rows[0], rows[1], E**log(2)) >= 1 - 2 * bound",
            given=("E > 1", "bound > 0"),
        ),
        erratum=Erratum(
            "2 e^epsilon is e^(epsilon + ln 2), not e^(epsilon ln 2).",
            "(ln 2) epsilon reads epsilon + ln 2.",
            defect=Defect.TYPO,
        ),
        search=over(COINS, _coin_of_ratio, climbs=False),
        trust=("arb",),
    ),
    Claim(
        id="window-of-the-equation-is-epsilon-plus-log-two",
        paper="smoothed-dp",
        locator="Sec. 2, footnote 3, corrected",
        title="2 e^epsilon is e^(epsilon + ln 2): Eq. (2) is probabilistic DP with epsilon + ln 2",
        kind=Kind.STATEMENT,
        statement="The window of Eq. (2) is that of probabilistic DP with $\\epsilon + \\ln 2$, since "
        "$e^{\\epsilon + \\ln 2} = 2 e^{\\epsilon}$.",
        formula=SHIFTED,
        checks=(by_identity("identity in epsilon", {"epsilon": "real"}),),
        near_misses=(
            NearMiss("as printed", SHIFTED.mutate("log(2) + epsilon", "log(2)*epsilon")),
            NearMiss("ln 3", SHIFTED.mutate("log(2)", "log(3)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="one-database-keeps-ratios-within-twice-the-odds",
        paper="smoothed-dp",
        locator="Sec. 3.2, Justification 2, second display",
        title="at every x the ratio is within 2E with probability at least 1 - 2 delta(x)",
        kind=Kind.PROOF_STEP,
        statement="For any mechanism, epsilon and neighbours, with a drawn from M(x), the ratio is between "
        "$1/(2e^{\\epsilon})$ and $2e^{\\epsilon}$ with probability at least $1 - 2\\delta(x)$.",
        hypotheses=(OUTSIDE,),
        formula=PRINTED,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "small mechanisms", GRID, coins),),
        near_misses=(
            NearMiss("strictly", PRINTED.mutate(">=", ">")),
            NearMiss("1 - delta", PRINTED.mutate("2*delta", "delta")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratios-within-twice-the-odds-plus-one",
        counterexample=Counterexample(
            "One bit, kept with probability 3/4, odds 4/3: near with probability 0, and 1 - 2 delta(x) = 1/6.",
            COIN,
            fails="near(rows[0], rows[1], 2 * E) >= 1 - 2 * delta(0)",
            given=("E > 1",),
        ),
        erratum=Erratum("As in Eq. (2), of which it is the version for one database.", WINDOW, defect=Defect.CONSTANT),
        search=HUNT,
    ),
    Claim(
        id="smoothed-dp-keeps-ratios-within-twice-the-odds",
        paper="smoothed-dp",
        locator="Sec. 3.2, Justification 2",
        title="some assignment has an expected probability of the window of at least 1 - 2 delta",
        kind=Kind.STATEMENT,
        statement="Under (epsilon, delta, Pi)-smoothed DP, the maximum over assignments of the expected probability "
        "that the ratio is between $1/(2e^{\\epsilon})$ and $2e^{\\epsilon}$ is at least $1 - 2\\delta$.",
        hypotheses=(OUTSIDE, Hypothesis("x' is a neighbour chosen as a function of x", silent=True)),
        formula=PRINTED,
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "coins, where every assignment has the same expectation",
                "coins in up to eighths, 3 odds",
                lambda claim: (entry for entry in coins(claim) if entry[0].startswith("coin")),
            ),
        ),
        near_misses=(
            NearMiss("strictly", PRINTED.mutate(">=", ">")),
            NearMiss("1 - delta", PRINTED.mutate("2*delta", "delta")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-ratios-within-twice-the-odds-plus-one",
        counterexample=Counterexample(
            "One bit, kept with probability 3/4, odds 4/3, any sources: both databases have the same delta(x) and the "
            "same probability 0 of the window, so every expectation is the same. Here with the shares 1/4 and 1/2.",
            {
                **COIN,
                "chance": "lambda x: near(rows[x], rows[1 - x], 2 * E)",
                "mean": "lambda p, x0, x1: p * x1 + (1 - p) * x0",
                "smoothed": "max(mean(p, delta(0), delta(1)) for p in (1/4, 1/2))",
            },
            fails="max(mean(p, chance(0), chance(1)) for p in (1/4, 1/2)) >= 1 - 2 * smoothed",
            given=("E > 1",),
        ),
        erratum=Erratum(
            "As in Eq. (2). Moreover a maximum over assignments is too weak to say much: one assignment under which "
            "the mechanism is insensitive would do.",
            WINDOW + " It then holds with the minimum over assignments.",
            defect=Defect.CONSTANT,
        ),
        search=over(
            {"keep": Rationals(0, 1), "odds": Rationals(1, 100, open_low=True)},
            lambda _, at: _ratios(coin(at["keep"]), at["odds"]),
            climbs=False,
        ),
    ),
    Claim(
        id="smoothed-ratios-within-twice-the-odds-plus-one",
        paper="project",
        locator="Ratios",
        title="for every assignment the expected probability of the window 2E + 1 is at least 1 - 2 delta",
        kind=Kind.PROJECT,
        statement="If the window 2E + 1 has the expected probability 1 - 2 E delta(x) at least, under one assignment, "
        "and E delta(x) is at most delta under all, then it is at least $1 - 2\\delta$ under every one: the minimum "
        "over assignments, not only the maximum.",
        formula=AVERAGED,
        checks=(by_solver("all expectations", [Formula("And(near >= 1 - 2*mean, mean <= delta)", RATIO)]),),
        near_misses=(
            NearMiss("1 - delta", AVERAGED.mutate("2*delta", "delta")),
            NearMiss("strictly", AVERAGED.mutate(">=", ">")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("ratios-within-twice-the-odds-plus-one",),
        trust=("z3", "averaging"),
    ),
)
