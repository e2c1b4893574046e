"""Runs of other programs, by stored records of theirs: the release, the answer beside their number, hostile files."""

from __future__ import annotations

import json
import pickle
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.extras import MissingExtraError
from sdp_proofs.runs import events as events_module
from sdp_proofs.runs import history as history_module
from sdp_proofs.runs.events import is_event
from sdp_proofs.runs.files import of_document
from sdp_proofs.runs.history import Accountant, release_of
from sdp_proofs.runs.reading import read
from sdp_proofs.runs.recorded import NO_TUNING, POISSON_BATCHES, PUBLIC_NORMALISER

STORED = Path(__file__).with_name("stored")
OPACUS = json.loads((STORED / "opacus.json").read_text(encoding="utf-8"))
EVENTS = json.loads((STORED / "events.json").read_text(encoding="utf-8"))
LOOSER = 0.35
"""By how much a Renyi accountant may lie above the truth in these examples."""


def event(name: str, **fields: Any) -> SimpleNamespace:
    return SimpleNamespace(class_name=name, **fields)


GAUSSIAN = event("GaussianDpEvent", noise_multiplier=1.1)


@pytest.mark.parametrize("stored", OPACUS, ids=lambda stored: stored["name"])
def test_histories_that_opacus_made_are_answered_beside_its_number(stored: dict[str, Any]) -> None:
    answer = sdp.account(stored["state"], delta=stored["delta"])
    theirs = float(stored["their_epsilon"])
    assert answer <= theirs and float(answer) > theirs * (1 - LOOSER)  # Opacus answers with upper bounds
    history = [tuple(entry) for entry in stored["state"]["history"]]
    engine = SimpleNamespace(accountant=SimpleNamespace(history=history, mechanism=lambda: "prv"))
    for same in (history, engine, engine.accountant, stored["state"]["history"]):
        assert sdp.account(same, delta=stored["delta"]).value.to_json() == answer.value.to_json()
    assert POISSON_BATCHES in answer.rests_on and PUBLIC_NORMALISER in answer.rests_on and NO_TUNING in answer.rests_on


SAMPLED, FIXED = (
    [stored for stored in EVENTS["examples"] if ("fixed" in stored["name"]) == fixed] for fixed in (False, True)
)


@pytest.mark.parametrize("stored", SAMPLED, ids=lambda stored: stored["name"])
def test_events_of_their_examples_are_answered_beside_their_number(stored: dict[str, Any]) -> None:
    answer = sdp.account(stored["event"], delta=stored["delta"], digits=6)
    theirs = float(stored["their_epsilon"])
    assert answer.value is not None and answer.value.lower <= theirs * (1 + 1e-12)  # both kinds round up
    room = 0.01 if stored["accountant"] == "pld" else LOOSER
    assert float(answer) > theirs * (1 - room)


