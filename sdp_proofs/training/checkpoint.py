"""Where a run got to, in a file from which it continues; written whole or not at all.

The file holds the state after a number of steps, what these steps released, and the seed. It is as secret as the seed:
with it the noise can be subtracted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.training.archive import arrays_in

SCHEMA = "sdp-proofs/training/1"
LARGEST_FILE = 2**32


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a run.

    Args:
        step: steps that were taken.
        arrays: parameters and whatever else the next step needs.
        seed: of the run.
        settings: JSON values that must be the same when the run continues.
    """

    step: int
    arrays: tuple[NDArray[Any], ...]
    seed: int
    settings: Mapping[str, str]


def write(path: str | os.PathLike[str], state: Checkpoint) -> None:
    """Write the state; a reader finds the old file or the new one, never half of one. Only the owner may read it.

    Raises:
        OSError: it cannot be written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     write(f"{folder}/run", Checkpoint(3, (np.ones(2),), 7, {"clip": "1"}))
        ...     read(f"{folder}/run", {"clip": "1"}).step
        3
    """
    text = {"schema": SCHEMA, "step": state.step, "seed": str(state.seed), "settings": dict(state.settings)}
    target = Path(path)
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            arrays = {f"array_{number}": array for number, array in enumerate(state.arrays)}
            np.savez(stream, about=np.array(json.dumps(text)), **arrays)  # type: ignore[arg-type]  # its stub
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def read(path: str | os.PathLike[str], settings: Mapping[str, str]) -> Checkpoint:
    """Read a state that was written with these settings.

    Raises:
        DomainError: it is not such a file, or was written with other settings; the message names one.
        SizeError: it is too large.
        OSError: it cannot be read.
    """
    source = os.fspath(path)
    state = _read(source)
    for name in sorted({*settings, *state.settings}):
        ours, theirs = settings.get(name), state.settings.get(name)
        if ours != theirs:
            raise DomainError(f"{source}: must have been written with the same {name}, {ours}; it has {theirs}")
    return state


def same_shapes(source: str, found: Sequence[NDArray[Any]], wanted: Sequence[NDArray[Any]]) -> None:
    """Refuse arrays that are not those of the model.

    Raises:
        DomainError: another number of arrays, or another shape or type.
    """
    if [(a.shape, a.dtype) for a in found] != [(a.shape, a.dtype) for a in wanted]:
        raise DomainError(f"{source}: must hold the arrays of this model, got others")


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of a run that continues from this file; None where there is no file yet.

    Raises:
        DomainError: it is not such a file.
    """
    return _read(os.fspath(path)).seed if Path(path).exists() else None


def _read(source: str) -> Checkpoint:
    try:
        stored = arrays_in(source, most_file=LARGEST_FILE, most_memory=LARGEST_FILE)
        text = json.loads(str(stored["about"]))
        arrays = tuple(stored[f"array_{number}"] for number in range(len(stored) - 1))
        state = Checkpoint(int(text["step"]), arrays, int(text["seed"]), dict(text["settings"]))
        if text["schema"] != SCHEMA or state.step < 0:
            raise ValueError(text["schema"])
    except (OSError, SizeError):
        raise
    except Exception as error:  # a damaged archive raises errors of zipfile, zlib, json and numpy
        raise DomainError(f"{source}: must be a file that a training run wrote") from error
    return state
