"""Tables of events and batches: the page has them, no event is missing, and rows are what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.runs.standing import _THEIRS, AT_MOST, CERTIFIED, REFUSED, Standing, batch_rows, event_rows, table

PAGE = Path(__file__).parents[2] / "docs" / "how_to" / "from_dp_accounting.md"
RELEASED = {
    "Composed", "DiscreteLaplace", "Gaussian", "Laplace", "MixtureOfGaussians", "NoOp", "NonPrivate", "PoissonSampled",
    "RandomizedResponse", "RepeatAndSelect", "SampledWithReplacement", "SampledWithoutReplacement", "SelfComposed",
    "SingleEpochTreeAggregation", "TruncatedSubsampledGaussian", "Unsupported", "ZC",
}  # fmt: skip
"""Events of dp_accounting 0.6.0."""
MASTER = {"EpsilonDelta", "DiscreteGaussian", "ExponentialMechanism", "PermuteAndFlip"}
"""Events of the repository that 0.6.0 does not have."""
ROWS = [*event_rows(), *batch_rows()]


@pytest.mark.parametrize(("rows", "head"), [(event_rows(), "event"), (batch_rows(), "batches")])
def test_the_page_has_the_tables(rows: list[Standing], head: str) -> None:
    lines = table(rows, head)
    assert "\n".join(lines) in PAGE.read_text(encoding="utf-8"), "\n".join(lines)


def test_every_event_of_dp_accounting_has_a_row() -> None:
    events = pytest.importorskip("dp_accounting.dp_event")
    classes = {name.removesuffix("DpEvent") for name in dir(events) if name.endswith("DpEvent") and name != "DpEvent"}
    assert classes | MASTER == {row.name for row in event_rows()}
    assert classes - MASTER == RELEASED


def test_events_and_batches_are_those_of_august() -> None:
    assert {row.name for row in event_rows()} == RELEASED | MASTER
    assert len(batch_rows()) == 13  # the twelve rows of their page, and random allocation to several steps by itself


def test_how_they_account_is_said_of_names_that_there_are() -> None:
    assert set(_THEIRS) <= {row.name for row in ROWS}
    assert {row.name for row in ROWS if row.theirs == "none" and row.standing != REFUSED} == {
        "random allocation, one step of each epoch", "random allocation, several steps",
    }  # fmt: skip


@pytest.mark.parametrize("row", [row for row in ROWS if row.standing != REFUSED], ids=lambda row: row.name)
def test_a_row_is_answered_as_it_says(row: Standing) -> None:
    question = Question.of(read_release(row.release))
    assert question.adjacency == row.adjacency
    if any(word in row.release for word in ("without-replacement", "allocation", "repeat", "truncated", "exponential")):
        return  # asked elsewhere, and slow
    found = delta_at(question, "1/2", digits=6)
    assert found.value is not None
    if row.standing == CERTIFIED:
        assert found.sharp
    if row.standing == AT_MOST:
        assert found.value.lower == 0
        assert found.check("1e-30").upper.value == "UNKNOWN"


def test_refusals_say_why() -> None:
    for row in ROWS:
        if row.standing == REFUSED:
            assert len(row.remark) > 20
            assert "\n" not in row.remark
