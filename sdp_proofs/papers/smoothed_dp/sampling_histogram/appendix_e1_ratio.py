"""The proof of Theorem 3 (i) and Remark 8, steps 0 and 1 (Appendix E.1): how much likelier a sample becomes."""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp.sampling_histogram.appendix_e1_instances import all_samples
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. E.1, step 1", {
    "a": "H_{i_1}", "h": "h_{i_1}", "others": "\\prod_{j \\ne i} \\binom{H_j}{h_j}", "b": "H_{i_2}", "k": "h_{i_2}",
    "c": "H_3", "share": "\\Pr[\\vec h \\mid \\vec H]",
})  # fmt: skip

_LAW = "lambda i, H, N: comb(H, i) * comb(N - H, T - i) / comb(N, T)"
_POSSIBLE = "And(0 <= h, h <= a, 0 <= k, k <= b, 0 <= T - h - k, T - h - k <= c, n == a + b + c)"
_ADDED_RATIO = "binomial(b + 1, k)*binomial(n, T)/(binomial(b, k)*binomial(n + 1, T))"
_ADDING = by_identity("all counts", "natural a h b k n T", "And(k <= b, k <= T, b - k <= n - T, T <= n)")
_REMOVED_RATIO = "binomial(a - 1, h)*binomial(n, T)/(binomial(a, h)*binomial(n - 1, T))"
_REMOVING = by_identity("all counts", "natural a h b k n T", "And(1 <= a, h < a, h <= T, a - h <= n - T, T < n)")

