"""How far the answers of the Laplace mechanism are off: both theorems, and the example of the first names."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

NAMES = "10,000 names, beta = 0.05"


def first_names(_: Claim) -> Iterator[Instance]:
    """The numbers of the example."""
    yield NAMES, {"k": 10_000, "beta": Fraction(1, 20), "rounded": 12}


def constant_query(_: Claim) -> Iterator[Instance]:
    """A query of sensitivity 0, whose noise is 0: that 0 is less than 0 has probability 0."""
    for beta in (Fraction(1, 20), Fraction(1, 2)):
        yield f"beta = {beta}", {"chance": 0, "beta": beta}


SECTION = Section(DP_LECTURE, "Laplace utility", {
    "error": "\\mathbb{E}\\|\\mathcal{A}(D) - f(D)\\|_1", "k": "K", "Delta": "\\Delta", "ep": "\\epsilon",
    "chance": "\\Pr[\\|\\mathcal{A}(D) - f(D)\\|_\\infty < \\alpha]", "beta": "\\beta", "keep": "c", "x": "x",
    "t": "t", "rounded": "a", "alpha": "\\alpha",
}, {"error": "any expected error", "chance": "any probability"})  # fmt: skip

SECTION.claim(
    "expected-error-of-the-laplace-mechanism", "E ||A(D) - f(D)||_1 = K Delta_1/epsilon",
    "Each of the K coordinates is off by $\\mathbb{E}|Y| = b = \\Delta/\\epsilon$ on average.",
    "Implies(And(Delta > 0, ep > 0), error == k*Delta/ep)",
    in_steps(
        "one coordinate, then K of them",
        about(Formula("size == Delta/ep", {**SECTION.symbols, "size": "size"}), by_solver("one coordinate", [
            "And(Delta > 0, ep > 0)", lifted(
                "integrals", "size == Delta/ep", cite("the-mean-size-of-laplace-noise", {"b": "Delta/ep"}),
                every="Delta ep",
            ),
        ])),
        by_solver("K coordinates", [
            "And(Delta > 0, ep > 0)",
            summed("error == k*(Delta/ep)", {"error": "size", "k": "1"}, shown("one coordinate"), each="size"),
        ]),
    ), at="Laplace utility, expected error", kind="theorem", silent="$0 < \\Delta < \\infty$", generated="none",
    mutants={"twice": ("k*Delta/ep)", "2*k*Delta/ep)"), "less": ("==", "<")},
)  # fmt: skip

SECTION.claim(
    "high-probability-bound-of-the-laplace-mechanism",
    "with probability at least 1 - beta no answer is off by ln(K/beta) Delta_1/epsilon",
    "At $t = \\ln(K/\\beta)$ the tail $e^{-t}$ of each coordinate is $\\beta/K$; K of them add up to $\\beta$.",
    "Implies(alpha == log(k/beta)*Delta/ep, chance >= 1 - beta)",
    in_steps(
        "one tail, then K of them",
        about(SECTION.formula("exp(-log(k/beta)) == beta/k"), by_identity("one tail", "positive k beta")),
        by_solver("K of them", [
            "And(k >= 1, 0 < beta, beta <= 1, Delta > 0, ep > 0)", shown("one tail"),
            lifted("adding-up", "Implies(alpha == log(k/beta)*Delta/ep, 1 - chance <= k*exp(-log(k/beta)))",
                   cite("the-laplace-tail", {"t": "log(k/beta)"})),
        ]),
    ), at="Laplace utility, high probability", kind="theorem", generated="none",
    silent="beta > 0, which the display before it does not say: ln(K/0) is no number, and no finite alpha has "
    "probability 1", mutants={"half of beta": ("1 - beta)", "1 - beta/2)"), "more": ("chance >=", "chance >"),
                              "half of alpha": ("log(k/beta)*Delta/ep", "log(k/beta)*Delta/ep/2")},
    repairs="the-laplace-error-is-below-the-bound",
)  # fmt: skip

SECTION.claim(
    "the-laplace-error-is-below-the-bound",
    "the error is less than ln(K/beta) Delta_1/epsilon with probability at least 1 - beta, for every query",
    "For every query and $\\beta \\in [0, 1]$ the largest error is strictly below "
    "$\\ln(K/\\beta)\\Delta_1/\\epsilon$ with probability at least $1 - \\beta$.",
    "chance >= 1 - beta",
    on_instances(EXACT, GRID, "a constant query", "beta = 1/20 and 1/2", constant_query),
    at="Laplace utility, high probability", kind="theorem", means={"chance": "any probability"},
    fails=instance(
        "A query with the same answer for all datasets, beta = 1/20: its sensitivity is 0, and so are the noise and "
        "the bound, and 0 < 0 has probability 0.", "beta = 1/20; chance = 0", given="0 < beta; beta < 1",
    ),
    wrong="The inequality inside is strict, and both sides are 0 for a constant query. At beta = 0, which is allowed, "
    "the bound is no number.",
    cost="'At most' for 'less than', or a positive sensitivity; and beta > 0.", defect="only the edge",
)  # fmt: skip

SECTION.claim(
    "the-union-bound-loses-next-to-nothing",
    "at that alpha the probability is (1 - beta/K)^K, between 1 - beta and e^(-beta)",
    "The coordinates are independent, so the probability is the K-th power of $1 - \\beta/K$: for K = 1 exactly $1 - "
    "\\beta$, and at most $e^{-\\beta}$ for any K.",
    "And(keep >= 1 - k*x, keep <= exp(-k*x))",
    in_steps(
        "one coordinate after the other, then the exponential",
        about(SECTION.formula("keep >= 1 - k*x"), by_induction(
            "one coordinate after the other", {"keep": "1", "k": "0"}, {"keep": "keep*(1 - x)", "k": "k + 1"},
            ["And(0 <= x, x <= 1)"], keeps=["And(0 <= keep, keep <= 1)"],
        )),
        about(SECTION.formula("1 - x <= exp(-x)"), by_solver("one factor", [])),
        by_solver("the exponential", [
            "And(0 <= x, x <= 1, k >= 0)", shown("one coordinate after the other"),
            lifted("exponentials", "keep <= exp(-k*x)", shown("one factor")),
        ]),
    ), at="Laplace utility, high probability", kind="project", symbols={"x": "\\frac{\\beta}{K}"},
    means={"x": "any probability"}, generated="none", trust="induction", integers="k",
    mutants={"half": ("1 - k*x", "1 - k*x/2"), "twice": ("exp(-k*x)", "exp(-2*k*x)")},
    note="The least alpha has 1 - (1 - beta)^(1/K) where this one has beta/K.",
)  # fmt: skip

SECTION.claim(
    "no-estimate-of-a-name-is-off-by-more-than-twelve", "ln(10000/0.05) is 12 to the nearest integer",
    "For 10,000 names, $\\beta = 0.05$ and $\\Delta = \\epsilon = 1$ the additive error is $\\ln(10000/.05) = 12.2$, "
    "about 12.",
    "abs(log(k/beta) - rounded) < 1/4",
    on_instances(CERTIFIED, ALL, "the number", NAMES, first_names), at="Names, error", over=NAMES,
    silent="everybody is counted under one first name, so that the histogram has sensitivity 1",
    mutants={"to one decimal": ("1/4", "1/20"), "without K": ("log(k/beta)", "log(1/beta)")},
    needs=("high-probability-bound-of-the-laplace-mechanism", "sensitivity-of-counts-of-one-person-each"),
    numbers=("log(10000/0.05) > 12.2", "log(10000/0.05) < 12.21"),
    ranges="k beta rounded",
)  # fmt: skip

SECTION.claim(
    "the-error-of-the-names-if-a-record-is-replaced",
    "with one record replaced the histogram of the names has sensitivity 2, and the error is 24.4",
    "A person who changes the name lowers one count and raises another: $\\Delta_1 = 2$, and $2\\ln(10000/.05) = "
    "24.4$.",
    "abs(2*log(k/beta) - 24.4) < 1/20",
    on_instances(CERTIFIED, ALL, "the number", NAMES, first_names), at="Names, error", over=NAMES, kind="project",
    mutants={"once": ("2*log(k/beta)", "log(k/beta)"), "24.3": ("24.4", "24.3")}, generated="none",
    needs=("high-probability-bound-of-the-laplace-mechanism", "sensitivities-of-the-quiz-if-a-record-is-replaced"),
    ranges="k beta",
)  # fmt: skip

SECTION.claim(
    "the-exact-error-of-the-names",
    "an error of 12 itself is exceeded with probability 0.06; the exact 95 percent quantile is 12.18",
    "All 10,000 estimates are within t with probability $(1 - e^{-t})^{10000}$: 0.940 at t = 12, less than 0.95 at "
    "12.18 and more at 12.19. So 12 is rounded down, and 12.2 holds.",
    "And((1 - exp(-12))**k < 0.941, (1 - exp(-12.18))**k < 0.95, (1 - exp(-12.19))**k > 0.95)",
    on_instances(CERTIFIED, ALL, "the numbers", NAMES, first_names), at="Names, error", over=NAMES, kind="project",
    mutants={"0.94": ("0.941", "0.94"), "12.2": ("exp(-12.18)", "exp(-12.2)")}, generated="deep",
    ranges="k",
)  # fmt: skip
