from __future__ import annotations

import math
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import DomainError
from sdp_proofs.figures import training as experiment
from sdp_proofs.figures.draws import DrawStore
from sdp_proofs.figures.training_runs import NOISE, SETTINGS, Cell, cell_runs, run_cell
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta
from sdp_proofs.statistics import differences, mean_interval, median_interval
from sdp_proofs.verdict import Verdict

QUICK = Cell(sigma="1", steps=5)


def invented(cells: list[Cell], accuracies: list[float]) -> dict[Cell, dict[int, DrawnDelta]]:
    return {
        cell: {seed: DrawnDelta(seed, 1.0, (accuracies[place] + seed / 100, 1.0, 2.0)) for seed in range(12)}
        for place, cell in enumerate(cells)
    }


def coverage(size: int, place: int) -> Fraction:
    """P(place <= Bin(size, 1/2) <= size - place): that the place-th values from both ends hold the median."""
    return Fraction(sum(math.comb(size, k) for k in range(place, size - place + 1)), 2**size)


@given(size=st.integers(2, 60), comparisons=st.integers(1, 30))
def test_the_median_interval_has_its_level_and_no_shorter_one_has(size: int, comparisons: int) -> None:
    found = median_interval([float(value) for value in range(1, size + 1)], comparisons=comparisons)
    wanted = 1 - Fraction(5, 100) / comparisons
    if math.isinf(found.low):
        assert coverage(size, 1) < wanted
        return
    place = int(found.low)
    assert found.high == size + 1 - place
    assert coverage(size, place) >= wanted
    assert place == size // 2 or coverage(size, place + 1) < wanted


def test_the_mean_interval_covers_as_often_as_it_says() -> None:
    draw = np.random.default_rng(3)
    hits = sum(
        interval.low <= 0 <= interval.high
        for interval in (mean_interval(draw.standard_normal(10).tolist(), comparisons=1) for _ in range(800))
    )
    assert 740 <= hits <= 782  # 760 expected, deviation 6.2
    wide, narrow = (mean_interval([0.0, 1.0, 3.0], comparisons=count) for count in (10, 1))
    assert wide.low < narrow.low < narrow.middle < narrow.high < wide.high


def test_pairs_and_decisions() -> None:
    assert differences([3, 2], [1, 5]) == [2, -3]
    assert mean_interval([1.0, 1.0], comparisons=1).decided == "better"
    assert mean_interval([-1.0, -1.0], comparisons=1).decided == "worse"
    assert mean_interval([-1.0, 1.0], comparisons=1).decided == "open"
    for question in (
        lambda: differences([1], [2]),
        lambda: differences([1, 2], [2]),
        lambda: mean_interval([1.0], comparisons=1),
        lambda: median_interval([1.0, 2.0], comparisons=0),
    ):
        with pytest.raises(DomainError):
            question()


def test_a_run_depends_on_its_cell_and_its_seed_alone() -> None:
    assert run_cell(QUICK, 3) == run_cell(QUICK, 3) != run_cell(QUICK, 4)
    assert run_cell(QUICK, 3).losses != run_cell(replace(QUICK, smoothing="1"), 3).losses
    assert run_cell(QUICK, 3).losses == run_cell(replace(QUICK, denoising="none"), 3).losses


def test_a_store_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells, file = [QUICK, replace(QUICK, smoothing="2")], tmp_path / "runs.jsonl"
    with DrawStore(file, SETTINGS) as store:
        first = dict(((cell, run.index), run) for cell, run in cell_runs(cells, [1, 2], store=store))
    monkeypatch.setattr("sdp_proofs.figures.training_runs.run_cell", None)
    with DrawStore(file, SETTINGS) as store:
        second = dict(((cell, run.index), run) for cell, run in cell_runs(cells, [1, 2], store=store))
    assert first == second and len(first) == 4
    for workers, seeds in ((0, [1]), (1, [])):
        with pytest.raises(DomainError):
            list(cell_runs(cells, seeds, workers=workers))


