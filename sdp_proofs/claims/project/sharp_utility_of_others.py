"""The utility if the missing record is not that of x: the least factor of delta(x), for three types or more.

Y is guessed, Z are the k = m - 2 others. The weight of d(Y, x) is 1, and that of the mean of d(x, Z) is A, which must
be at least A*, for outputs at which x looks likeliest. The mean of d(Z, x) then needs the larger one of B_1 and B_0(A),
for outputs at which some Z looks likeliest and the others have 1/E of the mass of x or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.instances.hidden_types import HIDING, found, hiding_at, nearly_best
from sdp_proofs.claims.instances.one_record import Row, small_rows
from sdp_proofs.claims.project.guessing_bounds import FINITE
from sdp_proofs.claims.proofs.roots import each_with_roots
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

LEAST = "odds*(sqrt(1 + 1/odds) - 1)**2"
CLOSE = "k*odds/(sqrt((1 + odds)*(1 + odds + (k - 1)/odds)) + sqrt(odds**2 + k - 1))**2"
SPENT = "sqrt(odds**3 + (1 + 2*odds)*lead*(k - 1)/k)"
SLOPE = f"((sqrt(odds)*(1 + odds) - {SPENT})/(1 + 2*odds))"
APART = f"k*Max(0, {SLOPE})**2"
SYMBOLS = {
    "odds": "E",
    "k": "k",
    "lead": "A",
    "s": "s",
    "v": "v",
    "w": "w",
    "y": "y",
    "b": "B",
}
MEANS = {
    "utility": "u_Y",
    "own": "d(Y,x)",
    "there": r"\overline{d(x,Z)}",
    "back": r"\overline{d(Z,x)}",
    "delta": r"\delta(x)",
    "odds": "E",
    "k": "k",
    "lead": "A",
}
SHARES = {
    "odds": "E",
    "k": "k",
    "lead": "A",
    "least": "A^*",
    "first": "B_1",
    "none": "B_0(A)",
    "m": r"\mu",
    "apart": "w_0",
    "close": "w_1",
    "y": "y",
}
OTHERS = Hypothesis("k >= 1 is the number of types besides those of x and Y, E >= 1")
ODDS = tuple(map(Fraction, ("1", "3/2", "4")))


def weights(close: str, apart: str, least: str = LEAST) -> Formula:
    """One output: x looks likeliest; Z does, with 1/E or nothing for the others; less mass of Y, and more."""
    return Formula(
        f"And(Implies(lead >= {least}, y*(1 - odds*(y + s)) <= lead*Max(0, 1 - odds*s/k)*(1 + y + s)), "
        f"k*odds*(w - k + 1 - odds**2) <= {close}*w*(1 + 2*odds + w + (k - 1)/odds), "
        f"k*odds*(w - odds**2) <= (lead*(k - 1) + {apart}*w)*(1 + 2*odds + w), "
        "Implies(k*odds*(w - k + 1 - odds**2) <= b*w*(1 + 2*odds + w + (k - 1)/odds), "
        "k*v*odds*(v*w - k + 1 - odds*v*odds) <= b*v*w*(1 + odds + v*odds + v*w + (k - 1)/odds)), "
        "Implies(k*odds*(w - odds**2) <= (lead*(k - 1) + b*w)*(1 + 2*odds + w), "
        "k*v*odds*(v*w - odds*v*odds) <= (lead*(k - 1) + b*v*w)*(1 + odds + v*odds + v*w)), "
        "Implies(y >= odds, y*((1 + odds)*w/(1 + y + w + s) - odds) <= "
        "y - odds + odds*Max(0, (1 + odds)*w/(1 + odds + w + s) - odds)), "
        "y*((1 + odds)*y/(1 + y + s) - odds) <= Max(0, y - odds))",
        SYMBOLS,
    )


def bound(close: str, apart: str) -> Formula:
    """The utility against delta(x), at a weight of d(x, Z)."""
    return Formula(f"Implies(lead >= {LEAST}, utility <= (1 + lead + Max({close}, {apart}))*delta)", MEANS)


WEIGHTS, BOUND = weights(CLOSE, APART), bound(CLOSE, APART)
GIVEN = Formula(f"utility <= own + lead*there + Max({CLOSE}, {APART})*back", MEANS)
RANGES = Formula("And(odds >= 1, k >= 1, lead >= 0, s >= 0, 0 < v, v <= 1, w >= 0, y >= 0, b >= 0)", SYMBOLS)
REACHED = Formula(f"utility >= (1 + lead + Max({CLOSE}, {APART}))*(1 - slack)*delta", {**MEANS, "slack": "s"})
PLACES = Formula(
    "And(1 - odds*(1/odds) == 0, "
    f"Implies(y == sqrt(1 + 1/odds) - 1, And(y*((1 + odds)/(1 + y) - odds) == {LEAST}, odds*y <= 1)), "
    "odds*((1 + odds)*(odds + close)/(1 + 2*odds + close + (k - 1)/odds) - odds) == odds*(close - k + 1 - odds**2)/"
    "(1 + 2*odds + close + (k - 1)/odds), "
    "odds*((1 + odds)*(odds + apart)/(1 + 2*odds + apart) - odds) == odds*(apart - odds**2)/(1 + 2*odds + apart), "
    "Implies(close == sqrt(odds**2 + k - 1)*(sqrt((1 + odds)*(1 + odds + (k - 1)/odds)) + sqrt(odds**2 + k - 1)), "
    f"k*odds*(close - k + 1 - odds**2)/(1 + 2*odds + close + (k - 1)/odds) == {CLOSE}*close), "
    f"Implies(And({SLOPE} > 0, apart*{SLOPE} == {SPENT}), "
    f"k*odds*(apart - odds**2)/(1 + 2*odds + apart) == lead*(k - 1) + {APART}*apart), "
    "Implies(And(0 <= m, m <= 1, m*(k - 1) <= apart, (lead - least)*(apart - m*(k - 1)) == 0, "
    "(1 - m)*(Max(first, none) - first) == 0, m*(Max(first, none) - none) == 0), "
    "1 + (1 - m*(k - 1)/apart)*least + m/apart*(lead*(k - 1) + none*apart) + (1 - m)*first "
    "== 1 + lead + Max(first, none)), "
    "m/apart*apart + (1 - m)/close*close == 1, m/apart*(k - 1) + (1 - m*(k - 1)/apart) == 1, "
    "Implies(odds == 1, And(k*(m/apart + (1 - m)/close) + (1 - m*(k - 1)/apart) "
    "== m/apart*(odds + apart) + (1 - m)/close*(odds + close + (k - 1)/odds), "
    "(1 - m*(k - 1)/apart)*(1 - odds*y) + 1 - (1 - m*(k - 1)/apart)*(1 - y) == 1)))",
    SHARES,
)


def points(_: Claim) -> Iterator[Instance]:
    """One output with a few masses, some next to the places where equality is touched."""
    for odds, k in product((Fraction(3, 2), Fraction(4)), (2, 3, 8)):
        hiding, lead = nearly_best(odds, k)
        for s, v, y, w in product(
            (Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1)), (Fraction(0), hiding.mass, Fraction(5)),
            (Fraction(0), Fraction(3), hiding.apart, hiding.close),
        ):  # fmt: skip
            at = {"odds": odds, "k": k, "lead": lead, "s": s, "v": v, "w": w, "y": y, "b": Fraction(1)}
            yield f"k = {k}, odds {odds}", at


def mechanisms() -> Iterator[tuple[str, tuple[Row, ...], Fraction, Fraction]]:
    """Small mechanisms of three and four types, and those that need the factor, with a weight."""
    for odds, types in product(ODDS, (3, 4, 8, 16)):
        hiding, lead = nearly_best(odds, types - 2)
        yield f"{types} types, odds {odds}, nearly the worst, weight {lead}", hiding.rows(), odds, lead
    for types, outputs, bottom in ((3, 2, 3), (3, 3, 2), (4, 2, 2)):
        for odds, rows in product(ODDS, small_rows(types, outputs, bottom)):
            yield f"{types} types, {outputs} outputs, odds {odds}", rows, odds, Fraction(3, 17)


def other_values(_: Claim) -> Iterator[Instance]:
    """The utility under the second value, and delta(x), by their definitions."""
    for name, rows, odds, lead in mechanisms():
        yield name, _values(rows, odds, lead)


def at_hiding(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """A mechanism of a hunt."""
    hiding = hiding_at(at)
    return None if hiding is None else _values(hiding.rows(), at["odds"], at["weight"])


def _values(rows: tuple[Row, ...], odds: Fraction, lead: Fraction) -> dict[str, Any]:
    utility, delta = found(rows, odds, 1)
    return {"utility": utility, "delta": delta, "odds": odds, "k": len(rows) - 2, "lead": lead}


def reached(claim: Claim, at: Mapping[str, Any]) -> Verdict:
    """Whether the best mechanism of the family reaches the factor but for a share of it."""
    hiding, lead = nearly_best(at["odds"], at["others"])
    return REACHED.decide({**_values(hiding.rows(), at["odds"], lead), "slack": Fraction(claim.parameters["slack"])})


def _close(claim: Claim) -> Outcome:
    scope, examined = "three to sixteen types, four odds, by the definitions", 0
    for odds, types in product((*ODDS, Fraction(8)), (3, 4, 5, 8, 16)):
        examined += 1
        verdict = reached(claim, {"odds": odds, "others": types - 2})
        if verdict is not Verdict.HOLDS:
            return Outcome(verdict, scope, examined, f"{types} types, odds {odds}: {nearly_best(odds, types - 2)}")
    return Outcome(Verdict.HOLDS, scope, examined)


CLAIMS = (
    Claim(
        id="sharp-weights-of-another-value",
        paper="project",
        locator="Guesses",
        title="weights 1, A and max(B_1, B_0(A)) of d(Y,x), d(x,Z) and d(Z,x) are enough at each output",
        kind=Kind.PROJECT,
        statement="Let $A \\ge A^* = E(\\sqrt{1+1/E}-1)^2$, $B_1 = kE/(\\sqrt{(1+E)(1+E+(k-1)/E)} + "
        "\\sqrt{E^2+k-1})^2$ and $B_0(A) = k \\max(0, (\\sqrt E (1+E) - \\sqrt{E^3+(1+2E)A(k-1)/k})/(1+2E))^2$. Then "
        "each output adds at most $\\max(0, p_Y - E p_x)$ and the mean over Z of $A \\max(0, p_x - E p_Z) + "
        "\\max(B_1, B_0) \\max(0, p_Z - E p_x)$ to the utility of Y. The parts, in units of $p_x$: x looks "
        "likeliest; some Z does, with E + w, while Y has E and the others (k - 1)/E, or nothing; Y has less than E "
        "(v times it, after w is scaled too); Y has more; Y looks likeliest. If $p_x$ is 0, d(Y,x) is enough.",
        hypotheses=(OTHERS,),
        formula=WEIGHTS,
        checks=(
            each_with_roots("one output, all probabilities, odds and numbers", [RANGES]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "points", "two odds, three numbers, few masses", points),
        ),
        near_misses=(
            NearMiss("99 percent of the first", weights(f"99/100*({CLOSE})", APART)),
            NearMiss("99 percent of the second", weights(CLOSE, f"99/100*({APART})")),
            NearMiss("half of the least weight", weights(CLOSE, APART, f"1/2*({LEAST})")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("worst-at-the-ends-of-the-others", "sharp-weight-of-the-other-direction"),
        trust=("z3",),
    ),
    Claim(
        id="sharp-utility-of-another-value",
        paper="project",
        locator="Guesses",
        title="if the missing record is not that of x, u <= (1 + A + max(B_1, B_0(A))) delta(x) for each A >= A*",
        kind=Kind.PROJECT,
        statement="For m = k + 2 types, every mechanism and every weight $A \\ge A^*$ the utility under another "
        "value than that of x is at most $(1 + A + \\max(B_1, B_0(A)))\\, \\delta(x)$. The least such factor is the "
        "best that there is (`no-smaller-factor-serves-another-value`): at odds 1 it is 1.283 for three types and "
        "1.6 for eight.",
        hypotheses=(FINITE, OTHERS),
        formula=BOUND,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "mechanisms",
                "all with three and four types and small denominators, nearly worst ones of up to 16; three odds",
                other_values,
            ),
            each_with_roots(
                "sum over the outputs",
                [
                    Formula(
                        "And(odds >= 1, k >= 1, lead >= 0, own <= delta, there <= delta, back <= delta, own >= 0, "
                        "there >= 0, back >= 0)",
                        MEANS,
                    )
                ],
                GIVEN,
            ),
        ),
        near_misses=(
            NearMiss("99 percent of the first", bound(f"99/100*({CLOSE})", "0*k")),
            NearMiss("without the second", bound(CLOSE, "0*k")),
            NearMiss("without A", Formula(BOUND.text.replace("(1 + lead + ", "(1 + 0*lead + "), MEANS)),
        ),
        recorded=Status.ESTABLISHED,
        search=over({**HIDING, "weight": Rationals(Fraction(3, 17), 9)}, at_hiding, climbs=False),
        depends_on=("sharp-weights-of-another-value",),
        trust=("z3", "sum-over-outputs", "positive-parts", "maximum"),
    ),
    Claim(
        id="no-smaller-factor-serves-another-value",
        paper="project",
        locator="Guesses",
        title="for every number of types and all odds the least 1 + A + max(B_1, B_0(A)) cannot be improved",
        kind=Kind.PROJECT,
        statement="Y has an output of its own. At k outputs each, with the weights $\\mu/w_0$ and $(1-\\mu)/w_1$, x "
        "has 1, Y has E, one of the others $E + w$ and the rest nothing, or 1/E; and with the weight $1 - \\mu "
        "(k-1)/w_0$ x has 1, Y has $y = \\sqrt{1+1/E} - 1$ and nobody else anything. All losses against x are at "
        "most 1, and the rows can be levelled. At the best $w_0$ and $w_1$ the utility is $1 + A + \\max(B_1, "
        "B_0(A))$, if $A = A^*$ or $\\mu (k-1) = w_0$, and $\\mu$ is 0 or 1 as $B_1$ or $B_0$ is the larger one. "
        "Such A and $\\mu$ exist: from $A^*$ on, $B_0$ falls to zero and $w_0$ grows without bounds, so either it "
        "starts there, or $B_0(A) = B_1$ or $w_0 = k - 1$ comes first. The parts: losses and gains, the best places, "
        "the sum, the losses, the rows for E = 1.",
        hypotheses=(OTHERS,),
        formula=PLACES,
        parameters={"slack": "1/1000"},
        checks=(
            each_with_roots(
                "all odds, numbers and weights",
                [Formula("And(odds >= 1, k >= 1, lead >= 0, apart > 0, close > 0)", SHARES)],
            ),
            Check(Method.CERTIFIED, Coverage.GRID, _close, "nearly worst mechanisms"),
        ),
        near_misses=(
            NearMiss("more than the factor", parameters={"slack": "-1/1000"}),
            NearMiss("without the condition on A", PLACES.mutate("(lead - least)*(apart - m*(k - 1)) == 0, ", "")),
            NearMiss("without that on the larger one", PLACES.mutate("(1 - m)*(Max(first, none) - first) == 0, ", "")),
        ),
        recorded=Status.ESTABLISHED,
        search=Search({"odds": Rationals(1, 9), "others": Integers(1, 8)}, reached),
        depends_on=("sharp-utility-of-another-value", "rows-can-be-levelled-at-no-loss"),
        trust=("z3", "sum-over-outputs", "intermediate-values"),
    ),
)
