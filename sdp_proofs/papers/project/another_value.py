"""The utility however many types there are: the least factor of delta(x) that serves all numbers of them.

The utility if the missing record is not that of x: the least factor of delta(x), for three types or more.

Y is guessed, Z are the k = m - 2 others. The weight of d(Y, x) is 1, and that of the mean of d(x, Z) is A, which must
be at least A*, for outputs at which x looks likeliest. The mean of d(Z, x) then needs the larger one of B_1 and B_0(A),
for outputs at which some Z looks likeliest and the others have 1/E of the mass of x or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.papers.project.true_value import HIDING, found, hiding_at, nearly_best
from sdp_proofs.papers.project.utility import BETWEEN_THE_ENDS, ONE_PART
from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Guesses", {
    "utility": "u_Y", "delta": "\\delta(x)", "odds": "E", "k": "k", "lead": "A", "s": "s", "v": "v", "w": "w", "y": "y",
    "b": "B", "least": "A^*", "first": "B_1", "none": "B_0(A)", "m": "\\mu", "apart": "w_0", "close": "w_1",
}, {"delta": "privacy.definition.database_delta", "least": "any number", "none": "any number"})  # fmt: skip

THREE_ODDS = (Fraction(1), Fraction(3, 2), Fraction(4))
LEAST = "odds*(sqrt(1 + 1/odds) - 1)**2"
CLOSE = "k*odds/(sqrt((1 + odds)*(1 + odds + (k - 1)/odds)) + sqrt(odds**2 + k - 1))**2"
SPENT = "sqrt(odds**3 + (1 + 2*odds)*lead*(k - 1)/k)"
SLOPE = f"((sqrt(odds)*(1 + odds) - {SPENT})/(1 + 2*odds))"
APART = f"k*Max(0, {SLOPE})**2"
"""A*, B_1, and B_0(A) with its parts."""


def point(odds: Fraction, k: int, s: int, v: Fraction, y: int, w: int) -> dict[str, Any]:
    """One output with a few masses: the last of each is next to a place where equality is touched."""
    hiding, lead = nearly_best(odds, k)
    mass, excess = (Fraction(0), Fraction(5), hiding.mass)[y], (Fraction(0), Fraction(3), hiding.apart, hiding.close)[w]
    return {"odds": odds, "k": k, "lead": lead, "s": Fraction(s), "v": v, "w": excess, "y": mass, "b": Fraction(1)}


_AT_ONE_PLACE = shown("one output, all probabilities, odds and numbers", {"s": "0", "v": "1", "y": "0"})

SECTION.claim(
    "sharp-weights-of-another-value",
    "weights 1, A and max(B_1, B_0(A)) of d(Y,x), d(x,Z) and d(Z,x) are enough at each output",
    "Let $A \\ge A^* = E(\\sqrt{1+1/E}-1)^2$, $B_1 = kE/(\\sqrt{(1+E)(1+E+(k-1)/E)} + \\sqrt{E^2+k-1})^2$ and $B_0(A) "
    "= k \\max(0, (\\sqrt E (1+E) - \\sqrt{E^3+(1+2E)A(k-1)/k})/(1+2E))^2$. Then each output adds at most $\\max(0, "
    "p_Y - E p_x)$ and the mean over Z of $A \\max(0, p_x - E p_Z) + \\max(B_1, B_0) \\max(0, p_Z - E p_x)$ to the "
    "utility of Y. The parts, in units of $p_x$: x looks likeliest; some Z does, with E + w, while Y has E and the "
    "others (k - 1)/E, or nothing; Y has less than E (v times it, after w is scaled too); Y has more; Y looks "
    "likeliest. If $p_x$ is 0, d(Y,x) is enough.",
    f"And(Implies(lead >= {LEAST}, y*(1 - odds*(y + s)) <= lead*Max(0, 1 - odds*s/k)*(1 + y + s)), k*odds*(w - k + 1 "
    f"- odds**2) <= {CLOSE}*w*(1 + 2*odds + w + (k - 1)/odds), k*odds*(w - odds**2) <= (lead*(k - 1) + {APART}*w)*(1 "
    f"+ 2*odds + w), "
    "Implies(k*odds*(w - k + 1 - odds**2) <= b*w*(1 + 2*odds + w + (k - 1)/odds), k*v*odds*(v*w - k + 1 - "
    "odds*v*odds) <= b*v*w*(1 + odds + v*odds + v*w + (k - 1)/odds)), Implies(k*odds*(w - odds**2) <= (lead*(k - 1) + "
    "b*w)*(1 + 2*odds + w), k*v*odds*(v*w - odds*v*odds) <= (lead*(k - 1) + b*v*w)*(1 + odds + v*odds + v*w)), "
    "Implies(y >= odds, y*((1 + odds)*w/(1 + y + w + s) - odds) <= y - odds + odds*Max(0, (1 + odds)*w/(1 + odds + w "
    "+ s) - odds)), y*((1 + odds)*y/(1 + y + s) - odds) <= Max(0, y - odds))",
    on_instances(CERTIFIED, GRID, "points", "two odds, three numbers, few masses", each(
        point, odds=(Fraction(3, 2), Fraction(4)), k=(2, 3, 8), s=(0, 1), v=(Fraction(1, 2), Fraction(1)), y=range(3),
        w=range(4),
    )),
    and_so(
        by_solver(
            "one output, all probabilities, odds and numbers",
            "And(odds >= 1, k >= 1, lead >= 0, s >= 0, 0 < v, v <= 1, w >= 0, y >= 0, b >= 0)",
        ),
        BETWEEN_THE_ENDS, ONE_PART,
        about(Formula("Implies(And(x <= (a + r*w)*c, r <= b), x <= (a + b*w)*c)", list("xarwcb")), by_solver(
            "a larger weight", "And(w >= 0, c >= 0)",
        )),
        about(SECTION.formula("k*odds*(w - odds**2) <= (lead*(k - 1) + b*w)*(1 + 2*odds + w)"), by_solver("no mass", [
            f"And(odds >= 1, k >= 1, lead >= 0, w >= 0, b >= {APART})", _AT_ONE_PLACE, shown("a larger weight", {
                "x": "k*odds*(w - odds**2)", "a": "lead*(k - 1)", "r": APART, "c": "1 + 2*odds + w",
            }),
        ])),
        about(
            SECTION.formula(f"k*odds*(w - k + 1 - odds**2) <= (0 + {CLOSE}*w)*(1 + 2*odds + w + (k - 1)/odds)"),
            by_solver("the least weight", ["And(odds >= 1, k >= 1, lead >= 0, w >= 0, b >= 0)", _AT_ONE_PLACE]),
        ),
        about(SECTION.formula("k*odds*(w - k + 1 - odds**2) <= (0 + b*w)*(1 + 2*odds + w + (k - 1)/odds)"), by_solver(
            "the mass (k - 1)/E", [
                f"And(odds >= 1, k >= 1, lead >= 0, w >= 0, b >= {CLOSE}, b >= 0)", shown("the least weight"),
                shown("a larger weight", {
                    "x": "k*odds*(w - k + 1 - odds**2)", "a": "0", "r": CLOSE, "c": "1 + 2*odds + w + (k - 1)/odds",
                }),
            ],
        )),
        about(SECTION.formula(
            "k*odds*(w - odds**2) - k*odds*(k - 1) <= (lead*(k - 1) + b*w - lead*(k - 1))*(1 + 2*odds + w + q*(k - 1))",
        ), by_solver("the same in other words", [
            f"And(odds >= 1, k >= 1, lead >= 0, w >= 0, b >= {CLOSE}, q >= 0, q*odds == 1)",
            shown("a share of the mass"), shown("the mass (k - 1)/E"),
        ])),
        about(SECTION.formula(
            "k*odds*(w - odds**2) - k*odds*t <= (lead*(k - 1) + b*w - lead*t)*(1 + 2*odds + w + q*t)",
        ), by_solver("every mass of the others up to (k - 1)/E", [
            f"And(odds >= 1, k >= 1, lead >= 0, w >= 0, b >= {APART}, b >= {CLOSE}, q >= 0, q*odds == 1, 0 <= t)",
            "t <= k - 1", shown("no mass"), shown("the same in other words"), shown("between the ends", {
                "m": "k - 1", "d": "k*odds*(w - odds**2)", "g": "k*odds", "a": "lead*(k - 1) + b*w", "h": "lead",
                "c": "1 + 2*odds + w",
            }),
        ])),
    ),
    given="k >= 1 is the number of types besides those of x and Y, E >= 1",
    mutants={
        "99 percent of the first": (CLOSE, f"99/100*({CLOSE})"),
        "99 percent of the second": (APART, f"99/100*({APART})"), "half of the least weight": (LEAST, f"1/2*({LEAST})"),
    }, generated="none", trust=("positive-parts", "averaging"),
)  # fmt: skip


def measured(rows: tuple[Row, ...], odds: Fraction, lead: Fraction = Fraction(3, 17)) -> dict[str, Any]:
    """The utility under the second value, and delta(x), by their definitions."""
    utility, delta = found(rows, odds, 1)
    return {"utility": utility, "delta": delta, "odds": odds, "k": len(rows) - 2, "lead": lead}


def nearly_worst(odds: Fraction, others: int) -> dict[str, Any]:
    """The best mechanism of the family."""
    hiding, lead = nearly_best(odds, others)
    return measured(hiding.rows(), odds, lead)


def at_hiding(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """A mechanism of a hunt."""
    hiding = hiding_at(at)
    return None if hiding is None else measured(hiding.rows(), at["odds"], at["weight"])


SECTION.claim(
    "sharp-utility-of-another-value",
    "if the missing record is not that of x, u <= (1 + A + max(B_1, B_0(A))) delta(x) for each A >= A*",
    "For m = k + 2 types, every mechanism and every weight $A \\ge A^*$ the utility under another value than that of "
    "x is at most $(1 + A + \\max(B_1, B_0(A)))\\, \\delta(x)$.",
    f"Implies(lead >= {LEAST}, utility <= (1 + lead + Max({CLOSE}, {APART}))*delta)",
    on_instances(
        CERTIFIED, GRID, "mechanisms",
        "all with three and four types, two outputs and small denominators, nearly worst ones of up to 16; three odds",
        lambda claim: chain(
            each(nearly_worst, odds=THREE_ODDS, others=(1, 2, 6, 14))(claim),
            each_mechanism(measured, (3, 2, 3), (4, 2, 2), odds=THREE_ODDS)(claim),
        ),
    ),
    in_steps(
        "sum over the outputs",
        about(SECTION.formula("utility <= own + lead*there + weight*back"), by_solver("sum", [lifted(
            "sum-over-outputs", "utility <= own + lead*there + weight*back", cite("sharp-weights-of-another-value"),
            cite("worst-at-the-ends-of-the-others"),
        )])),
        about(
            # Losses with weights: d(Y,x), and the means over Z of d(x,Z) and d(Z,x).
            SECTION.formula(
                "Implies(And(Max(own, there, back) <= delta, Min(own, there, back) >= 0), own + lead*there + "
                "weight*back <= (1 + lead + weight)*delta)",
            ), by_solver("the sum of the weights", "And(lead >= 0, weight >= 0)"),
        ),
        about(SECTION.formula(f"Max({CLOSE}, {APART}) >= 0"), by_solver(
            "the larger weight", "And(odds >= 1, k >= 1, lead >= 0)",
        )),
        by_solver("all losses against the largest", ["And(odds >= 1, k >= 1, lead >= 0, delta >= 0)", lifted(
            "maximum",
            f"Implies(lead >= {LEAST}, Or(utility <= (1 + lead + {CLOSE})*delta, utility <= (1 + lead + "
            f"{APART})*delta))", shown("sum"), shown("the sum of the weights"), shown("the larger weight"),
        )]),
    ), given="k >= 1 is the number of types besides those of x and Y, E >= 1",
    silent="finitely many types, two at least, and finitely many outputs",
    mutants={
        "99 percent of the first": (CLOSE, f"99/100*({CLOSE})", APART, "0*k"), "without the second": (APART, "0*k"),
        "without A": ("(1 + lead + ", "(1 + 0*lead + "),
    }, generated="none", trust="positive-parts",
    search=over({**HIDING, "weight": Rationals(Fraction(3, 17), 9)}, at_hiding, climbs=False),
    note="The least such factor is the best that there is (`no-smaller-factor-serves-another-value`): at epsilon = 0 "
    "it is "
    "1.283 for three types and 1.6 for eight.",
    numbers=(
        "abs(1 + (sqrt(2) - 1)**2 + Max(1/(2 + 1)**2, ((2 - 1)/3)**2) - 1.283) < 0.0005",
        "1 + 9/40 + 6*((2 - sqrt(1 + 3*(9/40)*5/6))/3)**2 == 1.6", "6/(sqrt(14) + sqrt(6))**2 < 3/8",
    ),
)  # fmt: skip


_ROWS = (
    "k*(m/apart + (1 - m)/close) + (1 - m*(k - 1)/apart)",
    "m/apart*(odds + apart) + (1 - m)/close*(odds + close + (k - 1)/odds)",
    "1 + k*odds*(m/apart + (1 - m)/close) + (1 - m*(k - 1)/apart)*y",
)
TWO_ROWS = "And(" + ", ".join(f"Or({', '.join(f'{name} == {row}' for row in _ROWS)})" for name in "uv") + ")"
"""Sums of the masses of x, of one of the others, and of Y: u and v are two of these sums."""

SECTION.claim(
    "no-smaller-factor-serves-another-value",
    "for every number of types and every epsilon the least 1 + A + max(B_1, B_0(A)) cannot be improved",
    "Y has an output of its own. At k outputs each, with the weights $\\mu/w_0$ and $(1-\\mu)/w_1$, x has 1, Y has E, "
    "one of the others $E + w$ and the rest nothing, or 1/E; and with the weight $1 - \\mu (k-1)/w_0$, x has 1, Y has "
    "$y = \\sqrt{1+1/E} - 1$ and nobody else anything. All losses against x are at most 1, and the rows can be "
    "levelled. At the best $w_0$ and $w_1$ the utility is $1 + A + \\max(B_1, B_0(A))$, if $A = A^*$ or $\\mu (k-1) = "
    "w_0$, and $\\mu$ is 0 or 1 as $B_1$ or $B_0$ is the larger one. Such A and $\\mu$ exist: from $A^*$ on, $B_0$ "
    "falls to zero and $w_0$ grows without bounds, so either it starts there, or $B_0(A) = B_1$ or $w_0 = k - 1$ "
    "comes first. The parts: losses and gains, the best places, the sum, the losses, the rows for E = 1.",
    "And(1 - odds*(1/odds) == 0, "
    f"Implies(y == sqrt(1 + 1/odds) - 1, And(y*((1 + odds)/(1 + y) - odds) == {LEAST}, odds*y <= 1)), "
    "odds*((1 + odds)*(odds + close)/(1 + 2*odds + close + (k - 1)/odds) - odds) == odds*(close - k + 1 - odds**2)/(1 "
    "+ 2*odds + close + (k - 1)/odds), odds*((1 + odds)*(odds + apart)/(1 + 2*odds + apart) - odds) == odds*(apart - "
    "odds**2)/(1 + 2*odds + apart), Implies(close == sqrt(odds**2 + k - 1)*(sqrt((1 + odds)*(1 + odds + (k - "
    "1)/odds)) + sqrt(odds**2 + k - 1)), "
    f"k*odds*(close - k + 1 - odds**2)/(1 + 2*odds + close + (k - 1)/odds) == {CLOSE}*close), Implies(And({SLOPE} > "
    f"0, apart*{SLOPE} == {SPENT}), k*odds*(apart - odds**2)/(1 + 2*odds + apart) == lead*(k - 1) + {APART}*apart), "
    "Implies(And(0 <= m, m <= 1, m*(k - 1) <= apart, (lead - least)*(apart - m*(k - 1)) == 0, (1 - m)*(Max(first, "
    "none) - first) == 0, m*(Max(first, none) - none) == 0), 1 + (1 - m*(k - 1)/apart)*least + m/apart*(lead*(k - 1) "
    "+ none*apart) + (1 - m)*first == 1 + lead + Max(first, none)), m/apart*apart + (1 - m)/close*close == 1, "
    "m/apart*(k - 1) + (1 - m*(k - 1)/apart) == 1, Implies(odds == 1, And(k*(m/apart + (1 - m)/close) + (1 - m*(k - "
    "1)/apart) == m/apart*(odds + apart) + (1 - m)/close*(odds + close + (k - 1)/odds), (1 - m*(k - 1)/apart)*(1 - "
    "odds*y) + 1 - (1 - m*(k - 1)/apart)*(1 - y) == 1)))",
    and_so(
        by_solver("all odds, numbers and weights", "And(odds >= 1, k >= 1, lead >= 0, apart > 0, close > 0)"),
        about(SECTION.formula(f"Implies({TWO_ROWS}, most/(odds - 1) + most - u <= odds*(most/(odds - 1) + most - v))"),
              by_solver("for E > 1 one more output makes the sums equal", [
                  "And(odds > 1, k >= 1, apart > 0, close > 0, 0 <= u, u <= most, 0 <= v, v <= most)",
                  cite("rows-can-be-levelled-at-no-loss", {"first": "u", "second": "v"}),
              ])),
    ),
    given="k >= 1 is the number of types besides those of x and Y, E >= 1",
    mutants={
        "without the condition on A": ("(lead - least)*(apart - m*(k - 1)) == 0, ", ""),
        "without that on the larger one": ("(1 - m)*(Max(first, none) - first) == 0, ", ""),
    }, generated="none", trust=("sum-over-outputs", "intermediate-values"),
    note="Measured by the definitions, these mechanisms come as close as "
    "`nearly-worst-mechanisms-reach-the-factor-of-another-value` says.",
)  # fmt: skip

SECTION.claim(
    "nearly-worst-mechanisms-reach-the-factor-of-another-value",
    "under another value some mechanism reaches the least 1 + A + max(B_1, B_0(A)) up to a thousandth, for up to "
    "sixteen types at four values of epsilon",
    "The mechanisms of `no-smaller-factor-serves-another-value`: their utility under another value and their delta(x), "
    "by the definitions, at E = 1, 3/2, 4 and 8 for three, four, five, eight and sixteen types.",
    f"utility >= (1 + lead + Max({CLOSE}, {APART}))*(1 - 1/1000)*delta",
    on_instances(
        CERTIFIED, ALL, "nearly worst mechanisms", "three to sixteen types, four odds",
        each(nearly_worst, odds=(*THREE_ODDS, Fraction(8)), others=(1, 2, 3, 6, 14)),
    ), mutants={"more than the factor": ("(1 - 1/1000)", "(1 + 1/1000)")}, generated="none",
    over="three to sixteen types, four odds", ranges="odds k lead",
    means=dict.fromkeys(("utility", "delta"), "papers.project.true_value.found"),
)  # fmt: skip


MANY_TYPES = SECTION.beside(PROJECT, "Guesses", {
    "utility": "u", "delta": "\\delta(x)", "odds": "E", "k": "k", "g": "\\alpha_1", "h": "\\beta_1",
    "r": "\\sqrt{1 + 1/E}", "t": "\\sqrt k",
}, {"delta": "privacy.definition.database_delta", "r": "any number > 0"})  # fmt: skip

REST, REST_OF_ROOT = "odds/(1 + sqrt(1 + 1/odds))**2", "odds/(1 + r)**2"

MANY_TYPES.claim(
    "weights-for-any-number-of-types",
    "at A = E both B_1 and B_0(A) are at most E/(1 + sqrt(1 + 1/E))^2, for every number of types",
    "The two roots of $B_1$ are at least $\\sqrt{k(1+1/E)}$ and $\\sqrt k$, so $B_1 \\le E/(1 + \\sqrt{1 + 1/E})^2 "
    "\\le E/4$; and so is $B_0(E)$. A = E is at least A*.",
    "And(sqrt((1 + odds)*(1 + odds + (k - 1)/odds)) >= sqrt(k)*sqrt(1 + 1/odds), sqrt(odds**2 + k - 1) >= sqrt(k), "
    "Implies(And(g >= t*r, h >= t, t > 0, r > 0, t**2 == k, r**2 == 1 + 1/odds), "
    f"k*odds/(g + h)**2 <= {REST_OF_ROOT}), {APART.replace('lead', 'odds')} <= odds/(k*(1 + 2*odds)**2), odds/(k*(1 + "
    f"2*odds)**2) <= {REST}, {LEAST} <= odds, {REST} <= odds/4)",
    by_solver("all odds and numbers", "And(odds >= 1, k >= 1)"),
    on_instances(CERTIFIED, GRID, "numbers", "four odds, up to 1000 others", each(
        lambda odds, k: {"odds": odds, "k": k, **dict.fromkeys("ghrt", Fraction(1, 2))}, odds=(*ODDS, Fraction(1)),
        k=(2, 5, 30, 1000),
    )),
    given="k >= 1 is the number of types besides those of x and Y, E >= 1",
    mutants={
        "half of it": (
            f"<= {REST_OF_ROOT}", f"<= 1/2*({REST_OF_ROOT})", f"(1 + 2*odds)**2) <= {REST}",
            f"(1 + 2*odds)**2) <= 1/2*({REST})",
        ), "strictly": ("odds**2 + k - 1) >= sqrt(k)", "odds**2 + k - 1) > sqrt(k)"),
    }, generated="none",
)  # fmt: skip

CLOSE_PLACE = "((1 + sqrt(1 + 1/odds))*j**2)"
FACTOR = (
    "1 + (j**2 + 1)/j**2*odds*(j - odds**2)/(1 + 2*odds + j) + "
    f"(1 - 1/j)*(j**2 + 1)*odds*({CLOSE_PLACE} - j**2 - odds**2)/"
    f"({CLOSE_PLACE}*(1 + 2*odds + {CLOSE_PLACE} + j**2/odds))"
)


def many_measured(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The utility and delta(x), by their definitions."""
    return {"utility": utility(rows, odds), "delta": deltas(rows, odds)[0], "odds": odds}


