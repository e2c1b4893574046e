"""The closed form of the best blind simulator is what the linear programme finds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.mechanisms.finite import DatabaseTable
from sdp_proofs.papers.smoothed_dp.distributional_dp import CERTAIN, best_blind
from sdp_proofs.privacy.distributional import distributional_delta


@pytest.mark.parametrize("records", [1, 2, 3])
def test_the_closed_form_is_the_optimum(records: int) -> None:
    random = Random(records)
    for _ in range(12):
        bottom = random.choice((2, 7, 60))
        shares = {x: Fraction(random.randint(0, bottom), bottom) for x in record_lists(records, 2)}
        odds = Fraction(random.randint(10, 40), 10)
        table = DatabaseTable(2, {x: FiniteLaw.gathered([(1, p), (0, 1 - p)]) for x, p in shares.items()})
        optimum = distributional_delta(table, CERTAIN, records, odds, position_known=False)
        assert optimum.value == best_blind(shares, odds)
