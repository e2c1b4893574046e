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
    "without-replacement(batch=10, records=100, gaussian(4)) * 3",
    "truncated-poisson(rate=1/10, batch=15, records=100, gaussian(3)) * 3",
    "mixture(chances=[1/2, 1/2], shifts=[0, 1], sigma=2) * 3",
    "zcdp(rho=1/8)",
    "repeat(mean=5, runs=poisson, gaussian(8))",
    "approximate(epsilon=0, delta=1) + pure(epsilon=0)",
)
WRITTEN_AS = {
    "group(size=3, poisson(0.01, gaussian(2))) * 50": "mixture(chances=[0.970299, 0.029403, 0.000297, 0.000001], "
    "shifts=[0, 1, 2, 3], sigma=2) * 50",
    "banded(bands=4, steps=18, rate=0.05, gaussian(2))": "poisson(0.05, gaussian(2)) * 5",
    "repeat(mean=3, runs=fixed, laplace(4))": "laplace(4) * 3",
}


@pytest.mark.parametrize("text", RELEASES)
def test_a_release_is_written_as_an_event_and_read_back(text: str) -> None:
    pytest.importorskip("dp_accounting")
    release = sdp.read_release(text)
    back = read(to_event(release))
    ours, theirs = (sdp.account(each, delta=1e-6, digits=6) for each in (release, back.release))
    assert ours.value == theirs.value or abs(float(ours) - float(theirs)) < 1e-5 * float(ours)
    tuples = to_event(release).to_named_tuple()
    assert read(tuples).release == back.release


@pytest.mark.parametrize("text", WRITTEN_AS)
def test_a_release_of_no_class_of_its_own_is_written_as_what_it_is_made_of(text: str) -> None:
    pytest.importorskip("dp_accounting")
    assert read(to_event(sdp.read_release(text))).release == sdp.read_release(WRITTEN_AS[text])


def test_a_release_without_an_event_is_refused_by_name() -> None:
    pytest.importorskip("dp_accounting")
    for text, name in (("binomial(coins=20)", "binomial"), ("pure(epsilon=1)", "pure"),
                       ("allocation(steps=10, chosen=3, gaussian(2))", "allocation")):  # fmt: skip
        with pytest.raises(DomainError, match=f"got {name}"):
            to_event(sdp.read_release(text))


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


def test_a_configuration_and_its_plan_are_one_run() -> None:
    plans = pytest.importorskip("jax_privacy.experimental.execution_plan")
    config = plans.BandMFExecutionPlanConfig.default(
        num_bands=4, iterations=64, noise_multiplier=1.5, epsilon=None, delta=None, sampling_prob=0.05
    )
    assert read(config).release == read(config.plan).release


def test_a_configuration_of_keras_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERAS_BACKEND", "jax")
    pytest.importorskip("keras")
    keras = pytest.importorskip("jax_privacy.keras_api")
    config = keras.DPKerasConfig(
        epsilon=3.0, delta=1e-5, clipping_norm=1.0, batch_size=20, gradient_accumulation_steps=2, train_steps=300,
        train_size=1000, noise_multiplier=1.1,
    )  # fmt: skip
    run = read(config)
    assert run.release == sdp.read_release("poisson(40/1000, gaussian(1.1)) * 300")
    assert "poisson_sampling_in_fit is off" in run.unseen[0]


def test_an_accountant_of_dp_accounting_is_read_by_its_ledger() -> None:
    events = pytest.importorskip("dp_accounting.dp_event")
    pld = pytest.importorskip("dp_accounting.pld")
    accountant = pld.PLDAccountant()
    accountant.compose(events.PoissonSampledDpEvent(0.01, events.GaussianDpEvent(1.0)), 100)
    assert read(accountant).release == sdp.read_release("poisson(0.01, gaussian(1)) * 100")


VARIANTS = (
    ("DpsgdTrainingUserLevelAccountant", {"examples_per_user": 3}),
    ("DpsgdTrainingAccountant", {"cycle_length": 3}),
)


@pytest.mark.parametrize(("name", "given"), VARIANTS)
def test_users_and_cycles_of_jax_privacy_are_answered_beside_its_own(name: str, given: dict[str, int]) -> None:
    analysis = pytest.importorskip("jax_privacy.accounting.analysis")
    accountants = pytest.importorskip("jax_privacy.accounting.accountants")
    params = analysis.DpParams(noise_multipliers=1.1, num_samples=1000, delta=1e-5, batch_size=20, **given)
    theirs = getattr(analysis, name)(dp_accountant_config=accountants.PldAccountantConfig())
    epsilon = theirs.compute_epsilon(100, params)
    answer = sdp.account(params, steps=100, delta=params.delta)
    assert answer <= epsilon * (1 + 1e-12) and float(answer) > 0.999 * epsilon


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


def test_tables_of_a_fixed_size_are_two_apart_in_opendp() -> None:
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    records = dp.vector_domain(dp.atom_domain(bounds=(0, 1)), size=100), dp.symmetric_distance()
    run = read(dp.t.make_sum(*records) >> dp.m.then_laplace(scale=2.0))
    assert run.release == sdp.read_release("pure(epsilon=0.5)") and "one record is replaced" in run.unseen[0]
    doubles = dp.vector_domain(dp.atom_domain(bounds=(0.0, 1.0)), size=100), dp.symmetric_distance()
    assert sdp.account(dp.t.make_sum(*doubles) >> dp.m.then_laplace(scale=2.0), delta=0) > 0.49


@pytest.mark.filterwarnings("ignore")
def test_opacus_chooses_its_noise_by_our_accountant() -> None:
    torch = pytest.importorskip("torch")
    opacus = pytest.importorskip("opacus")
    opacus.accountants.register_accountant("proven", Accountant, force=True)
    data = torch.utils.data.TensorDataset(torch.randn(120, 3), torch.zeros(120).long())
    model = torch.nn.Linear(3, 2)
    engine = opacus.PrivacyEngine(accountant="proven")
    assert engine.get_epsilon(1e-5) == 0
    _, optimizer, _ = engine.make_private_with_epsilon(
        module=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.1), target_epsilon=3.0, target_delta=1e-5,
        data_loader=torch.utils.data.DataLoader(data, batch_size=20), epochs=3, max_grad_norm=1.0,
    )  # fmt: skip
    answer = sdp.account([(optimizer.noise_multiplier, 1 / 6, 18)], delta=1e-5)
    assert answer <= 3 and float(answer) > 2.95
