"""Statements of an answered query on its privacy, and where it makes none."""

from __future__ import annotations

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.continuous_noise import Gaussian, Laplace
from sdp_proofs.accounting.integer_noise import Binomial, DiscreteGaussian, Geometric
from sdp_proofs.accounting.plain_releases import RandomisedResponse
from sdp_proofs.accounting.release import Release
from sdp_proofs.answering.answered import Answered
from sdp_proofs.answering.queries import Counting, Histogram
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import rational


def test_discrete_gaussian_noise_is_for_one_answer() -> None:
    noise = DiscreteGaussian(rational(3), 1)
    assert 0 < Answered(Counting(2, (1,)), noise, "add-remove").profile(1).value.upper < 1
    with pytest.raises(DomainError, match="must be for one answer, got 4"):
        Answered(Histogram(4), noise, "add-remove").profile(1)
    with pytest.raises(DomainError, match=r"binomial noise must .*, got 4"):
        Answered(Histogram(4), Binomial(10), "add-remove").profile(1)


@pytest.mark.parametrize("noise", [Laplace(1, "19/10"), Geometric(1, 1), Gaussian(1, "1.41")])
def test_noise_for_less_than_the_sensitivity_is_refused(noise: Release) -> None:
    assert Answered(Histogram(3), noise, "add-remove").profile(0).value.upper > 0
    with pytest.raises(DomainError, match="must be for a sensitivity of"):
        Answered(Histogram(3), noise, "replace-one")


def test_what_adds_no_noise_is_refused() -> None:
    with pytest.raises(DomainError, match="must be that of one mechanism that adds noise"):
        Answered(Counting(2, (1,)), RandomisedResponse("3/4"), "replace-one")


@pytest.mark.parametrize(
    "noise", [Laplace(1, 2), Geometric(1, 2), Gaussian(1, 2), DiscreteGaussian(1, 2), Binomial(8, 2)]
)
def test_two_neighbours_cost_no_more_than_the_worst(noise: Release) -> None:
    answered = Answered(Histogram(3), noise, "replace-one")
    own = delta_at(answered.between((0, 1), (0, 2)), "1/2").value
    assert own.upper > 0
    together = Question.of(type(noise)(1 if noise.name != "binomial" else 8, 1) * 2, "add-remove")
    assert float(own) == float(delta_at(together, "1/2").value)
    if isinstance(noise, Laplace | Geometric | Gaussian):
        assert own.upper < answered.profile("1/2").value.lower


def test_equal_answers_cost_nothing() -> None:
    answered = Answered(Counting(3, (1,)), Laplace(1), "replace-one")
    assert delta_at(answered.between((0,), (2,)), 0).value.exact == 0


@pytest.mark.parametrize("other", [(), (0, 1), (1, 1), (0, 0, 0)])
def test_databases_that_are_no_neighbours_are_refused(other: tuple[int, ...]) -> None:
    answered = Answered(Histogram(2), Laplace(1, 2), "replace-one")
    with pytest.raises(DomainError, match="the databases must be neighbours, that is replace-one"):
        answered.between((0, 0, 0) if len(other) != 3 else (0, 0), other)