@pytest.mark.parametrize("stored", FIXED, ids=lambda stored: stored["name"])
def test_fixed_batches_of_dp_accounting_are_counted_at_half_the_distance(stored: dict[str, Any]) -> None:
    """A replaced record moves a sum by up to two clipping norms; their Renyi bound counts one, and is too small."""
    answer = sdp.account(stored["event"], delta=stored["delta"], digits=6)
    assert answer > float(stored["their_epsilon"])
    half = "without-replacement(batch=50, records=1000, gaussian(sigma=2, sensitivity=1/2))"
    assert sdp.account(half, delta=stored["delta"], digits=6) < float(stored["their_epsilon"])


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("name", ["opacus_state.json", "event.json"])
def test_files_are_answered_on_the_command_line_with_what_they_do_not_show(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["account", str(STORED / name), "--delta", "1e-5", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["source"].startswith(str(STORED / name))
    assert POISSON_BATCHES in document["rests_on"]
    assert document["epsilon"] == sdp.account(STORED / name, delta="1e-5").value.to_json(13)
    assert main(["account", str(STORED / name), "--delta", "1e-5"]) == 0
    assert POISSON_BATCHES in capsys.readouterr().out


def test_tables_of_phases_are_composed(tmp_path: Path) -> None:
    table = tmp_path / "phases.csv"
    table.write_text("noise-multiplier,sample_rate,steps\n1.1,0.01,30\n2,0.02,5\n1.1,0.01,4\n", encoding="utf-8")
    assert read(table).release == release_of([("1.1", "0.01", 34), ("2", "0.02", 5)])
    words = tmp_path / "phases.yaml"
    words.write_text(
        "- {noise_multiplier: 1.1, batch_size: 10, records: 1000, epochs: 1}\n"
        "- {noise_multiplier: 2, batch_size: 20, records: 1000, steps: 5, sampling: fixed}\n",
        encoding="utf-8",
    )
    pytest.importorskip("yaml")
    expected = "poisson(0.01, gaussian(1.1)) * 100 + without-replacement(batch=20, records=1000, gaussian(2)) * 5"
    assert dict(read(words).release.terms()) == dict(sdp.read_release(expected).terms())
    under_a_word = tmp_path / "run.yaml"
    under_a_word.write_text("phases:\n" + words.read_text(encoding="utf-8"), encoding="utf-8")
    assert read(under_a_word).release == read(words).release


def test_trees_of_events_are_flattened_and_merged() -> None:
    tree = event(
        "ComposedDpEvent",
        events=[
            GAUSSIAN,
            event("SelfComposedDpEvent", count=3, event=event("ComposedDpEvent", events=[GAUSSIAN, GAUSSIAN])),
            event("NoOpDpEvent"),
            event("LaplaceDpEvent", noise_multiplier=2.0),
        ],
    )
    assert str(read(tree).release) == "gaussian(sigma=11/10, sensitivity=1) * 7 + laplace(scale=2, sensitivity=1)"
    as_tuple = namedtuple("_Tuple", "module_name class_name noise_multiplier")("m", "GaussianDpEvent", 1.1)
    assert is_event(as_tuple) and read(as_tuple).release == read(GAUSSIAN).release


@pytest.mark.parametrize(
    ("given", "release"),
    [
        (event("NoOpDpEvent"), "pure(epsilon=0)"),
        (event("NonPrivateDpEvent"), "approximate(epsilon=0, delta=1)"),
        (
            event("RandomizedResponseDpEvent", noise_parameter=0.5, num_buckets=4),
            "randomised-response(truth=5/8, types=4)",
        ),
        (event("DiscreteLaplaceDpEvent", noise_parameter=0.5, sensitivity=2), "geometric(scale=2, sensitivity=2)"),
        (event("SingleEpochTreeAggregationDpEvent", noise_multiplier=5.0, step_counts=[7, 8]), "gaussian(sigma=5) * 4"),
        (event("SingleEpochTreeAggregationDpEvent", noise_multiplier=5.0, step_counts=7), "gaussian(sigma=5) * 3"),
        (
            event("PoissonSampledDpEvent", sampling_probability=0.5,
                  event=event("PoissonSampledDpEvent", sampling_probability=0.1, event=GAUSSIAN)),
            "poisson(rate=0.05, gaussian(sigma=1.1))",
        ),
        (
            event("SampledWithoutReplacementDpEvent", source_dataset_size=9, sample_size=3, event=GAUSSIAN),
            "without-replacement(batch=3, records=9, gaussian(sigma=1.1))",
        ),
    ],
    ids=lambda given: getattr(given, "class_name", None),
)  # fmt: skip
def test_each_event_is_the_release_that_its_words_say(given: Any, release: str) -> None:
    assert read(given).release == sdp.read_release(release)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (event("UnsupportedDpEvent"), "UnsupportedDpEvent must have a certified answer"),
        (event("SampledWithReplacementDpEvent", event=GAUSSIAN), "batches drawn with replacement"),
        (event("RepeatAndSelectDpEvent", event=GAUSSIAN, mean=3, shape=2), "shape of RepeatAndSelectDpEvent"),
        (event("MagicDpEvent"), "of a known class, got 'MagicDpEvent'"),
        (event("GaussianDpEvent"), "must have the field noise_multiplier"),
        (event("GaussianDpEvent", noise_multiplier=float("nan")), "must be finite"),
        (event("SelfComposedDpEvent", event=GAUSSIAN, count=-1), "count of SelfComposedDpEvent"),
        (event("ComposedDpEvent", events="GaussianDpEvent"), "must be a list"),
        (event("ComposedDpEvent", events=[3]), "an event must be a DpEvent, got int"),
        ([(1.1, 2.0, 3)], "rate must be in"),
        ([(1.1, 0.1, -3)], "steps of entry 1 must be an integer"),
        ([(1.1, 0.1, 2.5)], "steps of entry 1 must be an integer"),
        ([(float("nan"), 0.1, 2)], "the noise multiplier of entry 1 must be finite"),
        ([(1.1, float("inf"), 2)], "the sample rate of entry 1 must be finite"),
        ([(1.1, True, 2)], "sample rate must be a number"),
        ([(1.1, [0.1], 2)], "the sample rate of entry 1 must be a number"),
        ([(-1.0, 0.1, 2)], "sigma must be >= 0"),
        ([(1.1, 0.1)], "an entry of a history must be"),
        ([], "at least one entry"),
        ({"state": "prv"}, "a release must have one of the fields"),
        ({"history": "gaussian(1)"}, "a history must be a list"),
        (3, "a run must be a release"),
        (b"bytes", "a run must be a release"),
    ],
)
def test_records_that_cannot_be_are_refused_in_one_line(given: Any, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence) as refused:
        read(given)
    assert "\n" not in str(refused.value)


