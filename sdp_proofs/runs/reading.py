"""Read whatever describes a run: a release, an object of another package, a file.

World: exact. Objects are known by their shape, so that none of the packages is needed, and none is imported. Readers:

* a release, or its expression;
* an Opacus `PrivacyEngine`, its accountant, the accountant's `history` or `state_dict` (see `history`);
* a `dp_accounting.DpEvent` (see `events`), and what holds one, such as an execution plan of JAX-Privacy;
* JAX-Privacy's `DPKerasConfig`, and `DpParams` with the number of updates;
* an OpenDP measurement, by its privacy map at an input distance of one;
* a file of any of these (see `files`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
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
        raise DomainError("steps must be given with words of a run or a DpParams alone, got them with something else")
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
    return _accountant(described.accountant, steps, "the history of an Opacus engine")


def _accountant(described: Any, steps: Any, source: str = "the history of an Opacus accountant") -> Recorded:
    if not isinstance(described.history, Sequence):
        raise DomainError(f"a history must be a list of entries, got {type(described.history).__name__}")
    return of_history(described.history, source)


def _with_event(described: Any, steps: Any) -> Recorded:
    found = events.of_event(described.dp_event)
    return Recorded.of(found.release, f"the {type(described.dp_event).__name__} of a {type(described).__name__}")


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
    for name in ("examples_per_user", "cycle_length", "truncated_batch_size"):
        if getattr(described, name, None) not in (None, 1):
            raise DomainError(f"a DpParams must have no {name} for a certified answer, got {getattr(described, name)}")
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
    method = getattr(described.sampling_method, "name", "POISSON")
    if method == "POISSON":
        return Recorded.of(release_of(entries), "a DpParams of JAX-Privacy")
    text = " + ".join(
        f"without-replacement(batch={rate * records}, records={records}, "
        f"gaussian(sigma={exact(noise, 'noise multiplier')})) * {count}"
        for noise, rate, count in entries
    )
    return Recorded.of(read_release(text), "a DpParams of JAX-Privacy")


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
    measure, loss = str(described.output_measure), described.map(1)
    source = f"an OpenDP measurement's map at distance 1, in {measure}"
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
            f"certified answer, got {shown(measure)}"
        )
    trusted = "OpenDP's map is right, and neighbours are at an input distance of one"
    return Recorded(found, source, None, (), (trusted, *Recorded.of(found, source).unseen[-1:]))


_BY_SHAPE = (
    ("accountant", _engine),
    ("history", _accountant),
    ("dp_event", _with_event),
    ("train_steps", _keras),
    ("noise_multipliers", _params),
    ("output_measure", _measurement),
)
"""An attribute by which an object is known, and its reader, in the order in which they are tried."""
