"""Several answers with Laplace or geometric noise cost no more than one answer at the sum of their distances.

A neighbour moves the answers by distances that add up to at most the l1 sensitivity. Distances and losses are in units
in which the noise falls by the factor e (Laplace) or 1/q (geometric). What two laws have in common at odds e^x, the sum
of min(P, e^x Q), is 1 less the profile; for the Laplace pair at distance b it is the exponential of

    t_b(x) = min(0, (x - b)/2, x).

With a second pair, at distance a, it is averaged over the loss l of that one. No loss costs more than its distance from
one that costs nothing (the first claim), and the law of the loss is such that this average is exactly 1.
"""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting for several answers", {
    "a": "a", "b": "b", "x": "x", "y": "y", "l": "l", "q": "q", "w": "w", "own": "1 - h_{a, b}",
    "several": "h_K", "joined": "h_s", "left": "h_K(e_0)", "right": "h_K(e_1)", "Left": "h_s(e_0)",
    "Right": "h_s(e_1)", "total": "\\sum_k |s_k|", "s": "s", "common": "1 - h_b", "weights": "S", "power": "q^k",
}, {
    "total": "any number >= 0", "power": "any power of q",
    **dict.fromkeys(("own", "common"), "any value of an overlap"),
    **dict.fromkeys(("several", "joined", "left", "right", "Left", "Right"), "any value of a profile"),
})  # fmt: skip


def overlap(place: str, distance: str) -> str:
    """The logarithm of what the Laplace pair at a distance has in common at odds e^place."""
    return f"Min(0, (({place}) - ({distance}))/2, {place})"


BEST = "Max(x - a, Min(x + a, b))"
"""What is left of x after the loss that costs nothing."""
TARGET = overlap("x", "a + b")
LAPLACE, SMALLER = overlap("x", "total"), overlap("x", "s")

