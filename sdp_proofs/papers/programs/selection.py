"""Selection: report noisy max and its variants, permute and flip, the exponential mechanism, a median, repetition."""

from __future__ import annotations

from sdp_proofs.papers.programs.statements import MEANS, SYMBOLS, Said, entry_of, leaks, mended, private
from sdp_proofs.papers.wings import PROGRAMS
from sdp_proofs.proving.section import Section

SECTION = Section(PROGRAMS, "Selection", SYMBOLS, MEANS)
ONE_LESS = {"one unit less": {"budget": 1}}

private(
    SECTION, "noisy-max-costs-two-units", entry_of("noisy_max"), "report noisy max: the place costs two units",
    "Every query gets noise of one unit, and the place of the largest is returned: two units are claimed.",
    misses=ONE_LESS,
)  # fmt: skip

leaks(
    SECTION, "the-largest-noisy-value-costs-two-units", entry_of("noisy_max_value"),
    "report noisy max with the value in place of the place",
    "Every query gets noise of one unit, and the largest noisy value is returned: two units are claimed.",
    wrong="The value moves with every query, so that the cost grows with their number; the place is where shifts of "
    "one number are enough.",
)  # fmt: skip

private(
    SECTION, "noisy-max-with-one-sided-noise-costs-two-units", entry_of("noisy_max_exponential"),
    "report noisy max with exponential noise: the place costs two units",
    "Every query gets one-sided noise of one unit, and the place of the largest is returned: two units are claimed.",
    misses=ONE_LESS,
)  # fmt: skip

leaks(
    SECTION, "the-largest-value-with-one-sided-noise-costs-two-units", entry_of("noisy_max_exponential_value"),
    "report noisy max with exponential noise and the value",
    "Every query gets one-sided noise of one unit, and the largest noisy value is returned: two units are claimed.",
    wrong="One-sided noise has a least value, which tells where the query is.",
)  # fmt: skip

mended(
    SECTION, entry_of("noisy_max_wrong_scale"),
    Said(
        "noisy-max-with-half-the-noise-costs-two-units", "report noisy max with half the noise",
        "Every query gets half the noise that two units need, and the place of the largest is returned: "
        "two units are claimed.",
    ),
    Said(
        "noisy-max-with-half-the-noise-costs-four-units", "report noisy max with half the noise costs twice as much",
        "Every query gets half the noise that two units need: it costs four.",
    ),
    budget=4, misses={"three units": {"budget": 3}},
    wrong="Neighbours may bring the largest down and another up, so that its noise has to move by two.",
    cost="Twice the budget.",
)  # fmt: skip

private(
    SECTION, "the-gap-of-noisy-max-is-free", entry_of("noisy_max_gap"),
    "report noisy max with the gap to the next costs no more",
    "Every query gets Laplace noise of one unit; the place of the largest is returned, and how far it is above the "
    "next: two units are claimed.",
    misses={"nothing": {"budget": 0, "size": 2}},
    note="With integer noise a tie lets a later query win by a gap of nothing, and no shifts are found.",
)  # fmt: skip

leaks(
    SECTION, "the-place-and-the-value-cost-two-units", entry_of("noisy_max_and_value"),
    "report noisy max with the place and the value",
    "Every query gets noise of one unit; the place of the largest is returned, and its noisy value: two units are "
    "claimed.",
    wrong="The value that is returned holds the others below it: every one of them may have to move.",
)  # fmt: skip

private(
    SECTION, "permute-and-flip-costs-two-units", entry_of("permute_and_flip"), "permute and flip",
    "Candidates come in random order, and each is accepted with probability r to the power of its distance from the "
    "best.",
    misses=ONE_LESS, note="McKenna and Sheldon 2020.",
)  # fmt: skip

leaks(
    SECTION, "permute-and-flip-with-half-the-noise-costs-two-units", entry_of("permute_and_flip_wrong_scale"),
    "permute and flip with squared acceptance probabilities",
    "Candidates come in random order, and each is accepted with the square of that probability: two units are claimed.",
    wrong="The square of a probability falls twice as fast with the distance, and costs twice as much.",
)  # fmt: skip

private(
    SECTION, "the-exponential-mechanism-costs-two-units", entry_of("exponential_mechanism"),
    "the exponential mechanism, which is noisy max with Gumbel noise",
    "A candidate is returned with probability proportional to r to the power of minus its score.",
    misses=ONE_LESS, note="McSherry and Talwar 2007.",
)  # fmt: skip

leaks(
    SECTION, "the-exponential-mechanism-with-half-the-noise-costs-two-units",
    entry_of("exponential_mechanism_wrong_scale"), "the exponential mechanism with the square of the weights",
    "A candidate is returned with probability proportional to the square of that: two units are claimed.",
    wrong="The square of a weight falls twice as fast with the score, and costs twice as much.",
)  # fmt: skip

private(
    SECTION, "a-noisy-median-costs-four-units", entry_of("noisy_median"),
    "a median by the exponential mechanism",
    "A point is returned with weight r to the power of how far its rank is from the middle, for three records among "
    "three points.",
    misses={"two units": {"budget": 2}}, note="Smith 2011; one record moves a rank by at most two.",
)  # fmt: skip

private(
    SECTION, "the-best-of-three-answers-costs-the-odds-of-all", entry_of("best_of_three", "Liu"),
    "the best of three randomised responses",
    "A randomised response with e^epsilon = 3 is asked for three times, and the best answer is returned: e^epsilon is "
    "27.",
    misses={"odds of two answers": {"odds": "9"}}, note="Liu and Talwar 2019 repeat a random number of times instead.",
)  # fmt: skip

leaks(
    SECTION, "the-best-of-three-answers-costs-the-odds-of-one", entry_of("best_of_three", "one"),
    "the best of three randomised responses at the epsilon of one",
    "A randomised response with e^epsilon = 3 is asked for three times, and the best answer is returned: e^epsilon = "
    "3 is claimed.",
    wrong="That all three answers are the worse one has the cube of its probability.",
)  # fmt: skip
