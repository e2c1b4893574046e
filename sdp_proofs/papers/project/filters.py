"""Privacy filters: budgets that are spent step by step, each step chosen after the outputs so far.

The outputs are the paths of a tree. P and Q are the laws of a step given the past at both databases; what a step may
cost is a function of the past alone, and a step that would leave the budget is not run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.definition import hockey_stick
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

_BITS = 128
Pair = tuple[Fraction, Fraction]


def moment(pair: Pair, order: Fraction) -> Enclosure:
    """The moment of an order of two outputs, the first with the probabilities of the pair at both databases."""
    first, second = pair
    with ctx.workprec(_BITS):
        power = fraction_ball(order)
        own, other = (fraction_ball(one) ** power * fraction_ball(two) ** (1 - power) for one, two in (
            (first, second), (1 - first, 1 - second),
        ))  # fmt: skip
        return Enclosure(arb(own + other))


def tree(first: Pair, one: Pair, other: Pair, odds: Fraction) -> Fraction:
    """Delta of a step and of a second one: of the pair `one` after its second output, of `other` after its first."""
    laws = [
        FiniteLaw({
            (0, 0): p * b, (0, 1): p * (1 - b), (1, 0): (1 - p) * a, (1, 1): (1 - p) * (1 - a),
        })
        for p, a, b in zip(first, one, other, strict=True)
    ]  # fmt: skip
    return hockey_stick(laws[0], laws[1], odds)


ROOT = 10**7
"""The tenth root of the odds e^epsilon."""


def two_steps(_: Claim) -> Iterator[Instance]:
    """The tree of the counterexample with the second steps of one of its outputs, of the other, and of both."""
    odds, delta = Fraction(ROOT) ** 10, Fraction(1, 10**4)
    start = Fraction(1, 1000), Fraction(1, 10**13)
    one, other = ((mass, mass / (root * ROOT) ** 10) for mass, root in (
        (Fraction(79, 10**6), Fraction(5, 4)), (Fraction(54, 1000), Fraction(9, 80)),
    ))  # fmt: skip
    nothing = Fraction(1, 2), Fraction(1, 2)
    for name, low, high in (("one", one, nothing), ("the other", nothing, other), ("both", one, other)):
        orders = (Fraction(11, 10), start, low), (Fraction(3, 2), start, high)
        moments = [moment(pair, order) for order, *pairs in orders for pair in pairs]
        values: dict[str, Any] = dict(zip(("first", "one", "second", "other"), moments, strict=True))
        yield name, {**values, "G": Fraction(ROOT), "d": delta, "loss": tree(start, low, high, odds)}


SECTION = Section(PROJECT, "Privacy filters", {
    "moment": "M", "step": "\\sum_o P^\\alpha Q^{1-\\alpha}", "cost": "c", "rest": "r", "budget": "b", "a": "\\alpha",
    "s": "\\rho_n", "r": "\\rho'", "b": "\\rho", "m": "\\mu_n", "n": "\\nu", "w": "\\omega", "x": "x", "y": "y",
    "z": "z", "loss": "\\delta(\\epsilon)", "d": "\\delta_1", "e": "\\delta_2", "delta": "\\delta", "E": "e^\\epsilon",
}, {
    "step": "any moment of a step", "loss": "privacy.definition.hockey_stick",
})  # fmt: skip

SECTION.claim(
    "a-budget-of-one-order-may-be-spent-adaptively",
    "steps whose divergences of one order, given the past, add up to at most B on every path: the whole has at most B",
    "Let M be the moment $\\sum P^\\alpha Q^{1-\\alpha}$ of all that follows an output. After the last step it is 1. "
    "Before a step that costs c in the moment, with the budget b, what follows any output has at most the moment $r = "
    "b/c$, the same for all outputs, as the cost was a function of the past. So $M = \\sum_o P^\\alpha Q^{1-\\alpha} "
    "M_o \\le cr = b$. Outputs after which the order has no budget left may be left out of the sum.",
    "Implies(And(step <= cost, cost*rest <= budget), moment <= budget)",
    by_sums(
        "one output after the other", {"moment": "Sum(o, y*f)", "step": "Sum(o, y)"},
        ["And(rest >= 0, cost >= 0)", "And(y >= 0, f <= rest)"],
        "over o: moment <= rest*step", each={"o": "y f"}, citable=True,
    ),
    given=("outputs form a countable set", "the number of steps is bounded"),
    trust=("countable-sums", "induction"), generated="none",
    mutants={"half": ("moment <= budget", "2*moment <= budget"), "the next step alone": ("cost*rest", "rest")},
    note="V. Feldman, T. Zrnic, Individual privacy accounting via a Renyi filter, NeurIPS 2021, Theorem 3.1.",
)  # fmt: skip

SECTION.claim(
    "a-budget-of-concentrated-privacy-may-be-spent-adaptively",
    "steps of rho_n-zCDP given the past, with a sum of at most rho on every path, are rho-zCDP together",
    "At each order the step costs $c = e^{\\alpha(\\alpha - 1)\\rho_n}$ in the moment, and what follows has at most "
    "$e^{\\alpha(\\alpha - 1)\\rho'}$, $\\rho'$ what is left: the products are those of one order "
    "(`a-budget-of-one-order-may-be-spent-adaptively`), with $e^{\\alpha(\\alpha - 1)\\rho}$ for the budget. A step "
    "of normal noise costs $\\mu^2/2$ (`gaussian-privacy-has-the-moments-of-its-pair`), one of pure epsilon "
    "$\\epsilon^2/2$ (`pure-privacy-is-concentrated`).",
    "Implies(And(step <= exp(a*(a - 1)*s), s + r <= b), moment <= exp(a*(a - 1)*b))",
    in_steps(
        "every order",
        about(Formula("exp(a*(a - 1)*s)*exp(a*(a - 1)*r) == exp(a*(a - 1)*(s + r))", ["a", "s", "r"]),
              by_identity("a product", "real a s r")),
        about(Formula("Implies(And(a >= 1, s + r <= b), exp(a*(a - 1)*(s + r)) <= exp(a*(a - 1)*b))",
                      ["a", "s", "r", "b"]), by_solver("a smaller sum", [])),
        by_sums(
            "all orders", {"moment": "Sum(o, y*f)", "step": "Sum(o, y)"},
            ["And(a >= 1, r >= 0, s >= 0)", "And(y >= 0, f <= exp(a*(a - 1)*r))", shown("a product"),
             shown("a smaller sum")],
            "over o: moment <= exp(a*(a - 1)*r)*step", each={"o": "y f"},
        ),
    ),
    given=("outputs form a countable set", "the number of steps is bounded"),
    trust=("countable-sums", "induction"), generated="none",
    mutants={"the next step alone": ("s + r <= b", "s <= b"), "half": ("moment <= exp", "2*moment <= exp")},
    note="V. Feldman, T. Zrnic, NeurIPS 2021; J. Whitehouse, A. Ramdas, R. Rogers, Z. S. Wu, Fully-adaptive "
    "composition in differential privacy, ICML 2023.",
)  # fmt: skip

SECTION.claim(
    "a-gaussian-budget-may-be-spent-adaptively",
    "steps of mu_n-GDP given the past, with squares that add up to at most mu^2 on every path, are mu-GDP together",
    "Backwards through the tree: what follows an output is dominated by normal laws $\\nu$ apart, $\\nu^2$ what is "
    "left after the step. As $\\mu_n$ was a function of the past, $\\nu$ is the same at every output, so that one pair "
    "takes the place of all that follows, and normal laws $\\mu_n$ apart that of the step "
    "(`pairs-that-dominate-compose`). Turned in their plane the two are normal laws $\\omega$ apart, $\\omega^2 = "
    "\\mu_n^2 + \\nu^2$: the loss is that of $z = (\\mu_n x + \\nu y)/\\omega$, which is normal of variance 1. With "
    "profiles that depended on the output there would be no such pair: a budget is spent in one quantity that orders "
    "all pairs.",
    "Implies(And(w**2 == m**2 + n**2, w*z == m*x + n*y), m*x - m**2/2 + (n*y - n**2/2) == w*z - w**2/2)",
    and_so(
        by_solver("the loss", []),
        about(Formula("Implies(w**2 == m**2 + n**2, (m/w)**2 + (n/w)**2 == 1)", ["w", "m", "n"]),
              by_solver("its variance", ["w > 0"])),
        about(Formula("whole <= large", ["whole", "large"]), by_sums(
            "the rest is the same at every output", {"whole": "Sum(o, p*d)", "large": "Sum(o, p*h)"},
            ["p >= 0", "d <= h"], "over o:", each={"o": "p d h"},
        )),
        about(Formula("Implies(And(u + m**2 <= b, n**2 == b - u - m**2), m**2 + n**2 == b - u)",
                      ["u", "m", "n", "b"]), by_solver("what was left before the step", [])),
    ),
    given=("outputs form a countable set", "the number of steps is bounded"),
    trust=("countable-sums", "induction", "densities", "normal-sums"), generated="none",
    mutants={"the sum": ("w**2 == m**2 + n**2", "w == m + n"), "one of them": (" + (n*y - n**2/2)", "")},
    note="A. Smith, A. Thakurta, Fully adaptive composition for Gaussian differential privacy, 2022.",
)  # fmt: skip

TREE = (
    "E = 10**70; G = 10**7; d = 1/10**4; p = 1/1000; q = 1/10**13; y = 5*10**7/4; z = 9*10**6/8; v = 79/10**6; w = "
    "54/1000; power = lambda x, a: exp(a*log(x)); moment = lambda P, Q, a: power(P, a)*power(Q, 1 - a) + power(1 - P, "
    "a)*power(1 - Q, 1 - a); first = moment(1 - p, 1 - q, 11/10); one = moment(v, v/y**10, 11/10); second = moment(p, "
    "q, 3/2); other = moment(w, w/z**10, 3/2); P = ((1 - p)*v, (1 - p)*(1 - v), p*w, p*(1 - w)); Q = ((1 - q)*v/y**10, "
    "(1 - q)*(1 - v/y**10), q*w/z**10, q*(1 - w/z**10)); loss = sum(max(0, P[i] - E*Q[i]) for i in range(4))"
)
"""A step of two outputs; after the first the order 11/10 is kept alive, after the second the order 3/2."""

SECTION.claim(
    "budgets-of-several-orders-may-be-spent-adaptively",
    "steps taken while one order is within epsilon - ln(1/delta)/(alpha - 1) are (epsilon, delta)-DP together",
    "A filter over several orders stops when all of them exceed what the conversion of their order allows. Here two "
    "orders, 11/10 and 3/2, and two steps: with M and N the moments of the first and of the second, $G = "
    "e^{\\epsilon/10}$ and d for delta, $e^{(\\alpha - 1)\\epsilon}\\delta$ bounds $MN$ for one order at each output "
    "of the first step.",
    "Implies(And(first*one <= d*G, second*other <= d*G**5), loss <= d)",
    on_instances(CERTIFIED, GRID, "trees of two steps", "second steps after one output, after the other, after both",
                 two_steps),
    fails=instance(
        "At epsilon = ln 10^70, where G = e^(epsilon/10), and $d = 10^{-4}$ is delta. The first step has an output of "
        "probability 1/1000 that has 10^-13 at the other database. In the moment of order 3/2 it is nearly all, in "
        "that of order 11/10 nearly nothing. So after that output the second step spends what is left of the order "
        "3/2, and else what is left of 11/10: each of the two parts of delta is below 10^-4, and the sum is not.",
        TREE,
    ),
    wrong="Which order is alive at the end depends on the outputs. Each order bounds the part of delta where it is the "
    "one, by up to delta, and the parts add up.",
    cost="Each order gets a share of delta.",
    symbols={"first": "M_{11/10}", "one": "N_{11/10}", "second": "M_{3/2}", "other": "N_{3/2}", "G": "G", "d": "d"},
    means={**dict.fromkeys(("first", "one", "second", "other"), "papers.project.filters.moment"),
           "loss": "papers.project.filters.tree"},
    note="M. Lécuyer, Practical privacy filters and odometers with Rényi differential privacy, 2021, has a filter over "
    "several orders; V. Feldman, T. Zrnic 2021 has that of one.",
)  # fmt: skip

SECTION.claim(
    "budgets-of-several-orders-share-delta",
    "steps taken while one order alpha is within its budget for delta_alpha: delta is at most the sum of delta_alpha",
    "Split delta by the order that is alive at the output, here two. On each part $\\max(0, P - e^\\epsilon Q) \\le "
    "k e^{(1 - \\alpha)\\epsilon} P^\\alpha Q^{1-\\alpha}$ with $k = \\frac1\\alpha(1 - \\frac1\\alpha)^{\\alpha-1} "
    "\\le 1$ (`two-tangents-bound-the-profile`, the lower line 0), and the moments on the part are within the budget "
    "(`a-budget-of-one-order-may-be-spent-adaptively`, outputs where the order has none left being left out). With "
    "$\\epsilon - (\\ln(1/\\delta_\\alpha) + \\ln k)/(\\alpha - 1)$ for the budget the part is at most "
    "$\\delta_\\alpha$.",
    "Implies(And(u*one <= d, v*other <= e), loss <= d + e)",
    by_sums(
        "one output after the other",
        {"loss": "Sum(o, Max(0, p - E*q))", "one": "Sum(o, f)", "other": "Sum(o, g)"},
        ["And(u >= 0, v >= 0)", "Max(0, p - E*q) <= u*f + v*g"], "over o: loss <= u*one + v*other",
        each={"o": "p q f g"},
    ),
    symbols={"u": "k e^{(1 - \\alpha)\\epsilon}", "v": "l e^{(1 - \\beta)\\epsilon}",
             "one": "M_\\alpha", "other": "M_\\beta"},
    means={"one": "any moment of outputs", "other": "any moment of outputs", "u": "any number >= 0",
           "v": "any number >= 0", "d": "any number", "e": "any number"},
    repairs="budgets-of-several-orders-may-be-spent-adaptively", given="outputs form a countable set",
    trust="countable-sums", generated="none",
    mutants={"one part": ("loss <= d + e", "loss <= d"), "one order": ("v*other <= e", "other <= e")},
)  # fmt: skip
