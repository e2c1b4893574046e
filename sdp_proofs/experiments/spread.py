"""Computes tasks side by side: on this machine's cores, or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeVar

from sdp_proofs.extras import require

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(
    run: Callable[[Task], Result], tasks: Sequence[Task], *, workers: int = 1, cluster: str | None = None
) -> Generator[Result, None, None]:
    """What becomes of each task, as it comes; closing the generator ends the work.

    Args:
        run: called in other processes if there is more than one worker, so it must be a function of a module.
        tasks: in any order.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead, such as "tcp://host:8786". Its workers need
            this package. The optional dependencies `cluster` must be installed.

    Raises:
        MissingExtraError: Dask is not installed.
        OSError: the cluster cannot be reached.

    Example:
        >>> list(spread(abs, [-1, 2]))
        [1, 2]
    """
    if cluster is not None:
        yield from _on_cluster(run, tasks, cluster)
    elif workers == 1 or len(tasks) < 2:
        yield from map(run, tasks)
    else:
        from joblib import Parallel, delayed

        parallel = Parallel(n_jobs=workers, batch_size=1, return_as="generator_unordered")
        yield from parallel(delayed(run)(task) for task in tasks)


def _on_cluster(run: Callable[[Task], Result], tasks: Sequence[Task], address: str) -> Iterator[Result]:
    require("cluster")
    dask: Any = import_module("distributed")  # it has no types
    with dask.Client(address) as client:
        futures = client.map(run, tasks, pure=False)
        try:
            for future in dask.as_completed(futures):
                yield future.result()
        finally:
            client.cancel(futures)
