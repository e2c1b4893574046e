"""The sparse vector technique: the versions that Lyu, Su and Li collected, and those that return more than a word."""

from __future__ import annotations

from sdp_proofs.papers.programs.statements import MEANS, SYMBOLS, Said, entry_of, leaks, mended, private
from sdp_proofs.papers.wings import PROGRAMS
from sdp_proofs.proving.section import Section

SECTION = Section(PROGRAMS, "Sparse vector", SYMBOLS, MEANS)

private(
    SECTION, "sparse-vector-costs-four-units", entry_of("sparse_vector"), "Alg. 1, for one answer above",
    "A threshold with noise of two units meets queries with noise of one; the program stops at the first above.",
    misses={"one unit less": {"budget": 3, "size": 4}},
)  # fmt: skip

private(
    SECTION, "sparse-vector-for-two-costs-eight-units", entry_of("sparse_vector_two"), "Alg. 1, for two answers above",
    "A threshold with noise of four units meets queries with noise of one; the program stops at the second above.",
    misses={"two units": {"budget": 2}},
)  # fmt: skip

private(
    SECTION, "sparse-vector-with-fresh-thresholds-costs-eight-units", entry_of("sparse_vector_fresh"),
    "Alg. 2, Dwork and Roth, for two answers above",
    "The threshold is drawn again after each answer above; the program stops at the second.",
    misses={"two units": {"budget": 2}},
)  # fmt: skip

leaks(
    SECTION, "sparse-vector-with-the-noisy-value-costs-two-units", entry_of("sparse_vector_noisy_value"),
    "Alg. 3, Roth's notes: the noisy value of the first above",
    "The first query above is answered by the noisy value that was compared: two units are claimed.",
    wrong="The value that is returned says that every answer before had a noisy threshold above it.",
)  # fmt: skip

mended(
    SECTION, entry_of("sparse_vector_little_noise"),
    Said(
        "sparse-vector-with-a-third-of-the-noise-costs-four-units", "Alg. 4, Lee and Clifton, for one answer above",
        "The queries get a third of the threshold's noise, however many answers are given: four units "
        "are claimed.",
    ),
    Said(
        "sparse-vector-with-a-third-of-the-noise-costs-seven-units", "Alg. 4 costs seven units for one answer above",
        "The queries get a third of the threshold's noise; the program stops at the first above: it "
        "costs seven units.",
    ),
    budget=7, misses={"six units": {"budget": 6, "size": 3}},
    wrong="The answer above has to move by two, and its own noise is smaller.",
    cost="Seven units instead of four: (1 + 6c)/4 of the budget for c answers.",
)  # fmt: skip

mended(
    SECTION, entry_of("sparse_vector_little_noise_two"),
    Said(
        "sparse-vector-for-two-with-a-third-of-the-noise-costs-four-units",
        "Alg. 4, Lee and Clifton, for two answers above",
        "The queries get a third of the threshold's noise; the program stops at the second above: four "
        "units are claimed.",
    ),
    Said(
        "sparse-vector-for-two-with-a-third-of-the-noise-costs-thirteen-units",
        "Alg. 4 costs 13 units for two answers above",
        "The queries get a third of the threshold's noise; the program stops at the second above: it "
        "costs 13 units.",
    ),
    budget=13, misses={"five units": {"budget": 5}},
    wrong="Every answer above has to move by two, and its own noise is smaller.", cost="13 units instead of four.",
)  # fmt: skip

leaks(
    SECTION, "sparse-vector-without-noise-on-the-queries-costs-two-units", entry_of("sparse_vector_bare_queries"),
    "Alg. 5, Stoddard, Chen and Machanavajjhala: no noise on the queries",
    "The threshold alone has noise, and every query is answered: two units are claimed.",
    wrong="If two queries swap their values, their answers swap, too.",
)  # fmt: skip

leaks(
    SECTION, "sparse-vector-without-an-end-costs-two-units", entry_of("sparse_vector_endless"),
    "Alg. 6, Chen et al.: every query is answered",
    "Threshold and queries have noise, and the program does not stop: two units are claimed.",
    wrong="Every answer above costs, and nothing limits how many there are.",
)  # fmt: skip

private(
    SECTION, "sparse-vector-with-half-the-noise-is-right-for-monotone-queries",
    entry_of("sparse_vector_half_noise", "CheckDP"), "half the noise is enough for monotone queries",
    "The queries get as much noise as the threshold; the program stops at the first above: two units.",
    misses={"one unit less": {"budget": 1}, "any queries": {"neighbours": "all"}},
)  # fmt: skip

mended(
    SECTION, entry_of("sparse_vector_half_noise", "the same"),
    Said(
        "sparse-vector-with-half-the-noise-is-right-for-any-queries", "half the noise, for any queries",
        "The queries get as much noise as the threshold; the program stops at the first above: two "
        "units are claimed.",
    ),
    Said(
        "sparse-vector-with-half-the-noise-costs-three-units", "half the noise costs three units for any queries",
        "The queries get as much noise as the threshold; the program stops at the first above: it costs "
        "three units.",
    ),
    budget=3, misses={"two units": {"budget": 2}},
    wrong="Queries that move against each other move the answer above by two against the threshold.",
    cost="One unit more, or queries that all move in one direction.",
)  # fmt: skip

private(
    SECTION, "the-gap-above-the-threshold-is-free", entry_of("sparse_vector_gap"),
    "the gap between the first above and the threshold",
    "As Alg. 1, and the difference of the two noisy numbers is returned.",
    misses={"one unit": {"budget": 1}},
)  # fmt: skip

leaks(
    SECTION, "the-noisy-value-above-the-threshold-is-free", entry_of("sparse_vector_bad_gap"),
    "the noisy value instead of the gap",
    "As Alg. 1, and the noisy value of the first above is returned: four units are claimed.",
    wrong="The gap hides the threshold, the value does not; every earlier query costs.",
)  # fmt: skip

private(
    SECTION, "sparse-vector-with-a-fresh-value-costs-six-units", entry_of("sparse_vector_numeric"),
    "a fresh noisy value of the first above",
    "As Alg. 1, and the first above is answered once more, with fresh noise of two units.",
    misses={"three units": {"budget": 3}},
)  # fmt: skip

private(
    SECTION, "adaptive-sparse-vector-costs-eight-units", entry_of("sparse_vector_adaptive"),
    "less is spent on what is far above",
    "A query is compared with much noise first, with less noise after that; the gap is returned.",
    misses={"four units": {"budget": 4}},
)  # fmt: skip

leaks(
    SECTION, "adaptive-sparse-vector-with-the-noisy-value-costs-eight-units", entry_of("sparse_vector_bad_adaptive"),
    "the noisy value of what is far above",
    "As before, and for a query far above the noisy value is returned instead of the gap: eight units are claimed.",
    wrong="The gap hides the threshold, the value does not; every earlier query costs.",
)  # fmt: skip
