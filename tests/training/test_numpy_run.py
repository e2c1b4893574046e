from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing import floats
from sdp_proofs.training import run
from sdp_proofs.training.data import Dataset
from sdp_proofs.training.plan import Denoising, Kind, Schedule, TrainingPlan
from sdp_proofs.training.privacy import PrivacyRecord, Release, Sampler, Scheme, whole_steps


def small_data(records: int = 40, features: int = 6, classes: int = 3) -> Dataset:
    draw = np.random.default_rng(5)
    inputs = draw.standard_normal((records + 20, features))
    labels = inputs[:, :classes].argmax(axis=1)
    return Dataset("small", inputs[:-20], labels[:-20], inputs[-20:], labels[-20:], classes)


def plan(**changes: object) -> TrainingPlan:
    options = {"records": 40, "batch": 8, "steps": 12, "clip": "1/2", "sigma": 1, "smoothing": 1, **changes}
    return TrainingPlan.read(**options)  # type: ignore[arg-type]


def gradients_one_by_one(parameters: run.Parameters, inputs: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """By differences of the loss, which know nothing of closed forms."""
    flat = np.concatenate([part.ravel() for part in parameters])
    rows = []
    for record, label in zip(inputs, labels, strict=True):
        row = []
        for place in range(len(flat)):
            ends = []
            for step in (1e-5, -1e-5):
                moved = flat.copy()
                moved[place] += step
                slope = moved[: parameters[0].size].reshape(parameters[0].shape)
                ends.append(
                    run.loss_and_accuracy((slope, moved[parameters[0].size :]), record[None], np.array([label]))[0]
                )
            row.append((ends[0] - ends[1]) / 2e-5)
        rows.append(row)
    return np.array(rows)


@pytest.mark.parametrize("clip", [Fraction(1, 10), Fraction(100)])
def test_the_clipped_sum_is_the_sum_of_clipped_gradients(clip: Fraction) -> None:
    data = small_data()
    draw = np.random.default_rng(0)
    parameters = draw.standard_normal((3, 6)), draw.standard_normal(3)
    rows = gradients_one_by_one(parameters, data.inputs[:9], data.labels[:9])
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    expected = (rows * np.minimum(1, float(clip) / norms)).sum(axis=0)
    (slope, shift), largest = run.clipped_sum(parameters, data.inputs[:9], data.labels[:9], clip)
    assert np.concatenate([slope.ravel(), shift]) == pytest.approx(expected, abs=1e-6)
    assert largest <= clip
    assert largest == pytest.approx(min(float(clip), norms.max()), rel=1e-4)


@given(scale=st.floats(1e-6, 1e6), clip=st.fractions(min_value="1/1000", max_value=1000, max_denominator=1000))
def test_no_clipped_gradient_is_longer_than_the_clip_norm(scale: float, clip: Fraction) -> None:
    """Exactly, in fractions."""
    draw = np.random.default_rng(int(scale * 7) % 1000)
    parameters, record = (draw.standard_normal((3, 4)), draw.standard_normal(3)), scale * draw.standard_normal((1, 4))
    (slope, shift), largest = run.clipped_sum(parameters, record, np.array([1]), clip)
    square = sum(Fraction(float(x)) ** 2 for x in (*slope.ravel(), *shift))
    assert square <= clip**2
    assert largest <= clip


def test_one_step_as_printed() -> None:
    """Eq. (5) with clipping, written out."""
    data, one = small_data(), plan(steps=1, seed=3, step_size="1/4", decay="1/10")
    batch = one.sampler.draw(np.random.default_rng([3, 1, 0]))
    start = (np.full((3, 6), 0.1), np.zeros(3))
    noisy, _ = run.noisy_mean(one, start, data, batch, np.random.default_rng(9))
    total, _ = run.clipped_sum(start, data.inputs[batch], data.labels[batch], one.clip)
    noise = np.random.default_rng(9).standard_normal((3, 6)) * 0.5
    assert noisy[0] == pytest.approx((total[0] + noise) / 8)
    found, _ = run.updated(one, 1, start, noisy)
    smoothed = floats.smooth(noisy[0].ravel(), Fraction(1)).reshape(3, 6)
    assert found == pytest.approx(start[0] - 0.25 * (smoothed + 0.1 * start[0]))


def test_a_run_repeats_and_learns() -> None:
    data = small_data()
    first, second = (run.train(plan(steps=60, sigma="1/10", step_size=2), data, measure_every=20) for _ in range(2))
    assert np.array_equal(first.parameters[0], second.parameters[0])
    assert [measure.step for measure in first.measures] == [20, 40, 60]
    assert first.measures[-1].accuracy > 0.6
    other = run.train(plan(steps=60, sigma="1/10", step_size=2, seed=1), data)
    assert not np.array_equal(first.parameters[0], other.parameters[0])


@pytest.mark.parametrize("sampling", ["poisson", "without-replacement"])
def test_an_interrupted_run_continues_where_it_was(
    sampling: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SAVE_EVERY", 5)
    data, whole, file = small_data(), plan(sampling=sampling), tmp_path / "run"
    count = 0

    def stop() -> None:
        nonlocal count
        count += 1
        if count == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.train(whole, data, resume=file, progress=stop)
    assert file.stat().st_mode & 0o077 == 0
    assert run.read(file, {**whole.settings(), "data": data.fingerprint(), "model": "logistic"}).step == 7
    found = run.train(whole, data, resume=file)
    assert np.array_equal(found.parameters[0], run.train(whole, data).parameters[0])
    assert found.privacy.steps == 12
    assert run.train(whole, data, resume=file).privacy.expression() == found.privacy.expression()
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    with pytest.raises(DomainError, match="at most 3 steps"):
        run.train(replace(whole, steps=3), data, resume=file)
    with pytest.raises(DomainError, match="same clip"):
        run.train(replace(whole, clip=Fraction(3)), data, resume=file)
    with pytest.raises(DomainError, match="same data"):
        run.train(whole, replace(data, inputs=data.inputs * 2), resume=file)


def test_files_that_no_run_wrote(tmp_path: Path) -> None:
    file = tmp_path / "run"
    for content in (b"", b"x" * 50, b"PK\x03\x04" + b"\0" * 50):
        file.write_bytes(content)
        with pytest.raises(DomainError, match="must be a file that a training run wrote"):
            run.read(file, {})
    np.savez(file.open("wb"), about=np.array("[]"))
    with pytest.raises(DomainError):
        run.seed_of(file)
    assert run.seed_of(tmp_path / "none") is None


def test_the_run_says_what_it_released() -> None:
    data = small_data()
    found = run.train(plan(sigma="1.1"), data).privacy
    assert (found.expression(), found.adjacency) == ("poisson(rate=1/5, gaussian(sigma=11/10)) * 12", "add-remove")
    found = run.train(plan(sampling="without-replacement"), data).privacy
    assert found.expression() == "without-replacement(batch=8, records=40, gaussian(sigma=1)) * 12"
    assert found.adjacency == "replace-one"
    assert run.train(plan(sigma=0), data).privacy.expression() is None


def test_a_run_that_does_not_match_its_accounting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    record, sampler = PrivacyRecord(), Sampler(Scheme.POISSON, 40, 8)
    release = Release(sampler, Fraction(1), Fraction(2))
    with pytest.raises(DomainError, match="must have norm <= 1"):
        record.add(release, largest_norm=1.0000001)
    with pytest.raises(DomainError, match="must have norm"):
        record.add(release, largest_norm=float("nan"))
    with pytest.raises(DomainError, match="a step"):
        record.expression()
    record.add(release, largest_norm=1)
    with pytest.raises(DomainError, match="in the same way"):
        record.add(Release(Sampler(Scheme.WITHOUT_REPLACEMENT, 40, 8), Fraction(1), Fraction(2)), largest_norm=1)
    record.add(Release(sampler, Fraction(1), Fraction(3)), largest_norm=1, times=4)
    assert record.expression() == (
        "poisson(rate=1/5, gaussian(sigma=2)) * 1 + poisson(rate=1/5, gaussian(sigma=3)) * 4"
    )
    monkeypatch.setattr(run, "SLACK", 1.1)
    with pytest.raises(DomainError, match="must have norm"):
        run.train(plan(clip="1/100"), small_data())


def test_the_two_ways_of_sampling() -> None:
    draw = np.random.default_rng(0)
    sizes = [len(Sampler(Scheme.POISSON, 100, 20).draw(draw)) for _ in range(400)]
    assert 18 < np.mean(sizes) < 22 and 12 < np.var(sizes) < 20
    counts = np.zeros(100)
    for _ in range(400):
        batch = Sampler(Scheme.WITHOUT_REPLACEMENT, 100, 20).draw(draw)
        assert len(set(batch.tolist())) == 20
        counts[batch] += 1
    assert counts.min() > 40 and counts.max() < 120
    assert whole_steps(2, 100, 20) == 10


KINDS = [kind for kind in Kind if kind is not Kind.NONE]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_denoising_is_linear_or_keeps_directions(kind: Kind) -> None:
    draw = np.random.default_rng(2)
    tensors = [draw.standard_normal((4, 6)), draw.standard_normal(4)]
    denoising = Denoising(kind, Fraction(2))
    found = denoising.after(tensors)
    assert [part.shape for part in found] == [part.shape for part in tensors]
    length, before = (np.sqrt(sum((part**2).sum() for part in each)) for each in (found, tensors))
    assert length <= before * (1 + 1e-12)
    untouched = kind in (Kind.NONE, Kind.NOISELESS)
    assert untouched == all(np.array_equal(a, b) for a, b in zip(found, tensors, strict=True))
    smoothed = Denoising(Kind.SMOOTHING, Fraction(2)).after(tensors)
    shrunk = np.sqrt(sum((part**2).sum() for part in smoothed))
    if kind is Kind.EQUAL_NORM:
        assert length == pytest.approx(shrunk)
    assert np.allclose(found[0], smoothed[0]) == (kind is Kind.SMOOTHING)
    before_noise = denoising.before(tensors)
    assert np.allclose(before_noise[0], smoothed[0]) == (kind is Kind.NOISELESS)
    zero = denoising.after([np.zeros((4, 6)), np.zeros(4)])
    assert not any(part.any() for part in zero)


def test_the_constant_is_the_shrinkage_of_noise() -> None:
    draw = np.random.default_rng(0)
    noise = [draw.standard_normal((50, 40)), draw.standard_normal(30)]
    lengths = [
        np.sqrt(sum((part**2).sum() for part in Denoising(kind, Fraction(3)).after(noise)))
        for kind in (Kind.SMOOTHING, Kind.CONSTANT, Kind.PERMUTED, Kind.TRANSPOSED)
    ]
    assert lengths == pytest.approx([lengths[0]] * 4, rel=0.1)


def test_runs_of_one_seed_share_batches_and_noise() -> None:
    """At step 1 all start at zero, so that the noisy means are equal."""
    data = small_data()
    found = []
    for kind in (Kind.NONE, Kind.SMOOTHING, Kind.EQUAL_NORM):
        each = run.with_denoising(plan(seed=8), kind=kind)
        batch = each.sampler.draw(np.random.default_rng([8, 1, 0]))
        found.append(run.noisy_mean(each, run.start(data), data, batch, np.random.default_rng([8, 1, 1]))[0][0])
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])


