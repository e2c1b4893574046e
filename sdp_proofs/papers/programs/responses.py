"""Randomised responses: RAPPOR, several types, and what a shuffle leaves."""

from __future__ import annotations

from sdp_proofs.papers.programs.statements import MEANS, SYMBOLS, entry_of, leaks, private
from sdp_proofs.papers.wings import PROGRAMS
from sdp_proofs.proving.section import Section

SECTION = Section(PROGRAMS, "Responses", SYMBOLS, MEANS)

private(
    SECTION, "one-time-rappor-has-odds-of-all-its-bits", entry_of("rappor_once", "DP-Sniper"),
    "one-time RAPPOR with two hash functions: e^epsilon = 81",
    "Each bit of a Bloom filter is flipped with probability 1/4. Filters of two hash functions differ in up to four "
    "bits.",
    misses={"half the bits": {"odds": "9"}, "a little less": {"odds": "80"}},
)  # fmt: skip

leaks(
    SECTION, "one-time-rappor-has-odds-of-half-its-bits", entry_of("rappor_once", "half"),
    "one-time RAPPOR with two hash functions: e^epsilon = 9",
    "Each bit of a Bloom filter is flipped with probability 1/4: e^epsilon = 9 is claimed.",
    wrong="Each of two hash functions sets a bit in both filters, so that four bits differ.",
)  # fmt: skip

private(
    SECTION, "rappor-has-the-odds-of-both-steps", entry_of("rappor"), "RAPPOR: both steps",
    "Each bit is flipped for good, and the bit that is kept is answered by a second coin.",
    misses={"a little less": {"odds": "5928/2025"}},
)  # fmt: skip

private(
    SECTION, "a-response-among-three-types-has-odds-two", entry_of("randomized_response", "p (k"),
    "randomised response among three types: e^epsilon = 2",
    "The truth is answered with probability 1/2, each of the two other types with probability 1/4.",
    misses={"a little less": {"odds": "19/10"}},
)  # fmt: skip

leaks(
    SECTION, "a-response-among-three-types-has-the-odds-of-two-types", entry_of("randomized_response", "the odds"),
    "randomised response among three types at the epsilon of two types",
    "The truth is answered with probability p = 1/2, each of two other types with probability 1/4: "
    "e^epsilon = p/(1 - p) is claimed.",
    wrong="What is not the truth is divided among the other types.",
)  # fmt: skip

private(
    SECTION, "a-shuffle-leaves-the-odds-of-a-response", entry_of("shuffled_response", "Cheu"),
    "three shuffled responses have the epsilon of one response",
    "Three bits are flipped with probability 1/4 each, and how many ones there are is returned.",
    misses={"less": {"odds": "2"}},
    note="Cheu, Smith, Ullman, Zeber and Zhilyaev 2019: the shuffle helps at a positive delta.",
)  # fmt: skip

leaks(
    SECTION, "a-shuffle-lowers-the-odds-at-no-delta", entry_of("shuffled_response", "less"),
    "three shuffled responses have a smaller epsilon than one, with delta = 0",
    "Three bits are flipped with probability 1/4 each, and how many ones there are is returned: e^epsilon = 2 is "
    "claimed.",
    wrong="That every bit is flipped to the same end still happens, and its likelihood ratio is that of one response.",
)  # fmt: skip

private(
    SECTION, "local-responses-keep-their-odds-in-a-shuffle", entry_of("local_responses_shuffled", "Kasi"),
    "local responses among three types, shuffled: e^epsilon = 2",
    "Two records answer for themselves, truthfully with probability 1/2 and otherwise with one of two other types; how "
    "often each type was answered is returned.",
    misses={"less": {"odds": "19/10"}},
    note="Kasiviswanathan, Lee, Nissim, Raskhodnikova and Smith 2011: local randomisers.",
)  # fmt: skip

leaks(
    SECTION, "local-responses-have-smaller-odds-in-a-shuffle", entry_of("local_responses_shuffled", "less"),
    "local responses among three types, shuffled, at a smaller epsilon and no delta",
    "Two records answer for themselves, truthfully with probability 1/2 and otherwise with one of two other types; how "
    "often each type was answered is returned: e^epsilon = 3/2 is claimed.",
    wrong="That both records give one type is as likely as before the shuffle.",
)  # fmt: skip
