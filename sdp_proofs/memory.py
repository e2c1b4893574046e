"""Store of intermediate results while one claim is examined, forgotten with it.

Whoever examines a claim opens the memory; whoever works for it may keep something there. So the parts of one
examination share what is dear to make, and no claim's result depends on which claims were examined before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Kept = TypeVar("Kept")

_open: ContextVar[dict[Callable[[], object], object] | None] = ContextVar("memory", default=None)


@contextmanager
def of_one_claim() -> Iterator[None]:
    """While it lasts, `kept` keeps. One within another begins with nothing and leaves the outer one as it was.

    Example:
        >>> with of_one_claim():
        ...     kept(list) is kept(list)
        True
    """
    token = _open.set({})
    try:
        yield
    finally:
        _open.reset(token)


def kept(make: Callable[[], Kept]) -> Kept | None:
    """Value of `make`, computed once while a claim is examined; None outside of an examination.

    Example:
        >>> print(kept(list))
        None
    """
    here = _open.get()
    if here is None:
        return None
    if make not in here:
        here[make] = make()
    return here[make]  # type: ignore[return-value]