def test_processes_and_a_cluster_give_the_same() -> None:
    distributed = pytest.importorskip("distributed", reason="the optional dependencies `cluster` are not installed")
    expected = sorted(run.losses for _, run in cell_runs([QUICK], [1, 2]))
    found = sorted(run.losses for _, run in cell_runs([QUICK], [1, 2], workers=2))
    assert np.array(found) == pytest.approx(np.array(expected))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc://"
        ) as cluster:
            runs = cell_runs([QUICK], [1, 2], cluster=cluster.scheduler_address)
            assert sorted(run.losses for _, run in runs) == expected


@pytest.mark.slow
def test_a_network_is_run_too() -> None:
    cell = replace(QUICK, model="cnn", steps=2, measure_every=1)
    losses = run_cell(cell, 0).losses
    assert len(losses) == 6 and experiment.method_of(cell) == "DP-SGD"
    assert {experiment.method_of(each) for each in experiment.network_cells()} == {
        "DP-SGD", "DP-LSSGD", "DP-Adam", "DP-LSAdam"
    }  # fmt: skip


def test_the_table_compares_each_strength_with_none() -> None:
    cells = [Cell(sigma=NOISE["1"], smoothing=each) for each in experiment.SMOOTHINGS]
    rows = experiment.table_rows(invented(cells, [0.5, 0.625, 0.5, 0.25]))
    assert [row.method for row in rows] == ["DP-SGD", *["DP-LSSGD"] * 3]
    assert [row.difference for row in rows] == pytest.approx([0, 0.125, 0, -0.25])
    assert {row.epsilon for row in rows} == {"1"} and {row.runs for row in rows} == {12}
    assert rows[1].low > 0 > rows[3].high
    assert rows[0].deviation == pytest.approx(np.std(np.arange(12) / 100, ddof=1))


def test_intervals_of_a_table_hold_together() -> None:
    """The same pair of methods, alone and among others."""
    cells = [Cell(sigma=NOISE["1"], smoothing=each) for each in ("0", "1", "2")]
    draw = np.random.default_rng(0)
    runs = {cell: {s: DrawnDelta(s, 1.0, (float(draw.random()), 1.0, 1.0)) for s in range(12)} for cell in cells}
    alone, among = (experiment.table_rows({cell: runs[cell] for cell in cells[:count]})[1] for count in (2, 3))
    assert among.low < alone.low < alone.high < among.high
    assert among.median_low <= alone.median_low


def test_step_sizes_are_tuned_and_controls_named() -> None:
    cells = experiment.tuning_cells()
    best = {"0": "1/4", "1": "2"}
    accuracies = [0.5 + 0.25 * (cell.step_size == best[cell.smoothing]) for cell in cells]
    sizes = experiment.tuned(invented(cells, accuracies))
    assert set(sizes.values()) == {"1/4", "2"} and len(sizes) == 2 * len(experiment.CONTROL_BUDGETS)
    named = experiment.control_cells(sizes)
    assert len(named) == len(experiment.CONTROL_BUDGETS) * (3 + len(experiment.CONTROLS))
    rows = experiment.control_rows(invented(list(named), [0.5] * len(named)), named)
    assert {row.method for row in rows} == {
        "DP-LSSGD, tuned step", "DP-SGD, the step of DP-LSSGD", "DP-SGD, tuned step", *experiment.CONTROLS
    }  # fmt: skip
    assert all(row.difference == 0 for row in rows)


def test_rows_as_csv_have_no_infinite_ends() -> None:
    cells = [Cell(sigma=NOISE["1"], smoothing=each) for each in ("0", "1")]
    runs = {cell: {seed: DrawnDelta(seed, 1.0, (0.5, 1.0, 1.0)) for seed in range(2)} for cell in cells}
    rows = [row.values() for row in experiment.table_rows(runs)]
    assert len(rows) == 2 and rows[0]["median_low"] == ""


