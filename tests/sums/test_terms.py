"""Terms with a rational ratio: exact values, ratios and balls tell the same story."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.sums.terms import RatioTerm


@st.composite
def terms(draw: st.DrawFn) -> RatioTerm:
    if draw(st.booleans()):
        success = draw(st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=1000))
        return Binomial(draws=draw(st.integers(0, 60)), success=success).term
    n = draw(st.integers(1, 60))
    return Hypergeometric(population=n, marked=draw(st.integers(0, n)), draws=draw(st.integers(0, n))).term


@given(terms())
def test_ratios_are_those_of_the_exact_values_and_fall(term: RatioTerm) -> None:
    values = [term.exact(k) for k in range(term.low, term.high + 2)]
    ratios = [Fraction(*pair) for pair in term.ratios(term.low)]
    assert ratios == [Fraction(*term.ratio(k)) for k in range(term.low, term.high + 1)]
    assert ratios == [after / before for before, after in pairwise(values)]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[-1] == 0


@given(terms(), st.integers(-2, 62), st.sampled_from([10, 64, 300]))
def test_the_ball_contains_the_exact_value_as_sharply_as_asked(term: RatioTerm, k: int, bits: int) -> None:
    ball, value = term.ball(k, bits), term.exact(k)
    assert Enclosure(ball).contains(value)
    assert value == 0 or ball.rel_accuracy_bits() >= bits - 2


@pytest.mark.parametrize("size", [10**8, 10**18, 10**30])
@pytest.mark.parametrize("bits", [64, 1000])
def test_huge_terms_keep_their_bits_and_their_ratio(size: int, bits: int) -> None:
    laws = [
        Hypergeometric(population=size, marked=size // 3, draws=size // 7),
        Binomial(draws=size, success=Fraction(1, 997)),
    ]
    for law in laws:
        term, k = law.term, int(law.mean) + 12345
        here, there = term.ball(k, bits), term.ball(k + 1, bits)
        assert here.rel_accuracy_bits() >= bits - 2
        p, q = term.ratio(k)
        with ctx.workprec(bits + 60):
            assert (there / here).overlaps(arb(p) / arb(q))


def test_far_below_the_doubles() -> None:
    term = Binomial(draws=10**7, success=Fraction(1, 10)).term
    ball = term.ball(10**7, 200)
    assert Enclosure(ball).rounded(40) == "1e-10000000"
