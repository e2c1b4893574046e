"""Bounds on the part that a sum over nodes leaves out."""

from __future__ import annotations

import pytest
from flint import arb

from sdp_proofs.accounting.sampled_gaussian import SaddleNodes, SampledRatio


@pytest.mark.parametrize(("exponent", "step"), [("3/2", "0.25"), ("-0.5", "0.3"), ("20", "0.05"), ("-4", "0.5")])
@pytest.mark.parametrize(("rate", "variance"), [("0.5", "1"), ("0.01", "4"), ("0.999", "1/4")])
@pytest.mark.parametrize("digits", [1, 3])
def test_the_terms_that_are_left_out(exponent: str, step: str, rate: str, variance: str, digits: int) -> None:
    v = number(variance)
    bumps = SaddleNodes(SampledRatio(number(rate), 1 / v), v, number(exponent), number(step))
    terms, rest, first = bumps.window(digits)
    last = first + len(terms) - 1
    for index, (weight, _) in zip(range(first, last + 1), terms, strict=True):
        assert weight.overlaps(bumps.at(index)[0])
    left_out = sum((bumps.at(last + k)[0] + bumps.at(first - k)[0] for k in range(1, 400)), arb(0))
    assert left_out < rest


def number(text: str) -> arb:
    top, _, bottom = text.partition("/")
    return arb(top) / arb(bottom or "1")
