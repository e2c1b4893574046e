"""Values made from integers: all of a domain's values can be drawn, the simplest first."""

from __future__ import annotations

from itertools import product

from sdp_proofs.hunting.examples import chosen
from sdp_proofs.hunting.spaces import Compositions


def test_every_composition_can_be_drawn() -> None:
    found = set()
    for places in product(range(4), repeat=2):
        rest = iter(places)
        found.add(chosen(Compositions(3, 3), {}, lambda low, high, rest=rest: min(max(next(rest), low), high)))
    assert found == {(a, b, 3 - a - b) for a in range(4) for b in range(4 - a)}
