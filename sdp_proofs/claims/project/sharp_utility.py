"""The utility if the missing record is that of x: the least factor of delta(x), for every number of types and odds.

At one output, in units of p_x, let some other type Z have E + w, and let the rest have r together. What is gained, less
what is lost, is largest at r = 0 or r = (k - 1)/E; at the second end the weight of d(Z, x) is that of
`sharp-weight-of-the-other-direction`, and mechanisms with such outputs need it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import NOT_NEEDED, ROOM, family
from sdp_proofs.claims.instances.hidden_types import found, rational, true_value
from sdp_proofs.claims.instances.one_record import Row, small_rows
from sdp_proofs.claims.project.guessing_bounds import FINITE
from sdp_proofs.claims.proofs.roots import each_with_roots
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

KAPPA = "k/(sqrt((1 + odds)*(odds + k - 1)/odds) + sqrt(k - 1))**2"
SYMBOLS = {"odds": "E", "k": "k", "p": "p_x", "s": "s", "w": "w"}
MEANS = {
    "utility": "u_x",
    "there": r"\overline{d(x,Z)}",
    "back": r"\overline{d(Z,x)}",
    "delta": r"\delta(x)",
    "odds": "E",
    "k": "k",
}
ODDS = tuple(map(Fraction, ("1", "3/2", "4")))
FEWER = Hypothesis("k >= 1 is the number of the other types, E >= 1")


def weights(kappa: str) -> Formula:
    """One output: the true type is the likeliest; another is, and the rest have nothing, or (k - 1)/E together."""
    return Formula(
        "And(p*((1 + odds)*p/(p + s) - odds) <= Max(0, k*p - odds*s)/k, "
        f"{kappa} >= 1/(3*(1 + odds)), "
        f"Implies(k == 1, w*k <= (k - 1 + {kappa}*w)*(1 + odds + w)), "
        "Implies(k >= 2, w*k <= (k - 1 + 1/(3*(1 + odds))*w)*(1 + odds + w)), "
        f"(w - k + 1)*k <= {kappa}*w*(1 + odds + w + (k - 1)/odds), "
        f"{kappa} <= 1/2)",
        SYMBOLS,
    )


def bound(kappa: str) -> Formula:
    """The utility against delta(x)."""
    return Formula(f"utility <= (1 + {kappa})*delta", MEANS)


WEIGHTS, BOUND = weights(KAPPA), bound(KAPPA)
SQUARES = "k/(2*((1 + odds)*(odds + k - 1)/odds + k - 1))"
BEST = "(sqrt(k - 1)*(sqrt((1 + odds)*(odds + k - 1)/odds) + sqrt(k - 1)))"
FAMILY = Formula(
    "And(odds + w - odds*1 == w, 1 - odds*(1/odds) == 0, 1/odds - odds*1 <= 0, "
    "Implies(odds == 1, w + k == odds + w + (k - 1)/odds), "
    "k*((1 + odds)*(odds + w)/(1 + odds + w + (k - 1)/odds) - odds) == k*(w - k + 1)/(w + 1 + odds + (k - 1)/odds), "
    f"Implies(k >= 2, And({BEST} >= k - 1, "
    f"k*({BEST} - k + 1)/({BEST}*({BEST} + 1 + odds + (k - 1)/odds)) == {KAPPA})), "
    f"Implies(k == 1, 1/(w + 1 + odds) >= {KAPPA} - w))",
    SYMBOLS,
)
LEVELLED = Formula(
    "most/(odds - 1) + most - first <= odds*(most/(odds - 1) + most - second)",
    {"most": "S", "first": "s_i", "second": "s_j", "odds": "E"},
)
REACHED = Formula(f"utility >= (1 + {KAPPA})*(1 - slack)*delta", {**MEANS, "slack": "s"})


def points(_: Claim) -> Iterator[Instance]:
    """One output with a few masses, some next to the place where equality is touched."""
    for odds, k in product((Fraction(3, 2), Fraction(4)), (1, 2, 3, 8)):
        for p, s, w in product((Fraction(1, 3), Fraction(2)), (Fraction(0), Fraction(1)), (*range(4), best(odds, k))):
            yield f"k = {k}, odds {odds}", {"odds": odds, "k": k, "p": p, "s": s, "w": Fraction(w)}


def best(odds: Fraction, others: int) -> Fraction:
    """The excess w at which the weight of d(Z, x) is needed, to three decimals; small and positive for two types."""
    size, root = float(odds), sqrt(others - 1)
    return max(Fraction(1, 1000), rational(root * (sqrt((1 + size) * (size + others - 1) / size) + root)))


def mechanisms() -> Iterator[tuple[str, tuple[Row, ...], Fraction]]:
    """Small mechanisms of two to four types, and those that need the factor."""
    for types, outputs, bottom in ((2, 2, 4), (3, 2, 3), (3, 3, 2), (4, 2, 2)):
        for odds, rows in product(ODDS, small_rows(types, outputs, bottom)):
            yield f"{types} types, {outputs} outputs, denominator {bottom}, odds {odds}", rows, odds
    for odds, types in product(ODDS, (2, 3, 4, 6)):
        yield f"{types} types, odds {odds}, nearly the worst", true_value(odds, types - 1, best(odds, types - 1)), odds


def true_values(_: Claim) -> Iterator[Instance]:
    """The utility under the true value, and delta(x), by their definitions."""
    for name, rows, odds in mechanisms():
        utility, delta = found(rows, odds, 0)
        yield name, {"utility": utility, "delta": delta, "odds": odds, "k": len(rows) - 1}


def at_excess(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """A mechanism of the family, with any w, for a hunt."""
    rows = true_value(at["odds"], at["others"], at["w"])
    utility, delta = found(rows, at["odds"], 0)
    return {"utility": utility, "delta": delta, "odds": at["odds"], "k": at["others"]}


def reached(claim: Claim, at: Mapping[str, Any]) -> Verdict:
    """Whether the best mechanism of the family reaches the factor but for a share of it."""
    w = best(at["odds"], at["others"])
    return REACHED.decide({**at_excess(claim, {**at, "w": w}), "slack": Fraction(claim.parameters["slack"])})


def _close(claim: Claim) -> Outcome:
    scope, examined = "two to ten types, three odds, by the definitions", 0
    for odds, types in product(ODDS, (2, 3, 4, 6, 10)):
        examined += 1
        verdict = reached(claim, {"odds": odds, "others": types - 1})
        if verdict is not Verdict.HOLDS:
            return Outcome(verdict, scope, examined, f"{types} types, odds {odds}, w = {best(odds, types - 1)}")
    return Outcome(Verdict.HOLDS, scope, examined)


CLAIMS = (
    Claim(
        id="sharp-weights-of-the-true-value",
        paper="project",
        locator="Guesses",
        title="each output adds at most the mean of d(x,Z) + kappa d(Z,x) to the utility under the true value",
        kind=Kind.PROJECT,
        statement="With k other types Z and $\\kappa = k/(\\sqrt{(1+E)(E+k-1)/E} + \\sqrt{k-1})^2$ each output adds "
        "at most the mean over Z of $\\max(0, p_x - E p_Z) + \\kappa \\max(0, p_Z - E p_x)$. The parts: the true "
        "type looks likeliest; another one, with E + w in units of $p_x$, does, and the rest have no mass (for k = 1 "
        "and k >= 2) or the mass (k - 1)/E. And $\\kappa \\le 1/2$.",
        hypotheses=(FEWER,),
        formula=WEIGHTS,
        checks=(
            each_with_roots(
                "one output, all probabilities, odds and numbers",
                [Formula("And(odds >= 1, Or(k == 1, k >= 2), p > 0, s >= 0, w >= 0)", SYMBOLS)],
            ),
            on_instances(Method.CERTIFIED, Coverage.GRID, "points", "two odds, four numbers, few masses", points),
        ),
        near_misses=(
            NearMiss("99 percent of kappa", weights(f"99/100*({KAPPA})")),
            NearMiss("twice the sum of the squares for the square of the sum", weights(SQUARES)),
            NearMiss("0.99 of d(x,Z)", WEIGHTS.mutate("<= Max(0, k*p - odds*s)/k", "<= 99/100*Max(0, k*p - odds*s)/k")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("worst-at-the-ends-of-the-others", "sharp-weight-of-the-other-direction"),
        trust=("z3",),
    ),
    Claim(
        id="sharp-utility-of-the-true-value",
        paper="project",
        locator="Guesses",
        title="if the missing record is that of x, the utility is at most 1 + kappa times delta(x)",
        kind=Kind.PROJECT,
        statement="For m types and $\\kappa = (m-1)/(\\sqrt{(1+E)(E+m-2)/E} + \\sqrt{m-2})^2$ the utility under the "
        "true value is at most $(1 + \\kappa)\\, \\delta(x)$, for every mechanism. It is 1 + 1/(1 + E) for two "
        "types, never above 3/2, and tends to $1 + (1 + \\sqrt{1 + 1/E})^{-2}$ with the number of types.",
        hypotheses=(FINITE, FEWER),
        formula=BOUND,
        checks=(
            each_with_roots(
                "sum over the outputs",
                [Formula("And(odds >= 1, k >= 1, there <= delta, back <= delta, there >= 0, back >= 0)", MEANS)],
                Formula(f"utility <= there + {KAPPA}*back", MEANS),
            ),
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "mechanisms",
                "all with two to four types and small denominators, and nearly worst ones of up to six; three odds",
                true_values,
            ),
        ),
        near_misses=(
            NearMiss("99 percent of kappa", bound(f"99/100*({KAPPA})")),
            NearMiss("without the other direction", bound("0*k")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {"odds": Rationals(1, 9), "others": Integers(1, 8), "w": Rationals(0, 90, open_low=True)}, at_excess
        ),
        depends_on=("sharp-weights-of-the-true-value",),
        trust=("z3", "sum-over-outputs", "positive-parts", "maximum"),
    ),
    Claim(
        id="rows-can-be-levelled-at-no-loss",
        paper="project",
        locator="Guesses",
        title="for E > 1 one more output makes all rows of a table of masses sum to the same, without any loss",
        kind=Kind.PROJECT,
        statement="Let S be the largest sum $s_i$ of a row. An output with the mass $S/(E-1) + S - s_i$ under type i "
        "makes all sums equal. No loss at odds E grows by it, as these masses lie between S/(E - 1) and E times "
        "that; no utility falls. So only outputs at which something is lost or gained have to be described.",
        hypotheses=(Hypothesis("E > 1; after division by the common sum the rows are laws"),),
        formula=LEVELLED,
        checks=(
            by_solver(
                "all sums and odds",
                [Formula("And(odds > 1, 0 <= first, first <= most, 0 <= second, second <= most)", LEVELLED.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("strictly", LEVELLED.mutate("<=", "<")),
            NearMiss("half of it", Formula(LEVELLED.text.replace("most/(odds", "most/2/(odds"), LEVELLED.symbols)),
        ),
        family=family(
            true={
                ROOM: ["most / (odds - 1) + most - first without first"],
                NOT_NEEDED: ["all sums and odds, without first <= most", "all sums and odds, without 0 <= second"],
            },
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {
                "most": Rationals(0, 9),
                "first": Rationals(0, lambda at: at["most"]),
                "second": Rationals(0, lambda at: at["most"]),
                "odds": Rationals(1, 9, open_low=True),
            },
            lambda _, at: at,
            climbs=False,
        ),
        trust=("z3",),
    ),
    Claim(
        id="no-smaller-factor-serves-the-true-value",
        paper="project",
        locator="Guesses",
        title="for every number of types and all odds some mechanism reaches 1 + kappa, or comes as close as one likes",
        kind=Kind.PROJECT,
        statement="Let x have an output of its own, with w, and let it have 1 at k more, at each of which one type "
        "has E + w and the rest 1/E. One more output makes the sums equal, without a loss; for E = 1 they are. Then "
        "$\\delta(x)$ is w and the utility $w + k(w-k+1)/(w+B)$ in these units, with $B = 1 + E + (k-1)/E$, from $w "
        "\\ge k - 1$ on: $1 + \\kappa$ times as much at $w = \\beta(\\alpha + \\beta)$, with the two roots of kappa, "
        "for three types or more; for two types it comes as close as one likes. The parts: losses, sums for E = 1, "
        "gain, the best w.",
        hypotheses=(FEWER,),
        formula=FAMILY,
        parameters={"slack": "1/1000"},
        checks=(
            each_with_roots("all odds and numbers", [Formula("And(odds >= 1, Or(k == 1, k >= 2), w > 0)", SYMBOLS)]),
            Check(Method.CERTIFIED, Coverage.GRID, _close, "nearly worst mechanisms"),
        ),
        near_misses=(
            NearMiss("more than the factor", parameters={"slack": "-1/1000"}),
            NearMiss("the rest at 1/(E + 1)", FAMILY.mutate("1 - odds*(1/odds)", "1 - odds*(1/(odds + 1))")),
            NearMiss("another best place", FAMILY.mutate(f"And({BEST} >= k - 1", f"And({BEST} >= 3*k")),
        ),
        recorded=Status.ESTABLISHED,
        search=Search({"odds": Rationals(1, 9), "others": Integers(1, 8)}, reached),
        depends_on=("rows-can-be-levelled-at-no-loss",),
        trust=("z3", "sum-over-outputs"),
        note="With three types and E = 4 all is rational: w = 7/2 attains 57/49.",
    ),
)
