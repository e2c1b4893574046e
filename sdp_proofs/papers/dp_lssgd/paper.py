"""DP-LSSGD: what the paper numbers, its misprints, and what rests on what."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper, survivors

MODULES = (
    "operator",
    "fourier",
    "privacy",
    "renyi",
    "remark_fourteen",
    "convex",
    "remark_six",
    "nonconvex",
    "accounted",
    "experiments",
)
"""Modules with its claims, in the order in which they are shown."""

ITEMS = (
    *("Abstract", "Sec. 1", "Figure 1", "Sec. 1.1", "Table 1", "Sec. 1.2", "Sec. 1.3"),
    *("Sec. 2.1", "Eq. (1)", "Eq. (2)", "Eq. (3)", "Sec. 2.2", "Eq. (4)", "Algorithm 1", "Figure 2", "Eq. (5)"),
    *("Definition 1", "Theorem 2", "Remark 3", "Theorem 4", "Proposition 5", "Remark 6", "Theorem 7"),
    *("Proposition 8", "Sec. 3", "Sec. 4", "Sec. 4.1", "Figure 3", "Table 2", "Figure 4", "Sec. 4.1.1"),
    *("Sec. 4.2", "Figure 5", "Sec. 4.3", "Figure 6", "Figure 7", "Sec. 5"),
    *("App. A.1", "Definition 9", "Definition 10", "Lemma 11", "Lemma 12", "Lemma 13", "Eq. (6)", "Eq. (7)"),
    *("Remark 14", "App. A.2", "Lemma 15", "Eq. (8)", "Eq. (9)", "App. A.3", "Lemma 16", "Eq. (10)"),
    *("App. B.1", "Lemma 17", "Eq. (11)", "Eq. (12)", "Lemma 18", "Eq. (13)", "Eq. (14)", "Eq. (15)", "Table 3"),
    *("App. B.2", "Eq. (16)", "Table 4", "App. C", "Eq. (17)"),
)
"""Items by locator, in the order of reading."""

MISPRINTS = (
    ("Algorithm 1", "the gradients f_{i_k} in the text above it, one record", "the mean over the batch, as displayed"),
    ("Algorithm 1, output", "w_priv, and at the end w^T", "the average of the iterates, as in Theorems 4 and 7"),
    ("Sec. 2.2, 2D signal", "0.2 N(0, I), a vector of two, is added to one number", "0.2 N(0, 1) for every pixel"),
    ("Table 1, footnote", "'we will discuss this in detail in Section 4'", "in Section 3 and Appendix A.3"),
    ("Table 1 and Remark 6", "D_sigma + G^2", "D_sigma + G^2/b, as in Theorem 4"),
    ("Sec. 3, last display, and App. A.3", "2 D_F + L G^2", "2 D_F + L G^2/b, as in Theorem 7"),
    ("Lemma 11", "log(1/tau(1 + sigma'^2))", "log(1/(tau(1 + sigma'^2))), as the proof of Theorem 2 uses it"),
    ("Lemma 11", "sigma of the noise", "another letter: sigma is the strength of smoothing everywhere else"),
    ("App. A.1, proof of Theorem 2", "A^-1 (grad F + n)", "A^-1 ((n/b) grad F + n), the smoothed M_k"),
    ("App. A.1, proof of Theorem 2", "the output of DP-SGD, with a tilde",
    "w^T; the tilde is DP-LSSGD two lines above"),
    ("App. A.2, proof of Theorem 4", "the second term of the expansion opens a bracket that never closes",
    "closed at the end of that term, before - 2 eta_k"),
    ("App. A.2 and A.3, update rules", "the gradient f_{i_k}, of one record", "the mean over the batch"),
    ("App. A.2, proof of Theorem 4", "eta_t <= 1/(2L)", "eta_k"),
    ("App. A.3, proof of Theorem 7", "w^{t+1} = w^k - ...", "w^{k+1}"),
    ("App. A.3, proof of Theorem 7", "G^2 + d beta nu^2 in the last line of the second display", "G^2/b + d beta nu^2"),
    ("App. A.2, proof of Theorem 4", "sums over k inside v_k, whose index is k", "another index in the sum"),
    ("Lemma 16, proof", "cos(2 pi i/n) in Lambda_ii", "cos(2 pi i/d)"),
    ("App. B.1, last line", "Table 5", "Table 3"),
    ("App. B.2, last line", "Table 8", "Table 4"),
    ("App. B.2", "for k > 0", "for k >= 0: the sum over all k uses f[0] as well"),
    ("Sec. 4.1", "the training data are split into 50K and 10K; the published code trains on all 60,000",
     "one of the two: the budgets depend on the number of records"),
    ("App. B.2", "alpha_- in the words, alpha^- and alpha^+ in the limits", "the roots of Appendix B.1"),
    ("App. B.1, Lemma 17", "n is the order of the pole", "another letter: n is the number of records"),
)  # fmt: skip

UNCHECKABLE = {
    "Figure 1": "Curves of runs on MNIST; neither the runs nor the seeds are given.",
    "Sec. 1.2": "What others did, and who was first.",
    "Sec. 1.3": "It fixes notation.",
    "Eq. (1)": "It defines the empirical risk.",
    "Eq. (4)": "It defines DP-SGD.",
    "Eq. (5)": "It defines DP-LSSGD; what is said of it stands at the theorems.",
    "Definition 1": "It defines (epsilon, delta)-DP.",
    "Figure 3": "Curves of runs on MNIST; neither the runs nor the seeds are given.",
    "Figure 4": "Accuracies of runs on MNIST; neither the runs nor the seeds are given.",
    "Sec. 4.1.1": "It says that DP-LSSGD wins at all six step sizes of Figure 4, of which only the picture is given.",
    "Sec. 4.3": "It describes runs on CIFAR10 of which only the picture is given.",
    "Figure 5": "Accuracies of runs on MNIST; neither the runs nor the seeds are given.",
    "Figure 6": "Accuracies of runs on CIFAR10; neither the runs nor the seeds are given.",
    "Figure 7": "Accuracies of runs on MNIST; neither the runs nor the seeds are given.",
    "Sec. 5": "It sums up the claims of the sections before.",
    "Definition 9": "It defines the sensitivity.",
    "Definition 10": "It defines Renyi differential privacy.",
    "Eq. (6)": "It defines a step of DP-SGD once more.",
    "Eq. (7)": "It defines a step of DP-LSSGD once more.",
    "Eq. (11)": "The formula of a residue, cited from textbooks.",
    "Eq. (12)": "The residue theorem, cited from textbooks.",
    "Eq. (13)": "It defines the coefficients f[k].",
    "Eq. (16)": "It defines the coefficients f[k] of the square.",
    "Eq. (17)": "It states the heat equation with its boundary values.",
}
"""Items without a claim of their own, and why."""

USES = {
    "App. A.2, proof of Lemma 15": ("the printed proof of Theorem 4, which uses d gamma",),
    "App. A.3, proof of Lemma 16": ("the printed proof of Theorem 7, which uses d beta",),
    "App. A.2, noise": ("the printed proofs of Theorems 4 and 7",),
    "App. A.3, Eq. (10)": ("the remark that a larger bound in the l2 norm need not be a worse performance",),
    "App. B.1, proof of Lemma 18": ("the printed proof of Lemma 18, whose F is even",),
    "Sec. 4, privacy": ("Table 2", "Figure 1", "Figure 3", "Figure 4"),
    "App. A.1, sensitivity": ("the printed proof of Theorem 2, which goes on with the right bound",),
    "App. A.2": ("the printed proof of Theorem 4",),
    "App. A.3": ("the printed proof of Theorem 7",),
    "App. B.1": ("the printed proof of Proposition 5, which goes on with the right comb",),
}
"""Uses of an item in print, by the beginning of its locator; the first key that fits counts."""

NOTATION = (
    "$A_\\sigma$ is the smoothing matrix, $\\lambda$ one of its eigenvalues $1 + 2\\sigma(1 - \\cos\\theta)$, "
    "$s = \\sqrt{1 + 4\\sigma}$ in Propositions 5 and 8 and the squared ratio of noise to sensitivity in Appendix A.1, "
    "$l = \\ln(1/\\delta)$, $\\gamma$ and $\\beta$ the means of $\\lambda^{-1}$ and $\\lambda^{-2}$."
)
"""Letters of the paper, for a reader of its errata."""

PAPER = Paper(
    key="dp-lssgd",
    title="DP-LSSGD: A Stochastic Optimization Method to Lift the Utility in Privacy-Preserving ERM",
    authors=(
        *("Bao Wang", "Quanquan Gu", "March Boedihardjo", "Lingxiao Wang", "Farzin Barekat", "Stanley J. Osher"),
    ),
    venue="Mathematical and Scientific Machine Learning, 2020",
    version="with its appendices",
    identifier="arXiv:1906.12056",
    heading="DP-LSSGD",
    package="sdp_proofs.papers.dp_lssgd",
    modules=MODULES,
    settled=True,
    items=ITEMS,
    uncheckable=UNCHECKABLE,
    uses=USES,
    misprints=MISPRINTS,
    notation=NOTATION,
    survivors=survivors("sdp_proofs.papers.dp_lssgd", "survivors.json"),
)
"""The ledger's paper on the article."""
