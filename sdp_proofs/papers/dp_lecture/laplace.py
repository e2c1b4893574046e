"""Sensitivity, the Laplace distribution, its mechanism and its error.

Global sensitivities, and the four queries of the quiz.

The Laplace distribution: density, moments, tail, and the ratio that makes it useful.

The Laplace mechanism: its privacy, every step of the proof, and that no smaller epsilon holds.

How far the answers of the Laplace mechanism are off: both theorems, and the example of the first names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.dp_lecture.integrals import euler
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

PEOPLE = tuple(product(("female", "male"), ("blond", "dark", "brown", "red")))
Counting = Sequence[tuple[str, ...]]
"""One count per entry: of the people with all these properties."""


def contribution(query: Counting, person: tuple[str, ...]) -> list[int]:
    """By how much each count rises with one more person.

    Example:
        >>> contribution((("male",), ("blond",)), ("male", "blond"))
        [1, 1]
    """
    return [int(set(properties) <= set(person)) for properties in query]


def sensitivities(query: Counting) -> dict[str, int]:
    """The l1 sensitivity of counts, and the square of the l2 sensitivity: the most that one person contributes."""
    changes = [contribution(query, person) for person in PEOPLE]
    return {
        "first": max(sum(change) for change in changes),
        "square": max(sum(x * x for x in change) for change in changes),
    }  # fmt: skip


def quiz(_: Claim) -> Iterator[Instance]:
    """The three counting queries of the quiz; the third entry is the answer."""
    yield "blond hair", {**sensitivities([("blond",)]), "answer": 1}
    yield "males; blond hair", {**sensitivities([("male",), ("blond",)]), "answer": 2}
    yield "four hair colours", {**sensitivities([(hair,) for hair in ("blond", "dark", "brown", "red")]), "answer": 1}


def sensitivities_replaced(query: Counting) -> dict[str, int]:
    """The l1 sensitivity of a vector of counts and the square of its l2 sensitivity, one person replaced.

    Example:
        >>> sensitivities_replaced([("blond",), ("dark",)])
        {'first': 2, 'square': 2}
    """
    pairs = product(PEOPLE, PEOPLE)
    changes = [
        [after - before for before, after in zip(contribution(query, one), contribution(query, other), strict=True)]
        for one, other in pairs
    ]
    return {
        "first": max(sum(map(abs, change)) for change in changes),
        "square": max(sum(x * x for x in change) for change in changes),
    }


def quiz_replaced(_: Claim) -> Iterator[Instance]:
    """The three counting queries of the quiz, one person replaced; the last entry is the answer."""
    yield "blond hair", {**sensitivities_replaced([("blond",)]), "answer": 1}
    yield "males; blond hair", {**sensitivities_replaced([("male",), ("blond",)]), "answer": 2}
    hairs = [(hair,) for hair in ("blond", "dark", "brown", "red")]
    yield "four hair colours", {**sensitivities_replaced(hairs), "answer": 2}


SECTION = Section(DP_LECTURE, "Sensitivity", {
    "first": "\\Delta_1", "square": "\\Delta_2^2", "answer": "a", "n": "n", "m": "m", "s": "s", "t": "t", "B": "B",
    "D": "\\Delta", "one": "S_1", "two": "S_2", "x": "x", "K": "K", "c": "c",
}, {
    "first": "papers.dp_lecture.laplace.sensitivities", "square": "papers.dp_lecture.laplace.sensitivities",
})  # fmt: skip

SECTION.claim(
    "sensitivity-may-be-infinite",
    "the maximum of the definition need not exist: the square of the size has no finite sensitivity",
    "The query $f(D) = n^2$ changes by $2n + 1$ when a record is added to n of them: for every number $\\Delta$ there "
    "is a dataset, of $n \\geq \\Delta$ records, at which it changes by more. The maximum is a supremum, and the "
    "mechanisms need it to be finite.",
    "Implies(n >= D, (n + 1)**2 - n**2 > D)",
    by_solver("all sizes", "n >= 0"), at="Sensitivity, definition", kind="project",
    mutants={"the size itself": ("(n + 1)**2 - n**2", "(n + 1) - n"), "three times": ("> D", "> 3*D + 1")},
    note="The same holds of a sum of salaries without a bound.",
)  # fmt: skip

SECTION.claim(
    "sensitivities-of-the-counts-of-the-quiz",
    "the quiz: 1 for blond people, 2 for males and for blond people, 1 for four hair colours",
    "The slide asks and gives no answers. A person more raises a count by 0 or 1, so a vector of counts changes by as "
    "many as the person enters: one; two for a blond male; one, if everybody has one hair colour. The squares of the "
    "$\\ell_2$ sensitivities are the same numbers.",
    "And(first == answer, square == answer)",
    on_instances(EXACT, ALL, "every person", "the three queries, eight kinds of people", quiz),
    at="Sensitivity, quiz", kind="project", over="the three queries, eight kinds of people", ranges="answer",
    silent="everybody has one of the four hair colours",
    mutants={"one more": ("first == answer", "first == answer + 1"),
             "not squared": ("square == answer", "square**2 == answer")},
)  # fmt: skip

SECTION.claim(
    "sensitivities-of-the-quiz-if-a-record-is-replaced",
    "with one record replaced the three counts of the quiz have the l1 sensitivities 1, 2 and 2",
    "The lecture mentions the variant in which a record is replaced. Then the counts change by the difference of what "
    "two people contribute: 1 for blond people, 2 for males and for blond people, and 2 for four hair colours, of "
    "which "
    "one count falls and another rises. The squares of the $\\ell_2$ sensitivities are the same numbers.",
    "And(first == answer, square == answer)",
    on_instances(EXACT, ALL, "every two people", "the three queries, pairs of people", quiz_replaced),
    at="Sensitivity, quiz", kind="project", over="the three queries, pairs of people", generated="none",
    silent="everybody has one of the four hair colours",
    means=dict.fromkeys(("first", "square"), "papers.dp_lecture.laplace.sensitivities_replaced"),
    mutants={"one more": ("first == answer", "first == answer + 1"),
             "not squared": ("square == answer", "square**2 == answer")},
    ranges="answer",
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-counts-of-one-person-each", "a histogram has sensitivity 1, whatever the number of cells",
    "If a person enters one of K counts, the $\\ell_1$ and the $\\ell_2$ norm of the change are 1.",
    "And(one == 1, two == 1)",
    by_induction("one cell after the other", {"one": "1", "two": "1", "K": "1"},
                 {"one": "one + abs(x)", "two": "two + x**2", "K": "K + 1"}, ["x == 0"], inputs=["x"]),
    at="Sensitivity, quiz", kind="project", trust="induction", given="the cell that changes is listed first",
    mutants={"as many as cells": ("one == 1", "one == K"), "none": ("two == 1", "two == 0")},
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-the-average-salary",
    "the quiz: the average of salaries up to B has sensitivity B/2, over datasets that are not empty",
    "Added to n salaries of mean m, a salary s changes the average by $|s - m|/(n + 1)$, at most $B/2$ if all are "
    "between 0 and B and $n \\ge 1$, and that much for n = 1, m = 0 and s = B. Without a bound on salaries it is "
    "infinite. Where n is fixed and known and a record is replaced, it is B/n.",
    "And(abs((n*m + s)/(n + 1) - m) <= B/2, Implies(n == 1, abs((n*m + s)/(n + 1) - m) == abs(s - m)/2), "
    "abs((n*m + s)/n - (n*m + t)/n) <= B/n)",
    by_solver("all salaries", "And(n >= 1, 0 <= m, m <= B, 0 <= s, s <= B, 0 <= t, t <= B)"),
    at="Sensitivity, quiz", kind="project", generated="deep",
    silent=("salaries lie between 0 and B", "datasets are not empty: an average of none, if it is 0, is B away"),
    mutants={"B/3": ("<= B/2", "<= B/3"), "of size n + 1": ("<= B/n", "<= B/(n + 1)")},
)  # fmt: skip


LAPLACE = SECTION.beside(DP_LECTURE, "Laplace distribution", {
    "y": "y", "b": "b", "a": "a", "t": "t", "mass": "\\int p(y; b) dy", "mean": "\\mathbb{E}[Y]",
    "size": "\\mathbb{E}[|Y|]", "square": "\\mathbb{E}[Y^2]", "tail": "\\Pr[|Y| > tb]",
}, dict.fromkeys(("mass", "mean", "size", "square", "tail"), "any integral of the density"))  # fmt: skip


def euler_at(_: Claim) -> Iterator[Instance]:
    """Mass, moments and tail: twice the integrals of y^k e^(-y/b)/(2b), and for the mean their difference."""
    for b, t in product((Fraction(1, 2), Fraction(1), Fraction(3)), ("0", "1/2", "2")):
        mass, size, square = (f"({euler(power, b)})/({b})" for power in range(3))
        yield f"b = {b}, t = {t}", {
            "b": b, "t": t, "mass": mass, "size": size, "square": square, "mean": f"({size})/2 - ({size})/2",
            "tail": euler(0, Fraction(1), t),  # in units of b
        }  # fmt: skip


def shifts(_: Claim) -> Iterator[Instance]:
    """Places and shifts in multiples of log 2, whose exponentials are rational; some on the other side of 0."""
    places = ("-log(2)", "0", "log(2)", "2*log(2)")
    for a, y, b in product(places, places, (Fraction(1, 2), Fraction(1))):
        yield f"a = {a}, y = {y}, b = {b}", {"a": a, "y": y, "b": b}


EULER = on_instances(EXACT, GRID, "Euler's integrals", "b = 1/2, 1 and 3, t = 0, 1/2 and 2", euler_at)

LAPLACE.claim(
    "the-laplace-density-has-mass-one", "p(y; b) = exp(-|y|/b)/(2b) is a density",
    "It is not negative, and both halves have the mass 1/2: $-e^{-y/b}/2$ is an antiderivative.",
    "Implies(b > 0, mass == 1)",
    EULER, at="Laplace distribution, density", silent="b > 0", generated="none",
    mutants={"one half": ("== 1", "== 1/2"), "two": ("== 1", "== 2")},
)  # fmt: skip

LAPLACE.claim(
    "laplace-is-a-two-sided-exponential-law", "|Y| is exponentially distributed with mean b",
    "The density of $|Y|$ at $y \\ge 0$ is that of Y at y and at -y together, $e^{-y/b}/b$.",
    "exp(-abs(y)/b)/(2*b) + exp(-abs(-y)/b)/(2*b) == exp(-abs(y)/b)/b",
    by_identity("all places", "positive b; real y"), at="Laplace distribution, symmetric exponential",
    mutants={"one side": ("exp(-abs(-y)/b)/(2*b)", "0"), "half the scale": ("/b)/b", "/b)/(2*b)")},
)  # fmt: skip

LAPLACE.claim(
    "the-laplace-law-has-mean-zero", "E[Y] = 0",
    "The values y and -y have the same density, so that their contributions cancel.",
    "mean == 0",
    EULER,
    at="Laplace distribution, mean", generated="none", mutants={"one": ("== 0", "== 1"), "less": ("==", "<")},
    note="It exists as the mean size does.",
)  # fmt: skip

LAPLACE.claim(
    "the-mean-size-of-laplace-noise", "E[|Y|] = b",
    "$-(y + b) e^{-y/b}/2$ is an antiderivative of $y p(y; b)$ for $y \\ge 0$.",
    "size == b",
    by_sentence("b > 0", every="b"),
    EULER, at="Laplace distribution, mean size", generated="none",
    mutants={"2b": ("== b", "== 2*b"), "less": ("==", "<")},
)  # fmt: skip

LAPLACE.claim(
    "the-mean-square-of-laplace-noise", "E[Y^2] = 2 b^2",
    "$-(y^2 + 2by + 2b^2) e^{-y/b}/2$ is an antiderivative of $y^2 p(y; b)$ for $y \\ge 0$.",
    "square == 2*b**2",
    by_sentence("b > 0", every="b"),
    EULER, at="Laplace distribution, mean square", generated="none",
    mutants={"b^2": ("2*b**2", "b**2"), "less": ("==", "<")},
)  # fmt: skip

LAPLACE.claim(
    "the-laplace-tail", "Pr[|Y| > tb] <= e^(-t), with equality for t >= 0",
    "Twice the mass beyond tb is $e^{-t}$ for $t \\ge 0$, so the tail bound is an equality; for $t < 0$ the right side "
    "exceeds 1.",
    "Implies(b > 0, And(tail <= exp(-t), tail == exp(-t)))",
    by_sentence("t >= 0", every="b t"),
    EULER, at="Laplace distribution, tail", generated="none",
    mutants={"half": ("tail == exp(-t)", "tail == exp(-t)/2"), "twice t": ("tail <= exp(-t)", "tail <= exp(-2*t)")},
)  # fmt: skip

LAPLACE.claim(
    "shifted-laplace-densities-have-a-bounded-ratio",
    "the ratio of the densities of Y and Y + a is at most e^(|a|/b), whatever y, and attains it",
    "At y the exponents are $-|y|/b$ and $-|y - a|/b$: they differ by at most $|a|/b$, and by that much wherever y is "
    "on the other side of 0 than a.",
    "And(exp(-abs(y)/b) <= exp(abs(a)/b)*exp(-abs(y - a)/b), "
    "Implies(a*y <= 0, abs(y - a)/b - abs(y)/b == abs(a)/b))",
    by_sentence("b > 0", every="a b y"),
    on_instances(EXACT, GRID, "small places", "a and y among -1, 0, 1, 2 times log 2, b = 1/2 and 1", shifts),
    at="Laplace distribution, ratio", silent="densities are meant: the probabilities of single numbers are 0",
    mutants={"half the shift": ("exp(abs(a)/b)*", "exp(abs(a)/(2*b))*"), "twice it": ("== abs(a)/b", "== 2*abs(a)/b")},
    generated="none",
)  # fmt: skip


LAPLACE_MECHANISM = SECTION.beside(DP_LECTURE, "Laplace mechanism", {
    "loss": "\\ell", "dist": "d", "ep": "\\epsilon", "Delta": "\\Delta", "u": "u", "x": "x", "y": "y", "v": "v",
    "a": "a", "b": "b", "M": "M", "s": "s", "o": "o", "f": "f_k", "g": "f'_k",
})  # fmt: skip
LIMITS = (
    "$0 < \\Delta < \\infty$: a constant query has the scale 0, which is no Laplace law, and needs no noise",
    "real numbers are drawn exactly; rounded ones, as in floating point, need a proof of their own",
)

LAPLACE_MECHANISM.claim(
    "the-laplace-mechanism-is-private", "the Laplace mechanism is epsilon-DP",
    "At any output the privacy loss is $(\\epsilon/\\Delta)\\ell$ with $\\ell = \\sum_k |o_k - f_k(D')| - |o_k - "
    "f_k(D)|$, which is at most $d = \\|f(D) - f(D')\\|_1 \\le \\Delta$ coordinate by coordinate. So the density at D "
    "is at most $e^{\\epsilon}$ times that at D', and so is the probability of every set.",
    "Implies(And(dist <= Delta, Delta > 0, ep > 0), ep/Delta*loss <= ep)",
    in_steps(
        "coordinate by coordinate, then the scale",
        about(LAPLACE_MECHANISM.formula("loss <= dist"), by_induction(
            "coordinate by coordinate", {"loss": "0", "dist": "0"},
            {"loss": "loss + abs(u + x) - abs(u)", "dist": "dist + abs(x)"}, ["abs(x) >= 0"], inputs=["u", "x"],
        )),
        by_solver("the scale", [shown("coordinate by coordinate")]),
    ), at="Laplace mechanism, theorem", kind="theorem", silent=LIMITS, trust=("exponentials", "integrals", "induction"),
    mutants={"half": ("<= ep)", "<= ep/2)"), "any distance": ("dist <= Delta, ", "")}, generated="deep",
)  # fmt: skip

LAPLACE_MECHANISM.claim(
    "no-smaller-epsilon-holds-for-the-laplace-mechanism",
    "the privacy loss is epsilon itself at neighbours that attain the sensitivity",
    "If $|f(D) - f(D')| = \\Delta$, the loss is exactly $\\epsilon$ at every output that lies beyond f(D), seen from "
    "f(D'): the parameter is the best.",
    "Implies(And(f - g == Delta, o >= f), ep/Delta*(abs(o - g) - abs(o - f)) == ep)",
    by_solver("one coordinate", "And(Delta > 0, ep > 0)"), at="Laplace mechanism, theorem", kind="project",
    mutants={"half": ("== ep)", "== ep/2)"), "on the way": ("o >= f", "o >= g")}, generated="deep",
)  # fmt: skip

LAPLACE_MECHANISM.claim(
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

LAPLACE_MECHANISM.claim(
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

LAPLACE_MECHANISM.claim(
    "the-triangle-inequality-of-the-display", "|o_k - f_k(D')| - |o_k - f_k(D)| <= |f_k(D) - f_k(D')|",
    "The inequality of the display, for one coordinate; equality holds beyond f(D).",
    "abs(o - g) - abs(o - f) <= abs(f - g)",
    by_solver("all real numbers", []), at="Laplace mechanism, proof, triangle inequality", kind="proof-step",
    trust=("adding-up", "exponentials"), mutants={"strictly": ("<=", "<"), "half": ("abs(f - g)", "abs(f - g)/2")},
)  # fmt: skip

LAPLACE_MECHANISM.claim(
    "the-scale-turns-the-sensitivity-into-epsilon", "(epsilon/Delta) ||f(D) - f(D')||_1 <= epsilon",
    "The last inequality of the display: neighbours have $\\|f(D) - f(D')\\|_1 \\le \\Delta$.",
    "Implies(dist <= Delta, ep/Delta*dist <= ep)",
    by_solver("all distances", "And(Delta > 0, ep > 0, dist >= 0)"), at="Laplace mechanism, proof, sensitivity",
    kind="proof-step", trust="exponentials", silent=LIMITS[0],
    mutants={"half": ("<= ep)", "<= ep/2)"), "strictly": ("<= ep)", "< ep)")},
)  # fmt: skip


NAMES = "10,000 names, beta = 0.05"


def first_names(_: Claim) -> Iterator[Instance]:
    """The numbers of the example."""
    yield NAMES, {"k": 10_000, "beta": Fraction(1, 20), "rounded": 12}


def constant_query(_: Claim) -> Iterator[Instance]:
    """A query of sensitivity 0, whose noise is 0: that 0 is less than 0 has probability 0."""
    for beta in (Fraction(1, 20), Fraction(1, 2)):
        yield f"beta = {beta}", {"chance": 0, "beta": beta}


LAPLACE_UTILITY = SECTION.beside(DP_LECTURE, "Laplace utility", {
    "error": "\\mathbb{E}\\|\\mathcal{A}(D) - f(D)\\|_1", "k": "K", "Delta": "\\Delta", "ep": "\\epsilon",
    "chance": "\\Pr[\\|\\mathcal{A}(D) - f(D)\\|_\\infty < \\alpha]", "beta": "\\beta", "keep": "c", "x": "x",
    "t": "t", "rounded": "a", "alpha": "\\alpha",
}, {"error": "any expected error", "chance": "any probability"})  # fmt: skip

ERRORS = "K <= 3, Delta = 1 and 2, epsilon = 1 and 1/2, beta = 1/20, 1/2 and 1"


def errors_of_laplace(_: Claim) -> Iterator[Instance]:
    """Independent coordinates, at the printed error and at half of it."""
    betas, units = (Fraction(1, 20), Fraction(1, 2), Fraction(1)), (Fraction(1), Fraction(1, 2))
    for k, Delta, ep, beta, part in product((1, 2, 3), (1, 2), units, betas, units):
        scale, place = Delta / ep, f"{part}*log({k / beta})"
        yield f"K = {k}, Delta = {Delta}, epsilon = {ep}, beta = {beta}, {part} of the error", {
            "k": k, "Delta": Delta, "ep": ep, "beta": beta, "alpha": f"log({k / beta})*{Delta}/({ep})*({part})",
            "error": f"{k}*({euler(1, scale)})/({scale})", "chance": f"(1 - ({euler(0, scale, place)})/({scale}))**{k}",
        }  # fmt: skip


def few_coordinates(_: Claim) -> Iterator[Instance]:
    """Powers of 1 - x."""
    for k, quarters in product(range(1, 6), range(5)):
        x = Fraction(quarters, 4)
        yield f"K = {k}, x = {x}", {"k": k, "x": x, "keep": (1 - x) ** k}


LAPLACE_UTILITY.claim(
    "expected-error-of-the-laplace-mechanism", "E ||A(D) - f(D)||_1 = K Delta_1/epsilon",
    "Each of the K coordinates is off by $\\mathbb{E}|Y| = b = \\Delta/\\epsilon$ on average.",
    "Implies(And(Delta > 0, ep > 0), error == k*Delta/ep)",
    on_instances(EXACT, GRID, "Euler's integrals", ERRORS, errors_of_laplace),
    at="Laplace utility, expected error", kind="theorem", silent="$0 < \\Delta < \\infty$", generated="none",
    mutants={"twice": ("k*Delta/ep)", "2*k*Delta/ep)"), "less": ("==", "<")},
)  # fmt: skip

LAPLACE_UTILITY.claim(
    "high-probability-bound-of-the-laplace-mechanism",
    "with probability at least 1 - beta no answer is off by ln(K/beta) Delta_1/epsilon",
    "At $t = \\ln(K/\\beta)$ the tail $e^{-t}$ of each coordinate is $\\beta/K$; K of them add up to $\\beta$.",
    "Implies(alpha == log(k/beta)*Delta/ep, chance >= 1 - beta)",
    by_sentence("And(k >= 1, 0 < beta, beta <= 1, Delta > 0, ep > 0)"),
    on_instances(CERTIFIED, GRID, "independent coordinates", ERRORS, errors_of_laplace),
    at="Laplace utility, high probability", kind="theorem", generated="none",
    silent="beta > 0, which the display before it does not say: ln(K/0) is no number, and no finite alpha has "
    "probability 1", mutants={"half of beta": ("1 - beta)", "1 - beta/2)"), "more": ("chance >=", "chance >"),
                              "half of alpha": ("log(k/beta)*Delta/ep", "log(k/beta)*Delta/ep/2")},
    repairs="the-laplace-error-is-below-the-bound",
)  # fmt: skip

LAPLACE_UTILITY.claim(
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

LAPLACE_UTILITY.claim(
    "the-union-bound-loses-next-to-nothing",
    "at that alpha the probability is (1 - beta/K)^K, between 1 - beta and e^(-beta)",
    "The coordinates are independent, so the probability is the K-th power of $1 - \\beta/K$: for K = 1 exactly $1 - "
    "\\beta$, and at most $e^{-\\beta}$ for any K.",
    "And(keep >= 1 - k*x, keep <= exp(-k*x))",
    by_sentence("And(0 <= x, x <= 1, k >= 0)"),
    on_instances(CERTIFIED, GRID, "few coordinates", "K <= 5, x in quarters", few_coordinates),
    at="Laplace utility, high probability", kind="project", symbols={"x": "\\frac{\\beta}{K}"},
    means={"x": "any probability"}, generated="none", integers="k",
    mutants={"half": ("1 - k*x", "1 - k*x/2"), "twice": ("exp(-k*x)", "exp(-2*k*x)")},
    note="The least alpha has 1 - (1 - beta)^(1/K) where this one has beta/K.",
)  # fmt: skip

LAPLACE_UTILITY.claim(
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

LAPLACE_UTILITY.claim(
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

LAPLACE_UTILITY.claim(
    "the-exact-error-of-the-names",
    "an error of 12 itself is exceeded with probability 0.06; the exact 95 percent quantile is 12.18",
    "All 10,000 estimates are within t with probability $(1 - e^{-t})^{10000}$: 0.940 at t = 12, less than 0.95 at "
    "12.18 and more at 12.19. So 12 is rounded down, and 12.2 holds.",
    "And((1 - exp(-12))**k < 0.941, (1 - exp(-12.18))**k < 0.95, (1 - exp(-12.19))**k > 0.95)",
    on_instances(CERTIFIED, ALL, "the numbers", NAMES, first_names), at="Names, error", over=NAMES, kind="project",
    mutants={"0.94": ("0.941", "0.94"), "12.2": ("exp(-12.18)", "exp(-12.2)")}, generated="deep",
    ranges="k",
)  # fmt: skip
