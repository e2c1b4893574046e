"""Stop a search within its time: long computations ask, also inside one evaluation.

World: none; no value depends on it. `LateError` is none of the errors after which an engine hands over to the next, so
that it ends the whole search.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_END: ContextVar[float] = ContextVar("end", default=math.inf)


class LateError(Exception):
    """The processor time of a search is used up; whoever set the end turns it into words."""


@contextmanager
def until(end: float) -> Iterator[None]:
    """Let what runs inside end at a processor time, or at that of an outer search if that is earlier.

    Example:
        >>> with until(time.process_time() - 1):
        ...     check_time()
        Traceback (most recent call last):
        sdp_proofs.accounting.deadline.LateError
        >>> check_time()
    """
    before = _END.set(min(end, _END.get()))
    try:
        yield
    finally:
        _END.reset(before)


def check_time() -> None:
    """Raise where the time is used up.

    Raises:
        LateError: it is.
    """
    if time.process_time() > _END.get():
        raise LateError
