"""Post-processing: the theorem, and its proof by preimages and convex combinations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *


def functions_of_coins(_: Claim) -> Iterator[Instance]:
    """Every function f of an output, which is a bit x plus a uniform key b modulo 2, and of the key: Pr[f = 1]."""
    for table in product((0, 1), repeat=4):
        chances = [Fraction(sum(table[2 * ((x + key) % 2) + key] for key in (0, 1)), 2) for x in (1, 0)]
        yield f"f = {table}", {"p": chances[0], "q": chances[1], "E": 1, "delta": 0}


SECTION = Section(DP_LECTURE, "Post-processing", {
    "pushed": "\\Pr[f(\\mathcal{A}(D)) \\in \\mathcal{S}']", "other": "\\Pr[f(\\mathcal{A}(D')) \\in \\mathcal{S}']",
    "pulled": "\\Pr[\\mathcal{A}(D) \\in \\mathcal{S}]", "E": "e^{\\epsilon}", "delta": "\\delta", "value": "v",
    "parts": "s", "k": "k", "p": "p", "q": "q", "r": "r", "s": "s", "w": "w", "l": "l", "x": "x", "y": "y",
    "f": "f", "a": "a", "b": "b",
}, {"delta": "any number >= 0", **dict.fromkeys(("pushed", "other", "pulled"), "any probability")})  # fmt: skip

SECTION.claim(
    "post-processing-of-the-lecture",
    "f o A is (epsilon, delta)-DP if A is, for any f, randomised or not",
    "Let f turn output o into one of $\\mathcal{S}'$ with probability k. Over outputs, $\\sum k (p - e^{\\epsilon} q) "
    "\\le \\sum \\max(0, p - e^{\\epsilon} q) \\le \\delta$, and the left side is $\\Pr[f(A(D)) \\in \\mathcal{S}'] - "
    "e^{\\epsilon} \\Pr[f(A(D')) \\in \\mathcal{S}']$.",
    "pushed <= E*other + delta",
    by_sums(
        "output by output", {"pushed": "Sum(a, k*p)", "other": "Sum(a, k*q)"},
        ["And(0 <= k, k <= 1)", "Sum(a, Max(0, p - E*q)) <= delta"],
        "over a: pushed - E*other <= Sum(a, Max(0, p - E*q))", each={"a": "k p q"},
    ), at="Post-processing, theorem", kind="theorem", generated="none",
    silent=(
        "f sees the output only: 'independent of A' must mean independent of the dataset and of the coins of A, for "
        "an f that knows the noise can take it off again",
        "f is measurable; outputs form a countable set, others have densities",
    ), trust=("induction", "countable-sums"),
    mutants={"without delta": (" + delta", ""), "half of e^epsilon": ("E*other", "E*other/2")},
    repairs="data-users-may-use-the-coins-of-the-algorithm",
    note="No assumption on what f can compute: the statement on attackers of any strategy and power is this one.",
)  # fmt: skip

SECTION.claim(
    "data-users-may-use-the-coins-of-the-algorithm",
    "f may be any randomised function, also of the noise that was drawn",
    "Data users may do whatever they want. Read here as: f may also depend on the coins of the algorithm, as a release "
    "of the seed would allow. With a uniform key bit b the output $a = x \\oplus b$ is uniform whatever the record x; "
    "f computes $a \\oplus b$, of which x is to be private.",
    "p <= E*q + delta",
    on_instances(EXACT, GRID, "functions of a bit and a key", "all 16 functions", functions_of_coins),
    at="Post-processing, theorem", kind="reading", fails=instance(
        "One bit x, the output is x plus a uniform bit modulo 2, which is private with epsilon = 0; f takes the bit "
        "off. The result 1 has probability 1 for x = 1 and 0 for x = 0.",
        "f = lambda x, b: ((x + b) % 2 + b) % 2; E = 1; delta = 0; p = sum(f(1, b) for b in range(2))/2; q = "
        "sum(f(0, b) for b in range(2))/2",
    ),
    wrong="The theorem needs coins of f that are independent of those of A, which 'independent of A' will mean.",
    cost="None for what is meant.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "results-in-a-set-are-outputs-in-its-preimage",
    "Pr[f(A(D)) in S'] = Pr[A(D) in S] with S = {o : f(o) in S'}, for deterministic f",
    "An output counts on either side exactly if it is in $\\mathcal{S}$, by the definition of $\\mathcal{S}$: the "
    "first and the last line of the display.",
    "pushed == pulled",
    by_induction(
        "output by output", {"pushed": "0", "pulled": "0"}, {"pushed": "pushed + r*p", "pulled": "pulled + s*p"},
        ["r == s"], inputs=["r", "s", "p"],
    ), at="Post-processing, proof, preimage", kind="proof-step", trust=("induction", "countable-sums"),
    given="r and s are 1 if f(o) is in S', or o in S, and else 0", fidelity="typo-corrected",
    mutants={"twice": ("pulled", "2*pulled"), "less": ("==", "<")}
)  # fmt: skip

SECTION.claim(
    "the-preimage-meets-the-definition",
    "Pr[A(D) in S] <= e^epsilon Pr[A(D') in S] + delta carries over to f(A(D)) in S'",
    "The middle line of the display: (1) for the set $\\mathcal{S}$ of outputs, with equal probabilities in place.",
    "Implies(And(pushed == x, other == y, x <= E*y + delta), pushed <= E*other + delta)",
    by_solver("all probabilities", "And(E >= 1, delta >= 0)"), at="Post-processing, proof, display",
    kind="proof-step", symbols={"x": "P(S)", "y": "P'(S)"}, means=dict.fromkeys(("x", "y"), "any probability"),
    mutants={"without delta": ("E*other + delta", "E*other"), "unequal": ("pushed == x, ", "")}, generated="deep",
    needs="results-in-a-set-are-outputs-in-its-preimage",
)  # fmt: skip

SECTION.claim(
    "randomised-functions-are-mixtures-of-deterministic-ones",
    "a randomised f is a convex combination of deterministic functions",
    "Draw the images of all outputs beforehand and independently, k and l being the chances that outputs o and o' are "
    "mapped into $\\mathcal{S}'$: the functions that do so with o have together the weight k.",
    "k*l + k*(1 - l) == k",
    by_identity("two outputs", ""), at="Post-processing, proof, randomised f", kind="proof-step",
    silent="outputs form a countable set, or f is a measurable kernel on a standard space; coins of f are its own",
    mutants={"functions of the other output": ("k*(1 - l)", "(1 - k)*l")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "mixtures-of-private-algorithms-are-private",
    "a convex combination of (epsilon, delta)-DP algorithms is (epsilon, delta)-DP",
    "Two algorithms that meet (1), drawn with the weights w and 1 - w, meet it together; and so do more of them.",
    "Implies(And(p <= E*q + delta, r <= E*s + delta), w*p + (1 - w)*r <= E*(w*q + (1 - w)*s) + delta)",
    by_solver("two algorithms", "And(0 <= w, w <= 1, E >= 1, delta >= 0)"), at="Post-processing, proof, convexity",
    kind="proof-step", silent="the weights do not depend on the dataset", trust="induction", generated="deep",
    mutants={"without delta": ("s) + delta", "s)"), "one of them": (", r <= E*s + delta", "")},
)  # fmt: skip
