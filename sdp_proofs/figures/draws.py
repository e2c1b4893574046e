"""Many draws of an estimated figure: computed side by side, kept in a file, from which an interrupted run continues.

A draw depends on its seed, its setting and its number alone: where it is computed, and in which order, changes nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TypeVar

from sdp_proofs.errors import DomainError
from sdp_proofs.extras import require
from sdp_proofs.figures.figure import Run
from sdp_proofs.files import check_size
from sdp_proofs.papers.smoothed_dp.sgd_step import DrawnDelta

SCHEMA = "sdp-proofs/draws/1"
LARGEST_FILE = 2**28
"""Bytes of a file of draws: some million draws."""
MOST_WORKERS = 256


class Named(Hashable, Protocol):
    """A setting with a name that decides its draws."""

    @property
    def name(self) -> str:
        """Name of the estimate."""


K = TypeVar("K", bound=Named)
Task = TypeVar("Task")
Result = TypeVar("Result")


def fingerprint(settings: Mapping[str, Any]) -> str:
    """Return a hash of the settings that decide what is drawn.

    Example:
        >>> fingerprint({"seed": 1, "epsilons": ["1"]}) == fingerprint({"epsilons": ["1"], "seed": 1})
        True
    """
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]


class DrawStore:
    """A file of draws, one JSON line each, by the name of the setting and the number of the draw.

    The first line says what was drawn (its hash is checked), every other line is one draw. A run that was cut off may
    have left half a line at the end; it is dropped. Anything else that is not as described is an error, not a guess.

    Args:
        path: the file; it is created if it does not exist.
        settings: JSON values that decide what is drawn, such as the seed.

    Raises:
        SizeError: the file is larger than `LARGEST_FILE`.
        DomainError: the file is not of this kind, or was written with other settings.
        OSError: the file cannot be read or written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with DrawStore(f"{folder}/draws.jsonl", {"seed": 1}) as store:
        ...         store.add("example", DrawnDelta(0, 1.0, (0.25,)))
        ...     with DrawStore(f"{folder}/draws.jsonl", {"seed": 1}) as store:
        ...         store.found["example", 0].losses
        (0.25,)
    """

    def __init__(self, path: str | os.PathLike[str], settings: Mapping[str, Any]) -> None:
        self._path = Path(path)
        self._header = {"schema": SCHEMA, "settings": dict(settings), "fingerprint": fingerprint(settings)}
        self.found: dict[tuple[str, int], DrawnDelta] = {}
        if self._path.exists() and not self._path.is_file():
            raise DomainError(f"{self._path}: must be a file of its own, got a folder, a pipe or a device")
        kept = self._read() if self._path.exists() else 0
        self._stream = self._path.open("r+b" if kept else "wb")
        self._stream.truncate(kept)
        self._stream.seek(kept)
        if not kept:
            self._write(self._header)

    def add(self, name: str, drawn: DrawnDelta) -> None:
        """Append a draw; it is in the file when this returns."""
        self.found[name, drawn.index] = drawn
        self._write({"point": name, "index": drawn.index, "weight": drawn.weight, "losses": list(drawn.losses)})

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def __enter__(self) -> DrawStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, record: Mapping[str, Any]) -> None:
        self._stream.write(json.dumps(record, allow_nan=False).encode() + b"\n")
        self._stream.flush()

    def _read(self) -> int:
        """Take in what the file holds; return the number of bytes that are whole."""
        check_size(str(self._path), self._path.stat().st_size, LARGEST_FILE)
        content = self._path.read_bytes()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines:
            if content and SCHEMA.encode() not in content:
                raise DomainError(f"{self._path}: the first line must say what was drawn")
            return 0
        if self._json(lines[0], 1).get("schema") != SCHEMA:
            raise DomainError(f"{self._path}: the first line must have the schema {SCHEMA}")
        if self._json(lines[0], 1).get("fingerprint") != self._header["fingerprint"]:
            raise DomainError(f"{self._path} was drawn with other settings; give another file, or the same settings")
        for number, line in enumerate(lines[1:], start=2):
            try:
                name, drawn = self._draw(line, number)
            except DomainError:
                if number < len(lines):
                    raise
                return whole - len(line) - 1
            self.found[name, drawn.index] = drawn
        return whole

    def _draw(self, line: bytes, number: int) -> tuple[str, DrawnDelta]:
        record = self._json(line, number)
        try:
            drawn = DrawnDelta(int(record["index"]), float(record["weight"]), tuple(map(float, record["losses"])))
            if not all(math.isfinite(value) and value >= 0 for value in (drawn.weight, *drawn.losses)):
                raise ValueError
            return str(record["point"]), drawn
        except (KeyError, TypeError, ValueError):
            raise DomainError(f"{self._path}, line {number}: must be a draw, got {line[:60]!r}") from None

    def _json(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise DomainError(f"{self._path}, line {number}: must be a JSON object, got {line[:60]!r}")
        return record


class KeptDraws:
    """The file that keeps the draws of a figure: the one that was asked for, or one that goes when all is drawn.

    Args:
        run: of the figure.
        resume: the file that was asked for.
        settings: what decides the draws; the name of the figure's own file tells two settings apart.
    """

    def __init__(self, run: Run, resume: str | None, settings: Mapping[str, Any]) -> None:
        self._settings, self._lasting = settings, resume is not None
        self.file = resume or f"{run.name.replace(' ', '-')}-{fingerprint(settings)[:8]}.draws.jsonl"
        self._possible = self._lasting or os.access(os.path.dirname(os.path.realpath(self.file)), os.W_OK)

    @contextlib.contextmanager
    def opened(self) -> Iterator[DrawStore | None]:
        """Open the store; it is None where no file of its own can be written."""
        if not self._possible:
            yield None
            return
        with DrawStore(self.file, self._settings) as store:
            try:
                yield store
            finally:
                if not store.found:
                    self._drop()

    def after(self, missing: int) -> str | None:
        """Return the file from which to continue if something is missing; else drop what was not asked for."""
        if missing:
            return self.file if self._possible else None
        self._drop()
        return None

    def _drop(self) -> None:
        if not self._lasting:
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.file)


def draw_all(
    wanted: Sequence[tuple[K, int]],
    grouped: Callable[[Sequence[tuple[K, int]]], Sequence[Task]],
    compute: Callable[[Task], Iterable[tuple[K, DrawnDelta]]],
    *,
    store: DrawStore | None = None,
    workers: int = 1,
    cluster: str | None = None,
) -> Iterator[tuple[K, DrawnDelta]]:
    """Yield the draws of settings, as they come; first those that the store has.

    Args:
        wanted: settings and numbers of draws.
        grouped: makes tasks of those that are missing.
        compute: the draws of a task; a function of a module, as it is called in another process.
        store: where finished draws are kept; closed by whoever opened it.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead, such as "tcp://host:8786". Its workers need
            this package. The optional dependencies `cluster` must be installed.

    Raises:
        DomainError: no worker, nothing to draw, or Dask is not installed.
        OSError: the cluster or the store cannot be reached.
    """
    if workers < 1 or not wanted:
        raise DomainError(f"there must be a worker and a draw, got {workers} and {len(wanted)}")
    missing = []
    for setting, index in wanted:
        known = None if store is None else store.found.get((setting.name, index))
        if known is None:
            missing.append((setting, index))
        else:
            yield setting, known
    with contextlib.closing(spread(compute, grouped(missing), workers=workers, cluster=cluster)) as results:
        for found in results:
            for setting, drawn in found:
                if store is not None:
                    store.add(setting.name, drawn)
                yield setting, drawn


def completed(
    run: Run, settings: Sequence[K], count: int, draws: Iterable[tuple[K, DrawnDelta]], part: str = ""
) -> tuple[dict[K, list[DrawnDelta]], int]:
    """Return the draws of the settings that have all of them, and how many draws are missing.

    Ctrl-C ends the run and keeps what was found.

    Args:
        run: shows how far it is.
        settings: what is drawn.
        count: draws of each.
        draws: as they come.
        part: what of the figure this is, where that is not all.
    """
    found: dict[K, list[DrawnDelta]] = {setting: [] for setting in settings}
    try:
        with run.bar(run.name + part, len(settings) * count) as advance:
            for setting, drawn in draws:
                found[setting].append(drawn)
                advance()
    except KeyboardInterrupt:
        if not any(found.values()):
            raise
    complete = {setting: drawn for setting, drawn in found.items() if len(drawn) == count}
    missing = len(settings) * count - sum(map(len, found.values()))
    return {setting: sorted(drawn, key=lambda one: one.index) for setting, drawn in complete.items()}, missing


def spread(
    run: Callable[[Task], Result], tasks: Sequence[Task], *, workers: int = 1, cluster: str | None = None
) -> Generator[Result, None, None]:
    """Yield what becomes of each task, as it comes; closing the generator ends the work.

    Args:
        run: called in other processes if there is more than one worker, so it must be a function of a module.
        tasks: in any order.
        workers: processes on this machine.
        cluster: the address of a Dask scheduler that computes instead.

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
