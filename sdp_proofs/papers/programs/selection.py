"""Selection: report noisy max and its variants, permute and flip, the exponential mechanism, a median, repetition."""

from __future__ import annotations

from sdp_proofs.papers.programs.statements import MEANS, SYMBOLS, Said, entry_of, leaks, mended, private
from sdp_proofs.papers.wings import PROGRAMS
from sdp_proofs.proving.section import Section

SECTION = Section(PROGRAMS, "Selection", SYMBOLS, MEANS)
ONE_LESS = {"one unit less": {"budget": 1}}

private(
    SECTION, "noisy-max-costs-two-units", entry_of("noisy_max"), "report noisy max: the index costs two units",
    "Every query gets noise of one unit, and the index of the largest is returned: two units are claimed.",
    misses=ONE_LESS,
)  # fmt: skip

leaks(
    SECTION, "the-largest-noisy-value-costs-two-units", entry_of("noisy_max_value"),
    "report noisy max with the value instead of the index",
    "Every query gets noise of one unit, and the largest noisy value is returned: two units are claimed.",
    wrong="The value moves with every query, so that the cost grows with their number; for the index a shift of "
    "one number is enough.",
)  # fmt: skip

private(
    SECTION, "noisy-max-with-one-sided-noise-costs-two-units", entry_of("noisy_max_exponential"),
    "report noisy max with exponential noise: the index costs two units",
    "Every query gets one-sided noise of one unit, and the index of the largest is returned: two units are claimed.",
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
        "Every query gets half the noise that two units need, and the index of the largest is returned: "
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
    "Every query gets Laplace noise of one unit; the index of the largest is returned, and how far it is above the "
    "next: two units are claimed.",
    misses={"nothing": {"budget": 0, "size": 2}},
    note="With noise on the integers, where queries may tie, the cost is the same.",
)  # fmt: skip

private(
    SECTION, "the-gap-of-noisy-max-on-integers-is-free", entry_of("noisy_max_gap_integers", "Ding"),
    "report noisy max with the gap, on integers",
    "Every query gets geometric noise of one unit; the index of the largest is returned, and how far it is above the "
    "next. It costs two units, also where queries tie.",
    misses={"one unit": {"budget": 1, "size": 2}},
)  # fmt: skip

leaks(
    SECTION, "the-gap-of-noisy-max-on-integers-costs-one-unit", entry_of("noisy_max_gap_integers", "half"),
    "report noisy max with the gap, on integers, at one unit",
    "Every query gets geometric noise of one unit; the index of the largest is returned, and how far it is above the "
    "next: one unit is claimed.",
    wrong="Neighbours may bring the largest down and another up, so that its noise has to move by two.",
)  # fmt: skip

private(
    SECTION, "a-count-above-a-threshold-with-cut-gaussian-noise", entry_of("gaussian_threshold", "Canonne"),
    "a count above a threshold, with truncated discrete Gaussian noise",
    "A count gets noise from -3 to 3 with probability proportional to 2^(-x^2), and is returned if it is above 2: "
    "e^epsilon = 32 with delta = 1/1090.",
    misses={"a little less delta": {"delta": "1/1091"}, "a smaller epsilon": {"odds": "16"}},
    note="Canonne, Kamath and Steinke 2020. Without truncation the masses add up to a value of a theta function, which "
    "is no sum of finitely many rational numbers, and no epsilon is enough without a delta.",
)  # fmt: skip

leaks(
    SECTION, "cut-gaussian-noise-needs-no-delta", entry_of("gaussian_threshold", "at no"),
    "a count above a threshold, with truncated discrete Gaussian noise, with delta = 0",
    "A count gets noise from -3 to 3 with probability proportional to 2^(-x^2), and is returned if it is above 2: "
    "e^epsilon = 32 is claimed with delta = 0.",
    wrong="The largest value that a count can give is out of reach for a count that is one less.",
)  # fmt: skip

private(
    SECTION, "noisy-max-with-cut-gaussian-noise-has-odds-twenty-one", entry_of("noisy_max_gaussian", "Lebensold"),
    "report noisy max of two counts with truncated discrete Gaussian noise",
    "Two counts from 0 to 2 get noise from -3 to 3 with probability proportional to 2^(-x^2), and the index of the "
    "larger is returned: e^epsilon = 21.",
    misses={"a smaller epsilon": {"odds": "20"}},
    note="Lebensold, Precup and Balle 2024 treat Gaussian noise on the line. It is refused here, as its density "
    "changes without bound when it is shifted.",
)  # fmt: skip

leaks(
    SECTION, "noisy-max-with-cut-gaussian-noise-has-the-odds-of-one-count", entry_of("noisy_max_gaussian", "odds"),
    "report noisy max of two counts with discrete Gaussian noise at a smaller epsilon",
    "Two counts from 0 to 2 get noise from -3 to 3 with probability proportional to 2^(-x^2), and the index of the "
    "larger is returned: e^epsilon = 8 is claimed.",
    wrong="Neighbours may bring one count down and the other up, so that the difference moves by two.",
)  # fmt: skip

leaks(
    SECTION, "the-place-and-the-value-cost-two-units", entry_of("noisy_max_and_value"),
    "report noisy max with the index and the value",
    "Every query gets noise of one unit; the index of the largest is returned, and its noisy value: two units are "
    "claimed.",
    wrong="The value that is returned bounds the others from above: every one of them may have to move.",
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

private(
    SECTION, "the-best-of-a-random-number-of-answers-costs-three-epsilon",
    entry_of("best_of_a_random_number", "Liu"), "the best of a random number of randomised responses",
    "A randomised response with e^epsilon = 3 is asked for until a coin says stop, four times at most, and the best "
    "answer is returned: e^epsilon is at most 27.",
    misses={"a smaller epsilon": {"odds": "4"}},
    note="Liu and Talwar 2019, Papernot and Steinke 2022, whose loop has no end; runs of every length cannot be "
    "followed one by one, so that the number is at most four here.",
)  # fmt: skip

leaks(
    SECTION, "the-best-of-a-random-number-of-answers-costs-the-odds-of-one",
    entry_of("best_of_a_random_number", "one"), "the best of a random number of responses at the epsilon of one",
    "A randomised response with e^epsilon = 3 is asked for until a coin says stop, four times at most, and the best "
    "answer is returned: e^epsilon = 3 is claimed.",
    wrong="That every answer is the worse one has the product of their probabilities.",
)  # fmt: skip
