"""Runs many settings with many seeds, on this machine's cores or a Dask cluster; what a store has is not run again."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence

from sdp_proofs.errors import DomainError
from sdp_proofs.experiments.checkpoint import DrawStore
from sdp_proofs.experiments.spread import spread
from sdp_proofs.experiments.training_cells import Cell, run_cell
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta

Task = tuple[tuple[Cell, int], ...]
"""Settings and seeds: those of one seed share their data, those of one network its compilation."""
Found = tuple[Cell, DrawnDelta]
SETTINGS = {"training": 1}
"""What a store of such runs says in its first line; settings and seeds are in every other one."""
_PART = 8


def cell_runs(
    cells: Sequence[Cell],
    seeds: Sequence[int],
    *,
    store: DrawStore | None = None,
    workers: int = 1,
    cluster: str | None = None,
) -> Iterator[Found]:
    """Every setting with every seed, as they come; first those that the store has.

    Args:
        cells: the settings, each at most once.
        seeds: the same for every setting.
        store: where finished runs are kept; closed by whoever opened it.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead; it needs the extra `cluster`.

    Raises:
        DomainError: no worker, no seed, or Dask is not installed.
        OSError: the cluster or the store cannot be reached.

    Example:
        >>> cells = [Cell(sigma="1", steps=5), Cell(sigma="1", smoothing="1", steps=5)]
        >>> sorted((cell.smoothing, run.index) for cell, run in cell_runs(cells, [0, 1]))
        [('0', 0), ('0', 1), ('1', 0), ('1', 1)]
    """
    if workers < 1 or not seeds:
        raise DomainError(f"there must be a worker and a seed, got {workers} and {len(seeds)}")
    missing = []
    for seed in seeds:
        for cell in cells:
            known = None if store is None else store.found.get((cell.name, seed))
            if known is None:
                missing.append((cell, seed))
            else:
                yield cell, known
    tasks = _tasks(missing)
    if workers > 1:
        _settle()
    with contextlib.closing(spread(run_task, tasks, workers=workers, cluster=cluster)) as results:
        for found in results:
            for cell, run in found:
                if store is not None:
                    store.add(cell.name, run)
                yield cell, run


def run_task(task: Task) -> list[Found]:
    """The runs of one task; called in another process."""
    return [(cell, run_cell(cell, seed)) for cell, seed in task]


def _tasks(missing: Sequence[tuple[Cell, int]]) -> list[Task]:
    groups: dict[Cell | int, list[tuple[Cell, int]]] = {}
    for cell, seed in missing:
        groups.setdefault(cell if cell.model == "cnn" else seed, []).append((cell, seed))
    return [tuple(group[start : start + _PART]) for group in groups.values() for start in range(0, len(group), _PART)]


def _settle() -> None:
    """What the processes find in their environment, unless it says otherwise.

    Every name stands here as a word, as `ledger.digests` has to read from the text which of them count.
    """
    # Matrices are small: threads inside a process would only be in each other's way.
    os.environ["OMP_NUM_THREADS"] = os.environ.get("OMP_NUM_THREADS", "1")
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ.get("OPENBLAS_NUM_THREADS", "1")
    os.environ["MKL_NUM_THREADS"] = os.environ.get("MKL_NUM_THREADS", "1")
    # Compiling a step well takes longer than some hundred steps.
    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "--xla_backend_optimization_level=0")
