"""Examples in the documentation of other tools, read as their users have them: histories, events, words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import sdp_proofs as sdp
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.papers.accountants.printed_examples import Example, examples
from sdp_proofs.runs.reading import read

BY_POISSON = [row for row in examples() if row.release.startswith("poisson") and "0.05" not in row.release]


def parts(row: Example) -> tuple[Any, Any, int]:
    """The noise multiplier, the rate and the steps of an example."""
    ((sampled, steps),) = read_release(row.release).terms()
    return sampled.mechanism.sigma, sampled.rate, steps


def as_history(row: Example) -> Any:
    """The state of an Opacus accountant, its steps in two entries."""
    sigma, rate, steps = parts(row)
    noise = float(sigma.as_fraction())
    return {"history": [(noise, str(rate), steps - 5), (noise, str(rate), 5)], "mechanism": "rdp"}


def as_event(row: Example) -> Any:
    """A tree of dp_accounting, as an object."""
    sigma, rate, steps = parts(row)

    def event(name: str, **fields: Any) -> Any:
        return type(f"{name}DpEvent", (SimpleNamespace,), {})(**fields)

    inner = event("Gaussian", noise_multiplier=float(sigma.as_fraction()))
    sampled = event("PoissonSampled", sampling_probability=str(rate), event=inner)
    return event("SelfComposed", event=sampled, count=steps)


@pytest.mark.parametrize("row", BY_POISSON, ids=lambda row: row.example)
def test_a_reader_gives_the_answer_of_the_page(row: Example) -> None:
    described = as_history(row) if row.source.startswith("pytorch/opacus") else as_event(row)
    assert dict(read(described).release.terms()) == dict(read_release(row.release).terms())
    answer = sdp.account(described, delta=row.delta, digits=6)
    assert answer.rests_on and answer <= row.printed  # their number is never the smaller one


WORDS = {
    "MNIST tutorial, 60 epochs": {"noise_multiplier": 1.1, "batch_size": 256, "records": 60000, "epochs": 60},
    "MNIST tutorial, table, sigma 1.3": {"noise_multiplier": 1.3, "batch_size": 256, "records": 60000, "epochs": 15},
    "MNIST example, 15 epochs, sigma 1.3": {"noise_multiplier": 1.3, "batch_size": 1, "records": 250, "epochs": 15},
    "privacy statement, PLD, Poisson batches": {
        "noise_multiplier": 1, "batch_size": 64, "records": 10000, "epochs": 5,
    },
}  # fmt: skip


@pytest.mark.parametrize("example", WORDS)
def test_words_give_the_answer_of_the_page(example: str) -> None:
    (row,) = (row for row in examples() if row.example == example)
    answer, page = sdp.account(**WORDS[example], delta=row.delta, digits=6), row.accounted()
    assert answer.value is not None and page.value is not None
    assert answer.value.to_json() == page.value.to_json()


def test_shuffled_epochs_are_what_a_privacy_statement_counts_without_sampling() -> None:
    (row,) = (row for row in examples() if row.example == "privacy statement, PLD, one pass an epoch")
    words = {"noise_multiplier": 1, "batch_size": 64, "records": 10000, "epochs": 5, "sampling": "shuffled"}
    answer = sdp.account(**words, delta=row.delta)
    assert answer > row.printed and answer < "12.5953"  # printed is rounded to the nearest number


def test_at_least_ten_examples_are_read() -> None:
    assert len(BY_POISSON) >= 10
    assert {row.source.split(" at ")[0] for row in BY_POISSON} == {
        "tensorflow/privacy", "pytorch/opacus", "google-deepmind/jax_privacy",
    }  # fmt: skip