def test_curves_are_means_by_step() -> None:
    cell = experiment.curve_cells()[0]
    count = cell.steps // experiment.CURVE_EVERY
    runs = {
        cell: {
            seed: DrawnDelta(seed, 1.0, tuple(float(part + seed) for _ in range(count) for part in (1, 2, 3)))
            for seed in range(2)
        }
    }
    points = experiment.curve_points(runs)
    assert len(points) == count
    assert (points[0].step, points[0].loss, points[0].training_loss) == (experiment.CURVE_EVERY, 2.5, 3.5)
    assert points[0].accuracy == 1.5


def test_curves_are_compared_with_those_without_smoothing() -> None:
    """Twenty steps, three measures: one family of 60 intervals, around the mean without smoothing."""
    plain, smoothed = experiment.curve_cells()[:2]
    count = plain.steps // experiment.CURVE_EVERY
    level = {plain: 0.0, smoothed: 1.0}
    runs = {
        cell: {seed: DrawnDelta(seed, 1.0, (0.5 + more + 0.1 * seed * more,) * 3 * count) for seed in range(4)}
        for cell, more in level.items()
    }
    points = experiment.curve_points(runs)
    base, other = points[0], points[count]
    assert base.values()["accuracy_low"] == "" and other.accuracy == pytest.approx(1.65)
    whole = mean_interval([1.0, 1.1, 1.2, 1.3], comparisons=3 * count)
    for name in ("accuracy", "loss", "training_loss"):
        ends = getattr(other, f"{name}_low"), getattr(other, f"{name}_high")
        assert ends == pytest.approx((0.5 + whole.low, 0.5 + whole.high))


def test_the_release_of_a_cell() -> None:
    assert Cell(sigma=NOISE["8"]).release() == "poisson(rate=1/25, gaussian(sigma=8629/10000)) * 500"
    assert experiment.epsilon_of(Cell(sigma="7")) == ""


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("epsilon", NOISE)
def test_each_noise_meets_its_budget_and_one_unit_less_does_not(epsilon: str) -> None:
    """Both decided by the accountant; four digits are written out, so that a unit in the last place is a real step."""
    noise = Fraction(NOISE[epsilon])
    unit = Fraction(1, 10 ** len(NOISE[epsilon].partition(".")[2]))
    assert 1000 * unit <= noise < 10_000 * unit
    for sigma, meets in ((noise, Verdict.HOLDS), (noise - unit, Verdict.FAILS)):
        question = Question.of(read_release(Cell(sigma=str(sigma)).release()))
        found = delta_at(question, epsilon, digits=5).value
        assert found is not None and decide_less_equal(found, Fraction(1, 10**5)) is meets


def test_the_lost_signal_is_that_of_the_closed_form_of_a_wave() -> None:
    """A second way: by Fourier series with many digits; the square is nearly one wave in the order of the rows."""
    import mpmath

    from sdp_proofs.papers.dp_lssgd.signals import SQUARE_SIGMA, lost_signal

    found = lost_signal()
    assert found.proven_digits >= 9
    wave = [mpmath.sin(2 * mpmath.pi * place / 100) for place in range(1, 101)]
    values = np.array([float(left * right) for left in wave for right in wave])
    spectrum = np.abs(np.fft.fft(values)) ** 2 / len(values) ** 2
    eigenvalues = 1 + 4 * float(SQUARE_SIGMA) * np.sin(np.pi * np.arange(len(values)) / len(values)) ** 2
    expected = float((spectrum * (1 - 1 / eigenvalues) ** 2).sum())
    assert float(found.lower) <= expected * (1 + 1e-9) and expected * (1 - 1e-9) <= float(found.upper)
    assert float(lost_signal(Fraction(1)).upper) < float(found.lower) < float(lost_signal(Fraction(200)).lower)
