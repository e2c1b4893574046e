"""Lemma 11 at orders between 1 and 2, which Theorem 2 uses where epsilon > ln(1/delta): from the order 2 itself."""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LSSGD, "App. A.1", {
    "a": "\\alpha", "D": "D", "D2": "D_2", "X": "\\chi^2", "Y": "y", "s": "s", "t": "\\tau", "x": "x", "m": "m",
    "k": "k", "A": "A", "B": "B", "C": "C", "p": "p", "q": "q", "r": "r", "v": "v", "g": "g", "h": "h", "f": "f",
    "top": "N", "whole": "Q", "parts": "P",
})  # fmt: skip

SECTION.claim(
    "chi-square-is-jointly-convex",
    "the chi-square divergence of two mixtures is at most the mean of those of their parts",
    "At an output let the parts of a mixture have the densities $q_i > 0$, with their weights, and those of another "
    "$q_i(1 + r_i)$. Then $(\\sum q_i r_i)^2 \\le \\sum q_i \\cdot \\sum q_i r_i^2$, so that the squared difference of "
    "the mixtures over the second is at most the sum of those of the parts.",
    "top**2 <= whole*parts",
    by_induction(
        "one part after the other", {"top": "0", "whole": "0", "parts": "0"},
        {"top": "top + q*r", "whole": "whole + q", "parts": "parts + q*r**2"}, ["q > 0"], inputs=["q", "r"],
        keeps=["whole >= 0", "parts >= 0"],
    ),
    at="Lemma 11, orders below 2", kind="project", trust="induction",
    mutants={"without the weight": ("whole*parts", "parts"), "half": ("whole*parts", "whole*parts/2")},
)  # fmt: skip

SECTION.claim(
    "product-of-two-shifted-gaussians-over-a-third", "the integral of N(m, v) N(k, v)/N(0, v) is e^(m k/v)",
    "$(x - m)^2 + (x - k)^2 - x^2 = (x - m - k)^2 - 2mk$ in every coordinate: the quotient is $e^{mk/v}$ times a "
    "normal density.",
    "(x - m)**2 + (x - k)**2 - x**2 == (x - m - k)**2 - 2*m*k",
    by_identity("all points", "real x m k"), at="Lemma 11, orders below 2", kind="project", trust="densities",
    mutants={"m k": ("2*m*k", "m*k"), "centre m": ("(x - m - k)", "(x - m)")},
)  # fmt: skip

SECTION.claim(
    "chi-square-of-three-near-gaussians",
    "three normal laws at distances of at most Delta: the integral of (P - P')^2/P_0 is at most 1.7 Delta^2/v",
    "Let $x = \\Delta^2/v \\le 2/3$. By products of densities the integral is $e^A + e^C - 2e^B$, where $A, C \\le x$ "
    "are the squared distances from $P_0$ and $A + C - 2B \\le x$ is the one of the two others, all over v. It is "
    "largest where all three are x, and $2(e^x - e^{x/2}) \\le 1.7x$.",
    "exp(A) + exp(C) - 2*exp(B) <= 17/10*x",
    in_steps(
        "the worst triangle, then its size",
        about(Formula("2*exp(x) - 2*exp(x/2) <= 17/10*x", ["x"]), on_box("the size", {"x": "(0, 2/3]"})),
        about(Formula("Implies(And(1 <= p, p <= r, 1 <= q, q <= r, p*q <= r*y), p**2 + q**2 - 2*y <= 2*r**2 - 2*r)",
                      ["p", "q", "r", "y"]), by_solver("the worst triangle", [])),
        about(Formula("exp(x/2)**2 == exp(x)", ["x"]), by_identity("half", "real x")),
        about(Formula("exp(A/2)*exp(C/2) <= exp(x/2)*exp(B)", ["A", "B", "C", "x"]), in_steps(
            "exponents are added",
            about(Formula("exp(A/2)*exp(C/2) == exp((A + C)/2)", ["A", "C"]), by_identity("on the left", "real A C")),
            about(Formula("exp(x/2)*exp(B) == exp(x/2 + B)", ["x", "B"]), by_identity("on the right", "real x B")),
            by_solver("products", ["A + C - 2*B <= x", shown("on the left"), shown("on the right")]),
        )),
        about(Formula("And(1 <= exp(A/2), exp(A/2) <= exp(x/2))", ["A", "x"]),
              by_solver("a side", "And(0 <= A, A <= x)")),
        by_solver("all triangles", [
            "And(0 <= A, A <= x, 0 <= C, C <= x, A + C - 2*B <= x, 0 < x, x <= 2/3)", shown("the size"),
            shown("half", {"x": "A"}), shown("half", {"x": "C"}), shown("half"), shown("exponents are added"),
            shown("a side"), shown("a side", {"A": "C"}),
            shown("the worst triangle", {"p": "exp(A/2)", "q": "exp(C/2)", "r": "exp(x/2)", "y": "exp(B)"}),
        ]),
    ),
    at="Lemma 11, orders below 2", kind="project", needs="product-of-two-shifted-gaussians-over-a-third",
    mutants={"1.6": ("17/10", "16/10")}, generated="none",
    search=over({
        "x": Rationals(0, Fraction(2, 3), open_low=True), "A": Rationals(0, lambda at: at["x"]),
        "C": Rationals(0, lambda at: at["x"]), "B": Rationals(lambda at: (at["A"] + at["C"] - at["x"])/2, 1),
    }, lambda _, at: at),
)  # fmt: skip
SMALL = "And(1 < a, a <= 2, s >= 3/2, 0 <= t, t*(1 + s) <= exp(-a))"

