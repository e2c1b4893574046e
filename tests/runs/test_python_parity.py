"""Parity of command and object: bounds, words, checks, calibration, curves, pictures."""

from __future__ import annotations

from decimal import Decimal
from statistics import NormalDist

import pytest

import sdp_proofs as sdp
from sdp_proofs.errors import DomainError
from sdp_proofs.runs.recorded import POISSON_BATCHES
from sdp_proofs.verdict import Verdict

NORMAL = NormalDist()


def test_an_answer_knows_both_numbers_and_both_ends() -> None:
    answer = sdp.account(sdp.Gaussian(sigma=1.1) * 10, delta=1e-5)
    assert answer.lower <= answer.upper and answer.epsilon is answer.value
    assert answer.delta is not None and answer.delta.contains("1e-5")
    other = sdp.account(sdp.Gaussian(sigma=1.1) * 10, epsilon=str(answer.upper))
    assert other.delta is other.value and other.upper <= Decimal("1e-5")
    never = sdp.account("approximate(epsilon=1, delta=1/2)", delta="1/3")
    assert never.value is None and never.upper == Decimal("Infinity")


def test_print_is_three_lines_and_what_a_record_does_not_show() -> None:
    lines = str(sdp.account("gaussian(1)", delta=1e-5)).splitlines()
    assert len(lines) == 3 and lines[0].startswith("epsilon <= ") and "by convention" in lines[1]
    assert "by convention" not in str(sdp.account("gaussian(1)", delta=1e-5, adjacency="add-remove"))
    shown = str(sdp.account([(1.1, 0.01, 300)], delta=1e-5)).splitlines()
    assert shown[3] == "it rests on what the description of the run does not show:" and f"  {POISSON_BATCHES}" in shown
    answer = sdp.account([(1.1, 0.01, 300)], delta=1e-5)
    page = answer._repr_html_()
    assert "<svg" in page and page.count("<rect") == len(answer.sides) == 2
    assert repr(answer).startswith("<Answer: epsilon <= ") and "\n" not in repr(answer)


@pytest.mark.parametrize(("claimed", "verdict"), [("3.92", Verdict.FAILS), ("3.93", Verdict.HOLDS)])
def test_a_number_printed_elsewhere_is_checked(claimed: str, verdict: Verdict) -> None:
    checked = sdp.account("gaussian(1.1)", delta=1e-5, check=claimed).checked
    assert checked is not None and checked.upper is verdict


def test_the_answer_itself_is_a_valid_bound_of_itself() -> None:
    exact = sdp.account("laplace(10)", delta=0, check="0.1").checked
    assert exact is not None and exact.upper is exact.lower is Verdict.HOLDS


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("release", ["gaussian({}) * 10", "poisson(0.01, gaussian({})) * 500"])
def test_a_question_mark_is_answered_in_python(release: str) -> None:
    found = sdp.calibrate(release.format("?"), epsilon=1, delta=1e-5)
    assert sdp.account(release.format(found.meets), delta=1e-5) <= 1
    assert sdp.account(release.format(found.fails), delta=1e-5) > 1


def test_words_are_calibrated_as_the_release_is() -> None:
    found = sdp.calibrate("poisson(0.01, gaussian(?)) * 50", epsilon=1, delta=1e-5, digits=2)
    words = {"noise_multiplier": "?", "batch_size": 10, "records": 1000, "steps": 50}
    said = sdp.calibrate(**words, epsilon=1, delta=1e-5, digits=2)
    assert said.meets == found.meets and "<pre>" in said._repr_html_()
    with pytest.raises(DomainError, match="and not both"):
        sdp.calibrate(epsilon=1, delta=1e-5)


def test_a_curve_bounds_every_test_of_membership() -> None:
    found = sdp.curve("gaussian(1)", points=16)
    assert abs(float(found.advantage) - (2 * NORMAL.cdf(0.5) - 1)) < 1e-5
    for rate in (0.001, 0.01, 0.1, 0.5):
        best = NORMAL.cdf(NORMAL.inv_cdf(rate) + 1)
        assert best <= float(found.true_positive_rate(rate)) < best + 0.02
    assert found.type_two("0.1") == 1 - found.true_positive_rate("0.1")
    assert len(str(found).splitlines()) == 3 and "<polyline" in found._repr_html_()


def test_a_curve_is_a_frame_and_a_figure() -> None:
    found = sdp.curve("poisson(0.1, gaussian(1)) * 50", epsilons=[0, 0.5, 1])
    pandas = pytest.importorskip("pandas")
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame["epsilon"]) == [0.0, 0.5, 1.0]
    assert all(frame["delta_lower"] <= frame["delta_upper"])
    pytest.importorskip("matplotlib")
    assert found.plot().axes


def test_releases_are_made_of_objects_as_of_words() -> None:
    made = sdp.Gaussian(sigma=1.1).poisson(rate="256/60000") * 14063 + sdp.Laplace(scale=10)
    assert made == sdp.read_release("poisson(256/60000, gaussian(1.1)) * 14063 + laplace(10)")
