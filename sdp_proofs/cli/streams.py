"""The standard streams, whatever the process was started with.

Python leaves None in the place of a stream that is closed, and the next file that is opened gets its number. Here a
closed input is empty, what is written to a closed output fails as on a full disk, and diagnostics that nobody can take
are lost: they never decide an exit code.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast


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
