"""The utility however many types there are: the least factor of delta(x) that serves all numbers of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.instances.hidden_types import HIDING, hiding_at, nearly_best
from sdp_proofs.claims.instances.one_record import ODDS, deltas, small_rows, utility
from sdp_proofs.claims.project.guessing_bounds import FINITE
from sdp_proofs.claims.project.sharp_utility_of_others import APART, LEAST
from sdp_proofs.claims.proofs.roots import each_with_roots
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

REST = "odds/(1 + sqrt(1 + 1/odds))**2"
SYMBOLS = {"odds": "E", "k": "k", "g": r"\alpha_1", "h": r"\beta_1", "r": r"\sqrt{1 + 1/E}", "t": r"\sqrt k"}
VALUES = {"utility": "u", "delta": r"\delta(x)", "odds": "E", "first": "B_1", "none": "B_0(E)"}
NUMBERS = {"odds": "E", "j": "j"}


def limits(rest: str) -> Formula:
    """The weights at A = E: B_1 by its two roots, then B_0, and that E is a possible weight."""
    return Formula(
        "And(sqrt((1 + odds)*(1 + odds + (k - 1)/odds)) >= sqrt(k)*sqrt(1 + 1/odds), "
        "sqrt(odds**2 + k - 1) >= sqrt(k), "
        "Implies(And(g >= t*r, h >= t, t > 0, r > 0, t**2 == k, r**2 == 1 + 1/odds), "
        f"k*odds/(g + h)**2 <= {rest.replace('sqrt(1 + 1/odds)', 'r')}), "
        f"{APART.replace('lead', 'odds')} <= odds/(k*(1 + 2*odds)**2), odds/(k*(1 + 2*odds)**2) <= {rest}, "
        f"{LEAST} <= odds, {REST} <= odds/4)",
        SYMBOLS,
    )


def bound(rest: str) -> Formula:
    """The utility against delta(x)."""
    return Formula(f"utility <= (1 + odds + {rest})*delta", VALUES)


LIMITS, BOUND = limits(REST), bound(REST)
CLOSE_PLACE = "((1 + sqrt(1 + 1/odds))*j**2)"
FACTOR = (
    "1 + (j**2 + 1)/j**2*odds*(j - odds**2)/(1 + 2*odds + j) + "
    f"(1 - 1/j)*(j**2 + 1)*odds*({CLOSE_PLACE} - j**2 - odds**2)/"
    f"({CLOSE_PLACE}*(1 + 2*odds + {CLOSE_PLACE} + j**2/odds))"
)
MANY = Formula(
    f"{FACTOR} >= 1 + odds + {REST} - 2*odds*(1 + odds)**2/j",
    NUMBERS,
)


def points(_: Claim) -> Iterator[Instance]:
    """Numbers of types and odds."""
    for odds, k in product((*ODDS, Fraction(1)), (2, 5, 30, 1000)):
        half = Fraction(1, 2)
        yield f"k = {k}, odds {odds}", {"odds": odds, "k": k, "g": half, "h": half, "r": half, "t": half}


def squares(_: Claim) -> Iterator[Instance]:
    """Some odds with j^2 + 3 types."""
    for odds, j in product((*ODDS, Fraction(1)), (1, 2, 9, 100, 10_000)):
        yield f"j = {j}, odds {odds}", {"odds": odds, "j": Fraction(j)}


def mechanisms(_: Claim) -> Iterator[Instance]:
    """The utility and delta(x), by their definitions."""
    for odds, types in product(ODDS, (3, 8, 16, 30)):
        rows = nearly_best(odds, types - 2)[0].rows()
        yield f"{types} types, odds {odds}, nearly the worst", _values(rows, odds)
    for odds, rows in product(ODDS, small_rows(3, 3, 2)):
        yield f"three types, denominator 2, odds {odds}", _values(rows, odds)


def crowds(_: Claim) -> Iterator[Instance]:
    """What the utility is at least where delta(x) is 1, so many types that no matrix holds them."""
    for odds in ODDS:
        least = Formula(FACTOR, NUMBERS).value({"odds": odds, "j": 1000})
        yield f"j = 1000, odds {odds}", {"utility": least, "delta": 1, "odds": odds, "first": 0, "none": 0}


def at_hiding(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """A mechanism of a hunt."""
    hiding = hiding_at(at)
    return None if hiding is None else _values(hiding.rows(), at["odds"])


def _values(rows: tuple[tuple[Fraction, ...], ...], odds: Fraction) -> dict[str, Any]:
    return {"utility": utility(rows, odds), "delta": deltas(rows, odds)[0], "odds": odds, "first": 0, "none": 0}


CLAIMS = (
    Claim(
        id="weights-for-any-number-of-types",
        paper="project",
        locator="Guesses",
        title="at A = E both B_1 and B_0(A) are at most E/(1 + sqrt(1 + 1/E))^2, for every number of types",
        kind=Kind.PROJECT,
        statement="The two roots of $B_1$ are at least $\\sqrt{k(1+1/E)}$ and $\\sqrt k$, so $B_1 \\le E/(1 + "
        "\\sqrt{1 + 1/E})^2 \\le E/4$; and so is $B_0(E)$. A = E is at least A*.",
        hypotheses=(Hypothesis("k >= 1 is the number of types besides those of x and Y, E >= 1"),),
        formula=LIMITS,
        checks=(
            each_with_roots("all odds and numbers", [Formula("And(odds >= 1, k >= 1)", SYMBOLS)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "numbers", "four odds, up to 1000 others", points),
        ),
        near_misses=(
            NearMiss("half of it", limits(f"1/2*({REST})")),
            NearMiss("strictly", LIMITS.mutate("odds**2 + k - 1) >= sqrt(k)", "odds**2 + k - 1) > sqrt(k)")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("sharp-utility-of-another-value",),
        trust=("z3",),
    ),
    Claim(
        id="sharp-utility-for-any-number-of-types",
        paper="project",
        locator="Guesses",
        title="u <= (1 + E + E/(1 + sqrt(1 + 1/E))^2) delta(x), however many types",
        kind=Kind.PROJECT,
        statement="The utility is at most $(1 + E + E/(1 + \\sqrt{1 + 1/E})^2)\\, \\delta(x)$ for every mechanism "
        "and every number of types, true values included, whose factor is at most 3/2. With two types the other "
        "value is the true one of x', and the losses are the same. The factor is below $1 + \\frac{5}{4} E$, with the "
        "same leading term, and 2.172 at odds 1.",
        hypotheses=(FINITE, Hypothesis("E >= 1")),
        formula=BOUND,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "mechanisms",
                "three types with denominator 2, nearly worst mechanisms of up to 30; three odds",
                mechanisms,
            ),
            on_instances(
                Method.CERTIFIED, Coverage.GRID, "many types", "10^6 + 3 types, by their least factor", crowds
            ),
            each_with_roots(
                "the true value, and another one at A = E",
                [Formula("And(odds >= 1, delta >= 0, first >= 0, none >= 0)", VALUES)],
                Formula(
                    f"And(first <= {REST}, none <= {REST}, "
                    "Or(utility <= 3/2*delta, utility <= (1 + odds + Max(first, none))*delta))",
                    VALUES,
                ),
            ),
        ),
        near_misses=(
            NearMiss("without E", Formula(BOUND.text.replace("(1 + odds + ", "(1 + 0*odds + "), VALUES)),
            NearMiss("a quarter of E", Formula(BOUND.text.replace("(1 + odds + ", "(1 + 1/4*odds + "), VALUES)),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(HIDING, at_hiding),
        depends_on=("weights-for-any-number-of-types", "sharp-utility-of-the-true-value"),
        trust=("z3", "maximum"),
    ),
    Claim(
        id="many-types-need-the-whole-factor",
        paper="project",
        locator="Guesses",
        title="with j^2 + 3 types the factor is at least 1 + E + E/(1 + sqrt(1 + 1/E))^2 - 2E(1 + E)^2/j",
        kind=Kind.PROJECT,
        statement="The mechanisms of `no-smaller-factor-serves-another-value` with $k - 1 = j^2$, $\\mu = 1/j$, $w_0 "
        "= j$ and $w_1 = (1 + \\sqrt{1 + 1/E}) j^2$ spend all of d(x, Z) where the others have no mass, and nearly "
        "all of d(Z, x) where they have 1/E. So no smaller factor than that of "
        "`sharp-utility-for-any-number-of-types` serves all numbers of types, at any odds.",
        hypotheses=(Hypothesis("E >= 1, j >= 1"),),
        formula=MANY,
        checks=(
            each_with_roots("all odds and numbers", [Formula("And(odds >= 1, j >= 1)", NUMBERS)]),
            on_instances(Method.CERTIFIED, Coverage.GRID, "numbers", "four odds, up to 10^8 + 3 types", squares),
        ),
        near_misses=(
            NearMiss("as close as 1/j^2", MANY.mutate("2*odds*(1 + odds)**2/j", "2*odds*(1 + odds)**2/j**2")),
            NearMiss("above the factor", MANY.mutate("- 2*odds*(1 + odds)**2/j", "+ 1/1000")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("no-smaller-factor-serves-another-value",),
        trust=("z3", "sum-over-outputs"),
    ),
)