class Executed:
    """Code that a hostile pickle would run."""

    def __reduce__(self) -> Any:
        return (Path.touch, (Path(self.place),))  # type: ignore[attr-defined]


HOSTILE = {
    "nan.json": "[[NaN, 0.1, 3]]",
    "twice.json": '{"history": [], "history": []}',
    "deep.json": "[" * 100_000,
    "text.json": '{"history": [["1.1", "0.1", "many"]]}',
    "numbers.csv": "noise_multiplier,sample_rate,steps\n1.1,0.1\n",
    "words.csv": "noise_multiplier,batch,steps\n1.1,10,3\n",
    "empty.csv": "",
    "tag.yaml": "!!python/object/apply:os.system ['touch {place}']",
    "aliases.yaml": "a: &a [1, 2]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "binary.txt": "\xff",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_get_one_line_and_exit_with_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name.endswith("yaml"):
        pytest.importorskip("yaml")
    place, path = tmp_path / "executed", tmp_path / name
    encoding = "latin-1" if name.startswith("binary") else "utf-8"
    path.write_text(HOSTILE[name].replace("{place}", str(place)), encoding=encoding)
    assert main(["account", str(path), "--delta", "1e-5"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.strip().splitlines()) == 1
    assert not place.exists()


def test_a_checkpoint_with_a_pickle_is_refused_and_not_executed(tmp_path: Path) -> None:
    bad = Executed()
    bad.place = str(tmp_path / "executed")  # type: ignore[attr-defined]
    path = tmp_path / "model.pt"
    path.write_bytes(pickle.dumps({"history": bad}))
    with pytest.raises((DomainError, MissingExtraError)) as refused:
        read(path)
    assert "\n" not in str(refused.value) and not (tmp_path / "executed").exists()


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[Any]:
    """Count what a module calls by a name: the list grows by one entry a call."""
    calls, function = [], getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given: calls.append(given) or function(*given))
    return calls


def test_equal_entries_of_a_hundred_thousand_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The times are in docs/benchmarks.md."""
    history = [(1.0 + (i % 5) / 10, 0.01, 1 + i % 3) for i in range(100_000)]
    made = counted(monkeypatch, history_module, "Gaussian")
    release = read(history).release
    assert len(made) == 5
    assert len(list(release.terms())) == 5
    assert sum(count for _, count in release.terms()) == sum(entry[2] for entry in history)
    with pytest.raises(SizeError, match="different entries"):
        read([(1.0 + i / 10**6, 0.01, 1) for i in range(3000)])


def test_equal_events_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = namedtuple("Gaussian", "class_name noise_multiplier")
    events = [frozen("GaussianDpEvent", 1.0 + (i % 7) / 10) for i in range(100_000)]
    made = counted(monkeypatch, events_module, "_leaf")
    release = read(event("ComposedDpEvent", events=events)).release
    assert len(made) == 7
    assert len(list(release.terms())) == 7


def test_a_configuration_of_keras_says_that_its_batches_are_not_samples() -> None:
    config = {"noise_multiplier": 1.1, "batch_size": 16, "gradient_accumulation_steps": 4, "train_steps": 50,
              "train_size": 1000, "poisson_sampling_in_fit": False}  # fmt: skip
    run = read(SimpleNamespace(**config))
    assert run.release == sdp.read_release("poisson(64/1000, gaussian(1.1)) * 50")
    assert "poisson_sampling_in_fit is off" in run.unseen[0]
    assert "poisson" not in read(SimpleNamespace(**{**config, "poisson_sampling_in_fit": True})).unseen[0]


def test_parameters_of_jax_privacy_in_phases() -> None:
    params = SimpleNamespace(
        noise_multipliers=[(0, 1.0), (60, 2.0)], batch_sizes=[(0, 10), (30, 20)], num_samples=1000, delta=1e-5,
        is_finite_guarantee=True, sampling_method=SimpleNamespace(name="POISSON"), examples_per_user=None,
    )  # fmt: skip
    expected = "poisson(0.01, gaussian(1)) * 30 + poisson(0.02, gaussian(1)) * 30 + poisson(0.02, gaussian(2)) * 40"
    assert dict(read(params, steps=100).release.terms()) == dict(sdp.read_release(expected).terms())
    short = sdp.read_release("poisson(0.01, gaussian(1)) * 20")
    assert dict(read(params, steps=20).release.terms()) == dict(short.terms())
    with pytest.raises(DomainError, match="steps="):
        read(params)


VARIANTS = (
    ({"examples_per_user": 5}, "group(size=5, poisson(0.01, gaussian(2))) * 10"),
    ({"cycle_length": 3}, "banded(bands=3, steps=10, rate=10/333, gaussian(2))"),
    ({"truncated_batch_size": 15}, "truncated-poisson(rate=0.01, batch=15, records=1000, gaussian(2)) * 10"),
    ({"cycle_length": 1, "examples_per_user": 1}, "poisson(0.01, gaussian(2)) * 10"),
    ({"sampling_method": SimpleNamespace(name="FIXED_BATCH_SIZE")},
     "without-replacement(batch=10, records=1000, gaussian(2)) * 10"),
)  # fmt: skip
PARAMS = {"noise_multipliers": 2.0, "batch_sizes": 10, "num_samples": 1000, "is_finite_guarantee": True,
          "sampling_method": SimpleNamespace(name="POISSON")}  # fmt: skip


@pytest.mark.parametrize(("given", "release"), VARIANTS)
def test_parameters_of_jax_privacy_name_the_way_of_sampling(given: dict[str, Any], release: str) -> None:
    run = read(SimpleNamespace(**{**PARAMS, **given}), steps=10)
    assert run.release == sdp.read_release(release)
    assert ("records than were told" in run.unseen[0]) == (given.get("examples_per_user", 1) > 1)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"examples_per_user": 5, "cycle_length": 2}, "examples_per_user .* none with cycle_length"),
        ({"cycle_length": 2, **VARIANTS[4][0]}, "cycle_length .* none with sampling method FIXED_BATCH_SIZE"),
        ({"cycle_length": 101}, "at most that of a group, got 1 phases and batches of 10 in groups of 9"),
        ({"cycle_length": 2, "noise_multipliers": [(0, 1.0), (5, 2.0)]}, "got 2 phases"),
    ],
)
def test_parameters_of_jax_privacy_that_have_no_answer(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        read(SimpleNamespace(**{**PARAMS, **given}), steps=10)


def test_a_configuration_whose_accountant_has_no_history_is_refused() -> None:
    with pytest.raises(DomainError, match="an accountant must have a history"):
        read(SimpleNamespace(accountant=object()))


def measurement(loss: Any, **other: Any) -> SimpleNamespace:
    known = {"output_measure": "MaxDivergence", "input_metric": "SymmetricDistance()", "input_domain": "VectorDomain()"}
    return SimpleNamespace(**{**known, **other}, map=loss)


def test_measurements_of_opendp_are_read_by_their_map() -> None:
    assert read(measurement(lambda distance: 0.5 * distance)).release == sdp.read_release("pure(epsilon=0.5)")
    with pytest.raises(DomainError, match="RenyiDivergence"):
        read(measurement(lambda distance: 0.5, output_measure="RenyiDivergence"))


def test_a_measurement_on_tables_of_a_fixed_size_is_read_two_apart() -> None:
    sized = measurement(lambda distance: 0.5 * (distance // 2) + 1e-13, input_domain="VectorDomain(T, size=100)")
    rounded = measurement(lambda distance: 0.5 * (distance // 2))
    for each in (sized, rounded):
        run = read(each)
        assert 0.5 <= float(sdp.account(run.release, delta=0)) < 0.5 + 1e-9
        assert "one record is replaced" in run.unseen[0]
    for nothing in (measurement(lambda distance: 0.0), measurement(lambda d: 0.5 * (d // 2), input_metric="L2")):
        with pytest.raises(DomainError, match="must cost something"):
            read(nothing)


def test_the_accountant_keeps_what_opacus_keeps() -> None:
    kept = Accountant()
    hook = kept.get_optimizer_hook_fn(0.01)
    for _ in range(40):
        hook(SimpleNamespace(noise_multiplier=1.1, accumulated_iterations=2))
    for _ in range(10):
        kept.step(noise_multiplier=2.0, sample_rate=0.02)
    assert kept.history == [(1.1, 0.02, 40), (2.0, 0.02, 10)] and len(kept) == 2
    state = kept.state_dict()
    other = Accountant()
    other.load_state_dict(json.loads(json.dumps(state)))
    assert other.get_epsilon(1e-5) == kept.get_epsilon(1e-5) >= float(sdp.account(kept, delta=1e-5).value.lower)
    assert Accountant().get_epsilon(1e-5) == 0
    with pytest.raises(DomainError, match=r"\[0, 1\]"):
        Accountant().get_epsilon(2)
    with pytest.raises(DomainError, match="finite"):
        other.load_state_dict({"history": [[float("nan"), 0.1, 1]]})


def test_documents_of_releases_are_read_as_before() -> None:
    release = sdp.read_release("poisson(0.1, gaussian(2)) * 3 + laplace(1)")
    from sdp_proofs.accounting.grammar import to_document

    assert of_document(to_document(release), "it").release == release