SECTION.claim(
    "samples-of-a-histogram-counted-record-by-record", "prod_i C(H_i, h_i) sets of records have the histogram h",
    "With one more record of type i, the sets of records with histogram h are those without it and those with it: "
    "$\\binom{H_i + 1}{h_i} = \\binom{H_i}{h_i} + \\binom{H_i}{h_i - 1}$, times the same factor for the other types. "
    "By induction on the records there are $\\prod_i \\binom{H_i}{h_i}$ of them.",
    "Eq(binomial(a + 1, h)*others, binomial(a, h)*others + binomial(a, h - 1)*others)",
    and_so(
        by_identity("one more record", "natural a h", "And(1 <= h, h <= a)"),
        about(Formula("Eq(binomial(0, 0)*others, others)", ["others"]), by_identity("no records, one sample", "")),
        about(Formula("Eq(binomial(a + 1, 0)*others, binomial(a, 0)*others + binomial(a, -1)*others)", ["a", "others"]),
              by_identity("nothing of the type in the sample", "natural a")),
        about(Formula("Eq(binomial(a + 1, a + 1)*others, binomial(a, a + 1)*others + binomial(a, a)*others)", [
            "a", "others",
        ]), by_identity("all of the type in the sample", "natural a")),
    ),
    at="App. E.1, step 0", symbols={"a": "H_i", "h": "h_i"},
    mutants={"without the new record": (" + binomial(a, h - 1)*others", ""), "h + 1": ("h - 1", "h + 1")}, counts="a h",
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "probability-of-a-histogram-is-a-product-of-binomials", "Pr[h|H] = prod_i C(H_i, h_i)/C(n, T)",
    "T of n records are drawn without replacement; the histogram of the sample is h with probability $\\prod_i "
    "\\binom{H_i}{h_i} / \\binom{n}{T}$. The sets of records with the histogram h are counted by induction on the "
    "records: one more record, of whatever type, is in the sample or not. It acts on the factor of its own type only, "
    "so that three types stand for any number of them.",
    "share == binomial(a, h)*binomial(b, k)*binomial(c, T - h - k)/binomial(n, T)",
    record_by_record(
        "samples counted record by record", "binomial(n, T)", dict.fromkeys(("a", "b", "c", "n", "h", "k", "T"), "0"), (
            ({"a": "a + 1", "n": "n + 1"}, {"h": "h - 1", "T": "T - 1"}),
            ({"b": "b + 1", "n": "n + 1"}, {"k": "k - 1", "T": "T - 1"}),
            ({"c": "c + 1", "n": "n + 1"}, {"T": "T - 1"}),
        ), [SECTION.formula("And(h <= a + 1, k <= b + 1, 0 <= T - h - k, T - h - k <= c + 1, T <= n)")],
        named="share", possible=[SECTION.formula(_POSSIBLE)],
    ),
    on_instances(EXACT, GRID, "all sets of records", "three types, n <= 6, every T and h", lambda _: all_samples()),
    at="App. E.1, step 0", silent="all samples of T records are equally likely",
    mutants={"n - 1 records": ("binomial(n, T)", "binomial(n - 1, T)")}, counts="a h b k n T c", generated="deep",
    trust="induction", means={"share": "distributions.finite.sampled_law"},
    note="The other display of step 0, the best event, is the claim best-event-takes-the-positive-terms.",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-replaced", "one record replaced: the ratio is (1 - h_1/H_1) (1 + h_2/(H_2 + 1 - h_2))",
    "If H' has one record less of type i_1 and one more of type i_2, $\\Pr[h|H']/\\Pr[h|H] = (1 - h_{i_1}/H_{i_1})(1 "
    "+ h_{i_2}/(H_{i_2} + 1 - h_{i_2}))$.",
    "Eq(binomial(a - 1, h)*binomial(b + 1, k)/(binomial(a, h)*binomial(b, k)), (1 - h/a)*(1 + k/(b + 1 - k)))",
    and_so(
        by_identity("all counts", "natural a h b k", "And(1 <= a, h <= a, k <= b)"),
        about(SECTION.formula(
            f"Implies(And({_POSSIBLE[4:-1]}, 1 <= a, binomial(a, h)*binomial(b, k) > 0, binomial(n, T) > 0), share*(1 "
            "- h/a)*(1 + k/(b + 1 - k)) == binomial(a - 1, h)*binomial(b + 1, k)*binomial(c, T - h - k)/binomial(n, "
            "T))",
        ), by_solver("from the probability under H to that under H'", [
            shown("all counts"), cite("probability-of-a-histogram-is-a-product-of-binomials"),
        ])),
    ),
    silent="h is possible under H", integers="a h b k c n T",
    mutants={
        "H_2 for H_2 + 1": ("(1 + k/(b + 1 - k))", "(1 + k/(b - k + 2))"),
        "without the type that gains": ("*(1 + k/(b + 1 - k))", ""),
    }, counts="a h b k",
    note="The words before the display have the two types exchanged: type i_1 loses the record and i_2 gains it.",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-added-as-printed", "one record added: the ratio is 1 + h_2/(H_2 + 1 - h_2)",
    "If H' has one record more, of type i_2, $\\Pr[h|H']/\\Pr[h|H] = 1 + h_{i_2}/(H_{i_2} + 1 - h_{i_2})$.",
    f"Eq({_ADDED_RATIO}, 1 + k/(b + 1 - k))",
    _ADDING,
    integers="T b k n",
    fails=instance(
        "One record, sampled; another of the same type is added. The sample is the same for certain, before and "
        "after: the ratio is 1. The print says 2.", "n = 1; T = 1; b = 1; k = 1", {"P": _LAW},
        "ratio = P(k, b + 1, n + 1) / P(k, b, n)", given="P(k, b, n) > 0",
    ),
    wrong="The number of records is part of the probability: C(n, T) becomes C(n + 1, T), and the ratio has the "
    "factor 1 - T/(n + 1), which is not there in print.",
    cost="The lower bound of the ratio is lost in this case, so only replaced records are covered.",
    defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-added", "one record added: the ratio is (1 - T/(n+1)) (1 + h_2/(H_2 + 1 - h_2))",
    "If H' has one record more, of type i_2, and the sample size stays, $\\Pr[h|H']/\\Pr[h|H] = (1 - T/(n+1))(1 + "
    "h_{i_2}/(H_{i_2} + 1 - h_{i_2}))$.",
    f"Eq({_ADDED_RATIO}, (1 - T/(n + 1))*(1 + k/(b + 1 - k)))",
    _ADDING,
    silent="T does not change with n", fidelity="reconstructed",
    mutants={"n for n + 1": ("T/(n + 1)", "T/(n + 2)"), "the inverse factor": ("(1 - T/(n + 1))", "(1 + T/(n + 1))")},
    counts="b k n T", repairs="ratio-when-a-record-is-added-as-printed",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-removed-as-printed", "one record removed: the ratio is 1 - h_1/H_1",
    "If H' has one record less, of type i_1, $\\Pr[h|H']/\\Pr[h|H] = 1 - h_{i_1}/H_{i_1}$.",
    f"Eq({_REMOVED_RATIO}, 1 - h/a)",
    _REMOVING,
    integers="T a h n",
    fails=instance(
        "Two records of different types, one is sampled and shows the second type. If the first record is removed "
        "this sample is twice as likely; the print says as likely.", "n = 2; T = 1; a = 1; h = 0", {"P": _LAW},
        "ratio = P(h, a - 1, n - 1) / P(h, a, n)", given="P(h, a, n) > 0; T < n",
    ),
    wrong="The number of records is part of the probability: C(n, T) becomes C(n - 1, T), and the ratio has the "
    "factor n/(n - T), which is not there in print.",
    cost="Nothing: the factor is above 1, and the bound that follows stays true.", defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "ratio-when-a-record-is-removed", "one record removed: the ratio is (1 - h_1/H_1) n/(n - T)",
    "If H' has one record less, of type i_1, and the sample size stays, $\\Pr[h|H']/\\Pr[h|H] = (1 - "
    "h_{i_1}/H_{i_1})\\,n/(n-T)$.",
    f"Eq({_REMOVED_RATIO}, (1 - h/a)*n/(n - T))",
    _REMOVING,
    silent="T < n, and T does not change with n", fidelity="reconstructed",
    mutants={"n - 1 for n": ("*n/(n - T)", "*(n - 1)/(n - T)"), "the inverse factor": ("*n/(n - T)", "*(n - T)/n")},
    counts="a h n T", repairs="ratio-when-a-record-is-removed-as-printed",
)  # fmt: skip

