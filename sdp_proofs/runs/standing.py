"""Tabulate what is answered of the events of dp_accounting and of the batches of JAX-Privacy, from the registry.

World: exact descriptions. A row is *certified* where neighbouring databases have the pair that dominates, so that both
ends of the answer are proven and meet; a *bracket* where some databases bound it from below; *at most* where it is an
upper bound alone; and *refused* with the reason. Beside it stands how the peer itself accounts for it. The events are
those of dp_accounting 0.6.0 and of its repository (August 2026), the batches those of JAX-Privacy's page on batch
selection.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.release import Release
from sdp_proofs.errors import DomainError
from sdp_proofs.runs.events import release_of

CERTIFIED, BRACKET, AT_MOST, REFUSED = "certified", "bracket", "at most", "refused"
_NORMAL = {"class_name": "GaussianDpEvent", "noise_multiplier": "2"}


class Standing(NamedTuple):
    """One row.

    Args:
        name: the event, or how batches are made.
        release: what it is read as; empty where it is refused.
        adjacency: of the answer.
        standing: certified, bracket, at most or refused.
        remark: the reason of a refusal, or what an accountant does not see.
        theirs: how the peer accounts for it: by PLD, RDP or Monte Carlo.
    """

    name: str
    release: str
    adjacency: str
    standing: str
    remark: str
    theirs: str


_EVENTS: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "NoOp": ({}, ""),
    "NonPrivate": ({}, ""),
    "Unsupported": ({}, ""),
    "Gaussian": ({"noise_multiplier": "2"}, "contributions were clipped"),
    "Laplace": ({"noise_multiplier": "2"}, ""),
    "DiscreteLaplace": ({"noise_parameter": "1/2", "sensitivity": 1}, ""),
    "RandomizedResponse": ({"noise_parameter": "1/2", "num_buckets": 4}, "its noise is the chance of a random answer"),
    "SelfComposed": ({"event": _NORMAL, "count": 3}, "parameters were fixed beforehand"),
    "Composed": ({"events": [_NORMAL]}, "parameters were fixed beforehand"),
    "PoissonSampled": ({"sampling_probability": "1/10", "event": _NORMAL}, "batches were drawn so; of normal noise "
                       "replace-one, too"),
    "SampledWithReplacement": ({"source_dataset_size": 10, "sample_size": 2, "event": _NORMAL}, ""),
    "SampledWithoutReplacement": ({"source_dataset_size": 10, "sample_size": 2, "event": _NORMAL},
                                  "each batch was drawn afresh"),
    "SingleEpochTreeAggregation": ({"noise_multiplier": "2", "step_counts": 9},
                                   "a removed record leaves its place empty"),
    "RepeatAndSelect": ({"event": _NORMAL, "mean": 10, "shape": 1}, "the number of runs was random and stays secret"),
    "MixtureOfGaussians": ({"standard_deviation": "1", "sensitivities": ["0", "1"], "sampling_probs": ["1/2", "1/2"]},
                           ""),
    "ZC": ({"rho": "1/10", "xi": "0"}, ""),
    "TruncatedSubsampledGaussian": ({"dataset_size": 100, "sampling_probability": "1/10", "truncated_batch_size": 15,
                                     "noise_multiplier": "2"}, "no size of a batch is released"),
    "EpsilonDelta": ({"epsilon": "1", "delta": "1/1000"}, ""),
    "DiscreteGaussian": ({"sigma": "2", "sensitivity": 1, "dimension": 1}, "in one dimension"),
    "ExponentialMechanism": ({"epsilon": "1"}, "several are a game, whose value is enclosed"),
    "PermuteAndFlip": ({"epsilon": "1"}, "below Laplace noise of scale 1/epsilon, which they take"),
}  # fmt: skip
"""Events, the fields of an example, and what the answer supposes."""

_BATCHES: Mapping[str, tuple[str, str]] = {
    "Poisson": ("poisson(rate=1/10, gaussian(sigma=2)) * 100", "batches were drawn so"),
    "cyclic Poisson, BandMF": ("banded(bands=4, steps=100, rate=1/10, gaussian(sigma=2))",
                               "groups do not depend on data"),
    "truncated Poisson": ("truncated-poisson(rate=1/10, batch=15, records=100, gaussian(sigma=2)) * 100",
                          "no size of a batch is released"),
    "fixed order, several epochs": ("gaussian(sigma=2) * 10", "a removed record leaves its place empty"),
    "fixed size, without replacement": ("without-replacement(batch=10, records=100, gaussian(sigma=2)) * 100",
                                        "each batch was drawn afresh"),
    "fixed size, with replacement": ("with-replacement(batch=10, records=100, gaussian(sigma=2)) * 100", ""),
    "balls in bins, the same bin in every epoch": (
        "allocation(steps=10, epochs=10, bins=fixed, gaussian(sigma=2))", "fresh bins cost far less"
    ),
    "random allocation, one step of each epoch": ("allocation(steps=10, gaussian(sigma=2)) * 10",
                                                  "bins are drawn afresh"),
    "random allocation, several steps": ("allocation(steps=10, chosen=3, gaussian(sigma=2)) * 10",
                                         "bins are drawn afresh"),
    "b-min-sep": ("b-min-sep(steps=10, gaussian(sigma=2))", ""),
    "b-min-sep of several owners": ("multi-owner-min-sep(steps=10, gaussian(sigma=2))", ""),
    "a user's records, each sampled": ("group(size=3, poisson(rate=1/10, gaussian(sigma=2))) * 100",
                                       "all of them are added or removed"),
    "shuffled epochs": ("shuffled(gaussian(sigma=2))", ""),
}  # fmt: skip
"""Batches, an example as a release, and what the answer supposes."""

_BOTH, _PLD, _RDP, _NONE, _SAMPLES = "PLD, RDP", "PLD", "RDP", "none", "Monte Carlo"
_THEIRS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "NoOp", "NonPrivate", "Gaussian", "Laplace", "RandomizedResponse", "SelfComposed", "Composed",
            "PoissonSampled", "EpsilonDelta", "ExponentialMechanism", "PermuteAndFlip",
        ),
        _BOTH,
    ),
    "Unsupported": _NONE, "DiscreteLaplace": _PLD, "SampledWithReplacement": _NONE, "SampledWithoutReplacement": _RDP,
    "SingleEpochTreeAggregation": _RDP, "RepeatAndSelect": _RDP, "MixtureOfGaussians": _PLD, "ZC": _RDP,
    "TruncatedSubsampledGaussian": _PLD, "DiscreteGaussian": _RDP,
    "Poisson": _PLD, "cyclic Poisson, BandMF": _PLD, "truncated Poisson": _PLD, "fixed order, several epochs": _PLD,
    "fixed size, without replacement": _RDP, "fixed size, with replacement": _NONE,
    "balls in bins, the same bin in every epoch": _SAMPLES, "random allocation, one step of each epoch": _NONE,
    "random allocation, several steps": _NONE, "b-min-sep": _SAMPLES, "b-min-sep of several owners": _NONE,
    "a user's records, each sampled": _PLD, "shuffled epochs": _NONE,
}  # fmt: skip
"""Accounting in dp_accounting and JAX-Privacy, of every event and every batch."""


def event_rows() -> list[Standing]:
    """Tabulate the events of dp_accounting.

    Example:
        >>> rows = {row.name: row.standing for row in event_rows()}
        >>> rows["Gaussian"], rows["RepeatAndSelect"], rows["SampledWithReplacement"]
        ('certified', 'at most', 'refused')
    """
    found = []
    for name, (fields, remark) in _EVENTS.items():
        try:
            found.append(_answered(name, release_of(_Event(f"{name}DpEvent", fields)), remark))
        except DomainError as refusal:
            why = str(refusal).partition("and has none: ")[2] or str(refusal)
            found.append(Standing(name, "", "", REFUSED, why, _THEIRS[name]))
    return found


def batch_rows() -> list[Standing]:
    """Tabulate how JAX-Privacy selects batches."""
    found = []
    for name, (text, remark) in _BATCHES.items():
        try:
            found.append(_answered(name, read_release(text), remark))
        except DomainError as refusal:
            found.append(Standing(name, "", "", REFUSED, _reason(str(refusal)), _THEIRS[name]))
    return found


def _reason(refusal: str) -> str:
    if "did you mean" in refusal or "; known are" in refusal:
        return "no pair is known that dominates it"
    return refusal.partition(", got ")[2] or refusal


def _answered(name: str, release: Release, remark: str) -> Standing:
    question = Question.of(release)
    if all(direction.attained for direction in question.directions):
        standing = CERTIFIED
    else:
        standing = BRACKET if question.attained else AT_MOST
    return Standing(name, str(release), question.adjacency, standing, remark, _THEIRS[name])


class _Event:
    """An event by its name and fields, as the reader meets one."""

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        self.class_name = name
        for field, value in fields.items():
            setattr(self, field, _Event(value["class_name"], _rest(value)) if isinstance(value, Mapping) else value)
        if "events" in fields:
            self.events = [_Event(value["class_name"], _rest(value)) for value in fields["events"]]


def _rest(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: entry for name, entry in value.items() if name != "class_name"}


def table(rows: list[Standing], head: str) -> list[str]:
    """Lines of a Markdown table of rows."""
    lines = [f"| {head} | read as | adjacency | answer | theirs | remark |", "|---|---|---|---|---|---|"]
    for row in rows:
        release = f"`{row.release}`" if row.release else ""
        lines.append(f"| {row.name} | {release} | {row.adjacency} | {row.standing} | {row.theirs} | {row.remark} |")
    return lines
