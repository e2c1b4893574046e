"""Datasets as histograms, their neighbours, and what a randomised algorithm returns."""

from __future__ import annotations

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Setting", {
    "n": "n", "norm": "N", "c": "D_v", "b": "D'_v", "m": "m", "d": "d", "x": "x", "added": "a", "removed": "r",
    "y": "y", "estimate": "z",
})  # fmt: skip

SECTION.claim(
    "the-size-of-a-dataset-is-its-norm", "n is the sum of the counts, the $\\ell_1$ norm of the histogram",
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
    "neighbours-differ-in-one-record", "if ||D - D'||_1 <= 1, at most one count differs",
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
    "neighbours-of-one-size-are-equal", "two datasets of the same size n with ||D - D'||_1 <= 1 are the same",
    "Let D' arise from D by adding a records and removing r others, so that $\\|D - D'\\|_1 = a + r$. If both have the "
    "same size, $a = r$, and $a + r \\le 1$ leaves $2a \\le 1$, that is $a = 0$. So the definition of neighbours "
    "speaks of datasets of all sizes, not of those in $\\mathcal{X}^n$ for one n: one record is added or removed.",
    "Implies(And(added == removed, added + removed <= 1), 2*added <= 1)",
    by_solver("all counts", "And(added >= 0, removed >= 0)"), at="Setting, neighbours", kind="project",
    mutants={"a third": ("2*added", "3*added"), "of any sizes": ("added == removed, ", "")},
    note="The variant with datasets of equal size is mentioned on a later slide; its neighbours have distance 2.",
)  # fmt: skip

SECTION.claim(
    "counts-and-truncated-estimates-are-natural-numbers",
    "counts are natural numbers, and so are their estimates once they are truncated at 0 and rounded",
    "A count rises by 0 or 1 with every record. An estimate of it that is truncated at 0 is not negative, and no "
    "further from the count; rounding then gives a natural number, and is post-processing as well.",
    "And(c >= 0, Max(0, estimate) >= 0, abs(Max(0, estimate) - c) <= abs(estimate - c))",
    by_induction("record by record", {"c": "0"}, {"c": "c + x"}, ["And(0 <= x, x <= 1)"], inputs=["x"]),
    at="Algorithms, counting", trust="induction", generated="none",
    silent="the estimate is truncated and rounded: with Laplace or Gaussian noise the output is a real number, and "
    "negative with a probability of up to one half",
    mutants={"truncated at 1": ("Max(0, estimate) - c", "Max(1, estimate) - c"), "strictly": ("<=", "<")},
)  # fmt: skip