SECTION.claim(
    "no-loss-costs-more-than-its-distance",
    "-(a - l)/2 + t_b(x - l) >= t_(a + b)(x) - |x - l - m|/2 for losses l from -a to a",
    "Here m is the number nearest to b among those from $x - a$ to $x + a$: what the loss that costs nothing leaves "
    "of x. A loss that leaves y costs at most $|y - m|/2$ more. On a lattice m belongs to it wherever x does.",
    f"-(a - l)/2 + {overlap('x - l', 'b')} >= {TARGET} - abs(x - l - {BEST})/2",
    by_solver("all losses", "And(a >= 0, b >= 0, -a <= l, l <= a)"),
    mutants={"a quarter": ("- abs(x - l - Max(x - a, Min(x + a, b)))/2", "- abs(x - l - Max(x - a, Min(x + a, b)))/4"),
             "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "two-laplace-answers-are-dominated-by-one",
    "Laplace pairs at the distances a and b are dominated by the one at a + b",
    "The loss of the first has the masses 1/2 at a and $e^{-a}/2$ at $-a$, and the density $e^{-(a - l)/2}/4$ between "
    "(`the-laplace-profile`). Averaged over it, what both pairs have in common is at least $e^{t_{a + b}(x)}$ times "
    "the average of $e^{-|x - l - m|/2}$ with the same weights, now 1/2 at both ends and 1/4 between, which is 1.",
    f"own >= exp({TARGET})",
    in_steps(
        "weights, then both ends and what lies between",
        antiderivative("the law of the loss", "exp((l - a)/2)/2", "exp(-(a - l)/2)/4", "real l a", variable="l"),
        antiderivative("before the best", "2*exp((y - m)/2)", "exp(-(m - y)/2)", "real y m"),
        antiderivative("after the best", "-2*exp((m - y)/2)", "exp(-(y - m)/2)", "real y m"),
        by_solver("together", [
            "And(a >= 0, b >= 0)", defined("first", f"exp(-({BEST} - (x - a))/2)"),
            defined("last", f"exp(-(x + a - {BEST})/2)"),
            lifted("integrals", f"ends >= exp({TARGET})*(first + last)/2",
                   cite("no-loss-costs-more-than-its-distance")),
            lifted("integrals", f"between >= exp({TARGET})*((2 - 2*first) + (2 - 2*last))/4",
                   cite("no-loss-costs-more-than-its-distance"), shown("before the best"), shown("after the best")),
            lifted("densities", "own == ends + between", cite("the-laplace-profile"), shown("the law of the loss"),
                   cite("one-release-at-a-time-may-be-replaced")),
        ]),
    ), trust="exponentials",
    mutants={"the larger distance": (TARGET, overlap("x", "Max(a, b)")), "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "laplace-noise-on-several-answers",
    "answers with Laplace noise have at most the profile of one at the sum of their distances, or any larger number",
    "One answer after the other: with the answers so far replaced by one at the sum of their distances, which costs no "
    "less, the next is joined to it. And what two laws have in common falls with their "
    "distance, so the l1 sensitivity may stand for the sum. It is attained where one answer changes by all of it.",
    f"Implies(total <= s, own >= exp({SMALLER}))",
    by_solver("the sum, then any larger number", [
        lifted("induction", f"own >= exp({LAPLACE})", cite("two-laplace-answers-are-dominated-by-one"),
                             cite("one-release-at-a-time-may-be-replaced")),
    ]), symbols={"own": "1 - h_K"}, given="the noise of the answers is independent", trust="densities",
    mutants={"a smaller one": (SMALLER, overlap("x", "s/2")), "strictly": (">=", ">")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "the-geometric-profile-on-its-lattice",
    "at odds q^(-(b - 2j)) the geometric pair at distance b has q^j in common, j = 1, ..., b",
    "The outputs up to 0 have the probability $1/(1 + q)$ and $q^b/(1 + q)$, the output i between the means $(1 - "
    "q)/(1 + q)$ times $q^i$ and $q^{b - i}$. Their losses exceed $b - 2j$ for $i < j$; w is $q^j$, v is $q^b$.",
    "common == w",
    by_induction(
        "one output after the other", {
            "common": "1 - 1/(1 + q) + q**2/v*(v/(1 + q))", "w": "q", "up": "1/(1 + q)", "uq": "v/(1 + q)",
            "odds": "q**2/v",
        }, {
            "common": "1 - (up + (1 - q)/(1 + q)*w) + odds*q**2*(uq + (1 - q)/(1 + q)*v/w)", "w": "w*q",
            "up": "up + (1 - q)/(1 + q)*w", "uq": "uq + (1 - q)/(1 + q)*v/w", "odds": "odds*q**2",
        }, ["And(0 < q, q < 1, v > 0)"],
        keeps=["w > 0", "up*(1 + q) == 1 + q - w", "uq*w*(1 + q) == v*q", "odds*v == w**2"],
    ),
    mutants={"twice": ("== w", "== 2*w"), "less": ("==", "<")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "geometric-weights-average-the-distance-to-one",
    "the weights of the losses, times q to the number of steps from any one of them, add up to 1",
    "Weights are $1/(1 + q)$ at both ends and $(1 - q)/(1 + q)$ between. On one side of the chosen place the end k "
    "steps away and what lies before it add up to $q/(1 + q)$ whatever k; both sides and the place itself to 1.",
    "And(weights*(1 + q) == q, 2*weights + (1 - q)/(1 + q) == 1)",
    by_induction(
        "the end one step further away", {"weights": "q/(1 + q)", "power": "q"},
        {"weights": "weights - power/(1 + q) + (1 - q)/(1 + q)*power + q*power/(1 + q)", "power": "power*q"},
        ["And(0 < q, q < 1)"],
    ),
    mutants={"one side": ("2*weights", "weights"), "all": ("== q", "== 1")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "two-geometric-answers-are-dominated-by-one",
    "at the losses of the geometric pair at a + b, those at $a$ and at b together have no less in common",
    "At a loss x of the pair at $a + b$ all $x - l$ are on the lattice of the pair at b, and so is m. In powers of q "
    "the first claim says that each loss keeps at least $q^{|i - k|}$ of the target, i and k the places of l and of "
    "the loss that costs nothing; and the weighted sum of these is 1.",
    "own >= target",
    by_solver("all losses", [
        lifted("sum-over-outputs", "own == kept", cite("the-geometric-profile-on-its-lattice"),
               cite("one-release-at-a-time-may-be-replaced")),
        summed("kept >= target*weights", {"kept": "w*u", "weights": "w*v"}, each="u v w",
               where="And(w >= 0, u >= target*v)"),
        lifted("adding-up", "weights == 1", cite("no-loss-costs-more-than-its-distance"),
               cite("geometric-weights-average-the-distance-to-one")),
    ]), symbols={"target": "1 - h_{a + b}"}, means={"target": "any value of an overlap"},
    mutants={"strictly": (">=", ">"), "twice": ("target", "2*target")}, generated="none",
)  # fmt: skip

SECTION.claim(
    "geometric-noise-on-several-answers",
    "answers with geometric noise have at most the profile of one at the sum of their distances, or any larger number",
    "At the losses of the pair of the sum this is one answer after the other, as for Laplace noise. Between two of "
    "them, at the odds $w e_0 + (1 - w) e_1$, that pair has no likelihood ratio, so its profile is linear there, and "
    "that of the answers is convex. Any larger distance is one answer more.",
    "Implies(And(0 <= w, w <= 1, low <= high), several <= joined)",
    by_solver("between two losses", [
        "And(0 <= w, w <= 1, low <= high)",
        summed("several <= w*left + (1 - w)*right", {
            "several": "Max(0, p - (w*low + (1 - w)*high)*q)", "left": "Max(0, p - low*q)",
            "right": "Max(0, p - high*q)",
        }, each="p q"),
        summed("joined == w*Left + (1 - w)*Right", {
            "joined": "Max(0, r - (w*low + (1 - w)*high)*s)", "Left": "Max(0, r - low*s)",
            "Right": "Max(0, r - high*s)",
        }, each="r s", where="And(s >= 0, Or(r >= high*s, r <= low*s))"),
        lifted("induction", "And(left <= Left, right <= Right)", cite("two-geometric-answers-are-dominated-by-one"),
               cite("one-release-at-a-time-may-be-replaced")),
    ]), given=("the noise of the answers is independent", "outputs form a countable set"), trust="countable-sums",
    mutants={"strictly": ("<=", "<"), "half": ("<= joined", "<= joined/2")}, generated="none",
)  # fmt: skip
