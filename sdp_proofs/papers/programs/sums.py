"""Sums, prefix sums and histograms."""

from __future__ import annotations

from sdp_proofs.papers.programs.statements import MEANS, SYMBOLS, Said, entry_of, leaks, mended, private
from sdp_proofs.papers.wings import PROGRAMS
from sdp_proofs.proving.section import Section

SECTION = Section(PROGRAMS, "Sums and histograms", SYMBOLS, MEANS)
NOTHING = {"no budget": {"budget": 0}}

private(
    SECTION, "a-noisy-histogram-costs-one-unit", entry_of("histogram"), "every count with noise",
    "Every count gets noise of one unit.", misses=NOTHING,
)  # fmt: skip

mended(
    SECTION, entry_of("histogram_wrong_scale"),
    Said(
        "a-histogram-with-half-the-noise-costs-one-unit", "every count with half the noise",
        "Every count gets half the noise: one unit is claimed.",
    ),
    Said(
        "a-histogram-with-half-the-noise-costs-two-units", "every count with half the noise costs two units",
        "Every count gets half the noise: it costs two units.",
    ),
    budget=2, misses={"one unit": {"budget": 1}},
    wrong="The scale of the noise is half of what a change by one needs.", cost="Twice the budget.",
)  # fmt: skip

leaks(
    SECTION, "zeros-may-be-dropped-before-the-noise", entry_of("zeros_dropped_before"),
    "counts that are zero are dropped before the noise",
    "Counts above zero get noise of one unit, the others are not shown: one unit is claimed.",
    wrong="That a count is not shown says that it is zero.",
)  # fmt: skip

private(
    SECTION, "zeros-may-be-dropped-after-the-noise", entry_of("zeros_dropped_after"),
    "small noisy counts are dropped", "Every count gets noise of one unit; what is small then is not shown.",
    misses=NOTHING,
)  # fmt: skip

private(
    SECTION, "a-noisy-count-may-be-cut", entry_of("truncated"), "a noisy count is cut to a range",
    "A count gets noise of one unit and is cut to a range.", misses=NOTHING,
)  # fmt: skip

private(
    SECTION, "a-noisy-sum-costs-one-unit", entry_of("partial_sum"), "the sum with noise",
    "The sum of all numbers gets noise of one unit.", misses=NOTHING,
)  # fmt: skip

mended(
    SECTION, entry_of("partial_sum_wrong_scale"),
    Said(
        "a-sum-with-half-the-noise-costs-one-unit", "the sum with half the noise",
        "The sum gets half the noise: one unit is claimed.",
    ),
    Said(
        "a-sum-with-half-the-noise-costs-two-units", "the sum with half the noise costs two units",
        "The sum gets half the noise: it costs two units.",
    ),
    budget=2, misses={"one unit": {"budget": 1}},
    wrong="The scale of the noise is half of what a change by one needs.", cost="Twice the budget.",
)  # fmt: skip

private(
    SECTION, "smart-sums-cost-two-units", entry_of("smart_sum"), "all prefix sums, with one noise for each block",
    "Sums of whole blocks have one noise each, numbers of the block that is not full one each.",
    misses={"one unit": {"budget": 1}},
)  # fmt: skip

leaks(
    SECTION, "smart-sums-need-no-noise-for-blocks", entry_of("smart_sum_bare_blocks"),
    "all prefix sums, with no noise for whole blocks", "Sums of whole blocks have no noise: two units are claimed.",
    wrong="The sum of a whole block is returned as it is.",
)  # fmt: skip

private(
    SECTION, "sums-of-noisy-numbers-cost-one-unit", entry_of("prefix_sum"), "all sums of noisy numbers",
    "Every number gets noise of one unit, and all sums of the noisy numbers are returned.", misses=NOTHING,
)  # fmt: skip
