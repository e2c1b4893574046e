"""The Laplace mechanism: its privacy, every step of the proof, and that no smaller epsilon holds."""

from __future__ import annotations

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Laplace mechanism", {
    "loss": "\\ell", "dist": "d", "ep": "\\epsilon", "Delta": "\\Delta", "u": "u", "x": "x", "y": "y", "v": "v",
    "a": "a", "b": "b", "M": "M", "s": "s", "o": "o", "f": "f_k", "g": "f'_k",
})  # fmt: skip
LIMITS = (
    "$0 < \\Delta < \\infty$: a constant query has the scale 0, which is no Laplace law, and needs no noise",
    "real numbers are drawn exactly; rounded ones, as in floating point, need a proof of their own",
)

SECTION.claim(
    "the-laplace-mechanism-is-private", "the Laplace mechanism is epsilon-DP",
    "At any output the privacy loss is $(\\epsilon/\\Delta)\\ell$ with $\\ell = \\sum_k |o_k - f_k(D')| - |o_k - "
    "f_k(D)|$, which is at most $d = \\|f(D) - f(D')\\|_1 \\le \\Delta$ coordinate by coordinate. So the density at D "
    "is at most $e^{\\epsilon}$ times that at D', and so is the probability of every set.",
    "Implies(And(dist <= Delta, Delta > 0, ep > 0), ep/Delta*loss <= ep)",
    in_steps(
        "coordinate by coordinate, then the scale",
        about(SECTION.formula("loss <= dist"), by_induction(
            "coordinate by coordinate", {"loss": "0", "dist": "0"},
            {"loss": "loss + abs(u + x) - abs(u)", "dist": "dist + abs(x)"}, ["abs(x) >= 0"], inputs=["u", "x"],
        )),
        by_solver("the scale", [shown("coordinate by coordinate")]),
    ), at="Laplace mechanism, theorem", kind="theorem", silent=LIMITS, trust=("exponentials", "integrals", "induction"),
    mutants={"half": ("<= ep)", "<= ep/2)"), "any distance": ("dist <= Delta, ", "")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "no-smaller-epsilon-holds-for-the-laplace-mechanism",
    "the privacy loss is epsilon itself at neighbours that attain the sensitivity",
    "If $|f(D) - f(D')| = \\Delta$, the loss is exactly $\\epsilon$ at every output that lies beyond f(D), seen from "
    "f(D'): the parameter is the best.",
    "Implies(And(f - g == Delta, o >= f), ep/Delta*(abs(o - g) - abs(o - f)) == ep)",
    by_solver("one coordinate", "And(Delta > 0, ep > 0)"), at="Laplace mechanism, theorem", kind="project",
    mutants={"half": ("== ep)", "== ep/2)"), "on the way": ("o >= f", "o >= g")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "a-quotient-of-integrals-below-the-largest-quotient",
    "the ratio of the probabilities of a set is at most the largest ratio of the densities on it",
    "If $g \\le M g'$ on a set, then $\\int g \\le M \\int g'$: piece by piece.",
    "a <= M*b",
    by_induction("piece by piece", {"a": "0", "b": "0"}, {"a": "a + x", "b": "b + y"}, ["x <= M*y"],
                 inputs=["x", "y"]),
    at="Laplace mechanism, proof, integrals", kind="proof-step", trust=("induction", "integrals"), fidelity="narrowed",
    silent=(
        "the set has positive probability at D'; else both probabilities are 0 and the quotient is none",
        "a supremum is meant: on the open interval between f(D) and f(D') the ratio has no maximum",
    ),
    mutants={"half": ("M*b", "M*b/2"), "strictly": ("<=", "<")},
)  # fmt: skip

SECTION.claim(
    "normalisers-of-the-densities-cancel",
    "the ratio of products of densities is the exponential of the sum of the differences",
    "The coordinates of the noise are independent, so densities multiply; in the ratio the factors $\\epsilon/(2"
    "\\Delta)$ cancel, and the exponents add up. The equalities of the display, for two coordinates, "
    "and for one more after any number of them.",
    "s*exp(-s*x)/2*(s*exp(-s*y)/2)/(s*exp(-s*u)/2*(s*exp(-s*v)/2)) == exp(s*((u - x) + (v - y)))",
    and_so(
        by_identity("two coordinates", "positive s; real x y u v"),
        about(Formula("exp(s*t)*(s*exp(-s*x)/2)/(s*exp(-s*u)/2) == exp(s*(t + (u - x)))", ["s", "t", "x", "u"]),
              by_identity("one coordinate more", "positive s; real t x u")),
        about(Formula("ratio == exp(s*t)", ["ratio", "s", "t"]), by_induction(
            "one coordinate after the other", {"ratio": "1", "t": "0"},
            {"ratio": "ratio*(s*exp(-s*x)/2)/(s*exp(-s*u)/2)", "t": "t + (u - x)"}, ["s > 0"], inputs=["x", "u"],
            each=[shown("one coordinate more")],
        )),
    ), at="Laplace mechanism, proof, densities",
    kind="proof-step", symbols={"s": "\\frac{\\epsilon}{\\Delta}"}, trust="induction",
    means={"s": "any positive number"}, fidelity="typo-corrected",
    silent="the sum in the display runs over the whole difference: its brackets are missing",
    mutants={"one coordinate": (" + (v - y)", ""), "the other sign": ("(u - x)", "(x - u)")},
)  # fmt: skip

SECTION.claim(
    "the-triangle-inequality-of-the-display", "|o_k - f_k(D')| - |o_k - f_k(D)| <= |f_k(D) - f_k(D')|",
    "The inequality of the display, for one coordinate; equality holds beyond f(D).",
    "abs(o - g) - abs(o - f) <= abs(f - g)",
    by_solver("all real numbers", []), at="Laplace mechanism, proof, triangle inequality", kind="proof-step",
    trust=("adding-up", "exponentials"), mutants={"strictly": ("<=", "<"), "half": ("abs(f - g)", "abs(f - g)/2")},
)  # fmt: skip

SECTION.claim(
    "the-scale-turns-the-sensitivity-into-epsilon", "(epsilon/Delta) ||f(D) - f(D')||_1 <= epsilon",
    "The last inequality of the display: neighbours have $\\|f(D) - f(D')\\|_1 \\le \\Delta$.",
    "Implies(dist <= Delta, ep/Delta*dist <= ep)",
    by_solver("all distances", "And(Delta > 0, ep > 0, dist >= 0)"), at="Laplace mechanism, proof, sensitivity",
    kind="proof-step", trust="exponentials", silent=LIMITS[0],
    mutants={"half": ("<= ep)", "<= ep/2)"), "strictly": ("<= ep)", "< ep)")},
)  # fmt: skip
