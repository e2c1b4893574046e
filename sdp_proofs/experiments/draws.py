"""Runs many draws: on this machine's cores, or on a Dask cluster; what a store has is not drawn again.

A draw depends on its seed, its point and its number alone: where it is computed, and in which order, changes nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.experiments.checkpoint import DrawStore
from sdp_proofs.experiments.spread import spread
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta, Point, drawn_delta

TASK = 4
"""Draws per task: some tenths of a second each."""
Task = tuple[Point, tuple[int, ...]]


def settings_of(points: Iterable[Point]) -> dict[str, Any]:
    """What the points have in common, as a store records it.

    Raises:
        DomainError: they differ in their epsilons, their rounding or their seed.
    """
    common = {(point.epsilons, point.rounded, point.seed) for point in points}
    if len(common) != 1:
        raise DomainError(f"points must have the same epsilons, rounding and seed, got {len(common)} different")
    epsilons, rounded, seed = common.pop()
    return {"epsilons": list(epsilons), "rounded": rounded, "seed": seed, "draw": 1}


def drawn_deltas(
    points: Sequence[Point],
    draws: int,
    *,
    store: DrawStore | None = None,
    workers: int = 1,
    cluster: str | None = None,
) -> Iterator[tuple[Point, DrawnDelta]]:
    """`draws` databases of every point with their losses, as they come; first those that the store has.

    Args:
        points: what to draw.
        draws: how many databases per point, numbered from 0.
        store: where finished draws are kept; closed by whoever opened it.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead, such as "tcp://host:8786". Its workers need
            this package. The optional dependencies `cluster` must be installed.

    Raises:
        DomainError: no draw, no worker, or Dask is not installed.
        OSError: the cluster or the store cannot be reached.

    Example:
        >>> from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2
        >>> point = Point(FIGURE_2, (30, 0), epsilons=("1",))
        >>> sorted(drawn.index for _, drawn in drawn_deltas([point], 3))
        [0, 1, 2]
    """
    if draws < 1 or workers < 1:
        raise DomainError(f"draws and workers must be >= 1, got {draws} and {workers}")
    tasks: list[Task] = []
    for point in points:
        missing = []
        for index in range(draws):
            drawn = None if store is None else store.found.get((point.name, index))
            if drawn is None:
                missing.append(index)
            else:
                yield point, drawn
        tasks += [(point, part) for part in _parts(missing)]
    with contextlib.closing(spread(run_task, tasks, workers=workers, cluster=cluster)) as results:
        for point, found in results:
            for drawn in found:
                if store is not None:
                    store.add(point.name, drawn)
                yield point, drawn


def _parts(indices: list[int]) -> Iterator[tuple[int, ...]]:
    return (tuple(indices[start : start + TASK]) for start in range(0, len(indices), TASK))


def run_task(task: Task) -> tuple[Point, tuple[DrawnDelta, ...]]:
    """The draws of one task; called in another process."""
    point, indices = task
    return point, tuple(drawn_delta(point, index) for index in indices)
