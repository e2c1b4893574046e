"""Effort of the tests: a part each time, the whole with `make deep`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

One = TypeVar("One")

AT_LENGTH = os.environ.get("SDP_PROOFS_TESTS") == "at-length"


def trials(each_time: int, *, at_length: int) -> int:
    """Number of random instances that are tried."""
    return at_length if AT_LENGTH else each_time


def part(cases: Sequence[One], each_time: int) -> Sequence[One]:
    """The first so many cases, or all of them."""
    return cases if AT_LENGTH else cases[:each_time]