SECTION.claim(
    "renyi-divergence-of-a-subsampled-gaussian-at-small-orders",
    "Lemma 11, second half, at orders between 1 and 2: D_alpha <= D_2 <= 2 tau^2/s <= 5 tau^2 alpha/s",
    "Let $1 < \\alpha \\le 2$. A batch without the record is b - 1 uniform others and one more of the rest; given the "
    "b - 1, both laws are mixtures of $P_0$ and, with the weight $\\tau$, of P or P', three normal laws at distances "
    "of at most $\\Delta$. So $D_\\alpha \\le D_2 \\le \\chi^2 \\le \\frac{\\tau^2}{1 - \\tau}\\int (P - P')^2/P_0$, "
    "with $\\tau \\le 0.15$ by the condition on the order.",
    "And(D <= 2*t**2/s, 2*t**2/s <= 5*t**2*a/s)",
    in_steps(
        "the rate, the square, the order",
        about(Formula("exp(-a) <= 3/8", ["a"]), on_box("the rate", {"a": "[1, oo)"})),
        about(Formula("Implies(And(f > 0, g >= 0, h >= 0, 0 <= t, t < 1), "
                      "(t*(g - h))**2/((1 - t)*f + t*h) <= t**2*(g - h)**2/((1 - t)*f))", ["f", "g", "h", "t"]),
              by_solver("without the third law", [])),
        about(Formula("Implies(And(0 <= t, t <= 3/20, p <= 17/10*x), t**2/(1 - t)*p <= 2*t**2*x)", ["t", "p", "x"]),
              by_solver("the weight", "x > 0")),
        about(Formula("Implies(exp(x) <= 1 + X, x <= X)", ["x", "X"]), by_solver("the logarithm", [])),
        by_solver("small orders", [
            SMALL, shown("the rate"), shown("the weight", {"x": "1/s"}),
            lifted("densities", "X <= t**2/(1 - t)*p", shown("without the third law"),
                   cite("chi-square-is-jointly-convex"), cite("product-of-two-shifted-gaussians-over-a-third")),
            lifted("uniform-batches", "p <= 17/10*(1/s)", cite("chi-square-of-three-near-gaussians", {"x": "1/s"})),
            lifted("convex-moments", "D <= X", shown("the logarithm")),
        ]),
    ),
    at="Lemma 11, subsampling", mutants={"half": ("D <= 2*", "D <= "), "without 5": ("<= 5*", "<= ")},
    generated="none",
)  # fmt: skip
