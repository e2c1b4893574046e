"""Read whatever describes a run: a release, an object of another package, a file.

World: exact. Objects are known by their shape, so that none of the packages is needed, and none is imported. Readers:

* a release, or its expression;
* an Opacus `PrivacyEngine`, its accountant, the accountant's `history` or `state_dict` (see `history`);
* a `dp_accounting.DpEvent` (see `events`), and what holds one: an accountant of dp_accounting, an execution plan of
  JAX-Privacy or its configuration;
* JAX-Privacy's `DPKerasConfig`, and `DpParams` with the number of updates;
* an OpenDP measurement, by its privacy map at an input distance of one, or of two where tables have a fixed size;
* a file of any of these (see `files`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.grammar import mechanisms, read_release
from sdp_proofs.accounting.plain_releases import Approximate, Pure
from sdp_proofs.accounting.release import Release
from sdp_proofs.accounting.release_fields import positive_integer
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import read_rational, shown
from sdp_proofs.runs import events, files
from sdp_proofs.runs.history import exact, of_history, release_of
from sdp_proofs.runs.recorded import Recorded, is_file_name

_VARIANTS = {
    "examples_per_user": "no user has more records than were told",
    "cycle_length": "groups do not depend on data, and the matrix of the noise has at most as many bands as a cycle "
    "has steps, and no column longer than 1",
    "truncated_batch_size": "no size of a batch is released",
}
"""Ways of sampling that a `DpParams` may name, and what has to hold for each."""
_OF_RECORDS = ("SymmetricDistance", "InsertDeleteDistance")
_NOT_POISSON = (
    "batches were Poisson samples all the same: poisson_sampling_in_fit is off, so Keras cuts a shuffled list into "
    "batches, for which this is no bound"
)


def read(described: Any, *, steps: Any = None) -> Recorded:
    """Read a run from what describes it.

    Args:
        described: see the module.
        steps: the number of updates, where a configuration does not say it.

    Raises:
        DomainError: nothing that is known, or something that has no certified answer.

    Example:
        >>> print(read([(1.1, 0.01, 30)]).release)
        poisson(rate=1/100, gaussian(sigma=11/10, sensitivity=1)) * 30
        >>> read(3)
        Traceback (most recent call last):
        sdp_proofs.errors.DomainError: a run must be a release, a history, an event, a configuration or a file, got int
    """
    if steps is not None and not hasattr(described, "noise_multipliers"):
        raise DomainError("steps must go with the parameters of a run or with a DpParams, got them with something else")
    if isinstance(described, Release):
        return Recorded(described, "the release that was given")
    if isinstance(described, os.PathLike):
        return files.read_file(os.fspath(described))
    if isinstance(described, str):
        if is_file_name(described):
            return files.read_file(described)
        return Recorded(read_release(described), "the release that was given")
    if events.is_event(described):
        return events.of_event(described)
    for attribute, reader in _BY_SHAPE:
        if not isinstance(described, Mapping) and hasattr(described, attribute):
            return reader(described, steps)
    if isinstance(described, Mapping):
        return files.of_document(described, "a mapping")
    if isinstance(described, Sequence) and not isinstance(described, bytes):
        return of_history(described)
    raise DomainError(
        f"a run must be a release, a history, an event, a configuration or a file, got {type(described).__name__}"
    )


def _engine(described: Any, steps: Any) -> Recorded:
    if not hasattr(described.accountant, "history"):
        raise DomainError(
            f"an accountant must have a history to be read, got the {type(described.accountant).__name__} "
            f"of a {type(described).__name__}, which has none"
        )
    return _accountant(described.accountant, steps, "the history of an Opacus engine")


def _accountant(described: Any, steps: Any, source: str = "the history of an Opacus accountant") -> Recorded:
    if not isinstance(described.history, Sequence):
        raise DomainError(f"a history must be a list of entries, got {type(described.history).__name__}")
    return of_history(described.history, source)


def _with_event(described: Any, steps: Any) -> Recorded:
    found = events.of_event(described.dp_event)
    return Recorded.of(found.release, f"the {type(described.dp_event).__name__} of a {type(described).__name__}")


def _with_ledger(described: Any, steps: Any) -> Recorded:
    name = type(described).__name__
    return Recorded.of(events.of_event(described.ledger).release, f"the ledger of a {name} of dp_accounting")


def _with_plan(described: Any, steps: Any) -> Recorded:
    return _with_event(described.plan, steps)


def _keras(described: Any, steps: Any) -> Recorded:
    """Read JAX-Privacy's configuration of a Keras model: batches of all accumulated gradients."""
    noise = described.noise_multiplier
    if noise is None:
        raise DomainError("a DPKerasConfig must have its noise multiplier to be read, got none")
    batch = positive_integer(described.batch_size, "batch size") * positive_integer(
        described.gradient_accumulation_steps, "gradient accumulation steps"
    )
    records = positive_integer(described.train_size, "train size")
    entry = (noise, f"{batch}/{records}", described.train_steps)
    run = Recorded.of(release_of([entry]), "a DPKerasConfig of JAX-Privacy")
    if getattr(described, "poisson_sampling_in_fit", False):
        return run
    return Recorded(run.release, run.source, run.adjacency, run.facts, (_NOT_POISSON, *run.unseen))


