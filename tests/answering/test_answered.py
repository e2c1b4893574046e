"""What an answered query says of its privacy, and where it says nothing."""

from __future__ import annotations

import pytest

from sdp_proofs.accounting.binomial_noise import Binomial
from sdp_proofs.accounting.plain_releases import DiscreteGaussian, Gaussian, Geometric, Laplace, RandomisedResponse
from sdp_proofs.accounting.release import Release
from sdp_proofs.answering.answered import Answered
from sdp_proofs.answering.queries.counting import Counting
from sdp_proofs.answering.queries.histogram import Histogram
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import rational


def test_discrete_gaussian_noise_is_for_one_answer() -> None:
    noise = DiscreteGaussian(rational(3), 1)
    assert 0 < Answered(Counting(2, (1,)), noise, "add-remove").profile(1).value.upper < 1
    with pytest.raises(DomainError, match="must be for one answer, got 4"):
        Answered(Histogram(4), noise, "add-remove")
    with pytest.raises(DomainError, match="binomial noise must be for one answer, got 4"):
        Answered(Histogram(4), Binomial(10), "add-remove")


@pytest.mark.parametrize("noise", [Laplace(1, "19/10"), Geometric(1, 1), Gaussian(1, "1.41")])
def test_noise_for_less_than_the_sensitivity_is_refused(noise: Release) -> None:
    assert Answered(Histogram(3), noise, "add-remove").profile(0).value.upper > 0
    with pytest.raises(DomainError, match="must be for a sensitivity of"):
        Answered(Histogram(3), noise, "replace-one")


def test_what_adds_no_noise_is_refused() -> None:
    with pytest.raises(DomainError, match="must be asked of one mechanism that adds noise"):
        Answered(Counting(2, (1,)), RandomisedResponse("3/4"), "replace-one")
