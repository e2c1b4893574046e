"""Why the printed noise has a border in epsilon: its exact delta rises, and what the search for the border rests on.

With sigma = c Delta/epsilon the exact delta is F = Phi(-(c - m)) - e^epsilon Phi(-(c + m)), m = epsilon/(2c).
"""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Gaussian mechanism", {
    "tail": "\\Phi(-x)", "density": "\\phi(x)", "x": "x", "y": "y", "c": "c", "ep": "\\epsilon", "near": "\\phi(c - m)",
    "far": "\\phi(c + m)", "beyond": "\\Phi(-c - m)", "slope": "\\frac{dF}{d\\epsilon}", "E": "e^{\\epsilon}",
    "loss": "F(\\epsilon)", "later": "F(\\epsilon')", "bell": "\\phi(c)", "change": "\\Phi(-x)/\\phi(x)",
}, {
    **dict.fromkeys(("tail", "density", "near", "far", "beyond", "bell"), "any value of the normal law"),
    **dict.fromkeys(("loss", "later"), "any delta of the printed noise"), "slope": "any slope of that delta",
    "change": "any slope of the ratio", "E": "any number >= 1",
})  # fmt: skip
AT = "Gaussian mechanism, theorem"

SECTION.claim(
    "normal-tails-are-below-the-density-over-x", "Phi(-x) < phi(x)/x for x > 0",
    "For $y > x$ the density at y is less than $\\frac yx \\phi(y)$, of which $-\\phi(y)/x$ is an antiderivative.",
    "Implies(x > 0, tail < density/x)",
    in_steps(
        "a larger integrand, then its ends",
        antiderivative("antiderivative", "-exp(-y**2/2)/x", "y/x*exp(-y**2/2)", "positive x; real y"),
        about(SECTION.formula("Implies(And(y > x, x > 0), exp(-y**2/2) < y/x*exp(-y**2/2))"),
              by_solver("a larger integrand", [])),
        by_solver("its ends", [
            lifted("integrals", "Implies(x > 0, tail < density/x)", shown("antiderivative"),
                   shown("a larger integrand")),
        ]),
    ), at=AT, kind="project", generated="none",
    mutants={"half": ("density/x)", "density/(2*x))"), "x^2": ("density/x)", "density/x**2)")},
)  # fmt: skip

SECTION.claim(
    "normal-tails-are-above-a-part-of-the-density-over-x", "Phi(-x) >= x phi(x)/(1 + x^2) for x > 0",
    "$-\\frac{y}{1 + y^2}\\phi(y)$ is an antiderivative of $\\frac{y^4 + 2y^2 - 1}{(1 + y^2)^2}\\phi(y)$, which is "
    "less than the density.",
    "Implies(x > 0, tail >= x*density/(1 + x**2))",
    in_steps(
        "a smaller integrand, then its ends",
        antiderivative("antiderivative", "-y/(1 + y**2)*exp(-y**2/2)",
                       "(y**4 + 2*y**2 - 1)/(1 + y**2)**2*exp(-y**2/2)", "real y"),
        about(SECTION.formula("(y**4 + 2*y**2 - 1)/(1 + y**2)**2 <= 1"), by_solver("a smaller integrand", [])),
        by_solver("its ends", [
            lifted("integrals", "Implies(x > 0, tail >= x*density/(1 + x**2))", shown("antiderivative"),
                   shown("a smaller integrand")),
        ]),
    ), at="Gaussian utility, theorem", kind="project", generated="none",
    mutants={"twice": ("x*density", "2*x*density"), "without the square": ("(1 + x**2)", "x**2")},
)  # fmt: skip

SECTION.claim(
    "the-exact-delta-of-the-printed-noise-rises-with-epsilon",
    "for every delta the theorem holds below a border in epsilon and fails above it",
    "The slope of F in $\\epsilon$ is $\\frac{1}{2c}(\\phi(c - m) + e^{\\epsilon}\\phi(c + m)) - e^{\\epsilon} "
    "\\Phi(-c - m)$. As $e^{\\epsilon}\\phi(c + m) = \\phi(c - m)$, it is $\\phi(c - m)/c$ less what is below "
    "$\\phi(c - m)/(c + m)$: positive.",
    "Implies(And(c > 0, ep > 0), slope > 0)",
    in_steps(
        "one factor, then the tail",
        about(SECTION.formula("ep - (c + ep/(2*c))**2/2 == -(c - ep/(2*c))**2/2"),
              by_identity("one factor", "positive c; real ep")),
        by_solver("the slope", [
            "And(c > 0, ep > 0)", defined("m", "ep/(2*c)"),
            lifted("integrals", "slope == near/(2*c) + E*far/(2*c) - E*beyond", cite("the-event-of-the-gaussian-pair")),
            lifted("exponentials", "And(E*far == near, E > 0, near > 0)", shown("one factor")),
            lifted("integrals", "beyond < far/(c + m)", cite("normal-tails-are-below-the-density-over-x")),
        ]),
    ), at=AT, kind="project", generated="none",
    mutants={"more than 1/c": ("slope > 0", "slope > near/c"), "falls": ("slope > 0", "slope < 0")},
)  # fmt: skip

SECTION.claim(
    "the-exact-delta-of-the-printed-noise-has-a-simple-bound",
    "F(epsilon) <= epsilon e^(epsilon/2) phi(c)/c: where that is at most delta there is nothing to search",
    "The slope is at most $\\phi(c - m)/c$, and $-(c - m)^2/2 \\le -c^2/2 + \\epsilon/2$; F is 0 at $\\epsilon = 0$.",
    "Implies(And(c > 0, ep > 0), loss <= ep*exp(ep/2)*bell/c)",
    in_steps(
        "exponents, then the slope",
        about(SECTION.formula("Implies(And(c > 0, ep > 0), -(c - ep/(2*c))**2/2 <= -c**2/2 + ep/2)"),
              by_solver("exponents", [])),
        by_solver("the slope", [
            lifted("integrals", "Implies(And(c > 0, ep > 0), loss <= ep*exp(ep/2)*bell/c)", shown("exponents"),
                   cite("the-exact-delta-of-the-printed-noise-rises-with-epsilon")),
        ]),
    ), at=AT, kind="project", generated="none", trust="exponentials",
    mutants={"without e": ("*exp(ep/2)", ""), "half": ("ep*exp", "ep/2*exp")},
)  # fmt: skip

SECTION.claim(
    "the-ratio-of-normal-tail-and-density-falls", "Phi(-x)/phi(x) falls for all x",
    "Its slope is $x\\Phi(-x)/\\phi(x) - 1$: negative for $x \\le 0$, and for $x > 0$ by the bound of the tail. So the "
    "ends of an interval of c bound F/delta on it.",
    "Implies(And(density > 0, tail > 0, change == x*tail/density - 1), change < 0)",
    by_solver("all x", [
        cite("normal-tails-are-below-the-density-over-x"),
    ]), at=AT, kind="project", generated="none", trust="integrals", symbols={"change": "s"},
    mutants={"by a half": ("change < 0", "change < -1/2"), "rises": ("change < 0", "change > 0")},
)  # fmt: skip
