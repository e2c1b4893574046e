"""A tidied term is shorter and has the same value, and a value at the same places."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.tidy import tidy

LEAVES = st.sampled_from(["p", "q", "0", "1", "2", "1/2", "3/4", "0.25", "(1 - p)", "p/q", "-1", "sqrt(p)"])
TERMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["*", "+", "-"]), inner).map(lambda one: f"({one[0]}){one[1]}({one[2]})"),
        st.tuples(inner, st.sampled_from(["1", "2", "3"])).map(lambda one: f"({one[0]})**{one[1]}"),
    ),
    max_leaves=6,
)


@given(TERMS)
def test_a_tidied_term_has_the_value_of_the_term(text: str) -> None:
    tidied = tidy(text)
    one, other = (Formula(each, ["p", "q"]) for each in (text, tidied))
    for p, q in product((Fraction(-2, 3), Fraction(0), Fraction(1, 4)), (Fraction(0), Fraction(4, 9))):
        first, second = one.value({"p": p, "q": q}), other.value({"p": p, "q": q})
        assert (first is None) == (second is None), (text, tidied)
        if first is not None and second is not None:
            if first.exact is not None:
                assert first.exact == second.exact, (text, tidied)
            else:
                assert not first.upper < second.lower and not second.upper < first.lower, (text, tidied)
    assert tidy(tidied) == tidied, (text, tidied)


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("(p)*(p)", "p**2"), ("(p)*(1 - p)", "p*(1 - p)"), ("(1 - p)*(p)", "p*(1 - p)"), ("(q)*(1) + (0)*(p)", "q"),
        ("(1/2)*(1/2)", "1/4"), ("(p**2)*(p)", "p**3"), ("0.25*p", "0.25*p"), ("(p/q)*(0)", "p/q*0"),
        ("2**-1", "2**(-1)"), ("x", "x"), ("(0) - (p)", "0 - p"), ("(-1/2)*p", "-1/2*p"), ("((p))", "p"),
    ],
)  # fmt: skip
def test_a_term_is_written_as_by_hand(text: str, tidied: str) -> None:
    assert tidy(text) == tidied
