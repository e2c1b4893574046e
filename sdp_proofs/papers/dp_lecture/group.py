"""Group privacy: the printed bound, its proof line by line, and the best constant."""

from __future__ import annotations

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Group privacy", {
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

SECTION.claim(
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

SECTION.claim(
    "one-record-of-a-group-after-the-other", "p <= e^(K epsilon) q + (1 + e^epsilon + ... + e^((K-1) epsilon)) delta",
    "The first lines of the display. Let $p_K = q$ and $p_k \\le e^{\\epsilon} p_{k+1} + \\delta$. With K records "
    "$p \\le G q + S \\delta$ for $G = e^{K\\epsilon}$ and $S = 1 + e^{\\epsilon} + \\dots + e^{(K-1)\\epsilon}$: one "
    "more record replaces G by $EG$ and S by $ES + 1$.",
    "p <= power*q + sum*delta",
    by_induction("one record after the other", *CHAIN, [NUMBERS, "slack >= 0"], inputs=["slack"]),
    at="Group privacy, proof, display", kind="proof-step", trust="induction",
    mutants={"without delta": (" + sum*delta", ""), "half": ("power*q", "power*q/2")}, generated="deep",
)  # fmt: skip

SECTION.claim(
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

SECTION.claim(
    "group-privacy", "for groups of K: (K epsilon, K e^(K epsilon) delta)",
    "An $(\\epsilon, \\delta)$-DP algorithm has for datasets with $\\|D - D'\\|_1 \\le K$ the bound $p \\le "
    "e^{K\\epsilon} q + K e^{K\\epsilon} \\delta$.",
    "Implies(E >= 1, p <= power*q + k*power*delta)",
    and_so(
        by_solver("the two lines together", [
            "And(delta >= 0, k >= 0)", cite("one-record-of-a-group-after-the-other"),
            cite("geometric-sum-below-its-largest-terms"),
        ]),
        about(Formula("nearer == distance - 1", {
            "nearer": "\\|D'' - D'\\|_1", "distance": "\\|D - D'\\|_1",
        }), by_solver("there is such a chain: a dataset D'' with one record more or less than D", [
            lifted("linear-sums", "nearer == distance - 1", cite("datasets-are-linked-by-single-records")),
        ])),
    ), at="Group privacy, theorem", kind="theorem", generated="deep",
    given="G = e^(K epsilon)", integers="k",
    mutants={"without K": ("k*power*delta", "power*delta"), "half": ("power*q", "power*q/2")},
)  # fmt: skip

SECTION.claim(
    "the-best-delta-of-a-group",
    "the sum (e^(K epsilon) - 1)/(e^epsilon - 1) of the proof is the best constant before delta",
    "An algorithm answers 1 with probability $p = \\delta (e^{K\\epsilon} - 1)/(e^{\\epsilon} - 1)$ at datasets of K "
    "records. So $p = 0$ without records and $p' = e^{\\epsilon} p + \\delta$ with one more, and (1) holds for both "
    "answers and both directions as long as $p \\le (1 - \\delta)/(1 + e^{\\epsilon})$; from there on it stays as it "
    "is. Against the empty dataset the whole p is lost.",
    f"And(p*(E - 1) == (power - 1)*delta, p >= 0, {IS_PRIVATE})",
    in_steps(
        "its chances, then its privacy",
        about(SECTION.formula("And(p*(E - 1) == (power - 1)*delta, p >= 0)"), by_induction(
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

SECTION.claim(
    "that-algorithm-is-private", "the algorithm that attains the best constant meets (1) for both answers, both ways",
    "With $q = e^{\\epsilon} p + \\delta$ and $p \\le (1 - \\delta)/(1 + e^{\\epsilon})$.",
    IS_PRIVATE,
    by_solver("both answers", f"And({NUMBERS[4:-1]}, 0 <= p)"), at="Group privacy, theorem",
    kind="project", generated="deep",
    mutants={"half of delta": ("1 - p <= E*(1 - (E*p + delta)) + delta", "1 - p <= E*(1 - (E*p + delta)) + delta/2")},
)  # fmt: skip

SECTION.claim(
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
