"""A training run in the field's words: the release that it is, what epochs mean, and which word may be asked for."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.runs.recorded import POISSON_BATCHES, PUBLIC_NORMALISER
from sdp_proofs.runs.words import Training

MNIST = {"noise_multiplier": "1.1", "batch_size": 256, "records": 60000}
FLAGS = ("--noise-multiplier", "1.1", "--batch-size", "256", "--records", "60000")


def test_an_epoch_is_records_over_batch_size_steps_rounded_up() -> None:
    assert Training.of(**MNIST, epochs=60).expression == "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063"
    assert Training.of(**MNIST, epochs=16).number_of_steps == "3750"  # a whole number is not raised
    assert Training.of(**MNIST, epochs="1/2").number_of_steps == "118"
    assert "234.375 steps, rounded up" in Training.of(**MNIST, epochs=60).steps_in_words
    assert "rounded" not in Training.of(**MNIST, epochs=16).steps_in_words


def test_the_command_and_python_answer_as_the_release_does(capsys: pytest.CaptureFixture[str]) -> None:
    release = sdp.account("poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063", delta="1e-5")
    words = sdp.account(**MNIST, epochs=60, delta=1e-5)
    assert words.value.to_json() == release.value.to_json()
    a_float = sdp.account(**{**MNIST, "noise_multiplier": 1.1}, epochs=60, delta=1e-5)
    assert a_float.value.to_json() == words.value.to_json()
    assert main(["account", *FLAGS, "--epochs", "60", "--delta", "1e-5", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["epsilon"] == release.value.to_json(13)
    assert document["run"]["steps"].startswith("14063: 60 epochs")


def test_shuffled_epochs_get_both_answers_and_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--noise-multiplier", "1.1", "--batch-size", "256", "--records", "2500"]
    assert main(["account", *flags, "--epochs", "3", "--sampling", "shuffled", "--delta", "1e-5"]) == 0
    printed = capsys.readouterr().out
    plain = sdp.account("gaussian(1.1) * 3", delta="1e-5").value
    poisson = sdp.account("poisson(256/2500, gaussian(1.1)) * 30", delta="1e-5").value
    assert plain is not None and poisson is not None
    assert f"epsilon           {plain.at_most(10)}" in printed
    assert f"if Poisson        epsilon {poisson.at_most(10)}" in printed
    assert "why they differ" in printed and "secret order" in printed


def test_fixed_batches_are_drawn_without_replacement() -> None:
    run = Training.of(**MNIST, steps=2, sampling="fixed")
    assert run.expression == "without-replacement(batch=256, records=60000, gaussian(sigma=1.1)) * 2"
    assert POISSON_BATCHES not in run.recorded.unseen
    assert PUBLIC_NORMALISER in run.recorded.unseen


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("asked", "rest", "sound"),
    [
        ("noise_multiplier", {"batch_size": 20, "records": 1000, "steps": 500}, lambda s: (s, float(s) * 0.99)),
        ("batch_size", {"noise_multiplier": "2", "records": 1000, "steps": 50}, lambda b: (int(b), int(b) + 2)),
        ("steps", {"noise_multiplier": "2", "batch_size": 20, "records": 1000}, lambda t: (int(t), int(t) + 1)),
        ("epochs", {"noise_multiplier": "2", "batch_size": 20, "records": 1000}, lambda e: (e, float(e) + 0.1)),
        ("records", {"noise_multiplier": "2", "batch_size": 20, "steps": 50}, lambda n: (int(n), int(n) - 2)),
    ],
)
def test_each_word_may_be_asked_for_and_meets_the_budget_just(
    capsys: pytest.CaptureFixture[str], asked: str, rest: dict[str, object], sound: object
) -> None:
    words = {**rest, asked: "?"}
    flags = [part for name, value in words.items() for part in ("--" + name.replace("_", "-"), str(value))]
    assert main(["account", *flags, "--epsilon", "1", "--delta", "1e-5", "--json"]) == 0
    word = json.loads(capsys.readouterr().out)["word"]
    assert word["name"] == asked
    meets, fails = sound(word["value"])  # type: ignore[operator]
    assert sdp.account(**rest, **{asked: str(meets)}, delta="1e-5") <= 1
    assert sdp.account(**rest, **{asked: str(fails)}, delta="1e-5") > 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({**MNIST}, "exactly one of epochs and steps"),
        ({**MNIST, "epochs": 1, "steps": 1}, "exactly one of epochs and steps"),
        ({**MNIST, "epochs": "0"}, "epochs must be > 0"),
        ({**MNIST, "batch_size": 60001, "epochs": 1}, "at most the number of records"),
        ({**MNIST, "batch_size": "?", "epochs": 1}, "the steps must be given"),
        ({**MNIST, "noise_multiplier": "-1", "epochs": 1}, "noise multiplier must be > 0"),
        ({**MNIST, "steps": 4, "sampling": "shuffled"}, "given by epochs"),
        ({**MNIST, "steps": 4, "sampling": "shufled"}, "did you mean 'shuffled'"),
        ({**MNIST, "noise_multiplier": "?", "steps": "?"}, "one parameter of a run must be"),
    ],
)
def test_words_that_make_no_run_are_refused(words: dict[str, object], sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        Training.of(**words)  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", ["batch_size", "records"])
def test_sizes_of_fixed_batches_may_be_asked_for(capsys: pytest.CaptureFixture[str], asked: str) -> None:
    words = {"noise_multiplier": "3", "batch_size": "20", "records": "500", "steps": "1", "sampling": "fixed"}
    words[asked] = "?"
    flags = [part for name, value in words.items() for part in ("--" + name.replace("_", "-"), value)]
    assert main(["account", *flags, "--epsilon", "1", "--delta", "1e-5", "--json"]) == 0
    word = json.loads(capsys.readouterr().out)["word"]
    assert word["name"] == asked
    worse = int(word["value"]) + (1 if asked == "batch_size" else -1)
    for value, meets in ((word["value"], True), (worse, False)):
        assert (sdp.account(**{**words, asked: value}, delta="1e-5", digits=6) <= 1) is meets
    with pytest.raises(DomainError, match="shuffled list"):
        Training.of(noise_multiplier="1", batch_size="?", records=10, steps=1, sampling="shuffled")


def test_what_was_asked_for_is_rounded_to_where_the_budget_is_met() -> None:
    run = Training.of(noise_multiplier=1, batch_size="?", records=1000, steps=5)
    assert run.of_parameter(Fraction(12999, 10**6)) == "12"
    run = Training.of(noise_multiplier=1, batch_size=10, records="?", steps=5)
    assert run.of_parameter(Fraction(3, 100)) == "334"
