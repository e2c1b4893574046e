"""Which delta and epsilon mean something, and what an adversary gains."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *


def good(_: Claim) -> Iterator[Instance]:
    """At epsilon = 1, and its rounded odds."""
    yield "epsilon = 1", {"ep": 1, "rounded": Fraction(27, 10)}


def strong(_: Claim) -> Iterator[Instance]:
    """At epsilon = 0.1, and its rounded odds."""
    yield "epsilon = 0.1", {"ep": Fraction(1, 10), "rounded": Fraction(11, 10)}


SECTION = Section(DP_LECTURE, "Rules of thumb", {
    "delta": "\\delta", "n": "n", "keep": "k", "r": "r", "E": "e^{\\epsilon}", "ep": "\\epsilon", "rounded": "a",
    "p": "p", "q": "q", "w": "w", "after": "o'", "before": "o", "answer": "z", "f": "f", "y": "y",
}, {"delta": "any number >= 0"})  # fmt: skip

SECTION.claim(
    "releasing-each-record-with-probability-delta-is-private",
    "to publish each record with probability delta is (0, delta)-DP, and so (epsilon, delta)-DP for every epsilon",
    "An algorithm publishes each record with probability $\\delta$, independently. Let r be the probability of an "
    "output that leaves out a certain record. With it in the dataset this output has $(1 - \\delta) r$ and the one "
    "that shows it also $\\delta r$; without it r and 0. Summed over outputs neither direction exceeds $\\delta$.",
    "And(Max(0, delta*r) + Max(0, (1 - delta)*r - E*r) <= delta*r, Max(0, r - E*(1 - delta)*r) <= delta*r)",
    and_collected(
        by_solver("one output", "And(r >= 0, 0 <= delta, delta <= 1, E >= 1)"),
        summed("And(one <= delta*total, other <= delta*total)", {
            "one": "Max(0, delta*r) + Max(0, (1 - delta)*r - E*r)", "other": "Max(0, r - E*(1 - delta)*r)",
            "total": "r",
        }, each="r"),
    ), at="Rules of thumb, delta",
    mutants={"half of delta": ("<= delta*r, ", "<= delta*r/2, "), "without privacy": ("E*(1 - delta)*r", "0*r")},
    generated="deep",
    note="With delta = 1/n it publishes one of n records on average, whole: 'just a few'. To publish one record of n, "
    "uniformly drawn, has delta = 1/n as well, where n is fixed; on all datasets at once, the empty one and that of "
    "one record included, it has not.",
)  # fmt: skip

SECTION.claim(
    "with-a-small-delta-a-few-records-are-never-released",
    "with delta = o(1/n) that algorithm publishes nothing, but for a probability of at most n delta",
    "It publishes nothing with probability $(1 - \\delta)^n \\ge 1 - n\\delta$, which tends to 1 if $\\delta$ is "
    "$o(1/n)$. This is the reason for the rule.",
    "1 - keep <= n*delta",
    by_induction("record by record", {"keep": "1", "n": "0"}, {"keep": "keep*(1 - delta)", "n": "n + 1"},
                 ["And(0 <= delta, delta <= 1)"], keeps=["And(0 <= keep, keep <= 1)"]),
    at="Rules of thumb, delta", trust="induction", integers="n",
    mutants={"half": ("n*delta", "n*delta/2"), "strictly": ("<=", "<")},
)  # fmt: skip

SECTION.claim(
    "epsilon-one-has-odds-two-point-seven", "e^1 is 2.7 to one decimal", "For $\\epsilon = 1$, $e^\\epsilon \\approx "
    "2.7$: to one decimal.",
    "abs(exp(ep) - rounded) < 1/20",
    on_instances(CERTIFIED, ALL, "the number", "epsilon = 1", good), at="Rules of thumb, epsilon = 1",
    over="epsilon = 1", mutants={"to two decimals": ("1/20", "1/200"), "twice epsilon": ("exp(ep)", "exp(2*ep)")},
    ranges="ep rounded",
)  # fmt: skip

SECTION.claim(
    "epsilon-one-tenth-has-odds-one-point-one", "e^0.1 is 1.1 to one decimal", "For $\\epsilon = 0.1$, $e^\\epsilon "
    "\\approx 1.1$: to one decimal.",
    "abs(exp(ep) - rounded) < 1/20",
    on_instances(CERTIFIED, ALL, "the number", "epsilon = 0.1", strong), at="Rules of thumb, epsilon = 0.1",
    over="epsilon = 0.1", mutants={"to two decimals": ("1/20", "1/200"), "twice epsilon": ("exp(ep)", "exp(2*ep)")},
    ranges="ep rounded",
)  # fmt: skip

SECTION.claim(
    "the-best-guess-is-right-with-the-odds-of-epsilon",
    "whoever guesses between two neighbours is right with probability at most e^epsilon/(1 + e^epsilon)",
    "What a pure epsilon means: a guess between D and D', equally likely before, is right with probability (p + 1 - "
    "q)/2, where p and q are the probabilities of guessing D at either. It is at most $e^{\\epsilon}/(1 + "
    "e^{\\epsilon})$, which randomised response attains: 0.731 for $\\epsilon = 1$, 0.525 for $\\epsilon = 0.1$.",
    "Implies(And(p <= E*q, 1 - q <= E*(1 - p)), (p + 1 - q)/2 <= E/(1 + E))",
    by_solver("all guesses", "And(E >= 1, 0 <= p, p <= 1, 0 <= q, q <= 1)"),
    at="Rules of thumb, epsilon", kind="project",
    mutants={"one half": ("E/(1 + E)", "1/2"), "one direction": ("p <= E*q, ", "")}, generated="deep",
    numbers=(
        "exp(1)/(1 + exp(1)) > 0.731",
        "exp(1)/(1 + exp(1)) < 0.7311",
        "exp(1/10)/(1 + exp(1/10)) > 0.5249",
        "exp(1/10)/(1 + exp(1/10)) < 0.525",
    ),
)  # fmt: skip

SECTION.claim(
    "odds-of-any-adversary-move-by-at-most-the-budget",
    "whatever the adversary knows, an output multiplies its odds between two neighbours by at most e^epsilon",
    "Let w be the probability of D, and 1 - w that of its neighbour D', given all that the adversary knows; it may "
    "know all records but one. An output with the probabilities p and q changes the odds $w/(1 - w)$ to $wp/((1 - "
    "w)q)$: by a factor between $e^{-\\epsilon}$ and $e^{\\epsilon}$.",
    "Implies(And(p <= E*q, q <= E*p), And(w*p/((1 - w)*q) <= E*w/(1 - w), w/(E*(1 - w)) <= w*p/((1 - w)*q)))",
    by_solver("all prior odds", "And(E >= 1, p > 0, q > 0, 0 < w, w < 1)"), at="Rules of thumb, auxiliary knowledge",
    silent=(
        "delta = 0: with delta > 0 single outputs may change the odds without bound, and what is bounded is the "
        "power of any test, by e^epsilon times its size plus delta",
        "the advantage is that between the presence and the absence of one record; what the other records tell of it "
        "is not limited, see group privacy",
    ),
    mutants={"half the odds": ("E*w/(1 - w), ", "E*w/(1 - w)/2, "), "one direction": ("p <= E*q, ", "")},
    generated="deep",
)  # fmt: skip

SECTION.claim(
    "approximate-privacy-bounds-the-change-of-odds-too",
    "with delta > 0, too, an output multiplies the odds of an adversary by at most e^epsilon",
    "The sentence speaks of DP guarantees, without $\\delta = 0$. Read here for approximate privacy, output by output: "
    "the probability of an output at D is at most $e^{\\epsilon}$ times that at D'.",
    "Implies(And(p <= E*q + delta, 1 - q <= E*(1 - p) + delta, 1 - p <= E*(1 - q) + delta, q <= E*p + delta), "
    "p <= E*q)",
    by_solver("two outputs", "And(E > 1, 0 <= delta, delta < 1, 0 <= p, p <= 1, 0 <= q, q <= 1)"), kind="reading",
    at="Rules of thumb, auxiliary knowledge",
    fails=instance("One record, published with probability delta = 1/10: the output that shows it has probability 0 "
                   "without it, and makes the adversary certain.", "p = 1/10; q = 0; E = 2; delta = 1/10",
                   given="E > 1"),
    wrong="An output of probability at most delta may reveal everything.",
    cost="A bound on odds for delta = 0; a bound on tests, p <= e^epsilon q + delta, for all delta.",
    defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "power-of-any-test-is-bounded-by-its-size",
    "what delta > 0 leaves: the power of a test is at most e^epsilon times its size, plus delta",
    "A test may use coins of its own: it accepts with the probabilities $p_S$ on several sets of outputs, weighted by "
    "w and 1 - w. Its power is at most $e^{\\epsilon}$ times its size, plus $\\delta$.",
    "Implies(And(p <= E*q + delta, r <= E*y + delta), w*p + (1 - w)*r <= E*(w*q + (1 - w)*y) + delta)",
    by_solver("two sets", "And(0 <= w, w <= 1, E >= 1, delta >= 0)"), at="Rules of thumb, auxiliary knowledge",
    symbols={"p": "P(S)", "q": "P'(S)", "r": "P(T)", "y": "P'(T)"}, fidelity="reconstructed",
    means=dict.fromkeys(("p", "q", "r", "y"), "any probability"),
    mutants={"without delta": ("y) + delta", "y)"), "one set": (", r <= E*y + delta", "")}, generated="deep",
    repairs="approximate-privacy-bounds-the-change-of-odds-too",
)  # fmt: skip

SECTION.claim(
    "whoever-knows-the-noise-knows-the-answer",
    "only the randomness must remain hidden: with it the output gives the answer away",
    "The algorithm may be public, its coins may not: from the output $f + y$ and the noise y one has f, and given its "
    "coins an algorithm is a function, which is private only if it is constant.",
    "And(Implies(answer == f + y, answer - y == f), Implies(And(Or(p == 0, p == 1), Or(q == 0, q == 1), "
    "p <= E*q + delta, q <= E*p + delta), p == q))",
    by_solver("all answers", "And(E >= 1, delta >= 0, delta < 1)"),
    at="Rules of thumb, public algorithm", generated="none",
    mutants={"half the noise": ("answer - y", "answer - y/2"), "the other sign": ("answer - y", "answer + y"),
             "one direction": (", q <= E*p + delta", "")},
)  # fmt: skip
