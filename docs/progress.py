"""A Sphinx extension: a line every few seconds that names the page being read or written."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any

EVERY = 5
"""Seconds between two lines of one process."""


def setup(app: Any) -> dict[str, bool]:
    """Listen to the two long phases of a build."""
    told = Told()
    app.connect("source-read", lambda app, name, source: told.tell("reading", name))
    app.connect("html-page-context", lambda app, name, *rest: told.tell("writing", name))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Told:
    """When a line was last printed, and how many pages have passed since the start.

    Example:
        >>> told = Told(start=0.0)
        >>> told.line("reading", "index", now=2.0), told.line("reading", "glossary", now=6.0)
        ('', '    6 s  reading glossary, page 2 of this process')
    """

    def __init__(self, start: float | None = None) -> None:
        self.start = self.last = monotonic() if start is None else start
        self.pages = {"reading": 0, "writing": 0}

    def tell(self, phase: str, name: str) -> None:
        """Count a page, and print it if a line is due."""
        line = self.line(phase, name, monotonic())
        if line:
            print(line, file=sys.stderr, flush=True)

    def line(self, phase: str, name: str, now: float) -> str:
        """Count a page; return the line that is due, or an empty text."""
        self.pages[phase] += 1
        if now - self.last < EVERY:
            return ""
        self.last = now
        return f"{now - self.start:5.0f} s  {phase} {name}, page {self.pages[phase]} of this process"
