"""What every command does alike: exit codes, JSON documents on stdout, a progress bar on stderr."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

# What the exit code says; the last two are those that a shell reports for SIGINT and SIGPIPE.
AGREES, DISAGREES, BAD_INPUT, UNDECIDED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 130, 141

PATIENCE_SECONDS = 2.0


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
def progress_bar(label: str, total: int | None = None) -> Iterator[Advance]:
    """A bar on stderr for runs of more than two seconds, and only on a terminal.

    Args:
        label: what is going on.
        total: pieces of work, if that is known.

    Yields:
        A function to be called once per finished piece of work.
    """
    if not sys.stderr.isatty():
        yield lambda done=None, steps=None: None
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=total)
    timer = threading.Timer(PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done=None, steps=None: (
            bar.advance(task) if done is None else bar.update(task, completed=done, total=steps)
        )
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