def _params(described: Any, steps: Any) -> Recorded:
    """Read JAX-Privacy's `DpParams` and a number of updates, its noise and batch sizes possibly in phases."""
    if steps is None:
        raise DomainError("a DpParams must go with steps=, the number of updates, which it does not hold; got none")
    if not described.is_finite_guarantee:
        return Recorded.of(Approximate(0, 1), "a DpParams that says its guarantee is not finite")
    last = positive_integer(steps, "steps")
    noises, sizes = _phases(described.noise_multipliers), _phases(described.batch_sizes)
    changes = sorted({start for start, _ in (*noises, *sizes) if start < last})
    records = positive_integer(described.num_samples, "number of samples")
    entries = []
    for start, end in zip(changes, [*changes[1:], last], strict=True):
        noise, size = (max(entry for entry in phases if entry[0] <= start)[1] for phases in (noises, sizes))
        entries.append((noise, read_rational(exact(size, "batch size"), "batch size") / records, end - start))
    found = Recorded.of(_of_phases(described, entries, records), "a DpParams of JAX-Privacy")
    told = tuple(text for name, text in _VARIANTS.items() if getattr(described, name, None) not in (None, 1))
    return replace(found, unseen=(*told, *found.unseen))


def _of_phases(described: Any, entries: list[tuple[Any, Fraction, int]], records: int) -> Release:
    """Write (noise multiplier, rate, steps) of each phase in the sampling that a `DpParams` names.

    Truncated batches are cut to a largest size; with a cycle each record is in one of its groups, which take turns; and
    of a user all records are added or removed.

    Raises:
        DomainError: two of these at once, or one of them with batches of fixed size.
    """
    asked = [name for name in _VARIANTS if getattr(described, name, None) not in (None, 1)]
    method = getattr(described.sampling_method, "name", "POISSON")
    if len(asked) > 1 or (asked and method != "POISSON"):
        beside = " and ".join(asked[1:]) or f"sampling method {method}"
        raise DomainError(f"a DpParams with {asked[0]} must have a certified answer, and has none with {beside}")
    if method == "POISSON" and not asked:
        return release_of(entries)
    texts = []
    for noise, rate, count in entries:
        gaussian, size = f"gaussian(sigma={exact(noise, 'noise multiplier')})", rate * records
        if not asked:
            texts.append(f"without-replacement(batch={size}, records={records}, {gaussian}) * {count}")
            continue
        number = positive_integer(exact(getattr(described, asked[0]), asked[0]), asked[0].replace("_", " "))
        if asked == ["truncated_batch_size"]:
            texts.append(f"truncated-poisson(rate={rate}, batch={number}, records={records}, {gaussian}) * {count}")
        elif asked == ["examples_per_user"]:
            texts.append(f"group(size={number}, poisson(rate={rate}, {gaussian})) * {count}")
        elif len(entries) > 1 or size * number > records:
            raise DomainError(
                "a DpParams with cycle_length must have one noise multiplier and one batch size, at most that of a "
                f"group, got {len(entries)} phases and batches of {size} in groups of {records // number}"
            )
        else:  # JAX-Privacy discards what is left of the last group
            texts.append(f"banded(bands={number}, steps={count}, rate={size / (records // number)}, {gaussian})")
    return read_release(" + ".join(texts))


def _phases(given: Any) -> list[tuple[int, Any]]:
    """Read one number, or (first step, number) for each phase, the first from step 0."""
    if not isinstance(given, Sequence):
        return [(0, given)]
    found = [(int(exact(start, "a step")), value) for start, value in given]
    if not found or min(start for start, _ in found) != 0:
        raise DomainError("the first phase must begin at step 0, got none that does")
    return found


def _measurement(described: Any, steps: Any) -> Recorded:
    """Read an OpenDP measurement by what its map claims of neighbours one apart; its sampler is trusted."""
    measure, metric = str(described.output_measure), str(described.input_metric).removesuffix("()")
    # Tables of a fixed size differ in two records or in none: rounding alone is charged for one.
    sized = "size=" in str(described.input_domain) or _costs_nothing(described.map(1))
    distance = 2 if sized and metric in _OF_RECORDS else 1
    if _costs_nothing(described.map(distance)):
        raise DomainError(f"a measurement must cost something at an input distance of {distance} in {metric}, got 0")
    loss = described.map(distance)
    source = f"an OpenDP measurement's map at distance {distance}, in {measure}"
    found: Release
    if measure == "MaxDivergence":
        found = Pure(exact(loss, "epsilon"))
    elif measure == "ZeroConcentratedDivergence":
        found = mechanisms()["zcdp"](rho=exact(loss, "rho"))
    elif measure == "Approximate(MaxDivergence)":
        epsilon, delta = loss
        found = Approximate(exact(epsilon, "epsilon"), exact(delta, "delta"))
    else:
        raise DomainError(
            "a measurement must be in MaxDivergence, ZeroConcentratedDivergence or Approximate(MaxDivergence) for a "
            f"certified answer, as make_fix_delta gives, got {shown(measure)}"
        )
    apart = "two: tables have a fixed size, and one record is replaced" if distance == 2 else "one"
    trusted = f"OpenDP's map is right, and neighbours are at an input distance of {apart}"
    return Recorded(found, source, None, (), (trusted, *Recorded.of(found, source).unseen[-1:]))


def _costs_nothing(loss: Any) -> bool:
    """True for a loss of zero, or a pair of zeros."""
    return all(part == 0 for part in (loss if isinstance(loss, tuple) else (loss,)))


_BY_SHAPE = (
    ("plan", _with_plan),
    ("accountant", _engine),
    ("history", _accountant),
    ("dp_event", _with_event),
    ("ledger", _with_ledger),
    ("train_steps", _keras),
    ("noise_multipliers", _params),
    ("output_measure", _measurement),
)
"""An attribute by which an object is known, and its reader, in the order in which they are tried."""
