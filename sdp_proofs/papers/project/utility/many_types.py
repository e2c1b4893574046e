"""The utility however many types there are: the least factor of delta(x) that serves all numbers of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.project.utility.another_value import APART, LEAST
from sdp_proofs.papers.project.utility.hidden_types_instances import HIDING, hiding_at, nearly_best
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Guesses", {
    "utility": "u", "delta": "\\delta(x)", "odds": "E", "k": "k", "g": "\\alpha_1", "h": "\\beta_1",
    "r": "\\sqrt{1 + 1/E}", "t": "\\sqrt k",
}, {"delta": "privacy.definition.database_delta", "r": "any number > 0"})  # fmt: skip

REST, REST_OF_ROOT = "odds/(1 + sqrt(1 + 1/odds))**2", "odds/(1 + r)**2"

SECTION.claim(
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


def measured(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The utility and delta(x), by their definitions."""
    return {"utility": utility(rows, odds), "delta": deltas(rows, odds)[0], "odds": odds}


def at_hiding(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """A mechanism of a hunt."""
    hiding = hiding_at(at)
    return None if hiding is None else measured(hiding.rows(), at["odds"])


SECTION.claim(
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
                lambda odds, others: measured(nearly_best(odds, others)[0].rows(), odds),
                odds=ODDS, others=(1, 6, 14, 28),
            )(claim), each_mechanism(measured, (3, 2, 3))(claim),
        ),
    ),
    on_instances(CERTIFIED, GRID, "many types", "10^6 + 3 types, by their least factor", each(
        # What the utility is at least where delta(x) is 1, so many types that no matrix holds them.
        lambda odds, j: {"utility": SECTION.formula(FACTOR).value({"odds": odds, "j": j}), "delta": 1, "odds": odds},
        odds=ODDS, j=(1000,),
    )),
    by_solver("the true value, and another one at A = E", ["And(odds >= 1, delta >= 0)", lifted(
        "maximum", f"Or(utility <= 3/2*delta, utility <= (1 + odds + {REST})*delta)",
        cite("sharp-utility-of-the-true-value"), cite("sharp-weights-of-the-true-value"),
        cite("sharp-utility-of-another-value"), cite("weights-for-any-number-of-types"),
    )]),
    given="E >= 1", silent="finitely many types, two at least, and finitely many outputs",
    mutants={"without E": ("(1 + odds + ", "(1 + 0*odds + "), "a quarter of E": ("(1 + odds + ", "(1 + 1/4*odds + ")},
    generated="deep", search=over(HIDING, at_hiding),
    note="The factor is below $1 + \\frac{5}{4} E$, with the same leading term, and 2.172 at odds 1. The utility is "
    "the largest of those under the values of the missing record: of the true one, with kappa at most 1/2, or of "
    "another one, with A = E and both weights B at most the last term.",
    numbers=("2 + 1/(1 + sqrt(2))**2 < 2.172", "2 + 1/(1 + sqrt(2))**2 > 2.171"),
)  # fmt: skip

SECTION.claim(
    "many-types-need-the-whole-factor",
    "with j^2 + 3 types the factor is at least 1 + E + E/(1 + sqrt(1 + 1/E))^2 - 2E(1 + E)^2/j",
    "The mechanisms of `no-smaller-factor-serves-another-value` with $k - 1 = j^2$, $\\mu = 1/j$, $w_0 = j$ and $w_1 "
    "= (1 + \\sqrt{1 + 1/E}) j^2$ spend all of d(x, Z) where the others have no mass, and nearly all of d(Z, x) where "
    "they have 1/E. With j to infinity, no smaller factor than that of `sharp-utility-for-any-number-of-types` serves "
    "all numbers of types, at any odds.",
    f"{FACTOR} >= 1 + odds + {REST} - 2*odds*(1 + odds)**2/j",
    and_so(
        by_solver("all odds and numbers", "And(odds >= 1, j >= 1)"),
        about(
            SECTION.formula(f"utility >= (1 + odds + {REST} - 2*odds*(1 + odds)**2/j)*delta"),
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
