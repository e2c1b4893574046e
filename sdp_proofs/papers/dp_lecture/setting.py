"""Datasets as histograms, their neighbours, and what a randomised algorithm returns."""

from __future__ import annotations

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Setting", {
    "n": "n", "norm": "N", "c": "D_v", "b": "D'_v", "m": "m", "d": "d", "x": "x", "added": "a", "removed": "r",
    "y": "y", "estimate": "z",
})  # fmt: skip

SECTION.claim(
    "the-size-of-a-dataset-is-its-norm",
    "n = sum of the counts = l1 norm of the histogram",
    "The size of a dataset is the sum of the counts $D_v$ of its histogram, and as counts are not negative this is the "
    "$\\ell_1$ norm.",
    "n == norm",
    by_induction(
        "one value after the other", {"n": "0", "norm": "0"}, {"n": "n + c", "norm": "norm + abs(c)"}, ["c >= 0"],
        inputs=["c"],
    ), at="Setting, size",
    silent="finitely many counts are positive; X is countable, or the histogram lists the values that occur",
    mutants={"one too many": ("norm", "norm + 1"), "strictly": ("==", "<")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "neighbours-differ-in-one-record",
    "if ||D - D'||_1 <= 1, at most one count differs",
    "A count that differs contributes at least 1 to $d = \\|D - D'\\|_1$, so at most d counts differ: for neighbours "
    "one of them, by one record.",
    "m <= d",
    by_induction(
        "one differing count after the other", {"m": "0", "d": "0"}, {"m": "m + 1", "d": "d + abs(x)"},
        ["abs(x) >= 1"], inputs=["x"],
    ), at="Setting, neighbours", given="counts are integers, so that a difference that is not 0 is at least 1 in size",
    mutants={"half as many": ("m <=", "2*m <="), "strictly": ("<=", "<")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "neighbours-of-one-size-are-equal",
    "two datasets of the same size n with ||D - D'||_1 <= 1 are the same",
    "Let D' arise from D by adding a records and removing r others, so that $\\|D - D'\\|_1 = a + r$. If both have the "
    "same size, $a = r$, and $a + r \\le 1$ leaves $2a \\le 1$, that is $a = 0$. So the definition of neighbours "
    "speaks of datasets of all sizes, not of those in $\\mathcal{X}^n$ for one n: one record is added or removed.",
    "Implies(And(added == removed, added + removed <= 1), 2*added <= 1)",
    by_solver("all counts", "And(added >= 0, removed >= 0)"), at="Setting, neighbours", kind="project",
    mutants={"a third": ("2*added", "3*added"), "of any sizes": ("added == removed, ", "")},
    note="The variant with datasets of equal size is mentioned on a later slide; its neighbours have distance 2.",
)  # fmt: skip

SECTION.claim(
    "estimates-of-counts-are-natural-numbers",
    "an algorithm that returns an estimate of a count has the output space N",
    "For an algorithm that returns (an estimate of) the number of records with some property, the outputs are natural "
    "numbers. Read here for the estimates of this lecture, a count and noise y.",
    "c + y >= 0",
    by_solver("all counts and noises", "c >= 0"), at="Algorithms, counting", kind="reading",
    fails=instance("No record has the property, and the noise is -1.", "c = 0; y = 0 - 1", given="c >= 0"),
    wrong="The Laplace and the Gaussian mechanism return real numbers, and with probability up to one half negative "
    "ones.",
    cost="The outputs are real numbers, or integers; rounding and truncation make natural numbers of them.",
)  # fmt: skip

SECTION.claim(
    "truncated-estimates-of-counts-are-not-negative",
    "an estimate that is truncated at 0 is not negative and no further from the count",
    "A count, and an estimate of it that is truncated at 0, are not negative; truncation brings no estimate further "
    "from the count. Rounding then gives natural numbers, and is post-processing as well.",
    "And(Max(0, estimate) >= 0, abs(Max(0, estimate) - c) <= abs(estimate - c))",
    by_solver("all counts and estimates", "c >= 0"), at="Algorithms, counting", fidelity="reconstructed",
    mutants={"truncated at 1": ("Max(0, estimate) - c", "Max(1, estimate) - c"), "strictly": ("<=", "<")},
    repairs="estimates-of-counts-are-natural-numbers",
)  # fmt: skip