def many_at_hiding(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """A mechanism of a hunt."""
    hiding = hiding_at(at)
    return None if hiding is None else many_measured(hiding.rows(), at["odds"])


MANY_TYPES.claim(
    "sharp-utility-for-any-number-of-types", "u <= (1 + E + E/(1 + sqrt(1 + 1/E))^2) delta(x), however many types",
    "The utility is at most $(1 + E + E/(1 + \\sqrt{1 + 1/E})^2)\\, \\delta(x)$ for every mechanism and every number "
    "of types, true values included, whose factor is at most 3/2. With two types the other value is the true one of "
    "x', and the losses are the same.",
    f"utility <= (1 + odds + {REST})*delta",
    on_instances(
        CERTIFIED, GRID, "mechanisms",
        "three types and two outputs with denominator 3, nearly worst mechanisms of up to 30; three odds",
        lambda claim: chain(
            each(
                lambda odds, others: many_measured(nearly_best(odds, others)[0].rows(), odds),
                odds=ODDS, others=(1, 6, 14, 28),
            )(claim), each_mechanism(many_measured, (3, 2, 3))(claim),
        ),
    ),
    on_instances(CERTIFIED, GRID, "many types", "10^6 + 3 types, by their least factor", each(
        # Lower bound of the utility where delta(x) is 1, so many types that no matrix holds them.
        lambda odds, j: {"utility": MANY_TYPES.formula(FACTOR).value({"odds": odds, "j": j}), "delta": 1, "odds": odds},
        odds=ODDS, j=(1000,),
    )),
    by_solver("the true value, and another one at A = E", ["And(odds >= 1, delta >= 0)", lifted(
        "maximum", f"Or(utility <= 3/2*delta, utility <= (1 + odds + {REST})*delta)",
        cite("sharp-utility-of-the-true-value"), cite("sharp-weights-of-the-true-value"),
        cite("sharp-utility-of-another-value"), cite("weights-for-any-number-of-types"),
    )]),
    given="E >= 1", silent="finitely many types, two at least, and finitely many outputs",
    mutants={"without E": ("(1 + odds + ", "(1 + 0*odds + "), "a quarter of E": ("(1 + odds + ", "(1 + 1/4*odds + ")},
    generated="deep", search=over(HIDING, many_at_hiding),
    note="The factor is below $1 + \\frac{5}{4} E$, with the same leading term, and 2.172 at epsilon = 0. The "
    "utility is "
    "the largest of those under the values of the missing record: of the true one, with kappa at most 1/2, or of "
    "another one, with A = E and both weights B at most the last term.",
    numbers=("2 + 1/(1 + sqrt(2))**2 < 2.172", "2 + 1/(1 + sqrt(2))**2 > 2.171"),
)  # fmt: skip

MANY_TYPES.claim(
    "many-types-need-the-whole-factor",
    "with j^2 + 3 types the factor is at least 1 + E + E/(1 + sqrt(1 + 1/E))^2 - 2E(1 + E)^2/j",
    "The mechanisms of `no-smaller-factor-serves-another-value` with $k - 1 = j^2$, $\\mu = 1/j$, $w_0 = j$ and $w_1 "
    "= (1 + \\sqrt{1 + 1/E}) j^2$ spend all of d(x, Z) where the others have no mass, and nearly all of d(Z, x) where "
    "they have 1/E. With j to infinity, no smaller factor than that of `sharp-utility-for-any-number-of-types` serves "
    "all numbers of types, at any epsilon.",
    f"{FACTOR} >= 1 + odds + {REST} - 2*odds*(1 + odds)**2/j",
    and_so(
        by_solver("all odds and numbers", "And(odds >= 1, j >= 1)"),
        about(
            MANY_TYPES.formula(f"utility >= (1 + odds + {REST} - 2*odds*(1 + odds)**2/j)*delta"),
            by_solver("what those mechanisms gain", [
                "And(odds >= 1, j >= 1, delta >= 0)", shown("all odds and numbers"), lifted(
                    "sum-over-outputs", f"utility >= ({FACTOR})*delta", cite("no-smaller-factor-serves-another-value"),
                ),
            ]),
        ),
    ),
    on_instances(
        CERTIFIED, GRID, "numbers", "four odds, up to 10^8 + 3 types",
        each(lambda odds, j: {"odds": odds, "j": Fraction(j)}, odds=(*ODDS, Fraction(1)), j=(1, 2, 9, 100, 10_000)),
    ), given="E >= 1, j >= 1",
    mutants={
        "as close as 1/j^2": ("2*odds*(1 + odds)**2/j", "2*odds*(1 + odds)**2/j**2"),
        "above the factor": ("- 2*odds*(1 + odds)**2/j", "+ 1/1000"),
    }, generated="none", trust=("sum-over-outputs", "limits"),
)  # fmt: skip
