"""Several releases of the same data at every budget between: the bound of Kairouz, Oh and Viswanath, pointwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, IDLE, NOT_NEEDED, family
from sdp_proofs.claims.project.one_more_release import by_two_budgets, part
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.composition import both_ways, joined, loss
from sdp_proofs.claims.smoothed_dp.derivations.repeated_release import BUDGETS_BETWEEN
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Laws, Rationals
from sdp_proofs.numerics.formula import Formula

CURVE = {"p": "P(a)", "q": "P'(a)", "odds": "E", "w": "w"}
CHORD = Formula(
    "And(Max(0, p - (w/odds + (1 - w)*odds)*q) <= w*(p - q/odds + Max(0, q - odds*p)/odds) + (1 - w)*Max(0, p - "
    "odds*q), Max(0, p - w/odds*q) <= (1 - w)*p + w*Max(0, p - q/odds), Max(0, p - (odds + w)*q) <= Max(0, p - "
    "odds*q))",
    CURVE,
)
FACTOR = Formula(
    "Max(0, p*r - t*q*s) == r*Max(0, p - t*s/r*q)",
    {"p": "P_1(a)", "q": "P'_1(a)", "r": "P_2(b)", "s": "P'_2(b)", "t": "t"},
)
ALL_BUDGETS = Formula(
    "composed <= 1 - survives*(1 - part)",
    {"composed": r"\delta^{(k)}(E^{k-2j})", "survives": r"(1 - \delta(E))^k", "part": r"\delta_j"},
)
ATTAINED = Formula(ALL_BUDGETS.text.replace("<=", "=="), ALL_BUDGETS.symbols)
REPEATED: dict[str, Domain] = {
    "releases": Integers(1, 4),
    "steps": Integers(0, lambda at: at["releases"] // 2),
    "first": Laws(2),
    "second": Laws(2),
    "odds": Rationals(1, 5, open_low=True),
}


def repeated(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Several independent releases with the same two laws, at the budget (k - 2j) epsilon."""
    k, j, odds = at["releases"], at["steps"], at["odds"]
    first, second = (reduce(joined, [at[name]] * k) for name in ("first", "second"))
    delta = both_ways(at["first"], at["second"], odds)
    return {
        "composed": max(loss(first, second, odds ** (k - 2 * j)), loss(second, first, odds ** (k - 2 * j))),
        "delta": delta,
        "survives": (1 - delta) ** k,
        "part": part(k, j, odds),
    }


