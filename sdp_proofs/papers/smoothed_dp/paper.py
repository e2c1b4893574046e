"""The paper *Smoothed Differential Privacy*: its sections, what it numbers, its misprints and its letters.

An item is covered by the claims whose locator is the item or has it as a part, or by a claim that is named here. Items
that assert nothing a machine could check say why; whatever is claimed *about* them has claims of its own.
"""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper, survivors

MODULES = (
    "smoothed_dp.section_1",
    "smoothed_dp.figures_1_and_3",
    "smoothed_dp.definition_2",
    "smoothed_dp.likelihood_ratios",
    "smoothed_dp.bayesian_inference",
    "smoothed_dp.utility",
    "smoothed_dp.definition_3",
    "smoothed_dp.table_1",
    "smoothed_dp.distributional_dp",
    "smoothed_dp.algorithm_one",
    "smoothed_dp.post_processing",
    "smoothed_dp.composition",
    "smoothed_dp.pre_processing",
    "smoothed_dp.distribution_reduction",
    "smoothed_dp.figures_2_and_4",
    "smoothed_dp.runtime",
    "smoothed_dp.theorem_three",
    "smoothed_dp.remark_eight",
    "smoothed_dp.remark_eight_region",
    "smoothed_dp.section_5_1",
    "smoothed_dp.appendix_e1",
    "smoothed_dp.theorem_four",
    "smoothed_dp.appendix_f",
    "smoothed_dp.theorem_five",
    "smoothed_dp.theorem_five_every_epsilon",
    "smoothed_dp.appendix_g",
    "smoothed_dp.sampled_means",
)
"""The modules with a `Section`, in the order in which they are shown."""

ITEMS = (
    *("Abstract", "Sec. 1", "Example 1", "Figure 1", "Table 1", "Table 2"),
    *("Sec. 2", "Definition 1", "Eq. (1)", "Sec. 2, footnote 1", "Sec. 2, Justification 1", "Sec. 2, footnote 2"),
    *("Sec. 2, Justification 2", "Eq. (2)", "Sec. 2, footnote 3", "Sec. 2, Justification 3", "Eq. (3)"),
    *("Sec. 2, below Eq. (3)", "Lemma 1"),
    *("Sec. 3.1", "Definition 2", "Lemma 2", "Corollary 3", "Theorem 1", "Sec. 3.2", "Definition 3", "Table 3"),
    *(f"Sec. 3.2, Justification {number}" for number in (1, 2, 3)),
    *("Sec. 4", "Proposition 4", "Proposition 5", "Proposition 6", "Proposition 7", "Algorithm 1", "Theorem 2"),
    *("Sec. 5.1", "Algorithm 2", "Theorem 3", "Remark 8", "Sec. 5.2", "Algorithm 3", "Theorem 4", "Sec. 6", "Figure 2"),
    "Sec. 7",
    *("App. A.1", "App. A.2", "Figure 3", "App. A.3", "Eq. (4)", "Algorithm 4", "App. A.4"),
    *("App. B", "Definition 4", "Proposition 9", "Lemma 10", "App. C.1", "App. C.2", "App. C.3"),
    *("App. D.1", "App. D.2", "Eq. (5)", "App. D.3", "App. D.4", "App. D.5"),
    *("App. E.1", "App. E.1, step 0", "Eq. (6)", "App. E.1, step 1", "Eq. (7)", "App. E.1, Eq. (7)"),
    *("App. E.1, step 2", "App. E.1, part (iii)", "App. E.2", "App. F", "Theorem 5", "App. F, proof of the DP half"),
    *("Eq. (8)", "Eq. (9)", "Eq. (10)", "Eq. (11)", "App. F, Step 1.2", "App. F, Step 1.3", "App. F, Step 2"),
    *("App. G.1", "Definition 5", "Figure 4", "App. G.2", "Figure 5"),
)
"""The items of the paper and of its appendices, by locator and in the order of reading."""

UNCHECKABLE = {
    "Algorithm 2": "It defines the sampling histogram. The law that is computed with is compared with drawing records "
    "one by one in the tests; everything said of the mechanism is claimed at its own place.",
    "Algorithm 3": "It defines the sampling average; Theorem 4 and Appendix E.2 are what is said of it.",
}
"""Items without a claim of their own, and why."""

ELSEWHERE = {
    "Sec. 2, Justification 2": "dp-keeps-ratios-within-twice-the-odds",
    "Eq. (1)": "delta-agrees-with-its-definition",
    "Eq. (6)": "best-event-takes-the-positive-terms",
    "App. C.3": "dp-is-the-largest-delta",
    "Figure 5": "sgd-loss-falls-in-all-settings",
}
"""Items that are adjudicated by a claim at another place: Eq. (1) is the inequality of Definition 1, Eq. (6) that of
Definition 2 again, Appendix C.3 proves Theorem 1 (under the name of Lemma 1), and Figure 5 shows the settings of
Appendix G.2."""

