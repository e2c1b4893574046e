"""Brackets where pairs only dominate: the answer reaches from an attained value to a proven upper bound."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.accounting.sides import Bracket
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.enclosure import Enclosure


def test_a_bracket_has_all_of_both_ends() -> None:
    """Balls are wide: the lower end is that of the largest ball below, not its middle or its upper end."""
    release = read_release("without-replacement(batch=10, records=100, gaussian(sigma=2))")
    direction = Question.of(release, REPLACE_ONE).directions[0]
    below = [
        Bracket("a", Enclosure(arb("0.25", "0.125")), "one"),
        Bracket("b", Enclosure(arb("0.0625")), "two"),
    ]
    found = Bracket(direction.name, Enclosure(arb("0.75", "0.0625")), "three").above(below)
    assert found.value is not None
    low, high = found.value.ball.lower(), found.value.ball.upper()
    assert 0.12 < low <= 0.125 and 0.8125 <= high < 0.82
    assert found.method == "three above, one below"


def test_one_proof_of_both_ends_is_named_once() -> None:
    value = Enclosure.between("1", "2")
    assert Bracket("remove", value, "inversion").method == "inversion"
    assert Bracket("remove", value, "lattice", "lattice").method == "lattice above, lattice below"


def test_a_lower_end_that_says_nothing_is_zero() -> None:
    """Less than 10^-20 of the square of the upper end: a true number that nobody can use."""
    wide = Bracket("remove", Enclosure(arb("1e-669")), "large-losses")
    for low, lower_by in (("1e-1350", "one-event"), ("1e-2894", "nothing")):
        found = wide.above([Bracket("remove", Enclosure(arb(low)), "one-event")])
        assert found.lower_by == lower_by and found.value is not None
        assert (found.value.ball > 0) == (lower_by == "one-event")


def test_a_steep_tilt_does_not_fill_the_memory() -> None:
    """Near the largest loss tiny masses are weighted by e^(10^10): that took more than 3 GB."""
    question = Question.of(read_release("laplace(scale=39/10) * 5"), "add-remove")
    with pytest.raises(PrecisionError, match="steep"):
        Lattice.of(question.directions[0]).epsilon(Fraction(1, 10**12), 10)
    found = epsilon_at(question, "1e-12")
    assert found.sharp and found.method == "largest-loss above, one-event below"
    assert found.value is not None and found.value.rounded(9) == "1.28205128"
