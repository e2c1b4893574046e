"""The definition of differential privacy: outputs or sets of outputs, randomisation, and the variant of neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *


def single_outputs(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two laws on three outputs, with the least delta of single outputs."""
    pairs = tuple(zip(at["one"], at["other"], strict=True))
    delta = max(max(p - at["E"] * q, q - at["E"] * p, 0) for p, q in pairs)
    values = {f"{name}{k + 1}": pair[i] for i, name in enumerate("pq") for k, pair in enumerate(pairs)}
    return {**values, "E": at["E"], "delta": delta}


SECTION = Section(DP_LECTURE, "Definition, differential privacy", {
    "p": "p", "q": "q", "m": "m", "k": "k", "gain": "g", "E": "e^{\\epsilon}", "delta": "\\delta",
    "p1": "p_1", "p2": "p_2", "p3": "p_3", "q1": "q_1", "q2": "q_2", "q3": "q_3", "r": "r",
}, {"delta": "any number >= 0"})  # fmt: skip
LAWS = "And(p1 >= 0, p2 >= 0, p3 >= 0, q1 >= 0, q2 >= 0, q3 >= 0, p1 + p2 + p3 == 1, q1 + q2 + q3 == 1, E > 1)"
SINGLE_OUTPUTS = (
    "And(p1 <= E*q1 + delta, p2 <= E*q2 + delta, p3 <= E*q3 + delta, "
    "q1 <= E*p1 + delta, q2 <= E*p2 + delta, q3 <= E*p3 + delta)"
)

SECTION.claim(
    "definition-of-differential-privacy-of-the-lecture", "(epsilon, delta)-differential privacy",
    "Inequality (1) for all datasets with $\\|D - D'\\|_1 \\le 1$ and all sets $\\mathcal{S}$ of outputs.",
    None, at="Definition, differential privacy, Eq. (1)",
    silent=(
        "the output space is a measurable space and S a measurable subset; for uncountable outputs not every subset "
        "has a probability",
        "the set X of values is countable, or histograms have finitely many entries",
    ),
    uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
)  # fmt: skip

SECTION.claim(
    "single-outputs-are-enough", "inequality (1) at all possible outputs implies it for all sets of outputs",
    "(1) must hold for all pairs of neighbours and all possible outputs. Read here as: for all outputs, one at a time; "
    "then it holds for sets of two of three outputs.",
    f"Implies({SINGLE_OUTPUTS}, p1 + p2 <= E*(q1 + q2) + delta)",
    by_solver("three outputs", LAWS), at="Definition, all outputs", kind="reading",
    search=over(
        {"one": Laws(3), "other": Laws(3), "E": Rationals(1, 8, open_low=True)}, single_outputs, climbs=False,
    ),
    fails=instance(
        "Three outputs with the probabilities 1/4, 1/4, 1/2 at D and 0, 0, 1 at D', odds 2 and delta = 1/4: every "
        "single output meets (1) both ways, and the first two together have 1/2 > 1/4.",
        "p1 = 1/4; p2 = 1/4; p3 = 1/2; q1 = 0; q2 = 0; q3 = 1; E = 2; delta = 1/4",
        given="p1 + p2 + p3 == 1; q1 + q2 + q3 == 1; E > 1",
    ),
    wrong="With delta > 0 small losses at many outputs add up: an output that is uniform among very many has a "
    "negligible probability each time and may reveal everything. Three outputs are the fewest, as with two of them "
    "only one can gain.",
    cost="The definition itself speaks of sets and is right; 'outputs' here must be read as sets of them.",
    defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "single-outputs-lose-a-factor-of-their-number",
    "if m outputs are possible, (1) for single ones gives (epsilon, (m - 1) delta), and no less",
    "Let $p \\le e^{\\epsilon} q + \\delta$ at each of m outputs, and let g be the sum of $p - e^{\\epsilon} q$ over a "
    "set of k of them. Then $g \\le k\\delta$; and for the set of all outputs $g = 1 - e^{\\epsilon} \\le 0$, so that "
    "$g \\le (m - 1)\\delta$. No less: m - 1 outputs with the probabilities $\\delta$ and 0, and one with the rest and "
    "1, attain it wherever $e^{\\epsilon}(1 - (m - 1)\\delta) \\ge 1 - \\delta$: the counterexample above, for m = 3.",
    "Implies(Or(k <= m - 1, gain == 1 - E), gain <= (m - 1)*delta)",
    and_so(in_steps(
        "output by output, then not all of them",
        about(SECTION.formula("gain <= k*delta"), by_induction(
            "output by output", {"gain": "0", "k": "0"}, {"gain": "gain + p - E*q", "k": "k + 1"},
            ["p - E*q <= delta"], inputs=["p", "q"],
        )),
        by_solver("not all of them", ["And(E >= 1, delta >= 0, m >= 1, k >= 0)", shown("output by output")]),
    ), about(
        SECTION.formula(
            "Implies(And(p == 1 - (m - 1)*delta, E*p >= 1 - delta), And(p <= E + delta, 1 <= E*p + delta))"
        ),
        by_solver("the output with the rest", "And(E >= 1, delta >= 0, m >= 1)"),
    )), at="Definition, all outputs", kind="statement", fidelity="reconstructed",
    given="m outputs are possible, and there is more than one",
    trust="induction",
    mutants={"m - 2": ("(m - 1)*delta)", "(m - 2)*delta)"), "strictly": ("gain <=", "gain <")},
    repairs="single-outputs-are-enough", generated="deep", integers="k",
)  # fmt: skip

