"""Exit codes, JSON documents on stdout, a progress bar or lines on stderr, and streams that cannot fail unseen.

Python leaves None in the place of a stream that is closed, and the next file that is opened gets its number. Here a
closed input is empty, what is written to a closed output fails as on a full disk, and diagnostics that nobody can take
are lost: they never decide an exit code.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, Protocol, TextIO, cast

# Meanings of the exit codes; the last two are those that a shell reports for SIGINT and SIGPIPE.
AGREES, DISAGREES, BAD_INPUT, UNDECIDED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 130, 141

PATIENCE_SECONDS = 2.0
FIRST_LINE_SECONDS, LAST_PAUSE_SECONDS = 10.0, 600.0


def print_json(payload: Mapping[str, object], schema: str) -> None:
    """Print one JSON document with sorted keys, marked with its schema and version.

    Args:
        payload: JSON values only; mathematical numbers are decimal or rational strings.
        schema: for instance "sdp-proofs/delta/1".

    Example:
        >>> print_json({"draws": "950"}, "sdp-proofs/delta/1")
        {
          "draws": "950",
          "schema": "sdp-proofs/delta/1"
        }
    """
    print(json.dumps({**payload, "schema": schema}, indent=2, sort_keys=True, allow_nan=False))


class Advance(Protocol):
    """Moves a bar by one piece of work, or to a place if it is given one."""

    def __call__(self, done: int | None = None, steps: int | None = None) -> None:
        """Nothing, or how many of how many pieces are done."""


@contextmanager
def progress_bar(label: str, total: int | None = None, *, logged: bool = False) -> Iterator[Advance]:
    """A bar on stderr for runs of more than two seconds, if that is a terminal.

    Args:
        label: what is going on.
        total: pieces of work, if that is known.
        logged: whether lines tell it where there is no terminal, from ten seconds on: of runs that may take minutes.

    Yields:
        A function to be called once per finished piece of work.
    """
    if not sys.stderr.isatty():
        with _lines(label, total) if logged else nullcontext(_unheard) as advance:
            yield advance
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=total)
    timer = threading.Timer(PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    with suppress(RuntimeError):  # without threads, as in a browser, there is no bar
        timer.start()
    try:
        yield (
            lambda done=None, steps=None: (
                bar.advance(task) if done is None else bar.update(task, completed=done, total=steps)
            )
        )
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        bar.stop()


def _unheard(done: int | None = None, steps: int | None = None) -> None:
    """Stand in for a progress bar where nothing is shown."""


@contextmanager
def _lines(label: str, total: int | None) -> Iterator[Advance]:
    """Lines that say how far a run is, each after twice the time: a log must neither be silent nor full of them."""
    state, over, start = [0, total or 0], threading.Event(), time.monotonic()

    def advance(done: int | None = None, steps: int | None = None) -> None:
        state[:] = (state[0] + 1, state[1]) if done is None else (done, steps or 0)

    def speak() -> None:
        pause = FIRST_LINE_SECONDS
        while not over.wait(pause):
            line = progress_line(label, state[0], state[1], time.monotonic() - start)
            print(line, file=sys.stderr, flush=True)
            pause = min(time.monotonic() - start, LAST_PAUSE_SECONDS)

    speaker = threading.Thread(target=speak, daemon=True)
    with suppress(RuntimeError):  # nor are there lines
        speaker.start()
    try:
        yield advance
    finally:
        over.set()
        if speaker.ident is not None:
            speaker.join()


def progress_line(label: str, done: int, total: int, seconds: float) -> str:
    """Tell how far a run is, and about how long it will still take (an estimate, at the speed so far).

    Example:
        >>> progress_line("figure 5", 30, 120, 20.0), progress_line("account", 0, 0, 20.0)
        ('figure 5: 30 of 120 after 20 s, about 1 min left', 'account: 20 s so far')
        >>> progress_line("values tried", 12, 0, 20.0)
        'values tried: 12 after 20 s'
    """
    if not total:
        return f"{label}: {done:,} after {duration(seconds)}" if done else f"{label}: {duration(seconds)} so far"
    left = f", about {duration(seconds * (total - done) / done)} left" if done else ""
    return f"{label}: {done:,} of {total:,} after {duration(seconds)}{left}"


def duration(seconds: float) -> str:
    """A time in the largest unit that it has two of, or one minute.

    Example:
        >>> [duration(seconds) for seconds in (3, 75, 7199, 7200)]
        ['3 s', '1 min', '120 min', '2 h']
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"


@contextmanager
def ended_like_by_ctrl_c() -> Iterator[None]:
    """SIGTERM interrupts as Ctrl-C does meanwhile: what a scheduler or `kill` ends keeps what it has found."""
    if threading.current_thread() is not threading.main_thread():  # only that one may set handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def standard_streams() -> Iterator[None]:
    """Use safe streams for the time of one command; those that a caller has put in their place are left alone."""
    before: tuple[TextIO | None, TextIO | None, TextIO | None] = (sys.stdin, sys.stdout, sys.stderr)
    # In the order of their numbers, as opening takes the least one that is free.
    if before[0] is None:
        sys.stdin = _opened(os.O_RDONLY, "r")
    if before[1] is None:  # can only be read from, so that writing fails
        sys.stdout = _opened(os.O_RDONLY, "w")
    if before[2] is None:
        sys.stderr = _opened(os.O_WRONLY, "w")
    elif sys.__stderr__ is not None and before[2] is sys.__stderr__:
        sys.stderr = _diagnostics(before[2])
    try:
        yield
    finally:
        for stream, old in zip((sys.stdin, sys.stdout, sys.stderr), before, strict=True):
            if stream is not old:
                with suppress(OSError):
                    stream.close()
        sys.stdin, sys.stdout, sys.stderr = cast(tuple[TextIO, TextIO, TextIO], before)


def _opened(flag: int, mode: str) -> TextIO:
    return cast(TextIO, open(os.open(os.devnull, flag), mode, encoding="utf-8"))


class _Forgiving(io.FileIO):
    """A file that takes everything and keeps what it can."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return len(data)


def _diagnostics(stream: TextIO) -> TextIO:
    raw = io.BufferedWriter(_Forgiving(stream.fileno(), "w", closefd=False))
    return io.TextIOWrapper(raw, encoding=stream.encoding, errors="backslashreplace", line_buffering=True)