SECTION.claim(
    "ratio-at-least-one-minus-a-share-in-every-case", "the ratio is at least 1 - h_1/H_1 also if a record is added",
    "Combining the three cases, $\\Pr[h|H']/\\Pr[h|H] \\ge 1 - h_{i}/H_{i}$, with i the type that changes, also if a "
    "record is added.",
    "(1 - T/(n + 1))*(1 + k/(b + 1 - k)) >= 1 - k/b",
    by_solver("all counts", "And(1 <= k + 1, k <= b, 1 <= b, b <= n, k <= T, T <= n)"),
    given="the ratio is the true one, with the number of records", integers="T b k n",
    fails=instance(
        "Two records of different types, one is sampled and shows the first type. With another record of the second "
        "type this sample has probability 1/3 instead of 1/2: the ratio is 2/3, and 1 - h/H is 1.",
        "n = 2; T = 1; b = 1; k = 0", {"P": _LAW}, "ratio = P(k, b + 1, n + 1) / P(k, b, n)", given="P(k, b, n) > 0",
    ),
    wrong="If a record is added, samples without its type become less likely, by the factor 1 - T/(n + 1); the bound "
    "holds for replaced and for removed records only.",
    cost="Databases of different sizes are no neighbours. The definitions of the paper compare databases of n "
    "records, so nothing is lost for the theorem.", defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "ratio-at-least-one-minus-a-share", "one record replaced or removed: the ratio is at least 1 - h_1/H_1",
    "$\\Pr[h|H']/\\Pr[h|H] \\ge 1 - h_{i_1}/H_{i_1}$ if a record of type i_1 is replaced, or removed.",
    "And((1 - h/a)*(1 + k/(b + 1 - k)) >= 1 - h/a, (1 - h/a)*n/(n - T) >= 1 - h/a)",
    and_so(
        by_solver("all counts", "And(0 <= h, h <= a, 1 <= a, 0 <= k, k <= b, 0 <= T, T < n)"),
        about(SECTION.formula(
            "Implies(And(0 <= h, h <= a, 1 <= a, 0 <= k, k <= b, 0 <= T, T < n, binomial(a, h)*binomial(b, k) > 0), "
            "binomial(a - 1, h)*binomial(b + 1, k)/(binomial(a, h)*binomial(b, k)) >= 1 - h/a)",
        ), by_solver("replaced", [shown("all counts"), cite("ratio-when-a-record-is-replaced")])),
        about(SECTION.formula(
            "Implies(And(0 <= h, h < a, 1 <= a, h <= T, a - h <= n - T, T < n, binomial(a, h)*binomial(n - 1, T) > 0), "
            "binomial(a - 1, h)*binomial(n, T)/(binomial(a, h)*binomial(n - 1, T)) >= 1 - h/a)",
        ), by_solver("removed", [
            shown("all counts", {"b": "0", "k": "0"}), cite("ratio-when-a-record-is-removed"),
        ])),
    ),
    silent="h is possible under H; T < n where a record is removed", fidelity="narrowed", integers="a b h k n T",
    mutants={"(n - T)/n if removed": ("*n/(n - T)", "*(n - T)/n")}, generated="deep",
    repairs="ratio-at-least-one-minus-a-share-in-every-case",
)  # fmt: skip

