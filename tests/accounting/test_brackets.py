"""Where pairs only dominate: the answer reaches from what is attained to what is proven above."""

from __future__ import annotations

from flint import arb

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Side, _bracket
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.numbers.enclosure import Enclosure


def test_a_bracket_has_all_of_both_ends() -> None:
    """Balls are wide: the lower end is that of the largest ball below, not its middle or its upper end."""
    release = read_release("without-replacement(batch=10, records=100, gaussian(sigma=2))")
    direction = Question.of(release, REPLACE_ONE).directions[0]
    below = [Side("a", Enclosure(arb("0.25", "0.125")), "one"), Side("b", Enclosure(arb("0.0625")), "two")]
    found = _bracket(direction, Side("c", Enclosure(arb("0.75", "0.0625")), "three"), below)
    assert found.value is not None
    low, high = found.value.ball.lower(), found.value.ball.upper()
    assert 0.12 < low <= 0.125 and 0.8125 <= high < 0.82
    assert found.method == "three above, one below"
