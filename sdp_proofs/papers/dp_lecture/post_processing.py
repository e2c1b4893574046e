"""Post-processing: the theorem, and its proof by preimages and convex combinations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *


def taken_off(_: Claim) -> Iterator[Instance]:
    """A bit x plus a uniform key modulo 2: Pr[output = 1], and the same after the key is taken off, for x = 1 and 0."""
    keys = (0, 1)
    for x in (1, 0):
        uniform = Fraction(sum((x + key) % 2 for key in keys), 2)
        after = [Fraction(sum(((record + key) % 2 + key) % 2 for key in keys), 2) for record in (1, 0)]
        yield f"x = {x}", {"uniform": uniform, "p": after[0], "q": after[1]}


SECTION = Section(DP_LECTURE, "Post-processing", {
    "pushed": "\\Pr[f(\\mathcal{A}(D)) \\in \\mathcal{S}']", "other": "\\Pr[f(\\mathcal{A}(D')) \\in \\mathcal{S}']",
    "pulled": "\\Pr[\\mathcal{A}(D) \\in \\mathcal{S}]", "drawn": "\\Pr[\\mathcal{A}(D') \\in \\mathcal{S}]",
    "E": "e^{\\epsilon}", "delta": "\\delta", "value": "v",
    "parts": "s", "k": "k", "p": "p", "q": "q", "r": "r", "s": "s", "w": "w", "l": "l", "x": "x", "y": "y",
    "f": "f", "a": "a", "b": "b", "uniform": "\\Pr[a = 1]",
}, {
    "delta": "any number >= 0", **dict.fromkeys(("pushed", "other", "pulled", "drawn", "uniform"), "any probability"),
})  # fmt: skip

SECTION.claim(
    "post-processing-of-the-lecture", "$f \\circ A$ is (epsilon, delta)-DP if $A$ is, for any f, randomised or not",
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
    ), trust=("countable-sums", "densities"),
    mutants={"without delta": (" + delta", ""), "half of e^epsilon": ("E*other", "E*other/2")},
    note="No assumption on what f can compute: the statement on attackers of any strategy and power is this one.",
)  # fmt: skip

SECTION.claim(
    "a-function-of-the-coins-takes-the-noise-off",
    "why f must be independent of the coins: with the key, a function of the output returns the record",
    "What 'independent of A' has to exclude. With a uniform key bit b the output $a = x \\oplus b$ is uniform whatever "
    "the record x, and private with $\\epsilon = 0$. The function $a \\oplus b$ of the output and of the key is x, "
    "which is private with no budget. A release of the seed would allow it.",
    "And(uniform == 1/2, p == 1, q == 0)",
    on_instances(EXACT, ALL, "both records", "two records, two keys", taken_off), at="Post-processing, theorem",
    kind="project", over="two records, two keys",
    mutants={"half": ("p == 1", "p == 1/2"), "not uniform": ("uniform == 1/2", "uniform == 1")},
    means=dict.fromkeys(("p", "q", "uniform"), "papers.dp_lecture.post_processing.taken_off"),
)  # fmt: skip

SECTION.claim(
    "results-in-a-set-are-outputs-in-its-preimage",
    "Pr[f(A(D)) in S'] = Pr[A(D) in S] with S = {o : f(o) in S'}, for deterministic f",
    "An output counts on either side exactly if it is in $\\mathcal{S}$, by the definition of $\\mathcal{S}$: the "
    "first and the last line of the display.",
    "And(pushed == pulled, other == drawn)",
    by_induction(
        "output by output", {"pushed": "0", "pulled": "0", "other": "0", "drawn": "0"},
        {"pushed": "pushed + r*p", "pulled": "pulled + s*p", "other": "other + r*q", "drawn": "drawn + s*q"},
        ["r == s"], inputs=["r", "s", "p", "q"],
    ), at="Post-processing, proof, preimage", kind="proof-step", trust=("induction", "countable-sums"),
    given=("r and s are 1 if f(o) is in S', or o in S, and else 0", "outputs form a countable set"),
    fidelity="typo-corrected",
    mutants={"twice": ("pulled", "2*pulled"), "less": ("pushed ==", "pushed <")},
)  # fmt: skip

SECTION.claim(
    "the-preimage-meets-the-definition",
    "Pr[A(D) in S] <= e^epsilon Pr[A(D') in S] + delta carries over to f(A(D)) in S'",
    "The middle line of the display: (1) for the set $\\mathcal{S}$ of outputs, with equal probabilities in place.",
    "Implies(pulled <= E*drawn + delta, pushed <= E*other + delta)",
    by_solver("all probabilities", [
        "And(E >= 1, delta >= 0)", cite("results-in-a-set-are-outputs-in-its-preimage"),
    ]),
    at="Post-processing, proof, display", kind="proof-step", generated="deep",
    mutants={"without delta": ("E*other + delta", "E*other"), "twice": ("E*drawn + delta", "E*drawn + 2*delta")},
)  # fmt: skip

SECTION.claim(
    "randomised-functions-are-mixtures-of-deterministic-ones",
    "a randomised f is a convex combination of deterministic functions",
    "Draw the images of all outputs beforehand and independently, k and l being the chances that outputs o and o' are "
    "mapped into $\\mathcal{S}'$: the functions that do so with o have together the weight k, with two outputs and "
    "with more.",
    "k*l + k*(1 - l) == k",
    and_so(by_identity("two outputs", ""), about(SECTION.formula("w == k"), by_induction(
        "one more output", {"w": "k"}, {"w": "w*l + w*(1 - l)"}, [], inputs=["l"],
    ))), at="Post-processing, proof, randomised f", kind="proof-step",
    silent=(
        "finitely many outputs have positive probability; the images of more of them are drawn by an infinite product "
        "of laws, of which nothing is shown here, and which the theorem does not need",
        "coins of f are its own",
    ), fidelity="narrowed",
    mutants={"functions of the other output": ("k*(1 - l)", "(1 - k)*l")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "mixtures-of-private-algorithms-are-private",
    "a convex combination of (epsilon, delta)-DP algorithms is (epsilon, delta)-DP",
    "Two algorithms that meet (1), drawn with the weights w and 1 - w, meet it together; and so do more of them.",
    "Implies(And(p <= E*q + delta, r <= E*s + delta), w*p + (1 - w)*r <= E*(w*q + (1 - w)*s) + delta)",
    and_so(
        by_solver("two algorithms", "And(0 <= w, w <= 1, E >= 1, delta >= 0)"),
        about(SECTION.formula("pushed <= E*other + delta"), by_sums(
            "any number of algorithms", {"pushed": "Sum(i, w*p)", "other": "Sum(i, w*q)"},
            ["w >= 0", "Sum(i, w) == 1", "p <= E*q + delta"], "over i: pushed <= E*other + delta*Sum(i, w)",
            each={"i": "w p q"},
        )),
    ), at="Post-processing, proof, convexity",
    kind="proof-step", silent="the weights do not depend on the dataset", generated="deep",
    mutants={"without delta": ("s) + delta", "s)"), "one of them": (", r <= E*s + delta", "")},
)  # fmt: skip
