"""Objects of the real packages, where they are installed: the extra `runs` brings them; a job of CI does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sdp_proofs as sdp
from sdp_proofs.errors import DomainError
from sdp_proofs.runs.events import to_event
from sdp_proofs.runs.history import Accountant
from sdp_proofs.runs.reading import read

STORED = Path(__file__).with_name("stored")


def _trained(accountant: Any, **options: Any) -> Any:
    torch = pytest.importorskip("torch")
    opacus = pytest.importorskip("opacus")
    torch.manual_seed(0)
    inputs = torch.randn(120, 3)
    data = torch.utils.data.TensorDataset(inputs, (inputs.sum(1) > 0).long())
    loader = torch.utils.data.DataLoader(data, batch_size=20)
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    engine = opacus.PrivacyEngine(**options)
    if accountant is not None:
        engine.accountant = accountant
    model, optimizer, loader = engine.make_private(
        module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.1, max_grad_norm=1.0
    )
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return engine, model, optimizer


@pytest.mark.filterwarnings("ignore")
def test_an_engine_of_opacus_its_accountant_and_its_checkpoint_are_one_run(tmp_path: Path) -> None:
    engine, model, optimizer = _trained(None)
    answer = sdp.account(engine, delta=1e-5)
    assert answer <= engine.get_epsilon(1e-5)
    path = tmp_path / "run.pt"
    engine.save_checkpoint(path=str(path), module=model, optimizer=optimizer)
    for same in (engine.accountant, engine.accountant.history, engine.accountant.state_dict(), str(path)):
        assert sdp.account(same, delta=1e-5).value.to_json() == answer.value.to_json()


@pytest.mark.filterwarnings("ignore")
def test_opacus_takes_our_accountant_for_its_own() -> None:
    engine, _, _ = _trained(Accountant())
    assert engine.accountant.history == [(1.1, 1 / 6, 6)]
    assert engine.get_epsilon(1e-5) == float(sdp.account(engine, delta=1e-5))


def test_a_stored_checkpoint_of_opacus_is_read_without_its_classes() -> None:
    pytest.importorskip("torch")
    assert read(STORED / "opacus_rdp.pt").release == read([(1.1, 0.1, 50)]).release


RELEASES = (
    "poisson(0.01, gaussian(1.1)) * 300 + gaussian(4, sensitivity=2)",
    "laplace(3) * 2 + geometric(2)",
    "randomised-response(truth=3/4, types=3)",
)


@pytest.mark.parametrize("text", RELEASES)
def test_a_release_is_written_as_an_event_and_read_back(text: str) -> None:
    pytest.importorskip("dp_accounting")
    release = sdp.read_release(text)
    back = read(to_event(release))
    ours, theirs = (sdp.account(each, delta=1e-6, digits=6) for each in (release, back.release))
    assert abs(float(ours) - float(theirs)) < 1e-5 * float(ours)
    tuples = to_event(release).to_named_tuple()
    assert read(tuples).release == back.release


def test_a_release_without_an_event_is_refused_by_name() -> None:
    pytest.importorskip("dp_accounting")
    with pytest.raises(DomainError, match="binomial"):
        to_event(sdp.read_release("binomial(coins=20)"))


def test_every_event_class_of_dp_accounting_is_answered_or_refused_by_name() -> None:
    events = pytest.importorskip("dp_accounting.dp_event")
    gaussian = events.GaussianDpEvent(2.0)
    given = {
        "NoOpDpEvent": (), "NonPrivateDpEvent": (), "UnsupportedDpEvent": (), "RandomizedResponseDpEvent": (0.5, 3),
        "GaussianDpEvent": (2.0,), "LaplaceDpEvent": (2.0,), "DiscreteLaplaceDpEvent": (0.5, 1),
        "SelfComposedDpEvent": (gaussian, 3), "ComposedDpEvent": ([gaussian],),
        "PoissonSampledDpEvent": (0.1, gaussian),
        "SampledWithReplacementDpEvent": (10, 2, gaussian), "SampledWithoutReplacementDpEvent": (10, 2, gaussian),
        "SingleEpochTreeAggregationDpEvent": (2.0, 9), "RepeatAndSelectDpEvent": (gaussian, 2.0, 1.0),
        "MixtureOfGaussiansDpEvent": (1.0, [0.0, 1.0], [0.5, 0.5]), "ZCDpEvent": (0.1,),
        "TruncatedSubsampledGaussianDpEvent": (100, 0.1, 15, 1.0),
    }  # fmt: skip
    classes = {name for name in dir(events) if name.endswith("DpEvent") and name != "DpEvent"}
    assert classes == set(given)
    for name, fields in given.items():
        try:
            assert read(getattr(events, name)(*fields)).release is not None
        except DomainError as refused:
            assert name in str(refused)


def test_a_plan_of_jax_privacy_is_read_by_its_event() -> None:
    plans = pytest.importorskip("jax_privacy.experimental.execution_plan")
    config = plans.BandMFExecutionPlanConfig.default(
        num_bands=4, iterations=64, noise_multiplier=1.5, epsilon=None, delta=None, sampling_prob=0.05
    )
    assert read(config.plan).release == sdp.read_release("poisson(0.05, gaussian(1.5)) * 16")


def test_parameters_of_jax_privacy_are_answered_beside_its_own() -> None:
    analysis = pytest.importorskip("jax_privacy.accounting.analysis")
    accountants = pytest.importorskip("jax_privacy.accounting.accountants")
    params = analysis.DpParams(noise_multipliers=1.1, num_samples=1000, delta=1e-5, batch_size=20)
    answer = sdp.account(params, steps=300, delta=params.delta)
    theirs = analysis.DpsgdTrainingAccountant(dp_accountant_config=accountants.PldAccountantConfig())
    epsilon = theirs.compute_epsilon(300, params)
    assert answer <= epsilon * (1 + 1e-12) and float(answer) > 0.99 * epsilon


def test_measurements_of_opendp_are_read_by_their_map() -> None:
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    assert read(dp.m.make_laplace(*space, scale=2.0)).release == sdp.read_release("pure(epsilon=0.5)")
