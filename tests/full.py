"""Extent of the tests: the short form each time, everything with `pytest --full`.

One marker says what the short form leaves out, by position and never by a clock:

    @pytest.mark.slow            the test, or the case that carries it
    @pytest.mark.slow(every=4)   of the cases of a test all but the first, the fifth, the ninth, ...

A case that is added or renamed falls under the rule at once; no list has to be renewed. Tests that try random instances
ask `trials` for their number. The short form decides all claims of the ledger (`tests/papers/test_ledger.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import overload

import pytest

_options: dict[str, bool] = {}


def read(config: pytest.Config) -> None:
    """Read the option before any module of tests is imported."""
    _options["full"] = bool(config.getoption("full"))


def is_full() -> bool:
    """Tell whether everything runs."""
    return _options.get("full", False)


@overload
def trials(short: int, full: int) -> int: ...


@overload
def trials(short: int) -> int | None: ...


def trials(short: int, full: int | None = None) -> int | None:
    """Return how many instances are tried; without a number for `full`, all of a slice: `cases[: trials(25)]`."""
    return full if is_full() else short


def left_out(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """List the tests that the short form leaves out, in their order; those that it keeps lose the marker.

    Raises:
        pytest.UsageError: a marker is not one of the two forms.
    """
    found, seen = [], Counter[str]()
    for item in items:
        markers = [*item.iter_markers("slow")]
        test = item.nodeid.partition("[")[0]
        if any(_every(marker, item) <= 1 or seen[test] % _every(marker, item) for marker in markers):
            found.append(item)
        elif markers:
            item.own_markers[:] = [marker for marker in item.own_markers if marker.name != "slow"]
        seen[test] += 1
    return found


def _every(marker: pytest.Mark, item: pytest.Item) -> int:
    """Return the stride of a marker, 0 for the plain one."""
    every = marker.kwargs.get("every", 0)
    if marker.args or marker.kwargs.keys() - {"every"} or (marker.kwargs and (every < 2 or "[" not in item.nodeid)):
        raise pytest.UsageError(f"{item.nodeid}: slow or slow(every=2 or more, of a test with cases); got {marker}")
    return every
