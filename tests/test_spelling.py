"""Suggestions: only what is really near."""

from __future__ import annotations

import pytest

from sdp_proofs.spelling import near, suggestion

KNOWN = ["gaussian", "discrete-gaussian", "laplace", "geometric", "pure", "randomised-response", "parallel", "poisson"]


@pytest.mark.parametrize(
    "word", ["tree", "random-allocation", "shuffle", "zcdp", "gdp", "renyi", "ftrl", "mixture", "pareto", "", "p", "is"]
)
def test_another_word_of_the_field_is_no_misspelling(word: str) -> None:
    assert near(word, KNOWN) == [] and suggestion(word, KNOWN) == ""


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gausian", "gaussian"),
        ("gauss", "gaussian"),
        ("laplacian", "laplace"),
        ("poison", "poisson"),
        ("geo", "geometric"),
        ("random-response", "randomised-response"),
        ("discretegaussian", "discrete-gaussian"),
    ],
)
def test_a_misspelling_is_told_what_it_means(word: str, meant: str) -> None:
    assert near(word, KNOWN)[0] == meant
    assert suggestion(word, KNOWN) == f"; did you mean {meant!r}?"


def test_numbers_are_not_misspelt() -> None:
    known = ["remark 3", "remark 6 mnist", "remark 8"]
    assert near("remark 9", known) == [] and near("remrak 8", known) == ["remark 8"]
