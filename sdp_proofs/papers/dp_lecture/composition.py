"""Post-processing, composition, parallel composition and group privacy.

Post-processing: the theorem, and its proof by preimages and convex combinations.

Sequential composition: the sum of the budgets, the least delta at it, and correlated outputs.

Parallel composition, and the table of counts by gender and hair colour.

Group privacy: the printed bound, its proof line by line, and the best constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from sdp_proofs.papers.smoothed_dp.small_mechanisms import KEYED
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
    means=dict.fromkeys(("p", "q", "uniform"), "papers.dp_lecture.composition.taken_off"),
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
    "Draw the images of all outputs beforehand and independently, k and l being the probabilities that outputs o and "
    "o' are "
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


COMPOSED = SECTION.beside(DP_LECTURE, "Composition", {
    "both": "d", "total": "t", "gained": "g", "loss": "\\ell", "p": "p", "q": "q", "r": "r", "s": "s",
    "E": "e^{\\epsilon}", "F": "F", "first": "\\delta_1(x)", "second": "\\delta_2(x)",
    "together": "\\delta_{[2]}(x)", "a": "a", "b": "b", "k": "K", "one": "\\delta_1", "two": "\\delta_2",
}, {
    **dict.fromkeys(("together", "first", "second"), "privacy.definition.database_delta"),
    **dict.fromkeys(("one", "two"), "any probability"),
})  # fmt: skip
PAIR = "Max(0, p*r - E*F*q*s) <= Max(0, p - E*q)*r + p*Max(0, r - F*s)"
OF_TWO = by_sums(
    "two algorithms",
    {
        "together": "Sum(a, Sum(b, Max(0, p*r - E*F*q*s)))", "first": "Sum(a, Max(0, p - E*q))",
        "second": "Sum(b, Max(0, r - F*s))",
    },
    ["And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)", "Sum(a, p) == 1", "Sum(b, r) == 1"],
    "over a: first >= 0",
    "over b: second >= 0",
    "over b: Sum(b, Max(0, p*r - E*F*q*s)) <= Max(0, p - E*q)*Sum(b, r) + (p - Max(0, p - E*q))*second",
    "over a: together <= first + (Sum(a, p) - first)*second",
    each={"a": "p q", "b": "r s"},
)
"""Two algorithms with independent coins: their delta at the product of the odds, over pairs of outputs."""
ANY_NUMBER = about(COMPOSED.formula("p <= E*q"), by_induction(
    "one algorithm after the other", {"p": "1", "q": "1", "E": "1"}, {"p": "p*r", "q": "q*s", "E": "E*F"},
    ["And(r >= 0, s >= 0, F >= 1, r <= F*s)"], inputs=["r", "s", "F"], keeps=["And(p >= 0, q >= 0, E >= 1)"],
))  # fmt: skip
"""Any number of algorithms with pure budgets: outputs of all of them, and the product of the odds."""
OF_EVENTS = about(COMPOSED.formula("p <= E*q"), by_solver("events", [cite("single-outputs-suffice-for-pure-privacy")]))
"""Inequality of single outputs, which holds of all events, at whatever odds."""

def pairs(_: Claim) -> Iterator[Instance]:
    """Delta of two algorithms with two outputs each, one after the other, at the product of the odds."""

    def gain(p: Sequence[Fraction], q: Sequence[Fraction], odds: int) -> Fraction:
        return sum((max(Fraction(0), a - odds * b) for a, b in zip(p, q, strict=True)), Fraction(0))

    laws = [(Fraction(i, 3), Fraction(3 - i, 3)) for i in range(4)]
    for P, Q, R, S, E, F in product(laws, laws, laws, laws, (1, 2), (1, 2)):
        there, here = ([a * b for a, b in product(*both)] for both in ((P, R), (Q, S)))
        yield f"{P[0]}, {Q[0]} and {R[0]}, {S[0]}, odds {E} and {F}", {
            "both": gain(there, here, E * F), "total": gain(P, Q, E) + gain(R, S, F),
        }  # fmt: skip


COMPOSED.claim(
    "simple-composition", "K algorithms with independent coins are (sum_k epsilon_k, sum_k delta_k)-DP together",
    "For a pair of outputs with the probabilities p, q and r, s at D and D', $E = e^{\\epsilon_1}$ and $F = "
    "e^{\\epsilon_2}$: $\\max(0, pr - EFqs) \\le \\max(0, p - Eq) r + p \\max(0, r - Fs)$. Summed over outputs this is "
    "$\\delta_1 + \\delta_2$; one more algorithm adds its epsilon to the exponent and its $\\delta$ to the sum.",
    "both <= total",
    by_sentence(),
    on_instances(EXACT, GRID, "two algorithms", "two outputs each, probabilities in thirds, odds 1 and 2", pairs),
    at="Composition, theorem", kind="theorem", symbols={"both": "\\delta_{[K]}", "total": "\\sum_k \\delta_k"},
    means={"both": "any delta of a composition", "total": "any sum of deltas"},
    silent=(
        "'independently chosen' must mean that the coins of the algorithms are independent: algorithms that share "
        "coins are another matter, see below",
        "outputs form a countable set; others have densities",
    ), generated="none",
    mutants={"half the sum": ("total", "total/2"), "strictly": ("<=", "<")},
)  # fmt: skip

COMPOSED.claim(
    "composition-of-pure-budgets-from-the-definition",
    "the pure case follows from the definition: p <= e^eps_1 q and r <= e^eps_2 s give p r <= e^(eps_1 + eps_2) q s",
    "With $\\delta_k = 0$ the ratios of independent outputs multiply.",
    "Implies(And(p <= E*q, r <= F*s), p*r <= E*F*q*s)",
    and_so(
        by_solver("a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)"), ANY_NUMBER,
        OF_EVENTS,
    ), at="Composition, proof",
    kind="proof-step", trust="induction", silent="the coins are independent",
    mutants={"the larger one": ("E*F*q*s", "Max(E, F)*q*s"), "one of them": (", r <= F*s", "")}, generated="deep",
)  # fmt: skip

COMPOSED.claim(
    "composed-deltas-combine-like-failures",
    "the best delta at the sum of the budgets is 1 - prod_k (1 - delta_k), below the printed sum",
    "At the printed epsilon the printed delta is not the least that holds: $1 - \\prod_k (1 - \\delta_k)$ holds as "
    "well, and is smaller as soon as two of the $\\delta_k$ are positive.",
    "And(together <= 1 - (1 - first)*(1 - second), 1 - (1 - first)*(1 - second) <= first + second)",
    and_so(
        OF_TWO,
        about(COMPOSED.formula("And(both <= 1 - keep, 1 - keep <= total)"), by_induction(
            "one algorithm after the other", {"both": "0", "keep": "1", "total": "0"},
            {"both": "1 - (1 - both)*(1 - one) - slack", "keep": "keep*(1 - one)", "total": "total + one"},
            ["And(0 <= one, one <= 1, slack >= 0)"], inputs=["one", "slack"], keeps=["0 <= keep", "keep <= 1"],
        )),
        about(COMPOSED.formula("Implies(And(one > 0, two > 0), 1 - (1 - one)*(1 - two) < one + two)"),
              by_solver("two that are positive", [])),
    ), at="Composition, theorem", kind="project", trust=("induction", "countable-sums"), generated="none",
    symbols={"keep": "\\prod_k (1 - \\delta_k)", "both": "\\delta_{[K]}", "total": "\\sum_k \\delta_k"},
    means={"both": "any delta of a composition", "total": "any sum of deltas"},
    mutants={"the larger one": ("together <= 1 - (1 - first)*(1 - second)", "together <= Max(first, second)")},
    silent=("the coins are independent", "outputs form a countable set"),
)  # fmt: skip

COMPOSED.claim(
    "algorithms-that-leak-attain-it",
    "algorithms that publish the data with probability delta_k attain 1 - prod_k (1 - delta_k)",
    "Algorithm k publishes its dataset with probability $\\delta_k$ and else nothing: at neighbours the event that "
    "one of two algorithms publishes has probability $1 - (1 - \\delta_1)(1 - \\delta_2)$, and shows something that "
    "the neighbour never shows. No epsilon lowers that.",
    "one*two + one*(1 - two) + (1 - one)*two == 1 - (1 - one)*(1 - two)",
    and_so(
        by_identity("all deltas", ""),
        about(Formula("some == 1 - keep", ["some", "keep"]),
              by_induction("one algorithm after the other", {"some": "0", "keep": "1"},
                           {"some": "some + (1 - some)*one", "keep": "keep*(1 - one)"}, [], inputs=["one"])),
    ), at="Composition, theorem", kind="project",
    mutants={"the sum": ("1 - (1 - one)*(1 - two)", "one + two"), "one of them": ("one*two + ", "")},
    trust="induction",
)  # fmt: skip

COMPOSED.claim(
    "composition-holds-for-correlated-outputs",
    "the result on composition is worst-case, over outputs that are correlated",
    "The slide on parallel composition says that the previous result is worst-case and assumes correlated outputs: it "
    "holds whatever the correlation of the outputs, their noise included, so that the deltas add up "
    "for outputs that share their noise, too.",
    "together <= total",
    on_instances(EXACT, GRID, "a common key", "all pairs of bits of record and key", KEYED),
    at="Composition, correlated outputs", symbols={"total": "\\sum_k \\delta_k"},
    means={"total": "papers.smoothed_dp.small_mechanisms.two_tables"}, fails=instance(
        "One bit x. The first algorithm outputs a uniform bit, the second one x plus the same bit modulo 2. Each "
        "output alone is uniform, whatever x; both together give x away.",
        "law = lambda x, a, b: sum(1/2 if a == key and b == (x + key) % 2 else 0 for key in range(2)); alone = lambda "
        "x, a: sum(law(x, a, b) for b in range(2)); also = lambda x, b: sum(law(x, a, b) for a in range(2)); first = "
        "sum(max(0, alone(1, a) - alone(0, a)) for a in range(2)); second = sum(max(0, also(1, b) - also(0, b)) for b "
        "in range(2)); together = sum(max(0, law(1, a, b) - law(0, a, b)) for a in range(2) for b in range(2))",
        at={"total": "first + second"},
    ),
    wrong="Outputs may depend on the same data, but the noise must be independent: with shared coins two outputs that "
    "are private alone are a one-time pad and its key.",
    cost="None for what will be meant: outputs that are correlated through the data.", defect="missing hypothesis",
)  # fmt: skip

COMPOSED.claim(
    "outputs-of-independent-coins-may-depend-on-the-same-data",
    "outputs may all depend on the whole dataset, if the coins are independent",
    "The theorem assumes nothing on how the answers depend on the data: at every dataset the outputs are independent, "
    "and one more of them adds its delta.",
    "together <= first + second",
    OF_TWO, at="Composition, correlated outputs", fidelity="reconstructed", generated="none",
    mutants={"the larger one": ("first + second", "Max(first, second)")}, silent="the coins are independent",
    repairs="composition-holds-for-correlated-outputs",
)  # fmt: skip


TABLE = ((20, 32, 27, 9), (18, 40, 35, 10))
"""Women and men with blond, dark, brown and red hair, as printed."""


def one_more_person(_: Claim) -> Iterator[Instance]:
    """A person is added to the table: the cells in all, and those that change."""
    cells = tuple(product(range(2), range(4)))
    for new in cells:
        after = {cell: TABLE[cell[0]][cell[1]] + (cell == new) for cell in cells}
        changed = sum(after[row, column] != TABLE[row][column] for row, column in cells)
        yield f"row {new[0]}, column {new[1]}", {"cells": len(cells), "changed": changed, "ep": 1}


IN_PARALLEL = SECTION.beside(DP_LECTURE, "Parallel composition", {
    "p": "p", "q": "q", "r": "r", "s": "s", "E": "e^{\\epsilon}", "F": "F", "M": "M", "most": "m", "whole": "d",
    "cells": "c", "changed": "k", "ep": "\\epsilon",
})  # fmt: skip

IN_PARALLEL.claim(
    "parallel-composition", "on disjoint parts of the data: (max epsilon_k, max delta_k)",
    "A record is added or removed in one part, so one output changes its law from q to p, and all others have the "
    "same law r at both datasets. $\\max(0, pr - Mqr) \\le r \\max(0, p - Eq)$ if M is the largest e^epsilon of a "
    "part, and summed over outputs this is at most the $\\delta_k$ of that part.",
    "Max(0, p*r - M*q*r) <= r*Max(0, p - E*q)",
    and_so(
        by_solver("an output of the part, and the others", "And(p >= 0, q >= 0, r >= 0, M >= E, E >= 1)"),
        about(Formula("together <= part", {"together": "\\delta", "part": "\\delta_k"}), by_sums(
            "over the outputs of the part, then over the others",
            {"together": "Sum(b, Sum(a, Max(0, p*r - M*q*r)))", "part": "Sum(a, Max(0, p - E*q))"},
            ["And(p >= 0, q >= 0)", "r >= 0", "And(M >= E, E >= 1)", "Sum(b, r) == 1",
             shown("an output of the part, and the others")],
            "over a: Sum(a, Max(0, p*r - M*q*r)) <= r*part", "over b: together <= part*Sum(b, r)",
            each={"a": "p q", "b": "r"},
        )),
    ),
    at="Parallel composition, statement",
    silent=(
        "outputs form a countable set",
        "'distinct' inputs are disjoint parts, and to which part a record belongs depends on that record alone",
        "neighbours differ by an added or removed record, the definition of this lecture: a record that is replaced "
        "changes two parts",
        "the coins of the algorithms are independent",
    ), trust=("countable-sums", "maximum"), generated="deep",
    mutants={"the smallest budget": ("M*q*r", "Min(M, 1)*q*r"), "half": ("r*Max(0, p - E*q)", "r*Max(0, p - E*q)/2")},
)  # fmt: skip

IN_PARALLEL.claim(
    "parallel-composition-on-different-parts", "distinct inputs: parts that are different",
    "The algorithms operate on distinct inputs. Read here as: on parts of the data that are not the same, but may have "
    "records in common; the ratio at an output of both is at most the larger of the two ratios.",
    "Implies(And(p <= E*q, r <= F*s), p*r <= Max(E, F)*q*s)",
    by_solver("a pair of outputs", "And(0 < p, p < 1, 0 < q, q < 1, 0 < r, r < 1, 0 < s, s < 1, E >= 1, F >= 1)"),
    at="Parallel composition, statement", kind="reading",
    fails=instance("A count of all men and one of all blond people, both with e^epsilon = 2; a blond man is added. "
                   "Both outputs have probability 2/3 with him and 1/3 without: 4/9 against 1/9.",
                   "p = 2/3; q = 1/3; r = 2/3; s = 1/3; E = 2; F = 2"),
    wrong="A record in two parts changes two outputs, and then budgets add up.",
    cost="'Distinct' must be disjoint, as in the example of the slide.", defect="missing hypothesis",
    numbers=("(2/3)**2 == 4/9", "(1/3)**2 == 1/9"),
)  # fmt: skip

IN_PARALLEL.claim(
    "every-part-with-the-record-pays",
    "overlapping parts: the budgets of the parts that have the record add up",
    "If the record is in two parts, the ratios multiply: $pr \\le EF qs$. In general the largest sum of budgets over "
    "the parts that may have a record in common is spent; for disjoint parts it is their largest budget.",
    "Implies(And(p <= E*q, r <= F*s), p*r <= E*F*q*s)",
    and_so(
        by_solver("a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)"), ANY_NUMBER,
        OF_EVENTS,
    ), at="Parallel composition, statement", fidelity="reconstructed", trust="induction",
    given="pure budgets; for others see simple-composition", generated="deep",
    mutants={"the larger one": ("E*F*q*s", "Max(E, F)*q*s"), "one of them": (", r <= F*s", "")},
    repairs="parallel-composition-on-different-parts",
)  # fmt: skip

IN_PARALLEL.claim(
    "replaced-records-change-two-parts",
    "where records are replaced, parallel composition costs the sum of the two largest budgets, and no less",
    "A person who dyes dark hair blond changes two counts. If each count has a ratio of at most E and F for a person "
    "more or less, the ratio is at most EF, and it is EF where both ratios are attained.",
    "And(Implies(And(p <= E*q, r <= F*s), p*r <= E*F*q*s), Implies(And(p == E*q, r == F*s), p*r == E*F*q*s))",
    and_so(by_solver("a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)"), OF_EVENTS),
    at="Parallel composition, statement", kind="project",
    mutants={"the larger one": ("p*r <= E*F*q*s", "p*r <= Max(E, F)*q*s"),
             "one of them": ("Implies(And(p <= E*q, r <= F*s)", "Implies(And(p <= E*q, r <= r)")}, generated="deep",
)  # fmt: skip

IN_PARALLEL.claim(
    "a-table-of-counts-is-as-private-as-each-count",
    "eight counts with epsilon each: epsilon together, and 8 epsilon by sequential composition",
    "Counts by gender and hair colour: the table has $2 \\cdot 4 = 8$ cells, so that sequential composition gives "
    "$8\\epsilon$. Every person counts in one cell: one more changes one count.",
    "And(cells == 8, cells*ep == 8*ep, changed == 1)",
    on_instances(EXACT, ALL, "a person more", "one person more in each of the cells", one_more_person),
    at="Parallel composition, table", over="one person more in each of the cells", ranges="ep",
    silent="every person has one gender and one hair colour of the table, or none and is not counted",
    mutants={"seven": ("8*ep", "7*ep"), "two cells": ("changed == 1", "changed == 2")},
    needs="parallel-composition",
    note="Row and column totals can be added up from the noisy cells: that is post-processing and costs nothing.",
    means=dict.fromkeys(("cells", "changed"), "papers.dp_lecture.composition.one_more_person"),
)  # fmt: skip


GROUP = SECTION.beside(DP_LECTURE, "Group privacy", {
    "p": "p", "q": "q", "r": "r", "E": "e^{\\epsilon}", "delta": "\\delta", "k": "K", "power": "G", "sum": "S",
    "a": "a", "b": "b", "c": "c",
}, {"delta": "any number >= 0"})  # fmt: skip
CHAIN = (
    {"p": "q", "power": "1", "sum": "0", "k": "0"},
    {"p": "E*p + delta - slack", "power": "E*power", "sum": "E*sum + 1", "k": "k + 1"},
)
NUMBERS = "And(E >= 1, delta >= 0)"
IS_PRIVATE = (
    "Implies(p*(1 + E) <= 1 - delta, And(p <= E*(E*p + delta) + delta, 1 - p <= E*(1 - (E*p + delta)) + delta, "
    "1 - (E*p + delta) <= E*(1 - p) + delta))"
)
"""Answers with the chances p and E p + delta at neighbours meet the definition, while p is small."""

GROUP.claim(
    "datasets-are-linked-by-single-records",
    "between datasets at distance K there are K - 1 others, each a neighbour of the next",
    "If a count c is below the count b that it is to become, a record added brings it one nearer; if it is above, a "
    "record removed does, and leaves a count that is not negative.",
    "And(Implies(c + 1 <= b, abs(c + 1 - b) == abs(c - b) - 1), "
    "Implies(c >= b + 1, And(abs(c - 1 - b) == abs(c - b) - 1, c - 1 >= 0)))",
    and_so(
        by_solver("one count", "And(b >= 0, c >= 0)"),
        about(Formula("left == K - changed", ["left", "K", "changed"]), by_induction(
            "one record after the other", {"left": "K", "changed": "0"},
            {"left": "left - before + after", "changed": "changed + 1"}, ["after == before - 1"],
            inputs=["before", "after"],
        )),
    ), at="Group privacy, proof, chain", kind="proof-step",
    trust="induction", silent="if fewer than K records differ, a dataset is repeated", integers="b c",
    mutants={"two at once": ("abs(c + 1 - b) == abs(c - b) - 1", "abs(c + 1 - b) == abs(c - b) - 2"),
             "below zero": ("c - 1 >= 0", "c - 2 >= 0")}, generated="deep",
)  # fmt: skip

GROUP.claim(
    "one-record-of-a-group-after-the-other", "p <= e^(K epsilon) q + (1 + e^epsilon + ... + e^((K-1) epsilon)) delta",
    "The first lines of the display. Let $p_K = q$ and $p_k \\le e^{\\epsilon} p_{k+1} + \\delta$. With K records "
    "$p \\le G q + S \\delta$ for $G = e^{K\\epsilon}$ and $S = 1 + e^{\\epsilon} + \\dots + e^{(K-1)\\epsilon}$: one "
    "more record replaces G by $EG$ and S by $ES + 1$.",
    "p <= power*q + sum*delta",
    by_induction("one record after the other", *CHAIN, [NUMBERS, "slack >= 0"], inputs=["slack"]),
    at="Group privacy, proof, display", kind="proof-step", trust="induction",
    mutants={"without delta": (" + sum*delta", ""), "half": ("power*q", "power*q/2")}, generated="deep",
)  # fmt: skip

GROUP.claim(
    "geometric-sum-below-its-largest-terms",
    "1 + e^epsilon + ... + e^((K-1) epsilon) <= K e^((K-1) epsilon) <= K e^(K epsilon)",
    "The last line of the display: K terms, none of which is above the last one. It would do with $K "
    "e^{(K-1)\\epsilon}$.",
    "And(E*sum <= k*power, sum <= k*power)",
    by_induction("one term after the other", {"sum": "0", "power": "1", "k": "0"},
                 {"sum": "E*sum + 1", "power": "E*power", "k": "k + 1"}, ["E >= 1"], keeps=["power >= 1", "k >= 0"]),
    at="Group privacy, proof, last line", kind="proof-step", trust="induction", integers="k",
    mutants={"half": ("E*sum <= k*power", "E*sum <= k*power/2"), "strictly": ("sum <= k*power)", "sum < k*power)")},
    generated="deep",
)  # fmt: skip

GROUP.claim(
    "group-privacy", "for groups of K: (K epsilon, K e^(K epsilon) delta)",
    "An $(\\epsilon, \\delta)$-DP algorithm has for datasets with $\\|D - D'\\|_1 \\le K$ the bound $p \\le "
    "e^{K\\epsilon} q + K e^{K\\epsilon} \\delta$.",
    "Implies(E >= 1, p <= power*q + k*power*delta)",
    by_solver("the two lines together", [
            "And(delta >= 0, k >= 0)", cite("one-record-of-a-group-after-the-other"),
            cite("geometric-sum-below-its-largest-terms"),
        ]), at="Group privacy, theorem", kind="theorem", generated="deep",
    given="G = e^(K epsilon)", integers="k",
    mutants={"without K": ("k*power*delta", "power*delta"), "half": ("power*q", "power*q/2")},
)  # fmt: skip

GROUP.claim(
    "the-best-delta-of-a-group",
    "the sum (e^(K epsilon) - 1)/(e^epsilon - 1) of the proof is the best constant before delta",
    "An algorithm answers 1 with probability $p = \\delta (e^{K\\epsilon} - 1)/(e^{\\epsilon} - 1)$ at datasets of K "
    "records. So $p = 0$ without records and $p' = e^{\\epsilon} p + \\delta$ with one more, and (1) holds for both "
    "answers and both directions as long as $p \\le (1 - \\delta)/(1 + e^{\\epsilon})$; from there on it stays as it "
    "is. Against the empty dataset the whole p is lost.",
    f"And(p*(E - 1) == (power - 1)*delta, p >= 0, {IS_PRIVATE})",
    in_steps(
        "its chances, then its privacy",
        about(GROUP.formula("And(p*(E - 1) == (power - 1)*delta, p >= 0)"), by_induction(
            "one record after the other", {"p": "0", "power": "1"}, {"p": "E*p + delta", "power": "E*power"},
            [NUMBERS],
        )),
        by_solver("at neighbours", [NUMBERS, shown("one record after the other"), cite("that-algorithm-is-private")]),
    ), at="Group privacy, theorem", kind="project", trust="induction",
    mutants={"K e^(K epsilon)": ("(power - 1)*delta", "power*delta"), "half": ("(power - 1)", "(power - 1)/2")},
    generated="none",
    note="The printed constant K e^(K epsilon) is larger by a factor of at least e^epsilon: for one record it gives "
    "e^epsilon delta, where delta is what is assumed.",
)  # fmt: skip

GROUP.claim(
    "that-algorithm-is-private", "the algorithm that attains the best constant meets (1) for both answers, both ways",
    "With $q = e^{\\epsilon} p + \\delta$ and $p \\le (1 - \\delta)/(1 + e^{\\epsilon})$.",
    IS_PRIVATE,
    by_solver("both answers", f"And({NUMBERS[4:-1]}, 0 <= p)"), at="Group privacy, theorem",
    kind="project", generated="deep",
    mutants={"half of delta": ("1 - p <= E*(1 - (E*p + delta)) + delta", "1 - p <= E*(1 - (E*p + delta)) + delta/2")},
)  # fmt: skip

GROUP.claim(
    "group-privacy-differs-from-composition",
    "for two records (1 + e^epsilon) delta is needed, where two algorithms have 2 delta",
    "Group privacy is different from composition: at twice the epsilon, two records of one person cost $(1 + "
    "e^{\\epsilon}) \\delta$, which some algorithm attains, and two algorithms on one record at most $2\\delta$. For "
    "pure budgets both are $2\\epsilon$.",
    "Implies(And(E > 1, delta > 0, power == E**2, total == 2*delta), And(p == (1 + E)*delta, p > both))",
    in_steps(
        "two records, then two algorithms",
        about(Formula("Implies(And(E > 1, p*(E - 1) == (E**2 - 1)*delta), p == (1 + E)*delta)", ["E", "p", "delta"]),
              by_solver("two records", [])),
        about(Formula("Implies(And(E > 1, delta > 0), (1 + E)*delta > 2*delta)", ["E", "delta"]),
              by_solver("all budgets", [])),
        by_solver("both", [
            NUMBERS, shown("two records"), shown("all budgets"), cite("the-best-delta-of-a-group"),
            cite("simple-composition"),
        ]),
    ),
    at="Group privacy, not composition", symbols={"both": "\\delta_{[K]}", "total": "\\sum_k \\delta_k"},
    means={"both": "any delta of a composition", "total": "any sum of deltas"},
    mutants={"three": ("2*delta)", "3*delta)"), "pure": ("E > 1, ", "")}, counts="", generated="deep",
    given="p is what the algorithm of the-best-delta-of-a-group loses for two records",
)  # fmt: skip
