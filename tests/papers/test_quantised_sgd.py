from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError
from sdp_proofs.papers.smoothed_dp.sgd_estimates import (
    SHAPES,
    Level,
    expected_plug_in,
    fit,
    levels,
    output_laws,
    plug_in_estimates,
    recorded_rows,
    rows_of,
    scale,
    unseen_mass,
)
from sdp_proofs.papers.smoothed_dp.sgd_step import (
    EPSILONS,
    FIGURE_2,
    FIGURE_5,
    LARGE_SIZES,
    SIZES,
    Point,
    batch_size,
    drawn_delta,
    log_lower_bound,
    log_upper_bound,
    mixtures,
    typical_database,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD
from sdp_proofs.privacy.mean import average_delta, neighbour_divergence


def test_batches_are_the_nearest_integers() -> None:
    for records in range(2, 2000):
        assert abs(batch_size(records) ** 2 - records) <= batch_size(records)
        assert batch_size(records) == round(records**0.5)


def test_settings_of_the_appendix() -> None:
    names = [[source.name for source in setting.sources] for setting in FIGURE_5]
    assert names[2] == ["gaussian(0, 0.12^2)", "laplace(0, 0.12^2)"]
    assert names[3] == ["laplace(0, 0.12^2)", "laplace(0.2, 0.12^2)"]
    assert [batch_size(records) for records in SIZES] == [11, 12, 13, 14, 15, 16]
    assert mixtures(10, 5) == ((10, 0), (8, 2), (6, 4), (4, 6), (2, 8), (0, 10))


def test_a_draw_is_what_it_says() -> None:
    point = Point(FIGURE_2, (125, 0))
    drawn = drawn_delta(point, 0)
    assert drawn == drawn_delta(Point(FIGURE_2, (125, 0)), 0)
    assert list(drawn.losses) == sorted(drawn.losses, reverse=True)
    assert drawn.losses[0] < 11 / 125


def test_rounding_the_mean_loses_nothing_of_privacy() -> None:
    exact, rounded = (Point(FIGURE_2, (60, 0), epsilons=("1",), rounded=each) for each in (False, True))
    assert drawn_delta(rounded, 1).losses[0] <= drawn_delta(exact, 1).losses[0]


def test_recorded_rows_are_what_the_seed_gives() -> None:
    recorded = {(row["set"], row["following"], row["epsilon"]): row for row in recorded_rows()}
    assert len(recorded) == 4 * 2 * (len(SIZES) + len(LARGE_SIZES)) + 4 * 4 * 2 * len(SIZES)
    point = Point(FIGURE_2, (125, 0))
    count = int(recorded["figure 2", "125 0", "1"]["databases"])
    few = [drawn_delta(point, index) for index in range(8)]
    for row in rows_of(point, few):
        held = recorded["figure 2", "125 0", row.epsilon]
        assert count > 50
        assert row.delta_estimate.low <= float(held["delta_estimate"]) <= row.delta_estimate.high


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("setting", [FIGURE_2, *FIGURE_5])
def test_proven_bounds_contain_every_recorded_estimate(setting: object) -> None:
    for level in levels(recorded_rows()):
        for each in (FIGURE_2, *FIGURE_5):
            if each is setting and each.name == level.name:
                below = float(log_lower_bound(each, level.records))
                above = float(log_upper_bound(each, level.records, Budget.read(epsilon=level.epsilon)))
                assert below < log(level.delta_estimate) < above


def test_bounds_meet_in_the_limit() -> None:
    budget = Budget.read(epsilon=2)
    gaps = []
    for exponent in (22, 26, 30):
        below, above = log_lower_bound(FIGURE_2, 10**exponent), log_upper_bound(FIGURE_2, 10**exponent, budget)
        assert float(below) < float(above)
        gaps.append(float(below) / float(above) - 1)
    assert gaps == sorted(gaps, reverse=True) and gaps[-1] < 0.001
    with pytest.raises(DomainError):
        log_upper_bound(FIGURE_2, 100, Budget.read(odds=1))


def test_fits_recover_their_own_shape() -> None:
    for shape in SHAPES:
        points = []
        for records in SIZES:
            value = 2.0 ** (-1 - scale(shape, "1", records) / 10)
            points.append(Level("made", "1", records, value, value * 0.9, value * 1.1, 0.0, 1.0))
        found = fit(shape, points)
        assert found.rate_estimate == pytest.approx(log(2) / 10)
        assert found.misfit_estimate == pytest.approx(0, abs=1e-6)
        assert found.log10_at(125) == pytest.approx(log(points[0].delta_estimate) / log(10))
    with pytest.raises(DomainError):
        fit("exponential", points[:2])
    with pytest.raises(DomainError):
        scale("parabola", "1", 125)


def test_points_are_checked() -> None:
    for following in ((1, 0), (125,), (130, -5)):
        with pytest.raises(DomainError):
            Point(FIGURE_2, following)


def test_plug_in_estimates_have_a_floor() -> None:
    point = Point(FIGURE_2, (125, 0))
    database = typical_database(point)
    found = average_delta(database, Budget.read(odds=150))
    laws = output_laws(database, found.removed, found.added, found.direction)
    floor = float(unseen_mass(*laws, 10**6))
    estimates = plug_in_estimates(laws, 150.0, 10**6, runs=20, seed=1)
    assert float(found.value) < floor / 100
    assert sum(estimates) / 20 == pytest.approx(floor, rel=0.1)


def test_expected_estimates_are_those_of_many_runs() -> None:
    one = FiniteLaw({Fraction(0): Fraction(2, 3), Fraction(1): Fraction(1, 3)})
    other = FiniteLaw({Fraction(0): Fraction(1, 3), Fraction(2): Fraction(2, 3)})
    exact = expected_plug_in(one, other, Fraction(3, 2), 4)
    runs = plug_in_estimates((one, other), 1.5, 4, runs=40_000, seed=2)
    assert sum(runs) / len(runs) == pytest.approx(float(exact), abs=0.01)
    with pytest.raises(DomainError):
        unseen_mass(one, other, 0)


def test_the_typical_database_is_worst_at_an_extreme() -> None:
    database = typical_database(Point(FIGURE_2, (0, 125)))
    budget = Budget.read(odds=3)
    least, most = min(database.values), max(database.values)
    ends = [
        neighbour_divergence(database, budget, removed=removed, added=added, direction=BACKWARD).exact or Fraction(0)
        for removed, added in ((least, 127), (most, -128))
    ]
    assert average_delta(database, budget).value.exact == max(ends)
    assert len(EPSILONS) == 4
