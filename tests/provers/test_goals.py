"""An inequality is split into goals, and factors that both sides share are removed."""

from __future__ import annotations

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import read_box
from sdp_proofs.provers.inequality import divided, goals_of
from sdp_proofs.provers.region import Region


@pytest.mark.parametrize("statement", ["h*x >= h", "h*x/1 >= h", "h*x/y >= h", "h/y >= h*x"])
def test_a_positive_factor_on_both_sides_is_gone_whatever_divides_the_rest(statement: str) -> None:
    region = Region(read_box({"h": "(0, oo)", "x": "(0, 1)", "y": "(0, 1)"}))
    [goal] = goals_of(Formula(statement, ["h", "x", "y"]))[1]
    assert "h" not in divided(goal, region).node.free_names()
