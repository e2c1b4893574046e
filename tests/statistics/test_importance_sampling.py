from __future__ import annotations

import numpy as np
import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.statistics import MOST_WEIGHT, Tilt, TiltedSampling

LAWS = [np.array([0.1, 0.2, 0.4, 0.3]), np.array([0.4, 0.3, 0.2, 0.1])]


def test_weights_make_up_for_the_tilts() -> None:
    sampling = TiltedSampling(-2, LAWS, [6, 4], [Tilt(8.0, end=1), Tilt(5.0, end=-2)])
    drawn = [sampling.draw(seed=3, name="test", index=index) for index in range(4000)]
    weights = np.array([weight for _, weight in drawn])
    assert weights.max() <= MOST_WEIGHT
    assert np.mean(weights) == pytest.approx(1, abs=0.05)
    levels = np.array([-2, -1, 0, 1])
    mean = (6 * LAWS[0] @ levels + 4 * LAWS[1] @ levels) / 10
    assert np.mean([weight * np.mean(values) for values, weight in drawn]) == pytest.approx(mean, abs=0.04)
    # A rare event that the tilts favour: no record at the highest level.
    exact = 0.7**6 * 0.9**4
    hits = np.array([weight * (max(values) < 1) for values, weight in drawn])
    assert np.mean(hits) == pytest.approx(exact, abs=4 * np.std(hits) / len(hits) ** 0.5)


def test_without_tilts_all_weights_are_one() -> None:
    sampling = TiltedSampling(0, LAWS[:1], [5], [])
    assert {sampling.draw(seed=1, name="test", index=index)[1] for index in range(20)} == {1.0}


def test_a_draw_depends_on_seed_name_and_number_alone() -> None:
    first, second = (TiltedSampling(0, LAWS, [20, 20], [Tilt(2.0, end=3)]) for _ in range(2))
    later = [first.draw(seed=1, name="test", index=index) for index in (7, 3, 5)]
    assert second.draw(seed=1, name="test", index=5) == later[2]
    others = [(2, "test", 5), (1, "other", 5), (1, "test", 6)]
    assert all(second.draw(seed=seed, name=name, index=index) != later[2] for seed, name, index in others)


def test_one_number_per_law() -> None:
    with pytest.raises(DomainError):
        TiltedSampling(0, LAWS, [5], [])