def test_schedules() -> None:
    assert [Schedule(name).at(8.0, 4) for name in ("constant", "root", "inverse")] == [8.0, 4.0, 2.0]


@pytest.mark.parametrize(
    "changes",
    [
        {"batch": 0},
        {"batch": 41},
        {"batch": "1.5"},
        {"steps": 0},
        {"clip": 0},
        {"clip": -1},
        {"sigma": -1},
        {"sigma": 0.5},
        {"smoothing": "-1/9"},
        {"step_size": 0},
        {"decay": -1},
        {"seed": -1},
        {"seed": 2**256},
        {"seed": 10**5000},
        {"steps": 10**5000},
        {"batch": 10**5000},
        {"clip": "1e-400"},
        {"sigma": "1e-10"},
        {"smoothing": "1e400"},
        {"sampling": "shuffled epochs"},
        {"sampling": "bootstrap"},
        {"layout": "x"},
        {"denoising": "x"},
        {"schedule": "x"},
        {"speed": 1},
    ],
)
def test_bad_plans(changes: dict[str, object]) -> None:
    with pytest.raises(DomainError):
        plan(**changes)


def test_a_plan_for_other_data() -> None:
    with pytest.raises(DomainError, match="40 records there are"):
        run.train(plan(records=50), small_data())
    for epochs, batch in ((1, 30), (0, 10)):
        with pytest.raises(DomainError):
            whole_steps(epochs, 40, batch)