SECTION.claim(
    "single-outputs-suffice-for-pure-privacy",
    "with delta = 0 and countably many outputs, (1) for single outputs implies it for sets",
    "If $p \\le e^{\\epsilon} q$ at every output, the sum over any set of outputs has the same bound.",
    "p <= E*q",
    by_induction(
        "one output of the set after the other", {"p": "0", "q": "0"}, {"p": "p + r", "q": "q + s"}, ["r <= E*s"],
        inputs=["r", "s"],
    ), at="Definition, all outputs", kind="project", given="delta = 0",
    silent="outputs form a countable set; others have densities",
    mutants={"half of it": ("E*q", "E*q/2"), "strictly": ("<=", "<")},
    trust=("induction", "countable-sums", "densities"),
)  # fmt: skip

SECTION.claim(
    "private-algorithms-without-coins-are-constant",
    "a differentially private algorithm that is not constant must be randomised",
    "An algorithm without randomness gives each output the probability 0 or 1. If (1) holds both ways with $\\delta < "
    "1$, the probabilities are the same at neighbours; and any two datasets are linked by neighbours.",
    "Implies(And(Or(p == 0, p == 1), Or(q == 0, q == 1), p <= E*q + delta, q <= E*p + delta), p == q)",
    by_solver("one output", "And(E >= 1, delta >= 0, delta < 1)"), at="Definition, randomisation", kind="statement",
    mutants={"one direction": (", q <= E*p + delta", ""), "with coins": ("Or(q == 0, q == 1), ", "")},
    trust="one-record-at-a-time", note="For delta = 1, which the definition excludes, nothing would be private.",
)  # fmt: skip

SECTION.claim(
    "replacing-a-record-costs-two-steps",
    "with (epsilon, delta) for added and removed records, replaced ones have (2 epsilon, (1 + e^epsilon) delta)",
    "A record is replaced by removing it and adding another. With r at the dataset in between, $p \\le e^{\\epsilon} r "
    "+ \\delta$ and $r \\le e^{\\epsilon} q + \\delta$ give $p \\le e^{2\\epsilon} q + (1 + e^{\\epsilon})\\delta$. "
    "There is no converse: an algorithm that returns the number of records has the same law where a record is "
    "replaced, "
    "so it is private for the variant with any budget; at n records it returns n with the chances 1 and 0 where one is "
    "added, which no $\\delta < 1$ allows.",
    "Implies(And(p <= E*r + delta, r <= E*q + delta), p <= E**2*q + (1 + E)*delta)",
    and_so(
        by_solver("all probabilities", "And(E >= 1, delta >= 0, 0 <= p, p <= 1, 0 <= q, q <= 1, 0 <= r, r <= 1)"),
        about(Formula("p <= E*p + delta", ["p", "E", "delta"]),
              by_solver("replaced: one law", "And(E >= 1, delta >= 0, p >= 0)")),
        about(Formula("Implies(And(p == 1, q == 0), Not(p <= E*q + delta))", ["p", "q", "E", "delta"]),
              by_solver("added: another number", "And(E >= 1, delta < 1)")),
    ),
    at="Definition, variant", kind="project",
    mutants={"once epsilon": ("E**2", "E"), "twice delta": ("(1 + E)", "2")},
)  # fmt: skip
