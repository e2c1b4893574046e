"""What an answered query says of its privacy, and where it says nothing."""

from __future__ import annotations

import pytest

from sdp_proofs.accounting.plain_releases import DiscreteGaussian
from sdp_proofs.answering.answered import Answered
from sdp_proofs.answering.queries.counting import Counting
from sdp_proofs.answering.queries.histogram import Histogram
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import rational


def test_discrete_gaussian_noise_is_for_one_answer() -> None:
    noise = DiscreteGaussian(rational(3), 1)
    assert 0 < Answered(Counting(2, (1,)), noise, "add-remove").profile(1).value.upper < 1
    with pytest.raises(DomainError, match="must be for one answer, got 4"):
        Answered(Histogram(4), noise, "add-remove").profile(1)
