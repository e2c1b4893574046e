"""Work that is counted: how much a computation does, not how long it takes. A busy machine changes nothing about it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

import pytest

Result = TypeVar("Result")


def with_calls(function: Callable[[], Result]) -> tuple[Result, int]:
    """The result, and how many functions were called for it."""
    calls = 0

    def count(_: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return function(), calls
    finally:
        sys.setprofile(before)


class CountedLosses:
    """Counter of the losses of single databases, and of the bounds of losses on blocks, that are computed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from sdp_proofs.privacy.histogram.tables import BlockDeltas

        self.losses = self.bounds = 0
        deltas = BlockDeltas.deltas

        def counted(losses: BlockDeltas, first: int, last: int) -> list[Any]:
            self.losses += max(0, last - first + 1)
            return deltas(losses, first, last)

        monkeypatch.setattr(BlockDeltas, "deltas", counted)
        for name in ("bound", "sharp_bound", "least_bound"):
            monkeypatch.setattr(BlockDeltas, name, self._bounded(getattr(BlockDeltas, name)))

    def _bounded(self, bound: Callable[[Any, int, int], Any]) -> Callable[[Any, int, int], Any]:
        def counted(losses: Any, first: int, last: int) -> Any:
            self.bounds += 1
            return bound(losses, first, last)

        return counted