USES = {
    "Sec. 2, footnote 3": ("Sec. 2, Eq. (2)",),
    "Sec. 2, Eq. (2)": ("Sec. 3.2, Justification 2",),
    "Sec. 3.2, Justification 2, second display": ("Sec. 3.2, Justification 2",),
    "Lemma 2": ("Corollary 3",),
    "Corollary 3": ("the printed proof of Lemma 1, which is true", "Sec. 3.2, Justification 3"),
    "Proposition 6": ("the experiments with SGD in Sec. 6", "App. G.2"),
    "Sec. 4, example to Proposition 7": (),
    "Sec. 5.1, strictly positive": ("Theorem 3", "Remark 8", "Theorem 5"),
    "App. B": ("the printed proof of Proposition 9, which is true",),
    "App. C.1": ("the printed proof of Lemma 10",),
    "App. D.1": ("the printed proof of Proposition 4, which is true",),
    "App. D.2": ("the printed proof of Proposition 5",),
    "App. D.3": ("the printed proof of Proposition 6",),
    "App. D.4": ("the printed proof of Proposition 7, which is true for closed sets",),
    "App. E.1, part (iii)": ("the printed proof of Theorem 3 (ii), which is true",),
    "App. E.1": ("the printed proofs of Theorem 3 (i) and of Remark 8",),
    "App. E.2": ("the printed proof of Theorem 4, which is true",),
    "App. F, proof of the DP half": ("the worst-case half of Theorem 5",),
    "App. F, Theorem 5": (),
    "App. F": ("the printed proof of the smoothed half of Theorem 5",),
    "Lemma 10": ("Lemma 2",),
}
"""Uses of an item in print, by the beginning of its locator; the first key that fits counts."""

MISPRINTS = (
    ("Sec. 4, Theorem 2", "l is the number of vertices in Pi", "l is the number of distributions in Pi"),
    ("Sec. 5.1, first paragraph", "pre-processing (Proposition 5)", "pre-processing (Proposition 6)"),
    ("Sec. 5.1, after Theorem 3", "iOS 10.12.3", "macOS 10.12.3, the system of the cited study"),
    ("Algorithm 3, line 3", "the sum of X_{i_j}", "the sum of X_{j_i}, i = 1, ..., T"),
    (
        "App. A.1",
        "u is 'defined above Lemma 2'",
        "Eq. (3) of Section 2; the form u(x,x',t) is that of Appendix C.1",
    ),
    ("App. C.3", "Lemma 1, in the heading and in the statement", "Theorem 1"),
    ("App. C.3", "maxima over S and x", "maxima over S and x'"),
    ("App. C.3 and D", "||x - x'||_1 <= 1", "x and x' are neighbours; the norm says so for bits only"),
    ("App. D.2", "S_1 in A_1, S in A_1 x A_2, x in X", "subsets of these sets, and x in X^n"),
    ("App. D.4", "'the above inequality'", "the above equation"),
    ("App. D.4", "vectors of sources in Pi_1 and in CH(Pi_1)", "in Pi_1^n and in CH(Pi_1)^n"),
    ("App. D.5, step 2", "convolution of m-dimensional variables", "m - 1 dimensions, as in the sum that follows"),
    ("App. D.5, step 2", "the inner sum up to l* - 1", "up to i - 1, what has been convolved so far"),
    ("App. D.5, step 2", "n_1 > n_2 > ...", ">=: sources may have as many records as others"),
    ("App. E.1", "parts (ii) and (iii) are the DP bound and the tightness", "parts (iii) and (ii) of Theorem 3"),
    (
        "App. E.1, step 1",
        "i_1 gains and i_2 loses the record (first sentence)",
        "i_1 loses and i_2 gains it, as computed",
    ),
    ("App. E.1, step 1, last display", "||H - H'||_1 <= 1", "<= 2: a replaced record changes two counts"),
    ("App. F", "M_C, balls, and the angle brackets of T", "M_H for two types with replacement; not defined before"),
    (
        "App. F, Step 1.3",
        "epsilon is set to 2T/n = o(1)",
        "1 + 2T/n, as in the theorem, in delta_M and in the display that follows",
    ),
    ("App. F, Step 1.3", "'the same procedure as the M' = M - 1 case'", "as the M' = M + 1 case"),
    ("App. F, Step 1.3, second case", "P_{M+1,k}/P_{M,k}", "P_{M-1,k}/P_{M,k}"),
    ("App. F, Step 2, last display", "M in (0, cn/2), M in (1 - cn/2, 1)", "(0, cn/2) and (n - cn/2, n): counts"),
    ("App. F, Step 2, last display", "'+ 1 .' with nothing after the dot", "1 times delta at M = cn/2"),
    ("App. G.1, Definition 5", "i = {0, ..., 255}", "i in {0, ..., 255}"),
    ("App. G.1, Definition 5", "$p_{,\\mu,\\sigma}$, an index missing", "p_{mu,sigma}, as defined above it"),
)
"""Slips that assert nothing by themselves: where, what is printed, what is meant."""

NOTATION = (
    "E is $e^{\\epsilon}$, called odds where a check prints its numbers; T of n records are sampled; P and P' are the "
    "distributions of the output under the neighbours x and x'; d(x,x') is the largest $P(S) - e^{\\epsilon} P'(S)$ "
    "over events S; delta(x) is that of Definition 2, delta_SDP that of Definition 3; m is the number of types; H "
    "counts the records of each type, h those of the sample. $KL(\\theta \\| \\rho)$ is the relative entropy of two "
    "coins, $\\theta \\ln(\\theta/\\rho) + (1-\\theta) \\ln((1-\\theta)/(1-\\rho))$."
)

PAPER = Paper(
    key="smoothed-dp",
    title="Smoothed Differential Privacy",
    authors=("Ao Liu", "Yu-Xiang Wang", "Lirong Xia"),
    venue="Transactions on Machine Learning Research, 2023",
    version="with its appendices",
    identifier="openreview.net/forum?id=CviCLt44Em",
    package="sdp_proofs.papers",
    modules=MODULES,
    settled=True,
    items=ITEMS,
    uncheckable=UNCHECKABLE,
    elsewhere=ELSEWHERE,
    uses=USES,
    misprints=MISPRINTS,
    notation=NOTATION,
    compared="an earlier version of these errata was read against the whole paper by a second reader of this project; "
    "the paper's authors have not seen them.",
    survivors=survivors("sdp_proofs.papers", "survivors.json"),
)