def small_repeats(claim: Claim) -> Iterator[Instance]:
    """Pairs of laws on two and three outputs."""
    for size, odds in product((2, 3), (Fraction(3, 2), Fraction(3))):
        laws = [law for level in range(3) for law in Laws(size).at_level(level, {})]
        for first, second, k in product(laws, laws, (1, 2, 3)):
            for j in range(k // 2 + 1):
                at = {"releases": k, "steps": j, "first": first, "second": second, "odds": odds}
                shown = ", ".join(map(str, first)), ", ".join(map(str, second))
                yield f"({shown[0]}) and ({shown[1]}), k = {k}, j = {j}, odds {odds}", repeated(claim, at)


def extreme_repeats(claim: Claim) -> Iterator[Instance]:
    """Randomised responses that reveal everything with a given probability."""
    for odds, delta, k in product(
        map(Fraction, ("1", "51/49", "3/2", "3")), map(Fraction, ("0", "1/100", "1/4", "1")), (1, 2, 3, 4)
    ):
        first = (delta, (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds), Fraction(0))
        for j in range(k // 2 + 1):
            at = {"releases": k, "steps": j, "first": first, "second": first[::-1], "odds": odds}
            yield f"revealed with {delta}, k = {k}, j = {j}, odds {odds}", repeated(claim, at)


CLAIMS = (
    Claim(
        id="loss-curves-lie-below-their-chords",
        paper="project",
        locator="Composition",
        title="between 1/E and E the loss is below the chord, whose ends are known from both directions at E",
        kind=Kind.PROJECT,
        statement="The loss at t is convex in t, and its value at 1/E is $1 - 1/E + d(x', x)/E$. So between 1/E and "
        "E it is at most that of a randomised response that reveals everything with probability $\\delta(x)$; below "
        "1/E likewise, from $d = 1$ at t = 0, and above E it falls.",
        hypotheses=(Hypothesis("E >= 1; w runs from 0 to 1, and t is w/E + (1 - w) E, w/E or E + w"),),
        formula=CHORD,
        checks=(by_solver("one output", [Formula("And(p >= 0, q >= 0, odds >= 1, 0 <= w, w <= 1)", CURVE)]),),
        near_misses=(
            NearMiss("weights exchanged", CHORD.mutate("w/odds + (1 - w)*odds", "w*odds + (1 - w)/odds")),
            NearMiss("without the other direction", CHORD.mutate(" + Max(0, q - odds*p)/odds", "")),
        ),
        family=family(true={IDLE: ["odds + w without w"]}, deep=True),
        recorded=Status.ESTABLISHED,
        search=over(
            {"p": Rationals(0, 1), "q": Rationals(0, 1), "odds": Rationals(1, 5), "w": Rationals(0, 1)},
            lambda _, point: point,
            climbs=False,
        ),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="one-release-at-a-time-may-be-replaced",
        paper="project",
        locator="Composition",
        title="given the output of the other releases, the loss is one of the first alone, at another budget",
        kind=Kind.PROJECT,
        statement="$\\max(0, P_1 P_2 - t P'_1 P'_2) = P_2 \\max(0, P_1 - (t P'_2/P_2) P'_1)$ where $P_2 > 0$, and "
        "nothing is lost where $P_2 = 0$. So a pair of laws whose loss is at least as large at every t may take the "
        "place of the first factor, and then of the others, without lowering the loss of the product.",
        hypotheses=(Hypothesis("the releases are independent given the database"), Hypothesis("P_2 > 0, t >= 0")),
        formula=FACTOR,
        checks=(
            by_solver("a pair of outputs", [Formula("And(p >= 0, q >= 0, r > 0, s >= 0, t >= 0)", FACTOR.symbols)]),
        ),
        near_misses=(
            NearMiss("the ratio turned", FACTOR.mutate("t*s/r*q", "t*r*s*q")),
            NearMiss("without the weight", FACTOR.mutate("r*Max(0, p - t*s/r*q)", "Max(0, p - t*s/r*q)")),
        ),
        family=family(
            true={
                ALIKE: [
                    "p and r exchanged in r * Max(0, p - t * s / r * q)",
                    "q and s exchanged in r * Max(0, p - t * s / r * q)",
                    "q and t exchanged in r * Max(0, p - t * s / r * q)",
                ],
                NOT_NEEDED: [
                    "a pair of outputs, without p >= 0",
                    "a pair of outputs, without q >= 0",
                    "a pair of outputs, without s >= 0",
                    "a pair of outputs, without t >= 0",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {**{name: Rationals(0, 1) for name in "pqs"}, "r": Rationals(0, 1, open_low=True), "t": Rationals(0, 9)},
            lambda _, point: point,
            climbs=False,
        ),
        trust=("z3",),
    ),
    Claim(
        id="k-releases-at-every-budget",
        paper="project",
        locator="Composition",
        title="delta^(k) at E^(k-2j) is at most 1 - (1 - delta)^k (1 - delta_j)",
        kind=Kind.PROJECT,
        statement="For k independent releases with loss $\\delta(x)$ at odds E each, the loss at odds $E^{k-2j}$ is "
        "at most $1 - (1 - \\delta(x))^k (1 - \\delta_j)$ with $\\delta_j = \\sum_{l<j} \\binom{k}{l} (E^{k-l} - "
        "E^{k-2j+l})/(1+E)^k$.",
        hypotheses=(Hypothesis("the releases are independent given the database"), Hypothesis("0 <= 2j <= k")),
        formula=ALL_BUDGETS,
        checks=(
            by_two_budgets("one release after the other", "<="),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "small laws",
                "all pairs of laws on two and three outputs with denominators up to 3, k <= 3, all j, two odds",
                small_repeats,
            ),
        ),
        near_misses=(
            NearMiss("strictly", ALL_BUDGETS.mutate("<=", "<")),
            NearMiss("without delta_j", ALL_BUDGETS.mutate("(1 - part)", "1")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(REPEATED, repeated, climbs=False),
        depends_on=("one-more-release-averages-two-budgets", "losses-of-responses-follow-pascals-rule"),
        trust=("z3", "induction", "maximum"),
        derivation=BUDGETS_BETWEEN,
        note="By induction over k, for all integers j at once: E^(k+1-2j) divided by E and times E are E^(k-2j) and "
        "E^(k-2(j-1)). The bound is known for all pairs of databases (P. Kairouz, S. Oh, P. Viswanath, The "
        "composition theorem for differential privacy, IEEE Trans. Inf. Theory 2017); here it is at one database. "
        "The exact loss of the k releases is smaller still, unless each is the response of the next claim.",
    ),
    Claim(
        id="revealing-randomised-responses-attain-the-bound",
        paper="project",
        locator="Composition",
        title="the bound for k releases is attained by a randomised response that sometimes reveals the record",
        kind=Kind.PROJECT,
        statement="A release that reveals the record with probability $\\delta$, and else answers truthfully with "
        "odds E, has loss $\\delta$ at E, and k of it have exactly the loss $1 - (1 - \\delta)^k (1 - \\delta_j)$ at "
        "$E^{k-2j}$.",
        hypotheses=(Hypothesis("the releases are independent given the database"), Hypothesis("0 <= 2j <= k")),
        formula=ATTAINED,
        checks=(
            by_two_budgets("one release after the other", "=="),
            on_instances(
                Method.EXACT, Coverage.GRID, "extreme pairs", "k <= 4, all j, four odds, four delta", extreme_repeats
            ),
        ),
        near_misses=(
            NearMiss("below", ATTAINED.mutate("==", "<")),
            NearMiss("without delta_j", ATTAINED.mutate("(1 - part)", "1")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("one-more-release-averages-two-budgets", "losses-of-responses-follow-pascals-rule"),
        trust=("z3", "induction"),
    ),
)
