from __future__ import annotations

import importlib
import sys
from fractions import Fraction
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from optax import contrib

from sdp_proofs.errors import DomainError
from sdp_proofs.smoothing.floats import Layout, smooth_tensors
from sdp_proofs.training import data, network, run
from sdp_proofs.training.data import Dataset
from sdp_proofs.training.plan import Kind, TrainingPlan
from sdp_proofs.training.transformation import expected_batch, laplacian_smoothing, private_chain


def images(records: int = 48) -> Dataset:
    draw = np.random.default_rng(1)
    labels = draw.integers(2, size=records + 16)
    inputs = draw.random((records + 16, 16)) + labels[:, None] * (np.arange(16) < 8)
    return Dataset("images", inputs[:-16], labels[:-16], inputs[-16:], labels[-16:], 2)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("sigma", ["0", "1/3", "10"])
def test_smoothing_is_that_of_numpy(layout: Layout, sigma: str) -> None:
    draw = np.random.default_rng(0)
    tensors = [draw.standard_normal(shape) for shape in ((3, 3, 2, 5), (7,), (1, 1), (), (2, 9))]
    smoothing = laplacian_smoothing(sigma, layout.value)
    updates, _ = smoothing.update(tuple(map(jnp.asarray, tensors)), smoothing.init(None))
    for found, expected in zip(updates, smooth_tensors(tensors, Fraction(sigma), layout), strict=True):
        assert np.asarray(found) == pytest.approx(expected, abs=2e-6)


def loss_of(parameters: dict[str, jax.Array], record: jax.Array, label: jax.Array) -> jax.Array:
    scores = parameters["slope"] @ record + parameters["shift"]
    return jax.nn.logsumexp(scores) - scores[label]


def test_the_step_of_the_chain_is_that_of_numpy() -> None:
    """Without noise to the digits of float64, at a point where most gradients are clipped."""
    data = images()
    plan = TrainingPlan.read(
        records=48, batch=16, steps=1, clip="1/2", sigma=0, smoothing=3, step_size="1/4", sampling="without-replacement"
    )
    draw = np.random.default_rng(4)
    slope, shift = draw.standard_normal((2, 16)), draw.standard_normal(2)
    batch = plan.sampler.draw(draw)
    noisy, _ = run.noisy_mean(plan, (slope, shift), data, batch, draw)
    expected = run.updated(plan, 1, (slope, shift), noisy)
    doubled = jax.enable_x64 if hasattr(jax, "enable_x64") else importlib.import_module("jax.experimental").enable_x64
    with doubled(True):
        aggregate = contrib.differentially_private_aggregate(0.5, 0.0, key=jax.random.key(0))
        chain = optax.chain(aggregate, laplacian_smoothing(3), optax.sgd(0.25))
        parameters = {"slope": jnp.asarray(slope), "shift": jnp.asarray(shift)}
        gradients = jax.vmap(jax.grad(loss_of), (None, 0, 0))(parameters, data.inputs[batch], data.labels[batch])
        updates, _ = chain.update(gradients, chain.init(parameters), parameters)
        found = optax.apply_updates(parameters, updates)
        assert np.asarray(found["slope"]) == pytest.approx(expected[0], abs=1e-9)
        assert np.asarray(found["shift"]) == pytest.approx(expected[1], abs=1e-9)
    assert np.asarray(run.probabilities((slope, shift), data.inputs[:1])).sum() == pytest.approx(1)


def test_noise_of_the_chain_has_the_deviation_that_is_accounted_for() -> None:
    zeros = {"w": jnp.zeros(20_000)}
    chain = private_chain(
        clip=Fraction(3), sigma=Fraction(2), smoothing=0, batch=10, key=jax.random.key(1), optimizer=optax.sgd(1.0)
    )
    updates, _ = chain.update({"w": jnp.zeros((16, 20_000))}, chain.init(zeros), zeros, rows=16)
    assert float(jnp.std(updates["w"])) == pytest.approx(3 * 2 / 10, rel=0.03)


def test_rows_of_zeros_change_nothing() -> None:
    gradients = jnp.asarray(np.random.default_rng(0).standard_normal((5, 9)))
    found = []
    for rows in (8, 32):
        chain = private_chain(
            clip=Fraction(1), sigma=Fraction(0), smoothing=1, batch=6, key=jax.random.key(1), optimizer=optax.sgd(1.0)
        )
        padded = jnp.concatenate([gradients, jnp.zeros((rows - 5, 9))])
        updates, _ = chain.update(padded, chain.init(jnp.zeros(9)), jnp.zeros(9), rows=rows)
        found.append(np.asarray(updates))
    assert found[0] == pytest.approx(found[1], abs=1e-6)
    clipped = np.asarray(gradients) / np.maximum(1, np.linalg.norm(gradients, axis=1, keepdims=True))
    smoothed = smooth_tensors([clipped.sum(axis=0) / 6], Fraction(1))[0]
    assert found[0] == pytest.approx(-smoothed, abs=1e-3)


def test_a_network_run_repeats_and_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = TrainingPlan.read(records=48, batch=12, steps=6, clip=1, sigma="1/2", smoothing=1, step_size="1/10")
    data, file, count = images(), tmp_path / "run", 0
    monkeypatch.setattr(network, "SAVE_EVERY", 2)

    def stop() -> None:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt

    whole = network.train(plan, data, optimizer="adam", measure_every=3)
    assert [measure.step for measure in whole.measures] == [3, 6]
    assert whole.privacy.expression() == "poisson(rate=1/4, gaussian(sigma=1/2)) * 6"
    with pytest.raises(KeyboardInterrupt):
        network.train(plan, data, optimizer="adam", resume=file, progress=stop)
    resumed = network.train(plan, data, optimizer="adam", resume=file)
    for name, array in whole.parameters.items():
        assert np.array_equal(array, resumed.parameters[name])
    assert resumed.privacy.steps == 6
    with pytest.raises(DomainError, match="same optimizer"):
        network.train(plan, data, optimizer="sgd", resume=file)


def test_convolution_is_that_of_jax() -> None:
    draw = np.random.default_rng(0)
    values, weights = jnp.asarray(draw.random((2, 4, 4, 3))), jnp.asarray(draw.random((3, 3, 3, 5)))
    form = ("NHWC", "HWIO", "NHWC")
    expected = jax.lax.conv_general_dilated(values, weights, (1, 1), "SAME", dimension_numbers=form)
    assert np.asarray(network._convolved(values, weights)) == pytest.approx(np.asarray(expected), abs=1e-5)


def test_bad_networks() -> None:
    plan = TrainingPlan.read(records=48, batch=12, steps=1, clip=1, sigma=1, smoothing=1)
    for question in (
        lambda: network.train(plan, images(), optimizer="x"),
        lambda: network.train(plan, images(40)),
        lambda: network.train(run.with_denoising(plan, kind=Kind.PERMUTED), images()),
        lambda: network.side_of(36),
        lambda: network.side_of(17),
        lambda: laplacian_smoothing(-1),
        lambda: laplacian_smoothing(1, "x"),
        lambda: laplacian_smoothing(0.5),
        lambda: expected_batch(0),
        lambda: private_chain(
            clip=Fraction(0), sigma=Fraction(1), smoothing=1, batch=1, key=None, optimizer=optax.sgd(1.0)
        ),
    ):
        with pytest.raises(DomainError):
            question()


def test_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("jax", "optax"):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(
            DomainError, match=r'^\w+ must be installed for this; run: pip install "sdp-proofs\[train\]"$'
        ):
            data.load(name)
        with pytest.raises(DomainError, match="must be installed"):
            laplacian_smoothing(1)
